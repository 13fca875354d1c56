"""Draws diagrams of a program's data as lines of text: boxes, shaded blocks, trees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from retromaze.study.diagrams import (
    MOST_NAMES,
    NEIGHBORS,
    Diagram,
    ForestDiagram,
    GridDiagram,
    Mark,
    RowDiagram,
    Spot,
    caption,
    legend_words,
    neighbor_cell,
    rim_step,
)
from retromaze.system import terminal_width

SHADES = " ░▒▓█"
CHANGED, WAY, MARK, STRING = "*", "·", "x", "•"
SPOT = {"start": "S", "goal": "G"}
HERE = "@&$"
"""The signs of marks of other kinds: of the first kind, the second, the third, and so on in turn."""
ARROWS = "↑↗→↘↓↙←↖"
"""The signs of marks with a heading, clockwise from up."""
AREAS = {"islands": "#", "apart": "~"}
"""The signs of cells in an area, by its kind."""
WALLS, ASKED = "─│", "═║"
"""The signs of a horizontal and of a vertical wall, and of walls that are pointed at."""
JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The signs of corners, by the sum of their walls: 1 up, 2 right, 4 down, 8 left."""
GAP = 4
"""Columns between two diagrams."""
MOST, LONGEST, NARROW = 12, 40, 60
"""The most items of a stack, and of a queue; the most columns of a queue, and of nodes in a row."""
BAR = 30
"""Columns from the end of the smallest number's bar to that of the largest number's."""
NumberedLine = tuple[int | None, str]
"""A line of a grid with the number of its row, None between rows."""


def text_lines(diagrams: Sequence[Diagram], language: str, width: int) -> list[str]:
    """Returns the diagrams, beside each other where they fit, at most `width` columns wide, and a legend."""
    translations = legend_words(language)
    blocks = [diagram_lines(each, translations, width) for each in diagrams]
    lines: list[str] = []
    row: list[str] = []
    for block in blocks:
        used = max(map(terminal_width, row), default=0)
        if row and used + GAP + max(map(terminal_width, block)) <= width:
            pairs = zip_longest(row, block, fillvalue="")
            row = [(padded(left, used + GAP) + right).rstrip() for left, right in pairs]
        else:
            lines += [*row, ""] if row else []
            row = block
    keys = [key for each in diagrams for key in legend(each, translations)]
    return [*lines, *row, *legend_lines(list(dict.fromkeys(keys)), width)]


def legend_lines(keys: Sequence[str], width: int) -> list[str]:
    """Returns the legend in as many lines as it needs."""
    lines: list[str] = []
    for key in keys:
        if lines and terminal_width(lines[-1]) + 3 + terminal_width(key) <= width:
            lines[-1] += f"   {key}"
        else:
            lines.append(key)
    return lines


def padded(text: str, width: int) -> str:
    """Returns the text, filled with blanks up to that width."""
    return text + " " * (width - terminal_width(text))


def legend(diagram: Diagram, translations: dict[str, str]) -> list[str]:
    """Returns each sign of a diagram with its meaning."""
    keys = []
    if isinstance(diagram, GridDiagram):
        shades = {cell.named: shade_of(diagram.shade(cell)) for row in diagram.cells for cell in row}
        seen = ((shades[at], name) for at, name in enumerate(diagram.names) if at in shades)
        if len(diagram.names) <= MOST_NAMES:
            keys += [f"{shade} {name}" for shade, name in seen if shade != " "]
        keys += [
            f"{mark_sign(diagram, each)} {translations.get(each.kind, each.kind)}" for each in diagram.spots
        ]
        keys += [f"{WAY} {translations['way']}"] if any(diagram.ways) else []
        keys += [f"{MARK} {diagram.marks_name or translations['marks']}"] if diagram.marks else []
        keys += [f"{AREAS[kind]} {translations[kind]}" for kind, area in diagram.areas if area]
        keys += (
            [f"{ASKED[0]} {diagram.highlighted_name or translations['wall']}"]
            if diagram.highlighted_walls
            else []
        )
        keys += [f"{STRING} {translations['string']}"] if diagram.has_strings else []
    if isinstance(diagram, ForestDiagram) and diagram.way:
        keys.append(f"{WAY} {translations['way']}")
    if isinstance(diagram, ForestDiagram) and diagram.children and not diagram.is_maze_tree:
        keys.append(f"n (m): {translations['leader']}")
    return keys + ([f"{CHANGED} {translations['changed']}"] if diagram.changed else [])


def diagram_lines(diagram: Diagram, translations: dict[str, str], width: int) -> list[str]:
    """Returns the lines of one diagram below its title."""
    match diagram:
        case GridDiagram():
            cells = cell_lines(diagram) if not diagram.has_walls else walled_lines(diagram)
            widest = max(terminal_width(line) for _row, line in cells)
            lines = with_rims(diagram, cells) if diagram.has_rims else [line for _row, line in cells]
            if widest > width:
                lines = [f"{diagram.columns} × {diagram.rows}: {translations['too wide']}"]
            elif max(map(terminal_width, lines)) > width:
                lines = [line for _row, line in cells]
        case RowDiagram(kind="stack"):
            lines = stack_lines(diagram)
        case RowDiagram(kind="bars"):
            lines = bar_lines(diagram, translations)
        case RowDiagram(kind="bits"):
            lines = bit_lines(diagram, width)
        case RowDiagram():
            lines = queue_lines(diagram, translations, width)
        case ForestDiagram():
            lines = forest_lines(diagram, translations, width)
    title = caption(diagram, translations)
    return [title, *lines] if title else lines


# ---- a grid


def cell_width(grid: GridDiagram) -> int:
    """Returns the columns of a cell: its text and a sign on each side, or two for a shade or a character."""
    texts = (cell.text for row in grid.cells for cell in row if cell.named is None)
    longest = max(map(terminal_width, texts), default=0)
    return 2 if longest < 2 and not grid.has_walls else longest + 2


def cell_text(grid: GridDiagram, spot: Spot, width: int) -> str:
    """Returns a cell's mark, its text or shade, and whether it changed, in this width."""
    cell = grid.cells[spot[1]][spot[0]]
    shade = shade_of(grid.shade(cell))
    inner = shade * width if cell.named is not None else padded(cell.text.rjust(width - 1), width)
    for kind, area in grid.areas:
        inner = AREAS[kind] * width if spot in area else inner
    changed = CHANGED if spot in grid.changed else inner[-1]
    return (mark_sign_at(grid, spot) or inner[0]) + inner[1:-1] + changed


def mark_sign_at(grid: GridDiagram, spot: Spot) -> str:
    """Returns the character of the mark in a cell, "" for none."""
    signs = [mark_sign(grid, each) for each in grid.spots if each.spot == spot]
    if signs:
        return signs[-1]
    return MARK if spot in grid.marks else WAY if any(spot in way for way in grid.ways) else ""


def mark_sign(grid: GridDiagram, mark: Mark) -> str:
    """Returns the sign of a mark: an arrow, a letter, or a sign for each other kind."""
    if mark.heading is not None:
        return ARROWS[round(mark.heading / 45) % len(ARROWS)]
    return SPOT.get(mark.kind) or HERE[grid.kinds.index(mark.kind) % len(HERE)]


def shade_of(darkness: float) -> str:
    return SHADES[round(darkness * (len(SHADES) - 1))]


def with_rims(grid: GridDiagram, lines: Sequence[NumberedLine]) -> list[str]:
    """Returns the lines with column numbers above and row numbers on the left."""
    width, edge = cell_width(grid), int(grid.has_walls)
    pitch = width + edge
    step = rim_step(len(str(grid.first[0] + grid.columns - 1)) + 1, lambda each: each * pitch)
    columns = range(0, grid.columns, step)
    above = "".join(padded(str(x + grid.first[0]).rjust(width - 1), pitch * step) for x in columns)
    rows = ["" if y is None else str((y + grid.first[1]) * grid.row_step) for y, _line in lines]
    left = max(map(len, rows))
    top = (" " * (left + 1 + edge) + above).rstrip()
    return [top, *(f"{row:>{left}} {line}" for row, (_, line) in zip(rows, lines, strict=True))]


def cell_lines(grid: GridDiagram) -> list[NumberedLine]:
    """Returns a line of text for each row of a grid without walls."""
    width = cell_width(grid)
    return [
        (y, "".join(cell_text(grid, (x, y), width) for x in range(grid.columns)).rstrip())
        for y in range(grid.rows)
    ]


def walled_lines(grid: GridDiagram) -> list[NumberedLine]:
    """Returns the cells with their walls as lines of boxes between them."""
    width = cell_width(grid)
    lines: list[NumberedLine] = []
    for y in range(grid.rows + 1):
        row = []
        for x in range(grid.columns + 1):
            row.append(junction(grid, x, y))
            side = side_sign(grid, (x, y), "N")
            row.append(side.center(width) if side == STRING else side * width)
        lines.append((None, "".join(row).rstrip()))
        if y < grid.rows:
            sides = (side_sign(grid, (x, y), "W") for x in range(grid.columns + 1))
            texts = [*(cell_text(grid, (x, y), width) for x in range(grid.columns)), ""]
            lines.append((y, "".join(side + text for side, text in zip(sides, texts, strict=True)).rstrip()))
    # without empty lines at the top and at the bottom
    full = [at for at, (y, line) in enumerate(lines) if line or y is not None]
    return lines[full[0] : full[-1] + 1] if full else lines[:1]


def side_sign(grid: GridDiagram, spot: Spot, direction: str) -> str:
    """Returns the sign of the wall, or of the opening, at the north ("N") or west side of a cell."""
    other, at = neighbor_cell(spot, direction), "NW".index(direction)
    if {(spot, direction), (other, NEIGHBORS[direction][2])} & grid.highlighted_walls:
        return ASKED[at]
    if grid.has_strings and grid.holds(spot) and grid.is_open(spot, direction):
        return STRING
    return WALLS[at] if has_wall(grid, *spot, direction) else common_shade(grid, (other, spot))


def common_shade(grid: GridDiagram, spots: Sequence[Spot]) -> str:
    """Returns the shade of cells if all have the same, else a blank."""
    names = {grid.named(spot) for spot in spots}
    if len(names) != 1 or None in names:
        return " "
    x, y = spots[-1]
    return shade_of(grid.shade(grid.cells[y][x]))


def has_wall(grid: GridDiagram, x: int, y: int, direction: str) -> bool:
    """Whether there is a wall at the north or west side of a place, which may be just outside of the grid."""
    if direction == "N":
        return 0 <= x < grid.columns and 0 <= y <= grid.rows and grid.wall((x, y), "N")
    return 0 <= y < grid.rows and 0 <= x <= grid.columns and grid.wall((x, y), "W")


def junction(grid: GridDiagram, x: int, y: int) -> str:
    """Returns the sign where four cells meet, by the walls that end there."""
    arms = (
        has_wall(grid, x, y - 1, "W"),
        has_wall(grid, x, y, "N"),
        has_wall(grid, x, y, "W"),
        has_wall(grid, x - 1, y, "N"),
    )
    if not any(arms):
        return common_shade(grid, [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)])
    return JUNCTIONS[sum(arm << at for at, arm in enumerate(arms))]


# ---- a stack, a queue, a list


def stack_lines(stack: RowDiagram) -> list[str]:
    """Returns the items from the top down."""
    count = len(stack.items)
    numbers = list(reversed(range(count)))
    shown = numbers if count <= MOST else [*numbers[: MOST - 2], None, 0]
    texts = ["⋮" if at is None else stack.items[at] for at in shown]
    width = max(map(terminal_width, texts), default=1)
    lines = []
    for at, text in zip(shown, texts, strict=True):
        changed = f" {CHANGED}" if at in stack.changed else ""
        lines.append(f"│ {padded(text, width)} │{changed}")
    return [*lines, f"└{'─' * (width + 2)}┘"]


def bit_lines(bits: RowDiagram, width: int) -> list[str]:
    """Returns the bits from the highest on: with the names of their places, or in groups of eight."""
    places = range(len(bits.items) - 1, -1, -1)
    if bits.names:
        texts = [f"{bits.names[at]}: {bits.items[at]}{CHANGED * (at in bits.changed)}" for at in places]
        return wrapped(texts, " │ ", min(width, NARROW))
    groups = [" " if at % 8 == 0 and at else "" for at in places]
    digits = "".join(bits.items[at] + gap for at, gap in zip(places, groups, strict=True))
    signs = (CHANGED if at in bits.changed else " " for at in places)
    below = "".join(sign + gap for sign, gap in zip(signs, groups, strict=True)).rstrip()
    return [digits, below] if below else [digits]


def queue_lines(queue: RowDiagram, translations: dict[str, str], width: int) -> list[str]:
    """Returns the items from the head on, in lines of that width; a list has its numbers."""
    count = len(queue.items)
    shown = count if count == LONGEST + 1 else LONGEST
    texts = [text + CHANGED * (at in queue.changed) for at, text in enumerate(queue.items[:shown])]
    if queue.kind == "list":
        texts = [f"{at}: {text}" for at, text in enumerate(texts)]
    texts += [translations["more"].format(count - shown)] if count > shown else []
    return wrapped(texts, " │ ", min(width, NARROW))


def bar_lines(bars: RowDiagram, translations: dict[str, str]) -> list[str]:
    """Returns a line for each number: its subscript, its bar (to the left if negative), its value."""
    count = len(bars.items)
    values = [float(text) for text in bars.items[:LONGEST]]
    step = (max([0.0, *values]) - min([0.0, *values])) / BAR or 1
    left = round(-min([0.0, *values]) / step)
    edge = len(str(len(values) - 1))
    lines = []
    for at, value in enumerate(values):
        length = round(abs(value) / step)
        bar = "█" * length
        bar = padded(" " * (left - length) + bar, left) if value < 0 else " " * left + bar
        changed = CHANGED if at in bars.changed else ""
        lines.append(f"{at:>{edge}} {bar} {bars.items[at]}{changed}")
    return lines + ([translations["more"].format(count - LONGEST)] if count > LONGEST else [])


def wrapped(texts: Sequence[str], between: str, width: int) -> list[str]:
    """Returns texts, with `between` them, in lines of at most that width."""
    lines: list[str] = []
    for text in texts:
        if lines and terminal_width(lines[-1] + between + text) <= width:
            lines[-1] += between + text
        else:
            lines.append(text)
    return lines


# ---- a forest


def forest_lines(forest: ForestDiagram, translations: dict[str, str], width: int) -> list[str]:
    """Returns a tree for each leader of several, with the size of its set; the others in a row."""
    lines, alone = [], []
    for leader in forest.leaders:
        size = len(forest.members(leader))
        if forest.is_maze_tree:
            lines += pulled_lines(forest, leader)
        elif size == 1:
            alone.append(node_text(forest, leader))
        else:
            lines += [f"{node_text(forest, leader)} ({size})", *branch_lines(forest, leader)]
    if alone:
        lines += wrapped([f"{translations['alone']}: {alone[0]}", *alone[1:]], " ", min(width, NARROW))
    return lines


def pulled_lines(forest: ForestDiagram, leader: int) -> list[str]:
    """Returns a hanging maze: the way is straight, and side ways begin at its rooms."""
    lines: list[str] = []
    straight = [leader]
    while straight:
        node = straight.pop()
        lines.append(node_text(forest, node))
        children = forest.children.get(node, [])
        straight = [each for each in children if each in forest.way]
        side_ways = [each for each in children if each not in forest.way]
        for at, each in enumerate(side_ways, 1):
            branch, rest = ("├─ ", "│  ") if straight or at < len(side_ways) else ("└─ ", "   ")
            lines.append(branch + node_text(forest, each))
            lines += [rest + line for line in branch_lines(forest, each)]
    return lines


def branch_lines(forest: ForestDiagram, leader: int) -> list[str]:
    """Returns the nodes below a leader."""
    lines: list[str] = []
    waiting = [(leader, "", "")]
    while waiting:
        node, sign, below = waiting.pop()
        lines += [sign + node_text(forest, node)] if node != leader else []
        for at, each in enumerate(reversed(forest.children.get(node, []))):
            branch, rest = ("└─ ", "   ") if at == 0 else ("├─ ", "│  ")
            waiting.append((each, below + branch, below + rest))
    return lines


def node_text(forest: ForestDiagram, node: int) -> str:
    """Returns a node's number, with signs if it is on the way or has changed."""
    return f"{node}{WAY * (node in forest.way)}{CHANGED * (node in forest.changed)}"
