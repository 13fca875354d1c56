"""Arrays as the storage keeps them: a JSON document that any program can read.

    {"format": "retromaze array 1", "element": "real", "sizes": [2, 3], "values": [1.5, 0.0, ...]}

`element` is "real" or "integer", `values` are flat with the last subscript fastest. Reals are written with
the shortest digits that give back the same double; "inf", "-inf" and "nan" stand as strings.
"""

from __future__ import annotations

import json
import math
from typing import Any

from retromaze.errors import IllegalFileFormat
from retromaze.machine.contents import Numbers, checked_sizes

FORMAT = "retromaze array 1"
NAMES = {"%": "integer", "#": "real"}
ELEMENTS = {name: element for element, name in NAMES.items()}
NOT_FINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def encoded(numbers: Numbers) -> bytes:
    """The document of an array, ASCII, ended by a line feed."""
    document = {
        "format": FORMAT,
        "element": NAMES[numbers.element],
        "sizes": list(numbers.sizes),
        "values": [value if math.isfinite(value) else str(value) for value in numbers.values],
    }
    return json.dumps(document, allow_nan=False).encode("ascii") + b"\n"


def decoded(data: bytes) -> Numbers:
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
    return Numbers(element, tuple(sizes), [read(value) for value in values])


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
