"""Writes expressions in the cheapest form that keeps the console's rules.

An expression can be asked for in several shapes: as it comes (`value`), as a float (`real`), cut into 32
bits (`integer`), as plain characters (`text`), as a Python condition (`condition`), or as a value whose
type is kept for run time (`dynamic`).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeGuard, assert_never

from retromaze.analysis.kinds import EXACT, REAL, SMALLEST, Kind, Type
from retromaze.builtins.registry import VARIABLES
from retromaze.compiler import aliasing, calls, elements, joining, naming, whole_numbers
from retromaze.compiler.pieces import Pieces
from retromaze.compiler.syntax import At
from retromaze.compiler.unit import FunctionUnit
from retromaze.language import nodes
from retromaze.language.nodes import Expression, operands
from retromaze.language.program import Variable
from retromaze.language.text import yield_to_host

ARITHMETIC = {"+": "add", "-": "subtract", "*": "multiply"}
BITWISE = {"AND": "&", "OR": "|", "XOR": "^"}
LOGICAL = {"&&": "and", "||": "or"}
COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}


class Expressions:
    """Writes the expressions of one Python function."""

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit
        self.pieces = Pieces(unit.temporary)

    # ---- shapes

    def value(self, node: Expression) -> ast.expr:
        """The value as its kind says: an int, a float, a str or something known at run time."""
        yield_to_host()
        at = At(node.line, node.column)
        match node:
            case nodes.Number() if node in self.unit.pinned:
                return at.name(self.unit.pinned[node])
            case nodes.Number():
                kind = self.kind(node)
                return at.constant(int(node.value) if kind.is_int else node.value)
            case nodes.String():
                return at.constant(node.value)
            case nodes.LabelText():
                return at.constant("@" + node.name)
            case nodes.Name():
                return self.read_name(at, node)
            case nodes.Index():
                return elements.element_value(self, at, node)
            case nodes.VariableNamed():
                return at.call("variable_named", self.text(node.name))
            case nodes.Function():
                found = self.called(node)
                return at.call("plain", found) if aliasing.may_be_shared(self, node) else found
            case nodes.Unary():
                return self.unary(at, node)
            case nodes.Binary():
                return self.binary(at, node)
            case _:
                assert_never(node)

    def called(self, node: nodes.Function) -> ast.expr:
        """What a function gives, a string as the object it is."""
        return calls.function(self, At(node.line, node.column), node)

    def is_literal(self, node: Expression) -> TypeGuard[nodes.Number]:
        """Whether it is a number in the listing, and no placeholder for what a temporary keeps."""
        return isinstance(node, nodes.Number) and node not in self.unit.pinned

    def real(self, node: Expression) -> ast.expr:
        """A float."""
        kind, at = self.kind(node), At(node.line, node.column)
        if self.is_literal(node):
            return at.constant(float(node.value))
        if kind.type is Type.WHOLE and kind.minus_zero:
            return self.signed_zero(at, node)
        if kind.is_int or kind.mixed:
            value = self.value(node)
            known = isinstance(value, ast.Constant)
            return at.constant(float(kind.low)) if known else at.call("float", value)
        if kind.type is Type.REAL:
            return self.value(node)
        return at.call("real", self.value(node))

    def signed_zero(self, at: At, node: Expression) -> ast.expr:
        """A product or negation done in floats, so that -0 comes out as on the machine."""
        if isinstance(node, nodes.Unary):
            return at.unary("-", self.real(node.operand))
        if isinstance(node, nodes.Binary):
            return self.pieces.write(at, node, self.signed_product)
        return at.call("float", self.value(node))

    def signed_product(self, at: At, node: nodes.Binary) -> ast.expr:
        return at.binary(self.real(node.left), node.operator, self.real(node.right))

    def number(self, node: Expression) -> ast.expr:
        """An int for an Integer, a float for a Real: the shape builtins know numbers in."""
        kind = self.kind(node)
        if kind.type is Type.WHOLE or kind.mixed:
            return self.real(node)
        if kind.is_number:
            return self.value(node)
        return At(node.line, node.column).call("number", self.value(node))

    def dynamic(self, node: Expression) -> ast.expr:
        """A value that carries its BASIC type, to be looked at: numbers as above, strings, arrays."""
        return self.number(node) if self.kind(node).is_number else self.value(node)

    def integer(self, node: Expression) -> ast.expr:
        """An int cut toward zero and held within 32 bits: an operand of AND, an argument."""
        kind, at = self.kind(node), At(node.line, node.column)
        if kind.fits_integer:
            return self.value(node)
        if self.is_literal(node):
            return at.call("truncate", at.constant(node.value))
        if kind.is_int:
            return self.held_within(at, node)
        return at.call("truncate" if kind.type is Type.REAL else "integer_operand", self.value(node))

    def held_within(self, at: At, node: Expression) -> ast.expr:
        load, again = self.once(at, node)
        kind = self.kind(node)
        return whole_numbers.held_in_range(at, load, again, kind.low, kind.high, "truncate")

    def element_place(self, node: nodes.Index) -> tuple[ast.expr, ast.expr]:
        """(list, position) of an element of a declared array."""
        return elements.place(self, node)

    def text(self, node: Expression) -> ast.expr:
        """A plain str."""
        kind = self.kind(node)
        if kind.type is Type.STRING:
            return self.value(node)
        return At(node.line, node.column).call("string", self.value(node))

    def as_kind(self, value: Expression, wanted: Kind) -> ast.expr:
        """An expression brought to the kind of the variable that takes it."""
        given = self.kind(value)
        at = At(value.line, value.column)
        if given.type is not Type.ANY and (given.type is Type.STRING) != (wanted.type is Type.STRING):
            return (
                aliasing.handed_on(self, value)
                if wanted.type is Type.ANY
                else at.call("mismatch_of", self.value(value))
            )
        match wanted.type:
            case Type.STRING:
                return aliasing.stored_string(self, value)
            case Type.INTEGER:
                return self.as_integer(at, value, given)
            case Type.WHOLE:
                return self.whole(at, value, given)
            case Type.REAL:
                exact = wanted.mixed and (given.is_int or given.mixed)
                return self.value(value) if exact else self.real(value)
            case _:
                return aliasing.handed_on(self, value)

    def whole(self, at: At, value: Expression, given: Kind) -> ast.expr:
        """A float that is whole for reasons that cannot be seen from here is made an int."""
        return self.value(value) if given.is_int else at.call("int", self.value(value))

    def as_integer(self, at: At, value: Expression, given: Kind) -> ast.expr:
        if given.fits_integer:
            return self.value(value)
        if self.is_literal(value):
            return at.call("integer_stored", at.constant(value.value))
        return at.call("integer_stored", self.number(value))

    def printed(self, node: Expression) -> ast.expr:
        """The characters PRINT writes for a value."""
        kind, at = self.kind(node), At(node.line, node.column)
        if kind.type is Type.STRING or (kind.is_int and not kind.minus_zero):
            return self.value(node)
        if kind.is_number:
            return at.call("printed", self.real(node))
        return at.call("print_text", self.value(node))

    def condition(self, node: Expression) -> ast.expr:
        """A Python expression that is true where the BASIC value is not zero; every string is true."""
        kind, at = self.kind(node), At(node.line, node.column)
        match node:
            case nodes.Unary(operator="!") if self.kind(node.operand).is_number:
                return at.unary("not", self.condition(node.operand))
            case nodes.Binary(operator="&&" | "||" as sign):
                return at.logical(LOGICAL[sign], *self.conditions(operands(node), sign == "&&"))
            case nodes.Binary(operator="!=", left=left, right=nodes.Number(value=0)) if self.kind(
                left
            ).is_number:
                return self.condition(left)
            case nodes.Binary(operator="==", left=left, right=nodes.Number(value=0)) if self.kind(
                left
            ).is_number:
                return at.unary("not", self.condition(left))
            case nodes.Binary(operator=sign) if sign in COMPARISONS:
                return self.comparison(at, node)
            case _:
                return self.value(node) if kind.is_number else at.call("truth", self.value(node))

    def conditions(self, tests: list[Expression], holding: bool) -> list[ast.expr]:
        """Conditions in a row, each known to be reached only where those before it were true, or false."""
        result = []
        known = self.unit.rules.here
        for each in tests:
            with self.unit.knowing(known):
                result.append(self.condition(each))
            known = self.unit.behind(each, holding, known)
        return result

    def kind(self, node: Expression) -> Kind:
        return self.unit.kind(node)

    # ---- reading the same value twice

    def once(self, at: At, node: Expression) -> tuple[ast.expr, ast.expr]:
        """An expression to evaluate first, and one that reads the same value again."""
        if isinstance(node, nodes.Name) and self.unit.scope.find(node.name):
            return self.value(node), self.value(node)
        return self.kept(at, self.value(node))

    def twice(self, at: At, node: Expression) -> tuple[ast.expr, ast.expr]:
        """An operand cut into 32 bits, to evaluate first and to read again."""
        value = self.integer(node)
        return (value, value) if isinstance(value, ast.Name | ast.Constant) else self.kept(at, value)

    def kept(self, at: At, value: ast.expr) -> tuple[ast.expr, ast.expr]:
        name = self.unit.temporary()
        return at.walrus(name, value), at.name(name)

    # ---- variables

    def array_named(self, name: str) -> Variable | None:
        variable = self.unit.scope.find(name)
        return variable if variable and variable.is_array else None

    def read_name(self, at: At, node: nodes.Name) -> ast.expr:
        variable = self.unit.scope.find(node.name)
        if variable is None:
            if node.name in VARIABLES:
                return calls.system_variable(self, at, node.name)
            return at.call("type_mismatch")
        self.unit.use(variable)
        if variable.is_array:
            return at.name(naming.array_object(variable))
        name = at.name(naming.scalar(variable))
        if variable.kind == "$" and self.unit.shares_strings:
            return at.call("plain", name)
        return name

    def subscripts(self, at: At, node: nodes.Index) -> ast.expr:
        return at.row([self.integer(each) for each in node.subscripts])

    # ---- operators

    def unary(self, at: At, node: nodes.Unary) -> ast.expr:
        operand = self.kind(node.operand)
        if self.kind(node).type is Type.NOTHING:
            return at.call("type_mismatch")
        match node.operator:
            case "!":
                test = self.condition(node.operand) if operand.is_number else self.number(node.operand)
                return at.choose(test, at.constant(0), at.constant(1))
            case "NOT":
                return at.unary("~", self.integer(node.operand))
            case _ if not operand.is_number:
                return at.call("negate", self.value(node.operand))
            case _:
                return self.negation(at, node, operand)

    def negation(self, at: At, node: nodes.Unary, operand: Kind) -> ast.expr:
        result = at.unary("-", self.real(node.operand) if operand.mixed else self.value(node.operand))
        overflows = operand.type is Type.INTEGER and operand.low == SMALLEST
        return at.call("wrap", result) if overflows else result

    def binary(self, at: At, node: nodes.Binary) -> ast.expr:
        if node.operator in LOGICAL:
            return at.choose(self.condition(node), at.constant(1), at.constant(0))
        return self.pieces.write(at, node, self.operation)

    def operation(self, at: At, node: nodes.Binary) -> ast.expr:
        if node.operator in COMPARISONS:
            if not self.kind(node).within(0, 1):
                return self.comparison(at, node)
            return at.choose(self.condition(node), at.constant(1), at.constant(0))
        if self.kind(node).type is Type.NOTHING:
            return at.call("type_mismatch")
        if node.operator in BITWISE:
            return at.binary(self.integer(node.left), BITWISE[node.operator], self.integer(node.right))
        if node.operator in whole_numbers.CALLS:
            return whole_numbers.operation(self, at, node)
        left, right = self.kind(node.left), self.kind(node.right)
        if left.is_number and right.is_number:
            return self.arithmetic(at, node, left, right)
        return self.run_time_operation(at, node)

    def run_time_operation(self, at: At, node: nodes.Binary) -> ast.expr:
        """Operators on strings and on values of unknown type."""
        left, right = self.kind(node.left), self.kind(node.right)
        if left.type is Type.STRING and right.type is Type.STRING:
            return joining.concatenation(self, at, node)
        if node.operator == "*" and Type.STRING in (left.type, right.type):
            return joining.repetition(self, at, node)
        name = "divide_real" if node.operator == "/" else ARITHMETIC[node.operator]
        return at.call(name, self.dynamic(node.left), self.dynamic(node.right))

    def arithmetic(self, at: At, node: nodes.Binary, left: Kind, right: Kind) -> ast.expr:
        result = self.kind(node)
        if node.operator == "/":
            return at.binary(self.signed(node.left), "/", self.signed(node.right))
        if result.mixed:
            return self.mixed_sum(at, node)
        if result.type is Type.REAL:
            return self.real_arithmetic(at, node, left, right)
        if result.type is Type.WHOLE:
            return at.binary(self.value(node.left), node.operator, self.value(node.right))
        return whole_numbers.total(self, at, node)

    def mixed_sum(self, at: At, node: nodes.Binary) -> ast.expr:
        """An int as long as a double is exact, else a float; an int again where floats come back to that."""
        load, again = self.kept(at, at.binary(self.value(node.left), node.operator, self.value(node.right)))
        exact = at.compare(at.constant(-EXACT), "<=", load, "<=", at.constant(EXACT))
        is_int = at.compare(at.call("type", again), "is", at.name("int"))
        return at.choose(at.logical("and", exact, is_int), again, at.call("to_whole", again))

    def real_arithmetic(self, at: At, node: nodes.Binary, left: Kind, right: Kind) -> ast.expr:
        """One float is enough to make Python calculate in doubles."""
        if REAL in (left, right):
            return at.binary(self.signed(node.left), node.operator, self.signed(node.right))
        return at.binary(self.real(node.left), node.operator, self.signed(node.right))

    def signed(self, node: Expression) -> ast.expr:
        """A number of any shape, but never an int that stands for -0."""
        kind = self.kind(node)
        return self.real(node) if kind.minus_zero or kind.mixed else self.value(node)

    def comparison(self, at: At, node: nodes.Binary) -> ast.expr:
        left, right = self.kind(node.left), self.kind(node.right)
        if left.type is Type.STRING and right.type is Type.STRING:
            return joining.comparison(self, at, node)
        if left.is_number and right.is_number:
            return at.compare(self.value(node.left), node.operator, self.value(node.right))
        sides: Sequence[ast.expr] = (self.dynamic(node.left), self.dynamic(node.right))
        return at.call("compare", at.constant(node.operator), *sides)
