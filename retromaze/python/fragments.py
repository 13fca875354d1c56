"""Makes expressions and statements from templates, which are Python with holes and are parsed once.

A `Piece` is an expression with the type of its value: INT, BOOL, FLOAT, STR, ANY, TEXT, a list's type; or
NUMBER, an int or a float, where only the running port knows which.

A hole `{name}` stands where a name may stand. As an expression it is filled with a node, a piece, or a dotted
name; among arguments, items of a list or statements of a block also with a list of these; elsewhere (after a
dot, as a keyword) with a name. An argument whose hole is filled with None is left out, and `1 != 2` of two
numbers becomes True or False. Neither the nodes that fill holes nor parts of a template without holes are
copied: expressions are never changed in place.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from operator import is_not
from typing import Any

from retromaze.python.printer import BINARY, COMPARISON
from retromaze.python.statement_walks import FIELDS_WITH_NODES

INT, BOOL, FLOAT, STR, ANY, TEXT, BUTTONS = "int", "bool", "float", "str", "Any", "basic.Text", "Buttons"
NUMBER = "int | float"

ARITHMETIC = {sign: operator() for operator, (sign, _) in BINARY.items()}
COMPARING = {sign: operator() for operator, sign in COMPARISON.items()}


@dataclass(frozen=True, eq=False)
class Piece:
    """An expression, and the type of its value as Python writes it."""

    node: ast.expr
    type: str

    @property
    def is_int(self) -> bool:
        return self.type in {INT, BOOL}


Part = Piece | ast.expr | str
"""A part of an expression; a str is a dotted name."""
Filling = Part | Sequence[Part] | Sequence[ast.stmt]
MARK = "__hole__"
LOAD, STORE = ast.Load(), ast.Store()


class OmitArgument(Exception):
    """A hole is filled with None: the argument with it is left out."""


def expr_from_template(template: str, **fillings: Filling | None) -> ast.expr:
    """Returns `self.row.append(x)` for `"{owner}.append({value})", owner="self.row", value="x"`."""
    found = fill_holes(parse_template(template)[0], fillings)
    assert isinstance(found, ast.Expr)
    return found.value


def piece_from_template(template: str, type_: str, **fillings: Filling) -> Piece:
    """Returns a piece: the expression from a template, with its type."""
    return Piece(expr_from_template(template, **fillings), type_)


def statements_from_template(template: str, **fillings: Filling) -> list[ast.stmt]:
    """Returns new statements from a template, as `"while {test}:\\n {body}", test=node, body=[...]`."""
    return fill_holes_in_list(parse_template(template), fillings)


@cache
def parse_template(template: str) -> list[ast.stmt]:
    """Parses a template, with a marked name for each hole `{name}`; nodes with a hole in them have `hole`."""
    statements = ast.parse(template.format_map(HoleMarks())).body
    for node in statements:
        mark_nodes_with_holes(node)
    return statements


class HoleMarks(dict[str, str]):
    """Maps the name of each hole to the marked name that stands for it in the parsed template."""

    def __missing__(self, name: str) -> str:
        return MARK + name


def mark_nodes_with_holes(node: Any) -> bool:
    """Sets the attribute `hole` of a node and those inside it, and returns this node's.

    It is True where a hole is to be filled, and for statements: these are always copied, as their margins
    and blocks are changed in place later.
    """
    inner = [mark_nodes_with_holes(each) for each in ast.iter_child_nodes(node)]
    names = (value for value in vars(node).values() if isinstance(value, str))
    node.hole = any([*inner, isinstance(node, ast.stmt), *(each.startswith(MARK) for each in names)])
    return bool(node.hole)


def fill_holes(node: Any, fillings: Mapping[str, Filling | None]) -> Any:
    """Returns a node of a template with its holes filled; nodes without holes are not copied."""
    if not node.hole:
        return node
    if isinstance(node, ast.Name):
        filling = as_node(fillings[node.id.removeprefix(MARK)])
        if filling is None:
            raise OmitArgument
        return as_store_target(filling) if isinstance(node.ctx, ast.Store) else filling
    values: dict[str, Any] = {}
    for name in node._fields:
        match getattr(node, name):
            case list(row):
                values[name] = fill_holes_in_list(row, fillings, is_call=isinstance(node, ast.Call))
            case str(word) if word.startswith(MARK):
                values[name] = fillings[word.removeprefix(MARK)]
            case value:
                values[name] = fill_holes(value, fillings) if isinstance(value, ast.AST) else value
    if isinstance(node, ast.AnnAssign):
        # `simple` is 1 for a name as target, as Python's parser has it
        values["simple"] = int(isinstance(values["target"], ast.Name))
    match type(node)(**values):
        # `1 != 2` of two numbers is known
        case ast.Compare(ast.Constant(value=int(one)), [ast.NotEq()], [ast.Constant(value=int(other))]):
            return ast.Constant(one != other)
        case filled:
            return filled


def fill_holes_in_list(
    row: Iterable[Any], fillings: Mapping[str, Filling | None], *, is_call: bool = False
) -> list[Any]:
    """Fills the holes in a list; a hole that is given a list is replaced by all its items.

    An argument of a call (`is_call`) whose hole is given None is left out.
    """
    result: list[Any] = []
    for each in row:
        inner = each.value if isinstance(each, ast.Expr) else each  # a hole alone in a block
        name = inner.id if isinstance(inner, ast.Name) else ""
        replacement = fillings[name.removeprefix(MARK)] if name.startswith(MARK) else None
        if isinstance(replacement, list | tuple):
            result += map(as_node, replacement)
            continue
        try:
            result.append(fill_holes(each, fillings) if isinstance(each, ast.AST) else each)
        except OmitArgument:
            if not is_call:
                raise  # the call around it leaves out the whole argument
    return result


# ---- nodes without a template


@cache
def name_node(name: str) -> ast.expr:
    """Returns the node of a dotted name, as `self.row`; it is shared, as no expression is changed."""
    owner, dot, last = name.rpartition(".")
    return ast.Attribute(name_node(owner), last, LOAD) if dot else ast.Name(name, LOAD)


def as_node(part: Any) -> Any:
    """Returns the node of a part; statements and None are returned as they are."""
    if isinstance(part, Piece):
        return part.node
    return name_node(part) if isinstance(part, str) else part


def as_store_target(node: ast.expr) -> Any:
    """Returns an expression as the target of an assignment."""
    match node:
        case ast.Name(id=name):
            return ast.Name(name, STORE)
        case ast.Attribute(value=value, attr=name):
            return ast.Attribute(value, name, STORE)
        case ast.Subscript(value=value, slice=inside):
            return ast.Subscript(value, inside, STORE)
        case ast.Tuple(elts=items):
            return ast.Tuple([as_store_target(each) for each in items], STORE)
    raise TypeError(f"nothing is assigned to {ast.dump(node)}")


def variable_piece(name: str, type_: str) -> Piece:
    """Returns the piece that names a variable or an attribute."""
    return Piece(name_node(name), type_)


def binary_operation(operator: str, left: Piece, right: Piece, type_: str) -> Piece:
    """Returns the piece `left operator right`."""
    if operator in COMPARING:
        return Piece(ast.Compare(left.node, [COMPARING[operator]], [right.node]), type_)
    return Piece(ast.BinOp(left.node, ARITHMETIC[operator], right.node), type_)


def call(function: Part, *arguments: Part, type_: str = ANY, **by_name: Part) -> Piece:
    """Returns a call with positional arguments and with arguments by name."""
    keywords = [ast.keyword(name, as_node(each)) for name, each in by_name.items()]
    return Piece(ast.Call(as_node(function), [*map(as_node, arguments)], keywords), type_)


def call_statement(function: Part, *arguments: Part, **by_name: Part) -> list[ast.stmt]:
    """Returns a call as a statement, whose result is not used."""
    return [ast.Expr(call(function, *arguments, type_=ANY, **by_name).node)]


def function_definition(
    name: str,
    parameters: Sequence[ast.arg],
    body: list[ast.stmt],
    result: str = "None",
    options: Sequence[tuple[ast.arg, ast.expr]] = (),
) -> ast.FunctionDef:
    """Returns a function; `options` are keyword-only parameters, each with its default value."""
    (definition,) = statements_from_template(
        "def {name}() -> {result}:\n {body}", name=name, result=expr_from_template(result), body=body
    )
    assert isinstance(definition, ast.FunctionDef)
    keyword_only, defaults = [each for each, _ in options], [value for _, value in options]
    definition.args = ast.arguments([], [*parameters], None, keyword_only, [*defaults], None, [])
    return definition


def number_literal(value: float) -> Piece:
    """Returns a number as Python parses it: with a minus sign, or `float("…")` for infinity and NaN."""
    type_ = INT if isinstance(value, int) else FLOAT
    if not math.isfinite(value):
        return call("float", ast.Constant(str(value)), type_=FLOAT)
    if str(value).startswith("-"):
        return Piece(ast.UnaryOp(ast.USub(), ast.Constant(-value)), type_)
    return Piece(ast.Constant(value), type_)


def hex_literal(digits: str) -> Piece:
    """Returns an int that is written in hexadecimal: `spelled` is what the printer writes."""
    node = ast.Constant(int(digits, 16))
    node.spelled = f"0x{digits}"  # type: ignore[attr-defined]
    return Piece(node, INT)


def string_literal(value: str) -> Piece:
    return Piece(ast.Constant(value), STR)


def literal_piece(value: float | str) -> Piece:
    """Returns a number or a string as a literal."""
    return string_literal(value) if isinstance(value, str) else number_literal(value)


def decimal_int(piece: Part) -> int | None:
    """Returns the value of an int literal in decimal digits; None for others, such as `hex_literal`s."""
    match as_node(piece):
        case ast.Constant(value=int(value)) as node if not hasattr(node, "spelled"):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value)) as node) if not hasattr(
            node, "spelled"
        ):
            return -value
    return None


def as_float(piece: Piece) -> Piece:
    """Returns a number as a float: `n + 2.0` for `n + 2`, else `float(n)`."""
    match piece.node:
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, right) if piece.is_int:
            if (known := decimal_int(right)) is not None:
                return Piece(ast.BinOp(left, sign, number_literal(float(known)).node), FLOAT)
            if (known := decimal_int(left)) is not None:
                return Piece(ast.BinOp(number_literal(float(known)).node, sign, right), FLOAT)
    return call("float", piece, type_=FLOAT)


def add_to_piece(left: Piece, amount: int) -> Piece:
    """Returns `left + amount` for an int expression: `n + 2` for `n + 1` and 1, `n` for `n - 1` and 1."""
    if (known := decimal_int(left)) is not None:
        return number_literal(known + amount)
    match left.node:
        case ast.BinOp(left=rest, op=ast.Add() | ast.Sub() as sign, right=ast.Constant() as last):
            if (known := decimal_int(last)) is not None:
                amount += known if isinstance(sign, ast.Add) else -known
                left = Piece(rest, left.type)
                return add_to_piece(left, amount) if amount else left
    return binary_operation("-" if amount < 0 else "+", left, number_literal(abs(amount)), left.type)


def tuple_node(items: Iterable[Part]) -> ast.Tuple:
    return ast.Tuple([*map(as_node, items)], LOAD)


def item_or_tuple(items: Iterable[Part]) -> ast.expr:
    """Returns the item if there is only one, else a tuple of the items."""
    node = tuple_node(items)
    return node.elts[0] if len(node.elts) == 1 else node


def fstring_node(parts: Iterable[ast.expr]) -> ast.JoinedStr:
    """Returns an f-string of texts and values; neighbouring texts are joined, as Python parses them."""
    values: list[ast.expr] = []
    for each in parts:
        match each, values[-1:]:
            case ast.Constant(value=""), _:
                pass
            case ast.Constant(value=str(text)), [ast.Constant(value=str(before))]:
                values[-1] = ast.Constant(before + text)
            case ((ast.Constant(value=str()) | ast.FormattedValue()), _):
                values.append(each)
            case _:
                values.append(ast.FormattedValue(each, -1, None))
    return ast.JoinedStr(values)


def rewritten(node: Any, change: Callable[[Any], ast.AST | None]) -> Any:
    """Returns a copy of a node with what `change` returns for nodes in it; unchanged parts are shared."""
    if (new := change(node)) is not None:
        return new
    changed: dict[str, Any] = {}
    for name in FIELDS_WITH_NODES[type(node)]:
        old = getattr(node, name, None)
        if isinstance(old, list):
            items = [rewritten(each, change) for each in old]
            if any(map(is_not, items, old)):
                changed[name] = items
        elif old is not None and (value := rewritten(old, change)) is not old:
            changed[name] = value
    if not changed:
        return node
    # a node may be part of several trees, so it is not changed in place
    result = copy(node)
    vars(result).update(changed)
    return result


def with_names_replaced(node: Any, names: Mapping[str, str]) -> Any:
    """Returns a copy that has other names for variables and attributes, as `{"self.row": "ROW"}`."""

    def renamed(each: ast.AST) -> ast.AST | None:
        match each:
            case ast.arg(arg=name, annotation=annotation) if name in names:
                return ast.arg(names[name], annotation)
            case ast.Name(id=name, ctx=context) if new := names.get(name):
                return name_node(new) if isinstance(context, ast.Load) else as_store_target(name_node(new))
            case ast.Attribute(ast.Name("self"), name, context) if new := names.get(f"self.{name}"):
                return name_node(new) if isinstance(context, ast.Load) else as_store_target(name_node(new))
        return None

    return rewritten(node, renamed)


def same_tree(first: Any, second: Any) -> bool:
    """Whether two nodes, lists of nodes or values are equal, in whatever place of a program they stand."""
    if isinstance(first, list):
        return len(first) == len(second) and all(map(same_tree, first, second))
    if not isinstance(first, ast.AST):
        return type(first) is type(second) and bool(first == second)
    if type(first) is not type(second):
        return False
    return all(same_tree(getattr(first, name, None), getattr(second, name, None)) for name in first._fields)
