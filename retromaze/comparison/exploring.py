"""Plays random games with a listing and its port until they reach nothing new."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random
from types import FrameType
from typing import NamedTuple, TypeVar

from retromaze.comparison.coverage import Coverage, ListingRun, Outcomes, Places, lines_of
from retromaze.comparison.pairs import Comparison, Pair, run_both, settings_of
from retromaze.comparison.program import Begin, Listing, Port, Runnable
from retromaze.comparison.random_play import AskedMemory, KeptGame, RandomPlayer, Storages, vocabulary_of
from retromaze.comparison.script import MINUTE, Act, Script, TooLong, options_of
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped, UsageError
from retromaze.language.prologue import Value
from retromaze.machine.input import CHANNELS
from retromaze.machine.machine import Machine
from retromaze.runner import play

BRIEF, BRIEF_MOST = 0.5, 2.0
"""Minutes without anything new, and in all, for which a listing is played that looks at its input."""
AFTER = 60
"""Frames for which a game is compared beyond what was new in it."""
SAMPLED = 10
"""Of the games in which nothing is new one in so many is played with the port."""


def is_played_briefly(pair: Pair) -> bool:
    """Whether a pair is played for a short while although nobody asked: its listing looks at its input.

    Those of the catalogue have scenes for that; others may be given their input, or a game to replay.
    """
    script = pair.script
    given = script.presses or script.answers or script.keys or script.acts
    if pair.entry or pair.game or not pair.text or given:
        return False
    known = vocabulary_of(pair.text)
    return known.asks or bool(known.channels) or known.dated


def games_of(
    pair: Pair, seed: int, minutes: float | None, turn: int = 0, turns: int = 1
) -> tuple[Explorer, Iterator[Comparison]]:
    """Games of a pair until `minutes` have brought nothing new, and who plays them.

    They try the share of other sizes that belongs to this `turn` of `turns`. If `minutes` is None, they are
    brief, and of the first sizes alone.
    """
    if minutes is None:
        explorer = Explorer(pair, seed, pair.trials[0])
        return explorer, explorer.games(BRIEF, BRIEF_MOST)
    sizes, *others = settings_of(pair, turn, turns)
    explorer = Explorer(pair, seed, sizes, others)
    return explorer, explorer.games(minutes)


class Worthwhile(NamedTuple):
    """A game that is played with both programs: its script and frames, the statements that it runs, outcomes.

    `setting` is the number of its sizes among those that the games are played with.
    """

    script: Script
    frames: int
    begun: Places
    outcomes: Outcomes
    setting: int = 0


class Explorer:
    """Plays games of one seed; `coverage` tells the lines they have reached.

    Games go on from moments at which something was new: a statement that no other game had run, or none so
    often, or a number in a variable that was not like any before. They are played with several sizes, if
    there are any: once with each, and again with those that brought something new in good time.
    """

    def __init__(
        self, pair: Pair, seed: int, sizes: Mapping[str, Value], others: Sequence[Mapping[str, Value]] = ()
    ) -> None:
        """`others` are sizes to play with, too. Raises UsageError for impossible ones, and for two ports."""
        if isinstance(pair.first, Port):
            raise UsageError(f"{pair.name}: games at random want a listing to look at")
        self._pair, self._seed = pair, seed
        self._settings = (sizes, *others)
        self._pairs = [pair.given(each) for each in self._settings]
        given = self._pairs[0]
        self._random = Random(seed)
        self._kept = [0]
        self._player = RandomPlayer(seed, given.text, pair.limit, pair.script)
        self._storages = Storages(pair.script, Random(seed), self._player.vocabulary)
        self._corpus = Corpus(Random(seed))
        self.coverage = Coverage(ListingRun(given.listing).lines, lines_of(given.port).lines)

    def games(self, minutes: float, most: float = math.inf) -> Iterator[Comparison]:
        """Plays until `minutes` have brought nothing new, for `most` minutes, or up to the first difference.

        They are minutes of the console's time. Each game is played with the listing alone, and those in which
        something is new with the port, and a few others: most would only say the same once more.
        """
        for worth in self.worthwhile(minutes, most):
            made = self._compared(worth)
            if made.difference is not None:
                yield self._shortened(worth, made)
                return
            yield made

    def worthwhile(self, minutes: float, most: float = math.inf) -> Iterator[Worthwhile]:
        """The games that are played with the port; its listing alone decides which these are.

        One with each of the sizes comes first. What is long with them is not played further.
        """
        for setting in range(len(self._settings)):
            script = self._player.script(None)
            watch = self._scout(script, 0, setting)
            yield self._worth(script, watch, setting)
            if not watch.is_long:
                self._corpus.add(script, watch.features, setting)
                if setting and watch.news:
                    self._kept.append(setting)
        yield from self._further(minutes, most)

    def _further(self, minutes: float, most: float) -> Iterator[Worthwhile]:
        """Yields the games after the first ones, until `minutes` have brought nothing new, or for `most`."""
        vain = spent = 0.0
        dull = 0
        while vain < minutes and spent < most:
            untried = self._storages.untried()
            game = None if untried else self._corpus.draw()
            setting = game.setting if game else 0 if untried else self._random.choice(self._kept)
            script = self._player.script(game, untried or self._storages.drawn())
            watch = self._scout(script, game.frame if game else 0, setting)
            spent += watch.minutes
            self._corpus.add(script, watch.features, setting)
            if untried and watch.news and not watch.is_long:
                self._storages.keep(untried)
            if watch.news:
                vain, dull = 0.0, 0
            else:
                vain, dull = vain + watch.minutes, dull + 1
                if dull % SAMPLED:
                    continue
            yield self._worth(script, watch, setting)

    @staticmethod
    def _worth(script: Script, watch: GameWatch, setting: int) -> Worthwhile:
        """A game up to what was new in it and a little further; all of it if nothing was."""
        frames = min(watch.frames, watch.last + AFTER) if watch.news else watch.frames
        # what a listing does after its last frame belongs to that frame
        return Worthwhile(script, frames + 1, watch.begun, frozenset(watch.outcomes), setting)

    def _scout(self, script: Script, begin: int, setting: int) -> GameWatch:
        """Plays a game with the listing alone, without recording events."""
        listing, machine = self._pairs[setting].listing, Machine(seed=self._seed)
        watch = GameWatch(listing, machine, self._corpus.games, begin)

        def follow(computer: Computer) -> None:
            computer.on_statement = watch.on_statement
            computer.on_outcome = watch.on_outcome

        script.prepare(machine)
        machine.storage.backend = memory = AskedMemory(dict(script.files))
        machine.on_frame = watch.on_frame
        frames = replace(self._pair, script=script).limit
        with suppress(Stopped):
            play(listing.source, machine, path=listing.path, frames=frames, traced=True, follow=follow)
        self._storages.learn(script, memory, news=watch.news)
        return watch

    def _compared(self, game: Worthwhile) -> Comparison:
        """The same game with both programs."""
        known = self.coverage.listing
        begun, source = game.begun, self._pairs[game.setting].port
        known = replace(known, outcomes=known.outcomes | game.outcomes)
        if begun <= known.run:
            self.coverage = replace(self.coverage, listing=known)
            return self._compare(game, source)
        # What looks at lines slows a port down, and where the listing runs no new one the port rarely does.
        port = lines_of(source)
        made = self._compare(game, port.program, port.begin)
        self.coverage = self.coverage.joined(Coverage(replace(known, run=begun), port.lines))
        return made

    def _compare(
        self, game: Worthwhile, port: Runnable, on_statement: Begin | None = None, *, evidence: bool = False
    ) -> Comparison:
        pair = replace(self._pairs[game.setting], port=port, script=game.script, frames=game.frames)
        return run_both(pair, self._seed, on_statement=on_statement, may_stray=True, evidence=evidence)

    def _shortened(self, game: Worthwhile, made: Comparison) -> Comparison:
        """A difference with less done before it, named and with the options that show it again."""

        def compared(script: Script, setting: int, *, evidence: bool = False) -> Comparison:
            frames = replace(self._pair, script=script).limit
            again = Worthwhile(script, frames, frozenset(), frozenset(), setting)
            return self._compare(again, self._pairs[setting].port, evidence=evidence)

        setting = game.setting
        plain = compared(game.script, 0) if setting and not made.port_end.is_standstill else made
        if plain.difference is not None and not plain.port_end.is_standstill:
            setting, made = 0, plain
        shortening = Shortening(
            game.script, made, lambda script: compared(script, setting), self._pair.script
        )
        shortening.shorten()
        sizes, script, own = self._settings[setting], shortening.script, self._pair.script
        made = shortening.made
        if not made.port_end.is_standstill:
            again = compared(script, setting, evidence=True)
            made = again if again.difference else made
        played = options_of(script, sizes, alone=script.beside != own.beside)
        stored = dict(script.files) if script.files != own.files else None
        return made.named(self._pair.name, sizes, played, stored)


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
Feature = tuple[Hashable, int]
"""What a game has reached: a statement and how often it was run, or a variable and its value, roughly.

Of two small values at once, given as ((name, value), (name, value)), the number is 0.
"""


def subject_of(feature: Feature) -> tuple[str, Hashable]:
    """Returns the kind of a feature, and its variable if it has one."""
    of, number = feature
    if isinstance(of, str):
        return "values", of
    return ("runs", None) if number else ("pairs", None)


def rough(value: int) -> int:
    """A number or its size: 1 to 8 themselves, then one number for each binary digit."""
    size = abs(value)
    if size <= LEVELS:
        return value
    return (LEVELS + size.bit_length()) * (1 if value > 0 else -1)


class GameWatch:
    """Watches a listing in a game, and ends the game when it brings nothing new."""

    def __init__(self, listing: Listing, machine: Machine, known: Collection[Feature], begin: int) -> None:
        """`known` are the features of earlier games, `begin` is the frame from which on this one is new."""
        self.counts: dict[tuple[int, int, int], int] = {}
        self.outcomes: set[tuple[int, int, bool]] = set()
        self.features: dict[Feature, tuple[int, int]] = {}
        """Each with its frame, and the lines given to INPUT by then."""
        self.last = 0
        """The frame of the last one that is new."""
        self._machine = machine
        self._input = machine.input
        self._begin = begin
        self._path = listing.path
        self._names = [name for name, basic in listing.names().items() if basic[-1] not in "]$"]
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
        """Whether the game was ended for its number of statements."""
        return self._left <= 0

    @property
    def minutes(self) -> float:
        """The game's weight in minutes; repeated frames of an earlier game count less."""
        played = self._machine.frame - self._begin * (1 - REPEATED)
        return max(played / MINUTE, 1 - self._left / STATEMENTS, LEAST)

    def on_statement(self, slot: int, line: int, column: int) -> None:
        """Counts a statement before it runs. Raises TooLong after STATEMENTS of them."""
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

    def on_outcome(self, slot: int, line: int, column: int, outcome: bool) -> None:
        """Notes an outcome of a condition."""
        if slot == 0 and (line, column, outcome) not in self.outcomes:
            self.outcomes.add((line, column, outcome))
            self._note(((slot, line, column, outcome), 1))

    def on_frame(self, machine: Machine) -> None:
        """A frame has passed. Raises TooLong where nothing is new for long."""
        frame: FrameType | None = sys._getframe()
        while frame is not None and frame.f_code.co_filename != self._path:
            frame = frame.f_back
        values = frame.f_locals if frame is not None else {}
        small: list[tuple[str, int]] = []
        for name in self._names:
            value = values.get(name)
            if isinstance(value, int | float) and math.isfinite(value) and value == int(value):
                number = int(value)
                self._note((name, rough(number)))
                if 0 <= number <= LEVELS:
                    small.append((name, number))
        state = tuple(small)
        if state not in self._states:
            self._states.add(state)
            for pair in combinations(state, 2):
                # there are many of them: one is worth going on from, and is no news
                self.features.setdefault((pair, 0), (machine.frame, self._answers))
        if machine.frame >= self._until:
            raise TooLong

    def _note(self, feature: Feature) -> None:
        if feature not in self.features:
            frame = self._machine.frame
            self.features[feature] = frame, self._answers
            if feature not in self._known:
                self.last = max(frame, 1)
                self._until = max(self._until, self.last + QUIET)


class Corpus:
    """The corpus of games: for each feature the game that reached it first, and how many games did."""

    def __init__(self, random: Random) -> None:
        self.games: dict[Feature, KeptGame] = {}
        self._counts: Counter[Feature] = Counter()
        self._subjects: dict[str, dict[Hashable, list[Feature]]] = {}
        self._random = random

    def add(self, script: Script, features: Mapping[Feature, tuple[int, int]], setting: int = 0) -> None:
        """Keeps a game for each feature that it was the first, or the earliest, to reach."""
        self._counts.update(features.keys())
        for feature, (frame, answers) in features.items():
            known = self.games.get(feature)
            if known is None:
                kind, name = subject_of(feature)
                self._subjects.setdefault(kind, {}).setdefault(name, []).append(feature)
            if known is None or (frame, answers) < (known.frame, known.answers):
                self.games[feature] = KeptGame(script, frame, answers, setting)

    def draw(self) -> KeptGame | None:
        """Draws a game that reached a rare feature; None to play a new one.

        A kind of features is drawn first, and a variable: a score has few values among thousands of others.
        """
        random = self._random
        if not self._subjects or random.random() < FRESH:
            return None
        names = random.choice(list(self._subjects.values()))
        features = random.choice(list(names.values()))
        drawn = [random.choice(features) for _ in range(DRAWN)]
        return self.games[min(drawn, key=self._counts.__getitem__)]


TRIES = 60
"""So many comparisons are made on the way, each about as long as the first one."""
Part = TypeVar("Part")


def shortest_parts(parts: Sequence[Part], fails: Callable[[list[Part]], bool]) -> list[Part]:
    """The parts without ever shorter runs of them, as long as it `fails` without; one part at least stays."""
    left = list(parts)
    length = len(left) // 2 or 1
    while length:
        at = 0
        while at < len(left):
            shorter = left[:at] + left[at + length :]
            if shorter and fails(shorter):
                left = shorter
            else:
                at += length
        length //= 2
    return left


class Shortening:
    """Removes from a script all that its difference does not need, in a bounded number of tries."""

    def __init__(
        self,
        script: Script,
        made: Comparison,
        compared: Callable[[Script], Comparison],
        base: Script | None = None,
    ) -> None:
        """A script, the comparison that found a difference with it, and how another one is compared.

        Runs find the files of a `base` if nobody says; those of the script if there is none.
        """
        self.script, self.made = script, made
        self._compared = compared
        self._base = base or script
        # Each try of a port that stands still would take as long.
        self._tries = 0 if made.port_end.is_standstill else TRIES

    def shorten(self) -> None:
        """Shortens `script` as far as possible; `made` is the comparison with it."""
        last = self.made.difference.frame if self.made.difference else self.made.frames
        self._with_the_usual_files()
        if self.script.clock != self._base.clock:
            self._try(replace(self.script, clock=self._base.clock))
        self._with_acts([act for act in self.script.acts if act.frame <= last])
        self._try(replace(self.script, answers=self.script.answers[: self.made.answers]))
        for name in CHANNELS:
            self._with_acts([act for act in self.script.acts if act.channel != name])
        shortest_parts(self.script.acts, self._with_acts)
        shortest_parts(self.script.answers, self._with_answers)
        self._as_late_as_possible()
        self._as_presses()

    def _with_the_usual_files(self) -> None:
        """All of them, or as many as will do."""
        base = self._base
        if self.script.files != base.files or self.script.beside != base.beside:
            self._try(replace(self.script, files=base.files, beside=base.beside))
        for each in self.script.files:
            if each not in base.files:
                files = tuple(other for other in self.script.files if other != each)
                self._try(replace(self.script, files=files))

    def _as_late_as_possible(self) -> None:
        """Moves each act to the last frame in which it leads to the difference in the same frame.

        There it matters: a button may be held for long before somebody looks at it. The last act comes first.
        """
        end = self.made.difference.frame if self.made.difference else 0
        for at in reversed(range(len(self.script.acts))):
            low, high = self.script.acts[at].frame, end
            while low < high:
                middle = (low + high + 1) // 2
                acts = list(self.script.acts)
                acts[at] = acts[at]._replace(frame=middle)
                if self._try(replace(self.script, acts=tuple(acts)), frame=end):
                    low = middle
                else:
                    high = middle - 1
            end = min(end, low)

    def _as_presses(self) -> None:
        """Buttons alone are presses, as a player would write them, if that does not change what happens."""
        if {act.channel for act in self.script.acts} == {"buttons"}:
            self._tries += 1
            presses = tuple((act.frame, act.value) for act in self.script.acts)
            self._try(replace(self.script, acts=(), presses=presses))

    def _with_acts(self, acts: list[Act]) -> bool:
        return len(acts) < len(self.script.acts) and self._try(replace(self.script, acts=tuple(acts)))

    def _with_answers(self, answers: Sequence[str]) -> bool:
        return self._try(replace(self.script, answers=tuple(answers)))

    def _try(self, script: Script, frame: int | None = None) -> bool:
        """Whether a script shows a difference too, in that frame if one is given; it is kept then."""
        if self._tries <= 0:
            return False
        self._tries -= 1
        made = self._compared(script)
        if made.difference is None or made.port_end.is_standstill:
            return False
        if frame is not None and made.difference.frame != frame:
            return False
        self.script, self.made = script, made
        return True
