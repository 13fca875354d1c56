"""Finds the lines of a port, and of modules that it imports, that correspond to each line of a listing.

Only margins count, comments such as `# 6` or `# 14-22, 30` after a line, which name the listing's lines.

The library's modules are parts of many ports, so their margins name lines by words:

- `# FIND+2`: the second line after DEF FIND of the listing, if a margin of the port notes FIND;
- `# EXTEND+4-5`: the fourth and the fifth line after DEF EXTEND;
- `# shuffled RND`: those lines with RND that the margin of the port's call of `shuffled` names.

After the lines a margin may name variables, as in `x = 0  # 8  X`.
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

from retromaze.comparison.settable_values import keywords_in
from retromaze.errors import UsageError
from retromaze.language.text import lines_of
from retromaze.python.layout import MARGIN
from retromaze.sources.margins import (
    PORTS,
    NamingIndex,
    PairedFunction,
    Ranges,
    called_names,
    read_margins,
    top_level_functions,
)

LIBRARY = "retromaze.ports.mazes"
"""The package of the modules that ports use."""
WORD_MARGIN = re.compile(r"\s#\s+([A-Za-z_]\w*)(?:\+(\d+)(?:-(\d+))?| ([A-Z]+))?$")
DEF_HEAD = re.compile(r"\s*(?:COMMON\s+)?DEF\s+(\w+)", re.IGNORECASE)
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, TokenError)
"""What Python's own reader may raise for a text."""


class Stretch(NamedTuple):
    """Lines `first` to `last` of a port, and how many lines of the listing their margin names."""

    first: int
    last: int
    breadth: int


class ImportedModule(NamedTuple):
    """A module that a port imports: its name, its file, and its text."""

    name: str
    path: Path
    text: str


def matching_port_lines(
    listing: str, port: str, modules: Sequence[ImportedModule] = ()
) -> list[list[Stretch]]:
    """Returns, for each line of the listing, the port's lines that correspond to it, narrowest first.

    The list's item 0 is unused. A stretch of the port's lines begins at a line with a margin, and ends before
    the next margin or with its function; outside of functions it ends before a line that is indented less.
    Lines of the port count from 1, and those of the modules go on after it: see `first_lines_of_modules`. All
    lists are empty if a text cannot be read.
    """
    rows = lines_of(listing)
    try:
        margins = read_margins(port)
        stretches = list(stretches_of(port, margins, 0))
        for first, module in zip(first_lines_of_modules(port, modules), modules, strict=True):
            stretches += stretches_of(module.text, module_margins(module, rows, port, margins), first - 1)
    except UNREADABLE:
        return [[] for _ in range(len(rows) + 1)]
    naming_index = NamingIndex(stretches)
    return [
        [
            Stretch(each.lines.start, each.lines.stop - 1, breadth)
            for breadth, _, each in naming_index.functions_naming(line)
        ]
        for line in range(len(rows) + 1)
    ]


def first_lines_of_modules(port: str, modules: Sequence[ImportedModule]) -> list[int]:
    """Returns the number of each module's first line, if their lines are numbered on from the port's last."""
    numbers, line = [], len(lines_of(port)) + 1
    for module in modules:
        numbers.append(line)
        line += len(lines_of(module.text))
    return numbers


def stretches_of(text: str, margins: Mapping[int, Ranges], lines_before: int) -> Iterator[PairedFunction]:
    """Yields the runs of lines that belong to one margin, each with the listing's lines that it names.

    They are nameless functions for NamingIndex. `lines_before` is added to the text's line numbers. Raises
    what Python's reader raises, see UNREADABLE.
    """
    texts = lines_of(text)
    ends = function_ends(text)
    following = dict(pairwise([*sorted(margins), len(texts) + 1]))  # for each margin the next one's line
    for start, ranges in sorted(margins.items()):
        last = start
        if end := ends.get(start):
            # in a function: without empty lines at the end
            last = min(end, following[start] - 1)
            while not texts[last - 1].strip():
                last -= 1
        while not end and last + 1 < following[start] and continues_lines(texts[start - 1], texts[last]):
            last += 1
        yield PairedFunction("", range(start + lines_before, last + lines_before + 1), ranges)


@lru_cache(maxsize=PORTS)
def function_ends(text: str) -> Mapping[int, int]:
    """Maps each line inside a function to the function's last line. Raises what Python's reader raises."""
    ends: dict[int, int] = {}
    for function in top_level_functions(ast.parse(text)):
        last = function.end_lineno or function.lineno
        ends |= dict.fromkeys(range(function.lineno, last + 1), last)
    return ends


def continues_lines(first: str, following: str) -> bool:
    """Whether a line is not empty and not indented less than `first`, so that it has the same margin."""
    first_indent, indent = (len(text) - len(text.lstrip()) for text in (first, following))
    return bool(following.strip()) and indent >= first_indent


# ---- modules


def imported_modules(listing: str, port: str, home: Path | None) -> list[ImportedModule]:
    """Returns the modules that a port imports and whose margins name lines of the listing.

    They are modules of the library, and modules in the folder `home`, which are read but not run.
    Returns [] if the port or one of the files cannot be read.
    """
    rows = lines_of(listing)
    try:
        margins = read_margins(port)
        files = sorted(set(imported_files(port, home)))
        modules = [ImportedModule(name, path, path.read_text("utf-8")) for name, path in files]
        return [each for each in modules if module_margins(each, rows, port, margins)]
    except (*UNREADABLE, OSError):
        return []


def imported_files(port: str, home: Path | None) -> Iterator[tuple[str, Path]]:
    """Yields (name, file) of each module that a port imports from. Raises what Python's reader raises."""
    for module, name in imported_names(port):
        if module.startswith(LIBRARY):
            with suppress(ImportError):
                # the module that defines the name, which may be another than the one imported from
                imported = getattr(import_module(module), name, None)
                if inspect.isclass(imported) or inspect.isfunction(imported):
                    yield imported.__module__, Path(inspect.getfile(imported))
        elif home and module.isidentifier() and (home / f"{module}.py").is_file():
            yield module, home / f"{module}.py"


@lru_cache(maxsize=PORTS)
def imported_names(port: str) -> list[tuple[str, str]]:
    """Returns (module, name) of each `from … import …` of a port. Raises what Python's reader raises."""
    imports = (node for node in ast.walk(ast.parse(port)) if isinstance(node, ast.ImportFrom))
    return [(node.module or "", each.name) for node in imports if not node.level for each in node.names]


def module_margins(
    module: ImportedModule, listing: Sequence[str], port: str, margins: Mapping[int, Ranges]
) -> Mapping[int, Ranges]:
    """Maps lines of a module to the listing's lines that they name; `margins` are the port's margins."""
    if not module.name.startswith(LIBRARY):  # only the library's margins have words
        return read_margins(module.text)
    heads = lines_of_noted_definitions(listing, port)
    ranges_by_line: dict[int, Ranges] = {}
    for number, row in enumerate(lines_of(module.text), 1):
        margin = WORD_MARGIN.search(row)
        if margin is None:
            continue
        name, start, stop, word = margin.groups()
        if word:
            wanted = re.compile(rf"\b{word}\b", re.IGNORECASE)
            lines = (line for line in listing_lines_of_calls(name, port, margins) if line <= len(listing))
            # a word in a comment, which an apostrophe begins, does not count
            with_word = (line for line in lines if wanted.search(listing[line - 1].partition("'")[0]))
            ranges_by_line[number] = tuple(range(line, line + 1) for line in with_word)
        elif name in heads:
            first, last = int(start or 0), int(stop or start or 0)  # counted from the DEF
            ranges_by_line[number] = (range(heads[name] + first, heads[name] + last + 1),)
    # a word may be in none of the lines
    return {number: ranges for number, ranges in ranges_by_line.items() if ranges}


def lines_of_noted_definitions(listing: Sequence[str], port: str) -> dict[str, int]:
    """Maps the name of each DEF that is named in a margin of the port to its line in the listing."""
    noted = {name for names in names_in_margins(port).values() for name in names}
    line_by_name: dict[str, int] = {}
    for line, row in enumerate(listing, 1):
        head = DEF_HEAD.match(row)
        if head and head[1].upper() in noted:
            line_by_name.setdefault(head[1].upper(), line)
    return line_by_name


def listing_lines_of_calls(name: str, port: str, margins: Mapping[int, Ranges]) -> Iterator[int]:
    """Yields the listing's lines that are named in the margins of the port's lines with a call of `name`."""
    texts = lines_of(port)
    for line, ranges in margins.items():
        if name in called_names(texts[line - 1]):
            yield from (each for lines in ranges for each in lines)


NAME = r"[A-Z_][A-Z0-9_]*[$%#]?"
NOTE = re.compile(rf"\s\s+({NAME}(?:,\s*{NAME})*)\s*$")
Notes = dict[str, dict[str, str]]
"""For each function of a port by its name: the listing's name of each variable that has one."""


def names_in_margins_by_function(port: str) -> Notes:
    """Returns, for each function of a port, the listing's name of each variable that has one.

    The names after a margin's lines stand for the variables that the statement assigns, or for a function's
    keywords, in their order. The names in the module's VARIABLES hold in every function. Empty if Python
    cannot read the port.
    """
    try:
        tree = ast.parse(port)
        module_names = keywords_in(port, "main").table
    except (UsageError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    names_by_line = names_in_margins(port)
    names_by_function: Notes = {}
    for function in (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)):
        # methods of several classes may have the same name: they are not told apart
        names = names_by_function.setdefault(function.name, {})
        for line, variables in assignments(function):
            # the first margin that names a variable counts
            named = dict(zip(variables, names_by_line.get(line, ()), strict=False))
            names |= {variable: basic for variable, basic in named.items() if variable not in names}
        for name, basic in module_names.items():
            names.setdefault(name, basic)
            names.setdefault(f"self.{name}", basic)  # an attribute of that name
    return names_by_function


def names_in_margins(port: str) -> dict[int, list[str]]:
    """Maps lines of a port to the BASIC names in their margins: `# 8  X, Y` to ["X", "Y"]."""
    names_by_line = {}
    for number, text in enumerate(lines_of(port), 1):
        # a comment alone in its line is no margin
        start = text.rfind("#")
        margin = MARGIN.match(text, start) if start > 0 else None
        note = NOTE.match(text, margin.end()) if margin else None
        if note:
            names_by_line[number] = [each.strip() for each in note[1].split(",")]
    return names_by_line


def assignments(function: ast.FunctionDef) -> Iterator[tuple[int, list[str]]]:
    """Yields (line that may have the margin, assigned variables) of a function's head and its statements.

    A statement over several lines is yielded for each of them.
    """
    keywords = [each.arg for each in function.args.kwonlyargs]
    if len(keywords) > 1:  # a single name may be that of the DEF
        yield from ((line, keywords) for line in range(function.lineno, function.body[0].lineno))
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets):
                variables = [name for target in targets for name in targets_of(target)]
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.For(target=target):
                variables = targets_of(target)
            case _:
                continue
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.For):  # only its header
            last = node.body[0].lineno - 1
        yield from ((line, variables) for line in range(node.lineno, last + 1))


def targets_of(target: ast.expr) -> list[str]:
    """Returns the variables of an assignment's target in order: names, and attributes as `self.x`."""
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
