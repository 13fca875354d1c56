"""Which call of the machine, of Python or of `basic` each builtin becomes in a port."""

from __future__ import annotations

from retromaze.builtins.registry import BUILTINS, Builtin, Form, Parameter
from retromaze.builtins.unsimulated import UNSIMULATED
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.porting import pieces
from retromaze.porting.module import Function
from retromaze.porting.pieces import ANY, FLOAT, INT, STR, Piece
from retromaze.porting.refusals import CannotPort
from retromaze.porting.shapes import Shapes

Arguments = tuple[Expression | None, ...]

# Those that take the word's arguments as they come, in their order.
INSTRUCTIONS = {
    "ACLS": "machine.reset",
    "ATTR": "machine.console.set_attributes",
    "BACKCOLOR": "machine.screen.set_backdrop",
    "BGMCLEAR": "machine.sound.clear_tunes",
    "BGMCONT": "machine.sound.resume",
    "BGMPAUSE": "machine.sound.pause",
    "BGMSET": "machine.sound.set_tune",
    "BGMSTOP": "machine.sound.stop",
    "BGMVAR": "machine.sound.set_variable",
    "BREPEAT": "machine.input.set_repeat",
    "CLS": "machine.console.clear",
    "COLOR": "machine.console.set_color",
    "DISPLAY": "machine.display",
    "EFCOFF": "machine.sound.effects_off",
    "EFCON": "machine.sound.effects_on",
    "EFCWET": "machine.sound.set_wetness",
    "FADE": "machine.screen.set_fade",
    "GBOX": "machine.screen.box",
    "GCLS": "machine.screen.clear",
    "GCOLOR": "machine.screen.set_color",
    "GFILL": "machine.screen.fill",
    "GLINE": "machine.screen.line",
    "GOFS": "machine.screen.set_offset",
    "GPAGE": "machine.screen.set_pages",
    "GPAINT": "machine.screen.paint",
    "GPRIO": "machine.screen.set_priority",
    "GPSET": "machine.screen.point",
    "GTRI": "machine.screen.triangle",
    "LOCATE": "machine.console.locate",
    "SCROLL": "machine.console.scroll",
    "SNDSTOP": "machine.sound.silence",
    "TALK": "machine.sound.talk",
    "TALKSTOP": "machine.sound.stop_talking",
    "VSYNC": "machine.vsync",
    "WAIT": "machine.wait",
    "WAVSET": "machine.sound.set_wave",
    "WIDTH": "machine.console.set_width",
}
FUNCTIONS = {
    "ABS": "abs",
    "ACOS": "math.acos",
    "ASIN": "math.asin",
    "BGMVAR": "machine.sound.variable",
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
}
SEVERAL = {
    "STICK": "machine.input.stick",
    "STICKEX": "machine.input.second_stick",
    "TOUCH": "machine.input.touched",
}
CLOCK = {
    ("DTREAD", 3): "basic.read_date",
    ("DTREAD", 4): "basic.read_weekday",
    ("TMREAD", 3): "basic.read_time",
}
"""By the number of values that are asked for."""
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
        reason = "is not simulated yet" if name in UNSIMULATED else "is defined nowhere"
        raise CannotPort(line, f"{name} {reason}")
    if form is None or any(map(lacks, form.parameters, arguments)):
        raise CannotPort(line, f"{name} is called in a way that always fails")
    return form


def lacks(parameter: Parameter, argument: Expression | None) -> bool:
    """Whether an argument is left out where none may be."""
    return argument is None and not parameter.may_be_empty


def given(e: Shapes, form: Form, arguments: Arguments) -> list[Piece | str]:
    """The arguments as the parameters of a form ask for them."""
    wanted = map(form.at, range(len(arguments)))
    return [
        "None" if each is None else argument(e, parameter.kind, each)
        for parameter, each in zip(wanted, arguments, strict=True)
        if parameter is not None
    ]


def argument(e: Shapes, kind: str, node: Expression) -> Piece:
    return e.place(node) if kind in {"int", "coordinate"} else e.signed_zero(node)


def system_variable(f: Function, node: nodes.Name) -> Piece:
    if node.name not in READ:
        raise CannotPort(node.line, f"{node.name} is not known to ports")
    text, type_ = READ[node.name]
    if text.startswith("machine."):
        text = path(f, text)
    return Piece(text, type_, pieces.PRODUCT if " " in text else pieces.ATOM)


def family(name: str) -> str:
    entry: Builtin | None = BUILTINS.get(name)
    return entry.family if entry else ""
