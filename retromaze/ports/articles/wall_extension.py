"""The names of the article on wall extension and a walker: its files `makemaze.py`, `program.py`, `lib.py`.

`xorshift_state` and `bunkiSpots` are global variables in the article, whose functions stand in the same file.
So the functions here use the list of that name in the module that calls them; a module without one gets
the list below.

Source: Python (パイソン) であそぼう 6, 2022-10-10, <テキスト17> and <テキスト19>.
Unverified: Search, GetFPV and HeyaDisplay come from an earlier article that we have not seen.  What they
return follows from how <テキスト19> uses it; how HeyaDisplay looks is our choice.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from retromaze.ports.mazes import Blocks, shuffled, wall_extension_rows
from retromaze.ports.mazes import Xorshift128 as Words
from retromaze.ports.mazes.draws import xorshift
from retromaze.ports.mazes.walker import turned
from retromaze.ports.mazes.wall_extension import bit_count, bit_select, free_sides

if TYPE_CHECKING:
    import pygame

__all__ = [
    "BitCount",
    "BitSelect",
    "BunkiAdd",
    "BunkiDel",
    "BunkiSearch",
    "DustShuffle",
    "GetFPV",
    "HeadTurn",
    "HeyaDisplay",
    "PrintMaze",
    "Search",
    "Validate",
    "WallExtend",
    "Xorshift128",
    "bunkiSpots",
    "xorshift_state",
]

BitCount = bit_count
BitSelect = bit_select

xorshift_state = list(Words.ARTICLE_STATE)
bunkiSpots: list[list[int]] = []

WORD = 0xFFFFFFFF


def _of_caller(name: str) -> Any:
    """Returns the global list of this name where the article's function was called, else the one above."""
    # frame 0 is this function, frame 1 the article's function, frame 2 its caller
    return sys._getframe(2).f_globals.get(name, globals()[name])


class _Drawn:
    """A generator of the library over a list of four words, which it changes."""

    def __init__(self, state: list[int]) -> None:
        self.state = state

    def below(self, bound: int, /) -> int:
        return Xorshift128(self.state)[0] % bound


def WallExtend(maze_w: int, maze_h: int) -> list[str]:
    """Returns the rows of a maze drawn by `xorshift_state`, an even size taken one smaller; [] below 5."""
    return wall_extension_rows(maze_w, maze_h, rng=_Drawn(_of_caller("xorshift_state")))


def PrintMaze(maze: Sequence[str]) -> None:
    """Prints rows in double quotes."""
    for row in maze:
        print(f'"{row}"')


def Xorshift128(state: list[int]) -> list[int]:
    """Makes one step with a list of four words, the newest first, and returns the same list."""
    newest, second, third, oldest = state
    state[:] = [xorshift(newest & WORD, oldest & WORD), newest & WORD, second, third]
    return state


def DustShuffle(numLen: int) -> list[int]:
    """Returns 0 to numLen - 1 in an order drawn by `xorshift_state`."""
    return shuffled(numLen, _Drawn(_of_caller("xorshift_state")))


def Validate(maze: Sequence[str], w: int, h: int, x: int, y: int) -> int:
    """Returns the sides to which a wall can grow from (x, y): bit 0 up, 1 right, 2 down, 3 left."""
    return free_sides(Blocks.from_rows([row[:w] for row in maze[:h]]), x, y)


def Search(heya: Sequence[str], x: int, y: int) -> list[int]:
    """Returns the steps from (x, y) to the right (1), left (-1), down (1) and up (-1), 0 at a wall."""
    maze = Blocks.from_rows(heya)
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return [0 if maze.is_wall(x + dx, y + dy) else dx + dy for dx, dy in steps]


def GetFPV(dir: int, idou: Sequence[int]) -> list[int]:
    """Returns `Search`'s steps ahead, right, left and behind; `dir` is 0 up, 1 right, 2 down, 3 left."""
    right, left, down, up = idou
    by_heading = (up, right, down, left)
    # the turns are quarters to the right: ahead, right, left (three), behind (two)
    return [by_heading[(dir + turn) % 4] for turn in (0, 1, 3, 2)]


def HeadTurn(dir: int, fpv: Sequence[int]) -> tuple[int, int]:
    """Returns the right-hand heading after `GetFPV`, and another free one, -1 without one."""
    ahead, right, left, _ = map(bool, fpv)
    heading, other = turned(dir, ahead, right, left)
    return heading, -1 if other is None else other


def BunkiAdd(dir: int, x: int, y: int) -> None:
    """Remembers a way not taken, at the end of `bunkiSpots`."""
    _of_caller("bunkiSpots").append([dir, x, y])


def BunkiDel(turnPoint: int) -> None:
    """Forgets the way at this place of `bunkiSpots`."""
    spots = _of_caller("bunkiSpots")
    spots[:] = spots[:turnPoint] + spots[turnPoint + 1 :]


def BunkiSearch(x: int, y: int) -> int:
    """Returns the place in `bunkiSpots` of the way remembered last at column x and row y, -1 without one."""
    spots = _of_caller("bunkiSpots")
    return max((place for place, spot in enumerate(spots) if spot[1:3] == [x, y]), default=-1)


def HeyaDisplay(screen: pygame.Surface, heya: Sequence[str], x: int, y: int, mark: str) -> None:
    """Draws a maze into a pygame window with `mark` in column x and row y: boxes for walls, letters."""
    import pygame

    maze = Blocks.from_rows(heya)
    maze.mark(x, y, mark)
    size = min(screen.get_width() // maze.width, screen.get_height() // maze.height)
    font = pygame.font.Font(None, 3 * size // 2)
    screen.fill("white")
    for cell, block in enumerate(maze.blocks):
        column, row = maze.place(cell)
        box = pygame.Rect(column * size, row * size, size, size)
        if maze.is_wall(column, row):
            screen.fill("gray40", box)
        else:
            letter = font.render(chr(block), True, "black")
            screen.blit(letter, letter.get_rect(center=box.center))
    pygame.display.flip()
