"""One of the four program slots: its text, its compiled program, its variables and its DATA pointer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from retromaze.builtins.program_text import ProgramText
from retromaze.builtins.registry import Form
from retromaze.compiler.compiling import Compiled, Shared
from retromaze.engine.namespace import Namespace
from retromaze.errors import IllegalSymbolString, OutOfData, UndefinedLabel
from retromaze.language.letters import capitals
from retromaze.language.program import Scope
from retromaze.values.arrays import Array

LABEL_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


class Slot:
    """A slot; `namespace` holds the generated functions and the variables they share.

    `usable` says that other slots can reach its COMMON DEFs, labels and DATA: it was USEd or has been run.
    `forms` are the builtins it uses, by their generated names. `data` is what READ reads from, the slot's own
    DATA or that of the slot a RESTORE named.
    """

    def __init__(self, number: int, text: str | ProgramText = "", name: str = "", path: str = "") -> None:
        self.number = number
        self.text = text if isinstance(text, ProgramText) else ProgramText(text)
        self.name = name
        self.path = path or f"PRG{number}"
        self.usable = False
        self.compiled: Compiled | None = None
        self.namespace = Namespace()
        self.forms: dict[str, Form] = {}
        self.data: Sequence[int | float | str] = ()
        self.data_at = 0

    @property
    def source(self) -> str:
        return self.text.source

    def fill(self, compiled: Compiled, services: Mapping[str, Any], budget: int) -> None:
        """Fresh variables and functions for a compiled program, which may do that much before it asks."""
        self.compiled = compiled
        self.data, self.data_at = compiled.program.data, 0
        self.namespace = Namespace(services)
        self.namespace["work"] = self.namespace["budget"] = budget
        for name, table in compiled.tables.items():
            self.namespace[name] = table
        for shared in compiled.shared:
            self.create(shared)
        for code in compiled.functions:
            self.namespace[code.co_name] = self.namespace.function(code)

    def bind(self, forms: Mapping[str, Form], bound: Callable[[Form], Callable[..., Any]]) -> None:
        """Makes builtins known to the generated functions by the names they use."""
        self.forms.update(forms)
        for name, form in forms.items():
            self.namespace[name] = bound(form)

    def create(self, shared: Shared) -> None:
        """A shared variable as it is before anything is stored."""
        variable, names = shared.variable, shared.names
        if not variable.dimensions:
            self.namespace[names[0]] = shared.default
            return
        made = Array(variable.kind, (0,) * variable.dimensions)
        self.namespace[names[0]] = made
        self.namespace[names[1]] = made.items

    # ---- names

    def definition(self, name: str) -> Scope | None:
        return self.compiled.program.definitions.get(name) if self.compiled else None

    def scope(self, name: str) -> Scope | None:
        """The scope of a DEF, or of the main program for ""."""
        if self.compiled is None:
            return None
        program = self.compiled.program
        return program.definitions.get(name) if name else program.main

    # ---- DATA

    def read(self) -> int | float | str:
        """READ's next item. Raises OutOfData."""
        if self.data_at >= len(self.data):
            raise OutOfData
        self.data_at += 1
        return self.data[self.data_at - 1]

    def restore(self, label: str, scope: str, source: Slot) -> None:
        """RESTORE: on with the first DATA at or after a label of a slot, this one or another."""
        self.data_at = source.data_index(label, scope)
        self.data = source.compiled.program.data if source.compiled else ()

    def data_from(self, label: str) -> list[int | float | str]:
        index = self.data_index(label)
        return self.compiled.program.data[index:] if self.compiled else []

    def data_index(self, label: str, scope: str = "") -> int:
        name = label_name(label)
        for each in (scope, ""):
            found = self.scope(each)
            if found is not None and name in found.labels:
                return found.labels[name]
        raise UndefinedLabel(name)


def label_name(text: str) -> str:
    """The upper-case name of a label string. Raises IllegalSymbolString for what is none."""
    name = capitals(text[1:])
    if not text.startswith("@") or not name or not LABEL_CHARACTERS.issuperset(name):
        raise IllegalSymbolString(text)
    return name
