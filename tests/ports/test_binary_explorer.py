"""The game that プチコン3号 12日目 tells of: a binary tree on the article's room array, and its way shown."""

from itertools import pairwise

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.comparison.runnable_programs import Port
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.ports import binary_tree_maze, shortest_way
from retromaze.ports.binary_explorer import grow
from retromaze.runner import run_source
from tests.ports.natively import BOTH

YELLOW = 0xFFFFFF00
KEYS = "十字ボタン:歩く  A:道を見る  Y:やめる\n"
SIZES = {"width": 6, "height": 4}


def run(native: bool, seed: int, presses: list[str]) -> Machine:
    """Both to the end: each button for two frames, and a pause of two after it."""
    machine = Machine(seed=seed)
    for number, name in enumerate(presses):
        machine.input.schedule[4 * number + 4] = Buttons[name]
        machine.input.schedule[4 * number + 6] = Buttons(0)
    entry = CATALOGUE["binary_explorer"]
    if native:
        Port(entry.port).load()(machine, **SIZES)
    else:
        assert run_source(listing_source(entry, **SIZES), machine) is None
    return machine


def way_of(seed: int) -> list[str]:
    maze = binary_tree_maze(SIZES["width"], SIZES["height"], seed=seed)
    way = shortest_way(maze)
    assert way is not None
    return ["RIGHT" if b - a == 1 else "DOWN" for a, b in pairwise(way)]


def marks(machine: Machine) -> int:
    """How many rooms on the screen have a sign of the way; the player stands on one more."""
    picture = machine.picture()
    rooms = [(x, y) for x in range(-5, 6) for y in range(-4, 5)]
    inside = [(200 + 32 * x, 120 + 32 * y) for x, y in rooms if 0 <= 120 + 32 * y < 240]
    return sum(picture[y * 400 + x] == YELLOW for x, y in inside)


@BOTH
def test_the_way_of_the_librarys_maze_leads_to_the_goal(native: bool) -> None:
    """「正解の道の長さは「迷路の幅+迷路の高さ」が最大」: in steps from room to room it is two less."""
    way = way_of(3)
    assert len(way) == 8
    assert run(native, 3, way).console.text() == f"{KEYS}ゴール! 8歩 最短 8歩"


@BOTH
def test_walls_stop_the_player_and_y_ends_the_game(native: bool) -> None:
    assert run(native, 1, ["UP", "LEFT", "Y"]).console.text() == f"{KEYS}終わり 0歩"


@BOTH
def test_a_shows_the_way_and_hides_it(native: bool) -> None:
    assert [marks(run(native, 2, [*presses, "Y"])) for presses in ([], ["A"], ["A", "A"])] == [0, 8, 0]


def test_the_rooms_are_numbered_as_in_the_article() -> None:
    """「北、西に壁:3 北に壁:2 西に壁:1 壁無し:0」: each keeps one; those at the edge, what they need."""
    rooms = grow(Machine(seed=5), 4, 3)
    assert [rooms[1, y] for y in (1, 2, 3)] == [3, 1, 1]
    assert [rooms[x, 1] for x in (2, 3, 4)] == [2, 2, 2]
    assert {rooms[x, y] for x in range(2, 5) for y in (2, 3)} <= {1, 2}
    assert len(rooms) == 12
