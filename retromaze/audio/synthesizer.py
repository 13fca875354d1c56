"""The synthesizer: renders the notes and short sounds that a machine reports to samples.

    synthesizer = Synthesizer()
    block = synthesizer.render(events, begin=800 * frame)   # the events of that frame

The same events give the same samples, byte by byte. While nothing sounds, nothing is computed. EFCSET adds
the reverberation of a room: early reflections and a tail.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retromaze.audio.instruments import USER_WAVES
from retromaze.audio.note_voices import (
    MIDDLE_KEY,
    NoteVoices,
    gain_of_tone,
    gain_of_volume,
    modulation_depths,
    pitch_of_tone,
    stereo_position,
)
from retromaze.audio.short_sounds import FIRST_BEEP, KITS, ShortSound, Sweep, beep_sound, drum_sound
from retromaze.audio.voices import BEEPS, GRAIN, TRACKS, Bank, Handle, Samples, Voices, VoiceStart
from retromaze.machine.sound_events import (
    SAMPLES_PER_FRAME,
    SAMPLES_PER_SECOND,
    Beep,
    Note,
    Reverb,
    RoomEffects,
    Silence,
    SoundEvent,
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
MOST_DELAY, MOST_DECAY = 1000.0, 20_000.0
"""Milliseconds."""
SILENT = 1e-5
"""Reverberation below this level is not heard."""


class Room:
    """The reverberation of a room: delay lines for its dry input and for the sound between walls, fed back.

    `_walls` has a line for each way between walls. `_count` is the number of samples so far, `_last_input`
    that number when the input was last not silent. Lines are used in a circle: sample n is at n % size.
    """

    def __init__(self) -> None:
        self._lengths = np.array([*WAYS[0], *WAYS[1]])[:, None]
        self._walls = np.zeros((len(self._lengths), int(self._lengths.max()) + 1), np.float32)
        self._dry = np.zeros(int(2 * MOST_DELAY / 1000 * SAMPLES_PER_SECOND) + LONGEST_BLOCK, np.float32)
        self._count = self._last_input = 0
        self.is_silent = True
        """Whether no reverberation is left."""

    def render(self, reverb: Reverb, dry: Samples) -> Samples:
        """Returns the reverberation of `dry` samples for both sides, up to LONGEST_BLOCK at a time."""
        count = len(dry)
        numbers = self._count + np.arange(count)
        self._dry[numbers % len(self._dry)] = dry
        output = self._early_reflections(reverb, numbers) + self._late_reverberation(reverb, numbers)
        self._count += count
        if dry.any():
            self._last_input = self._count
        # no delay reaches back to the last input any more
        line_is_silent = self._count - self._last_input > len(self._dry) // 2 + LONGEST_BLOCK
        self.is_silent = line_is_silent and float(np.abs(self._walls).max()) < SILENT
        if self.is_silent:
            self._walls[:] = 0
        return np.asarray(output, np.float32)

    def _early_reflections(self, reverb: Reverb, numbers: NDArray[np.int_]) -> NDArray[Any]:
        """Returns the first reflections at these sample numbers: the input, delayed, for both sides."""
        reflection = delay_in_samples(reverb.reflection)
        level = clamp(reverb.early, 1.0)
        size = len(self._dry)
        delays = ([round(share * reflection) for share in side] for side in REFLECTIONS)
        sums = (sum(self._dry[(numbers - delay) % size] for delay in side) for side in delays)
        return np.stack([each * level / 3 for each in sums])

    def _late_reverberation(self, reverb: Reverb, numbers: NDArray[np.int_]) -> NDArray[Any]:
        """Returns what comes back from the walls at these sample numbers, for both sides.

        It is filtered, and fed back into the walls' lines with new input. A line has one place more than the
        way to its wall is long: the filter mixes the returning sample with the one before.
        """
        sizes, rows = self._lengths + 1, np.arange(len(self._lengths))[:, None]
        back = self._walls[rows, (numbers + 1) % sizes]
        before = self._walls[rows, numbers % sizes]
        back = back + np.float32(0.5 * clamp(reverb.filter1, 1.0)) * (before - back)
        # within the decay time the sound becomes a thousandth
        decay = max(clamp(reverb.decay, MOST_DECAY), 1.0) / 1000 * SAMPLES_PER_SECOND
        feedback = np.power(10.0, -3 * self._lengths / decay).astype(np.float32)
        delay = delay_in_samples(reverb.delay)
        self._walls[rows, numbers % sizes] = feedback * back + self._dry[(numbers - delay) % len(self._dry)]
        left, right = back[: len(WAYS[0])], back[len(WAYS[0]) :]
        level = clamp(reverb.late, 1.0) / 4
        return np.stack([level * left.sum(axis=0), level * right.sum(axis=0)])


def clamp(value: float, most: float) -> float:
    """Returns a number clamped to 0 to `most`; infinity and NaN become 0."""
    return min(max(value, 0.0), most) if math.isfinite(value) else 0.0


def delay_in_samples(milliseconds: float) -> int:
    """Returns a delay, at most MOST_DELAY, in samples."""
    return int(clamp(milliseconds, MOST_DELAY) / 1000 * SAMPLES_PER_SECOND)


Block = NDArray[np.int16]
"""Samples of both sides, the left side first."""

MOST_BEEPS = 8
"""The most short sounds at a time; one more ends the oldest."""
MOST_STARTS = 160
"""The most notes that begin in a frame, more than one on each channel: more would be a noise anyway."""
LONGEST_STRETCH = 800
"""The most samples that are rendered at once."""
LONGEST_TAIL = 4 * SAMPLES_PER_SECOND
SILENCING_TIME = 0.004 * SAMPLES_PER_SECOND
"""The time within which silenced sound dies away."""
FULL, LIMIT = 0.7, 0.3
"""Samples up to FULL stay as they are; louder ones are compressed and never exceed FULL + LIMIT."""
USER_WAVE_SECONDS = 0.25
"""How long BEEP plays a user-defined wave. Unverified."""
BEEP_LEVEL = 1.4
"""The loudness of short sounds compared with notes."""
SLUR = 96
"""Samples within which a slur changes to its next pitch."""
HIGHEST = 32_728 / 2
"""Hz: the console mixes at 32,728 samples a second. Source: machine reference, 7.1."""
TAPS = 63
"""The length of the low-pass filter, which delays by 31 samples; 15 kHz passes, 17.7 kHz does not."""


def low_pass_weights() -> Samples:
    """Returns the weights of TAPS samples for a filter that removes frequencies above HIGHEST."""
    numbers = np.arange(TAPS) - TAPS // 2
    weights = np.sinc(2 * HIGHEST / SAMPLES_PER_SECOND * numbers) * np.hamming(TAPS)
    return np.asarray(weights / weights.sum(), np.float32)


def limited(sides: Samples) -> Samples:
    """Returns the samples of both sides with those louder than FULL compressed."""
    excess = np.abs(sides) - np.float32(FULL)
    if excess.max() <= 0:
        return sides
    compressed = np.sign(sides) * (FULL + LIMIT * np.tanh(excess / LIMIT))
    return np.where(excess > 0, compressed, sides)


def is_short(tone: Tone) -> bool:
    """Whether a note is a short sound, a drum or a sound of BEEP, whose length and pitch are its own."""
    return tone.instrument in KITS or tone.instrument >= FIRST_BEEP


class Synthesizer:
    """Renders the sound of one machine from the events that it reports; a Handle stands for a sounding voice.

    `_scheduled` is a heap of (moment in rendered samples, number, action) for what begins or ends later.
    `_now` is the number of samples rendered so far, `_notes_begun` the number of notes begun in this frame.
    `_notes` has the sounding note of each (track, channel), `_beeps` the voices of each short sound.
    `_reverb` is None while the room is off; `_wet` is the share of each track that is given to the room.
    `_unfiltered` are the samples that the low-pass filter needs from the block before. `_note_voices` makes
    the voices of notes. `_schedule_count` numbers the scheduled actions: of equal moments the first is first.
    """

    def __init__(self) -> None:
        bank = Bank()
        self._voices = Voices(bank)
        self._note_voices = NoteVoices(bank)
        self._room = Room()
        self._now = 0
        self._scheduled: list[tuple[int, int, partial[None]]] = []
        self._schedule_count = self._notes_begun = 0
        self._notes: dict[tuple[int, int], tuple[Tone, list[Handle]]] = {}
        self._beeps: list[list[Handle]] = []
        self._low_pass = low_pass_weights()
        self._unfiltered = np.zeros((2, TAPS - 1), np.float32)
        self._reverb: Reverb | None = None
        self._wet = np.zeros(TRACKS + 1)

    @property
    def is_silent(self) -> bool:
        """Whether nothing sounds, and nothing will before the next event."""
        sounds = self._scheduled or self._voices.any_sounding or self._unfiltered.any()
        return not sounds and self._room.is_silent

    # --- time ---

    def render(
        self, events: Iterable[SoundEvent], begin: int, count: int = SAMPLES_PER_FRAME
    ) -> Block | None:
        """Renders a frame of the machine's time from the moment `begin` on; returns None for silence.

        The events are those of the frame. `count`, a multiple of GRAIN, is the number of samples: with more
        of them than a frame has, the tune is slower, with the same pitches.
        """
        blocks: list[Block] = []
        self._notes_begun = done = 0
        for each in events:
            # the event's place among the `count` samples, rounded down to a multiple of GRAIN
            place = (each.moment - begin) * count // (SAMPLES_PER_FRAME * GRAIN) * GRAIN
            # an event of an earlier or later frame counts at this frame's beginning or end
            place = min(max(place, done), count - GRAIN)
            blocks += self._render_samples(place - done)
            done = place
            self.apply(each)
        if not done and self.is_silent:  # nothing has been rendered, and nothing would be heard
            return None
        blocks += self._render_samples(count - done)
        return np.concatenate(blocks)

    def skip(self, events: Iterable[SoundEvent]) -> None:
        """Applies the events of a time that is not rendered; short sounds in it are dropped."""
        self._notes_begun = 0
        for each in events:
            if isinstance(each, Note) and each.tone and is_short(each.tone):
                # it is over, but it still ends the note before it
                self._end_note((each.track, each.channel))
            elif not isinstance(each, Beep):
                self.apply(each)

    def tail(self) -> Iterator[Block]:
        """Ends all notes, and yields what still sounds until it dies away, LONGEST_TAIL samples at most."""
        for key in list(self._notes):
            self._end_note(key)
        for _ in range(0, LONGEST_TAIL, LONGEST_STRETCH):
            if not self.is_silent:
                yield from self._render_samples(LONGEST_STRETCH)

    def _render_samples(self, count: int) -> Iterator[Block]:
        """Yields `count` samples, in blocks in which nothing begins or ends."""
        while count > 0:
            while self._scheduled and self._scheduled[0][0] <= self._now:
                _, _, action = heapq.heappop(self._scheduled)
                action()
            size = min(count, LONGEST_STRETCH)
            if self._scheduled:
                next_moment, _, _ = self._scheduled[0]
                size = min(size, next_moment - self._now)
            yield self._render_block(size)
            self._now += size
            count -= size

    def _render_block(self, size: int) -> Block:
        """Renders a block in which nothing begins or ends: voices, room, limiter and low-pass filter."""
        wet = None if self._reverb is None else self._wet
        sides, room_input = self._voices.render(size, wet)
        has_input = room_input is not None and room_input.any()
        if self._reverb is not None and room_input is not None and (has_input or not self._room.is_silent):
            sides = sides + self._room.render(self._reverb, room_input)
        with_last = np.concatenate([self._unfiltered, limited(sides)], axis=1)
        self._unfiltered = with_last[:, -(TAPS - 1) :]
        filtered = np.stack([np.convolve(side, self._low_pass, "valid") for side in with_last])
        return np.asarray(np.rint(np.clip(filtered, -1, 1).T * 32767), np.int16)

    def _schedule(self, delay: float, action: partial[None]) -> None:
        """Schedules an action in `delay` samples, rounded to a multiple of GRAIN."""
        self._schedule_count += 1
        moment = self._now + round(delay / GRAIN) * GRAIN
        heapq.heappush(self._scheduled, (moment, self._schedule_count, action))

    # --- the machine's events ---

    def apply(self, event: SoundEvent) -> None:
        """Applies an event of sound now: begins, changes or ends what it names."""
        match event:
            case Note(tone=tone):
                # no tone: the note of the channel ends
                if tone is None:
                    self._end_note((event.track, event.channel))
                else:
                    self._play_note(event, tone)
            case Volume():
                # `duration`: the samples within which the volume changes
                self._voices.set_volume(event.track, event.volume / 127, event.duration)
            case Beep():
                self._play_beep(event)
            case Silence():
                # within a few milliseconds all sounds end, or the notes of a track
                self._voices.release_all(SILENCING_TIME, event.track)
                if event.track is None:
                    self._notes, self._beeps, self._scheduled = {}, [], []
                else:
                    notes = self._notes.items()
                    self._notes = {key: note for key, note in notes if key[0] != event.track}
            case RoomEffects():
                self._reverb = event.reverb
                # the share of each track, and of short sounds after them
                self._wet = np.array([*[event.tune / 127] * TRACKS, event.beep / 127])
                # a new room has none of the old reverberation
                if event.reverb is None:
                    self._room = Room()
            case Wave():
                self._note_voices.waves[event.number] = event

    # --- notes ---

    def _play_note(self, note: Note, tone: Tone) -> None:
        """Begins a note, or changes the sounding note into it."""
        key = note.track, note.channel
        # a legato note changes the sounding voices, if that is possible, in place of new ones
        sounding = self._notes.get(key)
        if sounding and note.legato:
            before, handles = sounding
            if self._slur_note(before, handles, tone, note.glide):
                self._notes[key] = tone, handles
                return
        self._end_note(key)
        self._notes_begun += 1
        # a note beyond the limit is left out
        if self._notes_begun <= MOST_STARTS:
            self._notes[key] = tone, self._start_voices(tone, note.track)

    def _end_note(self, key: tuple[int, int]) -> None:
        """Releases the note of a (track, channel), if it has one; drums die away by themselves."""
        tone, handles = self._notes.pop(key, (None, []))
        if tone is not None and tone.instrument not in KITS:
            for handle in handles:
                self._voices.release(handle, self._note_voices.release_time(tone))

    def _start_voices(self, tone: Tone, track: int) -> list[Handle]:
        """Starts the voices of a note: of an instrument, a drum, or a short sound; returns their handles."""
        gain, pan = gain_of_tone(tone), stereo_position(tone.pan)
        if tone.instrument in KITS:
            # the key of a drum kit chooses the drum, not its pitch
            drum = drum_sound(tone.instrument, tone.key)
            return self._start_parts(drum, semitones=0, gain=gain, pan=pan, track=track)
        if tone.instrument >= FIRST_BEEP:
            sound, semitones = beep_sound(tone.instrument), pitch_of_tone(tone) - MIDDLE_KEY
            return self._start_parts(sound, semitones, gain, pan, track)
        handles = [self._voices.start(each) for each in self._note_voices.note_voices(tone, track)]
        for handle in handles:
            self._voices.modulate(handle, modulation_depths(tone.modulation))
        return handles

    def _slur_note(self, before: Tone, handles: list[Handle], tone: Tone, glide: int) -> bool:
        """Changes the sounding voices of a note to the next, slurred one, within `glide` samples.

        Returns False if they have ended, or cannot play it because it has another instrument or is short.
        """
        # the gain is changed by a factor, so that of a silent note stays 0
        if tone.instrument != before.instrument or is_short(tone) or not gain_of_tone(before):
            return False
        # a voice may have died away, or lost its slot to another one
        sounding = [handle for handle in handles if self._voices.is_sounding(handle)]
        louder = gain_of_tone(tone) / gain_of_tone(before)
        for handle in sounding:
            semitones = pitch_of_tone(tone) - pitch_of_tone(before)
            self._voices.slur(handle, semitones, glide or SLUR, louder, stereo_position(tone.pan))
            self._voices.modulate(handle, modulation_depths(tone.modulation))
        return bool(sounding)

    # --- short sounds ---

    def _play_beep(self, beep: Beep) -> None:
        """Starts a short sound. If there are too many, the oldest ends."""
        gain = BEEP_LEVEL * (1.0 if beep.volume is None else gain_of_volume(beep.volume))
        pan, semitones = stereo_position(beep.pan), beep.pitch / 100
        # short sounds that have ended do not count
        self._beeps = [each for each in self._beeps if any(map(self._voices.is_sounding, each))]
        while len(self._beeps) >= MOST_BEEPS:
            for handle in self._beeps.pop(0):
                self._voices.release(handle, SILENCING_TIME)
        if beep.number in USER_WAVES:
            self._beeps.append(self._play_user_wave(beep.number, semitones, gain, pan))
        else:
            self._beeps.append(self._start_parts(beep_sound(beep.number), semitones, gain, pan, BEEPS))

    def _play_user_wave(self, number: int, semitones: float, gain: float, pan: float) -> list[Handle]:
        """Starts a short sound that plays a user-defined wave, `semitones` above its key.

        Its end is scheduled. Returns the handles of its voices.
        """
        key = self._note_voices.waves[number].reference
        # volume, velocity and pan of the tone are placeholders: gain and pan of the BEEP replace them
        tone = Tone(number, key, detune=0, volume=127, velocity=127, pan=64, envelope=None, modulation=None)
        start = self._note_voices.user_wave_voice(tone)
        start = start._replace(pitch=start.pitch + semitones, gain=gain, pan=pan, track=BEEPS)
        handle = self._voices.start(start)
        release = partial(self._voices.release, handle, self._note_voices.release_time(tone))
        self._schedule(USER_WAVE_SECONDS * SAMPLES_PER_SECOND, release)
        return [handle]

    def _start_parts(
        self, sound: ShortSound, semitones: float, gain: float, pan: float, track: int
    ) -> list[Handle]:
        """Starts the parts of a short sound that begin at once, and schedules the others.

        It sounds `semitones` above its own pitch. Returns the handles of the voices, to which those of
        scheduled parts are appended later.
        """
        handles: list[Handle] = []
        for part in sound.parts:
            voice = self._note_voices.part_voice(part, semitones)
            start = voice._replace(gain=gain * voice.gain, pan=pan, track=track)
            for time in range(part.times):
                delay = (part.at + time * part.every) * SAMPLES_PER_SECOND
                begin = partial(self._start_part, start, part, handles)
                if delay < GRAIN:
                    begin()
                else:
                    self._schedule(delay, begin)
        return handles

    def _start_part(self, start: VoiceStart, part: Sweep, handles: list[Handle]) -> None:
        """Starts the voice of one part, appends it to `handles`, and schedules the end of a held one."""
        handle = self._voices.start(start)
        handles.append(handle)
        if part.held:
            release = partial(self._voices.release, handle, SILENCING_TIME)
            self._schedule(part.seconds * SAMPLES_PER_SECOND, release)
