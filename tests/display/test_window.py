"""The window on SDL's dummy driver, driven by posted events and a clock that only sleeping moves."""

from __future__ import annotations

import math
from array import array
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image

from retromaze.display.front import NoDisplay, Restart
from retromaze.display.line_editor import LineEditor
from retromaze.display.overlay import draw_entry, draw_help
from retromaze.display.speeds import CONSOLE_PACE, FULL_SPEED, Speed, draws, times
from retromaze.display.window import BUTTON_CODES, Window, placement
from retromaze.errors import OutOfRange, Stopped
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import play


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
    return pygame.display.get_caption()[0]


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


@pytest.mark.parametrize(
    ("size", "place"),
    [
        ((400, 240), (0, 0, 400, 240)),
        ((800, 480), (0, 0, 800, 480)),
        ((1000, 700), (100, 110, 800, 480)),
        ((1199, 2000), (199, 760, 800, 480)),
        ((1920, 1080), (160, 60, 1600, 960)),
        ((300, 200), (-50, -20, 400, 240)),
    ],
)
def test_the_picture_is_scaled_by_whole_numbers_and_centered(
    size: tuple[int, int], place: tuple[int, int, int, int]
) -> None:
    assert placement(*size) == pygame.Rect(place)


def test_the_window_shows_exactly_the_machines_picture(window: Window, machine: Machine) -> None:
    resize(400, 240)
    colorful(machine)
    machine.wait()
    assert seen() == machine.picture()


def test_a_resized_window_shows_larger_pixels_between_black_bars(window: Window, machine: Machine) -> None:
    colorful(machine)
    machine.wait()
    resize(1000, 700)
    machine.wait()
    assert seen(100, 110, 2) == seen(101, 111, 2) == machine.picture()
    surface = pygame.display.get_surface()
    assert surface is not None
    bars = [surface.subsurface(each) for each in ((0, 0, 1000, 110), (0, 590, 1000, 110), (0, 0, 100, 700))]
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
        "maze - 2x - F1: keys",
        "maze - 4x - F1: keys",
        "maze - full speed - F1: keys",
        "maze - console's pace - F1: keys",
        "maze - 1/2 - F1: keys",
    ]


def test_full_speed_shows_at_most_sixty_pictures_a_second(
    window: Window, machine: Machine, user_time: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed = []
    compose = machine.picture
    monkeypatch.setattr(machine, "picture", lambda: composed.append(machine.frame) or compose())
    window.stride.speed = FULL_SPEED
    for frame in range(1000):
        machine.screen.point(frame % 400, 0)
        user_time.now += 0.001
        machine.wait()
    assert len(composed) == 59
    assert user_time.sleeps == []


def test_keys_are_looked_at_while_a_slow_frame_lasts(
    window: Window, machine: Machine, user_time: Any
) -> None:
    window.stride.speed = times(1 / 16)
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
    window.stride.speed = speed
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


def test_what_waits_is_no_slower_draw_by_draw_than_in_slow_motion(
    window: Window, machine: Machine, user_time: Any
) -> None:
    go_at(window, machine, draws(1))
    play("WAIT 7", machine)
    assert user_time.now == pytest.approx(6 * 16 / 60, abs=0.02)


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
    assert caption() == "maze - paused, 60 draws a second - F1: keys"


def test_a_step_draw_by_draw_ends_at_a_frame_too(window: Window, machine: Machine, user_time: Any) -> None:
    frames = []
    go_at(window, machine, draws(1))
    window.stride.pause()
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
    assert not window.stride.paused


def test_a_paused_window_says_so_and_shows_the_last_frame(
    window: Window, machine: Machine, user_time: Any
) -> None:
    resize(400, 240)
    captions = []
    window.stride.speed = FULL_SPEED
    machine.screen.fill(0, 0, 9, 9)
    down(pygame.K_PAUSE)
    user_time.at(1.0, lambda: captions.append((caption(), seen() == machine.picture())))
    user_time.at(2.0, lambda: down(pygame.K_p, pygame.KMOD_LCTRL))
    machine.wait()
    assert captions == [("maze - paused, full speed - F1: keys", True)]


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
    window.stride.speed = times(speed)
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


def test_help_covers_the_picture_until_it_is_closed(window: Window, machine: Machine) -> None:
    resize(400, 240)
    colorful(machine)
    down(pygame.K_F1)
    machine.wait()
    expected = machine.picture()
    draw_help(expected)
    assert seen() == expected
    down(pygame.K_ESCAPE)
    machine.wait()
    assert seen() == machine.picture()


def test_screenshots_are_exact_and_never_overwrite(window: Window, machine: Machine, tmp_path: Path) -> None:
    colorful(machine)
    down(pygame.K_F12)
    down(pygame.K_F12)
    down(pygame.K_F1)
    machine.wait(2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["maze-000001-2.png", "maze-000001.png"]
    assert caption() == "maze - saved maze-000001-2.png - F1: keys"
    for path in tmp_path.iterdir():
        with Image.open(path) as shown:
            blue, green, red = (shown.getchannel(name).tobytes() for name in "BGR")
        data = machine.picture().tobytes()
        assert (data[0::4], data[1::4], data[2::4]) == (blue, green, red)


def test_a_screenshot_that_fails_is_said_and_nothing_stops(window: Window, machine: Machine) -> None:
    window.folder = window.folder / "missing"
    down(pygame.K_F12)
    machine.wait(2)
    assert caption() == "maze - not saved: No such file or directory - F1: keys"


def test_a_notice_goes_away(window: Window, machine: Machine) -> None:
    down(pygame.K_F12)
    machine.wait(300)
    assert caption() == "maze - console's pace - F1: keys"


# --- the end ---


def test_the_window_stays_until_a_key_is_pressed(window: Window, machine: Machine, user_time: Any) -> None:
    captions = []
    user_time.at(1.0, lambda: down(pygame.K_LSHIFT))
    user_time.at(2.0, lambda: captions.append(caption()))
    user_time.at(3.0, lambda: down(pygame.K_SPACE))
    window.finish(machine, None)
    assert captions == ["maze - ended, any key closes - F1: keys"]
    assert user_time.now == pytest.approx(3.0, abs=0.05)


@pytest.mark.parametrize(
    "leave", [close, lambda: down(pygame.K_ESCAPE), lambda: down(pygame.K_c, pygame.KMOD_CTRL)]
)
def test_the_window_stays_until_it_is_closed(
    window: Window, machine: Machine, user_time: Any, leave: Any
) -> None:
    user_time.at(3.0, leave)
    window.finish(machine, None)
    assert user_time.now == pytest.approx(3.0, abs=0.05)


def test_the_end_shows_what_was_drawn_after_the_last_frame(
    window: Window, machine: Machine, user_time: Any
) -> None:
    resize(400, 240)
    machine.wait()
    machine.screen.fill(0, 0, 99, 99)
    user_time.at(1.0, lambda: down(pygame.K_SPACE))
    window.finish(machine, None)
    assert seen() == machine.picture()


def test_an_error_stands_in_the_caption(window: Window, machine: Machine, user_time: Any) -> None:
    captions = []
    user_time.at(1.0, lambda: captions.append(caption()))
    user_time.at(2.0, close)
    window.finish(machine, OutOfRange(line=24, builtin="LOCATE", argument=2))
    assert captions == ["maze - Out of range in 0:24(LOCATE:2), any key closes - F1: keys"]


def test_an_ended_program_can_be_run_again(window: Window, machine: Machine, user_time: Any) -> None:
    user_time.at(1.0, lambda: down(pygame.K_F5))
    with pytest.raises(Restart):
        window.finish(machine, None)


def test_help_and_screenshot_work_at_the_end(
    window: Window, machine: Machine, user_time: Any, tmp_path: Path
) -> None:
    for second, key in enumerate((pygame.K_F1, pygame.K_ESCAPE, pygame.K_F12, pygame.K_ESCAPE), 1):
        user_time.at(float(second), lambda key=key: down(key))
    window.finish(machine, None)
    assert [path.name for path in tmp_path.iterdir()] == ["maze-000000.png"]
    assert user_time.now == pytest.approx(4.0, abs=0.1)


def test_a_run_with_a_limit_does_not_keep_the_window(
    window: Window, machine: Machine, user_time: Any
) -> None:
    window.lingers = False
    window.finish(machine, None)
    assert user_time.now == 0


# --- INPUT ---


def test_a_line_is_typed_and_edited(window: Window, machine: Machine, user_time: Any) -> None:
    resize(400, 240)
    pictures = []
    user_time.at(1.0, lambda: type_text("MAZF"))
    user_time.at(2.0, lambda: down(pygame.K_BACKSPACE))
    user_time.at(3.0, lambda: (type_text("E"), down(pygame.K_HOME)))
    user_time.at(4.0, lambda: pictures.append((seen(), caption())))
    user_time.at(5.0, lambda: down(pygame.K_RETURN))
    assert machine.input.line("NAME?") == "MAZE"
    editor = LineEditor()
    editor.insert("MAZE")
    editor.home()
    expected = machine.picture()
    draw_entry(expected, "NAME?", editor)
    assert pictures == [(expected, "maze - type a line - F1: keys")]


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
        window.finish(machine, None)
