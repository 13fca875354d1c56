"""Writes operations on whole numbers and strings: inline where Python does the same, else as calls.

An Integer wraps at 32 bits and division rounds toward zero. Most sums are known to stay within 32 bits.

A string of LONG characters or more counts against the work budget and the memory: longer ones are handled by
functions that count their work. A listing that may change one string under two names has its strings as
objects (see `analysis.side_effects`): a variable or element that is copied then becomes an object first, so
that both names mean the same one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from retromaze.analysis import kinds
from retromaze.analysis.declared import is_short, longest_of
from retromaze.analysis.kinds import EXTREMES, LARGEST, ROUNDINGS, SMALLEST, Type
from retromaze.compiler import naming
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every
from retromaze.values.arrays import LONG

if TYPE_CHECKING:
    from retromaze.compiler.expressions import Expressions

CALLS = {"DIV": "divide", "MOD": "remainder", "<<": "shift_left", ">>": "shift_right"}
DIVISIONS = {"DIV": "//", "MOD": "%"}
SIGN, WORD = 1 << 31, (1 << 32) - 1


def held_in_range(
    at: AstBuilder, load: ast.expr, again: ast.expr, low: int, high: int, otherwise: str
) -> ast.expr:
    """A number from low to high if it is within 32 bits, else the result of the function `otherwise`."""
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
    """`+`, `-` or `*` of Integers, wrapped where it may leave 32 bits."""
    value = at.binary(e.value(node.left), node.operator, e.value(node.right))
    low, high = kinds.bounds(node.operator, e.kind(node.left), e.kind(node.right))
    if low >= SMALLEST and high <= LARGEST:
        return value
    return held_in_range(at, *e.kept(at, value), low, high, "wrap")


# ---- division and shifts


def operation(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """DIV, MOD, << or >>."""
    if not e.unit.compilation.uses(Technique.OPERATORS):
        return at.call(CALLS[node.operator], e.integer(node.left), e.integer(node.right))
    if node.operator in DIVISIONS:
        return division(e, at, node)
    left, right = e.unit.integer_kind(node.left), e.unit.integer_kind(node.right)
    value, by = e.integer(node.left), e.integer(node.right)
    if not right.within(0, 31):
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
    """DIV or MOD. Python rounds down and the machine toward zero: the same if nothing is negative."""
    left, right = e.unit.integer_kind(node.left), e.unit.integer_kind(node.right)
    sign = DIVISIONS[node.operator]
    if left.low >= 0 and right.low >= 0:
        return at.binary(e.integer(node.left), sign, e.integer(node.right))
    if left.low < 0 < right.low and right.low == right.high:
        load, again = e.twice(at, node.left)
        divisor = e.integer(node.right)
        below = at.unary("-", at.binary(at.unary("-", again), sign, divisor))
        return at.choose(at.compare(load, ">=", at.constant(0)), at.binary(again, sign, divisor), below)
    dividend, again = e.twice(at, node.left)
    divisor, by = e.twice(at, node.right)
    simple = not isinstance(divisor, ast.NamedExpr)
    if not simple and isinstance(dividend, ast.Name):
        # the divisor's calls may store to the variable
        dividend, again = e.kept(at, dividend)
    positive = at.compare(divisor, ">", at.constant(0))
    not_negative = at.compare(dividend, ">=", at.constant(0))
    # `&` evaluates both sides, the dividend first
    signs = at.logical("and", not_negative, positive) if simple else at.binary(not_negative, "&", positive)
    return at.choose(signs, at.binary(again, sign, by), at.call(CALLS[node.operator], again, by))


# ---- MIN, MAX, ABS and roundings


def inline_extreme(
    e: Expressions, at: AstBuilder, node: nodes.Function, called: Callable[[], str]
) -> ast.expr | None:
    """MIN, MAX, ABS or a rounding of whole numbers, or None; `called` returns the name of the builtin."""
    given = [each for each in node.arguments if each is not None]
    if node.name not in {"ABS", *EXTREMES, *ROUNDINGS} or not e.kind(node).is_int:
        return None
    if len(given) < len(node.arguments):
        # the builtin raises the error for a missing argument
        return None
    kind = e.kind(given[0]) if given else None
    has_no_opposite = node.name == "ABS" and kind and kind.type is Type.INTEGER and kind.low == SMALLEST
    whole = all(e.kind(each).is_int for each in given) and not has_no_opposite
    if not (whole and e.unit.compilation.uses(Technique.EXTREMES)):
        found = at.call(called(), *map(e.number, given))
        return at.call("int", found) if e.kind(node).type is Type.WHOLE else found
    match given:
        case [one]:
            return at.call("abs", e.value(one)) if node.name == "ABS" else e.value(one)
        case [one, other]:
            # `one if one <= other else other`, each evaluated once
            calm = all(
                isinstance(each, nodes.Number | nodes.Name | nodes.Binary | nodes.Unary)
                for each in every(other)
            )
            first, again = read_twice(e, at, one, unchanged=calm)
            second, other_again = read_twice(e, at, other, unchanged=True)
            sign = "<=" if node.name == "MIN" else ">="
            return at.choose(at.compare(first, sign, second), again, other_again)
        case _:
            return at.call(node.name.lower(), *map(e.value, given))


def read_twice(
    e: Expressions, at: AstBuilder, node: Expression, *, unchanged: bool
) -> tuple[ast.expr, ast.expr]:
    """A value to evaluate first and to read again; `unchanged` if no variable is stored to in between."""
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
    """`s+t`: inline if both lengths are cheap to test and their sum is short."""
    made = at.call("concatenate", e.value(node.left), e.value(node.right))
    lengths = [length for each in (node.left, node.right) if (length := length_of(e, at, each))]
    if len(lengths) < 2 or e.unit.shares_strings:
        return made
    short = at.compare(at.binary(lengths[0], "+", lengths[1]), "<", at.constant(LONG))
    return at.choose(short, at.binary(e.value(node.left), "+", e.value(node.right)), made)


def repetition(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """`s*n` in either order."""
    text, count = (node.left, node.right) if is_string(e, node.left) else (node.right, node.left)
    if is_short_repetition(e, node):
        return at.binary(e.value(text), "*", e.value(count))
    return at.call("repeat", e.value(text), e.number(count))


def is_short_repetition(e: Expressions, node: Expression) -> bool:
    """Whether an expression repeats a literal a few times."""
    match node:
        case (
            nodes.Binary(operator="*", left=nodes.String() as text, right=count)
            | nodes.Binary(operator="*", left=count, right=nodes.String() as text)
        ):
            few = e.kind(count).is_int and max(0, e.kind(count).high) * len(text.value) < LONG
            return few and e.unit.compilation.uses(Technique.SHORT_STRINGS)
        case _:
            return False


def comparison(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """A comparison of strings: inline if one is short, else with its work counted."""
    left, right = e.value(node.left), e.value(node.right)
    plain = at.compare(left, node.operator, right)
    if is_short(node.left) or is_short(node.right):
        return plain
    slow = at.call("compare_texts", at.constant(node.operator), left, right)
    length = length_of(e, at, node.left)
    # Both sides are written twice: nested comparisons would double the code at each level.
    if length is None or e.unit.shares_strings or not isinstance(node.right, nodes.Name):
        return slow
    return at.choose(at.compare(length, "<", at.constant(LONG)), plain, slow)


def length_of(e: Expressions, at: AstBuilder, node: Expression) -> ast.expr | None:
    """The length of a variable, or the greatest length of an expression that can be written twice."""
    if isinstance(node, nodes.Name) and e.unit.scope.find(node.name):
        return at.call("len", e.value(node))
    match node:
        case nodes.String(value=value):
            return at.constant(len(value))
        case nodes.Function(
            name="MID$" | "LEFT$" | "RIGHT$", arguments=[*others, nodes.Number(value=int(count))]
        ):
            return None if any(map(calls_function, others)) else at.constant(max(count, 0))
        case nodes.Function() if is_short(node) and not any(map(calls_function, node.arguments)):
            longest = longest_of(node.name)
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
    """A string function as Python's own operation, or None; `called` returns the name of the builtin."""

    def is_count(count: Expression) -> bool:
        """Whether it is a number of characters that makes no long string, and can be written twice."""
        return e.kind(count).within(0, LONG - 1) and isinstance(count, nodes.Name | nodes.Number)

    def is_inside(text: nodes.String, place: Expression) -> bool:
        """Whether a literal certainly has a character at that place."""
        return e.kind(place).within(0, len(text.value) - 1)

    if not e.unit.compilation.uses(Technique.SHORT_STRINGS):
        return None
    match node.name, [each for each in node.arguments if each is not None]:
        case "CHR$", [code] if e.kind(code).within(0, LARGEST_CODE):
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
            short = at.compare(length, "<=", at.constant(LONG))
            return at.choose(short, found, at.call(called(), owner, e.value(wanted)))
        case _:
            return None


# ---- strings with two names


def aliased(e: Expressions, node: Expression) -> ast.expr:
    """A value that gets a second name. Its Python type tells its BASIC type; shared strings are objects."""
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
    """A value for a string variable; TypeMismatch at run time if it is no string."""
    if is_string(e, node):
        return aliased(e, node)
    helper = "string_shared" if e.unit.shares_strings else "string"
    return AstBuilder(node.line, node.column).call(helper, aliased(e, node))


def may_be_shared(e: Expressions, node: nodes.Function) -> bool:
    """Whether a call is of a DEF and may return a string that has another name."""
    defined = node.name in e.unit.compilation.program.definitions
    return defined and e.unit.shares_strings and is_string(e, node)
