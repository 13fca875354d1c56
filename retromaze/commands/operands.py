"""Finds what operands name: listings of the catalogue and in files, and pairs: listings with their ports."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze import catalogue
from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_path, listing_source
from retromaze.commands import options
from retromaze.commands.options import (
    INPUT_OPTIONS,
    STANDARD_STREAM,
    NamedLog,
    add_script_options,
    program_of_log,
    refuse_options,
    schedules_of,
    typed_at_start,
    warn_of_other_files,
    warn_of_other_text,
)
from retromaze.commands.output import say
from retromaze.display.argument_parser import Parser
from retromaze.engine.listing_file import (
    PORT_SUFFIX,
    SUFFIXES,
    UnreadableListing,
    names_port,
    read_file,
    read_text,
)
from retromaze.errors import UsageError
from retromaze.language.prologue import Value, with_constants_set
from retromaze.machine.storage import Storage
from retromaze.system import is_path, printable, shell_word

if TYPE_CHECKING:
    from retromaze.comparison.checks import Tally
    from retromaze.comparison.pairs import Pair


class NamedListing(NamedTuple):
    """A listing's text (`source`), the path that its errors name, and its name in titles and file names."""

    source: str
    path: str
    name: str


def find_listing(name: str, settings: Mapping[str, Value] | None = None) -> NamedListing:
    """Returns the program of the catalogue with this name, else the file; `-` is standard input.

    `settings` (--set) change sizes of a shipped program, or constants at the top of any other listing.
    Raises UnreadableListing, and UsageError without the file and for what cannot be set.
    """
    if name in CATALOGUE:
        program = CATALOGUE[name]
        sizes = program.named_sizes(settings or {})
        return NamedListing(listing_source(program, **sizes), str(listing_path(program)), name)
    listing = read_listing(name)
    if not settings:
        return listing
    return listing._replace(source=with_constants_set(listing.source, settings, listing.path))


def read_listing(name: str) -> NamedListing:
    """Returns the listing in a file as it is; `-` is standard input.

    Raises UnreadableListing, and UsageError if there is no such file.
    """
    if name == STANDARD_STREAM:
        return NamedListing(read_text(sys.stdin.buffer, "standard input"), "<stdin>", "listing")
    path = Path(name)
    if path.is_dir():
        command = f"`retromaze doctor {shell_word(name)}`"
        raise UnreadableListing(f"{name} is a folder; {command} says what to run in it")
    if path.suffix == PORT_SUFFIX and path.exists():
        command = f"`retromaze check LISTING.bas {shell_word(name)}`"
        raise UnreadableListing(f"{name} is no listing; {command} compares a port with one")
    try:
        return NamedListing(read_file(path, name), name, path.stem)
    except FileNotFoundError:
        raise UsageError(unknown_name_message(name)) from None


def unknown_name_message(name: str) -> str:
    """Returns the message for a name that is neither a program nor a file, with a similar name if any."""
    path = Path(name)
    files: dict[str, str] = {}  # by their names in small letters
    with suppress(OSError):
        files = {each.name.lower(): each.name for each in path.parent.iterdir() if each.is_file()}
    near = [files[each] for each in difflib.get_close_matches(path.name.lower(), files, n=1, cutoff=0.7)]
    if is_path(name) or name.lower().endswith(SUFFIXES):
        hint = f"; did you mean {printable(path.parent / near[0])}?" if near else ""
        return f"{printable(name)} does not exist{hint}"
    # the best guess first: the name without `.bas`, a program of ours, a similar listing
    close = [
        *filter(None, [files.get(f"{name}.bas".lower())]),
        *difflib.get_close_matches(name, CATALOGUE, n=1, cutoff=0.5),
        *(each for each in near if each.lower().endswith(".bas")),
    ]
    hint = f"did you mean {printable(close[0])}?" if close else "`retromaze list` names the programs"
    return f"no program and no file is called {printable(name)}; {hint}"


# ---- pairs


CHECK_OPTIONS = ("set", "seeds", "play")
"""Options of `check` that choose what is played, as a log does."""
LISTING_SUFFIX = ".bas"


def add_pair_arguments(parser: Parser, default: str = "default: all of the list") -> None:
    """Declares operands that name pairs, and the option that names a port's function."""
    parser.add_argument(
        "pairs",
        metavar="NAME | LISTING.bas PORT.py | FOLDER",
        nargs="*",
        help=f"a program, a listing and its port, or a folder; {default}",
    )
    parser.more.add_argument(
        "--port", metavar="FILE.py:NAME", help="the listing's port, if its function is not called main"
    )


def add_port_arguments(
    parser: Parser, meaning: str = "the listing's port (default: the file of the same name)"
) -> None:
    """Declares the port of the one listing of a command, as an operand or by --port."""
    parser.add_argument("port_file", metavar="PORT.py", nargs="?", help=meaning)
    parser.add_argument("--port", metavar="FILE.py:NAME", help="the port, if its function is not called main")


def user_pair_of(name: str, port_file: str | None, port: str | None) -> Pair | None:
    """Returns the pair of a user's listing and its port; None if `name` is a program of ours, or no file.

    `port_file` is the operand after the listing, `port` the value of --port; None if they are missing.
    Raises UsageError.
    """
    if name in catalogue.CATALOGUE:
        if port_file or port:
            raise UsageError(f"{name} brings its own port")
        return None
    if not (port_file or port or is_file_name(name)):
        return None
    pairs = pairs_of([name, port_file] if port_file else [name], port)
    if len(pairs) > 1:  # a folder, or words that name two pairs
        raise UsageError(f"{name} {port_file}: one pair at a time")
    return pairs[0]


def read_pairs(arguments: argparse.Namespace, *, allow_same_kind: bool = False) -> list[Pair]:
    """Returns the pairs of a command line, each once, with the input that its options give them.

    `allow_same_kind`: whether two listings, or two ports, may be a pair. Raises UsageError.
    """
    pairs = pairs_of(arguments.pairs, arguments.port, allow_same_kind=allow_same_kind)
    return [with_input(pair, arguments) for pair in pairs]


def replayed_pairs(arguments: argparse.Namespace) -> list[Pair]:
    """Returns a pair for each log of --replay, with the log's game: the named pair, or the one in the log.

    Raises UsageError.
    """
    from retromaze.comparison.pairs import with_game, with_storage

    refuse_options(arguments, (*INPUT_OPTIONS, *CHECK_OPTIONS))
    games: list[NamedLog] = arguments.replay
    pairs = []
    for game in games:
        named = pairs_of(arguments.pairs or [program_of_log(game)], arguments.port, allow_same_kind=True)
        if len(named) > 1:
            raise UsageError("--replay proves one pair: name that, or leave it to the log")
        pair = with_game(named[0], game.log, game.name)
        # the log has the digest of the text with the game's own sizes
        warn_of_other_text(game, pair.with_sizes(pair.size_sets[0]).text, pair.name)
        pair = with_storage(pair, arguments.storage, alone=arguments.alone)
        # the files that the programs will find, to compare them with those of the game
        storage = Storage()
        pair.script.put_files(storage)
        warn_of_other_files(game, storage)
        # several games of one pair are told apart by their logs
        pairs.append(pair if len(games) == 1 else replace(pair, name=f"{pair.name}-{game.path.stem}"))
    return with_distinct_names(pairs)


def pairs_of(
    operands: Sequence[str], port: str | None = None, *, allow_same_kind: bool = False
) -> list[Pair]:
    """Returns the pairs that the operands name; all of the catalogue without any. Raises UsageError.

    `port` is the value of --port, for a single listing. `allow_same_kind`: as for `read_pairs`.
    """
    from retromaze.comparison.pairs import user_pair

    if port is not None:
        if len(operands) != 1:
            raise UsageError("--port belongs to one listing: retromaze check LISTING.bas --port FILE.py:NAME")
        # a listing by its path, never by its text
        first, second = (word if names_port(word) else Path(word) for word in (operands[0], port))
        pairs = [user_pair(first, second)]
    else:
        words = list(operands or catalogue.CATALOGUE)
        pairs = []
        while words:
            pairs += take_next_pairs(words)
    for pair in pairs:
        if pair.are_same_kind and not allow_same_kind:
            raise UsageError(f"{pair.name}: two listings, or two ports, are for `check` alone")
    return with_distinct_names(pairs)


def take_next_pairs(words: list[str]) -> list[Pair]:
    """Removes the first one or two words from the list, and returns the pairs that they name.

    One word is a program, a folder of pairs, or a listing with a port beside it. Raises UsageError.
    """
    from retromaze.comparison.pairs import pair_of_entry, sibling_port, user_pair, with_suffix_beside

    word = words.pop(0)
    if word in catalogue.CATALOGUE:
        return [pair_of_entry(catalogue.CATALOGUE[word])]
    if os.path.isdir(word):
        return pairs_in(Path(word))
    if names_port(word):
        if words and names_port(words[0]):
            return [user_pair(word, words.pop(0))]
        raise UsageError(f"{word}: a listing comes before its port, as in maze.bas maze.py")
    if not is_file_name(word):
        raise UsageError(unknown_name_message(word))
    if words and names_port(words[0]):
        return [user_pair(Path(word), words.pop(0))]
    # A listing with a port beside it is compared with that port, even if another listing is named next.
    has_port = with_suffix_beside(Path(word), PORT_SUFFIX).is_file()
    if words and is_file_name(words[0]) and not os.path.isdir(words[0]) and not has_port:
        return [user_pair(Path(word), Path(words.pop(0)))]
    return [user_pair(Path(word), sibling_port(Path(word)))]


def is_file_name(word: str) -> bool:
    """Whether an operand means a file, which need not exist."""
    return is_path(word) or word.lower().endswith(SUFFIXES) or os.path.isfile(word)


def pairs_in(folder: Path) -> list[Pair]:
    """Returns the pairs of a folder, by name: listings with ports of the same name. Raises UsageError."""
    from retromaze.comparison.pairs import user_pair, with_suffix_beside

    listings = sorted(path for path in folder.iterdir() if path.suffix.lower() == LISTING_SUFFIX)
    ports = [(listing, with_suffix_beside(listing, PORT_SUFFIX)) for listing in listings]
    pairs = [user_pair(listing, port) for listing, port in ports if port.is_file()]
    if not pairs:
        raise UsageError(f"{folder} has no listing with a port of the same name (maze.bas and maze.py)")
    return pairs


def with_distinct_names(pairs: Sequence[Pair]) -> list[Pair]:
    """Returns the pairs, each once, with different names: folders for their results have these names."""
    once = list({(pair.name, pair.path, pair.port): pair for pair in pairs}.values())
    names = Counter(pair.name for pair in once)
    renamed = [
        replace(pair, name=long_name(Path(pair.path))) if names[pair.name] > 1 else pair for pair in once
    ]
    # a number is added where even the paths give equal names
    counts: Counter[str] = Counter()
    numbered = []
    for pair in renamed:
        counts[pair.name] += 1
        number = counts[pair.name]
        numbered.append(replace(pair, name=f"{pair.name}-{number}") if number > 1 else pair)
    return numbered


def long_name(path: PurePath) -> str:
    """Returns `left-maze` for left/maze.bas, without the drive: it is used as the name of a folder."""
    parts = path.with_suffix("").relative_to(path.anchor).parts
    return "-".join(part for part in parts if part not in {os.curdir, os.pardir})


# ---- what a check runs a pair with


def add_check_options(parser: Parser) -> None:
    """Declares the options that say what a check runs both programs with, and what it compares."""
    add_script_options(parser)
    options.add_proof_options(parser)
    parser.more.add_argument(
        "--storage",
        type=options.existing_folder,
        metavar="FOLDER",
        help="folder with files that both programs find in their storage",
    )
    options.add_clock_option(parser, "(default: 2014-11-19), for TIME$ and DATE$")
    parser.more.add_argument(
        "--alone",
        action="store_true",
        help="hide the files next to a listing: LOAD finds only those of the storage",
    )
    meaning = "set a size, or try several: M_W=5,21 or 5..49"
    options.add_set_option(parser, options.read_choices, "NAME=VALUES", meaning)
    level = parser.add_mutually_exclusive_group()
    level.add_argument("--effects", action="store_true", help="compare what each frame leaves on the screens")
    level.add_argument(
        "--pictures", action="store_true", help="compare pictures and text at each wait, not calls"
    )
    parser.more.add_argument(
        "--frames",
        type=options.positive_number,
        metavar="N",
        help="frames for which an endless listing is compared (default: 3600; a program of the list: 20000)",
    )
    parser.more.add_argument(
        "--patience",
        type=options.seconds,
        metavar="SECONDS",
        help="time after which a port that does nothing is stopped (default: 10)",
    )


def has_check_options(arguments: argparse.Namespace) -> bool:
    """Whether a command line has an option of `add_check_options` but --jobs, which changes no verdict."""
    parser = Parser()
    add_check_options(parser)
    defaults = vars(parser.parse_args([]))
    del defaults["jobs"]
    return any(getattr(arguments, name) != default for name, default in defaults.items())


def with_input(pair: Pair, arguments: argparse.Namespace) -> Pair:
    """Returns a pair with the player's input of a command line."""
    from retromaze.comparison.pairs import with_script

    schedules, keys = schedules_of(arguments), typed_at_start(arguments)
    # buttons are given apart from the channels whose input comes at exact frames
    press = schedules.pop("buttons", None)
    return with_script(pair, press, arguments.answers, keys, schedules)


def with_check_options(pair: Pair, arguments: argparse.Namespace) -> Pair:
    """Returns a pair with the options of `add_check_options` except the input. Raises UsageError."""
    from retromaze.comparison.listing_recording import EFFECTS, PICTURES
    from retromaze.comparison.pairs import with_frames, with_storage

    pair = with_storage(pair, arguments.storage, alone=arguments.alone)
    if arguments.set:
        pair = replace(pair, size_sets=tuple(size_combinations(pair, arguments)), scenes=())
    if arguments.clock is not None:
        pair = replace(pair, script=replace(pair.script, clock=arguments.clock))
    mode = EFFECTS if arguments.effects else PICTURES if arguments.pictures else None
    if arguments.frames is not None:
        pair = with_frames(pair, arguments.frames)
    given = {"mode": mode, "patience": arguments.patience}
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return replace(pair, **changes)


def check_pair(pair: Pair, arguments: argparse.Namespace) -> Tally:
    """Checks a pair as `retromaze check` does it with these options; returns the sum of its tallies."""
    from retromaze.comparison.checks import plan, run_tasks, tallies_by_pair

    tasks = plan([pair], options.seeds_of(arguments), minutes=arguments.play)
    return tallies_by_pair([pair.name], run_tasks(tasks, arguments.jobs, say), arguments.lines)[pair.name]


def size_combinations(pair: Pair, arguments: argparse.Namespace) -> Iterator[dict[str, Value]]:
    """Yields every combination of the numbers of --set, instead of the pair's own sizes and scenes.

    Impossible values of ranges are left out. Raises UsageError for an impossible single value, and for a
    range without any possible value, in pairs of the catalogue; in others they are found in the run.
    """
    refusal: UsageError | None = None
    count = 0
    for chosen in product(*arguments.set.values()):
        sizes = dict(zip(arguments.set, (value for value, _ in chosen), strict=True))
        try:
            yield dict(pair.entry.named_sizes(sizes)) if pair.entry else sizes
            count += 1
        except UsageError as error:
            refusal = error
            if not any(is_of_range for _, is_of_range in chosen):
                raise
    if refusal and not count:
        raise refusal
