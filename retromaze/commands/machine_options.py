"""Options of a simulated machine: clock, files, pictures, the player's input by channel, replayed games."""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from retromaze.catalogue import CATALOGUE
from retromaze.commands import options
from retromaze.commands.output import say
from retromaze.display.argument_parser import Parser
from retromaze.errors import UsageError
from retromaze.input_log import (
    LONGEST,
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
from retromaze.machine.console_files import is_container, read_container
from retromaze.machine.file_contents import PictureContent, decode_png
from retromaze.machine.folder import SiblingFiles
from retromaze.machine.input import AT_REST, CHANNELS
from retromaze.machine.machine import Machine
from retromaze.machine.page import BLANK, SHEET_PAGES, WHOLE_PAGE, write_block
from retromaze.machine.storage import MemoryFiles, Storage, stored_files

if TYPE_CHECKING:
    from retromaze.display.headless import Headless

# ---- what a player does


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


class Game(NamedTuple):
    """A log that a command line names, and the file it was read from."""

    path: Path
    log: GameLog

    @property
    def name(self) -> str:
        return self.path.name


def read_game(text: str) -> Game:
    """Reads a log from a file, up to the size that a log can have."""
    path = Path(text)
    try:
        with path.open("rb") as file:
            # one byte more, so that `read_log` refuses a longer file
            return Game(path, read_log(file.read(LONGEST + 1), text))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from None


def apply_replayed_log(arguments: argparse.Namespace) -> None:
    """Sets listing, seed, --set and --clock from the log of `--replay`, where the command line has none.

    Without a log, only checks that there is a listing. Raises UsageError if there is no listing, and if there
    are other options for the input.
    """
    replayed: Game | None = arguments.replay
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


def program_of_log(replayed: Game) -> str:
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


def warn_of_other_text(replayed: Game, text: str, program_name: str) -> None:
    """Prints a warning if a game was recorded with another text or program than `text`, which runs."""
    # "" is the digest of a log that does not say which text
    if replayed.log.digest not in {"", digest_of(text)}:
        is_same = Path(replayed.log.program).stem in {"", program_name}
        another = f"text of {program_name}" if is_same else f"listing, {replayed.log.program}"
        say(f"{replayed.name} was recorded with another {another}")


def warn_of_other_files(replayed: Game, storage: Storage) -> None:
    """Prints a warning if the storage has other files than it had in the game."""
    if others := changed_files(replayed.log, storage):
        # without the project and the kind of the file
        names = ", ".join(name.rpartition("/")[2] for name in others)
        say(f"{replayed.name} found other files than there are now: {names}; see --storage")


def give_game_input(replayed: Game, machine: Machine) -> None:
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
    from retromaze.commands.convert import FAILURES, error_reason, read_bounded

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


def put_sheets(sheets: Sequence[Sheet], machine: Machine) -> None:
    """Gives the machine's pages the pictures of --sheet, as if they had been there from the beginning."""
    for page, pixels in sheets:
        machine.pages[page].set_initial_words(pixels)


def add_machine_options(parser: Parser) -> None:
    """Declares the options that change the run itself."""
    options.add_set_option(parser)
    parser.add_argument(
        "--seed", type=options.seed, metavar="N", help="the same seed repeats a run; one is chosen if missing"
    )
    parser.more.add_argument(
        "--frames", type=options.whole_number, metavar="N", help="stop after N frames of 1/60 s"
    )
    add_script_options(parser)
    parser.add_argument("--replay", type=read_game, metavar="LOG", help="play the game of a log again")
    options.add_clock_option(parser, "(now in a window without --seed, else 2014-11-19)")
    options.add_storage_option(parser)
    add_sheet_option(parser)
    parser.more.add_argument(
        "--strict",
        action="store_true",
        help="stop with an error at words that are not simulated yet: speech, streams of samples",
    )


def sibling_files(name: str | None) -> SiblingFiles | None:
    """Returns the files beside a listing; None for a program of the catalogue and for standard input."""
    if name is None or name in CATALOGUE or name == options.STANDARD_STREAM:
        return None
    return SiblingFiles(Path(name))


def new_machine(arguments: argparse.Namespace, seed: int | None, clock: datetime | None = None) -> Machine:
    """Returns a machine with the input, storage and sheets of the command line.

    Its clock begins at `clock`, or if that is None as the command line says. Without a `seed` one is chosen
    and printed, so that the run can be repeated.
    """
    machine = Machine(seed=seed, storage=options.storage_of(arguments))
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
    from retromaze.display.headless import Headless

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
