"""Random expressions of typed operands agree with a small evaluator of the language's rules.

The evaluator tags nothing: an int is an Integer, a float a Real, a str a string, as in the reference.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from tests.amounts import many

Value = int | float | str
SMALLEST, LARGEST = -(2**31), 2**31 - 1
INTEGERS = [0, 1, -1, 2, 7, -8, 255, 65536, LARGEST, SMALLEST]
WHOLE_REALS = [0.0, 1.0, -1.0, 3.0, 100.0, 2147483648.0, -2147483649.0]
REALS = [0.5, -0.5, -2.7, 1e10, 0.1, 1e300, -0.0, 2147483647.9, *WHOLE_REALS]
STRINGS = ["", "A", "AB", "B", "a"]
NUMBER_OPERATORS = ["+", "-", "*", "/", "DIV", "MOD", "AND", "OR", "XOR", "<<", ">>"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">="]
FOLDED = {"+", "-", "*", "/", "DIV", "MOD", "AND", "OR", "XOR", "<<", ">>"}


class Failed(Exception):
    """An error of the machine, by its number."""


# ---- the rules


def whole(value: Value) -> int:
    """An operand cut to 32 bits."""
    if math.isnan(number(value)):
        return 0
    return int(max(SMALLEST, min(LARGEST, number(value))))


def number(value: Value) -> int | float:
    if isinstance(value, str):
        raise Failed(8)
    return value


def is_true(value: Value) -> bool:
    return isinstance(value, str) or value != 0


def wrapped(value: int | float) -> int | float:
    return (value + 2**31) % 2**32 - 2**31 if isinstance(value, int) else value


def toward_zero(left: int, right: int) -> tuple[int, int]:
    if right == 0:
        raise Failed(7)
    quotient = abs(left) // abs(right)
    quotient = -quotient if (left < 0) != (right < 0) else quotient
    return int(wrapped(quotient)), left - right * quotient


def shift_left(left: int, right: int) -> int:
    return int(wrapped(left << right)) if 0 <= right < 32 else 0


def shift_right(left: int, right: int) -> int:
    if right < 0:
        return 0
    return left >> min(right, 63)


def divided(left: int | float, right: int | float) -> float:
    if right == 0:
        raise Failed(7)
    return float(left) / float(right)


ON_WHOLES: dict[str, Callable[[int, int], int]] = {
    "DIV": lambda a, b: toward_zero(a, b)[0],
    "MOD": lambda a, b: toward_zero(a, b)[1],
    "AND": lambda a, b: a & b,
    "OR": lambda a, b: a | b,
    "XOR": lambda a, b: a ^ b,
    "<<": shift_left,
    ">>": shift_right,
}
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}


def operate(operator: str, left: Value, right: Value) -> Value:
    if isinstance(left, str) and isinstance(right, str):
        return of_strings(operator, left, right)
    if operator == "*" and (isinstance(left, str) or isinstance(right, str)):
        text, count = (left, right) if isinstance(left, str) else (right, left)
        return str(text) * whole(count)
    if operator in ON_WHOLES:
        return ON_WHOLES[operator](whole(left), whole(right))
    a, b = number(left), number(right)
    if operator in COMPARE:
        return int(COMPARE[operator](a, b))
    if operator == "/":
        return divided(a, b)
    if isinstance(a, int) and isinstance(b, int):
        return wrapped({"+": a + b, "-": a - b, "*": a * b}[operator])
    a, b = float(a), float(b)
    return {"+": a + b, "-": a - b, "*": a * b}[operator]


def of_strings(operator: str, left: str, right: str) -> Value:
    if operator == "+":
        return left + right
    if operator in COMPARE:
        return int(COMPARE[operator](left, right))
    raise Failed(8)


def apply(sign: str, value: Value) -> Value:
    if sign == "NOT":
        return ~whole(value)
    if sign == "!":
        return int(number(value) == 0)
    return wrapped(-number(value))


def narrowed(value: float) -> int | float:
    """A folded constant: an Integer if it is whole and fits."""
    if math.isfinite(value) and value == int(value) and SMALLEST <= value <= LARGEST:
        return int(value)
    return value


@dataclass(frozen=True)
class Constant:
    value: Value


@dataclass(frozen=True)
class Variable:
    name: str


@dataclass(frozen=True)
class Sign:
    sign: str
    operand: Node


@dataclass(frozen=True)
class Operation:
    operator: str
    left: Node
    right: Node


Node = Constant | Variable | Sign | Operation


def folded(node: Node) -> Node:
    """Constants of numbers computed beforehand, in double."""
    match node:
        case Sign(sign, operand):
            inside = folded(operand)
            if isinstance(inside, Constant) and not isinstance(inside.value, str) and sign != "!":
                return Constant(apply(sign, inside.value) if sign == "NOT" else minus(inside.value))
            return Sign(sign, inside)
        case Operation(operator, left, right):
            a, b = folded(left), folded(right)
            if operator in FOLDED and isinstance(a, Constant) and isinstance(b, Constant):
                return folded_operation(operator, a, b)
            return Operation(operator, a, b)
    return node


def minus(value: int | float) -> int | float:
    return narrowed(-float(value)) if value else -value


def folded_operation(operator: str, left: Constant, right: Constant) -> Node:
    a, b = left.value, right.value
    if isinstance(a, str) or isinstance(b, str):
        return Operation(operator, left, right)
    if operator in ON_WHOLES:
        try:
            return Constant(operate(operator, a, b))
        except Failed:
            return Operation(operator, left, right)
    if operator == "/" and b == 0:
        return Operation(operator, left, right)
    result = operate(operator, float(a), float(b))
    assert isinstance(result, float)
    return Constant(narrowed(result))


def evaluate(node: Node, values: dict[str, Value]) -> Value:
    match node:
        case Constant(value):
            return value
        case Variable(name):
            return values[name]
        case Sign(sign, operand):
            return apply(sign, evaluate(operand, values))
        case Operation("&&", left, right):
            return int(is_true(evaluate(left, values)) and is_true(evaluate(right, values)))
        case Operation("||", left, right):
            return int(is_true(evaluate(left, values)) or is_true(evaluate(right, values)))
        case Operation(operator, left, right):
            first = evaluate(left, values)
            return operate(operator, first, evaluate(right, values))


def shown(value: Value) -> str:
    """PRINT"""
    if isinstance(value, float):
        text = f"{value:.8f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)


def in_short(value: Value) -> str:
    """STR$"""
    return f"{value:g}" if isinstance(value, float) else str(value)


# ---- drawing expressions


@dataclass
class Maker:
    pick: random.Random
    sloppy: bool = False

    def number(self, depth: int) -> Node:
        if self.sloppy and self.pick.randrange(12) == 0:
            return self.string(0)
        kind = self.pick.randrange(12) if depth else self.pick.randrange(4)
        if kind < 3:
            return Variable(self.pick.choice(["A%", "B%", "X", "Y"]))
        if kind == 3:
            return Constant(abs(self.pick.choice([*INTEGERS[:-1], *REALS])))
        if kind == 4:
            return Sign(self.pick.choice(["-", "-", "NOT", "!"]), self.number(depth - 1))
        if kind == 5:
            operator = self.pick.choice(COMPARISONS)
            side = self.pick.choice([self.number, self.string])
            return Operation(operator, side(depth - 1), side(depth - 1))
        if kind == 6:
            return Operation(self.pick.choice(["&&", "||"]), self.number(depth - 1), self.number(depth - 1))
        # a string times a large number would be a very long string
        operator = self.pick.choice([each for each in NUMBER_OPERATORS if each != "*" or not self.sloppy])
        return Operation(operator, self.number(depth - 1), self.number(depth - 1))

    def string(self, depth: int) -> Node:
        kind = self.pick.randrange(6) if depth else self.pick.randrange(2)
        match kind:
            case 0:
                return Variable(self.pick.choice(["S$", "T$"]))
            case 1:
                return Constant(self.pick.choice(STRINGS))
            case 2:
                count = Operation("AND", self.number(depth - 1), Constant(3))
                return Operation("*", self.string(depth - 1), count)
            case _:
                return Operation("+", self.string(depth - 1), self.string(depth - 1))

    def values(self) -> dict[str, Value]:
        reals = self.pick.choice([REALS, WHOLE_REALS])
        values: dict[str, Value] = {name: self.pick.choice(INTEGERS) for name in ("A%", "B%")}
        values |= {name: self.pick.choice(reals) for name in ("X", "Y")}
        return values | {name: self.pick.choice(STRINGS) for name in ("S$", "T$")}


def literal(value: Value) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:.17g}#" if isinstance(value, float) and "e" not in f"{value:.17g}" else f"{value:.17g}"


def written(node: Node, names: dict[str, str]) -> str:
    match node:
        case Constant(value):
            return literal(value)
        case Variable(name):
            return names[name]
        case Sign(sign, operand):
            return f"{sign} ({written(operand, names)})"
        case Operation(operator, left, right):
            return f"({written(left, names)} {operator} {written(right, names)})"


# ---- how the values come into the variables

SAME = {name: name for name in ("A%", "B%", "X", "Y", "S$", "T$")}
BARE = {"A%": "A", "B%": "B", "X": "X", "Y": "Y", "S$": "S", "T$": "T"}


def stores(values: dict[str, Value]) -> str:
    return ":".join(f"{name}={literal(value)}" for name, value in values.items())


def program(way: str, node: Node, values: dict[str, Value]) -> str:
    names = BARE if way == "parameters" else SAME
    text = written(node, names)
    result = "R$" if isinstance(node_type(node), str) else "R"
    if result == "R$":
        shows = f'?{text};"|";\nR$={text}\n?R$;'
    else:
        shows = f'?STR$({text});"|";\n?{text};"|";\nR={text}\n?R;"|";STR$(R);"|";\nQ%={text}\n?Q%;'
    match way:
        case "stores":
            return f"{stores(values)}\n{shows}"
        case "data":
            return f"READ {','.join(values)}\n{shows}\nDATA {','.join(map(literal, values.values()))}"
        case "globals":
            return f"{stores(values)}\nP\nDEF P\n{shows}\nEND"
        case "parameters":
            return f"{stores(values)}\nP {','.join(values)}\nDEF P {','.join(BARE.values())}\n{shows}\nEND"
    raise AssertionError(way)


def node_type(node: Node) -> Value:
    """A value of the type the expression has if its operands are as they should be."""
    match node:
        case Constant(value):
            return value
        case Variable(name):
            return "" if name.endswith("$") else 0
        case Operation("*" | "+", left, right):
            return "" if isinstance(node_type(left), str) or isinstance(node_type(right), str) else 0
    return 0


def expected(node: Node, values: dict[str, Value]) -> tuple[str, int | None]:
    """What the program prints, and the number of the error that ends it."""
    text = ""
    try:
        value = evaluate(folded(node), values)
        if isinstance(node_type(node), str):
            return f"{shown(value)}|{shown(value)}", None
        text = f"{in_short(value)}|{shown(value)}|"
        real = float(number(value))
        text += f"{shown(real)}|{in_short(real)}|"
        text += str(stored(number(value)))
    except Failed as error:
        return text, int(error.args[0])
    return text, None


def stored(value: int | float) -> int:
    """A number as a `%` variable takes it."""
    if isinstance(value, int):
        return value
    if math.isnan(value):
        return 0
    if SMALLEST <= value <= LARGEST:
        return int(value)
    raise Failed(9)


def outcome(source: str, library: bool) -> tuple[str, int | None]:
    machine = Machine(seed=1)
    computer = Computer(machine, library=library)
    computer.load_source(0, source)
    error = run_computer(computer, frames=60)
    return machine.console.text().replace("\n", ""), error.number if error else None


WAYS = ["stores", "data", "globals", "parameters"]


def check(pick: random.Random, way: str, *, sloppy: bool) -> None:
    maker = Maker(pick, sloppy)
    node = maker.pick.choice([maker.number, maker.number, maker.string])(3)
    values = maker.values()
    source = program(way, node, values)
    wanted = expected(node, values)
    found = outcome(source, library=pick.randrange(2) == 1)
    if sloppy and 8 in (wanted[1], found[1]):
        # a wrong type may be refused before or after another operand is found to be wrong
        assert found[1] is not None and wanted[1] is not None, f"{source}\n{found}\n{wanted}"
    else:
        assert found == wanted, f"{source}\n{found}\n{wanted}"


@pytest.mark.parametrize("way", WAYS)
def test_typed_expressions_follow_the_rules_of_types(way: str) -> None:
    for seed in range(many(20, 100)):
        check(random.Random(f"{way} {seed}"), way, sloppy=False)


@pytest.mark.parametrize("way", WAYS)
def test_strings_among_numbers_are_refused(way: str) -> None:
    for seed in range(many(10, 60)):
        check(random.Random(f"{way} {seed}"), way, sloppy=True)
