"""Changes strings inside arrays in place: POP(A$[i]), SHIFT(A$[i]), PUSH A$[i],t$, UNSHIFT A$[i],t$.

A character of a string is no string of its own: POP(S$[i]) is refused where S$ is no array (unverified).
Source: language reference, 5.5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from retromaze.errors import SubscriptOutOfRange, TypeMismatch
from retromaze.values.arithmetic import array, element, innermost, shareable_string
from retromaze.values.arrays import STRING, Array
from retromaze.values.texts import Texts

Change = Callable[[Any, Any], Any]
Subscripts = tuple[int, ...]


class Elements:
    """These operations for one computer; `OPERATORS` are those that generated code calls by their names."""

    OPERATORS = (
        "change_element",
        "change_inner",
        "shared_inner",
        "take_from_element",
        "take_from_inner",
    )

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def take_from_element(self, items: list[Any], position: int, end: int) -> str:
        """The last character (`end` is -1) or first one (0) of an element; the element loses it."""
        if position >= len(items):
            raise SubscriptOutOfRange
        taken, items[position] = self.texts.take_character(items[position], end)
        return taken

    def change_element(self, items: list[Any], position: int, change: Change, text: Any) -> None:
        """PUSH or UNSHIFT (`change`) of a text onto an element."""
        if position >= len(items):
            raise SubscriptOutOfRange
        items[position] = change(text, items[position])

    # ---- elements of what is known to be an array only when it runs

    def take_from_inner(self, owner: Any, subscripts: Subscripts, end: int) -> str:
        return self.take_from_element(strings_of(owner, subscripts), subscripts[-1], end)

    def change_inner(self, owner: Any, subscripts: Subscripts, change: Change, text: Any) -> None:
        self.change_element(strings_of(owner, subscripts), subscripts[-1], change, text)

    def shared_inner(self, owner: Any, subscripts: Subscripts) -> Any:
        """An element, made shareable where it is a string, because a second name will refer to it."""
        if isinstance(owner, Array) and owner.kind == STRING:
            items = innermost(owner, subscripts)
            items[subscripts[-1]] = shareable_string(items[subscripts[-1]])
        return element(owner, subscripts)


def strings_of(owner: Any, subscripts: Subscripts) -> list[Any]:
    """The list that holds the element; TypeMismatch for anything but an array of strings."""
    if array(owner).kind != STRING:
        raise TypeMismatch(argument=1)
    return innermost(owner, subscripts)
