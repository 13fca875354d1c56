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

A run makes fewer than MOST_STORES stores: CPython takes twenty nanoseconds or more for each, and so more than
five hours for them all. The limit, base + MOST_STORES * step, is at most half of what a double holds exactly.

Each side of a range is looked at separately: a variable that only grows from 0 is never negative.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Literal, NamedTuple

from retromaze.analysis.kinds import EXACT, EXTREMES, ROUNDINGS, Kind
from retromaze.analysis.type_rules import Facts
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Variable

if TYPE_CHECKING:
    from retromaze.analysis.inference import Flow

MOST_STORES = 15 << 36
ARGUMENT_RETURNING = {"ABS", *EXTREMES, *ROUNDINGS}
"""The functions whose result is one of their arguments, apart from its sign and fraction."""
LEAST_BASE = 1 << 36
"""A base is not less than this, so that few have to be raised."""
LARGEST_LIMIT = EXACT >> 1

Side = Literal["low", "high"]
SIDES: tuple[Side, ...] = ("low", "high")


@dataclass
class Bound:
    """The greatest distance from zero of the counters of a cycle: after n stores `base + n * step`.

    Both are powers of two, so that they are rarely raised.
    """

    base: int = LEAST_BASE
    step: int = 1

    @property
    def limit(self) -> int:
        """The distance from zero that no run is long enough to exceed."""
        return self.base + MOST_STORES * self.step

    def widened_for(self, distance: Distance) -> Bound | None:
        """Returns a bound at least this wide such that a stored value of that distance is within it.

        Returns None if there is none: the value is a sum of several counters, or the limit would be too
        large for a double to hold exactly.
        """
        amount = 1 << (distance.constant - 1).bit_length() if distance.constant else 0
        match distance.counters:
            case 0:  # no counter is in the value
                bound = replace(self, base=max(self.base, amount))
            case 1:  # a counter plus a constant, such as A+5
                bound = replace(self, step=max(self.step, amount))
            case _:
                return None
        return bound if bound.limit <= LARGEST_LIMIT else None


class Counters:
    """Counters, whose range grows in a loop: alone, or in a *cycle* of variables stored to each other.

    `facts` has the range of every variable. `cycles` maps a variable to its cycle. Counters of one cycle
    share the bound in `bounds`; `counters_of` lists them. `sides` says which ends of a counter's range grow.
    `on_widened` is called for each variable whose range was widened. A `Flow` is one stored value.
    """

    def __init__(
        self,
        facts: Facts,
        cycles: Mapping[Variable, frozenset[Variable]],
        on_widened: Callable[[Variable], None],
    ) -> None:
        self.facts = facts
        self.cycles = cycles
        self.on_widened = on_widened
        self.bounds: dict[frozenset[Variable], Bound] = defaultdict(Bound)
        self.sides: dict[Variable, set[Side]] = {}
        self.counters_of: dict[frozenset[Variable], dict[Variable, None]] = defaultdict(dict)

    def bound(self, variable: Variable) -> Bound:
        """Returns the bound of a variable, which it shares with all of its cycle."""
        return self.bounds[self.cycles[variable]]

    def has_counters(self, variable: Variable) -> bool:
        """Whether any variable of the same cycle is a counter."""
        return bool(self.counters_of[self.cycles[variable]])

    def is_at_limit(self, variable: Variable, side: Side) -> bool:
        """Whether this end of a variable's range is a counter's limit: no run is long enough to reach it."""
        if side not in self.sides.get(variable, ()):
            return False
        kind, limit = self.facts.kinds[variable], self.bound(variable).limit
        return kind.low <= -limit if side == "low" else kind.high >= limit

    def make_counter(
        self, variable: Variable, sides: Iterable[Side], flows: Iterable[Flow], *, may_raise_base: bool
    ) -> bool:
        """Makes the variable a counter on these sides and returns True, if all flows into it allow it.

        To raise the base of the cycle's bound (`may_raise_base`) widens all its counters; the step may always
        be raised. Otherwise nothing changes, and False is returned.
        """
        sides_before = self.sides.get(variable, set())
        # marked before its flows are looked at: the A in `A=A+1` has to count as a counter already
        self.mark_counter(variable, {*sides_before, *sides})
        bound = self.bound_for(variable, flows)
        if bound and (may_raise_base or bound.base == self.bound(variable).base):
            self.widen_cycle(bound, variable)
            return True
        self.drop(variable)
        if sides_before:
            self.mark_counter(variable, sides_before)
        return False

    def accept(self, flow: Flow) -> bool:
        """Widens a counter's bound as far as a flow into it needs. Returns False if it needs too much.

        Returns True for a target that is no counter.
        """
        if flow.target not in self.sides:
            return True
        bound = self.bound_for(flow.target, [flow])
        if bound:
            self.widen_cycle(bound, flow.target)
        return bound is not None

    def mark_counter(self, variable: Variable, sides: set[Side]) -> None:
        """Notes that the variable is a counter on these sides of its range."""
        self.sides[variable] = sides
        self.counters_of[self.cycles[variable]][variable] = None

    def drop(self, variable: Variable) -> None:
        """Makes a counter a plain variable again."""
        if self.sides.pop(variable, None):
            del self.counters_of[self.cycles[variable]][variable]

    def bound_for(self, variable: Variable, flows: Iterable[Flow]) -> Bound | None:
        """Returns the bound of a counter's cycle, widened so that these stores fit; None if impossible."""
        bound: Bound | None = self.bound(variable)
        for flow in flows:
            distances = self.distances_of(flow)
            for side in self.sides[variable]:
                if bound is not None:
                    bound = bound.widened_for(distances.on_side(side))
        return bound

    def widen_cycle(self, bound: Bound, variable: Variable) -> None:
        """Widens a counter's range to a bound, and the ranges of its cycle if the bound has changed."""
        cycle = self.cycles[variable]
        affected = list(self.counters_of[cycle]) if bound != self.bounds[cycle] else [variable]
        self.bounds[cycle] = bound
        for each in affected:
            self.widen_range(each, bound.limit)

    def widen_range(self, variable: Variable, limit: int) -> None:
        """Widens a counter's range to ±limit, but only at the ends that grow."""
        kind, sides = self.facts.kinds[variable], self.sides[variable]
        low = min(kind.low, -limit) if "low" in sides else kind.low
        high = max(kind.high, limit) if "high" in sides else kind.high
        if (low, high) != (kind.low, kind.high):
            self.facts.kinds[variable] = kind._replace(low=low, high=high)
            self.on_widened(variable)

    # ---- the distance of a value from zero

    def distances_of(self, flow: Flow) -> Distances:
        """Returns the greatest distances from zero of the values that a flow stores."""
        if isinstance(flow.value, Kind):
            return Distances.of_kind(flow.value)
        finder = _DistanceFinder(self, flow)
        source = flow.value
        value = finder.of_variable(source) if isinstance(source, Variable) else finder.of_expression(source)
        if flow.increment is None:
            return value
        step = finder.of_expression(flow.increment)
        if flow.limit is None:  # INC or DEC
            return value.plus(step if flow.sign > 0 else step.negated())
        if flow.rules.kind(flow.limit).is_int:
            # a FOR's variable lies between its start and one step beyond the limit
            return value.maximum(finder.of_expression(flow.limit).plus(step))
        # where the limit is not a whole number, NEXT adds to the variable as INC does
        return finder.of_variable(flow.target).plus(step)


class Distance(NamedTuple):
    """The greatest distance of a value from zero on one side: `counters` times a counter's, plus `constant`.

    The value of `A+5` is (1, 5) if A is a counter of the cycle that is looked at, that of `A+A` is (2, 0).
    """

    counters: int
    constant: int

    def plus(self, other: Distance) -> Distance:
        return Distance(self.counters + other.counters, self.constant + other.constant)

    def maximum(self, other: Distance) -> Distance:
        return Distance(max(self.counters, other.counters), max(self.constant, other.constant))


class Distances(NamedTuple):
    """The greatest distances of a value below (`low`) and above (`high`) zero."""

    low: Distance
    high: Distance

    @classmethod
    def of_kind(cls, kind: Kind) -> Distances:
        """Returns the distances of the ends of a range."""
        if not kind.is_int:
            # further than any bound allows: a variable that gets such a value is no counter
            return cls(Distance(0, EXACT), Distance(0, EXACT))
        return cls(Distance(0, max(0, -kind.low)), Distance(0, max(0, kind.high)))

    def plus(self, other: Distances) -> Distances:
        return Distances(self.low.plus(other.low), self.high.plus(other.high))

    def maximum(self, other: Distances) -> Distances:
        return Distances(self.low.maximum(other.low), self.high.maximum(other.high))

    def on_side(self, side: Side) -> Distance:
        return self.low if side == "low" else self.high

    def negated(self) -> Distances:
        return Distances(self.high, self.low)

    def clamped_to(self, kind: Kind) -> Distances:
        """Returns these distances, or the end of the kind's range on a side where that is small.

        An end below LEAST_BASE is within every bound, whatever counters the value is made of.
        """
        pairs = zip(Distances.of_kind(kind), self, strict=True)
        return Distances(*(end if end.constant < LEAST_BASE else distance for end, distance in pairs))


class _DistanceFinder:
    """Finds how far from zero the expressions of one flow can be, given the counters of its cycle.

    `cycle` has the variables that are stored to each other together with the flow's target; `cycles` has the
    cycle of each variable. `sides` has the growing ends of each counter's range.
    """

    def __init__(self, counters: Counters, flow: Flow) -> None:
        self.sides = counters.sides
        self.cycles = counters.cycles
        self.cycle = counters.cycles[flow.target]
        self.rules = flow.rules

    def of_expression(self, node: Expression) -> Distances:
        """Returns the distances of an expression.

        The distances of a sum are those of its terms added up, or the ends of the sum's range if it is small.
        The left operands are followed in a loop because a sum can have thousands of terms.
        """
        sums: list[nodes.Binary] = []
        while isinstance(node, nodes.Binary) and node.operator in {"+", "-"}:
            sums.append(node)
            node = node.left
        if not sums:
            return self.of_term(node)
        kind, distances = self.rules.kind(node), self.of_term(node)
        for each in reversed(sums):
            right = self.of_expression(each.right)
            kind = self.rules.operation_kind(each.operator, kind, self.rules.kind(each.right))
            distances = distances.plus(right if each.operator == "+" else right.negated()).clamped_to(kind)
        return distances

    def of_term(self, node: Expression) -> Distances:
        """Returns the distances of an expression that is no sum or difference."""
        kind = self.rules.kind(node)
        match node:
            case nodes.Unary(operator="-"):
                distances = self.of_expression(node.operand).negated()
            case nodes.Function(name=name) if name in ARGUMENT_RETURNING and name not in self.rules.variants:
                # the result is one of the arguments; ABS may change the sign
                arguments = (self.of_expression(each) for each in node.arguments if each is not None)
                distances = reduce(Distances.maximum, arguments, Distances(Distance(0, 0), Distance(0, 0)))
                if name == "ABS":
                    distances = distances.maximum(distances.negated())
            case _:
                variable = self.rules.variable_read(node)
                distances = self.of_variable(variable) if variable else Distances.of_kind(kind)
        return distances.clamped_to(kind)

    def of_variable(self, variable: Variable) -> Distances:
        """Returns the distances of a variable: one counter on a side where it is a counter of this cycle."""
        range_ends = Distances.of_kind(self.rules.facts.kind_of(variable))
        if self.cycles.get(variable) is not self.cycle:  # its range stays as it is while this cycle grows
            return range_ends
        counter_sides = self.sides.get(variable, ())
        return Distances(
            *(Distance(1, 0) if side in counter_sides else range_ends.on_side(side) for side in SIDES)
        )
