"""Drops stores to locals that nothing reads."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from functools import cache

from retromaze.python.blocks import (
    Body,
    Heading,
    is_endless,
    is_pure,
    map_blocks,
    nodes_in,
    statements_and_cases,
)
from retromaze.python.fragments import STORE
from retromaze.python.layout import margin_of, replacing


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
        case ast.Call(func=ast.Name(id="bool")) | ast.Name() | ast.IfExp():
            return True
    return False


def reads_in(node: ast.AST) -> set[str]:
    """Returns the locals that an expression or a plain statement reads."""
    return {each.id for each in name_nodes([node]) if not is_store(each)}


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
    """Returns a block without the dropped statements and empty tests; unread results of calls become `_`.

    A call of which no result is read becomes a statement of its own.
    """
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
                is_read = any(not isinstance(each, ast.Name) or each.id != "_" for each in targets)
                result = ast.Assign([ast.Tuple(targets, STORE)], value) if is_read else ast.Expr(value)
                remaining.append(replacing(node, result))
                continue
            case ast.If(test=test, body=[ast.Pass()], orelse=[]) if is_pure(test):
                continue
        remaining.append(node)
    return remaining or [ast.Pass()]
