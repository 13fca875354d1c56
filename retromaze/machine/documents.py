"""Arrays as the storage keeps them: a JSON document that any program can read.

    {"format": "retromaze array 1", "element": "real", "sizes": [2, 3], "values": [1.5, 0.0, ...]}

`element` is "real" or "integer", `values` are flat with the last subscript fastest. Reals are written with
the shortest digits that give back the same double; "inf", "-inf" and "nan" stand as strings.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from retromaze.errors import IllegalFileFormat
from retromaze.machine.contents import Numbers, checked_sizes
from retromaze.machine.work import DECODED, ENCODED
from retromaze.values.rates import PIECE, Rate, ignored

FORMAT = "retromaze array 1"
NAMES = {"%": "integer", "#": "real"}
ELEMENTS = {name: element for element, name in NAMES.items()}
NOT_FINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def encoded(numbers: Numbers, spend: Callable[[int], None] = ignored) -> bytes:
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


def decoded(data: bytes, spend: Callable[[int], None] = ignored) -> Numbers:
    """The array in a document; IllegalFileFormat for anything else."""
    document = parsed(data)
    element = ELEMENTS.get(str(document.get("element")))
    sizes, values = document.get("sizes"), document.get("values")
    if document.get("format") != FORMAT or element is None or not isinstance(values, list):
        raise IllegalFileFormat("not a stored array")
    if not isinstance(sizes, list) or not all(type(size) is int for size in sizes) or not sizes:
        raise IllegalFileFormat("the stored array has no sizes")
    if checked_sizes(tuple(sizes)) != len(values):
        raise IllegalFileFormat("the stored array has another number of values than its sizes say")
    read = integer_of if element == "%" else real_of
    checked = chain.from_iterable(map(read, piece) for piece in pieces(values, DECODED, spend))
    return Numbers(element, tuple(sizes), list(checked))


def parsed(data: bytes) -> dict[str, Any]:
    try:
        document = json.loads(data.decode("utf-8"))
    # Deep nesting exhausts the reader's stack; over-long digit strings are a ValueError like bad syntax.
    except (ValueError, RecursionError) as error:
        raise IllegalFileFormat("not a stored array") from error
    if not isinstance(document, dict):
        raise IllegalFileFormat("not a stored array")
    return document


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
