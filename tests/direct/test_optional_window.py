"""The window's life beside the prompt: opened, waited with, closed, opened again."""

import os
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from retromaze.direct import optional_window
from retromaze.direct.optional_window import OptionalWindow
from retromaze.direct.session import DirectSession
from retromaze.display.front_end import NoDisplay
from retromaze.display.pacer import FULL_SPEED
from retromaze.machine.machine import Machine
from tests.display.window_user import close, down, type_text

from .conftest import Typist

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what waits there cannot be woken")


class Wait:
    """The prompt's wait, over after so many questions whether it is."""

    def __init__(self, questions: int) -> None:
        self.questions = questions
        self.file, self.other = os.pipe()

    def fileno(self) -> int:
        return self.file

    def input_is_ready(self) -> bool:
        self.questions -= 1
        return self.questions < 0


def wait(questions: int) -> Any:
    """The wait of a prompt that is ready after so many questions."""
    return Wait(questions)


class Typed:
    """The prompt's line."""

    text = "PRIN"

    def __init__(self) -> None:
        self.keys: list[str] = []

    def type(self, key: str) -> None:
        self.keys.append(key)

    def submit(self, line: str) -> None:
        self.keys.append(f"({line})")

    def refresh(self) -> None:
        self.keys.append("refreshed")


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[OptionalWindow]:
    """With a window on the dummy driver."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(optional_window, "require_windows", lambda: None)
    monkeypatch.setattr(optional_window, "CHECK_INTERVAL", 0.001)
    made = OptionalWindow(DirectSession(Machine(seed=1), Typist()), FULL_SPEED)
    assert made.open()
    yield made
    made.close()


def test_where_nobody_could_see_it_no_window_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made = OptionalWindow(DirectSession(Machine(seed=1), Typist()), FULL_SPEED)
    with pytest.raises(NoDisplay, match="shows nothing"):
        made.open()
    assert (made.reopen(), made.window, made.was_closed, made.frame_passed()) == (False, None, False, False)
    made.wait(wait(0))
    assert made.ask() is None


def test_the_window_goes_on_while_the_prompt_waits(beside: OptionalWindow) -> None:
    type_text("x")
    line: Any = Typed()
    with beside.keys_sent_to(line):
        beside.wait(wait(2))
    assert line.keys == ["x"]


def test_keys_that_end_the_line(beside: OptionalWindow) -> None:
    line: Any = Typed()
    with beside.keys_sent_to(line):
        down(pygame.K_F5)
        beside.wait(wait(1))
        down(pygame.K_c, pygame.KMOD_CTRL)
        beside.wait(wait(1))
    assert line.keys == ["(RUN)", "()"]


def test_a_closed_window_comes_back(beside: OptionalWindow) -> None:
    assert not beside.open()
    close()
    line: Any = Typed()
    with beside.keys_sent_to(line):
        beside.wait(wait(99))
    assert line.keys == ["refreshed"]
    assert (beside.window, beside.was_closed, beside.frame_passed()) == (None, True, False)
    assert beside.reopen()
    assert beside.frame_passed()
    assert not beside.was_closed


def test_a_line_typed_in_the_window_answers_input(
    beside: OptionalWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    with open(reading) as lines, open(writing, "w") as terminal:
        monkeypatch.setattr(sys, "stdin", lines)
        type_text("42")
        down(pygame.K_RETURN)
        assert beside.ask() == "42"
        terminal.write("43\n")
        terminal.flush()
        assert beside.ask() is None
        assert lines.readline() == "43\n"
        down(pygame.K_c, pygame.KMOD_CTRL)
        with pytest.raises(KeyboardInterrupt):
            beside.ask()


def test_on_windows_a_key_in_the_terminal_ends_the_question_in_the_window(
    beside: OptionalWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    hits = iter([False, False, True])
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(kbhit=lambda: next(hits)))
    type_text("42")
    down(pygame.K_RETURN)
    assert beside.ask() == "42"
    assert beside.ask() is None
    assert list(hits) == []


def test_while_another_program_has_the_terminal(beside: OptionalWindow) -> None:
    down(pygame.K_F5)
    beside.idle()
    close()
    beside.idle()
    assert beside.was_closed
    beside.idle()
