"""Which numbers of a listing are whole: proved by the compiler, or assumed as a reader would.

Beyond the proof a number is taken for whole if all that is ever stored into it is, as long as sums do not
pass 2**53; what grows with itself (a product, a sum of two that hang together) soon does, and stays a float,
unless it is a subscript somewhere: an array's elements are not so many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Set
from dataclasses import replace

from retromaze.analysis import kinds
from retromaze.analysis.declared import gives_large
from retromaze.analysis.graphs import cycles_of
from retromaze.analysis.guards import Knowledge
from retromaze.analysis.inference import CUT, Flow, all_flows, all_numbers, driven_by, infer, unsafe_arrays
from retromaze.analysis.kinds import Kind, Type
from retromaze.analysis.type_rules import COMPARISONS, Facts, SettledRules, TypeRules, Variants
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.effects import CallResult, Value, ValueOrigin, stores
from retromaze.language.nodes import Expression, every
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.prologue import literal_value
from retromaze.porting.keywords import settings_at_top

WIDENED = 1 << 38
"""No range is so wide that is not a counter's."""
HOPED = kinds.whole(-(1 << 24), 1 << 24)
WIDE = kinds.whole(-(1 << 40), 1 << 40)
"""What is hoped of a sum that grows by great steps, or of what large numbers are stored into."""
SETTING = 1 << 10
"""What a size is taken to be at most, or sixteen times what the listing says."""
SMALL_STEP = 1 << 12
"""What a counter is taken to grow by at most."""
PRODUCT = 1 << 30
TO_WHOLE = {"FLOOR", "CEIL", "ROUND"}
TO_MINUS_ZERO = {"CEIL", "ROUND"}
"""What makes -0 of a number a little below 0; FLOOR does so of -0 alone."""


class PortRules(TypeRules):
    """The rules with what Python makes of it: MIN of ints is an int, FLOOR gives one."""

    def number_kind(self, node: nodes.Function) -> Kind:
        given = [self.kind(each) for each in node.arguments if each is not None]
        if node.name in {"MAX", "MIN"} and len(given) > 1 and all(each.is_int for each in given):
            choose = max if node.name == "MAX" else min
            low, high = choose(each.low for each in given), choose(each.high for each in given)
            integers = all(each.type is Type.INTEGER for each in given) and len(given) == 2
            signed = any(each.minus_zero for each in given)
            return Kind(Type.INTEGER if integers else Type.WHOLE, low, high, signed)
        return super().number_kind(node)

    def kept_kind(self, name: str, given: Kind) -> Kind:
        if given.type is Type.WHOLE:
            reach = max(abs(given.low), abs(given.high))
            if name == "ABS":
                return kinds.whole(0, reach)
            # halves are added to -0 first: ROUND gives 0
            return given._replace(minus_zero=given.minus_zero and name != "ROUND")
        if name in TO_WHOLE and given.is_number and not given.is_int:
            return HOPED._replace(minus_zero=name in TO_MINUS_ZERO)
        return super().kept_kind(name, given)


class SettledPortRules(SettledRules, PortRules):
    """These rules once the port is written: the kind of each node is worked out once."""


def number_facts(program: Program, variants: Variants) -> Facts:
    """What is known of every number variable of a port."""
    knowledge = Knowledge(program, open_to_others=False, settings=settings_of(program))
    facts = infer(program, variants, knowledge, opening=False, mixing=False)
    scopes = [program.main, *(variant.scope for variant in variants.table.values())]
    hoped = set(all_numbers(scopes, variants)) - set(unsafe_arrays(scopes)) - facts.kinds.keys()
    flows = [*port_flows(program, scopes, facts, variants, knowledge)]
    into = [flow for flow in flows if flow.target in hoped]
    cycles = cycles_of(driven_by(flows, set(hoped)))
    places = set(subscripts(scopes))
    growing = [flow for flow in into if grows(flow, cycles.get(flow.target, frozenset()), places)]
    hoped -= {flow.target for flow in growing}
    into = [flow for flow in into if flow.target in hoped]
    facts.kinds |= dict.fromkeys(hoped, HOPED)

    spread(into, lambda flow: flow.target in facts.kinds and not stays_whole(flow), facts.kinds.pop)
    into = [flow for flow in into if flow.target in facts.kinds]
    bounded = bound_counters(facts, flows)
    widen(facts, into, dict.fromkeys(hoped & facts.kinds.keys(), WIDE), stays_small)
    around = cycles_of(followers(flows))
    shifted = {flow.target for flow in flows if shifts_itself(flow, around.get(flow.target, frozenset()))}
    facts.kinds |= {each: bounded.pop(each) for each in shifted & bounded.keys()}
    widen(facts, flows, bounded, stays_integer)
    raise_lows(facts, flows)
    return facts


def settings_of(program: Program) -> dict[nodes.Head, Kind]:
    """What may be given for the constants at a listing's top, by their assignments.

    They become keywords, most of them sizes: what is not below 0 is not meant to be.
    """
    return {
        step: setting(step.target.name, step.value.value)
        for step, _ in settings_at_top(program)
        if isinstance(step.target, nodes.Name) and isinstance(step.value, nodes.Number)
    }


def setting(name: str, value: float) -> Kind:
    """The kind of what may be given instead of a constant."""
    if not isinstance(value, int):
        return kinds.REAL
    reach = max(SETTING, 16 * abs(value))
    if name.endswith("%"):
        return Kind(Type.INTEGER, kinds.SMALLEST if value < 0 else 0, min(reach, kinds.LARGEST))
    return kinds.whole(-reach if value < 0 else 0, reach)


def subscripts(scopes: list[Scope]) -> Iterator[Variable]:
    """The variables that are a subscript as they are."""
    for scope in scopes:
        for node in (each for head in scope.heads for each in every(head)):
            if isinstance(node, nodes.Index):
                yield from (found for each in node.subscripts if (found := scope.stored(each)))


def widen(
    facts: Facts, flows: list[Flow], bounded: dict[Variable, Kind], stays: Callable[[Flow], bool]
) -> None:
    """Takes back the hope for numbers that soon pass it: `bounded` has what is known of them without."""

    def take_back(variable: Variable) -> None:
        facts.kinds[variable] = bounded.pop(variable)

    spread(flows, lambda flow: flow.target in bounded and not stays(flow), take_back)


def spread(flows: list[Flow], fails: Callable[[Flow], bool], change: Callable[[Variable], object]) -> None:
    """Changes the targets of flows that fail until none does. What is worked out from them is tried first."""
    readers: dict[Variable, list[Flow]] = defaultdict(list)
    for flow in flows:
        for source in flow.sources():
            readers[source].append(flow)
    due = flows
    while True:
        failed = dict.fromkeys(flow.target for flow in due if fails(flow))
        for variable in failed:
            change(variable)
        if not failed and due is flows:
            return
        due = [flow for variable in failed for flow in readers[variable]] or flows


def stays_small(flow: Flow) -> bool:
    """Whether the flow stores what was hoped for, or adds a small step to it."""
    kind = flow.kind()
    return kind.within(HOPED.low - SMALL_STEP, HOPED.high + SMALL_STEP) or not kind.is_int


def stays_integer(flow: Flow) -> bool:
    """Whether the flow counts, or stores what 32 bits hold."""
    kind = flow.kind()
    return flow.limit is not None or kind.fits_integer or not kind.is_int


def followers(flows: list[Flow]) -> dict[Variable, set[Variable]]:
    """What each variable is worked into, operators that cut to 32 bits included."""
    found: dict[Variable, set[Variable]] = defaultdict(set)
    for flow in flows:
        for source in flow.sources():
            found[source].add(flow.target)
        found[flow.target] |= set()
    return found


def shifts_itself(flow: Flow, cycle: Set[Variable]) -> bool:
    """Whether a variable's value comes back to it shifted to the left."""
    if not isinstance(flow.value, nodes.Node):
        return False
    shifts = (each for each in every(flow.value) if isinstance(each, nodes.Binary) and each.operator == "<<")
    names = (name for each in shifts for name in every(each.left) if isinstance(name, nodes.Name))
    return any(flow.rules.scope.find(name.name) in cycle for name in names)


def bound_counters(facts: Facts, flows: list[Flow]) -> dict[Variable, Kind]:
    """A counter, of which the compiler only knows that it is whole, is hoped to stay below 2**24.

    It is hoped to hold more where a larger number is stored into it outright. Gives what was known of each
    before.
    """
    found = {each: kind for each, kind in facts.kinds.items() if max(-kind.low, kind.high) >= WIDENED}
    for variable, kind in found.items():
        low = HOPED.low if kind.low <= -WIDENED else kind.low
        high = HOPED.high if kind.high >= WIDENED else kind.high
        facts.kinds[variable] = kind._replace(low=low, high=high)
    for flow in flows:
        known = facts.kinds.get(flow.target)
        literal = literal_value(flow.value) if isinstance(flow.value, nodes.Node) else None
        if known and flow.target in found and isinstance(literal, int):
            wider = known._replace(low=min(known.low, literal), high=max(known.high, literal))
            facts.kinds[flow.target] = wider
    return found


def raise_lows(facts: Facts, flows: list[Flow]) -> None:
    """Numbers into which nothing below 0 is ever stored, if none of them ever is below 0, are not."""
    known = {each: kind for each, kind in facts.kinds.items() if kind.low < 0}
    facts.kinds |= {each: kind._replace(low=0, high=max(0, kind.high)) for each, kind in known.items()}
    into = [flow for flow in flows if flow.target in known]
    while below := {flow.target for flow in into if may_go_below(flow)} & known.keys():
        facts.kinds |= {each: known.pop(each) for each in below}
        into = [flow for flow in into if flow.target in known]


def may_go_below(flow: Flow) -> bool:
    """Whether the flow may store a number below 0: one that is, or that passes 32 bits and wraps."""
    kind = flow.kind()
    return kind.low < 0 or (flow.target.kind == "%" and kind.high > kinds.LARGEST)


def port_flows(
    program: Program, scopes: list[Scope], facts: Facts, variants: Variants, knowledge: Knowledge
) -> Iterator[Flow]:
    """Every flow of a program; what READ reads is what its DATA are."""
    data = data_kind(program)
    fields = input_names(scopes)
    for flow in all_flows(program, facts, variants, knowledge):
        rules = PortRules(flow.rules.scope, facts, variants)
        if flow.value == kinds.ANY and flow.target not in fields:
            if data is not None:
                yield replace(flow, value=data, rules=rules)
        else:
            yield replace(flow, rules=rules)


def input_names(scopes: list[Scope]) -> set[Variable]:
    """What INPUT and OUT values of builtins and of unknown DEFs store into."""
    found = set()
    for scope in scopes:
        for head in scope.heads:
            for store in stores(head):
                variable = scope.stored(store.target)
                if variable is not None and is_given_at_run_time(store.value):
                    found.add(variable)
    return found


def is_given_at_run_time(value: Value) -> bool:
    """Whether a value is typed in or given by a builtin."""
    if isinstance(value, CallResult):
        return value.call.name in BUILTINS
    return value is ValueOrigin.TYPED


def data_kind(program: Program) -> Kind | None:
    """The kind of what READ reads: whole if all numbers are, None where there are none."""
    numbers = [each for each in program.data if not isinstance(each, str)]
    if not numbers:
        return None
    if all(isinstance(each, int) for each in numbers):
        return Kind(Type.WHOLE, int(min(numbers)), int(max(numbers)))
    return kinds.REAL


def stays_whole(flow: Flow) -> bool:
    """Whether the flow stores a whole number, as far as sums go."""
    kind = flow.kind()
    if not kind.is_int and flow.target.kind == "%":
        return True
    return kind.is_int and not kind.minus_zero


def grows(flow: Flow, cycle: Set[Variable], places: set[Variable]) -> bool:
    """Whether a variable's value comes back to it through a product or, if it is no place, more than once."""
    given = [each for each in (flow.value, flow.step) if isinstance(each, nodes.Node)]
    if not cycle or flow.target.kind == "%":
        return False
    back = sum(share(each, flow.rules, cycle) for each in given) + (flow.value in cycle)
    return back >= PRODUCT or (back > 1 and cycle.isdisjoint(places))


def share(node: Expression, rules: TypeRules, cycle: Set[Variable]) -> int:
    """How often a cycle's own values are added up in an expression; PRODUCT where they are multiplied."""
    match node:
        case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
            return int(rules.scope.find(name) in cycle)
        case nodes.Binary(operator=sign, left=left, right=right):
            if sign in CUT or sign in COMPARISONS:
                return 0
            both = share(left, rules, cycle) + share(right, rules, cycle)
            return PRODUCT if both and sign == "*" else both
        case nodes.Unary(operator="-", operand=operand):
            return share(operand, rules, cycle)
        case nodes.Function() if node.name in rules.definitions:
            callee = rules.callee(node)
            return int(callee is not None and callee.result in cycle)
        case nodes.Function(name=name) if gives_large(name):
            return max((share(each, rules, cycle) for each in node.arguments if each is not None), default=0)
        case _:
            return 0
