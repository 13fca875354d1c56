"""Matches the lines of a listing with the Python that the compiler writes for them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from retromaze.compiler.compiling import START, WrittenFunction
from retromaze.language.text import lines_of
from retromaze.recursion import deep_recursion
from retromaze.sources.pairing import Item, PairedBlock, PairedPart

INDENTATION = "    "
LEADS = ("'", "REM", "@")
"""How notes and labels begin, which belong to what stands below them."""


class PythonRow(NamedTuple):
    """A line of Python and the line of the listing it stands for, 0 if for none."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Generated:
    """All rows of Python, and for each function those (numbers from 1) beside its lines of the listing."""

    rows: list[PythonRow]
    parts: list[PairedPart]


def pair_with_python(listing: str, functions: Sequence[WrittenFunction]) -> Generated:
    """Pairs a listing with its functions; each of its lines stands with one of them or more."""
    with deep_recursion:
        written = [list(function_rows(each)) for each in functions]
    texts = lines_of(listing)
    written = [with_else(rows, texts) for rows in written]
    owned = [{row.line for row in rows} - {0} for rows in written]
    result = Generated([], [])
    for function, rows, silent in zip(functions, written, silent_lines(texts, owned), strict=True):
        found = blocks(rows, silent, len(result.rows) + 1)
        result.parts.append(PairedPart(title(function), tuple(found)))
        result.rows.extend(rows)
    return result


# ---- the listing's lines


def with_else(rows: Sequence[PythonRow], texts: Sequence[str]) -> list[PythonRow]:
    """Returns the rows of a function, each `else:` with the line of its ELSE where that is one of its own."""
    found = list(rows)
    for place, (before, row) in enumerate(pairwise(rows), 1):
        if row.text.lstrip() == "else:":
            number = row.line - 1
            while number > before.line and leads(texts[number - 1]):
                number -= 1
            if number > before.line and texts[number - 1].strip().upper() == "ELSE":
                found[place] = row._replace(line=number)
    return found


def silent_lines(texts: Sequence[str], owned: Sequence[set[int]]) -> list[list[int]]:
    """For each function the lines that no Python stands for and that are to be shown with it.

    They go with the line above, notes and labels with the line below.
    """
    loud = {0}.union(*owned)
    owners = [0] * (len(texts) + 2)
    for number in range(1, len(texts) + 1):
        owners[number] = number if number in loud else owners[number - 1]
    silent = [number for number in range(1, len(texts) + 1) if number not in loud]
    for number in reversed(silent):
        if leads(texts[number - 1]) or not owners[number]:
            owners[number] = owners[number + 1] or owners[number]
    # A listing in which nothing happens is all the main program's.
    return [[number for number in silent if owners[number] in (lines or {0})] for lines in owned]


def leads(text: str) -> bool:
    """Whether a line of a listing only leads to the next: a note, a label or nothing."""
    bare = text.strip().upper()
    return not bare or bare.startswith(LEADS)


def blocks(rows: Sequence[PythonRow], silent: Sequence[int], first: int) -> Iterator[PairedBlock]:
    """A function's rows, each run of them that stands for one line beside it, where that line is new."""
    waiting, shown = list(silent), {0}
    for line, run in groupby(rows, key=lambda row: row.line):
        if line not in shown:
            while waiting and waiting[0] < line:
                yield alone(waiting.pop(0), first)
        following = first + len(list(run))
        item = () if line in shown else (Item(range(line, line + 1)),)
        yield PairedBlock(item, range(first, following), tied=bool(item))
        shown.add(line)
        first = following
    for line in waiting:
        yield alone(line, first)


def alone(line: int, place: int) -> PairedBlock:
    """Returns a line of the listing with nothing beside it."""
    return PairedBlock((Item(range(line, line + 1)),), range(place, place), tied=False)


# ---- Python, row by row


def title(written: WrittenFunction) -> str:
    """Returns the title of a function: what it was in the listing."""
    if written.kind == "DEF":
        return f"DEF {written.names[0]}"
    titles = [f"GOSUB @{name}" for name in written.names]
    return ", ".join(["main program", *titles] if written.kind == "main" else titles)


def function_rows(written: WrittenFunction) -> Iterator[PythonRow]:
    """Yields the rows of a function; its first ones stand for no line."""
    function, head = written.function, written.head
    own = function.lineno if written.kind == "DEF" else 0
    yield from (PythonRow(own, text) for text in texts_of(function))
    yield from (PythonRow(0, row.text) for row in inside(function.body[:head], ""))
    nowhere = START.place["lineno"] if is_elsewhere(written) else 0
    for row in inside(function.body[head:], ""):
        yield PythonRow(0, row.text) if row.line == nowhere else row


def is_elsewhere(written: WrittenFunction) -> bool:
    """Whether a function has nothing of the listing's first line; that line number then means no line.

    Where the listing begins, so does the main program, and no GOSUB's reach.
    """
    statements = [each for each in ast.walk(written.function) if isinstance(each, ast.stmt)]
    first = START.place["lineno"]
    return written.kind == "GOSUB" and not any(
        each.lineno == first and each.col_offset for each in statements
    )


def inside(body: Sequence[ast.stmt], margin: str) -> Iterator[PythonRow]:
    """Yields the rows of a block whose head stands at that margin."""
    for each in body:
        yield from rows_of(each, margin + INDENTATION)


def rows_of(statement: ast.stmt, margin: str) -> Iterator[PythonRow]:
    """Yields the rows of a statement, those inside it included."""
    yield from (PythonRow(statement.lineno, margin + text) for text in texts_of(statement))
    yield from inside(getattr(statement, "body", []), margin)
    for handler in getattr(statement, "handlers", []):
        yield PythonRow(statement.lineno, f"{margin}except {ast.unparse(handler.type)}:")
        yield from inside(handler.body, margin)
    match statement:
        case ast.If(orelse=[ast.If() as following]):
            first, *rest = rows_of(following, margin)
            yield PythonRow(first.line, f"{margin}el{first.text.lstrip()}")
            yield from rest
        case ast.If(orelse=[*body]) | ast.While(orelse=[*body]) | ast.For(orelse=[*body]) if body:
            yield PythonRow(body[0].lineno, margin + "else:")
            yield from inside(body, margin)


def texts_of(statement: ast.stmt) -> list[str]:
    """The text of a statement without those inside it; more than a line only for strings with line ends."""
    if isinstance(statement, ast.Try):
        return ["try:"]
    if not isinstance(statement, ast.If | ast.While | ast.For | ast.FunctionDef):
        return written(statement).split("\n")
    bare = copy(statement)
    bare.body = [ast.Pass()]
    if not isinstance(bare, ast.FunctionDef):
        bare.orelse = []
    return written(bare).split("\n")[:-1]


def written(statement: ast.stmt) -> str:
    """Returns the text of a statement; before Python 3.12 an f-string cannot hold a string with escapes."""
    try:
        return ast.unparse(statement)
    except ValueError:
        return ast.unparse(ast.fix_missing_locations(WithoutFStrings().visit(deepcopy(statement))))


class WithoutFStrings(ast.NodeTransformer):
    """Makes of each f-string, whose values have no format, what means the same: `"".join((…, str(…)))`."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Call:
        pieces = [
            ast.Call(ast.Name("str", ast.Load()), [self.visit(each.value)], [])
            if isinstance(each, ast.FormattedValue)
            else each
            for each in node.values
        ]
        return ast.Call(
            ast.Attribute(ast.Constant(""), "join", ast.Load()), [ast.Tuple(pieces, ast.Load())], []
        )
