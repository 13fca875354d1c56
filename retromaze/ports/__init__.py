"""The native ports of the listings, one module each with a `main(machine)`, and the library of mazes."""

from retromaze.ports import mazes
from retromaze.ports.articles.console_game import Maze, UnionFind
from retromaze.ports.articles.digging import GenerateMaze
from retromaze.ports.articles.wall_extension import BitCount, BitSelect
from retromaze.ports.mazes import *  # noqa: F403

__all__ = ["BitCount", "BitSelect", "GenerateMaze", "Maze", "UnionFind"]
__all__ += mazes.__all__
