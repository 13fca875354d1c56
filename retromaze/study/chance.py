"""The random numbers that a maker from outside is given."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from retromaze.machine.rng import Rng

WORD = 32
"""Bits of a word of the generator."""


class Chance(random.Random):
    """Python's own `random.Random`, its numbers drawn from the library's generator.

    So `choice`, `shuffle`, `randrange` and all others are there, give the same with the same seed on every
    computer, and `below` draws what the makers of the library draw.
    """

    def __init__(self, seed: int) -> None:
        """`seed` from 0 to 2**32 - 1."""
        super().__init__(0)
        self._rng = Rng(seed)

    def below(self, bound: int, /) -> int:
        """A whole number from 0 to bound - 1; one step. Raises ValueError if bound < 1."""
        return self._rng.below(bound)

    def random(self) -> float:
        """A real, 0 <= r < 1; two steps."""
        return self._rng.fraction()

    def getrandbits(self, k: int, /) -> int:
        """A whole number of k bits; a step for each 32 of them."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        words = -(-k // WORD)
        number = sum(self._rng.raw() << WORD * at for at in range(words))
        return number >> (WORD * words - k)

    def seed(self, *given: Any, **named: Any) -> None:
        """Begins anew with a seed. The first call is that of `random.Random` itself."""
        if given and isinstance(given[0], int):
            self._rng = Rng(given[0] % 2**WORD)

    def getstate(self) -> NoReturn:
        """Not to be had. Raises NotImplementedError."""
        raise NotImplementedError("the state of this generator cannot be taken; begin it anew by seed()")

    def setstate(self, state: Any) -> NoReturn:
        """Not to be had. Raises NotImplementedError."""
        self.getstate()


@contextmanager
def seeded_random(seed: int) -> Iterator[None]:
    """Lets Python's module `random` begin with this seed, and go on afterwards as if nothing had been."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)
