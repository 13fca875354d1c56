"""Random DEFs called with numbers and strings do what a small interpreter with shared strings does.

Its values are the language's: an int is an Integer, a float a Real, a `Shared` a string that several
names may mean. Parameters take the type of what they are given; every other name has one of its own.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from tests.amounts import many

GLOBALS = ("G", "H%", "S$", "U$")
LOCALS = ("L", "M%", "T$")
MOST_TEXT = 29 * 50


class Failed(Exception):
    """An error of the machine, by its number, and the line."""


@dataclass(eq=False)
class Shared:
    """A string: the object, not its characters."""

    text: str


Value = int | float | Shared
Frame = dict[str, Any]


@dataclass(eq=False)
class Statement:
    word: str
    parts: tuple[Any, ...]
    line: int = 0


@dataclass(eq=False)
class Definition:
    """DEF name(parameters) of statements; the last of them gives the result, or sets O for a command."""

    name: str
    parameters: Sequence[str]
    body: list[Statement]
    is_command: bool
    kinds: dict[str, str]
    result: str


class Returned(Exception):
    """RETURN: leaves the DEF with a value."""


# ---- the interpreter


@dataclass
class Interpreter:
    definitions: dict[str, Definition]
    outer: Frame = field(default_factory=dict)
    text: str = ""
    line: int = 0

    def run(self, body: list[Statement]) -> tuple[str, int | None, int | None]:
        self.outer = {name: fresh(name) for name in GLOBALS}
        try:
            self.statements(body, {})
        except Failed as error:
            return self.text, int(error.args[0]), self.line
        return self.text, None, None

    def statements(self, body: list[Statement], frame: Frame) -> None:
        for each in body:
            self.line = each.line
            self.statement(each, frame)

    def statement(self, each: Statement, frame: Frame) -> None:
        match each.word, each.parts:
            case "set", (name, value):
                self.store(each, name, self.value(value, frame), frame)
            case "inc", (name, value):
                self.increase(each, name, self.value(value, frame), frame)
            case "put", (name, position, value):
                self.put(name, position, self.value(value, frame), frame)
            case "push", (name, value):
                owner, added = self.string(self.look(name, frame)), self.string(self.value(value, frame))
                owner.text += added.text
            case "pop", (name, owner):
                string = self.string(self.look(owner, frame))
                if not string.text:
                    raise Failed(31)
                taken, string.text = string.text[-1], string.text[:-1]
                self.store(each, name, Shared(taken), frame)
            case "if", (test, body, other):
                self.statements(body if self.number(self.value(test, frame)) != 0 else other, frame)
            case "show", (value,):
                shown = self.value(value, frame)
                self.line = each.line
                self.text += written_value(shown) + "|"
            case "show kind", (value,):
                number = operate("-", self.value(value, frame), 0)
                assert not isinstance(number, Shared)
                big = wrapped(number * 65536) * 65536
                self.text += written_value(wrapped(big)) + "|"
            case "command", (name, arguments, receiver):
                given = [self.value(argument, frame) for argument in arguments]
                result = self.call(self.definitions[name], given)
                self.store(each, receiver, result, frame)
            case "return", (value,):
                raise Returned(self.value(value, frame))

    def call(self, definition: Definition, given: list[Value]) -> Value:
        frame = dict(zip(definition.parameters, given, strict=True)) | {name: fresh(name) for name in LOCALS}
        try:
            self.statements(definition.body, frame)
        except Returned as result:
            value: Value = result.args[0]
            return value
        result_value: Value = frame["O"]
        return result_value

    # -- names

    def look(self, name: str, frame: Frame) -> Value:
        value: Value = frame[name] if name in frame else self.outer[name]
        return value

    def store(self, each: Statement, name: str, value: Value, frame: Frame) -> None:
        self.line = each.line
        target = self.outer if name in GLOBALS else frame
        if name.endswith("$"):
            target[name] = self.string(value)
        elif name.endswith("%"):
            target[name] = whole(self.number(value))
        else:
            target[name] = float(self.number(value)) if name in ("G", "L") else value

    def increase(self, each: Statement, name: str, amount: Value, frame: Frame) -> None:
        now = self.look(name, frame)
        if isinstance(now, Shared):
            now.text += self.string(amount).text
            return
        self.store(each, name, operate("+", now, self.number(amount)), frame)

    def put(self, name: str, position: int, value: Value, frame: Frame) -> None:
        owner, new = self.look(name, frame), self.string(value)
        string = self.string(owner)
        if position >= len(string.text):
            raise Failed(31)
        string.text = string.text[:position] + new.text + string.text[position + 1 :]

    # -- values

    def number(self, value: Value) -> int | float:
        if isinstance(value, Shared):
            raise Failed(8)
        return value

    def string(self, value: Value) -> Shared:
        if not isinstance(value, Shared):
            raise Failed(8)
        return value

    def value(self, node: Any, frame: Frame) -> Value:
        match node:
            case int() | float():
                return node
            case ("text", characters):
                return Shared(characters)
            case str():
                return self.look(node, frame)
            case ("call", name, arguments):
                return self.call(self.definitions[name], [self.value(each, frame) for each in arguments])
            case (operator, left, right):
                first = self.value(left, frame)
                return operate(operator, first, self.value(right, frame))
        raise AssertionError(node)


def fresh(name: str) -> Value:
    return Shared("") if name[-1] == "$" else 0 if name[-1] == "%" else 0.0


def whole(value: int | float) -> int:
    if isinstance(value, int):
        return value
    if not -(2**31) <= value <= 2**31 - 1:
        raise Failed(9)
    return int(value)


def wrapped(value: int | float) -> int | float:
    return (value + 2**31) % 2**32 - 2**31 if isinstance(value, int) else value


def cut(value: int | float) -> int:
    return int(max(-(2**31), min(2**31 - 1, value)))


def operate(operator: str, left: Value, right: Value) -> Value:
    if isinstance(left, Shared) and isinstance(right, Shared):
        if operator in ("+", "==", "<"):
            a, b = left.text, right.text
            return Shared(a + b) if operator == "+" else int(a == b if operator == "==" else a < b)
        raise Failed(8)
    if isinstance(left, Shared) and operator in ("==", "<"):
        return 3
    if isinstance(left, Shared) or isinstance(right, Shared):
        raise Failed(8)
    if operator == "AND":
        return cut(left) & cut(right)
    if operator == "/":
        if right == 0:
            raise Failed(7)
        return left / right
    if operator in ("==", "<"):
        return int(left == right if operator == "==" else left < right)
    return wrapped({"+": left + right, "-": left - right}[operator])


def written_value(value: Value) -> str:
    """PRINT"""
    if isinstance(value, Shared):
        return value.text
    if isinstance(value, int):
        return str(value)
    text = f"{value:.8f}"
    return text.rstrip("0").rstrip(".")


# ---- random programs


@dataclass
class Maker:
    pick: random.Random
    definitions: dict[str, Definition] = field(default_factory=dict)
    parameters: dict[str, str] = field(default_factory=dict)

    def chance(self, percent: int) -> bool:
        return self.pick.randrange(100) < percent

    def name(self, names: Sequence[str]) -> str:
        return self.pick.choice(names)

    def kind(self, name: str) -> str:
        """What a name is meant to hold: "n" a number, "s" a string."""
        return self.parameters.get(name, "s" if name.endswith("$") else "n")

    def constant(self, kind: str) -> Any:
        if kind == "s":
            return ("text", self.pick.choice(["", "A", "BC"]))
        return self.pick.choice([0, 1, 7, 2**31 - 1, 0.5, 2.5, 1e9])

    def expression(self, names: Sequence[str], kind: str = "", depth: int = 2, named: bool = False) -> Any:
        """`named` asks for a variable in it: what is made of constants alone is folded, in double."""
        kind = kind or self.pick.choice("nns")
        if self.chance(1):
            kind = "s" if kind == "n" else "n"
        known = [each for each in names if self.kind(each) == kind]
        if not depth or self.chance(50):
            return self.name(known) if known and (named or self.chance(80)) else self.constant(kind)
        inside = kind
        if kind == "s":
            operator = "+"
        else:
            operator = self.pick.choice(["+", "+", "-", "-", "/", "AND", "==", "<"])
            inside = self.pick.choice("ns") if operator in ("==", "<") else "n"
            if operator == "/":
                return (
                    "/",
                    self.expression(names, "n", depth - 1, named=True),
                    self.pick.choice([2, 0.5, 7]),
                )
        left = self.expression(names, inside, depth - 1, named=True)
        return (operator, left, self.expression(names, inside, depth - 1))

    def test(self, names: Sequence[str]) -> Any:
        kind = self.pick.choice("ns")
        sides = self.expression(names, kind, 0), self.expression(names, kind, 0)
        return (self.pick.choice(["==", "<"]), *sides)

    def call(self, names: Sequence[str], callable_: Sequence[str], kind: str = "") -> Any:
        """A call of a DEF as a value, or a plain expression where there is none."""
        known = [each for each in callable_ if not self.definitions[each].is_command]
        known = [each for each in known if self.definitions[each].result == kind] or known * self.chance(3)
        if not known:
            return self.expression(names, kind)
        definition = self.definitions[self.pick.choice(known)]
        return ("call", definition.name, self.arguments(definition, names))

    def arguments(self, definition: Definition, names: Sequence[str]) -> list[Any]:
        kinds = [definition.kinds[each] if self.chance(95) else "" for each in definition.parameters]
        rows = zip(definition.parameters, kinds, strict=True)
        return [0 if each == "N" else self.expression(names, kind, 1) for each, kind in rows]

    def body(self, names: Sequence[str], callable_: Sequence[str], depth: int) -> list[Statement]:
        return [self.statement(names, callable_, depth) for _ in range(self.pick.randint(1, 4))]

    def statement(self, names: Sequence[str], callable_: Sequence[str], depth: int) -> Statement:
        stored = self.name([each for each in names if each != "N"])
        kind = self.kind(stored)
        strings = [each for each in names if self.kind(each) == "s"]
        match self.pick.randrange(12):
            case 0:
                return Statement("inc", (stored, self.expression(names, kind, 0)))
            case 1:
                new = self.expression(names, "s", 0)
                return Statement("put", (self.name(strings), self.pick.randrange(4) // 3, new))
            case 2:
                return Statement("push", (self.name(strings), self.expression(names, "s", 0)))
            case 3:
                return Statement("pop", (self.name(strings), self.name(strings)))
            case 4 | 5 if depth:
                body = self.body(names, callable_, depth - 1)
                return Statement("if", (self.test(names), body, self.body(names, callable_, depth - 1)))
            case 6:
                return Statement("show kind", (self.name(["G", "H%", stored if kind == "n" else "G"]),))
            case 7:
                return Statement("show", (self.expression(names),))
            case 8 | 9 if callable_:
                return self.calling(names, callable_)
        if self.chance(40):
            return Statement("set", (stored, self.call(names, callable_, kind)))
        if stored in self.parameters and self.chance(10):
            kind = ""
        return Statement("set", (stored, self.expression(names, kind)))

    def calling(self, names: Sequence[str], callable_: Sequence[str]) -> Statement:
        definition = self.definitions[self.pick.choice(callable_)]
        if definition.is_command:
            fitting = [each for each in names if each != "N" and self.kind(each) == definition.result]
            receiver = self.name(fitting)
            return Statement("command", (definition.name, self.arguments(definition, names), receiver))
        return Statement("show", (self.call(names, callable_),))

    def define(self, number: int) -> None:
        callable_ = list(self.definitions)
        is_command = self.chance(30)
        recursive = not is_command and self.chance(40)
        parameters = ["A", "B"][: self.pick.randint(1, 2)] + ["N"] * recursive
        self.parameters = {each: self.pick.choice("nns") for each in parameters} | {"N": "n"}
        names = [*GLOBALS, *LOCALS, *parameters, *parameters]
        result = self.pick.choice("ns")
        body = [Statement("set", ("T$", ("text", "JK"))), *self.body(names, callable_, 2)]
        given = self.expression(names, result)
        if recursive:
            body.insert(1, Statement("if", (("<", 2, "N"), [Statement("return", (given,))], [])))
            again = [self.expression(names, self.parameters[each], 1) for each in parameters[:-1]]
            body.append(Statement("return", (("call", f"F{number}", [*again, ("+", "N", 1)]),)))
        elif is_command:
            body.append(Statement("set", ("O", given)))
        else:
            body.append(Statement("return", (given,)))
        name = f"F{number}"
        self.definitions[name] = Definition(name, parameters, body, is_command, self.parameters, result)
        self.parameters = {}

    def program(self) -> list[Statement]:
        for number in range(self.pick.randint(1, 3)):
            self.define(number)
        body = [Statement("set", (name, ("text", text))) for name, text in [("S$", "DEF"), ("U$", "GHI")]]
        for _ in range(self.pick.randint(3, 8)):
            body += [self.statement(GLOBALS, list(self.definitions), 1)]
            body += [self.calling(GLOBALS, list(self.definitions))]
        return body


# ---- as text


@dataclass
class Writer:
    rows: list[str] = field(default_factory=list)

    def put(self, text: str) -> int:
        self.rows.append(text)
        return len(self.rows)

    def block(self, body: list[Statement]) -> None:
        for each in body:
            self.statement(each)

    def statement(self, each: Statement) -> None:
        match each.word, each.parts:
            case "if", (test, body, other):
                each.line = self.put(f"IF {written(test)} THEN")
                self.block(body)
                if other:
                    self.put("ELSE")
                    self.block(other)
                self.put("ENDIF")
            case _:
                each.line = self.put(simple(each))

    def define(self, definition: Definition) -> None:
        names = ",".join(definition.parameters)
        heading = (
            f"{definition.name} {names} OUT O" if definition.is_command else f"{definition.name}({names})"
        )
        self.put(f"DEF {heading}")
        self.put(f"VAR {','.join(LOCALS)}")
        self.block(definition.body)
        self.put("END")


def simple(each: Statement) -> str:
    match each.word, each.parts:
        case "set", (name, value):
            return f"{name}={written(value)}"
        case "inc", (name, value):
            return f"INC {name},{written(value)}"
        case "put", (name, position, value):
            return f"{name}[{position}]={written(value)}"
        case "push", (name, value):
            return f"PUSH {name},{written(value)}"
        case "pop", (name, owner):
            return f"{name}=POP({owner})"
        case "show", (value,):
            return f'?{written(value)};"|";'
        case "show kind", (value,):
            return f'?({written(value)}-0)*65536*65536;"|";'
        case "command", (name, arguments, receiver):
            return f"{name} {','.join(map(written, arguments))} OUT {receiver}"
        case "return", (value,):
            return f"RETURN {written(value)}"
    raise AssertionError(each)


def written(node: Any) -> str:
    match node:
        case ("text", characters):
            return f'"{characters}"'
        case ("call", name, arguments):
            return f"{name}({','.join(map(written, arguments))})"
        case (operator, left, right):
            return f"({written(left)} {operator} {written(right)})"
        case float():
            return f"{node:.17g}#"
    return str(node)


def by_name(source: str) -> str:
    """The listing with every DEF called by CALL."""
    functions = re.sub(r"(?<!DEF )\b(F\d)\(", r'CALL("\1",', source)
    return re.sub(r"^(F\d) ", r'CALL "\1",', functions, flags=re.MULTILINE)


def outcome(source: str, *, library: bool) -> tuple[str, int | None, int | None]:
    machine = Machine(seed=1)
    computer = Computer(machine, library=library)
    computer.load_source(0, source)
    error = run_computer(computer, frames=60)
    text = machine.console.text().replace("\n", "")
    return text, error.number if error else None, error.line if error else None


def program(pick: random.Random) -> tuple[str, Maker, list[Any]]:
    """A listing, who made it, and the statements of its main program."""
    maker = Maker(pick)
    body = maker.program()
    writer = Writer([f"VAR {','.join(GLOBALS)}"])
    after = pick.randrange(2) == 0
    if after:
        writer.block(body)
    for definition in maker.definitions.values():
        writer.define(definition)
    if not after:
        writer.block(body)
    return "\n".join(writer.rows), maker, body


def check(pick: random.Random) -> None:
    source, maker, body = program(pick)
    wanted = Interpreter(maker.definitions).run(body)
    found = [outcome(source, library=library) for library in (False, True)]
    found.append(outcome(by_name(source), library=False))
    if len(wanted[0]) > MOST_TEXT:
        # the console shows the last thirty lines only
        wanted = (wanted[0][-len(found[0][0]) :], *wanted[1:])
    assert found == [wanted] * 3, f"{source}\n" + "\n".join(map(str, [wanted, *found]))


def test_definitions_take_any_types_and_share_their_strings() -> None:
    for seed in range(many(15, 240)):
        check(random.Random(seed))
