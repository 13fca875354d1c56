"""Builtins of strings: their parts, character codes, and conversion from and to numbers.

Positions count UTF-16 code units from 0.
Source: manual, Strings; language reference, sections 5.2 and 5.3, unless a function says otherwise.
"""

from __future__ import annotations

from typing import Annotated

from retromaze.builtins.computer import Computer
from retromaze.builtins.ranges import COUNT, Length, Range
from retromaze.builtins.registry import Number, builtin, form
from retromaze.errors import IllegalFunctionCall, OutOfRange
from retromaze.machine.machine import Machine
from retromaze.values import numbers
from retromaze.values.costs import SEARCHED, WRITTEN
from retromaze.values.memory import LONG
from retromaze.values.numbers import LOW_32_BITS, general, number_in

WIDEST = 63
Position = Annotated[int, Range(-1, 1 << 21)]
WIDEST_BINARY = 32
Count = Annotated[int, COUNT]
Width = Annotated[int, Range(1, WIDEST)]
Short = Annotated[str, Length(WIDEST)]


@builtin("ASC", python="ord({text}[0])")
def code(text: str) -> Annotated[int, Range(0, 0xFFFF)]:
    """ASC(text) is the code of the first character. Raises IllegalFunctionCall for an empty text."""
    if not text:
        raise IllegalFunctionCall(argument=1)
    return ord(text[0])


@builtin("CHR$")
def character(code: int) -> Annotated[str, Length(1)]:
    """CHR$(code) is the character of that code; only the low 16 bits count."""
    return chr(code & 0xFFFF)


@builtin("LEFT$", WRITTEN, python="{text}[:{count}]")
def left(computer: Computer, text: str, count: Count) -> str:
    """LEFT$(text,count) is the first characters, all of them if there are fewer."""
    return computer.memory.made(text[:count])


@builtin("RIGHT$", WRITTEN)
def right(computer: Computer, text: str, count: Count) -> str:
    """RIGHT$(text,count) is the last characters, all of them if there are fewer."""
    return computer.memory.made(text[-count:] if count else "")


@builtin("MID$", WRITTEN)
def middle(computer: Computer, text: str, start: Count, count: Count) -> str:
    """MID$(text,start,count) is count characters from position start on, fewer at the text's end."""
    return computer.memory.made(text[start : start + count])


@builtin("INSTR", SEARCHED)
def find(m: Machine, text: str, wanted: str) -> Position:
    """INSTR(text,wanted) is the first position of wanted in text, -1 if it is not there."""
    return searched(m, text, wanted, 0)


@form("INSTR")
def find_from(m: Machine, start: Count, text: str, wanted: str) -> Position:
    """INSTR(start,text,wanted) looks at position start and after it.

    Unverified: OutOfRange below 0, -1 past the end.
    """
    return searched(m, text, wanted, start)


def searched(m: Machine, text: str, wanted: str, start: int) -> int:
    if len(text) > LONG:
        m.spend(SEARCHED.of(len(text)))
    return text.find(wanted, start)


@builtin("SUBST$", WRITTEN, python="basic.replaced")
def replace(computer: Computer, text: str, start: Count, count: Count, new: str) -> str:
    """SUBST$(text,start,count,new) puts new in the place of count characters at start; 0 of them inserts.

    Unverified: OutOfRange for a start past the end.
    """
    if start > len(text):
        raise OutOfRange(argument=2)
    return subst(computer, text[:start], new, text[start + count :])


@form("SUBST$", python="basic.replaced({text}, {start}, None, {new})")
def replace_rest(computer: Computer, text: str, start: Count, new: str) -> str:
    """SUBST$(text,start,new) puts new in the place of everything from start on."""
    if start > len(text):
        raise OutOfRange(argument=2)
    return subst(computer, text[:start], new, "")


def subst(computer: Computer, before: str, new: str, behind: str) -> str:
    """The three parts joined, the memory asked first."""
    length = len(before) + len(new) + len(behind)
    if length >= LONG:
        computer.memory.claim(length)
    return computer.memory.keep(before + new + behind)


@builtin("STR$")
def number_text(x: Number, width: Width = 1) -> Short:
    """STR$(x[,width]) writes a number, six significant digits of a Real, set right in 1 to 63 columns.

    Source: language reference, section 6.1.
    """
    return general(x).rjust(width)


@builtin("HEX$", python="basic.hexadecimal")
def hexadecimal(x: int) -> Annotated[str, Length(8)]:
    """HEX$(x) writes 32 bits in hexadecimal."""
    return numbers.hexadecimal(x)


@form("HEX$", python="basic.hexadecimal")
def hexadecimal_digits(x: int, width: Width) -> Short:
    """HEX$(x,width) writes the last 1 to 63 digits, zeros in front where there are fewer.

    Source: published programs, for the cutting; disassembly, for the range of the width.
    """
    return numbers.hexadecimal(x, width)


@builtin("BIN$", python="basic.binary")
def binary(
    x: int, width: Annotated[int, Range(0, WIDEST_BINARY)] = 0
) -> Annotated[str, Length(WIDEST_BINARY)]:
    """BIN$(x[,width]) writes 32 bits in binary, with zeros in front up to a width of 0 to 32.

    Unverified: the range of the width, and all 32 bits for a number below 0.
    """
    return f"{x & LOW_32_BITS:b}".rjust(width, "0")


@builtin("VAL", SEARCHED)
def value(m: Machine, text: str) -> Number:
    """VAL(text) is the number written there, 0 if there is none.

    An Integer if it is written as one and fits, else a Real; &H and &B give 32 bits. Blanks in front are
    skipped. After a whole number only a comma, a line break or (decimal) `!` may begin more text; after a
    Real almost anything may: VAL("12A") is 0, VAL("1.5A") is 1.5.
    Unverified: no sign is taken before &H and &B.
    """
    if len(text) > LONG:
        m.spend(SEARCHED.of(len(text)))
    return number_in(text)
