"""A few lines of a port for each method that shows something: the machine runs them when the pages are made.

Each begins on a new machine with seed 1 and knows what docs/machine.md imports. `view` is what of the upper
screen its picture shows: left, top, width and height in pixels.
"""

from collections.abc import Mapping
from typing import NamedTuple

View = tuple[int, int, int, int]
SMALL: View = (0, 0, 100, 60)


class Snippet(NamedTuple):
    code: str
    view: View = SMALL


HERO = "machine.sprites.set(0, 500)\nmachine.sprites.move(0, 40, 20)\n"
GARDEN = "machine.backgrounds.fill(0, 0, 0, 24, 14, 1)\nmachine.backgrounds.put(0, 2, 1, 16)\n"

MACHINE = {
    "machine.set_mode": Snippet(
        "machine.set_mode(2)\n"
        "machine.console.print(f'{machine.screen.size}')\n"
        "machine.display(1)\n"
        "lower = machine.screen.size\n"
        "machine.display(0)\n"
        "machine.console.print(f'{lower} below')",
        (0, 0, 160, 60),
    ),
    "machine.reset": Snippet(
        "machine.screen.clear(rgb(0, 0, 255))\nmachine.reset()\nmachine.console.print('AS AT FIRST')"
    ),
}

SCREEN = {
    "machine.screen.point": Snippet(
        "for x in range(10, 90):\n    machine.screen.point(x, 30 + (x - 50) ** 2 // 80 - 15)"
    ),
    "machine.screen.line": Snippet(
        "machine.screen.line(10, 50, 90, 10)\nmachine.screen.line(10, 10, 90, 50, rgb(255, 128, 0))"
    ),
    "machine.screen.box": Snippet("machine.screen.box(10, 10, 89, 49, rgb(0, 255, 255))"),
    "machine.screen.fill": Snippet("machine.screen.fill(10, 10, 89, 49, rgb(255, 128, 0))"),
    "machine.screen.circle": Snippet("machine.screen.circle(50, 30, 25)"),
    "machine.screen.arc": Snippet(
        "machine.screen.arc(50, 30, 25, 0, 90)\n"
        "machine.screen.arc(50, 30, 18, 180, 300, True, rgb(255, 255, 0))"
    ),
    "machine.screen.triangle": Snippet("machine.screen.triangle(50, 8, 10, 50, 90, 40, rgb(0, 255, 0))"),
    "machine.screen.paint": Snippet(
        "machine.screen.circle(38, 30, 20)\n"
        "machine.screen.circle(62, 30, 20)\n"
        "machine.screen.paint(50, 30, rgb(255, 0, 0))"
    ),
    "machine.screen.clear": Snippet("machine.screen.clear(rgb(0, 64, 128))"),
    "machine.screen.put_text": Snippet(
        "machine.screen.put_text(10, 8, 'MAZE')\n"
        "machine.screen.put_text(10, 22, 'MAZE', 2, 3, rgb(255, 255, 0))"
    ),
    "machine.screen.copy": Snippet(
        "machine.screen.circle(20, 20, 12)\n"
        "machine.screen.fill(15, 15, 25, 25, rgb(255, 0, 0))\n"
        "machine.screen.copy(8, 8, 32, 32, 60, 30)"
    ),
    "machine.screen.put_words": Snippet(
        "red, blue = 0xFFF80000, 0xFF0000F8\nmachine.screen.put_words(40, 20, 16, 16, [red, blue] * 128)"
    ),
    "machine.screen.set_color": Snippet(
        "machine.screen.set_color(rgb(255, 0, 255))\nmachine.screen.box(10, 10, 89, 49)"
    ),
    "machine.screen.set_clip": Snippet(
        "machine.screen.set_clip((20, 10, 79, 49))\nmachine.screen.circle(50, 30, 25)"
    ),
    "machine.screen.set_pages": Snippet(
        "machine.screen.set_pages(0, 1)\n"
        "machine.screen.circle(50, 30, 20)\n"
        "machine.console.print('DRAWN ON 1')\n"
        "machine.screen.set_pages(1, 1)"
    ),
    "machine.screen.set_offset": Snippet(
        "machine.screen.fill(30, 20, 60, 40)\nmachine.screen.set_offset(20, 10)"
    ),
    "machine.screen.set_display_clip": Snippet(
        "machine.screen.clear(rgb(0, 128, 0))\nmachine.screen.set_display_clip((20, 10, 79, 49))"
    ),
    "machine.screen.set_priority": Snippet(
        "machine.screen.fill(10, 0, 40, 30, rgb(255, 0, 0))\n"
        "machine.console.print('BEHIND OR')\n"
        "machine.screen.set_priority(-100)"
    ),
    "machine.screen.set_visible": Snippet(
        "machine.console.print('HIDDEN')\n"
        "machine.screen.circle(50, 30, 20)\n"
        "machine.screen.set_visible(False, True, True, True)"
    ),
    "machine.screen.set_backdrop": Snippet(
        "machine.screen.set_backdrop(rgb(0, 64, 128))\nmachine.console.print('ON BLUE')"
    ),
    "machine.screen.set_fade": Snippet(
        "machine.screen.clear(-1)\nmachine.screen.set_fade(rgb(0, 0, 0, 255), 60)\nmachine.wait(30)"
    ),
}

CONSOLE = {
    "machine.console.print": Snippet("machine.console.print('A=', end='')\nmachine.console.print('7')"),
    "machine.console.tab": Snippet(
        "machine.console.print('A', end='')\nmachine.console.tab()\nmachine.console.print('B')"
    ),
    "machine.console.clear": Snippet(
        "machine.console.print('GONE')\nmachine.console.clear()\nmachine.console.print('NEW')"
    ),
    "machine.console.scroll": Snippet(
        "machine.console.locate(3, 3)\nmachine.console.print('UP')\nmachine.console.scroll(1, 2)"
    ),
    "machine.console.locate": Snippet("machine.console.locate(4, 3)\nmachine.console.print('HERE')"),
    "machine.console.set_color": Snippet(
        "for color in range(16):\n"
        "    machine.console.set_color(color, 15 - color)\n"
        "    machine.console.print(f'{color:3}', end='\\n' if color % 4 == 3 else '')"
    ),
    "machine.console.set_attributes": Snippet(
        "for turn in range(16):\n"
        "    machine.console.set_attributes(turn)\n"
        "    machine.console.print('F', end='\\n' if turn % 4 == 3 else ' ')"
    ),
    "machine.console.set_width": Snippet("machine.console.set_width(16)\nmachine.console.print('LARGE')"),
}

SPRITES = {
    "machine.sprites.set": Snippet("machine.sprites.set(0, 500)\nmachine.sprites.move(0, 40, 20)"),
    "machine.sprites.set_part": Snippet(
        "machine.sprites.set_part(0, 0, 0, 48, 32)\nmachine.sprites.move(0, 20, 10)"
    ),
    "machine.sprites.set_free": Snippet(
        "for x in range(4):\n"
        "    number = machine.sprites.set_free(9 + x)\n"
        "    machine.sprites.move(number, 10 + 20 * x, 20)"
    ),
    "machine.sprites.set_free_part": Snippet(
        "number = machine.sprites.set_free_part(0, 0, 32, 16, 1)\nmachine.sprites.move(number, 20, 20)"
    ),
    "machine.sprites.clear": Snippet(
        "machine.sprites.set(0, 500)\n"
        "machine.sprites.set(1, 9)\n"
        "machine.sprites.move(1, 40, 20)\n"
        "machine.sprites.clear(0)"
    ),
    "machine.sprites.change": Snippet(HERO + "machine.sprites.change(0, 9)"),
    "machine.sprites.change_part": Snippet(HERO + "machine.sprites.change_part(0, width=64, height=32)"),
    "machine.sprites.show": Snippet(HERO + "machine.sprites.hide(0)\nmachine.sprites.show(0)"),
    "machine.sprites.hide": Snippet(HERO + "machine.sprites.set(1, 9)\nmachine.sprites.hide(0)"),
    "machine.sprites.set_color": Snippet(HERO + "machine.sprites.set_color(0, rgb(255, 128, 128))"),
    "machine.sprites.set_page": Snippet(
        "machine.screen.circle(7, 7, 7, rgb(255, 255, 0))\n"
        "machine.sprites.set_page(0)\n"
        "machine.sprites.set_part(0, 0, 0)\n"
        "machine.sprites.move(0, 50, 30)"
    ),
    "machine.sprites.set_clip": Snippet(
        HERO + "machine.sprites.scale(0, 3, 3)\nmachine.sprites.set_clip((50, 25, 79, 49))"
    ),
    "machine.sprites.move": Snippet("machine.sprites.set(0, 500)\nmachine.sprites.move(0, 60, 30)"),
    "machine.sprites.rotate": Snippet(
        HERO + "machine.sprites.set_home(0, 8, 8)\nmachine.sprites.rotate(0, 45)"
    ),
    "machine.sprites.scale": Snippet(HERO + "machine.sprites.scale(0, 3, 2)"),
    "machine.sprites.set_home": Snippet(
        HERO + "machine.screen.point(40, 20, rgb(255, 0, 0))\nmachine.sprites.set_home(0, 8, 15)"
    ),
    "machine.sprites.link": Snippet(
        HERO + "machine.sprites.set(1, 9)\nmachine.sprites.link(1, 0)\nmachine.sprites.move(1, 16, 0)"
    ),
    "machine.sprites.unlink": Snippet(
        HERO
        + "machine.sprites.set(1, 9)\nmachine.sprites.link(1, 0)\nmachine.sprites.move(1, 16, 0)\n"
        + "machine.sprites.unlink(1)"
    ),
    "machine.sprites.animate": Snippet(
        HERO + "machine.sprites.animate(0, 'XY', [(-30, (80, 20)), (-30, (10, 40))], 0)\nmachine.wait(45)"
    ),
    "machine.sprites.halt": Snippet(
        HERO
        + "machine.sprites.animate(0, 'XY', [(-30, (80, 20))])\nmachine.wait(10)\n"
        + "machine.sprites.halt(0)\nmachine.wait(60)"
    ),
    "machine.sprites.resume": Snippet(
        HERO
        + "machine.sprites.animate(0, 'XY', [(-30, (80, 20))])\nmachine.sprites.halt()\n"
        + "machine.sprites.resume()\nmachine.wait(60)"
    ),
    "machine.sprites.hits": Snippet(
        HERO
        + "machine.sprites.set(1, 9)\nmachine.sprites.move(1, 50, 25)\n"
        + "machine.sprites.detect(0)\nmachine.sprites.detect(1)\n"
        + "machine.console.print(f'MEETS {machine.sprites.hits(0)}')"
    ),
}

BACKGROUNDS = {
    "machine.backgrounds.set_map": Snippet(
        "machine.backgrounds.set_map(0, 4, 3, 8)\nmachine.backgrounds.fill(0, 0, 0, 3, 2, 8)"
    ),
    "machine.backgrounds.put": Snippet(
        "machine.backgrounds.put(0, 1, 1, 16)\nmachine.backgrounds.put(0, 3, 2, 31)"
    ),
    "machine.backgrounds.fill": Snippet("machine.backgrounds.fill(0, 1, 1, 4, 2, 8)"),
    "machine.backgrounds.copy": Snippet(GARDEN + "machine.backgrounds.copy(0, 2, 1, 2, 1, 4, 2)"),
    "machine.backgrounds.load": Snippet("machine.backgrounds.load(0, [1, 2, 3, 16, 17, 31], (1, 1, 3, 2))"),
    "machine.backgrounds.clear": Snippet(GARDEN + "machine.backgrounds.clear(0)"),
    "machine.backgrounds.move": Snippet(GARDEN + "machine.backgrounds.move(0, 8, 8)"),
    "machine.backgrounds.rotate": Snippet(GARDEN + "machine.backgrounds.rotate(0, 20)"),
    "machine.backgrounds.scale": Snippet(GARDEN + "machine.backgrounds.scale(0, 2, 1)"),
    "machine.backgrounds.set_home": Snippet(
        GARDEN + "machine.backgrounds.set_home(0, 50, 30)\nmachine.backgrounds.rotate(0, 45)"
    ),
    "machine.backgrounds.set_color": Snippet(GARDEN + "machine.backgrounds.set_color(0, rgb(255, 128, 255))"),
    "machine.backgrounds.show": Snippet(GARDEN + "machine.backgrounds.hide(0)\nmachine.backgrounds.show(0)"),
    "machine.backgrounds.hide": Snippet(
        GARDEN + "machine.backgrounds.hide(0)\nmachine.console.print('NO GARDEN')"
    ),
    "machine.backgrounds.set_clip": Snippet(GARDEN + "machine.backgrounds.set_clip(0, (20, 10, 79, 49))"),
    "machine.backgrounds.set_page": Snippet(
        "machine.screen.fill(18, 2, 29, 13, rgb(255, 255, 0))\n"
        "machine.backgrounds.set_page(0)\n"
        "machine.backgrounds.fill(0, 2, 1, 5, 2, 1)"
    ),
    "machine.backgrounds.animate": Snippet(
        GARDEN + "machine.backgrounds.animate(0, 'XY', [(-60, (32, 0))])\nmachine.wait(30)"
    ),
    "machine.backgrounds.halt": Snippet(
        GARDEN
        + "machine.backgrounds.animate(0, 'XY', [(-60, (32, 0))])\nmachine.wait(10)\n"
        + "machine.backgrounds.halt(0)\nmachine.wait(60)"
    ),
    "machine.backgrounds.resume": Snippet(
        GARDEN
        + "machine.backgrounds.animate(0, 'XY', [(-60, (16, 0))])\nmachine.backgrounds.halt()\n"
        + "machine.backgrounds.resume()\nmachine.wait(60)"
    ),
}

REST = {
    "machine.definitions.define": Snippet(
        "machine.definitions.define(0, 0, 0, 32, 16, 16, 8)\n"
        "machine.sprites.set(0, 0)\n"
        "machine.sprites.move(0, 50, 30)"
    ),
    "machine.font.define": Snippet(
        "white = 0xFFF8F8F8\n"
        "face = [0x3C, 0x42, 0xA5, 0x81, 0xA5, 0x99, 0x42, 0x3C]\n"
        "dots = [white if row >> 7 - x & 1 else 0 for row in face for x in range(8)]\n"
        "machine.font.define(ord('@'), dots)\n"
        "machine.console.print('@ @ @')"
    ),
    "machine.rng.below": Snippet(
        "for _ in range(200):\n    machine.screen.point(machine.rng.below(100), machine.rng.below(60))"
    ),
    "machine.input.button": Snippet(
        "machine.input.schedule = {5: Buttons.A}  # somebody presses A in frame 5\n"
        "while not machine.input.button(PRESSED) & Buttons.A:\n"
        "    machine.vsync()\n"
        "machine.console.print(f'FRAME {machine.frame}')"
    ),
    "machine.storage.write_text": Snippet(
        "machine.storage.write_text('SCORE', '120')\n"
        "machine.console.print(machine.storage.read_text('SCORE'))"
    ),
}

SNIPPETS: Mapping[str, Snippet] = {**MACHINE, **SCREEN, **CONSOLE, **SPRITES, **BACKGROUNDS, **REST}
"""The snippet of a method, by the way to it."""
