"""The functions of a port, the variables that they share, and the values still needed after a step.

Strings that have several names while one of these changes them in place are `basic.Text` objects; all others
are plain strings, where `INC A$,"X"` may make a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from retromaze.analysis.graphs import cycles_of, items_reachable
from retromaze.analysis.jumps import literal_label
from retromaze.analysis.programs import LoweredFunction, lowered_definition, lowered_main
from retromaze.analysis.restructure import without_fallthroughs
from retromaze.analysis.sharing import StringGroups
from retromaze.analysis.side_effects import (
    outputs,
    variables_named,
    variables_overwritten,
    variables_read,
    variables_resized,
    variables_stored,
)
from retromaze.analysis.type_rules import Variant
from retromaze.language import nodes
from retromaze.language.nodes import Head, Label, calls_in
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import (
    LOOPS,
    Block,
    Choice,
    CountedLoop,
    Fallthrough,
    Forever,
    Leave,
    RepeatLoop,
    Step,
    Switch,
    WhileLoop,
    all_header_nodes,
    all_steps,
    effects,
    inner_blocks,
)
from retromaze.porting.inference import PortVariants
from retromaze.porting.preparing import CannotPort

if TYPE_CHECKING:
    from retromaze.porting.inference import SettledPortRules

DEEPEST = 20
"""Most loops inside each other that Python compiles in one function."""


@dataclass(eq=False)
class PortUnit(LoweredFunction):
    """The code of one Python function: the main program, code that a GOSUB reaches, or a variant of a DEF.

    `rules`: the types of its numbers; `is_stretch`: whether it is a stretch of the main program that is
    extracted though the listing has no GOSUB to it; `is_program`: whether it is the program of another slot.
    """

    _: KW_ONLY
    rules: SettledPortRules
    variant: Variant | None = None
    is_stretch: bool = False
    is_program: bool = False

    @property
    def define(self) -> nodes.Define | None:
        """The heading of the DEF; None in the main program and in code that its GOSUBs reach."""
        return self.scope.routine.define


def units_of(variants: PortVariants, rules: Any) -> list[PortUnit]:
    """Returns the units of a program: main program, subroutines, and the variants of its DEFs by line.

    `rules` makes the type rules of a scope. Raises CannotPort for loops that are too deep.
    """
    functions: list[tuple[LoweredFunction, Variant | None]] = [
        (each, None) for each in lowered_main(variants.program.main)
    ]
    by_line = sorted(variants.table.values(), key=lambda each: definition_of(each.scope).line)
    functions += [(lowered_definition(variant.scope), variant) for variant in by_line]
    for lowered, _ in functions:
        without_fallthroughs(lowered.body)
        refuse_deep_loops(lowered.body)
    return [
        PortUnit(**vars(lowered), rules=rules(lowered.scope), variant=variant)
        for lowered, variant in functions
    ]


def definition_of(scope: Scope) -> nodes.Define:
    """Returns the heading of the DEF that a scope belongs to."""
    define = scope.routine.define
    assert define is not None
    return define


def refuse_deep_loops(body: Block) -> None:
    """Raises CannotPort for more loops inside each other than Python can compile."""
    if sum([isinstance(step, LOOPS) for step in all_steps(body)]) <= DEEPEST:
        return  # so few loops cannot be too deep
    # steps still to visit, each with the number of loops around it
    waiting: list[tuple[Step, int]] = [(step, 0) for step in body.statements]
    while waiting:
        step, around = waiting.pop()
        if isinstance(step, LOOPS):
            if around == DEEPEST:
                raise CannotPort(
                    step.line, f"up to here there are more than {DEEPEST} loops inside each other"
                )
            around += 1
        waiting += [(each, around) for block in inner_blocks(step) for each in block.statements]


class CallGraph:
    """The units of a port and which of them call each other.

    `main_variables` are the main program's own: a unit may change them through others without naming them.
    `callees` are the units that a unit calls; `by_label` and `by_variant` find a unit. `heads` are the
    statements and conditions of each unit, `called` the units that each of them calls.
    """

    def __init__(self, units: list[PortUnit], variants: PortVariants) -> None:
        self.units = units
        self.variants = variants
        self.main_variables = frozenset(units[0].scope.variables.values())
        self.by_label = {label: unit for unit in units for label in unit.entries}
        self.by_variant = {unit.variant: unit for unit in units if unit.variant}
        self.heads = {unit: all_header_nodes(unit.body) for unit in units}
        self.called = {
            unit: {head: self.find_calls(unit, head) for head in heads} for unit, heads in self.heads.items()
        }
        self.callees = {
            unit: list(dict.fromkeys(chain.from_iterable(called.values())))
            for unit, called in self.called.items()
        }

    def calls(self, unit: PortUnit, node: Head) -> list[PortUnit]:
        """Returns the units that a node of a unit calls: by GOSUB, then as DEFs."""
        called = self.called[unit].get(node)
        return self.find_calls(unit, node) if called is None else called

    def find_calls(self, unit: PortUnit, head: Head) -> list[PortUnit]:
        """Finds what `calls` returns; also for a node that is not among the unit's `heads`."""
        gosubs, calls = effects(head).gosubs, calls_in(head)
        if not gosubs and not calls:
            return []
        # a GOSUB whose label is computed is not ported, so that it calls nothing
        labels = [literal_label(each) or "" for each in gosubs]
        definitions = self.variants.program.definitions
        variants = [unit.rules.called_variant(each) for each in calls if each.name in definitions]
        return [
            *[self.by_label[each] for each in labels if each in self.by_label],
            *[self.by_variant[each] for each in variants if each in self.by_variant],
        ]

    @property
    def has_recursion(self) -> bool:
        """Whether a unit may call itself, directly or through others."""
        return bool(cycles_of(self.callees))


class Liveness(CallGraph):
    """Finds the variables that are *live* (read later before they are set) at the ends of all functions.

    By unit: `reads` are the variables that it names; `entry` those that it may read before it sets them;
    `exit` those that are live after a call of it; `exchanged` those that the units it calls read at their
    start or return to it; `at_label` those that are live at each of its labels; `own_stores` those that it
    stores into itself; `stores` and `resizes` those that it or a unit that it calls may store into, or the
    arrays that they may resize. The units in `leaving` may end the program of another slot.

    By step: `live_after_call` are the variables that are live after a GOSUB or ON … GOSUB. `live_after_loop`
    are the FOR loops whose variable is read once they have counted to their limit; `live_after_exit` those
    that a jump leaves for a place where their variable is read; `default_needed` the declarations whose
    variable is read before it is set.
    """

    def __init__(self, units: list[PortUnit], variants: PortVariants) -> None:
        super().__init__(units, variants)

        def by_unit(find: Callable[[Scope, Head], Iterable[Variable]]) -> dict[PortUnit, set[Variable]]:
            """Returns the variables that `find` yields for the nodes of each unit."""
            return {
                unit: set[Variable]().union(*[find(unit.scope, head) for head in heads])
                for unit, heads in self.heads.items()
            }

        self.reads = by_unit(variables_named)
        self.own_stores = by_unit(variables_stored)
        of_main = {unit: stored & self.main_variables for unit, stored in self.own_stores.items()}
        self.stores = items_reachable(of_main, self.callees)
        self.resizes = items_reachable(by_unit(variables_resized), self.callees)
        self.entry: dict[PortUnit, set[Variable]] = {unit: set() for unit in units}
        self.exit: dict[PortUnit, set[Variable]] = {unit: set() for unit in units}
        self.exchanged: dict[PortUnit, set[Variable]] = {unit: set() for unit in units}
        self.live_after_call: dict[Step, set[Variable]] = {}
        self.at_label = {
            unit: {head.name: set[Variable]() for head in heads if isinstance(head, Label)}
            for unit, heads in self.heads.items()
        }
        self.live_after_loop: set[Step] = set()
        self.live_after_exit: set[Step] = set()
        self.default_needed: set[nodes.Declaration] = set()
        self.leaving = {
            unit
            for unit, heads in self.heads.items()
            if any(isinstance(each, nodes.EndOfSlot) for each in heads)
        }
        self.solve()

    @property
    def live_after_programs(self) -> set[Variable]:
        """The variables that are live when a program of another slot has ended."""
        return set[Variable]().union(*(self.exit[unit] for unit in self.units if unit.is_program))

    def solve(self) -> None:
        """Repeats the passes over the units until what each of them starts with does not change any more."""
        passes = [_BackwardPass(self, unit) for unit in self.units]
        changed = True
        while changed:
            changed = False
            for each in passes:
                changed |= each.run_if_needed()

    def variables_used(self, unit: PortUnit) -> set[Variable]:
        """Returns the variables that a unit uses, or that a unit that it calls reads from its caller."""
        found = self.reads[unit] | self.stores[unit] | out_variables(unit)
        if unit in self.leaving:
            found |= self.live_after_programs
        return found.union(*(self.entry[callee] for callee in self.callees[unit]))

    def note_call(self, unit: PortUnit, callee: PortUnit, live: set[Variable]) -> set[Variable]:
        """Notes a call; returns the main program's variables that the callee may read.

        `live` are the variables that are live after the call: they are noted as live at the callee's end.
        Those that the callee stores, and its inputs, are noted as exchanged by `unit`.
        """
        live_after, inputs = live & self.main_variables, self.entry[callee] & self.main_variables
        self.exchanged[unit] |= (live_after & self.stores[callee]) | inputs
        self.exit[callee] |= live_after
        return inputs


def stored_by_gosub(liveness: Liveness) -> dict[str, set[str]]:
    """Returns the names of the main program's variables that a GOSUB of a label may store to, by `@LABEL`.

    A label that a DEF has, too, is left out: its GOSUB may mean either.
    """
    labels_of_defs = {each for unit in liveness.units if unit.define for each in unit.scope.labels}
    return {
        f"@{label}": {each.name for each in liveness.stores[unit]}
        for label, unit in liveness.by_label.items()
        if label not in labels_of_defs
    }


def has_label(label: str, block: Block) -> bool:
    """Whether a label is in a block or in any block inside it."""
    return any(isinstance(step, Label) and step.name == label for step in all_steps(block))


def out_variables(unit: PortUnit) -> set[Variable]:
    """Returns the OUT variables of a DEF, which its caller reads; none for other units."""
    names = outputs(unit.variant.scope) if unit.variant else ()
    return {unit.scope.variables[name] for name in names}


T = TypeVar("T")


class LoopAround(NamedTuple, Generic[T]):
    """A loop around a step, with what is known of the place after the loop, and of its next pass."""

    loop: Any
    after: T
    top: T


def leave(
    loops: Sequence[LoopAround[T]], step: Leave | nodes.Break | nodes.Continue
) -> tuple[T, Sequence[LoopAround[T]]]:
    """Returns what is known of the place to which a step leaves one of `loops`, and the loops inside that."""
    for depth in reversed(range(len(loops))):
        loop, after, top = loops[depth]
        if isinstance(step, Leave) and loop is step.loop:
            return top if step.again else after, loops[depth + 1 :]
        # BREAK never means a loop made of GOTOs
        if not isinstance(step, Leave) and not isinstance(loop, Forever):
            return after if isinstance(step, nodes.Break) else top, loops[depth + 1 :]
    raise ValueError(step)


class _NodeUses(NamedTuple):
    """What a statement or condition reads and overwrites, and the units that it calls."""

    reads: set[Variable]
    overwritten: set[Variable]
    callees: list[PortUnit]


class _BackwardPass:
    """Passes backward through the steps of a unit, as liveness analysis is usually done.

    Each method gets the variables that are live after a step (`live_out`) and returns those that are live
    before it; what else it finds, it adds to `liveness`. `loops` are the loops around the current step,
    outermost first; `at_label` are the variables live at each label and `at_top` those live at the next pass
    of each loop, as far as known; `all` are the variables that count as live at a label that is not known.
    `uses` has what is known of each statement and condition.
    """

    def __init__(self, liveness: Liveness, unit: PortUnit) -> None:
        self.liveness = liveness
        self.unit = unit
        self.all: set[Variable] = set()
        self.at_label = liveness.at_label[unit]
        self.at_top: dict[Step, set[Variable]] = {}
        self.loops: list[LoopAround[set[Variable]]] = []
        self.uses: dict[Head, _NodeUses] = {}
        self.sizes_before: list[int] = []

    def sizes(self) -> list[int]:
        """Returns the sizes of all sets that a pass begins with, which only grow."""
        entries = (self.liveness.entry[each] for each in self.liveness.callees[self.unit])
        sets = (self.liveness.exit[self.unit], *entries, *self.at_label.values(), *self.at_top.values())
        after = [len(self.liveness.live_after_programs)] if self.unit in self.liveness.leaving else []
        return [*map(len, sets), *after]

    def run_if_needed(self) -> bool:
        """Runs a pass if what it begins with has changed since the last one began; returns whether it did."""
        sizes = self.sizes()
        if sizes == self.sizes_before:
            return False
        self.sizes_before = sizes
        used = self.liveness.variables_used(self.unit)
        self.all = used | self.live_at_exit()
        live = self.block(self.unit.body, self.live_at_exit())
        # callers enter a unit at its start or at a label
        live = live.union(*(self.at_label[each] for each in self.unit.entries if each in self.at_label))
        self.liveness.entry[self.unit] = live & self.liveness.variables_used(self.unit)
        return True

    def uses_of(self, node: Head) -> _NodeUses:
        """Returns what a statement or condition reads, overwrites and calls; adds it to `uses`."""
        scope = self.unit.scope
        reads, overwritten = variables_read(scope, node), variables_overwritten(scope, node)
        callees = self.liveness.calls(self.unit, node)
        found = self.uses[node] = _NodeUses(reads, overwritten, callees)
        return found

    def live_at_exit(self) -> set[Variable]:
        """Returns the variables that are live when the unit ends: OUT names, and those its callers read."""
        return out_variables(self.unit) | self.liveness.exit[self.unit]

    def block(self, block: Block, live_out: set[Variable]) -> set[Variable]:
        for step in reversed(block.statements):
            live_out = self.step(step, live_out)
        return live_out

    def step(self, step: Step, live_out: set[Variable]) -> set[Variable]:
        """Returns the variables that are live before a step."""
        match step:
            case Choice():
                return self.choice(step, live_out)
            case Switch():
                rows = [self.block(each.body, live_out) for each in [*step.cases, step.otherwise]]
                return self.evaluation(step.head.selector, set[Variable]().union(*rows))
            case CountedLoop():
                return self.for_loop(step, live_out)
            case WhileLoop() | RepeatLoop() | Forever():
                return self.loop(step, live_out)
            case Leave() | nodes.Break() | nodes.Continue():
                live_there, left = leave(self.loops, step)
                self.note_loop_exits(left, live_there)
                return set(live_there)
            case Fallthrough():
                return live_out
            case Label():
                self.at_label[step.name] |= live_out
                return live_out
            case nodes.Goto():
                return self.jump(literal_label(step.target) or "")
            case nodes.Return():
                self.note_loop_exits(self.loops, self.live_at_exit())
                return self.evaluation(step, self.live_at_exit())
            case nodes.EndOfSlot():
                return self.liveness.live_after_programs
            case nodes.End() | nodes.Stop():
                return set()
            case _:
                return self.other_step(step, live_out)

    def choice(self, step: Choice, live_out: set[Variable]) -> set[Variable]:
        """Returns the variables that are live before an IF with all its branches."""
        live = self.block(step.otherwise, live_out)
        for condition, body in reversed(step.branches):
            live = self.evaluation(condition, live | self.block(body, live_out))
        return live

    def loop(self, step: WhileLoop | RepeatLoop | Forever, live_out: set[Variable]) -> set[Variable]:
        """Returns the variables that are live before WHILE, REPEAT or a loop made of GOTOs."""
        top = self.known_at_top(step)
        if isinstance(step, RepeatLoop):  # the end of the body, where UNTIL is evaluated
            top = self.evaluation(step.condition, live_out | top)
        self.loops.append(LoopAround(step, live_out, top))
        live = self.block(step.body, top)
        self.loops.pop()
        if isinstance(step, WhileLoop):
            live = self.evaluation(step.condition, live | live_out)
        return self.add_at_top(step, live)

    def for_loop(self, step: CountedLoop, live_out: set[Variable]) -> set[Variable]:
        """Returns the variables that are live before FOR; notes whether its own is live after it."""
        variable = self.unit.scope.stored_variable(step.head.variable)
        if variable is not None and variable in live_out:
            self.liveness.live_after_loop.add(step)
        # the limit and step are evaluated before each pass
        reads = set(variables_named(self.unit.scope, step.head))
        top = live_out | reads | self.known_at_top(step)
        self.loops.append(LoopAround(step, live_out, top))
        again = self.add_at_top(step, self.block(step.body, top))
        self.loops.pop()
        live_before = live_out | again | reads
        # FOR sets its variable after it has read its start, which may name the variable
        start = set(variables_named(self.unit.scope, step.head.start))
        is_variable_set = isinstance(step.head.variable, nodes.Name) and variable
        live = start | (live_before - {variable} if is_variable_set else live_before)
        for callee in self.uses_of(step.head).callees:
            live |= self.liveness.note_call(self.unit, callee, live_before)
        return live

    def known_at_top(self, loop: Step) -> set[Variable]:
        """Returns the variables that are live at a loop's next pass, as far as earlier passes know."""
        return self.at_top.get(loop, set[Variable]())

    def add_at_top(self, loop: Step, live: set[Variable]) -> set[Variable]:
        """Notes variables that are live at a loop's next pass; returns them."""
        self.at_top[loop] = self.known_at_top(loop) | live
        return live

    def jump(self, label: str) -> set[Variable]:
        """Returns the variables that are live at a label, and notes the loops that a jump to it leaves."""
        live_there = set(self.at_label.get(label, self.all))
        left = [each for each in self.loops if not has_label(label, each.loop.body)]
        self.note_loop_exits(left, live_there)
        return live_there

    def note_loop_exits(self, loops: Sequence[LoopAround[set[Variable]]], live_there: set[Variable]) -> None:
        """Notes the FOR loops that a jump leaves for a place where their variable is live."""
        for loop, _, _ in loops:
            counter = loop.head.variable if isinstance(loop, CountedLoop) else None
            if self.unit.scope.stored_variable(counter) in live_there:
                self.liveness.live_after_exit.add(loop)

    def other_step(
        self, step: nodes.Straight | nodes.Gosub | nodes.On, live_out: set[Variable]
    ) -> set[Variable]:
        """Returns the variables that are live before a statement, GOSUB or ON."""
        if isinstance(step, nodes.On) and not step.gosub:  # goes on after it if no label has the number
            live_out = live_out.union(*map(self.jump, step.labels))
        if isinstance(step, nodes.Declare):
            for each in step.declarations:
                # else a later store comes before each read, and the port needs no `x = 0`
                if self.unit.scope.variables[each.name] in live_out:
                    self.liveness.default_needed.add(each)
        if isinstance(step, nodes.Gosub | nodes.On):
            return self.gosub(step, live_out)
        uses = self.uses.get(step) or self.uses_of(step)
        return self.evaluation(step, live_out - uses.overwritten)

    def gosub(self, step: nodes.Gosub | nodes.On, live_out: set[Variable]) -> set[Variable]:
        """Returns the live variables before a GOSUB, or an ON … GOSUB with its selector."""
        liveness, live = self.liveness, set(live_out)
        liveness.live_after_call[step] = liveness.live_after_call.get(step, set()) | live_out
        for callee in dict.fromkeys(self.uses_of(step).callees):
            if callee.variant:  # a DEF in the selector, which `evaluation` sees to
                continue
            given = liveness.note_call(self.unit, callee, live_out)
            # ON … GOSUB may call none of its units, a GOSUB calls just one
            if isinstance(step, nodes.Gosub):
                live -= liveness.stores[callee]  # variables that it may leave unchanged are in `given`
            live |= given
        return self.evaluation(step.selector, live) if isinstance(step, nodes.On) else live

    def evaluation(self, node: Head, live: set[Variable]) -> set[Variable]:
        """Returns the live variables before a node is evaluated, if `live` are those after it."""
        uses = self.uses.get(node) or self.uses_of(node)
        live = live | uses.reads
        for callee in uses.callees:
            live = live | self.liveness.note_call(self.unit, callee, live)
        return live


def shared_texts(units: list[PortUnit]) -> set[Variable]:
    """Returns the variables and arrays whose strings must be `basic.Text` objects.

    Several names may share such a string, and it is changed in place, which Python's strings are not.
    """
    groups = StringGroups()
    for unit in units:
        result = unit.variant.result if unit.variant else None
        for head in all_header_nodes(unit.body):
            groups.add_statement(unit.scope, head, unit.rules.called_variant, result)
    return groups.variables_needing_objects(unit.scope for unit in units if unit.define)
