"""The words of a line, and what each can stand for."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Role(Enum):
    """What a word stands for in its line."""

    OTHER = "a keyword, a mark, a number, a text"
    COMMENT = "a comment"
    LABEL = "a label where it stands"
    JUMP = "a label that control goes to"
    CALLED_LABEL = "a label that GOSUB calls"
    DATA_LABEL = "a label that RESTORE goes to"
    LABEL_VALUE = "a label as a text"
    DEF = "the name of a definition in its heading"
    PARAMETER = "a name in the heading of a DEF"
    CALL = "an instruction or a function that is called"
    DECLARED = "a variable in VAR or DIM"
    ARRAY = "an array in VAR or DIM"
    STORED = "a variable that gets a value"
    VARIABLE = "a variable that is looked at"
    COUNTER = "a name behind NEXT, which the machine forgets"
    LABEL_NAME = "a text that names a label, of a DEF or of the main program"
    MAIN_LABEL_NAME = "a text that names a label of the main program"
    DEF_NAME = "a text that names a DEF"
    CALLED_NAME = "a text that names a label of the main program or a DEF"
    VARIABLE_NAME = "a text that names a variable"
    GLOBAL_NAME = "a text that names a variable of the main program"


class Word(NamedTuple):
    """A piece of a line that is no blank; `column` counts characters from 0."""

    kind: str
    text: str
    column: int
    role: Role = Role.OTHER

    @property
    def word(self) -> str:
        """The text as names are compared."""
        return self.text.upper()

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)


class Call(NamedTuple):
    """A call on a line: `receivers` are the names behind OUT, None without OUT and for a function."""

    name: str
    column: int
    arguments: int
    is_value: bool
    receivers: int | None


class LineWords(NamedTuple):
    """A line's words and calls; `mistake` is the column of what cannot stand there, from 0, None if all can.

    `computed` says of which names there are some that only a run tells: GOTO L$, VAR(N$), CALL F$.
    """

    words: tuple[Word, ...]
    calls: tuple[Call, ...]
    mistake: int | None
    computed: frozenset[Role]
