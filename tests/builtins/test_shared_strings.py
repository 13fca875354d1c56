"""Strings that two names share never reach a builtin, whatever way it is called."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from retromaze.builtins import load_all
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS
from retromaze.engine import services, slot
from retromaze.engine.computer import Computer
from retromaze.engine.slot import ProgramEnded
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from retromaze.values.scalars import SharedString
from tests.amounts import TIER

load_all()
# The compiler writes code of its own for these.
COMPILED = {"CALL", "CHKLABEL", "CHKVAR", "LEN", "POP", "PUSH", "SHIFT", "UNSHIFT", "XOFF", "XON"}
SHARING = """\
S$="A":DIM A$[1]:A$[0]=S$:N$="S$":V=0
T$=A$[0]:INC T$,"x"
{call}
DEF F V
{inside}
END
"""
TEXTS = ["S$", "A$[0]", "VAR(N$)", "V"]
OTHERS = {"int": "1", "coordinate": "1", "float": "1", "number": "1", "array": "A$"}


def kinds(form: Form) -> list[str]:
    """The kind of each argument, two more where any number may follow."""
    return [each.kind for each in form.parameters] + ([form.rest.kind] * 2 if form.rest else [])


FORMS = [
    (name, form)
    for name, entry in BUILTINS.items()
    if name not in COMPILED
    for at, form in enumerate(entry.forms)
    if set(kinds(form)) - OTHERS.keys()
]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Form, tuple[Any, ...]]]]:
    """What builtins are called with; each call ends the program."""
    calls: list[tuple[Form, tuple[Any, ...]]] = []

    def bound(form: Form, _: Computer) -> Callable[..., Any]:
        def record(*arguments: Any) -> None:
            calls.append((form, arguments))
            raise ProgramEnded

        return record

    monkeypatch.setattr(slot, "bind_form", bound)
    monkeypatch.setattr(services, "bind_function", bound)
    yield calls


def arguments(form: Form, text: str) -> str:
    """The text wherever it can stand."""
    return ",".join(OTHERS.get(each, text) for each in kinds(form))


def receivers(form: Form) -> str:
    count = len(form.outputs) or bool(form.result)
    return " OUT " + ",".join(["V"] * count) if count else ""


def as_statement(name: str, form: Form, text: str) -> str:
    return f"{name} {arguments(form, text)}{receivers(form)}"


def by_name(name: str, form: Form, text: str) -> str:
    return f'CALL "{name}",{arguments(form, text)}{receivers(form)}'


def as_value(name: str, form: Form, text: str) -> str:
    return f"V={name}({arguments(form, text)})"


CALLS = [
    (name, form, written)
    for name, form in FORMS
    for written, possible in (
        (as_statement, True),
        (as_value, form.result),
        (by_name, not BUILTINS[name].statement),
    )
    if possible
]


@pytest.mark.slow
def test_no_builtin_is_given_a_shared_string(seen: Any) -> None:
    """All four texts with each call; when fast, the texts by turns."""
    wrong = []
    for number, (name, form, written) in enumerate(CALLS):
        for text in TEXTS[number % 4 : number % 4 + 1] if TIER == "fast" else TEXTS:
            call = written(name, form, text)
            inside = (call, "") if text != "V" else ("F S$", call)
            seen.clear()
            run(SHARING.format(call=inside[0], inside=inside[1]))
            given = [argument for _, arguments in seen for argument in arguments]
            is_shared = any(isinstance(each, SharedString) for each in given)
            if is_shared or [found.call for found, _ in seen] != [form.call]:
                wrong.append((call, given))
    assert wrong == []


def run(source: str) -> None:
    machine = Machine(seed=1)
    running = Computer(machine, techniques=frozenset())
    running.load_source(0, source)
    assert run_computer(running, frames=60) is None
