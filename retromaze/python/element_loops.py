"""Writes a loop over the indexes of a text or list as one over its elements: `for c in text:`.

Where the index is used besides, the loop has both, or a character is `text[i]` instead of `text[i : i + 1]`.
A loop stays as it is if its body changes the index or the text, or may change an item of the list under
another name before it is read.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from retromaze.python.fragments import STORE, expr_from_template, name_node
from retromaze.python.layout import is_commented, margin_of, set_margin
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import (
    Body,
    has_method_call,
    mention_count,
    nodes_in,
    statements_and_cases,
    store_count,
    targets_and_values,
)
from retromaze.python.tidying import is_variable, loop_variables_read_later


class IndexedLoop(NamedTuple):
    """A `for` over indexes of a text or list, the `owner`, with the name of its variable.

    `is_whole`: from the first index on.
    """

    node: ast.For
    counter: str
    owner: ast.expr
    is_whole: bool = False


def with_element_loops(body: Body, name_of: Callable[[str], str], commented_lines: Collection[int]) -> Body:
    """Returns the statements of a function with loops over elements instead of indexes, changed in place.

    An element has the name that the loop's first statement gives it, or else that of `name_of("character")`
    or `name_of("item")`. Statements on `commented_lines` of the listing stay.
    """
    # inner loops before those around them, and again: their text may be the element of one of these
    for node in 2 * [each for each in reversed(statements_and_cases(body)) if isinstance(each, ast.For)]:
        if loop := indexed_loop(node):
            name = expression_text(loop.owner)
            slices = [each for each in nodes_in(loop.node.body) if is_character(each, name, loop.counter)]
            # only an item of a list can change under another name, no character of a text
            if keeps_owner(loop, name, is_text=bool(slices)) and (slices or keeps_items(body, loop, name)):
                write_characters_as_items(loop, slices)
                if loop.is_whole:
                    word = "character" if slices else "item"
                    write_elements(body, loop, name, commented_lines, partial(name_of, word))
    return body


def indexed_loop(node: ast.AST) -> IndexedLoop | None:
    """Returns the loop of `for i in range(len(x)):`, which may begin later; else None."""
    match node:
        case ast.For(
            target=ast.Name(id=index), iter=ast.Call(func=ast.Name(id="range"), args=limits), orelse=[]
        ):
            pass
        case _:
            return None
    match limits:
        case [ast.Call(func=ast.Name(id="len"), args=[owner])] if is_variable(owner):
            return IndexedLoop(node, index, owner, is_whole=True)
        case [ast.Constant(value=int(begin)), ast.Call(func=ast.Name(id="len"), args=[owner])] if (
            is_variable(owner) and begin >= 0
        ):
            return IndexedLoop(node, index, owner)
    return None


def is_character(node: ast.AST, name: str, index: str) -> bool:
    """Whether an expression is `text[i : i + 1]` or `text[i]`, for the names of the text and of its index."""
    if not isinstance(node, ast.Subscript):
        return False
    item = f"{name}[{index}]" if getattr(node, "is_character", False) else f"{name}[{index} : {index} + 1]"
    return expression_text(node) == item


def keeps_owner(loop: IndexedLoop, name: str, *, is_text: bool) -> bool:
    """Whether a loop's body leaves the index and the text or list of this name as they are.

    Items of a list may only be read in it; a text, which nothing can change, may be used in any way.
    """
    body = loop.node.body
    if name.startswith("self.") and has_method_call(body):
        return False  # the method may assign to it
    mentions = reads = 0
    for each in nodes_in(body):
        if isinstance(each, ast.Name | ast.Attribute) and expression_text(each) in (name, loop.counter):
            if isinstance(each.ctx, ast.Store):
                return False
            mentions += expression_text(each) == name
        match each:
            case ast.Subscript(value=read, ctx=ast.Load()) | ast.Call(func=ast.Name(id="len"), args=[read]):
                reads += expression_text(read) == name
    return is_text or mentions == reads


def keeps_items(body: Body, loop: IndexedLoop, name: str) -> bool:
    """Whether no item of a list changes in a loop under another name before it is read there.

    A parameter, an attribute and what is assigned from one may be the same list as another. A list that the
    function makes itself, in one of the statements `body`, has no other name. Of other lists no item is read
    after the last statement of a pass, so that one may store into any list.
    """
    sources = [
        value
        for node in statements_and_cases(body)
        if isinstance(node, ast.stmt)
        for target, value in targets_and_values(node)
        if name in (expression_text(target), expression_text(value))
    ]
    if sources and not name.startswith("self.") and not any(map(is_variable, sources)):
        return True
    effects = [each for each in loop.node.body if any(map(may_change_list, nodes_in([each])))]
    is_last_store = effects == loop.node.body[-1:] and isinstance(effects[0], ast.Assign | ast.AugAssign)
    return not effects or is_last_store


def may_change_list(node: ast.AST) -> bool:
    """Whether a node stores into a list, or calls a function of the port or a method of a variable."""
    match node:
        case ast.Subscript(ctx=ast.Store()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return not hasattr(builtins, name)
        case ast.Call(func=ast.Attribute(value=owner)):
            return is_variable(owner) and expression_text(owner) not in ("machine", "basic")
    return False


def write_characters_as_items(loop: IndexedLoop, slices: list[ast.AST]) -> None:
    """Writes `text[i]` for `text[i : i + 1]` in a loop whose index is always inside the text."""
    for each in slices:
        vars(each)["slice"] = name_node(loop.counter)


def write_elements(
    body: Body,
    loop: IndexedLoop,
    name: str,
    commented_lines: Collection[int],
    element_name: Callable[[], str],
) -> None:
    """Makes a loop run over the elements of a text or list if its body reads them.

    `body` are all statements of the function; `element_name` returns a name for the elements, for a loop that
    does not begin with `c = text[i]`. A loop keeps its index if that is an index of two lists, or if the
    function uses it after the loop.
    """
    node = loop.node
    reader = ElementReader(name, loop.counter)
    uses = sum(map(reader.is_element, nodes_in(node.body)))
    needs_index = mention_count(node.body, loop.counter) > uses
    if not needs_index and loop.counter in loop_variables_read_later(body):
        return  # nothing would set the index
    match node.body:
        # `c = text[i]` names the elements
        case [ast.Assign(targets=[ast.Name(id=given)], value=value) as first, _, *_] if reader.is_element(
            value
        ):
            line = margin_of(first).line
            is_kept = is_commented(first) or (line in commented_lines and line != margin_of(node).line)
            is_changed = store_count(node.body, given) > 1
            if is_kept or (is_changed and uses > 1):
                return
            del node.body[0]
            set_margin(node, margin_of(node).up_to(margin_of(first).last))
        case _:
            if not uses or (needs_index and reader.indexes_others(node.body)):
                return
            given = element_name()
            if mention_count(node.body, given):  # a loop inside uses the name
                return
    reader.element = given
    node.body = [reader.visit(each) for each in node.body]
    node.target = ast.Name(given, STORE)
    node.iter = loop.owner
    if needs_index:
        node.target = ast.Tuple([ast.Name(loop.counter, STORE), node.target], STORE)
        node.iter = expr_from_template("enumerate({x})", x=loop.owner)


class ElementReader(ast.NodeTransformer):
    """Writes the name `element` for an item that has the text `item`."""

    def __init__(self, owner: str, counter: str) -> None:
        self.counter = counter
        self.item = f"{owner}[{counter}]"
        self.element = ""

    def is_element(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Subscript) and expression_text(node) == self.item

    def indexes_others(self, body: Body) -> bool:
        """Whether the counter is the index of another list, too; both keep it then, and can be read alike."""
        return any(
            isinstance(each, ast.Subscript)
            and expression_text(each.slice) == self.counter
            and not self.is_element(each)
            for each in nodes_in(body)
        )

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return name_node(self.element) if self.is_element(node) else self.generic_visit(node)
