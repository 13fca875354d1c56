import math

from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.errors import Overflow, TypeMismatch
from retromaze.language.numbers import truncate, wrap
from retromaze.values import operators
from retromaze.values.scalars import general, printed, to_integer, whole_number
from tests.refusals import error_of

INF, NAN = math.inf, math.nan


def test_print_and_str_write_reals_differently():
    table = [
        (42, "42", "42"),
        (5.0, "5", "5"),
        (1000000.0, "1000000", "1e+06"),
        (1000000, "1000000", "1000000"),
        (0.1 * 29, "2.9", "2.9"),
        (1 / 3, "0.33333333", "0.333333"),
        (12345678.0, "12345678", "1.23457e+07"),
        (999999.5, "999999.5", "1e+06"),
        (0.00001, "0.00001", "1e-05"),
        (5e-9, "0.00000001", "5e-09"),
        (4e-9, "0", "4e-09"),
        (1e11, "100000000000", "1e+11"),
        (-0.0, "-0", "-0"),
        (math.pi, "3.14159265", "3.14159"),
        (INF, "inf", "inf"),
        (-INF, "-inf", "-inf"),
        (NAN, "nan", "nan"),
        (0.123456785, "0.12345678", "0.123457"),
        (1e15, "1000000000000000", "1e+15"),
        (-2147483648, "-2147483648", "-2147483648"),
    ]
    assert [(number, printed(number), general(number)) for number, *_ in table] == table
    assert len(printed(1e300)) == 301


def test_operands_are_cut_toward_zero_and_held_within_32_bits():
    table = [
        (2.7, 2),
        (-2.7, -2),
        (-0.5, 0),
        (2147483647.9, 2147483647),
        (1e20, 2147483647),
        (-INF, -2147483648),
        (NAN, 0),
        (7, 7),
    ]
    assert [(number, repr(truncate(number))) for number, _ in table] == [(a, str(b)) for a, b in table]


def test_stores_in_integers_cut_toward_zero():
    numbers = (2.7, -2.7, 2147483647.0, NAN)
    assert [repr(to_integer(number)) for number in numbers] == ["2", "-2", "2147483647", "0"]


def test_stores_in_integers_overflow_before_they_are_cut():
    numbers = (2147483647.9, 2147483648.0, -2147483648.5, 1e10, INF, -INF)
    assert {number: error_of(to_integer, number) for number in numbers} == dict.fromkeys(numbers, Overflow)


@settings(max_examples=50)
@given(st.integers(-(2**70), 2**70))
def test_wrap_keeps_the_low_32_bits(value):
    wrapped = wrap(value)
    assert -(2**31) <= wrapped < 2**31
    assert (wrapped - value) % 2**32 == 0


def test_only_numbers_are_numbers():
    assert operators.number(2.5) == 2.5
    assert error_of(operators.number, "2") == TypeMismatch


def test_digits_of_an_outside_text_are_read_in_any_number():
    spelled = {"0": 0, "007": 7, "99": 99, "100": 100, "9" * 5000: 100, "0" * 5000 + "5": 5}
    assert {digits: whole_number(digits, 99) for digits in spelled} == spelled
