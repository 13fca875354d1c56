"""FORMAT$: puts numbers and strings into a pattern.

Source: manual, FORMAT$; language reference, section 5.4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from retromaze.builtins.registry import Number, Value, builtin
from retromaze.errors import IllegalFunctionCall, StringTooLong, TypeMismatch
from retromaze.language.text import capitals
from retromaze.machine.machine import Machine
from retromaze.values.costs import FORMATTED
from retromaze.values.numbers import require_number, truncate

LONGEST = 1024
# What is longer hardly fits, and need not be read to the end.
LONGEST_PATTERN = 16 * LONGEST
SHORT_PATTERN = 32
"""Characters of a pattern that the word's own cost allows for."""
LOW_32_BITS = 0xFFFF_FFFF
DIRECTIVE = re.compile(r"%([-+ 0]*)([0-9]*)(?:\.([0-9]*))?(.?)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Directive:
    """One place in a pattern: its letter in upper case, its flags, least width and digits after the point."""

    letter: str
    flags: str
    width: int
    precision: int | None

    def written(self, value: Value) -> str:
        """The value as it stands in the text; TypeMismatch for a string among numbers or the reverse."""
        if self.letter == "S":
            if not isinstance(value, str):
                raise TypeMismatch
            return self.padded(value)
        number = require_number(value)
        if self.letter == "F":
            return self.signed(self.fixed(number))
        if self.letter == "D":
            return self.signed(str(truncate(number)))
        bits = truncate(number) & LOW_32_BITS
        return self.padded(f"{bits:X}" if self.letter == "X" else f"{bits:b}", zeros="0" in self.flags)

    def fixed(self, number: Number) -> str:
        return f"{float(number):.{6 if self.precision is None else self.precision}f}"

    def signed(self, number: str) -> str:
        """A decimal number with the sign that the flags ask for, padded."""
        plus = "+" if "+" in self.flags else " " if " " in self.flags else ""
        sign = "-" if number.startswith("-") else plus
        digits = number.removeprefix("-")
        # As in C, `inf` and `nan` are never filled up with zeros.
        zeros = "0" in self.flags and digits[0].isdigit()
        return self.padded(digits, sign=sign, zeros=zeros)

    def padded(self, text: str, *, sign: str = "", zeros: bool = False) -> str:
        if "-" in self.flags:
            return (sign + text).ljust(self.width)
        if zeros:
            return sign + text.rjust(self.width - len(sign), "0")
        return (sign + text).rjust(self.width)


@lru_cache(maxsize=256)
def pieces(pattern: str) -> tuple[str | Directive, ...]:
    """A pattern cut into plain texts and directives.

    Raises IllegalFunctionCall for an unknown letter, StringTooLong for a width that cannot fit.
    """
    found: list[str | Directive] = []
    plain: list[str] = []
    end = 0
    for match in DIRECTIVE.finditer(pattern):
        plain.append(pattern[end : match.start()])
        end = match.end()
        if match[0] == "%%":
            plain.append("%")
            continue
        found += ["".join(plain), directive(match)]
        plain.clear()
    plain.append(pattern[end:])
    return tuple(piece for piece in (*found, "".join(plain)) if piece)


def directive(match: re.Match[str]) -> Directive:
    flags, width, precision, letter = match.groups()
    if not letter or letter not in "SDXBFsdxbf":
        raise IllegalFunctionCall(f"FORMAT$ has no %{letter}", argument=1)
    # Long rows of digits are refused unread.
    if max(len(width), len(precision or "")) > 4 or int(width or 0) > LONGEST:
        raise StringTooLong
    decimals = None if precision is None else int(precision or 0)
    return Directive(capitals(letter), flags, int(width or 0), decimals)


@builtin("FORMAT$", FORMATTED, cost=10, python="basic.formatted")
def format_values(m: Machine, pattern: str, *values: Value) -> str:
    """FORMAT$(pattern,value…) sets the values into the pattern, each where a % stands.

    %S text, %D whole number, %X hexadecimal, %B binary, %F decimals (six, or `.n`), %% a percent sign.
    Before the letter: `0` fills up with zeros, `-` sets left, `+` shows every sign, a blank leaves room for
    it, and a number is the least width. Values too many are ignored.
    Raises IllegalFunctionCall for an unknown letter or a missing value, TypeMismatch for a wrong kind,
    StringTooLong above 1024 characters.
    Unverified: lower-case letters, missing and surplus values, Reals cut to whole numbers by %D %X %B;
    decimals after the point count for %F alone.
    """
    if len(pattern) > SHORT_PATTERN:
        m.spend(FORMATTED.of(min(len(pattern), LONGEST_PATTERN) - SHORT_PATTERN))
    return formatted(pattern, *values)


def formatted(pattern: str, *values: Value) -> str:
    """What FORMAT$ gives. Raises the same."""
    written: list[str] = []
    used = 0
    if len(pattern) > LONGEST_PATTERN:
        raise StringTooLong(argument=1)
    for piece in pieces(pattern):
        if isinstance(piece, str):
            written.append(piece)
            continue
        if used == len(values):
            raise IllegalFunctionCall
        written.append(written_at(piece, values[used], used + 2))
        used += 1
    text = "".join(written)
    if len(text) > LONGEST:
        raise StringTooLong
    return text


def written_at(piece: Directive, value: Value, argument: int) -> str:
    """The value as written; an error names the argument."""
    try:
        return piece.written(value)
    except TypeMismatch as error:
        error.argument = argument
        raise
