"""The catalogue: complete, in order, and its listings changed only where a size is asked for."""

import ast
import inspect
import re
from math import prod
from pathlib import Path

import retromaze.ports
from retromaze.catalogue import CATALOGUE, find
from retromaze.catalogue_entry import Entry, listing_path, listing_source
from retromaze.comparison.runnable_programs import Port
from retromaze.language.parser import parse

PORTS = Path(retromaze.ports.__file__).parent
SHORT = (
    *("backtracker_def", "binary_tree", "wall_extension", "walker", "digging", "kruskal", "hexagonal"),
    *("sticks", "sticks_safe", "console_game", "explorer", "binary_explorer"),
)
"""Listings that show one technique and nothing else."""
DENSE = {"key_maze", "chase", "flight", "console_game", "explorer", "explorer_csv", "binary_explorer"}
"""Listings with so many statements a line that their lines are no measure."""
WRITTEN_HERE = [name for name, entry in CATALOGUE.items() if not entry.origin.published]


def port_text(entry: Entry) -> str:
    return (PORTS / f"{entry.name}.py").read_text(encoding="utf-8")


def test_every_listing_has_an_entry_and_a_port_and_the_reverse() -> None:
    listings = {path.stem for path in listing_path(find("backtracker")).parent.glob("*.bas")}
    ports = {path.stem for path in PORTS.glob("*.py")} - {"__init__", "basic", "blocks", "files", "signals"}
    assert listings == ports == set(CATALOGUE)


def test_the_ports_keywords_are_the_sizes_and_their_defaults() -> None:
    keywords = {}
    for name, entry in CATALOGUE.items():
        _, *words = inspect.signature(Port(entry.port).load()).parameters.values()
        keywords[name] = {word.name: word.default for word in words}
    assert keywords == {name: entry.checked_sizes({}) for name, entry in CATALOGUE.items()}


def test_at_least_four_sizes_are_checked_or_all_there_are() -> None:
    few = {}
    for name, entry in CATALOGUE.items():
        sizes = {tuple(entry.checked_sizes(trial).values()) for trial in entry.size_sets}
        all_there_are = prod(size.maximum - size.minimum + 1 for size in entry.sizes.values())
        if len(sizes) < min(4, all_there_are):
            few[name] = sizes
    assert few == {}


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


def test_a_listing_that_was_written_here_says_so_in_its_first_lines() -> None:
    missing = []
    for name in WRITTEN_HERE:
        text = listing_source(find(name)).replace("\n'", " ")
        told = (
            r" 元:.+ \(written for retromaze after .+\)"
            if find(name).origin.article
            else r"\(written for retromaze\)"
        )
        if not re.match("'retromaze用に書き下ろし" + told, text):
            missing.append(name)
    assert missing == []


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


def test_a_short_listing_is_typed_in_within_an_evening() -> None:
    lines = {name: len(listing_source(find(name)).splitlines()) for name in SHORT}
    assert {name: count for name, count in lines.items() if not 25 <= count <= 60} == {}


def test_a_port_is_no_longer_than_its_listing() -> None:
    longer = {}
    for entry in CATALOGUE.values():
        lines, listing = code_lines(port_text(entry)), listing_source(entry)
        # Python has a statement a line.
        parts = len(parse(listing)) if entry.name in DENSE else len(listing.splitlines())
        if lines > parts:
            longer[entry.name] = lines, parts
    assert longer == {}


def test_every_label_of_the_listing_is_named_by_the_port() -> None:
    missing = {}
    for entry in CATALOGUE.values():
        port = port_text(entry)
        code = [re.sub("'.*", "", line) for line in listing_source(entry).splitlines()]
        labels = {label for line in code for label in re.findall(r"@\w+", re.sub('".*?"', "", line))}
        names = {name for line in code for name in re.findall(r"^DEF (\w+)", line)}
        missing[entry.name] = {each for each in labels | names if each not in port}
    assert missing == {name: set() for name in CATALOGUE}


def test_a_port_is_short_and_imports_no_more_than_machine_and_library() -> None:
    known = {
        *("retromaze.machine.input", "retromaze.machine.machine", "retromaze.machine.screen"),
        *("retromaze.errors", "retromaze.recursion", "retromaze.ports.basic", "retromaze.ports.mazes"),
        "retromaze.ports.scripts",
    }
    others = {}
    for entry in CATALOGUE.values():
        text = port_text(entry)
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
        imported = {node.module or "" for node in nodes} - known
        others[entry.name] = {name for name in imported if name.startswith("retromaze")}
        assert len(text.splitlines()) <= 300, entry.name
    assert others == {name: set() for name in CATALOGUE}


def test_the_maker_without_a_screen_is_in_the_library() -> None:
    named = {entry.library for entry in CATALOGUE.values() if entry.library}
    assert [name for name in named if not callable(getattr(retromaze.ports, name))] == []


def test_no_port_hides_what_the_library_has_by_its_name() -> None:
    assert not set(CATALOGUE) & set(retromaze.ports.__all__)


def test_the_published_listing_has_its_37_lines() -> None:
    lines = listing_source(find("backtracker")).splitlines(keepends=True)
    assert (len(lines), lines[0], lines[-1]) == (37, "M_W=199:M_H=119\n", "REPEAT UNTIL BUTTON(0):GCLS\n")


TYPED = {"quit", "reset", "regenerate"}
"""Words of the console game that a player types, as they are, into a sentence in Japanese."""


def test_messages_fit_the_console_and_are_in_one_language() -> None:
    odd = []
    for name in WRITTEN_HERE:
        for text in re.findall(r"'.*|\"([^\"\n]*)\"?", listing_source(find(name))):
            japanese = re.search(r"[぀-ヿ一-鿿]", text)
            english = {word for word in re.findall(r"[A-Za-z]*[a-z]{2,}", text) if word not in TYPED}
            # A tune is no message: it has neither.
            if (len(text) > 50 and (japanese or english)) or (japanese and english):
                odd.append((name, text))
    assert odd == []
