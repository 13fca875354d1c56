"""Games at random, each played with a listing and then with its port, until they reach no new line."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from math import isfinite
from random import Random
from types import FrameType

from retromaze.comparison.coverage import Places, Tracer, nothing_run, traced_port
from retromaze.comparison.following import follow
from retromaze.comparison.pairs import Comparison, Pair, judged, loaded_late
from retromaze.comparison.random_play import Game, RandomPlayer
from retromaze.comparison.recording import Listing, record
from retromaze.comparison.script import MINUTE, Script, TooLong, options_of
from retromaze.comparison.shortening import Shortening
from retromaze.compiler.compiling import compile_listing
from retromaze.compiler.settings import Settings
from retromaze.compiler.spelling import basic_names
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, Stopped
from retromaze.language.prologue import Value
from retromaze.machine.machine import Machine
from retromaze.runner import play

STATEMENTS = 500_000
"""A game ends after so many statements of the listing, about half a second of work: it counts as a minute."""
QUIET = 300
"""A game ends where nothing new has come of it for so many frames."""

AFTER = 60
"""Frames for which a game is compared beyond what was new in it."""
LEAST = 1 / 200
"""Minutes that a game counts at least."""
SAMPLED = 10
"""Of the games in which nothing is new one in so many is played with the port."""
FRESH = 0.2
"""The share of games that do not go on from an earlier one."""
DRAWN = 8
"""Of so many moments drawn the one is gone on from that the fewest games have come to."""
LEVELS = 8
"""Values so small are told apart, greater ones by their number of binary digits."""

Mark = tuple[Hashable, int]
"""What a game has reached: a statement and how often it was run, or a variable and its value, roughly."""


def rough(value: int) -> int:
    """A number or its size: 1 to 8 themselves, then one number for each binary digit."""
    size = abs(value)
    if size <= LEVELS:
        return value
    return (LEVELS + size.bit_length()) * (1 if value > 0 else -1)


class Watch:
    """Looks on as a listing is run in a game, and ends what has become dull."""

    def __init__(self, listing: Listing, machine: Machine, known: Collection[Mark], begin: int) -> None:
        """`known` are the marks of earlier games, `begin` is the frame from which on this one is new."""
        self.counts: dict[tuple[int, int, int], int] = {}
        self.marks: dict[Mark, tuple[int, int]] = {}
        """Each with its frame, and the lines given to INPUT by then."""
        self.last = 0
        """The frame of the last one that is new."""
        self._machine = machine
        self._path = listing.path
        self._names = scalars_of(listing)
        self._known = known
        self._answers = 0
        self._states: set[tuple[tuple[str, int], ...]] = set()
        self._left = STATEMENTS
        self._until = begin + QUIET

    @property
    def news(self) -> bool:
        """Whether anything in it is new."""
        return self.last > 0

    @property
    def begun(self) -> Places:
        """The listing's own statements that were run."""
        return frozenset((line, column) for slot, line, column in self.counts if slot == 0)

    @property
    def frames(self) -> int:
        """The frames that it lasted."""
        return self._machine.frame

    @property
    def minutes(self) -> float:
        """What the game counts."""
        return max(self._machine.frame / MINUTE, 1 - self._left / STATEMENTS, LEAST)

    def on_statement(self, slot: int, line: int, column: int) -> None:
        """A statement begins. Raises TooLong after very many."""
        # the frame that passes in an INPUT still shows what was before its answer
        self._answers = self._machine.input.answers_taken
        place = slot, line, column
        count = self.counts[place] = self.counts.get(place, 0) + 1
        # a power of two has one binary digit more than the number before it
        if not count & (count - 1):
            self._note((place, count.bit_length()))
        self._left -= 1
        if not self._left:
            raise TooLong

    def on_frame(self, machine: Machine) -> None:
        """A frame has passed. Raises TooLong where nothing is new for long."""
        frame: FrameType | None = sys._getframe()
        while frame is not None and frame.f_code.co_filename != self._path:
            frame = frame.f_back
        values = frame.f_locals if frame is not None else {}
        small: list[tuple[str, int]] = []
        for name in self._names:
            value = values.get(name)
            if isinstance(value, int | float) and isfinite(value) and value == int(value):
                number = int(value)
                self._note((name, rough(number)))
                if 0 <= number <= LEVELS:
                    small.append((name, number))
        state = tuple(small)
        if state not in self._states:
            self._states.add(state)
            for pair in combinations(state, 2):
                # there are many of them: one is worth going on from, and is no news
                self.marks.setdefault((pair, 0), (machine.frame, self._answers))
        if machine.frame >= self._until:
            raise TooLong

    def _note(self, mark: Mark) -> None:
        if mark not in self.marks:
            frame = self._machine.frame
            self.marks[mark] = frame, self._answers
            if mark not in self._known:
                self.last = max(frame, 1)
                self._until = max(self._until, self.last + QUIET)


class Archive:
    """By each mark the game that came to it soonest, and how many games did."""

    def __init__(self, random: Random) -> None:
        self.games: dict[Mark, Game] = {}
        self._counts: Counter[Mark] = Counter()
        self._marks: list[Mark] = []
        self._random = random

    def add(self, script: Script, marks: Mapping[Mark, tuple[int, int]]) -> None:
        """Keeps a game by what it came to first, or sooner than others."""
        self._counts.update(marks.keys())
        for mark, (frame, answers) in marks.items():
            known = self.games.get(mark)
            if known is None:
                self._marks.append(mark)
            if known is None or (frame, answers) < (known.frame, known.answers):
                self.games[mark] = Game(script, frame, answers)

    def draw(self) -> Game | None:
        """A game that came to what few have come to; None for a new one."""
        random = self._random
        if not self._marks or random.random() < FRESH:
            return None
        drawn = [random.choice(self._marks) for _ in range(DRAWN)]
        return self.games[min(drawn, key=self._counts.__getitem__)]


def scalars_of(listing: Listing) -> tuple[str, ...]:
    """The names that the compiled listing gives its numbers; none where it cannot be compiled."""
    try:
        compiled = compile_listing(listing.source, 0, Settings(listing.path, traced=True))
    except BasicError:
        return ()
    return tuple(name for name, basic in basic_names(compiled.program).items() if basic[-1] not in "]$")


class Explorer:
    """Plays games of one seed and one set of sizes; `coverage` tells the lines they have reached.

    Games go on from moments at which something was new: a statement that no other game had run, or none so
    often, or a number in a variable that was not like any before.
    """

    def __init__(self, pair: Pair, seed: int, sizes: Mapping[str, Value]) -> None:
        """Raises UsageError for impossible sizes."""
        self._pair, self._seed, self._sizes = pair, seed, sizes
        given = pair.given(sizes)
        self._listing, self._port = given.listing, given.port
        self._player = RandomPlayer(seed, given.text, pair.frames_of(pair.script), pair.script)
        self._archive = Archive(Random(seed))
        self.coverage = nothing_run(pair, given.listing)

    def games(self, minutes: int) -> Iterator[Comparison]:
        """Plays until nothing new has come of so many minutes, or up to the first difference.

        They are minutes of the console's time. Each game is played with the listing alone, and those in which
        something is new with the port, and a few others: most would only say the same once more.
        """
        vain = 0.0
        dull = 0
        while vain < minutes:
            game = self._archive.draw()
            script = self._player.script(game)
            watch = self._scout(script, game.frame if game else 0)
            self._archive.add(script, watch.marks)
            frames = watch.frames
            if watch.news:
                vain, dull, frames = 0.0, 0, min(frames, watch.last + AFTER)
            else:
                vain, dull = vain + watch.minutes, dull + 1
                if dull % SAMPLED:
                    continue
            made = self._compared(script, frames, watch.begun)
            if made.difference is not None:
                yield self._shortened(script, made)
                return
            yield made

    def _scout(self, script: Script, begin: int) -> Watch:
        """A game with the listing alone, where nobody hears of its events."""
        listing, machine = self._listing, Machine(seed=self._seed)
        watch = Watch(listing, machine, self._archive.games, begin)

        def follow(computer: Computer) -> None:
            computer.on_statement = watch.on_statement

        script.prepare(machine)
        machine.on_frame = watch.on_frame
        frames = self._pair.frames_of(script)
        with suppress(Stopped):
            play(listing.source, machine, path=listing.path, frames=frames, traced=True, follow=follow)
        return watch

    def _compared(self, script: Script, frames: int, begun: Places) -> Comparison:
        """The same game with both programs."""
        recording = record(self._listing, self._seed, script, frames=max(frames, 1))
        tracer = Tracer(self.coverage.port_path)
        # a tracer slows a port down, and where the listing runs no new statement the port rarely does
        port = loaded_late(self._port)
        if not begun <= self.coverage.listing.run:
            port = traced_port(self._port, tracer)
        run = follow(recording, port, script, patience=self._pair.patience)
        self.coverage = self.coverage.plus(begun, tracer.run)
        return judged(self._listing, script, recording, run)

    def _shortened(self, script: Script, made: Comparison) -> Comparison:
        """A difference with less done before it, named and with the options that show it again."""

        def compared(other: Script) -> Comparison:
            frames = self._pair.frames_of(other)
            recording = record(self._listing, self._seed, other, frames=frames)
            run = follow(recording, loaded_late(self._port), other, patience=self._pair.patience)
            return judged(self._listing, other, recording, run)

        shortening = Shortening(script, made, compared)
        shortening.shorten()
        found = shortening.made.difference
        assert found is not None
        played = options_of(shortening.script)
        return replace(
            shortening.made,
            difference=replace(found, name=self._pair.name, sizes=dict(self._sizes), played=played),
        )
