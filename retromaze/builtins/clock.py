"""Time: waiting for frames, counting them, date and time of day.

The machine's own clock, sixty frames a second from a fixed moment on: it says the same in every run.
Source: manual, Various kinds of input and System variables; machine reference, 8.1; language reference, 5.7.
"""

from __future__ import annotations

import re
from datetime import date, datetime

from retromaze.builtins.form import Reads
from retromaze.builtins.registry import builtin, form, variable
from retromaze.errors import IllegalFunctionCall, OutOfRange
from retromaze.language.numbers import wrap
from retromaze.machine.machine import FRAMES_PER_SECOND, Machine

DATE, TIME = "%Y/%m/%d", "%H:%M:%S"
FIRST_YEAR = 1753
MILLISECONDS = 1000

DATE_PATTERN = re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2})\Z")
TIME_PATTERN = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})\Z")


@builtin("WAIT", method="wait", waits=True)
def wait(m: Machine, frames: int = 1) -> None:
    """WAIT [frames] waits that many sixtieths of a second from now; none if frames is 0 or less."""


@builtin("VSYNC", method="vsync", waits=True)
def vsync(m: Machine, frames: int = 1) -> None:
    """VSYNC [frames] waits until that many sixtieths of a second after the last VSYNC or WAIT."""


@variable("MAINCNT", reads=Reads.CLOCK, state=("frame",))
def frame_count(m: Machine) -> int:
    """MAINCNT is the number of frames passed since the start."""
    m.clock_reads += 1  # so that the program is not idle: see `current_time`
    return m.frame


@variable("MILLISEC", reads=Reads.CLOCK, python="machine.frame * 1000 // 60")
def milliseconds(m: Machine) -> int:
    """MILLISEC is the time since the start in milliseconds, as of the present frame.

    It stands still within a frame, and goes on from the smallest Integer after the largest.
    Source: language reference, 5.7 (published programs).
    Unverified: that it stands still, and what follows the largest Integer.
    """
    m.clock_reads += 1  # so that the program is not idle: see `current_time`
    return wrap(m.frame * MILLISECONDS // FRAMES_PER_SECOND)


@variable("DATE$", reads=Reads.DATE, python='machine.calendar.strftime("%Y/%m/%d")')
def date_text(m: Machine) -> str:
    """DATE$ is the date as YYYY/MM/DD."""
    return current_time(m).strftime(DATE)


@variable("TIME$", reads=Reads.CLOCK, python='machine.calendar.strftime("%H:%M:%S")')
def time_text(m: Machine) -> str:
    """TIME$ is the time of day as HH:MM:SS."""
    return current_time(m).strftime(TIME)


@builtin("DTREAD", reads=Reads.DATE, python="basic.read_date(machine, {text})")
def read_date(m: Machine, text: str | None = None) -> tuple[int, int, int]:
    """DTREAD [text] OUT year,month,day takes YYYY/MM/DD apart, or today; the numbers are not checked."""
    return parse_three_numbers(DATE_PATTERN, current_time(m).strftime(DATE) if text is None else text)


@form("DTREAD", reads=Reads.DATE, python="basic.read_weekday(machine, {text})")
def read_weekday(m: Machine, text: str | None = None) -> tuple[int, int, int, int]:
    """DTREAD [text] OUT year,month,day,weekday gives the weekday too, 0 for Sunday.

    For the weekday the date must exist and lie in 1753 or later.
    """
    year, month, day = read_date(m, text)
    if year < FIRST_YEAR:
        raise OutOfRange(argument=1)
    try:
        weekday = date(year, month, day).isoweekday() % 7
    except ValueError as error:
        raise OutOfRange(argument=1) from error
    return year, month, day, weekday


@builtin("TMREAD", reads=Reads.CLOCK, python="basic.read_time(machine, {text})")
def read_time(m: Machine, text: str | None = None) -> tuple[int, int, int]:
    """TMREAD [text] OUT hour,minute,second takes HH:MM:SS apart, or now; the numbers are not checked."""
    return parse_three_numbers(TIME_PATTERN, current_time(m).strftime(TIME) if text is None else text)


def current_time(m: Machine) -> datetime:
    """Returns date and time of the present frame, and counts the reading of the clock.

    A program that reads the clock is not idle: it does more in this frame than wait or poll the input.
    """
    m.clock_reads += 1
    return m.calendar


def parse_three_numbers(pattern: re.Pattern[str], text: str) -> tuple[int, int, int]:
    """Returns the three numbers of a date or time. Raises IllegalFunctionCall for another text."""
    match = pattern.match(text)
    if match is None:
        raise IllegalFunctionCall(argument=1)
    first, second, third = map(int, match.groups())
    return first, second, third
