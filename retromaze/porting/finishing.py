"""Writes the finished tree of a port as text, and checks it: Python must read just the tree that was made.

The tree names what ports name, nothing else. Comments, margins, docstrings and folds come with the text: of
that Python has to read the very same tree. So no text of a listing becomes code, even where it has not come
through `carried`.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import Any

from retromaze.porting.module import FROM, PLAIN
from retromaze.porting.preparing import CannotPort
from retromaze.python.blocks import headings, nodes_in
from retromaze.python.layout import Row, margin_of, rows_of
from retromaze.python.measuring import mark_long_functions

PYTHON = {
    *("abs", "bool", "chr", "float", "int", "len", "list", "max", "min", "ord", "range", "str", "tuple"),
    *("machine", "self", "main", "run", "__init__", "step", "data", "_", "Machine", "Never"),
}
"""What ports name, besides what they import and the names of their listings."""
UNREAD = "_"
"""What begins the name of a variable that nobody reads."""
FEW, TIMES = 100_000, 20
"""Characters that any port may have, and for each character of its listing."""
MISREAD = "Python would read what is written of it otherwise than it is meant: a defect of `retromaze port`"


def finish_module(tree: ast.Module, names: Set[str], length: int) -> str:
    """The text of a module. Raises CannotPort where Python refuses it or reads something else in it.

    `names` are those of the listing, as the port has them; `length` is that of its text.
    """
    found = next(strange(tree, {*PYTHON, *FROM, *PLAIN, *names}), None)
    if found is not None:
        raise misread(tree, found)
    mark_long_functions(tree)
    rows = rows_of(tree.body)
    lengths = Counter[int]()
    for row in rows:
        lengths[row.number] += len(row.text)
    if lengths.total() > FEW + TIMES * length:
        reason = f"the port would be more than {TIMES} times as long as the listing"
        raise CannotPort(lengths.most_common(1)[0][0], reason)
    text = "\n".join(row.text for row in rows).rstrip() + "\n"
    with warnings.catch_warnings():
        # what Python warns of (`1[0]`) always fails
        warnings.simplefilter("error", SyntaxWarning)
        read = read_again(text, rows)
        require_same(tree, read)
        try:
            compile(read, "port.py", "exec", dont_inherit=True)
        except SyntaxError as error:
            raise refusal(rows, error) from error
    return text


def read_again(text: str, rows: Sequence[Row]) -> ast.Module:
    """Parses a text as Python."""
    try:
        return ast.parse(text.encode())
    except SyntaxError as error:
        if "too many" in error.msg:
            raise refusal(rows, error) from error
        raise CannotPort(number_of(rows, error.lineno or 1), MISREAD) from error
    except ValueError as error:  # no UTF-8
        raise CannotPort(number_of(rows, len(rows)), MISREAD) from error


def refusal(rows: Sequence[Row], error: SyntaxError) -> CannotPort:
    """Of what Python cannot do: say, more than twenty loops inside each other."""
    return CannotPort(number_of(rows, error.lineno or 1), f"up to here Python finds {error.msg}")


def number_of(rows: Sequence[Row], row: int) -> int:
    """The listing's line that a row counted from 1 was written of: its own, or the one before it."""
    return next((each.number for each in reversed(rows[:row]) if each.number), 1)


def misread(tree: ast.Module, node: ast.AST) -> CannotPort:
    """The refusal of a node: it names the line of the listing that the statement around it was written of."""
    last = found = 1
    for heading in headings(tree.body):
        last = margin_of(heading).number or last
        if any(each is node for each in ast.walk(heading)):
            found = last
    return CannotPort(found, MISREAD)


NAMES: dict[type[ast.AST], str] = {
    ast.Attribute: "attr", ast.Name: "id", ast.alias: "name", ast.arg: "arg", ast.ClassDef: "name",
    ast.FunctionDef: "name",
}  # fmt: skip
"""What names something, and in which field."""


def strange(tree: ast.Module, names: Set[str]) -> Iterator[ast.AST]:
    """Finds names that no port may have: unknown ones, and ways into Python."""
    for node in nodes_in([tree]):
        if field := NAMES.get(type(node)):
            name = getattr(node, field)
            is_known = name in names or name.removeprefix(UNREAD) in names
            if name.startswith("_") if field == "attr" else not is_known:
                yield node


def require_same(tree: ast.Module, read: ast.Module) -> None:
    """Raises CannotPort where other statements are read than a tree has, or another docstring for one."""
    pairs: list[tuple[Any, Any, ast.AST]] = [(tree, read, tree)]
    while pairs:
        one, other, owner = pairs.pop()
        if type(one) is not type(other):
            raise misread(tree, owner)
        if isinstance(one, ast.Expr) and hasattr(one, "document"):
            if not isinstance(other.value, ast.Constant) or not isinstance(other.value.value, str):
                raise misread(tree, one)
        elif isinstance(one, ast.AST):
            pairs += [(getattr(one, name, None), getattr(other, name, None), one) for name in one._fields]
        elif isinstance(one, list):
            if len(one) != len(other):
                raise misread(tree, next((each for each in one if isinstance(each, ast.AST)), owner))
            pairs += [
                (each, its, each if isinstance(each, ast.AST) else owner)
                for each, its in zip(one, other, strict=True)
            ]
        elif one != other:
            raise misread(tree, owner)
