"""Finds counters: whole numbers that grow with each pass of a loop, but stay exact in a double.

Most variables have a range that contains every value that may be stored to them, as long as all other values
are within their ranges: this holds however long a program runs. `A=A+1` in a loop has no such range. A is a
counter: its range ends at a limit that a store could exceed, but that no run is long enough to reach.

The counters of one cycle (variables, arrays, parameters and results of DEFs that are stored to each other)
have two numbers in common, a base and a step. Each value that may be stored to one of them is

- at most the base away from zero, if all other values are within their ranges, or
- the value of a counter of the same cycle plus at most the step.

So after n stores none of them is further from zero than base + n * step, by induction over the stores in any
order. NEXT, an argument, a result and each half of a SWAP are stores; a FILL is one store, because all
elements get the same value. `A=A+1`, `B=A*2`, `A=B` make no counters: `A*2` is of neither sort, so B is no
counter, and its range ends at twice A's limit; then the value of `A=B` is of neither sort too.

A run makes fewer than STEPS stores: CPython takes twenty nanoseconds or more for each, and so more than five
hours for them all. The limit, base + STEPS * step, is half of what a double holds exactly, at most.

Each side of a range is looked at separately: a variable that only grows from 0 is never negative.
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
# The result of these is one of their arguments, apart from its sign and fraction.
CHOOSING = {"ABS", *EXTREMES, *ROUNDINGS}
# A base is not less than this, so that few have to be raised.
LEAST_BASE = 1 << 36
MOST = EXACT >> 1

Side = Literal["low", "high"]
SIDES: tuple[Side, ...] = ("low", "high")


@dataclass
class Bound:
    """The base and step of the counters of a cycle.

    Both are powers of two, so that they are rarely raised.
    """

    base: int = LEAST_BASE
    step: int = 1

    @property
    def limit(self) -> int:
        return self.base + STEPS * self.step

    def holding(self, distance: Distance) -> Bound | None:
        """Returns this bound, or a wider one, such that storing a value of that distance is within it.

        Returns None if there is none: the value is a sum of several counters, or the limit would be too
        large.
        """
        amount = power_above(distance.more)
        match distance.counters:
            case 0:
                bound = replace(self, base=max(self.base, amount))
            case 1:
                bound = replace(self, step=max(self.step, amount))
            case _:
                return None
        return bound if bound.limit <= MOST else None


class Counters:
    """The variables that are counters on one or both sides of their range (`sides`), and the bound of each
    cycle.

    `members` are the counters of each cycle. `moved` is called for each variable whose range was widened.
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
        """Makes the variable a counter on these sides and returns True, if all flows into it allow it.

        `rebase` allows to raise the base of the cycle's other counters.
        """
        former_sides = self.sides.get(variable, set())
        self.add(variable, {*former_sides, *sides})
        bound = self.held(variable, flows)
        if bound and (rebase or bound.base == self.bound(variable).base):
            self.keep_to(bound, variable)
            return True
        self.drop(variable)
        if former_sides:
            self.add(variable, former_sides)
        return False

    def admits(self, flow: Flow) -> bool:
        """Returns whether a flow into a counter is within its bound, which is widened if that helps."""
        if flow.target not in self.sides:
            return True
        bound = self.held(flow.target, [flow])
        if bound:
            self.keep_to(bound, flow.target)
        return bound is not None

    def add(self, variable: Variable, sides: set[Side]) -> None:
        self.sides[variable] = sides
        self.members[self.cycles[variable]][variable] = None

    def drop(self, variable: Variable) -> None:
        """Makes a counter a plain variable again."""
        if self.sides.pop(variable, None):
            del self.members[self.cycles[variable]][variable]

    def held(self, variable: Variable, flows: Iterable[Flow]) -> Bound | None:
        """Returns the bound of the variable's cycle, or a wider one, that holds these flows, else None."""
        bound: Bound | None = self.bound(variable)
        for flow in flows:
            reaches = self.reach_of(flow)
            for side in self.sides[variable]:
                bound = bound and bound.holding(reaches.of(side))
        return bound

    def keep_to(self, bound: Bound, variable: Variable) -> None:
        """Widens a counter's range to a bound, and the ranges of its cycle if the bound has changed."""
        cycle = self.cycles[variable]
        affected = list(self.members[cycle]) if bound != self.bounds[cycle] else [variable]
        self.bounds[cycle] = bound
        for each in affected:
            self.stretch(each, bound.limit)

    def stretch(self, variable: Variable, limit: int) -> None:
        known, sides = self.facts.kinds[variable], self.sides[variable]
        low = min(known.low, -limit) if "low" in sides else known.low
        high = max(known.high, limit) if "high" in sides else known.high
        if (low, high) != (known.low, known.high):
            self.facts.kinds[variable] = known._replace(low=low, high=high)
            self.moved(variable)

    # ---- the distance of a value from zero

    def reach_of(self, flow: Flow) -> Reaches:
        """Returns the greatest distances from zero of the values that a flow stores."""
        if isinstance(flow.value, Kind):
            return Reaches.of_kind(flow.value)
        reaching = _Reaching(self, flow)
        source = flow.value
        value = reaching.of_variable(source) if isinstance(source, Variable) else reaching.of(source)
        if flow.step is None:
            return value
        step = reaching.of(flow.step)
        if flow.limit is None:
            return value.plus(step if flow.sign > 0 else step.negated())
        if flow.rules.kind(flow.limit).is_int:
            return value.or_else(reaching.of(flow.limit).plus(step))
        return reaching.of_variable(flow.target).plus(step)


class Distance(NamedTuple):
    """The greatest distance of a value from zero on one side: that of `counters` counters, plus `more`."""

    counters: int
    more: int

    def plus(self, other: Distance) -> Distance:
        return Distance(self.counters + other.counters, self.more + other.more)

    def or_else(self, other: Distance) -> Distance:
        return Distance(max(self.counters, other.counters), max(self.more, other.more))


class Reaches(NamedTuple):
    """The greatest distances of a value below (`low`) and above (`high`) zero."""

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
        """Returns these distances, or on a side where the kind's range is small the end of that range."""
        of_range = Reaches.of_kind(kind)
        low, high = (
            end if end.more < LEAST_BASE else distance for end, distance in zip(of_range, self, strict=True)
        )
        return Reaches(low, high)


class _Reaching:
    """Finds the distances from zero of the expressions of one flow."""

    def __init__(self, counters: Counters, flow: Flow) -> None:
        self.sides = counters.sides
        self.cycles = counters.cycles
        self.cycle = counters.cycles[flow.target]
        self.rules = flow.rules

    def of(self, node: Expression) -> Reaches:
        """Returns the distances of an expression; those of a sum are its terms' together, or its range's."""
        sums: list[nodes.Binary] = []
        while isinstance(node, nodes.Binary) and node.operator in {"+", "-"}:
            sums.append(node)
            node = node.left
        kind, reaches = self.rules.kind(node), self.of_term(node)
        for each in reversed(sums):
            right = self.of(each.right)
            kind = self.rules.operation_kind(each.operator, kind, self.rules.kind(each.right))
            reaches = reaches.plus(right if each.operator == "+" else right.negated()).within(kind)
        return reaches

    def of_term(self, node: Expression) -> Reaches:
        kind = self.rules.kind(node)
        match node:
            case nodes.Unary(operator="-"):
                reaches = self.of(node.operand).negated()
            case nodes.Function(name=name) if name in CHOOSING and name not in self.rules.definitions:
                arguments = (self.of(each) for each in node.arguments if each is not None)
                reaches = reduce(Reaches.or_else, arguments, Reaches(Distance(0, 0), Distance(0, 0)))
                reaches = reaches.or_else(reaches.negated()) if name == "ABS" else reaches
            case _:
                variable = self.copied_from(node)
                reaches = self.of_variable(variable) if variable else Reaches.of_kind(kind)
        return reaches.within(kind)

    def of_variable(self, variable: Variable) -> Reaches:
        range_ends = Reaches.of_kind(self.rules.facts.of(variable))
        if self.cycles.get(variable) is not self.cycle:
            return range_ends
        counter_sides = self.sides.get(variable, ())
        low, high = (Distance(1, 0) if side in counter_sides else range_ends.of(side) for side in SIDES)
        return Reaches(low, high)

    def copied_from(self, node: Expression) -> Variable | None:
        """Returns the variable, array or DEF result whose unchanged value an expression is, or None."""
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
