"""Replaces reads of DATA by the items themselves, where it is known which items each of them reads.

If any read is unknown all items stay in one `basic.Data`, and the running port counts which is the next.
A read is known in a function behind `data.restore(8)`, and where `main` begins: straight on, and in a loop
that counts with literals. Such a loop that only fills lists becomes one assignment for each list; any other
one goes over its items: `for x, y in ((1, 2), (3, 4))`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import copy
from itertools import count
from typing import TypeVar

from retromaze.python import fragments
from retromaze.python.blocks import Body, calls_method, nodes_in, stored_values
from retromaze.python.fragments import STORE, expr, literal, stmts, target, tuple_of
from retromaze.python.layout import in_place_of, margin_of, set_margin
from retromaze.python.printer import expression
from retromaze.python.tidying import variables_in

MOST = 64
"""Items that one loop reads: a longer table is read where it stands."""
WRAPPED = 1 << 31
"""From here on `whole` makes another number of an item."""
TAKES = {"whole", "number", "text", "item"}
"""The methods of `basic.Data` that read an item."""
COPIES = {"copy_wholes": "whole", "copy_numbers": "number", "copy_texts": "text"}
"""Those that copy items into a list, and how they read each."""
STARTS = {"main", "run"}
"""The functions that a port begins with."""
WIDEST = 80
"""Characters of a list that is written in one row."""


class Unknown(Exception):
    """A read whose items are not known."""


def with_literals(parts: Body) -> Body:
    """The statements of a module, without `basic.Data` if all that is read is known."""
    made = next((node for node in nodes_in(parts) if is_data(node)), None)
    if made is None:
        return parts
    assert isinstance(made, ast.Assign) and isinstance(made.value, ast.Call)
    owner = expression(made.targets[0])
    functions = [each for each in nodes_in(parts) if isinstance(each, ast.FunctionDef)]
    functions.sort(key=lambda each: each.name != "__init__")
    # `main` and `run` are called once; what others read may be read again by any call
    called = any(reads(each.body, owner) for each in functions if each.name not in {*STARTS, "__init__"})
    sizes: dict[str, int] = {}
    new = []
    try:
        for each in functions:
            # `run` begins with the lists of `__init__`
            read = Reads(made.value.args, owner, each, called, sizes if each.name in STARTS else {})
            body = [node for node in each.body if node is not made]
            new.append(read.block(body, 0 if each.name in STARTS else None))
            if each.name == "__init__":
                sizes = read.sizes
    except Unknown:
        return parts
    for function, body in zip(functions, new, strict=True):
        function.body = filled_at_once(body) or [ast.Pass()]
    return parts


def is_data(node: ast.AST) -> bool:
    """Whether a statement makes the object that holds all DATA."""
    match node:
        case ast.Assign(value=ast.Call(func=ast.Attribute(value=ast.Name(id="basic"), attr="Data"))):
            return True
    return False


def reads(body: Sequence[ast.AST], owner: str) -> bool:
    """Whether statements name the object that holds all DATA."""
    return any(
        isinstance(each, ast.Name | ast.Attribute) and expression(each) == owner for each in nodes_in(body)
    )


class Reads:
    """The reads of one function, in their order.

    `moving` says that a call of another function of the port may move the place where READ is; `sizes` are
    those of the lists in which nothing is stored yet.
    """

    def __init__(
        self,
        items: Sequence[ast.expr],
        owner: str,
        function: ast.FunctionDef,
        moving: bool,
        sizes: dict[str, int],
    ) -> None:
        self.items = items
        self.owner = owner
        self.function = function
        self.moving = moving
        self.at: int | None = None
        self.sizes = sizes

    def block(self, body: Body, at: int | None) -> Body:
        """The statements of a block with what they read. Raises Unknown."""
        self.at = at
        found: Body = []
        waiting: list[str] = []
        for node in body:
            made = self.statement(node)
            if not made:
                waiting += words_about(node)
            if made and waiting:
                vars(made[0])["remarks"] = [*waiting, *getattr(made[0], "remarks", ())]
                waiting = []
            found += made
        if waiting:
            raise Unknown
        return found

    def statement(self, node: ast.stmt) -> Body:
        if not reads([node], self.owner):
            self.note_sizes(node)
            if self.moving and calls_method([node]):
                self.at = None
            return [node]
        match node:
            case ast.Expr(ast.Call(func=ast.Attribute(value=owner, attr="restore"), args=[place])):
                if expression(owner) == self.owner:
                    self.at = literal(place)
                    return []
            case ast.Expr(ast.Call(func=ast.Attribute(value=owner, attr=way), args=[filled, *given])) if (
                way in COPIES and expression(owner) == self.owner
            ):
                return self.copied(node, COPIES[way], filled, [*map(literal, given)])
            case ast.Assign(targets=[place], value=ast.Call() as call) if not reads([place], self.owner):
                return [changed_to(node, value=self.next(call))]
            case ast.For(orelse=[]):
                return self.loop(node)
            case ast.If(test=head) | ast.While(test=head) if not reads([head], self.owner):
                body, orelse = self.block(node.body, None), self.block(node.orelse, None)
                self.at = None
                return [changed_to(node, body=body or [ast.Pass()], orelse=orelse)]
        raise Unknown

    def note_sizes(self, node: ast.stmt) -> None:
        """Remembers the lists that a statement makes until another one names them."""
        if self.sizes:
            used = variables_in(node)
            is_open = calls_method([node])
            self.sizes = {
                name: size
                for name, size in self.sizes.items()
                if name not in used and not (is_open and name.startswith("self."))
            }
        for place, value in stored_values(node):
            match value:
                case ast.BinOp(left=ast.List(elts=[ast.Constant()]), op=ast.Mult(), right=right):
                    self.sizes[expression(place)] = literal(right) or 0

    def copied(self, node: ast.stmt, way: str, filled: ast.expr, given: Sequence[int | None]) -> Body:
        """The items that are copied into a list. Raises Unknown."""
        match given:
            case [int(position), int(first), int(amount)]:
                pass
            case [int(position), int(first)]:
                amount = self.sizes.get(expression(filled), 0) - position
            case _:
                raise Unknown
        if not 0 < amount <= MOST or position + amount > self.sizes.get(expression(filled), 0):
            raise Unknown
        before, self.at = self.at, first
        row = ast.List([self.next_by(way) for _ in range(amount)], fragments.LOAD)
        self.at = before
        bounds = [fragments.number(each).node for each in (position, position + amount)]
        (made,) = stmts("{place}[{a}:{b}] = {row}", place=filled, a=bounds[0], b=bounds[1], row=row)
        return [in_place_of(node, made)]

    def next(self, call: ast.Call) -> ast.expr:
        """The next item as a call reads it. Raises Unknown."""
        match call.func:
            case ast.Attribute(value=owner, attr=way) if way in TAKES and expression(owner) == self.owner:
                return self.next_by(way)
        raise Unknown

    def next_by(self, way: str) -> ast.expr:
        """The next item as a method of `basic.Data` reads it. Raises Unknown."""
        if self.at is None or self.at >= len(self.items):
            raise Unknown
        item = self.items[self.at]
        self.at += 1
        is_text = isinstance(item, ast.Constant) and isinstance(item.value, str)
        if way == "item" or (way == "text" and is_text):
            return item
        match way, item:
            case "whole", ast.Constant(value=int(value)) if value < WRAPPED:
                return item
            case "whole", ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
                return item
            case "number", ast.Constant(value=int() | float() as value):
                return fragments.number(float(value)).node
            case "number", ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return fragments.number(-float(value)).node
        raise Unknown

    # ---- loops

    def loop(self, node: ast.For) -> Body:
        """A loop that counts, with what it reads at the beginning of each turn. Raises Unknown."""
        numbers = counted(node)
        others = (at for at, each in enumerate(node.body) if not reads([each], self.owner))
        last = next(others, len(node.body))
        first, rest = node.body[:last], node.body[last:]
        if numbers is None or not first or reads(rest, self.owner) or len(numbers) * last > MOST:
            raise Unknown
        rows = [[self.taken(each) for each in first] for _ in numbers]
        places = [each.targets[0] for each in first if isinstance(each, ast.Assign)]
        made: Body = []
        if rows and not rest and self.is_loops_own(node):
            made = filled_lists(node, places, numbers, rows)
        elif rows and rest and all(isinstance(each, ast.Name) for each in places):
            made = [self.over(node, rest, places, numbers, rows)]
        if not made:
            raise Unknown
        if leaves(rest):
            self.at = None
        if self.moving and calls_method(rest):
            raise Unknown
        inside = [each for read in first for each in words_about(read)]
        vars(made[0])["remarks"] = [*getattr(made[0], "remarks", ()), *inside]
        return made

    def taken(self, node: ast.stmt) -> ast.expr:
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            raise Unknown
        return self.next(node.value)

    def is_loops_own(self, node: ast.For) -> bool:
        """Whether a loop's variable is read only inside loops that count with it."""
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        waiting: list[ast.AST] = [*self.function.body]
        while waiting:
            each = waiting.pop()
            if isinstance(each, ast.Name) and each.id == name:
                return False
            if not (isinstance(each, ast.For) and expression(each.target) == name):
                waiting += ast.iter_child_nodes(each)
        return True

    def over(
        self,
        node: ast.For,
        rest: Body,
        places: Sequence[ast.expr],
        numbers: range,
        rows: Sequence[Sequence[ast.expr]],
    ) -> ast.For:
        """The loop over its items."""
        several = len(places) > 1
        items = tuple_of(tuple_of(row) if several else row[0] for row in rows)
        given = target(tuple_of(places) if several else places[0])
        assert isinstance(node.target, ast.Name)
        if not several and len(expression(items)) > WIDEST:
            raise Unknown
        if self.is_loops_own(node) and not reads(rest, node.target.id):
            return changed_to(node, body=rest, target=given, iter=items)
        if numbers.step != 1:
            raise Unknown
        start = [fragments.number(numbers.start).node] if numbers.start else []
        over = expr("enumerate({given})", given=[items, *start])
        return changed_to(node, body=rest, target=ast.Tuple([node.target, given], STORE), iter=over)


Statement = TypeVar("Statement", bound=ast.stmt)


def changed_to(node: Statement, **fields: object) -> Statement:
    """A statement with other fields; what is known beside them stays."""
    found = copy(node)
    vars(found).update(fields)
    return found


def words_about(node: ast.stmt) -> list[str]:
    """The comments of a statement that goes; the label of a RESTORE is none."""
    note = margin_of(node).note
    return [*getattr(node, "remarks", ()), *([note] if note and not note.startswith("@") else [])]


def leaves(body: Body) -> bool:
    """Whether statements may leave the loop around them before its end."""
    return any(isinstance(each, ast.Break | ast.Return | ast.Raise) for each in nodes_in(body))


def counted(node: ast.For) -> range | None:
    """The numbers that a loop counts with literals; None for any other loop."""
    match node:
        case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range"), args=given)):
            bounds = [found for each in given if (found := literal(each)) is not None]
            if len(bounds) == len(given) and (len(bounds) < 3 or bounds[2]):
                return range(*bounds)
    return None


def filled_lists(
    node: ast.For, places: Sequence[ast.expr], numbers: range, rows: Sequence[Sequence[ast.expr]]
) -> Body:
    """`row[0:4] = [1, 2, 3, 4]` for each list that a loop fills; nothing if it does something else."""
    owners: list[ast.expr] = []
    for place in places:
        match place:
            case ast.Subscript(value=ast.Name() | ast.Attribute() as owner, slice=ast.Name() as index):
                owners.append(owner)
                if expression(index) != expression(node.target):
                    return []
            case _:
                return []
    if numbers.step != 1 or numbers.start < 0 or len(set(map(expression, owners))) < len(owners):
        return []
    made: Body = []
    bounds = [fragments.number(each).node for each in (numbers.start, numbers.stop)]
    for number, filled in enumerate(owners):
        row = ast.List([each[number] for each in rows], fragments.LOAD)
        made += stmts("{place}[{a}:{b}] = {row}", place=filled, a=bounds[0], b=bounds[1], row=row)
        if len(expression(row)) > WIDEST:
            raise Unknown
    margin = margin_of(node)
    for fill in made:
        set_margin(fill, margin)
        margin = margin._replace(note="")
    vars(made[0])["remarks"] = [*getattr(node, "remarks", ())]
    return made


# ---- lists


def filled_at_once(body: Body) -> Body:
    """`row = [1, 2]` for `row = [0] * 2` and `row[0:2] = [1, 2]` after it, if nothing in between names it."""
    for at in count():
        if at >= len(body):
            return body
        match body[at]:
            case ast.Assign(
                targets=[ast.Subscript(value=owner, slice=ast.Slice(lower=ast.Constant(value=0)))],
                value=ast.List() as row,
            ):
                if not words_about(body[at]) and fill_earlier(body[:at], owner, row):
                    body = [*body[:at], *body[at + 1 :]]
                    return filled_at_once(body)
    return body


def fill_earlier(before: Body, owner: ast.expr, row: ast.List) -> bool:
    """Fills a list where it is made, in the last statements of a block; whether that can be done."""
    name = expression(owner)
    for node in reversed(before):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple(elts=values)):
                pass
            case ast.Assign(targets=[place], value=value):
                places, values = [place], [value]
            case _:
                places, values = [], []
        for number, (place, value) in enumerate(zip(places, values, strict=True)):
            if expression(place) == name and is_blank(value, len(row.elts)):
                if len(values) == 1:
                    vars(node)["value"] = row
                else:
                    values[number] = row
                return True
        is_simple = isinstance(node, ast.Assign | ast.Expr)
        if not is_simple or reads([node], name) or calls_method([node]):
            return False
    return False


def is_blank(value: ast.expr, length: int) -> bool:
    """Whether a value is a list of that length in which nothing is stored yet."""
    match value:
        case ast.BinOp(left=ast.List(elts=[_]), op=ast.Mult(), right=right):
            return literal(right) == length
    return False
