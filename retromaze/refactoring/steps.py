"""The changes of the steps of `retromaze tidy`, by the step's name, in the order in which they are tried.

Each change is a whole new text made from the given one. After one is applied, the changes of the new text
must be computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from retromaze.refactoring.loops import loops_over_items
from retromaze.refactoring.objects import parallel_lists
from retromaze.refactoring.source import Restructured
from retromaze.refactoring.stacks import stacks_of_tuples
from retromaze.refactoring.states import numbered_states

CHANGES: dict[str, Callable[[str], Iterator[Restructured]]] = {
    "objects": parallel_lists,
    "loops": loops_over_items,
    "stacks": stacks_of_tuples,
    "states": numbered_states,
}
