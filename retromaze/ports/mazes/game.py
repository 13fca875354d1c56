"""The maze game without a screen: a player walks through rooms from the start to the goal."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.kruskal import kruskal_maze
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST, Rooms
from retromaze.ports.mazes.solver import farthest

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)
DOORS = {LEFT: WEST, RIGHT: EAST, UP: NORTH, DOWN: SOUTH}


class MazeGame:
    """A maze of Kruskal's method and a player in it.

    player: the number of the room where the player stands.
    """

    def __init__(
        self,
        width: int,
        height: int,
        *,
        far_goal: bool = False,
        seed: int | None = None,
        rng: Draws | None = None,
    ) -> None:
        """Makes the first maze; the goal is bottom right, or with `far_goal` farthest from the start.

        Raises ValueError for sizes below 1.
        """
        self._draws = draws(seed, rng)
        self._far_goal = far_goal
        self._make(width, height)

    def _make(self, width: int, height: int) -> None:
        self._rooms = kruskal_maze(width, height, rng=self._draws)
        if self._far_goal:
            self._rooms.goal = farthest(self._rooms)
        self.player = self._rooms.start

    @property
    def rooms(self) -> Rooms:
        """The maze, with its start and its goal."""
        return self._rooms

    def regenerate(self) -> None:
        """Makes another maze of the same size, with the player at its start."""
        self._make(self.rooms.width, self.rooms.height)

    def reset(self) -> None:
        """Puts the player back to the start."""
        self.player = self.rooms.start

    def move(self, direction: tuple[int, int]) -> bool:
        """Moves the player one room: LEFT, RIGHT, UP or DOWN, which are (columns, rows).

        False if a wall or the edge is in the way.  Raises ValueError for what is not one step.
        """
        columns, rows = direction
        if (columns, rows) not in DOORS:
            raise ValueError(f"a move is one step left, right, up or down, not {direction}")
        maze = self.rooms
        if not maze.doors[self.player] & DOORS[columns, rows]:
            return False
        self.player += columns + rows * maze.width
        return True

    def game_over(self) -> bool:
        """Whether the player is at the goal."""
        return self.player == self.rooms.goal

    def text(self) -> str:
        """Returns the walls, S, G and the player's X, which hides both."""
        maze = self.rooms
        return maze.text({maze.goal: "G", maze.start: "S", self.player: "X"})

    def show(self) -> None:
        """Prints the walls and the letters."""
        print(self.text())
