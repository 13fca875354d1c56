"""A port has the same layers: it scrolls them, too."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Scroll a map over the screen."""
    machine.reset()  # 3
    machine.backgrounds.set_map(0, 64, 32)  # 4
    below = machine.rng.below
    for _ in range(300):  # 5
        machine.backgrounds.put(0, below(64), below(32), 1 + below(20))  # 6
    for t in range(1, 121):  # 8
        machine.backgrounds.move(0, t * 2, t)  # 9
