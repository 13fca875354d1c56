"""What listings and ports make is what the library makes, at drawn sizes and seeds; the games can be won."""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.comparison.runnable_programs import Port
from retromaze.errors import BasicError, StackOverflow, Stopped
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.machine.rng import Rng
from retromaze.ports import (
    Blocks,
    Xorshift128,
    article_walk,
    backtracker_maze,
    binary_tree_maze,
    digging_maze,
    distances,
    empty_room,
    farthest,
    floor_extension_maze,
    hexagonal_maze,
    is_perfect,
    knock_holes,
    kruskal_maze,
    picture_maze,
    right_hand_walk,
    safe_sticks_maze,
    shortest_way,
    sticks_maze,
    wall_extension_maze,
    wall_growths,
)
from retromaze.ports.mazes.hexagons import KEYS
from retromaze.ports.mazes.kruskal import HEART, SPIRAL
from retromaze.ports.mazes.rooms import EAST, SOUTH
from retromaze.ports.scripts.makers import kruskal_steps as kruskal_steps_script
from retromaze.runner import run_source
from tests.amounts import many
from tests.ports.natively import BOTH, LISTING_IS_SLOW

WHITE, TEAL, MAROON, BROWN = 0xFFFFFFFF, 0xFF008484, 0xFF840000, 0xFFA52929
RED, YELLOW, LIME = 0xFFFF0000, 0xFFFFFF00, 0xFF00FF00

SEEDS = st.integers(1, 2**32 - 1)
FEW = settings(max_examples=many(2, 4))

Sizes = Mapping[str, int]


class StopWhenQuiet:
    """Ends a run that only waits: forty frames without a change on the screen, no button still to come."""

    def __init__(self) -> None:
        self.quiet = 0

    def __call__(self, machine: Machine) -> None:
        self.quiet = 0 if machine.changed else self.quiet + 1
        if self.quiet > 40 and machine.frame > max(machine.input.schedule, default=0):
            raise Stopped


def run(machine: Machine, name: str, native: bool, sizes: Sizes) -> BasicError | None:
    """Run a listing or its port to its end, or until it only waits for a button."""
    machine.on_frame = StopWhenQuiet()
    entry = CATALOGUE[name]
    try:
        if not native:
            return run_source(listing_source(entry, **sizes), machine)
        Port(entry.port).load()(machine, **sizes)
    except Stopped:
        pass
    except BasicError as error:
        return error
    return None


def made(
    name: str,
    native: bool,
    seed: int,
    *,
    typed: Iterable[str] = (),
    pressed: Iterable[str] = (),
    **sizes: int,
) -> Machine:
    """The machine at the end, after these lines were typed and these buttons pressed."""
    machine = Machine(seed=seed)
    machine.input.lines.extend(typed)
    machine.input.schedule = presses(pressed)
    assert run(machine, name, native, sizes) is None
    return machine


def open_ways(
    machine: Machine, width: int, height: int, place: Callable[[float, float], tuple[int, int]]
) -> bytes:
    """East and south doors of all rooms, by the color half way between their middles."""
    picture = machine.picture()
    doors = bytearray()
    for row in range(height):
        for column in range(width):
            (x, y), (x2, y2) = place(column + 0.5, row), place(column, row + 0.5)
            east = column < width - 1 and picture[y * 400 + x] != WHITE
            south = row < height - 1 and picture[y2 * 400 + x2] != WHITE
            doors.append(EAST * east | SOUTH * south)
    return bytes(doors)


def east_and_south(doors: Iterable[int]) -> bytes:
    return bytes(door & (EAST | SOUTH) for door in doors)


@LISTING_IS_SLOW
@pytest.mark.parametrize("name", ["backtracker", "backtracker_def"])
@given(width=st.integers(1, 30), height=st.integers(1, 30), seed=SEEDS)
@FEW
def test_the_backtrackers_dig_the_librarys_maze(
    name: str, native: bool, width: int, height: int, seed: int
) -> None:
    machine = made(name, native, seed, width=width, height=height)
    doors = open_ways(machine, width, height, lambda x, y: (int(x * 2 + 2), int(y * 2 + 2)))
    assert doors == east_and_south(backtracker_maze(width, height, seed=seed).doors)


@LISTING_IS_SLOW
@given(width=st.integers(1, 40), height=st.integers(1, 30), seed=SEEDS)
@FEW
def test_the_binary_tree_keeps_the_librarys_walls(native: bool, width: int, height: int, seed: int) -> None:
    machine = made("binary_tree", native, seed, width=width, height=height)
    size = min(399 // width, 239 // height)
    doors = open_ways(
        machine, width, height, lambda x, y: (int(x * size + size / 2 + 0.5), int(y * size + size / 2 + 0.5))
    )
    assert doors == east_and_south(binary_tree_maze(width, height, seed=seed).doors)


@LISTING_IS_SLOW
@given(width=st.integers(1, 12), height=st.integers(1, 14), seed=SEEDS)
@FEW
def test_kruskals_rooms_are_the_librarys(native: bool, width: int, height: int, seed: int) -> None:
    text = made("kruskal", native, seed, width=width, height=height).console.text()
    maze = kruskal_maze(width, height, seed=seed)
    assert text == maze.text({maze.start: "S"} | ({maze.goal: "G"}))


def steps_of_kruskal(native: bool, **sizes: int) -> list[str]:
    """All that the upper screen's text has been."""
    machine = Machine(seed=2)
    seen: list[str] = []

    def look(machine: Machine) -> None:
        if machine.changed:
            seen.append(machine.console.text())

    machine.on_frame = look
    run_to_its_end(machine, "kruskal_steps", native, sizes)
    return [screen for screen, _ in groupby([*seen, machine.console.text()])]


@LISTING_IS_SLOW
def test_article_003_the_kruskal_listing_tells_the_articles_steps(
    native: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kruskal_steps_script(["--seed", "2"]) == 0
    printed = capsys.readouterr().out.splitlines()
    screens = [screen.splitlines() for screen in steps_of_kruskal(native)]
    told = [line for line, _ in groupby(screen[-1] for screen in screens)]
    assert told == [line for line in printed if line.endswith(".")]
    assert screens[-1][:9] == printed[-9:]


@LISTING_IS_SLOW
def test_article_003_the_rooms_show_their_sets_while_walls_are_broken(native: bool) -> None:
    boards = dict.fromkeys(screen.rpartition("\n")[0] for screen in steps_of_kruskal(native, leaders=1))
    sets = [len(set(re.findall(r"\d+", board))) for board in boards]
    assert sets == list(range(16, 0, -1))


@LISTING_IS_SLOW
@given(width=st.integers(2, 24), height=st.integers(2, 14), seed=SEEDS)
@FEW
def test_walls_grow_as_the_draws_say(native: bool, width: int, height: int, seed: int) -> None:
    width, height = 2 * width + 1, 2 * height + 1
    text = made("wall_extension", native, seed, width=width, height=height).console.text()
    assert text == wall_extension_maze(width, height, seed=seed).text()
    text = made("wall_extension_steps", native, seed, width=width, height=height).console.text()
    rng = Rng(seed)
    a, b, c, d = (rng.below(65536) << 16 | rng.below(65536) | 1 for _ in range(4))
    assert text == wall_extension_maze(width, height, rng=Xorshift128((a, b, c, d))).text()
    assert is_perfect(Blocks.from_rows(text.splitlines()))


@LISTING_IS_SLOW
@given(width=st.integers(2, 24), height=st.integers(2, 14), seed=SEEDS)
@FEW
def test_walls_grow_from_any_floor_as_in_the_library(
    native: bool, width: int, height: int, seed: int
) -> None:
    width, height = 2 * width + 1, 2 * height + 1
    machine = made("wall_extension_steps", native, seed, width=width, height=height, method=1, text=1)
    rng = Rng(seed)
    a, b, c, d = (rng.below(65536) << 16 | rng.below(65536) | 1 for _ in range(4))
    maze = floor_extension_maze(width, height, rng=Xorshift128((a, b, c, d)))
    assert machine.console.text() == maze.text()
    stored = machine.storage.read_text("WALLS")
    assert stored == "".join(f"DATA {line}\n" for line in maze.quoted().splitlines())
    assert Blocks.from_text(stored).rows() == maze.rows()


@LISTING_IS_SLOW
def test_each_growth_shows_where_it_begins_and_its_free_sides(native: bool) -> None:
    """The print that the article of wall extension has switched off: x, y and d."""
    shown: list[str] = []

    def look(machine: Machine) -> None:
        last = machine.console.text().splitlines()[17:] if machine.changed else []
        if last != shown[-1:]:
            shown.extend(last)

    machine = Machine(seed=1)
    machine.on_frame = look
    run_to_its_end(machine, "wall_extension_steps", native, {"fixed": 1, "show": 1})
    growths = wall_growths(empty_room(37, 17), rng=Xorshift128())
    assert shown == [f"{x:2} {y:2} {sides:2}" for x, y, sides in growths]
    assert machine.frame >= 119 * 31


@LISTING_IS_SLOW
def test_the_articles_words_make_the_articles_maze(native: bool) -> None:
    """<テキスト18>, on the screen and in quotes in a file."""
    machine = made("wall_extension_steps", native, 1, width=37, height=17, fixed=1, text=1)
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    assert machine.console.text() == maze.text()
    assert machine.storage.read_text("WALLS").replace("DATA ", "") == maze.quoted() + "\n"


@LISTING_IS_SLOW
@given(width=st.integers(2, 12), height=st.integers(2, 14), seed=SEEDS)
@FEW
def test_digging_digs_the_librarys_maze(native: bool, width: int, height: int, seed: int) -> None:
    width, height = 2 * width + 1, 2 * height + 1
    text = made("digging", native, seed, width=width, height=height).console.text()
    rows = digging_maze(width, height, seed=seed).text(2).splitlines()
    assert text.splitlines() == [row.rstrip() for row in rows]


@LISTING_IS_SLOW
@given(width=st.integers(2, 12), height=st.integers(2, 14), print_width=st.integers(1, 2), seed=SEEDS)
@FEW
def test_article_001_a_block_is_as_wide_as_it_is_printed(
    native: bool, width: int, height: int, print_width: int, seed: int
) -> None:
    width, height = 2 * width + 1, 2 * height + 1
    machine = made("digging_dialog", native, seed, width=width, height=height, print_width=print_width)
    maze = digging_maze(width, height, seed=seed)
    rows = [row.rstrip() for row in maze.text(print_width).splitlines()]
    assert machine.console.text().splitlines() == [*rows, "A:もう一度  B:終わり"]


@LISTING_IS_SLOW
def test_digging_asks_until_its_maze_fits_the_screen(native: bool) -> None:
    rows = [row.rstrip() for row in digging_maze(7, 5, seed=3).text(2).splitlines()]
    said, expected = {}, {}
    for width, height in [("8", "9"), ("9", "30.9"), ("26.9", "9"), ("3", "9")]:
        machine = made("digging", native, 3, typed=[width, height, "7", "5"])
        said[width, height] = machine.console.text().splitlines()
        asked = f"{DIALOGUE}Width = {width}\nHeight = {height}\n{DIALOGUE}Width = 7\nHeight = 5\n"
        expected[width, height] = [*asked.splitlines(), *rows]
    assert said == expected


@LISTING_IS_SLOW
def test_digging_again_makes_another_maze(native: bool) -> None:
    machine = Machine(seed=5)
    machine.input.schedule = {100: Buttons.A, 101: Buttons(0)}
    assert run(machine, "digging_dialog", native, {"width": 9, "height": 7}) is None
    rng = Rng(5)
    first, second = (digging_maze(9, 7, rng=rng).text(2) for _ in range(2))
    shown = "\n".join(machine.console.text().splitlines()[:-1])
    assert shown != "\n".join(map(str.rstrip, first.splitlines()))
    assert shown == "\n".join(map(str.rstrip, second.splitlines()))


DIALOGUE = """\
迷路を出力します
幅と高さが5以上の奇数を入力
"""
NO_NUMBER = "有効な数字を入力して下さい\n\n"
TOO_LARGE = "画面に入りません\nP_W:1以上 M_W*P_W:50まで M_H:29まで\n"


ASKED_AGAIN: list[tuple[tuple[str, ...], Sizes, str]] = [
    (("nine", ""), {}, f"Width = nine\n{NO_NUMBER}{DIALOGUE}Width =\n{NO_NUMBER}{DIALOGUE}Width ="),
    (("9", "+", "-9"), {}, f"Width = 9\nHeight = +\n{NO_NUMBER}{DIALOGUE}Width = -9\nHeight ="),
    (
        ("8", "9", "11", "4"),
        {},
        f"Width = 8\nHeight = 9\n{DIALOGUE}Width = 11\nHeight = 4\n{DIALOGUE}Width =",
    ),
    (("27", "9"), {}, f"Width = 27\nHeight = 9\n{TOO_LARGE}{DIALOGUE}Width ="),
    (("9" * 20, "31"), {}, f"Width = {'9' * 20}\nHeight = 31\n{TOO_LARGE}{DIALOGUE}Width ="),
    (("31",), {"width": 9}, f"Height = 31\n{TOO_LARGE}{DIALOGUE}Width ="),
    (("8",), {"height": 9}, f"Width = 8\n{DIALOGUE}Width ="),
    (("9", "9"), {"print_width": 10}, f"Width = 9\nHeight = 9\n{TOO_LARGE}{DIALOGUE}Width ="),
]


@LISTING_IS_SLOW
def test_article_001_the_listing_asks_until_the_sizes_can_be(native: bool) -> None:
    said = []
    for answers, sizes, _ in ASKED_AGAIN:
        machine = Machine(seed=1)
        machine.input.lines.extend(answers)
        assert run(machine, "digging_dialog", native, sizes) is None
        said.append((answers, sizes, machine.console.text()))
    assert said == [(answers, sizes, DIALOGUE + shown) for answers, sizes, shown in ASKED_AGAIN]


@LISTING_IS_SLOW
@pytest.mark.parametrize(("name", "first"), [("digging", "9"), ("digging_dialog", "+9")])
def test_article_001_good_answers_give_the_maze_below_them(name: str, first: str, native: bool) -> None:
    machine = made(name, native, 3, typed=[first, "007"])
    rows = [row.rstrip() for row in digging_maze(9, 7, seed=3).text(2).splitlines()]
    said = [*DIALOGUE.splitlines(), f"Width = {first}", "Height = 007", *rows]
    assert machine.console.text().splitlines()[: 4 + 7] == said


@LISTING_IS_SLOW
@pytest.mark.parametrize("answers", [("9", "9"), ("x",)])
def test_digging_asks_no_more_where_no_answer_would_help(native: bool, answers: tuple[str, ...]) -> None:
    machine = Machine(seed=1)
    machine.input.lines.extend(answers)
    entry = CATALOGUE["digging_dialog"]
    if native:
        Port(entry.port).load()(machine, print_width=11)
    else:
        assert run_source(listing_source(entry).replace("P_W=2", "P_W=11"), machine) is None
    assert not machine.input.lines and "Width = " in machine.console.text()


def picture_ways(machine: Machine) -> bytes:
    """East and south doors of the 24 x 14 rooms on the screen."""
    picture = machine.picture()
    doors = bytearray()
    for at in range(24 * 14):
        x, y = at % 24 * 16 + 8, at // 24 * 16 + 16
        east = at % 24 < 23 and picture[(y + 8) * 400 + x + 15] != MAROON
        south = at // 24 < 13 and picture[(y + 15) * 400 + x + 8] != MAROON
        doors.append(EAST * east | SOUTH * south)
    return bytes(doors)


def painted(machine: Machine) -> str:
    """The rooms in yellow, as in a picture of the library; S and G as the line's other rooms."""
    picture = machine.picture()
    corners = (picture[(at // 24 * 16 + 18) * 400 + at % 24 * 16 + 10] for at in range(24 * 14))
    return "".join("#" if color == YELLOW else "." for color in corners)


@LISTING_IS_SLOW
@pytest.mark.parametrize(("number", "rows"), [(1, HEART), (2, SPIRAL)])
def test_article_003_the_solution_of_the_listings_maze_draws_the_picture(
    number: int, rows: tuple[str, ...], native: bool
) -> None:
    machine = made("picture", native, 5, picture=number, solved=1)
    maze = picture_maze(rows, seed=5)
    assert picture_ways(machine) == east_and_south(maze.doors)
    assert painted(machine) == "".join(rows).replace("S", "#").replace("G", "#")


@LISTING_IS_SLOW
def test_a_line_drawn_with_the_buttons_is_the_way(native: bool) -> None:
    back_and_forth = ["down", "right", "left", "right", "up", "up", "left", "right", "down", "left", "a"]
    machine = made("picture", native, 5, pressed=back_and_forth, picture=3, solved=1)
    # The first way right is rubbed out; out of the board, and onto rooms of the line, no way leads.
    way = [0, 24, 25, 1, 2, 26]
    assert [at for at, room in enumerate(painted(machine)) if room == "#"] == sorted(way)
    maze = kruskal_maze(24, 14, first=pairwise(way), seed=5)
    assert picture_ways(machine) == east_and_south(maze.doors)


@LISTING_IS_SLOW
def test_the_way_can_be_hidden_and_another_maze_made_around_it(native: bool) -> None:
    machine = Machine(seed=5)
    held = {500: "A", 600: "A", 700: "B"}
    machine.input.schedule = {
        at + gap: Buttons[name] if not gap else Buttons(0) for at, name in held.items() for gap in (0, 2)
    }
    assert run(machine, "picture", native, {}) is None
    rng = Rng(5)
    mazes = [picture_maze(HEART, rng=rng) for _ in range(2)]
    assert picture_ways(machine) == east_and_south(mazes[1].doors)
    assert "#" not in painted(machine)


def stick_rows(machine: Machine, size: int) -> list[str]:
    """The blocks on the screen, walls by their color."""
    picture, dots = machine.picture(), min(13, 239 // size)
    left = 399 - size * dots if machine.console.text() else 0
    corners = [[y * dots * 400 + 401 + left + x * dots for x in range(size)] for y in range(size)]
    return ["".join("#" if picture[at] == BROWN else " " for at in row) for row in corners]


@LISTING_IS_SLOW
@pytest.mark.parametrize("safe", [False, True])
@given(half=st.integers(2, 30), seed=SEEDS)
@FEW
def test_sticks_fall_as_in_the_library(safe: bool, native: bool, half: int, seed: int) -> None:
    size = 2 * half + 1
    maze = (safe_sticks_maze if safe else sticks_maze)(size, seed=seed)
    machine = made("sticks_safe" if safe else "sticks", native, seed, size=size)
    assert stick_rows(machine, size) == maze.rows()
    machine = made("sticks_csv", native, seed, size=size, csv=1, safe=safe)
    assert stick_rows(machine, size) == maze.rows()
    assert machine.storage.read_text("MAZE") == maze.csv() + "\n"


@LISTING_IS_SLOW
def test_sticks_can_close_floor_in_and_safe_ones_cannot(native: bool) -> None:
    said = [made("sticks_csv", native, seed).console.text().splitlines()[1:] for seed in (1, 4, 139)]
    assert said == [
        ["閉じた通路", "数:0", "ゴール", "道:あり"],
        ["閉じた通路", "数:2", "ゴール", "道:あり"],
        ["閉じた通路", "数:17", "ゴール", "道:なし"],
    ]
    told = made("sticks_csv", native, 1, size=21, safe=1, goal=0, mark=1).console.text().splitlines()[1:]
    steps = len(directions(safe_sticks_maze(21, seed=1)))
    assert told == ["閉じた通路", "数:0", "ゴール", "道:あり", f"歩数:{steps}"]


@LISTING_IS_SLOW
@pytest.mark.parametrize("size", [17, 21, 29])
def test_article_004_boxes_are_white_or_brown_with_a_gray_line_that_they_share(
    native: bool, size: int
) -> None:
    """13 dots a box as in the column where the screen is high enough; 21 columns get 11."""
    machine = made("sticks", native, 4, size=size)
    picture, dots = machine.picture(), {17: 13, 21: 11, 29: 8}[size]
    maze, end = sticks_maze(size, seed=4), dots * size
    lines = {picture[y * 400 + x * dots] for x in range(size + 1) for y in range(end + 1)}
    lines |= {picture[y * dots * 400 + x] for y in range(size + 1) for x in range(end + 1)}
    assert lines == {0xFF848484}
    for y in range(end):
        for x in range(end):
            if x % dots and y % dots:
                assert picture[y * 400 + x] == (BROWN if maze.is_wall(x // dots, y // dots) else WHITE)


@LISTING_IS_SLOW
@pytest.mark.parametrize("size", [31, 79])
def test_article_004_mazes_of_small_boxes_have_no_lines(native: bool, size: int) -> None:
    machine = made("sticks", native, 4, size=size)
    picture, dots, maze = machine.picture(), 239 // size, sticks_maze(size, seed=4)
    shown = [picture[y * 400 : y * 400 + dots * size].tolist() for y in range(dots * size)]
    assert shown == [
        [BROWN if maze.is_wall(x // dots, y // dots) else WHITE for x in range(dots * size)]
        for y in range(dots * size)
    ]


def stills(native: bool, name: str, **sizes: int) -> list[list[str]]:
    """The blocks on the screen after each pause of half a second."""
    machine = Machine(seed=4)
    shown: list[list[str]] = []

    def hear(called: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        if called == "vsync" and arguments == (30,):
            shown.append(stick_rows(machine, sizes["size"]))

    machine.listen_without_place(hear)
    assert run(machine, name, native, sizes) is None
    return shown


@LISTING_IS_SLOW
@pytest.mark.parametrize("name", ["sticks", "sticks_safe"])
def test_article_004_its_first_three_steps_stand_for_half_a_second(name: str, native: bool) -> None:
    """All floor, walls around, pillars: the column's pictures before the sticks fall."""
    edge, floor, pillars = "#" * 21, "#" + " " * 19 + "#", "#" + " #" * 10
    assert stills(native, name, size=21) == [
        [" " * 21] * 21,
        [edge, *[floor] * 19, edge],
        [edge, *[floor, pillars] * 9, floor, edge],
    ]


@LISTING_IS_SLOW
@given(half=st.integers(2, 9), seed=SEEDS, end=st.sampled_from(["\n", "\r\n"]), last=st.booleans())
@FEW
def test_article_004_a_stored_maze_is_read_and_written_again(
    native: bool, half: int, seed: int, end: str, last: bool
) -> None:
    maze = sticks_maze(2 * half + 1, seed=seed)
    machine = Machine(seed=1)
    machine.storage.write_text("MAZE", end.join(maze.csv().splitlines()) + end * last)
    assert run(machine, "sticks_csv", native, {"stored": 1, "csv": 1}) is None
    assert stick_rows(machine, maze.width) == maze.rows()
    assert machine.storage.read_text("MAZE") == maze.csv() + "\n"
    closed = len(maze.cells()) - len(distances(maze))
    assert machine.console.text().splitlines()[:3] == [
        f"棒倒し法{maze.width}", "閉じた通路", f"数:{closed}"
    ]  # fmt: skip


FRAMED = ["1,1,1,1,1", "1,0,0,0,1", "1,0,1,0,1", "1,0,0,0,1", "1,1,1,1,1"]


NO_MAZES = [
        (0, "1,1,0,1,1"), (2, "0,0,1,0,1"), (3, "1,0,0,0,0"), (4, "1,1,1,0,1"), (1, "1,0,2,0,1"),
        (2, "1,0,x,0,1"), (2, "1;0,1,0,1"), (3, "1,0,0,01,"), (3, "1,0,0,0"), (3, "1,0,0,0,1,1"),
        (4, "1,1,1,1,1\n\n"), (4, "1,1,1,1,1\r\r"), (2, "1,0,1,0,1\n1"), (2, "1,0,1\r,0,1"),
]  # fmt: skip
NO_SIZES = ["", "\r\n", "1,1,1\n1,0,1\n1,1,1", "1" + ",1" * 80]


@LISTING_IS_SLOW
def test_a_stored_maze_that_is_none_is_refused(native: bool) -> None:
    expected: dict[str | None, str] = dict.fromkeys(NO_SIZES, "N: 5 to 79, odd")
    expected[None] = "TXT:MAZEがありません"
    for line, text in NO_MAZES:
        rows = [*FRAMED[:line], text, *FRAMED[line + 1 :]]
        expected["\n".join(rows)] = "TXT:MAZEを読めません"
    said = {}
    for stored in expected:
        machine = Machine(seed=1)
        if stored is not None:
            machine.storage.write_text("MAZE", stored)
        assert run(machine, "sticks_csv", native, {"stored": 1}) is None
        said[stored] = machine.console.text()
    assert said == expected


def edited(native: bool, presses_: list[str], **sizes: int) -> Machine:
    """A maze of one pillar in a ring of floor after these buttons, the last to end it."""
    machine = Machine(seed=1)
    machine.storage.write_text("MAZE", "\n".join(FRAMED))
    machine.input.schedule = presses([*presses_, "x"])
    assert run(machine, "sticks_csv", native, {"stored": 1, "edit": 1, "csv": 1, "goal": 0} | sizes) is None
    return machine


@LISTING_IS_SLOW
def test_article_004_walls_and_the_goal_are_moved_by_hand(native: bool) -> None:
    machine = edited(native, ["right", "a", "down", "a", "right", "down", "left", "a", "right", "b"])
    assert machine.storage.read_text("MAZE").splitlines() == [
        "1,1,1,1,1", "1,0,1,0,1", "1,0,0,0,1", "1,0,1,0,1", "1,1,1,1,1"
    ]  # fmt: skip
    assert machine.console.text().splitlines()[-2:] == ["道:あり", "TXT:MAZE"]
    machine = edited(native, ["right", "a", "left", "down", "a", "up"])
    assert machine.console.text().splitlines()[-5:-1] == ["閉じた通路", "数:5", "ゴール", "道:なし"]


@LISTING_IS_SLOW
def test_the_goal_opens_a_wall_and_the_cursor_stays_inside(native: bool) -> None:
    machine = edited(native, ["up", "left", "down", "right", "b", "right", "right", "down", "down", "a"])
    picture, left = machine.picture(), 399 - 5 * 13
    shown = [picture[(y * 13 + 6) * 400 + left + x * 13 + 6] for x, y in [(2, 2), (3, 3), (1, 1)]]
    assert shown[1:] == [BROWN, WHITE] and shown[0] not in (WHITE, BROWN)
    assert "道:あり" in machine.console.text()


@LISTING_IS_SLOW
@pytest.mark.parametrize("mark", [0, 1])
def test_reached_floor_is_yellow_and_the_way_green_only_if_asked_for(native: bool, mark: int) -> None:
    machine = made("sticks_csv", native, 4, size=21, mark=mark, goal=0)
    picture = machine.picture()
    shown = [picture[(y * 11 + 5) * 400 + 399 - 21 * 11 + x * 11 + 5] for y in range(21) for x in range(21)]
    maze = sticks_maze(21, seed=4)
    rooms = len(directions(maze)) + 1
    assert shown.count(YELLOW) == mark * (len(distances(maze)) - rooms)
    assert shown.count(LIME) == (rooms if mark else 1)


def hexagon_ways(machine: Machine, columns: int, rows: int) -> list[int]:
    """The doors to the right (1), lower right (2) and lower left (4) of all rooms, by the color between."""
    picture = machine.picture()
    doors = []
    for row in range(rows):
        for column in range(columns - row % 2):
            x, y = column * 16 + 16 + row % 2 * 8, row * 14 + 13
            between = ((1, x + 8, y), (2, x + 4, y + 7), (4, x - 4, y + 7))
            doors.append(sum(way for way, i, j in between if picture[j * 400 + i] == TEAL))
    return doors


@LISTING_IS_SLOW
@pytest.mark.parametrize("name", ["hexagonal", "hexagonal_game"])
@given(columns=st.integers(2, 24), rows=st.integers(1, 16), seed=SEEDS)
@FEW
def test_hexagons_are_joined_as_in_the_library(
    name: str, native: bool, columns: int, rows: int, seed: int
) -> None:
    machine = made(name, native, seed, columns=columns, rows=rows)
    maze = hexagonal_maze(columns, rows, seed=seed)
    assert hexagon_ways(machine, columns, rows) == [doors & 7 for doors in maze.doors]


@LISTING_IS_SLOW
@pytest.mark.parametrize("keys", ["", "k"])
def test_article_003_the_s_of_the_sketch_is_seen_over_the_mark(keys: str, native: bool) -> None:
    assert hexagonal_maze(3, 1, seed=1).doors[0] == 1
    machine = Machine(seed=1)
    machine.input.type(keys)
    assert run(machine, "hexagonal_game", native, {"columns": 3, "rows": 1}) is None
    picture = machine.picture()
    letter = Machine(seed=1)
    letter.screen.put_text(12, 9, "S")
    drawn = {at for at, color in enumerate(letter.picture()) if color == WHITE}
    room = {y * 400 + x for y in range(6, 21) for x in range(8, 24)}
    assert {at for at in room if picture[at] == WHITE} == drawn
    assert {picture[at] for at in room} == {WHITE, TEAL, 0xFF000000, YELLOW if keys else RED}


@LISTING_IS_SLOW
def test_six_keys_lead_through_the_hexagons(native: bool) -> None:
    maze = hexagonal_maze(6, 5, seed=2)
    way = shortest_way(maze)
    assert way is not None
    directions = {difference: direction for direction, difference in maze.steps()}
    letters = {direction: key for key, direction in KEYS.items()}
    machine = Machine(seed=2)
    machine.input.type("".join(letters[directions[b - a]] for a, b in pairwise(way)))
    assert run(machine, "hexagonal_game", native, {"columns": 6, "rows": 5}) is None
    assert machine.console.text() == "\n" * 29 + "ゴール!"


def walked(
    native: bool, seed: int, name: str = "walker_by_hand", **sizes: int
) -> tuple[Machine, list[tuple[int, int]]]:
    """The walker's machine at the end, and where each step put its arrow."""
    machine = Machine(seed=seed)
    places: list[tuple[int, int]] = []

    def hear(name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        if name == "print" and arguments[0] in list("A>V<"):
            places.append((machine.console.column - 1, machine.console.row))

    machine.listen_without_place(hear)
    run_to_its_end(machine, name, native, sizes)
    assert places.pop(0) == (1, 1)
    return machine, places


def run_to_its_end(machine: Machine, name: str, native: bool, sizes: Sizes) -> None:
    """Run a listing that asks for nothing, or its port."""
    entry = CATALOGUE[name]
    if native:
        Port(entry.port).load()(machine, **sizes)
    else:
        assert run_source(listing_source(entry, **sizes), machine) is None


ARTICLE_TARGETS = [4 * 37 + 1, 5 * 37 + 9, 37 + 15]


@BOTH
@pytest.mark.parametrize(
    ("name", "sizes", "said"), [("walker", {}, []), ("walker_by_hand", {"article": 1}, ["歩数:957"])]
)
def test_the_article_s_walk_in_its_maze_takes_ten_steps_a_second(
    name: str, sizes: Sizes, said: list[str], native: bool
) -> None:
    """<テキスト19>: a(1,4), b(9,5) and c(15,1) in the maze of <テキスト18>."""
    machine, places = walked(native, 1, name, **sizes)
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    walk = article_walk(maze, ARTICLE_TARGETS)
    assert places == [maze.place(cell) for cell, _ in walk.steps]
    maze.mark(15, 1, "A")
    assert machine.console.text().splitlines() == [*maze.rows(), *said]
    assert machine.frame == 6 * (1 + 957)


@LISTING_IS_SLOW
@pytest.mark.parametrize(("name", "sizes"), [("walker", {}), ("walker_by_hand", {"article": 1})])
def test_the_article_s_start_picture_comes_before_the_first_step(
    name: str, sizes: Sizes, native: bool
) -> None:
    machine = Machine(seed=1)
    shown: list[str] = []

    def look(machine: Machine) -> None:
        shown.append(machine.console.text())
        if len(shown) == 7:
            raise Stopped

    machine.on_frame = look
    with pytest.raises(Stopped):
        run_to_its_end(machine, name, native, sizes)
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    for x, y, letter in ((1, 1, "A"), (1, 4, "a"), (9, 5, "b"), (15, 1, "c")):
        maze.mark(x, y, letter)
    assert shown[:6] == [maze.text()] * 6 and shown[6] != shown[5]


@LISTING_IS_SLOW
@pytest.mark.parametrize(("seed", "holes"), [(2, 2), (5, 99)])
def test_with_walls_broken_the_articles_walk_is_the_librarys(native: bool, seed: int, holes: int) -> None:
    machine, places = walked(native, seed, article=1, holes=holes)
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    knock_holes(maze, holes, rng=Rng(seed))
    walk = article_walk(maze, ARTICLE_TARGETS)
    assert places == [maze.place(cell) for cell, _ in walk.steps]
    ended = "" if walk.ends else " いつまでも回る"
    assert machine.console.text().splitlines()[-1] == f"歩数:{len(walk.steps)}{ended}"


@LISTING_IS_SLOW
@given(width=st.integers(2, 24), height=st.integers(2, 13), holes=st.integers(0, 30), seed=SEEDS)
@FEW
def test_every_step_of_the_walker_is_the_librarys(
    native: bool, width: int, height: int, holes: int, seed: int
) -> None:
    machine, places = walked(native, seed, width=2 * width + 1, height=2 * height + 1, holes=holes)
    rng = Rng(seed)
    maze = wall_extension_maze(2 * width + 1, 2 * height + 1, rng=rng)
    knock_holes(maze, min(holes, (width - 1) * (height - 1)), rng=rng)
    drawn = [(rng.below(width) * 2 + 1, rng.below(height) * 2 + 1) for _ in "abc"]
    steps = right_hand_walk(maze, [y * maze.width + x for x, y in drawn])
    assert places == [maze.place(cell) for cell, _ in steps]
    assert machine.console.text().splitlines()[-1] == f"歩数:{len(steps)}"
    assert machine.frame >= len(steps)


@pytest.mark.slow
@LISTING_IS_SLOW
def test_a_walk_that_comes_round_too_late_to_be_seen_is_given_up(native: bool) -> None:
    machine = Machine(seed=64)
    run_to_its_end(machine, "walker_by_hand", native, {"article": 1, "holes": 4})
    assert machine.console.text().splitlines()[-1] == "歩数:10068 迷子"


@LISTING_IS_SLOW
def test_walls_are_broken_and_built_by_hand_before_the_walk(native: bool) -> None:
    """The exercise of the article: (3,2) is broken, and the walker goes round for ever."""
    buttons = ["right", "right", "down", "a", "left", "a", "a", "left", "down", "x"]
    machine = made("walker_by_hand", native, 1, pressed=buttons, article=1, edit=1)
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    maze.mark(3, 2, " ")
    walk = article_walk(maze, ARTICLE_TARGETS)
    assert walk.circle == 34
    assert machine.console.text().splitlines()[-1] == f"歩数:{len(walk.steps)} いつまでも回る"


@LISTING_IS_SLOW
def test_the_cursor_stays_inside_and_targets_stay_where_they_are(native: bool) -> None:
    buttons = ["up", "left", "down", "down", "down", "a", "a"]
    machine = made("walker_by_hand", native, 1, pressed=buttons, article=1, edit=1)
    rows = machine.console.text().splitlines()
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    for target, letter in zip(ARTICLE_TARGETS, "abc", strict=True):
        maze.blocks[target] = ord(letter)
    assert rows == [*maze.rows(), "十字ボタン:動く  A:壁  X:歩く"]


def directions(maze: Any, goal: int | None = None) -> list[str]:
    """The steps of the shortest way to the goal, which has to be there."""
    names = {1: "right", -1: "left", maze.width: "down", -maze.width: "up"}
    way = shortest_way(maze, goal=goal)
    assert way is not None
    return [names[b - a] for a, b in pairwise(way)]


@LISTING_IS_SLOW
def test_the_right_words_win_the_console_game(native: bool) -> None:
    maze = kruskal_maze(8, 4, seed=4)
    lines = made("console_game", native, 4, typed=directions(maze)).console.text().splitlines()
    assert lines[-10:-1] == maze.text({maze.start: "S", maze.goal: "X"}).splitlines()
    assert lines[-1] == "ゲームクリア!"


ASKED = """\
プレイヤー(X) をどの方向に動かすかを入力してください
(up, down, left, right)
ゲームを終了する場合、quit; スタート地点に戻る場合 reset;
迷路を再生成する場合 regenerate.
|> """


@LISTING_IS_SLOW
@pytest.mark.parametrize("name", ["console_game", "console_game_far"])
def test_article_003_prompts_and_messages_of_the_console_game(name: str, native: bool) -> None:
    machine = made(name, native, 1, typed=["right", "up", "", "quit"], width=3, height=2)
    maze = kruskal_maze(3, 2, seed=1)
    board = maze.text({0: "S", 5 if name == "console_game" else farthest(maze): "G", 1: "X"})
    printed = (
        f"{board}\n{ASKED}up\nそちらには移動できません\n"
        f"{board}\n{ASKED.rstrip()}\n入力を読み取れませんでした\n"
        f"{board}\n{ASKED}quit"
    )
    assert machine.console.text().splitlines() == printed.splitlines()[-29:]


@LISTING_IS_SLOW
def test_article_003_what_is_no_word_of_the_game_repeats_no_move(native: bool) -> None:
    shown = {}
    for word in ("", "right,down", "RIGHT", "jump"):
        machine = made("console_game", native, 1, typed=["right", word, "quit"], width=3, height=2)
        said = machine.console.text().splitlines()
        last = [line for line in said if "X" in line and "|" in line][-1]
        shown[word] = said.count("入力を読み取れませんでした"), last[6]
    assert shown == dict.fromkeys(shown, (1, "X"))


@LISTING_IS_SLOW
def test_article_003_the_console_game_begins_anew_in_another_maze_or_in_the_same(native: bool) -> None:
    machine = made("console_game", native, 2, typed=["down", "reset", "quit"], width=3, height=2)
    first, chance = kruskal_maze(3, 2, seed=2), Rng(2)
    assert machine.console.text().splitlines()[-10:-5] == first.text({0: "X", 5: "G"}).splitlines()
    machine = made("console_game", native, 2, typed=["down", "regenerate", "quit"], width=3, height=2)
    kruskal_maze(3, 2, rng=chance)
    other = kruskal_maze(3, 2, rng=chance)
    assert machine.console.text().splitlines()[-10:-5] == other.text({0: "X", 5: "G"}).splitlines()


@LISTING_IS_SLOW
@given(width=st.integers(2, 12), height=st.integers(2, 12), seed=SEEDS)
@FEW
def test_article_003_the_goal_of_the_console_game_is_the_farthest_room(
    native: bool, width: int, height: int, seed: int
) -> None:
    maze = kruskal_maze(width, height, seed=seed)
    words = directions(maze, farthest(maze))
    assert len(words) == max(distances(maze).values())
    machine = made("console_game_far", native, seed, typed=words, width=width, height=height)
    assert machine.console.text().endswith(maze.text({0: "S", farthest(maze): "X"}) + "\nゲームクリア!")


def presses(names: Iterable[str]) -> dict[int, Buttons]:
    """Each button for two frames, and a pause of two after it."""
    held = {4 * i + 4: Buttons[name.upper()] for i, name in enumerate(names)}
    return held | {frame + 2: Buttons(0) for frame in held}


@LISTING_IS_SLOW
@pytest.mark.parametrize(("width", "height", "goal"), [(16, 9, 0), (8, 5, 1)])
def test_article_003_the_right_buttons_lead_to_the_goal_or_the_farthest_room(
    width: int, height: int, goal: int, native: bool
) -> None:
    maze = kruskal_maze(width, height, seed=4)
    steps = directions(maze, farthest(maze) if goal else maze.goal)
    machine = made("button_game", native, 4, pressed=[*steps, "Y"], width=width, height=height, goal=goal)
    assert machine.console.text().splitlines()[1] == f"歩数:{len(steps)} ゴール!"


@LISTING_IS_SLOW
def test_the_right_buttons_win_the_explorers_game(native: bool) -> None:
    steps = directions(safe_sticks_maze(9, seed=6))
    machine = made("explorer", native, 6, pressed=steps, size=9)
    assert machine.console.text() == f"ゴール! {len(steps)}歩"
    machine.display(1)
    assert machine.console.text().split() == ["十字:歩く", "Y:やめる"]


@LISTING_IS_SLOW
def test_walls_stop_the_explorer_and_y_ends_the_game(native: bool) -> None:
    machine = made("explorer", native, 6, pressed=["up", "left", "y"], size=9)
    assert machine.console.text() == "終わり 0歩"


@LISTING_IS_SLOW
def test_the_explorer_reads_the_maze_that_sticks_wrote(native: bool) -> None:
    machine = made("sticks_csv", native, 6, size=9, csv=1, safe=1)
    steps, shift = directions(safe_sticks_maze(9, seed=6)), machine.frame
    machine.input.schedule = {frame + shift: held for frame, held in presses(steps).items()}
    assert run(machine, "explorer_csv", native, {}) is None
    assert machine.console.text() == f"ゴール! {len(steps)}歩"


@LISTING_IS_SLOW
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CR LF"])
def test_article_004_the_explorer_reads_rows_that_end_in_lf_or_cr_lf(end: str, native: bool) -> None:
    maze = safe_sticks_maze(9, seed=6)
    steps = directions(maze)
    machine = Machine(seed=1)
    machine.storage.write_text("MAZE", end.join(maze.csv().splitlines()))
    machine.input.schedule = presses(steps)
    assert run(machine, "explorer_csv", native, {}) is None
    assert machine.console.text() == f"ゴール! {len(steps)}歩"


@LISTING_IS_SLOW
def test_the_explorer_stays_inside_a_maze_whose_frame_is_open(native: bool) -> None:
    machine = Machine(seed=1)
    machine.storage.write_text("MAZE", ("0,0,0,0,0\n" * 5))
    machine.input.schedule = presses(["up", "up", "left", "left", "left", "down", "y"])
    assert run(machine, "explorer_csv", native, {}) is None
    assert machine.console.text() == "終わり 3歩"


@LISTING_IS_SLOW
def test_the_explorer_says_that_no_maze_is_stored(native: bool) -> None:
    assert made("explorer_csv", native, 1).console.text() == "TXT:MAZEがありません"


@LISTING_IS_SLOW
def test_recursion_by_def_ends_in_stack_overflow_where_the_maze_is_too_large(native: bool) -> None:
    machine = Machine(seed=1)
    error = run(machine, "backtracker_def", native, {"width": 199, "height": 119})
    assert isinstance(error, StackOverflow)
    assert run(Machine(seed=1), "backtracker_def", native, {"width": 30, "height": 30}) is None
