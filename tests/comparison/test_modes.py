"""Programs held against each other by pictures: what may differ then, and what may not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import retromaze
from retromaze.cli import main
from retromaze.comparison import Listing, Script, compare_programs
from retromaze.comparison.difference import Difference
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.listing_recording import PICTURES, Recording, record
from retromaze.comparison.pairs import Comparison
from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.testing import assert_same
from tests.command_line import CommandLine
from tests.comparison.diagonal import difference_between

Port = Callable[[Machine], object]


def made(listing: str, port: Port, script: Script | None = None) -> Comparison:
    return compare_programs(
        Listing(listing, "a.bas"),
        port,
        seed=1,
        script=script or Script(),
        frames=600,
        mode=PICTURES,
        patience=1,
    )


def found(listing: str, port: Port) -> Difference | None:
    return made(listing, port).difference


def must_differ(listing: str, port: Port) -> Difference:
    difference = found(listing, port)
    assert difference is not None
    return difference


SQUARE = """\
ACLS
GFILL 10,10,13,11,-1
A=RND(9):B=RND(5,7)
PRINT "HI";A
BEEP 3
VSYNC
PRINT B
"""


def square(machine: Machine) -> None:
    """Points instead of a rectangle, text first, the other random series first, on another page."""
    b = machine.rng.below(7, 5)
    machine.sound.beep(3)
    machine.reset()
    machine.screen.set_pages(2, 2)
    a = machine.rng.below(9)
    machine.console.locate(0, 0)
    machine.console.print("H", end="")
    machine.console.print(f"I{a}")
    for y in (11, 10):
        for x in range(10, 14):
            machine.screen.point(x, y, 0xFFFFFFFF)
    machine.screen.set_color(5)
    machine.vsync()
    machine.console.print(str(b))


def test_other_calls_in_another_order_make_the_same_pictures() -> None:
    assert found(SQUARE, square) is None
    assert retromaze.compare(SQUARE, square, seed=1, by_pictures=True) is None
    assert_same(SQUARE, square, seeds=[1, 2], by_pictures=True)
    assert retromaze.compare(SQUARE, square, seed=1) is not None
    with pytest.raises(AssertionError):
        assert_same(SQUARE, square, seeds=[1])


def with_rest(act: Callable[[Machine], object]) -> Port:
    """A port that does something before its only wait, and the rest as SQUARE does."""

    def port(machine: Machine) -> None:
        wait = machine.vsync
        machine.vsync = lambda: (act(machine), wait())  # type: ignore[assignment, misc]
        square(machine)

    return port


DIFFERENT = {
    "pixel": (
        lambda machine: machine.screen.point(3, 2, -1),
        "after vsync() in listing line 6, pixel (3, 2) of the upper screen is &HFF000000 in listing,"
        " &HFFFFFFFF in port",
    ),
    "text cell": (
        lambda machine: machine.console.print("!"),
        "after vsync() in listing line 6, text in column 0, row 1 of the upper screen is ' ' in listing,"
        " '!' in port",
    ),
    "file": (
        lambda machine: machine.storage.write_text("A", "B"),
        "after vsync() in listing line 6, DEFAULT/TXT:A is written by the port only",
    ),
    "extra draw": (
        lambda machine: machine.rng.below(4),
        "listing line 6 waits by vsync(), port takes below(4) before it",
    ),
    "extra sound": (
        lambda machine: machine.sound.beep(),
        "listing line 6 waits by vsync(), port sounds by beep() before it",
    ),
    "wait": (lambda machine: machine.wait(2), "listing line 6 waits by vsync(), port waits by wait(2)"),
}


def test_what_differs_at_a_wait_is_told() -> None:
    made = {name: found(SQUARE, with_rest(act)) for name, (act, _) in DIFFERENT.items()}
    words = {name: each and each.words for name, each in made.items()}
    assert words == {name: words for name, (_, words) in DIFFERENT.items()}
    assert [name for name, each in made.items() if not (each and each.port.line)] == []


def test_screens_of_other_sizes_are_told_by_their_size() -> None:
    difference = must_differ("XSCREEN 4:WAIT 1", lambda machine: machine.wait())
    assert difference.sentence == (
        "frame 0, event 1: after wait() in listing line 1, "
        "size of the upper screen is (320, 480) in listing, (400, 240) in port"
    )


def test_the_tall_screen_is_compared_to_its_last_pixel() -> None:
    def port(machine: Machine) -> None:
        machine.set_mode(4)
        machine.screen.point(319, 478)
        machine.wait()

    difference = must_differ("XSCREEN 4:GPSET 319,479:WAIT 1", port)
    assert "pixel (319, 478) of the upper screen is &HFF000000 in listing" in difference.sentence


def test_the_first_draw_that_parts_is_told_though_the_picture_is_the_same() -> None:
    def port(machine: Machine) -> None:
        machine.rng.below(7)
        machine.rng.below(4)
        machine.vsync()

    difference = must_differ("A=RND(4)\nB=RND(7)\nVSYNC\n", port)
    assert (difference.kind, difference.listing.line) == ("random draw", 1)
    assert difference.words == "listing line 1 takes below(4), port takes below(7)"
    assert difference.port.text == "machine.rng.below(7)"


def test_a_draw_left_out_is_told_at_the_wait_or_at_the_end() -> None:
    left_out = must_differ(
        "PRINT 1\nA=RND(4)\nVSYNC\n", lambda machine: (machine.console.print("1"), machine.vsync())
    )
    assert left_out.words == "listing line 2 takes below(4), port leaves it out and waits by vsync()"
    at_the_end = must_differ("PRINT 1\nA=RND(4)\n", lambda machine: machine.console.print("1"))
    assert (at_the_end.kind, at_the_end.words) == (
        "missing event",
        "listing line 2 takes below(4), port has ended",
    )


def test_the_console_is_left_with_the_same_picture() -> None:
    assert found("GPAGE 0,3\nGFILL 0,0,9,9:GPAGE 0,0", lambda machine: None) is None
    difference = must_differ("PRINT 1", lambda machine: None)
    assert difference.words == (
        "at the end, text in column 0, row 0 of the upper screen is '1' in listing, ' ' in port"
    )


def test_the_same_letters_drawn_are_no_text() -> None:
    difference = must_differ(
        "PRINT 1:VSYNC", lambda machine: (machine.screen.put_text(0, 0, "1"), machine.vsync())
    )
    assert difference.kind == "text cell"


def test_a_press_is_seen_at_the_same_look_after_the_same_wait() -> None:
    listing = "FOR I=0 TO 99\nA=RND(9):IF BUTTON(0) THEN PRINT A\nVSYNC\nNEXT\n"

    def port(machine: Machine) -> None:
        for _ in range(100):
            pressed = machine.input.button()
            a = machine.rng.below(9)
            if pressed:
                machine.screen.line(0, 0, 0, 0, 0)
                machine.console.print(str(a))
            machine.vsync()

    script = Script(((10, Buttons.A), (14, Buttons(0)), (40, Buttons.B), (41, Buttons(0))))
    comparison = made(listing, port, script)
    assert (comparison.difference, comparison.end.reason) == (None, StopReason.WAITS)
    assert made(listing, port, Script(((10, Buttons.A),))).difference is None


def test_a_port_that_does_not_wait_for_a_press_is_told() -> None:
    listing = "@L\nIF BUTTON(2)==0 THEN GOTO @L\nVSYNC\nPRINT 1"
    script = Script(((30, Buttons.A),))
    difference = made(listing, lambda machine: machine.vsync(), script).difference
    assert difference is not None
    assert difference.words == (
        "listing looks for a press before it goes on, port does not and waits by vsync()"
    )


GAME = "@L\nGPSET RND(400),RND(240)\nVSYNC\nGOTO @L\n"
GAME_PORT = """\
def main(machine):
    while True:
        x, y = machine.rng.below(400), machine.rng.below(240)
        machine.screen.fill(x, y, x, y)
        machine.vsync()
"""


def test_a_game_without_an_end_is_compared_for_its_frames() -> None:
    comparison = made(GAME, square)
    assert comparison.difference is not None

    def port(machine: Machine) -> None:
        while True:
            x, y = machine.rng.below(400), machine.rng.below(240)
            machine.screen.fill(x, y, x, y)
            machine.vsync()

    comparison = compare_programs(Listing(GAME), port, seed=1, frames=90, mode=PICTURES)
    assert (comparison.difference, comparison.end.reason, comparison.events) == (None, StopReason.LIMIT, 269)


def test_a_closer_look_sees_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another way to the same picture costs one more run of the listing, and the port has to wait for it."""
    runs = []
    progress: list[Callable[[], object]] = []

    class Unwatched:
        def __init__(self, each: Callable[[], object], patience: float) -> None:
            progress.append(each)

        def run(self, action: Callable[[], object]) -> None:
            action()

    def recorded(*given: Any, **named: Any) -> Recording:
        runs.append(named.get("exactly", False))
        if runs[-1]:
            # however long it takes: no two answers of an action that gets on are equal
            assert progress[-1]() != progress[-1]()
        return record(*given, **named)

    def port(machine: Machine) -> None:
        machine.screen.set_backdrop(0xFF)
        machine.screen.fill(0, 0, 399, 239, 0xFF000000)
        for _ in range(3):
            machine.vsync()

    monkeypatch.setattr("retromaze.comparison.listing_recording.record", recorded)
    monkeypatch.setattr("retromaze.comparison.pairs.record", recorded)
    monkeypatch.setattr("retromaze.comparison.runnable_programs.new_watchdog", Unwatched)
    made = compare_programs(Listing("FOR I=0 TO 2:VSYNC:NEXT"), port, seed=1, mode=PICTURES)
    assert (made.difference, runs) == (None, [False, True])


def test_a_listing_that_never_waits_has_no_moments() -> None:
    with pytest.raises(
        UsageError, match=r"^a\.bas goes on and never waits: there is no moment to compare pictures$"
    ):
        compare_programs(
            Listing("@L:GOTO @L", "a.bas"), lambda machine: None, seed=1, frames=30, mode=PICTURES
        )


def test_a_port_that_draws_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retromaze.comparison.port_replay.EVENT_LIMIT", 1_000)

    def port(machine: Machine) -> None:
        while True:
            machine.screen.point(0, 0)

    difference = difference_between(Listing("GPSET 0,0\nVSYNC"), port, seed=1, patience=0.05, mode=PICTURES)
    assert difference.words.startswith(
        "listing line 2 waits by vsync(), port goes on and does nothing (it is in"
    )


def test_a_port_is_not_stopped_before_its_own_wait_for_input() -> None:
    """A frame passes with each answer, and nothing that is compared call by call comes after the first."""

    listing = 'LINPUT "?";A$:PRINT "X":LINPUT "?";A$'
    script = Script(answers=("A",))
    for other, same in ((listing.replace(":", "\n"), True), (listing.replace("X", "Y"), False)):
        pair = Listing(listing), Listing(other)
        comparison = compare_programs(*pair, seed=1, script=script, mode=PICTURES)
        assert (comparison.difference is None, comparison.end.reason) == (same, StopReason.WAITS)


def test_a_port_that_draws_while_it_looks_is_stopped_too() -> None:
    def port(machine: Machine) -> None:
        while not machine.input.button():
            machine.screen.point(1, 1)
            machine.idle()

    assert made("@L\nGPSET 1,1\nIF BUTTON(0)==0 THEN VSYNC:GOTO @L", port).difference is not None
    assert made("GPSET 1,1\n@L\nIF BUTTON(0)==0 THEN GOTO @L", port).difference is None


def test_the_verdict_says_what_was_compared(here: Path, ran: CommandLine) -> None:
    Path("g.bas").write_text(GAME)
    Path("g.py").write_text(GAME_PORT)
    options = ["check", "g.bas", "--frames", "60", "--jobs", "1"]
    row = ran([*options, "--pictures"], 0).out.splitlines()[-1]
    assert " ".join(row.split()) == "g 3 1 537 180 100 % same pictures for 60 frames"
    (record,) = json.loads(ran([*options, "--pictures", "--json"], 0).out)
    assert (record["verdict"], record["compared"]) == ("equal", "pictures")
    assert main(options) == 1


def test_the_lower_screen_is_compared_where_it_is_shown() -> None:
    def below(mode: int, color: int) -> Port:
        def port(machine: Machine) -> None:
            machine.set_mode(2)
            machine.screens[1].line(3, 2, 4, 2, color)
            machine.set_mode(mode)
            machine.vsync()

        return port

    source = "XSCREEN 2:DISPLAY 1:GLINE 3,2,4,2,-1:DISPLAY 0:XSCREEN {}:VSYNC\n"
    assert found(source.format(2), below(2, -1)) is None
    difference = must_differ(source.format(2), below(2, 0))
    assert "pixel (3, 2) of the lower screen is &HFFFFFFFF in listing" in difference.words
    assert found(source.format(0), below(0, 0)) is None
    difference = must_differ(source.format(0), below(2, 0))
    assert difference.words.endswith("the lower screen is not shown in listing, shown in port")


MOVING = """\
ACLS:SPSET 0,0:SPSET 1,0
SPANIM 0,"XY",-60,200,200
SPANIM 1,"R",-9,90
BGANIM 0,"XY",-60,9,9
WAIT 60
"""


def test_what_moves_during_a_wait_is_compared() -> None:
    def other(*changes: tuple[str, str]) -> Difference | None:
        source = MOVING
        for old, new in changes:
            source = source.replace(old, new, 1)
        made = compare_programs(Listing(MOVING, "listing"), Listing(source, "port"), seed=1, mode=PICTURES)
        return made.difference

    assert other() is None
    first, second = MOVING.splitlines()[1:3]
    assert other((first, "@A"), (second, second + "\n" + first)) is None
    for line, text in ((2, "-60,200"), (4, "-60,9")):
        difference = other((text, text.replace("60", "30")))
        assert difference is not None
        assert f"listing line {line} animates by" in difference.words
