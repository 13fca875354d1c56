"""Makes the text of a port of its tree, and checks it, so that no text of a listing becomes code.

Python must parse the text as the tree that was made, and the tree may only have names that ports use. This
holds even if `python/layout.py` did not escape a comment or string of the listing.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import Any

from retromaze.porting.module import ALLOWED_NAMES, IMPORTED_MODULES, IMPORTED_NAMES
from retromaze.porting.preparing import CannotPort
from retromaze.python.layout import (
    Numbering,
    TextRow,
    hide_numbers,
    margin_of,
    mark_long_functions,
    text_rows,
)
from retromaze.python.statement_walks import nodes_in, statements_and_cases

NUMBERING: Numbering = "first"
"""Which lines of the listing are in the margin of a port by default."""
MOST_CHARACTERS, MOST_PER_CHARACTER = 100_000, 20
"""Most characters of a port: a basic amount, and as many more for each character of the listing."""
MISREAD = "Python would read what is written of it otherwise than it is meant: a defect of `retromaze port`"


def finish_module(tree: ast.Module, names: Set[str], length: int, numbering: Numbering = NUMBERING) -> str:
    """Returns the text of a module. Raises CannotPort if Python refuses it or parses it as something else.

    `names` are the listing's names, as the port writes them; `length` is the number of characters of the
    listing, which limits the port's; `numbering`: which of the listing's lines are in the margin.
    """
    unexpected = next(
        unexpected_names(tree, {*ALLOWED_NAMES, *IMPORTED_NAMES, *IMPORTED_MODULES, *names}), None
    )
    if unexpected is not None:
        raise misread_refusal(tree, unexpected)
    mark_long_functions(tree)
    hide_numbers(tree.body, numbering)
    rows = text_rows(tree.body)
    lengths = Counter[int]()
    for row in rows:
        lengths[row.number] += len(row.text)
    if lengths.total() > MOST_CHARACTERS + MOST_PER_CHARACTER * length:
        reason = f"the port would be more than {MOST_PER_CHARACTER} times as long as the listing"
        raise CannotPort(lengths.most_common(1)[0][0], reason)
    text = "\n".join(row.text for row in rows).rstrip() + "\n"
    with warnings.catch_warnings():
        # code that Python warns of, such as `1[0]`, always fails
        warnings.simplefilter("error", SyntaxWarning)
        read = None  # stays None if Python cannot parse the text
        try:
            read = ast.parse(text.encode())
            require_same(tree, read)
            compile(read, "port.py", "exec", dont_inherit=True)
        except SyntaxError as error:
            # a limit of Python, such as twenty loops inside each other
            is_limit = read is not None or "too many" in error.msg
            reason = f"up to here Python finds {error.msg}" if is_limit else MISREAD
            raise CannotPort(listing_line(rows, error.lineno or 1), reason) from error
        except ValueError as error:  # no UTF-8
            raise CannotPort(listing_line(rows, len(rows)), MISREAD) from error
    return text


def listing_line(rows: Sequence[TextRow], row: int) -> int:
    """Returns the listing's line for a port's row, counted from 1, to name it in a refusal.

    A row without one has the line of the row before it.
    """
    return next((each.number for each in reversed(rows[:row]) if each.number), 1)


def misread_refusal(tree: ast.Module, node: ast.AST) -> CannotPort:
    """Returns the exception for a node that Python would read otherwise, with its line of the listing."""
    line = found = 1
    for heading in statements_and_cases(tree.body):
        line = margin_of(heading).line or line  # a statement without a line has that of the one before
        if any(each is node for each in ast.walk(heading)):
            found = line  # the last match is the innermost statement around the node
    return CannotPort(found, MISREAD)


NAME_FIELDS: dict[type[ast.AST], str] = {
    ast.Attribute: "attr", ast.Name: "id", ast.alias: "name", ast.arg: "arg", ast.ClassDef: "name",
    ast.FunctionDef: "name",
}  # fmt: skip
"""The nodes that have a name, each with the field of the name."""


def unexpected_names(tree: ast.Module, names: Set[str]) -> Iterator[ast.AST]:
    """Yields nodes with names that no port may have: unknown ones, and attributes with an underscore."""
    for node in nodes_in([tree]):
        if field := NAME_FIELDS.get(type(node)):
            name = getattr(node, field)
            is_attribute = field == "attr"
            if (is_attribute and name.startswith("_")) or (not is_attribute and name not in names):
                yield node


def require_same(tree: ast.Module, read: ast.Module) -> None:
    """Raises CannotPort if Python reads other statements than a tree has, or code instead of a docstring.

    `tree` is the port as it was made, `read` is what Python parses from its text.
    """
    # two nodes, lists or values to compare, and the node that a refusal names
    pairs: list[tuple[Any, Any, ast.AST]] = [(tree, read, tree)]
    while pairs:
        one, other, owner = pairs.pop()
        if type(one) is not type(other):
            raise misread_refusal(tree, owner)
        if isinstance(one, ast.Expr) and hasattr(one, "document"):  # a docstring, whose text was laid out
            if not isinstance(other.value, ast.Constant) or not isinstance(other.value.value, str):
                raise misread_refusal(tree, one)
        elif isinstance(one, ast.AST):
            for name in one._fields:
                value, value_read = getattr(one, name, None), getattr(other, name, None)
                if value is not value_read:
                    pairs.append((value, value_read, one))
        elif isinstance(one, list):
            if len(one) != len(other):
                raise misread_refusal(tree, next((each for each in one if isinstance(each, ast.AST)), owner))
            pairs += [
                (each, other_item, each if isinstance(each, ast.AST) else owner)
                for each, other_item in zip(one, other, strict=True)
            ]
        elif one != other:
            raise misread_refusal(tree, owner)
