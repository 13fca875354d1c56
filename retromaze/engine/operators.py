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
from retromaze.values.scalars import Text, plain, printed, unshared

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


OPERATORS: dict[str, Any] = {
    "array": operators.array,
    "array_for": array_for,
    "bad_subscript": raiser(errors.SubscriptOutOfRange),
    "chr": chr,
    "character": operators.character,
    "divide": divide,
    "divide_real": operators.divide_real,
    "element": operators.element,
    "failures": FAILURES,
    "float": float,
    "illegal_call": raiser(errors.IllegalFunctionCall),
    "innermost": operators.innermost,
    "int": int,
    "integer_operand": operators.integer_operand,
    "integer_stored": operators.integer_stored,
    "items_under": items_under,
    "len": len,
    "negate": operators.negate,
    "number": operators.number,
    "one_dimension": operators.one_dimension,
    "plain": plain,
    "print_text": operators.print_text,
    "printed": printed,
    "range": range,
    "real": operators.real,
    "remainder": remainder,
    "return_without_gosub": raiser(errors.ReturnWithoutGosub),
    "shared": operators.shareable_string,
    "shift_left": shift_left,
    "shift_right": shift_right,
    "string": operators.string,
    "subtract": operators.subtract,
    "syntax_error": raiser(errors.BasicSyntaxError),
    "to_whole": to_whole,
    "truncate": truncate,
    "truth": operators.truth,
    "type": type,
    "type_mismatch": operators.type_mismatch,
    "uninitialized": raiser(errors.UninitializedVariable),
    "unshared": unshared,
    "wrap": wrap,
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
def string_shared(value: Any) -> str | Text:
    """Returns a string unchanged, a shared one as the object. Raises TypeMismatch for other values."""
    if isinstance(value, str | Text):
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
