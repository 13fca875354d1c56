"""INPUT and LINPUT: asks the player for a line and reads its values. Source: language reference, 4.3."""

from __future__ import annotations

from retromaze.errors import Stopped
from retromaze.machine.machine import Machine
from retromaze.values.scalars import number_in

REDO = "?Redo from start"


def next_line(machine: Machine, prompt: str) -> str:
    """Returns a line that was prepared or that a front end asks for, and prints it, as the console does.

    Raises Stopped if nobody answers: the console would wait for ever.
    """
    answer = machine.ask(prompt)
    if answer is None:
        raise Stopped("the listing waits for INPUT and nobody is there to answer")
    machine.console.print(answer)
    return answer


def ask_line(machine: Machine, guide: str) -> str:
    """Does LINPUT: returns one whole line, commas included."""
    machine.console.print(guide, "")
    return next_line(machine, guide)


def ask_fields(machine: Machine, guide: str, question: bool, kinds: str) -> list[int | float | str | None]:
    """Does INPUT: returns a value for each letter of `kinds`, "$" a text or "#" a number.

    `guide` is the text before the answer; `question`: whether a ? follows it. An empty line gives None for
    all: all variables stay. For too few fields, or text in place of a number, the machine asks again.
    """
    prompt = guide + ("?" if question else "")
    while True:
        machine.console.print(prompt, "")
        line = next_line(machine, prompt)
        if not line:
            return [None] * len(kinds)
        fields = line.split(",")
        values = [field_value(kind, field) for kind, field in zip(kinds, fields, strict=False)]
        if len(values) == len(kinds) and None not in values:
            return values
        machine.console.print(REDO)


def field_value(kind: str, field: str) -> int | float | str | None:
    """Returns a field as text or number; None if it is no number."""
    if kind == "$":
        return field
    number: int | float = number_in(field)
    # 0 is also the result for a text that is no number
    return None if number == 0 and "0" not in field else number
