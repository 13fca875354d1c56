"""Writes the top of a port: docstring, imports, constants."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.language.constants import COLORS, CONSTANTS
from retromaze.porting.imported import FROM, PLAIN
from retromaze.porting.lines import BLANK, Code, PortLine, Remark, document
from retromaze.porting.module import Module

MADE = "Written by `retromaze port`; the margin names the listing's lines."
ALONE = "{} in Python, as `retromaze port` writes it; the margin names its lines."


def title(name: str, header: list[Remark]) -> PortLine:
    """The module's docstring: the listing's first comments, and how the port came to be."""
    if not header:
        return document([ALONE.format(name)])
    first, *rest = [each.text for each in header]
    return document([first, *(["", *rest] if rest else []), "", MADE])


def imports(module: Module) -> Code:
    """The imports that the code has asked for, and the listing's #constants."""
    wanted = [FROM[name] for name in sorted(module.imports & FROM.keys())]
    by_module: dict[str, list[str]] = {}
    for where, name in wanted:
        by_module.setdefault(where, []).append(name)
    by_module["retromaze.machine.machine"] = ["Machine"]
    rows = [
        f"from {where} import {', '.join(sorted(names, key=import_order))}"
        for where, names in sorted(by_module.items())
    ]
    standard = [PLAIN[name] for name in sorted(module.imports & PLAIN.keys())]
    standard += [row for row in rows if "retromaze" not in row]
    ours = [row for row in rows if "retromaze" in row]
    between = [BLANK] if standard else []
    return [BLANK, *lines_with(standard), *between, *lines_with(ours), *constants(module)]


def import_order(name: str) -> tuple[int, str]:
    """Names in capitals first, as ruff sorts them."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def constants(module: Module) -> Code:
    """`RED = 0xFFF80000`, several on a line; a color that is counted with has the listing's own number."""
    colors = {name for name in module.constants if name in COLORS and name not in module.signed}
    known = sorted(module.constants - colors)
    lines = [*rows_of([(name, str(CONSTANTS[name])) for name in known])]
    lines += rows_of([(name, f"0x{COLORS[name]:08X}") for name in sorted(colors)])
    return [BLANK, *lines_with(lines)] if lines else []


def rows_of(known: list[tuple[str, str]]) -> Iterator[str]:
    """Assignments of at most four names each."""
    for at in range(0, len(known), 4):
        names, values = zip(*known[at : at + 4], strict=True)
        yield f"{', '.join(names)} = {', '.join(values)}"


def lines_with(code: list[str]) -> Code:
    return [PortLine(0, each) for each in code]
