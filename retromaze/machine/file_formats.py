"""The formats of stored files besides text: arrays as JSON, pages as PNG, and the console's own files.

An array is a JSON document:

    {"format": "retromaze array 1", "element": "real", "sizes": [2, 3], "values": [1.5, 0.0, ...]}

`element` is "real" or "integer", `values` are flat with the last subscript fastest. Reals are written with
the shortest digits that give back the same double; "inf", "-inf" and "nan" stand as strings.

PNG files have eight bits a channel and are not interlaced. Written are RGBA pictures with their five-bit
channels widened as the screen shows them (white is 255); reading cuts the low bits off again, which gives
back the very same page. Read are RGB and RGBA pictures of up to 512 x 512 pixels with any of the five row
filters; everything else is an illegal file format.
Source: W3C Recommendation "Portable Network Graphics (PNG) Specification", second edition.

The console's own files are containers: a header of 80 bytes, a body (often zlib), an unchecked footer.

    00 u16 version 0, 1     02 u16 type 0 text, 1 data, 2 project     04 u16 1 = zlib      06 u16 icon
    08 u32 body size        0C date and time of the last change       14 creator, 26 last editor, ...

All numbers are little-endian. A text is UTF-8; an array begins with `PCBN0001`, u16 element type, u16 number
of dimensions and four u32 sizes; a project is u32 size, u32 count, count times (u32 size, 16 bytes of name),
then its files. They are only read: the footer is a signature made with the maker's secret.
Source: machine reference, sections 9.1 and 9.2.
"""

from __future__ import annotations

import functools
import json
import math
import re
import struct
import zlib
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from retromaze.errors import FileTooLarge, IllegalFileFormat
from retromaze.machine.colors import little_endian, raw_from_word, word_from_raw
from retromaze.values.arrays import CHARACTER, MEMORY_SIZE
from retromaze.values.costs import DECODE_COST, ENCODE_COST, UNFILTER_COST, do_nothing, paid_pieces
from retromaze.values.json_texts import read_json

# ---- contents of files: arrays as JSON documents, pages as PNG


# No file the machine could have written is larger: two million doubles with room to spare. It also bounds
# what a compressed body may grow to.
LARGEST_FILE = 64 << 20

LARGEST_ARRAY = 1 << 21
LARGEST_PICTURE = 512

LONGEST_TEXT = MEMORY_SIZE // CHARACTER
"""Characters of the longest text: more are no string of the machine's."""
LARGEST_TEXT_FILE = 3 * (LONGEST_TEXT + 2)
"""Bytes of its file: three a UTF-16 unit at most, and two byte-order marks."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A numeric array: `element` "%" (integers of 32 bits) or "#" (reals), one to four `sizes`.

    `values` are flat, last subscript fastest.
    """

    element: str
    sizes: tuple[int, ...]
    values: list[int] | list[float]


@dataclass(frozen=True, slots=True)
class PictureContent:
    """A graphic page or a part of one: `pixels[y * width + x]`, ARGB words cut to five bits a channel.

    Width and height are 1 to 512, row 0 is at the top, alpha is 0 or 255.
    """

    width: int
    height: int
    pixels: array[int]


def required_element_count(sizes: tuple[int, ...]) -> int:
    """Returns the number of elements of an array; raises IllegalFileFormat for sizes that none can have."""
    if not 1 <= len(sizes) <= 4 or min(sizes) < 0:
        raise IllegalFileFormat("an array has one to four dimensions")
    # the product says nothing about the other sizes if one is 0
    total = math.prod(sizes)
    if total > LARGEST_ARRAY or max(sizes) > LARGEST_ARRAY:
        raise IllegalFileFormat("the array is larger than the machine's memory")
    return total


def check_picture_size(width: int, height: int) -> None:
    """Raises IllegalFileFormat for the size of a picture that is empty or larger than a page."""
    if not (1 <= width <= LARGEST_PICTURE and 1 <= height <= LARGEST_PICTURE):
        raise IllegalFileFormat("a picture is at most 512 pixels wide and high")


FORMAT = "retromaze array 1"
NAMES = {"%": "integer", "#": "real"}
ELEMENTS = {name: element for element, name in NAMES.items()}
VALUES = re.compile(rb'"values"\s*:\s*\[')
LONGEST_HEAD, DEEPEST_HEAD = 1 << 16, 16
"""Limits for a document without its values: characters and depth. Other programs may have added something."""
LONGEST_PIECE = 1 << 16
"""Characters of the values that are read at once."""
NOT_FINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def encode_document(numbers: Numbers, count_work: Callable[[int], None] = do_nothing) -> bytes:
    """Returns the JSON document of an array: ASCII, ended by a line feed."""
    # the empty list of values is last, so that the values can be put in front of its end
    head = {"format": FORMAT, "element": NAMES[numbers.element], "sizes": list(numbers.sizes), "values": []}
    pieces = []
    for piece in paid_pieces(numbers.values, ENCODE_COST, count_work):
        # JSON has no infinities and no NaN: they are written as strings
        finite = [value if math.isfinite(value) else str(value) for value in piece]
        without_brackets = json.dumps(finite, allow_nan=False)[1:-1]
        pieces.append(without_brackets)
    values = ", ".join(pieces)
    before_values = json.dumps(head).removesuffix("]}")
    return f"{before_values}{values}]}}\n".encode("ascii")


def decode_document(data: bytes, count_work: Callable[[int], None] = do_nothing) -> Numbers:
    """Returns the array in a JSON document; IllegalFileFormat for anything else."""
    head, values_text = split_document(data)
    document = parse_head(head)
    element, sizes = ELEMENTS.get(str(document.get("element"))), document.get("sizes")
    # the list of values is empty here: `split_document` has taken them out
    if document.get("format") != FORMAT or element is None or document.get("values") != []:
        raise IllegalFileFormat("not a stored array")
    if not isinstance(sizes, list) or not all(type(size) is int for size in sizes) or not sizes:
        raise IllegalFileFormat("the stored array has no sizes")
    count = required_element_count(tuple(sizes))
    required_value = required_integer if element == "%" else required_real
    values: list[Any] = []
    for piece in value_chunks(values_text):
        count_work(DECODE_COST.of(len(piece)))
        values += map(required_value, piece)
        # what is too long is refused below, and not parsed to its end
        if len(values) > count:
            break
    if len(values) != count:
        raise IllegalFileFormat("the stored array has another number of values than its sizes say")
    return Numbers(element, tuple(sizes), values)


def split_document(data: bytes) -> tuple[bytes, bytes]:
    """Returns (the document with an empty list of values, the text of the values between the brackets).

    No value of an array holds a bracket, so the next closing one ends the list.
    """
    found = VALUES.search(data)
    end = data.find(b"]", found.end()) if found else -1
    if found is None or end < 0:
        raise IllegalFileFormat("not a stored array")
    return data[: found.end()] + data[end:], data[found.end() : end]


def parse_head(head: bytes) -> dict[str, Any]:
    """Parses a document whose list of values was emptied by split_document. Raises IllegalFileFormat."""
    try:
        document = read_json(head.decode("utf-8"), longest=LONGEST_HEAD, deepest=DEEPEST_HEAD)
    # Over-long digit strings are a ValueError like bad syntax.
    except ValueError as error:
        raise IllegalFileFormat("not a stored array") from error
    # with a second list "values", the one that was taken out might be another than the parser's
    if not isinstance(document, dict) or len(VALUES.findall(head)) != 1:
        raise IllegalFileFormat("not a stored array")
    return document


def value_chunks(text: bytes) -> Iterator[list[Any]]:
    """Parses the values of a document in pieces of up to LONGEST_PIECE characters; yields those of each."""
    at = 0
    while at <= len(text):  # once at least: an array without values has an empty piece
        end = at + LONGEST_PIECE
        cut = text.rfind(b",", at, end) if end < len(text) else len(text)
        # a value without a comma is too long to be a number: a bracket stands for it, which is refused below
        piece = text[at:cut] if cut >= 0 else b"["
        if b"[" in piece or b"{" in piece:
            raise IllegalFileFormat("an element is no number")
        try:
            values = json.loads(f"[{piece.decode('ascii')}]")
        except ValueError as error:
            raise IllegalFileFormat("not a stored array") from error
        # only an array without values may have an empty piece; any other lies between two commas
        if not values and len(piece) < len(text):
            raise IllegalFileFormat("nothing stands between two commas")
        yield values
        at = cut + 1


def required_integer(value: object) -> int:
    """Returns an element as an integer of 32 bits. Raises IllegalFileFormat if it is none."""
    if type(value) is int and -(1 << 31) <= value < 1 << 31:
        return value
    raise IllegalFileFormat("an element is no integer of 32 bits")


def required_real(value: object) -> float:
    """Returns an element (a number, or "inf", "-inf", "nan") as a real. Raises IllegalFileFormat."""
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if type(value) is float:
        return value
    # a larger integer may be no double
    if type(value) is int and abs(value) < 1 << 1023:
        return float(value)
    raise IllegalFileFormat("an element is no number")


SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGB, RGBA = 2, 6
CHANNELS = {RGB: 3, RGBA: 4}
LARGEST_PNG = 4 << 20
"""Bytes of a file: a page unpacked is a quarter of that, others may have added words and color profiles."""

# Tables for bytes.translate; only a full alpha makes a pixel of the console opaque.
TO_EIGHT_BITS = bytes((value >> 3 << 3) | (value >> 5) for value in range(256))
TO_FIVE_BITS = bytes(value & 0xF8 for value in range(256))
TO_OPAQUE = bytes(255) + b"\xff"


def encode_png(picture: PictureContent) -> bytes:
    """Returns the picture as a PNG file."""
    words = little_endian(array("I", picture.pixels))
    # in a word the blue byte is the lowest, in a file the red one is the first
    flat = bytearray(words.tobytes().translate(TO_EIGHT_BITS))
    flat[0::4], flat[2::4] = flat[2::4], flat[0::4]
    row_size = 4 * picture.width
    # each row is preceded by the number of its filter, 0 for none
    rows = b"".join(b"\0" + flat[at : at + row_size] for at in range(0, len(flat), row_size))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, RGBA, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return SIGNATURE + b"".join(png_chunk(name, body) for name, body in chunks)


def png_chunk(name: bytes, body: bytes) -> bytes:
    """Returns the bytes of a chunk of a PNG file: length, name, body and checksum."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def decode_png(data: bytes, count_work: Callable[[int], None] = do_nothing) -> PictureContent:
    """Returns the picture in a PNG file, cut to five bits a channel. Raises IllegalFileFormat for another."""
    if len(data) > LARGEST_PNG:
        raise FileTooLarge("the PNG file is larger than any of a page")
    chunks = read_chunks(data)
    width, height, channels = read_png_header(chunks[0])
    check_picture_size(width, height)
    stride = width * channels
    # a packed body may be spread over several chunks; each row is preceded by the number of its filter
    packed = b"".join(body for name, body in chunks if name == b"IDAT")
    rows = inflate_rows(packed, height * (stride + 1))
    flat = unfilter_rows(rows, stride, channels, count_work)
    return PictureContent(width, height, words_from_channels(flat, channels))


def read_chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Returns the chunks (name, body) of a PNG file up to IEND; IllegalFileFormat if a checksum is wrong."""
    if not data.startswith(SIGNATURE):
        raise IllegalFileFormat("not a PNG file")
    chunks: list[tuple[bytes, bytes]] = []
    at = len(SIGNATURE)
    while not chunks or chunks[-1][0] != b"IEND":
        # besides its body a chunk has 12 bytes: size, name, checksum
        if at + 12 > len(data):
            raise IllegalFileFormat("the PNG file ends too early")
        size, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        if data[at + 8 + size : at + 12 + size] != struct.pack(">I", zlib.crc32(name + body)):
            raise IllegalFileFormat("the PNG file is damaged")
        chunks.append((name, body))
        at += 12 + size
    return chunks


def read_png_header(first: tuple[bytes, bytes]) -> tuple[int, int, int]:
    """Returns (width, height, channels a pixel) from the first chunk, which must be an IHDR chunk."""
    name, body = first
    if name != b"IHDR" or len(body) != 13:
        raise IllegalFileFormat("the PNG file has no header")
    width, height, depth, color, packing, filtering, interlace = struct.unpack(">IIBBBBB", body)
    if depth != 8 or color not in CHANNELS or packing or filtering or interlace:
        raise IllegalFileFormat("only plain RGB and RGBA pictures of eight bits are read")
    return width, height, CHANNELS[color]


def inflate_rows(packed: bytes, size: int) -> bytes:
    """Returns the unpacked rows, which must be exactly `size` bytes; never unpacks much more than that."""
    unpacker = zlib.decompressobj()
    try:
        # one byte more than allowed shows that there are too many
        rows = unpacker.decompress(packed, size + 1)
    except zlib.error as error:
        raise IllegalFileFormat("the PNG file is damaged") from error
    if len(rows) != size or not unpacker.eof:
        raise IllegalFileFormat("the PNG file has another size than it says")
    return rows


def unfilter_rows(
    rows: bytes, stride: int, channels: int, count_work: Callable[[int], None] = do_nothing
) -> bytes:
    """Undoes the row filters; returns the bytes of all pixels, row by row.

    Each of the `rows` is the number of its filter, then `stride` bytes; a pixel has `channels` bytes.
    """
    flat = bytearray()
    above = bytes(stride)
    for at in range(0, len(rows), stride + 1):
        kind = rows[at]
        if kind >= len(FILTERS):
            raise IllegalFileFormat("the PNG file has an unknown row filter")
        count_work(UNFILTER_COST.of(stride))
        above = FILTERS[kind](rows[at + 1 : at + 1 + stride], above, channels)
        flat += above
    return bytes(flat)


def unfilter_sub(row: bytes, above: bytes, channels: int) -> bytes:
    """Undoes filter 1 (Sub): each byte was written as its difference to that of the pixel on the left."""
    result = bytearray(len(row))
    # of each channel, a byte is the sum of all differences up to it
    for plane in range(channels):
        result[plane::channels] = bytes(each & 255 for each in accumulate(row[plane::channels]))
    return bytes(result)


def unfilter_up(row: bytes, above: bytes, channels: int) -> bytes:
    """Undoes filter 2 (Up): each byte was written as its difference to the one above."""
    return bytes((each + up) & 255 for each, up in zip(row, above, strict=True))


def unfilter_average(row: bytes, above: bytes, channels: int) -> bytes:
    """Undoes filter 3 (Average): each byte was written as its difference to the mean of left and above."""
    # `result` begins with a pixel left of the row, all 0: index `at` is the left neighbour
    result = bytearray(channels)
    for at, (each, up) in enumerate(zip(row, above, strict=True)):
        result.append((each + (result[at] + up) // 2) & 255)
    return bytes(result[channels:])


def unfilter_paeth(row: bytes, above: bytes, channels: int) -> bytes:
    """Undoes filter 4 (Paeth): each byte was written as its difference to one of three neighbours.

    It is the one of left, above and upper left that is nearest to left + above - upper left.
    """
    # `result` and `corners` begin with a pixel left of the row, all 0: index `at` is the left neighbour
    result = bytearray(channels)
    corners = bytes(channels) + above
    for at, (each, up, corner) in enumerate(zip(row, above, corners, strict=False)):
        left = result[at]
        # the distances of the three from left + up - corner
        to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        if to_left <= to_up and to_left <= to_corner:
            result.append((each + left) & 255)
        else:
            result.append((each + (up if to_up <= to_corner else corner)) & 255)
    return bytes(result[channels:])


FILTERS = (lambda row, above, channels: row, unfilter_sub, unfilter_up, unfilter_average, unfilter_paeth)
"""The functions that undo the row filters, by the filters' numbers."""


def words_from_channels(flat: bytes, channels: int) -> array[int]:
    """Returns RGB (3 `channels`) or RGBA (4) bytes as ARGB words, cut to five bits a channel."""
    data = bytearray(len(flat) // channels * 4)
    # red, green and blue: in a word the blue byte is the lowest
    data[2::4], data[1::4], data[0::4] = (flat[plane::channels].translate(TO_FIVE_BITS) for plane in range(3))
    data[3::4] = flat[3::4].translate(TO_OPAQUE) if channels == 4 else b"\xff" * (len(data) // 4)
    return little_endian(array("I", bytes(data)))


# ---- the console's own files


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
