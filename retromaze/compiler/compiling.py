"""Compiles a Program to Python functions: the main program, the code that each GOSUB reaches, each DEF.

Every node of the generated code carries the listing's path, line and column, so that tracebacks, debuggers,
profilers and coverage speak of the listing.

The functions are closures, and the values of one run are in their cells. CPython caches a global for one
dictionary only: a run with globals of its own would look each of them up some fifty times before the cache
works again. A store to a cell costs no more than one to a local.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from operator import itemgetter
from sys import intern
from threading import RLock
from types import CellType, CodeType
from typing import Any, Literal, TypeVar

from retromaze.analysis.guards import GuardTable
from retromaze.analysis.inference import infer
from retromaze.analysis.jumps import Part
from retromaze.analysis.programs import LoweredFunction, analyse_listing, lowered_definition, lowered_main
from retromaze.analysis.sharing import shares_strings
from retromaze.analysis.side_effects import external_access, first_head, receivers
from retromaze.analysis.type_rules import Variant, Variants
from retromaze.builtins.form import Form
from retromaze.compiler.control_flow import BlockWriter
from retromaze.compiler.settings import PLAIN, Settings, Technique
from retromaze.compiler.unit import (
    CALL_COST,
    GOSUB_DEPTH,
    GOSUB_MASK,
    STACK_CELLS,
    AstBuilder,
    CallGraph,
    Code,
    Compilation,
    FunctionUnit,
    array_name,
    basic_names,
    items_name,
    python_names,
    scalar_name,
    variant_function_name,
    with_local_names,
)
from retromaze.language import nodes
from retromaze.language.block_tree import Block, stores
from retromaze.language.lexer import text_cache, yield_to_host
from retromaze.language.nodes import nodes_in
from retromaze.language.program import UNTYPED, Program, Scope, Variable
from retromaze.recursion import deepest_recursion, room_to_compile
from retromaze.values.operators import StringOperations

Result = TypeVar("Result")

START = AstBuilder()
MAIN = "main_"
FIRST = MAIN + "0"
"""The function that a program starts with."""
MAIN_PARAMETERS = ("entry", "depth")
"""The position it is entered at, and the number of pending GOSUBs."""
FunctionKind = Literal["main", "GOSUB", "DEF"]


@dataclass(frozen=True, eq=False)
class WrittenFunction:
    """A Python function of a listing, as a syntax tree whose nodes have lines and columns of the listing.

    `names` are the labels that GOSUBs enter it by, or the DEF's name. `added` is the number of statements at
    its beginning that prepare the function. These, and all others that stand for nothing in the listing, have
    the place START, line 1 and column 1.
    """

    kind: FunctionKind
    names: tuple[str, ...]
    function: ast.FunctionDef
    added: int


class Functions:
    """Writes the Python functions of one program: of the main program, of what GOSUBs enter, and of DEFs.

    `main` maps the names of the main program's Python functions to what they contain; the program starts with
    the first. `gosub_entries` maps a label to the function, and the number of the part in it, that a GOSUB
    enters. `flattened`: jumps are written in place of all loops and branches. `shares_budget`: several calls
    count down one frame's budget, in a variable `work` that they share.
    """

    def __init__(self, compilation: Compilation, main: Sequence[LoweredFunction], *, flattened: bool) -> None:
        self.compilation = compilation
        self.program = compilation.program
        self.work_costs = compilation.work_costs
        self.main = {f"{MAIN}{number}": each for number, each in enumerate(main)}
        self.flattened = flattened
        self.gosub_entries = {
            label: (name, position)
            for name, each in self.main.items()
            for label, position in each.positions.items()
        }
        # a lone function shares the budget with its own inner calls if GOSUBs enter it
        self.shares_budget = len(main) + len(self.program.definitions) > 1 or bool(self.gosub_entries)

    def write_all(self) -> Iterator[WrittenFunction]:
        """Yields all functions, the one that the program starts with first."""
        yield from map(self.main_function, self.main)
        written: set[Variant] = set()
        # writing a call adds the variant of the DEF that it needs to the table
        while unwritten := [each for each in self.compilation.variants.table.values() if each not in written]:
            for variant in unwritten:
                written.add(variant)
                yield self.definition(variant)

    # ---- the main program and its GOSUBs

    def main_function(self, name: str) -> WrittenFunction:
        """Writes a function of the main program: where it starts, or what a GOSUB enters."""
        lowered = self.main[name]
        unit = FunctionUnit(self.compilation, lowered.scope, has_work_variable=self.shares_budget)
        blocks = BlockWriter(unit, lowered.live_labels, self.gosub)
        parts = lowered.parts
        self.find_arrays_made_by_dim(unit, parts)
        # if callers enter it at several labels, the parameter `entry` says at which part
        body = blocks.code_of_parts(parts) if lowered.is_simple else blocks.dispatch(START, parts, "entry")
        if lowered.entries and not parts[-1].ends_in_jump:
            # the end of the program is its end in a GOSUB too
            body.append(START.call_statement("end_program"))
        for variable in lowered.variables():
            unit.mark_used(variable)  # also in statements that became errors: debuggers list it
        # of several parts each counts its own work
        cost = self.work_costs.cost_of_first_batch(parts[0].steps) if len(parts) == 1 else 0
        # nothing calls the start, and its first batch runs once: that is not worth counting
        counted = [] if lowered.is_start else blocks.count_work(START, CALL_COST + cost)
        beginning = [*self.function_beginning(lowered, blocks), *counted]
        function = START.function(name, MAIN_PARAMETERS, [*beginning, *body])
        kind: FunctionKind = "main" if lowered.is_start else "GOSUB"
        # not len(beginning): the `pass` of an empty function belongs to it
        return WrittenFunction(kind, lowered.entries, function, len(function.body) - len(body))

    def gosub(self, build: AstBuilder, label: str) -> ast.expr:
        """Writes the call of the function that a label is in, with a test whether the stack is full.

        A label that is not visible becomes an error when the GOSUB runs.
        """
        entry = self.gosub_entries.get(label)
        if entry is None:
            return undefined_label(build, label)
        name, position = entry
        called = build.call(name, position, build.binary(build.name("depth"), "+", 1))
        gosubs = build.name("depth")
        if self.compilation.graph.shares_stack:
            # the number of GOSUBs is in the lowest bits, that of the DEFs' stack cells above
            gosubs = build.binary(gosubs, "&", GOSUB_MASK)
        stack_is_full = build.compare(gosubs, ">=", GOSUB_DEPTH)
        return build.conditional(stack_is_full, build.call("stack_overflow"), called)

    # ---- DEFs

    def definition(self, variant: Variant, *, flattened: bool = False) -> WrittenFunction:
        """Writes one variant of a DEF: its code for one combination of the arguments' types.

        `flattened` writes jumps in place of its loops and branches. No plain label is visible inside a DEF,
        not even its own ones. Source: language reference, 4.7.
        """
        scope = variant.scope
        define = scope.routine.define
        assert define is not None  # only the main program has none
        lowered = lowered_definition(scope, flattened=self.flattened or flattened)
        unit = FunctionUnit(self.compilation, scope, variant, has_work_variable=self.shares_budget)
        blocks = BlockWriter(unit, lowered.live_labels, undefined_label)
        build = AstBuilder(define)
        self.find_arrays_made_by_dim(unit, lowered.parts)
        counted, body = self.work_and_body(blocks, lowered.body, scope)
        for variable in lowered.variables():
            unit.mark_used(variable)  # before `function_beginning` declares those used
        if not (body and isinstance(body[-1], ast.Return)):
            # control may reach END, where a DEF that returns a value has none, and one with OUT its outputs
            if define.returns:
                body.append(build.call_statement("type_mismatch"))
            elif result := blocks.output_tuple(build):
                body.append(build.return_(result))
        graph = self.compilation.graph
        # DEFs with known bounds never fill the stack
        if not (self.compilation.uses(Technique.QUIET) and variant.name in graph.stack_bounds):
            # more than STACK_CELLS, whatever number of GOSUBs is in the bits below one cell
            stack_is_full = build.compare(build.name("cells"), ">", (STACK_CELLS + 1) * graph.one_cell - 1)
            body.insert(0, build.if_(stack_is_full, [build.call_statement("stack_overflow")]))
        beginning = [*self.function_beginning(lowered, blocks), *counted]
        name, parameters = variant_function_name(variant), self.parameters(variant)
        function = build.function(name, parameters, [*beginning, *body])
        return WrittenFunction("DEF", (scope.name,), function, len(function.body) - len(body))

    def work_and_body(self, blocks: BlockWriter, block: Block, scope: Scope) -> tuple[Code, Code]:
        """Returns the code that counts a DEF's work, [] if its callers do, and the code of its statements.

        `block` has the statements as they are written, `scope` those of the listing.
        """
        return_count = self.work_costs.early_return_counts.get(scope.name, 0)
        lowered, original = block.statements[:return_count], scope.body.statements[:return_count]
        # the callers count the tests of the listing: lowering may have put other statements in their place
        if return_count and list(map(first_head, lowered)) == list(map(first_head, original)):
            return [], blocks.steps_with_early_returns(block.statements, return_count)
        body = blocks.code_of_block(block)
        if scope.name in self.work_costs.counted_by_callers and not return_count:
            return [], body  # the callers count all its work
        return blocks.count_work(
            START, CALL_COST + self.work_costs.cost_of_first_batch(block.statements)
        ), body

    def parameters(self, variant: Variant) -> list[str]:
        """Returns the names of a DEF's Python parameters; `cells` is the stack use of pending calls."""
        scope = variant.scope
        names = [
            # nothing can read a parameter if a later one has the same BASIC name
            scalar_name(scope.variables[name]) if name else f"dropped{position}"
            for position, name in enumerate(receivers(scope))
        ]
        return ["cells", *names] if self.compilation.takes_stack_use(variant) else names

    # ---- what stands before the statements

    def find_arrays_made_by_dim(self, unit: FunctionUnit, parts: list[Part]) -> None:
        """Adds the local arrays whose DIM runs before any use to `unit`: they need no first value.

        These are all with a DIM outside of inner blocks, unless a jump to a label may skip a DIM.
        """
        if len(parts) > 1 or parts[0].label:
            return
        for step in parts[0].steps:
            for each in step.declarations if isinstance(step, nodes.Declare) else ():
                if each.sizes is not None:
                    unit.arrays_made_by_dim.add(unit.scope.variables[each.name])
        unit.arrays_made_by_dim -= self.compilation.shared_variables  # these exist from the start of the run

    def function_beginning(self, lowered: LoweredFunction, blocks: BlockWriter) -> Code:
        """Writes what stands before a function's statements: `nonlocal`, and the first values of its locals.

        Called after these are written, when `unit` knows which variables they use.
        """
        unit, shared = blocks.unit, self.compilation.shared_variables
        define = unit.scope.routine.define
        # END returns all outputs, used in the DEF or not
        outputs = [unit.scope.variables[each] for each in define.outputs] if define else []
        used = list(dict.fromkeys([*unit.used, *outputs]))
        nonlocals = [name for each in used if each in shared for name in python_names(each)]
        code: Code = []
        if self.shares_budget and unit.mentions_work:
            nonlocals.append("work")
        if nonlocals:
            code.append(START.nonlocal_(nonlocals))
        if unit.has_work_variable and not self.shares_budget:  # alone it counts the budget down in a local
            code.append(START.assign("work", START.name("budget")))
        if blocks.loops.flag_jumps:  # jumps out of several loops
            code.append(START.assign("leaving", 0))
        stored_before_use = unit.arrays_made_by_dim | set(variables_stored_first(lowered.body, unit.scope))
        if define:
            stored_before_use |= {unit.scope.variables[each] for each in define.parameters}
        for variable in used:
            if variable not in shared and variable not in stored_before_use:
                code += self.first_value(variable)
        return code

    def first_value(self, variable: Variable) -> Code:
        """Writes what a local variable begins with: 0 or "", or an array without elements until its DIM."""
        if not variable.is_array:
            default = self.compilation.facts.kind_of(variable).default
            return [START.assign(scalar_name(variable), START.constant(default))]
        owner = array_name(variable)
        sizes = START.tuple_([START.constant(0)] * variable.dimensions)
        return [
            START.assign(owner, START.call("Array", variable.kind, sizes)),
            START.assign(items_name(variable), START.attribute(START.name(owner), "items")),
        ]


def variables_stored_first(body: Block, scope: Scope) -> Iterator[Variable]:
    """Yields the variables that the first statements of a function store to before anything reads them.

    They need no first value. Only the assignments and declarations before the first other statement count.
    """
    seen: set[str] = set()
    for step in body.statements:
        yield_to_host()
        if not isinstance(step, nodes.Assign | nodes.Declare):
            return
        # a name that the statement mentions once is only stored to
        name_nodes = (each for each in nodes_in(step) if isinstance(each, nodes.Name | nodes.Declaration))
        uses = Counter(each.name for each in name_nodes)
        for name in (each.name for each in stores(step) if isinstance(each.target, nodes.Name)):
            variable = scope.variables.get(name)
            # an untyped parameter may hold an array
            is_scalar = variable is not None and not variable.is_array and variable.kind != UNTYPED
            if variable and is_scalar and name not in seen and uses[name] == 1:
                yield variable
        seen.update(uses)


def undefined_label(build: AstBuilder, label: str) -> ast.expr:
    """Writes the error of a jump to a label that is not visible."""
    return build.call("undefined_label", label)


RUN_NAMES = frozenset(
    (
        *("Array", "ask_fields", "ask_line", "budget", "call_back", "call_by_name", "command", "compared"),
        *("decided", "end_program", "entered", "find_label", "gosub_by_name", "label_exists", "look_on"),
        *("print_", "read_data", "remaining", "restore", "set_variable_named", "shift", "suspend", "switch"),
        *("tab", "tick", "trace", "unshift_item", "variable_exists", "variable_named", "work"),
        "write_system",
        *StringOperations.OPERATORS,
    )
)
"""The names in generated code that belong to one run; the other functions are the same for all runs."""

FUNCTIONS_AT_ONCE = 256
"""The number of functions that are compiled at once: for each of them CPython looks through all names of all.

10,000 at once took seven seconds, in which nothing else could run.
"""

Closure = tuple[CodeType, Callable[[Mapping[str, CellType]], tuple[CellType, ...]]]
"""The code of a function, and a function that picks the cells it uses out of all cells of a run."""


@dataclass(frozen=True, eq=False)
class SharedVariable:
    """A module-level variable that several functions use, with its first value and its Python names."""

    variable: Variable
    default: Any
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Compiled:
    """A compiled listing; nothing in it belongs to one run, so it can be run again and again.

    Its functions are `closures`, by name; what belongs to one run is in their cells: builtins (`forms`, by
    the name in the code), `shared_variables`, each other, `used_services` of the run, and `label_tables` with
    the positions of labels for computed jumps. `gosub_entries` maps a label to the function and the position
    where a GOSUB from DIRECT mode or another slot enters.

    A function that was never called is in `uncompiled`, with its number of parameters, until
    `compile_function` compiles it. Another thread may run the program meanwhile: `lock` guards what grows.
    """

    program: Program
    path: str
    label_tables: dict[str, dict[str, int]]
    forms: dict[str, Form]
    shared_variables: list[SharedVariable]
    gosub_entries: dict[str, tuple[str, int]]
    closures: dict[str, Closure]
    used_services: dict[str, None]
    uncompiled: dict[str, int]
    compile_function: Callable[[str], None]
    lock: AbstractContextManager[object] = field(default_factory=RLock)

    @property
    def functions(self) -> tuple[CodeType, ...]:
        """The code of all functions, called or not; the one that the program starts with is the first."""
        with self.lock:
            while self.uncompiled:
                self.compile_function(next(iter(self.uncompiled)))  # removes it from `uncompiled`
            codes = {name: code for name, (code, _) in self.closures.items()}
        return codes.pop(FIRST), *(codes[name] for name in sorted(codes))

    @cached_property
    def scalars(self) -> dict[str, Any]:
        """The first value of each shared variable that is no array, by its Python name."""
        return {each.names[0]: each.default for each in self.shared_variables if not each.variable.dimensions}

    @cached_property
    def basic_names(self) -> dict[str, str]:
        """The BASIC name for each Python name of a variable; `M[]` for the elements of an array."""
        return basic_names(self.program)

    @cached_property
    def arrays(self) -> tuple[SharedVariable, ...]:
        """The shared variables that are arrays."""
        return tuple(each for each in self.shared_variables if each.variable.dimensions)


@text_cache(64)
def compile_listing(source: str, slot: int = 0, settings: Settings = PLAIN) -> Compiled:
    """Compiles a listing; cached in memory by text, so that a second run starts at once.

    Raises BasicError for the errors that the machine finds before a program starts.
    """
    with room_to_compile():
        return compile_program(analyse_listing(source, slot, alone=settings.alone), settings)


def compile_program(program: Program, settings: Settings = PLAIN) -> Compiled:
    """Compiles a Program."""
    return with_loops_or_jumps(lambda flattened: _Compiler(program, settings, flattened=flattened).run())


def with_loops_or_jumps(compiled: Callable[[bool], Result]) -> Result:
    """Returns what `compiled` makes with loops, or with jumps in their place (`flattened` is True).

    CPython refuses more than twenty loops inside each other by a SyntaxError.
    """
    try:
        return compiled(False)
    except SyntaxError:
        return compiled(True)


def written_functions(source: str, settings: Settings = PLAIN) -> list[WrittenFunction]:
    """Returns the Python functions of a listing as syntax trees, the one it starts with first.

    Raises BasicError for the errors that the machine finds before a program starts.
    """
    with deepest_recursion:
        program = analyse_listing(source, alone=settings.alone)
        return with_loops_or_jumps(
            lambda flattened: _Compiler(program, settings, flattened=flattened).all_functions()
        )


def compilation_of(program: Program, settings: Settings) -> Compilation:
    """Collects what is known about a program before any of its code is written.

    Much of it holds only while no unknown code (another slot, DIRECT mode, a computed name) stores to the
    program's variables, calls its DEFs or enters its labels. So that is found out first.
    """
    techniques = settings.techniques
    external = external_access(program)
    # other slots and DIRECT mode may use all of a library: store to globals, call DEFs, ...
    open_to_others = settings.library or external.may_store_globals
    has_unknown_callers = settings.library or external.may_call_definitions
    # ... and enter labels, so that GOSUBs may be pending while a DEF runs
    shares_stack = has_unknown_callers or external.may_enter_labels or external.uses_other_slots
    # with CUT, a parameter that gets Integers and Reals is a Real if nothing shows the difference
    variants = Variants(program, generic=has_unknown_callers, untype_numbers=Technique.CUT not in techniques)
    guarded = Technique.GUARDS in techniques
    guard_table = GuardTable(program, open_to_others=open_to_others, guarded=guarded)
    facts = infer(
        variants,
        guard_table,
        reals_as_ints=Technique.WHOLE in techniques,
        skip_initial_zeros=Technique.OPENING in techniques,
        allow_mixed=Technique.MIXED in techniques,
    ).facts
    return Compilation(
        program,
        settings,
        variants,
        facts,
        guard_table,
        graph=CallGraph(program, has_unknown_callers=has_unknown_callers, shares_stack=shares_stack),
        external_access=external,
        # DIRECT mode may do anything with a string
        shares_strings=settings.library or shares_strings(program, other_slots=external.uses_other_slots),
    )


class _Compiler:
    """One compilation from start to end; `flattened` writes jumps in place of all loops and branches.

    `functions` writes the code. `spellings` maps Python names of variables to BASIC ones, if debuggers shall
    list these; `shared_names` are the Python names of shared variables. `variants` has the versions of DEFs
    that were called so far, by function name. The other attributes are those of the `Compiled` result.
    """

    def __init__(self, program: Program, settings: Settings, *, flattened: bool = False) -> None:
        self.program = program
        self.settings = settings
        self.compilation = compilation_of(program, settings)
        main = self.lowered_main(flattened=flattened)
        self.functions = Functions(self.compilation, main, flattened=flattened)
        # found in the lowered functions, and needed when they are written
        self.compilation.shared_variables = self.find_shared_variables()
        self.spellings = basic_names(program) if settings.basic_names else {}
        shared = self.compilation.shared_variables
        self.shared_names = {name for each in shared for name in python_names(each)}
        self.variants: dict[str, Variant] = {}
        self.closures: dict[str, Closure] = {}
        self.uncompiled: dict[str, int] = {}
        self.used_services: dict[str, None] = {}

    def lowered_main(self, *, flattened: bool) -> list[LoweredFunction]:
        """Returns the functions of the main program; each label is an entry if unknown code may call it."""
        external = self.compilation.external_access
        enter_anywhere = self.settings.library or external.may_enter_labels or external.uses_other_slots
        return lowered_main(self.program.main, enter_anywhere=enter_anywhere, flattened=flattened)

    def find_shared_variables(self) -> set[Variable]:
        """Returns the globals that are used outside the function that the main program starts with.

        A global that only that function uses is a local of it, which Python reads faster.
        """
        main = self.program.main
        # DIRECT mode and other slots may use all of them
        if self.compilation.guard_table.open_to_others:
            return set(main.variables.values())
        shared: set[Variable] = set()
        for scope in self.program.definitions.values():
            shared.update(scope.used_globals.values())
        for each in self.functions.main.values():
            # a GOSUB calls the function again, with locals of its own, if it enters at a label
            if not each.is_start or each.entries:
                shared.update(each.variables())
        return shared

    def run(self) -> Compiled:
        """Compiles the function that the program starts with; the others follow when they are first called.

        All are compiled at once if local variables have BASIC names, for debuggers.
        """
        if self.settings.basic_names:
            self.compile_functions(self.functions.write_all())
        else:
            main = self.functions.main
            subroutines = [name for name, each in main.items() if each.is_subroutine]
            self.uncompiled.update(dict.fromkeys(subroutines, len(MAIN_PARAMETERS)))
            self.compile_functions(
                self.functions.main_function(name) for name in main if name not in subroutines
            )
        compilation = self.compilation
        compiled = Compiled(
            program=self.program,
            path=self.settings.path,
            label_tables=compilation.label_tables,
            forms=compilation.forms,
            shared_variables=[
                SharedVariable(
                    each,
                    compilation.facts.kind_of(each).default,
                    tuple(map(intern, python_names(each))),  # looked up at the start of each run
                )
                # in order of first mention
                for each in self.program.main.variables.values()
                if each in compilation.shared_variables
            ],
            gosub_entries=self.functions.gosub_entries,
            closures=self.closures,
            used_services=self.used_services,
            uncompiled=self.uncompiled,
            compile_function=self.compile_function,
        )
        self.drop_facts_when_finished()
        return compiled

    def all_functions(self) -> list[WrittenFunction]:
        """Returns all functions as syntax trees. Raises SyntaxError if they cannot be compiled."""
        written = list(self.functions.write_all())
        self.compile_functions(written)
        return written

    def compile_function(self, name: str) -> None:
        """Moves a function from `uncompiled` to `closures`, on its first call."""
        with room_to_compile():
            with_loops_or_jumps(
                lambda flattened: self.compile_functions(
                    [self.write_on_first_call(name, flattened=flattened)]
                )
            )
        self.drop_facts_when_finished()

    def write_on_first_call(self, name: str, *, flattened: bool) -> WrittenFunction:
        """Writes a function that is called for the first time: a DEF, or what a GOSUB enters.

        `flattened` writes jumps in place of its loops and branches.
        """
        functions = self.functions
        if name in self.variants:
            return functions.definition(self.variants[name], flattened=flattened)
        if flattened:
            # it is entered at its first statement only, so that the places in `gosub_entries` stay right
            lowered = dict(zip(functions.main, self.lowered_main(flattened=True), strict=True))
            functions.main[name] = lowered[name]
        return functions.main_function(name)

    def drop_facts_when_finished(self) -> None:
        """Frees what is known of the program, more than its code, when all functions are compiled."""
        if not self.uncompiled:
            del self.compilation, self.functions

    def compile_functions(self, written: Iterable[WrittenFunction]) -> None:
        """Compiles functions into `closures`; adds new DEFs that they call to `uncompiled`."""
        functions = [each.function for each in written]  # all are written before the table is read
        # writing the calls has added variants of DEFs to the end of the table
        for variant in islice(self.compilation.variants.table.values(), len(self.variants), None):
            name = variant_function_name(variant)
            self.variants[name] = variant
            self.uncompiled[name] = len(self.functions.parameters(variant))
        for code in compile_as_closures(functions, self.has_cell, self.settings.path):
            final_code = with_local_names(code, self.spellings) if self.spellings else code
            self.closures[code.co_name] = final_code, values_picker(final_code.co_freevars)
            self.uncompiled.pop(code.co_name, None)
            # an ordered set
            self.used_services.update((name, None) for name in final_code.co_freevars if name in RUN_NAMES)

    def has_cell(self, name: str) -> bool:
        """Whether a name in the code stands for a cell of its closure, whose contents belong to one run."""
        compilation = self.compilation
        return (
            name in RUN_NAMES
            or name in compilation.forms
            or name in self.shared_names
            or name in self.variants
            or name in self.functions.main
            or name in compilation.label_tables
        )


# ---- closures


def values_picker(names: tuple[str, ...]) -> Callable[[Mapping[str, CellType]], tuple[CellType, ...]]:
    """Returns a function that picks the cells with these names, in order, from all cells of a run."""
    if len(names) > 1:
        return itemgetter(*names)  # faster, but it returns no tuple for a single name
    return lambda cells: tuple(cells[name] for name in names)


def compile_as_closures(
    functions: Sequence[ast.FunctionDef], has_cell: Callable[[str], bool], path: str
) -> Iterator[CodeType]:
    """Yields the code of each function: a closure, in whose cells it finds the names for which `has_cell`.

    It is compiled inside another function, whose parameters become the cells.
    """
    for first in range(0, len(functions), FUNCTIONS_AT_ONCE):
        batch = functions[first : first + FUNCTIONS_AT_ONCE]
        defined = {each.name for each in batch}  # these are variables of the outer function itself
        names = dict.fromkeys(names_used_in(batch))
        cells = [each for each in names if has_cell(each) and each not in defined]
        # CPython does not yield while it compiles: a second for a listing as long as the console can hold
        yield_to_host()
        outer = START.function("listing", cells, list(batch))
        module = compile(ast.Module([outer], []), path, "exec", dont_inherit=True)
        yield_to_host()
        (listing,) = function_codes_in(module)
        # without `listing.<locals>.`, which a profiler would show
        yield from (each.replace(co_qualname=each.co_name) for each in function_codes_in(listing))


def names_used_in(functions: Iterable[ast.FunctionDef]) -> Iterator[str]:
    """Yields the names that functions mention, some more than once. ast.walk takes three times as long."""
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


def function_codes_in(code: CodeType) -> list[CodeType]:
    """Returns the code of the functions that are defined directly in some code."""
    return [each for each in code.co_consts if isinstance(each, CodeType)]
