"""Checks of sizes and random numbers for all makers: of a seed, the machine or Xorshift128.

`# shuffled RND` behind a line names the lines with RND among those that a port's margin names where the port
calls `shuffled`.  `# XORSHIFT+2` names the second line behind DEF XORSHIFT.
"""

from __future__ import annotations

import secrets
from typing import Any, Protocol

from retromaze.machine.rng import Rng


def at_least(minimum: int, **sizes: int) -> None:
    """Raises ValueError if one of the named sizes is smaller."""
    for name, size in sizes.items():
        if size < minimum:
            raise ValueError(f"{name} must be at least {minimum}, not {size}")


def odd_at_least(minimum: int, **sizes: int) -> None:
    """Raises ValueError if one of the named sizes is smaller or even."""
    for name, size in sizes.items():
        if size < minimum or size % 2 == 0:
            raise ValueError(f"{name} must be odd and at least {minimum}, not {size}")


class Draws(Protocol):
    """Any generator of random whole numbers, such as the machine's Rng; a "draw" is one number from it."""

    def below(self, bound: int, /) -> int:
        """Returns a whole number from 0 to bound - 1."""
        ...


def draws(seed: int | None, rng: Draws | None) -> Draws:
    """Returns the generator to use: `rng`, or the machine's TinyMT-32 with `seed` (None: a new seed).

    The same seed therefore gives the maze that the listing makes with `--seed`.
    Raises ValueError if both are given or the seed is not from 1 to 2**32 - 1.
    """
    if rng is not None:
        if seed is not None:
            raise ValueError("give either a seed or an rng, not both")
        return rng
    if seed is None:
        seed = secrets.randbits(32) or 1
    if not 1 <= seed < 2**32:
        raise ValueError(f"a seed must be from 1 to 2**32 - 1, not {seed}")
    return Rng(seed)


def xorshift(newest: int, oldest: int) -> int:
    """Returns the word that follows in Xorshift128, of the newest and the oldest of its four 32-bit words."""
    word = (oldest ^ oldest << 11) & 0xFFFFFFFF  # XORSHIFT+3
    word ^= word >> 8  # XORSHIFT+4
    return word ^ newest ^ newest >> 19  # XORSHIFT+5


class Xorshift128:
    """Marsaglia's Xorshift of four 32-bit words; `state[0]` is the newest.

    Source: article of 2022-10-10, pygame-mazemake, whose four words are the default.
    """

    ARTICLE_STATE = (123456789, 123456761, 123456757, 123456731)

    def __init__(self, state: tuple[int, int, int, int] = ARTICLE_STATE) -> None:
        """Begins with these words, newest first; raises ValueError for all zero or longer words.

        Raises TypeError for a list: the article's function of this name changes one, this class does not.
        """
        if isinstance(state, list):
            raise TypeError(
                "the words are a tuple; a list is for retromaze.ports.articles.wall_extension.Xorshift128"
            )
        if not all(0 <= word < 2**32 for word in state) or not any(state):
            raise ValueError(f"the state must be four 32-bit words, not all zero: {state}")
        self.state = state

    def next(self) -> int:
        """Returns the next 32-bit word, unsigned; one step."""
        newest, second, third, oldest = self.state  # XORSHIFT+1
        word = xorshift(newest, oldest)
        self.state = (word, newest, second, third)  # XORSHIFT+2
        return word

    def below(self, bound: int, /) -> int:
        """Returns a number from 0 to bound - 1, from one step.  Raises ValueError if bound < 1."""
        if bound < 1:
            raise ValueError(f"the bound must be at least 1, not {bound}")
        return self.next() % bound  # RANDOM+1-2


def shuffled(count: int, rng: Draws) -> list[int]:
    """Returns 0 to count - 1 in random order (Durstenfeld, from the last place down to the first).

    `count` draws: the last place, which has no choice left, draws too, as in the articles.
    """
    order = list(range(count))
    shuffle(order, rng)
    return order


def shuffle(things: list[Any], rng: Draws) -> None:
    """Puts a list into random order, in the way and with the draws of `shuffled`."""
    below = rng.below
    for last in range(len(things) - 1, -1, -1):  # shuffled FOR
        drawn = below(last + 1)  # shuffled RND
        things[last], things[drawn] = things[drawn], things[last]  # shuffled SWAP
