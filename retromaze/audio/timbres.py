"""The kinds of entries in the tables of sounds: instruments, and short sounds made of parts.

They are plain numbers: levels, seconds, semitones, hertz. The synthesiser reads them, and `plain` gives the
same tables as what JSON can hold.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

Partials = tuple[tuple[float, float], ...]
"""Sines: how many times the note's own frequency each has, and its level. Eighths are exact."""


class Instrument(NamedTuple):
    """What plays notes.

    It begins with `partials`, rises in `attack` seconds, and falls within `decay` seconds to `sustain` (0 to
    1, 0 dies away); after its end it dies away within `release` seconds. It falls twice as fast for each
    octave above key 60 where `sustain` is 0. Within `fading` seconds it gets duller: each partial loses
    `ratio ** -dull`. `noise` is the level of the noise in it, of that `color` (see NOISES), which dies away
    within `noise_decay` seconds, or stays where that is 0. `vibrato` (semitones) and `tremolo` (a share of
    the level) sway `rate` times a second. Two voices stand `chorus` hundredths of a semitone apart; 0 is one.
    `shift` is in semitones.
    """

    name: str
    family: str
    partials: Partials
    attack: float = 0.004
    decay: float = 1.0
    sustain: float = 0.0
    release: float = 0.08
    dull: float = 0.0
    fading: float = 0.3
    noise: float = 0.0
    noise_decay: float = 0.0
    color: str = "white"
    vibrato: float = 0.0
    tremolo: float = 0.0
    rate: float = 5.5
    chorus: float = 0.0
    shift: float = 0.0
    level: float = 1.0


def family(name: str, *rows: dict[str, Any], **shared: Any) -> list[Instrument]:
    """Instruments that share what is not said of each."""
    return [Instrument(**{"family": name, **shared, **row}) for row in rows]


class Part(NamedTuple):
    """A piece of a short sound: a wave that slides from one frequency to another (Hz).

    `wave` is a name of WAVES or NOISES; for noise the frequency is how fast it changes, 440 as it is. It
    begins `at` seconds, dies away within `seconds`, or if it is `held` stays and ends then; it is heard
    `times` times, `every` so many seconds.
    """

    wave: str
    start: float
    end: float
    seconds: float
    at: float = 0.0
    level: float = 1.0
    held: bool = False
    attack: float = 0.001
    times: int = 1
    every: float = 0.0


class ShortSound(NamedTuple):
    """A sound of some parts, after what it imitates."""

    name: str
    parts: tuple[Part, ...]


NOISES = ("white", "dark", "hiss")
"""All of it, what is below 1 kHz of it, what is above 5 kHz."""
BELL: Partials = ((0.5, 0.25), (1, 1.0), (1.25, 0.35), (1.5, 0.3), (2, 0.6), (2.75, 0.4), (5.375, 0.2))


def levels(*given: float) -> Partials:
    """The first partials, by their levels."""
    return tuple((number, level) for number, level in enumerate(given, 1) if level)


def saw(count: int = 30, slope: float = 1.0) -> Partials:
    """All partials, each as loud as its number tells: steeper slopes are rounder."""
    return tuple((number, number**-slope) for number in range(1, count + 1))


def odd(count: int = 30, slope: float = 1.0) -> Partials:
    """Every other partial: hollow."""
    return tuple((number, number**-slope) for number in range(1, count + 1, 2))


def pulse(duty: float, count: int = 60) -> Partials:
    """A wave that is up for that share of its time; to be added up as cosines."""
    return tuple((number, math.sin(math.pi * number * duty) / number) for number in range(1, count + 1))


def formant(base: Partials, *peaks: float) -> Partials:
    """What is louder near these partials, as a voice or a body makes it."""
    return tuple(
        (ratio, level * (0.35 + sum(math.exp(-(((ratio - peak) / 1.6) ** 2)) for peak in peaks)))
        for ratio, level in base
    )


PLUCKED = levels(1, 0.8, 0.6, 0.35, 0.3, 0.2, 0.18, 0.1, 0.1, 0.06, 0.05, 0.04)
CHOIR = formant(saw(20, 1.4), 3, 7)
WAVES: Mapping[str, Partials] = {
    "sine": levels(1),
    "triangle": odd(15, 2.0),
    "square": pulse(0.5),
    "pulse": pulse(0.125),
    "quarter": pulse(0.25),
    "saw": saw(40),
    "bell": BELL,
    "metal": ((1, 1.0), (1.375, 0.8), (1.875, 0.7), (2.625, 0.7), (3.375, 0.6), (4.25, 0.5), (5.875, 0.5)),
    "reed": formant(saw(24, 0.9), 3, 6),
}
"""The waves of short sounds."""


def plain(entry: Instrument | ShortSound) -> dict[str, Any]:
    """An entry as JSON can hold it."""
    if isinstance(entry, Instrument):
        return entry._asdict()
    return {"name": entry.name, "parts": [part._asdict() for part in entry.parts]}
