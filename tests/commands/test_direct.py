"""`retromaze direct` with lines piped in: what is printed, where files go, the exit status."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from retromaze.cli import main
from retromaze.commands.direct import greeting
from tests.command_line import CommandLine

Pipe = Callable[..., tuple[int, str]]


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path) -> Pipe:
    """Runs the command over some lines; gives exit status and output. The user's folder is a fresh one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(here / "data"))

    def run(lines: str, *options: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = main(["direct", "--seed", "1", *options])
        return status, capsys.readouterr().out

    return run


PRINTED = {
    "A=5\nPRINT A*2\n\nPRINT A;\nPRINT 1": (0, "10\n5\n1\n"),
    "FOO\nPRINT ERRNUM\n": (1, "Undefined function (FOO)\n16\n"),
    'INPUT "N";A\n5\nPRINT A+1\n': (0, "N?5\n6\n"),
}
"""Lines that are piped in, with the exit status and what is printed."""
LOADED = (
    1,
    " 1 PRINT 1\n 2 GOTO @NOWHERE\n1\nUndefined label in 0:2 (@NOWHERE)\nmaze.bas:2:1\n"
    "  GOTO @NOWHERE\n  ^\nMAZE\n",
)


def test_only_what_lines_print_is_shown(pipe: Pipe) -> None:
    assert {lines: pipe(lines) for lines in PRINTED} == PRINTED


def test_a_file_or_a_program_we_ship_is_loaded_into_slot_0(pipe: Pipe) -> None:
    Path("maze.bas").write_text("PRINT 1\nGOTO @NOWHERE\n")
    assert pipe("LIST\nRUN\nPRINT PRGNAME$(0)\n", "maze.bas") == LOADED
    assert pipe("PRINT PRGSIZE(0)>0;PRGNAME$(0)\n", "backtracker") == (0, "1BACKTRACKER\n")


def test_files_go_to_the_users_folder(pipe: Pipe, tmp_path: Path) -> None:
    assert pipe('SAVE "TXT:NOTE","hello"\n') == (0, "")
    assert (tmp_path / "data/retromaze/storage/DEFAULT/TXT/NOTE").read_text() == "hello"
    assert pipe("FILES\n") == (0, "*NOTE\n")


def test_files_go_to_the_folder_named(pipe: Pipe, tmp_path: Path) -> None:
    """SAVE makes it where it is missing."""
    assert pipe('SAVE "TXT:NOTE","hello"\n', "--storage", "mine") == (0, "")
    assert (tmp_path / "mine/DEFAULT/TXT/NOTE").read_text() == "hello"
    assert not (tmp_path / "data").exists()


def test_the_prompt_finds_the_files_of_the_folder_it_was_started_in(pipe: Pipe, ran: CommandLine) -> None:
    """Those with a suffix that LOAD knows are listed too; `retromaze run` lists those of the storage only."""
    Path("snake.bas").write_text('PRINT "HISS"\nFILES "TXT:"\n')
    Path("levels.json").write_text('{"kind":"integers","size":[2],"values":[7,8]}')
    Path("README.md").write_text("PRINT 1\n")
    Path("a_name_that_is_too_long.bas").write_text("PRINT 1\n")
    lines = 'SAVE "TXT:NOTE","hello"\nFILES\nLOAD "SNAKE":RUN\n'
    assert pipe(lines) == (0, "*NOTE\n*SNAKE\n LEVELS\nHISS\n*NOTE\n*SNAKE\n")
    assert ran("run snake.bas --headless --seed 1") == (0, "HISS\n*NOTE\n", "")


def test_frames_press_start(pipe: Pipe) -> None:
    lines = 'PRGEDIT 0:PRGSET "WHILE X==0:WEND:PRINT 1"\nRUN\nX=1:CONT\n'
    assert pipe(lines, "--frames", "2") == (0, "Break on 0:1\n1\n")


def test_what_nobody_heard_is_said_apart_from_what_is_printed(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    assert pipe("PCMSTOP\nPRINT 1\nPCMSTOP\n") == (0, "1\n")
    assert said.getvalue() == "retromaze: not simulated yet: PCMSTOP ×2\n"


def test_the_greeting_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(greeting(7, "")) == [
        "SmileBASIC 3 on a simulated console. HELP explains its words, EXIT or Ctrl-D leaves. (seed 7)"
    ]
    monkeypatch.setenv("LANGUAGE", "ja")
    assert list(greeting(7, "pygame")) == [
        "仮想のゲーム機の SmileBASIC 3 です。HELP で命令の説明、EXIT か Ctrl-D で終わります。(シード 7)",
        "ウィンドウはありません: pygame。SHOW でここに画面を見せます",
    ]
