"""Makes a lesson's diagrams from a run's data, by the words for their parts: `grid R, way X Y, stack S`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import isfinite, prod
from types import FrameType
from typing import Any, Protocol

from retromaze.lessons.diagram_reading import GRIDS, IN_GRID, SPOTS, DiagramPart, Wall
from retromaze.lessons.diagrams import (
    NEIGHBORS,
    OPPOSITE,
    UNREACHABLE,
    Diagram,
    ForestDiagram,
    GridCell,
    GridDiagram,
    Mark,
    RowDiagram,
    Spot,
    neighbor_cell,
)
from retromaze.lessons.lesson_reading import LessonError
from retromaze.machine.machine import Machine
from retromaze.sources.variables import Expression, PausedRun, shape_of
from retromaze.study.maze_measures import MazePlan, breadth_first, path_to
from retromaze.values.scalars import SharedString, plain, printed

DOT_WALLS = Wall("north", 1), Wall("east", 2), Wall("south", 4), Wall("west", 8)
PARENTHESES = re.compile(r"^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$")
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
        drawn = DrawnPart(part, run)
        try:
            if part.kind not in IN_GRID:
                if part.kind in GRIDS:
                    grid = None  # if this grid cannot be made, its marks must not go to the one before it
                diagram = drawn.diagram()
                diagrams.append(diagram)
                if isinstance(diagram, GridDiagram):
                    grid = diagram
            elif grid is None:
                continue  # it belongs to a grid whose own error is in `errors`
            elif part.kind == "hung":
                diagrams.append(drawn.hanging_tree(grid))
            else:
                marked = drawn.with_marks(grid)
                diagrams[diagrams.index(grid)] = marked
                grid = marked
        except LessonError as error:
            errors[part] = error
    return tuple(diagrams), errors


@dataclass(frozen=True)
class DrawnPart:
    """A part of a lesson's diagrams, evaluated where the run is stopped: "at this moment".

    Its methods raise LessonError for an expression that has no value, or none that fits, at this moment.
    """

    part: DiagramPart
    run: DrawnRun

    def error(self, words: str) -> LessonError:
        return LessonError(self.part.lesson_line, f"{words} at this moment")

    def diagram(self) -> Diagram:
        """Returns the diagram of a part that is one by itself: a grid, a row or a forest."""
        title = ", ".join(PARENTHESES.sub(r"\1", text) for text in self.part.expressions)
        if self.part.kind in GRIDS:
            return self.cropped(self.whole_grid(title))
        match self.part.kind:
            case "forest":
                forest = self.forest(title)
                self.require_at_most(len(forest.parents), MOST_NODES)
                return forest
            case "bits":
                return self.bits()
            case "calls":
                return RowDiagram("stack", title, tuple(self.call_texts()))
        # a stack, a queue, a list or bars: item n shows the n-th element of each of the part's arrays
        columns = [self.values(text) for text in self.part.expressions]
        rows = list(zip(*columns, strict=False))
        if self.part.kind == "bars" and not all(is_number(each) for each, *_ in rows):
            raise self.error(f"{title} is no array of numbers")
        first, last = 0, len(rows)
        if self.part.bounds:
            # the lesson draws only the items from one number to another
            first, last = (self.whole_number(text) for text in self.part.bounds)
        first = max(first, 0)
        items = tuple(",".join(map(cell_words, row)) for row in rows[first : max(last + 1, first)])
        return RowDiagram(self.part.kind, title, items, first_subscript=first)

    def whole_grid(self, title: str) -> GridDiagram:
        """Returns the grid of a part, before a piece is cut out of it.

        The kinds are: the rooms of union-find sets ("groups"), empty rooms with the walls on the screen
        ("dots"), rows that the lesson writes out in quotes ("sketch"), an array ("grid"), or the cells of the
        screen.
        """
        match self.part.kind:
            case "groups":
                return self.groups_grid(title)
            case "dots":
                columns, rows = (self.positive_number(text) for text in self.part.expressions)
                self.require_at_most(columns * rows)
                return self.grid("", [[""] * columns] * rows, self.screen_walls(columns, rows))
            case "sketch":
                texts = [quoted[1:-1] for quoted in self.part.expressions]
                columns = max(map(len, texts))
                letters = [text.ljust(columns) for text in texts]
                # the bits of a digit are walls; any other letter is only shown
                elements = [[int(each) if each.isdecimal() else each for each in row] for row in letters]
                return replace(self.grid("", elements, []), has_rim_numbers=False)
            case "grid":
                elements = self.array_rows(title)
                walls = self.array_rows(self.part.walls_of) if self.part.walls_of else []
                if self.part.screen:
                    walls = self.screen_walls(len(elements[0]), len(elements))
                return self.grid(title, elements, walls)
        return self.grid("", self.screen_rows(), [])

    def groups_grid(self, title: str) -> GridDiagram:
        """Returns the rooms of union-find sets, with the walls between sets or those on the screen."""
        forest = self.forest(title)
        columns = self.positive_number(self.part.across)
        cells = cells_of_sets(forest, columns)
        if self.part.screen:
            walls = self.screen_walls(columns, len(cells))
            cells = tuple(
                tuple(cell._replace(walls=sides_of(walls[y][x])) for x, cell in enumerate(row))
                for y, row in enumerate(cells)
            )
        return GridDiagram(title, cells, has_walls=True, shows_leaders=True, row_number_step=columns)

    def bits(self) -> RowDiagram:
        """Returns the lowest bits of a number, with the names that the lesson gives their places."""
        text, count = self.part.expressions
        value = self.whole_number(text)
        places = range(self.positive_number(count, INTEGER_BITS))
        names: tuple[str, ...] = ()
        if self.part.names:
            names_by_place = dict(self.part.names)
            # a place without a name has its number
            names = tuple(names_by_place.get(at, str(at)) for at in places)
        items = tuple(str(value >> at & 1) for at in places)
        title = PARENTHESES.sub(r"\1", text)
        return RowDiagram("bits", title, items, number=cell_words(value), place_names=names)

    def cropped(self, grid: GridDiagram) -> GridDiagram:
        """Returns the piece of a grid that the part's words name (`from 0 0 to 9 9`), or the whole grid."""
        if not self.part.bounds:
            return grid
        left, top, right, bottom = (self.whole_number(text) for text in self.part.bounds)
        columns = range(max(left, 0), min(right + 1, grid.columns))
        rows = range(max(top, 0), min(bottom + 1, grid.rows))
        if not columns or not rows:
            raise self.error(f"{self.part.words}: no cell lies there")

        def cell(x: int, y: int) -> GridCell:
            # walls that are stored in neighbors, too, as these may not be in the piece
            walls = "".join(each for each in NEIGHBORS if grid.is_wall((x, y), each))
            return grid.cells[y][x]._replace(walls=walls)

        cells = tuple(tuple(cell(x, y) for x in columns) for y in rows)
        return replace(grid, cells=cells, first_cell=(columns[0], rows[0]))

    def whole_number(self, text: str) -> int:
        """Returns an expression's value, cut to a whole number, as BASIC cuts a subscript."""
        value = Expression(text).value(self.run)
        if not is_number(value):
            raise self.error(f"{text} is no number")
        return int(value)

    def positive_number(self, text: str, most: int = MOST_CELLS) -> int:
        """Returns an expression's value if it can count cells, dots or bits: 1 to `most`."""
        value = Expression(text).value(self.run)
        if not is_number(value) or not 1 <= value <= most:
            raise self.error(f"{text} is no number of cells")
        return int(value)

    def values(self, text: str) -> list[Any]:
        """Returns an expression's value for each element of its array."""
        values = Expression(text).values(self.run, MOST_DRAWN + 1)
        if values is None:
            raise self.error(f"{text} is no array of one dimension")
        self.require_at_most(len(values))
        return values

    def array_rows(self, name: str) -> list[list[Any]]:
        """Returns the elements of an array by rows; one of one dimension is cut into rows of `across`."""
        if self.part.across:
            values, across = self.values(name), self.positive_number(self.part.across)
            # an incomplete last row is left out
            rows = [values[first : first + across] for first in range(0, len(values) - across + 1, across)]
        else:
            value = Expression(name).value(self.run)
            rows = value if len(shape_of(value)) == 2 else []
            self.require_at_most(prod(shape_of(rows)))
            # `is_turned`: the first subscript is the row already; else it is the column
            rows = rows if self.part.is_turned else [list(column) for column in zip(*rows, strict=True)]
        if not rows or not rows[0]:
            raise self.error(f"{name} is no array of two dimensions")
        return rows

    def screen_rows(self) -> list[list[Any]]:
        """Returns the characters of the console's cells, or the numbers of a layer's."""
        *layers, across, down = self.part.expressions
        columns, rows = self.positive_number(across), self.positive_number(down)
        self.require_at_most(columns * rows)
        spots = [[(x, y) for x in range(columns)] for y in range(rows)]
        if not layers:
            return [[chr(self.run.machine.console.code_at(x, y) or BLANK) for x, y in row] for row in spots]
        layer, backgrounds = Expression(layers[0]).value(self.run), self.run.machine.backgrounds
        if not is_number(layer) or not 0 <= layer < backgrounds.count:
            raise self.error(f"{layers[0]} is no layer")
        background = backgrounds[int(layer)]
        width, height = background.width, background.height
        # a cell beyond the layer is 0, as an empty one
        return [
            [background.cells[background.cell_index(x, y)] if x < width and y < height else 0 for x, y in row]
            for row in spots
        ]

    def screen_walls(self, columns: int, rows: int) -> list[list[int]]:
        """Returns which sides of each room are walls on the screen, as the bits of DOT_WALLS.

        A side is a wall if its middle has another color than the middle of the room; on the console if there
        is a character.
        """
        # the source, "text" or "dots"; then width and height of a room, left and top of all
        source, *texts = self.part.screen
        width = self.positive_number(texts[0])
        height = self.positive_number(texts[1]) if len(texts) > 1 else width
        left, top = (self.whole_number(text) for text in texts[2:]) if len(texts) > 2 else (0, 0)
        color, code = self.run.machine.screen.spoit, self.run.machine.console.code_at

        def bits(x: int, y: int) -> int:
            """Returns the walls of the room in column x and row y, by the middles of its sides."""
            x, y = left + x * width, top + y * height
            middle_x, middle_y = x + width // 2, y + height // 2
            sides = (middle_x, y), (x + width, middle_y), (middle_x, y + height), (x, middle_y)
            are_walls = (
                (code(*side) or BLANK) != BLANK
                if source == "text"
                else color(*side) != color(middle_x, middle_y)
                for side in sides
            )
            return sum(wall.bit for wall, is_wall in zip(DOT_WALLS, are_walls, strict=True) if is_wall)

        return [[bits(x, y) for x in range(columns)] for y in range(rows)]

    def grid(self, title: str, rows: list[list[Any]], wall_rows: list[list[Any]]) -> GridDiagram:
        """Returns a grid of elements with walls, names and shades as the part says.

        The bits of `wall_rows` are walls, or the bits of the elements themselves if `wall_rows` is empty.
        """
        # texts of the machine as Python's, which are compared and sorted
        rows = [[plain(each) if isinstance(each, SharedString) else each for each in row] for row in rows]
        names_of_values = self.names_of_values(rows)
        names = list(dict.fromkeys(name for _, name in names_of_values))
        name_index_of = {value: names.index(name) for value, name in names_of_values}
        wall_bits = DOT_WALLS if self.part.screen else self.part.walls
        stored = {wall.direction[0].upper() for wall in wall_bits}
        # if each room stores only its eastern wall, those of the western rim are stored nowhere: they exist
        rim_sides = [each for each in NEIGHBORS if each not in stored and OPPOSITE[each] in stored]
        if self.part.kind == "sketch":
            # a sketch shows what each number means: a rim would add walls that its digits do not have
            rim_sides = []

        def cell(x: int, y: int) -> GridCell:
            """Returns the cell in column x and row y: its element, in words or by its name, and its walls."""
            element = rows[y][x]
            name_index = name_index_of.get(element)
            has_bits = wall_rows and y < len(wall_rows) and x < len(wall_rows[y])
            bits = wall_rows[y][x] if has_bits else element
            # an element with a name, such as rock, has no bits of its own
            if not is_number(bits) or not (name_index is None or wall_rows):
                return GridCell(cell_words(element), name_index)
            beyond = ((side, neighbor_cell((x, y), side)) for side in rim_sides)
            outer = [side for side, (x, y) in beyond if not (0 <= x < len(rows[0]) and 0 <= y < len(rows))]
            return GridCell(cell_words(element), name_index, sides_of(int(bits), wall_bits) + "".join(outer))

        cells = tuple(tuple(cell(x, y) for x in range(len(row))) for y, row in enumerate(rows))
        step = len(rows[0]) if self.part.across else 1
        subscripts = f"x+y*{step}" if self.part.across else "y,x" if self.part.is_turned else "x,y"
        subscripts = subscripts if title else ""  # what has no title is no array
        return GridDiagram(
            title, cells, bool(wall_bits), tuple(names), row_number_step=step, subscripts=subscripts
        )

    def names_of_values(self, rows: list[list[Any]]) -> Sequence[tuple[Any, str]]:
        """Returns the named values of a grid's elements, each with its name, from light to dark.

        If the lesson names none and wants them shaded, each value has itself as its name.
        """
        if self.part.names or not self.part.is_shaded:
            return self.part.names
        values = {each for row in rows for each in row}
        # the smallest first, numbers before texts
        in_order = sorted(values, key=lambda each: (isinstance(each, str), each))
        return [(each, cell_words(each)) for each in in_order]

    def call_texts(self) -> list[str]:
        """Returns the values of the part's expressions in each pending call, as texts, outermost first."""
        frames = list(self.run.frames())
        expressions = [Expression(text) for text in self.part.expressions]
        # the outermost frame is the main program's, and no call
        calls = [CallFrame(self.run.names, [frame, frames[-1]]) for frame in reversed(frames[:-1])]
        rows = [[each.value(call) for each in expressions] for call in calls]
        # calls of other functions do not have these variables
        complete = [row for row in rows if None not in row]
        if rows and not complete:
            names = ", ".join(self.part.expressions)
            raise self.error(f"{names} has no value in any call")
        return [",".join(map(cell_words, row)) for row in complete]

    def forest(self, title: str) -> ForestDiagram:
        """Returns the forest of the array `title`, see `parents_from_values`."""
        wrong = self.error(f"{self.part.expressions[0]} is no forest of leaders")
        value = Expression(title).value(self.run)
        if len(shape_of(value)) != 1 or not all(map(is_number, value)) or not any(value):
            raise wrong
        self.require_at_most(len(value))
        parents = parents_from_values(value)
        if parents is None:
            raise wrong
        return ForestDiagram(title, parents)

    def require_at_most(self, count: int, most: int = MOST_DRAWN) -> None:
        """Raises LessonError for more than `most` cells, items or nodes."""
        if count > most:
            raise LessonError(self.part.lesson_line, f"{self.part.words}: more than {most} are not drawn")

    def with_marks(self, grid: GridDiagram) -> GridDiagram:
        """Returns the grid with what the part puts into it, as far as it is inside: a way, marks, an area."""
        match self.part.kind:
            case "strings":
                return replace(grid, has_strings=True)
            case "islands" | "apart":
                return self.with_area(grid)
            case "wall":
                return self.with_wall(grid)
        spots = self.marked_spots(grid)
        inside = [spot for spot in spots if spot]
        match self.part.kind:
            case "way":
                # a way that leaves the grid and comes back is drawn in pieces
                pieces = (
                    tuple(filter(None, piece)) for is_inside, piece in groupby(spots, key=bool) if is_inside
                )
                return replace(grid, ways=(*grid.ways, *pieces))
            case "marks":
                marked = grid.marked_cells.union(inside)
                return replace(grid, marked_cells=marked, marked_name=self.part.legend_name)
            case "numbers":
                numbers = {spot: str(at) for at, spot in enumerate(spots) if spot}
                cells = tuple(
                    tuple(each._replace(text=numbers.get((x, y), each.text)) for x, each in enumerate(row))
                    for y, row in enumerate(grid.cells)
                )
                return replace(grid, cells=cells)
        heading = float(self.whole_number(self.part.heading)) if self.part.heading else None
        marks = (Mark(self.part.legend_name or self.part.kind, spot, heading) for spot in inside)
        return replace(grid, marks=(*grid.marks, *marks))

    def marked_spots(self, grid: GridDiagram) -> list[Spot | None]:
        """Returns the cells that a part marks, None for each that is not in the grid."""
        across, down = self.part.expressions
        # the kinds in SPOTS are one cell, given by two numbers; the others are many, given by two arrays
        if self.part.kind in SPOTS:
            columns, rows = [Expression(across).value(self.run)], [Expression(down).value(self.run)]
            if columns == [None] or rows == [None]:
                raise self.error(f"{across} or {down} has no value")
        else:
            columns, rows = self.values(across), self.values(down)
        spots: list[Spot | None] = []
        left, top = grid.first_cell
        for x, y in zip(columns, rows, strict=False):
            spot = (int(x) - left, int(y) - top) if is_number(x) and is_number(y) else None
            spots.append(spot if spot and grid.holds(spot) else None)
        return spots

    def with_wall(self, grid: GridDiagram) -> GridDiagram:
        """Returns the grid with the wall between two rooms highlighted.

        Rooms are named by their numbers, row by row, or by column and row.
        """
        numbers = [self.whole_number(text) for text in self.part.expressions]
        if len(numbers) == 2:
            # room numbers count by the columns of the whole array, also if the grid is a piece of it
            columns = grid.row_number_step if grid.row_number_step > 1 else grid.columns
            numbers = [each for room in numbers for each in (room % columns, room // columns)]
        x, y, other_x, other_y = numbers
        left, top = grid.first_cell
        one, other = (x - left, y - top), (other_x - left, other_y - top)
        sides = [each for each in NEIGHBORS if neighbor_cell(one, each) == other]
        if not sides:
            raise self.error(f"{self.part.words}: no two rooms beside each other")
        walls = grid.highlighted_walls
        # a wall between two rooms outside of the piece that is drawn is left out
        if grid.holds(one) or grid.holds(other):
            walls |= {(one, sides[0])}
        return replace(grid, highlighted_walls=walls, highlighted_name=self.part.legend_name)

    def with_area(self, grid: GridDiagram) -> GridDiagram:
        """Returns the grid with an area of tinted cells, "islands" or "apart".

        Cells with the part's value are walls, as are cells whose value has the same name. Walls that touch at
        sides or corners are connected. "islands" are the walls that are not connected with the grid's rim.
        "apart" are the other cells, none at the rim, that touch no wall connected with the rim.
        """
        value = Expression(self.part.expressions[0]).value(self.run)
        if value is None or isinstance(value, list):
            raise self.error(f"{self.part.expressions[0]} has no value")
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
        if self.part.kind == "islands":
            area = walls - with_rim
        else:
            area = {
                spot
                for spot in cells.keys() - walls
                if eight_neighbors(spot) <= cells.keys() and not eight_neighbors(spot) & with_rim
            }
        return replace(grid, areas=(*grid.areas, (self.part.kind, frozenset(area))))

    def hanging_tree(self, grid: GridDiagram) -> ForestDiagram:
        """Returns a grid's maze as a tree: the parent of a room is its neighbor nearer to the root room.

        If the part names a second room, the way to it is marked to be drawn straight.
        """
        # the root, and the second room if there is one
        places = [self.part.expressions, self.part.to] if self.part.to else [self.part.expressions]
        left, top = grid.first_cell
        ends = [(self.whole_number(x) - left, self.whole_number(y) - top) for x, y in places]
        if not grid.has_walls or not all(map(grid.holds, ends)):
            raise self.error(f"{self.part.words}: no room of a grid with walls")
        self.require_at_most(grid.columns * grid.rows, MOST_NODES)

        def number(spot: Spot) -> int:
            return spot[1] * grid.columns + spot[0]

        spots = [(x, y) for y in range(grid.rows) for x in range(grid.columns)]
        # each heading is 0, as only the rooms count
        exits = [
            [(number(neighbor_cell(spot, side)), 0) for side in NEIGHBORS if grid.is_open(spot, side)]
            for spot in spots
        ]
        plan = MazePlan(exits, start=number(ends[0]), goal=number(ends[-1]))
        # the room above each room that can be reached; the root is above itself
        _, above = breadth_first(plan, plan.start)
        parents = tuple(above.get(room, UNREACHABLE) for room in range(len(spots)))
        way = path_to(above, plan.goal) if self.part.to and plan.goal in above else []
        title = " ".join(str(number(spot)) for spot in ends)
        return ForestDiagram(title, parents, is_maze_tree=True, way=frozenset(way))


def sides_of(bits: int, walls: Sequence[Wall] = DOT_WALLS) -> str:
    """Returns the sides, as "NW", at which the bits of a value are walls."""
    # `is_open`: the bit says that the side is open, not that it is a wall
    present = (wall for wall in walls if bool(bits & wall.bit) != wall.is_open)
    return "".join(wall.direction[0].upper() for wall in present)


class CallFrame:
    """A pending call of a run, in which expressions are evaluated: its frame and the main program's."""

    def __init__(self, names: dict[str, str], frames: list[FrameType]) -> None:
        self.names, self._frames = names, frames

    def frames(self) -> Iterator[FrameType]:
        """Returns the Python frames, innermost first."""
        return iter(self._frames)


def parents_from_values(values: Sequence[int | float]) -> tuple[int, ...] | None:
    """Returns the parent of each element of a union-find, a leader's being itself; None if it is no forest.

    In the array a leader has a negative number or its own.
    """
    parents = tuple(at if each < 0 else int(each) for at, each in enumerate(values))
    # if all are 0, nothing has been stored in the array yet
    if not any(values) or max(parents) >= len(parents):
        return None
    forest = ForestDiagram("", parents)
    # a node whose parents lead back to itself is below no leader
    count = sum(len(forest.members(leader)) for leader in forest.leaders)
    return parents if count == len(parents) else None


def cells_of_sets(forest: ForestDiagram, columns: int) -> tuple[tuple[GridCell, ...], ...]:
    """Returns the rows of a grid that shows a union-find whose nodes are the grid's rooms, row by row.

    Each cell has its leader's number as text, and walls towards the cells of other sets.
    """
    leader_of = {node: leader for leader in forest.leaders for node, _ in forest.members(leader)}
    count = len(forest.parents)

    def cell(node: int) -> GridCell:
        if node >= count:
            return GridCell("")
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
        return GridCell(str(leader), walls=sides, leader=tinted)

    rows = (range(first, first + columns) for first in range(0, count, columns))
    return tuple(tuple(map(cell, row)) for row in rows)


def eight_neighbors(spot: Spot) -> set[Spot]:
    """Returns the eight cells around a cell."""
    return {(spot[0] + x, spot[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y}


def is_number(value: Any) -> bool:
    """Whether a value is a finite number."""
    return isinstance(value, int | float) and isfinite(value)


def cell_words(value: Any) -> str:
    """Returns a value as text for a cell: numbers as BASIC prints them, unprintable characters as UNSHOWN."""
    if isinstance(value, int | float):
        return printed(value)
    if value is None:
        return ""
    text = plain(value) if isinstance(value, SharedString) else str(value)
    return "".join(each if each.isprintable() else UNSHOWN for each in text)
