"""The options `--record` and `--replay`: a game is written down as it was played, and played again."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.catalogue import CATALOGUE
from retromaze.commands import options
from retromaze.commands.files import write_file
from retromaze.commands.operands import distinct, pairs_of
from retromaze.commands.saying import say
from retromaze.commands.source import STANDARD_INPUT, NamedListing
from retromaze.errors import UsageError
from retromaze.game_log import LONGEST, GameLog, digest_of, log_of, other_files, read_log, written_log
from retromaze.language.prologue import Value
from retromaze.machine.input import AT_REST, CHANNELS
from retromaze.machine.machine import Machine
from retromaze.machine.memory import Memory
from retromaze.machine.storage import Storage, files_in

if TYPE_CHECKING:
    from retromaze.comparison.pairs import Pair

SCRIPT = ("press", "touch", "pad", "second_pad", "keys", "answers")
"""The options that tell what is done as a log does."""
OF_A_CHECK = ("numbers", "sizes", "seeds", "play")
"""Those of `check` that tell in which games."""
OPTIONS = {"numbers": "set"}
"""What an option is called that its value is not called by."""


@dataclass(frozen=True)
class Game:
    """A log that a command line names, and the file it was read from."""

    path: Path
    log: GameLog

    @property
    def name(self) -> str:
        """What messages call it."""
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
        help="prove the pair over the game of a log; again for the next one",
    )


def add_record_option(parser: argparse.ArgumentParser) -> None:
    """Declares `--record`."""
    parser.add_argument(
        "--record", type=options.new_file, metavar="LOG", help="write down what is pressed, for --replay"
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


# ---- played again


def take_game(arguments: argparse.Namespace) -> None:
    """What the command line leaves open is as in the game of `--replay`: listing, seed, numbers, clock.

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
    """Raises UsageError where one of these options tells what a log tells as well."""
    for name in names:
        if getattr(arguments, name, None):
            option = OPTIONS.get(name, name).replace("_", "-")
            raise UsageError(f"--replay tells what is done, and in which game: leave out --{option}")


def program_of(replayed: Game) -> str:
    """The program that a log names: of the catalogue, or a file in the log's folder or the current one.

    Raises UsageError where it names none, and for a file that is not there; a link leads nowhere.
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
    """Says where a log was recorded with another text of this program."""
    if replayed.log.digest not in {"", digest_of(text)}:
        say(f"{replayed.name} was recorded with another text of {called}")


def tell_other_files(replayed: Game, storage: Storage) -> None:
    """Says where the storage holds other files than those that the game found."""
    if found := other_files(replayed.log, storage):
        names = ", ".join(name.rpartition("/")[2] for name in found)
        say(f"{replayed.name} found other files than there are now: {names}; see --storage")


def lay_game(replayed: Game, machine: Machine) -> None:
    """Lays the game before a machine, which writes nothing into the user's storage.

    At its end all is let go, and what a player does ends it sooner.
    """
    log = replayed.log
    storage, controls = machine.storage, machine.input
    if storage.folder is not None:
        storage.shelf = Memory(files_in(storage.folder))
    tell_other_files(replayed, storage)
    log.lay(controls)
    if log.frames is not None and log.frames > log.last:
        for name, rest in zip(CHANNELS, AT_REST, strict=True):
            schedule = getattr(controls, name).schedule
            if name != "keys" and schedule and schedule[max(schedule)] != rest:
                schedule[log.frames] = rest
    controls.gives_way = True


def replayed_pairs(arguments: argparse.Namespace) -> list[Pair]:
    """A pair for each log of `check`, which plays its game: the one that is named, else that of the log.

    Raises UsageError.
    """
    from retromaze.comparison.pairs import with_game, with_storage

    refuse(arguments, (*SCRIPT, *OF_A_CHECK))
    games: list[Game] = arguments.replay
    made = []
    for each in games:
        found = pairs_of(arguments.pairs or [program_of(each)], arguments.port, of_a_kind=True)
        if len(found) > 1:
            raise UsageError("--replay proves one pair: name that, or leave it to the log")
        pair = with_game(found[0], each.log, each.name)
        tell_other_text(each, pair.given(pair.trials[0]).text, pair.name)
        pair = with_storage(pair, arguments.storage, alone=arguments.alone)
        storage = Storage()
        pair.script.lay_files(storage)
        tell_other_files(each, storage)
        made.append(pair if len(games) == 1 else replace(pair, name=f"{pair.name}-{each.path.stem}"))
    return distinct(made)


# ---- written down


def write_game(
    path: Path,
    files: Mapping[str, str],
    listing: NamedListing,
    operand: str,
    numbers: Mapping[str, Value],
    machine: Machine,
    *,
    ended: bool,
) -> int:
    """Writes what was done in a run of a listing that the command line names so; returns the exit status.

    `files` are those that it looked for. A run that has `ended` by itself did so amid its last frame.
    """
    log = log_of(machine)
    log = replace(
        log,
        frames=(log.frames or 0) + ended,
        files=files,
        program="" if operand == STANDARD_INPUT else operand if operand in CATALOGUE else Path(operand).name,
        digest=digest_of(listing.source),
        numbers=numbers,
    )
    data = written_log(log).encode()
    if len(data) > LONGEST:
        say(f"{path} is longer than the {LONGEST >> 20} MB that are read again")
    return write_file(path, data)
