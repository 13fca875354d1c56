"""The window's pace: frames, draws and statements, slower and faster, and pauses."""

import itertools
from typing import Any

import pygame
import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.display.pacer import (
    CONSOLE_PACE,
    FULL_SPEED,
    Speed,
    speed_in_draws,
    speed_in_frames,
    speed_in_statements,
)
from retromaze.display.window import Window
from retromaze.errors import Stopped
from retromaze.language.prologue import with_constants_set
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from tests.display.window_user import caption, close, down, follow, place, resize, seen, up

PUBLISHED = listing_source(CATALOGUE["backtracker"])


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
    assert captions == ["2x", "4x", "full speed", "console's pace", "1/2"]


def test_full_speed_shows_at_most_sixty_pictures_a_second(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
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
    window.pacer.speed = speed_in_frames(1 / 16)
    machine.wait()
    user_time.at(user_time.now + 0.1, close)
    with pytest.raises(Stopped):
        machine.wait(2)
    assert user_time.now < 0.15


def go_at(window: Window, machine: Machine, speed: Speed) -> None:
    window.pacer.speed = speed
    window.attach(machine)


def test_slow_motion_shows_a_frame_as_it_grows(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    go_at(window, machine, speed_in_frames(1 / 4))
    run_source("FOR I=0 TO 50000:GPSET I MOD 400,I DIV 400:NEXT", machine)
    assert composed == sorted([*range(machine.frame + 1)] * 4)
    assert user_time.now == pytest.approx(machine.frame * 4 / 60, abs=0.02)


def test_draw_by_draw_shows_each_draw(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    go_at(window, machine, speed_in_draws(4))
    run_source("GPSET 1,1:GPSET 2,2:X=RND(9):FOR I=0 TO 99:NEXT:LOCATE 3,3:PRINT 1", machine)
    assert (len(composed), machine.frame) == (4, 0)  # the first while it was compiled
    assert user_time.now == pytest.approx(0.5, abs=0.02)


def test_hundreds_of_draws_a_second_are_shown_sixty_times(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    go_at(window, machine, speed_in_draws(250))
    run_source("FOR I=0 TO 500:GPSET I,0:NEXT", machine)
    assert user_time.now == pytest.approx(2, abs=0.02)
    assert 100 <= len(composed) <= 120


def test_what_waits_takes_the_console_s_time_draw_by_draw(
    window: Window, machine: Machine, user_time: Any
) -> None:
    go_at(window, machine, speed_in_draws(1))
    run_source("WAIT 7", machine)
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
        run_source("VSYNC:GPSET 0,0:GPSET 1,0:GPSET 2,0:GPSET 3,0", machine)
    assert drawn == [3, 2, 1, 0]
    assert caption() == "paused, 60 draws a second"


def test_a_step_draw_by_draw_ends_at_a_frame_too(window: Window, machine: Machine, user_time: Any) -> None:
    frames = []
    go_at(window, machine, speed_in_draws(1))
    window.pacer.pause()
    for second in (1.0, 2.0):
        user_time.at(second, lambda: frames.append(machine.frame))
        user_time.at(second, lambda: down(pygame.K_F3))
    user_time.at(3.0, lambda: (frames.append(machine.frame), close()))
    with pytest.raises(Stopped):
        run_source("@L GOTO @L", machine)
    assert frames == [0, 1, 2]


def test_pause_and_step_are_heard_in_the_middle_of_a_frame(
    window: Window, machine: Machine, user_time: Any
) -> None:
    frames = []
    go_at(window, machine, speed_in_frames(1 / 16))
    user_time.at(0.1, lambda: down(pygame.K_F2))
    for second in (1.0, 2.0):
        user_time.at(second, lambda: (frames.append(machine.frame), down(pygame.K_F3)))
    user_time.at(3.0, lambda: (frames.append(machine.frame), close()))
    with pytest.raises(Stopped):
        run_source("@L GOTO @L", machine)
    assert frames == [1, 2, 3]


def test_a_speed_chosen_on_the_way_counts_at_once(
    window: Window, machine: Machine, user_time: Any, composed: list[int]
) -> None:
    down(pygame.K_d, pygame.KMOD_CTRL)
    user_time.at(0.9, lambda: down(pygame.K_F8))
    run_source("VSYNC:FOR I=0 TO 40000:GPSET I MOD 400,I DIV 400:NEXT", machine)
    # fifty draws and more one by one, and the rest at the console's pace
    assert composed.count(1) == pytest.approx(54, abs=3)
    assert user_time.now == pytest.approx(0.9 + (machine.frame - 1) / 60, abs=0.05)


def test_the_window_can_be_closed_while_a_listing_is_compiled(window: Window, machine: Machine) -> None:
    close()
    with pytest.raises(Stopped, match=r"^the window was closed$"):
        run_source("CLOSED=1\n" * 99, machine)
    assert machine.frame == 0


def test_a_tap_in_the_middle_of_a_frame_lasts_one_frame(
    window: Window, machine: Machine, user_time: Any
) -> None:
    go_at(window, machine, speed_in_frames(1 / 16))
    user_time.at(0.1, lambda: (down(pygame.K_z), up(pygame.K_z)))
    run_source("WHILE MAINCNT<4:B=BUTTON():WEND", machine)
    assert machine.input.buttons.log == [(2, Buttons.A), (3, Buttons(0))]


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


def test_statements_are_paced_and_the_bar_shows_their_line(window: Window, user_time: Any) -> None:
    window.pacer.speed = speed_in_statements(4)
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
    assert places[3] == (0, "ended: Esc or Enter closes, F5 runs it again")


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
    window.pacer.speed = speed_in_draws(1)
    computer, _ = follow(window, with_constants_set(PUBLISHED, {"M_W": 9, "M_H": 9}, "maze.bas"))
    black = []
    for second in range(4, 15):
        user_time.at(second + 0.5, lambda: black.append(seen(*place()).tolist().count(0xFF000000)))
    user_time.at(15.0, close)
    with pytest.raises(Stopped):
        computer.run()
    dug = [after - before for before, after in itertools.pairwise(black)]
    # A room and the wall broken to it; on the way back nothing is left to dig.
    assert set(dug[:7]) == {2}
    assert set(dug) == {0, 2}
