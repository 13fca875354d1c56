"""Writes operations on whole numbers and strings: as Python's operators if these do the same, else as calls.

An Integer wraps at 32 bits and division rounds toward zero. Most sums are known to stay within 32 bits.

A string of LONG_STRING characters or more counts against the work budget and the memory, so functions that
count their work handle it. A listing that may change one string under two names has shared strings (see
`analysis.sharing`): a string that is copied from a variable or element becomes an object first, so that both
names mean the same object.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from retromaze.analysis import kinds
from retromaze.analysis.declared import is_short_string, max_result_length
from retromaze.analysis.kinds import EXTREMES, LARGEST, ROUNDINGS, SMALLEST, Type
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder
from retromaze.language import nodes
from retromaze.language.nodes import Expression, walk
from retromaze.values.arrays import LONG_STRING

if TYPE_CHECKING:
    from retromaze.compiler.expressions import Expressions

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
