"""Numbers of the sound package, held against what was worked out by hand."""

from math import cos, pi, sin, sqrt

import pytest

from retromaze.errors import DivideByZero
from retromaze.values import signals
from retromaze.values.costs import COMBINATION_COST, PIECE, TRANSFORM_COST
from tests.refusals import error_of

SIZES = sorted(signals.SIZES)
WAVE = [sin(at * at) for at in range(64)]
OTHER = [cos(3 * at + 1) for at in range(64)]


def approx(values: list[float]) -> object:
    return pytest.approx(values, abs=1e-12)


# ---- one after another


def test_operations() -> None:
    table = [
        (signals.ADD, ([1, 2.5], [10, 20]), [11.0, 22.5]),
        (signals.SUBTRACT, ([1, 2], 0.5), [0.5, 1.5]),
        (signals.MULTIPLY, (3, [1, -2]), [3.0, -6.0]),
        (signals.DIVIDE, ([1, 9], [2, 3]), [0.5, 3.0]),
        (signals.MULTIPLY_AND_ADD, ([1, 2], 10, [3, 4]), [13.0, 24.0]),
        (signals.INTERPOLATE, ([0, 10], [8, 20], [0.25, 1]), [2.0, 20.0]),
        (signals.CLIP, ([-5, 5], -1, 2), [-1.0, 2.0]),
        (signals.ADD, (1, 2), [3.0, 3.0]),
    ]
    found = [signals.combine_samples(operation, list(operands), 2) for operation, operands, _ in table]  # type: ignore[arg-type]
    assert repr(found) == repr([made for *_, made in table])
    assert error_of(signals.combine_samples, signals.DIVIDE, [[1.0], [0]], 1) == DivideByZero


def test_whole_numbers_are_combined_as_doubles() -> None:
    large = 2**31 - 1
    assert signals.combine_samples(signals.MULTIPLY_AND_ADD, [[large], [large], [1]], 1) == [
        float(large) ** 2 + 1
    ]


def test_work_is_told_in_pieces() -> None:
    told: list[int] = []
    count = 2 * PIECE + 1
    made = signals.combine_samples(signals.ADD, [list(range(count)), 1], count, told.append)
    assert made == [float(each + 1) for each in range(count)]
    assert told == [COMBINATION_COST.of(PIECE), COMBINATION_COST.of(PIECE), COMBINATION_COST.of(1)]


# ---- frequencies


def test_a_sine_has_two_peaks_of_half_its_samples() -> None:
    for count in SIZES:
        sine = [sin(2 * pi * 3 * at / count) for at in range(count)]
        real, imaginary = signals.fourier_transform(sine, [0.0] * count)
        peaks = {at: round(each, 6) for at, each in enumerate(imaginary) if abs(each) > 1e-6}
        assert peaks == {3: -count / 2, count - 3: count / 2}
        assert max(map(abs, real)) < 1e-6, count


def test_frequencies_are_the_sums_of_the_textbook() -> None:
    real, imaginary = signals.fourier_transform(WAVE, OTHER)
    for frequency in range(64):
        turns = [2 * pi * frequency * at / 64 for at in range(64)]
        parts = list(zip(WAVE, OTHER, turns, strict=True))
        assert real[frequency] == pytest.approx(sum(a * cos(t) + b * sin(t) for a, b, t in parts), abs=1e-11)
        assert imaginary[frequency] == pytest.approx(
            sum(b * cos(t) - a * sin(t) for a, b, t in parts), abs=1e-11
        )


def test_the_way_back_ends_where_it_began() -> None:
    back, back_imaginary = signals.inverse_transform(*signals.fourier_transform(WAVE, OTHER))
    assert (back, back_imaginary) == (approx(WAVE), approx(OTHER))


def test_the_work_grows_with_halvings() -> None:
    told: list[int] = []
    signals.fourier_transform(WAVE, OTHER, told.append)
    assert told == [TRANSFORM_COST.of(64 * 6)]


def test_windows() -> None:
    shapes = {
        signals.RECTANGLE: [1.0, 1.0, 1.0, 1.0, 1.0],
        signals.HAMMING: [0.08, 0.54, 1.0, 0.54, 0.08],
        signals.HANN: [0.0, 0.5, 1.0, 0.5, 0.0],
        signals.BLACKMAN: [0.0, 0.34, 1.0, 0.34, 0.0],
    }
    assert {kind: signals.window_weights(kind, 5) for kind in shapes} == {
        kind: approx(shape) for kind, shape in shapes.items()
    }


def test_a_window_may_be_small_or_large() -> None:
    assert signals.window_weights(signals.HANN, 0) == []
    assert signals.window_weights(signals.RECTANGLE, 1) == [1.0]
    large = signals.window_weights(signals.HAMMING, 2 * PIECE + 1)
    assert (large[PIECE], large) == (1.0, approx(large[::-1]))


# ---- filters

QUARTER = pi / 2
"""Radians a sample: a quarter of the rate."""


def gain_at(taps: signals.Taps, turn: float) -> float:
    """How much louder a wave of that frequency becomes: the size of the filter's fraction there."""
    b0, b1, b2, a1, a2 = taps
    z = complex(cos(turn), -sin(turn))
    return abs((b0 + b1 * z + b2 * z * z) / (1 + a1 * z + a2 * z * z))


def test_filters_at_0_at_their_frequency_and_at_half_the_rate() -> None:
    filters: list[tuple[int, float, list[float]]] = [
        (signals.ALL_PASS, 0, [1, 1, 1]),
        (signals.LOW_PASS, 0, [1, sqrt(0.5), 0]),
        (signals.HIGH_PASS, 0, [0, sqrt(0.5), 1]),
        (signals.BAND_PASS, 0, [0, 1, 0]),
        (signals.BAND_STOP, 0, [1, 0, 1]),
        (signals.LOW_SHELF, 40, [100, 10, 1]),
        (signals.HIGH_SHELF, 40, [1, 10, 100]),
        (signals.PEAKING, 40, [1, 100, 1]),
    ]
    for kind, gain, wanted in filters:
        for turn in (QUARTER, 0.3, 2.9):
            taps = signals.filter_taps(kind, turn, sqrt(0.5), gain)
            assert taps is not None
            found = [gain_at(taps, each) for each in (0, turn, pi)]
            assert found == pytest.approx(wanted, abs=1e-9), (kind, turn)


def test_a_low_pass_at_a_quarter_of_the_rate_by_hand() -> None:
    """Its cosine is 0, its sine 1; with a quality of 1 a0 is 3/2."""
    assert signals.filter_taps(signals.LOW_PASS, QUARTER, 1) == approx([1 / 3, 2 / 3, 1 / 3, 0, 1 / 3])


def test_numbers_beyond_doubles_are_no_filter() -> None:
    assert signals.filter_taps(signals.LOW_PASS, QUARTER, 1e-320) is None


def test_a_filter_by_hand() -> None:
    assert signals.filter_samples([1, 0, 0, 0], (0.5, 0.25, 0, -1, 0)) == [0.5, 0.75, 0.75, 0.75]
    assert signals.filter_samples([1, 0, 0, 2], (1, 2, 3, 0, 0.5)) == [1, 2, 2.5, 1]


def test_an_impulse_shows_a_filters_gain() -> None:
    for kind in signals.FILTERS:
        taps = signals.filter_taps(kind, 1.0, 0.7, 6)
        assert taps is not None
        ringing = signals.filter_samples([1.0] + [0.0] * 255, taps)
        real, imaginary = signals.fourier_transform(ringing, [0.0] * 256)
        for at in range(0, 129, 16):
            found = abs(complex(real[at], imaginary[at]))
            assert found == pytest.approx(gain_at(taps, 2 * pi * at / 256), abs=1e-9), (kind, at)
