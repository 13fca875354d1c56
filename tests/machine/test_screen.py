"""A screen: its state, drawing, fade and modes. Source: machine reference, 1.2 and 1.4."""

from itertools import product
from typing import Any

import pytest

from retromaze.machine.colors import tint_word, word_from_color
from retromaze.machine.machine import CONSOLE_BUDGET, Machine
from retromaze.machine.screen import Fade, Share

WHITE_READ, RED_READ = -460552, -524288
RED = -65536


@pytest.fixture
def screen():
    return Machine(seed=1).screen


def lit(screen):
    pixels = screen.pixels
    rows = ((y, pixels[y << 9 : (y + 1) << 9]) for y in range(512))
    return {(x, y) for y, row in rows if any(row) for x, word in enumerate(row) if word}


def test_the_write_clip_limits_every_shape_but_clear(screen):
    screen.set_clip((200, 200, 100, 100))
    screen.fill(0, 0, 300, 300)
    screen.line(0, 150, 300, 150, RED)
    screen.line(150, 0, 150, 300, RED)
    screen.point(50, 50)
    assert lit(screen) == {(x, y) for x in range(100, 201) for y in range(100, 201)}
    assert (screen.spoit(150, 160), screen.spoit(160, 150)) == (RED_READ, RED_READ)
    screen.clear(RED)
    assert screen.spoit(0, 0) == RED_READ
    screen.set_clip()
    screen.point(50, 50)
    assert screen.spoit(50, 50) == WHITE_READ


def test_points_are_written_up_to_the_edges_of_the_clip(screen):
    screen.set_clip((3, 5, 4, 6))
    for x, y in product(range(2, 6), range(4, 8)):
        screen.point(x, y)
    assert lit(screen) == set(product((3, 4), (5, 6)))


def test_pages_are_drawn_and_shown_independently():
    machine = Machine(seed=1)
    screen = machine.screen
    screen.set_pages(0, 3)
    screen.point(7, 7)
    assert [at for at, page in enumerate(machine.pages) if page.pixels != page.initial_words()] == [3]
    assert machine.picture()[7 * 400 + 7] == 0xFF000000
    screen.set_pages(3, 0)
    assert machine.picture()[7 * 400 + 7] == 0xFFFFFFFF
    assert screen.spoit(7, 7) == 0


def test_reset_restores_every_default(screen):
    defaults = {name: value for name, value in vars(screen).items() if name not in ("changed", "fade")}
    screen.set_color(5)
    screen.set_pages(2, 3)
    screen.set_priority(-7)
    screen.set_offset(3, 4)
    screen.set_backdrop(0x123456)
    screen.set_visible(False, False, False, False)
    screen.set_fade(-1)
    screen.set_clip((1, 2, 3, 4))
    screen.set_display_clip((1, 2, 3, 4))
    screen.reset()
    assert {name: vars(screen)[name] for name in defaults} == defaults
    assert screen.fade.color == 0


def test_values_outside_a_range_raise(screen):
    wrong: dict[str, list[tuple[Any, ...]]] = {
        "set_pages": [(6, 0), (0, -1)],
        "set_priority": [(-257,), (1025,)],
        "set_fade": [(0, -1)],
        "set_clip": [((0, 0, 512, 1),), ((-1, 0, 5, 1),)],
        "copy": [(0, 0, 1, 1, 0, 0, True, 6)],
        "words": [(0, 0, 1, 1, -2)],
    }
    for method, arguments in ((method, each) for method, given in wrong.items() for each in given):
        with pytest.raises(ValueError, match=r"no |fade over"):
            getattr(screen, method)(*arguments)


def test_whatever_may_be_seen_marks_the_screen_as_changed_and_is_one_event():
    calls = [
        ("line", (0, 0, 1, 0)),
        ("line", (0, 0, 2, 1)),
        ("fill", (0, 0, 1, 1)),
        ("box", (0, 0, 1, 1)),
        ("point", (0, 0)),
        ("clear", ()),
        ("circle", (9, 9, 3)),
        ("arc", (9, 9, 3, 0, 90)),
        ("triangle", (0, 0, 9, 9, 0, 9)),
        ("paint", (0, 0)),
        ("put_text", (0, 0, "A")),
        ("copy", (0, 0, 1, 1, 5, 5)),
        ("put_words", (0, 0, 1, 1, [0])),
        ("set_pages", (1, 1)),
        ("set_priority", (0,)),
        ("set_offset", (0, 0)),
        ("set_backdrop", (1,)),
        ("set_visible", (1, 1, 1, 1)),
        ("set_fade", (1,)),
        ("set_display_clip", ()),
    ]
    machine = Machine(seed=1)
    events = []
    machine.listen(events.append)
    found = []
    for method, arguments in calls:
        machine.screen.changed = False
        getattr(machine.screen, method)(*arguments)
        found.append((method, machine.screen.changed, [event.name for event in events]))
        events.clear()
    assert found == [(method, True, [method]) for method, _ in calls]


def test_copies_between_pages_and_from_the_font(screen):
    screen.set_pages(0, 1)
    screen.point(20, 20, RED)
    screen.set_pages(0, 0)
    screen.copy(32, 32, 0, 0, 100, 100, source=1)
    assert lit(screen) == {(120, 120)}
    screen.clear()
    screen.copy(8, 8, 15, 15, 0, 0, source=-1)
    glyph = screen.font.glyph(ord("A"))
    assert screen.words(0, 0, 8, 8).tolist() == list(glyph)


def test_enlarged_text_is_every_pixel_of_its_glyphs_enlarged(screen):
    """Whichever way is quickest: colored glyphs, over the edges of a clip, an ink that erases."""
    words = (0xFFF80000, 0xFF00F800, 0xFFF8F8F8, 0)
    screen.font.define(0xE000, [words[at % 4] if at % 3 else 0 for at in range(64)])
    texts = (("A", 2, 2), ("あA", 1, 3), ("Aあ漢", 3, 2), ("AB", 9, 1), ("\ue000A", 2, 5), ("\ue000", 1, 1))
    for clip, (text, across, down), ink in product((None, (17, 9, 120, 90)), texts, (-1, 0, RED)):
        screen.set_clip(None)
        screen.fill(0, 0, 511, 511, 0x00F800)
        screen.set_clip(clip)
        screen.put_text(5, 3, text, across, down, ink)
        left, top, right, bottom = clip or (0, 0, 511, 511)
        for number, character in enumerate(text):
            for at, word in enumerate(screen.font.glyph(ord(character))):
                x, y = 5 + (number * 8 + at % 8) * across, 3 + at // 8 * down
                for column, row in ((x, y), (x + across - 1, y + down - 1)):
                    drawn = left <= column <= right and top <= row <= bottom and word >> 24
                    wanted = tint_word(word, word_from_color(ink)) if drawn else 0x00F800
                    assert screen.pixels[row << 9 | column] == wanted, (clip, text, ink, column, row)


def test_enlarged_text_is_work_by_its_characters_and_rows(screen):
    """A page of a manual, fifteen lines of fifteen enlarged letters, is less than half a frame."""
    spent = []
    screen.meter.spend = spent.append
    for line in range(15):
        screen.put_text(0, line * 16, "プチコン3号の手引きの一行です", 2, 2)
    assert sum(spent) == 15 * (15 * 70 + 16 * 8) < CONSOLE_BUDGET / 2


BLACK, HALF_RED = 0xFF000000 - (1 << 32), 0x80FF0000 - (1 << 32)


def test_each_channel_moves_linearly_and_arrives_on_the_last_frame():
    fade = Fade()
    fade.move(BLACK, 4)
    seen = []
    while fade.moving:
        assert fade.advance()
        seen.append(fade.color >> 24 & 255)
    assert seen == [63, 127, 191, 255]
    assert fade.color == BLACK


def test_a_new_move_starts_from_the_present_color():
    fade = Fade()
    fade.move(BLACK, 4)
    fade.advance()
    fade.move(0, 3)
    assert [fade.advance() and fade.color >> 24 & 255 for _ in range(3)] == [42, 21, 0]


def test_the_lower_screen_gets_what_the_upper_one_leaves_and_reset_takes_it_back():
    machine = Machine(seed=1)
    machine.set_mode(2, 128, 1)
    assert [screen.share for screen in machine.screens] == [Share(True, 128, 1), Share(True, 384, 3)]
    machine.reset()
    assert [screen.share for screen in machine.screens] == [Share(True, 512, 4), Share(False, 0, 0)]


def test_unknown_modes_raise():
    for arguments in ((5,), (-1,), (2, 513, 4), (2, 128, 5), (2, -1, 0)):
        with pytest.raises(ValueError, match="no screen mode"):
            Machine(seed=1).set_mode(*arguments)


WIDTH, HEIGHT = 320, 480
TALL_SCREEN_RED, GREEN, BLUE = 0xFFF80000 - (1 << 32), 0xFF00F800 - (1 << 32), 0xFF0000F8 - (1 << 32)
SEEN = {"red": 0xFFFF0000, "green": 0xFF00FF00, "blue": 0xFF0000FF, "black": 0xFF000000}


@pytest.fixture
def machine() -> Machine:
    made = Machine(seed=1)
    made.set_mode(4)
    return made


def seen(machine: Machine, *places: tuple[int, int]) -> list[str]:
    """The names of the colors that are seen at these places."""
    picture = machine.picture()
    assert len(picture) == WIDTH * HEIGHT
    names = {word: name for name, word in SEEN.items()}
    return [names[picture[y * WIDTH + x]] for x, y in places]


def sheet(machine: Machine, page: int) -> None:
    """Makes the tile 1 of a sheet green."""
    machine.screen.set_pages(0, page)
    machine.screen.fill(16, 0, 31, 15, GREEN)
    machine.screen.set_pages(0, 0)


def test_the_page_is_seen_down_to_row_479(machine: Machine) -> None:
    machine.screen.fill(0, 0, 511, 511, TALL_SCREEN_RED)
    machine.screen.fill(0, 240, 511, 511, BLUE)
    assert seen(machine, (0, 239), (319, 239), (0, 240), (319, 479)) == ["red", "red", "blue", "blue"]
    machine.screen.set_offset(0, 32)
    # rows 480 to 511 of the page are the last ones
    assert seen(machine, (0, 207), (0, 208), (0, 479)) == ["red", "blue", "blue"]
    machine.screen.set_offset(0, 33)
    assert seen(machine, (0, 478), (0, 479)) == ["blue", "black"]


def test_the_display_clip_reaches_over_both_halves(machine: Machine) -> None:
    machine.screen.fill(0, 0, 511, 511, TALL_SCREEN_RED)
    machine.screen.set_display_clip((10, 200, 400, 470))
    assert machine.screen.display_clip == (10, 200, 319, 470)
    places = ((10, 199), (9, 200), (10, 200), (319, 470), (319, 471))
    assert seen(machine, *places) == ["black", "black", "red", "red", "black"]
    machine.screen.set_display_clip()
    assert seen(machine, (0, 0), (319, 479)) == ["red", "red"]


def test_a_sprite_is_seen_on_both_halves_at_once(machine: Machine) -> None:
    sheet(machine, 4)
    machine.sprites.set_part(0, 16, 0)
    machine.sprites.move(0, 304, 232)
    places = ((304, 231), (304, 232), (319, 239), (304, 240), (319, 247), (304, 248))
    assert seen(machine, *places) == ["black", "green", "green", "green", "green", "black"]
    machine.sprites.set_clip((0, 240, 400, 600))
    assert machine.sprites.clip == (0, 240, 319, 479)
    assert seen(machine, (304, 239), (304, 240)) == ["black", "green"]
    machine.sprites.move(0, 310, 470)
    assert seen(machine, (309, 479), (310, 479), (319, 479)) == ["black", "green", "green"]


def test_a_layer_fills_it_and_has_its_clip(machine: Machine) -> None:
    sheet(machine, 5)
    machine.backgrounds.set_map(0, 20, 30)
    machine.backgrounds.fill(0, 0, 0, 19, 29, 1)
    assert seen(machine, (0, 0), (319, 239), (0, 240), (319, 479)) == ["green"] * 4
    machine.backgrounds.set_clip(0, (0, 250, 319, 479))
    assert seen(machine, (0, 249), (0, 250), (319, 479)) == ["black", "green", "green"]
    machine.backgrounds.scale(0, 2.0, 2.0)
    machine.backgrounds.set_clip(0)
    assert seen(machine, (0, 0), (319, 479)) == ["green"] * 2


def test_acls_and_another_mode_part_the_screens_again(machine: Machine) -> None:
    machine.reset()
    assert (machine.screen.size, len(machine.picture()), machine.console.columns) == ((400, 240), 96000, 50)
    machine.set_mode(4)
    machine.set_mode(2)
    assert [screen.size for screen in machine.screens] == [(400, 240), (320, 240)]
    assert machine.sprites.clip == machine.screen.display_clip == (0, 0, 399, 239)
