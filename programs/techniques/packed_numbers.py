"""A tuple holds two numbers, on the stack and in the set."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Fill all rooms right of the first and below it."""
    width, height = 99, 59  # 3
    filled: set[tuple[int, int]] = set()  # 4
    stack = [(0, 0)]  # 5
    while stack:  # 7
        x, y = room = stack.pop()  # 8
        if x < width and y < height and room not in filled:  # 9-10
            filled.add(room)  # 11
            stack += [(x + 1, y), (x, y + 1)]  # 12
    machine.console.print(f"{len(filled)} ROOMS FILLED")  # 14
