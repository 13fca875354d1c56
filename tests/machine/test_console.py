import pytest

from retromaze.errors import IllegalFunctionCall
from retromaze.machine.console import CHARACTER_LIMIT, STYLE_LIMIT, STYLES, Cell, Console
from tests.refusals import error_at


def printed(*texts, end="\n"):
    console = Console()
    for text in texts:
        console.print(text, end)
    return console


def cursor(console):
    return console.column, console.row


PRINTED = {
    # a line feed ends each text
    (("AB", "", "C"), "\n"): ("AB\n\nC", (0, 3)),
    (("AB", "C"), ""): ("ABC", (3, 0)),
    # the wrap waits for the next character
    (("A" * 50,), ""): ("A" * 50, (50, 0)),
    (("A" * 50, "B"), ""): ("A" * 50 + "\nB", (1, 1)),
    (("A" * 50, "B"), "\n"): ("A" * 50 + "\nB", (0, 2)),
    (("0123456789" * 12,), "\n"): (
        "0123456789" * 5 + "\n" + "0123456789" * 5 + "\n" + "0123456789" * 2,
        (0, 3),
    ),
    # a line feed in the last row scrolls at once
    (tuple(map(str, range(30))), "\n"): ("\n".join(map(str, range(1, 30))), (0, 29)),
    # a line feed within a text is one, a return is a cell
    (("A\nB\rC",), ""): ("A\nB\rC", (3, 1)),
    # blanks at the ends of rows and empty rows at the end are dropped
    (("", " A  ", "   ", ""), "\n"): ("\n A", (0, 4)),
    # surrogate pairs are joined, a lone half is marked
    (("\ud83d\ude00\ud83d",), ""): ("\U0001f600\ufffd", (3, 0)),
}
"""The text and the cursor by what was printed, and what ends each text."""


def test_what_is_printed_and_where_the_cursor_stands_then():
    found = {}
    for texts, end in PRINTED:
        console = printed(*texts, end=end)
        found[texts, end] = console.text(), cursor(console)
    assert found == PRINTED


def test_a_cell_keeps_code_colors_attributes_and_depth():
    console = Console()
    console.set_color(3, 7)
    console.set_attributes(9)
    console.locate(1, 0, -2.5)
    console.print("迷", "")
    assert console.cells[:3] == [None, Cell(0x8FF7, 3, 7, 9, -2.5), None]


def test_a_number_is_made_a_text_first():
    with pytest.raises(TypeError) as refused:
        printed(5)
    assert str(refused.value) == "console.print needs a text, not 5: str(5)"


def test_a_text_longer_than_the_screen_leaves_its_end():
    console = printed("".join(chr(0x4E00 + i) for i in range(1600)), end="")
    assert console.code_at(0, 0) == 0x4E00 + 100
    assert console.code_at(49, 29) == 0x4E00 + 1599


def test_tab_goes_to_the_next_greater_multiple_and_leaves_what_it_passes():
    stops = {
        (0, 0): (4, 0), (1, 0): (4, 0), (7, 0): (8, 0), (8, 0): (12, 0), (48, 0): (50, 0), (50, 0): (4, 1),
    }  # fmt: skip
    found = {}
    for place in stops:
        console = printed("ABCDEFGH", end="")
        console.locate(*place)
        console.tab()
        found[place] = cursor(console)
        assert console.text() == "ABCDEFGH"
    assert found == stops


def test_tab_step_zero_moves_nothing():
    console = Console()
    console.tab_step = 0
    console.print("A\tB", "")
    console.tab()
    assert (console.text(), cursor(console)) == ("AB", (2, 0))


def test_a_tab_character_blanks_what_it_passes():
    console = printed("ABCDEFGH", end="")
    console.locate(1, 0)
    console.print("\tx", "")
    assert console.text() == "A   xFGH"
    assert console.code_at(2, 0) == 0


def test_attributes_are_four_bits():
    with pytest.raises(ValueError, match="no character attributes 16"):
        Console().set_attributes(16)


def test_clear_keeps_the_colors_and_fills_with_the_background():
    console = printed("AB")
    console.set_color(2, 5)
    console.clear()
    assert console.text() == ""
    assert cursor(console) == (0, 0)
    assert set(console.cells) == {Cell(0, 2, 5, 0, 0.0)}
    assert console.code_at(0, 0) == 0


def test_scroll_moves_text_left_and_up():
    console = printed("ABC", "DEF", "GHI")
    console.scroll(1, 1)
    assert console.text() == "EF\nHI"
    console.scroll(-2, -1)
    assert console.text() == "\n  EF\n  HI"
    assert cursor(console) == (0, 3)


def test_width_16_halves_the_grid_and_clears():
    console = printed("ABC")
    console.set_width(8)
    assert console.text() == "ABC"
    console.set_width(16)
    assert (console.text(), console.columns, console.rows, console.cell_size) == ("", 25, 15, 16)
    console.print("A" * 26)
    assert console.text() == "A" * 25 + "\nA"
    assert error_at(console.set_width, 12) == (IllegalFunctionCall, 1)


def test_reset_keeps_only_the_tab_step():
    console = Console()
    console.tab_step = 8
    console.set_width(16)
    console.set_color(1, 2)
    console.set_attributes(3)
    console.locate(4, 5, 6)
    console.print("A")
    console.reset()
    fresh = Console()
    fresh.tab_step = 8
    keys = vars(fresh).keys() - {"style", "meter"}
    assert {key: vars(console)[key] for key in keys} == {key: vars(fresh)[key] for key in keys}


def test_equal_styles_make_the_same_cells_however_their_depth_is_written():
    console = Console()
    for z in (1, 1.0, 0, -0.0, 0.0):
        console.locate(z=z)
        console.print("A", "")
    assert [repr(cell.z) for cell in console.cells[:5] if cell] == ["1.0", "1.0", "0.0", "0.0", "0.0"]


def test_more_characters_and_styles_than_are_remembered_are_printed_all_the_same():
    console = Console()
    codes = range(0x4E00, 0x4E00 + CHARACTER_LIMIT + 40)
    console.print("".join(map(chr, codes)), "")
    assert [cell.code for cell in console.cells[: len(codes)] if cell] == list(codes)
    for depth in range(STYLE_LIMIT + 40):
        console.locate(0, 0, depth / 2)
        console.print("A", "")
        assert console.cells[0] == Cell(65, 15, 0, 0, depth / 2)
    assert len(STYLES) <= STYLE_LIMIT


def test_a_draft_stands_where_it_would_be_printed_and_leaves_no_trace():
    console = printed("N?", end="")
    before = console.cells[:]
    console.changed = False
    with console.draft("AB", 1):
        assert console.text() == "N?AB"
        colors = [(cell.foreground, cell.background) for cell in console.cells[:4]]
        assert colors == [(15, 0), (15, 0), (15, 0), (1, 15)]
    assert (console.cells, cursor(console), console.changed) == (before, (2, 0), False)
    console.print("C")
    assert console.cells[2] == before[0]._replace(code=ord("C"))


def test_a_draft_marks_the_blank_behind_it_in_the_colors_exchanged():
    console = printed("N?", end="")
    console.set_color(3, 5)
    with console.draft("A", 1):
        assert [(chr(cell.code), cell.foreground, cell.background) for cell in console.cells[2:4]] == [
            ("A", 3, 5),
            (" ", 5, 3),
        ]


def test_a_draft_wraps_and_scrolls_as_printing_does():
    console = printed("FIRST")
    console.locate(49, 29)
    with console.draft("AB", 2):
        rows = console.text().split("\n")
        assert (rows[0], rows[28], rows[29]) == ("", " " * 49 + "A", "B")
    assert (console.text(), cursor(console)) == ("FIRST", (49, 29))


def test_a_draft_in_no_color_is_marked_all_the_same():
    console = printed("")
    console.set_color(0)
    with console.draft("", 0):
        assert console.cells[50][:3] == (32, 1, 15)
