"""Writes expressions in the cheapest form that keeps the console's rules.

An expression can be written in several shapes: as its kind says (`value`), as a float (`as_float`), cut
to 32 bits (`as_int32`), as plain characters (`as_plain_str`), as a Python condition (`condition`), or as a
value whose Python type is the one of its BASIC type at run time (`value_with_basic_type`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import takewhile
from typing import TypeGuard, assert_never

from retromaze.analysis.guards import MIRRORED
from retromaze.analysis.kinds import EXACT, REAL, SMALLEST, Kind, Type
from retromaze.builtins.registry import VARIABLES
from retromaze.compiler import calls, unit
from retromaze.compiler.settings import Technique
from retromaze.compiler.unit import AstBuilder, FunctionUnit
from retromaze.language import nodes
from retromaze.language.block_pairing import LONGEST_PIECE
from retromaze.language.lexer import yield_to_host
from retromaze.language.nodes import Expression, chain_operands, chain_operators

ARITHMETIC = {"+": "add", "-": "subtract", "*": "multiply"}
BITWISE = {"AND": "&", "OR": "|", "XOR": "^"}
ONE = nodes.Number(0, 0, 1)

ChainWriter = Callable[[AstBuilder, nodes.Binary], ast.expr]


class Expressions:
    """Writes the expressions of one Python function: a method takes a node, and returns code for its value.

    The *kind* of a node is what is known of the value when compiling: its type and range. Type WHOLE is a
    Real that is always whole and kept as an int, ANY one that only a run knows, NOTHING an error.
    `minus_zero`: it may be -0, which an int cannot be; `mixed`: an int while a double is exact, then a float.

    A name in `build.call`, such as "truncate", is a helper of the runtime; "plain" gives the characters of a
    string that several variables may share (`unit.shares_strings`). A long chain of operators is written in
    pieces, each stored in a temporary: Python cannot compile an expression that is nested so deeply.
    """

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit
        self.compilation, self.scope, self.kind = unit.compilation, unit.scope, unit.kind
        self.unwritten_pieces: dict[nodes.Binary, str] = {}
        """The temporary of each piece of a long chain of operators, until the piece is written."""
        self.piece_writers: dict[nodes.Binary, ChainWriter] = {}
        """The writer of each piece whose value another piece uses."""

    # ---- shapes

    def value(self, node: Expression) -> ast.expr:
        """Writes the value as its kind says: an int, a float, a str, or a type known at run time."""
        yield_to_host()
        build = AstBuilder(node)
        match node:
            case nodes.Number() if node in self.unit.placeholders:
                return build.name(self.unit.placeholders[node])
            case nodes.Number():
                return build.constant(int(node.value) if self.kind(node).is_int else node.value)
            case nodes.String():
                return build.constant(node.value)
            case nodes.LabelText():
                return build.constant("@" + node.name)
            case nodes.Name():
                return self.variable(build, node)
            case nodes.Index():
                return self.element(build, node)
            case nodes.VariableNamed():
                return build.call("variable_named", self.as_plain_str(node.name))
            case nodes.Function():
                called = self.call_value(node)
                return build.call("plain", called) if calls.may_be_shared(self, node) else called
            case nodes.Unary():
                return self.unary_operation(build, node)
            case nodes.Binary(operator="&&" | "||"):
                return build.conditional(self.condition(node), 1, 0)
            case nodes.Binary():
                return self.operator_chain(build, node, self.operation)
            case _:
                assert_never(node)

    def call_value(self, node: nodes.Function) -> ast.expr:
        """Writes the call of a function. Its result may be a shared string, which is an object."""
        return calls.function_call(self, AstBuilder(node), node)

    def is_literal(self, node: Expression) -> TypeGuard[nodes.Number]:
        """Whether an expression is a number in the listing, and no placeholder for a temporary."""
        return isinstance(node, nodes.Number) and node not in self.unit.placeholders

    def as_float(self, node: Expression) -> ast.expr:
        """Writes the value as a float."""
        kind, build = self.kind(node), AstBuilder(node)
        if self.is_literal(node):
            return build.constant(float(node.value))
        if kind.type is Type.WHOLE and kind.minus_zero:
            # a product or negation is calculated in floats, so that -0 results as on the machine
            match node:
                case nodes.Unary():
                    return build.unary("-", self.as_float(node.operand))
                case nodes.Binary():
                    return self.operator_chain(
                        build,
                        node,
                        lambda at, each: at.binary(
                            self.as_float(each.left), each.operator, self.as_float(each.right)
                        ),
                    )
                case _:
                    return build.call("float", self.value(node))
        if kind.is_int or kind.mixed:
            value = self.value(node)
            if isinstance(value, ast.Constant):
                return build.constant(float(kind.low))  # of a constant the range is the value itself
            return build.call("float", value)
        if kind.type is Type.REAL:
            return self.value(node)
        return build.call("real", self.value(node))

    def number_keeping_minus_zero(self, node: Expression) -> ast.expr:
        """Writes a number as an int or a float, but never as an int if it may be -0."""
        kind = self.kind(node)
        return self.as_float(node) if kind.minus_zero or kind.mixed else self.value(node)

    def as_number_argument(self, node: Expression) -> ast.expr:
        """Writes an int for an Integer, a float for a Real, as builtins take numbers."""
        kind = self.kind(node)
        if kind.type is Type.WHOLE or kind.mixed:
            return self.as_float(node)
        if kind.is_number:
            return self.value(node)
        return AstBuilder(node).call("number", self.value(node))

    def value_with_basic_type(self, node: Expression) -> ast.expr:
        """Writes a number as an int for an Integer and a float for a Real, any other value as `value` does.

        A whole number may be an int in Python though it is a Real in BASIC; it is written as a float here.
        """
        return self.as_number_argument(node) if self.kind(node).is_number else self.value(node)

    def as_int32(self, node: Expression) -> ast.expr:
        """Writes an int, rounded toward zero and within 32 bits: an operand of AND or a whole argument."""
        kind, build = self.kind(node), AstBuilder(node)
        if kind.fits_integer:
            return self.value(node)
        if self.is_literal(node):  # its value needs no test: it is no int, or too large
            return build.call("truncate", node.value)
        if kind.is_int:
            is_name = isinstance(node, nodes.Name)
            load, reload = self.load_and_reload(build, self.value(node), unchanged=is_name)
            return calls.number_within_32_bits(build, load, reload, kind.low, kind.high, "truncate")
        return build.call("truncate" if kind.type is Type.REAL else "integer_operand", self.value(node))

    def as_whole_int(self, node: Expression) -> ast.expr:
        """Writes an int for a variable of type WHOLE."""
        value, kind = self.value(node), self.kind(node)
        # a value of unknown type for such a variable is a string or an array
        convert = "int" if kind.is_number else "mismatch_of"
        return value if kind.is_int else AstBuilder(node).call(convert, value)

    def as_plain_str(self, node: Expression) -> ast.expr:
        """Writes the value as a plain str."""
        if self.kind(node).type is Type.STRING:
            return self.value(node)
        return AstBuilder(node).call("string", self.value(node))

    def converted_to_kind(self, node: Expression, wanted: Kind) -> ast.expr:
        """Writes the value converted to the kind of the variable that it is stored to."""
        given = self.kind(node)
        build = AstBuilder(node)
        if wanted.type is Type.ANY:
            return calls.value_for_second_name(self, node)
        if given.type is not Type.ANY and (given.type is Type.STRING) != (wanted.type is Type.STRING):
            # a string for a number or the reverse: evaluated, then TypeMismatch is raised at run time
            return build.call("mismatch_of", self.value(node))
        match wanted.type:
            case Type.STRING:
                value = calls.value_for_second_name(self, node)
                if given.type is Type.STRING:
                    return value
                # only a run shows whether it is a string
                return build.call("string_shared" if self.unit.shares_strings else "string", value)
            case Type.INTEGER if given.fits_integer:
                return self.value(node)
            case Type.INTEGER:
                value = build.constant(node.value) if self.is_literal(node) else self.as_number_argument(node)
                return build.call("integer_stored", value)
            case Type.WHOLE:
                return self.as_whole_int(node)
            case Type.REAL:
                # a mixed variable takes ints, too
                takes_int = wanted.mixed and (given.is_int or given.mixed)
                return self.value(node) if takes_int else self.as_float(node)
            case _:
                return calls.value_for_second_name(self, node)

    def printed_text(self, node: Expression) -> ast.expr:
        """Writes the value as the characters that PRINT shows, or as an int with the same characters."""
        kind, build = self.kind(node), AstBuilder(node)
        if kind.type is Type.STRING or (kind.is_int and not kind.minus_zero):
            return self.value(node)
        if kind.is_number:
            return build.call("printed", self.as_float(node))
        return build.call("print_text", self.value(node))

    def condition(self, node: Expression) -> ast.expr:
        """Writes a Python expression that is true if the BASIC value is not zero; every string is true."""
        kind, build = self.kind(node), AstBuilder(node)
        match node:
            case nodes.Unary(operator="!", operand=operand) if self.kind(operand).is_number:
                return build.unary("not", self.condition(operand))
            case nodes.Binary(operator="&&" | "||" as sign):
                # An operand is evaluated only if those before it were true (&&) or false (||): the guards are
                # what that says of variables, which narrows the ranges of later operands.
                tests, guards = [], self.unit.kind_rules.guards
                for each in chain_operands(node):
                    with self.unit.with_guards(guards):
                        tests.append(self.condition(each))
                    guards = self.unit.after_condition(each, guards, holds=sign == "&&")
                return build.bool_op("and" if sign == "&&" else "or", *tests)
            case nodes.Binary(operator="==" | "!=" as sign, left=left, right=nodes.Number(value=0)) if (
                self.kind(left).is_number
            ):
                # `x != 0` is what the truth of `x` already says
                test = self.condition(left)
                return test if sign == "!=" else build.unary("not", test)
            case nodes.Binary(operator=sign) if sign in MIRRORED:
                return self.comparison(build, node)
            case _:
                return self.value(node) if kind.is_number else build.call("truth", self.value(node))

    # ---- a value that is read twice

    def load_and_reload(
        self, build: AstBuilder, value: ast.expr, *, unchanged: bool = True
    ) -> tuple[ast.expr, ast.expr]:
        """Returns an expression to evaluate first, and one that reads the same value again.

        A constant needs no temporary, nor does a name if no variable is stored to in between (`unchanged`).
        """
        if isinstance(value, ast.Constant) or (unchanged and isinstance(value, ast.Name)):
            return value, value
        return self.store_in_temporary(build, value)

    def store_in_temporary(self, build: AstBuilder, value: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Returns an expression that stores the value in a temporary, and one that reads the temporary."""
        name = self.unit.temporary()
        return build.walrus(name, value), build.name(name)

    # ---- variables and elements

    def variable(self, build: AstBuilder, node: nodes.Name) -> ast.expr:
        """Writes the value of a variable or system variable."""
        variable = self.scope.find(node.name)
        if variable is None:
            if node.name in VARIABLES:
                # a system variable is read by a builtin
                form = VARIABLES[node.name].read
                return build.call(self.compilation.form_name(node.name, form, 0))
            return build.call("type_mismatch")
        name = build.name(self.unit.python_name(variable))
        is_shared = variable.kind == "$" and not variable.is_array and self.unit.shares_strings
        return build.call("plain", name) if is_shared else name

    def element(self, build: AstBuilder, node: nodes.Index) -> ast.expr:
        """Writes the value of an element of an array, or a character of a string."""
        if self.scope.array_named(node.target):
            element = self.last_element(node) or build.subscript(*self.element_place(node))
            may_be_shared = self.kind(node).type is Type.STRING and self.unit.shares_strings
            return build.call("plain", element) if may_be_shared else element
        target = self.kind(node.target)
        if target.type is Type.STRING and len(node.subscripts) == 1:
            return build.call("character", self.value(node.target), self.as_int32(node.subscripts[0]))
        if target.type is Type.ANY:
            return build.call("element", self.value(node.target), self.subscripts(build, node))
        return build.call("type_mismatch")

    def element_place(self, node: nodes.Index) -> tuple[ast.expr, ast.expr]:
        """Returns the Python list and the position in it of an element of a declared array."""
        variable = self.scope.array_named(node.target)
        assert variable is not None
        self.unit.mark_used(variable)
        build = AstBuilder(node)
        if variable.shape_varies:
            # its number of dimensions is known only at run time; the last subscript is the position
            subscripts = self.unit.temporary()
            stored = build.walrus(subscripts, self.subscripts(build, node))
            inner = build.call("innermost", build.name(unit.array_name(variable)), stored)
            return inner, build.subscript(build.name(subscripts), -1)
        # an array of several dimensions is a list of lists
        owner = build.name(unit.items_name(variable))
        for each in node.subscripts[:-1]:
            owner = build.subscript(owner, self.subscript(each))
        return owner, self.subscript(node.subscripts[-1])

    def subscript(self, node: Expression) -> ast.expr:
        """Writes a subscript as an int with a test that it is not negative, as Python's may be."""
        kind, build = self.kind(node), AstBuilder(node)
        if kind.is_int and kind.low >= 0:
            return self.value(node)
        if kind.is_int or kind.mixed:
            # a mixed number that is a float is beyond the end of any array: a list refuses floats
            is_name = isinstance(node, nodes.Name)
            load, reload = self.load_and_reload(build, self.value(node), unchanged=is_name)
        elif kind.type is Type.REAL:
            # Python's own int() takes half the time of ours; what it refuses is no subscript either
            load, reload = self.store_in_temporary(build, build.call("int", self.value(node)))
        else:
            load, reload = self.store_in_temporary(build, self.as_int32(node))
        return build.conditional(build.compare(load, ">=", 0), reload, build.call("bad_subscript"))

    def subscripts(self, build: AstBuilder, node: nodes.Index) -> ast.expr:
        """Writes a tuple of all subscripts, for helpers of the runtime, which test whether they are valid."""
        return build.tuple_([self.as_int32(each) for each in node.subscripts])

    def last_element(self, node: nodes.Index) -> ast.expr | None:
        """Writes `A[LEN(A)-1]` as `A[-1]`; returns None for other subscripts.

        An empty array is an error at the place of the subscript.
        """
        variable = self.scope.array_named(node.target)
        if variable is None or variable.shape_varies or not self.compilation.uses(Technique.ENDS):
            return None
        match node.subscripts:
            case [
                nodes.Binary(operator="-", left=nodes.Function(name="LEN", arguments=[owner]), right=right)
            ] if nodes.same_code(owner, node.target) and nodes.same_code(right, ONE):
                build = AstBuilder(node.subscripts[0])
                return build.subscript(self.element_place(node)[0], -1)
            case _:
                return None

    # ---- operators

    def unary_operation(self, build: AstBuilder, node: nodes.Unary) -> ast.expr:
        """Writes `-`, `!` or NOT."""
        operand = self.kind(node.operand)
        if self.kind(node).type is Type.NOTHING:
            return build.call("type_mismatch")
        match node.operator:
            case "!":
                # for a string the code of `as_number_argument` raises the error
                write = self.condition if operand.is_number else self.as_number_argument
                test = write(node.operand)
                return build.conditional(test, 0, 1)
            case "NOT":
                return build.unary("~", self.as_int32(node.operand))
            case _ if not operand.is_number:
                return build.call("negate", self.value(node.operand))
            case _:
                write = self.as_float if operand.mixed else self.value
                result = build.unary("-", write(node.operand))
                # minus the smallest Integer needs more than 32 bits
                overflows = operand.type is Type.INTEGER and operand.low == SMALLEST
                return build.call("wrap", result) if overflows else result

    def operator_chain(self, build: AstBuilder, node: nodes.Binary, writer: ChainWriter) -> ast.expr:
        """Writes a chain of operators with `writer`; a long one as `(t1 := a + b + c, t1 + d + e)[-1]`.

        CPython compiles by recursion, and a sum of a thousand terms is a thousand levels deep. So a chain of
        more than LONGEST_PIECE operators is cut into pieces, and all but the outermost go to temporaries.

        `writer` writes an operator in the wanted shape, and its left operand by another call of this method.
        Where that operand is the next piece, the call does not write it: it notes the writer, so that the
        piece gets the shape in which its value is used, and returns the name of the piece's temporary.
        """
        name = self.unwritten_pieces.get(node)
        if name is not None:
            self.piece_writers[node] = writer
            return build.name(name)
        unwritten = self.unwritten_pieces
        lower_operators = takewhile(lambda each: each not in unwritten, chain_operators(node))
        cuts = list(lower_operators)[LONGEST_PIECE::LONGEST_PIECE]
        self.unwritten_pieces.update((each, self.unit.temporary()) for each in cuts)
        written = [writer(build, node)]
        for each in cuts:
            yield_to_host()
            name = self.unwritten_pieces.pop(each)
            # without a writer, nothing uses the value of the piece
            if piece_writer := self.piece_writers.pop(each, None):
                place = AstBuilder(each)
                written.append(place.walrus(name, piece_writer(place, each)))
        if len(written) == 1:
            return written[0]
        # evaluated from the innermost piece on; the last has the value of the whole chain
        return build.subscript(build.tuple_(written[::-1]), -1)

    def operation(self, build: AstBuilder, node: nodes.Binary) -> ast.expr:
        """Writes one operator with its operands, && and || excepted."""
        if node.operator in MIRRORED:
            if not self.kind(node).is_within(0, 1):
                # of a string and a number, which is neither 0 nor 1: the helper gives it
                return self.comparison(build, node)
            return build.conditional(self.condition(node), 1, 0)
        if self.kind(node).type is Type.NOTHING:
            return build.call("type_mismatch")
        if node.operator in BITWISE:
            return build.binary(self.as_int32(node.left), BITWISE[node.operator], self.as_int32(node.right))
        if node.operator in calls.CALLS:
            return calls.division_or_shift(self, build, node)
        left, right = self.kind(node.left), self.kind(node.right)
        if left.is_number and right.is_number:
            return self.arithmetic(build, node)
        if left.type is Type.STRING and right.type is Type.STRING:
            return calls.concatenation(self, build, node)
        if node.operator == "*" and Type.STRING in (left.type, right.type):
            return calls.repetition(self, build, node)
        # types are known only at run time, or wrong
        name = "divide_real" if node.operator == "/" else ARITHMETIC[node.operator]
        return build.call(name, self.value_with_basic_type(node.left), self.value_with_basic_type(node.right))

    def arithmetic(self, build: AstBuilder, node: nodes.Binary) -> ast.expr:
        """Writes `+`, `-`, `*` or `/` of numbers as the type of the result demands."""
        result = self.kind(node)
        if node.operator == "/":
            left, right = map(self.number_keeping_minus_zero, (node.left, node.right))
            return build.binary(left, "/", right)
        if result.mixed:
            # an int as long as a double would be exact, else a float; if a float is small again, an int
            total = build.binary(self.value(node.left), node.operator, self.value(node.right))
            load, reload = self.store_in_temporary(build, total)
            exact = build.compare(-EXACT, "<=", load, "<=", EXACT)
            is_int = build.compare(build.call("type", reload), "is", build.name("int"))
            is_exact = build.bool_op("and", exact, is_int)
            return build.conditional(is_exact, reload, build.call("to_whole", reload))
        if result.type is Type.REAL:
            # one float operand is enough for Python to calculate in doubles; if none is, the left is made one
            has_float = REAL in (self.kind(node.left), self.kind(node.right))
            left = self.number_keeping_minus_zero(node.left) if has_float else self.as_float(node.left)
            return build.binary(left, node.operator, self.number_keeping_minus_zero(node.right))
        if result.type is Type.WHOLE:
            return build.binary(self.value(node.left), node.operator, self.value(node.right))
        return calls.wrapped_arithmetic(self, build, node)

    def comparison(self, build: AstBuilder, node: nodes.Binary) -> ast.expr:
        """Writes a comparison: a bool for two numbers or two strings, else a call of `compare`."""
        left, right = self.kind(node.left), self.kind(node.right)
        if left.type is Type.STRING and right.type is Type.STRING:
            return calls.comparison(self, build, node)
        if left.is_number and right.is_number:
            return build.compare(self.value(node.left), node.operator, self.value(node.right))
        operands = map(self.value_with_basic_type, (node.left, node.right))
        return build.call("compare", node.operator, *operands)
