"""Wall extension as its article runs it: prints the maze in quotes, to be pasted into a program.

Source: Python (パイソン) であそぼう 6, <テキスト17> and what it prints, <テキスト18>.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Sequence

from retromaze.ports.mazes import Blocks, Xorshift128, empty_room, floor_growths, wall_growths
from retromaze.ports.scripts.terminal import arguments_of, quiet

State = tuple[int, int, int, int]


@quiet
def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the article's maze, or another; nothing for a size below 5.  Returns the exit status."""
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
    """The maze as the list that the article's walker begins with."""
    return "heya = [\n" + "".join(f'"{row}",\n' for row in maze.rows()) + "]"


def words(text: str) -> State:
    """The four words that `1,2,3,4` names; raises ArgumentTypeError."""
    try:
        one, two, three, four = map(int, text.split(","))
        return Xorshift128((one, two, three, four)).state
    except ValueError as error:
        raise ArgumentTypeError(f"four 32-bit words, not all zero, not {text}") from error
