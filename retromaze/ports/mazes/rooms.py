"""Mazes of rooms with thin walls between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

EAST, SOUTH, WEST, NORTH = 1, 2, 4, 8


class Rooms:
    """`width` x `height` rooms in rows.

    doors: bytearray, `doors[y * width + x]`, row 0 at the top: the sum of EAST, SOUTH, WEST, NORTH where
    one may leave the room.  A passage is in the bytes of both rooms.
    marks: the letters that stand in rooms, by room number; `text` prints them.
    """

    def __init__(self, width: int, height: int, doors: bytearray | None = None) -> None:
        """Makes closed rooms, or rooms with these doors; raises ValueError if their number does not fit."""
        self.width = width
        self.height = height
        self.doors = bytearray(width * height) if doors is None else doors
        if len(self.doors) != width * height:
            raise ValueError(f"{width} x {height} rooms need {width * height} doors, not {len(self.doors)}")
        self.start = 0
        self.goal = width * height - 1
        self.marks: dict[int, str] = {}

    @classmethod
    def from_text(cls, text: str) -> Rooms:
        """Returns the rooms of a picture such as `text` prints, the letters in it kept as `marks`.

        S is the start and G the goal; without them these are the first and the last room.
        Raises ValueError for what `text` would not print; empty lines before and after may stay.
        """
        lines = text.strip().splitlines() or [""]
        rooms = cls(lines[0].count("---"), (len(lines) - 1) // 2)
        for cell in rooms.cells():
            x, y = rooms.place(cell)
            middle, wall = 4 * x + 2, 4 * x + 4
            if lines[2 * y + 1][wall : wall + 1] == " " and x + 1 < rooms.width:
                rooms.join(cell, cell + 1)
            if lines[2 * y + 2][middle : middle + 1] == " " and y + 1 < rooms.height:
                rooms.join(cell, cell + rooms.width)
            if letter := lines[2 * y + 1][middle : middle + 1].strip():
                rooms.marks[cell] = letter
        if not rooms.doors or rooms.text() != "\n".join(lines):
            raise ValueError("this is no picture of rooms")
        places = {letter: cell for cell, letter in rooms.marks.items()}
        rooms.start, rooms.goal = places.get("S", rooms.start), places.get("G", rooms.goal)
        return rooms

    def cells(self) -> range:
        """Returns the numbers of all rooms."""
        return range(len(self.doors))

    def place(self, cell: int) -> tuple[int, int]:
        """Returns the column and row of a room."""
        row, column = divmod(cell, self.width)
        return column, row

    def neighbors(self, cell: int) -> list[int]:
        """Returns the rooms one step away, in the order east, south, west, north."""
        doors = self.doors[cell]
        found = []
        if doors & EAST:
            found.append(cell + 1)
        if doors & SOUTH:
            found.append(cell + self.width)
        if doors & WEST:
            found.append(cell - 1)
        if doors & NORTH:
            found.append(cell - self.width)
        return found

    def beside(self, cell: int) -> list[int]:
        """Returns the rooms next to this one, also behind walls: east, south, west, north."""
        column = cell % self.width
        found = []
        if column + 1 < self.width:
            found.append(cell + 1)
        if cell + self.width < len(self.doors):
            found.append(cell + self.width)
        if column:
            found.append(cell - 1)
        if cell >= self.width:
            found.append(cell - self.width)
        return found

    def join(self, one: int, other: int) -> None:
        """Opens the wall between two rooms.  Raises ValueError if they are not neighbors."""
        # an odd number is the wall south of the room `cell`, an even one the wall east of it
        wall = self.wall_between(one, other)
        cell = wall // 2
        if wall % 2:
            self.doors[cell] |= SOUTH
            self.doors[cell + self.width] |= NORTH
        else:
            self.doors[cell] |= EAST
            self.doors[cell + 1] |= WEST

    def passages(self) -> int:
        """Returns the number of open walls."""
        return sum(doors.bit_count() for doors in self.doors) // 2

    def wall_between(self, one: int, other: int) -> int:
        """Returns the number of two neighbors' wall: 2i east of room i, 2i + 1 south of it.

        Raises ValueError for other rooms.
        """
        low, high = sorted((one, other))
        if low >= 0 and high < len(self.doors):
            if high == low + self.width:
                return 2 * low + 1
            # a number that `width` divides begins the next row
            if high == low + 1 and high % self.width:
                return 2 * low
        raise ValueError(f"rooms {one} and {other} have no wall between them")

    def text(self, marks: Mapping[int, str] | None = None) -> str:
        """Returns the walls as +---+ and |, three characters inside a room, `marks[room]` in the middle.

        `marks` are the maze's own if None.
        """
        marks = self.marks if marks is None else marks
        return self._board([f" {marks.get(room, ' ')} " for room in self.cells()])

    def numbered(self) -> str:
        """Returns the walls with each room's number, set right; raises ValueError for over 1000 rooms."""
        if len(self.doors) > 1000:
            raise ValueError(f"three characters hold the numbers of 1000 rooms, not of {len(self.doors)}")
        return self._board([f"{room:>3}" for room in self.cells()])

    def _board(self, insides: Sequence[str]) -> str:
        """Returns the walls, with three characters inside each room."""
        lines = ["+" + "---+" * self.width]
        for top in range(0, len(self.doors), self.width):
            row = range(top, top + self.width)
            # EAST is 1: "| "[1] is the open wall
            lines.append("|" + "".join(insides[i] + "| "[self.doors[i] & EAST] for i in row))
            lines.append("+" + "".join("   +" if self.doors[i] & SOUTH else "---+" for i in row))
        return "\n".join(lines)
