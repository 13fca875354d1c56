"""The articles' own names, so that the sessions they print can be typed in.

Sources: the article on digging (GenerateMaze), the one on a game on the console (UnionFind), and that of
2022-10-10, pygame-mazemake (BitCount, BitSelect).
"""

from __future__ import annotations

from retromaze.ports.mazes.bits import bit_count, bit_select
from retromaze.ports.mazes.digging import DiggingMaze
from retromaze.ports.mazes.disjoint_sets import DisjointSets

GenerateMaze = DiggingMaze
UnionFind = DisjointSets
BitCount = bit_count
BitSelect = bit_select
