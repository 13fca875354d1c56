"""`retromaze convert`: files, archives and folders of the console."""

import json
import os
import signal
import struct
import subprocess
import sys
import zlib
from array import array
from pathlib import Path

import pytest
from PIL import Image

from retromaze.cli import main
from retromaze.commands import convert
from retromaze.machine import file_formats
from retromaze.machine.file_formats import (
    LARGEST_FILE,
    LARGEST_TEXT_FILE,
    Numbers,
    PictureContent,
    unpack_body,
)
from retromaze.machine.storage import SiblingFiles, Storage
from tests.console_files import container, numeric, project

PROGRAM = container(0, '?"あ"\n'.encode(), icon=1)
PAGE = numeric(3, (2, 1), struct.pack("<2H", 0xF801, 0xFFFF))
RED_AND_WHITE = [0xFFF80000, 0xFFF8F8F8]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def run(*words: str | Path) -> int:
    return main(["convert", *map(str, words)])


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_each_kind_gets_its_own_suffix(
    tmp_path: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        put(tmp_path, "TMAZE", PROGRAM),
        put(tmp_path, "TNOTE", container(0, b"hello\r\n")),
        put(tmp_path, "BMAP", container(1, numeric(4, (1, 2), struct.pack("<2i", 3, -4)))),
        put(tmp_path, "BPIC", container(1, PAGE, icon=2)),
    ]
    assert run(*files) == 0
    assert (here / "TMAZE.bas").read_bytes() == '?"あ"\n'.encode()
    assert (here / "TNOTE.txt").read_bytes() == b"hello\r\n"
    assert json.loads((here / "BMAP.json").read_text()) == {
        "format": "retromaze array 1",
        "element": "integer",
        "sizes": [1, 2],
        "values": [3, -4],
    }
    with Image.open(here / "BPIC.png") as image:
        assert [image.getpixel((x, 0)) for x in range(2)] == [(255, 0, 0, 255), (255, 255, 255, 255)]
    assert sorted(os.listdir(here)) == ["BMAP.json", "BPIC.png", "TMAZE.bas", "TNOTE.txt"]
    told = capsys.readouterr().out
    assert told.splitlines()[0] == f"{files[0]} -> TMAZE.bas"


def test_a_text_of_a_pc_becomes_utf_8(tmp_path: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'PRINT "カナ漢字①"\r\nEND\r\n'
    for coding in ("cp932", "utf-16", "utf-16-le", "utf-16-be"):
        source = put(tmp_path, f"{coding}.bas", text.encode(coding))
        assert run(source) == 0
        assert (here / f"{coding}.utf8.bas").read_bytes() == text.encode()
        assert capsys.readouterr().out == f"{source} -> {coding}.utf8.bas\n"
        assert run(source) == 1
        assert run(source, "-o", f"own-{coding}.bas") == 0
        assert (here / f"own-{coding}.bas").read_bytes() == text.encode()
        assert source.read_bytes() == text.encode(coding)
        capsys.readouterr()


def test_what_is_utf_8_already_or_no_text_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reasons = {
        put(tmp_path, "a.bas", b"PRINT 1\n"): "UTF-8 already, nothing to do",
        put(tmp_path, "b.png", b"\x89PNG\r\n\x1a\n"): "neither a file of the console nor Shift_JIS or UTF-16",
        put(tmp_path, "TC", container(0, b"A" * 99)[:-21]): "a file of the console that is cut off",
    }
    assert run(*reasons) == 1
    assert capsys.readouterr().err == "".join(
        f"retromaze: {each}: {reason}\n" for each, reason in reasons.items()
    )


def test_output_names_a_file_or_a_folder(tmp_path: Path, here: Path) -> None:
    source = put(tmp_path, "TMAZE", PROGRAM)
    (here / "folder").mkdir()
    assert run(source, "-o", here / "maze.bas") == 0
    assert run(source, "-o", here / "folder") == 0
    assert (here / "maze.bas").exists() and (here / "folder/TMAZE.bas").exists()


def test_a_dash_is_standard_output(
    tmp_path: Path, here: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(put(tmp_path, "TMAZE", PROGRAM), "-o", "-") == 0
    assert capfdbinary.readouterr() == ('?"あ"\n'.encode(), b"") and [*here.iterdir()] == []


def test_nothing_is_overwritten_silently(
    tmp_path: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = put(tmp_path, "TMAZE", PROGRAM)
    put(here, "TMAZE.bas", b"mine")
    assert run(source) == 1
    assert (here / "TMAZE.bas").read_bytes() == b"mine"
    assert capsys.readouterr().err == f"retromaze: {source}: TMAZE.bas exists already\n"
    assert run(source, "--force") == 0
    assert (here / "TMAZE.bas").read_bytes() == '?"あ"\n'.encode()


def test_a_link_is_replaced_never_written_through(tmp_path: Path, here: Path) -> None:
    source = put(tmp_path, "TMAZE", PROGRAM)
    other = put(tmp_path, "other", b"mine")
    (here / "TMAZE.bas").symlink_to(other)
    assert (run(source), run(source, "--force")) == (1, 0)
    assert other.read_bytes() == b"mine" and not (here / "TMAZE.bas").is_symlink()


def test_a_device_is_written_into(tmp_path: Path, here: Path) -> None:
    pipe = here / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert run(put(tmp_path, "TMAZE", PROGRAM), "-o", pipe) == 0
    assert os.read(reader, 99) == '?"あ"\n'.encode() and pipe.is_fifo()
    os.close(reader)


def test_what_fails_does_not_stop_the_rest(
    tmp_path: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    garbage = put(tmp_path, "GARBAGE", b"garbage")
    assert run(garbage, tmp_path / "missing", tmp_path, put(tmp_path, "TMAZE", PROGRAM)) == 1
    assert os.listdir(here) == ["TMAZE.bas"]
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {garbage}: UTF-8 already, nothing to do",
        f"retromaze: {tmp_path / 'missing'}: no such file",
        f"retromaze: {tmp_path}: no such file",
    ]


def test_several_files_need_a_folder(tmp_path: Path) -> None:
    source = put(tmp_path, "TMAZE", PROGRAM)
    assert run(source, source, "-o", tmp_path / "one.bas") == 2


def test_an_archive_becomes_a_project_of_the_storage(tmp_path: Path, here: Path) -> None:
    members = [(b"TMAIN", PROGRAM), (b"BPIC", PAGE), (b"BMAP", numeric(5, (1,), struct.pack("<d", 0.5)))]
    assert run(put(tmp_path, "PGAME", project(members)), "-o", here / "GAME", "--as-project") == 0
    assert os.listdir(here) == ["GAME"]
    storage = Storage(here)
    storage.select_project("GAME")
    assert storage.read_text("MAIN") == '?"あ"\n'
    assert storage.read_page("PIC") == PictureContent(2, 1, array("I", RED_AND_WHITE))
    assert storage.read_array("MAP") == Numbers("#", (1,), [0.5])


def test_an_archive_becomes_a_folder_in_which_a_listing_finds_the_others(tmp_path: Path, here: Path) -> None:
    members = [(b"TMAIN", PROGRAM), (b"TNOTE", b"x"), (b"BPIC", PAGE), (b"BNOTE", container(1, PAGE, icon=2))]
    assert run(put(tmp_path, "PGAME", project(members))) == 0
    folder = here / "PGAME.project"
    assert sorted(os.listdir(folder)) == ["MAIN.bas", "NOTE.png", "NOTE.txt", "PIC.png"]
    storage = Storage(tmp_path / "storage")
    storage.siblings = SiblingFiles(folder / "MAIN.bas")
    assert storage.read_text("NOTE") == "x"
    assert storage.read_page("PIC").pixels == storage.read_page("NOTE").pixels == array("I", RED_AND_WHITE)


def test_bad_names_in_an_archive_stay_inside_and_are_told(
    tmp_path: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    members = [
        (b"T../../evil", b"x"),
        (b"T/tmp/evil", b"x"),
        (b"TGOOD", b"good"),
        (b"TGOOD", b"again"),
        (b"BX", b"x"),
    ]
    source = put(tmp_path, "PGAME", project(members))
    assert run(source) == 1
    assert [str(path.relative_to(here)) for path in here.rglob("*") if path.is_file()] == [
        "PGAME.project/GOOD.txt"
    ]
    assert (here / "PGAME.project/GOOD.txt").read_text() == "good"
    assert sorted(os.listdir(tmp_path)) == ["PGAME", "here"]
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {source}: '../../evil': no name of a file or project",
        f"retromaze: {source}: '/tmp/evil': no name of a file or project",
        f"retromaze: {source}: 'GOOD' is in the archive twice",
        f"retromaze: {source}: 'X': the array has no header",
    ]


@pytest.mark.slow
def test_an_archive_of_bombs_unpacks_to_no_more_than_a_file_may_hold(
    tmp_path: Path, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked = []

    def unpack(packed: bytes, largest: int) -> bytes:
        body = unpack_body(packed, largest)
        unpacked.append(len(body))
        return body

    monkeypatch.setattr(file_formats, "unpack_body", unpack)
    body = zlib.compress(b"A" * LARGEST_TEXT_FILE)
    bomb = struct.pack("<HHHHI68x", 1, 0, 1, 0, len(body)) + body + bytes(20)
    members = [(b"T%d" % number, bomb) for number in range(200)]
    source = put(tmp_path, "PBOMB", project([*members, (b"TLAST", b"plain")]))
    assert run(source) == 1
    assert sum(unpacked) <= LARGEST_FILE + len(members)
    kept = sorted(path.name for path in here.rglob("*") if path.is_file())
    assert kept == ["0.txt", "1.txt", "2.txt", "LAST.txt"]
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {source}: '{number}': larger than any file of the console" for number in range(3, 200)
    ]


def test_an_archive_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = put(tmp_path, "PGAME", project([(b"TA", b"new")]))

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(convert, "write_member", fail)
    assert run(source) == 130
    assert os.listdir(here) == []


@pytest.mark.slow
def test_being_told_to_end_leaves_nothing(tmp_path: Path, here: Path) -> None:
    told = """
import os, signal, sys
from retromaze.cli import main
from retromaze.commands import convert
from retromaze.machine import storage

def end(*given):
    os.kill(os.getpid(), signal.SIGTERM)

convert.unpack = end
storage.os.replace = end
sys.exit(main(["convert", sys.argv[1]]))
"""
    for source in (put(tmp_path, "X", project([(b"TA", b"?1")])), put(tmp_path, "Y", PROGRAM)):
        ended = subprocess.run([sys.executable, "-c", told, str(source)], capture_output=True, check=False)
        assert (ended.returncode, list(here.iterdir())) == (-signal.SIGTERM, [])


LOADS = container(0, b'LOAD "DAT:MAP",A\n', icon=1)
MAP = container(1, numeric(4, (2,), struct.pack("<2i", 3, -4)))
WHITE = container(1, numeric(3, (1, 1), struct.pack("<H", 0xFFFF)), icon=2)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A folder of the console's files under the names that they have on its disk."""
    folder = tmp_path / "card"
    folder.mkdir()
    for name, data in (("TMAZE", LOADS), ("BMAP", MAP), ("BTILES", WHITE), ("TNOTE", container(0, b"hi"))):
        (folder / name).write_bytes(data)
    return folder


def files_below(folder: Path) -> list[str]:
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())


def test_the_letters_of_the_disk_are_taken_off(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = card.parent / "out"
    assert run(card, "-o", out) == 0
    assert files_below(out) == ["MAP.json", "MAZE.bas", "NOTE.txt", "TILES.png"]
    assert capsys.readouterr().out.splitlines() == [
        f"{card}/BMAP -> {out}/MAP.json",
        f"{card}/BTILES -> {out}/TILES.png",
        f"{card}/TMAZE -> {out}/MAZE.bas",
        f"{card}/TNOTE -> {out}/NOTE.txt",
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
    assert run(card, "-o", out) == 0
    assert files_below(out) == [
        "MAP.json",
        "MAZE.bas",
        "NOTE.txt",
        "TILES.png",
        *("a long name of a text.txt", "kana.txt", "sub.bas"),
    ]
    assert (out / "kana.txt").read_text("utf-8") == 'PRINT "かな"\n'
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {card}/.hidden: left out, its name begins with a dot",
        f"retromaze: {card}/photo.jpg: left out, not a text file (no UTF-8 at byte 0)",
    ]


def test_a_folder_without_anything_to_convert_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run(empty, "-o", tmp_path / "out") == 1
    assert capsys.readouterr() == ("", f"retromaze: {empty}: it has no file to convert\n")
    assert not (tmp_path / "out").exists()


def test_folders_and_archives_inside_become_folders(card: Path) -> None:
    (card / "GAME").mkdir()
    (card / "GAME/TMAIN").write_bytes(LOADS)
    (card / "PACK").write_bytes(project([(b"TMAIN", LOADS), (b"BMAP", MAP)]))
    (card / "loop").symlink_to(card, target_is_directory=True)
    (card / "TLINK").symlink_to("/etc/passwd")
    out = card / "out"
    assert run(card, "-o", out) == 0
    assert run(card, "-o", out, "--force") == 1  # a folder is never overwritten
    assert files_below(out) == [
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
    (card / "SUB/TX").write_bytes(LOADS)
    (out / "SUB").symlink_to(elsewhere, target_is_directory=True)
    assert run(card, "-o", out) == 1
    assert (out / "MAZE.bas").read_text() == "mine" and not os.listdir(elsewhere)
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {card}/TMAZE: {out}/MAZE.bas exists already",
        f"retromaze: {card}/SUB/TX: {out}/SUB is a link",
    ]


def test_what_is_damaged_or_too_much_is_told(
    card: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (card / "BMAP").write_bytes(container(1, b"PCBN"))
    monkeypatch.setattr(convert, "MOST_WRITTEN", 20)
    assert run(card, "-o", card.parent / "out") == 1
    assert capsys.readouterr().err.splitlines() == [
        f"retromaze: {card}/BMAP: the array has no header",
        f"retromaze: {card}/BTILES: more than 20 bytes would be written",
    ]
    assert files_below(card.parent / "out") == ["MAZE.bas", "NOTE.txt"]
