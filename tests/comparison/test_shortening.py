"""What is left of a script that shows a difference."""

from __future__ import annotations

from pathlib import Path

from retromaze.comparison.pairs import Comparison, compare_programs
from retromaze.comparison.recording import Listing
from retromaze.comparison.script import Act, Script, options_of
from retromaze.comparison.shortening import TRIES, Shortening, shortest_parts
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine

LISTING = Listing("@L\nVSYNC\nB=BUTTON(0)\nIF B AND 16 THEN PRINT 1\nGOTO @L\n")


def port(machine: Machine) -> None:
    """Prints something else while A is held, and never ends."""
    while True:
        machine.vsync()
        if machine.input.button() & Buttons.A:
            machine.console.print("2")


def test_parts_that_are_not_needed_go() -> None:
    assert shortest_parts(range(20), lambda left: {3, 17} <= set(left)) == [3, 17]
    assert shortest_parts("abc", lambda left: True) == ["c"]
    assert shortest_parts("abc", lambda left: False) == ["a", "b", "c"]


def shortened(script: Script) -> tuple[Shortening, list[Script]]:
    tried: list[Script] = []

    def compared(other: Script) -> Comparison:
        tried.append(other)
        return compare_programs(LISTING, port, seed=1, script=other, frames=100)

    shortening = Shortening(script, compared(script), compared)
    shortening.shorten()
    return shortening, tried


def test_a_press_among_much_else_is_found() -> None:
    acts = [Act(frame, "keys", "x") for frame in range(5, 95, 9)]
    acts += [Act(20, "stylus", (20, 30)), Act(40, "buttons", Buttons.B), Act(60, "buttons", Buttons.A)]
    acts.sort(key=lambda act: act.frame)
    found, tried = shortened(Script(acts=tuple(acts), answers=("one", "two")))
    assert found.script == Script(presses=((60, Buttons.A),))
    assert options_of(found.script) == "--press=A@60"
    assert found.made.difference is not None
    assert found.made.difference.words == "listing line 4 prints by print('1'), port prints by print('2')"
    assert len(tried) <= TRIES + 2


def test_presses_that_come_too_early_stay_at_their_frames(tmp_path: Path) -> None:
    script = Script(acts=(Act(60, "buttons", Buttons.A),))
    assert options_of(script) == "--press=A@60 --touch=NONE@0"
