"""Who waits on a pipe is told every some seconds what goes on."""

from __future__ import annotations

import io
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from retromaze.cli import main
from retromaze.commands import progress
from retromaze.commands.progress import told_in_time
from retromaze.comparison import trials


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


def test_check_on_a_pipe_says_what_it_compares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "FIRST", 0.0)
    monkeypatch.setattr(sys, "stderr", err := io.StringIO())

    def waiting(*given: Any, **named: Any) -> Iterator[trials.Tally]:
        """Begins when something has been said."""
        until(lambda: "\n" in err.getvalue())
        yield from perform_all(*given, **named)

    perform_all = trials.perform_all
    monkeypatch.setattr(trials, "perform_all", waiting)
    Path("snake.bas").write_text(LOOP)
    Path("snake.py").write_text(PORT)
    assert main(["check", "snake.bas", "snake.py", "--seeds", "3", "--jobs", "1", "--frames", "100"]) == 0
    assert err.getvalue() == "retromaze: comparing snake, 0 of 3 runs done\n"
    assert "comparing" not in capsys.readouterr().out
