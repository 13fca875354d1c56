"""Options of the machine: games that `--record` writes and `--replay` plays again, pictures of `--sheet`."""

import hashlib
import io
import json
import os
import re
import shlex
import signal
import struct
import subprocess
import sys
import time
from array import array
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pygame
import pytest

from retromaze.cli import main
from retromaze.display.pacer import Pacer, PaceUnit
from retromaze.input_log import digest_of
from retromaze.machine.file_formats import PictureContent, encode_png
from retromaze.machine.machine import Machine
from tests.command_line import CommandLine

ASKING = 'INPUT "N";N,A$\nINPUT "M";M$\nPRINT N;M$;A$\n'


def test_answers_are_given_before_standard_input(
    here: Path, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    """A log keeps them as it keeps those that were typed."""
    Path("ask.bas").write_text(ASKING)
    monkeypatch.setattr(sys, "stdin", io.StringIO("あ\n"))
    line = "run ask.bas --headless --seed 1 --answers 3,X --record game.log"
    shown = "N?3,X\nM?あ\n3あX\n"
    assert ran(line) == (0, shown, "")
    assert Path("game.log").read_text("utf-8").endswith('answer "3,X"\nanswer "あ"\n')
    assert ran("run --replay game.log --headless") == (0, shown, "")


def test_an_answer_may_be_an_empty_line(here: Path, ran: CommandLine) -> None:
    Path("ask.bas").write_text('LINPUT "N";A$\nPRINT LEN(A$)\n')
    assert ran("run ask.bas --headless --seed 1 --answers ''") == (0, "N\n0\n", "")


GAME = """\
W=5:N$="A"
X=200:Y=120
@LOOP
B=BUTTON(0)
IF B AND 1 THEN Y=Y-RND(W)
IF B AND 8 THEN X=X+RND(W)
TOUCH OUT T,U,V
IF T THEN GPSET U,V,#RED
STICK OUT P,Q
GPSET X+P*9,Y+Q*9,#WHITE
PRINT INKEY$();
VSYNC
IF B AND 16 THEN STOP
IF B AND 32 THEN LOCATE 99,1
GOTO @LOOP
"""
PRESSED = ["--press", "RIGHT@9-20", "--press", "UP@3", "--touch", "160,120@5-8", "--pad=0.5,-1@12"]
PRESSED += ["--keys", "q@4"]


@pytest.fixture(autouse=True)
def apart(no_display: None, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """No display, and a fresh current folder with a game in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(here / "data"))
    Path("game.bas").write_text(GAME)


def record(*options: str) -> int:
    return main(["run", "game.bas", "--headless", "--seed", "7", *PRESSED, "--record", "game.log", *options])


RECORDED = f"""\
retromaze log 1
program "game.bas"
listing {digest_of(GAME.replace("W=5", "W=9"))}
seed 7
set W=9
clock 2014-11-19T00:00:00
frames 40
3 press UP
4 keys "q"
5 touch 160,120
9 press RIGHT
9 touch NONE
12 pad 0.5,-1
21 press NONE
"""


def test_a_run_is_written_down_whole(capsys: Any) -> None:
    assert record("--set", "W=9", "--frames", "40") == 0
    assert Path("game.log").read_text("utf-8") == RECORDED
    assert capsys.readouterr().err == ""
    assert [each.name for each in Path().iterdir() if "log" in each.name] == ["game.log"]


def test_of_the_files_that_exist_only_a_log_is_replaced(ran: CommandLine) -> None:
    status, out, err = ran("run game.bas --headless --seed 7 --record game.bas")
    assert (status, out) == (2, "")
    assert err.startswith(
        "retromaze run: error: argument --record: 'game.bas' exists, and is no log of a game\n"
    )
    for _ in range(2):
        assert record("--frames", "2") == 0


def test_a_log_names_its_listing_seed_and_numbers(ran: CommandLine) -> None:
    record("--set", "W=9", "--frames", "40", "--picture", "one.png")
    again = "run --replay game.log --headless --record again.log --picture b.png"
    assert ran(again) == (0, "q\n", "")
    assert Path("again.log").read_text("utf-8") == RECORDED
    assert Path("one.png").read_bytes() == Path("b.png").read_bytes()


FRAMES = """
import hashlib, shlex, sys
from retromaze.commands import run
from retromaze.cli import main
def follow(front, machine, *given):
    show = machine.on_frame
    def on_frame(machine):
        whole.update(machine.picture().tobytes() + machine.picture(1).tobytes())
        if show: show(machine)
    machine.on_frame = on_frame
    return play_on_front_end(front, machine, *given)
play_on_front_end, run.play_on_front_end = run.play_on_front_end, follow
for command in sys.argv[1:]:
    whole = hashlib.sha256()
    main(shlex.split(command))
    print("digest", whole.hexdigest())
"""


def frames_of(hash_seed: str, *commands: str) -> list[str]:
    """The digests of all frames of some runs, in a process of their own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", FRAMES, *commands]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert result.stderr == ""
    return re.findall(r"^digest (\w+)$", result.stdout, re.M)


@pytest.mark.slow
def test_the_frames_are_the_same_in_any_process() -> None:
    run = shlex.join(["run", "game.bas", "--headless", "--seed", "7", *PRESSED])
    replay = "run --replay game.log --headless"
    recorded, other = frames_of("1", f"{run} --frames 40 --record game.log", f"{replay} --seed 8")
    assert frames_of("2", replay) == [recorded]
    assert len({recorded, other, hashlib.sha256().hexdigest()}) == 3


def test_a_run_that_is_stopped_is_written_down_as_well(ran: CommandLine) -> None:
    for press, status, words in (
        ("A@30", 0, "retromaze: Break on 0:13\n"),
        ("B@30", 1, "Out of range in 0:14(LOCATE:1)\n"),
    ):
        told = ran(f"run game.bas --headless --seed 7 --press {press} --record game.log")
        assert (told[0], told[2].startswith(words)) == (status, True), press
        assert Path("game.log").read_text("utf-8").endswith(f"frames 32\n30 press {press[0]}\n")
        told = ran("run --replay game.log --headless")
        assert (told[0], told[2].startswith(words)) == (status, True), press


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_run_that_is_ended_from_outside_is_written_down(number: signal.Signals, status: int) -> None:
    Path("endless.bas").write_text('INPUT A$:SAVE "TXT:READY",A$\nWHILE 1:VSYNC:WEND\n')
    Path("stored").mkdir()
    options = ["--headless", "--frames", "999999999", "--storage", "stored", "--record", "game.log"]
    command = [sys.executable, "-m", "retromaze", "run", "endless.bas", "--seed", "1", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(b"BOB\n")
        process.stdin.flush()
        try:
            while not Path("stored/DEFAULT/TXT/READY").exists():
                assert process.poll() is None
                time.sleep(0.02)
            process.send_signal(number)
            assert process.wait(60) == status
        finally:
            process.kill()
    assert Path("game.log").read_text("utf-8").endswith('answer "BOB"\n')


SCORES = """\
IF CHKFILE("TXT:SCORE") THEN LOAD "TXT:SCORE",0 OUT A$:S=VAL(A$)
S=S+1:PRINT S:SAVE "TXT:SCORE",STR$(S)
"""


@pytest.mark.slow
def test_files_are_told_where_they_are_others_and_a_replay_changes_none(ran: CommandLine) -> None:
    Path("scores.bas").write_text(SCORES)
    Path("stored").mkdir()
    options = "--headless --storage stored"
    for number in ("1", "2"):
        ran(f"run scores.bas --seed 1 {options} --record {number}.log", 0)
    assert 'file "DEFAULT/TXT/SCORE" NONE\n' in Path("1.log").read_text("utf-8")
    digest = hashlib.sha256(b"1").hexdigest()
    assert f'file "DEFAULT/TXT/SCORE" {digest}\n' in Path("2.log").read_text("utf-8")
    for number in ("1", "2"):
        told = f"retromaze: {number}.log found other files than there are now: SCORE; see --storage\n"
        assert ran(f"run --replay {number}.log {options}") == (0, "3\n", told)
    Path("stored/DEFAULT/TXT/SCORE").write_text("1")
    assert ran(f"run --replay 2.log {options}") == (0, "2\n", "")
    assert Path("stored/DEFAULT/TXT/SCORE").read_text() == "1"
    assert ran("port scores.bas -o scores.py").status in {0, 1}
    assert "2.log found other files than there are now: SCORE" in ran("check --replay 2.log").err
    assert "found other files" not in ran("check --replay 2.log --storage stored", 0).err


def test_a_program_of_the_list_is_named_by_its_name(ran: CommandLine) -> None:
    ran("run explorer --seed 3 --headless --frames 20 --record e.log", 0)
    assert 'program "explorer"\n' in Path("e.log").read_text("utf-8")
    assert ran("run --replay e.log --headless") == (0, "", "")


def test_the_listing_is_beside_its_log_or_here_or_named(ran: CommandLine) -> None:
    record("--frames", "20")
    Path("away").mkdir()
    Path("game.log").rename("away/game.log")
    replay = "run --replay away/game.log --headless"
    ran(replay, 0)
    Path("game.bas").rename("away/game.bas")
    ran(replay, 0)
    Path("away/game.bas").rename("other.bas")
    ran("run other.bas --replay away/game.log --headless", 0)
    words = "neither beside it nor in the current folder: name it"
    told = f"retromaze: game.log was recorded with game.bas, which is {words}\n"
    assert ran(replay) == (2, "", told)
    Path("away/game.bas").symlink_to(Path("other.bas").absolute())
    assert ran(replay) == (2, "", told)
    Path("no.log").write_text("retromaze log 1\n3 press A\n")
    told = "retromaze: no.log names no program: name the listing that it was recorded with\n"
    assert ran("run --replay no.log --headless") == (2, "", told)


def test_another_text_is_told_and_the_command_line_wins(ran: CommandLine) -> None:
    record("--set", "W=9", "--frames", "20")
    Path("game.bas").write_text(GAME + "PRINT\n")
    told = ran("run --replay game.log --headless --record again.log", 0).err
    assert told == "retromaze: game.log was recorded with another text of game\n"
    Path("game.bas").rename("other.bas")
    told = ran("run other.bas --replay game.log --headless", 0).err
    assert told == "retromaze: game.log was recorded with another listing, game.bas\n"
    Path("other.bas").rename("game.bas")
    options = ["--seed", "8", "--set", "W=2", "--frames", "9", "--clock", "2020-01-01"]
    assert main(["run", "game.bas", "--replay", "game.log", *options, "--headless", "--record", "b.log"]) == 0
    lines = Path("b.log").read_text("utf-8").splitlines()
    assert lines[3:7] == ["seed 8", "set W=2", "clock 2020-01-01T00:00:00", "frames 9"]


def test_a_listing_from_standard_input_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, b"PRINT 1\n")
    os.close(write_end)
    with os.fdopen(read_end) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert main(["run", "-", "--headless", "--seed", "1", "--record", "game.log"]) == 0
    assert "program" not in Path("game.log").read_text("utf-8")


LEAVE_OUT = "--replay tells what is done, and in which game: leave out"
JUMP = "bad.log:3: 'jump' is nothing that is done: press, pad, second-pad, touch, keys"
REPLAY, RECORD = ("retromaze run: error: argument --replay:", "retromaze run: error: argument --record:")
MISTAKES = {
    "run": "retromaze: name a listing: a program of `retromaze list`, a file, or - for standard input",
    "run --replay game.log --press A@3": f"retromaze: {LEAVE_OUT} --press",
    "run --replay game.log --second-pad 0,0@3": f"retromaze: {LEAVE_OUT} --second-pad",
    "run --replay none.log": f"{REPLAY} none.log cannot be read: No such file or directory",
    "run --replay .": f"{REPLAY} . cannot be read: Is a directory",
    "run --replay bad.log": f"{REPLAY} {JUMP}",
    "run --replay /dev/zero": f"{REPLAY} /dev/zero is longer than a log can be: 32 MB",
    "run game.bas --record no/game.log": f"{RECORD} 'no/game.log' is no place for a file",
    "trace game.bas game.py --replay game.log": (
        "retromaze: --replay is for a listing; its port passes other frames"
    ),
}


def test_mistakes_are_told(ran: CommandLine) -> None:
    record("--frames", "9")
    Path("game.py").write_text("def main(machine): pass\n")
    Path("bad.log").write_text("retromaze log 1\n3 press A\n4 jump\n")
    found = {}
    for command in MISTAKES:
        headless = " --headless" * command.startswith("run")
        status, _, err = ran(command + headless)
        found[command] = (status, err.splitlines()[0])
    assert found == {command: (2, words) for command, words in MISTAKES.items()}


def test_a_log_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def refuse(*given: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("retromaze.commands.output.replace_or_write", refuse)
    assert record("--frames", "20") == 1
    assert capsys.readouterr().err == "retromaze: game.log cannot be written: Permission denied\n"


def test_a_trace_and_a_debugger_play_a_game_too(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    record("--frames", "40")
    rows = [line.split() for line in ran("trace --replay game.log", 0).out.splitlines()]
    counts = {row[3]: row[0] for row in rows if len(row) > 3 and row[1].endswith("%")}
    assert (counts["8"], counts["12"]) == ("44", "40")
    monkeypatch.setattr(sys, "stdin", io.StringIO("b 13, B==8\nc\np X>=200, B\nq\n"))
    assert "8" in ran("debug --replay game.log").out


def player(monkeypatch: pytest.MonkeyPatch, deeds: dict[int, list[tuple[int, int]]]) -> None:
    """Posts keys (kind, code) in the frames before these."""
    passed = Pacer.end_step
    frames = iter(range(1, 10**6))

    def end_step(self: Pacer, unit: PaceUnit) -> None:
        passed(self, unit)
        for kind, code in deeds.get(next(frames), []) if unit is PaceUnit.FRAME else []:
            pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode=""))

    monkeypatch.setattr(Pacer, "end_step", end_step)
    monkeypatch.setattr("retromaze.display.window.LOOK_INTERVAL", 0)


DOWN, UP = pygame.KEYDOWN, pygame.KEYUP


@pytest.mark.usefixtures("on_a_screen")
def test_a_game_played_in_the_window_is_the_same_without_one(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    player(
        monkeypatch,
        {3: [(DOWN, pygame.K_UP)], 9: [(UP, pygame.K_UP), (DOWN, pygame.K_RIGHT)], 30: [(DOWN, pygame.K_z)]},
    )
    options = ["--seed", "7", "--speed", "max", "--frames", "200", "--picture", "one.png"]
    assert main(["run", "game.bas", *options, "--record", "game.log"]) == 0
    text = Path("game.log").read_text("utf-8")
    pressed = [line.partition(" press ")[2] for line in text.splitlines() if " press " in line]
    assert pressed == ["UP", "RIGHT", "RIGHT+A"]
    assert main(["run", "--replay", "game.log", "--headless", "--record", "b.log", "--picture", "b.png"]) == 0
    assert Path("b.log").read_text("utf-8") == text
    assert Path("one.png").read_bytes() == Path("b.png").read_bytes()
    assert "Break on 0:13" in capsys.readouterr().err


@pytest.mark.usefixtures("on_a_screen")
def test_the_player_takes_a_game_over_by_any_press(monkeypatch: pytest.MonkeyPatch) -> None:
    record("--frames", "40")
    monkeypatch.setattr("retromaze.display.window.LOOK_INTERVAL", 0)
    player(monkeypatch, {13: [(DOWN, pygame.K_LEFT)]})
    options = ["--speed", "max", "--frames", "30", "--record", "b.log"]
    assert main(["run", "--replay", "game.log", *options]) == 0
    assert Path("b.log").read_text("utf-8").splitlines()[-3:] == [
        "12 pad 0.5,-1",
        "13 press LEFT",
        "13 pad 0,0",
    ]


def test_another_seed_is_a_game_of_the_players_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """F5 plays the log again, F4 leaves it."""
    from retromaze.display.front_end import FreshSeed, RestartRequest

    record("--frames", "40")
    seen = []
    wishes = iter([RestartRequest("again"), FreshSeed("fresh")])

    def play(source: str, machine: Machine, **options: Any) -> None:
        seen.append((machine.seed == 7, len(machine.input.schedule), machine.input.gives_way))
        for wish in wishes:
            raise wish

    monkeypatch.setattr("retromaze.commands.run.run_source", play)
    assert main(["run", "--replay", "game.log", "--headless"]) == 0
    assert seen == [(True, 3, True), (True, 3, True), (False, 0, False)]


PORT = """\
from retromaze.machine.input import Buttons

W = 5


def main(machine, *, w=5):
    x, y = 200, 120
    while True:
        held = machine.input.button()
        if held & Buttons.UP:
            y -= machine.rng.below(w)
        if held & Buttons.RIGHT:
            x += machine.rng.below(w)
        touched, u, v = machine.input.touched()
        if touched:
            machine.screen.point(u, v, 0xFFF80000)
        p, q = machine.input.stick()
        machine.screen.point(int(x + p * 9), int(y + q * 9), 0xFFF8F8F8)
        machine.console.print(machine.input.inkey(), "")
        machine.vsync()
"""


def proof(*arguments: str, status: int = 0) -> list[str]:
    """The verdicts of a check."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["check", *arguments]) == status
    return [line.strip().partition(" %   ")[2] for line in out.getvalue().splitlines()[2:]]


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    Path("game.py").write_text(PORT)
    record("--set", "W=9", "--frames", "40")


@pytest.mark.usefixtures("proved")
def test_a_pair_is_proved_over_a_game(capsys: Any, ran: CommandLine) -> None:
    assert proof("--replay", "game.log") == ["equal over 40 frames of game.log"]
    (row,) = json.loads(ran("check --replay game.log --json", 0).out)
    assert (row["game"], row["frames"], row["seeds"], row["sizes"]) == ("game.log", 40, [7], [{"W": 9}])
    assert proof("game.bas", "game.py", "--replay", "game.log") == ["equal over 40 frames of game.log"]
    assert "another text" not in capsys.readouterr().err
    log = Path("game.log").read_text("utf-8")
    Path("other.log").write_text(log.replace("seed 7", "seed 8").replace("frames 40", "frames 30"))
    verdicts = proof("game.bas", "--replay", "game.log", "--replay", "other.log")
    assert verdicts == ["equal over 40 frames of game.log", "equal over 30 frames of other.log"]
    assert proof("--replay", "game.log", "--frames", "10") == ["equal over 10 frames of game.log"]


@pytest.mark.usefixtures("proved")
def test_a_difference_in_a_game_is_told(capsys: Any) -> None:
    Path("game.py").write_text(PORT.replace("if touched:", "if touched > 2:"))
    assert proof("--replay", "game.log", status=1) == ["DIFFERENT (1 of 1 runs)"]
    told = capsys.readouterr().err
    assert "game: seed 7, W=9 (1 of 1 runs differ)\n" in told
    assert "listing line 8 draws point(160, 120, &HFFF80000), port leaves it out and draws point(2" in told
    Path("quiet.log").write_text("retromaze log 1\nseed 7\n12 press UP\n")
    assert proof("game.bas", "--replay", "quiet.log") == ["equal over 135 frames of quiet.log"]


def test_the_clock_of_a_game_is_that_of_its_proof() -> None:
    Path("now.bas").write_text("PRINT DATE$;TIME$\n")
    Path("now.py").write_text(
        "def main(machine):\n    machine.console.print(f'{machine.calendar:%Y/%m/%d%H:%M:%S}')\n"
    )
    options = ["--headless", "--seed", "1", "--clock", "2020-02-02T02:02:02", "--record", "now.log"]
    assert main(["run", "now.bas", *options]) == 0
    assert proof("--replay", "now.log") == ["equal over 0 frames of now.log"]


NOT_FOR_A_GAME = {
    "game.bas explorer": "--replay proves one pair: name that, or leave it to the log",
    "--seeds 3": f"{LEAVE_OUT} --seeds",
    "--set W=3": f"{LEAVE_OUT} --set",
    "--play 3": f"{LEAVE_OUT} --play",
    "--answers 3": f"{LEAVE_OUT} --answers",
    "explorer": "explorer has no size called w; it has size, sound",
}


@pytest.mark.usefixtures("proved")
def test_what_a_proof_over_a_game_does_not_take(ran: CommandLine) -> None:
    found = {options: ran(f"check {options} --replay game.log") for options in NOT_FOR_A_GAME}
    assert found == {options: (2, "", f"retromaze: {words}\n") for options, words in NOT_FOR_A_GAME.items()}


RED, GREEN = 0xFFF80000, 0xFF00F800
LISTING = """\
SPSET 0,0:BGPUT 0,1,0,1:VSYNC:ACLS
GPAGE 0,4:A=GSPOIT(0,0)
GPAGE 0,5:PRINT HEX$(A);" ";HEX$(GSPOIT(16,0))
"""


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.bas"
    path.write_text(LISTING)
    return path


def page_of_the_console(path: Path, raw: int) -> Path:
    """A file of the console with a page full of one color."""
    body = struct.pack("<8sHH4I", b"PCBN0001", 3, 2, 512, 512, 0, 0) + struct.pack("<H", raw) * (512 * 512)
    path.write_bytes(struct.pack("<HHHHI68x", 1, 1, 0, 2, len(body)) + body + bytes(20))
    return path


def test_files_of_the_console_and_pictures(listing: Path, tmp_path: Path, ran: CommandLine) -> None:
    """ACLS gives them back, not our own."""
    sprites = page_of_the_console(tmp_path / "GSPRITES", 0xF801)
    tiles = tmp_path / "tiles.png"
    tiles.write_bytes(encode_png(PictureContent(17, 1, array("I", [RED] * 16 + [GREEN]))))
    options = ["--sheet", str(sprites), "--sheet", f"5={tiles}", "--seed", "1", "--headless"]
    assert ran(["run", str(listing), *options]) == (0, "FFF80000 FF00F800\n", "")


def test_the_prompt_has_them_too(tmp_path: Path, ran: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    sprites = page_of_the_console(tmp_path / "GSPRITES", 0xF801)
    monkeypatch.setattr("sys.stdin", io.StringIO("GPAGE 0,4:PRINT HEX$(GSPOIT(9,9))\n"))
    assert "FFF80000" in ran(f"direct --sheet 4={sprites} --seed 1", 0).out


def test_what_is_no_picture_is_refused(listing: Path, tmp_path: Path, ran: CommandLine) -> None:
    path = tmp_path / "page"
    for content, reason in (
        (None, "no such file"),
        (b"no picture", "not a PNG file"),
        (struct.pack("<HHHHI68x", 1, 0, 0, 1, 1) + b"?" + bytes(20), "it holds no picture"),
    ):
        if content is not None:
            path.write_bytes(content)
        status, _, err = ran(f"run {listing} --sheet {path}")
        told = f"retromaze run: error: argument --sheet: {str(path)!r}: {reason}"
        assert (status, err.splitlines()[0]) == (2, told)
