"""The sound events that a machine reports to a synthesizer: notes and short sounds, each at its moment.

A moment is counted in samples, of which a second has 48,000 and a frame 800, from the start of the machine.
The machine itself makes no samples.
"""

from __future__ import annotations

from typing import NamedTuple

SAMPLES_PER_SECOND = 48_000
SAMPLES_PER_FRAME = 800


class Envelope(NamedTuple):
    """The envelope of a note, as `@E` has it: attack, decay, sustain and release, 0 to 127 each.

    Unverified: what time a number means, which the synthesizer decides.
    """

    attack: int
    decay: int
    sustain: int
    release: int


class Modulation(NamedTuple):
    """The modulation of a note: "tremolo", "vibrato" or "auto_pan", and four numbers from 0 to 127."""

    kind: str
    depth: int
    range: int
    speed: int
    delay: int


class Tone(NamedTuple):
    """The timbre, pitch and loudness of a note.

    `instrument` as MML numbers it, `key` 0 to 127 (60 is O4C), `detune` from -128 to 127, `volume`,
    `velocity` and `pan` 0 to 127, 64 in the middle.
    """

    instrument: int
    key: int
    detune: int
    volume: int
    velocity: int
    pan: int
    envelope: Envelope | None
    modulation: Modulation | None


class Note(NamedTuple):
    """An event: the note of a channel starts, changes or ends; each channel has one note at a time.

    With a `tone` a note starts; if it is `legato`, the sounding note changes to it within `glide` samples.
    Without a `tone` the note ends.
    """

    moment: int
    track: int
    channel: int
    tone: Tone | None
    legato: bool = False
    glide: int = 0


class Volume(NamedTuple):
    """An event: the volume of a track changes to another, 0 to 127, within `duration` samples."""

    moment: int
    track: int
    volume: int
    duration: int = 0


class Beep(NamedTuple):
    """An event: a short sound starts.

    `pitch` is in hundredths of a semitone; `volume` None is the sound's own.
    """

    moment: int
    number: int
    pitch: int
    volume: int | None
    pan: int


class Silence(NamedTuple):
    """An event: all sounds end, or those of one track."""

    moment: int
    track: int | None = None


class Reverb(NamedTuple):
    """The reverberation of a room: times in milliseconds, filters from 0 to 1, and how loud its two parts
    are.

    Unverified: units and ranges.
    """

    reflection: float
    delay: float
    decay: float
    filter1: float
    filter2: float
    early: float
    late: float


class RoomEffects(NamedTuple):
    """An event: the reverberation changes; None is none. Each kind of sound gets a share of it, 0 to 127."""

    moment: int
    reverb: Reverb | None
    beep: int
    tune: int
    speech: int


class Wave(NamedTuple):
    """A user-defined instrument, 224 to 255: its samples, -1 to 1, are one period at the key `reference`."""

    moment: int
    number: int
    envelope: Envelope
    samples: tuple[float, ...]
    reference: int


SoundEvent = Note | Volume | Beep | Silence | RoomEffects | Wave
