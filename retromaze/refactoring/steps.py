"""The steps of `retromaze tidy`, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from retromaze.refactoring.loops import loops_over_items
from retromaze.refactoring.objects import parallel_lists
from retromaze.refactoring.source import Change
from retromaze.refactoring.stacks import stacks_of_tuples
from retromaze.refactoring.states import numbered_states


class Step(NamedTuple):
    """A restructuring; `changes` yields the changes that it can make in a module's text.

    Each change is a whole new text made from the given one. After one is applied, the changes of the new text
    must be computed again.
    """

    name: str
    meaning: str
    changes: Callable[[str], Iterator[Change]]


STEPS = (
    Step(
        "objects",
        "lists that are filled and subscripted together become one list of small objects, so do tables",
        parallel_lists,
    ),
    Step(
        "loops",
        "loops over the numbers of such objects become loops over the objects",
        loops_over_items,
    ),
    Step(
        "stacks",
        "stacks or queues that grow and shrink together become one of tuples",
        stacks_of_tuples,
    ),
    Step(
        "states",
        "numbers that only name the states of a variable become an Enum, if comments or calls name them",
        numbered_states,
    ),
)
