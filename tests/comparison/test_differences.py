"""A listing held against its port: equal programs pass, and each planted difference is found and told."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import retromaze
from retromaze.comparison import Listing, Script, compare_programs
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.listing_recording import record
from retromaze.comparison.runnable_programs import relative
from retromaze.machine.colors import rgb
from retromaze.machine.file_formats import Numbers
from retromaze.machine.machine import Machine
from retromaze.machine.rng import Rng
from retromaze.ports.basic import printed
from tests.comparison.diagonal import DIAGONAL, Function, diagonal, difference_between, told


class Altered:
    """The diagonal, with something else done instead of, or besides, its n-th event (counted from 1)."""

    def __init__(self, number: int, act: Callable[[Machine], object], *, instead: bool = True) -> None:
        self.number, self.act, self.instead = number, act, instead

    def __call__(self, machine: Machine) -> None:
        def lean(x: int, y: int) -> None:
            machine.screen.line(x + leans[-1], y, x + 7 - leans[-1], y + 7)

        leans = [0]
        steps: list[Callable[[], object]] = [machine.screen.clear]
        for y in (0, 8):
            for x in (0, 8, 16):
                steps += [lambda: leans.append(machine.rng.below(2) * 7)]
                steps += [partial(lean, x, y)]
            steps += [machine.vsync]
        steps += [lambda: machine.console.print("OK")]
        for number, step in enumerate(steps, 1):
            if number == self.number:
                self.act(machine)
            if number != self.number or not self.instead:
                step()


def test_an_equal_port_passes_and_all_events_are_counted() -> None:
    made = compare_programs(Listing(DIAGONAL), diagonal, seed=1)
    assert (made.difference, made.events, made.frames, made.end.reason) == (None, 16, 2, StopReason.ENDED)


def touch(page: int, at: int, count: int = 1) -> Callable[[Machine], None]:
    """Changes pixels of a page past the machine's own methods."""

    def act(machine: Machine) -> None:
        machine.pages[page].pixels[at : at + count] = machine.screen.ink * count

    return act


def scribble(machine: Machine) -> None:
    machine.console.cells[52] = machine.console.style["!"]


def paint(machine: Machine) -> None:
    machine.screen.backdrop = 255


def move(machine: Machine) -> None:
    machine.console.column = 7


def choose(machine: Machine) -> None:
    machine.screen = machine.screens[1]


def after(act: Callable[[Machine], object]) -> Function:
    """The diagonal, and something after all else."""

    def port(machine: Machine) -> None:
        diagonal(machine)
        act(machine)

    return port


AT_A_WAIT = "frame 0, event 8: after vsync() in listing line 7,"
AT_THE_END = "frame 2, event 16: at the end,"
PLANTED: list[tuple[Function, str, str]] = [
    (
        Altered(12, lambda machine: machine.screen.line(8, 8, 15, 14)),
        "event",
        "frame 1, event 12: listing line 5 draws line(15, 8, 8, 15), port draws line(8, 8, 15, 14)",
    ),
    (
        Altered(3, lambda machine: machine.screen.line(7, 0, 0, 7, 5)),
        "event",
        "frame 0, event 3: listing line 5 draws line(7, 0, 0, 7), port draws line(7, 0, 0, 7, &H00000005)",
    ),
    (
        Altered(3, lambda machine: machine.screens[1].line(7, 0, 0, 7)),
        "event",
        "frame 0, event 3: listing line 5 draws line(7, 0, 0, 7), port draws screens[1].line(7, 0, 0, 7)",
    ),
    (
        Altered(4, lambda machine: machine.rng.below(4)),
        "random draw",
        "frame 0, event 4: listing line 4 takes below(2), port takes below(4)",
    ),
    (
        Altered(8, lambda machine: machine.wait(2)),
        "wait",
        "frame 0, event 8: listing line 7 waits by vsync(), port waits by wait(2)",
    ),
    (
        Altered(8, lambda machine: machine.screen.point(1, 1), instead=False),
        "extra event",
        "frame 0, event 8: listing line 7 waits by vsync(), port draws point(1, 1) before it",
    ),
    (
        Altered(11, lambda machine: machine.screen.set_color(-65536), instead=False),
        "extra event",
        "frame 1, event 11: listing line 4 takes below(2), port sets by set_color(&HFFFF0000) before it",
    ),
    (
        after(lambda machine: machine.console.locate(1, 2)),
        "extra event",
        "frame 2, event 17: listing has ended, port calls locate(1, 2)",
    ),
    (
        Altered(3, lambda machine: None),
        "missing event",
        "frame 0, event 3: listing line 5 draws line(7, 0, 0, 7), port leaves it out and takes below(2)",
    ),
    (
        Altered(16, lambda machine: None),
        "missing event",
        "frame 2, event 16: listing line 9 prints by print('OK'), port has ended",
    ),
    (
        Altered(8, touch(0, 5 * 512 + 3), instead=False),
        "pixel",
        f"{AT_A_WAIT} pixel (3, 5) of page 0 is &H00000000 in listing, &HFFF8F8F8 in port",
    ),
    (
        Altered(8, scribble, instead=False),
        "text cell",
        f"{AT_A_WAIT} text cell column 2, row 1 of the upper screen is empty in listing, "
        "'!' (15 on 0) in port",
    ),
    (
        Altered(8, paint, instead=False),
        "screen",
        f"{AT_A_WAIT} backdrop of the upper screen is &H00000000 in listing, &H000000FF in port",
    ),
    (
        after(touch(3, 512 * 511 + 2, 2)),
        "pixel",
        f"{AT_THE_END} pixel (2, 511) of page 3 is &H00000000 in listing, &HFFF8F8F8 in port"
        " (and 1 more pixel)",
    ),
    (
        after(move),
        "cursor",
        f"{AT_THE_END} cursor of the upper screen is in column 0, row 1 in listing, column 7, row 1 in port",
    ),
    (
        after(lambda machine: Rng.raw(machine.rng, 3)),
        "random series",
        f"{AT_THE_END} random series 3 stands elsewhere in port",
    ),
    (after(choose), "setting", f"{AT_THE_END} screen chosen is 'upper' in listing, 'lower' in port"),
]


def test_each_planted_difference_is_told_by_its_kind() -> None:
    found = [difference_between(Listing(DIAGONAL), port) for port, _, _ in PLANTED]
    assert [(each.kind, each.sentence) for each in found] == [(kind, words) for _, kind, words in PLANTED]


def test_one_and_one_point_nought_are_the_same_argument() -> None:
    assert told(Altered(1, lambda machine: machine.screen.clear(0.0))) == ""  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("prints", "words"),
    [
        ([("A=6\n", "\n")], None),
        ([("A=", ""), ("6", "\n"), ("\n", "")], None),
        ([("A", ""), ("=6\n\n", "")], None),
        ([("", ""), ("A=6", "\n"), ("", "\n")], None),
        ([("A=7\n", "\n")], "listing line 1 prints by print('6'), port prints by print('7\\n')"),
        ([("A", ""), ("6", "")], "listing line 1 prints by print('A=', ''), port prints by print('A6', '')"),
        ([("A=6", "\n")], "listing line 2 prints by print(), port leaves it out and draws clear()"),
        ([("A=6\n\n", "\n")], "listing line 3 draws clear(), port prints by print() before it"),
    ],
)
def test_prints_in_a_row_are_compared_as_one_text(prints: list[tuple[str, str]], words: str | None) -> None:
    def port(machine: Machine) -> None:
        for text, end in prints:
            machine.console.print(text, end)
        machine.screen.clear()

    listing = Listing('PRINT "A=";D(3)\nPRINT\nGCLS\nDEF D(N)\nRETURN N*2\nEND\n')
    difference = compare_programs(listing, port, seed=1).difference
    assert (difference and difference.words) == words


def test_a_print_is_not_cut_where_something_else_happens() -> None:
    def port(machine: Machine) -> None:
        machine.console.print("A", end="")
        machine.rng.below(0, 2)
        machine.console.print("B")

    made = compare_programs(Listing('PRINT "A";"B"\nB=RND(2)\n'), port, seed=1).difference
    assert made
    assert made.words == "listing line 1 prints by print('AB'), port takes below(0, 2)"


def test_a_draw_that_nobody_saw_shows_in_the_next_one() -> None:
    def port(machine: Machine) -> None:
        Rng.raw(machine.rng)
        machine.console.print(str(machine.rng.below(100)))

    found = difference_between(Listing("A=RND(100)\nPRINT STR$(A)"), port)
    assert found.kind == "random draw"
    assert found.words == "listing line 1 takes below(100) = 89, port takes below(100) = 33"


def test_a_long_array_is_told_by_the_item_that_differs() -> None:
    def port(machine: Machine) -> None:
        machine.backgrounds.set_map(0, 8, 8)
        machine.backgrounds.load(0, [0] * 63 + [7])

    call = "calls backgrounds.load(0, (0, 0, 0, 0, 0, 0, 0, 0, … 64 items))"
    assert told(port, "BGSCREEN 0,8,8\nDIM A%[64]\nBGLOAD 0,A%") == (
        f"frame 0, event 2: listing line 3 {call}, port {call}; item 63 is 0 in listing, 7 in port"
    )


# --- what a difference holds ---


def test_a_difference_is_told_after_three_events_and_before_both_lines() -> None:
    port = Altered(3, lambda machine: machine.screen.line(0, 0, 9, 9))
    made = difference_between(Listing(DIAGONAL, "programs/diagonal.bas"), port)
    text = str(made).splitlines()
    assert text[:4] == [
        "frame 0, event 1: line 1 draws clear()",
        "frame 0, event 2: line 4 takes below(2) = 1",
        "frame 0, event 3: listing line 5 draws line(7, 0, 0, 7), port draws line(0, 0, 9, 9)",
        "programs/diagonal.bas:5: GLINE X*8+A,Y*8,X*8+7-A,Y*8+7",
    ]
    assert text[4].startswith(f"{relative(Path(__file__))}:")
    assert text[4].endswith("port = Altered(3, lambda machine: machine.screen.line(0, 0, 9, 9))")
    assert (made.frame, made.event, made.listing.line, made.seed) == (0, 3, 5, 1)


def test_three_events_are_told_and_no_more() -> None:
    assert difference_between(
        Listing(DIAGONAL), Altered(9, lambda machine: machine.console.print("?"))
    ).before == (
        "frame 0, event 6: line 4 takes below(2) = 1",
        "frame 0, event 7: line 5 draws line(23, 0, 16, 7)",
        "frame 0, event 8: line 7 waits by vsync()",
    )


def test_the_pictures_are_those_right_after_the_differing_events() -> None:
    made = difference_between(Listing(DIAGONAL), Altered(3, lambda machine: machine.screen.point(100, 100)))
    white = 0xFFFFFFFF
    places = [
        [at for at, word in enumerate(each) if word == white]
        for each in (made.listing_picture, made.port_picture)
    ]
    assert places == [[7 + 399 * row for row in range(8)], [100 * 400 + 100]]


# --- the comparison changes nothing ---


def test_a_compared_run_leaves_what_an_unheard_run_leaves() -> None:

    recording = record(Listing(DIAGONAL), 5, Script())
    quiet = retromaze.run(DIAGONAL, seed=5)
    heard = recording.machine
    assert heard.picture() == quiet.pixels
    assert heard.console.text() == quiet.text
    assert heard.frame == quiet.frames
    assert [heard.rng.raw(series) for series in range(8)] == [
        quiet.machine.rng.raw(series) for series in range(8)
    ]


def test_a_file_that_only_one_writes_and_one_that_differs() -> None:
    source = 'SAVE "TXT:A","12"'

    def port(*texts: str) -> Function:
        def write(machine: Machine) -> None:
            for text in texts:
                machine.storage.write_text("A", text)

        return write

    written = "writes a file by write('TXT', 'A', <2 bytes, sum 4F5344CD>)"
    listing = f"frame 0, event 1: listing line 1 {written}, port"
    assert told(port("12"), source) == ""
    assert told(port(), source) == f"{listing} has ended"
    assert told(port("12"), "A=1") == f"frame 0, event 1: listing has ended, port {written}"
    assert told(port("13"), source) == (
        f"{listing} writes a file by write('TXT', 'A', <2 bytes, sum 3854745B>);"
        " DEFAULT/TXT:A is not the same from byte 2 on"
    )
    assert told(port("123"), source).endswith("DEFAULT/TXT:A is not the same from byte 3 on")


def test_files_that_are_written_over_and_deleted_before_the_end() -> None:
    def port(*steps: tuple[str, ...]) -> Function:
        def act(machine: Machine) -> None:
            for name, *text in steps:
                machine.storage.write_text(name, *text) if text else machine.storage.delete("TXT", name)

        return act

    over = 'SAVE "TXT:A","1"\nSAVE "TXT:A","2"'
    assert told(port(("A", "1"), ("A", "2")), over) == ""
    assert told(port(("A", "2")), over) == (
        "frame 0, event 1: listing line 1 writes a file by write('TXT', 'A', <1 byte, sum 83DCEFB7>), "
        "port leaves it out and writes a file by write('TXT', 'A', <1 byte, sum 1AD5BE0D>)"
    )
    gone = 'SAVE "TXT:A","1"\nDELETE "A"'
    assert told(port(("A", "1"), ("A",)), gone) == ""
    assert told(port(), gone).startswith("frame 0, event 1: listing line 1 writes a file by write(")
    assert told(port(("A", "1")), gone) == (
        "frame 0, event 2: listing line 2 deletes a file by delete('TXT', 'A'), port has ended"
    )


def test_a_file_that_was_written_past_the_storage_is_found_at_the_end() -> None:
    def port(machine: Machine) -> None:
        machine.storage.backend.write("DEFAULT", "TXT", "A", b"1")

    assert told(port, "A=1").endswith("at the end, DEFAULT/TXT:A is written by the port only")


def test_the_sign_of_zero_counts_where_it_shows() -> None:
    def prints(number: float) -> Function:
        return lambda machine: machine.console.print(printed(number))

    def draws(number: float) -> Function:
        return lambda machine: machine.console.locate(0, 0, number)

    def stores(number: float) -> Function:
        return lambda machine: machine.storage.write_array("A", Numbers("#", (1,), [number]))

    assert told(prints(-0.0), "PRINT -0.0") == ""
    assert told(prints(0.0), "PRINT -0.0").endswith("prints by print('-0'), port prints by print('0')")
    assert told(prints(-0.0), "PRINT 0").endswith("prints by print('0'), port prints by print('-0')")
    assert told(draws(-0.0), "LOCATE 0,0,0") == ""
    source = 'DIM A#[1]:A#[0]=-0.0:SAVE "DAT:A",A#'
    assert told(stores(-0.0), source) == ""
    assert told(stores(0.0), source).endswith("; element [0] of DEFAULT/DAT:A is -0 in listing, 0 in port")


def test_the_element_of_a_stored_array_that_differs() -> None:
    def stores(element: str, sizes: tuple[int, ...], *values: float) -> Function:
        numbers = Numbers(element, sizes, list(values))
        return lambda machine: machine.storage.write_array("A", numbers)

    def told_of(source: str, port: Function) -> str:
        return told(port, source).partition("; ")[2]

    source = 'DIM A%[2,3]:A%[1,0]=24:SAVE "DAT:A",A%'
    assert told_of(source, stores("%", (2, 3), 0, 0, 0, 24, 0, 0)) == ""
    assert told_of(source, stores("%", (2, 3), 0, 0, 0, 25, 0, 1)) == (
        "element [1,0] of DEFAULT/DAT:A is 24 in listing, 25 in port (and 1 more element)"
    )
    assert told_of(source, stores("%", (3, 2), 0, 0, 0, 24, 0, 0)) == (
        "the size of DEFAULT/DAT:A is 2x3 in listing, 3x2 in port"
    )
    assert told_of(source, stores("#", (2, 3), 0, 0, 0, 24, 0, 0)) == (
        "the kind of numbers in DEFAULT/DAT:A is integer in listing, real in port"
    )


def test_colors_of_one_pixel_are_one_color_to_what_draws() -> None:
    """A page has five bits a channel; GCOLOR and SPCOLOR hand the color back as it was given."""

    def points(color: int) -> Function:
        return lambda machine: machine.screen.point(1, 2, color)

    def chooses(color: int) -> Function:
        return lambda machine: machine.screen.set_color(color)

    def tints(color: int) -> Function:
        def tint(machine: Machine) -> None:
            machine.sprites.set(0, 0)
            machine.sprites.set_color(0, color)

        return tint

    lime = rgb(0, 255, 0)
    assert told(points(lime), "GPSET 1,2,#LIME") == ""
    assert told(points(rgb(0, 247, 0)), "GPSET 1,2,#LIME").endswith("port draws point(1, 2, &HFF00F700)")
    assert told(points(rgb(0, 255, 0, 254)), "GPSET 1,2,#LIME").endswith("port draws point(1, 2, &HFE00FF00)")
    assert told(chooses(lime), "GCOLOR #LIME").endswith("port sets by set_color(&HFF00FF00)")
    assert told(tints(lime), "SPSET 0,0:SPCOLOR 0,#LIME").endswith("port has it with color &HFF00FF00")
    source = "GCOLOR 1:GFILL 0,0,1,1,#LIME"
    assert told(lambda machine: machine.screen.fill(0, 0, 1, 1, lime), source).endswith(
        "leaves it out and draws fill(0, 0, 1, 1, &HFF00FF00)"
    )
