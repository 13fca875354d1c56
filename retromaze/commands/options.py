"""Options that several commands share: those of a simulated machine, and the checks of all options' values.

A bad value is wrong usage (exit status 2), found before anything runs.
"""

from __future__ import annotations

import argparse
import errno
import math
import os
import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from retromaze.catalogue import CATALOGUE
from retromaze.commands.output import is_device, say
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
from retromaze.errors import BasicError, UsageError
from retromaze.input_log import (
    LONGEST,
    TITLE,
    GameLog,
    Schedules,
    add_schedules,
    changed_files,
    digest_of,
    keyboard_schedule,
    read_log,
    read_presses,
    read_span,
    read_typed_entry,
    schedule_of,
)
from retromaze.language.prologue import Value, parse_value
from retromaze.machine.file_formats import (
    LARGEST_FILE,
    PictureContent,
    decode_png,
    is_container,
    read_container,
)
from retromaze.machine.input import AT_REST, CHANNELS
from retromaze.machine.machine import FRAMES_PER_SECOND, Machine
from retromaze.machine.page import BLANK, SHEET_PAGES, WHOLE_PAGE, write_block
from retromaze.machine.storage import MemoryFiles, SiblingFiles, Storage, stored_files
from retromaze.system import data_folder, require_module

if TYPE_CHECKING:
    from retromaze.display.front_end import Headless


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


# ---- the player's input


INPUT_OPTIONS = ("press", "touch", "pad", "second_pad", "keys", "answers")
"""The options that say what is done, as a log does."""
SPAN_OPTIONS = {
    "touch": (
        "stylus",
        "X,Y@60-90",
        "hold the stylus on the lower screen; NONE@90 lifts it; may be repeated",
    ),
    "pad": ("pad", "X,Y@60-90", "tilt the circle pad, from -1 to 1: --pad=-1,0@60"),
    "second-pad": ("second_pad", "X,Y@60-90", "tilt the second circle pad"),
}
"""The options of values held for some frames: channel, metavar, help.

Each is given once for each entry: the values contain a comma, which separates the entries of --press.
"""


def add_script_options(parser: Parser) -> None:
    """Declares the options for a player's input: --press, --touch, --pad, --second-pad, --keys, --answers."""
    parser.add_argument(
        "--press",
        type=read_presses,
        action="extend",
        default=[],
        metavar="A@60,...",
        help="buttons to hold: UP+B@100-120",
    )
    for name, (channel, metavar, meaning) in SPAN_OPTIONS.items():
        read = partial(read_span, channel=channel)
        parser.more.add_argument(
            f"--{name}", type=read, action="append", default=[], metavar=metavar, help=meaning
        )
    parser.more.add_argument(
        "--keys",
        type=read_typed_entry,
        action="append",
        default=[],
        metavar="TEXT[@60]",
        help="type this text before the start, or in that frame",
    )
    parser.add_argument(
        "--answers",
        type=str,  # unlike a file's name, a line may be empty
        action="append",
        default=[],
        metavar="LINE",
        help="answer INPUT with this line; may be repeated",
    )


def schedules_of(arguments: argparse.Namespace) -> Schedules:
    """Returns the input of the command line by channel; channels without input are left out."""
    buttons = schedule_of(arguments.press, "buttons")
    schedules: Schedules = {"buttons": buttons, "keys": keyboard_schedule(arguments.keys)}
    for name, (channel, _, _) in SPAN_OPTIONS.items():
        # argparse stores --second-pad as `second_pad`
        schedules[channel] = schedule_of(getattr(arguments, name.replace("-", "_")), channel)
    return {name: entries for name, entries in schedules.items() if entries}


def typed_at_start(arguments: argparse.Namespace) -> str:
    """Returns the text that is typed before the first frame."""
    return "".join(text for frame, text in arguments.keys if frame is None)


# ---- a game recorded and replayed


class NamedLog(NamedTuple):
    """A log that a command line names, and the file it was read from."""

    path: Path
    log: GameLog

    @property
    def name(self) -> str:
        return self.path.name


def read_game(text: str) -> NamedLog:
    """Reads a log from a file, up to the size that a log can have."""
    path = Path(text)
    try:
        with path.open("rb") as file:
            # one byte more, so that `read_log` refuses a longer file
            return NamedLog(path, read_log(file.read(LONGEST + 1), text))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from None


def apply_replayed_log(arguments: argparse.Namespace) -> None:
    """Sets listing, seed, --set and --clock from the log of `--replay`, where the command line has none.

    Without a log, only checks that there is a listing. Raises UsageError if there is no listing, and if there
    are other options for the input.
    """
    replayed: NamedLog | None = arguments.replay
    if replayed is None:
        if arguments.listing is None:
            raise UsageError("name a listing: a program of `retromaze list`, a file, or - for standard input")
        return
    refuse_options(arguments, INPUT_OPTIONS)
    log = replayed.log
    if arguments.listing is None:
        arguments.listing = program_of_log(replayed)
    arguments.set = {**log.numbers, **arguments.set}
    arguments.seed = log.seed if arguments.seed is None else arguments.seed
    arguments.clock = arguments.clock or log.clock


def refuse_options(arguments: argparse.Namespace, names: Iterable[str]) -> None:
    """Raises UsageError if one of these options is given: a log says already what is done."""
    for name in names:
        if getattr(arguments, name, None):
            option = name.replace("_", "-")
            raise UsageError(f"--replay tells what is done, and in which game: leave out --{option}")


def program_of_log(replayed: NamedLog) -> str:
    """Returns the program that a log names: of the catalogue, or a file in its folder or the current one.

    Raises UsageError if it names none, and for a file that does not exist or is a link.
    """
    name = replayed.log.program
    if name in CATALOGUE:
        return name
    if not name:
        raise UsageError(f"{replayed.name} names no program: name the listing that it was recorded with")
    for folder in dict.fromkeys((replayed.path.parent, Path())):
        path = folder / name
        # a log may come from anybody, with a link that leads to some file of the user's
        if path.is_file() and not path.is_symlink():
            return str(path)
    places = "neither beside it nor in the current folder"
    raise UsageError(f"{replayed.name} was recorded with {name}, which is {places}: name it")


def warn_of_other_text(replayed: NamedLog, text: str, program_name: str) -> None:
    """Prints a warning if a game was recorded with another text or program than `text`, which runs."""
    # "" is the digest of a log that does not say which text
    if replayed.log.digest not in {"", digest_of(text)}:
        is_same = Path(replayed.log.program).stem in {"", program_name}
        another = f"text of {program_name}" if is_same else f"listing, {replayed.log.program}"
        say(f"{replayed.name} was recorded with another {another}")


def warn_of_other_files(replayed: NamedLog, storage: Storage) -> None:
    """Prints a warning if the storage has other files than it had in the game."""
    if others := changed_files(replayed.log, storage):
        # without the project and the kind of the file
        names = ", ".join(name.rpartition("/")[2] for name in others)
        say(f"{replayed.name} found other files than there are now: {names}; see --storage")


def give_game_input(replayed: NamedLog, machine: Machine) -> None:
    """Gives a machine the input of a game; from now on it writes nothing into the user's storage.

    At the game's end everything is released; the first press of a live player ends the game earlier.
    """
    log = replayed.log
    storage, controls = machine.storage, machine.input
    # the game finds the user's files, but what it saves stays in memory
    if storage.folder is not None:
        storage.backend = MemoryFiles(stored_files(storage.folder))
    warn_of_other_files(replayed, storage)
    log.add_input_to(controls)
    # each channel that is not at rest after its last input is at rest from the game's end on; keys are typed,
    # not held
    if log.frames is not None and log.frames > log.last:
        for name, rest in zip(CHANNELS, AT_REST, strict=True):
            schedule = getattr(controls, name).schedule
            if name != "keys" and schedule and schedule[max(schedule)] != rest:
                schedule[log.frames] = rest
    # a live player's first press ends the schedules
    controls.gives_way = True


# ---- the machine


Sheet = tuple[int, "array[int]"]
"""The number of a page, and its pixels."""


def add_sheet_option(parser: Parser) -> None:
    """Declares `--sheet`, once for each of the two pages."""
    parser.more.add_argument(
        "--sheet",
        type=read_sheet,
        action="append",
        default=[],
        metavar="[4=|5=]FILE",
        help="picture for page 4 (sprites) or 5 (backgrounds): a GRP file of the console or a PNG",
    )


def read_sheet(text: str) -> Sheet:
    """Reads PAGE=FILE or FILE; returns the number of the page, by default 4, and its pixels."""
    pages = {f"{number}=": number for number in SHEET_PAGES}
    prefix = next((each for each in pages if text.startswith(each)), "")
    path = Path(text.removeprefix(prefix))
    try:
        data = read_bounded(path)
        picture = read_container(data).content if is_container(data) else decode_png(data)
        if not isinstance(picture, PictureContent):
            raise UsageError("it holds no picture")
    except FAILURES as error:
        raise argparse.ArgumentTypeError(f"{str(path)!r}: {error_reason(error)}") from None
    # transparent pixels too: the picture replaces the page's own, and a smaller one leaves the rest blank
    pixels = BLANK[:]
    place = (0, 0, picture.width, picture.height)
    write_block(pixels, WHOLE_PAGE, place, picture.pixels, everything=True)
    return pages.get(prefix, SHEET_PAGES[0]), pixels


FAILURES = (OSError, UsageError, BasicError)
"""What reading, converting and writing a file may raise."""


def read_bounded(source: Path) -> bytes:
    """Returns the bytes of a file. Raises UsageError without one, or if it is larger than the console's."""
    if not source.is_file():
        raise UsageError("no such file")
    with source.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise UsageError("larger than any file of the console")
    return data


def error_reason(error: Exception) -> str:
    """Returns why a file could not be converted, in words."""
    if isinstance(error, BasicError):
        return error.detail or error.wording
    # the text of an OSError has the path, which the caller prints already
    return (isinstance(error, OSError) and error.strerror) or str(error)


def put_sheets(sheets: Sequence[Sheet], machine: Machine) -> None:
    """Gives the machine's pages the pictures of --sheet, as if they had been there from the beginning."""
    for page, pixels in sheets:
        machine.pages[page].set_initial_words(pixels)


def add_machine_options(parser: Parser) -> None:
    """Declares the options that change the run itself."""
    add_set_option(parser)
    parser.add_argument(
        "--seed", type=seed, metavar="N", help="the same seed repeats a run; one is chosen if missing"
    )
    parser.more.add_argument("--frames", type=whole_number, metavar="N", help="stop after N frames of 1/60 s")
    add_script_options(parser)
    parser.add_argument("--replay", type=read_game, metavar="LOG", help="play the game of a log again")
    add_clock_option(parser, "(now in a window without --seed, else 2014-11-19)")
    add_storage_option(parser)
    add_sheet_option(parser)
    parser.more.add_argument(
        "--strict",
        action="store_true",
        help="stop with an error at words that are not simulated yet: speech, streams of samples",
    )


def sibling_files(name: str | None) -> SiblingFiles | None:
    """Returns the files beside a listing; None for a program of the catalogue and for standard input."""
    if name is None or name in CATALOGUE or name == STANDARD_STREAM:
        return None
    return SiblingFiles(Path(name))


def new_machine(arguments: argparse.Namespace, seed: int | None, clock: datetime | None = None) -> Machine:
    """Returns a machine with the input, storage and sheets of the command line.

    Its clock begins at `clock`, or if that is None as the command line says. Without a `seed` one is chosen
    and printed, so that the run can be repeated.
    """
    machine = Machine(seed=seed, storage=storage_of(arguments))
    machine.storage.siblings = sibling_files(arguments.listing)
    machine.input.type(typed_at_start(arguments))
    machine.input.lines.extend(arguments.answers)
    add_schedules(schedules_of(arguments), machine.input)
    machine.sound.strict = arguments.strict
    put_sheets(arguments.sheet, machine)
    clock = clock or arguments.clock
    if clock is not None:
        machine.start = clock
    if seed is None:
        say(f"seed {machine.seed}" + (f", clock {clock.isoformat()}" if clock else ""))
    return machine


def headless_front_end(arguments: argparse.Namespace) -> Headless:
    """Returns the front end without a window, in which a replayed game ends where its log ends.

    Sets `arguments.frames` to the log's number of frames, if it is not given.
    """
    from retromaze.display.front_end import Headless

    if arguments.frames is None and arguments.replay:
        arguments.frames = arguments.replay.log.frames
    # a run that ends at a frame may wait until then for buttons that nobody presses
    return Headless(patient=arguments.frames is not None)


def new_headless_machine(arguments: argparse.Namespace, source: str, name: str) -> Machine:
    """Returns a machine without a window for the listing with this text, with the game of --replay."""
    machine = new_machine(arguments, arguments.seed)
    if arguments.replay:
        warn_of_other_text(arguments.replay, source, name)
        give_game_input(arguments.replay, machine)
    headless_front_end(arguments).attach(machine)
    return machine
