"""Counting the lines of a traced run."""

import pytest

from retromaze.display.front_end import Headless, Waiting
from retromaze.engine.computer import Computer
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from retromaze.sources.line_counts import LineCounts, heat_bar

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


def counted(source: str, presses: dict[int, Buttons] | None = None) -> dict[int, int]:
    """The lines of a program that runs until nobody comes any more, without its idling."""
    computer = Computer(Machine(seed=1), traced=True)
    computer.machine.input.schedule.update(presses or {})
    Headless().attach(computer.machine)
    computer.load_source(0, source)
    counts = LineCounts(computer)
    with pytest.raises(Waiting):
        run_computer(computer)
    counts.drop_idling()
    return dict(counts.counts)


def test_idling_is_dropped_but_for_its_first_pass() -> None:
    sources = [
        "PRINT 1\n@L\nB=BUTTON(0):A=A+1\nIF A MOD 7==0 THEN VSYNC\nGOTO @L",
        "PRINT 1\n@L\nVSYNC\nB=BUTTON(0)\nGOTO @L",
        "PRINT 1\n@L\nVSYNC\nGOTO @L",
    ]
    found = {source: counted(source) for source in sources}
    assert {source: (counts[1], max(counts.values()) <= 2) for source, counts in found.items()} == (
        dict.fromkeys(sources, (1, True))
    )


@pytest.mark.slow
def test_what_was_done_between_two_waits_stays_counted() -> None:
    source = "@L\nREPEAT:B=BUTTON(2):UNTIL B\nFOR I=0 TO 99\nA=A+1\nNEXT\nPRINT A\nWAIT 2\nGOTO @L"
    found = counted(source, {2: Buttons.A, 3: Buttons(0), 5: Buttons.B, 6: Buttons(0)})
    assert (found[4], found[6], found[7]) == (200, 2, 2)
    assert found[2] > 5_000  # the first frames were waited for somebody


def test_looking_at_the_input_on_the_way_is_no_idling() -> None:
    source = "FOR I=0 TO 2000\nB=BUTTON(0)\nA=A+I\nNEXT\nPRINT A\n@L VSYNC:GOTO @L"
    assert counted(source)[3] == 2_001


def test_a_bar_shows_whatever_ran() -> None:
    assert [heat_bar(heat) for heat in (0, 0.001, 0.5, 0.99, 1)] == [
        " " * 10,
        "▏" + " " * 9,
        "█████     ",
        "█████████▉",
        "██████████",
    ]
