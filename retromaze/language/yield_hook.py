"""A hook that is called while a long listing is compiled, to show progress or to stop."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar


def _nobody() -> None:
    """Nobody waits."""


_waiting: ContextVar[Callable[[], None]] = ContextVar("waiting", default=_nobody)


class yielding_to:
    """Inside, `callback` is called at every few statements that are compiled; what it raises goes through."""

    __slots__ = ("callback", "token")

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback = callback

    def __enter__(self) -> None:
        self.token = _waiting.set(self.callback)

    def __exit__(self, *failure: object) -> None:
        _waiting.reset(self.token)


def yield_to_host() -> None:
    """A little work is done: calls whoever waits for it."""
    _waiting.get()()
