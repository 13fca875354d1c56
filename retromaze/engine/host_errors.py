"""Turns exceptions of Python in generated code into the console's errors."""

from __future__ import annotations

from retromaze.errors import BasicError, DivideByZero, OutOfMemory, StackOverflow, SubscriptOutOfRange

HOST_ERRORS: dict[type[BaseException], type[BasicError]] = {
    IndexError: SubscriptOutOfRange,
    OverflowError: SubscriptOutOfRange,
    ValueError: SubscriptOutOfRange,
    ZeroDivisionError: DivideByZero,
    RecursionError: StackOverflow,
    MemoryError: OutOfMemory,
    TypeError: SubscriptOutOfRange,
}
NO_INDEX = "indices must be integers"
"""What Python says of a subscript too large for an int of ours; any other TypeError is a defect."""

FAILURES = (BasicError, *HOST_ERRORS)
"""All that an expression of a listing can fail with; what ends a run from outside is none of these."""
