"""Finds the lines of a port, and of modules that it imports, that answer each line of a listing.

Margins alone tell: `# 6` or `# 14-22, 30` behind a line of a port, and of a module beside it, names the
listing's lines. The library's modules are parts of many ports, so that their margins name lines by words:

- `# FIND+2`: the second line behind DEF FIND of the listing, where a margin of the port notes FIND;
- `# EXTEND+4-5`: the fourth and the fifth one;
- `# shuffled RND`: of the lines that the margin of the port's call of `shuffled` names those with RND.

Behind the lines a margin may name variables, as in `x = 0  # 8  X`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from tokenize import TokenError
from typing import NamedTuple

from retromaze.comparison.settable import keywords_in
from retromaze.errors import UsageError
from retromaze.language.text import lines_of
from retromaze.python.layout import MARGIN
from retromaze.sources.pairing import (
    PORTS,
    Namers,
    PairedFunction,
    Ranges,
    called_names,
    definitions,
    read_margins,
)

LIBRARY = "retromaze.ports.mazes"
"""What ports are made with."""
WORDS = re.compile(r"\s#\s+([A-Za-z_]\w*)(?:\+(\d+)(?:-(\d+))?| ([A-Z]+))?$")
HEAD = re.compile(r"\s*(?:COMMON\s+)?DEF\s+(\w+)", re.IGNORECASE)
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, TokenError)
"""What Python's own reader may raise for a text."""


class Stretch(NamedTuple):
    """Lines that answer one: the first, the last, and how many lines of the listing their margin names."""

    first: int
    last: int
    breadth: int


class ImportedModule(NamedTuple):
    """A module that a port imports: its name, its file, and its text."""

    name: str
    path: Path
    text: str


def answers_of(listing: str, port: str, modules: Sequence[ImportedModule] = ()) -> list[list[Stretch]]:
    """For each line of the listing (from 1, 0 unused) the stretches that answer it, the narrowest first.

    A stretch begins at a line with a margin, and ends before the next one, or with its function. Outside of
    functions it goes on as far as lines follow that stand no further to the left. Lines of the port count
    from 1, those of the modules on behind it: see `first_lines`.
    """
    rows = lines_of(listing)
    try:
        margins = read_margins(port)
        stretches = list(stretches_of(port, margins, 0))
        for first, module in zip(first_lines(port, modules), modules, strict=True):
            stretches += stretches_of(module.text, module_margins(module, rows, port, margins), first - 1)
    except UNREADABLE:
        return [[] for _ in range(len(rows) + 1)]
    namers = Namers(stretches)
    return [
        [Stretch(each.lines.start, each.lines.stop - 1, breadth) for breadth, _, each in namers.of(line)]
        for line in range(len(rows) + 1)
    ]


def first_lines(port: str, modules: Sequence[ImportedModule]) -> list[int]:
    """Returns the numbers of the modules' first lines, which count on behind the port's last line."""
    found, line = [], len(lines_of(port)) + 1
    for each in modules:
        found.append(line)
        line += len(lines_of(each.text))
    return found


def stretches_of(text: str, margins: Mapping[int, Ranges], before: int) -> Iterator[PairedFunction]:
    """Yields the stretches of a text with the listing's lines that they name; `before` is added to lines.

    Raises as Python's reader does.
    """
    texts = lines_of(text)
    ends = function_ends(text)
    following = dict(pairwise([*sorted(margins), len(texts) + 1]))
    for start, ranges in sorted(margins.items()):
        last = start
        if end := ends.get(start):
            last = next(
                line for line in range(min(end, following[start] - 1), 0, -1) if texts[line - 1].strip()
            )
        while not end and last + 1 < following[start] and goes_on(texts[start - 1], texts[last]):
            last += 1
        yield PairedFunction("", range(start + before, last + before + 1), ranges)


@lru_cache(maxsize=PORTS)
def function_ends(text: str) -> Mapping[int, int]:
    """For each line inside a function of a text the function's last line. Raises as Python's reader does."""
    ends: dict[int, int] = {}
    for function in definitions(ast.parse(text)):
        last = function.end_lineno or function.lineno
        ends |= dict.fromkeys(range(function.lineno, last + 1), last)
    return ends


def goes_on(first: str, following: str) -> bool:
    """Whether a line can belong to the one that began a stretch: it is full and stands no further left."""
    begins, goes = (len(text) - len(text.lstrip()) for text in (first, following))
    return bool(following.strip()) and goes >= begins


# ---- modules


def imported_modules(listing: str, port: str, home: Path | None) -> list[ImportedModule]:
    """The modules that a port imports and whose margins name lines of the listing; nothing of them is run.

    They are those of the library, and those in the folder `home`.
    """
    rows = lines_of(listing)
    try:
        margins = read_margins(port)
        files = sorted(set(imported_files(port, home)))
        found = [ImportedModule(name, path, path.read_text("utf-8")) for name, path in files]
        return [each for each in found if module_margins(each, rows, port, margins)]
    except (*UNREADABLE, OSError):
        return []


def imported_files(port: str, home: Path | None) -> Iterator[tuple[str, Path]]:
    """Names and files of the modules that a port imports from. Raises as Python's reader does."""
    for module, name in imported_names(port):
        if module.startswith(LIBRARY):
            with suppress(ImportError):
                made = getattr(import_module(module), name, None)
                if inspect.isclass(made) or inspect.isfunction(made):
                    yield made.__module__, Path(inspect.getfile(made))
        elif home and module.isidentifier() and (home / f"{module}.py").is_file():
            yield module, home / f"{module}.py"


@lru_cache(maxsize=PORTS)
def imported_names(port: str) -> list[tuple[str, str]]:
    """Returns the imports of a port: (module, name) each. Raises as Python's reader does."""
    found = (node for node in ast.walk(ast.parse(port)) if isinstance(node, ast.ImportFrom))
    return [(node.module or "", each.name) for node in found if not node.level for each in node.names]


def module_margins(
    module: ImportedModule, listing: Sequence[str], port: str, margins: Mapping[int, Ranges]
) -> Mapping[int, Ranges]:
    """Returns the listing's lines that the lines of a module name, in a listing with this port."""
    if not module.name.startswith(LIBRARY):
        return read_margins(module.text)
    heads = noted_heads(listing, port)
    found: dict[int, Ranges] = {}
    for number, row in enumerate(lines_of(module.text), 1):
        margin = WORDS.search(row)
        if margin is None:
            continue
        name, start, stop, word = margin.groups()
        if word:
            wanted = re.compile(rf"\b{word}\b", re.IGNORECASE)
            lines = (line for line in called_from(name, port, margins) if line <= len(listing))
            # outside of comments
            there = (line for line in lines if wanted.search(listing[line - 1].partition("'")[0]))
            found[number] = tuple(range(line, line + 1) for line in there)
        elif name in heads:
            found[number] = (range(heads[name] + int(start or 0), heads[name] + int(stop or start or 0) + 1),)
    return {number: ranges for number, ranges in found.items() if ranges}


def noted_heads(listing: Sequence[str], port: str) -> dict[str, int]:
    """Returns the lines of those DEFs that the port's margins note, by their names."""
    noted = {name for names in notes_of(port).values() for name in names}
    found: dict[str, int] = {}
    for line, row in enumerate(listing, 1):
        head = HEAD.match(row)
        if head and head[1].upper() in noted:
            found.setdefault(head[1].upper(), line)
    return found


def called_from(name: str, port: str, margins: Mapping[int, Ranges]) -> Iterator[int]:
    """Yields the listing's lines that the port names where it calls that function."""
    texts = lines_of(port)
    for line, ranges in margins.items():
        if name in called_names(texts[line - 1]):
            yield from (each for named in ranges for each in named)


NAME = r"[A-Z_][A-Z0-9_]*[$%#]?"
NOTE = re.compile(rf"\s\s+({NAME}(?:,\s*{NAME})*)\s*$")
Notes = dict[str, dict[str, str]]
"""By the name of a function: the listing's name of each of its variables that has one."""


def noted_variables(port: str) -> Notes:
    """Returns the variables that the margins name, by function; none of a text that Python cannot read.

    The names behind a margin's lines are those of what its statement assigns, or of a function's keywords,
    in their order. A name of the module's VARIABLES is noted in every function.
    """
    try:
        tree = ast.parse(port)
        told = keywords_in(port, "main").table
    except (UsageError, SyntaxError, ValueError, RecursionError, MemoryError):
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
        for name, basic in told.items():
            names |= {each: basic for each in (name, f"self.{name}") if each not in names}
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
    """Returns the variables of a target in order: names, and attributes as `self.x`; no elements."""
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
