"""A Program: the analyzed listing of one slot, ready for the compiler."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from retromaze.language import nodes
from retromaze.language.structure import Block, Routine, Step, routine_heads, routine_steps
from retromaze.language.text import yield_to_host

INTEGER, REAL, STRING, UNTYPED = "%", "#", "$", "?"


@dataclass(eq=False)
class Variable:
    """One variable or array of a scope.

    `kind` is "%" Integer, "#" Real, "$" String, or "?" for a parameter or OUT name of a DEF, which takes
    the type of what it is given. `dimensions` is 0 for a scalar. An array `varies` whose name may come to
    mean one that was declared otherwise; kind and dimensions are those that it begins with.
    """

    name: str
    kind: str
    dimensions: int = 0
    parameter: bool = False
    varies: bool = False

    @property
    def is_array(self) -> bool:
        return self.dimensions > 0


@dataclass(eq=False)
class Scope:
    """The main program or one DEF: its statements and the names it owns.

    `variables` are the scope's own; a DEF reaches `visible` globals beside them. `labels` maps each label
    to the index of the next DATA item behind it in the slot.
    """

    name: str
    routine: Routine
    variables: dict[str, Variable] = field(default_factory=dict)
    visible: dict[str, Variable] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def body(self) -> Block:
        return self.routine.body

    @property
    def steps(self) -> Iterator[Step]:
        """Every step, those in blocks included, in source order."""
        for each in routine_steps(self.routine):
            yield_to_host()
            yield each

    @property
    def heads(self) -> Iterator[nodes.Head]:
        """The heads of all steps."""
        for each in routine_heads(self.routine):
            yield_to_host()
            yield each

    @property
    def is_main(self) -> bool:
        return self.routine.define is None

    @property
    def is_common(self) -> bool:
        """Whether it is a COMMON DEF, which other slots may call."""
        return self.routine.define is not None and self.routine.define.common

    def find(self, name: str) -> Variable | None:
        return self.variables.get(name) or self.visible.get(name)

    def stored(self, target: object) -> Variable | None:
        """The variable or array that a store into the target changes, if the target names one."""
        match target:
            case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
                return self.find(name)
            case _:
                return None


@dataclass(eq=False)
class Program:
    """One slot's listing after analysis; `data` holds every DATA item of the slot in source order."""

    source: str
    slot: int
    main: Scope
    definitions: dict[str, Scope]
    data: list[int | float | str]

    @property
    def scopes(self) -> list[Scope]:
        return [self.main, *self.definitions.values()]
