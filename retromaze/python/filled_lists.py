"""Writes a list that is filled item by item as one literal: `row = [3, 4]` for `row[0] = 3`, `row[1] = 4`.

Nothing between the statement that makes the list and those that fill it may use the list. A list that is
never changed afterwards, whose items are constants, is a tuple of the module.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from retromaze.python.blocks import (
    Body,
    Loop,
    blocks_in,
    calls_method,
    changed,
    is_literal,
    method_called,
    nodes_in,
    stored_values,
)
from retromaze.python.fragments import LOAD, STORE, literal, renamed
from retromaze.python.layout import in_place_of, margin_of, set_margin
from retromaze.python.printer import expression
from retromaze.python.tidying import LEAVING, is_variable, variables_in

MOST = 40
"""Items that a list may have to be written out."""
FEW = 8
"""Items of a list that is written out even if most of them are the default."""
REACH = 100
"""Statements behind a list that are looked at."""


@dataclass(eq=False)
class Place:
    """A statement, and the block that it stands in."""

    block: Body
    node: ast.stmt

    @cached_property
    def names(self) -> set[str]:
        """The variables that it uses."""
        return variables_in(self.node)

    @cached_property
    def leads_on(self) -> bool:
        """Whether it leads to the next statement whatever happens, and calls no method of the object."""
        is_loop = isinstance(self.node, Loop) and not self.node.orelse
        jumps = ast.Return | ast.Raise if is_loop else LEAVING
        inside = [*nodes_in([self.node])]
        return not calls_method([self.node]) and not any(isinstance(each, jumps) for each in inside)


class Blank(NamedTuple):
    """A list in which nothing is stored yet."""

    name: str
    default: ast.expr
    size: int


def filled(body: Body, commented: Collection[int] = ()) -> Body:
    """Returns the statements of a function with lists that are made of their items.

    `commented` are the lines of the listing with a comment: what they fill stays, and so does its comment.
    """

    def with_lists(block: Body) -> Body:
        if any(blank_list(node) for node in block):
            places = [Place(block, node) for node in block]
            for at, each in enumerate(places):
                fill(each.node, places[at + 1 : at + REACH], commented)
        return block

    return changed(body, with_lists)


def fill(
    node: ast.stmt, behind: Sequence[Place], commented: Collection[int] = (), *, is_near: bool = True
) -> list[Place]:
    """Fills the list that a statement makes, if that is done behind it; returns what is dropped there.

    `is_near` if both stand in one block: then items right behind may be any values.
    """
    blank = blank_list(node)
    if blank is None:
        return []
    items, used = [blank.default] * blank.size, list[Place]()
    last, line = -1, margin_of(node).number
    for place in behind:
        given = items_given(place, blank) if blank.name in place.names else None
        if given is None:
            if blank.name in place.names or not place.leads_on:
                break
            is_near = False
            continue
        at, values = given
        number = margin_of(place.node).number
        is_seen = blank.name.startswith("self.") and calls_method(values)
        in_row = is_near and last < at and not is_seen
        if not (in_row or all(map(is_constant, values))) or any(line < each <= number for each in commented):
            break
        items[at : at + len(values)] = values
        used.append(place)
        last, line = at + len(values) - 1, number
    count = sum(each is not blank.default for each in items)
    if count > (blank.size > 1) and (blank.size <= FEW or 2 * count >= blank.size):
        vars(node)["value"] = ast.List(items, LOAD)
        take_in(node, used)
        return used
    return []


def take_in(node: ast.stmt, used: Sequence[Place]) -> None:
    """Drops statements that another one has taken in, and gives that one their lines and comments."""
    margin = margin_of(node)
    numbers = {margin_of(each.node).number for each in used} | {margin.number, margin.until}
    if margin.number:
        set_margin(node, margin.up_to(max(numbers)))
    remarks = [text for each in used for text in getattr(each.node, "remarks", ())]
    if remarks:
        vars(node)["remarks"] = [*getattr(node, "remarks", ()), *remarks]
    for each in used:
        each.block.remove(each.node)


def blank_list(node: ast.stmt) -> Blank | None:
    """The list of `row = [0] * 4`; None for other statements."""
    match node:
        case ast.Assign(
            targets=[place], value=ast.BinOp(left=ast.List(elts=[default]), op=ast.Mult(), right=right)
        ) if is_variable(place) and is_literal(default):
            size = literal(right) or 0
            return Blank(expression(place), default, size) if 0 < size <= MOST else None
    return None


def items_given(place: Place, blank: Blank) -> tuple[int, list[ast.expr]] | None:
    """The index at which a statement stores items into a list, and the items; None for other statements."""
    match place.node:
        case ast.Assign(targets=[ast.Subscript(value=owner, slice=index)], value=value) if (
            expression(owner) == blank.name and not margin_of(place.node).note
        ):
            pass
        case _:
            return None
    values = [value]
    match index, value:
        case ast.Slice(lower=ast.Constant(value=int(at)), upper=ast.Constant(value=int(end))), ast.List():
            values = value.elts
            if len(values) != end - at:
                return None
        case _:
            found = literal(index)
            if found is None:
                return None
            at = found
    is_inside = at >= 0 and at + len(values) <= blank.size
    return (
        (at, values) if is_inside and not any(blank.name in variables_in(each) for each in values) else None
    )


def is_constant(value: ast.expr) -> bool:
    """Whether a value is the same everywhere: a literal, the name of a constant, a color of literals."""
    match value:
        case ast.Name(id=name):
            return name.isupper()
        case ast.Call(func=ast.Name(id="rgb"), args=given, keywords=[]):
            return all(map(is_literal, given))
    return is_literal(value)


# ---- attributes


def fill_attributes(init: ast.FunctionDef, methods: Sequence[ast.FunctionDef]) -> None:
    """Fills lists of `__init__` by what the first method does first, and the methods that it calls there."""
    behind = [*first_steps(methods)][:REACH]
    found: Body = []
    for node in init.body:
        singles = parted(node)
        for each in singles:
            match each:
                case ast.AnnAssign(target=place, value=ast.List(elts=[])):
                    used = take_literal(each, place, behind)
                case _:
                    used = fill(each, behind, is_near=False)
            behind = [each for each in behind if each not in used] if used else behind
        is_parted = any(isinstance(getattr(each, "value", None), ast.List) for each in singles)
        found += singles if is_parted else [node]
    init.body = found
    for method in methods:
        method.body = method.body or [ast.Pass()]


def parted(node: ast.stmt) -> Body:
    """Assignments of blank lists side by side as one each; another statement as it is."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple(elts=values)):
            singles = [
                in_place_of(node, ast.Assign([each], value))
                for each, value in zip(places, values, strict=True)
            ]
            if all(map(blank_list, singles)):
                return singles
    return [node]


def first_steps(methods: Sequence[ast.FunctionDef]) -> Iterator[Place]:
    """Yields what the first method does in its block; for methods that are called once what these do."""
    by_name = {each.name: each for each in methods}
    calls = Counter(each.attr for each in nodes_in(methods) if isinstance(each, ast.Attribute))

    def steps(body: Body) -> Iterator[Place]:
        for node in body:
            called = method_called(node)
            if called in by_name and calls[called] == 1:
                yield from steps(by_name[called].body)
            elif isinstance(node, ast.Return):
                return
            else:
                yield Place(body, node)

    yield from steps(methods[0].body)


def take_literal(node: ast.AnnAssign, place: ast.expr, behind: Sequence[Place]) -> Sequence[Place]:
    """Begins an empty list with the literal that it is set to first."""
    name = expression(place)
    for each in behind:
        match each.node:
            case ast.Assign(targets=[found], value=ast.List(elts=[_, *_] as items) as value) if expression(
                found
            ) == name and all(map(is_constant, items)):
                node.value = value
                set_margin(node, margin_of(each.node))
                take_in(node, [each])
                return [each]
        if name in each.names or not each.leads_on:
            break
    return []


# ---- constants

Named = tuple[ast.FunctionDef | None, str]


class Table(NamedTuple):
    """A list of constants: the statement that makes it, its block and function, and its name there."""

    function: ast.FunctionDef
    block: Body
    node: ast.stmt
    name: str
    items: list[ast.expr]

    @property
    def named(self) -> Named:
        """Its name, and the function that it belongs to; None for an attribute."""
        return None if self.name.startswith("self.") else self.function, self.name

    def drop(self) -> None:
        """Takes it out of its statement, and the statement out of its block if it makes nothing else."""
        match self.node:
            case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple(elts=values)):
                at = next(at for at, each in enumerate(places) if expression(each) == self.name)
                del places[at], values[at]
                if len(places) == 1:
                    self.node.targets, self.node.value = places, values[0]
            case _:
                self.block.remove(self.node)


def constant_tables(parts: Body, name_of: Callable[[str], str]) -> Body:
    """Takes lists that nothing changes out of functions; returns the module's assignments for them.

    `name_of` makes the name of a constant of that of a variable; "" if there is none.
    """
    functions = [each for each in nodes_in(parts) if isinstance(each, ast.FunctionDef)]
    tables = [table for each in functions for table in tables_in(each, each.body)]
    if not tables:
        return []
    uses: dict[Named, Uses] = defaultdict(Uses)
    for each in functions:
        count_uses(each, uses)
    names: dict[ast.FunctionDef | None, dict[str, str]] = {}
    found: Body = []
    for table in tables:
        use = uses[table.named]
        if use.reads == use.all - 1 > 0 and (name := name_of(table.name.removeprefix("self."))):
            names.setdefault(table.named[0], {})[table.name] = name
            made = ast.Assign([ast.Name(name, STORE)], ast.Tuple(table.items, LOAD))
            found.append(in_place_of(table.node, made))
            table.drop()
    for each in functions:
        if known := {**names.get(None, {}), **names.get(each, {})}:
            each.body = [renamed(node, known) for node in each.body]
    return found


def tables_in(function: ast.FunctionDef, body: Body) -> Iterator[Table]:
    """Yields the lists of constants that statements make; a statement that is alone in its block stays."""
    for node in body:
        for place, value in stored_values(node) if len(body) > 1 else []:
            match value:
                case ast.List(elts=[_, _, *_] as items) if is_variable(place) and all(
                    map(is_constant, items)
                ):
                    yield Table(function, body, node, expression(place), items)
        for block in blocks_in(node):
            yield from tables_in(function, block)


@dataclass
class Uses:
    """Counts the uses of a variable, and those that only read an item or the length of a list."""

    all: int = 0
    reads: int = 0


def count_uses(function: ast.FunctionDef, uses: dict[Named, Uses]) -> None:
    """Counts the uses of variables in a function."""
    for node in nodes_in(function.body):
        match node:
            case ast.Name() | ast.Attribute() if is_variable(node):
                uses[named(function, node)].all += 1
            case ast.Subscript(value=owner, slice=index, ctx=ast.Load()) if not isinstance(index, ast.Slice):
                uses[named(function, owner)].reads += 1
            case (
                ast.Call(func=ast.Name(id="len" | "enumerate"), args=[owner])
                | ast.For(iter=owner)
                | ast.comprehension(iter=owner)
            ):
                uses[named(function, owner)].reads += 1


def named(function: ast.FunctionDef, node: ast.expr) -> Named:
    """A variable, and the function that it belongs to; None for an attribute."""
    match node:
        case ast.Name(id=name):
            return function, name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return None, f"self.{name}"
    return None, ""
