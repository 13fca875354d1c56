"""Finds a pair, which is a listing and its port, in the catalogue or in files, and compares the two."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from retromaze.catalogue import CATALOGUE, find
from retromaze.catalogue_entry import Entry, Scene, listing_path, listing_source
from retromaze.comparison.difference import Difference, DifferenceFinder, explain_by_exchanged_draws
from retromaze.comparison.difference_words import SIDES, RunEnd, Sides, StopReason, with_article
from retromaze.comparison.evidence import evidence_of
from retromaze.comparison.input_script import FRAME_LIMIT, Script, acts_in, options_of, script_of
from retromaze.comparison.listing_recording import CALLS, EFFECTS, PICTURES, Mode, record
from retromaze.comparison.port_replay import replay
from retromaze.comparison.runnable_programs import (
    Listing,
    MachineFunction,
    OnStatement,
    Port,
    PortGuard,
    Runnable,
    error_words,
    load_once,
    read_port,
    relative,
)
from retromaze.comparison.settable_values import Keywords, keywords_of, values_to_try
from retromaze.comparison.watchdog import PATIENCE
from retromaze.engine.listing_file import PORT_SUFFIX, UnreadableListing, is_file_name, names_port, read_file
from retromaze.errors import UsageError
from retromaze.input_log import GameLog, Schedules
from retromaze.language.prologue import Value
from retromaze.machine.input import Buttons, Point
from retromaze.machine.storage import Files, stored_files
from retromaze.system import printable

NO_SCRIPT = Script()


@dataclass(frozen=True)
class Pair:
    """A listing and its port, or two programs of one kind, and what a check runs them with.

    `first`: the listing, or the first of two ports or listings.
    `entry`: the pair's entry in the catalogue, which has its sizes; None for other pairs, whose sizes are the
    constants at the top of the listing that the port has a keyword for.
    `size_sets`: the sets of sizes that are checked; `seeds`: the seeds; `scenes`: what is played besides.
    `patience`: a port that does nothing for this many seconds is stopped.
    `frames`: a listing is stopped after this many frames; None: after the length of its script.
    `mode`: what is compared. `game`: the name of the log whose game is played, "" for none.
    """

    name: str
    first: Runnable
    port: Runnable
    script: Script = NO_SCRIPT
    entry: Entry | None = None
    size_sets: tuple[Mapping[str, Value], ...] = ({},)
    seeds: tuple[int, ...] = (1, 2, 3)
    scenes: tuple[Scene, ...] = ()
    patience: float = PATIENCE
    frames: int | None = None
    mode: Mode = CALLS
    game: str = ""

    @property
    def listing(self) -> Listing:
        """The listing; an empty one for two ports."""
        return self.first if isinstance(self.first, Listing) else Listing("", self.path)

    @property
    def text(self) -> str:
        """The listing's text with line feeds; "" for two ports."""
        return self.listing.source

    @property
    def path(self) -> str:
        """The path of the first program, as messages name it."""
        return self.first.path

    @property
    def are_same_kind(self) -> bool:
        """Whether the pair is two listings, or two ports."""
        return type(self.first) is type(self.port)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of both programs, as far as they have any."""
        return tuple(each.file for each in (self.first, self.port) if each.file)

    def with_sizes(
        self, sizes: Mapping[str, Value], scene: Scene | None = None, *, keywords: Keywords | None = None
    ) -> Pair:
        """Returns the pair with these sizes in its listing and as keywords of its port, and a scene's script.

        A scene's sizes may be out of range, to show how the listing refuses them. The port of a pair that is
        not of the catalogue is loaded to find its keywords, unless `keywords` are given. Raises UsageError
        for impossible sizes, and if the port's keywords cannot be found.
        """
        pair = self
        if scene:
            pair = replace(self, script=replace(script_of(scene), clock=self.script.clock))
        if not sizes:
            return pair
        if self.entry:
            # `named_sizes` checks the ranges
            sizes = sizes if scene else self.entry.named_sizes(sizes)
            first = self.first.with_sizes({self.entry.sizes[name].variable: sizes[name] for name in sizes})
        elif self.are_same_kind:
            first = self.first.with_sizes(sizes)
        else:
            variables, sizes = (keywords or self.keywords()).split(sizes, self.text, self.path)
            first = self.first.with_sizes(variables)
        return replace(pair, first=first, port=self.port.with_sizes(sizes))

    def keywords(self) -> Keywords:
        """Returns the keywords of the port. Raises UsageError if it cannot be loaded."""
        guard = PortGuard()
        try:
            with guard:
                port = self.port.load()
        except BaseException as error:  # a file may fail in any way while it is read
            if guard.interrupted:  # by Ctrl-C
                raise
            raise UsageError(f"the port of {self.path} tells no keywords: {error_words(error)}") from error
        return keywords_of(port)

    @property
    def has_own_script(self) -> bool:
        """Whether the script was given by the user, and is not the catalogue's."""
        return self.entry is None or self.script != script_of(self.entry)

    def is_repeated_exactly(self, scene: Scene | None, *, has_shifted_press: bool) -> bool:
        """Whether `with_exact_presses` is compared, too: if a press of the user's script was shifted."""
        return has_shifted_press and self.has_own_script and scene is None

    @property
    def with_exact_presses(self) -> Pair:
        """The pair with a script whose presses come in their own frames, and not sooner or later."""
        return replace(self, script=self.script.with_acts(()))

    @property
    def limit(self) -> int:
        """The number of frames after which the listing is ended."""
        return self.script.frames if self.frames is None else self.frames

    @property
    def sides(self) -> Sides:
        """What messages call both: listing and port, or if they are of one kind their file names or paths."""
        if not self.are_same_kind:
            return SIDES
        paths = self.first.path, self.port.path
        names = Path(paths[0]).name, Path(paths[1]).name
        for first, second in (names, paths):
            if first != second:
                return Sides(first, second)
        return Sides("the first program", "the second program")

    def all_sizes(self, sizes: Mapping[str, Value]) -> dict[str, Value]:
        """Returns the given sizes and, for a pair of the catalogue, the defaults of the others."""
        of_entry = self.entry.sizes if self.entry else {}
        return {name: size.default for name, size in of_entry.items()} | dict(sizes)


def pair_of_entry(entry: Entry) -> Pair:
    """Returns a pair of the catalogue. Raises UsageError if its listing cannot be read."""
    size_sets = tuple(map(dict, entry.size_sets))
    return Pair(
        name=entry.name,
        first=Listing(listing_source(entry), relative(listing_path(entry))),
        port=Port(entry.port),
        script=script_of(entry),
        # with plain dictionaries, which can be pickled
        entry=replace(entry, sizes=dict(entry.sizes), size_sets=size_sets),
        size_sets=size_sets,
        seeds=tuple(entry.seeds),
        scenes=entry.scenes,
        frames=FRAME_LIMIT,
    )


def user_pair(listing: str | Path | Callable[..., Any], port: str | Path | Callable[..., Any]) -> Pair:
    """Returns the pair of a listing (path or text) and a port (`FILE.py`, `FILE.py:function` or a function).

    Two listings are a pair, too, and two ports. Raises UsageError if a file is missing or is no listing.
    """
    first, second = runnable_from(listing), runnable_from(port)
    if isinstance(first, Listing):
        pair = pair_with(first, second)
        # the name of a pair of one kind has both names
        return replace(pair, name=f"{pair.name}-{stem_of(second)}") if isinstance(second, Listing) else pair
    if isinstance(second, Listing):
        raise UsageError(f"{first.path}: a listing comes before its port, as in maze.bas maze.py")
    return Pair(f"{stem_of(first)}-{stem_of(second)}", first, second)


def runnable_from(program: str | Path | Callable[..., Any]) -> Runnable:
    """Returns a port, from a function or Python file, or else a listing, from its path or text.

    Raises UsageError.
    """
    if callable(program):
        return Port(program)
    return read_port(str(program)) if names_port(str(program)) else listing_of(program)


def stem_of(program: Runnable) -> str:
    """Returns `maze` for maze.bas and maze.py, `dig` for maze.py:dig."""
    name = program.path
    return printable(name.rpartition(":")[2] if PORT_SUFFIX + ":" in name else Path(name).stem)


def pair_with(listing: str | Path | Listing, port: Runnable) -> Pair:
    """Returns the pair of a listing (also its path or text) and a port."""
    listing = listing if isinstance(listing, Listing) else listing_of(listing)
    path = Path(listing.path)
    # As in a run, the listing may load files beside it.
    script = Script(beside=path.absolute()) if listing.is_file else NO_SCRIPT
    return Pair(stem_of(listing), listing, port, script)


def listing_of(listing: str | Path) -> Listing:
    """Returns the listing with this path or text. Raises UsageError if a file is missing or is no listing."""
    if isinstance(listing, str) and not is_file_name(listing):
        return Listing(listing)
    try:
        text = read_file(Path(listing), str(listing))
    except FileNotFoundError:
        raise UsageError(f"{printable(listing)} does not exist") from None
    except UnreadableListing as reason:
        raise UsageError(str(reason)) from None
    return Listing(text, str(listing), is_file=True)


@dataclass(frozen=True, eq=False)
class Comparison:
    """The result of a comparison: the difference, the listing's events and frames, and both ends.

    `unread_input`: the presses, keys and answers that the listing never read, in words. `answers`: the number
    of lines that INPUT has read. `has_shifted_press`: whether a press came in another frame than its own.
    `went_on_after_error`: whether the port went on where an error ended the listing. `frames_at_work`: the
    frames that the listing was at work.
    """

    difference: Difference | None
    events: int
    frames: int
    end: RunEnd
    port_end: RunEnd
    unread_input: tuple[str, ...] = ()
    answers: int = 0
    has_shifted_press: bool = False
    went_on_after_error: bool = False
    frames_at_work: int = 0

    def labeled(
        self,
        name: str,
        sizes: Mapping[str, Value],
        played: Script | None = None,
        *,
        alone: bool = False,
        stored: Files | None = None,
    ) -> Comparison:
        """Returns the comparison; its difference has the pair's name, its sizes, and how it was played.

        `played`: the script if it is not the pair's own; `alone`: whether files beside the listing were away;
        `stored`: the files in the storage if they are not the pair's own.
        """
        if self.difference is None:
            return self
        # a plain dictionary can be pickled, which a mapping of the catalogue cannot
        difference = replace(self.difference, name=name, sizes=dict(sizes), stored=stored)
        if played:
            options = options_of(played, sizes, alone=alone)
            difference = replace(difference, played=options, last_press=played.last_press)
        return replace(self, difference=difference)


def run_both(
    pair: Pair,
    seed: int | None,
    *,
    note_event: Callable[[], object] | None = None,
    on_statement: OnStatement | None = None,
    twice: bool = False,
    may_go_on_after_error: bool = False,
    evidence: bool = False,
) -> Comparison:
    """Runs the first program, then the port against it on an equal machine, up to the first difference.

    In the mode CALLS these are compared: the events in their order (name, arguments, result), what both
    screens show at every wait, how the programs end, and the final state of the console. Frames are not
    compared: a listing passes some while it works, a port does not.

    `note_event` is called at each event of the port, `on_statement` before each statement of a listing in the
    port's place. `twice`: whether an equal port is called again, to see whether it keeps state
    between calls. `may_go_on_after_error`: whether the port may go on, or fail otherwise, where the listing
    stops with an error; a port leaves out some checks of the console. `evidence`: whether both are run again
    to find variables, calls and lines at a difference. Raises UsageError if the listing never comes to a wait
    that the mode compares.
    """
    recording = record(pair.first, seed, pair.script, pair.limit, pair.mode, pair.patience)
    has_digests = bool(recording.digests) or any(
        each.digest is not None for each in recording.player.input_polls
    )
    if pair.mode.stream and recording.end.reason is StopReason.LIMIT and not has_digests:
        moment = f"there is no moment to compare {pair.mode.name}"
        raise UsageError(f"{pair.path} goes on and never waits: {moment}")
    # all runs of the port call the same function, so that `twice` finds state that it keeps
    port = Port(load_once(pair.port)) if isinstance(pair.port, Port) else pair.port
    run = replay(recording, port, note_event=note_event, on_statement=on_statement)
    finder = DifferenceFinder(recording, run, port, pair.sides, may_go_on_after_error)
    difference = finder.first_difference()
    if difference and pair.mode == CALLS and run.event and isinstance(port, Port):
        difference = explain_by_exchanged_draws(finder, difference) or difference
    if difference and pair.mode == CALLS and evidence and not run.end.is_standstill:
        difference = replace(difference, evidence=evidence_of(finder, pair.port, difference))
    if not difference and twice and isinstance(port, Port) and not run.end.is_standstill:
        again = DifferenceFinder(recording, replay(recording, port), port, pair.sides)
        difference = again.first_difference()
        if difference:
            words = f"keeps state between calls: in the second call in one process, {difference.words}"
            difference = replace(difference, words=f"{with_article(pair.sides.port)} {words}")
    return Comparison(
        difference,
        len(recording.trace),
        recording.machine.frame,
        recording.end,
        run.end,
        recording.player.unread_input(),
        recording.machine.input.answers_taken,
        recording.player.has_shifted_press,
        difference is None and finder.went_on_after_error,
        recording.player.frames_at_work,
    )


def compare_programs(
    first: Runnable,
    port: Runnable | MachineFunction,
    *,
    seed: int | None = None,
    script: Script = NO_SCRIPT,
    patience: float = PATIENCE,
    frames: int = FRAME_LIMIT,
    mode: Mode = CALLS,
    note_event: Callable[[], object] | None = None,
) -> Comparison:
    """Compares two programs as `run_both` does; the port may be a function."""
    program = port if isinstance(port, Listing | Port) else Port(port)
    pair = Pair("", first, program, script, patience=patience, frames=frames, mode=mode)
    return run_both(pair, seed, note_event=note_event)


def compare_one(
    pair: Pair,
    seed: int | None,
    sizes: Mapping[str, Value],
    scene: Scene | None = None,
    *,
    twice: bool = False,
    evidence: bool = False,
) -> Comparison:
    """Compares a pair with one seed and one set of sizes, by its own script or a scene's.

    `twice` and `evidence` are those of `run_both`. If a press of the user's script came in another frame than
    its own, since the listing polled late or idled, the script is also played with each press in its own
    frame: a difference that only then shows is one, too.

    Raises UsageError if `sizes` are impossible; a scene's own sizes are not checked.
    """
    pair = pair.with_sizes(sizes, scene)
    comparison = run_both(pair, seed, twice=twice, evidence=evidence)
    is_repeated = pair.is_repeated_exactly(scene, has_shifted_press=comparison.has_shifted_press)
    if comparison.difference is None and is_repeated:
        again = run_both(pair.with_exact_presses, seed, evidence=evidence)
        if again.difference:
            return again.labeled(pair.name, sizes, pair.with_exact_presses.script)
    return comparison.labeled(pair.name, sizes)


def compare(
    listing: str | Path | Callable[..., None],
    port: str | Path | Callable[..., None] | None = None,
    *,
    seed: int | None = None,
    press: Mapping[int, Buttons] | None = None,
    answers: Sequence[str] = (),
    keys: str = "",
    touch: Mapping[int, Point | None] | None = None,
    frames: int | None = None,
    by_pictures: bool = False,
    effects: bool = False,
    clock: datetime | None = None,
    **sizes: Value,
) -> Difference | None:
    """Returns the first difference between a listing and its port; None if they are equal.

    `listing` is a name of the catalogue, which has its own port, or a path, or the text itself. `port` is a
    function `main(machine, **sizes)`, or a file with one, `maze.py` or `maze.py:dig`; by default the file of
    the listing's name beside it. Two listings can be compared as well, and two ports.
    `sizes` are those that `retromaze list` shows, or the constants at the listing's top that the port has a
    keyword for (`m_w=20` for `M_W=199`); others keep their defaults. Without a `seed` several are tried: the
    catalogue's own, or 1 to 3. `press` (buttons held from a frame on), `answers` (lines for INPUT), `keys`
    (typed at the start) and `touch` (where the stylus is from a frame on, None off the screen) go to both
    programs; by default the catalogue's own do. A listing that goes on is compared for this many `frames`, by
    default a minute (3,600), or a second beyond the last press; one of the catalogue 40,000. `by_pictures`
    compares pictures, text and files at each wait instead of every call; random draws, sounds, dialogs and
    fades are still compared call by call. `effects` compares what calls have left in each frame of a wait:
    cells, pixels, sprites, layers and files, a setting only if something seen depends on it. `clock` is the
    moment at which the console's clock begins in both programs.

    Raises UsageError for unknown names, missing files and impossible sizes, TypeError for a program that is
    neither a text, a path nor a function and for answers that are no list, ValueError for no frames.
    """
    pair = pair_to_compare(listing, port, press, answers, keys, touch, frames, by_pictures, effects, clock)
    seeds = pair.seeds if seed is None else (seed,)
    for at, each in enumerate(seeds):
        # whether a port keeps state does not depend on the seed: once is enough
        comparison = compare_one(pair, each, sizes, twice=at == 0, evidence=True)
        if comparison.difference is not None:
            return comparison.difference
    return None


def find_pair(listing: str | Path | Callable[..., Any], port: str | Path | Callable[..., Any] | None) -> Pair:
    """Returns a pair of the catalogue, or a user's pair; by default the port is the file of the same name.

    Raises UsageError.
    """
    if port is not None:
        return user_pair(listing, port)
    if callable(listing) or names_port(str(listing)):
        path = runnable_from(listing).path
        raise UsageError(f"{path} is a port: it needs its listing, or another port to be compared with")
    name = str(listing)
    if "\n" in name:
        raise UsageError("a listing's text needs a port: a function, or where one is written")
    if name in CATALOGUE or not is_file_name(name):
        # what is neither a program nor a file: `find` raises an error that names all programs
        return pair_of_entry(find(name))
    return user_pair(listing, sibling_port(Path(listing)))


def with_suffix_beside(path: Path, suffix: str) -> Path:
    """Returns the path with another suffix; if only a file with other capital letters exists, that file."""
    exact = path.with_suffix(suffix)
    if exact.is_file():
        return exact
    others = sorted(path.parent.glob("*"))
    return next((each for each in others if each.name.lower() == exact.name.lower()), exact)


def sibling_port(listing: Path) -> Path:
    """Returns the port of the listing's name beside it. Raises UsageError if one of the two is missing."""
    port = with_suffix_beside(listing, PORT_SUFFIX)
    if not listing.is_file():
        raise UsageError(f"{printable(listing)} does not exist")
    if not port.is_file():
        raise UsageError(
            f"{printable(listing)} needs its port: name it after the listing, or call it {printable(port)}"
        )
    return port


def pair_to_compare(
    listing: str | Path | Callable[..., None],
    port: str | Path | Callable[..., None] | None,
    press: Mapping[int, Buttons] | None,
    answers: Sequence[str],
    keys: str,
    touch: Mapping[int, Point | None] | None,
    frames: int | None,
    by_pictures: bool,
    effects: bool,
    clock: datetime | None,
) -> Pair:
    """Returns the pair for the arguments of `compare`, with their script and mode.

    Raises UsageError; TypeError for a program or answers of a wrong type, ValueError for no frames.
    """
    for program in (listing,) if port is None else (listing, port):
        if not (callable(program) or isinstance(program, str | os.PathLike)):
            raise TypeError(f"a program is a text, a path or a function, not {type(program).__name__}")
    if isinstance(answers, str):
        raise TypeError(f"answers are a list of lines: [{answers!r}]")
    if frames is not None and not frames >= 1:
        raise ValueError(f"frames={frames}: programs are compared for 1 frame or more")
    if by_pictures and effects:
        raise UsageError("by_pictures and effects are two ways to compare: one of them")
    schedules = {"stylus": dict(touch)} if touch else {}
    pair = with_script(find_pair(listing, port), press, answers, keys, schedules)
    if frames is not None:
        pair = with_frames(pair, frames)
    if clock is not None:
        pair = replace(pair, script=replace(pair.script, clock=clock))
    if by_pictures:
        return replace(pair, mode=PICTURES)
    return replace(pair, mode=EFFECTS if effects else CALLS)


def with_script(
    pair: Pair,
    press: Mapping[int, Buttons] | None,
    answers: Sequence[str] | None,
    keys: str | None,
    schedules: Schedules | None = None,
) -> Pair:
    """Returns the pair with the given input in place of its own.

    `schedules` are touches, tilts and keys by frame. With them all presses come exactly at their frames, too.
    """
    script = pair.script
    if press:
        presses = ((frame, Buttons(held)) for frame, held in dict(press).items())
        script = replace(script, presses=tuple(sorted(presses)))
    if answers:
        script = replace(script, answers=tuple(answers))
    if keys:
        script = replace(script, keys=keys)
    if schedules:
        script = script.with_acts(acts_in(schedules))
    return replace(pair, script=script)


def with_frames(pair: Pair, frames: int) -> Pair:
    """Returns the pair with a run of this many frames, though its listing may only poll for a while."""
    # the script of a program of the catalogue ends where nothing more is to come
    script = pair.script if pair.entry else replace(pair.script, least_frames=frames)
    return replace(pair, frames=frames, script=script)


def with_game(pair: Pair, log: GameLog, name: str) -> Pair:
    """Returns the pair with the input, sizes and seed of a log. Raises UsageError for impossible sizes."""
    return replace(
        pair,
        script=pair.script.with_log(log),
        # `log.numbers` are the variables that were set in the game
        size_sets=(pair.entry.named_sizes(log.numbers) if pair.entry else log.numbers,),
        seeds=pair.seeds[:1] if log.seed is None else (log.seed,),
        scenes=(),
        frames=log.frames or pair.frames,
        game=name,
    )


def with_storage(pair: Pair, folder: Path | None, *, alone: bool = False) -> Pair:
    """Returns the pair with a folder as its storage; files beside the listing are not found if `alone`."""
    script = pair.script if folder is None else pair.script.with_files(stored_files(folder))
    return replace(pair, script=replace(script, beside=None) if alone else script)


def sizes_to_play(pair: Pair, part: int = 0, parts: int = 1) -> tuple[Mapping[str, Value], ...]:
    """Returns the sets of sizes to play random games of a pair with.

    These are the sizes of its checks, if it has any. Else the first set is empty, for the listing's own
    constants; each further set has another value for one constant that the port has a keyword for. Only every
    `parts`-th of the further sets is returned, from number `part` on: worker processes share them so.
    """
    # of two listings or two ports neither has keywords for the other's constants
    if pair.size_sets != ({},) or pair.are_same_kind or not (values := values_to_try(pair.text)):
        return pair.size_sets
    try:
        keywords = pair.keywords().by_variable(pair.text)
    except UsageError:
        # a port that cannot be loaded is reported when it is run
        return pair.size_sets
    others = [{name: value} for name in keywords for value in values.get(name, ())]
    return ({}, *others[part::parts])
