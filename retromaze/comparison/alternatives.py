"""Finds other values for the constants at the top of a listing: those that its own tests tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from retromaze.comparison.pairs import Pair
from retromaze.errors import UsageError
from retromaze.language import nodes
from retromaze.language.prologue import Value, constants, literal_value, parse_prologue
from retromaze.language.walk import every

MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""What stands between two operands that are exchanged."""
EDGES = {"==": (0, 1), "!=": (0, 1), "<": (-1, 0), ">=": (-1, 0), "<=": (0, 1), ">": (0, 1)}
"""What is added to a literal for two numbers that a comparison with it tells apart."""
TRUTHS = (0, 1)


def settings_of(pair: Pair, turn: int = 0, turns: int = 1) -> tuple[Mapping[str, Value], ...]:
    """The sizes to play a pair with at random, the first ones first.

    Those of its checks, if it has any; else its own constants, and one of them at a time with another value
    that its port takes as a keyword. These others are shared out among so many turns.
    """
    if pair.trials != ({},) or pair.is_of_a_kind:
        return pair.trials
    found = alternatives(pair.text)
    if not found:
        return pair.trials
    try:
        taken = pair.keywords().by_variable(found)
    except UsageError:
        # a port that cannot be loaded is told of where it is run
        return pair.trials
    others = [{name: value} for name in taken for value in found[name]]
    return ({}, *others[turn::turns])


def alternatives(source: str) -> dict[str, tuple[Value, ...]]:
    """Other values by variable: literals that it is compared with or their neighbors, truths, ON's places."""
    known = constants(source)
    found: dict[str, dict[Value, None]] = {name: {} for name in known}
    for statement in parse_prologue(source.split("\n")):
        for node in every(statement):
            for name, value in told_apart(node):
                # a text is compared with texts alone
                if name in known and isinstance(value, str) == name.endswith("$"):
                    found[name][value] = None
    for name, values in found.items():
        values.pop(known[name].value, None)
    return {name: tuple(values) for name, values in found.items() if values}


def told_apart(node: nodes.Node) -> Iterator[tuple[str, Value]]:
    """Variables, each with a value that this node treats in another way than some other one."""
    match node:
        case nodes.Binary(operator=operator, left=nodes.Name(name=name), right=other) if operator in MIRRORED:
            yield from ((name, value) for value in values_beside(operator, literal_value(other)))
        case nodes.Binary(operator=operator, left=other, right=nodes.Name(name=name)) if operator in MIRRORED:
            mirrored = MIRRORED[operator]
            yield from ((name, value) for value in values_beside(mirrored, literal_value(other)))
        case nodes.On(selector=nodes.Name(name=name), labels=labels):
            yield from ((name, value) for value in range(len(labels) + 1))
        case _:
            yield from ((name, value) for name in names_judged(node) for value in TRUTHS)


def values_beside(operator: str, literal: Value | None) -> Sequence[Value]:
    """The values on both sides of the edge that a comparison has."""
    if literal is None or isinstance(literal, str):
        return () if literal is None else (literal, "")
    return [literal + step for step in EDGES[operator]]


def names_judged(node: nodes.Node) -> Iterator[str]:
    """The variables that a condition takes for true or false."""
    match node:
        case nodes.If() | nodes.ElseIf() | nodes.While() | nodes.Until():
            judged = [node.condition]
        case nodes.Binary(operator=("&&" | "||")):
            judged = [node.left, node.right]
        case nodes.Unary(operator="!"):
            judged = [node.operand]
        case _:
            judged = []
    yield from (each.name for each in judged if isinstance(each, nodes.Name))
