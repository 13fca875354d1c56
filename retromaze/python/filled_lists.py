"""Writes a list that is filled item by item as one literal: `row = [3, 4]` for `row[0] = 3`, `row[1] = 4`.

So for a list that grows: `row = [3]` for `row.append(3)`. An array of choices with a counter kept by hand
becomes a list that grows. Nothing between the statement that makes the list and those that fill it may use
the list. A list of constants that is never changed afterwards becomes a tuple of the module.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from retromaze.python.conditions import is_constant
from retromaze.python.fragments import (
    LOAD,
    STORE,
    decimal_int,
    expr_from_template,
    statements_from_template,
    with_names_replaced,
)
from retromaze.python.layout import comments_above, comments_of_dropped, margin_of, replacing, set_margin
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import (
    LEAVING,
    Body,
    Loop,
    all_blocks,
    attributes_in,
    blocks_in,
    called_method_without_arguments,
    has_method_call,
    index_of,
    is_literal,
    map_blocks,
    mention_count,
    nodes_in,
    store_count,
    targets_and_values,
)
from retromaze.python.tidying import is_variable, name_nodes, variables_in

MOST = 64
"""A list with more items is not written as a literal."""
FEW = 8
"""A list with no more items is written as a literal even if most of them are the default."""
REACH = 100
"""How many statements after the one that makes a list are searched."""
NO_CONSTANTS: Mapping[str, int] = {}


@dataclass(eq=False)
class StatementPlace:
    """A statement, and the block that it stands in.

    `ends_all`: a return there ends the program; `may_be_skipped`: its method may return before it.
    """

    block: Body
    node: ast.stmt
    ends_all: bool = False
    may_be_skipped: bool = False

    @cached_property
    def names(self) -> set[str]:
        """The variables that the statement reads or stores, attributes of `self` included."""
        return variables_in(self.node)

    @cached_property
    def always_continues(self) -> bool:
        """Whether control always goes to the next statement, or the program ends; and no method is called.

        Then nothing but the statement itself can use a list before the next statement. A method of the object
        might use any attribute.
        """
        is_loop = isinstance(self.node, Loop) and not self.node.orelse
        # a `break` or `continue` in a loop does not leave the statement
        jumps = (ast.Return, ast.Raise) if is_loop else LEAVING
        leaving = [each for each in nodes_in([self.node]) if isinstance(each, jumps)]
        if self.ends_all:
            leaving = [each for each in leaving if not isinstance(each, ast.Return)]
        return not has_method_call([self.node]) and not leaving


class BlankList(NamedTuple):
    """A list in which nothing is stored yet: its variable, and the `default` that it has `size` times."""

    name: str
    default: ast.expr
    size: int


def with_list_literals(
    body: Body, commented_lines: Collection[int] = (), constants: Mapping[str, int] = NO_CONSTANTS
) -> Body:
    """Returns the statements of a function with literals for lists that are filled item by item.

    Statements from the first of the listing's `commented_lines` on do not join the list; `constants` may be
    the sizes of lists.
    """

    def with_lists(block: Body) -> Body:
        """Fills the blank lists of one block; the statements in it are changed in place."""
        places = [StatementPlace(block, node) for node in block]
        for at, each in enumerate(places):
            later = places[at + 1 : at + REACH]
            filled, dropped = with_stored_items(each.node, later, commented_lines, constants)
            if dropped and filled[0] is not each.node:
                block[(index := index_of(block, each.node)) : index + 1] = filled
        return block

    return map_blocks(body, with_lists)


def with_stored_items(
    node: ast.stmt,
    later: Sequence[StatementPlace],
    commented_lines: Collection[int] = (),
    constants: Mapping[str, int] = NO_CONSTANTS,
) -> tuple[Body, list[StatementPlace]]:
    """Puts items that later statements store in blank lists into their literals.

    Returns the statements in place of `node`, which may make several lists, and the dropped ones.
    """
    begun, dropped = fill_empty_list(node, later, commented_lines)
    if dropped:
        return [begun], dropped
    singles = split_blank_lists(node, constants)
    dropped = [
        place for each in singles for place in fill_list_literal(each, later, commented_lines, constants)
    ]
    return singles if dropped else [node], dropped


def fill_list_literal(
    node: ast.stmt,
    later: Sequence[StatementPlace],
    commented_lines: Collection[int],
    constants: Mapping[str, int],
) -> list[StatementPlace]:
    """Puts items that later statements store in a blank list into its literal; returns the dropped ones.

    Returns [] for any other `node`, or if few items are stored.
    """
    blank = blank_list(node, constants)
    if blank is None:
        return []
    items, dropped, moves = items_stored_later(blank, node, later, commented_lines)
    stored_count = sum(each is not blank.default for each in items)
    fewest = blank.size if not is_literal(blank.default) else min(2, blank.size)
    if stored_count < fewest or (blank.size > FEW and 2 * stored_count < blank.size):
        return []
    vars(node)["value"] = with_data_rows_of(ast.List(items, LOAD), dropped[0].node)
    if moves:
        first = dropped[0]
        first.block.remove(node)
        first.block.insert(first.block.index(first.node), node)
        set_margin(node, margin_of(first.node))
    absorb_statements(node, dropped)
    return dropped


class StoredItems(NamedTuple):
    """The items of a list after certain statements, and these, which the list's literal can replace.

    `moves`: whether the literal must then stand in the place of the first of these statements.
    """

    items: list[ast.expr]
    statements: list[StatementPlace]
    moves: bool


def items_stored_later(
    blank: BlankList, node: ast.stmt, later: Sequence[StatementPlace], commented_lines: Collection[int]
) -> StoredItems:
    """Returns the items that `later` statements store in the blank list of `node`, for `fill_list_literal`.

    Statements that do not use the list may come between these. Constants may be stored in any order; other
    values only right after the list, in the order of their indices, as they are then computed as before.
    Where the first store is not allowed so, the list moves to it, if both are in one block.
    """
    items, statements = [blank.default] * blank.size, list[StatementPlace]()
    is_same_block = bool(later) and node in later[0].block
    # whether nothing but stores into the list came after it so far
    is_adjacent, moves = is_same_block, False
    # the last index that was filled, and the listing's line of the statement that did it
    last, line = -1, margin_of(node).line
    for place in later:
        stored = stored_items(place, blank) if blank.name in place.names else None
        if stored is None:
            if blank.name in place.names or not place.always_continues:
                break
            is_adjacent = False
            continue
        at, values = stored
        number = margin_of(place.node).line
        # a method that a value calls may use the list
        is_used = blank.name.startswith("self.") and has_method_call(values)
        has_comment = any(line < each <= number for each in commented_lines)
        leaves = [leaf for row in values for leaf in (row.elts if isinstance(row, ast.List) else [row])]
        may_join = not has_comment and (
            all(map(is_constant_item, leaves)) or (is_adjacent and last < at and not is_used)
        )
        if not may_join and not statements and is_same_block and line not in commented_lines and not is_used:
            may_join = is_adjacent = moves = True  # the list is made just before this first store
        if not may_join:
            break
        items[at : at + len(values)] = values
        statements.append(place)
        last, line = at + len(values) - 1, number
    return StoredItems(items, statements, moves)


def with_data_rows_of(items: ast.List | ast.Tuple, source: ast.stmt) -> ast.expr:
    """Returns a list or tuple that will be laid out in the rows of the list of as many items in `source`.

    For that it gets the attribute `data_rows` of that list, if there is one.
    """
    match source:
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign() if isinstance(value := source.value, ast.List):
            if len(value.elts) == len(items.elts) and hasattr(value, "data_rows"):
                vars(items)["data_rows"] = value.data_rows
    return items


def absorb_statements(node: ast.stmt, dropped: Sequence[StatementPlace]) -> None:
    """Removes the `dropped` statements from their blocks; their lines and comments go to `node`."""
    margin = margin_of(node)
    numbers = {margin_of(each.node).line for each in dropped} | {margin.line, margin.until}
    if margin.line:
        set_margin(node, margin.up_to(max(numbers)))
    comments = [text for each in dropped for text in comments_of_dropped(each.node)]
    vars(node)["comments_above"] = [*comments_above(node), *comments]
    for each in dropped:
        each.block.remove(each.node)


def blank_list(node: ast.stmt, constants: Mapping[str, int] = NO_CONSTANTS) -> BlankList | None:
    """Returns the list that `row = [0] * 4` or `[[0] * 4 for _ in range(8)]` makes; None for others."""
    match node:
        case ast.Assign(
            targets=[place],
            value=ast.BinOp(left=ast.List(elts=[default])) | ast.ListComp(elt=default) as value,
        ) if is_variable(place):
            size = (sizes_of_blank_list(value, constants) or (0,))[0]
            return BlankList(expression_text(place), default, size) if 0 < size <= MOST else None
    return None


def sizes_of_blank_list(value: ast.expr, constants: Mapping[str, int]) -> tuple[int, ...]:
    """Returns the sizes of the list that `[0] * 4` or `[[0] * 4 for _ in range(8)]` makes; () for others."""
    match value:
        case ast.BinOp(left=ast.List(elts=[each]), op=ast.Mult(), right=right) if is_literal(each):
            size, inner = known_number(right, constants), tuple[int, ...]()
        case ast.ListComp(elt=elt, generators=[ast.comprehension(iter=ast.Call(args=[right]))]):
            size, inner = known_number(right, constants), sizes_of_blank_list(elt, constants)
            if not inner:
                return ()
        case _:
            return ()
    return () if size is None else (size, *inner)


def known_number(value: ast.expr, constants: Mapping[str, int]) -> int | None:
    """Returns the value of a whole number, or of a constant; None for others."""
    return constants.get(value.id) if isinstance(value, ast.Name) else decimal_int(value)


def stored_items(place: StatementPlace, blank: BlankList) -> tuple[int, list[ast.expr]] | None:
    """Returns the first index and the items that a statement stores in a list; None for other statements."""
    match place.node:
        case ast.Assign(targets=[ast.Subscript(value=owner, slice=index)], value=value):
            has_note = bool(margin_of(place.node).note) and not isinstance(index, ast.Slice)
            if has_note or expression_text(owner) != blank.name:
                return None
        case _:
            return None
    values = [value]
    match index, value:
        case ast.Slice(lower=ast.Constant(value=int(at)), upper=ast.Constant(value=int(end))), ast.List():
            values = value.elts
            if len(values) != end - at:
                return None
        case _:
            number = decimal_int(index)
            if number is None:
                return None
            at = number
    is_inside = at >= 0 and at + len(values) <= blank.size
    # such a value needs the list before it is filled
    uses_list = any(blank.name in variables_in(each) for each in values)
    return (at, values) if is_inside and not uses_list else None


def is_constant_item(value: ast.expr) -> bool:
    """Whether a value is a constant, or `rgb` of literals."""
    match value:
        case ast.Call(func=ast.Name(id="rgb"), args=given, keywords=[]):
            return all(map(is_literal, given))
    return is_constant(value)


# ---- lists that grow


def fill_empty_list(
    node: ast.stmt, later: Sequence[StatementPlace], commented_lines: Collection[int]
) -> tuple[ast.stmt, list[StatementPlace]]:
    """Makes an empty list begin with the literal first assigned to it, or with what is first appended to it.

    Right after the list any values may be appended, later ones only constants. A statement on one of the
    listing's `commented_lines` stays, and those after it. Returns the statement and the dropped ones.
    """
    if (empty := empty_list(node)) is None:
        return node, []
    (place, type_name), line = empty, margin_of(node).last
    name, items, dropped = expression_text(place), list[ast.expr](), list[StatementPlace]()
    for at, each in enumerate(later):
        values, number = first_values(each.node, name, is_first=not items), margin_of(each.node).line
        is_adjacent = at == len(dropped) and any(node is other for other in each.block)
        may_join = all(map(is_constant_item, values)) or (
            is_adjacent
            and not any(name in variables_in(value) for value in values)
            and not (name.startswith("self.") and has_method_call(values))
        )
        has_comment = any(line < other <= number for other in commented_lines)
        if values and may_join and not has_comment and len(items) + len(values) <= MOST:
            items += values
            dropped.append(each)
            line = max(line, number)
        elif name in each.names or not each.always_continues:
            break
    if items:
        types = {type(ast.literal_eval(each)).__name__ if is_literal(each) else "" for each in items}
        vars(node)["value"] = value = with_data_rows_of(ast.List(items, LOAD), dropped[0].node)
        if types == {type_name}:  # the items say it
            node = replacing(node, ast.Assign([place], value))
        if not margin_of(node).line:
            set_margin(node, margin_of(dropped[0].node))
        absorb_statements(node, dropped)
    return node, dropped


def first_values(node: ast.stmt, name: str, *, is_first: bool) -> list[ast.expr]:
    """Returns the values that a statement appends to the list of that name; [] for other statements.

    If it `is_first`, it may also assign a literal.
    """
    value = None if margin_of(node).note else appended_value(node, name)
    match node:
        case (
            ast.Assign(targets=[target], value=ast.List(elts=[_, *_] as items))
            | ast.AugAssign(target=target, value=ast.List(elts=[_, *_] as items))
        ) if is_first and expression_text(target) == name and all(map(is_constant_item, items)):
            return items
    return [value] if value else []


def appended_value(node: ast.stmt, name: str) -> ast.expr | None:
    """Returns the value that a statement appends to the list of that name; None for other statements."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(owner, "append"), [value])) if expression_text(owner) == name:
            return value
    return None


def empty_list(node: ast.stmt) -> tuple[ast.expr, str] | None:
    """Returns the variable and the name of the item type ("" if not given) of a new empty list; else None."""
    match node:
        case ast.Assign(targets=[place], value=ast.List(elts=[])):
            type_name = ""
        case ast.AnnAssign(place, ast.Subscript(slice=ast.Name(id=type_name)), ast.List(elts=[])):
            pass
        case _:
            return None
    return (place, type_name) if is_variable(place) else None


# ---- attributes


def fill_attributes(init: ast.FunctionDef, methods: Sequence[ast.FunctionDef]) -> None:
    """Puts items that the first statements to run store into the literals of lists in `__init__`.

    These statements are those of the first method, and of the methods that it calls.
    """
    later = [*statements_that_run_first(methods)][:REACH]
    statements: Body = []
    for node in init.body:
        filled, dropped = with_stored_items(node, later)
        later = [each for each in later if each not in dropped] if dropped else later
        statements += filled
    init.body = statements
    for method in methods:
        method.body = method.body or [ast.Pass()]  # its statements may all be dropped


def split_blank_lists(node: ast.stmt, constants: Mapping[str, int]) -> Body:
    """Splits an assignment of several blank lists into single ones; returns other statements as they are."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple(elts=values)):
            singles = [ast.Assign([each], value) for each, value in zip(places, values, strict=True)]
            if any(blank_list(each, constants) for each in singles):
                for each in singles:
                    set_margin(each, margin_of(node)._replace(note=""))
                replacing(node, singles[0])  # only the first has the comments
                return [*singles]
    return [node]


def statements_that_run_first(methods: Sequence[ast.FunctionDef]) -> Iterator[StatementPlace]:
    """Yields the statements of the first method; for a call of a method called only once, those inside."""
    method_by_name = {each.name: each for each in methods}
    calls = Counter(each.attr for each in nodes_in(methods) if isinstance(each, ast.Attribute))

    def statements_in_order(body: Body, *, is_first: bool) -> Iterator[StatementPlace]:
        """Yields statements in the order in which they run, up to a return."""
        may_be_skipped = False
        for node in [*body]:
            called = called_method_without_arguments(node)
            if called in method_by_name and calls[called] == 1 and not may_be_skipped:
                yield from statements_in_order(method_by_name[called].body, is_first=False)
                if not attributes_in(node, stored=True):
                    continue
            if isinstance(node, ast.Return):
                return
            yield StatementPlace(body, node, ends_all=is_first, may_be_skipped=may_be_skipped)
            may_be_skipped |= not is_first and any(isinstance(each, ast.Return) for each in nodes_in([node]))

    yield from statements_in_order(methods[0].body, is_first=True)


# ---- constants

OwnedName = tuple[ast.FunctionDef | None, str]
"""The function that a variable belongs to (None for an attribute), and its name."""


class ConstantList(NamedTuple):
    """A list of constants: its variable, its items, and the statement that makes it, with its block."""

    key: OwnedName
    items: list[ast.expr]
    node: ast.stmt
    block: Body


def take_out_of_tuple(node: ast.stmt, name: str) -> bool:
    """Drops one of several variables and its value from an assignment; returns False for other statements."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple(elts=values)):
            at = [*map(expression_text, places)].index(name)
            del places[at], values[at]
            if len(places) == 1:
                node.targets, node.value = places, values[0]
            return True
    return False


def move_constant_lists(parts: Body, name_of: Callable[[str], str]) -> Body:
    """Moves lists that nothing changes out of functions; returns assignments of constants for the module.

    `name_of` returns the name of a constant for the name of a variable; "" if it has none.
    """
    functions = [each for each in nodes_in(parts) if isinstance(each, ast.FunctionDef)]
    tables = [table for each in functions for table in constant_lists_in(each, each.body)]
    if not tables:
        return []
    uses, reads = use_counts(functions)
    names: dict[ast.FunctionDef | None, dict[str, str]] = {}
    assignments: Body = []
    for table in tables:
        function, variable = table.key
        # the one other use makes the list
        if reads[table.key] == uses[table.key] - 1 > 0 and (name := name_of(variable.removeprefix("self."))):
            names.setdefault(function, {})[variable] = name
            items = with_data_rows_of(ast.Tuple(table.items, LOAD), table.node)
            assignment = ast.Assign([ast.Name(name, STORE)], items)
            assignments.append(replacing(table.node, assignment))
            if take_out_of_tuple(table.node, variable):
                vars(table.node).pop("comments_above", None)  # the first list taken out has them
            else:
                table.block.remove(table.node)
    for each in functions:
        if new_names := {**names.get(None, {}), **names.get(each, {})}:
            each.body = [with_names_replaced(node, new_names) for node in each.body]
    return sorted(assignments, key=lambda each: margin_of(each).line)


def constant_lists_in(function: ast.FunctionDef, body: Body) -> Iterator[ConstantList]:
    """Yields the lists of two or more constants that statements make.

    A statement alone in its block is left out, as the block would be empty without it.
    """
    for node in body:
        for place, value in targets_and_values(node) if len(body) > 1 else []:
            match value:
                case ast.List(elts=[_, _, *_] as items) if is_variable(place) and all(
                    map(is_constant_item, items)
                ):
                    yield ConstantList(owned_name(function, place), items, node, body)
        for block in blocks_in(node):
            yield from constant_lists_in(function, block)


def use_counts(functions: Sequence[ast.FunctionDef]) -> tuple[Counter[OwnedName], Counter[OwnedName]]:
    """Counts the uses of each variable, and those that only read items or the length of a list."""
    uses, reads = Counter[OwnedName](), Counter[OwnedName]()
    for function, node in ((each, node) for each in functions for node in nodes_in(each.body)):
        match node:
            case ast.Name() | ast.Attribute() if is_variable(node):
                uses[owned_name(function, node)] += 1
            case ast.Subscript(value=owner, slice=index, ctx=ast.Load()) if not isinstance(index, ast.Slice):
                reads[owned_name(function, owner)] += 1
            case (
                ast.Call(func=ast.Name(id="len" | "enumerate"), args=[owner])
                | ast.For(iter=owner)
                | ast.comprehension(iter=owner)
            ):
                reads[owned_name(function, owner)] += 1
    return uses, reads


def owned_name(function: ast.FunctionDef, node: ast.expr) -> OwnedName:
    """Returns a variable's function (None for an attribute of `self`) and name; `(None, "")` for others."""
    match node:
        case ast.Name(id=name):
            return function, name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return None, f"self.{name}"
    return None, ""


# ---- arrays of choices
#
# `n = 0`, some pairs of `dirs[n] = 3` and `n += 1`, and `dirs[machine.rng.below(n)]` become `dirs = []`,
# `dirs.append(3)` and `dirs[machine.rng.below(len(dirs))]`; a test `n > 0` becomes `dirs`.

FEWEST_STORES = 2
"""An array that is filled in fewer places is no list of choices."""


class CountedStore(NamedTuple):
    """A pair of `array[count] = value` and `count += 1`, at indices `at` and `at + 1` of a block."""

    block: Body
    at: int
    array: str
    counter: str
    value: ast.expr


def with_choice_lists(body: Body) -> Body:
    """Returns the statements of a function with a list for each local array of choices."""
    # only functions with such stores are searched for arrays
    while any([*counted_stores(block)] for block in all_blocks(body)) and any(
        replace_array_by_list(body, block) for block in all_blocks(body)
    ):
        pass
    return body


def replace_array_by_list(body: Body, block: Body) -> bool:
    """Writes a list that grows for an array that is filled after `count = 0`; returns whether it found one.

    `body` are all statements of the function, `block` one block among them.
    """
    for at, reset in enumerate(block):
        match reset:
            case ast.Assign(targets=[ast.Name(id=count)], value=ast.Constant(value=0)):
                after = block[at + 1 :]
                stores = [
                    each
                    for inner in all_blocks(after)
                    for each in counted_stores(inner)
                    if each.counter == count
                ]
                arrays = {each.array for each in stores}
                if len(stores) < FEWEST_STORES or len(arrays) > 1:
                    continue
                (array,) = arrays
                # the statements that make the array, each with its block
                creations = [
                    (inner, node, blank)
                    for inner in all_blocks(body)
                    for node in inner
                    if (blank := blank_list(node)) and blank.name == array
                ]
                if len(creations) != 1 or not is_counter_of_random_choices(
                    body, after, array, count, len(stores)
                ):
                    continue
                ((block_of_creation, creation, blank),) = creations
                write_appends(stores)
                item_type = type(ast.literal_eval(blank.default)).__name__
                (new_list,) = statements_from_template(f"{array}: list[{item_type}] = []")
                # parts of trees belong to several, and are not changed in place
                replace = CounterToListLength(count, array)
                rest = [
                    replace.visit(deepcopy(each)) if mention_count([each], count) else each
                    for each in block[at + 1 :]
                ]
                block[at:] = [replacing(reset, new_list), *rest]
                block_of_creation.remove(creation)
                return True
    return False


def write_appends(stores: list[CountedStore]) -> None:
    """Writes `dirs.append(3)` for each pair of `dirs[n] = 3` and `n += 1`."""
    for block, at, array, _, value in reversed(stores):  # from the end, so that the indices before stay valid
        (append,) = statements_from_template(
            "{array}.append({value})", array=expr_from_template(array), value=value
        )
        block[at : at + 2] = [replacing(block[at], append)]


def counted_stores(block: Body) -> Iterator[CountedStore]:
    """Yields the pairs of statements that store a value at the index `count` and add 1 to `count`."""
    for at, pair in enumerate(pairwise(block)):
        match pair:
            case (
                ast.Assign(
                    targets=[ast.Subscript(value=ast.Name(id=array), slice=ast.Name(id=index))], value=value
                ),
                ast.AugAssign(target=ast.Name(id=grown), op=ast.Add(), value=ast.Constant(value=1)),
            ) if index == grown:
                yield CountedStore(block, at, array, index, value)


def is_counter_of_random_choices(body: Body, after: Body, array: str, count: str, stores: int) -> bool:
    """Whether all uses of an array and its counter are those of a list from which an item is taken at random.

    1. A random item is read at least once, as `dirs[machine.rng.below(n)]`.
    2. Outside the statements `after` the counter's reset each is used once: to make the array, to reset the
       counter.
    3. In them the array is only stored to, `stores` times, or read like that.
    4. In them only the same stores change the counter.
    """
    inside, everywhere = (Counter(name.id for name in name_nodes(each)) for each in (after, body))
    chosen = f"{array}[machine.rng.below({count})]"
    reads = sum(
        isinstance(each, ast.Subscript) and expression_text(each) == chosen for each in nodes_in(after)
    )
    return (
        reads > 0
        and all(everywhere[each] == inside[each] + 1 for each in (array, count))
        and inside[array] == stores + reads
        and store_count(after, count) == stores
    )


class CounterToListLength(ast.NodeTransformer):
    """Reads a list where its counter was read: `dirs` for `n > 0` as a test, else `len(dirs)` for `n`."""

    def __init__(self, count: str, array: str) -> None:
        self._count = count
        self._length = expr_from_template(f"len({array})")
        self._tests = {
            **dict.fromkeys((f"{count} > 0", f"{count} >= 1", f"{count} != 0"), array),
            **dict.fromkeys((f"{count} == 0", f"{count} <= 0", f"{count} < 1"), f"not {array}"),
        }

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Returns `len(dirs)` for `n`."""
        return self._length if node.id == self._count else node

    def visit_If(self, node: ast.If) -> ast.If:
        """Returns `if dirs:` for `if n > 0:`."""
        if found := self._tests.get(expression_text(node.test)):
            node.test = expr_from_template(found)
        self.generic_visit(node)
        return node
