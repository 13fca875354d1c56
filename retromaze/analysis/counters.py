"""Finds counters: whole numbers that grow with each pass of a loop, but stay exact in a double.

The range of most variables stands still: whatever the ranges let anything be, all that is stored into the
variable lies within its own. That is proof enough, however long a program runs. `A=A+1` in a loop has no
such range. It is a counter: its range ends at a limit that no store respects, for this reason.

The counters of one cycle (variables, arrays, parameters and results of DEFs that are stored into each other)
have two numbers in common, a base and a step. Each value that may be stored into one of them is

- at most the base away from zero, if everything else lies within its range, or
- a counter of the same cycle, handed on as it is, and at most the step more.

So after n stores none of them is further from zero than base + n * step, whatever the order of the stores:
that follows from one store to the next. NEXT, an argument, a result and each half of a SWAP are stores; a
FILL is one, because all elements get the same. `A=A+1`, `B=A*2`, `A=B` make no counters. The second store is
neither of the two kinds, so B is none: its range ends at twice A's limit. With that the third is neither.

A run makes fewer than STEPS stores: CPython takes twenty nanoseconds or more for each, and so more than five
hours for them all. The limit, base + STEPS * step, is half of what a double holds exactly, at most.

The two sides of a range are judged for themselves: what only grows is never negative.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Literal, NamedTuple

from retromaze.analysis.declared import takes_out
from retromaze.analysis.kinds import EXACT, EXTREMES, ROUNDINGS, Kind
from retromaze.analysis.type_rules import Facts
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Variable

if TYPE_CHECKING:
    from retromaze.analysis.inference import Flow

STEPS = 15 << 36
# What these give is one of their arguments, but for its sign and fraction.
CHOOSING = {"ABS", *EXTREMES, *ROUNDINGS}
# A base is not less than this, so that few have to be raised.
LEAST_BASE = 1 << 36
MOST = EXACT >> 1

Side = Literal["low", "high"]
SIDES: tuple[Side, ...] = ("low", "high")


@dataclass
class Bound:
    """The base and step of the counters of a cycle: powers of two, so that few are ever raised."""

    base: int = LEAST_BASE
    step: int = 1

    @property
    def limit(self) -> int:
        return self.base + STEPS * self.step

    def holding(self, reach: Distance) -> Bound | None:
        """Returns this bound, or a wider one, that a store keeps to; None if no counter could."""
        more = power_above(reach.more)
        match reach.counters:
            case 0:
                found = replace(self, base=max(self.base, more))
            case 1:
                found = replace(self, step=max(self.step, more))
            case _:
                return None
        return found if found.limit <= MOST else None


class Counters:
    """The sides of variables that are counters, by the cycles of those variables.

    `moved` is called for each variable whose range was widened.
    """

    def __init__(
        self, facts: Facts, cycles: Mapping[Variable, frozenset[Variable]], moved: Callable[[Variable], None]
    ) -> None:
        self.facts = facts
        self.cycles = cycles
        self.moved = moved
        self.bounds: dict[frozenset[Variable], Bound] = defaultdict(Bound)
        self.sides: dict[Variable, set[Side]] = {}
        self.members: dict[frozenset[Variable], dict[Variable, None]] = defaultdict(dict)

    def bound(self, variable: Variable) -> Bound:
        return self.bounds[self.cycles[variable]]

    def begun(self, variable: Variable) -> bool:
        """Whether there are counters in the variable's cycle."""
        return bool(self.members[self.cycles[variable]])

    def at_limit(self, variable: Variable, side: Side) -> bool:
        """Whether a side of a range is the limit of a counter."""
        if side not in self.sides.get(variable, ()):
            return False
        known, limit = self.facts.kinds[variable], self.bound(variable).limit
        return known.low <= -limit if side == "low" else known.high >= limit

    def take(self, variable: Variable, sides: Iterable[Side], flows: Iterable[Flow], *, rebase: bool) -> bool:
        """Makes counters of these sides and returns True, if all flows into the variable allow it.

        `rebase` allows another base than the other counters of the cycle have.
        """
        before = self.sides.get(variable, set())
        self.add(variable, {*before, *sides})
        found = self.held(variable, flows)
        if found and (rebase or found.base == self.bound(variable).base):
            self.keep_to(found, variable)
            return True
        self.drop(variable)
        if before:
            self.add(variable, before)
        return False

    def admits(self, flow: Flow) -> bool:
        """Whether a flow into a counter keeps to its bound; the bound is widened if that helps."""
        if flow.target not in self.sides:
            return True
        found = self.held(flow.target, [flow])
        if found:
            self.keep_to(found, flow.target)
        return found is not None

    def add(self, variable: Variable, sides: set[Side]) -> None:
        self.sides[variable] = sides
        self.members[self.cycles[variable]][variable] = None

    def drop(self, variable: Variable) -> None:
        """Makes a counter a plain variable again."""
        if self.sides.pop(variable, None):
            del self.members[self.cycles[variable]][variable]

    def held(self, variable: Variable, flows: Iterable[Flow]) -> Bound | None:
        """Returns the bound of the variable's cycle, or a wider one, that all these flows keep to."""
        found: Bound | None = self.bound(variable)
        for flow in flows:
            reaches = self.reach_of(flow)
            for side in self.sides[variable]:
                found = found and found.holding(reaches.of(side))
        return found

    def keep_to(self, bound: Bound, variable: Variable) -> None:
        """Widens a counter to a bound, and the others of its cycle if the bound is new to them."""
        cycle = self.cycles[variable]
        reached = list(self.members[cycle]) if bound != self.bounds[cycle] else [variable]
        self.bounds[cycle] = bound
        for each in reached:
            self.stretch(each, bound.limit)

    def stretch(self, variable: Variable, limit: int) -> None:
        known, sides = self.facts.kinds[variable], self.sides[variable]
        low = min(known.low, -limit) if "low" in sides else known.low
        high = max(known.high, limit) if "high" in sides else known.high
        if (low, high) != (known.low, known.high):
            self.facts.kinds[variable] = known._replace(low=low, high=high)
            self.moved(variable)

    # ---- how far a value reaches

    def reach_of(self, flow: Flow) -> Reaches:
        """Returns the distance from zero of the values that a flow stores."""
        if isinstance(flow.value, Kind):
            return Reaches.of_kind(flow.value)
        reaching = _Reaching(self, flow)
        given = flow.value
        value = reaching.of_variable(given) if isinstance(given, Variable) else reaching.of(given)
        if flow.step is None:
            return value
        step = reaching.of(flow.step)
        if flow.limit is None:
            return value.plus(step if flow.sign > 0 else step.negated())
        if flow.rules.kind(flow.limit).is_int:
            return value.or_else(reaching.of(flow.limit).plus(step))
        return reaching.of_variable(flow.target).plus(step)


class Distance(NamedTuple):
    """The greatest distance of a value from zero on one side: some counters of its cycle, plus `more`."""

    counters: int
    more: int

    def plus(self, other: Distance) -> Distance:
        return Distance(self.counters + other.counters, self.more + other.more)

    def or_else(self, other: Distance) -> Distance:
        return Distance(max(self.counters, other.counters), max(self.more, other.more))


class Reaches(NamedTuple):
    """The greatest distances of a value below and above zero."""

    low: Distance
    high: Distance

    @classmethod
    def of_kind(cls, kind: Kind) -> Reaches:
        """Returns the distances of the ends of a range."""
        if not kind.is_int:
            return cls(Distance(0, EXACT), Distance(0, EXACT))
        return cls(Distance(0, max(0, -kind.low)), Distance(0, max(0, kind.high)))

    def plus(self, other: Reaches) -> Reaches:
        return Reaches(self.low.plus(other.low), self.high.plus(other.high))

    def or_else(self, other: Reaches) -> Reaches:
        return Reaches(self.low.or_else(other.low), self.high.or_else(other.high))

    def of(self, side: Side) -> Distance:
        return self.low if side == "low" else self.high

    def negated(self) -> Reaches:
        return Reaches(self.high, self.low)

    def within(self, kind: Kind) -> Reaches:
        """Returns the same, or the distances of the range where those are small."""
        near = Reaches.of_kind(kind)
        low, high = (known if known.more < LEAST_BASE else far for known, far in zip(near, self, strict=True))
        return Reaches(low, high)


class _Reaching:
    """Finds the distances from zero of the expressions of one flow."""

    def __init__(self, counters: Counters, flow: Flow) -> None:
        self.sides = counters.sides
        self.cycles = counters.cycles
        self.cycle = counters.cycles[flow.target]
        self.rules = flow.rules

    def of(self, node: Expression) -> Reaches:
        """The distances of a sum: those of its terms together, unless its range is smaller."""
        spine: list[nodes.Binary] = []
        while isinstance(node, nodes.Binary) and node.operator in {"+", "-"}:
            spine.append(node)
            node = node.left
        kind, reaches = self.rules.kind(node), self.of_term(node)
        for each in reversed(spine):
            right = self.of(each.right)
            kind = self.rules.operation_kind(each.operator, kind, self.rules.kind(each.right))
            reaches = reaches.plus(right if each.operator == "+" else right.negated()).within(kind)
        return reaches

    def of_term(self, node: Expression) -> Reaches:
        known = self.rules.kind(node)
        match node:
            case nodes.Unary(operator="-"):
                far = self.of(node.operand).negated()
            case nodes.Function(name=name) if name in CHOOSING and name not in self.rules.definitions:
                given = (self.of(each) for each in node.arguments if each is not None)
                far = reduce(Reaches.or_else, given, Reaches(Distance(0, 0), Distance(0, 0)))
                far = far.or_else(far.negated()) if name == "ABS" else far
            case _:
                variable = self.handed_on(node)
                far = self.of_variable(variable) if variable else Reaches.of_kind(known)
        return far.within(known)

    def of_variable(self, variable: Variable) -> Reaches:
        known = Reaches.of_kind(self.rules.facts.of(variable))
        if self.cycles.get(variable) is not self.cycle:
            return known
        counted = self.sides.get(variable, ())
        low, high = (Distance(1, 0) if side in counted else known.of(side) for side in SIDES)
        return Reaches(low, high)

    def handed_on(self, node: Expression) -> Variable | None:
        """Returns the variable, array or DEF result whose unchanged value an expression is, if any."""
        match node:
            case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
                return self.rules.scope.find(name)
            case nodes.Function() if node.name in self.rules.definitions:
                callee = self.rules.callee(node)
                return callee.result if callee else None
            case nodes.Function(arguments=[nodes.Name(name=name)]) if takes_out(node.name):
                return self.rules.scope.find(name)
            case _:
                return None


def power_above(value: int) -> int:
    """Returns the least power of two that is at least the value; 0 for 0."""
    return 1 << (value - 1).bit_length() if value else 0
