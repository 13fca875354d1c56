"""A maze of hexagonal rooms in text, as the article sketches one.

Source: [Python] コンソールで遊べる簡単なゲームを作る - 迷路, the idea at its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from retromaze.ports.mazes import hexagonal_maze
from retromaze.ports.scripts.terminal import arguments_of, quiet


@quiet
def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a maze; returns the exit status."""
    parser = arguments_of("hexagonal", "Prints a maze of hexagonal rooms; hexagonal_game plays in one.")
    parser.add_argument("columns", nargs="?", type=int, default=10, help="rooms in the first row (10)")
    parser.add_argument("rows", nargs="?", type=int, default=5, help="rows of rooms (5)")
    given = parser.parse_args(arguments)
    try:
        maze = hexagonal_maze(given.columns, given.rows, rng=given.rng)
    except ValueError as error:
        parser.error(str(error))
    print(maze.text({maze.start: "S", maze.goal: "G"}))
    return 0
