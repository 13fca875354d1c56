from retromaze.builtins import console
from retromaze.builtins.registry import VARIABLES
from retromaze.errors import (
    ArgumentOutOfRange,
    IllegalFunctionCall,
    OutOfRange,
    SubscriptOutOfRange,
    TypeMismatch,
)
from tests.refusals import error_at, error_of
from tests.running import array_of


def test_locate_names_the_argument_out_of_range(machine):
    offenders = {
        (51, 0): 1, (-1, 0): 1, (0, 30): 2, (None, -1): 2, (0, 0, 1024.5): 3, (0, 0, -257.0): 3,
    }  # fmt: skip
    errors = {arguments: error_at(console.locate, machine, *arguments) for arguments in offenders}
    assert errors == {arguments: (ArgumentOutOfRange, offender) for arguments, offender in offenders.items()}


def test_locate_takes_both_ends_of_its_ranges(machine):
    console.locate(machine, 50, 29, -256.0)
    console.locate(machine, None, None, 1024.0)
    readers = (console.cursor_column, console.cursor_row, console.cursor_depth)
    assert [read(machine) for read in readers] == [50, 29, 1024]
    console.locate(machine, 0, 0, -2.5)
    assert console.cursor_depth(machine) == -2


def test_color_and_attr_take_0_to_15(machine):
    console.set_color(machine, 3, 15)
    console.set_color(machine, None, 0)
    console.set_attributes(machine, 15)
    assert (machine.console.foreground, machine.console.background, machine.console.attributes) == (3, 0, 15)
    for arguments, offender in {(16,): 1, (0, 16): 2, (None, -1): 2}.items():
        assert error_at(console.set_color, machine, *arguments) == (ArgumentOutOfRange, offender), arguments
    assert error_of(console.set_attributes, machine, 16) == OutOfRange


def test_width_is_8_or_16(machine):
    console.set_width(machine, 16)
    assert console.get_width(machine) == 16
    assert error_of(console.set_width, machine, 9) == IllegalFunctionCall


def test_chkchr_reads_codes_and_cls_removes_them(machine):
    machine.console.print("迷")
    assert console.code_at(machine, 0, 0) == 0x8FF7
    console.scroll(machine, 0, 1)
    assert console.code_at(machine, 0, 0) == 0
    machine.console.print("A")
    console.clear(machine)
    assert machine.console.text() == ""


def test_tabstep_can_be_set_from_0_to_16(machine):
    write = VARIABLES["TABSTEP"].write
    assert write is not None
    for step in (0, 16):
        write(machine, step)
        assert console.tab_step(machine) == step
    assert [error_of(write, machine, step) for step in (-1, 17)] == [OutOfRange] * 2
    assert VARIABLES["CSRX"].write is None


def test_fontdef_takes_a_text_of_256_digits_or_an_array(machine):
    console.define_glyph(machine, 65, "F801" + "0000" * 62 + "003f")
    red_to_blue = (0xFFF80000, *(0,) * 62, 0xFF0000F8)
    assert machine.font.glyph(65) == red_to_blue
    console.define_glyph(machine, 66, array_of("#", *[0xF801] + [0.5] * 62 + [0x3F, 99999]))
    assert machine.font.glyph(66) == red_to_blue
    console.restore_font(machine)
    assert machine.font.glyph(65) not in (red_to_blue, machine.font.glyph(66))


def test_fontdef_refuses_what_is_no_glyph(machine):
    table = [
        (-1, "FFFF" * 64, OutOfRange, 1),
        (65536, "FFFF" * 64, OutOfRange, 1),
        (65, "FFFG" * 64, IllegalFunctionCall, 2),
        (65, "FFFF" * 63, IllegalFunctionCall, 2),
        (65, "FFFF" * 64 + "\n", IllegalFunctionCall, 2),
        (65, 5, TypeMismatch, 2),
        (65, array_of("$", *[""] * 64), TypeMismatch, 2),
        (65, array_of("%", *[0] * 63), SubscriptOutOfRange, 2),
        (65, array_of("%", *[65536] * 64), OutOfRange, 2),
    ]
    found = [
        (code, shape, *error_at(console.define_glyph, machine, code, shape)) for code, shape, *_ in table
    ]
    assert found == table
