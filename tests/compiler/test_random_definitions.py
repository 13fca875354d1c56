"""Random DEFs called with numbers and strings do compiled what the interpreter of the reference does."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.amounts import many
from tests.reference.outcomes import compiled, require_same

GLOBALS = ("G", "H%", "S$", "U$")
LOCALS = ("L", "M%", "T$")
NUMBERS = ("0", "1", "7", "2147483647", "0.5#", "2.5#", "1000000000#")
STRINGS = ('""', '"A"', '"BC"')


@dataclass(frozen=True)
class Definition:
    """A DEF with the kinds of its parameters and result: "n" a number, "s" a string. A command sets O."""

    name: str
    parameters: dict[str, str]
    is_command: bool
    result: str


@dataclass
class Maker:
    """Draws one program; `parameters` are the names of the DEF that is being drawn."""

    pick: random.Random
    definitions: list[Definition] = field(default_factory=list)
    parameters: dict[str, str] = field(default_factory=dict)

    def chance(self, percent: int) -> bool:
        return self.pick.randrange(100) < percent

    def kind(self, name: str) -> str:
        """Returns the type of value that a name is meant for."""
        return self.parameters.get(name, "s" if name.endswith("$") else "n")

    def named(self, names: Sequence[str], kind: str) -> str:
        return self.pick.choice([each for each in names if each != "N" and self.kind(each) == kind])

    # -- expressions

    def expression(self, names: Sequence[str], kind: str = "", depth: int = 2) -> str:
        """Of one kind, seldom of the other."""
        kind = kind or self.pick.choice("nns")
        if self.chance(1):
            kind = "s" if kind == "n" else "n"
        if not depth or self.chance(50):
            known = [each for each in names if self.kind(each) == kind]
            return self.pick.choice(known if self.chance(80) else STRINGS if kind == "s" else NUMBERS)
        operator = "+" if kind == "s" else self.pick.choice(["+", "+", "-", "-", "/", "AND", "==", "<"])
        inside = self.pick.choice("ns") if operator in {"==", "<"} else kind
        right = self.pick.choice(["2", "0.5", "7"]) if operator == "/" else ""
        left = self.expression(names, inside, depth - 1)
        return f"({left} {operator} {right or self.expression(names, inside, depth - 1)})"

    def test(self, names: Sequence[str]) -> str:
        kind = self.pick.choice("ns")
        sides = self.expression(names, kind, 0), self.expression(names, kind, 0)
        return self.pick.choice(["==", "<"]).join(sides)

    def call(self, names: Sequence[str], kind: str = "") -> str:
        """A call of a DEF as a value, or a plain expression without any DEF."""
        known = [each for each in self.definitions if not each.is_command]
        known = [each for each in known if each.result == kind] or known * self.chance(3)
        if not known:
            return self.expression(names, kind)
        definition = self.pick.choice(known)
        return f"{definition.name}({self.arguments(definition, names)})"

    def arguments(self, definition: Definition, names: Sequence[str]) -> str:
        kinds = definition.parameters.items()
        given = (self.expression(names, kind if self.chance(95) else "", 1) for _, kind in kinds)
        return ",".join("0" if name == "N" else each for (name, _), each in zip(kinds, given, strict=True))

    # -- statements

    def body(self, names: Sequence[str], depth: int) -> list[str]:
        rows = (self.statement(names, depth) for _ in range(self.pick.randint(1, 4)))
        return [each for row in rows for each in row]

    def statement(self, names: Sequence[str], depth: int) -> list[str]:
        stored = self.pick.choice([each for each in names if each != "N"])
        kind = self.kind(stored)
        string, text = self.named(names, "s"), self.expression(names, "s", 0)
        match self.pick.randrange(12):
            case 0:
                return [f"INC {stored},{self.expression(names, kind, 0)}"]
            case 1:
                return [f"{string}[{self.pick.randrange(4) // 3}]={text}"]
            case 2:
                return [f"PUSH {string},{text}"]
            case 3:
                return [f"{self.named(names, 's')}=POP({string})"]
            case 4 | 5 if depth:
                branches = self.body(names, depth - 1), self.body(names, depth - 1)
                return [f"IF {self.test(names)} THEN", *branches[0], "ELSE", *branches[1], "ENDIF"]
            case 6:
                name = self.pick.choice(["G", "H%", stored if kind == "n" else "G"])
                return [f'?({name}-0)*65536*65536;"|";']
            case 7:
                return [show(self.expression(names))]
            case 8 | 9 if self.definitions:
                return [self.calling(names)]
        if self.chance(40):
            return [f"{stored}={self.call(names, kind)}"]
        changed = stored in self.parameters and self.chance(10)
        return [f"{stored}={self.expression(names, '' if changed else kind)}"]

    def calling(self, names: Sequence[str]) -> str:
        definition = self.pick.choice(self.definitions)
        if not definition.is_command:
            return show(self.call(names))
        receiver = self.named(names, definition.result)
        return f"{definition.name} {self.arguments(definition, names)} OUT {receiver}"

    # -- the whole

    def define(self) -> list[str]:
        """A DEF, which may call itself twice and those before it."""
        name, result = f"F{len(self.definitions)}", self.pick.choice("ns")
        is_command = self.chance(30)
        recursive = not is_command and self.chance(40)
        parameters = {each: self.pick.choice("nns") for each in "AB"[: self.pick.randint(1, 2)]}
        self.parameters = {**parameters, **({"N": "n"} if recursive else {})}
        names = [*GLOBALS, *LOCALS, *self.parameters, *self.parameters]
        body = ['T$="JK"', *self.body(names, 2)]
        given = self.expression(names, result)
        if recursive:
            body.insert(1, f"IF 2<N THEN RETURN {given}")
            again = ",".join([*(self.expression(names, kind, 1) for kind in parameters.values()), "N+1"])
            body.append(f"RETURN {name}({again})")
        else:
            body.append(f"O={given}" if is_command else f"RETURN {given}")
        head = ",".join(self.parameters)
        self.definitions.append(Definition(name, self.parameters, is_command, result))
        self.parameters = {}
        heading = f"DEF {name} {head} OUT O" if is_command else f"DEF {name}({head})"
        return [heading, f"VAR {','.join(LOCALS)}", *body, "END"]

    def listing(self) -> str:
        definitions = [row for _ in range(self.pick.randint(1, 3)) for row in self.define()]
        body = ['S$="DEF"', 'U$="GHI"']
        for _ in range(self.pick.randint(3, 8)):
            body += [*self.statement(GLOBALS, 1), self.calling(GLOBALS)]
        parts = self.pick.choice([(body, definitions), (definitions, body)])
        return "\n".join([f"VAR {','.join(GLOBALS)}", *parts[0], *parts[1]])


def program(pick: random.Random) -> str:
    return Maker(pick).listing()


def show(expression: str) -> str:
    return f'?{expression};"|";'


def by_name(source: str) -> str:
    """The listing with every DEF called by CALL."""
    functions = re.sub(r"(?<!DEF )\b(F\d)\(", r'CALL("\1",', source)
    return re.sub(r"^(F\d) ", r'CALL "\1",', functions, flags=re.MULTILINE)


def test_definitions_take_any_types_and_share_their_strings() -> None:
    for seed in range(many(15, 240)):
        source = program(random.Random(seed))
        found = [compiled(source), compiled(source, library=True), compiled(by_name(source))]
        require_same(source, found)
