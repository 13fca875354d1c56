from datetime import datetime

import pytest

from retromaze.builtins import clock
from retromaze.errors import IllegalFunctionCall, OutOfRange
from retromaze.machine.machine import Machine
from tests.refusals import error_of


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


def test_milliseconds_follow_the_frames_and_wrap_as_an_integer(machine):
    times = {0: 0, 1: 16, 2: 33, 3: 50, 60: 1000, 128_849_018: 2**31 - 15, 128_849_019: 2 - 2**31}
    found = {}
    for frame in times:
        machine.frame = frame
        found[frame] = clock.milliseconds(machine)
    assert found == times


def test_numbers_are_not_checked_without_the_weekday(machine):
    assert clock.read_date(machine, "2014/13/15") == (2014, 13, 15)
    assert clock.read_time(machine, "99:99:99") == (99, 99, 99)


def test_the_weekday_counts_from_sunday(machine):
    weekdays = {"2014/10/12": 0, "2014/10/18": 6, "1753/01/01": 1, "2012/02/29": 3}
    assert {text: clock.read_weekday(machine, text)[3] for text in weekdays} == weekdays


def test_the_weekday_takes_a_true_date_from_1753_on(machine):
    texts = ("2014/02/30", "2014/02/29", "1752/01/01", "2014/13/15", "0000/01/01")
    errors = {text: error_of(clock.read_weekday, machine, text) for text in texts}
    assert errors == dict.fromkeys(texts, OutOfRange)


def test_a_date_and_a_time_have_one_shape(machine):
    for read, texts in (
        (clock.read_date, ("", "2014/1/01", "2014-01-01", "2014/01/01 ", "2014/01/01\n", "２014/01/01")),
        (clock.read_time, ("", "1:02:03", "01:02", "01:02:03\n")),
    ):
        errors = {text: error_of(read, machine, text) for text in texts}
        assert errors == dict.fromkeys(texts, IllegalFunctionCall)
