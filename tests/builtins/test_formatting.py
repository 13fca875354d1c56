import math

from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.builtins.formatting import formatted, pieces
from retromaze.errors import IllegalFunctionCall, StringTooLong, TypeMismatch
from retromaze.values.arrays import Array
from tests.refusals import error_at, error_of

INTEGERS = st.integers(-(2**31), 2**31 - 1)
WIDTHS = st.integers(1, 40)


def test_values_are_set_into_the_pattern():
    texts = {
        ("V=%D", (7,)): "V=7",
        ("%06D", (42,)): "000042",
        ("%06D", (-42,)): "-00042",
        ("%-6D|", (42,)): "42    |",
        ("%-06D|", (42,)): "42    |",
        ("%+D", (5,)): "+5",
        ("%+D", (-5,)): "-5",
        ("% D", (5,)): " 5",
        ("% 4D", (42,)): "  42",
        ("%+05D", (42,)): "+0042",
        ("%D", (-2.9,)): "-2",
        ("%D", (1e20,)): "2147483647",
        ("%4X", (255,)): "  FF",
        ("%04X", (255,)): "00FF",
        ("%X", (-1,)): "FFFFFFFF",
        ("%X", (255.9,)): "FF",
        ("%B", (5,)): "101",
        ("%016B", (256,)): "0000000100000000",
        ("%-5B|", (5,)): "101  |",
        ("%B", (-1,)): "1" * 32,
        ("%F", (1 / 3,)): "0.333333",
        ("%F", (2,)): "2.000000",
        ("%8.2F", (3.14159,)): "    3.14",
        ("%08.2F", (-3.14159,)): "-0003.14",
        ("%.F", (2.5,)): "2",
        ("%.18F", (0.1,)): "0.100000000000000006",
        ("%F", (-0.0,)): "-0.000000",
        ("%05F", (math.inf,)): "  inf",
        ("%+F", (math.inf,)): "+inf",
        ("%F", (math.nan,)): "nan",
        ("%S and %5S and %-5S.", ("A", "B", "C")): "A and     B and C    .",
        ("%d%x%s%f%b", (1, 10, "s", 0.5, 2)): "1As0.50000010",
        ("100%%", ()): "100%",
        ("%%D", ()): "%D",
        ("", ()): "",
        ("none", (1, "surplus")): "none",
        ("%2D:%02D\n", (3, 4)): " 3:04\n",
    }
    assert {(pattern, values): formatted(pattern, *values) for pattern, values in texts} == texts


def test_a_text_is_no_number():
    for letter in "DXBF":
        assert error_at(formatted, f"%S%{letter}", "fine", "X") == (TypeMismatch, 3), letter


def test_a_number_or_an_array_is_no_text():
    assert [error_of(formatted, "%S", value) for value in (5, Array("$", (1,)))] == [TypeMismatch] * 2


def test_an_unknown_letter_or_a_missing_value_is_illegal():
    patterns = ("%", "%5", "%Q", "%5%", "%L", "%\n", "%D%D")
    errors = {pattern: error_of(formatted, pattern, 1) for pattern in patterns}
    assert errors == dict.fromkeys(patterns, IllegalFunctionCall)


def test_a_result_has_at_most_1024_characters():
    assert len(formatted("%1024D", 1)) == 1024
    longer = {
        "%1025D": 1,
        "%9999999999D": 1,
        "%.1023F": 1.5,
        "%.99999999999F": 1,
        "x%S": "y" * 1024,
    }
    errors = {pattern: error_of(formatted, pattern, value) for pattern, value in longer.items()}
    assert errors == dict.fromkeys(longer, StringTooLong)


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
