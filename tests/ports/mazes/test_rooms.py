"""Rooms: what lies beside a room, walls that are opened; hexagonal rooms, as in article 003."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.ports import Hexagons, Rooms, hexagonal_maze, is_perfect, shortest_way
from tests.amounts import many
from tests.ports.articles import GAME_SESSION, HEXAGONAL_SKETCH
from tests.refusals import message_of


def test_the_rooms_beside_a_room_do_not_depend_on_walls() -> None:
    rooms = Rooms(3, 2)
    rooms.join(0, 1)
    assert [rooms.beside(room) for room in rooms.cells()] == [
        *([1, 3], [2, 4, 0], [5, 1]),
        *([4, 0], [5, 3, 1], [4, 2]),
    ]
    assert [Rooms(1, 3).beside(1), Rooms(3, 1).beside(1), Rooms(1, 1).beside(0)] == [[2, 0], [2, 0], []]


def test_rooms_that_are_not_beside_each_other_cannot_be_joined() -> None:
    rooms = Rooms(3, 2)
    pairs = [(2, 3), (0, 4), (0, 0), (-1, 0), (5, 8)]
    told = [message_of(ValueError, rooms.join, *pair) for pair in pairs]
    assert told == [f"rooms {one} and {other} have no wall between them" for one, other in pairs]
    assert rooms.passages() == 0


def test_article_003_its_boards_are_read_and_keep_their_letters() -> None:
    boards = re.findall(r"(?:^[+|](?!>).*\n)+", GAME_SESSION, re.MULTILINE)
    read = [Rooms.from_text(board) for board in boards]
    assert [rooms.text() + "\n" for rooms in read] == boards
    assert all(is_perfect(rooms) and (rooms.width, rooms.height) == (8, 4) for rooms in read)
    assert [rooms.marks for rooms in read] == [
        {0: "X", 31: "G"},
        {0: "S", 1: "X", 31: "G"},
        {0: "S", 2: "X", 31: "G"},
        {0: "X", 31: "G"},
        {0: "S", 8: "X", 31: "G"},
        {0: "S", 16: "X", 31: "G"},
    ]
    assert (read[0].doors == read[2].doors, read[0].doors == read[3].doors) == (True, False)


def test_s_and_g_of_a_picture_are_start_and_goal() -> None:
    rooms = Rooms.from_text("\n+---+---+\r\n| G     |\r\n+   +---+\r\n|   | S |\r\n+---+---+\n")
    assert (rooms.start, rooms.goal, rooms.neighbors(0)) == (3, 0, [1, 2])
    assert rooms.text({}) == rooms.text().replace("G", " ").replace("S", " ")


def test_what_is_no_picture_of_rooms_is_refused() -> None:
    for text in (
        "",
        "+",
        "+---+",
        "+---+\n|   |",
        "+---+\n|   |\n+   +",
        "+---+\n|    \n+---+",
        "+---+---+\n|   |  |\n+---+---+",
        "+---+---+\n|  X|   |\n+---+---+",
        "+---+\n|   |\n+---+\n|   |",
    ):
        with pytest.raises(ValueError, match="this is no picture of rooms"):
            Rooms.from_text(text)


def test_article_003_its_sketch_is_a_perfect_maze_and_keeps_its_letters() -> None:
    sketch = Hexagons.from_text(f"\n{HEXAGONAL_SKETCH}\n")
    assert (sketch.width, sketch.height, len(sketch.doors)) == (10, 5, 48)
    assert is_perfect(sketch)
    way = shortest_way(sketch)
    assert way is not None and len(way) == 33 and 3 in way
    assert sketch.text() == sketch.text({0: "S", 3: "X", 47: "G"}) == HEXAGONAL_SKETCH
    assert (sketch.marks, sketch.start, sketch.goal) == ({0: "S", 3: "X", 47: "G"}, 0, 47)
    backwards = Hexagons.from_text(HEXAGONAL_SKETCH.translate(str.maketrans("SG", "GS")))
    assert (backwards.start, backwards.goal) == (47, 0)
    assert sketch.text({}) == HEXAGONAL_SKETCH.translate(str.maketrans("SXG", "   "))


@settings(max_examples=many(15, 60))
@given(width=st.integers(2, 12), height=st.integers(1, 12), seed=st.integers(1, 2**32 - 1))
def test_what_is_printed_can_be_read(width: int, height: int, seed: int) -> None:
    maze = hexagonal_maze(width, height, seed=seed)
    assert Hexagons.from_text(maze.text({maze.start: "S"})).doors == maze.doors


def test_what_is_no_picture_of_hexagons_is_refused() -> None:
    for text in [
        "",
        "+-----+",
        "+-----+\n|     |\n+-----+",
        "+-----+-----+\n|     |     |",
        "+-----+-----+\n|     |    |\n+-----+-----+",
        "+-----+-----+\n| x   |     |\n+-----+-----+",
    ]:
        with pytest.raises(ValueError, match=r"this is no picture|hexagons need 2 columns"):
            Hexagons.from_text(text)
