"""The instruments by their numbers, all our own: the 128 of General MIDI, squares, noise, drum kits.

Source: machine reference, 7.2 (the numbers); the names of General MIDI, level 1.
Unverified: how any of them sounds on the console.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from retromaze.audio.beeps import BEEPS, beep_sound
from retromaze.audio.blown_and_made import (
    BRASSES,
    EFFECTS,
    ETHNIC,
    FLUTES,
    LEADS,
    PADS,
    PERCUSSIVE,
    REEDS,
    SOUND_EFFECTS,
)
from retromaze.audio.drums import KITS
from retromaze.audio.struck_and_bowed import BASSES, CHROMATIC, ENSEMBLES, GUITARS, ORGANS, PIANOS, STRINGS
from retromaze.audio.timbres import WAVES, Instrument, plain, pulse

SQUARES = range(144, 151)
PSG_NOISE = 151
OWN_WAVES = range(224, 256)
FIRST_BEEP = 256
GENERAL_MIDI = (
    *(*PIANOS, *CHROMATIC, *ORGANS, *GUITARS, *BASSES, *STRINGS, *ENSEMBLES, *BRASSES),
    *(*REEDS, *FLUTES, *LEADS, *PADS, *EFFECTS, *ETHNIC, *PERCUSSIVE, *SOUND_EFFECTS),
)


def square(number: int) -> Instrument:
    """A square of the old sound chips: up for one to seven eighths of its time.

    Unverified: which number has which.
    """
    eighths = number - SQUARES[0] + 1
    return Instrument(
        f"square {eighths}/8",
        "squares",
        pulse(eighths / 8),
        attack=0.001,
        sustain=1.0,
        release=0.01,
        level=0.8,
    )


NOISE = Instrument(
    "noise", "noise", (), attack=0.001, sustain=1.0, release=0.01, noise=1.0, color="steps", level=0.8
)
INSTRUMENTS: dict[int, Instrument] = {
    **dict(enumerate(GENERAL_MIDI)),
    **{number: square(number) for number in SQUARES},
    PSG_NOISE: NOISE,
}


@cache
def all_tables() -> dict[str, Any]:
    """Instruments, drum kits, short sounds by their numbers, and the waves they name: what JSON can hold."""
    return {
        "instruments": {str(number): plain(each) for number, each in INSTRUMENTS.items()},
        "kits": {
            str(number): {str(key): plain(each) for key, each in kit.items()} for number, kit in KITS.items()
        },
        "beeps": {str(number): plain(beep_sound(number)) for number in range(len(BEEPS))},
        "waves": {name: list(partials) for name, partials in WAVES.items()},
    }
