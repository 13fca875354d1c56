"""The state while a port is written: of the whole module, and of one function."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from retromaze.analysis import side_effects
from retromaze.analysis.declared import is_pure
from retromaze.analysis.kinds import INTEGER, Kind, Type
from retromaze.analysis.type_rules import Facts, Variant
from retromaze.language import nodes
from retromaze.language.nodes import Expression, calls
from retromaze.language.numbers import COLORS, CONSTANTS, GENERIC, wrap
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.text import capitals
from retromaze.porting import pieces
from retromaze.porting.buttons import ButtonNumbers, names_of
from retromaze.porting.colors import Colors
from retromaze.porting.definitions import PortVariants
from retromaze.porting.naming import Names
from retromaze.porting.numbers import SettledPortRules
from retromaze.porting.refusals import cannot_find_data
from retromaze.python.fragments import Piece

TYPES = {
    Type.INTEGER: pieces.INT,
    Type.WHOLE: pieces.INT,
    Type.REAL: pieces.FLOAT,
    Type.STRING: pieces.STR,
}
DEFAULTS = {pieces.INT: "0", pieces.FLOAT: "0.0", pieces.STR: '""', pieces.ANY: "0"}
CONSTANT = re.compile(r"#([A-Za-z0-9_]+)")
HEXADECIMAL = re.compile(r"&[Hh]([0-9A-Fa-f]+)")
WORD = 0xFFFF_FFFF
SEEN_THROUGH = 0xFF_FFFF


@dataclass(eq=False)
class Module:
    """A port while it is written.

    `shared` are the variables that several functions use, `texts` the strings that several names may share,
    `functions` the Python name of each DEF's variant; `signed` are the names of constants that are more than
    colors, `keywords` the listing's own constants, which become parameters of `main`.
    """

    program: Program
    data: list[nodes.Data]
    variants: PortVariants
    facts: Facts
    names: Names
    source: list[str]
    is_class: bool = False
    shared: set[Variable] = field(default_factory=set)
    texts: set[Variable] = field(default_factory=set)
    functions: dict[Variant, str] = field(default_factory=dict)
    signed: set[str] = field(default_factory=set)
    colors: Colors = field(default_factory=Colors)
    buttons: ButtonNumbers = field(default_factory=ButtonNumbers)
    keywords: dict[Variable, nodes.Assign] = field(default_factory=dict)
    reads_data: bool = False
    ends_deep: bool = False
    temporaries: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def type_of(self, variable: Variable) -> str:
        """The Python type of a variable, or of an array's elements."""
        if variable in self.texts:
            return pieces.TEXT
        return TYPES.get(self.facts.of(variable).type, pieces.ANY)

    def annotation(self, variable: Variable) -> str:
        """The type of a variable as it is written, lists of lists included."""
        return "list[" * variable.dimensions + self.type_of(variable) + "]" * variable.dimensions

    def default(self, variable: Variable) -> str:
        """What a variable is before anything is stored."""
        if variable.is_array:
            return "[]"
        return DEFAULTS.get(self.type_of(variable), "basic.Text()")

    def number(self, node: nodes.Number) -> Piece:
        """A number, by the listing's own #NAME or in its own hexadecimal where it was written so."""
        if node in self.colors.numbers and isinstance(node.value, int) and is_color(node.value):
            return self.color(node.value, self.constant_at(node), self.hexadecimal_at(node))
        if node in self.buttons.tested or node in self.buttons.held:
            return self.pressed(node)
        if name := self.constant_at(node):
            self.signed.add(name)
            return pieces.named(name, pieces.INT)
        digits = self.hexadecimal_at(node)
        if digits and node.value == int(digits, 16):
            return pieces.hexadecimal(digits)
        return pieces.number(node.value)

    def pressed(self, node: nodes.Number) -> Piece:
        """The buttons of a mask by their names; a mask that is held is an int like what the machine tells."""
        first, *rest = [pieces.named(name, pieces.INT) for name in names_of(int(node.value))]
        found = reduce(lambda left, right: pieces.operation("|", left, right, pieces.INT), rest, first)
        return pieces.call("int", found, type_=pieces.INT) if node in self.buttons.held else found

    def data_rows(self) -> list[tuple[int, tuple[ast.expr, ...]]]:
        """The items of each DATA statement, with its line."""
        values = iter(self.program.data)
        return [(each.line, tuple(map(self.datum, each.items, values))) for each in self.data]

    def datum(self, item: Expression, value: float | str) -> ast.expr:
        """One of them; a negative number that was written in hexadecimal, or as a color, has no sign."""
        written = item if isinstance(item, nodes.Number) else None
        if isinstance(value, int) and value < 0 and self.colors.data:
            name = self.constant_at(written) if written else ""
            digits = self.hexadecimal_at(written) if written else ""
            if self.colors.palette:
                return self.color(value, name, digits).node
            if digits:
                return pieces.hexadecimal(digits).node
        return (self.number(written) if written else pieces.constant(value)).node

    def color(self, value: int, name: str = "", digits: str = "") -> Piece:
        """A color without a sign, by the name that the listing or the console has for it, else its bits."""
        word = value & WORD
        if name := name or next((each for each, known in COLORS.items() if known == word), ""):
            return pieces.named(name, pieces.INT)
        return pieces.hexadecimal(digits or format(word, "08X"))

    def written_at(self, node: nodes.Number) -> str:
        """The listing from a number on."""
        return self.source[node.line - 1][node.column - 1 :] if 0 < node.line <= len(self.source) else ""

    def constant_at(self, node: nodes.Number) -> str:
        """The #NAME that a number was written with, "" for none; what is only true or false has none."""
        found = CONSTANT.match(self.written_at(node))
        name = found[1].upper() if found else ""
        return name if name not in GENERIC and CONSTANTS.get(name) == node.value else ""

    def hexadecimal_at(self, node: nodes.Number) -> str:
        """The digits of a number that was written in hexadecimal, "" for any other."""
        found = HEXADECIMAL.match(self.written_at(node))
        return found[1].upper() if found and wrap(int(found[1], 16)) == node.value else ""


def is_color(value: int) -> bool:
    """Whether a number is more than the 24 bits of what cannot be seen."""
    return not 0 <= value <= SEEN_THROUGH


@dataclass(eq=False)
class PortFunction:
    """One Python function of a port: its scope, and what has been written in it so far."""

    module: Module
    scope: Scope
    rules: SettledPortRules
    variant: Variant | None = None
    is_method: bool = False
    declared: set[Variable] = field(default_factory=set)
    read: set[Variable] = field(default_factory=set)
    named: dict[Expression, Piece] = field(default_factory=dict)
    temporaries: Counter[str] = field(default_factory=Counter)

    def kind(self, node: Expression) -> Kind:
        return self.rules.kind(node)

    def name(self, variable: Variable) -> str:
        """How this function says a variable."""
        name = self.module.names.variable(variable.name)
        return f"self.{name}" if variable in self.module.shared else name

    @property
    def data(self) -> str:
        """Where READ reads."""
        self.module.reads_data = True
        return "self.data" if self.is_method else "data"

    def data_at(
        self, line: int, word: str, label: Expression | None, scopes: Iterable[Scope]
    ) -> tuple[str, int]:
        """(label, number of the first DATA behind it), as RESTORE and COPY find it. Raises CannotPort."""
        name = ""
        match label:
            case nodes.LabelText():
                name = label.name
            case nodes.String(value=value) if value.startswith("@"):
                name = capitals(value[1:])
        for scope in scopes:
            if name in scope.labels:
                return name, scope.labels[name]
        raise cannot_find_data(line, word, label, name)

    # ---- operands that are worked out once, before the statement that mentions them

    def temporary(self, word: str) -> str:
        """A name for a value that is wanted in one statement only; those of other statements serve again."""
        names = self.module.temporaries[word]
        if self.temporaries[word] == len(names):
            names.append(self.module.names.fresh(word))
        self.temporaries[word] += 1
        return names[self.temporaries[word] - 1]

    def name_operand(self, node: Expression, kept: Piece, kind: Kind = INTEGER) -> Expression:
        """An expression that stands for what is kept under a name, an int where nothing else is said."""
        found = nodes.Number(node.line, node.column, 0)
        self.named[found] = kept
        self.rules.pin(found, kind)
        return found


# ---- operands that may be written twice, or in another order
#
# Whatever else a rule has to mention twice is named before (`PortStatements.named`) or handed to a function
# of `basic`, which has it once; and where Python wants arguments in another order they go by their keywords.


def may_store(f: PortFunction, *given: nodes.Node | None) -> bool:
    """Whether working these out may change a variable that stands beside them."""
    return any(each is not None and side_effects.may_store(each, f.module.variants) for each in given)


def is_steady(f: PortFunction, *given: nodes.Node | None) -> bool:
    """Whether nothing happens when these are worked out, however often and in whatever order."""
    return all(
        is_pure(call.name) and call.name not in f.module.variants
        for each in given
        if each is not None
        for call in calls(each)
    )
