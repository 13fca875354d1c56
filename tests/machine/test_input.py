import math

import pytest

from retromaze.machine.input import Buttons, ConsoleInput

A, B, UP = Buttons.A, Buttons.B, Buttons.UP


def seen(controls, frames, feature):
    """What a program sees that looks once in each frame, from the present one on."""
    masks = []
    for frame in range(frames):
        controls.begin_frame(frame)
        masks.append(controls.button(feature))
    return masks


def scheduled(**entries):
    controls = ConsoleInput()
    controls.schedule = {int(frame[1:]): buttons for frame, buttons in entries.items()}
    return controls


def test_an_entry_holds_until_the_next():
    assert seen(scheduled(f0=A, f2=A | UP, f3=Buttons(0)), 5, 0) == [16, 16, 17, 0, 0]


def test_edges_last_one_frame():
    assert seen(scheduled(f1=A, f3=B), 5, 2) == [0, 16, 0, 32, 0]
    assert seen(scheduled(f1=A, f3=B), 5, 3) == [0, 0, 0, 16, 0]


def test_edges_come_even_if_nobody_looked_in_between():
    controls = scheduled(f1=A, f2=B)
    for frame in range(3):
        controls.begin_frame(frame)
    assert [controls.button(feature) for feature in range(4)] == [32, 32, 32, 16]


def test_a_log_replays_the_run():
    live, replayed = ConsoleInput(), ConsoleInput()
    masks = []
    for frame in range(40):
        live.begin_frame(frame)
        if frame % 7 == 3:
            live.hold(Buttons(frame))
        masks.append([live.button(feature) for feature in range(4)])
    replayed.schedule = dict(live.buttons.log)
    again = []
    for frame in range(40):
        replayed.begin_frame(frame)
        again.append([replayed.button(feature) for feature in range(4)])
    assert again == masks


def test_repeat_fires_after_15_frames_and_then_every_fifth():
    fired = [frame for frame, mask in enumerate(seen(scheduled(f2=A), 30, 1)) if mask]
    assert fired == [2, 17, 22, 27]


def test_repeat_is_set_for_each_button():
    controls = scheduled(f0=A | B | UP)
    controls.set_repeat(4, 3, 1)
    controls.set_repeat(5)
    masks = seen(controls, 12, 1)
    assert [mask & A for mask in masks] == [16, 0, 0, 16, 0, 16, 0, 16, 0, 16, 0, 16]
    assert [mask & B for mask in masks] == [32] + [0] * 11
    controls.set_repeat(12, 1, 1)
    for number in (10, 13, -1):
        with pytest.raises(ValueError, match="no auto-repeat"):
            controls.set_repeat(number)


def test_a_press_starts_the_repeat_anew():
    controls = scheduled(f0=A, f3=Buttons(0), f4=A)
    controls.set_repeat(4, 2, 5)
    assert [frame for frame, mask in enumerate(seen(controls, 9, 1)) if mask] == [0, 2, 4, 6]


def test_polls_count_looks_of_the_frame():
    controls = ConsoleInput()
    controls.button()
    controls.inkey()
    controls.stick()
    controls.second_stick()
    controls.touched()
    assert controls.polls == 5
    controls.begin_frame(1)
    assert controls.polls == 0


def test_there_are_four_features():
    with pytest.raises(ValueError, match="no feature 4"):
        ConsoleInput().button(4)


def test_a_pad_is_moved_no_farther_than_it_goes():
    controls = ConsoleInput()
    controls.tilt(0.5, -0.25)
    assert controls.stick() == (0.5, -0.25)
    controls.tilt(1.5, -math.inf)
    controls.tilt_second(math.nan, 0.25)
    controls.expand()
    controls.begin_frame(1)
    assert (controls.stick(), controls.second_stick()) == ((1.0, -1.0), (1.0, 0.25))


def test_touch_counts_frames_and_stays_within_the_screen():
    controls = ConsoleInput()
    assert controls.touched() == (0, 0, 0)
    controls.touch(400, -3)
    controls.begin_frame(1)
    assert controls.touched() == (1, 314, 5)
    controls.touch(20, 30)
    controls.begin_frame(2)
    assert controls.touched() == (2, 20, 30)
    controls.lift()
    controls.begin_frame(3)
    assert controls.touched() == (0, 20, 30)


def test_keys_come_out_in_order_and_the_buffer_is_limited():
    controls = ConsoleInput()
    controls.type("ab")
    controls.keys.schedule[1] = "c\r" + "x" * 200
    assert [controls.inkey(), controls.inkey(), controls.inkey()] == ["a", "b", ""]
    controls.begin_frame(1)
    typed = [controls.inkey() for _ in range(130)]
    assert typed == ["c", "\r"] + ["x"] * 125 + [""] * 3
    assert controls.keys.log == [(0, "ab"), (1, "c\r" + "x" * 200)]


def test_lines_are_prepared_or_asked_for():
    controls = ConsoleInput()
    assert controls.line("NAME?") is None
    controls.lines.append("first")
    controls.ask = lambda guide: guide + "!"
    assert [controls.line("NAME?"), controls.line("NAME?")] == ["first", "NAME?!"]
    assert controls.answers is None


def test_answers_are_kept_for_who_wants_them_and_for_nobody_else():
    """An endless INPUT that is answered by a pipe took ever more memory."""
    controls = ConsoleInput()
    controls.ask = lambda guide: guide + "!"
    controls.line("NAME?")
    controls.answers = []
    controls.lines.append("first")
    assert [controls.line("NAME?"), controls.line("NAME?")] == ["first", "NAME?!"]
    assert controls.answers == ["first", "NAME?!"]


def test_a_schedule_that_gives_way_ends_with_the_players_first_deed():
    def controls_at(frame):
        controls = scheduled(f0=A, f2=UP, f3=A | UP, f9=B)
        controls.stylus.schedule = {0: (20, 30)}
        controls.lines.append("21")
        controls.gives_way = True
        seen = []
        for each in range(12):
            controls.begin_frame(each)
            if each == frame:
                controls.hold(B)
            seen.append((controls.button(), controls.touched()[0] > 0))
        return seen, controls

    seen, controls = controls_at(2)
    assert seen == [(16, True)] * 2 + [(32, False)] * 10
    assert not controls.lines and not controls.has_future(2)
    seen, controls = controls_at(99)
    assert seen == [(16, True)] * 2 + [(1, True)] + [(17, True)] * 6 + [(32, True)] * 3
    assert controls.lines
