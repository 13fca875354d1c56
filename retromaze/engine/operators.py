"""Functions that generated code calls and that are the same in every run: operators and errors."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import Any, NoReturn

from retromaze.builtins.registry import BUILTINS
from retromaze.engine.host_errors import FAILURES
from retromaze.errors import (
    BasicSyntaxError,
    IllegalFunctionCall,
    ReturnWithoutGosub,
    StackOverflow,
    SubscriptOutOfRange,
    TypeMismatch,
    UndefinedLabel,
    UninitializedVariable,
)
from retromaze.language.numbers import divide, remainder, shift_left, shift_right, truncate, wrap
from retromaze.values import arithmetic
from retromaze.values.array_names import array_for, items_under
from retromaze.values.arrays import EXACT, Array, to_whole
from retromaze.values.numbers import printed
from retromaze.values.text import Text, plain, unshared

OPERATORS: dict[str, Any] = {
    "array": arithmetic.array,
    "array_for": array_for,
    "bad_subscript": arithmetic.bad_subscript,
    "chr": chr,
    "character": arithmetic.character,
    "divide": divide,
    "divide_real": arithmetic.divide_real,
    "element": arithmetic.element,
    "failures": FAILURES,
    "float": float,
    "innermost": arithmetic.innermost,
    "int": int,
    "integer_operand": arithmetic.integer_operand,
    "integer_stored": arithmetic.integer_stored,
    "items_under": items_under,
    "len": len,
    "negate": arithmetic.negate,
    "number": arithmetic.number,
    "one_dimension": arithmetic.one_dimension,
    "plain": plain,
    "print_text": arithmetic.print_text,
    "printed": printed,
    "range": range,
    "real": arithmetic.real,
    "remainder": remainder,
    "shared": arithmetic.shareable_string,
    "shift_left": shift_left,
    "shift_right": shift_right,
    "string": arithmetic.string,
    "subtract": arithmetic.subtract,
    "to_whole": to_whole,
    "truncate": truncate,
    "truth": arithmetic.truth,
    "type": type,
    "type_mismatch": arithmetic.type_mismatch,
    "uninitialized": arithmetic.uninitialized,
    "unshared": unshared,
    "wrap": wrap,
}


def operator(function: Callable[..., Any]) -> Callable[..., Any]:
    """Puts a function of this module among those generated code can call, under its own name."""
    OPERATORS[function.__name__] = function
    return function


@operator
def given(value: Any) -> Any:
    """An OUT value of a DEF, which must have been set."""
    if value is None:
        raise UninitializedVariable
    return value


@operator
def above(limit: float) -> int:
    """Where a Python range ends that counts up to a limit, which may be no whole number, or none at all."""
    if -EXACT <= limit <= EXACT:
        return floor(limit) + 1
    return EXACT if limit > 0 else -EXACT


@operator
def below(limit: float) -> int:
    """The same of one that counts down."""
    if -EXACT <= limit <= EXACT:
        return ceil(limit) - 1
    return -EXACT if limit < 0 else EXACT


@operator
def length(value: Any) -> int:
    """LEN of something known only at run time."""
    if isinstance(value, Array):
        return len(value)
    return len(arithmetic.string(value))


@operator
def string_shared(value: Any) -> str | Text:
    """A string object as it is, shared or not; else TypeMismatch."""
    if isinstance(value, str | Text):
        return value
    raise TypeMismatch


@operator
def shared_element(items: list[Any], position: int) -> Any:
    """An element of a string array made shareable, because a second name will refer to it."""
    if position >= len(items):
        raise SubscriptOutOfRange
    items[position] = arithmetic.shareable_string(items[position])
    return items[position]


@operator
def mismatch_of(value: Any) -> NoReturn:
    """A value of the wrong type, refused after it was worked out."""
    raise TypeMismatch


@operator
def illegal_call() -> NoReturn:
    raise IllegalFunctionCall


@operator
def syntax_error() -> NoReturn:
    raise BasicSyntaxError


@operator
def undefined_label(name: str) -> NoReturn:
    raise UndefinedLabel("@" + name)


@operator
def return_without_gosub() -> NoReturn:
    raise ReturnWithoutGosub


@operator
def stack_overflow() -> NoReturn:
    raise StackOverflow


@operator
def shape_error(name: str) -> NoReturn:
    """A builtin called in a shape it does not have."""
    raise BUILTINS[name].shape_error if name in BUILTINS else IllegalFunctionCall
