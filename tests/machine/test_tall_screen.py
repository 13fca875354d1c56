"""XSCREEN 4: page, layers, sprites, text, clips and veil over both. Source: machine reference, 1.2, 1.4."""

from __future__ import annotations

import pytest

from retromaze.machine.machine import Machine

WIDTH, HEIGHT = 320, 480
RED, GREEN, BLUE = 0xFFF80000 - (1 << 32), 0xFF00F800 - (1 << 32), 0xFF0000F8 - (1 << 32)
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
    machine.screen.fill(0, 0, 511, 511, RED)
    machine.screen.fill(0, 240, 511, 511, BLUE)
    assert seen(machine, (0, 239), (319, 239), (0, 240), (319, 479)) == ["red", "red", "blue", "blue"]
    machine.screen.set_offset(0, 32)
    # rows 480 to 511 of the page are the last ones
    assert seen(machine, (0, 207), (0, 208), (0, 479)) == ["red", "blue", "blue"]
    machine.screen.set_offset(0, 33)
    assert seen(machine, (0, 478), (0, 479)) == ["blue", "black"]


def test_the_display_clip_reaches_over_both_halves(machine: Machine) -> None:
    machine.screen.fill(0, 0, 511, 511, RED)
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


def test_text_stands_in_row_59(machine: Machine) -> None:
    machine.console.set_color(0, 4)
    machine.console.locate(39, 59)
    machine.console.print("\0", "")
    picture = machine.picture()
    shown = [at for at, word in enumerate(picture) if word != SEEN["black"]]
    assert shown == [y * WIDTH + x for y in range(472, 480) for x in range(312, 320)]


def test_depths_hold_over_the_seam(machine: Machine) -> None:
    sheet(machine, 4)
    machine.screen.fill(0, 232, 15, 247, RED)
    machine.sprites.set_part(0, 16, 0)
    machine.sprites.move(0, 0, 232)
    places = ((0, 239), (0, 240))
    assert seen(machine, *places) == ["green"] * 2
    machine.screen.set_priority(-1)
    assert seen(machine, *places) == ["red"] * 2
    machine.sprites.move(0, 0, 232, -2)
    assert seen(machine, *places) == ["green"] * 2


def test_backdrop_and_veil_cover_it(machine: Machine) -> None:
    machine.screen.set_backdrop(0x0000FF)
    assert seen(machine, (0, 0), (319, 479)) == ["blue"] * 2
    machine.screen.set_fade(0xFFFF0000 - (1 << 32))
    assert seen(machine, (0, 0), (319, 479)) == ["red"] * 2


def test_acls_and_another_mode_part_the_screens_again(machine: Machine) -> None:
    machine.reset()
    assert (machine.screen.size, len(machine.picture()), machine.console.columns) == ((400, 240), 96000, 50)
    machine.set_mode(4)
    machine.set_mode(2)
    assert [screen.size for screen in machine.screens] == [(400, 240), (320, 240)]
    assert machine.sprites.clip == machine.screen.display_clip == (0, 0, 399, 239)


def test_a_frame_after_the_change_is_a_changed_one(machine: Machine) -> None:
    machine.wait(2)
    assert not machine.changed
    machine.set_mode(0)
    machine.wait(1)
    assert machine.changed
