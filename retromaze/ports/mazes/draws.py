"""Where the library's chance comes from: a seeded generator, the machine's own or Xorshift128."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Protocol

from retromaze.machine.tinymt import MAT1, MAT2, TMAT, initial_state


class Draws(Protocol):
    """Anything that draws whole numbers, as the machine's Rng does."""

    def below(self, bound: int, /) -> int:
        """A whole number from 0 to bound - 1."""
        ...


def draws(seed: int | None, rng: Draws | None) -> Draws:
    """The generator to use: `rng` itself, or the machine's TinyMT-32 begun with `seed` (a fresh one if None).

    The same seed therefore gives the maze that the listing makes with `--seed`.
    Raises ValueError if both are given or the seed is not from 1 to 2**32 - 1.
    """
    if rng is None:
        return _seeded(secrets.randbits(32) or 1 if seed is None else seed)
    if seed is not None:
        raise ValueError("give either a seed or an rng, not both")
    return rng


def _seeded(seed: int) -> Draws:
    if not 1 <= seed < 2**32:
        raise ValueError(f"a seed must be from 1 to 2**32 - 1, not {seed}")
    return Seeded(seed)


class Seeded:
    """One series of the machine's TinyMT-32, word for word, without the machine's checks and events.

    below(bound): a whole number from 0 to bound - 1.
    """

    def __init__(self, seed: int) -> None:
        self.below = _tiny_mt(seed)


def _tiny_mt(seed: int) -> Callable[[int], int]:
    # A closure keeps the four words in cells: 40 % quicker than Rng.below, and a maze is mostly draws.
    s0, s1, s2, s3 = initial_state(seed)

    def below(bound: int, /) -> int:
        nonlocal s0, s1, s2, s3
        x = (s0 & 0x7FFFFFFF) ^ s1 ^ s2
        x = (x ^ x << 1) & 0xFFFFFFFF
        s3 ^= s3 >> 1 ^ x
        s0, s1, s2 = s1, s2, (x ^ s3 << 10) & 0xFFFFFFFF
        if s3 & 1:
            s1 ^= MAT1
            s2 ^= MAT2
        tempered = s0 + (s2 >> 8)
        word = s3 ^ tempered & 0xFFFFFFFF
        return (word ^ TMAT if tempered & 1 else word) % bound

    return below


class Xorshift128:
    """Marsaglia's Xorshift of four 32-bit words; `state[0]` is the newest.

    Source: article of 2022-10-10, pygame-mazemake, whose four words are the default.
    """

    ARTICLE_STATE = (123456789, 123456761, 123456757, 123456731)

    def __init__(self, state: tuple[int, int, int, int] = ARTICLE_STATE) -> None:
        """Begins with these words, newest first; raises ValueError for all zero or longer words."""
        if not all(0 <= word < 2**32 for word in state) or not any(state):
            raise ValueError(f"the state must be four 32-bit words, not all zero: {state}")
        self.state = state

    def next(self) -> int:
        """The next 32-bit word, unsigned; one step."""
        newest, second, third, oldest = self.state
        word = (oldest ^ oldest << 11) & 0xFFFFFFFF
        word ^= word >> 8
        word ^= newest ^ newest >> 19
        self.state = (word, newest, second, third)
        return word

    def below(self, bound: int, /) -> int:
        """A whole number from 0 to bound - 1: the remainder of one step.  Raises ValueError if bound < 1."""
        if bound < 1:
            raise ValueError(f"the bound must be at least 1, not {bound}")
        return self.next() % bound


def shuffled(count: int, rng: Draws) -> list[int]:
    """0 to count - 1 in a drawn order (Durstenfeld, from the last place down to the first).

    `count` draws: the last place, which has no choice left, draws too, as in the articles.
    """
    order = list(range(count))
    shuffle(order, rng)
    return order


def shuffle(things: list[Any], rng: Draws) -> None:
    """Puts a list into a drawn order, in the way and with the draws of `shuffled`."""
    below = rng.below
    for last in range(len(things) - 1, -1, -1):
        drawn = below(last + 1)
        things[last], things[drawn] = things[drawn], things[last]
