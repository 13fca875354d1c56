"""Guards: bounds of a variable that hold at a place of the program, because of what was done before it.

`IF Y>=2 && M[X,Y-2]==0` reads the array only if Y is 2 or more. After `R[X,Y]=1` has not failed, X and Y are
valid subscripts: neither negative nor large. A guard holds until the variable is stored to, or until a call
that may store to it. At a label no guard holds, because control may come from anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from retromaze.analysis.graphs import items_reachable
from retromaze.analysis.kinds import LARGEST, SMALLEST, Kind, Type, integer
from retromaze.analysis.side_effects import BodyIndex, calls_of, first_head
from retromaze.language import nodes
from retromaze.language.block_tree import (
    Block,
    Choice,
    Compound,
    CountedLoop,
    Forever,
    GotoNext,
    Leave,
    RepeatLoop,
    Step,
    Store,
    Switch,
    ValueOrigin,
    WhileLoop,
    effects,
    heads_of,
    target_name,
)
from retromaze.language.nodes import Expression, Head, Jump, Straight, calls_in, chain_operands, nodes_in
from retromaze.language.program import Program, Scope

LONGEST_ARRAY = 1 << 26
"""No array is longer: the console's memory holds a million numbers, and PUSH adds few more in one frame."""
VALID_SUBSCRIPT = integer(0, LONGEST_ARRAY)
MOST_NAMES, MOST_GUARDS = 32, 6
"""Most variables that have guards at one place, and most guards of one variable there."""
DEEPEST_CHAIN, LARGEST_BOUND = 3, 12
"""The longest chain of guards that depend on each other, and the most nodes in the bound of a guard."""
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The operator that holds where this one does not."""
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The operator that says the same with its operands exchanged."""


@dataclass(frozen=True, eq=False, slots=True)
class Guard:
    """A fact about a variable at a place: `variable + offset` has a relation (`<` and so on) to a bound.

    The bound is an expression, or a range: a valid subscript is `==` a range from 0. `bound_guards` held
    where `bound` was evaluated. `depth` is the length of the longest chain of guards that the value of
    `bound` depends on.
    """

    relation: str
    bound: Expression | Kind
    bound_guards: GuardSet
    offset: int = 0
    depth: int = 0

    def narrow(self, kind: Kind, bound: Kind) -> Kind:
        """Returns the kind of the variable where the guard holds; `bound` is the kind of its bound."""
        if not bound.is_int or self.may_wrap(kind):
            return kind
        if self.relation == "==" and kind.type is Type.INTEGER and not bound.fits_integer:
            # the value may have wrapped at 32 bits when it was stored
            return kind
        low, high = bound.low - self.offset, bound.high - self.offset
        match self.relation:
            case "<":
                return at_most(kind, high - 1)
            case "<=":
                return at_most(kind, high)
            case ">":
                return at_least(kind, low + 1)
            case ">=":
                return at_least(kind, low)
            case "==":
                return at_least(at_most(kind, high), low)
            case _:
                return kind

    def is_equivalent_to(self, other: Guard) -> bool:
        """Whether both state the same relation to the same expression or range."""
        same = self.bound is other.bound or (isinstance(self.bound, Kind) and self.bound == other.bound)
        return same and (self.relation, self.offset) == (other.relation, other.offset)

    def is_among(self, guards: tuple[Guard, ...]) -> bool:
        """Whether the guard is in a tuple, or an equivalent one if its bound is a range."""
        return self in guards or (
            isinstance(self.bound, Kind) and any(each.is_equivalent_to(self) for each in guards)
        )

    def may_wrap(self, kind: Kind) -> bool:
        """Whether `variable + offset` may have wrapped at 32 bits when it was compared to the bound.

        A subscript that wrapped would be out of range, so guards from subscripts (a range as bound) are safe.
        """
        if not self.offset or kind.type is not Type.INTEGER or isinstance(self.bound, Kind):
            return False
        return kind.low + self.offset < SMALLEST or kind.high + self.offset > LARGEST


def at_least(kind: Kind, low: int) -> Kind:
    """Returns the kind with its range cut below `low`.

    The range keeps one value even if none is possible: the code there never runs.
    """
    return kind if low <= kind.low else kind._replace(low=low, high=max(kind.high, low))


def at_most(kind: Kind, high: int) -> Kind:
    """Returns the kind with its range cut above `high`.

    The range keeps one value even if none is possible: the code there never runs.
    """
    return kind if high >= kind.high else kind._replace(low=min(kind.low, high), high=high)


class GuardSet:
    """The guards that hold at one place, by the names of their variables; immutable."""

    __slots__ = ("by_name",)

    def __init__(self, guards: Mapping[str, tuple[Guard, ...]] | None = None) -> None:
        self.by_name = dict(guards or {})

    def about(self, name: str) -> tuple[Guard, ...]:
        """Returns the guards of one variable."""
        return self.by_name.get(name, ())

    def with_guard(self, name: str, guard: Guard) -> GuardSet:
        """Returns these guards and one more. Returns only these if they are many already, to save time."""
        present = self.about(name)
        if len(present) >= MOST_GUARDS or (not present and len(self.by_name) >= MOST_NAMES):
            return self
        if any(each.is_equivalent_to(guard) for each in present):
            return self
        return GuardSet({**self.by_name, name: (*present, guard)})

    def replacing(self, name: str, guards: tuple[Guard, ...]) -> GuardSet:
        """Returns a copy in which one variable has these guards instead of its own."""
        kept = {each: others for each, others in self.by_name.items() if each != name}
        return GuardSet(kept | {name: guards}) if guards else GuardSet(kept)

    def without(self, is_stored: Callable[[str], bool]) -> GuardSet:
        """Returns these guards, but none of a variable for whose name `is_stored` is true."""
        if not self.by_name:
            return self
        kept = {name: each for name, each in self.by_name.items() if not is_stored(name)}
        return self if len(kept) == len(self.by_name) else GuardSet(kept)


NO_GUARDS = GuardSet()


def guards_in_all(ends: list[GuardSet]) -> GuardSet:
    """Returns the guards that hold after an IF: they hold at the `ends` of all its branches."""
    first, *others = ends
    if not others:
        return first
    common = {
        name: tuple(each for each in guards if all(each.is_among(other.about(name)) for other in others))
        for name, guards in first.by_name.items()
    }
    return GuardSet({name: guards for name, guards in common.items() if guards})


class GuardTable:
    """Finds the guards that hold at each statement of a program; all variants of a DEF have the same.

    There are none if other code may store to globals at any time (`open_to_others`), or if `guarded` is
    false. `settings` maps assignments that may store other values than the listing says to the kinds of those
    values. `stored_by_gosub` has the globals that a GOSUB of a label, `@L`, may store to; without the label
    it may be any. `bodies` and `walks` have an index of the statements and the finished walk of each scope,
    by its name.
    """

    def __init__(
        self,
        program: Program,
        *,
        open_to_others: bool,
        guarded: bool = True,
        settings: Mapping[Head, Kind] | None = None,
        stored_by_gosub: Mapping[str, set[str]] | None = None,
    ) -> None:
        self.program = program
        self.settings = settings or {}
        self.stored_by_gosub = stored_by_gosub or {}
        self.open_to_others = open_to_others
        self.guarded = guarded and not open_to_others
        self.bodies: dict[str, BodyIndex] = {}
        self.walks: dict[str, _GuardWalk] = {}

    def guards_at(self, scope: Scope, head: Head) -> GuardSet:
        """Returns the guards that hold where a step's head (`heads_of`) is evaluated."""
        if not self.guarded:
            return NO_GUARDS
        return self.walk_of(scope).table.get(head, NO_GUARDS)

    def walk_of(self, scope: Scope) -> _GuardWalk:
        """Returns the walk through a scope, which is done on the first call."""
        if scope.name not in self.walks:
            self.walks[scope.name] = _GuardWalk(scope, self)
        return self.walks[scope.name]

    def after_condition(
        self, scope: Scope, condition: Expression, guards: GuardSet, *, holds: bool
    ) -> GuardSet:
        """Returns the guards after a condition was true (`holds`) or false; `guards` held before it."""
        if not self.guarded:
            return guards
        return self.walk_of(scope).after_condition(condition, guards, holds=holds)

    def bodies_of(self, scope: Scope) -> BodyIndex:
        """Returns what the compound statements of a scope contain; computed once."""
        if scope.name not in self.bodies:
            self.bodies[scope.name] = BodyIndex(scope, self.program.definitions)
        return self.bodies[scope.name]

    @cached_property
    def globals_stored_by(self) -> dict[str, set[str]]:
        """The globals that each DEF or GOSUB may store to, also through calls; "" stands for unknown code."""
        scopes = self.program.definitions
        own = {name: self.bodies_of(each).stores.keys() - each.variables for name, each in scopes.items()}
        # unknown code may store to every global
        own |= {**self.stored_by_gosub, "": set(self.program.main.variables)}
        # a label without an entry in `stored_by_gosub` is unknown code, too
        called = {
            name: {each if each in own else "" for each in self.bodies_of(scope).called}
            for name, scope in scopes.items()
        }
        return items_reachable(own, called)

    def may_change(self, called: Iterable[str], name: str) -> bool:
        """Whether calls of these DEFs, or GOSUBs of `@L`, may store to a global."""
        stored = self.globals_stored_by
        return any(name in stored.get(each, stored[""]) for each in called)


class _GuardWalk:
    """Walks through one scope from its start to its end and collects the guards at the head of each step.

    The methods take the guards before a statement and return those after it. `table`, the result, has the
    guards by head. `bodies` finds what the body of a loop or IF stores and calls; `definitions` are the
    program's DEFs. Among the names of called DEFs there are labels of GOSUBs, and "" for unknown code.
    """

    def __init__(self, scope: Scope, guard_table: GuardTable) -> None:
        self.scope = scope
        self.guard_table = guard_table
        self.bodies = guard_table.bodies_of(scope)
        self.definitions = guard_table.program.definitions
        self.table: dict[nodes.Node, GuardSet] = {}
        self.block(scope.body, NO_GUARDS)

    def block(self, block: Block, guards: GuardSet) -> GuardSet | None:
        """Walks through a block. Returns the guards after it, or None if control never reaches its end."""
        end: GuardSet | None = guards
        for step in block.statements:
            # what follows a jump is reached by other jumps only: no guard is known there
            end = self.step(step, end or NO_GUARDS)
        return end

    def step(self, step: Step, guards: GuardSet) -> GuardSet | None:
        """Walks through a statement. Returns the guards after it, or None if control never goes on."""
        match step:
            case nodes.Label():
                return NO_GUARDS
            case nodes.Node():
                return self.plain_statement(step, guards)
            case Choice():
                return self.choice(step, guards)
            case CountedLoop() | WhileLoop() | RepeatLoop():
                return self.loop(step, guards)
            case Switch() | Forever() | Leave() | GotoNext():
                raise AssertionError("facts are found before a program is lowered")

    # ---- guards that no longer hold

    def without_changed_by(self, guards: GuardSet, called: Collection[str]) -> GuardSet:
        """Returns the guards that still hold after calls of these DEFs."""
        return guards.without(lambda name: self.is_changed(called, name)) if called else guards

    def is_changed(self, called: Collection[str], name: str) -> bool:
        """Whether calls of these DEFs may change a variable."""
        is_local = not self.scope.is_main and name in self.scope.variables
        return not is_local and self.guard_table.may_change(called, name)

    def holding_throughout(self, step: Compound, guards: GuardSet) -> GuardSet:
        """Returns the guards before a loop that hold in all of it: it does not store to their variables."""
        if self.bodies.has_labels(step):
            return NO_GUARDS
        guards = self.without_changed_by(guards, self.bodies.called_in(step))
        guards = guards.without(lambda name: self.bodies.stores_to(step, [name]))
        for head in heads_of(step):
            guards = self.without_changed_by_calls_in(head, guards)
        return guards

    # ---- steps

    def choice(self, step: Choice, guards: GuardSet) -> GuardSet | None:
        """Walks through an IF; returns the guards that hold after all branches that reach its end."""
        if self.bodies.has_labels(step):
            guards = NO_GUARDS  # a jump may come from anywhere
        ends = []
        for condition, body in step.branches:
            guards = self.without_changed_by_calls_in(condition, guards)
            self.table[condition] = guards
            ends.append(self.block(body, self.after_condition(condition, guards, holds=True)))
            guards = self.after_condition(condition, guards, holds=False)
        ends.append(self.block(step.otherwise, guards))
        if self.bodies.has_labels(step):
            return NO_GUARDS
        arrived = [each for each in ends if each is not None]
        return guards_in_all(arrived) if arrived else None

    def without_changed_by_calls_in(self, head: Head, guards: GuardSet) -> GuardSet:
        """Returns the guards that still hold after the calls in the head of a step."""
        if guards is NO_GUARDS:
            return guards
        return self.without_changed_by(guards, self.called_by(head))

    def called_by(self, head: Head) -> list[str]:
        """Returns the names of the DEFs that a step's head calls, labels of GOSUBs and ""."""
        if not calls_in(head) and not effects(head).gosubs:
            return []
        return calls_of(head, self.definitions).names

    def after_condition(self, condition: Expression, guards: GuardSet, *, holds: bool) -> GuardSet:
        """Returns the guards after a condition was true (`holds`) or false, except what its calls change."""
        after = self.with_condition(condition, guards, holds=holds)
        return self.without_changed_by_calls_in(condition, after)

    def loop(self, step: CountedLoop | WhileLoop | RepeatLoop, guards: GuardSet) -> GuardSet:
        """Walks through a loop; returns the guards that hold before each pass, and so after the loop."""
        guards = self.holding_throughout(step, guards)
        if isinstance(step, CountedLoop):  # the loop itself changes its variable
            guards = guards.without(lambda name: name == target_name(step.head.variable))
        self.table[first_head(step)] = inside = guards
        if self.bodies.has_labels(step):
            inside = NO_GUARDS  # a jump may come from anywhere
        elif isinstance(step, WhileLoop):
            inside = self.after_condition(step.condition, guards, holds=True)
        elif isinstance(step, CountedLoop):
            inside = self.in_counted_loop(step, guards)
        self.block(step.body, inside)
        return guards

    def in_counted_loop(self, step: CountedLoop, guards: GuardSet) -> GuardSet:
        """Returns the guards at the start of a FOR's body: its variable is between start and limit.

        Only `guards`, those before the loop, are returned if the body or a call in it stores to the variable.
        """
        head, name = step.head, target_name(step.head.variable)
        if not self.is_scalar(name) or not isinstance(head.step, nodes.Number | None):
            return guards
        if self.bodies.stores_to(step, [name]) or self.is_changed(self.bodies.called_in(step), name):
            return guards
        counts_up = head.step is None or head.step.value >= 0
        inside = self.with_guard(guards, name, "<=" if counts_up else ">=", head.stop)
        if self.may_wrap(head, name):
            return inside  # a wrapped value may lie on the other side of the start
        return self.with_guard(inside, name, ">=" if counts_up else "<=", head.start, bound_guards=guards)

    def may_wrap(self, head: nodes.For, name: str) -> bool:
        """Whether the variable of a FOR is a `%` variable that may wrap at 32 bits."""
        variable = self.scope.find(name)
        if variable is None or variable.kind == "#":
            return False
        ends = [head.stop] if head.step is None else [head.stop, head.step]
        # the sum of two such numbers is within 32 bits
        return not all(isinstance(each, nodes.Number) and abs(each.value) <= LARGEST // 2 for each in ends)

    def plain_statement(self, step: Straight | Jump, guards: GuardSet) -> GuardSet | None:
        """Stores the guards at a plain statement in `table`; returns the guards after it.

        Returns None if control never reaches the next statement.
        """
        step_effects = effects(step)
        stored = {each.name for each in step_effects.stores}
        called = self.called_by(step)
        before = inside = self.without_changed_by(guards, called)
        if len(step_effects.stores) > 1:
            # a store may come before the evaluation of the next value
            inside = before.without(lambda name: name in stored)
        self.table[step] = inside
        if not step_effects.goes_on:
            return None
        # INPUT does not evaluate the subscripts of fields that were not typed
        is_input = any(each.value is ValueOrigin.TYPED for each in step_effects.stores)
        after = inside if is_input else self.with_valid_subscripts(step, inside)
        # a call may come after the subscripts, and a store comes after both
        after = self.without_changed_by(after, called).without(lambda name: name in stored)
        if step in self.guard_table.settings:
            return after  # the stored value may be another one than in the listing
        for store in step_effects.stores:
            if isinstance(store.target, nodes.Name) and self.is_scalar(store.name):
                # SWAP reads both old values before it stores
                evaluated = before if store.needs_old_value else inside
                after = self.after_store(store, store.target, evaluated, after)
        return after

    def after_store(self, store: Store, target: nodes.Name, guards: GuardSet, after: GuardSet) -> GuardSet:
        """Returns the guards `after` a store, with one more: the variable equals the value stored to it.

        After SWAP it has the guards of the other variable instead. For values of which nothing is known, none
        is added. `guards` held where the value was evaluated.
        """
        if store.is_sum:
            assert store.increment is not None
            sign = "+" if store.sign > 0 else "-"
            # INC or DEC: `target` in the bound is the old value, about which `guards` were true
            bound: Expression = nodes.Binary(target.line, target.column, sign, target, store.increment)
        elif store.needs_old_value:
            # SWAP of scalars of the same type: what was true of the other is true of this one
            match store.copied_value:
                case nodes.Name(name=other) if self.are_alike(store.name, other):
                    return after.replacing(store.name, guards.about(other))
            return after
        elif store.value is ValueOrigin.DEFAULT:
            bound = nodes.Number(target.line, target.column, 0)
        elif store.copied_value is None:
            return after
        else:
            bound = store.copied_value
        return self.with_guard(after, store.name, "==", bound, bound_guards=guards)

    def are_alike(self, *names: str) -> bool:
        """Whether the names are scalars of the same type."""
        variables = [self.scope.find(each) for each in names]
        return all(map(self.is_scalar, names)) and len({each.kind for each in variables if each}) == 1

    # ---- guards that follow from conditions and subscripts

    def with_guard(
        self,
        guards: GuardSet,
        name: str,
        sign: str,
        bound: Expression | Kind,
        offset: int = 0,
        *,
        bound_guards: GuardSet | None = None,
    ) -> GuardSet:
        """Returns `guards` and the guard that `name + offset` has the relation `sign` to `bound`.

        `bound_guards` hold where the bound is evaluated; they are `guards` if None.
        """
        if isinstance(bound, Kind):
            return guards.with_guard(name, Guard(sign, bound, NO_GUARDS, offset))
        bound_nodes = nodes_in(bound)
        if len(bound_nodes) > LARGEST_BOUND:
            return guards
        bound_guards = guards if bound_guards is None else bound_guards
        names = (each.name for each in bound_nodes if isinstance(each, nodes.Name))
        depth = 1 + max((guard.depth for name in names for guard in bound_guards.about(name)), default=0)
        if depth > DEEPEST_CHAIN:
            # the bound still has the ranges that its variables have everywhere
            bound_guards, depth = NO_GUARDS, 1
        return guards.with_guard(name, Guard(sign, bound, bound_guards, offset, depth))

    def with_condition(self, condition: Expression, guards: GuardSet, *, holds: bool) -> GuardSet:
        """Returns the guards that hold after a condition was true (`holds`) or false."""
        match condition:
            case nodes.Unary(operator="!"):
                return self.with_condition(condition.operand, guards, holds=not holds)
            case nodes.Binary(operator="&&" | "||" as sign):
                first, *others = chain_operands(condition)
                if holds != (sign == "&&"):
                    return self.with_valid_subscripts(first, guards)  # which operand decided is not known
                for each in (first, *others):
                    guards = self.with_condition(each, guards, holds=holds)
                return guards
            case nodes.Binary(operator=sign) if sign in OPPOSITE:
                guards = self.with_valid_subscripts(condition, guards)
                sign = sign if holds else OPPOSITE[sign]
                left, right = condition.left, condition.right
                # X<Y says something about X, and as Y>X about Y
                for side, other, relation in ((left, right, sign), (right, left, MIRRORED[sign])):
                    match self.variable_plus_constant(side):
                        case name, offset:
                            guards = self.with_guard(guards, name, relation, other, offset)
                return guards
            case nodes.Name() if self.is_scalar(condition.name):  # IF X
                return self.with_guard(guards, condition.name, "!=" if holds else "==", integer(0, 0))
            case _:
                return self.with_valid_subscripts(condition, guards)

    def with_valid_subscripts(self, node: nodes.Node, guards: GuardSet) -> GuardSet:
        """Adds the guards that hold once a node was evaluated: all its subscripts were valid."""
        if nodes.Index not in map(type, nodes_in(node)):
            return guards
        waiting = [node]
        while waiting:
            each = waiting.pop()
            if isinstance(each, nodes.Binary) and each.operator in {"&&", "||"}:
                waiting.append(chain_operands(each)[0])  # the others may not be evaluated
                continue
            if isinstance(each, nodes.Index) and self.scope.array_named(each.target):
                for name, offset in filter(None, map(self.variable_plus_constant, each.subscripts)):
                    guards = self.with_guard(guards, name, "==", VALID_SUBSCRIPT, offset)
            waiting.extend(nodes.child_nodes(each))
        return guards

    def variable_plus_constant(self, node: Expression) -> tuple[str, int] | None:
        """Returns ("X", n) for `X+n`, ("X", -n) for `X-n`, ("X", 0) for `X`; None for other expressions."""
        match node:
            case nodes.Name(name=name) if self.is_scalar(name):
                return name, 0
            case nodes.Binary(
                operator="+" | "-" as sign, left=nodes.Name(name=name), right=nodes.Number(value=int(step))
            ):
                return (name, step if sign == "+" else -step) if self.is_scalar(name) else None
            case _:
                return None

    def is_scalar(self, name: str) -> bool:
        variable = self.scope.find(name)
        return variable is not None and not variable.is_array
