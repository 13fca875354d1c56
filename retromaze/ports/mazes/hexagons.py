"""Mazes of hexagonal rooms, laid like bricks: every second row half a room to the right and one shorter."""

from __future__ import annotations

from collections.abc import Mapping

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = 1, 2, 4, 8, 16, 32
KEYS: Mapping[str, int] = {
    "u": NORTH_WEST,
    "i": NORTH_EAST,
    "k": EAST,
    "m": SOUTH_EAST,
    "n": SOUTH_WEST,
    "h": WEST,
}


class Hexagons:
    """Rows of `width` rooms, `width` - 1 in rows 1, 3, 5 ... of `height` rows.

    doors: bytearray, a byte a room, row 0 at the top, without gaps between the rows: the sum of the
    directions in which one may leave.  A passage is in the bytes of both rooms.
    marks: the letters that stand in rooms, by room number; `text` prints them.
    """

    def __init__(self, width: int, height: int) -> None:
        """Makes closed rooms; raises ValueError below 2 columns or 1 row."""
        if width < 2 or height < 1:
            raise ValueError(f"hexagons need 2 columns and 1 row or more, not {width} and {height}")
        self.width = width
        self.height = height
        self.doors = bytearray(width * height - height // 2)
        self.start = 0
        self.goal = len(self.doors) - 1
        self.marks: dict[int, str] = {}

    @classmethod
    def from_text(cls, text: str) -> Hexagons:
        """Returns the rooms of a picture such as `text` prints, the letters in it kept as `marks`.

        S is the start and G the goal; without them these are the first and the last room.
        Raises ValueError for what `text` would not print; empty lines before and after may stay.
        """
        lines = text.strip().splitlines() or [""]
        hexagons = cls(lines[0].count("-----"), (len(lines) - 1) // 2)
        differences = dict(hexagons.steps())
        for cell, way in hexagons.walls():
            line, column = hexagons._wall_at(cell, way)
            if lines[line][column : column + 1] == " ":
                hexagons.doors[cell] |= way
                # east, south-east and south-west are the first three bits, their opposites three bits higher
                hexagons.doors[cell + differences[way]] |= way << 3
        for cell in hexagons.cells():
            line, column = hexagons._place(cell)
            if letter := lines[line][column : column + 1].strip():
                hexagons.marks[cell] = letter
        if hexagons.text() != "\n".join(lines):
            raise ValueError("this is no picture of hexagonal rooms")
        places = {letter: cell for cell, letter in hexagons.marks.items()}
        hexagons.start, hexagons.goal = places.get("S", hexagons.start), places.get("G", hexagons.goal)
        return hexagons

    def _place(self, cell: int) -> tuple[int, int]:
        """Returns line and column of the middle of a room in `text`."""
        y = next(y for y in range(self.height) if cell in self.row(y))
        return 2 * y + 1, 3 + y % 2 * 3 + 6 * (cell - self.row(y)[0])

    def _wall_at(self, cell: int, way: int) -> tuple[int, int]:
        """Returns line and column of a character in `text` that is blank if this wall is open."""
        line, column = self._place(cell)
        return (line, column + 3) if way == EAST else (line + 1, column + (-2 if way == SOUTH_WEST else 1))

    def cells(self) -> range:
        """Returns the numbers of all rooms."""
        return range(len(self.doors))

    def row(self, y: int) -> range:
        """Returns the numbers of the rooms in a row."""
        first = y * self.width - y // 2
        return range(first, first + self.width - y % 2)

    def steps(self) -> tuple[tuple[int, int], ...]:
        """Returns (direction, difference of the room numbers) for all six, alike in long and short rows."""
        return (
            (EAST, 1),
            (SOUTH_EAST, self.width),
            (SOUTH_WEST, self.width - 1),
            (WEST, -1),
            (NORTH_WEST, -self.width),
            (NORTH_EAST, 1 - self.width),
        )

    def walls(self) -> list[tuple[int, int]]:
        """Returns all inner walls as (room, direction), row by row: east, south-west, south-east."""
        found = []
        for y in range(self.height):
            cells = self.row(y)
            # `inner`: a short row, where all rooms have two below; in a long row the outer ones have one
            below, inner = y + 1 < self.height, y % 2 == 1
            for cell in cells:
                if cell != cells[-1]:
                    found.append((cell, EAST))
                if below and (inner or cell != cells[0]):
                    found.append((cell, SOUTH_WEST))
                if below and (inner or cell != cells[-1]):
                    found.append((cell, SOUTH_EAST))
        return found

    def neighbors(self, cell: int) -> list[int]:
        """Returns the rooms one step away, clockwise from the east."""
        return [cell + difference for direction, difference in self.steps() if self.doors[cell] & direction]

    def passages(self) -> int:
        """Returns the number of open walls."""
        return sum(doors.bit_count() for doors in self.doors) // 2

    def text(self, marks: Mapping[int, str] | None = None) -> str:
        """Returns the walls as +--+ and |, five characters inside a room, `marks[room]` in the middle.

        `marks` are the maze's own if None.
        Source: the sketch at the end of the article on console games (maze).
        """
        marks = self.marks if marks is None else marks
        edge = "+" + "-----+" * self.width
        lines = [edge]
        for y in range(self.height):
            rooms = "".join(f"  {marks.get(i, ' ')}  " + "| "[self.doors[i] & EAST] for i in self.row(y))
            lines.append("   " * (y % 2) + "|" + rooms)
            lines.append(self._floor(y))
        lines[-1] = edge
        return "\n".join(lines)

    def _floor(self, y: int) -> str:
        """Returns the line of `text` below row y: `--+` for each half of a room, `  +` at a door."""
        halves = [self.doors[i] & way for i in self.row(y) for way in (SOUTH_WEST, SOUTH_EAST)]
        if y % 2:
            # a short row is half a room shorter at both sides: the walls of the long row below stand there
            halves = [0, *halves, 0]
        return "+" + "".join("  +" if half else "--+" for half in halves)
