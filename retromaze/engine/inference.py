"""Finds the Real variables that can only ever hold whole numbers, and how large numbers can get.

Assume every number variable whole; follow each value that is ever stored; strike out, until nothing
changes, each variable that may get something else. A variable that grows on every pass of a loop is a
counter: it stays whole if it grows by small steps only (see `kinds.COUNTER`), and is struck out otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from retromaze.engine import kinds
from retromaze.engine.bounded import bounded_loops
from retromaze.engine.builtins.registry import BUILTINS
from retromaze.engine.kinds import ANY, COUNTER, REAL, SMALL_STEP, Kind, Type
from retromaze.engine.type_rules import COMPARISONS, KEEP_TYPE, RANGES, RESULTS, Facts, TypeRules
from retromaze.engine.variants import Variants, parameters
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.walk import every, heads, parts, steps

# Passing a whole array to one of these leaves its elements as they are.
KEEPS_ELEMENTS = {"LEN", "PUSH", "UNSHIFT", "POP", "SHIFT", "SORT", "RSORT", "FILL"}
# What these operators give lies within 32 bits.
# Of the builtin functions only these can give more than 32 bits hold.
GROWING = KEEP_TYPE | {"MAX", "MIN", "POP", "SHIFT"}
CUT = frozenset({"DIV", "MOD", "AND", "OR", "XOR", "<<", ">>", "NOT"})
# A range that moves more often than this is taken to move with every pass of a loop.
PATIENCE = 6


@dataclass(frozen=True, eq=False)
class Flow:
    """One value stored into a variable or its elements.

    `value` is an expression or a kind already known; `step` is added to it (INC, NEXT);
    `limit` marks the counting of a FOR: the value goes up or down to the limit and one step further.
    """

    target: Variable
    value: Expression | Kind
    rules: TypeRules
    step: Expression | None = None
    sign: int = 1
    limit: Expression | None = None

    def kind(self) -> Kind:
        kind = self.value if isinstance(self.value, Kind) else self.rules.kind(self.value)
        if self.step is None:
            return kind
        if self.limit is not None:
            return self.counted(kind, self.rules.kind(self.step), self.rules.kind(self.limit))
        return kinds.arithmetic("+" if self.sign > 0 else "-", kind, self.rules.kind(self.step))

    def counted(self, start: Kind, step: Kind, limit: Kind) -> Kind:
        """The values a FOR variable takes, the one that ends the loop included."""
        if not (start.is_int and step.is_int):
            return REAL
        low, high = (limit.low, limit.high) if limit.is_int else (-COUNTER, COUNTER)
        return Kind(
            start.type,
            min(start.low, low + step.low) if step.low < 0 else start.low,
            max(start.high, high + step.high) if step.high > 0 else start.high,
        )

    def sources(self) -> Iterator[Variable]:
        """The variables whose range this value's range is worked out from."""
        for node in (self.value, self.step, self.limit):
            if isinstance(node, nodes.Node):
                yield from sources_of(node, self.rules)

    def drivers(self) -> Iterator[Variable]:
        """Those of the sources that can make this value grow without end."""
        for node in (self.value, self.step, self.limit):
            if isinstance(node, nodes.Node):
                yield from sources_of(node, self.rules, CUT)


def sources_of(
    node: nodes.Node, rules: TypeRules, bounded: Collection[str] = frozenset()
) -> Iterator[Variable]:
    """The variables that an expression's range grows with; a comparison is 0 or 1 whatever it compares.

    The results of the operators in `bounded` are taken not to grow either.
    """
    waiting = [node]
    while waiting:
        each = waiting.pop()
        match each:
            case nodes.Name():
                variable = rules.scope.find(each.name)
                if variable:
                    yield variable
            case nodes.Binary(operator=sign) | nodes.Unary(operator=sign) if (
                sign in COMPARISONS or sign in bounded
            ):
                pass
            case nodes.Function(name=name) if name in RANGES or (bounded and name not in GROWING):
                if name in rules.definitions and (result := rules.definitions.result_of(rules.kind, each)):
                    yield result
            case nodes.Index(target=target):
                waiting.append(target)
            case nodes.Function() if each.name in rules.definitions:
                result = rules.definitions.result_of(rules.kind, each)
                if result is not None:
                    yield result
            case _:
                waiting.extend(parts(each))


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


def counted_flows(flows: list[Flow]) -> list[Flow]:
    """The flows, with NEXT adding to whatever else is stored into a FOR variable.

    A FOR that is not bounded (see `bounded`) counts like any INC.
    """
    counting = {flow.target for flow in flows if flow.limit is not None}
    loops = Counter(flow.target for flow in flows if flow.limit is not None)
    stored = Counter(flow.target for flow in flows if flow.target in counting)
    result = []
    for flow in flows:
        result.append(flow)
        if flow.limit is not None and stored[flow.target] > 2 * loops[flow.target]:
            name = nodes.Name(0, 0, flow.target.name)
            result.append(replace(flow, value=name, limit=None))
    return result


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
            for source in flow.sources():
                self.users[source].append(flow)
        self.cycles = cycles_of(driven(flows, candidates))
        self.moves: Counter[Variable] = Counter()
        self.frozen: set[tuple[Variable, str]] = set()
        self.waiting: deque[Flow] = deque(flows)
        # Every number variable is 0 before anything is stored.
        facts.kinds = {each: start_of(each) for each in candidates}

    def settle(self) -> None:
        while self.waiting:
            flow = self.waiting.popleft()
            if flow.target in self.facts.kinds:
                self.follow(flow)

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
        self.waiting.extend(self.users[target])

    def is_counter(self, variable: Variable) -> bool:
        return (variable, "low") in self.frozen or (variable, "high") in self.frozen

    def strike(self, variable: Variable) -> None:
        """Nothing is known of this variable any more, and all that depends on it is looked at again."""
        del self.facts.kinds[variable]
        self.waiting.extend(self.users[variable])

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
        growing = [term for term in terms if any(v in cycle for v in sources_of(term, flow.rules, CUT))]
        rest = [term for term in terms if term not in growing]
        return not growing or (
            len(growing) == 1
            and is_plain(growing[0])
            and all(flow.rules.kind(term).within(-SMALL_STEP, SMALL_STEP) for term in rest)
        )


def driven(flows: list[Flow], candidates: set[Variable]) -> dict[Variable, set[Variable]]:
    """For each candidate the variables it can make grow."""
    followers: dict[Variable, set[Variable]] = {each: set() for each in candidates}
    for flow in flows:
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


# ---- where values are stored


def result_flows(facts: Facts, variants: Variants) -> Iterator[Flow]:
    """The values that DEFs return, and the arguments they are given."""
    for variant in variants.table.values():
        rules = TypeRules(variant.scope, facts, variants)
        for step in steps(variant.scope.body):
            if isinstance(step, nodes.Return) and step.value is not None and variant.result.kind in "%#":
                yield Flow(variant.result, step.value, rules)


def argument_flows(rules: TypeRules, variants: Variants) -> Iterator[Flow]:
    """What the calls in a scope hand to the parameters of DEFs."""
    for call in variants.calls(rules.scope):
        variant = variants.find(rules.kind, call)
        if variant is None:
            continue
        for name, argument in zip(parameters(variant.scope), call.arguments, strict=True):
            target = variant.scope.variables[name]
            if target.kind in "%#" and argument is not None:
                yield Flow(target, argument, rules)


def all_flows(scopes: Sequence[Scope], facts: Facts, variants: Variants) -> Iterator[Flow]:
    """Every store in the program that names its variable, and every argument."""
    bounded = bounded_loops(scopes, variants.program.definitions)
    for scope in scopes:
        rules = TypeRules(scope, facts, variants)
        yield from argument_flows(rules, variants)
        for step in steps(scope.body):
            for head in heads(step):
                for target, *rest in stores(head):
                    variable = stored_variable(target, scope)
                    if variable and variable.kind in "%#":
                        flow = Flow(variable, rest[0], rules, *rest[1:])
                        loose = flow.limit is not None and (variable, id(step)) not in bounded
                        yield replace(flow, value=target, limit=None) if loose else flow


def stores(node: nodes.Node) -> Iterator[tuple[Any, ...]]:
    """(target, value, step, sign, limit) of each store a statement makes."""
    one = nodes.Number(node.line, node.column, 1)
    match node:
        case nodes.Assign(value=value) if value is not None:
            yield node.target, value
        case nodes.Declare():
            for each in node.declarations:
                if each.value is not None:
                    yield nodes.Name(each.line, each.column, each.name), each.value
        case nodes.Increase():
            yield node.target, node.target, node.amount or one, node.sign
        case nodes.For():
            yield node.variable, node.start
            yield node.variable, node.start, node.step or one, 1, node.stop
        case nodes.Read() | nodes.Input():
            for target in node.targets:
                yield target, ANY
        case nodes.Swap():
            yield node.first, node.second
            yield node.second, node.first
        case nodes.Instruction():
            yield from instruction_stores(node)


def instruction_stores(node: nodes.Instruction) -> Iterator[tuple[Any, ...]]:
    if node.name in {"PUSH", "UNSHIFT", "FILL"} and len(node.arguments) > 1:
        yield node.arguments[0], node.arguments[1] or ANY
    outputs = node.outputs or ()
    entry = BUILTINS.get(node.name)
    form = entry.find(len(node.arguments), value=False, receivers=len(outputs)) if entry else None
    given = (form.outputs or (form.result,)) if form else ()
    for at, target in enumerate(outputs):
        if target is not None:
            yield target, RESULTS[given[at]] if at < len(given) else ANY


def stored_variable(target: object, scope: Scope) -> Variable | None:
    match target:
        case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
            return scope.find(name)
        case _:
            return None


def unsafe_arrays(scopes: Sequence[Scope]) -> Iterator[Variable]:
    """Arrays handed on as a whole: to a DEF, to a builtin that may store into them, to another name."""
    for scope in scopes:
        for step in steps(scope.body):
            for head in heads(step):
                yield from handed_on(head, scope)


def handed_on(head: nodes.Node, scope: Scope) -> Iterator[Variable]:
    safe: set[int] = set()
    for node in every(head):
        match node:
            case nodes.Index(target=nodes.Name() as name):
                safe.add(id(name))
            case nodes.Function(name=name) | nodes.Instruction(name=name) if name in KEEPS_ELEMENTS:
                safe.update(id(each) for each in node.arguments)
            case nodes.Name() if id(node) not in safe:
                variable = scope.find(node.name)
                if variable and variable.is_array:
                    yield variable
