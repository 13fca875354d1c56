"""The loudspeaker before a mixer of ours, whose sound card has a clock that goes wrong."""

from typing import Any

import numpy as np
import pytest

from retromaze.audio.loudspeaker import CARD_SAMPLES, LEAD, RAMP, Loudspeaker, NoSoundCard, open_loudspeaker
from tests.amounts import TIER
from tests.audio.card import Card


def block(count: int) -> Any:
    return np.full((count, 2), 1000, np.int16)


@pytest.mark.parametrize("rate", [47_800, 47_985, 48_200])
def test_minutes_stay_in_step_whatever_the_card_says(rate: int) -> None:
    card = Card(rate)
    speaker = Loudspeaker(card, card.clock)
    delays, given = [], 0
    minutes = 2 if TIER == "fast" else 10
    for _ in range(3600 * minutes):
        # the moment of a frame is a little early or late, as a computer's are
        size = speaker.frame_size(1 / 60)
        given += size
        speaker.play(block(size))
        delays.append(card.delay())
        card.pass_time(1 / 240)
        speaker.pump()
        card.pass_time(1 / 60 - 1 / 240)
    assert card.gaps == 0
    # what the card itself keeps comes to it: less than 50 ms in all
    assert max(delays) / 48_000 + 2 * CARD_SAMPLES / 48_000 < 0.06
    assert np.mean(delays[60:]) / 48_000 < 0.036
    assert given / rate == pytest.approx(60 * minutes, abs=0.05)


def test_the_first_block_is_heard_behind_a_short_lead() -> None:
    card = Card()
    speaker = Loudspeaker(card, card.clock)
    speaker.play(block(800))
    first = np.frombuffer(card.heard[0], np.int16).reshape(-1, 2)
    assert len(first) == LEAD + 800
    assert not first[:LEAD].any()
    assert first[LEAD + RAMP :].min() == 1000
    assert (LEAD + 2 * CARD_SAMPLES) / 48_000 < 0.05


def test_slow_motion_gives_frames_their_samples() -> None:
    card = Card()
    speaker = Loudspeaker(card, card.clock)
    given = 0
    for _ in range(40):
        size = speaker.frame_size(1 / 15)
        given += size
        speaker.play(block(size))
        for _ in range(16):
            card.pass_time(1 / 240)
            speaker.pump()
    assert card.gaps == 0
    assert given == pytest.approx(40 * 3200, rel=0.02)


def test_a_pause_ends_softly_and_soon() -> None:
    card = Card()
    speaker = Loudspeaker(card, card.clock)
    speaker.play(block(12_800))
    card.pass_time(1 / 60)
    speaker.fade_out()
    for _ in range(20):
        card.pass_time(1 / 240)
        speaker.pump()
    assert not speaker.is_playing and not speaker.waiting
    last = np.frombuffer(card.heard[-1], np.int16).reshape(-1, 2)[:, 0]
    assert len(last) == RAMP
    assert (np.diff(last) <= 0).all() and last[-1] == 0


def test_no_sound_card_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing of the kind")
    with pytest.raises(NoSoundCard, match="not available"):
        open_loudspeaker(lambda: 0.0)


def test_the_real_mixer_takes_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = open_loudspeaker(lambda: 0.0)
    try:
        speaker.play(block(800))
        speaker.play(block(800))
        assert speaker.is_playing
    finally:
        speaker.close()
