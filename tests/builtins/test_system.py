"""System variables, KEY, DIALOG and BACKTRACE."""

from types import SimpleNamespace
from typing import Any

import pytest

from retromaze.builtins import system
from retromaze.builtins.registry import VARIABLES
from retromaze.errors import BasicSyntaxError, OutOfRange, TypeMismatch
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array
from tests.refusals import error_at, error_of


@pytest.fixture
def host() -> Any:
    machine = Machine(seed=1)
    machine.system.result = 7
    return SimpleNamespace(
        machine=machine,
        keys=[""] * 5,
        sysbeep=1,
        callidx=3,
        error_number=10,
        error_line=24,
        error_slot=2,
        backtrace_places=lambda: [(2, 4), (0, 16)],
    )


def read(name: str, host: Any) -> Any:
    entry = VARIABLES[name].read
    return entry.call(host) if entry.host else entry.call()


def test_system_variables_are_integers(host: Any) -> None:
    values = {
        "TRUE": 1, "FALSE": 0, "FREEMEM": 8_314_876, "VERSION": 0x0306_0000, "HARDWARE": 1,
        "EXTFEATURE": 0, "ERRNUM": 10, "ERRLINE": 24, "ERRPRG": 2, "RESULT": 7, "CALLIDX": 3, "SYSBEEP": 1,
    }  # fmt: skip
    found = {name: (read(name, host), type(read(name, host)), VARIABLES[name].read.result) for name in values}
    assert found == {name: (value, int, "int") for name, value in values.items()}


def test_only_sysbeep_can_be_assigned_to(host: Any) -> None:
    ours = [entry for entry in VARIABLES.values() if entry.family in {"system", "devices", "programs"}]
    assert [entry.name for entry in ours if entry.write] == ["SYSBEEP"]
    system.set_system_beep(host, 0)
    assert read("SYSBEEP", host) == 0


def test_key_keeps_what_it_was_given(host: Any) -> None:
    system.set_key(host.machine, 1, "CLS")
    system.set_key(host.machine, 5, "CONT\r")
    keys = ["CLS", 'LOAD "', 'SAVE "', "LIST\r", "CONT\r"]
    assert [system.key(host.machine, number) for number in range(1, 6)] == keys
    assert host.machine.system.keys == keys


def test_there_are_five_keys(host: Any) -> None:
    for number in (-1, 0, 6):
        assert error_at(system.set_key, host.machine, number, "X") == (OutOfRange, 1), number
        assert error_at(system.key, host.machine, number) == (OutOfRange, 1), number


def test_a_question_is_answered_yes(host: Any) -> None:
    for more in ((), (0,), (5.9,), (2, "TITLE"), (1, "TITLE", -60), (0, "", 0.5)):
        host.machine.system.result = 7
        assert (system.answer_dialog(host, "OK?", *more), host.machine.system.result) == (1, 1), more


def test_a_dialog_for_buttons_takes_the_lowest_of_its_mask(host: Any) -> None:
    values = {-1: 128, -16: 132, -48: 132, -4096: 140, -(2**31): 140}
    found = {kind: (system.answer_dialog(host, "?", kind), host.machine.system.result) for kind in values}
    assert found == {kind: (value, value) for kind, value in values.items()}


def test_a_message_sets_result(host: Any) -> None:
    system.dialog(host, "HELLO")
    assert host.machine.system.result == 1


def test_a_text_is_entered_as_for_linput_and_cut_at_14(host: Any) -> None:
    host.machine.input.lines.extend(["ABC", "ABCDEFGHIJKLMNOP", "ABCDEFG"])
    got = [system.answer_dialog(host, "INIT", "NAME?", *more) for more in ((), (20,), (3,), ())]
    assert (got, host.machine.system.result) == (["ABC", "ABCDEFGHIJKLMN", "ABC", "INIT"], 1)


def test_a_front_end_is_asked_with_the_caption(host: Any) -> None:
    asked = []
    host.machine.input.ask = lambda guide: asked.append(guide) or "X"
    assert (system.answer_dialog(host, "", "NAME?"), asked) == ("X", ["NAME?"])


def test_dialog_refuses_other_shapes(host: Any) -> None:
    errors = {
        ("A", 6): OutOfRange,
        ("A", Array("#", (1,))): TypeMismatch,
        ("A", 0, 1): TypeMismatch,
        ("A", 0, "B", "C"): TypeMismatch,
        ("A", "B", "C"): TypeMismatch,
        ("A", "B", -1): OutOfRange,
        ("A", "B", 5, 0): BasicSyntaxError,
    }
    assert {given: error_of(system.answer_dialog, host, *given) for given in errors} == errors
    assert host.machine.system.result == 7


def test_backtrace_prints_the_lines_of_pending_calls(host: Any) -> None:
    system.backtrace(host)
    assert host.machine.console.text() == "2:4\n0:16"
