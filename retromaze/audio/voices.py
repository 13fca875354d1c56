"""Voices: all that sound at a time are computed together by NumPy; and the waves that they read.

A wave is a row of samples in a bank: one period of a tone or a second of noise, made when it is first used. A
row has no partial too high for 48,000 samples a second at the pitch that it is made for.

A voice reads a row at its pitch. Slow changes (of level, pitch, place between left and right) are computed
every 32 samples, and interpolated linearly where steps would be heard.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retromaze.audio.instruments import Partials
from retromaze.machine.notes import SAMPLES_PER_SECOND

Samples = NDArray[np.float32]

HIGHEST_PARTIAL = 20_000
"""Hz: what is above is left out."""
SIZE = 2048
EIGHTHS = 8
"""So many swings are in a row whose partials are eighths of the pitch."""
NOISE_SIZE = 1 << 16
NOISE_PITCH = 440
"""Hz: at this pitch a noise is heard as it is."""
STEP = 8
"""Samples of the noise of old chips that stay the same."""
ROW_LOUDNESS = 0.13
"""The root of the mean square of every row."""
FIRST_SAMPLES = 1 << 20


class WaveRow(NamedTuple):
    """A waveform in the bank: its place, its number of samples, and its number of periods (`swings`).

    One more sample follows it, equal to the first: see `Bank._put`.
    """

    offset: int
    size: int
    swings: float


class Bank:
    """The waveforms (rows) that have been used so far, one after the other in `samples`."""

    def __init__(self) -> None:
        self.samples: Samples = np.zeros(FIRST_SAMPLES, np.float32)
        self._end = 0
        self._rows: dict[tuple[object, ...], WaveRow] = {}
        self._own: dict[tuple[int, int], tuple[float, ...]] = {}

    def tone(self, partials: Partials, pitch: float, *, dull: float = 0.0, cosine: bool = False) -> WaveRow:
        """Returns the row of these partials for notes up to `pitch` (MIDI keys), made duller."""
        heard = audible(partials, pitch)
        key = partials, heard, dull, cosine
        if key not in self._rows:
            self._rows[key] = self._add(*tone_samples(partials, heard, dull, cosine))
        return self._rows[key]

    def noise(self, color: str) -> WaveRow:
        """Returns the row of a noise: a color of NOISES, or `steps`."""
        key = ("noise", color)
        if key not in self._rows:
            swings = NOISE_PITCH * NOISE_SIZE / SAMPLES_PER_SECOND
            self._rows[key] = self._add(noise_samples(color), swings)
        return self._rows[key]

    def own(self, number: int, samples: tuple[float, ...], pitch: float) -> WaveRow:
        """Returns the row of a user-defined wave; each number has one wave at a time."""
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

    def _add(self, made: Samples, swings: float) -> WaveRow:
        row = WaveRow(self._end, len(made), swings)
        self._end += len(made) + 1
        while self._end > len(self.samples):
            self.samples = np.concatenate([self.samples, np.zeros_like(self.samples)])
        self._put(row.offset, made)
        return row

    def _put(self, offset: int, made: Samples) -> None:
        """Stores the samples of a row, and the first again after the last, to interpolate between both."""
        self.samples[offset : offset + len(made)] = made
        self.samples[offset + len(made)] = made[0]


@cache
def audible(partials: Partials, pitch: float) -> int:
    """Returns the number of partials, sorted by height, that are audible at a pitch; at least one."""
    most = HIGHEST_PARTIAL / hertz(6 * math.ceil(pitch / 6))
    return max(1, sum(ratio <= most for ratio, _ in partials))


def hertz(pitch: float) -> float:
    """Returns the frequency of a MIDI key in Hz."""
    return float(440 * 2 ** ((pitch - 69) / 12))


def tone_samples(partials: Partials, heard: int, dull: float, cosine: bool) -> tuple[Samples, float]:
    """Returns the samples of the first partials, as loud as all together, and their number of periods."""
    swings = 1 if all(float(ratio).is_integer() for ratio, _ in partials) else EIGHTHS
    size = SIZE if swings == 1 else 4 * SIZE
    spectrum = np.zeros(size // 2 + 1, np.complex128)
    for ratio, level in partials[:heard]:
        spectrum[round(ratio * swings)] += level * ratio**-dull * (1 if cosine else -1j)
    power = math.sqrt(sum(level * level for _, level in partials) / 2)
    samples = np.fft.irfft(spectrum, size) * (size / 2 * ROW_LOUDNESS / power)
    return samples.astype(np.float32), swings


def noise_samples(color: str) -> Samples:
    """Makes noise, the same in every run, whose end joins its beginning."""
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
    made: Samples = (samples * (ROW_LOUDNESS / math.sqrt(np.square(samples).mean()))).astype(np.float32)
    return made


def own_samples(given: Sequence[float], pitch: float) -> Samples:
    """Returns one period of a wave of steps, without partials too high for a pitch, as loud as written."""
    steps = np.asarray(given, np.float64)
    wave = np.repeat(steps, -(-SIZE // len(steps)))
    spectrum = np.fft.rfft(wave)
    spectrum[0] = 0
    spectrum[max(1, int(HIGHEST_PARTIAL / hertz(pitch))) + 1 :] = 0
    samples = np.fft.irfft(spectrum, len(wave))
    places = np.arange(SIZE) * (len(wave) / SIZE)
    made: Samples = (1.5 * ROW_LOUDNESS * np.interp(places, np.arange(len(wave)), samples)).astype(np.float32)
    return made


GRAIN = 32
"""Slow changes are computed once in this many samples; all events are at a multiple of it."""
MOST_VOICES = 256
TRACKS = 8
BEEPS = TRACKS
"""The number of short sounds among the tracks."""
QUIET = 1e-4
"""A voice whose level is below this ends."""
DULLED = 5e-3
GAIN_TIME = 256
"""Samples within which the gain of a voice changes."""
GAIN_TIMES = np.array([float(GAIN_TIME)])
LOUDNESS = 1.5
"""A volume of one half has the gain 0.5 ** LOUDNESS. Unverified: how the console does it."""
HIGHEST_PITCH = 134.0
VIBRATO_DELAY, VIBRATO_RISE = 0.25 * SAMPLES_PER_SECOND, 0.35 * SAMPLES_PER_SECOND
TURN = 2 * np.pi / SAMPLES_PER_SECOND
WITHIN = np.arange(GRAIN, dtype=np.float32)
Numbers = NDArray[np.float64]


Of = IntEnum(
    "Of",
    "OFFSET DULL_OFFSET SIZE SWINGS PHASE AGE PITCH PITCH_TO SLIDE LEVEL RISE GOAL FALL BRIGHT DULLING"
    " GAIN GAIN_TO PAN TRACK VIBRATO TREMOLO RATE SWAY_PITCH SWAY_LEVEL SWAY_PAN SWAY_RATE SWAY_DELAY",
    start=0,
)
"""The numbers of a voice; times are in samples, pitches are MIDI keys.

The pitch slides to PITCH_TO for SLIDE samples more, the level rises to 1 for RISE samples more. Then the
level comes nearer to GOAL by the share FALL of the distance in each sample.
"""


class Start(NamedTuple):
    """The parameters with which a voice begins; `fall`, `dulling` and `rise` are in samples."""

    row: WaveRow
    pitch: float
    gain: float
    pan: float
    track: int
    dull_row: WaveRow | None = None
    pitch_to: float | None = None
    slide: float = 0.0
    rise: float = 48.0
    fall: float = 0.0
    goal: float = 1.0
    dulling: float = 0.0
    phase: float = 0.0
    vibrato: float = 0.0
    tremolo: float = 0.0
    rate: float = 0.0


class Handle(NamedTuple):
    """The slot of a voice, and a number that changes when another voice takes the slot."""

    slot: int
    turn: int


class Voices:
    """All voices, and the volumes of the tracks."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._numbers: Numbers = np.zeros((len(Of), MOST_VOICES))
        self._alive = np.zeros(MOST_VOICES, np.bool_)
        self._turns = [0] * MOST_VOICES
        self._volumes = np.ones(TRACKS + 1)
        self._volumes_to = np.ones(TRACKS + 1)
        self._volumes_left = np.zeros(TRACKS + 1)

    @property
    def any(self) -> bool:
        return bool(self._alive.any())

    # --- one voice ---

    def start(self, start: Start) -> Handle:
        """Starts a voice. If there are MOST_VOICES already, the quietest ends."""
        slot = self._free()
        row, dull = start.row, start.dull_row or start.row
        column = self._numbers[:, slot]
        column[:] = 0
        column[: Of.PHASE + 1] = row.offset, dull.offset, row.size, row.swings, start.phase
        to = start.pitch if start.pitch_to is None else start.pitch_to
        column[Of.PITCH : Of.SLIDE + 1] = start.pitch, to, start.slide
        column[Of.RISE] = max(start.rise, GRAIN)
        column[Of.GOAL] = start.goal
        column[Of.FALL] = 1 / start.fall if start.fall > 0 else 0.0
        column[Of.BRIGHT] = 1.0
        column[Of.DULLING] = 1 / start.dulling if start.dulling > 0 else 0.0
        column[Of.GAIN : Of.TRACK + 1] = start.gain, start.gain, start.pan, start.track
        column[Of.VIBRATO : Of.RATE + 1] = start.vibrato, start.tremolo, start.rate
        self._alive[slot] = True
        self._turns[slot] += 1
        return Handle(slot, self._turns[slot])

    def _free(self) -> int:
        slot = int(self._alive.argmin())
        if self._alive[slot]:
            loudness = self._numbers[Of.LEVEL] * self._numbers[Of.GAIN] + (self._numbers[Of.RISE] > 0)
            slot = int(loudness.argmin())
        return slot

    def sounds(self, handle: Handle) -> bool:
        return self._turns[handle.slot] == handle.turn and bool(self._alive[handle.slot])

    def move(self, handle: Handle, semitones: float, taking: float) -> None:
        """Slides to another pitch within `taking` samples."""
        column = self._numbers[:, handle.slot]
        column[Of.PITCH_TO] += semitones
        column[Of.SLIDE] = taking

    def change(self, handle: Handle, louder: float, pan: float) -> None:
        """Makes a voice `louder` times as loud, and moves it to `pan`, from 0, left, to 1, right."""
        column = self._numbers[:, handle.slot]
        column[Of.GAIN_TO] *= louder
        column[Of.PAN] = pan

    def sway(self, handle: Handle, numbers: tuple[float, float, float, float, float]) -> None:
        """Modulates pitch, level and place: three depths, the rate (Hz), and the delay in samples."""
        self._numbers[Of.SWAY_PITCH : Of.SWAY_DELAY + 1, handle.slot] = numbers

    def release(self, handle: Handle, time: float) -> None:
        """Lets a voice die away, by two thirds in `time` samples."""
        if self.sounds(handle):
            column = self._numbers[:, handle.slot]
            # a voice that already falls to 0 does not fall more slowly now
            falling = 0.0 if column[Of.GOAL] else column[Of.FALL]
            column[Of.RISE] = column[Of.GOAL] = 0
            column[Of.FALL] = max(falling, 1 / max(time, 1))

    def release_all(self, time: float, track: int | None = None) -> None:
        """Releases all voices, or the voices of a track."""
        chosen = self._alive if track is None else self._alive & (self._numbers[Of.TRACK] == track)
        self._numbers[Of.RISE, chosen] = self._numbers[Of.GOAL, chosen] = 0
        self._numbers[Of.FALL, chosen] = 1 / max(time, 1)

    # --- tracks ---

    def set_volume(self, track: int, volume: float, taking: float) -> None:
        """Changes a track's volume to `volume`, 0 to 1, within `taking` samples."""
        self._volumes_to[track] = volume
        self._volumes_left[track] = max(taking, GAIN_TIME)

    # --- all of them ---

    def render(self, count: int, wet: Numbers | None) -> tuple[Samples, Samples | None]:
        """Returns `count` samples, a multiple of GRAIN: of both sides, and for the room if `wet` is given."""
        volumes = self._pass_volumes(count)
        live = np.flatnonzero(self._alive)
        if not len(live):
            return np.zeros((2, count), np.float32), None if wet is None else np.zeros(count, np.float32)
        numbers = self._numbers[:, live]
        at = np.arange(0, count + 1, GRAIN, dtype=np.float64)
        tracks = numbers[Of.TRACK].astype(np.intp)
        levels = envelopes(numbers, at)
        gains = levels * slides(numbers[Of.GAIN], numbers[Of.GAIN_TO], GAIN_TIMES, at) * volumes[tracks]
        pitches = slides(numbers[Of.PITCH], numbers[Of.PITCH_TO], numbers[Of.SLIDE], at)
        pitches, gains, pans = swayed(numbers, at, pitches, gains)
        bright = numbers[Of.BRIGHT][:, None] * np.exp(-numbers[Of.DULLING][:, None] * at)
        waves = self._waves(numbers, pitches[:, :-1], bright)
        waves *= between(gains)
        place = pans * (np.pi / 2)
        left, right = np.cos(place).astype(np.float32), np.sin(place).astype(np.float32)
        sides = np.stack([np.einsum("vcj,vc->cj", waves, each) for each in (left, right)]).reshape(2, -1)
        room = None
        if wet is not None:
            room = np.einsum("vcj,v->cj", waves, wet[tracks].astype(np.float32)).reshape(-1)
        self._leave(live, numbers, count, levels, bright)
        return sides, room

    def _pass_volumes(self, count: int) -> Numbers:
        """Returns the volumes of the tracks while `count` samples pass."""
        at = np.arange(0, count + 1, GRAIN)
        volumes = slides(self._volumes, self._volumes_to, self._volumes_left, at)
        self._volumes = volumes[:, -1].copy()
        self._volumes_left = np.maximum(self._volumes_left - count, 0)
        loudness: Numbers = volumes**LOUDNESS
        return loudness

    def _waves(self, numbers: Numbers, pitches: Numbers, bright: Numbers) -> Samples:
        """Returns the samples that each voice reads: an array of voices, grains, samples."""
        steps = 440 / SAMPLES_PER_SECOND * np.exp2((np.minimum(pitches, HIGHEST_PITCH) - 69) / 12)
        steps /= numbers[Of.SWINGS][:, None]
        ends = np.cumsum(steps * GRAIN, axis=1) + numbers[Of.PHASE][:, None]
        # within a grain single precision is enough, and takes half the time
        begins = ((ends - steps * GRAIN) % 1.0).astype(np.float32)
        places = begins[:, :, None] + steps.astype(np.float32)[:, :, None] * WITHIN
        places -= np.floor(places)
        places *= numbers[Of.SIZE].astype(np.float32)[:, None, None]
        whole = places.astype(np.intp)
        places -= whole.astype(np.float32)
        part = places
        waves = self._read(whole + numbers[Of.DULL_OFFSET].astype(np.intp)[:, None, None], part)
        two = np.flatnonzero((numbers[Of.DULLING] > 0) & (bright[:, 0] > DULLED))
        if len(two):
            rows = whole[two] + numbers[Of.OFFSET, two].astype(np.intp)[:, None, None]
            waves[two] += between(bright[two]) * (self._read(rows, part[two]) - waves[two])
        numbers[Of.PHASE] = ends[:, -1] % 1.0
        return waves

    def _read(self, at: NDArray[np.intp], part: Samples) -> Samples:
        """Reads samples at fractional places, interpolated."""
        samples = self._bank.samples
        first = samples.take(at)
        at += 1
        first += part * (samples.take(at) - first)
        return first

    def _leave(
        self, live: NDArray[np.intp], numbers: Numbers, count: int, levels: Numbers, bright: Numbers
    ) -> None:
        """Stores the state of each voice after `count` samples, and frees the voices that have ended."""
        moved = np.minimum(count / np.maximum(numbers[Of.SLIDE], 1), 1)
        numbers[Of.PITCH] += (numbers[Of.PITCH_TO] - numbers[Of.PITCH]) * moved
        numbers[Of.SLIDE] = np.maximum(numbers[Of.SLIDE] - count, 0)
        left = 1 - min(count / GAIN_TIME, 1.0)
        numbers[Of.GAIN] = numbers[Of.GAIN_TO] + (numbers[Of.GAIN] - numbers[Of.GAIN_TO]) * left
        numbers[Of.RISE] = np.maximum(numbers[Of.RISE] - count, 0)
        numbers[Of.LEVEL] = levels[:, -1]
        numbers[Of.BRIGHT] = bright[:, -1]
        numbers[Of.AGE] += count
        self._numbers[:, live] = numbers
        over = (numbers[Of.RISE] <= 0) & (numbers[Of.GOAL] < QUIET) & (levels[:, -1] < QUIET)
        self._alive[live[over]] = False


def between(curves: Numbers) -> Samples:
    """Returns curves that are given at each grain, interpolated linearly: voices, grains, samples."""
    given = curves.astype(np.float32)[:, :, None]
    way = WITHIN / np.float32(GRAIN)
    drawn: Samples = given[:, :-1] + (given[:, 1:] - given[:, :-1]) * way
    return drawn


def envelopes(numbers: Numbers, at: Numbers) -> Numbers:
    """Returns levels that rise linearly to 1 and then approach the goal exponentially."""
    level, rise, goal, fall = (numbers[each][:, None] for each in (Of.LEVEL, Of.RISE, Of.GOAL, Of.FALL))
    slope = (1 - level) / np.maximum(rise, 1)
    top = np.where(rise > 0, 1.0, level)
    falling = goal + (top - goal) * np.exp(-fall * np.maximum(at - rise, 0))
    return np.where(at < rise, level + slope * at, np.where(fall > 0, falling, top))


def slides(begin: Numbers, end: Numbers, times: Numbers, at: NDArray[Any]) -> Numbers:
    """Returns linear curves from `begin` to `end` within `times` samples."""
    curves: Numbers = begin[:, None] + (end - begin)[:, None] * np.minimum(
        at / np.maximum(times, 1)[:, None], 1
    )
    return curves


def swayed(
    numbers: Numbers, at: Numbers, pitches: Numbers, gains: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """Returns pitches, gains and places (0 left to 1 right) with vibrato, tremolo and modulation added."""
    ages = numbers[Of.AGE][:, None] + at
    if numbers[Of.RATE].any():
        turns = np.sin(numbers[Of.RATE][:, None] * TURN * ages)
        grown = np.clip((ages - VIBRATO_DELAY) / VIBRATO_RISE, 0, 1)
        pitches = pitches + numbers[Of.VIBRATO][:, None] * grown * turns
        gains = gains * (1 - numbers[Of.TREMOLO][:, None] * (0.5 + 0.5 * turns))
    pans = np.broadcast_to(numbers[Of.PAN][:, None], (len(gains), gains.shape[1] - 1))
    if numbers[Of.SWAY_RATE].any():
        past = np.maximum(ages - numbers[Of.SWAY_DELAY][:, None], 0)
        turns = np.sin(numbers[Of.SWAY_RATE][:, None] * TURN * past)
        pitches = pitches + numbers[Of.SWAY_PITCH][:, None] * turns
        gains = gains * np.maximum(1 + numbers[Of.SWAY_LEVEL][:, None] * (turns - 1) / 2, 0)
        pans = np.clip(pans + numbers[Of.SWAY_PAN][:, None] * turns[:, :-1], 0, 1)
    return pitches, gains, pans
