"""Sound: calls are checked and recorded as events, and nothing is heard yet.

A tune and a sentence are over as soon as they have begun, so that whoever waits for their end goes on.
Source: machine reference, section 7.1.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Container, Sequence

from retromaze.errors import ArgumentOutOfRange, IllegalFunctionCall
from retromaze.machine.observed import Effect, observed

TRACKS = range(8)
VARIABLES = range(8)
LEVELS = range(128)
"""Volumes, places between left and right, and the four numbers of an envelope."""
CENTER, LOUDEST = 64, 127
BEEPS = frozenset({*range(134), *range(224, 384)})
PITCHES = range(-32768, 32768)
OWN_TUNES = range(128, 256)
TUNES = frozenset({*range(43), *OWN_TUNES})
ALL_TRACKS = -1
EFFECTS = range(4)
WAVES = range(224, 256)
WAVE_SIZES = frozenset({16, 32, 64, 128, 256, 512})
LONGEST_WAVE = max(WAVE_SIZES)
A4 = 69

SAMPLES = re.compile(r"(?:[0-9A-Fa-f]{2})+")


class Sound:
    """What makes the sounds of the machine.

    `strict` refuses a listing every word of sound; `unheard` counts the calls that were silent, by the word.
    """

    def __init__(self) -> None:
        self.strict = False
        self.unheard: dict[str, int] = {}

    # --- short sounds ---

    @observed(Effect.SOUNDS, "sounds by")
    def beep(self, number: int = 0, pitch: int = 0, volume: int | None = None, pan: int = CENTER) -> None:
        """One short sound; a semitone is 100 of the pitch, no volume is the sound's own, 0 is left."""
        require(1, number, BEEPS)
        require(2, pitch, PITCHES)
        if volume is not None:
            require(3, volume, LEVELS)
        require(4, pan, LEVELS)

    @observed(Effect.SOUNDS)
    def silence(self) -> None:
        """Ends all that sounds."""

    # --- tunes ---

    @observed(Effect.SOUNDS, "sounds by")
    def play(self, tune: int | str, track: int = 0, volume: int = LOUDEST) -> None:
        """Plays a tune of that number, or one written in MML, on a track.

        Unverified: the volume where none is given.
        """
        if not isinstance(tune, str):
            require(1, tune, TUNES)
        require(2, track, TRACKS)
        require(3, volume, LEVELS)

    @observed(Effect.SOUNDS)
    def stop(self, track: int | None = None, fade: float = 0.0) -> None:
        """Ends the tune of a track, or of all tracks, which may take some seconds; -1 ends all by force.

        Unverified: any time to fade is taken.
        """
        if track is not None and track != ALL_TRACKS:
            require(1, track, TRACKS)

    @observed(Effect.SOUNDS)
    def pause(self, track: int | None = None) -> None:
        """Halts the tune of a track, or of all tracks. Unverified: range, and what is meant without one."""
        if track is not None:
            require(1, track, TRACKS)

    @observed(Effect.SOUNDS)
    def resume(self, track: int | None = None) -> None:
        """Goes on with the tune of a track, or of all tracks. Unverified: as for `pause`."""
        if track is not None:
            require(1, track, TRACKS)

    @observed(Effect.SOUNDS)
    def set_volume(self, volume: int, track: int = 0) -> None:
        """The volume of a track."""
        require(1, volume, LEVELS)
        require(2, track, TRACKS)

    @observed(Effect.SOUNDS)
    def set_tune(self, number: int, tune: str) -> None:
        """Keeps a tune, written in MML, under a number. The MML is not read yet."""
        require(1, number, OWN_TUNES)

    @observed(Effect.SOUNDS)
    def clear_tunes(self, number: int | None = None) -> None:
        """Forgets one of the tunes kept, or all of them."""
        if number is not None:
            require(1, number, OWN_TUNES)

    @observed(Effect.SOUNDS)
    def set_variable(self, track: int, number: int, value: int) -> None:
        """Sets one of the eight variables of the tune on a track. Unverified: any value is taken."""
        require(1, track, TRACKS)
        require(2, number, VARIABLES)

    def variable(self, track: int, number: int) -> int:
        """A variable of the tune on a track: 0, as no tune is ever under way."""
        require(1, track, TRACKS)
        require(2, number, VARIABLES)
        return 0

    def playing(self, track: int = 0) -> bool:
        """Whether a tune is under way on a track: never, as it is over at once."""
        require(1, track, TRACKS)
        return False

    # --- effects ---

    @observed(Effect.SOUNDS)
    def effects_on(self) -> None:
        """Lets effects be heard."""

    @observed(Effect.SOUNDS)
    def effects_off(self) -> None:
        """Leaves effects out."""

    @observed(Effect.SOUNDS)
    def set_effect(self, kind: int) -> None:
        """Chooses one of the four ready-made effects."""
        require(1, kind, EFFECTS)

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
        """An effect of one's own: times, filters, and how loud its two parts are. Unverified: ranges."""

    @observed(Effect.SOUNDS)
    def set_wetness(self, beep: int, tune: int, speech: int) -> None:
        """How much of the effect short sounds, tunes and speech get."""
        require(1, beep, LEVELS)
        require(2, tune, LEVELS)
        require(3, speech, LEVELS)

    # --- waves ---

    @observed(Effect.SOUNDS)
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
        """Defines an instrument: its envelope, its wave, and the key at which that sounds as it is.

        The wave is samples, or text of two hexadecimal digits a sample, of which there are 16, 32, 64, 128,
        256 or 512; a text in brackets is repeated.
        Raises IllegalFunctionCall for text of another shape.
        Unverified: any number of samples in brackets up to 512, and any key.
        """
        require(1, number, WAVES)
        for argument, level in enumerate((attack, decay, sustain, release), 2):
            require(argument, level, LEVELS)
        if isinstance(wave, str):
            check_wave(wave)

    def stream(
        self, left: Sequence[float], right: Sequence[float] | None = None, rate: float | None = None
    ) -> None:
        """Plays samples as they are, on both sides or on each its own. Unverified: all of it.

        The event has a digest of them: there may be millions, many times a second.
        """
        self.stream_digest(digest(left), None if right is None else digest(right), rate)

    @observed(Effect.SOUNDS, "sounds by")
    def stream_digest(self, left: str, right: str | None = None, rate: float | None = None) -> None:
        """What `stream` plays, told by its digests."""

    @observed(Effect.SOUNDS)
    def stop_stream(self) -> None:
        """Ends what `stream` plays."""

    @observed(Effect.SOUNDS)
    def resume_stream(self) -> None:
        """Goes on with what `stream` plays."""

    @observed(Effect.SOUNDS)
    def set_stream_volume(self, left: float, right: float | None = None) -> None:
        """How loud `stream` plays. Unverified: any value is taken."""

    # --- speech ---

    @observed(Effect.SOUNDS, "sounds by")
    def talk(self, text: str) -> None:
        """Says a text, in which `<S100>` sets speed and `<P32768>` pitch. Unverified: any text is taken."""

    @observed(Effect.SOUNDS)
    def stop_talking(self) -> None:
        """Ends what is being said."""

    def talking(self) -> bool:
        """Whether something is being said: never, as it is over at once."""
        return False


def require(argument: int, value: int, valid: Container[int]) -> None:
    if value not in valid:
        raise ArgumentOutOfRange(f"{value} is out of range", argument=argument)


def digest(samples: Sequence[float]) -> str:
    """Digits that are the same for the same samples, and for no others that anybody could find."""
    from hashlib import blake2b

    return blake2b(array("d", samples).tobytes(), digest_size=16).hexdigest()


def check_wave(text: str) -> None:
    """Raises IllegalFunctionCall for what is no wave."""
    repeated = text.startswith("[") and text.endswith("]")
    digits = text[1:-1] if repeated else text
    count = len(digits) // 2
    fits = 0 < count <= LONGEST_WAVE if repeated else count in WAVE_SIZES
    # the size first: a long text is not looked through
    if not (fits and SAMPLES.fullmatch(digits)):
        raise IllegalFunctionCall(argument=6)
