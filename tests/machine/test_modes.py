"""XSCREEN's modes."""

import pytest

from retromaze.machine.machine import Machine
from retromaze.machine.modes import Share, choose_mode


def test_each_mode_shares_sprites_and_layers_its_own_way():
    screens = Machine(seed=1).screens
    shares = {}
    for mode in range(5):
        choose_mode(screens, mode)
        shares[mode] = screens[0].share, screens[1].share
    alone = Share(True, 512, 4), Share(False, 0, 0)
    half = Share(True, 256, 2), Share(True, 256, 2)
    assert shares == {0: alone, 1: alone, 2: half, 3: half, 4: alone}


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


def test_unknown_modes_raise():
    for arguments in ((5,), (-1,), (2, 513, 4), (2, 128, 5), (2, -1, 0)):
        with pytest.raises(ValueError, match="no screen mode"):
            choose_mode(Machine(seed=1).screens, *arguments)
