"""How compared programs end: by themselves, in errors, at a press that never comes, or not at all."""

import io
import math
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import retromaze
from retromaze.catalogue import find
from retromaze.comparison import Listing, Script, compare_programs
from retromaze.comparison.difference import DifferenceFinder
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.listing_recording import EFFECTS, PICTURES, record
from retromaze.comparison.pairs import compare_one, pair_of_entry, user_pair, with_game
from retromaze.comparison.port_replay import replay
from retromaze.comparison.runnable_programs import Port
from retromaze.display.pictures import DIFFERENT, picture_size
from retromaze.errors import StackOverflow, UsageError
from retromaze.input_log import GameLog
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.porting.writing import write_port
from retromaze.testing import assert_same
from tests.comparison.diagonal import DIAGONAL, Function, difference_between, told


def test_a_port_that_fails_in_python() -> None:
    def port(machine: Machine) -> None:
        machine.screen.clear()
        [].pop()

    made = difference_between(Listing(DIAGONAL), port)
    assert made.words.startswith("listing line 4 takes below(2), port stops in line ")
    assert made.words.endswith(": IndexError: pop from empty list")
    assert (made.port.text, made.kind) == ("[].pop()", "missing event")


def test_a_text_for_a_place_cannot_be_drawn_and_is_told_all_the_same() -> None:
    def port(machine: Machine) -> None:
        machine.sprites.set(1, 0)
        machine.sprites.move(1, "5", 2)  # type: ignore[arg-type]

    made = difference_between(Listing("SPSET 1,0\nSPOFS 1,5,2"), port)
    assert made.words.endswith("port moves by sprites.move(1, '5', 2)")
    assert set(made.port_picture) == {0xFF000000}


@pytest.mark.parametrize(
    ("listing", "difference"),
    [
        ('DIM A$[2]\nI=5\nPRINT "X ";A$[I]\n', None),
        ('DIM A$[2]\nI=5\nPRINT "X ";I;A$[I]\n', None),
        # the port has to print what another statement prints
        ('DIM A$[2]\nI=5\nPRINT "X ";\nPRINT A$[I]\n', "prints by print('X ', '')"),
        ('DIM A$[2]\nI=5\nPRINT "X ";A$[0]\nLOCATE I,99\n', "prints by print('X ')"),
    ],
)
def test_a_port_fails_before_it_prints_the_items_of_the_print_that_stops_its_listing(
    listing: str, difference: str | None
) -> None:
    def port(machine: Machine) -> None:
        i = 5
        a = [""] * 2
        machine.console.print(f"X {a[i]}")

    made = compare_programs(Listing(listing), port, seed=1).difference
    line = port.__code__.co_firstlineno + 3
    ending = f"port stops in line {line}: IndexError: list index out of range"
    assert (made and made.words) == (difference and f"listing line 3 {difference}, {ending}")
    for mode in (EFFECTS, PICTURES):
        made = compare_programs(Listing(listing), port, seed=1, mode=mode).difference
        assert bool(made) is bool(difference), mode.name
    assert compare_programs(Port(port), port, seed=1).difference is None


def test_what_is_left_out_before_such_a_print_is_told() -> None:
    listing = Listing('DIM A[2]\nI=5:BEEP 1\nPRINT "X ";A[I]')

    def port(machine: Machine) -> None:
        a = [0] * 2
        machine.console.print(f"X {a[5]}")

    for mode in (EFFECTS, PICTURES):
        made = compare_programs(listing, port, seed=1, mode=mode).difference
        assert made, mode.name
        assert made.words.startswith("listing line 2 sounds by beep(1), port stops in line"), made.words


def leaves(machine: Machine) -> None:
    sys.exit(3)


def leaves_as_at_a_prompt(machine: Machine) -> None:
    exit()  # noqa: PLR1722 - the one of Python's prompt, whose own line is in Python


def raises_what_is_no_exception(machine: Machine) -> None:
    raise GeneratorExit


def raises_what_a_user_does(machine: Machine) -> None:
    raise KeyboardInterrupt


def ends_the_process(machine: Machine) -> None:
    os._exit(3)


@pytest.mark.parametrize(
    ("port", "words", "line"),
    [
        (raises_what_a_user_does, "KeyboardInterrupt", "raise KeyboardInterrupt"),
        (ends_the_process, "os._exit(3)", "os._exit(3)"),
        (leaves, "SystemExit: 3", "sys.exit(3)"),
        (leaves_as_at_a_prompt, "SystemExit: None", "exit()"),
        (raises_what_is_no_exception, "GeneratorExit", "raise GeneratorExit"),
    ],
)
def test_a_port_that_leaves_python_only_fails(
    port: Function, words: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    made = difference_between(Listing("GCLS"), port)
    assert made.words == f"listing line 1 draws clear(), port stops in line {made.port.line}: {words}"
    assert made.port.text.startswith(line)
    with pytest.raises(AssertionError, match=re.escape(words)):
        assert_same("GCLS\n", port, seeds=[1])


def test_a_line_is_quoted_as_the_machine_counts_it() -> None:
    made = difference_between(Listing("' \x0c \x1c \x85 \u2028\nGCLS"), lambda machine: None)
    assert (made.listing.line, made.listing.text) == (2, "GCLS")


OTHER_SLOT = """PRGEDIT 1
PRGINS "GCLS"+CHR$(10)+"{line}"
EXEC 1
"""


@pytest.mark.parametrize("line", ["VSYNC", "ERROR"])
def test_a_line_of_another_slot_is_not_taken_for_the_listings_own(line: str) -> None:
    made = difference_between(Listing(OTHER_SLOT.format(line=line)), lambda machine: machine.screen.clear())
    assert str(made).splitlines()[-1] == "PRG1:2"


def catches_it_all(machine: Machine) -> None:
    with suppress(BaseException):
        signal.raise_signal(signal.SIGINT)


def goes_on_and_waits(machine: Machine) -> None:
    while True:
        with suppress(BaseException):
            machine.wait()
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    "port", [lambda machine: signal.raise_signal(signal.SIGINT), catches_it_all, goes_on_and_waits]
)
def test_the_user_can_stop_a_port_whatever_it_makes_of_that(port: Function) -> None:
    before = signal.getsignal(signal.SIGINT), os._exit
    with pytest.raises(KeyboardInterrupt):
        compare_programs(Listing("GCLS"), port, seed=1, patience=0.1)
    assert (signal.getsignal(signal.SIGINT), os._exit) == before


def test_a_port_that_does_not_hear_that_it_is_over_is_ended() -> None:
    def port(machine: Machine) -> None:
        while True:
            with suppress(Exception):
                machine.wait()

    made = compare_programs(Listing("GCLS"), port, seed=1, patience=0.1)
    assert made.difference
    assert made.difference.sentence == "frame 0, event 1: listing line 1 draws clear(), port waits by wait()"


def test_what_a_port_raises_while_its_keywords_are_asked_for_is_no_ctrl_c(tmp_path: Path) -> None:
    port = tmp_path / "port.py"
    port.write_text("raise KeyboardInterrupt")
    with pytest.raises(UsageError, match=r"the port of listing\.bas tells no keywords: KeyboardInterrupt$"):
        retromaze.compare("A=1\nGCLS\n", port, a=2)


def test_a_port_that_leaves_while_it_is_imported_only_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "leaving_port.py"
    path.write_text("import sys\nsys.exit('no')\n")
    monkeypatch.syspath_prepend(tmp_path)
    pair = replace(pair_of_entry(find("binary_tree")), port=Port("leaving_port"))
    made = compare_one(pair, 1, {}).difference
    assert made is not None
    assert made.words.endswith(", port stops in line 2: SystemExit: no")
    assert (made.port.file, made.port.text) == (str(path), "sys.exit('no')")


def test_a_port_that_cannot_be_called_fails_before_its_first_line() -> None:
    def port() -> None:
        """Takes no machine."""

    sentence = told(port, "GCLS")  # type: ignore[arg-type]
    assert sentence.startswith("frame 0, event 1: listing line 1 draws clear(), port stops: TypeError: ")


def test_the_same_error_is_an_equal_end() -> None:
    def port(machine: Machine) -> None:
        machine.console.print("A")
        raise StackOverflow

    made = compare_programs(Listing('PRINT "A"\nF\nDEF F\nF\nEND'), port, seed=1)
    assert (made.difference, made.end.reason) == (None, StopReason.ERROR)


@pytest.mark.parametrize(
    ("statement", "number", "fail"),
    [
        ("A[3]=1", 31, lambda: [0][len("A[3]")]),
        ("A[3]=1", 31, lambda: {0: 0}[len("A[3]")]),
        ("B=POP(E)", 31, list[int]().pop),
        ("B=5/A[0]", 7, lambda: 5 / 0),
        ("B=5 MOD A[0]", 7, lambda: 5 % 0),
        ("B=SQR(A[0]-1)", 10, lambda: math.sqrt(-1)),
        ("B=LOG(A[0])", 10, lambda: math.log(0)),
        ('B=ASC("")', 4, lambda: ""[0]),
    ],
)
def test_an_error_of_python_for_the_same_cause_is_an_equal_end(
    statement: str, number: int, fail: Callable[[], Any]
) -> None:
    def port(machine: Machine) -> None:
        machine.console.print("A")
        fail()

    made = compare_programs(Listing(f'DIM A[3],E[0]\nPRINT "A"\n{statement}'), port, seed=1)
    assert (made.difference, made.end.number, made.end.line) == (None, number, 3)


def test_an_error_of_python_for_another_cause_is_a_difference() -> None:
    def port(_machine: Machine) -> None:
        print(1 / 0)

    sentence = told(port, "DIM A[3]\nA[3]=1")
    assert sentence.startswith(
        "frame 0, event 1: listing stops in line 2: Subscript out of range, port stops in "
    )
    assert sentence.endswith(": ZeroDivisionError: division by zero")


LOOKS = 'PRINT "A"\nREPEAT UNTIL BUTTON(0)\nGCLS\n'


def looks(machine: Machine) -> None:
    machine.console.print("A")
    while not machine.input.button():
        machine.tick()
    machine.screen.clear()


def test_a_press_ends_both_programs_at_the_same_moment() -> None:
    made = compare_programs(Listing(LOOKS), looks, seed=1, script=Script(((400, Buttons.A),)))
    assert (made.difference, made.events, made.end.reason) == (None, 2, StopReason.ENDED)
    assert made.frames < 20


def test_programs_that_wait_for_a_press_that_never_comes_are_compared_up_to_there() -> None:
    made = compare_programs(Listing(LOOKS), looks, seed=1)
    assert (made.difference, made.events, made.end.reason) == (None, 1, StopReason.WAITS)


def prints(machine: Machine) -> None:
    machine.console.print("A")


def waits(machine: Machine) -> None:
    while not machine.input.button():
        machine.tick()


def test_a_port_that_fails_or_waits_where_its_listing_does_not_and_the_reverse() -> None:
    cases: list[tuple[Function, str, str]] = [
        (prints, 'PRINT "A"\nLOCATE 99,0', "2: listing stops in line 2: Out of range, port has ended"),
        (prints, LOOKS, "2: listing waits for input that never comes, port has ended"),
        (waits, "GCLS", "1: listing line 1 draws clear(), port waits for input that never comes"),
        (waits, "A=1", "1: listing has ended, port waits for input that never comes"),
    ]
    found = [(port, source, told(port, source).partition(", event ")[2]) for port, source, _ in cases]
    assert found == cases


# --- what a player does ---


PRESSED = Script(((400, Buttons.A),))


def waiting(machine: Machine) -> None:
    while not machine.input.button():
        machine.idle()


def test_a_port_that_does_not_wait_for_a_press() -> None:
    def patient(machine: Machine) -> None:
        waiting(machine)
        machine.screen.clear()

    source = "REPEAT UNTIL BUTTON(0)"
    assert told(patient, f"{source}\nGCLS", PRESSED) == told(waiting, source, PRESSED) == ""
    assert told(lambda machine: machine.screen.clear(), f"{source}\nGCLS", PRESSED) == (
        "frame 6, event 1: listing looks for a press before it goes on, port does not and draws clear()"
    )
    assert told(lambda machine: None, source, PRESSED).endswith(" port does not and has ended")


# --- listings that go on ---


def test_the_ends_of_a_listing_that_was_cut_off_and_its_port_are_not_compared() -> None:
    """The port is stopped by its next event, which has been drawn by then."""
    listing, script = Listing("@A\nGPSET I,0\nINC I\nGOTO @A"), Script()

    def port(machine: Machine) -> None:
        for x in range(9):
            machine.screen.point(x, 0)

    recording = record(listing, 1, script, last=4)
    run = replay(recording, port)
    assert run.machine.picture() != recording.machine.picture()
    assert DifferenceFinder(recording, run, Port(port)).first_difference() is None


def test_a_listing_that_goes_on_is_run_again_for_as_many_frames() -> None:
    recording = record(Listing('PRINT "A"\nWHILE 1:WEND'), 1, Script(), 30)

    def port(machine: Machine) -> None:
        machine.console.print("A")

    finder = DifferenceFinder(recording, replay(recording, port), Port(port))
    made = finder.first_difference()
    assert made is not None
    assert made.words == "listing goes on, port has ended"
    assert finder.rerun(made.event).machine.frame == 30


def test_pixels_of_both_screens_are_compared_in_every_mode() -> None:
    for mode, drawn, place in (
        (2, "DISPLAY 1:GPSET 319,239", "pixel (319, 239) of page 1"),
        (4, "GPSET 319,479", "pixel (319, 479) of page 0"),
    ):

        def port(machine: Machine, mode: int = mode) -> None:
            machine.set_mode(mode)
            machine.display(int(mode == 2))
            machine.screen.point(319, 239 if mode == 2 else 479)
            machine.screen.pixels[(239 if mode == 2 else 479) * 512 + 319] = 0
            machine.wait()

        listing = f"XSCREEN {mode}:DISPLAY {int(mode == 2)}:{drawn.removeprefix('DISPLAY 1:')}:WAIT 1"
        difference = difference_between(Listing(listing), port)
        assert f"after wait() in listing line 1, {place} is &HFFF8F8F8 in listing" in difference.sentence
        size = (320, 480) if mode == 4 else (400, 480)
        assert {picture_size(each) for each in difference.pictures().values()} == {size}
        shown = difference.pictures()["difference"]
        assert [at for at, word in enumerate(shown) if word == DIFFERENT] == [
            479 * size[0] + (319 if mode == 4 else 359)
        ]


def test_pictures_of_screens_of_other_sizes_are_shown_in_one_size() -> None:
    def port(machine: Machine) -> None:
        machine.set_mode(0)

    difference = difference_between(Listing("XSCREEN 4"), port)
    assert difference.sentence.endswith("listing line 1 calls set_mode(4), port calls set_mode(0)")
    assert {picture_size(each) for each in difference.pictures().values()} == {(400, 480)}


def test_a_listing_that_goes_on_is_compared_for_so_many_frames() -> None:
    def port(machine: Machine) -> None:
        for _ in range(100):
            machine.wait()
        machine.console.print("LATE")
        while True:
            machine.wait()

    source = "@A\nWAIT 1\nGOTO @A\n"
    assert retromaze.compare(source, port, seed=1, frames=99) is None
    found = retromaze.compare(source, port, seed=1, frames=110)
    assert found
    assert found.event == 101


def test_frames_that_are_given_last_though_the_listing_only_looks_at_its_input() -> None:
    def port(machine: Machine) -> None:
        for _ in range(100):
            machine.input.button()
            machine.vsync()
        machine.console.print("LATE")

    source = "FOR I=0 TO 99\nB=BUTTON()\nVSYNC\nNEXT\n"
    assert retromaze.compare(source, port, seed=1) is None
    found = retromaze.compare(source, port, seed=1, frames=110)
    assert found
    assert found.event == 101
    # a game that somebody played, too: its log says how long it was
    played = with_game(user_pair(source, port), GameLog(frames=110), "game.log")
    assert compare_one(played, 1, {}).difference


def test_stop_is_another_end_than_end(tmp_path: Path) -> None:
    one, other = "GCLS\nSTOP\nGCLS\n", "GCLS\nEND\nGCLS\n"
    assert compare_programs(Listing(one), Listing(one), seed=1).difference is None
    found = difference_between(Listing(one, "listing"), Listing(other, "port"))
    assert found.words == "listing is broken off by STOP in line 2, port has ended"
    assert (found.listing.line, found.kind) == (2, "ending")
    found = difference_between(Listing(other, "listing"), Listing(one, "port"))
    assert found.words == "listing has ended, port is broken off by STOP in line 2"
    assert (found.port.line, found.port.text) == (2, "STOP")


@pytest.mark.parametrize(
    ("source", "number"),
    [("DISPLAY 1", 10), ("XSCREEN 2\nACLS\nDISPLAY 1", 10), ("XSCREEN 2\nDISPLAY 2", 10), ("WIDTH 9", 4)],
)
def test_a_written_port_stops_where_the_machine_refuses_a_value(
    source: str, number: int, tmp_path: Path
) -> None:
    port = tmp_path / "refused.py"
    port.write_text(write_port(f"{source}\nPRINT 1\n", "refused.bas"))
    made = compare_programs(Listing(f"{source}\nPRINT 1\n"), Port(port), seed=1)
    assert (made.difference, made.end.number) == (None, number)


def test_a_written_port_stops_as_its_listing_does(tmp_path: Path) -> None:
    source = "GCLS\nGOSUB @A\nGCLS\nSTOP\n@A\nIF RND(2) THEN STOP\nRETURN\n"
    text = write_port(source, "stop.bas")
    assert text.count("raise basic.Break") == 2
    port = tmp_path / "stop.py"
    port.write_text(text)
    assert_same(source, port, seeds=range(8))
    port.write_text(text.replace("raise basic.Break", "raise basic.End", 1))
    with pytest.raises(AssertionError, match=r"is broken off by STOP in line \d, port "):
        assert_same(source, port, seeds=range(8))
