"""What is heard of the window, before a sound card of ours."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pygame
import pytest

from retromaze.audio import loudspeaker
from retromaze.audio.loudspeaker import Loudspeaker, NoSoundCard
from retromaze.display.pacer import FULL_SPEED, speed_in_frames, speed_in_statements
from retromaze.display.window import Window
from retromaze.machine.machine import Machine
from tests.audio.card import Card
from tests.display.window_user import caption, down, follow

HELD = "@147 [L1C]"


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch, user_time: Any) -> Card:
    """A card whose time is the user's; to be asked for before the window."""
    made = Card()
    sleep: Callable[[float], None] = user_time.sleep

    def pass_time(seconds: float) -> None:
        before = user_time.now
        sleep(seconds)
        made.pass_time(user_time.now - before)

    user_time.sleep = pass_time
    monkeypatch.setattr(loudspeaker, "open_loudspeaker", lambda clock: Loudspeaker(made, clock))
    return made


def heard(card: Card) -> np.ndarray:
    """All samples of the left side."""
    return np.frombuffer(b"".join(card.heard), np.int16)[::2]


def test_a_tune_is_heard_in_step_with_the_frames(card: Card, window: Window, machine: Machine) -> None:
    machine.sound.play(HELD)
    machine.wait(120)
    assert card.gaps == 0
    assert len(heard(card)) / 48_000 == pytest.approx(2.0, abs=0.06)
    assert card.delay() / 48_000 < 0.04


def test_slow_motion_slows_it(card: Card, window: Window, machine: Machine, user_time: Any) -> None:
    window.pacer.speed = speed_in_frames(1 / 4)
    machine.sound.play(HELD)
    machine.wait(30)
    assert card.gaps == 0
    assert len(heard(card)) / 48_000 == pytest.approx(user_time.now, rel=0.04)
    assert user_time.now > 1.9


@pytest.mark.parametrize("speed", [FULL_SPEED, speed_in_frames(4), speed_in_statements(60)])
def test_what_is_too_quick_or_too_slow_is_silent(
    card: Card, window: Window, machine: Machine, speed: Any
) -> None:
    window.pacer.speed = speed
    machine.sound.play(HELD)
    machine.sound.beep()
    machine.wait(20)
    assert not card.heard


def test_a_pause_silences_and_going_on_sounds(
    card: Card, window: Window, machine: Machine, user_time: Any
) -> None:
    machine.sound.play(HELD)
    machine.wait(30)
    down(pygame.K_F2)
    counts = []
    user_time.at(user_time.now + 0.5, lambda: counts.append((len(card.heard), card.get_busy())))
    user_time.at(user_time.now + 1.0, lambda: counts.append((len(card.heard), card.get_busy())))
    user_time.at(user_time.now + 1.1, lambda: down(pygame.K_F2))
    machine.wait(30)
    assert counts[0] == counts[1]
    assert not counts[0][1]
    assert len(card.heard) > counts[1][0] + 20


def test_ctrl_m_turns_it_off_and_on(card: Card, window: Window, machine: Machine) -> None:
    machine.sound.play(HELD)
    machine.wait(10)
    down(pygame.K_m, pygame.KMOD_CTRL)
    machine.wait(10)
    assert caption() == "sound off"
    count = len(card.heard)
    machine.wait(10)
    assert len(card.heard) == count
    down(pygame.K_m, pygame.KMOD_CTRL)
    machine.wait(10)
    assert caption() == "sound on"
    assert len(card.heard) > count


def test_what_a_program_leaves_is_heard_to_its_end(
    card: Card, window: Window, machine: Machine, user_time: Any
) -> None:
    machine.sound.play("T120 L4 @147 C")
    machine.sound.beep()
    user_time.at(2.0, lambda: down(pygame.K_RETURN))
    window.finish(machine, "ended")
    assert machine.frame == 0
    assert len(heard(card)) / 48_000 == pytest.approx(0.55, abs=0.08)


def test_a_line_is_typed_in_silence(card: Card, window: Window, machine: Machine, user_time: Any) -> None:
    machine.sound.play(HELD)
    machine.wait(10)
    busy = []
    user_time.at(user_time.now + 1, lambda: busy.append(card.get_busy()))
    user_time.at(user_time.now + 1.1, lambda: down(pygame.K_RETURN))
    window.ask(machine)
    assert busy == [False]


def test_without_a_card_the_title_says_so_once(
    monkeypatch: pytest.MonkeyPatch, window: Window, machine: Machine, user_time: Any
) -> None:
    def refuse(clock: object) -> Loudspeaker:
        raise NoSoundCard("ALSA: there is none")

    monkeypatch.setattr(loudspeaker, "open_loudspeaker", refuse)
    machine.sound.beep()
    machine.wait(2)
    assert caption() == "no sound: ALSA: there is none"
    machine.wait(300)
    machine.sound.beep()
    machine.wait(20)
    assert caption() == "console's pace"


def test_a_listing_that_will_sound_is_ready_for_it(card: Card, window: Window) -> None:
    follow(window, "PRINT 1")
    assert window._sound._loudspeaker is None
    follow(window, "BEEP 3")
    assert window._sound._loudspeaker is not None


def test_a_closed_window_gives_the_card_back(card: Card, window: Window, machine: Machine) -> None:
    machine.sound.beep()
    machine.wait(2)
    window.close()
    assert not card.is_open
