"""Writes the top of a port: docstring, imports, constants."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from retromaze.language.numbers import COLORS, CONSTANTS
from retromaze.porting.comments import Remark
from retromaze.porting.naming import FROM, PLAIN
from retromaze.python.fragments import STORE, number, row, spelled, target
from retromaze.python.layout import document

MADE = "Written by `retromaze port`; the margin names the listing's lines."
ALONE = "{} in Python, as `retromaze port` writes it; the margin names its lines."


def title(name: str, header: list[Remark]) -> ast.Expr:
    """The module's docstring: the listing's first comments, and how the port came to be."""
    if not header:
        return document([ALONE.format(name)])
    first, *rest = [each.text for each in header]
    return document([first, *(["", *rest] if rest else []), "", MADE])


def imports(names: Set[str], signed: Set[str]) -> Iterator[ast.stmt]:
    """The imports of what the code names, and the listing's #constants."""
    by_module = {"retromaze.machine.machine": ["Machine"]}
    for where, name in (FROM[name] for name in names & FROM.keys()):
        by_module.setdefault(where, []).append(name)
    yield from (ast.Import([ast.alias(name)]) for name in sorted(names & PLAIN))
    for where in sorted(by_module, key=lambda each: ("retromaze" in each, each)):
        taken = sorted(by_module[where], key=import_order)
        yield ast.ImportFrom(where, [ast.alias(name) for name in taken], 0)
    yield from constants(names & CONSTANTS.keys(), signed)


def import_order(name: str) -> tuple[int, str]:
    """Names in capitals first, as ruff sorts them."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def constants(known: Set[str], signed: Set[str]) -> Iterator[ast.stmt]:
    """`RED = 0xFFF80000`, several on a line; a color that is counted with has the listing's own number."""
    colors = (known & COLORS.keys()) - signed
    yield from assigned([(name, number(CONSTANTS[name])) for name in sorted(known - colors)])
    yield from assigned([(name, spelled(COLORS[name], f"0x{COLORS[name]:08X}")) for name in sorted(colors)])


def assigned(known: list[tuple[str, ast.expr]]) -> Iterator[ast.stmt]:
    """Assignments of at most four names each."""
    for at in range(0, len(known), 4):
        names, values = zip(*known[at : at + 4], strict=True)
        places = [ast.Name(name, STORE) for name in names]
        yield ast.Assign([target(row(places))], row(values))
