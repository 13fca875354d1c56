"""Writes elements of arrays and characters of strings, with the range check that a subscript needs."""

from __future__ import annotations

import ast

from retromaze.analysis.kinds import Type
from retromaze.compiler import naming
from retromaze.compiler.shapes import Shapes
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Variable

ONE = nodes.Number(0, 0, 1)


def subscript(e: Shapes, node: Expression) -> ast.expr:
    """An int that is not negative; a Python list finds the other end by itself."""
    kind, at = e.kind(node), At(node.line, node.column)
    if kind.is_int and kind.low >= 0:
        return e.value(node)
    if kind.is_int or kind.mixed:
        # a mixed number that is a float is further away than any array is long: a list takes none
        load, again = e.once(at, node)
    elif kind.type is Type.REAL:
        # Python's own int() is twice as quick as ours; what it refuses is no subscript either
        load, again = e.kept(at, at.call("int", e.value(node)))
    else:
        load, again = e.kept(at, e.integer(node))
    return at.choose(at.compare(load, ">=", at.constant(0)), again, at.call("bad_subscript"))


def place(e: Shapes, node: nodes.Index) -> tuple[ast.expr, ast.expr]:
    """(list, position) of an element of a declared array."""
    assert isinstance(node.target, nodes.Name)
    variable = e.array_named(node.target.name)
    assert variable is not None
    e.unit.use(variable)
    at = At(node.line, node.column)
    if variable.varies:
        subscripts = e.unit.temporary()
        inner = at.call(
            "innermost",
            at.name(naming.array_object(variable)),
            at.walrus(subscripts, e.subscripts(at, node)),
        )
        return inner, at.subscript(at.name(subscripts), at.constant(-1))
    owner = at.name(naming.items(variable))
    for each in node.subscripts[:-1]:
        owner = at.subscript(owner, subscript(e, each))
    return owner, subscript(e, node.subscripts[-1])


def row(at: At, variable: Variable) -> ast.expr:
    """The elements of an array of one dimension."""
    if not variable.varies:
        return at.name(naming.items(variable))
    return at.attribute(at.call("one_dimension", at.name(naming.array_object(variable))), "items")


def element_value(e: Shapes, at: At, node: nodes.Index) -> ast.expr:
    """An element or character as a value."""
    if isinstance(node.target, nodes.Name) and e.array_named(node.target.name):
        found = last(e, node) or at.subscript(*place(e, node))
        shares = e.kind(node).type is Type.STRING and e.unit.shares_strings
        return at.call("plain", found) if shares else found
    target = e.kind(node.target)
    if target.type is Type.STRING and len(node.subscripts) == 1:
        return at.call("character", e.value(node.target), e.integer(node.subscripts[0]))
    if target.type is Type.ANY:
        return at.call("element", e.value(node.target), e.subscripts(at, node))
    return at.call("type_mismatch")


def last(e: Shapes, node: nodes.Index) -> ast.expr | None:
    """`A[LEN(A)-1]` as `A[-1]`; an empty array fails where its subscript stands."""
    variable = e.array_named(node.target.name) if isinstance(node.target, nodes.Name) else None
    if variable is None or variable.varies or not e.unit.compilation.uses(Technique.ENDS):
        return None
    match node.subscripts:
        case [
            nodes.Binary(operator="-", left=nodes.Function(name="LEN", arguments=[owner]), right=right)
        ] if nodes.same(owner, node.target) and nodes.same(right, ONE):
            at = At(node.subscripts[0].line, node.subscripts[0].column)
            return at.subscript(place(e, node)[0], at.constant(-1))
        case _:
            return None
