"""Reads the comments and constants at the top of a listing, and replaces the constants' values.

The top is a row of plain statements: it ends at the first label, loop, branch, or call into the listing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType

from retromaze.errors import BasicSyntaxError, UsageError
from retromaze.language import nodes
from retromaze.language.effects import effects, stores
from retromaze.language.lines import with_line_feeds
from retromaze.language.parser import listing_lexer, parse
from retromaze.language.walk import calls

Value = int | float | str
"""An Integer, a Real or a String."""

OPENING_COMMENT = re.compile(r"(?:'|REM(?![\w%#$])) ?(.*)", re.IGNORECASE)
LISTINGS = 16
"""So many are remembered: a check sets the numbers of one again for each seed."""
TRUTH = {"TRUE": 1, "FALSE": 0}


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal that a variable (upper case, with its suffix) is set to, and where it is written.

    Lines and columns count from 1; `length` is in characters, a sign before the number included.
    """

    name: str
    value: Value
    line: int
    column: int
    length: int


def opening_comment(source: str) -> list[str]:
    """The lines of comment with which a listing begins, without their marks; blank ones between them too."""
    lines: list[str] = []
    for line in map(str.strip, source.split("\n")):
        found = OPENING_COMMENT.fullmatch(line)
        if line and not found:
            break
        lines.append(found[1] if found else "")
    return "\n".join(lines).strip("\n").split("\n") if any(lines) else []


@lru_cache(maxsize=LISTINGS)
def constants(source: str) -> Mapping[str, Constant]:
    """What the top of a listing sets once to a literal, by name in the order of the listing.

    Of a listing with a syntax error only the lines before it count.
    """
    source = with_line_feeds(source)
    statements = parse_prologue(source.split("\n"))
    beginning = top(statements)
    stored = Counter(name for each in beginning for name in names_stored(each))
    found = {
        name: (value, literal)
        for each in beginning
        for name, value in settings(each)
        if stored[name] == 1 and (literal := literal_value(value)) is not None
    }
    last = max((value.line for value, _ in found.values()), default=0)
    ends = token_ends("\n".join(source.split("\n")[:last])) if found else {}
    return MappingProxyType(
        {name: located_constant(name, value, literal, ends) for name, (value, literal) in found.items()}
    )


def parse_prologue(lines: Sequence[str]) -> tuple[nodes.Statement, ...]:
    """The statements up to the first line that the parser cannot read."""
    try:
        return parse("\n".join(lines))
    except BasicSyntaxError as error:
        return parse_prologue(lines[: error.line - 1])


def top(statements: Sequence[nodes.Statement]) -> list[nodes.Statement]:
    """The plain statements before anything else."""
    defined = {each.name for each in statements if isinstance(each, nodes.Define)}
    return list(takewhile(lambda each: is_plain(each, defined), statements))


def is_plain(statement: nodes.Statement, defined: set[str]) -> bool:
    called = (each.name for each in calls(statement))
    return effects(statement).is_plain and defined.isdisjoint(called)


def settings(statement: nodes.Statement) -> Iterator[tuple[str, nodes.Expression]]:
    """(variable, expression) for what a statement sets: `A=1` one, `VAR A=1,B=2` two."""
    for store in stores(statement):
        if isinstance(store.target, nodes.Name) and (value := store.given) is not None and not store.kept:
            yield store.name, value


def names_stored(statement: nodes.Statement) -> Iterator[str]:
    """The variables that get a value; a declaration without one gives none."""
    for store in stores(statement):
        if isinstance(store.target, nodes.Name) and not store.is_beginning:
            yield store.name


def literal_value(expression: nodes.Expression) -> Value | None:
    """What a literal stands for, None for any other expression."""
    match expression:
        case nodes.Number(value=number):
            return number
        case nodes.Unary(operator="-", operand=nodes.Number(value=number)):
            return -number
        case nodes.String(value=text):
            return text
        case nodes.Name(name=("TRUE" | "FALSE") as word):
            return TRUTH[word]
        case _:
            return None


# ---- places


def token_ends(source: str) -> dict[tuple[int, int], tuple[int, int]]:
    """For each token's (line, column) the place behind it; for a minus sign that behind the number."""
    tokens = list(listing_lexer().lex(source))
    return {
        (token.line, token.column): (last.line, last.column + len(last))
        for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True)
        for last in [following if token.type == "MINUS" else token]
    }


def located_constant(
    name: str, expression: nodes.Expression, value: Value, ends: Mapping[tuple[int, int], tuple[int, int]]
) -> Constant:
    line, column = expression.line, expression.column
    return Constant(name, value, line, column, ends[line, column][1] - column)


# ---- other values


def with_values(source: str, values: Mapping[str, Value], path: str = "the listing") -> str:
    """The listing with these constants of its top set to other values; nothing else is changed but line ends.

    Names are variables in any case. Raises UsageError, naming what can be set, for any other name, for a
    text where a number stands, a number where a text stands, and what no literal can be written for.
    """
    source = with_line_feeds(source)
    known = constants(source)
    given = {}
    for name, value in values.items():
        constant = constant_called(name, known, path)
        given[constant] = literal_text(constant, value)
    lines = source.split("\n")
    # From the right to the left, so that no place is moved before its turn.
    for constant, spelling in sorted(given.items(), key=lambda each: each[0].column, reverse=True):
        text, start = lines[constant.line - 1], constant.column - 1
        lines[constant.line - 1] = text[:start] + spelling + text[start + constant.length :]
    return "\n".join(lines)


def constant_called(name: str, known: Mapping[str, Constant], path: str = "the listing") -> Constant:
    """The constant of that name; raises UsageError, naming those there are."""
    try:
        return known[name.upper()]
    except KeyError:
        there = ", ".join(known) or "none"
        raise UsageError(f"{path} sets no {name} to a constant at its top; it sets {there}") from None


def literal_text(constant: Constant, value: Value) -> str:
    """How the language writes a value that the constant's variable can take. Raises UsageError."""
    name = constant.name
    if name.endswith("$") != isinstance(value, str):
        raise UsageError(f"{name} is a {'text' if name.endswith('$') else 'number'}, not {value!r}")
    if isinstance(value, str):
        if '"' in value or "\n" in value or "\r" in value:
            raise UsageError(f"{name} cannot be {value!r}: a text in a listing has no quotes and one line")
        return literal_of(value)
    if name.endswith("%") and not (isinstance(value, int) and -(2**31) <= value < 2**31):
        raise UsageError(f"{name} is a whole number of 32 bits, not {value}")
    if not math.isfinite(value):
        raise UsageError(f"{name} cannot be {value}: a listing has no such number")
    return literal_of(value)


def literal_of(value: Value) -> str:
    """A number as the language writes it, or a text in quotes, of which it has none itself."""
    return f'"{value}"' if isinstance(value, str) else repr(value).upper()


def read_value(text: str) -> Value:
    """The value of a literal as the language writes it: 49, -1.5, &HFF, #RED, TRUE or "A"; else the text."""
    try:
        statements = parse(f"A={text}")
    except BasicSyntaxError:
        return text
    found = [value for each in statements for _, value in settings(each)]
    literal = literal_value(found[0]) if len(statements) == len(found) == 1 else None
    return text if literal is None else literal
