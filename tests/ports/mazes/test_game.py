"""The maze game as an object: article 003, `move` and the rest."""

import pytest

from retromaze.ports import MazeGame, Rooms, distances, farthest, kruskal_maze
from retromaze.ports.mazes.game import DOWN, LEFT, RIGHT, UP
from tests.ports.chosen import Chosen, draws_of_kruskal

BOARD = """\
+---+---+---+
| X     |   |
+   +---+   +
|         G |
+---+---+---+"""


def game() -> MazeGame:
    """The game on that board, and other draws for a second one."""
    return MazeGame(3, 2, rng=Chosen([*draws_of_kruskal(Rooms.from_text(BOARD)), *[0] * 7]))


def test_the_player_walks_where_no_wall_is() -> None:
    played = game()
    assert played.text() == BOARD
    assert [played.move(way) for way in (UP, LEFT, RIGHT, RIGHT, DOWN)] == [False, False, True, False, False]
    assert played.text() == BOARD.replace("X     ", "S   X ")
    assert [played.move(way) for way in (LEFT, DOWN, RIGHT)] == [True, True, True]
    assert not played.game_over()
    assert played.move(RIGHT) and played.game_over()
    assert played.text() == BOARD.replace("X", "S").replace("G", "X")


@pytest.mark.parametrize("direction", [(0, 0), (1, 1), (2, 0), (0, -2), (-1, 1)])
def test_article_003_move_refuses_what_is_not_one_step(direction: tuple[int, int]) -> None:
    played = game()
    with pytest.raises(ValueError) as caught:
        played.move(direction)
    assert str(caught.value) == f"a move is one step left, right, up or down, not {direction}"
    assert played.player == 0


def test_reset_and_regenerate_lead_back_to_the_start() -> None:
    played = game()
    played.move(RIGHT)
    played.reset()
    assert played.text() == BOARD
    played.move(RIGHT)
    played.regenerate()
    assert played.player == 0 and played.text() != BOARD


def test_article_003_a_better_goal_has_no_room_behind_it() -> None:
    for seed in range(1, 30):
        played = MazeGame(8, 4, far_goal=True, seed=seed)
        steps = distances(played.rooms)
        assert played.rooms.goal == farthest(kruskal_maze(8, 4, seed=seed))
        assert steps[played.rooms.goal] == max(steps.values())
        assert len(played.rooms.neighbors(played.rooms.goal)) == 1


def test_in_one_column_no_step_to_the_side_leads_down() -> None:
    played = MazeGame(1, 2, seed=1)
    moved = [played.move(way) for way in (RIGHT, LEFT, UP, DOWN, RIGHT, LEFT)]
    assert moved == [False, False, False, True, False, False]
    assert played.game_over()
