"""Arrays as JSON documents, pages as PNG files."""

import json
import struct
import tracemalloc
import zlib
from array import array
from io import BytesIO
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from retromaze.errors import BasicError, FileTooLarge, IllegalFileFormat
from retromaze.machine import file_formats
from retromaze.machine.file_formats import (
    ARRAY_HEADER,
    LARGEST_ARRAY,
    LARGEST_TEXT_FILE,
    MOST_MEMBERS,
    Container,
    Member,
    Numbers,
    PictureContent,
    decode_document,
    encode_document,
    is_container,
    numbers_of_picture,
    read_container,
    read_member,
)
from retromaze.values.costs import DECODE_COST, UNFILTER_COST
from tests.console_files import archive, container, numeric
from tests.refusals import error_of

HEAD = b'{"format": "retromaze array 1", "element": "real", "sizes": [%d], '


def document(values: bytes, count: int = 1) -> bytes:
    return HEAD % count + b'"values": [' + values + b"]}"


def test_values_are_read_in_pieces_and_each_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_formats, "DECODE_COST", DECODE_COST.__class__("elements", 1))
    for count, longest in product((0, 1, 9, 1000), (8, 13, 64)):
        monkeypatch.setattr(file_formats, "LONGEST_PIECE", longest)
        paid: list[int] = []
        numbers = Numbers("%", (count,), list(range(count)))
        assert decode_document(encode_document(numbers), paid.append) == numbers, (count, longest)
        assert sum(paid) == count and max(paid) <= longest // 2, (count, longest)


BROKEN = [b"1,", b",1", b"1,,2", b"[1]", b"{}", b'"a"', b"1 2", b"\xc3\xa9", b"\0"]
BROKEN += [b"[" * 99, b"1]" + b"[" * 99, b"1," * 40, b"1" * 100, b"," * 80]


def test_what_holds_no_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for longest in (8, 1 << 16):
        monkeypatch.setattr(file_formats, "LONGEST_PIECE", longest)
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
    monkeypatch.setattr(file_formats, "LONGEST_PIECE", 16)
    read: list[object] = []

    def real_of(value: object) -> float:
        read.append(value)
        return 1.0

    monkeypatch.setattr(file_formats, "required_real", real_of)
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
    color: int = file_formats.RGBA,
    depth: int = 8,
    interlace: int = 0,
) -> bytes:
    """A PNG file of these filtered rows."""
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    body = file_formats.png_chunk(b"IDAT", zlib.compress(rows))
    return (
        file_formats.SIGNATURE
        + file_formats.png_chunk(b"IHDR", header)
        + body
        + file_formats.png_chunk(b"IEND", b"")
    )


def test_a_viewer_sees_the_colors_of_the_screen() -> None:
    data = file_formats.encode_png(PictureContent(3, 1, array("I", [RED, HALF, HOLE])))
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
        assert file_formats.decode_png(file.getvalue()) == PictureContent(64, 48, expected), mode


def test_each_row_filter() -> None:
    # None, left, up, mean and Paeth, worked by hand for pixels of one gray step.
    rows = ((0, 8, 16), (1, 8, 8), (2, 0, 8), (3, 4, 8), (4, 0, 8))
    data = b"".join(bytes([kind, *[left] * 3, *[right] * 3]) for kind, left, right in rows)
    grays = [
        pixel & 255 for pixel in file_formats.decode_png(stored(2, 5, data, color=file_formats.RGB)).pixels
    ]
    assert grays == [8, 16, 8, 16, 8, 24, 8, 24, 8, 32]


def test_half_transparent_pixels_become_transparent() -> None:
    assert list(file_formats.decode_png(stored(1, 1, b"\0\xff\xff\xff\xfe")).pixels) == [0x00F8F8F8]


GOOD = stored(1, 1, b"\0\1\2\3\4")


def test_damaged_and_foreign_pictures_are_of_illegal_format() -> None:
    damaged = [
        b"",
        GOOD[:8],
        GOOD[:-1],
        GOOD.replace(b"IEND", b"IENX"),
        GOOD[:40] + b"!" + GOOD[41:],
        file_formats.SIGNATURE + file_formats.png_chunk(b"IEND", b""),
        file_formats.SIGNATURE + file_formats.png_chunk(b"IHDR", b"") + file_formats.png_chunk(b"IEND", b""),
        stored(1, 1, b"\0\1"),
        stored(1, 1, b"\0\1\2\3\4\5"),
        stored(1, 1, b"\5\1\2\3\4"),
        stored(0, 1, b""),
        stored(513, 1, bytes(4 * 513 + 1)),
        stored(0xFFFFFFFF, 0xFFFFFFFF, b""),
        stored(1, 1, b"\0\1", color=0),
        stored(1, 1, b"\0\1\2\3\4", depth=16),
        stored(1, 1, b"\0\1\2\3\4", interlace=1),
        file_formats.SIGNATURE
        + file_formats.png_chunk(b"IHDR", GOOD[16:29])
        + file_formats.png_chunk(b"IDAT", b"no zlib")
        + file_formats.png_chunk(b"IEND", b""),
    ]
    assert [data for data in damaged if error_of(file_formats.decode_png, data) != IllegalFileFormat] == []


def test_a_file_larger_than_any_page_is_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    small = stored(1, 1, bytes(5))
    padded = (
        small[:-12]
        + file_formats.png_chunk(b"tEXt", bytes(file_formats.LARGEST_PNG - len(small) - 12))
        + small[-12:]
    )
    assert len(padded) == file_formats.LARGEST_PNG and file_formats.decode_png(
        padded
    ) == file_formats.decode_png(small)
    monkeypatch.setattr(file_formats, "read_chunks", lambda data: pytest.fail("looked through"))
    assert error_of(file_formats.decode_png, padded + b"\0") == FileTooLarge


def test_filtered_rows_are_paid_for_one_by_one() -> None:
    for kind in range(5):
        paid: list[int] = []
        file_formats.decode_png(stored(512, 64, (bytes([kind]) + bytes(4 * 512)) * 64), paid.append)
        assert paid == [UNFILTER_COST.of(4 * 512)] * 64, kind


def project(members: dict[bytes, bytes]) -> bytes:
    return archive(list(members.items()))


def test_texts_and_programs() -> None:
    body = 'PRINT "あ"\n'.encode()
    for packed in (False, True):
        for version in (0, 1):
            read = read_container(container(0, body, packed=packed, version=version))
            assert read == Container("TXT", 'PRINT "あ"\n'), (packed, version)
        assert read_container(container(0, body, icon=1, packed=packed)) == Container("PRG", 'PRINT "あ"\n')


def test_the_footer_may_be_wrong_or_missing() -> None:
    data = container(0, b"CLS")
    assert read_container(data[:-20]) == read_container(data) == Container("TXT", "CLS")


def test_arrays_of_every_element_type() -> None:
    arrays: list[tuple[int, str, str, list[Any]]] = [
        (0, "2b", "%", [-128, 127]),
        (1, "2B", "%", [0, 255]),
        (2, "2h", "%", [-32768, 32767]),
        (3, "2H", "%", [0, 65535]),
        (4, "2i", "%", [-(2**31), 2**31 - 1]),
        (5, "2d", "#", [0.5, -1e300]),
    ]
    bodies = {
        element: numeric(element, (2,), struct.pack("<" + form, *given)) for element, form, _, given in arrays
    }
    read = {element: read_container(container(1, body, packed=True)) for element, body in bodies.items()}
    assert read == {
        element: Container("DAT", Numbers(kind, (2,), given)) for element, _, kind, given in arrays
    }


def test_a_page_is_rows_of_5551_pixels() -> None:
    raw = [0xFFFF, 0xF801, 0x07C1, 0x003F, 0x0001, 0xF800]
    read = read_container(container(1, numeric(3, (3, 2), struct.pack("<6H", *raw)), icon=2))
    pixels = [0xFFF8F8F8, 0xFFF80000, 0xFF00F800, 0xFF0000F8, 0xFF000000, 0x00F80000]
    assert read == Container("GRP", PictureContent(3, 2, array("I", pixels)))
    assert isinstance(read.content, PictureContent) and numbers_of_picture(read.content) == Numbers(
        "%", (3, 2), raw
    )


def test_a_project_lists_its_files() -> None:
    inner = container(0, b"CLS", icon=1)
    body = project({b"TMAIN": inner, b"BMAP": numeric(4, (1,), struct.pack("<i", 7)), b"TNOTE": b"hi"})
    members = read_container(container(2, body, packed=True)).content
    assert members == (
        Member("TXT", "MAIN", inner),
        Member("DAT", "MAP", numeric(4, (1,), struct.pack("<i", 7))),
        Member("TXT", "NOTE", b"hi"),
    )
    assert isinstance(members, tuple)
    assert [read_member(member) for member in members] == [
        Container("PRG", "CLS"),
        Container("DAT", Numbers("%", (1,), [7])),
        Container("TXT", "hi"),
    ]


def test_damaged_files_are_of_illegal_format() -> None:
    damaged = [
        b"",
        b"PRINT 1",
        container(0, b"CLS")[:79],
        container(0, b"CLS", version=2),
        container(3, b"CLS"),
        container(0, b"CLS") + b"!",
        container(0, b"\xff\xfe"),
        container(0, b"A" * 100, packed=True)[:85],
        container(0, b"", packed=False)[:8] + b"\xff" * 4 + bytes(88),
        container(1, b""),
        container(1, numeric(5, (1,), b"1234567")),
        container(1, numeric(6, (1,), bytes(8))),
        container(1, numeric(5, (), b"")),
        container(1, struct.pack("<8sHH4I", b"PCBN0001", 5, 5, 1, 1, 1, 1) + bytes(8)),
        container(1, struct.pack("<8sHH4I", b"PCBN0002", 5, 1, 1, 0, 0, 0) + bytes(8)),
        container(1, numeric(3, (513, 1), bytes(2 * 513))),
        container(1, numeric(3, (0, 1), b"")),
        container(2, b""),
        container(2, struct.pack("<II", 8, 1)),
        container(2, project({b"TA": b"x"})[:-1]),
        container(2, project({b"XA": b"x"})),
        container(2, project({b"": b"x"})),
        container(2, project({b"T\xff": b"x"})),
    ]
    assert [data for data in damaged if error_of(read_container, data) != IllegalFileFormat] == []
    archived = Member("TXT", "A", container(2, project({})))
    assert error_of(read_member, archived) == IllegalFileFormat


def test_absurd_sizes_cost_no_memory() -> None:
    absurd = ((0xFFFFFFFF,), (65536, 65536), (0xFFFFFFFF, 0), (2**16, 2**16, 2**16, 2**16))
    damaged = [container(1, numeric(5, sizes, b"")) for sizes in absurd]
    damaged.append(container(2, struct.pack("<II", 0xFFFFFFFF, 0xFFFFFFFF)))
    tracemalloc.start()
    try:
        assert [error_of(read_container, data) for data in damaged] == [IllegalFileFormat] * 5
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_the_largest_archive_is_read() -> None:
    members = {b"T%d" % number: b"" for number in range(MOST_MEMBERS)}
    content = read_container(container(2, project(members))).content
    assert isinstance(content, tuple)
    assert len(content) == MOST_MEMBERS
    with pytest.raises(IllegalFileFormat) as caught:
        read_container(container(2, project({**members, b"TMORE": b""})))
    assert caught.value.detail == "the archive claims more files than any has"


def test_files_of_an_archive_cannot_reach_beyond_it() -> None:
    for sizes in ((0xFFFFFFFF,), (4, 0xFFFFFFFF), (5, 4), (0xFFFFFFFF, 5)):
        heads = b"".join(struct.pack("<I16s", size, b"TA") for size in sizes)
        with pytest.raises(IllegalFileFormat) as caught:
            read_container(container(2, struct.pack("<II", 0, len(sizes)) + heads + b"ABCDEFGH"))
        assert caught.value.detail == "the archive is cut off", sizes


@pytest.mark.slow
@pytest.mark.parametrize("packed", [False, True])
def test_a_text_or_array_is_no_larger_than_the_machine_s_memory(
    packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []
    monkeypatch.setattr(file_formats, "decode_text", lambda body: looked_at.append(len(body)))
    monkeypatch.setattr(file_formats, "read_array", lambda body: looked_at.append(len(body)))
    most = {0: LARGEST_TEXT_FILE, 1: ARRAY_HEADER.size + 8 * LARGEST_ARRAY}
    for kind, largest in most.items():
        read_container(container(kind, bytes(largest), packed=packed))
        assert error_of(read_container, container(kind, bytes(largest + 1), packed=packed)) == FileTooLarge
    assert looked_at == [*most.values()]


good = st.sampled_from(
    [
        container(0, b"PRINT 1\n"),
        container(1, numeric(5, (2,), bytes(16)), packed=True),
        container(1, numeric(3, (2, 2), bytes(8)), icon=2),
        container(2, project({b"TA": container(0, b"x"), b"BB": numeric(4, (1,), bytes(4))})),
    ]
)


@given(good, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 255)), max_size=6), st.integers(0, 300))
def test_damage_is_never_more_than_a_file_error(
    data: bytes, changes: list[tuple[int, int]], cut: int
) -> None:
    damaged = bytearray(data)
    for place, value in changes:
        damaged[place % len(damaged)] = value
    try:
        content = read_container(bytes(damaged[: len(damaged) - cut % len(damaged)])).content
        for member in content if isinstance(content, tuple) else ():
            read_member(member)
    except BasicError as error:
        assert error.number == 35


def test_plain_text_is_no_container() -> None:
    assert not any(
        map(is_container, [b"PRINT 1\n" * 50, b"\xef\xbb\xbf" + b" " * 100, b"[" * 100, b"\x89PNG" * 30])
    )


def test_a_part_of_a_page_gives_its_width_first() -> None:
    """Source: machine reference, 9.2."""
    raw = [0xF801] * 400 + [0x003F] * 400 * 239
    body = numeric(3, (400, 240), struct.pack("<96000H", *raw))
    content = read_container(container(1, body, icon=2)).content
    assert isinstance(content, PictureContent) and (content.width, content.height) == (400, 240)
    assert content.pixels[399] == 0xFFF80000 and content.pixels[400] == 0xFF0000F8
