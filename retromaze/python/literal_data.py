"""Replaces reads of DATA by the items themselves, if it is known for every read which items it reads.

If any read is unknown, all items stay in one `basic.Data`, which counts them while the port runs. A read is
known at the beginning of `main` and after `data.restore(8)`, in statements that follow one another and in
loops that count with literals. A loop that only fills lists becomes one assignment for each list; any other
loop goes over the items: `for x, y in ((1, 2), (3, 4))`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import copy
from itertools import count
from typing import TypeVar

from retromaze.python import fragments
from retromaze.python.blocks import Body, has_method_call, nodes_in, targets_and_values
from retromaze.python.fragments import (
    STORE,
    as_store_target,
    decimal_int,
    expr_from_template,
    statements_from_template,
    tuple_node,
)
from retromaze.python.layout import margin_of, replacing, set_margin
from retromaze.python.printer import expression_text
from retromaze.python.tidying import variables_in

MOST = 64
"""Most items that one loop or copy may read; longer tables stay in `basic.Data`."""
WRAPPED = 1 << 31
"""The first number that `whole` changes, as it does not fit into 32 bits."""
TAKES = {"whole", "number", "text", "item"}
"""The methods of `basic.Data` that read an item."""
COPIES = {"copy_wholes": "whole", "copy_numbers": "number", "copy_texts": "text"}
"""The methods that copy items into a list, with the method that reads one such item."""
STARTS = {"main", "run"}
"""The functions at whose beginning the first item of DATA is the next one."""
WIDEST = 80
"""Most characters of a list in one row; a loop with a longer list is not replaced."""


class UnknownItem(Exception):
    """It is not known which items of DATA a statement reads: then all items stay in `basic.Data`."""


def with_literals(parts: Body) -> Body:
    """Returns the statements of a module, without `basic.Data` if all reads are known."""
    data_statement = next((node for node in nodes_in(parts) if creates_data_object(node)), None)
    if data_statement is None:
        return parts
    assert isinstance(data_statement, ast.Assign) and isinstance(data_statement.value, ast.Call)
    owner = expression_text(data_statement.targets[0])
    functions = [each for each in nodes_in(parts) if isinstance(each, ast.FunctionDef)]
    functions.sort(key=lambda each: each.name != "__init__")  # `__init__` first
    # `main` and `run` are called once; any call of another function may read its items again
    is_shared = any(
        mentions(each.body, owner) for each in functions if each.name not in {*STARTS, "__init__"}
    )
    sizes: dict[str, int] = {}
    bodies = []
    try:
        for each in functions:
            # the blank lists of `__init__` are still blank where `run` begins
            reader = ReadReplacer(
                data_statement.value.args, owner, each, is_shared, sizes if each.name in STARTS else {}
            )
            body = [node for node in each.body if node is not data_statement]
            bodies.append(reader.without_reads(body, 0 if each.name in STARTS else None))
            if each.name == "__init__":
                sizes = reader.sizes
    except UnknownItem:
        return parts
    for function, body in zip(functions, bodies, strict=True):
        function.body = merge_creation_and_filling(body) or [ast.Pass()]
    return parts


def creates_data_object(node: ast.AST) -> bool:
    """Whether a statement makes the object that holds all DATA."""
    match node:
        case ast.Assign(value=ast.Call(func=ast.Attribute(value=ast.Name(id="basic"), attr="Data"))):
            return True
    return False


def mentions(body: Sequence[ast.AST], place: str) -> bool:
    """Whether statements name a variable or attribute; `place` is its text, such as `self.data`."""
    return any(
        isinstance(each, ast.Name | ast.Attribute) and expression_text(each) == place
        for each in nodes_in(body)
    )


class ReadReplacer:
    """Replaces the reads of DATA in one function by the items that they read, in the order in which they run.

    `items`: all items of DATA; `owner`: the text of the object that holds them, such as `data`;
    `calls_may_read`: whether calls of other functions may change which item is next; `sizes`: the sizes of
    lists in which nothing is stored yet. `at` is the index of the next item, None if unknown. A statement
    whose items are not known raises UnknownItem: then nothing is replaced in the whole module.
    """

    def __init__(
        self,
        items: Sequence[ast.expr],
        owner: str,
        function: ast.FunctionDef,
        calls_may_read: bool,
        sizes: dict[str, int],
    ) -> None:
        self.items = items
        self.owner = owner
        self.function = function
        self.calls_may_read = calls_may_read
        self.at: int | None = None
        self.sizes = sizes

    def without_reads(self, body: Body, at: int | None) -> Body:
        """Returns a block with the items in place of its reads; `at` is the next item. Raises UnknownItem."""
        self.at = at
        result: Body = []
        comments: list[str] = []
        for node in body:
            statements = self.statement_without_reads(node)
            if not statements:
                comments += comments_of_dropped(node)
            if statements and comments:
                vars(statements[0])["remarks"] = [*comments, *getattr(statements[0], "remarks", ())]
                comments = []
            result += statements
        if comments:
            raise UnknownItem  # no statement is left that could have them
        return result

    def statement_without_reads(self, node: ast.stmt) -> Body:
        """Returns the statements that replace one statement, without reads. Raises UnknownItem."""
        if not mentions([node], self.owner):
            self.note_sizes(node)
            if self.calls_may_read and has_method_call([node]):
                self.at = None  # the method may have read items
            return [node]
        match node:
            case ast.Expr(ast.Call(func=ast.Attribute(value=owner, attr="restore"), args=[place])):
                if expression_text(owner) == self.owner:
                    self.at = decimal_int(place)
                    return []
            case ast.Expr(
                ast.Call(func=ast.Attribute(value=owner, attr=method), args=[filled, *numbers])
            ) if method in COPIES and expression_text(owner) == self.owner:
                return self.assignment_for_copy(node, COPIES[method], filled, [*map(decimal_int, numbers)])
            case ast.Assign(targets=[place], value=ast.Call() as call) if not mentions([place], self.owner):
                return [copy_with_fields(node, value=self.literal_for_read(call))]
            case ast.For(orelse=[]):
                return self.loop_without_reads(node)
            # a block that may run or not, or again: where it restores, its reads are known
            case ast.If(test=head) | ast.While(test=head) if not mentions([head], self.owner):
                body, orelse = self.without_reads(node.body, None), self.without_reads(node.orelse, None)
                self.at = None
                return [copy_with_fields(node, body=body or [ast.Pass()], orelse=orelse)]
        raise UnknownItem

    def note_sizes(self, node: ast.stmt) -> None:
        """Adds the lists that a statement makes to `sizes`, and drops those that it uses."""
        if self.sizes:
            used = variables_in(node)
            calls_method = has_method_call([node])  # a method may use any attribute
            self.sizes = {
                name: size
                for name, size in self.sizes.items()
                if name not in used and not (calls_method and name.startswith("self."))
            }
        for place, value in targets_and_values(node):
            match value:
                case ast.BinOp(left=ast.List(elts=[ast.Constant()]), op=ast.Mult(), right=right):
                    self.sizes[expression_text(place)] = decimal_int(right) or 0

    def assignment_for_copy(
        self, node: ast.stmt, method: str, filled: ast.expr, numbers: Sequence[int | None]
    ) -> Body:
        """Returns `row[0:4] = [1, 2, 3, 4]` for a call that copies items into a list. Raises UnknownItem.

        `numbers` are the list's index, the first item, and how many (until the list's end, if not given).
        `method` reads one such item.
        """
        match numbers:
            case [int(position), int(first), int(amount)]:
                pass
            case [int(position), int(first)]:
                amount = self.sizes.get(expression_text(filled), 0) - position
            case _:
                raise UnknownItem
        if not 0 < amount <= MOST or position + amount > self.sizes.get(expression_text(filled), 0):
            raise UnknownItem
        next_before, self.at = self.at, first
        row = ast.List([self.next_item(method) for _ in range(amount)], fragments.LOAD)
        self.at = next_before
        bounds = [fragments.number_literal(each).node for each in (position, position + amount)]
        (assignment,) = statements_from_template(
            "{place}[{a}:{b}] = {row}", place=filled, a=bounds[0], b=bounds[1], row=row
        )
        return [replacing(node, assignment)]

    def literal_for_read(self, call: ast.Call) -> ast.expr:
        """Returns the literal that a call such as `data.number()` reads.

        Raises UnknownItem for other calls, or if the next item is not known.
        """
        match call.func:
            case ast.Attribute(value=owner, attr=method) if (
                method in TAKES and expression_text(owner) == self.owner
            ):
                return self.next_item(method)
        raise UnknownItem

    def next_item(self, method: str) -> ast.expr:
        """Returns the next item as that method of `basic.Data` reads it, and advances. Raises UnknownItem."""
        if self.at is None or self.at >= len(self.items):
            raise UnknownItem
        item = self.items[self.at]
        self.at += 1
        is_text = isinstance(item, ast.Constant) and isinstance(item.value, str)
        if method == "item" or (method == "text" and is_text):
            return item
        match method, item:
            case "whole", ast.Constant(value=int(value)) if value < WRAPPED:
                return item
            case "whole", ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
                return item
            case "number", ast.Constant(value=int() | float() as value):
                return fragments.number_literal(float(value)).node
            case "number", ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return fragments.number_literal(-float(value)).node
        raise UnknownItem

    # ---- loops

    def loop_without_reads(self, node: ast.For) -> Body:
        """Replaces a loop that counts with literals and reads only at its beginning. Raises UnknownItem."""
        numbers = counted_numbers(node)
        non_reads = (at for at, each in enumerate(node.body) if not mentions([each], self.owner))
        read_count = next(non_reads, len(node.body))
        reading, rest = node.body[:read_count], node.body[read_count:]
        if numbers is None or not reading or mentions(rest, self.owner) or len(numbers) * read_count > MOST:
            raise UnknownItem
        rows = [[self.assigned_item(each) for each in reading] for _ in numbers]
        places = [each.targets[0] for each in reading if isinstance(each, ast.Assign)]
        statements: Body = []
        if rows and not rest and self.is_used_only_by_loops(node):
            statements = assignments_of_filled_lists(node, places, numbers, rows)
        elif rows and rest and all(isinstance(each, ast.Name) for each in places):
            statements = [self.loop_over_items(node, rest, places, numbers, rows)]
        if not statements:
            raise UnknownItem
        if may_leave_loop(rest):
            self.at = None
        if self.calls_may_read and has_method_call(rest):
            raise UnknownItem
        comments = [each for read in reading for each in comments_of_dropped(read)]
        vars(statements[0])["remarks"] = [*getattr(statements[0], "remarks", ()), *comments]
        return statements

    def assigned_item(self, node: ast.stmt) -> ast.expr:
        """Returns the item that an assignment reads. Raises UnknownItem."""
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            raise UnknownItem
        return self.literal_for_read(node.value)

    def is_used_only_by_loops(self, node: ast.For) -> bool:
        """Whether the function uses a loop's variable only inside loops that count with it."""
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        waiting: list[ast.AST] = [*self.function.body]
        while waiting:
            each = waiting.pop()
            if isinstance(each, ast.Name) and each.id == name:
                return False
            if not (isinstance(each, ast.For) and expression_text(each.target) == name):
                waiting += ast.iter_child_nodes(each)
        return True

    def loop_over_items(
        self,
        node: ast.For,
        rest: Body,
        places: Sequence[ast.expr],
        numbers: range,
        rows: Sequence[Sequence[ast.expr]],
    ) -> ast.For:
        """Returns `for x, y in ((1, 2), (3, 4)):` in place of a counted loop that reads x and y.

        `rest` is what follows the reads, `places` are the variables that they set, `numbers` the loop's
        numbers, `rows` the items of each pass. Raises UnknownItem if such a loop cannot be written.
        """
        several = len(places) > 1
        items = tuple_node(tuple_node(row) if several else row[0] for row in rows)
        variables = as_store_target(tuple_node(places) if several else places[0])
        assert isinstance(node.target, ast.Name)
        if not several and len(expression_text(items)) > WIDEST:
            raise UnknownItem
        if self.is_used_only_by_loops(node) and not mentions(rest, node.target.id):
            return copy_with_fields(node, body=rest, target=variables, iter=items)
        # the loop's number is used
        if numbers.step != 1:
            raise UnknownItem
        start = [fragments.number_literal(numbers.start).node] if numbers.start else []
        numbered = expr_from_template("enumerate({given})", given=[items, *start])
        return copy_with_fields(
            node, body=rest, target=ast.Tuple([node.target, variables], STORE), iter=numbered
        )


Statement = TypeVar("Statement", bound=ast.stmt)


def copy_with_fields(node: Statement, **fields: object) -> Statement:
    """Returns a copy of a statement with other fields; it keeps its comments and the listing's line."""
    changed = copy(node)
    vars(changed).update(fields)
    return changed


def comments_of_dropped(node: ast.stmt) -> list[str]:
    """Returns the comments of a statement that is dropped; a label (`@…`) in its margin is needless then."""
    note = margin_of(node).note
    return [*getattr(node, "remarks", ()), *([note] if note and not note.startswith("@") else [])]


def may_leave_loop(body: Body) -> bool:
    """Whether statements may leave the loop around them before its end."""
    return any(isinstance(each, ast.Break | ast.Return | ast.Raise) for each in nodes_in(body))


def counted_numbers(node: ast.For) -> range | None:
    """Returns the numbers that a loop counts with literals; None for any other loop."""
    match node:
        case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range"), args=arguments)):
            bounds = [bound for each in arguments if (bound := decimal_int(each)) is not None]
            # a step of 0 is an error when it runs
            if len(bounds) == len(arguments) and (len(bounds) < 3 or bounds[2]):
                return range(*bounds)
    return None


def assignments_of_filled_lists(
    node: ast.For, places: Sequence[ast.expr], numbers: range, rows: Sequence[Sequence[ast.expr]]
) -> Body:
    """Returns `row[0:4] = [1, 2, 3, 4]` for each list that a loop fills; [] for a loop that does more.

    `places` are the elements that a pass sets, `numbers` the loop's, `rows` the items of each pass.
    """
    owners: list[ast.expr] = []
    for place in places:
        match place:
            case ast.Subscript(value=ast.Name() | ast.Attribute() as owner, slice=ast.Name() as index):
                owners.append(owner)
                if expression_text(index) != expression_text(node.target):
                    return []
            case _:
                return []
    if numbers.step != 1 or numbers.start < 0 or len(set(map(expression_text, owners))) < len(owners):
        return []
    fills: Body = []
    bounds = [fragments.number_literal(each).node for each in (numbers.start, numbers.stop)]
    for number, filled in enumerate(owners):
        row = ast.List([each[number] for each in rows], fragments.LOAD)
        fills += statements_from_template(
            "{place}[{a}:{b}] = {row}", place=filled, a=bounds[0], b=bounds[1], row=row
        )
        if len(expression_text(row)) > WIDEST:
            raise UnknownItem  # a table reads better than one long row
    margin = margin_of(node)
    for fill in fills:
        set_margin(fill, margin)
        margin = margin._replace(note="")  # the loop's comment stands once
    vars(fills[0])["remarks"] = [*getattr(node, "remarks", ())]
    return fills


# ---- lists


def merge_creation_and_filling(body: Body) -> Body:
    """Writes `row = [1, 2]` for `row = [0] * 2` and `row[0:2] = [1, 2]`, if nothing in between uses it."""
    for at in count():
        if at >= len(body):
            return body
        match body[at]:
            case ast.Assign(
                targets=[ast.Subscript(value=owner, slice=ast.Slice(lower=ast.Constant(value=0)))],
                value=ast.List() as row,
            ):
                if not comments_of_dropped(body[at]) and put_into_creation(body[:at], owner, row):
                    body = [*body[:at], *body[at + 1 :]]
                    return merge_creation_and_filling(body)
    return body


def put_into_creation(earlier: Body, owner: ast.expr, items: ast.List) -> bool:
    """Puts items into the statement among `earlier` ones that makes the list; returns whether that can be."""
    name = expression_text(owner)
    for node in reversed(earlier):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple(elts=values)):
                pass
            case ast.Assign(targets=[place], value=value):
                places, values = [place], [value]
            case _:
                places, values = [], []
        for number, (place, value) in enumerate(zip(places, values, strict=True)):
            if expression_text(place) == name and is_blank_list_of(value, len(items.elts)):
                if len(values) == 1:
                    vars(node)["value"] = items
                else:
                    values[number] = items
                return True
        is_simple = isinstance(node, ast.Assign | ast.Expr)
        if not is_simple or mentions([node], name) or has_method_call([node]):
            return False
    return False


def is_blank_list_of(value: ast.expr, length: int) -> bool:
    """Whether a value is a list of that length in which nothing is stored yet."""
    match value:
        case ast.BinOp(left=ast.List(elts=[_]), op=ast.Mult(), right=right):
            return decimal_int(right) == length
    return False
