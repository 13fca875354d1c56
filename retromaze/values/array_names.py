"""Array names that come to mean another array: by `B=A`, OUT, or the result of a DEF.

The array stays what it is, whatever the name was declared as: of other dimensions, of Reals under the name of
an array of Integers or the reverse. What a DEF gives, by OUT or as its result, may also be an array of
strings under the name of one of numbers or the reverse. Source: language reference, 2.7 and 4.9. Unverified:
the same by `B=A`, which is a TypeMismatch here.
"""

from __future__ import annotations

from typing import Any, NoReturn

from retromaze.errors import TypeMismatch
from retromaze.values.arrays import STRING, Array


class Misfit:
    """The elements of an array under a name that was compiled for another: they can only be counted.

    A line of DIRECT mode can give a name such an array while the program is stopped that has the name.
    """

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


def array_for(kind: str, value: Any) -> Array:
    """An array for a name of that kind; TypeMismatch for strings among numbers, and for what is no array."""
    if isinstance(value, Array) and (value.kind == STRING) == (kind == STRING):
        return value
    raise TypeMismatch


def items_under(kind: str, dimensions: int, array: Array) -> list[Any] | Misfit:
    """The elements of an array as a name of that kind and so many dimensions may use them."""
    return array.items if fits(kind, dimensions, array) else Misfit(array)
