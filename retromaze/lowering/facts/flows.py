"""Lists every value that a program stores into a number variable, for the inference of whole numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.effects import CallResult, Value, ValueOrigin, effects
from retromaze.language.nodes import Expression, Head, parts
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import CountedLoop, Step
from retromaze.language.walk import calls, heads, nodes_in
from retromaze.lowering.facts import kinds
from retromaze.lowering.facts.declared import element_stored, gives_large, has_range, kept_arguments
from retromaze.lowering.facts.kinds import ANY, REAL, Kind
from retromaze.lowering.facts.knowledge import Knowledge
from retromaze.lowering.facts.type_rules import COMPARISONS, RESULTS, Facts, TypeRules
from retromaze.lowering.facts.variants import Variants, receivers
from retromaze.lowering.jumps import entered_compounds, jumps_by_name

# What these operators give lies within 32 bits.
CUT = frozenset({"DIV", "MOD", "AND", "OR", "XOR", "<<", ">>", "NOT"})


@dataclass(frozen=True, eq=False)
class Flow:
    """One value stored into a variable or its elements.

    `value` is an expression or a kind already known; `step` is added to it (INC, NEXT);
    `limit` marks the counting of a FOR: the value goes up or down to the limit and one step further, where
    that is a whole number, else on from what the variable is.
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
        step = self.rules.kind(self.step)
        if self.limit is not None:
            limit = self.rules.kind(self.limit)
            if limit.is_int:
                return self.counted(kind, step, limit)
            kind = self.rules.facts.of(self.target)
        return kinds.arithmetic("+" if self.sign > 0 else "-", kind, step)

    def counted(self, start: Kind, step: Kind, limit: Kind) -> Kind:
        """The values a FOR variable takes, the one that ends the loop included."""
        if not (start.is_int and step.is_int):
            return REAL
        low = min(start.low, limit.low + step.low) if step.low < 0 else start.low
        high = max(start.high, limit.high + step.high) if step.high > 0 else start.high
        return kinds.integer(low, high) if self.target.kind == "%" else kinds.whole(low, high)

    def sources(self) -> Iterator[Variable]:
        """The variables whose range this value's range is worked out from."""
        for node in (self.value, self.step, self.limit):
            if isinstance(node, nodes.Node):
                yield from sources_of(node, self.rules)
        if self.limit is not None:
            yield self.target

    def drivers(self) -> Iterator[Variable]:
        """Those of the sources that can make this value grow without end."""
        for node in (self.value, self.step, self.limit):
            if isinstance(node, nodes.Node):
                yield from sources_of(node, self.rules, CUT)
        if self.limit is not None:
            yield self.target


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
    """The variables that what is known of a variable here was compared with."""
    for guard in rules.here.of(name):
        if not isinstance(guard.edge, Kind):
            yield from sources_of(guard.edge, rules.under(guard.known))


def result_flows(facts: Facts, variants: Variants, knowledge: Knowledge) -> Iterator[Flow]:
    """The values that DEFs return."""
    for variant in variants.table.values():
        rules = TypeRules(variant.scope, facts, variants)
        for step in variant.scope.steps:
            if isinstance(step, nodes.Return) and step.value is not None and variant.result.kind in "%#":
                here = rules.under(knowledge.at(variant.scope, step))
                yield Flow(variant.result, step.value, here)


def argument_flows(head: nodes.Node, rules: TypeRules, variants: Variants) -> Iterator[Flow]:
    """What the calls in a statement or condition hand to the parameters of DEFs."""
    for call in calls(head):
        variant = rules.callee(call) if call.name in variants else None
        if variant is None:
            continue
        for name, argument in zip(receivers(variant.scope), call.arguments, strict=True):
            target = variant.scope.variables[name] if name else None
            if target and target.kind in "%#" and argument is not None:
                yield Flow(target, argument, rules)


def all_flows(
    scopes: Sequence[Scope], facts: Facts, variants: Variants, knowledge: Knowledge
) -> Iterator[Flow]:
    """Every store in the program that names its variable, and every argument."""
    bounded = bounded_loops(scopes, knowledge)
    for scope in scopes:
        rules = TypeRules(scope, facts, variants)
        for step in scope.steps:
            for head in heads(step):
                here = rules.under(knowledge.at(scope, head))
                yield from argument_flows(head, here, variants)
                setting = knowledge.settings.get(head)
                for target, flow in flows_of(head, here):
                    if setting is not None:
                        yield replace(flow, value=setting)
                    elif flow.limit is None:
                        yield flow
                    else:
                        yield from counter_flows(flow, target, step, bounded)


def counter_flows(
    flow: Flow, target: Expression, step: Step, bounded: dict[tuple[Variable, Step], bool]
) -> Iterator[Flow]:
    """What the NEXT of a FOR stores: it counts to the limit, or on from what the body stores, or as INC."""
    kept = bounded.get((flow.target, step))
    if kept is not None:
        yield flow
    if not kept:
        yield replace(flow, value=target, limit=None)


def flows_of(head: Head, rules: TypeRules) -> Iterator[tuple[Expression, Flow]]:
    """The flows of each store that a statement makes into a number variable, with its target."""
    for store in effects(head).stores:
        variable = rules.scope.stored(store.target)
        value = value_of(store.value)
        if value is None or variable is None or variable.kind not in "%#":
            continue
        if store.step is None or store.limit is not None:
            yield store.target, Flow(variable, value, rules)
        if store.step is not None:
            yield store.target, Flow(variable, value, rules, store.step, store.sign, store.limit)
    if isinstance(head, nodes.Instruction):
        yield from element_flows(head, rules)


def value_of(value: Value) -> Expression | Kind | None:
    """A stored value as a flow has it; None where no number is stored, or only the 0 of the beginning."""
    match value:
        case CallResult():
            return result_kind(value)
        case ValueOrigin.DATA | ValueOrigin.TYPED:
            return ANY
        case ValueOrigin.LINE | ValueOrigin.DEFAULT | ValueOrigin.ARRAY | ValueOrigin.MISSING:
            return None
        case _:
            return value


def result_kind(result: CallResult) -> Kind:
    """What a builtin gives to a receiver; anything where that cannot be seen."""
    call, entry = result.call, BUILTINS.get(result.call.name)
    receivers = len(call.outputs or ())
    form = entry.find(len(call.arguments), value=False, receivers=receivers) if entry else None
    given = (form.outputs or (form.result,)) if form else ()
    return RESULTS[given[result.position]] if result.position < len(given) else ANY


def element_flows(call: nodes.Instruction, rules: TypeRules) -> Iterator[tuple[Expression, Flow]]:
    """What a word puts into the array that it is given."""
    if found := element_stored(call):
        owner, value = found
        variable = rules.scope.stored(owner)
        if variable is not None and variable.kind in "%#":
            yield owner, Flow(variable, value or ANY, rules)


def unsafe_arrays(scopes: Sequence[Scope]) -> Iterator[Variable]:
    """Arrays handed on as a whole: to a DEF, to a builtin that may store into them, to another name."""
    for scope in scopes:
        known = scope.visible | scope.variables
        arrays = {name: each for name, each in known.items() if each.is_array}
        for head in scope.heads if arrays else ():
            yield from handed_on(head, arrays)


def handed_on(head: nodes.Node, arrays: Mapping[str, Variable]) -> Iterator[Variable]:
    """Those of the arrays, by their names, that a statement or condition hands on."""
    named = [each for each in nodes_in(head) if isinstance(each, nodes.Name) and each.name in arrays]
    safe: set[nodes.Node | None] = set()
    for node in nodes_in(head) if named else ():
        if isinstance(node, nodes.Index):
            safe.add(node.target)
        elif isinstance(node, nodes.Function | nodes.Instruction):
            safe.update(kept_arguments(node))
    yield from (arrays[each.name] for each in named if each not in safe)


# ---- FOR loops whose variable stays near the limit, whatever jumps there are
#
# A jump into a loop's body, another FOR over the same variable inside it, or a call from inside it that may
# come to one, lets NEXT add to a value that has passed the limit already, as often as it is done.


def bounded_loops(scopes: Sequence[Scope], knowledge: Knowledge) -> dict[tuple[Variable, Step], bool]:
    """By variable and loop each FOR that NEXT alone never leads beyond its limit and one step.

    The value tells whether nothing else in the loop stores to the variable either.
    """
    by_name = any(jumps_by_name(scope) for scope in scopes if not scope.is_main)
    result: dict[tuple[Variable, Step], bool] = {}
    for scope in scopes:
        loops = list(counted_loops(scope))
        if not loops:
            continue
        entered = entered_compounds(scope, enter_anywhere=by_name and scope.is_main)
        for loop, variable in loops:
            if loop not in entered and is_bounded(loop, variable, scope, knowledge):
                stored = knowledge.bodies_of(scope).stores_to(loop, [variable.name])
                result[variable, loop] = not stored
    return result


def counted_loops(scope: Scope) -> Iterator[tuple[CountedLoop, Variable]]:
    """The FOR loops over scalars, each with its variable."""
    for step in scope.steps:
        if isinstance(step, CountedLoop) and isinstance(step.head.variable, nodes.Name):
            variable = scope.find(step.head.variable.name)
            if variable:
                yield step, variable


def is_bounded(loop: CountedLoop, variable: Variable, scope: Scope, knowledge: Knowledge) -> bool:
    bodies, name = knowledge.bodies_of(scope), variable.name
    if bodies.counts_again(loop, name):
        return False
    own = name in scope.variables and not scope.is_main
    return own or not knowledge.changes.may_change(bodies.called_in(loop), name)
