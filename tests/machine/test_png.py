"""Pages as PNG files."""

import struct
import zlib
from array import array
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from retromaze.errors import FileTooLarge, IllegalFileFormat
from retromaze.machine import png
from retromaze.machine.contents import PictureContent
from retromaze.machine.work import UNFILTERED
from tests.refusals import error_of

RED, HALF, HOLE = 0xFFF80000, 0xFF808080, 0x00F80000


def stored(
    width: int, height: int, rows: bytes, *, color: int = png.RGBA, depth: int = 8, interlace: int = 0
) -> bytes:
    """A PNG file of these filtered rows."""
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    body = png.chunk(b"IDAT", zlib.compress(rows))
    return png.SIGNATURE + png.chunk(b"IHDR", header) + body + png.chunk(b"IEND", b"")


def test_a_viewer_sees_the_colors_of_the_screen() -> None:
    data = png.encode_png(PictureContent(3, 1, array("I", [RED, HALF, HOLE])))
    with Image.open(BytesIO(data)) as image:
        assert (image.mode, image.size) == ("RGBA", (3, 1))
        seen = [image.getpixel((x, 0)) for x in range(3)]
    assert seen == [(255, 0, 0, 255), (132, 132, 132, 255), (255, 0, 0, 0)]


def test_pictures_of_other_programs_are_read_with_all_row_filters() -> None:
    for mode in ("RGB", "RGBA"):
        image = Image.effect_noise((64, 48), 90).convert(mode)
        for x in range(64):
            image.putpixel((x, x % 48), (x * 4, 255 - x, x) if mode == "RGB" else (x * 4, 255 - x, x, 255))
        file = BytesIO()
        image.save(file, "png", optimize=True)
        flat = image.convert("RGB").tobytes()
        cut = zip(flat[::3], flat[1::3], flat[2::3], strict=True)
        expected = array("I", [0xFF000000 | (r & 248) << 16 | (g & 248) << 8 | b & 248 for r, g, b in cut])
        assert png.decode_png(file.getvalue()) == PictureContent(64, 48, expected), mode


def test_each_row_filter() -> None:
    # None, left, up, mean and Paeth, worked by hand for pixels of one gray step.
    rows = ((0, 8, 16), (1, 8, 8), (2, 0, 8), (3, 4, 8), (4, 0, 8))
    data = b"".join(bytes([kind, *[left] * 3, *[right] * 3]) for kind, left, right in rows)
    grays = [pixel & 255 for pixel in png.decode_png(stored(2, 5, data, color=png.RGB)).pixels]
    assert grays == [8, 16, 8, 16, 8, 24, 8, 24, 8, 32]


def test_half_transparent_pixels_become_transparent() -> None:
    assert list(png.decode_png(stored(1, 1, b"\0\xff\xff\xff\xfe")).pixels) == [0x00F8F8F8]


GOOD = stored(1, 1, b"\0\1\2\3\4")


def test_damaged_and_foreign_pictures_are_of_illegal_format() -> None:
    damaged = [
        b"",
        GOOD[:8],
        GOOD[:-1],
        GOOD.replace(b"IEND", b"IENX"),
        GOOD[:40] + b"!" + GOOD[41:],
        png.SIGNATURE + png.chunk(b"IEND", b""),
        png.SIGNATURE + png.chunk(b"IHDR", b"") + png.chunk(b"IEND", b""),
        stored(1, 1, b"\0\1"),
        stored(1, 1, b"\0\1\2\3\4\5"),
        stored(1, 1, b"\5\1\2\3\4"),
        stored(0, 1, b""),
        stored(513, 1, bytes(4 * 513 + 1)),
        stored(0xFFFFFFFF, 0xFFFFFFFF, b""),
        stored(1, 1, b"\0\1", color=0),
        stored(1, 1, b"\0\1\2\3\4", depth=16),
        stored(1, 1, b"\0\1\2\3\4", interlace=1),
        png.SIGNATURE
        + png.chunk(b"IHDR", GOOD[16:29])
        + png.chunk(b"IDAT", b"no zlib")
        + png.chunk(b"IEND", b""),
    ]
    assert [data for data in damaged if error_of(png.decode_png, data) != IllegalFileFormat] == []


@given(st.binary(max_size=100), st.integers(0, len(GOOD)))
def test_garbage_after_a_good_start_is_of_illegal_format(garbage: bytes, kept: int) -> None:
    if not GOOD.startswith(GOOD[:kept] + garbage[: len(GOOD) - kept]):
        assert error_of(png.decode_png, GOOD[:kept] + garbage) == IllegalFileFormat


def test_a_file_larger_than_any_page_is_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    small = stored(1, 1, bytes(5))
    padded = small[:-12] + png.chunk(b"tEXt", bytes(png.LARGEST_PNG - len(small) - 12)) + small[-12:]
    assert len(padded) == png.LARGEST_PNG and png.decode_png(padded) == png.decode_png(small)
    monkeypatch.setattr(png, "read_chunks", lambda data: pytest.fail("looked through"))
    assert error_of(png.decode_png, padded + b"\0") == FileTooLarge


def test_filtered_rows_are_paid_for_one_by_one() -> None:
    for kind in range(5):
        paid: list[int] = []
        png.decode_png(stored(512, 64, (bytes([kind]) + bytes(4 * 512)) * 64), paid.append)
        assert paid == [UNFILTERED.of(4 * 512)] * 64, kind
