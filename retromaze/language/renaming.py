"""Finds array names that may come to mean another array: after `A%=B` both names are one array.

What such a name means is known only when the program runs, for every other name when it is declared. Shapes
are followed from name to name: by assignments, arguments, OUT and the values of DEFs. Types or the order of
statements do not count, so that a name may be found that never takes another array; none is missed.
Source: language reference, 2.7 and 4.9.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from retromaze.language import nodes
from retromaze.language.effects import CallResult, Store, ValueOrigin, stores
from retromaze.language.nodes import Expression
from retromaze.language.program import UNTYPED, Program, Scope, Variable
from retromaze.language.walk import calls

Shape = tuple[str, int]
"""The kind of an array's elements and the number of its dimensions."""

ANY_SHAPE: Shape = ("", 0)


def assigned_names(statements: Iterable[nodes.AnyStatement]) -> set[str]:
    """The names that statements give values as a whole: those of arrays among them come to mean others."""
    # what is declared is new, and SWAP of arrays fails
    given = (each for each in statements if not isinstance(each, nodes.Declare))
    return {each.name for statement in given for each in stores(statement) if is_given(each)}


def is_given(store: Store) -> bool:
    """Whether a name is given a value as a whole, which may be an array."""
    may_be_array = not isinstance(store.value, ValueOrigin) or store.value is ValueOrigin.MISSING
    return isinstance(store.target, nodes.Name) and may_be_array and not store.kept


def find_varying(program: Program, owned: Iterable[tuple[nodes.AnyStatement, Scope]]) -> None:
    """Marks arrays whose names may come to mean one of another shape; `owned` has statements and scopes."""
    shapes = _Shapes(program)
    for statement, scope in owned:
        shapes.follow(statement, scope)
    for variable in shapes.reached():
        variable.varies = True


class _Shapes:
    """Which shapes may arrive at which names."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.results = {name: Variable("", UNTYPED, parameter=True) for name in program.definitions}
        self.targets: defaultdict[Variable, set[Variable]] = defaultdict(set)
        self.found: defaultdict[Variable, set[Shape]] = defaultdict(set)

    def follow(self, statement: nodes.AnyStatement, scope: Scope) -> None:
        """Takes note of what a statement hands on."""
        match statement:
            case nodes.Define(common=True):
                self.anything(scope.find(name) for name in statement.parameters)
            case nodes.Return(value=value) if value is not None and not scope.is_main:
                self.link(self.results[scope.name], value, scope)
        for store in stores(statement):
            if isinstance(store.target, nodes.Name):
                self.follow_store(scope.find(store.name), store, scope)
        for call in calls(statement):
            self.follow_call(call, scope)

    def follow_store(self, target: Variable | None, store: Store, scope: Scope) -> None:
        if isinstance(store.value, CallResult):
            given = list(self.outputs(store.value.call.name))[store.value.position :]
            self.from_one(given[0], target) if given else self.anything([target])
        elif store.given is not None:
            self.link(target, store.given, scope)

    def follow_call(self, call: nodes.Function | nodes.Instruction, scope: Scope) -> None:
        definition = self.program.definitions.get(call.name)
        if definition is not None and (define := definition.routine.define):
            for name, argument in zip(define.parameters, call.arguments, strict=False):
                if argument is not None:
                    self.link(definition.find(name), argument, scope)
        elif call.name == "CALL":
            for each in self.program.definitions.values():
                define = each.routine.define
                self.anything(each.find(name) for name in (define.parameters if define else ()))

    def outputs(self, name: str) -> Iterator[Variable]:
        """The names whose arrays a DEF gives; none for what is no DEF of this program."""
        definition = self.program.definitions.get(name)
        define = definition.routine.define if definition else None
        if definition is None or define is None:
            return
        if define.returns:
            yield self.results[name]
        yield from (definition.variables[each] for each in define.outputs)

    def link(self, target: Variable | None, value: Expression, scope: Scope) -> None:
        match value:
            case nodes.Name(name=name):
                self.from_one(scope.find(name), target)
            case nodes.Function(name=name) if name in self.program.definitions:
                for source in self.outputs(name):
                    self.from_one(source, target)
            case nodes.Function() | nodes.VariableNamed():
                self.anything([target])

    def from_one(self, source: Variable | None, target: Variable | None) -> None:
        if source and target and may_be_array(source) and may_be_array(target) and source is not target:
            self.targets[source].add(target)

    def anything(self, targets: Iterable[Variable | None]) -> None:
        """These may be given any array."""
        for each in targets:
            if each and may_be_array(each):
                self.found[each].add(ANY_SHAPE)

    def reached(self) -> list[Variable]:
        """The arrays at which a shape arrives that is not their own."""
        waiting = [each for each in {**self.targets, **self.found} if each.is_array or self.found[each]]
        for each in waiting:
            if each.is_array:
                self.found[each].add(own_shape(each))
        while waiting:
            source = waiting.pop()
            for target in self.targets[source]:
                if not self.found[source] <= self.found[target]:
                    self.found[target] |= self.found[source]
                    waiting.append(target)
        return [each for each, shapes in self.found.items() if each.is_array and varies(each, shapes)]


def may_be_array(variable: Variable) -> bool:
    return variable.is_array or variable.kind == UNTYPED


def own_shape(variable: Variable) -> Shape:
    return variable.kind, variable.dimensions


def varies(variable: Variable, shapes: set[Shape]) -> bool:
    """Whether an array may be given one of another shape."""
    return bool(shapes - {own_shape(variable)})
