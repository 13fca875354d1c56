"""The parts of a comparison: traces, digests, planning and adding up."""

import gc
import tracemalloc
from pathlib import Path

from PIL import Image

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.difference import save_pictures
from retromaze.comparison.difference_words import SIDES, StopReason, argument_texts, final_findings
from retromaze.comparison.input_script import Act, Script
from retromaze.comparison.listing_recording import InputPoll, record
from retromaze.comparison.state_digests import Digester
from retromaze.machine.events import Event
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from tests.comparison.diagonal import difference_between


def test_a_trace_gives_back_what_happened() -> None:
    listing = Listing("GLINE 1,2,3,4\n\nVSYNC:A=RND(3)", "a.bas")
    plain = record(listing, 1, Script()).trace
    placed = record(listing, 1, Script(), with_lines=True).trace
    events = [
        Event("line", (1, 2, 3, 4, None), None, 0),
        Event("vsync", (1,), None, 0),
        Event("below", (3, 0), 2, 1),
    ]
    assert (list(plain), plain[1:3], len(plain)) == (events, events[1:], 3)
    assert [(event.file, event.line) for event in placed] == [("a.bas", 1), ("a.bas", 3), ("a.bas", 3)]
    assert [event.line for event in plain] == [0, 0, 0]


def test_a_recording_ends_after_the_last_event_wanted() -> None:
    recording = record(Listing("FOR I=0 TO 9:GPSET I,I:NEXT"), 1, Script(), last=4)
    assert (len(recording.trace), recording.end.reason) == (4, StopReason.LIMIT)
    assert [recording.machine.screen.spoit(i, i) for i in (3, 4)] == [-460552, 0]


def test_an_event_whose_arguments_are_new_takes_less_than_350_bytes() -> None:
    listing = Listing("FOR I=300 TO 799:GLINE I,I*2,I*3,9:NEXT")
    record(listing, 1, Script())
    tracemalloc.start()
    try:
        trace = record(listing, 1, Script()).trace
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(trace) == 500
    assert size / 500 < 350


def test_arguments_are_shown_as_one_would_write_them() -> None:
    assert ", ".join(argument_texts(Event("line", (1, 2, 3, 4, None), None, 0))) == "1, 2, 3, 4"
    assert ", ".join(argument_texts(Event("line", (1, 2, 3, 4, 5), None, 0))) == "1, 2, 3, 4, &H00000005"
    assert ", ".join(argument_texts(Event("print", ("A", "\n"), None, 0))) == "'A'"
    assert ", ".join(argument_texts(Event("print", ("A", ""), None, 0))) == "'A', ''"
    assert ", ".join(argument_texts(Event("clear", (), None, 0))) == ""
    assert ", ".join(argument_texts(Event("clear", (0,), None, 0))) == ""
    assert ", ".join(argument_texts(Event("unheard", (1,), None, 0))) == "1"


def test_a_digest_stays_the_same_until_something_is_seen() -> None:
    machine = Machine(seed=1)
    digester = Digester(machine)
    first = digester.digest()
    machine.pages[4].pixels[0] = 1
    machine.pages[0].pixels[512 * 240] = 1
    assert digester.digest() is first
    machine.pages[0].pixels[512 * 239] = 1
    second = digester.digest()
    machine.pages[0].pixels[512 * 239] = 0
    assert second != first == digester.digest()


def test_what_is_seen_on_the_lower_screen_changes_the_digest() -> None:
    """`test_observed` has the changes of the upper one."""
    drawn, printed, other = (Machine(seed=1) for _ in range(3))
    drawn.screens[1].point(0, 0)
    printed.screens[1].console.print("A")
    for changed in (drawn, printed):
        assert Digester(changed).digest() != Digester(other).digest()
        assert [*final_findings(changed, other, SIDES)]


def test_what_was_done_in_a_run_comes_no_earlier_than_its_frame() -> None:
    source = "REPEAT UNTIL BUTTON(0)\nWAIT 3\nREPEAT UNTIL BUTTON(0)==0\nTOUCH OUT T,X,Y\n?T,X,Y,INKEY$()"
    held = Act(100, "buttons", Buttons.A), Act(101, "pad", (0.5, 0.0)), Act(103, "stylus", (20, 30))
    script = Script(acts=(*held, Act(103, "keys", "K"), Act(150, "buttons", Buttons(0))))
    recording = record(Listing(source), 1, script)
    news = [each for each in recording.player.input_polls if each.has_new_input]
    assert [(each.anchor, each.polls > 1, each.idle, each.frame) for each in news] == [
        (0, True, True, 100),
        (1, False, False, 103),
        (1, True, True, 150),
    ]
    assert (recording.end.reason, recording.player.schedule) == (StopReason.ENDED, {})
    assert recording.machine.frame == 150
    assert recording.machine.console.text().split()[1:] == ["20", "30", "K"]


def test_a_port_is_given_what_was_done_after_the_same_waits() -> None:
    source = "@L\nWAIT 1\nTOUCH OUT T,X,Y\nIF T THEN ?X:END\nGOTO @L"
    script = Script(acts=(Act(40, "stylus", (20, 30)),))

    def looks(machine: Machine) -> None:
        while True:
            machine.wait(1)
            touched, x, _ = machine.input.touched()
            if touched:
                machine.console.print(str(x))
                return

    def looks_not(machine: Machine) -> None:
        while True:
            machine.wait(1)

    same = compare_programs(Listing(source), looks, seed=1, script=script)
    assert (same.difference, same.events) == (None, 41)
    other = compare_programs(Listing(source), looks_not, seed=1, script=script)
    assert other.difference and other.difference.event == 41


def test_presses_are_kept_with_the_frames_at_which_they_are_waited_for() -> None:
    source = "REPEAT UNTIL BUTTON(0)\nWAIT 3\nREPEAT UNTIL BUTTON(0)==0\nWAIT 5"
    script = Script(((100, Buttons.A), (200, Buttons(0))))
    recording = record(Listing(source), 1, script)
    assert [each._replace(polls=0) for each in recording.player.input_polls] == [
        InputPoll(0, 0, True, True, 6),
        InputPoll(1, 0, False, True, 9),
    ]
    assert recording.end.reason is StopReason.ENDED
    first, second = recording.player.schedule
    assert first <= 1
    assert 3 <= second - first <= 5


def test_the_pictures_of_a_difference(tmp_path: Path) -> None:
    def port(machine: Machine) -> None:
        machine.screen.point(2, 1)

    found = difference_between(Listing("GPSET 3,1"), port)
    paths = save_pictures(found, tmp_path / "new" / "folder")
    assert [path.name for path in paths] == ["listing.png", "port.png", "difference.png"]
    marked = [
        [at for at, gray in enumerate(Image.open(path).convert("L").tobytes()) if gray] for path in paths
    ]
    assert marked == [[403], [402], [402, 403]]
