"""Evaluates calls of pure DEFs once for a statement, or once for a loop that does not change their inputs.

`GTRI CX(I)-6,CY(I)-4,CX(I)+6,CY(I)-4,CX(I),CY(I)-7` calls each of the two once: `t1 = CX_def1(I)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from retromaze.analysis.declared import Call
from retromaze.analysis.type_rules import Variant
from retromaze.builtins.registry import VARIABLES
from retromaze.compiler import naming
from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import FunctionUnit
from retromaze.language import nodes
from retromaze.language.effects import target_name
from retromaze.language.nodes import calls, every
from retromaze.language.structure import CountedLoop, Step, all_heads

STRAIGHT = (nodes.Assign, nodes.Instruction, nodes.Print)
Key = tuple[str, tuple[str, ...]]
Calls = dict[Key, nodes.Function]


class CommonSubexpressions:
    """Finds the calls that one Python function need not make again."""

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit
        compilation = unit.compilation
        self.knowledge = compilation.knowledge
        self.graph = compilation.graph
        seen = compilation.settings.traced or compilation.knowledge.open_to_others
        self.used = compilation.uses(Technique.ONCE) and bool(compilation.graph.quiet) and not seen

    def in_statement(self, step: Step) -> Calls:
        """The calls that a statement makes twice, where all its calls of DEFs only calculate."""
        if not (self.used and isinstance(step, STRAIGHT)):
            return {}
        found = self.calculating([step])
        again = Counter(key for key, _ in found)
        return {key: call for key, call in found if again[key] > 1}

    def in_loop(self, loop: CountedLoop) -> Calls:
        """The calls that would give the same in each pass of a loop."""
        bodies = self.knowledge.bodies_of(self.unit.scope)
        if (
            not (self.used and bodies.called_in(loop))
            or bodies.has_labels(loop)
            or bodies.calls_subroutine(loop)
        ):
            return {}
        counter = target_name(loop.head.variable)
        return {
            key: call
            for key, call in self.calculating(all_heads(loop.body))
            if counter not in (read := self.read(call)) and not bodies.stores_to(loop, read)
        }

    def calculating(self, heads: Iterable[nodes.Head]) -> list[tuple[Key, nodes.Function]]:
        """The calls of DEFs, unless one of them does more than calculate."""
        found = []
        for head in heads:
            if "" in self.graph.called_in(head):
                return []
            for call in (each for each in calls(head) if each.name in self.graph.definitions):
                variant = self.variant(call)
                if variant is None or not isinstance(call, nodes.Function):
                    return []
                if (key := key_of(variant, call)) is not None:
                    found.append((key, call))
        return found

    def variant(self, call: Call) -> Variant | None:
        variant = self.unit.compilation.variants.find(self.unit.kind, call)
        return variant if variant and self.unit.compilation.calculating.only(variant) else None

    def read(self, call: nodes.Function) -> set[str]:
        """All names that what a call gives depends on."""
        variant = self.variant(call)
        assert variant is not None
        names = {each.name for each in every(call) if isinstance(each, nodes.Name)}
        return names | set(self.unit.compilation.calculating.read(variant))


def key_of(variant: Variant, call: Call) -> Key | None:
    """What two calls that give the same have in common; None where an argument is more than a name."""
    names = [
        each.name for each in call.arguments if isinstance(each, nodes.Name) and each.name not in VARIABLES
    ]
    return (naming.variant_function(variant), tuple(names)) if len(names) == len(call.arguments) else None
