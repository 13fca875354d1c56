"""`retromaze run`."""

from __future__ import annotations

import itertools
import os
import re
import sys
import tempfile
import threading
import wave
from collections.abc import Callable
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image, ImageSequence

import retromaze
from retromaze.cli import main
from retromaze.commands.run import is_drawn_on
from retromaze.display.terminal_drawing import show_picture
from retromaze.errors import BasicError, OutOfRange
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from tests.command_line import CommandLine
from tests.display.window_user import close, down

HEADLESS = "run maze.bas --headless --seed 7"

Program = Callable[[Machine], "BasicError | None"]


def out_of_range() -> BasicError:
    """An error in the first line of the listing that `plays` stands for."""
    error = OutOfRange(line=1, column=1)
    error.path, error.source = "maze.bas", "PRINT 1"
    return error


@pytest.fixture(autouse=True)
def nobody_looks(no_display: None, here: Path) -> None:
    """No display, and a fresh current folder with a listing in it."""
    Path("maze.bas").write_text("PRINT 1\n")


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> Callable[[Program], list[dict[str, Any]]]:
    """Puts a program in the engine's place; returns the list of what it was called with."""

    def install(program: Program) -> list[dict[str, Any]]:
        calls = []

        def play(source: str, machine: Machine, **options: Any) -> BasicError | None:
            calls.append({"source": source, "machine": machine, **options})
            return program(machine)

        monkeypatch.setattr("retromaze.commands.run.run_source", play)
        return calls

    return install


def hello(machine: Machine) -> None:
    machine.console.print("HELLO")
    machine.wait(3)


def test_what_nobody_heard_is_said_once_at_the_end(ran: CommandLine) -> None:
    Path("maze.bas").write_text('FOR I=1 TO 12:PCMSTOP:NEXT:TALK "C"\nPRINT "ON"\n')
    assert ran(HEADLESS) == (
        0,
        "ON\n",
        "retromaze: not simulated yet: PCMSTOP ×12, TALK ×1\n",
    )
    Path("maze.bas").write_text("PCMSTOP\nWHILE 1:A=BUTTON(0):VSYNC:WEND\n")
    assert ran(HEADLESS, 0).err.endswith("retromaze: not simulated yet: PCMSTOP ×1\n")


def test_a_strict_run_stops_where_sound_is_asked_for(ran: CommandLine) -> None:
    Path("maze.bas").write_text('PRINT "ON"\nIF 1 THEN PCMVOL 3\nPRINT "OFF"\n')
    assert ran(f"{HEADLESS} --strict") == (
        1,
        "ON\n",
        "Undefined function in 0:2 (not simulated yet: PCMVOL)\nmaze.bas:2:11\n"
        "  IF 1 THEN PCMVOL 3\n            ^\n",
    )


def test_a_long_run_without_a_limit_says_how_to_end_it(
    plays: Any, ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_for_notice(machine: Machine) -> None:
        for each in threading.enumerate():
            if isinstance(each, threading.Timer):
                each.join()

    plays(wait_for_notice)
    monkeypatch.setattr("retromaze.commands.run.LONG_RUN", 0.0)
    words = "goes on without a window; Ctrl-C ends it, and --frames N ends it after N frames"
    assert ran(HEADLESS) == (0, "", f"retromaze: maze.bas {words}\n")
    assert ran(f"{HEADLESS} --frames 9") == (0, "", "")


def test_without_a_display_it_says_so_and_runs_headless(
    plays: Any, ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    plays(hello)
    assert ran("run maze.bas --seed 7") == (
        0,
        "HELLO\n",
        "retromaze: no window: neither DISPLAY nor WAYLAND_DISPLAY is set; running headless\n",
    )


def test_a_display_that_refuses_is_no_display(
    plays: Any, ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    plays(hello)
    output = ran("run maze.bas --seed 7", 0)
    assert output.out == "HELLO\n"
    assert output.err == "retromaze: no window: nonsense not available; running headless\n"


def test_a_screenshot_that_cannot_be_written_is_said_and_gives_exit_1(plays: Any, ran: CommandLine) -> None:
    def program(machine: Machine) -> None:
        Path("out.png").mkdir()

    plays(program)
    told = "retromaze: out.png cannot be written: Is a directory\n"
    assert ran(f"{HEADLESS} --picture out.png") == (1, "", told)


@pytest.mark.usefixtures("on_a_screen")
def test_a_window_shows_the_run_and_prints_nothing(plays: Any, capsys: Any) -> None:
    captions = []

    def program(machine: Machine) -> None:
        hello(machine)
        captions.append(pygame.display.get_caption()[0])
        down(pygame.K_ESCAPE)

    plays(program)
    assert main(["run", "maze.bas", "--seed", "7", "--speed", "max", "--picture", "out.png"]) == 0
    assert captions == ["maze - full speed - frame 1, seed 7 - F1: keys"]
    assert capsys.readouterr() == ("", "")
    assert Path("out.png").is_file()
    assert not pygame.display.get_init()
    assert os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] == "1"


@pytest.mark.usefixtures("on_a_screen")
def test_reset_runs_the_file_again_with_the_seed_that_was_chosen(plays: Any, capsys: Any) -> None:
    def program(machine: Machine) -> None:
        if len(calls) < 3:
            Path("maze.bas").write_text("PRINT 2\n")
            down(pygame.K_F5)
        machine.wait(2)
        down(pygame.K_ESCAPE)

    calls = plays(program)
    assert main(["run", "maze.bas", "--press", "A@1"]) == 0
    machines = [call["machine"] for call in calls]
    assert [call["source"] for call in calls] == ["PRINT 1\n", "PRINT 2\n", "PRINT 2\n"]
    assert len(set(map(id, machines))) == 3
    assert len({machine.seed for machine in machines}) == 1
    assert [machine.input.schedule for machine in machines] == [{1: Buttons.A}] * 3
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith(f"retromaze: seed {machines[0].seed}, clock ")
    assert said[1:] == ["retromaze: the program never looked at A@1"]


@pytest.mark.usefixtures("on_a_screen")
def test_a_window_stays_for_what_ended_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each listing with its exit status, what the window says, and whether anything was drawn."""
    wanted = {
        "GFILL 0,0,9,9,255\nLOCATE 99,1": (
            1,
            ("Out of range in 0:2(LOCATE:1), column 1\nLOCATE takes 0 to 50 as its column, not 99", True),
        ),
        "GFILL 0,0,9,9,255\nPRINT (": (
            1,
            ("Syntax error in 0:2, column 8\n( is not closed: ) is missing", False),
        ),
        "GFILL 0,0,9,9,255\nSTOP": (0, ("Break on 0:2", True)),
        "GFILL 0,0,9,9,255": (0, ("ended", True)),
        "GFILL 0,0,9,9,255\nPCMSTOP:PCMSTOP:PCMCONT": (
            0,
            ("ended; not simulated yet: PCMSTOP ×2, PCMCONT ×1", True),
        ),
        "GFILL 0,0,9,9,255\nNOSUCH 1": (1, ("Undefined function in 0:2, column 1", True)),
    }
    stays = []

    def linger(window: Any, machine: Machine) -> None:
        hinted = "\n".join([window._ended, *window._hints])
        stays.append((hinted, machine.pages[0].pixels[0] != 0))

    monkeypatch.setattr("retromaze.display.window.Window._stay_open", linger)
    found = {}
    for listing in wanted:
        Path("maze.bas").write_text(listing)
        stays.clear()
        found[listing] = (main(["run", "maze.bas", "--seed", "7"]), *stays)
    assert found == wanted


@pytest.mark.usefixtures("on_a_screen")
def test_start_keeps_the_picture_and_closing_does_not(
    plays: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stays = []
    monkeypatch.setattr(
        "retromaze.display.window.Window._stay_open", lambda window, machine: stays.append(window._ended)
    )

    def interrupted(machine: Machine) -> None:
        down(pygame.K_c, pygame.KMOD_CTRL)
        machine.wait(9)

    def closed(machine: Machine) -> None:
        close()
        machine.wait(9)

    for program in (interrupted, closed):
        plays(program)
        assert main(["run", "maze.bas", "--seed", "7", "--speed", "max"]) == 0
    assert stays == ["stopped"]
    assert capsys.readouterr().err == "retromaze: stopped\n" * 2


@pytest.mark.usefixtures("on_a_screen")
def test_f4_runs_again_with_another_seed(plays: Any, capsys: Any) -> None:
    seeds = []

    def program(machine: Machine) -> None:
        seeds.append(machine.seed)
        down(pygame.K_F4 if len(seeds) < 3 else pygame.K_ESCAPE)
        if len(seeds) < 3:
            machine.wait(9)

    plays(program)
    assert main(["run", "maze.bas", "--seed", "7", "--speed", "max"]) == 0
    assert seeds[0] == 7
    assert len(set(seeds)) == 3
    assert capsys.readouterr().err == "".join(f"retromaze: seed {seed}\n" for seed in seeds[1:])


def test_a_run_is_filmed_without_a_window(ran: CommandLine) -> None:
    Path("maze.bas").write_text("FOR I=0 TO 9:GFILL 0,0,I,9:VSYNC:NEXT")
    assert ran(f"{HEADLESS} --gif maze.gif --every 5") == (0, "", "")
    with Image.open("maze.gif") as made:
        lasts = [each.info["duration"] for each in ImageSequence.Iterator(made)]
    assert lasts == [90, 2000]


def test_what_is_heard_is_kept_without_a_window(ran: CommandLine) -> None:
    Path("maze.bas").write_text('BGMPLAY "T120 @147 Q4 L4 [C]"\nWAIT 60:BEEP:WAIT 30')
    assert ran(f"{HEADLESS} --wav maze.wav") == (0, "", "")
    with wave.open("maze.wav") as made:
        assert made.getparams()[:3] == (2, 2, 48_000)
        assert made.getnframes() / 48_000 == pytest.approx(1.5, abs=0.15)
        assert any(made.readframes(4800))
    assert sorted(path.name for path in Path().iterdir()) == ["maze.bas", "maze.wav"]


def test_sound_of_a_run_with_an_error_is_kept_up_to_there(ran: CommandLine) -> None:
    Path("maze.bas").write_text("BEEP:WAIT 30:LOCATE 99,1")
    assert "Out of range" in ran(f"{HEADLESS} --wav maze.wav --picture maze.png", 1).err
    assert Path("maze.png").is_file()
    with wave.open("maze.wav") as made:
        assert made.getnframes() == 31 * 800


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_named_that_holds_the_sound(ran: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "TemporaryFile", partial(open, "/dev/full", "w+b"))
    words = f"retromaze: temporary file in {tempfile.gettempdir()}: No space left on device\n"
    assert ran(f"{HEADLESS} --wav maze.wav", 1).err == words


@pytest.mark.usefixtures("on_a_screen")
def test_a_window_is_muted_if_asked(plays: Any) -> None:
    def look(machine: Machine) -> None:
        seen.append(machine.on_frame.__self__._sound.muted)  # type: ignore[union-attr]

    seen: list[bool] = []
    plays(look)
    for options in ([], ["--mute"]):
        main(["run", "maze.bas", "--seed", "1", "--frames", "1", *options])
    assert seen == [False, True]


@pytest.mark.usefixtures("on_a_screen")
def test_an_error_is_told_before_the_window_lingers(
    plays: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []

    def linger(window: object, machine: Machine, words: str) -> None:
        told.append(capsys.readouterr().err)
        raise KeyboardInterrupt

    def program(machine: Machine) -> BasicError:
        machine.wait()
        return out_of_range()

    monkeypatch.setattr("retromaze.display.window.Window.finish", linger)
    plays(program)
    assert main(["run", "maze.bas", "--seed", "7"]) == 1
    assert told == ["Out of range in 0:1\nmaze.bas:1:1\n  PRINT 1\n  ^\n"]


@pytest.mark.usefixtures("on_a_screen")
def test_a_window_does_not_stop_a_program_that_waits_for_a_button(plays: Any) -> None:
    frames = []

    def program(machine: Machine) -> None:
        while machine.frame < 200:
            machine.input.button()
            machine.wait()
        frames.append(machine.frame)
        down(pygame.K_ESCAPE)

    plays(program)
    assert main(["run", "maze.bas", "--seed", "7", "--speed", "max"]) == 0
    assert frames == [200]


def test_a_terminal_is_shown_what_was_drawn(
    plays: Any, ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draws(machine: Machine) -> None:
        machine.console.print("HELLO")
        machine.screen.point(3, 3, -1)

    pictures = []
    monkeypatch.setattr("retromaze.display.terminal_drawing.show_picture", pictures.append)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for program, shown in ((hello, 0), (draws, 1)):
        plays(program)
        assert (ran(HEADLESS, 0).out, len(pictures)) == ("HELLO\n", shown)
    assert callable(show_picture)


def test_an_error_in_another_program_shows_that_programs_line(tmp_path: Path, ran: CommandLine) -> None:
    listing = tmp_path / "two.bas"
    listing.write_text('PRGEDIT 1:PRGINS "A=1"+CHR$(10)+"B=2:LOCATE 99,A"\nEXEC 1\n', "utf-8")
    assert ran(f"run {listing} --headless --seed 1", 1).err == (
        "Out of range in 1:2(LOCATE:1)\nPRG1:2:5\n  B=2:LOCATE 99,A\n      ^\n"
        "LOCATE takes 0 to 50 as its column, not 99\n"
    )


def clock_of(plays: Any, *options: str) -> str:
    moments = []
    plays(lambda machine: moments.append(machine.calendar.isoformat()))
    assert main(["run", "maze.bas", *options]) == 0
    return moments[0]


def test_the_clock_begins_where_it_always_does_without_a_window_or_with_a_seed(
    plays: Any, request: pytest.FixtureRequest
) -> None:
    assert clock_of(plays, "--headless") == "2014-11-19T00:00:00"
    request.getfixturevalue("on_a_screen")
    assert clock_of(plays, "--seed", "7", "--frames", "1") == "2014-11-19T00:00:00"


@pytest.mark.usefixtures("on_a_screen")
def test_the_clock_of_a_window_is_now_and_is_told_with_the_seed(
    plays: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retromaze.commands.options.now", lambda: datetime(2026, 11, 22, 15, 30, 9))
    assert clock_of(plays, "--frames", "1") == "2026-11-22T15:30:09"
    assert re.fullmatch(r"retromaze: seed \d+, clock 2026-11-22T15:30:09\n", capsys.readouterr().err)


@pytest.mark.usefixtures("on_a_screen")
def test_the_same_run_again_has_the_same_clock_and_another_run_its_own(
    plays: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = itertools.count()
    monkeypatch.setattr("retromaze.commands.options.now", lambda: datetime(2026, 1, 1, second=next(seconds)))
    moments: list[str] = []

    def program(machine: Machine) -> None:
        moments.append(machine.calendar.isoformat()[-2:])
        if len(moments) < 3:
            down(pygame.K_F5 if len(moments) == 1 else pygame.K_F4)
            machine.wait(9)

    plays(program)
    assert main(["run", "maze.bas", "--frames", "99"]) == 0
    assert moments == ["00", "00", "01"]


class Stopped(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, zone: tzinfo | None = None) -> Stopped:
        return cls(2026, 11, 22, 15, 30, 9, 123456)


def test_the_clock_can_be_set(plays: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retromaze.commands.options.datetime", Stopped)
    assert clock_of(plays, "--headless", "--clock", "1999-12-31T23:59:59") == "1999-12-31T23:59:59"
    assert clock_of(plays, "--headless", "--clock", "2000-02-29") == "2000-02-29T00:00:00"
    assert clock_of(plays, "--headless", "--clock", "now") == "2026-11-22T15:30:09"


def test_what_lies_beside_the_listing_is_found(tmp_path: Path, ran: CommandLine) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "maze.bas").write_text('?CHKFILE("TXT:NOTE");LOAD("TXT:NOTE");:EXEC "PRG1:SUB":LOAD "PRG1:MAP"')
    (games / "note.txt").write_text("HELLO")
    (games / "Sub.bas").write_text('?"SUB"\n')
    own = tmp_path / "own"
    own.mkdir()
    words = ["run", str(games / "maze.bas"), "--headless", "--seed", "1", "--storage", str(own)]
    _, out, err = ran(words, 1)
    assert out == "1HELLOSUB\n"
    assert err.splitlines()[0] == "Load failed in 0:1(LOAD)"
    assert err.splitlines()[-1] == f"MAP is not in {own / 'DEFAULT' / 'TXT'} nor in {games}"
    assert os.listdir(own) == []


def test_input_of_a_listing_that_did_not_begin_is_not_told(ran: CommandLine) -> None:
    given = f"{HEADLESS} --press A@30 --answers X"
    Path("maze.bas").write_text("A=1\nNEXT\n")
    assert ran(given, 1).err.splitlines()[0] == "NEXT without FOR in 0:2"
    Path("maze.bas").write_text("A=1\nLOCATE 99,A\n")
    assert ran(given, 1).err.splitlines()[:2] == [
        "retromaze: the program never looked at A@30",
        "retromaze: the program never looked at the answer 'X'",
    ]


def test_touches_tilts_and_keys_are_given_at_their_frames(tmp_path: Path, ran: CommandLine) -> None:
    listing = tmp_path / "input.bas"
    listing.write_text(
        "XON EXPAD\nWAIT 30\nTOUCH OUT T,X,Y\nSTICK OUT A,B\nSTICKEX OUT C,D\n"
        "?T;X;Y;A;B;C;D;INKEY$();INKEY$()\n"
    )
    words = ["run", str(listing), "--headless", "--seed", "1", "--keys", "k", "--keys", "l@20"]
    words += ["--touch", "20,40@21-40", "--pad=-1,0.5@10", "--second-pad", "0.5,1@10-35", "--touch", "9,9@90"]
    _, out, err = ran(words, 0)
    assert out == "102040-10.50.51kl\n"
    assert err == "retromaze: the program never looked at the stylus at 9,9@90\n"


def test_what_was_never_looked_at_is_not_the_reason_why_a_run_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(
        "retromaze.display.front_end.Headless.finish", lambda _, __, words: told.append(words)
    )
    (tmp_path / "m.bas").write_text("PRINT 1\n")
    assert main(["run", str(tmp_path / "m.bas"), "--headless", "--seed", "1", "--press", "A@60"]) == 0
    assert told == ["ended"]


DRAWN_ON = {
    'PRINT "A"': False, "XSCREEN 4": False, "GPSET 1,1": True, "SPSET 0,0": True, "BGPUT 0,0,0,1": True,
    "XSCREEN 2:DISPLAY 1:GPSET 1,1": True, "XSCREEN 2:DISPLAY 1:SPSET 0,0": True,
    "GPAGE 0,1:GPSET 1,1": False,
}  # fmt: skip


def test_what_is_drawn_on_either_screen_is_a_picture() -> None:
    found = {listing: is_drawn_on(retromaze.run(listing, seed=1).machine) for listing in DRAWN_ON}
    assert found == DRAWN_ON


def test_control_c_tells_the_line(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    def interrupt(_front: Any, _machine: Machine) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("retromaze.display.front_end.Headless.show", interrupt)
    Path("maze.bas").write_text("PRINT 1\nWAIT 9\n")
    assert ran(HEADLESS) == (130, "1\n", "retromaze: stopped in 0:2\n")
