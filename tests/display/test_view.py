"""One screen or two."""

from retromaze.display.view import lower_words, upper_words, uses_lower, visible_words, wide_words
from retromaze.machine.machine import Machine
from retromaze.runner import play


def test_the_upper_screen_alone_where_a_program_has_only_that() -> None:
    machine = Machine(seed=1)
    play("GFILL 0,0,9,9,#RED", machine)
    assert not uses_lower(machine)
    assert visible_words(machine) == upper_words(machine) == machine.picture()
    assert lower_words(machine) is None


def test_the_lower_screen_lies_below_the_middle_of_the_upper_one() -> None:
    machine = Machine(seed=1)
    play("XSCREEN 2:DISPLAY 1:GFILL 0,0,319,239,#BLUE:DISPLAY 0:GFILL 0,0,399,239,#RED", machine)
    picture = visible_words(machine)
    assert len(picture) == 400 * 480
    assert picture[: 400 * 240] == machine.picture()
    rows = [picture[top : top + 400].tolist() for top in range(400 * 240, 400 * 480, 400)]
    assert (upper_words(machine), lower_words(machine)) == (machine.picture(), machine.picture(1))
    assert rows == [[0xFF000000] * 40 + [0xFF0000F8 | 0x07] * 320 + [0xFF000000] * 40] * 240


def test_a_tall_screen_is_one_picture_and_two_halves() -> None:
    machine = Machine(seed=1)
    play("XSCREEN 4:GFILL 0,0,319,239,#RED:GFILL 0,240,319,479,#BLUE:GPSET 0,239,#WHITE", machine)
    tall = machine.picture()
    assert uses_lower(machine)
    assert visible_words(machine) == tall
    assert wide_words(machine)[400 * 479 + 39 : 400 * 479 + 41].tolist() == [0xFF000000, 0xFF0000FF]
    upper, lower = upper_words(machine), lower_words(machine)
    assert lower is not None
    assert (len(tall), len(upper), len(lower)) == (320 * 480, 400 * 240, 320 * 240)
    assert set(lower) == {0xFF0000FF}
    rows = [upper[top : top + 400].tolist() for top in range(0, 400 * 240, 400)]
    black, red, white = 0xFF000000, 0xFFFF0000, 0xFFFFFFFF
    assert rows[:239] == [[black] * 40 + [red] * 320 + [black] * 40] * 239
    assert rows[239] == [black] * 40 + [white] + [red] * 319 + [black] * 40


def test_who_asks_for_the_stylus_needs_a_screen_to_be_touched() -> None:
    machine = Machine(seed=1)
    play("TOUCH OUT T,X,Y", machine)
    assert uses_lower(machine, touched=True) and not uses_lower(machine)
    assert len(visible_words(machine, touched=True)) == 400 * 480 and len(visible_words(machine)) == 400 * 240
    assert lower_words(machine, touched=True) == machine.picture(1) and lower_words(machine) is None
