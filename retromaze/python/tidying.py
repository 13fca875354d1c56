"""Simplifies statements: merges adjacent ones, and drops those that have no effect."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from retromaze.python.blocks import Body, Loop, blocks_in, changed, headings
from retromaze.python.fragments import LOAD, STORE
from retromaze.python.layout import INDENT, WIDTH, margin_of, set_margin
from retromaze.python.printer import expression, statement

MOST = 4
ROOM = WIDTH - 30


def merged(body: Body, depth: int = 0) -> Body:
    """Lists begun with what is pushed first, and assignments of one listing line side by side."""
    for node in body:
        for block in blocks_in(node):
            block[:] = merged(block, depth + 1 + isinstance(node, ast.Match))
    return [*side_by_side(begun_lists(body), depth)]


def variables_in(node: ast.AST) -> set[str]:
    """Returns the variables in a statement or expression, attributes of `self` included."""
    return {
        expression(each)
        for each in ast.walk(node)
        if isinstance(each, ast.Name) or (isinstance(each, ast.Attribute) and is_variable(each))
    }


def is_variable(node: ast.expr) -> bool:
    """Whether it is a name, or a name of `self`."""
    match node:
        case ast.Name() | ast.Attribute(value=ast.Name(id="self")):
            return True
    return False


# ---- lists


def begun_lists(body: Body) -> Body:
    """`stack = [0]` for an empty list and its first `append` of a constant."""
    result = list(body)
    for at, node in enumerate(result):
        empty = empty_list(node)
        to = first_use(result, at, expression(empty[0])) if empty else 0
        match empty, result[to]:
            case (place, kind), ast.Expr(ast.Call(ast.Attribute(owner, "append"), [value])) if to:
                is_same = expression(owner) == expression(place)
                if is_same and is_literal(value) and kind in {"", type(ast.literal_eval(value)).__name__}:
                    number, last = margin_of(node).number, margin_of(result.pop(to)).number
                    result[at] = ast.Assign([place], ast.List([value], LOAD))
                    set_margin(result[at], margin_of(node)._replace(until=last if last > number else 0))
    return result


def empty_list(node: ast.stmt) -> tuple[ast.expr, str] | None:
    """The variable of a list that begins empty, and the type of its elements, if that is said."""
    match node:
        case ast.Assign(targets=[place], value=ast.List(elts=[])):
            kind = ""
        case ast.AnnAssign(place, ast.Subscript(slice=ast.Name(id=kind)), ast.List(elts=[])):
            pass
        case _:
            return None
    return (place, kind) if is_variable(place) else None


def first_use(body: Body, at: int, name: str) -> int:
    """Returns the index of the next statement that uses a name; 0 if control may not come straight there."""
    for to in range(at + 1, len(body)):
        node = body[to]
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
            return 0
        called = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
        if name.startswith("self.") and any(
            isinstance(each, ast.Attribute) and is_variable(each) for each in called
        ):
            return 0  # a function of the listing may use what is shared
        if name in variables_in(node):
            return to
    return 0


def is_literal(value: ast.expr) -> bool:
    """Whether it is a number or a text that is written out."""
    match value:
        case ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
    return False


# ---- assignments


def side_by_side(body: Body, depth: int) -> Iterator[ast.stmt]:
    """`x, y = 1, 2` for assignments of the same line of the listing."""
    at = 0
    while at < len(body):
        group = group_at(body, at)
        together = beside(group) if 1 < len(group) <= MOST else None
        if together and len(statement(together)) < ROOM - len(INDENT) * depth:
            margins = [margin_of(each) for each in group]
            set_margin(together, margins[0]._replace(until=max(each.until for each in margins)))
            yield together
            at += len(group)
        else:
            end = at + max(len(group), 1)
            yield from body[at:end]
            at = end


def group_at(body: Body, at: int) -> list[ast.Assign]:
    """The assignments from there on that may as well be made at once."""
    group: list[ast.Assign] = []
    stored: set[str] = set()
    first = margin_of(body[at])
    for node in body[at:]:
        match node:
            case ast.Assign(targets=[place], value=value) if is_variable(place) and is_quiet(value):
                name, margin = expression(place), margin_of(node)
                share_line = margin.number == first.number != 0 and not (margin.note or first.note)
                if (group and not share_line) or name in stored or stored & variables_in(value):
                    break
                group.append(node)
                stored.add(name)
            case _:
                break
    return group


def is_quiet(value: ast.expr) -> bool:
    """Whether evaluating a value cannot depend on an assignment just before it."""
    match value:
        case ast.Call(func=ast.Attribute(value=owner, attr="pop"), args=[] | [ast.Constant(value=0)]):
            return is_variable(owner)
    return all(isinstance(each, QUIET) for each in ast.walk(value)) and "(" not in expression(value)


QUIET = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.List),
    *(ast.Add, ast.Sub, ast.Mult, ast.USub, ast.Not, ast.And, ast.Or, ast.Load),
)


def beside(group: list[ast.Assign]) -> ast.Assign:
    """Assignments as one: `x = y = 0` where a plain value is the same."""
    places, values = [each.targets[0] for each in group], [each.value for each in group]
    texts = {expression(each) for each in values}
    is_number = is_literal(values[0]) and not isinstance(getattr(values[0], "value", 0), str)
    if len(texts) == 1 and (is_number or texts == {'""'}):
        return ast.Assign(places, values[0])
    return ast.Assign([ast.Tuple(places, STORE)], ast.Tuple(values, LOAD))


LEAVING = (ast.Break, ast.Continue, ast.Return, ast.Raise)


def reachable(body: Body) -> Body:
    """The statements without those behind one that leaves their block."""

    def up_to_jump(block: Body) -> Body:
        ends = (at for at, node in enumerate(block, 1) if isinstance(node, LEAVING))
        return block[: next(ends, len(block))]

    return changed(body, up_to_jump)


def drop_vain_tests(body: Body, is_vain: Callable[[ast.expr], bool]) -> None:
    """Drops tests that only `continue` at the end of a loop, where it repeats anyway."""
    for loop in headings(body):
        if isinstance(loop, Loop):
            while drop_last(loop.body, is_vain):
                pass


def drop_last(block: Body, is_vain: Callable[[ast.expr], bool]) -> bool:
    """Drops such a test at a block's end; one that is all there is in its block stays."""
    match block[-1]:
        case ast.If(test=test, body=[ast.Continue()], orelse=[]) if is_vain(test):
            if len(block) > 1:
                del block[-1]
                return True
            return False
        case ast.If() as last:
            return drop_last(last.orelse or last.body, is_vain)
        case ast.For() | ast.While() as last:
            return bool(last.orelse) and drop_last(last.orelse, is_vain)
        case ast.Match(cases=[*_, last]):
            return drop_last(last.body, is_vain)
    return False
