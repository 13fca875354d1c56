"""Results are compared as written, so that 2 (Integer), 2.0 (Real) and -0.0 stay apart."""

import math
from typing import Any

import pytest

from retromaze.builtins import maths
from retromaze.builtins.registry import BUILTINS
from retromaze.errors import ArgumentOutOfRange, IllegalFunctionCall, OutOfRange, Overflow, TypeMismatch
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array
from tests.refusals import error_at, error_of
from tests.running import array_of

MACHINE = Machine(seed=1)
INF, NAN = math.inf, math.nan


def test_integers_stay_integers_and_reals_stay_reals():
    table = [
        (
            maths.absolute,
            (-5, -5.5, -0.0, -2147483647, -2147483648, -2147483648.0),
            "5 5.5 0.0 2147483647 -2147483648 2147483648.0",
        ),
        (maths.sign, (-0.5, -0.0, 7, NAN), "-1 0 1 1"),
        (
            maths.floor,
            (-2147483648, 3.7, -2.1, -0.0, 1e300, -INF, NAN),
            "-2147483648 3.0 -3.0 -0.0 1e+300 -inf nan",
        ),
        (
            maths.ceiling,
            (5, 12.345, -12.5, -0.5, 0.0, 3000000000.0, INF),
            "5 13.0 -12.0 -0.0 0.0 3000000000.0 inf",
        ),
        (maths.rounded, (5, 2.4, 2.5, -2.5, -2.4, 0.5, -0.0, INF), "5 2.0 3.0 -3.0 -2.0 1.0 0.0 inf"),
        (maths.classify, (5, -2.5, -INF, NAN), "0 0 1 2"),
    ]
    assert [
        (each, numbers, " ".join(repr(each(one)) for one in numbers)) for each, numbers, _ in table
    ] == table


def test_two_integers_give_an_integer_and_three_numbers_a_real():
    written = {
        ("MAX", (50, 3)): "50", ("MAX", (2.5, 3)): "3.0", ("MAX", (3, 2.5)): "3.0",
        ("MAX", (2, 0, 0)): "2.0", ("MAX", (-5, 2, -10, 8)): "8.0", ("MIN", (50, 3)): "3",
        ("MIN", (3, 50.5)): "3.0", ("MIN", (2, 4, 4)): "2.0", ("MIN", (-5, 2, -10)): "-10.0",
        ("MAX", (7,)): "7", ("MIN", (7.0,)): "7.0",
    }  # fmt: skip
    found = {}
    for name, numbers in written:
        form = BUILTINS[name].find(len(numbers), value=True, receivers=None)
        assert form is not None
        found[name, numbers] = repr(form.call(*([MACHINE] if form.host else []), *numbers))
    assert found == written
    assert [BUILTINS[name].find(0, value=True, receivers=None) for name in ("MAX", "MIN")] == [None, None]


def test_max_and_min_of_an_array_have_its_type():
    assert repr(maths.largest(MACHINE, array_of("%", 7, 3, 9))) == "9"
    assert repr(maths.smallest(MACHINE, array_of("#", 7, 3, 9))) == "3.0"
    assert repr(maths.largest(MACHINE, Array("%", (2, 3)))) == "0"


def test_max_of_an_empty_array_is_illegal_and_of_strings_a_mismatch():
    assert error_of(maths.largest, MACHINE, Array("%", (0,))) == IllegalFunctionCall
    assert error_of(maths.smallest, MACHINE, Array("$", (3,))) == TypeMismatch
    assert error_of(maths.largest, MACHINE, "X") == TypeMismatch


def test_powers_are_real():
    table = [
        (1.0, 4.0, "1.0"), (-2.0, 3.0, "-8.0"), (2.0, 0.5, "1.4142135623730951"), (1e300, 2.0, "inf"),
        (-1e300, 3.0, "-inf"), (-1e300, 2.0, "inf"), (0.0, -1.0, "inf"), (-0.0, -1.0, "-inf"),
        (0.0, 0.0, "1.0"),
    ]  # fmt: skip
    assert [(base, exponent, repr(maths.power(base, exponent))) for base, exponent, _ in table] == table
    assert error_of(maths.power, -2.0, 0.5) == IllegalFunctionCall


def test_square_roots_logarithms_and_arcs_have_their_domains():
    for function, outside in (
        (maths.square_root, -1.0),
        (maths.logarithm, 0.0),
        (maths.arc_sine, 1.0001),
        (maths.arc_cosine, -2.0),
    ):
        assert error_at(function, outside) == (OutOfRange, 1), function


def test_square_roots_and_exponentials():
    assert maths.square_root(9.0) == 3.0
    assert maths.exponential() == 2.718281828459045
    assert maths.exponential(1000.0) == INF
    assert maths.exponential(-1000.0) == 0.0


def test_a_logarithm_to_a_base_is_a_quotient():
    assert maths.logarithm(10.0) == 2.302585092994046
    assert maths.logarithm_to(100.0, 10.0) == 2.0
    assert maths.logarithm_to(1000.0, 10.0) == 2.9999999999999996
    assert maths.logarithm_to(8.0, 0.5) == -3.0


def test_a_logarithm_has_no_base_zero_or_one():
    assert error_of(maths.logarithm_to, 2.0, 0.0) == OutOfRange
    assert error_of(maths.logarithm_to, 0.0, 1.0) == OutOfRange
    assert error_of(maths.logarithm_to, 2.0, 1.0) == IllegalFunctionCall


def test_angles_are_radians_and_convert_both_ways():
    assert repr(maths.radians(45.0)) == repr(45 * math.pi * (1 / 180))
    assert repr(maths.degrees(1.0)) == repr(1.0 * 180 * (1 / math.pi))
    assert maths.degrees(maths.pi()) == 180.0
    assert f"{maths.sine(maths.radians(45.0)):.8f}" == "0.70710678"
    assert f"{maths.cosine(maths.radians(60.0)):.8f}" == "0.50000000"
    assert f"{maths.tangent(maths.radians(45.0)):.8f}" == "1.00000000"


def test_two_argument_atan_takes_y_first():
    assert maths.arc_tangent(1.0) == math.pi / 4
    assert maths.direction(1.0, -1.0) == 3 * math.pi / 4
    assert maths.direction(0.0, 0.0) == 0.0


def test_waves_of_an_infinite_angle_are_no_number():
    assert all(math.isnan(wave(INF)) for wave in (maths.sine, maths.cosine, maths.tangent))


def test_an_infinite_tangent_overflows(monkeypatch):
    # No double is close enough to a right angle for C's tan to get there.
    monkeypatch.setattr(math, "tan", lambda angle: INF)
    assert error_of(maths.tangent, 1.0) == Overflow


def test_hyperbolic_functions_overflow_to_infinity():
    assert f"{maths.hyperbolic_sine(-1.0):.8f}" == "-1.17520119"
    assert f"{maths.hyperbolic_tangent(0.5):.8f}" == "0.46211716"
    assert maths.hyperbolic_sine(-1000.0) == -INF
    assert maths.hyperbolic_cosine(-1000.0) == INF
    assert maths.hyperbolic_cosine(0.0) == 1.0


def test_arcs_end_at_their_domains_edges():
    assert maths.arc_sine(-1.0) == -math.pi / 2
    assert maths.arc_cosine(-1.0) == math.pi
    assert math.isnan(maths.arc_sine(NAN))


# ---- random numbers


@pytest.fixture
def machine():
    return Machine(seed=99)


def test_only_the_series_named_starts_anew(machine):
    maths.randomize(machine, 5, 1)
    assert maths.random_below_of(machine, 5, 100) == 89
    assert maths.random_below_of(machine, 4, 1 << 30) == Machine(seed=99).rng.below(1 << 30)
    maths.randomize(machine, 7, -1)
    assert machine.rng.raw(7) == 0x5E235622


def test_without_a_seed_the_machine_chooses_the_same_in_every_run():
    draws = []
    for _ in range(2):
        machine = Machine(seed=5)
        maths.randomize(machine, 0)
        maths.randomize(machine, 1, 0)
        draws.append([machine.rng.raw(series) for series in range(3)])
    assert draws[0] == draws[1]
    assert len(set(draws[0])) == 3


def test_series_and_bounds_are_checked(machine):
    assert error_at(maths.random_below, machine, -1) == (ArgumentOutOfRange, 1)
    offenders: dict[tuple[Any, tuple], int] = {
        (maths.random_below_of, (8, 2)): 1,
        (maths.random_below_of, (-1, 2)): 1,
        (maths.random_below_of, (0, -1)): 2,
        (maths.random_fraction, (8,)): 1,
        (maths.randomize, (8, 1)): 1,
    }
    errors = {(call, given): error_at(call, machine, *given) for call, given in offenders}
    assert errors == {case: (OutOfRange, offender) for case, offender in offenders.items()}
