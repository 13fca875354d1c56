"""The same sprite; the meadow is a set of fields instead of pixels that are read."""

from retromaze.machine.machine import Machine

GREEN = 0xFF008000


def main(machine: Machine) -> None:
    """Walk over a meadow."""
    grass: set[tuple[int, int]] = set()
    machine.reset()  # 3
    for _ in range(60):  # 4
        column, row = machine.rng.below(24), machine.rng.below(14)  # 5
        x, y = column * 16, row * 16
        machine.screen.fill(x, y, x + 15, y + 15, GREEN)  # 6
        grass.add((column, row))
    machine.sprites.set(0, 500)  # 8
    x, y, steps = 8, 100, 0  # 9
    for _ in range(90):  # 10
        x, y = x + 4, y + machine.rng.below(5) - 2  # 11
        machine.sprites.move(0, x, y)  # 12
        steps += ((x + 8) // 16, (y + 8) // 16) in grass  # 13
    machine.console.print(f"{steps} STEPS ON GRASS")  # 15
