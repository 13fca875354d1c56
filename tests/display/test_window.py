"""The window on SDL's dummy driver, driven by posted events and a clock that only sleeping moves."""

from __future__ import annotations

import itertools
import math
import re
from array import array
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image, ImageSequence

from retromaze.catalogue import CATALOGUE
from retromaze.display.canvas import placement
from retromaze.display.controls import BUTTON_CODES
from retromaze.display.front_end import Closed, FreshSeed, NoDisplay, Restart
from retromaze.display.keys import ABOUT_TITLE, HELP_LINES, HELP_TITLE
from retromaze.display.overlay import draw_help
from retromaze.display.pictures import png
from retromaze.display.speeds import CONSOLE_PACE, FULL_SPEED, Speed, draws, statements, times
from retromaze.display.window import Window
from retromaze.engine.computer import Computer
from retromaze.entry import listing_source
from retromaze.errors import Stopped
from retromaze.language.prologue import with_values
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import play

PUBLISHED = listing_source(CATALOGUE["backtracker"])


@pytest.fixture
def machine(window: Window) -> Machine:
    machine = Machine(seed=1)
    window.attach(machine)
    return machine


def down(key: int, modifiers: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=modifiers, unicode="", scancode=0))


def up(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0))


def type_text(text: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))


def close() -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))


def caption() -> str:
    """What the title says of the run's state."""
    name, state, place, keys = pygame.display.get_caption()[0].split(" - ")
    assert (name, keys) == ("maze", "F1: keys")
    assert re.fullmatch(r"frame \d+, seed 1", place)
    return state


def seen(left: int = 0, top: int = 0, scale: int = 1) -> array:
    """The window's picture as words, one of each square of pixels."""
    surface = pygame.display.get_surface()
    assert surface is not None
    at = surface.get_at
    return array(
        "I",
        [
            0xFF000000
            | at((left + x * scale, top + y * scale))[0] << 16
            | at((left + x * scale, top + y * scale))[1] << 8
            | at((left + x * scale, top + y * scale))[2]
            for y in range(240)
            for x in range(400)
        ],
    )


def place() -> tuple[int, int, int]:
    """Left, top and scale of the upper screen alone."""
    rect = placement(*pygame.display.get_window_size())
    return rect.left, rect.top, rect.width // 400


def resize(width: int, height: int) -> None:
    pygame.display.set_mode((width, height), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=width, y=height))


def colorful(machine: Machine) -> None:
    """Something in every channel, asymmetric in x and y."""
    machine.screen.fill(10, 20, 200, 50, -0x1)
    machine.screen.fill(30, 100, 60, 200, 0xFF0000FF - (1 << 32))
    machine.screen.fill(300, 10, 399, 30, 0xFFF80000 - (1 << 32))
    machine.screen.fill(0, 239, 100, 239, 0xFF00A800 - (1 << 32))


# --- the picture ---


def test_the_window_shows_exactly_the_machines_picture(window: Window, machine: Machine) -> None:
    resize(400, 252)
    colorful(machine)
    machine.wait()
    assert seen() == machine.picture()


def test_a_resized_window_shows_larger_pixels_between_black_bars(window: Window, machine: Machine) -> None:
    colorful(machine)
    machine.wait()
    resize(1000, 700)
    machine.wait()
    assert seen(100, 98, 2) == seen(101, 99, 2) == machine.picture()
    surface = pygame.display.get_surface()
    assert surface is not None
    bars = [surface.subsurface(each) for each in ((0, 0, 1000, 98), (0, 578, 1000, 122), (0, 0, 100, 700))]
    assert {pygame.transform.average_color(bar)[:3] for bar in bars} == {(0, 0, 0)}


def test_a_picture_is_composed_only_when_something_changed(
    window: Window, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed = []
    compose = machine.picture
    monkeypatch.setattr(machine, "picture", lambda: composed.append(machine.frame) or compose())
    machine.wait(5)
    machine.screen.point(3, 3)
    machine.wait(5)
    assert composed == [1, 6]


# --- pacing ---


def test_the_consoles_pace_is_sixty_frames_a_second(window: Window, machine: Machine, user_time: Any) -> None:
    machine.wait(61)
    assert user_time.now == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize(("key", "seconds"), [(pygame.K_F6, 2.0), (pygame.K_F7, 0.5), (pygame.K_F9, 0.0)])
def test_speed_keys_change_the_pace(
    window: Window, machine: Machine, user_time: Any, key: int, seconds: float
) -> None:
    down(key)
    machine.wait()
    start = user_time.now
    machine.wait(60)
    assert user_time.now - start == pytest.approx(seconds, abs=0.01)


def test_the_caption_names_the_speed(window: Window, machine: Machine, user_time: Any) -> None:
    captions = []
    for key in (pygame.K_F7, pygame.K_F7, pygame.K_F9, pygame.K_F8, pygame.K_F6):
        down(key)
        user_time.now += 0.1
        machine.wait()
        captions.append(caption())
    assert captions == [
        "2x",
        "4x",
        "full speed",
        "console's pace",
        "1/2",
    ]


def test_full_speed_shows_at_most_sixty_pictures_a_second(
    window: Window, machine: Machine, user_time: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed = []
    compose = machine.picture
    monkeypatch.setattr(machine, "picture", lambda: composed.append(machine.frame) or compose())
    window.pacer.speed = FULL_SPEED
    for frame in range(1000):
        machine.screen.point(frame % 400, 0)
        user_time.now += 0.001
        machine.wait()
    assert len(composed) == 59
    assert user_time.sleeps == []


def test_keys_are_looked_at_while_a_slow_frame_lasts(
    window: Window, machine: Machine, user_time: Any
) -> None:
    window.pacer.speed = times(1 / 16)
    machine.wait()
    user_time.at(user_time.now + 0.1, close)
    with pytest.raises(Stopped):
        machine.wait(2)
    assert user_time.now < 0.15


# --- between frames ---


@pytest.fixture
def composed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The frame of every picture that is shown."""
    frames: list[int] = []
    compose = machine.picture
    monkeypatch.setattr(machine, "picture", lambda: frames.append(machine.frame) or compose())
    return frames


def go_at(window: Window, machine: Machine, speed: Speed) -> None:
    window.pacer.speed = speed
    window.attach(machine)


def test_slow_motion_shows_a_frame_as_it_grows(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    go_at(window, machine, times(1 / 4))
    play("FOR I=0 TO 50000:GPSET I MOD 400,I DIV 400:NEXT", machine)
    assert composed == sorted([*range(machine.frame + 1)] * 4)
    assert user_time.now == pytest.approx(machine.frame * 4 / 60, abs=0.02)


def test_draw_by_draw_shows_each_draw(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    go_at(window, machine, draws(4))
    play("GPSET 1,1:GPSET 2,2:X=RND(9):FOR I=0 TO 99:NEXT:LOCATE 3,3:PRINT 1", machine)
    assert (len(composed), machine.frame) == (4, 0)  # the first while it was compiled
    assert user_time.now == pytest.approx(0.5, abs=0.02)


def test_hundreds_of_draws_a_second_are_shown_sixty_times(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    go_at(window, machine, draws(250))
    play("FOR I=0 TO 500:GPSET I,0:NEXT", machine)
    assert user_time.now == pytest.approx(2, abs=0.02)
    assert 100 <= len(composed) <= 120


def test_what_waits_takes_the_console_s_time_draw_by_draw(
    window: Window, machine: Machine, user_time: Any
) -> None:
    go_at(window, machine, draws(1))
    play("WAIT 7", machine)
    assert user_time.now == pytest.approx(6 / 60, abs=0.02)


def test_single_draws_while_paused(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    drawn = []
    go_at(window, machine, CONSOLE_PACE)
    down(pygame.K_F2)
    user_time.at(0.5, lambda: down(pygame.K_d, pygame.KMOD_CTRL))
    user_time.at(1.0, lambda: down(pygame.K_F3))  # compiled, and on to the frame
    for second in (2.0, 3.0, 4.0, 5.0):
        user_time.at(second, lambda: down(pygame.K_F3))
        user_time.at(second + 0.5, lambda: drawn.append(machine.pages[0].pixels[:4].tolist().count(0)))
    user_time.at(6.0, close)
    with pytest.raises(Stopped):
        play("VSYNC:GPSET 0,0:GPSET 1,0:GPSET 2,0:GPSET 3,0", machine)
    assert drawn == [3, 2, 1, 0]
    assert caption() == "paused, 60 draws a second"


def test_a_step_draw_by_draw_ends_at_a_frame_too(window: Window, machine: Machine, user_time: Any) -> None:
    frames = []
    go_at(window, machine, draws(1))
    window.pacer.pause()
    for second in (1.0, 2.0):
        user_time.at(second, lambda: frames.append(machine.frame))
        user_time.at(second, lambda: down(pygame.K_F3))
    user_time.at(3.0, lambda: (frames.append(machine.frame), close()))
    with pytest.raises(Stopped):
        play("@L GOTO @L", machine)
    assert frames == [0, 1, 2]


def test_pause_and_step_are_heard_in_the_middle_of_a_frame(
    window: Window, machine: Machine, user_time: Any
) -> None:
    frames = []
    go_at(window, machine, times(1 / 16))
    user_time.at(0.1, lambda: down(pygame.K_F2))
    for second in (1.0, 2.0):
        user_time.at(second, lambda: (frames.append(machine.frame), down(pygame.K_F3)))
    user_time.at(3.0, lambda: (frames.append(machine.frame), close()))
    with pytest.raises(Stopped):
        play("@L GOTO @L", machine)
    assert frames == [1, 2, 3]


def test_a_speed_chosen_on_the_way_counts_at_once(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    down(pygame.K_d, pygame.KMOD_CTRL)
    user_time.at(0.9, lambda: down(pygame.K_F8))
    play("VSYNC:FOR I=0 TO 40000:GPSET I MOD 400,I DIV 400:NEXT", machine)
    # fifty draws and more one by one, and the rest at the console's pace
    assert composed.count(1) == pytest.approx(54, abs=3)
    assert user_time.now == pytest.approx(0.9 + (machine.frame - 1) / 60, abs=0.05)


def test_the_window_can_be_closed_while_a_listing_is_compiled(window: Window, machine: Machine) -> None:
    close()
    with pytest.raises(Stopped, match=r"^the window was closed$"):
        play("CLOSED=1\n" * 99, machine)
    assert machine.frame == 0


def test_a_tap_in_the_middle_of_a_frame_lasts_one_frame(
    window: Window, machine: Machine, user_time: Any
) -> None:
    go_at(window, machine, times(1 / 16))
    user_time.at(0.1, lambda: (down(pygame.K_z), up(pygame.K_z)))
    play("WHILE MAINCNT<4:B=BUTTON():WEND", machine)
    assert machine.input.log == [(2, Buttons.A), (3, Buttons(0))]


# --- pause ---


def test_pause_stops_time_until_it_is_pressed_again(window: Window, machine: Machine, user_time: Any) -> None:
    down(pygame.K_F2)
    user_time.at(5.0, lambda: down(pygame.K_F2))
    machine.wait()
    assert user_time.now == pytest.approx(5.0, abs=0.05)
    assert not window.pacer.paused


def test_a_paused_window_says_so_and_shows_the_last_frame(
    window: Window, machine: Machine, user_time: Any
) -> None:
    resize(400, 252)
    captions = []
    window.pacer.speed = FULL_SPEED
    machine.screen.fill(0, 0, 9, 9)
    down(pygame.K_PAUSE)
    user_time.at(1.0, lambda: captions.append((caption(), seen() == machine.picture())))
    user_time.at(2.0, lambda: down(pygame.K_p, pygame.KMOD_LCTRL))
    machine.wait()
    assert captions == [("paused, full speed", True)]


def test_one_frame_at_a_time(window: Window, machine: Machine, user_time: Any) -> None:
    frames = []
    down(pygame.K_F2)
    for second in (1.0, 2.0, 3.0):
        user_time.at(second - 0.1, lambda: frames.append(machine.frame))
        user_time.at(second, lambda: down(pygame.K_F3))
    user_time.at(4.0, lambda: (frames.append(machine.frame), close()))
    with pytest.raises(Stopped):
        machine.wait(100)
    assert frames == [1, 2, 3, 4]


def test_the_window_can_be_closed_while_paused(window: Window, machine: Machine, user_time: Any) -> None:
    down(pygame.K_F2)
    user_time.at(1.0, close)
    with pytest.raises(Stopped, match=r"^the window was closed$"):
        machine.wait()


# --- buttons and text ---


@pytest.mark.parametrize(("key", "button"), BUTTON_CODES.items())
def test_each_key_holds_its_button(window: Window, machine: Machine, key: int, button: Buttons) -> None:
    machine.wait()
    down(key)
    machine.wait()
    assert machine.input.button() == button
    up(key)
    machine.wait()
    assert machine.input.button() == 0


def test_keys_held_together_are_buttons_held_together(window: Window, machine: Machine) -> None:
    for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_z):
        down(key)
    machine.wait()
    assert machine.input.button() == Buttons.UP | Buttons.RIGHT | Buttons.A


def test_two_keys_of_one_button_hold_it_until_both_are_up(window: Window, machine: Machine) -> None:
    down(pygame.K_z)
    down(pygame.K_RETURN)
    machine.wait()
    up(pygame.K_z)
    machine.wait()
    assert machine.input.button() == Buttons.A
    up(pygame.K_RETURN)
    machine.wait()
    assert machine.input.button() == 0


@pytest.mark.parametrize("speed", [1.0, 1 / 8, math.inf])
def test_a_tap_shorter_than_a_frame_lasts_one_frame(
    window: Window, machine: Machine, user_time: Any, speed: float
) -> None:
    window.pacer.speed = times(speed)
    machine.wait()
    user_time.now += 0.02
    down(pygame.K_z)
    up(pygame.K_z)
    held = []
    for _ in range(4):
        machine.wait()
        user_time.now += 0.02
        held.append(machine.input.button())
    assert held == [Buttons.A, 0, 0, 0]


def test_keys_are_let_go_when_the_window_loses_the_keyboard(window: Window, machine: Machine) -> None:
    down(pygame.K_z)
    machine.wait()
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    machine.wait()
    assert machine.input.button() == 0


def test_an_untouched_keyboard_leaves_scheduled_presses_alone(window: Window, machine: Machine) -> None:
    machine.input.schedule.update({3: Buttons.A})
    machine.wait(10)
    assert machine.input.button() == Buttons.A


def test_what_is_held_can_be_replayed_from_the_log(window: Window, machine: Machine) -> None:
    down(pygame.K_z)
    machine.wait(3)
    up(pygame.K_z)
    machine.wait(3)
    assert machine.input.log == [(1, Buttons.A), (4, Buttons(0))]


def test_typed_text_reaches_the_keyboard_buffer(window: Window, machine: Machine) -> None:
    type_text("aカ\U0001f600")
    down(pygame.K_RETURN)
    down(pygame.K_BACKSPACE)
    machine.wait()
    assert "".join(machine.input.inkey() for _ in range(9)) == "aカ\r\b"


def test_control_keys_press_no_buttons(window: Window, machine: Machine) -> None:
    down(pygame.K_s, pygame.KMOD_LCTRL)
    machine.wait()
    assert machine.input.button() == 0


def test_altgr_commands_nothing(window: Window, machine: Machine) -> None:
    down(pygame.K_q, pygame.KMOD_LCTRL | pygame.KMOD_RALT)
    machine.wait()
    assert machine.input.button() == Buttons.L


# --- stop, run again, help, screenshot ---


@pytest.mark.parametrize("modifier", [pygame.KMOD_LCTRL, pygame.KMOD_RCTRL, pygame.KMOD_LMETA])
def test_control_c_is_start_and_stops(window: Window, machine: Machine, modifier: int) -> None:
    down(pygame.K_c, modifier)
    with pytest.raises(Stopped, match=r"^START was pressed$"):
        machine.wait()


def test_escape_alone_does_nothing_while_the_program_runs(window: Window, machine: Machine) -> None:
    down(pygame.K_ESCAPE)
    machine.wait(3)
    assert machine.frame == 3


def test_reset_asks_for_the_run_again_and_the_window_serves_it(window: Window, machine: Machine) -> None:
    down(pygame.K_z)
    machine.wait()
    down(pygame.K_F5)
    with pytest.raises(Restart):
        machine.wait()
    again = Machine(seed=machine.seed)
    window.attach(again)
    again.wait(2)
    assert again.input.button() == 0


def test_help_covers_the_picture_and_holds_the_run_until_it_is_closed(
    window: Window, machine: Machine, user_time: Any
) -> None:
    resize(400, 252)
    colorful(machine)
    pictures = []
    down(pygame.K_F1)
    user_time.at(5.0, lambda: (pictures.append((seen(), machine.frame)), down(pygame.K_ESCAPE)))
    machine.wait(2)
    expected = machine.picture()
    draw_help(expected, HELP_TITLE, HELP_LINES)
    assert pictures == [(expected, 1)]
    assert seen() == machine.picture()
    assert user_time.now == pytest.approx(5.0, abs=0.1)


def test_help_begins_with_what_the_listing_says_of_itself(window: Window, user_time: Any) -> None:
    resize(400, 252)
    words = "arrows walk, and whoever reads on learns that A digs"
    _, machine = follow(window, f"\n'MAZE GAME\nREM {words}\n\nCLS 'not this\n'nor this")
    pictures = []
    down(pygame.K_F1)
    for second in (1.0, 2.0):
        user_time.at(second, lambda: (pictures.append(seen()), down(pygame.K_F1)))
    machine.wait()
    about, keys = machine.picture(), machine.picture()
    draw_help(about, ABOUT_TITLE, ["MAZE GAME", "arrows walk, and whoever reads on learns that", "A digs"])
    draw_help(keys, HELP_TITLE, HELP_LINES)
    assert [*pictures, seen()] == [about, keys, machine.picture()]


def test_screenshots_are_exact_and_never_overwrite(window: Window, machine: Machine, tmp_path: Path) -> None:
    colorful(machine)
    down(pygame.K_F1)
    down(pygame.K_F12)
    down(pygame.K_F12)
    down(pygame.K_ESCAPE)
    machine.wait(2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["maze-000001-2.png", "maze-000001.png"]
    assert caption() == "saved maze-000001-2.png"
    for path in tmp_path.iterdir():
        with Image.open(path) as shown:
            blue, green, red = (shown.getchannel(name).tobytes() for name in "BGR")
        data = machine.picture().tobytes()
        assert (data[0::4], data[1::4], data[2::4]) == (blue, green, red)


def test_a_screenshot_that_fails_is_said_and_nothing_stops(
    window: Window, machine: Machine, tmp_path: Path
) -> None:
    tmp_path.rmdir()
    down(pygame.K_F12)
    machine.wait(2)
    assert caption() == "not saved: No such file or directory"


def test_a_notice_goes_away(window: Window, machine: Machine) -> None:
    down(pygame.K_F12)
    machine.wait(300)
    assert caption() == "console's pace"


# --- the end ---


def test_the_window_stays_until_a_key_is_pressed(window: Window, machine: Machine, user_time: Any) -> None:
    captions = []
    user_time.at(1.0, lambda: down(pygame.K_LSHIFT))
    user_time.at(2.0, lambda: captions.append(caption()))
    user_time.at(3.0, lambda: down(pygame.K_SPACE))
    window.finish(machine, "ended")
    assert captions == ["ended, any key closes"]
    assert user_time.now == pytest.approx(3.0, abs=0.05)


@pytest.mark.parametrize(
    "leave", [close, lambda: down(pygame.K_ESCAPE), lambda: down(pygame.K_c, pygame.KMOD_CTRL)]
)
def test_the_window_stays_until_it_is_closed(
    window: Window, machine: Machine, user_time: Any, leave: Any
) -> None:
    user_time.at(3.0, leave)
    window.finish(machine, "ended")
    assert user_time.now == pytest.approx(3.0, abs=0.05)


def test_the_end_shows_what_was_drawn_after_the_last_frame(
    window: Window, machine: Machine, user_time: Any
) -> None:
    resize(400, 252)
    machine.wait()
    machine.screen.fill(0, 0, 99, 99)
    user_time.at(1.0, lambda: down(pygame.K_SPACE))
    window.finish(machine, "ended")
    assert seen() == machine.picture()


def test_an_error_stands_in_the_caption(window: Window, machine: Machine, user_time: Any) -> None:
    captions = []
    user_time.at(1.0, lambda: captions.append(caption()))
    user_time.at(2.0, close)
    window.finish(machine, "Out of range in 0:24(LOCATE:2), column 3")
    assert captions == ["Out of range in 0:24(LOCATE:2), column 3, any key closes"]


def test_an_ended_program_can_be_run_again(window: Window, machine: Machine, user_time: Any) -> None:
    user_time.at(1.0, lambda: down(pygame.K_F5))
    with pytest.raises(Restart):
        window.finish(machine, "ended")


def test_the_bar_tells_why_the_run_ended_and_what_can_be_done(
    window: Window, machine: Machine, user_time: Any
) -> None:
    bars: list[str] = []
    for second in (1.0, 4.0, 7.0):
        user_time.at(second, lambda: bars.append(window._bar))
    user_time.at(8.0, lambda: down(pygame.K_SPACE))
    window.finish(machine, "Out of range in 0:2(LOCATE:1), column 7")
    reason, hint = "Out of range in 0:2(LOCATE:1), column 7", "any key closes, F5 runs it again"
    assert bars == [reason, hint, reason]


def test_help_and_screenshot_work_at_the_end(
    window: Window, machine: Machine, user_time: Any, tmp_path: Path
) -> None:
    for second, key in enumerate((pygame.K_F1, pygame.K_ESCAPE, pygame.K_F12, pygame.K_ESCAPE), 1):
        user_time.at(float(second), lambda key=key: down(key))
    window.finish(machine, "ended")
    assert [path.name for path in tmp_path.iterdir()] == ["maze-000000.png"]
    assert user_time.now == pytest.approx(4.0, abs=0.1)


def test_a_run_with_a_limit_does_not_keep_the_window(
    window: Window, machine: Machine, user_time: Any
) -> None:
    window.lingers = False
    window.finish(machine, "ended")
    assert user_time.now == 0


# --- INPUT ---


def test_a_question_is_seen_before_the_first_key(window: Window, machine: Machine, user_time: Any) -> None:
    resize(400, 252)
    machine.console.print("NAME?", "")
    pictures = []
    user_time.at(1.0, lambda: pictures.append((seen(), caption(), window._bar)))
    user_time.at(2.0, lambda: down(pygame.K_RETURN))
    assert machine.input.line("NAME?") == ""
    with machine.console.draft("", 0):
        expected = machine.picture()
    assert expected != machine.picture()
    assert pictures == [(expected, "type a line", "type a line, then Enter")]


def test_a_line_is_typed_and_edited_at_the_cursor(window: Window, machine: Machine, user_time: Any) -> None:
    resize(400, 252)
    machine.console.print("NAME?", "")
    pictures = []
    user_time.at(1.0, lambda: type_text("MAZF"))
    user_time.at(2.0, lambda: down(pygame.K_BACKSPACE))
    user_time.at(3.0, lambda: (type_text("E"), down(pygame.K_HOME)))
    user_time.at(4.0, lambda: pictures.append(seen()))
    user_time.at(5.0, lambda: down(pygame.K_RETURN))
    assert machine.input.line("NAME?") == "MAZE"
    with machine.console.draft("MAZE", 0):
        expected = machine.picture()
    assert pictures == [expected]
    assert machine.console.text() == "NAME?"


def test_a_screenshot_shows_what_is_being_typed(
    window: Window, machine: Machine, user_time: Any, tmp_path: Path
) -> None:
    user_time.at(1.0, lambda: type_text("AB"))
    user_time.at(2.0, lambda: down(pygame.K_F12))
    user_time.at(3.0, lambda: down(pygame.K_RETURN))
    machine.input.line()
    with machine.console.draft("AB", 2):
        expected = machine.picture()
    (file,) = tmp_path.iterdir()
    assert file.read_bytes() == png(expected)


def test_what_is_typed_into_a_line_reaches_no_button(
    window: Window, machine: Machine, user_time: Any
) -> None:
    user_time.at(1.0, lambda: (down(pygame.K_z), type_text("z"), down(pygame.K_RETURN)))
    assert machine.input.line("") == "z"
    machine.wait()
    assert (machine.input.button(), machine.input.inkey()) == (0, "")


def test_the_window_can_be_closed_while_a_line_is_typed(
    window: Window, machine: Machine, user_time: Any
) -> None:
    user_time.at(1.0, close)
    with pytest.raises(Stopped):
        machine.input.line("")


# --- no display ---


def test_a_driver_that_fails_is_no_display(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.close()
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    with pytest.raises(NoDisplay, match="nonsense"):
        Window("maze")


def test_a_run_begins_again_without_a_key_too(window: Window, machine: Machine) -> None:
    window.again = lambda: True
    with pytest.raises(Restart):
        window.show(machine)
    with pytest.raises(Restart):
        window.finish(machine, "ended")


# --- statement by statement ---


def follow(window: Window, source: str) -> tuple[Computer, Machine]:
    """A computer whose listing the window follows, before it runs."""
    machine = Machine(seed=1)
    window.attach(machine)
    computer = Computer(machine, traced=True)
    computer.load_source(0, source, path="maze.bas")
    window.follow(computer)
    return computer, machine


def test_statements_are_paced_and_the_bar_shows_their_line(window: Window, user_time: Any) -> None:
    window.pacer.speed = statements(4)
    computer, _ = follow(window, "A=1:B=2\n  C=3 'three\n")
    bars: list[str] = []
    for quarter in range(2):
        user_time.at(quarter / 4 + 0.1, lambda: bars.append(window._bar))
    computer.run()
    assert bars == ["1: A=1:B=2", "2: C=3 'three"]
    assert user_time.now == pytest.approx(0.5, abs=0.05)


def test_f3_goes_on_by_a_statement(window: Window, user_time: Any) -> None:
    computer, machine = follow(window, "GPSET 0,0:GPSET 1,0\nGPSET 2,0")
    down(pygame.K_F2)
    user_time.at(0.5, lambda: down(pygame.K_t, pygame.KMOD_CTRL))
    places = []
    for second in range(1, 5):
        user_time.at(second + 0.5, lambda: places.append((machine.pages[0].pixels[:3].count(0), window._bar)))
        user_time.at(float(second), lambda: down(pygame.K_F3))
    user_time.at(5.0, close)
    with pytest.raises(Stopped):
        computer.run()
        window.finish(machine, "ended")
        raise Stopped
    assert places[:3] == [(3, "1: GPSET 0,0:GPSET 1,0"), (2, "1: GPSET 0,0:GPSET 1,0"), (1, "2: GPSET 2,0")]
    assert places[3] == (0, "ended: any key closes, F5 runs it again")


def test_a_paused_run_tells_its_line_at_any_speed(window: Window, user_time: Any) -> None:
    computer, _ = follow(window, "A=1\nVSYNC 'here\nVSYNC")
    bars: list[str] = []
    down(pygame.K_F2)
    user_time.at(0.5, lambda: down(pygame.K_F3))
    user_time.at(1.0, lambda: bars.append(window._bar))
    user_time.at(2.0, lambda: down(pygame.K_F2))
    computer.run()
    assert bars == ["2: VSYNC 'here"]
    assert window._bar == ""


def test_at_the_slowest_draws_the_published_listing_digs_room_by_room(window: Window, user_time: Any) -> None:
    window.pacer.speed = draws(1)
    computer, _ = follow(window, with_values(PUBLISHED, {"M_W": 9, "M_H": 9}, "maze.bas"))
    black = []
    for second in range(4, 24):
        user_time.at(second + 0.5, lambda: black.append(seen(*place()).tolist().count(0xFF000000)))
    user_time.at(24.0, close)
    with pytest.raises(Stopped):
        computer.run()
    dug = [after - before for before, after in itertools.pairwise(black)]
    # A room and the wall broken to it; on the way back nothing is left to dig.
    assert set(dug[:7]) == {2}
    assert set(dug) == {0, 2}


# --- what it takes ---


def test_a_recording_holds_what_was_shown(window: Window, machine: Machine, user_time: Any) -> None:
    folder = window._album.folder
    shown = []
    down(pygame.K_F10)
    for row in range(5):
        machine.screen.fill(0, row, 399, row, -1)
        user_time.now += 0.1
        machine.wait()
        shown.append(machine.picture().tobytes())
    assert caption() == "recording, console's pace"
    down(pygame.K_F10)
    user_time.now += 0.1
    machine.wait()
    assert caption() == "saved maze.gif"
    with Image.open(folder / "maze.gif") as made:
        frames = [each.convert("RGB").tobytes() for each in ImageSequence.Iterator(made)]
    assert frames == [
        bytes(byte for at in range(0, len(each), 4) for byte in each[at : at + 3][::-1]) for each in shown
    ]


def test_a_recording_that_goes_on_at_the_end_is_saved(window: Window, machine: Machine) -> None:
    down(pygame.K_g, pygame.KMOD_CTRL)
    machine.wait(3)
    window.close()
    assert [path.name for path in window._album.folder.iterdir()] == ["maze.gif"]


# --- full screen, both screens, stylus ---


@pytest.mark.parametrize(("key", "modifiers"), [(pygame.K_F11, 0), (pygame.K_RETURN, pygame.KMOD_LALT)])
def test_full_screen_presses_no_button(window: Window, machine: Machine, key: int, modifiers: int) -> None:
    down(key, modifiers)
    machine.wait()
    surface = pygame.display.get_surface()
    assert surface is not None
    assert surface.get_flags() & pygame.FULLSCREEN
    down(key, modifiers)
    machine.wait()
    surface = pygame.display.get_surface()
    assert surface is not None
    assert not surface.get_flags() & pygame.FULLSCREEN
    assert (machine.input.log, machine.input.inkey()) == ([], "")


def test_the_mouse_touches_the_lower_screen(window: Window, machine: Machine, tmp_path: Path) -> None:
    play("XSCREEN 2", machine)
    machine.screens[1].fill(0, 0, 319, 239, -1)
    machine.wait()
    place = placement(*pygame.display.get_window_size(), 480)
    scale = place.width // 400
    at = (place.left + (40 + 100) * scale, place.bottom - (240 - 50) * scale)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
    machine.wait()
    assert machine.input.touched()[1:] == (100, 50)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(at[0] + 10 * scale, at[1])))
    machine.wait()
    assert machine.input.touched()[1:] == (110, 50)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))
    machine.wait()
    assert machine.input.touched()[0] == 0
    down(pygame.K_F12)
    machine.wait()
    (saved,) = tmp_path.iterdir()
    with Image.open(saved) as picture:
        assert picture.size == (400, 480)
        assert picture.getpixel((200, 300)) == (255, 255, 255)


def test_another_seed_is_a_wish_of_its_own(window: Window, machine: Machine) -> None:
    down(pygame.K_F4)
    with pytest.raises(FreshSeed):
        machine.wait()


def test_a_closed_window_is_not_start(window: Window, machine: Machine) -> None:
    close()
    with pytest.raises(Closed, match=r"^the window was closed$"):
        machine.wait()
