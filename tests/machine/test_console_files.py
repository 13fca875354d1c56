"""Reading the console's own files."""

import struct
import tracemalloc
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retromaze.errors import BasicError, FileTooLarge, IllegalFileFormat
from retromaze.machine import console_files
from retromaze.machine.console_files import (
    ARRAY_HEADER,
    MOST_MEMBERS,
    Container,
    Member,
    is_container,
    numbers_of_picture,
    read_container,
    read_member,
)
from retromaze.machine.file_contents import LARGEST_ARRAY, LARGEST_TEXT_FILE, Numbers, PictureContent
from tests.console_files import archive, container, numeric
from tests.refusals import error_of


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
    monkeypatch.setattr(console_files, "decode_text", lambda body: looked_at.append(len(body)))
    monkeypatch.setattr(console_files, "read_array", lambda body: looked_at.append(len(body)))
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
