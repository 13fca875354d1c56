"""A look outside while a long listing is compiled: who waits for it can show a sign of life, or end it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _nobody() -> None:
    """Nobody waits."""


_waiting: ContextVar[Callable[[], None]] = ContextVar("waiting", default=_nobody)


@contextmanager
def breathing(callback: Callable[[], None]) -> Iterator[None]:
    """Inside, `callback` is called at every few statements that are compiled; what it raises goes through."""
    token = _waiting.set(callback)
    try:
        yield
    finally:
        _waiting.reset(token)


def breathe() -> None:
    """A little work is done: calls whoever waits for it."""
    _waiting.get()()
