"""Drops stores that nothing reads, and returns constants instead of locals that hold them.

For example `return 1, 0` for `dx = 1` and `return dx, dy`, if `dy` is 0 there.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from retromaze.python.blocks import (
    LEAVING,
    Body,
    Heading,
    all_blocks,
    blocks_in,
    is_endless,
    is_literal,
    is_pure,
    map_blocks,
    mentioned_names,
    nodes_in,
    statements_and_cases,
)
from retromaze.python.fragments import STORE
from retromaze.python.layout import margin_of, replacing, set_margin
from retromaze.python.printer import expression_text
from retromaze.python.substitution import join_margins

SHORT = 12
"""Most characters of a constant that is returned instead of a local."""

# ---- values that nothing reads


def without_unread_locals(body: Body, commented_lines: Collection[int] = ()) -> Body:
    """Returns the statements of a function without stores to locals that nothing reads.

    A value that has an effect is still computed. Statements on `commented_lines` of the listing stay.
    """
    kept: set[ast.stmt] = set()
    while True:
        reads = _Reads(commented_lines, kept)
        reads.before(body, set())
        dropped = reads.stores.keys() - reads.read_stores
        needed = {each for each in dropped if not is_type_kept(body, each, dropped, reads)}
        if not needed:
            break
        kept |= needed  # these still read what their values are made of
    stored = [each.id for each in name_nodes(body) if isinstance(each.ctx, ast.Store)]
    unread = set(stored) - reads.read
    if not unread and not dropped:
        return body
    return map_blocks(body, lambda block: without_dropped(block, dropped, unread))


def loop_variables_read_later(body: Body) -> set[str]:
    """Returns the variables of `for` loops of a function that are read after the loop: it must set these."""
    # all stores are kept, also those that nothing reads: they read the variable as long as they stand
    reads = _Reads((), {each for each in nodes_in(body) if isinstance(each, ast.stmt)})
    reads.before(body, set())
    return reads.loop_variables


class _Reads:
    """Finds the locals of a function whose values are read later, backward from its end (liveness).

    A store reads what its value is made of only if the stored value is read or has an effect, or if it is one
    of those that are `kept`. `read` are all locals that are read anywhere, `loop_variables` the variables of
    `for` loops that are read after them.
    """

    def __init__(self, commented_lines: Collection[int], kept: Collection[ast.stmt]) -> None:
        self._commented_lines = commented_lines
        self._kept = kept
        # a pass of a loop around a statement visits it again
        self._reads_in = cache(reads_in)
        # what is read where a pass of each loop begins. A pass of the loop around it visits it again, and can
        # only add names; without the last result, the work would double with each level of nesting
        self._at_tests: dict[ast.stmt, set[str]] = {}
        # what is read after a `break` and after a `continue` of each loop around
        self._loops: list[tuple[set[str], set[str]]] = []
        # the stores whose values have no effect, each with its local; those of them whose values are read
        self.stores: dict[ast.stmt, str] = {}
        self.read_stores: set[ast.stmt] = set()
        self.read: set[str] = set()
        self.loop_variables: set[str] = set()

    def before(self, body: Body, later: set[str]) -> set[str]:
        """Returns the locals whose values before some statements are read; `later` are those after them."""
        for node in reversed(body):
            later = self._before_statement(node, later)
            self.read |= later
        return later

    def _before_statement(self, node: ast.stmt, later: set[str]) -> set[str]:
        """Returns the locals whose values before a statement are read; `later` are those after it."""
        match node:
            case ast.If(test=test):
                return self._reads_in(test) | self.before(node.body, later) | self.before(node.orelse, later)
            case ast.While() | ast.For():
                return self._before_loop(node, later)
            case ast.Match(subject=subject, cases=cases):
                rows = [self.before(each.body, later) for each in cases]
                return self._reads_in(subject).union(later, *rows)
            case ast.Break() | ast.Continue():
                after_break, after_continue = self._loops[-1]
                return after_break if isinstance(node, ast.Break) else after_continue
            case ast.Return() | ast.Raise():
                return self._reads_in(node)
        is_increase = isinstance(node, ast.AugAssign)
        if stored := pure_store(node, self._commented_lines):
            name, value = stored
            self.stores[node] = name
            if name not in later and node not in self._kept:
                return later
            self.read_stores.add(node)
            return (later if is_increase else later - {name}) | self._reads_in(value)
        # an increase reads what was there before
        return (later | stores_in(node) if is_increase else later - stores_in(node)) | self._reads_in(node)

    def _before_loop(self, node: ast.For | ast.While, later: set[str]) -> set[str]:
        """Returns the locals whose values before a loop are read; `later` are those after it."""
        at_test = set() if is_endless(node) else self.before(node.orelse, later)
        if isinstance(node, ast.For):
            self.loop_variables |= stores_in(node) & (later | at_test)
        at_test = at_test | self._at_tests.get(node, set())
        tested = self._reads_in(node.test) if isinstance(node, ast.While) else set()
        while True:
            self._loops.append((later, at_test))
            in_pass = tested | (self.before(node.body, at_test) - stores_in(node))
            self._loops.pop()
            if in_pass <= at_test:
                self._at_tests[node] = at_test
                return at_test | (self._reads_in(node.iter) if isinstance(node, ast.For) else set())
            at_test = at_test | in_pass  # a further pass reads these, too


def is_type_kept(body: Body, store: ast.stmt, dropped: Collection[ast.stmt], reads: _Reads) -> bool:
    """Whether a type checker finds the same type for a local without a store to it.

    It takes the type of the first store. The other `dropped` stores are not there either.
    """
    name = reads.stores[store]
    if name not in reads.read:
        return True
    stores = [each for each in statements_and_cases(body) if name in stores_in(each)]
    if stores[0] is not store:
        return True
    match store, [each for each in stores if each not in dropped][:1]:
        case ast.Assign(value=ast.Constant(value=value)), [ast.Assign([ast.Name()], following)]:
            if isinstance(value, float):
                return isinstance(following, ast.Constant) and isinstance(following.value, float)
            return isinstance(value, bool | str) or not may_be_bool(following)
    return False


def may_be_bool(value: ast.expr) -> bool:
    """Whether a value may be a bool."""
    match value:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
            return True
        case ast.Call(func=ast.Name(id="bool" | "any" | "all")) | ast.Name() | ast.IfExp():
            return True
    return False


def reads_in(node: ast.AST) -> set[str]:
    """Returns the locals that an expression or a plain statement reads.

    The variable of a generator is one of its own, whatever else has that name.
    """
    inside = nodes_in([node])
    if not any(isinstance(each, ast.comprehension) for each in inside):
        return {each.id for each in inside if isinstance(each, ast.Name) and not is_store(each)}
    reads = set[str]().union(*map(reads_in, ast.iter_child_nodes(node)))
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        reads -= {each.id for each in name_nodes([part.target for part in node.generators])}
        reads |= reads_in(node.generators[0].iter)  # it is evaluated before there is a variable
    return reads


def stores_in(node: Heading) -> set[str]:
    """Returns the locals that a statement stores to, without those of its blocks."""
    match node:
        case ast.Assign(targets=targets):
            return {each.id for each in name_nodes(targets) if is_store(each)}
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            return {each.id for each in name_nodes([target]) if is_store(each)}
    return set()


def pure_store(node: ast.stmt, commented_lines: Collection[int]) -> tuple[str, ast.expr] | None:
    """Returns the local and the value that a statement assigns, if the value has no effect; else None."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            | ast.AugAssign(target=ast.Name(id=name), value=value)
        ) if margin_of(node).line not in commented_lines and is_pure(value):
            return name, value
    return None


def name_nodes(nodes: Sequence[ast.AST]) -> list[ast.Name]:
    """Returns the nodes of all names in nodes."""
    return [each for each in nodes_in(nodes) if isinstance(each, ast.Name)]


def is_store(name: ast.Name) -> bool:
    """Whether a name is assigned to."""
    return isinstance(name.ctx, ast.Store)


def without_dropped(block: Body, dropped: Collection[ast.stmt], unread: Collection[str]) -> Body:
    """Returns a block without the dropped statements and empty tests; unread results of calls become `_`."""
    remaining: Body = []
    for node in block:
        match node:
            case _ if node in dropped:
                continue
            # the call stays, as it may have an effect
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call() as value):
                targets = [
                    ast.Name("_", STORE) if isinstance(each, ast.Name) and each.id in unread else each
                    for each in targets
                ]
                remaining.append(replacing(node, ast.Assign([ast.Tuple(targets, STORE)], value)))
                continue
            case ast.If(test=test, body=[ast.Pass()], orelse=[]) if is_pure(test):
                continue
        remaining.append(node)
    return remaining or [ast.Pass()]


# ---- constants that are returned


def returning_constants(body: Body, commented_lines: Collection[int] = ()) -> Body:
    """Returns the statements of a function with constants in its returns instead of locals that hold them.

    `return c, ""` stands for `v = c`, `o = ""` and `return v, o`, if these are on no `commented_lines`.
    A function with a single return keeps the locals, as their names say what it returns; only `n = 1` right
    before `return n` is dropped.
    """
    returns = [each for each in nodes_in(body) if isinstance(each, ast.Return)]
    if len(returns) > 1:
        replace_known_returns(body, {})
    if len(returns) > 1 or any(isinstance(each.value, ast.Name) for each in returns):
        for block in all_blocks(body):
            return_assigned_values(block, commented_lines)
    return body


def return_assigned_values(block: Body, commented_lines: Collection[int]) -> None:
    """Changes `x = 1` and `return x` at the end of a block to `return 1`.

    A value in a tuple must be a local or a constant. A statement with a comment stays.
    """
    while True:
        match block[-2:]:
            case [
                ast.Assign(targets=[ast.Name(id=name)], value=value) as assignment,
                ast.Return(value=ast.expr() as returned) as last,
            ]:
                new_value = with_known_values(returned, {name: value})
                is_returned = isinstance(returned, ast.Name) and returned.id == name
                is_plain = is_returned or is_literal(value) or isinstance(value, ast.Name)
                margin = margin_of(assignment)
                has_comment = margin.line in commented_lines or (margin.note and margin_of(last).note)
                # the last test: the local is still read in what would be returned
                if not is_plain or has_comment or name in mentioned_names([new_value]):
                    return
                last.value = new_value
                if margin.line:
                    join_margins(assignment, last)
                if margin.note:
                    set_margin(last, margin_of(last)._replace(note=margin.note))
                block.remove(assignment)
            case _:
                return


def replace_known_returns(body: Body, known: dict[str, ast.expr]) -> None:
    """Puts the values of `known` locals into the returns of a block, and keeps `known` up to date."""
    for node in body:
        match node:
            case ast.Return(value=ast.expr() as value):
                node.value = with_known_values(value, known)
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                known.pop(name, None)
                if is_literal(value) and len(expression_text(value)) <= SHORT:
                    known[name] = value
            case ast.If():
                for block in blocks_in(node):
                    replace_known_returns(block, dict(known))
                # a branch that leaves does not change what is known after the IF
                forget_assigned(
                    known, [each for each in blocks_in(node) if not isinstance(each[-1], LEAVING)]
                )
            case _:
                # what a loop assigns is unknown in its next pass, and so is its variable
                forget_assigned(known, [[node]])
                for block in blocks_in(node):
                    replace_known_returns(block, dict(known))


def forget_assigned(known: dict[str, ast.expr], blocks: Iterable[Body]) -> None:
    """Drops the locals that statements assign to from `known`."""
    for each in nodes_in(node for block in blocks for node in block) if known else ():
        if isinstance(each, ast.Name) and is_store(each):
            known.pop(each.id, None)


def with_known_values(value: ast.expr, known: dict[str, ast.expr]) -> ast.expr:
    """Returns a local or a tuple of locals with the values that are known."""
    match value:
        case ast.Name(id=name):
            return known.get(name, value)
        case ast.Tuple(elts=items):
            return ast.Tuple([with_known_values(each, known) for each in items], value.ctx)
    return value
