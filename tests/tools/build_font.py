"""Builds retromaze/machine/misaki.bin from the Misaki font; a tool for developers, not part of the package.

    apt-get install fonts-misaki
    python tests/tools/build_font.py [/usr/share/fonts/truetype/misaki/misaki_gothic_2nd.ttf]

Needs fontTools (`pip install fonttools`). What goes in, later entries never replacing earlier ones:

1. Misaki Gothic 2nd, sampled on its grid of 8 x 8; ASCII gets the full-width shapes FF01-FF5E.
2. font_pictures.txt beside this file: glyphs drawn by hand for retromaze.
3. Composed here: letters with accents from Misaki's letters, missing box pieces and triangles.
4. Generated here: tiles for E100-E17F and E201-E2FF. They are simple shapes of our own; what the console
   shows at most of these codes is unknown to us. Those that published programs tell are drawn by hand (2), or
   are pieces of boxes, triangles and arrows, which are in the font (reference of the machine, 4.5). That the
   others of E220-E27E repeat ASCII is concluded from the font page's layout. Unverified.

The file's format is told in retromaze/machine/font.py.
"""

import sys
import unicodedata
import zlib
from collections.abc import Iterable
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/truetype/misaki/misaki_gothic_2nd.ttf"
PICTURES = Path(__file__).with_name("font_pictures.txt")
TARGET = Path(__file__).parents[2] / "retromaze" / "machine" / "misaki.bin"

UNIT, TOP, SIZE = 256, 1792, 8
HALF_KANA = range(0xFF61, 0xFFA0)
WIDE = range(0xFF01, 0xFF5F)
WIDE_OFFSET = 0xFEE0

Rows = tuple[int, ...]
"""Eight bytes, top row first, bit 7 leftmost."""
Glyphs = dict[int, Rows]
Edge = tuple[tuple[int, int], tuple[int, int]]

CORNER = (0xF0, 0xE0, 0xC0, 0x80, 0, 0, 0, 0)

# Accents: two rows above the letter, or one below it.
ABOVE = {
    0x0300: ("..#.....", "...#...."),
    0x0301: ("....#...", "...#...."),
    0x0302: ("...#....", "..#.#..."),
    0x0303: ("..#.#...", ".#.#...."),
    0x0304: ("........", "..###..."),
    0x0306: (".#...#..", "..###..."),
    0x0307: ("...#....", "........"),
    0x0308: ("..#.#...", "........"),
    0x030A: ("..###...", "..#.#..."),
    0x030B: ("...#..#.", "..#..#.."),
    0x030C: ("..#.#...", "...#...."),
    0x030F: (".#..#...", "..#..#.."),
    0x0311: ("..###...", ".#...#.."),
}
BELOW = {0x0323: "...#....", 0x0326: "...#....", 0x0327: "..##....", 0x0328: "....##.."}
SPACING = {0x02C7: 0x030C, 0x02C9: 0x0304, 0x02D8: 0x0306, 0x02D9: 0x0307, 0x02DA: 0x030A, 0x02DC: 0x0303}
SPACING |= {0x02DD: 0x030B}
ALIKE = {0x201A: ",", 0x201E: "\u201d", 0x2039: "<", 0x203A: ">", 0x02C6: "^", 0x037E: ";", 0x0387: "·"}
ALIKE |= {0x2022: "·", 0x03C2: "σ"}
ACCENTED = (*range(0xC0, 0x250), *range(0x370, 0x3D0))


def main(arguments: list[str]) -> int:
    font = TTFont(arguments[0] if arguments else SOURCE)
    misaki = sampled(font)
    glyphs = drawn(PICTURES.read_text("utf-8")) | wide_as_ascii(misaki)
    glyphs = alike(glyphs) | accented(glyphs) | pieces(glyphs) | glyphs
    glyphs = tiles(glyphs, misaki) | glyphs
    write(glyphs)
    print(f"{len(glyphs)} glyphs, {TARGET.stat().st_size} bytes")
    return 0


def write(glyphs: Glyphs) -> None:
    codes = sorted(glyphs)
    words = (len(codes), *codes)
    data = b"".join(word.to_bytes(2, "little") for word in words)
    TARGET.write_bytes(zlib.compress(data + b"".join(bytes(glyphs[code]) for code in codes), 9))


# --- Misaki ---


def sampled(font: TTFont) -> Glyphs:
    """Every glyph of the font, by the centers of its pixels."""
    shapes = font.getGlyphSet()
    return {
        code: rows_of(edges_of(shapes, name)) for code, name in font.getBestCmap().items() if code < 0x10000
    }


def edges_of(shapes: object, name: str) -> list[Edge]:
    pen = DecomposingRecordingPen(shapes)
    shapes[name].draw(pen)  # type: ignore[index]
    edges: list[Edge] = []
    start = here = (0, 0)
    for operation, points in pen.value:
        if operation == "moveTo":
            start = here = points[0]
        elif operation == "lineTo":
            edges.append((here, points[0]))
            here = points[0]
        elif operation == "closePath":
            edges.append((here, start))
        else:
            raise ValueError(f"{name} is not made of straight lines: {operation}")
    return edges


def rows_of(edges: list[Edge]) -> Rows:
    return tuple(
        sum(0x80 >> x for x in range(SIZE) if inside(edges, x * UNIT + UNIT // 2, TOP - y * UNIT - UNIT // 2))
        for y in range(SIZE)
    )


def inside(edges: list[Edge], x: int, y: int) -> bool:
    winding = 0
    for (x0, y0), (_, y1) in edges:
        if x0 < x and min(y0, y1) <= y < max(y0, y1):
            winding += 1 if y1 > y0 else -1
    return winding != 0


def wide_as_ascii(misaki: Glyphs) -> Glyphs:
    """ASCII by the full-width shapes; FF5C and FF5E have cells of their own, half-width kana is not there."""
    glyphs = {
        code: rows
        for code, rows in misaki.items()
        if code >= 0x80 and code not in HALF_KANA and code not in WIDE
    }
    glyphs |= {code - WIDE_OFFSET: misaki[code] for code in WIDE}
    return glyphs | {0x20: (0,) * SIZE, 0xFF5C: misaki[0xFF5C], 0xFF5E: misaki[0xFF5E]}


# --- drawn by hand ---


def drawn(text: str) -> Glyphs:
    """The glyphs of font_pictures.txt: blocks of a line of codes and eight lines of rows."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("# ")]
    glyphs: Glyphs = {}
    for at in range(0, len(lines), SIZE + 1):
        columns = zip(*lines[at : at + SIZE + 1], strict=True)
        glyphs |= {int(code, 16): picture(rows) for code, *rows in columns}
    return glyphs


def picture(rows: Iterable[str]) -> Rows:
    result = tuple(sum(0x80 >> x for x, pixel in enumerate(row) if pixel == "#") for row in rows)
    if len(result) != SIZE:
        raise ValueError("a glyph has eight rows")
    return result


# --- composed ---


def alike(glyphs: Glyphs) -> Glyphs:
    return {code: glyphs[ord(other)] for code, other in ALIKE.items()}


def accented(glyphs: Glyphs) -> Glyphs:
    """Letters and spacing accents made of a letter and a mark."""
    result = {code: marked((0,) * SIZE, mark) for code, mark in SPACING.items()}
    for code in ACCENTED:
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) != 2 or parts[0].startswith("<"):
            continue
        letter, mark = (int(part, 16) for part in parts)
        if letter in glyphs and (mark in ABOVE or mark in BELOW):
            bare = glyphs[0x0131] if letter == ord("i") and mark in ABOVE else glyphs[letter]
            bare = (0, 0, *bare[2:]) if letter == ord("j") else bare
            result[code] = marked(bare, mark)
    return result


def marked(letter: Rows, mark: int) -> Rows:
    if mark in BELOW:
        return (*letter[:7], letter[7] | picture([BELOW[mark]] * SIZE)[0])
    above = picture([*ABOVE[mark], *["........"] * 6])
    return (*above[:2], *lowered(letter)[2:])


def lowered(letter: Rows) -> Rows:
    """The letter with its two top rows free: repeated rows go first, then the middle."""
    rows = list(letter)
    while rows[0] or rows[1]:
        candidates = [y for y in range(1, len(rows) - 1) if rows[y] == rows[y + 1] and rows[y]]
        del rows[candidates[0] if candidates else 4]
        rows.insert(0, 0)
    return tuple(rows)


def pieces(glyphs: Glyphs) -> Glyphs:
    """Box pieces and triangles that Misaki lacks."""
    result = {code: box(code) for code in range(0x2500, 0x257C)}
    for code, upright in ((0x25B6, 0x25B2), (0x25B7, 0x25B3)):
        right = turned(glyphs[upright])
        result |= {code: right, code + 0x0A: turned(turned(right))}
    return result


def box(code: int) -> Rows:
    name = unicodedata.name(chr(code))
    lines = [0] * SIZE
    if "RIGHT" in name or "HORIZONTAL" in name:
        lines[3] |= 0x1F
    if "LEFT" in name or "HORIZONTAL" in name:
        lines[3] |= 0xF0
    for y in range(SIZE):
        if "VERTICAL" in name or (y <= 3 and "UP" in name) or (y >= 3 and "DOWN" in name):
            lines[y] |= 0x10
    return tuple(lines)


def turned(rows: Rows) -> Rows:
    """A quarter turn clockwise."""
    return tuple(sum(0x80 >> x for x in range(SIZE) if rows[SIZE - 1 - x] & 0x80 >> y) for y in range(SIZE))


# --- generated tiles ---


def tiles(glyphs: Glyphs, misaki: Glyphs) -> Glyphs:
    """E100-E17F and E201-E2FF where nothing is drawn by hand."""
    result: Glyphs = {}
    put(result, 0xE100, [key(misaki[ord(letter)]) for letter in "ABXYLRZSPC"])
    put(result, 0xE10A, [inverted(glyphs[0x2190 + turn]) for turn in range(4)])
    put(result, 0xE10E, [inverted(glyphs[code]) for code in (0x2605, 0x266A)])
    put(result, 0xE110, [road(mask, 0x3C, 2) for mask in range(16)])
    put(result, 0xE120, [walls(mask) for mask in range(16)])
    put(result, 0xE130, [die(number) for number in range(1, 7)])
    put(result, 0xE136, [inverted(glyphs[code]) for code in (0x2660, 0x2665, 0x2666, 0x2663)])
    put(result, 0xE13A, [gauge(level) for level in range(1, 7)])
    put(result, 0xE160, [creature(number) for number in range(32)])
    put(result, 0xE201, [glyphs[0x2190 + turn] for turn in range(4)])
    put(result, 0xE205, [turned_by(glyphs[0x25E2], turns) for turns in range(4)])
    put(result, 0xE209, [glyphs[code] for code in (0x2660, 0x2665, 0x2666, 0x2663, 0x2605, 0x266A, 0x25CF)])
    put(result, 0xE210, [road(mask, 0x10, 3) for mask in range(12)])
    put(result, 0xE21C, [glyphs[ord(each)] for each in "→←↑↓"])
    put(result, 0xE220, [glyphs[code] for code in range(0x20, 0x7F)] + [(0,) * SIZE])
    put(result, 0xE280, [quarters(mask) for mask in range(16)])
    put(result, 0xE290, [glyphs[ord(each)] for each in "┴┬├┼┤─│█┌┐└┘◢◣◥◤"])
    put(result, 0xE2A0, [(0,) * SIZE] + [creature(number) for number in range(48, 111)])
    put(result, 0xE2E0, [turned_by(CORNER, turns) for turns in range(4)] + patterns())
    put(result, 0xE2F0, [creature(number) for number in range(32, 48)])
    return result


def put(result: Glyphs, first: int, shapes: list[Rows]) -> None:
    result |= {first + offset: shape for offset, shape in enumerate(shapes)}


def key(half: Rows) -> Rows:
    """A button: a half-width letter cut out of a rounded block."""
    return (0x7E, *(0xFF & ~(row >> 2) for row in half[:6]), 0xFF & ~(half[6] >> 2) & 0x7E)


def inverted(rows: Rows) -> Rows:
    return tuple(0xFF & ~row for row in rows)


def turned_by(rows: Rows, turns: int) -> Rows:
    for _ in range(turns):
        rows = turned(rows)
    return rows


def road(mask: int, across: int, first: int) -> Rows:
    """A way from the middle to the sides of the mask: 1 up, 2 right, 4 down, 8 left."""
    last = SIZE - 1 - first if across == 0x3C else first
    rows = [0] * SIZE
    for y in range(SIZE):
        middle = first <= y <= last
        if middle or (mask & 1 and y < first) or (mask & 4 and y > last):
            rows[y] |= across
        if middle:
            rows[y] |= (0x0F if mask & 2 else 0) | (0xF0 if mask & 8 else 0)
    return tuple(rows)


def walls(mask: int) -> Rows:
    """A cell with walls at the sides of the mask: 1 up, 2 right, 4 down, 8 left; a dot in the middle."""
    sides = (0x80 if mask & 8 else 0) | (0x01 if mask & 2 else 0)
    rows = [sides | (0x18 if y in (3, 4) else 0) for y in range(SIZE)]
    rows[0] = 0xFF if mask & 1 else rows[0]
    rows[7] = 0xFF if mask & 4 else rows[7]
    return tuple(rows)


def die(number: int) -> Rows:
    middle = 0x18 if number % 2 else 0
    corners = {1: (0, 0), 2: (0x02, 0x40), 3: (0x02, 0x40)}.get(number, (0x42, 0x42))
    inner = 0x42 if number == 6 else 0
    return (0x7E, *(0xFF & ~row for row in (0, corners[0], middle | inner, middle, corners[1], 0)), 0x7E)


def gauge(level: int) -> Rows:
    return (0xFF, *(0xFF if 7 - y <= level else 0x81 for y in range(1, 7)), 0xFF)


def quarters(mask: int) -> Rows:
    """Quarters of the cell: 1 top left, 2 top right, 4 bottom left, 8 bottom right; a dot for none."""
    if not mask:
        return (0, 0, 0, 0x18, 0x18, 0, 0, 0)
    halves = [
        (0xF0 if mask & left else 0) | (0x0F if mask & right else 0) for left, right in ((1, 2), (4, 8))
    ]
    return (halves[0],) * 4 + (halves[1],) * 4


def patterns() -> list[Rows]:
    slope = tuple(0x88 >> y % 4 for y in range(SIZE))
    return [
        (0xFF, 0x00) * 4,
        (0xAA,) * 8,
        (0xFF, 0x00, 0x00, 0x00) * 2,
        (0x88,) * 8,
        slope,
        slope[::-1],
        (0xFF, 0x88, 0x88, 0x88) * 2,
        (0xCC, 0xCC, 0x33, 0x33) * 2,
        (0xF0,) * 4 + (0x0F,) * 4,
        (0xFF, 0x80, 0x80, 0x80, 0xFF, 0x08, 0x08, 0x08),
        (0x81, 0x42, 0x24, 0x18, 0x18, 0x24, 0x42, 0x81),
        (0xFF, 0x81, 0xBD, 0xA5, 0xA5, 0xBD, 0x81, 0xFF),
    ]


def creature(number: int) -> Rows:
    """A small figure, mirrored left to right, another for each number."""
    state = 0x9E3779B9 * (number + 1) & 0xFFFFFFFF
    rows = []
    for _ in range(SIZE - 1):
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        left = (state >> 12 & 0x0F) | 0x01
        rows.append(left << 4 | int(f"{left:04b}"[::-1], 2))
    return (*rows, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
