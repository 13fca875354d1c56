"""Runs the catalogue's checks of one pair with its listing or port changed, until one finds it."""

import ast
import copy
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import NamedTuple

import retromaze
from retromaze.catalogue import find
from retromaze.catalogue_entry import Scene
from retromaze.comparison.difference_words import SIDES, StopReason, final_findings
from retromaze.comparison.input_script import FRAME_LIMIT, Script, script_of
from retromaze.comparison.listing_recording import EVENT_LIMIT, Recording, record
from retromaze.comparison.pairs import Pair, pair_of_entry
from retromaze.comparison.port_replay import ReplayResult, replay
from retromaze.errors import UsageError
from retromaze.language.prologue import Value
from tests.mutation.mutants import Mutant
from tests.mutation.texts import LISTING, path_of, text_of

PORTS = "retromaze.ports"
TURN = "_turn_"


class Endless(BaseException):
    """A port's loops have gone round too often."""


class Turns:
    """Counts how often any loop of a port goes round; raises Endless beyond the limit."""

    def __init__(self, limit: float = float("inf")) -> None:
        self.count = 0
        self.limit = limit

    def __call__(self) -> None:
        self.count += 1
        if self.count > self.limit:
            raise Endless


@lru_cache(maxsize=64)
def counted(source: str, path: str) -> CodeType:
    """The code of a text with a call before the body of every while loop."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            call = ast.Expr(ast.Call(ast.Name(TURN, ast.Load()), [], []))
            node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node)))
    return compile(tree, path, "exec")


class Loader(SourceFileLoader):
    """Loads one module of the ports, from another text if there is one."""

    def __init__(self, name: str, path: str, changed: dict[str, str], turns: Turns) -> None:
        super().__init__(name, path)
        self.changed = changed
        self.turns = turns

    def exec_module(self, module: ModuleType) -> None:
        text = self.changed.get(self.path)
        vars(module)[TURN] = self.turns
        exec(counted(read(self.path) if text is None else text, self.path), vars(module))


@lru_cache(maxsize=64)
def read(path: str) -> str:
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


class Finder(MetaPathFinder):
    """Finds the modules of the ports where they are, for `Loader`."""

    def __init__(self, changed: dict[str, str], turns: Turns) -> None:
        self.changed = changed
        self.turns = turns

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name.startswith(PORTS) else None
        if spec is not None and spec.origin is not None:
            spec.loader = Loader(name, spec.origin, self.changed, self.turns)
        return spec


@contextmanager
def ports(changed: dict[str, str], turns: Turns) -> Iterator[None]:
    """Inside, the ports are loaded anew: with the changed texts, by path, and with their loops counted."""
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if is_port(name)}
    finder = Finder(changed, turns)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if is_port(name)]:
            del sys.modules[name]
        sys.modules.update(before)
        if PORTS in before:
            # an import writes it into the package above, too
            vars(retromaze)["ports"] = before[PORTS]


def is_port(name: str) -> bool:
    return f"{name}.".startswith(f"{PORTS}.")


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
    plays = [(sizes, pair.seeds, pair.script) for sizes in pair.size_sets]
    plays += [(scene.sizes, scene.seeds, script_of(scene)) for scene in pair.scenes]
    checks = [check(pair, sizes, seed, script) for sizes, seeds, script in plays for seed in seeds]
    return sorted(checks, key=lambda each: len(each.recording.trace) + each.recording.machine.frame)


def check(pair: Pair, sizes: Mapping[str, Value], seed: int, script: Script) -> Check:
    """A comparison as it is with nothing changed."""
    recording = record(unchecked(pair, sizes).listing, seed, script)
    turns = Turns()
    with ports({}, turns):
        run = replay(recording, unchecked(pair, sizes).port)
    if differs(recording, run):
        raise ValueError(f"{pair.name} differs with {dict(sizes)}, seed {seed}, before anything is changed")
    return Check(sizes, seed, script, recording, turns.count)


def unchecked(pair: Pair, sizes: Mapping[str, Value]) -> Pair:
    """The pair with these sizes, even such as its listing refuses."""
    return pair.with_sizes(sizes, Scene())


def differs(recording: Recording, run: ReplayResult) -> bool:
    """Whether a check would tell a difference; the recording stays as it is."""
    left = (
        run.screens_differ
        or run.missing_wait
        or run.event is not None
        or run.events_agreed < len(recording.trace)
    )
    if left or not recording.end.ends_like(run.end):
        return True
    if recording.end.reason is StopReason.LIMIT:
        return False
    before = copy.deepcopy(recording.machine.rng)
    found = next(final_findings(recording.machine, run.machine, SIDES), None)
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
        run = replay(check.recording, unchecked(pair, check.sizes).port)
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
            run = replay(recording, unchecked(pair, check.sizes).port)
        if differs(recording, run):
            return True
        if recording.end.reason is not StopReason.LIMIT:
            return False
    return before.end.reason is not StopReason.LIMIT
