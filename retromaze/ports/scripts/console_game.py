"""The maze game as its article plays it: the board and a prompt again and again, until X is at G.

Source: [Python] コンソールで遊べる簡単なゲームを作る - 迷路, the session at its beginning and its messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from retromaze.ports.mazes import MazeGame
from retromaze.ports.mazes.game import DOWN, LEFT, RIGHT, UP
from retromaze.ports.scripts.terminal import arguments_of, quiet

MOVES = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}


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
    while True:
        print(game.text())
        print("プレイヤー(X) をどの方向に動かすかを入力してください(up, down, left, right)")
        print("ゲームを終了する場合、quit; スタート地点に戻る場合 reset; 迷路を再生成する場合 regenerate.")
        word = input("|> ")
        if word == "quit":
            return
        obey(game, word)
        if game.game_over():
            print(game.text())
            print("ゲームクリア!")
            return


def obey(game: MazeGame, word: str) -> None:
    """Does what any word but quit says, or tells why not."""
    if word in MOVES:
        if not game.move(MOVES[word]):
            print("そちらには移動できません")
    elif word == "reset":
        game.reset()
    elif word == "regenerate":
        game.regenerate()
    else:
        print("入力を読み取れませんでした")
