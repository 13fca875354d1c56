"""Thousands of shapes drawn by the screen and by the plainest code that draws the same, pixel by pixel."""

import random
from array import array
from functools import cache

import pytest

from retromaze.machine.colors import word_from_color
from retromaze.machine.machine import Machine
from tests.amounts import many

SIDE = 512
COUNT = many(100, 1_000)
"""Shapes that are drawn, one after the other."""
COLORS = (None, 0, -1, -16744320, 0x7F112233)
LIMITS = (-(2**31), 2**31 - 1, -40_000, 40_000, -32_768, 32_767, -1, 0, 511, 512)


class PlainScreen:
    """One page, written pixel by pixel; what is drawn is reckoned as the machine reference writes it down."""

    def __init__(self, font):
        self.pixels = array("I", bytes(4 * SIDE * SIDE))
        self.clip = (0, 0, SIDE - 1, SIDE - 1)
        self.font = font

    def plot(self, x, y, color):
        left, top, right, bottom = self.clip
        if left <= x <= right and top <= y <= bottom:
            self.pixels[y * SIDE + x] = word_from_color(-1 if color is None else color)

    def read(self, x, y):
        return self.pixels[y * SIDE + x] if 0 <= x < SIDE and 0 <= y < SIDE else 0

    def across(self, x0, x1):
        return range(max(min(x0, x1), self.clip[0]), min(max(x0, x1), self.clip[2]) + 1)

    def down(self, y0, y1):
        return range(max(min(y0, y1), self.clip[1]), min(max(y0, y1), self.clip[3]) + 1)

    def point(self, x, y, color):
        self.plot(x, y, color)

    def fill(self, x0, y0, x1, y1, color):
        for y in self.down(y0, y1):
            for x in self.across(x0, x1):
                self.plot(x, y, color)

    def box(self, x0, y0, x1, y1, color):
        for x in self.across(x0, x1):
            self.plot(x, y0, color)
            self.plot(x, y1, color)
        for y in self.down(y0, y1):
            self.plot(x0, y, color)
            self.plot(x1, y, color)

    def line(self, x0, y0, x1, y1, color):
        for x, y in stepped(*(min(max(each, -32_768), 32_767) for each in (x0, y0, x1, y1))):
            self.plot(x, y, color)

    def triangle(self, x0, y0, x1, y1, x2, y2, color):
        held = [min(max(each, -32_768), 32_767) for each in (x0, y0, x1, y1, x2, y2)]
        a, b, c = corners = sorted(zip(held[::2], held[1::2], strict=True), key=lambda corner: corner[0])
        if (b[0] - a[0]) * (c[1] - a[1]) == (c[0] - a[0]) * (b[1] - a[1]):
            pairs = [(one, other) for one in corners for other in corners]
            one, other = max(pairs, key=lambda pair: distance(*pair))
            self.line(*one, *other, color)
            return
        edges = [edge(*one, *other) for one, other in ((a, c), (a, b), (b, c)) if one[0] != other[0]]
        for x in self.across(a[0], c[0]):
            rows = [row for each in edges if x in each for row in each[x]]
            for y in self.down(min(rows), max(rows)):
                self.plot(x, y, color)

    def circle(self, x, y, radius, color):
        a, b, error = 0, min(radius, 32_767), 3 - 2 * radius
        while radius > 0 and a <= b:
            for across, down in ((a, b), (b, a)):
                for sign_x, sign_y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                    self.plot(x + sign_x * across, y + sign_y * down, color)
            if error < 0:
                error += 4 * a + 6
            else:
                error += 4 * (a - b) + 10
                b -= 1
            a += 1

    def copy(self, x0, y0, x1, y1, x, y, everything):
        left, top, right, bottom = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
        rows, columns = range(max(top, 0), min(bottom, 511) + 1), range(max(left, 0), min(right, 511) + 1)
        words = [(row, column, self.read(column, row)) for row in rows for column in columns]
        for row, column, word in words:
            if everything or word & 0xFF000000:
                self.plot(x + column - left, y + row - top, word)

    def put_text(self, x, y, text, scale_x, scale_y, color):
        for number, character in enumerate(text):
            for at, word in enumerate(self.font.glyph(ord(character))):
                column, row = at % 8 + 8 * number, at // 8
                for i in range(scale_x if word else 0):
                    for j in range(scale_y):
                        self.plot(x + column * scale_x + i, y + row * scale_y + j, color)

    def paint(self, x, y, color, border):
        seed, word = self.read(x, y), word_from_color(-1 if color is None else color)
        walls = {word} if border is None else {word, word_from_color(border)}
        left, top, right, bottom = self.clip
        waiting = [(x, y)]
        while waiting:
            x, y = waiting.pop()
            here = self.read(x, y)
            free = here not in walls if border is not None else here == seed != word
            if left <= x <= right and top <= y <= bottom and free:
                self.plot(x, y, color)
                waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def stepped(x0, y0, x1, y1):
    """The pixels of a line: reference of the machine, 3.5."""
    flat = abs(x1 - x0) >= abs(y1 - y0)
    (a, b), (end, last) = sorted(((x0, y0), (x1, y1)) if flat else ((y0, x0), (y1, x1)), key=lambda p: p[0])
    length, rise, step = end - a, abs(last - b), 1 if last >= b else -1
    error = (length + 2 * rise) % (2 * length) if length else 0
    while a <= end:
        yield (a, b) if flat else (b, a)
        error += 2 * rise
        if length and error >= 2 * length:
            error -= 2 * length
            b += step
        a += 1


def edge(x0, y0, x1, y1):
    """Column -> the rows that an edge covers there: reference of the machine, 3.7."""
    if y0 == y1:
        return dict.fromkeys(range(x0, x1 + 1), (y0, y0))
    width, height, step = x1 - x0, abs(y1 - y0), 1 if y1 > y0 else -1
    error, y, rows = -height if height > width else width, y0, {}
    for x in range(x0, x1 + 1):
        error += 2 * height
        steps, error = divmod(error, 2 * width)
        below = y + step * steps
        if (below - y1) * step > 1:
            below = y1 + step
        rows[x] = (y, y if below == y else below - step)
        y = below
    return rows


def distance(one, other):
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


class Dice:
    """Draws what a shape is made of; most of it small and on the page."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.edges = (0, SIDE - 1)

    def coordinate(self):
        kind = self.random.randrange(40)
        if kind == 0:
            return self.random.choice(LIMITS)
        if kind < 10:
            return self.random.choice(self.edges) + self.random.choice((-1, 0, 0, 1))
        return self.random.randrange(-60, 580) if kind < 18 else self.random.randrange(512)

    def points(self, count):
        """x and y of some points that mostly lie near each other."""
        near = [self.coordinate(), self.coordinate()]
        reach = self.random.choice((0, 1, 3, 12, 60))
        points = list(near)
        while len(points) < 2 * count:
            anywhere = self.random.randrange(20) == 0
            points += [self.coordinate() if anywhere else at + self.offset(reach) for at in near]
        return points

    def offset(self, reach):
        return self.random.choice((0, self.random.randint(-reach, reach)))

    def color(self):
        return self.random.choice(COLORS)


SHAPES = {
    "point": lambda dice: (*dice.points(1), dice.color()),
    "line": lambda dice: (*dice.points(2), dice.color()),
    "fill": lambda dice: (*dice.points(2), dice.color()),
    "box": lambda dice: (*dice.points(2), dice.color()),
    "triangle": lambda dice: (*dice.points(3), dice.color()),
    "circle": lambda dice: (*dice.points(1), dice.random.choice((-1, 0, 1, 2, 7, 30, 200)), dice.color()),
    "copy": lambda dice: (*dice.points(3), dice.random.random() < 0.5),
    "put_text": lambda dice: (
        *dice.points(1), dice.random.choice(("S", "Ab!", "あ")), *dice.random.choices((-1, 0, 1, 1, 2), k=2),
        dice.color(),
    ),
}  # fmt: skip


def clip_of(dice):
    """A clip that is small, or none; many coordinates will be at its edges."""
    x, y = dice.random.randrange(512), dice.random.randrange(512)
    clip = dice.random.choice((None, (x, y, min(x + 40, 511), min(y + 90, 511)), (x, y, x, 511)))
    dice.edges = clip or (0, SIDE - 1)
    return clip


@cache
def noise():
    """Random words of a page, a third of them transparent."""
    return array("I", random.Random(1).choices((0, 0xFFF80000, 0xFF0000F8), k=SIDE * SIDE))


def pair(seed):
    screen = Machine(seed=1).screen
    plain = PlainScreen(screen.font)
    plain.pixels = noise()[:]
    screen.pixels[:] = plain.pixels
    return screen, plain, Dice(seed)


def choose_clip(screen, plain, clip):
    screen.set_clip(clip)
    plain.clip = screen.clip


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_drawn_again_and_again_is_the_plain_one(shape):
    screen, plain, dice = pair(shape)
    for number in range(COUNT):
        if number % 10 == 0:
            choose_clip(screen, plain, clip_of(dice))
        arguments = SHAPES[shape](dice)
        getattr(screen, shape)(*arguments)
        getattr(plain, shape)(*arguments)
        assert screen.pixels == plain.pixels, (screen.clip, arguments)


def test_all_shapes_over_each_other_heard_or_not_are_the_plain_ones():
    screen, plain, dice = pair(8)
    heard = Machine(seed=1)
    heard.screen.pixels[:] = plain.pixels
    events = []
    heard.listen(events.append)
    for number in range(COUNT):
        if number % 10 == 0:
            choose_clip(screen, plain, clip_of(dice))
            heard.screen.clip = screen.clip
        shape = dice.random.choice(list(SHAPES))
        arguments = SHAPES[shape](dice)
        for each in (screen, plain, heard.screen):
            getattr(each, shape)(*arguments)
    assert screen.pixels == plain.pixels == heard.screen.pixels
    assert len(events) == COUNT


def test_areas_are_painted_as_by_the_plainest_search():
    screen, plain, dice = pair(9)
    screen.clear(5)
    plain.fill(0, 0, 511, 511, 5)
    for _ in range(60):
        x, y = dice.random.randrange(450), dice.random.randrange(450)
        choose_clip(screen, plain, (x, y, x + 40, y + 30))
        for _ in range(30):
            line = [at + dice.random.randrange(45) for at in (x, y, x, y)]
            screen.line(*line, 0xFF00F800)
            plain.line(*line, 0xFF00F800)
        for _ in range(5):
            start = (x + dice.random.randrange(-2, 43), y + dice.random.randrange(-2, 33))
            arguments = (*start, dice.color(), dice.random.choice((None, 0xFF00F800)))
            screen.paint(*arguments)
            plain.paint(*arguments)
            assert screen.pixels == plain.pixels, (screen.clip, arguments)
