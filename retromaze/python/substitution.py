"""Writes values where they are used: as arguments of a call, in the next statement, in a return in a loop.

`x = 1` and `y = n + 1` before `self.box(x, y)` become `self.box(1, n + 1)`, where nothing else reads the
variables. `name = ""` and `name = ask(name)` become `name = ask("")`. Only short values move that call
nothing and stand at most two lines of the listing before the call. `m = a + "!"` and `self.say(m)` become
`self.say(a + "!")`, and `ok = self.check()` and `if ok:` become `if self.check():`, if the variable has no
other use. `n = i` and `break` in a loop become `return i` if `return n` follows the loop.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from copy import copy, deepcopy
from itertools import pairwise
from typing import Any

from retromaze.python.fragments import LOAD, rewritten
from retromaze.python.layout import INDENT, WIDTH, margin_of, set_margin
from retromaze.python.printer import expression_text, statement_line
from retromaze.python.statement_walks import (
    Body,
    all_blocks,
    attributes_in,
    blocks_in,
    has_method_call,
    is_endless,
    is_literal,
    is_self_attribute,
    map_blocks,
    mention_count,
    mentioned_names,
    nodes_in,
    non_loop_blocks,
    store_count,
)
from retromaze.python.tidying import is_variable, variables_in

ROOM = WIDTH - 40
"""Most characters of a statement with the values in it."""
SHORT = 24
"""Most characters of a value."""
SHORT_NAME = 3
"""Most letters of a name that tells little, without its `ENDING`."""
ENDING = re.compile("_(?:text|int|real)?$")
MEDIUM = 44
"""Most characters of a value that the next statement uses, unless it is the only argument of a call."""
NEAR = 2
"""Most lines of the listing from a value to its use."""
FEW = 2
"""Most breaks of a loop that may become returns."""


def last_use(name: str) -> ast.Name:
    """Returns the node of a local as an argument; `is_last_use` marks that nothing reads its value later."""
    node = ast.Name(name, LOAD)
    vars(node)["is_last_use"] = True
    return node


def with_values_where_used(body: Body, commented_lines: Collection[int] = ()) -> Body:
    """Returns a function's statements with values in INPUT, in calls, in tests and in returns.

    Literals and results that are assigned on `commented_lines` of the listing stay there.
    """
    body = map_blocks(body, lambda block: with_old_values(block, commented_lines))
    body = with_values_in_next_statements(with_values_as_arguments(body), commented_lines)
    return map_blocks(body, lambda block: with_returned_value(block, commented_lines))


def with_old_values(block: Body, commented_lines: Collection[int]) -> Body:
    """Writes `x = ask("")` for `x = ""` and `x = ask(x)`, the next statement in a block that uses `x`.

    So a port's INPUT is written: its last argument is the value that the variable keeps if nothing is typed.
    Literals that `commented_lines` of the listing assign stay there.
    """
    unused: dict[str, ast.Assign] = {}  # by the variable: its literal, which nothing has used since
    for node in [*block]:
        match node:
            case ast.Assign([ast.Name(id=name)], ast.Call(function, [*arguments, ast.Name(id=old)], [])) if (
                old == name and name in unused and mention_count([function, *arguments], name) == 0
            ):
                node.value = ast.Call(function, [*arguments, unused[name].value], [])
                block.remove(unused[name])
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
            unused.clear()  # control may go elsewhere
        elif unused:
            for used in variables_in(node):
                unused.pop(used, None)
        match node:
            case ast.Assign([ast.Name(id=name)], value) if (
                is_literal(value) and margin_of(node).line not in commented_lines
            ):
                unused[name] = node
    return block


def with_values_as_arguments(body: Body, depth: int = 0) -> Body:
    """Writes `self.box(1)` for `x = 1` and `self.box(x)`; `depth` is the indentation of the block."""
    result: Body = []
    for node in body:
        inner_depth = depth + (2 if isinstance(node, ast.Match) else 1)
        for block in blocks_in(node):
            block[:] = with_values_as_arguments(block, inner_depth)
        match node:
            case ast.Expr(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call):
                begin = first_assignment(result, margin_of(node).line)
                substitute_arguments(node, call, result, begin, ROOM - len(INDENT) * depth)
        result.append(node)
    return result


def first_assignment(block: Body, number: int) -> int:
    """Returns the index from which on a block has only plain assignments near line `number` of the listing.

    They can move into the next statement; it is the length of the block if its last statement is not one.
    """
    at = len(block)
    while at and is_plain_assignment(block[at - 1]) and is_near(margin_of(block[at - 1]).line, number):
        at -= 1
    return at


def is_near(first: int, second: int) -> bool:
    """Whether `second` is the same line of the listing as `first`, or comes shortly after it."""
    return 0 <= second - first <= NEAR


ARGUMENTS = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.List, ast.Call, ast.JoinedStr, ast.FormattedValue),
)
"""The nodes of a value that reads well as an argument."""


def is_plain_assignment(node: ast.stmt) -> bool:
    """Whether a statement does nothing but assign to one variable a value that reads well as an argument."""
    match node:
        case ast.Assign(targets=[target], value=value):
            inside = nodes_in([value])
            return (
                is_variable(target)
                and all(isinstance(each, ARGUMENTS) for each in inside)
                and not effective_calls(inside)
                and not margin_of(node).note
            )
    return False


def substitute_arguments(node: ast.stmt, call: ast.Call, block: Body, begin: int, room: int) -> None:
    """Moves values of assignments at the end of a block (from `begin` on) into a call, if they are short.

    `node` is the statement with the call, `room` the most characters of it; in a longer one only literals are
    moved.
    """
    replaced: dict[int, ast.Assign] = {}  # by the argument's position
    for index, argument in enumerate(call.args):
        if hasattr(argument, "is_last_use") and (assignment := assignment_of(argument, block[begin:])):
            replaced[index] = assignment
    if not replaced:
        return
    values = [replaced[at].value if at in replaced else each for at, each in enumerate(call.args)]
    new_statement = copy(node)
    vars(new_statement)["value"] = ast.Call(call.func, values, [])
    texts = [expression_text(each.value) for each in replaced.values()]
    if len(statement_line(new_statement)) > room or any(len(each) > SHORT for each in texts):
        replaced = {index: each for index, each in replaced.items() if is_literal(each.value)}
    for index, each in replaced.items():
        call.args[index] = each.value
        block.remove(each)
        join_margins(each, node)


def assignment_of(argument: ast.expr, block: Body) -> ast.Assign | None:
    """Returns the assignment to a local in a row of assignments, if its value can move after them; else None.

    `argument` is the local.
    """
    name = expression_text(argument)
    for at in range(len(block) - 1, -1, -1):
        node = block[at]
        assert isinstance(node, ast.Assign)
        if expression_text(node.targets[0]) == name:
            # the value must be the same after the later assignments
            stored = {
                expression_text(each.targets[0]) for each in block[at + 1 :] if isinstance(each, ast.Assign)
            }
            return None if stored & variables_in(node.value) else node
        if name in variables_in(node):
            return None  # a later assignment reads the local
    return None


def join_margins(first: ast.stmt, second: ast.stmt) -> None:
    """Makes the lines of the next statement, which replaces both, begin with the first line of `first`."""
    margin = margin_of(second)
    if margin_of(first).line != margin.line:
        set_margin(second, margin._replace(line=margin_of(first).line).up_to(margin.last))


# ---- a value that only the next statement uses

PLAIN = {"abs", "chr", "float", "int", "len", "math", "max", "min", "ord", "round", "str"}
"""Functions, and a module of functions, that only compute a value."""
UNMOVED = (ast.List, ast.ListComp, ast.GeneratorExp)
"""Values that keep their names, as lists change in place."""


def with_values_in_next_statements(body: Body, commented_lines: Collection[int]) -> Body:
    """Writes `self.say(a + "!")` for `m = a + "!"` and `self.say(m)`, and `if self.check():` for its result.

    Nothing else may read the variable, and its name is short, unless it is a result of a method that is
    tested. Other values that `commented_lines` of the listing assign stay there.
    """
    uses = [*uses_in_next_statements(body, commented_lines)]
    reads = Counter(read_names(body) if uses else ())
    counts = Counter(name for *_, name in uses)
    for block, assignment, user, name in uses:
        field = "test" if isinstance(user, ast.If) else "value"
        used = getattr(user, field)
        # all reads are such uses, also with the value that the variable has by now
        if reads[name] == counts[name] and may_stand_in(used, name, assignment.value):
            setattr(user, field, with_value(used, name, assignment.value))
            join_margins(assignment, user)
            block.remove(assignment)
    return body


def read_names(body: Body) -> Iterator[str]:
    """Yields the names that statements read, as often as they read them."""
    for node in nodes_in(body):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.AugAssign(target=ast.Name(id=name)):
                yield name


def uses_in_next_statements(
    body: Body, commented_lines: Collection[int]
) -> Iterator[tuple[Body, ast.Assign, ast.stmt, str]]:
    """Yields the assignments to a variable that the next statement uses: block, both statements, variable."""
    for block in all_blocks(body):
        for before, (assignment, user) in zip([None, *block], [*pairwise(block)], strict=False):
            margin = margin_of(assignment)
            match assignment, user:
                case ast.Assign([ast.Name(id=name)], ast.Call(ast.Attribute(ast.Name("self")))), ast.If(used):
                    is_free = True
                case (
                    ast.Assign([ast.Name(id=name)]),
                    ast.Assign(value=used) | ast.AugAssign(ast.Name(), value=used) | ast.Expr(used),
                ) if len(ENDING.sub("", name)) <= SHORT_NAME and not margin.note:
                    # two values that are assigned for one statement read better side by side
                    beside = before and any(store_count([before], each) for each in mentioned_names([user]))
                    is_free = not (beside or margin.line in commented_lines or store_count([user], name))
                case _:
                    continue
            if (
                is_free
                and is_near(margin.line, margin_of(user).line)
                and mention_count([used], name) == 1
                and may_stand_in(used, name, assignment.value)
            ):
                yield block, assignment, user, name


def with_value(node: ast.expr, name: str, value: ast.expr) -> Any:
    """Returns an expression with a value in the place of a local."""
    return rewritten(node, lambda each: value if isinstance(each, ast.Name) and each.id == name else None)


def may_stand_in(used: ast.expr, name: str, value: ast.expr) -> bool:
    """Whether a value means the same in the place of the local `name` in an expression, and is short.

    The local is that expression, an argument of it or in a text that is one, its subscript, or tested.
    """
    inside, of_value = nodes_in([used]), nodes_in([value])
    others = [each for each in inside if name not in mentioned_names([each])]
    in_texts = [each.value for each in inside if isinstance(each, ast.FormattedValue)]
    match used:
        case ast.Call(args=arguments):
            parts = [*arguments, *in_texts]
        case ast.Subscript(slice=part) | ast.UnaryOp(operand=part) | ast.Compare(part, [_], [ast.Constant()]):
            parts = [part]
        case _:
            parts = [used]
    calls, is_alone = effective_calls(of_value), not isinstance(used, ast.Call) or len(used.args) == 1
    return (
        any(isinstance(each, ast.Name) and each.id == name for each in parts)
        and not (is_literal(value) or any(isinstance(each, UNMOVED) for each in of_value))
        and (is_alone or len(expression_text(value)) <= MEDIUM)
        and len(expression_text(with_value(used, name, value))) <= ROOM
        # a name for input tells something, and reads of DATA stay as `literal_data` knows them
        and {"data", "machine"}.isdisjoint([*mentioned_names([value]), *attributes_in(value)])
        # a text in quotes cannot stand in a text with values
        and not (in_texts and any(isinstance(getattr(each, "value", 0), str) for each in of_value))
        # what is evaluated before it changes nothing, and it does not change that
        and not effective_calls(others)
        and not (calls and any(isinstance(each, ast.Subscript) for each in others))
        and not (has_method_call([value]) and any(map(is_self_attribute, others)))
    )


def effective_calls(nodes: Iterable[ast.AST]) -> list[ast.Call]:
    """Returns the calls in nodes that do more than compute a value."""
    calls = [each for each in nodes_in(nodes) if isinstance(each, ast.Call)]
    return [each for each in calls if not mentioned_names([each.func]) <= PLAIN]


# ---- a value in a return


def with_returned_value(block: Body, commented_lines: Collection[int]) -> Body:
    """Writes `return n + 1` for `x = n + 1` and `return x` at the end of a block.

    An assignment on `commented_lines` of the listing stays.
    """
    match block[-2:]:
        case [
            ast.Assign([ast.Name(id=name)], value) as assignment,
            ast.Return(ast.Name(id=returned)) as last,
        ] if name == returned and margin_of(assignment).line not in commented_lines:
            if margin_of(assignment).note and margin_of(last).note:
                return block
            last.value = value
            if margin_of(assignment).line:
                join_margins(assignment, last)
            if margin_of(assignment).note:
                set_margin(last, margin_of(last)._replace(note=margin_of(assignment).note))
            block.remove(assignment)
    return block


def with_returns_in_loop(body: Body) -> Body:
    """Writes `return i` for `n = i` and `break` in a function's last loop, if `return n` follows the loop.

    `return True` after an endless loop takes the place of its breaks, too.
    """
    match body[-2:]:
        case [
            ast.For() | ast.While() as loop,
            ast.Return(value=ast.Name() | ast.Tuple() | ast.Constant() as value),
        ]:
            breaking = [*blocks_ending_in_break(loop.body)]
            if loop.orelse or not 0 < len(breaking) <= FEW:
                return body
            if isinstance(value, ast.Tuple) and not all(isinstance(each, ast.Name) for each in value.elts):
                return body
            # other loops also end without a break, and then the return after the loop is still needed
            if not is_endless(loop) and not all(stores_value(block, value) for block in breaking):
                return body
            for block in breaking:
                replace_break_by_return(block, value)
            return body[:-1] if is_endless(loop) else body
    return body


def blocks_ending_in_break(body: Body) -> Iterator[Body]:
    """Yields the blocks that end in a break of the loop that has this body."""
    if body and isinstance(body[-1], ast.Break):
        yield body
    for node in body:
        for block in non_loop_blocks(node):
            yield from blocks_ending_in_break(block)


def stores_value(block: Body, value: ast.expr) -> bool:
    """Whether a block stores the local `value` right before its break."""
    match block[-2:-1]:
        case [ast.Assign(targets=[target])]:
            return isinstance(value, ast.Name) and isinstance(target, ast.Name) and target.id == value.id
    return False


def replace_break_by_return(block: Body, value: ast.expr) -> None:
    """Replaces the break at the end of a block by a return of a value."""
    leaving = ast.Return(deepcopy(value))
    set_margin(leaving, margin_of(block[-1]))
    block[-1] = leaving
