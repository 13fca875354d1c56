"""Lists every value that a program stores into a number variable, for the inference of whole numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from retromaze.analysis import kinds
from retromaze.analysis.assignments import Assignment, assignments
from retromaze.analysis.declared import gives_large, has_range, kept_arguments
from retromaze.analysis.jumps import entered_compounds, jumps_by_name
from retromaze.analysis.kinds import ANY, REAL, Kind
from retromaze.analysis.knowledge import Knowledge
from retromaze.analysis.type_rules import COMPARISONS, RESULTS, Facts, TypeRules
from retromaze.analysis.variants import Variants
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.effects import CallResult, Value, ValueOrigin
from retromaze.language.nodes import Expression, parts
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import CountedLoop, Step
from retromaze.language.walk import heads, nodes_in

# What these operators give lies within 32 bits.
CUT = frozenset({"DIV", "MOD", "AND", "OR", "XOR", "<<", ">>", "NOT"})

Bounded = dict[tuple[Variable, Step], bool]


@dataclass(frozen=True, eq=False)
class Flow:
    """One value stored into a variable or its elements.

    `value` is an expression or a kind already known; `step` is added to it (INC, NEXT);
    `limit` marks the counting of a FOR: the value goes up or down to the limit and one step further, where
    that is a whole number, else on from what the variable is.
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
        """The values a FOR variable takes, the one that ends the loop included."""
        if not (start.is_int and step.is_int):
            return REAL
        low = min(start.low, limit.low + step.low) if step.low < 0 else start.low
        high = max(start.high, limit.high + step.high) if step.high > 0 else start.high
        return kinds.integer(low, high) if self.target.kind == "%" else kinds.whole(low, high)

    def sources(self) -> Iterator[Variable]:
        """The variables whose range this value's range is worked out from."""
        return self.sources_but()

    def drivers(self) -> Iterator[Variable]:
        """Those of the sources that can make this value grow without end."""
        return self.sources_but(CUT)

    def sources_but(self, bounded: Collection[str] = frozenset()) -> Iterator[Variable]:
        """The sources; the results of the operators in `bounded` are taken not to grow."""
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


def all_flows(program: Program, facts: Facts, variants: Variants, knowledge: Knowledge) -> list[Flow]:
    """The flows of every assignment to a number variable in the main program and in each variant of a DEF."""
    places = [(program.main, None), *((each.scope, each.result) for each in variants.table.values())]
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
                        found += flows_of(each, here, step, bounded, setting)
    return found


def flows_of(
    given: Assignment, rules: TypeRules, step: Step, bounded: Bounded, setting: Kind | None
) -> Iterator[Flow]:
    """What an assignment stores. A FOR stores its start, and what its NEXT makes of that.

    NEXT counts to the limit, or on from what the body stores, or as INC; see `bounded_loops`.
    """
    value = value_of(given.value)
    if value is None:
        return
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


def value_of(value: Value | Variable) -> Expression | Kind | Variable | None:
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


def bounded_loops(scopes: Sequence[Scope], knowledge: Knowledge) -> Bounded:
    """By variable and loop each FOR that NEXT alone never leads beyond its limit and one step.

    The value tells whether nothing else in the loop stores to the variable either.
    """
    by_name = any(jumps_by_name(scope) for scope in scopes if not scope.is_main)
    result: Bounded = {}
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
