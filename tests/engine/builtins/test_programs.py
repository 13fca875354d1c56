"""PRGEDIT and its followers."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retromaze.engine.builtins import programs
from retromaze.engine.builtins.registry import BUILTINS
from retromaze.engine.program_text import LONGEST_PROGRAM, ProgramEditor
from retromaze.errors import IllegalFunctionCall, OutOfCodeMemory, OutOfRange, UsePrgeditFirst


@dataclass
class Slot:
    source: str = ""
    name: str = ""


@dataclass
class Host:
    """What the builtins need of a running engine."""

    slots: list[Slot] = field(default_factory=lambda: [Slot() for _ in range(4)])
    slot: int = 0
    editor: ProgramEditor | None = None
    running: list[int] = field(default_factory=lambda: [0])

    def load_source(self, slot: int, text: str, name: str) -> None:
        self.slots[slot] = Slot(text, name)


@pytest.fixture
def host() -> Any:
    host = Host()
    host.slots[0].source = "PRGEDIT 1\n"
    host.slots[1] = Slot("A=1\nB=2\nC=3\n", "MINE")
    return host


def source(host: Any) -> str:
    text: str = host.slots[1].source
    return text


@pytest.mark.parametrize(("line", "text"), [(1, "A=1"), (2, "B=2"), (3, "C=3"), (-1, "C=3")])
def test_prgedit_chooses_the_line_that_prgget_reads(host: Any, line: int, text: str) -> None:
    programs.edit(host, 1, line)
    assert programs.get(host) == text
    assert (programs.edited_slot(host), host.slots[1]) == (1, Slot("A=1\nB=2\nC=3\n", "MINE"))


@pytest.mark.parametrize("line", [0, 4, -2])
def test_a_line_that_is_not_there_is_out_of_range(host: Any, line: int) -> None:
    with pytest.raises(OutOfRange):
        programs.edit(host, 1, line)
    assert host.editor is None


@pytest.mark.parametrize("slot", [-1, 4])
def test_there_are_four_slots(host: Any, slot: int) -> None:
    for call in (programs.edit, programs.size, programs.name):
        with pytest.raises(OutOfRange):
            call(host, slot)


def test_the_running_slot_cannot_be_edited(host: Any) -> None:
    with pytest.raises(IllegalFunctionCall):
        programs.edit(host, 0)
    programs.edit(host, 1)
    host.running.append(1)
    for call in (
        lambda: programs.get(host),
        lambda: programs.delete(host),
        lambda: programs.insert(host, ""),
    ):
        with pytest.raises(IllegalFunctionCall):
            call()


def test_without_prgedit_everything_is_errnum_38(host: Any) -> None:
    for call in (
        lambda: programs.get(host),
        lambda: programs.get(host, 0),
        lambda: programs.replace(host, ""),
        lambda: programs.insert(host, ""),
        lambda: programs.delete(host),
    ):
        with pytest.raises(UsePrgeditFirst):
            call()
    programs.edit(host, 1)
    with pytest.raises(IllegalFunctionCall):
        programs.get(host, 0)


def test_prgset_replaces_or_adds_a_line(host: Any) -> None:
    programs.edit(host, 1, 2)
    programs.replace(host, "X")
    assert source(host) == "A=1\nX\nC=3\n"
    programs.edit(host, 2)
    assert programs.get(host) == ""
    programs.replace(host, "FIRST")
    assert host.slots[2].source == "FIRST\n"


def test_prgins_inserts_before_or_after_and_parts_lines(host: Any) -> None:
    programs.edit(host, 1, 2)
    programs.insert(host, "X\nY")
    assert source(host) == "A=1\nX\nY\nB=2\nC=3\n"
    programs.edit(host, 1, -1)
    programs.insert(host, "Z", 1)
    assert source(host) == "A=1\nX\nY\nB=2\nC=3\nZ\n"
    programs.edit(host, 3)
    programs.insert(host, "ONLY", 1)
    assert (host.slots[3].source, host.slots[1].name) == ("ONLY\n", "MINE")


def test_prgdel_deletes_lines_from_the_current_one(host: Any) -> None:
    programs.edit(host, 1, 2)
    programs.delete(host)
    assert (source(host), programs.get(host)) == ("A=1\nC=3\n", "C=3")
    programs.delete(host)
    assert (source(host), programs.get(host)) == ("A=1\n", "")
    programs.replace(host, "LAST")
    assert source(host) == "A=1\nLAST\n"
    programs.delete(host, -1)
    assert (source(host), programs.get(host)) == ("", "")


@pytest.mark.parametrize("count", [0, 3])
def test_prgdel_of_lines_that_are_not_there(host: Any, count: int) -> None:
    programs.edit(host, 1, 2)
    with pytest.raises(OutOfRange):
        programs.delete(host, count)
    assert source(host) == "A=1\nB=2\nC=3\n"


def test_prgsize_counts_lines_characters_and_what_is_free(host: Any) -> None:
    assert [programs.size(host, 1, kind) for kind in range(3)] == [3, 12, 1_048_576 - 12]
    assert [programs.size(host, 2, kind) for kind in range(3)] == [0, 0, 1_048_576]
    assert (programs.size(host), programs.size(host, 1)) == (1, 3)
    for kind in (-1, 3):
        with pytest.raises(OutOfRange):
            programs.size(host, 1, kind)


def test_a_last_line_without_line_feed_counts(host: Any) -> None:
    host.slots[1].source = "A\nB"
    assert (programs.size(host, 1), programs.size(host, 1, 1)) == (2, 3)


def test_prgname_is_the_file_of_a_slot(host: Any) -> None:
    assert [programs.name(host, slot) for slot in range(4)] == ["", "MINE", "", ""]
    assert programs.name(host) == ""


def test_prgslot_is_0_at_first(host: Any) -> None:
    assert programs.edited_slot(host) == 0


def test_a_slot_has_its_limit(host: Any) -> None:
    host.slots[1].source = "A" * (LONGEST_PROGRAM - 2) + "\n"
    programs.edit(host, 1)
    with pytest.raises(OutOfCodeMemory):
        programs.insert(host, "B")
    assert len(source(host)) == LONGEST_PROGRAM - 1


@pytest.mark.parametrize(("name", "most"), [("PRGEDIT", 2), ("PRGSET", 1), ("PRGINS", 2), ("PRGDEL", 1)])
def test_one_argument_more_is_illegal(name: str, most: int) -> None:
    entry = BUILTINS[name]
    assert entry.find(most, value=False, receivers=None) is not None
    assert entry.find(most + 1, value=False, receivers=None) is None
    assert entry.shape_error is IllegalFunctionCall


lines = st.text(st.characters(exclude_characters="\n", max_codepoint=0xFFFF), min_size=1)


@given(st.lists(lines, min_size=1), st.data())
def test_editing_agrees_with_a_list_of_lines(model: list[str], data: st.DataObject) -> None:
    host: Any = Host()
    host.slots[1].source = "".join(f"{line}\n" for line in model)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(1, max(len(model), 1)))
        programs.edit(host, 1, at)
        text = data.draw(lines)
        match data.draw(st.sampled_from(["set", "before", "after", "delete"])):
            case "set":
                programs.replace(host, text)
                model[at - 1 : at] = [text]
            case "before":
                programs.insert(host, text)
                model.insert(at - 1, text)
            case "after":
                programs.insert(host, text, 1)
                model.insert(at, text)
            case _ if len(model) >= at:
                programs.delete(host)
                del model[at - 1]
        assert host.slots[1].source == "".join(f"{line}\n" for line in model)
        assert programs.size(host, 1) == len(model)
