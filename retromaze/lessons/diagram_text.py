"""Draws diagrams of a program's data as lines of text: boxes, shaded blocks, trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from retromaze.lessons.diagrams import (
    OPPOSITE,
    Diagram,
    ForestDiagram,
    GridDiagram,
    Mark,
    RowDiagram,
    Spot,
    caption,
    legend_entries,
    legend_words,
    neighbor_cell,
    rim_step,
)
from retromaze.system import terminal_width

SHADES = " ░▒▓█"
CHANGED, WAY, MARK, STRING = "*", "·", "x", "•"
MARK_SIGNS = {"start": "S", "goal": "G"}
OTHER_MARK_SIGNS = "@&$"
"""The signs of marks of other kinds: of the first kind, the second, the third, and so on in turn."""
ARROWS = "↑↗→↘↓↙←↖"
"""The signs of marks with a heading, clockwise from up."""
AREAS = {"islands": "#", "apart": "~"}
"""The signs of cells in an area, by its kind."""
WALLS, HIGHLIGHTED_WALLS = "─│", "═║"
"""The signs of a horizontal and of a vertical wall, and of walls that are highlighted."""
JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The signs of corners, by the sum of their walls: 1 up, 2 right, 4 down, 8 left."""
GAP = 4
"""Columns between two diagrams."""
NARROW = 60
"""The most columns of a queue, and of nodes in a row."""
MOST_BARS = 40
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
            # beside the diagrams of this row; the shorter one is filled with empty lines
            pairs = zip_longest(row, block, fillvalue="")
            row = [(padded(left, used + GAP) + right).rstrip() for left, right in pairs]
        else:
            if row:
                lines += [*row, ""]
            row = block
    keys = [key for each in diagrams for key in legend(each, translations)]
    return [*lines, *row, *wrapped(list(dict.fromkeys(keys)), "   ", width)]


def padded(text: str, width: int) -> str:
    """Returns the text, filled with blanks up to that width."""
    return text + " " * (width - terminal_width(text))


def legend(diagram: Diagram, translations: dict[str, str]) -> Iterator[str]:
    """Yields each sign of a diagram with its meaning, as `S start`."""
    signs = {
        "way": WAY,
        "marks": MARK,
        "wall": HIGHLIGHTED_WALLS[0],
        "string": STRING,
        "node on the way": WAY,
        "leader": "n (m):",
        **AREAS,
    }
    for subject, words in legend_entries(diagram, translations):
        match diagram, subject:
            case GridDiagram(), Mark():
                yield f"{mark_sign(diagram, subject)} {words}"
            case _, str():
                yield f"{signs[subject]} {words}"
            case _, float() | int() if shade_of(subject) != " ":  # a value drawn as a blank has no sign
                yield f"{shade_of(subject)} {words}"
    if diagram.changed:
        yield f"{CHANGED} {translations['changed']}"


def diagram_lines(diagram: Diagram, translations: dict[str, str], width: int) -> list[str]:
    """Returns the lines of one diagram below its title; a grid wider than `width` is not drawn."""
    match diagram:
        case GridDiagram():
            numbered = walled_lines(diagram) if diagram.has_walls else cell_lines(diagram)
            lines = [line for _row, line in numbered]
            if max(map(terminal_width, lines)) > width:
                lines = [f"{diagram.columns} × {diagram.rows}: {translations['too wide']}"]
            elif diagram.has_rim_numbers:
                with_numbers = with_rims(diagram, numbered)
                # the numbers are left out if only the cells have room
                if max(map(terminal_width, with_numbers)) <= width:
                    lines = with_numbers
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
    # a value with a name is drawn as a shade, not as text
    texts = (cell.text for row in grid.cells for cell in row if cell.name_index is None)
    longest = max(map(terminal_width, texts), default=0)
    return 2 if longest < 2 and not grid.has_walls else longest + 2


def cell_text(grid: GridDiagram, spot: Spot, width: int) -> str:
    """Returns a cell's text or shade in this width; a mark is its first sign, `*` its last if it changed."""
    cell = grid.cell_at(spot)
    if cell.name_index is None:
        inner = padded(cell.text.rjust(width - 1), width)
    else:
        inner = shade_of(grid.shade(cell)) * width
    for kind, area in grid.areas:
        if spot in area:
            inner = AREAS[kind] * width
    first = mark_sign_at(grid, spot) or inner[0]
    last = CHANGED if spot in grid.changed else inner[-1]
    return first + inner[1:-1] + last


def mark_sign_at(grid: GridDiagram, spot: Spot) -> str:
    """Returns the character of the mark in a cell, "" for none."""
    signs = [mark_sign(grid, each) for each in grid.marks if each.spot == spot]
    if signs:
        # the mark that a picture shows above the others
        return signs[-1]
    if spot in grid.marked_cells:
        return MARK
    return WAY if any(spot in way for way in grid.ways) else ""


def mark_sign(grid: GridDiagram, mark: Mark) -> str:
    """Returns the sign of a mark: an arrow, a letter, or a sign for each other kind."""
    if mark.heading is not None:
        return ARROWS[round(mark.heading / 45) % len(ARROWS)]
    if mark.kind in MARK_SIGNS:
        return MARK_SIGNS[mark.kind]
    return OTHER_MARK_SIGNS[grid.mark_kinds.index(mark.kind) % len(OTHER_MARK_SIGNS)]


def shade_of(darkness: float) -> str:
    """Returns the character of a darkness, 0 to 1."""
    return SHADES[round(darkness * (len(SHADES) - 1))]


def with_rims(grid: GridDiagram, lines: Sequence[NumberedLine]) -> list[str]:
    """Returns the lines with column numbers above and row numbers on the left, as many as have room."""
    # a column of wall signs is on the left of each cell of a grid with walls
    width, wall_width = cell_width(grid), 1 if grid.has_walls else 0
    pitch = width + wall_width
    first_column, first_row = grid.first_cell
    step = rim_step(len(str(first_column + grid.columns - 1)) + 1, pitch)
    columns = range(0, grid.columns, step)
    above = "".join(padded(str(x + first_column).rjust(width - 1), pitch * step) for x in columns)
    rows = ["" if y is None else str((y + first_row) * grid.row_number_step) for y, _line in lines]
    left = max(map(len, rows))
    top = (" " * (left + 1 + wall_width) + above).rstrip()
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
        # also right of the last column and below the last row, for the grid's right and lower rim
        for x in range(grid.columns + 1):
            row.append(junction(grid, x, y))
            side = side_sign(grid, (x, y), "N")
            row.append(side.center(width) if side == STRING else side * width)
        lines.append((None, "".join(row).rstrip()))
        if y < grid.rows:
            sides = (side_sign(grid, (x, y), "W") for x in range(grid.columns + 1))
            texts = [*(cell_text(grid, (x, y), width) for x in range(grid.columns)), ""]
            lines.append((y, "".join(side + text for side, text in zip(sides, texts, strict=True)).rstrip()))
    # the grid has no empty lines of walls at the top and at the bottom
    full = [at for at, (y, line) in enumerate(lines) if line or y is not None]
    return lines[full[0] : full[-1] + 1]


def side_sign(grid: GridDiagram, spot: Spot, direction: str) -> str:
    """Returns the sign at the north ("N") or west side of a cell.

    It is that of a highlighted wall, of a string through an opening (see GridDiagram), of a wall, or what
    `common_shade` gives.
    """
    other = neighbor_cell(spot, direction)
    at = 1 if direction == "W" else 0  # which sign of WALLS and HIGHLIGHTED_WALLS
    # a wall may be named as the side of either of its two cells
    if {(spot, direction), (other, OPPOSITE[direction])} & grid.highlighted_walls:
        return HIGHLIGHTED_WALLS[at]
    if grid.has_strings and grid.holds(spot) and grid.is_open(spot, direction):
        return STRING
    return WALLS[at] if grid.is_wall(spot, direction) else common_shade(grid, (other, spot))


def common_shade(grid: GridDiagram, spots: Sequence[Spot]) -> str:
    """Returns the sign between cells: the shade that all have, so that rock is one area, or else a blank.

    It is blank if the cells differ in their names, or if one has none or is outside of the grid.
    """
    name_indices = {grid.cell_at(spot).name_index if grid.holds(spot) else None for spot in spots}
    if len(name_indices) != 1 or None in name_indices:
        return " "
    return shade_of(grid.shade(grid.cell_at(spots[0])))


def junction(grid: GridDiagram, x: int, y: int) -> str:
    """Returns the sign at the upper left corner of a cell, where four cells meet, by the walls there."""
    # up, right, down, left
    arms = (
        grid.is_wall((x, y - 1), "W"),
        grid.is_wall((x, y), "N"),
        grid.is_wall((x, y), "W"),
        grid.is_wall((x - 1, y), "N"),
    )
    if not any(arms):
        return common_shade(grid, [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)])
    return JUNCTIONS[sum(2**at for at, is_wall in enumerate(arms) if is_wall)]


# ---- a stack, a queue, a list


def stack_lines(stack: RowDiagram) -> list[str]:
    """Returns the items from the top down; of many the top ones, `⋮` for the others, and the lowest."""
    positions = stack.positions_in_stack
    texts = ["⋮" if at is None else stack.items[at] for at in positions]
    width = max(map(terminal_width, texts), default=1)
    lines = []
    for at, text in zip(positions, texts, strict=True):
        changed = f" {CHANGED}" if at in stack.changed else ""
        lines.append(f"│ {padded(text, width)} │{changed}")
    return [*lines, f"└{'─' * (width + 2)}┘"]


def bit_lines(bits: RowDiagram, width: int) -> list[str]:
    """Returns the bits from the highest on: with the names of their places, or in groups of eight."""
    places = range(len(bits.items) - 1, -1, -1)
    if bits.place_names:
        texts = [f"{bits.place_names[at]}: {with_sign(bits.items[at], at in bits.changed)}" for at in places]
        return wrapped(texts, " │ ", min(width, NARROW))
    digits = below = ""
    for at in places:
        gap = " " if at % 8 == 0 and at > 0 else ""
        digits += bits.items[at] + gap
        below += (CHANGED if at in bits.changed else " ") + gap
    return [digits, below.rstrip()] if below.strip() else [digits]


def with_sign(text: str, is_changed: bool) -> str:
    """Returns an item's text, followed by the sign of a change if it has changed."""
    return text + CHANGED if is_changed else text


def queue_lines(queue: RowDiagram, translations: dict[str, str], width: int) -> list[str]:
    """Returns the items from the head on, in lines of that width; a list has its numbers."""
    shown = queue.items[: queue.count_in_queue]
    texts = [with_sign(text, at in queue.changed) for at, text in enumerate(shown)]
    if queue.kind == "list":
        texts = [f"{at}: {text}" for at, text in enumerate(texts)]
    if len(queue.items) > len(shown):
        texts.append(translations["more"].format(len(queue.items) - len(shown)))
    return wrapped(texts, " │ ", min(width, NARROW))


def bar_lines(bars: RowDiagram, translations: dict[str, str]) -> list[str]:
    """Returns a line for each number: its subscript, its bar (to the left if negative), its value."""
    values = [float(text) for text in bars.items[:MOST_BARS]]
    least, most = min([0.0, *values]), max([0.0, *values])
    # what a character of a bar stands for; 1 if all values are 0
    step = (most - least) / BAR or 1
    zero_column = round(-least / step)  # columns for the bars of negative numbers
    digits = len(str(len(values) - 1))
    lines = []
    for at, value in enumerate(values):
        length = round(abs(value) / step)
        before = zero_column - length if value < 0 else zero_column
        bar = " " * before + "█" * length
        lines.append(f"{at:>{digits}} {bar} {with_sign(bars.items[at], at in bars.changed)}")
    if len(bars.items) > MOST_BARS:
        lines.append(translations["more"].format(len(bars.items) - MOST_BARS))
    return lines


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
    """Returns a tree for each set of several nodes, with its size, and the nodes that are alone in a row.

    A maze is one tree.
    """
    lines, alone = [], []
    for leader in forest.leaders:
        size = len(forest.members(leader))
        if forest.is_maze_tree:
            lines += tree_lines(forest, leader)
        elif size == 1:
            alone.append(node_text(forest, leader))
        else:
            first, *rest = tree_lines(forest, leader)
            lines += [f"{first} ({size})", *rest]
    if alone:
        lines += wrapped([f"{translations['alone']}: {alone[0]}", *alone[1:]], " ", min(width, NARROW))
    return lines


def tree_lines(forest: ForestDiagram, leader: int) -> list[str]:
    """Returns the nodes of a tree, a line each, with lines from parents to children on their left.

    The way through a maze goes straight down, and side ways branch off.
    """
    lines: list[str] = []
    # (node, what is on its left, what is on the left of the nodes below it), the next one last
    waiting = [(leader, "", "")]
    while waiting:
        node, sign, below = waiting.pop()
        lines.append(sign + node_text(forest, node))
        children = forest.children.get(node, [])
        straight = [(each, "", "") for each in children if each in forest.way]
        waiting += straight
        # reversed: the first in this loop is drawn last
        for at, each in enumerate(child for child in reversed(children) if child not in forest.way):
            branch, rest = ("├─ ", "│  ") if at or straight else ("└─ ", "   ")
            waiting.append((each, below + branch, below + rest))
    return lines


def node_text(forest: ForestDiagram, node: int) -> str:
    """Returns a node's number, with signs if it is on the way or has changed."""
    text = f"{node}{WAY}" if node in forest.way else str(node)
    return with_sign(text, node in forest.changed)
