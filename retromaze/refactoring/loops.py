"""Turns loops over the numbers of a list's items into loops over the items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import libcst as cst

from retromaze.python.record_names import unused_name
from retromaze.refactoring.objects import stored_value
from retromaze.refactoring.source import (
    PythonVariable,
    Replacements,
    Restructured,
    Source,
    nodes_in,
    parsed_expression,
    parsed_source,
)

ITEM = "item"
ANOTHER = "other"
"""The name of an item in a loop inside a loop over the same list."""
WORD = re.compile(r"[A-Z][a-z]*")
"""A word in a class's name."""


@dataclass(frozen=True)
class ObjectList:
    """A list of new objects that are never replaced; only its items are used.

    `class_name` is that of the objects; `creations` are the uses that make the list, with this `length`.
    """

    variable: PythonVariable
    class_name: str
    creations: tuple[cst.CSTNode, ...]
    length: cst.BaseExpression


def loops_over_items(text: str) -> Iterator[Restructured]:
    """Yields the change of all loops `for i in range(n)` that use `things[i]`, where `n` is its length."""
    source = parsed_source(text)
    variables = source.variables()
    lists = [objects for each in variables if (objects := object_list(source, each))]
    replacements: Replacements = {}
    item_names: dict[cst.For, str] = {}  # of the items, by the changed loops around them
    for loop in (each for each in source.nodes if isinstance(each, cst.For)):
        counter = next((each for each in variables if loop.target in each.uses), None)
        if counter is None:
            continue
        fitting = [each for each in lists if iterates_over(source, variables, loop, counter, each)]
        if not fitting:
            continue
        best = max(fitting, key=lambda each: len(item_uses(source, loop, each)))
        if change := change_of_loop(source, loop, counter, best, item_names):
            item_names[loop] = change.item
            replacements |= change.replacements
    if item_names:
        count = f"{len(item_names)} loop{'s go' if len(item_names) > 1 else ' goes'} over"
        words = f"{count} {' and '.join(sorted(set(item_names.values())))}"
        yield Restructured(words, source.with_replacements(replacements))


def object_list(source: Source, variable: PythonVariable) -> ObjectList | None:
    """Returns the list of objects that a variable holds, if it is always made with the same length.

    None if it is made in any other way than `[Enemy() for _ in range(n)]`, or if its items are replaced.
    """
    lengths: dict[cst.CSTNode, cst.BaseExpression] = {}  # the list's length, by the uses at which it is made
    class_name = ""
    for use in variable.uses:
        stored = stored_value(source, use)
        match stored.value if stored else source.parent(use):
            case cst.List(elements=[]):
                pass  # it is only declared
            case cst.ListComp(
                elt=cst.Call(func=called),
                for_in=cst.CompFor(
                    iter=cst.Call(func=cst.Name("range"), args=[cst.Arg(value=length)]),
                    ifs=[],
                    inner_for_in=None,
                ),
            ):
                lengths[use] = length
                class_name = source.code(called)
            case cst.Subscript(value=value) as item if value is use:
                if is_item_assigned(source, item):
                    return None
            case cst.For(iter=iterated) if iterated is use:
                pass  # another loop already goes over the items
            case cst.Arg() as argument if is_len_or_enumerate_argument(source, argument):
                pass
            case _:
                return None
    if len({source.code(each) for each in lengths.values()}) != 1:
        return None
    length = next(iter(lengths.values()))
    return ObjectList(variable, class_name, tuple(lengths), attribute_holding(source, length) or length)


def attribute_holding(source: Source, length: cst.BaseExpression) -> cst.Attribute | None:
    """Returns the attribute in which `__init__` stores a parameter: `self.n` for `n`, if `self.n = n`.

    None if `length` is no unchanged parameter, or is not stored. Methods cannot use the parameter itself.
    """
    function = source.enclosing(length, cst.FunctionDef)
    if not isinstance(function, cst.FunctionDef) or function.name.value != "__init__":
        return None
    uses = [
        node
        for node in nodes_in(function)
        if isinstance(node, cst.Name)
        and node.value == source.code(length)
        and not isinstance(source.parent(node), cst.Attribute)
    ]
    if any(is_written(source, use) for use in uses):
        return None
    for node in nodes_in(function.body):
        match node:
            case cst.Assign(
                targets=[cst.AssignTarget(target=cst.Attribute() as target)], value=cst.Name() as name
            ):
                if name in uses and source.code(target) == f"self.{name.value}":
                    return target
    return None


def is_item_assigned(source: Source, item: cst.Subscript) -> bool:
    """Whether an item is assigned, deleted, or a loop's variable; not only an attribute of it is."""
    parent = parent_outside_tuple(source, item)
    return isinstance(parent, cst.AssignTarget | cst.AugAssign | cst.AnnAssign | cst.Del | cst.For)


def parent_outside_tuple(source: Source, node: cst.CSTNode) -> cst.CSTNode:
    """Returns a node's parent, or for an item of a tuple the parent of the tuple, as in `for i, x in …`."""
    parent = source.parent(node)
    return source.parent(source.parent(parent)) if isinstance(parent, cst.Element) else parent


def is_len_or_enumerate_argument(source: Source, argument: cst.Arg) -> bool:
    """Whether `len` or `enumerate` is called with this argument: both leave the list as it is."""
    match source.parent(argument):
        case cst.Call(func=cst.Name("len" | "enumerate")):
            return True
    return False


def item_uses(source: Source, loop: cst.For, objects: ObjectList) -> list[cst.Subscript]:
    """Returns the uses of `things[i]` in the body of a loop, where `i` is the loop's counter."""
    counter = source.code(loop.target)
    inside = set(nodes_in(loop.body))
    items = [source.parent(use) for use in objects.variable.uses if use in inside]
    return [
        each
        for each in items
        if isinstance(each, cst.Subscript) and source.code(each).endswith(f"[{counter}]")
    ]


def iterates_over(
    source: Source,
    variables: list[PythonVariable],
    loop: cst.For,
    counter: PythonVariable,
    objects: ObjectList,
) -> bool:
    """Whether a loop over numbers goes over the indexes of all items of a list, or of the first ones.

    Then it can go over the items themselves: in its body the counter is not changed and the list not made
    again, not even by a function that it names.
    """
    match loop.iter:
        case cst.Call(func=cst.Name("range"), args=[cst.Arg(value=length, star="")]):
            pass
        case _:
            return False
    if not item_uses(source, loop, objects):
        return False
    has_its_length = source.code(length) == source.code(objects.length)
    is_whole = has_its_length and is_never_reassigned(source, variables, length)
    if not is_whole and not is_shorter(length, objects.length):
        return False
    inside = set(nodes_in(loop.body))
    if any(use in inside and is_written(source, use) for use in counter.uses):
        return False
    creating_functions = source.functions_reaching(objects.creations)
    return not any(
        each in objects.creations or (isinstance(each, cst.Name) and each.value in creating_functions)
        for each in inside
    )


def is_shorter(one: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    """Whether both are literal numbers, and `one` is less than `other`."""
    match one, other:
        case cst.Integer(), cst.Integer():
            return one.evaluated_value < other.evaluated_value
    return False


def is_written(source: Source, use: cst.CSTNode) -> bool:
    """Whether a use of a variable assigns, changes or deletes it."""
    match parent_outside_tuple(source, use):
        case cst.For(target=target) | cst.AugAssign(target=target) | cst.NamedExpr(target=target):
            return target is use or isinstance(target, cst.Tuple)
        case cst.AssignTarget() | cst.AnnAssign() | cst.Del() | cst.AsName():
            return True
    return False


def is_never_reassigned(source: Source, variables: list[PythonVariable], length: cst.BaseExpression) -> bool:
    """Whether a length stays the same after a list was made: each of its variables is assigned once."""
    uses_in_length = [
        each
        for each in nodes_in(length)
        if isinstance(each, cst.Name | cst.Attribute) and not isinstance(source.parent(each), cst.Attribute)
    ]
    for node in uses_in_length:
        variable = next((each for each in variables if node in each.uses), None)
        if variable is None:
            return False
        stores = [use for use in variable.uses if is_written(source, use)]
        is_parameter = any(isinstance(source.parent(use), cst.Param) for use in variable.uses)
        # a parameter is assigned by the call
        if len(stores) != (0 if is_parameter else 1):
            return False
        if variable.is_attribute:  # only `__init__` runs before all loops
            function = source.enclosing(stores[0], cst.FunctionDef)
            if not isinstance(function, cst.FunctionDef) or function.name.value != "__init__":
                return False
    # a call could return another length each time
    return all(
        isinstance(each, cst.Name | cst.Attribute | cst.Integer | cst.BinaryOperation)
        for each in nodes_in(length)
        if isinstance(each, cst.BaseExpression)
    )


class LoopChange(NamedTuple):
    """The replacements that make a loop over numbers one over items, and the name of an item in it."""

    item: str
    replacements: Replacements


def change_of_loop(
    source: Source,
    loop: cst.For,
    counter: PythonVariable,
    objects: ObjectList,
    item_names: dict[cst.For, str],
) -> LoopChange | None:
    """Returns the change of `for i in range(n)` to `for enemy in enemies`; None if it would be longer.

    The loop must be one of `iterates_over`. If the counter is used elsewhere, too, it becomes
    `for i, enemy in enumerate(enemies)`. `item_names` has the item's name of each loop changed so far.
    """
    items = item_uses(source, loop, objects)
    inside = set(nodes_in(loop.body))
    # the counter stays if it is read elsewhere than in the replaced subscripts
    replaced = {each.slice[0].slice for each in items}
    uses_inside = [use for use in counter.uses if use in inside and source.parent(use) not in replaced]
    uses_outside = [use for use in counter.uses if use not in inside and use is not loop.target]
    is_counter_needed = bool(uses_inside) or not all(
        belongs_to_other_loop(source, use, loop, counter) for use in uses_outside
    )
    if is_counter_needed and len(items) == 1:
        return None  # `enumerate` would be longer than the one subscript
    name = item_name(source, loop, objects.class_name, item_names)
    replacements: Replacements = {each: partial(parsed_expression, text=name) for each in items}
    target = source.code(objects.variable.uses[0])
    looped_range = source.code(loop.iter)
    if looped_range != f"range({source.code(objects.length)})":  # `enemies[:3]` for `range(3)`
        target += f"[:{looped_range.removeprefix('range(').removesuffix(')')}]"
    heading = f"{counter.name}, {name} in enumerate({target})" if is_counter_needed else f"{name} in {target}"
    parsed = cst.parse_statement(f"for {heading}: pass")
    assert isinstance(parsed, cst.For)
    replacements[loop] = partial(
        lambda node, new: node.with_changes(target=new.target, iter=new.iter), new=parsed
    )
    return LoopChange(name, replacements)


def belongs_to_other_loop(source: Source, use: cst.CSTNode, loop: cst.For, counter: PythonVariable) -> bool:
    """Whether a use of a counter belongs to another loop with this counter that does not contain `loop`."""
    return any(
        isinstance(each, cst.For) and each.target in counter.uses and loop not in nodes_in(each)
        for each in source.ancestors(use)
    )


def item_name(source: Source, loop: cst.For, class_name: str, item_names: dict[cst.For, str]) -> str:
    """Returns a name for an item that the function and the changed loops around do not use.

    It is `enemy` for the `class_name` Enemy; ITEM if that is used; ANOTHER inside a loop over the same items.
    `item_names` has the item's name of each loop changed so far.
    """
    name = "_".join(each.lower() for each in WORD.findall(class_name)) or ITEM
    function = source.enclosing(loop, cst.FunctionDef)
    nodes = list(nodes_in(function))
    # the name of an attribute and that of the function are Name nodes as well
    other_names = [node.attr for node in nodes if isinstance(node, cst.Attribute)]
    other_names += [function.name] if isinstance(function, cst.FunctionDef) else []
    taken = {node.value for node in nodes if isinstance(node, cst.Name) and node not in other_names}
    outer = {item for other_loop, item in item_names.items() if loop in nodes_in(other_loop)}
    wanted = [name, ANOTHER, ITEM] if name in outer else [name, ITEM, ANOTHER]
    return unused_name(taken | outer, *wanted, f"{ANOTHER}_{name}")
