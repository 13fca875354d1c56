"""What the articles print in Python, typed in with the names of `retromaze.ports.articles`."""

import builtins
import random
import re
import textwrap
from types import ModuleType

import pytest

import retromaze.ports
from retromaze.ports import (
    Blocks,
    Rooms,
    Xorshift128,
    article_walk,
    empty_room,
    is_perfect,
    wall_extension_maze,
)
from retromaze.ports.articles import console_game, digging, wall_extension
from tests.ports.articles import DUG_13_BY_9, GAME_SESSION, TEXT_18
from tests.ports.chosen import Chosen, draws_of_digging, draws_of_kruskal

# What the articles' own code gives after random.seed(3): two mazes of 9 x 9 side by side, one of 4 x 9, and
# two grids of 8 x 4.
DUG_9_BY_9 = """\
#########   #########
# #     #   #     # #
# # ### #   ##### # #
# # # # #   # #   # #
# ### # #   # # ### #
#     # #   # #   # #
# # ### #   # ### # #
# #     #   #       #
#########   #########"""
DUG_4_BY_9 = ["####", "#   ", "# # ", "# # ", "### ", "# # ", "# # ", "#   ", "####"]
GRIDS = [
    [2, 3, 0, 1, 1, 3, 1, 0, 3, 3, 1, 1, 1, 3, 1, 0, 0, 3, 3, 0, 3, 1, 3, 2, 1, 0, 1, 0, 1, 0, 0, 0],
    [3, 1, 1, 1, 0, 1, 2, 2, 2, 1, 3, 3, 2, 3, 3, 2, 3, 2, 0, 2, 1, 2, 0, 2, 0, 1, 1, 1, 0, 1, 0, 0],
]


def type_in(lines: str, module: ModuleType, **names: object) -> dict[str, object]:
    """Runs lines in a program that has the public names of a module, and returns its variables."""
    program: dict[str, object] = {name: getattr(module, name) for name in module.__all__} | names
    exec(textwrap.dedent(lines), program)
    return program


def draw(monkeypatch: pytest.MonkeyPatch, *drawn: int) -> None:
    """Lets Python's `random` draw these numbers."""
    monkeypatch.setattr(random, "randrange", Chosen(drawn).below)


def rows_of(maze: digging.GenerateMaze) -> list[str]:
    return ["".join(row) for row in maze.maze]


def test_article_001_its_session_gives_what_it_prints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = Blocks.from_rows([line[2:-2].replace("', '", "") for line in DUG_13_BY_9.splitlines()])
    draw(monkeypatch, *draws_of_digging(printed), *[0] * 200)
    program = type_in("maze = generate.GenerateMaze(13, 9)", digging, generate=digging)
    maze = program["maze"]
    assert isinstance(maze, digging.GenerateMaze)
    lines = """
        for line in maze.maze:
            print(line)
        maze.print_maze()
        maze.preset_start_goal()
        maze.print_maze()
        maze.regenerate()
        maze.print_maze()
    """
    type_in(lines, digging, maze=maze)
    shown = capsys.readouterr().out.splitlines()
    assert "\n".join(shown[:9]) == DUG_13_BY_9
    boards = ["".join("".join(shown[top : top + 9]).split()) for top in (9, 18, 27)]
    # The article's page has lost the blanks: what is left of it are these characters.
    assert boards[0] == "#" * 70 and boards[1] == "#" * 15 + "G" + "#" * 37 + "#S" + "#" * 15
    assert set(boards[2]) == {"#"} and (maze.start, maze.goal) == ((7, 0), (1, 12))


def test_article_001_after_random_seed_3_its_mazes_are_dug() -> None:
    program = type_in("random.seed(3)\nmaze = GenerateMaze(9, 9)", digging, random=random)
    maze = program["maze"]
    assert isinstance(maze, digging.GenerateMaze)
    first = rows_of(maze)
    maze.regenerate()
    assert [f"{a}   {b}" for a, b in zip(first, rows_of(maze), strict=True)] == DUG_9_BY_9.splitlines()
    random.seed(3)
    assert rows_of(digging.GenerateMaze(4, 9)) == DUG_4_BY_9


def test_article_001_ways_are_searched_and_dug_by_its_methods() -> None:
    maze = digging.GenerateMaze(9, 7)
    assert maze._search_directions(3, 3) == []
    maze.maze = [list("#" * 9) for _ in range(7)]
    assert [maze._search_directions(*place) for place in [(3, 3), (1, 1), (5, 7)]] == [
        ["L", "R", "U", "D"],
        ["R", "D"],
        ["L", "U"],
    ]
    maze.maze[3][5] = " "
    assert maze._search_directions(3, 3) == ["L", "U", "D"]
    maze.maze[3][5] = "#"
    maze._dig_walls()
    assert is_perfect(Blocks.from_rows(rows_of(maze)))


def test_article_003_its_session_is_played_by_its_main_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    boards = re.findall(r"(?:^[+|](?!>).*\n)+", GAME_SESSION, re.MULTILINE)
    # A shuffle of Python draws nothing for its last place.
    draw(monkeypatch, *(n for board in (0, 3) for n in draws_of_kruskal(Rooms.from_text(boards[board]))[:-1]))
    words = iter(re.findall(r"^\|> (\w+)$", GAME_SESSION, re.MULTILINE))

    def answer(prompt: str) -> str:
        print(prompt, end="")
        if (word := next(words, None)) is None:
            raise EOFError
        print(word)
        return word

    monkeypatch.setattr(builtins, "input", answer)
    main = """
        maze = Maze(8, 4)
        while(True):
          if process_message(maze):
            break
    """
    with pytest.raises(EOFError):
        type_in(main, console_game)
    assert capsys.readouterr().out == GAME_SESSION


def test_article_003_after_random_seed_3_its_mazes_are_made() -> None:
    random.seed(3)
    maze = retromaze.ports.Maze(8, 4)
    grids = [maze.grid]
    maze.regenerate()
    assert [*grids, maze.grid] == GRIDS
    random.seed(3)
    maze.generate()
    assert maze.grid == GRIDS[0]
    random.seed(3)
    assert maze._kruskal() == GRIDS[0]


def test_article_003_the_methods_of_its_maze(capsys: pytest.CaptureFixture[str]) -> None:
    Maze = console_game.Maze
    random.seed(3)
    maze = Maze(8, 4)
    assert (maze.width, maze.height, maze.start, maze.goal, maze.player) == (8, 4, 0, 31, 0)
    assert (maze.index(3, 2), maze.coordinate(19), maze.on_board(7, 3)) == (19, (3, 2), True)
    assert not any(maze.on_board(*place) for place in [(8, 0), (0, 4), (-1, 0), (0, -1)])
    assert [maze.at(x, 0) for x in range(8)] == GRIDS[0][:8]
    assert (maze.at(0, 0) & Maze.OPEN_EAST, maze.at(0, 0) & Maze.OPEN_SOUTH) == (0, 2)
    ways = [Maze.UP, Maze.RIGHT, Maze.DOWN, Maze.RIGHT, Maze.LEFT]
    assert [maze.move(way) for way in ways] == [False, False, True, True, True]
    assert (maze.player, maze.game_over()) == (8, False)
    with pytest.raises(ValueError):
        maze.move((1, 1))
    maze.reset()
    maze.grid[0] |= Maze.OPEN_EAST
    assert maze.move(Maze.RIGHT) and maze.player == 1
    maze.player = 31
    assert maze.game_over()
    maze.show()
    shown = Rooms.from_text(capsys.readouterr().out)
    assert shown.marks == {0: "S", 31: "X"}
    assert [doors & 3 for doors in shown.doors] == maze.grid


# The main program of <テキスト17>, with its four words or others.
MAIN_17 = """
    xorshift_state = [
        {},
    ]
    maze_w, maze_h = 37, 17
    maze = WallExtend(maze_w, maze_h)
    PrintMaze(maze)
"""


def test_article_000_its_main_program_prints_text_18(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        type_in(MAIN_17.format("123456789, 123456761, 123456757, 123456731"), wall_extension)
        assert capsys.readouterr().out == TEXT_18
    type_in(MAIN_17.format("1, 2, 3, 4"), wall_extension)
    maze = wall_extension_maze(37, 17, rng=Xorshift128((1, 2, 3, 4)))
    assert capsys.readouterr().out == maze.quoted() + "\n" != TEXT_18
    assert wall_extension.xorshift_state == [123456789, 123456761, 123456757, 123456731]
    assert wall_extension.WallExtend(38, 4) == []


def test_article_000_its_words_step_in_the_list_that_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    state = [123456789, 123456761, 123456757, 123456731]
    words = Xorshift128()
    for _ in range(5):
        assert wall_extension.Xorshift128(state) is state
        assert state[0] == words.next()
    assert state == list(words.state)
    with pytest.raises(TypeError, match="a list is for"):
        Xorshift128(state)  # type: ignore[arg-type]
    lines = """
        xorshift_state = [123456789, 123456761, 123456757, 123456731]
        idx = DustShuffle(6)
    """
    program = type_in(lines, wall_extension)
    assert sorted(program["idx"]) == [*range(6)] != program["idx"]  # type: ignore[call-overload]
    for _ in range(6):
        last = wall_extension.Xorshift128(state := [*Xorshift128.ARTICLE_STATE])
    assert last is state and program["xorshift_state"] != state
    # A program without a list of this name gets the module's.
    monkeypatch.setattr(wall_extension, "xorshift_state", [*Xorshift128.ARTICLE_STATE])
    assert wall_extension.DustShuffle(6) == program["idx"]
    assert wall_extension.xorshift_state == program["xorshift_state"]


def test_article_000_the_sides_to_which_a_wall_can_grow_are_bits() -> None:
    maze = empty_room(9, 7).rows()
    assert wall_extension.Validate(maze, 9, 7, 4, 0) == 0b0100
    assert wall_extension.Validate(maze, 9, 7, 0, 2) == 0b0010
    assert wall_extension.Validate(maze, 9, 7, 4, 4) == 0b1011
    maze[2] = "|   a   |"
    assert wall_extension.Validate(maze, 9, 7, 4, 0) == 0
    # Its example: 12 is down and left.
    assert wall_extension.BitCount(12) == 2
    assert [wall_extension.BitSelect(12, p) for p in range(-1, 3)] == [-1, 2, 3, -1]


def test_article_000_its_walker_turns_as_it_says() -> None:
    heya = ["+---+", "|   |", "|##a|", "|   |", "+---+"]
    assert wall_extension.Search(heya, 3, 1) == [0, -1, 1, 0]
    assert wall_extension.Search(heya, 3, 2) == [0, 0, 1, -1]
    idou = [0, -1, 1, 0]  # right, left, down, up
    assert [wall_extension.GetFPV(dir, idou) for dir in range(4)] == [
        [0, 0, -1, 1],
        [0, 1, 0, -1],
        [1, -1, 0, 0],
        [-1, 0, 1, 0],
    ]
    # ahead, right, left, behind: the heading, and another way that is free.
    for fpv, turned in {
        (0, 0, 0, 1): (0, -1),
        (0, 0, -1, 1): (0, -1),
        (-1, 0, 0, 1): (1, -1),
        (-1, 0, -1, 1): (1, 0),
        (0, 1, 0, 1): (2, -1),
        (0, 1, -1, 1): (2, 0),
        (-1, 1, 0, 1): (2, 1),
        (-1, 1, -1, 1): (2, 1),
    }.items():
        assert wall_extension.HeadTurn(1, fpv) == turned


def test_article_000_branches_are_kept_in_the_programs_own_list() -> None:
    lines = """
        bunkiSpots = []
        BunkiAdd(1, 3, 5)
        BunkiAdd(2, 3, 7)
        BunkiAdd(0, 3, 5)
        found = BunkiSearch(3, 5), BunkiSearch(3, 7), BunkiSearch(5, 3)
        BunkiDel(2)
        again = BunkiSearch(3, 5)
    """
    program = type_in(lines, wall_extension)
    assert program["bunkiSpots"] == [[1, 3, 5], [2, 3, 7]]
    assert (program["found"], program["again"]) == ((2, 1, -1), 0)
    assert wall_extension.bunkiSpots == []


# The rule of <テキスト19> in words of our own, with its functions and its list.
WALK = """
    bunkiSpots = []
    x, y, heading = 1, 1, 0
    lib.HeyaDisplay(screen, heya, x, y, "A>V<"[heading])
    for goal in goals:
        while (x, y) != goal:
            free = lib.Search(heya, x, y)
            place = BunkiSearch(x, y)
            if place == -1:
                heading, other = HeadTurn(heading, lib.GetFPV(heading, free))
                if other != -1:
                    BunkiAdd(other, x, y)
            else:
                branch = bunkiSpots[place][0]
                BunkiDel(place)
                if abs(branch - heading) != 2:
                    heading = branch
            right, left, down, up = free
            x += {1: right, 3: left}.get(heading, 0)
            y += {0: up, 2: down}.get(heading, 0)
            steps.append((y * 37 + x, heading))
"""


def test_article_000_its_walker_comes_to_a_b_and_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame

    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    goals = [(1, 4), (9, 5), (15, 1)]
    for (x, y), letter in zip(goals, "abc", strict=True):
        maze.mark(x, y, letter)
    steps: list[tuple[int, int]] = []
    pygame.init()
    try:
        screen = pygame.display.set_mode((600, 540))
        given = {"lib": wall_extension, "heya": maze.rows(), "goals": goals, "screen": screen, "steps": steps}
        type_in(WALK, wall_extension, **given)
        assert steps == article_walk(maze, [y * 37 + x for x, y in goals]).steps
        # Blocks of 16 dots: wall, floor, and the walker's letter upon floor.
        assert (screen.get_at((24, 8))[:3], screen.get_at((40, 24))[:3]) == ((102,) * 3, (102,) * 3)
        assert screen.get_at((24, 40))[:3] == (255,) * 3
        room = [screen.get_at((16 + i, 16 + j))[:3] for i in range(16) for j in range(16)]
        assert room.count((0, 0, 0)) > 5 and room.count((255,) * 3) > 100
    finally:
        pygame.quit()
