"""Plays the games that `check --play` finds with a changed port, until one of them shows the change.

Which games these are is decided by the listing alone. They are found once and then played with every change,
as `check` would play them; only those are left out that never come to the changed line.
"""

from __future__ import annotations

import ast
from functools import cache, lru_cache
from types import CodeType, ModuleType
from typing import NamedTuple

from retromaze.comparison.coverage import LineTracer, steps
from retromaze.comparison.exploring import Explorer
from retromaze.comparison.pairs import Pair, own_pair
from retromaze.comparison.recording import record
from retromaze.comparison.replay import Port, replay
from retromaze.comparison.script import Script
from retromaze.comparison.trace import Recording
from retromaze.machine.machine import Machine
from tests.mutation.loading import TURN, Turns, counted
from tests.mutation.mutants import Mutant
from tests.mutation.texts import GAME, listing_of, path_of, text_of
from tests.mutation.trials import differs

MINUTES = 4
"""What `check --play` is given."""


class Game(NamedTuple):
    """One game: its script, the listing's recording, the port's turns, and the lines that the port ran."""

    script: Script
    recording: Recording
    turns: int
    lines: frozenset[int]


@lru_cache(maxsize=1)
def games_of(name: str) -> list[Game]:
    """The games of a listing, quick ones first. Raises ValueError where one finds a difference."""
    pair = own_pair(listing_of(name), Machine.reset)
    games = [game(name, pair, seed, *play) for seed in pair.seeds for play in plays_of(pair, seed)]
    return sorted(games, key=lambda each: len(each.recording.trace) + each.recording.machine.frame)


def plays_of(pair: Pair, seed: int) -> list[tuple[Script, int]]:
    """What `check --play` plays with one seed, each for so many frames: nothing at first, then its games."""
    explorer = Explorer(pair, seed, {})
    games = [(each.script, each.frames) for each in explorer.worthwhile(MINUTES)]
    return [(pair.script, pair.frames_of(pair.script)), *games]


def game(name: str, pair: Pair, seed: int, script: Script, frames: int) -> Game:
    """A game as it is with nothing changed."""
    recording = record(pair.listing, seed, script, frames=frames)
    turns, tracer = Turns(), LineTracer(path_of(name, GAME))
    port = loaded(text_of(name, GAME), tracer.file, turns)
    with tracer.on():
        run = replay(recording, port, script)
    if differs(recording, run, script):
        raise ValueError(f"{name} differs with seed {seed} before anything is changed")
    return Game(script, recording, turns.count, frozenset(tracer.counts))


def loaded(text: str, path: str, turns: Turns) -> Port:
    """The port of this text, loaded when it runs."""

    def port(machine: Machine) -> None:
        module = ModuleType("changed_port")
        vars(module)[TURN] = turns
        exec(code_of(text, path), vars(module))
        module.main(machine)

    return port


@lru_cache(maxsize=2)
def code_of(text: str, path: str) -> CodeType:
    """The code of a changed port."""
    return counted(text, path)


@cache
def statement_lines(text: str) -> frozenset[int]:
    """The lines in which a statement of a function begins."""
    functions = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef)]
    return frozenset(step.lineno for function in functions for step in steps(function))


def lives(name: str, mutant: Mutant) -> bool:
    """Whether no game shows the change."""
    return not any(is_found(name, mutant, each) for each in games_of(name) if comes_to(name, mutant, each))


def comes_to(name: str, mutant: Mutant, game: Game) -> bool:
    """Whether a game runs the changed line; where no statement begins it may."""
    return mutant.line in game.lines or mutant.line not in statement_lines(text_of(name, GAME))


def is_found(name: str, mutant: Mutant, game: Game) -> bool:
    """Whether a game finds the changed port, or stops it."""
    text = mutant.applied(text_of(name, GAME))
    port = loaded(text, str(path_of(name, GAME)), Turns(3 * game.turns + 10_000))
    return differs(game.recording, replay(game.recording, port, game.script), game.script)
