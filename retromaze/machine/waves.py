"""Waves of one's own: the samples of an instrument, as texts or numbers.

Source: machine reference, section 7.1.
Unverified: any number of samples in brackets up to 512; samples of an array are from -1 to 1.
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
SAMPLES = re.compile(r"(?:[0-9A-Fa-f]{2})+")


def wave_of(given: str | Sequence[float]) -> tuple[float, ...]:
    """The samples, -1 to 1, of a text of two hexadecimal digits each, or of numbers.

    A text in brackets has any number of them. Raises IllegalFunctionCall for another shape.
    """
    if not isinstance(given, str):
        return tuple(min(max(float(each), -1.0), 1.0) for each in given[:LONGEST_WAVE])
    repeated = given.startswith("[") and given.endswith("]")
    digits = given[1:-1] if repeated else given
    count = len(digits) // 2
    fits = 0 < count <= LONGEST_WAVE if repeated else count in WAVE_SIZES
    # the size first: a long text is not looked through
    if not (fits and SAMPLES.fullmatch(digits)):
        raise IllegalFunctionCall(argument=6)
    return tuple((each - MIDDLE) / MIDDLE for each in bytes.fromhex(digits))


def digest(samples: Sequence[float]) -> str:
    """Digits that are the same for the same samples, and for no others that anybody could find."""
    # imported here, as it takes some milliseconds and hardly a program asks for it
    from hashlib import blake2b

    return blake2b(array("d", samples).tobytes(), digest_size=16).hexdigest()
