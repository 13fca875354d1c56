"""A generator function keeps the four words; an int has to be cut to 32 bits by hand."""

from collections.abc import Iterator
from itertools import islice

from retromaze.machine.machine import Machine

WORD = 0xFFFFFFFF


def xorshift() -> Iterator[int]:
    """Xorshift128 of Marsaglia."""
    x, y, z, w = 123456789, 362436069, 521288629, 88675123  # 3
    while True:
        t = x ^ x << 11 & WORD  # 5
        x, y, z = y, z, w  # 6
        w = w ^ w >> 19 ^ t ^ t >> 8  # 7
        yield w


def main(machine: Machine) -> None:
    """Print twelve numbers."""
    for number in islice(xorshift(), 12):  # 4
        machine.console.print(f"{number:08X} {number & 7}")  # 8
