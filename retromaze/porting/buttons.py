"""Finds the numbers that stand for buttons: what a mask of BUTTON is tested for, and what stands in for one.

A variable holds such a mask where all that is stored into it are masks, or where the last that is stored
before is one: `C=BUTTON(2)` makes one of a variable that had other uses above.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from retromaze.language import nodes
from retromaze.language.effects import CallResult, Store, stores
from retromaze.language.nodes import Expression, every
from retromaze.language.numbers import BUTTONS
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import Choice, RepeatLoop, WhileLoop, heads

BITWISE = {"AND", "OR", "XOR"}
LOGICAL = {"&&", "||"}
ALL = sum(BUTTONS.values())


@dataclass(eq=False)
class ButtonNumbers:
    """The identities of numbers: those that a mask is `tested` for, those that are `held` as one."""

    tested: set[Expression] = field(default_factory=set)
    held: set[Expression] = field(default_factory=set)


class Stored(NamedTuple):
    """A store: where it stands, its value, and whether that is a mask."""

    place: tuple[int, int]
    node: object
    is_mask: bool


def button_numbers(scopes: list[Scope], name_of: Callable[[nodes.Number], str]) -> ButtonNumbers:
    """What is known of a listing's buttons; `name_of` gives the #NAME that a number was written with."""
    found = ButtonNumbers()
    for scope in scopes:
        masks = Masks(scope, name_of)
        for test in tests_of(scope):
            found.tested |= set(tested(test, masks))
        found.held |= set(masks.named())
    return found


class Masks:
    """What each variable of a scope is set to, in the order of the listing."""

    def __init__(self, scope: Scope, name_of: Callable[[nodes.Number], str]) -> None:
        self.scope = scope
        self.name_of = name_of
        self.stored: dict[Variable, list[Stored]] = defaultdict(list)
        for head in scope.heads:
            for store in stores(head):
                variable = scope.stored(store.target)
                if variable is not None and not variable.is_array and not store.is_beginning:
                    place = head.line, store.target.column
                    self.stored[variable].append(Stored(place, store.given, self.is_mask_stored(store)))

    def is_mask_stored(self, store: Store) -> bool:
        if isinstance(store.value, CallResult):
            return store.value.call.name == "BUTTON"
        match store.given:
            case nodes.Function(name="BUTTON") | nodes.Number(value=0):
                return True
            case nodes.Number() as number:
                return self.name_of(number) in BUTTONS
        return False

    def is_mask(self, node: Expression) -> bool:
        """Whether an expression gives a mask of buttons."""
        match node:
            case nodes.Function(name="BUTTON"):
                return True
            case nodes.Name(name=name):
                variable = self.scope.find(name)
                return variable is not None and self.holds_mask(variable, (node.line, node.column))
        return False

    def holds_mask(self, variable: Variable, place: tuple[int, int]) -> bool:
        """Whether a variable holds one at a place of the listing."""
        stored = self.stored[variable]
        if self.is_only_mask(variable):
            return True
        before = [each for each in stored if each.place < place]
        return bool(before) and before[-1].is_mask and not isinstance(before[-1].node, nodes.Number)

    def is_only_mask(self, variable: Variable) -> bool:
        """Whether it holds nothing else, and not only numbers that are written down."""
        stored = self.stored[variable]
        read = any(not isinstance(each.node, nodes.Number) for each in stored)
        return read and all(each.is_mask for each in stored)

    def named(self) -> Iterator[nodes.Number]:
        """The buttons that are stored into masks by their names."""
        for variable, stored in self.stored.items():
            if self.is_only_mask(variable):
                yield from (
                    each.node for each in stored if isinstance(each.node, nodes.Number) and each.node.value
                )


def tests_of(scope: Scope) -> Iterator[Expression]:
    """All that is only asked for its truth."""
    for step in scope.steps:
        if isinstance(step, Choice | WhileLoop | RepeatLoop):
            yield from heads(step)  # type: ignore[misc]
        for node in (each for head in heads(step) for each in every(head)):
            match node:
                case nodes.Unary(operator="!", operand=operand):
                    yield operand
                case nodes.Binary(operator=sign, left=left, right=right) if sign in LOGICAL:
                    yield from (left, right)


def tested(test: Expression, masks: Masks) -> Iterator[nodes.Number]:
    """The numbers that a mask is tested for."""
    match test:
        case nodes.Binary(operator="AND", left=mask, right=nodes.Number() as bits) if masks.is_mask(mask):
            yield from only_buttons(bits)
        case nodes.Binary(operator="AND", left=nodes.Number() as bits, right=mask) if masks.is_mask(mask):
            yield from only_buttons(bits)
        case nodes.Binary(operator=sign, left=left, right=right) if sign in BITWISE:
            yield from tested(left, masks)
            yield from tested(right, masks)


def only_buttons(bits: nodes.Number) -> Iterator[nodes.Number]:
    if isinstance(bits.value, int) and bits.value > 0 and not bits.value & ~ALL:
        yield bits


def names_of(bits: int) -> list[str]:
    """`Buttons.B` and so on for each bit of a mask."""
    return [f"Buttons.{name}" for name, value in BUTTONS.items() if bits & value]
