"""Waves as rows of samples: one swing of a tone, a second of noise, each made when it is first wanted.

A row holds no partial above what 48,000 samples a second can carry at the pitch it is made for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retromaze.audio.timbres import Partials
from retromaze.machine.notes import SAMPLES_PER_SECOND

Samples = NDArray[np.float32]

HIGHEST = 20_000
"""Hz: what is above is left out."""
SIZE = 2048
EIGHTHS = 8
"""So many swings are in a row whose partials are eighths of the pitch."""
NOISE_SIZE = 1 << 16
NOISE_PITCH = 440
"""Hz: at this pitch a noise is heard as it is."""
STEP = 8
"""Samples of the noise of old chips that stay the same."""
LOUDNESS = 0.13
"""The root of the mean square of every row."""
FIRST_SAMPLES = 1 << 20


class Row(NamedTuple):
    """A row's place in the bank, its size without the guard behind it, and the swings in it."""

    offset: int
    size: int
    swings: float


class Bank:
    """All rows that have been wanted, one behind the other in `samples`."""

    def __init__(self) -> None:
        self.samples: Samples = np.zeros(FIRST_SAMPLES, np.float32)
        self._end = 0
        self._rows: dict[tuple[object, ...], Row] = {}
        self._own: dict[tuple[int, int], tuple[float, ...]] = {}

    def tone(self, partials: Partials, pitch: float, *, dull: float = 0.0, cosine: bool = False) -> Row:
        """The row of these partials for notes up to `pitch` (MIDI keys), made duller."""
        heard = audible(partials, pitch)
        key = partials, heard, dull, cosine
        if key not in self._rows:
            self._rows[key] = self._add(*tone_samples(partials, heard, dull, cosine))
        return self._rows[key]

    def noise(self, color: str) -> Row:
        """The row of a noise: a color of NOISES, or `steps`."""
        key = ("noise", color)
        if key not in self._rows:
            swings = NOISE_PITCH * NOISE_SIZE / SAMPLES_PER_SECOND
            self._rows[key] = self._add(noise_samples(color), swings)
        return self._rows[key]

    def own(self, number: int, samples: tuple[float, ...], pitch: float) -> Row:
        """The row of a wave of one's own; each number has one wave at a time."""
        step = math.ceil(pitch / 6)
        row = self._rows.get(("own", number, step))
        if row is None or self._own[number, step] != samples:
            made = own_samples(samples, 6.0 * step)
            if row is None:
                row = self._rows["own", number, step] = self._add(made, 1.0)
            else:
                self._put(row.offset, made)
            self._own[number, step] = samples
        return row

    def _add(self, made: Samples, swings: float) -> Row:
        row = Row(self._end, len(made), swings)
        self._end += len(made) + 1
        while self._end > len(self.samples):
            self.samples = np.concatenate([self.samples, np.zeros_like(self.samples)])
        self._put(row.offset, made)
        return row

    def _put(self, offset: int, made: Samples) -> None:
        """The first sample stands behind the last one once more, for what is between them."""
        self.samples[offset : offset + len(made)] = made
        self.samples[offset + len(made)] = made[0]


@cache
def audible(partials: Partials, pitch: float) -> int:
    """How many of the partials, which stand by their height, are heard at a pitch; at least one."""
    most = HIGHEST / hertz(6 * math.ceil(pitch / 6))
    return max(1, sum(ratio <= most for ratio, _ in partials))


def hertz(pitch: float) -> float:
    """The frequency of a MIDI key."""
    return float(440 * 2 ** ((pitch - 69) / 12))


def tone_samples(partials: Partials, heard: int, dull: float, cosine: bool) -> tuple[Samples, float]:
    """The samples of the first partials, as loud as if all of them were heard, and the swings in them."""
    swings = 1 if all(float(ratio).is_integer() for ratio, _ in partials) else EIGHTHS
    size = SIZE if swings == 1 else 4 * SIZE
    spectrum = np.zeros(size // 2 + 1, np.complex128)
    for ratio, level in partials[:heard]:
        spectrum[round(ratio * swings)] += level * ratio**-dull * (1 if cosine else -1j)
    power = math.sqrt(sum(level * level for _, level in partials) / 2)
    samples = np.fft.irfft(spectrum, size) * (size / 2 * LOUDNESS / power)
    return samples.astype(np.float32), swings


def noise_samples(color: str) -> Samples:
    """Noise, the same in every run, that goes on into itself."""
    raw = np.random.PCG64(len(color)).random_raw(NOISE_SIZE)
    samples = raw / 2.0**63 - 1
    if color == "steps":
        samples = np.repeat(samples[::STEP], STEP)
    elif color != "white":
        spectrum = np.fft.rfft(samples)
        pitches = np.fft.rfftfreq(NOISE_SIZE, 1 / SAMPLES_PER_SECOND)
        if color == "dark":
            spectrum *= 1 / (1 + (pitches / 700) ** 2)
        else:
            spectrum *= 1 / (1 + (5000 / np.maximum(pitches, 1)) ** 4)
        samples = np.fft.irfft(spectrum, NOISE_SIZE)
    samples -= samples.mean()
    made: Samples = (samples * (LOUDNESS / math.sqrt(np.square(samples).mean()))).astype(np.float32)
    return made


def own_samples(given: Sequence[float], pitch: float) -> Samples:
    """A wave of steps as one swing, without what is too high at a pitch; as loud as it was written."""
    steps = np.asarray(given, np.float64)
    wave = np.repeat(steps, -(-SIZE // len(steps)))
    spectrum = np.fft.rfft(wave)
    spectrum[0] = 0
    spectrum[max(1, int(HIGHEST / hertz(pitch))) + 1 :] = 0
    samples = np.fft.irfft(spectrum, len(wave))
    places = np.arange(SIZE) * (len(wave) / SIZE)
    made: Samples = (1.5 * LOUDNESS * np.interp(places, np.arange(len(wave)), samples)).astype(np.float32)
    return made
