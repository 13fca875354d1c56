"""Compiles a Program to Python functions: the main program, the code that each GOSUB reaches, each DEF.

Every node of the generated code carries the listing's path, line and column, so that tracebacks, debuggers,
profilers and coverage speak of the listing.

The functions are closures, and the values of one run are in their cells. CPython caches a global for one
dictionary only: a run with globals of its own would look each of them up some fifty times before the cache
works again. A store to a cell costs no more than one to a local.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from operator import itemgetter
from sys import intern
from threading import RLock
from types import CellType, CodeType
from typing import Any

from retromaze.analysis.guards import Knowledge
from retromaze.analysis.inference import infer
from retromaze.analysis.programs import LoweredFunction, analyse_listing, lowered_main
from retromaze.analysis.side_effects import openness, shares_strings
from retromaze.analysis.type_rules import Variant, Variants
from retromaze.builtins.form import Form
from retromaze.compiler import naming
from retromaze.compiler.functions import FIRST, MAIN_PARAMETERS, START, Functions, WrittenFunction
from retromaze.compiler.resources import CallGraph
from retromaze.compiler.settings import PLAIN, Settings, Technique
from retromaze.compiler.unit import Compilation
from retromaze.language.program import Program, Variable
from retromaze.language.text import text_cache, yield_to_host
from retromaze.recursion import deep_recursion
from retromaze.values.costs import garbage_kept
from retromaze.values.operators import Elements, Texts

RUN_NAMES = frozenset(
    (
        *("Array", "ask_fields", "ask_line", "budget", "call_back", "call_by_name", "command", "end_program"),
        *("find_label", "gosub_by_name", "label_exists", "look_on", "print_", "read_data", "remaining"),
        *("restore", "set_variable_named", "shift", "suspend", "switch", "tab", "tick", "trace"),
        *("unshift_item", "variable_exists", "variable_named", "work", "write_system"),
        *Texts.OPERATORS,
        *Elements.OPERATORS,
    )
)
"""The names in generated code that belong to one run; the other functions are the same for all runs."""

TOGETHER = 256
"""The number of functions that are compiled at once: CPython looks through all names around each of them.

With 10,000 at once that took seven seconds, without any yield to the host.
"""

Closure = tuple[CodeType, Callable[[Mapping[str, CellType]], tuple[CellType, ...]]]
"""The code of a function, and a function that picks its cells out of all cells of a run, by name."""


@dataclass(frozen=True, eq=False)
class Shared:
    """A module-level variable: its first value, and its Python names."""

    variable: Variable
    default: Any
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Compiled:
    """A compiled listing; nothing in it belongs to one run, so it can be run again and again.

    In cells, its functions find what belongs to one run: builtins by the names in `forms`, `shared`
    variables, each other, and the positions of labels in `tables`. `entries` maps a label to (function,
    position) for GOSUBs from elsewhere.

    `closures` has the functions by name, and `wanted` the RUN_NAMES that they use. Both grow: a DEF that was
    never called, or what a GOSUB reaches, is in `later`, with its number of parameters, until `finish`
    compiles it. Another thread may run the same program: the `lock` guards what grows.
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
        """The code of all functions, called or not; the one that the program starts with is the first."""
        with self.lock:
            while self.later:
                self.finish(next(iter(self.later)))
            codes = {name: code for name, (code, _) in self.closures.items()}
        return codes.pop(FIRST), *(codes[name] for name in sorted(codes))

    @cached_property
    def scalars(self) -> dict[str, Any]:
        """The first values of the shared variables that are no arrays."""
        return {each.names[0]: each.default for each in self.shared if not each.variable.dimensions}

    @cached_property
    def arrays(self) -> tuple[Shared, ...]:
        """The shared variables that are arrays."""
        return tuple(each for each in self.shared if each.variable.dimensions)


def compile_listing(source: str, slot: int = 0, settings: Settings = PLAIN) -> Compiled:
    """Compiles a listing; cached in memory by text, so that a second run starts at once.

    Raises BasicError for the errors that the machine finds before a program starts.
    """
    return _compile_cached(source, slot, settings)


@text_cache(64)
def _compile_cached(source: str, slot: int, settings: Settings) -> Compiled:
    # Nearly all objects that compiling makes are in use to its end: for a listing of 10,000 lines the garbage
    # collector took up to a third of the time, in pieces of half a second.
    with deep_recursion, garbage_kept():
        return compile_program(analyse_listing(source, slot, alone=not settings.lent), settings)


def compile_program(program: Program, settings: Settings = PLAIN) -> Compiled:
    """Compiles a Program: the one door to code generation."""
    try:
        return _Compiler(program, settings).run()
    except SyntaxError:
        # CPython nests twenty loops and no more
        return _Compiler(program, settings, dissolved=True).run()


def written_functions(source: str, settings: Settings = PLAIN) -> list[WrittenFunction]:
    """Returns the Python functions of a listing as syntax trees, the one it starts with first.

    Raises BasicError for the errors that the machine finds before a program starts.
    """
    with deep_recursion:
        program = analyse_listing(source, alone=not settings.lent)
        try:
            return _Compiler(program, settings).written()
        except SyntaxError:
            return _Compiler(program, settings, dissolved=True).written()


def compilation_of(program: Program, settings: Settings) -> Compilation:
    """Analyses a program, before any of its code is written."""
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
        # DIRECT mode may do anything with a string.
        shares_strings=settings.library or shares_strings(program, found.to_slots),
    )


class _Compiler:
    """One compilation from start to end; `dissolved` writes jumps in place of all loops and branches."""

    def __init__(self, program: Program, settings: Settings, *, dissolved: bool = False) -> None:
        self.program = program
        self.settings = settings
        self.compilation = compilation_of(program, settings)
        self.functions = Functions(
            self.compilation, self.lowered_main(dissolved=dissolved), dissolved=dissolved
        )
        self.compilation.shared = self.shared_variables()
        self.spellings = naming.basic_names(program) if settings.spelled else {}
        shared = self.compilation.shared
        self.shared_names = {name for each in shared for name in naming.identifiers(each)}
        self.variants: dict[str, Variant] = {}
        self.closures: dict[str, Closure] = {}
        self.later: dict[str, int] = {}
        self.wanted: dict[str, None] = {}

    def lowered_main(self, *, dissolved: bool) -> list[LoweredFunction]:
        """Returns the functions of the main program; code outside it may call some of the labels."""
        found = self.compilation.openness
        enter_anywhere = self.settings.library or found.to_labels or found.to_slots
        return lowered_main(self.program.main, enter_anywhere=enter_anywhere, dissolved=dissolved)

    def shared_variables(self) -> set[Variable]:
        """Returns the globals that other functions need than the start of the main program."""
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
        """Compiles the function that the program starts with; the others follow when they are first called.

        All are compiled at once if local variables have BASIC names, for debuggers.
        """
        if self.settings.spelled:
            self.take(self.functions.all())
        else:
            later = [name for name, each in self.functions.main.items() if each.is_subroutine]
            self.later.update(dict.fromkeys(later, len(MAIN_PARAMETERS)))
            self.take(self.functions.main_function(name) for name in self.functions.main if name not in later)
        compilation = self.compilation
        compiled = Compiled(
            self.program,
            self.settings.path,
            compilation.tables,
            compilation.forms,
            [
                Shared(each, compilation.facts.of(each).default, tuple(map(intern, naming.identifiers(each))))
                # in order of first mention
                for each in self.program.main.variables.values()
                if each in compilation.shared
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
        """Returns all functions as syntax trees. Raises SyntaxError if they cannot be compiled."""
        written = list(self.functions.all())
        self.take(written)
        return written

    def finish(self, name: str) -> None:
        """Compiles a function on its first call."""
        with deep_recursion, garbage_kept():
            try:
                self.take([self.called_first(name)])
            except SyntaxError:
                self.take([self.called_first(name, dissolved=True)])
        self.forget_facts()

    def called_first(self, name: str, *, dissolved: bool = False) -> WrittenFunction:
        """Writes a DEF, or the function of a GOSUB."""
        functions = self.functions
        if name in self.variants:
            return functions.definition(self.variants[name], dissolved=dissolved)
        if dissolved:
            again = dict(zip(functions.main, self.lowered_main(dissolved=True), strict=True))
            functions.main[name] = again[name]
        return functions.main_function(name)

    def forget_facts(self) -> None:
        """Drops the facts about the program once all is compiled: they need more memory than the code."""
        if not self.later:
            del self.compilation, self.functions

    def take(self, written: Iterable[WrittenFunction]) -> None:
        """Compiles functions; the DEFs that they are the first to call are added to `later`."""
        functions = [each.function for each in written]
        for variant in islice(self.compilation.variants.table.values(), len(self.variants), None):
            name = naming.variant_function(variant)
            self.variants[name] = variant
            self.later[name] = len(self.functions.parameters(variant))
        for code in closures(functions, self.has_cell, self.settings.path):
            own = naming.with_names(code, self.spellings) if self.spellings else code
            self.closures[code.co_name] = own, chooser(own.co_freevars)
            self.later.pop(code.co_name, None)
            self.wanted.update((name, None) for name in own.co_freevars if name in RUN_NAMES)

    def has_cell(self, name: str) -> bool:
        """Whether a run has a cell of that name."""
        compilation = self.compilation
        return (
            name in RUN_NAMES
            or name in compilation.forms
            or name in self.shared_names
            or name in self.variants
            or name in self.functions.main
            or name in compilation.tables
        )


# ---- closures


def chooser(names: tuple[str, ...]) -> Callable[[Mapping[str, CellType]], tuple[CellType, ...]]:
    """Returns a function that picks the values of these names out of a mapping, in order."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda cells: tuple(cells[name] for name in names)


def closures(
    functions: Sequence[ast.FunctionDef], has_cell: Callable[[str], bool], path: str
) -> Iterator[CodeType]:
    """Compiles functions as closures over the names that have cells. Yields the code of each."""
    for first in range(0, len(functions), TOGETHER):
        some = functions[first : first + TOGETHER]
        own = {each.name for each in some}
        cells = [each for each in dict.fromkeys(used_in(some)) if has_cell(each) and each not in own]
        # CPython does not yield while it compiles: a second for a listing as long as the console can hold
        yield_to_host()
        around = START.function("listing", cells, list(some))
        module = compile(ast.Module([around], []), path, "exec", dont_inherit=True)
        yield_to_host()
        (listing,) = codes_in(module)
        yield from (each.replace(co_qualname=each.co_name) for each in codes_in(listing))


def used_in(functions: Iterable[ast.FunctionDef]) -> Iterator[str]:
    """Yields the names that functions mention, in a third of the time of ast.walk."""
    waiting: list[Any] = [each.body for each in functions]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is ast.Name:
            yield node.id
        elif kind is list:
            waiting += node
        elif kind is ast.Nonlocal:
            yield from node.names
        elif kind is not ast.Constant and isinstance(node, ast.AST):
            waiting += [getattr(node, name) for name in node._fields]


def codes_in(code: CodeType) -> list[CodeType]:
    """Returns the code of the functions that are defined in it."""
    return [each for each in code.co_consts if isinstance(each, CodeType)]
