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
    """ARYOP: sets each element of `target` to the result of an operation on elements of lists, or on numbers.

    Raises DivideByZero, and SubscriptOutOfRange if a list is shorter than `target`.
    """
    count = size(target)
    given = [numbers(each, count) if isinstance(each, list) else each for each in operands]
    stored(target, 0, signals.combine_samples(operation, given, count))


def transform(
    real: Numbers, imaginary: Numbers, wave: Numbers, wave_imaginary: Numbers, window: Numbers | None = None
) -> None:
    """FFT: stores the frequencies of a wave, whose samples are first multiplied by those of the window.

    Raises IllegalFunctionCall unless it has 16, 32, 64, … 8192 samples.
    """
    a, b = waves(wave, wave_imaginary)
    if window is not None:
        weights = numbers(window, len(a))
        a, b = (signals.combine_samples(MULTIPLY, [each, weights], len(a)) for each in (a, b))
    store_both(real, imaginary, signals.fourier_transform(a, b))


def restore(wave: Numbers, wave_imaginary: Numbers, real: Numbers, imaginary: Numbers) -> None:
    """IFFT: stores the wave that has these frequencies. Raises as `transform`."""
    store_both(wave, wave_imaginary, signals.inverse_transform(*waves(real, imaginary)))


def make_window(target: Numbers, kind: int) -> None:
    """FFTWFN: fills a list with a window of a kind, RECTANGLE to BLACKMAN."""
    stored(target, 0, signals.window_weights(kind, size(target)))


def make_filter(
    target: Numbers, kind: int, rate: float, frequency: float, quality: float, gain: float = 0.0
) -> None:
    """BQPARAM: stores the five numbers of a filter. Raises OutOfRange."""
    stored(target, 0, checked_filter_taps(kind, rate, frequency, quality, gain))


def filter_wave(target: Numbers, wave: Numbers, taps: Numbers) -> None:
    """BIQUAD: stores the filtered wave. Raises SubscriptOutOfRange for fewer than five `taps`."""
    stored(target, 0, signals.filter_samples(flat(wave), numbers(taps, TAPS)))


def store_both(first: Numbers, second: Numbers, results: tuple[list[float], list[float]]) -> None:
    """Stores the real and the imaginary results in two lists."""
    for target, values in zip((first, second), results, strict=True):
        stored(target, 0, values)


def waves(real: Numbers, imaginary: Numbers) -> tuple[Numbers, Numbers]:
    """Returns the real and imaginary parts. Raises IllegalFunctionCall unless SIZES has their number."""
    count = size(real)
    if count not in signals.SIZES:
        raise IllegalFunctionCall
    return flat(real), numbers(imaginary, count)


def numbers(values: Numbers, count: int) -> Numbers:
    """Returns the first `count` elements of a list. Raises SubscriptOutOfRange if it has fewer."""
    if size(values) < count:
        raise SubscriptOutOfRange
    return flat(values)[:count]
