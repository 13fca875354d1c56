"""The same two pages; other Python toolkits call it double buffering, and do it by themselves."""

from math import cos, radians, sin

from retromaze.machine.machine import Machine

WHITE = 0xFFF8F8F8


def main(machine: Machine) -> None:
    """Turn a star."""
    machine.reset()  # 3
    drawn = 1  # 4
    for turn in range(30):  # 5
        machine.screen.set_pages(1 - drawn, drawn)  # 6
        machine.screen.clear()  # 7
        for angle in range(0, 360, 30):  # 8
            a = radians(angle + turn * 4)
            machine.screen.line(200, 120, int(200 + cos(a) * 90), int(120 + sin(a) * 90), WHITE)  # 9
        machine.vsync()  # 11
        drawn = 1 - drawn  # 12
