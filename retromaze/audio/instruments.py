"""The instruments by number, all our own: General MIDI, squares, noise; partials are sines with a level.

They are plain numbers, to be read and changed: levels, seconds, semitones. The synthesiser reads them.
Source: machine reference, 7.2 (the numbers); the names of General MIDI, level 1.
Unverified: how any of them sounds on the console.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from retromaze.audio.short_sounds import BEEPS, KITS, ShortSound

SQUARES = range(144, 151)
PSG_NOISE = 151
USER_WAVES = range(224, 256)

Partials = tuple[tuple[float, float], ...]
"""Sines: how many times the note's own frequency each has, and its level. Eighths are exact."""


class Instrument(NamedTuple):
    """An instrument that plays notes.

    It begins with `partials`, rises in `attack` seconds, and falls within `decay` seconds to `sustain` (0 to
    1, 0 dies away); after its end it dies away within `release` seconds. If `sustain` is 0, it falls twice as
    fast for each octave above key 60. Within `fading` seconds it gets duller: each partial is multiplied by
    `ratio ** -dull`. `noise` is the level of a noise of that `color` (see NOISES), which dies away within
    `noise_decay` seconds, or stays if that is 0. `vibrato` (semitones) and `tremolo` (a share of the level)
    repeat `rate` times a second. A `chorus` other than 0 is two voices that many hundredths of a semitone
    apart. `shift` is in semitones.
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


BELL: Partials = ((0.5, 0.25), (1, 1.0), (1.25, 0.35), (1.5, 0.3), (2, 0.6), (2.75, 0.4), (5.375, 0.2))


def levels(*values: float) -> Partials:
    """Returns (number, level) of partials 1, 2 and so on with these levels; those of level 0 are left out."""
    return tuple((number, level) for number, level in enumerate(values, 1) if level)


def saw(count: int = 30, slope: float = 1.0) -> Partials:
    """Returns (number, level) of all partials up to `count`: n with n ** -slope.

    They are those of a sawtooth; a larger slope sounds softer.
    """
    return tuple((number, number**-slope) for number in range(1, count + 1))


def odd(count: int = 30, slope: float = 1.0) -> Partials:
    """Returns (number, level) of the odd partials up to `count`, which sound hollow: n with n ** -slope."""
    return tuple((number, number**-slope) for number in range(1, count + 1, 2))


def pulse(duty: float, count: int = 60) -> Partials:
    """Returns the partials (of cosines) of a pulse wave, which is high for the share `duty` of its period."""
    return tuple((number, math.sin(math.pi * number * duty) / number) for number in range(1, count + 1))


def formant(base: Partials, *peaks: float) -> Partials:
    """Returns partials that are louder near the numbers of `peaks`, as formants of a voice or body."""
    partials = []
    for ratio, level in base:
        # near a peak the level is about 1.35 times as high, far from all 0.35 times
        nearness = sum(math.exp(-(((ratio - peak) / 1.6) ** 2)) for peak in peaks)
        partials.append((ratio, level * (0.35 + nearness)))
    return tuple(partials)


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

STRUCK = levels(1, 0.7, 0.45, 0.35, 0.22, 0.2, 0.08, 0.1, 0.06, 0.05, 0.04, 0.03)
TINES = levels(1, 0.12, 0.05, 0, 0.03, 0, 0.18, 0, 0, 0.02)
BARS = ((1, 1.0), (3.875, 0.35), (9.25, 0.12))
WOOD = ((1, 1.0), (3, 0.25), (4, 0.3), (10, 0.08))
DRAWBARS = ((0.5, 0.6), (1, 1.0), (1.5, 0.7), (2, 0.6), (3, 0.3), (4, 0.3), (6, 0.15), (8, 0.2))
PIPES = levels(1, 0.7, 0.35, 0.5, 0.1, 0.2, 0.05, 0.3)
BREATH = levels(1, 0.35, 0.12, 0.05, 0.02)
BRASS = formant(saw(20, 0.9), 4)
DOUBLE_REED = formant(saw(24, 0.8), 4, 9)

# The common values of the instruments of a family; each row of the table has the other values.
# fmt: off
piano = partial(Instrument, family="piano", partials=STRUCK, attack=0.003, decay=2.8, release=0.12, dull=1.3,
    fading=0.5, noise=0.04, noise_decay=0.03, color="dark")
chromatic = partial(Instrument, family="chromatic percussion", attack=0.002, release=0.3, dull=1.5,
    fading=0.15, noise=0.03, noise_decay=0.015)
organ = partial(Instrument, family="organ", partials=DRAWBARS, attack=0.006, sustain=1.0, release=0.05,
    level=0.9)
guitar = partial(Instrument, family="guitar", partials=PLUCKED, attack=0.002, decay=1.7, release=0.1,
    dull=1.5, fading=0.25, noise=0.08, noise_decay=0.02)
bass = partial(Instrument, family="bass", partials=levels(1, 0.35, 0.12, 0.05, 0.02), attack=0.004, decay=2.0,
    release=0.06, dull=1.2, fading=0.2, noise=0.04, noise_decay=0.012, color="dark", level=1.15)
strings = partial(Instrument, family="strings", partials=formant(saw(26, 0.95), 4, 8), attack=0.06,
    sustain=0.9, release=0.12, noise=0.025, noise_decay=0.05, vibrato=0.16)
ensemble = partial(Instrument, family="ensemble", partials=saw(24, 1.1), attack=0.1, sustain=0.95,
    release=0.3, chorus=13)
brass = partial(Instrument, family="brass", partials=BRASS, attack=0.03, decay=0.2, sustain=0.85,
    release=0.09, noise=0.03, noise_decay=0.05, vibrato=0.05)
reed = partial(Instrument, family="reed", partials=formant(saw(22, 0.95), 2, 4), attack=0.035, decay=0.3,
    sustain=0.9, release=0.08, noise=0.05, vibrato=0.1, color="hiss")
pipe = partial(Instrument, family="pipe", partials=BREATH, attack=0.045, decay=0.3, sustain=0.92,
    release=0.09, noise=0.12, vibrato=0.14, rate=5.0)
lead = partial(Instrument, family="synth lead", partials=saw(36), attack=0.006, decay=0.4, sustain=0.85,
    release=0.07, vibrato=0.05, level=0.85)
pad = partial(Instrument, family="synth pad", attack=0.3, sustain=0.95, release=0.7, chorus=12,
    partials=saw(20))
effects = partial(Instrument, family="synth effects", attack=0.1, decay=1.5, sustain=0.8, release=0.5,
    chorus=9)
ethnic = partial(Instrument, family="ethnic", attack=0.002, decay=0.9, release=0.08, dull=1.1, fading=0.2,
    noise=0.06, noise_decay=0.02)
percussive = partial(Instrument, family="percussive", partials=levels(1), attack=0.002, release=0.3, dull=0.9,
    fading=0.1, noise=0.05, noise_decay=0.03)
sound = partial(Instrument, family="sound effects", partials=levels(0.05), attack=0.002, decay=0.6,
    release=0.1, noise=1.0, level=0.9)

GENERAL_MIDI = (
    # 0
    piano("acoustic grand piano"),
    piano("bright acoustic piano", dull=0.8, noise=0.05),
    piano("electric grand piano", dull=0.9, chorus=5, decay=2.2),
    piano("honky-tonk piano", chorus=18),
    piano("electric piano 1", partials=TINES, dull=1.6, fading=0.25, noise=0, tremolo=0.12),
    piano("electric piano 2", partials=levels(1, 0.5, 0.1, 0.3, 0.02, 0.1), chorus=7, noise=0),
    piano("harpsichord", partials=saw(30, 0.55), dull=0.4, decay=1.3, release=0.04, level=0.8),
    piano("clavi", partials=pulse(0.2, 24), dull=0.9, decay=0.9, release=0.03),
    # 8
    chromatic("celesta", partials=BARS, decay=1.4, shift=12),
    chromatic("glockenspiel", partials=((1, 1.0), (2.75, 0.4), (5.375, 0.25)), decay=1.2, shift=12),
    chromatic("music box", partials=((1, 1.0), (2, 0.15), (5.5, 0.3)), decay=1.6, shift=12),
    chromatic("vibraphone", partials=BARS, decay=3.0, tremolo=0.45, rate=5.0),
    chromatic("marimba", partials=WOOD, decay=0.55),
    chromatic("xylophone", partials=((1, 1.0), (3, 0.6), (6, 0.3)), decay=0.3, noise=0.1),
    chromatic("tubular bells", partials=BELL, decay=4.0, fading=1.2),
    chromatic("dulcimer", partials=PLUCKED, decay=1.4, chorus=8),
    # 16
    organ("drawbar organ"),
    organ("percussive organ", decay=0.3, sustain=0.6),
    organ("rock organ", partials=(*DRAWBARS, (10, 0.3), (12, 0.2)), tremolo=0.25, chorus=9, rate=6.6),
    organ("church organ", partials=PIPES, attack=0.06, release=0.35, chorus=6, noise=0.03),
    organ("reed organ", partials=odd(14, 1.1), attack=0.05, chorus=4),
    organ("accordion", partials=formant(saw(18, 0.9), 2, 5), attack=0.03, chorus=14),
    organ("harmonica", partials=formant(odd(18, 0.8), 3), attack=0.03, vibrato=0.12, noise=0.05),
    organ("tango accordion", partials=formant(saw(20, 0.7), 4), attack=0.02, chorus=10),
    # 24
    guitar("acoustic guitar (nylon)", partials=levels(1, 0.6, 0.4, 0.2, 0.12, 0.08, 0.05), decay=1.3),
    guitar("acoustic guitar (steel)", dull=1.0),
    guitar("electric guitar (jazz)", partials=levels(1, 0.5, 0.25, 0.1, 0.05), noise=0.02),
    guitar("electric guitar (clean)", dull=0.9, chorus=6, decay=2.2),
    guitar("electric guitar (muted)", decay=0.16, dull=1.8, fading=0.06),
    guitar("overdriven guitar", partials=saw(24, 0.75), decay=3.0, sustain=0.5, dull=0.5, level=0.9),
    guitar("distortion guitar", partials=formant(saw(36, 0.45), 3, 9), sustain=0.75, dull=0.3, chorus=8),
    guitar("guitar harmonics", partials=levels(0.2, 1, 0.1, 0.25), decay=2.0, shift=12),
    # 32
    bass("acoustic bass", noise=0.1),
    bass("electric bass (finger)", partials=levels(1, 0.7, 0.35, 0.2, 0.1)),
    bass("electric bass (pick)", partials=PLUCKED, noise=0.15, dull=1.0),
    bass("fretless bass", attack=0.02, vibrato=0.08, dull=0.6, sustain=0.5),
    bass("slap bass 1", partials=saw(24, 0.7), dull=1.8, fading=0.09, noise=0.25),
    bass("slap bass 2", partials=saw(30, 0.55), dull=1.6, fading=0.12, noise=0.3),
    bass("synth bass 1", partials=saw(24), sustain=0.5, dull=1.4, fading=0.12),
    bass("synth bass 2", partials=pulse(0.3, 24), sustain=0.6, dull=0.9, chorus=8),
    # 40
    strings("violin"),
    strings("viola", partials=formant(saw(20, 1.0), 3)),
    strings("cello", partials=formant(saw(20, 1.1), 2, 6), attack=0.08),
    strings("contrabass", partials=saw(16, 1.3), attack=0.09, vibrato=0.08),
    strings("tremolo strings", tremolo=0.7, rate=9.0, chorus=10),
    strings("pizzicato strings", attack=0.003, sustain=0.0, decay=0.3, vibrato=0, dull=1.6, noise=0.06),
    strings("orchestral harp", partials=PLUCKED, attack=0.003, sustain=0.0, decay=1.6, vibrato=0, dull=1.4),
    strings("timpani", partials=((1, 1.0), (1.5, 0.6), (2, 0.35), (2.5, 0.15)), attack=0.002, sustain=0.0,
        decay=0.9, vibrato=0, dull=1.0, noise=0.2, level=1.3),
    # 48
    ensemble("string ensemble 1"),
    ensemble("string ensemble 2", attack=0.22, release=0.5),
    ensemble("synth strings 1", partials=saw(30), chorus=16),
    ensemble("synth strings 2", partials=saw(20, 1.4), chorus=20, attack=0.25),
    ensemble("choir aahs", partials=CHOIR, vibrato=0.14),
    ensemble("voice oohs", partials=formant(saw(12, 1.8), 2), vibrato=0.14),
    ensemble("synth voice", partials=formant(odd(20, 1.1), 3, 8), chorus=10),
    ensemble("orchestra hit", partials=formant(saw(30, 0.6), 2, 5), attack=0.004, sustain=0.0, decay=0.45,
        noise=0.3, noise_decay=0.15, chorus=25, level=1.2),
    # 56
    brass("trumpet", partials=formant(saw(24, 0.75), 5)),
    brass("trombone", partials=formant(saw(20, 0.95), 3), attack=0.05),
    brass("tuba", partials=saw(10, 1.5), attack=0.05),
    brass("muted trumpet", partials=formant(saw(30, 0.4), 8, 12), level=0.7),
    brass("french horn", partials=saw(12, 1.4), attack=0.06),
    brass("brass section", chorus=14, partials=formant(saw(24, 0.8), 4)),
    brass("synth brass 1", partials=saw(30, 0.85), chorus=10, dull=0.6, decay=0.5, sustain=0.8),
    brass("synth brass 2", partials=saw(24, 1.1), chorus=12, attack=0.06, dull=0.4),
    # 64
    reed("soprano sax", partials=formant(saw(20, 0.9), 3, 6)),
    reed("alto sax"),
    reed("tenor sax", partials=formant(saw(22, 0.85), 2, 5), noise=0.06),
    reed("baritone sax", partials=formant(saw(26, 0.75), 3, 7), noise=0.06),
    reed("oboe", partials=DOUBLE_REED, noise=0.02),
    reed("english horn", partials=formant(saw(20, 0.95), 3, 6), noise=0.02),
    reed("bassoon", partials=formant(saw(20, 1.0), 4), noise=0.03),
    reed("clarinet", partials=odd(15, 1.15), noise=0.03, vibrato=0.03),
    # 72
    pipe("piccolo", shift=12, noise=0.06),
    pipe("flute"),
    pipe("recorder", partials=levels(1, 0.1, 0.25, 0.02, 0.05), vibrato=0.04),
    pipe("pan flute", noise=0.25, partials=levels(1, 0.05, 0.2)),
    pipe("blown bottle", noise=0.35, partials=levels(1, 0.08), attack=0.07),
    pipe("shakuhachi", noise=0.3, vibrato=0.3, attack=0.05),
    pipe("whistle", partials=levels(1, 0.02), vibrato=0.2, noise=0.04),
    pipe("ocarina", partials=levels(1, 0.06, 0.03), vibrato=0.08, noise=0.05),
    # 80
    lead("lead 1 (square)", partials=odd(30)),
    lead("lead 2 (sawtooth)"),
    lead("lead 3 (calliope)", partials=levels(1, 0.2, 0.3), noise=0.12),
    lead("lead 4 (chiff)", partials=odd(20, 1.3), noise=0.3, noise_decay=0.06),
    lead("lead 5 (charang)", partials=formant(saw(36, 0.55), 5), chorus=8),
    lead("lead 6 (voice)", partials=CHOIR, vibrato=0.2, attack=0.04),
    lead("lead 7 (fifths)",
        partials=((1, 1.0), (1.5, 0.9), (2, 0.5), (3, 0.8), (4, 0.3), (4.5, 0.3), (6, 0.2))),
    lead("lead 8 (bass + lead)", partials=((0.5, 1.0), *saw(24)), dull=0.6),
    # 88
    pad("pad 1 (new age)", partials=((1, 1.0), (2, 0.4), (4, 0.3), (5.375, 0.15)), attack=0.1),
    pad("pad 2 (warm)", partials=saw(12, 1.7)),
    pad("pad 3 (polysynth)", partials=pulse(0.35, 24), attack=0.08),
    pad("pad 4 (choir)", partials=CHOIR, vibrato=0.1),
    pad("pad 5 (bowed)", partials=((1, 1.0), (2.75, 0.3), (3, 0.3), (5.375, 0.2)), attack=0.5),
    pad("pad 6 (metallic)", partials=BELL, dull=0.4, fading=1.0),
    pad("pad 7 (halo)", partials=formant(odd(20, 1.2), 5, 9), noise=0.06),
    pad("pad 8 (sweep)", partials=saw(36, 0.7), dull=1.6, fading=2.0, attack=0.4),
    # 96
    effects("fx 1 (rain)", partials=BELL, sustain=0.0, decay=1.2, attack=0.005, noise=0.12, shift=12),
    effects("fx 2 (soundtrack)", partials=((1, 1.0), (1.5, 0.7), (2, 0.5), (3, 0.4)), attack=0.5),
    effects("fx 3 (crystal)", partials=WAVES["metal"], sustain=0.0, decay=1.8, attack=0.003),
    effects("fx 4 (atmosphere)", partials=PLUCKED, decay=1.0, sustain=0.3, attack=0.005, chorus=12),
    effects("fx 5 (brightness)", partials=saw(40, 0.4), dull=1.0, fading=1.0, attack=0.03),
    effects("fx 6 (goblins)", partials=odd(14, 1.1), vibrato=0.6, rate=3.0, attack=0.3),
    effects("fx 7 (echoes)", partials=saw(16, 1.4), tremolo=0.8, rate=4.0, attack=0.02),
    effects("fx 8 (sci-fi)", partials=WAVES["metal"], vibrato=0.4, rate=2.0, attack=0.1),
    # 104
    ethnic("sitar", partials=formant(saw(36, 0.5), 6, 12), dull=0.5, chorus=5),
    ethnic("banjo", partials=saw(20, 0.7), decay=0.5),
    ethnic("shamisen", partials=formant(saw(26, 0.6), 4), decay=0.4, noise=0.2),
    ethnic("koto", partials=PLUCKED, decay=1.3),
    ethnic("kalimba", partials=((1, 1.0), (5.375, 0.3)), decay=0.7),
    ethnic("bagpipe", partials=DOUBLE_REED, sustain=1.0, attack=0.03, dull=0, chorus=7),
    ethnic("fiddle", partials=formant(saw(26, 0.85), 4, 9), sustain=0.9, attack=0.035, dull=0, vibrato=0.15),
    ethnic("shanai", partials=DOUBLE_REED, sustain=0.9, attack=0.025, dull=0, vibrato=0.2),
    # 112
    percussive("tinkle bell", partials=((1, 1.0), (2.75, 0.6), (5.375, 0.5)), decay=0.8, shift=12),
    percussive("agogo", partials=WAVES["metal"], decay=0.35),
    percussive("steel drums", partials=((1, 1.0), (2, 0.6), (3, 0.4), (4, 0.1), (6.125, 0.1)), decay=0.7),
    percussive("woodblock", partials=((1, 1.0), (2.625, 0.4)), decay=0.09, shift=12),
    percussive("taiko drum", partials=((0.5, 0.6), (1, 1.0), (1.625, 0.4)), decay=0.5, noise=0.3,
        color="dark"),
    percussive("melodic tom", partials=((1, 1.0), (1.5, 0.4), (2.25, 0.2)), decay=0.35, noise=0.15),
    percussive("synth drum", partials=levels(1, 0.2), decay=0.35, noise=0.1),
    percussive("reverse cymbal", partials=WAVES["metal"], attack=1.0, decay=0.1, noise=1.0, noise_decay=0,
        color="hiss", level=0.7),
    # 120
    sound("guitar fret noise", decay=0.09, color="hiss", partials=saw(20, 0.5), level=0.6),
    sound("breath noise", attack=0.05, decay=0.35, color="hiss"),
    sound("seashore", attack=0.8, decay=2.0, sustain=0.6, release=1.0, tremolo=0.6, rate=0.3),
    sound("bird tweet", partials=levels(1, 0.1), noise=0.02, vibrato=3.0, rate=11.0, sustain=0.8, shift=24),
    sound("telephone ring", partials=BELL, noise=0.0, tremolo=0.9, rate=22.0, sustain=0.9, shift=12),
    sound("helicopter", color="dark", tremolo=0.95, rate=11.0, sustain=1.0),
    sound("applause", attack=0.2, sustain=0.9, release=0.6, tremolo=0.35, rate=13.0),
    sound("gunshot", decay=0.35, color="dark", partials=levels(1, 0.8, 0.6), shift=-24),
)
# fmt: on


# what the instruments of the old sound chips have in common: a sound that begins and ends at once
chip_instrument = partial(Instrument, attack=0.001, sustain=1.0, release=0.01, level=0.8)


def square(number: int) -> Instrument:
    """Returns the instrument of a `number` in SQUARES: a square wave of the old sound chips.

    The wave is up for one to seven eighths of its time. Unverified: which number has which.
    """
    eighths = number - SQUARES[0] + 1
    return chip_instrument(f"square {eighths}/8", "squares", pulse(eighths / 8))


NOISE = chip_instrument("noise", "noise", (), noise=1.0, color="steps")
INSTRUMENTS: dict[int, Instrument] = {
    **dict(enumerate(GENERAL_MIDI)),
    **{number: square(number) for number in SQUARES},
    PSG_NOISE: NOISE,
}


def as_dictionary(entry: Instrument | ShortSound) -> dict[str, Any]:
    """Returns an instrument or short sound as a dictionary of its fields, for JSON."""
    if isinstance(entry, Instrument):
        return entry._asdict()
    return {"name": entry.name, "parts": [part._asdict() for part in entry.parts]}


@cache
def all_tables() -> dict[str, Any]:
    """Returns instruments, drum kits, short sounds and their waves by number, as JSON can hold them."""
    return {
        "instruments": {str(number): as_dictionary(each) for number, each in INSTRUMENTS.items()},
        "kits": {
            str(number): {str(key): as_dictionary(each) for key, each in kit.items()}
            for number, kit in KITS.items()
        },
        "beeps": {str(number): as_dictionary(each) for number, each in enumerate(BEEPS)},
        "waves": {name: list(partials) for name, partials in WAVES.items()},
    }
