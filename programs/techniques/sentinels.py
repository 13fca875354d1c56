"""A set of the living cells has no rim; a Counter counts the neighbors of all of them."""

from collections import Counter

from retromaze.machine.machine import Machine

AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def main(machine: Machine) -> None:
    """Let four generations live."""
    width, height = 30, 20  # 3
    below = machine.rng.below
    alive = {(below(width), below(height)) for _ in range(200)}  # 5
    for _ in range(4):  # 6
        near = Counter((x + i, y + j) for x, y in alive for i, j in AROUND)  # 9-10
        born = {cell for cell, count in near.items() if count == 3 or (count == 2 and cell in alive)}  # 11
        alive = {(x, y) for x, y in born if 0 <= x < width and 0 <= y < height}  # 7-8
    machine.console.print(f"{len(alive)} CELLS LIVE")  # 18
