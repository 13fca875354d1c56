"""Writes expressions of a listing as Python.

There is a method for each use of an expression: as a value (`value`), as an operand, which may be a bool
(`operand`), as an int (`int32`, `as_int`), as a condition (`condition`), for PRINT (`printed_parts`), or
stored into a variable (`value_to_store`). Only operators take an operand: for them True is 1, while PRINT,
`min` and a list would show that it is a bool.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from retromaze.analysis import kinds
from retromaze.analysis.guards import MIRRORED
from retromaze.analysis.kinds import Kind, Type
from retromaze.analysis.side_effects import RowEnd, printed_rows
from retromaze.builtins.registry import VARIABLES
from retromaze.language import nodes
from retromaze.language.nodes import Expression, chain_operands
from retromaze.language.numbers import truncate
from retromaze.language.program import Variable
from retromaze.porting import functions, truths
from retromaze.porting.module import PYTHON_TYPES, PortFunction
from retromaze.porting.preparing import CannotPort, refuse_unsupported
from retromaze.porting.targets import literal_text
from retromaze.python import conditions, fragments
from retromaze.python.conditions import negated
from retromaze.python.fragments import (
    ANY,
    BOOL,
    BUTTONS,
    FLOAT,
    INT,
    NUMBER,
    STR,
    TEXT,
    Piece,
    binary_operation,
    call,
    call_statement,
    fstring_node,
    piece_from_template,
    statements_from_template,
    string_literal,
    variable_piece,
)
from retromaze.python.printer import expression_text, fits_fstring
from retromaze.python.statement_walks import Body, nodes_in

BITWISE = {"AND": "&", "OR": "|", "XOR": "^"}
LOGICAL: dict[str, ast.boolop] = {"&&": ast.And(), "||": ast.Or(), "AND": ast.And(), "OR": ast.Or()}
DIVISIONS = {"DIV": ("//", "divide"), "MOD": ("%", "remainder")}
SHIFTS = {"<<": "shift_left", ">>": "shift_right"}


class PortExpressions:
    """Writes the expressions of one function.

    `function` is the port's function that they stand in, `rules` infer types and ranges at the current
    place; `operands` are the expressions written so far, so that each is written once. A `Piece` is Python
    code with its type: BOOL, INT, FLOAT, STR, NUMBER (an int or float), TEXT (a `basic.Text`) or ANY.
    """

    def __init__(self, function: PortFunction) -> None:
        self.function = function
        self.rules = function.rules
        self.operands: dict[Expression, Piece] = {}

    def kind(self, node: Expression) -> Kind:
        """Returns the type and range of an expression's value, as far as they are known at this place."""
        return self.rules.kind(node)

    @contextmanager
    def with_facts_at(self, head: nodes.Head) -> Iterator[None]:
        """Inside the `with`, expressions are written with the facts that hold at the head of a step."""
        before = self.rules
        self.rules = self.function.rules.with_guards(
            self.function.module.guard_table.guards_at(self.function.scope, head)
        )
        try:
            yield
        finally:
            self.rules = before

    # ---- shapes

    def value(self, node: Expression) -> Piece:
        """Returns the value, never as a bool."""
        piece = self.operand(node)
        return call("int", piece, type_=INT) if piece.type == BOOL else piece

    def real_operand(self, node: Expression) -> Piece:
        """Returns an operand for a place where a Real does the same as an Integer, such as a comparison.

        VAL, MIN and MAX may return either, which only the running port knows: here they return a float, whose
        arithmetic needs no checks.
        """
        match node:
            case nodes.Function(name="VAL", arguments=[text]) if text and not self.kind(node).is_int:
                return call("basic.value", self.value(text), type_=FLOAT)
            case nodes.Function(name="MIN" | "MAX") if self.operand(node).type == NUMBER:
                return functions.float_min_or_max(self, node)
        return self.operand(node)

    def operand(self, node: Expression) -> Piece:
        """Returns the value; of a comparison it is a bool.

        For an operand that no port can have it is a call that raises NotPorted.
        """
        if (found := self.operands.get(node)) is None:
            try:
                found = self.write_operand(node)
            except CannotPort as refusal:
                # only this operand is lost, not the statement around it
                found = not_ported(refusal, PYTHON_TYPES.get(self.kind(node).type, ANY))
            self.operands[node] = found
        return found

    def write_operand(self, node: Expression) -> Piece:
        """Writes an expression without reusing an earlier result. Raises CannotPort."""
        refuse_unsupported(self.function.scope, node)
        match node:
            case nodes.Number() if temporary := self.function.temporaries.get(node):
                return temporary  # the number is a placeholder for it
            case nodes.Number():
                literal = self.function.module.literals.number(node)
                is_whole_float = literal.type == FLOAT and self.kind(node).is_int  # `2.0`
                return fragments.number_literal(int(node.value)) if is_whole_float else literal
            case nodes.String():
                return string_literal(node.value)
            case nodes.LabelText():
                return string_literal("@" + node.name)
            case nodes.Name():
                return self.as_plain_string(self.variable(node))
            case nodes.Index():
                return self.as_plain_string(self.element(node))
            case nodes.Function():
                return self.as_plain_string(functions.function_call(self, node))
            case nodes.Unary():
                return self.unary(node)
            case nodes.Binary():
                return self.binary(node)
            case nodes.VariableNamed():
                raise AssertionError(f"{node} is refused")
            case _:
                assert_never(node)

    def as_plain_string(self, piece: Piece) -> Piece:
        """Returns the plain string in a `basic.Text`, the object for strings that several names share."""
        return piece_from_template("{text}.characters", STR, text=piece) if piece.type == TEXT else piece

    def int32(self, node: Expression) -> Piece:
        """Returns an int, cut toward zero, of at most 32 bits: `basic.truncate(x)` if it may be larger."""
        piece, kind = self.real_operand(node), self.kind(node)
        if piece.is_int and kind.fits_integer:
            return piece
        if isinstance(node, nodes.Number):
            return fragments.number_literal(truncate(node.value))
        return self.cut_quotient(node) or call("basic.truncate", piece, type_=INT)

    def cut_quotient(self, node: Expression) -> Piece | None:
        """Returns `x // y` for the quotient of two ints that are never below 0; None for any other number."""
        match node:
            case nodes.Binary(operator="/", left=left, right=right):
                if all(each.fits_integer and each.low >= 0 for each in (self.kind(left), self.kind(right))):
                    return self.rounded_down(node)
        return None

    def as_int(self, node: Expression) -> Piece:
        """Returns an int that is only cut toward zero, not to 32 bits: a coordinate, a length."""
        piece = self.int_or_bool(node)
        return call("int", piece, type_=INT) if piece.type == BOOL else piece

    def int_or_bool(self, node: Expression) -> Piece:
        """Returns an int for a subscript, where Python accepts a bool, too."""
        piece = self.real_operand(node)
        if isinstance(node, nodes.Number) and not (piece.is_int and self.kind(node).fits_integer):
            return fragments.number_literal(truncate(node.value))
        return piece if piece.is_int else self.cut_quotient(node) or call("int", piece, type_=INT)

    def condition(self, node: Expression) -> Piece:
        """Writes a condition that is true if the value is not zero; every string is true.

        A test of the condition needs no bool: `x & 4` is enough for `X AND 4`.
        """
        match node:
            case nodes.Unary(operator="!"):
                return self.negated_condition(node.operand)
            case nodes.Function(name="LEN", arguments=[nodes.Name() as owner]):
                if (array := self.function.scope.array_named(owner)) and array.dimensions == 1:
                    return self.variable(owner)  # Python takes a list for true if it has elements
            case nodes.Binary(operator="&&" | "||" as sign):
                terms = [self.condition(each) for each in chain_operands(node)]
                return joined_condition(sign, terms)
            case nodes.Binary(operator="AND" | "OR" as sign):
                if terms := [self.condition(each) for each in self.joined_terms(node)]:
                    return joined_condition(sign, terms)
            case nodes.Binary(
                operator="==" | "!=" as sign,
                left=nodes.Binary(operator="AND") as bits,
                right=nodes.Number(value=0),
            ) if self.kind(bits).is_int:
                return self.condition(bits) if sign == "!=" else self.negated_condition(bits)
            case nodes.Binary() if (inner := truths.inverted_truth(node)) and self.operand(
                inner
            ).type == BOOL:
                return self.negated_condition(inner)
        piece = self.compared_with_zero(node)
        if piece.type in {STR, ANY} or self.kind(node).type is Type.ARRAY:
            return call("basic.is_true", piece, type_=BOOL)
        return piece

    def as_bool(self, node: Expression) -> Piece:
        """Returns a value that is 0 or 1 as a bool."""
        if isinstance(node, nodes.Number):
            return Piece(ast.Constant(bool(node.value)), BOOL)
        condition = self.condition(node)
        return condition if condition.type == BOOL else call("bool", condition, type_=BOOL)

    def compared_with_zero(self, node: Expression) -> Piece:
        """Returns an operand that is only compared with 0.

        Its sign does not matter, so MOD of ints may be `%`, though Python gives the result another sign for
        negative operands.
        """
        match node:
            case nodes.Binary(operator="MOD") if all(
                self.kind(each).is_int for each in (node.left, node.right)
            ):
                return binary_operation("%", self.int32(node.left), self.int32(node.right), INT)
        return self.real_operand(node)

    def joined_terms(self, node: Expression) -> list[Expression]:
        """Returns the terms of AND or OR if `and` or `or` gives the same truth (see `truths`); else []."""
        return truths.joined_terms(self.kind, self.function.module.variants, node)

    def negated_condition(self, node: Expression) -> Piece:
        """Returns the opposite of a condition."""
        if isinstance(node, nodes.Unary) and node.operator == "!":
            return self.condition(node.operand)
        return Piece(negated(self.condition(node).node), BOOL)

    def printed_parts(self, node: Expression) -> list[ast.expr]:
        """Returns an item of PRINT as parts of an f-string; [] if Python 3.11 does not allow it there."""
        if (text := printed_literal(node)) is not None:
            return [ast.Constant(text)]
        return fstring_parts(self.formatted_value(node).node)

    def formatted_value(self, node: Expression) -> Piece:
        """Returns a value that an f-string shows as PRINT does: `n`, or `basic.printed(x)` for a Real."""
        piece = self.value(node)
        if piece.type in {INT, STR} and not self.kind(node).minus_zero:  # PRINT shows the sign of -0
            return piece
        if piece.type == NUMBER:
            return call("basic.printed", self.real_operand(node), type_=STR)
        return call("basic.printed", self.signed_zero(node), type_=STR)

    def signed_zero(self, node: Expression) -> Piece:
        """Returns a value with the sign of its zero: one that may be -0 is computed in floats.

        If nothing shows that sign, ints are kept.
        """
        if not self.kind(node).minus_zero or node in self.function.module.hidden_minus_zeros:
            return self.value(node)
        match node:
            case nodes.Unary():
                return piece_from_template("-{value}", FLOAT, value=self.signed_float(node.operand))
            case nodes.Binary():
                left, right = self.signed_float(node.left), self.signed_zero(node.right)
                return binary_operation(node.operator, left, right, FLOAT)
            case nodes.Function(name="FLOOR" | "CEIL" | "ROUND", arguments=[argument]) if argument:
                return functions.rounded_to_float(self, node, argument)
            case nodes.Function(name="MIN" | "MAX"):
                return functions.float_min_or_max(self, node)
        return self.value(node)

    def rounded_down(self, node: Expression) -> Piece:
        """Returns a number rounded down: `x // y` for the quotient of two ints, else `math.floor(x)`."""
        match node:
            case nodes.Binary(operator="/"):
                left, right = self.operand(node.left), self.operand(node.right)
                if left.type == right.type == INT:
                    return binary_operation("//", left, right, INT)
        piece = self.value(node)
        return piece if piece.is_int else call("math.floor", piece, type_=INT)

    def signed_float(self, node: Expression) -> Piece:
        """Returns a value with the sign of its zero, as a float: an int operand would lose that sign."""
        piece = self.signed_zero(node)
        return piece if piece.type == FLOAT else fragments.as_float(piece)

    def value_to_store(self, node: Expression, wanted: str) -> Piece:
        """Returns the value as it is stored into a variable of the Python type `wanted`."""
        if wanted == TEXT:
            return self.shared_text(node)
        if wanted == BOOL:
            return self.as_bool(node)
        if wanted == FLOAT and self.kind(node).minus_zero:
            # later statements may show the sign of the zero
            return self.converted_to(self.signed_zero(node), wanted, node)
        piece = self.value(node)
        if piece.type == NUMBER and wanted in {INT, FLOAT}:
            piece = self.real_operand(node)  # it is converted anyway
        return self.converted_to(piece, wanted, node)

    def converted_to(self, piece: Piece, wanted: str, node: Expression) -> Piece:
        """Returns a value converted to a variable's Python type: `float(n)`, or `basic.to_integer(x)`.

        `node` is the listing's expression for the value, as a literal is converted here: `2.0` for 2. For a
        value that comes from elsewhere, as from READ, it is the target.
        """
        if wanted == INT:
            return piece if piece.type in {BUTTONS, INT} else call("basic.to_integer", piece, type_=INT)
        if wanted == FLOAT:
            if isinstance(node, nodes.Number) and piece.type == INT:
                return fragments.number_literal(float(node.value))
            # a string stays one: the listing, too, fails only where it is used as a number
            return piece if piece.type in {FLOAT, STR} else fragments.as_float(piece)
        return piece

    # ---- variables

    def variable(self, node: nodes.Name) -> Piece:
        """Returns the expression that reads a variable or a system variable. Raises CannotPort for others."""
        variable = self.function.scope.find(node.name)
        if variable is None:
            if node.name in VARIABLES:
                return functions.system_variable(node)
            raise CannotPort(node.line, f"{node.name} is no variable")
        module = self.function.module
        type_ = module.annotation(variable) if variable.is_array else module.type_of(variable)
        return variable_piece(self.function.python_name(variable), type_)

    def mutable_object(self, node: Expression) -> Piece:
        """Returns a string or array as an object to be changed in place. Raises CannotPort."""
        if isinstance(node, nodes.Name):
            return self.variable(node)
        if isinstance(node, nodes.Index):
            return self.element(node)
        raise CannotPort(node.line, "a value that is no variable cannot be changed in place")

    def shared_text(self, node: Expression) -> Piece:
        """Returns a string as a `basic.Text`, which several names may share and change in place.

        A variable, an element or the result of a DEF that is a `basic.Text` gets one more name; any other
        string becomes a new one.
        """
        if isinstance(node, nodes.Name | nodes.Index):
            piece = self.mutable_object(node)
        elif isinstance(node, nodes.Function):
            piece = functions.function_call(self, node)
        else:
            piece = self.value(node)
        return piece if piece.type == TEXT else call("basic.Text", piece, type_=TEXT)

    def element(self, node: nodes.Index) -> Piece:
        """Returns an element of an array, or a character of a string."""
        variable = self.function.scope.whole_variable(node.target)
        # a variable of unknown type may hold a string or an array
        if variable and (variable.is_array or self.function.module.type_of(variable) == ANY):
            owner, type_ = self.function.python_name(variable), self.function.module.type_of(variable)
            if self.is_last_element(node, variable):
                return piece_from_template("{owner}[-1]", type_, owner=owner)
            return self.with_subscripts(variable_piece(owner, type_), node.subscripts)
        text = self.value(node.target)
        if text.type in {INT, FLOAT, NUMBER}:
            raise CannotPort(node.line, "a subscript of a number always fails")
        piece = self.with_subscripts(Piece(text.node, STR if text.type == STR else ANY), node.subscripts)
        vars(piece.node)["is_character"] = text.type == STR  # for loops over texts
        return piece

    def with_subscripts(self, owner: Piece, subscripts: tuple[Expression, ...]) -> Piece:
        """Returns `owner[x][y]` for an array or string and its subscripts, cut to ints."""
        for each in subscripts:
            owner = piece_from_template("{owner}[{at}]", owner.type, owner=owner, at=self.int_or_bool(each))
        return owner

    def is_last_element(self, node: nodes.Index, variable: Variable) -> bool:
        """Whether an index is `A[LEN(A)-1]`, the last element of `variable`, which Python writes `a[-1]`."""
        match node.subscripts:
            case (
                nodes.Binary(
                    operator="-",
                    left=nodes.Function(name="LEN", arguments=(nodes.Name(name=name),)),
                    right=nodes.Number(value=1),
                ),
            ):
                return self.function.scope.find(name) is variable
        return False

    # ---- operators

    def unary(self, node: nodes.Unary) -> Piece:
        """Ports `!`, NOT and the minus sign; the minus sign of the smallest Integer wraps at 32 bits."""
        match node.operator:
            case "!":
                inner = node.operand
                if isinstance(inner, nodes.Unary) and inner.operator == "!":
                    return self.as_bool(inner.operand)
                return self.negated_condition(inner)
            case "NOT":
                piece = self.int32(node.operand)
                piece = call("int", piece, type_=INT) if piece.type == BOOL else piece
                return piece_from_template("~{value}", INT, value=piece)
        piece = self.operand(node.operand)
        result = piece_from_template("-{value}", INT if piece.is_int else piece.type, value=piece)
        if piece.type == NUMBER:
            return call("basic.held", result, type_=NUMBER)  # wraps at 32 bits if it is an int
        kind = self.kind(node.operand)
        if kind.type is Type.INTEGER and kind.low == kinds.SMALLEST:
            return call("basic.wrap", result, type_=INT)
        return result

    def binary(self, node: nodes.Binary) -> Piece:
        """Ports a binary operator: logical, comparison, bitwise, division, shift or arithmetic."""
        sign = node.operator
        if sign in {"&&", "||"}:
            return self.as_bool(node)
        if sign in MIRRORED:
            return self.comparison(node, sign)
        if sign in BITWISE:
            may_be_bool = self.kind(node).is_within(0, 1)
            terms = [self.operand(each) for each in self.joined_terms(node)] if may_be_bool else []
            if terms and all(each.type == BOOL for each in terms):
                return joined_condition(sign, terms)
            left, right = self.int32(node.left), self.int32(node.right)
            type_ = BOOL if left.type == right.type == BOOL else INT  # Python's `&` of two bools is a bool
            return binary_operation(BITWISE[sign], left, right, type_)
        if sign in DIVISIONS:
            return self.division(node)
        if sign in SHIFTS:
            return self.shift(node)
        return self.arithmetic(node)

    def comparison(self, node: nodes.Binary, sign: str) -> Piece:
        """Ports a comparison; a constant is put on the right, as is usual in Python.

        Two numbers or two strings are compared by Python's operators, others by `basic.compare`. A truth that
        is compared with 0 or 1 needs no comparison.
        """
        if truth := self.truth_test(node):
            return truth
        is_equality = sign in {"==", "!="}
        left, right = [
            self.compared_with_zero(side) if is_equality and is_zero(other) else self.real_operand(side)
            for side, other in ((node.left, node.right), (node.right, node.left))
        ]
        sides = (self.kind(node.left), left), (self.kind(node.right), right)
        are_numbers = all(kind.is_number or each.type in {INT, FLOAT, NUMBER} for kind, each in sides)
        # a string may be compared with a number, which gives 3 or an error
        if not (are_numbers or all(kind.type is Type.STRING for kind, _ in sides)):
            return call("basic.compare", string_literal(sign), left, right, type_=INT)
        constant = nodes.Number | nodes.String
        if isinstance(node.left, constant) and not isinstance(node.right, constant):
            sign, left, right = MIRRORED[sign], right, left
        result = binary_operation(sign, left, right, BOOL)
        vars(result.node)["compared_type"] = left.type
        return result

    def truth_test(self, node: nodes.Binary) -> Piece | None:
        """Ports a truth that is compared with 0 or 1, as itself or its opposite; None for other operands."""
        match truths.compared_truth(self.kind, node):
            case truth, is_same if self.operand(truth).type == BOOL:
                test = self.condition(truth) if is_same else self.negated_condition(truth)
                # a condition may be of another type that is only true or false in an `if`
                return test if test.type == BOOL else call("bool", test, type_=BOOL)
        return None

    def division(self, node: nodes.Binary) -> Piece:
        """Ports DIV and MOD: `//` and `%` for values of 0 or more, else a call, as BASIC cuts toward zero."""
        operator, name = DIVISIONS[node.operator]
        right = self.kind(node.right)
        left = self.rules.dividend_kind(node, self.kind(node.left), right)
        if all(each.fits_integer and each.low >= 0 for each in (left, right)):
            return binary_operation(operator, self.int32(node.left), self.int32(node.right), INT)
        return call(f"basic.{name}", self.real_operand(node.left), self.real_operand(node.right), type_=INT)

    def shift(self, node: nodes.Binary) -> Piece:
        """Ports `<<` and `>>`: as Python's own if the count is 0 to 31 and no bit is lost, else as a call."""
        left, right = kinds.as_integer(self.kind(node.left)), kinds.as_integer(self.kind(node.right))
        if right.is_within(0, 31):
            # `<<` loses no bit if the largest value, shifted by the largest count, is in the result's range
            is_in_range = left.low >= 0 and left.high << right.high <= self.kind(node).high
            if node.operator == ">>" or is_in_range:
                return binary_operation(node.operator, self.int32(node.left), self.int32(node.right), INT)
        name = SHIFTS[node.operator]
        return call(f"basic.{name}", self.real_operand(node.left), self.real_operand(node.right), type_=INT)

    def arithmetic(self, node: nodes.Binary) -> Piece:
        """Ports `+`, `-`, `*` and `/`: of numbers, of texts, or of a text that is repeated."""
        left, right = self.operand(node.left), self.operand(node.right)
        if node.operator == "*" and STR in {left.type, right.type}:
            if left.type == STR:
                return binary_operation("*", left, self.int32(node.right), STR)
            return binary_operation("*", self.int32(node.left), right, STR)
        type_ = self.arithmetic_type(node.operator, left, right, node.line)
        if NUMBER in {left.type, right.type} and type_ != ANY:  # ANY may also be a string
            return self.unknown_number_arithmetic(node, left, right)
        if type_ == FLOAT and node.operator in {"*", "/"}:
            # the sign of a zero decides the sign of the result
            left, right = self.signed_zero(node.left), self.signed_zero(node.right)
        result = binary_operation(node.operator, left, right, type_)
        if type_ == STR:
            return sum_as_fstring(result)
        return call("basic.wrap", result, type_=INT) if self.may_overflow(node) else result

    def unknown_number_arithmetic(self, node: nodes.Binary, left: Piece, right: Piece) -> Piece:
        """Returns arithmetic with a NUMBER, an int or float that is only known when the port runs.

        With a Real, and by `/`, it is done in floats; with an Integer or another NUMBER by `basic.held`,
        which keeps ints within 32 bits.
        """
        basic_types = {self.kind(node.left).type, self.kind(node.right).type}
        # a WHOLE is a Real, though the port may keep it as an int
        if node.operator == "/" or FLOAT in {left.type, right.type} or Type.WHOLE in basic_types:
            # the NUMBER becomes a float; the other side stays an int where Python gives the same float
            sides = [(left, node.left), (right, node.right)]
            left, right = [
                self.value_to_store(each, FLOAT) if piece.type == NUMBER else self.signed_zero(each)
                for piece, each in sides
            ]
            return binary_operation(node.operator, left, right, FLOAT)
        return call("basic.held", binary_operation(node.operator, left, right, NUMBER), type_=NUMBER)

    def may_overflow(self, node: nodes.Binary) -> bool:
        """Whether the result of two Integers may need more than 32 bits."""
        left, right = self.kind(node.left), self.kind(node.right)
        if node.operator == "/" or not left.type is right.type is Type.INTEGER:
            return False
        low, high = kinds.result_range(node.operator, left, right)
        return low < kinds.SMALLEST or high > kinds.LARGEST

    def arithmetic_type(self, operator: str, left: Piece, right: Piece, line: int) -> str:
        """Returns the Python type of a result. Raises CannotPort for `text + number`, which always fails."""
        types = {left.type, right.type}
        if STR in types and (types != {STR} or operator != "+") and ANY not in types:
            raise CannotPort(line, f"a text and a number beside {operator} always fail")
        if ANY in types:
            return ANY
        if STR in types:
            return STR
        return INT if types <= {INT, BOOL} and operator != "/" else FLOAT


def joined_condition(sign: str, terms: list[Piece]) -> Piece:
    """Returns `a and b` or `a or b`; a bool if all terms are bools."""
    is_bool = all(each.type == BOOL for each in terms)
    return Piece(
        conditions.join_conditions(LOGICAL[sign], [each.node for each in terms]), BOOL if is_bool else INT
    )


def is_zero(node: Expression) -> bool:
    return isinstance(node, nodes.Number) and node.value == 0


# ---- code that cannot be ported: a call that raises takes its place


def not_ported(refusal: object, type_: str) -> Piece:
    """Returns the call that raises NotPorted where an operand of type `type_` or a statement would be.

    `refusal`: the exception or sentence that says why it cannot be ported.
    """
    return call("basic.not_ported", string_literal(str(refusal)), type_=type_)


def raise_not_ported(refusal: object) -> Body:
    """Returns the statement that raises NotPorted, for a jump."""
    return statements_from_template(
        "raise basic.NotPorted({sentence})", sentence=string_literal(str(refusal))
    )


def not_ported_in(tree: ast.AST) -> list[str]:
    """Returns the sentences of all NotPorted in a tree, once each, sorted by their lines of the listing."""
    found = set()
    for node in nodes_in([tree]):
        match node:
            case ast.Call(
                func=ast.Attribute(ast.Name("basic"), "not_ported" | "NotPorted"),
                args=[ast.Constant(value=str(sentence))],
            ):
                found.add(sentence)

    def place(sentence: str) -> tuple[str, int, str]:
        """Returns the name of the program, "" for the listing itself, the line and the sentence."""
        first, second, *_ = sentence.removeprefix("line ").split(":")
        return ("", int(first), sentence) if first.isdigit() else (first, int(second), sentence)

    return sorted(found, key=place)


# ---- texts, PRINT

LONGEST_FSTRING = 60
"""Most characters of an f-string made of a sum of texts; longer sums are broken at their `+`."""


def sum_as_fstring(sum_: Piece) -> Piece:
    """Returns a sum of texts as an f-string where that is easier to read, else as it is.

    It is if one term is a literal, another one a number or the sum has three terms or more, and the f-string
    is short and without quotes inside.
    """
    terms: list[ast.expr] = []
    left = sum_.node
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        terms.insert(0, left.right)
        left = left.left
        if len(terms) > LONGEST_FSTRING // 2:  # surely too long: most terms take two characters or more
            return sum_
    terms.insert(0, left)
    has_text = any(isinstance(each, ast.Constant | ast.JoinedStr) for each in terms)
    has_number = any(isinstance(each, ast.JoinedStr) or is_str_call(each) for each in terms)
    parts = [fstring_parts(each) for each in terms]
    if has_text and (has_number or len(terms) > 2) and all(parts):
        joined_texts = fstring_node(part for each in parts for part in each)
        text = expression_text(joined_texts)
        values = [each.value for each in joined_texts.values if isinstance(each, ast.FormattedValue)]
        has_quotes = '\\"' in text or any({'"', "\\"} & set(expression_text(each)) for each in values)
        if len(text) <= LONGEST_FSTRING and not has_quotes:
            return Piece(joined_texts, STR)
    return sum_


def is_str_call(node: ast.expr) -> bool:
    """Whether an expression is `str(…)`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str"


def fstring_parts(node: ast.expr) -> list[ast.expr]:
    """Returns an expression as parts of an f-string; [] if Python 3.11 does not allow it there.

    `str(x)` becomes `{x}`, as an f-string converts by itself.
    """
    match node:
        case ast.Constant(value=str()):
            return [node]
        case ast.JoinedStr(values=values):
            return values
        case ast.Call(func=ast.Name(id="str"), args=[value]):
            node = value
    return [ast.FormattedValue(node, -1, None)] if fits_fstring(node) else []


def printed_literal(item: Expression) -> str | None:
    """Returns the printed text of a constant item; None for any other."""
    match item:
        case nodes.Number(value=int(value)):
            return str(value)
    return literal_text(item)


def print_calls(writer: PortExpressions, step: nodes.Print) -> Body:
    """Returns the calls of one PRINT: `console.print` for each row, and `console.tab` after a comma."""
    code: Body = []
    for row in printed_rows(
        step, writer.function.scope, writer.function.module.variants, lambda item: writer.kind(item).is_number
    ):
        text = [printed_row(writer, row.items)] if row.items else []
        if row.end is RowEnd.LINE:
            code += call_statement("machine.console.print", *text)
        elif text:
            code += call_statement("machine.console.print", *text, end=string_literal(""))
        if row.end is RowEnd.TAB:
            code += call_statement("machine.console.tab")
    return code


def printed_row(writer: PortExpressions, row: list[Expression]) -> Piece:
    """Returns the items of PRINT as one string: a literal, the only item, an f-string, or a sum of texts."""
    texts = [printed_literal(item) for item in row]
    if None not in texts:
        return string_literal("".join(filter(None, texts)))
    if len(row) == 1:
        return as_string(writer, row[0])
    parts_of_items = [writer.printed_parts(item) for item in row]
    if not all(parts_of_items):
        first, *rest = [as_string(writer, item) for item in row]
        for each in rest:
            first = binary_operation("+", first, each, STR)
        return first
    return Piece(fstring_node(part for parts in parts_of_items for part in parts), STR)


def as_string(writer: PortExpressions, item: Expression) -> Piece:
    """Returns an item of PRINT as a string that can stand outside an f-string: `str(n)` for an int."""
    piece = writer.formatted_value(item)
    return piece if piece.type == STR else call("str", piece, type_=STR)
