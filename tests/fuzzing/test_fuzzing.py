"""A few seconds of `python -m tests.fuzzing`, and whether that finds what there is to be found."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from retromaze.builtins.registry import BUILTINS
from retromaze.compiler.settings import ALL, Technique
from retromaze.machine.console import Console
from tests.amounts import many
from tests.compiler.choices import CHOICES
from tests.fuzzing import ports, trials
from tests.fuzzing.kinds import KINDS, ROOT, program
from tests.fuzzing.portable import PORT_KINDS
from tests.fuzzing.ports import examine_port
from tests.fuzzing.reference import beside_reference, not_compared
from tests.fuzzing.reporting import report
from tests.fuzzing.trials import Finding, examine
from tests.fuzzing.workers import Workers
from tests.reference.interpreter import Interpreter

NUMBER = many(2, 30)
"""Programs of each kind that are tried each time."""
PORTS = many(2, 16)
"""Programs of each kind whose ports are tried."""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers() as made:
        yield made


@pytest.mark.parametrize("kind", KINDS)
def test_no_program_breaks_its_host(kind: str, workers: Workers) -> None:
    programs = (((kind, number), program(kind, number)) for number in range(NUMBER))
    found = [trial for trial in workers.trials(programs) if trial.finding]
    failures = [trial for trial in found if trial.finding and not trial.finding.harmless]
    assert not failures, report(failures, workers)
    assert len(found) <= NUMBER / 2


@pytest.mark.parametrize("kind", PORT_KINDS)
def test_no_port_does_anything_else(kind: str) -> None:
    with Workers(1, examine_port) as workers:
        programs = (((kind, number), program(kind, number)) for number in range(PORTS))
        found = [trial for trial in workers.trials(programs) if trial.finding]
        failures = [trial for trial in found if trial.finding and not trial.finding.harmless]
        assert not failures, report(failures, workers)
    assert len(found) <= PORTS / 2


def test_a_port_whose_time_is_over_does_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The port takes the end of its time for an error of its own: that is no difference."""
    monkeypatch.setattr(ports, "SECONDS", 0.5)
    monkeypatch.setattr(ports, "write_port", lambda *_: "def main(machine):\n    while True:\n        pass\n")
    found = examine_port("PRINT 1")
    assert found is not None
    assert found.key.startswith("TooSlow")


def test_a_port_that_does_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "write_port", lambda source, path: "def main(machine):\n    pass\n")
    found = examine_port("PRINT 1")
    assert found is not None
    assert found.key == "differs by missing event"
    assert "listing line 1 prints by print('1')" in found.details


def test_what_is_no_port_s_fault_is_counted_only() -> None:
    refused, failing = examine_port('A$="X":CALL A$'), examine_port("DIM A[2]\nPRINT A[-1]")
    reason = "CALL works out what it calls when it runs, which a port cannot"
    assert refused == Finding("refused", reason, harmless=True)
    assert failing == Finding("the listing fails", "the port goes its own way", harmless=True)
    assert examine_port("PRINT 1") is None


@pytest.mark.slow
def test_written_programs_call_every_builtin() -> None:
    text = "\n".join(program(kind, number) for kind in ("calls", "flow") for number in range(200))
    assert [name for name in BUILTINS if name not in text] == []


@pytest.mark.slow
def test_a_number_always_stands_for_the_same_program() -> None:
    assert KINDS.keys().isdisjoint(PORT_KINDS)
    code = "from tests.fuzzing.kinds import *; print([ascii(program(kind, 5)) for kind in KINDS])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == f"{[ascii(program(kind, 5)) for kind in KINDS]}\n"


def test_an_error_of_python_is_found_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(Console, "print", fail)
    found = examine("A=1\nPRINT 1")
    assert found is not None
    assert found.key.startswith("KeyError in /engine/")
    assert found.details.endswith("KeyError: 'planted'\n")


@pytest.mark.slow
def test_a_program_that_does_something_else_when_compiled_otherwise_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    as_ever = trials.shown
    for way, option, value in (
        ("traced", "traced", True),
        ("library", "library", True),
        ("all but QUIET", "techniques", ALL - {Technique.QUIET}),
    ):

        def shown(source: str, option: str = option, value: Any = value, **others: Any) -> tuple[Any, ...]:
            text, *rest = as_ever(source, **others)
            return text + "2" * (others.get(option) == value), *rest

        monkeypatch.setattr(trials, "shown", shown)
        key = f"{way} is not as plain"
        # each choice is tried where one of them is wrong
        choices = list(CHOICES) if option == "techniques" else ["no techniques"]
        assert examine("PRINT 1", choices) == Finding(key, "'1'\n'12'")
        assert examine("PRINT 1", trials.choices_in(key)) == Finding(key, "'1'\n'12'")
        assert way == "traced" or examine("PRINT 1:WAIT 2", ["no techniques"]) is None


@pytest.mark.slow
def test_a_program_that_does_something_else_than_by_the_reference_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert beside_reference("PRINT 1:WAIT 1") is None
    assert beside_reference("PRINT 1\n@L GOTO @L") is None
    monkeypatch.setattr(Interpreter, "do_until", Interpreter.do_wend)
    found = beside_reference("PRINT 1\nREPEAT\nUNTIL 1")
    assert found is not None
    assert found.key == "compiled is not as by the reference"


def test_what_the_reference_cannot_tell_is_counted_only() -> None:
    programs = {
        "a limit of ours": "A=" + "(-" * 120 + "1" + ")" * 120,
        "one error comes before another": 'A=-F$()\nDEF F$():PRINT 1/0:RETURN "A":END',
        "GOTO into another slot": 'PRGEDIT 1:PRGSET "@L":USE 1:GOTO "1:@L"',
    }
    found = {why: beside_reference(source) for why, source in programs.items()}
    assert found == {why: not_compared(why) for why in programs}
