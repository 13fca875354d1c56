"""The calls of a run as a message: a tree, each call behind its caller."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.language import nodes
from retromaze.studio.calls import MadeCall
from retromaze.studio.listing_statements import Place, listing_of
from retromaze.studio.messages import CallTree
from retromaze.studio.run import StudioRun
from retromaze.studio.values import scope_of


def call_tree(run: StudioRun) -> CallTree:
    """The calls that a run has made up to where it is."""
    made = run.calls
    made.leave_for(next(run.frames(), None))
    names: dict[str, int] = {}
    rows = []
    for depth, each in in_order(made.main):
        name = names.setdefault(name_of(each, run.source), len(names))
        rows.append([depth, name, each.line, each.number, each.count, each.inner])
    return CallTree(run.moment, list(names), rows, len(made.pending) - 1, made.deepest)


def in_order(main: MadeCall) -> Iterator[tuple[int, MadeCall]]:
    """Each call with its depth, before those that it has made."""
    waiting = [(0, main)]
    while waiting:
        depth, each = waiting.pop()
        yield depth, each
        waiting += ((depth + 1, call) for call in reversed(each.calls))


def name_of(made: MadeCall, source: str) -> str:
    """What was called: a DEF by its name, a GOSUB's by its label; "" is the main program."""
    return scope_of(made.name) or (label_before(source, made.place) if made.line else "")


def label_before(source: str, place: Place) -> str:
    """The label under which the statement at a place stands."""
    listing = listing_of(source)
    number = listing.number_at(*place) or 0
    labels = (each.name for each in reversed(listing.statements[:number]) if isinstance(each, nodes.Label))
    return f"@{next(labels, '')}"
