"""Reads the comments and constants at the top of a listing, and replaces the constants' values.

The top is a row of plain statements: it ends at the first label, loop, branch, or call into the listing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType

from retromaze.errors import BasicSyntaxError, UsageError
from retromaze.language import nodes
from retromaze.language.block_tree import effects, stores
from retromaze.language.lexer import listing_lexer, with_line_feeds
from retromaze.language.nodes import calls_in
from retromaze.language.parser import parse

Value = int | float | str
"""An Integer, a Real or a String."""

OPENING_COMMENT = re.compile(r"(?:'|REM(?![\w%#$])) ?(.*)", re.IGNORECASE)
CACHED_LISTINGS = 16
"""A check sets the constants of one listing again for each seed."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal that a variable (upper case, with its suffix) is set to, and its place.

    Lines and columns count from 1; `length` is in characters, a sign before the number included.
    """

    name: str
    value: Value
    line: int
    column: int
    length: int


def opening_comment(source: str) -> list[str]:
    """Returns the comment with which a listing begins: its lines without `'` or REM, blank lines included."""
    lines: list[str] = []
    for line in map(str.strip, source.split("\n")):
        found = OPENING_COMMENT.fullmatch(line)
        if line and not found:
            break
        lines.append(found[1] if found else "")
    return "\n".join(lines).strip("\n").split("\n") if any(lines) else []


@lru_cache(maxsize=CACHED_LISTINGS)
def prologue_constants(source: str) -> Mapping[str, Constant]:
    """Returns the variables that the top of a listing sets once to a literal, by name in the listing's order.

    If the listing has a syntax error, only the lines before it count.
    """
    lines = with_line_feeds(source).split("\n")
    statements = parse_readable_lines(lines)
    defined = {each.name for each in statements if isinstance(each, nodes.Define)}

    def belongs_to_top(statement: nodes.Statement) -> bool:
        """Whether a statement is no jump, block or label, and calls no DEF."""
        return effects(statement).is_straight and defined.isdisjoint(
            each.name for each in calls_in(statement)
        )

    stored = [each for statement in takewhile(belongs_to_top, statements) for each in stores(statement)]
    scalars = [each for each in stored if isinstance(each.target, nodes.Name)]
    store_counts = Counter(each.name for each in scalars if not each.is_declaration)
    constants = {}
    for each in scalars:
        # a variable that is set twice, or changed by INC or SWAP, is no constant
        value = None if each.needs_old_value or store_counts[each.name] != 1 else each.copied_value
        if value is not None and (literal := literal_value(value)) is not None:
            line, column = value.line, value.column
            length = length_of_literal(lines[line - 1][column - 1 :])
            constants[each.name] = Constant(each.name, literal, line, column, length)
    return MappingProxyType(constants)  # read-only, because it is cached


def parse_readable_lines(lines: Sequence[str]) -> tuple[nodes.Statement, ...]:
    """Returns the statements up to the first line that the parser cannot read."""
    try:
        return parse("\n".join(lines))
    except BasicSyntaxError as error:
        return parse_readable_lines(lines[: error.line - 1])


def literal_value(expression: nodes.Expression) -> Value | None:
    """Returns the value of a literal, None for any other expression."""
    match expression:
        case nodes.Number(value=value) | nodes.String(value=value):
            return value
        case nodes.Unary(operator="-", operand=nodes.Number(value=number)):
            return -number
        case nodes.Name(name=("TRUE" | "FALSE") as word):
            return int(word == "TRUE")
        case _:
            return None


def length_of_literal(text: str) -> int:
    """Returns the length of the literal with which a text begins."""
    tokens = listing_lexer().lex(text)
    first = next(tokens)
    last = next(tokens) if first.type == "MINUS" else first
    return last.column - 1 + len(last)


def with_constants_set(source: str, values: Mapping[str, Value], path: str = "the listing") -> str:
    """Returns the listing with constants of its top set to other values; else only line ends are changed.

    Names of variables may have any case. Raises UsageError, which lists the constants, for any other name,
    for a text in place of a number or a number in place of a text, and for a value that no literal can have.
    """
    source = with_line_feeds(source)
    known = prologue_constants(source)
    spellings = {}
    for name, value in values.items():
        constant = known.get(name.upper())
        if constant is None:
            names = ", ".join(known) or "none"
            raise UsageError(f"{path} sets no {name} to a constant at its top; it sets {names}")
        spellings[constant] = checked_literal(constant, value)
    lines = source.split("\n")
    # from right to left, so that a change does not move places that are changed later
    for constant in sorted(spellings, key=lambda each: each.column, reverse=True):
        text, start = lines[constant.line - 1], constant.column - 1
        lines[constant.line - 1] = text[:start] + spellings[constant] + text[start + constant.length :]
    return "\n".join(lines)


def checked_literal(constant: Constant, value: Value) -> str:
    """Returns the literal for a value that the constant's variable can take. Raises UsageError for others."""
    name = constant.name
    if name.endswith("$") != isinstance(value, str):
        raise UsageError(f"{name} is a {'text' if name.endswith('$') else 'number'}, not {value!r}")
    if isinstance(value, str):
        if '"' in value or "\n" in value or "\r" in value:
            raise UsageError(f"{name} cannot be {value!r}: a text in a listing has no quotes and one line")
    elif name.endswith("%") and not (isinstance(value, int) and -(2**31) <= value < 2**31):
        raise UsageError(f"{name} is a whole number of 32 bits, not {value}")
    elif not math.isfinite(value):
        raise UsageError(f"{name} cannot be {value}: a listing has no such number")
    return literal_from_value(value)


def literal_from_value(value: Value) -> str:
    """Returns the literal of a number, its exponent upper case (1E+20), or of a text that has no quotes."""
    return f'"{value}"' if isinstance(value, str) else repr(value).upper()


def parse_value(text: str) -> Value:
    """Returns the value of a literal (49, -1.5, &HFF, #RED, TRUE, "A"); else the text itself."""
    try:
        statements = parse(f"A={text}")
    except BasicSyntaxError:
        return text
    match statements:
        case (nodes.Assign(value=expression),) if expression is not None:
            value = literal_value(expression)
            return text if value is None else value
        case _:
            return text
