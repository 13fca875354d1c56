"""Matches the lines of a listing with the Python that the compiler writes for them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import copy, deepcopy
from itertools import groupby, pairwise
from typing import NamedTuple

from retromaze.compiler.compiling import START, WrittenFunction
from retromaze.language.lexer import lines_of
from retromaze.recursion import deepest_recursion
from retromaze.sources.matching_lines import Item, PairedBlock, PairedPart

INDENTATION = "    "
COMMENT_STARTS = ("'", "REM", "@")
"""How comments and labels begin; both belong to the lines below them."""


class PythonRow(NamedTuple):
    """A line of Python, and the number of the listing's line it was compiled from, 0 for none."""

    line: int
    text: str


def pair_with_python(
    listing: str, functions: Sequence[WrittenFunction]
) -> tuple[list[PythonRow], list[PairedPart]]:
    """Pairs a listing with its compiled functions; each line is paired with at least one function.

    A line for which no Python is written, as a comment, is paired with the function of the lines near it.
    Returns all rows of Python, and for each function its rows (numbers from 1) paired with lines.
    """
    with deepest_recursion:
        written = [list(function_rows(each)) for each in functions]
    texts = lines_of(listing)
    written = [with_else_lines(rows, texts) for rows in written]
    # 0 is the line of rows that the compiler adds
    lines_with_python = [{row.line for row in rows} - {0} for rows in written]
    further_lines = lines_without_python(texts, lines_with_python)
    all_rows: list[PythonRow] = []
    parts = []
    for function, rows, without_python in zip(functions, written, further_lines, strict=True):
        paired = tuple(paired_blocks(rows, without_python, len(all_rows) + 1))
        parts.append(PairedPart(function_title(function), paired))
        all_rows += rows
    return all_rows, parts


# ---- the listing's lines


def with_else_lines(rows: Sequence[PythonRow], texts: Sequence[str]) -> list[PythonRow]:
    """Returns a function's rows, in which `else:` has the line of its ELSE if that stands on its own line.

    The compiler gives `else:` the line of the first statement after it.
    """
    corrected = list(rows)
    for index, (previous, row) in enumerate(pairwise(rows), 1):
        if row.text.lstrip() == "else:":
            # upwards over comments to the ELSE
            number = row.line - 1
            while number > previous.line and belongs_below(texts[number - 1]):
                number -= 1
            if number > previous.line and texts[number - 1].strip().upper() == "ELSE":
                corrected[index] = row._replace(line=number)
    return corrected


def lines_without_python(texts: Sequence[str], lines_with_python: Sequence[set[int]]) -> list[list[int]]:
    """Returns for each function the listing's lines without Python that are shown with it.

    `lines_with_python` has the lines with Python of each function. A line without Python is shown with the
    line above, a comment or label with the line below.
    """
    with_python = {0}.union(*lines_with_python)
    # for each line the line with Python that it goes with, 0 for none; two more at both ends
    owners = [0] * (len(texts) + 2)
    for number in range(1, len(texts) + 1):
        owners[number] = number if number in with_python else owners[number - 1]
    without_python = [number for number in range(1, len(texts) + 1) if number not in with_python]
    for number in reversed(without_python):
        if belongs_below(texts[number - 1]) or not owners[number]:
            owners[number] = owners[number + 1] or owners[number]
    # A function without any line, the main program of a listing without statements, gets the lines of 0.
    return [
        [number for number in without_python if owners[number] in (lines or {0})]
        for lines in lines_with_python
    ]


def belongs_below(text: str) -> bool:
    """Whether a line of a listing belongs to the line below: it is a comment, a label or empty."""
    bare = text.strip().upper()
    return not bare or bare.startswith(COMMENT_STARTS)


def paired_blocks(
    rows: Sequence[PythonRow], without_python: Sequence[int], first: int
) -> Iterator[PairedBlock]:
    """Yields the blocks of a function: a line of the listing with the rows compiled from it.

    Rows whose line was shown before get no line. `without_python` are the lines without Python to show with
    the function, `first` is the number of its first row.
    """
    waiting, shown = list(without_python), {0}
    for line, run in groupby(rows, key=lambda row: row.line):
        if line not in shown:
            # lines without Python that stand above this one
            while waiting and waiting[0] < line:
                yield block_without_python(waiting.pop(0), first)
        following = first + len(list(run))
        item = () if line in shown else (Item(range(line, line + 1)),)
        yield PairedBlock(item, range(first, following), is_aligned=bool(item))
        shown.add(line)
        first = following
    for line in waiting:
        yield block_without_python(line, first)


def block_without_python(line: int, row: int) -> PairedBlock:
    """Returns a block with a line of the listing and no Python; it stands before the row of that number."""
    return PairedBlock((Item(range(line, line + 1)),), range(row, row), is_aligned=False)


# ---- Python, row by row


def function_title(written: WrittenFunction) -> str:
    """Returns the heading of a compiled function: `DEF NAME`, `GOSUB @LABEL`, or `main program`."""
    if written.kind == "DEF":
        return f"DEF {written.names[0]}"
    titles = [f"GOSUB @{name}" for name in written.names]
    if written.kind == "main":  # GOSUBs may enter it, too
        titles.insert(0, "main program")
    return ", ".join(titles)


def function_rows(written: WrittenFunction) -> Iterator[PythonRow]:
    """Yields the rows of a function, with 0 as the listing's line of what the compiler adds.

    The statements that it adds are numbered 1, as START. So 1 is no line of the listing if no other statement
    of the function is in line 1. The header of a DEF has the line of its DEF.
    """
    function, added = written.function, written.added  # how many first statements the compiler adds
    header_line = function.lineno if written.kind == "DEF" else 0  # a GOSUB has no header in the listing
    yield from (PythonRow(header_line, text) for text in header_lines(function))
    yield from (PythonRow(0, row.text) for row in rows_of_block(function.body[:added], ""))
    added_line = START.place["lineno"] if starts_on_another_line(written) else 0
    for row in rows_of_block(function.body[added:], ""):
        yield PythonRow(0, row.text) if row.line == added_line else row


def starts_on_another_line(written: WrittenFunction) -> bool:
    """Whether a function has no statement of the listing's first line.

    The statements that the compiler adds are numbered as that line too. In such a function, the number
    stands for no line of the listing.
    """
    # only the listing's own statements have a column
    own = [each for each in ast.walk(written.function) if isinstance(each, ast.stmt) and each.col_offset]
    return written.kind == "GOSUB" and all(each.lineno != START.place["lineno"] for each in own)


def rows_of_block(body: Sequence[ast.stmt], indentation: str) -> Iterator[PythonRow]:
    """Yields the rows of a block; `indentation` is that of the statement that contains it."""
    for each in body:
        yield from rows_of_statement(each, indentation + INDENTATION)


def rows_of_statement(statement: ast.stmt, indentation: str) -> Iterator[PythonRow]:
    """Yields the rows of a statement and of the statements inside it; `indentation` is its own."""
    yield from (PythonRow(statement.lineno, indentation + text) for text in header_lines(statement))
    yield from rows_of_block(getattr(statement, "body", []), indentation)
    for handler in getattr(statement, "handlers", []):
        yield PythonRow(statement.lineno, f"{indentation}except {ast.unparse(handler.type)}:")
        yield from rows_of_block(handler.body, indentation)
    match statement:
        case ast.If(orelse=[ast.If() as following]):  # `elif`
            first, *rest = rows_of_statement(following, indentation)
            yield PythonRow(first.line, f"{indentation}el{first.text.lstrip()}")
            yield from rest
        case ast.If(orelse=[*body]) | ast.While(orelse=[*body]) | ast.For(orelse=[*body]) if body:
            yield PythonRow(body[0].lineno, indentation + "else:")
            yield from rows_of_block(body, indentation)


def header_lines(statement: ast.stmt) -> list[str]:
    """Returns the Python text of a statement, line by line; of a compound statement only the header."""
    if isinstance(statement, ast.Try):
        return ["try:"]
    if not isinstance(statement, ast.If | ast.While | ast.For | ast.FunctionDef):
        return unparsed(statement).split("\n")
    without_body = copy(statement)
    without_body.body = [ast.Pass()]
    if not isinstance(without_body, ast.FunctionDef):
        without_body.orelse = []
    return unparsed(without_body).split("\n")[:-1]  # without `pass`


def unparsed(statement: ast.stmt) -> str:
    """Returns the text of a statement.

    Before Python 3.12 an f-string cannot hold a string with escapes, and `ast.unparse` raises ValueError.
    """
    try:
        return ast.unparse(statement)
    except ValueError:
        return ast.unparse(ast.fix_missing_locations(WithoutFStrings().visit(deepcopy(statement))))


class WithoutFStrings(ast.NodeTransformer):
    """Rewrites each f-string (without format specifications) as `"".join((…, str(…)))`."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Call:
        """Returns the call of `join` for an f-string."""
        pieces = [
            ast.Call(ast.Name("str", ast.Load()), [self.visit(each.value)], [])
            if isinstance(each, ast.FormattedValue)
            else each
            for each in node.values
        ]
        join = ast.Attribute(ast.Constant(""), "join", ast.Load())
        return ast.Call(join, [ast.Tuple(pieces, ast.Load())], [])
