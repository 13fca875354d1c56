from retromaze.builtins import input as controls
from retromaze.errors import IllegalFunctionCall, IncompatibleStatement, OutOfRange
from retromaze.machine.input import Buttons
from tests.refusals import error_at, error_of


def test_button_reads_the_four_features_and_counts_as_a_poll(machine):
    machine.input.schedule = {0: Buttons.A | Buttons.B, 1: Buttons.B | Buttons.ZL}
    machine.wait()
    assert [controls.button(machine, feature) for feature in range(4)] == [4128, 4096, 4096, 16]
    assert controls.button(machine) == 4128
    assert machine.input.polls == 5


def test_button_knows_four_features(machine):
    assert [error_of(controls.button, machine, feature) for feature in (-1, 4)] == [OutOfRange] * 2


def test_a_terminal_takes_a_wireless_session(machine):
    calls = ((controls.button, 0, 1), (controls.stick, 1), (controls.second_stick, 0), (controls.touch, 2))
    assert [error_of(call, machine, *given) for call, *given in calls] == [IncompatibleStatement] * 4


def test_brepeat_checks_its_arguments(machine):
    errors = {
        (10, 15, 4): (IllegalFunctionCall, 1),
        (13, 15, 4): (IllegalFunctionCall, 1),
        (14, 15, 4): (OutOfRange, 1),
        (-1, 15, 4): (OutOfRange, 1),
        (0, -1, 4): (OutOfRange, 2),
        (0, 15, -1): (OutOfRange, 3),
    }
    assert {given: error_at(controls.set_repeat, machine, *given) for given in errors} == errors


def test_brepeat_sets_and_stops_the_repeat(machine):
    machine.input.schedule = {0: Buttons.UP | Buttons.DOWN}
    controls.set_repeat(machine, 0, 2, 1)
    controls.stop_repeat(machine, 1)
    masks = []
    for _ in range(7):
        masks.append(controls.button(machine, 1))
        machine.wait()
    assert masks == [3, 0, 1, 0, 1, 0, 1]


def test_sticks_and_stylus(machine):
    machine.input.tilt(0.5, -1.0)
    machine.input.tilt_second(-0.5, 1.0)
    machine.input.expand()
    machine.input.touch(7, 8)
    assert controls.stick(machine) == (0.5, -1.0)
    assert controls.second_stick(machine) == (-0.5, 1.0)
    assert controls.touch(machine) == (1, 7, 8)


def test_inkey_takes_one_character_at_a_time(machine):
    machine.input.type("あ\r")
    assert [controls.inkey(machine) for _ in range(3)] == ["あ", "\r", ""]
