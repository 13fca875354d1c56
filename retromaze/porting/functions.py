"""Ports calls of functions: which call of the machine, of Python or of `basic` each builtin becomes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from retromaze.analysis.kinds import INTEGER, Kind, Type
from retromaze.analysis.side_effects import outputs, parameters, receivers
from retromaze.analysis.type_rules import Variant
from retromaze.builtins.form import TRUTH, Form
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.builtins.strings import Directive
from retromaze.builtins.strings import pieces as pattern_pieces
from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.numbers import LARGEST
from retromaze.language.program import Variable
from retromaze.language.text import capitals
from retromaze.porting.module import Module, is_steady
from retromaze.porting.preparing import CannotPort
from retromaze.porting.units import defined
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
    expr,
    fstring,
    made,
    named,
    number,
)
from retromaze.python.printer import expression, fits_fstring

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
EMPTY = ast.Constant(None)
RESULTS = {"int": INT, "float": FLOAT, "str": STR, "number": ANY, "value": ANY}


def state(form: Form) -> ast.expr | None:
    """Returns the attribute that a form reads; None if it is a call."""
    path = ", ".join(f"machine.{each}" for each in form.state) or form.python
    return expr(path) if path else None


def form_of(line: int, name: str, arguments: Arguments, *, value: bool, receivers: int | None) -> Form:
    """Returns the form of a builtin that fits a call. Raises CannotPort if none fits."""
    entry = BUILTINS.get(name)
    form = entry.find(len(arguments), value=value, receivers=receivers) if entry else None
    if entry is None:
        raise CannotPort(line, f"{name} is defined nowhere")
    if form is None or any(
        node is None and not parameter.may_be_empty
        for parameter, node in zip(form.parameters, arguments, strict=False)
    ):
        raise CannotPort(line, f"{name} is called in a way that always fails")
    return form


def called(e: PortExpressions, node: nodes.Function | nodes.Instruction, form: Form) -> ast.expr:
    """Ports a call of a builtin: to a method of the machine, a function, a state or a declared expression."""
    if is_written_out(form):
        return written_out(e, node.line, form, node.arguments)
    if (form.state or "(" in form.python) and (attribute := state(form)):
        return attribute
    path = f"machine.{form.method}" if form.method else form.python
    if not path:
        reason = OUT_OF_REACH.get(BUILTINS[node.name].family, "is not ported yet")
        raise CannotPort(node.line, f"{node.name} {reason}")
    arguments = form_arguments(e, form, node.arguments)
    while arguments and arguments[-1] is EMPTY:
        arguments.pop()
    return call(path, *arguments).node


def form_arguments(e: PortExpressions, form: Form, arguments: Arguments) -> list[ast.expr]:
    """Returns the arguments as the parameters of a form need them; None for an empty place."""
    parameters = map(form.at, range(len(arguments)))
    return [
        EMPTY if each is None else argument(e, parameter.kind, each).node
        for parameter, each in zip(parameters, arguments, strict=True)
        if parameter is not None
    ]


def written_out(e: PortExpressions, line: int, form: Form, arguments: Arguments) -> ast.expr:
    """Fills the declared expression of a form with the arguments.

    Raises CannotPort if an argument with side effects would be evaluated more than once.
    """
    names = [each.name for each in form.parameters]
    for name, node in zip(names, arguments, strict=False):
        if form.python.count(f"{{{name}}}") > 1 and not is_steady(e.f, node):
            raise CannotPort(line, "an argument that does something is wanted more than once here")
    inside: dict[str, ast.expr | None] = dict.fromkeys(names)
    for name, each in zip(names, form_arguments(e, form, arguments), strict=False):
        # an empty place is None, but for an argument that goes by its name
        inside[name] = None if each is EMPTY and f"={{{name}}}" in form.python else each
    return expr(form.python, **inside)


def is_written_out(form: Form) -> bool:
    """Whether a form is declared as an expression with the names of its arguments."""
    return "{" in form.python


def argument(e: PortExpressions, kind: str, node: Expression) -> Piece:
    return e.place(node) if kind in {"int", "coordinate"} else e.signed_zero(node)


def system_variable(node: nodes.Name) -> Piece:
    """Returns the attribute for a system variable. Raises CannotPort if there is none."""
    form = VARIABLES[node.name].read
    found = state(form)
    if found is None:
        raise CannotPort(node.line, f"{node.name} is not known to ports")
    return Piece(found, RESULTS[form.result])


def function(e: PortExpressions, node: nodes.Function) -> Piece:
    """Returns the value of a function, a DEF or a builtin. Raises CannotPort."""
    if node.name in e.f.module.variants:
        return definition_call(e, node)
    form = form_of(node.line, node.name, node.arguments, value=True, receivers=None)
    if own := OWN.get(node.name):
        return own(e, node, *[each for each in node.arguments if each is not None])
    if node.name == "BUTTON" and nodes.same(node.arguments, (nodes.Number(0, 0, 0),)):
        return call("machine.input.button", type_=INT)
    is_bool = form.range == TRUTH and (form.state or form.method or is_written_out(form))
    return Piece(called(e, node, form), BOOL if is_bool else RESULTS[form.result])


def definition_call(e: PortExpressions, node: nodes.Function | nodes.Instruction) -> Piece:
    """Returns the call of a DEF. Raises CannotPort if the DEF cannot be called like that."""
    module = e.f.module
    variant = module.variants.find(e.kind, node)
    if variant is None:
        raise CannotPort(node.line, f"{node.name} is called in a way that always fails")
    arguments = []
    for name, each in zip(receivers(variant.scope), node.arguments, strict=True):
        if name is None or each is None:
            continue
        type_ = module.type_of(variant.scope.variables[name])
        if e.array_named(each):
            arguments.append(e.value(each))
        else:
            arguments.append(e.shared_text(each) if type_ == fragments.TEXT else e.stored(each, type_))
    return call("self." + module.functions[variant], *arguments, type_=result_of(module, variant))


# ---- parameters and results of a port's functions


def result_of(module: Module, variant: Variant) -> str:
    """Returns the Python type of the result of a DEF's function; "None" for no result."""
    if defined(variant.scope).returns:
        return module.type_of(variant.result)
    return results_of(module, [variant.scope.variables[name] for name in outputs(variant.scope)])


def results_of(module: Module, results: Sequence[Variable]) -> str:
    """Returns the Python type of a function that returns these variables."""
    types = [module.type_of(each) for each in results]
    if not types:
        return "None"
    return types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"


def parameters_of(module: Module, variant: Variant) -> list[ast.arg]:
    """Returns the parameters of a DEF's function."""
    scope = variant.scope
    return [
        ast.arg(module.names.variables[name], expr(module.annotation(scope.variables[name])))
        for name in dict.fromkeys(parameters(scope))
    ]


def smallest(e: PortExpressions, node: nodes.Function, *operands: Expression) -> Piece:
    name = node.name.lower()
    pairs = [(e.value(each), each) for each in operands]
    arguments = [piece for piece, _ in pairs]
    if len(arguments) == 1:
        array = e.array_named(operands[0])
        type_ = e.f.module.type_of(array) if array else arguments[0].type
        return call(name, *arguments, type_=type_) if array else arguments[0]
    if all(each.is_int for each in arguments):
        return call(name, *arguments, type_=INT)
    is_integer = [each.type == NUMBER or e.kind(operands).type is Type.INTEGER for each, operands in pairs]
    if len(pairs) == 2 and all(is_integer):
        return call(name, *arguments, type_=NUMBER)
    return signed_smallest(e, node)


def signed_smallest(e: PortExpressions, node: nodes.Function) -> Piece:
    """Ports MIN and MAX of Reals with floats, so that a zero keeps its sign."""
    arguments = [e.stored(each, FLOAT) for each in node.arguments if each is not None]
    type_ = FLOAT if all(each.type == FLOAT for each in arguments) else ANY
    return call(node.name.lower(), *arguments, type_=type_)


def length(e: PortExpressions, node: nodes.Function, argument: Expression) -> Piece:
    variable = e.array_named(argument)
    if variable is None:
        return call("len", e.value(argument), type_=INT)
    many = variable.dimensions > 1
    return call("basic.size" if many else "len", e.f.name(variable), type_=INT)


def random(e: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    *series, bound = given
    limit, rest = e.place(bound), [*map(e.place, series)]
    if rest and not is_steady(e.f, *given):
        return made("machine.rng.below(series={x}, bound={y})", INT, x=rest[0], y=limit)
    return call("machine.rng.below", limit, *rest, type_=INT)


def absolute(e: PortExpressions, node: nodes.Function, given: Expression) -> Piece:
    piece = e.value(given)
    return call("abs", piece, type_=INT if piece.is_int else piece.type)


WHOLE = {"FLOOR": "math.floor({x})", "CEIL": "math.ceil({x})", "ROUND": "int(basic.rounded({x}))"}


def floor(e: PortExpressions, node: nodes.Function, given: Expression) -> Piece:
    piece = e.value(given)
    return piece if piece.is_int else made(WHOLE[node.name], INT, x=piece)


def signed_floor(e: PortExpressions, node: nodes.Function, argument: Expression) -> Piece:
    """Ports FLOOR, CEIL and ROUND where -0 matters: the result is a float."""
    if e.kind(argument).is_int:
        return e.signed_zero(argument)
    word = "rounded" if node.name == "ROUND" else "ceiling"
    return call(f"basic.{word}", e.value(argument), type_=FLOAT)


def character_of(e: PortExpressions, code: Expression) -> Piece:
    """Returns the character of a code, of which the console uses the lower 16 bits.

    A code with an unknown range is assumed to fit, so that the port stays readable.
    """
    if isinstance(code, nodes.Number) and 0 <= code.value <= 0xFFFF:
        return fragments.string(chr(int(code.value)))
    piece, kind = e.place(code), e.kind(code)
    constant = isinstance(code, nodes.Unary) and isinstance(code.operand, nodes.Number)
    unknown = not kind.is_int or kind.high > 1 << 31
    within = kind.low >= 0 and kind.high <= 0xFFFF
    if (unknown and not constant) or within:
        return call("chr", piece, type_=STR)
    return made("chr({code} & {bits})", STR, code=piece, bits=fragments.hexadecimal("FFFF"))


def known_integer(node: Expression) -> int | None:
    """Returns a number that is written out, cut toward zero; None for others and for large numbers."""
    match node:
        case nodes.Number(value=value) if abs(value) <= LARGEST:
            return int(value)
    return None


def last_part(e: PortExpressions, node: nodes.Function, text: Expression, count: Expression) -> Piece:
    letters = known_integer(count)
    if letters is not None and letters > 0:
        return made("{text}[-{count}:]", STR, text=e.value(text), count=number(letters))
    return call("basic.right", e.value(text), e.place(count), type_=STR)


def middle(
    e: PortExpressions, node: nodes.Function, text: Expression, start: Expression, count: Expression
) -> Piece:
    """Returns `text[start : start + count]`, shortened to `text[:count]` or `text[start:]` where possible."""
    first, many = e.subscript(start), e.subscript(count)
    if not is_steady(e.f, start):  # `start` would be evaluated twice, with two results
        return call("basic.middle", e.value(text), e.place(start), e.place(count), type_=STR)
    if is_rest(text, start, count):
        return made("{text}[{first}:]", STR, text=e.value(text), first=first)
    if fragments.literal(first) == 0:
        return made("{text}[:{end}]", STR, text=e.value(text), end=many)
    if (letters := known_integer(count)) is not None:
        end = fragments.plus_amount(first, letters)
    else:
        end = fragments.operation("+", first, many, INT)
    return made("{text}[{first}:{end}]", STR, text=e.value(text), first=first, end=end)


def is_rest(text: Expression, start: Expression, count: Expression) -> bool:
    """Whether `MID$(S$,I,LEN(S$)-I)` takes all characters from a place on."""
    match count:
        case nodes.Binary(operator="-", left=nodes.Function(name="LEN", arguments=(measured,)), right=taken):
            is_name = isinstance(text, nodes.Name) and isinstance(start, nodes.Name | nodes.Number)
            return is_name and nodes.same(measured, text) and nodes.same(taken, start)
    return False


def find(e: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    *start, text, wanted = given
    if start and not is_steady(e.f, *given):
        return call("basic.find", e.place(start[0]), e.value(text), e.value(wanted), type_=INT)
    inside = [e.value(wanted), *map(e.place, start)]
    return made("{text}.find({inside})", INT, text=e.value(text), inside=inside)


def number_text(e: PortExpressions, node: nodes.Function, value: Expression, *width: Expression) -> Piece:
    piece = e.value(value)
    wide = [e.place(each) for each in width]
    kind = e.kind(value)
    if kind.minus_zero:
        return call("basic.number_text", e.signed_zero(value), *wide, type_=STR)
    if piece.type != INT:
        return call("basic.number_text", piece, *wide, type_=STR)
    # six digits: more are written with an exponent
    spec = "" if kind.type is not Type.WHOLE or kind.within(-999_999, 999_999) else "g"
    columns = known_integer(width[0]) if width else None
    if columns and columns > 0 and fits_fstring(piece.node):
        spec, wide = f"{columns}{spec}", []
    text = call("str", piece, type_=STR)
    if spec:
        text = Piece(fstring([ast.FormattedValue(piece.node, -1, ast.JoinedStr([ast.Constant(spec)]))]), STR)
    return made("{text}.rjust({wide})", STR, text=text, wide=wide) if wide else text


def formatted(e: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports FORMAT$: an f-string where the pattern is a literal that Python's format strings can follow."""
    if len(given) == len(node.arguments) and (text := format_string(e, *given)):
        return text
    form = form_of(node.line, node.name, node.arguments, value=True, receivers=None)
    return Piece(called(e, node, form), STR)


def format_string(e: PortExpressions, pattern: Expression, *values: Expression) -> Piece | None:
    """Returns FORMAT$'s text as an f-string; None if Python would write a value otherwise."""
    if not isinstance(pattern, nodes.String):
        return None
    try:
        pieces = pattern_pieces(pattern.value)
    except BasicError:
        return None
    if sum(isinstance(each, Directive) for each in pieces) != len(values):
        return None
    rest = iter(values)
    parts: list[ast.expr] = []
    for each in pieces:
        if isinstance(each, str):
            parts.append(ast.Constant(each))
            continue
        value = next(rest)
        piece = e.value(value)
        if each.letter == "D" and piece.type == FLOAT:
            piece = call("int", piece, type_=INT)
        spec = format_spec(each, piece, e.kind(value))
        if spec is None or not fits_fstring(piece.node):
            return None
        if isinstance(piece.node, ast.Constant) and not spec:
            parts.append(ast.Constant(str(piece.node.value)))
        else:
            parts.append(
                ast.FormattedValue(piece.node, -1, ast.JoinedStr([ast.Constant(spec)]) if spec else None)
            )
    match parts, pieces:
        case [ast.FormattedValue(value=only, format_spec=None)], [Directive(letter=letter)]:
            return call("str", only, type_=STR) if letter == "D" else Piece(only, STR)
    text = fstring(parts)
    return Piece(text, STR) if len(expression(text)) <= LONGEST_FORMAT else None


def format_spec(directive: Directive, piece: Piece, kind: Kind) -> str | None:
    """Returns Python's format specification for a directive of FORMAT$; None if it would write otherwise."""
    flags, width = directive.flags, str(directive.width or "")
    left = "<" if "-" in flags else ""
    sign = "+" if "+" in flags else " " if " " in flags else ""
    zeros = "0" if "0" in flags and not left and width else ""
    match directive.letter:
        case "S" if piece.type == STR:
            return width and f"{left or '>'}{width}"
        case "D" if piece.type == INT:
            return f"{left if width else ''}{sign}{zeros}{width}"
        case "X" | "B" if piece.type == INT and kind.within(0, LARGEST):
            return f"{left if width else ''}{zeros}{width}{'X' if directive.letter == 'X' else 'b'}"
        # zeros would stand before `inf` in Python; an int has no -0
        case "F" if piece.type in {INT, FLOAT} and not zeros and not kind.minus_zero:
            return f"{left if width else ''}{sign}{width}.{directive.precision}f"
    return None


POPS = {"POP": "{owner}.pop()", "SHIFT": "{owner}.pop(0)"}


def taken(e: PortExpressions, node: nodes.Function, owner: Expression) -> Piece:
    """Ports POP and SHIFT of an array, or of a string that several names may share. Raises CannotPort."""
    if variable := e.array_named(owner):
        return made(POPS[node.name], e.f.module.type_of(variable), owner=e.f.name(variable))
    string = e.owner_of(owner)
    if string.type == fragments.TEXT:
        return made("{owner}.take({at})", STR, owner=string, at=number(-1 if node.name == "POP" else 0))
    if string.type == ANY and isinstance(owner, nodes.Name) and not e.f.module.texts:
        return made(POPS[node.name], ANY, owner=string)
    raise CannotPort(node.line, f"{node.name} takes from a string that only the running listing knows")


def color(e: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports RGB. In the library the opacity is the last argument, in the listing the first."""
    parts = [*map(e.place, given)]
    if len(parts) == 4 and not is_steady(e.f, *given):
        names = ("alpha", "red", "green", "blue")
        return call("rgb", type_=INT, **dict(zip(names, parts, strict=True)))
    if len(parts) == 4:
        parts = [*parts[1:], parts[0]]
    return call("rgb", *parts, type_=INT)


def exponential(e: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    return call("basic.exponential", *map(e.value, given), type_=FLOAT) if given else named("math.e", FLOAT)


def dialog(e: PortExpressions, node: nodes.Function, *_: Expression) -> Piece:
    """Ports DIALOG. With a text as its second argument it is a dialog to enter a text, with that caption."""
    text, second, third, fourth = [*node.arguments, None, None, None][:4]
    shown = e.value(text) if text else fragments.string("")
    kind = e.kind(second) if second else INTEGER
    if second and kind.type is Type.STRING:
        longest = [e.place(third)] if third else []
        return call("basic.dialog_text", "machine", shown, e.value(second), *longest, type_=STR)
    if not kind.is_number:
        raise CannotPort(node.line, "DIALOG of a type or caption that only the running listing knows")
    options: dict[str, Part] = {}
    if second:
        options["kind"] = e.place(second)
    if third:
        options["caption"] = e.value(third)
    if fourth:
        options["seconds"] = e.place(fourth)
    return call("machine.desk.dialog", shown, **options, type_=INT)


# ---- files: a literal name such as "TXT:NAME" is opened by `storage`, any other name by `ports.files`


def file_there(e: PortExpressions, node: nodes.Function, given: Expression) -> Piece:
    literal_name = file_name(e, given)
    if literal_name is None:
        return call("files.exists", "machine", e.value(given), type_=BOOL)
    kind, name = literal_name
    return call("machine.storage.exists", fragments.string(kind), name, type_=BOOL)


def file_text(e: PortExpressions, node: nodes.Function, given: Expression, *_: Expression) -> Piece:
    kind, name = file_name(e, given) or ("", None)
    if kind == "TXT" and name:
        return call("machine.storage.read_text", name, type_=STR)
    return call("files.load_text", "machine", e.value(given), type_=STR)


def file_name(e: PortExpressions, node: Expression | None) -> tuple[str, Piece] | None:
    """Returns (kind, name) of a file whose name is a literal without a project; None for any other name.

    Only `ports.files` sets RESULT: if the listing reads RESULT, the result is None for every name.
    """
    if isinstance(node, nodes.String) and "/" not in node.value and not e.f.module.asks_result:
        kind, colon, name = node.value.partition(":")
        if colon and kind in {"TXT", "DAT"} and name:
            return kind, fragments.string(capitals(name))
    return None


def prefix_of(node: Expression | None) -> str:
    """Returns the kind of a file, before the colon of its name, if that is known; else ""."""
    prefix, colon, _ = text_at_start(node).partition(":")
    return capitals(prefix) if colon else ""


def text_at_start(node: Expression | None) -> str:
    """Returns the text at the beginning of a sum of texts, if it is a literal; else ""."""
    while isinstance(node, nodes.Binary) and node.operator == "+":
        node = node.left
    return node.value if isinstance(node, nodes.String) else ""


def cell(e: PortExpressions, node: nodes.Function, *given: Expression) -> Piece:
    """Ports BGGET, which has a flag for a place in pixels. Raises CannotPort if the flag is no literal."""
    layer, x, y, *flag = given
    of_pixel = known_integer(flag[0]) if flag else 0
    if of_pixel is None:
        raise CannotPort(node.line, "BGGET with a flag that is worked out is not known to ports")
    method = "cell_of_pixel" if of_pixel else "cell"
    return call(f"machine.backgrounds.{method}", *map(e.place, (layer, x, y)), type_=INT)


OWN: Mapping[str, Callable[..., Piece]] = {
    "ABS": absolute, "BGGET": cell, "CEIL": floor, "CHKFILE": file_there, "EXP": exponential, "FLOOR": floor,
    "DIALOG": dialog, "FORMAT$": formatted,
    "CHR$": lambda e, _, code: character_of(e, code), "INSTR": find, "LEN": length, "LOAD": file_text,
    "MAX": smallest, "MID$": middle, "MIN": smallest, "PI": lambda *_: named("math.pi", FLOAT),
    "POP": taken, "RGB": color, "RIGHT$": last_part, "RND": random, "ROUND": floor, "SHIFT": taken,
    "STR$": number_text, "VAL": lambda e, _, text: call("basic.number", e.value(text), type_=NUMBER),
}  # fmt: skip
"""Functions that are not ported as a plain call; each gets the arguments without empty places."""
