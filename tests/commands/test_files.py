"""The files that commands write: links and devices stay what they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from retromaze.commands.files import is_taken, write_file


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


def test_what_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "link").symlink_to("missing/file")
    assert write_file(tmp_path / "link", b"") == 1
    assert capsys.readouterr().err == (
        f"retromaze: {tmp_path / 'link'} cannot be written: No such file or directory\n"
    )
