"""A set of the open sides of each room; an enum.Flag would be bits with names."""

from collections import defaultdict

from retromaze.machine.machine import Machine

OPEN = {"N": 1, "E": 2, "S": 4, "W": 8}  # 3


def main(machine: Machine) -> None:
    """Dig each room to the north or to the west, and print the walls that are left."""
    width, height = 24, 12  # 3
    open_sides: dict[tuple[int, int], set[str]] = defaultdict(set)  # 4
    for y in range(height):  # 5
        for x in range(width):  # 6
            if x == y == 0:  # 7
                continue
            to_north = machine.rng.below(2) == 1
            if x == 0 or (y > 0 and to_north):  # 9
                open_sides[x, y].add("N")  # 10
                open_sides[x, y - 1].add("S")
            else:
                open_sides[x, y].add("W")  # 12
                open_sides[x - 1, y].add("E")
    for y in range(height):  # 16
        for x in range(width):  # 17
            walls = 15 - sum(OPEN[side] for side in open_sides[x, y])
            machine.console.print(f"{walls:X}", end="")  # 18
        machine.console.print()  # 20
