"""Writes calls of builtins and DEFs, each argument converted to what its parameter takes.

A call that cannot work compiles into the machine's error, raised when and if it is reached.
Source: language reference, 4.9 and 4.18.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from retromaze.analysis.declared import takes_out
from retromaze.analysis.kinds import Kind, Type
from retromaze.analysis.side_effects import receivers
from retromaze.analysis.type_rules import RESULTS, Variant
from retromaze.builtins.form import Builtin, Form
from retromaze.builtins.ranges import Range
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.compiler import elements, extremes, naming, short_strings
from retromaze.compiler.aliasing import handed_on
from retromaze.compiler.call_graph import call_cells
from retromaze.compiler.shapes import Shapes
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import FunctionUnit
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Variable

Arguments = Sequence[Expression | None]
# These need to know which scope asks: inside a DEF they see its own names.
SCOPED = {"CHKVAR": "variable_exists", "CHKLABEL": "label_exists"}


def function(e: Shapes, at: At, node: nodes.Function) -> ast.expr:
    """NAME(arguments) as a value."""
    if node.name in e.unit.compilation.variants:
        return defined_value(e, at, node)
    if takes_out(node.name):
        return removed_element(e, at, node)
    if node.name == "LEN" and len(node.arguments) == 1:
        return length(e, at, node)
    entry = BUILTINS.get(node.name)
    if entry is None or node.name == "CALL":
        return by_name(e, at, node.name, node.arguments, receivers=None)
    form = entry.find(len(node.arguments), value=True, receivers=None)
    if form is None:
        return at.call("shape_error", at.constant(node.name))
    called = partial(form_name, e, entry, form, node.arguments)
    if (short := short_strings.inline_string(e, at, node, called)) is not None:
        return short
    if (whole := extremes.inline_extreme(e, at, node, called)) is not None:
        return whole
    arguments = converted_arguments(e, at, form, node.arguments)
    if node.name in SCOPED:
        return at.call(SCOPED[node.name], at.constant(e.unit.scope.name), *arguments)
    return at.call(called(), *arguments)


def form_name(e: Shapes, entry: Builtin, form: Form, arguments: Arguments) -> str:
    """The generated name of what is called: the machine's method itself where nothing stands between.

    Where an argument may be out of its range the name says that it is `checked`.
    """
    number = entry.forms.index(form)
    is_sure = not form.has_ranges or all_in_range(e, form, arguments)
    if is_sure and may_be_direct(e, form, arguments):
        return e.unit.compilation.form_name(entry.name + "_direct", form, number)
    if not is_sure:
        return e.unit.compilation.form_name(entry.name + "_checked", replace(form, detour=True), number)
    plain = replace(form, detour=True) if form.direct else form
    plain = replace(plain, guarded=True) if form.has_ranges else plain
    return e.unit.compilation.form_name(entry.name, plain, number)


def all_in_range(e: Shapes, form: Form, arguments: Arguments) -> bool:
    """Whether all arguments of a call are known to lie in their ranges."""
    return all(
        parameter.range is None or argument is None or is_in_range(e, argument, parameter.range)
        for parameter, argument in zip(form.parameters, arguments, strict=False)
    )


def is_in_range(e: Shapes, argument: Expression, valid: Range) -> bool:
    if not e.unit.compilation.uses(Technique.DIRECT) or not valid.is_plain:
        return False
    if isinstance(argument, nodes.Number):
        return valid.low <= argument.value <= valid.high
    kind = e.kind(argument)
    return kind.is_int and valid.low <= kind.low and kind.high <= valid.high


def may_be_direct(e: Shapes, form: Form, arguments: Arguments) -> bool:
    """Whether all arguments are such that the machine's method does what the builtin does."""
    if not (form.direct and e.unit.compilation.uses(Technique.DIRECT)):
        return False
    given = [e.kind(each) for each in arguments if each is not None]
    if form.within is not None and not all(each.within(*form.within) for each in given):
        return False
    return all(each.is_number for each in given)


def system_variable(e: Shapes, at: At, name: str) -> ast.expr:
    return at.call(e.unit.compilation.form_name(name, VARIABLES[name].read, 0))


# ---- arguments


def converted_arguments(e: Shapes, at: At, form: Form, arguments: Arguments) -> list[ast.expr]:
    """Each argument as its parameter wants it."""
    result = []
    for position, argument in enumerate(arguments):
        parameter = form.at(position)
        if argument is None:
            empty = parameter is not None and parameter.may_be_empty
            result.append(at.constant(None) if empty else mismatch(at, position))
            continue
        kind = parameter.kind if parameter else "value"
        result.append(as_argument(e, at, argument, kind, position))
    return result


def mismatch(at: At, position: int) -> ast.expr:
    return at.call("type_mismatch", at.constant(position + 1))


def as_argument(e: Shapes, call: At, node: Expression, kind: str, position: int) -> ast.expr:
    """An argument as a parameter of that kind wants it; a wrong type is the call's mistake."""
    at, given = At(node.line, node.column), e.kind(node)
    if not fits(given, kind):
        return mismatch(call, position)
    match kind:
        case "int":
            return e.integer(node)
        case "coordinate":
            return e.value(node) if given.is_int else e.integer(node)
        case "float":
            return e.real(node)
        case "number":
            return e.number(node)
        case "str":
            return e.text(node)
        case "array":
            return e.value(node) if given.type is Type.ARRAY else at.call("array", e.value(node))
        case _:
            return unshared_value(e, node)


def unshared_value(e: Shapes, node: Expression) -> ast.expr:
    """A value that carries its BASIC type, strings as plain characters: what builtins are given."""
    match e.kind(node).type:
        case Type.STRING:
            return e.value(node)
        case Type.ANY:
            return At(node.line, node.column).call("unshared", e.value(node))
        case _:
            return e.dynamic(node)


def fits(given: Kind, kind: str) -> bool:
    """Whether an argument of that kind can be what the parameter asks for."""
    if given.type is Type.ANY or kind == "value":
        return True
    if kind == "str":
        return given.type is Type.STRING
    if kind == "array":
        return given.type is Type.ARRAY
    return given.is_number


# ---- builtins with code of their own


def length(e: Shapes, at: At, node: nodes.Function) -> ast.expr:
    """LEN of a string or array; of a one-dimensional array without looking at the Array."""
    argument = node.arguments[0]
    if isinstance(argument, nodes.Name) and (variable := e.array_named(argument.name)):
        e.unit.use(variable)
        is_row = variable.dimensions == 1 and not variable.varies
        owner = naming.items if is_row else naming.array_object
        return at.call("len", at.name(owner(variable)))
    if argument is None or e.kind(argument).is_number:
        return mismatch(at, 0)
    if e.kind(argument).type is Type.STRING:
        return at.call("len", e.value(argument))
    return at.call("length", e.dynamic(argument))


def removed_element(e: Shapes, at: At, node: nodes.Function) -> ast.expr:
    """POP and SHIFT: the last or first element of an array, or character of a string."""
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
    if variable.is_array:
        items = elements.row(at, variable)
        found = popped(at, items) if node.name == "POP" else at.call("shift", items)
        shares = e.kind(node).type is Type.STRING and e.unit.shares_strings
        return at.call("plain", found) if shares else found
    return taken_character(e, at, naming.scalar(variable), position)


def takes_elements(variable: Variable) -> bool:
    """Whether something may be pushed on and taken from a variable: an array of one dimension or a string."""
    return variable.dimensions == 1 or variable.varies or (not variable.is_array and variable.kind in "$?")


def popped(at: At, items: ast.expr) -> ast.expr:
    return at.call(at.attribute(items, "pop"))


def text_place(e: Shapes, at: At, node: nodes.Index) -> tuple[str, list[ast.expr]] | None:
    """Where a string inside an array is, for the helpers of `elements`: which of them, and their arguments.

    None for what is certainly no such string.
    """
    variable = e.unit.scope.find(node.target.name) if isinstance(node.target, nodes.Name) else None
    if variable is None:
        return None
    if variable.is_array and not variable.varies:
        return ("element", list(e.element_place(node))) if variable.kind == "$" else None
    if not variable.varies and variable.kind != "?":
        return None
    return "inner", [e.value(node.target), e.subscripts(at, node)]


def taken_character(e: Shapes, at: At, name: str, position: ast.expr) -> ast.expr:
    """The pair of what was taken and the new owner, the owner put back on the way.

    The temporary ends as what was taken: it must not hold a long string that nobody has any more.
    """
    keep = e.unit.temporary()
    pair = at.walrus(keep, at.call("take_from", at.name(name), position))
    back = at.walrus(name, at.subscript(at.name(keep), at.constant(1)))
    value = at.walrus(keep, at.subscript(at.name(keep), at.constant(0)))
    return at.subscript(at.row([pair, back, value]), at.constant(2))


# ---- DEFs


def defined_call(e: Shapes, at: At, call: nodes.Function | nodes.Instruction) -> ast.expr:
    """The Python call of a DEF, or the error of a wrong number of arguments."""
    variant = e.unit.compilation.variants.find(e.kind, call)
    if variant is None:
        wrong = [each for each in call.arguments if each is not None and e.kind(each).type is Type.NOTHING]
        return e.value(wrong[0]) if wrong else at.call("illegal_call")
    given = given_arguments(e, variant, call)
    return at.call(naming.variant_function(variant), *called_cells(e, at, variant), *given)


def given_arguments(e: Shapes, variant: Variant, call: nodes.Function | nodes.Instruction) -> list[ast.expr]:
    facts = e.unit.compilation.facts
    return [
        e.as_kind(argument, facts.of(variant.scope.variables[name])) if name else e.dynamic(argument)
        for name, argument in zip(receivers(variant.scope), call.arguments, strict=True)
        if argument is not None
    ]


def called_cells(e: Shapes, at: At, variant: Variant) -> list[ast.expr]:
    """The stack cells taken when the DEF is called, where it wants to know."""
    if not e.unit.compilation.is_told_cells(variant):
        return []
    return [pending_cells(e.unit, at, call_cells(variant.scope))]


def pending_cells(unit: FunctionUnit, at: At, more: int = 0) -> ast.expr:
    """The stack cells that the calls pending here have taken, and so many more."""
    known = unit.compilation.known_cells(unit.scope)
    if known is not None:
        return at.constant(known + more)
    pending = at.name(unit.pending)
    return at.binary(pending, "+", at.constant(more * unit.compilation.graph.cell)) if more else pending


def defined_value(e: Shapes, at: At, node: nodes.Function) -> ast.expr:
    define = e.unit.compilation.program.definitions[node.name].routine.define
    result = defined_call(e, at, node)
    if define is None or define.returns:
        return result
    if len(define.outputs) != 1:
        return at.call("illegal_call")
    return at.subscript(result, at.constant(0))


def by_name(e: Shapes, at: At, name: str, arguments: Arguments, *, receivers: int | None) -> ast.expr:
    """A call found when it runs: CALL, a COMMON DEF of another slot, an unknown word.

    `receivers` is None where a value is wanted, else the number of OUT receivers.
    """
    first: ast.expr = at.constant(name)
    if name == "CALL":
        if not arguments or arguments[0] is None:
            return at.call("shape_error", at.constant(name))
        first, arguments = e.text(arguments[0]), arguments[1:]
    given = [at.constant(None) if each is None else handed_on(e, each) for each in arguments]
    return at.call("call_by_name", first, at.constant(receivers), pending_cells(e.unit, at), *given)


def result_kinds(form: Form) -> list[Kind]:
    """The kinds of the OUT values of an instruction."""
    return [RESULTS[each] for each in (form.outputs or (form.result,))]
