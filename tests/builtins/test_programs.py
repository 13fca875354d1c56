"""PRGEDIT and its followers."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retromaze.builtins import programs
from retromaze.engine.computer import Computer
from retromaze.errors import IllegalFunctionCall, OutOfCodeMemory, OutOfRange, UsePrgeditFirst
from retromaze.language.lexer import LONGEST_PROGRAM
from retromaze.machine.machine import Machine
from tests.refusals import error_of


@pytest.fixture
def host() -> Computer:
    return computer_with(LINES, "MINE")


def computer_with(text: str, name: str = "") -> Computer:
    """A computer whose slot 0 runs, with a text in slot 1."""
    computer = Computer(Machine(seed=1))
    computer.load_source(0, "PRGEDIT 1\n")
    computer.load_source(1, text, name)
    computer.running.append(0)
    return computer


def source(host: Computer) -> str:
    return host.slots[1].source


STEPS: dict[str, Callable[[Computer, str], object]] = {
    "get": lambda host, _: programs.get(host),
    "set": programs.replace,
    "before": programs.insert,
    "after": lambda host, text: programs.insert(host, text, 1),
    "delete": lambda host, count: programs.delete(host, int(count or 1)),
}
LINES = "A=1\nB=2\nC=3\n"
# text of the slot, line that PRGEDIT chooses, steps -> text afterwards, lines that PRGGET$ reads from there
EDITED: dict[tuple[str, int, tuple[str, ...]], tuple[str, list[str]]] = {
    (LINES, 2, ()): (LINES, ["B=2\n", "C=3\n"]),
    ("A\nB", 1, ()): ("A\nB", ["A\n", "B\n"]),
    ("A\nB", -1, ()): ("A\nB", ["B\n"]),
    ("A\nB", 1, ("set LONGER",)): ("LONGER\nB\n", ["B\n"]),
    (LINES, 1, ("get", "set X", "get", "set Y\n", "get", "set Z")): ("X\nY\nZ\n", []),
    (LINES, 1, ("set X\nY", "set Z")): ("X\nY\nZ\nC=3\n", ["C=3\n"]),
    (LINES, 2, ("get", "set X\nY")): ("A=1\nX\nY\nC=3\n", ["C=3\n"]),
    ("", 1, ("get", "set FIRST", "set SECOND\n")): ("FIRST\nSECOND\n", []),
    ("", 1, ("before", "set", "before \n", "set \n")): ("\n\n\n\n", []),
    (LINES, 2, ("before X\nY",)): ("A=1\nX\nY\nB=2\nC=3\n", ["B=2\n", "C=3\n"]),
    (LINES, 2, ("before X", "before Y\n", "before Z")): ("A=1\nX\nY\nZ\nB=2\nC=3\n", ["B=2\n", "C=3\n"]),
    (LINES, 2, ("after X", "after Y\n", "after Z")): ("A=1\nB=2\nX\nY\nZ\nC=3\n", ["Z\n", "C=3\n"]),
    (LINES, -1, ("after Z",)): (LINES + "Z\n", ["Z\n"]),
    ("", 1, ("after ONLY",)): ("ONLY\n", ["ONLY\n"]),
    (LINES, 1, ("after X", "after Y", "delete")): ("A=1\nX\nB=2\nC=3\n", ["B=2\n", "C=3\n"]),
    (LINES, 1, ("after X", "after Y", "set R")): ("A=1\nX\nR\nB=2\nC=3\n", ["B=2\n", "C=3\n"]),
    (LINES, 1, ("after X", "after Y", "before I")): ("A=1\nX\nI\nY\nB=2\nC=3\n", ["Y\n", "B=2\n", "C=3\n"]),
    (LINES, 2, ("delete",)): ("A=1\nC=3\n", ["C=3\n"]),
    (LINES, 2, ("delete", "get", "delete", "get")): ("A=1\n", []),
    (LINES, 2, ("delete", "delete", "set LAST")): ("A=1\nLAST\n", []),
    (LINES, 2, ("delete -1",)): ("", []),
    (LINES, 1, ("get", "delete 2")): ("C=3\n", ["C=3\n"]),
    # published programs end so: PRGDEL takes away the empty line at the end
    ("OLD\n", 1, ("delete -1", "get", "delete", "set A", "set B\nC", "delete")): ("A\nB\nC\n", []),
    ("OLD\n", 1, ("delete -1", "get", "delete", "before A", "before B\nC", "delete")): ("A\nB\nC\n", []),
    (LINES, -1, ("delete",)): (LINES, []),
}  # fmt: skip


def test_lines_are_read_replaced_inserted_and_deleted() -> None:
    found = {}
    for text, line, steps in EDITED:
        host = computer_with(text, "MINE")
        programs.edit(host, 1, line)
        for step in steps:
            word, _, given = step.partition(" ")
            STEPS[word](host, given)
        edited = source(host)
        assert (programs.size(host, 1), programs.size(host, 1, 1)) == (len(edited.splitlines()), len(edited))
        assert host.slots[1].name == "MINE"
        read = []
        while line_read := programs.get(host):
            read.append(line_read)
        found[text, line, steps] = edited, read
    assert found == EDITED


def test_prgedit_chooses_the_line_that_prgget_reads(host: Computer) -> None:
    lines = {1: "A=1\n", 2: "B=2\n", 3: "C=3\n", 4: "", -1: ""}
    found = {}
    for line in lines:
        programs.edit(host, 1, line)
        found[line] = programs.get(host)
    assert found == lines
    assert programs.edited_slot(host) == 1
    assert (source(host), host.slots[1].name) == (LINES, "MINE")


def test_a_line_that_is_not_there_is_out_of_range(host: Computer) -> None:
    errors = {line: error_of(programs.edit, host, 1, line) for line in (0, 5, -2)}
    assert errors == dict.fromkeys(errors, OutOfRange)
    assert host.editor is None


def test_there_are_four_slots(host: Computer) -> None:
    calls = [(call, slot) for call in (programs.edit, programs.size, programs.name) for slot in (-1, 4)]
    errors = {(call, slot): error_of(call, host, slot) for call, slot in calls}
    assert errors == dict.fromkeys(calls, OutOfRange)


def test_the_running_slot_cannot_be_edited(host: Computer) -> None:
    assert error_of(programs.edit, host, 0) == IllegalFunctionCall
    programs.edit(host, 1)
    host.running.append(1)
    calls = ((programs.get,), (programs.delete,), (programs.insert, ""))
    errors = [error_of(call, host, *arguments) for call, *arguments in calls]
    assert errors == [IllegalFunctionCall] * 3


def test_without_prgedit_everything_is_errnum_38(host: Computer) -> None:
    calls: list[tuple[Any, ...]] = [
        *((programs.get,), (programs.get, 0), (programs.replace, ""), (programs.insert, "")),
        (programs.delete,),
    ]
    errors = [error_of(call, host, *arguments) for call, *arguments in calls]
    assert errors == [UsePrgeditFirst] * 5
    programs.edit(host, 1)
    assert error_of(programs.get, host, 0) == IllegalFunctionCall


def test_reading_goes_on_behind_what_prgins_inserted(host: Computer) -> None:
    for after in (0, 1):
        host.load_source(1, LINES)
        programs.edit(host, 1)
        read = []
        while line := programs.get(host):
            read.append(line)
            programs.insert(host, "X", after)
        assert read == ["A=1\n", "B=2\n", "C=3\n"], after


def test_prgdel_of_lines_that_are_not_there(host: Computer) -> None:
    programs.edit(host, 1, 2)
    assert [error_of(programs.delete, host, count) for count in (0, 4)] == [OutOfRange] * 2
    assert source(host) == LINES


def test_prgsize_counts_lines_characters_and_what_is_free(host: Computer) -> None:
    assert [programs.size(host, 1, kind) for kind in range(3)] == [3, 12, 1_048_576 - 12]
    assert [programs.size(host, 2, kind) for kind in range(3)] == [0, 0, 1_048_576]
    assert (programs.size(host), programs.size(host, 1)) == (1, 3)
    assert [error_of(programs.size, host, 1, kind) for kind in (-1, 3)] == [OutOfRange] * 2
    host.load_source(1, "A\nB")
    assert (programs.size(host, 1), programs.size(host, 1, 1)) == (2, 3)


def test_a_program_loaded_meanwhile_is_the_one_that_is_edited(host: Computer) -> None:
    programs.edit(host, 1, -1)
    host.load_source(1, "NEW\n")
    programs.replace(host, "MORE")
    assert source(host) == "NEW\nMORE\n"
    host.load_source(1, "P\nQ\n")
    programs.edit(host, 1, 2)
    host.load_source(1, "")
    programs.delete(host)
    assert error_of(programs.delete, host, 2) == OutOfRange


def test_a_change_leaves_the_slot_without_a_compiled_program(host: Computer) -> None:
    host.prepare(1)
    programs.edit(host, 1)
    programs.get(host)
    assert host.slots[1].compiled is not None
    programs.replace(host, "A=7")
    assert host.slots[1].compiled is None


def test_a_loop_over_a_slot_takes_its_text_apart_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parted = []
    monkeypatch.setattr(programs, "lines_of", lambda text: parted.append(text) or text.split("\n")[:-1])
    host = computer_with("A=1\n" * 10_000)
    programs.edit(host, 1)
    for _ in range(programs.size(host, 1)):
        programs.replace(host, " " + programs.get(host))
        programs.size(host, 1, 1)
    assert len(parted) == 1
    assert source(host) == " A=1\n" * 10_000


def test_prgname_is_the_file_of_a_slot(host: Computer) -> None:
    assert [programs.name(host, slot) for slot in range(4)] == ["", "MINE", "", ""]
    assert (programs.name(host), programs.edited_slot(host)) == ("", 0)


def test_a_slot_has_its_limit(host: Computer) -> None:
    host.load_source(1, "A" * (LONGEST_PROGRAM - 2) + "\n")
    programs.edit(host, 1)
    with pytest.raises(OutOfCodeMemory):
        programs.insert(host, "B")
    assert len(source(host)) == LONGEST_PROGRAM - 1


line_texts = st.text(st.characters(exclude_characters="\n", max_codepoint=0xFFFF), max_size=3)
texts = st.lists(line_texts, min_size=1, max_size=3)
loaded_lines = line_texts.filter(lambda line: "\r" not in line)
"""What is loaded has its line ends made line feeds."""


class Zipper:
    """A text as the lines before the current one and the rest; `was_read` as for the editor."""

    def __init__(self, lines: list[str], at: int) -> None:
        self.before, self.rest, self.was_read = lines[: at - 1], lines[at - 1 :], False

    def get(self) -> str:
        if self.was_read:
            self.before.append(self.rest.pop(0))
        self.was_read = bool(self.rest)
        return self.rest[0] + "\n" if self.rest else ""

    def set(self, new: list[str]) -> None:
        self.delete(1)
        self.before += new

    def insert(self, new: list[str], after: int) -> None:
        if after:
            self.before += [*self.rest[:1], *new[:-1]]
            self.rest[:1] = new[-1:]
        else:
            self.before += new

    def delete(self, count: int) -> None:
        del self.rest[:count]
        self.was_read = False


@given(st.lists(loaded_lines), st.data())
def test_editing_agrees_with_lines_on_both_sides_of_a_place(lines: list[str], data: st.DataObject) -> None:
    host = computer_with("".join(f"{line}\n" for line in lines))
    at = data.draw(st.integers(1, len(lines) + 1))
    programs.edit(host, 1, at)
    model = Zipper(lines, at)
    for _ in range(data.draw(st.integers(1, 12))):
        new, after = data.draw(texts), data.draw(st.integers(0, 1))
        text = "\n".join(new) + "\n" * data.draw(st.integers(0 if new[-1] else 1, 1))
        match data.draw(st.sampled_from(["get", "set", "insert", "delete"])):
            case "get":
                assert programs.get(host) == model.get()
            case "set":
                programs.replace(host, text)
                model.set(new)
            case "insert":
                programs.insert(host, text, after)
                model.insert(new, after)
            case _:
                count = data.draw(st.integers(1, len(model.rest) + 1))
                programs.delete(host, count)
                model.delete(count)
        whole = "".join(f"{line}\n" for line in model.before + model.rest)
        assert (programs.size(host, 1), programs.size(host, 1, 1)) == (whole.count("\n"), len(whole))
        if data.draw(st.booleans()):
            assert source(host) == whole
