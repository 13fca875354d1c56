"""Reads foreign JSON; its length and depth are checked before it is parsed.

Python's own reader recurses at every bracket, up to the recursion limit that happens to be set.
"""

from __future__ import annotations

import json
import re
from typing import Any

MARKS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|(?P<opening>[\[{])|(?P<closing>[\]}])', re.DOTALL)
"""A string, which may hold brackets of its own, or a bracket that counts."""


def read_json(text: str, *, longest: int, deepest: int) -> Any:
    """Parses a JSON text. Raises ValueError for one that is not valid, too long or nested too deeply."""
    if len(text) > longest:
        raise ValueError(f"longer than {longest} characters")
    if nests_deeper(text, deepest):
        raise ValueError(f"nested more than {deepest} levels deep")
    return json.loads(text)


def nests_deeper(text: str, deepest: int) -> bool:
    """Whether brackets are nested more than `deepest` levels deep."""
    if text.count("[") + text.count("{") <= deepest:
        return False  # too few brackets, even if none is in a string
    level = 0
    for mark in MARKS.finditer(text):
        match mark.lastgroup:
            case "opening":
                level += 1
                if level > deepest:
                    return True
            case "closing":
                level -= 1
    return False
