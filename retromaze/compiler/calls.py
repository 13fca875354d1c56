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

from retromaze.analysis.declared import called_form, removes_element
from retromaze.analysis.kinds import Type
from retromaze.analysis.side_effects import receivers
from retromaze.builtins.form import Builtin, Form, Range
from retromaze.builtins.registry import BUILTINS
from retromaze.compiler import naming, operations
from retromaze.compiler.call_costs import stack_cells_of_call
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder, Operand
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import UNTYPED, Variable

if TYPE_CHECKING:
    from retromaze.compiler.expressions import Expressions

Arguments = Sequence[Expression | None]
SCOPED = {"CHKVAR": "variable_exists", "CHKLABEL": "label_exists"}
"""The builtins that take the scope of the call: inside a DEF they see its own names."""


def function_call(expressions: Expressions, build: AstBuilder, node: nodes.Function) -> ast.expr:
    """Writes NAME(arguments) as a value: the call of a DEF or a builtin, or a short expression in its place.

    A name that is neither (a COMMON DEF of another slot, an unknown word) is looked up at run time.
    """
    if node.name in expressions.compilation.variants:
        define = expressions.compilation.program.definitions[node.name].routine.define
        result = definition_call(expressions, build, node)
        if define is None or define.returns:
            return result
        # a DEF with OUT returns a tuple; it has a value only if it has exactly one OUT parameter
        if len(define.outputs) == 1:
            return build.subscript(result, 0)
        return build.call("illegal_call")
    if removes_element(node.name):
        return pop_or_shift(expressions, build, node)
    if node.name == "LEN" and len(node.arguments) == 1:
        return len_call(expressions, build, node.arguments[0])
    builtin = BUILTINS.get(node.name)
    if builtin is None or node.name == "CALL":
        return call_by_name(expressions, build, node.name, node.arguments, receiver_count=None)
    form = called_form(node)
    if form is None:
        return build.call("shape_error", node.name)
    # called only if the name is written, because `form_name` adds the form to those in use
    builtin_name = partial(form_name, expressions, builtin, form, node.arguments)
    inline = operations.inline_string_function(
        expressions, build, node, builtin_name
    ) or operations.inline_min_max_abs(expressions, build, node, builtin_name)
    if inline is not None:
        return inline
    arguments = converted_arguments(expressions, build, form, node.arguments)
    arguments = operations.with_report(expressions, build, node, arguments)
    if node.name in SCOPED:
        return build.call(SCOPED[node.name], expressions.scope.name, *arguments)
    return build.call(builtin_name(), *arguments)


# ---- builtins


def form_name(expressions: Expressions, entry: Builtin, form: Form, arguments: Arguments) -> str:
    """Returns the name in generated code of a builtin's *form* (a shape of its call), for these arguments.

    A name with `_direct` is the machine's method itself, one with `_checked` a function that first tests the
    ranges of the arguments. The form that is stored under the name says which function a run binds to it.
    """
    compilation = expressions.compilation
    number = entry.forms.index(form)  # before `replace` makes another form of it
    in_range = all(
        parameter.range is None or argument is None or is_in_range(expressions, argument, parameter.range)
        for parameter, argument in zip(form.parameters, arguments, strict=False)
    )
    if form.has_ranges and not in_range:
        return compilation.form_name(entry.name + "_checked", replace(form, keeps_checks=True), number)
    if form.direct and compilation.uses(Technique.DIRECT):
        argument_kinds = [expressions.kind(each) for each in arguments if each is not None]
        # `within`: the numbers that the machine's method takes without a test
        fit = form.within is None or all(each.is_within(*form.within) for each in argument_kinds)
        if fit and all(each.is_number for each in argument_kinds):
            return compilation.form_name(entry.name + "_direct", form, number)
    if form.direct:
        form = replace(form, keeps_checks=True)
    if form.has_ranges:
        form = replace(form, checks_itself=True)
    return compilation.form_name(entry.name, form, number)


def is_in_range(expressions: Expressions, argument: Expression, valid: Range) -> bool:
    """Whether an argument is known to be in `valid`, the range of its parameter."""
    if not expressions.compilation.uses(Technique.DIRECT) or valid.gap or valid.illegal:
        return False
    if isinstance(argument, nodes.Number):
        return valid.low <= argument.value <= valid.high
    kind = expressions.kind(argument)
    return kind.is_int and valid.low <= kind.low and kind.high <= valid.high


def converted_arguments(
    expressions: Expressions, build: AstBuilder, form: Form, arguments: Arguments
) -> list[ast.expr]:
    """Writes the arguments as their parameters take them; one of a wrong type raises an error at run time."""
    result = []
    for position, argument in enumerate(arguments):
        parameter = form.parameter_at(position)
        if argument is None:
            empty = parameter is not None and parameter.may_be_empty
            result.append(build.constant(None) if empty else type_mismatch_error(build, position))
        else:
            kind = parameter.kind if parameter else "value"
            converted = converted_argument(expressions, argument, kind)
            result.append(converted or type_mismatch_error(build, position))
    return result


def type_mismatch_error(build: AstBuilder, position: int) -> ast.expr:
    """Writes a TypeMismatch that names the argument at that position, from 0."""
    return build.call("type_mismatch", position + 1)


def converted_argument(expressions: Expressions, node: Expression, kind: str) -> ast.expr | None:
    """Writes an argument as a parameter of that kind ("int", "str", …) takes it; None for a wrong type."""
    build, given = AstBuilder(node), expressions.kind(node)
    unknown = given.type is Type.ANY
    match kind:
        case "str":
            return expressions.as_plain_str(node) if unknown or given.type is Type.STRING else None
        case "array":
            if given.type is Type.ARRAY:
                return expressions.value(node)
            return build.call("array", expressions.value(node)) if unknown else None
        case "value":
            return unshared_value(expressions, node)
        case _ if not (unknown or given.is_number):
            # the kinds below take numbers
            return None
        case "int":
            return expressions.as_int32(node)
        case "coordinate":
            return expressions.value(node) if given.is_int else expressions.as_int32(node)
        case "float":
            return expressions.as_float(node)
        case "number":
            return expressions.as_number_argument(node)
    raise ValueError(f"no parameter is of the kind {kind}")


def unshared_value(expressions: Expressions, node: Expression) -> ast.expr:
    """Writes a value for a builtin that takes any type: of a string, shared or not, the characters."""
    match expressions.kind(node).type:
        case Type.STRING:
            return expressions.value(node)  # a plain str already
        case Type.ANY:
            return AstBuilder(node).call("unshared", expressions.value(node))
        case _:
            return expressions.value_with_basic_type(node)


def len_call(expressions: Expressions, build: AstBuilder, argument: Expression | None) -> ast.expr:
    """Writes LEN of a string or array. For an array of one dimension, the list of elements is enough."""
    if variable := expressions.scope.array_named(argument):
        expressions.unit.mark_used(variable)
        has_list = variable.dimensions == 1 and not variable.shape_varies
        owner = naming.items_name if has_list else naming.array_name
        return build.call("len", build.name(owner(variable)))
    if argument is None or expressions.kind(argument).is_number:
        return type_mismatch_error(build, 0)
    if expressions.kind(argument).type is Type.STRING:
        return build.call("len", expressions.value(argument))
    return build.call("length", expressions.value_with_basic_type(argument))


def pop_or_shift(expressions: Expressions, build: AstBuilder, node: nodes.Function) -> ast.expr:
    """Writes POP or SHIFT as a value: takes the last or first element of an array or string."""
    position = -1 if node.name == "POP" else 0
    match node.arguments:
        case [nodes.Name(name=name)]:
            variable = expressions.scope.find(name)
        case [nodes.Index() as element]:
            place = string_place_in_array(expressions, build, element)
            if place is None:
                return type_mismatch_error(build, 0)
            where, arguments = place
            return build.call(f"take_from_{where}", *arguments, position)
        case [_]:
            variable = None
        case _:
            return build.call("shape_error", node.name)
    if variable is None or not takes_elements(variable):
        return type_mismatch_error(build, 0)
    expressions.unit.mark_used(variable)
    if not variable.is_array:
        # The temporary first holds (character, new string), then the character alone: it must not keep a
        # long string alive.
        name, temporary = naming.scalar_name(variable), expressions.unit.temporary()
        pair = build.walrus(temporary, build.call("take_from", build.name(name), position))
        stored = build.walrus(name, build.subscript(build.name(temporary), 1))
        value = build.walrus(temporary, build.subscript(build.name(temporary), 0))
        return build.subscript(build.tuple_([pair, stored, value]), 2)
    if variable.shape_varies:
        row = build.call("one_dimension", build.name(naming.array_name(variable)))
        items = build.attribute(row, "items")
    else:
        items = build.name(naming.items_name(variable))
    taken = build.call(build.attribute(items, "pop")) if node.name == "POP" else build.call("shift", items)
    may_be_shared = expressions.kind(node).type is Type.STRING and expressions.unit.shares_strings
    return build.call("plain", taken) if may_be_shared else taken


def takes_elements(variable: Variable) -> bool:
    """Whether PUSH and POP take a variable: an array of one dimension or a string."""
    return (
        variable.dimensions == 1
        or variable.shape_varies
        or (not variable.is_array and variable.kind in ("$", UNTYPED))
    )


def string_place_in_array(
    expressions: Expressions, build: AstBuilder, node: nodes.Index
) -> tuple[str, list[ast.expr]] | None:
    """Returns which helpers change a string in an array, and with which arguments; None if it is surely none.

    `take_from_element` (POP) and `change_element` (PUSH) take a list and a position, `take_from_inner` and
    `change_inner` an array whose shape only a run knows, and subscripts. The first result is "element" or
    "inner".
    """
    variable = expressions.scope.whole_variable(node.target)
    if variable is None:
        return None
    if variable.is_array and not variable.shape_varies:
        return ("element", list(expressions.element_place(node))) if variable.kind == "$" else None
    if not variable.shape_varies and variable.kind != UNTYPED:
        return None
    return "inner", [expressions.value(node.target), expressions.subscripts(build, node)]


# ---- DEFs and names known at run time


def definition_call(
    expressions: Expressions, build: AstBuilder, call: nodes.Function | nodes.Instruction
) -> ast.expr:
    """Writes the Python call of a DEF, or the error of a wrong call."""
    variant = expressions.compilation.variants.variant_for_call(expressions.kind, call)
    if variant is None:
        # an argument of type NOTHING always fails, so only that is written; else their number is wrong
        given = (each for each in call.arguments if each is not None)
        wrong = next((each for each in given if expressions.kind(each).type is Type.NOTHING), None)
        return expressions.value(wrong) if wrong else build.call("illegal_call")
    facts, scope = expressions.compilation.facts, variant.scope
    # receivers without a name: a later parameter has the same one, so nothing reads this argument
    passed = [
        expressions.converted_to_kind(argument, facts.kind_of(scope.variables[name]))
        if name
        else expressions.value_with_basic_type(argument)
        for name, argument in zip(receivers(scope), call.arguments, strict=True)
        if argument is not None
    ]
    if expressions.compilation.takes_stack_use(variant):
        passed.insert(0, stack_use(expressions, build, stack_cells_of_call(scope)))
    return build.call(naming.variant_function_name(variant), *passed)


def stack_use(expressions: Expressions, build: AstBuilder, more: int = 0) -> ast.expr:
    """Writes the stack use of pending calls plus `more` cells, by which a callee tests for a full stack."""
    known = expressions.compilation.known_stack_use(expressions.scope)
    if known is not None:
        return build.constant(known + more)
    pending = build.name(expressions.unit.stack_use_parameter)
    if not more:
        return pending
    return build.binary(pending, "+", more * expressions.compilation.graph.one_cell)


def call_by_name(
    expressions: Expressions,
    build: AstBuilder,
    name: str,
    arguments: Arguments,
    *,
    receiver_count: int | None,
) -> ast.expr:
    """Writes a call of a name that is looked up at run time: CALL, a DEF of another slot, an unknown word.

    `receiver_count` is the number of receivers after OUT, None if a value is wanted.
    """
    first: Operand = name
    if name == "CALL":
        if not arguments or arguments[0] is None:
            return build.call("shape_error", name)
        first, arguments = expressions.as_plain_str(arguments[0]), arguments[1:]
    passed = [
        None if each is None else operations.value_for_second_name(expressions, each) for each in arguments
    ]
    return build.call("call_by_name", first, receiver_count, stack_use(expressions, build), *passed)
