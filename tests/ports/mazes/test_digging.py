"""The dug maze as an object: article 001 (穴掘り法), its session."""

import ast

import pytest

from retromaze.ports import Blocks, DiggingMaze, digging_maze, is_perfect
from tests.ports.articles import DUG_13_BY_9
from tests.ports.chosen import Chosen, draws_of_digging

ROWS = [ast.literal_eval(line) for line in DUG_13_BY_9.splitlines()]

MARKED = """\
# # # # # # # # # # # # # 
#           #           G 
# # #   #   #   # # #   # 
#       #   #       #   # 
#   # # # # # # # # #   # 
#               #       # 
#   # # # # #   #   # # # 
S           #           # 
# # # # # # # # # # # # # 
"""  # noqa: W291


def articles_maze(*more: int) -> DiggingMaze:
    """The maze of the article, and one after it by more draws."""
    rng = Chosen([*draws_of_digging(Blocks.from_rows(["".join(row) for row in ROWS])), *more])
    return DiggingMaze(13, 9, rng=rng)


def test_article_001_its_session(capsys: pytest.CaptureFixture[str]) -> None:
    maze = articles_maze(*[0] * 200)
    assert not hasattr(maze, "start") and not hasattr(maze, "goal")
    assert "\n".join(map(str, maze.maze)) == DUG_13_BY_9
    maze.print_maze()
    assert capsys.readouterr().out == MARKED.replace("S", "#").replace("G", "#")
    maze.preset_start_goal()
    maze.print_maze()
    assert capsys.readouterr().out == MARKED
    assert (maze.start, maze.goal) == ((7, 0), (1, 12))
    maze.regenerate()
    maze.print_maze()
    again = capsys.readouterr().out
    assert "S" not in again and "G" not in again and again != MARKED
    assert is_perfect(Blocks.from_rows(["".join(row) for row in maze.maze]))
    assert (maze.start, maze.goal) == ((7, 0), (1, 12))


def test_article_001_its_example_is_a_perfect_maze() -> None:
    rows = ["#######", "#     #", "##### #", "#   # #", "# # # #", "# #   #", "#######"]
    assert is_perfect(Blocks.from_rows(rows))
    assert (
        digging_maze(7, 7, marks=False, rng=Chosen(draws_of_digging(Blocks.from_rows(rows)))).rows() == rows
    )


@pytest.mark.parametrize(
    ("print_width", "line"),
    [(0, "## #"), (1, "## #"), (2, "# #   # "), (3, " #  #     # "), (4, " #   #       #  ")],
)
def test_blocks_stand_in_the_middle_of_the_print_width(print_width: int, line: str) -> None:
    maze = DiggingMaze(5, 5, seed=1)
    maze.maze = [list("## #")]
    assert maze.text(print_width) == line


@pytest.mark.parametrize(("width", "height"), [(4, 9), (9, 3), (8, 9)])
def test_even_and_small_sizes_are_refused(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="must be odd and at least 5"):
        DiggingMaze(width, height)
