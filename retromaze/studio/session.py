"""What the page talks to: plays runs of what is open, one after the other, each to where it is wanted."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from retromaze.errors import RetromazeError, Stopped
from retromaze.report import describe
from retromaze.studio.channel import Channel, Gone
from retromaze.studio.film import Film, Projector
from retromaze.studio.log import kept
from retromaze.studio.messages import Failed, Open
from retromaze.studio.moves import Moved, Reopened, to_moment
from retromaze.studio.player import Player
from retromaze.studio.run import Files, Run
from retromaze.studio.stage import OwnFiles, Stage, staged
from retromaze.studio.telling import Teller
from retromaze.studio.tempo import Tempo
from retromaze.studio.welcome import welcome


class Session:
    """One page's conversation, from its welcome to its end.

    `opens` is what the page opens first, `own` the user's files, `stored` what lies in the storage when a
    run begins; what a run writes there lives as long as the run. `clock` gives seconds of the user's time.
    """

    def __init__(
        self,
        channel: Channel,
        opens: Open,
        own: OwnFiles | None = None,
        stored: Files | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._channel = channel
        self._opens, self._own, self._stored = opens, own, stored or {}
        self._tempo = Tempo(clock)
        self._teller = Teller(channel, clock)
        self._clock = clock

    def serve(self) -> None:
        """Converses until the page is gone."""
        try:
            self._channel.send(welcome(self._opens))
            wish = self._wish()
            with TemporaryDirectory(prefix="retromaze-studio-") as folder:
                while True:
                    wish = self._stay_with(wish, Path(folder))
        except Gone:
            return

    def _wish(self) -> Open:
        """The next thing to open; nothing else makes sense before."""
        while True:
            message = self._channel.receive(None)
            if isinstance(message, Open):
                return message

    def _stay_with(self, wish: Open, folder: Path) -> Open:
        """Shows what is opened, until something else is."""
        try:
            stage = staged(wish, self._own, folder)
        except RetromazeError as reason:
            self._channel.send(Failed(str(reason)))
            return self._wish()
        self._channel.send(stage.opened())
        self._teller.begin()
        try:
            self._play(stage)
        except Reopened as another:
            return another.wish

    def _play(self, stage: Stage) -> NoReturn:
        """Plays run after run of the same program. Raises Reopened and Gone."""
        film = Film(stage.seed)
        projector = Projector(film)
        log, target, playing = stage.log, to_moment(stage.moment), False
        while True:
            player = Player(self._channel, self._tempo, self._teller, projector, target, self._clock)
            player.playing = playing
            run = Run(stage.listing, stage.pair.path, film, log, self._stored, player)
            player.follow(run)
            try:
                player.finish(ending_of(run))
            except Moved as move:
                log, target, playing = kept(run.machine.input, run.machine.frame), move.target, move.playing


def ending_of(run: Run) -> tuple[str, bool]:
    """Plays a run to its end: in words how it ended, and whether with an error."""
    try:
        error = run.play()
    except (Moved, Reopened, Gone):
        raise
    except Stopped as reason:
        return str(reason), False
    return (describe(error), True) if error else ("", False)
