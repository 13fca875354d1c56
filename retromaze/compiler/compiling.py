"""Compiles a Program to Python: one function for the main program, one a GOSUB's reach, one a DEF.

Every node of the generated code carries the listing's path, line and column, so that tracebacks, debuggers,
profilers and coverage speak of the listing.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any, Literal

from retromaze.builtins import load_all
from retromaze.builtins.registry import VARIABLES, Form
from retromaze.compiler import naming
from retromaze.compiler.facts.bodies import head_of
from retromaze.compiler.facts.call_graph import STACK_CELLS, CallGraph
from retromaze.compiler.facts.inference import infer
from retromaze.compiler.facts.knowledge import Knowledge
from retromaze.compiler.facts.sharing import calls_by_name, is_open, other_slots_run, shares_strings
from retromaze.compiler.facts.variants import Variant, Variants, receivers
from retromaze.compiler.facts.work import CALL_COST
from retromaze.compiler.shape.jumps import jumps_by_name, plan
from retromaze.compiler.shape.routines import Reach, reaches, variables_of
from retromaze.compiler.techniques import ALL, Technique
from retromaze.compiler.unit import Compilation, Unit
from retromaze.compiler.writing.blocks import Blocks, place_of
from retromaze.compiler.writing.stores import Code
from retromaze.compiler.writing.syntax import At
from retromaze.language.analysis import analyse
from retromaze.language.nodes import Statement
from retromaze.language.parser import parse
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import Block
from retromaze.recursion import deep_recursion

# Source: language reference, 4.7 (measured).
GOSUB_DEPTH = 16_384
START = At(1, 1)
FunctionKind = Literal["main", "GOSUB", "DEF"]


@dataclass(frozen=True, eq=False)
class Shared:
    """A module-level variable: its name, and how it starts out. `dimensions` is 0 for a scalar."""

    variable: Variable
    default: Any


@dataclass(frozen=True, eq=False)
class Compiled:
    """A compiled listing; nothing in it belongs to one run, so it can be run again and again.

    `entries` maps a label to (function, position) for GOSUBs from elsewhere.
    """

    program: Program
    path: str
    code: CodeType
    forms: dict[str, Form]
    shared: list[Shared]
    entries: dict[str, tuple[str, int]]


@dataclass(frozen=True, eq=False)
class Written:
    """A Python function as it was written; its statements have the places of what they stand for.

    `names` are the labels that GOSUBs enter it by, or the DEF's name. The first `head` statements prepare
    the function; they, and whatever else stands for nothing, are at START.
    """

    kind: FunctionKind
    names: tuple[str, ...]
    function: ast.FunctionDef
    head: int


def compile_listing(
    source: str,
    *,
    path: str = "listing.bas",
    slot: int = 0,
    traced: bool = False,
    library: bool = False,
    techniques: frozenset[Technique] = ALL,
) -> Compiled:
    """Source to Compiled; kept in memory by text, so that a second run starts at once.

    `library` compiles for use from other slots and from DIRECT mode: every global and label can be
    reached from outside; `techniques` are what is done for speed. Raises BasicError for what the machine
    finds before a program starts.
    """
    return _compile_cached(source, path, slot, traced, library, techniques)


@lru_cache(maxsize=64)
def _compile_cached(
    source: str, path: str, slot: int, traced: bool, library: bool, techniques: frozenset[Technique]
) -> Compiled:
    with deep_recursion, uncollected():
        program = analyse_listing(source, slot)
        return compile_program(program, path=path, traced=traced, library=library, techniques=techniques)


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage is looked for inside: nearly all that compiling makes is in use to its end.

    The collector took up to a third of the time of a listing of 10,000 lines, in pieces of half a second.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def analyse_listing(source: str, slot: int = 0) -> Program:
    """Source to Program, with the machine's own words known."""
    return analyse_statements(parse(source, slot), source, slot)


def analyse_statements(
    statements: Sequence[Statement], source: str, slot: int, known: Mapping[str, Variable] | None = None
) -> Program:
    """Statements to Program; `known` are the globals that are there already."""
    load_all()
    writable = {name for name, each in VARIABLES.items() if each.write}
    return analyse(
        statements, source=source, slot=slot, system_names=VARIABLES, writable=writable, known=known
    )


def compile_program(
    program: Program,
    *,
    path: str = "listing.bas",
    traced: bool = False,
    library: bool = False,
    commands: frozenset[str] = frozenset(),
    techniques: frozenset[Technique] = ALL,
) -> Compiled:
    """The one door to code generation: Program to Compiled.

    `commands` are names of instructions that call `command` in the slot's namespace (DIRECT mode's words).
    """
    return _compile(program, path, traced, library, commands, techniques)[0]


def written_functions(
    source: str, *, traced: bool = False, techniques: frozenset[Technique] = ALL
) -> list[Written]:
    """What a listing becomes, before it is code: its Python functions, the one it starts with first.

    Raises BasicError for what the machine finds before a program starts.
    """
    with deep_recursion:
        program = analyse_listing(source)
        return _compile(program, "listing.bas", traced, False, frozenset(), techniques)[1]


def _compile(
    program: Program,
    path: str,
    traced: bool,
    library: bool,
    commands: frozenset[str],
    techniques: frozenset[Technique],
) -> tuple[Compiled, list[Written]]:
    try:
        compiler = _compiler(program, path, traced, library, commands, techniques, dissolved=False)
        return compiler.run(), compiler.written
    except SyntaxError:
        # CPython nests twenty loops and no more
        compiler = _compiler(program, path, traced, library, commands, techniques, dissolved=True)
        return compiler.run(), compiler.written


def _compiler(
    program: Program,
    path: str,
    traced: bool,
    library: bool,
    commands: frozenset[str],
    techniques: frozenset[Technique],
    *,
    dissolved: bool,
) -> _Compiler:
    by_name = library or calls_by_name(program)
    variants = Variants(program, generic=by_name, loosening=Technique.CUT not in techniques)
    guarded = Technique.GUARDS in techniques
    knowledge = Knowledge(program, open_to_others=library or is_open(program), guarded=guarded)
    compilation = Compilation(
        program,
        variants,
        infer(program, variants, knowledge, techniques),
        knowledge,
        CallGraph(program, by_name=by_name),
        traced,
        # What DIRECT mode does with a string cannot be seen from here.
        shares_strings=library or shares_strings(program),
        commands=commands,
        techniques=techniques,
    )
    return _Compiler(compilation, path, library, dissolved)


class _Compiler:
    """One compilation from start to end; `dissolved` asks for jumps in place of all loops and branches."""

    def __init__(self, compilation: Compilation, path: str, library: bool, dissolved: bool = False) -> None:
        self.compilation = compilation
        self.program = compilation.program
        self.path = path
        self.library = library
        self.dissolved = dissolved
        self.plan = plan(self.program.main, enter_anywhere=self.entered_anywhere(), dissolved=dissolved)
        self.reaches = reaches(self.plan)
        self.entries = {
            label: (reach.name, at) for reach in self.reaches for label, at in reach.entries.items()
        }
        self.written: list[Written] = []
        # one function that GOSUB enters again is several: its calls count the same frame's work
        self.several = len(self.reaches) + len(self.program.definitions) > 1 or bool(self.entries)
        compilation.shared = self.shared_variables()

    def entered_anywhere(self) -> bool:
        """Whether labels of the main program can be called from outside it."""
        by_name = any(jumps_by_name(scope) for scope in self.program.definitions.values())
        return self.library or by_name or other_slots_run(self.program)

    def shared_variables(self) -> set[Variable]:
        """Globals that more than the start of the main program needs."""
        main = self.program.main
        if self.compilation.knowledge.open_to_others:
            return set(main.variables.values())
        shared: set[Variable] = set()
        for scope in self.program.definitions.values():
            shared.update(scope.visible.values())
        for reach in self.reaches:
            if not reach.is_start or reach.entries:
                shared.update(reach.variables(main))
        return shared

    def run(self) -> Compiled:
        functions = [self.reach_function(reach) for reach in self.reaches]
        functions += list(self.all_definitions())
        tables = [START.assign(name, START.table(each)) for name, each in self.compilation.tables.items()]
        module = ast.Module(body=[*tables, *functions], type_ignores=[])
        return Compiled(
            self.program,
            self.path,
            compile(module, self.path, "exec", dont_inherit=True),
            self.compilation.forms,
            [Shared(each, self.default(each)) for each in self.ordered(self.compilation.shared)],
            self.entries,
        )

    def ordered(self, variables: set[Variable]) -> Iterator[Variable]:
        """In order of first mention, whatever the set's own order."""
        return (each for each in self.program.main.variables.values() if each in variables)

    # ---- functions

    def keep(
        self, kind: FunctionKind, names: Iterable[str], function: ast.FunctionDef, body: Code
    ) -> ast.stmt:
        self.written.append(Written(kind, tuple(names), function, len(function.body) - len(body)))
        return function

    def reach_function(self, reach: Reach) -> ast.stmt:
        work = self.compilation.work
        unit = Unit(self.compilation, self.program.main, counts_work=self.several)
        blocks = Blocks(unit, self.plan, self.gosub)
        if list(reach.entries.values()) in ([], [0]) and not (reach.is_start and reach.entries):
            body = blocks.parts(reach.parts)
        else:
            body = blocks.dispatch(place_of(reach.parts), reach.parts, "entry")
        if reach.entries and not reach.parts[-1].closed:
            # the end of the program is its end in a GOSUB too
            body.append(START.expression(START.call("end_program")))
        for variable in reach.variables(self.program.main):
            unit.use(variable)
        cost = work.first_row(reach.parts[0].steps) if len(reach.parts) == 1 else 0
        head = self.head(unit, blocks, None if reach.is_start else cost)
        function = START.function(reach.name, ["entry", "depth"], [*head, *body])
        return self.keep("main" if reach.is_start else "GOSUB", reach.entries, function, body)

    def all_definitions(self) -> Iterator[ast.stmt]:
        """Every variant of every DEF, those included that only turn up while others are written."""
        written: set[Variant] = set()
        while waiting := [each for each in self.compilation.variants.table.values() if each not in written]:
            for variant in waiting:
                written.add(variant)
                if variant.name not in self.compilation.formulas:
                    yield self.definition(variant)

    def definition(self, variant: Variant) -> ast.stmt:
        scope = variant.scope
        define = scope.routine.define
        assert define is not None
        unit = Unit(self.compilation, scope, variant, counts_work=self.several)
        blocks = Blocks(unit, plan(scope, dissolved=self.dissolved), gosub_in_def)
        at = At(define.line, define.column)
        work = self.compilation.work
        early = self.early(blocks.plan.body, scope)
        body = blocks.parted(blocks.plan.body, early) if early else blocks.block(blocks.plan.body)
        for variable in variables_of(blocks.plan.body, scope):
            unit.use(variable)
        end = self.definition_end(at, blocks, define.returns)
        parameters = [
            naming.scalar(scope.variables[name]) if name else naming.dropped(position)
            for position, name in enumerate(receivers(scope))
        ]
        check: Code = []
        if self.compilation.watches_stack(variant):
            full = at.compare(at.name("cells"), ">", at.constant(STACK_CELLS))
            check = [at.when(full, [at.expression(at.call("stack_overflow"))])]
            parameters = ["cells", *parameters]
        counted = early or (variant.name in work.counted and variant.name not in work.counts_from)
        head = self.head(unit, blocks, None if counted else work.first_row(blocks.plan.body.statements))
        body = [*check, *body, *end]
        function = at.function(variant.identifier, parameters, [*head, *body])
        return self.keep("DEF", [scope.name], function, body)

    def early(self, body: Block, scope: Scope) -> int:
        """How many statements of a DEF its callers count; the work counter stands behind them."""
        number = self.compilation.work.counts_from.get(scope.name, 0)
        written, read = body.statements[:number], scope.body.statements[:number]
        return number if list(map(head_of, written)) == list(map(head_of, read)) else 0

    def definition_end(self, at: At, blocks: Blocks, returns: bool) -> Code:
        """What happens when a DEF's END is reached: a function then has no value to give."""
        if returns:
            return [at.expression(at.call("type_mismatch"))]
        result = blocks.outputs(at)
        return [] if result is None else [at.give(result)]

    def head(self, unit: Unit, blocks: Blocks, cost: int | None) -> Code:
        """Global declarations, fresh locals and the work counter of a function.

        `cost` is that of its first row of statements; None where nobody calls it, or whoever does counts.
        """
        used = list(unit.used)
        shared = [
            name for each in used if each in self.compilation.shared for name in naming.identifiers(each)
        ]
        code: Code = []
        work = [] if cost is None else blocks.work(START, CALL_COST + cost)
        if self.several and (cost is not None or unit.counts_work):
            shared.append("work")
        if shared:
            code.append(START.shared(shared))
        if unit.counts_work and not self.several:
            code.append(START.assign("work", START.name("budget")))
        if blocks.uses_leaving:
            code.append(START.assign("leaving", START.constant(0)))
        for each in used + self.outputs_of(unit.scope):
            if each not in self.compilation.shared and not self.is_given(unit.scope, each):
                code += self.fresh(each)
        return [*code, *work]

    def outputs_of(self, scope: Scope) -> list[Variable]:
        define = scope.routine.define
        return [scope.variables[each] for each in define.outputs] if define else []

    def is_given(self, scope: Scope, variable: Variable) -> bool:
        define = scope.routine.define
        return define is not None and variable.name in define.parameters

    def fresh(self, variable: Variable) -> Code:
        """A local as it is before anything is stored."""
        if not variable.is_array:
            return [START.assign(naming.scalar(variable), START.constant(self.default(variable)))]
        sizes = START.row([START.constant(0)] * variable.dimensions)
        owner = naming.array_object(variable)
        return [
            START.assign(owner, START.call("Array", START.constant(variable.kind), sizes)),
            START.assign(naming.items(variable), START.attribute(START.name(owner), "items")),
        ]

    def default(self, variable: Variable) -> Any:
        return self.compilation.facts.of(variable).default

    def gosub(self, at: At, label: str) -> ast.expr:
        """The call a GOSUB becomes."""
        entry = self.entries.get(label)
        if entry is None:
            return at.call("undefined_label", at.constant(label))
        name, position = entry
        called = at.call(name, at.constant(position), at.binary(at.name("depth"), "+", at.constant(1)))
        limit = at.compare(at.name("depth"), ">=", at.constant(GOSUB_DEPTH))
        return at.choose(limit, at.call("stack_overflow"), called)


def gosub_in_def(at: At, label: str) -> ast.expr:
    """The call a GOSUB inside a DEF becomes: no plain label is in sight there, its own ones included.

    Source: language reference, 4.7.
    """
    return at.call("undefined_label", at.constant(label))
