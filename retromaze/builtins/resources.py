"""Parses file names as LOAD, SAVE and EXEC take them: `MAZE`, `PRG1:MAZE`, `TXT:NOTE`, `GRP0:SYS/X`.

A project's name and a slash may stand before the file's. That is all a slash can do: whatever stands on
either side of it must be a valid name, which the storage sees to.
"""

from __future__ import annotations

from dataclasses import dataclass

from retromaze.builtins.computer import Computer
from retromaze.errors import IllegalFunctionCall
from retromaze.language.text import capitals, is_too_long, too_long, with_line_feeds
from retromaze.machine.storage import DATA, TEXT

PROGRAM, PAGE = "PRG", "GRP"
FONT_PAGE = -1

# prefix -> (what the name means, which slot or page)
PREFIXES: dict[str, tuple[str, int | None]] = {
    "PRG": (PROGRAM, None),
    TEXT: (TEXT, None),
    DATA: (DATA, None),
    "GRPF": (PAGE, FONT_PAGE),
    **{f"PRG{slot}": (PROGRAM, slot) for slot in range(4)},
    **{f"GRP{page}": (PAGE, page) for page in range(6)},
}


@dataclass(frozen=True, slots=True)
class Resource:
    """A name and what it is the name of.

    `kind` is "PRG", "TXT", "DAT" or "GRP"; `number` the slot 0-3 or None for the current one, the page 0-5 or
    -1 for the font's; `prefix` tells `"PRG:X"` from a bare `"X"`, which has none; `project` is None for the
    present one.
    """

    kind: str
    number: int | None
    name: str
    prefix: str
    project: str | None = None

    @property
    def list(self) -> str:
        """The list of files it is kept in: programs lie with texts, pages with arrays."""
        return TEXT if self.kind in {PROGRAM, TEXT} else DATA


def parse_resource(text: str) -> Resource:
    """Reads a name with its prefix, none meaning a program, and its project.

    Raises IllegalFunctionCall for an unknown prefix or an empty name; whether the names are valid ones is the
    storage's to say.
    Source: language reference, section 9.4; the project before the name: published programs.
    """
    prefix, colon, place = text.rpartition(":")
    found = PREFIXES.get(capitals(prefix)) if colon else (PROGRAM, None)
    project, slash, name = place.rpartition("/")
    if found is None or not name or (slash and not project):
        raise IllegalFunctionCall("no name of a file")
    return Resource(*found, name, capitals(prefix), project if slash else None)


def load_program(computer: Computer, resource: Resource, *, restarting: bool = False) -> int:
    """Loads a program from the storage into its slot, which it returns.

    Raises IllegalFunctionCall for a name of something else, and for a slot that is running unless it is
    `restarting`; OutOfCodeMemory for a program that no slot holds.
    """
    if resource.kind != PROGRAM:
        raise IllegalFunctionCall
    slot = computer.slot if resource.number is None else resource.number
    if slot in computer.running and not restarting:
        raise IllegalFunctionCall("the running slot cannot be loaded into")
    text = with_line_feeds(computer.machine.storage.read_text(resource.name, resource.project))
    if is_too_long(text):
        raise too_long()
    computer.load_source(slot, text, capitals(resource.name), restarting=restarting)
    return slot
