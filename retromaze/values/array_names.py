"""Names of arrays: `B=A`, OUT and the value of a DEF make a name stand for an array that is there already.

A name given an array by a DEF takes any: one of another type or of other dimensions is fine until the name is
used as what it was declared as. Source: language reference, 4.9. Unverified: that `B=A` wants arrays alike.
"""

from __future__ import annotations

from typing import Any, NoReturn

from retromaze.errors import TypeMismatch
from retromaze.values.arrays import Array


class Misfit:
    """The elements of an array under a name they do not fit: they can be counted and nothing else."""

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def refuse(self, *_: Any) -> NoReturn:
        raise TypeMismatch

    __getitem__ = __setitem__ = __delitem__ = refuse
    append = insert = pop = refuse


def fits(kind: str, dimensions: int, array: Array) -> bool:
    return array.kind == kind and len(array.sizes) == dimensions


def same_kind(kind: str, dimensions: int, value: Any) -> Array:
    """An array for a name of that kind and so many dimensions; TypeMismatch for anything else."""
    if isinstance(value, Array) and fits(kind, dimensions, value):
        return value
    raise TypeMismatch


def items_under(kind: str, dimensions: int, array: Array) -> list[Any] | Misfit:
    """The elements of an array as a name of that kind and so many dimensions may use them."""
    return array.items if fits(kind, dimensions, array) else Misfit(array)
