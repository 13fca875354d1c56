"""The sound package's calculations: waves combined, filtered, and split into frequencies.

Everything is calculated in doubles. `spend` is called with the work before each piece of it.
Sources: the formulas of the filters are those of R. Bristow-Johnson's Audio EQ Cookbook; those of windows and
transforms are in every textbook.
Unverified: that the console means the same by all of these, see `builtins/sound_package.py`.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Sequence
from itertools import islice, repeat
from math import cos, isfinite, log2, pi, sin, sqrt

from retromaze.errors import DivideByZero
from retromaze.values.costs import (
    COMBINATION_COST,
    FILTER_COST,
    TRANSFORM_COST,
    WINDOW_COST,
    do_nothing,
    paid_pieces,
)

Spend = Callable[[int], None]
Samples = Sequence[float]
Operation = Callable[..., float]


# ---- one sample after another


def divided(a: float, b: float) -> float:
    """Returns a / b. Raises DivideByZero."""
    if not b:
        raise DivideByZero
    return a / b


OPERATIONS: tuple[Operation, ...] = (
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    divided,
    lambda a, b, c: a * b + c,
    lambda a, b, c: a + (b - a) * c,
    lambda a, b, c: min(max(a, b), c),
)
"""a + b, a - b, a * b, a / b; a * b + c; interpolation from a to b by the share c; a clamped to b and c."""
ADD, SUBTRACT, MULTIPLY, DIVIDE, MULTIPLY_AND_ADD, INTERPOLATE, CLIP = range(len(OPERATIONS))
OPERANDS = (2, 2, 2, 2, 3, 3, 3)


def combine_samples(
    operation: int, operands: Sequence[Samples | float], count: int, spend: Spend = do_nothing
) -> list[float]:
    """Returns `count` results of an operation on samples, or on numbers that are the same for all."""
    # an endless stream for a number that is the same for all
    streams = [repeat(each) if isinstance(each, int | float) else iter(each) for each in operands]
    results: list[float] = []
    for piece in paid_pieces(range(count), COMBINATION_COST, spend):
        results += map(OPERATIONS[operation], *(map(float, islice(each, len(piece))) for each in streams))
    return results


# ---- frequencies

SIZES = frozenset(1 << power for power in range(4, 14))
"""The numbers of samples that can be transformed into frequencies."""
WINDOWS = ((1.0,), (0.54, -0.46), (0.5, -0.5), (0.42, -0.5, 0.08))
"""The weights of the cosines of 0, 1 and 2 turns in each window."""
RECTANGLE, HAMMING, HANN, BLACKMAN = range(len(WINDOWS))


def fourier_transform(
    real: Samples, imaginary: Samples, spend: Spend = do_nothing
) -> tuple[list[float], list[float]]:
    """Returns the discrete Fourier transform of samples; their number is a power of two, 2 at least."""
    spend(TRANSFORM_COST.of(len(real) * round(log2(len(real)))))
    frequencies = fast_transform(list(map(complex, real, imaginary)), roots_of_unity(len(real)))
    return [each.real for each in frequencies], [each.imag for each in frequencies]


def inverse_transform(
    real: Samples, imaginary: Samples, spend: Spend = do_nothing
) -> tuple[list[float], list[float]]:
    """Returns the samples of frequencies: the inverse of `fourier_transform`, divided by their number."""
    # with real and imaginary parts exchanged, the transform is its own inverse, apart from the factor
    imaginary_sums, real_sums = fourier_transform(imaginary, real, spend)
    count = len(real)
    return [each / count for each in real_sums], [each / count for each in imaginary_sums]


def roots_of_unity(count: int) -> list[complex]:
    """Returns the first half of the `count` roots of unity, clockwise from 1."""
    return [cmath.exp(-2j * pi * at / count) for at in range(count // 2)]


def fast_transform(samples: list[complex], roots: list[complex]) -> list[complex]:
    """Returns the fast Fourier transform of samples, combined from those of the even and the odd samples.

    `roots` are the `roots_of_unity` for the number of samples.
    """
    if len(samples) == 2:
        first, second = samples
        return [first + second, first - second]
    even = fast_transform(samples[::2], roots[::2])
    # the odd samples lie half a step later: each frequency of them is turned by its root
    odd = [a * b for a, b in zip(fast_transform(samples[1::2], roots[::2]), roots, strict=True)]
    return [a + b for a, b in zip(even, odd, strict=True)] + [a - b for a, b in zip(even, odd, strict=True)]


def window_weights(kind: int, count: int, spend: Spend = do_nothing) -> list[float]:
    """Returns `count` symmetric weights, by which samples are multiplied before their transform.

    `kind` is RECTANGLE, HAMMING, HANN or BLACKMAN.
    """
    weights: list[float] = []
    step = 2 * pi / max(1, count - 1)
    for piece in paid_pieces(range(count), WINDOW_COST, spend):
        weights += [
            sum(weight * cos(turns * step * at) for turns, weight in enumerate(WINDOWS[kind])) for at in piece
        ]
    return weights


# ---- filters

ALL_PASS, LOW_PASS, HIGH_PASS, BAND_PASS, BAND_STOP, LOW_SHELF, HIGH_SHELF, PEAKING = FILTERS = range(8)
WITH_GAIN = frozenset({LOW_SHELF, HIGH_SHELF, PEAKING})
Taps = tuple[float, float, float, float, float]
"""A filter's coefficients: of a sample and the two before it, and of the last two results, subtracted."""


def filter_taps(kind: int, frequency: float, quality: float, gain: float = 0.0) -> Taps | None:
    """Returns the coefficients of a filter of the second order; None where they are beyond a double.

    `frequency` is in radians a sample, between 0 and pi, `quality` more than 0; `gain`, in decibels and not
    beyond thousands of them, is that of shelves and peaks.
    """
    # c, alpha and a are the names in the Audio EQ Cookbook; a is the square root of the amplification
    c, alpha, a = cos(frequency), sin(frequency) / 2 / quality, 10 ** (gain / 40)
    if kind in {LOW_SHELF, HIGH_SHELF}:
        numerator, denominator = shelf(a, c, alpha, sign=1 if kind == LOW_SHELF else -1)
    else:
        numerator, denominator = simple_filter(kind, c, alpha, a)
    taps = tuple(each / denominator[0] for each in (*numerator, *denominator[1:]))
    b0, b1, b2, a1, a2 = taps
    return (b0, b1, b2, a1, a2) if all(map(isfinite, taps)) else None


Three = tuple[float, float, float]


def simple_filter(kind: int, c: float, alpha: float, a: float) -> tuple[Three, Three]:
    """Returns numerator and denominator coefficients of all filters but shelves.

    `c` is the cosine of the frequency, `alpha` its sine divided by twice the quality, `a` the square root of
    a peak's amplification.
    """
    denominator = 1 + alpha, -2 * c, 1 - alpha
    if kind == PEAKING:
        return (1 + alpha * a, -2 * c, 1 - alpha * a), (1 + alpha / a, -2 * c, 1 - alpha / a)
    numerators: dict[int, Three] = {
        ALL_PASS: (1 - alpha, -2 * c, 1 + alpha),
        LOW_PASS: ((1 - c) / 2, 1 - c, (1 - c) / 2),
        HIGH_PASS: ((1 + c) / 2, -(1 + c), (1 + c) / 2),
        BAND_PASS: (alpha, 0.0, -alpha),
        BAND_STOP: (1.0, -2 * c, 1.0),
    }
    return numerators[kind], denominator


def shelf(a: float, c: float, alpha: float, sign: int) -> tuple[Three, Three]:
    """Returns numerator and denominator coefficients of a low shelf (`sign` is 1) or a high one (-1).

    `a` is the square root of its amplification, `c` the cosine of the frequency, `alpha` its sine divided by
    twice the quality. A high shelf is a low one with `c` and both middle coefficients negated.
    """
    c *= sign
    more, less, slope = a + 1, a - 1, 2 * sqrt(a) * alpha
    numerator = (
        a * (more - less * c + slope),
        2 * a * (less - more * c) * sign,
        a * (more - less * c - slope),
    )
    denominator = more + less * c + slope, -2 * (less + more * c) * sign, more + less * c - slope
    return numerator, denominator


def filter_samples(samples: Samples, taps: Samples, spend: Spend = do_nothing) -> list[float]:
    """Returns the output of a filter, at rest before, for some samples; `taps` are its coefficients."""
    b0, b1, b2, a1, a2 = map(float, taps)
    x1 = x2 = y1 = y2 = 0.0  # the last two samples, and their results
    results: list[float] = []
    for piece in paid_pieces(samples, FILTER_COST, spend):
        for x in map(float, piece):
            y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
            x1, x2, y1, y2 = x, x1, y, y1
            results.append(y)
    return results
