"""Numbers at their limits, and strings that several names share.

An Integer is a Python int within 32 bits, a Real a Python float; both are written and read as the console
does. BASIC strings are objects: after `B$=A$` both names mean the same string, and `INC A$,"x"` shows in B$.
Almost no listing can tell, so strings are plain `str` until a listing that changes strings in place copies
one; from then on both variables hold one `SharedString`. Builtins never get one: their callers pass `str`. In
an Array either may stand. Source: language reference, sections 2.2, 2.3, 2.6, 5.3 and 6.
"""

from __future__ import annotations

import math
import re
from typing import Any

from retromaze.errors import Overflow
from retromaze.language.numbers import LARGEST, SMALLEST, integer_if_whole, wrap

LOW_32_BITS = 0xFFFF_FFFF


def to_integer(value: float) -> int:
    """Returns a number as a `%` variable stores it: cut toward zero. Raises Overflow if it does not fit."""
    if isinstance(value, int):
        return wrap(value)
    if SMALLEST <= value <= LARGEST:
        return int(value)
    if math.isnan(value):
        return 0  # no comparison with nan is true
    raise Overflow


def whole_number(digits: str, most: int = LARGEST) -> int:
    """Returns the number that decimal digits spell, or most + 1 for every number above `most`.

    For digits of any length, as in an option: Python refuses to read more than 4,300 of them, and no range of
    lines or frames may be endless.
    """
    significant = digits.lstrip("0")
    return min(int(significant or "0"), most + 1) if len(significant) <= len(str(most)) else most + 1


def printed(value: float) -> str:
    """Returns a number as PRINT writes it: eight decimals at most, never an exponent."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.8f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text


def general(value: float) -> str:
    """Returns a number as STR$ writes it: six significant digits, an exponent where C's %g has one."""
    return str(value) if isinstance(value, int) else f"{value:g}"


def hexadecimal(value: int, width: int | None = None) -> str:
    """Returns the 32 bits of a number as HEX$ writes them; zeros or a cut on the left give it a `width`.

    Source: language reference, 5.3 (published programs build FONTDEF's digits by it).
    """
    digits = f"{value & LOW_32_BITS:X}"
    return digits if width is None else digits[-width:].rjust(width, "0")


# What may follow a number: see VAL. Atomic groups keep the digits from being given back.
NUMBER = re.compile(
    r"""
    (?: &[Hh] (?P<hexadecimal> [0-9A-Fa-f]+ ) (?= [\r\n,] | \Z )
    |   &[Bb] (?P<binary> [01]+ )             (?= [\r\n,] | \Z )
    |   (?P<integer> -? [0-9]+ )              (?= [\r\n,!] | \Z )
    |   (?P<minus> -? )
        (?P<real> [0-9]* \. (?! [0-9] )
        |         (?> (?: [0-9]* \. )? [0-9]+ (?: [Ee] [+-]? [0-9]+ )? ) (?= \# )
        |         (?> [0-9]* \. [0-9]+ (?: [Ee] [+-]? [0-9]+ )? | [0-9]+ [Ee] [+-]? [0-9]+ ) (?! [Ee] )
        )
    )
    """,
    re.VERBOSE,
)


def number_in(text: str) -> int | float:
    """Reads the number that a text begins with, after blanks; 0 without one. Source: 5.3 (VAL)."""
    match = NUMBER.match(text.lstrip(" "))
    if match is None:
        return 0
    if match["integer"]:
        # not int(): it refuses thousands of digits, and a double holds every 32-bit number exactly
        return integer_if_whole(float(match["integer"]))
    if match["hexadecimal"]:
        return wrap(int(match["hexadecimal"], 16))
    if match["binary"]:
        return wrap(int(match["binary"], 2))
    # the zero in front makes a number of a lone point
    real = float("0" + match["real"])
    return -real if match["minus"] else real


class SharedString:
    """A string to which several variables or elements refer, which all see its `value` change."""

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value = value

    def __len__(self) -> int:
        return len(self.value)


def plain(value: str | SharedString) -> str:
    """Returns the characters of a string, shared or not."""
    return value if isinstance(value, str) else value.value


def plain_value(value: Any) -> Any:
    """Returns a number or text of a port's own class, an IntEnum say, as a plain int, float or str.

    Another process, which has not loaded the class, can receive only that. Anything else stays as it is.
    """
    # not int(value): the class may have a conversion of its own
    match value:
        case bool():
            return value
        case int():
            return int.__int__(value)
        case float():
            return float.__float__(value)
        case str():
            return str.__str__(value)
    return value


def unshared(value: Any) -> Any:
    """Returns a value as builtins get it: the characters of a SharedString, anything else as it is."""
    return value.value if isinstance(value, SharedString) else value
