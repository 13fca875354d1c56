"""Words of strings. Results are compared as written, so that 2 (Integer), 2.0 (Real) and -0.0 stay apart."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.builtins import strings
from retromaze.builtins.strings import formatted, parse_pattern
from retromaze.engine.computer import Computer
from retromaze.errors import IllegalFunctionCall, OutOfRange, StringTooLong, TypeMismatch
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array
from retromaze.values.scalars import number_in
from tests.refusals import error_at, error_of

MACHINE = Machine(seed=1)
COMPUTER = Computer(MACHINE)

INTEGERS = st.integers(-(2**31), 2**31 - 1)


def test_characters_and_codes_are_16_bit():
    assert strings.character(65) == "A"
    assert strings.character(-1) == "\uffff"
    assert strings.character(0x1_0041) == "A"
    assert strings.code("a") == 97
    assert strings.code(strings.character(0xD83D) + "x") == 0xD83D
    assert error_of(strings.code, "") == IllegalFunctionCall


def test_left_and_right_clamp_to_the_text():
    assert [strings.left(COMPUTER, "ABC", count) for count in (0, 2, 5)] == ["", "AB", "ABC"]
    assert [strings.right(COMPUTER, "ABC", count) for count in (0, 2, 5)] == ["", "BC", "ABC"]


def test_mid_counts_from_zero_and_clamps():
    assert strings.middle(COMPUTER, "ABCDE", 2, 2) == "CD"
    assert strings.middle(COMPUTER, "ABC", 1, 5) == "BC"
    assert strings.middle(COMPUTER, "ABC", 5, 1) == ""
    assert strings.middle(COMPUTER, "ABC", 1, 2147483647) == "BC"


def test_out_of_range_names_the_argument():
    table: list[tuple[Any, tuple, int]] = [
        (strings.left, (COMPUTER, "ABC", -1), 2),
        (strings.right, (COMPUTER, "ABC", -1), 2),
        (strings.middle, (COMPUTER, "ABC", -1, 1), 2),
        (strings.middle, (COMPUTER, "ABC", 0, -1), 3),
        (strings.find_from, (MACHINE, -1, "ABC", "A"), 1),
        (strings.replace, (COMPUTER, "ABC", -1, 1, "X"), 2),
        (strings.replace, (COMPUTER, "ABC", 4, 0, "X"), 2),
        (strings.replace, (COMPUTER, "ABC", 0, -1, "X"), 3),
        (strings.replace_rest, (COMPUTER, "ABC", 4, "X"), 2),
        (strings.number_text, (1, 0), 2),
        (strings.number_text, (1, 64), 2),
        (strings.hexadecimal_digits, (1, 0), 2),
        (strings.hexadecimal_digits, (1, 64), 2),
        (strings.binary, (1, -1), 2),
        (strings.binary, (1, 33), 2),
    ]
    found = [(function, arguments, error_at(function, *arguments)) for function, arguments, _ in table]
    assert found == [(function, arguments, (OutOfRange, culprit)) for function, arguments, culprit in table]


def test_instr_gives_the_first_position_or_minus_one():
    assert strings.find(MACHINE, "ABCDEF", "CD") == 2
    assert strings.find(MACHINE, "ABC", "X") == -1
    assert strings.find_from(MACHINE, 2, "ABAB", "A") == 2
    assert strings.find_from(MACHINE, 1, "ABC", "A") == -1


def test_instr_finds_nothing_where_it_starts_but_not_past_the_end():
    assert strings.find(MACHINE, "ABC", "") == 0
    assert strings.find_from(MACHINE, 3, "ABC", "") == 3
    assert strings.find_from(MACHINE, 4, "ABC", "") == -1


def test_subst_replaces_inserts_and_drops():
    assert strings.replace(COMPUTER, "ABC", 0, 2, "XY") == "XYC"
    assert strings.replace(COMPUTER, "ABC", 0, 0, "X") == "XABC"
    assert strings.replace(COMPUTER, "ABC", 3, 9, "X") == "ABCX"
    assert strings.replace_rest(COMPUTER, "0123456789", 0, "B") == "B"
    assert strings.replace_rest(COMPUTER, "ABC", 3, "D") == "ABCD"


def test_str_writes_six_digits_and_pads_on_the_left():
    assert strings.number_text(123, 6) == "   123"
    assert strings.number_text(123456, 3) == "123456"
    assert strings.number_text(1 / 3, 10) == "  0.333333"
    assert strings.number_text(-0.0) == "-0"


def test_hex_writes_the_last_digits_of_32_bits_to_a_width():
    assert strings.hexadecimal(255) == "FF"
    assert strings.hexadecimal_digits(255, 4) == "00FF"
    assert strings.hexadecimal_digits(65535, 2) == "FF"
    assert strings.hexadecimal_digits(-1, 4) == "FFFF"
    assert strings.hexadecimal_digits(-1, 10) == "00FFFFFFFF"
    assert strings.hexadecimal_digits(0, 1) == "0"
    assert strings.hexadecimal(-1) == "FFFFFFFF"


def test_bin_writes_32_bits_and_pads_with_zeros():
    assert strings.binary(5) == "101"
    assert strings.binary(5, 8) == "00000101"
    assert strings.binary(5, 0) == "101"
    assert strings.binary(-2147483648) == "1" + "0" * 31


def test_val_reads_numbers_with_their_type():
    numbers = {
        "123": "123", "-5": "-5", "  42": "42", "0007": "7", "-2147483648": "-2147483648",
        "2147483648": "2147483648.0", "1.5": "1.5", ".5": "0.5", "-.5": "-0.5", "5.": "5.0", ".": "0.0",
        "-0": "0", "-0.0": "-0.0", "1E3": "1000.0", "1.5e-3": "0.0015", "1e+2": "100.0", "3#": "3.0",
        "&HFF": "255", "&hff": "255", "&B101": "5", "&B0": "0", "&HFFFFFFFF": "-1", "&B" + "1" * 32: "-1",
    }  # fmt: skip
    assert {text: repr(number_in(text)) for text in numbers} == numbers


def test_val_of_what_is_no_number_is_the_integer_zero():
    texts = (
        *("", " ", "-", "ABC", "12ABC", "1 2", "12 ", "+5", "- 5", "--5"),
        *("&", "&H", "&H-A", "&B2", "&HFG", "-&HF", "１"),
    )
    assert {text: repr(number_in(text)) for text in texts} == dict.fromkeys(texts, "0")


def test_val_takes_the_text_after_a_number_that_the_machine_takes():
    numbers = {
        "12,ABC": "12", "12\nABC": "12", "12!ABC": "12", "&HF,X": "15", "&B1\rX": "1", "&HF!X": "0",
        "1.5abc": "1.5", "1.5 2": "1.5", "1.25E": "0", "1.2E3E": "0", "12E": "0", "5.E2": "5.0",
        "5#E2": "5.0", "1.5#E": "1.5", "1.2.3": "1.2",
    }  # fmt: skip
    assert {text: repr(number_in(text)) for text in numbers} == numbers


def test_val_reads_any_number_of_digits():
    assert number_in("0" * 5000 + "7") == 7
    assert number_in("9" * 5000) == float("inf")


@settings(max_examples=40)
@given(INTEGERS)
def test_val_undoes_str_hex_and_bin_of_integers(x):
    assert repr(number_in(strings.number_text(x))) == str(x)
    assert repr(number_in(strings.number_text(x, 63))) == str(x)
    assert repr(number_in("&H" + strings.hexadecimal(x))) == str(x)
    assert repr(number_in("&B" + strings.binary(x, 32))) == str(x)


@settings(max_examples=40)
@given(st.floats(-1e30, 1e30))
def test_val_undoes_str_of_reals_to_six_digits(x):
    once = number_in(strings.number_text(x))
    assert once == pytest.approx(x, rel=5.1e-6)
    assert number_in(strings.number_text(once)) == once


@settings(max_examples=40)
@given(st.text(max_size=8), st.integers(0, 8), st.integers(0, 8))
def test_the_three_parts_make_the_text(text, start, count):
    whole = strings.left(COMPUTER, text, start) + strings.middle(COMPUTER, text, start, count)
    assert whole + strings.right(COMPUTER, text, max(0, len(text) - start - count)) == text


@settings(max_examples=60)
@given(st.text("0123456789.Ee#-+&HB!, \n", max_size=8))
def test_val_never_fails(text):
    assert isinstance(number_in(text), int | float)


WIDTHS = st.integers(1, 40)


def test_values_are_set_into_the_pattern():
    texts = {
        ("V=%D", (7,)): "V=7",
        ("%-06D|", (42,)): "42    |",
        ("%+D", (5,)): "+5",
        ("%+D", (-5,)): "-5",
        ("% D", (5,)): " 5",
        ("%D", (-2.9,)): "-2",
        ("%D", (1e20,)): "2147483647",
        ("%X", (-1,)): "FFFFFFFF",
        ("%X", (255.9,)): "FF",
        ("%B", (5,)): "101",
        ("%016B", (256,)): "0000000100000000",
        ("%-5B|", (5,)): "101  |",
        ("%B", (-1,)): "1" * 32,
        ("%F", (1 / 3,)): "0.333333",
        ("%F", (2,)): "2.000000",
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
        "%1025D": 1, "%9999999999D": 1, "%.1023F": 1.5, "%.99999999999F": 1, "x%S": "y" * 1024,
    }  # fmt: skip
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
    assert parse_pattern("%%" * 500) == ("%" * 500,)
    assert len(parse_pattern("a%%b%Dc%%%%d")) == 3
