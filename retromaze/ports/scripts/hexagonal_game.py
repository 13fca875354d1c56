"""The game of hexagonal rooms in text: the article's sketch again and again, until X is at G.

Source: [Python] コンソールで遊べる簡単なゲームを作る - 迷路, the idea at its end, its game's messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from retromaze.ports.mazes import Draws, Hexagons, hexagonal_maze
from retromaze.ports.mazes.hexagons import KEYS
from retromaze.ports.scripts.terminal import arguments_of, quiet


@quiet
def main(arguments: Sequence[str] | None = None) -> int:
    """Plays a game; returns the exit status."""
    parser = arguments_of("hexagonal_game", "The game of hexagonal rooms: X walks to G by u i k m n h.")
    parser.add_argument("columns", nargs="?", type=int, default=10, help="rooms in the first row (10)")
    parser.add_argument("rows", nargs="?", type=int, default=5, help="rows of rooms (5)")
    given = parser.parse_args(arguments)
    try:
        play(given.columns, given.rows, given.rng)
    except ValueError as error:
        parser.error(str(error))
    return 0


def play(columns: int, rows: int, rng: Draws) -> None:
    """Asks and obeys until the player is at the goal or quits.  Raises ValueError for sizes, EOFError."""
    maze = hexagonal_maze(columns, rows, rng=rng)
    player = maze.start
    while player != maze.goal:
        print(drawn(maze, player))
        print("プレイヤー(X) をどの方向に動かすかを入力してください(u:左上 i:右上 k:右 m:右下 n:左下 h:左)")
        print("ゲームを終了する場合、quit; スタート地点に戻る場合 reset; 迷路を再生成する場合 regenerate.")
        word = input("|> ")
        if word == "quit":
            return
        if word in KEYS:
            if maze.doors[player] & KEYS[word]:
                player += dict(maze.steps())[KEYS[word]]
            else:
                print("そちらには移動できません")
        elif word == "regenerate":
            maze, player = hexagonal_maze(columns, rows, rng=rng), maze.start
        elif word == "reset":
            player = maze.start
        else:
            print("入力を読み取れませんでした")
    print(drawn(maze, player))
    print("ゲームクリア!")


def drawn(maze: Hexagons, player: int) -> str:
    """The rooms with S, G and the player's X, which hides both."""
    return maze.text({maze.goal: "G", maze.start: "S", player: "X"})
