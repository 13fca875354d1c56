"""Pictures of a few pixels, one letter a pixel."""

from retromaze.machine.machine import Machine

RED, GREEN, BLUE, WHITE = 0xFFF80000, 0xFF00F800, 0xFF0000F8, 0xFFF8F8F8
LETTERS = {"R": RED, "G": GREEN, "B": BLUE, "W": WHITE, ".": 0}
SEEN = {0xFFFF0000: "R", 0xFF00FF00: "G", 0xFF0000FF: "B", 0xFFFFFFFF: "W", 0xFF000000: "."}


def seen(machine: Machine, width: int, height: int, left: int = 0, top: int = 0) -> list[str]:
    """A part of the upper screen; `?` for other colors."""
    pixels = machine.picture()
    rows = range(top, top + height)
    return ["".join(SEEN.get(pixels[y * 400 + x], "?") for x in range(left, left + width)) for y in rows]
