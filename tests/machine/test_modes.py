"""XSCREEN's modes."""

import pytest

from retromaze.machine.machine import Machine
from retromaze.machine.modes import Share, choose_mode


@pytest.mark.parametrize(
    ("mode", "upper", "lower"),
    [
        (0, Share(True, 512, 4), Share(False, 0, 0)),
        (1, Share(True, 512, 4), Share(False, 0, 0)),
        (2, Share(True, 256, 2), Share(True, 256, 2)),
        (3, Share(True, 256, 2), Share(True, 256, 2)),
        (4, Share(True, 512, 4), Share(False, 0, 0)),
    ],
)
def test_each_mode_shares_sprites_and_layers_its_own_way(mode, upper, lower):
    screens = Machine(seed=1).screens
    choose_mode(screens, mode)
    assert (screens[0].share, screens[1].share) == (upper, lower)


def test_the_lower_screen_gets_what_the_upper_one_leaves_and_reset_takes_it_back():
    machine = Machine(seed=1)
    choose_mode(machine.screens, 2, 128, 1)
    assert [screen.share for screen in machine.screens] == [Share(True, 128, 1), Share(True, 384, 3)]
    machine.reset()
    assert [screen.share for screen in machine.screens] == [Share(True, 512, 4), Share(False, 0, 0)]


def test_a_mode_takes_the_clips_off():
    machine = Machine(seed=1)
    machine.screen.set_clip((1, 1, 5, 5))
    machine.screen.set_display_clip((1, 1, 5, 5))
    choose_mode(machine.screens, 0)
    assert machine.screen.clip == (0, 0, 511, 511)
    assert machine.screen.display_clip == (0, 0, 399, 239)


@pytest.mark.parametrize("arguments", [(5,), (-1,), (2, 513, 4), (2, 128, 5), (2, -1, 0)])
def test_unknown_modes_raise(arguments):
    with pytest.raises(ValueError, match="no screen mode"):
        choose_mode(Machine(seed=1).screens, *arguments)
