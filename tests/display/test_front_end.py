"""Runs without a window, and what they print."""

import io
import os
import sys
from collections.abc import Iterator

import pytest

from retromaze.display.front_end import LONGEST_LINE, Headless, Teletype, Waiting
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine


def poll(machine: Machine, frames: int) -> None:
    """A program that looks at the buttons once a frame."""
    for _ in range(frames):
        machine.input.button()
        machine.wait()


def attached(**schedule: int) -> Machine:
    machine = Machine(seed=1)
    machine.input.schedule.update({frame: Buttons[name] for name, frame in schedule.items()})
    Headless().attach(machine)
    return machine


def test_a_second_of_looking_at_the_buttons_ends_the_run() -> None:
    machine = attached()
    with pytest.raises(Waiting, match=r"^waits for a button that nobody presses \(frame 61\); see --press$"):
        poll(machine, 1000)
    # The first frame showed the empty screen, which was a change.
    assert machine.frame == 61


def test_a_press_to_come_is_waited_for_and_given_a_second() -> None:
    machine = attached(A=400)
    with pytest.raises(Waiting):
        poll(machine, 1000)
    assert machine.frame == 460


def test_a_program_that_draws_is_never_idle() -> None:
    machine = attached()
    for column in range(200):
        machine.input.button()
        machine.screen.point(column, 0)
        machine.wait()
    assert machine.frame == 200


def wait_for_ever(machine: Machine, frames: int = 1) -> None:
    while True:
        machine.wait(frames)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that only waits is ended after six seconds instead of ten minutes."""
    monkeypatch.setattr("retromaze.display.front_end.STILL_LIMIT", 360)


@pytest.mark.usefixtures("hurried")
def test_waits_end_the_run_when_they_are_long_and_many_enough() -> None:
    for frames, last in ((1, 361), (6, 361), (70, 701)):
        machine = attached()
        with pytest.raises(Waiting, match=rf"^waits for ever \(frame {last}\); see --frames$"):
            wait_for_ever(machine, frames)


@pytest.mark.usefixtures("hurried")
def test_waits_between_which_something_changes_or_the_clock_is_read_go_on() -> None:
    machine = attached()
    for _ in range(5):
        for _ in range(30):
            machine.wait(10)
        machine.console.print("A")
    for _ in range(40):
        machine.wait(10)
        machine.clock_reads += 1
    assert machine.frame == 1900


@pytest.mark.usefixtures("hurried")
def test_a_press_to_come_is_waited_for_in_a_loop_of_waits() -> None:
    machine = attached(A=400)
    with pytest.raises(Waiting, match=r"\(frame 460\)"):
        wait_for_ever(machine)


def test_a_line_without_end_comes_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("A" * (LONGEST_LINE + 1) + "\nB\n"))
    machine = attached()
    answers = [machine.input.line("") for _ in range(3)]
    assert answers == ["A" * LONGEST_LINE, "A", "B"]


def test_lines_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("12\r\nカナ\n"))
    machine = attached()
    assert machine.input.line("N?") == "12"
    assert machine.input.line("N?") == "カナ"
    with pytest.raises(Waiting, match=r"^waits for a line, and standard input has no more$"):
        machine.input.line("N?")


@pytest.fixture
def talking(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A machine whose player sits at a terminal."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    player, terminal = pty.openpty()
    os.write(player, b"5\nBOB\n")
    with open(terminal) as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        yield attached()
    os.close(player)


def test_a_terminal_shows_what_is_printed_before_each_question(
    talking: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    talking.console.print("HELLO")
    talking.console.print("N? ", "")
    assert talking.input.line("N? ") == "5"
    shown.append(capsys.readouterr().out)
    talking.console.print("5")
    talking.console.print("NAME? ", "")
    shown.append(capsys.readouterr().out)
    assert talking.input.line("NAME? ") == "BOB"
    # What the player types is shown by the terminal.
    assert (shown, capsys.readouterr().out) == (["HELLO\nN? ", "NAME? "], "")


def test_a_screen_that_was_not_printed_from_top_to_bottom_is_shown_whole(
    talking: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    talking.console.locate(0, 2)
    talking.console.print("BELOW")
    talking.console.locate(0, 0)
    talking.console.print("N?", "")
    talking.input.line("N?")
    assert capsys.readouterr().out == "N?\n\nBELOW\n"


def test_the_end_of_a_talk_ends_the_line(
    talking: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    front = Headless()
    front.attach(talking)
    talking.input.line()
    talking.console.print("5")
    talking.console.print("BYE", "")
    front.show_text(talking)
    assert capsys.readouterr().out == "BYE\n"


def test_a_terminal_is_not_given_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = attached()
    machine.console.print("A\x1b[31mB")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Headless().show_text(machine)
    assert capsys.readouterr().out == "A [31mB\n"


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
    paper.teletype.show_pending_screens()
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
    paper.machine.set_mode(2)
    paper.console.print("upper")
    paper.machine.display(1)
    paper.machine.console.print("lower")
    paper.teletype.show_pending_screens()
    assert paper.written == "upper\nlower\n"


def test_what_was_typed_is_not_written_again(paper: Paper) -> None:
    paper.console.print("N?", "")
    paper.teletype.skip_echo("12")
    paper.console.print("12")
    paper.console.print("12")
    assert (paper.written, paper.console.text()) == ("N?12\n", "N?12\n12")


def test_no_character_moves_the_terminal(paper: Paper) -> None:
    paper.console.print("a\x1b[2Jb\x07\x9bc\ud83d\ude00\ud83d")
    assert paper.written == "a [2Jb  c\N{GRINNING FACE}\N{REPLACEMENT CHARACTER}\n"
