"""The catalogue: complete, in order, and its listings changed only where a size is asked for."""

import ast
import inspect
import re
from math import prod
from pathlib import Path

import pytest

import retromaze.ports
from retromaze.catalogue import CATALOGUE, find
from retromaze.comparison.ports import PortModule
from retromaze.entry import Entry, listing_path, listing_source
from retromaze.errors import UsageError
from retromaze.language.parser import parse

ENTRIES = pytest.mark.parametrize("entry", CATALOGUE.values(), ids=CATALOGUE)
PORTS = Path(retromaze.ports.__file__).parent
SHORT = (
    "backtracker_def",
    "binary_tree",
    "wall_extension",
    "walker",
    "digging",
    "kruskal",
    "hexagonal",
    "sticks",
    "sticks_safe",
    "console_game",
    "explorer",
    "binary_explorer",
)
"""Listings that show one technique and nothing else."""
DENSE = {"key_maze", "chase", "flight", "console_game", "explorer", "binary_explorer"}
"""Listings with so many statements a line that their lines are no measure."""
WRITTEN_HERE = [name for name, entry in CATALOGUE.items() if not entry.origin.published]


def test_every_listing_has_an_entry_and_a_port_and_the_reverse() -> None:
    listings = {path.stem for path in listing_path(find("backtracker")).parent.glob("*.bas")}
    ports = {path.stem for path in PORTS.glob("*.py")} - {"__init__", "basic", "signals"}
    assert listings == ports == set(CATALOGUE)


@ENTRIES
def test_the_ports_keywords_are_the_sizes_and_their_defaults(entry: Entry) -> None:
    _, *keywords = inspect.signature(PortModule(entry.port).load()).parameters.values()
    assert {word.name: word.default for word in keywords} == entry.checked_sizes({})


@ENTRIES
def test_the_listing_sets_each_size_to_its_default(entry: Entry) -> None:
    source = listing_source(entry)
    assert listing_source(entry, **entry.checked_sizes({})) == source
    assert source == listing_path(entry).read_text(encoding="utf-8")


@ENTRIES
def test_a_size_changes_its_assignment_and_nothing_else(entry: Entry) -> None:
    before = listing_source(entry)
    for name, parameter in entry.sizes.items():
        after = listing_source(entry, **{name: parameter.minimum})
        assert after.replace(f"{parameter.variable}={parameter.minimum}", "", 1) == before.replace(
            f"{parameter.variable}={parameter.default}", "", 1
        )


@ENTRIES
def test_at_least_four_sizes_are_checked_or_all_there_are(entry: Entry) -> None:
    sizes = [tuple(entry.checked_sizes(trial).values()) for trial in entry.trials]
    all_there_are = prod(size.maximum - size.minimum + 1 for size in entry.sizes.values())
    assert len(set(sizes)) >= min(4, all_there_are)


def test_the_edges_of_its_sizes_are_scenes_of_a_program() -> None:
    sizes = [dict(scene.sizes) for scene in find("sticks_safe").scenes]
    assert sizes == [{"size": size} for size in (79, 3, 81, 6)]
    scenes = find("console_game").scenes
    assert [tuple(scene.sizes.values()) for scene in scenes[-6:]] == [
        *((width, 2, 0) for width in (12, 1, 13)),
        *((2, height, 0) for height in (12, 1, 13)),
    ]
    assert {scene.answers for scene in scenes[-6:]} == {find("console_game").answers}
    assert find("backtracker").scenes == ()


@pytest.mark.parametrize("name", WRITTEN_HERE)
def test_a_listing_that_was_written_here_says_so_in_its_first_lines(name: str) -> None:
    text = listing_source(find(name)).replace("\n'", " ")
    told = (
        r" 元:.+ \(written for retromaze after .+\)"
        if find(name).origin.article
        else r"\(written for retromaze\)"
    )
    assert re.match("'retromaze用に書き下ろし" + told, text)


def code_lines(text: str) -> int:
    """How many lines hold more than a docstring."""
    tree = ast.parse(text)
    docstrings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    told = {
        line
        for node in docstrings
        if isinstance(node, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    return sum(1 for number, line in enumerate(text.splitlines(), 1) if line.strip() and number not in told)


@pytest.mark.parametrize("name", SHORT)
def test_a_short_listing_is_typed_in_within_an_evening(name: str) -> None:
    assert 25 <= len(listing_source(find(name)).splitlines()) <= 60


@ENTRIES
def test_a_port_is_no_longer_than_its_listing(entry: Entry) -> None:
    port = (PORTS / f"{entry.name}.py").read_text(encoding="utf-8")
    listing = listing_source(entry)
    # Python has a statement a line.
    parts = len(parse(listing)) if entry.name in DENSE else len(listing.splitlines())
    assert code_lines(port) <= parts


@ENTRIES
def test_every_label_of_the_listing_is_named_by_the_port(entry: Entry) -> None:
    port = (PORTS / f"{entry.name}.py").read_text(encoding="utf-8")
    code = [re.sub("'.*", "", line) for line in listing_source(entry).splitlines()]
    labels = {label for line in code for label in re.findall(r"@\w+", re.sub('".*?"', "", line))}
    assert {label for label in labels if label not in port} == set()
    assert {name for line in code for name in re.findall(r"^DEF (\w+)", line) if name not in port} == set()


@ENTRIES
def test_a_port_is_short_and_imports_no_more_than_machine_and_library(entry: Entry) -> None:
    text = (PORTS / f"{entry.name}.py").read_text(encoding="utf-8")
    imported = {node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert len(text.splitlines()) <= 300
    assert {name for name in imported if name.startswith("retromaze")} <= {
        "retromaze.machine.input",
        "retromaze.machine.machine",
        "retromaze.machine.modes",
        "retromaze.errors",
        "retromaze.recursion",
        "retromaze.ports.basic",
        "retromaze.ports.mazes",
        "retromaze.ports.scripts",
        f"retromaze.ports.scripts.{entry.name}",
    }


@ENTRIES
def test_the_maker_without_a_screen_is_in_the_library(entry: Entry) -> None:
    assert entry.library is None or callable(getattr(retromaze.ports, entry.library))


def test_no_port_hides_what_the_library_has_by_its_name() -> None:
    assert not set(CATALOGUE) & set(retromaze.ports.__all__)


def test_the_published_listing_has_its_37_lines() -> None:
    lines = listing_source(find("backtracker")).splitlines(keepends=True)
    assert (len(lines), lines[0], lines[-1]) == (37, "M_W=199:M_H=119\n", "REPEAT UNTIL BUTTON(0):GCLS\n")


@pytest.mark.parametrize(
    ("name", "sizes", "message"),
    [
        ("backtracker", {"width": 0}, "width must be from 1 to 199, not 0"),
        ("backtracker", {"depth": 3}, "backtracker has no size called depth; it has width, height"),
        ("digging", {"height": 8}, "height must be odd, not 8"),
        ("digging_dialog", {"width": 21, "print_width": 4}, "width*print_width must be at most 50, not 84"),
    ],
)
def test_sizes_that_cannot_be_are_refused(name: str, sizes: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        listing_source(find(name), **sizes)
    assert str(caught.value) == message


def test_an_unknown_program_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UsageError, match="no program is called 'labyrinth'; there are backtracker, "):
        find("labyrinth")
