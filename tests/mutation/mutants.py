"""Listings and ports with one constant, comparison or operator changed: the changes that there are."""

import ast
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from retromaze.language.lexer import NEWLINE, Token, listing_lexer
from retromaze.language.numbers import CONSTANTS


class Mutant(NamedTuple):
    """One change of a text: at a line and column, both from 1 and in characters, `before` becomes `after`."""

    line: int
    column: int
    before: str
    after: str

    def applied(self, text: str) -> str:
        """The text with the change. Raises ValueError where it does not have `before` there."""
        lines = text.split("\n")
        lines[self.line - 1] = self.changed(lines[self.line - 1])
        return "\n".join(lines)

    def changed(self, line: str) -> str:
        """Its line with the change."""
        at = self.column - 1
        end = at + len(self.before)
        if line[at:end] != self.before:
            raise ValueError(f"line {self.line}, column {self.column} is not {self.before!r}")
        return line[:at] + self.after + line[end:]


# ---- listings

LISTING_OPERATORS = {
    before: after.replace("·", "").split(",")
    for before, after in re.findall(
        r"(\S+) (\S+)",
        """
        == !=  != ==  < <=,>=  <= <,>  > >=,<=  >= >,<  + -  - +  * +  / *  << >>  >> <<  && ||  || &&  ! ·
        DIV *  MOD DIV  AND OR  OR AND  XOR OR  INC DEC  MIN MAX  MAX MIN  PUSH UNSHIFT  UNSHIFT PUSH
        POP SHIFT  SHIFT POP
        """,
    )
}
"""What becomes of each operator and word; · is nothing."""
BUTTONS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y")
SIGN_FOLLOWS = re.compile(r"[-+*/(\[,=<>!&|:;]")
LARGEST = 2**31 - 1
RESERVED = {"TO", "STEP", "THEN", "RETURN", "AND", "OR", "XOR", "DIV", "MOD", "IF", "UNTIL", "WHILE", "PRINT"}


def listing_mutants(source: str) -> Iterator[Mutant]:
    """The changes of a listing, in the order of its tokens."""
    tokens = [token for token in listing_lexer().lex(source) if token.type != NEWLINE]
    for before, token in pairwise(tokens):
        for spelling in listing_changes(token, before):
            yield Mutant(token.line, token.column, str(token), spelling)


def listing_changes(token: Token, before: Token) -> Iterator[str]:
    """What a token of a listing becomes."""
    if token.startswith('"'):
        yield '"x' + token[1:]
    elif token.startswith("#") and token[1:] in CONSTANTS:
        yield "#" + other_constant(token[1:])
    elif token[:1].isdigit() or token.startswith("&H"):
        yield from map(str, neighbors(number(token)))
    elif token == "-" and is_sign(before):
        yield ""
    else:
        yield from LISTING_OPERATORS.get(token, [])


def is_sign(before: Token) -> bool:
    """Whether a minus after this token is a sign."""
    return before in RESERVED or bool(SIGN_FOLLOWS.fullmatch(before[-1:]))


def number(spelling: str) -> int:
    """The number a listing writes so."""
    return int(spelling[2:], 16) if spelling.startswith("&H") else int(float(spelling))


def neighbors(value: int) -> list[int]:
    """The two whole numbers beside one that a listing can write as an Integer."""
    return [value + 1] * (value < LARGEST) + [value - 1] * (value > 0)


def other_constant(name: str) -> str:
    """Another constant of the same kind: the next button, or another color."""
    if name in BUTTONS:
        return BUTTONS[(BUTTONS.index(name) + 1) % len(BUTTONS)]
    return "BLUE" if name != "BLUE" else "RED"


# ---- ports

PORT_OPERATORS: dict[type[ast.AST], tuple[str, list[str]]] = {
    ast.Eq: ("==", ["!="]),
    ast.NotEq: ("!=", ["=="]),
    ast.Lt: ("<", ["<=", ">="]),
    ast.LtE: ("<=", ["<", ">"]),
    ast.Gt: (">", [">=", "<="]),
    ast.GtE: (">=", [">", "<"]),
    ast.In: ("in", ["not in"]),
    ast.NotIn: ("not in", ["in"]),
    ast.Add: ("+", ["-"]),
    ast.Sub: ("-", ["+"]),
    ast.Mult: ("*", ["+"]),
    ast.FloorDiv: ("//", ["*"]),
    ast.Mod: ("%", ["//"]),
    ast.LShift: ("<<", [">>"]),
    ast.RShift: (">>", ["<<"]),
    ast.BitAnd: ("&", ["|"]),
    ast.BitOr: ("|", ["&"]),
    ast.BitXor: ("^", ["|"]),
    ast.And: ("and", ["or"]),
    ast.Or: ("or", ["and"]),
    ast.Not: ("not ", [""]),
    ast.USub: ("-", [""]),
}
PORT_NAMES = {
    "min": "max",
    "max": "min",
    "append": "appendleft",
    "appendleft": "append",
    "popleft": "pop",
    "True": "False",
    "False": "True",
}


def port_mutants(source: str) -> list[Mutant]:
    """The changes of a Python module, in the order of its text: of all that a run can show."""
    lines = [line.encode() for line in source.split("\n")]
    found = [mutant for node in live_nodes(ast.parse(source)) for mutant in port_changes(node, lines)]
    return sorted(set(found))


def live_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below one that a run can show."""
    for child in ast.iter_child_nodes(node):
        if is_silent(child):
            continue
        yield child
        yield from live_nodes(child)


def is_silent(node: ast.AST) -> bool:
    """Whether no run shows it: documentation, types, imports, words of errors, what makes a script of it.

    Nor do equal runs show VARIABLES, the names for words of a difference.
    """
    match node:
        case ast.Assign(targets=[ast.Name(id="VARIABLES")]):
            return True
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Raise() | ast.arg():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Subscript(value=ast.Name(id="tuple" | "list" | "dict" | "set" | "deque" | "Callable")):
            return True
        case ast.BinOp(op=ast.BitOr(), right=ast.Constant(value=None)):
            return True
    return False


def port_changes(node: ast.AST, lines: list[bytes]) -> Iterator[Mutant]:
    """The changes of one node."""
    match node:
        case ast.Constant(value=bool()) | ast.Name(id="min" | "max"):
            yield from replaced(node, lines, lambda text: [PORT_NAMES[text]])
        case ast.Constant(value=int()):
            yield from replaced(node, lines, lambda text: [str(each) for each in beside(int(text, 0))])
        case ast.Constant(value=str() | bytes()) | ast.JoinedStr():
            yield from replaced(node, lines, with_a_letter)
        case ast.UnaryOp(op=op):
            yield from between(op, (node.lineno, node.col_offset), start_of(node.operand), lines)
        case ast.BinOp(left=left, op=op, right=right):
            yield from between(op, end_of(left), start_of(right), lines)
        case ast.AugAssign(target=target, op=op, value=value):
            yield from between(op, end_of(target), start_of(value), lines)
        case ast.BoolOp(op=op, values=values):
            for one, other in pairwise(values):
                yield from between(op, end_of(one), start_of(other), lines)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for comparison, (one, other) in zip(ops, pairwise([left, *comparators]), strict=True):
                yield from between(comparison, end_of(one), start_of(other), lines)


def beside(value: int) -> list[int]:
    """The two whole numbers beside one; the one below 0 is left out, as it would need brackets."""
    return [value + 1, value - 1] if value else [1]


def with_a_letter(text: str) -> list[str]:
    """The literal of a text with one letter more; none where it is no literal of one line."""
    return [re.sub(r"^(\w*)(['\"])", r"\1\2x", text)] if re.match(r"\w*(['\"])(?!\1\1)", text) else []


def replaced(node: ast.expr, lines: list[bytes], changes: Callable[[str], list[str]]) -> Iterator[Mutant]:
    """A node's own text changed."""
    if node.lineno != node.end_lineno:
        return
    text = lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode()
    try:
        readable = isinstance(ast.parse(text, mode="eval").body, type(node))
    except SyntaxError:
        # before 3.12 Python does not know where in a text what stands between braces is
        return
    if readable:
        for after in changes(text):
            yield placed(lines, node.lineno, node.col_offset, text, after)


def between(
    op: ast.AST, start: tuple[int, int], end: tuple[int, int], lines: list[bytes]
) -> Iterator[Mutant]:
    """An operator between two places changed."""
    spelling, others = PORT_OPERATORS.get(type(op), ("", []))
    for line in range(start[0], end[0] + 1):
        first = start[1] if line == start[0] else 0
        last = end[1] if line == end[0] else None
        at = lines[line - 1][first:last].find(spelling.encode()) if spelling else -1
        if at >= 0:
            for after in others:
                yield placed(lines, line, first + at, spelling, after)
            return


def placed(lines: list[bytes], line: int, offset: int, before: str, after: str) -> Mutant:
    return Mutant(line, len(lines[line - 1][:offset].decode()) + 1, before, after)


def start_of(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def end_of(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
