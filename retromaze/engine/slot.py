"""One of the four program slots: its text, its compiled program, its variables and its DATA pointer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from retromaze.builtins.form import Form
from retromaze.builtins.program_text import ProgramText
from retromaze.compiler.compiling import Compiled, Shared
from retromaze.engine.namespace import HandedOut, Namespace
from retromaze.errors import IllegalSymbolString, OutOfData, UndefinedLabel
from retromaze.language.program import Scope
from retromaze.language.text import capitals
from retromaze.values.arrays import Array

Bound = Callable[[Form], Callable[..., Any]]
"""What makes the function that generated code calls for a form."""

EMPTY = Namespace()
"""The names of a slot whose program has not run."""
LABEL_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


class Slot:
    """A slot; `namespace` holds the generated functions and the variables they share.

    `usable` says that other slots can reach its COMMON DEFs, labels and DATA: it was USEd or has been run.
    `forms` are the builtins it uses, by their generated names. `data` is what READ reads from, the slot's own
    DATA or that of the slot a RESTORE named.
    """

    __slots__ = (
        *("bound", "compiled", "data", "data_at", "forms"),
        *("name", "namespace", "number", "path", "text", "usable"),
    )

    def __init__(self, number: int, text: str | ProgramText = "", name: str = "", path: str = "") -> None:
        self.number = number
        self.text = text if isinstance(text, ProgramText) else ProgramText(text)
        self.name = name
        self.path = path or f"PRG{number}"
        self.usable = False
        self.compiled: Compiled | None = None
        self.namespace = EMPTY
        self.forms: dict[str, Form] = {}
        self.data: Sequence[int | float | str] = ()
        self.data_at = 0

    @property
    def source(self) -> str:
        return self.text.source

    def fill(self, compiled: Compiled, services: HandedOut, bound: Bound, budget: int) -> None:
        """Fresh variables and functions for a compiled program, which may do that much before it asks."""
        self.compiled = compiled
        self.data, self.data_at = compiled.program.data, 0
        self.bound = bound
        with compiled.lock:
            self.forms = compiled.forms.copy()
            # built in one go: for short programs this is a good part of the run
            values = {**compiled.scalars, **compiled.tables, "work": budget, "budget": budget}
            for shared in compiled.arrays:
                made = empty(shared)
                own, items = shared.names
                values[own], values[items] = made, made.items
            for name, form in self.forms.items():
                values[name] = bound(form)
            values.update(services.chosen(compiled.wanted))
            for name, count in compiled.later.items():
                values[name] = self.first_call(name, count)
            self.namespace = Namespace(services, values)
            self.namespace.define(compiled.closures)

    def first_call(self, name: str, count: int) -> Callable[..., Any]:
        """What stands in the place of a DEF of so many parameters until it is called."""
        return caller_of(count)(partial(self.finish, name))

    def finish(self, name: str) -> Callable[..., Any]:
        """The function of a DEF, which becomes code unless another run has called it meanwhile."""
        compiled, namespace = self.compiled, self.namespace
        assert compiled is not None
        with compiled.lock:
            if name in compiled.later:
                compiled.finish(name)
            code, _ = compiled.closures[name]
            for each in code.co_freevars:
                if each in namespace:
                    continue
                if each in compiled.forms:
                    self.bind({each: compiled.forms[each]}, self.bound)
                elif each in compiled.tables:
                    namespace[each] = compiled.tables[each]
                elif each in compiled.later:
                    namespace[each] = self.first_call(each, compiled.later[each])
                elif each in compiled.closures:
                    namespace[each] = self.first_call(each, compiled.closures[each][0].co_argcount)
        namespace[name] = function = namespace.function(code)
        return function

    def bind(self, forms: Mapping[str, Form], bound: Bound) -> None:
        """Makes builtins known to the generated functions by the names they use."""
        self.forms.update(forms)
        for name, form in forms.items():
            self.namespace[name] = bound(form)

    def create(self, shared: Shared) -> None:
        """A shared variable as it is before anything is stored."""
        if not shared.variable.dimensions:
            self.namespace[shared.names[0]] = shared.default
            return
        made = empty(shared)
        self.namespace[shared.names[0]], self.namespace[shared.names[1]] = made, made.items

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
        raise UndefinedLabel("@" + name)


@cache
def caller_of(count: int) -> Callable[[Callable[[], Callable[..., Any]]], Callable[..., Any]]:
    """Makes a function of so many parameters that calls what `found` gives with them.

    Python 3.11 makes a starred call in C, where calls nest while the stack of the host lasts.
    """
    given = ", ".join(f"given{position}" for position in range(count))
    made: Callable[[Callable[[], Callable[..., Any]]], Callable[..., Any]]
    made = eval(f"lambda found: lambda {given}: found()({given})")
    return made


def empty(shared: Shared) -> Array:
    """A shared array before anything is stored."""
    return Array(shared.variable.kind, (0,) * shared.variable.dimensions)


def label_name(text: str) -> str:
    """The upper-case name of a label string. Raises IllegalSymbolString for what is none."""
    name = capitals(text[1:])
    if not text.startswith("@") or not name or not LABEL_CHARACTERS.issuperset(name):
        raise IllegalSymbolString(text)
    return name
