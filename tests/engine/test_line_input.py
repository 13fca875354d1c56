"""INPUT and LINPUT take time: nobody types two lines in one frame."""

import pytest

from retromaze.comparison import Listing, Script, compare_programs
from retromaze.machine.machine import Machine
from retromaze.ports.basic import ask_line
from retromaze.runner import FrameLimit, run_source, with_frame_limit


def machine_with(*answers: str) -> Machine:
    machine = Machine(seed=1)
    machine.input.lines.extend(answers)
    return machine


def test_each_line_takes_a_frame() -> None:
    for word in ("INPUT A", 'INPUT "SIZE";A', "LINPUT A$", 'A$=DIALOG("A","B")'):
        machine = machine_with("1", "2", "3")
        assert run_source(f"FOR I=1 TO 3:{word}:NEXT:PRINT MAINCNT;", machine) is None, word
        assert machine.frame == 3, word
        assert machine.console.text().endswith("3"), word


def test_a_line_that_is_asked_for_again_takes_its_own() -> None:
    machine = machine_with("x", "1,y", "1,2")
    assert run_source("INPUT A,B", machine) is None
    assert machine.frame == 3


def test_a_line_that_nobody_gives_takes_none() -> None:
    machine = machine_with()
    assert run_source('A$=DIALOG("A","B")', machine) is None
    assert (machine.frame, machine.input.answers_taken) == (0, 0)


def test_a_wait_counts_from_the_wait_before_it_as_ever() -> None:
    machine = machine_with("1", "2")
    assert run_source("VSYNC 5:LINPUT A$:VSYNC 5:LINPUT A$", machine) is None
    assert machine.frame == 11


def test_an_endless_row_of_questions_is_ended_by_its_frames() -> None:
    for listing in ("@L\nINPUT A\nGOTO @L", "WHILE 1:LINPUT A$:WEND"):
        machine = machine_with(*["1"] * 1000)
        assert run_source(listing, machine, frames=5) is None, listing
        assert (machine.frame, machine.input.answers_taken) == (5, 5), listing


def test_a_port_asks_as_its_listing_does() -> None:
    def port(machine: Machine) -> None:
        for _ in range(3):
            ask_line(machine, "> ")

    machine = machine_with("1", "2", "3")
    port(machine)
    assert machine.frame == 3
    script = Script(answers=("1", "2", "3", "4"))
    made = compare_programs(Listing('FOR I=1 TO 3:LINPUT "> ";A$:NEXT'), port, seed=1, script=script)
    assert (made.difference, made.frames, made.unread_input) == (None, 3, ("the answer '4'",))


def test_a_port_that_asks_without_end_can_be_ended_too() -> None:
    machine = machine_with(*["1"] * 1000)
    machine.on_frame = with_frame_limit(machine, 5)
    with pytest.raises(FrameLimit):
        while True:
            ask_line(machine, "")
    assert machine.frame == 5


def test_a_port_that_takes_another_number_of_answers_is_found() -> None:
    def port(machine: Machine) -> None:
        ask_line(machine, "")
        machine.input.line()
        machine.wait()

    script = Script(answers=("1", "2"))
    made = compare_programs(Listing("LINPUT A$\nWAIT 1"), port, seed=1, script=script).difference
    assert made
    assert made.sentence == (
        "frame 1, event 3: after wait() in listing line 2, number of answers taken is 1 in listing, 2 in port"
    )


def test_input_asks_for_text_if_its_target_is_text() -> None:
    for target in ("A$", "A$[0]", "B$[1]", "B$[1][0]"):
        machine = machine_with("hey,you")
        listing = f'DIM B$[2]:A$="-":B$[1]="-":INPUT {target}:PRINT A$;B$[1]'
        assert run_source(listing, machine) is None, target
        assert "hey" in machine.console.text().splitlines()[-1], target
