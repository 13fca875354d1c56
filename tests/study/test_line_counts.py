"""Counting and stepping through a traced run."""

import pytest

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from retromaze.study.line_counts import HELP, LineCounts, Quit, Stepper, bar

SOURCE = 'FOR I=0 TO 2\n PRINT "カ":VSYNC\nNEXT\nEND\n'


@pytest.fixture
def computer() -> Computer:
    made = Computer(Machine(seed=1), traced=True)
    made.load_source(0, SOURCE, path="x.bas")
    return made


def test_statements_are_counted_by_line(computer: Computer) -> None:
    counts = LineCounts(computer)
    assert run_computer(computer) is None
    assert dict(counts.counts) == {1: 1, 2: 6, 4: 1}
    assert (counts.heat(2), counts.heat(3), counts.share(4)) == (1.0, 0.0, 1 / 8)


def test_a_bar_shows_whatever_ran() -> None:
    assert [bar(heat) for heat in (0, 0.001, 0.5, 0.99, 1)] == [
        " " * 10,
        "▏" + " " * 9,
        "█████     ",
        "█████████▉",
        "██████████",
    ]


def test_nothing_run_is_nothing_counted(computer: Computer) -> None:
    assert (LineCounts(computer).heat(1), LineCounts(computer).share(1)) == (0.0, 0.0)


def test_a_stepper_shows_each_statement_and_goes_on_when_told(computer: Computer) -> None:
    counts = LineCounts(computer)
    answers, told = iter(["", "", "t", "?", " C "]), []
    Stepper(computer, lambda prompt: next(answers), told.append)
    assert run_computer(computer) is None
    assert told == [
        HELP,
        "    1  FOR I=0 TO 2",
        "       ^  frame 0, text at 0,0",
        '    2   PRINT "カ":VSYNC',
        "        ^  frame 0, text at 0,0",
        '    2   PRINT "カ":VSYNC',
        "                   ^  frame 0, text at 0,1",
        "カ",
        HELP,
    ]
    assert counts.counts.total() == 8


@pytest.mark.parametrize("answer", ["q", None])
def test_a_stepper_quits(computer: Computer, answer: str | None) -> None:
    Stepper(computer, lambda prompt: answer, lambda line: None)
    with pytest.raises(Quit):
        run_computer(computer)
    assert computer.machine.frame == 0
