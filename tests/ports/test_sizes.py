"""The ranges are right: at their edges both programs run to the end, beyond them both say what they are."""

from functools import partial

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Entry, listing_source
from retromaze.comparison.input_script import script_of
from retromaze.comparison.pairs import compare_programs
from retromaze.comparison.runnable_programs import Listing, Port
from retromaze.language.prologue import with_constants_set
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from tests.amounts import fewer, one_in
from tests.ports.every_size import corners, failure
from tests.ports.natively import BOTH, LISTING_IS_SLOW

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

UNEVEN = "幅と高さは5以上の奇数"
TOO_BIG = "画面に入りません\nP_W:1以上 M_W*P_W:50まで M_H:29まで"

ENDS = [f"{name} {end}" for name in CATALOGUE for end in ("smallest", "largest")]
EACH_ONCE = [
    f"{name} {'largest' if name in {'binary_tree', 'kruskal'} else 'smallest'}"
    for name in CATALOGUE
    if name != "walker"
]
"""Of these CI always runs every third: every pair once, two at their largest sizes.

The walker has no sizes: its only walk is compared step by step in `test_listings`.
"""


Sizes = dict[str, int]


@pytest.mark.slow
@pytest.mark.parametrize("case", fewer(EACH_ONCE[::3], ENDS))
def test_both_run_to_the_end_at_the_edges_of_all_ranges(case: str) -> None:
    name, end = case.split()
    entry = CATALOGUE[name]
    assert failure(entry, corners(entry)[-1 if end == "largest" else 0]) == ""


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
        Port(entry.port).load()(machine, **sizes)
    else:
        values = {entry.sizes[name].variable: value for name, value in sizes.items()}
        assert run_source(with_constants_set(listing_source(entry), values), machine) is None
    assert machine.frame <= 1
    return machine.console.text()


@LISTING_IS_SLOW
def test_beyond_its_ranges_a_program_says_them(native: bool) -> None:
    refused, expected = [], []
    for name, words in REFUSALS.items():
        entry = CATALOGUE[name]
        odd = [{name: size.minimum + 1} for name, size in entry.sizes.items() if size.odd]
        for sizes in beyond(entry) + odd:
            refused.append((name, sizes, said(entry, sizes, native)))
            expected.append((name, sizes, words))
    assert refused == expected


DOES_NOT_FIT: list[tuple[Sizes, str]] = [
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
]


@LISTING_IS_SLOW
def test_digging_refuses_what_does_not_fit(native: bool) -> None:
    entry, whole = CATALOGUE["digging_dialog"], {"width": 21, "height": 21}
    assert [(sizes, said(entry, whole | sizes, native)) for sizes, _ in DOES_NOT_FIT] == DOES_NOT_FIT


@pytest.mark.parametrize(
    "name", one_in(4, [entry.name for entry in CATALOGUE.values() if entry.scenes and beyond(entry)])
)
def test_a_refusal_is_the_same_in_listing_and_port(name: str) -> None:
    entry = CATALOGUE[name]
    sizes = beyond(entry)[0]
    values = {entry.sizes[size].variable: value for size, value in sizes.items()}
    listing = Listing(with_constants_set(listing_source(entry), values))
    port = partial(Port(entry.port).load(), **sizes)
    assert compare_programs(listing, port, seed=1, script=script_of(entry)).difference is None


def read(text: str, native: bool) -> str:
    """What the explorer says of a stored maze that it refuses."""
    entry = CATALOGUE["explorer_csv"]
    machine = Machine(seed=1)
    machine.storage.write_text("MAZE", text)
    if native:
        Port(entry.port).load()(machine)
    else:
        assert run_source(listing_source(entry), machine) is None
    return machine.console.text()


@BOTH
def test_the_explorer_refuses_a_stored_maze_that_is_too_short(native: bool) -> None:
    whole = [end.join(["1,1,1,1,1,1,1"] * 7) for end in ("\n", "\r\n")]
    texts = [text[:-missing] for text in whole for missing in (1, 2, 60)]
    assert {text: read(text, native) for text in texts} == dict.fromkeys(texts, "TXT:MAZEが短すぎます")


@BOTH
def test_the_explorer_refuses_a_stored_maze_of_an_impossible_size(native: bool) -> None:
    texts = ["", "1", "1,1,1\n" * 3, "1,1,1,1,1,1\n" * 6, ("1" + ",1" * 80 + "\n") * 81]
    assert {text: read(text, native) for text in texts} == dict.fromkeys(texts, REFUSALS["explorer"])
