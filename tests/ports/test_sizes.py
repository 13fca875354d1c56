"""The ranges are right: at their edges both programs run to the end, beyond them both say what they are."""

from __future__ import annotations

from functools import partial

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.pairs import compare_programs
from retromaze.comparison.ports import PortModule
from retromaze.comparison.recording import Listing
from retromaze.comparison.script import script_of
from retromaze.entry import Entry, listing_source
from retromaze.language.prologue import with_values
from retromaze.machine.machine import Machine
from retromaze.runner import play
from tests.amounts import one_in
from tests.ports.every_size import corners, failure

REFUSALS = {
    "backtracker_def": "M_W: 1 to 199, M_H: 1 to 119",
    "binary_tree": "M_W: 1 to 199, M_H: 1 to 119",
    "wall_extension": "M_W: 5 to 50, M_H: 5 to 30",
    "wall_extension_steps": "M_W: 5 to 50, M_H: 5 to 30",
    "kruskal": "M_W: 1 to 12, M_H: 1 to 14",
    "kruskal_steps": "M_W: 1 to 12, M_H: 1 to 14",
    "picture": "PICTURE: 1 to 3",
    "sticks": "N: 5 to 79, odd",
    "sticks_safe": "N: 5 to 79, odd",
    "sticks_csv": "N: 5 to 79, odd",
    "hexagonal": "COLS: 2 to 24, ROWS: 1 to 16",
    "hexagonal_game": "COLS: 2 to 24, ROWS: 1 to 16",
    "walker_by_hand": "M_W: 5 to 50, M_H: 5 to 28, HOLES: 0 to 99",
    "console_game": "M_W: 2 to 12, M_H: 2 to 12",
    "console_game_far": "M_W: 2 to 12, M_H: 2 to 12",
    "button_game": "M_W: 2 to 32, M_H: 2 to 18",
    "explorer": "N: 5 to 79, odd",
    "binary_explorer": "M_W: 2 to 199, M_H: 2 to 119",
}
"""What each listing of ours says of sizes that cannot be; digging_dialog has two answers, digging asks."""

UNEVEN = "幅と高さは5以上の奇数 odd, 5 or more"
TOO_BIG = "画面に入りません\nP_W: 1 or more, M_W*P_W: to 50, M_H: to 29"

LARGE = one_in(3, [*CATALOGUE])
"""Those that are run at their largest as well."""

Sizes = dict[str, int]


@pytest.mark.parametrize("name", CATALOGUE)
def test_both_run_to_the_end_at_the_edges_of_all_ranges(name: str) -> None:
    entry = CATALOGUE[name]
    ends = corners(entry)
    for sizes in (ends[0], ends[-1]) if name in LARGE else (ends[0],):
        assert failure(entry, sizes) == ""


def beyond(entry: Entry) -> list[Sizes]:
    """Each size just below and just above its range, one far beyond both ends; flags are never refused."""
    sizes = {name: size for name, size in entry.sizes.items() if size.maximum > 1}
    far = [{name: value} for name in list(sizes)[:1] for value in (-1000, 1000)]
    near = [{name: value} for name, size in sizes.items() for value in (size.minimum - 1, size.maximum + 1)]
    return near + far


def said(entry: Entry, sizes: Sizes, native: bool) -> str:
    """What a program prints that is given these sizes past the catalogue's checks."""
    machine = Machine(seed=1)
    if native:
        PortModule(entry.port).load()(machine, **sizes)
    else:
        values = {entry.sizes[name].variable: value for name, value in sizes.items()}
        assert play(with_values(listing_source(entry), values), machine) is None
    assert machine.frame <= 1
    return machine.console.text()


@pytest.mark.parametrize("native", [False, True], ids=["listing", "port"])
@pytest.mark.parametrize("name", REFUSALS)
def test_beyond_its_ranges_a_program_says_them(name: str, native: bool) -> None:
    entry = CATALOGUE[name]
    odd = [{name: size.minimum + 1} for name, size in entry.sizes.items() if size.odd]
    for sizes in beyond(entry) + odd:
        assert said(entry, sizes, native) == REFUSALS[name]


@pytest.mark.parametrize("native", [False, True], ids=["listing", "port"])
@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ({"width": 49, "height": 27, "print_width": 2}, TOO_BIG),
        ({"width": 31}, TOO_BIG),
        ({"width": 25, "print_width": 0}, TOO_BIG),
        ({"height": 31}, TOO_BIG),
        ({"width": 51, "print_width": 1}, TOO_BIG),
        ({"width": 5, "print_width": 11}, TOO_BIG),
        ({"width": 3}, UNEVEN),
        ({"height": 3}, UNEVEN),
        ({"width": 22}, UNEVEN),
        ({"height": 30}, UNEVEN),
        ({"width": -1000, "height": 1000}, UNEVEN),
    ],
)
def test_digging_refuses_what_does_not_fit(sizes: Sizes, words: str, native: bool) -> None:
    assert said(CATALOGUE["digging_dialog"], {"width": 21, "height": 21} | sizes, native) == words


@pytest.mark.parametrize(
    "name", [entry.name for entry in CATALOGUE.values() if entry.scenes and beyond(entry)]
)
def test_a_refusal_is_the_same_in_listing_and_port(name: str) -> None:
    entry = CATALOGUE[name]
    sizes = beyond(entry)[0]
    values = {entry.sizes[size].variable: value for size, value in sizes.items()}
    listing = Listing(with_values(listing_source(entry), values))
    port = partial(PortModule(entry.port).load(), **sizes)
    assert compare_programs(listing, port, seed=1, script=script_of(entry)).difference is None


@pytest.mark.parametrize("native", [False, True], ids=["listing", "port"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CR LF"])
@pytest.mark.parametrize("missing", [1, 2, 60])
def test_the_explorer_refuses_a_stored_maze_that_is_too_short(missing: int, end: str, native: bool) -> None:
    entry = CATALOGUE["explorer_csv"]
    machine = Machine(seed=1)
    machine.storage.write_text("MAZE", end.join(["1,1,1,1,1,1,1"] * 7)[:-missing])
    if native:
        PortModule(entry.port).load()(machine)
    else:
        assert play(listing_source(entry), machine) is None
    assert machine.console.text() == "TXT:MAZEが短すぎます too short"


@pytest.mark.parametrize("native", [False, True], ids=["listing", "port"])
@pytest.mark.parametrize("text", ["", "1", "1,1,1\n" * 3, "1,1,1,1,1,1\n" * 6, ("1" + ",1" * 80 + "\n") * 81])
def test_the_explorer_refuses_a_stored_maze_of_an_impossible_size(text: str, native: bool) -> None:
    entry = CATALOGUE["explorer_csv"]
    machine = Machine(seed=1)
    machine.storage.write_text("MAZE", text)
    if native:
        PortModule(entry.port).load()(machine)
    else:
        assert play(listing_source(entry), machine) is None
    assert machine.console.text() == REFUSALS["explorer"]
