"""An ear: what the synthesiser makes of tunes, and what can be read off the samples."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retromaze.audio.synthesizer import Synthesizer
from retromaze.machine.machine import Machine
from retromaze.machine.sound import Sound
from retromaze.machine.sound_events import SAMPLES_PER_FRAME, SAMPLES_PER_SECOND, SoundEvent

Samples = NDArray[Any]
Act = Callable[[Sound], Any]
SILENT = np.zeros((SAMPLES_PER_FRAME, 2), np.int16)


def heard(*acts: Act, frames: int, at: dict[int, Act] | None = None, tail: bool = False) -> Samples:
    """Both sides, -1 to 1, of a machine that is told these at its start, and others in later frames."""
    sound, told, made = Machine(seed=1).sound, list[SoundEvent](), [SILENT[:0]]
    sound.on_sound = told.append
    synthesizer = Synthesizer()
    for act in acts:
        act(sound)
    for frame in range(1, frames + 1):
        sound.advance(frame)
        block = synthesizer.render(told, (frame - 1) * SAMPLES_PER_FRAME)
        told.clear()
        made.append(SILENT if block is None else block)
        if at and frame in at:
            at[frame](sound)
    if tail:
        made += synthesizer.tail()
    return np.concatenate(made) / 32768


def tune(mml: str, frames: int = 60, **more: Any) -> Samples:
    """The samples of a tune."""
    return heard(lambda sound: sound.play(mml), frames=frames, **more)


def between(samples: Samples, start: float, end: float) -> Samples:
    """Those of a time in seconds."""
    return samples[round(start * SAMPLES_PER_SECOND) : round(end * SAMPLES_PER_SECOND)]


def spectrum(samples: Samples) -> tuple[Samples, Samples]:
    """Frequencies and their levels, both sides together."""
    mono = samples.mean(axis=1) * np.hanning(len(samples))
    size = 4 * len(mono)
    levels = np.abs(np.fft.rfft(mono, size)) / len(mono) * 4
    return np.fft.rfftfreq(size, 1 / SAMPLES_PER_SECOND), levels


def level_at(samples: Samples, frequency: float) -> float:
    """How loud a sine of about that frequency is in it."""
    frequencies, levels = spectrum(samples)
    width = 3 * SAMPLES_PER_SECOND / len(samples)
    return float(levels[np.abs(frequencies - frequency) < width].max())


def pitch(samples: Samples) -> float:
    """The frequency of the loudest partial."""
    frequencies, levels = spectrum(samples)
    return float(frequencies[levels.argmax()])


def loudness(samples: Samples) -> float:
    """The root of the mean square."""
    return float(np.sqrt(np.square(samples).mean()))


def onsets(samples: Samples, level: float = 0.01) -> list[tuple[float, float]]:
    """(start, end) of each stretch of sound in seconds, parted by silence of 10 ms."""
    grain = SAMPLES_PER_SECOND // 1000
    rows = np.abs(samples).max(axis=1)
    loud = rows[: len(rows) // grain * grain].reshape(-1, grain).max(axis=1) > level
    found: list[tuple[float, float]] = []
    for at in np.flatnonzero(loud):
        if found and at / 1000 - found[-1][1] <= 0.01:
            found[-1] = found[-1][0], (at + 1) / 1000
        else:
            found.append((at / 1000, (at + 1) / 1000))
    return found


def hertz(key: float) -> float:
    """The frequency of a MIDI key."""
    return float(440 * 2 ** ((key - 69) / 12))
