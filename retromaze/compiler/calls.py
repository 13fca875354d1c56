"""Writes calls of builtins and DEFs, each argument converted to what its parameter takes.

A call that cannot work compiles into the machine's error, raised when and if it is reached.
Source: language reference, 4.9 and 4.18.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from retromaze.analysis.declared import removes_element
from retromaze.analysis.kinds import Type
from retromaze.analysis.side_effects import receivers
from retromaze.builtins.form import Builtin, Form, Range
from retromaze.builtins.registry import BUILTINS
from retromaze.compiler import naming, operations
from retromaze.compiler.resources import call_cells
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Variable

if TYPE_CHECKING:
    from retromaze.compiler.expressions import Expressions

Arguments = Sequence[Expression | None]
SCOPED = {"CHKVAR": "variable_exists", "CHKLABEL": "label_exists"}
"""The builtins that take the scope of the call: inside a DEF they see its own names."""


def function(e: Expressions, at: AstBuilder, node: nodes.Function) -> ast.expr:
    """Writes NAME(arguments) as a value."""
    if node.name in e.unit.compilation.variants:
        define = e.unit.compilation.program.definitions[node.name].routine.define
        result = defined_call(e, at, node)
        if define is None or define.returns:
            return result
        return at.subscript(result, at.constant(0)) if len(define.outputs) == 1 else at.call("illegal_call")
    if removes_element(node.name):
        return removed_element(e, at, node)
    if node.name == "LEN" and len(node.arguments) == 1:
        return length(e, at, node.arguments[0])
    builtin = BUILTINS.get(node.name)
    if builtin is None or node.name == "CALL":
        return by_name(e, at, node.name, node.arguments, receivers=None)
    form = builtin.find(len(node.arguments), value=True, receivers=None)
    if form is None:
        return at.call("shape_error", at.constant(node.name))
    called = partial(form_name, e, builtin, form, node.arguments)
    inline = operations.inline_string(e, at, node, called) or operations.inline_extreme(e, at, node, called)
    if inline is not None:
        return inline
    arguments = converted_arguments(e, at, form, node.arguments)
    if node.name in SCOPED:
        return at.call(SCOPED[node.name], at.constant(e.unit.scope.name), *arguments)
    return at.call(called(), *arguments)


# ---- builtins


def form_name(e: Expressions, entry: Builtin, form: Form, arguments: Arguments) -> str:
    """Returns the generated name of a builtin's form.

    A name with `_direct` calls the machine's method itself; one with `_checked` tests the ranges of the
    arguments.
    """
    compilation = e.unit.compilation
    number = entry.forms.index(form)
    in_range = all(
        parameter.range is None or argument is None or is_in_range(e, argument, parameter.range)
        for parameter, argument in zip(form.parameters, arguments, strict=False)
    )
    if form.has_ranges and not in_range:
        return compilation.form_name(entry.name + "_checked", replace(form, detour=True), number)
    if form.direct and compilation.uses(Technique.DIRECT):
        argument_kinds = [e.kind(each) for each in arguments if each is not None]
        fit = form.within is None or all(each.is_within(*form.within) for each in argument_kinds)
        if fit and all(each.is_number for each in argument_kinds):
            return compilation.form_name(entry.name + "_direct", form, number)
    plain = replace(form, detour=True) if form.direct else form
    plain = replace(plain, guarded=True) if form.has_ranges else plain
    return compilation.form_name(entry.name, plain, number)


def is_in_range(e: Expressions, argument: Expression, valid: Range) -> bool:
    """Whether an argument is known to be in `valid`, the range of its parameter."""
    if not e.unit.compilation.uses(Technique.DIRECT) or not valid.is_plain:
        return False
    if isinstance(argument, nodes.Number):
        return valid.low <= argument.value <= valid.high
    kind = e.kind(argument)
    return kind.is_int and valid.low <= kind.low and kind.high <= valid.high


def converted_arguments(e: Expressions, at: AstBuilder, form: Form, arguments: Arguments) -> list[ast.expr]:
    """Writes the arguments as their parameters take them; one of a wrong type raises an error at run time."""
    result = []
    for position, argument in enumerate(arguments):
        parameter = form.at(position)
        if argument is None:
            empty = parameter is not None and parameter.may_be_empty
            result.append(at.constant(None) if empty else mismatch(at, position))
        else:
            kind = parameter.kind if parameter else "value"
            result.append(as_argument(e, argument, kind) or mismatch(at, position))
    return result


def mismatch(at: AstBuilder, position: int) -> ast.expr:
    """Writes a TypeMismatch that names the argument at that position, from 0."""
    return at.call("type_mismatch", at.constant(position + 1))


def as_argument(e: Expressions, node: Expression, kind: str) -> ast.expr | None:
    """Writes an argument as a parameter of that kind takes it; returns None if its type is wrong."""
    at, given = AstBuilder(node.line, node.column), e.kind(node)
    unknown = given.type is Type.ANY
    match kind:
        case "str":
            return e.text(node) if unknown or given.type is Type.STRING else None
        case "array":
            if given.type is Type.ARRAY:
                return e.value(node)
            return at.call("array", e.value(node)) if unknown else None
        case "value":
            return unshared_value(e, node)
        case _ if not (unknown or given.is_number):
            return None
        case "int":
            return e.integer(node)
        case "coordinate":
            return e.value(node) if given.is_int else e.integer(node)
        case "float":
            return e.real(node)
        case "number":
            return e.number(node)
        case _:
            return unshared_value(e, node)


def unshared_value(e: Expressions, node: Expression) -> ast.expr:
    """Writes a value for a builtin: its Python type tells its BASIC type, and strings are never shared."""
    match e.kind(node).type:
        case Type.STRING:
            return e.value(node)
        case Type.ANY:
            return AstBuilder(node.line, node.column).call("unshared", e.value(node))
        case _:
            return e.dynamic(node)


def length(e: Expressions, at: AstBuilder, argument: Expression | None) -> ast.expr:
    """Writes LEN of a string or array. For an array of one dimension, the list of elements is enough."""
    if isinstance(argument, nodes.Name) and (variable := e.array_named(argument.name)):
        e.unit.use(variable)
        has_list = variable.dimensions == 1 and not variable.varies
        owner = naming.items if has_list else naming.array_object
        return at.call("len", at.name(owner(variable)))
    if argument is None or e.kind(argument).is_number:
        return mismatch(at, 0)
    if e.kind(argument).type is Type.STRING:
        return at.call("len", e.value(argument))
    return at.call("length", e.dynamic(argument))


def removed_element(e: Expressions, at: AstBuilder, node: nodes.Function) -> ast.expr:
    """Writes POP or SHIFT as a value: the last or first element of an array, or character of a string."""
    position = at.constant(-1 if node.name == "POP" else 0)
    match node.arguments:
        case [nodes.Name(name=name)]:
            variable = e.unit.scope.find(name)
        case [nodes.Index() as element]:
            place = text_place(e, at, element)
            return at.call(f"take_from_{place[0]}", *place[1], position) if place else mismatch(at, 0)
        case [_]:
            variable = None
        case _:
            return at.call("shape_error", at.constant(node.name))
    if variable is None or not takes_elements(variable):
        return mismatch(at, 0)
    e.unit.use(variable)
    if not variable.is_array:
        # The temporary first holds (character, new string), then the character alone: it must not keep a
        # long string alive.
        name, temporary = naming.scalar(variable), e.unit.temporary()
        pair = at.walrus(temporary, at.call("take_from", at.name(name), position))
        stored = at.walrus(name, at.subscript(at.name(temporary), at.constant(1)))
        value = at.walrus(temporary, at.subscript(at.name(temporary), at.constant(0)))
        return at.subscript(at.row([pair, stored, value]), at.constant(2))
    if variable.varies:
        row = at.call("one_dimension", at.name(naming.array_object(variable)))
        items = at.attribute(row, "items")
    else:
        items = at.name(naming.items(variable))
    found = at.call(at.attribute(items, "pop")) if node.name == "POP" else at.call("shift", items)
    shares = e.kind(node).type is Type.STRING and e.unit.shares_strings
    return at.call("plain", found) if shares else found


def takes_elements(variable: Variable) -> bool:
    """Whether PUSH and POP take a variable: an array of one dimension or a string."""
    return variable.dimensions == 1 or variable.varies or (not variable.is_array and variable.kind in "$?")


def text_place(e: Expressions, at: AstBuilder, node: nodes.Index) -> tuple[str, list[ast.expr]] | None:
    """Returns how to change a string inside an array: the end of the helpers' names, and their arguments.

    The helpers are `take_from_…` and `change_…`. Returns None for what is certainly no string in an array.
    """
    variable = e.unit.scope.find(node.target.name) if isinstance(node.target, nodes.Name) else None
    if variable is None:
        return None
    if variable.is_array and not variable.varies:
        return ("element", list(e.element_place(node))) if variable.kind == "$" else None
    if not variable.varies and variable.kind != "?":
        return None
    return "inner", [e.value(node.target), e.subscripts(at, node)]


# ---- DEFs and names known at run time


def defined_call(e: Expressions, at: AstBuilder, call: nodes.Function | nodes.Instruction) -> ast.expr:
    """Writes the Python call of a DEF, or the error of a wrong number of arguments."""
    variant = e.unit.compilation.variants.variant_for_call(e.kind, call)
    if variant is None:
        wrong = [each for each in call.arguments if each is not None and e.kind(each).type is Type.NOTHING]
        return e.value(wrong[0]) if wrong else at.call("illegal_call")
    facts, scope = e.unit.compilation.facts, variant.scope
    passed = [
        e.as_kind(argument, facts.kind_of(scope.variables[name])) if name else e.dynamic(argument)
        for name, argument in zip(receivers(scope), call.arguments, strict=True)
        if argument is not None
    ]
    if e.unit.compilation.takes_cells(variant):
        passed.insert(0, pending_cells(e, at, call_cells(scope)))
    return at.call(naming.variant_function(variant), *passed)


def pending_cells(e: Expressions, at: AstBuilder, more: int = 0) -> ast.expr:
    """Writes the number of stack cells that pending calls use, plus `more`."""
    known = e.unit.compilation.known_cells(e.unit.scope)
    if known is not None:
        return at.constant(known + more)
    pending = at.name(e.unit.pending)
    return at.binary(pending, "+", at.constant(more * e.unit.compilation.graph.cell)) if more else pending


def by_name(
    e: Expressions, at: AstBuilder, name: str, arguments: Arguments, *, receivers: int | None
) -> ast.expr:
    """Writes a call of a name that is looked up at run time: CALL, a COMMON DEF of another slot, an unknown
    word.

    `receivers` is None if a value is wanted, else the number of OUT receivers.
    """
    first: ast.expr = at.constant(name)
    if name == "CALL":
        if not arguments or arguments[0] is None:
            return at.call("shape_error", at.constant(name))
        first, arguments = e.text(arguments[0]), arguments[1:]
    passed = [at.constant(None) if each is None else operations.aliased(e, each) for each in arguments]
    return at.call("call_by_name", first, at.constant(receivers), pending_cells(e, at), *passed)
