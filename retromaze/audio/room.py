"""The room around what sounds: early reflections and a tail, as EFCSET sets them."""

from __future__ import annotations

import math

import numpy as np

from retromaze.audio.wavetables import Samples
from retromaze.machine.notes import SAMPLES_PER_SECOND, Reverb

WAYS = (1693, 1759, 1621, 1547, 1831, 1979), (1733, 1787, 1667, 1571, 1861, 2011)
"""How long sound goes from wall to wall, in samples, for each side: no two are in step."""
LONGEST = 1500
"""So many samples at a time: less than the shortest way."""
REFLECTIONS = (0.31, 0.57, 1.0), (0.43, 0.71, 0.93)
"""When the walls are heard first, in parts of the reflection time."""
MOST_DELAY = 1000.0
MOST_DECAY = 20_000.0
QUIET = 1e-5


class Room:
    """A room that goes on sounding."""

    def __init__(self) -> None:
        self._lengths = np.array([*WAYS[0], *WAYS[1]])[:, None]
        self._walls = np.zeros((len(self._lengths), int(self._lengths.max()) + 1), np.float32)
        self._line = np.zeros(int(2 * MOST_DELAY / 1000 * SAMPLES_PER_SECOND) + LONGEST, np.float32)
        self._at = self._last_given = 0
        self.quiet = True
        """Whether nothing is left in it."""

    def render(self, reverb: Reverb, given: Samples) -> Samples:
        """What both sides hear of it, up to LONGEST samples at a time."""
        count = len(given)
        size = len(self._line)
        places = self._at + np.arange(count)
        self._line[places % size] = given
        delay = samples_of(reverb.delay, MOST_DELAY)
        reflection = samples_of(reverb.reflection, MOST_DELAY)
        early, late = held(reverb.early, 1.0), held(reverb.late, 1.0)
        heard = np.stack(
            [
                sum(self._line[(places - round(part * reflection)) % size] for part in side) * early / 3
                for side in REFLECTIONS
            ]
        )
        # one place more than the way is long: the sample before the one that comes back is still there
        sizes, rows = self._lengths + 1, np.arange(len(self._lengths))[:, None]
        back = self._walls[rows, (places + 1) % sizes]
        before = self._walls[rows, places % sizes]
        back = back + np.float32(0.5 * held(reverb.filter1, 1.0)) * (before - back)
        decay = max(held(reverb.decay, MOST_DECAY), 1.0) / 1000 * SAMPLES_PER_SECOND
        kept = np.power(10.0, -3 * self._lengths / decay).astype(np.float32)
        self._walls[rows, places % sizes] = kept * back + self._line[(places - delay) % size]
        half = len(WAYS[0])
        heard[0] += late / 4 * back[:half].sum(axis=0)
        heard[1] += late / 4 * back[half:].sum(axis=0)
        self._at += count
        self._rest(given)
        made: Samples = heard.astype(np.float32)
        return made

    def _rest(self, given: Samples) -> None:
        """Finds out whether nothing is left; then it is really nothing."""
        if given.any():
            self._last_given = self._at
        over = self._at - self._last_given > len(self._line) // 2 + LONGEST
        self.quiet = over and float(np.abs(self._walls).max()) < QUIET
        if self.quiet:
            self._walls[:] = 0


def held(value: float, most: float) -> float:
    """A number within 0 and the most; what is none is 0."""
    return min(max(value, 0.0), most) if math.isfinite(value) else 0.0


def samples_of(milliseconds: float, most: float) -> int:
    return int(held(milliseconds, most) / 1000 * SAMPLES_PER_SECOND)
