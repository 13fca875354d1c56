"""A list is a stack, and a set knows the rooms that were filled."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Fill all rooms that can be reached."""
    width, height = 99, 59  # 3
    filled: set[tuple[int, int]] = set()  # 4
    stack = [(0, 0)]  # 5
    while stack:  # 7
        x, y = room = stack.pop()  # 8
        if room in filled or not (0 <= x < width and 0 <= y < height):  # 9-10
            continue
        filled.add(room)  # 11
        stack += [(x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)]  # 12-13
    machine.console.print(f"{len(filled)} ROOMS FILLED")  # 15
