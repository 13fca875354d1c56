"""Finds the Real variables that can only ever hold whole numbers, and how large numbers can get.

Assume every number variable whole; follow each value that is ever stored; strike out, until nothing
changes, each variable that may get something else. A variable that grows on every pass of a loop is a
counter: it stays whole if it grows by small steps only (see `kinds.COUNTER`), and is struck out otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence

from retromaze.compiler.facts import kinds
from retromaze.compiler.facts.flows import (
    CUT,
    Flow,
    all_flows,
    counted_flows,
    result_flows,
    sources_of,
    unsafe_arrays,
)
from retromaze.compiler.facts.kinds import COUNTER, SMALL_STEP, Kind, Type
from retromaze.compiler.facts.type_rules import Facts
from retromaze.compiler.facts.variants import Variants
from retromaze.language import nodes
from retromaze.language.breath import breathe
from retromaze.language.nodes import Expression
from retromaze.language.program import Program, Scope, Variable

# A range that moves more often than this is taken to move with every pass of a loop.
PATIENCE = 6


def infer(program: Program, variants: Variants, *, open_to_others: bool) -> Facts:
    """The facts about a program's variables.

    `open_to_others` says that globals can be stored to from elsewhere (DIRECT mode, other slots,
    VAR with a computed name): nothing is then assumed of them.
    """
    facts = Facts()
    scopes = [program.main, *(variant.scope for variant in variants.table.values())]
    candidates = set(all_numbers(scopes, variants)) - set(unsafe_arrays(scopes))
    if open_to_others:
        candidates -= set(program.main.variables.values())
    flows = list(all_flows(scopes, facts, variants)) + list(result_flows(facts, variants))
    _Growth(counted_flows(flows), facts, candidates).settle()
    return facts


def all_numbers(scopes: Sequence[Scope], variants: Variants) -> Iterator[Variable]:
    for scope in scopes:
        yield from (variable for variable in scope.variables.values() if variable.kind in "%#")
    for variant in variants.table.values():
        if variant.result.kind in "%#":
            yield variant.result


class _Growth:
    """Lets the ranges of the candidates grow until they stand still, striking out what is not whole."""

    def __init__(self, flows: list[Flow], facts: Facts, candidates: set[Variable]) -> None:
        self.facts = facts
        self.into: dict[Variable, list[Flow]] = defaultdict(list)
        self.users: dict[Variable, list[Flow]] = defaultdict(list)
        for flow in flows:
            self.into[flow.target].append(flow)
            for source in dict.fromkeys(flow.sources()):
                self.users[source].append(flow)
        self.cycles = cycles_of(driven(flows, candidates))
        self.moves: Counter[Variable] = Counter()
        self.frozen: set[tuple[Variable, str]] = set()
        self.waiting: deque[Flow] = deque(flows)
        self.queued = set(flows)
        # Every number variable is 0 before anything is stored.
        facts.kinds = {each: start_of(each) for each in candidates}

    def settle(self) -> None:
        while self.waiting:
            breathe()
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
        target, kind = flow.target, flow.kind()
        if target.kind == "%":
            kind = kinds.as_integer(kind)
        elif not kind.is_int or kind.minus_zero:
            self.strike(target)
            return
        known = self.facts.kinds[target]
        sides = set()
        if self.is_counter(target) and not self.is_small_step(flow):
            self.strike(target)
            return
        if kind.low < known.low and (target, "low") not in self.frozen:
            sides.add("low")
        if kind.high > known.high and (target, "high") not in self.frozen:
            sides.add("high")
        if sides:
            self.grow(target, known, kind, sides)

    def grow(self, target: Variable, known: Kind, kind: Kind, sides: set[str]) -> None:
        self.moves[target] += 1
        if self.moves[target] > PATIENCE and target in self.cycles:
            if not all(self.is_small_step(flow) for flow in self.into[target]):
                self.strike(target)
                return
            limit = 1 << 31 if target.kind == "%" else COUNTER
            kind = Kind(known.type, -limit, limit - 1)
            self.frozen.update((target, side) for side in sides)
        elif self.moves[target] > PATIENCE:
            # It moves because something else does that is cut to 32 bits: big steps get there sooner.
            kind = Kind(known.type, min(kind.low * 16, kind.low - 16), max(kind.high * 16, kind.high + 16))
            if target.kind == "%":
                kind = kinds.as_integer(kind)
        self.facts.kinds[target] = Kind(
            known.type,
            kind.low if "low" in sides else known.low,
            kind.high if "high" in sides else known.high,
        )
        self.follow_users(target)

    def is_counter(self, variable: Variable) -> bool:
        return (variable, "low") in self.frozen or (variable, "high") in self.frozen

    def strike(self, variable: Variable) -> None:
        """Nothing is known of this variable any more, and all that depends on it is looked at again."""
        del self.facts.kinds[variable]
        self.follow_users(variable)

    def is_small_step(self, flow: Flow) -> bool:
        """Whether the flow adds at most a small known amount to at most one variable of its cycle."""
        if flow.target.kind == "%":
            return True  # an Integer wraps: it never grows past 32 bits
        cycle = self.cycles[flow.target]
        if flow.limit is not None:
            return not any(each in cycle for each in flow.drivers())
        terms = [] if isinstance(flow.value, Kind) else list(terms_of(flow.value))
        if flow.step is not None:
            terms.extend(terms_of(flow.step))
        growing, rest = list[Expression](), list[Expression]()
        for term in terms:
            grows = any(each in cycle for each in sources_of(term, flow.rules, CUT))
            (growing if grows else rest).append(term)
        return not growing or (
            len(growing) == 1
            and is_plain(growing[0])
            and all(flow.rules.kind(term).within(-SMALL_STEP, SMALL_STEP) for term in rest)
        )


def driven(flows: list[Flow], candidates: set[Variable]) -> dict[Variable, set[Variable]]:
    """For each candidate the variables it can make grow."""
    followers: dict[Variable, set[Variable]] = {each: set() for each in candidates}
    for flow in flows:
        breathe()
        for driver in flow.drivers():
            if driver in followers:
                followers[driver].add(flow.target)
    return followers


def cycles_of(followers: dict[Variable, set[Variable]]) -> dict[Variable, set[Variable]]:
    """For each variable whose value comes back to itself, all variables on such a way round with it."""
    order: list[Variable] = []
    seen: set[Variable] = set()
    for start in followers:
        order.extend(finished_from(start, followers, seen))
    leaders: dict[Variable, set[Variable]] = defaultdict(set)
    for variable, targets in followers.items():
        for target in targets & followers.keys():
            leaders[target].add(variable)
    cycles: dict[Variable, set[Variable]] = {}
    placed: set[Variable] = set()
    for start in reversed(order):
        component = set(finished_from(start, leaders, placed))
        if len(component) > 1 or (component and start in followers[start]):
            cycles.update(dict.fromkeys(component, component))
    return cycles


def finished_from(
    start: Variable, graph: Mapping[Variable, set[Variable]], seen: set[Variable]
) -> Iterator[Variable]:
    """Variables reachable from `start` and not seen yet, each after all it leads to."""
    if start in seen:
        return
    seen.add(start)
    path = [(start, iter(graph.get(start, ())))]
    while path:
        current, rest = path[-1]
        following = next((each for each in rest if each not in seen and each in graph), None)
        if following is None:
            path.pop()
            yield current
        else:
            seen.add(following)
            path.append((following, iter(graph.get(following, ()))))


def start_of(variable: Variable) -> Kind:
    return Kind(Type.INTEGER if variable.kind == "%" else Type.WHOLE, 0, 0)


def terms_of(node: Expression) -> Iterator[Expression]:
    """The summands of an expression."""
    while isinstance(node, nodes.Binary) and node.operator in {"+", "-"}:
        yield from terms_of(node.right)
        node = node.left
    yield node


def is_plain(node: Expression) -> bool:
    """A variable, an element or POP of an array: a value handed on as it is."""
    match node:
        case nodes.Name():
            return True
        case nodes.Index(target=nodes.Name()):
            return True
        case nodes.Function(name="POP" | "SHIFT"):
            return True
        case _:
            return False
