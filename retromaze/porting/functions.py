"""Ports calls of functions: what each *form* of a builtin, a way to call it, is in a port."""

from __future__ import annotations

import ast
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from retromaze.analysis.kinds import INTEGER, Kind, Type
from retromaze.analysis.side_effects import Call, called_form, outputs, parameters, receivers
from retromaze.analysis.type_rules import Variant
from retromaze.builtins.form import TRUTH, Form, Parameter
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.builtins.strings import Directive, parse_pattern
from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Expression
from retromaze.language.numbers import LARGEST
from retromaze.language.program import Variable
from retromaze.porting.inference import SMALL_POWER
from retromaze.porting.module import Module, are_pure
from retromaze.porting.preparing import CALLBACK_SETTERS, CannotPort
from retromaze.porting.units import definition_of
from retromaze.python import fragments
from retromaze.python.fragments import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NUMBER,
    STR,
    Part,
    Piece,
    call,
    expr_from_template,
    fstring_node,
    number_literal,
    piece_from_template,
    variable_piece,
)
from retromaze.python.printer import expression_text, fits_fstring

if TYPE_CHECKING:
    from retromaze.porting.expressions import PortExpressions

Arguments = tuple[Expression | None, ...]

LONGEST_FORMAT = 94
"""Most characters of an f-string that stands for FORMAT$."""
OUT_OF_REACH = {
    "programs": "reads or changes the listing itself, which a port does not have",
    "devices": "uses a device that ports do not know",
    "files": "works on files in a way that ports do not know",
    "system": "belongs to the running listing's system, which a port does not have",
    "clock": "is not known to ports",
}
"""Families of builtins that need something only the running interpreter has."""
EMPTY_ARGUMENT = ast.Constant(None)
"""Stands for an argument left out in the middle; those at the end are dropped."""
POOLS = {"SPANIM": "sprites", "SPFUNC": "sprites", "BGANIM": "backgrounds", "BGFUNC": "backgrounds"}
"""The part of the machine that an instruction belongs to."""
RESULT_TYPES = {"int": INT, "float": FLOAT, "str": STR, "number": ANY, "value": ANY}
"""The Python type for each type that a form of a builtin declares for its result."""


def state_attribute(form: Form) -> ast.expr | None:
    """Returns the machine's attributes that a form of a builtin reads, or the form's whole Python.

    Several attributes are a tuple. None if the form declares neither.
    """
    python = ", ".join(f"machine.{each}" for each in form.state) or form.python
    return expr_from_template(python) if python else None


def matching_form(writer: PortExpressions, node: Call) -> Form:
    """Returns the declared form of a builtin that fits a call's arguments. Raises CannotPort if none fits."""
    if node.name not in BUILTINS:
        raise CannotPort(node.line, f"{node.name} is defined nowhere")
    form = called_form(node)
    if form is None or any(
        is_refused(writer, parameter, each)
        for parameter, each in zip(form.parameters, node.arguments, strict=False)
    ):
        raise always_fails(node)
    return form


def is_refused(writer: PortExpressions, parameter: Parameter, node: Expression | None) -> bool:
    """Whether a builtin never takes an argument: an empty one, a text for a number or a number for a text."""
    if node is None:
        return not parameter.may_be_empty
    kind = writer.kind(node)
    if parameter.takes_only_numbers:
        return kind.type is Type.STRING
    return parameter.kind == "str" and kind.is_number


def always_fails(node: Call) -> CannotPort:
    """Returns the refusal of a call that is an error on the console, whatever the values are."""
    return CannotPort(node.line, f"{node.name} is called in a way that always fails")


def unknown_array(node: Call) -> CannotPort:
    """Returns the refusal of a call whose argument must be an array, but is not the name of one."""
    return CannotPort(node.line, f"{node.name} of an array that has another name is not known to ports")


def builtin_call(writer: PortExpressions, node: Call, form: Form) -> ast.expr:
    """Returns the Python for a call of a builtin, as its form declares it. Raises CannotPort.

    That is a method of the machine, a function, an attribute, or a template with holes for the arguments.
    """
    if has_template(form):
        return filled_template(writer, node.line, form, node.arguments)
    # a form that only reads state is an attribute, or an expression: `machine.screens.index(machine.screen)`
    if (form.state or "(" in form.python) and (attribute := state_attribute(form)):
        return attribute
    path = f"machine.{form.method}" if form.method else form.python
    if not path:
        reason = OUT_OF_REACH.get(BUILTINS[node.name].family, "is not ported yet")
        raise CannotPort(node.line, f"{node.name} {reason}")
    arguments = converted_arguments(writer, form, node.arguments)
    while arguments and arguments[-1] is EMPTY_ARGUMENT:  # the methods' parameters have defaults
        arguments.pop()
    return call(path, *arguments).node


def converted_arguments(writer: PortExpressions, form: Form, arguments: Arguments) -> list[ast.expr]:
    """Returns the arguments, converted to the types of a form's parameters.

    An empty argument, as in `LOCATE ,5`, is EMPTY_ARGUMENT: `None` in Python.
    """
    parameters = map(form.parameter_at, range(len(arguments)))
    return [
        EMPTY_ARGUMENT if each is None else converted_argument(writer, parameter.kind, each).node
        for parameter, each in zip(parameters, arguments, strict=True)
        if parameter is not None
    ]


def filled_template(writer: PortExpressions, line: int, form: Form, arguments: Arguments) -> ast.expr:
    """Returns a form's template, such as `machine.backgrounds[{layer}].place`, filled with the arguments.

    Raises CannotPort if an argument with side effects would be evaluated more than once.
    """
    names = [each.name for each in form.parameters]
    for name, node in zip(names, arguments, strict=False):
        if form.python.count(f"{{{name}}}") > 1 and not are_pure(writer.function, node):
            raise CannotPort(line, "an argument that does something is wanted more than once here")
    values_by_hole: dict[str, ast.expr | None] = dict.fromkeys(names)
    for name, value in zip(names, converted_arguments(writer, form, arguments), strict=False):
        # None for a hole drops a keyword argument; another argument left out is written as `None`
        is_dropped = value is EMPTY_ARGUMENT and f"={{{name}}}" in form.python
        values_by_hole[name] = None if is_dropped else value
    return expr_from_template(form.python, **values_by_hole)


def has_template(form: Form) -> bool:
    """Whether a form declares its Python as a template with the names of its arguments in braces."""
    return "{" in form.python


def converted_argument(writer: PortExpressions, kind: str, node: Expression) -> Piece:
    """Returns an argument as its parameter's kind needs it: cut to an int, or with the sign of a zero."""
    return writer.as_int(node) if kind in {"int", "coordinate"} else writer.signed_zero(node)


def system_variable(node: nodes.Name) -> Piece:
    """Returns the attribute for a system variable. Raises CannotPort if there is none."""
    form = VARIABLES[node.name].read
    attribute = state_attribute(form)
    if attribute is None:
        raise CannotPort(node.line, f"{node.name} is not known to ports")
    return Piece(attribute, RESULT_TYPES[form.result])


def function_call(writer: PortExpressions, node: nodes.Function) -> Piece:
    """Returns the value of a function, a DEF or a builtin. Raises CannotPort."""
    if node.name in writer.function.module.variants:
        return definition_call(writer, node)
    if node.name in CALLBACK_SETTERS:
        # an instruction as a function: a loop of CallbackLoops asks for the name
        pool, number = POOLS[node.name], node.arguments[0]
        assert number is not None
        return call(f"machine.{pool}.callback", writer.as_int(number), type_=STR)
    form = matching_form(writer, node)
    if write_call := SPECIAL_FUNCTIONS.get(node.name):
        return write_call(writer, node, *[each for each in node.arguments if each is not None])
    # 0, the held buttons, is the default of the method
    if node.name == "BUTTON" and nodes.same_code(node.arguments, (nodes.Number(0, 0, 0),)):
        return call("machine.input.button", type_=INT)
    # the machine returns bools for 0 and 1; plain functions return ints
    is_bool = form.range == TRUTH and (form.state or form.method or has_template(form))
    return Piece(builtin_call(writer, node, form), BOOL if is_bool else RESULT_TYPES[form.result])


def definition_call(writer: PortExpressions, node: Call) -> Piece:
    """Returns the call of a DEF. Raises CannotPort if the DEF cannot be called like that."""
    module = writer.function.module
    variant = module.variants.variant_for_call(writer.kind, node)
    if variant is None:
        raise always_fails(node)
    arguments = []
    for name, each in zip(receivers(variant.scope), node.arguments, strict=True):
        if name is None or each is None:  # an argument that no parameter receives
            continue
        type_ = module.type_of(variant.scope.variables[name])
        is_array = writer.function.scope.array_named(each) is not None  # then the list itself is passed
        arguments.append(writer.value(each) if is_array else writer.value_to_store(each, type_))
    return call("self." + module.functions[variant], *arguments, type_=result_type(module, variant))


# ---- parameters and results of a port's functions


def result_type(module: Module, variant: Variant) -> str:
    """Returns the Python type of the result of a DEF's function; "None" for no result."""
    if definition_of(variant.scope).returns:
        return module.type_of(variant.result)
    return returned_type(module, [variant.scope.variables[name] for name in outputs(variant.scope)])


def returned_type(module: Module, results: Sequence[Variable]) -> str:
    """Returns the Python type of a function that returns these variables."""
    types = [module.type_of(each) for each in results]
    if not types:
        return "None"
    return types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"


def parameters_of(module: Module, variant: Variant) -> list[ast.arg]:
    """Returns the parameters of a DEF's function."""
    scope = variant.scope
    return [
        ast.arg(module.names.variables[name], expr_from_template(module.annotation(scope.variables[name])))
        for name in dict.fromkeys(parameters(scope))  # an OUT name may be a parameter, too
    ]


def min_or_max(writer: PortExpressions, node: nodes.Function, *operands: Expression) -> Piece:
    """Ports MIN and MAX; of one argument, which may be an array, or of several numbers."""
    name = node.name.lower()
    arguments = [writer.value(each) for each in operands]
    if len(arguments) == 1:
        array = writer.function.scope.array_named(operands[0])
        if array:
            return call(name, *arguments, type_=writer.function.module.type_of(array))
        if arguments[0].type == ANY:
            raise unknown_array(node)
        return arguments[0]  # MIN(X) is X
    if all(each.is_int for each in arguments):
        return call(name, *arguments, type_=INT)
    may_be_integers = all(
        piece.type == NUMBER or writer.kind(each).type is Type.INTEGER
        for piece, each in zip(arguments, operands, strict=True)
    )
    # of more than two numbers, or with one that is a Real, the result is a Real
    if len(arguments) > 2 or not may_be_integers:
        return float_min_or_max(writer, node)
    # only the running port knows whether both are Integers; if not, the result is a Real, whichever it is
    helper = {"max": "basic.larger", "min": "basic.smaller"}[name]
    return call(helper, *arguments, type_=NUMBER)


def float_min_or_max(writer: PortExpressions, node: nodes.Function) -> Piece:
    """Ports MIN and MAX of numbers among which are Reals: all are converted to floats.

    BASIC's result is a Real then, and only a float keeps the sign of a zero. A string stays one, so that the
    port fails as the listing does; the type of the result is not known then.
    """
    arguments = [writer.value_to_store(each, FLOAT) for each in node.arguments if each is not None]
    type_ = FLOAT if all(each.type == FLOAT for each in arguments) else ANY
    return call(node.name.lower(), *arguments, type_=type_)


def array_or_text_length(writer: PortExpressions, node: nodes.Function, argument: Expression) -> Piece:
    """Ports LEN: `len(x)`, or `basic.size(x)` for the number of all elements of an array of arrays."""
    variable = writer.function.scope.array_named(argument)
    if variable is None:
        piece = writer.value(argument)
        # a name of any type may be a text, or an array with any number of dimensions
        may_be_array = piece.type == ANY and isinstance(argument, nodes.Name)
        return call("basic.size" if may_be_array else "len", piece, type_=INT)
    has_rows = variable.dimensions > 1
    return call("basic.size" if has_rows else "len", writer.function.python_name(variable), type_=INT)


def random_number(writer: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports RND: `machine.rng.below(bound, series)`; by keyword if the order of evaluation matters.

    RND has the series, one of several generators, before the bound.
    """
    *series, bound = given
    limit, rest = writer.as_int(bound), [*map(writer.as_int, series)]
    if rest and not are_pure(writer.function, *given):
        return piece_from_template("machine.rng.below(series={x}, bound={y})", INT, x=rest[0], y=limit)
    return call("machine.rng.below", limit, *rest, type_=INT)


def absolute_value(writer: PortExpressions, node: nodes.Function, given: Expression) -> Piece:
    """Ports ABS: `abs(x)`."""
    piece = writer.value(given)
    return call("abs", piece, type_=INT if piece.is_int else piece.type)


def power(writer: PortExpressions, node: nodes.Function, base: Expression, exponent: Expression) -> Piece:
    """Ports POW: `x**2` where Python's result is the same, else `basic.power(x, y)`."""
    left, right = writer.value(base), writer.value(exponent)
    is_int = writer.kind(node).is_int
    match base, exponent:
        case nodes.Number(value=number), nodes.Number(value=times) if (
            number > 0 and times * math.log2(number) >= sys.float_info.max_exp
        ):
            return call("basic.power", left, right, type_=FLOAT)  # infinite, where Python has an error
    if isinstance(base, nodes.Number) and base.value > 0 and not is_int and right.type in {INT, FLOAT}:
        return piece_from_template("{x} ** {y}", FLOAT, x=number_literal(float(base.value)), y=right)
    is_small = isinstance(exponent, nodes.Number) and 0 <= exponent.value < SMALL_POWER
    if is_small and (is_int or left.type == FLOAT):
        return piece_from_template("{x} ** {y}", INT if is_int else FLOAT, x=left, y=right)
    return call("basic.power", left, right, type_=FLOAT)


def number_in_text(writer: PortExpressions, node: nodes.Function, text: Expression) -> Piece:
    """Ports VAL; of one character it is a digit, an int."""
    if writer.kind(node).is_int:
        return call("basic.digit", writer.value(text), type_=INT)
    return call("basic.number", writer.value(text), type_=NUMBER)


ROUNDING_CALLS = {"CEIL": "math.ceil({x})", "ROUND": "int(basic.rounded({x}))"}


def rounded_to_int(writer: PortExpressions, node: nodes.Function, given: Expression) -> Piece:
    """Ports FLOOR, CEIL and ROUND where the sign of a zero does not show: the result is an int."""
    if node.name == "FLOOR":
        return writer.rounded_down(given)
    piece = writer.value(given)
    return piece if piece.is_int else piece_from_template(ROUNDING_CALLS[node.name], INT, x=piece)


def rounded_to_float(writer: PortExpressions, node: nodes.Function, argument: Expression) -> Piece:
    """Ports FLOOR, CEIL and ROUND where the sign of a zero matters, which only a float has."""
    if writer.kind(argument).is_int:
        return writer.signed_zero(argument)
    # FLOOR makes -0 of nothing but -0, so that its argument is an int here
    word = "rounded" if node.name == "ROUND" else "ceiling"
    return call(f"basic.{word}", writer.value(argument), type_=FLOAT)


def character_of(writer: PortExpressions, code: Expression) -> Piece:
    """Returns the character of a code, of which the console uses the lower 16 bits.

    A code with an unknown range is assumed to fit, so that the port stays readable.
    """
    if isinstance(code, nodes.Number) and 0 <= code.value <= 0xFFFF:
        return fragments.string_literal(chr(int(code.value)))
    piece, kind = writer.as_int(code), writer.kind(code)
    is_constant = isinstance(code, nodes.Unary) and isinstance(code.operand, nodes.Number)  # CHR$(-1)
    is_range_unknown = not kind.is_int or kind.high > 1 << 31  # more than any Integer: nothing bounds it
    fits_16_bits = kind.low >= 0 and kind.high <= 0xFFFF
    if (is_range_unknown and not is_constant) or fits_16_bits:
        return call("chr", piece, type_=STR)
    return piece_from_template("chr({code} & {bits})", STR, code=piece, bits=fragments.hex_literal("FFFF"))


def literal_integer(node: Expression) -> int | None:
    """Returns a number that is written out, cut toward zero; None for others and for large numbers."""
    match node:
        case nodes.Number(value=value) if abs(value) <= LARGEST:
            return int(value)
    return None


def character_code(writer: PortExpressions, node: nodes.Function, text: Expression) -> Piece:
    """Ports ASC: `ord(text[i])` for a character of a text, else `ord(text[0])`."""
    piece = writer.value(text)
    if isinstance(text, nodes.String) and len(text.value) == 1:
        return piece_from_template("ord({text})", INT, text=piece)
    # an item of a text is one character, an element of an array may be longer
    is_item = isinstance(piece.node, ast.Subscript) and not isinstance(piece.node.slice, ast.Slice)
    is_element = isinstance(text, nodes.Index) and writer.function.scope.array_named(text.target) is not None
    template = "ord({text})" if is_item and not is_element else "ord({text}[0])"
    return piece_from_template(template, INT, text=piece)


def text_beginning(
    writer: PortExpressions, node: nodes.Function, text: Expression, count: Expression
) -> Piece:
    """Ports LEFT$: `text[:3]`; `text[:-1]` for all characters but the last, `LEFT$(S$,LEN(S$)-1)`."""
    match count:
        case nodes.Binary(operator="-", left=whole, right=nodes.Number(value=int(fewer))) if (
            is_length(whole, text) and fewer > 0
        ):
            end = number_literal(-fewer)
        case _:
            end = writer.as_int(count)
    return piece_from_template("{text}[:{end}]", STR, text=writer.value(text), end=end)


def text_end(writer: PortExpressions, node: nodes.Function, text: Expression, count: Expression) -> Piece:
    """Ports RIGHT$: `text[-3:]` for 3, `text[p:]` for `LEN(S$)-P`, else `basic.right(…)`."""
    match count:
        case nodes.Binary(operator="-", left=whole, right=start) if is_length(whole, text):
            kind = writer.kind(start)
            first = writer.as_int(start) if kind.is_int and kind.low >= 0 else None
        case _:  # `text[-0:]` would be the whole text
            letters = literal_integer(count) or 0
            first = number_literal(-letters) if letters > 0 else None
    if first is None:
        return call("basic.right", writer.value(text), writer.as_int(count), type_=STR)
    return piece_from_template("{text}[{first}:]", STR, text=writer.value(text), first=first)


def text_slice(
    writer: PortExpressions, node: nodes.Function, text: Expression, start: Expression, count: Expression
) -> Piece:
    """Ports MID$: the first of these forms that does the same.

    `text[start]` for a character that a literal always has; `basic.middle(…)` for a start with an effect,
    which a slice would evaluate twice; `text[start:]`, `text[:count]`, and `text[start : start + count]`.
    """
    first, length = writer.int_or_bool(start), writer.int_or_bool(count)
    known_size = len(text.value) if isinstance(text, nodes.String) else 0
    if literal_integer(count) == 1 and writer.kind(start).is_within(0, known_size - 1):
        return piece_from_template("{text}[{first}]", STR, text=writer.value(text), first=first)
    if not are_pure(writer.function, start):  # `start` would be evaluated twice, with two results
        return call("basic.middle", writer.value(text), writer.as_int(start), writer.as_int(count), type_=STR)
    if is_rest_of_text(writer, text, start, count):
        return piece_from_template("{text}[{first}:]", STR, text=writer.value(text), first=first)
    if fragments.decimal_int(first) == 0:
        return piece_from_template("{text}[:{end}]", STR, text=writer.value(text), end=length)
    if (letters := literal_integer(count)) is not None:
        end = fragments.add_to_piece(first, letters)
    else:
        end = slice_end(writer, start, count) or fragments.binary_operation("+", first, length, INT)
    return piece_from_template("{text}[{first}:{end}]", STR, text=writer.value(text), first=first, end=end)


def slice_end(writer: PortExpressions, start: Expression, count: Expression) -> Piece | None:
    """Returns the end Q of MID$'s characters from P on for the count `Q-P`, Q+1 for `Q-P+1`; else None.

    All must be ints: a Real is cut before the sum, so that its fraction could change the end.
    """
    match sum_without_opposites(start, count):
        # a count of a single term does not contain the start: `3 + n` stays as it is
        case [(1, node)], number if len([*sum_terms(count)]) > 1:
            end = writer.value(node)
            if end.is_int and writer.value(start).is_int and writer.value(count).is_int:
                return fragments.add_to_piece(end, number) if number else end
    return None


def is_rest_of_text(writer: PortExpressions, text: Expression, start: Expression, count: Expression) -> bool:
    """Whether the count of MID$ leads to the text's end or beyond: LEN(S$), or `LEN(S$)-P` from P on."""
    match sum_without_opposites(start, count):
        case [(1, whole)], number if number >= 0 and writer.value(start).is_int:
            return is_length(whole, text)
    return is_length(count, text)


def is_length(node: Expression, text: Expression) -> bool:
    """Whether an expression is `LEN(S$)` for the variable `text`."""
    match node:
        case nodes.Function(name="LEN", arguments=(measured,)):
            return isinstance(text, nodes.Name) and nodes.same_code(measured, text)
    return False


def sum_without_opposites(*parts: Expression) -> tuple[list[tuple[int, Expression]], int]:
    """Adds up `parts`; returns the terms that do not cancel out, and the sum of all integer literals.

    Each term comes with 1 if it is added and -1 if it is subtracted: P+1 and LEN(S$)-P-1 give
    ([(1, LEN(S$))], 0).
    """
    number, terms = 0, list[tuple[int, Expression]]()
    for sign, term in [each for part in parts for each in sum_terms(part)]:
        opposites = (each for each in terms if each[0] == -sign and nodes.same_code(each[1], term))
        if isinstance(term, nodes.Number) and isinstance(term.value, int):
            number += sign * term.value
        elif opposite := next(opposites, None):
            terms.remove(opposite)
        else:
            terms.append((sign, term))
    return terms, number


def sum_terms(node: Expression, sign: int = 1) -> Iterator[tuple[int, Expression]]:
    """Yields the terms of a sum, each with 1 if it is added and -1 if it is subtracted."""
    match node:
        case nodes.Binary(operator="+" | "-" as operator, left=left, right=right):
            yield from sum_terms(left, sign)
            yield from sum_terms(right, sign if operator == "+" else -sign)
        case _:
            yield sign, node


def text_search(writer: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports INSTR: `text.find(wanted, start)`; by `basic.find` if the order of evaluation matters.

    INSTR has the start, which may be left out, before the text.
    """
    *start, text, wanted = given
    if start and not are_pure(writer.function, *given):
        return call(
            "basic.find", writer.as_int(start[0]), writer.value(text), writer.value(wanted), type_=INT
        )
    inside = [writer.value(wanted), *map(writer.as_int, start)]
    return piece_from_template("{text}.find({inside})", INT, text=writer.value(text), inside=inside)


def number_as_text(
    writer: PortExpressions, node: nodes.Function, value: Expression, *width: Expression
) -> Piece:
    """Ports STR$: `str(n)`, `str(n).rjust(width)`, or `basic.number_text(x)` for Reals."""
    piece = writer.value(value)
    wide = [writer.as_int(each) for each in width]
    kind = writer.kind(value)
    if kind.minus_zero:
        return call("basic.number_text", writer.signed_zero(value), *wide, type_=STR)
    if piece.type != INT:
        return call("basic.number_text", piece, *wide, type_=STR)
    # STR$ of a Real has six digits: a larger one is written with an exponent, as by Python's `g`
    spec = "" if kind.type is not Type.WHOLE or kind.is_within(-999_999, 999_999) else "g"
    text = call("str", piece, type_=STR)
    if spec:
        text = Piece(
            fstring_node([ast.FormattedValue(piece.node, -1, ast.JoinedStr([ast.Constant(spec)]))]), STR
        )
    return piece_from_template("{text}.rjust({wide})", STR, text=text, wide=wide) if wide else text


def formatted_text(writer: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports FORMAT$: an f-string where the pattern is a literal that Python's format strings can follow."""
    has_empty_places = len(given) < len(node.arguments)  # each of them stands for a directive, too
    if not has_empty_places and (text := format_string(writer, *given)):
        return text
    return Piece(builtin_call(writer, node, matching_form(writer, node)), STR)


def format_string(writer: PortExpressions, pattern: Expression, *values: Expression) -> Piece | None:
    """Returns FORMAT$ as an f-string, such as `f"{n:5}"`; None if Python would write a value otherwise."""
    if not isinstance(pattern, nodes.String):
        return None
    try:
        pieces = parse_pattern(pattern.value)
    except BasicError:
        return None
    if sum(isinstance(each, Directive) for each in pieces) != len(values):
        return None
    remaining_values = iter(values)
    parts: list[ast.expr] = []
    for each in pieces:
        if isinstance(each, str):
            parts.append(ast.Constant(each))
        elif field := fstring_field(writer, each, next(remaining_values)):
            parts.append(field)
        else:
            return None
    match parts, pieces:
        # a pattern that is only "%D" or "%S" needs no f-string
        case [ast.FormattedValue(value=only, format_spec=None)], [Directive(letter=letter)]:
            return call("str", only, type_=STR) if letter == "D" else Piece(only, STR)
    text = fstring_node(parts)
    # a longer f-string would not fit into a line
    return Piece(text, STR) if len(expression_text(text)) <= LONGEST_FORMAT else None


def fstring_field(writer: PortExpressions, directive: Directive, value: Expression) -> ast.expr | None:
    """Returns a value of FORMAT$ as a field of an f-string, `{n:5}`; None if Python would write it otherwise.

    A literal is text of the f-string.
    """
    piece = writer.value(value)
    if directive.letter == "D" and piece.type in {INT, FLOAT}:  # Python's format `d` refuses floats
        piece = writer.as_int(value)
    spec = format_spec(directive, piece, writer.kind(value))
    if spec is None or not fits_fstring(piece.node):
        return None
    if isinstance(piece.node, ast.Constant) and not spec:
        return ast.Constant(str(piece.node.value))
    return ast.FormattedValue(piece.node, -1, ast.JoinedStr([ast.Constant(spec)]) if spec else None)


def format_spec(directive: Directive, piece: Piece, kind: Kind) -> str | None:
    """Returns Python's format for a directive of FORMAT$; None if Python would write the value otherwise."""
    flags, width = directive.flags, str(directive.width or "")
    left = "<" if "-" in flags else ""
    sign = next((each for each in "+ " if each in flags), "")  # what stands before numbers of 0 or more
    zeros = "0" if "0" in flags and not left and width else ""
    match directive.letter:
        case "S" if piece.type == STR:
            return width and f"{left or '>'}{width}"  # Python puts texts to the left by itself
        case "D" if piece.type == INT:
            return f"{left if width else ''}{sign}{zeros}{width}"
        case "X" | "B" if piece.type == INT and kind.is_within(0, LARGEST):
            return f"{left if width else ''}{zeros}{width}{'X' if directive.letter == 'X' else 'b'}"
        # zeros would stand before `inf` in Python; an int has no -0
        case "F" if piece.type in {INT, FLOAT} and not zeros and not kind.minus_zero:
            return f"{left if width else ''}{sign}{width}.{directive.precision}f"
    return None


POPS = {"POP": "{owner}.pop()", "SHIFT": "{owner}.pop(0)"}


def popped_item(writer: PortExpressions, node: nodes.Function, owner: Expression) -> Piece:
    """Ports POP and SHIFT, which take the last or first element of an array or character of a string.

    Raises CannotPort if only the running listing knows which string that is.
    """
    if variable := writer.function.scope.array_named(owner):
        return piece_from_template(
            POPS[node.name],
            writer.function.module.type_of(variable),
            owner=writer.function.python_name(variable),
        )
    string = writer.mutable_object(owner)
    if string.type == fragments.TEXT:
        return piece_from_template(
            "{owner}.take({at})", STR, owner=string, at=number_literal(-1 if node.name == "POP" else 0)
        )
    if string.type == ANY and isinstance(owner, nodes.Name) and not writer.function.module.texts:
        return piece_from_template(POPS[node.name], ANY, owner=string)
    raise CannotPort(node.line, f"{node.name} takes from a string that only the running listing knows")


def color(writer: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports RGB. In the library the opacity is the last argument, in the listing the first."""
    parts = [*map(writer.as_int, given)]
    if len(parts) == 4 and not are_pure(writer.function, *given):  # keywords keep the order of evaluation
        names = ("alpha", "red", "green", "blue")
        return call("rgb", type_=INT, **dict(zip(names, parts, strict=True)))
    if len(parts) == 4:
        parts = [*parts[1:], parts[0]]
    return call("rgb", *parts, type_=INT)


def exponential(writer: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports EXP: `basic.exponential(x)`, or e without an argument."""
    return (
        call("basic.exponential", *map(writer.value, given), type_=FLOAT)
        if given
        else variable_piece("math.e", FLOAT)
    )


def dialog_call(writer: PortExpressions, node: nodes.Function, *_: Expression) -> Piece:
    """Ports DIALOG: `machine.system.dialog(text, kind=2, caption="SURE?")`.

    With a text as its second argument, the caption, it is a dialog to enter a text.
    """
    # `DIALOG TEXT$,kind,caption$,seconds`, or `DIALOG TEXT$,caption$,longest`
    text, second, third, fourth = [*node.arguments, None, None, None][:4]
    shown = writer.value(text) if text else fragments.string_literal("")
    kind = writer.kind(second) if second else INTEGER
    if second and kind.type is Type.STRING:
        longest = [writer.as_int(third)] if third else []
        return call("basic.dialog_text", "machine", shown, writer.value(second), *longest, type_=STR)
    if not kind.is_number:
        raise CannotPort(node.line, "DIALOG of a type or caption that only the running listing knows")
    options: dict[str, Part] = {}
    if second:
        options["kind"] = writer.as_int(second)
    if third:
        options["caption"] = writer.value(third)
    if fourth:
        options["seconds"] = writer.as_int(fourth)
    return call("machine.system.dialog", shown, **options, type_=INT)


# ---- files: a literal name such as "TXT:NAME" is opened by `storage`, any other name by `ports.files`


def file_exists(writer: PortExpressions, node: nodes.Function, given: Expression) -> Piece:
    """Ports CHKFILE: `machine.storage.exists("TXT", "NAME")`, or `files.exists` for any other name."""
    if literal_name := literal_file_name(writer, given):
        kind, name = literal_name
        return call("machine.storage.exists", fragments.string_literal(kind), name, type_=BOOL)
    return call("files.exists", "machine", writer.value(given), type_=BOOL)


def loaded_text(writer: PortExpressions, node: nodes.Function, given: Expression, *_: Expression) -> Piece:
    """Ports LOAD as a function, which returns the text of a file; `_`: its flag for a dialog."""
    match literal_file_name(writer, given):
        case "TXT", name:
            return call("machine.storage.read_text", name, type_=STR)
    return call("files.load_text", "machine", writer.value(given), type_=STR)


def literal_file_name(writer: PortExpressions, node: Expression | None) -> tuple[str, Piece] | None:
    """Returns (kind, name) of a file whose name is a literal without a project; None for any other name.

    Only `ports.files` sets RESULT: if the listing reads RESULT, the result is None for every name.
    """
    if isinstance(node, nodes.String) and "/" not in node.value and not writer.function.module.reads_result:
        kind, colon, name = node.value.partition(":")
        if colon and kind in {"TXT", "DAT"} and name:
            return kind, fragments.string_literal(ascii_upper(name))
    return None


def file_kind(node: Expression | None) -> str:
    """Returns the kind of a file, such as GRP0 of `"GRP0:"+N$`, if a literal has it; else ""."""
    prefix, colon, _ = leading_literal(node).partition(":")
    return ascii_upper(prefix) if colon else ""


def leading_literal(node: Expression | None) -> str:
    """Returns the literal that a sum of texts begins with: "TXT:" of `"TXT:"+N$`; else ""."""
    while isinstance(node, nodes.Binary) and node.operator == "+":
        node = node.left
    return node.value if isinstance(node, nodes.String) else ""


def background_cell(writer: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports BGGET, which has a flag for coordinates in pixels. Raises CannotPort if that is no literal."""
    layer, x, y, *flag = given
    of_pixel = literal_integer(flag[0]) if flag else 0
    if of_pixel is None:
        raise CannotPort(node.line, "BGGET with a flag that is worked out is not known to ports")
    method = "cell_of_pixel" if of_pixel else "cell"
    return call(f"machine.backgrounds.{method}", *map(writer.as_int, (layer, x, y)), type_=INT)


SPECIAL_FUNCTIONS: Mapping[str, Callable[..., Piece]] = {
    "ABS": absolute_value,
    "ASC": character_code,
    "BGGET": background_cell,
    "CEIL": rounded_to_int,
    "CHKFILE": file_exists,
    "EXP": exponential,
    "FLOOR": rounded_to_int,
    "DIALOG": dialog_call,
    "FORMAT$": formatted_text,
    "CHR$": lambda writer, _, code: character_of(writer, code),
    "INSTR": text_search,
    "LEFT$": text_beginning,
    "LEN": array_or_text_length,
    "LOAD": loaded_text,
    "MAX": min_or_max,
    "MID$": text_slice,
    "MIN": min_or_max,
    "PI": lambda *_: variable_piece("math.pi", FLOAT),
    "POP": popped_item,
    "POW": power,
    "RGB": color,
    "RIGHT$": text_end,
    "RND": random_number,
    "ROUND": rounded_to_int,
    "SHIFT": popped_item,
    "STR$": number_as_text,
    "VAL": number_in_text,
}
"""Functions that are not ported as a plain call; each gets the arguments without empty places."""
