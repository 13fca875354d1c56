"""Digging as its article runs it: asks for the sizes until they can be dug, and prints the maze.

Source: 迷路生成アルゴリズム(穴掘り法), the dialogue of its last program.
"""

from __future__ import annotations

from collections.abc import Sequence

from retromaze.ports.mazes import DiggingMaze
from retromaze.ports.scripts.terminal import arguments_of, quiet


@quiet
def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the script; returns its exit status."""
    given = arguments_of("digging", "Asks for a width and a height and prints a maze of that size.")
    rng = given.parse_args(arguments).rng
    maze = DiggingMaze(*asked_sizes(), rng=rng)
    maze.preset_start_goal()
    maze.print_maze()
    return 0


def asked_sizes() -> tuple[int, int]:
    """Width and height, asked for until both are odd and at least 5.  Raises EOFError."""
    while True:
        print("迷路を出力します")
        print("幅と高さが5以上の奇数を入力")
        try:
            sizes = int(input("Width = ")), int(input("Height = "))
        except ValueError:
            print("有効な数字を入力して下さい\n")
            continue
        if all(size >= 5 and size % 2 for size in sizes):
            return sizes
