"""The picture of a screen reckoned pixel by pixel from the machine reference, 1.4, 5.6 and 5.7.

Nothing is kept and nothing is drawn at once. Where the middle of a pixel comes from the border between two
pixels of a turned or scaled picture, either is right: a pixel has all words that it may have.
"""

from itertools import product
from math import cos, floor, radians, sin

SIDE = 512
OPAQUE, CHANNELS = 0xFF000000, 0xF8F8F8
NEAR = 1 / 256
"""How near a place may be to a border to be taken for either side, in pixels of the picture."""


def pictures(screen, font):
    """For each pixel, row by row, all the words that may be seen there."""
    items = sorted(items_of(screen, font), key=lambda item: (-item[0], item[1]))
    places = product(range(screen.height), range(screen.width))
    return [
        {faded(widened(word), screen.fade.color) for word in painted(screen, items, x, y)} for y, x in places
    ]


def painted(screen, items, x, y):
    words = {OPAQUE | screen.backdrop & CHANNELS}
    for _, _, words_at, blend in items:
        above = words_at(x, y)
        words = {blend(word, each) if each & OPAQUE else word for word in words for each in above}
    return words


def items_of(screen, font):
    """(depth, category, the words that may be there by x and y, how they lie over what is behind)."""
    if screen.visible.graphic:
        yield screen.priority, 0, lambda x, y: page_words(screen, x, y), replaced
    if screen.visible.background:
        for layer in screen.backgrounds.all():
            if layer.shown:
                page = screen.pages[screen.backgrounds.page]
                yield layer.z, 1, lambda x, y, each=layer, page=page: layer_words(each, page, x, y), replaced
    if screen.visible.sprites:
        page = screen.pages[screen.sprites.page]
        for number, sprite in screen.sprites.all_used():
            if sprite.attributes & 1:
                place = screen.sprites.place(number)
                clip = screen.sprites.clip
                yield sprite.z, 2, sprite_painter(sprite, place, clip, page), blending(sprite)
    if screen.visible.console:
        for z in {cell.z for cell in screen.console.cells if cell}:
            yield z, 3, lambda x, y, z=z: text_words(screen.console, font, z, x, y), replaced


# ---- what is where


def page_words(screen, x, y):
    left, top, right, bottom = screen.display_clip
    column, row = x + screen.offset[0], y + screen.offset[1]
    inside = left <= x <= right and top <= y <= bottom and 0 <= column < SIDE and 0 <= row < SIDE
    return {screen.pages[screen.show_page].pixels[row * SIDE + column] if inside else 0}


def text_words(console, font, z, x, y):
    size = console.cell_size
    cell = console.cells[y // size * console.columns + x // size]
    if cell is None or cell.z != z:
        return {0}
    scale = size // 8
    glyph = font.glyph(cell.code) if cell.code else (0,) * 64
    lit = glyph[y % size // scale * 8 + x % size // scale] & OPAQUE
    number = cell.foreground if lit and cell.foreground else cell.background
    return {(0, OPAQUE, 0, OPAQUE | 0xF80000, 0, OPAQUE | 0x00F800)[number]}


def layer_words(layer, page, x, y):
    left, top, right, bottom = layer.clip or (0, 0, x, y)
    if not (left <= x <= right and top <= y <= bottom) or not layer.scale_x or not layer.scale_y:
        return {0}
    across, down = turned_back(x + 0.5 - layer.home_x, y + 0.5 - layer.home_y, layer.rotation)
    us = columns((across + layer.x) / layer.scale_x)
    vs = columns((down + layer.y) / layer.scale_y)
    return {tinted(map_word(layer, page, u, v), layer.color) for u in us for v in vs}


def map_word(layer, page, u, v):
    column, row = u // layer.tile, v // layer.tile
    if not (0 <= column < layer.width and 0 <= row < layer.height):
        return 0
    cell = layer.cells[row * layer.width + column]
    across = SIDE // layer.tile
    character = (cell & 0xFFF) % across**2
    inner = flipped(u % layer.tile, v % layer.tile, layer.tile, layer.tile, cell >> 12 & 3, cell >> 14)
    corner = character // across * layer.tile * SIDE + character % across * layer.tile
    return page.pixels[corner + inner[1] * SIDE + inner[0]] if cell & 0xFFF else 0


def sprite_painter(sprite, place, clip, page):
    left, top, right, bottom = clip
    is_plain = not sprite.rotation % 360 and sprite.scales == (1, 1)
    turns, flips = sprite.attributes >> 1 & 3, sprite.attributes >> 3 & 3
    width, height = (sprite.height, sprite.width) if turns % 2 else (sprite.width, sprite.height)

    def words(x, y):
        if not (left <= x <= right and top <= y <= bottom) or not sprite.scale_x or not sprite.scale_y:
            return {0}
        if is_plain:
            us = {x - floor(place[0] - sprite.home_x)}
            vs = {y - floor(place[1] - sprite.home_y)}
        else:
            across, down = x + 0.5 - floor(place[0]), y + 0.5 - floor(place[1])
            across, down = turned_back(across, down, sprite.rotation)
            us = columns(across / sprite.scale_x + sprite.home_x)
            vs = columns(down / sprite.scale_y + sprite.home_y)
        return {word(u, v) for u in us for v in vs}

    def word(u, v):
        if not (0 <= u < width and 0 <= v < height):
            return 0
        u, v = flipped(u, v, width, height, turns, flips)
        return tinted(page.pixels[(sprite.v + v) * SIDE + sprite.u + u], sprite.color)

    return words


def turned_back(x, y, degrees):
    """Where a point was before it was turned clockwise."""
    cosine, sine = cos(radians(degrees)), sin(radians(degrees))
    return x * cosine + y * sine, y * cosine - x * sine


def columns(place):
    """The column that a place lies in, both at a border."""
    return {floor(place - NEAR), floor(place + NEAR)}


def flipped(u, v, width, height, turns, flips):
    """Which pixel of a picture is seen at u, v once it is mirrored, then turned clockwise by quarters."""
    for _ in range(turns):
        u, v = v, width - 1 - u
        width, height = height, width
    return width - 1 - u if flips & 1 else u, height - 1 - v if flips & 2 else v


# ---- colors


def channels(color):
    return [color >> shift & 255 for shift in (16, 8, 0)]


def joined(red, green, blue):
    return OPAQUE | (red << 16 | green << 8 | blue) & CHANNELS


def tinted(word, color):
    values = zip(channels(word), channels(color), strict=True)
    return joined(*(one * other // 255 for one, other in values)) if word & OPAQUE else 0


def replaced(below, above):
    return above


def blending(sprite):
    alpha = sprite.color >> 24 & 255

    def added(below, above):
        values = zip(channels(below), channels(above), strict=True)
        return joined(*(min(one // 8 + other * alpha // 255 // 8, 31) * 8 for one, other in values))

    def mixed(below, above):
        values = zip(channels(below), channels(above), strict=True)
        return joined(*(one - one * alpha // 255 + other * alpha // 255 for one, other in values))

    return added if sprite.attributes & 32 else mixed


def widened(word):
    return OPAQUE | word | word >> 5 & 0x070707


def faded(word, color):
    alpha = color >> 24 & 255
    if not alpha:
        return word
    shown = zip(channels(word), channels(color), strict=True)
    red, green, blue = (one + int((other - one) * alpha / 255) for one, other in shown)
    return OPAQUE | red << 16 | green << 8 | blue


def first_wrong(picture, width, allowed):
    """`39, 7 is FFFF0000, not FF000000 FF0000FF`: the first pixel that has a word of no plain picture."""
    for at, (word, words) in enumerate(zip(picture, allowed, strict=True)):
        if word not in words:
            told = " ".join(f"{each:08X}" for each in sorted(words))
            return f"{at % width}, {at // width} is {word:08X}, not {told}"
    return ""
