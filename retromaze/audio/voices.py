"""Voices, each a sounding wave, computed together by NumPy; a voice reads a wavetable: a wave's samples.

A table in the bank has one period of a tone or a second of noise, made when it is first used. It has no
partial too high for 48,000 samples a second at the pitch that it is made for.

A voice reads its table at its pitch. Slow changes (of level, pitch, place between left and right) are
computed every 32 samples, and interpolated linearly where steps would be heard.
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
from retromaze.machine.sound_events import SAMPLES_PER_SECOND

Samples = NDArray[np.float32]

HIGHEST_PARTIAL = 20_000
"""Hz: what is above is left out."""
TABLE_SIZE = 2048
"""Samples of a tone's period in a table."""
EIGHTHS = 8
"""So many periods are in a table whose partials are eighths of the pitch."""
NOISE_SIZE = 1 << 16
NOISE_PITCH = 440
"""Hz: at this pitch a noise is heard as it is."""
STEP = 8
"""Samples of the noise of old chips that stay the same."""
TABLE_LOUDNESS = 0.13
"""The root of the mean square of every table."""
FIRST_SAMPLES = 1 << 20


class Wavetable(NamedTuple):
    """A waveform in the bank: its place, its number of samples, and its number of periods (`periods`).

    One more sample follows it, equal to the first: see `Bank._put`.
    """

    offset: int
    size: int
    periods: float


class Bank:
    """The wavetables that have been used so far, one after the other in `samples`, up to `_end`.

    `_tables` caches them by what they were made of; `_user_tables` has that of each (number of an
    instrument, half octave), with the wave that is in it.
    """

    def __init__(self) -> None:
        self.samples: Samples = np.zeros(FIRST_SAMPLES, np.float32)
        self._end = 0
        self._tables: dict[tuple[object, ...], Wavetable] = {}
        self._user_tables: dict[tuple[int, int], tuple[Wavetable, tuple[float, ...]]] = {}

    def tone_table(
        self, partials: Partials, pitch: float, *, dull: float = 0.0, cosine: bool = False
    ) -> Wavetable:
        """Returns the table of these partials for notes up to `pitch` (a MIDI key); cached.

        `dull` multiplies partial number n by n ** -dull; `cosine` adds cosines instead of sines, as for pulse
        waves.
        """
        count = audible_partial_count(partials, pitch)
        key = partials, count, dull, cosine
        if key not in self._tables:
            self._tables[key] = self._add(*tone_samples(partials, count, dull, cosine))
        return self._tables[key]

    def noise_table(self, color: str) -> Wavetable:
        """Returns the table of a noise: a color of NOISES, or `steps`, the noise of old chips; cached."""
        key = ("noise", color)
        if key not in self._tables:
            periods = NOISE_PITCH * NOISE_SIZE / SAMPLES_PER_SECOND
            self._tables[key] = self._add(noise_samples(color), periods)
        return self._tables[key]

    def user_wave_table(self, number: int, samples: tuple[float, ...], pitch: float) -> Wavetable:
        """Returns the table of a user-defined wave for notes up to `pitch`, a MIDI key; cached.

        There is a table for each half octave, without the partials that are too high for it. Each instrument
        number has one wave at a time: the tables of a former wave are overwritten.
        """
        half_octave = math.ceil(pitch / 6)
        table, former = self._user_tables.get((number, half_octave), (None, None))
        if table is None or former != samples:
            period = user_wave_samples(samples, 6.0 * half_octave)  # up to its highest key
            if table is None:
                table = self._add(period, 1.0)
            else:
                self._put(table.offset, period)
            self._user_tables[number, half_octave] = table, samples
        return table

    def _add(self, samples: Samples, periods: float) -> Wavetable:
        """Adds a table to the bank, which is doubled if there is no room for it."""
        table = Wavetable(self._end, len(samples), periods)
        self._end += len(samples) + 1
        while self._end > len(self.samples):
            self.samples = np.concatenate([self.samples, np.zeros_like(self.samples)])
        self._put(table.offset, samples)
        return table

    def _put(self, offset: int, samples: Samples) -> None:
        """Stores the samples of a table, and the first again after the last, to interpolate between both."""
        self.samples[offset : offset + len(samples)] = samples
        self.samples[offset + len(samples)] = samples[0]


@cache
def audible_partial_count(partials: Partials, pitch: float) -> int:
    """Returns the number of partials, sorted by height, that are audible at a pitch; at least one."""
    # the pitch is rounded up to half an octave, six keys: fewer tables have to be made
    most = HIGHEST_PARTIAL / frequency_of_key(6 * math.ceil(pitch / 6))
    return max(1, sum(ratio <= most for ratio, _ in partials))


def frequency_of_key(pitch: float) -> float:
    """Returns the frequency of a MIDI key in Hz."""
    return float(440 * 2 ** ((pitch - 69) / 12))


def tone_samples(partials: Partials, count: int, dull: float, cosine: bool) -> tuple[Samples, float]:
    """Returns (samples of the first `count` partials, scaled as if all were there; number of periods).

    `dull` multiplies partial number n by n ** -dull; `cosine` adds cosines instead of sines.
    """
    # if a partial is no whole multiple of the pitch, it is one of eighths: it fits into eight periods
    periods = 1 if all(float(ratio).is_integer() for ratio, _ in partials) else EIGHTHS
    size = TABLE_SIZE if periods == 1 else 4 * TABLE_SIZE
    spectrum = np.zeros(size // 2 + 1, np.complex128)
    for ratio, level in partials[:count]:
        # in a spectrum the coefficient of a cosine is real, of a sine -1j
        spectrum[round(ratio * periods)] += level * ratio**-dull * (1 if cosine else -1j)
    power = math.sqrt(sum(level * level for _, level in partials) / 2)
    samples = np.fft.irfft(spectrum, size) * (size / 2 * TABLE_LOUDNESS / power)
    return samples.astype(np.float32), periods


def noise_samples(color: str) -> Samples:
    """Returns noise of a color ("white", "dark", "hiss", "steps") that can be looped; always the same."""
    # the seed, some number, is fixed; 64 random bits become a sample from -1 to 1
    raw = np.random.PCG64(len(color)).random_raw(NOISE_SIZE)
    samples = raw / 2.0**63 - 1
    if color == "steps":
        samples = np.repeat(samples[::STEP], STEP)
    elif color != "white":
        spectrum = np.fft.rfft(samples)
        frequencies = np.fft.rfftfreq(NOISE_SIZE, 1 / SAMPLES_PER_SECOND)
        if color == "dark":
            # weaker above 700 Hz
            spectrum *= 1 / (1 + (frequencies / 700) ** 2)
        else:
            # "hiss": weaker below 5 kHz
            spectrum *= 1 / (1 + (5000 / np.maximum(frequencies, 1)) ** 4)
        samples = np.fft.irfft(spectrum, NOISE_SIZE)
    samples -= samples.mean()
    return np.asarray(samples * (TABLE_LOUDNESS / math.sqrt(np.square(samples).mean())), np.float32)


def user_wave_samples(levels: Sequence[float], pitch: float) -> Samples:
    """Returns one period of a user-defined wave, a staircase of `levels`, resampled to TABLE_SIZE samples.

    Partials that are too high for a pitch (a MIDI key) are removed; the loudness is that of the levels.
    """
    steps = np.asarray(levels, np.float64)
    # TABLE_SIZE samples or a few more: the division is rounded up
    wave = np.repeat(steps, -(-TABLE_SIZE // len(steps)))
    spectrum = np.fft.rfft(wave)
    # the mean is not heard, but would click
    spectrum[0] = 0
    spectrum[max(1, int(HIGHEST_PARTIAL / frequency_of_key(pitch))) + 1 :] = 0
    samples = np.fft.irfft(spectrum, len(wave))
    places = np.arange(TABLE_SIZE) * (len(wave) / TABLE_SIZE)
    resampled = np.interp(places, np.arange(len(wave)), samples)
    # 1.5: a sine of full level, whose root of the mean square is 0.7, is about as loud as other tables
    return np.asarray(1.5 * TABLE_LOUDNESS * resampled, np.float32)


GRAIN = 32
"""Slow changes are computed once in this many samples; all events are at a multiple of it."""
MOST_VOICES = 256
TRACKS = 8
BEEPS = TRACKS
"""The number of short sounds among the tracks."""
QUIET = 1e-4
"""A voice whose level is below this ends."""
DULLED = 5e-3
"""A share of the bright table below this is not heard, and not mixed in."""
GAIN_TIME = 256
"""Samples within which the gain of a voice changes."""
GAIN_TIMES = np.array([float(GAIN_TIME)])
LOUDNESS = 1.5
"""A volume of one half has the gain 0.5 ** LOUDNESS. Unverified: how the console does it."""
HIGHEST_PITCH = 134.0
VIBRATO_DELAY, VIBRATO_RISE = 0.25 * SAMPLES_PER_SECOND, 0.35 * SAMPLES_PER_SECOND
TURN = 2 * np.pi / SAMPLES_PER_SECOND
"""The angle in radians by which a vibrato of 1 Hz turns in a sample."""
WITHIN = np.arange(GRAIN, dtype=np.float32)
"""The numbers of the samples in a grain."""
Numbers = NDArray[np.float64]


VoiceField = IntEnum(
    "VoiceField",
    "OFFSET DULL_OFFSET SIZE PERIODS PHASE AGE PITCH TARGET_PITCH SLIDE_TIME LEVEL ATTACK_TIME TARGET_LEVEL"
    " DECAY_RATE BRIGHTNESS DULLING_RATE GAIN TARGET_GAIN PAN TRACK VIBRATO TREMOLO RATE MODULATION_PITCH"
    " MODULATION_LEVEL MODULATION_PAN MODULATION_RATE MODULATION_DELAY",
    start=0,
)
"""The rows of the array of all voices' numbers; times are in samples, pitches are MIDI keys.

The pitch slides to TARGET_PITCH for SLIDE_TIME samples more, the level rises to 1 for ATTACK_TIME samples
more. Then, in each sample, it comes nearer to TARGET_LEVEL by the share DECAY_RATE of the distance. OFFSET,
SIZE and PERIODS are those of the wavetable, DULL_OFFSET that of the duller one.
"""


class VoiceStart(NamedTuple):
    """The parameters with which a voice begins; see VoiceField.

    The level rises to 1 within `attack_time` samples, and falls toward `target_level` by two thirds in
    `decay_time` samples (0: it stays). The sound gets as dull as `dull_table` at the pace of `dulling_time`
    samples. The pitch slides to `target_pitch`, None for no slide.
    """

    table: Wavetable
    pitch: float
    gain: float
    pan: float
    track: int
    dull_table: Wavetable | None = None
    target_pitch: float | None = None
    slide_time: float = 0.0
    attack_time: float = 48.0
    decay_time: float = 0.0
    target_level: float = 1.0
    dulling_time: float = 0.0
    phase: float = 0.0
    vibrato: float = 0.0
    tremolo: float = 0.0
    rate: float = 0.0


class ModulationDepths(NamedTuple):
    """A modulation of a voice: the depth for each property, its rate (Hz), and the delay in samples."""

    pitch: float = 0.0
    level: float = 0.0
    pan: float = 0.0
    rate: float = 0.0
    delay: float = 0.0


class Handle(NamedTuple):
    """The slot of a voice, and its `generation`: another number as soon as another voice has the slot."""

    slot: int
    generation: int


class Voices:
    """All voices, in slots, and the volumes of the tracks; what changes slowly is computed once a grain.

    `_numbers` has a column for each slot and a row for each VoiceField. `_alive` says which slots have a
    voice that sounds, `_generations` how many voices each slot has had. A track's volume goes from `_volumes`
    to `_target_volumes` in the next `_volume_times` samples. A grain is GRAIN samples. Arrays of
    curves have a row for each voice and a column for each grain and the end.
    """

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._numbers: Numbers = np.zeros((len(VoiceField), MOST_VOICES))
        self._alive = np.zeros(MOST_VOICES, np.bool_)
        self._generations = [0] * MOST_VOICES
        self._volumes = np.ones(TRACKS + 1)
        self._target_volumes = np.ones(TRACKS + 1)
        self._volume_times = np.zeros(TRACKS + 1)

    @property
    def any_sounding(self) -> bool:
        return bool(self._alive.any())

    # --- one voice ---

    def start(self, start: VoiceStart) -> Handle:
        """Starts a voice. If there are MOST_VOICES already, the quietest ends."""
        slot = self._slot_for_voice()
        # each slice below is of fields that follow one another in VoiceField
        table, dull = start.table, start.dull_table or start.table
        column = self._numbers[:, slot]
        column[:] = 0
        column[: VoiceField.PHASE + 1] = table.offset, dull.offset, table.size, table.periods, start.phase
        target = start.pitch if start.target_pitch is None else start.target_pitch
        column[VoiceField.PITCH : VoiceField.SLIDE_TIME + 1] = start.pitch, target, start.slide_time
        column[VoiceField.ATTACK_TIME] = max(start.attack_time, GRAIN)  # levels are computed once a grain
        column[VoiceField.TARGET_LEVEL] = start.target_level
        # a time of 0 means that the level does not fall, or the sound does not get duller
        column[VoiceField.DECAY_RATE] = 1 / start.decay_time if start.decay_time > 0 else 0.0
        column[VoiceField.BRIGHTNESS] = 1.0
        column[VoiceField.DULLING_RATE] = 1 / start.dulling_time if start.dulling_time > 0 else 0.0
        column[VoiceField.GAIN : VoiceField.TRACK + 1] = start.gain, start.gain, start.pan, start.track
        column[VoiceField.VIBRATO : VoiceField.RATE + 1] = start.vibrato, start.tremolo, start.rate
        self._alive[slot] = True
        self._generations[slot] += 1
        return Handle(slot, self._generations[slot])

    def _slot_for_voice(self) -> int:
        """Returns the slot for a new voice: a free one, or that of the quietest voice."""
        # False is the least: a free slot, if there is one
        slot = int(self._alive.argmin())
        if self._alive[slot]:
            # a voice that still rises counts 1 more, so that a note is not ended as soon as it begins
            is_rising = self._numbers[VoiceField.ATTACK_TIME] > 0
            loudness = self._numbers[VoiceField.LEVEL] * self._numbers[VoiceField.GAIN] + is_rising
            slot = int(loudness.argmin())
        return slot

    def is_sounding(self, handle: Handle) -> bool:
        """Whether a voice still sounds; its slot may have another voice by now."""
        return self._generations[handle.slot] == handle.generation and bool(self._alive[handle.slot])

    def slur(self, handle: Handle, semitones: float, duration: float, louder: float, pan: float) -> None:
        """Slides the pitch of a voice that still sounds by `semitones` within `duration` samples.

        It becomes `louder` times as loud, and moves to `pan`, 0 left to 1 right.
        """
        column = self._numbers[:, handle.slot]
        column[VoiceField.TARGET_PITCH] += semitones
        column[VoiceField.SLIDE_TIME] = duration
        column[VoiceField.TARGET_GAIN] *= louder
        column[VoiceField.PAN] = pan

    def modulate(self, handle: Handle, depths: ModulationDepths) -> None:
        """Modulates a voice that still sounds, from now on by these depths."""
        # the fields have the order of these rows
        self._numbers[VoiceField.MODULATION_PITCH : VoiceField.MODULATION_DELAY + 1, handle.slot] = depths

    def release(self, handle: Handle, time: float) -> None:
        """Lets a voice die away exponentially: its level falls by two thirds in `time` samples."""
        if self.is_sounding(handle):
            column = self._numbers[:, handle.slot]
            # a voice that already falls to 0 does not fall more slowly now
            present_rate = 0.0 if column[VoiceField.TARGET_LEVEL] else column[VoiceField.DECAY_RATE]
            column[VoiceField.ATTACK_TIME] = column[VoiceField.TARGET_LEVEL] = 0
            column[VoiceField.DECAY_RATE] = max(present_rate, 1 / max(time, 1))

    def release_all(self, time: float, track: int | None = None) -> None:
        """Lets all voices, or those of a track, die away by two thirds in `time` samples."""
        chosen = self._alive if track is None else self._alive & (self._numbers[VoiceField.TRACK] == track)
        self._numbers[VoiceField.ATTACK_TIME, chosen] = self._numbers[VoiceField.TARGET_LEVEL, chosen] = 0
        self._numbers[VoiceField.DECAY_RATE, chosen] = 1 / max(time, 1)

    # --- tracks ---

    def set_volume(self, track: int, volume: float, duration: float) -> None:
        """Changes a track's volume to `volume`, 0 to 1, within `duration` samples."""
        self._target_volumes[track] = volume
        self._volume_times[track] = max(duration, GAIN_TIME)

    # --- all of them ---

    def render(self, count: int, wet: Numbers | None) -> tuple[Samples, Samples | None]:
        """Renders all voices for `count` samples, a multiple of GRAIN; returns (both sides, room input).

        The room input is what the reverberation is made of: the sum of all voices, each multiplied by its
        track's share in `wet`. It is None without `wet`.
        """
        volumes = self._advance_volumes(count)
        live = np.flatnonzero(self._alive)
        if not len(live):
            return np.zeros((2, count), np.float32), None if wet is None else np.zeros(count, np.float32)
        numbers = self._numbers[:, live]
        # the samples at which the grains begin, and the end
        at = np.arange(0, count + 1, GRAIN, dtype=np.float64)
        tracks = numbers[VoiceField.TRACK].astype(np.intp)
        levels = envelope_curves(numbers, at)
        changes = linear_curves(numbers[VoiceField.GAIN], numbers[VoiceField.TARGET_GAIN], GAIN_TIMES, at)
        gains = levels * changes * volumes[tracks]
        pitches = linear_curves(
            numbers[VoiceField.PITCH], numbers[VoiceField.TARGET_PITCH], numbers[VoiceField.SLIDE_TIME], at
        )
        pitches, gains, pans = modulated_curves(numbers, at, pitches, gains)
        dulling_rates = numbers[VoiceField.DULLING_RATE][:, None]
        bright = numbers[VoiceField.BRIGHTNESS][:, None] * np.exp(-dulling_rates * at)
        waves = self._wave_samples(numbers, pitches[:, :-1], bright)
        waves *= interpolate_grains(gains)
        # from left to right a voice is equally loud: the squares of both sides' shares add up to 1
        place = pans * (np.pi / 2)
        left, right = np.cos(place).astype(np.float32), np.sin(place).astype(np.float32)
        # the sum over voices; v, c and j number voices, grains and the samples of a grain
        sides = np.stack([np.einsum("vcj,vc->cj", waves, each) for each in (left, right)]).reshape(2, -1)
        room = None
        if wet is not None:
            room = np.einsum("vcj,v->cj", waves, wet[tracks].astype(np.float32)).reshape(-1)
        self._store_state(live, numbers, count, levels, bright)
        return sides, room

    def _advance_volumes(self, count: int) -> Numbers:
        """Advances the volumes of the tracks by `count` samples; returns their gains at each grain."""
        at = np.arange(0, count + 1, GRAIN)
        volumes = linear_curves(self._volumes, self._target_volumes, self._volume_times, at)
        self._volumes = volumes[:, -1].copy()
        self._volume_times = np.maximum(self._volume_times - count, 0)
        return np.asarray(volumes**LOUDNESS)

    def _wave_samples(self, numbers: Numbers, pitches: Numbers, bright: Numbers) -> Samples:
        """Returns the samples of each voice before its gain, and advances its phase.

        They are read from its table at its pitch (with one more table while it gets duller), as an array of
        voices, grains, samples.
        """
        # how much of its table a voice passes in a sample; the phase is the part that it has passed
        steps = 440 / SAMPLES_PER_SECOND * np.exp2((np.minimum(pitches, HIGHEST_PITCH) - 69) / 12)
        steps /= numbers[VoiceField.PERIODS][:, None]
        ends = np.cumsum(steps * GRAIN, axis=1) + numbers[VoiceField.PHASE][:, None]
        # within a grain single precision is enough, and takes half the time
        begins = ((ends - steps * GRAIN) % 1.0).astype(np.float32)
        places = begins[:, :, None] + steps.astype(np.float32)[:, :, None] * WITHIN
        places -= np.floor(places)
        places *= numbers[VoiceField.SIZE].astype(np.float32)[:, None, None]
        # a place in the table is a whole number of samples, and a part of one
        whole = places.astype(np.intp)
        places -= whole.astype(np.float32)
        part = places
        # of a voice that never gets duller this is its only table
        dull_offsets = numbers[VoiceField.DULL_OFFSET].astype(np.intp)[:, None, None]
        waves = self._interpolated(whole + dull_offsets, part)
        # voices that are still getting duller: their bright table, OFFSET, is mixed in by the share `bright`
        fading = np.flatnonzero((numbers[VoiceField.DULLING_RATE] > 0) & (bright[:, 0] > DULLED))
        if len(fading):
            places_in_bank = whole[fading] + numbers[VoiceField.OFFSET, fading].astype(np.intp)[:, None, None]
            bright_waves = self._interpolated(places_in_bank, part[fading])
            waves[fading] += interpolate_grains(bright[fading]) * (bright_waves - waves[fading])
        numbers[VoiceField.PHASE] = ends[:, -1] % 1.0
        return waves

    def _interpolated(self, at: NDArray[np.intp], part: Samples) -> Samples:
        """Returns the bank's samples at the places `at` + `part` (0 to 1), linearly interpolated.

        `at` is overwritten, as a copy of so large an array takes time.
        """
        samples = self._bank.samples
        first = samples.take(at)
        at += 1  # behind each table of the bank its first sample stands again
        first += part * (samples.take(at) - first)
        return first

    def _store_state(
        self, live: NDArray[np.intp], numbers: Numbers, count: int, levels: Numbers, bright: Numbers
    ) -> None:
        """Stores the state of each voice after `count` samples, and frees the voices that have ended.

        `live` are the slots of the voices in `numbers`; `levels` and `bright` are their curves so far.
        """
        slid_share = np.minimum(count / np.maximum(numbers[VoiceField.SLIDE_TIME], 1), 1)
        distance = numbers[VoiceField.TARGET_PITCH] - numbers[VoiceField.PITCH]
        numbers[VoiceField.PITCH] += distance * slid_share
        numbers[VoiceField.SLIDE_TIME] = np.maximum(numbers[VoiceField.SLIDE_TIME] - count, 0)
        # the share of the gain's change that is still to come
        left_share = 1 - min(count / GAIN_TIME, 1.0)
        distance = numbers[VoiceField.GAIN] - numbers[VoiceField.TARGET_GAIN]
        numbers[VoiceField.GAIN] = numbers[VoiceField.TARGET_GAIN] + distance * left_share
        numbers[VoiceField.ATTACK_TIME] = np.maximum(numbers[VoiceField.ATTACK_TIME] - count, 0)
        numbers[VoiceField.LEVEL] = levels[:, -1]
        numbers[VoiceField.BRIGHTNESS] = bright[:, -1]
        numbers[VoiceField.AGE] += count
        self._numbers[:, live] = numbers
        # a voice that rises, or is to be heard at its target level, is quiet only now
        has_risen = numbers[VoiceField.ATTACK_TIME] <= 0
        has_ended = has_risen & (numbers[VoiceField.TARGET_LEVEL] < QUIET) & (levels[:, -1] < QUIET)
        self._alive[live[has_ended]] = False


def interpolate_grains(curves: Numbers) -> Samples:
    """Interpolates curves, which have a value for each grain and the end, linearly to values of each sample.

    Returns an array of voices, grains, samples.
    """
    values = curves.astype(np.float32)[:, :, None]
    share = WITHIN / np.float32(GRAIN)
    return np.asarray(values[:, :-1] + (values[:, 1:] - values[:, :-1]) * share)


def envelope_curves(numbers: Numbers, at: Numbers) -> Numbers:
    """Returns the level of each voice at the times `at` (samples from now).

    It rises linearly to 1 and then approaches its target exponentially. `numbers` has a row for each
    VoiceField and a column for each voice.
    """
    level, attack, target, decay_rate = (
        numbers[each][:, None]
        for each in (VoiceField.LEVEL, VoiceField.ATTACK_TIME, VoiceField.TARGET_LEVEL, VoiceField.DECAY_RATE)
    )
    slope = (1 - level) / np.maximum(attack, 1)
    # the level from which it falls: a voice that no longer rises falls from its present one
    top = np.where(attack > 0, 1.0, level)
    falling = target + (top - target) * np.exp(-decay_rate * np.maximum(at - attack, 0))
    return np.where(at < attack, level + slope * at, np.where(decay_rate > 0, falling, top))


def linear_curves(begin: Numbers, end: Numbers, times: Numbers, at: NDArray[Any]) -> Numbers:
    """Returns for each voice the values at the times `at` of a line from `begin` to `end` within `times`."""
    shares = np.minimum(at / np.maximum(times, 1)[:, None], 1)
    return np.asarray(begin[:, None] + (end - begin)[:, None] * shares)


def modulated_curves(
    numbers: Numbers, at: Numbers, pitches: Numbers, gains: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """Returns pitches, gains and places (0 left to 1 right) with vibrato, tremolo and modulation added.

    `numbers` has a row for each VoiceField and a column for each voice, `at` are times in samples from now.
    """
    ages = numbers[VoiceField.AGE][:, None] + at
    # the instrument's own vibrato and tremolo
    if numbers[VoiceField.RATE].any():
        turns = np.sin(numbers[VoiceField.RATE][:, None] * TURN * ages)
        # a vibrato begins after a delay, and grows
        grown = np.clip((ages - VIBRATO_DELAY) / VIBRATO_RISE, 0, 1)
        pitches = pitches + numbers[VoiceField.VIBRATO][:, None] * grown * turns
        gains = gains * (1 - numbers[VoiceField.TREMOLO][:, None] * (0.5 + 0.5 * turns))
    # one place for each grain, and none for the end: places are not interpolated
    pans = np.broadcast_to(numbers[VoiceField.PAN][:, None], (len(gains), gains.shape[1] - 1))
    # the modulation that MML sets
    if numbers[VoiceField.MODULATION_RATE].any():
        past = np.maximum(ages - numbers[VoiceField.MODULATION_DELAY][:, None], 0)
        turns = np.sin(numbers[VoiceField.MODULATION_RATE][:, None] * TURN * past)
        pitches = pitches + numbers[VoiceField.MODULATION_PITCH][:, None] * turns
        gains = gains * np.maximum(1 + numbers[VoiceField.MODULATION_LEVEL][:, None] * (turns - 1) / 2, 0)
        pans = np.clip(pans + numbers[VoiceField.MODULATION_PAN][:, None] * turns[:, :-1], 0, 1)
    return pitches, gains, pans
