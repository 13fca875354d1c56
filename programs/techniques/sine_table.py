"""A tuple of sines that is made once; in Python the time is saved elsewhere."""

from math import radians, sin

from retromaze.machine.machine import Machine

CYAN = 0xFF00F8F8
SINES = tuple(sin(radians(degrees)) for degrees in range(0, 360, 4))  # 4-5


def main(machine: Machine) -> None:
    """Draw eight figures."""
    machine.reset()  # 3
    for size in range(1, 9):  # 6
        for i in range(90):  # 7
            x, y = SINES[(i + size * 3) % 90], SINES[i * 2 % 90]
            machine.screen.point(int(200 + x * size * 12), int(120 + y * size * 12), CYAN)  # 8
