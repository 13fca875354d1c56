"""Finds numbers that may be -0 while nothing shows the sign: each is followed to its *sinks*, where it goes.

`N=-V` stores -0 if V is 0, which an int cannot hold. The sign of a zero shows where the number is printed,
made a text or passed to a builtin that takes Reals; not in a comparison, a subscript or a coordinate. Sums,
products and other variables pass it on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from retromaze.analysis.graphs import reachable
from retromaze.analysis.kinds import EXTREMES, ROUNDINGS
from retromaze.analysis.side_effects import Call, assignments, called_form, unchanged_arguments
from retromaze.analysis.type_rules import TypeRules, Variants
from retromaze.language import nodes
from retromaze.language.nodes import child_nodes
from retromaze.language.program import Scope, Variable

KEEPING_MINUS_ZERO = {"SIN", "TAN", "SQR", "RAD", "DEG", *EXTREMES, *ROUNDINGS}
"""The functions that return -0 for an argument of -0."""

OPERATIONS = (nodes.Binary, nodes.Unary, nodes.Function)
Sink = Variable | bool
"""Where a value goes: into a variable, or to a place where the sign of a zero shows (True) or not (False)."""


class Zeros(NamedTuple):
    """The variables and arrays that may show -0, and the expressions whose -0 never shows."""

    signed: set[Variable]
    hidden: set[nodes.Node]


def zeros_of(variants: Variants, rules_of: Callable[[Scope], TypeRules]) -> Zeros:
    """Finds where the sign of a zero may show, by following the zeros of a program to their sinks.

    `rules_of` makes the type rules of a scope.
    """
    variables_into: dict[Sink, set[Sink]] = defaultdict(set)
    operations_into: dict[Sink, set[nodes.Node]] = defaultdict(set)
    for scope, result in variants.scopes_and_results():
        rules = rules_of(scope)
        for head in scope.heads:
            for source, sink in zero_flows(head, rules, result):
                if isinstance(source, Variable):
                    variables_into[sink].add(source)
                else:
                    operations_into[sink].add(source)
    signed = reachable([True], variables_into)
    with_visible_sign = {node for sink in signed for node in operations_into[sink]}
    hidden = set[nodes.Node]().union(*operations_into.values()) - with_visible_sign
    return Zeros({each for each in signed if isinstance(each, Variable)}, hidden)


def zero_flows(
    head: nodes.Head, rules: TypeRules, result: Variable | None
) -> Iterator[tuple[Variable | nodes.Node, Sink]]:
    """Yields the variables and operations in a step's head, each with the sink of its value."""
    stored: list[tuple[nodes.Node, Sink]] = []
    for target, value, store in assignments(rules.scope, head, rules.called_variant, result):
        # a `%` variable holds no -0; any target that may be no number is taken to show it
        sink: Sink = target if target.kind == "#" else target.kind != "%"
        if isinstance(value, Variable):
            yield value, sink
        step = store.increment if store else None
        stored += [(each, sink) for each in (value, step) if isinstance(each, nodes.Node)]
    stored_nodes = {node for node, _ in stored}
    waiting: list[tuple[nodes.Node, Sink]] = [(head, False), *stored]
    while waiting:
        node, sink = waiting.pop()
        if isinstance(node, OPERATIONS):
            yield node, sink
        if variable := rules.variable_read(node):
            yield variable, sink
        # a stored value is visited with its target as the sink, not as a part of the statement
        waiting += [pair for pair in operand_flows(node, sink, rules) if pair[0] not in stored_nodes]


def operand_flows(node: nodes.Node, place: Sink, rules: TypeRules) -> Iterator[tuple[nodes.Node, Sink]]:
    """Yields the operands of a node, each with the sink that a zero of it goes to.

    `place` is the sink of the node's own value: `X+Y` passes the zeros of both on to it, `X<Y` neither.
    """
    match node:
        case nodes.Index(target=target, subscripts=subscripts):
            yield target, place
            yield from ((each, False) for each in subscripts)
        case nodes.Unary(operator="-", operand=operand):
            yield operand, place
        case nodes.Binary(operator="+", left=left, right=right):
            # only the sum of two -0 is -0
            yield left, False if isinstance(right, nodes.Number) else place
            yield right, False if isinstance(left, nodes.Number) else place
        case nodes.Binary(operator="-", left=left, right=nodes.Number(value=value)) if value:
            yield left, False  # a zero minus another number is not 0
        case nodes.Binary(operator="-" | "*", left=left, right=right):
            yield from ((left, place), (right, place))
        case nodes.Binary(operator="/", left=left, right=right):
            yield from ((left, place), (right, False))  # a division by zero is an error
        case nodes.Print():
            yield from ((each, True) for each in child_nodes(node))
        case nodes.Function() | nodes.Instruction():
            yield from argument_flows(node, place, rules)
        case _:
            yield from ((each, False) for each in child_nodes(node))


def argument_flows(call: Call, place: Sink, rules: TypeRules) -> Iterator[tuple[nodes.Node, Sink]]:
    """Yields the arguments of a call, each with the sink that a zero of it goes to.

    `place` is the sink of the call's result. An argument that becomes an int never shows the sign.
    """
    is_builtin = call.name not in rules.variants
    form = called_form(call) if is_builtin else None
    outputs = call.outputs if isinstance(call, nodes.Instruction) else None
    unchanged = set(unchanged_arguments(call))  # what they store is an assignment, with a flow of its own
    for at, each in enumerate(call.arguments):
        if each is None:
            continue
        parameter = form.parameter_at(at) if form else None
        is_whole = parameter and parameter.kind in {"int", "coordinate"}
        # the result of FLOOR for a Real is an int, and never -0 then
        is_floored = call.name == "FLOOR" and not rules.kind(each).is_int
        if each in unchanged or call.name == "ABS" or is_whole or is_floored:
            yield each, False
        else:
            yield each, place if call.name in KEEPING_MINUS_ZERO and is_builtin else True
    yield from ((target, False) for target in outputs or () if target is not None)
