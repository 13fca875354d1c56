"""Running without a window."""

import io
import sys

import pytest

from retromaze.display.headless import LONGEST_LINE, Headless, Waiting
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine


def poll(machine: Machine, frames: int) -> None:
    """A program that looks at the buttons once a frame."""
    for _ in range(frames):
        machine.input.button()
        machine.wait()


def attached(**schedule: int) -> Machine:
    machine = Machine(seed=1)
    machine.input.schedule.update({frame: Buttons[name] for name, frame in schedule.items()})
    Headless().attach(machine)
    return machine


def test_a_second_of_looking_at_the_buttons_ends_the_run() -> None:
    machine = attached()
    with pytest.raises(Waiting, match=r"^waits for a button that nobody presses \(frame 61\); see --press$"):
        poll(machine, 1000)
    # The first frame showed the empty screen, which was a change.
    assert machine.frame == 61


def test_a_press_to_come_is_waited_for_and_given_a_second() -> None:
    machine = attached(A=400)
    with pytest.raises(Waiting):
        poll(machine, 1000)
    assert machine.frame == 460


def test_a_program_that_draws_is_never_idle() -> None:
    machine = attached()
    for column in range(200):
        machine.input.button()
        machine.screen.point(column, 0)
        machine.wait()
    assert machine.frame == 200


def test_a_program_that_only_waits_is_never_idle() -> None:
    machine = attached()
    machine.wait(500)
    assert machine.frame == 500


def test_a_run_with_a_limit_of_its_own_is_left_alone() -> None:
    machine = Machine(seed=1)
    Headless(patient=True).attach(machine)
    poll(machine, 200)
    assert machine.frame == 200


def test_a_line_without_end_comes_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("A" * (LONGEST_LINE + 1) + "\nB\n"))
    machine = attached()
    answers = [machine.input.line("") for _ in range(3)]
    assert answers == ["A" * LONGEST_LINE, "A", "B"]


def test_lines_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("12\r\nカナ\n"))
    machine = attached()
    assert machine.input.line("N?") == "12"
    assert machine.input.line("N?") == "カナ"
    with pytest.raises(Waiting, match=r"^waits for a line, and standard input has no more$"):
        machine.input.line("N?")
