"""Costs by size: what a call costs for each thing that it handles."""

from __future__ import annotations

from dataclasses import dataclass

PIECE = 1 << 12
"""So many things are handled between two looks at the meter where a call is long."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Work by size: `units` for each `per` of some `things`."""

    things: str
    units: int
    per: int = 1

    def of(self, count: int) -> int:
        """The units that many things cost."""
        return count * self.units // self.per

    def __str__(self) -> str:
        number = "1 unit" if self.units == 1 else f"{self.units} units"
        things = f"every {self.per} {self.things}" if self.per > 1 else f"each {self.things}"
        return f"{number} for {things}"


def ignored(units: int) -> None:
    """Nobody counts."""
