"""`retromaze convert FOLDER`: what was on the console lies beside the listings that load it."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import pytest

from retromaze.cli import main
from retromaze.commands import folder_conversion
from retromaze.machine.contents import LARGEST_TEXT_FILE
from tests.command_line import ran
from tests.console_files import container, numeric, project

PROGRAM = container(0, b'LOAD "DAT:MAP",A\n', icon=1)
MAP = container(1, numeric(4, (2,), struct.pack("<2i", 3, -4)))
PAGE = container(1, numeric(3, (1, 1), struct.pack("<H", 0xFFFF)), icon=2)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A folder of the console's files under the names that they have on its disk."""
    folder = tmp_path / "card"
    folder.mkdir()
    for name, data in (("TMAZE", PROGRAM), ("BMAP", MAP), ("BTILES", PAGE), ("TNOTE", container(0, b"hi"))):
        (folder / name).write_bytes(data)
    return folder


def convert(*words: object) -> int:
    return main(["convert", *map(str, words)])


def files_in(folder: Path) -> list[str]:
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())


def test_the_letters_of_the_disk_are_taken_off(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = card.parent / "out"
    assert convert(card, "-o", out) == 0
    assert files_in(out) == ["MAP.json", "MAZE.bas", "NOTE.txt", "TILES.png"]
    assert capsys.readouterr().out.splitlines() == [
        f"{card}/BMAP -> {out}/MAP.json",
        f"{card}/BTILES -> {out}/TILES.png",
        f"{card}/TMAZE -> {out}/MAZE.bas",
        f"{card}/TNOTE -> {out}/NOTE.txt",
    ]


def test_names_stay_where_a_file_has_no_letter_or_it_is_wished(card: Path) -> None:
    assert convert(card, "-o", card.parent / "kept", "--keep-names") == 0
    (card / "MAP").write_bytes(MAP)
    assert convert(card, "-o", card.parent / "mixed") == 0
    assert files_in(card.parent / "kept") == ["BMAP.json", "BTILES.png", "TMAZE.bas", "TNOTE.txt"]
    assert files_in(card.parent / "mixed") == [
        "BMAP.json",
        "BTILES.png",
        "MAP.json",
        "TMAZE.bas",
        "TNOTE.txt",
    ]


def test_files_of_a_pc_go_along_if_they_can_be_loaded(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (
        ("sub.bas", b"PRINT 1\n"),
        ("kana.txt", 'PRINT "かな"\n'.encode("cp932")),
        ("photo.jpg", b"\xff\xd8\xff\xe0\0\0"),
        (".hidden", b"x"),
        ("a long name of a text.txt", b"x"),
    ):
        (card / name).write_bytes(data)
    out = card.parent / "out"
    assert convert(card, "-o", out) == 0
    assert files_in(out) == ["MAP.json", "MAZE.bas", "NOTE.txt", "TILES.png", "kana.txt", "sub.bas"]
    assert (out / "kana.txt").read_text("utf-8") == 'PRINT "かな"\n'
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {card}/.hidden: left out, LOAD finds no file of that name",
        f"retromaze: {card}/a long name of a text.txt: left out, LOAD finds no file of that name",
        f"retromaze: {card}/photo.jpg: left out, not a text file (no UTF-8 at byte 0)",
    ]


def test_folders_and_archives_inside_become_folders(card: Path) -> None:
    (card / "GAME").mkdir()
    (card / "GAME/TMAIN").write_bytes(PROGRAM)
    (card / "PACK").write_bytes(project([(b"TMAIN", PROGRAM), (b"BMAP", MAP)]))
    (card / "loop").symlink_to(card, target_is_directory=True)
    (card / "TLINK").symlink_to("/etc/passwd")
    out = card / "out"
    assert convert(card, "-o", out) == 0
    assert convert(card, "-o", out, "--force") == 1  # a folder is never overwritten
    assert files_in(out) == [
        *("GAME/MAIN.bas", "MAP.json", "MAZE.bas", "NOTE.txt"),
        *("PACK.project/MAIN.bas", "PACK.project/MAP.json", "TILES.png"),
    ]


def test_nothing_is_overwritten_or_written_through_a_link(
    card: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, elsewhere = card.parent / "out", card.parent / "elsewhere"
    out.mkdir()
    elsewhere.mkdir()
    (out / "MAZE.bas").write_text("mine")
    (card / "SUB").mkdir()
    (card / "SUB/TX").write_bytes(PROGRAM)
    (out / "SUB").symlink_to(elsewhere, target_is_directory=True)
    assert convert(card, "-o", out) == 1
    assert (out / "MAZE.bas").read_text() == "mine" and not os.listdir(elsewhere)
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {card}/TMAZE: {out}/MAZE.bas exists already",
        f"retromaze: {card}/SUB/TX: {out}/SUB is a link",
    ]


def test_what_is_damaged_or_too_much_is_told(
    card: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (card / "BMAP").write_bytes(container(1, b"PCBN"))
    monkeypatch.setattr(folder_conversion, "MOST_WRITTEN", 20)
    assert convert(card, "-o", card.parent / "out") == 1
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {card}/BMAP: the array has no header",
        f"retromaze: {card}/BTILES: more than 20 bytes would be written",
    ]
    assert files_in(card.parent / "out") == ["MAZE.bas", "NOTE.txt"]


def test_a_packed_body_that_grows_is_bounded(card: Path) -> None:
    body = zlib.compress(bytes(LARGEST_TEXT_FILE + 1))
    (card / "TBOMB").write_bytes(struct.pack("<HHHHI68x", 1, 0, 1, 1, len(body)) + body + bytes(20))
    assert convert(card, "-o", card.parent / "out") == 1
    assert "BOMB.bas" not in files_in(card.parent / "out")


def test_wrong_usage(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {
        f"convert {card}": "a folder is converted into another: -o OUT",
        f"convert {card} -o {card}/TMAZE": f"{card}/TMAZE is no folder",
        f"convert {card} -o {card}/out --as-project": "--as-project is for an archive",
    }
    assert {command: ran(command, capsys) for command in wrong} == {
        command: (2, "", f"retromaze: {told}\n") for command, told in wrong.items()
    }
