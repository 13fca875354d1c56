"""Loops that only look at the buttons: what they skip shows nowhere."""

from typing import Any

import pytest

from retromaze.compiler.settings import ALL, Technique
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from tests.amounts import fewer

WITHOUT = ALL - {Technique.POLLS}
PRESSES = {3: Buttons.A, 5: Buttons(0), 7: Buttons.B, 8: Buttons.A, 9: Buttons(0)}
LISTINGS = {
    "repeat": "REPEAT UNTIL BUTTON(0)\nPRINT MAINCNT\n",
    "while": "WHILE BUTTON()==0:WEND\nPRINT MAINCNT:WAIT 1\nWHILE BUTTON(2)!=32:WEND\nPRINT MAINCNT\n",
    "bits": "WHILE !(BUTTON(1) AND #B)\nWEND\nPRINT MAINCNT\nREPEAT UNTIL BUTTON(3) AND #A\nPRINT MAINCNT\n",
    "never": "REPEAT UNTIL BUTTON(0)<0\n",
    "at work": "FOR I=1 TO 40000:A=A+I:NEXT\nREPEAT UNTIL BUTTON(2)==32\nFOR I=1 TO 9:A=A+I:NEXT\nPRINT A\n",
    "DEF": "FOR J=1 TO 2:ASK:PRINT MAINCNT:NEXT\nDEF ASK\n REPEAT UNTIL BUTTON(2)\nEND\n",
    "no feature": "WHILE BUTTON(4)==0:WEND\n",
    "own": "REPEAT UNTIL BUTTON()\nPRINT N\nDEF BUTTON()\n N=N+1\n RETURN N>9\nEND\n",
}
Told = list[tuple[object, ...]]


def told(source: str, every: int | None, **how: Any) -> tuple[Told, Told, object]:
    """Returns what a front end can see at each frame and yield of 12 frames, and the end of the run."""
    machine = Machine(seed=1)
    machine.input.schedule = dict(PRESSES)
    seen: Told = []
    events: Told = []

    def look(each: Machine) -> None:
        seen.append((each.frame, each.input.polls, each.idle_frames, each.still_frames, each.changed))
        if each.frame >= 12:
            raise Stopped

    def yield_to_host(each: Machine) -> None:
        seen.append((each.frame, each.input.polls))

    machine.on_frame = look
    machine.listen(lambda event: events.append((event.name, event.arguments, event.result, event.frame)))
    computer = Computer(machine, **how)
    computer.load_source(0, source)
    # Compiling takes yields of its own, and a listing that was compiled before takes none.
    computer.compile(computer.slots[0])
    if every:
        machine.yield_every(every, yield_to_host)
    ended: object = "stopped"
    try:
        error = run_computer(computer)
        ended = error and (error.message, error.line, error.column)
    except Stopped:
        pass
    return seen, events, (ended, machine.console.text(), machine.input.buttons.log, machine.input.polls)


@pytest.mark.parametrize("every", fewer([1000], [None, 7, 1000, 20_011]))
@pytest.mark.parametrize("traced", [False, True])
def test_nothing_shows(every: int | None, traced: bool) -> None:
    expected = {name: told(each, every, techniques=WITHOUT, traced=traced) for name, each in LISTINGS.items()}
    found = {name: told(each, every, techniques=ALL, traced=traced) for name, each in LISTINGS.items()}
    assert found == expected


def statements(listening: bool) -> list[tuple[int, int, int]]:
    places: list[tuple[int, int, int]] = []
    machine = Machine(seed=1, budget=100)
    machine.input.schedule = {1: Buttons.A}
    computer = Computer(machine, traced=True)
    computer.load_source(0, "REPEAT UNTIL BUTTON(0)\n")
    if listening:
        computer.on_statement = lambda *place: places.append(place)
    run_computer(computer)
    return places


def test_who_follows_statements_sees_each_look() -> None:
    assert statements(listening=True) == [(0, 1, 1), *[(0, 1, 14)] * 9]


def test_a_frame_takes_one_look() -> None:
    machine = Machine(seed=1)
    looks: list[int] = []
    button = machine.input.button

    def counted(feature: int) -> int:
        looks.append(machine.frame)
        return button(feature)

    machine.input.button = counted  # type: ignore[method-assign, assignment]
    computer = Computer(machine)
    computer.load_source(0, "REPEAT UNTIL BUTTON(0)\n")
    run_computer(computer, frames=3)
    assert (looks, machine.input.polls) == ([0, 1, 2], 0)
