"""One screen or two."""

from retromaze.display.view import uses_lower, visible_words
from retromaze.machine.machine import Machine
from retromaze.runner import play


def test_the_upper_screen_alone_where_a_program_has_only_that() -> None:
    machine = Machine(seed=1)
    play("GFILL 0,0,9,9,#RED", machine)
    assert not uses_lower(machine)
    assert visible_words(machine) == machine.picture()


def test_the_lower_screen_lies_below_the_middle_of_the_upper_one() -> None:
    machine = Machine(seed=1)
    play("XSCREEN 2:DISPLAY 1:GFILL 0,0,319,239,#BLUE:DISPLAY 0:GFILL 0,0,399,239,#RED", machine)
    picture = visible_words(machine)
    assert len(picture) == 400 * 480
    assert picture[: 400 * 240] == machine.picture()
    rows = [picture[top : top + 400].tolist() for top in range(400 * 240, 400 * 480, 400)]
    assert rows == [[0xFF000000] * 40 + [0xFF0000F8 | 0x07] * 320 + [0xFF000000] * 40] * 240
