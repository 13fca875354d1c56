"""Checks the values of options before anything runs; a bad one is wrong usage (exit status 2)."""

from __future__ import annotations

import argparse
import errno
import math
import os
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from retromaze.commands.output import is_device
from retromaze.display.argument_parser import Parser
from retromaze.display.pacer import (
    CONSOLE_PACE,
    DRAWS,
    FULL_SPEED,
    STATEMENTS,
    Speed,
    speed_in_draws,
    speed_in_frames,
    speed_in_statements,
)
from retromaze.display.pictures import check_writable
from retromaze.input_log import TITLE
from retromaze.language.prologue import Value, parse_value
from retromaze.machine.machine import FRAMES_PER_SECOND
from retromaze.system import data_folder, require_module

MOST_SEEDS = 100_000
"""A command tries this many seeds at most, which may take days."""
SEPARATORS = tuple(filter(None, (os.sep, os.altsep, "/")))
"""The characters between the names of a path; only Windows has an `altsep`."""
EDITOR_SCHEMES = ("vscode-webview:", "vscode-file:")
"""The schemes of the addresses of VS Code's own pages, which no page of the web has."""
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[A-Za-z0-9.-]+(?::[0-9]{1,5})?")
SPEED_UNITS = {"draws": speed_in_draws, "statements": speed_in_statements}
STANDARD_STREAM = "-"
"""Stands for standard input or output instead of a file."""


# ---- numbers


def whole_number(text: str) -> int:
    """Reads a whole number, 0 or more."""
    try:
        value = int(text)
    except ValueError:
        value = -1
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return value


def positive_number(text: str) -> int:
    """Reads a whole number, 1 or more."""
    value = whole_number(text)
    if not value:
        raise argparse.ArgumentTypeError("0 is none at all")
    return value


def whole_number_to(most: int) -> Callable[[str], int]:
    """Returns a reader of whole numbers from 0 to `most`."""

    def read_number(text: str) -> int:
        number = whole_number(text)
        if number > most:
            raise argparse.ArgumentTypeError(f"{text} is above {most}")
        return number

    return read_number


seed = whole_number_to(2**32 - 1)
port = whole_number_to(2**16 - 1)
"""The number of a network port; 0 is any that is free."""
percent = whole_number_to(100)


def seed_count(text: str) -> int:
    """Reads the number of seeds to try, from 1 to MOST_SEEDS."""
    value = positive_number(text)
    if value > MOST_SEEDS:
        raise argparse.ArgumentTypeError(f"{text}: at most {MOST_SEEDS} seeds are tried at once")
    return value


def positive_float(text: str, wrong: str, *, or_zero: bool = False) -> float:
    """Reads a finite number above 0, or also 0; `wrong` is the message for anything else."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (0 < value < math.inf or (or_zero and value == 0)):
        raise argparse.ArgumentTypeError(wrong)
    return value


def seconds(text: str) -> float:
    """Reads a number of seconds above 0."""
    return positive_float(text, f"{text!r} is no number of seconds above 0")


def minutes(text: str) -> float:
    """Reads a number of minutes, 0 or more."""
    return positive_float(text, f"{text!r} is no number of minutes from 0 on", or_zero=True)


SPEEDS = {"console": CONSOLE_PACE, "max": FULL_SPEED}


def speed(text: str, named: Mapping[str, Speed] = SPEEDS) -> Speed:
    """Reads a speed: one of the names in `named`, or a multiple of the console's pace such as 2.5."""
    if text in named:
        return named[text]
    return speed_in_frames(
        positive_float(text, f"{text!r} is neither {' nor '.join(named)} nor a number above 0")
    )


def window_speed(text: str) -> Speed:
    """Reads the speed of a window: a name, a multiple of the console's pace, or `30/s` frames a second.

    `draws` and `statements` show each drawing or statement by itself, `draws:4` four of them a second.
    """
    wrong = f"{text!r} says nothing above 0 a second"
    if text.endswith("/s"):
        return speed_in_frames(positive_float(text.removesuffix("/s"), wrong) / FRAMES_PER_SECOND)
    unit, colon, rate = text.partition(":")
    if colon and unit in SPEED_UNITS:
        return SPEED_UNITS[unit](positive_float(rate, wrong))
    return speed(text, {**SPEEDS, "draws": DRAWS, "statements": STATEMENTS})


# ---- moments, origins


def framing_origin(text: str) -> str:
    """Reads the origin of a page that may show the studio in a frame, or the scheme of an editor's pages."""
    if text not in EDITOR_SCHEMES and not ORIGIN.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no origin: http://localhost:8080, or {' or '.join(EDITOR_SCHEMES)}"
        )
    return text


def date_time(text: str) -> datetime:
    """Reads `now`, or a date with or without a time: 2014-11-19, 2014-11-19T12:30:00."""
    if text == "now":
        return now()
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None, microsecond=0)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither now nor a moment such as 2014-11-19T12:30:00"
        ) from None


def now() -> datetime:
    """Returns the current second, by this computer's clock and time zone."""
    return datetime.now().replace(microsecond=0)


# ---- files and folders


def new_file_of(suffix: str, wish: str, module: str = "") -> Callable[[str], Path]:
    """Returns a reader of paths to write a file with this suffix; `wish` tells others what it should be.

    The reader raises ModuleNotFoundError if the `module` that makes such a file is not installed.
    """

    def read_path(text: str) -> Path:
        if Path(text).suffix.lower() != suffix:
            raise argparse.ArgumentTypeError(f"{text!r}: {wish}")
        if module:
            require_module(module)
        return new_file(text)

    return read_path


new_png = new_file_of(".png", "the picture is a PNG, name it so", "PIL")
new_gif = new_file_of(".gif", "the animation is a GIF, name it so", "PIL")
new_wav = new_file_of(".wav", "the sound is a WAV, name it so", "numpy")
new_svg = new_file_of(".svg", "the picture is an SVG, name it so")


def new_file(text: str) -> Path:
    """Reads the path of a file that can be written, as far as is known without writing it; else OSError."""
    path = Path(text)
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no place for a file")
    if not is_device(path):
        check_writable(Path(os.path.realpath(path)))
    elif not os.access(path, os.W_OK):  # opening a pipe would wait for its reader
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return path


def new_csv(text: str) -> Path:
    """Reads the path of a new CSV file; `-` is standard output."""
    words = "the rows are a CSV, name it so, or - for standard output"
    return Path(text) if text == STANDARD_STREAM else new_file_of(".csv", words)(text)


def new_port(text: str) -> Path:
    """Reads the path of a new port; `-` is standard output."""
    return Path(text) if text == STANDARD_STREAM else new_file(text)


def new_log(text: str) -> Path:
    """Reads the path of a log to be written; an existing file is replaced only if it is a log or empty."""
    path = new_file(text)
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(TITLE)) != TITLE.encode():
                raise argparse.ArgumentTypeError(f"{text!r} exists, and is no log of a game")
    return path


def new_page_or_folder(text: str) -> str:
    """Reads the path of a new HTML page, or of a folder: one that exists, or that ends in a slash."""
    if is_folder_name(text):
        new_folder(text)
    elif Path(text).suffix.lower() not in {".html", ".htm"}:
        raise argparse.ArgumentTypeError(f"{text!r}: the page is HTML, name it so; a folder's name ends in /")
    else:
        new_file(text)
    return text


def is_folder(text: str) -> bool:
    """Whether a text names a folder that exists; "" names none, although its Path is the current one."""
    return text != "" and Path(text).is_dir()


def is_folder_name(text: str) -> bool:
    """Whether a text means a folder, which need not exist."""
    return text.endswith(SEPARATORS) or is_folder(text)


def new_folder(text: str) -> Path:
    """Reads the path of a folder to write files into, which exists or can be made."""
    path = Path(text)
    # the folder that the missing ones would be made in
    nearest = next(each for each in (path, *path.absolute().parents) if each.exists())
    if not (text and nearest.is_dir()):
        raise argparse.ArgumentTypeError(f"{text!r} is no place for a folder")
    check_writable(nearest / "file")  # any name: whether a file can be made there is tried
    return path


def new_file_or_folder(text: str) -> Path:
    """Reads the path of a folder that exists, or else of a file that can be written."""
    return new_folder(text) if is_folder(text) else new_file(text)


def existing_folder(text: str) -> Path:
    """Reads the path of a folder that exists."""
    if not is_folder(text):
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return Path(text)


def folder_to_fill(text: str) -> Path:
    """Reads the path of a folder for saved files; one that does not exist is made by the first SAVE."""
    return Path(text) if is_folder(text) else new_folder(text)


def add_storage_option(parser: Parser) -> None:
    """Declares `--storage`, the folder of the programs' own files."""
    parser.add_argument(
        "--storage",
        type=folder_to_fill,
        metavar="FOLDER",
        help="folder of LOAD and SAVE (default: one of your own)",
    )


def add_clock_option(parser: Parser, default: str) -> None:
    """Declares `--clock`; `default` says when the clock begins without it."""
    about = f"when the console's clock begins {default}"
    parser.more.add_argument("--clock", type=date_time, metavar="now|MOMENT", help=about)


def add_watch_options(parser: Parser, deed: str) -> None:
    """Declares --watch and --poll for a command that does its work again at each save."""
    parser.add_argument("--watch", action="store_true", help=deed)
    parser.more.add_argument(
        "--poll",
        action="store_true",
        help="with --watch: look at the files ten times a second, where the system reports no changes",
    )
    parser.declare_companion("--poll", "--watch")


def storage_of(arguments: argparse.Namespace) -> Path:
    """Returns the folder of `--storage`, or else the user's own."""
    named: Path | None = arguments.storage
    return named or data_folder() / "storage"


# ---- how much a check runs


def add_proof_options(parser: Parser) -> None:
    """Declares `--play`, `--seeds`, `--lines` and `--jobs`: how much a check runs."""
    parser.add_argument(
        "--play", type=minutes, metavar="MINUTES", help="play games at random until MINUTES bring nothing new"
    )
    parser.add_argument("--seeds", type=seed_count, metavar="N", help="check with the seeds 1 to N")
    parser.more.add_argument(
        "--lines",
        type=percent,
        metavar="PERCENT",
        help="least share of both programs' lines that has to be run (default: half of the listing's)",
    )
    parser.more.add_argument(
        "--jobs", type=whole_number, metavar="N", help="number of processes (default: one per processor)"
    )


def seeds_of(arguments: argparse.Namespace) -> range | None:
    """Returns the seeds of `--seeds`, None for each pair's own."""
    return None if arguments.seeds is None else range(1, arguments.seeds + 1)


# ---- --set


RANGE = ".."
COMMA = re.compile(r',(?=(?:[^"]*"[^"]*")*[^"]*$)')
"""A comma that is not between quotes: an even number of quotes follows."""


NumberChoice = tuple[Value, bool]
"""A value to try, and whether it is one of a range: impossible values of a range are left out."""


class StoreOncePerName(argparse.Action):
    """Stores the values of an option by name; an error if a name is given twice."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        # the `type` of the option returns (name, value)
        assert isinstance(values, tuple)
        name, value = values
        values_by_name = getattr(namespace, self.dest)
        if name in values_by_name:
            parser.error(f"{name} is given twice by {option_string}")
        # a new dictionary, because the option's default is shared by all parses
        setattr(namespace, self.dest, {**values_by_name, name: value})


def read_setting(text: str) -> tuple[str, Value]:
    """Reads `NAME=VALUE`; the value is a literal of the language."""
    name, value = equation_sides(text)
    return name, parse_value(value)


def add_set_option(
    parser: argparse.ArgumentParser,
    read: Callable[[str], tuple[str, object]] = read_setting,
    metavar: str = "NAME=VALUE",
    meaning: str = "set a size, or a constant at a listing's top: M_W=49",
) -> None:
    """Declares `--set`; `read` is `read_choices` where several values of a name are tried."""
    parser.add_argument(
        "--set", action=StoreOncePerName, default={}, type=read, metavar=metavar, help=meaning
    )


def read_choices(text: str) -> tuple[str, list[NumberChoice]]:
    """Reads `NAME=VALUE,FIRST..LAST,...`: returns the name, and each value with whether a range has it.

    Ranges include both ends; a text in quotes may have commas.
    """
    name, values = equation_sides(text)
    numbers: list[NumberChoice] = []
    for part in COMMA.split(values):
        if RANGE not in part or '"' in part:
            numbers.append((parse_value(part), False))
            continue
        first, last = map(parse_value, part.split(RANGE, 1))
        if not (isinstance(first, int) and isinstance(last, int) and first <= last):
            raise argparse.ArgumentTypeError(f"{part!r} is no range such as 5{RANGE}49")
        numbers += [(value, True) for value in range(first, last + 1)]
    return name, numbers


def equation_sides(text: str) -> tuple[str, str]:
    """Returns the texts before and after the first equals sign."""
    name, sign, value = text.partition("=")
    if not (name.strip() and sign):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value
