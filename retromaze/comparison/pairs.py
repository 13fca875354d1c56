"""Compares a listing with its port: any two, or a pair of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from retromaze.catalogue import find, listing_path, listing_source, load_port
from retromaze.comparison.difference import Difference, relative
from retromaze.comparison.following import Port, follow
from retromaze.comparison.judging import Case
from retromaze.comparison.recording import Listing, record
from retromaze.comparison.script import Script, script_of
from retromaze.comparison.trace import Ending
from retromaze.machine.machine import Machine


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a comparison found, and at how much it looked: the listing's events, frames and ending."""

    difference: Difference | None
    events: int
    frames: int
    ending: Ending


NO_SCRIPT = Script()


def compare_programs(
    listing: Listing, port: Port, *, seed: int | None = None, script: Script = NO_SCRIPT
) -> Comparison:
    """Runs the listing, then the port against it on an equal machine, and stops it at the first difference.

    Compared are the events in their order (name, arguments, result), what both screens show at every wait,
    how the programs end, and the state in which they leave the console. Frames are not: a listing passes
    some while it works, a port does not.
    """
    recording = record(listing, seed, script)
    run = follow(recording, port, script)
    difference = Case(listing, script, recording, run).first_difference()
    return Comparison(difference, len(recording.trace), recording.machine.frame, recording.ending)


def compare_pair(name: str, seed: int | None, sizes: Mapping[str, int]) -> Comparison:
    """Compares a pair of the catalogue. Raises UsageError for unknown names and impossible sizes."""
    entry = find(name)
    listing = Listing(listing_source(entry, **sizes), relative(listing_path(entry)))

    def port(machine: Machine) -> None:
        # Loaded where its failures are told: a port may fail before its main begins.
        load_port(entry)(machine, **sizes)

    made = compare_programs(listing, port, seed=seed, script=script_of(entry))
    if made.difference is None:
        return made
    return replace(made, difference=replace(made.difference, name=name, sizes=dict(sizes)))


def compare(name: str, *, seed: int | None = None, **sizes: int) -> Difference | None:
    """The first difference between a program of the catalogue and its port; None if they are equal.

    `sizes` are those `retromaze list` names, others keep their defaults. Without a seed each of the entry's
    own seeds is tried. Raises UsageError for unknown names and impossible sizes.
    """
    seeds = find(name).seeds if seed is None else (seed,)
    differences = (compare_pair(name, each, sizes).difference for each in seeds)
    return next((each for each in differences if each is not None), None)
