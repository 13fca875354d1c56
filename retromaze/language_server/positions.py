"""Turns columns of characters into the units in which an editor counts, and back.

Editors count UTF-16 units unless they ask for others, and a listing's columns count characters.
"""

from __future__ import annotations

from enum import Enum


class Unit(Enum):
    """What an editor counts in a line."""

    UTF_8 = "utf-8"
    UTF_16 = "utf-16"
    UTF_32 = "utf-32"

    def size(self, character: str) -> int:
        """How many units a character takes."""
        point = ord(character)
        match self:
            case Unit.UTF_8:
                return 1 + (point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF)
            case Unit.UTF_16:
                return 1 + (point > 0xFFFF)
            case Unit.UTF_32:
                return 1


def units_before(text: str, column: int, unit: Unit) -> int:
    """The units before a column of a line."""
    before = text[:column]
    if before.isascii() or unit is Unit.UTF_32:
        return len(before)
    return sum(map(unit.size, before))


def column_at(text: str, units: int, unit: Unit) -> int:
    """The column that so many units lead to; that of a character whose middle they lead to, or the end."""
    if text.isascii() or unit is Unit.UTF_32:
        return max(0, min(units, len(text)))
    passed = 0
    for column, character in enumerate(text):
        passed += unit.size(character)
        if passed > units:
            return column
    return len(text)
