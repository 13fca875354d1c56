"""The diagrams of a lesson's data: grids, stacks, queues and forests, and what changed between two of them.

`run_diagrams` takes them from a run; `diagram_text` and `diagram_svg` draw them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import NamedTuple

from retromaze.display.translation import catalogue

MOST_NAMES = 12
"""Names of values that a legend tells; where there are more the shades alone are seen."""
PALE = 0.35
"""How dark the only named value of a grid with walls is."""
NOWHERE = -1
"""The parent of a room that cannot be reached."""
Spot = tuple[int, int]
"""Column and row of a cell."""


class Cell(NamedTuple):
    """A cell of a grid: its value in words, the number of its value's name or None, its walls as "NW".

    A room of a set of several has the number of that set's `leader`.
    """

    text: str
    named: int | None = None
    walls: str = ""
    leader: int | None = None


class Mark(NamedTuple):
    """A marked cell: what it is, where it lies, and the degrees to which it looks, 0 up and 90 right."""

    kind: str
    spot: Spot
    heading: float | None = None


@dataclass(frozen=True)
class GridDiagram:
    """A grid of cells by row, ways through it, and cells that are marked: digger, walker, start, goal.

    `names` are those of values: from light to dark if walls are cells, all of them shaded if walls are lines
    between cells (`has_walls`). A single name is dark. A spot has its kind, or what the lesson calls it, as
    the marks have. `asked` are walls that are pointed at, each at a side of a cell, `areas` tinted cells and
    what they are called. Strings join rooms without a wall between them. `first` is the first cell's
    column and row where the grid is cut out of a larger one. `row_step` is how much the number at the left
    rim grows with each row. `subscripts` are those of a cell in the array: "x,y", "y,x" or, if it has one
    dimension, "x+y*10"; "" outside of arrays.
    """

    title: str
    cells: tuple[tuple[Cell, ...], ...]
    has_walls: bool = False
    names: tuple[str, ...] = ()
    ways: tuple[tuple[Spot, ...], ...] = ()
    marks: frozenset[Spot] = frozenset()
    spots: tuple[Mark, ...] = ()
    changed: frozenset[Spot] = frozenset()
    marks_called: str = ""
    asked: frozenset[tuple[Spot, str]] = frozenset()
    asked_called: str = ""
    areas: tuple[tuple[str, frozenset[Spot]], ...] = ()
    has_strings: bool = False
    has_rims: bool = True
    first: Spot = (0, 0)
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
    def kinds(self) -> list[str]:
        """The kinds of spots but for start and goal: each looks different."""
        return list(dict.fromkeys(each.kind for each in self.spots if each.kind not in {"start", "goal"}))

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
        return self._keeps(spot, direction) or self._keeps(beyond(spot, direction), BESIDE[direction][2])

    def is_open(self, spot: Spot, direction: str) -> bool:
        """Whether one may go from a cell to the one beyond that side."""
        return self.holds(beyond(spot, direction)) and not self.wall(spot, direction)

    def _keeps(self, spot: Spot, direction: str) -> bool:
        return self.holds(spot) and direction in self.cells[spot[1]][spot[0]].walls


BESIDE = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}
"""Where the cell beyond a side lies, and what it calls that side."""


def beyond(spot: Spot, direction: str) -> Spot:
    """The cell at the other side of a wall."""
    across, down, _ = BESIDE[direction]
    return spot[0] + across, spot[1] + down


@dataclass(frozen=True)
class RowDiagram:
    """A stack, a queue, a list or bars: its items in the order of the array.

    `first` is the subscript of the first item. Or the bits of a `value`, the lowest first; `names` are those
    of their places, if they have any.
    """

    kind: str
    title: str
    items: tuple[str, ...]
    changed: frozenset[int] = frozenset()
    value: str = ""
    names: tuple[str, ...] = ()
    first: int = 0


@dataclass(frozen=True)
class ForestDiagram:
    """The sets of a union-find: each node's parent; a leader is its own.

    It may be a maze whose rooms hang below one of them (`hangs`), and the `way` that is pulled straight.
    """

    title: str
    parents: tuple[int, ...]
    changed: frozenset[int] = frozenset()
    hangs: bool = False
    way: frozenset[int] = frozenset()

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The nodes below each node that has some."""
        found: dict[int, list[int]] = {}
        for node, parent in enumerate(self.parents):
            if parent not in {node, NOWHERE}:
                found.setdefault(parent, []).append(node)
        for children in found.values():
            children.sort(key=lambda each: each not in self.way)
        return found

    @property
    def leaders(self) -> list[int]:
        return [node for node, parent in enumerate(self.parents) if node == parent]

    @property
    def edges(self) -> list[tuple[int, int]]:
        """Each node that has a parent, with it."""
        pairs = enumerate(self.parents)
        return [(node, parent) for node, parent in pairs if parent not in {node, NOWHERE}]

    def members(self, leader: int) -> list[tuple[int, int]]:
        """The nodes of a set with their depths below the leader, each parent before its children."""
        found, waiting = [], [(leader, 0)]
        while waiting:
            node, depth = waiting.pop()
            found.append((node, depth))
            waiting += [(each, depth + 1) for each in reversed(self.children.get(node, []))]
        return found


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
        "wall": _("the wall in question"),
        "islands": _("island"),
        "apart": _("beside islands alone"),
        "string": _("string through each way"),
        "hung": _("hung up at {}"),
        "pulled": _("pulled straight from {} to {}"),
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
        case ForestDiagram(hangs=True):
            ends = diagram.title.split()
            return said["hung" if len(ends) == 1 else "pulled"].format(*ends)
        case ForestDiagram():
            sets = len(diagram.leaders)
            return f"{diagram.title}: {said['set'] if sets == 1 else said['sets'].format(sets)}"
    return diagram.title


def marked(before: Iterable[Diagram], now: Iterable[Diagram]) -> tuple[Diagram, ...]:
    """The diagrams with what is different from those before, each compared with the one of its title."""
    known = {(type(each), each.title): each for each in before}
    return tuple(since(known.get((type(each), each.title)), each) for each in now)


def is_taken(left: Counter[str], item: str) -> bool:
    """Whether an item is one of those that are missing in the counter; it is taken out of them."""
    is_missing = left[item] < 0
    left[item] += is_missing
    return is_missing


def differs(before: Cell, now: Cell) -> bool:
    """Whether a cell has changed; walls around a value with a name, such as rock, are its neighbours'."""
    return before != now and (now.named is None or before[:2] != now[:2])


def extent(grid: GridDiagram) -> tuple[Spot, int, int]:
    """The first cell of a grid, and its columns and rows."""
    return grid.first, grid.columns, grid.rows


def since(before: Diagram | None, now: Diagram) -> Diagram:
    """A diagram with its changes; none are marked where it is new, or in a grid most of which changed.

    In a queue the items that were not in it are marked, wherever they stand now.
    """
    match before, now:
        case GridDiagram(), GridDiagram() if now.shows_leaders:
            return now  # the tints tell
        case GridDiagram(), GridDiagram() if extent(before) == extent(now):
            rows = [y for y in range(now.rows) if before.cells[y] != now.cells[y]]
            spots = ((x, y) for y in rows for x in range(now.columns))
            grid = frozenset((x, y) for x, y in spots if differs(before.cells[y][x], now.cells[y][x]))
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
