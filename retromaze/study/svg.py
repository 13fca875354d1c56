"""Writes SVG in millimeters: lines, shapes and texts that print sharp at any size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from retromaze.study.paper import PAPER, Point

Line = tuple[Point, Point]


def number(value: float) -> str:
    """A length in millimeters, to a thousandth."""
    return f"{round(value, 3) + 0:.3f}".rstrip("0").rstrip(".")


def document(title: str, size: Point, parts: Iterable[str]) -> str:
    """A whole file of this size, width and height in millimeters."""
    width, height = map(number, size)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            f' viewBox="0 0 {width} {height}" font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def moved(parts: Iterable[str], across: float, down: float) -> list[str]:
    """The parts, moved to the right and down."""
    return [f'<g transform="translate({number(across)} {number(down)})">', *parts, "</g>"]


def stroked(path: str, color: str, thick: float, *, cap: str = "round") -> str:
    """A path as a line; `cap` is how its ends look."""
    return (
        f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{number(thick)}"'
        f' stroke-linecap="{cap}" stroke-linejoin="round"/>'
    )


def seen(path: str, color: str, thick: float) -> list[str]:
    """A line with a little paper around it, so that it is seen on any color."""
    return [stroked(path, PAPER, thick * 1.5), stroked(path, color, thick)]


def way(points: Sequence[Point]) -> str:
    """A path through these points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def outline(points: Sequence[Point]) -> str:
    """A closed path around these points."""
    return way(points) + "Z"


def lines(found: Iterable[Line]) -> str:
    """All these lines as a path."""
    return "".join(map(way, found))


def disc(at: Point, radius: float, color: str) -> str:
    """A disc around a point."""
    return f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}" fill="{color}"/>'


def ring(at: Point, radius: float, color: str) -> str:
    """A ring around a point: it can be told from a disc without color. The radius is that of its outside."""
    thick = radius * 0.4
    return (
        f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius - thick / 2)}" fill="{PAPER}"'
        f' stroke="{color}" stroke-width="{number(thick)}"/>'
    )


def text(at: Point, words: str, size: float, color: str) -> str:
    """A text that begins on this point of its base line, its letters so many millimeters high."""
    x, y = map(number, at)
    return f'<text x="{x}" y="{y}" font-size="{number(size)}" fill="{color}">{escape(words)}</text>'


def joined_lines(found: Iterable[Line]) -> list[Line]:
    """The lines, each once, and as one where one goes on straight where another ends."""
    begins: dict[tuple[Point, Point], Point] = {}
    for start, end in sorted({(min(line), max(line)) for line in found}):
        heading = direction(start, end)
        begins[heading, end] = begins.pop((heading, start), start)
    return sorted((start, end) for (_, end), start in begins.items())


def direction(start: Point, end: Point) -> Point:
    """Where a line leads, a step of length 1, to a hundredth."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    return round(across / length, 2), round(down / length, 2)
