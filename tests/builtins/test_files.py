"""LOAD, SAVE, FILES, DELETE, RENAME, CHKFILE and PROJECT."""

from array import array as words
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retromaze.builtins import files
from retromaze.builtins.files import Resource, parse_resource
from retromaze.builtins.registry import BUILTINS
from retromaze.engine.computer import Computer
from retromaze.errors import (
    BasicSyntaxError,
    CantUseInProgram,
    IllegalFileFormat,
    IllegalFunctionCall,
    LoadFailed,
    Overflow,
    SubscriptOutOfRange,
    TypeMismatch,
)
from retromaze.machine.file_formats import Numbers, PictureContent
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array
from tests.refusals import error_at, error_of


@pytest.fixture
def host(tmp_path: Path) -> Any:
    machine = Machine(seed=1, storage=tmp_path / "store")
    computer = Computer(machine)
    computer.running.append(0)
    computer.machine.system.result = 7
    return computer


def numbers(values: list[float], kind: str = "#") -> Array:
    made = Array(kind, (0,))
    made.store(0, values)
    return made


# ---- names


def test_prefixes() -> None:
    resources = {
        "MAZE": Resource("PRG", None, "MAZE", ""),
        "PRG:MAZE": Resource("PRG", None, "MAZE", "PRG"),
        "prg3:maze": Resource("PRG", 3, "maze", "PRG3"),
        "TXT:A": Resource("TXT", None, "A", "TXT"),
        "DAT:A": Resource("DAT", None, "A", "DAT"),
        "GRP5:A": Resource("GRP", 5, "A", "GRP5"),
        "GRPF:A": Resource("GRP", -1, "A", "GRPF"),
        "SYS/MAZE": Resource("PRG", None, "MAZE", "", "SYS"),
        "dat:sys/game3": Resource("DAT", None, "game3", "DAT", "sys"),
    }
    assert {text: parse_resource(text) for text in resources} == resources


def test_unknown_prefixes_and_empty_names_are_illegal() -> None:
    texts = (
        *("", ":", ":X", "PRG1:", "PRG4:X", "GRP6:X", "FOO:X", "TXT:DAT:X", "C:\\X:Y"),
        *("/", "/X", "P/", "TXT:/X", "TXT:P/", "P/TXT:X"),
    )
    assert {text: error_of(parse_resource, text) for text in texts} == dict.fromkeys(
        texts, IllegalFunctionCall
    )


# ---- programs


def test_a_program_goes_to_its_slot_with_its_name(host: Any) -> None:
    host.machine.storage.write_text("MAZE", "CLS\r\nEND\n")
    files.load(host, "PRG2:maze")
    assert (host.slots[2].source, host.slots[2].name, host.machine.system.result) == ("CLS\nEND\n", "MAZE", 1)


def test_the_running_slot_cannot_be_loaded_into(host: Any) -> None:
    host.machine.storage.write_text("MAZE", "CLS")
    errors = [error_of(files.load, host, name) for name in ("MAZE", "PRG0:MAZE")]
    assert errors == [IllegalFunctionCall] * 2
    host.running.clear()
    files.load(host, "MAZE")
    assert host.slots[0].source == "CLS"


def test_a_program_is_saved_from_its_slot_and_takes_the_name(host: Any) -> None:
    host.running.clear()
    host.load_source(0, "A=1\n")
    host.load_source(1, "B=1\n")
    files.save(host, "mine")
    files.save(host, "PRG1:OTHER")
    storage = host.machine.storage
    assert (storage.read_text("MINE"), storage.read_text("OTHER")) == ("A=1\n", "B=1\n")
    assert [slot.name for slot in host.slots] == ["MINE", "OTHER", "", ""]


# ---- texts


def test_false_suppresses_the_dialog_and_leaves_result_alone(host: Any) -> None:
    host.machine.storage.write_text("A", "x")
    host.machine.storage.write_array("A", Numbers("#", (1,), [1.0]))
    host.machine.storage.write_page("P", PictureContent(1, 1, words("I", [0])))
    files.load_text(host, "TXT:A", 0)
    files.load(host, "PRG1:A", 0)
    files.load(host, "DAT:A", numbers([]), 0)
    files.load(host, "GRP1:P", 0)
    files.load(host, "GRP1:P", 0, 0, 0)
    assert host.machine.system.result == 7
    files.load(host, "DAT:A", numbers([]), 1)
    assert host.machine.system.result == 1


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (files.load_text, ["TXT:NONE"]),
        (files.load, ["PRG1:NONE"]),
        (files.load, ["DAT:NONE", numbers([])]),
        (files.load, ["GRP1:NONE"]),
        (files.delete, ["NONE"]),
        (files.rename, ["NONE", "OTHER"]),
    ],
)
def test_the_dialog_comes_before_a_missing_file(
    host: Any, call: Callable[..., None], arguments: list[Any]
) -> None:
    assert (error_of(call, host, *arguments), host.machine.system.result) == (LoadFailed, 1)


def test_a_text_is_only_loaded_into_a_receiver_and_only_texts_are(host: Any) -> None:
    host.machine.storage.write_text("A", "x")
    assert error_of(files.load, host, "TXT:A") == IllegalFunctionCall
    assert error_of(files.load_text, host, "DAT:A") == IllegalFunctionCall


# ---- arrays


def test_an_array_comes_back_in_flat_order_and_one_dimension_grows(host: Any) -> None:
    table = Array("%", (2, 2))
    table.store(0, [1, 2, 3, -4])
    files.save(host, "DAT:T", table)
    row = numbers([9.0])
    files.load(host, "DAT:T", row)
    assert row.items == [1.0, 2.0, 3.0, -4.0]
    square = Array("#", (2, 3))
    files.load(host, "DAT:T", square)
    assert square.items == [[1.0, 2.0, 3.0], [-4.0, 0.0, 0.0]]


def test_an_array_that_has_grown_is_saved_as_it_is_now(host: Any) -> None:
    grown = Array("#", (0,))
    grown.items.extend([1.5, 2])
    files.save(host, "DAT:G", grown)
    assert host.machine.storage.read_array("G") == Numbers("#", (2,), [1.5, 2.0])


def test_arrays_that_cannot_take_the_values(host: Any) -> None:
    files.save(host, "DAT:A", numbers([1e10, 2]))
    small, integers = Array("#", (1, 1)), numbers([5], "%")
    assert error_of(files.load, host, "DAT:A", small) == SubscriptOutOfRange
    assert error_of(files.load, host, "DAT:A", integers) == Overflow
    assert (small.items, integers.items) == ([[0.0]], [5])


def test_only_numeric_arrays_take_data(host: Any) -> None:
    files.save(host, "DAT:A", numbers([1]))
    for call in (files.load, files.save):
        for target in (5, 5.0, "x", Array("$", (1,))):
            assert error_at(call, host, "DAT:A", target) == (TypeMismatch, 2), (call, target)


# ---- pages


def test_a_page_comes_back_and_the_screen_has_changed(host: Any) -> None:
    pages = host.machine.pages
    pages[3].pixels[512 + 2] = 0xFFF80000
    files.save(host, "GRP3:PIC")
    host.machine.screen.changed = False
    files.load(host, "GRP1:PIC")
    assert pages[1].pixels == pages[3].pixels and host.machine.screen.changed


def test_a_page_is_placed_at_x_y_and_cut_at_the_border(host: Any) -> None:
    pixels = words("I", [0xFFF80000, 0xFF00F800, 0xFF0000F8, 0])
    host.machine.storage.write_page("P", PictureContent(2, 2, pixels))
    page = host.machine.pages[0].pixels
    page[10 * 512 + 11] = 0xFFF8F8F8
    files.load(host, "GRP0:P", 10.9, 9)
    assert list(page[9 * 512 + 10 : 9 * 512 + 12]) == [0xFFF80000, 0xFF00F800]
    assert list(page[10 * 512 + 10 : 10 * 512 + 12]) == [0xFF0000F8, 0]
    files.load(host, "GRP0:P", -1, 511)
    assert page[511 * 512] == 0xFF00F800
    files.load(host, "GRP0:P", 2_000_000, -2_000_000)
    assert sum(map(bool, page)) == 4


def test_the_font_page_comes_back_and_defines_glyphs(host: Any) -> None:
    font = host.machine.font
    before = font.glyph(ord("A"))
    font.define(ord("B"), [0xFFF80000] * 64)
    files.save(host, "GRPF:FONT")
    font.restore()
    files.load(host, "GRPF:FONT")
    assert font.glyph(ord("B")) == (0xFFF80000,) * 64 and font.glyph(ord("A")) == before
    assert host.machine.screens[0].changed


# ---- shapes


def test_load_in_shapes_it_does_not_have(host: Any) -> None:
    errors = {
        ("A", 1, 1): IllegalFunctionCall,
        ("DAT:A",): IllegalFunctionCall,
        ("DAT:A", Array("#", (1,)), 1, 1): IllegalFunctionCall,
        ("PRG1:A", "x"): TypeMismatch,
        ("GRP0:A", 0, "x"): TypeMismatch,
        ("NO NAME",): IllegalFunctionCall,
        ("PRG1:../A",): IllegalFunctionCall,
        ("PRG1:NOPE",): LoadFailed,
        ("DAT:NOPE", Array("#", (1,))): LoadFailed,
        ("GRP0:NOPE",): LoadFailed,
    }
    assert {arguments: error_of(files.load, host, *arguments) for arguments in errors} == errors


def test_save_in_shapes_it_does_not_have(host: Any) -> None:
    errors = {
        ("A", "x"): BasicSyntaxError,
        ("TXT:A",): BasicSyntaxError,
        ("DAT:A",): BasicSyntaxError,
        ("GRP0:A", 1): BasicSyntaxError,
        ("TXT:A", 5): TypeMismatch,
        ("TXT:A/B", "x"): IllegalFunctionCall,
    }
    assert {arguments: error_of(files.save, host, *arguments) for arguments in errors} == errors


def test_the_forms_of_load() -> None:
    load = BUILTINS["LOAD"]
    found = [
        load.find(1, value=value, receivers=out) for value, out in ((False, None), (True, None), (False, 1))
    ]
    assert [each.call for each in found if each] == [files.load, files.load_text, files.load_text]


# ---- lists


@pytest.fixture
def filled(host: Any) -> Any:
    storage = host.machine.storage
    storage.write_text("B", "")
    storage.write_text("A", "")
    storage.write_array("D", Numbers("#", (0,), []))
    storage.select_project("GAME")
    storage.write_text("G", "")
    storage.select_project("")
    return host


def test_files_lists_by_type(filled: Any) -> None:
    lists: dict[str | None, list[str]] = {
        None: ["*A", "*B", " D"],
        "": ["*A", "*B", " D"],
        "TXT:": ["*A", "*B"],
        "dat:": [" D"],
        "//": ["DEFAULT/", "GAME/"],
        "GAME/": ["*G"],
        "GAME": ["*G"],
        "TXT:GAME/": ["*G"],
        "TXT:GAME": ["*G"],
        "DAT:game/": [],
        "DEFAULT/": ["*A", "*B", " D"],
        "NONE/": [],
    }
    console = filled.machine.console
    for kind, expected in lists.items():
        given: list[Any] = [] if kind is None else [kind]
        for length in (0, 9):
            names = Array("$", (length,), "OLD")
            files.files(filled, *[*given, names])
            assert names.items == expected, kind
        console.clear()
        files.files(filled, *given)
        assert console.text() == "\n".join(expected), kind


def test_files_refuses_other_types(filled: Any) -> None:
    errors = {
        (5,): TypeMismatch,
        ("TXT:", 5): TypeMismatch,
        (Array("#", (1,)),): TypeMismatch,
        (Array("$", (1,)), Array("$", (1,))): TypeMismatch,
        ("TXT://",): IllegalFunctionCall,
        ("GRP0:",): IllegalFunctionCall,
        ("../",): IllegalFunctionCall,
        ("A/B/",): IllegalFunctionCall,
    }
    assert {arguments: error_of(files.files, filled, *arguments) for arguments in errors} == errors


def test_delete_and_chkfile_know_both_lists(filled: Any) -> None:
    machine = filled.machine
    names = ("A", "TXT:B", "PRG0:A", "DAT:D", "GRP2:D", "D", "DAT:A")
    assert [files.check_file(machine, name) for name in names] == [1, 1, 1, 1, 1, 0, 0]
    files.delete(filled, "A")
    files.delete(filled, "DAT:D")
    assert [files.check_file(machine, name) for name in names] == [0, 1, 0, 0, 0, 0, 0]
    assert error_of(files.delete, filled, "A") == LoadFailed
    assert error_of(files.delete, filled, "PRG0:B") == IllegalFunctionCall


def test_rename_stays_in_its_list(filled: Any) -> None:
    files.rename(filled, "DAT:D", "E")
    files.rename(filled, "A", "TXT:C")
    storage = filled.machine.storage
    assert (storage.names("TXT"), storage.names("DAT")) == (["B", "C"], ["E"])
    errors = {
        ("B", "DAT:B"): IllegalFunctionCall,
        ("B", "C"): IllegalFunctionCall,
        ("A", "Z"): LoadFailed,
        ("B", "../B"): IllegalFunctionCall,
        ("PRG0:B", "Z"): IllegalFunctionCall,
    }
    assert {names: error_of(files.rename, filled, *names) for names in errors} == errors


def test_project_is_chosen_in_direct_mode_only(filled: Any) -> None:
    assert error_of(files.select_project, filled, "GAME") == CantUseInProgram
    assert files.project(filled.machine) == ""
    filled.running.clear()
    files.select_project(filled, "game")
    assert files.project(filled.machine) == "GAME"


# ---- damage


@given(st.binary(max_size=120), st.sampled_from(["", "\x89PNG\r\n\x1a\n", "\x01\0\1\0", "\0\0\0\0"]))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_garbage_in_the_folder_is_errnum_35(host: Any, data: bytes, start: str) -> None:
    folder = host.machine.storage.folder / "DEFAULT"
    for kind in ("TXT", "DAT"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        (folder / kind / "A").write_bytes(start.encode("latin-1") + data)
    errors = {
        error_of(files.load, host, "PRG1:A"),
        error_of(files.load_text, host, "TXT:A"),
        error_of(files.load, host, "DAT:A", numbers([])),
        error_of(files.load, host, "GRP0:A"),
    }
    assert errors <= {None, IllegalFileFormat}
