"""Marks functions of a port that are longer than ruff allows; a main program often is.

The counting is pylint's, as ruff does it: `PLR0912` too many branches, `PLR0915` too many statements.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

MOST_BRANCHES = 12
MOST_STATEMENTS = 50


def mark_long_functions(tree: ast.Module) -> None:
    """Notes for each long function what ruff is not to say of it."""
    for node in tree.body:
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(each, ast.FunctionDef):
                vars(each)["codes"] = too_long(each)


def too_long(function: ast.FunctionDef) -> tuple[str, ...]:
    """Returns the codes of the ruff rules that a function breaks."""
    found = {
        "PLR0912": branches(function.body) > MOST_BRANCHES,
        "PLR0915": statements(function.body) > MOST_STATEMENTS,
    }
    return tuple(code for code, holds in found.items() if holds)


def branches(body: Sequence[ast.stmt]) -> int:
    """Counts the branches of statements."""
    return sum(branches_of(each) for each in body)


def branches_of(node: ast.stmt) -> int:
    match node:
        case ast.If():
            rest = node.orelse
            chained = len(rest) == 1 and isinstance(rest[0], ast.If)
            return 1 + branches(node.body) + branches(rest) + bool(rest and not chained)
        case ast.For() | ast.While():
            return 1 + branches(node.body) + branches(node.orelse) + bool(node.orelse)
        case ast.Match():
            return sum(1 + branches(case.body) for case in node.cases)
        case ast.With():
            return branches(node.body)
    return 0


def statements(body: Sequence[ast.stmt]) -> int:
    """Counts statements; headings and `else` count too."""
    return sum(statements_of(each) for each in body)


def statements_of(node: ast.stmt) -> int:
    match node:
        case ast.If():
            rest = node.orelse
            chained = len(rest) == 1 and isinstance(rest[0], ast.If)
            return 1 + statements(node.body) + statements(rest) + bool(rest and not chained)
        case ast.For():
            return statements(node.body) + statements(node.orelse)
        case ast.While():
            return 1 + statements(node.body) + statements(node.orelse)
        case ast.Match():
            return 1 + sum(1 + statements(case.body) for case in node.cases)
        case ast.With():
            return 1 + statements(node.body)
        case ast.Return():
            return 0
    return 1
