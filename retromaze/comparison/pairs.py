"""A pair is a listing and its port: of the catalogue, or anybody's. Compares the two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from retromaze.catalogue import Entry, Parameter, assign, find, listing_path, listing_source
from retromaze.comparison.difference import Difference, relative
from retromaze.comparison.following import Port, follow
from retromaze.comparison.judging import Case
from retromaze.comparison.ports import PortModule, PortSource, port_source
from retromaze.comparison.recording import Listing, record
from retromaze.comparison.script import Script, script_of
from retromaze.comparison.trace import Ending
from retromaze.comparison.watchdog import PATIENCE
from retromaze.engine.listing_file import UnreadableListing, read_file
from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine

NO_SCRIPT = Script()
SUFFIXES = (".bas", ".prg", ".txt")
"""What the name of a listing's file ends in."""


@dataclass(frozen=True)
class Pair:
    """A listing's text and path, its port, and what a check runs them with.

    `sizes` are the numbers that may be set, by the keyword of the port; where nobody has said which (None),
    a keyword sets the variable of the same name. `trials` are the sizes that are checked, `seeds` the
    seeds; a port that does nothing for `patience` seconds is ended.
    """

    name: str
    text: str
    path: str
    port: PortSource
    script: Script = NO_SCRIPT
    sizes: Mapping[str, Parameter] | None = None
    trials: tuple[Mapping[str, int], ...] = ({},)
    seeds: tuple[int, ...] = (1, 2, 3)
    patience: float = PATIENCE

    def listing(self, sizes: Mapping[str, int]) -> Listing:
        """The listing with these sizes in it. Raises UsageError for those it cannot have."""
        text = self.text
        for name, value in sizes.items():
            text = assign(text, self.variable(name, value), value)
        return Listing(text, self.path)

    def variable(self, name: str, value: int) -> str:
        """The listing's variable for a size. Raises UsageError if it cannot have that value."""
        if self.sizes is None:
            return name.upper()
        if name not in self.sizes:
            known = ", ".join(self.sizes) or "no sizes"
            raise UsageError(f"{self.name} has no size called {name}; it has {known}")
        self.sizes[name].check(name, value)
        return self.sizes[name].variable

    def all_sizes(self, sizes: Mapping[str, int]) -> dict[str, int]:
        """The given sizes, and the defaults of the others as far as they are known."""
        return {name: each.default for name, each in (self.sizes or {}).items()} | dict(sizes)

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
        sizes=dict(entry.sizes),
        trials=tuple(map(dict, entry.trials)),
        seeds=tuple(entry.seeds),
    )


def own_pair(listing: str | Path, port: str | Path | Callable[..., Any]) -> Pair:
    """The pair of a listing, its path or its text, and a port: `FILE.py`, `FILE.py:function` or a function.

    Raises UsageError if a file is missing or is no listing.
    """
    if isinstance(listing, str) and is_text(listing):
        return Pair("listing", listing, Listing(listing).path, port_source(port))
    try:
        text = read_file(Path(listing), str(listing))
    except FileNotFoundError:
        raise UsageError(f"{listing} does not exist") from None
    except UnreadableListing as reason:
        raise UsageError(str(reason)) from None
    return Pair(Path(listing).stem, text, str(listing), port_source(port))


def is_text(listing: str) -> bool:
    """Whether this is a listing itself, and no name of a file."""
    return "\n" in listing or not (listing.lower().endswith(SUFFIXES) or Path(listing).is_file())


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a comparison found, and at how much it looked: the listing's events, frames and ending.

    `standstill` tells that the port had to be ended.
    """

    difference: Difference | None
    events: int
    frames: int
    ending: Ending
    standstill: bool = False


def compare_programs(
    listing: Listing,
    port: Port,
    *,
    seed: int | None = None,
    script: Script = NO_SCRIPT,
    patience: float = PATIENCE,
) -> Comparison:
    """Runs the listing, then the port against it on an equal machine, and stops it at the first difference.

    Compared are the events in their order (name, arguments, result), what both screens show at every wait,
    how the programs end, and the state in which they leave the console. Frames are not: a listing passes
    some while it works, a port does not. A port is stopped, and told so, where it has done nothing that can
    be observed for `patience` seconds.
    """
    recording = record(listing, seed, script)
    run = follow(recording, port, script, patience=patience)
    difference = Case(listing, script, recording, run).first_difference()
    return Comparison(
        difference,
        len(recording.trace),
        recording.machine.frame,
        recording.ending,
        run.ending is Ending.STANDSTILL,
    )


def compare_one(pair: Pair, seed: int | None, sizes: Mapping[str, int]) -> Comparison:
    """Compares a pair with one seed and one set of sizes. Raises UsageError for impossible sizes."""

    def port(machine: Machine) -> None:
        # Loaded where its failures are told: a port may fail before its function begins.
        pair.port.load()(machine, **sizes)

    listing = pair.listing(sizes)
    made = compare_programs(listing, port, seed=seed, script=pair.script, patience=pair.patience)
    if made.difference is None:
        return made
    return replace(made, difference=replace(made.difference, name=pair.name, sizes=dict(sizes)))


def compare_pair(name: str, seed: int | None, sizes: Mapping[str, int]) -> Comparison:
    """Compares a pair of the catalogue. Raises UsageError for unknown names and impossible sizes."""
    return compare_one(pair_of_entry(find(name)), seed, sizes)


def compare(
    listing: str | Path,
    port: str | Path | Callable[..., None] | None = None,
    *,
    seed: int | None = None,
    press: Mapping[int, Buttons] | None = None,
    answers: Sequence[str] = (),
    keys: str = "",
    **sizes: int,
) -> Difference | None:
    """The first difference between a listing and its port; None if they are equal.

    `listing` is a name of the catalogue, which brings its port; or a path, or the text itself, and then
    `port` is a function `main(machine, **sizes)`, or where one is written: `maze.py`, `maze.py:dig`.
    `sizes` are those `retromaze list` names, or of any listing the variables that it sets to a number
    (`m_w=20` for `M_W=199`); others keep their defaults. Without a seed several are tried: the catalogue's
    own, else 1 to 3. `press` (buttons held from a frame on), `answers` (lines for INPUT) and `keys` (typed
    at the start) go to both programs; the catalogue has its own where none are given.

    Raises UsageError for unknown names, files that are missing and sizes that cannot be had.
    """
    pair = scripted(chosen_pair(listing, port), press, answers, keys)
    seeds = pair.seeds if seed is None else (seed,)
    differences = (compare_one(pair, each, sizes).difference for each in seeds)
    return next((each for each in differences if each is not None), None)


def chosen_pair(listing: str | Path, port: str | Path | Callable[..., Any] | None) -> Pair:
    """A pair of the catalogue where there is no port, else anybody's. Raises UsageError."""
    return pair_of_entry(find(str(listing))) if port is None else own_pair(listing, port)


def scripted(
    pair: Pair, press: Mapping[int, Buttons] | None, answers: Sequence[str] | None, keys: str | None
) -> Pair:
    """The pair with what is given in place of what it has."""
    script = pair.script
    if press:
        script = replace(script, presses=tuple(sorted(press.items())))
    if answers:
        script = replace(script, answers=tuple(answers))
    if keys:
        script = replace(script, keys=keys)
    return replace(pair, script=script)
