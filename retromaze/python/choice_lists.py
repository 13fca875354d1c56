"""Writes an array of choices with a hand-kept counter as a list that grows.

`n = 0`, some pairs of `dirs[n] = 3` and `n += 1`, and `dirs[machine.rng.below(n)]` become `dirs = []`,
`dirs.append(3)` and `dirs[machine.rng.below(len(dirs))]`; a test `n > 0` becomes `dirs`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import NamedTuple

from retromaze.python.blocks import Body, all_blocks, mention_count, nodes_in, store_count
from retromaze.python.filled_lists import blank_list
from retromaze.python.fragments import expr_from_template, statements_from_template
from retromaze.python.layout import replacing
from retromaze.python.printer import expression_text
from retromaze.python.unread import name_nodes

FEWEST = 2
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
                if len(stores) < FEWEST or len(arrays) > 1:
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
