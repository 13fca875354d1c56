"""`retromaze.run`: a listing in, what the machine shows out, with nobody there."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import retromaze
from retromaze.errors import UsageError
from retromaze.machine.input import Buttons

INTERRUPTED = """
import _thread, sys, threading
from retromaze import run

def interrupt(over):
    # Again until it is heard: what comes while Python tidies up is lost.
    seconds = 0.1
    while not over.wait(seconds):
        _thread.interrupt_main()
        seconds = 1

for source in sys.argv[1:]:
    over = threading.Event()
    thread = threading.Thread(target=interrupt, args=(over,))
    try:
        thread.start()
        run(source, seed=1)
    except KeyboardInterrupt:
        over.set()
        print("interrupted")
    thread.join()
"""


@pytest.mark.slow
def test_a_program_that_waits_for_ever_is_left_there_without_an_error() -> None:
    frames = {
        "PRINT 1:REPEAT UNTIL BUTTON(0):PRINT 2": 61,
        "PRINT 1:REPEAT VSYNC:UNTIL BUTTON(0):PRINT 2": 61,
        "PRINT 1;:INPUT A:PRINT 2": 0,
        "PRINT 1:LINPUT A$:PRINT 2": 0,
        "PRINT 1\n@L:WAIT 60:GOTO @L": 36001,
        "PRINT 1:WHILE 1:VSYNC:WEND": 36001,
    }
    results = {source: retromaze.run(source, seed=1) for source in frames}
    found = {each: (made.text.rstrip("?"), made.error, made.frames) for each, made in results.items()}
    assert found == {source: ("1", None, last) for source, last in frames.items()}


def test_a_film_of_no_frames_is_refused() -> None:
    for film in (0, -3):
        message = rf"^film={film}: a picture is kept every so many frames, 1 or more$"
        with pytest.raises(ValueError, match=message):
            retromaze.run("CLS", film=film)


def test_arguments_of_a_wrong_type_are_refused_in_one_sentence() -> None:
    sources: list[Any] = [Path("maze.bas"), b"CLS", None, ["CLS"]]
    for source in sources:
        with pytest.raises(TypeError, match=rf"^run takes a listing's text, not {type(source).__name__}; "):
            retromaze.run(source)
    press: Any = {60: "A"}
    with pytest.raises(ValueError, match=r"^'A' is not a valid Buttons$"):
        retromaze.run("CLS", press=press)
    text: Any = "A@60"
    with pytest.raises(
        TypeError, match=r"^press maps frames to buttons, as \{60: Buttons\.A\}; it is no str$"
    ):
        retromaze.run("CLS", press=text)
    frame_as_text: Any = {"60": Buttons.A}
    with pytest.raises(
        TypeError, match=r"^press maps frames to buttons, as \{60: Buttons\.A\}; '60' is no int$"
    ):
        retromaze.run("CLS", press=frame_as_text)
    seed: Any = "7"
    with pytest.raises(TypeError, match=r"^a seed is an int, not str$"):
        retromaze.run("CLS", seed=seed)


def test_a_name_of_a_file_is_no_listing() -> None:
    with pytest.raises(
        UsageError, match=r"^run takes a listing's text; that of a file is Path\('maze\.bas'\)\."
    ):
        retromaze.run("maze.bas")


def test_what_a_listing_waits_for_is_told() -> None:
    waiting = {
        'INPUT "N";N': "the listing waits for INPUT and nobody is there to answer",
        "REPEAT:VSYNC:UNTIL BUTTON()": "waits for a button that nobody presses",
        "WAIT 1": "",
    }
    results = {source: retromaze.run(source, seed=1) for source in waiting}
    assert {source: result.waiting for source, result in results.items()} == waiting
    assert all((result.waiting or "no error") in repr(result) for result in results.values())
    assert all(result.waiting in result._repr_html_() for result in results.values())


def test_a_press_to_come_is_waited_for() -> None:
    source = "REPEAT UNTIL BUTTON(0):PRINT MAINCNT:REPEAT UNTIL BUTTON(0)==0"
    result = retromaze.run(source, seed=1, press={500: Buttons.A})
    assert (result.text, result.error, result.frames) == ("500", None, 561)


def test_a_run_with_a_limit_of_its_own_is_left_alone() -> None:
    result = retromaze.run("REPEAT UNTIL BUTTON(0)", seed=1, frames=200)
    assert (result.error, result.frames) == (None, 200)


def test_a_busy_loop_is_ended_by_frames() -> None:
    result = retromaze.run("PRINT 1\n@L:GOTO @L", seed=1, frames=9)
    assert (result.text, result.error, result.frames) == ("1", None, 9)


def test_the_machine_is_left_without_a_front_end() -> None:
    assert retromaze.run("PRINT 1", seed=1).machine.on_frame is None
    assert retromaze.run("WAIT 9", seed=1, frames=2).machine.on_frame is None


@pytest.mark.slow
def test_a_run_without_end_can_be_interrupted() -> None:
    # In a Python of its own: an interrupt that is lost in this one is a warning, and so an error.
    sources = ("@A\nGOTO @A\n", "WHILE 1\nWEND\n", "@A\nVSYNC\nA=A+1\nGCLS A\nGOTO @A\n")
    words = [sys.executable, "-c", INTERRUPTED, *sources]
    made = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (made.stdout, made.returncode) == ("interrupted\n" * 3, 0)


def test_a_result_can_be_pickled() -> None:
    for source in [
        'PRINT "A":GLINE 0,0,9,9',
        "LOCATE 99,0",
        "A=1/0",
        "FOR",
        'FONTDEF 65,"FFFF"*64:PRINT "A";INKEY$()',
        'SAVE "TXT:A","B":DIM A[5]:A[6]=1',
        "XON MOTION:GYROA OUT A,B,C:INPUT A",
        "WIDTH 16:COLOR 3:DISPLAY 1:PRINT 1:VSYNC 5",
    ]:
        result = retromaze.run(source, seed=1, press={2: Buttons.A}, film=3)
        again = pickle.loads(pickle.dumps(result))
        assert (again.text, again.pixels, again.frames) == (result.text, result.pixels, result.frames), source
        assert (repr(again), again.animation().gif()) == (repr(result), result.animation().gif()), source
        if result.error is None:
            assert again.error is None, source
        else:
            assert type(again.error) is type(result.error), source
            assert vars(again.error) == vars(result.error), source
            assert (str(again.error), again.error.args) == (str(result.error), result.error.args), source
            pickle.dumps(again)


def test_both_screens_are_in_the_result() -> None:
    drawn = "GFILL 0,0,399,239,#RED:"
    result = retromaze.run(drawn, seed=1)
    assert (set(result.pixels), result.lower) == ({0xFFFF0000}, None)
    for mode in (2, 3):
        result = retromaze.run(f"XSCREEN {mode}:{drawn}DISPLAY 1:GPSET 319,239,#LIME", seed=1)
        assert result.lower is not None
        assert (set(result.pixels), len(result.pixels), len(result.lower)) == ({0xFFFF0000}, 96000, 76800)
        assert (result.lower[-1], result.lower.count(0xFF000000)) == (0xFF00FF00, 76799)


def test_the_tall_screen_is_in_the_result_as_its_halves() -> None:
    result = retromaze.run("XSCREEN 4:GFILL 0,0,319,239,#RED:GFILL 0,240,319,479,#LIME", seed=1)
    assert result.lower is not None
    assert (len(result.pixels), set(result.lower), len(result.lower)) == (96000, {0xFF00FF00}, 76800)
    row = [0xFF000000] * 40 + [0xFFFF0000] * 320 + [0xFF000000] * 40
    assert result.pixels.tolist() == row * 240


def test_the_machine_of_a_pickled_result_goes_on() -> None:
    result = retromaze.run("COLOR 3:GCOLOR -65536:A=RND(9)", seed=1)
    machine = pickle.loads(pickle.dumps(result)).machine
    machine.screen.line(0, 0, 9, 0)
    machine.console.print("A")
    machine.wait(3)
    assert machine.screen.spoit(5, 0) == -524288
    assert machine.console.cells[0].foreground == 3
    assert machine.rng.below(1000) == result.machine.rng.below(1000)
    assert (machine.frame, result.frames, result.text) == (3, 0, "")
