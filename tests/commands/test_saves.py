"""Hearing of saves, by the system or by looking again and again."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import watchfiles

from retromaze.commands.saves import Saves

PATIENCE = 60
"""Seconds in which a save is noticed."""


def save_until_heard(saves: Saves, path: Path) -> set[Path]:
    """Saves until it is noticed: when the watching begins is not known."""
    end = time.monotonic() + PATIENCE
    while not saves:
        assert time.monotonic() < end, "nothing was noticed"
        path.write_text(str(time.monotonic()))
        time.sleep(0.01)
    return saves.take()


def test_a_save_is_heard_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "maze.bas"
    path.write_text("")
    for polling in (False, True):
        with Saves([path], polling=polling) as saves:
            (tmp_path / "other.bas").write_text("")
            assert save_until_heard(saves, path) == {path}, polling


def test_a_file_put_in_the_place_of_another_is_a_save(tmp_path: Path) -> None:
    path, new = tmp_path / "maze.bas", tmp_path / "maze.bas~"
    path.write_text("")
    with Saves([path]) as saves:
        save_until_heard(saves, path)
        new.write_text("new")
        os.replace(new, path)
        assert saves.take() == {path}


def test_modules_beside_a_port_are_wanted_too(tmp_path: Path) -> None:
    saves = Saves([tmp_path / "maze.bas", tmp_path / "ports" / "maze.py"])
    wanted = ["maze.bas", "ports/maze.py", "ports/rooms.py"]
    unwanted = ["other.bas", "maze.py", "ports/rooms.txt", "ports/more/rooms.py"]
    for name in wanted + unwanted:
        assert saves.wanted(None, str(tmp_path / name)) is (name in wanted)


def test_where_the_system_refuses_to_tell_the_files_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error: Exception
    asked: list[bool | None] = []

    def watch(*_: str, force_polling: bool | None, **__: object) -> Iterator[set[object]]:
        asked.append(force_polling)
        if not force_polling:
            raise error
        yield {(watchfiles.Change.deleted, str(tmp_path / "maze.bas"))}
        yield {(watchfiles.Change.modified, str(tmp_path / "maze.bas"))}

    monkeypatch.setattr("watchfiles.watch", watch)
    for error in (OSError(errno.ENOSPC, "No space left"), RuntimeError("Too many open files")):
        asked.clear()
        with Saves([tmp_path / "maze.bas"]) as saves:
            assert saves.take() == {tmp_path / "maze.bas"}
        assert asked == [None, True], error
