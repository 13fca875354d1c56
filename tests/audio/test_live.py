"""A machine's sound while a user looks on, before a mixer of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from retromaze.audio import loudspeaker
from retromaze.audio.live import LiveSound
from retromaze.audio.loudspeaker import Loudspeaker, NoSoundCard
from retromaze.machine.machine import Machine
from tests.audio.card import Card

FRAME = 1 / 60


class Stage:
    """A machine that is heard, frame by frame in the user's time."""

    def __init__(self, muted: bool = False) -> None:
        self.card = Card()
        self.said: list[str] = []
        self.live = LiveSound(muted=muted, clock=self.card.clock, say=self.said.append)
        self.machine = Machine(seed=1)
        self.live.attach(self.machine)

    def frames(self, count: int, interval: float | None = FRAME) -> None:
        for _ in range(count):
            self.machine.pass_frame()
            self.live.frame_passed(self.machine.frame, interval)
            self.pass_time(interval or FRAME)

    def pass_time(self, seconds: float) -> None:
        for _ in range(4):
            self.card.pass_time(seconds / 4)
            self.live.pump()

    def heard(self) -> np.ndarray:
        """All samples of the left side that the mixer was given."""
        return np.frombuffer(b"".join(self.card.heard), np.int16)[::2]


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Stage]:
    def make(**more: bool) -> Stage:
        made = Stage(**more)
        monkeypatch.setattr(loudspeaker, "open_loudspeaker", lambda clock: Loudspeaker(made.card, clock))
        return made

    return make


def test_a_beep_is_heard_soon(stage: Any) -> None:
    made = stage()
    made.live.prepare()
    made.frames(30)
    made.machine.sound.play("@147 V1 [L1C]")
    made.frames(60)
    before = len(made.heard())
    behind = made.card.delay()
    made.machine.sound.beep(0)
    made.frames(1)
    assert np.abs(made.heard()[before:]).max() > 2000
    # the card itself keeps two of its pieces
    assert (behind + 2 * 512) / 48_000 < 0.05


def test_a_tune_is_heard_without_a_gap(stage: Any) -> None:
    made = stage()
    made.machine.sound.play("@147 [L1C]")
    made.frames(240)
    assert made.card.gaps == 0
    assert len(made.heard()) / 48_000 == pytest.approx(4, abs=0.1)


def test_a_pause_silences_and_the_next_frame_goes_on(stage: Any) -> None:
    made = stage()
    made.machine.sound.play("@147 [L1C]")
    made.frames(30)
    for _ in range(30):
        made.live.rest()
        made.pass_time(FRAME)
    assert not made.live.sounds
    count = len(made.card.heard)
    made.frames(2)
    assert len(made.card.heard) > count


def test_what_is_too_quick_is_not_heard_and_held_notes_come_back(stage: Any) -> None:
    made = stage()
    made.machine.sound.play("T60 L1 @147 C")
    made.frames(30, None)
    made.machine.sound.beep(13)
    made.frames(2, None)
    assert not made.card.heard
    made.frames(3)
    assert 0 < np.abs(made.heard()).max() < 8000


def test_muted_nothing_is_heard_until_it_is_wanted(stage: Any) -> None:
    made = stage(muted=True)
    made.machine.sound.play("T60 L1 @147 C")
    made.frames(10)
    assert not made.card.heard
    made.live.toggle_mute()
    made.frames(10)
    assert made.card.heard
    made.live.toggle_mute()
    made.pass_time(0.1)
    made.frames(10)
    assert not made.live.sounds


def test_no_sound_card_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(clock: object) -> Loudspeaker:
        raise NoSoundCard("no card")

    monkeypatch.setattr(loudspeaker, "open_loudspeaker", refuse)
    made = Stage()
    for _ in range(3):
        made.machine.sound.beep(0)
        made.frames(2)
    made.live.toggle_mute()
    made.live.toggle_mute()
    made.live.close()
    assert made.said == ["no card"]


def test_without_sounds_nothing_is_loaded(stage: Any) -> None:
    made = stage()
    made.frames(10)
    made.live.play_on(lambda: pytest.fail("nothing to play"))
    assert made.live._synthesizer is None


def test_another_machine_is_another_sound(stage: Any) -> None:
    made = stage()
    made.machine.sound.play("@147 [L1C]")
    made.frames(10)
    before, made.machine = made.machine, Machine(seed=1)
    made.live.attach(made.machine)
    made.pass_time(0.2)
    before.sound.beep(0)
    count = len(made.card.heard)
    made.frames(10)
    assert len(made.card.heard) == count


def test_behind_the_end_the_tune_plays_on_in_the_users_time(stage: Any) -> None:
    made = stage()
    sound = made.machine.sound
    sound.play("T120 L4 @147 CC")
    made.frames(6)
    frame = made.machine.frame

    def advance() -> int:
        nonlocal frame
        frame += 1
        sound.advance(frame)
        return frame

    made.live.wait()
    for _ in range(120):
        made.live.play_on(advance)
        made.pass_time(FRAME)
    assert not sound.playing()
    assert not made.live.sounds
    assert len(made.heard()) / 48_000 == pytest.approx(1.05, abs=0.1)


def test_closed_it_hears_nothing_more(stage: Any) -> None:
    made = stage()
    made.machine.sound.beep(0)
    made.frames(1)
    made.live.close()
    assert not made.card.is_open
    made.machine.sound.beep(0)
    made.frames(3)
    assert made.live._told == []
