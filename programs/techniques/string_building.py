"""`join` instead of a string that grows."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Print stars and blanks."""
    machine.reset()  # 3
    for _ in range(20):  # 4
        machine.console.print("".join("#..."[machine.rng.below(4)] for _ in range(48)))  # 5-9
