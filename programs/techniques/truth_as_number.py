"""A bool is a number in Python as well; `max` and `min` say better what is meant."""

from retromaze.machine.machine import Machine

STICK = (8, 8, 4, 0, 8, 8, 8, 4)  # 11


def main(machine: Machine) -> None:
    """Move something by a stick."""
    x = 10  # 3
    for _ in range(5):  # 4
        for button in STICK:  # 5
            if button == 8:  # 6
                x = min(x + 1, 20)
            elif button == 4:
                x = max(x - 1, 0)
            machine.console.print(f"{x} ", end="")  # 7
        machine.console.print()  # 8
