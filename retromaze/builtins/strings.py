"""Builtins of strings: their parts, character codes, and conversion from and to numbers; FORMAT$.

Positions count UTF-16 code units from 0.
Source: manual, Strings; language reference, sections 5.2 to 5.4, unless a function says otherwise.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import Length, Range
from retromaze.builtins.registry import Count, Number, Value, builtin, form
from retromaze.errors import IllegalFunctionCall, OutOfRange, StringTooLong, TypeMismatch
from retromaze.language.lexer import ascii_upper
from retromaze.language.numbers import truncate
from retromaze.machine.machine import Machine
from retromaze.values import operators, scalars
from retromaze.values.arrays import LONG_STRING
from retromaze.values.costs import FORMAT_COST, SEARCH_COST, TEXT_COST
from retromaze.values.scalars import LOW_32_BITS, general, number_in

WIDEST = 63
Position = Annotated[int, Range(-1, 1 << 21)]
WIDEST_BINARY = 32
Width = Annotated[int, Range(1, WIDEST)]
Short = Annotated[str, Length(WIDEST)]


@builtin("ASC")
def code(text: str) -> Annotated[int, Range(0, 0xFFFF)]:
    """ASC(text) is the code of the first character. Raises IllegalFunctionCall for an empty text."""
    if not text:
        raise IllegalFunctionCall(argument=1)
    return ord(text[0])


@builtin("CHR$")
def character(code: int) -> Annotated[str, Length(1)]:
    """CHR$(code) is the character of that code; only the low 16 bits count."""
    return chr(code & 0xFFFF)


@builtin("LEFT$", TEXT_COST)
def left(computer: Computer, text: str, count: Count) -> str:
    """LEFT$(text,count) is the first characters, all of them if there are fewer."""
    return computer.memory.allocate_string(text[:count])


@builtin("RIGHT$", TEXT_COST)
def right(computer: Computer, text: str, count: Count) -> str:
    """RIGHT$(text,count) is the last characters, all of them if there are fewer."""
    return computer.memory.allocate_string(text[-count:] if count else "")  # text[-0:] is the whole text


@builtin("MID$", TEXT_COST)
def middle(computer: Computer, text: str, start: Count, count: Count) -> str:
    """MID$(text,start,count) is count characters from position start on, fewer at the text's end."""
    return computer.memory.allocate_string(text[start : start + count])


@builtin("INSTR", SEARCH_COST)
def find(m: Machine, text: str, wanted: str) -> Position:
    """INSTR(text,wanted) is the first position of wanted in text, -1 if it is not there."""
    return position_of(m, text, wanted, 0)


@form("INSTR")
def find_from(m: Machine, start: Count, text: str, wanted: str) -> Position:
    """INSTR(start,text,wanted) looks at position start and after it.

    Unverified: OutOfRange below 0, -1 past the end.
    """
    return position_of(m, text, wanted, start)


def position_of(m: Machine, text: str, wanted: str, start: int) -> int:
    """Returns the first position of `wanted` from `start` on, or -1; spends work for a long text."""
    # INSTR's own cost pays for a short one
    if len(text) > LONG_STRING:
        m.spend(SEARCH_COST.of(len(text)))
    return text.find(wanted, start)


@builtin("SUBST$", TEXT_COST, python="basic.replaced")
def replace(computer: Computer, text: str, start: Count, count: Count, new: str) -> str:
    """SUBST$(text,start,count,new) puts new in the place of count characters at start; 0 of them inserts.

    Unverified: OutOfRange for a start past the end.
    """
    if start > len(text):
        raise OutOfRange(argument=2)
    return join_parts(computer, text[:start], new, text[start + count :])


@form("SUBST$", python="basic.replaced({text}, {start}, None, {new})")
def replace_rest(computer: Computer, text: str, start: Count, new: str) -> str:
    """SUBST$(text,start,new) puts new in the place of everything from start on."""
    if start > len(text):
        raise OutOfRange(argument=2)
    return join_parts(computer, text[:start], new, "")


def join_parts(computer: Computer, before: str, new: str, behind: str) -> str:
    """Returns the joined parts. Raises OutOfMemory before it joins them if the memory has no room."""
    length = len(before) + len(new) + len(behind)
    if length >= LONG_STRING:
        computer.memory.claim(length)
    return computer.memory.count_string(before + new + behind)


@builtin("STR$")
def number_text(x: Number, width: Width = 1) -> Short:
    """STR$(x[,width]) writes a number, six significant digits of a Real, set right in 1 to 63 columns.

    Source: language reference, section 6.1.
    """
    return general(x).rjust(width)


@builtin("HEX$", python="basic.hexadecimal")
def hexadecimal(x: int) -> Annotated[str, Length(8)]:
    """HEX$(x) writes 32 bits in hexadecimal."""
    return scalars.hexadecimal(x)


@form("HEX$", python="basic.hexadecimal")
def hexadecimal_digits(x: int, width: Width) -> Short:
    """HEX$(x,width) writes the last 1 to 63 hexadecimal digits, with zeros in front.

    Source: published programs, for the cutting; disassembly, for the range of the width.
    """
    return scalars.hexadecimal(x, width)


@builtin("BIN$", python="basic.binary")
def binary(
    x: int, width: Annotated[int, Range(0, WIDEST_BINARY)] = 0
) -> Annotated[str, Length(WIDEST_BINARY)]:
    """BIN$(x[,width]) writes 32 bits in binary, with zeros in front up to a width of 0 to 32.

    Unverified: the range of the width, and all 32 bits for a number below 0.
    """
    return f"{x & LOW_32_BITS:b}".rjust(width, "0")


@builtin("VAL", SEARCH_COST)
def value(m: Machine, text: str) -> Number:
    """VAL(text) is the number written there, 0 if there is none.

    An Integer if it is written as one and fits, else a Real; &H and &B give 32 bits. Blanks in front are
    skipped. After a whole number only a comma, a line break or (decimal) `!` may begin more text; after a
    Real almost anything may: VAL("12A") is 0, VAL("1.5A") is 1.5.
    Unverified: no sign is taken before &H and &B.
    """
    if len(text) > LONG_STRING:
        m.spend(SEARCH_COST.of(len(text)))
    return number_in(text)


LONGEST = 1024
"""The most characters of a text that FORMAT$ makes."""
LONGEST_PATTERN = 16 * LONGEST
"""A longer pattern is refused unread: its text would hardly fit into LONGEST characters."""
SHORT_PATTERN = 32
"""Characters of a pattern that the word's own cost allows for."""
DIRECTIVE = re.compile(r"%([-+ 0]*)([0-9]*)(?:\.([0-9]*))?(.?)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Directive:
    """One place for a value in a pattern of FORMAT$, such as `%05.2F`.

    It has a `letter` in upper case (S text, D whole number, X hexadecimal, B binary, F decimals), `flags`
    (`-` sets left, `0` fills up with zeros, `+` and blank show a sign or leave room for it), a least `width`
    and the digits after the point (`precision`).
    """

    letter: str
    flags: str
    width: int
    precision: int

    def format_value(self, value: Value) -> str:
        """Returns a value as the directive writes it. Raises TypeMismatch for a string among numbers."""
        side = "<" if "-" in self.flags else ">"
        if self.letter == "S":
            if not isinstance(value, str):
                raise TypeMismatch
            return f"{value:{side}{self.width}}"
        number = operators.number(value)
        # as in C, `inf` and `nan` are never filled up with zeros
        if "0" in self.flags and side == ">" and (self.letter != "F" or math.isfinite(number)):
            side = "0="  # zeros between sign and digits, in Python's format language
        sign = ""
        if "+" in self.flags:
            sign = "+"
        elif " " in self.flags:
            sign = " "
        if self.letter == "F":
            return f"{float(number):{side}{sign}{self.width}.{self.precision}f}"
        if self.letter == "D":
            return f"{truncate(number):{side}{sign}{self.width}d}"
        # 32 bits, which have no sign to be shown
        base = "X" if self.letter == "X" else "b"
        return f"{truncate(number) & LOW_32_BITS:{side}{self.width}{base}}"


@lru_cache(maxsize=256)
def parse_pattern(pattern: str) -> tuple[str | Directive, ...]:
    """Splits a pattern of FORMAT$ into plain texts and directives.

    Raises IllegalFunctionCall for an unknown letter, StringTooLong for a width that cannot fit.
    """
    pieces: list[str | Directive] = []
    plain: list[str] = []  # the parts of the text before the next directive: `%%` divides it
    end = 0
    for match in DIRECTIVE.finditer(pattern):
        plain.append(pattern[end : match.start()])
        end = match.end()
        if match[0] == "%%":
            plain.append("%")
            continue
        pieces += ["".join(plain), parse_directive(match)]
        plain.clear()
    plain.append(pattern[end:])
    # without the empty texts between directives
    return tuple(piece for piece in (*pieces, "".join(plain)) if piece)


def parse_directive(match: re.Match[str]) -> Directive:
    """Returns the directive that DIRECTIVE matched, such as `%05.2F`.

    Raises IllegalFunctionCall for an unknown letter, StringTooLong for a width that cannot fit.
    """
    flags, width, precision, letter = match.groups()
    if not letter or letter not in "SDXBFsdxbf":
        raise IllegalFunctionCall(f"FORMAT$ has no %{letter}", argument=1)
    # a long row of digits is refused by its length: `int` may refuse to read it
    if max(len(width), len(precision or "")) > 4 or int(width or 0) > LONGEST:
        raise StringTooLong
    decimals = 6 if precision is None else int(precision or 0)  # `%.F` writes none
    return Directive(ascii_upper(letter), flags, int(width or 0), decimals)


@builtin("FORMAT$", FORMAT_COST, cost=10, python="basic.formatted")
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
        m.spend(FORMAT_COST.of(min(len(pattern), LONGEST_PATTERN) - SHORT_PATTERN))
    return formatted(pattern, *values)


def formatted(pattern: str, *values: Value) -> str:
    """Returns the text that FORMAT$ makes of a pattern and values; it raises the same errors."""
    if len(pattern) > LONGEST_PATTERN:
        raise StringTooLong(argument=1)
    parts: list[str] = []
    values_left = enumerate(values, 2)  # the pattern is argument 1
    for piece in parse_pattern(pattern):
        if isinstance(piece, str):
            parts.append(piece)
            continue
        argument, value = next(values_left, (None, None))
        if value is None:
            raise IllegalFunctionCall
        try:
            parts.append(piece.format_value(value))
        except TypeMismatch as error:
            error.argument = argument
            raise
    text = "".join(parts)
    if len(text) > LONGEST:
        raise StringTooLong
    return text
