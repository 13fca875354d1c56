"""The window's own texts."""

from array import array

from retromaze.display.window_drawing import (
    BLUE,
    DARK,
    GLYPH,
    GRAY,
    WHITE,
    LineEditor,
    Status,
    bar_picture,
    bar_texts,
    draw_help,
    draw_text,
    letter_pixels,
    running_line,
)
from retromaze.display.window_keys import HELP_LINES, HELP_TITLE
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.machine.font import Font
from retromaze.machine.machine import Machine


def bottom_row(character: str) -> int:
    """The lowest row that is set."""
    return max(at // GLYPH for at, pixel in enumerate(letter_pixels(character)) if pixel)


def test_what_belongs_below_the_line_reaches_there() -> None:
    assert {bottom_row(each) for each in "gjpqy"} == {7}
    assert {bottom_row(each) for each in "abcdefhiklmnorstuvwxz0123456789ABCXYZ"} == {6}


def test_no_two_characters_look_alike() -> None:
    characters = [chr(code) for code in range(33, 127)]
    assert len({tuple(letter_pixels(each)) for each in characters}) == len(characters)


EDITED = {
    # text goes in at the cursor
    ("AC", "left", "+B"): ("ABC", 2),
    ("ABC", "left", "backspace"): ("AC", 1),
    ("AB", "home", "backspace"): ("AB", 0),
    ("ABC", "home", "delete"): ("BC", 0),
    ("BC", "end", "delete"): ("BC", 2),
    # the cursor stays within the line
    ("A", "right"): ("A", 1),
    ("A", "left", "left"): ("A", 0),
    # what the console does not have is dropped
    ("A\tB\U0001f600\nカ",): ("ABカ", 3),
}
"""The line and its cursor by what was typed first, and what was done then; `+` types more."""


def test_a_line_is_edited_at_its_cursor() -> None:
    found = {}
    for typed, *then in EDITED:
        editor = LineEditor()
        editor.insert(typed)
        for each in then:
            if each.startswith("+"):
                editor.insert(each[1:])
            else:
                getattr(editor, each)()
        found[typed, *then] = editor.text, editor.cursor
    assert found == EDITED


RED = 0xFFFF0000


def picture() -> array:
    return array("I", [RED]) * (400 * 240)


def cell(pixels: array, column: int, row: int) -> tuple[int, ...]:
    return tuple(word for y in range(8) for word in pixels[(row * 8 + y) * 400 + column * 8 :][:8])


def glyph(character: str, ink: int = WHITE, paper: int = BLUE) -> tuple[int, ...]:
    return tuple(ink if word else paper for word in Font().glyph(ord(character)))


def test_text_fills_its_cells_and_nothing_else() -> None:
    pixels = picture()
    draw_text(pixels, 48 * 8, 29 * 8, "Aカ")
    assert cell(pixels, 48, 29) == glyph("A")
    assert cell(pixels, 49, 29) == glyph("カ")
    assert pixels.count(RED) == 400 * 240 - 2 * 64


def test_help_lies_in_the_middle() -> None:
    pixels = picture()
    draw_help(pixels, HELP_TITLE, HELP_LINES)
    covered = [at for at, word in enumerate(pixels) if word != RED]
    columns, rows = {at % 400 for at in covered}, {at // 400 for at in covered}
    assert abs(min(columns) - (399 - max(columns))) <= 8
    assert abs(min(rows) - (239 - max(rows))) <= 8


def strip_text(text: str) -> list[tuple[int, ...]]:
    """The letters of a bar, from its first place on."""
    strip = bar_picture(text)
    assert len(strip) == 400 * 12
    return [
        tuple(word for y in range(8) for word in strip[(2 + y) * 400 + 4 + place * 8 :][:8])
        for place in range(49)
    ]


def test_what_is_longer_than_the_bar_ends_in_dots() -> None:
    assert strip_text("x" * 49) == [glyph("x", GRAY, DARK)] * 49
    assert strip_text("x" * 50) == [glyph(each, GRAY, DARK) for each in "x" * 46 + "..."]


def test_the_bar_says_two_things_at_once_or_one_after_the_other() -> None:
    assert bar_texts("ended", "Enter closes") == ("ended: Enter closes",)
    assert bar_texts("x" * 40, "y" * 7) == ("x" * 40 + ": " + "y" * 7,)
    assert bar_texts("x" * 40, "y" * 8) == ("x" * 40, "y" * 8)
    told = bar_texts("Overflow", "Enter closes", [f"{'a' * 30} {'b' * 30}"])
    assert told == ("Overflow", "a" * 30, "b" * 30, "Enter closes")


def test_a_title_names_program_state_and_place_and_a_notice_for_a_while() -> None:
    now = [0.0]
    status = Status("maze", lambda: now[0])
    assert status.title("4x", 60, 7) == "maze - 4x - frame 60, seed 7 - F1: keys"
    status.notify("saved maze.png")
    now[0] = 3.9
    assert status.title("4x", 60, 7) == "maze - saved maze.png - frame 60, seed 7 - F1: keys"
    now[0] = 4.0
    assert status.title("4x", 61, 7) == "maze - 4x - frame 61, seed 7 - F1: keys"


def test_the_place_is_the_line_that_runs() -> None:
    machine = Machine(seed=1)
    computer = Computer(machine)
    computer.load_source(0, "A=1\n  VSYNC 'wait\n", path="maze.bas")
    places = []

    def show(machine: Machine) -> None:
        places.append(running_line(computer))
        raise Stopped

    machine.on_frame = show
    try:
        computer.run()
    except Stopped:
        places.append(running_line(computer))
    assert places == ["2: VSYNC 'wait", ""]
