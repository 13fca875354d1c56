"""Rows of rows, and pairs of neighbors instead of subscripts."""

from itertools import pairwise

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Count walls that touch."""
    width, height = 32, 20  # 3
    rows = [[machine.rng.below(3) == 0 for _ in range(width)] for _ in range(height)]  # 4-5
    touching = [a and b for above, row in pairwise(rows) for a, b in zip(above, row, strict=True)]  # 7-9
    touching += [a and b for row in rows for a, b in pairwise(row)]  # 10-12
    machine.console.print(f"{sum(touching)} PAIRS OF WALLS TOUCH")  # 13
