"""Waves of one's own: the samples of an instrument, as texts or numbers.

    "7F8090…"            16, 32, 64, 128, 256 or 512 samples of two hexadecimal digits
    "[7F80][00FF80]"     groups: of n groups each is repeated until it fills 512/n samples
    "[7F80]9000"         samples behind the last group

Source: machine reference, 7.1.
Unverified: 512/n is cut to a whole number; what stands behind the groups fills what they leave of 512
samples, and the rest is dropped; samples of an array are from -1 to 1.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from retromaze.errors import IllegalFunctionCall

WAVE_SIZES = frozenset({16, 32, 64, 128, 256, 512})
LONGEST_WAVE = max(WAVE_SIZES)
MIDDLE = 128
"""The byte that stands for no deflection."""
DIGITS = re.compile("[0-9A-Fa-f]*")


def wave_of(given: str | Sequence[float]) -> tuple[float, ...]:
    """The samples, -1 to 1, of a text of two hexadecimal digits each, or of numbers.

    Raises IllegalFunctionCall for a text of another shape.
    """
    if not isinstance(given, str):
        samples = tuple(map(float, given[:LONGEST_WAVE]))
        # in a fifth of the time where all are within their range, as nearly always
        if not samples or (min(samples) >= -1.0 and max(samples) <= 1.0):
            return samples
        return tuple(min(max(each, -1.0), 1.0) for each in samples)
    if given.startswith("["):
        digits = grouped(given)
    # the size first: a long text is not looked through
    elif len(given) not in {2 * size for size in WAVE_SIZES}:
        raise IllegalFunctionCall(argument=6)
    else:
        digits = bytes_of(given)
    return tuple((each - MIDDLE) / MIDDLE for each in digits)


def grouped(text: str) -> bytes:
    """The samples of groups in brackets, each repeated, and of what stands behind them."""
    inside, closed, behind = text[1:].rpartition("]")
    groups = inside.split("][")
    if not closed or len(groups) > LONGEST_WAVE or not all(groups):
        raise IllegalFunctionCall(argument=6)
    size = LONGEST_WAVE // len(groups)
    rows = (bytes_of(each) for each in groups)
    filled = b"".join((each * (size // len(each) + 1))[:size] for each in rows)
    return (filled + bytes_of(behind))[:LONGEST_WAVE]


def bytes_of(digits: str) -> bytes:
    """Raises IllegalFunctionCall for anything but an even number of hexadecimal digits."""
    if len(digits) % 2 or not DIGITS.fullmatch(digits):
        raise IllegalFunctionCall(argument=6)
    return bytes.fromhex(digits)


def digest(samples: Sequence[float]) -> str:
    """Digits that are the same for the same samples, and for no others that anybody could find."""
    # imported here, as it takes some milliseconds and hardly a program asks for it
    from hashlib import blake2b

    return blake2b(array("d", samples).tobytes(), digest_size=16).hexdigest()
