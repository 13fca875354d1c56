"""Compiles a Program to Python functions: the main program, the code that each GOSUB reaches, each DEF.

Every node of the generated code carries the listing's path, line and column, so that tracebacks, debuggers,
profilers and coverage speak of the listing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from sys import intern
from threading import RLock
from types import CodeType
from typing import Any

from retromaze.analysis.guards import Knowledge
from retromaze.analysis.inference import infer
from retromaze.analysis.programs import LoweredFunction, analyse_listing, lowered_main
from retromaze.analysis.sharing import openness, shares_strings
from retromaze.analysis.type_rules import Variant, Variants
from retromaze.builtins.form import Form
from retromaze.compiler import naming
from retromaze.compiler.call_graph import CallGraph
from retromaze.compiler.closures import HANDED_OUT, Closure, chooser, closures
from retromaze.compiler.functions import FIRST, MAIN_PARAMETERS, Functions, WrittenFunction
from retromaze.compiler.settings import PLAIN, Settings
from retromaze.compiler.spelling import basic_names, with_names
from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import Compilation
from retromaze.language.program import Program, Variable
from retromaze.language.text import text_cache
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

    Its functions find in cells what belongs to one run: builtins by the names in `forms`, `shared` variables,
    each other, and the positions of labels in `tables`. `entries` maps a label to (function, position) for
    GOSUBs from elsewhere.

    `closures` has the functions by their names, ready for any run, and `wanted` what is handed out to them.
    Both grow: a DEF that was never called, or what a GOSUB reaches, is in
    `later`, with the number of its parameters, until `finish` makes it code. Whoever reads what grows while
    another thread may run the same program holds the `lock`.
    """

    program: Program
    path: str
    tables: dict[str, dict[str, int]]
    forms: dict[str, Form]
    shared: list[Shared]
    entries: dict[str, tuple[str, int]]
    closures: dict[str, Closure]
    wanted: dict[str, None]
    later: dict[str, int]
    finish: Callable[[str], None]
    lock: AbstractContextManager[object] = field(default_factory=RLock)

    @property
    def functions(self) -> tuple[CodeType, ...]:
        """The code of all functions, called or not; the one that it starts with is the first."""
        with self.lock:
            while self.later:
                self.finish(next(iter(self.later)))
            codes = {name: code for name, (code, _) in self.closures.items()}
        return codes.pop(FIRST), *(codes[name] for name in sorted(codes))

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


@text_cache(64)
def _compile_cached(source: str, slot: int, settings: Settings) -> Compiled:
    # Nearly all that compiling makes is in use to its end: of a listing of 10,000 lines the collector took up
    # to a third of the time, in pieces of half a second.
    with deep_recursion, garbage_kept():
        return compile_program(analyse_listing(source, slot, alone=not settings.lent), settings)


def compile_program(program: Program, settings: Settings = PLAIN) -> Compiled:
    """The one door to code generation: Program to Compiled."""
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
        program = analyse_listing(source, alone=not settings.lent)
        try:
            return _Compiler(program, settings).written()
        except SyntaxError:
            return _Compiler(program, settings, dissolved=True).written()


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
        self.functions = Functions(
            self.compilation, self.lowered_main(dissolved=dissolved), dissolved=dissolved
        )
        self.compilation.shared = self.shared_variables()
        self.names = basic_names(program) if settings.spelled else {}
        shared = self.compilation.shared
        self.shared_names = {name for each in shared for name in naming.identifiers(each)}
        self.variants: dict[str, Variant] = {}
        self.closures: dict[str, Closure] = {}
        self.later: dict[str, int] = {}
        self.wanted: dict[str, None] = {}

    def lowered_main(self, *, dissolved: bool) -> list[LoweredFunction]:
        """The functions of the main program, some of whose labels may be called from outside it."""
        found = self.compilation.openness
        enter_anywhere = self.settings.library or found.to_labels or found.to_slots
        return lowered_main(self.program.main, enter_anywhere=enter_anywhere, dissolved=dissolved)

    def shared_variables(self) -> set[Variable]:
        """Globals that more than the start of the main program needs."""
        main = self.program.main
        if self.compilation.knowledge.open_to_others:
            return set(main.variables.values())
        shared: set[Variable] = set()
        for scope in self.program.definitions.values():
            shared.update(scope.visible.values())
        for each in self.functions.main.values():
            if not each.is_start or each.entries:
                shared.update(each.variables())
        return shared

    def run(self) -> Compiled:
        """The code that the program starts with; the rest follows when it is called.

        All is code at once where a debugger looks for the lines in it.
        """
        facts = self.compilation.facts
        if self.settings.spelled:
            self.take([*self.functions.main_functions(), *self.functions.definitions()])
        else:
            later = [name for name, each in self.functions.main.items() if each.is_subroutine]
            self.later.update(dict.fromkeys(later, len(MAIN_PARAMETERS)))
            self.take(self.functions.main_function(name) for name in self.functions.main if name not in later)
        compiled = Compiled(
            self.program,
            self.settings.path,
            self.compilation.tables,
            self.compilation.forms,
            [
                Shared(each, facts.of(each).default, tuple(map(intern, naming.identifiers(each))))
                for each in self.ordered(self.compilation.shared)
            ],
            self.functions.entries,
            self.closures,
            self.wanted,
            self.later,
            self.finish,
        )
        self.forget_facts()
        return compiled

    def written(self) -> list[WrittenFunction]:
        """What all functions are made of."""
        written = [*self.functions.main_functions(), *self.functions.definitions()]
        self.take(written)
        return written

    def finish(self, name: str) -> None:
        """Makes a function code that was never called."""
        with deep_recursion, garbage_kept():
            try:
                self.take([self.called_first(name)])
            except SyntaxError:
                self.take([self.called_first(name, dissolved=True)])
        self.forget_facts()

    def called_first(self, name: str, *, dissolved: bool = False) -> WrittenFunction:
        """A DEF, or what a GOSUB reaches."""
        if name in self.variants:
            return self.functions.definition(self.variants[name], dissolved=dissolved)
        if dissolved:
            self.functions.lower_again(name, self.lowered_main(dissolved=True))
        return self.functions.main_function(name)

    def forget_facts(self) -> None:
        """Once all is code nobody needs what was known of the program; it takes more room than the code."""
        if not self.later:
            del self.compilation, self.functions

    def take(self, written: Iterable[WrittenFunction]) -> None:
        """Makes functions code; the DEFs that they call first follow later."""
        functions = [each.function for each in written]
        for variant in islice(self.compilation.variants.table.values(), len(self.variants), None):
            name = naming.variant_function(variant)
            self.variants[name] = variant
            self.later[name] = len(self.functions.parameters(variant))
        for code in closures(functions, self.has_cell, self.settings.path):
            own = with_names(code, self.names) if self.names else code
            self.closures[code.co_name] = own, chooser(own.co_freevars)
            self.later.pop(code.co_name, None)
            self.wanted.update((name, None) for name in own.co_freevars if name in HANDED_OUT)

    def has_cell(self, name: str) -> bool:
        """Whether a run has a cell of that name."""
        compilation = self.compilation
        return (
            name in HANDED_OUT
            or name in compilation.forms
            or name in self.shared_names
            or name in self.variants
            or name in self.functions.main
            or name in compilation.tables
        )

    def ordered(self, variables: set[Variable]) -> Iterator[Variable]:
        """In order of first mention, whatever the set's own order."""
        return (each for each in self.program.main.variables.values() if each in variables)
