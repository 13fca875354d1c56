"""A dict of functions instead of labels that are worked out."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Feed things to somebody."""
    say = machine.console.print

    def apple() -> None:  # 9
        say("CRUNCH")

    def tea() -> None:  # 11
        say("SLURP")

    def stone() -> None:  # 13
        say("OUCH")

    eaten = {"APPLE": apple, "TEA": tea, "STONE": stone}
    for thing in ("TEA", "APPLE", "STONE", "APPLE", "TEA", "TEA"):  # 3-4, 14
        eaten[thing]()  # 5
