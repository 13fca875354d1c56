import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.builtins.formatting import formatted, pieces
from retromaze.errors import IllegalFunctionCall, StringTooLong, TypeMismatch
from retromaze.values.arrays import Array

INTEGERS = st.integers(-(2**31), 2**31 - 1)
WIDTHS = st.integers(1, 40)


@pytest.mark.parametrize(
    ("pattern", "values", "text"),
    [
        ("V=%D", (7,), "V=7"),
        ("%06D", (42,), "000042"),
        ("%06D", (-42,), "-00042"),
        ("%-6D|", (42,), "42    |"),
        ("%-06D|", (42,), "42    |"),
        ("%+D", (5,), "+5"),
        ("%+D", (-5,), "-5"),
        ("% D", (5,), " 5"),
        ("% 4D", (42,), "  42"),
        ("%+05D", (42,), "+0042"),
        ("%D", (-2.9,), "-2"),
        ("%D", (1e20,), "2147483647"),
        ("%4X", (255,), "  FF"),
        ("%04X", (255,), "00FF"),
        ("%X", (-1,), "FFFFFFFF"),
        ("%X", (255.9,), "FF"),
        ("%B", (5,), "101"),
        ("%016B", (256,), "0000000100000000"),
        ("%-5B|", (5,), "101  |"),
        ("%B", (-1,), "1" * 32),
        ("%F", (1 / 3,), "0.333333"),
        ("%F", (2,), "2.000000"),
        ("%8.2F", (3.14159,), "    3.14"),
        ("%08.2F", (-3.14159,), "-0003.14"),
        ("%.F", (2.5,), "2"),
        ("%.18F", (0.1,), "0.100000000000000006"),
        ("%F", (-0.0,), "-0.000000"),
        ("%05F", (math.inf,), "  inf"),
        ("%+F", (math.inf,), "+inf"),
        ("%F", (math.nan,), "nan"),
        ("%S and %5S and %-5S.", ("A", "B", "C"), "A and     B and C    ."),
        ("%d%x%s%f%b", (1, 10, "s", 0.5, 2), "1As0.50000010"),
        ("100%%", (), "100%"),
        ("%%D", (), "%D"),
        ("", (), ""),
        ("none", (1, "surplus"), "none"),
        ("%2D:%02D\n", (3, 4), " 3:04\n"),
    ],
)
def test_values_are_set_into_the_pattern(pattern, values, text):
    assert formatted(pattern, *values) == text


@pytest.mark.parametrize("letter", "DXBF")
def test_a_text_is_no_number(letter):
    with pytest.raises(TypeMismatch) as caught:
        formatted(f"%S%{letter}", "fine", "X")
    assert caught.value.argument == 3


def test_a_number_or_an_array_is_no_text():
    for value in (5, Array("$", (1,))):
        with pytest.raises(TypeMismatch):
            formatted("%S", value)


@pytest.mark.parametrize("pattern", ["%", "%5", "%Q", "%5%", "%L", "%\n"])
def test_an_unknown_letter_is_illegal(pattern):
    with pytest.raises(IllegalFunctionCall):
        formatted(pattern, 1)


def test_a_missing_value_is_illegal():
    with pytest.raises(IllegalFunctionCall):
        formatted("%D%D", 1)


def test_a_result_has_at_most_1024_characters():
    assert len(formatted("%1024D", 1)) == 1024
    for pattern, value in [
        ("%1025D", 1),
        ("%9999999999D", 1),
        ("%.1023F", 1.5),
        ("%.99999999999F", 1),
        ("x%S", "y" * 1024),
    ]:
        with pytest.raises(StringTooLong):
            formatted(pattern, value)


@settings(max_examples=60)
@given(INTEGERS, WIDTHS, st.sampled_from(["", "0", "-", "+", " ", "+0"]))
def test_decimals_match_printf(x, width, flags):
    assert formatted(f"%{flags}{width}D", x) == f"%{flags}{width}d" % x


@settings(max_examples=40)
@given(INTEGERS, WIDTHS, st.sampled_from(["", "0", "-"]))
def test_hexadecimals_match_printf(x, width, flags):
    assert formatted(f"%{flags}{width}X", x) == f"%{flags}{width}X" % (x % 2**32)


@settings(max_examples=60)
@given(st.floats(-1e20, 1e20), WIDTHS, st.integers(0, 12), st.sampled_from(["", "0", "-", "+", " "]))
def test_fixed_point_matches_printf(x, width, decimals, flags):
    assert formatted(f"%{flags}{width}.{decimals}F", x) == f"%{flags}{width}.{decimals}f" % x


def test_plain_pieces_of_a_pattern_are_one() -> None:
    assert pieces("%%" * 500) == ("%" * 500,)
    assert len(pieces("a%%b%Dc%%%%d")) == 3
