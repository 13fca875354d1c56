"""Expressions of BASIC that are evaluated where a run stands, from its variables alone."""

from __future__ import annotations

from collections.abc import Iterator
from types import FrameType
from typing import Any, Protocol

from retromaze.errors import BasicError, UsageError
from retromaze.language import nodes
from retromaze.language.walk import every
from retromaze.sources.lookup import items_of, value_of_expression
from retromaze.sources.variables import beyond, name_and_value

LONGEST = 200
"""Characters of an expression: so it is never nested too deeply to be evaluated."""


class Standing(Protocol):
    """A run that stands before a statement."""

    @property
    def names(self) -> dict[str, str]:
        """The names of BASIC for those of Python, as the listing is compiled now."""

    def frames(self) -> Iterator[FrameType]:
        """The Python frames of the listing, innermost first."""


class Expression:
    """An expression of BASIC that is evaluated where a run stands, from its variables alone."""

    def __init__(self, text: str) -> None:
        """Raises UsageError for a text that is no expression, or one that calls anything."""
        self.text = text
        self._tree = parsed(text)
        self._names = frozenset(each.name for each in every(self._tree) if isinstance(each, nodes.Name))
        self._looked_in: dict[str, str] = {}
        self._found: dict[str, str] = {}

    def value(self, run: Standing) -> Any:
        """Its value, None where it has none: a variable may not be known there, a subscript be too large."""
        return value_of_expression(self._tree, self._known(run))

    def _known(self, run: Standing) -> dict[str, Any]:
        """The variables that it names: those of the main program, then those of the innermost call.

        What only subroutines use, none of which may be under way, is found beyond both.
        """
        frames, known, wanted = list(run.frames()), dict[str, Any](), self._wanted(run.names)
        outer_and_inner = (frames[-1], frames[0]) if frames else ()
        for frame in outer_and_inner:
            for names in (frame.f_globals, frame.f_locals):
                known.update((python, names[python]) for python in wanted if python in names)
        for frame in outer_and_inner if len(known) < len(wanted) else ():
            known = {
                **{python: value for python, value in beyond(frame).items() if python in wanted},
                **known,
            }
        return dict(name_and_value(wanted[python], value) for python, value in known.items())

    def _wanted(self, names: dict[str, str]) -> dict[str, str]:
        """Those of the listing's names that stand in it; looked for once for each compilation."""
        if names is not self._looked_in:
            self._looked_in = names
            self._found = {
                python: basic for python, basic in names.items() if basic.removesuffix("[]") in self._names
            }
        return self._found


def parsed(text: str) -> nodes.Expression:
    """The tree of an expression. Raises UsageError."""
    if len(text) > LONGEST:
        raise UsageError(f"an expression has {LONGEST} characters at most")
    try:
        items = items_of(text)
    except BasicError as error:
        raise UsageError(f"{text!r} is no expression of BASIC: {error.wording}") from None
    match items:
        case [tree] if not isinstance(tree, str):
            if any(isinstance(each, nodes.Function) and each.name != "LEN" for each in every(tree)):
                raise UsageError(f"{text!r} calls a function: a run stops by variables, operators and LEN")
            return tree
    raise UsageError(f"{text!r} is no expression of BASIC")
