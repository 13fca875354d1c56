"""Replaces reads of DATA by the items themselves, if it is known for every read which items it reads.

If any read is unknown, all items stay in one `basic.Data`, which counts them while the port runs. A read is
known at the beginning of `main` and after `data.restore(8)`, in statements that follow one another, in
methods that these call and nothing else does, and in loops that count with literals. The lists that a loop
fills become one assignment for each list; the variables that it reads are those of a loop over the items:
`for x, y in ((1, 2), (3, 4))`. A loop that reads rows up to row n becomes `x, y = ROWS[n]`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple

from retromaze.python import fragments
from retromaze.python.filled_lists import known_number, sizes_of_blank_list, with_list_literals
from retromaze.python.fragments import (
    STORE,
    as_store_target,
    decimal_int,
    expr_from_template,
    item_or_tuple,
    statements_from_template,
    tuple_node,
)
from retromaze.python.layout import (
    Margin,
    comments_above,
    comments_of_dropped,
    margin_of,
    replacing,
    set_margin,
)
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import (
    FIELDS_WITH_BLOCKS,
    Body,
    has_method_call,
    is_endless,
    is_literal,
    is_self_attribute,
    mention_count,
    nodes_in,
    statements_and_cases,
    store_count,
    targets_and_values,
)
from retromaze.python.tidying import is_variable, loop_variables_read_later, variables_in

WIDEST = 80
"""Most characters of a column that is written in the head of a loop."""
MOST = 64
"""Most items that one loop or copy may read; longer tables stay in `basic.Data`."""
MOST_ROWS = 200
"""Most rows of a table from which one row is chosen."""
WRAPPED = 1 << 31
"""The first number that `whole` changes, as it does not fit into 32 bits."""
TAKES = {"whole", "number", "text", "item"}
"""The methods of `basic.Data` that read an item."""
COPIES = {"copy_wholes": "whole", "copy_numbers": "number", "copy_texts": "text"}
"""The methods that copy items into a list, with the method that reads one such item."""


Sizes = dict[str, tuple[int, ...]]
"""The sizes of lists: how many items, and how many each item has that is a list itself."""
Read = ast.expr | list[list["Read"]]
"""The item that an assignment reads, or for a loop what each of its passes reads."""


class UnknownItem(Exception):
    """It is not known which items of DATA a statement reads: then all items stay in `basic.Data`."""


class ReadColumn(NamedTuple):
    """A statement in a loop that reads items of DATA, and what it reads in each pass."""

    statement: ast.stmt
    reads: Sequence[Read]


class Fill(NamedTuple):
    """A list (`owner`) that a loop fills, and its `items`: one for each pass, or a list for an inner loop."""

    owner: ast.expr
    items: ast.List


class RowTable(NamedTuple):
    """A table of rows of DATA from which one is chosen: its name, which the caller chooses, and its label.

    `margin` has the listing's lines of the rows.
    """

    name: ast.Name
    label: str
    rows: ast.Tuple
    margin: Margin


class WithLiterals(NamedTuple):
    """The statements of a module, and the tables that they use."""

    parts: Body
    tables: Sequence[RowTable] = ()


def with_literals(parts: Body, constants: Mapping[str, int]) -> WithLiterals:
    """Returns the statements of a module, without `basic.Data` if all reads are known.

    `constants`: the names of whole numbers that the module has.
    """
    data_statement = next(filter(creates_data_object, statements_and_cases(parts)), None)
    if data_statement is None:
        return WithLiterals(parts)
    assert isinstance(data_statement, ast.Assign) and isinstance(data_statement.value, ast.Call)
    data_name = expression_text(data_statement.targets[0])
    inside = nodes_in(parts)
    # `main` alone, or a class, whose methods may have one of that name
    functions = [each for each in nodes_in(parts[-1:]) if isinstance(each, ast.FunctionDef)]
    start = "run" if isinstance(parts[-1], ast.ClassDef) else "main"
    # `__init__` first, then the one where the program begins, which follows the calls of others
    functions.sort(key=lambda each: (each.name != "__init__", each.name != start))
    mention_counts = Counter(each.attr for each in inside if isinstance(each, ast.Attribute))
    reader = ReadReplacer(
        items=data_statement.value.args,
        data_name=data_name,
        function=functions[0],  # each function gets a reader of its own
        reading_methods=methods_that_read(functions, data_name),
        called_once={each.name: each for each in functions if mention_counts[each.name] == 1},
        new_bodies={},
        constants=constants,
        sizes={},
        counts={},
        data_rows=getattr(data_statement.value, "data_rows", ()),
        tables=[],
    )
    try:
        read_functions(reader, functions, start, data_statement)
    except UnknownItem:
        return WithLiterals(parts)
    for each in functions:
        each.body = with_list_literals(reader.new_bodies[each.name], constants=constants) or [ast.Pass()]
    return WithLiterals(parts, reader.tables)


def read_functions(
    reader: ReadReplacer, functions: Sequence[ast.FunctionDef], start: str, data_statement: ast.stmt
) -> None:
    """Puts the statements of all functions into `reader.new_bodies`, without reads. Raises UnknownItem.

    The program begins in `start`. `data_statement`, which creates the `basic.Data`, is left out.
    """
    init_sizes: Sizes = {}
    for each in functions:
        if each.name in reader.new_bodies:
            continue  # it was read where another one calls it
        is_start = each.name == start
        # the blank lists of `__init__` are still blank where `run` begins
        sizes = init_sizes if is_start else {}
        function_reader = replace(reader, function=each, sizes=sizes, runs_once=is_start)
        body = [node for node in each.body if node is not data_statement]
        reader.new_bodies[each.name] = function_reader.without_reads(body, 0 if is_start else None)
        if each.name == "__init__":
            init_sizes = function_reader.sizes


def methods_that_read(functions: Sequence[ast.FunctionDef], data_name: str) -> set[str]:
    """Returns the methods that read items of DATA, or call one that does; `data_name` holds the items."""
    reading = {each.name for each in functions if mentions(each.body, data_name)} - {"__init__"}
    called = [(each.name, called_methods(each.body)) for each in functions]
    while more := {name for name, inside in called if inside & reading} - reading:
        reading |= more
    return reading


def called_methods(nodes: Sequence[ast.AST]) -> set[str]:
    """Returns the methods of `self` that nodes call."""
    functions = (each.func for each in nodes_in(nodes) if isinstance(each, ast.Call))
    return {each.attr for each in functions if isinstance(each, ast.Attribute) and is_self_attribute(each)}


def creates_data_object(node: ast.AST) -> bool:
    """Whether a statement makes the object that holds all DATA."""
    match node:
        case ast.Assign(value=ast.Call(func=ast.Attribute(value=ast.Name(id="basic"), attr="Data"))):
            return True
    return False


def mentions(body: Sequence[ast.AST], name: str) -> bool:
    """Whether statements mention a variable or attribute; `name` is its text, such as `self.data`."""
    kind = ast.Attribute if "." in name else ast.Name
    return name in [expression_text(each) for each in nodes_in(body) if isinstance(each, kind)]


@dataclass
class ReadReplacer:
    """Replaces the reads of DATA in one function by the items that they read, in the order in which they run.

    `items`: all items of DATA; `data_name`: the text of the object that holds them, such as `data`;
    `reading_methods`: those whose calls may change which item is next; `called_once`: the methods with a
    single call, which is followed from a function that `runs_once`; `new_bodies`: the statements of the
    functions that are finished, by name; `constants`: whole numbers that have a name; `sizes`: the sizes of
    lists in which nothing is stored yet; `counts`: the locals that only got a whole number from DATA;
    `data_rows`: of each DATA the line and how many items; `tables`: those of which single rows are read;
    `label`: the one that RESTORE named last, "" if none. `position` is the index of the next item, None if
    unknown. A statement whose items are not known raises UnknownItem: then the whole module stays as it is.
    """

    items: Sequence[ast.expr]
    data_name: str
    function: ast.FunctionDef
    reading_methods: AbstractSet[str]
    called_once: Mapping[str, ast.FunctionDef]
    new_bodies: dict[str, Body]
    constants: Mapping[str, int]
    sizes: Sizes
    counts: Mapping[str, int]
    data_rows: Sequence[tuple[int, int]]
    tables: list[RowTable]
    label: str = ""
    position: int | None = None
    runs_once: bool = False

    def without_reads(self, body: Body, position: int | None) -> Body:
        """Returns a block with the items in place of its reads. Raises UnknownItem.

        `position` is the index of the item that is next where the block begins, None if that is not known.
        Comments of dropped statements move to the statement after them.
        """
        self.position = position
        result: Body = []
        comments: list[str] = []
        for node in body:
            statements = self.statement_without_reads(node)
            if not statements:
                comments += comments_of_dropped(node)
            if statements and comments:
                vars(statements[0])["comments_above"] = [*comments, *comments_above(statements[0])]
                comments = []
            result += statements
        if comments:
            raise UnknownItem  # no statement is left that could have them
        return result

    def statement_without_reads(self, node: ast.stmt) -> Body:
        """Returns the statements that replace one statement, without reads. Raises UnknownItem."""
        if not mentions([node], self.data_name):
            if called_methods([node]) & self.reading_methods:
                called = self.method_called_by(node)
                self.position = self.read_method(called) if called else None
            self.note_sizes(node)
            return [node]
        match node:
            case ast.Expr(ast.Call(func=ast.Attribute(value=owner, attr="restore"), args=[place])):
                if expression_text(owner) == self.data_name:
                    self.position, self.label = decimal_int(place), margin_of(node).label
                    return []
            case ast.Expr(
                ast.Call(func=ast.Attribute(value=owner, attr=method), args=[filled, *numbers])
            ) if method in COPIES and expression_text(owner) == self.data_name:
                return self.assignment_for_copy(node, COPIES[method], filled, [*map(decimal_int, numbers)])
            case ast.Assign(targets=[place], value=ast.Call() as call) if not mentions(
                [place], self.data_name
            ):
                item = self.literal_for_read(call)
                number, name = decimal_int(item), expression_text(place)
                if number is not None and store_count(self.function.body, name) == 1:
                    self.counts = {**self.counts, name: number}
                return [replacing(node, ast.Assign([place], item))]
            case ast.For() | ast.While() | ast.If():
                try:
                    return self.whole_loop_without_reads(node)
                except UnknownItem:
                    return [self.with_blocks_without_reads(node)]
        raise UnknownItem

    def whole_loop_without_reads(self, node: ast.For | ast.While | ast.If) -> Body:
        """Returns the statements that replace a loop of which all reads are known. Raises UnknownItem."""
        match node:
            case ast.For(orelse=[]):
                return self.loop_without_reads(node)
            case ast.While(orelse=[]) if is_endless(node):
                return self.loop_up_to_end_mark(node)
        raise UnknownItem

    def with_blocks_without_reads(self, node: ast.For | ast.While | ast.If) -> ast.stmt:
        """Returns a loop or branch with blocks that read nothing before a RESTORE. Raises UnknownItem."""
        if mentions([node.iter if isinstance(node, ast.For) else node.test], self.data_name):
            raise UnknownItem
        sizes, counts = self.sizes, self.counts
        result = copy(node)
        for name in FIELDS_WITH_BLOCKS[type(node)]:
            self.sizes, self.counts = {}, {}  # a block may run before or after others, or not at all
            setattr(result, name, self.without_reads(getattr(node, name), None))
        if not result.body:
            raise UnknownItem
        self.sizes, self.counts, self.position = sizes, counts, None
        self.note_sizes(node)
        return result

    def method_called_by(self, node: ast.stmt) -> ast.FunctionDef | None:
        """Returns the method that a statement calls, if it runs this one time only; else None."""
        match node:
            case (
                ast.Expr(value=ast.Call(func=function, args=given))
                | ast.Assign(value=ast.Call(func=function, args=given))
            ) if (
                self.runs_once
                and isinstance(function, ast.Attribute)
                and is_self_attribute(function)
                and not called_methods(given)
                and any(each is node for each in self.function.body)  # in no branch and no loop
            ):
                return self.called_once.get(function.attr)
        return None

    def read_method(self, method: ast.FunctionDef) -> int | None:
        """Replaces the reads in the method that is called next; returns the index of the item after them.

        None if that is not known, as the method may return before its end.
        """
        sizes = {name: size for name, size in self.sizes.items() if name.startswith("self.")}
        reader = replace(self, function=method, sizes=sizes, counts={})
        self.new_bodies[method.name] = reader.without_reads(method.body, self.position)
        may_end_early = any(isinstance(each, ast.Return) for each in nodes_in(method.body[:-1]))
        return None if may_end_early else reader.position

    def note_sizes(self, node: ast.stmt) -> None:
        """Adds the lists that a statement makes to `sizes`, and drops those that it may change."""
        if self.sizes:
            used = variables_in(node)
            calls_method = has_method_call([node])  # a method may use any attribute
            self.sizes = {
                name: size
                for name, size in self.sizes.items()
                if name not in used and not (calls_method and name.startswith("self."))
            }
        for target, value in targets_and_values(node):
            if size := sizes_of_blank_list(value, self.constants):
                self.sizes[expression_text(target)] = size

    def size_of(self, owner: ast.expr) -> tuple[int, ...]:
        """Returns the sizes of a list; (0,), in which no item fits, if they are not known."""
        return self.sizes.get(expression_text(owner), (0,))

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
                amount = self.size_of(filled)[0] - position
            case _:
                raise UnknownItem
        size = self.size_of(filled)
        if not 0 < amount <= MOST or position + amount > size[0] or len(size) > 1:
            raise UnknownItem
        next_before, self.position = self.position, first
        row = self.list_of([self.next_item(method) for _ in range(amount)])
        self.position = next_before  # a copy does not change which item the next read reads
        bounds = [fragments.number_literal(each).node for each in (position, position + amount)]
        (assignment,) = statements_from_template(
            "{place}[{a}:{b}] = {row}", place=filled, a=bounds[0], b=bounds[1], row=row
        )
        return [replacing(node, assignment)]

    def list_of(self, items: list[ast.expr], behind: int = 0) -> ast.List:
        """Returns a list of items that were just read; its layout has the rows that DATA have.

        `behind`: how many other items were read after them.
        """
        assert self.position is not None
        end = self.position - behind
        result, first, rows = ast.List(items, fragments.LOAD), end - len(items), []
        begin = 0  # the index of the first item of the DATA
        for line, size in self.data_rows:
            if inside := range(max(begin, first), min(begin + size, end)):
                rows.append((line, len(inside)))
            begin += size
        vars(result)["data_rows"] = rows
        return result

    def literal_for_read(self, call: ast.Call) -> ast.expr:
        """Returns the literal that a call such as `data.number()` reads.

        Raises UnknownItem for other calls, or if the next item is not known.
        """
        match call.func:
            case ast.Attribute(value=owner, attr=method) if (
                method in TAKES and expression_text(owner) == self.data_name
            ):
                return self.next_item(method)
        raise UnknownItem

    def next_item(self, method: str) -> ast.expr:
        """Returns the next item as that method of `basic.Data` reads it, and advances.

        Raises UnknownItem if there is none, or if the method would change the item or stop with an error.
        """
        if self.position is None or self.position >= len(self.items):
            raise UnknownItem
        item = self.items[self.position]
        self.position += 1
        is_text = isinstance(item, ast.Constant) and isinstance(item.value, str)
        if method == "item" or (method == "text" and is_text):
            return item
        match method, item:
            case "whole", ast.Constant(value=int(value)) if value < WRAPPED:
                return item
            case "whole", ast.Name(id=name) if self.constants.get(name, WRAPPED) < WRAPPED:
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
        """Replaces a loop that counts with known numbers, and reads only by the first statements of its body.

        What it reads into lists becomes an assignment of each whole list before the loop, which stays for its
        other statements and runs over the items that it reads into variables. Raises UnknownItem.
        """
        numbers, start = self.counted_numbers(node), self.position
        if numbers is None:
            return [self.chosen_row(node)]
        non_reads = (at for at, each in enumerate(node.body) if not mentions([each], self.data_name))
        read_count = next(non_reads, len(node.body))
        reading, rest = node.body[:read_count], node.body[read_count:]
        if not numbers or not reading or mentions(rest, self.data_name):
            raise UnknownItem
        # items are read pass by pass: `rows` has one for each pass, `columns` one for each statement
        rows = [[self.items_read(each) for each in reading] for _ in numbers]
        if start is None or self.position is None or self.position - start > MOST:
            raise UnknownItem
        columns = [ReadColumn(*pair) for pair in zip(reading, zip(*rows, strict=True), strict=True)]
        variables = [each for each in columns if is_read_into_name(each.statement)]
        fills = [
            fill
            for each in columns
            if not is_read_into_name(each.statement)
            for fill in self.filled_lists(node, each.statement, each.reads)
        ]
        statements = assignments_of_filled_lists(node, fills, numbers) if fills else []
        index = expression_text(node.target)
        if not all(is_used_at(index, rest, expression_text(each.owner)) for each in fills):
            raise UnknownItem  # a pass could see items of later passes
        if fills and may_leave_loop(rest):
            raise UnknownItem  # the list may not be filled to its end
        loops = self.loop_without_items(node, rest, numbers, variables)
        if fills:
            for each in loops:  # the first assignment has the loop's comments
                vars(each).pop("comments_above", None)
                set_margin(each, margin_of(each)._replace(note=""))
        statements += loops
        if may_leave_loop(rest):
            self.position = None  # perhaps not all passes have read
        if called_methods(rest) & self.reading_methods:
            raise UnknownItem  # the method may read items between the passes
        comments = [each for read in reading for each in comments_of_dropped(read)]
        vars(statements[0])["comments_above"] = [*comments_above(statements[0]), *comments]
        return statements

    def chosen_row(self, node: ast.For) -> ast.stmt:
        """Returns `x, y = ROWS[n]` for a loop that does nothing but read x and y of each row up to row n.

        There must be a first pass (`most_passes`). Raises UnknownItem for other loops.
        """
        most = getattr(node, "most_passes", 0)
        places = [each.targets[0] for each in node.body if isinstance(each, ast.Assign)]
        match node.iter:
            case ast.Call(args=[stop]):
                first = 0
            case ast.Call(args=[ast.Constant(int(first)), stop]):
                pass
            case _:
                raise UnknownItem
        is_plain = len(places) == len(node.body) and all(map(is_variable, places))
        if not most or not is_plain or self.is_read_later(node):
            raise UnknownItem
        table = self.table_of_rows(node.body, most)
        self.tables.append(table)
        index = fragments.add_to_piece(fragments.Piece(stop, fragments.INT), -1 - first)
        chosen = ast.Subscript(table.name, index.node, fragments.LOAD)
        statement = ast.Assign([as_store_target(item_or_tuple(places))], chosen)
        set_margin(statement, margin_of(node).up_to(margin_of(node.body[-1]).last))
        return statement

    def table_of_rows(self, reads: Body, most: float) -> RowTable:
        """Returns the rows that the next passes of a loop read, `most` at most; `reads` are those of a pass.

        Which item comes next is not known then. Raises UnknownItem if a row is followed by items that the
        loop cannot read: there the listing has another error than a table that is too short.
        """
        rows: list[ast.List] = []
        end = self.position
        while len(rows) < min(most, MOST_ROWS + 1):
            try:
                items = [self.items_read(each) for each in reads]
            except UnknownItem:  # no further row
                break
            end = self.position
            rows.append(self.list_of([each for each in items if isinstance(each, ast.expr)]))
        self.position = None
        if not 1 < len(rows) <= MOST_ROWS or (len(rows) < most and end != len(self.items)):
            raise UnknownItem
        table = tuple_node(item_or_tuple(each.elts) for each in rows)
        data = [vars(each)["data_rows"] for each in rows]
        if all(len(each) == 1 for each in data):  # no row is in several DATA
            vars(table)["data_rows"] = [(line, 1) for [(line, _)] in data]
        lines = [line for each in data for line, _ in each] or [0]
        margin = Margin(lines[0]).up_to(lines[-1])
        return RowTable(ast.Name("", fragments.LOAD), self.label, table, margin)

    def loop_without_items(
        self, node: ast.For, rest: Body, numbers: range, variables: Sequence[ReadColumn]
    ) -> Body:
        """Returns `for x, y in ((1, 2), (3, 4)):` with `rest` alone, in place of a loop that reads x and y.

        `variables` are these reads; without any, the loop goes on to count. Without a rest it is dropped.
        Raises UnknownItem if the loop cannot be written so, or if what it stores is needed after it.
        """
        if not rest:
            if variables or self.is_read_later(node):
                raise UnknownItem
            return []
        if not variables:
            return [replacing(node, ast.For(node.target, node.iter, rest, []))]
        places = [each.statement.targets[0] for each in variables if isinstance(each.statement, ast.Assign)]
        columns = [[item for item in each.reads if isinstance(item, ast.expr)] for each in variables]
        items = tuple_node(item_or_tuple(row) for row in zip(*columns, strict=True))
        target = as_store_target(item_or_tuple(places))
        assert isinstance(node.target, ast.Name)
        if not self.is_read_later(node) and not mentions(rest, node.target.id):
            return [replacing(node, ast.For(target, items, rest, []))]
        # the loop's number is used, too; `enumerate` counts by 1
        if numbers.step != 1:
            raise UnknownItem
        start = [fragments.number_literal(numbers.start).node] if numbers.start else []
        numbered = expr_from_template("enumerate({given})", given=[items, *start])
        number_and_items = ast.Tuple([node.target, target], STORE)
        return [replacing(node, ast.For(number_and_items, numbered, rest, []))]

    def loop_up_to_end_mark(self, node: ast.While) -> Body:
        """Returns `for x in (3, 4):` for a loop that reads x and ends where x is a certain value, as -1.

        That value marks the end of the DATA; what the loop does then follows the `for`. A loop that only
        appends to a list becomes `row += [3, 4]`. Raises UnknownItem for other loops, or if the function uses
        what was read outside of the loop.
        """
        reads = [each for each in node.body if is_read_into_name(each) and mentions([each], self.data_name)]
        others = [each for each in node.body if each not in reads]
        names = [expression_text(each.targets[0]) for each in reads if isinstance(each, ast.Assign)]
        match others:
            case [
                ast.If(
                    ast.Compare(ast.Name(name), [ast.Eq()], [mark]),
                    [*left, ast.Break() | ast.Return(None) as leaving],
                    [],
                ) as test,
                *rest,
            ] if is_literal(mark):
                before = node.body.index(test)  # how many items are read before the mark is looked for
            case _:
                raise UnknownItem
        # what the loop reads is used in the loop alone, and not where the mark was read
        used_after = any(
            mention_count(left, each) or mention_count([node], each) < mention_count(self.function.body, each)
            for each in names
        )
        reads_more = (
            mentions([test, *rest], self.data_name) or called_methods([test, *rest]) & self.reading_methods
        )
        if (
            name not in names[:before]
            or used_after
            or reads_more
            or may_leave_loop([*left, *rest])
            or not rest
        ):
            raise UnknownItem
        rows = self.rows_before_mark(reads, before, names.index(name), mark)
        loop: ast.stmt
        match rest:
            case [ast.Expr(ast.Call(ast.Attribute(owner, "append"), [ast.Name(appended)]))] if [
                appended
            ] == names:
                items = self.list_of([each for row in rows for each in row], behind=1)
                loop = ast.AugAssign(as_store_target(owner), ast.Add(), items)
            case _:
                target = as_store_target(item_or_tuple([ast.Name(each, fragments.LOAD) for each in names]))
                loop = ast.For(target, tuple_node(map(item_or_tuple, rows)), rest, [])
                if len(names) == 1 and len(expression_text(loop.iter)) > WIDEST:
                    raise UnknownItem  # a long column takes fewer lines as the rows of DATA
        comments = [text for each in (*reads, test) for text in comments_of_dropped(each)]
        vars(loop)["comments_above"] = [*comments_above(node), *comments]
        set_margin(loop, margin_of(node)._replace(note=""))
        return [loop, *left, *([leaving] if isinstance(leaving, ast.Return) else [])]

    def rows_before_mark(self, reads: Body, before: int, column: int, mark: ast.expr) -> list[list[ast.expr]]:
        """Returns what the passes of a loop read, up to the pass whose item in `column` is the mark.

        `reads` are the statements of a pass that read; the loop is left behind the first `before` of them.
        Raises UnknownItem if there are too many items or none.
        """
        rows: list[list[ast.expr]] = []
        start = self.position
        while True:
            row = [self.items_read(each) for each in reads[:before]]
            if same_literal(row[column], mark):
                break
            row += [self.items_read(each) for each in reads[before:]]
            rows.append([each for each in row if isinstance(each, ast.expr)])
        assert start is not None and self.position is not None
        if not rows or self.position - start > MOST:
            raise UnknownItem
        return rows

    def counted_numbers(self, node: ast.For) -> range | None:
        """Returns the numbers that a loop counts with known numbers; None for any other loop."""
        match node:
            case ast.For(
                target=ast.Name(), iter=ast.Call(func=ast.Name(id="range"), args=arguments), orelse=[]
            ):
                bounds = [known_number(each, {**self.constants, **self.counts}) for each in arguments]
                known = [each for each in bounds if each is not None]
                # a step of 0 is an error when it runs
                if len(known) == len(arguments) and (len(known) < 3 or known[2]):
                    return range(*known)
        return None

    def items_read(self, node: ast.stmt) -> Read:
        """Returns the item that an assignment reads, or those of all passes of a loop. Raises UnknownItem."""
        match node:
            case ast.Assign(value=ast.Call() as call):
                return self.literal_for_read(call)
            case ast.For() if numbers := self.counted_numbers(node):
                return [[self.items_read(each) for each in node.body] for _ in numbers]
        raise UnknownItem

    def filled_lists(self, node: ast.For, reading: ast.stmt, column: Sequence[Read]) -> list[Fill]:
        """Returns the lists that the statement `reading` of a loop fills; an inner loop may fill several.

        `column` is what it reads in each pass. Raises UnknownItem if the statement does anything else.
        """
        match reading:
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name() | ast.Attribute() as owner, slice=index)]
            ) if expression_text(index) == expression_text(node.target):
                items = [each for each in column if isinstance(each, ast.expr)]
                # the rows that DATA have are known if all items that the loop reads are in one list
                is_all = len(node.body) == 1
                return [Fill(owner, self.list_of(items) if is_all else ast.List(items, fragments.LOAD))]
            case ast.For() if not self.is_read_later(reading):
                return [
                    self.filled_list_of_lists(node, reading, each, number, column)
                    for number, each in enumerate(reading.body)
                ]
        raise UnknownItem

    def filled_list_of_lists(
        self, outer: ast.For, inner: ast.For, reading: ast.stmt, number: int, column: Sequence[Read]
    ) -> Fill:
        """Returns the list of lists that the statement `reading` of the inner of two loops fills.

        `number` is its index in that loop's body; `column` has for each pass of the outer loop what the inner
        one reads. Raises UnknownItem if it fills no list of lists with the indices of both loops.
        """
        match reading:
            case ast.Assign(
                targets=[
                    ast.Subscript(
                        value=ast.Subscript(value=ast.Name() | ast.Attribute() as owner, slice=index),
                        slice=inner_index,
                    )
                ]
            ) if [expression_text(each) for each in (index, inner_index)] == [
                expression_text(each.target) for each in (outer, inner)
            ]:
                size = self.size_of(owner)
                # inner lists are replaced by new ones, so all their items must be filled
                if len(size) == 2 and self.counted_numbers(inner) == range(size[1]):
                    lists: list[ast.expr] = []
                    for passes in column:
                        assert isinstance(passes, list)
                        items = [each for row in passes if isinstance(each := row[number], ast.expr)]
                        lists.append(ast.List(items, fragments.LOAD))
                    return Fill(owner, ast.List(lists, fragments.LOAD))
        raise UnknownItem

    def is_read_later(self, node: ast.For) -> bool:
        """Whether the function reads the variable of a loop behind it."""
        return expression_text(node.target) in loop_variables_read_later(self.function.body)


def may_leave_loop(body: Body) -> bool:
    """Whether statements may leave the loop around them before its end."""
    return any(isinstance(each, ast.Break | ast.Return | ast.Raise) for each in nodes_in(body))


def assignments_of_filled_lists(node: ast.For, fills: Sequence[Fill], numbers: range) -> Body:
    """Returns `row[0:4] = [1, 2, 3, 4]` for each list that a loop fills.

    Raises UnknownItem if the loop does not count up from an index by 1, or fills a list twice.
    """
    names = {expression_text(each.owner) for each in fills}
    if numbers.step != 1 or numbers.start < 0 or len(names) < len(fills):
        raise UnknownItem
    statements: Body = []
    bounds = [fragments.number_literal(each).node for each in (numbers.start, numbers.stop)]
    for each in fills:
        statements += statements_from_template(
            "{place}[{a}:{b}] = {row}", place=each.owner, a=bounds[0], b=bounds[1], row=each.items
        )
    margin = margin_of(node)
    for fill in statements:
        set_margin(fill, margin)
        margin = margin._replace(note="")  # only the first has the loop's comment
    vars(statements[0])["comments_above"] = [*comments_above(node)]
    return statements


def same_literal(value: Read, mark: ast.expr) -> bool:
    """Whether an item of DATA is a literal with the value of a mark. Raises UnknownItem for a constant."""
    if not isinstance(value, ast.expr) or not is_literal(value):
        raise UnknownItem
    return bool(ast.literal_eval(value) == ast.literal_eval(mark))


def is_read_into_name(node: ast.stmt) -> bool:
    """Whether a statement stores into a variable, as `x = data.whole()` does."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)


def is_used_at(index: str, body: Body, name: str) -> bool:
    """Whether statements use the list `name` only at an index, so that its other items may be set before."""
    item_uses = mention_counts = 0
    for each in nodes_in(body):
        match each:
            case ast.Subscript(value=owner, slice=at):
                item_uses += [expression_text(owner), expression_text(at)] == [name, index]
            case ast.Name() | ast.Attribute():
                mention_counts += expression_text(each) == name
    is_seen_elsewhere = name.startswith("self.") and has_method_call(body)
    return item_uses == mention_counts and not is_seen_elsewhere
