from datetime import datetime

import pytest

from retromaze.builtins import clock
from retromaze.errors import IllegalFunctionCall, OutOfRange
from retromaze.machine.machine import Machine


@pytest.fixture
def machine():
    machine = Machine(seed=1)
    machine.start = datetime(2022, 10, 9, 8, 7, 6)
    return machine


def test_waits_pass_frames(machine):
    clock.vsync(machine, 0)
    clock.wait(machine, 5)
    clock.vsync(machine, 30)
    clock.wait(machine)
    clock.vsync(machine)
    clock.wait(machine, -5)
    assert clock.frame_count(machine) == 37


def test_date_and_time_follow_the_frames(machine):
    machine.wait(60)
    assert (clock.date_text(machine), clock.time_text(machine)) == ("2022/10/09", "08:07:07")
    assert clock.read_date(machine) == (2022, 10, 9)
    assert clock.read_weekday(machine) == (2022, 10, 9, 0)
    assert clock.read_time(machine) == (8, 7, 7)


def test_reading_the_clock_is_counted(machine):
    clock.frame_count(machine)
    clock.time_text(machine)
    clock.date_text(machine)
    clock.milliseconds(machine)
    assert machine.clock_reads == 4
    machine.wait()
    assert machine.clock_reads == 0


@pytest.mark.parametrize(
    ("frame", "time"),
    [(0, 0), (1, 16), (2, 33), (3, 50), (60, 1000), (128_849_018, 2**31 - 15), (128_849_019, 2 - 2**31)],
)
def test_milliseconds_follow_the_frames_and_wrap_as_an_integer(machine, frame, time):
    machine.frame = frame
    assert clock.milliseconds(machine) == time


def test_numbers_are_not_checked_without_the_weekday(machine):
    assert clock.read_date(machine, "2014/13/15") == (2014, 13, 15)
    assert clock.read_time(machine, "99:99:99") == (99, 99, 99)


@pytest.mark.parametrize(
    ("text", "weekday"), [("2014/10/12", 0), ("2014/10/18", 6), ("1753/01/01", 1), ("2012/02/29", 3)]
)
def test_the_weekday_counts_from_sunday(machine, text, weekday):
    assert clock.read_weekday(machine, text)[3] == weekday


@pytest.mark.parametrize("text", ["2014/02/30", "2014/02/29", "1752/01/01", "2014/13/15", "0000/01/01"])
def test_the_weekday_takes_a_true_date_from_1753_on(machine, text):
    with pytest.raises(OutOfRange):
        clock.read_weekday(machine, text)


@pytest.mark.parametrize(
    "text", ["", "2014/1/01", "2014-01-01", "2014/01/01 ", "2014/01/01\n", "２014/01/01"]
)
def test_a_date_has_one_shape(machine, text):
    with pytest.raises(IllegalFunctionCall):
        clock.read_date(machine, text)


@pytest.mark.parametrize("text", ["", "1:02:03", "01:02", "01:02:03\n"])
def test_a_time_has_one_shape(machine, text):
    with pytest.raises(IllegalFunctionCall):
        clock.read_time(machine, text)
