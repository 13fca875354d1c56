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
from retromaze.compiler import naming
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every
from retromaze.values.arrays import LONG_STRING

if TYPE_CHECKING:
    from retromaze.compiler.expressions import Expressions

CALLS = {"DIV": "divide", "MOD": "remainder", "<<": "shift_left", ">>": "shift_right"}
DIVISIONS = {"DIV": "//", "MOD": "%"}
SIGN, WORD = 1 << 31, (1 << 32) - 1


def held_in_range(
    at: AstBuilder, load: ast.expr, again: ast.expr, low: int, high: int, otherwise: str
) -> ast.expr:
    """Writes a number if it is within 32 bits, else a call of the function `otherwise` with it.

    The number is known to be from `low` to `high`. `load` evaluates it, `again` reads it once more.
    """
    if low >= SMALLEST and high <= LARGEST:
        return load
    if low >= SMALLEST:
        inside = at.compare(load, "<=", at.constant(LARGEST))
    elif high <= LARGEST:
        inside = at.compare(load, ">=", at.constant(SMALLEST))
    else:
        inside = at.compare(at.constant(SMALLEST), "<=", load, "<=", at.constant(LARGEST))
    return at.choose(inside, again, at.call(otherwise, again))


def total(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes `+`, `-` or `*` of Integers, wrapped if the result may need more than 32 bits."""
    value = at.binary(e.value(node.left), node.operator, e.value(node.right))
    low, high = kinds.result_range(node.operator, e.kind(node.left), e.kind(node.right))
    if low >= SMALLEST and high <= LARGEST:
        return value
    return held_in_range(at, *e.kept(at, value), low, high, "wrap")


# ---- division and shifts


def operation(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes DIV, MOD, << or >>."""
    if not e.unit.compilation.uses(Technique.OPERATORS):
        return at.call(CALLS[node.operator], e.integer(node.left), e.integer(node.right))
    if node.operator in DIVISIONS:
        return division(e, at, node)
    left, right = e.unit.integer_kind(node.left), e.unit.integer_kind(node.right)
    value, by = e.integer(node.left), e.integer(node.right)
    if not right.is_within(0, 31):
        return at.call(CALLS[node.operator], value, by)
    if node.operator == ">>":
        return at.binary(value, ">>", by)
    shifted = at.binary(value, "<<", by)
    low, high = min(left.low << right.high, left.low), max(left.high << right.high, left.high)
    if low >= SMALLEST and high <= LARGEST:
        return shifted
    # the lowest 32 bits, signed
    word = at.binary(shifted, "&", at.constant(WORD))
    return at.binary(at.binary(word, "^", at.constant(SIGN)), "-", at.constant(SIGN))


def division(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes DIV or MOD. Python rounds down, the machine toward zero: the same if no operand is negative."""
    left, right = e.unit.integer_kind(node.left), e.unit.integer_kind(node.right)
    sign = DIVISIONS[node.operator]
    if left.low >= 0 and right.low >= 0:
        return at.binary(e.integer(node.left), sign, e.integer(node.right))
    if left.low < 0 < right.low and right.low == right.high:
        load, again = e.twice(at, node.left)
        divisor = e.integer(node.right)
        if_negative = at.unary("-", at.binary(at.unary("-", again), sign, divisor))
        return at.choose(at.compare(load, ">=", at.constant(0)), at.binary(again, sign, divisor), if_negative)
    dividend, again = e.twice(at, node.left)
    divisor, by = e.twice(at, node.right)
    reads_only = not isinstance(divisor, ast.NamedExpr)
    if not reads_only and isinstance(dividend, ast.Name):
        # the divisor's calls may store to the variable
        dividend, again = e.kept(at, dividend)
    positive = at.compare(divisor, ">", at.constant(0))
    not_negative = at.compare(dividend, ">=", at.constant(0))
    # `&` evaluates both sides, the dividend first
    signs = (
        at.logical("and", not_negative, positive) if reads_only else at.binary(not_negative, "&", positive)
    )
    return at.choose(signs, at.binary(again, sign, by), at.call(CALLS[node.operator], again, by))


# ---- MIN, MAX, ABS and roundings


def inline_extreme(
    e: Expressions, at: AstBuilder, node: nodes.Function, called: Callable[[], str]
) -> ast.expr | None:
    """Writes MIN, MAX, ABS or a rounding of whole numbers as Python's own; returns None for other calls.

    `called` returns the name of the builtin's function, for values that Python's own does not fit.
    """
    arguments = [each for each in node.arguments if each is not None]
    if node.name not in {"ABS", *EXTREMES, *ROUNDINGS} or not e.kind(node).is_int:
        return None
    if len(arguments) < len(node.arguments):
        # the builtin raises the error for a missing argument
        return None
    kind = e.kind(arguments[0]) if arguments else None
    # ABS of the smallest Integer does not fit an Integer
    may_overflow = node.name == "ABS" and kind and kind.type is Type.INTEGER and kind.low == SMALLEST
    is_plain = all(e.kind(each).is_int for each in arguments) and not may_overflow
    if not (is_plain and e.unit.compilation.uses(Technique.EXTREMES)):
        result = at.call(called(), *map(e.number, arguments))
        return at.call("int", result) if e.kind(node).type is Type.WHOLE else result
    match arguments:
        case [one]:
            return at.call("abs", e.value(one)) if node.name == "ABS" else e.value(one)
        case [one, other]:
            # `one if one <= other else other`, each evaluated once
            calls_nothing = all(
                isinstance(each, nodes.Number | nodes.Name | nodes.Binary | nodes.Unary)
                for each in every(other)
            )
            first, again = read_twice(e, at, one, unchanged=calls_nothing)
            second, other_again = read_twice(e, at, other, unchanged=True)
            sign = "<=" if node.name == "MIN" else ">="
            return at.choose(at.compare(first, sign, second), again, other_again)
        case _:
            return at.call(node.name.lower(), *map(e.value, arguments))


def read_twice(
    e: Expressions, at: AstBuilder, node: Expression, *, unchanged: bool
) -> tuple[ast.expr, ast.expr]:
    """Returns an expression to evaluate first, and one that reads the same value again.

    `unchanged` says that no variable is stored to in between.
    """
    value = e.value(node)
    if isinstance(value, ast.Constant) or (unchanged and isinstance(value, ast.Name)):
        return value, value
    return e.kept(at, value)


LARGEST_CODE = 0xFFFF


def is_string(e: Expressions, node: Expression) -> bool:
    """Whether an expression is known to be a string."""
    return e.kind(node).type is Type.STRING


# ---- operators


def concatenation(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes `s+t`: with Python's `+` if both lengths are cheap to test and their sum is short."""
    long_sum = at.call("concatenate", e.value(node.left), e.value(node.right))
    lengths = [length for each in (node.left, node.right) if (length := length_of(e, at, each))]
    if len(lengths) < 2 or e.unit.shares_strings:
        return long_sum
    is_short_sum = at.compare(at.binary(lengths[0], "+", lengths[1]), "<", at.constant(LONG_STRING))
    return at.choose(is_short_sum, at.binary(e.value(node.left), "+", e.value(node.right)), long_sum)


def repetition(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes `s*n` or `n*s`: Python's `*` if the result is surely short, else a call that counts its work."""
    text, count = (node.left, node.right) if is_string(e, node.left) else (node.right, node.left)
    if is_short_repetition(e, node):
        return at.binary(e.value(text), "*", e.value(count))
    return at.call("repeat", e.value(text), e.number(count))


def is_short_repetition(e: Expressions, node: Expression) -> bool:
    """Whether an expression is a string literal times a number, with a result shorter than LONG_STRING."""
    match node:
        case (
            nodes.Binary(operator="*", left=nodes.String() as text, right=count)
            | nodes.Binary(operator="*", left=count, right=nodes.String() as text)
        ):
            is_short_result = (
                e.kind(count).is_int and max(0, e.kind(count).high) * len(text.value) < LONG_STRING
            )
            return is_short_result and e.unit.compilation.uses(Technique.SHORT_STRINGS)
        case _:
            return False


def comparison(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """Writes a comparison of strings: Python's own if one is short, else a call that counts its work."""
    left, right = e.value(node.left), e.value(node.right)
    fast = at.compare(left, node.operator, right)
    if is_short_string(node.left) or is_short_string(node.right):
        return fast
    slow = at.call("compare_texts", at.constant(node.operator), left, right)
    length = length_of(e, at, node.left)
    # Both sides are written twice: nested comparisons would double the code at each level.
    if length is None or e.unit.shares_strings or not isinstance(node.right, nodes.Name):
        return slow
    return at.choose(at.compare(length, "<", at.constant(LONG_STRING)), fast, slow)


def length_of(e: Expressions, at: AstBuilder, node: Expression) -> ast.expr | None:
    """Writes the length of a string variable, or an upper bound for the length of another string.

    Returns None if no bound is known, or if the string cannot be written twice because it calls a function.
    """
    if isinstance(node, nodes.Name) and e.unit.scope.find(node.name):
        return at.call("len", e.value(node))
    match node:
        case nodes.String(value=value):
            return at.constant(len(value))
        case nodes.Function(
            name="MID$" | "LEFT$" | "RIGHT$", arguments=[*others, nodes.Number(value=int(count))]
        ):
            return None if any(map(calls_function, others)) else at.constant(max(count, 0))
        case nodes.Function() if is_short_string(node) and not any(map(calls_function, node.arguments)):
            longest = max_result_length(node.name)
            return None if longest is None else at.constant(longest)
        case _:
            return None


def calls_function(node: Expression | None) -> bool:
    """Whether an expression calls any function."""
    return node is not None and any(isinstance(each, nodes.Function) for each in every(node))


# ---- functions


def inline_string(
    e: Expressions, at: AstBuilder, node: nodes.Function, called: Callable[[], str]
) -> ast.expr | None:
    """Writes a string function as Python's own operation; returns None if it needs the builtin.

    `called` returns the name of the builtin's function, for strings that turn out to be long.
    """

    def is_count(count: Expression) -> bool:
        """Whether a number of characters is less than LONG_STRING, and can be written twice."""
        return e.kind(count).is_within(0, LONG_STRING - 1) and isinstance(count, nodes.Name | nodes.Number)

    def is_inside(text: nodes.String, place: Expression) -> bool:
        """Whether a literal certainly has a character at that place."""
        return e.kind(place).is_within(0, len(text.value) - 1)

    if not e.unit.compilation.uses(Technique.SHORT_STRINGS):
        return None
    match node.name, [each for each in node.arguments if each is not None]:
        case "CHR$", [code] if e.kind(code).is_within(0, LARGEST_CODE):
            return at.call("chr", e.value(code))
        case "MID$", [nodes.String() as text, place, nodes.Number(value=1)] if is_inside(text, place):
            return at.subscript(e.value(text), e.value(place))
        case "MID$", [text, start, count] if is_count(start) and is_count(count) and is_string(e, text):
            first, number = e.kind(start), e.kind(count)
            if first.low == first.high and number.low == number.high:
                end = at.constant(first.low + number.low)
            else:
                end = at.binary(e.value(start), "+", e.value(count))
            return at.part(e.value(text), e.value(start), end)
        case "LEFT$", [text, count] if is_count(count) and is_string(e, text):
            return at.part(e.value(text), None, e.value(count))
        case "INSTR", [text, nodes.String() as wanted] if is_string(e, text):
            length = length_of(e, at, text)
            if length is None or e.unit.shares_strings:
                return None
            owner = e.value(text)
            found = at.call(at.attribute(owner, "find"), e.value(wanted))
            short = at.compare(length, "<=", at.constant(LONG_STRING))
            return at.choose(short, found, at.call(called(), owner, e.value(wanted)))
        case _:
            return None


# ---- strings with two names


def aliased(e: Expressions, node: Expression) -> ast.expr:
    """Writes a value that gets a second name, as `dynamic` does; strings that are shared become objects."""
    if not (e.unit.shares_strings and e.kind(node).type in (Type.STRING, Type.ANY)):
        return e.dynamic(node)
    at = AstBuilder(node.line, node.column)
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


def stored_string(e: Expressions, node: Expression) -> ast.expr:
    """Writes a value for a string variable. It raises TypeMismatch at run time if it is no string."""
    if is_string(e, node):
        return aliased(e, node)
    helper = "string_shared" if e.unit.shares_strings else "string"
    return AstBuilder(node.line, node.column).call(helper, aliased(e, node))


def may_be_shared(e: Expressions, node: nodes.Function) -> bool:
    """Whether a call is of a DEF that may return a string that a variable still has."""
    defined = node.name in e.unit.compilation.program.definitions
    return defined and e.unit.shares_strings and is_string(e, node)
