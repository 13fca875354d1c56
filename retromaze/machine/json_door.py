"""JSON from outside: what is too long or nests too deeply is refused before anything of it is read.

Python's own reader calls itself for every bracket. How many calls end the process is known to nobody while
`retromaze.recursion` has raised the limit; so brackets are counted first, by a search that calls nothing.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

LONGEST = 8 << 20
"""Characters or bytes, if nothing else is said: listings and ports are far shorter."""
DEEPEST = 16
"""Brackets within brackets, likewise: what we write ourselves has half as many."""

# A string that does not end goes on to the end; no part of it is looked at twice.
TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]++|[\]}]++', re.DOTALL)


class BadJson(ValueError):
    """The text is no JSON, too long or too deep; the message says which."""


def read_json(text: str | bytes, longest: int = LONGEST, deepest: int = DEEPEST) -> Any:
    """The value that the text means. Raises BadJson; numbers that are none (NaN, 1E999) are no JSON."""
    if len(text) > longest:
        raise BadJson(f"this is too long: {len(text):,} characters, of {longest:,} at most")
    try:
        plain = text if isinstance(text, str) else text.decode("utf-8")
        if depth_of(plain, deepest) > deepest:
            raise BadJson(f"this nests too deeply: {deepest} brackets within each other at most")
        return json.loads(plain, parse_constant=refused, parse_float=finite)
    except BadJson:
        raise
    except (ValueError, RecursionError):
        raise BadJson("this is no JSON") from None


def depth_of(text: str, deepest: int) -> int:
    """How deeply brackets nest, counted up to where it is too deep; brackets in strings are none."""
    depth = most = 0
    for found in TOKEN.finditer(text):
        first, count = text[found.start()], found.end() - found.start()
        if first in "[{":
            depth += count
            most = max(most, depth)
        elif first in "]}":
            depth -= count
        if most > deepest:
            break
    return most


def refused(name: str) -> NoReturn:
    """`NaN` and its like, which Python's reader takes for numbers."""
    raise BadJson("this is no JSON")


def finite(digits: str) -> float:
    """A number with a point or an exponent. Raises BadJson for one that no double holds."""
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise BadJson("this is no JSON")
    return value
