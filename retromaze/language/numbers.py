"""Numbers at compile time: the `#` constants, arithmetic of 32-bit integers, and constant folding.

Source: language reference, sections 1.8 (constants; every value read back from the program, as the official
list is wrong for BLUE, CYAN, ZL, ZR and the rotations of the background), 2.4 (folding) and 3.2 (integers).
Unverified: of the constants for the sound package, all names but the first and last of each row.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from retromaze.errors import DivideByZero
from retromaze.language import nodes
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Binary, Expression, NodeType, Number, Unary, with_children

# ---- constants


def parse_constants(pairs: str) -> dict[str, int]:
    """Reads a table of constants, `NAME=value NAME=value`."""
    return {name: int(value, 0) for name, _, value in (each.partition("=") for each in pairs.split())}


GENERIC = parse_constants("ON=1 YES=1 TRUE=1 OFF=0 NO=0 FALSE=0")
COLORS = parse_constants(
    """
    AQUA=0xFF00F8F8 BLACK=0xFF000000 BLUE=0xFF0000F8 CYAN=0xFF00F8F8 FUCHSIA=0xFFF800F8 GRAY=0xFF808080
    GREEN=0xFF008000 LIME=0xFF00F800 MAGENTA=0xFFF800F8 MAROON=0xFF800000 NAVY=0xFF000080 OLIVE=0xFF808000
    PURPLE=0xFF800080 RED=0xFFF80000 SILVER=0xFFC0C0C0 TEAL=0xFF008080 WHITE=0xFFF8F8F8 YELLOW=0xFFF8F800
    """
)
BUTTONS = parse_constants("UP=1 DOWN=2 LEFT=4 RIGHT=8 A=16 B=32 X=64 Y=128 L=256 R=512 ZR=2048 ZL=4096")

CONSTANTS: dict[str, int] = {
    **GENERIC,
    **{name: color - 2**32 for name, color in COLORS.items()},
    **BUTTONS,
    **parse_constants(
        """
        TBLACK=1 TMAROON=2 TRED=3 TGREEN=4 TLIME=5 TOLIVE=6 TYELLOW=7 TNAVY=8
        TBLUE=9 TPURPLE=10 TMAGENTA=11 TTEAL=12 TCYAN=13 TGRAY=14 TWHITE=15
        TROT0=0 TROT90=1 TROT180=2 TROT270=3 TREVH=4 TREVV=8
        SPSHOW=1 SPROT0=0 SPROT90=2 SPROT180=4 SPROT270=6 SPREVH=8 SPREVV=16 SPADD=32
        BGROT0=0 BGROT90=4096 BGROT180=8192 BGROT270=12288 BGREVH=16384 BGREVV=32768
        CHKXY=1 CHKZ=2 CHKUV=4 CHKI=8 CHKR=16 CHKS=32 CHKC=64 CHKV=128
        AOPADD=0 AOPSUB=1 AOPMUL=2 AOPDIV=3 AOPMAD=4 AOPLIP=5 AOPCLP=6
        WFRECT=0 WFHAMM=1 WFHANN=2 WFBLKM=3
        BQAPF=0 BQLPF=1 BQHPF=2 BQBPF=3 BQBSF=4 BQLSF=5 BQHSF=6 BQPEQ=7
        PVLEFT=0 PVRIGHT=1
        """
    ),
}
"""The value of each constant by its name in upper case without the `#`: a signed Integer of 32 bits."""

# ---- integers. Each function takes any numbers and truncates them first; results have 32 bits.

SMALLEST = -(1 << 31)
LARGEST = (1 << 31) - 1


def wrap(value: int) -> int:
    """Returns the lowest 32 bits of a whole number as a signed one."""
    return ((value + 0x8000_0000) & 0xFFFF_FFFF) - 0x8000_0000


def truncate(value: float) -> int:
    """Returns a number as an integer operand or argument: cut toward zero, held within 32 bits.

    Unverified: saturation outside the range and 0 for NaN.
    """
    if SMALLEST <= value <= LARGEST:
        return int(value)
    if value > 0:
        return LARGEST
    return SMALLEST if value < 0 else 0


def divide(left: float, right: float) -> int:
    """Does DIV: rounds toward zero; -2147483648 DIV -1 stays -2147483648. Raises DivideByZero."""
    a, b = truncate(left), truncate(right)
    if b == 0:
        raise DivideByZero
    quotient = abs(a) // abs(b)
    return wrap(quotient if (a < 0) == (b < 0) else -quotient)


def remainder(left: float, right: float) -> int:
    """Does MOD: the result has the sign of the dividend. Raises DivideByZero."""
    a, b = truncate(left), truncate(right)
    if b == 0:
        raise DivideByZero
    rest = abs(a) % abs(b)
    return rest if a >= 0 else -rest


def shift_left(left: float, right: float) -> int:
    """Does <<: a count below 0 or above 31 gives 0."""
    count = truncate(right)
    return wrap(truncate(left) << count) if 0 <= count < 32 else 0


def shift_right(left: float, right: float) -> int:
    """Does >> with the sign kept: a count below 0 gives 0, one above 31 only the sign."""
    count = truncate(right)
    return truncate(left) >> min(count, 31) if count >= 0 else 0


# ---- constant folding, which is part of the language and no optimization: `7/1` is the Integer 7


def integer_if_whole(value: float) -> int | float:
    """Returns an Integer for a result that is whole and fits 32 bits, else a Real."""
    if SMALLEST <= value <= LARGEST and value == int(value):
        return int(value)  # a folded -0.0 counts as whole too
    return float(value)


FOLDED: dict[str, Callable[[Any, Any], int | float]] = {
    "DIV": divide,
    "MOD": remainder,
    "AND": lambda left, right: truncate(left) & truncate(right),
    "OR": lambda left, right: truncate(left) | truncate(right),
    "XOR": lambda left, right: truncate(left) ^ truncate(right),
    "<<": shift_left,
    ">>": shift_right,
    "+": lambda left, right: integer_if_whole(float(left) + right),
    "-": lambda left, right: integer_if_whole(float(left) - right),
    "*": lambda left, right: integer_if_whole(float(left) * right),
    "/": lambda left, right: integer_if_whole(float(left) / right),
}
"""The binary operators that the machine folds."""
FOLDED_SIGNS: dict[str, Callable[[Any], int | float]] = {
    # the Real -0.0 is kept
    "-": lambda value: integer_if_whole(-float(value)) if value else -value,
    "NOT": lambda value: ~truncate(value),
}
"""The unary operators that the machine folds; it does not fold `!`."""
PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*[%#$]?", re.ASCII)


def fold_expression(expression: Any) -> Any:
    """Returns an expression, or a declaration in VAR, with every constant part computed.

    It is the same object if there is no such part.
    """
    match expression:
        case Binary():
            return fold_chain(expression)
        case Unary(operator=sign):
            operand = fold_expression(expression.operand)
            if isinstance(operand, Number) and sign in FOLDED_SIGNS:
                return Number(expression.line, expression.column, FOLDED_SIGNS[sign](operand.value))
            return expression if operand is expression.operand else replace(expression, operand=operand)
        case nodes.Name(name=("TRUE" | "FALSE") as word):
            return Number(expression.line, expression.column, int(word == "TRUE"))
        case nodes.Function(name="PI", arguments=()):
            return Number(expression.line, expression.column, math.pi)
        case nodes.VariableNamed(name=nodes.String(value=name)) if PLAIN_NAME.fullmatch(name):
            # VAR("A") is the variable A
            return nodes.Name(expression.line, expression.column, ascii_upper(name))
        case nodes.Function() | nodes.Index() | nodes.VariableNamed() | nodes.Declaration():
            return fold_children(expression)
        case _:
            return expression


def fold_chain(expression: Binary) -> Expression:
    """Folds an operator and those in its left operand, in a loop: `1+1+1+…` is too long for a recursion."""
    chain: list[Binary] = []
    left: Expression = expression
    while isinstance(left, Binary):
        chain.append(left)
        left = left.left
    left = fold_expression(left)
    for each in reversed(chain):
        left = fold_binary(each, left, fold_expression(each.right))
    return left


def fold_binary(expression: Binary, left: Expression, right: Expression) -> Expression:
    """Returns an operator with folded operands, as one number if the machine folds it without an error."""
    if isinstance(left, Number) and isinstance(right, Number) and expression.operator in FOLDED:
        try:
            result = FOLDED[expression.operator](left.value, right.value)
        except (DivideByZero, ZeroDivisionError):
            pass  # an error only when the program runs it
        else:
            return Number(expression.line, expression.column, result)
    if left is expression.left and right is expression.right:
        return expression
    return replace(expression, left=left, right=right)


def fold_children(node: NodeType) -> NodeType:
    """Returns a node with the expressions directly inside it folded; itself if none changed."""
    return with_children(node, fold_expression)
