"""Checks the values of options before anything runs; a bad one is wrong usage (exit status 2)."""

from __future__ import annotations

import argparse
import errno
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from retromaze.commands.files import is_device
from retromaze.display.pictures import try_writing
from retromaze.display.speeds import (
    CONSOLE_PACE,
    DRAWS,
    FULL_SPEED,
    STATEMENTS,
    Speed,
    draws,
    statements,
    times,
)
from retromaze.errors import UsageError
from retromaze.input import read_schedule
from retromaze.machine.machine import FRAMES_PER_SECOND
from retromaze.packages import require

Value = TypeVar("Value")
SEEDS = 2**32
PORTS = 1 << 16
MOST_SEEDS = 100_000
"""As many as one command tries: of some programs it does so for days."""
SEPARATORS = tuple(filter(None, (os.sep, os.altsep, "/")))
EDITOR_SCHEMES = ("vscode-webview:", "vscode-file:")
"""What the addresses of VS Code's own pages begin with; a page of the web has neither."""
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[A-Za-z0-9.-]+(?::[0-9]{1,5})?")
COUNTED = {"draws": draws, "statements": statements}
STANDARD_OUTPUT = "-"


def seed(text: str) -> int:
    """A seed from 0 to 2**32 - 1."""
    return whole_below(SEEDS, text)


def whole(text: str) -> int:
    """A whole number, 0 or more."""
    try:
        value = int(text)
    except ValueError:
        value = -1
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return value


def whole_below(limit: int, text: str) -> int:
    """A whole number from 0 on that is below the limit."""
    value = whole(text)
    if value >= limit:
        raise argparse.ArgumentTypeError(f"{text} is above {limit - 1}")
    return value


def port(text: str) -> int:
    """The number of a network port; 0 is any that is free."""
    return whole_below(PORTS, text)


def framing_origin(text: str) -> str:
    """The origin of a page that may show the studio in a frame, or the scheme of an editor's own pages."""
    if text not in EDITOR_SCHEMES and not ORIGIN.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no origin: http://localhost:8080, or {' or '.join(EDITOR_SCHEMES)}"
        )
    return text


def seconds(text: str) -> float:
    """A time above 0."""
    value = above_nothing(text)
    if math.isnan(value):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return value


def above_nothing(text: str) -> float:
    """A finite number above 0; NaN for anything else."""
    try:
        value = float(text)
    except ValueError:
        return math.nan
    return value if 0 < value < math.inf else math.nan


def speed(text: str) -> Speed:
    """`console`, `max` or a multiple of the console's pace."""
    return speed_among({"console": CONSOLE_PACE, "max": FULL_SPEED}, text)


def window_speed(text: str) -> Speed:
    """The same, or `30/s` frames a second, `draws`, `statements`, and `draws:4` for so many a second."""
    named = {"console": CONSOLE_PACE, "max": FULL_SPEED, "draws": DRAWS, "statements": STATEMENTS}
    if text.endswith("/s"):
        return times(rate_of(text, text.removesuffix("/s")) / FRAMES_PER_SECOND)
    unit, colon, rate = text.partition(":")
    if colon and unit in COUNTED:
        return COUNTED[unit](rate_of(text, rate))
    return speed_among(named, text)


def rate_of(text: str, number: str) -> float:
    """How many a second."""
    value = above_nothing(number)
    if math.isnan(value):
        raise argparse.ArgumentTypeError(f"{text!r} says nothing above 0 a second")
    return value


def speed_among(named: Mapping[str, Speed], text: str) -> Speed:
    """One of these, or a multiple of the console's pace."""
    if text in named:
        return named[text]
    value = above_nothing(text)
    if math.isnan(value):
        names = " nor ".join(named)
        raise argparse.ArgumentTypeError(f"{text!r} is neither {names} nor a number above 0")
    return times(value)


def moment(text: str) -> datetime:
    """`now` on this computer, or a date with or without a time: 2014-11-19, 2014-11-19T12:30:00."""
    if text == "now":
        return now()
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None, microsecond=0)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither now nor a moment such as 2014-11-19T12:30:00"
        ) from None


def now() -> datetime:
    """The present second, by this computer's clock and time zone."""
    return datetime.now().replace(microsecond=0)


def checked(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """A reader as the type of an option: what it raises as UsageError is an error of that option."""

    def value(text: str) -> Value:
        try:
            return read(text)
        except UsageError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return value


press = checked(read_schedule)
"""A schedule of buttons, such as A@60,UP+B@100-120."""


def new_png(text: str) -> Path:
    """Where a PNG can be written."""
    if Path(text).suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{text!r}: the picture is a PNG, name it so")
    require("PIL")
    return new_file(text)


def new_csv(text: str) -> Path:
    """Where a CSV can be written; `-` is standard output."""
    if text == STANDARD_OUTPUT:
        return Path(text)
    if Path(text).suffix.lower() != ".csv":
        raise argparse.ArgumentTypeError(
            f"{text!r}: the rows are a CSV, name it so, or - for standard output"
        )
    return new_file(text)


def new_gif(text: str) -> Path:
    """Where a GIF can be written."""
    if Path(text).suffix.lower() != ".gif":
        raise argparse.ArgumentTypeError(f"{text!r}: the animation is a GIF, name it so")
    require("PIL")
    return new_file(text)


def new_wav(text: str) -> Path:
    """Where a WAV can be written."""
    if Path(text).suffix.lower() != ".wav":
        raise argparse.ArgumentTypeError(f"{text!r}: the sound is a WAV, name it so")
    require("numpy")
    return new_file(text)


def new_svg(text: str) -> Path:
    """Where an SVG can be written."""
    if Path(text).suffix.lower() != ".svg":
        raise argparse.ArgumentTypeError(f"{text!r}: the picture is an SVG, name it so")
    return new_file(text)


def count(text: str) -> int:
    """A whole number, 1 or more."""
    value = whole(text)
    if not value:
        raise argparse.ArgumentTypeError("0 is none at all")
    return value


def percent(text: str) -> int:
    """A share from 0 to 100."""
    value = whole(text)
    if value > 100:
        raise argparse.ArgumentTypeError(f"{text} is above 100")
    return value


def seed_count(text: str) -> int:
    """How many seeds, 1 to MOST_SEEDS."""
    value = count(text)
    if value > MOST_SEEDS:
        raise argparse.ArgumentTypeError(f"{text}: at most {MOST_SEEDS} seeds are tried at once")
    return value


def new_file(text: str) -> Path:
    """Where a file can be written, as far as can be told without writing it."""
    path = Path(text)
    with refusing(text):
        if path.is_dir() or not path.parent.is_dir():
            raise argparse.ArgumentTypeError(f"{text!r} is no place for a file")
        try_opening(path) if is_device(path) else try_writing(Path(os.path.realpath(path)))
    return path


def try_opening(device: Path) -> None:
    """Raises OSError for one that may not be written to; opened, a pipe would wait for its reader."""
    if not os.access(device, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def new_page(text: str) -> Path:
    """Where a page can be written."""
    if Path(text).suffix.lower() not in {".html", ".htm"}:
        raise argparse.ArgumentTypeError(f"{text!r}: the page is HTML, name it so")
    return new_file(text)


def new_page_or_folder(text: str) -> str:
    """The same, or a folder: one that exists, or as its name ends in a slash one to be made."""
    if is_folder_name(text):
        new_folder(text)
    else:
        new_page(text)
    return text


def is_folder_name(text: str) -> bool:
    """Whether this means a folder, there or not."""
    return text.endswith(SEPARATORS) or Path(text).is_dir()


def new_folder(text: str) -> Path:
    """A folder to write files into, or where one can be made."""
    path = Path(text)
    with refusing(text):
        there = next(each for each in (path, *path.absolute().parents) if each.exists())
        if not there.is_dir():
            raise argparse.ArgumentTypeError(f"{text!r} is no place for a folder")
        try_writing(there / "file")
    return path


def new_file_or_folder(text: str) -> Path:
    """A folder that exists, else where a file can be written."""
    return new_folder(text) if Path(text).is_dir() else new_file(text)


@contextmanager
def refusing(text: str) -> Iterator[None]:
    """Makes a place that the system refuses a bad value of an option."""
    try:
        yield
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written: {error.strerror or error}") from None


def folder(text: str) -> Path:
    """A folder that exists."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return path
