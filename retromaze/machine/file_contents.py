"""The contents of stored files besides text: arrays as JSON documents, pages as PNG files.

    {"format": "retromaze array 1", "element": "real", "sizes": [2, 3], "values": [1.5, 0.0, ...]}

`element` is "real" or "integer", `values` are flat with the last subscript fastest. Reals are written with
the shortest digits that give back the same double; "inf", "-inf" and "nan" stand as strings.

PNG files have eight bits a channel and are not interlaced. Written are RGBA pictures with their five-bit
channels widened as the screen shows them (white is 255); reading cuts the low bits off again, which gives
back the very same page. Read are RGB and RGBA pictures of up to 512 x 512 pixels with any of the five row
filters; everything else is an illegal file format.
Source: W3C Recommendation "Portable Network Graphics (PNG) Specification", second edition.
"""

from __future__ import annotations

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
from retromaze.machine.colors import little_endian
from retromaze.values.arrays import CHARACTER, MEMORY_SIZE
from retromaze.values.costs import DECODE_COST, ENCODE_COST, UNFILTER_COST, do_nothing, paid_pieces
from retromaze.values.json_texts import read_json

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
    width, height, channels = read_header(chunks[0])
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


def read_header(first: tuple[bytes, bytes]) -> tuple[int, int, int]:
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
