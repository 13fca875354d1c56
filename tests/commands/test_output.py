"""What commands print and write: tables, files, progress; and their end by a signal."""

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from websockets.sync.client import connect
from websockets.typing import Origin

from retromaze.catalogue import CATALOGUE
from retromaze.cli import main
from retromaze.commands import output
from retromaze.commands.output import (
    PIPED_WIDTH,
    even_column_groups,
    is_taken,
    reporting_regularly,
    show_rows,
    write_file,
)
from retromaze.comparison import checks
from retromaze.studio import messages as m
from retromaze.studio.channel import encode_message
from tests.command_line import CommandLine

HEADINGS = ("kind", "solution", "dead end length", "verdict")
ROWS = [
    ("binary_tree", "62.0 ±0.0", "2.0 ±0.1", "equal"),
    ("迷路", "308.0 ±152.4", "2.2 ±0.2", "equal as far"),
]
WIDE = """\
kind              solution   dead end length   verdict
───────────────────────────────────────────────────────────
binary_tree      62.0 ±0.0          2.0 ±0.1   equal
迷路          308.0 ±152.4          2.2 ±0.2   equal as far
"""
WHOLE = """\
                             dead end
kind              solution     length   verdict
────────────────────────────────────────────────────
binary_tree      62.0 ±0.0   2.0 ±0.1   equal
迷路          308.0 ±152.4   2.2 ±0.2   equal as far
"""
PARTED = """\
                             dead end
kind              solution     length
─────────────────────────────────────
binary_tree      62.0 ±0.0   2.0 ±0.1
迷路          308.0 ±152.4   2.2 ±0.2

kind          verdict
──────────────────────────
binary_tree   equal
迷路          equal as far
"""


def test_a_table_that_is_too_wide_is_parted(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    for width, shown in {"59": WIDE, "58": WHOLE, "52": WHOLE, "51": PARTED, "37": PARTED}.items():
        monkeypatch.setenv("COLUMNS", width)
        show_rows(HEADINGS, ROWS, left=(0, 3))
        assert (width, capsys.readouterr().out) == (width, shown)


def test_the_parts_are_as_even_as_can_be() -> None:
    assert even_column_groups([10, 10, 10, 10, 10], 50) == [[0, 1, 2], [0, 3, 4]]
    assert even_column_groups([10, 10, 10, 10, 10], 62) == [[0, 1, 2, 3, 4]]
    assert even_column_groups([10, 40, 10], 30) == [[0, 1], [0, 2]]
    assert even_column_groups([10], 5) == [[0]]


NAMED = {
    "list": list(CATALOGUE),
    "list --builtins": ["ABS", "BACKCOLOR"],
    "study kruskal wall_extension --seed 1 --rooms 6x4": ["kruskal", "wall_extension"],
    "study kruskal wall_extension --seeds 2 --rooms 6x4": ["kruskal", "wall_extension"],
}
"""Commands with some names that begin lines of their tables."""


@pytest.mark.slow
def test_for_another_program_lines_have_that_width_and_names_are_whole(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    for columns, width in {"": PIPED_WIDTH, "60": 60}.items():
        monkeypatch.setenv("COLUMNS", columns)
        for command, names in NAMED.items():
            status, out, _ = ran(command)
            lines = out.splitlines()
            case = f"COLUMNS={columns} {command}"
            assert (status, [each for each in lines if cell_len(each) > width or each[-1:] == " "]) == (
                0,
                [],
            ), case
            assert {line.split()[0] for line in lines if line[:1].strip()}.issuperset(names), case


def test_a_link_leads_to_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there/maze.py", tmp_path / "link.py"
    link.symlink_to("there/maze.py")
    for text in (b"new", b"old"):
        assert write_file(link, text) == 0
        assert (link.is_symlink(), target.read_bytes()) == (True, text)
    assert [path.name for path in target.parent.iterdir()] == ["maze.py"]


def test_a_device_stays_one_and_is_never_in_the_way(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for path in (pipe, link):
        assert not is_taken(path)
        assert write_file(path, b"whole") == 0
        assert os.read(reader, 99) == b"whole"
    os.close(reader)
    assert pipe.is_fifo() and link.is_symlink()


def test_what_would_be_destroyed_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "nowhere").symlink_to("missing")
    assert [is_taken(tmp_path / name) for name in ("file", "nowhere", ".", "free")] == [
        True,
        True,
        True,
        False,
    ]


def test_what_cannot_be_written_whole_is_told_and_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(temporary: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to("missing/file")
    file.write_text("mine")
    assert write_file(link, b"") == 1
    monkeypatch.setattr("retromaze.machine.storage.os.replace", full)
    assert write_file(file, b"new") == 1
    assert capsys.readouterr().err == (
        f"retromaze: {link} cannot be written: No such file or directory\n"
        f"retromaze: {file} cannot be written: No space left on device\n"
    )
    assert file.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def until(wanted: Callable[[], bool]) -> None:
    """Waits until a condition is true."""
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_reader_that_has_left_disturbs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "FIRST_REPORT", 0.0)
    tries: list[str] = []

    def broken(words: str) -> None:
        tries.append(words)
        raise BrokenPipeError

    with reporting_regularly(lambda: "word", broken):
        until(lambda: bool(tries))
    assert tries[:1] == ["word"]


def test_words_that_have_not_changed_are_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "FIRST_REPORT", 0.0)
    monkeypatch.setattr(output, "NEXT_REPORT", 0.0)
    reported: list[str] = []
    words = iter(["1", "1", "1", "2"])
    with reporting_regularly(lambda: next(words, "2"), reported.append):
        until(lambda: "2" in reported)
    assert reported == ["1", "2"]


LOOP = "@L\nA=A+1\nVSYNC\nGOTO @L\n"
PORT = """\
def main(machine):
    while True:
        machine.vsync()
"""


def test_check_on_a_pipe_says_what_it_compares(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "FIRST_REPORT", 0.0)
    monkeypatch.setattr(output, "NEXT_REPORT", 3600.0)
    monkeypatch.setattr(sys, "stderr", err := io.StringIO())

    def waiting(*given: Any, **named: Any) -> Iterator[checks.Tally]:
        """Begins when something has been said."""
        until(lambda: "\n" in err.getvalue())
        yield from run_tasks(*given, **named)

    run_tasks = checks.run_tasks
    monkeypatch.setattr(checks, "run_tasks", waiting)
    Path("snake.bas").write_text(LOOP)
    Path("snake.py").write_text(PORT)
    assert main(["check", "snake.bas", "snake.py", "--seeds", "3", "--jobs", "1", "--frames", "100"]) == 0
    assert err.getvalue() == "retromaze: comparing snake, 0 of 3 runs done\n"
    assert "comparing" not in capsys.readouterr().out


@pytest.mark.slow
def test_check_says_what_it_does_once_there_is_a_difference(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "FIRST_REPORT", 0.0)
    monkeypatch.setattr(output, "NEXT_REPORT", 0.0)
    monkeypatch.setattr(sys, "stderr", err := io.StringIO())

    def waiting(*given: Any, **named: Any) -> Iterator[checks.Tally]:
        """Goes on with a difference when that has been said."""
        for tally in run_tasks(*given, **named):
            yield tally
            if words := tally.looking_for:
                until(partial(was_said, f"looking for {words}\n"))

    def was_said(words: str) -> bool:
        return words in err.getvalue()

    run_tasks = checks.run_tasks
    monkeypatch.setattr(checks, "run_tasks", waiting)
    Path("snake.bas").write_text("@L\nVSYNC\nIF BUTTON(0)!=16 THEN @L\nPRINT 1\n")
    Path("snake.py").write_text("def main(machine):\n    machine.vsync()\n    machine.console.print('1')\n")
    check = ["check", "snake.bas", "snake.py", "--jobs", "1"]
    assert main([*check, "--press", "A@9"]) == 1
    assert "retromaze: snake differs, 3 of 3 runs done: looking for its cause\n" in err.getvalue()
    Path("snake.py").write_text(
        "def main(machine):\n"
        "    machine.vsync()\n"
        "    while machine.input.button() != 16:\n"
        "        machine.vsync()\n"
        "    machine.console.print('2')\n"
    )
    assert main([*check, "--seeds", "1"]) == 1
    wanted = "retromaze: snake differs, 1 of 2 runs done: looking for a shorter game that shows it\n"
    assert wanted in err.getvalue()


@pytest.mark.slow
def test_check_with_play_counts_games_as_its_verdict_does(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "FIRST_REPORT", 0.0)
    monkeypatch.setattr(output, "NEXT_REPORT", 0.0)
    monkeypatch.setattr(sys, "stderr", err := io.StringIO())

    def waiting(*given: Any, **named: Any) -> Iterator[checks.Tally]:
        """Ends when the last number of games has been said."""
        tally = None
        for tally in run_tasks(*given, **named):
            yield tally
        assert tally is not None
        until(lambda: f"retromaze: comparing snake, {tally.games} games played\n" in err.getvalue())

    run_tasks = checks.run_tasks
    monkeypatch.setattr(checks, "run_tasks", waiting)
    Path("snake.bas").write_text("@L\nIF BUTTON(0)==16 THEN END\nVSYNC\nGOTO @L\n")
    assert main(["port", "snake.bas", "-o", "snake.py"]) == 0
    words = ["check", "snake.bas", "snake.py", "--seeds", "1", "--jobs", "1", "--play", "0.1"]
    assert main(words) == 0
    games = re.findall(r"comparing snake, (\d+) games? played", err.getvalue())[-1]
    assert f"equal in {games} games" in capsys.readouterr().out


with_signals = pytest.mark.skipif(
    shutil.which("ps") is None, reason="no such signals, or nobody to list them"
)

PATIENCE = 60
"""Seconds that a process may take to do something."""


def children_of(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    rows = [list(map(int, line.split())) for line in listed.splitlines()]
    return [each for each, parent in rows if parent == process]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def begun(words: list[str], folder: Path, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A command whose temporary files are in the folder. Its process group is killed at the end."""
    command = [sys.executable, "-m", "retromaze", *words]
    environment = {**os.environ, "TMPDIR": str(folder), **more}
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            # The group outlives the command if it leaves a child process.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
@with_signals
def test_a_studio_that_is_told_to_end_leaves_no_folder_and_no_process(tmp_path: Path) -> None:
    with begun(["studio", "kruskal", "--no-browser"], tmp_path) as process:
        assert process.stdout
        address, _, token = process.stdout.readline().strip().partition("#token=")
        place = address.replace("http:", "ws:").rstrip("/")
        origin = Origin(address.rstrip("/"))
        with (
            connect(f"{place}/session?token={token}", origin=origin) as session,
            connect(f"{place}/proof?token={token}", origin=origin) as proof,
        ):
            session.recv(timeout=PATIENCE)
            proof.send(encode_message(m.Open("kruskal", seed=1)))
            proof.recv(timeout=PATIENCE)
            until(lambda: len(list(tmp_path.glob("retromaze-*/retromaze-*"))) == 2)
            prover = children_of(process.pid)[-1]
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == -signal.SIGTERM
        until(lambda: not is_alive(prover))
        assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@with_signals
def test_a_check_whose_terminal_is_closed_leaves_no_process(tmp_path: Path) -> None:
    (tmp_path / "m.bas").write_text("@L\nGPSET 1,1:WAIT 1\nGOTO @L\n")
    (tmp_path / "m.py").write_text("def main(machine):\n    10 ** 10**9 % 7\n")
    words = ["check", str(tmp_path / "m.bas"), str(tmp_path / "m.py"), "--jobs", "2", "--patience", "100"]
    with begun(words, tmp_path) as process:
        until(lambda: len(children_of(process.pid)) >= 2)
        workers = children_of(process.pid)
        process.send_signal(signal.SIGHUP)
        assert process.wait(PATIENCE) == -signal.SIGHUP
        until(lambda: not any(map(is_alive, workers)))


@pytest.mark.slow
@with_signals
def test_the_studio_s_token_is_in_no_command_line(tmp_path: Path) -> None:
    given = tmp_path / "given"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$@" > {given}.new && mv {given}.new {given}\n')
    browser.chmod(0o755)
    (tmp_path / "temporary").mkdir()
    with begun(["studio"], tmp_path / "temporary", BROWSER=str(browser)) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        token = address.partition("#token=")[2]
        until(given.exists)
        page = given.read_text().strip()
        assert len(token) >= 32 and page.startswith("file://") and token not in page
        shown = subprocess.run(["ps", "-eo", "args="], capture_output=True, text=True, check=True).stdout
        assert token not in shown
        file = Path(page.removeprefix("file://"))
        assert f'location.replace("{address}")' in file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600
        made = [each for each in (tmp_path / "temporary").rglob("*") if each.is_dir()]
        assert file.parent in made and all(each.stat().st_mode & 0o777 == 0o700 for each in made)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
    assert list((tmp_path / "temporary").iterdir()) == []
