"""Screen control: shapes, ranges and effects, called as the engine calls them."""

import pytest

from retromaze.builtins import screens
from retromaze.builtins.registry import BUILTINS
from retromaze.errors import OutOfRange
from retromaze.machine.machine import Machine
from tests.refusals import error_at, error_of


@pytest.fixture
def m():
    return Machine(seed=1)


def counts(name, *, value):
    return {count for count in range(8) if BUILTINS[name].find(count, value=value, receivers=None)}


def test_numbers_of_arguments():
    found = {name: (counts(name, value=False), counts(name, value=True)) for name in COUNTS}
    assert found == COUNTS


COUNTS = {
    "ACLS": ({0, 3}, set()),
    "XSCREEN": ({1, 3}, set()),
    "DISPLAY": ({1}, {0}),
    "VISIBLE": ({4}, set()),
    "BACKCOLOR": ({1}, {0}),
    "FADE": ({1, 2}, {0}),
    "FADECHK": (set(), {0}),
}


def test_acls_resets_pages_screens_and_display_but_not_the_tab_step(m):
    m.tab_step = 8
    screens.set_mode(m, 2)
    screens.set_backdrop(m, 0x112233)
    m.screen.point(1, 1)
    m.console.print("A")
    screens.display(m, 1)
    screens.reset(m)
    assert screens.displayed(m) == 0
    assert screens.backdrop(m) == 0
    assert (m.console.text(), m.tab_step, any(m.pages[0].pixels)) == ("", 8, False)


def test_acls_can_keep_the_pages(m):
    m.screen.point(1, 1)
    screens.set_backdrop(m, 5)
    screens.reset_parts(m, 0, 1, 1)
    assert (m.screen.spoit(1, 1), screens.backdrop(m)) == (-460552, 0)
    screens.reset_parts(m, 1, 1, 1)
    assert m.screen.spoit(1, 1) == 0


def test_the_lower_screen_is_the_programs_in_modes_2_and_3_only(m):
    for mode, allowed in ((0, False), (1, False), (2, True), (3, True), (4, False)):
        screens.set_mode(m, mode)
        assert error_of(screens.display, m, 1) == (None if allowed else OutOfRange), mode
        assert screens.displayed(m) == allowed, mode


def test_screens_check_their_ranges(m):
    arguments = {(5, 0, 0): 1, (-1, 0, 0): 1, (2, 513, 4): 2, (2, 0, 5): 3, (2, -1, 0): 2}
    errors = {given: error_at(screens.set_shares, m, *given) for given in arguments}
    assert errors == {given: (OutOfRange, argument) for given, argument in arguments.items()}
    assert error_of(screens.set_mode, m, 5) == OutOfRange
    assert [error_of(screens.display, m, number) for number in (-1, 2)] == [OutOfRange] * 2
    assert error_at(screens.set_fade, m, 0, -1) == (OutOfRange, 2)


def test_xscreen_chooses_the_upper_screen_again(m):
    screens.set_shares(m, 3, 100, 1)
    screens.display(m, 1)
    assert m.screen.share == (True, 412, 3)
    screens.set_mode(m, 3)
    assert screens.displayed(m) == 0


def test_each_screen_has_its_own_state(m):
    screens.set_mode(m, 2)
    screens.display(m, 1)
    screens.set_backdrop(m, 7)
    screens.set_fade(m, -1)
    screens.set_visible(m, 0, 1, 1, 1)
    screens.display(m, 0)
    assert (screens.backdrop(m), screens.fade(m), m.screen.visible) == (0, 0, (True, True, True, True))


def test_visible_takes_any_number_but_0_for_shown(m):
    screens.set_visible(m, -3, 0, 7, 0)
    assert m.screen.visible == (True, False, True, False)


def test_backcolor_drops_the_opacity(m):
    for color, kept in ((-8355712, 0x808080), (-1, 0xFFFFFF), (0x7F112233, 0x112233)):
        screens.set_backdrop(m, color)
        assert screens.backdrop(m) == kept


def test_fade_without_time_holds_at_once_and_with_time_moves(m):
    screens.set_fade(m, 16909060)
    assert (screens.fade(m), screens.fading(m)) == (16909060, 0)
    screens.set_fade(m, -16777216, 10)
    assert screens.fading(m) == 1
    m.wait(10)
    assert (screens.fade(m), screens.fading(m)) == (-16777216, 0)
