"""Text: a string that several names share and that can be changed in place.

BASIC strings are objects: after `B$=A$` both names mean the same one, and `INC A$,"x"` shows in B$.
Almost no listing can tell, so strings are plain Python `str` until a listing that changes strings in
place copies one; from then on both variables hold one `Text`.
Builtins never see a Text: what calls them (`calls.as_argument` in generated code, and where a name is only
known at run time `dynamic.converted_argument`) hands strings over as `str`. In an Array either may stand.
Source: language reference, section 2.6.
"""

from __future__ import annotations

from typing import Any


class Text:
    """A string object that more than one variable or element refers to."""

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value = value

    def __len__(self) -> int:
        return len(self.value)


def plain(value: str | Text) -> str:
    """The characters, whether shared or not."""
    return value if isinstance(value, str) else value.value


def unshared(value: Any) -> Any:
    """A value as it is handed to a builtin: a string as its characters, anything else as it is."""
    return value.value if isinstance(value, Text) else value
