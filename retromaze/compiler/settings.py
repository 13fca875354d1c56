"""The settings of a compilation."""

from __future__ import annotations

from typing import NamedTuple

from retromaze.compiler.techniques import ALL, Technique


class Settings(NamedTuple):
    """What may differ from one compilation of a program to the next.

    `path` is the file name that its code carries. `traced` asks for a call before every statement.
    `library` compiles for use from other slots and from DIRECT mode: every global and label can be reached
    from outside. `lent` says that programs of other slots may lend it DEFs. `commands` are names of
    instructions that call `command` in the slot's namespace (DIRECT mode's words). `techniques` are what is
    done for speed. `spelled` gives local variables their BASIC names in the code, for debuggers that list
    them.
    """

    path: str = "listing.bas"
    traced: bool = False
    library: bool = False
    commands: frozenset[str] = frozenset()
    techniques: frozenset[Technique] = ALL
    spelled: bool = False
    lent: bool = False


PLAIN = Settings()
