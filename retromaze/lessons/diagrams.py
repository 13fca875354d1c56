"""The diagrams of a lesson's data: grids, stacks, queues, forests (union-find), and what changed in them.

`run_diagrams` takes them from a run; `diagram_text` and `diagram_svg` draw them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import NamedTuple

from retromaze.display.translation import catalogue

MOST_NAMES = 12
"""A legend has up to this many names of values; if there are more, it has none."""
PALE = 0.35
"""The darkness of the only named value of a grid with walls."""
MOST_STACKED, MOST_QUEUED = 12, 40
"""The most items of a stack, and of a queue or a list, that are drawn."""
UNREACHABLE = -1
"""The parent of a room that cannot be reached."""
Spot = tuple[int, int]
"""Column and row of a cell."""


class GridCell(NamedTuple):
    """A cell of a grid.

    `text`: its value in words. `name_index`: the index of its value's name in the grid's `value_names`, None
    without a name. `walls`: its walls, as "NW". `leader`: the leader of its union-find set, None for a set of
    one room.
    """

    text: str
    name_index: int | None = None
    walls: str = ""
    leader: int | None = None


class Mark(NamedTuple):
    """A mark in a cell, of a kind such as "digger"; `heading`: a direction in degrees, 0 up and 90 right."""

    kind: str
    spot: Spot
    heading: float | None = None


@dataclass(frozen=True)
class GridDiagram:
    """A grid of cells, by row; values that are named, such as 1 for rock, are shaded instead of written.

    `has_walls`: whether walls are lines between cells, and not cells.
    `value_names`: the names of values, from light to dark; with `has_walls` all of them are shaded.
    `ways`: paths, drawn as lines through cells. `marks`: of single cells, such as digger, walker and goal.
    `marked_cells`: cells with a dot; `marked_name`: their legend.
    `highlighted_walls`: walls drawn in another color, each as (cell, side); `highlighted_name`: their legend.
    `areas`: kinds of tinted cells. `has_strings`: whether lines join rooms without a wall between them.
    `changed`: cells that have changed. `has_rim_numbers`: whether columns and rows are numbered.
    `first_cell`: column and row of the first cell, if the grid is cut out of a larger one.
    `row_number_step`: the difference between the row numbers at the left rim.
    `shows_leaders`: whether cells show the leaders of union-find sets, each set in a tint of its own.
    `subscripts`: a cell's subscripts in the array: "x,y", "y,x", "x+y*10"; "" if it is no array.
    """

    title: str
    cells: tuple[tuple[GridCell, ...], ...]
    has_walls: bool = False
    value_names: tuple[str, ...] = ()
    ways: tuple[tuple[Spot, ...], ...] = ()
    marked_cells: frozenset[Spot] = frozenset()
    marks: tuple[Mark, ...] = ()
    changed: frozenset[Spot] = frozenset()
    marked_name: str = ""
    highlighted_walls: frozenset[tuple[Spot, str]] = frozenset()
    highlighted_name: str = ""
    areas: tuple[tuple[str, frozenset[Spot]], ...] = ()
    has_strings: bool = False
    has_rim_numbers: bool = True
    first_cell: Spot = (0, 0)
    shows_leaders: bool = False
    row_number_step: int = 1
    subscripts: str = ""

    @property
    def columns(self) -> int:
        return len(self.cells[0])

    @property
    def rows(self) -> int:
        return len(self.cells)

    @property
    def mark_kinds(self) -> list[str]:
        """The kinds of marks except start and goal; each kind has its own color or sign."""
        return list(dict.fromkeys(each.kind for each in self.marks if each.kind not in {"start", "goal"}))

    def shade(self, cell: GridCell) -> float:
        """Returns the darkness of a cell, 0 to 1, by the name of its value; 0 without one."""
        if cell.name_index is None:
            return 0
        if self.has_walls:
            # 0 is left for cells without a name, so the lightest name is darker
            return (cell.name_index + 1) / len(self.value_names) if len(self.value_names) > 1 else PALE
        # from the first name, which is white, to the last, which is darkest
        return cell.name_index / (len(self.value_names) - 1) if len(self.value_names) > 1 else 1

    def holds(self, spot: Spot) -> bool:
        return 0 <= spot[0] < self.columns and 0 <= spot[1] < self.rows

    def cell_at(self, spot: Spot) -> GridCell:
        x, y = spot
        return self.cells[y][x]

    def is_wall(self, spot: Spot, direction: str) -> bool:
        """Whether a side of a cell is a wall, as stored in this cell or in the cell beyond.

        The cell may be just outside of the grid, so that the side is the grid's rim.
        """
        beyond = neighbor_cell(spot, direction)
        return self._stores_wall(spot, direction) or self._stores_wall(beyond, OPPOSITE[direction])

    def is_open(self, spot: Spot, direction: str) -> bool:
        """Whether the grid has a cell beyond this side of a cell, and no wall between them."""
        return self.holds(neighbor_cell(spot, direction)) and not self.is_wall(spot, direction)

    def _stores_wall(self, spot: Spot, direction: str) -> bool:
        """Whether the grid has this cell, and its own data has a wall at this side."""
        return self.holds(spot) and direction in self.cell_at(spot).walls


NEIGHBORS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""For each side of a cell the columns and rows to the cell beyond it."""
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
"""For each side of a cell the side of the cell beyond it that is the same wall."""


def neighbor_cell(spot: Spot, direction: str) -> Spot:
    """Returns the cell beyond one side of a cell."""
    across, down = NEIGHBORS[direction]
    return spot[0] + across, spot[1] + down


@dataclass(frozen=True)
class RowDiagram:
    """A stack, a queue, a list, bars or bits: its items in the order of the array.

    Bits have the lowest first; `number` is what they are the bits of, in words, `place_names` are the names
    of their places, if they have any.
    """

    kind: str
    title: str
    items: tuple[str, ...]
    changed: frozenset[int] = frozenset()
    number: str = ""
    place_names: tuple[str, ...] = ()
    first_subscript: int = 0

    @property
    def positions_in_stack(self) -> list[int | None]:
        """The positions of a stack's items to draw, from the top down.

        Of too many these are the top ones, None for those left out, and the lowest.
        """
        positions: list[int | None] = [*reversed(range(len(self.items)))]
        return positions if len(positions) <= MOST_STACKED else [*positions[: MOST_STACKED - 2], None, 0]

    @property
    def count_in_queue(self) -> int:
        """The number of a queue's items to draw: at most MOST_QUEUED, or one more in place of "1 more"."""
        count = len(self.items)
        return count if count == MOST_QUEUED + 1 else min(count, MOST_QUEUED)


@dataclass(frozen=True)
class ForestDiagram:
    """The sets of a union-find (disjoint sets), by each node's parent; a *leader* (root) is its own parent.

    `is_maze_tree`: whether it is a maze drawn as a tree below one room; `way`: the rooms of the path that is
    drawn straight.
    """

    title: str
    parents: tuple[int, ...]
    changed: frozenset[int] = frozenset()
    is_maze_tree: bool = False
    way: frozenset[int] = frozenset()

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The children of each node that has some; a child on the way comes first."""
        children_of: dict[int, list[int]] = {}
        for node, parent in self.edges:
            children_of.setdefault(parent, []).append(node)
        for children in children_of.values():
            # False before True: children on the way first, the others in their order
            children.sort(key=lambda each: each not in self.way)
        return children_of

    @property
    def leaders(self) -> list[int]:
        return [node for node, parent in enumerate(self.parents) if node == parent]

    @property
    def edges(self) -> list[tuple[int, int]]:
        """(node, parent) for each node that has a parent other than itself."""
        pairs = enumerate(self.parents)
        return [(node, parent) for node, parent in pairs if parent not in {node, UNREACHABLE}]

    def members(self, leader: int) -> list[tuple[int, int]]:
        """Returns the nodes of a set with their depths below the leader, each parent before its children."""
        members, waiting = [], [(leader, 0)]
        while waiting:
            node, depth = waiting.pop()
            members.append((node, depth))
            # reversed, as the last one is popped first
            waiting += [(each, depth + 1) for each in reversed(self.children.get(node, []))]
        return members


Diagram = GridDiagram | RowDiagram | ForestDiagram


def legend_words(language: str) -> dict[str, str]:
    """Returns the words of the legend and captions, by key, in a language."""
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


def legend_entries(
    diagram: Diagram, translations: Mapping[str, str]
) -> Iterator[tuple[str | Mark | float, str]]:
    """Yields (subject, words) for each thing that a diagram shows and its legend explains.

    The subject is the darkness of a value, a mark in a cell, or the name of anything else. Text and SVG each
    have a sign for it; the sign of what has changed is left to them.
    """
    if isinstance(diagram, GridDiagram):
        if len(diagram.value_names) <= MOST_NAMES:
            # only values that occur in the grid
            shades = {cell.name_index: diagram.shade(cell) for row in diagram.cells for cell in row}
            yield from ((shades[at], name) for at, name in enumerate(diagram.value_names) if at in shades)
        for mark in diagram.marks:
            yield mark, translations.get(mark.kind, mark.kind)
        if any(diagram.ways):
            yield "way", translations["way"]
        if diagram.marked_cells:
            yield "marks", diagram.marked_name or translations["marks"]
        yield from ((kind, translations[kind]) for kind, area in diagram.areas if area)
        if diagram.highlighted_walls:
            yield "wall", diagram.highlighted_name or translations["wall"]
        if diagram.has_strings:
            yield "string", translations["string"]
    elif isinstance(diagram, ForestDiagram):
        if diagram.way:
            yield "node on the way", translations["way"]
        if diagram.children and not diagram.is_maze_tree:
            yield "leader", translations["leader"]


def rim_step(room: float, cell: float) -> int:
    """Returns the distance in cells of the numbers at a rim: the least of 1, 2, 5, 10, 20, … that has room.

    A number needs `room`, and a cell is `cell` long, both in the same unit.
    """
    steps = (int(digit * 10**power) for power in count() for digit in (1, 2, 5))
    return next(step for step in steps if step * cell >= room)


def caption(diagram: Diagram, translations: Mapping[str, str]) -> str:
    """Returns the heading of a diagram: an array's name, with the number of its items or sets.

    Bits are headed by the number that they are of, a maze's tree by its root and the room at its end.
    """
    match diagram:
        case RowDiagram(kind="bits"):
            return f"{diagram.title} = {diagram.number}"
        case RowDiagram():
            return f"{diagram.title}: {len(diagram.items)}"
        case GridDiagram(shows_leaders=True):
            return translations["leaders"].format(diagram.title)
        case ForestDiagram(is_maze_tree=True):
            # the title has the number of the root, and of a second room if the tree is pulled straight
            ends = diagram.title.split()
            return translations["hung" if len(ends) == 1 else "pulled"].format(*ends)
        case ForestDiagram():
            count = len(diagram.leaders)
            sets = translations["set"] if count == 1 else translations["sets"].format(count)
            return f"{diagram.title}: {sets}"
    return diagram.title


def with_changes_marked(before: Iterable[Diagram], now: Iterable[Diagram]) -> tuple[Diagram, ...]:
    """Returns the diagrams with `changed` set: what differs from the diagram `before` of the same title."""
    by_title = {(type(each), each.title): each for each in before}
    return tuple(with_changes_since(by_title.get((type(each), each.title)), each) for each in now)


def new_items(before: Sequence[str], now: Sequence[str]) -> frozenset[int]:
    """Returns the positions of a queue's new items: of each text, as many as there are more now than before.

    New items are appended, so of items with the same text the last ones are the new ones.
    """
    old = Counter(before)
    new = set()
    for at, text in enumerate(now):
        old[text] -= 1
        if old[text] < 0:
            new.add(at)
    return frozenset(new)


def differs(before: GridCell, now: GridCell) -> bool:
    """Whether a cell has changed; for a value with a name, such as rock, only its value counts.

    The walls of a rock belong to the rooms beside it, which are compared themselves.
    """
    if now.name_index is None:
        return before != now
    return (before.text, before.name_index) != (now.text, now.name_index)


def with_changes_since(before: Diagram | None, now: Diagram) -> Diagram:
    """Returns a diagram with `changed` set, so that a reader sees what a step of the lesson has done.

    It stays empty if `before` has no such diagram, or if most cells of a grid have changed, where marks would
    show nothing. In a queue only new items are marked, not items that have moved up.
    """
    match before, now:
        case GridDiagram(), GridDiagram() if now.shows_leaders:
            return now  # its sets have tints, which show changes
        case GridDiagram(), GridDiagram():
            if (before.first_cell, before.columns, before.rows) != (now.first_cell, now.columns, now.rows):
                return now
            # most rows are equal, which is compared fast
            rows = [y for y in range(now.rows) if before.cells[y] != now.cells[y]]
            spots = ((x, y) for y in rows for x in range(now.columns))
            cells = frozenset((x, y) for x, y in spots if differs(before.cells[y][x], now.cells[y][x]))
            are_most = 2 * len(cells) > now.columns * now.rows
            return replace(now, changed=frozenset() if are_most else cells)
        case RowDiagram(), RowDiagram(kind="queue"):
            return replace(now, changed=new_items(before.items, now.items))
        case RowDiagram(), RowDiagram():
            old = dict(enumerate(before.items))
            items = frozenset(at for at, item in enumerate(now.items) if old.get(at) != item)
            return replace(now, changed=items)
        case ForestDiagram(), ForestDiagram() if len(before.parents) == len(now.parents):
            pairs = enumerate(zip(before.parents, now.parents, strict=True))
            return replace(now, changed=frozenset(at for at, (old, new) in pairs if old != new))
    return now
