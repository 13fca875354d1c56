"""The kind of every expression, and the argument types that each DEF is called with.

A DEF is compiled once for each combination of argument types that a listing uses (a variant); recursion
stays within a variant. If types are only known at run time, or too many combinations are used, the generic
variant serves. This made recursive Fibonacci 2.5 times as fast. Source: language reference, 3.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self, assert_never

from retromaze.analysis import kinds
from retromaze.analysis.declared import Call, takes_out
from retromaze.analysis.guards import NOTHING_KNOWN, Guard, Known
from retromaze.analysis.kinds import ANY, ARRAY, EXACT, INTEGER, NOTHING, REAL, STRING, TRUTH, Kind, Type
from retromaze.analysis.side_effects import outputs, parameters
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.effects import CallResult, Store, ValueOrigin, stores
from retromaze.language.nodes import Expression, cached_on_node, calls, nodes_in
from retromaze.language.program import REAL as REAL_LETTER
from retromaze.language.program import UNTYPED, Program, Scope, Variable
from retromaze.language.structure import CountedLoop, heads
from retromaze.language.text import yield_to_host

RESULTS = {"int": INTEGER, "float": REAL, "str": STRING, "number": ANY, "value": ANY, "array": ARRAY}
KEEP_TYPE = {"ABS", "FLOOR", "CEIL", "ROUND"}
COMPARISONS = {"==", "!=", "<", "<=", ">", ">=", "&&", "||"}


def result_kind(form: Form) -> Kind:
    """The kind of what a builtin gives."""
    return kinds.integer(int(form.range.low), int(form.range.high)) if form.range else RESULTS[form.result]


@cached_on_node
def literal_kind(node: nodes.Number) -> Kind:
    return kinds.of_number(node.value)


class Facts:
    """What inference found out: the kind of each number variable; what is missing may hold anything."""

    def __init__(self) -> None:
        self.kinds: dict[Variable, Kind] = {}

    def of(self, variable: Variable) -> Kind:
        """The kind of a scalar, or of an array's elements."""
        match variable.kind:
            case _ if variable.varies:
                return ANY
            case "$":
                return STRING
            case "?":
                return ANY
            case "%":
                return self.kinds.get(variable, INTEGER)
            case _:
                return self.kinds.get(variable, REAL)


class TypeRules:
    """Kinds of expressions in one scope."""

    def __init__(self, scope: Scope, facts: Facts, definitions: Variants) -> None:
        self.scope = scope
        self.facts = facts
        self.definitions = definitions
        self.here = NOTHING_KNOWN
        self._callees: dict[Call, Variant | None] = {}
        self._elsewhere: dict[Known, Any] = {}

    def under(self, known: Known) -> Self:
        """The rules of a place where that much is known."""
        if known is self.here:
            return self
        rules: Self | None = self._elsewhere.get(known)
        if rules is None:
            rules = self._elsewhere[known] = object.__new__(type(self))
            rules.__dict__ = self.__dict__ | {"here": known}
        return rules

    def callee(self, call: Call) -> Variant | None:
        """What a call of a DEF reaches: that follows from types, which stay, not from ranges, which grow."""
        if call not in self._callees:
            self._callees[call] = self.definitions.find(self.kind, call)
        return self._callees[call]

    def kind(self, node: Expression) -> Kind:
        match node:
            case nodes.Name():
                return self.name_kind(node.name)
            case nodes.Number():
                return literal_kind(node)
            case nodes.Binary():
                return self.binary_kind(node)
            case nodes.String() | nodes.LabelText():
                return STRING
            case nodes.Index():
                return self.index_kind(node)
            case nodes.VariableNamed():
                return ANY
            case nodes.Function():
                return self.function_kind(node)
            case nodes.Unary():
                return self.unary_kind(node)
            case _:
                assert_never(node)

    def name_kind(self, name: str) -> Kind:
        variable = self.scope.find(name)
        if variable:
            return ARRAY if variable.is_array else self.guarded(name, self.facts.of(variable))
        if name in VARIABLES:
            return result_kind(VARIABLES[name].read)
        return NOTHING

    def guarded(self, name: str, kind: Kind) -> Kind:
        """The kind of a variable, narrowed by what is known of it here."""
        if kind.mixed:
            return self.exact(name, kind)
        if kind.is_int:
            for guard in self.here.of(name):
                kind = guard.narrow(kind, self.edge_of(guard))
        return kind

    def exact(self, name: str, kind: Kind) -> Kind:
        """A mixed variable is an int where it was a subscript.

        What it was compared with or set to proves nothing: that may have grown with it.
        """
        result = Kind(Type.WHOLE, -EXACT, EXACT)
        for guard in self.here.of(name):
            if isinstance(guard.edge, Kind):
                result = guard.narrow(result, guard.edge)
        return result if result.within(1 - EXACT, EXACT - 1) else kind

    def edge_of(self, guard: Guard) -> Kind:
        return guard.edge if isinstance(guard.edge, Kind) else self.under(guard.known).kind(guard.edge)

    def index_kind(self, node: nodes.Index) -> Kind:
        if isinstance(node.target, nodes.Name):
            variable = self.scope.find(node.target.name)
            if variable and variable.is_array:
                return self.facts.of(variable)
        target = self.kind(node.target)
        if target.type is Type.STRING:
            return STRING
        return ANY if target.type in (Type.ANY, Type.ARRAY) else NOTHING

    def function_kind(self, node: nodes.Function) -> Kind:
        if node.name in self.definitions:
            return self.definitions.value_kind(self.facts, self.callee(node))
        if takes_out(node.name):
            return self.taken_kind(node)
        entry = BUILTINS.get(node.name)
        form = entry.find(len(node.arguments), value=True, receivers=None) if entry else None
        if form is None:
            return ANY
        if form.result == "number" or node.name in kinds.EXTREMES:
            return self.number_kind(node)
        if node.name == "RND":
            return self.random_kind(node)
        return result_kind(form)

    def taken_kind(self, node: nodes.Function) -> Kind:
        """POP and SHIFT give an element of the array, or a character."""
        match node.arguments:
            case [nodes.Index()]:
                return STRING
            case [nodes.Name(name=name)]:
                variable = self.scope.find(name)
                return self.facts.of(variable) if variable and variable.kind != "?" else ANY
            case _:
                return ANY

    def number_kind(self, node: nodes.Function) -> Kind:
        given = [self.kind(each) for each in node.arguments if each is not None]
        if node.name in KEEP_TYPE and len(given) == 1:
            return self.kept_kind(node.name, given[0])
        if node.name in kinds.EXTREMES and all(each.is_number for each in given):
            return kinds.extreme(node.name, given)
        return ANY

    def kept_kind(self, name: str, given: Kind) -> Kind:
        if given.is_int:
            return kinds.without_sign(given) if name == "ABS" else kinds.rounded_kind(given)
        return REAL if given.is_number else ANY

    def random_kind(self, node: nodes.Function) -> Kind:
        bound = node.arguments[-1]
        given = self.kind(bound) if bound is not None else ANY
        high = kinds.as_integer(given).high - 1
        return kinds.integer(0, max(0, high))

    def unary_kind(self, node: nodes.Unary) -> Kind:
        operand = self.kind(node.operand)
        if operand.type in (Type.STRING, Type.ARRAY, Type.NOTHING):
            return NOTHING
        if node.operator == "!":
            return TRUTH
        if node.operator == "NOT":
            given = kinds.as_integer(operand)
            return kinds.integer(-given.high - 1, -given.low - 1)
        return kinds.negation(operand)

    def binary_kind(self, node: nodes.Binary) -> Kind:
        """By a loop over the operators to the left, because `A+A+A+…` can be very long."""
        yield_to_host()
        spine: list[nodes.Binary] = [node]
        while isinstance(left := spine[-1].left, nodes.Binary) and self.known(left) is None:
            spine.append(left)
        kind = self.kind(spine[-1].left)
        for each in reversed(spine):
            kind = self.operation_kind(each.operator, kind, self.kind(each.right))
            self.know(each, kind)
        return kind

    def known(self, node: Expression) -> Kind | None:
        """The kind of an expression if it was worked out before and cannot change."""
        return None

    def know(self, node: Expression, kind: Kind) -> None:
        """Takes note of a kind."""

    def operation_kind(self, operator: str, left: Kind, right: Kind) -> Kind:
        if operator in COMPARISONS:
            return TRUTH if operator in {"&&", "||"} else kinds.comparison(operator, left, right)
        if left.type is Type.NOTHING or right.type is Type.NOTHING:
            return NOTHING
        if operator in {"DIV", "MOD", "AND", "OR", "XOR", "<<", ">>"}:
            return self.integer_kind(operator, left, right)
        return self.arithmetic_kind(operator, left, right)

    def integer_kind(self, operator: str, left: Kind, right: Kind) -> Kind:
        if left.type in (Type.STRING, Type.ARRAY) or right.type in (Type.STRING, Type.ARRAY):
            return NOTHING
        left, right = kinds.as_integer(left), kinds.as_integer(right)
        match operator:
            case "DIV":
                return kinds.quotient(left, right)
            case "MOD":
                return kinds.rest(left, right)
            case "<<" | ">>":
                return kinds.shift(operator, left, right)
            case _:
                return kinds.bitwise(operator, left, right)

    def arithmetic_kind(self, operator: str, left: Kind, right: Kind) -> Kind:
        if left.is_number and right.is_number:
            return REAL if operator == "/" else kinds.arithmetic(operator, left, right)
        types = {left.type, right.type}
        if types == {Type.STRING} and operator == "+":
            return STRING
        if operator == "*" and Type.STRING in types and (left.is_number or right.is_number):
            return STRING
        if Type.ANY in types and Type.ARRAY not in types:
            return REAL if operator == "/" and Type.STRING not in types else ANY
        return NOTHING


class SettledRules(TypeRules):
    """The rules once nothing changes any more: the kind of each node is worked out once.

    Without this a sum of a thousand terms took seven seconds to compile.
    """

    def __init__(self, scope: Scope, facts: Facts, definitions: Variants) -> None:
        super().__init__(scope, facts, definitions)
        self._kinds: dict[nodes.Node, Kind] = {}
        self._pinned: dict[nodes.Node, Kind] = {}

    def under(self, known: Known) -> SettledRules:
        rules = super().under(known)
        if rules is not self and rules._kinds is self._kinds:
            rules._kinds = {}
        return rules

    def pin(self, node: nodes.Node, kind: Kind) -> None:
        """A placeholder for a value in a temporary, wherever it is asked for."""
        self._pinned[node] = kind

    def kind(self, node: Expression) -> Kind:
        known = self.known(node)
        if known is None:
            known = super().kind(node)
            self.know(node, known)
        return known

    def known(self, node: Expression) -> Kind | None:
        return self._kinds.get(node) or self._pinned.get(node)

    def know(self, node: Expression, kind: Kind) -> None:
        self._kinds[node] = kind


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
        letters = [self.argument_letter(kind, each) for each in call.arguments if each is not None]
        if None in letters:
            return None
        return self.request(call.name, "".join(letter or UNTYPED for letter in letters))

    def argument_letter(self, kind: Callable[[Expression], Kind], argument: Expression) -> str | None:
        """Returns the letter of an argument of a DEF, None while its type is unknown."""
        return self.letter(kind(argument))

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
            variable.kind = REAL_LETTER if hidden else UNTYPED

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
