"""Makes the diagrams of a lesson from the data of a run: grids, stacks, queues, forests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import isfinite, prod
from types import FrameType
from typing import Any, Protocol, cast

from retromaze.machine.machine import Machine
from retromaze.sources.diagrams import GRIDS, IN_GRID, SPOTS, DiagramPart, Wall
from retromaze.sources.lessons import LessonError
from retromaze.sources.variables import Expression, PausedRun, shape_of
from retromaze.study.diagrams import (
    NEIGHBORS,
    OPPOSITE,
    UNREACHABLE,
    Cell,
    Diagram,
    ForestDiagram,
    GridDiagram,
    Mark,
    RowDiagram,
    Spot,
    neighbor_cell,
)
from retromaze.study.measures import MazePlan, breadth_first, path_to
from retromaze.values.scalars import Text, plain, printed

DOT_WALLS = Wall("north", 1), Wall("east", 2), Wall("south", 4), Wall("west", 8)
BRACKETS = re.compile(r"^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$")
"""An expression in parentheses, which a lesson needs around blanks; titles show it without them."""
MOST_DRAWN, MOST_NODES = 40_000, 5_000
"""The most cells of a grid or items of a row, and nodes of a forest; the published maze has 24,321 cells."""
INTEGER_BITS = 32
MOST_CELLS = 1000
"""The most cells of a grid's row, or pixels of a room's side."""
BLANK = ord(" ")
UNSHOWN = "□"
"""Shown instead of a character that cannot be printed."""


class DrawnRun(PausedRun, Protocol):
    """A run that is stopped before a statement, with its machine."""

    @property
    def machine(self) -> Machine:
        """The machine; some diagrams are read from its screens."""


def diagrams_of(
    parts: Sequence[DiagramPart], run: DrawnRun
) -> tuple[tuple[Diagram, ...], dict[DiagramPart, LessonError]]:
    """Returns the diagrams of the parts at this moment of the run, and the errors of parts without a value.

    The caller decides about the errors: an array of a lesson may be empty at some of its steps.
    """
    diagrams: list[Diagram] = []
    errors: dict[DiagramPart, LessonError] = {}
    grid: GridDiagram | None = None
    for part in parts:
        if part.kind == "nothing":
            continue
        try:
            if part.kind not in IN_GRID:
                if part.kind in GRIDS:
                    # if this grid cannot be made, its marks are not put into the grid before it
                    grid = None
                diagram = diagram_of(part, run)
                diagrams.append(diagram)
                if isinstance(diagram, GridDiagram):
                    grid = diagram
            # other parts belong to the last grid before them
            elif part.kind == "hung" and grid is not None:
                diagrams.append(hanging_tree(grid, part, run))
            elif grid is not None:
                marked = with_spots(grid, part, run)
                diagrams[diagrams.index(grid)] = marked
                grid = marked
        except LessonError as error:
            errors[part] = error
    return tuple(diagrams), errors


def diagram_of(part: DiagramPart, run: DrawnRun) -> Diagram:
    """Returns a grid, a row or a forest. Raises LessonError for a part that has no value at this moment."""
    title = ", ".join(BRACKETS.sub(r"\1", text) for text in part.expressions)
    if part.kind in GRIDS:
        return cropped(whole_grid(part, title, run), part, run)
    match part.kind:
        case "forest":
            forest = forest_of(part, title, run)
            require_at_most(part, len(forest.parents), MOST_NODES)
            return forest
        case "bits":
            return bits_diagram(part, run)
        case "calls":
            return RowDiagram("stack", title, tuple(call_texts(part, run)))
    # a stack, a queue, a list or bars: item n shows the n-th element of each of the part's arrays
    columns = [values_of(part, text, run) for text in part.expressions]
    rows = list(zip(*columns, strict=False))
    if part.kind == "bars" and not all(is_number(each) for each, *_ in rows):
        raise LessonError(part.place, f"{title} is no array of numbers at this moment")
    first, last = 0, len(rows)
    if part.cut:
        # the lesson draws only the items from one number to another
        first, last = (whole_number(part, text, run) for text in part.cut)
    first = max(first, 0)
    items = tuple(",".join(map(cell_words, row)) for row in rows[first : max(last + 1, first)])
    return RowDiagram(part.kind, title, items, first=first)


def whole_grid(part: DiagramPart, title: str, run: DrawnRun) -> GridDiagram:
    """Returns the grid of a part, before a piece is cut out of it. Raises LessonError.

    The kinds are: the rooms of union-find sets ("groups"), empty rooms with the walls on the screen ("dots"),
    rows that the lesson writes out in quotes ("sketch"), an array ("grid"), or the cells of the screen.
    """
    match part.kind:
        case "groups":
            return groups_grid(part, title, run)
        case "dots":
            columns, rows = (positive_number(part, text, run) for text in part.expressions)
            require_at_most(part, columns * rows)
            return grid_of(part, "", [[""] * columns] * rows, screen_walls(part, run, columns, rows))
        case "sketch":
            texts = [quoted[1:-1] for quoted in part.expressions]
            columns = max(map(len, texts))
            letters = [text.ljust(columns) for text in texts]
            elements = [[int(each) if each.isdecimal() else each for each in row] for row in letters]
            return replace(grid_of(part, "", elements, []), has_rims=False)
        case "grid":
            elements = array_rows(part, title, run)
            walls = array_rows(part, part.walls_of, run) if part.walls_of else []
            if part.screen:
                walls = screen_walls(part, run, len(elements[0]), len(elements))
            return grid_of(part, title, elements, walls)
    return grid_of(part, "", screen_rows(part, run), [])


def groups_grid(part: DiagramPart, title: str, run: DrawnRun) -> GridDiagram:
    """Returns the rooms of union-find sets as a grid, with the walls between sets or those on the screen."""
    forest = forest_of(part, title, run)
    columns = positive_number(part, part.across, run)
    cells = cells_of_sets(forest, columns)
    if part.screen:
        walls = screen_walls(part, run, columns, len(cells))
        cells = tuple(
            tuple(cell._replace(walls=sides_of(walls[y][x])) for x, cell in enumerate(row))
            for y, row in enumerate(cells)
        )
    return GridDiagram(title, cells, has_walls=True, shows_leaders=True, row_step=columns)


def bits_diagram(part: DiagramPart, run: DrawnRun) -> RowDiagram:
    """Returns the lowest bits of a number. Raises LessonError."""
    text, count = part.expressions
    value = whole_number(part, text, run)
    places = range(positive_number(part, count, run, INTEGER_BITS))
    names: tuple[str, ...] = ()
    if part.names:
        names_by_place = dict(part.names)
        # a place without a name has its number
        names = tuple(names_by_place.get(at, str(at)) for at in places)
    items = tuple(str(value >> at & 1) for at in places)
    return RowDiagram("bits", BRACKETS.sub(r"\1", text), items, value=cell_words(value), names=names)


def cropped(grid: GridDiagram, part: DiagramPart, run: DrawnRun) -> GridDiagram:
    """Returns the piece of a grid that a part names; the whole grid if it names none. Raises LessonError."""
    if not part.cut:
        return grid
    left, top, right, bottom = (whole_number(part, text, run) for text in part.cut)
    columns = range(max(left, 0), min(right + 1, grid.columns))
    rows = range(max(top, 0), min(bottom + 1, grid.rows))
    if not columns or not rows:
        raise LessonError(part.place, f"{part.words}: no cell lies there at this moment")

    def cell(x: int, y: int) -> Cell:
        # walls that are stored in neighbors, too, as these may not be in the piece
        walls = "".join(each for each in NEIGHBORS if grid.is_wall((x, y), each))
        return grid.cells[y][x]._replace(walls=walls)

    cells = tuple(tuple(cell(x, y) for x in columns) for y in rows)
    return replace(grid, cells=cells, first=(columns[0], rows[0]))


def whole_number(part: DiagramPart, text: str, run: DrawnRun) -> int:
    """Returns an expression's value, cut to a whole number, as BASIC cuts a subscript. Raises LessonError."""
    value = Expression(text).value(run)
    if not is_number(value):
        raise LessonError(part.place, f"{text} is no number at this moment")
    return int(value)


def positive_number(part: DiagramPart, text: str, run: DrawnRun, most: int = MOST_CELLS) -> int:
    """Returns an expression's value if it can count cells, dots or bits: 1 to `most`. Raises LessonError."""
    value = Expression(text).value(run)
    if not is_number(value) or not 1 <= value <= most:
        raise LessonError(part.place, f"{text} is no number of cells at this moment")
    return int(value)


def values_of(part: DiagramPart, text: str, run: DrawnRun) -> list[Any]:
    """Returns an expression's value for each element of its array. Raises LessonError if it has none."""
    values = Expression(text).values(run, MOST_DRAWN + 1)
    if values is None:
        raise LessonError(part.place, f"{text} is no array of one dimension at this moment")
    require_at_most(part, len(values))
    return values


def array_rows(part: DiagramPart, name: str, run: DrawnRun) -> list[list[Any]]:
    """Returns the elements of an array by rows. Raises LessonError."""
    if part.across:
        values, across = values_of(part, name, run), positive_number(part, part.across, run)
        # an incomplete last row is left out
        rows = [values[first : first + across] for first in range(0, len(values) - across + 1, across)]
    else:
        value = Expression(name).value(run)
        rows = value if len(shape_of(value)) == 2 else []
        require_at_most(part, prod(shape_of(rows)))
        # `is_turned`: the first subscript is the row already; else it is the column
        rows = rows if part.is_turned else [list(column) for column in zip(*rows, strict=True)]
    if not rows or not rows[0]:
        raise LessonError(part.place, f"{name} is no array of two dimensions at this moment")
    return rows


def screen_rows(part: DiagramPart, run: DrawnRun) -> list[list[Any]]:
    """Returns the characters of the console's cells, or the numbers of a layer's. Raises LessonError."""
    *layers, across, down = part.expressions
    columns, rows = positive_number(part, across, run), positive_number(part, down, run)
    require_at_most(part, columns * rows)
    spots = [[(x, y) for x in range(columns)] for y in range(rows)]
    if not layers:
        return [[chr(run.machine.console.code_at(x, y) or BLANK) for x, y in row] for row in spots]
    layer, backgrounds = Expression(layers[0]).value(run), run.machine.backgrounds
    if not is_number(layer) or not 0 <= layer < backgrounds.count:
        raise LessonError(part.place, f"{layers[0]} is no layer at this moment")
    background = backgrounds[int(layer)]
    width, height = background.width, background.height
    return [
        [background.cells[background.cell_index(x, y)] if x < width and y < height else 0 for x, y in row]
        for row in spots
    ]


def screen_walls(part: DiagramPart, run: DrawnRun, columns: int, rows: int) -> list[list[int]]:
    """Returns which sides of each room are walls on the screen, as the bits of DOT_WALLS. Raises LessonError.

    A side is a wall if its middle has another color than the middle of the room; on the console if there is
    a character.
    """
    # the source, "text" or "graphics"; then width and height of a room, left and top of all
    source, *texts = part.screen
    width = positive_number(part, texts[0], run)
    height = positive_number(part, texts[1], run) if len(texts) > 1 else width
    left = top = 0
    if len(texts) > 2:
        left, top = (whole_number(part, text, run) for text in texts[2:])
    color, code = run.machine.screen.spoit, run.machine.console.code_at

    def bits(x: int, y: int) -> int:
        """Returns the walls of the room in column x and row y."""
        x, y = left + x * width, top + y * height
        middle_x, middle_y = x + width // 2, y + height // 2
        sides = (middle_x, y), (x + width, middle_y), (middle_x, y + height), (x, middle_y)
        are_walls = (
            (code(*side) or BLANK) != BLANK if source == "text" else color(*side) != color(middle_x, middle_y)
            for side in sides
        )
        return sum(wall.bit for wall, is_wall in zip(DOT_WALLS, are_walls, strict=True) if is_wall)

    return [[bits(x, y) for x in range(columns)] for y in range(rows)]


def sides_of(bits: int, walls: Sequence[Wall] = DOT_WALLS) -> str:
    """Returns the sides, as "NW", at which the bits of a value are walls."""
    # `is_open`: the bit says that the side is open, not that it is a wall
    present = (wall for wall in walls if bool(bits & wall.bit) != wall.is_open)
    return "".join(wall.direction[0].upper() for wall in present)


def grid_of(part: DiagramPart, title: str, rows: list[list[Any]], wall_rows: list[list[Any]]) -> GridDiagram:
    """Returns a grid of elements with walls, names and shades as the part says.

    The bits of `wall_rows` are walls, or the bits of the elements themselves if `wall_rows` is empty.
    """
    # texts of the machine as Python's, which are compared and sorted
    rows = [[plain(each) if isinstance(each, Text) else each for each in row] for row in rows]
    names_of_values: Sequence[tuple[Any, str]] = part.names
    if part.is_shaded and not names_of_values:
        # each value has itself as its name, the smallest first, numbers before texts
        values = {each for row in rows for each in row}
        in_order = sorted(values, key=lambda each: (isinstance(each, str), each))
        names_of_values = [(each, cell_words(each)) for each in in_order]
    names = list(dict.fromkeys(name for _, name in names_of_values))
    name_index_of = {value: names.index(name) for value, name in names_of_values}
    sides = DOT_WALLS if part.screen else part.walls
    stored = {wall.direction[0].upper() for wall in sides}
    # if each room stores only its eastern wall, the walls of the western rim are stored nowhere: they exist
    at_rims = [each for each in NEIGHBORS if each not in stored and OPPOSITE[each] in stored]
    if part.kind == "sketch":
        # a sketch shows what each number means: a rim would add walls that its digits do not have
        at_rims = []

    def cell(x: int, y: int) -> Cell:
        element = rows[y][x]
        name_index = name_index_of.get(element)
        has_bits = wall_rows and y < len(wall_rows) and x < len(wall_rows[y])
        bits = wall_rows[y][x] if has_bits else element
        # an element with a name, such as rock, has no bits of its own
        if not is_number(bits) or not (name_index is None or wall_rows):
            return Cell(cell_words(element), name_index)
        beyond = ((side, neighbor_cell((x, y), side)) for side in at_rims)
        outer = [side for side, (x, y) in beyond if not (0 <= x < len(rows[0]) and 0 <= y < len(rows))]
        return Cell(cell_words(element), name_index, sides_of(int(bits), sides) + "".join(outer))

    cells = tuple(tuple(cell(x, y) for x in range(len(row))) for y, row in enumerate(rows))
    across = len(rows[0]) if part.across else 1
    subscripts = f"x+y*{across}" if part.across else "y,x" if part.is_turned else "x,y"
    subscripts = subscripts if title else ""  # what has no title is no array
    return GridDiagram(title, cells, bool(sides), tuple(names), row_step=across, subscripts=subscripts)


def call_texts(part: DiagramPart, run: DrawnRun) -> list[str]:
    """Returns the part's values in each pending call, as texts, outermost call first. Raises LessonError."""
    frames = list(run.frames())
    expressions = [Expression(text) for text in part.expressions]
    # the outermost frame is the main program's, and no call
    calls = [PendingCall(run.names, [frame, frames[-1]]) for frame in reversed(frames[:-1])]
    rows = [[each.value(call) for each in expressions] for call in calls]
    # calls of other functions do not have these variables
    complete = [row for row in rows if None not in row]
    if rows and not complete:
        names = ", ".join(part.expressions)
        raise LessonError(part.place, f"{names} has no value in any call at this moment")
    return [",".join(map(cell_words, row)) for row in complete]


class PendingCall:
    """A pending call of a run, in which expressions are evaluated: its frame and the main program's."""

    def __init__(self, names: dict[str, str], frames: list[FrameType]) -> None:
        self.names, self._frames = names, frames

    def frames(self) -> Iterator[FrameType]:
        """Returns the Python frames, innermost first."""
        return iter(self._frames)


def forest_of(part: DiagramPart, title: str, run: DrawnRun) -> ForestDiagram:
    """Returns the forest of the array `title`, see `parents_from_values`. Raises LessonError."""
    wrong = LessonError(part.place, f"{part.expressions[0]} is no forest of leaders at this moment")
    value = Expression(title).value(run)
    if len(shape_of(value)) != 1 or not all(map(is_number, value)) or not any(value):
        raise wrong
    require_at_most(part, len(value))
    parents = parents_from_values(value)
    if parents is None:
        raise wrong
    return ForestDiagram(title, parents)


def parents_from_values(values: Sequence[int | float]) -> tuple[int, ...] | None:
    """Returns the parent of each element of a union-find, a leader's being itself; None if it is no forest.

    In the array a leader has a negative number or its own.
    """
    parents = tuple(at if each < 0 else int(each) for at, each in enumerate(values))
    # if all are 0, nothing has been stored in the array yet
    is_forest = any(values) and max(parents) < len(parents) and not has_circle(parents)
    return parents if is_forest else None


def has_circle(parents: Sequence[int]) -> bool:
    """Whether following the parents of some node leads back to that node (a cycle)."""
    # nodes from which the parents are known to lead to a leader
    with_leader: set[int] = set()
    for start in range(len(parents)):
        way, node = set[int](), start
        while node not in with_leader and parents[node] != node:
            if node in way:
                return True
            way.add(node)
            node = parents[node]
        with_leader |= way
    return False


def require_at_most(part: DiagramPart, count: int, most: int = MOST_DRAWN) -> None:
    """Raises LessonError for more than `most` cells, items or nodes."""
    if count > most:
        raise LessonError(part.place, f"{part.words}: more than {most} are not drawn")


def cells_of_sets(forest: ForestDiagram, columns: int) -> tuple[tuple[Cell, ...], ...]:
    """Returns the rows of a grid that shows a union-find whose nodes are the grid's rooms, row by row.

    Each cell has its leader's number as text, and walls towards the cells of other sets.
    """
    leader_of = {node: leader for leader in forest.leaders for node, _ in forest.members(leader)}
    count = len(forest.parents)

    def cell(node: int) -> Cell:
        if node >= count:
            return Cell("")
        column = node % columns
        # A wall between two rooms is stored in the room east or south of it, at a rim in the room there.
        # At the end of the last row, which may be incomplete, it is in the last room and in the row above.
        west = column == 0 or leader_of[node - 1] != leader_of[node]
        east = column == columns - 1 or node + 1 == count
        north = node < columns or leader_of[node - columns] != leader_of[node]
        south = node + columns >= count
        walls = zip("NESW", (north, east, south, west), strict=True)
        leader = leader_of[node]
        sides = "".join(side for side, is_wall in walls if is_wall)
        # a set of one room has no `leader`, as it gets no tint
        tinted = leader if leader in forest.children else None
        return Cell(str(leader), walls=sides, leader=tinted)

    rows = (range(first, first + columns) for first in range(0, count, columns))
    return tuple(tuple(map(cell, row)) for row in rows)


def with_spots(grid: GridDiagram, part: DiagramPart, run: DrawnRun) -> GridDiagram:
    """Returns the grid with a part's way, marks or area, as far as they are inside. Raises LessonError."""
    match part.kind:
        case "strings":
            return replace(grid, has_strings=True)
        case "islands" | "apart":
            return with_area(grid, part, run)
        case "wall":
            return with_wall(grid, part, run)
    spots = spots_of(grid, part, run)
    inside = [spot for spot in spots if spot]
    match part.kind:
        case "way":
            # a way that leaves the grid and comes back is drawn in pieces
            pieces = (tuple(piece) for is_inside, piece in groupby(spots, key=bool) if is_inside)
            return replace(grid, ways=(*grid.ways, *cast(Iterator[tuple[Spot, ...]], pieces)))
        case "marks":
            return replace(grid, marks=grid.marks | frozenset(inside), marks_name=part.called)
        case "numbers":
            numbers = {spot: str(at) for at, spot in enumerate(spots) if spot}
            cells = tuple(
                tuple(each._replace(text=numbers.get((x, y), each.text)) for x, each in enumerate(row))
                for y, row in enumerate(grid.cells)
            )
            return replace(grid, cells=cells)
    heading = float(whole_number(part, part.heading, run)) if part.heading else None
    marks = (Mark(part.called or part.kind, spot, heading) for spot in inside)
    return replace(grid, spots=(*grid.spots, *marks))


def spots_of(grid: GridDiagram, part: DiagramPart, run: DrawnRun) -> list[Spot | None]:
    """Returns the cells that a part marks, None for each that is not in the grid. Raises LessonError."""
    across, down = part.expressions
    # the kinds in SPOTS are one cell, given by two numbers; the others are many, given by two arrays
    if part.kind in SPOTS:
        columns, rows = [Expression(across).value(run)], [Expression(down).value(run)]
        if columns == [None] or rows == [None]:
            raise LessonError(part.place, f"{across} or {down} has no value at this moment")
    else:
        columns, rows = values_of(part, across, run), values_of(part, down, run)
    spots: list[Spot | None] = []
    left, top = grid.first
    for x, y in zip(columns, rows, strict=False):
        spot = (int(x) - left, int(y) - top) if is_number(x) and is_number(y) else None
        spots.append(spot if spot and grid.holds(spot) else None)
    return spots


def with_wall(grid: GridDiagram, part: DiagramPart, run: DrawnRun) -> GridDiagram:
    """Returns the grid with the wall between two rooms highlighted. Raises LessonError.

    Rooms are named by their numbers, row by row, or by column and row.
    """
    numbers = [whole_number(part, text, run) for text in part.expressions]
    if len(numbers) == 2:
        # Room numbers count by the columns of the whole array, also if the grid is a piece of it.
        columns = grid.row_step if grid.row_step > 1 else grid.columns
        numbers = [each for room in numbers for each in (room % columns, room // columns)]
    x, y, other_x, other_y = numbers
    left, top = grid.first
    one, other = (x - left, y - top), (other_x - left, other_y - top)
    sides = [each for each in NEIGHBORS if neighbor_cell(one, each) == other]
    if not sides:
        raise LessonError(part.place, f"{part.words}: no two rooms beside each other at this moment")
    walls = grid.highlighted_walls
    # a wall between two rooms outside of the piece that is drawn is left out
    if grid.holds(one) or grid.holds(other):
        walls |= {(one, sides[0])}
    return replace(grid, highlighted_walls=walls, highlighted_name=part.called)


def with_area(grid: GridDiagram, part: DiagramPart, run: DrawnRun) -> GridDiagram:
    """Returns the grid with an area of tinted cells, "islands" or "apart". Raises LessonError.

    Cells with the part's value are walls, as are cells whose value has the same name. Walls that touch at
    sides or corners are connected. "islands" are the walls that are not connected with the grid's rim.
    "apart" are the other cells, none at the rim, that touch no wall connected with the rim.
    """
    value = Expression(part.expressions[0]).value(run)
    if value is None or isinstance(value, list):
        raise LessonError(part.place, f"{part.expressions[0]} has no value at this moment")
    cells = {(x, y): cell for y, row in enumerate(grid.cells) for x, cell in enumerate(row)}
    text = cell_words(value)
    names = {cell.name_index for cell in cells.values() if cell.text == text} - {None}
    walls = {spot for spot, cell in cells.items() if cell.text == text or cell.name_index in names}
    columns, rows = {0, grid.columns - 1}, {0, grid.rows - 1}
    waiting = [(x, y) for x, y in walls if x in columns or y in rows]
    with_rim = set(waiting)
    while waiting:
        more = (walls & eight_neighbors(waiting.pop())) - with_rim
        with_rim |= more
        waiting += more
    if part.kind == "islands":
        area = walls - with_rim
    else:
        area = {
            spot
            for spot in cells.keys() - walls
            if eight_neighbors(spot) <= cells.keys() and not eight_neighbors(spot) & with_rim
        }
    return replace(grid, areas=(*grid.areas, (part.kind, frozenset(area))))


def eight_neighbors(spot: Spot) -> set[Spot]:
    """Returns the eight cells around a cell."""
    return {(spot[0] + x, spot[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y}


def hanging_tree(grid: GridDiagram, part: DiagramPart, run: DrawnRun) -> ForestDiagram:
    """Returns a grid's maze as a tree: the parent of a room is its neighbor nearer to the root room.

    If the part names a second room, the way to it is marked to be drawn straight. Raises LessonError.
    """
    # the root, and the second room if there is one
    places = [part.expressions, part.to] if part.to else [part.expressions]
    left, top = grid.first
    ends = [(whole_number(part, x, run) - left, whole_number(part, y, run) - top) for x, y in places]
    if not grid.has_walls or not all(map(grid.holds, ends)):
        raise LessonError(part.place, f"{part.words}: no room of a grid with walls at this moment")
    require_at_most(part, grid.columns * grid.rows, MOST_NODES)

    def number(spot: Spot) -> int:
        return spot[1] * grid.columns + spot[0]

    spots = [(x, y) for y in range(grid.rows) for x in range(grid.columns)]
    # each heading is 0, as only the rooms count
    ways = [
        [(number(neighbor_cell(spot, side)), 0) for side in NEIGHBORS if grid.is_open(spot, side)]
        for spot in spots
    ]
    plan = MazePlan(ways, start=number(ends[0]), goal=number(ends[-1]))
    # the room above each room that can be reached; the root is above itself
    _, above = breadth_first(plan, plan.start)
    parents = tuple(above.get(room, UNREACHABLE) for room in range(len(spots)))
    way = path_to(above, plan.goal) if part.to and plan.goal in above else []
    title = " ".join(str(number(spot)) for spot in ends)
    return ForestDiagram(title, parents, is_maze_tree=True, way=frozenset(way))


def is_number(value: Any) -> bool:
    """Whether a value is a finite number."""
    return isinstance(value, int | float) and isfinite(value)


def cell_words(value: Any) -> str:
    """Returns a value as text for a cell: numbers as BASIC prints them, unprintable characters as UNSHOWN."""
    if isinstance(value, int | float):
        return printed(value)
    if value is None:
        return ""
    text = plain(value) if isinstance(value, Text) else str(value)
    return "".join(each if each.isprintable() else UNSHOWN for each in text)
