"""A plain library of mazes: makers, solvers and a walker, none of which needs a screen."""

from retromaze.ports.mazes.blocks import Blocks
from retromaze.ports.mazes.digging import DiggingMaze, digging_maze, safe_sticks_maze, sticks_maze
from retromaze.ports.mazes.disjoint_sets import DisjointSets
from retromaze.ports.mazes.draws import Draws, Xorshift128, shuffled
from retromaze.ports.mazes.game import MazeGame
from retromaze.ports.mazes.hexagons import Hexagons
from retromaze.ports.mazes.kruskal import (
    HEART,
    SPIRAL,
    hexagonal_maze,
    kruskal_maze,
    kruskal_walls,
    picture_maze,
)
from retromaze.ports.mazes.rooms import Rooms
from retromaze.ports.mazes.solver import MazeLike, distances, farthest, is_perfect, shortest_way
from retromaze.ports.mazes.tree_makers import (
    aldous_broder_maze,
    backtracker_maze,
    binary_tree_maze,
    braid,
    eller_maze,
    growing_tree_maze,
    prim_maze,
    sidewinder_maze,
    wilson_maze,
)
from retromaze.ports.mazes.walker import Walk, Walker, article_walk, knock_holes, right_hand_walk
from retromaze.ports.mazes.wall_extension import (
    Growth,
    empty_room,
    floor_extension_maze,
    floor_growths,
    wall_extension_maze,
    wall_extension_rows,
    wall_growths,
)

__all__ = [
    "HEART",
    "SPIRAL",
    "Blocks",
    "DiggingMaze",
    "DisjointSets",
    "Draws",
    "Growth",
    "Hexagons",
    "MazeGame",
    "MazeLike",
    "Rooms",
    "Walk",
    "Walker",
    "Xorshift128",
    "aldous_broder_maze",
    "article_walk",
    "backtracker_maze",
    "binary_tree_maze",
    "braid",
    "digging_maze",
    "distances",
    "eller_maze",
    "empty_room",
    "farthest",
    "floor_extension_maze",
    "floor_growths",
    "growing_tree_maze",
    "hexagonal_maze",
    "is_perfect",
    "knock_holes",
    "kruskal_maze",
    "kruskal_walls",
    "picture_maze",
    "prim_maze",
    "right_hand_walk",
    "safe_sticks_maze",
    "shortest_way",
    "shuffled",
    "sidewinder_maze",
    "sticks_maze",
    "wall_extension_maze",
    "wall_extension_rows",
    "wall_growths",
    "wilson_maze",
]
