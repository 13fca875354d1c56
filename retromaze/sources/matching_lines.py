"""Finds the lines of a port, and of modules that it imports, that correspond to each line of a listing.

Only margins count. A *margin* is a comment such as `# 6` or `# 14-22, 30` after a line. It names the
listing's lines for that line and for the lines below it up to the next margin in the same function; that of a
`def` names the lines which the function replaces. A port is read function by function, in its own order, and
each line of the listing is shown once: with its *owner*, the narrowest function that names it (with the
fewest lines). What is shown beside a function are *items*: its own lines, and each run of lines that another
function owns.

The library's modules are parts of many ports, so their margins name lines by words:

- `# FIND+2`: the second line after DEF FIND of the listing, if a margin of the port notes FIND;
- `# EXTEND+4-5`: the fourth and the fifth line after DEF EXTEND;
- `# shuffled RND`: those lines with RND that the margin of the port's call of `shuffled` names.

After the lines a margin may name variables, as in `x = 0  # 8  X`.
"""

from __future__ import annotations

import ast
import inspect
import io
import math
import re
import tokenize
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from itertools import groupby, pairwise, takewhile
from operator import attrgetter, itemgetter
from pathlib import Path
from tokenize import TokenError
from typing import NamedTuple

from retromaze.comparison.settable_values import keywords_in
from retromaze.errors import UsageError
from retromaze.language.lexer import LONGEST_PROGRAM, lines_of
from retromaze.python.layout import MARGIN
from retromaze.values.scalars import whole_number

DEFINITION = re.compile(r"\s*(COMMON\s+)?DEF\b", re.IGNORECASE)
CALL = re.compile(r"(?<!\w)(\w+)\(")
RANGE = re.compile(r"(\d+)(?:[-–](\d+))?")
MOST_LINES = LONGEST_PROGRAM + 1
"""More lines than any listing has."""
Ranges = tuple[range, ...]
# Weights for showing a line of the listing and a line of the port in one row: the port names a range that
# begins with the line; a range that contains it; the port's line calls the line's owner.
STARTS_RANGE, IN_RANGE, CALLS_FUNCTION = 4, 1, 2
MOST_TRIED = 32
"""The most lines of the listing that are tried for one range of a margin, and for calls of one function."""
MOST_NAMING = 64
"""The most functions that are considered for one line."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the listing, or, if `moved_to` is not empty, the lines that another function owns."""

    lines: range
    moved_to: str = ""


@dataclass(frozen=True, slots=True)
class PairedBlock:
    """Lines of the listing and lines of the port (numbers from 1) that are shown next to each other.

    `is_aligned`: whether the first line of the port names the first item of the listing.
    """

    items: tuple[Item, ...]
    port: range
    is_aligned: bool


@dataclass(frozen=True, slots=True)
class PairedPart:
    """A function of the port, or lines outside functions (name ""), paired with lines of the listing."""

    name: str
    blocks: tuple[PairedBlock, ...]


@dataclass(slots=True, eq=False)
class PairedFunction:
    """A function of a port, or other lines (name ""), and the lines of the listing that its margin names.

    `lines` are the port's, `named_ranges` the listing's. `items`: what is shown next to the function.
    """

    name: str
    lines: range
    named_ranges: Ranges
    items: list[Item] = field(default_factory=list)

    def line_count(self) -> int:
        """Returns how many lines of the listing the function's margin names."""
        return sum(map(len, self.named_ranges))


class RankedFunction(NamedTuple):
    """A function with its number of the listing's lines and its number in the port.

    Sorting puts the narrowest function first. Two numbers in the port are never equal, so functions
    themselves are never compared.
    """

    breadth: int
    number: int
    function: PairedFunction


PORTS = 4
"""The number of ports whose margins are cached: a port stays the same while its listing is edited."""
LONGEST_LINE = 20_000
"""The most characters of a port's line: some Pythons take quadratic time to tokenize a longer one."""


def paired_parts(listing: str, port: str) -> list[PairedPart]:
    """Pairs a port with its listing for showing both side by side.

    Returns the parts of the port in its order. Each line of the listing occurs once.
    """
    margins = read_margins(port)
    functions = read_functions(port, margins)
    rows = lines_of(listing)
    for function in functions:
        function.named_ranges = tuple(with_comments_above(each, rows) for each in function.named_ranges)
    naming_index = NamingIndex(functions)
    assign_items(functions, owners_of(rows, functions, naming_index), naming_index)
    move_lines_before_main(functions, margins)
    texts = lines_of(port)
    parts = []
    for function in functions:
        aligned_pairs = best_alignment(candidate_matches(function, margins, texts))
        blocks = tuple(aligned_blocks(function.items, function.lines, aligned_pairs))
        parts.append(PairedPart(function.name, blocks))
    return parts


# ---- reading a port


def check_readable(port: str, path: object) -> None:
    """Raises UsageError, which names `path` and line, if Python cannot read the port."""
    try:
        ast.parse(port)
        read_margins(port)
    except (tokenize.TokenError, SyntaxError, ValueError) as error:
        if isinstance(error, tokenize.TokenError):
            words, (line, _) = error.args
        else:
            words, line = getattr(error, "msg", error), getattr(error, "lineno", None)
        place = f"{path}:{line}" if line else path
        raise UsageError(f"{place}: Python cannot read this: {words}") from None


@lru_cache(maxsize=PORTS)
def read_margins(port: str) -> Mapping[int, Ranges]:
    """Maps each line of a port with a margin to the listing's lines that it names.

    Empty if a line is longer than LONGEST_LINE. Raises what Python's tokenizer raises.
    """
    margins: dict[int, Ranges] = {}
    if any(len(row) > LONGEST_LINE for row in lines_of(port)):
        return margins
    for token in tokenize.generate_tokens(io.StringIO(port).readline):
        found = MARGIN.match(token.string) if token.type == tokenize.COMMENT else None
        line, column = token.start
        # a comment alone in its line is no margin
        if found and token.line[:column].strip():
            margins[line] = parse_ranges(found[1])
    return margins


def parse_ranges(text: str) -> Ranges:
    """Returns the ranges that `14-22, 30` names; numbers are limited to MOST_LINES."""
    ends = ((first, last or first) for first, last in RANGE.findall(text))
    return tuple(
        range(whole_number(first, MOST_LINES), whole_number(last, MOST_LINES) + 1) for first, last in ends
    )


def read_functions(port: str, margins: Mapping[int, Ranges]) -> list[PairedFunction]:
    """Returns the functions and methods of a port, and the lines between them as nameless functions."""
    rows = lines_of(port)
    functions: list[PairedFunction] = []
    next_line = 1
    for node in top_level_functions(ast.parse(port)):
        start = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        # a `def` may have several lines, and its margin is in one of them
        head = range(node.lineno, node.body[0].lineno)
        named_ranges = next((margins[line] for line in head if line in margins), ())
        functions += lines_between(rows, range(next_line, start))
        next_line = (node.end_lineno or start) + 1
        functions.append(PairedFunction(node.name, range(start, next_line), named_ranges))
    return functions + lines_between(rows, range(next_line, len(rows) + 1))


def top_level_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yields functions and methods in the order of the text, without functions inside others."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (each for each in node.body if isinstance(each, ast.FunctionDef))


def lines_between(rows: Sequence[str], lines: range) -> list[PairedFunction]:
    """Returns lines between functions as one nameless function, without empty lines around them.

    The list is empty if all lines are.
    """
    full = [line for line in lines if rows[line - 1].strip()]
    return [PairedFunction("", range(full[0], full[-1] + 1), ())] if full else []


# ---- which function owns which lines


def with_comments_above(lines: range, listing: Sequence[str]) -> range:
    """Returns the lines of the listing, and also the comments right above them if they begin with a DEF."""
    start = lines.start
    # a margin may name lines that the listing does not have
    if start <= len(listing) and DEFINITION.match(listing[start - 1]):
        while start > 1 and listing[start - 2].startswith("'"):
            start -= 1
    return range(start, lines.stop)


class NamingIndex:
    """Looks up the functions of a port, except main, whose margins name a line of the listing.

    `_starts` are the lines where the set of these functions changes. `_naming[k]` has the functions, the
    narrowest first, that name the lines from the k-th start on, counted from 1; `_naming[0]` is empty.
    """

    def __init__(self, functions: Sequence[PairedFunction]) -> None:
        # All lines between one end of a range and the next are named by the same functions.
        # By line: the functions of which a range begins (True) or ends (False) there.
        ends: dict[int, list[tuple[bool, RankedFunction]]] = defaultdict(list)
        for number, function in enumerate(functions):
            if function.name != "main":
                ranked = RankedFunction(function.line_count(), number, function)
                # a margin may name an empty range, such as 5-4
                for each in filter(None, function.named_ranges):
                    ends[each.start].append((True, ranked))
                    ends[each.stop].append((False, ranked))
        self._starts = sorted(ends)
        self._naming: list[list[RankedFunction]] = [[]]
        # the number of ranges of each function that name the present line: they may overlap
        open_ranges: dict[int, int] = defaultdict(int)
        for start in self._starts:
            naming = self._naming[-1].copy()
            for begins, ranked in ends[start]:
                open_ranges[ranked.number] += 1 if begins else -1
                if begins and open_ranges[ranked.number] == 1 and len(naming) < MOST_NAMING:
                    insort(naming, ranked)
                elif open_ranges[ranked.number] == 0 and ranked in naming:
                    naming.remove(ranked)
            self._naming.append(naming)

    def functions_naming(self, line: int) -> list[RankedFunction]:
        """Returns the functions whose margins name a line of the listing, the narrowest first."""
        return self._naming[bisect_right(self._starts, line)]

    def uniform_ranges(self, lines: range) -> Iterator[range]:
        """Cuts a range of the listing's lines wherever other functions begin or cease to name them."""
        inner = self._starts[bisect_right(self._starts, lines.start) : bisect_left(self._starts, lines.stop)]
        yield from (range(start, stop) for start, stop in pairwise([lines.start, *inner, lines.stop]))


def owners_of(
    listing: Sequence[str], functions: Sequence[PairedFunction], naming_index: NamingIndex
) -> list[PairedFunction]:
    """Returns, for each line of the listing, the narrowest function that names it, else main, else the first.

    An empty line goes with the line before.
    """
    fallback = next((each for each in functions if each.name == "main"), functions[0])
    owners: list[PairedFunction] = []
    for line, text in enumerate(listing, 1):
        naming = naming_index.functions_naming(line)
        owner = naming[0].function if naming else fallback
        owners.append(owners[-1] if owners and not text.strip() else owner)
    return owners


def assign_items(
    functions: Sequence[PairedFunction], owners: Sequence[PairedFunction], naming_index: NamingIndex
) -> None:
    """Fills each function's `items`: the lines of the listing that are shown with it.

    Lines in between that another function owns are one item with that function's name.
    """
    owned: dict[PairedFunction, list[int]] = defaultdict(list)
    for line, owner in enumerate(owners, 1):
        owned[owner].append(line)
    for function in functions:
        for line, next_owned in pairwise([*owned[function], len(owners) + 1]):
            function.items.append(Item(range(line, line + 1)))
            if line + 1 < next_owned and covers(function, line + 1):
                function.items += moved_items(range(line + 1, next_owned), function, naming_index)


def covers(function: PairedFunction, line: int) -> bool:
    """Whether the function's margin names a line, or it is main, which owns all lines that none names."""
    return function.name == "main" or any(line in each for each in function.named_ranges)


def moved_items(lines: range, function: PairedFunction, naming_index: NamingIndex) -> list[Item]:
    """Returns an item, with a function's name, for each run of `lines`, which other functions own.

    If several name the lines, it has the name of the widest that is narrower than `function`.
    """
    items: list[Item] = []
    for stretch in naming_index.uniform_ranges(lines):
        name = widest_inside(naming_index.functions_naming(stretch.start), function)
        # lines without a name of their own belong to the item before
        if items and name in {items[-1].moved_to, ""}:
            name = items[-1].moved_to
            items[-1] = Item(range(items[-1].lines.start, stretch.stop), name)
        else:
            items.append(Item(stretch, name))
    return items


def widest_inside(candidates: Sequence[RankedFunction], function: PairedFunction) -> str:
    """Returns the name of the widest of some functions that is narrower than `function`, "" for none."""
    breadth = math.inf if function.name == "main" else function.line_count()
    inside = [each for each in candidates if each.breadth < breadth]
    return max(inside, key=attrgetter("breadth")).function.name if inside else ""


def move_lines_before_main(functions: Sequence[PairedFunction], margins: Mapping[int, Ranges]) -> None:
    """Moves the listing's first lines from main to the lines above the port's first function.

    These are the lines before the first one that a margin in main names, or that another function owns:
    constants and comments at the top.
    """
    head, main = functions[0], next((each for each in functions if each.name == "main"), None)
    if main is None or head.name:  # no lines are above the first function
        return
    first = min((each.start for line in main.lines for each in margins.get(line, ())), default=1)
    head.items = [*takewhile(lambda item: item.lines.stop <= first and not item.moved_to, main.items)]
    main.items = main.items[len(head.items) :]


# ---- aligning one function


def candidate_matches(
    function: PairedFunction, margins: Mapping[int, Ranges], texts: Sequence[str]
) -> Iterator[Match]:
    """Yields (row, column, weight) for each item and line of a function that may be shown side by side.

    A row is an item's number, a column a line's number, both from 0; a larger weight fits better.
    """
    starts = [item.lines.start for item in function.items]
    callees: dict[str, list[int]] = defaultdict(list)  # the rows that each other function owns
    for row, item in enumerate(function.items):
        if item.moved_to:
            callees[item.moved_to].append(row)
    for column, line in enumerate(function.lines):
        weight_by_row: dict[int, int] = {}
        for each in margins.get(line, ()):
            first, stop = bisect_left(starts, each.start), bisect_left(starts, each.stop)
            weight_by_row |= dict.fromkeys(range(first, min(stop, first + MOST_TRIED)), IN_RANGE)
        # later weights replace earlier ones
        for each in margins.get(line, ()):
            row = bisect_right(starts, each.start) - 1
            if row >= 0 and each.start in function.items[row].lines:
                weight_by_row[row] = STARTS_RANGE
        for name in called_names(texts[line - 1]) & callees.keys():
            weight_by_row |= dict.fromkeys(callees[name][:MOST_TRIED], CALLS_FUNCTION)
        yield from ((row, column, weight) for row, weight in weight_by_row.items())


def called_names(text: str) -> set[str]:
    """Returns the names that a line of a port calls, none for a `def`."""
    return set() if text.lstrip().startswith("def ") else set(CALL.findall(text))


def aligned_blocks(
    items: Sequence[Item], lines: range, aligned_pairs: Sequence[tuple[int, int]]
) -> Iterator[PairedBlock]:
    """Yields the block before the first aligned pair, then a block from each pair to the next.

    `aligned_pairs` are (item, line) numbers from 0 that are shown side by side.
    """
    bounds = [(0, 0), *aligned_pairs, (len(items), len(lines))]
    for number, ((item, line), (next_item, next_line)) in enumerate(pairwise(bounds)):
        block = PairedBlock(tuple(items[item:next_item]), lines[line:next_line], number > 0)
        if block.items or block.port:
            yield block


Match = tuple[int, int, int]
"""A row, a column, and the weight of pairing them, more than 0."""


def best_alignment(matches: Iterable[Match]) -> list[tuple[int, int]]:
    """Returns the (row, column) pairs, both strictly rising, with the greatest sum of weights.

    Among equally good next pairs the first row in the next column is taken; if that column has none, then the
    first column of the last row.
    """
    # by the sum of the best chain of matches that begins with it
    by_chain_sum: dict[int, list[Match]] = defaultdict(list)
    for row, column, weight, chain_sum in with_chain_sums(sorted(matches)):
        by_chain_sum[chain_sum].append((row, column, weight))
    pairs: list[tuple[int, int]] = []
    row = column = 0
    remaining = max(by_chain_sum, default=0)
    while remaining:
        # Each list is searched once, because the remaining sum shrinks from pair to pair.
        # There is a candidate: the match with which the rest of the best chain begins.
        candidates = [match for match in by_chain_sum[remaining] if match[0] >= row and match[1] >= column]
        in_column = [match for match in candidates if match[1] == column]
        # the first row of this column, else the last row and its first column
        best = min(in_column) if in_column else max(candidates, key=lambda match: (match[0], -match[1]))
        row, column, weight = best
        pairs.append((row, column))
        row, column, remaining = row + 1, column + 1, remaining - weight
    return pairs


def with_chain_sums(candidate_matches: list[Match]) -> list[tuple[int, int, int, int]]:
    """Returns (row, column, weight, sum) of each match, last row first.

    The sum is the greatest total weight of a chain of matches that begins with this one; rows and columns
    rise strictly in a chain. `candidate_matches` are sorted.
    """
    # `sums[k]` is the greatest sum of the chains so far that begin in column `columns[k]` or later. Columns
    # rise and sums fall; the last ones stand for no chain.
    columns: list[float] = [math.inf]
    sums = [0]
    with_sums = []
    for _, group in groupby(reversed(candidate_matches), key=itemgetter(0)):
        # a chain has one match of a row, so all of the row are computed before any is added
        of_row = [
            (row, column, weight, weight + sums[bisect_right(columns, column)])
            for row, column, weight in group
        ]
        for _, column, _, chain_sum in of_row:
            first = bisect_left(columns, column)
            if sums[first] < chain_sum:
                # chains that begin in earlier columns and are no better are never looked for again
                while first > 0 and sums[first - 1] <= chain_sum:
                    first -= 1
                stop = bisect_right(columns, column)
                columns[first:stop], sums[first:stop] = [column], [chain_sum]
        with_sums += of_row
    return with_sums


# ---- modules that a port imports


LIBRARY = "retromaze.ports.mazes"
"""The package of the modules that ports use."""
WORD_MARGIN = re.compile(r"\s#\s+([A-Za-z_]\w*)(?:\+(\d+)(?:-(\d+))?| ([A-Z]+))?$")
DEF_HEAD = re.compile(r"\s*(?:COMMON\s+)?DEF\s+(\w+)", re.IGNORECASE)
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, TokenError)
"""What Python's own reader may raise for a text."""


class LineRange(NamedTuple):
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
) -> list[list[LineRange]]:
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
            LineRange(each.lines.start, each.lines.stop - 1, breadth)
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
