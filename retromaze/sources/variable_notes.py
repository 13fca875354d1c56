"""Reads from a port's margins which of its variables is which of the listing's: `x = 0  # 8  X`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from retromaze.language.lines import lines_of
from retromaze.sources.pairing import MARGIN

NAME = r"[A-Z_][A-Z0-9_]*[$%#]?"
NOTE = re.compile(rf"\s\s+({NAME}(?:,\s*{NAME})*)\s*$")

Notes = dict[str, dict[str, str]]
"""By the name of a function: the listing's name of each of its variables that has one."""


def noted_variables(port: str) -> Notes:
    """What the margins say, by function; none of a text that Python cannot read.

    The names behind a margin's lines are those of what its statement assigns, or of a function's keywords,
    in their order.
    """
    try:
        tree = ast.parse(port)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    notes = notes_of(port)
    found: Notes = {}
    for function in (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)):
        names = found.setdefault(function.name, {})
        for line, variables in assignments(function):
            names |= {
                variable: basic
                for variable, basic in zip(variables, notes.get(line, ()), strict=False)
                if variable not in names
            }
    return found


def notes_of(port: str) -> dict[int, list[str]]:
    """For each line of a port, from 1, the names behind its margin."""
    found = {}
    for number, text in enumerate(lines_of(port), 1):
        start = text.rfind("#")
        margin = MARGIN.match(text, start) if start > 0 else None
        note = NOTE.match(text, margin.end()) if margin else None
        if note:
            found[number] = [each.strip() for each in note[1].split(",")]
    return found


def assignments(function: ast.FunctionDef) -> Iterator[tuple[int, list[str]]]:
    """(line of its margin, variables) of each statement of a function, and of its own head."""
    keywords = [each.arg for each in function.args.kwonlyargs]
    if len(keywords) > 1:
        yield from ((line, keywords) for line in range(function.lineno, function.body[0].lineno))
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets):
                variables = [name for target in targets for name in targets_of(target)]
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.For(target=target):
                variables = targets_of(target)
            case _:
                continue
        last = node.body[0].lineno - 1 if isinstance(node, ast.For) else node.end_lineno or node.lineno
        yield from ((line, variables) for line in range(node.lineno, last + 1))


def targets_of(target: ast.expr) -> list[str]:
    """The variables of a target, in their order; attributes as `self.x`, elements are none."""
    match target:
        case ast.Name(id=name):
            return [name]
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return [f"{owner}.{name}"]
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return [name for part in parts for name in targets_of(part)]
        case ast.Starred(value=value):
            return targets_of(value)
    return []
