"""32-bit integer arithmetic, for constant folding and for the running program.

Every function takes any numbers, cuts them toward zero into 32 bits first, and gives 32 bits back.
Source: language reference, section 3.2.
"""

from __future__ import annotations

from retromaze.errors import DivideByZero

SMALLEST = -(1 << 31)
LARGEST = (1 << 31) - 1


def wrap(value: int) -> int:
    """A whole number cut to 32 bits, signed."""
    return ((value + 0x8000_0000) & 0xFFFF_FFFF) - 0x8000_0000


def truncate(value: float) -> int:
    """A number as an integer operand or argument: cut toward zero, held within 32 bits.

    Unverified: saturation outside the range and 0 for NaN.
    """
    if SMALLEST <= value <= LARGEST:
        return int(value)
    if value > 0:
        return LARGEST
    return SMALLEST if value < 0 else 0


def divide(left: float, right: float) -> int:
    """DIV: toward zero; -2147483648 DIV -1 stays. Raises DivideByZero."""
    a, b = truncate(left), truncate(right)
    if b == 0:
        raise DivideByZero
    quotient = abs(a) // abs(b)
    return wrap(quotient if (a < 0) == (b < 0) else -quotient)


def remainder(left: float, right: float) -> int:
    """MOD: the sign of the dividend. Raises DivideByZero."""
    a, b = truncate(left), truncate(right)
    if b == 0:
        raise DivideByZero
    rest = abs(a) % abs(b)
    return rest if a >= 0 else -rest


def bitwise_and(left: float, right: float) -> int:
    return truncate(left) & truncate(right)


def bitwise_or(left: float, right: float) -> int:
    return truncate(left) | truncate(right)


def bitwise_xor(left: float, right: float) -> int:
    return truncate(left) ^ truncate(right)


def bitwise_not(value: float) -> int:
    return ~truncate(value)


def shift_left(left: float, right: float) -> int:
    """<<: a count below 0 or above 31 gives 0."""
    count = truncate(right)
    return wrap(truncate(left) << count) if 0 <= count < 32 else 0


def shift_right(left: float, right: float) -> int:
    """>>: arithmetic; a count below 0 gives 0, one above 31 the sign."""
    count = truncate(right)
    return truncate(left) >> min(count, 31) if count >= 0 else 0
