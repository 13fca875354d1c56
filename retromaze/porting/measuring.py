"""Functions that are longer than ruff likes, marked so: a listing's main program often is.

The counting is pylint's, as ruff does it: `PLR0912` too many branches, `PLR0915` too many statements.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

MOST_BRANCHES = 12
MOST_STATEMENTS = 50


def marked(text: str) -> str:
    """The text of a module with a remark for ruff behind the heading of each long function."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            codes = []
            if branches(node.body) > MOST_BRANCHES:
                codes.append("PLR0912")
            if statements(node.body) > MOST_STATEMENTS:
                codes.append("PLR0915")
            if codes:
                heading = node.body[0].lineno - 2
                while not lines[heading].split("  #")[0].rstrip().endswith(":"):
                    heading -= 1
                lines[heading] += noqa(codes)
    return "\n".join(lines)


def noqa(codes: Sequence[str]) -> str:
    """The remark that keeps ruff from saying so; and from calling it needless where ruff is not asked."""
    return f"  # noqa: {', '.join([*codes, 'RUF100'])}"


def branches(body: Sequence[ast.stmt]) -> int:
    """How often control can part in some statements."""
    return sum(branches_of(each) for each in body)


def branches_of(node: ast.stmt) -> int:
    match node:
        case ast.If():
            rest = node.orelse
            chained = len(rest) == 1 and isinstance(rest[0], ast.If)
            return 1 + branches(node.body) + branches(rest) + (1 if rest and not chained else 0)
        case ast.For() | ast.While():
            return 1 + branches(node.body) + branches(node.orelse) + bool(node.orelse)
        case ast.Match():
            return sum(1 + branches(case.body) for case in node.cases)
        case ast.With():
            return branches(node.body)
    return 0


def statements(body: Sequence[ast.stmt]) -> int:
    """How many statements there are, headings and ELSE counted."""
    return sum(statements_of(each) for each in body)


def statements_of(node: ast.stmt) -> int:
    match node:
        case ast.If():
            rest = node.orelse
            chained = len(rest) == 1 and isinstance(rest[0], ast.If)
            return 1 + statements(node.body) + statements(rest) + (1 if rest and not chained else 0)
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
