"""What the consoles print, as a stream."""

from __future__ import annotations

import pytest

from retromaze.display.teletype import Teletype
from retromaze.machine.machine import Machine


class Paper:
    """A machine with a teletype, and what that has written."""

    def __init__(self) -> None:
        self.machine = Machine(seed=1)
        self.written = ""
        self.teletype = Teletype(self.machine, self.write, self.wipe)
        self.console = self.machine.console

    def write(self, text: str) -> None:
        self.written += text

    def wipe(self) -> None:
        self.written += "(wiped)"


@pytest.fixture
def paper() -> Paper:
    return Paper()


def test_text_is_written_as_it_is_printed(paper: Paper) -> None:
    paper.console.print("a", "")
    assert paper.written == "a"
    paper.console.print("b")
    assert (paper.written, paper.console.text()) == ("ab\n", "ab")


def test_lines_break_where_the_console_breaks_them(paper: Paper) -> None:
    paper.console.print("x" * 50)
    paper.console.print("y" * 120, "")
    paper.console.print("z")
    assert paper.written == "x" * 50 + "\n" + "y" * 50 + "\n" + "y" * 50 + "\n" + "y" * 20 + "z\n"
    assert paper.written.rstrip() == paper.console.text()


def test_tabs_are_blanks(paper: Paper) -> None:
    paper.console.print("a", "")
    paper.console.tab()
    paper.console.print("b\tc")
    assert paper.written.rstrip() == paper.console.text() == "a   b   c"


def test_a_tab_past_the_edge_goes_to_the_next_line(paper: Paper) -> None:
    paper.console.print("x" * 50, "")
    paper.console.tab()
    paper.console.print("b")
    assert paper.written.rstrip() == paper.console.text() == "x" * 50 + "\n    b"


def test_text_printed_elsewhere_shows_the_whole_screen_at_rest(paper: Paper) -> None:
    paper.console.print("first")
    paper.console.locate(3, 2)
    paper.console.print("there")
    assert paper.written == "first\n"
    paper.teletype.rest()
    assert paper.written == "first\nfirst\n\n   there\n"
    paper.console.print("next")
    assert paper.written.endswith("there\nnext\n")


def test_a_cleared_console_is_a_fresh_page(paper: Paper) -> None:
    paper.console.print("old", "")
    paper.console.clear()
    paper.console.print("new")
    assert paper.written == "old\n(wiped)new\n"


def test_a_scrolled_console_goes_on(paper: Paper) -> None:
    for number in range(40):
        paper.console.print(str(number))
    assert paper.written == "".join(f"{number}\n" for number in range(40))


def test_the_other_screen_is_shown_at_rest(paper: Paper) -> None:
    paper.console.print("upper")
    paper.machine.display(1)
    paper.machine.console.print("lower")
    paper.teletype.rest()
    assert paper.written == "upper\nlower\n"


def test_what_was_typed_is_not_written_again(paper: Paper) -> None:
    paper.console.print("N?", "")
    paper.teletype.expect("12")
    paper.console.print("12")
    paper.console.print("12")
    assert (paper.written, paper.console.text()) == ("N?12\n", "N?12\n12")


def test_no_character_moves_the_terminal(paper: Paper) -> None:
    paper.console.print("a\x1b[2Jb\x07\x9bc\ud83d\ude00\ud83d")
    assert paper.written == "a [2Jb  c\N{GRINNING FACE}\N{REPLACEMENT CHARACTER}\n"
