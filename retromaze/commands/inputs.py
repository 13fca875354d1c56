"""Options for what a player does: buttons, stylus, pads, keys, answers, and games recorded and replayed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from retromaze.catalogue import CATALOGUE
from retromaze.commands import options
from retromaze.commands.output import say
from retromaze.errors import UsageError
from retromaze.input import (
    LONGEST,
    GameLog,
    Schedules,
    digest_of,
    lay_schedules,
    other_files,
    read_log,
    read_span,
    read_typed,
    schedule_of,
    typed_at,
    unseen,
)
from retromaze.machine.input import AT_REST, CHANNELS, Input
from retromaze.machine.machine import Machine
from retromaze.machine.storage import Memory, Storage, files_in

SCRIPT = ("press", "touch", "pad", "second_pad", "keys", "answers")
"""The options that say what is done, as a log does."""
ENTRIES = {
    "touch": (
        "stylus",
        "X,Y@60-90",
        "hold the stylus on the lower screen; NONE@90 lifts it; may be repeated",
    ),
    "pad": ("pad", "X,Y@60-90", "tilt the circle pad, from -1 to 1: --pad=-1,0@60"),
    "second-pad": ("second_pad", "X,Y@60-90", "tilt the second circle pad"),
}
"""The options that are given once for each entry: channel, metavar, help."""


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """Declares buttons, stylus, pads and keyboard; each entry holds as `--press` says."""
    parser.add_argument(
        "--press", type=options.press, default={}, metavar="A@60,...", help="buttons to hold: UP+B@100-120"
    )
    for name, (channel, metavar, meaning) in ENTRIES.items():
        read = options.checked(partial(read_span, channel=channel))
        parser.add_argument(
            f"--{name}", type=read, action="append", default=[], metavar=metavar, help=meaning
        )
    parser.add_argument(
        "--keys",
        type=options.checked(read_typed),
        action="append",
        default=[],
        metavar="TEXT[@60]",
        help="type this text before the start, or in that frame",
    )


def add_answers_option(parser: argparse.ArgumentParser) -> None:
    """Declares the answers to INPUT."""
    parser.add_argument(
        "--answers",
        action="append",
        default=[],
        metavar="LINE",
        help="answer INPUT with this line; repeat the option for the next INPUT",
    )


def schedules_of(arguments: argparse.Namespace) -> Schedules:
    """The schedules of the command line's input, by channel; channels without entries are left out."""
    found: Schedules = {"buttons": arguments.press, "keys": typed_at(arguments.keys)}
    for name, (channel, _, _) in ENTRIES.items():
        found[channel] = schedule_of(getattr(arguments, name.replace("-", "_")), channel)
    return {name: entries for name, entries in found.items() if entries}


def typed_first(arguments: argparse.Namespace) -> str:
    """The text that is typed before the first frame."""
    return "".join(text for frame, text in arguments.keys if frame is None)


def lay(arguments: argparse.Namespace, controls: Input) -> None:
    """Gives a machine's input what the command line says."""
    controls.type(typed_first(arguments))
    lay_schedules(schedules_of(arguments), controls)


def never_seen(arguments: argparse.Namespace, controls: Input) -> list[str]:
    """The input of the command line that no look of the program has seen, in words."""
    given = schedules_of(arguments)
    if arguments.keys:
        given["keys"] = {}
    return unseen(controls, given=given)


# ---- a game recorded and replayed


class Game(NamedTuple):
    """A log that a command line names, and the file it was read from."""

    path: Path
    log: GameLog

    @property
    def name(self) -> str:
        """The file's name, for messages."""
        return self.path.name


def add_replay_option(parser: argparse.ArgumentParser) -> None:
    """Declares `--replay` of one log."""
    parser.add_argument("--replay", type=game, metavar="LOG", help="play the game of a log again")


def add_replays_option(parser: argparse.ArgumentParser) -> None:
    """Declares `--replay` of any number of logs."""
    parser.add_argument(
        "--replay",
        type=game,
        action="append",
        default=[],
        metavar="LOG",
        help="check the pair over the recorded game of a log; may be repeated",
    )


def add_record_option(parser: argparse.ArgumentParser) -> None:
    """Declares `--record`."""
    parser.add_argument(
        "--record", type=options.new_file, metavar="LOG", help="record what is pressed, for --replay"
    )


def game(text: str) -> Game:
    """The log in a file, of which no more is read than a log can have."""
    path = Path(text)
    try:
        with path.open("rb") as file:
            return Game(path, read_log(file.read(LONGEST + 1), text))
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text} cannot be read: {error.strerror or error}") from None
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def take_game(arguments: argparse.Namespace) -> None:
    """Fills what the command line leaves open from the log of `--replay`: listing, seed, numbers, clock.

    Raises UsageError where there is no listing, and where something else is to be pressed as well.
    """
    replayed: Game | None = arguments.replay
    if replayed is None:
        if arguments.listing is None:
            raise UsageError("name a listing: a program of `retromaze list`, a file, or - for standard input")
        return
    refuse(arguments, SCRIPT)
    log = replayed.log
    if arguments.listing is None:
        arguments.listing = program_of(replayed)
    arguments.numbers = {**log.numbers, **arguments.numbers}
    arguments.seed = log.seed if arguments.seed is None else arguments.seed
    arguments.clock = arguments.clock or log.clock


def refuse(arguments: argparse.Namespace, names: Iterable[str]) -> None:
    """Raises UsageError where one of these options says what a log says as well."""
    for name in names:
        if getattr(arguments, name, None):
            option = "set" if name == "numbers" else name.replace("_", "-")
            raise UsageError(f"--replay tells what is done, and in which game: leave out --{option}")


def program_of(replayed: Game) -> str:
    """The program that a log names: of the catalogue, or a file in the log's folder or the current one.

    Raises UsageError where it names none, and for a file that is not there or a link.
    """
    name = replayed.log.program
    if name in CATALOGUE:
        return name
    if not name:
        raise UsageError(f"{replayed.name} names no program: name the listing that it was recorded with")
    for folder in dict.fromkeys((replayed.path.parent, Path())):
        path = folder / name
        if path.is_file() and not path.is_symlink():
            return str(path)
    places = "neither beside it nor in the current folder"
    raise UsageError(f"{replayed.name} was recorded with {name}, which is {places}: name it")


def tell_other_text(replayed: Game, text: str, called: str) -> None:
    """Says so if a log was recorded with another text of this program."""
    if replayed.log.digest not in {"", digest_of(text)}:
        say(f"{replayed.name} was recorded with another text of {called}")


def tell_other_files(replayed: Game, storage: Storage) -> None:
    """Says so if the storage holds other files than the game found."""
    if found := other_files(replayed.log, storage):
        names = ", ".join(name.rpartition("/")[2] for name in found)
        say(f"{replayed.name} found other files than there are now: {names}; see --storage")


def lay_game(replayed: Game, machine: Machine) -> None:
    """Gives the game to a machine, which from now on writes nothing into the user's storage.

    At the game's end all is let go; a live player's first press ends it sooner.
    """
    log = replayed.log
    storage, controls = machine.storage, machine.input
    if storage.folder is not None:
        storage.backend = Memory(files_in(storage.folder))
    tell_other_files(replayed, storage)
    log.lay(controls)
    if log.frames is not None and log.frames > log.last:
        for name, rest in zip(CHANNELS, AT_REST, strict=True):
            schedule = getattr(controls, name).schedule
            if name != "keys" and schedule and schedule[max(schedule)] != rest:
                schedule[log.frames] = rest
    controls.gives_way = True
