"""Checks the finished text of a port: Python must read just the statements that were written.

What was written are statements, one a line. Comments, margins, docstrings and folds come last: of the
finished text Python has to read the very same tree. The tree itself has one statement a line and names what
ports name, nothing else: no text of a listing becomes code even where it has not come through `carried`.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence, Set
from typing import Any

from retromaze.porting.imported import FROM, PLAIN
from retromaze.porting.lines import INDENT, Code, PortLine, text_of
from retromaze.porting.measuring import mark_long_functions
from retromaze.porting.refusals import CannotPort

PYTHON = {
    *("abs", "bool", "chr", "float", "int", "len", "list", "max", "min", "ord", "range", "str", "tuple"),
    *("machine", "self", "main", "run", "__init__", "step", "data", "_", "Machine", "Never"),
}
"""What ports name, besides what they import and the names of their listings."""
UNREAD = "_"
"""What begins the name of a variable that nobody reads."""
FEW, TIMES = 100_000, 20
"""Characters of code that any port may have, and for each character of its listing."""
MISREAD = "Python would read what is written of it otherwise than it is meant: a defect of `retromaze port`"


def finish_module(code: Code, names: Set[str]) -> str:
    """The text of a module. Raises CannotPort where Python refuses it or reads something else in it.

    `names` are those of the listing, as the port has them.
    """
    rows = [line for line in code if line.code]
    tree = tree_of(rows)
    found = next(strange(tree, {*PYTHON, *FROM, *PLAIN, *names}), None)
    if found is not None:
        raise misread(rows, found)
    text = "\n".join(text_of(mark_long_functions(code, tree))).rstrip() + "\n"
    require_same(text, tree, rows)
    return text


def refuse_long(code: Code, length: int) -> None:
    """Raises CannotPort if the code is many times as long as a listing of `length` characters."""
    if sum(len(line.code) for line in code) > FEW + TIMES * length:
        longest = max(code, key=lambda line: len(line.code))
        raise CannotPort(longest.number, f"the port would be more than {TIMES} times as long as the listing")


def tree_of(rows: Sequence[PortLine]) -> ast.Module:
    """What Python reads in the statements alone, one a row."""
    if hidden := next((line for line in rows if not line.code.isprintable()), None):
        raise CannotPort(hidden.number, MISREAD)
    text = "\n".join(INDENT * line.depth + line.code for line in rows)
    try:
        with warnings.catch_warnings():
            # what Python warns of (`1[0]`) always fails
            warnings.simplefilter("error", SyntaxWarning)
            tree = ast.parse(text.encode())
            compile(tree, "port.py", "exec", dont_inherit=True)
    except SyntaxError as error:
        # say, more than twenty loops inside each other
        line = number_of(rows, error.lineno or 1)
        raise CannotPort(line, f"up to here Python finds {error.msg}") from error
    return tree


def number_of(rows: Sequence[PortLine], row: int) -> int:
    """The listing's line that a row counted from 1 was written of: its own, or the one before it."""
    return next((line.number for line in reversed(rows[:row]) if line.number), 1)


def misread(rows: Sequence[PortLine], node: Any) -> CannotPort:
    return CannotPort(number_of(rows, getattr(node, "lineno", 1)), MISREAD)


def strange(tree: ast.Module, names: Set[str]) -> Iterator[ast.AST]:
    """What no port has: names that are not these, ways into Python, a second statement on a row."""
    begun: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.alias(name=name):
                is_known = name in names or name.removeprefix(UNREAD) in names
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                is_known = name in names
            case ast.Attribute(attr=name):
                is_known = not name.startswith("_")
            case _:
                is_known = True
        if not is_known or (isinstance(node, ast.stmt) and node.lineno in begun):
            yield node
        if isinstance(node, ast.stmt):
            begun.add(node.lineno)


def require_same(text: str, tree: ast.Module, rows: Sequence[PortLine]) -> None:
    """Raises CannotPort where a text holds other statements than a tree, or another docstring for one."""
    try:
        read = ast.parse(text.encode())
    except (SyntaxError, ValueError) as error:  # a ValueError: no UTF-8
        raise misread(rows, tree) from error
    pairs: list[tuple[Any, Any]] = [(tree, read)]
    while pairs:
        one, other = pairs.pop()
        if type(one) is not type(other):
            raise misread(rows, one)
        if isinstance(one, ast.Expr) and rows[one.lineno - 1].document:
            if not isinstance(other.value, ast.Constant) or not isinstance(other.value.value, str):
                raise misread(rows, one)
        elif isinstance(one, ast.AST):
            pairs += [(getattr(one, name, None), getattr(other, name, None)) for name in one._fields]
        elif isinstance(one, list):
            if len(one) != len(other):
                raise misread(rows, next((each for each in one if isinstance(each, ast.AST)), tree))
            pairs += zip(one, other, strict=True)
        elif one != other:
            raise misread(rows, tree)
