"""Writes the numbers of a listing as a reader knows them: by #NAME, in hexadecimal, as colors, as buttons.

A number is written as a color, 32 bits without a sign, if it is used as nothing but a color. Numbers that a
listing prints, compares or counts with stay as they are, and so do numbers that it stores into variables with
such uses.

A number that BUTTON() is tested against is written by the names of the buttons. A variable holds a mask of
buttons if only masks are ever stored into it, or if the last value stored above is one.
"""

from __future__ import annotations

import ast
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from retromaze.analysis.graphs import reachable
from retromaze.analysis.kinds import Type
from retromaze.analysis.side_effects import Assignment, assignments, called_form, outputs
from retromaze.analysis.type_rules import Variants
from retromaze.language import nodes
from retromaze.language.block_tree import (
    CallResult,
    Choice,
    RepeatLoop,
    Routine,
    Store,
    WhileLoop,
    heads_of,
    routine_nodes,
    routine_steps,
    stores,
)
from retromaze.language.nodes import Expression, cached_on_node, calls_in, nodes_in
from retromaze.language.numbers import BUTTONS, COLORS, CONSTANTS, GENERIC, wrap
from retromaze.language.program import Scope, Variable
from retromaze.python import fragments
from retromaze.python.fragments import Piece

CONSTANT = re.compile(r"#([A-Za-z0-9_]+)")
HEXADECIMAL = re.compile(r"&[Hh]([0-9A-Fa-f]+)")
WORD = 0xFFFF_FFFF
INVISIBLE = range(1 << 24)
"""Colors without opacity: numbers that are rarely meant as colors."""


class Literals:
    """The number literals of one listing, and how each is written in the port.

    `colors` are those that are written as colors; `tested_masks` and `stored_masks` are masks of buttons,
    which are written by the names of the buttons: numbers that masks are compared with, and those that
    variables hold. `signed` collects the #NAMEs that are written with a sign. `data_statements`
    are those of DATA, `source` has the listing's lines.
    """

    def __init__(
        self,
        data_statements: list[nodes.Data],
        source: list[str],
        variants: Variants,
        rules: Callable[[Scope], Any],
    ) -> None:
        """Finds the colors and buttons; `rules` makes the type rules of a scope."""
        self.program = variants.program
        self.data_statements = data_statements
        self.source = source
        self.signed: set[str] = set()
        self.colors = colors_of(variants, rules)
        self.tested_masks: set[Expression] = set()
        self.stored_masks: set[Expression] = set()
        for scope in self.program.scopes:
            masks = ButtonMasks(scope, self.constant_at)
            self.tested_masks |= {
                bits for test in tested_expressions(scope.routine) for bits in masks.numbers_tested(test)
            }
            operations = [node for node in scope.nodes if isinstance(node, nodes.Binary)]
            self.tested_masks |= {bits for node in operations for bits in masks.numbers_compared(node)}
            self.stored_masks |= set(masks.literals())

    def number(self, node: nodes.Number) -> Piece:
        """Returns a number as a color, as buttons, by its #NAME, in hexadecimal or in decimal."""
        if node in self.colors.numbers and isinstance(node.value, int) and node.value not in INVISIBLE:
            return color_literal(node.value, self.constant_at(node), self.hexadecimal_at(node))
        if node in self.tested_masks or node in self.stored_masks:
            names = [f"Buttons.{name}" for name, bit in BUTTONS.items() if int(node.value) & bit]
            # a variable that holds a mask is an int, as what the machine returns
            type_ = fragments.BUTTONS if node in self.stored_masks else fragments.INT
            return fragments.piece_from_template(" | ".join(names), type_)
        if name := self.constant_at(node):
            self.signed.add(name)
            return fragments.variable_piece(name, fragments.INT)
        digits = self.hexadecimal_at(node)
        if digits and node.value == int(digits, 16):
            return fragments.hex_literal(digits)
        if node.value == math.pi:
            return fragments.variable_piece("math.pi", fragments.FLOAT)
        return fragments.number_literal(node.value)

    def data_rows(self) -> list[tuple[int, tuple[ast.expr, ...]]]:
        """Returns the items of each DATA statement, with its line."""
        # `program.data` has the values of all statements one after the other; each `map` takes its own;
        # the items come first, so that a `map` that has no more of them takes no value of the next statement
        values = iter(self.program.data)
        return [(each.line, tuple(map(self.data_item, each.items, values))) for each in self.data_statements]

    def data_item(self, item: Expression, value: float | str) -> ast.expr:
        """Returns one DATA item; `item` is what the listing has, `value` what READ gives.

        A negative number is written without a sign if it is a color or was written in hexadecimal.
        """
        literal = item if isinstance(item, nodes.Number) else None
        if isinstance(value, int) and value < 0 and self.colors.data_unsigned:
            digits = self.hexadecimal_at(literal) if literal else ""
            if self.colors.data_drawn:
                return color_literal(value, self.constant_at(literal) if literal else "", digits).node
            if digits:
                return fragments.hex_literal(digits).node
        return (self.number(literal) if literal else fragments.literal_piece(value)).node

    def constant_at(self, node: nodes.Number) -> str:
        """Returns the #NAME that a number was written with; "" for none, and for #TRUE and the like."""
        match = CONSTANT.match(self.text_at(node))
        name = match[1].upper() if match else ""
        # an operation that was folded to its value has the place of its first number
        return name if name not in GENERIC and CONSTANTS.get(name) == node.value else ""

    def hexadecimal_at(self, node: nodes.Number) -> str:
        """Returns the digits of a number that was written in hexadecimal; "" for others."""
        match = HEXADECIMAL.match(self.text_at(node))
        return match[1].upper() if match and wrap(int(match[1], 16)) == node.value else ""

    def text_at(self, node: nodes.Number) -> str:
        """Returns the rest of the listing's line from a number on."""
        return self.source[node.line - 1][node.column - 1 :] if 0 < node.line <= len(self.source) else ""


def color_literal(value: int, name: str, digits: str) -> Piece:
    """Returns a color without a sign: by its `name` in the listing, a #NAME of its value, or in hexadecimal.

    `name`: "" if the listing has none; `digits`: those in the listing, "" if it is not in hexadecimal there.
    """
    word = value & WORD
    if name := name or next((each for each, known in COLORS.items() if known == word), ""):
        return fragments.variable_piece(name, fragments.INT)
    return fragments.hex_literal(digits or format(word, "08X"))


# ---- colors

COLOR_PARAMETERS = {"color", "border"}
"""The names of the arguments of builtins that are colors."""
Sink = Variable | bool
"""Where a value goes: into a variable, to a color argument (DRAWN), or elsewhere (OTHER)."""
DRAWN, OTHER = True, False


class ColorLiterals(NamedTuple):
    """The literals that are written as colors, and how the numbers in DATA are used.

    `numbers`: the literals that are used as colors alone. `data_unsigned`: whether a negative number in DATA
    may be written without a sign, as READ stores it as a color, or into a whole number, for which it wraps to
    32 bits. `data_drawn`: whether all that READ stores is used as colors; `only_drawn`: as colors alone.
    """

    numbers: set[nodes.Node]
    data_unsigned: bool
    data_drawn: bool
    only_drawn: bool


def colors_of(variants: Variants, rules: Callable[[Scope], Any]) -> ColorLiterals:
    """Finds the integers of a listing that are only ever used as colors, by following them to their uses.

    `rules` makes the type rules of a scope.
    """
    uses = ColorUses(variants)
    for scope, result in variants.scopes_and_results():
        uses.visit(scope, rules(scope), result)
    # sinks that lead to a color argument, and those that lead to any other use; one may be both
    drawn, other = reachable([DRAWN], uses.variables_into), reachable([OTHER], uses.variables_into)
    not_colors = {number for number, sink in uses.numbers if sink in other or sink not in drawn}
    numbers = {number for number, _ in uses.numbers} - not_colors
    unsigned = not uses.has_copied_data and all(
        whole or variable not in other for variable, whole in uses.read_targets
    )
    all_drawn = bool(uses.read_targets) and all(variable in drawn for variable, _ in uses.read_targets)
    only_drawn = all_drawn and all(variable not in other for variable, _ in uses.read_targets)
    return ColorLiterals(numbers, unsigned, unsigned and all_drawn, unsigned and only_drawn)


VALUES = (nodes.Number, nodes.Index, nodes.Name, nodes.Function)
"""The expressions whose values may be colors."""


class ColorUses:
    """The *sinks* of a listing's integers and variables: what stores or draws them.

    `numbers`: each with the sink that it goes to; `variables_into`: those that go to each; `read_targets`:
    the variables that READ stores numbers into, each with whether it holds whole numbers; `has_copied_data`:
    whether COPY reads DATA, too.
    """

    def __init__(self, variants: Variants) -> None:
        self.variants = variants
        self.numbers: list[tuple[nodes.Node, Sink]] = []
        self.variables_into: dict[Sink, set[Sink]] = defaultdict(set)
        self.read_targets: list[tuple[Variable, bool]] = []
        self.has_copied_data = False

    def visit(self, scope: Scope, rules: Any, result: Variable | None) -> None:
        """Notes the uses in one scope; `result` is the variable for the result of its DEF."""
        self.variables_into[OTHER] |= {scope.variables[name] for name in outputs(scope)}
        for head in scope.heads:
            # where the values of expressions go, OTHER if not noted; and the names whose value is not read
            sinks: dict[nodes.Node | None, Sink] = {}
            unread: set[nodes.Node | None] = set()
            if isinstance(head, nodes.Read):
                for variable in filter(None, map(scope.stored_variable, head.targets)):
                    if (kind := rules.facts.kind_of(variable)).type is not Type.STRING:
                        self.read_targets.append((variable, kind.is_int))
            for each in assignments(scope, head, rules.called_variant, result):
                self.visit_assignment(scope, each, sinks, unread)
            for call in calls_in(head):
                if call.name == "LEN":  # of an array, the elements are not read
                    unread |= set(call.arguments)
                elif form := None if call.name in self.variants else called_form(call):
                    for parameter, argument in zip(form.parameters, call.arguments, strict=False):
                        if parameter.name in COLOR_PARAMETERS and parameter.kind == "int":
                            sinks[argument] = DRAWN
                    has_label = any(
                        isinstance(each, nodes.LabelText | nodes.String) for each in call.arguments
                    )
                    self.has_copied_data |= call.name == "COPY" and has_label
            for node in nodes_in(head):
                if isinstance(node, VALUES):
                    self.visit_value(scope, rules, node, sinks.get(node, OTHER), unread)

    def visit_assignment(
        self,
        scope: Scope,
        assignment: Assignment,
        sinks: dict[nodes.Node | None, Sink],
        unread: set[nodes.Node | None],
    ) -> None:
        """Notes in `sinks` the variable that a value goes to, and in `unread` the target, which is not read.

        A variable with which its new value is calculated, as by INC, and an array that gets another one as a
        whole are no colors: they go to OTHER.
        """
        target, value, store = assignment
        if store is not None:
            unread |= {store.target, store.target.target if isinstance(store.target, nodes.Index) else None}
            is_whole_array = isinstance(store.target, nodes.Name) and target.is_array
            if store.needs_old_value or (is_whole_array and not store.is_declaration):
                self.variables_into[OTHER].add(target)
                return
        if isinstance(value, nodes.Node):
            sinks[value] = target
            if scope.array_named(value):  # the array gets one more name
                self.variables_into[OTHER].add(target)

    def visit_value(
        self, scope: Scope, rules: Any, node: nodes.Node, sink: Sink, unread: set[nodes.Node | None]
    ) -> None:
        """Notes the sink that a number or a variable in an expression goes to.

        The array of an element is added to `unread`, so that it is not noted again as an array.
        """
        match node:
            case nodes.Number(value=int()):
                self.numbers.append((node, sink))
            case nodes.Index(target=nodes.Name(name=name) as owner) if node not in unread:
                unread.add(owner)
                if variable := scope.find(name):
                    self.variables_into[sink].add(variable)
            case nodes.Name(name=name) if node not in unread:
                if variable := scope.find(name):
                    self.variables_into[OTHER if variable.is_array else sink].add(variable)
            case nodes.Function() if node.name in self.variants:
                if callee := self.variants.variant_for_call(rules.kind, node):
                    self.variables_into[sink].add(callee.result)


# ---- buttons

ALL_BUTTONS = sum(BUTTONS.values())


class StoredValue(NamedTuple):
    """A value stored into a variable: line and column, its node, and whether it is a mask of buttons."""

    place: tuple[int, int]
    node: object
    is_mask: bool


class ButtonMasks:
    """Finds masks of buttons in a scope, by the values that are stored into each variable.

    A mask has a bit for each button: BUTTON returns one. `constant_at` finds a number's #NAME. `stored` has
    the stored values in the order of the listing; arrays are left out.
    """

    def __init__(self, scope: Scope, constant_at: Callable[[nodes.Number], str]) -> None:
        self.scope = scope
        self.constant_at = constant_at
        self.stored: dict[Variable, list[StoredValue]] = defaultdict(list)
        for head in scope.heads:
            for store in stores(head):
                variable = scope.stored_variable(store.target)
                if variable is not None and not variable.is_array and not store.is_declaration:
                    place = head.line, store.target.column
                    self.stored[variable].append(
                        StoredValue(place, store.copied_value, self.stores_mask(store))
                    )

    def stores_mask(self, store: Store) -> bool:
        """Whether the value of a store is a mask: BUTTON(), 0 or the #NAME of a button."""
        if isinstance(store.value, CallResult):
            return store.value.call.name == "BUTTON"
        match store.copied_value:
            case nodes.Function(name="BUTTON") | nodes.Number(value=0):
                return True
            case nodes.Number() as number:
                return self.constant_at(number) in BUTTONS
        return False

    def holds_only_masks(self, variable: Variable) -> bool:
        """Whether only masks are stored into a variable, and not only literals, which may mean anything."""
        stored = self.stored[variable]
        has_button_call = any(not isinstance(each.node, nodes.Number) for each in stored)
        return has_button_call and all(each.is_mask for each in stored)

    def literals(self) -> Iterator[nodes.Number]:
        """Yields the numbers that are stored into variables that hold only masks."""
        for variable in filter(self.holds_only_masks, self.stored):
            for each in self.stored[variable]:
                if isinstance(each.node, nodes.Number) and each.node.value:
                    yield each.node

    def is_mask(self, node: Expression) -> bool:
        """Whether an expression is BUTTON, or a variable that holds a mask at this place of the listing."""
        match node:
            case nodes.Function(name="BUTTON"):
                return True
            case nodes.Name(name=name) if variable := self.scope.find(name):
                if self.holds_only_masks(variable):
                    return True
                # the last value stored above the node decides
                above = [each for each in self.stored[variable] if each.place < (node.line, node.column)]
                return bool(above) and above[-1].is_mask and not isinstance(above[-1].node, nodes.Number)
        return False

    def numbers_tested(self, test: Expression) -> Iterable[nodes.Number]:
        """Returns the numbers in a condition that are tested against a mask, if they stand for buttons."""
        match test:
            case nodes.Binary(operator="AND", left=mask, right=nodes.Number() as bits) if self.is_mask(mask):
                pass
            case nodes.Binary(operator="AND", left=nodes.Number() as bits, right=mask) if self.is_mask(mask):
                pass
            case nodes.Binary(operator="AND" | "OR" | "XOR", left=left, right=right):
                return [*self.numbers_tested(left), *self.numbers_tested(right)]
            case _:
                return []
        return [bits] if stands_for_buttons(bits) else []

    def numbers_compared(self, node: nodes.Binary) -> Iterator[nodes.Number]:
        """Yields the numbers that stand for buttons in `(B AND 16)==0` and `B==16`."""
        match node:
            case nodes.Binary(operator="==" | "!=" | ">", left=side, right=nodes.Number() as number):
                pass
            case nodes.Binary(operator="==" | "!=" | "<", left=nodes.Number() as number, right=side):
                pass
            case _:
                return
        bits = self.numbers_tested(side)
        yield from bits
        if (bits or self.is_mask(side)) and stands_for_buttons(number):
            yield number


def stands_for_buttons(number: nodes.Number) -> bool:
    """Whether a number has bits, and only bits of buttons."""
    value = number.value
    return isinstance(value, int) and value > 0 and not value & ~ALL_BUTTONS


def masked_bits(node: Expression | None) -> int | None:
    """Returns the mask of `X AND 8`, if that is a number above 0; None of any other expression."""
    match node:
        case nodes.Binary(operator="AND", left=left, right=right):
            masks = [each.value for each in (left, right) if isinstance(each, nodes.Number)]
            if len(masks) == 1 and isinstance(masks[0], int) and masks[0] > 0:
                return masks[0]
    return None


@cached_on_node
def tested_expressions(routine: Routine) -> list[Any]:
    """Returns the expressions in a routine that are only tested for being 0 or not."""
    found: list[Any] = []
    for step in routine_steps(routine):
        if isinstance(step, Choice | WhileLoop | RepeatLoop):
            found += heads_of(step)
    for node in routine_nodes(routine):
        match node:
            case nodes.Unary(operator="!", operand=operand):
                found.append(operand)
            case nodes.Binary(operator="&&" | "||", left=left, right=right):
                found += [left, right]
    return found
