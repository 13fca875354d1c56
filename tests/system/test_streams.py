"""The standard streams: every character, every system, every reader."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from retromaze.cli import main
from retromaze.system.streams import coding_of, is_reader_gone, take_every_character

SHOWN = "迷路カナ│▀😀"


def test_the_coding_of_a_stream() -> None:
    wanted = {
        ("cp932", False, "", True): "utf-8",
        ("cp1252", False, "", True): "utf-8",
        ("utf-8", True, "", True): "utf-8",
        ("cp932", False, "cp932", True): "cp932",
        ("euc_jp", False, "", False): "euc_jp",
        ("utf-8", False, "", False): "utf-8",
    }
    found = {
        (now, is_terminal, chosen, windows): coding_of(now, is_terminal, chosen, windows=windows)
        for now, is_terminal, chosen, windows in wanted
    }
    assert found == wanted


def western_pipes(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """Pipes in the code page of Western Europe in place of the streams; where the output goes."""
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    written = io.BytesIO()
    given = {"stdin": io.BytesIO(f"{SHOWN}\n".encode()), "stdout": written, "stderr": io.BytesIO()}
    for name, data in given.items():
        monkeypatch.setattr(sys, name, io.TextIOWrapper(data, encoding="cp1252", newline="\n"))
    return written


def test_pipes_of_windows_are_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    written = western_pipes(monkeypatch)
    take_every_character(windows=True)
    assert sys.stdin.readline() == f"{SHOWN}\n"
    sys.stdout.write(SHOWN)
    sys.stdout.flush()
    assert written.getvalue() == SHOWN.encode()
    # a second command in the same process finds the stream begun
    take_every_character(windows=True)


def test_elsewhere_the_users_coding_stays_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    written = western_pipes(monkeypatch)
    take_every_character(windows=False)
    sys.stdout.write(f"é{SHOWN}")
    sys.stdout.flush()
    assert written.getvalue() == b"\xe9" + b"?" * len(SHOWN)


def test_an_answer_that_is_no_text_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = tmp_path / "asks.bas"
    listing.write_text("INPUT A$:?A$")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), "utf-8", "strict"))
    assert main(["run", str(listing), "--headless", "--seed", "1"]) == 0
    assert capsys.readouterr() == ("?\ufffd\n\ufffd\n", "")


def test_a_script_writes_its_japanese_in_any_coding() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "retromaze.ports.digging"],
        input=b"5\n5\n",
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=True,
    )
    assert (done.stdout[:10], done.stderr) == (b"?" * 8 + b"\n?", b"")


def test_a_reader_that_has_left() -> None:
    wanted = {
        BrokenPipeError(): (True, True),
        OSError(errno.EINVAL, "Invalid argument"): (False, True),
        OSError(errno.EINVAL, "Invalid argument", "a.png"): (False, False),
        OSError(errno.ENOSPC, "No space left"): (False, False),
    }
    found = {
        error: (is_reader_gone(error, windows=False), is_reader_gone(error, windows=True)) for error in wanted
    }
    assert found == wanted
