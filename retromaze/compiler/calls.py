"""Writes calls of builtins and DEFs, and operations on whole numbers and strings, by Python's own if equal.

Each argument is converted to what its parameter takes. A call that cannot work compiles into the machine's
error, raised when and if it is reached. An Integer wraps at 32 bits and division rounds toward zero. Most
sums are known to stay within 32 bits.

A string of LONG_STRING characters or more counts against the work budget and the memory, so functions that
count their work handle it. A listing that may change one string under two names has shared strings (see
`analysis.sharing`): a string that is copied from a variable or element becomes an object first, so that both
names mean the same object.
Source: language reference, 4.9 and 4.18.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from retromaze.analysis import kinds
from retromaze.analysis.kinds import EXTREMES, LARGEST, ROUNDINGS, SMALLEST, Type
from retromaze.analysis.side_effects import (
    called_form,
    is_short_string,
    max_result_length,
    receivers,
    removes_element,
)
from retromaze.builtins.form import Builtin, Form, Range
from retromaze.builtins.registry import BUILTINS
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import (
    AstBuilder,
    Operand,
    array_name,
    items_name,
    scalar_name,
    stack_cells_of_call,
    variant_function_name,
)
from retromaze.language import nodes
from retromaze.language.nodes import Expression, walk
from retromaze.language.program import UNTYPED, Variable
from retromaze.values.arrays import LONG_STRING

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
    inline = inline_string_function(expressions, build, node, builtin_name) or inline_min_max_abs(
        expressions, build, node, builtin_name
    )
    if inline is not None:
        return inline
    arguments = converted_arguments(expressions, build, form, node.arguments)
    arguments = with_report(expressions, build, node, arguments)
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
        owner = items_name if has_list else array_name
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
        name, temporary = scalar_name(variable), expressions.unit.temporary()
        pair = build.walrus(temporary, build.call("take_from", build.name(name), position))
        stored = build.walrus(name, build.subscript(build.name(temporary), 1))
        value = build.walrus(temporary, build.subscript(build.name(temporary), 0))
        return build.subscript(build.tuple_([pair, stored, value]), 2)
    if variable.shape_varies:
        row = build.call("one_dimension", build.name(array_name(variable)))
        items = build.attribute(row, "items")
    else:
        items = build.name(items_name(variable))
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
    return build.call(variant_function_name(variant), *passed)


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
    passed = [None if each is None else value_for_second_name(expressions, each) for each in arguments]
    return build.call("call_by_name", first, receiver_count, stack_use(expressions, build), *passed)


# ---- operations


CALLS = {"DIV": "divide", "MOD": "remainder", "<<": "shift_left", ">>": "shift_right"}
DIVISIONS = {"DIV": "//", "MOD": "%"}
SIGN, WORD = 1 << 31, (1 << 32) - 1
"""The sign bit of a number of 32 bits, and all its bits."""
LARGEST_CODE = 0xFFFF
"""The largest code of a character."""


def number_within_32_bits(
    build: AstBuilder, load: ast.expr, reload: ast.expr, low: int, high: int, fallback: str
) -> ast.expr:
    """Writes a number if it is within 32 bits, else a call of the function `fallback` with it.

    The number is known to be from `low` to `high`: a bound that it cannot pass is not tested. `load`
    evaluates it, `reload` reads it once more.
    """
    if low >= SMALLEST and high <= LARGEST:
        return load
    if low >= SMALLEST:
        inside = build.compare(load, "<=", LARGEST)
    elif high <= LARGEST:
        inside = build.compare(load, ">=", SMALLEST)
    else:
        inside = build.compare(SMALLEST, "<=", load, "<=", LARGEST)
    return build.conditional(inside, reload, build.call(fallback, reload))


def wrapped_arithmetic(expressions: Expressions, build: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes `+`, `-` or `*` of Integers, wrapped if the result may need more than 32 bits."""
    value = build.binary(expressions.value(node.left), node.operator, expressions.value(node.right))
    low, high = kinds.result_range(node.operator, expressions.kind(node.left), expressions.kind(node.right))
    if low >= SMALLEST and high <= LARGEST:
        return value  # without a temporary
    return number_within_32_bits(build, *expressions.store_in_temporary(build, value), low, high, "wrap")


# ---- division and shifts


def division_or_shift(expressions: Expressions, build: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes DIV, MOD, << or >> of Integers, as Python's operator if that does the same."""
    if not expressions.compilation.uses(Technique.OPERATORS):
        return build.call(CALLS[node.operator], *map(expressions.as_int32, (node.left, node.right)))
    if node.operator in DIVISIONS:
        return division(expressions, build, node)
    left, right = expressions.unit.integer_kind(node.left), expressions.unit.integer_kind(node.right)
    value, by = expressions.as_int32(node.left), expressions.as_int32(node.right)
    if not right.is_within(0, 31):
        # Python refuses negative counts
        return build.call(CALLS[node.operator], value, by)
    if node.operator == ">>":
        return build.binary(value, ">>", by)
    shifted = build.binary(value, "<<", by)
    # each end of the range is shifted by the largest count, or not at all if that is further out
    low, high = min(left.low << right.high, left.low), max(left.high << right.high, left.high)
    if low >= SMALLEST and high <= LARGEST:
        return shifted
    # the lowest 32 bits, signed
    word = build.binary(shifted, "&", WORD)
    return build.binary(build.binary(word, "^", SIGN), "-", SIGN)


def division(expressions: Expressions, build: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes DIV or MOD. Python rounds down, the machine toward zero: the same if no operand is negative.

    That is known from the kinds of the operands, or tested as the program runs; with a positive constant as
    divisor only the dividend is tested. Else a function does it, also for the divisor 0.
    """
    left, right = expressions.unit.integer_kind(node.left), expressions.unit.integer_kind(node.right)
    operator = DIVISIONS[node.operator]
    if left.low >= 0 and right.low >= 0:
        return build.binary(expressions.as_int32(node.left), operator, expressions.as_int32(node.right))
    dividend, dividend_again = expressions.load_and_reload(build, expressions.as_int32(node.left))
    if 0 < right.low == right.high:
        # a positive constant: `-(-x // 3)` for a negative x
        divisor = expressions.as_int32(node.right)
        if_negative = build.unary("-", build.binary(build.unary("-", dividend_again), operator, divisor))
        return build.conditional(
            build.compare(dividend, ">=", 0), build.binary(dividend_again, operator, divisor), if_negative
        )
    divisor, divisor_again = expressions.load_and_reload(build, expressions.as_int32(node.right))
    # else the divisor is stored in a temporary, before `divisor_again` may read it
    reads_only = not isinstance(divisor, ast.NamedExpr)
    if not reads_only and isinstance(dividend, ast.Name):
        # the divisor's calls may store to the dividend's variable
        dividend, dividend_again = expressions.store_in_temporary(build, dividend)
    positive = build.compare(divisor, ">", 0)
    not_negative = build.compare(dividend, ">=", 0)
    # `and` would not evaluate the divisor after a negative dividend; `&` does, the dividend first
    rounds_alike = (
        build.bool_op("and", not_negative, positive)
        if reads_only
        else build.binary(not_negative, "&", positive)
    )
    return build.conditional(
        rounds_alike,
        build.binary(dividend_again, operator, divisor_again),
        build.call(CALLS[node.operator], dividend_again, divisor_again),
    )


# ---- MIN, MAX, ABS and roundings


def inline_min_max_abs(
    expressions: Expressions, build: AstBuilder, node: nodes.Function, builtin_name: Callable[[], str]
) -> ast.expr | None:
    """Writes MIN, MAX, ABS or a rounding of whole numbers as Python's own; returns None for other calls.

    `builtin_name` returns the name of the builtin's function, for values that Python's own does not fit.
    """
    arguments = [each for each in node.arguments if each is not None]
    if node.name not in {"ABS", *EXTREMES, *ROUNDINGS} or not expressions.kind(node).is_int:
        return None
    if len(arguments) < len(node.arguments):
        # the builtin raises the error for a missing argument
        return None
    kind = expressions.kind(arguments[0]) if arguments else None
    # ABS of the smallest Integer does not fit an Integer
    may_overflow = node.name == "ABS" and kind and kind.type is Type.INTEGER and kind.low == SMALLEST
    is_plain = all(expressions.kind(each).is_int for each in arguments) and not may_overflow
    if not (is_plain and expressions.compilation.uses(Technique.EXTREMES)):
        # the builtin returns a float for a WHOLE result, a Real that is kept as an int
        values = list(map(expressions.as_number_argument, arguments))
        result = build.call(builtin_name(), *with_report(expressions, build, node, values))
        return build.call("int", result) if expressions.kind(node).type is Type.WHOLE else result
    match arguments:
        case [one]:
            value = expressions.value(one)
            return build.call("abs", value) if node.name == "ABS" else value
        case [one, other]:
            # `one if one <= other else other`, each evaluated once. If `other` calls nothing, nothing can
            # store to `one` before it is read again
            calls_nothing = all(
                isinstance(each, nodes.Number | nodes.Name | nodes.Binary | nodes.Unary)
                for each in walk(other)
            )
            first, first_again = expressions.load_and_reload(
                build, expressions.value(one), unchanged=calls_nothing
            )
            other_value = expressions.value(other)
            if is_reported(expressions, node):
                other_value = report_of_larger(build, node, first_again, other_value)
            second, second_again = expressions.load_and_reload(build, other_value)
            sign = "<=" if node.name == "MIN" else ">="
            return build.conditional(build.compare(first, sign, second), first_again, second_again)
        case _:
            return build.call(node.name.lower(), *map(expressions.value, arguments))


def with_report(
    expressions: Expressions, build: AstBuilder, node: nodes.Function, values: list[ast.expr]
) -> list[ast.expr]:
    """Returns the values of a call's arguments; for a traced MIN or MAX the second one reports the larger."""
    if not is_reported(expressions, node):
        return values
    first, first_again = expressions.store_in_temporary(build, values[0])
    return [first, report_of_larger(build, node, first_again, values[1])]


def is_reported(expressions: Expressions, node: nodes.Function) -> bool:
    """Whether a call is a MIN or MAX in a traced listing, of two values of which either may be larger."""
    if not expressions.compilation.settings.traced or node.name not in EXTREMES:
        return False
    kinds = [expressions.kind(each) for each in node.arguments if each]
    if len(kinds) != len(node.arguments) or len(kinds) != 2:
        return False
    one, other = kinds
    return not (one.is_int and other.is_int) or (one.low < other.high and other.low < one.high)


def report_of_larger(build: AstBuilder, node: nodes.Function, first: ast.expr, second: ast.expr) -> ast.expr:
    """Writes `second`, an argument's value, as a call that reports whether `first` is larger."""
    # its own place: that of MIN or MAX may be the place of a condition, too
    place = node.arguments[1] or node
    return build.call("compared", place.line, place.column, first, second)


# ---- strings


def is_string(expressions: Expressions, node: Expression) -> bool:
    """Whether an expression is known to be a string."""
    return expressions.kind(node).type is Type.STRING


def concatenation(expressions: Expressions, build: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes `s+t`: with Python's `+` if both lengths are cheap to test and their sum is short."""
    # the helper counts its work and memory
    long_sum = build.call("concatenate", expressions.value(node.left), expressions.value(node.right))
    left, right = (length_or_bound(expressions, build, each) for each in (node.left, node.right))
    if left is None or right is None or expressions.unit.shares_strings:
        return long_sum
    is_short_sum = build.compare(build.binary(left, "+", right), "<", LONG_STRING)
    return build.conditional(
        is_short_sum, build.binary(expressions.value(node.left), "+", expressions.value(node.right)), long_sum
    )


def repetition(expressions: Expressions, build: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes `s*n` or `n*s`: Python's `*` if the result is surely short, else a call that counts its work."""
    text, count = (node.left, node.right) if is_string(expressions, node.left) else (node.right, node.left)
    if is_short_repetition(expressions, node):
        return build.binary(expressions.value(text), "*", expressions.value(count))
    return build.call("repeat", expressions.value(text), expressions.as_number_argument(count))


def is_short_repetition(expressions: Expressions, node: Expression) -> bool:
    """Whether an expression is a string literal times a number, with a result shorter than LONG_STRING."""
    match node:
        case (
            nodes.Binary(operator="*", left=nodes.String() as text, right=count)
            | nodes.Binary(operator="*", left=count, right=nodes.String() as text)
        ):
            kind = expressions.kind(count)
            is_short_result = kind.is_int and max(0, kind.high) * len(text.value) < LONG_STRING
            return is_short_result and expressions.compilation.uses(Technique.SHORT_STRINGS)
        case _:
            return False


def comparison(expressions: Expressions, build: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes a comparison of strings: Python's own if one is short, else a call that counts its work."""
    left, right = expressions.value(node.left), expressions.value(node.right)
    fast = build.compare(left, node.operator, right)
    if is_short_string(node.left) or is_short_string(node.right):
        return fast
    slow = build.call("compare_texts", node.operator, left, right)
    length = length_or_bound(expressions, build, node.left)
    # each side would be written twice: comparisons nested on the right would double the code at each level
    if length is None or expressions.unit.shares_strings or not isinstance(node.right, nodes.Name):
        return slow
    return build.conditional(build.compare(length, "<", LONG_STRING), fast, slow)


def length_or_bound(expressions: Expressions, build: AstBuilder, node: Expression) -> ast.expr | None:
    """Writes the length of a string variable, or an upper bound for the length of another string.

    A test at run time compares it with LONG_STRING. Returns None if no bound is known, or if the expression
    calls a function, so that it cannot be written twice.
    """
    if expressions.scope.whole_variable(node):
        return build.call("len", expressions.value(node))
    match node:
        case nodes.String(value=value):
            return build.constant(len(value))
        case nodes.Function(
            name="MID$" | "LEFT$" | "RIGHT$", arguments=[*others, nodes.Number(value=int(count))]
        ):
            return None if any(map(calls_function, others)) else build.constant(max(count, 0))
        case nodes.Function() if is_short_string(node) and not any(map(calls_function, node.arguments)):
            longest = max_result_length(node.name)
            return None if longest is None else build.constant(longest)
        case _:
            return None


def calls_function(node: Expression | None) -> bool:
    """Whether an expression calls any function."""
    return node is not None and any(isinstance(each, nodes.Function) for each in walk(node))


# ---- functions


def inline_string_function(
    expressions: Expressions, build: AstBuilder, node: nodes.Function, builtin_name: Callable[[], str]
) -> ast.expr | None:
    """Writes a string function as Python's own operation; returns None if it needs the builtin.

    `builtin_name` returns the name of the builtin's function, for strings that turn out to be long.
    """

    def is_count(count: Expression) -> bool:
        """Whether a number of characters can be written twice, and is so small that no work is counted."""
        is_plain = isinstance(count, nodes.Name | nodes.Number)
        return is_plain and expressions.kind(count).is_within(0, LONG_STRING - 1)

    def is_inside(text: nodes.String, place: Expression) -> bool:
        """Whether a literal certainly has a character at that place."""
        return expressions.kind(place).is_within(0, len(text.value) - 1)

    if not expressions.compilation.uses(Technique.SHORT_STRINGS):
        return None
    match node.name, [each for each in node.arguments if each is not None]:
        case "CHR$", [code] if expressions.kind(code).is_within(0, LARGEST_CODE):
            return build.call("chr", expressions.value(code))
        case "MID$", [nodes.String() as text, place, nodes.Number(value=1)] if is_inside(text, place):
            return build.subscript(expressions.value(text), expressions.value(place))
        case "MID$", [text, start, count] if (
            is_count(start) and is_count(count) and is_string(expressions, text)
        ):
            first, number = expressions.kind(start), expressions.kind(count)
            if first.low == first.high and number.low == number.high:
                # both are constants
                end = build.constant(first.low + number.low)
            else:
                end = build.binary(expressions.value(start), "+", expressions.value(count))
            return build.slice(expressions.value(text), expressions.value(start), end)
        case "LEFT$", [text, count] if is_count(count) and is_string(expressions, text):
            return build.slice(expressions.value(text), None, expressions.value(count))
        case "INSTR", [text, nodes.String() as wanted] if is_string(expressions, text):
            length = length_or_bound(expressions, build, text)
            if length is None or expressions.unit.shares_strings:
                return None
            owner = expressions.value(text)
            found = build.call(build.attribute(owner, "find"), expressions.value(wanted))
            short = build.compare(length, "<=", LONG_STRING)
            return build.conditional(
                short, found, build.call(builtin_name(), owner, expressions.value(wanted))
            )
        case _:
            return None


# ---- strings with two names


def value_for_second_name(expressions: Expressions, node: Expression) -> ast.expr:
    """Writes a value that a second name will refer to, as after `B$=A$`.

    If strings are shared, the variable that has the string gets an object too, the same as the second name.
    """
    if not (expressions.unit.shares_strings and expressions.kind(node).type in (Type.STRING, Type.ANY)):
        return expressions.value_with_basic_type(node)
    build = AstBuilder(node)
    match node:
        # `(S := shared(S))`; for elements the helpers store the object
        case nodes.Name() if (variable := expressions.scope.find(node.name)) and not variable.is_array:
            name = expressions.unit.python_name(variable)
            return build.walrus(name, build.call("shared", build.name(name)))
        case nodes.Index() if expressions.scope.array_named(node.target):
            return build.call("shared_element", *expressions.element_place(node))
        case nodes.Index(target=nodes.Name()) if expressions.kind(node.target).type is Type.ANY:
            return build.call(
                "shared_inner", expressions.value(node.target), expressions.subscripts(build, node)
            )
        case nodes.Function() if may_be_shared(expressions, node):
            return expressions.call_value(node)
        case _:
            return expressions.value(node)


def may_be_shared(expressions: Expressions, node: nodes.Function) -> bool:
    """Whether a function is a DEF that may return a string that a variable still has."""
    defined = node.name in expressions.compilation.program.definitions
    return defined and expressions.unit.shares_strings and is_string(expressions, node)
