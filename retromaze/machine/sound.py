"""Sound: checks the calls, and reports notes and short sounds as events, at their moments (in samples).

The machine plays tunes in the time of its frames, and makes no samples: it reports each sound to `on_sound`.
Speech is silent, but a sentence takes the time of its letters; `<S...>` sets the speed, which is 32,768 at
first.

A user-defined instrument has a wave of samples, as a text or numbers:

    "7F8090..."          16, 32, 64, 128, 256 or 512 samples of two hexadecimal digits
    "[7F80][00FF80]"     groups: of n groups each is repeated until it fills 512/n samples
    "[7F80]9000"         samples behind the last group

Source: machine reference, section 7.1.
Unverified: a user-defined tune that was not set, or was removed, is empty; how long a sentence takes, seven
letters a second at speed 32,768; 512/n is cut to a whole number; samples after the groups fill what is left
of 512 samples, and others are dropped; samples of an array are from -1 to 1.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

from retromaze.errors import ArgumentOutOfRange, IllegalFunctionCall
from retromaze.machine.events import Effect, observed
from retromaze.machine.mml import KEYS, LEVELS, VARIABLES, Mml, Tune, built_in_tune, plain_mml, read_mml
from retromaze.machine.sequencer import LOUDEST, Track
from retromaze.machine.sound_events import (
    SAMPLES_PER_FRAME,
    Beep,
    Envelope,
    Reverb,
    RoomEffects,
    Silence,
    SoundEvent,
    Wave,
)
from retromaze.values.costs import SAMPLE_COST, SEARCH_COST, Meter

WAVE_SIZES = frozenset({16, 32, 64, 128, 256, 512})
LONGEST_WAVE = max(WAVE_SIZES)
MIDDLE = 128
"""The byte for the sample 0."""
WAVE_ARGUMENT = 6
"""The position of the wave among the arguments of WAVSET, for errors."""
DIGITS = re.compile("[0-9A-Fa-f]*")


def wave_samples(wave: str | Sequence[float]) -> tuple[float, ...]:
    """Returns the samples of a wave, clamped to -1 to 1; a text has two hexadecimal digits for each.

    A text in brackets, `[…][…]`, has groups of such digits, each of which is repeated. Raises
    IllegalFunctionCall for a text of another shape.
    """
    if not isinstance(wave, str):
        samples = tuple(map(float, wave[:LONGEST_WAVE]))
        # nearly always all samples are within their range: this test takes a fifth of the time
        if not samples or (min(samples) >= -1.0 and max(samples) <= 1.0):
            return samples
        return tuple(min(max(each, -1.0), 1.0) for each in samples)
    if wave.startswith("["):
        levels = samples_of_groups(wave)
    # the size is tested first, so that a long text is not searched
    elif len(wave) not in {2 * size for size in WAVE_SIZES}:
        raise IllegalFunctionCall(argument=WAVE_ARGUMENT)
    else:
        levels = bytes_of_digits(wave)
    return tuple((each - MIDDLE) / MIDDLE for each in levels)


def samples_of_groups(text: str) -> bytes:
    """Returns the samples (bytes) of a text `[…][…]…`: each group repeated to fill its share of 512."""
    groups_text, closed, rest = text[1:].rpartition("]")
    groups = groups_text.split("][")
    if not closed or len(groups) > LONGEST_WAVE or not all(groups):
        raise IllegalFunctionCall(argument=WAVE_ARGUMENT)
    size = LONGEST_WAVE // len(groups)
    samples_of_each = map(bytes_of_digits, groups)
    # each group is repeated more often than needed, then cut to its share
    filled = b"".join((each * (size // len(each) + 1))[:size] for each in samples_of_each)
    return (filled + bytes_of_digits(rest))[:LONGEST_WAVE]


def bytes_of_digits(digits: str) -> bytes:
    """Returns the bytes of hexadecimal digits. Raises IllegalFunctionCall for any other text."""
    if len(digits) % 2 or not DIGITS.fullmatch(digits):
        raise IllegalFunctionCall(argument=WAVE_ARGUMENT)
    return bytes.fromhex(digits)


def digest_of_samples(samples: Sequence[float]) -> str:
    """Returns a hash of samples, as digits; no two different sequences with the same hash are known."""
    # imported here, because it takes some milliseconds and few programs need it
    from hashlib import blake2b

    return blake2b(array("d", samples).tobytes(), digest_size=16).hexdigest()


TAG = re.compile(r"<(?P<kind>[SP])(?P<number>[0-9]{1,5})>", re.IGNORECASE)
SPEED = 32_768
FRAMES_A_LETTER = 60 / 7
SLOWEST = 1024
"""The lowest speed: at `<S0>` a letter would take for ever."""


def frames_of_speech(text: str) -> int:
    """Returns the number of frames that it takes to say a text, at the speeds given in it: `<S100>`."""
    frames, speed, at = 0.0, SPEED, 0
    # None stands for the end of the text, after the last tag
    for tag in [*TAG.finditer(text), None]:
        letters = text[at : tag.start() if tag else None]
        frames += len("".join(letters.split())) * FRAMES_A_LETTER * SPEED / speed
        if tag:
            at = tag.end()
            # the other kind, pitch, takes no more time
            if tag["kind"].upper() == "S":
                speed = max(int(tag["number"]), SLOWEST)
    return round(frames)


TRACKS = range(8)
CENTER = 64
BEEPS = frozenset({*range(134), *range(224, 384)})
PITCHES = range(-32768, 32768)
OWN_TUNES = range(128, 256)
PLAYED_AS_TEXT = 255
"""The number of the tune that a text becomes when it is played."""
TUNES = frozenset({*range(43), *OWN_TUNES})
ALL_TRACKS = -1
EFFECTS = range(4)
WAVES = range(224, 256)
A4 = 69
DELAYS = 0, 2000
"""Milliseconds of EFCSET's two times."""
DECAYS = 1, 10_000


class EffectSettings(NamedTuple):
    """The reverberation: whether it is on, its settings, and the share of each kind of sound, 0 to 127."""

    on: bool
    reverb: Reverb | None
    wetness: tuple[int, int, int]


PRESETS = (
    None,
    Reverb(300, 30, 600, 0.3, 0.2, 0.4, 0.3),
    Reverb(900, 100, 2400, 0.2, 0.1, 0.3, 0.5),
    Reverb(1500, 200, 4800, 0.1, 0.0, 0.3, 0.6),
)
"""No reverberation, a small room, a cave, a very large room. Unverified: all of their numbers."""


class Sound:
    """The sound of the machine: short sounds, tunes on tracks, effects; speech and streams are silent events.

    A `track` is 0 to 7; `volume` and `pan` are 0 to 127. A value outside its range raises ArgumentOutOfRange.
    `on_sound` is called with each event of sound in the frame in which it begins, or is None; a run does not
    depend on it. `unheard` counts the calls of words that make no sound here; with `strict` they are refused.
    `effects` are the settings of the reverberation, `waves` the user-defined instruments by their numbers.

    `_plays_tunes` is False while no track has a tune, so that a frame has nothing to do. `_tune_texts` and
    `_parsed_tunes` are the user-defined tunes by number. `_spoken_until` is the frame in which speech ends.
    `_meter` counts the work of long calls, for which frames may pass.
    """

    def __init__(self, meter: Meter | None = None) -> None:
        self.on_sound: Callable[[SoundEvent], None] | None = None
        self.strict = False
        self.unheard: dict[str, int] = {}
        self._meter = meter or Meter()
        self._frame = 0
        self._plays_tunes = False
        self.tracks = [Track(number, self._emit) for number in TRACKS]
        self._parsed_tunes: dict[int, Tune] = {}
        self._tune_texts: dict[int, str] = {}
        self._spoken_until = 0
        self.effects = EffectSettings(on=False, reverb=PRESETS[0], wetness=(0, 0, 0))
        self.waves: dict[int, Wave] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Callbacks are not copied or pickled."""
        return vars(self) | {"on_sound": None}

    def _emit(self, event: SoundEvent) -> None:
        """Reports an event of sound to `on_sound`."""
        if self.on_sound is not None:
            self.on_sound(event)

    @property
    def _frame_start(self) -> int:
        """The moment at which the present frame begins."""
        return self._frame * SAMPLES_PER_FRAME

    @property
    def started_tunes(self) -> tuple[tuple[int | str | None, int], ...]:
        """For each track the tune that was started last, and the volume.

        Comparisons of two machines use it: neither depends on frames, as whether a tune still plays does.
        """
        return tuple((track.started, track.volume) for track in self.tracks)

    @property
    def own_tunes(self) -> tuple[tuple[int, str], ...]:
        """The user-defined tunes as (number, MML), by their numbers."""
        return tuple(sorted(self._tune_texts.items()))

    def advance(self, frame: int) -> None:
        """Passes a frame, and reports the notes in it."""
        self._frame = frame
        if self._plays_tunes:
            for track in self.tracks:
                track.advance(frame * SAMPLES_PER_FRAME)
            self._plays_tunes = any(track.playing for track in self.tracks)

    # --- short sounds ---

    @observed(Effect.SOUNDS, "sounds by")
    def beep(self, number: int = 0, pitch: int = 0, volume: int | None = None, pan: int = CENTER) -> None:
        """Plays a short sound.

        `number` is 0 to 133, a user-defined instrument, 224 to 255, or another one, 256 to 383. `pitch` is
        -32768 to 32767, 100 for each semitone up; None as `volume` is the sound's own; `pan` 0 is left,
        64 the middle, 127 right.
        """
        require_in_range(number, BEEPS, argument=1)
        require_in_range(pitch, PITCHES, argument=2)
        if volume is not None:
            require_in_range(volume, LEVELS, argument=3)
        require_in_range(pan, LEVELS, argument=4)
        self._emit(Beep(self._frame_start, number, pitch, volume, pan))

    @observed(Effect.SOUNDS)
    def silence(self) -> None:
        """Ends all sounds."""
        for each in self.tracks:
            each.silence(self._frame_start)
        self._emit(Silence(self._frame_start))

    # --- tunes ---

    @observed(Effect.SOUNDS, "sounds by", sets={"tunes and volumes of the tracks": "started_tunes"})
    def play(self, tune: int | Mml, track: int = 0, volume: int = LOUDEST) -> None:
        """Plays a `tune` on a track: 0 to 42, a user-defined one, 128 to 255, or a text in MML.

        A text becomes tune 255. Raises IllegalMml for a text that is no MML.
        Unverified: the volume if none is given.
        """
        number = PLAYED_AS_TEXT if isinstance(tune, str) else tune
        require_in_range(number, TUNES, argument=1)
        require_in_range(track, TRACKS, argument=2)
        require_in_range(volume, LEVELS, argument=3)
        self._plays_tunes = True
        if isinstance(tune, str):
            self._store_tune(number, tune)
        if number in OWN_TUNES:
            # a tune that was never defined is played as an empty one
            text = self._tune_texts.get(number, "")
            self.tracks[track].play(text, self._parsed_tunes.get(number, {}), volume, self._frame)
        else:
            self.tracks[track].play(number, built_in_tune(number), volume, self._frame)

    @observed(Effect.SOUNDS)
    def stop(self, track: int | None = None, fade: float = 0.0) -> None:
        """Ends the tune of a track, or all tunes (None or -1), after a `fade` of some seconds.

        Unverified: any time to fade is allowed, up to an hour.
        """
        # only this word takes -1 for all tracks
        for each in self._one_or_all(None if track == ALL_TRACKS else track):
            if fade > 0:
                each.fade(fade, self._frame_start)
            else:
                each.silence(self._frame_start)

    def _one_or_all(self, track: int | None) -> Sequence[Track]:
        """Returns a list of the track of that number, or of all tracks for None."""
        if track is None:
            return self.tracks
        require_in_range(track, TRACKS, argument=1)
        return [self.tracks[track]]

    @observed(Effect.SOUNDS)
    def pause(self, track: int | None = None, fade: float = 0.0) -> None:
        """Halts the tune of a track, or of all tracks.

        Unverified: tracks are 0 to 7, and None is all of them; `fade` is ignored: the tune halts at once.
        """
        for each in self._one_or_all(track):
            each.halt(self._frame_start)

    @observed(Effect.SOUNDS)
    def resume(self, track: int | None = None, fade: float = 0.0) -> None:
        """Resumes the tune of a track, or of all tracks.

        Unverified: as for `pause`; `fade` is ignored: the tune is as loud as before at once.
        """
        for each in self._one_or_all(track):
            each.resume()

    @observed(Effect.SOUNDS)
    def set_volume(self, volume: int, track: int = 0) -> None:
        """Sets the volume of a track."""
        require_in_range(volume, LEVELS, argument=1)
        require_in_range(track, TRACKS, argument=2)
        self.tracks[track].set_volume(volume, self._frame_start)

    @observed(Effect.SOUNDS, sets={"tunes of one's own": "own_tunes"})
    def set_tune(self, number: int, tune: Mml) -> None:
        """Keeps a `tune`, written in MML, under a `number`, 128 to 255.

        Raises IllegalMml for a text that is no MML.
        """
        require_in_range(number, OWN_TUNES, argument=1)
        self._store_tune(number, tune)

    def _store_tune(self, number: int, text: str) -> None:
        """Parses a user-defined tune and stores it under a number, unless it is there already."""
        mml = plain_mml(text)
        if self._tune_texts.get(number) != mml:
            self._parsed_tunes[number] = read_mml(text, self._meter.spend)
            self._tune_texts[number] = mml

    @observed(Effect.SOUNDS)
    def clear_tunes(self, number: int | None = None) -> None:
        """Removes a user-defined tune, `number` 128 to 255, or all of them."""
        if number is not None:
            require_in_range(number, OWN_TUNES, argument=1)
        for each in OWN_TUNES if number is None else [number]:
            self._parsed_tunes.pop(each, None)
            self._tune_texts.pop(each, None)

    @observed(Effect.SOUNDS)
    def set_variable(self, track: int, number: int, value: int) -> None:
        """Sets variable `number`, 0 to 7, of the tune on a track.

        Unverified: any `value` is taken.
        """
        require_in_range(track, TRACKS, argument=1)
        require_in_range(number, VARIABLES, argument=2)
        self.tracks[track].variables[number] = value

    def variable(self, track: int, number: int) -> int:
        """Returns variable `number`, 0 to 7, of the tune on a track, 0 if no tune plays."""
        require_in_range(track, TRACKS, argument=1)
        require_in_range(number, VARIABLES, argument=2)
        return self.tracks[track].variables[number] if self.tracks[track].playing else 0

    def playing(self, track: int = 0) -> bool:
        """Whether a tune plays on a track."""
        require_in_range(track, TRACKS, argument=1)
        return self.tracks[track].playing

    # --- effects ---

    @observed(Effect.SOUNDS, sets={"effects": "effects"})
    def effects_on(self) -> None:
        """Switches effects on."""
        self._set_effects(on=True)

    @observed(Effect.SOUNDS)
    def effects_off(self) -> None:
        """Switches effects off."""
        self._set_effects(on=False)

    @observed(Effect.SOUNDS)
    def set_effect(self, kind: int) -> None:
        """Chooses a ready-made effect: `kind` 0 none, 1 a small room, 2 a cave, 3 a very large room."""
        require_in_range(kind, EFFECTS, argument=1)
        self._set_effects(reverb=PRESETS[kind])

    @observed(Effect.SOUNDS)
    def set_reverb(
        self,
        reflection: float,
        delay: float,
        decay: float,
        filter1: float,
        filter2: float,
        early: float,
        late: float,
    ) -> None:
        """Sets a user-defined effect.

        `reflection` and `delay`, 0 to 2000, and `decay`, 1 to 10000, are times in milliseconds. `filter1` and
        `filter2`, 0 to 1, dampen high notes, `early` and `late`, 0 to 1, say how loud its two parts are.
        Unverified: all units, and any value of the last four is taken.
        """
        for argument, time, (low, high) in ((1, reflection, DELAYS), (2, delay, DELAYS), (3, decay, DECAYS)):
            if not low <= time <= high:
                raise ArgumentOutOfRange(f"{time} is out of range", argument=argument)
        self._set_effects(reverb=Reverb(reflection, delay, decay, filter1, filter2, early, late))

    @observed(Effect.SOUNDS)
    def set_wetness(self, beep: int, tune: int, speech: int) -> None:
        """Sets how much of the effect each kind of sound gets: `beep`, `tune` and `speech`, 0 to 127."""
        for argument, level in enumerate((beep, tune, speech), 1):
            require_in_range(level, LEVELS, argument=argument)
        self._set_effects(wetness=(beep, tune, speech))

    def _set_effects(self, **changed: Any) -> None:
        """Changes settings of the reverberation, fields of EffectSettings, and reports all of them."""
        self.effects = self.effects._replace(**changed)
        on, reverb, wetness = self.effects
        # a reverberation of None stands for effects that are off
        self._emit(RoomEffects(self._frame_start, reverb if on else None, *wetness))

    # --- waves ---

    @observed(Effect.SOUNDS, sets={"instruments of one's own": "waves"})
    def set_wave(
        self,
        number: int,
        attack: int,
        decay: int,
        sustain: int,
        release: int,
        wave: str | Sequence[float],
        reference: int = A4,
    ) -> None:
        """Defines instrument `number`, 224 to 255: its envelope and its wave.

        The envelope is `attack`, `decay`, `sustain` and `release`, 0 to 127 each. The `wave` is samples from
        -1 to 1, or text of two hexadecimal digits a sample, of which there are 16, 32, 64, 128, 256 or 512,
        or text of groups in brackets, which are repeated: "[7F80][00FF80]". At the key `reference`, 0 to 127,
        it sounds as it is; 69 is the A of 440 Hz. Raises IllegalFunctionCall for text of another shape.
        """
        require_in_range(number, WAVES, argument=1)
        for argument, level in enumerate((attack, decay, sustain, release), 2):
            require_in_range(level, LEVELS, argument=argument)
        require_in_range(reference, KEYS, argument=7)
        if isinstance(wave, str):
            self._meter.spend(SEARCH_COST.of(len(wave)))
        samples = wave_samples(wave)
        self._meter.spend(SAMPLE_COST.of(len(samples)))
        envelope = Envelope(attack, decay, sustain, release)
        instrument = Wave(self._frame_start, number, envelope, samples, reference)
        # Without the moment: instruments of a listing and its port are compared, and a port passes fewer
        # frames. A new dictionary, because comparisons keep the one of an earlier moment.
        self.waves = {**self.waves, number: instrument._replace(moment=0)}
        self._emit(instrument)

    def stream(
        self, left: Sequence[float], right: Sequence[float] | None = None, rate: float | None = None
    ) -> None:
        """Reports samples to play: `left` on both sides, unless `right` has others. Unverified: all of it.

        Nothing plays them: they are only an event. A sample is -1 to 1, `rate` is samples a second. The event
        has only a digest of the samples: there may be millions, many times a second.
        """
        self.stream_digest(digest_of_samples(left), None if right is None else digest_of_samples(right), rate)

    @observed(Effect.SOUNDS, "sounds by")
    def stream_digest(self, left: str, right: str | None = None, rate: float | None = None) -> None:
        """Records what `stream` plays, by its digests: the call is an event, and does nothing else."""

    @observed(Effect.SOUNDS)
    def stop_stream(self) -> None:
        """Stops the samples that `stream` plays: the call is an event, and does nothing else."""

    @observed(Effect.SOUNDS)
    def resume_stream(self) -> None:
        """Resumes the samples that `stream` plays: the call is an event, and does nothing else."""

    @observed(Effect.SOUNDS)
    def set_stream_volume(self, left: float, right: float | None = None) -> None:
        """Sets the volume of `stream`, `left` and `right`: an event only. Unverified: any value is taken."""

    # --- speech ---

    @observed(Effect.SOUNDS, "sounds by")
    def talk(self, text: str) -> None:
        """Says a `text`, in which `<S100>` sets speed and `<P32768>` pitch. Unverified: any text is taken."""
        self._meter.spend(SEARCH_COST.of(len(text)))
        self._spoken_until = self._frame + frames_of_speech(text)

    @observed(Effect.SOUNDS)
    def stop_talking(self) -> None:
        """Stops speech."""
        self._spoken_until = 0

    def talking(self) -> bool:
        """Whether speech is being said."""
        return self._frame < self._spoken_until


def require_in_range(value: int, valid: Container[int], argument: int) -> None:
    """Raises ArgumentOutOfRange for BASIC's argument of that number unless its value is a `valid` one."""
    if value not in valid:
        raise ArgumentOutOfRange(f"{value} is out of range", argument=argument)


# ---- what is told of sounds that are not simulated


def missing_sounds_text(sound: Sound) -> str:
    """Returns the sounds that are not simulated: `not simulated yet: TALK ×12, PCMSTOP ×1`, or ""."""
    return f"not simulated yet: {missing_sounds(sound)}" if sound.unheard else ""


def missing_sounds(sound: Sound) -> str:
    """Returns the missing sounds with their counts, in the order of first use: `BEEP ×12, BGMPLAY ×1`."""
    return ", ".join(f"{word} ×{count:,}" for word, count in sound.unheard.items())
