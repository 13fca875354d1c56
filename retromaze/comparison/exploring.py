"""Plays random games with a listing and its port until they reach nothing new."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

from retromaze.comparison.coverage import Coverage, ListingLines, Places, lines_of
from retromaze.comparison.following import Port
from retromaze.comparison.pairs import Comparison, Pair, compare_programs, second_of
from retromaze.comparison.programs import sides_of
from retromaze.comparison.random_play import RandomPlayer
from retromaze.comparison.recording import Listing
from retromaze.comparison.scouting import Archive, Watch
from retromaze.comparison.script import Script, options_of
from retromaze.comparison.shortening import Shortening
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
    """A game that is played with both programs: its script and frames, and the statements that it runs."""

    script: Script
    frames: int
    begun: Places


class Explorer:
    """Plays games of one seed and one set of sizes; `coverage` tells the lines they have reached.

    Games go on from moments at which something was new: a statement that no other game had run, or none so
    often, or a number in a variable that was not like any before.
    """

    def __init__(self, pair: Pair, seed: int, sizes: Mapping[str, Value]) -> None:
        """Raises UsageError for impossible sizes, and for two ports."""
        if pair.first:
            raise UsageError(f"{pair.name}: games at random want a listing to look at")
        self._pair, self._seed, self._sizes = pair, seed, sizes
        self._given = given = pair.given(sizes)
        self._player = RandomPlayer(seed, given.text, pair.frames_of(pair.script), pair.script)
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
                yield self._shortened(worth.script, made)
                return
            yield made

    def worthwhile(self, minutes: float) -> Iterator[Worthwhile]:
        """The games that are played with the port; its listing alone decides which these are."""
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
            # what a listing does after its last frame belongs to that frame
            yield Worthwhile(script, frames + 1, watch.begun)

    def _scout(self, script: Script, begin: int) -> Watch:
        """A game with the listing alone, where nobody hears of its events."""
        listing, machine = self._given.listing, Machine(seed=self._seed)
        watch = Watch(listing, machine, self._archive.games, begin)

        def follow(computer: Computer) -> None:
            computer.on_statement = watch.on_statement

        script.prepare(machine)
        machine.on_frame = watch.on_frame
        frames = self._pair.frames_of(script)
        with suppress(Stopped):
            play(listing.source, machine, path=listing.path, frames=frames, traced=True, follow=follow)
        return watch

    def _compared(self, game: Worthwhile) -> Comparison:
        """The same game with both programs."""
        known = self.coverage.listing
        script, frames, begun = game
        if begun <= known.run:
            return self._compare(script, frames, second_of(self._given.port))
        # What looks at lines slows a port down, and where the listing runs no new one the port rarely does.
        port = lines_of(self._given.port)
        made = self._compare(script, frames, port.port, port.begin)
        self.coverage = self.coverage.joined(Coverage(replace(known, run=begun), port.lines))
        return made

    def _compare(
        self, script: Script, frames: int, port: Port | Listing, on_statement: Begin | None = None
    ) -> Comparison:
        given = self._given
        return compare_programs(
            given.program,
            port,
            seed=self._seed,
            script=script,
            patience=given.patience,
            frames=frames,
            measure=given.measure,
            sides=sides_of(self._pair.program, self._pair.port),
            on_statement=on_statement,
        )

    def _shortened(self, script: Script, made: Comparison) -> Comparison:
        """A difference with less done before it, named and with the options that show it again."""

        def compared(other: Script) -> Comparison:
            return self._compare(other, self._pair.frames_of(other), second_of(self._given.port))

        shortening = Shortening(script, made, compared)
        shortening.shorten()
        found = shortening.made.difference
        assert found is not None
        played = options_of(shortening.script)
        return replace(
            shortening.made,
            difference=replace(found, name=self._pair.name, sizes=dict(self._sizes), played=played),
        )
