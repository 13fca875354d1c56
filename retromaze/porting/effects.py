"""Finds operands without side effects, which may be written twice or in another order.

Whatever else a rule has to mention twice is named before (`Statements.named`) or handed to a function of
`basic`, which has it once; and where Python wants arguments in another order they go by their keywords.
"""

from __future__ import annotations

from retromaze.language import nodes
from retromaze.language.walk import calls
from retromaze.lowering.facts import bodies
from retromaze.lowering.facts.declared import is_pure
from retromaze.porting.module import PortFunction


def may_store(f: PortFunction, *given: nodes.Node | None) -> bool:
    """Whether working these out may change a variable that stands beside them."""
    return any(each is not None and bodies.may_store(each, f.module.variants) for each in given)


def is_steady(f: PortFunction, *given: nodes.Node | None) -> bool:
    """Whether nothing happens when these are worked out, however often and in whatever order."""
    return all(
        is_pure(call.name) and call.name not in f.module.variants
        for each in given
        if each is not None
        for call in calls(each)
    )
