"""Finds the numbers that are nothing but colors, which a port writes as 32 bits without a sign.

The machine keeps the 32 bits of a color, whichever sign it is given with. What a listing prints, compares or
counts with keeps the listing's number, and so does what it stores into a variable that it does so with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from retromaze.analysis.kinds import Type
from retromaze.analysis.side_effects import Assignment, assignments, outputs
from retromaze.analysis.type_rules import Variant, Variants
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.nodes import calls, every
from retromaze.language.program import Program, Scope, Variable

PARAMETERS = {"color", "border"}
"""What a builtin calls an argument that is a color."""

LABEL = nodes.LabelText | nodes.String
Sink = Variable | bool
Sinks = dict[nodes.Node | None, Sink]
Named = set[nodes.Node | None]
"""Where a value goes: into a variable, True for a color that is drawn with, False for anything else."""


@dataclass(eq=False)
class Colors:
    """The identities of the numbers that are only colors, and what is known of the numbers among DATA.

    `data` says that they may stand without a sign: what is read is only a color, or a whole number, which
    READ brings back to what it was. `palette` says that all of them come to be drawn with.
    """

    numbers: set[nodes.Node] = field(default_factory=set)
    data: bool = False
    palette: bool = False


def colors_of(program: Program, variants: Variants, rules: Callable[[Scope], Any]) -> Colors:
    """What is known of a listing's colors; `rules` makes the rules of a scope."""
    found = Uses(variants)
    found.see(program.main, rules(program.main), None)
    for variant in list(variants.table.values()):
        found.see(variant.scope, rules(variant.scope), variant)
    drawn: set[Sink] = {True}
    while new := {source for source, sink in found.reads if sink in drawn} - drawn:
        drawn |= new
    struck: set[Sink] = {False, *found.struck}
    while new := {source for source, sink in found.reads if sink in struck} - struck:
        struck |= new
    otherwise = {number for number, sink in found.numbers if sink in struck or sink not in drawn}
    numbers = {number for number, _ in found.numbers} - otherwise
    data = not found.copied and all(whole or variable not in struck for variable, whole in found.received)
    palette = data and bool(found.received) and all(variable in drawn for variable, _ in found.received)
    return Colors(numbers, data, palette)


class Uses:
    """Where the numbers and variables of a listing go to.

    `struck` are the variables that somebody reads without naming them where they are read, `received` those
    that READ stores numbers into, with whether they are whole; `copied` says that COPY takes DATA as well.
    """

    def __init__(self, variants: Variants) -> None:
        self.variants = variants
        self.numbers: list[tuple[nodes.Node, Sink]] = []
        self.reads: list[tuple[Variable, Sink]] = []
        self.struck: set[Variable] = set()
        self.received: list[tuple[Variable, bool]] = []
        self.copied = False

    def see(self, scope: Scope, rules: Any, variant: Variant | None) -> None:
        """Looks through one scope."""
        if variant is not None:
            self.struck |= {scope.variables[name] for name in outputs(scope)}
        result = variant.result if variant else None
        for head in scope.heads:
            sinks: Sinks = {}
            named: Named = set()
            if isinstance(head, nodes.Read):
                self.received += read_into(scope, rules, head)
            for each in assignments(scope, head, rules.callee, result):
                self.see_assignment(scope, each, sinks, named)
            for call in calls(head):
                if call.name == "LEN":
                    named |= set(call.arguments)
                elif call.name not in self.variants:
                    sinks |= dict.fromkeys(color_arguments(call), True)
                    self.copied |= call.name == "COPY" and any(
                        isinstance(each, LABEL) for each in call.arguments
                    )
            self.see_values(scope, rules, head, sinks, named)

    def see_assignment(self, scope: Scope, given: Assignment, sinks: Sinks, named: Named) -> None:
        target, value, store = given
        if store is not None:
            named |= {store.target, store.target.target if isinstance(store.target, nodes.Index) else None}
            is_whole_array = isinstance(store.target, nodes.Name) and target.is_array
            if store.kept or (is_whole_array and not store.is_beginning):
                self.struck.add(target)
                return
        if isinstance(value, nodes.Node):
            sinks[value] = target
            if is_array(scope, value):  # the array gets one more name
                self.struck.add(target)

    def see_values(
        self,
        scope: Scope,
        rules: Any,
        head: nodes.Node,
        sinks: Sinks,
        named: Named,
    ) -> None:
        for node in every(head):
            sink = sinks.get(node, False)
            match node:
                case nodes.Number(value=int()):
                    self.numbers.append((node, sink))
                case nodes.Index(target=nodes.Name(name=name) as owner) if node not in named:
                    named.add(owner)
                    self.see_read(scope, name, sink)
                case nodes.Name(name=name) if node not in named:
                    self.see_read(scope, name, False if is_array(scope, node) else sink)
                case nodes.Function() if node.name in self.variants:
                    if callee := self.variants.find(rules.kind, node):
                        self.reads.append((callee.result, sink))

    def see_read(self, scope: Scope, name: str, sink: Sink) -> None:
        if (variable := scope.find(name)) is not None:
            self.reads.append((variable, sink))


def read_into(scope: Scope, rules: Any, head: nodes.Read) -> Iterator[tuple[Variable, bool]]:
    """The number variables that READ stores into, and whether each is whole."""
    for target in head.targets:
        variable = scope.stored(target)
        if variable is not None and (kind := rules.facts.of(variable)).type is not Type.STRING:
            yield variable, kind.is_int


def is_array(scope: Scope, node: object) -> bool:
    """Whether an expression names an array as a whole."""
    variable = scope.find(node.name) if isinstance(node, nodes.Name) else None
    return variable is not None and variable.is_array


def color_arguments(call: nodes.Function | nodes.Instruction) -> Iterator[nodes.Expression]:
    """The arguments of a builtin that are colors."""
    entry = BUILTINS.get(call.name)
    received = call.outputs if isinstance(call, nodes.Instruction) else None
    form = entry and entry.find(
        len(call.arguments),
        value=isinstance(call, nodes.Function),
        receivers=None if received is None else len(received),
    )
    if form:
        for parameter, given in zip(form.parameters, call.arguments, strict=False):
            if given is not None and parameter.name in PARAMETERS and parameter.kind == "int":
                yield given
