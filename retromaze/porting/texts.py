"""Finds strings that have several names while one of these changes them in place.

Those become `basic.Text` objects; all others are plain strings, where `INC A$,"X"` may make a new one.
"""

from __future__ import annotations

from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.nodes import Expression, Head, Target
from retromaze.language.program import Variable
from retromaze.language.walk import every, heads, steps
from retromaze.lowering.facts.declared import owns, takes_out
from retromaze.lowering.facts.variants import outputs, receivers
from retromaze.porting.definitions import PortVariants
from retromaze.porting.units import PortUnit


def shared_texts(units: list[PortUnit], variants: PortVariants) -> set[Variable]:
    """The variables and arrays whose strings have to be objects."""
    found = _Copies(units, variants)
    return {each for each in found.leaders if each.kind == "$" and found.leader(each) in found.changed}


class _Copies:
    """Variables that hand their strings to each other, in groups, and the groups in which one is changed."""

    def __init__(self, units: list[PortUnit], variants: PortVariants) -> None:
        self.variants = variants
        self.leaders: dict[Variable, Variable] = {}
        self.copied: set[Variable] = set()
        self.changing: list[Variable] = []
        self.taken: list[Variable] = []
        for unit in units:
            for step in steps(unit.body):
                for head in heads(step):
                    self.look(unit, head)
        copied = {self.leader(each) for each in self.copied}
        self.changed = {self.leader(each) for each in self.changing} & copied
        self.changed |= {self.leader(each) for each in self.taken}

    def leader(self, variable: Variable) -> Variable:
        self.leaders.setdefault(variable, variable)
        while self.leaders[variable] is not variable:
            variable = self.leaders[variable]
        return variable

    def join(self, one: Variable | None, other: Variable | None) -> None:
        if one is not None and other is not None and one.kind in "$?" and other.kind in "$?":
            self.leaders[self.leader(one)] = self.leader(other)
            self.copied.update((one, other))

    def look(self, unit: PortUnit, head: Head) -> None:
        for store in stores(head):
            self.join(unit.scope.stored(store.target), self.source(unit, store.given))
            if store.is_sum:
                self.change(unit.scope.stored(store.target))
            self.look_at_character(unit, store.target)
        if isinstance(head, nodes.Return) and unit.variant is not None and head.value is not None:
            self.join(unit.variant.result, self.source(unit, head.value))
        for node in every(head):
            if isinstance(node, nodes.Function | nodes.Instruction):
                self.look_at_call(unit, node)

    def look_at_character(self, unit: PortUnit, target: Target) -> None:
        """A character of a string that is stored into changes the string."""
        match target:
            case nodes.Index(target=nodes.Name(name=name)):
                self.change(unit.scope.find(name), scalar=True)
            case nodes.Index(target=nodes.Index() as element):
                self.change(unit.scope.stored(element))

    def change(self, variable: Variable | None, *, scalar: bool = False) -> None:
        if variable is not None and variable.kind == "$" and not (scalar and variable.is_array):
            self.changing.append(variable)

    def source(self, unit: PortUnit, value: Expression | None) -> Variable | None:
        """The variable whose string a value is."""
        match value:
            case nodes.Name() | nodes.Index():
                return unit.scope.stored(value)
            case nodes.Function() if value.name in self.variants:
                variant = self.variants.find(unit.rules.kind, value)
                return variant.result if variant else None
            case _:
                return None

    def look_at_call(self, unit: PortUnit, node: nodes.Function | nodes.Instruction) -> None:
        if node.name in self.variants:
            self.look_at_definition(unit, node)
        elif owns(node.name) and node.arguments:
            owner = node.arguments[0]
            variable = unit.scope.stored(owner)
            is_text = not (isinstance(owner, nodes.Name) and variable is not None and variable.is_array)
            if is_text and variable is not None and variable.kind == "$":
                (self.taken if takes_out(node.name) else self.changing).append(variable)
            elif not takes_out(node.name) and len(node.arguments) > 1:
                self.join(variable, self.source(unit, node.arguments[1]))

    def look_at_definition(self, unit: PortUnit, node: nodes.Function | nodes.Instruction) -> None:
        variant = self.variants.find(unit.rules.kind, node)
        if variant is None:
            return
        for name, argument in zip(receivers(variant.scope), node.arguments, strict=True):
            if name:
                self.join(variant.scope.variables[name], self.source(unit, argument))
        if isinstance(node, nodes.Instruction) and node.outputs:
            given = [variant.scope.variables[name] for name in outputs(variant.scope)] or [variant.result]
            for target, variable in zip(node.outputs, given, strict=False):
                self.join(unit.scope.stored(target), variable)
