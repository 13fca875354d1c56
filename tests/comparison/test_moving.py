"""Sprites and background layers that differ: which one, in what, in both machines."""

from collections.abc import Callable

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.listing_recording import CALLS, PICTURES, Mode
from retromaze.machine.machine import Machine
from tests.comparison.diagonal import difference_between

LISTING = "SPSET 3,0:SPOFS 3,120,40:BGPUT 1,2,0,5:BGOFS 1,8,0:WAIT 1"


def both(machine: Machine) -> None:
    machine.sprites.set(3, 0)
    machine.sprites.move(3, 120.0, 40.0)
    machine.backgrounds.put(1, 2, 0, 5)
    machine.backgrounds.move(1, 8, 0)


def one_pixel_on(machine: Machine) -> None:
    machine.sprites[3].x += 1


def two_cells(machine: Machine) -> None:
    machine.backgrounds[1].cells[2:4] = machine.backgrounds[0].cells[2:4]
    machine.backgrounds[1].cells[27] = 9


def another_size(machine: Machine) -> None:
    machine.backgrounds[0].width, machine.backgrounds[0].height = 15, 25


def another_color(machine: Machine) -> None:
    machine.backgrounds[1].color = 0x00FF00


def test_the_first_difference_is_told() -> None:
    changes: list[tuple[Callable[[Machine], None], str]] = [
        (one_pixel_on, "listing has sprite 3 at (120, 40), port has it at (121, 40)"),
        (
            two_cells,
            "listing has cell (2, 0) of background layer 1 with character 5, port has it empty"
            " (and 1 more difference)",
        ),
        (
            another_size,
            "listing has background layer 0 with 25 x 15 cells of 16 pixels,"
            " port has it with 15 x 25 cells of 16 pixels",
        ),
        (
            another_color,
            "listing has background layer 1 with color &HFFFFFFFF, port has it with color &H0000FF00",
        ),
    ]
    told = []
    for change, _ in changes:

        def port(machine: Machine, change: Callable[[Machine], None] = change) -> None:
            both(machine)
            change(machine)
            machine.wait(1)

        difference = compare_programs(Listing(LISTING), port, seed=1).difference
        told.append(difference and difference.sentence)
    assert told == [f"frame 0, event 5: after wait() in listing line 1, {words}" for _, words in changes]


def difference_of(one: str, other: str, mode: Mode = CALLS) -> str:
    """In what two listings differ, "" for nothing."""
    found = compare_programs(Listing(one, "listing"), Listing(other, "port"), seed=1, mode=mode).difference
    return found.words if found else ""


def test_a_call_with_another_argument_tells_what_became_of_the_sprite() -> None:
    def port(machine: Machine) -> None:
        machine.sprites.set(3, 0)
        machine.sprites.move(3, 121, 40)
        machine.sprites.move(3, 5, 5)
        machine.wait(9)

    difference = difference_between(Listing(LISTING), port)
    assert difference.words == (
        "listing line 1 moves by sprites.move(3, 120, 40), port moves by sprites.move(3, 121, 40);"
        " listing has sprite 3 at (120, 40), port has it at (121, 40)"
    )


CALLED = [
    (
        "XSCREEN 2:DISPLAY 1:SPSET 3,0:SPROT 3,{}",
        (45, 46),
        "sprite 3 of the lower screen turned by 45 degrees, port has it turned by 46 degrees",
    ),
    (
        "SPDEF 7,{},16",
        (0, 32),
        "definition 7 with 16 x 16 pixels of the sheet from (0, 16),"
        " port has it with 16 x 16 pixels of the sheet from (32, 16)",
    ),
    ("BGOFS 2,{},0", (1, 2), "background layer 2 at (1, 0), port has it at (2, 0)"),
]


def test_what_became_of_whom_the_call_concerns() -> None:
    found = []
    for source, (one, other), _ in CALLED:
        words = difference_of(source.format(one), source.format(other))
        found.append((source, (one, other), words.partition("; listing has ")[2]))
    assert found == CALLED


def test_a_call_that_concerns_no_one_alone_or_another_one_is_told_as_it_is() -> None:
    pairs = [
        ("SPPAGE 4", "SPPAGE 3"),
        ("SPSET 4,1", "SPSET 3,1"),
        ("BGPUT 0,0,0,1", "BGPUT 0,0,0,2"),
        ("SPCLR", "ACLS"),
    ]
    words = {pair: difference_of(f"SPSET 3,0:{pair[0]}", f"SPSET 3,0:{pair[1]}") for pair in pairs}
    assert {pair: each for pair, each in words.items() if not each or "has" in each} == {}


SEEN = "SPSET 3,500:SPOFS 3,120,40:BGPUT 0,2,3,500:{}:VSYNC:VSYNC"


def test_sheets_and_settings_of_what_moves_are_seen_at_each_wait() -> None:
    pairs = [
        ("SPPAGE 4", "SPPAGE 5"),
        ("SPCLIP", "SPCLIP 0,0,125,200"),
        ("BGPAGE 5", "BGPAGE 4"),
        ("GPAGE 0,4", "GPAGE 0,4:GFILL 0,0,511,511,#RED"),
        ("GPAGE 0,5", "GPAGE 0,5:GFILL 0,0,511,511,#RED"),
    ]
    words = {
        (one, other): difference_of(SEEN.format(one), SEEN.format(other), PICTURES) for one, other in pairs
    }
    begins = "after vsync() in listing line 1, pixel ("
    assert {pair: each for pair, each in words.items() if not each.startswith(begins)} == {}


def test_where_pictures_differ_the_sprite_is_told_too() -> None:
    one, other = (SEEN.format(f"SPOFS 3,{x},40") for x in (120, 121))
    assert difference_of(one, other, PICTURES).endswith(
        " more pixels); listing has sprite 3 at (120, 40), port has it at (121, 40)"
    )


def test_of_a_sprite_that_nobody_sees_the_pictures_say_nothing() -> None:
    one, other = (SEEN.format(f"SPVAR 3,1,{value}:SPOFS 3,-50,{value}") for value in (1, 2))
    assert difference_of(one, other, PICTURES) == ""
