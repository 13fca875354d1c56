"""The kind of every expression, and the argument types that each DEF is called with.

A DEF is compiled once for each combination of argument types that a listing uses: each is a variant. A
recursive call usually reaches the same variant. Calls with types known at run time only, or with too many
combinations, use the generic variant. This made recursive Fibonacci 2.5 times as fast. Source: language
reference, 3.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any, Self, assert_never

from retromaze.analysis import kinds
from retromaze.analysis.guards import NO_GUARDS, Guard, GuardSet
from retromaze.analysis.kinds import ANY, ARRAY, EXACT, INTEGER, NOTHING, REAL, STRING, TRUTH, Kind, Type
from retromaze.analysis.side_effects import Call, called_form, outputs, parameters, removes_element
from retromaze.builtins.form import Form
from retromaze.builtins.registry import VARIABLES
from retromaze.language import nodes
from retromaze.language.block_tree import (
    CallResult,
    CountedLoop,
    Routine,
    Store,
    ValueOrigin,
    heads_of,
    routine_heads,
    routine_steps,
    stores,
)
from retromaze.language.lexer import yield_to_host
from retromaze.language.nodes import Expression, cached_on_node, calls_in, nodes_in
from retromaze.language.program import REAL as REAL_LETTER
from retromaze.language.program import UNTYPED, Program, Scope, Variable

RESULT_KINDS = {"int": INTEGER, "float": REAL, "str": STRING, "number": ANY, "value": ANY, "array": ARRAY}
KEEP_TYPE = {"ABS", *kinds.ROUNDINGS}
COMPARISONS = {"==", "!=", "<", "<=", ">", ">=", "&&", "||"}
CUTTING = {"AND", "OR", "XOR", "DIV", "MOD", "<<", ">>", "NOT"}
"""The operators that cut their operands to 32 bits, and whose results are within 32 bits."""


def result_kind(form: Form) -> Kind:
    """Returns the kind of a builtin's result; its form may declare a range for it."""
    if form.range:
        return kinds.integer(int(form.range.low), int(form.range.high))
    return RESULT_KINDS[form.result]


@cache
def array_kind(shape: str) -> Kind:
    """Returns the kind of a whole array: `#2` is the shape of one with Reals and two dimensions."""
    return ARRAY._replace(shape=shape)


@cached_on_node
def literal_kind(node: nodes.Number) -> Kind:
    """Returns the kind of a number that is written out; computed once for each node."""
    return kinds.of_number(node.value)


class Facts:
    """The results of inference: the kind of each number variable; one without a kind may have any value."""

    def __init__(self) -> None:
        self.kinds: dict[Variable, Kind] = {}

    def kind_of(self, variable: Variable) -> Kind:
        """Returns the kind of a scalar, or of an array's elements."""
        match variable.kind:
            case _ if variable.shape_varies:
                return ANY
            case "$":
                return STRING
            case "?":
                return ANY
            case letter:
                return self.kinds.get(variable, INTEGER if letter == "%" else REAL)


class TypeRules:
    """Finds the kind (type and range) of expressions in one scope, at a place where `guards` hold.

    `facts` has the kinds of variables. `variants` are the specializations of the program's DEFs, one for each
    combination of argument types. `_callees` caches the variant that each call reaches, `_rules_by_guards`
    the rules for other places. The kind NOTHING is one that is not known yet, or of code that always fails.
    """

    def __init__(self, scope: Scope, facts: Facts, variants: Variants) -> None:
        self.scope = scope
        self.facts = facts
        self.variants = variants
        self.guards = NO_GUARDS
        self._callees: dict[Call, Variant | None] = {}
        self._rules_by_guards: dict[GuardSet, Any] = {}
        self._kinds: dict[nodes.Node, Kind] | None = None  # only `SettledRules` has a cache

    def with_guards(self, guards: GuardSet) -> Self:
        """Returns the rules for a place where these guards hold: a shallow copy, made once.

        All copies share the caches, as the variant that a call reaches does not depend on guards.
        """
        if guards is self.guards:
            return self
        rules: Self | None = self._rules_by_guards.get(guards)
        if rules is None:
            # without `copy`, which takes six calls
            rules = self._rules_by_guards[guards] = object.__new__(type(self))
            vars(rules).update(vars(self), guards=guards)
        return rules

    def called_variant(self, call: Call) -> Variant | None:
        """Returns the variant that a call reaches, or None. It depends on types only, not on ranges."""
        if call not in self._callees:
            self._callees[call] = self.variants.variant_for_call(self.kind, call)
        return self._callees[call]

    def variable_read(self, node: nodes.Node) -> Variable | None:
        """Returns the variable whose value an expression is, unchanged; else None.

        Of an element, and of POP and SHIFT, it is the array; of a DEF's call, the DEF's result variable.
        """
        match node:
            case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
                return self.scope.find(name)
            case nodes.Function() if node.name in self.variants:
                callee = self.called_variant(node)
                return callee.result if callee else None
            case nodes.Function(arguments=[nodes.Name(name=name)]) if removes_element(node.name):
                return self.scope.find(name)
        return None

    def kind(self, node: Expression) -> Kind:
        """Returns the type and range of an expression at this place."""
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
        """Returns the kind of a variable, an array or a system variable; NOTHING for an unknown name."""
        variable = self.scope.variables.get(name) or self.scope.used_globals.get(name)
        if variable and variable.dimensions:
            return array_kind("" if variable.shape_varies else f"{variable.kind}{variable.dimensions}")
        if variable:
            return self.narrowed_by_guards(name, self.facts.kind_of(variable))
        if name in VARIABLES:
            return result_kind(VARIABLES[name].read)
        return NOTHING

    def narrowed_by_guards(self, name: str, kind: Kind) -> Kind:
        """Returns the kind of a variable, narrowed by the guards of this place."""
        if kind.mixed:
            return self.mixed_variable_kind(name, kind)
        guards = self.guards.by_name.get(name)
        if guards and kind.is_int:
            for guard in guards:
                kind = guard.narrow(kind, self.bound_kind(guard))
        return kind

    def mixed_variable_kind(self, name: str, kind: Kind) -> Kind:
        """Returns the kind of a variable whose `kind` is mixed: WHOLE if guards say it was a valid subscript.

        A mixed variable is an int only while a double is exact. Guards from comparisons and stores prove
        nothing about that: the other side may have grown too.
        """
        narrowed = Kind(Type.WHOLE, -EXACT, EXACT)
        for guard in self.guards.about(name):
            if isinstance(guard.bound, Kind):
                narrowed = guard.narrow(narrowed, guard.bound)
        # at the ends of the range it may still be a float
        return narrowed if narrowed.is_within(1 - EXACT, EXACT - 1) else kind

    def bound_kind(self, guard: Guard) -> Kind:
        """Returns the kind of the other side of a guard's comparison, at the place of the comparison."""
        if isinstance(guard.bound, Kind):
            return guard.bound
        return self.with_guards(guard.bound_guards).kind(guard.bound)

    def index_kind(self, node: nodes.Index) -> Kind:
        """Returns the kind of an array's element, or of a character of a string."""
        if array := self.scope.array_named(node.target):
            return self.facts.kind_of(array)
        target = self.kind(node.target)
        if target.type is Type.STRING:
            return STRING
        return ANY if target.type in (Type.ANY, Type.ARRAY) else NOTHING

    def function_kind(self, node: nodes.Function) -> Kind:
        """Returns the kind of the result of a DEF or builtin; ANY for an unknown word."""
        if node.name in self.variants:
            return self.variants.result_kind(self.facts, self.called_variant(node))
        if removes_element(node.name):
            return self.removed_element_kind(node)
        form = called_form(node)
        if form is None:
            return ANY
        if form.result == "number" or node.name in kinds.EXTREMES:
            return self.number_kind(node)
        if node.name == "RND":  # of 0 to its last argument - 1
            bound = node.arguments[-1]
            given = self.kind(bound) if bound is not None else ANY
            return kinds.integer(0, max(0, kinds.as_integer(given).high - 1))
        return result_kind(form)

    def removed_element_kind(self, node: nodes.Function) -> Kind:
        """Returns the kind of the result of POP or SHIFT: an element's kind, or STRING for a character."""
        match node.arguments:
            case [nodes.Index()]:
                return STRING  # an element from which a character is removed is a string
            case [nodes.Name(name=name)]:
                variable = self.scope.find(name)
                return self.facts.kind_of(variable) if variable and variable.kind != "?" else ANY
            case _:
                return ANY

    def number_kind(self, node: nodes.Function) -> Kind:
        """Returns the kind of a builtin whose number type depends on the arguments."""
        argument_kinds = [self.kind(each) for each in node.arguments if each is not None]
        if node.name in KEEP_TYPE and len(argument_kinds) == 1:
            return self.abs_or_rounding_kind(node.name, argument_kinds[0])
        if node.name in kinds.EXTREMES and all(each.is_number for each in argument_kinds):
            return kinds.min_max_kind(node.name, argument_kinds)
        return ANY

    def abs_or_rounding_kind(self, name: str, given: Kind) -> Kind:
        """Returns the kind of ABS or a rounding of a value of the `given` kind; ports override this."""
        return kinds.abs_or_rounding_kind(name, given)

    def unary_kind(self, node: nodes.Unary) -> Kind:
        """Returns the kind of `-X`, `!X` or `NOT X`."""
        operand = self.kind(node.operand)
        if operand.type in (Type.STRING, Type.ARRAY, Type.NOTHING):
            return NOTHING
        if node.operator == "!":
            return TRUTH
        if node.operator == "NOT":
            integer = kinds.as_integer(operand)
            return kinds.integer(-integer.high - 1, -integer.low - 1)
        return kinds.negation(operand)

    def binary_kind(self, node: nodes.Binary) -> Kind:
        """Returns the kind of an operation. A loop follows the left operands: `A+A+A+…` can be very long."""
        yield_to_host()
        pending: list[nodes.Binary] = [node]
        known = self._kinds
        while isinstance(left := pending[-1].left, nodes.Binary) and not (known and left in known):
            pending.append(left)
        kind = self.kind(pending[-1].left)
        for each in reversed(pending):
            kind = self.binary_kind_of(each, kind, self.kind(each.right))
            if known is not None:
                known[each] = kind
        return kind

    def binary_kind_of(self, node: nodes.Binary, left: Kind, right: Kind) -> Kind:
        """Returns the kind of an operation, given the kinds of its operands; ports override this."""
        return self.operation_kind(node.operator, left, right)

    def operation_kind(self, operator: str, left: Kind, right: Kind) -> Kind:
        """Returns the kind of the result of a binary operator; NOTHING if the operation always fails."""
        if operator in COMPARISONS:
            return TRUTH if operator in {"&&", "||"} else kinds.comparison(left, right)
        if left.type is Type.NOTHING or right.type is Type.NOTHING:
            return NOTHING
        if operator in CUTTING:
            return self.integer_kind(operator, left, right)
        return self.arithmetic_kind(operator, left, right)

    def integer_kind(self, operator: str, left: Kind, right: Kind) -> Kind:
        """Returns the kind of DIV, MOD, a shift or a bitwise operation, which cut operands to 32 bits."""
        if left.type in (Type.STRING, Type.ARRAY) or right.type in (Type.STRING, Type.ARRAY):
            return NOTHING
        left, right = kinds.as_integer(left), kinds.as_integer(right)
        match operator:
            case "DIV":
                return kinds.quotient(left, right)
            case "MOD":
                return kinds.remainder(left, right)
            case "<<" | ">>":
                return kinds.shift(operator, left, right)
            case _:
                return kinds.bitwise(operator, left, right)

    def arithmetic_kind(self, operator: str, left: Kind, right: Kind) -> Kind:
        """Returns the kind of `+ - * /`, of a concatenation, or of a repeated string (`"A"*3`).

        It is ANY if an operand's type is known only at run time, and NOTHING if the operation always fails.
        """
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
    """The rules after inference: the kind of each node is computed once.

    Without this cache a sum of a thousand terms took seven seconds to compile. `_kinds` is the cache;
    `_placeholders` has the kinds of nodes that stand for temporaries, which hold at every place.
    """

    def __init__(self, scope: Scope, facts: Facts, variants: Variants) -> None:
        super().__init__(scope, facts, variants)
        self._kinds = {}
        self._placeholders: dict[nodes.Node, Kind] = {}

    def with_guards(self, guards: GuardSet) -> Self:
        """Returns the rules for a place where these guards hold, with a cache of their own."""
        rules = super().with_guards(guards)
        if rules is not self and rules._kinds is self._kinds:  # a copy that was just made
            rules._kinds = {}
        return rules

    def placeholder(self, node: Expression, kind: Kind) -> nodes.Number:
        """Returns a node that the compiler writes as a temporary of that kind, at the place of `node`.

        It is a Number, which every rule accepts as an operand; its value means nothing.
        """
        placeholder = nodes.Number(node.line, node.column, 0)
        self._placeholders[placeholder] = kind
        return placeholder

    def kind(self, node: Expression) -> Kind:
        """Returns the type and range of an expression at this place, from the cache if they are in it."""
        assert self._kinds is not None
        kind = self._kinds.get(node) or self._placeholders.get(node)
        if kind is None:
            kind = self._kinds[node] = super().kind(node)
        return kind


TYPE_LETTERS = {Type.INTEGER: "%", Type.WHOLE: "#", Type.REAL: "#", Type.STRING: "$"}
MOST_VARIANTS = 6
"""Most variants of one DEF, besides that for arguments of any types."""
MOST_ROUNDS = 10
"""How often the variants are built again at most, until the types of their results are stable."""
Signature = tuple[str, ...]
Key = tuple[str, Signature]


@dataclass(eq=False)
class Variant:
    """A specialization of a DEF for one combination of argument types.

    `signature` has %, #, $ or ? (any type) for each parameter, in ports "#2" for an array of two dimensions.
    `result` is a variable that stands for the returned value, so that inference can find its kind. `number`
    counts the variants of a DEF from 1.
    """

    name: str
    signature: Signature
    scope: Scope
    result: Variable
    number: int
    is_generic: bool


class Variants:
    """All variants (specializations) of a program's DEFs; a type's letter is %, # (Real), $, or ? (any type).

    With `generic`, each DEF has also a variant that takes arguments of any types. A parameter that the DEF
    stores another type to is untyped. But a parameter that holds Integers and Reals is a Real if nothing in
    the DEF shows the difference; with `untype_numbers` it is untyped, too.

    `table` has the variants and `results` the letters of their results' types, by name and signature: None
    while a type is unknown. `waiting` are the scopes whose calls have not been visited, `counts` the number
    of variants of each DEF.
    """

    def __init__(self, program: Program, *, generic: bool, untype_numbers: bool = False) -> None:
        """Makes all variants at once, with the types of their results."""
        self.program = program
        self.generic = generic
        self.untype_numbers = untype_numbers
        self.results: dict[Key, str | None] = {}
        self.table: dict[Key, Variant] = {}
        self.settle()

    def scopes_and_results(self) -> list[tuple[Scope, Variable | None]]:
        """Returns the scopes of the program, each with the variable that stands for the result of its DEF."""
        return [(self.program.main, None), *((each.scope, each.result) for each in self.table.values())]

    def settle(self) -> None:
        """Builds the variants again until the types of all results are stable."""
        for _ in range(MOST_ROUNDS):
            former_results = dict(self.results)
            self.build()
            if self.results == former_results:
                break
        else:
            # the results never settle: all are untyped, and the variants are built once more, because
            # `former_results` differs from them
            self.results = dict.fromkeys(self.results, UNTYPED)
            former_results = {}
        self.untype_unknown_results()
        if self.results != former_results:
            self.build()
            self.untype_unknown_results()

    def untype_unknown_results(self) -> None:
        """Makes each result untyped whose type is still unknown: the DEF only calls itself."""
        self.results = {key: letter or UNTYPED for key, letter in self.results.items()}

    def build(self) -> None:
        """Builds the variants that calls need, with the types of results as they are known now."""
        self.table = {}
        self.counts: Counter[str] = Counter()
        self.waiting: list[Scope] = [self.program.main]
        if self.generic:
            for name, scope in self.program.definitions.items():
                self.get_or_create(name, (UNTYPED,) * len(parameters(scope)))
        while self.waiting:
            scope = self.waiting.pop()
            rules = TypeRules(scope, Facts(), self)
            for call in all_calls(scope.routine):
                if call.name in self.program.definitions:
                    rules.called_variant(call)
        # Only now: during the loop a new result could change the variant that a visited call needs.
        self.results |= {key: self.result_letter(variant) for key, variant in self.table.items()}

    # ---- finding

    def __contains__(self, name: object) -> bool:
        """Whether a name is that of a DEF; its variants are made when they are asked for."""
        return name in self.program.definitions

    def variant_for_call(self, kind_of: Callable[[Expression], Kind], call: Call) -> Variant | None:
        """Returns the variant that a call reaches; None if a type is unknown or the call is wrong."""
        scope = self.program.definitions.get(call.name)
        if scope is None or None in call.arguments or len(call.arguments) != len(parameters(scope)):
            return None
        letters = [
            self.argument_letter(kind_of, each, call.name) for each in call.arguments if each is not None
        ]
        if None in letters:
            return None
        return self.get_or_create(call.name, tuple(letter or UNTYPED for letter in letters))

    def argument_letter(
        self, kind: Callable[[Expression], Kind], argument: Expression, definition: str
    ) -> str | None:
        """Returns the letter for the type of an argument of a DEF; None as long as the type is unknown.

        Ports override this: they need the name of the `definition`.
        """
        return self.letter(kind(argument))

    def letter(self, kind: Kind) -> str | None:
        """Returns the letter for a kind; None for NOTHING, whose type is not known yet."""
        return None if kind.type is Type.NOTHING else TYPE_LETTERS.get(kind.type, UNTYPED)

    def get_or_create(self, name: str, signature: Signature) -> Variant:
        """Returns the variant of a DEF with that signature, and creates it if there is none yet."""
        existing = self.table.get((name, signature))
        if existing is not None:
            return existing
        untyped = (UNTYPED,) * len(signature)
        if signature != untyped and self.counts[name] >= MOST_VARIANTS:
            # each variant is compiled: the one for any types is used instead
            return self.get_or_create(name, untyped)
        self.counts[name] += 1
        # the only variant of a DEF without parameters is the generic one too
        is_generic = self.generic and set(signature) <= {UNTYPED}
        letter = UNTYPED if is_generic else self.results.get((name, signature))
        result = Variable("", letter or UNTYPED, parameter=True)
        scope = typed_scope(self.program.definitions[name], signature)
        variant = Variant(name, signature, scope, result, self.counts[name], is_generic)
        self.table[name, signature] = variant
        self.set_parameter_types(variant)
        self.waiting.append(scope)
        return variant

    def result_kind(self, facts: Facts, variant: Variant | None) -> Kind:
        """Returns the kind of a DEF's result; NOTHING if it is not known yet or the call is wrong."""
        if variant is None:
            return NOTHING
        untyped = variant.result.kind == UNTYPED and not variant.is_generic
        if untyped and self.results.get((variant.name, variant.signature)) is None:
            return NOTHING
        return facts.kind_of(variant.result)

    # ---- types inside a variant

    def set_parameter_types(self, variant: Variant) -> None:
        """Makes a parameter untyped if the DEF stores another type to it.

        It becomes a Real instead if only numbers are stored and nothing shows whether they are Integers.
        """
        rules = TypeRules(variant.scope, Facts(), self)
        for store in parameter_stores(variant.scope.routine):
            variable = variant.scope.variables[store.name]
            if variable.kind == UNTYPED:
                continue  # an earlier store made it untyped
            stored = stored_values(store)
            letters = {self.letter(rules.kind(each)) for each in stored} - {None}
            # a value of unknown type (nothing in `stored`), or one of another type than the argument's
            if not stored or letters - {variable.kind}:
                are_numbers = bool(stored) and letters | {variable.kind} <= {"%", "#"}
                insensitive = type_insensitive_names(variant.scope.routine)
                stays_number = are_numbers and not self.untype_numbers and store.name in insensitive
                variable.kind = REAL_LETTER if stays_number else UNTYPED

    def result_letter(self, variant: Variant) -> str | None:
        """Returns the letter of the type that all returned values have; None if no type is known yet.

        It is UNTYPED if the types differ, for a DEF that returns nothing, and for a generic variant.
        """
        define = variant.scope.routine.define
        if define is None or not define.returns or variant.is_generic:
            return UNTYPED
        letters = self.returned_letters(variant)
        if len(letters) > 1:
            return UNTYPED
        return letters.pop() if letters else None

    def returned_letters(self, variant: Variant) -> set[str]:
        """Returns the letters for the types of the values that the DEF returns, without unknown types."""
        rules = TypeRules(variant.scope, Facts(), self)
        returned = (step.value for step in variant.scope.steps if isinstance(step, nodes.Return))
        letters = (self.letter(rules.kind(each)) for each in returned if each is not None)
        return {each for each in letters if each is not None}


@cached_on_node
def all_calls(routine: Routine) -> list[Call]:
    """Returns all calls of builtins and DEFs in a routine."""
    return [call for head in routine_heads(routine) for call in calls_in(head)]


@cached_on_node
def parameter_stores(routine: Routine) -> list[Store]:
    """Returns the stores into the parameters of a DEF."""
    names = routine.define.parameters if routine.define else ()
    all_stores = (store for head in routine_heads(routine) for store in stores(head))
    return [each for each in all_stores if isinstance(each.target, nodes.Name) and each.name in names]


def typed_scope(scope: Scope, signature: Signature) -> Scope:
    """Returns a copy of a DEF's scope with new variables, whose parameters have the types of the signature.

    A parameter that is an OUT name too stays untyped: OUT values have types known at run time only.
    """
    types = dict(zip(parameters(scope), signature, strict=True)) | dict.fromkeys(outputs(scope), UNTYPED)
    variables = {name: copy(each) for name, each in scope.variables.items()}
    for name, type_ in types.items():
        # "#2" is an array of Reals of two dimensions
        variables[name].kind, variables[name].dimensions = type_[0], int(type_[1:] or 0)
    return Scope(scope.name, scope.routine, variables, scope.used_globals, scope.labels)


def stored_values(store: Store) -> list[Expression]:
    """Returns the expressions that decide the type of a stored value; [] if the type is unknown."""
    if isinstance(store.value, CallResult | ValueOrigin):
        return []
    return [store.value] if store.increment is None else [store.value, store.increment]


# ---- variables for which Integer or Real makes no difference: they are only cut to 32 bits, compared or
# tested
#
# `N=N>>1` stores an Integer to a parameter that was given a Real. As long as nothing is added to N, the
# difference is invisible and N can have one type.

INSENSITIVE = CUTTING | COMPARISONS | {"!"}


@cached_on_node
def type_insensitive_names(routine: Routine) -> set[str]:
    """Returns the names of a routine for which Integer or Real makes no difference anywhere in it.

    Such a parameter can have one type although both are stored to it.
    """
    insensitive, sensitive = set[str](), set[str]()
    for step in routine_steps(routine):
        # a head of any other step is a condition
        is_test = not isinstance(step, CountedLoop | nodes.Node)
        for head in heads_of(step):
            insensitive_nodes = set(type_insensitive_nodes(head, is_test=is_test))
            for node in nodes_in(head):
                if isinstance(node, nodes.Name):
                    (insensitive if node in insensitive_nodes else sensitive).add(node.name)
    return insensitive - sensitive


def type_insensitive_nodes(head: nodes.Head, *, is_test: bool) -> Iterator[nodes.Node]:
    """Yields the nodes of a step's head for which Integer or Real makes no difference.

    They are compared, tested, cut to 32 bits, or replaced. `is_test`: whether the head is the condition of
    IF, WHILE or UNTIL, whose value is only tested.
    """
    if is_test:
        yield head
    for node in nodes_in(head):
        match node:
            case nodes.Binary(operator=sign) if sign in INSENSITIVE:
                yield from (node.left, node.right)
            case nodes.Unary(operator=sign) if sign in INSENSITIVE:
                yield node.operand
            case nodes.Index():
                yield from node.subscripts
            case nodes.Assign():
                yield node.target
