"""The room around what sounds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from retromaze.audio.room import Room
from retromaze.machine.notes import Reverb
from retromaze.machine.sound import Sound
from tests.audio.ear import between, heard, loudness, onsets

REVERB = Reverb(200, 50, 1000, 0.2, 0.0, 0.5, 0.5)


def click(room: Room, reverb: Reverb, blocks: int) -> np.ndarray:
    """What one click sounds like in a room."""
    given = np.zeros((blocks, 800), np.float32)
    given[0, 0] = 1
    return np.concatenate([room.render(reverb, each) for each in given], axis=1)


def test_first_come_the_reflections_then_the_tail() -> None:
    heard_of_it = np.abs(click(Room(), REVERB, 60)).max(axis=0)
    assert not heard_of_it[: round(0.06 * 48_000)].any()
    assert heard_of_it[round(0.31 * 0.2 * 48_000)] > 0.1
    assert heard_of_it[round(0.3 * 48_000) :].any()


def test_the_tail_loses_sixty_decibels_in_its_time() -> None:
    samples = click(Room(), REVERB._replace(early=0.0, filter1=0.0), 90)
    energy = [np.square(samples[:, at : at + 4800]).sum() for at in (9600, 48_000)]
    assert 10 * math.log10(energy[0] / energy[1]) == pytest.approx(60 * 0.8, abs=6)


def test_a_room_comes_to_rest() -> None:
    room = Room()
    click(room, REVERB, 1)
    assert not room.quiet
    for _ in range(250):
        room.render(REVERB, np.zeros(800, np.float32))
    assert room.quiet


def test_any_numbers_are_a_room() -> None:
    for value in (math.nan, math.inf, -math.inf, 1e300, -1e300):
        samples = click(Room(), Reverb(*[value] * 7), 20)
        assert np.isfinite(samples).all(), value
        assert np.abs(samples).max() <= 4, value


def test_effects_are_heard_as_wet_as_they_are() -> None:
    def dry(sound: Sound) -> None:
        sound.beep(0)

    def wet(sound: Sound) -> None:
        sound.set_reverb(*REVERB)
        sound.set_wetness(127, 0, 0)
        sound.effects_on()
        sound.beep(0)

    def wet_tunes(sound: Sound) -> None:
        sound.set_reverb(*REVERB)
        sound.set_wetness(0, 127, 0)
        sound.effects_on()
        sound.beep(0)

    plain, roomy, other = (heard(act, frames=60) for act in (dry, wet, wet_tunes))
    assert np.array_equal(plain, other)
    assert onsets(plain)[-1][1] < 0.15
    assert loudness(between(roomy, 0.3, 0.5)) > 0.003
