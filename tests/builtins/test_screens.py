"""Screen control: shapes, ranges and effects, called as the engine calls them."""

from retromaze.builtins import screens
from retromaze.errors import ArgumentOutOfRange, OutOfRange
from tests.refusals import error_at, error_of


def test_acls_can_keep_the_pages(machine):
    machine.screen.point(1, 1)
    screens.set_backdrop(machine, 5)
    screens.reset_parts(machine, 0, 1, 1)
    assert (machine.screen.spoit(1, 1), screens.backdrop(machine)) == (-460552, 0)
    screens.reset_parts(machine, 1, 1, 1)
    assert machine.screen.spoit(1, 1) == 0


def test_screens_check_their_ranges(machine):
    arguments = {(5, 0, 0): 1, (-1, 0, 0): 1, (2, 513, 4): 2, (2, 0, 5): 3, (2, -1, 0): 2}
    errors = {given: error_at(screens.set_shares, machine, *given) for given in arguments}
    assert errors == {given: (OutOfRange, argument) for given, argument in arguments.items()}
    assert error_of(screens.set_mode, machine, 5) == OutOfRange
    for number in (-1, 1, 2):
        assert error_at(screens.display, machine, number) == (ArgumentOutOfRange, 1), number
    assert error_at(screens.set_fade, machine, 0, -1) == (OutOfRange, 2)


def test_visible_takes_any_number_but_0_for_shown(machine):
    screens.set_visible(machine, -3, 0, 7, 0)
    assert machine.screen.visible == (True, False, True, False)


def test_backcolor_drops_the_opacity(machine):
    for color, kept in ((-8355712, 0x808080), (-1, 0xFFFFFF), (0x7F112233, 0x112233)):
        screens.set_backdrop(machine, color)
        assert screens.backdrop(machine) == kept


def test_fade_without_time_holds_at_once_and_with_time_moves(machine):
    screens.set_fade(machine, 16909060)
    assert (screens.fade(machine), screens.fading(machine)) == (16909060, 0)
    screens.set_fade(machine, -16777216, 10)
    assert screens.fading(machine) == 1
    machine.wait(10)
    assert (screens.fade(machine), screens.fading(machine)) == (-16777216, 0)
