"""Finds the argument types that each DEF is called with; it is compiled once for each row of them.

A parameter takes the type of what it is given, so a DEF has no types of its own, but each call has. For
every combination of argument types that a listing uses, the DEF is compiled once more with parameters of
just these types; recursion stays within a variant. Where types are only known at run time, or too many
combinations are used, there is the generic variant. (Recursive Fibonacci became 2.5 times as quick.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from retromaze.analysis.kinds import NOTHING, Kind, Type
from retromaze.analysis.type_rules import Call, Facts, TypeRules
from retromaze.language import nodes
from retromaze.language.effects import CallResult, Store, ValueOrigin, stores
from retromaze.language.nodes import Expression
from retromaze.language.program import REAL, UNTYPED, Program, Scope, Variable
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import calls, heads, nodes_in

LETTERS = {Type.INTEGER: "%", Type.WHOLE: "#", Type.REAL: "#", Type.STRING: "$"}
MOST_VARIANTS = 6
MOST_ROUNDS = 10
Key = tuple[str, str]


@dataclass(eq=False)
class Variant:
    """A DEF for one row of argument types; `signature` has a letter of %, #, $ or ? for each parameter.

    `result` stands for the value it returns, as a variable that inference can know something about; `number`
    counts the variants of a DEF from 1.
    """

    name: str
    signature: str
    scope: Scope
    result: Variable
    number: int
    is_generic: bool


class Variants:
    """All variants of a program's DEFs; `generic` asks for the generic one of each as well.

    `loosening` leaves the type of a parameter open wherever it is given another.
    """

    def __init__(self, program: Program, *, generic: bool, loosening: bool = False) -> None:
        self.program = program
        self.generic = generic
        self.loosening = loosening
        self.results: dict[Key, str | None] = {}
        self.calls_of: dict[str, list[Call]] = {}
        self.stores_of: dict[str, list[Store]] = {}
        self.cut: dict[str, set[str]] = {}
        self.table: dict[Key, Variant] = {}
        self.settle()

    def settle(self) -> None:
        """Builds the variants again until the types of all results stand still."""
        for _ in range(MOST_ROUNDS):
            before = dict(self.results)
            self.build()
            if self.results == before:
                break
        else:
            self.results = dict.fromkeys(self.results, UNTYPED)
            before = {}
        self.name_unknown()
        if self.results != before:
            self.build()
            self.name_unknown()

    def name_unknown(self) -> None:
        """A DEF that never comes to a value (it only calls itself) may give any, for all a call can tell."""
        self.results = {key: letter or UNTYPED for key, letter in self.results.items()}

    def build(self) -> None:
        self.table = {}
        self.counts: Counter[str] = Counter()
        self.waiting: list[Scope] = [self.program.main]
        if self.generic:
            for name, scope in self.program.definitions.items():
                self.request(name, UNTYPED * len(parameters(scope)))
        while self.waiting:
            scope = self.waiting.pop()
            rules = TypeRules(scope, Facts(), self)
            for call in self.calls(scope):
                rules.callee(call)
        # By the results of the round before: a new one could ask for a variant that was not looked through.
        self.results |= {key: self.result_letter(variant) for key, variant in self.table.items()}

    def calls(self, scope: Scope) -> list[Call]:
        """The calls of DEFs in a scope; variants of one DEF share them."""
        known = self.calls_of.get(scope.name)
        if known is None:
            heads_of_all = scope.heads
            found = (call for head in heads_of_all for call in calls(head))
            known = self.calls_of[scope.name] = [call for call in found if call.name in self]
        return known

    # ---- finding

    def __contains__(self, name: object) -> bool:
        return name in self.program.definitions

    def find(self, kind: Callable[[Expression], Kind], call: Call) -> Variant | None:
        """The variant a call reaches; None while a type is unknown, or for a call that cannot work."""
        scope = self.program.definitions.get(call.name)
        if scope is None or None in call.arguments or len(call.arguments) != len(parameters(scope)):
            return None
        letters = [self.letter(kind(each)) for each in call.arguments if each is not None]
        if None in letters:
            return None
        return self.request(call.name, "".join(letter or UNTYPED for letter in letters))

    def letter(self, kind: Kind) -> str | None:
        return None if kind.type is Type.NOTHING else LETTERS.get(kind.type, UNTYPED)

    def request(self, name: str, signature: str) -> Variant:
        """The variant of that signature, made where it is new."""
        known = self.table.get((name, signature))
        if known is not None:
            return known
        untyped = UNTYPED * len(signature)
        if signature != untyped and self.counts[name] >= MOST_VARIANTS:
            return self.request(name, untyped)
        return self.make(name, signature)

    def make(self, name: str, signature: str) -> Variant:
        self.counts[name] += 1
        is_generic = self.generic and set(signature) <= {UNTYPED}
        letter = UNTYPED if is_generic else self.results.get((name, signature))
        result = Variable("", letter or UNTYPED, parameter=True)
        scope = typed_scope(self.program.definitions[name], signature)
        variant = Variant(name, signature, scope, result, self.counts[name], is_generic)
        self.table[name, signature] = variant
        self.loosen(variant)
        self.waiting.append(scope)
        return variant

    def value_kind(self, facts: Facts, variant: Variant | None) -> Kind:
        """The kind of a DEF's value, NOTHING while it is not known or where the call cannot work."""
        if variant is None:
            return NOTHING
        untyped = variant.result.kind == UNTYPED and not variant.is_generic
        if untyped and self.results.get((variant.name, variant.signature)) is None:
            return NOTHING
        return facts.of(variant.result)

    # ---- types inside a variant

    def loosen(self, variant: Variant) -> None:
        """A parameter that is given another type inside the DEF has no fixed one."""
        rules = TypeRules(variant.scope, Facts(), self)
        for store in self.stores_to_parameters(variant.scope):
            self.loosen_target(variant, rules, store)

    def stores_to_parameters(self, scope: Scope) -> list[Store]:
        """The stores into the parameters of a DEF; variants of one DEF share them."""
        known = self.stores_of.get(scope.name)
        if known is None:
            names = parameters(scope)
            found = (store for head in scope.heads for store in stores(head) if store.name in names)
            known = [each for each in found if isinstance(each.target, nodes.Name)]
            self.stores_of[scope.name] = known
        return known

    def loosen_target(self, variant: Variant, rules: TypeRules, store: Store) -> None:
        name = store.name
        variable = variant.scope.variables[name]
        if variable.kind == UNTYPED:
            return
        stored = stored_values(store)
        letters = {self.letter(rules.kind(each)) for each in stored}
        if not stored or letters - {variable.kind, None}:
            numbers = bool(stored) and letters | {variable.kind} <= {"%", "#", None}
            hidden = numbers and not self.loosening and name in self.type_insensitive_names(variant.scope)
            variable.kind = REAL if hidden else UNTYPED

    def type_insensitive_names(self, scope: Scope) -> set[str]:
        """What `cut` finds in a scope; variants of one DEF share it."""
        known = self.cut.get(scope.name)
        if known is None:
            known = self.cut[scope.name] = type_insensitive_names(scope)
        return known

    def result_letter(self, variant: Variant) -> str | None:
        """The common type of what the DEF returns; None where it returns nothing known yet."""
        define = variant.scope.routine.define
        if define is None or not define.returns or variant.is_generic:
            return UNTYPED
        letters = self.returned_letters(variant)
        if len(letters) > 1:
            return UNTYPED
        return letters.pop() if letters else None

    def returned_letters(self, variant: Variant) -> set[str]:
        """The types of what the DEF returns, those not known yet left out."""
        rules = TypeRules(variant.scope, Facts(), self)
        found = (
            self.letter(rules.kind(step.value))
            for step in variant.scope.steps
            if isinstance(step, nodes.Return) and step.value is not None
        )
        return {each for each in found if each is not None}


def parameters(scope: Scope) -> tuple[str, ...]:
    define = scope.routine.define
    return define.parameters if define else ()


def outputs(scope: Scope) -> tuple[str, ...]:
    define = scope.routine.define
    return define.outputs if define else ()


def receivers(scope: Scope) -> list[str | None]:
    """The parameter that each argument goes to; None where a later one of the same name takes its place.

    Source: language reference, 4.9.
    """
    names = parameters(scope)
    last = {name: at for at, name in enumerate(names)}
    return [name if last[name] == at else None for at, name in enumerate(names)]


def typed_scope(scope: Scope, signature: str) -> Scope:
    """A copy of a DEF's scope with variables of its own, the parameters typed.

    One that is an OUT name too stays untyped: OUT values are handed over like any of a type not known.
    """
    kinds = dict(zip(parameters(scope), signature, strict=True)) | dict.fromkeys(outputs(scope), UNTYPED)
    own = {
        name: Variable(name, kinds.get(name, each.kind), each.dimensions, each.parameter, each.varies)
        for name, each in scope.variables.items()
    }
    return Scope(scope.name, scope.routine, own, scope.visible, scope.labels)


def stored_values(store: Store) -> list[Expression]:
    """The expressions whose types a store has; none where they are unknown."""
    if isinstance(store.value, CallResult | ValueOrigin):
        return []
    return [store.value] if store.step is None else [store.value, store.step]


# ---- numbers that are only cut to 32 bits, compared or tested: Integer or Real makes no difference
#
# `N=N>>1` makes an Integer of a parameter that came as a Real. As long as nothing is added to N it is all the
# same, and N can be kept in one shape.

CUTTING = {"AND", "OR", "XOR", "DIV", "MOD", "<<", ">>", "NOT"}
TESTING = {"==", "!=", "<", "<=", ">", ">=", "&&", "||", "!"}


def type_insensitive_names(scope: Scope) -> set[str]:
    """The variables of a scope whose type does not show anywhere in it."""
    seen, shown = set[str](), set[str]()
    for step in scope.steps:
        for head in heads(step):
            hidden = set(hidden_in(head, is_test=not isinstance(step, CountedLoop | nodes.Node)))
            for node in nodes_in(head):
                if isinstance(node, nodes.Name):
                    (seen if node in hidden else shown).add(node.name)
    return seen - shown


def hidden_in(head: nodes.Node, *, is_test: bool) -> Iterator[nodes.Node]:
    """The places of a statement or condition where a number is looked at and its type is not."""
    if is_test:
        yield head
    for node in nodes_in(head):
        match node:
            case nodes.Binary(operator=sign) if sign in CUTTING or sign in TESTING:
                yield from (node.left, node.right)
            case nodes.Unary(operator=sign) if sign in CUTTING or sign in TESTING:
                yield node.operand
            case nodes.Index():
                yield from node.subscripts
            case nodes.Assign():
                yield node.target
