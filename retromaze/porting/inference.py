"""Infers types for a port, by its *flows* (values stored into variables): which numbers are ints, and so on.

A port is written for a reader, so it assumes more than the compiler proves. A number is assumed to be whole
if all values stored into it are whole and sums stay below 2**53. A variable that grows by itself (a product,
a sum of two numbers that depend on each other) soon gets larger, and stays a float, unless it is used as a
subscript: arrays are not that long.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import partial
from typing import NamedTuple

from retromaze.analysis import kinds
from retromaze.analysis.graphs import cycles_of, reachable
from retromaze.analysis.guards import NO_GUARDS, VALID_SUBSCRIPT, Guard, GuardTable
from retromaze.analysis.inference import (
    Flow,
    growth_graph,
    infer,
    receiver_kind,
)
from retromaze.analysis.kinds import EXTREMES, INTEGER, ROUNDINGS, Kind, Type, integer, min_max_kind
from retromaze.analysis.side_effects import (
    max_result_length,
    may_exceed_32_bits,
    outputs,
    parameters,
    stored_value,
)
from retromaze.analysis.type_rules import (
    COMPARISONS,
    CUTTING,
    Facts,
    SettledRules,
    TypeRules,
    Variant,
    Variants,
    parameter_stores,
    stored_values,
)
from retromaze.language import nodes
from retromaze.language.block_tree import CallResult, Store, stores
from retromaze.language.nodes import Expression, calls_in, nodes_in, walk
from retromaze.language.program import UNTYPED, Program, Scope, Variable
from retromaze.language.prologue import literal_value
from retromaze.porting.preparing import CALLBACK_SETTERS
from retromaze.porting.zeros import zeros_of

WIDE_RANGE = 1 << 38
"""A number that can get this far is a counter: the analysis found no smaller range."""
ASSUMED = kinds.whole(-(1 << 24), 1 << 24)
"""The range that is assumed of a whole number."""
WIDE = kinds.whole(-(1 << 40), 1 << 40)
"""The range that is assumed of a sum that grows by large steps, or if large numbers are stored into it."""
SHORT = 1 << 15
"""How far from 0 an Integer variable is assumed to stay, so that products are within 32 bits."""
SUBSCRIPT = integer(0, SHORT)
"""The range that is assumed of a subscript."""
SETTING = 1 << 10
"""The largest size that is assumed to be set at a listing's top, or sixteen times the listing's own."""
SMALL_POWER = 16
"""A number to a power that is written out and below this is written as Python's `**`."""
PRODUCT = 1 << 30
"""The factor of a product: more than any that `cycle_terms` yields for a sum."""


FRAMES = "MAINCNT"
BUTTON = kinds.integer(-1, 255)
"""The result of a dialog: 1, 0, -1, or 128 and the number of a button."""


COUNT = integer(0, 1 << 24)
"""The range that is assumed of frames."""
OUT_VALUE_KINDS = {
    "TOUCH": (COUNT, integer(0, 319), integer(0, 239)),
    "TMREAD": (integer(0, 99),) * 3,
    "DTREAD": (integer(0, 9999), integer(0, 99), integer(0, 99), integer(0, 6)),
}
"""The ranges of OUT values of instructions that are never below 0."""


class PortRules(TypeRules):
    """The type rules with Python's own results: `min` of ints is an int, `math.floor` returns one.

    A kind is the type and range of a value. `guards` are the bounds that tests and subscripts put on
    variables at the current place.
    """

    def bound_kind(self, guard: Guard) -> Kind:
        """Returns the bound that an earlier test sets (`X<9`); one by a valid subscript is assumed small."""
        return SUBSCRIPT if guard.bound == VALID_SUBSCRIPT else super().bound_kind(guard)

    def name_kind(self, name: str) -> Kind:
        """Returns the kind of a name; MAINCNT, the frames since the start, is assumed to stay small."""
        return COUNT if name == FRAMES and not self.scope.find(name) else super().name_kind(name)

    def binary_kind_of(self, node: nodes.Binary, left: Kind, right: Kind) -> Kind:
        """Returns the kind of a binary operation, better known for DIV and MOD."""
        if node.operator in {"DIV", "MOD"}:
            left = self.dividend_kind(node, left, right)
        return super().binary_kind_of(node, left, right)

    def dividend_kind(self, node: nodes.Binary, left: Kind, right: Kind) -> Kind:
        """Returns the kind of the left side of DIV or MOD, known better as the divisor is not 0 there.

        A variable as divisor that is never below 0 is then 1 or more, which may bound the left side: I-1 is
        not below 0 in `(I-1) MOD I`.
        """
        match node.right:
            case nodes.Name(name=name) if right.is_int and right.low == 0 and left.is_int and left.low < 0:
                not_0 = Guard(">=", integer(1, kinds.LARGEST), NO_GUARDS)
                return self.with_guards(self.guards.with_guard(name, not_0)).kind(node.left)
        return left

    def function_kind(self, node: nodes.Function) -> Kind:
        """Returns the kind of a call. DIALOG gives a text if its second argument is one, else a number.

        SPFUNC and BGFUNC are functions only in the loops of `CallbackLoops`. A small power of a whole number
        is whole.
        """
        if node.name in CALLBACK_SETTERS:
            return kinds.STRING
        match node.name, node.arguments:
            case "POW", [nodes.Node() as base, nodes.Number(value=int(power))] if 0 <= power < SMALL_POWER:
                given = self.kind(base)
                if given.is_int and not given.minus_zero:
                    # of an even power the least is that of 0 if 0 is in the range
                    within = 0 if kinds.has_zero(given) else given.low
                    ends = [end**power for end in (given.low, given.high, within)]
                    return kinds.whole(min(ends), max(ends))
            case "FLOOR", [nodes.Binary(operator="/", left=dividend, right=divisor)]:
                left, right = self.kind(dividend), self.kind(divisor)
                if left.is_int and right.is_int and right.low > 0:
                    ends = [end // by for end in (left.low, left.high) for by in (right.low, right.high)]
                    return kinds.whole(min(ends), max(ends))
        if node.name != "DIALOG" or node.name in self.variants:
            return super().function_kind(node)
        second = node.arguments[1] if len(node.arguments) > 1 else None
        if second is None or self.kind(second).is_number:
            return BUTTON
        return kinds.STRING if self.kind(second).type is Type.STRING else kinds.ANY

    def number_kind(self, node: nodes.Function) -> Kind:
        """Returns the kind of a number: MIN and MAX of ints are ints, VAL of a character is a digit."""
        if node.name == "VAL" and self.is_one_character(node.arguments[0]):
            return integer(0, 9)  # of "." it is a Real 0, which shows only if its sign is changed
        argument_kinds = [self.kind(each) for each in node.arguments if each is not None]
        if node.name in EXTREMES and len(argument_kinds) > 1 and all(each.is_int for each in argument_kinds):
            signed = any(each.minus_zero for each in argument_kinds)
            without_zeros = [each._replace(minus_zero=False) for each in argument_kinds]
            return min_max_kind(node.name, without_zeros)._replace(minus_zero=signed)
        return super().number_kind(node)

    def is_one_character(self, node: Expression | None) -> bool:
        """Whether a text certainly has at most one character: `MID$(S$,I,1)`, `S$[I]`, `INKEY$()`."""
        match node:
            case nodes.Function(name="LEFT$" | "MID$" | "RIGHT$", arguments=[*_, nodes.Number(value=1)]):
                return True
            case nodes.Function(name=name):
                return max_result_length(name) == 1
        return self.scope.is_character(node)

    def abs_or_rounding_kind(self, name: str, given: Kind) -> Kind:
        """Returns the kind of ABS, FLOOR, CEIL or ROUND; of a Real it is assumed to be an int."""
        if name in ROUNDINGS and given.type is Type.WHOLE:
            # ROUND adds a half first, so that it makes 0 of -0
            return given._replace(minus_zero=given.minus_zero and name != "ROUND")
        if name in ROUNDINGS and given.is_number and not given.is_int:
            # CEIL and ROUND make -0 of numbers just below 0, FLOOR only of -0
            return ASSUMED._replace(minus_zero=name != "FLOOR")
        return super().abs_or_rounding_kind(name, given)


class SettledPortRules(SettledRules, PortRules):
    """The same rules once all types are inferred: the kind of each node is computed once."""


# ---- numbers


def number_facts(variants: Variants, guard_table: GuardTable) -> Facts:
    """Infers the type and range of every number variable of a port.

    What is not proved is assumed where listings usually keep to it: that numbers are whole, stay in narrow
    ranges and are not negative. An assumption is taken back where a flow contradicts it. A `Flow` is one
    value that is stored into a variable.
    """
    data = data_kind(variants.program)
    found = infer(variants, guard_table, allow_mixed=False, data=data, result_of=out_value_kind)
    facts = found.facts
    scopes = [scope for scope, _ in variants.scopes_and_results()]
    rules = {scope: PortRules(scope, facts, variants) for scope in scopes}
    for flow in (flows := found.flows):
        flow.rules = rules[flow.rules.scope].with_guards(flow.rules.guards)
    subscripts = subscript_variables(scopes, flows)
    # numbers that are not proved whole are assumed to be, unless they grow, or something else is stored
    unproved = found.numbers - facts.kinds.keys()
    local = local_values(variants, flows)
    assumed = unproved - growing_variables(flows, unproved, subscripts, local)
    facts.kinds |= dict.fromkeys(assumed, ASSUMED)
    stores = [flow for flow in flows if flow.target in assumed]
    hidden_zeros = set[Variable]()  # variables that may hold -0 while nothing shows its sign
    if any(flow.kind().minus_zero for flow in stores):  # only then is the costly search worth it
        hidden_zeros = assumed - zeros_of(variants, rules.__getitem__).signed
    change_until_stable(
        stores,
        lambda flow: flow.target in facts.kinds and not stays_whole(flow, flow.target in hidden_zeros),
        facts.kinds.pop,
    )
    assume_ranges(facts, flows, assumed & facts.kinds.keys(), subscripts, local)
    assume_nonnegative(facts, flows)
    return facts


def growing_variables(
    flows: list[Flow], numbers: set[Variable], subscripts: set[Variable], local: LocalValues
) -> set[Variable]:
    """Returns those of `numbers` that grow by themselves, and so may soon be too large for an exact int."""
    cycles = cycles_of(growth_graph(flows, set(numbers)))
    # `%` variables wrap at 32 bits
    found = (each for each in flows if each.target in cycles and each.target.kind != "%")
    return {each.target for each in found if grows_by_itself(each, cycles[each.target], subscripts, local)}


def assume_ranges(
    facts: Facts, flows: list[Flow], assumed: Set[Variable], subscripts: set[Variable], local: LocalValues
) -> None:
    """Assumes narrow ranges of numbers, and takes them back where stored values leave them.

    `assumed` are the variables that are only assumed to be whole.
    """
    none = frozenset[Variable]()
    proved_kinds = bound_counters(facts, flows)
    stores = [flow for flow in flows if flow.target in assumed]
    widen(facts, stores, dict.fromkeys(assumed, WIDE), partial(stays_within, ASSUMED.high))
    dependents: dict[Variable, set[Variable]] = defaultdict(set)
    for flow in flows:
        for source in flow.sources:
            dependents[source].add(flow.target)
        dependents[flow.target] |= none  # each target is a node of the graph
    cycles = cycles_of(dependents)
    shifted = {flow.target for flow in flows if shifts_itself(flow, cycles.get(flow.target, none))}
    # `X=X<<1` soon uses all 32 bits: nothing is assumed of such variables
    facts.kinds |= {each: proved_kinds.pop(each) for each in shifted & proved_kinds.keys()}
    widen(facts, flows, proved_kinds, stays_integer)
    assume_short_integers(facts, flows, cycles, subscripts, local)


def out_value_kind(result: CallResult) -> Kind:
    """Returns the kind that a builtin stores into an OUT receiver."""
    known = OUT_VALUE_KINDS.get(result.call.name, ())
    return known[result.position] if result.position < len(known) else receiver_kind(result)


def keyword_kinds(keywords: Iterable[nodes.Assign]) -> dict[nodes.Head, Kind]:
    """Returns the kinds that are assumed of the numbers that become keywords of `main`, by their assignments.

    The caller of `main` may pass another number than the listing's. Most of them are sizes, so a value of 0
    or more is assumed to stay 0 or more, and a positive one positive.
    """
    assumed: dict[nodes.Head, Kind] = {}
    for step in keywords:
        match step:
            case nodes.Assign(target=nodes.Name(name=name), value=nodes.Number(value=int(value))):
                reach = max(SETTING, 16 * abs(value))
                low = -reach if value < 0 else min(value, 1)
                if name.endswith("%"):
                    assumed[step] = kinds.as_integer(kinds.whole(low, reach))
                else:
                    assumed[step] = kinds.whole(low, reach)
            case nodes.Assign(target=nodes.Name(), value=nodes.Number()):
                assumed[step] = kinds.REAL
    return assumed


def data_kind(program: Program) -> Kind | None:
    """Returns the kind of the numbers that READ reads: whole if all are, None if there are no numbers."""
    numbers = [each for each in program.data if not isinstance(each, str)]
    if not numbers:
        return None
    if all(isinstance(each, int) for each in numbers):
        return Kind(Type.WHOLE, int(min(numbers)), int(max(numbers)))
    return kinds.REAL


def subscript_variables(scopes: list[Scope], flows: list[Flow]) -> set[Variable]:
    """Returns the variables that are subscripts by themselves: I of `A[I]`, not of `A[I+1]`.

    So are those that are passed to a DEF as such a variable.
    """
    subscripts = (
        scope.stored_variable(each)
        for scope in scopes
        for node in scope.nodes
        if isinstance(node, nodes.Index)
        for each in node.subscripts
    )
    passed: dict[Variable | None, set[Variable | None]] = defaultdict(set)
    for flow in flows:
        if flow.target.parameter and isinstance(flow.value, nodes.Name):
            passed[flow.target].add(flow.rules.scope.find(flow.value.name))
    return set(filter(None, reachable(subscripts, passed)))


class LocalValues(NamedTuple):
    """The variables of DEFs, of which each call has its own, by what they get.

    `results`: the results and OUT names; `own`: all except parameters; `fetched`: those of them that only get
    results of calls; `fixed`: the parameters that keep the argument.
    """

    results: set[Variable]
    own: set[Variable]
    fetched: set[Variable]
    fixed: set[Variable]

    def add_once(self, factors: Mapping[object, float], cycle: Set[Variable], rules: TypeRules) -> bool:
        """Whether a sum adds up each result of a call once at most, so that it grows with the calls only.

        `FIB(N-1)+FIB(N-2)` does. `factors` has the calls and variables of a cycle that are added up.
        """
        calls = {each for each in factors if isinstance(each, nodes.Function) and each.name in rules.variants}
        added = factors.keys() - calls
        is_local = cycle <= self.own and len(cycle & self.results) == 1
        # one variable may hold a former sum: of several no result is known to be in one only
        return is_local and max(factors.values()) <= 1 and (added <= self.fetched or len(added) == 1)


def local_values(variants: Variants, flows: list[Flow]) -> LocalValues:
    """Returns the variables of a program's DEFs by what they get."""
    results, own, fixed = set[Variable](), set[Variable](), set[Variable]()
    for scope, result in variants.scopes_and_results():
        if result is not None:
            given = {scope.variables[each] for each in parameters(scope)}
            results |= {result, *(scope.variables[each] for each in outputs(scope))}
            own |= {result, *scope.variables.values()} - given
            fixed |= given - {scope.variables[each.name] for each in parameter_stores(scope.routine)}
    computed = {flow.target for flow in flows if flow.value not in results}
    return LocalValues(results, own, own - computed, fixed)


def grows_by_itself(flow: Flow, cycle: Set[Variable], subscripts: set[Variable], local: LocalValues) -> bool:
    """Whether repeating a flow makes its variable grow fast: `X=X*Y`, or `X=X+X` if it is no subscript.

    `cycle` has the variables whose values depend on each other and on this one; `subscripts` are those that
    are used as subscripts.
    """
    if not cycle:
        return False
    # how often each value of the cycle is added up in the stored value: once is X=X+1, twice is X=X+X
    factors: dict[object, float] = defaultdict(float)
    for operand, sign in ((flow.value, 1), (flow.increment, flow.sign)):
        if isinstance(operand, nodes.Node):
            for source, factor in cycle_terms(operand, flow.rules, cycle, local.fixed):
                factors[source] += sign * factor
    uses = sum(map(abs, factors.values()))
    return uses >= PRODUCT or (
        uses > 1 and cycle.isdisjoint(subscripts) and not local.add_once(factors, cycle, flow.rules)
    )


def cycle_terms(
    node: Expression, rules: TypeRules, cycle: Set[Variable], fixed: Set[Variable]
) -> Iterator[tuple[object, float]]:
    """Yields the values of a cycle that are added up in an expression, and the factor of each.

    These are variables, calls, and products, whose factor is PRODUCT. A variable that was just set counts as
    what it was set to. `fixed` are the parameters that keep their values.
    """

    def terms(each: Expression) -> Iterator[tuple[object, float]]:
        return cycle_terms(each, rules, cycle, fixed)

    variable = rules.variable_read(node)
    match node:
        case nodes.Binary(operator="*", left=left, right=right):
            # X*2 counts as X+X, X*-1 as -X
            factors = [abs(each) for each in map(literal_value, (left, right)) if each in {1, -1, 2}]
            if uses := sum(abs(factor) for each in (left, right) for _, factor in terms(each)):
                yield node, uses * factors[0] if factors else PRODUCT
        case nodes.Binary(operator="/", left=left, right=nodes.Number(value=int(scale))) if scale:
            yield from ((source, factor / scale) for source, factor in terms(left))
        case nodes.Binary(operator=sign, left=left, right=right) if sign not in CUTTING | COMPARISONS:
            yield from terms(left)
            yield from ((source, -factor if sign == "-" else factor) for source, factor in terms(right))
        case nodes.Unary(operator="-", operand=operand):
            yield from ((source, -factor) for source, factor in terms(operand))
        case nodes.Name(name=name) if variable in cycle:
            was_set = [
                (guard, bound)
                for guard in rules.guards.about(name)
                if guard.relation == "==" and not isinstance(bound := guard.bound, Kind)
                if not any(each.name in rules.variants for each in calls_in(bound))
            ]
            for guard, bound in was_set[:1]:
                before = cycle_terms(bound, rules.with_guards(guard.bound_guards), cycle, fixed)
                # what was read before may have changed since: it is another value than the variable's
                yield from ((each if each in fixed else (each, guard), factor) for each, factor in before)
            if not was_set:
                yield variable, 1
        case nodes.Function(name=name) if name in ROUNDINGS and name not in rules.variants:
            yield from (term for each in node.arguments if each is not None for term in terms(each))
        case nodes.Function(name=name) if may_exceed_32_bits(name) and name not in rules.variants:
            each_uses = (sum(abs(term[1]) for term in terms(each)) for each in node.arguments if each)
            yield node, max(each_uses, default=0)
        case _ if variable in cycle:
            yield node if isinstance(node, nodes.Function) else variable, 1


def stays_whole(flow: Flow, may_be_minus_zero: bool) -> bool:
    """Whether the value that is stored is a whole number, or is made one by a `%` variable.

    -0 counts as whole only if `may_be_minus_zero`: if nothing shows its sign.
    """
    kind = flow.kind()
    is_whole = kind.is_int and (may_be_minus_zero or not kind.minus_zero)
    return is_whole or (not kind.is_int and flow.target.kind == "%")


def stays_integer(flow: Flow) -> bool:
    """Whether the flow counts to a limit, as FOR does, or stores a number within 32 bits."""
    kind = flow.kind()
    return flow.limit is not None or kind.fits_integer or not kind.is_int


def shifts_itself(flow: Flow, cycle: Set[Variable]) -> bool:
    """Whether a flow shifts a variable of its cycle to the left, as `X=X<<1` does."""
    if not isinstance(flow.value, nodes.Node):
        return False
    inside = nodes_in(flow.value)
    shifts = [each for each in inside if isinstance(each, nodes.Binary) and each.operator == "<<"]
    names = (name for each in shifts for name in walk(each.left) if isinstance(name, nodes.Name))
    return any(flow.rules.scope.find(name.name) in cycle for name in names)


def widen(
    facts: Facts, flows: list[Flow], wider: dict[Variable, Kind], stays: Callable[[Flow], bool]
) -> None:
    """Replaces assumed kinds by the `wider` ones where a flow does not stay in the assumed range."""
    change_until_stable(
        flows,
        lambda flow: flow.target in wider and not stays(flow),
        lambda variable: facts.kinds.update({variable: wider.pop(variable)}),
    )


def change_until_stable(
    flows: list[Flow], fails: Callable[[Flow], bool], change: Callable[[Variable], object]
) -> None:
    """Calls `change` for the target of each flow that `fails`, until no flow fails (a fixpoint).

    After a change only the flows that read a changed target are tested again; once none of these fails, all
    flows are tested.
    """
    readers: dict[Variable, list[Flow]] = defaultdict(list)
    for flow in flows:
        for source in flow.sources:
            readers[source].append(flow)
    due = flows
    while True:
        failed = dict.fromkeys(flow.target for flow in due if fails(flow))
        for variable in failed:
            change(variable)
        if not failed and due is flows:
            return
        due = [flow for variable in failed for flow in readers[variable]] or flows


def bound_counters(facts: Facts, flows: list[Flow]) -> dict[Variable, Kind]:
    """Assumes that whole numbers without a known range, such as counters, stay within 24 bits.

    A number is left out if OR or XOR may give it any 32 bits: only the cut to 32 bits, which no port writes
    for a small number, keeps it from growing fast. A larger literal that is stored into a counter widens the
    range. Returns the kinds before, so that the caller can take the assumptions back.
    """
    counters = {each: kind for each, kind in facts.kinds.items() if max(-kind.low, kind.high) >= WIDE_RANGE}
    for flow in flows:
        match flow.value:
            case nodes.Binary(operator="OR" | "XOR") if flow.target in counters and flow.kind() == INTEGER:
                del counters[flow.target]
    for variable, kind in counters.items():
        low = ASSUMED.low if kind.low <= -WIDE_RANGE else kind.low
        high = ASSUMED.high if kind.high >= WIDE_RANGE else kind.high
        facts.kinds[variable] = kind._replace(low=low, high=high)
    for flow in flows:
        literal = literal_value(flow.value) if isinstance(flow.value, nodes.Node) else None
        if flow.target in counters and isinstance(literal, int):
            assumed = facts.kinds[flow.target]
            wider = assumed._replace(low=min(assumed.low, literal), high=max(assumed.high, literal))
            facts.kinds[flow.target] = wider
    return counters


def assume_short_integers(
    facts: Facts,
    flows: list[Flow],
    cycles: Mapping[Variable, Set[Variable]],
    subscripts: set[Variable],
    local: LocalValues,
) -> None:
    """Assumes that Integers stay short, and takes that back where a stored value is larger.

    Variables that are multiplied by themselves, added to themselves or shifted (random numbers, checksums)
    are left out.
    """
    none = frozenset[Variable]()
    integers = {each: kind for each, kind in facts.kinds.items() if each.kind == "%"}
    for flow in flows:
        cycle = cycles.get(flow.target, none)
        is_growing = grows_by_itself(flow, cycle, subscripts, local) or shifts_itself(flow, cycle)
        if flow.target in integers and is_growing:
            del integers[flow.target]
    # a variable for which one limit fails is tried with the next
    for limit in (SHORT, 16 * SHORT, ASSUMED.high):
        kinds_before = {
            each: kind for each, kind in integers.items() if not facts.kinds[each].is_within(-limit, limit)
        }
        for each, kind in kinds_before.items():
            facts.kinds[each] = Kind(Type.INTEGER, max(kind.low, -limit), min(kind.high, limit))
        # the greatest limit is not tried for subscripts: no array is that long
        untried = subscripts if limit == ASSUMED.high else none
        stores = [flow for flow in flows if flow.target in kinds_before.keys() - untried]
        widen(facts, stores, kinds_before, partial(stays_within, limit))


def stays_within(limit: int, flow: Flow) -> bool:
    """Whether a flow stores a number from -limit to limit, or a small step beyond: X=X+1 then grows slowly.

    A value of unknown type and that of an OUT receiver count as within: they are converted when stored.
    """
    kind = flow.kind()
    is_unknown = not kind.is_int or flow.value == INTEGER  # converted, or an OUT value
    beyond = limit + limit // 8
    return is_unknown or kind.is_within(-beyond, beyond)


def assume_nonnegative(facts: Facts, flows: list[Flow]) -> None:
    """Assumes that numbers are never below 0, and takes that back where a flow may store one below."""

    def may_go_below(flow: Flow) -> bool:
        """Whether a value that flows into a variable may be below 0 there."""
        kind = flow.kind()
        # nothing is known of a Real that a `%` variable cuts, and a large number wraps to one below 0
        is_unknown = flow.target.kind == "%" and (not kind.is_int or kind.high > kinds.LARGEST)
        return kind.low < 0 or is_unknown

    kinds_before = {each: kind for each, kind in facts.kinds.items() if kind.low < 0}
    assumed = {each: kind._replace(low=0, high=max(0, kind.high)) for each, kind in kinds_before.items()}
    facts.kinds |= assumed
    while below := {flow.target for flow in flows if flow.target in kinds_before and may_go_below(flow)}:
        facts.kinds |= {each: kinds_before.pop(each) for each in below}


# ---- DEFs

NUMBERS = {"%", "#"}


class PortVariants(Variants):
    """The DEFs of a program, one Python function for each signature: letters for types, as "%#" and "$".

    "%" is Integer, "#" Real, "$" string, "#2" an array of two dimensions.
    Integer and Real arguments need only one function, unless an Integer comes from a `%` variable, whose
    arithmetic wraps at 32 bits. An OUT name has the type of the values that the DEF stores into it.
    `integer_definitions` are never given a Real, and their Integers are no Reals: DEFs that multiply their
    own result, as factorials and powers soon wrap at 32 bits, and those that would else have two variants.
    `unfinished` are the OUT names of DEFs whose types are being found: of a DEF that calls itself, perhaps by
    another one.
    """

    def settle(self) -> None:
        """Builds the variants until the types of all results, and `integer_definitions`, are stable.

        A DEF with two variants that differ in % and # alone may need only that for Integers: this is tried.
        """
        self.unfinished: set[Variable] = set()
        definitions = self.program.definitions
        products = {name for name, scope in definitions.items() if multiplies_own_result(name, scope)}
        self.integer_definitions, tried = set(products), set[str]()
        while True:
            super().settle()
            given_reals = {name for name, signature in self.table if "#" in signature}
            alike = Counter((name, "".join(each).replace("%", "#")) for name, each in self.table)
            doubled = {name for (name, _), count in alike.items() if count > 1}
            failed = self.integer_definitions & given_reals & (products | doubled)
            if not failed and doubled <= tried:
                return
            self.integer_definitions = (self.integer_definitions - failed) | (doubled - tried)
            tried |= doubled
            self.results.clear()  # results were inferred with other letters

    def argument_letter(
        self, kind: Callable[[Expression], Kind], argument: Expression, definition: str
    ) -> str | None:
        """Returns the letter of an argument; an Integer without a `%` variable in it may count as a Real."""
        found = kind(argument)
        if found.shape:
            return found.shape
        if found.type is not Type.INTEGER:
            return self.letter(found)
        is_integer = definition in self.integer_definitions or has_integer_variable(kind, argument)
        return "%" if is_integer else "#"

    def set_parameter_types(self, variant: Variant) -> None:
        """Sets the types of parameters and OUT names; one that gets Integers and Reals is a Real.

        A parameter that is given an array has the type of an array only if it stays that array.
        """
        scope = variant.scope
        own = {scope.variables[name] for name in outputs(scope)}
        self.unfinished |= own
        for name in names_of_other_arrays(scope):
            scope.variables[name].kind, scope.variables[name].dimensions = UNTYPED, 0
        for name in set(outputs(scope)).difference(parameters(scope)):
            scope.variables[name].kind = ""  # not known yet
        rules = TypeRules(scope, Facts(), self)
        for store in (each for head in scope.heads for each in stores(head)):
            variable = scope.variables.get(store.name) if isinstance(store.target, nodes.Name) else None
            if variable is not None and variable.parameter:
                for letter in self.letters_stored(store, rules):
                    variable.kind = common_letter(variable.kind, letter)
        for name in outputs(scope):
            scope.variables[name].kind = scope.variables[name].kind or UNTYPED
        self.unfinished -= own

    def letters_stored(self, store: Store, rules: TypeRules) -> set[str]:
        """Returns the letters of the values that a store may store; "" for one that is not known yet."""
        match stored_value(store, rules.called_variant):
            case Variable() as given:  # an OUT name of a DEF
                return {UNTYPED if given in self.unfinished or given.is_array else given.kind}
            case CallResult() as result:
                return {self.letter(out_value_kind(result)) or UNTYPED}
        # without expressions, as by READ, the value may be of any type
        return {self.letter(rules.kind(each)) or "" for each in stored_values(store)} or {UNTYPED}

    def result_letter(self, variant: Variant) -> str | None:
        """Returns the letter of a DEF's result; `%` only if a `%` variable is in all values returned."""
        define = variant.scope.routine.define
        letters = self.returned_letters(variant) if define and define.returns else set()
        if not letters or not letters <= NUMBERS:
            return super().result_letter(variant)
        # stricter than `returned_letters`, for which an Integer needs no `%` variable
        rules = TypeRules(variant.scope, Facts(), self)
        values = [step.value for step in variant.scope.steps if isinstance(step, nodes.Return)]
        result_letters = {self.argument_letter(rules.kind, each, variant.name) for each in values if each}
        # a value that the DEF computes by calling itself has no letter in the first round
        return "%" if result_letters <= {"%", None} else "#"


def multiplies_own_result(name: str, scope: Scope) -> bool:
    """Whether a DEF returns a product in which it calls itself, as in `RETURN N*FACT(N-1)`."""
    values = [step.value for step in scope.steps if isinstance(step, nodes.Return) and step.value]
    products = (
        each
        for value in values
        for each in walk(value)
        if isinstance(each, nodes.Binary) and each.operator == "*"
    )
    return any(call.name == name for product in products for call in calls_in(product))


def has_integer_variable(kind: Callable[[Expression], Kind], expression: Expression) -> bool:
    """Whether a `%` variable, or another name of an Integer, is in an expression."""
    names = (each for each in walk(expression) if isinstance(each, nodes.Name))
    return any(each.name.endswith("%") or kind(each).type is Type.INTEGER for each in names)


def names_of_other_arrays(scope: Scope) -> set[str]:
    """Returns the parameters that are given arrays and get other values, or too few or many subscripts."""
    arrays = {name: scope.variables[name] for name in parameters(scope) if scope.variables[name].is_array}
    found = {store.name for store in parameter_stores(scope.routine)}
    for node in scope.nodes if arrays else ():
        match node:
            case nodes.Index(target=nodes.Name(name=name)) if name in arrays:
                if len(node.subscripts) != arrays[name].dimensions:
                    found.add(name)
    return found & arrays.keys()


def common_letter(known: str, letter: str) -> str:
    """Returns the letter of a variable that gets values of both letters; "" means not known yet."""
    if not known or not letter or known == letter:
        return known or letter
    return "#" if {known, letter} <= NUMBERS else UNTYPED
