"""Plays random games with a listing and its port until they reach nothing new."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

from retromaze.comparison.coverage import Coverage, ListingLines, Places, lines_of
from retromaze.comparison.pairs import Comparison, Pair, compare_programs, second_of
from retromaze.comparison.programs import sides_of
from retromaze.comparison.random_play import RandomPlayer
from retromaze.comparison.recording import Listing
from retromaze.comparison.replay import Port
from retromaze.comparison.scouting import Archive, Watch
from retromaze.comparison.script import Script, options_of
from retromaze.comparison.shortening import Shortening
from retromaze.comparison.storages import AskedShelf, Storages
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped, UsageError
from retromaze.language.prologue import Value
from retromaze.machine.machine import Machine
from retromaze.runner import play

AFTER = 60
"""Frames for which a game is compared beyond what was new in it."""
SAMPLED = 10
"""Of the games in which nothing is new one in so many is played with the port."""

Begin = Callable[[int, int, int], None]


class Worthwhile(NamedTuple):
    """A game that is played with both programs: its script and frames, and the statements that it runs.

    `setting` is the number of its sizes among those that the games are played with.
    """

    script: Script
    frames: int
    begun: Places
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
        if pair.first:
            raise UsageError(f"{pair.name}: games at random want a listing to look at")
        self._pair, self._seed = pair, seed
        self._settings = (sizes, *others)
        self._pairs = [pair.given(each) for each in self._settings]
        given = self._pairs[0]
        self._random = Random(seed)
        self._kept = [0]
        self._player = RandomPlayer(seed, given.text, pair.frames_of(pair.script), pair.script)
        self._storages = Storages(pair.script, Random(seed), self._player.vocabulary)
        self._archive = Archive(Random(seed))
        self.coverage = Coverage(ListingLines(given.listing).lines, lines_of(given.port).lines)

    def games(self, minutes: float) -> Iterator[Comparison]:
        """Plays until nothing new has come of so many minutes, or up to the first difference.

        They are minutes of the console's time. Each game is played with the listing alone, and those in which
        something is new with the port, and a few others: most would only say the same once more.
        """
        for worth in self.worthwhile(minutes):
            made = self._compared(worth)
            if made.difference is not None:
                yield self._shortened(worth, made)
                return
            yield made

    def worthwhile(self, minutes: float) -> Iterator[Worthwhile]:
        """The games that are played with the port; its listing alone decides which these are.

        One with each of the sizes comes first. What is long with them is not played further.
        """
        for setting in range(len(self._settings)):
            script = self._player.script(None)
            watch = self._scout(script, 0, setting)
            yield self._worth(script, watch, setting)
            if not watch.is_long:
                self._archive.add(script, watch.marks, setting)
                if setting and watch.news:
                    self._kept.append(setting)
        yield from self._further(minutes)

    def _further(self, minutes: float) -> Iterator[Worthwhile]:
        """Those after the first ones, until nothing new has come of so many minutes."""
        vain = 0.0
        dull = 0
        while vain < minutes:
            untried = self._storages.untried()
            game = None if untried else self._archive.draw()
            setting = game.setting if game else 0 if untried else self._random.choice(self._kept)
            script = self._player.script(game, untried or self._storages.drawn())
            watch = self._scout(script, game.frame if game else 0, setting)
            self._archive.add(script, watch.marks, setting)
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
    def _worth(script: Script, watch: Watch, setting: int) -> Worthwhile:
        """A game up to what was new in it and a little further; all of it if nothing was."""
        frames = min(watch.frames, watch.last + AFTER) if watch.news else watch.frames
        # what a listing does after its last frame belongs to that frame
        return Worthwhile(script, frames + 1, watch.begun, setting)

    def _scout(self, script: Script, begin: int, setting: int) -> Watch:
        """A game with the listing alone, where nobody hears of its events."""
        listing, machine = self._pairs[setting].listing, Machine(seed=self._seed)
        watch = Watch(listing, machine, self._archive.games, begin)

        def follow(computer: Computer) -> None:
            computer.on_statement = watch.on_statement

        script.prepare(machine)
        machine.storage.shelf = shelf = AskedShelf(dict(script.files))
        machine.on_frame = watch.on_frame
        frames = self._pair.frames_of(script)
        with suppress(Stopped):
            play(listing.source, machine, path=listing.path, frames=frames, traced=True, follow=follow)
        self._storages.learn(script, shelf, news=watch.news)
        return watch

    def _compared(self, game: Worthwhile) -> Comparison:
        """The same game with both programs."""
        known = self.coverage.listing
        begun, source = game.begun, self._pairs[game.setting].port
        if begun <= known.run:
            return self._compare(game, second_of(source))
        # What looks at lines slows a port down, and where the listing runs no new one the port rarely does.
        port = lines_of(source)
        made = self._compare(game, port.port, port.begin)
        self.coverage = self.coverage.joined(Coverage(replace(known, run=begun), port.lines))
        return made

    def _compare(
        self, game: Worthwhile, port: Port | Listing, on_statement: Begin | None = None
    ) -> Comparison:
        given = self._pairs[game.setting]
        return compare_programs(
            given.program,
            port,
            seed=self._seed,
            script=game.script,
            patience=given.patience,
            frames=game.frames,
            measure=given.measure,
            sides=sides_of(self._pair.program, self._pair.port),
            on_statement=on_statement,
            may_stray=True,
        )

    def _shortened(self, game: Worthwhile, made: Comparison) -> Comparison:
        """A difference with less done before it, named and with the options that show it again."""

        def compared(script: Script, setting: int) -> Comparison:
            again = Worthwhile(script, self._pair.frames_of(script), frozenset(), setting)
            return self._compare(again, second_of(self._pairs[setting].port))

        setting = game.setting
        plain = compared(game.script, 0) if setting and not made.standstill else made
        if plain.difference is not None and not plain.standstill:
            setting, made = 0, plain
        shortening = Shortening(
            game.script, made, lambda script: compared(script, setting), self._pair.script
        )
        shortening.shorten()
        found = shortening.made.difference
        assert found is not None
        sizes = self._settings[setting]
        script, own = shortening.script, self._pair.script
        played = options_of(script, sizes, alone=script.beside != own.beside)
        stored = dict(script.files) if script.files != own.files else None
        return replace(
            shortening.made,
            difference=replace(found, name=self._pair.name, sizes=dict(sizes), played=played, stored=stored),
        )
