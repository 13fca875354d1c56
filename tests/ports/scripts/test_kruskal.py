"""`python -m retromaze.ports.kruskal`: article 003, its numbered boards wall by wall."""

from __future__ import annotations

import pytest

from retromaze.ports import kruskal_maze
from retromaze.ports.scripts.makers import kruskal
from retromaze.ports.scripts.makers import kruskal_steps as steps
from tests.ports.articles import KRUSKAL_STEPS


def test_article_003_its_boards_wall_by_wall(capsys: pytest.CaptureFixture[str]) -> None:
    assert kruskal(["--steps", "--walls", "5-6,10-14,5-9,9-10,6-10"]) == 0
    assert capsys.readouterr().out == KRUSKAL_STEPS + "\n"
    assert steps(["--walls", "6-5,10-14,5-9,9-10,6-10"]) == 0
    assert capsys.readouterr().out == KRUSKAL_STEPS + "\n"


def test_without_steps_it_prints_the_maze_of_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert kruskal(["7", "5", "--seed", "6"]) == 0
    maze = kruskal_maze(7, 5, seed=6)
    assert capsys.readouterr().out == maze.text({maze.start: "S", maze.goal: "G"}) + "\n"


def test_the_last_step_is_the_maze(capsys: pytest.CaptureFixture[str]) -> None:
    assert kruskal(["5", "3", "--steps", "--seed", "6"]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith(kruskal_maze(5, 3, seed=6).numbered() + "\n")
    assert printed.count("実際に") == 14 and printed.count("\n\n") == 22


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["0", "4"], "sizes are 1 or more and up to 1000 rooms, not 0 x 4"),
        (["40", "40"], "sizes are 1 or more and up to 1000 rooms, not 40 x 40"),
        (["--walls", "3-4"], "rooms 3 and 4 have no wall between them"),
        (["--walls", "x"], "walls are written as 5-6,10-14, not as x"),
    ],
)
def test_what_cannot_be_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        kruskal(words)
    assert caught.value.code == 2
    assert capsys.readouterr().err.endswith(f"{message}\n")
