"""Runs the catalogue's checks of one pair with its listing or port changed, until one finds it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from retromaze.catalogue import find
from retromaze.comparison.pairs import Pair, pair_of_entry
from retromaze.comparison.program import Runnable
from retromaze.comparison.recording import EVENT_LIMIT, Recording, record
from retromaze.comparison.replay import ReplayResult, replay
from retromaze.comparison.script import FRAME_LIMIT, Script, script_of
from retromaze.comparison.words import StopReason, final_findings
from retromaze.entry import Scene
from retromaze.errors import UsageError
from retromaze.language.prologue import Value
from tests.mutation.loading import Turns, ports
from tests.mutation.mutants import Mutant
from tests.mutation.texts import LISTING, path_of, text_of

BEGINNING = 150
"""Events after which a changed listing is held against the port for the first time: most differ by then."""

MORE_FRAMES = 300
"""How long a changed listing may run beyond twice its time."""


class Check(NamedTuple):
    """One comparison of the catalogue's: sizes, seed and script, the recording, and the turns of the port."""

    sizes: Mapping[str, Value]
    seed: int
    script: Script
    recording: Recording
    turns: int


@lru_cache(maxsize=1)
def checks_of(name: str) -> list[Check]:
    """The checks of a pair, those that cost least first. Raises ValueError where one finds a difference."""
    pair = pair_of_entry(find(name))
    plays = [(sizes, pair.seeds, pair.script) for sizes in pair.trials]
    plays += [(scene.sizes, scene.seeds, script_of(scene)) for scene in pair.scenes]
    checks = [check(pair, *play) for play in each_seed(plays)]
    return sorted(checks, key=lambda each: len(each.recording.trace) + each.recording.machine.frame)


def each_seed(
    plays: list[tuple[Mapping[str, Value], tuple[int, ...], Script]],
) -> list[tuple[Mapping[str, Value], int, Script]]:
    return [(sizes, seed, script) for sizes, seeds, script in plays for seed in seeds]


def check(pair: Pair, sizes: Mapping[str, Value], seed: int, script: Script) -> Check:
    """A comparison as it is with nothing changed."""
    recording = record(unchecked(pair, sizes).listing, seed, script)
    turns = Turns()
    with ports({}, turns):
        run = replay(recording, port_of(pair, sizes))
    if differs(recording, run):
        raise ValueError(f"{pair.name} differs with {dict(sizes)}, seed {seed}, before anything is changed")
    return Check(sizes, seed, script, recording, turns.count)


def unchecked(pair: Pair, sizes: Mapping[str, Value]) -> Pair:
    """The pair with these sizes, even such as its listing refuses."""
    return pair.given(sizes, Scene())


def port_of(pair: Pair, sizes: Mapping[str, Value]) -> Runnable:
    """The port, loaded when it runs."""
    return unchecked(pair, sizes).port


def differs(recording: Recording, run: ReplayResult) -> bool:
    """Whether a check would tell a difference; the recording stays as it is."""
    left = run.shown or run.missing_wait or run.event is not None or run.agreed < len(recording.trace)
    if left or not recording.end.is_like(run.end):
        return True
    if recording.end.reason is StopReason.LIMIT:
        return False
    before = copy.deepcopy(recording.machine.rng)
    found = next(final_findings(recording.machine, run.machine), None)
    recording.machine.rng = before
    return found is not None


def lives(name: str, side: str, mutant: Mutant) -> bool:
    """Whether no check of the pair finds a difference once its listing or port is changed so."""
    path = path_of(name, side)
    text = mutant.applied(text_of(name, side))
    pair = pair_of_entry(find(name))
    if side == LISTING:
        return not any(
            listing_is_found(replace(pair, first=replace(pair.listing, source=text)), each)
            for each in checks_of(name)
        )
    return not any(port_is_found(pair, {str(path): text}, each) for each in checks_of(name))


def port_is_found(pair: Pair, changed: dict[str, str], check: Check) -> bool:
    """Whether a check finds a changed port, or stops it."""
    with ports(changed, Turns(3 * check.turns + 10_000)):
        run = replay(check.recording, port_of(pair, check.sizes))
    return differs(check.recording, run)


def listing_is_found(pair: Pair, check: Check) -> bool:
    """Whether a check finds a pair's changed listing, or stops it."""
    try:
        listing = unchecked(pair, check.sizes).listing
    except UsageError:
        return True
    before = check.recording
    frames = min(2 * before.machine.frame + MORE_FRAMES, FRAME_LIMIT)
    events = min(2 * len(before.trace) + 100, EVENT_LIMIT)
    for last in sorted({min(BEGINNING, events), events}):
        recording = record(listing, check.seed, check.script, frames, last=last)
        with ports({}, Turns()):
            run = replay(recording, port_of(pair, check.sizes))
        if differs(recording, run):
            return True
        if recording.end.reason is not StopReason.LIMIT:
            return False
    return before.end.reason is not StopReason.LIMIT
