"""The window beside the prompt, on SDL's dummy driver: what it shows, what keys in it do, how it closes."""

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

import retromaze
from retromaze.audio import loudspeaker
from retromaze.audio.loudspeaker import Loudspeaker
from retromaze.direct import prompt_window
from retromaze.direct.prompt_window import IdleTime, OptionalWindow, is_animated
from retromaze.direct.session import DirectSession
from retromaze.display.front_end import Closed, NoDisplay, RestartRequest
from retromaze.display.pacer import FULL_SPEED, Speed, speed_in_draws, speed_in_statements
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine
from tests.audio.card import Card
from tests.display.window_user import close, down, place, surface, type_text

from .conftest import Turn, Typist


class Hand(Typist):
    """A typist that does something as soon as a text is shown."""

    def __init__(self, *script: Turn) -> None:
        super().__init__(*script)
        self.when: dict[str, Callable[[], Any]] = {}

    def write(self, text: str) -> None:
        super().write(text)
        self.when.pop(text, lambda: None)()


class Desk:
    """A session whose front shows frames in a window; turns of the script are lines or deeds."""

    def __init__(self, *script: Turn) -> None:
        from retromaze.direct.prompt_window import PromptWindow

        self.typist = Hand(*script)
        self.session = DirectSession(Machine(seed=1), self.typist)
        self.asleep: list[float] = []
        self.now = 0.0
        self.window = PromptWindow(self.session, speed=FULL_SPEED, sleep=self.sleep, clock=self.clock)
        self.on_sleep: Callable[[], Any] = lambda: None
        self.typist.frame_passed = self.frame_passed  # type: ignore[method-assign]

    def clock(self) -> float:
        """Every look at it takes a while."""
        self.now += 0.02
        return self.now

    def sleep(self, seconds: float) -> None:
        self.asleep.append(seconds)
        self.on_sleep()

    def frame_passed(self) -> None:
        if self.window.is_open:
            self.window.show(self.session.machine)

    def talk(self, program: str = "") -> str:
        self.session.computer.load_source(0, program, "MAZE", "maze.bas")
        self.session.run_until_exit()
        return self.typist.paper


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made: list[Desk] = []

    def make(*script: Turn) -> Desk:
        made.append(Desk(*script))
        return made[-1]

    yield make
    for each in made:
        each.window.close()


def state() -> str:
    """What the title says."""
    return pygame.display.get_caption()[0].split(" - ")[1]


def pixel(x: int, y: int) -> tuple[int, int, int]:
    """A pixel of the upper screen as the window shows it."""
    left, top, scale = place()
    red, green, blue, _ = surface().get_at((left + x * scale, top + y * scale))
    return red, green, blue


def test_what_a_line_draws_is_seen_while_the_prompt_waits(desk: Callable[..., Desk]) -> None:
    made = desk("GPSET 7,3,RGB(255,0,0)")
    made.talk()
    made.window.show_while_waiting("")
    assert pixel(7, 3) == (255, 0, 0)
    assert pixel(8, 3) == (0, 0, 0)


def test_keys_go_to_the_prompt_while_it_waits(desk: Callable[..., Desk]) -> None:
    window, typed = desk().window, []
    with window.keys_sent_to(typed.append):
        type_text("ab")
        down(pygame.K_BACKSPACE)
        down(pygame.K_RETURN)
        down(pygame.K_F2)
        down(pygame.K_F2)
        window.show_while_waiting("PRINT")
        assert state() == "OK"
    assert typed == ["a", "b", "c-h", "c-m"]


def test_keys_are_buttons_while_a_program_runs(desk: Callable[..., Desk]) -> None:
    made = desk(lambda: down(pygame.K_z), "RUN")
    assert made.talk("REPEAT:VSYNC:UNTIL BUTTON(0)\nPRINT BUTTON(0)").endswith("RUN\n16\n")


def test_sounds_go_on_at_the_prompt(desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    card = Card()
    monkeypatch.setattr(loudspeaker, "open_loudspeaker", lambda clock: Loudspeaker(card, clock))
    made = desk("BEEP")
    made.talk()
    machine = made.session.machine
    with made.window.keys_sent_to(lambda key: None):
        for _ in range(5):
            made.window.show_while_waiting("")
            card.pass_time(0.05)
    assert card.heard and machine.frame == 0
    machine.sound.play("@147 L1 C")
    for _ in range(5):
        made.window.show_while_waiting("")
        card.pass_time(0.05)
    # time passes for the machine too while a tune plays
    assert machine.frame > 5
    assert machine.on_frame == made.session.frame_passed


def test_run_again_and_closing_at_the_prompt(desk: Callable[..., Desk]) -> None:
    window = desk().window
    down(pygame.K_F5)
    with pytest.raises(RestartRequest):
        window.show_while_waiting("")
    close()
    with pytest.raises(Closed):
        window.show_while_waiting("")
    stop()
    with pytest.raises(Stopped):
        window.show_while_waiting("")


def test_run_again_while_a_program_runs_is_run(desk: Callable[..., Desk]) -> None:
    made = desk("RUN")
    made.typist.when["1\n"] = lambda: down(pygame.K_F5)
    assert made.talk("PRINT 1\nWAIT 1\nPRINT MAINCNT") == "OK\nRUN\n1\n1\n2\n"


def test_a_program_runs_on_when_its_window_is_closed(desk: Callable[..., Desk]) -> None:
    made = desk(close, "RUN")
    assert made.talk("WAIT 3\nPRINT MAINCNT").endswith("RUN\n3\n")
    assert not made.window.is_open
    assert made.session.machine.on_yield == made.session.stop_if_start_pressed


def stop() -> None:
    down(pygame.K_c, pygame.KMOD_CTRL)


def test_start_in_the_window_stops_a_program_that_goes_on_by_cont(desk: Callable[..., Desk]) -> None:
    made = desk("RUN", "CONT")
    made.typist.when["1\n"] = stop
    paper = made.talk("GPSET 5,5\nPRINT 1\nWAIT 4\nPRINT GSPOIT(5,5)!=0;MAINCNT")
    assert paper == "OK\nRUN\n1\nBreak on 0:3\nOK\nCONT\n14\n"
    made.window.show_while_waiting("")
    assert pixel(5, 5) == (255, 255, 255)


def test_start_in_the_window_while_a_program_is_compiled(desk: Callable[..., Desk]) -> None:
    assert desk(stop, "RUN", "CONT").talk("PRINT 1") == "OK\nRUN\nBreak\nOK\nCONT\nCan't continue\n"


def test_start_in_the_terminal_ends_a_pause(desk: Callable[..., Desk]) -> None:
    made = desk("RUN", "CONT")
    made.typist.when["1\n"] = lambda: down(pygame.K_F2)
    made.on_sleep = partial(setattr, made.session, "start_pressed", True)
    assert made.talk("PRINT 1\nWAIT 4\nPRINT 2") == "OK\nRUN\n1\nBreak on 0:2\nOK\nCONT\n2\n"
    assert len(made.asleep) == 1


@pytest.mark.parametrize(("speed", "line"), [(speed_in_draws(60), 1), (speed_in_statements(60), 2)])
def test_start_between_frames(desk: Callable[..., Desk], speed: Speed, line: int) -> None:
    made = desk("RUN", "PRINT GSPOIT(1,1)", "CONT")
    made.window.pacer.speed = speed
    made.window._register_callbacks(made.session.machine)
    made.typist.when["1\n"] = stop
    assert made.talk("PRINT 1\nA=2\nGPSET 1,1\nPRINT A") == (
        f"OK\nRUN\n1\nBreak on 0:{line}\nOK\nPRINT GSPOIT(1,1)\n0\nOK\nCONT\n2\n"
    )


def test_printing_is_seen_at_every_speed(desk: Callable[..., Desk]) -> None:
    made = desk("PRINT 1", lambda: down(pygame.K_d, pygame.KMOD_CTRL), "WAIT 1:PRINT 2", "RUN")
    made.typist.script += [lambda: down(pygame.K_F9), "WAIT 1:PRINT 5"]
    paper = made.talk("PRINT 3\nVSYNC 1\nPRINT 4")
    assert [line for line in paper.split("\n") if line.isdigit()] == ["1", "2", "3", "4", "5"]


def test_closing_the_window_of_a_paused_program(desk: Callable[..., Desk]) -> None:
    made = desk("RUN")
    made.on_sleep = close
    down(pygame.K_F2)
    assert made.talk("WAIT 2\nPRINT 1") == "OK\nRUN\n1\n"
    assert not made.window.is_open


def test_a_sprite_that_spanim_moves_is_seen_moving_while_the_prompt_waits(desk: Callable[..., Desk]) -> None:
    made = desk("SPSET 0,0:SPOFS 0,20,20", 'SPANIM 0,"XY",-60,320,20')
    made.talk()
    sprites, seen = made.session.machine.sprites, []
    for _ in range(4):
        made.window.show_while_waiting("")
        seen.append(sprites[0].x)
    assert seen == sorted(set(seen)) and 20 < seen[0] < seen[-1] < 320


def test_what_a_program_that_waits_for_cont_has_moved_stands_still(desk: Callable[..., Desk]) -> None:
    looks: list[float] = []

    def look() -> None:
        for _ in range(4):
            made.window.show_while_waiting("")
            looks.append(made.session.machine.sprites[0].x)

    made = desk("RUN", look, "CLEAR", look)
    made.talk('SPSET 0,0:SPANIM 0,"XY",-60,320,20:STOP')
    # after CLEAR nothing waits, because CONT is not possible
    assert len(set(looks[:4])) == 1 < len(set(looks[4:]))


# ---- the machine's time while the prompt waits


def waited(machine: Machine, *seconds: float) -> int:
    """The frames that pass in so many looks."""
    clock, begun = SimpleNamespace(now=0.0), machine.frame
    waiting = IdleTime(machine, lambda: clock.now, lambda machine: None)
    for each in seconds:
        clock.now += each
        waiting.pass_frames()
    return machine.frame - begun


def test_a_sprite_moves_at_the_consoles_pace() -> None:
    machine = retromaze.run('SPSET 0,0:SPOFS 0,20,0:SPANIM 0,"XY",-40,60,40', seed=1).machine
    assert waited(machine, *[0.01] * 33) == 19
    assert machine.sprites[0].place == (39.0, 19.0)


def test_time_stands_still_once_it_has_come_there() -> None:
    machine = retromaze.run('SPSET 0,0:SPANIM 0,"XY",-3,60,40', seed=1).machine
    assert waited(machine, *[0.05] * 9) == 3
    assert (machine.sprites[0].place, is_animated(machine)) == ((60.0, 40.0), False)


def test_a_look_that_comes_late_lets_nothing_jump() -> None:
    machine = retromaze.run('SPSET 0,0:SPANIM 0,"XY",-60,60,40', seed=1).machine
    assert waited(machine, 9.0, 0.05) == 9


def test_what_moves() -> None:
    for source, moves in {
        "SPSET 0,0": False,
        'BGANIM 0,"XY",-60,8,8': True,
        'SPSET 0,0:SPANIM 0,"XY",-60,8,8:SPSTOP': False,
        "FADE #RED,30": True,
        "FADE #RED": False,
    }.items():
        machine = retromaze.run(source, seed=1).machine
        assert (source, is_animated(machine)) == (source, moves)
        assert (source, waited(machine, 0.05) > 0) == (source, moves)


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
    monkeypatch.setattr(prompt_window, "require_windows", lambda: None)
    monkeypatch.setattr(prompt_window, "CHECK_INTERVAL", 0.001)
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
