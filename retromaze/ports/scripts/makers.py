"""The scripts that print a maze, one for each article's method.

Source: 迷路生成アルゴリズム(穴掘り法), the dialogue of its last program, for digging; [Python]
コンソールで遊べる簡単なゲームを作る - 迷路, its part on クラスカル法 and the ideas at its end, for Kruskal's
method, pictures and hexagons; the column on なでしこ, whose drawing has 21 columns and a box of 13 dots for
each block, white or brown with a gray line, and whose second program prints CSV, for sticks; Python
(パイソン) であそぼう 6, <テキスト17> and what it prints, <テキスト18>, for wall extension.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence

from retromaze.ports.kruskal_steps import sentences
from retromaze.ports.mazes import (
    HEART,
    SPIRAL,
    Blocks,
    DiggingMaze,
    Rooms,
    Xorshift128,
    empty_room,
    floor_growths,
    hexagonal_maze,
    kruskal_walls,
    picture_maze,
    safe_sticks_maze,
    shortest_way,
    sticks_maze,
    wall_growths,
)
from retromaze.ports.mazes.kruskal import Pair, drawn_walls
from retromaze.ports.scripts.terminal import arguments_of, quiet, read_input

# ---- digging


@quiet
def digging(arguments: Sequence[str] | None = None) -> int:
    """Asks for the sizes until they can be dug, and prints the maze; returns the exit status."""
    parser = arguments_of("digging", "Asks for a width and a height and prints a maze of that size.")
    rng = parser.parse_args(arguments).rng
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


# ---- Kruskal's method


@quiet
def kruskal(arguments: Sequence[str] | None = None) -> int:
    """Prints a maze, or with --steps the numbered rooms after every wall; returns the exit status."""
    parser = arguments_of("kruskal", "Prints a maze that Kruskal's method makes of closed rooms.")
    parser.add_argument("width", nargs="?", type=int, default=4, help="rooms across (4)")
    parser.add_argument("height", nargs="?", type=int, default=4, help="rooms down (4)")
    parser.add_argument(
        "--steps", action="store_true", help="tells of every wall and prints the numbered rooms after it"
    )
    parser.add_argument(
        "--walls", metavar="5-6,10-14,...", type=pairs, help="looks at these walls alone, in that order"
    )
    given = parser.parse_args(arguments)
    width, height = given.width, given.height
    if width < 1 or height < 1 or width * height > 1000:
        # numbers have three digits
        parser.error(f"sizes are 1 or more and up to 1000 rooms, not {width} x {height}")
    rooms, order = Rooms(width, height), given.walls
    if order is None:
        walls = drawn_walls(width, height, given.rng)
        order = [(wall // 2, wall // 2 + (width if wall % 2 else 1)) for wall in walls]
    if given.steps:
        print(rooms.numbered())
    try:
        for one, other, broken, _ in kruskal_walls(rooms, order):
            if given.steps:
                room, neighbor = sorted((one, other))
                print("", *sentences(room, neighbor, neighbor == room + width, broken), sep="\n")
                print(rooms.numbered())
    except ValueError as error:
        parser.error(str(error))
    if not given.steps:
        print(rooms.text({rooms.goal: "G", rooms.start: "S"}))
    return 0


def kruskal_steps(arguments: Sequence[str] | None = None) -> int:
    """Returns the same as `kruskal --steps`, for the listing that tells of its steps."""
    return kruskal(["--steps", *(sys.argv[1:] if arguments is None else arguments)])


def pairs(text: str) -> list[Pair]:
    """Returns the walls that `5-6,10-14` names by the rooms beside them; raises ArgumentTypeError."""
    if not re.fullmatch(r"\d+-\d+(,\d+-\d+)*", text, re.ASCII):
        raise ArgumentTypeError(f"walls are written as 5-6,10-14, not as {text}")
    return [(int(one), int(other)) for one, other in (pair.split("-") for pair in text.split(","))]


# ---- hexagons and pictures


@quiet
def hexagonal(arguments: Sequence[str] | None = None) -> int:
    """Prints a maze of hexagonal rooms, as the article sketches one; returns the exit status."""
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


PICTURES = {"heart": HEART, "spiral": SPIRAL}


@quiet
def picture(arguments: Sequence[str] | None = None) -> int:
    """Prints a maze whose solution draws a picture, and the solution; returns the exit status."""
    parser = arguments_of("picture", "Prints a maze whose solution draws a picture.")
    parser.add_argument(
        "picture", nargs="?", default="heart", help="heart, spiral, a file, or - for the input"
    )
    parser.add_argument("--solution", action="store_true", help="draws the way, too")
    given = parser.parse_args(arguments)
    try:
        rows = PICTURES.get(given.picture) or read_input(given.picture).splitlines()
        maze = picture_maze(rows, rng=given.rng)
    except OSError as error:
        parser.error(f"{given.picture} cannot be read: {error}")
    except ValueError as error:
        parser.error(str(error))
    way = shortest_way(maze) if given.solution else None
    print(maze.text(dict.fromkeys(way or (), "*") | {maze.start: "S", maze.goal: "G"}))
    return 0


# ---- sticks

DOTS = 13


@quiet
def sticks(arguments: Sequence[str] | None = None) -> int:
    """Prints a maze of fallen sticks as squares, CSV or SVG; returns the exit status."""
    parser = arguments_of("sticks", "Prints a maze of fallen sticks, or one that was stored as CSV.")
    parser.add_argument("size", nargs="?", type=int, default=21, help="columns and rows, odd (21)")
    parser.add_argument("--safe", action="store_true", help="sticks that close nothing in")
    parser.add_argument("--read", metavar="FILE", help="the maze of a CSV file, or - for the input, instead")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="prints 1 for walls and 0 for floor, with commas")
    form.add_argument("--svg", action="store_true", help="prints the drawing for a browser, 13 dots a block")
    given = parser.parse_args(arguments)
    maker = safe_sticks_maze if given.safe else sticks_maze
    try:
        maze = Blocks.from_csv(read_input(given.read)) if given.read else maker(given.size, rng=given.rng)
    except OSError as error:
        parser.error(f"{given.read} cannot be read: {error.strerror}")
    except ValueError as error:
        parser.error(str(error))
    print(maze.csv() if given.csv else drawing(maze) if given.svg else squares(maze))
    return 0


def squares(maze: Blocks) -> str:
    """Returns the maze as lines of white and black squares, which are as wide as high."""
    places = [[maze.is_wall(x, y) for x in range(maze.width)] for y in range(maze.height)]
    return "\n".join("".join("□■"[wall] for wall in row) for row in places)


def drawing(maze: Blocks) -> str:
    """Returns the maze as SVG: the column's boxes, in its order and at its places."""
    width, height = maze.width * DOTS, maze.height * DOTS
    boxes = [
        f'<rect x="{x * DOTS}" y="{y * DOTS}" width="{DOTS}" height="{DOTS}"'
        f' fill="{"brown" if maze.is_wall(x, y) else "white"}"/>'
        for y in range(maze.height)
        for x in range(maze.width)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" stroke="gray">'
    return "\n".join([head, *boxes, "</svg>"])


# ---- wall extension

State = tuple[int, int, int, int]


@quiet
def wall_extension(arguments: Sequence[str] | None = None) -> int:
    """Prints a maze in quotes, nothing for a size below 5; returns the exit status."""
    parser = arguments_of(
        "wall_extension", "Prints a maze in quotes, without options the one of the article."
    )
    parser.add_argument("width", nargs="?", type=int, default=37, help="columns, 5 or more (37)")
    parser.add_argument("height", nargs="?", type=int, default=17, help="rows, 5 or more (17)")
    parser.add_argument("--floor", action="store_true", help="begins on any floor (B), not on the frame (A)")
    parser.add_argument(
        "--steps", action="store_true", help="prints x, y, the sides d and the maze each time"
    )
    parser.add_argument("--heya", action="store_true", help="prints the list of <テキスト19>: heya = [ ... ]")
    parser.add_argument("--words", type=words, metavar="A,B,C,D", help="four words to begin Xorshift128 with")
    parser.set_defaults(rng=None)
    given = parser.parse_args(arguments)
    if given.rng and given.words:
        parser.error("give either --seed or --words")
    if given.width >= 5 and given.height >= 5:
        maze = empty_room(given.width, given.height)
        rng = given.rng or Xorshift128(given.words or Xorshift128.ARTICLE_STATE)
        for x, y, sides in (floor_growths if given.floor else wall_growths)(maze, rng=rng):
            if given.steps:
                print(x, y, sides)
                print(maze.quoted())
        print(heya(maze) if given.heya else maze.quoted())
    return 0


def heya(maze: Blocks) -> str:
    """Returns the maze as the list that the article's walker begins with."""
    return "heya = [\n" + "".join(f'"{row}",\n' for row in maze.rows()) + "]"


def words(text: str) -> State:
    """Returns the four words that `1,2,3,4` names; raises ArgumentTypeError."""
    try:
        one, two, three, four = map(int, text.split(","))
        return Xorshift128((one, two, three, four)).state
    except ValueError as error:
        raise ArgumentTypeError(f"four 32-bit words, not all zero, not {text}") from error
