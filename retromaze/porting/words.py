"""Which call of the machine, of Python or of `basic` a word of BASIC becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retromaze.builtins.registry import BUILTINS, Builtin, Form
from retromaze.compiler.facts.kinds import Type
from retromaze.compiler.facts.variants import receivers
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.porting import pieces
from retromaze.porting.module import Function
from retromaze.porting.pieces import ANY, BOOL, FLOAT, INT, STR, Piece, call, number
from retromaze.porting.refusals import CannotPort, cannot_call
from retromaze.porting.signatures import result_of

if TYPE_CHECKING:
    from retromaze.porting.expressions import Expressions

Arguments = tuple[Expression | None, ...]

# Those that take the word's arguments as they come, in their order.
INSTRUCTIONS = {
    "ACLS": "machine.reset",
    "ATTR": "machine.console.set_attributes",
    "BACKCOLOR": "machine.screen.set_backdrop",
    "BREPEAT": "machine.input.set_repeat",
    "CLS": "machine.console.clear",
    "COLOR": "machine.console.set_color",
    "DISPLAY": "machine.display",
    "FADE": "machine.screen.set_fade",
    "GBOX": "machine.screen.box",
    "GCLS": "machine.screen.clear",
    "GCOLOR": "machine.screen.set_color",
    "GFILL": "machine.screen.fill",
    "GLINE": "machine.screen.line",
    "GPAGE": "machine.screen.set_pages",
    "GPAINT": "machine.screen.paint",
    "GPRIO": "machine.screen.set_priority",
    "GPSET": "machine.screen.point",
    "GTRI": "machine.screen.triangle",
    "LOCATE": "machine.console.locate",
    "SCROLL": "machine.console.scroll",
    "VSYNC": "machine.vsync",
    "WAIT": "machine.wait",
    "WIDTH": "machine.console.set_width",
}
FUNCTIONS = {
    "ABS": "abs",
    "ACOS": "math.acos",
    "ASIN": "math.asin",
    "BIN$": "basic.binary",
    "BUTTON": "machine.input.button",
    "CHKCHR": "machine.console.code_at",
    "CLASSIFY": "basic.classify",
    "COS": "math.cos",
    "COSH": "math.cosh",
    "DEG": "basic.degrees",
    "FORMAT$": "basic.formatted",
    "GSPOIT": "machine.screen.spoit",
    "HEX$": "basic.hexadecimal",
    "INKEY$": "machine.input.inkey",
    "LOG": "math.log",
    "POW": "basic.power",
    "RAD": "basic.radians",
    "RNDF": "machine.rng.fraction",
    "ROUND": "basic.rounded",
    "SGN": "basic.sign",
    "SIN": "math.sin",
    "SINH": "math.sinh",
    "SQR": "math.sqrt",
    "TAN": "math.tan",
    "TANH": "math.tanh",
    "VAL": "basic.value",
}
SEVERAL = {
    "STICK": "machine.input.stick",
    "STICKEX": "machine.input.second_stick",
    "TOUCH": "machine.input.touched",
}
READ = {
    "CSRX": ("machine.console.column", INT),
    "CSRY": ("machine.console.row", INT),
    "DATE$": ('machine.calendar.strftime("%Y/%m/%d")', STR),
    "FALSE": ("0", INT),
    "MAINCNT": ("machine.frame", INT),
    "MILLISEC": ("machine.frame * 1000 // 60", INT),
    "TABSTEP": ("machine.tab_step", INT),
    "TIME$": ('machine.calendar.strftime("%H:%M:%S")', STR),
    "TRUE": ("1", INT),
}
WRITTEN = {"TABSTEP": "machine.tab_step"}
LOOKS = {"BUTTON", "INKEY$", "STICK", "STICKEX", "TOUCH", "MAINCNT", "MILLISEC", "TIME$", "DATE$"}
WAITS = {"VSYNC", "WAIT"}
RESULTS = {"int": INT, "float": FLOAT, "str": STR, "number": ANY, "value": ANY}


def path(f: Function, written: str) -> str:
    """A function's path, its module noted as used."""
    root, _, name = written.partition(".")
    if root == "machine":
        return f"{f.machine}.{name}"
    if root in {"basic", "math"}:
        f.module.imports.add(root)
    return written


def form_of(line: int, name: str, arguments: Arguments, *, value: bool, receivers: int | None) -> Form:
    """The form of a builtin that a call has. Raises CannotPort where there is none."""
    entry = BUILTINS.get(name)
    form = entry.find(len(arguments), value=value, receivers=receivers) if entry else None
    if entry is None:
        raise CannotPort(line, f"{name} is defined nowhere")
    if form is None:
        raise CannotPort(line, f"{name} is called in a way that always fails")
    return form


def given(e: Expressions, form: Form, arguments: Arguments) -> list[Piece | str]:
    """The arguments as the parameters of a form ask for them."""
    wanted = [each.kind for each in form.parameters]
    wanted += [form.rest] * (len(arguments) - len(wanted))
    return [
        "None" if each is None else argument(e, kind, each)
        for kind, each in zip(wanted, arguments, strict=False)
    ]


def argument(e: Expressions, kind: str, node: Expression) -> Piece:
    if kind in {"int", "coordinate"}:
        piece = e.place(node)
        return call("int", piece, type_=INT) if piece.type == BOOL else piece
    return e.value(node)


def system_variable(f: Function, node: nodes.Name) -> Piece:
    if node.name not in READ:
        raise CannotPort(node.line, f"{node.name} is not known to ports")
    text, type_ = READ[node.name]
    if text.startswith("machine."):
        text = path(f, text)
    return Piece(text, type_, pieces.PRODUCT if " " in text else pieces.ATOM)


# ---- functions


def function(e: Expressions, node: nodes.Function) -> Piece:
    """A function's value."""
    if node.name in e.f.module.variants:
        return defined(e, node)
    if own := OWN.get(node.name):
        form_of(node.line, node.name, node.arguments, value=True, receivers=None)
        return own(e, node)
    form = form_of(node.line, node.name, node.arguments, value=True, receivers=None)
    if node.name == "BUTTON" and node.arguments == (nodes.Number(0, 0, 0),):
        return call(f"{e.f.machine}.input.button", type_=INT)
    if node.name not in FUNCTIONS:
        raise cannot_call(node.line, node.name, family(node.name))
    return call(
        path(e.f, FUNCTIONS[node.name]),
        *given(e, form, node.arguments),
        type_=result_type(e, node, form),
    )


def family(name: str) -> str:
    entry: Builtin | None = BUILTINS.get(name)
    return entry.family if entry else ""


def result_type(e: Expressions, node: nodes.Function, form: Form) -> str:
    if node.name == "VAL":
        return FLOAT
    if form.result == "number":
        arguments = [e.value(each) for each in node.arguments if each is not None]
        return INT if all(each.is_int for each in arguments) else FLOAT
    return RESULTS[form.result]


def defined(e: Expressions, node: nodes.Function | nodes.Instruction) -> Piece:
    """The call of a DEF."""
    module = e.f.module
    variant = module.variants.find(e.kind, node)
    if variant is None:
        raise CannotPort(node.line, f"{node.name} is called in a way that always fails")
    arguments = []
    for name, each in zip(receivers(variant.scope), node.arguments, strict=True):
        if name is None or each is None:
            continue
        parameter = variant.scope.variables[name]
        arguments.append(handed(e, each, module.type_of(parameter)))
    return call("self." + module.functions[id(variant)], *arguments, type_=result_of(module, variant))


def handed(e: Expressions, node: Expression, wanted: str) -> Piece:
    """An argument of a DEF: an array or a shared string as it is."""
    if e.array_named(node):
        return e.name(node)  # type: ignore[arg-type]
    if wanted == pieces.TEXT:
        return e.shared_text(node)  # type: ignore[attr-defined]
    return e.stored(node, wanted)


# ---- functions with a form of their own


def smallest(e: Expressions, node: nodes.Function) -> Piece:
    name = "max" if node.name == "MAX" else "min"
    arguments = [e.value(each) for each in node.arguments if each is not None]
    if len(arguments) == 1:
        array = e.array_named(node.arguments[0])
        type_ = e.f.module.type_of(array) if array else arguments[0].type
        return call(name, *arguments, type_=type_) if array else arguments[0]
    return call(name, *arguments, type_=INT if all(each.is_int for each in arguments) else FLOAT)


def length(e: Expressions, node: nodes.Function) -> Piece:
    (argument,) = node.arguments
    assert argument is not None
    variable = e.array_named(argument)
    if variable is None:
        return call("len", e.value(argument), type_=INT)
    many = variable.dimensions > 1
    return call(e.f.basic("size") if many else "len", e.f.name(variable), type_=INT)


def random(e: Expressions, node: nodes.Function) -> Piece:
    *series, bound = node.arguments
    assert bound is not None
    limit, kind = e.place(bound), e.kind(bound)
    rest = [e.place(each) for each in series if each is not None]
    if kind.is_int and kind.low < 1 and isinstance(bound, nodes.Number):
        return call(e.f.basic("random_below"), e.f.machine, limit, *rest, type_=INT)
    return call(f"{e.f.machine}.rng.below", limit, *rest, type_=INT)


def absolute(e: Expressions, node: nodes.Function) -> Piece:
    piece = e.value(node.arguments[0])  # type: ignore[arg-type]
    return call("abs", piece, type_=INT if piece.is_int else piece.type)


def floor(e: Expressions, node: nodes.Function) -> Piece:
    piece = e.value(node.arguments[0])  # type: ignore[arg-type]
    if piece.is_int:
        return piece
    names = {"FLOOR": e.f.math, "CEIL": e.f.math, "ROUND": e.f.basic}
    words = {"FLOOR": "floor", "CEIL": "ceil", "ROUND": "rounded"}
    found = call(names[node.name](words[node.name]), piece, type_=INT)
    return call("int", found, type_=INT) if node.name == "ROUND" else found


def character(e: Expressions, node: nodes.Function) -> Piece:
    (code,) = node.arguments
    assert code is not None
    piece = e.place(code)
    if not e.kind(code).is_int or e.kind(code).high <= 0xFFFF or e.kind(code).high > 1 << 31:
        return call("chr", piece, type_=STR)
    return call("chr", Piece(f"{piece.at(pieces.BIT_AND)} & 0xFFFF", INT, pieces.BIT_AND), type_=STR)


def code(e: Expressions, node: nodes.Function) -> Piece:
    piece = e.value(node.arguments[0])  # type: ignore[arg-type]
    return call("ord", f"{piece.at(pieces.ATOM)}[0]", type_=INT)


def first_part(e: Expressions, node: nodes.Function) -> Piece:
    text, count = node.arguments
    assert text is not None and count is not None
    return Piece(f"{e.value(text).at(pieces.ATOM)}[:{e.place(count).text}]", STR)


def last_part(e: Expressions, node: nodes.Function) -> Piece:
    text, count = node.arguments
    assert text is not None and count is not None
    if isinstance(count, nodes.Number) and count.value >= 1:
        return Piece(f"{e.value(text).at(pieces.ATOM)}[-{int(count.value)}:]", STR)
    return call(e.f.basic("right"), e.value(text), e.place(count), type_=STR)


def middle(e: Expressions, node: nodes.Function) -> Piece:
    """`text[start : start + count]`"""
    text, start, count = node.arguments
    assert text is not None and start is not None and count is not None
    first, many = e.place(start), e.place(count)
    if isinstance(start, nodes.Number) and isinstance(count, nodes.Number):
        part = f"{first.text}:{int(start.value) + int(count.value)}"
    elif isinstance(count, nodes.Number):
        part = f"{first.text} : {pieces.added(first, int(count.value)).text}"
    else:
        part = f"{first.text} : {pieces.operation('+', first, many, INT).text}"
    return Piece(f"{e.value(text).at(pieces.ATOM)}[{part}]", STR)


def find(e: Expressions, node: nodes.Function) -> Piece:
    *start, text, wanted = [each for each in node.arguments if each is not None]
    inside = [e.value(wanted), *map(e.place, start)]
    return call(f"{e.value(text).at(pieces.ATOM)}.find", *inside, type_=INT)


def replaced(e: Expressions, node: nodes.Function) -> Piece:
    text, start, *count, new = [each for each in node.arguments if each is not None]
    many: Piece | str = e.place(count[0]) if count else "None"
    return call(e.f.basic("replaced"), e.value(text), e.place(start), many, e.value(new), type_=STR)


def number_text(e: Expressions, node: nodes.Function) -> Piece:
    value, *width = [each for each in node.arguments if each is not None]
    piece = e.value(value)
    if piece.type == BOOL:
        piece = call("int", piece, type_=INT)
    wide = [e.place(each) for each in width]
    kind = e.kind(value)
    if piece.type == INT and kind.type is Type.WHOLE and not kind.within(-999_999, 999_999):
        text = Piece(f'f"{{{piece.text}:g}}"', STR)  # six digits: more are written with an exponent
        return call(f"{text.text}.rjust", *wide, type_=STR) if wide else text
    if piece.type != INT:
        return call(e.f.basic("number_text"), piece, *wide, type_=STR)
    text = call("str", piece, type_=STR)
    return call(f"{text.text}.rjust", *wide, type_=STR) if wide else text


def taken(e: Expressions, node: nodes.Function) -> Piece:
    """POP and SHIFT of an array, or of a string that several names may share."""
    (owner,) = node.arguments
    if variable := e.array_named(owner):
        position = "" if node.name == "POP" else "0"
        return Piece(f"{e.f.name(variable)}.pop({position})", e.f.module.type_of(variable))
    found = e.owner_of(owner)  # type: ignore[arg-type]
    if found.type == pieces.TEXT:
        return call(f"{found.text}.take", number(-1 if node.name == "POP" else 0), type_=STR)
    if found.type == ANY and isinstance(owner, nodes.Name):
        return Piece(f"{found.text}.pop({'' if node.name == 'POP' else '0'})", ANY)
    raise CannotPort(node.line, f"{node.name} takes from a string that only the running listing knows")


def color(e: Expressions, node: nodes.Function) -> Piece:
    """RGB: the library has opacity last."""
    parts = [e.place(each) for each in node.arguments if each is not None]
    if len(parts) == 4:
        parts = [*parts[1:], parts[0]]
    e.f.module.imports.add("rgb")
    return call("rgb", *parts, type_=INT)


def constant_e(e: Expressions, node: nodes.Function) -> Piece:
    if not node.arguments:
        return Piece(e.f.math("e"), FLOAT)
    return call(e.f.basic("exponential"), e.value(node.arguments[0]), type_=FLOAT)  # type: ignore[arg-type]


def arc_tangent(e: Expressions, node: nodes.Function) -> Piece:
    parts = [e.value(each) for each in node.arguments if each is not None]
    return call(e.f.math("atan2" if len(parts) == 2 else "atan"), *parts, type_=FLOAT)


def pi(e: Expressions, node: nodes.Function) -> Piece:
    return Piece(e.f.math("pi"), FLOAT)


def asked_state(e: Expressions, node: nodes.Function) -> Piece:
    """The forms without arguments that tell a setting."""
    texts = {
        "BACKCOLOR": "screen.backdrop",
        "DISPLAY": "screens.index({0}.screen)",
        "FADE": "screen.fade.color",
        "FADECHK": "screen.fade.moving",
        "GCOLOR": "screen.color",
        "WIDTH": "console.cell_size",
    }
    text = f"{e.f.machine}.{texts[node.name]}".format("machine")
    return Piece(text, BOOL if node.name == "FADECHK" else INT)


def file_there(e: Expressions, node: nodes.Function) -> Piece:
    kind, name = file_name(e, node.line, node.arguments[0])
    return call(f"{e.f.machine}.storage.exists", pieces.string(kind), name, type_=BOOL)


def file_text(e: Expressions, node: nodes.Function) -> Piece:
    kind, name = file_name(e, node.line, node.arguments[0])
    if kind != "TXT":
        raise CannotPort(node.line, "LOAD of anything but a text is not known to ports")
    return call(f"{e.f.machine}.storage.read_text", name, type_=STR)


def file_name(e: Expressions, line: int, node: Expression | None) -> tuple[str, Piece]:
    """(kind, name) of a file that is named outright, without a project."""
    if isinstance(node, nodes.String) and "/" not in node.value:
        kind, colon, name = node.value.partition(":")
        if colon and kind in {"TXT", "DAT"}:
            return kind, pieces.string(name.upper())
    raise CannotPort(line, 'a port knows only files that are named outright as "TXT:NAME" or "DAT:NAME"')


OWN = {
    "ABS": absolute, "ASC": code, "ATAN": arc_tangent, "BACKCOLOR": asked_state, "CEIL": floor,
    "CHKFILE": file_there, "CHR$": character, "DISPLAY": asked_state, "EXP": constant_e,
    "FADE": asked_state, "FADECHK": asked_state, "FLOOR": floor, "GCOLOR": asked_state, "INSTR": find,
    "LEFT$": first_part, "LEN": length, "LOAD": file_text, "MAX": smallest, "MID$": middle,
    "MIN": smallest, "PI": pi, "POP": taken, "RGB": color, "RIGHT$": last_part, "RND": random,
    "ROUND": floor, "SHIFT": taken, "STR$": number_text, "SUBST$": replaced, "WIDTH": asked_state,
}  # fmt: skip
