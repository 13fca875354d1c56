"""Finds strings that have several names while one of these changes them in place.

Those become `basic.Text` objects; all others are plain strings, where `INC A$,"X"` may make a new one.
"""

from __future__ import annotations

from retromaze.analysis.declared import owns, takes_out
from retromaze.analysis.graphs import Groups
from retromaze.analysis.side_effects import assignments
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.nodes import Expression, Head, Target, calls
from retromaze.language.program import Variable
from retromaze.language.structure import heads, steps
from retromaze.porting.inference import PortVariants
from retromaze.porting.units import PortUnit


def shared_texts(units: list[PortUnit], variants: PortVariants) -> set[Variable]:
    """The variables and arrays whose strings have to be objects."""
    found = _Copies(units, variants)
    groups = found.groups
    return {each for each in groups.leaders if each.kind == "$" and groups.leader(each) in found.changed}


class _Copies:
    """Variables that hand their strings to each other, in groups, and the groups in which one is changed."""

    def __init__(self, units: list[PortUnit], variants: PortVariants) -> None:
        self.variants = variants
        self.groups = Groups[Variable]()
        self.copied: set[Variable] = set()
        self.changing: list[Variable] = []
        self.taken: list[Variable] = []
        for unit in units:
            for step in steps(unit.body):
                for head in heads(step):
                    self.look(unit, head)
        leader = self.groups.leader
        copied = set(map(leader, self.copied))
        self.changed = set(map(leader, self.changing)) & copied | set(map(leader, self.taken))

    def join(self, one: Variable | None, other: Variable | None) -> None:
        if one is not None and other is not None and one.kind in "$?" and other.kind in "$?":
            self.groups.join(one, other)
            self.copied.update((one, other))

    def look(self, unit: PortUnit, head: Head) -> None:
        result = unit.variant.result if unit.variant else None
        for target, value, store in assignments(unit.scope, head, unit.rules.callee, result):
            if store is None or store.step is None:
                self.join(target, value if isinstance(value, Variable) else self.source(unit, value))
        for store in stores(head):
            if store.is_sum:
                self.change(unit.scope.stored(store.target))
            self.look_at_character(unit, store.target)
        for call in calls(head):
            if owns(call.name) and call.arguments:
                self.look_at_owner(unit, call.name, call.arguments[0])

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

    def source(self, unit: PortUnit, value: object) -> Variable | None:
        """The variable whose string a value is."""
        match value:
            case nodes.Name() | nodes.Index():
                return unit.scope.stored(value)
            case nodes.Function() if value.name in self.variants:
                variant = self.variants.find(unit.rules.kind, value)
                return variant.result if variant else None
            case _:
                return None

    def look_at_owner(self, unit: PortUnit, word: str, owner: Expression | None) -> None:
        """A word that changes an array or a string in place; it changes the string if it is given one."""
        variable = unit.scope.stored(owner)
        is_array = isinstance(owner, nodes.Name) and variable is not None and variable.is_array
        if variable is not None and variable.kind == "$" and not is_array:
            (self.taken if takes_out(word) else self.changing).append(variable)
