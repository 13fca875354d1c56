"""Finds the blocks of a listing by its words alone, whether or not it can be read as a whole.

Of a listing without mistakes these are the blocks that `language.structure` pairs. While one is written
some are not closed yet: a DEF then ends at an END that stands where the DEF does, or before the next DEF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from retromaze.language_server.words import LineWords, Role, Word

OPENERS = {"FOR": "NEXT", "WHILE": "WEND", "REPEAT": "UNTIL", "IF": "ENDIF", "DEF": "END"}
CLOSERS = {closer: opener for opener, closer in OPENERS.items()}
BRANCHES = frozenset({"ELSE", "ELSEIF"})
STRUCTURE = frozenset({*OPENERS, *CLOSERS, *BRANCHES})


class Mark(NamedTuple):
    """A word that opens, parts or closes a block; line and column count from 0.

    `is_last` says that nothing stands behind it on its line, or of an IF behind its THEN.
    `margin` is the column of the line's first word, `leads` whether the mark is that word.
    """

    word: str
    line: int
    column: int
    is_last: bool
    margin: int
    leads: bool


class Block(NamedTuple):
    """What stands between two marks, which belong to it."""

    kind: str
    start: Mark
    end: Mark


class OpenBlock(NamedTuple):
    """A block that waits for its end."""

    mark: Mark
    one_line: bool = False
    has_else: bool = False


def blocks_of(lines: Sequence[LineWords]) -> list[Block]:
    """All blocks that are closed, DEFs included, in the order in which they end."""
    pairing = Pairing(list(marks_of(lines)))
    pairing.run()
    return pairing.blocks


def marks_of(lines: Sequence[LineWords]) -> Iterator[Mark]:
    """The marks of a listing in their order."""
    for number, line in enumerate(lines):
        words = [each for each in line.words if each.role is not Role.COMMENT]
        for at, word in enumerate(words):
            if word.kind == "keyword" and word.role is Role.OTHER and word.word in STRUCTURE:
                yield Mark(word.word, number, word.column, is_last(words, at), words[0].column, at == 0)


def is_last(words: Sequence[Word], at: int) -> bool:
    """Whether no statement stands behind a mark on its line."""
    if words[at].word not in {"IF", "ELSEIF"}:
        return at + 1 == len(words)
    inner = any(each.word in {"IF", "ELSEIF"} and each.kind == "keyword" for each in words[at + 1 :])
    return words[-1].word == "THEN" and not inner


class Pairing:
    """One pass over the marks, a stack of open blocks beside it."""

    def __init__(self, marks: list[Mark]) -> None:
        self.marks = marks
        self.blocks: list[Block] = []
        self.stack: list[OpenBlock] = []
        self.heading = -1
        """The number of the mark of the DEF that is open, -1 if none is."""
        self.ends: dict[int, int] = {}
        """The number of the END that is taken for that of a DEF, where pairing does not find one."""

    def run(self) -> None:
        at = 0
        while at < len(self.marks) or self.heading >= 0:
            if at == len(self.marks) or (self.marks[at].word == "DEF" and self.heading >= 0):
                at = self.begin_again(at)
                continue
            if at and self.marks[at].line != self.marks[at - 1].line:
                self.end_line()
            self.take(at)
            at += 1

    def begin_again(self, stop: int) -> int:
        """Goes back to a DEF that was not closed before that mark, and settles where it ends."""
        heading, mark = self.heading, self.marks[self.heading]
        ends = [at for at in range(heading + 1, stop) if self.marks[at].word == "END"]
        fitting = [at for at in ends if self.marks[at].leads and self.marks[at].margin <= mark.margin]
        while self.stack and self.stack[-1].mark is not mark:
            self.stack.pop()
        self.blocks = [each for each in self.blocks if each.start < mark]
        if not ends or heading in self.ends:
            self.stack.clear()
            self.heading = -1
            return stop
        self.ends[heading] = (fitting or ends)[0 if fitting else -1]
        return heading + 1

    def end_line(self) -> None:
        while self.stack and self.stack[-1].one_line:
            self.stack.pop()

    def take(self, at: int) -> None:
        mark = self.marks[at]
        if mark.word == "DEF":
            self.stack = [OpenBlock(mark)]
            self.heading = at
        elif mark.word in OPENERS:
            self.stack.append(OpenBlock(mark, one_line=mark.word == "IF" and not mark.is_last))
        elif mark.word in BRANCHES:
            self.branch(mark)
        elif mark.word == "END":
            self.end(at)
        else:
            self.close(CLOSERS[mark.word], mark)

    def branch(self, mark: Mark) -> None:
        """ELSE and ELSEIF belong to the nearest IF that can still take one."""
        while self.stack and self.stack[-1].one_line and self.stack[-1].has_else:
            self.stack.pop()
        if self.stack and self.stack[-1].mark.word == "IF":
            top = self.stack.pop()
            has_else = top.has_else or mark.word == "ELSE"
            self.stack.append(top._replace(one_line=top.one_line and not mark.is_last, has_else=has_else))

    def end(self, at: int) -> None:
        """END closes a DEF where nothing else is open in it."""
        if self.heading < 0:
            return
        if self.stack[-1].mark.word == "DEF" or self.ends.get(self.heading) == at:
            self.blocks.append(Block("DEF", self.marks[self.heading], self.marks[at]))
            self.stack.clear()
            self.heading = -1

    def close(self, opener: str, mark: Mark) -> None:
        """Closes the innermost block if it is of that kind; NEXT in an IF goes on with the loop around it."""
        waiting = next((each for each in reversed(self.stack) if each.mark.word in {opener, "DEF"}), None)
        if waiting is None or waiting.mark.word != opener:
            return
        passed = self.stack[self.stack.index(waiting) + 1 :]
        if opener == "FOR" and passed and all(each.mark.word == "IF" for each in passed):
            return
        del self.stack[len(self.stack) - len(passed) - 1 :]
        self.blocks.append(Block(opener, waiting.mark, mark))
