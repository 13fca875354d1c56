"""LIST: prints numbered lines of a program."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retromaze.engine.computer import Computer
from retromaze.engine.slot import Slot
from retromaze.errors import BasicError, BasicSyntaxError, OutOfRange
from retromaze.values.numbers import whole_number

PLACE = re.compile(r"(?:(?P<slot>[0-9]+)\s*:)?\s*(?:(?P<err>ERR)|(?P<line>[0-9]+))?", re.IGNORECASE)
AROUND = 4
"""Lines shown before and after the one with an error."""


def chosen_lines(computer: Computer, place: str, error: BasicError | None) -> str:
    """The lines that `place` chooses, `[slot:][line]` or `ERR`.

    Raises BasicSyntaxError for anything else, OutOfRange for a slot or line that is not there.
    """
    found = place_parts(place)
    if found["err"]:
        return around(computer, error)
    slot, first = slot_and_line(computer, found)
    return numbered_lines(slot.text.lines, first, len(slot.text.lines))


def place_in(computer: Computer, place: str, error: BasicError | None) -> tuple[Slot, int]:
    """The slot and line that `place` chooses, written as for `chosen_lines`; ERR without an error is line 1.

    Raises as `chosen_lines`.
    """
    found = place_parts(place)
    if found["err"] and error is not None:
        return computer.slots[error.slot], error.line
    return slot_and_line(computer, found)


def place_parts(place: str) -> re.Match[str]:
    """The parts of a place. Raises BasicSyntaxError."""
    found = PLACE.fullmatch(place)
    if found is None or (found["slot"] and found["err"]):
        raise BasicSyntaxError
    return found


def slot_and_line(computer: Computer, found: re.Match[str]) -> tuple[Slot, int]:
    """The current slot and line 1 where nothing else is named. Raises OutOfRange."""
    number = whole_number(found["slot"]) if found["slot"] else computer.slot
    if number >= len(computer.slots):
        raise OutOfRange
    slot = computer.slots[number]
    first = whole_number(found["line"]) if found["line"] else 1
    if not 1 <= first <= max(len(slot.text.lines), 1):
        raise OutOfRange
    return slot, first


def around(computer: Computer, error: BasicError | None) -> str:
    """The line of an error, marked, with its neighbors; nothing if there was no error."""
    if error is None:
        return ""
    lines = computer.slots[error.slot].text.lines
    return numbered_lines(
        lines, max(1, error.line - AROUND), min(len(lines), error.line + AROUND), error.line
    )


def numbered_lines(lines: Sequence[str], first: int, last: int, marked: int = 0) -> str:
    """Lines first to last, each with its number, and `>` before the marked one."""
    width = len(str(last))
    rows = range(first, last + 1)
    shown = [f"{'>' if row == marked else ' '}{row:>{width}} {lines[row - 1]}".rstrip() for row in rows]
    return "".join(row + "\n" for row in shown)
