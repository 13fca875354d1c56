"""The games in text: the board and a prompt again and again, until X is at G.

Source: [Python] コンソールで遊べる簡単なゲームを作る - 迷路: its session, its messages,
and the sketch at its end.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from retromaze.ports.articles.console_game import process_message
from retromaze.ports.mazes import Draws, MazeGame, hexagonal_maze
from retromaze.ports.mazes.hexagons import KEYS
from retromaze.ports.scripts.terminal import arguments_of, quiet


@quiet
def console_game(arguments: Sequence[str] | None = None) -> int:
    """Plays in rooms by the words that are typed in; returns the exit status."""
    parser = arguments_of("console_game", "The maze game: X walks to G by the words that are typed in.")
    parser.add_argument("--far", action="store_true", help="puts G as far from S as can be")
    given = parser.parse_args(arguments)
    play(MazeGame(8, 4, far_goal=given.far, rng=given.rng))
    return 0


def console_game_far(arguments: Sequence[str] | None = None) -> int:
    """Returns the same as `console_game --far`, for the listing with the better goal."""
    return console_game(["--far", *(sys.argv[1:] if arguments is None else arguments)])


def play(game: MazeGame) -> None:
    """Asks and obeys until the player is at the goal or quits.  Raises EOFError."""
    while not process_message(game):
        pass


@quiet
def hexagonal_game(arguments: Sequence[str] | None = None) -> int:
    """Plays in hexagonal rooms by six letters; returns the exit status."""
    parser = arguments_of("hexagonal_game", "The game of hexagonal rooms: X walks to G by u i k m n h.")
    parser.add_argument("columns", nargs="?", type=int, default=10, help="rooms in the first row (10)")
    parser.add_argument("rows", nargs="?", type=int, default=5, help="rows of rooms (5)")
    given = parser.parse_args(arguments)
    try:
        play_in_hexagons(given.columns, given.rows, given.rng)
    except ValueError as error:
        parser.error(str(error))
    return 0


def play_in_hexagons(columns: int, rows: int, rng: Draws) -> None:
    """Asks and obeys until the player is at the goal or quits.  Raises ValueError for sizes, EOFError."""
    maze = hexagonal_maze(columns, rows, rng=rng)
    player = maze.start
    while True:
        print(maze.text({maze.goal: "G", maze.start: "S", player: "X"}))
        if player == maze.goal:
            print("ゲームクリア!")
            return
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
