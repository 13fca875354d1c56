"""Guards: bounds of a variable that hold at a place of the program, because of what was done before it.

`IF Y>=2 && M[X,Y-2]==0` reads the array only if Y is 2 or more. After `R[X,Y]=1` has not failed, X and Y are
valid subscripts: neither negative nor large. A guard holds until the variable is stored to, or until a call
that may store to it. At a label no guard holds, because control may come from anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from retromaze.analysis.graphs import gathered
from retromaze.analysis.kinds import LARGEST, SMALLEST, Kind, Type, integer
from retromaze.analysis.side_effects import Bodies, calls_of, head_of
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Head, Jump, Straight, nodes_in, operands
from retromaze.language.program import Program, Scope
from retromaze.language.structure import (
    Block,
    Choice,
    Compound,
    CountedLoop,
    Fallthrough,
    Forever,
    Leave,
    RepeatLoop,
    Step,
    Store,
    Switch,
    ValueOrigin,
    WhileLoop,
    effects,
    heads,
    target_name,
)

# No array is longer: the console's memory holds a million numbers, and PUSH adds few more in one frame.
LONGEST = 1 << 26
MOST_NAMES, MOST_GUARDS = 32, 6
# The longest chain of guards that depend on each other, and the most nodes in the edge of a guard.
DEEPEST, LONGEST_SIDE = 3, 9
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True, eq=False, slots=True)
class Guard:
    """A bound of a variable: `variable + offset` has the relation `sign` (`<` and so on) to `edge`.

    `known` are the guards that held where `edge` was evaluated. `depth` is the length of the longest chain of
    guards that the value of `edge` depends on.
    """

    sign: str
    edge: Expression | Kind
    known: Known
    offset: int = 0
    depth: int = 0

    def narrow(self, kind: Kind, edge: Kind) -> Kind:
        """Returns the kind of the variable where the guard holds; `edge` is the kind of the guard's edge."""
        if not edge.is_int or self.may_wrap(kind):
            return kind
        if self.sign == "==" and kind.type is Type.INTEGER and not edge.fits_integer:
            # the value wrapped at 32 bits when it was stored, or the store was an error
            return kind
        low, high = edge.low - self.offset, edge.high - self.offset
        match self.sign:
            case "<" | "<=":
                return at_most(kind, high - (self.sign == "<"))
            case ">" | ">=":
                return at_least(kind, low + (self.sign == ">"))
            case "==":
                return at_least(at_most(kind, high), low)
            case _ if low == high and kind.low == low < kind.high:
                return kind._replace(low=low + 1)
            case _ if low == high and kind.high == low > kind.low:
                return kind._replace(high=low - 1)
            case _:
                return kind

    def says_the_same(self, other: Guard) -> bool:
        same = self.edge is other.edge or (isinstance(self.edge, Kind) and self.edge == other.edge)
        return same and (self.sign, self.offset) == (other.sign, other.offset)

    def stands_in(self, guards: tuple[Guard, ...]) -> bool:
        """Whether the guard is among others; one from a subscript also if an equal one is."""
        return self in guards or (
            isinstance(self.edge, Kind) and any(each.says_the_same(self) for each in guards)
        )

    def may_wrap(self, kind: Kind) -> bool:
        """Whether `variable + offset` may have wrapped before a comparison; in a subscript it cannot."""
        if not self.offset or kind.type is not Type.INTEGER or isinstance(self.edge, Kind):
            return False
        return kind.low + self.offset < SMALLEST or kind.high + self.offset > LARGEST


def at_least(kind: Kind, low: int) -> Kind:
    return kind if low <= kind.low else kind._replace(low=low, high=max(kind.high, low))


def at_most(kind: Kind, high: int) -> Kind:
    return kind if high >= kind.high else kind._replace(low=min(kind.low, high), high=high)


class Known:
    """The guards that hold at one place, by the names of their variables; immutable."""

    __slots__ = ("guards",)

    def __init__(self, guards: Mapping[str, tuple[Guard, ...]] | None = None) -> None:
        self.guards = dict(guards or {})

    def of(self, name: str) -> tuple[Guard, ...]:
        return self.guards.get(name, ())

    def adding(self, name: str, guard: Guard) -> Known:
        present = self.of(name)
        if len(present) >= MOST_GUARDS or (not present and len(self.guards) >= MOST_NAMES):
            return self
        if any(each.says_the_same(guard) for each in present):
            return self
        return Known({**self.guards, name: (*present, guard)})

    def taking(self, name: str, guards: tuple[Guard, ...]) -> Known:
        """Returns these guards, but for one variable the given ones."""
        kept = {each: others for each, others in self.guards.items() if each != name}
        return Known(kept | {name: guards}) if guards else Known(kept)

    def without(self, stored: Callable[[str], bool]) -> Known:
        if not self.guards:
            return self
        kept = {name: each for name, each in self.guards.items() if not stored(name)}
        return self if len(kept) == len(self.guards) else Known(kept)


NOTHING_KNOWN = Known()


def common(ends: list[Known]) -> Known:
    """Returns the guards that hold at the ends of all branches."""
    first, *others = ends
    if not others:
        return first
    kept = {
        name: tuple(each for each in guards if all(each.stands_in(other.of(name)) for other in others))
        for name, guards in first.guards.items()
    }
    return Known({name: guards for name, guards in kept.items() if guards})


class Knowledge:
    """The guards at every place of a program; all variants of a DEF have the same.

    There are none if other code may store to globals at any time (`open_to_others`), or without `guarded`.
    `settings` maps assignments that may store other values than the listing says to the kinds of those
    values.
    """

    def __init__(
        self,
        program: Program,
        *,
        open_to_others: bool,
        guarded: bool = True,
        settings: Mapping[Head, Kind] | None = None,
    ) -> None:
        self.program = program
        self.settings = settings or {}
        self.open_to_others = open_to_others
        self.guarded = guarded and not open_to_others
        self.bodies: dict[str, Bodies] = {}
        self.walks: dict[str, _Walk] = {}

    def at(self, scope: Scope, head: nodes.Node) -> Known:
        """Returns the guards that hold where a statement header (see `structure.heads`) is evaluated."""
        if not self.guarded:
            return NOTHING_KNOWN
        return self.walk(scope).table.get(head, NOTHING_KNOWN)

    def walk(self, scope: Scope) -> _Walk:
        found = self.walks.get(scope.name)
        if found is None:
            found = self.walks[scope.name] = _Walk(scope, self)
        return found

    def behind(self, scope: Scope, condition: Expression, holds: bool, known: Known) -> Known:
        """Returns the guards that hold after a condition was true, or false; `known` held before it."""
        return self.walk(scope).behind(condition, holds, known) if self.guarded else known

    def bodies_of(self, scope: Scope) -> Bodies:
        """Returns what the compound statements of a scope contain; computed once."""
        known = self.bodies.get(scope.name)
        if known is None:
            known = self.bodies[scope.name] = Bodies(scope, self.program.definitions)
        return known

    @cached_property
    def stored_by(self) -> dict[str, set[str]]:
        """The globals that each DEF may store to, by itself or through calls; "" stands for unknown code."""
        scopes = self.program.definitions
        own = {name: self.bodies_of(each).stores.keys() - each.variables for name, each in scopes.items()}
        called = {name: self.bodies_of(each).called for name, each in scopes.items()}
        return gathered(own | {"": set(self.program.main.variables)}, called)

    def may_change(self, called: Iterable[str], name: str) -> bool:
        """Whether calls of these DEFs may store to a global."""
        return any(name in self.stored_by[each] for each in called)


class _Walk:
    """Walks through one scope from its start to its end; `table` has the guards at each statement header."""

    def __init__(self, scope: Scope, knowledge: Knowledge) -> None:
        self.scope = scope
        self.knowledge = knowledge
        self.bodies = knowledge.bodies_of(scope)
        self.definitions = knowledge.program.definitions
        self.table: dict[nodes.Node, Known] = {}
        self.block(scope.body, NOTHING_KNOWN)

    def block(self, block: Block, known: Known) -> Known | None:
        """Walks through a block. Returns the guards after it, or None if control never reaches its end."""
        end: Known | None = known
        for step in block.statements:
            end = self.step(step, end or NOTHING_KNOWN)
        return end

    def step(self, step: Step, known: Known) -> Known | None:
        match step:
            case nodes.Label():
                return NOTHING_KNOWN
            case nodes.Node():
                return self.straight(step, known)
            case Choice():
                return self.choice(step, known)
            case CountedLoop() | WhileLoop() | RepeatLoop():
                return self.loop(step, known)
            case Switch() | Forever() | Leave() | Fallthrough():
                raise AssertionError("facts are found before a program is lowered")

    # ---- guards that no longer hold

    def is_own(self, name: str) -> bool:
        """Whether only this scope can store to a variable."""
        return not self.scope.is_main and name in self.scope.variables

    def without_changed(self, known: Known, called: Collection[str]) -> Known:
        """Returns the guards that still hold after calls of these DEFs."""
        return known.without(lambda name: self.is_changed(called, name)) if called else known

    def is_changed(self, called: Collection[str], name: str) -> bool:
        """Whether calls of these DEFs may change a variable."""
        return not self.is_own(name) and self.knowledge.may_change(called, name)

    def through(self, step: Compound, known: Known) -> Known:
        """Returns those of the guards before a loop that hold everywhere in it."""
        if self.bodies.has_labels(step):
            return NOTHING_KNOWN
        known = self.without_changed(known, self.bodies.called_in(step))
        known = known.without(lambda name: self.bodies.stores_to(step, [name]))
        for head in heads(step):
            known = self.without_called(head, known)
        return known

    # ---- steps

    def choice(self, step: Choice, known: Known) -> Known | None:
        """Walks through an IF; returns the guards that hold after all branches that reach its end."""
        if self.bodies.has_labels(step):
            known = NOTHING_KNOWN
        ends = []
        for condition, body in step.branches:
            known = self.without_called(condition, known)
            self.table[condition] = known
            ends.append(self.block(body, self.behind(condition, True, known)))
            known = self.behind(condition, False, known)
        ends.append(self.block(step.otherwise, known))
        if self.bodies.has_labels(step):
            return NOTHING_KNOWN
        arrived = [each for each in ends if each is not None]
        return common(arrived) if arrived else None

    def without_called(self, head: Head, known: Known) -> Known:
        if known is NOTHING_KNOWN:
            return known
        return self.without_changed(known, calls_of(head, self.definitions).names)

    def behind(self, condition: Expression, holds: bool, known: Known) -> Known:
        return self.without_called(condition, self.from_condition(condition, holds, known))

    def loop(self, step: CountedLoop | WhileLoop | RepeatLoop, known: Known) -> Known:
        """Walks through a loop; returns the guards that hold before each pass, and so after the loop."""
        known = self.through(step, known)
        if isinstance(step, CountedLoop):
            known = known.without(lambda name: name == target_name(step.head.variable))
        self.table[head_of(step)] = inside = known
        if self.bodies.has_labels(step):
            inside = NOTHING_KNOWN
        elif isinstance(step, WhileLoop):
            inside = self.behind(step.condition, True, known)
        elif isinstance(step, CountedLoop):
            inside = self.counted(step, known)
        self.block(step.body, inside)
        return known

    def counted(self, step: CountedLoop, known: Known) -> Known:
        """Returns the guards at the start of a FOR's body: its variable is between start and limit.

        They are not added if the body or a call in it stores to the variable.
        """
        head, name = step.head, target_name(step.head.variable)
        if not self.is_scalar(name) or not isinstance(head.step, nodes.Number | None):
            return known
        if self.bodies.stores_to(step, [name]) or self.is_changed(self.bodies.called_in(step), name):
            return known
        counts_up = head.step is None or head.step.value >= 0
        inside = self.adding(known, name, "<=" if counts_up else ">=", head.stop)
        if self.may_wrap(head, name):
            return inside
        return self.adding(inside, name, ">=" if counts_up else "<=", head.start, seen=known)

    def may_wrap(self, head: nodes.For, name: str) -> bool:
        """Whether the variable of a FOR is a `%` variable that may wrap at 32 bits."""
        variable = self.scope.find(name)
        if variable is None or variable.kind == "#":
            return False
        ends = [head.stop] if head.step is None else [head.stop, head.step]
        return not all(isinstance(each, nodes.Number) and abs(each.value) <= LARGEST // 2 for each in ends)

    def straight(self, step: Straight | Jump, known: Known) -> Known | None:
        """Notes the guards at a plain statement; returns those after it, None if it never goes on."""
        done = effects(step)
        stored = {each.name for each in done.stores}
        names = calls_of(step, self.definitions).names
        known = before = self.without_changed(known, names)
        if len(done.stores) > 1:
            known = known.without(lambda name: name in stored)
        self.table[step] = known
        if not done.goes_on:
            return None
        # INPUT does not evaluate the subscripts of fields that were not typed
        is_input = any(each.value is ValueOrigin.TYPED for each in done.stores)
        after = known if is_input else self.from_subscripts(step, known)
        after = self.without_changed(after, names).without(lambda name: name in stored)
        if step in self.knowledge.settings:
            return after
        for store in done.stores:
            if isinstance(store.target, nodes.Name) and self.is_scalar(store.name):
                after = self.stored(store, store.target, before if store.kept else known, after)
        return after

    def stored(self, store: Store, target: nodes.Name, known: Known, after: Known) -> Known:
        """Returns the guards after a store into a scalar; `known` held where the value was evaluated."""
        if store.is_sum:
            assert store.step is not None
            sign = "+" if store.sign > 0 else "-"
            edge: Expression = nodes.Binary(target.line, target.column, sign, target, store.step)
        elif store.kept:
            # SWAP of scalars of the same type
            match store.given:
                case nodes.Name(name=other) if self.are_alike(store.name, other):
                    return after.taking(store.name, known.of(other))
                case _:
                    return after
        elif store.value is ValueOrigin.DEFAULT:
            edge = nodes.Number(target.line, target.column, 0)
        elif store.given is None:
            return after
        else:
            edge = store.given
        return self.adding(after, store.name, "==", edge, seen=known)

    def are_alike(self, *names: str) -> bool:
        found = [self.scope.find(each) for each in names]
        return all(map(self.is_scalar, names)) and len({each.kind for each in found if each}) == 1

    # ---- guards that follow from conditions and subscripts

    def adding(
        self,
        known: Known,
        name: str,
        sign: str,
        edge: Expression | Kind,
        offset: int = 0,
        *,
        seen: Known | None = None,
    ) -> Known:
        """Adds a guard whose `edge` is evaluated where the guards `seen` hold, or `known` if that is None."""
        if isinstance(edge, Kind):
            return known.adding(name, Guard(sign, edge, NOTHING_KNOWN, offset))
        edge_nodes = nodes_in(edge)
        if len(edge_nodes) > LONGEST_SIDE:
            return known
        seen = known if seen is None else seen
        names = (each.name for each in edge_nodes if isinstance(each, nodes.Name))
        depth = 1 + max((guard.depth for name in names for guard in seen.of(name)), default=0)
        if depth > DEEPEST:
            seen, depth = NOTHING_KNOWN, 1  # the edge still has the ranges that its variables have everywhere
        return known.adding(name, Guard(sign, edge, seen, offset, depth))

    def from_condition(self, condition: Expression, holds: bool, known: Known) -> Known:
        """Returns the guards that hold after a condition was true (`holds`) or false."""
        match condition:
            case nodes.Unary(operator="!"):
                return self.from_condition(condition.operand, not holds, known)
            case nodes.Binary(operator="&&" | "||" as sign):
                first, *others = operands(condition)
                if holds != (sign == "&&"):
                    return self.from_subscripts(first, known)  # which operand decided is not known
                for each in (first, *others):
                    known = self.from_condition(each, holds, known)
                return known
            case nodes.Binary(operator=sign) if sign in OPPOSITE:
                known = self.from_subscripts(condition, known)
                sign = sign if holds else OPPOSITE[sign]
                left, right = condition.left, condition.right
                for side, other, relation in ((left, right, sign), (right, left, MIRRORED[sign])):
                    if (variable_and_offset := self.moved_name(side)) is not None:
                        known = self.adding(
                            known, variable_and_offset[0], relation, other, variable_and_offset[1]
                        )
                return known
            case nodes.Name() if self.is_scalar(condition.name):
                return self.adding(known, condition.name, "!=" if holds else "==", integer(0, 0))
            case _:
                return self.from_subscripts(condition, known)

    def from_subscripts(self, node: nodes.Node, known: Known) -> Known:
        """Adds the guards that hold once a node was evaluated: all its subscripts were valid."""
        if not any(isinstance(each, nodes.Index) for each in nodes_in(node)):
            return known
        waiting = [node]
        while waiting:
            each = waiting.pop()
            if isinstance(each, nodes.Binary) and each.operator in {"&&", "||"}:
                waiting.append(operands(each)[0])  # the others may not be evaluated
                continue
            owner = each.target if isinstance(each, nodes.Index) else None
            array = self.scope.find(owner.name) if isinstance(owner, nodes.Name) else None
            if isinstance(each, nodes.Index) and array is not None and array.is_array:
                for variable_and_offset in filter(None, map(self.moved_name, each.subscripts)):
                    known = self.adding(
                        known, variable_and_offset[0], "==", integer(0, LONGEST), variable_and_offset[1]
                    )
            waiting.extend(nodes.parts(each))
        return known

    def moved_name(self, node: Expression) -> tuple[str, int] | None:
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
