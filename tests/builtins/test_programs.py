"""PRGEDIT and its followers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retromaze.builtins import programs
from retromaze.engine.computer import Computer
from retromaze.errors import IllegalFunctionCall, OutOfCodeMemory, OutOfRange, UsePrgeditFirst
from retromaze.language.text import LONGEST_PROGRAM
from retromaze.machine.machine import Machine
from tests.refusals import error_of


@pytest.fixture
def host() -> Computer:
    return computer_with("A=1\nB=2\nC=3\n", "MINE")


def computer_with(text: str, name: str = "") -> Computer:
    """A computer whose slot 0 runs, with a text in slot 1."""
    computer = Computer(Machine(seed=1))
    computer.load_source(0, "PRGEDIT 1\n")
    computer.load_source(1, text, name)
    computer.running.append(0)
    return computer


def source(host: Computer) -> str:
    return host.slots[1].source


def lines_read(host: Computer) -> list[str]:
    """What PRGGET$ gives from the current line on, up to the end."""
    return list(iter(lambda: programs.get(host), ""))


def test_prgedit_chooses_the_line_that_prgget_reads(host: Computer) -> None:
    lines = {1: "A=1\n", 2: "B=2\n", 3: "C=3\n", 4: "", -1: ""}
    found = {}
    for line in lines:
        programs.edit(host, 1, line)
        found[line] = programs.get(host)
    assert found == lines
    assert programs.edited_slot(host) == 1
    assert (source(host), host.slots[1].name) == ("A=1\nB=2\nC=3\n", "MINE")


def test_prgget_reads_line_after_line(host: Computer) -> None:
    programs.edit(host, 1, 2)
    assert lines_read(host) == ["B=2\n", "C=3\n"]
    assert programs.get(host) == ""


def test_the_last_line_is_read_with_a_line_feed_even_if_it_has_none() -> None:
    host = computer_with("A\nB")
    programs.edit(host, 1)
    assert lines_read(host) == ["A\n", "B\n"]
    assert source(host) == "A\nB"
    programs.edit(host, 1, -1)
    assert programs.get(host) == "B\n"


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


def test_prgset_replaces_the_line_that_was_read(host: Computer) -> None:
    programs.edit(host, 1)
    for text in ("X", "Y\n", "Z"):
        programs.get(host)
        programs.replace(host, text)
    assert source(host) == "X\nY\nZ\n"
    assert programs.get(host) == ""


def test_prgset_goes_on_to_the_line_behind_what_it_wrote(host: Computer) -> None:
    programs.edit(host, 1)
    programs.replace(host, "X\nY")
    programs.replace(host, "Z")
    assert (source(host), programs.get(host)) == ("X\nY\nZ\nC=3\n", "C=3\n")


def test_prgdel_behind_what_was_written_takes_no_line_of_it() -> None:
    """Published programs end so: PRGDEL takes away the empty line at the end."""
    for write in (programs.replace, programs.insert):
        host = computer_with("OLD\n")
        programs.edit(host, 1)
        programs.delete(host, -1)
        assert programs.get(host) == ""
        programs.delete(host)
        for text in ("A", "B\nC"):
            write(host, text)
        programs.delete(host)
        assert source(host) == "A\nB\nC\n", write
        programs.edit(host, 1, -1)
        programs.delete(host)
        assert (source(host), programs.size(host, 1)) == ("A\nB\nC\n", 3), write


def test_prgset_past_the_end_adds_line_after_line(host: Computer) -> None:
    programs.edit(host, 2)
    assert programs.get(host) == ""
    programs.replace(host, "FIRST")
    programs.replace(host, "SECOND\n")
    assert (host.slots[2].source, programs.get(host)) == ("FIRST\nSECOND\n", "")


def test_reading_goes_on_behind_the_lines_that_prgset_made_of_one(host: Computer) -> None:
    programs.edit(host, 1, 2)
    programs.get(host)
    programs.replace(host, "X\nY")
    assert (source(host), programs.get(host)) == ("A=1\nX\nY\nC=3\n", "C=3\n")


def test_prgins_inserts_before_or_after_and_parts_lines(host: Computer) -> None:
    programs.edit(host, 1, 2)
    programs.insert(host, "X\nY")
    assert source(host) == "A=1\nX\nY\nB=2\nC=3\n"
    programs.edit(host, 1, -1)
    programs.insert(host, "Z", 1)
    assert source(host) == "A=1\nX\nY\nB=2\nC=3\nZ\n"
    programs.edit(host, 3)
    programs.insert(host, "ONLY", 1)
    assert (host.slots[3].source, host.slots[1].name) == ("ONLY\n", "MINE")


def test_repeated_prgins_keeps_the_order(host: Computer) -> None:
    for after, text in ((0, "A=1\nX\nY\nZ\nB=2\nC=3\n"), (1, "A=1\nB=2\nX\nY\nZ\nC=3\n")):
        host.load_source(1, "A=1\nB=2\nC=3\n")
        programs.edit(host, 1, 2)
        for each in ("X", "Y\n", "Z"):
            programs.insert(host, each, after)
        assert source(host) == text, after


def test_prgins_before_the_current_line_leaves_it_the_current_one(host: Computer) -> None:
    programs.edit(host, 1, 2)
    programs.insert(host, "X\nY")
    assert lines_read(host) == ["B=2\n", "C=3\n"]


def test_what_prgins_put_after_a_line_is_the_current_one(host: Computer) -> None:
    for change, text in (
        (programs.delete, "A=1\nX\nB=2\nC=3\n"),
        (lambda computer: programs.replace(computer, "R"), "A=1\nX\nR\nB=2\nC=3\n"),
        (lambda computer: programs.insert(computer, "I"), "A=1\nX\nI\nY\nB=2\nC=3\n"),
    ):
        host.load_source(1, "A=1\nB=2\nC=3\n")
        programs.edit(host, 1)
        programs.insert(host, "X", 1)
        programs.insert(host, "Y", 1)
        change(host)
        assert source(host) == text


def test_reading_goes_on_behind_what_prgins_inserted(host: Computer) -> None:
    for after in (0, 1):
        host.load_source(1, "A=1\nB=2\nC=3\n")
        programs.edit(host, 1)
        read = []
        while line := programs.get(host):
            read.append(line)
            programs.insert(host, "X", after)
        assert read == ["A=1\n", "B=2\n", "C=3\n"], after


def test_a_text_of_one_line_feed_is_one_empty_line(host: Computer) -> None:
    programs.edit(host, 2)
    for text in ("", "\n"):
        programs.insert(host, text)
        programs.replace(host, text)
    assert (host.slots[2].source, programs.size(host, 2)) == ("\n\n\n\n", 4)


def test_prgdel_deletes_lines_from_the_current_one(host: Computer) -> None:
    programs.edit(host, 1, 2)
    programs.delete(host)
    assert (source(host), programs.get(host)) == ("A=1\nC=3\n", "C=3\n")
    programs.delete(host)
    assert (source(host), programs.get(host)) == ("A=1\n", "")
    programs.replace(host, "LAST")
    assert source(host) == "A=1\nLAST\n"
    programs.delete(host, -1)
    assert (source(host), programs.get(host), programs.size(host, 1, 1)) == ("", "", 0)


def test_prgdel_deletes_the_line_that_was_read_and_reading_goes_on(host: Computer) -> None:
    programs.edit(host, 1)
    programs.get(host)
    programs.delete(host, 2)
    assert lines_read(host) == ["C=3\n"]


def test_prgdel_of_lines_that_are_not_there(host: Computer) -> None:
    programs.edit(host, 1, 2)
    assert [error_of(programs.delete, host, count) for count in (0, 4)] == [OutOfRange] * 2
    assert source(host) == "A=1\nB=2\nC=3\n"


def test_prgsize_counts_lines_characters_and_what_is_free(host: Computer) -> None:
    assert [programs.size(host, 1, kind) for kind in range(3)] == [3, 12, 1_048_576 - 12]
    assert [programs.size(host, 2, kind) for kind in range(3)] == [0, 0, 1_048_576]
    assert (programs.size(host), programs.size(host, 1)) == (1, 3)
    assert [error_of(programs.size, host, 1, kind) for kind in (-1, 3)] == [OutOfRange] * 2
    host.load_source(1, "A\nB")
    assert (programs.size(host, 1), programs.size(host, 1, 1)) == (2, 3)


def test_a_change_gives_every_line_its_line_feed() -> None:
    host = computer_with("A\nB")
    programs.edit(host, 1)
    programs.replace(host, "LONGER")
    assert (source(host), programs.size(host, 1, 1)) == ("LONGER\nB\n", 9)


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
