"""What stands above the functions of a port: its docstring, imports and constants."""

from __future__ import annotations

from retromaze.porting.lines import Remark, wrapped
from retromaze.porting.module import Module

MADE = "Written by `retromaze port`; the margin names the listing's lines."
ALONE = "{} in Python, as `retromaze port` writes it; the margin names its lines."

PLAIN = {"math": "import math"}
FROM = {
    "suppress": ("contextlib", "suppress"),
    "Any": ("typing", "Any"),
    "UndefinedLabel": ("retromaze.errors", "UndefinedLabel"),
    "TypeMismatch": ("retromaze.errors", "TypeMismatch"),
    "channels": ("retromaze.machine.colors", "channels"),
    "rgb": ("retromaze.machine.colors", "rgb"),
    "choose_mode": ("retromaze.machine.modes", "choose_mode"),
    "basic": ("retromaze.ports", "basic"),
    "deep_recursion": ("retromaze.recursion", "deep_recursion"),
}


def docstring(lines: list[str], indent: str = "") -> list[str]:
    """Lines of text as a docstring: the first one is its summary."""
    room = 110 - len(indent)
    text = [part for line in lines for part in wrapped(safe(line), room - 8)] or ["A listing."]
    if len(text) == 1:
        return [f'{indent}"""{text[0]}"""']
    rest = [f"{indent}{line}".rstrip() for line in text[1:]]
    return [f'{indent}"""{text[0]}', *rest, f'{indent}"""']


def safe(text: str) -> str:
    """A comment as a docstring can hold it."""
    text = text.replace("\\", "\\\\").replace('"""', "'''").strip()
    return text[:-1] + "'" if text.endswith('"') else text


def title(name: str, header: list[Remark]) -> list[str]:
    """The module's docstring: the listing's first comments, and how the port came to be."""
    if not header:
        return docstring([ALONE.format(name)])
    first, *rest = [each.text for each in header]
    return docstring([first, *(["", *rest] if rest else []), "", MADE])


def imports(module: Module) -> list[str]:
    """The imports that the code has asked for, and the listing's #constants."""
    wanted = [FROM[name] for name in sorted(module.imports & FROM.keys())]
    by_module: dict[str, list[str]] = {}
    for where, name in wanted:
        by_module.setdefault(where, []).append(name)
    by_module["retromaze.machine.machine"] = ["Machine"]
    rows = [
        f"from {where} import {', '.join(sorted(names, key=ordered))}"
        for where, names in sorted(by_module.items())
    ]
    standard = [PLAIN[name] for name in sorted(module.imports & PLAIN.keys())]
    standard += [row for row in rows if "retromaze" not in row]
    ours = [row for row in rows if "retromaze" in row]
    return ["", *standard, *([""] if standard else []), *ours, *constants(module)]


def ordered(name: str) -> tuple[int, str]:
    """Names in capitals first, as ruff sorts them."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def constants(module: Module) -> list[str]:
    """`RED = -524288`, several on a line."""
    known = sorted(module.constants.items())
    lines: list[str] = []
    for at in range(0, len(known), 4):
        names, values = zip(*known[at : at + 4], strict=True)
        lines.append(f"{', '.join(names)} = {', '.join(map(str, values))}")
    return ["", *lines] if lines else []
