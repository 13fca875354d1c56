"""A pair is a listing and its port: of the catalogue, or anybody's. Compares the two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from retromaze.catalogue import CATALOGUE, find
from retromaze.comparison.difference import Difference, relative
from retromaze.comparison.following import Following, Port, follow, words_of
from retromaze.comparison.guard import Guard
from retromaze.comparison.judging import Case
from retromaze.comparison.keywords import Keywords, keywords_of, set_in_both
from retromaze.comparison.ports import GivenPort, PortModule, PortSource, port_source
from retromaze.comparison.recording import Listing, record
from retromaze.comparison.script import FRAME_LIMIT, Script, acts_in, script_of
from retromaze.comparison.trace import Ending, Recording
from retromaze.comparison.watchdog import PATIENCE
from retromaze.engine.listing_file import UnreadableListing, read_file
from retromaze.entry import Entry, listing_path, listing_source
from retromaze.errors import UsageError
from retromaze.language.lines import with_line_feeds
from retromaze.language.prologue import Value, with_values
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.press import Schedules
from retromaze.scenes import Scene

NO_SCRIPT = Script()
SUFFIXES = (".bas", ".prg", ".txt")
"""What the name of a listing's file ends in."""
PORT_SUFFIX = ".py"


@dataclass(frozen=True)
class Pair:
    """A listing's text and path, its port, and what a check runs them with; each line ends in a line feed.

    `entry` tells the sizes of a pair of the catalogue; those of others (None) are the constants at the top
    of the listing that the port has a keyword for. `trials` are the sizes that are checked, `seeds` the
    seeds, `scenes` what is played besides. A port that does nothing for `patience` seconds is ended, and so
    is a listing that goes on after so many `frames` (None: as many as its script is played for).
    """

    name: str
    text: str
    path: str
    port: PortSource
    script: Script = NO_SCRIPT
    entry: Entry | None = None
    trials: tuple[Mapping[str, Value], ...] = ({},)
    seeds: tuple[int, ...] = (1, 2, 3)
    scenes: tuple[Scene, ...] = ()
    patience: float = PATIENCE
    frames: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", with_line_feeds(self.text))

    @property
    def listing(self) -> Listing:
        """The listing as it stands."""
        return Listing(self.text, self.path)

    def checked(self, sizes: Mapping[str, Value]) -> dict[str, Value]:
        """The sizes by their own names where the catalogue has them, else as they are given.

        Raises UsageError for those that a pair of the catalogue cannot have.
        """
        return dict(self.entry.sizes_of(sizes) if self.entry else sizes)

    def given(
        self, sizes: Mapping[str, Value], *, checked: bool = True, keywords: Keywords | None = None
    ) -> Pair:
        """The pair with these sizes in its listing and as keywords of its port.

        Unless they are `checked` they may be such as the listing itself refuses, by their own names. The port
        of others is loaded to tell its `keywords`, unless they are known. Raises UsageError for sizes that
        cannot be had, and where the port's keywords cannot be learnt.
        """
        if not sizes:
            return self
        if self.entry:
            text, values = self._given_entry(self.entry, self.checked(sizes) if checked else dict(sizes))
        else:
            text, values = set_in_both(self.text, keywords or self._keywords(), sizes, self.path)
        port = self.port.port if isinstance(self.port, GivenPort) else self.port
        return replace(self, text=text, port=GivenPort(port, tuple(values.items())))

    def _given_entry(self, entry: Entry, sizes: dict[str, Value]) -> tuple[str, dict[str, Value]]:
        values = {entry.sizes[name].variable: value for name, value in sizes.items()}
        return with_values(self.text, values, self.path), sizes

    def _keywords(self) -> Keywords:
        guard = Guard()
        try:
            with guard:
                port = self.port.load()
        except BaseException as error:  # a file may fail in any way while it is read
            if guard.interrupted:
                raise
            raise UsageError(f"the port of {self.path} tells no keywords: {words_of(error)}") from error
        return keywords_of(port)

    @property
    def plays_its_own(self) -> bool:
        """Whether its script is anybody's; the catalogue has one for all sizes of a pair."""
        return self.entry is None or self.script != script_of(self.entry)

    def script_in(self, played: Scene | None) -> Script:
        """The script of a scene, the pair's own outside of scenes."""
        return script_of(played) if played else self.script

    def frames_of(self, script: Script) -> int:
        """The frames after which a listing that is played so is ended."""
        return script.frames if self.frames is None else self.frames

    def all_sizes(self, sizes: Mapping[str, Value]) -> dict[str, Value]:
        """The given sizes, and the defaults of the others as far as they are known."""
        known = self.entry.sizes if self.entry else {}
        return {name: each.default for name, each in known.items()} | dict(sizes)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that it is written in."""
        port = self.port.path
        return (Path(self.path), port) if port else (Path(self.path),)


def pair_of_entry(entry: Entry) -> Pair:
    """A pair of the catalogue. Raises UsageError if its listing cannot be read."""
    return Pair(
        name=entry.name,
        text=listing_source(entry),
        path=relative(listing_path(entry)),
        port=PortModule(entry.port),
        script=script_of(entry),
        entry=sendable(entry),
        trials=tuple(map(dict, entry.trials)),
        seeds=tuple(entry.seeds),
        scenes=entry.scenes,
        frames=FRAME_LIMIT,
    )


def sendable(entry: Entry) -> Entry:
    """The same entry, such that another process can be sent it: its tables are plain ones."""
    return replace(entry, sizes=dict(entry.sizes), trials=tuple(map(dict, entry.trials)))


def own_pair(listing: str | Path, port: str | Path | Callable[..., Any]) -> Pair:
    """The pair of a listing, its path or its text, and a port: `FILE.py`, `FILE.py:function` or a function.

    Raises UsageError if a file is missing or is no listing.
    """
    return pair_with(listing, port_source(port))


def pair_with(listing: str | Path, port: PortSource) -> Pair:
    """The same with a port that is found already."""
    if isinstance(listing, str) and is_text(listing):
        return Pair("listing", listing, Listing(listing).path, port)
    try:
        text = read_file(Path(listing), str(listing))
    except FileNotFoundError:
        raise UsageError(f"{listing} does not exist") from None
    except UnreadableListing as reason:
        raise UsageError(str(reason)) from None
    return Pair(Path(listing).stem, text, str(listing), port)


def is_text(listing: str) -> bool:
    """Whether this is a listing itself, and no name of a file."""
    return "\n" in listing or not (listing.lower().endswith(SUFFIXES) or Path(listing).is_file())


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a comparison found, and at how much it looked: the listing's events, frames and ending.

    `standstill` tells that the port had to be ended, `port_lines` its line of each event, if they were asked
    for, and `port_error` the words for what it failed of. `unseen` are the presses, keys and answers that the
    listing never looked at, in words; `stopped` is `errnum 14 in line 1` where an error stopped the listing;
    `answers` tells how many lines it was given by INPUT.
    """

    difference: Difference | None
    events: int
    frames: int
    ending: Ending
    standstill: bool = False
    port_lines: Sequence[int] = ()
    port_error: str = ""
    unseen: tuple[str, ...] = ()
    stopped: str = ""
    answers: int = 0


def compare_programs(
    listing: Listing,
    port: Port,
    *,
    seed: int | None = None,
    script: Script = NO_SCRIPT,
    patience: float = PATIENCE,
    placed: bool = False,
    frames: int = FRAME_LIMIT,
) -> Comparison:
    """Runs the listing, then the port against it on an equal machine, and stops it at the first difference.

    Compared are the events in their order (name, arguments, result), what both screens show at every wait,
    how the programs end, and the state in which they leave the console. Frames are not: a listing passes
    some while it works, a port does not. A port is stopped, and told so, where it has done nothing that can
    be observed for `patience` seconds, a listing that goes on after so many `frames`. `placed` asks for the
    port's lines.
    """
    recording = record(listing, seed, script, frames=frames)
    run = follow(recording, port, script, patience=patience, placed=placed)
    return judged(listing, script, recording, run)


def judged(listing: Listing, script: Script, recording: Recording, run: Following) -> Comparison:
    """What came of a listing's run and its port's."""
    return Comparison(
        Case(listing, script, recording, run).first_difference(),
        len(recording.trace),
        recording.machine.frame,
        recording.ending,
        run.ending is Ending.STANDSTILL,
        run.lines,
        run.error,
        recording.unseen,
        recording.stopped,
        recording.machine.input.answers_taken,
    )


def loaded_late(source: PortSource) -> Port:
    """A port that is loaded where its failures are told: it may fail before its function begins."""

    def port(machine: Machine) -> None:
        source.load()(machine)

    return port


def compare_one(
    pair: Pair, seed: int | None, sizes: Mapping[str, Value], played: Scene | None = None
) -> Comparison:
    """Compares a pair with one seed and one set of sizes, by its own script or a scene's.

    Raises UsageError for impossible sizes; a scene's may be such as the listing refuses.
    """
    given, script = pair.given(sizes, checked=played is None), pair.script_in(played)
    port = loaded_late(given.port)
    made = compare_programs(
        given.listing,
        port,
        seed=seed,
        script=script,
        patience=pair.patience,
        frames=pair.frames_of(script),
    )
    if made.difference is None:
        return made
    return replace(made, difference=replace(made.difference, name=pair.name, sizes=dict(sizes)))


def compare_pair(
    name: str, seed: int | None, sizes: Mapping[str, Value], played: Scene | None = None
) -> Comparison:
    """Compares a pair of the catalogue, with its own script or a scene's.

    Raises UsageError for unknown names and impossible sizes.
    """
    return compare_one(pair_of_entry(find(name)), seed, sizes, played)


def compare(
    listing: str | Path,
    port: str | Path | Callable[..., None] | None = None,
    *,
    seed: int | None = None,
    press: Mapping[int, Buttons] | None = None,
    answers: Sequence[str] = (),
    keys: str = "",
    frames: int | None = None,
    **sizes: Value,
) -> Difference | None:
    """The first difference between a listing and its port; None if they are equal.

    `listing` is a name of the catalogue, which brings its port; or a path, or the text itself, and then
    `port` is a function `main(machine, **sizes)`, or where one is written: `maze.py`, `maze.py:dig`; that
    of the same name beside a path if it is missing.
    `sizes` are those `retromaze list` names, or of any listing the constants that it sets at its top
    (`m_w=20` for `M_W=199`) and the port has a keyword for; others keep their defaults. Without a seed
    several are tried: the catalogue's own, else 1 to 3. `press` (buttons held from a frame on), `answers`
    (lines for INPUT) and `keys` (typed at the start) go to both programs; the catalogue has its own where
    none are given. A listing that goes on is compared for so many `frames`: a minute (3,600) if not told, or
    a second beyond the last press; of the catalogue 20,000.

    Raises UsageError for unknown names, files that are missing and sizes that cannot be had.
    """
    pair = with_frames(scripted(chosen_pair(listing, port), press, answers, keys), frames)
    seeds = pair.seeds if seed is None else (seed,)
    differences = (compare_one(pair, each, sizes).difference for each in seeds)
    return next((each for each in differences if each is not None), None)


def chosen_pair(listing: str | Path, port: str | Path | Callable[..., Any] | None) -> Pair:
    """A pair of the catalogue, or anybody's, with the port beside its listing if none is told.

    Raises UsageError.
    """
    name = str(listing)
    if port is not None:
        return own_pair(listing, port)
    if "\n" in name:
        raise UsageError("a listing's text needs a port: a function, or where one is written")
    if name in CATALOGUE or is_text(name):
        return pair_of_entry(find(name))
    return own_pair(listing, port_beside(Path(listing)))


def port_beside(listing: Path) -> Path:
    """The port of the same name. Raises UsageError if there is none, or no listing either."""
    port = listing.with_suffix(PORT_SUFFIX)
    if not listing.is_file():
        raise UsageError(f"{listing} does not exist")
    if not port.is_file():
        raise UsageError(f"{listing} needs its port: name it after the listing, or call it {port}")
    return port


def scripted(
    pair: Pair,
    press: Mapping[int, Buttons] | None,
    answers: Sequence[str] | None,
    keys: str | None,
    schedules: Schedules | None = None,
) -> Pair:
    """The pair with what is given in place of what it has.

    `schedules` are touches, tilts and keys by frame: with them everything, the presses too, comes at its own
    frame.
    """
    script = pair.script
    if press:
        script = replace(script, presses=tuple(sorted(press.items())))
    if answers:
        script = replace(script, answers=tuple(answers))
    if keys:
        script = replace(script, keys=keys)
    if schedules:
        script = script.with_acts(acts_in(schedules))
    return replace(pair, script=script)


def with_frames(pair: Pair, frames: int | None) -> Pair:
    """The pair whose listing is ended after so many frames, as before if None."""
    return pair if frames is None else replace(pair, frames=frames)
