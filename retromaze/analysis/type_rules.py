"""The kind of every expression, from the kinds of the variables in it. Source: language reference, 3.2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self, assert_never

from retromaze.analysis import extremes, kinds
from retromaze.analysis.declared import takes_out
from retromaze.analysis.guards import NOTHING_KNOWN, Guard, Known
from retromaze.analysis.kinds import (
    ANY,
    ARRAY,
    EXACT,
    INTEGER,
    NOTHING,
    REAL,
    STRING,
    TRUTH,
    Kind,
    Type,
)
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.nodes import Expression, cached_on_node
from retromaze.language.program import Scope, Variable
from retromaze.language.yield_hook import yield_to_host

RESULTS = {"int": INTEGER, "float": REAL, "str": STRING, "number": ANY, "value": ANY, "array": ARRAY}
KEEP_TYPE = {"ABS", "FLOOR", "CEIL", "ROUND"}
COMPARISONS = {"==", "!=", "<", "<=", ">", ">=", "&&", "||"}


Call = nodes.Function | nodes.Instruction


def result_kind(form: Form) -> Kind:
    """The kind of what a builtin gives."""
    return kinds.integer(int(form.range.low), int(form.range.high)) if form.range else RESULTS[form.result]


@cached_on_node
def literal_kind(node: nodes.Number) -> Kind:
    return kinds.of_number(node.value)


class Callee(Protocol):
    """A DEF for one row of argument types; `result` stands for the value it returns."""

    scope: Scope
    result: Variable


class Definitions(Protocol):
    """What the rules need to know of a program's DEFs."""

    def __contains__(self, name: object) -> bool: ...

    def find(self, kind: Callable[[Expression], Kind], call: Call) -> Callee | None:
        """What a call reaches; None for a call that cannot work, or not yet."""

    def value_kind(self, facts: Facts, callee: Any) -> Kind:
        """The kind of a DEF's value, NOTHING while it is not known."""


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

    def __init__(self, scope: Scope, facts: Facts, definitions: Definitions) -> None:
        self.scope = scope
        self.facts = facts
        self.definitions = definitions
        self.here = NOTHING_KNOWN
        self._callees: dict[Call, Callee | None] = {}
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

    def callee(self, call: Call) -> Callee | None:
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
        if form.result == "number" or node.name in extremes.EXTREMES:
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
        if node.name in extremes.EXTREMES and all(each.is_number for each in given):
            return extremes.extreme(node.name, given)
        return ANY

    def kept_kind(self, name: str, given: Kind) -> Kind:
        if given.is_int:
            return extremes.without_sign(given) if name == "ABS" else extremes.rounded_kind(given)
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

    def __init__(self, scope: Scope, facts: Facts, definitions: Definitions) -> None:
        super().__init__(scope, facts, definitions)
        self._kinds: dict[nodes.Node, Kind] = {}
        self.calm: dict[nodes.Node, bool] = {}  # by operator, see `Expressions.is_calm`
        self._pinned: dict[nodes.Node, Kind] = {}

    def under(self, known: Known) -> SettledRules:
        rules = super().under(known)
        if rules is not self and rules._kinds is self._kinds:
            rules._kinds = {}
            rules.calm = {}
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
