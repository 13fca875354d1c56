"""`--sheet`: pictures of one's own for sprites and backgrounds."""

from __future__ import annotations

import io
import struct
from array import array
from pathlib import Path

import pytest

from retromaze.cli import main
from retromaze.machine.contents import PictureContent, encode_png
from tests.command_line import ran

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


def test_files_of_the_console_and_pictures(
    listing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """ACLS gives them back, not our own."""
    sprites = page_of_the_console(tmp_path / "GSPRITES", 0xF801)
    tiles = tmp_path / "tiles.png"
    tiles.write_bytes(encode_png(PictureContent(17, 1, array("I", [RED] * 16 + [GREEN]))))
    options = ["--sheet", str(sprites), "--sheet", f"5={tiles}", "--seed", "1", "--headless"]
    assert main(["run", str(listing), *options]) == 0
    assert capsys.readouterr().out == "FFF80000 FF00F800\n"


def test_the_prompt_has_them_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sprites = page_of_the_console(tmp_path / "GSPRITES", 0xF801)
    monkeypatch.setattr("sys.stdin", io.StringIO("GPAGE 0,4:PRINT HEX$(GSPOIT(9,9))\n"))
    assert main(["direct", "--sheet", f"4={sprites}", "--seed", "1"]) == 0
    assert "FFF80000" in capsys.readouterr().out


def test_what_is_no_picture_is_refused(
    listing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page"
    for content, reason in (
        (None, "no such file"),
        (b"no picture", "not a PNG file"),
        (struct.pack("<HHHHI68x", 1, 0, 0, 1, 1) + b"?" + bytes(20), "it holds no picture"),
    ):
        if content is not None:
            path.write_bytes(content)
        status, _, err = ran(f"run {listing} --sheet {path}", capsys)
        told = f"retromaze run: error: argument --sheet: {str(path)!r}: {reason}"
        assert (status, err.splitlines()[-1]) == (2, told)
