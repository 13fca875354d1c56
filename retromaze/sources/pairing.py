"""Finds which lines of a port correspond to which lines of its listing.

The port's margins say so: `# 6` or `# 14-22, 30` after a line names the listing's lines for that line and for
the lines below it up to the next margin in the same function. The margin of a `def` names the lines that the
function replaces. A port is read function by function, in its own order, and each line of the listing is
shown once: with the narrowest function that names it ("answers" it).
"""

from __future__ import annotations

import ast
import io
import math
import re
import tokenize
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter

from retromaze.errors import UsageError
from retromaze.language.text import LONGEST_PROGRAM, lines_of
from retromaze.python.layout import MARGIN
from retromaze.values.scalars import whole_number

DEFINITION = re.compile(r"\s*(COMMON\s+)?DEF\b", re.IGNORECASE)
CALL = re.compile(r"(?<!\w)(\w+)\(")
RANGE = re.compile(r"(\d+)(?:[-–](\d+))?")
MOST_LINES = LONGEST_PROGRAM + 1
"""More lines than any listing has."""
Ranges = tuple[range, ...]
# Weights for showing a line of the listing and a line of the port in one row: the port names a range that
# begins with the line; a range that contains it; the port's line calls the function that answers the line.
BEGINS, AMID, CALLS = 4, 1, 2
AWAY = 32
"""The most lines of the listing that are tried for one range of a margin, and for calls of one function."""
NESTED = 64
"""The most functions that are considered for one line."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the listing, or, if `moved_to` is not empty, the lines that another function answers."""

    lines: range
    moved_to: str = ""


@dataclass(frozen=True, slots=True)
class PairedBlock:
    """Lines of the listing and lines of the port (numbers from 1) that are shown next to each other.

    `tied`: whether the first line of the port names the first item of the listing.
    """

    items: tuple[Item, ...]
    port: range
    tied: bool


@dataclass(frozen=True, slots=True)
class PairedPart:
    """A function of the port, or lines outside functions (name ""), paired with lines of the listing."""

    name: str
    blocks: tuple[PairedBlock, ...]


@dataclass(slots=True, eq=False)
class PairedFunction:
    """A function of a port, or other lines (name ""), and the lines of the listing that its margin names."""

    name: str
    lines: range
    answers: Ranges
    items: list[Item] = field(default_factory=list)

    def breadth(self) -> int:
        """Returns the number of the listing's lines that the function answers."""
        return sum(map(len, self.answers))


Named = tuple[int, int, PairedFunction]
"""(breadth, number in the port, function): sorting puts the narrowest first."""
PORTS = 4
"""The number of ports whose margins are cached: a port stays the same while its listing is edited."""
LONGEST_LINE = 20_000
"""The most characters of a port's line: some Pythons take quadratic time to tokenize a longer one."""


def pair(listing: str, port: str) -> list[PairedPart]:
    """Returns the parts of a port in its order, each with its lines of the listing; each line occurs once."""
    margins = read_margins(port)
    functions = read_functions(port, margins)
    rows = lines_of(listing)
    for function in functions:
        function.answers = tuple(with_comment(each, rows) for each in function.answers)
    namers = Namers(functions)
    share_out(functions, owners_of(rows, functions, namers), namers)
    move_head(functions, margins)
    texts = lines_of(port)
    parts = []
    for function in functions:
        ties = best_alignment(matches(function, margins, texts))
        parts.append(PairedPart(function.name, tuple(blocks(function.items, function.lines, ties))))
    return parts


# ---- reading a port


def check_readable(port: str, path: object) -> None:
    """Raises UsageError, which names `path` and line, if Python cannot read the port."""
    try:
        ast.parse(port)
        read_margins(port)
    except tokenize.TokenError as error:
        words, (line, _) = error.args
        raise unreadable(path, line, words) from None
    except (SyntaxError, ValueError) as error:
        raise unreadable(path, getattr(error, "lineno", None), getattr(error, "msg", error)) from None


def unreadable(path: object, line: int | None, words: object) -> UsageError:
    """Returns the error for a text that Python cannot read; `line` is None if it is not known."""
    place = f"{path}:{line}" if line else path
    return UsageError(f"{place}: Python cannot read this: {words}")


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
        if found and token.line[: token.start[1]].strip():
            margins[token.start[0]] = parse_ranges(found[1])
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
    for node in definitions(ast.parse(port)):
        start = first_line(node)
        head = range(node.lineno, node.body[0].lineno)
        answers = next((margins[line] for line in head if line in margins), ())
        functions += lines_between(rows, range(next_line, start))
        next_line = (node.end_lineno or start) + 1
        functions.append(PairedFunction(node.name, range(start, next_line), answers))
    return functions + lines_between(rows, range(next_line, len(rows) + 1))


def definitions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yields functions and methods in the order of the text, without functions inside others."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (each for each in node.body if isinstance(each, ast.FunctionDef))


def first_line(node: ast.stmt) -> int:
    """Returns the first line of a statement, decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def lines_between(rows: Sequence[str], lines: range) -> list[PairedFunction]:
    """Returns lines outside functions as one nameless function, without empty lines around them.

    The list is empty if all lines are.
    """
    full = [line for line in lines if rows[line - 1].strip()]
    return [PairedFunction("", range(full[0], full[-1] + 1), ())] if full else []


# ---- who answers what


def with_comment(lines: range, listing: Sequence[str]) -> range:
    """Returns the lines, extended by the comments right above if they begin with a DEF."""
    start = lines.start
    if DEFINITION.match(listing[start - 1] if start <= len(listing) else ""):
        while start > 1 and listing[start - 2].startswith("'"):
            start -= 1
    return range(start, lines.stop)


class Namers:
    """Finds the functions, main left out, whose margins name a line."""

    def __init__(self, functions: Sequence[PairedFunction]) -> None:
        # All lines between one end of a range and the next are named by the same functions.
        ends: dict[int, list[tuple[bool, Named]]] = defaultdict(list)
        for number, function in enumerate(functions):
            if function.name != "main":
                named = (function.breadth(), number, function)
                for each in filter(None, function.answers):
                    ends[each.start].append((True, named))
                    ends[each.stop].append((False, named))
        self._starts = sorted(ends)
        self._named: list[list[Named]] = [[]]
        counts: dict[int, int] = defaultdict(int)
        for start in self._starts:
            named_here = self._named[-1].copy()
            for begins, named in ends[start]:
                count_in(named_here, counts, named, begins=begins)
            self._named.append(named_here)

    def of(self, line: int) -> list[Named]:
        """Returns the functions that name a line, the narrowest first."""
        return self._named[bisect_right(self._starts, line)]

    def stretches(self, lines: range) -> Iterator[range]:
        """Yields the lines as ranges, each of which is named by the same functions throughout."""
        inner = self._starts[bisect_right(self._starts, lines.start) : bisect_left(self._starts, lines.stop)]
        yield from (range(start, stop) for start, stop in pairwise([lines.start, *inner, lines.stop]))


def count_in(named_here: list[Named], counts: dict[int, int], named: Named, *, begins: bool) -> None:
    """Updates `named_here`, the functions that name a line, where a range of `named` begins or ends.

    `counts` has the number of open ranges of each function. At most NESTED functions are kept.
    """
    counts[named[1]] += 1 if begins else -1
    if begins and counts[named[1]] == 1 and len(named_here) < NESTED:
        insort(named_here, named, key=itemgetter(0, 1))
    elif not counts[named[1]] and named in named_here:
        named_here.remove(named)


def owners_of(
    listing: Sequence[str], functions: Sequence[PairedFunction], namers: Namers
) -> list[PairedFunction]:
    """Returns, for each line of the listing, the narrowest function that names it, else main, else the first.

    An empty line goes with the line before.
    """
    fallback = next((each for each in functions if each.name == "main"), functions[0])
    owners: list[PairedFunction] = []
    for line, text in enumerate(listing, 1):
        naming = namers.of(line)
        owner = naming[0][2] if naming else fallback
        owners.append(owners[-1] if owners and not text.strip() else owner)
    return owners


def share_out(functions: Sequence[PairedFunction], owners: Sequence[PairedFunction], namers: Namers) -> None:
    """Adds its lines as items to each function.

    Where another function answers the lines up to the next own line, an item with its name stands for them.
    """
    owned: dict[PairedFunction, list[int]] = defaultdict(list)
    for line, owner in enumerate(owners, 1):
        owned[owner].append(line)
    for function in functions:
        for line, next_owned in pairwise([*owned[function], len(owners) + 1]):
            function.items.append(Item(range(line, line + 1)))
            if line + 1 < next_owned and reaches(function, line + 1):
                function.items += moved_items(range(line + 1, next_owned), function, namers)


def reaches(function: PairedFunction, line: int) -> bool:
    """Whether a line lies in one of the ranges that the function answers; main answers all lines."""
    return function.name == "main" or any(line in each for each in function.answers)


def moved_items(lines: range, function: PairedFunction, namers: Namers) -> list[Item]:
    """Returns an item for each run of lines that the same other function answers.

    Of nested functions, the widest that is narrower than `function` is named.
    """
    items: list[Item] = []
    for stretch in namers.stretches(lines):
        name = widest_inside(namers.of(stretch.start), function)
        if items and name in {items[-1].moved_to, ""}:
            name = items[-1].moved_to
            items[-1] = Item(range(items[-1].lines.start, stretch.stop), name)
        else:
            items.append(Item(stretch, name))
    return items


def widest_inside(naming: Sequence[Named], function: PairedFunction) -> str:
    """Returns the name of the widest `naming` function that is narrower than `function`, "" for none."""
    breadth = math.inf if function.name == "main" else function.breadth()
    inside = [each for each in naming if each[0] < breadth]
    return max(inside, key=itemgetter(0))[2].name if inside else ""


def move_head(functions: Sequence[PairedFunction], margins: Mapping[int, Ranges]) -> None:
    """Moves the listing's lines before the first one that main names from main to the port's head."""
    head, main = functions[0], next((each for each in functions if each.name == "main"), None)
    if main is None or head.name:
        return
    named = [each.start for line in main.lines for each in margins.get(line, ())]
    first = min(named, default=1)
    head.items = [item for item in main.items if item.lines.stop <= first and not item.moved_to]
    main.items = main.items[len(head.items) :]


# ---- aligning one function


def matches(function: PairedFunction, margins: Mapping[int, Ranges], texts: Sequence[str]) -> Iterator[Match]:
    """Yields (item, line, weight) for each item and line of a function that may share a row.

    Items and lines are numbered from 0; a larger weight fits better.
    """
    starts = [item.lines.start for item in function.items]
    callees: dict[str, list[int]] = defaultdict(list)
    for row, item in enumerate(function.items):
        if item.moved_to:
            callees[item.moved_to].append(row)
    for column, line in enumerate(function.lines):
        worth: dict[int, int] = {}
        for each in margins.get(line, ()):
            first = bisect_left(starts, each.start)
            worth |= dict.fromkeys(range(first, min(bisect_left(starts, each.stop), first + AWAY)), AMID)
        for each in margins.get(line, ()):
            row = bisect_right(starts, each.start) - 1
            if row >= 0 and each.start in function.items[row].lines:
                worth[row] = BEGINS
        for name in called_names(texts[line - 1]) & callees.keys():
            worth |= dict.fromkeys(callees[name][:AWAY], CALLS)
        yield from ((row, column, each) for row, each in worth.items())


def called_names(text: str) -> set[str]:
    """Returns the names that a line of a port calls, none for a `def`."""
    return set() if text.lstrip().startswith("def ") else set(CALL.findall(text))


def blocks(items: Sequence[Item], lines: range, ties: Sequence[tuple[int, int]]) -> Iterator[PairedBlock]:
    """Yields the block before the first tie, then a block from each tie to the next.

    `ties` are (item, line) numbers from 0 that share a row.
    """
    bounds = [(0, 0), *ties, (len(items), len(lines))]
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
    by_worth: dict[int, list[Match]] = defaultdict(list)
    for row, column, worth, whole in with_best_chain(sorted(matches)):
        by_worth[whole].append((row, column, worth))
    pairs: list[tuple[int, int]] = []
    row = column = 0
    remaining = max(by_worth, default=0)
    while remaining:
        # Each list is searched once, because the remaining sum shrinks from pair to pair.
        candidates = [each for each in by_worth[remaining] if each[0] >= row and each[1] >= column]
        in_column = [each for each in candidates if each[1] == column]
        best = min(in_column) if in_column else max(candidates, key=lambda each: (each[0], -each[1]))
        pairs.append(best[:2])
        row, column, remaining = best[0] + 1, best[1] + 1, remaining - best[2]
    return pairs


def with_best_chain(matches: list[Match]) -> list[tuple[int, int, int, int]]:
    """Returns the matches, last row first, each with the greatest sum of a chain that begins with it.

    `matches` are sorted.
    """
    best = SuffixMaximum(max(map(itemgetter(1), matches), default=0))
    with_sums = []
    for _, group in groupby(reversed(matches), key=itemgetter(0)):
        # a chain has one match of a row, so all of the row are computed before any is added
        row = [(*each, each[2] + best.behind(each[1])) for each in group]
        for each in row:
            best.add(each[1], each[3])
        with_sums += row
    return with_sums


class SuffixMaximum:
    """Finds the greatest number in all columns after one, while numbers are added (a Fenwick tree)."""

    def __init__(self, last: int) -> None:
        self._last = last
        self._greatest = [0] * (last + 2)

    def add(self, column: int, number: int) -> None:
        place = self._last - column + 1
        while place < len(self._greatest):
            self._greatest[place] = max(self._greatest[place], number)
            place += place & -place

    def behind(self, column: int) -> int:
        """Returns the greatest number after a column; 0 if there is no number."""
        place, found = self._last - column, 0
        while place > 0:
            found = max(found, self._greatest[place])
            place -= place & -place
        return found
