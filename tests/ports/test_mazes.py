"""The makers of mazes: perfect at every size and seed, and the article's own maze."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.machine.rng import Rng
from retromaze.ports import (
    Blocks,
    Hexagons,
    Rooms,
    Xorshift128,
    backtracker_maze,
    binary_tree_maze,
    digging_maze,
    distances,
    empty_room,
    floor_extension_maze,
    hexagonal_maze,
    is_perfect,
    kruskal_maze,
    safe_sticks_maze,
    shortest_way,
    sticks_maze,
    wall_extension_maze,
    wall_extension_rows,
    wall_growths,
)
from retromaze.ports.mazes.draws import draws
from tests.amounts import many
from tests.refusals import message_of

Maker = Callable[..., Any]

ROOM_MAKERS = [backtracker_maze, binary_tree_maze, kruskal_maze]
BLOCK_MAKERS = [wall_extension_maze, floor_extension_maze, digging_maze, safe_sticks_maze]

SEEDS = st.integers(1, 2**32 - 1)
QUICK = settings(max_examples=many(8, 40))


@pytest.mark.parametrize("maker", ROOM_MAKERS)
@given(width=st.integers(1, 20), height=st.integers(1, 20), seed=SEEDS)
@QUICK
def test_rooms_are_joined_without_circles(maker: Maker, width: int, height: int, seed: int) -> None:
    maze = maker(width, height, seed=seed)
    assert len(list(maze.cells())) == width * height
    assert is_perfect(maze)


@pytest.mark.parametrize("maker", BLOCK_MAKERS)
@given(width=st.integers(2, 12), height=st.integers(2, 12), seed=SEEDS)
@QUICK
def test_floor_blocks_are_joined_without_circles(maker: Maker, width: int, height: int, seed: int) -> None:
    maze = maker(2 * width + 1, 2 * height + 1, seed=seed)
    rooms = width * height
    doors = 2 if maker is digging_maze else 0
    assert len(maze.cells()) == 2 * rooms - 1 + doors
    assert is_perfect(maze)


@given(width=st.integers(2, 12), height=st.integers(1, 12), seed=SEEDS)
@QUICK
def test_hexagons_are_joined_by_one_passage_fewer_than_rooms(width: int, height: int, seed: int) -> None:
    maze = hexagonal_maze(width, height, seed=seed)
    assert len(maze.cells()) == width * height - height // 2
    assert is_perfect(maze)


@given(width=st.integers(2, 12), height=st.integers(2, 12), seed=SEEDS)
@QUICK
def test_sticks_never_part_rooms_along_the_frame(width: int, height: int, seed: int) -> None:
    maze = sticks_maze(2 * width + 1, 2 * height + 1, seed=seed)
    reached = distances(maze)
    for y in range(1, maze.height, 2):
        for x in range(1, maze.width, 2):
            if x in (1, maze.width - 2) or y in (1, maze.height - 2):
                assert y * maze.width + x in reached


@given(width=st.integers(5, 30), height=st.integers(5, 30), seed=SEEDS)
@QUICK
def test_growth_by_growth_the_walls_are_those_of_the_fast_form(width: int, height: int, seed: int) -> None:
    maze = empty_room(width, height)
    for x, y, sides in wall_growths(maze, seed=seed):
        steps = [(0, -2), (2, 0), (0, 2), (-2, 0)]
        inside = [0 <= x + dx < maze.width and 0 <= y + dy < maze.height for dx, dy in steps]
        free = [inside[side] and not maze.is_wall(x + dx, y + dy) for side, (dx, dy) in enumerate(steps)]
        assert maze.is_wall(x, y) and sides == sum(1 << side for side in range(4) if free[side]) > 0
    assert maze.text() == wall_extension_maze(width, height, seed=seed).text()


def test_rows_of_a_size_too_small_are_none_as_in_the_article() -> None:
    assert [wall_extension_rows(*size) for size in [(4, 9), (9, 4), (-1, 0)]] == [[], [], []]
    assert wall_extension_rows(5, 6, seed=1) == wall_extension_maze(5, 5, seed=1).rows()


def test_quoted_lines_are_read_as_they_are_pasted() -> None:
    maze = wall_extension_maze(9, 7, seed=3)
    quoted = maze.quoted()
    assert quoted.splitlines()[0] == '"+-------+"'
    listed = "".join(f"  {line},\r\n" for line in quoted.splitlines())
    data = "".join(f"DATA {line}\n" for line in quoted.splitlines())
    for text in (quoted, listed, data, maze.text(), maze.text() + "\n\n"):
        assert Blocks.from_text(text).rows() == maze.rows()
    with pytest.raises(ValueError, match="a maze needs rows of ASCII characters, all of one length"):
        Blocks.from_text("\n")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@given(width=st.integers(2, 9), height=st.integers(2, 9), seed=SEEDS)
@QUICK
def test_csv_is_read_back_with_any_end_of_line(end: str, width: int, height: int, seed: int) -> None:
    maze = sticks_maze(2 * width + 1, 2 * height + 1, seed=seed)
    text = maze.csv().replace("\n", end)
    assert Blocks.from_csv(text).rows() == Blocks.from_csv(text + end).rows() == maze.rows()


def test_csv_that_is_no_maze_is_refused() -> None:
    messages = [
        ("", "line 1 is not 1 times 0 or 1, commas between"),
        ("1,1,1\n1,0\n1,1,1", "line 2 is not 3 times 0 or 1, commas between"),
        ("1,1,1\n1,2,1\n1,1,1", "line 2 is not 3 times 0 or 1, commas between"),
        ("1,1,1\n1,0,1\n1;1,1", "line 3 is not 3 times 0 or 1, commas between"),
        ("1,1,1\n1,0,1,\n", "line 2 is not 3 times 0 or 1, commas between"),
        ("1,1,1\n1,01\n", "line 2 is not 3 times 0 or 1, commas between"),
        ("1,1,1\n1,0,1\n1,1,1\n\n", "line 4 is not 3 times 0 or 1, commas between"),
        ("1,1\r\r\n", "line 1 is not 3 times 0 or 1, commas between"),
    ]
    assert [(text, message_of(ValueError, Blocks.from_csv, text)) for text, _ in messages] == messages


@given(width=st.integers(1, 15), height=st.integers(1, 15), seed=SEEDS)
@QUICK
def test_a_binary_tree_needs_no_more_steps_than_columns_and_rows(width: int, height: int, seed: int) -> None:
    maze = binary_tree_maze(width, height, seed=seed)
    assert distances(maze) == {cell: sum(maze.place(cell)) for cell in maze.cells()}


def test_the_same_seed_makes_the_same_maze() -> None:
    makers: list[Maker] = [*ROOM_MAKERS, *BLOCK_MAKERS, hexagonal_maze, sticks_maze]
    mazes = {maker: [maker(11, 9, seed=seed).text() for seed in (7, 7, 8)] for maker in makers}
    assert [maker for maker, (one, two, other) in mazes.items() if not one == two != other] == []


def test_a_size_that_cannot_be_is_refused() -> None:
    messages = [
        (backtracker_maze, (0, 5), "width must be at least 1, not 0"),
        (binary_tree_maze, (5, -1), "height must be at least 1, not -1"),
        (kruskal_maze, (0, 0), "width must be at least 1, not 0"),
        (wall_extension_maze, (4, 9), "width must be at least 5, not 4"),
        (floor_extension_maze, (9, 4), "height must be at least 5, not 4"),
        (digging_maze, (9, 8), "height must be odd and at least 5, not 8"),
        (digging_maze, (3, 9), "width must be odd and at least 5, not 3"),
        (sticks_maze, (20,), "width must be odd and at least 5, not 20"),
        (safe_sticks_maze, (21, 3), "height must be odd and at least 5, not 3"),
        (hexagonal_maze, (1, 4), "hexagons need 2 columns and 1 row or more, not 1 and 4"),
    ]
    told = [(maker, sizes, message_of(ValueError, maker, *sizes, seed=1)) for maker, sizes, _ in messages]
    assert told == messages


def test_a_seed_and_a_generator_together_are_refused() -> None:
    with pytest.raises(ValueError, match="give either a seed or an rng, not both"):
        kruskal_maze(3, 3, seed=1, rng=Xorshift128())


def test_a_seed_is_a_32_bit_word_and_not_zero() -> None:
    for seed in [0, -1, 2**32]:
        with pytest.raises(ValueError, match="a seed must be from 1 to"):
            kruskal_maze(3, 3, seed=seed)


@given(seed=SEEDS, bounds=st.lists(st.integers(1, 2**31), max_size=50))
@QUICK
def test_a_seed_draws_what_the_machine_draws_from_it(seed: int, bounds: list[int]) -> None:
    machine, library = Rng(seed), draws(seed, None)
    assert [library.below(bound) for bound in bounds] == [machine.below(bound) for bound in bounds]


def test_rooms_show_their_walls_as_crosses_dashes_and_bars() -> None:
    rooms = Rooms(2, 2, bytearray([1, 4 | 2, 1, 4 | 8]))
    assert rooms.text({0: "S", 3: "G"}) == (
        "+---+---+\n"
        "| S     |\n"
        "+---+   +\n"
        "|     G |\n"
        "+---+---+"
    )  # fmt: skip
    assert shortest_way(rooms) == [0, 1, 3]
    assert shortest_way(rooms, start=2) == [2, 3]


def test_the_sketch_of_six_directions_is_how_hexagons_look() -> None:
    hexagons = Hexagons(3, 3)
    for cell, way, beyond, back in [(0, 1, 1, 8), (1, 2, 4, 16), (4, 4, 6, 32), (4, 8, 3, 1), (2, 4, 4, 32)]:
        hexagons.doors[cell] |= way
        hexagons.doors[beyond] |= back
    assert hexagons.text({0: "S", 7: "G"}) == (
        "+-----+-----+-----+\n"
        "|  S        |     |\n"
        "+--+--+--+  +  +--+\n"
        "   |           |\n"
        "+--+--+--+  +--+--+\n"
        "|     |     |  G  |\n"
        "+-----+-----+-----+"
    )  # fmt: skip
    assert hexagons.neighbors(4) == [6, 3, 1, 2]


def test_digging_opens_an_entrance_and_an_exit_unless_told_not_to() -> None:
    maze = digging_maze(9, 7, seed=3)
    assert maze.rows()[5][0] == "S" and maze.rows()[1][8] == "G"
    way = shortest_way(maze)
    assert way is not None and (maze.place(way[0]), maze.place(way[-1])) == ((0, 5), (8, 1))
    assert digging_maze(9, 7, marks=False, seed=3).text() == maze.text().replace("S", "#").replace("G", "#")
