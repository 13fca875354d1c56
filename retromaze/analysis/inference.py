"""Finds the Real variables that can only ever hold whole numbers, and how large numbers can get.

Assume every number variable whole; follow each value that is ever stored; strike out, until nothing
changes, each variable that may get something else. A variable that grows on every pass of a loop stays whole
if it is a counter (see `counters`); otherwise it is mixed, an int only as long as it is exact, or struck out.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import takewhile

from retromaze.analysis import kinds
from retromaze.analysis.bodies import called_from
from retromaze.analysis.counters import Counters, Side
from retromaze.analysis.cycles import cycles_of
from retromaze.analysis.flows import Flow, all_flows, unsafe_arrays
from retromaze.analysis.kinds import EXACT, INTEGER, MIXED, Kind, Type
from retromaze.analysis.knowledge import Knowledge
from retromaze.analysis.type_rules import Facts
from retromaze.analysis.variants import Variants, receivers
from retromaze.language import nodes
from retromaze.language.effects import effects, stores
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import Step
from retromaze.language.walk import nodes_in
from retromaze.language.yield_hook import yield_to_host

# A range that moves more often than this is taken to move with every pass of a loop.
PATIENCE = 6
# So often ranges are worked out again from each other once they stand still.
ROUNDS = 4


def infer(
    program: Program,
    variants: Variants,
    knowledge: Knowledge,
    *,
    whole: bool = True,
    opening: bool = True,
    mixing: bool = True,
) -> Facts:
    """The facts about a program's variables.

    With `whole`, Reals may be found to be ints; with `opening`, what is set once at the start is never taken
    to be 0; with `mixing`, sums may outgrow a double as long as they are exact.
    Where the knowledge says that globals can be stored to from elsewhere (DIRECT mode, other slots, VAR with
    a computed name), nothing is assumed of them.
    """
    facts = Facts()
    scopes = [program.main, *(variant.scope for variant in variants.table.values())]
    candidates = set(all_numbers(scopes, variants)) - set(unsafe_arrays(scopes)) if whole else set()
    given = set(always_given(variants))
    if knowledge.open_to_others:
        candidates -= set(program.main.variables.values())
    elif opening:
        given.update(set_at_the_start(program, scopes))
    flows = all_flows(program, facts, variants, knowledge)
    growth = _Growth(flows, facts, candidates, given, mixing=mixing)
    growth.settle()
    growth.tighten()
    return facts


def always_given(variants: Variants) -> Iterator[Variable]:
    """Parameters and results: what a DEF takes and gives is never left at 0."""
    for variant in variants.table.values():
        yield variant.result
        for name in receivers(variant.scope):
            if name is not None:
                yield variant.scope.variables[name]


def all_numbers(scopes: Sequence[Scope], variants: Variants) -> Iterator[Variable]:
    for scope in scopes:
        yield from (variable for variable in scope.variables.values() if variable.kind in "%#")
    for variant in variants.table.values():
        if variant.result.kind in "%#":
            yield variant.result


class _Growth:
    """Lets the ranges of the candidates grow until they stand still, striking out what is not whole."""

    def __init__(
        self,
        flows: list[Flow],
        facts: Facts,
        candidates: set[Variable],
        given: set[Variable],
        *,
        mixing: bool,
    ) -> None:
        self.mixing = mixing
        self.facts = facts
        self.given = given
        self.into: dict[Variable, list[Flow]] = defaultdict(list)
        self.users: dict[Variable, list[Flow]] = defaultdict(list)
        for flow in flows:
            self.into[flow.target].append(flow)
            for source in dict.fromkeys(flow.sources()):
                self.users[source].append(flow)
        self.cycles = cycles_of(driven_by(flows, candidates))
        self.moves: Counter[Variable] = Counter()
        self.counters = Counters(facts, self.cycles, self.follow_users)
        self.waiting: deque[Flow] = deque(flows)
        self.queued = set(flows)
        self.untouched = set(given)
        # as the flows were when they were looked at last, which is after each change of what they depend on
        self.stored: dict[Flow, Kind] = {}
        # Every number variable is 0 before anything is stored.
        facts.kinds = {each: start_of(each) for each in candidates}

    def settle(self) -> None:
        while self.waiting:
            yield_to_host()
            flow = self.waiting.popleft()
            self.queued.remove(flow)
            if flow.target in self.facts.kinds:
                self.follow(flow)

    def follow_users(self, variable: Variable) -> None:
        """What depends on the variable is to be looked at again, each flow once."""
        again = [flow for flow in self.users[variable] if flow not in self.queued]
        self.waiting.extend(again)
        self.queued.update(again)

    def follow(self, flow: Flow) -> None:
        target = flow.target
        kind = self.stored[flow] = kind_stored(flow)
        if kind.minus_zero or not (kind.is_int or kind.mixed):
            self.strike(target)
            return
        if kind.mixed or self.facts.kinds[target].mixed:
            self.mix(target)
            return
        if target in self.untouched:
            self.begin(target, kind)
            return
        if not self.counters.admits(flow):
            self.mix(target)
            return
        known, counted = self.facts.kinds[target], self.counters.sides.get(target, set())
        sides: set[Side] = set()
        if kind.low < known.low and "low" not in counted:
            sides.add("low")
        if kind.high > known.high and "high" not in counted:
            sides.add("high")
        if sides:
            self.grow(target, known, kind, sides)

    def begin(self, target: Variable, kind: Kind) -> None:
        """The first value of a variable that nobody sees before."""
        self.untouched.discard(target)
        self.facts.kinds[target] = start_of(target)._replace(low=kind.low, high=kind.high)
        self.follow_users(target)

    def grow(self, target: Variable, known: Kind, kind: Kind, sides: set[Side]) -> None:
        self.moves[target] += 1
        impatient = self.moves[target] > PATIENCE
        if target in self.cycles and target.kind == "%":
            kind = INTEGER if impatient else kind
        elif target in self.cycles and (impatient or self.counters.begun(target)):
            if self.counters.take(target, sides, self.into[target], rebase=impatient):
                return
            if impatient:
                self.mix(target)
                return
        elif impatient:
            # It moves because something else does that is cut to 32 bits: big steps get there sooner.
            kind = Kind(known.type, min(kind.low * 16, kind.low - 16), max(kind.high * 16, kind.high + 16))
            if target.kind == "%":
                kind = kinds.stored_integer(kind)
        self.facts.kinds[target] = Kind(
            known.type,
            kind.low if "low" in sides else known.low,
            kind.high if "high" in sides else known.high,
        )
        self.follow_users(target)

    # ---- once everything stands still

    def tighten(self) -> None:
        """Takes back what growing in great steps went too far, as long as every store still fits."""
        settled = self.facts.kinds
        again = dict.fromkeys(settled)
        for _ in range(ROUNDS):
            before = self.facts.kinds
            tightened = {each: self.tightened(each, before[each]) for each in again}
            self.facts.kinds = before | tightened
            moved = [each for each, kind in tightened.items() if before[each] != kind]
            used = [flow for each in moved for flow in self.users[each]]
            for flow in used:
                self.stored.pop(flow, None)
            # what else is stored is as it was
            again = {flow.target: None for flow in used if flow.target in before}
            if not again:
                break
        if not all(self.still_fits(each) for each in settled):
            self.facts.kinds = settled

    def tightened(self, target: Variable, known: Kind) -> Kind:
        yield_to_host()
        if known.mixed:
            return known
        stored = [] if target in self.given else [start_of(target)]
        stored += [self.stored_kind(flow) for flow in self.into[target] if not is_moved_within(flow)]
        low = min((each.low for each in stored), default=known.low)
        high = max((each.high for each in stored), default=known.high)
        return known._replace(low=max(low, known.low), high=min(high, known.high))

    def stored_kind(self, flow: Flow) -> Kind:
        """What a flow stores; anything where it is no whole number, so that nothing is taken back."""
        found = self.stored.get(flow)
        if found is None:
            kind = kind_stored(flow)
            whole = kind.is_int and not kind.minus_zero
            found = self.stored[flow] = kind if whole else Kind(Type.WHOLE, -EXACT, EXACT)
        return found

    def still_fits(self, target: Variable) -> bool:
        """Whether every store lies within the range, or that is a counter's."""
        yield_to_host()
        known = self.facts.kinds[target]
        if known.mixed:
            return True
        stored = [self.stored_kind(flow) for flow in self.into[target]]
        low_fits = self.counters.at_limit(target, "low") or all(each.low >= known.low for each in stored)
        high_fits = self.counters.at_limit(target, "high") or all(each.high <= known.high for each in stored)
        return low_fits and high_fits

    def mix(self, variable: Variable) -> None:
        """The variable may grow past what a double holds exactly."""
        if not self.mixing:
            self.strike(variable)
        elif not self.facts.kinds[variable].mixed:
            self.facts.kinds[variable] = MIXED
            self.counters.drop(variable)
            self.follow_users(variable)

    def strike(self, variable: Variable) -> None:
        """Nothing is known of this variable any more, and all that depends on it is looked at again."""
        del self.facts.kinds[variable]
        self.counters.drop(variable)
        self.follow_users(variable)


def driven_by(flows: list[Flow], candidates: set[Variable]) -> dict[Variable, set[Variable]]:
    """For each candidate the variables it can make grow."""
    followers: dict[Variable, set[Variable]] = {each: set() for each in candidates}
    for flow in flows:
        yield_to_host()
        for driver in flow.drivers():
            if driver in followers:
                followers[driver].add(flow.target)
    return followers


def kind_stored(flow: Flow) -> Kind:
    return kinds.stored_integer(flow.kind()) if flow.target.kind == "%" else flow.kind()


def is_moved_within(flow: Flow) -> bool:
    """Whether the value comes from the same variable: an element that changes places with another."""
    match flow.value:
        case nodes.Index(target=nodes.Name(name=name)) if flow.step is None:
            return flow.rules.scope.find(name) is flow.target
        case _:
            return False


def start_of(variable: Variable) -> Kind:
    return Kind(Type.INTEGER if variable.kind == "%" else Type.WHOLE, 0, 0)


# ---- variables that a program sets once at its beginning, sizes for instance
#
# Only a row of plain statements counts as the beginning: it ends at the first label, loop, branch, or call
# into the listing.


def set_at_the_start(program: Program, scopes: Sequence[Scope]) -> Iterator[Variable]:
    """The globals that have one store in the whole program, before anything can see their 0."""
    stores = Counter(stored_in(scopes))
    seen: set[Variable | None] = set()
    for step in takewhile(lambda each: is_plain(each, program), program.main.body.statements):
        target = program.main.stored(step.target) if isinstance(step, nodes.Assign) else None
        names = list(names_in(step, program.main))
        first = target is not None and target not in seen and names.count(target) == 1
        if target and first and not target.is_array and stores[target] == 1:
            yield target
        seen.update(names)


def is_plain(step: Step, program: Program) -> bool:
    return (
        isinstance(step, nodes.Node)
        and effects(step).is_plain
        and not list(called_from(step, program.definitions))
    )


def names_in(step: Step, scope: Scope) -> Iterator[Variable | None]:
    assert isinstance(step, nodes.Node)
    return (scope.find(each.name) for each in nodes_in(step) if isinstance(each, nodes.Name))


def stored_in(scopes: Sequence[Scope]) -> Iterator[Variable | None]:
    for scope in scopes:
        for head in scope.heads:
            yield from (scope.stored(each.target) for each in stores(head))
