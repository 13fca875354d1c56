"""A set of places instead of the screen."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Count stars without a neighbor."""
    stars: set[tuple[int, int]] = set()
    machine.reset()  # 3
    for _ in range(300):  # 4
        star = machine.rng.below(49), machine.rng.below(28)  # 5
        machine.console.locate(*star)
        machine.console.print("*", end="")
        stars.add(star)
    alone = sum((x + 1, y) not in stars for x, y in stars)  # 7-12
    machine.console.locate(0, 28)  # 13
    machine.console.print(f"{alone} STARS HAVE NO NEIGHBOR TO THE RIGHT")  # 14
