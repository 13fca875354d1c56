"""Builtins that read and change the program texts of other slots.

Source: manual, Source code manipulation; language reference, section 5.9.
"""

from __future__ import annotations

from typing import Annotated

from retromaze.builtins.computer import SLOTS, Computer
from retromaze.builtins.handling import Change, Look
from retromaze.builtins.program_editor import ProgramEditor, parted_text
from retromaze.builtins.ranges import Range
from retromaze.builtins.registry import Value, builtin, variable
from retromaze.errors import IllegalFunctionCall, UsePrgeditFirst
from retromaze.language.text import LONGEST_PROGRAM
from retromaze.values.costs import PARTED, SHIFTED, WRITTEN

LINES, CHARACTERS, FREE = range(3)
SlotNumber = Annotated[int, Range(0, SLOTS - 1)]


def editor_of(computer: Computer) -> ProgramEditor:
    """What PRGEDIT chose; UsePrgeditFirst if nothing yet, IllegalFunctionCall if that slot runs by now."""
    if computer.editor is None:
        raise UsePrgeditFirst
    editor: ProgramEditor = computer.editor
    if editor.slot in computer.running:
        raise IllegalFunctionCall
    return editor


@builtin("PRGEDIT", PARTED, changes=Change.SYSTEM)
def edit(computer: Computer, slot: SlotNumber, line: int = 1) -> None:
    """PRGEDIT slot[,line] chooses a slot that is not running and its current line, -1 for the last.

    The last is the empty line behind the last CHR$(10).
    """
    if slot in computer.running:
        raise IllegalFunctionCall(argument=1)
    computer.editor = ProgramEditor(computer, slot, line)


@builtin("PRGGET$", WRITTEN, changes=Change.SYSTEM, looks=Look.SYSTEM)
def get(computer: Computer, *arguments: Value) -> str:
    """PRGGET$() is the text of the current line with its CHR$(10), "" past the end.

    The next call reads the next line; until then the one that was read stays the current line, which PRGSET
    replaces and PRGDEL deletes.
    """
    # Arguments are only counted once PRGEDIT has been used: PRGGET$(0) without it is errnum 38.
    editor = editor_of(computer)
    if arguments:
        raise IllegalFunctionCall
    return computer.memory.made(editor.read())


@builtin("PRGSET", PARTED, SHIFTED, changes=Change.SLOTS | Change.SYSTEM)
def replace(computer: Computer, text: str) -> None:
    """PRGSET text replaces the current line, past the end it adds one; the next PRGSET replaces the next.

    A CHR$(10) at the end of the text, as PRGGET$ gives it, makes no line of its own.
    """
    editor_of(computer).replace(text)


@builtin("PRGINS", PARTED, SHIFTED, changes=Change.SLOTS | Change.SYSTEM)
def insert(computer: Computer, text: str, after: int = 0) -> None:
    """PRGINS text[,after] inserts before the current line, or after it if not 0; CHR$(10) parts lines.

    What is inserted next comes behind it. The current line is then the one behind what was inserted before
    it, or the last one that was inserted after it. A CHR$(10) at the end of the text makes no line of its
    own.
    """
    editor_of(computer).insert(text, after=bool(after))


@builtin("PRGDEL", SHIFTED, changes=Change.SLOTS | Change.SYSTEM)
def delete(computer: Computer, count: int = 1) -> None:
    """PRGDEL [count] deletes lines from the current one on, one if missing, all of the slot if negative.

    The line that followed is the current one then, and the next that PRGGET$ reads. Behind the last CHR$(10)
    is one more line, an empty one; deleting it changes nothing.
    """
    editor_of(computer).delete(count)


@builtin("PRGSIZE", PARTED, looks=Look.SYSTEM)
def size(
    computer: Computer,
    slot: SlotNumber | None = None,
    kind: Annotated[int, Range(LINES, FREE)] = LINES,
) -> int:
    """PRGSIZE([slot[,kind]]) is a slot's number of lines (kind 0), characters (1) or free characters (2).

    A line feed is a character.
    Unverified: the current slot if it is missing.
    """
    number = computer.slot if slot is None else slot
    text = computer.slots[number].text
    if kind == LINES:
        return len(parted_text(computer, number).lines)
    if kind == CHARACTERS:
        return text.size
    return max(LONGEST_PROGRAM - text.size, 0)


@builtin("PRGNAME$", looks=Look.SYSTEM)
def name(computer: Computer, slot: SlotNumber | None = None) -> str:
    """PRGNAME$([slot]) is the name of the file in a slot, "" if it has none.

    Unverified: the current slot if it is missing.
    """
    return computer.slots[computer.slot if slot is None else slot].name


@variable("PRGSLOT", looks=Look.SYSTEM)
def edited_slot(computer: Computer) -> int:
    """PRGSLOT is the slot that PRGEDIT chose. Unverified: 0 before that."""
    editor: ProgramEditor | None = computer.editor
    return 0 if editor is None else editor.slot
