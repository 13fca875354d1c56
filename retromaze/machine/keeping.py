"""Remembers what was drawn, within a limit of memory."""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by their keys, `limit` bytes of them at most: when there is no room, all are forgotten."""

    def __init__(self, limit: int) -> None:
        self._limit = self._room = limit
        self._values: dict[Key, Value] = {}
        self.get = self._values.get

    def keep(self, key: Key, value: Value, size: int) -> Value:
        """Remembers a value of about so many bytes, and gives it back."""
        if size > self._room:
            self._values.clear()
            self._room = self._limit
        self._room -= size
        self._values[key] = value
        return value
