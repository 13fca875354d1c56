"""The window on SDL's dummy driver, driven by posted events and a clock that only sleeping moves."""

from array import array
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image, ImageSequence

from retromaze.catalogue_entry import Instructions
from retromaze.display.front_end import FreshSeed, NoDisplay, RestartRequest
from retromaze.display.pictures import png
from retromaze.display.window import Window
from retromaze.display.window_drawing import Canvas, bar_picture, draw_help
from retromaze.display.window_keys import ABOUT_TITLE, GAME_TITLE, HELP_LINES, HELP_TITLE
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine
from tests.display.window_user import caption, close, colorful, down, follow, resize, seen, surface, type_text


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
    bars = [surface().subsurface(each) for each in ((0, 0, 1000, 98), (0, 578, 1000, 122), (0, 0, 100, 700))]
    assert {pygame.transform.average_color(strip)[:3] for strip in bars} == {(0, 0, 0)}


def test_a_picture_is_composed_only_when_something_changed(
    window: Window, machine: Machine, composed: list[int]
) -> None:
    machine.wait(5)
    machine.screen.point(3, 3)
    machine.wait(5)
    assert composed == [1, 6]


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
    with pytest.raises(RestartRequest):
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


GAME = Instructions("Fetch all keys.", "arrows: walk  {A}: open  {Y}: give up")


def game_window(user_time: Any, folder: Path) -> Window:
    return Window("maze", folder=folder, clock=user_time.clock, sleep=user_time.sleep, instructions=GAME)


def test_a_game_has_its_keys_on_the_bar_and_its_goal_in_the_help(
    window: Window, user_time: Any, tmp_path: Path
) -> None:
    game = game_window(user_time, tmp_path)
    resize(400, 252)
    _, machine = follow(game, "'MAZE GAME\nCLS")
    pictures = []
    down(pygame.K_F1)
    user_time.at(1.0, lambda: (pictures.append(seen()), down(pygame.K_ESCAPE)))
    machine.wait()
    keys = "arrows: walk  Z: open  V: give up"
    about = machine.picture()
    draw_help(about, GAME_TITLE, ["Fetch all keys.", "", keys])
    assert pictures == [about]
    assert game._shown_bar == keys
    assert seen(top=12) == array("I", [*machine.picture()[12 * 400 :], *bar_picture(keys)])


def test_the_keys_of_a_game_cover_no_picture(
    window: Window, user_time: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Canvas, "enforce_minimum_size", lambda canvas: None)
    game = game_window(user_time, tmp_path)
    resize(400, 240)
    _, machine = follow(game, "CLS")
    colorful(machine)
    machine.wait()
    assert (seen(), game._shown_bar != "") == (machine.picture(), True)
    down(pygame.K_F2)
    user_time.at(1.0, lambda: down(pygame.K_F12))
    user_time.at(2.0, lambda: down(pygame.K_F2))
    machine.wait()
    assert game._shown_bar == "saved maze-000002.png"
    assert seen()[228 * 400 :] == bar_picture("saved maze-000002.png")


def test_screenshots_are_exact_and_never_overwrite(window: Window, machine: Machine, tmp_path: Path) -> None:
    colorful(machine)
    down(pygame.K_F1)
    down(pygame.K_F12)
    down(pygame.K_F12)
    down(pygame.K_ESCAPE)
    machine.wait(2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["maze-000001-2.png", "maze-000001.png"]
    assert caption() == window._shown_bar == "saved maze-000001-2.png"
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


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER])
def test_the_window_stays_until_escape_or_enter_is_pressed(
    window: Window, machine: Machine, user_time: Any, key: int
) -> None:
    captions = []
    for second, other in (
        (1.1, pygame.K_LSHIFT),
        (1.2, pygame.K_SPACE),
        (1.3, pygame.K_a),
        (1.4, pygame.K_UP),
    ):
        user_time.at(second, lambda other=other: down(other))
    user_time.at(2.0, lambda: captions.append(caption()))
    user_time.at(3.0, lambda: down(key))
    window.finish(machine, "ended")
    assert captions == ["ended, Esc or Enter closes"]
    assert user_time.now == pytest.approx(3.0, abs=0.05)
    window.lingers = False
    window.finish(machine, "ended")
    assert user_time.now == pytest.approx(3.0, abs=0.05)


def test_no_key_of_a_player_closes_the_window_in_the_first_second(
    window: Window, machine: Machine, user_time: Any
) -> None:
    for tenths in range(1, 10):
        for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_z, pygame.K_LEFT):
            user_time.at(tenths / 10, lambda key=key: down(key))
    user_time.at(1.1, lambda: down(pygame.K_RETURN))
    window.finish(machine, "ended")
    assert user_time.now == pytest.approx(1.1, abs=0.05)


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
    user_time.at(1.1, lambda: down(pygame.K_RETURN))
    window.finish(machine, "ended")
    assert seen() == machine.picture()


def test_an_ended_program_can_be_run_again(window: Window, machine: Machine, user_time: Any) -> None:
    user_time.at(1.0, lambda: down(pygame.K_F5))
    with pytest.raises(RestartRequest):
        window.finish(machine, "ended")


def test_the_bar_tells_why_the_run_ended_and_what_can_be_done(
    window: Window, machine: Machine, user_time: Any
) -> None:
    bars: list[str] = []
    for second in (1.0, 4.0, 7.0):
        user_time.at(second, lambda: bars.append(window._bar))
    user_time.at(8.0, lambda: down(pygame.K_RETURN))
    window.finish(machine, "Out of range in 0:2(LOCATE:1), column 7")
    reason, hint = "Out of range in 0:2(LOCATE:1), column 7", "Esc or Enter closes, F5 runs it again"
    assert bars == [reason, hint, reason]


def test_help_and_screenshot_work_at_the_end(
    window: Window, machine: Machine, user_time: Any, tmp_path: Path
) -> None:
    for second, key in enumerate((pygame.K_F1, pygame.K_RETURN, pygame.K_F12, pygame.K_ESCAPE), 1):
        user_time.at(float(second), lambda key=key: down(key))
    window.finish(machine, "ended")
    assert [path.name for path in tmp_path.iterdir()] == ["maze-000000.png"]
    assert user_time.now == pytest.approx(4.0, abs=0.1)


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


def test_a_driver_that_fails_is_no_display(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.close()
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    with pytest.raises(NoDisplay, match="nonsense"):
        Window("maze")


def test_a_run_begins_again_without_a_key_too(window: Window, machine: Machine) -> None:
    window.again = lambda: True
    with pytest.raises(RestartRequest):
        window.show(machine)
    with pytest.raises(RestartRequest):
        window.finish(machine, "ended")


def test_a_recording_holds_what_was_shown(window: Window, machine: Machine, user_time: Any) -> None:
    folder = window._album.folder
    shown = []
    down(pygame.K_F10)
    for row in range(5):
        machine.screen.fill(0, row, 399, row, -1)
        user_time.now += 0.1
        machine.wait()
        shown.append(machine.picture().tobytes())
    assert (caption(), window._shown_bar) == ("recording, console's pace", "recording, F10 saves it")
    down(pygame.K_F10)
    user_time.now += 0.1
    machine.wait()
    assert caption() == window._shown_bar == "saved maze.gif"
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
    assert surface().get_flags() & pygame.FULLSCREEN
    assert window._shown_bar == "full screen; F11 goes back"
    down(key, modifiers)
    machine.wait()
    assert not surface().get_flags() & pygame.FULLSCREEN
    assert (machine.input.buttons.log, machine.input.inkey()) == ([], "")


def test_another_seed_is_a_wish_of_its_own(window: Window, machine: Machine) -> None:
    down(pygame.K_F4)
    with pytest.raises(FreshSeed):
        machine.wait()
