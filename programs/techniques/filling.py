"""A list that is multiplied instead of FILL."""

from retromaze.machine.colors import rgb
from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Fill rectangles, and a list."""
    machine.reset()  # 3
    numbers = [0] * 2000  # 4
    for i in range(1, 21):  # 5
        x, y = machine.rng.below(300), machine.rng.below(200)  # 6
        machine.screen.fill(x, y, x + 39, y + 29, rgb(machine.rng.below(256), 80, 120))  # 7
        numbers = [i] * len(numbers)  # 8
    machine.console.print(str(numbers[0] + numbers[-1]))  # 10
