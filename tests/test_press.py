"""Input as it is written on the command line."""

import pytest

from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.press import read_buttons, read_schedule

A, B, UP, NONE = Buttons.A, Buttons.B, Buttons.UP, Buttons(0)


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("", {}),
        ("A@60", {60: A}),
        ("a+up@0", {0: A | UP}),
        ("A@60-70", {60: A, 71: NONE}),
        ("A@60-60", {60: A, 61: NONE}),
        ("A@60,B@90", {60: A, 90: B}),
        ("B@90,A@60", {60: A, 90: B}),
        ("A@60,NONE@90", {60: A, 90: NONE}),
        ("A@60,@90", {60: A, 90: NONE}),
        ("A@60,UP@100-120", {60: A, 100: UP, 121: NONE}),
        ("A@60,B@60", {60: A | B}),
        ("UP@10-30,A@20-40", {10: UP, 20: UP | A, 31: A, 41: NONE}),
        ("A@10-20,A@21-30", {10: A, 21: A, 31: NONE}),
        (" A@60 , B@90 ", {60: A, 90: B}),
    ],
)
def test_entries_become_the_machines_schedule(text: str, schedule: dict[int, Buttons]) -> None:
    assert read_schedule(text) == schedule


@pytest.mark.parametrize("text", ["A", "A60", "A@", "A@-5", "A@6-", "A@1.5", "A@60;B@70"])
def test_what_is_no_entry_is_refused(text: str) -> None:
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
