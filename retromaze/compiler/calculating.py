"""Finds pure DEFs: their result depends on a few whole numbers, and nothing else happens.

Such a DEF stores to its own names only, calls nothing, cannot fail, and always gives a number. So nobody can
tell how often it was called while what it reads stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.analysis.guards import Knowledge
from retromaze.analysis.kinds import has_zero
from retromaze.analysis.type_rules import Facts, SettledRules, TypeRules, Variant, Variants
from retromaze.compiler.call_graph import returns
from retromaze.compiler.work import Work
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.nodes import nodes_in
from retromaze.language.structure import Choice, all_heads, steps

STEPS = (nodes.Declare, nodes.Assign, nodes.Return)
SIGNS = {"+", "-", "*", "DIV", "MOD", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "AND", "OR", "XOR"}


class Calculating:
    """Tells which variants of DEFs only calculate; their callers must count their work."""

    def __init__(self, facts: Facts, variants: Variants, knowledge: Knowledge, work: Work) -> None:
        self.facts = facts
        self.variants = variants
        self.knowledge = knowledge
        self.work = work
        self._known: dict[Variant, bool] = {}

    def only(self, variant: Variant) -> bool:
        found = self._known.get(variant)
        if found is None:
            found = self._known[variant] = self._only(variant)
        return found

    def _only(self, variant: Variant) -> bool:
        name, body = variant.name, variant.scope.body
        if not self.work.is_counted(name) or not body.statements:
            return False
        if name not in self.work.graph.quiet or not returns(body.statements[-1]):
            return False
        if not all(isinstance(step, (Choice, *STEPS)) for step in steps(body)):
            return False
        if not all(name in variant.scope.variables for name in stored_names(variant)):
            return False
        rules = SettledRules(variant.scope, self.facts, self.variants)
        return all(self.is_sure_at(rules, head) for head in all_heads(body))

    def is_sure_at(self, rules: TypeRules, head: nodes.Node) -> bool:
        here = rules.under(self.knowledge.at(rules.scope, head))
        return all(self.is_sure(here, node) for node in nodes_in(head))

    def is_sure(self, rules: TypeRules, node: nodes.Node) -> bool:
        """Whether it is part of a calculation with whole numbers that cannot fail."""
        match node:
            case nodes.Name(name=name):
                return rules.scope.find(name) is not None and rules.kind(node).is_int
            case nodes.Binary(operator="DIV" | "MOD", right=right) if has_zero(rules.kind(right)):
                return False
            case nodes.Binary(operator=sign):
                return sign in SIGNS and rules.kind(node).is_int
            case nodes.Number() | nodes.Unary():
                return rules.kind(node).is_int
            case nodes.Declaration():
                return node.sizes is None
            case _:
                return isinstance(node, STEPS)

    def read(self, variant: Variant) -> Iterator[str]:
        """The globals that a variant looks at."""
        for head in variant.scope.heads:
            for node in nodes_in(head):
                if isinstance(node, nodes.Name) and node.name not in variant.scope.variables:
                    yield node.name


def stored_names(variant: Variant) -> Iterator[str]:
    for head in variant.scope.heads:
        yield from (each.name for each in stores(head))
