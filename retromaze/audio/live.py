"""A machine's sound while a user looks on: in step with the frames, silent where the run stands.

Nothing is loaded before a machine tells of a sound, or somebody knows that it will.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from retromaze.audio.listening import listen_to
from retromaze.machine.notes import SAMPLES_PER_FRAME, Sounding

if TYPE_CHECKING:
    from retromaze.audio.loudspeaker import Loudspeaker
    from retromaze.audio.synthesizer import Synthesizer
    from retromaze.machine.machine import Machine

CONSOLE_INTERVAL = 1 / 60
AT_ONCE = 1 / 250
"""Seconds until the mixer is asked again whether it takes what waits."""
HUSHED = 480
"""Samples that are made to end softly."""
MOST_FRAMES_AT_ONCE = 6
"""Frames that are made up for where no program runs; who looks elsewhere for longer has missed them."""


class LiveSound:
    """The sound of one machine after another.

    `clock` gives seconds of the user's time; `say` is told why nothing can be heard, once, if that is so.
    """

    def __init__(self, *, muted: bool, clock: Callable[[], float], say: Callable[[str], None]) -> None:
        self._muted = muted
        self._clock = clock
        self._say = say
        self._told: list[Sounding] = []
        self._synthesizer: Synthesizer | None = None
        self._loudspeaker: Loudspeaker | None = None
        self._failed = self._closed = False
        self._resting = True
        self._frame = 0
        self._due = 0.0

    @property
    def muted(self) -> bool:
        return self._muted

    @property
    def busy(self) -> bool:
        """Whether samples wait to be passed on."""
        return self._loudspeaker is not None and self._loudspeaker.waits

    @property
    def sounds(self) -> bool:
        """Whether something is heard now."""
        return self._loudspeaker is not None and self._loudspeaker.sounds

    def attach(self, machine: Machine) -> None:
        """Hears this machine from now on, and forgets the one before."""
        self.rest()
        self._told, self._synthesizer = [], None
        self._frame = machine.frame
        listen_to(machine.sound, partial(self._hear, self._told))

    def _hear(self, told: list[Sounding], sounding: Sounding) -> None:
        if not self._closed:
            told.append(sounding)

    def prepare(self) -> None:
        """There will be sounds: what takes a while to load is loaded before the first one."""
        from retromaze.audio.synthesizer import Synthesizer

        self._synthesizer = self._synthesizer or Synthesizer()
        if self._loudspeaker is None and not self._failed and not self._muted:
            self._open()

    def _open(self) -> None:
        from retromaze.audio.loudspeaker import NoSoundCard, open_loudspeaker

        try:
            self._loudspeaker = open_loudspeaker(self._clock)
        except NoSoundCard as reason:
            self._failed = True
            self._say(str(reason))

    # --- the run's side ---

    def frame_passed(self, frame: int, interval: float | None) -> None:
        """A frame is over, the one before this: it is heard within so many seconds, None for not at all."""
        self._frame = frame
        if self._told and self._synthesizer is None and not self._failed:
            self.prepare()
        if self._synthesizer is not None:
            if self._loudspeaker is None or self._muted or interval is None:
                self.rest()
                self._synthesizer.skip(self._told)
            else:
                self._render(self._synthesizer, self._loudspeaker, interval)
        self._told.clear()

    def _render(self, synthesizer: Synthesizer, loudspeaker: Loudspeaker, interval: float) -> None:
        size = loudspeaker.frame_size(interval)
        block = synthesizer.render(self._told, (self._frame - 1) * SAMPLES_PER_FRAME, size)
        self._resting = False
        if block is not None:
            loudspeaker.play(block)
        else:
            loudspeaker.pump()

    def pump(self) -> None:
        """To be called often: passes on what waits."""
        if self._loudspeaker is not None:
            self._loudspeaker.pump()

    def rest(self) -> None:
        """The run stands still, or sounds are not wanted: silence, until the next frame."""
        if self._loudspeaker is None or self._synthesizer is None or self._resting:
            return
        self._resting = True
        self._loudspeaker.hush(self._synthesizer.render([], self._frame * SAMPLES_PER_FRAME, HUSHED))

    def toggle_mute(self) -> None:
        """Silent from now on, or no more."""
        self._muted = not self._muted
        if self._muted:
            self.rest()
        elif self._synthesizer is not None:
            self.prepare()

    def close(self) -> None:
        """Hears nothing from now on, and gives back what it has."""
        self._closed = True
        if self._loudspeaker is not None:
            self._loudspeaker.close()
            self._loudspeaker = None

    # --- while no program runs ---

    def wait(self) -> None:
        """The run is over or waits: from now on its sounds go on in the user's time, by `play_on`."""
        self._due = self._clock()

    def play_on(self, advance: Callable[[], int]) -> None:
        """Lets the frames pass that are due by `advance`, which tells the number of each; often called."""
        if self._synthesizer is None and not self._told:
            return
        # looked at once: a frame may take longer than it lasts
        now = self._clock()
        if now - self._due > MOST_FRAMES_AT_ONCE * CONSOLE_INTERVAL:
            self._due = now
        while self._due <= now:
            self._due += CONSOLE_INTERVAL
            self.frame_passed(advance(), CONSOLE_INTERVAL)
        self.pump()
