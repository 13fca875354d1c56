"""Stores arrays as JSON documents, which any program can read.

    {"format": "retromaze array 1", "element": "real", "sizes": [2, 3], "values": [1.5, 0.0, ...]}

`element` is "real" or "integer", `values` are flat with the last subscript fastest. Reals are written with
the shortest digits that give back the same double; "inf", "-inf" and "nan" stand as strings.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from retromaze.errors import IllegalFileFormat
from retromaze.machine.contents import Numbers, checked_sizes
from retromaze.machine.work import DECODED, ENCODED
from retromaze.values.json_texts import read_json
from retromaze.values.rates import PIECE, Rate, ignored

FORMAT = "retromaze array 1"
NAMES = {"%": "integer", "#": "real"}
ELEMENTS = {name: element for element, name in NAMES.items()}
VALUES = re.compile(rb'"values"\s*:\s*\[')
LONGEST_HEAD, DEEPEST_HEAD = 1 << 16, 16
"""Characters of a document beside its values, and how deeply they may nest: others may have added to it."""
LONGEST_PIECE = 1 << 16
"""Characters of the values that are read at once."""
NOT_FINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def encode_document(numbers: Numbers, spend: Callable[[int], None] = ignored) -> bytes:
    """The document of an array, ASCII, ended by a line feed; `spend` is told the work while it is done."""
    head = {"format": FORMAT, "element": NAMES[numbers.element], "sizes": list(numbers.sizes), "values": []}
    values = ", ".join(row for row in map(encoded_values, pieces(numbers.values, ENCODED, spend)) if row)
    return f"{json.dumps(head)[:-2]}{values}]}}\n".encode("ascii")


def encoded_values(values: Sequence[float]) -> str:
    """Numbers as they stand between the brackets of a JSON array."""
    finite = [value if math.isfinite(value) else str(value) for value in values]
    return json.dumps(finite, allow_nan=False)[1:-1]


def pieces(values: list[Any], rate: Rate, spend: Callable[[int], None]) -> Iterator[list[Any]]:
    """The values a piece at a time, the work on each counted before it is done."""
    for at in range(0, len(values), PIECE):
        piece = values[at : at + PIECE]
        spend(rate.of(len(piece)))
        yield piece


def decode_document(data: bytes, spend: Callable[[int], None] = ignored) -> Numbers:
    """The array in a document; IllegalFileFormat for anything else."""
    head, flat = split_document(data)
    document = parse_head(head)
    element, sizes = ELEMENTS.get(str(document.get("element"))), document.get("sizes")
    if document.get("format") != FORMAT or element is None or document.get("values") != []:
        raise IllegalFileFormat("not a stored array")
    if not isinstance(sizes, list) or not all(type(size) is int for size in sizes) or not sizes:
        raise IllegalFileFormat("the stored array has no sizes")
    count = checked_sizes(tuple(sizes))
    read = integer_of if element == "%" else real_of
    values: list[Any] = []
    for piece in value_chunks(flat):
        spend(DECODED.of(len(piece)))
        values += map(read, piece)
        if len(values) > count:
            break
    if len(values) != count:
        raise IllegalFileFormat("the stored array has another number of values than its sizes say")
    return Numbers(element, tuple(sizes), values)


def split_document(data: bytes) -> tuple[bytes, bytes]:
    """A document whose values are left out, and what stands between their brackets.

    No value of an array holds a bracket, so the next one that closes is theirs.
    """
    found = VALUES.search(data)
    end = data.find(b"]", found.end()) if found else -1
    if found is None or end < 0:
        raise IllegalFileFormat("not a stored array")
    return data[: found.end()] + data[end:], data[found.end() : end]


def parse_head(head: bytes) -> dict[str, Any]:
    """A document whose values are left out."""
    try:
        document = read_json(head.decode("utf-8"), longest=LONGEST_HEAD, deepest=DEEPEST_HEAD)
    # Over-long digit strings are a ValueError like bad syntax.
    except ValueError as error:
        raise IllegalFileFormat("not a stored array") from error
    if not isinstance(document, dict) or len(VALUES.findall(head)) != 1:
        raise IllegalFileFormat("not a stored array")
    return document


def value_chunks(flat: bytes) -> Iterator[list[Any]]:
    """The values between brackets, as many at a time as stand in some thousand characters."""
    at = 0
    while at <= len(flat):
        end = at + LONGEST_PIECE
        cut = flat.rfind(b",", at, end) if end < len(flat) else len(flat)
        piece = flat[at:cut] if cut >= 0 else b"["
        if b"[" in piece or b"{" in piece:
            raise IllegalFileFormat("an element is no number")
        try:
            values = json.loads(f"[{piece.decode('ascii')}]")
        except ValueError as error:
            raise IllegalFileFormat("not a stored array") from error
        if not values and len(piece) < len(flat):
            raise IllegalFileFormat("nothing stands between two commas")
        yield values
        at = cut + 1


def integer_of(value: object) -> int:
    if type(value) is int and -(1 << 31) <= value < 1 << 31:
        return value
    raise IllegalFileFormat("an element is no integer of 32 bits")


def real_of(value: object) -> float:
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if type(value) is float:
        return value
    if type(value) is int and abs(value) < 1 << 1023:
        return float(value)
    raise IllegalFileFormat("an element is no number")
