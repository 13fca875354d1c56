"""Numbers at the machine's edges: 32-bit integers, doubles, and how each is written.

An Integer is a Python int within 32 bits, a Real a Python float.
Source: language reference, sections 2.2, 2.3 and 6.
"""

from __future__ import annotations

import math

from retromaze.errors import Overflow, TypeMismatch
from retromaze.language.integers import LARGEST, SMALLEST, truncate, wrap

__all__ = ["general", "printed", "require_number", "to_integer", "to_real", "truncate", "wrap"]


def to_integer(value: float) -> int:
    """A number stored in a `%` variable: cut toward zero; Overflow where it does not fit."""
    if isinstance(value, int):
        return wrap(value)
    if SMALLEST <= value <= LARGEST:
        return int(value)
    if math.isnan(value):
        return 0
    raise Overflow


def to_real(value: float) -> float:
    """A number stored in a real variable."""
    return float(value)


def printed(value: float) -> str:
    """A number as PRINT writes it: eight decimals at most, never an exponent."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.8f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text


def general(value: float) -> str:
    """A number as STR$ writes it: six significant digits, an exponent where C's %g has one."""
    return str(value) if isinstance(value, int) else f"{value:g}"


def require_number(value: object) -> int | float:
    """The value itself; TypeMismatch if it is no number."""
    if isinstance(value, int | float):
        return value
    raise TypeMismatch
