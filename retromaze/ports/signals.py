"""The sound package for ports: lists of floats combined, filtered, and taken apart into frequencies.

Lists of several dimensions are taken in flat order; a list of one dimension grows to take a result.
"""

from __future__ import annotations

from typing import Any

from retromaze.builtins.sound_package import TAPS, checked_filter_taps
from retromaze.errors import IllegalFunctionCall, SubscriptOutOfRange
from retromaze.ports.basic import flat, size, stored
from retromaze.values import signals
from retromaze.values.signals import (
    ADD,
    ALL_PASS,
    BAND_PASS,
    BAND_STOP,
    BLACKMAN,
    CLIP,
    DIVIDE,
    HAMMING,
    HANN,
    HIGH_PASS,
    HIGH_SHELF,
    INTERPOLATE,
    LOW_PASS,
    LOW_SHELF,
    MULTIPLY,
    MULTIPLY_AND_ADD,
    PEAKING,
    RECTANGLE,
    SUBTRACT,
)

__all__ = [
    "ADD",
    "ALL_PASS",
    "BAND_PASS",
    "BAND_STOP",
    "BLACKMAN",
    "CLIP",
    "DIVIDE",
    "HAMMING",
    "HANN",
    "HIGH_PASS",
    "HIGH_SHELF",
    "INTERPOLATE",
    "LOW_PASS",
    "LOW_SHELF",
    "MULTIPLY",
    "MULTIPLY_AND_ADD",
    "PEAKING",
    "RECTANGLE",
    "SUBTRACT",
    "combine",
    "filter_wave",
    "make_filter",
    "make_window",
    "restore",
    "transform",
]

Numbers = list[Any]


def combine(operation: int, target: Numbers, *operands: Numbers | float) -> None:
    """ARYOP: each element of a list becomes what the operation makes of those of others, or of numbers.

    Raises DivideByZero, SubscriptOutOfRange where a list is too short.
    """
    count = size(target)
    given = [numbers(each, count) if isinstance(each, list) else each for each in operands]
    stored(target, 0, signals.combine_samples(operation, given, count))


def transform(
    real: Numbers,
    imaginary: Numbers,
    wave: Numbers,
    wave_imaginary: Numbers,
    window: Numbers | None = None,
) -> None:
    """FFT: the frequencies of a wave, each sample multiplied by that of the window before.

    Raises IllegalFunctionCall unless it has 16, 32, 64, … 8192 samples.
    """
    a, b = waves(wave, wave_imaginary)
    if window is not None:
        shape = numbers(window, len(a))
        a, b = (signals.combine_samples(MULTIPLY, [each, shape], len(a)) for each in (a, b))
    store_both(real, imaginary, signals.fourier_transform(a, b))


def restore(wave: Numbers, wave_imaginary: Numbers, real: Numbers, imaginary: Numbers) -> None:
    """IFFT: the wave of frequencies. Raises as `transform`."""
    store_both(wave, wave_imaginary, signals.inverse_transform(*waves(real, imaginary)))


def make_window(target: Numbers, kind: int) -> None:
    """FFTWFN: a list becomes a window."""
    stored(target, 0, signals.window_weights(kind, size(target)))


def make_filter(
    target: Numbers, kind: int, rate: float, frequency: float, quality: float, gain: float = 0.0
) -> None:
    """BQPARAM: the five numbers of a filter. Raises OutOfRange."""
    stored(target, 0, checked_filter_taps(kind, rate, frequency, quality, gain))


def filter_wave(target: Numbers, wave: Numbers, taps: Numbers) -> None:
    """BIQUAD: a wave as it comes out of a filter. Raises SubscriptOutOfRange."""
    stored(target, 0, signals.filter_samples(flat(wave), numbers(taps, TAPS)))


def store_both(first: Numbers, second: Numbers, found: tuple[list[float], list[float]]) -> None:
    for target, values in zip((first, second), found, strict=True):
        stored(target, 0, values)


def waves(real: Numbers, imaginary: Numbers) -> tuple[Numbers, Numbers]:
    count = size(real)
    if count not in signals.SIZES:
        raise IllegalFunctionCall
    return flat(real), numbers(imaginary, count)


def numbers(values: Numbers, count: int) -> Numbers:
    """Returns the first elements of a list, so many."""
    if size(values) < count:
        raise SubscriptOutOfRange
    return flat(values)[:count]
