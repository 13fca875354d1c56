"""Judges random games: what new states they reach, when they stop doing so, and which to go on from."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from itertools import combinations
from math import isfinite
from random import Random
from types import FrameType

from retromaze.comparison.coverage import Places
from retromaze.comparison.random_play import Game
from retromaze.comparison.recording import Listing
from retromaze.comparison.script import MINUTE, Script, TooLong
from retromaze.compiler.compiling import compile_listing
from retromaze.compiler.settings import Settings
from retromaze.compiler.spelling import basic_names
from retromaze.errors import BasicError
from retromaze.machine.machine import Machine

STATEMENTS = 500_000
"""A game ends after so many statements of the listing, about half a second of work: it counts as a minute."""
QUIET = 300
"""A game ends where nothing new has come of it for so many frames."""

REPEATED = 1 / 3
"""What a repeated frame counts: it takes its time, and nothing new can come of it."""
LEAST = 1 / 200
"""Minutes that a game counts at least."""
FRESH = 0.2
"""The share of games that do not go on from an earlier one."""
DRAWN = 8
"""Of so many moments drawn the one is gone on from that the fewest games have come to."""
LEVELS = 8
"""Values so small are told apart, greater ones by their number of binary digits."""

Mark = tuple[Hashable, int]
"""What a game has reached: a statement and how often it was run, or a variable and its value, roughly.

Of two small values at once, given as ((name, value), (name, value)), the number is 0.
"""


def subject_of(mark: Mark) -> tuple[str, Hashable]:
    """What kind of thing a mark tells, and of which variable, if it is of one."""
    of, number = mark
    if isinstance(of, str):
        return "values", of
    return ("runs", None) if number else ("pairs", None)


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
        self._input = machine.input
        self._begin = begin
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
    def is_long(self) -> bool:
        """Whether so many statements were run that it was ended."""
        return self._left <= 0

    @property
    def minutes(self) -> float:
        """What the game counts, with a share of what it has in common with the one that it goes on from."""
        played = self._machine.frame - self._begin * (1 - REPEATED)
        return max(played / MINUTE, 1 - self._left / STATEMENTS, LEAST)

    def on_statement(self, slot: int, line: int, column: int) -> None:
        """A statement begins. Raises TooLong after very many."""
        # the frame that passes in an INPUT still shows what was before its answer
        self._answers = self._input.answers_taken
        place = slot, line, column
        counts = self.counts
        count = counts[place] = counts.get(place, 0) + 1
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
        self._subjects: dict[str, dict[Hashable, list[Mark]]] = {}
        self._random = random

    def add(self, script: Script, marks: Mapping[Mark, tuple[int, int]], setting: int = 0) -> None:
        """Keeps a game by what it came to first, or sooner than others."""
        self._counts.update(marks.keys())
        for mark, (frame, answers) in marks.items():
            known = self.games.get(mark)
            if known is None:
                kind, name = subject_of(mark)
                self._subjects.setdefault(kind, {}).setdefault(name, []).append(mark)
            if known is None or (frame, answers) < (known.frame, known.answers):
                self.games[mark] = Game(script, frame, answers, setting)

    def draw(self) -> Game | None:
        """A game that came to what few have come to; None for a new one.

        A kind of marks is drawn first, and a variable: a score has few values among thousands of other marks.
        """
        random = self._random
        if not self._subjects or random.random() < FRESH:
            return None
        names = random.choice(list(self._subjects.values()))
        marks = random.choice(list(names.values()))
        drawn = [random.choice(marks) for _ in range(DRAWN)]
        return self.games[min(drawn, key=self._counts.__getitem__)]


def scalars_of(listing: Listing) -> tuple[str, ...]:
    """The names that the compiled listing gives its numbers; none where it cannot be compiled."""
    try:
        compiled = compile_listing(listing.source, 0, Settings(listing.path, traced=True))
    except BasicError:
        return ()
    return tuple(name for name, basic in basic_names(compiled.program).items() if basic[-1] not in "]$")
