"""Mazes of square blocks, each of them wall or floor."""

from __future__ import annotations

from collections.abc import Sequence

FLOOR, WALL = ord(" "), ord("#")
WALLS = frozenset(b"#+-|")
UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3


class Blocks:
    """`width` x `height` blocks in rows, framed by walls.

    blocks: bytearray of ASCII codes, `blocks[y * width + x]`, row 0 at the top.  #, +, - and | are walls, a
    blank is floor, and so is any other character: S and G, or a thing that lies there.
    Rooms lie at odd x and y; a maze of w x h rooms has 2w + 1 x 2h + 1 blocks.
    start, goal: numbers of blocks, at first the room top left and the room bottom right.
    """

    def __init__(self, width: int, height: int, blocks: bytearray) -> None:
        """Makes a maze of these blocks; raises ValueError if their number does not fit."""
        if len(blocks) != width * height:
            raise ValueError(f"{width} x {height} needs {width * height} blocks, not {len(blocks)}")
        self.width = width
        self.height = height
        self.blocks = blocks
        self.start = width + 1
        self.goal = width * (height - 1) - 2

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Blocks:
        """Reads a maze from lines; raises ValueError if they differ in length or are not ASCII."""
        if not rows or len({len(row) for row in rows}) != 1 or not all(row.isascii() for row in rows):
            raise ValueError("a maze needs rows of ASCII characters, all of one length")
        return cls(len(rows[0]), len(rows), bytearray("".join(rows).encode("ascii")))

    @classmethod
    def from_text(cls, text: str) -> Blocks:
        """Reads a maze from the quoted part of each line, or from whole lines; blank lines are left out.

        So the text of `quoted` may be pasted unchanged, with the commas of a list or the DATA of a listing.
        Lines without quotes around quoted lines are left out, such as `heya = [` and `]`.
        Raises ValueError as `from_rows` does.
        """
        lines = [line.rstrip("\r") for line in text.split("\n") if line.strip()]
        quoted = [number for number, line in enumerate(lines) if line.count('"') == 2]
        if quoted:
            lines = lines[quoted[0] : quoted[-1] + 1]
        return cls.from_rows([line.split('"')[1] if line.count('"') == 2 else line for line in lines])

    @classmethod
    def from_csv(cls, text: str) -> Blocks:
        """Returns the maze of lines of 0 (floor) and 1 (wall), as `csv` writes them: # for walls.

        Lines end with LF or CR LF, the last one with or without.  Raises ValueError, naming the line, where
        a line is not 0s and 1s with a comma between each two, or not as long as the first.
        """
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        for number, line in enumerate(lines, 1):
            if len(line) != len(lines[0]) or not {*line.split(",")} <= {"0", "1"}:
                raise ValueError(
                    f"line {number} is not {len(lines[0]) // 2 + 1} times 0 or 1, commas between"
                )
        # every second character is a comma
        return cls.from_rows([line[::2].replace("1", "#").replace("0", " ") for line in lines])

    def rows(self) -> list[str]:
        """Returns the maze as lines, a character a block."""
        lines = self.blocks.decode("ascii")
        return [lines[top : top + self.width] for top in range(0, len(lines), self.width)]

    def text(self, print_width: int = 1) -> str:
        """Returns the maze as text, each block centered in `print_width` columns; ValueError below 1."""
        if print_width < 1:
            raise ValueError(f"the print width must be at least 1, not {print_width}")
        left, right = " " * ((print_width - 1) // 2), " " * (print_width // 2)
        return "\n".join("".join(f"{left}{block}{right}" for block in row) for row in self.rows())

    def csv(self) -> str:
        """Returns the maze as numbers, 1 wall and 0 floor, separated by commas, a line a row."""
        lines = [["1" if ord(block) in WALLS else "0" for block in row] for row in self.rows()]
        return "\n".join(map(",".join, lines))

    def quoted(self) -> str:
        """Returns the maze as lines in double quotes, to be pasted into a program, as in the article."""
        return "\n".join(f'"{row}"' for row in self.rows())

    def place(self, cell: int) -> tuple[int, int]:
        """Returns the column and row of a block."""
        row, column = divmod(cell, self.width)
        return column, row

    def is_wall(self, x: int, y: int) -> bool:
        """Whether the block there is wall; x and y must lie inside."""
        return self.blocks[y * self.width + x] in WALLS

    def cells(self) -> list[int]:
        """Returns the numbers of all floor blocks."""
        return [cell for cell, block in enumerate(self.blocks) if block not in WALLS]

    def neighbors(self, cell: int) -> list[int]:
        """Returns the floor blocks next to a block, in the order up, right, down, left."""
        return [
            cell + step
            for step in (-self.width, 1, self.width, -1)
            if 0 <= cell + step < len(self.blocks) and self.blocks[cell + step] not in WALLS
        ]

    def passages(self) -> int:
        """Returns the number of pairs of floor blocks that touch."""
        # each pair is counted from both blocks
        return sum(len(self.neighbors(cell)) for cell in self.cells()) // 2

    def mark(self, x: int, y: int, letter: str) -> None:
        """Puts a character there, such as S, G or a target."""
        self.blocks[y * self.width + x] = ord(letter)
