"""Finds parallel lists: those of one length that are made in one place and subscripted together."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple, TypeGuard, TypeVar

from retromaze.python.filled_lists import is_constant_item
from retromaze.python.fragments import decimal_int
from retromaze.python.layout import margin_of
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import (
    FIELDS_WITH_NODES,
    Body,
    has_method_call,
    is_literal,
    is_self_attribute,
    names_in,
    nodes_in,
    statements_and_cases,
    targets_and_values,
)
from retromaze.python.tidying import stores_in


class Creation(NamedTuple):
    """The statement at the index `at` of a block that makes a list: `value`, `length` times.

    `items` are all items of `[40, 25]`, of which `value` is the first; [] if the list is not written so.
    """

    block: Body
    at: int
    value: ast.expr
    length: ast.expr
    items: list[ast.expr]

    @property
    def all_items(self) -> list[ast.expr]:
        """The items, if it is known how many there are; else []."""
        return self.items or [self.value] * (decimal_int(self.length) or 0)


@dataclass(eq=False)
class ListUse:
    """How functions use a list: where it is made, and its subscripts, each with the loop that sets it.

    A subscript that no loop sets has the function. `kind` is the type of the elements; `swaps` counts the
    swaps of two elements, `other_uses` uses of other kinds. `resizings`: the statements that append to the
    list or remove its last element, each as a block and an index in it.
    """

    name: str
    creations: list[Creation] = field(default_factory=list)
    subscripts: set[tuple[ast.AST, str]] = field(default_factory=set)
    kind: str = ""
    swaps: int = 0
    other_uses: int = 0
    resizings: list[tuple[Body, int]] = field(default_factory=list)

    @property
    def grows(self) -> bool:
        """Whether the list is made empty."""
        return not self.filled

    @property
    def is_table(self) -> bool:
        """Whether the list is a tuple of the module, whose name is in upper case."""
        return self.name.isupper()

    @property
    def order(self) -> int:
        """Where the list stands among others: tables are last, in the order of the module."""
        return 1 + self.creations[0].at if self.is_table else 0

    @property
    def filled(self) -> list[Creation]:
        """The places that make the list with items."""
        return [each for each in self.creations if not isinstance(each.value, ast.List)]

    @property
    def is_made_alike(self) -> bool:
        """Whether the list is made, and if in several places, then of the same items, or empty."""
        filled = self.filled
        values = {expression_text(each.value) for each in filled}
        return bool(self.creations) and (len(filled) < 2 or (len(values) == 1 and not filled[0].items))

    @property
    def made(self) -> Creation:
        """The first place that makes the list with items; else the first one."""
        return [*self.filled, *self.creations][0]

    @property
    def has_one_item(self) -> bool:
        """Whether all items of the list are the same."""
        return len({*map(expression_text, self.made.items)}) < 2

    @property
    def short_name(self) -> str:
        return self.name.removeprefix("self.").lower()


# ---- which lists


IsWanted = Callable[[ast.AST], bool]


def parallel_lists(
    functions: Sequence[ast.FunctionDef], constants: Body, is_wanted: IsWanted, refused: Set[str]
) -> Iterator[list[ListUse]]:
    """Yields the groups of parallel lists but for those in `refused`, by name.

    `is_wanted`: whether a node is a list of the kind that is searched, in functions or in `constants`.
    """
    nodes = [*constants, *statements_and_cases([*functions])]
    pairs = [pair for node in nodes for pair in targets_and_values(node)]
    if len([target for target, value in pairs if is_wanted(target) and creation_of(value)]) < 2:
        return
    collector = ListCollector(is_wanted)
    for function in functions:
        collector.visit_block(function.body, {"": function})
    collector.visit_block(constants, {})
    lists = [
        each
        for each in collector.uses.values()
        if each.is_made_alike and each.subscripts and not each.other_uses and each.name not in refused
    ]
    lists.sort(key=lambda each: each.order)
    yield from (group for group in grouped(lists, are_parallel) if len(group) > 1)


Item = TypeVar("Item")


def grouped(items: Iterable[Item], belong_together: Callable[[Item, Item], bool]) -> Iterator[list[Item]]:
    """Yields groups in which each item but the first belongs together with an earlier one."""
    rest = [*items]
    while rest:
        group = [rest.pop(0)]
        for each in [*rest]:
            if any(belong_together(each, member) for member in group):
                group.append(each)
                rest.remove(each)
        yield group


class ListCollector:
    """Collects the uses of lists; `is_wanted` tells whether a node is one of the kind that is searched."""

    def __init__(self, is_wanted: IsWanted) -> None:
        self._is_wanted = is_wanted
        self.uses: dict[str, ListUse] = {}

    def _use(self, node: ast.expr) -> ListUse:
        name = expression_text(node)
        return self.uses.setdefault(name, ListUse(name))

    def visit_block(self, block: Body, loops: Mapping[str, ast.AST]) -> None:
        """Collects the uses in a block; `loops` are those around by their variables, "" is the function."""
        for at, node in enumerate(block):
            made = []
            for target, value in targets_and_values(node):
                if self._is_wanted(target) and (found := creation_of(value)):
                    use = self._use(target)
                    use.creations.append(found._replace(block=block, at=at))
                    annotation = expression_text(node.annotation) if isinstance(node, ast.AnnAssign) else ""
                    use.kind = item_type(annotation) or use.kind or kind_of(found.value)
                    made.append(target)
            if (resized := resized_list(node)) and self._is_wanted(resized[0]):
                self._use(resized[0]).resizings.append((block, at))
                made.append(resized[0])
            self._visit(node, loops, made)

    def _visit(self, node: ast.AST, loops: Mapping[str, ast.AST], made: Sequence[ast.expr] = ()) -> None:
        counters = stores_in(node) if isinstance(node, ast.For) else ()
        loops = {**loops, **dict.fromkeys(counters, node)}
        if (swapped := swapped_list(node)) and self._is_wanted(swapped):
            self._use(swapped).swaps += 1
        match node:
            case ast.Subscript(value=owner, slice=index) if self._is_wanted(owner):
                use = self._use(owner)
                if isinstance(index, ast.Slice) or isinstance(node.ctx, ast.Del):
                    use.other_uses += 1
                if not is_literal(index):
                    name = index.id if isinstance(index, ast.Name) else ""
                    use.subscripts.add((loops.get(name, loops[""]), expression_text(index)))
                self._visit(index, loops)
                return
            case ast.Call(func=ast.Name(id="len"), args=[owner]) if self._is_wanted(owner):
                return
            case ast.While(test=owner) | ast.If(test=owner) if self._is_wanted(owner) and owner not in made:
                # whether there is anything in the list
                self._visit(node, loops, [*made, owner])
                return
            case ast.Name() | ast.Attribute() if self._is_wanted(node) and node not in made:
                self._use(node).other_uses += 1
                return
        for name in FIELDS_WITH_NODES[type(node)]:
            match getattr(node, name, None):
                case [ast.stmt(), *_] as block:
                    self.visit_block(block, loops)
                case list(items):
                    for each in items:
                        self._visit(each, loops, made)
                case ast.AST() as inner:
                    self._visit(inner, loops, made)


def swapped_list(node: ast.AST) -> ast.expr | None:
    """Returns the list of `x[i], x[j] = x[j], x[i]`; None for other statements."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=[one, _])], value=ast.Tuple(elts=[_, other])):
            if isinstance(one, ast.Subscript) and expression_text(one) == expression_text(other):
                return one.value
    return None


def is_local(node: ast.AST) -> bool:
    """Whether a node is a name, but not of a constant of the module."""
    return isinstance(node, ast.Name) and not is_table(node)


def is_table(node: ast.AST) -> TypeGuard[ast.Name]:
    """Whether a node is the name of a constant of the module."""
    return isinstance(node, ast.Name) and node.id.isupper()


def is_in_class(others: Sequence[ast.FunctionDef]) -> IsWanted:
    """Returns whether a node is an attribute of `self`, or a constant that no other function uses."""
    names = {*names_in(others)}
    return lambda node: is_self_attribute(node) or (is_table(node) and node.id not in names)


def creation_of(value: ast.expr) -> Creation | None:
    """Returns how `[0] * n`, `[]`, `[1, 2]` or `(1, 2)` makes a list, without a place; None for others."""
    match value:
        case ast.List(elts=[]):
            return Creation([], 0, value, NOTHING, [])
        case ast.List(elts=items) | ast.Tuple(elts=items) if len({*map(kind_of, items)}) == 1:
            return Creation([], 0, items[0], ast.Constant(len(items)), items) if kind_of(items[0]) else None
    return Creation([], 0, *found, []) if (found := repetition(value)) else None


def repetition(value: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Returns the item and the length of `[0] * n` or `[[0] * 4 for _ in range(n)]`; None for others."""
    match value:
        case ast.BinOp(left=ast.List(elts=[item]), op=ast.Mult(), right=length) if is_literal(item):
            pass
        case ast.ListComp(elt=ast.BinOp() as item, generators=[ast.comprehension(iter=counted, ifs=[])]):
            match counted:
                case ast.Call(func=ast.Name(id="range"), args=[length]) if inner := repetition(item):
                    return (item, length) if is_literal(inner[0]) and is_length(length) else None
            return None
        case _:
            return None
    return (item, length) if is_length(length) else None


def is_length(node: ast.expr) -> bool:
    """Whether an expression is a length without side effects."""
    kinds = ast.Name, ast.Attribute, ast.Constant, ast.BinOp
    return all(isinstance(each, kinds) for each in nodes_in([node]))


NOTHING = ast.Constant(0)
"""The length of an empty list."""


def resized_list(node: ast.stmt) -> tuple[ast.expr, list[ast.expr]] | None:
    """Returns the list of `row.append(value)` with the value, and that of `row.pop()`; None for others.

    A value with a call of a method may use the list.
    """
    match node:
        case ast.Expr(ast.Call(ast.Attribute(owner, "append"), [value])) if not has_method_call([value]):
            return owner, [value]
        case ast.Expr(ast.Call(ast.Attribute(owner, "pop"), [])):
            return owner, []
    return None


def kind_of(item: ast.expr) -> str:
    """Returns the type of a literal, of `rgb(…)`, or of `[0] * 4`; "" of others."""
    if inner := repetition(item):
        return f"list[{kind_of(inner[0])}]"
    if is_literal(item):
        return type(ast.literal_eval(item)).__name__
    return "int" if is_constant_item(item) and isinstance(item, ast.Call) else ""


def item_type(annotation: str) -> str:
    """Returns the type of the items from an annotation such as `list[int]`; "" for other annotations."""
    match = re.fullmatch(r"list\[(.*)\]", annotation)
    return match[1] if match else ""


def are_parallel(one: ListUse, other: ListUse) -> bool:
    """Whether two lists can be one list of records: made together, and mostly subscripted alike."""
    if one.grows or other.grows:
        if not (one.grows and other.grows and one.kind and other.kind and are_resized_together(one, other)):
            return False
    elif one.resizings or other.resizings:
        return False
    elif not (is_literal(one.made.value) or is_literal(other.made.value)):
        return False  # two pictures of one size are no columns of a table
    if one.swaps != other.swaps or len(one.creations) != len(other.creations):
        return False  # what is shuffled alone is an order of the others
    indexes: list[Set[object]] = [one.subscripts, other.subscripts]
    if one.is_table and other.is_table and are_of_one_place(one.made, other.made):
        # read together, they are one table, wherever they are subscripted by the same variable
        indexes = [{last_word(text) for _, text in each.subscripts} for each in (one, other)]
    fewest = min(map(len, indexes))
    is_anywhere = (one.is_table or other.is_table) and one.made.all_items and other.made.all_items
    return 2 * len(indexes[0] & indexes[1]) >= fewest and all(
        expression_text(first.length) == expression_text(second.length)
        and (is_anywhere or (first.block is second.block and are_made_together(first, second)))
        for first, second in zip(one.creations, other.creations, strict=True)
    )


def are_of_one_place(first: Creation, second: Creation) -> bool:
    """Whether two tables come from the same lines of the listing."""
    margins = [margin_of(each.block[each.at]) for each in (first, second)]
    return bool(margins[0].line) and margins[0].numbers == margins[1].numbers


def last_word(index: str) -> str:
    """Returns the last name of an index: `t` of `self.units[i].t`, `map` of `self.map[x][y]`."""
    return re.sub(r"\[.*\]", "", index).rpartition(".")[2]


def are_resized_together(one: ListUse, other: ListUse) -> bool:
    """Whether statements that resize either list stand beside each other, do the same, and read neither."""
    names = {one.name, other.name}
    made = max(each.creations[0].at for each in (one, other))
    if len(one.resizings) != len(other.resizings) or not one.resizings:
        return False
    for (block, at), (second, place) in zip(one.resizings, other.resizings, strict=True):
        if block is not second or abs(at - place) != 1 or (block is one.creations[0].block and at < made):
            return False
        values = [found[1] for each in (at, place) if (found := resized_list(block[each]))]
        read = {
            expression_text(each) for row in values for each in nodes_in(row) if isinstance(each, ast.expr)
        }
        if len({*map(len, values)}) > 1 or read & names:
            return False
    return True


def are_made_together(first: Creation, second: Creation) -> bool:
    """Whether only constants and blank lists are assigned between two lists, and no part of the length."""
    begin, end = sorted((first.at, second.at))
    in_length = {expression_text(each) for each in nodes_in([first.length]) if isinstance(each, ast.expr)}
    for node in first.block[begin : end + 1]:
        pairs = targets_and_values(node)
        if not pairs or any(expression_text(target) in in_length for target, _ in pairs):
            return False
        if not all(is_literal(value) or creation_of(value) for _, value in pairs):
            return False
    return True
