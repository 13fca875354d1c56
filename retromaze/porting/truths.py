"""Finds truths (0 or 1): where bitwise operators only join truths, and which variables hold only truths.

`A==1 OR B==2` is `a == 1 or b == 2`. A variable that is only set to 0, 1, a comparison or bits (`B AND 8`),
and only tested, is a bool; so are the elements of an array.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Set

from retromaze.analysis.guards import MIRRORED
from retromaze.analysis.kinds import Kind
from retromaze.analysis.side_effects import Assignment, assignments, is_pure, may_be_left_out, may_store
from retromaze.analysis.type_rules import COMPARISONS, TypeRules, Variants
from retromaze.language import nodes
from retromaze.language.block_tree import ValueOrigin, stores
from retromaze.language.nodes import Expression, calls_in, nodes_in
from retromaze.language.program import Scope, Variable
from retromaze.porting.literals import masked_bits, tested_expressions

KindOf = Callable[[Expression], Kind]


def joined_terms(kind: KindOf, definitions: Container[str], node: Expression) -> list[Expression]:
    """Returns the terms of `A OR B OR C` or `A AND B AND C` if `or` or `and` gives the same truth; else [].

    BASIC evaluates all terms, Python stops at the first that decides. That makes no difference if
    evaluating the others has no effect. A single term with an effect (RND) goes to the beginning, where
    Python evaluates it, too, if the others do not depend on it. `kind` finds the type and range of a number,
    `definitions` has the names of the DEFs.
    """
    if not isinstance(node, nodes.Binary) or node.operator not in {"AND", "OR"}:
        return []
    terms = chained_operands(node)
    # `2 AND 1` is 0, though both are true: the terms of AND must be 0 or 1
    is_and = node.operator == "AND"
    if not all(kind(each).is_within(0, 1) if is_and else kind(each).fits_integer for each in terms):
        return []
    with_effect = [each for each in terms[1:] if not calls_only(may_be_left_out, definitions, each)]
    if not with_effect:
        return terms
    first = with_effect[0]
    rest = [each for each in terms if each is not first]
    are_others_pure = len(with_effect) == 1 and all(calls_only(is_pure, definitions, each) for each in rest)
    return [first, *rest] if are_others_pure and not may_store(first, definitions) else []


def calls_only(accepts: Callable[[str], bool], definitions: Container[str], node: Expression) -> bool:
    """Whether an expression calls no DEF (`definitions`), and only builtins whose names `accepts` allows."""
    return all(call.name not in definitions and accepts(call.name) for call in calls_in(node))


def chained_operands(node: nodes.Binary) -> list[Expression]:
    """Returns A, B and C of `A OR B OR C`: the operands that the same operator joins, from left to right.

    `chain_operands` would also cut `A XOR B OR C`, whose operators have one rank, at the XOR.
    """
    terms: list[Expression] = []
    left: Expression = node
    while isinstance(left, nodes.Binary) and left.operator == node.operator:
        terms.append(left.right)
        left = left.left
    return [left, *reversed(terms)]


# ---- variables that hold nothing but truths

TRUTHS: dict[tuple[str, float], bool] = {
    ("==", 1): True, ("!=", 0): True, (">", 0): True, (">=", 1): True,
    ("==", 0): False, ("!=", 1): False, ("<", 1): False, ("<=", 0): False,
}  # fmt: skip
"""The comparisons of a number that is 0 or 1, and whether they hold for 1."""


def compared_truth(kind: KindOf, node: Expression) -> tuple[Expression, bool] | None:
    """Returns (X, True) for a comparison that holds if X is true, (X, False) if it holds if X is false.

    `X!=0` is the first, `X==0` the second; so are `X==1`, `X<1` and the like if X is 0 or 1. Else None.
    """
    if not isinstance(node, nodes.Binary):
        return None
    sign, value, number = node.operator, node.left, node.right
    if isinstance(value, nodes.Number):
        sign, value, number = MIRRORED.get(sign, sign), number, value
    if not isinstance(number, nodes.Number) or (sign, number.value) not in TRUTHS:
        return None
    is_zero_test = number.value == 0 and sign in {"==", "!="} and kind(value).is_number
    if is_zero_test or kind(value).is_within(0, 1):
        return value, TRUTHS[sign, number.value]
    return None


def inverted_truth(node: Expression) -> Expression | None:
    """Returns X for `1-X` and `X XOR 1`, which invert an X that is 0 or 1; None for other expressions."""
    match node:
        case (
            nodes.Binary(operator="-", left=nodes.Number(value=1), right=inner)
            | nodes.Binary(operator="XOR", left=inner, right=nodes.Number(value=1))
            | nodes.Binary(operator="XOR", left=nodes.Number(value=1), right=inner)
        ):
            return inner
    return None


def truth_variables(
    variants: Variants, rules: Callable[[Scope], TypeRules], keywords: Set[Variable]
) -> set[Variable]:
    """Returns the variables that are only set to 0, 1, a truth or bits, and of which only the truth counts.

    An array is one of them if all its elements are used like that. `keywords` are the parameters of `main`,
    whose callers may pass another value than the listing's.
    """
    uses = TruthUses(variants)
    for scope, result in variants.scopes_and_results():
        uses.visit(scope, rules(scope), result)
    return uses.solve(keywords)


READING = (nodes.Index, nodes.Name, nodes.Function)
"""The expressions that read a variable."""


class TruthUses:
    """The values stored into the number variables of a program, and the places that read them.

    `needs`: for each variable those that must be bools so that it can be one; `used_as_number`: those whose
    exact value counts; `read`: those that are read at all; `set_to_nonzero`: those into which something
    other than 0 is stored (a variable that is always 0 is rarely meant as a truth). An array stands for its
    elements.
    """

    def __init__(self, variants: Variants) -> None:
        self.variants = variants
        self.needs: dict[Variable, set[Variable]] = defaultdict(set)
        self.used_as_number: set[Variable] = set()
        self.read: set[Variable] = set()
        self.set_to_nonzero: set[Variable] = set()

    def solve(self, keywords: Set[Variable]) -> set[Variable]:
        """Returns the variables that are bools.

        Begins with all that may be, and drops those that need one that is not a bool until none is left. A
        variable that is only ever 0 stays a number, unless it is one of the `keywords` of `main`.
        """
        bools = (self.set_to_nonzero | keywords) & (self.read - self.used_as_number)
        while refuted := {each for each in bools if not self.needs[each] <= bools}:
            bools -= refuted
        return bools

    def visit(self, scope: Scope, rules: TypeRules, result: Variable | None) -> None:
        """Notes what a scope stores and reads; `result` is the variable for the result of its DEF."""
        tests = {each for test in tested_expressions(scope.routine) for each in self.only_tested(rules, test)}
        for head in scope.heads:
            # parts of stored values, each with its target: tested if that is a bool
            target_by_part: dict[Expression, Variable] = {}
            for each in assignments(scope, head, rules.called_variant, result):
                self.add_store(rules, each)
                if isinstance(each.value, nodes.Node):
                    target_by_part |= dict.fromkeys(self.only_tested(rules, each.value), each.target)
            # a target whose old value counts, as in INC, is a number by `add_store` already
            not_read = {each.target for each in stores(head)}
            for node in nodes_in(head):
                if isinstance(node, nodes.Unary | nodes.Binary):
                    for operand in self.tested_parts(rules, node):
                        tests.update(self.only_tested(rules, operand))
                    continue
                # what is read is an element of the array, or its length, not the array as a whole
                match node:
                    case nodes.Index(target=nodes.Name() as array):
                        not_read.add(array)
                    case nodes.Function(name="LEN", arguments=[nodes.Name() as array]):
                        not_read.add(array)
                if node in not_read or not isinstance(node, READING):
                    continue
                variable = rules.variable_read(node)
                if variable is None:
                    continue
                self.read.add(variable)
                if node in target_by_part:
                    self.needs[variable].add(target_by_part[node])
                elif node not in tests:
                    self.used_as_number.add(variable)

    def add_store(self, rules: TypeRules, assignment: Assignment) -> None:
        """Notes what a store says about its target: it is no bool, or only if certain others are.

        A store that uses the old value, as INC and FOR do, makes a number of it.
        """
        target, value, store = assignment
        is_number = target.kind in {"%", "#"}
        if not is_number or (store is not None and (store.increment is not None or store.needs_old_value)):
            self.used_as_number.add(target)
        elif isinstance(value, Variable):  # the OUT variable or result of a DEF: both or neither are bools
            self.needs[target].add(value)
            self.needs[value].add(target)
            self.read.add(value)
            self.set_to_nonzero.add(target)
        elif isinstance(value, nodes.Node):
            needed = self.required_truths(rules, value)
            if needed is None:
                self.used_as_number.add(target)
            else:
                self.needs[target] |= needed
                if not (isinstance(value, nodes.Number) and value.value == 0):
                    self.set_to_nonzero.add(target)
        elif value not in {ValueOrigin.DEFAULT, ValueOrigin.ARRAY}:
            self.used_as_number.add(target)

    def required_truths(self, rules: TypeRules, node: Expression) -> set[Variable] | None:
        """Returns the variables that must be bools so that an expression is one; None if it never is one."""
        if inner := inverted_truth(node):
            return self.required_truths(rules, inner) if rules.kind(inner).is_within(0, 1) else None
        if (variable := rules.variable_read(node)) is not None:
            return {variable}
        match node:
            case nodes.Number(value=0 | 1) | nodes.Unary(operator="!"):
                return set()
            case nodes.Binary(operator="AND") if masked_bits(node):
                return set()  # only the test `Q!=0` has no need of the bits
            case nodes.Binary(operator="AND" | "OR"):
                terms = joined_terms(rules.kind, self.variants, node)
                required = [self.required_truths(rules, each) for each in terms]
                is_truth = required and None not in required
                return set[Variable]().union(*filter(None, required)) if is_truth else None
            case nodes.Binary(operator=sign) if sign in COMPARISONS:
                return set() if rules.kind(node).is_within(0, 1) else None
        return None

    def tested_parts(self, rules: TypeRules, node: nodes.Node) -> Iterator[Expression]:
        """Yields the operands that an operator only tests for 0: X of `!X`, `X && Y`, `X==0`.

        So is X of `X==1`, `X<1` and the like if X is 0 or 1.
        """
        match node:
            case nodes.Unary(operator="!", operand=operand):
                yield operand
            case nodes.Binary(operator="&&" | "||", left=left, right=right):
                yield from (left, right)
            case nodes.Binary() if found := compared_truth(rules.kind, node):
                truth, _ = found
                yield truth

    def only_tested(self, rules: TypeRules, node: Expression) -> Iterator[Expression]:
        """Yields an expression that is only tested for 0, and its operands of which that is true as well.

        In `IF A OR 1-B`, these are `A OR 1-B`, A, `1-B` and B.
        """
        waiting = [node]
        while waiting:
            each = waiting.pop()
            yield each
            if inner := inverted_truth(each):
                waiting += [inner] if rules.kind(inner).is_within(0, 1) else []
            else:
                waiting += joined_terms(rules.kind, self.variants, each)
