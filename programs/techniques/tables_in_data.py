"""A tuple of tuples instead of DATA and three arrays."""

from retromaze.machine.machine import Machine

DIRECTIONS = (("N", 0, -1), ("E", 1, 0), ("S", 0, 1), ("W", -1, 0))  # 3-4, 12


def main(machine: Machine) -> None:
    """Take thirty steps."""
    x = y = 0  # 5
    for _ in range(30):  # 6
        name, dx, dy = DIRECTIONS[machine.rng.below(4)]  # 7
        x, y = x + dx, y + dy  # 8
        machine.console.print(name, end="")
    machine.console.print()  # 10
    machine.console.print(f"AFTER 30 STEPS: {x},{y}")  # 11
