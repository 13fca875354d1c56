"""What the pictures of a study share: colors, letters, and scaling into a field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

PAPER, INK, FAINT, GRID = "#ffffff", "#202124", "#80868b", "#dadce0"
STRING, SOLUTION, CLOSED = "#9aa0a6", "#d93025", "#f9ab00"

Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a field, in pixels."""
Point = tuple[float, float]


def scaled_points(found: Sequence[Point], box: Box) -> list[Point]:
    """The places, blown up to fill the box without changing their shape."""
    left, top, right, bottom = box
    columns, rows = max(x for x, _ in found) or 1, max(y for _, y in found) or 1
    scale = min((right - left) / columns, (bottom - top) / rows)
    return [(left + x * scale, top + y * scale) for x, y in found]


def write(draw: ImageDraw, x: int, y: int, text: str, size: int, color: str = INK) -> None:
    """Text with its top left corner there, in the font that Pillow brings along."""
    from PIL import ImageFont

    draw.text((x, y), text, color, ImageFont.load_default(size))


def text_width(draw: ImageDraw, text: str, size: int) -> int:
    """How many pixels wide a text is."""
    from PIL import ImageFont

    return round(draw.textlength(text, ImageFont.load_default(size)))
