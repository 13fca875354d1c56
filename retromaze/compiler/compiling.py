"""Compiles a Program to Python functions: the main program, the code that each GOSUB reaches, each DEF.

Every node of the generated code carries the listing's path, line and column, so that tracebacks, debuggers,
profilers and coverage speak of the listing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from sys import intern
from types import CodeType
from typing import Any

from retromaze.builtins.form import Form
from retromaze.compiler import naming
from retromaze.compiler.closures import HANDED_OUT, Closure, chooser, closures
from retromaze.compiler.functions import Functions, WrittenFunction
from retromaze.compiler.settings import PLAIN, Settings
from retromaze.compiler.spelling import basic_names, spelled
from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import Compilation
from retromaze.language.program import Program, Variable
from retromaze.lowering.facts.call_graph import CallGraph
from retromaze.lowering.facts.inference import infer
from retromaze.lowering.facts.knowledge import Knowledge
from retromaze.lowering.facts.sharing import openness, shares_strings
from retromaze.lowering.facts.variants import Variants
from retromaze.lowering.functions import lowered_main
from retromaze.lowering.programs import analyse_listing
from retromaze.recursion import deep_recursion
from retromaze.values.garbage import garbage_kept


@dataclass(frozen=True, eq=False)
class Shared:
    """A module-level variable: how it starts out, and its Python names."""

    variable: Variable
    default: Any
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Compiled:
    """A compiled listing; nothing in it belongs to one run, so it can be run again and again.

    `functions` find in cells what belongs to one run: builtins by the names in `forms`, `shared` variables,
    each other, and the positions of labels in `tables`. `entries` maps a label to (function, position) for
    GOSUBs from elsewhere.
    """

    program: Program
    path: str
    functions: tuple[CodeType, ...]
    tables: dict[str, dict[str, int]]
    forms: dict[str, Form]
    shared: list[Shared]
    entries: dict[str, tuple[str, int]]

    @cached_property
    def closures(self) -> dict[str, Closure]:
        """The functions by their names, ready for any run."""
        return {code.co_name: (code, chooser(code.co_freevars)) for code in self.functions}

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """What the functions look for beside each other, builtins, variables and positions of labels."""
        names = (name for code in self.functions for name in code.co_freevars)
        own = {name for each in self.shared for name in each.names}
        known = self.closures.keys() | self.forms.keys() | self.tables.keys() | own
        return tuple(name for name in dict.fromkeys(names) if name not in known | {"work", "budget"})

    @cached_property
    def scalars(self) -> dict[str, Any]:
        """What the shared variables that are no arrays start out with."""
        return {each.names[0]: each.default for each in self.shared if not each.variable.dimensions}

    @cached_property
    def arrays(self) -> tuple[Shared, ...]:
        """The shared variables that are arrays."""
        return tuple(each for each in self.shared if each.variable.dimensions)


def compile_listing(source: str, slot: int = 0, settings: Settings = PLAIN) -> Compiled:
    """Source to Compiled; kept in memory by text, so that a second run starts at once.

    Raises BasicError for what the machine finds before a program starts.
    """
    return _compile_cached(source, slot, settings)


@lru_cache(maxsize=64)
def _compile_cached(source: str, slot: int, settings: Settings) -> Compiled:
    # Nearly all that compiling makes is in use to its end: of a listing of 10,000 lines the collector took up
    # to a third of the time, in pieces of half a second.
    with deep_recursion, garbage_kept():
        return compile_program(analyse_listing(source, slot), settings)


def compile_program(program: Program, settings: Settings = PLAIN) -> Compiled:
    """The one door to code generation: Program to Compiled."""
    return _compiled_and_written(program, settings)[0]


def _compiled_and_written(program: Program, settings: Settings) -> tuple[Compiled, list[WrittenFunction]]:
    try:
        return _Compiler(program, settings).run()
    except SyntaxError:
        # CPython nests twenty loops and no more
        return _Compiler(program, settings, dissolved=True).run()


def written_functions(source: str, settings: Settings = PLAIN) -> list[WrittenFunction]:
    """What a listing becomes, before it is code: its Python functions, the one it starts with first.

    Raises BasicError for what the machine finds before a program starts.
    """
    with deep_recursion:
        return _compiled_and_written(analyse_listing(source), settings)[1]


def compilation_of(program: Program, settings: Settings) -> Compilation:
    """All that is known of a program before any of it is written."""
    techniques = settings.techniques
    found = openness(program)
    open_to_others = settings.library or found.to_stores
    by_name = settings.library or found.to_calls
    crossing = by_name or found.to_labels or found.to_slots
    variants = Variants(program, generic=by_name, loosening=Technique.CUT not in techniques)
    guarded = Technique.GUARDS in techniques
    knowledge = Knowledge(program, open_to_others=open_to_others, guarded=guarded)
    return Compilation(
        program,
        settings,
        variants,
        infer(
            program,
            variants,
            knowledge,
            whole=Technique.WHOLE in techniques,
            opening=Technique.OPENING in techniques,
            mixing=Technique.MIXED in techniques,
        ),
        knowledge,
        CallGraph(program, by_name=by_name, crossing=crossing),
        found,
        # What DIRECT mode does with a string cannot be seen from here.
        shares_strings=settings.library or shares_strings(program, found.to_slots),
    )


class _Compiler:
    """One compilation from start to end; `dissolved` asks for jumps in place of all loops and branches."""

    def __init__(self, program: Program, settings: Settings, *, dissolved: bool = False) -> None:
        self.program = program
        self.settings = settings
        self.compilation = compilation_of(program, settings)
        self.main = lowered_main(program.main, enter_anywhere=self.entered_anywhere(), dissolved=dissolved)
        self.functions = Functions(self.compilation, self.main, dissolved=dissolved)
        self.compilation.shared = self.shared_variables()

    def entered_anywhere(self) -> bool:
        """Whether labels of the main program can be called from outside it."""
        found = self.compilation.openness
        return self.settings.library or found.to_labels or found.to_slots

    def shared_variables(self) -> set[Variable]:
        """Globals that more than the start of the main program needs."""
        main = self.program.main
        if self.compilation.knowledge.open_to_others:
            return set(main.variables.values())
        shared: set[Variable] = set()
        for scope in self.program.definitions.values():
            shared.update(scope.visible.values())
        for each in self.main:
            if not each.is_start or each.entries:
                shared.update(each.variables())
        return shared

    def run(self) -> tuple[Compiled, list[WrittenFunction]]:
        """The code, and what it was made of."""
        written = list(self.functions.all())
        facts = self.compilation.facts
        code = closures([each.function for each in written], self.handed_out(), self.settings.path)
        names = basic_names(self.program) if self.settings.spelled else {}
        compiled = Compiled(
            self.program,
            self.settings.path,
            tuple(spelled(each, names) for each in code) if names else code,
            self.compilation.tables,
            self.compilation.forms,
            [
                Shared(each, facts.of(each).default, tuple(map(intern, naming.identifiers(each))))
                for each in self.ordered(self.compilation.shared)
            ],
            self.functions.entries,
        )
        return compiled, written

    def handed_out(self) -> Iterator[str]:
        """The names that a run has cells for, beside those of the functions."""
        yield from HANDED_OUT
        yield from self.compilation.tables
        yield from self.compilation.forms
        for variable in self.ordered(self.compilation.shared):
            yield from naming.identifiers(variable)

    def ordered(self, variables: set[Variable]) -> Iterator[Variable]:
        """In order of first mention, whatever the set's own order."""
        return (each for each in self.program.main.variables.values() if each in variables)
