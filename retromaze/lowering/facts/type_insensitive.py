"""Finds numbers that are only cut to 32 bits, compared or tested: Integer or Real makes no difference.

`N=N>>1` makes an Integer of a parameter that came as a Real. As long as nothing is added to N it is all the
same, and N can be kept in one shape.
"""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.language import nodes
from retromaze.language.program import Scope
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import heads, nodes_in

CUTTING = {"AND", "OR", "XOR", "DIV", "MOD", "<<", ">>", "NOT"}
TESTING = {"==", "!=", "<", "<=", ">", ">=", "&&", "||", "!"}


def type_insensitive_names(scope: Scope) -> set[str]:
    """The variables of a scope whose type does not show anywhere in it."""
    seen, shown = set[str](), set[str]()
    for step in scope.steps:
        for head in heads(step):
            hidden = set(map(id, hidden_in(head, is_test=not isinstance(step, CountedLoop | nodes.Node))))
            for node in nodes_in(head):
                if isinstance(node, nodes.Name):
                    (seen if id(node) in hidden else shown).add(node.name)
    return seen - shown


def hidden_in(head: nodes.Node, *, is_test: bool) -> Iterator[nodes.Node]:
    """The places of a statement or condition where a number is looked at and its type is not."""
    if is_test:
        yield head
    for node in nodes_in(head):
        match node:
            case nodes.Binary(operator=sign) if sign in CUTTING or sign in TESTING:
                yield from (node.left, node.right)
            case nodes.Unary(operator=sign) if sign in CUTTING or sign in TESTING:
                yield node.operand
            case nodes.Index():
                yield from node.subscripts
            case nodes.Assign():
                yield node.target
