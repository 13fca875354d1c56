"""Draws diagrams of a program's data as SVG: each as a block, with a width, a height and SVG elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from html import escape
from itertools import groupby

from retromaze.lessons.diagrams import (
    NEIGHBORS,
    PALE,
    Diagram,
    ForestDiagram,
    GridCell,
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
from retromaze.study.maze_overlays import FAINT, GOAL, INK, PAPER, RIVER, SOLUTION, START, STRING, Point
from retromaze.study.maze_svg import (
    circle,
    closed_path,
    joined_lines,
    path_of_lines,
    polyline,
    ring,
    stroke_path,
    svg_number,
    translated,
)
from retromaze.system import terminal_width

CHANGED, CHANGED_DARK, RULE, DARKEST = "#fdd663", "#e37400", "#dadce0", 0x3C
"""The colors of a changed light and dark cell, and of a grid's lines; the gray of the darkest value."""
DIGGER, MARK, WAY = "#f28b82", RIVER, "#8ab4f8"
MARK_COLORS = DIGGER, "#81c995", "#c58af9"
"""The colors of marked cells other than start and goal, one for each kind."""
AREAS = {"islands": "#e8a33d", "apart": "#cde7f5"}
"""The colors of tinted cells, by the kind of area."""
DARK_MODE_COLORS = {
    PAPER: "#202124",
    INK: "#e8eaed",
    FAINT: "#9aa0a6",
    RULE: "#3c4043",
    CHANGED: "#7a5200",
    CHANGED_DARK: "#fbbc04",
    MARK: "#8ab4f8",
    WAY: "#3f6fb5",
    DIGGER: "#c5544b",
    START: "#34a853",
    GOAL: "#b388ff",
    SOLUTION: "#ff6d5f",
    MARK_COLORS[1]: "#3d8f56",
    MARK_COLORS[2]: "#8a4fd0",
    AREAS["islands"]: "#9c6410",
    AREAS["apart"]: "#1c4a63",
}
"""The colors that replace others on a dark page; grays and tints are computed by `dark_mode_color`."""
NIGHT_PAPER, NIGHT_DARKEST = 0x24, 0xD0
"""On a dark page the gray of the paper, and of the value that is darkest on a light page."""
PAINTED = re.compile(r'(fill|stroke)="(#[0-9a-f]{6})"')
HUE_STEP = 0.381966
"""The distance between the hues of successive leaders, as a part of the circle: they always differ."""
TINT, NIGHT_TINT = 0.84, 0.3
"""The least lightness of a tint, and its lightness on a dark page."""
WIDTH, LEAST, GRID, GAP, EDGE = 680, 320, 520, 28, 10
"""Pixels: the most and least width of all diagrams, the width of a grid, the gap between two, the margin."""
LARGEST_CELL, SKETCH_CELL, LETTERS, TITLE, ROW = 26, 34, 12, 22, 22
"""Pixels: the largest cell, the largest of a sketch, the height of letters, of a title and of an item."""
RIM, RIM_LETTER = 9, 5.5
"""Pixels: the height of numbers at the rims of a grid, and the width of one of their digits."""
BIT, BIT_LETTER = 16.0, 8
"""Pixels: the width of a bit's box, and the height of the number of its place."""
READABLE = 13
"""The numbers in cells are left out if a cell has fewer pixels."""
NODE = 28
"""Pixels from one node of a forest to the next."""
BARS_HIGH = 120
"""Pixels from the end of the smallest bar to that of the largest."""
NODES_IN_ROW, ROOMS_IN_ROW = GRID // NODE, WIDTH // NODE
"""The most nodes beside each other in a forest, and in a hanging maze."""
Block = tuple[float, float, list[str]]
"""Width and height of a diagram in pixels, and its SVG elements."""


def svg_of(diagrams: Sequence[Diagram], language: str, title: str) -> str:
    """Returns an SVG file with the diagrams, beside each other where they fit, and a legend below them."""
    translations = legend_words(language)
    parts: list[str] = []
    left = top = row_height = total_width = 0.0
    for each in diagrams:
        width, height, block = diagram_block(each, translations)
        if left and left + width > WIDTH:
            # no room beside the diagrams before it: a new row
            left, top, row_height = 0.0, top + row_height + GAP, 0.0
        parts += translated(block, EDGE + left, EDGE + top)
        total_width, row_height = max(total_width, left + width), max(row_height, height)
        left += width + GAP
    top += row_height
    total_width = max(total_width, LEAST)
    rows, block = legend_parts(common_legend(diagrams, translations), total_width)
    parts += translated(block, EDGE, EDGE + top + 8)
    if rows:
        top += 8 + rows * ROW
    size = total_width + 2 * EDGE, top + 2 * EDGE
    parts.insert(0, rectangle((0, 0), size, PAPER))
    across, down = map(svg_number, size)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}"'
            f' viewBox="0 0 {across} {down}" font-family="sans-serif" class="drawing">',
            f"<title>{escape(title)}</title>",
            dark_mode_style(parts),
            *parts,
            "</svg>\n",
        ]
    )


def dark_mode_style(parts: Sequence[str]) -> str:
    """Returns a style that replaces each color in the parts if the reader's page is dark.

    The studio's page, which removes styles from SVG, lets exactly this form through.
    """
    used = sorted({pair for part in parts for pair in PAINTED.findall(part)})
    rules = [
        f'.drawing [{attribute}="{color}"]{{{attribute}:{dark_mode_color(color)}}}'
        for attribute, color in used
    ]
    return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


def dark_mode_color(color: str) -> str:
    """Returns the color that replaces another one on a dark page: grays are inverted, tints darkened."""
    if color in DARK_MODE_COLORS:
        return DARK_MODE_COLORS[color]
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    if not red == green == blue:
        hue, lightness, saturation = rgb_to_hls(red / 255, green / 255, blue / 255)
        is_tint = lightness >= TINT
        return color_from_hls(hue, NIGHT_TINT, saturation / 2) if is_tint else color
    # as in `gray`: 0 is the color of paper, 1 the darkest gray
    darkness = (255 - red) / (255 - DARKEST)
    return "#" + f"{round(NIGHT_PAPER + darkness * (NIGHT_DARKEST - NIGHT_PAPER)):02x}" * 3


def diagram_block(diagram: Diagram, translations: dict[str, str]) -> Block:
    """Draws one diagram with its title above.

    Attributes let the page find the array's element under the pointer: the diagram's group has the array's
    name (`data-array`); in it a grid has its columns, rows, pixels of a cell, subscripts and first cell
    (`data-cells`), and an item has its number (`data-at`).
    """
    match diagram:
        case GridDiagram():
            width, height, parts = grid_block(diagram)
        case RowDiagram(kind="stack"):
            width, height, parts = stack_block(diagram)
        case RowDiagram(kind="bars"):
            width, height, parts = bars_block(diagram)
        case RowDiagram(kind="bits"):
            width, height, parts = bit_block(diagram)
        case RowDiagram():
            width, height, parts = queue_block(diagram, translations)
        case ForestDiagram():
            width, height, parts = forest_block(diagram, translations)
    title = caption(diagram, translations)
    if not title:
        return width, height, parts
    heading = label((0, LETTERS), title, anchor="start", family="monospace")
    # of several arrays, such as `X, Y`, the first one's name
    array = diagram.title.partition(",")[0]
    group = [f'<g data-array="{escape(array)}">', *translated(parts, 0, TITLE), "</g>"]
    return max(width, text_width(title)), height + TITLE, [heading, *group]


# ---- a grid


def grid_block(grid: GridDiagram) -> Block:
    """Draws cells with their values, walls, ways and marks, and numbers at the rims."""
    # only a sketch, which has few cells, has no numbers at its rims
    largest = LARGEST_CELL if grid.has_rim_numbers else SKETCH_CELL
    cell = min(largest, max(GRID // grid.columns, 3))
    parts = [*cell_parts(grid, cell), *string_parts(grid, cell), *wall_parts(grid, cell)]
    parts += [way_part(each, cell) for each in grid.ways]
    parts += [circle(cell_center(spot, cell), max(cell * 0.2, 2), MARK) for spot in sorted(grid.marked_cells)]
    for at, mark in enumerate(grid.marks):
        # smaller than the marks below it in the same cell
        below = sum(each.spot == mark.spot for each in grid.marks[:at])
        parts.append(mark_part(grid, mark, cell_center(mark.spot, cell), cell * 0.7**below))
    parts += number_parts(grid, cell)
    if not grid.has_rim_numbers:
        return grid.columns * cell, grid.rows * cell, parts
    first_column, first_row = grid.first_cell
    last_row = (grid.rows + first_row - 1) * grid.row_number_step
    left, top = RIM_LETTER * len(str(last_row)) + 6, RIM + 3
    rims = rim_parts(grid, cell, left, top)
    if grid.subscripts:
        # for the page, see `diagram_block`; without the first cell if it is (0, 0)
        cells = f"{grid.columns} {grid.rows} {cell} {grid.subscripts}"
        if any(grid.first_cell):
            cells += f" {first_column} {first_row}"
        parts = [f'<g data-cells="{cells}">', *parts, "</g>"]
    return left + grid.columns * cell, top + grid.rows * cell, [*rims, *translated(parts, left, top)]


def rim_parts(grid: GridDiagram, cell: int, left: float, top: float) -> Iterator[str]:
    """Yields the column numbers above a grid and the row numbers on its left, as many as have room.

    `left`, `top`: the width and height of these rims. `cell`: pixels of a cell.
    """
    first_column, first_row = grid.first_cell
    width = RIM_LETTER * len(str(grid.columns + first_column - 1)) + 4
    for x in range(0, grid.columns, rim_step(width, cell)):
        middle, _ = cell_center((x, 0), cell)
        yield label((left + middle, RIM), str(x + first_column), RIM, color=FAINT)
    for y in range(0, grid.rows, rim_step(RIM + 2, cell)):
        _, middle = cell_center((0, y), cell)
        # the middle of digits is 0.36 of their height above the base line
        base = top + middle + RIM * 0.36
        row_number = str((y + first_row) * grid.row_number_step)
        yield label((left - 4, base), row_number, RIM, color=FAINT, anchor="end")


def cell_parts(grid: GridDiagram, cell: int) -> Iterator[str]:
    """Yields the cells of each color as one path, and thin lines between cells that are large enough."""
    size = grid.columns * cell, grid.rows * cell
    paths: dict[str, list[str]] = {}
    # each different cell once: a large grid has few of them
    plain_colors = {each: plain_color(grid, each) for row in grid.cells for each in set(row)}
    # the columns of changed and tinted cells
    marked_by_row: dict[int, list[int]] = {}
    for x, y in grid.changed.union(*(area for _, area in grid.areas)):
        marked_by_row.setdefault(y, []).append(x)
    for y, row in enumerate(grid.cells):
        x = 0
        colors = [plain_colors[each] for each in row]
        for at in marked_by_row.get(y, ()):
            colors[at] = cell_color(grid, (at, y))
        for color, run in groupby(colors):
            count = len(list(run))
            width = count * cell
            paths.setdefault(color, []).append(f"M{x * cell} {y * cell}h{width}v{cell}h-{width}z")
            x += count
    paths.pop(PAPER, None)  # the background has this color
    for color, parts in paths.items():
        # crispEdges: no seams between cells if the picture is enlarged
        yield f'<path d="{"".join(parts)}" fill="{color}" shape-rendering="crispEdges"/>'
    if cell >= READABLE:
        horizontal = [((0, y * cell), (size[0], y * cell)) for y in range(grid.rows + 1)]
        vertical = [((x * cell, 0), (x * cell, size[1])) for x in range(grid.columns + 1)]
        yield stroke_path(path_of_lines(horizontal + vertical), RULE, 0.5, cap="butt")


def cell_color(grid: GridDiagram, spot: Spot) -> str:
    """Returns the color of a cell: of its area, of a change, of its set, or the shade of its value."""
    cell = grid.cell_at(spot)
    tints = [AREAS[kind] for kind, area in grid.areas if spot in area]
    if tints:
        return tints[-1]
    if spot in grid.changed:
        return CHANGED_DARK if grid.shade(cell) > 0.7 else CHANGED
    return plain_color(grid, cell)


def plain_color(grid: GridDiagram, cell: GridCell) -> str:
    """Returns the color of a cell that is not marked: the tint of its set, or the shade of its value."""
    if cell.leader is None:
        return gray(grid.shade(cell))
    # a little lighter than TINT, so that `dark_mode_color` finds a tint in the rounded color too
    return color_from_hls(cell.leader * HUE_STEP % 1, TINT + 0.02, 0.75)


def color_from_hls(hue: float, lightness: float, saturation: float) -> str:
    """Returns a color by its hue, lightness and saturation, each 0 to 1."""
    red, green, blue = hls_to_rgb(hue, lightness, saturation)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def gray(darkness: float) -> str:
    """Returns a gray, from 0 (paper) to 1 (the darkest)."""
    return "#" + f"{round(255 - darkness * (255 - DARKEST)):02x}" * 3


def wall_parts(grid: GridDiagram, cell: int) -> Iterator[str]:
    """Yields the walls that are lines between cells, and the highlighted walls."""
    if grid.has_walls:
        walls = [
            side_line((x, y), direction, cell)
            for y in range(grid.rows)
            for x in range(grid.columns)
            for direction in NEIGHBORS
            if grid.is_wall((x, y), direction)
        ]
        yield stroke_path(path_of_lines(joined_lines(walls)), INK, max(cell / 10, 1), cap="square")
    if grid.highlighted_walls:
        highlighted = [side_line(spot, side, cell) for spot, side in sorted(grid.highlighted_walls)]
        yield stroke_path(path_of_lines(highlighted), SOLUTION, max(cell / 5, 2), cap="square")


def side_line(spot: Spot, direction: str, cell: int) -> tuple[Point, Point]:
    """Returns the ends of one side of a cell."""
    x, y = spot
    # clockwise as NEIGHBORS: each side leads from its own corner to the next one
    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    at = list(NEIGHBORS).index(direction)
    (x, y), (other_x, other_y) = corners[at], corners[(at + 1) % 4]
    return (x * cell, y * cell), (other_x * cell, other_y * cell)


def string_parts(grid: GridDiagram, cell: int) -> Iterator[str]:
    """Yields a line through each way from room to room, with a knot in each room."""
    if grid.has_strings:
        spots = [(x, y) for y in range(grid.rows) for x in range(grid.columns)]
        strings = [
            (cell_center(spot, cell), cell_center(neighbor_cell(spot, side), cell))
            for spot in spots
            for side in "ES"  # the ways north and west belong to the rooms there
            if grid.is_open(spot, side)
        ]
        yield stroke_path(path_of_lines(joined_lines(strings)), STRING, max(cell * 0.12, 1))
        yield from (circle(cell_center(spot, cell), cell * 0.34, PAPER, STRING) for spot in spots)


def number_parts(grid: GridDiagram, cell: int) -> Iterator[str]:
    """Yields the values that have no name, as texts in their cells, where they are large enough to read."""
    if cell < READABLE:
        return
    for y, row in enumerate(grid.cells):
        for x, each in enumerate(row):
            # letters half as high as the cell, or so small that the text is as wide as it
            size = min(cell * 0.5, cell * 1.5 / max(terminal_width(each.text), 1))
            if each.name_index is None and size >= 5:
                middle_x, middle_y = cell_center((x, y), cell)
                yield label((middle_x, middle_y + size * 0.36), each.text, size)


def way_part(spots: Sequence[Spot], cell: int) -> str:
    """Returns a way as a line through the middles of its cells, or a dot in its only cell."""
    points = [cell_center(each, cell) for each in spots]
    if len(points) == 1:
        return circle(points[0], cell * 0.12, WAY)
    return stroke_path(polyline(points), WAY, max(cell * 0.14, 1))


def mark_part(grid: GridDiagram, mark: Mark, at: Point, cell: float) -> str:
    """Returns the mark in a cell: a ring for the goal, an arrow for a mark with a heading, else a disc.

    `at`: the middle of the cell. `cell`: its side in pixels, or less for a smaller mark.
    """
    size = max(cell * 0.36, 4)
    if mark.kind == "goal":
        return ring(at, size, GOAL)
    if mark.kind == "start":
        color = START
    else:
        color = MARK_COLORS[grid.mark_kinds.index(mark.kind) % len(MARK_COLORS)]
    if mark.heading is None:
        return circle(at, size, color)
    # an arrow up around (0, 0), turned and moved into its cell
    shape = closed_path([(0, -size * 1.25), (size, size), (0, size / 2), (-size, size)])
    x, y = map(svg_number, at)
    turned = f"translate({x} {y}) rotate({svg_number(mark.heading)})"
    return f'<path d="{shape}" fill="{color}" stroke="{INK}" transform="{turned}"/>'


def cell_center(spot: Spot, cell: int) -> Point:
    """Returns the pixel in the middle of a cell; `cell` is the side of a cell in pixels."""
    x, y = spot
    return (x + 0.5) * cell, (y + 0.5) * cell


# ---- a stack, a queue, a list


def stack_block(stack: RowDiagram) -> Block:
    """Draws the items from the top down, in a box that is open above; of many the top ones and the lowest."""
    positions = stack.positions_in_stack
    width = max([40.0, *(text_width(item) + 16 for item in stack.items)])
    parts, height = [], max(len(positions), 1) * ROW
    for row, at in enumerate(positions):
        text = "⋮" if at is None else stack.items[at]
        element = None if at is None else at + stack.first_subscript
        color = CHANGED if at in stack.changed else PAPER
        parts += item_parts((0, row * ROW), width, text, color, element)
    parts.append(stroke_path(polyline([(0, -6), (0, height), (width, height), (width, -6)]), INK, 2))
    return width, height, parts


def queue_block(queue: RowDiagram, translations: dict[str, str]) -> Block:
    """Draws the items from the head on, in several rows if there are many; a list has its numbers above."""
    texts = queue.items[: queue.count_in_queue]
    width = max([24.0, *(text_width(text) + 10 for text in texts)])
    row_height = ROW + (LETTERS if queue.kind == "list" else 4)
    in_row = max(int(GRID // width), 1)
    parts: list[str] = []
    for at, text in enumerate(texts):
        left, top = at % in_row * width, at // in_row * row_height
        if queue.kind == "list":
            parts.append(label((left + width / 2, top + 8), str(at), 9, color=FAINT))
            top += LETTERS - 2
        color = CHANGED if at in queue.changed else PAPER
        parts += item_parts((left, top), width, text, color, at + queue.first_subscript)
    rows = -(-len(texts) // in_row)  # rounded up
    if len(queue.items) > len(texts):
        # a line for the number of items left out
        more = translations["more"].format(len(queue.items) - len(texts))
        parts.append(label((0, rows * row_height + LETTERS), f"… {more}", anchor="start"))
        rows += 1
    return min(len(texts), in_row) * width, rows * row_height, parts


def item_parts(at: Point, width: float, text: str, color: str, element: int | None = None) -> list[str]:
    """Returns an item in a box of this color; `element` is its number in the array, if it has one."""
    left, top = at
    box = [rectangle(at, (width, ROW), color, RULE), label((left + width / 2, top + ROW * 0.68), text)]
    return box if element is None else numbered(box, element)


def numbered(parts: Sequence[str], element: int) -> list[str]:
    """Returns the SVG of an array's element in a group with its number: see `diagram_block`."""
    return [f'<g data-at="{element}">', *parts, "</g>"]


def bars_block(bars: RowDiagram) -> Block:
    """Draws numbers as bars from a line at zero, with subscripts and, where there is room, values."""
    values = [float(text) for text in bars.items]
    least, most = min([0.0, *values]), max([0.0, *values])
    width = min(LARGEST_CELL, max(GRID / max(len(values), 1), 1))
    scale = BARS_HIGH / ((most - least) or 1)  # 1: all values are 0
    zero = RIM + most * scale
    subscripts_at = RIM + BARS_HIGH + 2 * RIM + 3
    step = rim_step(RIM_LETTER * len(str(len(values))) + 4, width)
    gap = 2 if width > 5 else 0
    parts = []
    for at, value in enumerate(values):
        color = CHANGED_DARK if at in bars.changed else FAINT
        size = width - gap, max(abs(value) * scale, 1)
        bar = [rectangle((at * width, zero - max(value, 0) * scale), size, color)]
        middle = (at + 0.5) * width - gap / 2
        if terminal_width(bars.items[at]) * RIM_LETTER <= width:
            # above the bar, or below that of a negative number
            beyond_end = zero - value * scale + (-2 if value >= 0 else RIM)
            bar.append(label((middle, beyond_end), bars.items[at], RIM))
        if at % step == 0:
            bar.append(label((middle, subscripts_at), str(at), RIM, color=FAINT))
        parts += numbered(bar, at)
    parts.append(stroke_path(path_of_lines([((0, zero), (len(values) * width, zero))]), INK, 1))
    return max(len(values) * width, width), subscripts_at + 3, parts


def bit_block(bits: RowDiagram) -> Block:
    """Draws the bits from the highest on, below the names or numbers of their places; ones are shaded."""
    width = max([BIT, *(text_width(name) + 10 for name in bits.place_names)])
    parts: list[str] = []
    for column, at in enumerate(reversed(range(len(bits.items)))):
        name, size = (bits.place_names[at], LETTERS - 1) if bits.place_names else (str(at), BIT_LETTER)
        parts.append(label(((column + 0.5) * width, 8), name, size, color=FAINT))
        color = CHANGED if at in bits.changed else gray(PALE) if bits.items[at] == "1" else PAPER
        parts += item_parts((column * width, LETTERS), width, bits.items[at], color)
    return width * len(bits.items), LETTERS + ROW, parts


# ---- a forest


def forest_block(forest: ForestDiagram, translations: dict[str, str]) -> Block:
    """Draws trees beside each other, in several rows: leaders on top with the sizes of their sets.

    Elements that are alone are below all trees, under a heading.
    """
    point_of, (columns, rows), alone_row = forest_layout(forest)
    edges, repeated_parents = edges_and_repeated_parents(forest, point_of)
    parts = [stroke_path(path_of_lines(edges), FAINT, 1.2)]
    if alone_row:
        parts.append(label((0, alone_row * NODE - 2), f"{translations['alone']}:", anchor="start"))
    way = [
        (point_of[node], point_of[parent]) for node, parent in forest.edges if {node, parent} <= forest.way
    ]
    parts += [stroke_path(path_of_lines(way), WAY, 4)] if way else []
    leaders = set(forest.leaders)
    for node, point in point_of.items():
        # of a leader, the size of its set
        parts += node_parts(forest, node, point, len(forest.members(node)) if node in leaders else 0)
    for node, point in repeated_parents:
        # without the size of its set, which its first drawing has
        parts += node_parts(forest, node, point, 0)
    return columns * NODE, rows * NODE + 6, parts


def forest_layout(forest: ForestDiagram) -> tuple[dict[int, Point], tuple[int, int], int]:
    """Places the trees of a forest beside each other, in rows of up to NODES_IN_ROW nodes.

    Returns the places of the nodes in pixels, the columns and rows of nodes that they take, and the row in
    which elements that are alone begin, 0 if there are none below a tree.
    """
    point_of: dict[int, Point] = {}
    # in nodes: the place of the next tree, the height of its row of trees, the width of all
    left = top = row_height = total_width = alone_row = 0
    # leaders without children, that is elements alone, come last
    for leader in sorted(forest.leaders, key=lambda each: (each not in forest.children, each)):
        if leader not in forest.children and forest.children and not alone_row:
            # one row more, for the heading
            left, top, row_height = 0, top + row_height + 1, 0
            alone_row = top
        members = forest.members(leader)
        places = node_places(forest, members)
        width = int(max(column for column, _ in places.values())) + 1
        height = max(row for _, row in places.values()) + 1
        if left and left + width > NODES_IN_ROW:
            left, top, row_height = 0, top + row_height, 0
        for node, (column, row) in places.items():
            point_of[node] = (left + column + 0.5) * NODE, (top + row + 0.7) * NODE
        left, row_height = left + width, max(row_height, height)
        total_width = max(total_width, left)
    return point_of, (total_width, top + row_height), alone_row


def edges_and_repeated_parents(
    forest: ForestDiagram, point_of: dict[int, Point]
) -> tuple[list[tuple[Point, Point]], list[tuple[int, Point]]]:
    """Returns the lines from nodes to parents, and (parent, point) for each parent that is drawn again.

    A parent is drawn again above children in a lower band: a part of a wide tree that is continued below it.
    """
    edges: list[tuple[Point, Point]] = []
    # children more than one row below their parent: the tree is continued there
    continued: dict[tuple[int, float], list[Point]] = {}
    for node, parent in forest.edges:
        if point_of[node][1] > point_of[parent][1] + NODE * 1.5:
            continued.setdefault((parent, point_of[node][1] - NODE), []).append(point_of[node])
        else:
            edges.append((point_of[node], point_of[parent]))
    repeated_parents = []
    for (parent, y), children in continued.items():
        point = (min(children)[0] + max(children)[0]) / 2, y
        repeated_parents.append((parent, point))
        edges += [(each, point) for each in children]
    return edges, repeated_parents


def node_places(forest: ForestDiagram, members: Sequence[tuple[int, int]]) -> dict[int, tuple[float, int]]:
    """Returns column and row of each node of a tree; `members` are its nodes with their depths.

    A tree that is too wide is drawn in bands: it is continued below itself, where its root is drawn again.
    """
    band_width = ROOMS_IN_ROW if forest.is_maze_tree else NODES_IN_ROW
    columns = pulled_columns(forest, members) if forest.way else columns_of(forest, members, band_width)
    deepest = max(depth for _, depth in members)
    places = {}
    for node, depth in members:
        if depth == 0:
            # the root is in the first band, at most in its middle
            places[node] = min(columns[node], (band_width - 1) / 2), 0
        else:
            band = int(columns[node] // band_width)
            places[node] = columns[node] - band * band_width, depth + band * (deepest + 1)
    return places


def columns_of(
    forest: ForestDiagram, members: Sequence[tuple[int, int]], band_width: int
) -> dict[int, float]:
    """Returns the column of each node of a tree: leaves beside each other, others above their children.

    `members` are its nodes with their depths. A child of the root and all nodes below it are not split
    between two bands of `band_width` columns, which are drawn one below the other.
    """
    columns: dict[int, float] = {}
    leaves = 0
    for node, depth in members:
        if depth == 1:
            width = sum(each not in forest.children for each, _ in forest.members(node))
            # too wide for the rest of this band, but not for a band of its own: that begins here
            if leaves % band_width + width > band_width >= width:
                leaves += band_width - leaves % band_width
        if node not in forest.children:
            columns[node] = leaves
            leaves += 1
    for node, _ in reversed(members):
        if node not in columns:
            below = [columns[each] for each in forest.children[node]]
            columns[node] = (below[0] + below[-1]) / 2
    return columns


def pulled_columns(forest: ForestDiagram, members: Sequence[tuple[int, int]]) -> dict[int, float]:
    """Returns the column of each room of a maze whose solution is drawn straight down in column 0.

    A side way is placed as far to the left as the side ways below it leave room.
    """
    depths = dict(members)
    columns: dict[int, float] = dict.fromkeys(forest.way, 0.0)
    # the first free column of each row; 1, beside the solution, in the others
    free: dict[int, float] = {}
    # from the deepest room up: a side way has to leave room for those that begin below it
    for node in sorted(forest.way, key=depths.__getitem__, reverse=True):
        for first_room in forest.children.get(node, []):
            if first_room in forest.way:
                continue
            side_way = forest.members(first_room)
            # a band that has room for all rooms is never split
            own = columns_of(forest, side_way, len(members))
            # from the room that it leaves, to which a line leads, to its deepest room
            rows = range(depths[node], max(depths[each] for each, _ in side_way) + 1)
            left = max(free.get(row, 1.0) for row in rows)
            columns |= {each: left + column for each, column in own.items()}
            free |= dict.fromkeys(rows, left + max(own.values()) + 1)
    return columns


def node_parts(forest: ForestDiagram, node: int, point: Point, size: int) -> list[str]:
    """Returns a node with its number; a leader, of a set of `size` > 1, is dark and has the size above it."""
    x, y = point
    is_leader = size > 1
    color = CHANGED if node in forest.changed else INK if is_leader else PAPER
    text = label((x, y + 3.5), str(node), 10, color=PAPER if color == INK else INK)
    above = [label((x, y - 12), f"({size})", 9, color=FAINT)] if is_leader and not forest.is_maze_tree else []
    return numbered([circle(point, 10, color, INK, 1), text, *above], node)


# ---- the legend


def common_legend(diagrams: Sequence[Diagram], translations: dict[str, str]) -> list[tuple[str, str]]:
    """Returns the entries of the legend of all diagrams, each once: marks (SVG) with their words."""
    keys = list(dict.fromkeys(key for each in diagrams for key in legend(each, translations)))
    changed = sorted({color for each in diagrams for color in changed_colors(each)})
    if changed:
        # one mark with all colors of changes side by side
        stripe = 12 / len(changed)
        stripes = (rectangle((1 + at * stripe, 1), (stripe, 12), color) for at, color in enumerate(changed))
        keys.append(("".join(stripes), translations["changed"]))
    return keys


def legend(diagram: Diagram, translations: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yields the entries of the legend: an SVG of 14 × 14 pixels with a color or a mark, and its words."""
    square = (1, 1), (12, 12)
    knot = circle((7, 7), 3.5, STRING)
    signs = {
        "way": stroke_path("M1 7H13", WAY, 3),
        "marks": circle((7, 7), 4, MARK),
        "wall": stroke_path("M1 7H13", SOLUTION, 4),
        "string": stroke_path("M1 7H13", STRING, 2) + knot,
        "node on the way": circle((7, 7), 6, WAY),
        "leader": circle((7, 7), 6, INK),
        **{kind: rectangle(*square, color, FAINT) for kind, color in AREAS.items()},
    }
    for subject, words in legend_entries(diagram, translations):
        match diagram, subject:
            case GridDiagram(), Mark():
                yield mark_part(diagram, subject, (7, 7), 18), words
            case _, str():
                yield signs[subject], words
            case _, float() | int():
                yield rectangle(*square, gray(subject), FAINT), words


def changed_colors(diagram: Diagram) -> set[str]:
    """Returns the colors in which a diagram shows what changed."""
    if isinstance(diagram, GridDiagram):
        return {cell_color(diagram, spot) for spot in diagram.changed}
    if not diagram.changed:
        return set()
    has_bars = isinstance(diagram, RowDiagram) and diagram.kind == "bars"
    return {CHANGED_DARK if has_bars else CHANGED}


def legend_parts(keys: Iterable[tuple[str, str]], most_width: float) -> tuple[int, list[str]]:
    """Returns the number of the legend's rows, and its parts; `keys` are marks (SVG) with their words."""
    parts: list[str] = []
    left, row = 0.0, 0
    for mark, text in keys:
        width = 20 + text_width(text) + 14
        if left and left + width > most_width:
            left, row = 0.0, row + 1
        parts += translated([mark, label((19, 11), text, anchor="start")], left, row * ROW)
        left += width
    return row + 1 if parts else 0, parts


# ---- pieces


def rectangle(at: Point, size: Point, color: str, rim: str = "") -> str:
    """Returns a rectangle filled with a color, with a line around it if `rim` is a color."""
    x, y, width, height = map(svg_number, (*at, *size))
    line = f' stroke="{rim}"' if rim else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{color}"{line}/>'


def label(
    at: Point, text: str, size: float = LETTERS, *, color: str = INK, anchor: str = "middle", family: str = ""
) -> str:
    """Returns a text of `size` pixels whose base line has its middle, or the end `anchor`, at a point."""
    x, y, height = map(svg_number, (*at, size))
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    font = f' font-family="{family}"' if family else ""
    return f'<text x="{x}" y="{y}" font-size="{height}" fill="{color}"{place}{font}>{escape(text)}</text>'


def text_width(text: str) -> float:
    """Returns the approximate width of a text in pixels, as the reader's font is not known."""
    return terminal_width(text) * LETTERS * 0.6
