"""Program texts in the slots: PRGEDIT and its words, and whether names exist: CHKVAR, CHKLABEL, CHKCALL.

Source: manual, Source code manipulation; language reference, sections 5.6 and 5.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from retromaze.builtins.computer_interface import SLOTS, Computer
from retromaze.builtins.form import Change, Range, Reads
from retromaze.builtins.registry import Truth, Value, builtin, variable
from retromaze.errors import IllegalFunctionCall, OutOfRange, UsePrgeditFirst
from retromaze.language.lexer import LONGEST_PROGRAM, lines_of, program_too_long
from retromaze.values.costs import LINE_SPLIT_COST, NAME_COST, SHIFT_COST, TEXT_COST

LINE_FEED = "\n"


class ProgramText:
    """A program as one string (`source`) and as `lines`; each is made from the other on demand and cached.

    `size` is the number of characters, line feeds included.
    """

    __slots__ = ("_lines", "_source", "size")

    def __init__(self, source: str = "") -> None:
        self.size = len(source)
        self._source: str | None = source
        self._lines: list[str] | None = None

    @property
    def is_split(self) -> bool:
        """Whether the text has been split into lines already."""
        return self._lines is not None

    @property
    def ends_with_line_feed(self) -> bool:
        """Whether the text ends with a line feed."""
        # an empty text needs none; after a change there are only lines (None), and each gets one
        return not self._source or self._source.endswith(LINE_FEED)

    @property
    def source(self) -> str:
        """The whole text; once it has been changed, every line of it ends in a line feed."""
        if self._source is None:
            self._source = LINE_FEED.join([*self.lines, ""])
        return self._source

    @property
    def lines(self) -> list[str]:
        """The lines without line feeds; a line feed at the end of the text begins no further line."""
        if self._lines is None:
            self._lines = lines_of(self.source)
        return self._lines

    def replace(self, first: int, last: int, new: Sequence[str]) -> None:
        """Puts the lines `new` in the place of the lines from index `first` up to, not including, `last`.

        Raises OutOfCodeMemory, and changes nothing, if the text would be too long.
        """
        lines = self.lines
        size = self.size + character_count(new) - character_count(lines[first:last])
        if not self.ends_with_line_feed:
            size += 1  # the last line gets a line feed too
        if size > LONGEST_PROGRAM:
            raise program_too_long()
        lines[first:last] = new
        self.size = size
        self._source = None


def character_count(lines: Sequence[str]) -> int:
    """Returns the number of characters of some lines, each with its line feed."""
    return sum(map(len, lines)) + len(lines)


LAST_LINE = -1


class ProgramEditor:
    """One slot's text with a current line, both chosen by PRGEDIT.

    Lines count from 1. After the last line feed there is one more, empty line, so that a slot always has a
    line: nothing can be read there, a text written there is added, and deleting it changes nothing.
    A line that was read (`was_read`) stays the current line until the next reading, which moves on first.
    After writing, the line after the new text is the current one; after PRGINS behind a line, the last new
    line.
    Source: language reference, section 5.9.
    Unverified: that PRGEDIT and PRGDEL count the empty line at the end, the current line after PRGDEL (the
    one that followed), and that reading goes on behind what was put after the line just read.
    """

    def __init__(self, computer: Computer, slot: int, line: int = 1) -> None:
        """Makes a line the current one, -1 the last. Raises OutOfRange (argument 2) for a missing line."""
        self.computer = computer
        self.slot = slot
        self.line = 1  # `current_text` needs a line
        self.was_read = False
        last = last_line(self.current_text())
        if line != LAST_LINE and not 1 <= line <= last:
            raise OutOfRange(argument=2)
        self.line = last if line == LAST_LINE else line

    def current_text(self) -> ProgramText:
        """Returns the slot's text as it is now, and keeps the current line within it.

        A shorter text may have been loaded since the last use of the editor.
        """
        text = text_in_lines(self.computer, self.slot)
        self.line = min(self.line, len(text.lines) + 1)
        return text

    def read(self) -> str:
        """Does PRGGET$: returns the current line, or the next one if that was read; "" past the end."""
        lines = self.current_text().lines
        if self.was_read:
            self.line += 1
        self.was_read = self.line <= len(lines)
        return lines[self.line - 1] + LINE_FEED if self.was_read else ""

    def replace(self, text: str) -> None:
        """Puts `text` in place of the current line; past the end it is added there."""
        new = self.lines_to_insert(text)
        self.change(self.line - 1, self.line, new)
        self.line += len(new)
        self.was_read = False

    def insert(self, text: str, *, after: bool = False) -> None:
        """Puts `text` before or after the current line; a text that is inserted next comes behind it."""
        new = self.lines_to_insert(text)
        # the index of the first new line; after the empty line at the end nothing can be inserted
        at = self.line if after and self.line <= len(self.current_text().lines) else self.line - 1
        self.change(at, at, new)
        self.line = at + len(new)  # the last new line
        if not after:
            self.line += 1

    def delete(self, count: int = 1) -> None:
        """Deletes `count` lines from the current one on, or all lines of the slot if it is negative.

        Raises OutOfRange for 0 and for more lines than there are.
        """
        last = last_line(self.current_text())
        if count < 0:
            self.line, count = 1, last
        elif not 1 <= count <= last - self.line + 1:
            raise OutOfRange(argument=1)
        self.change(self.line - 1, self.line - 1 + count, ())
        self.was_read = False

    def change(self, first: int, last: int, new: Sequence[str]) -> None:
        """Replaces the slot's lines from index `first` up to, not including, `last`."""
        text = self.current_text()
        self.computer.machine.spend(SHIFT_COST.of(len(text.lines) - first))
        text.replace(first, last, new)
        # drops the slot's compiled program and its variables
        self.computer.load_source(self.slot, text, self.computer.slots[self.slot].name)

    def lines_to_insert(self, text: str) -> list[str]:
        """Returns the lines of a text; a line feed at its end, as from PRGGET$, begins no further line."""
        self.computer.machine.spend(LINE_SPLIT_COST.of(len(text)))
        return text.removesuffix(LINE_FEED).split(LINE_FEED)


def last_line(text: ProgramText) -> int:
    """Returns the number of the last line, the empty one behind the last line feed if there is one."""
    return len(text.lines) + 1 if text.ends_with_line_feed else len(text.lines)


def text_in_lines(computer: Computer, slot: int) -> ProgramText:
    """Returns a slot's text with its lines; splitting it the first time spends work."""
    text = computer.slots[slot].text
    if not text.is_split:
        computer.machine.spend(LINE_SPLIT_COST.of(text.size))
    return text


LINES, CHARACTERS, FREE = range(3)
SlotNumber = Annotated[int, Range(0, SLOTS - 1)]


def editor_of(computer: Computer) -> ProgramEditor:
    """Returns the editor of the slot chosen by PRGEDIT.

    Raises UsePrgeditFirst if no slot was chosen, IllegalFunctionCall if its program runs.
    """
    if computer.editor is None:
        raise UsePrgeditFirst
    editor: ProgramEditor = computer.editor
    if editor.slot in computer.running:
        raise IllegalFunctionCall
    return editor


@builtin("PRGEDIT", LINE_SPLIT_COST, changes=Change.SYSTEM)
def edit(computer: Computer, slot: SlotNumber, line: int = 1) -> None:
    """PRGEDIT slot[,line] chooses a slot that is not running and its current line, -1 for the last.

    The last is the empty line behind the last CHR$(10).
    """
    if slot in computer.running:
        raise IllegalFunctionCall(argument=1)
    computer.editor = ProgramEditor(computer, slot, line)


@builtin("PRGGET$", TEXT_COST, changes=Change.SYSTEM, reads=Reads.SYSTEM)
def get(computer: Computer, *arguments: Value) -> str:
    """PRGGET$() is the text of the current line with its CHR$(10), "" past the end.

    The next call reads the next line; until then the one that was read stays the current line, which PRGSET
    replaces and PRGDEL deletes.
    """
    # before the arguments are counted: PRGGET$(0) without PRGEDIT is errnum 38
    editor = editor_of(computer)
    if arguments:
        raise IllegalFunctionCall
    return computer.memory.allocate_string(editor.read())


@builtin("PRGSET", LINE_SPLIT_COST, SHIFT_COST, changes=Change.SLOTS | Change.SYSTEM)
def replace(computer: Computer, text: str) -> None:
    """PRGSET text replaces the current line, past the end it adds one; the next PRGSET replaces the next.

    A CHR$(10) at the end of the text, as PRGGET$ gives it, makes no line of its own.
    """
    editor_of(computer).replace(text)


@builtin("PRGINS", LINE_SPLIT_COST, SHIFT_COST, changes=Change.SLOTS | Change.SYSTEM)
def insert(computer: Computer, text: str, after: int = 0) -> None:
    """PRGINS text[,after] inserts before the current line, or after it if not 0; CHR$(10) parts lines.

    What is inserted next comes behind it. The current line is then the one behind what was inserted before
    it, or the last one that was inserted after it. A CHR$(10) at the end of the text makes no line of its
    own.
    """
    editor_of(computer).insert(text, after=bool(after))


@builtin("PRGDEL", SHIFT_COST, changes=Change.SLOTS | Change.SYSTEM)
def delete(computer: Computer, count: int = 1) -> None:
    """PRGDEL [count] deletes lines from the current one on, one if missing, all of the slot if negative.

    The line that followed is the current one then, and the next that PRGGET$ reads. Behind the last CHR$(10)
    is one more line, an empty one; deleting it changes nothing.
    """
    editor_of(computer).delete(count)


@builtin("PRGSIZE", LINE_SPLIT_COST, reads=Reads.SYSTEM)
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
        return len(text_in_lines(computer, number).lines)
    if kind == CHARACTERS:
        return text.size
    return max(LONGEST_PROGRAM - text.size, 0)


@builtin("PRGNAME$", reads=Reads.SYSTEM)
def name(computer: Computer, slot: SlotNumber | None = None) -> str:
    """PRGNAME$([slot]) is the name of the file in a slot, "" if it has none.

    Unverified: the current slot if it is missing.
    """
    return computer.slots[computer.slot if slot is None else slot].name


@variable("PRGSLOT", reads=Reads.SYSTEM)
def edited_slot(computer: Computer) -> int:
    """PRGSLOT is the slot that PRGEDIT chose. Unverified: 0 before that."""
    editor: ProgramEditor | None = computer.editor
    return 0 if editor is None else editor.slot


@builtin("CHKVAR", NAME_COST, reads=Reads.SYSTEM)
def variable_exists(computer: Computer, name: str) -> Truth:
    """CHKVAR("NAME") is 1 if the slot, or the DEF that asks, has that variable; "n:NAME" asks slot n.

    Source: reference of the language, 5.6.
    """
    return computer.variable_exists("", name)  # as the main program: calls in a DEF are compiled


@builtin("CHKLABEL", NAME_COST, reads=Reads.SYSTEM)
def label_exists(computer: Computer, name: str, everywhere: int = 0) -> Truth:
    """CHKLABEL("@L"[,flag]) is 1 if the label exists; inside a DEF only its own count unless flag is not 0.

    Source: reference of the language, 5.6.
    """
    return computer.label_exists("", name, everywhere)  # as for CHKVAR


@builtin("CHKCALL", NAME_COST, reads=Reads.SYSTEM)
def call_exists(computer: Computer, name: str) -> Truth:
    """CHKCALL("NAME") is 1 for a DEF, a COMMON DEF of a used slot, or a builtin.

    Source: reference of the language, 5.6.
    """
    return computer.call_exists(name)
