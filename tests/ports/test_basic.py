"""`retromaze.ports.basic`: what BASIC means where Python means something else."""

import pytest

from retromaze.errors import OutOfData, SubscriptOutOfRange, TypeMismatch
from retromaze.machine.machine import Machine
from retromaze.ports import basic


def test_where_for_ends() -> None:
    ends = {
        (0, 9, 1): 10, (1, 9, 2): 11, (1, 10, 3): 13, (5, 1, 1): 5, (3, 0, -1): -1, (0, 1, 0.25): 1.25,
    }  # fmt: skip
    assert {loop: basic.for_end(*loop) for loop in ends} == ends
    with pytest.raises(ValueError, match="never ends"):
        basic.for_end(0, 1, 0)


def test_text_of_numbers() -> None:
    assert basic.printed(1e20) == "100000000000000000000"
    assert basic.printed(0.5) == "0.5"
    assert basic.printed(basic.Text("A")) == "A"
    assert basic.number_text(1234567.0, 12) == " 1.23457e+06"
    assert basic.hexadecimal(-1) == "FFFFFFFF"
    assert (basic.hexadecimal(-1, 4), basic.hexadecimal(10, 4)) == ("FFFF", "000A")
    assert basic.binary(5, 4) == "0101"
    assert basic.right("ABC", 0) == ""
    assert basic.replaced("ABCD", 1, 2, "x") == "AxD"
    assert basic.replaced("ABCD", 1, None, "x") == "Ax"
    assert (basic.is_true(""), basic.is_true(0), basic.is_true(0.5)) == (True, False, True)


def test_a_text_has_one_string_for_all_its_names() -> None:
    one = other = basic.Text("AB")
    one.append("C")
    one.prepend("_")
    one.put(1, "xy")
    assert str(other) == "_xyBC"
    assert (other.take(-1), other.take(0), one.characters) == ("C", "_", "xyB")
    with pytest.raises(SubscriptOutOfRange):
        one.put(3, "z")
    with pytest.raises(SubscriptOutOfRange):
        basic.Text().take(0)


def test_arrays() -> None:
    rows = [[0, 0, 0], [0, 0, 0]]
    basic.fill(rows, 7, 2, 2)
    assert (rows, basic.size(rows)) == ([[0, 0, 7], [7, 0, 0]], 6)
    row = [1, 2]
    basic.copy(row, 1, rows, 2)
    assert row == [1, 7, 7, 0, 0]
    basic.copy(row, 0, [9, 8, 7], 1, 1)
    assert row == [8, 7, 7, 0, 0]
    names = ["a", "b", "c", "d", "e"]
    basic.sort(row, names)
    assert (row, names) == ([0, 0, 7, 7, 8], ["d", "e", "b", "c", "a"])
    basic.sort(row, names, part=(0, 2), backward=True)
    assert names == ["e", "d", "b", "c", "a"]


def test_data() -> None:
    data = basic.Data(1, 2.9, "A")
    assert (data.number(), data.whole(), data.text()) == (1.0, 2, "A")
    with pytest.raises(OutOfData):
        data.item()
    data.restore(2)
    with pytest.raises(TypeMismatch):
        data.number()
    data.restore(0)
    with pytest.raises(TypeMismatch):
        data.text()
    data.restore(2)
    with pytest.raises(TypeMismatch):
        data.whole()


def test_a_color_among_data_is_read_as_32_bits_with_a_sign() -> None:
    data = basic.Data(0xFFF80000, 0xFFF80000)
    assert (data.whole(), data.number()) == (-524288, 4294443008.0)


def test_input() -> None:
    machine = Machine()
    machine.input.lines.extend(["up,x", "", "abc", "2.5", "1,B"])
    assert basic.ask_text(machine, "? ", "old") == "up"
    assert basic.ask_text(machine, "? ", "old") == "old"
    assert basic.ask_number(machine, "", 1) == 2.5
    assert basic.ask_values(machine, "", 0, "") == [1, "B"]
    assert machine.console.text() == "? up,x\n?\nabc\n?Redo from start\n2.5\n1,B"


SIGNS = ["==", "!=", "<", "<=", ">", ">="]


def test_compare_tells_a_string_from_a_number() -> None:
    pairs = [("5", 5), (basic.Text(""), 0.5), (1, 2), ("A", basic.Text("B"))]
    found = {sign: [basic.compare(sign, *pair) for pair in pairs] for sign in SIGNS}
    assert found == {sign: [3, 3, *[sign in {"!=", "<", "<="}] * 2] for sign in SIGNS}


@pytest.mark.parametrize("sign", SIGNS)
def test_a_number_is_not_compared_with_a_string(sign: str) -> None:
    with pytest.raises(TypeMismatch):
        basic.compare(sign, 5, "5")
