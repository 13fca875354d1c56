"""Writes the Python functions of a program: main program, the code that each GOSUB reaches, DEFs."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from retromaze.analysis.jumps import Part
from retromaze.analysis.programs import LoweredFunction, lowered_definition
from retromaze.analysis.side_effects import head_of, receivers
from retromaze.analysis.type_rules import Variant
from retromaze.compiler import naming
from retromaze.compiler.blocks import Blocks, place_of
from retromaze.compiler.resources import CALL_COST, GOSUB_DEPTH, GOSUBS, STACK_CELLS
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder, Code, Compilation, FunctionUnit
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.nodes import nodes_in
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import Block
from retromaze.language.text import yield_to_host

START = AstBuilder(1, 1)
MAIN = "main_"
FIRST = MAIN + "0"
"""The function that a program starts with."""
MAIN_PARAMETERS = ("entry", "depth")
"""The position it is entered at, and the number of pending GOSUBs."""
FunctionKind = Literal["main", "GOSUB", "DEF"]


@dataclass(frozen=True, eq=False)
class WrittenFunction:
    """A Python function as it was written; its statements have the places of what they stand for.

    `names` are the labels that GOSUBs enter it by, or the DEF's name. The first `head` statements prepare
    the function; they, and all others that stand for nothing in the listing, are at START.
    """

    kind: FunctionKind
    names: tuple[str, ...]
    function: ast.FunctionDef
    head: int


class Functions:
    """Writes the functions of one program; `entries` maps a label to (function, position) for GOSUBs.

    `main` has the functions of the main program by name, the one it starts with first.
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

    def all(self) -> Iterator[WrittenFunction]:
        """Yields all functions, the one that the program starts with first."""
        yield from map(self.main_function, self.main)
        written: set[Variant] = set()
        # further variants turn up while others are written
        while waiting := [each for each in self.compilation.variants.table.values() if each not in written]:
            for variant in waiting:
                written.add(variant)
                yield self.definition(variant)

    # ---- the main program and its GOSUBs

    def main_function(self, name: str) -> WrittenFunction:
        """The start of the main program, or what a GOSUB reaches."""
        lowered = self.main[name]
        unit = FunctionUnit(self.compilation, lowered.scope, counts_work=self.several)
        blocks = Blocks(unit, lowered.live, self.gosub)
        parts = lowered.parts
        self.note_first_arrays(unit, parts)
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
        kind: FunctionKind = "main" if lowered.is_start else "GOSUB"
        return WrittenFunction(kind, lowered.entries, function, len(function.body) - len(body))

    def gosub(self, at: AstBuilder, label: str) -> ast.expr:
        """The call of the function that a label is in."""
        entry = self.entries.get(label)
        if entry is None:
            return undefined_label(at, label)
        name, position = entry
        called = at.call(name, at.constant(position), at.binary(at.name("depth"), "+", at.constant(1)))
        crossing = self.compilation.graph.crossing
        pending = at.binary(at.name("depth"), "&", at.constant(GOSUBS)) if crossing else at.name("depth")
        limit = at.compare(pending, ">=", at.constant(GOSUB_DEPTH))
        return at.choose(limit, at.call("stack_overflow"), called)

    # ---- DEFs

    def definition(self, variant: Variant, *, dissolved: bool = False) -> WrittenFunction:
        """One variant of a DEF. No plain label is visible inside a DEF, not even its own ones.

        Source: language reference, 4.7.
        """
        scope = variant.scope
        define = scope.routine.define
        assert define is not None
        lowered = lowered_definition(scope, dissolved=self.dissolved or dissolved)
        unit = FunctionUnit(self.compilation, scope, variant, counts_work=self.several)
        blocks = Blocks(unit, lowered.live, undefined_label)
        at = AstBuilder(define.line, define.column)
        self.note_first_arrays(unit, lowered.parts)
        counted, body = self.counted_body(blocks, lowered.body, scope)
        for variable in lowered.variables():
            unit.use(variable)
        if not (body and isinstance(body[-1], ast.Return)):
            # its END is reached: a function has no value to return then
            if define.returns:
                body.append(at.expression(at.call("type_mismatch")))
            elif result := blocks.outputs(at):
                body.append(at.give(result))
        graph = self.compilation.graph
        if not (self.compilation.uses(Technique.QUIET) and variant.name in graph.depths):
            full = at.compare(at.name("cells"), ">", at.constant((STACK_CELLS + 1) * graph.cell - 1))
            body.insert(0, at.when(full, [at.expression(at.call("stack_overflow"))]))
        head = [*self.head(lowered, blocks), *counted]
        function = at.function(naming.variant_function(variant), self.parameters(variant), [*head, *body])
        return WrittenFunction("DEF", (scope.name,), function, len(function.body) - len(body))

    def counted_body(self, blocks: Blocks, block: Block, scope: Scope) -> tuple[Code, Code]:
        """The code that counts the work of a DEF, unless its callers do, and its statements."""
        early = self.work.counts_from.get(scope.name, 0)
        written, read = block.statements[:early], scope.body.statements[:early]
        # lowering may have changed the statements that the callers count
        if early and list(map(head_of, written)) == list(map(head_of, read)):
            return [], blocks.steps_counted_from(block.statements, early)
        body = blocks.block(block)
        if scope.name in self.work.counted and not early:
            return [], body
        return blocks.work(START, CALL_COST + self.work.first_row(block.statements)), body

    def parameters(self, variant: Variant) -> list[str]:
        """Returns the Python parameters of a DEF."""
        scope = variant.scope
        names = [
            naming.scalar(scope.variables[name]) if name else naming.dropped_argument(position)
            for position, name in enumerate(receivers(scope))
        ]
        return ["cells", *names] if self.compilation.takes_cells(variant) else names

    # ---- what stands before the statements

    def note_first_arrays(self, unit: FunctionUnit, parts: list[Part]) -> None:
        """Notes the local arrays that statements in a row make: nothing can name an array before its DIM."""
        if len(parts) > 1 or parts[0].label:
            return
        for step in parts[0].steps:
            for each in step.declarations if isinstance(step, nodes.Declare) else ():
                if each.sizes is not None:
                    unit.made_first.add(unit.scope.variables[each.name])
        unit.made_first -= self.compilation.shared

    def head(self, lowered: LoweredFunction, blocks: Blocks) -> Code:
        """Declarations of module-level variables, and locals with their first values."""
        unit, compilation = blocks.unit, self.compilation
        define = unit.scope.routine.define
        outputs = [unit.scope.variables[each] for each in define.outputs] if define else []
        used = list(dict.fromkeys([*unit.used, *outputs]))
        shared = [name for each in used if each in compilation.shared for name in naming.identifiers(each)]
        code: Code = []
        if self.several and unit.uses_work:
            shared.append("work")
        if shared:
            code.append(START.shared(shared))
        if unit.counts_work and not self.several:
            code.append(START.assign("work", START.name("budget")))
        if blocks.loops.taken:
            code.append(START.assign("leaving", START.constant(0)))
        given = unit.made_first | set(first_stored(lowered.body, unit.scope))
        if define:
            given |= {unit.scope.variables[each] for each in define.parameters}
        for variable in used:
            if variable in compilation.shared or variable in given:
                continue
            if not variable.is_array:
                default = compilation.facts.of(variable).default
                code.append(START.assign(naming.scalar(variable), START.constant(default)))
                continue
            sizes = START.row([START.constant(0)] * variable.dimensions)
            owner = naming.array_object(variable)
            code += [
                START.assign(owner, START.call("Array", START.constant(variable.kind), sizes)),
                START.assign(naming.items(variable), START.attribute(START.name(owner), "items")),
            ]
        return code


def first_stored(body: Block, scope: Scope) -> Iterator[Variable]:
    """Yields the locals that the first statements of a function store to before anything uses them."""
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


def undefined_label(at: AstBuilder, label: str) -> ast.expr:
    """The error of a jump to a label that is not visible."""
    return at.call("undefined_label", at.constant(label))
