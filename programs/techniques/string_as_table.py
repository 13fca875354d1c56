"""A dict instead of a string that is searched."""

from retromaze.machine.machine import Machine

WORDS = {"U": "UP", "R": "RIGHT", "D": "DOWN", "L": "LEFT", "A": "JUMP", "B": "BOMB"}  # 3, 10


def main(machine: Machine) -> None:
    """Say what each letter means."""
    for letter in "UURDLLXDAB":  # 4-6
        word = WORDS.get(letter)
        machine.console.print(f"{word:5}" if word else "?")  # 7-11
