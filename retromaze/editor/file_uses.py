"""Finds which files a program loads, saves, asks for, changes and lists, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from retromaze.builtins.handling import Meaning
from retromaze.builtins.registry import BUILTINS
from retromaze.builtins.resources import Resource, parse_resource
from retromaze.editor.texts import KnownTexts, is_text
from retromaze.errors import IllegalFunctionCall
from retromaze.language import nodes
from retromaze.language.program import Program, Scope
from retromaze.language.walk import calls
from retromaze.lowering.facts.sharing import callee_of
from retromaze.machine.names import file_name, project_name


class Role(Enum):
    """What a program does with a file."""

    LOADS = "loads"
    SAVES = "saves"
    ASKS = "asks for"
    CHANGES = "changes"
    LISTS = "lists"


ROLES = {
    "LOAD": Role.LOADS,
    "EXEC": Role.LOADS,
    "USE": Role.LOADS,
    "SAVE": Role.SAVES,
    "CHKFILE": Role.ASKS,
    "DELETE": Role.CHANGES,
    "RENAME": Role.CHANGES,
    "FILES": Role.LISTS,
}
"""By the word."""


@dataclass(frozen=True, slots=True)
class FileUse:
    """One name of a file in a call.

    `text` is the name as the listing gives it, "" where it is worked out when it runs. `resource` is what
    that means, None for what is no name. One of several texts that a name can have is a use of its own.
    """

    role: Role
    word: str
    line: int
    text: str = ""
    resource: Resource | None = None

    @property
    def is_computed(self) -> bool:
        return not self.text and self.role is not Role.LISTS

    @property
    def is_invalid(self) -> bool:
        """Whether the name is known and none that the console takes."""
        return bool(self.text) and self.resource is None and self.role is not Role.LISTS


def file_uses(program: Program) -> list[FileUse]:
    """All of them, in the order of the lines."""
    known = KnownTexts(program)
    found = [
        use
        for scope in program.scopes
        for head in scope.heads
        for call in calls(head)
        for use in uses_in(known, scope, call)
    ]
    return sorted(found, key=lambda each: each.line)


def uses_in(known: KnownTexts, scope: Scope, call: nodes.Function | nodes.Instruction) -> Iterator[FileUse]:
    """The files that one call names."""
    name, arguments = callee_of(call)
    role = ROLES.get(name)
    if role is None:
        return
    if role is Role.LISTS:
        yield FileUse(role, name, call.line)
        return
    for position, argument in enumerate(arguments):
        if argument is None or not names_file(name, position):
            continue
        texts = known.texts(scope, argument)
        for text in texts:
            yield FileUse(role, name, call.line, text, resource_of(text))
        if not texts and (name not in {"EXEC", "USE"} or is_text(scope, argument)):
            yield FileUse(role, name, call.line)


def names_file(word: str, position: int) -> bool:
    """Whether the argument of a word at a position from 0 on is the name of a file."""
    parameters = (form.at(position) for form in BUILTINS[word].forms)
    return any(each is not None and each.meaning is Meaning.FILE for each in parameters)


def resource_of(text: str) -> Resource | None:
    """What a name means, None where the console takes no such name."""
    try:
        resource = parse_resource(text)
        file_name(resource.name)
        if resource.project is not None:
            project_name(resource.project)
    except IllegalFunctionCall:
        return None
    return resource
