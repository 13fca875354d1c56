"""Writes strings and arrays that get a second name: by a store, in an element, as an argument.

Where a listing shares its strings (see `text`), a variable or element that is copied becomes an object
first, so that both names mean the same one.
"""

from __future__ import annotations

import ast

from retromaze.analysis.kinds import Type
from retromaze.compiler import naming
from retromaze.compiler.shapes import Shapes
from retromaze.compiler.syntax import At
from retromaze.language import nodes
from retromaze.language.nodes import Expression


def handed_on(e: Shapes, node: Expression) -> ast.expr:
    """A value that carries its BASIC type, strings as objects where the listing shares them."""
    if e.unit.shares_strings and e.kind(node).type in (Type.STRING, Type.ANY):
        return string_object(e, node)
    return e.dynamic(node)


def stored_string(e: Shapes, node: Expression) -> ast.expr:
    """A value for a variable that holds strings; TypeMismatch if it turns out to be none when it runs."""
    if e.kind(node).type is Type.STRING:
        return handed_on(e, node)
    helper = "string_shared" if e.unit.shares_strings else "string"
    return At(node.line, node.column).call(helper, handed_on(e, node))


def string_object(e: Shapes, node: Expression) -> ast.expr:
    at = At(node.line, node.column)
    match node:
        case nodes.Name() if (variable := e.unit.scope.find(node.name)) and not variable.is_array:
            e.unit.use(variable)
            name = naming.scalar(variable)
            return at.walrus(name, at.call("shared", at.name(name)))
        case nodes.Index(target=nodes.Name(name=owner)) if e.array_named(owner):
            return at.call("shared_element", *e.element_place(node))
        case nodes.Index(target=nodes.Name()) if e.kind(node.target).type is Type.ANY:
            return at.call("shared_inner", e.value(node.target), e.subscripts(at, node))
        case nodes.Function() if may_be_shared(e, node):
            return e.called(node)
        case _:
            return e.value(node)


def may_be_shared(e: Shapes, node: nodes.Function) -> bool:
    """Whether a call is one of a DEF that returns a string, perhaps one with a name elsewhere."""
    defined = node.name in e.unit.compilation.program.definitions
    return defined and e.unit.shares_strings and e.kind(node).type is Type.STRING
