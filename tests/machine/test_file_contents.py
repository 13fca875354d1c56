"""Arrays as JSON documents, pages as PNG files."""

import json
import struct
import zlib
from array import array
from io import BytesIO
from itertools import product
from typing import Any

import pytest
from PIL import Image

from retromaze.errors import FileTooLarge, IllegalFileFormat
from retromaze.machine import file_contents
from retromaze.machine.file_contents import Numbers, PictureContent, decode_document, encode_document
from retromaze.values.costs import DECODE_COST, UNFILTER_COST
from tests.refusals import error_of

HEAD = b'{"format": "retromaze array 1", "element": "real", "sizes": [%d], '


def document(values: bytes, count: int = 1) -> bytes:
    return HEAD % count + b'"values": [' + values + b"]}"


def test_values_are_read_in_pieces_and_each_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_contents, "DECODE_COST", DECODE_COST.__class__("elements", 1))
    for count, longest in product((0, 1, 9, 1000), (8, 13, 64)):
        monkeypatch.setattr(file_contents, "LONGEST_PIECE", longest)
        paid: list[int] = []
        numbers = Numbers("%", (count,), list(range(count)))
        assert decode_document(encode_document(numbers), paid.append) == numbers, (count, longest)
        assert sum(paid) == count and max(paid) <= longest // 2, (count, longest)


BROKEN = [b"1,", b",1", b"1,,2", b"[1]", b"{}", b'"a"', b"1 2", b"\xc3\xa9", b"\0"]
BROKEN += [b"[" * 99, b"1]" + b"[" * 99, b"1," * 40, b"1" * 100, b"," * 80]


def test_what_holds_no_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for longest in (8, 1 << 16):
        monkeypatch.setattr(file_contents, "LONGEST_PIECE", longest)
        texts = {values: document(values, values.count(b",") or 2) for values in BROKEN}
        errors = {values: error_of(decode_document, text) for values, text in texts.items()}
        assert errors == dict.fromkeys(BROKEN, IllegalFileFormat), longest


def test_nesting_and_size_are_refused_before_anything_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        b"[" * 100_000,
        document(b"[" * 100_000),
        HEAD % 1 + b'"x":' + b"[" * 50_000 + b"]" * 50_000 + b', "values": [1]}',
        HEAD % 1 + b'"x":' + b"[" * 1000 + b"]" * 1000 + b', "values": [1]}',
        HEAD % 1 + b'"x": {"values": [1]}, "values": []}',
        HEAD % 1 + b'"values": [1], "values": []}',
        HEAD % 1 + b'"x": "' + b"a" * 70_000 + b'", "values": [1]}',
    ]
    read = json.loads
    parsed: list[str] = []

    def loads(text: str) -> Any:
        parsed.append(text)
        return read(text)

    monkeypatch.setattr(json, "loads", loads)
    assert [error_of(decode_document, text) for text in texts] == [IllegalFileFormat] * len(texts)
    assert all(len(text) < 200 for text in parsed)


def test_no_more_values_are_read_than_there_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_contents, "LONGEST_PIECE", 16)
    read: list[object] = []

    def real_of(value: object) -> float:
        read.append(value)
        return 1.0

    monkeypatch.setattr(file_contents, "required_real", real_of)
    with pytest.raises(IllegalFileFormat) as refused:
        decode_document(document(b"1," * 10_000 + b"1", 3))
    assert refused.value.detail == "the stored array has another number of values than its sizes say"
    assert len(read) < 20


RED, HALF, HOLE = 0xFFF80000, 0xFF808080, 0x00F80000


def stored(
    width: int,
    height: int,
    rows: bytes,
    *,
    color: int = file_contents.RGBA,
    depth: int = 8,
    interlace: int = 0,
) -> bytes:
    """A PNG file of these filtered rows."""
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    body = file_contents.png_chunk(b"IDAT", zlib.compress(rows))
    return (
        file_contents.SIGNATURE
        + file_contents.png_chunk(b"IHDR", header)
        + body
        + file_contents.png_chunk(b"IEND", b"")
    )


def test_a_viewer_sees_the_colors_of_the_screen() -> None:
    data = file_contents.encode_png(PictureContent(3, 1, array("I", [RED, HALF, HOLE])))
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
        assert file_contents.decode_png(file.getvalue()) == PictureContent(64, 48, expected), mode


def test_each_row_filter() -> None:
    # None, left, up, mean and Paeth, worked by hand for pixels of one gray step.
    rows = ((0, 8, 16), (1, 8, 8), (2, 0, 8), (3, 4, 8), (4, 0, 8))
    data = b"".join(bytes([kind, *[left] * 3, *[right] * 3]) for kind, left, right in rows)
    grays = [
        pixel & 255 for pixel in file_contents.decode_png(stored(2, 5, data, color=file_contents.RGB)).pixels
    ]
    assert grays == [8, 16, 8, 16, 8, 24, 8, 24, 8, 32]


def test_half_transparent_pixels_become_transparent() -> None:
    assert list(file_contents.decode_png(stored(1, 1, b"\0\xff\xff\xff\xfe")).pixels) == [0x00F8F8F8]


GOOD = stored(1, 1, b"\0\1\2\3\4")


def test_damaged_and_foreign_pictures_are_of_illegal_format() -> None:
    damaged = [
        b"",
        GOOD[:8],
        GOOD[:-1],
        GOOD.replace(b"IEND", b"IENX"),
        GOOD[:40] + b"!" + GOOD[41:],
        file_contents.SIGNATURE + file_contents.png_chunk(b"IEND", b""),
        file_contents.SIGNATURE
        + file_contents.png_chunk(b"IHDR", b"")
        + file_contents.png_chunk(b"IEND", b""),
        stored(1, 1, b"\0\1"),
        stored(1, 1, b"\0\1\2\3\4\5"),
        stored(1, 1, b"\5\1\2\3\4"),
        stored(0, 1, b""),
        stored(513, 1, bytes(4 * 513 + 1)),
        stored(0xFFFFFFFF, 0xFFFFFFFF, b""),
        stored(1, 1, b"\0\1", color=0),
        stored(1, 1, b"\0\1\2\3\4", depth=16),
        stored(1, 1, b"\0\1\2\3\4", interlace=1),
        file_contents.SIGNATURE
        + file_contents.png_chunk(b"IHDR", GOOD[16:29])
        + file_contents.png_chunk(b"IDAT", b"no zlib")
        + file_contents.png_chunk(b"IEND", b""),
    ]
    assert [data for data in damaged if error_of(file_contents.decode_png, data) != IllegalFileFormat] == []


def test_a_file_larger_than_any_page_is_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    small = stored(1, 1, bytes(5))
    padded = (
        small[:-12]
        + file_contents.png_chunk(b"tEXt", bytes(file_contents.LARGEST_PNG - len(small) - 12))
        + small[-12:]
    )
    assert len(padded) == file_contents.LARGEST_PNG and file_contents.decode_png(
        padded
    ) == file_contents.decode_png(small)
    monkeypatch.setattr(file_contents, "read_chunks", lambda data: pytest.fail("looked through"))
    assert error_of(file_contents.decode_png, padded + b"\0") == FileTooLarge


def test_filtered_rows_are_paid_for_one_by_one() -> None:
    for kind in range(5):
        paid: list[int] = []
        file_contents.decode_png(stored(512, 64, (bytes([kind]) + bytes(4 * 512)) * 64), paid.append)
        assert paid == [UNFILTER_COST.of(4 * 512)] * 64, kind
