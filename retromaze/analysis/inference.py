"""Finds the Real variables that only ever hold whole numbers, and the range of each number variable.

First every number variable is assumed whole. Each value that is ever stored is followed, and a variable that
may get another value is removed, until nothing changes. A variable that grows on every pass of a loop stays
whole if it is a counter (see `counters`); otherwise it is mixed (an int only while it is exact) or removed.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from retromaze.analysis import kinds
from retromaze.analysis.counters import Counters, Side
from retromaze.analysis.declared import gives_large, has_range, kept_arguments
from retromaze.analysis.graphs import cycles_of
from retromaze.analysis.guards import Knowledge
from retromaze.analysis.jumps import entered_compounds, jumps_by_name
from retromaze.analysis.kinds import ANY, EXACT, INTEGER, MIXED, REAL, Kind, Type
from retromaze.analysis.side_effects import Assignment, assignments, calls_of, receivers, variables_named
from retromaze.analysis.type_rules import COMPARISONS, RESULTS, Facts, TypeRules, Variants
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.nodes import Expression, calls, nodes_in, parts
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import (
    CallResult,
    CountedLoop,
    Step,
    Value,
    ValueOrigin,
    effects,
    heads,
    stores,
    target_name,
)
from retromaze.language.text import yield_to_host

# A range that grows more often than this is taken to grow with every pass of a loop.
PATIENCE = 6
# The number of times that all ranges are computed again from each other once they are stable.
ROUNDS = 4


def infer(
    program: Program,
    variants: Variants,
    knowledge: Knowledge,
    *,
    whole: bool = True,
    opening: bool = True,
    mixing: bool = True,
    data: Kind | None = ANY,
    result_of: Callable[[CallResult], Kind] | None = None,
) -> Facts:
    """Returns the facts about a program's variables.

    With `whole`, Reals may be ints; with `opening`, a variable that is set once at the start is never 0
    before; with `mixing`, sums may outgrow a double as long as they are exact. `data` is the kind of the
    numbers in DATA, None if there are none; `result_of` as in `all_flows`.
    Nothing is assumed of globals that other code can store to (DIRECT mode, other slots, VAR with a computed
    name).
    """
    facts = Facts()
    scopes = [*program.mains, *(variant.scope for variant in variants.table.values())]
    unsafe = unsafe_arrays(scopes, is_data_known=data is not ANY)
    candidates = set(all_numbers(scopes, variants)) - set(unsafe) if whole else set()
    # parameters and results of DEFs are never read before a store
    given = {variant.result for variant in variants.table.values()}
    for variant in variants.table.values():
        given.update(variant.scope.variables[name] for name in receivers(variant.scope) if name is not None)
    if knowledge.open_to_others:
        candidates -= set(program.main.variables.values())
    elif opening:
        given.update(set_at_the_start(program, scopes))
    flows = all_flows(program, facts, variants, knowledge, data, result_of)
    growth = _Growth(flows, facts, candidates, given, mixing=mixing)
    growth.settle()
    growth.tighten()
    return facts


def all_numbers(scopes: Sequence[Scope], variants: Variants) -> Iterator[Variable]:
    for scope in scopes:
        yield from (variable for variable in scope.variables.values() if variable.kind in "%#")
    for variant in variants.table.values():
        if variant.result.kind in "%#":
            yield variant.result


class _Growth:
    """Widens the ranges of the candidates until they are stable, and removes those that are not whole."""

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
        # the kind of each flow when it was last computed, which is after each change of its sources
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
        """Queues the flows that depend on a variable, each once."""
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
        """Stores the first value of a variable that nothing reads before."""
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
            # It grows with another variable that ends at 32 bits: large steps are there sooner.
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
        """Narrows the ranges that grew too far in large steps, as long as every store still fits."""
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
            # the other flows store the same as before
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
        """Returns the kind that a flow stores; the widest if it is not whole, so that nothing is narrowed."""
        found = self.stored.get(flow)
        if found is None:
            kind = kind_stored(flow)
            whole = kind.is_int and not kind.minus_zero
            found = self.stored[flow] = kind if whole else Kind(Type.WHOLE, -EXACT, EXACT)
        return found

    def still_fits(self, target: Variable) -> bool:
        """Whether every store is within the range, or the range is a counter's."""
        yield_to_host()
        known = self.facts.kinds[target]
        if known.mixed:
            return True
        stored = [self.stored_kind(flow) for flow in self.into[target]]
        low_fits = self.counters.at_limit(target, "low") or all(each.low >= known.low for each in stored)
        high_fits = self.counters.at_limit(target, "high") or all(each.high <= known.high for each in stored)
        return low_fits and high_fits

    def mix(self, variable: Variable) -> None:
        """Makes a variable mixed: it may grow past what a double holds exactly."""
        if not self.mixing:
            self.strike(variable)
        elif not self.facts.kinds[variable].mixed:
            self.facts.kinds[variable] = MIXED
            self.counters.drop(variable)
            self.follow_users(variable)

    def strike(self, variable: Variable) -> None:
        """Removes a variable from the candidates, and queues all flows that depend on it."""
        del self.facts.kinds[variable]
        self.counters.drop(variable)
        self.follow_users(variable)


def driven_by(
    flows: list[Flow], candidates: set[Variable], held: Mapping[Flow, Collection[Variable]] | None = None
) -> dict[Variable, set[Variable]]:
    """Returns, for each candidate, the variables that may grow with it, but for those `held` at a flow."""
    followers: dict[Variable, set[Variable]] = {each: set() for each in candidates}
    for flow in flows:
        yield_to_host()
        bounded = held[flow] if held else ()
        for driver in flow.drivers():
            if driver in followers and driver not in bounded:
                followers[driver].add(flow.target)
    return followers


def kind_stored(flow: Flow) -> Kind:
    return kinds.stored_integer(flow.kind()) if flow.target.kind == "%" else flow.kind()


def is_moved_within(flow: Flow) -> bool:
    """Whether the value is from the same array: two elements that change places."""
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
    """Yields the globals that have one store in the whole program, before anything can read their 0."""
    main = program.main
    stored = Counter(
        scope.stored(each.target) for scope in scopes for head in scope.heads for each in stores(head)
    )
    seen: set[Variable] = set()
    for step in main.body.statements:
        if not (isinstance(step, nodes.Node) and effects(step).is_plain):
            return
        if calls_of(step, program.definitions).names:
            return
        target = main.stored(step.target) if isinstance(step, nodes.Assign) else None
        names = list(variables_named(main, step))
        is_first = target is not None and target not in seen and names.count(target) == 1
        if target and is_first and not target.is_array and stored[target] == 1:
            yield target
        seen.update(names)


# The results of these operators are within 32 bits.
CUT = frozenset({"DIV", "MOD", "AND", "OR", "XOR", "<<", ">>", "NOT"})

Bounded = dict[tuple[Variable, Step], bool]


@dataclass(frozen=True, eq=False)
class Flow:
    """One value that is stored to a variable or its elements.

    `value` is an expression or a known kind; `step` is added to it (INC, NEXT). `limit` marks the counting of
    a FOR: the value goes up or down to the limit and one step further if the limit is whole; else the step is
    added to the variable's own range.
    """

    target: Variable
    value: Expression | Kind | Variable
    rules: TypeRules
    step: Expression | None = None
    sign: int = 1
    limit: Expression | None = None

    def kind(self) -> Kind:
        match self.value:
            case Kind() as kind:
                pass
            case Variable() as variable:
                kind = self.rules.facts.of(variable)
            case expression:
                kind = self.rules.kind(expression)
        if self.step is None:
            return kind
        step = self.rules.kind(self.step)
        if self.limit is not None:
            limit = self.rules.kind(self.limit)
            if limit.is_int:
                return self.counted(kind, step, limit)
            kind = self.rules.facts.of(self.target)
        return kinds.arithmetic("+" if self.sign > 0 else "-", kind, step)

    def counted(self, start: Kind, step: Kind, limit: Kind) -> Kind:
        """Returns the range of a FOR variable, with the value that ends the loop."""
        if not (start.is_int and step.is_int):
            return REAL
        low = min(start.low, limit.low + step.low) if step.low < 0 else start.low
        high = max(start.high, limit.high + step.high) if step.high > 0 else start.high
        return kinds.integer(low, high) if self.target.kind == "%" else kinds.whole(low, high)

    def sources(self) -> Iterator[Variable]:
        """Yields the variables that the range of the value depends on."""
        return self.sources_but()

    def drivers(self) -> Iterator[Variable]:
        """Yields the sources that can make the value grow without end."""
        return self.sources_but(CUT)

    def sources_but(self, bounded: Collection[str] = frozenset()) -> Iterator[Variable]:
        """Yields the sources; results of the operators in `bounded` do not grow."""
        for node in (self.value, self.step, self.limit):
            if isinstance(node, Variable):
                yield node
            elif isinstance(node, nodes.Node):
                yield from sources_of(node, self.rules, bounded)
        if self.limit is not None:
            yield self.target


def sources_of(
    node: nodes.Node, rules: TypeRules, bounded: Collection[str] = frozenset()
) -> Iterator[Variable]:
    """Yields the variables that an expression's range grows with.

    With `bounded`, its operators and comparisons do not grow, nor do functions with a fixed range.
    """
    waiting = [node]
    while waiting:
        each = waiting.pop()
        match each:
            case nodes.Name():
                variable = rules.scope.find(each.name)
                if variable:
                    yield variable
                if not bounded:
                    yield from edges_of(each.name, rules)
            case nodes.Binary(operator=sign) | nodes.Unary(operator=sign) if bounded and (
                sign in COMPARISONS or sign in bounded
            ):
                pass
            case nodes.Function(name=name) if has_range(name) or (bounded and not gives_large(name)):
                if name in rules.definitions and (callee := rules.callee(each)):
                    yield callee.result
            case nodes.Index(target=target):
                waiting.append(target)
            case nodes.Function() if each.name in rules.definitions:
                if callee := rules.callee(each):
                    yield callee.result
            case _:
                waiting.extend(parts(each))


def edges_of(name: str, rules: TypeRules) -> Iterator[Variable]:
    """Yields the variables that the guards of a variable compare it with."""
    for guard in rules.here.of(name):
        if not isinstance(guard.edge, Kind):
            yield from sources_of(guard.edge, rules.under(guard.known))


def all_flows(
    program: Program,
    facts: Facts,
    variants: Variants,
    knowledge: Knowledge,
    data: Kind | None = ANY,
    result_of: Callable[[CallResult], Kind] | None = None,
) -> list[Flow]:
    """Returns the flows of every assignment to a number variable in the main program and all variants.

    `data` is the kind of the numbers that READ and COPY take from DATA, None if there are no numbers;
    `result_of` returns the kind that a builtin gives to an OUT receiver.
    """
    mains = ((each, None) for each in program.mains)
    places = [*mains, *((each.scope, each.result) for each in variants.table.values())]
    bounded = bounded_loops([scope for scope, _ in places], knowledge)
    found: list[Flow] = []
    for scope, result in places:
        rules = TypeRules(scope, facts, variants)
        for step in scope.steps:
            for head in heads(step):
                here = rules.under(knowledge.at(scope, head))
                setting = knowledge.settings.get(head)
                for each in assignments(scope, head, here.callee, result):
                    if each.target.kind in "%#":
                        value = value_of(each.value, data, result_of or result_kind)
                        if value is not None:
                            found += flows_of(each, value, here, step, bounded, setting)
                filled = (scope.find(name.name) for name in filled_from_data(head))
                found += [Flow(each, data, here) for each in filled if each and data is not None]
    return found


def flows_of(
    given: Assignment,
    value: Expression | Kind | Variable,
    rules: TypeRules,
    step: Step,
    bounded: Bounded,
    setting: Kind | None,
) -> Iterator[Flow]:
    """Yields the flows of one assignment. A FOR has one for its start and others for its NEXT.

    NEXT counts to the limit, or adds to what the body stores, or is like INC; see `bounded_loops`.
    """
    target, store = given.target, given.store
    if setting is not None:
        value = setting
    if store is None or store.step is None or store.limit is not None:
        yield Flow(target, value, rules)
    if store is None or store.step is None:
        return
    if store.limit is None:
        yield Flow(target, value, rules, store.step, store.sign)
        return
    is_alone = bounded.get((target, step))
    if is_alone is not None:
        yield Flow(target, value, rules, store.step, store.sign, store.limit)
    if not is_alone:
        assert isinstance(store.target, nodes.Name | nodes.Index)
        yield Flow(target, store.target, rules, store.step, store.sign)


def value_of(
    value: Value | Variable, data: Kind | None, result_of: Callable[[CallResult], Kind]
) -> Expression | Kind | Variable | None:
    """Returns a stored value as in a flow; None if it is no number, or the first 0."""
    match value:
        case CallResult():
            return result_of(value)
        case ValueOrigin.DATA:
            return data
        case ValueOrigin.TYPED:
            return ANY
        case ValueOrigin.LINE | ValueOrigin.DEFAULT | ValueOrigin.ARRAY | ValueOrigin.MISSING:
            return None
        case _:
            return value


def result_kind(result: CallResult) -> Kind:
    """Returns the kind that a builtin gives to an OUT receiver; ANY if its form is unknown."""
    call, entry = result.call, BUILTINS.get(result.call.name)
    receivers = len(call.outputs or ())
    form = entry.find(len(call.arguments), value=False, receivers=receivers) if entry else None
    given = (form.outputs or (form.result,)) if form else ()
    return RESULTS[given[result.position]] if result.position < len(given) else ANY


def filled_from_data(head: nodes.Node) -> Iterator[nodes.Name]:
    """Yields the arrays that `COPY A,@LABEL` fills with DATA."""
    for call in calls(head):
        match call:
            case nodes.Instruction(name="COPY", arguments=[nodes.Name() as array, *rest]) if any(
                isinstance(each, nodes.LabelText) for each in rest[:2]
            ):
                yield array


def unsafe_arrays(scopes: Sequence[Scope], *, is_data_known: bool) -> Iterator[Variable]:
    """Yields the arrays that get a second name or are passed to code that may store to them.

    COPY may store DATA into an array if all DATA is known.
    """
    for scope in scopes:
        known = scope.visible | scope.variables
        arrays = {name: each for name, each in known.items() if each.is_array}
        for head in scope.heads if arrays else ():
            yield from handed_on(head, arrays, is_data_known=is_data_known)


def handed_on(head: nodes.Node, arrays: Mapping[str, Variable], *, is_data_known: bool) -> Iterator[Variable]:
    """Yields the arrays that a statement or condition uses as a whole, in such a way."""
    named = [each for each in nodes_in(head) if isinstance(each, nodes.Name) and each.name in arrays]
    safe: set[nodes.Node | None] = set(filled_from_data(head)) if is_data_known else set()
    for node in nodes_in(head) if named else ():
        if isinstance(node, nodes.Index):
            safe.add(node.target)
        elif isinstance(node, nodes.Function | nodes.Instruction):
            safe.update(kept_arguments(node))
    yield from (arrays[each.name] for each in named if each not in safe)


# ---- FOR loops whose variable stays near the limit, whatever jumps there are
#
# NEXT may add to a value beyond the limit, any number of times, after a jump into the loop's body, another
# FOR over the same variable inside it, or a call from inside it that may run one.


def bounded_loops(scopes: Sequence[Scope], knowledge: Knowledge) -> Bounded:
    """Returns, by variable and loop, each FOR whose NEXT goes beyond the limit by one step at most.

    The value is True if nothing else in the loop stores to the variable.
    """
    by_name = any(jumps_by_name(scope) for scope in scopes if not scope.is_main)
    result: Bounded = {}
    for scope in scopes:
        loops = [step for step in scope.steps if isinstance(step, CountedLoop)]
        if not loops:
            continue
        entered = entered_compounds(scope, enter_anywhere=by_name and scope.is_main)
        bodies = knowledge.bodies_of(scope)
        for loop in loops:
            name = target_name(loop.head.variable)
            variable = scope.find(name) if isinstance(loop.head.variable, nodes.Name) else None
            if variable is None or loop in entered or bodies.counts_again(loop, name):
                continue
            own = name in scope.variables and not scope.is_main
            if own or not knowledge.may_change(bodies.called_in(loop), name):
                result[variable, loop] = not bodies.stores_to(loop, [name])
    return result
