"""Who waits on a pipe is told every some seconds what goes on."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from retromaze.commands import progress
from retromaze.commands.progress import told_in_time


def until(wanted: Callable[[], bool]) -> None:
    """Waits until a condition is true."""
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_words_are_told_again_and_again_until_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST", 0.01)
    monkeypatch.setattr(progress, "NEXT", 0.01)
    told: list[str] = []
    with told_in_time(lambda: f"word {len(told)}", told.append):
        until(lambda: len(told) >= 3)
    assert told[:3] == ["word 0", "word 1", "word 2"]
    # The thread has ended with the block.
    assert "progress" not in {each.name for each in threading.enumerate()}


def test_what_is_soon_over_says_nothing() -> None:
    told: list[str] = []
    with told_in_time(str, told.append):
        pass
    assert told == []


def test_a_reader_that_has_left_disturbs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST", 0.0)
    tries: list[str] = []

    def broken(words: str) -> None:
        tries.append(words)
        raise BrokenPipeError

    with told_in_time(lambda: "word", broken):
        until(lambda: bool(tries))
    assert tries[:1] == ["word"]


LOOP = "@L\nA=A+1\nVSYNC\nGOTO @L\n"
PORT = """\
def main(machine):
    while True:
        machine.vsync()
"""
IMPATIENT = """\
import sys
from retromaze.cli import main
from retromaze.commands import progress

progress.FIRST = progress.NEXT = 0.05
if __name__ == "__main__":
    sys.exit(main(["check", "snake.bas", "snake.py", "--seeds", "3", "--jobs", "1", "--frames", "100"]))
"""


def test_check_on_a_pipe_says_what_it_compares(tmp_path: Path) -> None:
    (tmp_path / "snake.bas").write_text(LOOP)
    (tmp_path / "snake.py").write_text(PORT)
    (tmp_path / "impatient.py").write_text(IMPATIENT)
    done = subprocess.run(
        [sys.executable, "impatient.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert lines[0] == "retromaze: comparing snake, 0 of 3 runs done"
    assert "comparing" not in done.stdout
