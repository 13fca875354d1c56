"""Reads the console's own files, containers: a header of 80 bytes, a body (often zlib), an unchecked footer.

    00 u16 version 0, 1     02 u16 type 0 text, 1 data, 2 project     04 u16 1 = zlib      06 u16 icon
    08 u32 body size        0C date and time of the last change       14 creator, 26 last editor, ...

All numbers are little-endian. A text is UTF-8; an array begins with `PCBN0001`, u16 element type, u16 number
of dimensions and four u32 sizes; a project is u32 size, u32 count, count times (u32 size, 16 bytes of name),
then its files. Only reading is possible: the footer is a signature made with the maker's secret.
Source: machine reference, sections 9.1 and 9.2.
"""

from __future__ import annotations

import functools
import struct
import zlib
from array import array
from dataclasses import dataclass

from retromaze.errors import FileTooLarge, IllegalFileFormat
from retromaze.machine.colors import little_endian, raw_from_word, word_from_raw
from retromaze.machine.file_contents import (
    LARGEST_ARRAY,
    LARGEST_FILE,
    LARGEST_TEXT_FILE,
    Numbers,
    PictureContent,
    check_picture_size,
    required_element_count,
)

HEADER = struct.Struct("<HHHHI")
HEADER_SIZE, FOOTER_SIZE = 80, 20
TEXT, DATA, PROJECT = range(3)
PROGRAM_ICON = 1
KIND_NAMES = {TEXT: "TXT", DATA: "DAT"}
LETTERS = {"TXT": "T", "DAT": "B"}
"""What stands before a name on the console's disk, by the list. Source: machine reference, section 9.1."""

ARRAY_MARK = b"PCBN0001"
ARRAY_HEADER = struct.Struct("<8sHH4I")
# Element types of the file to those of Python's array module.
ELEMENT_CODES = {0: "b", 1: "B", 2: "h", 3: "H", 4: "i", 5: "d"}
PIXELS, REALS = 3, 5

PROJECT_HEADER = struct.Struct("<II")
MEMBER = struct.Struct("<I16s")
LARGEST_BODIES = {TEXT: LARGEST_TEXT_FILE, DATA: ARRAY_HEADER.size + 8 * LARGEST_ARRAY, PROJECT: LARGEST_FILE}
"""Bytes of the largest text, array and archive of files."""
MOST_MEMBERS = 4096
"""Files of a project archive: a limit of ours. Unverified: how many the console allows."""


@dataclass(frozen=True, slots=True)
class Member:
    """One file of a project archive: its kind "TXT" or "DAT", its name as stored there, and its bytes."""

    kind: str
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Container:
    """The content of one of the console's files.

    `kind` is "PRG" or "TXT" (content a str), "DAT" (Numbers), "GRP" (a PictureContent) or "PRJ" (Members).
    """

    kind: str
    content: str | Numbers | PictureContent | tuple[Member, ...]


def read_header(data: bytes) -> tuple[int, int, int, int]:
    """Returns (kind, 1 if packed, icon, size of the body) of bytes that may be a container; else kind -1."""
    if len(data) >= HEADER_SIZE:
        version, kind, packed, icon, size = HEADER.unpack_from(data)
        if version <= 1 and kind <= PROJECT and packed <= 1 and icon <= 255:
            return kind, packed, icon, size
    return -1, 0, 0, 0


def is_container(data: bytes) -> bool:
    """Whether bytes begin with a container's header and are as long as it says."""
    kind, packed, _, size = read_header(data)
    # a packed body may have any length; a plain one has the header's size, and a footer may follow it
    return kind >= 0 and (packed > 0 or len(data) - size in (HEADER_SIZE, HEADER_SIZE + FOOTER_SIZE))


def is_cut_off(data: bytes) -> bool:
    """Whether bytes begin with a container's header, and the end of a body that is not packed is missing."""
    kind, packed, _, size = read_header(data)
    return kind >= 0 and not packed and len(data) < HEADER_SIZE + size <= LARGEST_FILE


def kind_of_console_file(data: bytes) -> str:
    """Returns the kind of a file of the console, "TXT" or "DAT", as LOAD names it; "" for all other bytes."""
    return KIND_NAMES.get(read_header(data)[0], "") if is_container(data) else ""


def read_container(data: bytes, largest: int = LARGEST_FILE) -> Container:
    """Reads a file of the console. Raises IllegalFileFormat for other or damaged files.

    Raises FileTooLarge for a body that has, unpacked, more than `largest` bytes or than its kind can have.
    """
    if not is_container(data):
        raise IllegalFileFormat("not a file of the console")
    kind, packed, icon, size = read_header(data)
    largest = max(min(largest, LARGEST_BODIES[kind]), 0)
    body = unpack_body(data[HEADER_SIZE:], largest) if packed else data[HEADER_SIZE : HEADER_SIZE + size]
    if len(body) > largest:
        raise FileTooLarge("larger than any file of the console")
    # a program is a text with another icon
    if kind == TEXT:
        return Container("PRG" if icon == PROGRAM_ICON else "TXT", decode_text(body))
    if kind == DATA:
        return read_data(body)
    return Container("PRJ", read_project(body))


def read_member(member: Member, largest: int = LARGEST_FILE) -> Container:
    """Reads a file inside a project archive; it may be a whole container or a bare body.

    A packed body may not grow beyond `largest` bytes.
    Unverified: which of the two the console writes. An archive inside an archive is an illegal file format.
    """
    if is_container(member.data):
        container = read_container(member.data, largest)
        if container.kind == "PRJ":
            raise IllegalFileFormat("an archive inside an archive")
        return container
    if member.kind == "TXT":
        return Container("TXT", decode_text(member.data))
    return read_data(member.data)


def read_data(body: bytes) -> Container:
    """Reads the body of a DAT file: an array or a page."""
    content = read_array(body)
    return Container("GRP" if isinstance(content, PictureContent) else "DAT", content)


def unpack_body(packed: bytes, largest: int) -> bytes:
    """Decompresses a body, at most one byte more than `largest`. Bytes that follow it are ignored."""
    unpacker = zlib.decompressobj()
    try:
        body = unpacker.decompress(packed, largest + 1)
    except zlib.error as error:
        raise IllegalFileFormat("the packed body is damaged") from error
    if not unpacker.eof and len(body) <= largest:
        raise IllegalFileFormat("the packed body is cut off")
    return body


def decode_text(body: bytes) -> str:
    """Returns a text as a file has it, in UTF-8. Raises IllegalFileFormat for other bytes."""
    try:
        return body.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise IllegalFileFormat("the text is not UTF-8") from error


def read_array(body: bytes) -> Numbers | PictureContent:
    """Returns the array or, for pixels in two dimensions, the page in a body."""
    if len(body) < ARRAY_HEADER.size:
        raise IllegalFileFormat("the array has no header")
    mark, element, count, *sizes = ARRAY_HEADER.unpack_from(body)
    if mark != ARRAY_MARK or element not in ELEMENT_CODES or not 1 <= count <= 4:
        raise IllegalFileFormat("the array's header is damaged")
    # the header has four sizes, of which the array uses the first ones
    shape = tuple(sizes[:count])
    values = array(ELEMENT_CODES[element])
    length = required_element_count(shape) * values.itemsize
    # what follows the elements is padding
    elements = body[ARRAY_HEADER.size : ARRAY_HEADER.size + length]
    if len(elements) != length:
        raise IllegalFileFormat("the array is cut off")
    values.frombytes(elements)
    little_endian(values)
    if element == PIXELS and count == 2:
        # part of a page; the file gives its width first. Source: machine reference, 9.2.
        width, height = shape
        check_picture_size(width, height)
        table = word_table_of_raw()
        return PictureContent(width, height, array("I", (table[value] for value in values)))
    return Numbers("#" if element == REALS else "%", shape, values.tolist())


def numbers_of_picture(picture: PictureContent) -> Numbers:
    """Returns a page as the array that the console's file has: 16-bit RGBA5551 pixels, width x height."""
    return Numbers("%", (picture.width, picture.height), [raw_from_word(word) for word in picture.pixels])


@functools.cache
def word_table_of_raw() -> array[int]:
    """Returns a table: the word by which a page stores each of the 65,536 pixels of a file (RGBA5551)."""
    return array("I", map(word_from_raw, range(1 << 16)))


def read_project(body: bytes) -> tuple[Member, ...]:
    """Returns the files of a project archive. Raises IllegalFileFormat if it is damaged."""
    if len(body) < PROJECT_HEADER.size:
        raise IllegalFileFormat("the archive has no header")
    _, count = PROJECT_HEADER.unpack_from(body)
    if count > MOST_MEMBERS:
        raise IllegalFileFormat("the archive claims more files than any has")
    at = PROJECT_HEADER.size + count * MEMBER.size
    if at > len(body):
        raise IllegalFileFormat("the archive is cut off")
    members = []
    for size, name in MEMBER.iter_unpack(body[PROJECT_HEADER.size : at]):
        if at + size > len(body):
            raise IllegalFileFormat("the archive is cut off")
        members.append(parse_member(name, body[at : at + size]))
        at += size
    return tuple(members)


def parse_member(name: bytes, data: bytes) -> Member:
    """Returns a file of an archive; `name` is T or B for its kind, then its name, then zeros.

    Source: machine reference, section 9.1 (a peer's finding).
    """
    try:
        text = name.split(b"\0")[0].decode("ascii")
    except UnicodeDecodeError as error:
        raise IllegalFileFormat("a name in the archive is damaged") from error
    for kind, letter in LETTERS.items():
        if text.startswith(letter):
            return Member(kind, text.removeprefix(letter), data)
    raise IllegalFileFormat("a file in the archive is of unknown kind")
