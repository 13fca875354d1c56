"""The functions of a port (its *units*), their control flow graphs, and the values still needed after a step.

Strings that have several names while one of these changes them in place are `basic.Text` objects; all others
are plain strings, where `INC A$,"X"` may make a new one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import KW_ONLY, dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze.analysis.graphs import cycles_of, items_reachable, predecessors
from retromaze.analysis.jumps import literal_label
from retromaze.analysis.programs import LoweredFunction, lowered_definition, lowered_main
from retromaze.analysis.restructure import drop_goto_nexts
from retromaze.analysis.sharing import StringGroups
from retromaze.analysis.side_effects import (
    outputs,
    variables_named,
    variables_read,
    variables_resized,
    variables_stored,
)
from retromaze.analysis.type_rules import Variant
from retromaze.language import nodes
from retromaze.language.block_tree import (
    LOOPS,
    Block,
    Choice,
    CountedLoop,
    Forever,
    GotoNext,
    Leave,
    RepeatLoop,
    Step,
    Switch,
    WhileLoop,
    all_heads,
    all_steps,
    effects,
    inner_blocks,
    stores,
)
from retromaze.language.nodes import Expression, Head, Label, calls_in
from retromaze.language.program import Scope, Variable
from retromaze.porting.inference import PortVariants
from retromaze.porting.preparing import CannotPort
from retromaze.values.operators import COMPARE

if TYPE_CHECKING:
    from retromaze.porting.inference import SettledPortRules

DEEPEST = 20
"""Most loops inside each other that Python compiles in one function."""


@dataclass(eq=False)
class PortUnit(LoweredFunction):
    """The code of one Python function: the main program, code that a GOSUB reaches, or a variant of a DEF.

    `rules`: the types of its numbers; `is_stretch`: whether it is a stretch of the main program that is
    extracted though the listing has no GOSUB to it; `tells`: a sentence about the bool that such a stretch
    returns, "" for none; `is_program`: whether it is the program of another slot.
    """

    _: KW_ONLY
    rules: SettledPortRules
    variant: Variant | None = None
    is_stretch: bool = False
    tells: str = ""
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
        drop_goto_nexts(lowered.body)
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


@dataclass(eq=False)
class ProgramPoint:
    """A node of the control flow graph: what is read and stored there, and the points that may come next.

    `head` is the head of a step that is evaluated, if any. `may_store` are variables that INPUT
    stores or leaves as they are. `calls` are the units that are called first, each with the point where it
    begins. `only_calls` if control goes on after the call only by way of the unit's end. `end_of` is the unit
    whose end this is. `live` are the variables that may be read from here on before they are set.
    """

    head: Head | None = None
    successors: list[ProgramPoint] = field(default_factory=list)
    reads: Set[Variable] = frozenset()
    stores: Set[Variable] = frozenset()
    may_store: Set[Variable] = frozenset()
    calls: list[tuple[PortUnit, ProgramPoint]] = field(default_factory=list)
    only_calls: bool = False
    end_of: PortUnit | None = None
    live: Set[Variable] = frozenset()


class ControlFlow:
    """The units of a port, which of them call each other, and the control flow graph of each.

    `main_variables` are the main program's own: a unit may change them through others without naming them.
    `callees` are the units that a unit calls; `by_label` and `by_variant` find a unit. `heads` are those
    of all steps of each unit, `called` the units that each of them calls.

    `points` are the nodes of the graph, from the end of each unit to its start; `labels`, `starts` and `ends`
    those at which units are entered and left. `after` has the points after GOSUBs, declarations and FOR
    loops. `exits` are the FOR loops that a jump leaves, each with its variable and the point of the target.
    """

    def __init__(self, units: list[PortUnit], variants: PortVariants) -> None:
        self.units = units
        self.variants = variants
        self.main_variables = frozenset(units[0].scope.variables.values())
        self.by_label = {label: unit for unit in units for label in unit.entries}
        self.by_variant = {unit.variant: unit for unit in units if unit.variant}
        self.heads = {unit: all_heads(unit.body) for unit in units}
        self.called = {
            unit: {head: self.find_calls(unit, head) for head in heads} for unit, heads in self.heads.items()
        }
        self.callees = {
            unit: list(dict.fromkeys(chain.from_iterable(called.values())))
            for unit, called in self.called.items()
        }
        self.points: dict[PortUnit, list[ProgramPoint]] = {unit: [] for unit in units}
        self.labels: dict[tuple[PortUnit, str], ProgramPoint] = defaultdict(ProgramPoint)
        self.starts = {unit: ProgramPoint() for unit in units}
        self.ends = {unit: ProgramPoint(end_of=unit) for unit in units}
        self.after: list[tuple[PortUnit, Step, ProgramPoint]] = []
        self.exits: list[tuple[CountedLoop, Variable, ProgramPoint]] = []
        for unit in units:
            _FlowBuilder(self, unit).build()

    def calls(self, unit: PortUnit, node: Head) -> list[PortUnit]:
        """Returns the units that a node of a unit calls: by GOSUB, then as DEFs."""
        called = self.called[unit].get(node)
        return self.find_calls(unit, node) if called is None else called

    def find_calls(self, unit: PortUnit, node: Head) -> list[PortUnit]:
        """Finds what `calls` returns; also for a node that is not among the unit's `heads`."""
        gosubs, calls = effects(node).gosubs, calls_in(node)
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


class Liveness(ControlFlow):
    """Finds the variables that are *live* (read later before they are set) at the ends of all functions.

    They are found by passing backward over the program points until no set grows any more. By unit: `reads`
    are the variables that it names; `values_read` those whose values it uses; `entry` those that it may read
    before it sets them; `exit` those that are live after a call of it; `exchanged` those that the units it
    calls read at their start or return to it; `own_stores` those that it stores into itself; `stores` and
    `resizes` those that it or a unit that it calls may store into, or the arrays that they may resize. The
    units in `leaving` may end the program of another slot.

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
        self.values_read = by_unit(variables_read)
        self.own_stores = by_unit(variables_stored)
        of_main = {unit: stored & self.main_variables for unit, stored in self.own_stores.items()}
        self.stores = items_reachable(of_main, self.callees)
        self.resizes = items_reachable(by_unit(variables_resized), self.callees)
        self.entry: dict[PortUnit, set[Variable]] = {unit: set() for unit in units}
        self.exit: dict[PortUnit, set[Variable]] = {unit: set() for unit in units}
        self.exchanged: dict[PortUnit, set[Variable]] = {unit: set() for unit in units}
        self.leaving = {
            unit
            for unit, heads in self.heads.items()
            if any(isinstance(each, nodes.EndOfSlot) for each in heads)
        }
        self.solve()
        self.live_after_call: dict[Step, set[Variable]] = defaultdict(set)
        self.live_after_loop: set[Step] = set()
        self.default_needed: set[nodes.Declaration] = set()
        for unit, step, point in self.after:
            if isinstance(step, CountedLoop):
                if unit.scope.stored_variable(step.head.variable) in point.live:
                    self.live_after_loop.add(step)
            elif isinstance(step, nodes.Declare):
                # else a later store comes before each read, and the port needs no `x = 0`
                variables = unit.scope.variables
                self.default_needed |= {
                    each for each in step.declarations if variables[each.name] in point.live
                }
            else:
                self.live_after_call[step] |= point.live
        self.live_after_exit = {loop for loop, variable, point in self.exits if variable in point.live}

    @property
    def live_after_programs(self) -> set[Variable]:
        """The variables that are live when a program of another slot has ended."""
        return set[Variable]().union(*(self.exit[unit] for unit in self.units if unit.is_program))

    def solve(self) -> None:
        """Passes backward over the units until no more variables are found to be live (a fixpoint)."""
        former: dict[PortUnit, list[int]] = {}
        before = {
            unit: predecessors({each: each.successors for each in points})
            for unit, points in self.points.items()
        }
        changed = True
        while changed:
            changed = False
            for unit in self.units:
                # compared now, as a pass over an earlier unit may just have changed what this one begins with
                sizes = self.sizes(unit)
                if former.get(unit) == sizes:
                    continue
                former[unit], changed = sizes, True
                waiting = dict.fromkeys(reversed(self.points[unit]))
                while waiting:
                    point, _ = waiting.popitem()
                    if self.update(unit, point):
                        waiting |= dict.fromkeys(before[unit][point])
                # callers enter a unit at its start or at a label
                starts = [self.starts[unit], *(self.labels[unit, each] for each in unit.entries)]
                live = set[Variable]().union(*(each.live for each in starts))
                self.entry[unit] = live & self.variables_used(unit)

    def sizes(self, unit: PortUnit) -> list[int]:
        """Returns how many variables are live around a unit: if there are more, it needs another pass."""
        after = len(self.live_after_programs) if unit in self.leaving else 0
        return [len(self.exit[unit]), after, *(len(self.entry[each]) for each in self.callees[unit])]

    def update(self, unit: PortUnit, point: ProgramPoint) -> bool:
        """Finds the variables that are live at a point of a unit; returns whether there are more now."""
        # sets are only copied where they change, as most points change nothing
        rows = [each.live for each in point.successors]
        after = rows[0] if len(rows) == 1 else frozenset[Variable]().union(*rows)
        live = after | out_variables(unit) | self.exit[unit] if point.end_of else after
        for callee, _ in point.calls:
            if not callee.variant:
                inputs = self.note_call(unit, callee, after)
                # ON … GOSUB may call none of its units, a GOSUB calls just one;
                # variables that it may leave unchanged are among its inputs
                live = (live - self.stores[callee] if point.only_calls else live) | inputs
        live = live - point.stores if point.stores else live
        live = live if live >= point.reads else live | point.reads
        live = live | point.may_store if point.may_store else live
        for callee, _ in point.calls:
            if callee.variant:
                live = live | self.note_call(unit, callee, live)
        has_grown = len(live) > len(point.live)
        point.live = live
        return has_grown

    def variables_used(self, unit: PortUnit) -> set[Variable]:
        """Returns the variables that a unit uses, or that a unit that it calls reads from its caller."""
        found = self.reads[unit] | self.stores[unit] | out_variables(unit)
        if unit in self.leaving:
            found |= self.live_after_programs
        return found.union(*(self.entry[callee] for callee in self.callees[unit]))

    def note_call(self, unit: PortUnit, callee: PortUnit, live: Set[Variable]) -> Set[Variable]:
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


class LoopAround(NamedTuple):
    """A loop around a step, with the point after the loop, and that of its next pass."""

    loop: Any
    after: ProgramPoint
    next_pass: ProgramPoint


def runs_at_least_once(head: nodes.For) -> bool:
    """Whether the numbers of a FOR say that it is not skipped; a fraction may be cut off, so none counts."""
    match head.start, head.stop, head.step or 1:
        case nodes.Number(value=int(start)), nodes.Number(value=int(stop)), 1:
            return start <= stop
        case nodes.Number(value=int(start)), nodes.Number(value=int(stop)), nodes.Number(value=step):
            return start <= stop if step > 0 else step < 0 and start >= stop
    return False


def constants_before(steps: Sequence[Step], at: int) -> dict[str, float]:
    """Returns the whole numbers that variables have at a step, as those right before it assign them."""
    known: dict[str, float] = {}
    for before in range(at - 1, -1, -1):
        match steps[before]:
            case nodes.Assign(target=nodes.Name(name=name), value=nodes.Number(value=int(value))):
                known.setdefault(name, value)
            case _:
                break
    return known


def known_outcome(condition: Expression, known: Mapping[str, float]) -> bool | None:
    """Returns whether a comparison with a number holds for variables of `known` values; None if unknown."""
    match condition:
        case nodes.Binary(operator=sign, left=nodes.Name(name=name), right=nodes.Number(value=limit)) if (
            sign in COMPARE and name in known
        ):
            return COMPARE[sign](known[name], limit)
    return None


class _FlowBuilder:
    """Makes the nodes (*points*) of a unit's control flow graph, from its end to its start.

    Each method gets the point after a step and returns the first point of the step. `loops` are the loops
    around the current step, outermost first.
    """

    def __init__(self, flow: ControlFlow, unit: PortUnit) -> None:
        self.flow = flow
        self.unit = unit
        self.loops: list[LoopAround] = []

    def build(self) -> None:
        """Makes the program points of the unit; a DEF stores its parameters at its start."""
        start, end = self.flow.starts[self.unit], self.flow.ends[self.unit]
        self.flow.points[self.unit].append(end)
        if self.unit.define:
            start.stores = {self.unit.scope.variables[name] for name in self.unit.define.parameters}
        start.successors = [self.block(self.unit.body, end)]
        self.flow.points[self.unit].append(start)

    def point(
        self,
        head: Head | None,
        successors: list[ProgramPoint],
        reads: Set[Variable] = frozenset(),
        stores: Set[Variable] = frozenset(),
        may_store: Set[Variable] = frozenset(),
    ) -> ProgramPoint:
        """Returns a new point of the unit."""
        point = ProgramPoint(head, successors, reads, stores, may_store)
        self.flow.points[self.unit].append(point)
        return point

    def set_calls(self, point: ProgramPoint, head: Head) -> ProgramPoint:
        """Notes the units that the head of a step calls at a point; returns the point."""
        for unit in dict.fromkeys(self.flow.calls(self.unit, head)):
            point.calls.append((unit, self.entry_point(unit, head)))
        point.only_calls = isinstance(head, nodes.Gosub)
        return point

    def block(self, block: Block, after: ProgramPoint) -> ProgramPoint:
        """Returns the first program point of a block; `after` is the point that comes after the block."""
        for at in reversed(range(len(block.statements))):
            step = block.statements[at]
            if isinstance(step, WhileLoop):
                is_run = known_outcome(step.condition, constants_before(block.statements, at))
                after = self.loop(step, after, has_first_pass=is_run is True)
            else:
                after = self.step(step, after)
        return after

    def step(self, step: Step, after: ProgramPoint) -> ProgramPoint:  # noqa: PLR0912 - each kind of step has its case
        """Returns the first program point of a step; `after` is the point that comes after the step."""
        if isinstance(step, CountedLoop | nodes.Declare | nodes.Gosub | nodes.On):
            self.flow.after.append((self.unit, step, after))
        match step:
            case Choice():
                otherwise = self.block(step.otherwise, after)
                for condition, body in reversed(step.branches):
                    rows = [self.block(body, after), otherwise]
                    if isinstance(condition, nodes.Gosub):  # the call of a stretch
                        self.flow.after += [(self.unit, condition, each) for each in rows]
                    otherwise = self.point_of(condition, rows)
                return otherwise
            case Switch():
                rows = [self.block(each.body, after) for each in [*step.cases, step.otherwise]]
                return self.point_of(step.jump.selector, rows)
            case CountedLoop():
                return self.for_loop(step, after)
            case WhileLoop() | RepeatLoop() | Forever():
                return self.loop(step, after)
            case Leave() | nodes.Break() | nodes.Continue():
                return self.leave(step)
            case GotoNext():
                return after
            case Label():
                point = self.flow.labels[self.unit, step.name]
                point.successors = [after]
                self.flow.points[self.unit].append(point)
                return point
            case nodes.Goto():
                return self.jump(literal_label(step.target))
            case nodes.Return():
                end = self.flow.ends[self.unit]
                self.note_exits(self.loops, end)
                return self.point_of(step, [end])
            case nodes.EndOfSlot():
                return self.point(None, [self.flow.ends[each] for each in self.flow.units if each.is_program])
            case nodes.End() | nodes.Stop():
                return ProgramPoint()  # nothing comes after it
            case nodes.On() if not step.gosub:
                return self.point_of(step, [after, *map(self.jump, step.labels)])
            case _:
                return self.point_of(step, [after])

    # ---- jumps

    def leave(self, step: Leave | nodes.Break | nodes.Continue) -> ProgramPoint:
        """Returns the point to which a step leaves one of the loops around it."""
        for depth in reversed(range(len(self.loops))):
            loop, after, next_pass = self.loops[depth]
            if isinstance(step, Leave):
                is_meant, is_again = loop is step.loop, step.again
            else:  # BREAK never means a loop made of GOTOs
                is_meant, is_again = not isinstance(loop, Forever), isinstance(step, nodes.Continue)
            if is_meant:
                destination = next_pass if is_again else after
                self.note_exits(self.loops[depth + 1 :], destination)
                return destination
        raise ValueError(step)

    def jump(self, label: str | None) -> ProgramPoint:
        """Returns the point of a label; for a computed one, None, a point that leads to all labels."""
        if label is None:
            heads = self.flow.heads[self.unit]
            names = [each.name for each in heads if isinstance(each, Label)]
            point = self.point(None, [self.flow.labels[self.unit, each] for each in names])
        else:
            point = self.flow.labels[self.unit, label]
        left = [each for each in self.loops if label is None or not has_label(label, each.loop.body)]
        self.note_exits(left, point)
        return point

    def note_exits(self, loops: Sequence[LoopAround], destination: ProgramPoint) -> None:
        """Notes the FOR loops among those that a jump leaves for a `destination`."""
        for loop in (each.loop for each in loops if isinstance(each.loop, CountedLoop)):
            if variable := self.unit.scope.stored_variable(loop.head.variable):
                self.flow.exits.append((loop, variable, destination))

    # ---- loops and statements

    def loop(
        self, step: WhileLoop | RepeatLoop | Forever, after: ProgramPoint, *, has_first_pass: bool = False
    ) -> ProgramPoint:
        """Returns the first program point of WHILE, REPEAT or a loop made of GOTOs.

        `has_first_pass`: whether it is known that a WHILE is not skipped.
        """
        next_pass = ProgramPoint()  # where the next pass is decided on: the condition, if there is one
        self.loops.append(LoopAround(step, after, next_pass))
        first = self.block(step.body, next_pass)
        self.loops.pop()
        self.flow.points[self.unit].append(next_pass)
        next_pass.successors = [
            first if isinstance(step, Forever) else self.point_of(step.condition, [first, after])
        ]
        if isinstance(step, WhileLoop) and has_first_pass:
            return self.point_of(step.condition, [first])
        return first if isinstance(step, RepeatLoop) else next_pass

    def for_loop(self, step: CountedLoop, after: ProgramPoint) -> ProgramPoint:
        """Returns the first program point of FOR.

        Its variable is stored at the start, and read and stored (`I=I+1`) before each further pass.
        """
        head = step.head
        counter = {found} if (found := self.unit.scope.whole_variable(head.variable)) else set[Variable]()
        # a counter that is an element of an array has subscripts
        element = None if counter else head.variable
        used = counter | self.variables_in(head.stop, head.step, element)
        next_pass = ProgramPoint(head, reads=used, stores=counter)
        self.loops.append(LoopAround(step, after, next_pass))
        first = self.block(step.body, next_pass)
        self.loops.pop()
        # the limit and step are worked out before each pass
        test = self.set_calls(self.point(head, [first, after], used), head)
        next_pass.successors = [test]
        self.flow.points[self.unit].append(next_pass)
        if runs_at_least_once(head):
            # the first test, whose numbers read and call nothing, only leads to the loop's body
            test = self.point(head, [first])
        store = self.point(head, [test], stores=counter)
        return self.set_calls(self.point(head, [store], self.variables_in(head.start, element)), head)

    def variables_in(self, *given: Expression | None) -> set[Variable]:
        """Returns the variables that expressions name; None stands for an expression left out."""
        return {each for node in given if node for each in variables_named(self.unit.scope, node)}

    def point_of(self, head: Head, after: list[ProgramPoint]) -> ProgramPoint:
        """Returns the point of the head of a step; `after` are the points that may come next.

        What the head stores, it stores after its calls; but the subscripts of a second target (`OUT
        A,B[F()]`) are evaluated when the first is stored.
        """
        scope = self.unit.scope
        stored = set(filter(None, (scope.whole_variable(each.target) for each in stores(head))))
        reads = variables_read(scope, head)
        if not stored:
            return self.set_calls(self.point(head, after, reads), head)
        # an empty line of INPUT keeps the value, but one that is typed belongs to no earlier value
        may_store = stored if isinstance(head, nodes.Input) else set[Variable]()
        reads -= may_store
        later_calls = any(self.flow.calls(self.unit, each.target) for each in stores(head)[1:])
        # what is both, as in INC N, is one value; so is what a call for a later target may read
        store = self.point(head, after, stored if later_calls else reads & stored, stored, may_store)
        return self.set_calls(self.point(head, [store], reads), head)

    def entry_point(self, unit: PortUnit, head: Head) -> ProgramPoint:
        """Returns the point where a call enters a unit; ON … GOSUB may enter at any of several labels."""
        if unit.is_simple:
            return self.flow.starts[unit]
        label = literal_label(head.target) if isinstance(head, nodes.Gosub) else None
        if label in unit.entries:
            return self.flow.labels[unit, label]
        return ProgramPoint(successors=[self.flow.labels[unit, each] for each in unit.entries])


def shared_texts(heads_by_unit: Mapping[PortUnit, Iterable[Head]]) -> set[Variable]:
    """Returns the variables and arrays whose strings must be `basic.Text` objects.

    `heads_by_unit` are the heads of the steps of each unit. Several names may share such a string, and
    it is changed in place, which Python's strings are not.
    """
    groups = StringGroups()
    for unit, heads in heads_by_unit.items():
        result = unit.variant.result if unit.variant else None
        for head in heads:
            groups.add_head(unit.scope, head, unit.rules.called_variant, result)
    return groups.variables_needing_objects(unit.scope for unit in heads_by_unit if unit.define)
