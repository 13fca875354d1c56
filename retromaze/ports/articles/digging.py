"""The class of the article on digging (穴掘り法), whose file is `generate.py`.

Source: that article, for names, the order of the draws, and the places of S and G.
"""

from __future__ import annotations

import random

from retromaze.ports.mazes import Blocks, DiggingMaze
from retromaze.ports.mazes.digging import STEPS, dig, steps_into_wall

__all__ = ["GenerateMaze"]

LETTERS = dict(zip(STEPS, "LRUD", strict=True))


class _Random:
    """Python's `random` as a generator of the library, with the draws of `random.choice`."""

    def below(self, bound: int, /) -> int:
        return random.randrange(bound)


class GenerateMaze(DiggingMaze):
    """A `DiggingMaze` of the draws of Python's `random`: after `random.seed(3)` it is the article's maze.

    Sizes are not checked, as in the article; an even one opens the frame right or below.
    """

    def __init__(self, width: int, height: int) -> None:
        """Makes a maze without marks, of `width` x `height` characters, 2 or more each."""
        super().__init__(width, height, rng=_Random())

    def regenerate(self) -> None:
        """Digs another maze of the same size, without marks."""
        self.maze = [list("#" * self.width) for _ in range(self.height)]
        self._dig_walls()

    def _dig_walls(self) -> None:
        """Digs into what is still "#", from a drawn room on."""
        blocks = self._blocks()
        dig(blocks, self._draws)
        self.maze[:] = map(list, blocks.rows())

    def _search_directions(self, y: int, x: int) -> list[str]:
        """Returns the ways on which "#" stands two places from (y, x), in the order L, R, U, D."""
        return [LETTERS[step] for step in steps_into_wall(self._blocks(), x, y)]

    def _blocks(self) -> Blocks:
        return Blocks.from_rows(["".join(row) for row in self.maze])
