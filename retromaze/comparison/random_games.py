"""Plays random games with a listing and its port until they reach no new feature.

A feature is a statement that a game has run so often, a condition with an outcome, or a variable with a rough
value. A game that reached a new one is continued with other input, as in coverage-guided fuzzing.
"""

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

from retromaze.comparison.coverage import Coverage, ListingRun, Outcomes, Places, run_with_coverage
from retromaze.comparison.input_script import MINUTE, Act, Script, TooLong
from retromaze.comparison.pairs import Comparison, Pair, run_both, sizes_to_play
from retromaze.comparison.random_input import (
    MissRecordingStorage,
    RandomPlayer,
    SavedGame,
    StorageChoices,
    vocabulary_of,
)
from retromaze.comparison.runnable_programs import Listing, OnStatement, Port, Runnable
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped, UsageError
from retromaze.language.prologue import Value
from retromaze.machine.input import CHANNELS
from retromaze.machine.machine import Machine
from retromaze.runner import run_source

BRIEF, BRIEF_MOST = 0.5, 2.0
"""A brief exploration ends after this many minutes without anything new, or this many minutes in all."""
GAMES_WITHOUT_NEWS = 12
"""An exploration goes on for this many games without anything new: a few heavy ones tell little."""
FRAMES_AFTER_NEWS = 60
"""A game is compared for this many frames after its last new feature: what differs likely does so by then."""
SAMPLE_EVERY = 10
"""Of the games that bring nothing new every tenth is played with the port as well."""


def is_played_briefly(pair: Pair) -> bool:
    """Whether `check` explores a pair briefly by default: its listing reads input, and none is given.

    Pairs of the catalogue have scenes instead.
    """
    script = pair.script
    has_input = script.presses or script.answers or script.keys or script.acts
    if pair.entry or pair.game or not pair.text or has_input:
        return False
    vocabulary = vocabulary_of(pair.text)
    return vocabulary.asks_for_lines or bool(vocabulary.channels) or vocabulary.reads_clock


def explore(
    pair: Pair, seed: int, minutes: float | None, part: int = 0, parts: int = 1
) -> tuple[Explorer, Iterator[Comparison]]:
    """Returns an explorer of a pair and its games, which end when `minutes` have brought nothing new.

    The other sizes to try are divided into `parts`, one an explorer; this one has number `part`, from 0. If
    `minutes` is None, the games are brief, with the first sizes only.
    """
    if minutes is None:
        explorer = Explorer(pair, seed, pair.size_sets[0])
        return explorer, explorer.games(BRIEF, BRIEF_MOST)
    sizes, *others = sizes_to_play(pair, part, parts)
    explorer = Explorer(pair, seed, sizes, others)
    return explorer, explorer.games(minutes)


class ChosenGame(NamedTuple):
    """A game to play with both programs.

    `frames` is its length, `statements_run` the listing's statements that it runs, `outcomes` the outcomes of
    the listing's conditions, `size_index` the index of its sizes among the explorer's.
    """

    script: Script
    frames: int
    statements_run: Places
    outcomes: Outcomes
    size_index: int = 0


class Explorer:
    """Plays random games with one seed; `coverage` has the lines that they have reached.

    A game begins at the start, or continues an earlier game from a moment at which a feature was new. One
    game is played with each of the sizes; further games use the sizes that brought something new.

    `_pairs`: the pair with each of the sizes. `_useful_sizes`: the indices of sizes that brought something
    new. `_player` makes the scripts, `_storages` their files, and `_corpus` has the games to continue.
    `_different`: the game that showed a difference, None before it.
    """

    def __init__(
        self, pair: Pair, seed: int, sizes: Mapping[str, Value], others: Sequence[Mapping[str, Value]] = ()
    ) -> None:
        """`sizes` are the first ones to play with. Raises UsageError for impossible sizes, and two ports."""
        if isinstance(pair.first, Port):
            raise UsageError(f"{pair.name}: games at random want a listing to look at")
        self._pair, self._seed = pair, seed
        self._size_choices = (sizes, *others)
        self._pairs = [pair.with_sizes(each) for each in self._size_choices]
        first = self._pairs[0]
        self._random = Random(seed)
        self._useful_sizes = [0]
        self._player = RandomPlayer(seed, first.text, pair.limit, pair.script)
        self._storages = StorageChoices(pair.script, Random(seed), self._player.vocabulary)
        self._corpus = Corpus(Random(seed))
        self._different: tuple[ChosenGame, Comparison] | None = None
        self.coverage = Coverage(ListingRun(first.listing).lines, run_with_coverage(first.port).lines)

    def games(self, minutes: float, most: float = math.inf) -> Iterator[Comparison]:
        """Yields the comparisons of games until `minutes` have brought nothing new, or for `most` minutes.

        The first difference is the last comparison; `shortened` finds it with less input. Minutes are minutes
        of the console's time. Every game is played with the listing alone; only games that bring something
        new, and a few others, are played with the port: the rest would hardly show anything else.
        """
        for game in self.chosen_games(minutes, most):
            comparison = self._compare_game(game)
            if comparison.difference is not None:
                last = comparison.difference.frame
                acts = tuple(act for act in game.script.acts if act.frame <= last)
                answers = game.script.answers[: comparison.answers]
                self._different = game, comparison
                played = replace(game.script, acts=acts, answers=answers)
                yield self._labeled(comparison, played, game.size_index)
                return
            yield comparison

    def chosen_games(self, minutes: float, most: float = math.inf) -> Iterator[ChosenGame]:
        """Yields the games to play with the port; running the listing alone decides which these are.

        One game with each of the sizes comes first. Sizes with which that game is long are not used again.
        """
        for size_index in range(len(self._size_choices)):
            script = self._player.next_script(None)
            watcher = self._play_listing_alone(script, 0, size_index)
            yield self._chosen_game(script, watcher, size_index)
            if not watcher.is_long:
                self._corpus.add(script, watcher.resume_points(), size_index)
                if size_index > 0 and watcher.has_new_feature:  # the first sizes are there already
                    self._useful_sizes.append(size_index)
        yield from self._later_games(minutes, most)

    def _later_games(self, minutes: float, most: float) -> Iterator[ChosenGame]:
        """Yields the games after the first ones, until `minutes` have brought nothing new, or for `most`."""
        minutes_without_news = minutes_played = 0.0
        games_without_news = 0
        while (
            minutes_without_news < minutes or games_without_news < GAMES_WITHOUT_NEWS
        ) and minutes_played < most:
            untried = self._storages.next_untried()  # a script with other files
            game = None if untried else self._corpus.choose()
            if game:
                size_index = game.size_index
            elif untried:
                size_index = 0
            else:
                size_index = self._random.choice(self._useful_sizes)
            script = self._player.next_script(game, untried or self._storages.choose())
            watcher = self._play_listing_alone(script, game.frame if game else 0, size_index)
            minutes_played += watcher.minutes
            self._corpus.add(script, watcher.resume_points(), size_index)
            if untried and watcher.has_new_feature and not watcher.is_long:
                self._storages.keep(untried)
            if watcher.has_new_feature:
                minutes_without_news, games_without_news = 0.0, 0
            else:
                minutes_without_news += watcher.minutes
                games_without_news += 1
                if games_without_news % SAMPLE_EVERY != 0:
                    continue  # such a game is not played with the port
            yield self._chosen_game(script, watcher, size_index)

    @staticmethod
    def _chosen_game(script: Script, watcher: GameWatcher, size_index: int) -> ChosenGame:
        """Returns a game, cut FRAMES_AFTER_NEWS frames after its last new feature if it has any."""
        frames = watcher.machine.frame
        if watcher.has_new_feature:
            frames = min(frames, watcher.last_new_frame + FRAMES_AFTER_NEWS)
        # what a listing does after its last frame belongs to that frame
        return ChosenGame(script, frames + 1, watcher.statements_run, frozenset(watcher.outcomes), size_index)

    def _play_listing_alone(self, script: Script, repeated_frames: int, size_index: int) -> GameWatcher:
        """Plays a game, which begins with `repeated_frames` of an earlier one, with the listing alone.

        Returns what was new in it; files that it missed will be in the storages of later games.
        """
        listing, machine = self._pairs[size_index].listing, Machine(seed=self._seed)
        watcher = GameWatcher(listing, machine, self._corpus.games, repeated_frames)

        def follow(computer: Computer) -> None:
            computer.on_statement = watcher.on_statement
            computer.on_outcome = watcher.on_outcome
            computer.on_distance = watcher.on_distance

        script.prepare(machine)
        machine.storage.backend = memory = MissRecordingStorage(dict(script.files))
        machine.on_frame = watcher.on_frame
        machine.input.on_poll = watcher.on_poll
        frames = replace(self._pair, script=script).limit  # longer for a script with late acts
        with suppress(Stopped):
            run_source(listing.source, machine, path=listing.path, frames=frames, traced=True, follow=follow)
        self._storages.learn(script, memory, has_new_feature=watcher.has_new_feature)
        # a place was reached for the first time after so many answers, the last of which has led there
        self._player.keep_answers(
            script.answers[count - 1] for count in sorted(watcher.answers_to_new_places)
        )
        return watcher

    def _compare_game(self, game: ChosenGame) -> Comparison:
        """Plays a game with both programs and adds the lines that it reaches to `coverage`."""
        lines = self.coverage.listing
        port = self._pairs[game.size_index].port
        lines = replace(lines, outcomes=lines.outcomes | game.outcomes)
        if game.statements_run <= lines.run:
            # Noting lines slows a port down, and where the listing runs no new line the port rarely does.
            self.coverage = replace(self.coverage, listing=lines)
            return self._compare(game, port)
        port_run = run_with_coverage(port)
        comparison = self._compare(game, port_run.program, port_run.on_statement)
        added = Coverage(replace(lines, run=game.statements_run), port_run.lines)
        self.coverage = self.coverage.joined_with(added)
        return comparison

    def _compare(
        self,
        game: ChosenGame,
        port: Runnable,
        on_statement: OnStatement | None = None,
        *,
        evidence: bool = False,
    ) -> Comparison:
        """Compares the listing with this port in one game, with the game's sizes, script and frames."""
        pair = replace(self._pairs[game.size_index], port=port, script=game.script, frames=game.frames)
        return run_both(
            pair, self._seed, on_statement=on_statement, may_go_on_after_error=True, evidence=evidence
        )

    def shortened(self) -> Comparison:
        """Returns the last comparison of `games`, a difference, after less input, and with its evidence.

        The first sizes are used if the difference shows with them, too. Comparisons in which the port stands
        still take long: they are not repeated. Only the last one may take more frames than the game.
        """
        assert self._different is not None
        game, comparison = self._different

        def compare(
            script: Script, size_index: int, frames: int = game.frames, *, evidence: bool = False
        ) -> Comparison:
            again = game._replace(script=script, size_index=size_index, frames=frames)
            return self._compare(again, self._pairs[size_index].port, evidence=evidence)

        size_index = game.size_index
        if size_index and not comparison.port_end.is_standstill:
            with_first_sizes = compare(game.script, 0)
            if with_first_sizes.difference is not None and not with_first_sizes.port_end.is_standstill:
                size_index, comparison = 0, with_first_sizes
        minimizer = ScriptMinimizer(
            game.script, comparison, lambda script: compare(script, size_index), self._pair.script
        )
        minimizer.minimize()
        comparison = minimizer.comparison
        if not comparison.port_end.is_standstill:
            # as the options will play it, unless the listing then stops where the port may go its own way
            limit = replace(self._pair, script=minimizer.script).limit
            for frames in (limit, game.frames):
                # only here, as variables and calls at a difference take two more runs
                again = compare(minimizer.script, size_index, frames, evidence=True)
                if again.difference:
                    comparison = again
                    break
        return self._labeled(comparison, minimizer.script, size_index)

    def _labeled(self, comparison: Comparison, script: Script, size_index: int) -> Comparison:
        """Returns a comparison with a difference, with the options and files that play its game again."""
        sizes, own = self._size_choices[size_index], self._pair.script
        stored = dict(script.files) if script.files != own.files else None
        is_alone = script.beside != own.beside
        return comparison.labeled(self._pair.name, sizes, script, alone=is_alone, stored=stored)


STATEMENT_LIMIT = 500_000
"""A game ends after this many statements, about half a second of work, and then counts as half a minute."""
STUCK_LIMIT = STATEMENT_LIMIT // 2
"""A game ends after this many statements in which the listing does not look at its input again.

It then counts as QUIET_FRAMES, like any other game without news.
"""
QUIET_FRAMES = 300
"""A game ends after this many frames without anything new."""
REPEATED_FRAME_WEIGHT = 1 / 3
"""The weight of a frame repeated from an earlier game: it takes time, and cannot bring anything new."""
LEAST_WEIGHT = 1 / 200
"""Every game counts as at least this part of a minute."""
NEW_GAME_SHARE = 0.2
"""The share of games that do not continue an earlier game."""
FEATURES_CHOSEN = 8
"""Features that are chosen at random; the game with the rarest of them is continued."""
LEVELS = 8
"""Values up to this size are told apart, greater ones only by their number of binary digits."""
NEAR = 64
"""Two values of MIN or MAX that differ by less are told apart exactly, others by their binary digits."""
Feature = tuple[Hashable, int]
"""(what, number): a statement's place and the binary digits of how often it was run; the place of a condition
with an outcome, and 1; a variable's name and its rough value; a Distance and its rough value; or two small
values at once, ((name, value), (name, value)), and 0.
"""


class MinMaxGap(NamedTuple):
    """How far apart the two values of a MIN or MAX are; `line` and `column` are where the second one is."""

    line: int
    column: int


def value_class(value: int) -> int:
    """Returns the rough value of a variable: a small one itself, else its sign and binary digits' number."""
    size = abs(value)
    if size <= LEVELS:
        return value
    number = LEVELS + size.bit_length()
    return number if value > 0 else -number


class GameWatcher:
    """Watches a listing in a game, and ends the game when it has reached no new feature for a while.

    `features`: the features that the game has reached, each with the frame and the number of answers read by
    INPUT so far. `last_new_frame`: the frame of the last new feature, 0 if there is none.
    `answers_to_new_places`: the numbers of answers read when a statement or an outcome was new in all games.
    `counts`: how often each statement was run, by (slot, line, column). `_names`: the listing's numeric
    variables, by their names in compiled code. `_states`: the small values of all variables at once, for each
    frame. `_before_poll`: the frame and the number of answers before the listing last read its input, None if
    it never did; `_left_at_poll`: the statements that were left then. `_left_at_end`: the game ends with this
    many left.
    """

    def __init__(
        self, listing: Listing, machine: Machine, known: Collection[Feature], repeated_frames: int
    ) -> None:
        """`known` are the features of earlier games; the first `repeated_frames` repeat an earlier game."""
        self.counts: dict[tuple[int, int, int], int] = {}
        self.outcomes: set[tuple[int, int, bool]] = set()
        self.features: dict[Feature, tuple[int, int]] = {}
        self.last_new_frame = 0
        self.answers_to_new_places: set[int] = set()
        self.machine = machine
        self._input = machine.input
        self._repeated_frames = repeated_frames
        self._path = listing.path
        # no arrays and texts
        self._names = [name for name, basic in listing.variable_names().items() if basic[-1] not in "]$"]
        self._known = known
        self._answers = 0
        self._states: set[tuple[tuple[str, int], ...]] = set()
        self._statements_left = STATEMENT_LIMIT
        self._before_poll: tuple[int, int] | None = None
        self._left_at_poll = STATEMENT_LIMIT
        self._left_at_end = 0
        self._end_frame = repeated_frames + QUIET_FRAMES

    @property
    def has_new_feature(self) -> bool:
        """Whether the game has reached a new feature."""
        return self.last_new_frame > 0

    @property
    def statements_run(self) -> Places:
        """The statements that were run of the listing itself, not of listings that it loads."""
        return frozenset((line, column) for slot, line, column in self.counts if slot == 0)

    @property
    def is_long(self) -> bool:
        """Whether the game was ended because of its number of statements."""
        return self._statements_left <= 0 or self.is_stuck

    @property
    def is_stuck(self) -> bool:
        """Whether the game was ended because the listing ran many statements without reading its input."""
        has_polled = self._before_poll is not None
        return has_polled and self._left_at_poll - self._statements_left >= STUCK_LIMIT

    @property
    def minutes(self) -> float:
        """The game's length in minutes; frames repeated from an earlier game count less."""
        # a game with much work in few frames takes long, too
        work = (1 - self._statements_left / STATEMENT_LIMIT) / 2
        if self.is_stuck:  # it tells no more than a game that nobody plays on: others may
            work = QUIET_FRAMES / MINUTE
        played = self.machine.frame - self._repeated_frames * (1 - REPEATED_FRAME_WEIGHT)
        return max(played / MINUTE, work, LEAST_WEIGHT)

    def resume_points(self) -> dict[Feature, tuple[int, int]]:
        """Returns for each feature the frame and the number of answers from which a game may continue.

        After the last poll of the input no player could change the game: it continues before that.
        """
        if self._before_poll is None:
            return self.features
        last_frame, most = self._before_poll
        return {
            feature: (min(frame, last_frame), min(answers, most))
            for feature, (frame, answers) in self.features.items()
        }

    def on_statement(self, slot: int, line: int, column: int) -> None:
        """Counts a statement before it runs. Raises TooLong after STATEMENT_LIMIT of them, or STUCK_LIMIT."""
        # noted here, as the frame that passes in an INPUT still shows the state before its answer
        if self._answers != self._input.answers_taken:
            self._note_poll(self._answers)
            self._answers = self._input.answers_taken
        place = slot, line, column
        counts = self.counts
        count = counts[place] = counts.get(place, 0) + 1
        # only at a power of two the number of binary digits is new
        if not count & (count - 1):
            self._add_feature((place, count.bit_length()))
        self._statements_left -= 1
        if self._statements_left <= self._left_at_end:
            raise TooLong

    def on_poll(self) -> None:
        """Notes the first poll of buttons, keys or touches in a frame."""
        self._input.settle()
        self._note_poll(self._answers)

    def _note_poll(self, answers: int) -> None:
        """Notes that the listing reads its input; INPUT had read this many `answers` before."""
        self._before_poll = max(self.machine.frame - 1, 0), answers
        self._left_at_poll = self._statements_left
        self._left_at_end = max(self._statements_left - STUCK_LIMIT, 0)

    def on_outcome(self, slot: int, line: int, column: int, outcome: bool) -> None:
        """Adds the feature of an outcome; slot 0 is the listing itself, others are what it loads."""
        if slot == 0 and (line, column, outcome) not in self.outcomes:
            self.outcomes.add((line, column, outcome))
            self._add_feature(((slot, line, column, outcome), 1))

    def on_distance(self, slot: int, line: int, column: int, distance: float) -> None:
        """Adds how near the two values of a MIN or MAX are, until some game has had the other one larger."""
        other_side = (slot, line, column, distance < 0), 1
        is_wanted = other_side not in self.features and other_side not in self._known
        if is_wanted and slot == 0 and math.isfinite(distance):
            nearness = math.ceil(abs(distance))
            self._add_feature((MinMaxGap(line, column), min(nearness, NEAR + nearness.bit_length())))

    def on_frame(self, machine: Machine) -> None:
        """Adds the variables' features after a frame. Raises TooLong after QUIET_FRAMES without news."""
        # this is called from within the listing's compiled function, whose locals are its variables
        frame: FrameType | None = sys._getframe()
        while frame is not None and frame.f_code.co_filename != self._path:
            frame = frame.f_back
        values = frame.f_locals if frame is not None else {}
        small: list[tuple[str, int]] = []
        for name in self._names:
            value = values.get(name)
            if isinstance(value, int | float) and math.isfinite(value) and value == int(value):
                number = int(value)
                self._add_feature((name, value_class(number)))
                if 0 <= number <= LEVELS:
                    small.append((name, number))
        state = tuple(small)
        if state not in self._states:
            self._states.add(state)
            for pair in combinations(state, 2):
                # there are many pairs: a game may continue from one, but a new pair is no news
                self.features.setdefault((pair, 0), (machine.frame, self._answers))
        if machine.frame >= self._end_frame:
            raise TooLong

    def _add_feature(self, feature: Feature) -> None:
        """Adds a feature that the game has reached; after a new one the game goes on for QUIET_FRAMES."""
        if feature not in self.features:
            frame = self.machine.frame
            self.features[feature] = frame, self._answers
            if feature not in self._known:
                self.last_new_frame = max(frame, 1)  # 0 stands for none
                what, number = feature
                if number == 1 and not isinstance(what, str | MinMaxGap) and self._answers:
                    self.answers_to_new_places.add(self._answers)
                self._end_frame = max(self._end_frame, self.last_new_frame + QUIET_FRAMES)


class Corpus:
    """The games to continue: for each feature the game that reached it earliest, and how many games did.

    `_subjects` has the features by kind, then by their subject: those of a variable (kind `str`) by its name,
    those of a Distance by it; "runs" of places and "pairs" of values have the subject None.
    """

    def __init__(self, random: Random) -> None:
        self.games: dict[Feature, SavedGame] = {}
        self._counts: Counter[Feature] = Counter()
        self._subjects: dict[Hashable, dict[Hashable, list[Feature]]] = {}
        self._random = random

    def add(self, script: Script, features: Mapping[Feature, tuple[int, int]], size_index: int = 0) -> None:
        """Keeps a game for each feature that it was the first, or the earliest, to reach."""
        self._counts.update(features.keys())
        for feature, (frame, answers) in features.items():
            earlier = self.games.get(feature)
            if earlier is None:
                what, number = feature
                subject = what if isinstance(what, str | MinMaxGap) else None
                kind = type(what) if subject else "pairs" if number == 0 else "runs"
                self._subjects.setdefault(kind, {}).setdefault(subject, []).append(feature)
            if earlier is None or (frame, answers) < (earlier.frame, earlier.answers):
                self.games[feature] = SavedGame(script, frame, answers, size_index)

    def choose(self) -> SavedGame | None:
        """Returns a game at random that reached a rare feature; None to begin a new game.

        A kind of features is chosen first, then a variable or Distance, then features: all variables have the
        same chance, however many values they had.
        """
        random = self._random
        if not self._subjects or random.random() < NEW_GAME_SHARE:
            return None
        by_subject = random.choice(list(self._subjects.values()))
        features = random.choice(list(by_subject.values()))
        chosen = [random.choice(features) for _ in range(FEATURES_CHOSEN)]
        rarest = min(chosen, key=lambda feature: self._counts[feature])
        return self.games[rarest]


TRIES = 60
"""ScriptMinimizer makes this many comparisons at most, each about as long as the first one."""
WORK_LIMIT = 2_000
"""It makes no more once the listing was at work for this many frames in them, some ten seconds.

Frames are counted and no seconds, so that every computer tells the same script.
"""
STANDSTILL_WORK = 500
"""A comparison in which the port stands still counts as this many frames: it takes the port's patience."""
Part = TypeVar("Part")


def minimal_parts(parts: Sequence[Part], fails: Callable[[list[Part]], bool]) -> list[Part]:
    """Returns the parts of a failing whole that are needed so that `fails` is still True; at least one stays.

    Runs of parts are left out in turn: half of all parts, then ever shorter runs, down to single ones. A run
    stays left out if the others still fail. This is delta debugging.
    """
    needed = list(parts)
    length = len(needed) // 2 or 1
    while length:
        at = 0
        while at < len(needed):
            shorter = needed[:at] + needed[at + length :]
            if shorter and fails(shorter):
                needed = shorter
            else:
                at += length
        length //= 2
    return needed


class ScriptMinimizer:
    """Removes from a script all that its difference does not need, in at most TRIES comparisons.

    `script` is the shortest script so far; `comparison`, the comparison with it, shows a difference.
    `_tries_left`: the comparisons that may still be made; `_work_left`: the frames of work for them.
    """

    def __init__(
        self,
        script: Script,
        comparison: Comparison,
        compare: Callable[[Script], Comparison],
        base: Script | None = None,
    ) -> None:
        """`compare` compares with another script. `base` has the usual files and clock, `script` if None."""
        self.script, self.comparison = script, comparison
        self._compare = compare
        self._base = base or script
        # Each try with a port that stands still would take as long as its patience.
        self._tries_left = 0 if comparison.port_end.is_standstill else TRIES
        self._work_left = WORK_LIMIT

    def minimize(self) -> None:
        """Leaves out files, the clock, acts (changes of input) and answers; moves acts to later frames."""
        comparison = self.comparison
        # input after the frame of the difference cannot matter
        last = comparison.difference.frame if comparison.difference else comparison.frames
        if self.script.files != self._base.files or self.script.beside != self._base.beside:
            self._try(replace(self.script, files=self._base.files, beside=self._base.beside))
        for each in self.script.files:
            if each not in self._base.files:
                files = tuple(other for other in self.script.files if other != each)
                self._try(replace(self.script, files=files))
        if self.script.clock != self._base.clock:
            self._try(replace(self.script, clock=self._base.clock))
        self._try_acts([act for act in self.script.acts if act.frame <= last])
        self._try(replace(self.script, answers=self.script.answers[: self.comparison.answers]))
        for name in CHANNELS:
            self._try_acts([act for act in self.script.acts if act.channel != name])
        minimal_parts(self.script.acts, self._try_acts)
        minimal_parts(self.script.answers, lambda each: self._try(replace(self.script, answers=tuple(each))))
        self._move_acts_late()
        if {act.channel for act in self.script.acts} == {"buttons"}:
            # presses are what a player would write, and wait for a poll; one more try is allowed for them
            self._tries_left += 1
            presses = tuple((act.frame, act.value) for act in self.script.acts)
            self._try(replace(self.script, acts=(), presses=presses))

    def _move_acts_late(self) -> None:
        """Moves each act, the last one first, to the latest frame that leaves the difference in its frame.

        That is the frame in which the act matters: a button may be held for long before the program reads it.
        """
        end = self.comparison.difference.frame if self.comparison.difference else 0
        for at in reversed(range(len(self.script.acts))):
            # binary search, up to the frame of the next act: acts stay in their order
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

    def _try_acts(self, acts: list[Act]) -> bool:
        """Tries the script with fewer acts; returns whether it was taken."""
        return len(acts) < len(self.script.acts) and self._try(replace(self.script, acts=tuple(acts)))

    def _try(self, script: Script, frame: int | None = None) -> bool:
        """Compares with another script, and takes it if it shows a difference, in `frame` if that is given.

        Returns whether it was taken. Does nothing once all tries, or all frames of work, are used up.
        """
        if self._tries_left <= 0 or self._work_left <= 0:
            return False
        self._tries_left -= 1
        try:
            comparison = self._compare(script)
        except UsageError:  # the listing never comes to a wait that the mode compares
            return False
        self._work_left -= STANDSTILL_WORK if comparison.port_end.is_standstill else comparison.frames_at_work
        if comparison.difference is None or comparison.port_end.is_standstill:
            return False
        if frame is not None and comparison.difference.frame != frame:
            return False
        self.script, self.comparison = script, comparison
        return True
