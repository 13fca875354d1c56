"""Functions that generated code calls and that are the same in every run: operators and errors."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import Any, NoReturn

from retromaze import errors
from retromaze.builtins.registry import BUILTINS
from retromaze.language.numbers import divide, remainder, shift_left, shift_right, truncate, wrap
from retromaze.values import operators
from retromaze.values.arrays import EXACT, Array, array_for, items_under, to_whole
from retromaze.values.scalars import SharedString, plain, printed, unshared

# the machine's errors by the exceptions of Python that generated code raises instead
HOST_ERRORS: dict[type[BaseException], type[errors.BasicError]] = {
    IndexError: errors.SubscriptOutOfRange,
    OverflowError: errors.SubscriptOutOfRange,
    ValueError: errors.SubscriptOutOfRange,
    ZeroDivisionError: errors.DivideByZero,
    RecursionError: errors.StackOverflow,
    MemoryError: errors.OutOfMemory,
    TypeError: errors.SubscriptOutOfRange,
}
NO_INDEX = "indices must be integers"
"""Python's message for a float (too large for an int) as a subscript. Other TypeErrors are our defects."""

FAILURES: tuple[type[BaseException], ...] = (errors.BasicError, *HOST_ERRORS)
"""The exceptions that an expression of a listing can raise, without those that end a run from outside."""


def raiser(error: type[errors.BasicError]) -> Callable[[], NoReturn]:
    """Returns a function that raises an error, for use in expressions, where `raise` is not allowed."""

    def fail() -> NoReturn:
        raise error

    return fail


OWN_NAMES: tuple[Callable[..., Any], ...] = (
    *(array_for, chr, divide, float, int, items_under, len, plain, printed, range, remainder),
    *(shift_left, shift_right, to_whole, truncate, type, unshared, wrap),
    *(operators.array, operators.character, operators.divide_real, operators.element),
    *(operators.innermost, operators.integer_operand, operators.integer_stored),
    *(operators.negate, operators.number, operators.one_dimension, operators.print_text),
    *(operators.real, operators.string, operators.subtract, operators.truth),
    operators.type_mismatch,
)
OPERATORS: dict[str, Any] = {
    **{each.__name__: each for each in OWN_NAMES},
    "bad_subscript": raiser(errors.SubscriptOutOfRange),
    "failures": FAILURES,
    "illegal_call": raiser(errors.IllegalFunctionCall),
    "return_without_gosub": raiser(errors.ReturnWithoutGosub),
    "shared": operators.shareable_string,
    "syntax_error": raiser(errors.BasicSyntaxError),
    "uninitialized": raiser(errors.UninitializedVariable),
}


def operator(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds a function of this module to those that generated code calls, under its own name."""
    OPERATORS[function.__name__] = function
    return function


@operator
def given(value: Any) -> Any:
    """Returns the value of a DEF's OUT variable at its end. Raises UninitializedVariable if it has none."""
    if value is None:
        raise errors.UninitializedVariable
    return value


@operator
def above(limit: float) -> int:
    """Returns the stop of a Python range for a FOR that counts up to a limit, perhaps a fraction or nan."""
    # a larger limit is cut: beyond EXACT, floats are not exact
    if -EXACT <= limit <= EXACT:
        return floor(limit) + 1
    return EXACT if limit > 0 else -EXACT


@operator
def below(limit: float) -> int:
    """Returns the stop of a Python range for a FOR that counts down to a limit, which may be a fraction."""
    if -EXACT <= limit <= EXACT:
        return ceil(limit) - 1
    return -EXACT if limit < 0 else EXACT


@operator
def length(value: Any) -> int:
    """Returns LEN of a value whose kind, array or string, is known only at run time."""
    if isinstance(value, Array):
        return len(value)
    return len(operators.string(value))


@operator
def string_shared(value: Any) -> str | SharedString:
    """Returns a string unchanged, a shared one as the object. Raises TypeMismatch for other values."""
    if isinstance(value, str | SharedString):
        return value
    raise errors.TypeMismatch


@operator
def shared_element(items: list[Any], position: int) -> Any:
    """Returns an element of a string array made shareable, because a second name will refer to it."""
    # generated code has tested that it is not negative
    if position >= len(items):
        raise errors.SubscriptOutOfRange
    items[position] = operators.shareable_string(items[position])
    return items[position]


@operator
def mismatch_of(value: Any) -> NoReturn:
    """Raises TypeMismatch; generated code passes the wrong value, so that it is evaluated first."""
    raise errors.TypeMismatch


@operator
def undefined_label(name: str) -> NoReturn:
    raise errors.UndefinedLabel("@" + name)


@operator
def stack_overflow() -> NoReturn:
    raise errors.StackOverflow


@operator
def shape_error(name: str) -> NoReturn:
    """Raises the error of a word that is called with a wrong number of arguments or results.

    Some builtins have an error of their own for that; `name` may also be a DEF.
    """
    raise BUILTINS[name].shape_error if name in BUILTINS else errors.IllegalFunctionCall
