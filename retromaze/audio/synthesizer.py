"""The synthesizer: renders the notes and short sounds that a machine reports to samples.

    synthesizer = Synthesizer()
    block = synthesizer.render(soundings, begin=800 * frame)   # what was told of that frame

The same soundings give the same samples, byte by byte. While nothing sounds, nothing is computed. EFCSET adds
the reverberation of a room: early reflections and a tail.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from retromaze.audio.instruments import FIRST_BEEP, OWN_WAVES
from retromaze.audio.layers import A4, MIDDLE_KEY, NoteVoices, gain_of, loudness, pitch_of, place_of, sway_of
from retromaze.audio.short_sounds import KITS, ShortSound, Sweep, beep_sound, drum
from retromaze.audio.voices import BEEPS, GRAIN, TRACKS, Bank, Handle, Samples, Start, Voices
from retromaze.machine.notes import (
    SAMPLES_PER_FRAME,
    SAMPLES_PER_SECOND,
    Beep,
    Note,
    Reverb,
    RoomEffects,
    Silence,
    Sounding,
    Tone,
    Volume,
    Wave,
)

WAYS = (1693, 1759, 1621, 1547, 1831, 1979), (1733, 1787, 1667, 1571, 1861, 2011)
"""The times from wall to wall in samples, for each side; no two have a common divisor."""
LONGEST_BLOCK = 1500
"""The most samples that are rendered at a time: fewer than the shortest time from wall to wall."""
REFLECTIONS = (0.31, 0.57, 1.0), (0.43, 0.71, 0.93)
"""The times of the first reflections, as shares of the reflection time."""
MOST_DELAY = 1000.0
MOST_DECAY = 20_000.0
SILENT = 1e-5


class Room:
    """The reverberation of a room, which continues after the sounds."""

    def __init__(self) -> None:
        self._lengths = np.array([*WAYS[0], *WAYS[1]])[:, None]
        self._walls = np.zeros((len(self._lengths), int(self._lengths.max()) + 1), np.float32)
        self._line = np.zeros(int(2 * MOST_DELAY / 1000 * SAMPLES_PER_SECOND) + LONGEST_BLOCK, np.float32)
        self._at = self._last_given = 0
        self.quiet = True
        """Whether no reverberation is left."""

    def render(self, reverb: Reverb, given: Samples) -> Samples:
        """Returns the reverberation for both sides, up to LONGEST_BLOCK samples at a time."""
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
        # one place more than the time from wall to wall: the sample before the returning one is still needed
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
        if given.any():
            self._last_given = self._at
        over = self._at - self._last_given > len(self._line) // 2 + LONGEST_BLOCK
        self.quiet = over and float(np.abs(self._walls).max()) < SILENT
        if self.quiet:
            self._walls[:] = 0
        made: Samples = heard.astype(np.float32)
        return made


def held(value: float, most: float) -> float:
    """Returns a number held within 0 and `most`; infinity and NaN become 0."""
    return min(max(value, 0.0), most) if math.isfinite(value) else 0.0


def samples_of(milliseconds: float, most: float) -> int:
    return int(held(milliseconds, most) / 1000 * SAMPLES_PER_SECOND)


Block = NDArray[np.int16]
"""Samples of both sides, the left side first."""

MOST_BEEPS = 8
"""The most short sounds at a time; one more ends the oldest."""
MOST_STARTS = 160
"""The most notes that begin in a frame, more than one on each channel: more would be a noise anyway."""
LONGEST_STRETCH = 800
"""The most samples that are rendered at once."""
LONGEST_TAIL = 4 * SAMPLES_PER_SECOND
SHUT = 0.004 * SAMPLES_PER_SECOND
"""The time within which silenced sound dies away."""
FULL, LIMIT = 0.7, 0.3
"""Samples up to FULL stay as they are; louder ones are compressed and never exceed FULL + LIMIT."""
OWN_BEEP_SECONDS = 0.25
"""How long BEEP plays a user-defined wave. Unverified."""
BEEP_LEVEL = 1.4
"""The loudness of short sounds compared with notes."""
SLUR = 96
"""Samples within which a slur changes to its next pitch."""
HIGHEST = 32_728 / 2
"""Hz: the console mixes at 32,728 samples a second. Source: machine reference, 7.1."""
TAPS = 63
"""The length of the low-pass filter, which delays by 31 samples; 15 kHz passes, 17.7 kHz does not."""


def low_pass() -> Samples:
    """Returns the weights of TAPS samples for a filter that removes frequencies above HIGHEST."""
    places = np.arange(TAPS) - TAPS // 2
    weights = np.sinc(2 * HIGHEST / SAMPLES_PER_SECOND * places) * np.hamming(TAPS)
    weighted: Samples = (weights / weights.sum()).astype(np.float32)
    return weighted


class Synthesizer:
    """Makes the samples of one machine's sounds."""

    def __init__(self) -> None:
        bank = Bank()
        self._voices = Voices(bank)
        self._layers = NoteVoices(bank)
        self._room = Room()
        self._now = 0
        self._plans: list[tuple[int, int, partial[None]]] = []
        self._planned = self._starts = 0
        self._notes: dict[tuple[int, int], tuple[Tone, list[Handle]]] = {}
        self._beeps: list[list[Handle]] = []
        self._low_pass = low_pass()
        self._last = np.zeros((2, TAPS - 1), np.float32)
        self._reverb: Reverb | None = None
        self._wet = np.zeros(TRACKS + 1)

    @property
    def quiet(self) -> bool:
        """Whether nothing sounds, and nothing will before the next event."""
        return not (self._plans or self._voices.any or self._last.any()) and self._room.quiet

    # --- time ---

    def render(
        self,
        soundings: Iterable[Sounding],
        begin: int,
        count: int = SAMPLES_PER_FRAME,
        span: int = SAMPLES_PER_FRAME,
    ) -> Block | None:
        """Returns the samples for a span of the machine's time that begins at a moment; None for silence.

        `count`, a multiple of GRAIN, is their number. With more samples than the span has, the tune is
        slower, with the same pitches.
        """
        blocks: list[Block] = []
        self._starts = done = 0
        for each in soundings:
            place = (each.moment - begin) * count // (span * GRAIN) * GRAIN
            place = min(max(place, done), count - GRAIN)
            blocks += self._pass(place - done)
            done = place
            self.hear(each)
        if not done and self.quiet:
            return None
        blocks += self._pass(count - done)
        return np.concatenate(blocks)

    def skip(self, soundings: Iterable[Sounding]) -> None:
        """Applies the soundings of a time that is not rendered; short sounds in it are dropped."""
        self._starts = 0
        for each in soundings:
            tone = each.tone if isinstance(each, Note) else None
            if isinstance(each, Note) and tone and (tone.instrument in KITS or tone.instrument >= FIRST_BEEP):
                self._end((each.track, each.channel))
            elif not isinstance(each, Beep):
                self.hear(each)

    def tail(self, most: int = LONGEST_TAIL) -> Iterator[Block]:
        """Ends all notes, and yields what still sounds until it dies away, `most` samples at most."""
        for key in list(self._notes):
            self._end(key)
        while most > 0 and not self.quiet:
            yield from self._pass(min(most, LONGEST_STRETCH))
            most -= LONGEST_STRETCH

    def _pass(self, count: int) -> Iterator[Block]:
        """Yields `count` samples, in blocks in which nothing begins or ends."""
        while count > 0:
            while self._plans and self._plans[0][0] <= self._now:
                heapq.heappop(self._plans)[2]()
            size = min(count, LONGEST_STRETCH)
            if self._plans:
                size = min(size, self._plans[0][0] - self._now)
            yield self._piece(size)
            self._now += size
            count -= size

    def _piece(self, size: int) -> Block:
        """Renders a block in which nothing begins or ends."""
        wet = None if self._reverb is None else self._wet
        sides, given = self._voices.render(size, wet)
        if self._reverb is not None and given is not None and (given.any() or not self._room.quiet):
            sides = sides + self._room.render(self._reverb, given)
        loud = np.abs(sides) - np.float32(FULL)
        if loud.max() > 0:
            softened = np.sign(sides) * (FULL + LIMIT * np.tanh(loud / LIMIT))
            sides = np.where(loud > 0, softened, sides)
        mixed = np.concatenate([self._last, sides], axis=1)
        self._last = mixed[:, -(TAPS - 1) :]
        heard = np.stack([np.convolve(side, self._low_pass, "valid") for side in mixed])
        block: Block = np.rint(np.clip(heard, -1, 1).T * 32767).astype(np.int16)
        return block

    def _plan(self, delay: float, action: partial[None]) -> None:
        self._planned += 1
        moment = self._now + round(delay / GRAIN) * GRAIN
        heapq.heappush(self._plans, (moment, self._planned, action))

    # --- the machine's events ---

    def hear(self, sounding: Sounding) -> None:
        """Begins, changes or ends a sound now."""
        match sounding:
            case Note(tone=tone):
                if tone is None:
                    self._end((sounding.track, sounding.channel))
                else:
                    self._note(sounding, tone)
            case Volume():
                self._voices.set_volume(sounding.track, sounding.volume / 127, sounding.taking)
            case Beep():
                self._beep(sounding)
            case Silence():
                self._silence(sounding.track)
            case RoomEffects():
                self._reverb = sounding.reverb
                self._wet = np.array([*[sounding.tune / 127] * TRACKS, sounding.beep / 127])
                if sounding.reverb is None:
                    self._room = Room()
            case Wave():
                self._layers.waves[sounding.number] = sounding

    def _silence(self, track: int | None) -> None:
        self._voices.release_all(SHUT, track)
        self._notes = {key: each for key, each in self._notes.items() if track not in {None, key[0]}}
        if track is None:
            self._beeps = []
            self._plans = []

    # --- notes ---

    def _note(self, note: Note, tone: Tone) -> None:
        """Begins a note, or changes the sounding note into it."""
        key = note.track, note.channel
        before = self._notes.get(key)
        if before and note.legato and self._goes_over(*before, tone, note.glide):
            self._notes[key] = tone, before[1]
            return
        self._end(key)
        self._starts += 1
        if self._starts <= MOST_STARTS:
            self._notes[key] = tone, self._start(tone, note.track)

    def _end(self, key: tuple[int, int]) -> None:
        tone, handles = self._notes.pop(key, (None, []))
        if tone is not None and tone.instrument not in KITS:
            for handle in handles:
                self._voices.release(handle, self._layers.release_time(tone))

    def _start(self, tone: Tone, track: int) -> list[Handle]:
        if tone.instrument in KITS:
            return self._parts(drum(tone.instrument, tone.key), 0, gain_of(tone), place_of(tone.pan), track)
        if tone.instrument >= FIRST_BEEP:
            sound, higher = beep_sound(tone.instrument), pitch_of(tone) - MIDDLE_KEY
            return self._parts(sound, higher, gain_of(tone), place_of(tone.pan), track)
        handles = [self._voices.start(each) for each in self._layers.of_note(tone, track)]
        for handle in handles:
            self._voices.sway(handle, sway_of(tone.modulation))
        return handles

    def _goes_over(self, before: Tone, handles: list[Handle], tone: Tone, glide: int) -> bool:
        """Changes the voices of a note to the next one. Returns False if they have ended or do not fit."""
        is_short = tone.instrument in KITS or tone.instrument >= FIRST_BEEP
        if tone.instrument != before.instrument or is_short or not gain_of(before):
            return False
        sounding = [handle for handle in handles if self._voices.sounds(handle)]
        louder = gain_of(tone) / gain_of(before)
        for handle in sounding:
            self._voices.move(handle, pitch_of(tone) - pitch_of(before), glide or SLUR)
            self._voices.change(handle, louder, place_of(tone.pan))
            self._voices.sway(handle, sway_of(tone.modulation))
        return bool(sounding)

    # --- short sounds ---

    def _beep(self, beep: Beep) -> None:
        """Starts a short sound. If there are too many, the oldest ends."""
        gain = BEEP_LEVEL * (1.0 if beep.volume is None else loudness(beep.volume))
        pan, higher = place_of(beep.pan), beep.pitch / 100
        self._beeps = [each for each in self._beeps if any(map(self._voices.sounds, each))]
        while len(self._beeps) >= MOST_BEEPS:
            for handle in self._beeps.pop(0):
                self._voices.release(handle, SHUT)
        if beep.number in OWN_WAVES:
            self._beeps.append(self._own_beep(beep.number, higher, gain, pan))
        else:
            self._beeps.append(self._parts(beep_sound(beep.number), higher, gain, pan, BEEPS))

    def _own_beep(self, number: int, higher: float, gain: float, pan: float) -> list[Handle]:
        """Starts a short sound that plays a user-defined wave."""
        wave = self._layers.waves.get(number)
        tone = Tone(number, wave.reference if wave else A4, 0, 127, 127, 64, None, None)
        start = self._layers.of_own(tone)
        start = start._replace(pitch=start.pitch + higher, gain=gain, pan=pan, track=BEEPS)
        handle = self._voices.start(start)
        release = partial(self._voices.release, handle, self._layers.release_time(tone))
        self._plan(OWN_BEEP_SECONDS * SAMPLES_PER_SECOND, release)
        return [handle]

    def _parts(self, sound: ShortSound, higher: float, gain: float, pan: float, track: int) -> list[Handle]:
        """Starts the parts of a sound that begin at once, and plans the others: their handles come later."""
        handles: list[Handle] = []
        for part in sound.parts:
            made = self._layers.of_part(part, higher)
            start = made._replace(gain=gain * made.gain, pan=pan, track=track)
            for time in range(part.times):
                delay = (part.at + time * part.every) * SAMPLES_PER_SECOND
                begin = partial(self._part, start, part, handles)
                if delay < GRAIN:
                    begin()
                else:
                    self._plan(delay, begin)
        return handles

    def _part(self, start: Start, part: Sweep, handles: list[Handle]) -> None:
        handle = self._voices.start(start)
        handles.append(handle)
        if part.held:
            self._plan(part.seconds * SAMPLES_PER_SECOND, partial(self._voices.release, handle, SHUT))
