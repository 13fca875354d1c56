"""The names of the article on a maze game on the console, whose file is `maze.py`.

Source: [Python] コンソールで遊べる簡単なゲームを作る - 迷路, for names, messages and the order of the draws.
"""

from __future__ import annotations

import random

from retromaze.ports.mazes import DisjointSets, MazeGame, Rooms, kruskal_maze
from retromaze.ports.mazes.game import DOWN, LEFT, RIGHT, UP
from retromaze.ports.mazes.rooms import EAST, SOUTH

__all__ = ["Maze", "UnionFind", "process_message"]

UnionFind = DisjointSets


class _Random:
    """Python's `random` as a generator of the library, with the draws of `random.shuffle`."""

    def below(self, bound: int, /) -> int:
        # The last place has no choice left; the library draws for it, random.shuffle does not.
        return random.randrange(bound) if bound > 1 else 0


class Maze(MazeGame):
    """A `MazeGame` whose maze is `grid`, of the draws of Python's `random`.

    grid: list of `width` * `height` numbers, row by row, each the sum of OPEN_EAST and OPEN_SOUTH where one
    may leave the room; start, goal, player: numbers of rooms, at first top left, bottom right and top left.
    """

    OPEN_EAST, OPEN_SOUTH = EAST, SOUTH
    LEFT, RIGHT, UP, DOWN = LEFT, RIGHT, UP, DOWN

    def __init__(self, width: int, height: int) -> None:
        """Makes a first maze.  Raises ValueError for sizes below 1."""
        self.width = width
        self.height = height
        self.start = 0
        self.goal = width * height - 1
        super().__init__(width, height, rng=_Random())

    def _make(self, width: int, height: int) -> None:
        self.grid = self._kruskal()
        self.player = self.start

    def _kruskal(self) -> list[int]:
        """Returns the `grid` of another maze."""
        rooms = kruskal_maze(self.width, self.height, rng=self._draws)
        # `grid` has each passage once, in the room west or north of it
        return [doors & (EAST | SOUTH) for doors in rooms.doors]

    @property
    def rooms(self) -> Rooms:
        """The maze of `grid` as it is now, with start and goal; raises ValueError if a way leads out."""
        rooms = Rooms(self.width, self.height)
        rooms.start, rooms.goal = self.start, self.goal
        for room, ways in enumerate(self.grid):
            if ways & EAST:
                rooms.join(room, room + 1)
            if ways & SOUTH:
                rooms.join(room, room + self.width)
        return rooms

    def generate(self) -> None:
        """Makes another maze of the same size, with the player at its start."""
        self.regenerate()

    def index(self, x: int, y: int) -> int:
        """Returns the number of the room in column x and row y."""
        return x + y * self.width

    def coordinate(self, index: int) -> tuple[int, int]:
        """Returns the column and row of a room."""
        return index % self.width, index // self.width

    def at(self, x: int, y: int) -> int:
        """Returns the open sides of the room in column x and row y: OPEN_EAST, OPEN_SOUTH, their sum or 0."""
        return self.grid[self.index(x, y)]

    def on_board(self, x: int, y: int) -> bool:
        """Whether there is a room in column x and row y."""
        return 0 <= x < self.width and 0 <= y < self.height


def process_message(maze: MazeGame) -> bool:
    """Shows the board, reads a command and carries it out; an unknown one changes nothing.

    Returns True if the game is over: the word was quit, or the player is at the goal.  Raises EOFError.
    """
    maze.show()
    print("プレイヤー(X) をどの方向に動かすかを入力してください(up, down, left, right)")
    print("ゲームを終了する場合、quit; スタート地点に戻る場合 reset; 迷路を再生成する場合 regenerate.")
    moves = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}
    word = input("|> ")
    if word == "quit":
        return True
    if word in moves:
        if not maze.move(moves[word]):
            print("そちらには移動できません")
    elif word == "reset":
        maze.reset()
    elif word == "regenerate":
        maze.regenerate()
    else:
        print("入力を読み取れませんでした")
        return False
    if maze.game_over():
        maze.show()
        print("ゲームクリア!")
        return True
    return False
