"""Input as it is written on the command line."""

import pytest

from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.press import (
    Schedules,
    last_or,
    read_buttons,
    read_schedule,
    read_tilt,
    read_touch,
    read_typed,
    schedule_of,
    typed_at,
    written_options,
)

A, B, UP, NONE = Buttons.A, Buttons.B, Buttons.UP, Buttons(0)


def test_entries_become_the_machines_schedule() -> None:
    schedules = {
        "": {},
        "A@60": {60: A},
        "a+up@0": {0: A | UP},
        "A@60-70": {60: A, 71: NONE},
        "A@60-60": {60: A, 61: NONE},
        "A@60,B@90": {60: A, 90: B},
        "B@90,A@60": {60: A, 90: B},
        "A@60,NONE@90": {60: A, 90: NONE},
        "A@60,@90": {60: A, 90: NONE},
        "A@60,UP@100-120": {60: A, 100: UP, 121: NONE},
        "A@60,B@60": {60: A | B},
        "UP@10-30,A@20-40": {10: UP, 20: UP | A, 31: A, 41: NONE},
        "A@10-20,A@21-30": {10: A, 21: A, 31: NONE},
        " A@60 , B@90 ": {60: A, 90: B},
    }
    assert {text: read_schedule(text) for text in schedules} == schedules


def test_what_is_no_entry_is_refused() -> None:
    for text in ["A", "A60", "A@", "A@-5", "A@6-", "A@1.5", "A@60;B@70"]:
        with pytest.raises(UsageError, match="is no press such as"):
            read_schedule(text)


def test_an_entry_does_not_end_before_it_begins() -> None:
    with pytest.raises(UsageError, match=r"^'A@60-59' ends before it begins$"):
        read_schedule("A@60-59")


def test_an_unknown_button_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UsageError, match=r"^no button is called 'START'; there are UP DOWN LEFT RIGHT A B X Y L R"
    ):
        read_schedule("START@60")


def test_every_button_can_be_named() -> None:
    assert [read_buttons(button.name or "") for button in Buttons] == list(Buttons)


def test_touches_follow_each_other() -> None:
    entries = [read_touch(text) for text in ("20,30@60-90", "40,50@80", "none@100", " 314,234@120-120")]
    assert schedule_of(entries, last_or(None)) == {
        60: (20, 30),
        80: (40, 50),
        91: (40, 50),
        100: None,
        120: (314, 234),
        121: None,
    }


def test_tilts_reach_from_side_to_side() -> None:
    entries = [read_tilt("-1,0.5@60-61"), read_tilt("NONE@70")]
    assert schedule_of(entries, last_or((0.0, 0.0))) == {60: (-1, 0.5), 62: (0, 0), 70: (0, 0)}


def test_what_is_no_touch_is_refused() -> None:
    words = {
        "20,30": "'20,30' is no touch such as 20,30@60-90 or NONE@100",
        "20@60": "'20@60' has no two numbers",
        "1,2,3@60": "'1,2,3@60' has no two numbers",
        "4,30@60": "'4,30@60': the stylus reaches 5 to 314 across and 5 to 234 down",
        "20,235@60": "'20,235@60': the stylus reaches 5 to 314 across and 5 to 234 down",
        "20,30@60-59": "'20,30@60-59' ends before it begins",
    }
    told = {}
    for text in words:
        with pytest.raises(UsageError) as caught:
            read_touch(text)
        told[text] = str(caught.value)
    assert told == words


def test_a_pad_is_not_tilted_beyond_its_edge() -> None:
    for text in ["1.5,0@60", "nan,0@60", "0,-2@60"]:
        with pytest.raises(UsageError, match=r"a circle pad is tilted from -1 to 1$"):
            read_tilt(text)


def test_keys_are_typed_before_the_start_or_in_a_frame() -> None:
    entries = [read_typed(text) for text in ("abc", "q@60", "w@60", "a@b@7", "@@8", "@9")]
    assert entries == [(None, "abc"), (60, "q"), (60, "w"), (7, "a@b"), (8, "@"), (None, "@9")]
    assert typed_at(entries) == {60: "qw", 7: "a@b", 8: "@"}


def test_what_cannot_be_typed_is_refused() -> None:
    with pytest.raises(UsageError, match=r"the keyboard has no characters beyond U\+FFFF$"):
        read_typed("\U0001f600@5")


def test_input_is_written_as_it_is_read() -> None:
    schedules: Schedules = {
        "buttons": {60: A | UP, 90: NONE},
        "stylus": {5: (20, 30), 9: None},
        "pad": {7: (-1.0, 0.25)},
        "second_pad": {8: (0.0, 0.0)},
        "keys": {12: "it's", 13: "\r"},
    }
    assert written_options(schedules, "x y", ["GO N", ""]) == (
        "--press=UP+A@60,NONE@90 --touch=20,30@5 --touch=NONE@9 --pad=-1,0.25@7 --second-pad=0,0@8 "
        "'--keys=x y' '--keys=it'\"'\"'s@12' $'--keys=\\r@13' '--answers=GO N' --answers="
    )


def test_frames_of_thousands_of_digits_never_come() -> None:
    digits = "9" * 5000
    assert read_schedule(f"A@{digits}") == {2**31: A}
    assert read_typed(f"x@{digits}") == (2**31, "x")
