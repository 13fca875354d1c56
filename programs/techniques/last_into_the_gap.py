"""Python keeps the trick: `list.pop(i)` moves all that follow, a pop from the end moves nothing."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Take numbers out in a random order."""
    left = list(range(1, 301))  # 3-4
    taken = []  # 5
    while left:  # 6
        at = machine.rng.below(len(left))  # 7
        left[at], left[-1] = left[-1], left[at]  # 10
        taken.append(left.pop())  # 8-9
    machine.console.print(f"{len(taken)} TAKEN, SUM {sum(taken)}")  # 12
