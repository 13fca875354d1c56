"""Builtins of the sound package that calculate: operations on whole arrays, frequencies, and filters.

Arrays of several dimensions are taken in flat order. A target of one dimension grows to take a result; its
elements after the result stay.
Source: the names and the numbers of their constants, language reference, section 1.8; what they calculate,
`values/signals.py`.
Unverified: for all of them the order of the arguments, and which error a wrong one is.
"""

from __future__ import annotations

from math import pi
from typing import Annotated

from retromaze.builtins.arrays import (
    array_numbers,
    converted_elements,
    ensure_length,
    require_numeric,
    write_into_all,
)
from retromaze.builtins.form import Handling, range_of
from retromaze.builtins.registry import Resized, Value, builtin
from retromaze.errors import IllegalFunctionCall, OutOfRange, TypeMismatch
from retromaze.machine.machine import Machine
from retromaze.values import signals
from retromaze.values.arrays import Array
from retromaze.values.costs import (
    COMBINATION_COST,
    CONVERSION_COST,
    FILTER_COST,
    FLATTENING_COST,
    MOVE_COST,
    ROW_SEARCH_COST,
    ROW_WRITE_COST,
    TRANSFORM_COST,
    WINDOW_COST,
)

STORE_RATES = (CONVERSION_COST, MOVE_COST, ROW_SEARCH_COST, ROW_WRITE_COST)
TAPS = 5
LARGEST_GAIN = 1000
"""Decibels, up or down."""
Filled = Annotated[Array, Handling.OVERWRITTEN]
Operation = Annotated[int, range_of(range(len(signals.OPERATIONS)))]
Window = Annotated[int, range_of(range(len(signals.WINDOWS)))]
Filter = Annotated[int, range_of(signals.FILTERS)]


@builtin("ARYOP", COMBINATION_COST, FLATTENING_COST, *STORE_RATES)
def combine(
    m: Machine, operation: Operation, target: Filled, first: Value, second: Value, third: Value | None = None
) -> None:
    """ARYOP operation,target,a,b[,c] sets the elements of an array by an operation on the elements of others.

    The operations: 0 (#AOPADD) a+b, 1 (#AOPSUB) a-b, 2 (#AOPMUL) a*b, 3 (#AOPDIV) a/b, 4 (#AOPMAD) a*b+c,
    5 (#AOPLIP) a+(b-a)*c, 6 (#AOPCLP) a held between b and c. Each of a, b and c is an array or a number.
    Raises DivideByZero, IllegalFunctionCall where c is missing or not wanted, SubscriptOutOfRange where an
    array is shorter than the target.
    Unverified: all but the numbers of #AOPADD and #AOPCLP.
    """
    operands = [first, second] if third is None else [first, second, third]
    # IllegalFunctionCall for a third that is missing or too many
    if len(operands) != signals.OPERANDS[operation]:
        raise IllegalFunctionCall(argument=5)
    require_numeric(target, 2)
    count = len(target)
    samples = [operand_samples(m, each, count, argument) for argument, each in enumerate(operands, 3)]
    store_results(m, (target, signals.combine_samples(operation, samples, count, m.spend)))


@builtin("FFT", TRANSFORM_COST, COMBINATION_COST, FLATTENING_COST, *STORE_RATES)
def transform(
    m: Machine,
    real: Resized,
    imaginary: Resized,
    wave: Array,
    wave_imaginary: Array,
    window: Array | None = None,
) -> None:
    """FFT real,imaginary,wave,wave_imaginary[,window] takes a wave apart into its frequencies.

    There are as many frequencies as samples: a power of two from 16 to 8192. Each sample is first multiplied
    by that of the window. Raises IllegalFunctionCall for another number of samples, SubscriptOutOfRange where
    an array is too short.
    Unverified: all of it; the frequencies are sums, not divided by anything.
    """
    require_numeric(real, 1)
    require_numeric(imaginary, 2)
    real_part, imaginary_part = complex_samples(m, wave, wave_imaginary)
    if window is not None:
        count = len(wave)
        weights = array_numbers(m, window, 5, count)
        real_part, imaginary_part = (
            signals.combine_samples(signals.MULTIPLY, [each, weights], count, m.spend)
            for each in (real_part, imaginary_part)
        )
    results = signals.fourier_transform(real_part, imaginary_part, m.spend)
    store_results(m, *zip((real, imaginary), results, strict=True))


@builtin("IFFT", TRANSFORM_COST, FLATTENING_COST, *STORE_RATES)
def restore(m: Machine, wave: Resized, wave_imaginary: Resized, real: Array, imaginary: Array) -> None:
    """IFFT wave,wave_imaginary,real,imaginary puts a wave together of its frequencies.

    It undoes FFT, and raises the same errors.
    Unverified: all of it; a window, which the console may take here too, is an argument too many.
    """
    require_numeric(wave, 1)
    require_numeric(wave_imaginary, 2)
    results = signals.inverse_transform(*complex_samples(m, real, imaginary), m.spend)
    store_results(m, *zip((wave, wave_imaginary), results, strict=True))


@builtin("FFTWFN", WINDOW_COST, *STORE_RATES)
def make_window(m: Machine, target: Filled, kind: Window) -> None:
    """FFTWFN target,kind fills an array with a window: what FFT multiplies a wave by.

    The kinds: 0 (#WFRECT) 1 everywhere, 1 (#WFHAMM) Hamming, 2 (#WFHANN) Hann, 3 (#WFBLKM) Blackman.
    Unverified: all but the numbers of #WFRECT and #WFBLKM; the first and last element are the same.
    """
    require_numeric(target, 1)
    store_results(m, (target, signals.window_weights(kind, len(target), m.spend)))


@builtin("BQPARAM", *STORE_RATES)
def make_filter(
    m: Machine,
    target: Resized,
    kind: Filter,
    rate: float,
    frequency: float,
    quality: float,
    gain: float | None = None,
) -> None:
    """BQPARAM target,kind,rate,frequency,quality[,gain] makes the five numbers of a filter for BIQUAD.

    The kinds: 0 (#BQAPF) all-pass, 1 (#BQLPF) low-pass, 2 (#BQHPF) high-pass, 3 (#BQBPF) band-pass,
    4 (#BQBSF) band-stop, 5 (#BQLSF) low shelf, 6 (#BQHSF) high shelf, 7 (#BQPEQ) peak. The rate is in samples
    a second, the frequency less than half of it, the gain of the last three kinds in decibels.
    Raises IllegalFunctionCall where the gain is missing or not wanted.
    Unverified: all but the numbers of #BQAPF and #BQPEQ; the numbers are b0, b1, b2, a1, a2, divided by a0.
    """
    require_numeric(target, 1)
    if (gain is not None) != (kind in signals.WITH_GAIN):
        raise IllegalFunctionCall(argument=6)
    store_results(m, (target, list(checked_filter_taps(kind, rate, frequency, quality, gain or 0.0))))


def checked_filter_taps(
    kind: int, rate: float, frequency: float, quality: float, gain: float
) -> signals.Taps:
    """Returns the five coefficients of a filter of BQPARAM. Raises OutOfRange for a wrong argument."""
    # comparisons that are false for nan, which is in no range
    in_range = (0 < rate < float("inf"), 0 < frequency < rate / 2, quality > 0, abs(gain) <= LARGEST_GAIN)
    for argument, fits in enumerate(in_range, 3):  # the rate is argument 3
        if not fits:
            raise OutOfRange(argument=argument)
    taps = signals.filter_taps(kind, 2 * pi * (frequency / rate), quality, gain)
    # of valid arguments, only a quality next to 0 makes numbers that are beyond a double
    if taps is None:
        raise OutOfRange(argument=5)
    return taps


@builtin("BIQUAD", FILTER_COST, FLATTENING_COST, *STORE_RATES)
def filter_wave(m: Machine, target: Resized, wave: Array, taps: Array) -> None:
    """BIQUAD target,wave,filter sends a wave through a filter of BQPARAM.

    Raises SubscriptOutOfRange where the filter has less than five numbers.
    Unverified: all of it; the filter is at rest before.
    """
    require_numeric(target, 1)
    coefficients = array_numbers(m, taps, 3, TAPS)[:TAPS]
    store_results(m, (target, signals.filter_samples(array_numbers(m, wave, 2), coefficients, m.spend)))


# ---- arrays of numbers


def complex_samples(m: Machine, real: Array, imaginary: Array) -> tuple[signals.Samples, signals.Samples]:
    """Returns the real and imaginary parts that FFT or IFFT transforms, its third and fourth argument.

    Raises IllegalFunctionCall for a number of samples that cannot be transformed.
    """
    count = len(real)
    if count not in signals.SIZES:
        raise IllegalFunctionCall(argument=3)
    return array_numbers(m, real, 3), array_numbers(m, imaginary, 4, count)[:count]


def operand_samples(m: Machine, value: Value, count: int, argument: int) -> signals.Samples | float:
    """Returns an operand of ARYOP: the elements of an array, which has at least `count`, or a number."""
    if isinstance(value, Array):
        return array_numbers(m, value, argument, count)
    if isinstance(value, int | float):
        return value
    raise TypeMismatch(argument=argument)


def store_results(m: Machine, *results: tuple[Array, list[float]]) -> None:
    """Stores each result in its array from the first element on; an array of one dimension grows.

    All are converted, and room for all is made, before any is written: an error leaves the arrays unchanged.
    """
    converted = [(array, converted_elements(m, array, elements)) for array, elements in results]
    m.spend(MOVE_COST.of(sum(len(elements) for _, elements in converted)))
    for array, elements in converted:
        ensure_length(array, len(elements))
    write_into_all(m, 0, converted)
