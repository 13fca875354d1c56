"""Ports DEFs, one Python function each; the compiler makes one for each row of argument types.

To a reader a whole number is a whole number: parameters given Integers and parameters given Reals are the
same, unless a `%` variable is handed over, whose arithmetic wraps at 32 bits. An OUT name has the type of
what the DEF stores into it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from retromaze.analysis.declared import Call
from retromaze.analysis.kinds import Kind, Type
from retromaze.analysis.side_effects import outputs, parameters
from retromaze.analysis.type_rules import LETTERS, Facts, TypeRules, Variant, Variants, stored_values
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.nodes import Expression, every
from retromaze.language.program import UNTYPED

NUMBERS = {"%", "#"}


class PortVariants(Variants):
    """The DEFs of a program, each for the rows of argument types that a reader would tell apart."""

    def find(self, kind: Callable[[Expression], Kind], call: Call) -> Variant | None:
        scope = self.program.definitions.get(call.name)
        if scope is None or None in call.arguments or len(call.arguments) != len(parameters(scope)):
            return None
        letters = [letter_of(kind, each) for each in call.arguments if each is not None]
        if None in letters:
            return None
        return self.request(call.name, "".join(each or UNTYPED for each in letters))

    def loosen(self, variant: Variant) -> None:
        """A parameter or OUT name that is given numbers of both kinds is a number all the same."""
        for name in outputs(variant.scope):
            if name not in parameters(variant.scope):
                variant.scope.variables[name].kind = ""
        rules = TypeRules(variant.scope, Facts(), self)
        for name, letter in self.stored_letters(variant, rules):
            variable = variant.scope.variables.get(name)
            if variable is not None and variable.parameter and variable.kind != UNTYPED:
                variable.kind = common(variable.kind, letter)
        for name in outputs(variant.scope):
            variable = variant.scope.variables[name]
            variable.kind = variable.kind or UNTYPED

    def stored_letters(self, variant: Variant, rules: TypeRules) -> Iterator[tuple[str, str]]:
        """The names that the DEF stores into, with the letter of each value."""
        for head in variant.scope.heads:
            for store in stores(head):
                if isinstance(store.target, nodes.Name):
                    values = stored_values(store)
                    letters = {self.letter(rules.kind(each)) or "" for each in values}
                    for letter in letters if values else {UNTYPED}:
                        yield store.name, letter

    def result_letter(self, variant: Variant) -> str | None:
        define = variant.scope.routine.define
        if define is None or not define.returns:
            return UNTYPED
        letters = self.returned_letters(variant)
        rules = TypeRules(variant.scope, Facts(), self)
        if letters and letters <= NUMBERS:
            values = [step.value for step in variant.scope.steps if isinstance(step, nodes.Return)]
            return "%" if all(letter_of(rules.kind, each) == "%" for each in values if each) else "#"
        if len(letters) > 1:
            return UNTYPED
        return letters.pop() if letters else None


def common(known: str, letter: str) -> str:
    """The letter for values of both letters; "" is not known yet."""
    if not known or not letter or known == letter:
        return known or letter
    return "#" if {known, letter} <= NUMBERS else UNTYPED


def letter_of(kind: Callable[[Expression], Kind], argument: Expression) -> str | None:
    """The letter of an argument; an Integer that no `%` variable has a part in counts as a Real."""
    found = kind(argument)
    if found.type is Type.NOTHING:
        return None
    if found.type is Type.INTEGER:
        names = (each for each in every(argument) if isinstance(each, nodes.Name))
        return "%" if any(is_integer(kind(each), each) for each in names) else "#"
    return LETTERS.get(found.type, UNTYPED)


def is_integer(kind: Kind, name: nodes.Name) -> bool:
    return kind.type is Type.INTEGER or name.name.endswith("%")
