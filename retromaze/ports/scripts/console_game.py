"""The maze game as its article plays it: the board and a prompt again and again, until X is at G.

Source: [Python] コンソールで遊べる簡単なゲームを作る - 迷路, the session at its beginning and its messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from retromaze.ports.articles.console_game import process_message
from retromaze.ports.mazes import MazeGame
from retromaze.ports.scripts.terminal import arguments_of, quiet


@quiet
def main(arguments: Sequence[str] | None = None) -> int:
    """Plays a game; returns the exit status."""
    parser = arguments_of("console_game", "The maze game: X walks to G by the words that are typed in.")
    parser.add_argument("--far", action="store_true", help="puts G as far from S as can be")
    given = parser.parse_args(arguments)
    play(MazeGame(8, 4, far_goal=given.far, rng=given.rng))
    return 0


def play(game: MazeGame) -> None:
    """Asks and obeys until the player is at the goal or quits.  Raises EOFError."""
    while not process_message(game):
        pass
