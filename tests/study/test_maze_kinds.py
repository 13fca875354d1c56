"""The bad mazes (A) and (B) of プチコン3号 12日目: perfect, bad by the measures it names."""

import random
import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.errors import UsageError
from retromaze.machine.rng import Rng
from retromaze.ports import Rooms, binary_tree_maze, braid, is_perfect, sticks_maze, wilson_maze
from retromaze.study.maze_kinds import (
    LibraryRandom,
    MakerError,
    OutsideMaker,
    chosen_kinds,
    make,
    maze_class_of,
    short_branches_maze,
    short_solution_maze,
)
from retromaze.study.maze_measures import Measures, measure, plan_of
from retromaze.study.maze_measures import rooms_of as rooms_of_blocks
from retromaze.study.survey import Sample, bias_of, survey
from tests.refusals import message_of

QUICK = settings(max_examples=40)
SEEDS = st.integers(1, 2**32 - 1)

A = """\
+---+---+---+---+---+---+
| S                     |
+   +   +   +   +   +   +
|   |   |   |   |   |   |
+---+---+---+---+---+   +
|   |   |   |   |   |   |
+   +   +   +   +   +   +
| G                     |
+   +   +   +   +   +   +
|   |   |   |   |   |   |
+---+---+---+---+---+---+"""

B = """\
+---+---+---+---+---+---+---+---+
|       |       |               |
+---+   +   +   +   +---+---+   +
|       |   |   |   |       |   |
+   +---+   +   +---+   +   +   +
|   |       | S   G |   |   |   |
+   +   +---+---+   +   +   +   +
|   |   |       |   |   |   |   |
+   +   +---+   +   +   +   +   +
|               |       |       |
+---+---+---+---+---+---+---+---+"""


@pytest.mark.parametrize("maker", [short_branches_maze, short_solution_maze])
@given(width=st.integers(2, 14), height=st.integers(2, 14), seed=SEEDS)
@QUICK
def test_a_bad_maze_is_perfect_all_the_same(
    maker: Callable[..., Rooms], width: int, height: int, seed: int
) -> None:
    maze = maker(width, height, seed=seed)
    assert (maze.width, maze.height) == (width, height)
    assert is_perfect(maze)
    assert maze.start != maze.goal


def measured(kind: str) -> Measures:
    return measure(plan_of(make(kind, 40, 24, 7)))


def test_a_has_many_side_ways_that_are_too_short() -> None:
    """図(A): 「脇道は多いが短すぎるため、すぐ袋小路に行き当たってしまいます」."""
    bad, good = measured("short_branches"), measured("backtracker")
    assert bad.branches is not None and good.branches is not None
    assert bad.branches > 10 * good.branches
    assert (bad.longest_branch, bad.branch_length, bad.dead_end_length) == (1, 1.0, 1.0)


def test_b_has_complicated_side_ways_and_a_short_solution() -> None:
    """図(B): 「脇道は複雑ですが肝心の正解が短いため、すぐゴールへ到達してしまう可能性があります」."""
    bad, good = measured("short_solution"), measured("backtracker")
    assert bad.solution == 6
    assert good.solution == 402
    assert bad.branch_length is not None and good.branch_length is not None
    assert bad.branch_length > good.branch_length > bad.solution
    assert bad.dead_ends > 50


def test_the_corridor_goes_to_and_fro() -> None:
    maze = short_branches_maze(6, 5, seed=3)
    assert maze.text({maze.start: "S", maze.goal: "G"}) == A
    plan = measure(plan_of(maze))
    assert plan.solution is not None
    assert plan.solution + 1 + (plan.branches or 0) == 30


def test_diggers_dig_away_from_a_short_solution() -> None:
    maze = short_solution_maze(8, 5, seed=1)
    assert maze.text({maze.start: "S", maze.goal: "G"}) == B


@pytest.mark.parametrize("maker", [short_branches_maze, short_solution_maze])
def test_a_bad_maze_needs_two_rooms_each_way(maker: Callable[..., Rooms]) -> None:
    with pytest.raises(ValueError, match="height must be at least 2, not 1"):
        maker(5, 1, seed=1)


PAGE = (Path(__file__).parents[2] / "docs" / "study.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def written(folder: Path, text: str) -> str:
    """The path of a maker in a file."""
    path = folder / "mine.py"
    path.write_text(textwrap.dedent(text), "utf-8")
    return str(path)


def result(folder: Path, text: str, width: int = 4, height: int = 3, seed: int = 1) -> Rooms:
    return OutsideMaker(written(folder, text))(width, height, seed=seed)


def test_the_first_maker_of_the_page_is_the_binary_tree(tmp_path: Path) -> None:
    assert len(EXAMPLES[0].splitlines()) == 5
    for seed in range(1, 6):
        assert result(tmp_path, EXAMPLES[0], 9, 7, seed).text() == binary_tree_maze(9, 7, seed=seed).text()


def test_the_second_braids_a_maze_of_the_library(tmp_path: Path) -> None:
    chance = Rng(3)
    braided = braid(wilson_maze(9, 7, rng=chance), 0.5, rng=chance)
    assert result(tmp_path, EXAMPLES[1], 9, 7, 3).text() == braided.text()


def test_a_list_of_doors_in_any_order_and_twice(tmp_path: Path) -> None:
    rooms = result(
        tmp_path, "def maker(w, h, rng): return [((1, 0), (0, 0)), [[0, 0], [1, 0]], ((3, 2), (3, 1))]"
    )
    assert rooms.text() == textwrap.dedent("""\
        +---+---+---+---+
        |       |   |   |
        +---+---+---+---+
        |   |   |   |   |
        +---+---+---+   +
        |   |   |   |   |
        +---+---+---+---+""")
    assert (rooms.start, rooms.goal) == (0, 11)


def test_blocks_of_the_library_are_rooms(tmp_path: Path) -> None:
    text = """\
        from retromaze.ports import sticks_maze
        def maker(width, height, rng):
            return sticks_maze(2 * width + 1, 2 * height + 1, rng=rng)
        """
    assert result(tmp_path, text).text() == rooms_of_blocks(sticks_maze(9, 7, seed=1)).text()


def test_a_maker_takes_its_generator_as_it_likes(tmp_path: Path) -> None:
    heads = ["w, h, rng", "w, h, /, chance", "w, h, *, rng", "*size_and_rng", "width, height, rng=None"]
    passages = {}
    for head in heads:
        rng = {"*size_and_rng": "size_and_rng[2]", "w, h, /, chance": "chance"}.get(head, "rng")
        text = f"""\
            def maker({head}):
                if {rng}.below(7) == {Rng(5).below(7)}: yield (0, 0), (1, 0)
            """
        passages[head] = result(tmp_path, text, seed=5).passages()
    assert passages == dict.fromkeys(heads, 1)


def test_a_maker_without_a_generator_has_pythons_own_which_begins_with_the_seed(tmp_path: Path) -> None:
    text = """\
        import random
        def maker(width, height):
            for y in range(height):
                x = random.randrange(width - 1)
                yield (x, y), (x + 1, y)
        """
    before = random.getstate()
    mazes = [result(tmp_path, text, 30, 3, seed).text() for seed in (1, 1, 2)]
    assert random.getstate() == before
    assert mazes[0] == mazes[1] != mazes[2]


def test_a_maker_may_call_itself_as_deeply_as_it_has_rooms(tmp_path: Path) -> None:
    text = """\
        def maker(width, height, rng):
            def dig(x):
                if x + 1 < width:
                    doors.append(((x, 0), (x + 1, 0)))
                    dig(x + 1)
            doors = []
            dig(0)
            return doors
        """
    assert result(tmp_path, text, 3000, 1).passages() == 2999


def test_a_maker_imports_what_lies_beside_it_also_while_it_yields(tmp_path: Path) -> None:
    (tmp_path / "first_helper.py").write_text("ONE = (0, 0)\n", "utf-8")
    (tmp_path / "second_helper.py").write_text("OTHER = (1, 0)\n", "utf-8")
    text = """\
        from first_helper import ONE
        def maker(width, height, rng):
            from second_helper import OTHER
            yield ONE, OTHER
        """
    assert result(tmp_path, text).neighbors(0) == [1]


FAILURES = {
    "yield (0, 0), (1, 0)\n    1 / 0": (3, "ZeroDivisionError: division by zero"),
    "import sys; sys.exit(3)": (2, "SystemExit: 3"),
    "import os; os._exit(3)": (2, "os._exit(3)"),
    "yield (0, 0), (1, 0)\n    yield (3, 0), (4, 0)": (
        3,
        "there is no room (4, 0), as in the door ((3, 0), (4, 0)): x is from 0 to 3, y from 0 to 2",
    ),
    "return [((0, 0), (0, -1))]": (
        1,
        "there is no room (0, -1), as in the door ((0, 0), (0, -1)): x is from 0 to 3, y from 0 to 2",
    ),
    "yield (0, 0), (2, 0)": (2, "the rooms of the door ((0, 0), (2, 0)) are not beside each other"),
    "yield (3, 0), (0, 1)": (2, "the rooms of the door ((3, 0), (0, 1)) are not beside each other"),
    "yield 5": (2, "5 is no door; a maker gives doors, ((x, y), (x, y)) each, or Rooms or Blocks"),
    "yield (0, 0), (0.5, 0)": (
        2,
        "((0, 0), (0.5, 0)) is no door; a maker gives doors, ((x, y), (x, y)) each, or Rooms or Blocks",
    ),
    "pass": (1, "the maker gave None; a maker gives doors, ((x, y), (x, y)) each, or Rooms or Blocks"),
    "return 'walls' * 20": (
        1,
        "the maker gave 'wallswallswallswallswallswallswallswallswallswallswallsw...;"
        " a maker gives doors, ((x, y), (x, y)) each, or Rooms or Blocks",
    ),
    "return Rooms(3, 4)": (1, "the maker gave 3 x 4 rooms, not 4 x 3"),
    "return Blocks.from_rows(['#####', '#   #', '#####'])": (1, "the maker gave 2 x 1 rooms, not 4 x 3"),
    "return Blocks.from_rows(['####', '#  #', '####'])": (
        1,
        "4 x 3 blocks are not rooms with walls between them",
    ),
    "rooms = Rooms(4, 3); rooms.doors[0] = 1; return rooms": (
        1,
        "the doors of room (1, 0) do not fit those of the rooms beside it",
    ),
    "rooms = Rooms(4, 3); rooms.doors[3] = 1; return rooms": (
        1,
        "a door of room (3, 0) leads out of the maze",
    ),
    "rooms = Rooms(4, 3); rooms.doors[1] = 8; return rooms": (
        1,
        "the doors of room (1, 0) do not fit those of the rooms beside it",
    ),
    "rooms = Rooms(4, 3); rooms.goal = 12; return rooms": (1, "the goal is room 12, and there are 0 to 11"),
}


def test_a_maker_that_fails_is_told_with_its_line_and_its_maze(here: Path) -> None:
    told = {}
    for body in FAILURES:
        text = f"def maker(width, height, rng):\n    {body}\nfrom retromaze.ports import Blocks, Rooms\n"
        (here / "mine.py").write_text(text, "utf-8")
        told[body] = message_of(MakerError, OutsideMaker("mine.py"), 4, 3, seed=9)
    assert told == {
        body: f"mine.py:{line}: {words} (4 x 3 rooms, seed 9)" for body, (line, words) in FAILURES.items()
    }


def test_a_maker_that_cannot_be_called_with_a_size_is_told(tmp_path: Path) -> None:
    with pytest.raises(MakerError, match=r"mine.py:2: TypeError: maker\(\) takes 1 positional argument"):
        result(tmp_path, "\ndef maker(size): return []")


def test_a_file_that_fails_is_told_with_its_line(here: Path) -> None:
    words = {
        "def maker(:": "mine.py:1: SyntaxError: invalid syntax (while it is loaded)",
        "\nimport not_there": (
            "mine.py:2: ModuleNotFoundError: No module named 'not_there' (while it is loaded)"
        ),
    }
    told = {}
    for text in words:
        (here / "mine.py").write_text(text, "utf-8")
        told[text] = message_of(MakerError, OutsideMaker, "mine.py")
    assert told == words


INTERRUPTED = "import _thread\ndef maker(w, h, rng):\n    _thread.interrupt_main()\n    while True:\n"
"""A maker that goes on for ever, and is interrupted as by Ctrl-C."""


def test_ctrl_c_tells_the_line_at_which_a_maker_is(here: Path) -> None:
    for body in ("rng.below(2)", "yield (0, 0), (1, 0)"):
        (here / "mine.py").write_text(f"{INTERRUPTED}        {body}\n", "utf-8")
        maker = OutsideMaker("mine.py")
        with pytest.raises(KeyboardInterrupt, match=r"^stopped at mine.py:[345] \(4 x 3 rooms, seed 1\)$"):
            maker(4, 3, seed=1)


def test_files_and_functions_that_are_not_there_are_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"not_there.py does not exist$"):
        chosen_kinds([str(tmp_path / "not_there.py")])
    path = written(
        tmp_path, "def dig(width, height, rng): return []\ndef fill(width, height, rng): return []"
    )
    with pytest.raises(UsageError, match=r"mine.py has no function maker; it has dig, fill$"):
        make(path, 4, 3, 1)


def test_a_file_is_read_anew_when_it_is_named(here: Path) -> None:
    for doors in range(3):
        (here / "mine.py").write_text(f"def maker(w, h, rng): return {[((0, 0), (1, 0))][:doors]}", "utf-8")
        assert chosen_kinds(["mine.py"]) == ["mine.py"]
        # what is saved while mazes are made is not half in use
        (here / "mine.py").write_text("def maker(w, h, rng): 1 / 0", "utf-8")
        for seed in (1, 2):
            result = make("mine.py", 2, 2, seed)
            assert isinstance(result, Rooms) and result.passages() == min(doors, 1)


def test_a_survey_measures_makers_of_both_sides(tmp_path: Path) -> None:
    path = written(tmp_path, EXAMPLES[0])
    assert chosen_kinds([path, f"{path}:maker", "wilson"]) == [path, "wilson"]
    assert maze_class_of(path) is Rooms
    samples = [Sample(kind, 6, 5) for kind in (path, "binary_tree")]
    results = survey(samples, 4)
    assert list(results) == samples
    trees = [measure(plan_of(binary_tree_maze(6, 5, seed=seed))) for seed in range(1, 5)]
    assert results[samples[0]] == results[samples[1]] == trees
    shapes = survey([Sample(path, 3, 3, probe="tree")], 960)
    assert bias_of(next(iter(shapes.values()))).trees == 16


# ---- the generator of makers from outside: Python's Random over the library's numbers


def test_below_draws_what_the_library_draws() -> None:
    chance, rng = LibraryRandom(7), Rng(7)
    assert [chance.below(bound) for bound in range(1, 50)] == [rng.below(bound) for bound in range(1, 50)]
    assert wilson_maze(7, 6, rng=LibraryRandom(4)).text() == wilson_maze(7, 6, seed=4).text()


def test_all_that_random_has_gives_the_same_with_the_same_seed() -> None:
    chance = LibraryRandom(1)
    things = list(range(8))
    chance.shuffle(things)
    drawn = [chance.choice("abc"), chance.randrange(10, 20), chance.randint(1, 6), chance.sample(range(9), 3)]
    assert (things, drawn) == ([2, 5, 0, 1, 7, 4, 6, 3], ["a", 10, 5, [6, 4, 8]])
    assert 0 <= chance.random() < 1
    assert chance.random() != chance.random()


def test_bits_are_those_of_whole_words() -> None:
    words = [Rng(3).raw()]
    assert LibraryRandom(3).getrandbits(32) == words[0]
    assert LibraryRandom(3).getrandbits(5) == words[0] >> 27
    assert LibraryRandom(3).getrandbits(0) == 0
    assert LibraryRandom(3).getrandbits(70).bit_length() <= 70
    with pytest.raises(ValueError, match="number of bits must be non-negative"):
        LibraryRandom(3).getrandbits(-1)


def test_a_seed_begins_anew_and_a_state_is_not_to_be_had() -> None:
    chance = LibraryRandom(3)
    first = chance.below(1000)
    chance.below(1000)
    chance.seed(3)
    assert chance.below(1000) == first
    with pytest.raises(NotImplementedError, match="begin it anew by seed"):
        chance.getstate()
    with pytest.raises(NotImplementedError, match="begin it anew by seed"):
        chance.setstate(())
