from datetime import datetime
from functools import partial

import pytest

from retromaze.errors import ArgumentOutOfRange
from retromaze.machine.input import Buttons
from retromaze.machine.machine import CONSOLE_BUDGET, Machine


@pytest.fixture
def machine():
    return Machine(seed=1)


def looking(machine, polls):
    for _ in range(polls):
        machine.input.button()


def test_a_seed_is_kept_as_32_bits():
    assert Machine(seed=-1).seed == 0xFFFFFFFF
    assert Machine(seed=-1).rng.raw() == 0x5E235622


def test_fresh_seeds_follow_from_the_seed_and_take_no_draw(machine):
    seeds = [machine.fresh_seed() for _ in range(3)]
    assert len(set(seeds)) == 3
    assert [Machine(seed=1).fresh_seed(), machine.rng.raw()] == [seeds[0], 0x97B6D625]


def test_wait_counts_from_now_and_vsync_from_the_last_vsync(machine):
    machine.vsync(1)
    machine.tick()
    machine.tick()
    machine.vsync(3)
    assert machine.frame == 4
    machine.tick()
    machine.wait(3)
    assert machine.frame == 8


def test_a_late_vsync_returns_at_once_and_counts_from_there(machine):
    for _ in range(10):
        machine.tick()
    machine.vsync(3)
    assert machine.frame == 10
    machine.vsync(3)
    assert machine.frame == 13


def test_no_frames_do_not_wait_but_count_from_here():
    for frames in (0, -5):
        machine = Machine(seed=1)
        for _ in range(4):
            machine.tick()
        machine.wait(frames)
        machine.vsync(frames)
        machine.vsync(2)
        assert machine.frame == 6, frames


def test_the_calendar_starts_at_a_fixed_moment_and_follows_the_frames(machine):
    assert machine.calendar == datetime(2014, 11, 19)
    machine.start = datetime(2020, 12, 31, 23, 59, 59)
    machine.wait(59)
    assert machine.calendar == datetime(2020, 12, 31, 23, 59, 59)
    machine.wait()
    assert machine.calendar == datetime(2021, 1, 1)


def test_what_the_front_end_holds_is_seen_in_the_next_frame(machine):
    machine.on_frame = lambda machine: machine.input.hold(Buttons.B)
    looking(machine, 1)
    machine.wait()
    assert machine.input.button(2) == 32
    assert machine.input.buttons.log == [(1, Buttons.B)]


def yielding_to(every):
    """A machine of a small budget, and the frame of each yield it takes."""
    machine = Machine(seed=1, budget=1000)
    yields = []
    machine.yield_every(every, lambda machine: yields.append(machine.frame))
    return machine, yields


def test_yields_are_taken_while_calls_work_and_no_frame_passes():
    machine, yields = yielding_to(300)
    for _ in range(10):
        machine.spend(100)
    assert (yields, machine.frame) == ([0, 0, 0], 1)
    machine.yield_every(1, None)
    machine.spend(999)
    assert (len(yields), machine.frame) == (3, 1)


def test_a_yield_is_a_unit_at_least(machine):
    with pytest.raises(ValueError, match=r"^a yield every 0 units$"):
        machine.yield_every(0, None)


def test_changed_covers_the_frame_just_passed(machine):
    changes = []
    machine.on_frame = lambda machine: changes.append(machine.changed)
    machine.wait()
    machine.wait()
    machine.console.print("A")
    machine.wait()
    machine.screens[1].line(0, 0, 1, 1)
    machine.wait()
    machine.font.define(65, [0] * 64)
    machine.wait(2)
    assert changes == [True, False, True, True, True, False]


def look(machine):
    looking(machine, 1)
    machine.wait()


def draw(machine):
    machine.console.print("A")
    look(machine)


def read_the_clock(machine):
    machine.clock_reads += 1
    look(machine)


def prompt(machine):
    machine.console.locate(0, 0)
    machine.console.print("PRESS A")
    look(machine)


def poll_often(machine):
    looking(machine, CONSOLE_BUDGET // 60 + 1)
    machine.tick()


def poll_seldom(machine):
    looking(machine, CONSOLE_BUDGET // 60 - 1)
    machine.tick()


IDLE = {
    (look, look, look): [1, 2, 3],
    (Machine.wait, partial(Machine.wait, frames=20)): [0, 0],
    (poll_often, poll_often, poll_seldom, poll_often): [1, 2, 0, 1],
    (look, draw, look, read_the_clock, look): [1, 0, 1, 0, 1],
    # what is printed again changes nothing
    (prompt, prompt, prompt): [0, 1, 2],
}
"""`idle_frames` behind each act of a program."""


def test_a_program_is_idle_while_it_looks_at_the_input_and_changes_nothing():
    found = {}
    for acts in IDLE:
        machine = Machine(seed=1)
        machine.wait()
        found[acts] = [act(machine) or machine.idle_frames for act in acts]
    assert found == IDLE


def test_a_moving_fade_is_not_idle(machine):
    machine.screen.set_fade(-1, 3)
    machine.wait()
    assert [look(machine) or machine.idle_frames for _ in range(4)] == [0, 0, 1, 2]


def test_a_long_wait_after_a_look_is_idle_throughout(machine):
    look(machine)
    looking(machine, 1)
    machine.wait(20)
    assert machine.idle_frames == 20


def test_display_chooses_the_screen_and_its_console(machine):
    machine.set_mode(2)
    machine.display(1)
    machine.console.print("LOW")
    assert machine.screen is machine.screens[1]
    assert [screen.console.text() for screen in machine.screens] == ["", "LOW"]
    for mode, number in ((2, 2), (4, 1), (0, -1)):
        machine.set_mode(mode)
        with pytest.raises(ArgumentOutOfRange, match=f"the screen mode has no screen {number}"):
            machine.display(number)


def test_only_two_screens_have_a_picture(machine):
    for number in (-1, 2):
        with pytest.raises(ArgumentOutOfRange, match=f"there is no screen {number}"):
            machine.picture(number)


def test_a_layer_that_does_not_exist_has_no_callback(machine):
    machine.backgrounds.set_callback(3, "MOVE")
    assert [machine.backgrounds.callback(layer) for layer in (3, 4, -1, -9)] == ["MOVE", "", "", ""]


def test_reset_brings_back_the_first_picture_and_keeps_the_rest(machine):
    blank = machine.picture()
    machine.tab_step = 7
    machine.rng.below(9)
    machine.wait(3)
    machine.console.print("A")
    machine.font.define(65, [1] * 64)
    machine.screen.fill(0, 0, 99, 99)
    machine.set_mode(2)
    machine.display(1)
    machine.console.print("B")
    machine.reset()
    assert machine.picture() == blank
    assert machine.screen is machine.screens[0]
    assert [screen.console.text() for screen in machine.screens] == ["", ""]
    assert all(page.pixels == page.initial_words() for page in machine.pages)
    assert (machine.tab_step, machine.frame, machine.rng.raw()) == (7, 3, 0x3A86E2E1)
