"""The same: what is made from a seed need not be kept."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Show three mazes, of which the last is the first."""
    machine.reset()  # 3
    for seed in (7, 2014, 7):  # 4-5, 14
        machine.rng.seed(seed)  # 6
        machine.console.print(f"MAZE {seed}")  # 7
        for _ in range(6):  # 8
            for _ in range(40):  # 9
                machine.console.print("/\\"[machine.rng.below(2)], end="")  # 10
            machine.console.print()  # 12
