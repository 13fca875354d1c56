"""A piece of a Python expression: its text, how strongly it binds, and the type of its value."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from retromaze.porting.carried import in_string

CHOOSE, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, SIGN, POWER, ATOM = range(14)
INT, BOOL, FLOAT, STR, ANY, TEXT = "int", "bool", "float", "str", "Any", "basic.Text"
NUMBER = "int | float"

LEVELS = {
    "|": BIT_OR, "^": BIT_XOR, "&": BIT_AND, "<<": SHIFT, ">>": SHIFT, "+": SUM, "-": SUM, "*": PRODUCT,
    "/": PRODUCT, "//": PRODUCT, "%": PRODUCT, "==": COMPARE, "!=": COMPARE, "<": COMPARE, "<=": COMPARE,
    ">": COMPARE, ">=": COMPARE, "and": AND, "or": OR,
}  # fmt: skip


CONSTANT_END = re.compile(r" ([-+]) (\d+)$")


@dataclass(frozen=True)
class Piece:
    """`type` is one of INT, BOOL, FLOAT, STR, ANY, TEXT or a list's; or NUMBER: an Integer or a Real, which
    only the running port knows, and which is an int or a float there.
    """

    text: str
    type: str
    level: int = ATOM

    def at(self, level: int) -> str:
        """The text as an operand of that level or higher, in parentheses where it binds more weakly."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def is_int(self) -> bool:
        return self.type in {INT, BOOL}


def operation(operator: str, left: Piece, right: Piece, type_: str) -> Piece:
    """`left operator right`; what stands right binds more strongly, so that nothing is regrouped."""
    level = LEVELS[operator]
    if level == COMPARE:  # Python needs no parentheses around `a & 1`, but readers of other languages do
        return Piece(f"{left.at(SHIFT)} {operator} {right.at(SHIFT)}", type_, level)
    return Piece(f"{left.at(level)} {operator} {right.at(level + 1)}", type_, level)


def call(function: str, *arguments: Piece | str, type_: str) -> Piece:
    given = ", ".join(each if isinstance(each, str) else each.text for each in arguments)
    return Piece(f"{function}({given})", type_)


def number(value: float) -> Piece:
    """A number as Python writes it."""
    if not math.isfinite(value):
        return Piece(f'float("{value}")', FLOAT)
    level = SIGN if str(value).startswith("-") else ATOM
    return Piece(repr(value), INT if isinstance(value, int) else FLOAT, level)


def string(value: str) -> Piece:
    """A string in double quotes."""
    return Piece(f'"{in_string(value)}"', STR)


def constant(value: float | str) -> Piece:
    """A number or a string."""
    return string(value) if isinstance(value, str) else number(value)


def plus_amount(left: Piece, amount: int) -> Piece:
    """`left + amount` for an int: `n + 2` for `n + 1` and 1, `n` for `n - 1` and 1."""
    if left.level >= SIGN and left.text.lstrip("-").isdigit():
        return number(int(left.text) + amount)
    if left.level == SUM and (found := CONSTANT_END.search(left.text)):
        known = int(found[2]) if found[1] == "+" else -int(found[2])
        rest = Piece(left.text[: found.start()], left.type, SUM)
        return plus_amount(rest, known + amount) if known + amount else rest
    sign = "-" if amount < 0 else "+"
    return Piece(f"{left.at(SUM)} {sign} {abs(amount)}", left.type, SUM)
