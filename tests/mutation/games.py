"""Plays the games that `check --play` finds with a changed port, until one of them shows the change.

Which games these are is decided by the listing alone. They are found once and then played with every change,
as `check` would play them; only those are left out that never come to the changed line. What nobody does at
random is played by hand: what the catalogue checks, and the logs `tests/games/NAME.*.log`.
"""

import ast
from collections.abc import Iterator
from functools import cache, lru_cache
from types import CodeType, ModuleType
from typing import NamedTuple

from retromaze.catalogue import CATALOGUE, find
from retromaze.comparison.coverage import executable_statements
from retromaze.comparison.input_script import Script, script_of
from retromaze.comparison.line_tracing import LineCounter
from retromaze.comparison.listing_recording import Recording, record
from retromaze.comparison.pairs import Pair, sizes_to_play, user_pair, with_game
from retromaze.comparison.port_replay import replay
from retromaze.comparison.random_games import Explorer
from retromaze.comparison.runnable_programs import MachineFunction, Port
from retromaze.input_log import read_log
from retromaze.language.prologue import Value
from retromaze.machine.machine import Machine
from tests.mutation.mutants import Mutant
from tests.mutation.texts import GAME, GAMES, listing_of, path_of, text_of
from tests.mutation.trials import TURN, Turns, counted, differs

Keywords = tuple[tuple[str, Value], ...]

MINUTES = 2
"""What `check --play` is given if nobody says."""


class Play(NamedTuple):
    """What is played: the pair with its sizes, a seed, the script and its frames."""

    pair: Pair
    seed: int
    script: Script
    frames: int

    @property
    def keywords(self) -> Keywords:
        """The sizes as the port is given them."""
        assert isinstance(self.pair.port, Port)
        return self.pair.port.keywords


class Game(NamedTuple):
    """What is played, the listing's recording, the port's turns, and the lines that the port ran."""

    play: Play
    recording: Recording
    turns: int
    lines: frozenset[int]


@lru_cache(maxsize=1)
def games_of(name: str, minutes: float) -> list[Game]:
    """The games of a listing, quick ones first. Raises ValueError where one finds a difference."""
    pair = user_pair(listing_of(name), module_of(text_of(name, GAME), str(path_of(name, GAME)), Turns()).main)
    games = [game(name, play) for play in (*plays_of(pair, minutes), *plays_by_hand(name, pair))]
    return sorted(games, key=lambda each: len(each.recording.trace) + each.recording.machine.frame)


def plays_of(pair: Pair, minutes: float) -> Iterator[Play]:
    """What `check --play` plays: with each seed nothing at first, then its games."""
    for turn, seed in enumerate(pair.seeds):
        sizes, *others = sizes_to_play(pair, turn, len(pair.seeds))
        given = [pair.with_sizes(each) for each in (sizes, *others)]
        yield Play(given[0], seed, pair.script, pair.limit)
        for each in Explorer(pair, seed, sizes, others).chosen_games(minutes):
            yield Play(given[each.size_index], seed, each.script, each.frames)


def plays_by_hand(name: str, pair: Pair) -> Iterator[Play]:
    """What is played besides: games that are written down, and what the catalogue checks."""
    for path in sorted(GAMES.glob(f"{name}.*.log")):
        played = with_game(pair, read_log(path.read_bytes(), path.name), path.name)
        yield Play(played, played.seeds[0], played.script, played.limit)
    if name in CATALOGUE:
        entry = find(name)
        plays = [(script_of(entry), sizes, entry.seeds) for sizes in entry.size_sets]
        plays += [(script_of(scene), scene.sizes, scene.seeds) for scene in entry.scenes]
        for script, sizes, seeds in plays:
            given = pair.with_sizes({entry.sizes[size].variable: value for size, value in sizes.items()})
            for seed in seeds:
                yield Play(given, seed, script, script.frames)


def game(name: str, play: Play) -> Game:
    """A game as it is with nothing changed."""
    recording = record(play.pair.listing, play.seed, play.script, frames=play.frames)
    turns, tracer = Turns(), LineCounter(path_of(name, GAME))
    port = loaded(text_of(name, GAME), tracer.file, turns, play.keywords)
    with tracer.listening():
        run = replay(recording, port)
    if differs(recording, run):
        raise ValueError(f"{name} differs with seed {play.seed} before anything is changed")
    return Game(play, recording, turns.count, frozenset(tracer.counts))


def loaded(text: str, path: str, turns: Turns, keywords: Keywords) -> MachineFunction:
    """The port of this text with these keywords, loaded when it runs."""

    def port(machine: Machine) -> None:
        module_of(text, path, turns).main(machine, **dict(keywords))

    return port


def module_of(text: str, path: str, turns: Turns) -> ModuleType:
    """A port that is loaded from its text."""
    module = ModuleType("changed_port")
    vars(module)[TURN] = turns
    exec(code_of(text, path), vars(module))
    return module


@lru_cache(maxsize=2)
def code_of(text: str, path: str) -> CodeType:
    """The code of a changed port."""
    return counted(text, path)


@cache
def statement_lines(text: str) -> frozenset[int]:
    """The lines in which a statement of a function begins."""
    functions = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef)]
    return frozenset(step.lineno for function in functions for step in executable_statements(function))


def lives(name: str, mutant: Mutant, minutes: float = MINUTES) -> bool:
    """Whether no game finds the changed port, or stops it."""
    text = mutant.applied(text_of(name, GAME))
    # Where no statement begins a game may come to the line unseen.
    always = mutant.line not in statement_lines(text_of(name, GAME))
    for game in games_of(name, minutes):
        if always or mutant.line in game.lines:
            turns = Turns(3 * game.turns + 10_000)
            port = loaded(text, str(path_of(name, GAME)), turns, game.play.keywords)
            if differs(game.recording, replay(game.recording, port)):
                return False
    return True
