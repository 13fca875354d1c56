"""What the player does reaches listing and port at the same looks, whatever either does in a frame."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from retromaze.comparison import Listing, Script, compare_programs
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.input_script import Act
from retromaze.comparison.pairs import Comparison, compare_one, pair_with
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine

Function = Callable[[Machine], None]

A = ((10, Buttons.A),)
TAPPED = ((4, Buttons.A), (8, Buttons(0)))
WORK = "FOR I=1 TO 40000:J=J+1:NEXT\n"
"""More than a frame's."""


def compared(source: str, port: Function, script: Script) -> Comparison:
    return compare_programs(Listing(source), port, seed=1, script=script)


def told(source: str, port: Function, script: Script) -> str:
    made = compared(source, port, script).difference
    return made.words if made else ""


# --- a listing that is slower than its VSYNC, and one that has none


def looping(look: Callable[[Machine], object], *, waits: bool) -> Function:
    """Looks once a pass and prints what it saw."""

    def port(machine: Machine) -> None:
        for _ in range(10):
            if waits:
                machine.vsync()
            machine.console.print(str(look(machine)))

    return port


def slow(word: str, *, waits: bool) -> str:
    wait = "VSYNC 1\n" if waits else ""
    return f"FOR P=1 TO 10\n{wait}{WORK}PRINT {word}\nNEXT"


@pytest.mark.parametrize(
    ("feature", "waits"), [(0, True), (1, True), (2, True), (3, True), (1, False), (2, False)]
)
def test_a_press_reaches_a_listing_that_is_slower_than_a_frame(feature: int, waits: bool) -> None:
    source, script = slow(f"BUTTON({feature})", waits=waits), Script(TAPPED)
    seen: list[int] = []

    def look(machine: Machine) -> int:
        seen.append(machine.input.button(feature))
        return seen[-1]

    made = compared(source, looping(look, waits=waits), script)
    assert (made.difference, made.end.reason, made.unread_input) == (None, StopReason.ENDED, ())
    assert set(seen) == {0, int(Buttons.A)}
    assert told(source, looping(lambda machine: 0, waits=waits), script).endswith("prints by print('0')")


def test_a_press_is_just_made_once_where_a_port_passes_no_frame() -> None:
    source = slow("BUTTON(2)", waits=False)
    seen: list[int] = []

    def look(machine: Machine) -> int:
        seen.append(machine.input.button(2))
        return seen[-1]

    assert told(source, looping(look, waits=False), Script(A)) == ""
    assert seen.count(int(Buttons.A)) == 1


def test_buttons_repeat_by_the_frames_of_the_listing() -> None:
    source = f"BREPEAT 4,3,2\n{slow('BUTTON(1)', waits=True)}"

    def port(machine: Machine) -> None:
        machine.input.set_repeat(4, 3, 2)
        looping(lambda machine: machine.input.button(1), waits=True)(machine)

    assert told(source, port, Script(A)) == ""


def test_a_loop_that_looks_and_works_counts_alike() -> None:
    source = "REPEAT:C=C+1:FOR I=1 TO 100:NEXT:UNTIL BUTTON(0)\nPRINT C"

    def port(machine: Machine) -> None:
        count = 1
        while not machine.input.button():
            count += 1
        machine.console.print(str(count))

    def patient(machine: Machine) -> None:
        count = 1
        while not machine.input.button():
            count += 1
            machine.idle()
        machine.console.print(str(count))

    made = compared(source, port, Script(A))
    assert (made.difference, made.end.reason) == (None, StopReason.ENDED)
    assert made.frames >= 10
    assert compare_programs(Listing(source), port, seed=1, frames=60, patience=0.1).difference is None
    assert told(source, patient, Script(A)) == ""


def test_a_port_that_waits_where_the_listing_works_is_given_its_press_in_the_end() -> None:
    """It looks less often: once a frame of its own, and the listing works between two looks."""
    source = "REPEAT:FOR I=1 TO 100:NEXT:UNTIL BUTTON(0)\nGCLS"

    def port(machine: Machine) -> None:
        while not machine.input.button():
            machine.idle()
            machine.idle()
        machine.screen.clear()

    assert told(source, port, Script(((100, Buttons.A),))) == ""


def test_a_port_that_looks_once_where_the_listing_looks_twice() -> None:
    source = "FOR P=1 TO 20\nVSYNC\nIF BUTTON(0) AND #A THEN PRINT 1\nIF BUTTON(0) AND #B THEN PRINT 2\nNEXT"
    script = Script(((5, Buttons.A), (9, Buttons.B), (12, Buttons(0))))

    def port(machine: Machine) -> None:
        for _ in range(20):
            machine.vsync()
            held = machine.input.button()
            if held & Buttons.A:
                machine.console.print("1")
            if held & Buttons.B:
                machine.console.print("2")

    made = compared(source, port, script)
    assert (made.difference, made.events) == (None, 20 + 7)


@pytest.mark.parametrize("waits", [True, False])
def test_stylus_pad_and_keys_reach_both(waits: bool) -> None:
    wait = "VSYNC 1\n" if waits else ""
    source = f"FOR P=1 TO 20\n{wait}{WORK}TOUCH OUT T,X,Y\nSTICK OUT U,V\nPRINT T;X;Y;U;V;INKEY$()\nNEXT"
    acts = (
        *(Act(12, "stylus", (50, 60)), Act(16, "pad", (0.5, -0.5)), Act(20, "keys", "kl")),
        *(Act(33, "stylus", None), Act(40, "pad", (0.0, 0.0))),
    )
    seen: set[tuple[int, int, int]] = set()

    def port(machine: Machine) -> None:
        for _ in range(20):
            if waits:
                machine.vsync(1)
            touched = machine.input.touched()
            seen.add(touched)
            numbers = (*touched, *machine.input.stick())
            text = "".join(f"{number:g}" for number in numbers)
            machine.console.print(text + machine.input.inkey())

    assert told(source, port, Script(acts=acts)) == ""
    assert {touched for touched, *_ in seen} >= {0}
    assert max(touched for touched, *_ in seen) > 15


def test_the_frames_of_a_played_run_are_those_of_its_log() -> None:
    """What was pressed and let go between two looks was never seen, and is not seen again."""
    source = f"{WORK}PRINT BUTTON(0);BUTTON(2)\nVSYNC\nPRINT BUTTON(0)"
    acts = (Act(1, "buttons", Buttons.A), Act(2, "buttons", Buttons(0)))

    def port(machine: Machine) -> None:
        machine.console.print(f"{machine.input.button()}{machine.input.button(2)}")
        machine.vsync()
        machine.console.print(f"{machine.input.button()}")

    made = compared(source, port, Script(acts=acts))
    assert (made.difference, made.unread_input) == (None, ("A@1",))


# --- what nobody looked at


def test_what_the_listing_never_looked_at_is_told() -> None:
    cases: list[tuple[str, Script, tuple[str, ...]]] = [
        ("PRINT 1", Script((*TAPPED, (80, Buttons.UP | Buttons.B))), ("A@4", "UP+B@80")),
        ("VSYNC 60", Script(A), ("A@10",)),
        ("VSYNC 60:PRINT BUTTON(0)", Script(A), ()),
        ("VSYNC 60:STICK OUT X,Y", Script(A), ("A@10",)),
        ("PRINT BUTTON(0)", Script(((0, Buttons.A), (50, Buttons.B))), ("B@50",)),
        ("PRINT INKEY$()", Script(keys="abc"), ("the keys 'bc'",)),
        ("VSYNC 9", Script(keys="abc"), ("the keys 'abc'",)),
        ("PRINT 1", Script(keys="abc"), ("the keys 'abc'",)),
        ("INPUT A", Script(answers=("1", "2", "3")), ("the answer '2'", "the answer '3'")),
        (
            "VSYNC 9:PRINT BUTTON(0)",
            Script(acts=(Act(2, "stylus", (20, 30)), Act(3, "pad", (0.5, 0)), Act(99, "keys", "z"))),
            ("the circle pad at 0.5,0@3", "the stylus at 20,30@2", "the keys 'z'"),
        ),
    ]
    found = [
        (source, script, compared(source, lambda machine: None, script).unread_input)
        for source, script, _ in cases
    ]
    assert found == cases


def test_a_press_that_was_moved_is_played_in_its_own_frame_too() -> None:
    source = "WAIT 30\nPRINT BUTTON({})\nWAIT 9\n"
    one, other = (Listing(source.format(kind), f"{kind}.bas") for kind in (1, 2))
    pair = pair_with(one, other)
    pressed = replace(pair, script=Script(((10, Buttons.A), (50, Buttons(0)))))
    # by its first look, in frame 30, it is pressed just then, and BUTTON(2) tells it
    assert compare_programs(one, other, seed=1, script=pressed.script).difference is None
    found = compare_one(pressed, 1, {}).difference
    assert found is not None
    assert found.words == "1.bas line 2 prints by print('16'), 2.bas prints by print('0')"
    assert found.played == "--press=A@10,NONE@50 --touch=NONE@0"
    same = replace(pressed, port=one)
    assert compare_one(same, 1, {}).difference is None
    at_its_frame = replace(pressed, script=Script(((30, Buttons.A), (50, Buttons(0)))))
    assert compare_one(at_its_frame, 1, {}).has_shifted_press is False
