"""Takes what a lesson draws of a program's data from a run: grids, stacks, queues, forests, and what changed.

`diagram_text` and `diagram_svg` draw these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from math import isfinite, prod
from types import FrameType
from typing import Any, NamedTuple, Protocol

from retromaze.display.translation import catalogue
from retromaze.machine.machine import Machine
from retromaze.sources.diagrams import GRIDS, IN_GRID, SPOTS, DiagramPart, Wall
from retromaze.sources.lessons import LessonError
from retromaze.sources.variables import Expression, Standing, shape_of
from retromaze.values.scalars import Text, plain, printed

DOT_WALLS = Wall("north", 1), Wall("east", 2), Wall("south", 4), Wall("west", 8)
BRACKETS = re.compile(r"^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$")
MOST_DRAWN, MOST_NODES = 40_000, 5_000
"""Cells of a grid or items of a row, and nodes of a forest; the published maze has 24,321 cells."""
INTEGER_BITS = 32
MOST_CELLS = 1000
"""Cells of a row, or dots of a cell."""
MOST_NAMES = 12
"""Names of values that a legend tells; where there are more the shades alone are seen."""
PALE = 0.35
"""How dark the only named value of a grid with walls is."""
BLANK = ord(" ")
UNSHOWN = "□"
"""Instead of a character that no font has."""
Spot = tuple[int, int]
"""Column and row of a cell."""


class Cell(NamedTuple):
    """A cell of a grid: its value in words, the number of its value's name or None, its walls as "NW"."""

    text: str
    named: int | None = None
    walls: str = ""


@dataclass(frozen=True)
class GridDiagram:
    """A grid of cells by row, ways through it, and cells that are marked: digger, walker, start, goal.

    `names` are those of values: from light to dark if walls are cells, all of them shaded if walls are lines
    between cells (`has_walls`). A single name is dark. A spot has its kind, or what the lesson calls it, as
    the marks have. `row_step` is how much the number at the left rim grows with each row. `subscripts` are
    those of a cell in the array: "x,y", "y,x" or, if it has one dimension, "x+y*10"; "" outside of arrays.
    """

    title: str
    cells: tuple[tuple[Cell, ...], ...]
    has_walls: bool = False
    names: tuple[str, ...] = ()
    ways: tuple[tuple[Spot, ...], ...] = ()
    marks: frozenset[Spot] = frozenset()
    spots: tuple[tuple[str, Spot], ...] = ()
    changed: frozenset[Spot] = frozenset()
    marks_called: str = ""
    shows_leaders: bool = False
    row_step: int = 1
    subscripts: str = ""

    @property
    def columns(self) -> int:
        return len(self.cells[0])

    @property
    def rows(self) -> int:
        return len(self.cells)

    @property
    def others(self) -> list[str]:
        """The kinds of spots but for the first, the start and the goal: they look different from it."""
        return [kind for kind, _ in self.spots if kind not in {"start", "goal"}][1:]

    def shade(self, cell: Cell) -> float:
        """The darkness of a cell, 0 to 1."""
        if cell.named is None:
            return 0
        if self.has_walls:
            return (cell.named + 1) / len(self.names) if len(self.names) > 1 else PALE
        return cell.named / (len(self.names) - 1) if len(self.names) > 1 else 1

    def holds(self, spot: Spot) -> bool:
        """Whether there is a cell."""
        return 0 <= spot[0] < self.columns and 0 <= spot[1] < self.rows

    def named(self, spot: Spot) -> int | None:
        """The number of the name of a cell's value; None where there is no cell or no name."""
        return self.cells[spot[1]][spot[0]].named if self.holds(spot) else None

    def wall(self, spot: Spot, direction: str) -> bool:
        """Whether a wall stands at that side of a cell, kept in this cell or in the one beyond."""
        across, down, opposite = BESIDE[direction]
        beyond = spot[0] + across, spot[1] + down
        return self._keeps(spot, direction) or self._keeps(beyond, opposite)

    def _keeps(self, spot: Spot, direction: str) -> bool:
        return self.holds(spot) and direction in self.cells[spot[1]][spot[0]].walls


BESIDE = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}
"""Where the cell beyond a side lies, and what it calls that side."""


@dataclass(frozen=True)
class RowDiagram:
    """A stack, a queue, a list or bars: its items in the order of the array.

    Or the bits of a `value`, the lowest first; `names` are those of their places, if they have any.
    """

    kind: str
    title: str
    items: tuple[str, ...]
    changed: frozenset[int] = frozenset()
    value: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class ForestDiagram:
    """The sets of a union-find: each node's parent; a leader is its own."""

    title: str
    parents: tuple[int, ...]
    changed: frozenset[int] = frozenset()

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The nodes below each node that has some."""
        found: dict[int, list[int]] = {}
        for node, parent in enumerate(self.parents):
            if parent != node:
                found.setdefault(parent, []).append(node)
        return found

    @property
    def leaders(self) -> list[int]:
        return [node for node, parent in enumerate(self.parents) if node == parent]

    def members(self, leader: int) -> list[tuple[int, int]]:
        """The nodes of a set with their depths below the leader, each parent before its children."""
        found, waiting = [], [(leader, 0)]
        while waiting:
            node, depth = waiting.pop()
            found.append((node, depth))
            waiting += [(each, depth + 1) for each in reversed(self.children.get(node, []))]
        return found


class DrawnRun(Standing, Protocol):
    """A run that is stopped before a statement, with its machine."""

    @property
    def machine(self) -> Machine:
        """The machine, on whose screens some diagrams lie."""


Diagram = GridDiagram | RowDiagram | ForestDiagram


def words(language: str) -> dict[str, str]:
    """The words of a legend for the marks that all diagrams have."""
    _ = catalogue((language,)).gettext
    return {
        "changed": _("changed since the step before"),
        "here": _("here"),
        "digger": _("digger"),
        "walker": _("walker"),
        "start": _("start"),
        "goal": _("goal"),
        "way": _("way"),
        "marks": _("marked"),
        "set": _("1 set"),
        "sets": _("{} sets"),
        "alone": _("alone"),
        "more": _("{} more"),
        "leaders": _("{}: the leaders"),
        "leader": _("leader, with (the size of its set)"),
        "too wide": _("too wide to be drawn here"),
    }


def rim_step(room: float, step_room: Callable[[int], float]) -> int:
    """Every how many cells a number stands at a rim, so that each has `room`: 1, 2, 5, 10, 20, …"""
    steps = (int(digit * 10**power) for power in count() for digit in (1, 2, 5))
    return next(step for step in steps if step_room(step) >= room)


def caption(diagram: Diagram, said: Mapping[str, str]) -> str:
    """The heading of a diagram: the array's name, and the number of items or sets."""
    match diagram:
        case RowDiagram(kind="bits"):
            return f"{diagram.title} = {diagram.value}"
        case RowDiagram():
            return f"{diagram.title}: {len(diagram.items)}"
        case GridDiagram(shows_leaders=True):
            return said["leaders"].format(diagram.title)
        case ForestDiagram():
            sets = len(diagram.leaders)
            return f"{diagram.title}: {said['set'] if sets == 1 else said['sets'].format(sets)}"
    return diagram.title


# ---- from a run


def diagrams_of(
    parts: Sequence[DiagramPart], run: DrawnRun, missing: dict[DiagramPart, LessonError]
) -> tuple[Diagram, ...]:
    """The diagrams of the parts where a run stands; `missing` takes the parts that cannot be drawn there."""
    made: list[Diagram] = []
    grid: GridDiagram | None = None
    for part in parts:
        try:
            if part.kind not in IN_GRID:
                grid = None if part.kind in GRIDS else grid
                made.append(found := diagram_of(part, run))
                grid = found if isinstance(found, GridDiagram) else grid
            elif grid is not None:
                made[made.index(grid)] = grid = with_spots(grid, part, run)
        except LessonError as error:
            missing[part] = error
    return tuple(made)


def diagram_of(part: DiagramPart, run: DrawnRun) -> Diagram:
    """A grid, a row or a forest. Raises LessonError for a part that has no value here."""
    title = ", ".join(BRACKETS.sub(r"\1", text) for text in part.expressions)
    match part.kind:
        case "grid":
            kept = array_rows(part, part.walls_of, run) if part.walls_of else []
            return grid_of(part, title, array_rows(part, title, run), kept)
        case "groups":
            forest = ForestDiagram(title, parents_of(part, Expression(title).value(run)))
            across = number_of(part, part.across, run)
            cells = group_cells(forest, across)
            return GridDiagram(title, cells, has_walls=True, shows_leaders=True, row_step=across)
        case "forest":
            forest = ForestDiagram(title, parents_of(part, Expression(title).value(run)))
            require_few(part, len(forest.parents), MOST_NODES)
            return forest
        case "bits":
            return bits_of(part, run)
        case "calls":
            return RowDiagram("stack", title, tuple(call_texts(part, run)))
        case "stack" | "queue" | "list" | "bars":
            columns = [values_of(part, text, run) for text in part.expressions]
            rows = list(zip(*columns, strict=False))
            if part.kind == "bars" and not all(is_number(each) for each, *_ in rows):
                raise LessonError(part.place, f"{title} is no array of numbers at this moment")
            return RowDiagram(part.kind, title, tuple(",".join(map(word_of, row)) for row in rows))
        case "dots":
            wide, high, size = (number_of(part, text, run) for text in part.expressions)
            require_few(part, wide * high)
            bits = [[dot_walls(run, x * size, y * size, size) for x in range(wide)] for y in range(high)]
            return grid_of(part, "", [[""] * wide] * high, bits)
    return grid_of(part, "", screen_rows(part, run), [])


def bits_of(part: DiagramPart, run: DrawnRun) -> RowDiagram:
    """The lowest bits of a number. Raises LessonError."""
    text, count = part.expressions
    value, places = Expression(text).value(run), range(number_of(part, count, run, INTEGER_BITS))
    if not is_number(value):
        raise LessonError(part.place, f"{text} is no number at this moment")
    named = dict(part.names)
    names = tuple(named.get(at, str(at)) for at in places) if named else ()
    items = tuple(str(int(value) >> at & 1) for at in places)
    return RowDiagram("bits", BRACKETS.sub(r"\1", text), items, value=word_of(value), names=names)


def number_of(part: DiagramPart, text: str, run: DrawnRun, most: int = MOST_CELLS) -> int:
    """A count of 1 or more, of cells, dots or bits. Raises LessonError."""
    value = Expression(text).value(run)
    if not is_number(value) or not 1 <= value <= most:
        raise LessonError(part.place, f"{text} is no number of cells at this moment")
    return int(value)


def values_of(part: DiagramPart, text: str, run: DrawnRun) -> list[Any]:
    """An expression's value for each element. Raises LessonError if it names no array."""
    values = Expression(text).values(run, MOST_DRAWN + 1)
    if values is None:
        raise LessonError(part.place, f"{text} is no array of one dimension at this moment")
    require_few(part, len(values))
    return values


def array_rows(part: DiagramPart, name: str, run: DrawnRun) -> list[list[Any]]:
    """The elements of an array by rows. Raises LessonError."""
    if part.across:
        values, across = values_of(part, name, run), number_of(part, part.across, run)
        rows = [values[first : first + across] for first in range(0, len(values) - across + 1, across)]
    else:
        value = Expression(name).value(run)
        rows = value if len(shape_of(value)) == 2 else []
        require_few(part, prod(shape_of(rows)))
        rows = rows if part.is_turned else [list(column) for column in zip(*rows, strict=True)]
    if not rows or not rows[0]:
        raise LessonError(part.place, f"{name} is no array of two dimensions at this moment")
    return rows


def screen_rows(part: DiagramPart, run: DrawnRun) -> list[list[Any]]:
    """The characters of the console's cells, or the numbers of a layer's. Raises LessonError."""
    *layers, across, down = part.expressions
    columns, rows = number_of(part, across, run), number_of(part, down, run)
    require_few(part, columns * rows)
    spots = [[(x, y) for x in range(columns)] for y in range(rows)]
    if not layers:
        return [[chr(run.machine.console.code_at(x, y) or BLANK) for x, y in row] for row in spots]
    layer, backgrounds = Expression(layers[0]).value(run), run.machine.backgrounds
    if not is_number(layer) or not 0 <= layer < backgrounds.count:
        raise LessonError(part.place, f"{layers[0]} is no layer at this moment")
    shown = backgrounds[int(layer)]
    return [
        [shown.cells[shown.at(x, y)] if x < shown.width and y < shown.height else 0 for x, y in row]
        for row in spots
    ]


def dot_walls(run: DrawnRun, left: int, top: int, size: int) -> int:
    """Which sides of a square of dots have another color than its middle: the bits of DOT_WALLS."""
    half = size // 2
    sides = (left + half, top), (left + size, top + half), (left + half, top + size), (left, top + half)
    color = run.machine.screen.spoit
    middle = color(left + half, top + half)
    return sum(wall.bit for wall, side in zip(DOT_WALLS, sides, strict=True) if color(*side) != middle)


def grid_of(part: DiagramPart, title: str, rows: list[list[Any]], kept: list[list[Any]]) -> GridDiagram:
    """A grid of elements; `kept` has the values whose bits are walls, the elements themselves if empty."""
    named = part.names or (names_by_value(rows) if part.is_shaded else [])
    names = list(dict.fromkeys(name for _, name in named))
    numbers = {key: names.index(name) for key, name in named}
    sides = DOT_WALLS if part.kind == "dots" else part.walls

    def cell(x: int, y: int) -> Cell:
        element = rows[y][x]
        named = numbers.get(plain(element) if isinstance(element, Text) else element)
        bits = kept[y][x] if kept and y < len(kept) and x < len(kept[y]) else element
        has_walls = is_number(bits) and (named is None or bool(kept))
        walls = (
            wall.direction[0].upper()
            for wall in sides
            if has_walls and bool(int(bits) & wall.bit) != wall.is_open
        )
        return Cell(word_of(element), named, "".join(walls))

    cells = tuple(tuple(cell(x, y) for x in range(len(row))) for y, row in enumerate(rows))
    across = len(rows[0]) if part.across else 1
    subscripts = f"x+y*{across}" if part.across else "y,x" if part.is_turned else "x,y"
    return GridDiagram(
        title, cells, bool(sides), tuple(names), row_step=across, subscripts=subscripts if title else ""
    )


def names_by_value(rows: list[list[Any]]) -> list[tuple[Any, str]]:
    """Each value in the rows with itself as its name, the smallest first, numbers before texts."""
    values = {plain(each) if isinstance(each, Text) else each for row in rows for each in row}
    return [(each, word_of(each)) for each in sorted(values, key=lambda each: (isinstance(each, str), each))]


def call_texts(part: DiagramPart, run: DrawnRun) -> list[str]:
    """The values in each pending call that has them, the outermost first. Raises LessonError."""
    frames = list(run.frames())
    expressions = [Expression(text) for text in part.expressions]
    calls = [StandingCall(run.names, [frame, frames[-1]]) for frame in reversed(frames[:-1])]
    rows = [[each.value(call) for each in expressions] for call in calls]
    known = [row for row in rows if None not in row]
    if rows and not known:
        names = ", ".join(part.expressions)
        raise LessonError(part.place, f"{names} has no value in any call at this moment")
    return [",".join(map(word_of, row)) for row in known]


class StandingCall:
    """A pending call of a run, with the main program around it."""

    def __init__(self, names: dict[str, str], frames: list[FrameType]) -> None:
        self.names, self._frames = names, frames

    def frames(self) -> Iterator[FrameType]:
        """The Python frames, innermost first."""
        return iter(self._frames)


def parents_of(part: DiagramPart, value: Any) -> tuple[int, ...]:
    """Each element's parent: a negative number, or its own, is a leader's. Raises LessonError for others."""
    wrong = LessonError(part.place, f"{part.expressions[0]} is no forest of leaders at this moment")
    # 0 everywhere is an array that nothing is stored in yet
    if len(shape_of(value)) != 1 or not all(map(is_number, value)) or not any(value):
        raise wrong
    require_few(part, len(value))
    parents = tuple(at if each < 0 else int(each) for at, each in enumerate(value))
    if max(parents) >= len(parents) or has_circle(parents):
        raise wrong
    return parents


def has_circle(parents: Sequence[int]) -> bool:
    """Whether some node comes to no leader."""
    led: set[int] = set()
    for start in range(len(parents)):
        way, at = set[int](), start
        while at not in led and parents[at] != at:
            if at in way:
                return True
            way.add(at)
            at = parents[at]
        led |= way
    return False


def require_few(part: DiagramPart, count: int, most: int = MOST_DRAWN) -> None:
    """Raises LessonError for more cells, items or nodes than anybody could see."""
    if count > most:
        raise LessonError(part.place, f"{part.words}: more than {most} are not drawn")


def group_cells(forest: ForestDiagram, columns: int) -> tuple[tuple[Cell, ...], ...]:
    """The nodes in rows, each with its leader's number, and walls between different sets."""
    leader_of = {node: leader for leader in forest.leaders for node, _ in forest.members(leader)}
    nodes = len(forest.parents)

    def cell(node: int) -> Cell:
        if node >= nodes:
            return Cell("")
        column = node % columns
        west = column == 0 or leader_of[node - 1] != leader_of[node]
        east = column == columns - 1 or node + 1 == nodes
        north = node < columns or leader_of[node - columns] != leader_of[node]
        south = node + columns >= nodes
        walls = zip("NESW", (north, east, south, west), strict=True)
        return Cell(str(leader_of[node]), None, "".join(side for side, stands in walls if stands))

    return tuple(
        tuple(cell(node) for node in range(first, first + columns)) for first in range(0, nodes, columns)
    )


def with_spots(grid: GridDiagram, part: DiagramPart, run: DrawnRun) -> GridDiagram:
    """The grid with its marks; marks that lie outside of it are left out. Raises LessonError."""
    across, down = part.expressions
    if part.kind in SPOTS:
        values = [Expression(across).value(run)], [Expression(down).value(run)]
        if None in (values[0][0], values[1][0]):
            raise LessonError(part.place, f"{across} or {down} has no value at this moment")
    else:
        values = values_of(part, across, run), values_of(part, down, run)
    numbers = ((int(x), int(y)) for x, y in zip(*values, strict=False) if is_number(x) and is_number(y))
    found = tuple(filter(grid.holds, numbers))
    if part.kind == "way":
        return replace(grid, ways=(*grid.ways, found))
    if part.kind == "marks":
        return replace(grid, marks=grid.marks | frozenset(found), marks_called=part.called)
    return replace(grid, spots=(*grid.spots, *((part.called or part.kind, spot) for spot in found)))


def is_number(value: Any) -> bool:
    """Whether a value is a number that has a whole part."""
    return isinstance(value, int | float) and isfinite(value)


def word_of(value: Any) -> str:
    """An element as it is written in a cell."""
    if isinstance(value, int | float):
        return printed(value)
    text = "" if value is None else plain(value) if isinstance(value, Text) else str(value)
    return "".join(each if each.isprintable() else UNSHOWN for each in text)


# ---- what changed


def marked(before: Iterable[Diagram], now: Iterable[Diagram]) -> tuple[Diagram, ...]:
    """The diagrams with what is different from those before, each compared with the one of its title."""
    known = {(type(each), each.title): each for each in before}
    return tuple(since(known.get((type(each), each.title)), each) for each in now)


def is_taken(left: Counter[str], item: str) -> bool:
    """Whether an item is one of those that are missing in the counter; it is taken out of them."""
    is_missing = left[item] < 0
    left[item] += is_missing
    return is_missing


def since(before: Diagram | None, now: Diagram) -> Diagram:
    """A diagram with its changes; none are marked where it is new, or in a grid most of which changed.

    In a queue the items that were not in it are marked, wherever they stand now.
    """
    match before, now:
        case GridDiagram(), GridDiagram() if (before.columns, before.rows) == (now.columns, now.rows):
            rows = [y for y in range(now.rows) if before.cells[y] != now.cells[y]]
            spots = ((x, y) for y in rows for x in range(now.columns))
            grid = frozenset((x, y) for x, y in spots if before.cells[y][x] != now.cells[y][x])
            return replace(now, changed=grid if 2 * len(grid) <= now.columns * now.rows else frozenset())
        case RowDiagram(), RowDiagram(kind="queue"):
            left = Counter(before.items)
            left.subtract(now.items)
            new = (at for at, item in reversed(list(enumerate(now.items))) if is_taken(left, item))
            return replace(now, changed=frozenset(new))
        case RowDiagram(), RowDiagram():
            old = dict(enumerate(before.items))
            items = frozenset(at for at, item in enumerate(now.items) if old.get(at) != item)
            return replace(now, changed=items)
        case ForestDiagram(), ForestDiagram() if len(before.parents) == len(now.parents):
            pairs = enumerate(zip(before.parents, now.parents, strict=True))
            return replace(now, changed=frozenset(at for at, (old, new) in pairs if old != new))
    return now
