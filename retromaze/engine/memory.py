"""The console's memory: how many elements all arrays of a computer may have together.

Growing an array is one call of Python's own, so it is not checked when it happens but once a frame:
an endless PUSH ends in the machine's error long before it troubles the host.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from retromaze.engine.arrays import NUMERIC_LIMIT, STRING, STRING_LIMIT, Array
from retromaze.errors import OutOfMemory


class Memory:
    """Knows the arrays that are alive."""

    def __init__(self) -> None:
        self.arrays: WeakSet[Array] = WeakSet()

    def make(self, kind: str, sizes: tuple[int, ...], default: Any = None) -> Array:
        """A new array; raises OutOfRange or OutOfMemory for sizes the machine refuses."""
        made = Array(kind, sizes, default)
        self.arrays.add(made)
        return made

    def check(self) -> None:
        """Raises OutOfMemory when the arrays have grown past what the console has room for."""
        used = sum(
            len(each) / (STRING_LIMIT if each.kind == STRING else NUMERIC_LIMIT) for each in self.arrays
        )
        if used > 1:
            raise OutOfMemory("the arrays have grown too large")
