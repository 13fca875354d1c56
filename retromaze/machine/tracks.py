"""The eight tracks on which tunes play, one each, by the frames of the machine.

Source: machine reference, 7.1.
Unverified: a tune begins in the frame after the one in which it is asked for; a track that is halted is under
way; a fade is even; what BGMVAR sets while nothing plays is there when a tune begins.
"""

from __future__ import annotations

from collections.abc import Callable

from retromaze.machine.mml import VARIABLES, Tune, repeats_forever
from retromaze.machine.notes import SAMPLES_PER_FRAME, SAMPLES_PER_SECOND, Silence, Sounding, Volume
from retromaze.machine.sequencer import Score

LOUDEST = 127
LONGEST_FADE = 3600
"""Seconds."""


class Track:
    """One of them: the tune that plays, how loud, and whether it is halted or fading out.

    `asked` is the number of the tune that was asked for last, or its text, None where it was ended by a call:
    who compares two machines looks at it, for a port passes fewer frames than its listing.
    """

    def __init__(self, number: int, tell: Callable[[Sounding], None]) -> None:
        self._number = number
        self._tell = tell
        self._score: Score | None = None
        self._played: Tune = {}
        self._silent_at: int | None = None
        self.asked: int | str | None = None
        self.volume = LOUDEST
        self.halted = False
        self.variables = [0] * len(VARIABLES)

    @property
    def playing(self) -> bool:
        return self._score is not None

    @property
    def is_endless(self) -> bool:
        """Whether the tune that plays never ends by itself."""
        return self.playing and repeats_forever(self._played)

    def play(self, name: int | str, tune: Tune, volume: int, frame: int) -> None:
        """Begins a tune, in place of the one that plays."""
        moment = frame * SAMPLES_PER_FRAME
        self.silence(moment)
        self.asked = name
        self._played = tune
        self._score = Score(tune, moment, self.variables)
        self.set_volume(volume, moment)

    def set_volume(self, volume: int, moment: int) -> None:
        self.volume = volume
        self._tell(Volume(moment, self._number, volume))

    def fade(self, seconds: float, moment: int) -> None:
        """Ends the tune by and by."""
        self.asked = None
        if self._score is None:
            return
        taking = round(min(max(seconds, 0), LONGEST_FADE) * SAMPLES_PER_SECOND)
        self._silent_at = moment + taking
        self._tell(Volume(moment, self._number, 0, taking))

    def silence(self, moment: int) -> None:
        """Ends the tune at once."""
        if self._score is not None:
            self._tell(Silence(moment, self._number))
        self._score = self._silent_at = self.asked = None
        self.halted = False

    def halt(self, moment: int) -> None:
        if self._score is not None and not self.halted:
            self.halted = True
            self._tell(Silence(moment, self._number))

    def resume(self) -> None:
        self.halted = False

    def advance(self, end: int) -> None:
        """Goes on up to that moment, a frame behind the last one."""
        if self._score is None:
            return
        if self.halted:
            self._score.delay(SAMPLES_PER_FRAME)
            if self._silent_at is not None:
                self._silent_at += SAMPLES_PER_FRAME
            return
        for note in self._score.advance(end, self._number):
            self._tell(note)
        if self._score.over:
            self._score = self._silent_at = None
        elif self._silent_at is not None and self._silent_at <= end:
            self.silence(end)
