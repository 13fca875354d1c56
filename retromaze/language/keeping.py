"""Keeps what was worked out of texts, as long as those are not too long together."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")

CHARACTERS = 1_500_000
"""The answers of so many together are kept; tree and code take 350 to 450 bytes a character."""


class Kept(Generic[Made]):
    """A function of a text, and of more that can be hashed, that keeps its last answers.

    At most `most` are kept, and no more than CHARACTERS of texts allow; the last one always is: a program
    that changes and runs another of a megabyte again and again would fill the memory.
    """

    def __init__(self, function: Callable[..., Made], most: int) -> None:
        self.__wrapped__ = function
        self._most = most
        self._answers: OrderedDict[tuple[Any, ...], Made] = OrderedDict()
        self._lock = Lock()

    def __call__(self, text: str, *rest: Hashable) -> Made:
        key = (text, *rest)
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
        made = self.__wrapped__(text, *rest)
        with self._lock:
            self._answers[key] = made
            while len(self._answers) > 1 and not self._fits():
                self._answers.popitem(last=False)
        return made

    def _fits(self) -> bool:
        return len(self._answers) <= self._most and sum(len(key[0]) for key in self._answers) <= CHARACTERS

    def cache_clear(self) -> None:
        """Forgets all answers."""
        self._answers.clear()


def kept(most: int) -> Callable[[Callable[..., Made]], Kept[Made]]:
    """Has a function of a text keep so many answers at most."""
    return lambda function: Kept(function, most)
