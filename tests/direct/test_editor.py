"""Our own editor, typed at through a pipe."""

from __future__ import annotations

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from retromaze.direct.editor import Editor
from retromaze.direct.front_end import NotEdited
from retromaze.direct.terminal import STYLE, Colors

LISTING = "PRINT 1\nPRINT 2\n"


def edited(keys: str, line: int = 1) -> str:
    """What is left of the listing after these keys."""
    with create_pipe_input() as typed:
        typed.send_text(keys)
        return Editor("MAZE", LISTING, line, lexer=Colors(), style=STYLE).run(
            terminal=typed, output=DummyOutput()
        )


def test_the_text_as_it_was_left() -> None:
    assert edited("A=5\r\t\x13") == "A=5\n  PRINT 1\nPRINT 2\n"


def test_finding_and_taking_back() -> None:
    assert edited("\x06INT\x06\r<\x06\r>\x06\r=\x13") == "PR<=INT 1\nPR>INT 2\n"
    assert edited("x\r\x1a\x1ay\x13") == "yPRINT 1\nPRINT 2\n"


def test_it_begins_at_a_line() -> None:
    assert edited("' \x13", line=2) == "PRINT 1\n' PRINT 2\n"


def test_given_up() -> None:
    for keys in ("\x11", "\x03", "x\x11\x11", "x\x7f\x11"):
        with pytest.raises(NotEdited, match=r"^$"):
            edited(keys)


def test_giving_up_what_was_changed_is_asked_for_twice() -> None:
    assert edited("x\x11y\x11z\x13") == "xyzPRINT 1\nPRINT 2\n"
