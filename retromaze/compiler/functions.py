"""Writes the Python functions of a program: main program, the code that each GOSUB reaches, DEFs."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from retromaze.analysis.programs import LoweredFunction, lowered_definition
from retromaze.analysis.side_effects import head_of, receivers
from retromaze.analysis.type_rules import Variant
from retromaze.compiler import naming
from retromaze.compiler.blocks import Blocks, place_of
from retromaze.compiler.call_graph import GOSUB_DEPTH, GOSUBS, STACK_CELLS
from retromaze.compiler.stores import Code
from retromaze.compiler.syntax import At
from retromaze.compiler.unit import Compilation, FunctionUnit
from retromaze.compiler.work import CALL_COST
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.nodes import nodes_in
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import Block, Step
from retromaze.language.text import yield_to_host

START = At(1, 1)
MAIN = "main_"
FIRST = MAIN + "0"
"""The function that a program starts with."""
MAIN_PARAMETERS = ("entry", "depth")
"""Where it is entered, and how many GOSUBs are pending."""
FunctionKind = Literal["main", "GOSUB", "DEF"]


@dataclass(frozen=True, eq=False)
class WrittenFunction:
    """A Python function as it was written; its statements have the places of what they stand for.

    `names` are the labels that GOSUBs enter it by, or the DEF's name. The first `head` statements prepare
    the function; they, and whatever else stands for nothing, are at START.
    """

    kind: FunctionKind
    names: tuple[str, ...]
    function: ast.FunctionDef
    head: int


class Functions:
    """Writes the functions of one program; `entries` maps a label to (function, position) for GOSUBs.

    `main` are the functions of the main program, the one it starts with first.
    """

    def __init__(self, compilation: Compilation, main: Sequence[LoweredFunction], *, dissolved: bool) -> None:
        self.compilation = compilation
        self.program = compilation.program
        self.work = compilation.work
        self.main = {f"{MAIN}{number}": each for number, each in enumerate(main)}
        self.dissolved = dissolved
        self.entries = {
            label: (name, at) for name, each in self.main.items() for label, at in each.positions.items()
        }
        # one function that GOSUB enters again is several: its calls count the same frame's work
        self.several = len(main) + len(self.program.definitions) > 1 or bool(self.entries)

    def main_functions(self) -> Iterator[WrittenFunction]:
        """What the program starts with first, then GOSUBs."""
        return map(self.main_function, self.main)

    def lower_again(self, name: str, main: Sequence[LoweredFunction]) -> None:
        """Takes a function of the main program from others that were made of it."""
        self.main[name] = dict(zip(self.main, main, strict=True))[name]

    # ---- the main program and its GOSUBs

    def main_function(self, name: str) -> WrittenFunction:
        lowered = self.main[name]
        unit = FunctionUnit(self.compilation, lowered.scope, counts_work=self.several)
        blocks = Blocks(unit, lowered.live, self.gosub)
        parts = lowered.parts
        if len(parts) == 1 and not parts[0].label:
            unit.made_first = self.own(made_first(parts[0].steps, unit.scope))
        simple = lowered.is_simple
        body = blocks.parts(parts) if simple else blocks.dispatch(place_of(parts), parts, "entry")
        if lowered.entries and not parts[-1].closed:
            # the end of the program is its end in a GOSUB too
            body.append(START.expression(START.call("end_program")))
        for variable in lowered.variables():
            unit.use(variable)
        cost = self.work.first_row(parts[0].steps) if len(parts) == 1 else 0
        counted = [] if lowered.is_start else blocks.work(START, CALL_COST + cost)
        head = [*self.head(lowered, blocks), *counted]
        function = START.function(name, MAIN_PARAMETERS, [*head, *body])
        return WrittenFunction(
            "main" if lowered.is_start else "GOSUB",
            lowered.entries,
            function,
            len(function.body) - len(body),
        )

    def gosub(self, at: At, label: str) -> ast.expr:
        """The call a GOSUB becomes."""
        entry = self.entries.get(label)
        if entry is None:
            return at.call("undefined_label", at.constant(label))
        name, position = entry
        called = at.call(name, at.constant(position), at.binary(at.name("depth"), "+", at.constant(1)))
        crossing = self.compilation.graph.crossing
        pending = at.binary(at.name("depth"), "&", at.constant(GOSUBS)) if crossing else at.name("depth")
        limit = at.compare(pending, ">=", at.constant(GOSUB_DEPTH))
        return at.choose(limit, at.call("stack_overflow"), called)

    # ---- DEFs

    def definitions(self) -> Iterator[WrittenFunction]:
        """Every variant of every DEF, those included that only turn up while others are written."""
        written: set[Variant] = set()
        while waiting := [each for each in self.compilation.variants.table.values() if each not in written]:
            for variant in waiting:
                written.add(variant)
                yield self.definition(variant)

    def definition(self, variant: Variant, *, dissolved: bool = False) -> WrittenFunction:
        scope = variant.scope
        define = scope.routine.define
        assert define is not None
        lowered = lowered_definition(scope, dissolved=self.dissolved or dissolved)
        unit = FunctionUnit(self.compilation, scope, variant, counts_work=self.several)
        blocks = Blocks(unit, lowered.live, gosub_in_def)
        at = At(define.line, define.column)
        parts = lowered.parts
        if len(parts) == 1 and not parts[0].label:
            unit.made_first = self.own(made_first(parts[0].steps, scope))
        counted, body = self.definition_body(blocks, lowered.body, scope)
        for variable in lowered.variables():
            unit.use(variable)
        body = [*self.stack_check(at, variant), *body, *self.definition_end(at, blocks, body)]
        head = [*self.head(lowered, blocks), *counted]
        function = at.function(naming.variant_function(variant), self.parameters(variant), [*head, *body])
        return WrittenFunction("DEF", (scope.name,), function, len(function.body) - len(body))

    def definition_body(self, blocks: Blocks, block: Block, scope: Scope) -> tuple[Code, Code]:
        """What counts the work of a DEF, unless its callers do, and its statements."""
        early = self.early(block, scope)
        if early:
            return [], blocks.parted(block, early)
        body = blocks.block(block)
        if self.work.is_counted(scope.name):
            return [], body
        return blocks.work(START, CALL_COST + self.work.first_row(block.statements)), body

    def early(self, body: Block, scope: Scope) -> int:
        """How many statements of a DEF its callers count; the work counter stands behind them."""
        number = self.work.counts_from.get(scope.name, 0)
        written, read = body.statements[:number], scope.body.statements[:number]
        return number if list(map(head_of, written)) == list(map(head_of, read)) else 0

    def parameters(self, variant: Variant) -> list[str]:
        scope = variant.scope
        names = [
            naming.scalar(scope.variables[name]) if name else naming.dropped_argument(position)
            for position, name in enumerate(receivers(scope))
        ]
        return ["cells", *names] if self.compilation.is_told_cells(variant) else names

    def stack_check(self, at: At, variant: Variant) -> Code:
        if not self.compilation.watches_stack(variant):
            return []
        most = (STACK_CELLS + 1) * self.compilation.graph.cell - 1
        full = at.compare(at.name("cells"), ">", at.constant(most))
        return [at.when(full, [at.expression(at.call("stack_overflow"))])]

    def definition_end(self, at: At, blocks: Blocks, body: Code) -> Code:
        """What happens when a DEF's END is reached: a function then has no value to give."""
        if body and isinstance(body[-1], ast.Return):
            return []
        define = blocks.unit.scope.routine.define
        if define is not None and define.returns:
            return [at.expression(at.call("type_mismatch"))]
        result = blocks.outputs(at)
        return [] if result is None else [at.give(result)]

    # ---- what stands before the statements

    def head(self, lowered: LoweredFunction, blocks: Blocks) -> Code:
        """Global declarations and fresh locals of a function."""
        unit = blocks.unit
        used = list(dict.fromkeys([*unit.used, *self.outputs_of(unit.scope)]))
        shared = [
            name for each in used if each in self.compilation.shared for name in naming.identifiers(each)
        ]
        code: Code = []
        if self.several and unit.uses_work:
            shared.append("work")
        if shared:
            code.append(START.shared(shared))
        if unit.counts_work and not self.several:
            code.append(START.assign("work", START.name("budget")))
        if blocks.loops.taken:
            code.append(START.assign("leaving", START.constant(0)))
        given = self.given(unit.scope) | set(first_stored(lowered.body, unit.scope)) | unit.made_first
        fresh = [each for each in used if each not in self.compilation.shared and each not in given]
        return [*code, *(line for each in fresh for line in self.fresh(each))]

    def own(self, variables: Iterable[Variable]) -> set[Variable]:
        """Those that one function alone needs."""
        return set(variables) - self.compilation.shared

    def given(self, scope: Scope) -> set[Variable]:
        define = scope.routine.define
        return {scope.variables[each] for each in define.parameters} if define else set()

    def outputs_of(self, scope: Scope) -> list[Variable]:
        define = scope.routine.define
        return [scope.variables[each] for each in define.outputs] if define else []

    def fresh(self, variable: Variable) -> Code:
        """A local as it is before anything is stored."""
        if not variable.is_array:
            default = self.compilation.facts.of(variable).default
            return [START.assign(naming.scalar(variable), START.constant(default))]
        sizes = START.row([START.constant(0)] * variable.dimensions)
        owner = naming.array_object(variable)
        return [
            START.assign(owner, START.call("Array", START.constant(variable.kind), sizes)),
            START.assign(naming.items(variable), START.attribute(START.name(owner), "items")),
        ]


def first_stored(body: Block, scope: Scope) -> Iterator[Variable]:
    """The locals that the first statements of a function store to before anything is done with them."""
    seen: set[str] = set()
    for step in body.statements:
        yield_to_host()
        if not isinstance(step, nodes.Assign | nodes.Declare):
            return
        named = (each for each in nodes_in(step) if isinstance(each, nodes.Name | nodes.Declaration))
        names = Counter(each.name for each in named)
        for name in (each.name for each in stores(step) if isinstance(each.target, nodes.Name)):
            variable = scope.variables.get(name)
            plain = variable is not None and not variable.is_array and variable.kind != "?"
            if variable and plain and name not in seen and names[name] == 1:
                yield variable
        seen.update(names)


def made_first(steps: Iterable[Step], scope: Scope) -> Iterator[Variable]:
    """The arrays that statements in a row make; nothing can name an array above its DIM."""
    for step in steps:
        for each in step.declarations if isinstance(step, nodes.Declare) else ():
            if each.sizes is not None:
                yield scope.variables[each.name]


def gosub_in_def(at: At, label: str) -> ast.expr:
    """The call a GOSUB inside a DEF becomes: no plain label is in sight there, its own ones included.

    Source: language reference, 4.7.
    """
    return at.call("undefined_label", at.constant(label))
