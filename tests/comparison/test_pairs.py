"""A listing held against its port: equal programs pass, and each planted difference is found and told."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import retromaze
from retromaze.catalogue import CATALOGUE, find
from retromaze.comparison import Listing, Script, compare_pair, compare_programs
from retromaze.comparison.diff import Case
from retromaze.comparison.difference import relative
from retromaze.comparison.pairs import compare_one, pair_of_entry
from retromaze.comparison.ports import PortModule
from retromaze.comparison.recording import record
from retromaze.comparison.replay import replay
from retromaze.comparison.trace import Ending
from retromaze.errors import StackOverflow, UsageError
from retromaze.machine.contents import Numbers
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.machine.modes import choose_mode
from retromaze.machine.rng import Rng
from retromaze.ports.basic import printed
from retromaze.testing import assert_same

Port = Callable[[Machine], None]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_listing_s_lines_end_as_on_any_system(end: str) -> None:
    def port(machine: Machine, n: int = 1) -> None:
        machine.console.print(str(n))
        machine.console.print("2")

    source = end.join(["'a comment", "N=1", "PRINT N", "PRINT 2"])
    assert retromaze.compare(source, port, seed=1, n=7) is None


DIAGONAL = """\
GCLS
FOR Y=0 TO 1
 FOR X=0 TO 2
  A=RND(2)*7
  GLINE X*8+A,Y*8,X*8+7-A,Y*8+7
 NEXT
 VSYNC
NEXT
PRINT "OK"
"""


def diagonal(machine: Machine) -> None:
    machine.screen.clear()
    for y in (0, 8):
        for x in (0, 8, 16):
            lean = machine.rng.below(2) * 7
            machine.screen.line(x + lean, y, x + 7 - lean, y + 7)
        machine.vsync()
    machine.console.print("OK")


def told(port: Port, source: str = DIAGONAL, script: Script | None = None) -> str:
    """The sentence about the difference, "" if there is none."""
    made = compare_programs(Listing(source), port, seed=1, script=script or Script())
    return made.difference.sentence if made.difference else ""


def kind(port: Port, source: str = DIAGONAL) -> str:
    made = compare_programs(Listing(source), port, seed=1)
    return made.difference.kind if made.difference else ""


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
    assert (made.difference, made.events, made.frames, made.ending) == (None, 16, 2, Ending.ENDED)


def test_the_altered_diagonal_is_equal_while_nothing_is_altered() -> None:
    assert told(Altered(0, lambda machine: None)) == ""


def test_an_event_with_another_argument() -> None:
    port = Altered(12, lambda machine: machine.screen.line(8, 8, 15, 14))
    assert (
        told(port)
        == "frame 1, event 12: listing line 5 draws line(15, 8, 8, 15), port draws line(8, 8, 15, 14)"
    )
    assert kind(port) == "event"


def test_sounds_are_compared() -> None:
    source = "BEEP 3:VSYNC"

    def wrong(machine: Machine) -> None:
        machine.sound.beep(4)
        machine.vsync()

    def silent(machine: Machine) -> None:
        machine.vsync()

    def right(machine: Machine) -> None:
        machine.sound.beep(number=3)
        machine.vsync()

    there = "frame 0, event 1: listing line 1 sounds by beep(3), port"
    assert told(wrong, source) == f"{there} sounds by beep(4)"
    assert told(silent, source) == f"{there} leaves it out and waits by vsync()"
    assert told(right, source) == ""


def test_a_range_left_ends_both_alike() -> None:
    assert told(lambda machine: machine.sound.beep(500), "BEEP 500") == ""


def test_a_refusal_says_why() -> None:
    assert told(lambda machine: None, "SPSET 1") == (
        "frame 0, event 1: listing stops in line 1: Undefined function (not simulated yet: SPSET), "
        "port has ended"
    )


def test_a_color_that_the_listing_does_not_give() -> None:
    port = Altered(3, lambda machine: machine.screen.line(7, 0, 0, 7, 5))
    assert (
        told(port)
        == "frame 0, event 3: listing line 5 draws line(7, 0, 0, 7), port draws line(7, 0, 0, 7, &H00000005)"
    )


def test_one_and_one_point_nought_are_the_same_argument() -> None:
    assert told(Altered(1, lambda machine: machine.screen.clear(0.0))) == ""  # type: ignore[arg-type]


def test_a_draw_below_another_bound() -> None:
    port = Altered(4, lambda machine: machine.rng.below(4))
    assert told(port) == "frame 0, event 4: listing line 4 takes below(2), port takes below(4)"
    assert kind(port) == "random draw"


def test_a_draw_that_nobody_saw_shows_in_the_next_one() -> None:
    def port(machine: Machine) -> None:
        Rng.raw(machine.rng)
        machine.console.print(str(machine.rng.below(100)))

    source = "A=RND(100)\nPRINT STR$(A)"
    assert (
        told(port, source)
        == "frame 0, event 1: listing line 1 takes below(100) = 89, port takes below(100) = 33"
    )
    assert kind(port, source) == "random draw"


def test_another_wait() -> None:
    port = Altered(8, lambda machine: machine.wait(2))
    assert told(port) == "frame 0, event 8: listing line 7 waits by vsync(), port waits by wait(2)"
    assert kind(port) == "wait"


def test_an_event_too_many_in_the_midst() -> None:
    port = Altered(8, lambda machine: machine.screen.point(1, 1), instead=False)
    assert told(port) == "frame 0, event 8: listing line 7 waits by vsync(), port draws point(1, 1) before it"
    assert kind(port) == "extra event"


def test_an_event_too_many_at_the_end() -> None:
    def port(machine: Machine) -> None:
        diagonal(machine)
        machine.console.locate(1, 2)

    assert told(port) == "frame 2, event 17: listing has ended, port calls locate(1, 2)"
    assert kind(port) == "extra event"


def test_an_event_left_out_in_the_midst() -> None:
    port = Altered(3, lambda machine: None)
    assert (
        told(port)
        == "frame 0, event 3: listing line 5 draws line(7, 0, 0, 7), port leaves it out and takes below(2)"
    )
    assert kind(port) == "missing event"


def test_an_event_left_out_at_the_end() -> None:
    port = Altered(16, lambda machine: None)
    assert told(port) == "frame 2, event 16: listing line 9 prints by print('OK'), port has ended"
    assert kind(port) == "missing event"


def test_a_pixel_at_a_wait() -> None:
    def touch(machine: Machine) -> None:
        machine.pages[0].pixels[5 * 512 + 3] = 0xFFF8F8F8

    port = Altered(8, touch, instead=False)
    assert told(port) == (
        "frame 0, event 8: after vsync() in listing line 7, pixel (3, 5) of page 0 is &H00000000 in listing, "
        "&HFFF8F8F8 in port"
    )
    assert kind(port) == "pixel"


def test_a_drawing_color_is_an_event() -> None:
    port = Altered(11, lambda machine: machine.screen.set_color(-65536), instead=False)
    assert told(port) == (
        "frame 1, event 11: listing line 4 takes below(2), port sets by set_color(&HFFFF0000) before it"
    )


def test_a_draw_on_the_other_screen() -> None:
    port = Altered(3, lambda machine: machine.screens[1].line(7, 0, 0, 7))
    assert told(port) == (
        "frame 0, event 3: listing line 5 draws line(7, 0, 0, 7), port draws screens[1].line(7, 0, 0, 7)"
    )


def test_a_text_cell_at_a_wait() -> None:
    def scribble(machine: Machine) -> None:
        machine.console.cells[52] = machine.console._style["!"]

    port = Altered(8, scribble, instead=False)
    assert told(port) == (
        "frame 0, event 8: after vsync() in listing line 7, text cell column 2, row 1 of the upper screen "
        "is empty in listing, '!' (15 on 0) in port"
    )
    assert kind(port) == "text cell"


def test_a_setting_of_the_screen_at_a_wait() -> None:
    def paint(machine: Machine) -> None:
        machine.screen.backdrop = 255

    assert told(Altered(8, paint, instead=False)) == (
        "frame 0, event 8: after vsync() in listing line 7, "
        "backdrop of the upper screen is &H00000000 in listing, &H000000FF in port"
    )


def after(act: Callable[[Machine], object]) -> Port:
    """The diagonal, and something unheard after all else."""

    def port(machine: Machine) -> None:
        diagonal(machine)
        act(machine)

    return port


def test_a_pixel_of_a_hidden_page_after_the_last_wait() -> None:
    def touch(machine: Machine) -> None:
        machine.pages[3].pixels[512 * 511 + 2 : 512 * 511 + 4] = machine.screen.ink * 2

    assert told(after(touch)) == (
        "frame 2, event 16: at the end, pixel (2, 511) of page 3 is &H00000000 in listing, "
        "&HFFF8F8F8 in port (and 1 more pixel)"
    )


def test_the_cursor_after_the_last_wait() -> None:
    def move(machine: Machine) -> None:
        machine.console.column = 7

    assert told(after(move)) == (
        "frame 2, event 16: at the end, cursor of the upper screen is in column 0, row 1 in listing, "
        "column 7, row 1 in port"
    )
    assert kind(after(move)) == "cursor"


def test_a_draw_after_the_last_wait() -> None:
    assert told(after(lambda machine: Rng.raw(machine.rng, 3))) == (
        "frame 2, event 16: at the end, random series 3 stands elsewhere in port"
    )
    assert kind(after(lambda machine: Rng.raw(machine.rng, 3))) == "random series"


def test_the_screen_chosen_last() -> None:
    def choose(machine: Machine) -> None:
        machine.screen = machine.screens[1]

    assert told(after(choose)) == (
        "frame 2, event 16: at the end, screen chosen is 'upper' in listing, 'lower' in port"
    )


# --- endings ---


def test_a_port_that_fails_in_python() -> None:
    def port(machine: Machine) -> None:
        machine.screen.clear()
        [].pop()

    made = compare_programs(Listing(DIAGONAL), port, seed=1).difference
    assert made is not None
    assert made.words.startswith("listing line 4 takes below(2), port stops in line ")
    assert made.words.endswith(": IndexError: pop from empty list")
    assert (made.port.text, made.kind) == ("[].pop()", "missing event")


def leaves(machine: Machine) -> None:
    sys.exit(3)


def leaves_as_at_a_prompt(machine: Machine) -> None:
    exit()  # noqa: PLR1722 - the one of Python's prompt, whose own line is in Python


def raises_what_is_no_exception(machine: Machine) -> None:
    raise GeneratorExit


def raises_what_a_user_does(machine: Machine) -> None:
    raise KeyboardInterrupt


def ends_the_process(machine: Machine) -> None:
    os._exit(3)


@pytest.mark.parametrize(
    ("port", "words", "line"),
    [
        (raises_what_a_user_does, "KeyboardInterrupt", "raise KeyboardInterrupt"),
        (ends_the_process, "os._exit(3)", "os._exit(3)"),
        (leaves, "SystemExit: 3", "sys.exit(3)"),
        (leaves_as_at_a_prompt, "SystemExit: None", "exit()"),
        (raises_what_is_no_exception, "GeneratorExit", "raise GeneratorExit"),
    ],
)
def test_a_port_that_leaves_python_only_fails(
    port: Port, words: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    made = compare_programs(Listing("GCLS"), port, seed=1).difference
    assert made is not None
    assert made.words == f"listing line 1 draws clear(), port stops in line {made.port.line}: {words}"
    assert made.port.text.startswith(line)
    with pytest.raises(AssertionError, match=re.escape(words)):
        assert_same("GCLS\n", port, seeds=[1])


def test_a_line_is_quoted_as_the_machine_counts_it() -> None:
    made = compare_programs(Listing("' \x0c \x1c \x85 \u2028\nGCLS"), lambda machine: None, seed=1).difference
    assert made is not None
    assert (made.listing.line, made.listing.text) == (2, "GCLS")


def catches_it_all(machine: Machine) -> None:
    with suppress(BaseException):
        signal.raise_signal(signal.SIGINT)


def goes_on_and_waits(machine: Machine) -> None:
    while True:
        with suppress(BaseException):
            machine.wait()
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    "port", [lambda machine: signal.raise_signal(signal.SIGINT), catches_it_all, goes_on_and_waits]
)
def test_the_user_can_stop_a_port_whatever_it_makes_of_that(port: Port) -> None:
    before = signal.getsignal(signal.SIGINT), os._exit
    with pytest.raises(KeyboardInterrupt):
        compare_programs(Listing("GCLS"), port, seed=1, patience=0.1)
    assert (signal.getsignal(signal.SIGINT), os._exit) == before


def test_a_port_that_does_not_hear_that_it_is_over_is_ended() -> None:
    def port(machine: Machine) -> None:
        while True:
            with suppress(Exception):
                machine.wait()

    made = compare_programs(Listing("GCLS"), port, seed=1, patience=0.1)
    assert made.difference
    assert made.difference.sentence == "frame 0, event 1: listing line 1 draws clear(), port waits by wait()"


def test_what_a_port_raises_while_its_keywords_are_asked_for_is_no_ctrl_c(tmp_path: Path) -> None:
    port = tmp_path / "port.py"
    port.write_text("raise KeyboardInterrupt")
    with pytest.raises(UsageError, match=r"the port of listing\.bas tells no keywords: KeyboardInterrupt$"):
        retromaze.compare("A=1\nGCLS\n", port, a=2)


def test_a_port_that_leaves_while_it_is_imported_only_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "leaving_port.py"
    path.write_text("import sys\nsys.exit('no')\n")
    monkeypatch.syspath_prepend(tmp_path)
    pair = replace(pair_of_entry(find("binary_tree")), port=PortModule("leaving_port"))
    made = compare_one(pair, 1, {}).difference
    assert made is not None
    assert made.words.endswith(", port stops in line 2: SystemExit: no")
    assert (made.port.file, made.port.text) == (str(path), "sys.exit('no')")


def test_a_port_that_cannot_be_called_fails_before_its_first_line() -> None:
    def port() -> None:
        """Takes no machine."""

    sentence = told(port, "GCLS")  # type: ignore[arg-type]
    assert sentence.startswith("frame 0, event 1: listing line 1 draws clear(), port stops: TypeError: ")


def test_the_same_error_is_an_equal_end() -> None:
    def port(machine: Machine) -> None:
        machine.console.print("A")
        raise StackOverflow

    made = compare_programs(Listing('PRINT "A"\nF\nDEF F\nF\nEND'), port, seed=1)
    assert (made.difference, made.ending) == (None, Ending.ERROR)


def test_an_error_of_the_listing_that_the_port_does_not_share() -> None:
    port: Port = lambda machine: machine.console.print("A")  # noqa: E731
    assert told(port, 'PRINT "A"\nLOCATE 99,0') == (
        "frame 0, event 2: listing stops in line 2: Out of range, port has ended"
    )


LOOKS = 'PRINT "A"\nREPEAT UNTIL BUTTON(0)\nGCLS\n'


def looks(machine: Machine) -> None:
    machine.console.print("A")
    while not machine.input.button():
        machine.tick()
    machine.screen.clear()


def test_a_press_ends_both_programs_at_the_same_moment() -> None:
    made = compare_programs(Listing(LOOKS), looks, seed=1, script=Script(((400, Buttons.A),)))
    assert (made.difference, made.events, made.ending) == (None, 2, Ending.ENDED)
    assert made.frames < 20


def test_programs_that_wait_for_a_press_that_never_comes_are_compared_up_to_there() -> None:
    made = compare_programs(Listing(LOOKS), looks, seed=1)
    assert (made.difference, made.events, made.ending) == (None, 1, Ending.WAITS)


def test_a_port_that_does_not_wait() -> None:
    port: Port = lambda machine: machine.console.print("A")  # noqa: E731
    assert told(port, LOOKS) == "frame 61, event 2: listing waits for input that never comes, port has ended"


def test_a_port_that_waits_where_the_listing_does_not() -> None:
    def port(machine: Machine) -> None:
        while not machine.input.button():
            machine.tick()

    assert told(port, "GCLS") == (
        "frame 0, event 1: listing line 1 draws clear(), port waits for input that never comes"
    )
    assert told(port, "A=1") == "frame 0, event 1: listing has ended, port waits for input that never comes"


FRESH_PRESSES = """\
FOR I=1 TO 20
 B=BUTTON(2)
 IF B THEN PRINT I
 VSYNC 2
NEXT
"""


def fresh_presses(machine: Machine) -> None:
    for number in range(1, 21):
        if machine.input.button(2):
            machine.console.print(str(number))
        machine.vsync(2)


@pytest.mark.parametrize("frame", [20, 21])
def test_a_press_just_made_is_seen_by_both_whatever_its_frame(frame: int) -> None:
    script = Script(((frame, Buttons.A), (frame + 2, Buttons(0))))
    made = compare_programs(Listing(FRESH_PRESSES), fresh_presses, seed=1, script=script)
    assert (made.difference, made.events) == (None, 21)


def test_answers_and_keys_reach_both() -> None:
    source = "LINPUT A$\nB$=INKEY$()\nPRINT A$+B$\n"

    def port(machine: Machine) -> None:
        machine.console.print("", end="")
        answer = machine.input.line() or ""
        machine.console.print(answer)
        machine.console.print(answer + machine.input.inkey())

    assert told(port, source, Script(answers=("YES",), keys="k")) == ""


# --- what a difference holds ---


def test_a_difference_is_told_after_three_events_and_before_both_lines() -> None:
    port = Altered(3, lambda machine: machine.screen.line(0, 0, 9, 9))
    made = compare_programs(Listing(DIAGONAL, "programs/diagonal.bas"), port, seed=1).difference
    assert made is not None
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
    port = Altered(9, lambda machine: machine.console.print("?"))
    made = compare_programs(Listing(DIAGONAL), port, seed=1).difference
    assert made is not None
    assert made.before == (
        "frame 0, event 6: line 4 takes below(2) = 1",
        "frame 0, event 7: line 5 draws line(23, 0, 16, 7)",
        "frame 0, event 8: line 7 waits by vsync()",
    )


def test_the_pictures_are_those_right_after_the_differing_events() -> None:
    port = Altered(3, lambda machine: machine.screen.point(100, 100))
    made = compare_programs(Listing(DIAGONAL), port, seed=1).difference
    assert made is not None
    listing, other = made.listing_picture, made.port_picture
    white = 0xFFFFFFFF
    assert [at for at, word in enumerate(listing) if word == white] == [7 + 399 * row for row in range(8)]
    assert [at for at, word in enumerate(other) if word == white] == [100 * 400 + 100]


# --- the comparison changes nothing ---


def test_a_compared_run_leaves_what_an_unheard_run_leaves() -> None:
    from retromaze.comparison.recording import record

    recording = record(Listing(DIAGONAL), 5, Script())
    quiet = retromaze.run(DIAGONAL, seed=5)
    heard = recording.machine
    assert heard.picture() == quiet.pixels
    assert heard.console.text() == quiet.text
    assert heard.frame == quiet.frames
    assert [heard.rng.raw(series) for series in range(8)] == [
        quiet.machine.rng.raw(series) for series in range(8)
    ]


# --- the catalogue ---


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_pair_is_equal_in_its_smallest_size(name: str) -> None:
    entry = CATALOGUE[name]
    sizes = min(entry.trials, key=lambda trial: sum(entry.checked_sizes(trial).values()))
    assert compare_pair(name, 1, sizes).difference is None


def test_compare_is_public() -> None:
    assert retromaze.compare("kruskal", seed=7, width=4, height=3) is None
    from retromaze import compare

    assert compare("kruskal", width=2, height=2) is None


def test_whoever_compares_nothing_does_not_wait_for_it_to_be_imported() -> None:
    found = "[name for name in sys.modules if name.startswith('retromaze.comparison')]"
    code = f"import sys, retromaze; print({found})"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )


def test_paths_are_told_from_the_current_folder_if_they_lie_in_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert relative(tmp_path / "a" / "b.py") == str(Path("a/b.py"))
    assert relative(tmp_path.parent / "b.py") == str(tmp_path.parent / "b.py")


def test_compare_refuses_what_does_not_exist() -> None:
    with pytest.raises(UsageError, match="no program is called 'maze'"):
        retromaze.compare("maze")
    with pytest.raises(UsageError, match="width must be from 1 to 12, not 99"):
        retromaze.compare("kruskal", width=99)


# --- anybody's pairs ---


def test_a_listing_alone_has_the_port_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.bas").write_text('?"A"\n')
    with pytest.raises(
        UsageError, match=r"^m\.bas needs its port: name it after the listing, or call it m\.py$"
    ):
        retromaze.compare("m.bas")
    Path("m.py").write_text("def main(machine): machine.console.print('B')\n")
    for listing in ("m.bas", Path("m.bas")):
        difference = retromaze.compare(listing)
        assert difference and difference.port.file == "m.py"
    with pytest.raises(AssertionError, match="m is not the same in its port"):
        assert_same("m.bas")


@pytest.mark.parametrize(
    ("listing", "words"),
    [
        ("none.bas", r"none\.bas does not exist"),
        ("CLS\n", "a listing's text needs a port: a function, or where one is written"),
    ],
)
def test_what_has_no_port_is_refused(listing: str, words: str) -> None:
    with pytest.raises(UsageError, match=f"^{words}$"):
        retromaze.compare(listing)


def sized(machine: Machine, *, width: int = 3) -> None:
    machine.console.print("A" * width)


SIZED = 'WIDTH=3\n?"A"*WIDTH\n'


def test_compare_takes_any_listing_and_any_port(tmp_path: Path) -> None:
    listing, port = tmp_path / "maze.bas", tmp_path / "maze.py"
    listing.write_bytes(b"\xef\xbb\xbf" + SIZED.replace("\n", "\r\n").encode())
    port.write_text('def main(machine, *, width=3):\n    machine.console.print("A" * width)\n')
    for one in (SIZED, listing, str(listing)):
        for other in (sized, port, str(port), f"{port}:main"):
            assert retromaze.compare(one, other) is None
            assert retromaze.compare(one, other, seed=5, width=20) is None
    found = retromaze.compare(listing, lambda machine: machine.console.print("B"), seed=4)
    assert found is not None
    assert (found.name, found.seed, found.listing.file) == ("maze", 4, str(listing))


def test_compare_plays_to_anybodys_pair() -> None:
    def port(machine: Machine) -> None:
        machine.wait(5)
        machine.console.print(str(machine.input.button()))

    assert retromaze.compare("WAIT 5\n?BUTTON()", port, press={2: Buttons.B}) is None


def test_compare_says_what_is_wrong_with_a_pair(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^none\.bas does not exist$"):
        retromaze.compare("none.bas", sized)
    with pytest.raises(UsageError, match=r"[Ii]s a directory"):
        retromaze.compare(tmp_path, sized)
    message = "listing.bas sets no HEIGHT to a constant at its top; it sets WIDTH"
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        retromaze.compare(SIZED, sized, height=3)


def test_a_listing_that_cannot_be_read_by_the_parser_is_a_difference_in_words() -> None:
    found = retromaze.compare("FOR\n", lambda machine: None)
    assert found is not None
    assert found.words == "listing stops in line 1: Syntax error, port has ended"


# --- what a player does ---


PRESSED = Script(((400, Buttons.A),))


def waiting(machine: Machine) -> None:
    while not machine.input.button():
        machine.idle()


def test_a_port_that_does_not_wait_for_a_press() -> None:
    source = "REPEAT UNTIL BUTTON(0)\nGCLS"

    def patient(machine: Machine) -> None:
        waiting(machine)
        machine.screen.clear()

    def hasty(machine: Machine) -> None:
        machine.screen.clear()

    assert told(patient, source, PRESSED) == ""
    assert told(hasty, source, PRESSED) == (
        "frame 6, event 1: listing looks for a press before it goes on, port does not and draws clear()"
    )


def test_a_port_that_ends_without_waiting_for_a_press() -> None:
    source = "REPEAT UNTIL BUTTON(0)"
    assert told(waiting, source, PRESSED) == ""
    assert told(lambda machine: None, source, PRESSED).endswith(" port does not and has ended")


def test_a_press_lasts_at_least_as_long_as_the_script_says() -> None:
    source = "REPEAT:B=BUTTON(1):IF B AND #A THEN INC N\nUNTIL B AND #B\nPRINT N"

    presses = ((0, Buttons.A), (30, Buttons(0)), (40, Buttons.B))
    short, long = (
        record(Listing(source), 1, Script(presses, hold=hold)).trace.arguments[-1][0] for hold in (0, 30)
    )
    assert (short, long) == ("3666", "14666")


# --- files and ends ---


def test_a_file_that_only_one_writes_and_one_that_differs() -> None:
    source = 'SAVE "TXT:A","12"'

    def port(*texts: str) -> Port:
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
    def port(*steps: tuple[str, ...]) -> Port:
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
        machine.storage.shelf.write("DEFAULT", "TXT", "A", b"1")

    assert told(port, "A=1").endswith("at the end, DEFAULT/TXT:A is written by the port only")


def test_the_sign_of_zero_counts_where_it_shows() -> None:
    def prints(number: float) -> Port:
        return lambda machine: machine.console.print(printed(number))

    def draws(number: float) -> Port:
        return lambda machine: machine.console.locate(0, 0, number)

    def stores(number: float) -> Port:
        return lambda machine: machine.storage.write_array("A", Numbers("#", (1,), [number]))

    assert told(prints(-0.0), "PRINT -0.0") == ""
    assert told(prints(0.0), "PRINT -0.0").endswith("prints by print('-0'), port prints by print('0')")
    assert told(prints(-0.0), "PRINT 0").endswith("prints by print('0'), port prints by print('-0')")
    assert told(draws(-0.0), "LOCATE 0,0,0") == ""
    source = 'DIM A#[1]:A#[0]=-0.0:SAVE "DAT:A",A#'
    assert told(stores(-0.0), source) == ""
    assert told(stores(0.0), source).endswith("DEFAULT/DAT:A is not the same from byte 77 on")


def test_a_script_stores_files_before_both_runs() -> None:
    source = 'LOAD "TXT:A",FALSE OUT A$\nPRINT A$'

    def port(machine: Machine) -> None:
        machine.console.print(machine.storage.read_text("A"))

    assert told(port, source, Script().with_files({("DEFAULT", "TXT", "A"): b"x"})) == ""
    assert told(port, source) == ""


def test_both_find_what_lies_beside_the_listing(tmp_path: Path) -> None:
    (tmp_path / "game.bas").write_text('LOAD "TXT:LEVEL",FALSE OUT A$\nPRINT A$\n')
    (tmp_path / "level.txt").write_text("#@ #")

    def port(machine: Machine) -> None:
        machine.console.print(machine.storage.read_text("LEVEL"))

    assert retromaze.compare(tmp_path / "game.bas", port) is None
    (tmp_path / "level.txt").unlink()
    assert retromaze.compare(tmp_path / "game.bas", lambda machine: None) is not None


def test_the_ends_of_a_listing_that_was_cut_off_and_its_port_are_not_compared() -> None:
    """The port is stopped by its next event, which has been drawn by then."""
    listing, script = Listing("@A\nGPSET I,0\nINC I\nGOTO @A"), Script()

    def port(machine: Machine) -> None:
        for x in range(9):
            machine.screen.point(x, 0)

    recording = record(listing, 1, script, last=4)
    run = replay(recording, port, script)
    assert run.machine.picture() != recording.machine.picture()
    assert Case(listing, script, recording, run).first_difference() is None


def test_a_screen_that_may_use_less() -> None:
    def port(machine: Machine) -> None:
        choose_mode(machine.screens, 1)
        machine.display(0)

    assert told(port, "XSCREEN 2").endswith(
        "at the end, share of sprites and layers of the upper screen is (True, 256, 2) in listing, "
        "(True, 512, 4) in port"
    )


def test_a_listing_that_goes_on_is_compared_for_so_many_frames() -> None:
    def port(machine: Machine) -> None:
        for _ in range(100):
            machine.wait()
        machine.console.print("LATE")
        while True:
            machine.wait()

    source = "@A\nWAIT 1\nGOTO @A\n"
    assert retromaze.compare(source, port, seed=1, frames=99) is None
    found = retromaze.compare(source, port, seed=1)
    assert found
    assert found.event == 101
