"""The loudspeaker: passes blocks of samples to pygame's mixer, one after the other and without a gap.

The mixer plays one piece while another one waits. The sound card has its own clock, so a block is made a
little longer or shorter than its frame, depending on whether a piece still waits when the frame comes: there
are no gaps, and the delay does not grow. Sound is heard 17 milliseconds after its frame, plus the delay of
the card.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from retromaze.audio.synthesizer import Block
from retromaze.audio.voices import GRAIN
from retromaze.errors import RetromazeError
from retromaze.machine.sound_events import SAMPLES_PER_SECOND
from retromaze.system import import_failure_message

CARD_SAMPLES = 512
"""The samples in the card's buffer: 11 ms."""
STANDARD_ERROR = 2
PIECE = 1024
"""The most samples that are passed to the mixer at once, so that a pause is heard soon."""
LEAD = 576
"""Samples of silence, 12 ms, before the first block, because the second may come late."""
RAMP = 96
"""Samples within which interrupted sound fades in and out."""
LONGEST_FRAME = 0.3
"""A longer time between two frames, in seconds, is a pause, not a slow frame."""
SMOOTHING = 0.05
"""The share of each new time between frames in their mean: about twenty frames count."""


class NoSoundCard(RetromazeError):
    """Raised if this computer cannot play sound; the message says why."""


def open_loudspeaker(clock: Callable[[], float]) -> Loudspeaker:
    """Opens the loudspeaker of this computer. Raises NoSoundCard."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError as error:
        raise NoSoundCard(import_failure_message("pygame", error)) from error
    try:
        with libraries_silent():
            pygame.mixer.init(SAMPLES_PER_SECOND, -16, 2, CARD_SAMPLES, allowedchanges=0)
    except (NotImplementedError, pygame.error) as error:
        raise NoSoundCard(str(error)) from error
    return Loudspeaker(pygame.mixer, clock)


@contextmanager
def libraries_silent() -> Iterator[None]:
    """Within this context, system libraries cannot write to standard error, as ALSA does without a card."""
    sys.stderr.flush()
    saved, null_device = os.dup(STANDARD_ERROR), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null_device, STANDARD_ERROR)
        yield
    finally:
        os.dup2(saved, STANDARD_ERROR)
        os.close(saved)
        os.close(null_device)


class Loudspeaker:
    """Plays blocks of samples on a channel of a mixer with the interface of pygame's.

    `clock` returns the user's time in seconds. `_mean_interval` is the mean time between frames,
    `_last_frame` the time of the last one; `_rounded_off` are the samples that the blocks so far lack.
    `waiting` are blocks that the mixer cannot take yet: it plays one piece, and has one in its queue.
    """

    def __init__(self, mixer: Any, clock: Callable[[], float]) -> None:
        self._mixer = mixer
        self._channel = mixer.Channel(0)
        self._clock = clock
        self.waiting: list[Block] = []
        self._last_frame = self._mean_interval = self._rounded_off = 0.0

    @property
    def is_playing(self) -> bool:
        return bool(self._channel.get_busy())

    @property
    def _queue_is_full(self) -> bool:
        return self._channel.get_queue() is not None

    def frame_size(self, interval: float) -> int:
        """Returns the number of samples for the frame that has just come, a multiple of GRAIN.

        A frame is meant to take `interval` seconds; if frames come more slowly, there are more samples.
        """
        now = self._clock()
        passed, self._last_frame = min(now - self._last_frame, LONGEST_FRAME), now
        if self._mean_interval:
            self._mean_interval += (passed - self._mean_interval) * SMOOTHING
        else:
            # the first frame, or the first after a pause
            self._mean_interval = interval
        exact = max(self._mean_interval, interval) * SAMPLES_PER_SECOND + self._rounded_off
        # fewer samples while the mixer still has a piece in its queue, more if it may soon run dry
        if self.is_playing:
            exact += -GRAIN * (1 + len(self.waiting)) if self._queue_is_full else GRAIN
        count = max(round(exact / GRAIN), 1) * GRAIN
        self._rounded_off = exact - count
        return count

    def play(self, block: Block) -> None:
        """Appends a block to what is played."""
        self.waiting.append(block)
        self.pump()

    def pump(self) -> None:
        """Passes waiting samples to the mixer, as many as it can take."""
        while self.waiting and not (self.is_playing and self._queue_is_full):
            samples = np.concatenate(self.waiting)
            # all pieces have about the same size: after a small one the next would have to come at once
            pieces = -(-len(samples) // PIECE)  # rounded up
            size = -(-len(samples) // pieces)
            piece, rest = samples[:size], samples[size:]
            self.waiting = [rest] if len(rest) else []
            if self.is_playing:
                self._channel.queue(self._mixer.Sound(buffer=piece.tobytes()))
            else:
                # the mixer has run dry, or has not played yet
                first_piece = np.concatenate([np.zeros((LEAD, 2), np.int16), faded_in(piece)])
                self._channel.play(self._mixer.Sound(buffer=first_piece.tobytes()))

    def fade_out(self, more: Block | None = None) -> None:
        """Fades out over the first of the waiting samples; the others are dropped.

        Called when the run stops for a while, or is muted. `more` are the samples that the synthesizer would
        render next: where none wait, the sound fades out over them, so that it does not break off.
        """
        rest = self.waiting
        if not rest and more is not None:
            rest = [more]
        if rest and self.is_playing:
            # faded in backwards (a block is reversed twice) is faded out
            self.waiting = [faded_in(np.concatenate(rest)[:RAMP][::-1])[::-1]]
            self.pump()
        else:
            self.waiting = []
        # the mean time between frames begins again when the run goes on
        self._mean_interval = 0.0

    def close(self) -> None:
        """Ends the sound at once, and closes the sound card."""
        self._channel.stop()
        self._mixer.quit()


def faded_in(block: Block) -> Block:
    """Returns a copy of a block whose first samples are faded in from silence."""
    ramp = np.linspace(0, 1, min(RAMP, len(block)))[:, None]
    faded = block.copy()
    faded[: len(ramp)] = np.rint(faded[: len(ramp)] * ramp).astype(np.int16)
    return faded
