"""Finds the Real variables that only ever hold whole numbers, and the range of each number variable.

First every number variable is assumed to hold whole numbers only: it is a candidate. The kinds of all values
that are stored widen the candidates' ranges, and a candidate that may get another value is removed, until
nothing changes. A variable that grows on every pass of a loop stays a candidate if it is a counter (see
`counters`); otherwise it is mixed (an int only while it is exact) or removed.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from retromaze.analysis import kinds
from retromaze.analysis.counters import Counters, Side
from retromaze.analysis.graphs import cycles_of
from retromaze.analysis.guards import GuardTable
from retromaze.analysis.jumps import entered_compounds, has_computed_gosub
from retromaze.analysis.kinds import ANY, EXACT, INTEGER, MIXED, REAL, Kind, Type
from retromaze.analysis.side_effects import (
    Assignment,
    assignments,
    called_form,
    calls_of,
    has_range,
    may_exceed_32_bits,
    receivers,
    unchanged_arguments,
    variables_named,
)
from retromaze.analysis.type_rules import COMPARISONS, CUTTING, RESULT_KINDS, Facts, TypeRules, Variants
from retromaze.language import nodes
from retromaze.language.block_tree import (
    CallResult,
    CountedLoop,
    Step,
    Value,
    ValueOrigin,
    effects,
    heads_of,
    stores,
    target_name,
)
from retromaze.language.lexer import yield_to_host
from retromaze.language.nodes import Expression, called_words, calls_in, child_nodes, nodes_in
from retromaze.language.program import Program, Scope, Variable

# A range that has been widened more often than this is assumed to grow with every pass of a loop.
MOST_WIDENINGS = 6
# The number of times that ranges are computed again from each other once they are stable, to narrow them.
NARROWING_ROUNDS = 4


class Inference(NamedTuple):
    """The results of inference.

    `numbers` are the number variables all of whose stores are known, `flows` these stores.
    """

    facts: Facts
    numbers: set[Variable]
    flows: list[Flow]


def infer(
    variants: Variants,
    guard_table: GuardTable,
    *,
    reals_as_ints: bool = True,
    skip_initial_zeros: bool = True,
    allow_mixed: bool = True,
    data: Kind | None = ANY,
    result_of: Callable[[CallResult], Kind] | None = None,
) -> Inference:
    """Finds the kind (type and range) of each number variable of a program and its DEFs' `variants`.

    A variant is a DEF compiled for one combination of argument types. `guard_table` has the bounds of
    variables that hold at single statements. With `reals_as_ints`, Reals may be ints. With
    `skip_initial_zeros`, the range of a variable that is set once at the start leaves out the 0 before. With
    `allow_mixed`, sums that may outgrow a double are ints as long as they are exact. `data` is the kind of
    the numbers in DATA, None if there are none; `result_of` returns the kind that a builtin gives to an OUT
    receiver. Globals that other code can store to (DIRECT mode, other slots, VAR with a computed name) may
    have any value.
    """
    facts = Facts()
    scopes = [scope for scope, _ in variants.scopes_and_results()]
    unsafe = unsafe_arrays(scopes, variants, is_data_known=data is not ANY)
    numbers = set(all_numbers(scopes, variants)) - set(unsafe)
    candidates = set(numbers) if reals_as_ints else set()
    # parameters and results of DEFs are stored to before anything reads them
    set_before_read: set[Variable] = set()
    for variant in variants.table.values():
        names = filter(None, receivers(variant.scope))
        set_before_read |= {variant.result, *(variant.scope.variables[name] for name in names)}
    if guard_table.open_to_others:
        candidates -= set(variants.program.main.variables.values())
    elif skip_initial_zeros:
        set_before_read.update(globals_set_at_start(variants.program, scopes))
    flows = all_flows(facts, variants, guard_table, data, result_of)
    inference = _RangeInference(flows, facts, candidates, set_before_read, allow_mixed=allow_mixed)
    inference.widen_until_stable()
    inference.narrow_ranges()
    return Inference(facts, numbers, flows)


def all_numbers(scopes: Sequence[Scope], variants: Variants) -> Iterator[Variable]:
    """Yields every number variable and array, and the result of each DEF that may return a number."""
    for scope in scopes:
        yield from (variable for variable in scope.variables.values() if variable.kind in "%#")
    for variant in variants.table.values():
        if variant.result.kind in "%#":
            yield variant.result


class _RangeInference:
    """Widens the ranges of candidates (variables that may be ints) by each flow (stored value) until all fit.

    A candidate that gets another value is removed. Candidates are those with a kind in `facts`. `waiting` has
    the flows that are to be computed (again). `flows_into` lists the flows to each variable, `flows_using`
    the flows whose value depends on it; `widening_counts` counts how often its range was widened.
    `not_stored_yet` are the variables that nothing was stored to yet and whose first 0 is never read
    (`set_before_read`). `cycles` has the variables that grow together. `counters` bounds a variable that
    grows in a loop, if a bound can be found; others become mixed: ints only while a double holds them
    exactly.
    """

    def __init__(
        self,
        flows: list[Flow],
        facts: Facts,
        candidates: set[Variable],
        set_before_read: set[Variable],
        *,
        allow_mixed: bool,
    ) -> None:
        self.allow_mixed = allow_mixed
        self.facts = facts
        self.set_before_read = set_before_read
        self.flows_into: dict[Variable, list[Flow]] = defaultdict(list)
        self.flows_using: dict[Variable, list[Flow]] = defaultdict(list)
        for flow in flows:
            self.flows_into[flow.target].append(flow)
            for source in dict.fromkeys(flow.sources):
                self.flows_using[source].append(flow)
        self.cycles = cycles_of(growth_graph(flows, candidates))
        self.widening_counts: Counter[Variable] = Counter()
        self.counters = Counters(facts, self.cycles, self.queue_dependents)
        self.waiting: deque[Flow] = deque(flows)
        self.queued = set(flows)
        self.not_stored_yet = set(set_before_read)
        # the kind of each flow when it was computed last, which was after the last change of its sources
        self.cached_kinds: dict[Flow, Kind] = {}
        # Every number variable is 0 before anything is stored.
        facts.kinds = {each: zero_kind(each) for each in candidates}

    def widen_until_stable(self) -> None:
        """Processes the waiting flows, and those that depend on a changed variable, until none is left."""
        while self.waiting:
            yield_to_host()
            flow = self.waiting.popleft()
            self.queued.remove(flow)
            if flow.target in self.facts.kinds:  # else it is no candidate any more, and a float
                self.process_flow(flow)

    def queue_dependents(self, variable: Variable) -> None:
        """Queues the flows that depend on a variable, each once."""
        dependents = [flow for flow in self.flows_using[variable] if flow not in self.queued]
        self.waiting.extend(dependents)
        self.queued.update(dependents)

    def process_flow(self, flow: Flow) -> None:
        """Computes the kind that a flow stores, and widens the target's range or removes the target."""
        target = flow.target
        kind = self.cached_kinds[flow] = kind_stored(flow)
        if kind.minus_zero or not (kind.is_int or kind.mixed):
            self.remove_candidate(target)  # an int cannot be -0
        elif kind.mixed or self.facts.kinds[target].mixed:
            self.make_mixed(target)
        elif target in self.not_stored_yet:
            # the first stored value is the whole range, as the initial 0 is never read
            self.not_stored_yet.discard(target)
            self.facts.kinds[target] = zero_kind(target)._replace(low=kind.low, high=kind.high)
            self.queue_dependents(target)
        elif not self.counters.accept(flow):
            self.make_mixed(target)
        else:
            before = self.facts.kinds[target]
            sides: set[Side] = set()
            if kind.low < before.low:
                sides.add("low")
            if kind.high > before.high:
                sides.add("high")
            # `accept` has widened the sides on which the target is a counter
            sides -= self.counters.sides.get(target, set())
            if sides:
                self.widen(target, before, kind, sides)

    def widen(self, target: Variable, before: Kind, stored: Kind, sides: set[Side]) -> None:
        """Widens the target's range on these sides to include a stored value.

        A target that grows in a loop becomes a counter instead, or mixed if it cannot be one.
        """
        self.widening_counts[target] += 1
        grows_often = self.widening_counts[target] > MOST_WIDENINGS
        if target in self.cycles and target.kind == "%":
            # it wraps at 32 bits, so that no other bound is needed
            stored = INTEGER if grows_often else stored
        # next to a counter, which it may grow with, a variable becomes a counter at once
        elif target in self.cycles and (grows_often or self.counters.has_counters(target)):
            if self.counters.make_counter(target, sides, self.flows_into[target], may_raise_base=grows_often):
                return
            if grows_often:
                self.make_mixed(target)
                return
        elif grows_often:
            # it grows with another variable, whose range ends at 32 bits: large steps reach the end sooner
            low, high = min(stored.low * 16, stored.low - 16), max(stored.high * 16, stored.high + 16)
            stored = Kind(before.type, low, high)
            if target.kind == "%":
                stored = kinds.stored_integer(stored)
        self.facts.kinds[target] = Kind(
            before.type,
            stored.low if "low" in sides else before.low,
            stored.high if "high" in sides else before.high,
        )
        self.queue_dependents(target)

    # ---- once the ranges are stable

    def narrow_ranges(self) -> None:
        """Narrows the ranges that large steps widened too far, by computing them again from each other.

        All former ranges are restored if a store does not fit any more.
        """
        stable = self.facts.kinds
        targets = dict.fromkeys(stable)  # in a fixed order, which a set would not have
        for _ in range(NARROWING_ROUNDS):
            former = self.facts.kinds
            narrowed = {each: self.narrowed_range(each, former[each]) for each in targets}
            self.facts.kinds = former | narrowed
            changed = [each for each, kind in narrowed.items() if former[each] != kind]
            dependents = [flow for each in changed for flow in self.flows_using[each]]
            for flow in dependents:
                self.cached_kinds.pop(flow, None)
            # only these ranges can change again: the other flows store the same as before
            targets = {flow.target: None for flow in dependents if flow.target in former}
            if not targets:
                break
        if not all(self.still_fits(each) for each in stable):
            self.facts.kinds = stable

    def narrowed_range(self, target: Variable, former: Kind) -> Kind:
        """Returns the smallest range with the values stored to the target, but no wider than the former."""
        yield_to_host()
        if former.mixed:
            return former
        stored = [] if target in self.set_before_read else [zero_kind(target)]
        stored += [self.cached_kind_stored(flow) for flow in self.flows_into[target]]
        low = min((each.low for each in stored), default=former.low)
        high = max((each.high for each in stored), default=former.high)
        return former._replace(low=max(low, former.low), high=min(high, former.high))

    def cached_kind_stored(self, flow: Flow) -> Kind:
        """Returns the kind that a flow stores, computed at most once; the widest if it may not be whole.

        With that the caller narrows nothing.
        """
        if flow not in self.cached_kinds:
            kind = kind_stored(flow)
            self.cached_kinds[flow] = kind if kinds.is_whole(kind) else Kind(Type.WHOLE, -EXACT, EXACT)
        return self.cached_kinds[flow]

    def still_fits(self, target: Variable) -> bool:
        """Whether the target's range contains every value stored to it, or ends at a counter's limit."""
        yield_to_host()
        current = self.facts.kinds[target]
        if current.mixed:
            return True
        stored = [self.cached_kind_stored(flow) for flow in self.flows_into[target]]
        low_fits = all(each.low >= current.low for each in stored)
        high_fits = all(each.high <= current.high for each in stored)
        return (low_fits or self.counters.is_at_limit(target, "low")) and (
            high_fits or self.counters.is_at_limit(target, "high")
        )

    def make_mixed(self, variable: Variable) -> None:
        """Makes a variable mixed: an int only while a double holds it exactly. Removes it if not allowed."""
        if not self.allow_mixed:
            self.remove_candidate(variable)
        elif not self.facts.kinds[variable].mixed:
            self.facts.kinds[variable] = MIXED
            self.counters.drop(variable)
            self.queue_dependents(variable)

    def remove_candidate(self, variable: Variable) -> None:
        """Makes a variable a float: removes it from the candidates and queues all flows that depend on it."""
        del self.facts.kinds[variable]
        self.counters.drop(variable)
        self.queue_dependents(variable)


def growth_graph(flows: list[Flow], candidates: set[Variable]) -> dict[Variable, set[Variable]]:
    """Returns, for each candidate, the variables that may grow because it grows, to find cycles of growth.

    A candidate is a variable that may be kept as an int; a flow is one value that is stored to a variable.
    """
    followers: dict[Variable, set[Variable]] = {each: set() for each in candidates}
    for flow in flows:
        yield_to_host()
        for driver in flow.growing_sources:
            if driver in followers:
                followers[driver].add(flow.target)
    return followers


def kind_stored(flow: Flow) -> Kind:
    """Returns the kind of the value that a flow stores; it wraps at 32 bits in a `%` variable."""
    return kinds.stored_integer(flow.kind()) if flow.target.kind == "%" else flow.kind()


def zero_kind(variable: Variable) -> Kind:
    """Returns the kind of a number variable's initial 0."""
    return Kind(Type.INTEGER if variable.kind == "%" else Type.WHOLE, 0, 0)


# ---- variables that a program sets once at its beginning, sizes for instance
#
# Only a row of plain statements counts as the beginning: it ends at the first label, loop, branch, or call
# into the listing.


def globals_set_at_start(program: Program, scopes: Sequence[Scope]) -> Iterator[Variable]:
    """Yields the globals with a single store in the program, which runs before anything can read their 0."""
    main = program.main
    store_counts = Counter(
        scope.stored_variable(each.target)
        for scope in scopes
        for head in scope.heads
        for each in stores(head)
    )
    named_before: set[Variable] = set()
    for step in main.body.statements:
        yield_to_host()
        if not (isinstance(step, nodes.Node) and effects(step).is_straight):
            return
        if calls_of(step, program.definitions).names:
            return
        target = main.stored_variable(step.target) if isinstance(step, nodes.Assign) else None
        named = list(variables_named(main, step))  # twice in `A=A+1`, which reads the 0
        is_first = target is not None and target not in named_before and named.count(target) == 1
        if target and is_first and not target.is_array and store_counts[target] == 1:
            yield target
        named_before.update(named)


Bounded = dict[tuple[Variable, Step], bool]


@dataclass(eq=False)
class Flow:
    """One value that is stored to a variable or its elements.

    `value` is an expression, a known kind, or a DEF's variable whose value is stored. `increment` is added to
    it (INC, NEXT) if `sign` is 1, else subtracted. `limit` marks the counting of a FOR: the variable goes up
    or down from the value to the limit and one step further, if the limit is whole; else the increment is
    added to its own range.
    """

    target: Variable
    value: Expression | Kind | Variable
    rules: TypeRules
    increment: Expression | None = None
    sign: int = 1
    limit: Expression | None = None

    def kind(self) -> Kind:
        """Returns the kind of the stored value, from the ranges of its variables as they are now."""
        match self.value:
            case Kind() as kind:
                pass
            case Variable() as variable:
                kind = self.rules.facts.kind_of(variable)
            case expression:
                kind = self.rules.kind(expression)
        if self.increment is None:
            return kind
        step = self.rules.kind(self.increment)
        if self.limit is not None:
            limit = self.rules.kind(self.limit)
            if limit.is_int:
                return self.counter_range(kind, step, limit)
            # NEXT adds to the variable as INC does
            kind = self.rules.facts.kind_of(self.target)
        return kinds.arithmetic("+" if self.sign > 0 else "-", kind, step)

    def counter_range(self, start: Kind, step: Kind, limit: Kind) -> Kind:
        """Returns the range of a FOR's variable, with the value that ends the loop.

        `start`, `step` and `limit` are the ranges of FOR's operands. A `%` variable wraps at 32 bits.
        """
        if not (start.is_int and step.is_int):
            return REAL
        low = min(start.low, limit.low + step.low) if step.low < 0 else start.low
        high = max(start.high, limit.high + step.high) if step.high > 0 else start.high
        return kinds.integer(low, high) if self.target.kind == "%" else kinds.whole(low, high)

    @cached_property
    def sources(self) -> list[Variable]:
        """The variables that the range of the value depends on."""
        return self.find_sources(growing=False)

    @cached_property
    def growing_sources(self) -> list[Variable]:
        """The variables that can make the value grow without end."""
        return self.find_sources(growing=True)

    def find_sources(self, *, growing: bool) -> list[Variable]:
        """Returns the variables that the value's range depends on, or if `growing` those it grows with."""
        found: list[Variable] = []
        for node in (self.value, self.increment, self.limit):
            if isinstance(node, Variable):
                found.append(node)
            elif isinstance(node, nodes.Node):
                found += sources_of(node, self.rules, growing=growing)
        if self.limit is not None:
            found.append(self.target)  # NEXT adds to it, if the limit is not a whole number
        return found


def sources_of(node: nodes.Node, rules: TypeRules, *, growing: bool = False) -> Iterator[Variable]:
    """Yields the variables that an expression's range depends on.

    With `growing`, only those whose growth the range follows: operands of operators and arguments of
    functions whose result is within 32 bits are left out.
    """
    waiting = [node]
    while waiting:
        each = waiting.pop()
        match each:
            case nodes.Name():
                variable = rules.scope.find(each.name)
                if variable:
                    yield variable
                # its range depends on those of the variables in its bounds
                for guard in rules.guards.about(each.name) if not growing else ():
                    if not isinstance(guard.bound, Kind):
                        yield from sources_of(guard.bound, rules.with_guards(guard.bound_guards))
            case nodes.Function() if each.name in rules.variants:
                if callee := rules.called_variant(each):
                    yield callee.result
            case nodes.Binary(operator=sign) | nodes.Unary(operator=sign) if growing and (
                sign in COMPARISONS or sign in CUTTING
            ):
                pass
            case nodes.Function(name=name) if has_range(name) or (growing and not may_exceed_32_bits(name)):
                pass  # a builtin's range is known without its arguments
            case nodes.Index(target=target):
                waiting.append(target)  # subscripts choose an element, and do not change the range of all
            case _:
                waiting.extend(child_nodes(each))


def all_flows(
    facts: Facts,
    variants: Variants,
    guard_table: GuardTable,
    data: Kind | None = ANY,
    result_of: Callable[[CallResult], Kind] | None = None,
) -> list[Flow]:
    """Returns the flows (stored values) of every number variable in the main program and variants of DEFs.

    `data` is the kind of the numbers that READ and COPY take from DATA, None if there are no numbers;
    `result_of` returns the kind that a builtin gives to an OUT receiver.
    """
    scopes_and_results = variants.scopes_and_results()
    bounded = bounded_loops([scope for scope, _ in scopes_and_results], guard_table)
    flows: list[Flow] = []
    for scope, result in scopes_and_results:
        scope_rules = TypeRules(scope, facts, variants)
        arrays = arrays_seen_in(scope)
        for step in scope.steps:
            yield_to_host()
            for head in heads_of(step):
                rules = scope_rules.with_guards(guard_table.guards_at(scope, head))
                setting = guard_table.settings.get(head)  # a port may set another value than the listing
                for each in assignments(scope, head, rules.called_variant, result):
                    if each.target.kind in "%#":
                        stored = passed_array(scope, each) or each.value
                        value = flow_value(stored, data, result_of or receiver_kind)
                        if value is not None:
                            flows += flows_of(each, value, rules, step, bounded, setting)
                if "COPY" in called_words(head):
                    flows += flows_of_copies(head, arrays, rules, data)
    return flows


def flows_of_copies(
    head: nodes.Head, arrays: Mapping[str, Variable], rules: TypeRules, data: Kind | None
) -> Iterator[Flow]:
    """Yields the flows of the COPYs in a statement, from DATA and from one array to another.

    `arrays` are those that can be named there; `data` is the kind of the numbers in DATA, None if there are
    none.
    """
    for name in filled_from_data(head):
        array = rules.scope.find(name.name)
        if array and data is not None:
            yield Flow(array, data, rules)
    for one, other in copied_arrays(head, arrays):
        # both ways, as a port can only copy between lists of one type
        yield Flow(arrays[one.name], arrays[other.name], rules)
        yield Flow(arrays[other.name], arrays[one.name], rules)


def passed_array(scope: Scope, assignment: Assignment) -> Variable | None:
    """Returns the array whose elements a parameter gets because it is passed as a whole; else None."""
    is_passed = assignment.target.is_array and assignment.store is None
    return scope.array_named(assignment.value) if is_passed else None


def flows_of(
    assignment: Assignment,
    value: Expression | Kind | Variable,
    rules: TypeRules,
    step: Step,
    bounded: Bounded,
    setting: Kind | None,
) -> Iterator[Flow]:
    """Yields the flows of one assignment: a FOR has one of its start and one or two of its NEXT.

    The NEXT of a loop in `bounded` counts to the limit. If the body stores to the variable too, or the loop
    is not in `bounded`, NEXT is like INC. `setting` is the kind of the value if a port may set another one
    than the listing says, else None.
    """
    target, store = assignment.target, assignment.store
    if setting is not None:
        value = setting
    if store is None or store.increment is None:
        yield Flow(target, value, rules)
        return
    if store.limit is None:  # INC or DEC
        yield Flow(target, value, rules, store.increment, store.sign)
        return
    yield Flow(target, value, rules)  # the start of a FOR
    # None for a loop that is not in `bounded`, False if its body stores to the variable too
    is_alone = bounded.get((target, step))
    if is_alone is not None:
        yield Flow(target, value, rules, store.increment, store.sign, store.limit)
    if not is_alone:
        assert isinstance(store.target, nodes.Name | nodes.Index)
        yield Flow(target, store.target, rules, store.increment, store.sign)


def flow_value(
    value: Value | Variable, data: Kind | None, result_of: Callable[[CallResult], Kind]
) -> Expression | Kind | Variable | None:
    """Returns the value of a store: an expression, a kind or a variable.

    None for a text, an array and an initial 0, which do not change a number's range. `data` is the kind of
    the numbers in DATA; `result_of` returns the kind that a builtin gives to an OUT receiver.
    """
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


def receiver_kind(result: CallResult) -> Kind:
    """Returns the kind of the value that a builtin gives to an OUT receiver; ANY if its form is unknown."""
    form = called_form(result.call)
    results = (form.outputs or (form.result,)) if form else ()
    return RESULT_KINDS[results[result.position]] if result.position < len(results) else ANY


def filled_from_data(head: nodes.Head) -> Iterator[nodes.Name]:
    """Yields the arrays that `COPY A,@LABEL` or `COPY A,"@LABEL"` fills with DATA.

    A label of another slot, as in "1:@LABEL", leads to DATA that is not known.
    """
    for call in calls_in(head):
        match call:
            # a position may stand before the label
            case nodes.Instruction(name="COPY", arguments=[nodes.Name() as array, *rest]) if any(
                isinstance(each, nodes.LabelText)
                or (isinstance(each, nodes.String) and each.value.startswith("@"))
                for each in rest[:2]
            ):
                yield array


def copied_arrays(
    head: nodes.Head, arrays: Mapping[str, Variable]
) -> Iterator[tuple[nodes.Name, nodes.Name]]:
    """Yields target and source of `COPY A,B` if both are arrays of one kind of numbers, no parameters."""
    for call in calls_in(head):
        match call:
            case nodes.Instruction(name="COPY", arguments=[nodes.Name() as target, *rest]):
                # a position in the target may stand before the source
                names = [target, *(each for each in rest[:2] if isinstance(each, nodes.Name))]
                found = [each for each in names if each.name in arrays]
                kinds = {arrays[each.name].kind for each in found}
                is_known = len(kinds) == 1 and not any(arrays[each.name].parameter for each in found)
                if target in found and len(found) == 2 and is_known and "$" not in kinds:
                    yield target, found[1]


def arrays_seen_in(scope: Scope) -> dict[str, Variable]:
    """Returns the arrays that a scope can name, by name."""
    return {name: each for name, each in (scope.used_globals | scope.variables).items() if each.is_array}


def unsafe_arrays(scopes: Sequence[Scope], variants: Variants, *, is_data_known: bool) -> Iterator[Variable]:
    """Yields the arrays that get a second name or are passed to code that may store to them.

    Not all values that are stored to their elements are known, so that the elements have no range.
    With `is_data_known`, arrays are safe that COPY fills with DATA or with the elements of another.
    """
    for scope in scopes:
        arrays = arrays_seen_in(scope)
        rules = TypeRules(scope, Facts(), variants)
        for head in scope.heads if arrays else ():
            yield from aliased_arrays(head, arrays, rules, is_data_known=is_data_known)


def aliased_arrays(
    head: nodes.Head, arrays: Mapping[str, Variable], rules: TypeRules, *, is_data_known: bool
) -> Iterator[Variable]:
    """Yields the arrays that the head of a step gives a second name or passes to code unknown here.

    A DEF's parameter that is known to be an array counts as no second name: what it stores is known.
    """
    array_names = [each for each in nodes_in(head) if isinstance(each, nodes.Name) and each.name in arrays]
    if not array_names:
        return
    # a subscript, or an argument that is only read, gives an array no second name
    safe: set[nodes.Node | None] = set()
    if is_data_known and "COPY" in called_words(head):
        safe |= {*filled_from_data(head), *(name for pair in copied_arrays(head, arrays) for name in pair)}
    for node in nodes_in(head):
        if isinstance(node, nodes.Index):
            safe.add(node.target)
        elif isinstance(node, nodes.Function | nodes.Instruction):
            safe.update(unchanged_arguments(node))
            if callee := rules.called_variant(node):
                names = zip(receivers(callee.scope), node.arguments, strict=True)
                safe |= {each for name, each in names if name and callee.scope.variables[name].is_array}
    yield from (arrays[each.name] for each in array_names if each not in safe)


# ---- FOR loops whose variable goes beyond the limit by one step at most
#
# In other loops NEXT may add to a value beyond the limit, any number of times: after a jump into the body, or
# if the body has another FOR over the same variable, or calls a DEF that may run one.


def bounded_loops(scopes: Sequence[Scope], guard_table: GuardTable) -> Bounded:
    """Returns, by variable and loop, the FORs whose variable goes beyond the limit by one step at most.

    The value is True if nothing else in the loop stores to the variable. The other FORs have a jump into the
    body, or another FOR over the variable in it: NEXT may add a step any number of times.
    """
    # a computed GOSUB in a DEF may lead to any label of the main program
    enters_main = any(has_computed_gosub(scope) for scope in scopes if not scope.is_main)
    bounded: Bounded = {}
    for scope in scopes:
        loops = [step for step in scope.steps if isinstance(step, CountedLoop)]
        if not loops:
            continue
        entered = entered_compounds(scope, enter_anywhere=enters_main and scope.is_main)
        bodies = guard_table.bodies_of(scope)
        for loop in loops:
            name = target_name(loop.head.variable)
            variable = scope.find(name) if isinstance(loop.head.variable, nodes.Name) else None
            if variable is None or loop in entered or bodies.has_inner_for(loop, name):
                continue
            is_local = name in scope.variables and not scope.is_main  # calls cannot change it
            if is_local or not guard_table.may_change(bodies.called_in(loop), name):
                bounded[variable, loop] = not bodies.stores_to(loop, [name])
    return bounded
