"""Random scenes that change step by step: the quick picture is the one that plain rules give, each time.

Everything that the drawing keeps from picture to picture is warm: a scene is shown, changed a little by the
machine's own methods or by words written into a page, and shown again.
"""

import random

import pytest

from retromaze.machine.compose import compose
from retromaze.machine.console import Console
from retromaze.machine.font import Font
from retromaze.machine.page import Page
from retromaze.machine.screen import Screen
from tests.amounts import fewer
from tests.machine.plain_picture import first_wrong, pictures

WIDTH, HEIGHT = 32, 16
STEPS = 24
SEEDS = fewer((6, 25), range(60))
"""Of 41 seeds these two reach most of the drawing together: 504 of the 532 lines that all of them run."""
WORDS = (0, 0, 0xF8F8F8, 0xFFF80000, 0xFF00F800, 0xFF0000F8, 0xFFF8F8F8, 0xFF908070, 0xFF102030)
COLORS = (-1, -1, -1, 0x80FFFFFF, 0xFF80C0FF, 0x40FF0000, 0x00FFFFFF, 0xFFFFFFFF)
SCALES = (0, 0.3, 0.5, 1, 1, 2, 3, 1.7, 7.3, 20)
ANGLES = (0, 0, 90, 180, 270, 45, 30, 133, 359, 720, -90, -17)
DEPTHS = (0, 0, 0, 1, -1, 0.5, 1024, -256, 7)


class Scene:
    """A small screen of its own, and the chance by which it changes."""

    def __init__(self, seed):
        self.pick = random.Random(seed)
        self.font = Font()
        self.screen = Screen([Page() for _ in range(6)], self.font, Console(WIDTH, HEIGHT), WIDTH, HEIGHT)
        for page in (0, 4, 5):
            self.scribble(page, 0, 512 * 64)
        for layer in range(4):
            self.set_map(layer)
        for _ in range(self.pick.randint(3, 12)):
            self.set_sprite()

    # ---- pages

    def scribble(self, page=None, start=None, count=None):
        """Writes into the words of a page, without any method of the machine."""
        pixels = self.screen.pages[self.pick.choice((0, 4, 5)) if page is None else page].pixels
        start = self.pick.randrange(512 * 48) if start is None else start
        count = count or self.pick.randint(1, 2000)
        pixels[start : start + count] = type(self.screen.pixels)("I", self.pick.choices(WORDS, k=count))

    def draw(self):
        """Draws on a sheet or on the page shown."""
        screen, pick = self.screen, self.pick
        screen.set_pages(screen.show_page, pick.choice((0, 4, 5)))
        x, y = pick.randint(-3, 60), pick.randint(-3, 40)
        color = pick.choice(WORDS)
        pick.choice(
            (
                lambda: screen.fill(x, y, x + pick.randint(0, 20), y + pick.randint(0, 20), color),
                lambda: screen.copy(0, 0, 30, 20, x, y, pick.random() < 0.5, pick.choice((0, 4, 5))),
                lambda: screen.line(x, y, pick.randint(0, 60), pick.randint(0, 40), color),
                lambda: screen.clear(color) if pick.random() < 0.2 else screen.point(x, y, color),
            )
        )()

    def restore(self):
        self.screen.pages[self.pick.choice((0, 4, 5))].restore()
        self.scribble(4, 0, 512 * 32)

    def show_page(self):
        screen, pick = self.screen, self.pick
        screen.set_pages(pick.choice((0, 0, 5)), 0)
        screen.set_priority(pick.choice((1024, 1024, 0, -3)))
        screen.set_offset(pick.randint(-30, 30), pick.choice((0, 0, 300, 500)))
        screen.set_display_clip(self.corners() if pick.random() < 0.4 else None)
        screen.set_backdrop(pick.choice(WORDS))
        screen.set_visible(*(pick.random() < 0.9 for _ in range(4)))

    def fade(self):
        self.screen.set_fade(self.pick.choice((0, 0, 0x80FF8000, 0xFF102030)))

    # ---- sprites

    def number(self):
        used = [number for number, _ in self.screen.sprites.all_used()]
        return self.pick.choice(used) if used else self.set_sprite()

    def set_sprite(self):
        pick, number = self.pick, self.pick.randint(0, 15)
        side = pick.choice((1, 3, 8, 16, 16, 16, 40, 150))
        width, height = (side, side) if pick.random() < 0.7 else (side, pick.choice((0, 2, 5, 16)))
        attributes = pick.choice((1, 1, 1, pick.randint(0, 63)))
        self.screen.sprites.set_part(
            number, pick.randint(0, 40), pick.randint(0, 20), width, height, attributes
        )
        self.move_sprite(number)
        return number

    def move_sprite(self, number=None):
        pick = self.pick
        number = self.number() if number is None else number
        x, y = pick.choice((pick.randint(-20, WIDTH), pick.uniform(-50, 50))), pick.uniform(-20, HEIGHT)
        self.screen.sprites.move(number, x, y, pick.choice(DEPTHS))

    def change_sprite(self):
        sprites, pick, number = self.screen.sprites, self.pick, self.number()
        angle = pick.choice((pick.choice(ANGLES), pick.randint(-999, 999)))
        pick.choice(
            (
                lambda: sprites.rotate(number, angle),
                lambda: sprites.scale(number, pick.choice(SCALES), pick.choice(SCALES)),
                lambda: sprites.set_color(number, pick.choice(COLORS)),
                lambda: sprites.set_home(number, pick.choice((0, 8, 2.5, -4)), pick.randint(-2, 16)),
                lambda: sprites.change_part(number, attributes=pick.randint(0, 63)),
                lambda: sprites.change(number, pick.randint(0, 3)),
                lambda: sprites.hide(number) if pick.random() < 0.5 else sprites.show(number),
                lambda: sprites.link(number, 0) if number and sprites.used(0) else sprites.clear(number),
                lambda: sprites.clear(number),
                lambda: sprites.set_page(pick.choice((4, 4, 5, 0))),
                lambda: sprites.set_clip(self.corners() if pick.random() < 0.5 else None),
            )
        )()

    # ---- layers

    def set_map(self, layer=None):
        pick = self.pick
        layer = pick.randrange(4) if layer is None else layer
        width, height = pick.randint(1, 12), pick.randint(1, 7)
        self.screen.backgrounds.set_map(layer, width, height, pick.choice((8, 8, 16, 32)))
        few = pick.choices((0, 1, 2, 3, 66, 0x4001, 0x1003, 0x8002, 0x7001, 0xFFFF, 0x0C00), k=width * height)
        self.screen.backgrounds.load(layer, few)

    def change_layer(self):
        layers, pick, layer = self.screen.backgrounds, self.pick, self.pick.randrange(4)
        angle = pick.choice((pick.choice(ANGLES), pick.randint(-999, 999)))
        pick.choice(
            (
                lambda: layers.move(layer, pick.randint(-20, 40), pick.randint(-20, 40), pick.choice(DEPTHS)),
                lambda: layers.move(layer, pick.randint(-20, 40), pick.randint(-20, 40)),
                lambda: layers.rotate(layer, angle),
                lambda: layers.scale(layer, pick.choice(SCALES), pick.choice((*SCALES, -1, -2.5))),
                lambda: layers.set_home(layer, pick.randint(-5, 20), pick.randint(-5, 20)),
                lambda: layers.set_color(layer, pick.choice(COLORS)),
                lambda: layers.set_clip(layer, self.corners() if pick.random() < 0.5 else None),
                lambda: layers.hide(layer) if pick.random() < 0.5 else layers.show(layer),
                lambda: layers.clear(layer) if pick.random() < 0.2 else self.set_map(layer),
                lambda: layers.put(layer, 0, 0, pick.randint(0, 65535)),
                lambda: layers.set_page(pick.choice((5, 5, 4, 0))),
            )
        )()

    def print_text(self):
        console, pick = self.screen.console, self.pick
        console.locate(pick.randint(0, 3), pick.randint(0, 1), pick.choice(DEPTHS))
        console.set_color(pick.choice((1, 3, 5)), pick.choice((0, 0, 3)))
        console.print(pick.choice(("A", "MAZE", " ", "#")), "")

    def resize(self):
        """Another mode of XSCREEN may begin with a screen of another size."""
        self.screen.apply_share(self.screen.share, self.pick.choice(((WIDTH, HEIGHT), (32, 40), (40, 16))))
        for layer in range(4):
            self.set_map(layer)
        self.set_sprite()

    def corners(self):
        pick = self.pick
        return pick.randint(-5, 45), pick.randint(-5, 30), pick.randint(-5, 45), pick.randint(-5, 30)

    def change(self):
        """One of all these, what is animated most in games more often."""
        often = (
            self.move_sprite,
            self.move_sprite,
            self.change_sprite,
            self.change_sprite,
            self.change_layer,
        )
        seldom = (self.scribble, self.draw, self.set_sprite, self.set_map, self.show_page, self.print_text)
        self.pick.choice((*often, *often, *seldom, self.restore, self.fade, self.resize))()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_scene_that_changes_is_always_shown_as_it_is(seed):
    scene = Scene(seed)
    for step in range(STEPS):
        picture = compose(scene.screen, scene.font)
        shown = pictures(scene.screen, scene.font)
        assert first_wrong(picture, scene.screen.width, shown) == "", f"step {step}"
        for _ in range(scene.pick.choice((0, 1, 1, 3))):
            scene.change()
