"""Simplifies statements: merges adjacent ones, and drops those that have no effect."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from retromaze.python.conditions import (
    are_exclusive,
    has_no_complex_not,
    join_conditions,
    negated,
    without_length,
)
from retromaze.python.fragments import LOAD, STORE, same_tree
from retromaze.python.layout import (
    INDENT,
    WIDTH,
    Margin,
    comments_above,
    is_commented,
    margin_of,
    replacing,
    set_margin,
)
from retromaze.python.printer import expression_text, statement_line
from retromaze.python.statement_walks import (
    LEAVING,
    Body,
    Heading,
    Loop,
    all_blocks,
    blocks_in,
    has_call,
    is_endless,
    is_literal,
    is_pure,
    is_self_attribute,
    map_blocks,
    mention_count,
    nodes_in,
    statement_count,
    statements_and_cases,
    targets_and_values,
)

MOST = 4
"""Most assignments in one statement `a, b = 1, 2`."""
ROOM = WIDTH - 30
"""Most columns of a joined assignment with its indentation, as its margin follows."""


def with_joined_assignments(body: Body, depth: int = 0) -> Body:
    """Joins assignments of one line; `depth` is the indentation."""
    for node in body:
        inner_depth = depth + (2 if isinstance(node, ast.Match) else 1)
        for block in blocks_in(node):
            block[:] = with_joined_assignments(block, inner_depth)
    return [*join_neighbour_assignments(body, depth)]


def variables_in(node: ast.AST) -> set[str]:
    """Returns the variables in a statement or expression, attributes of `self` included."""
    return {
        expression_text(each) for each in nodes_in([node]) if isinstance(each, ast.expr) and is_variable(each)
    }


def is_variable(node: ast.expr) -> bool:
    """Whether an expression is a name or an attribute of `self`."""
    return isinstance(node, ast.Name) or is_self_attribute(node)


# ---- assignments


def join_neighbour_assignments(body: Body, depth: int) -> Iterator[ast.stmt]:
    """Yields `x, y = 1, 2` for neighbouring assignments of one line of the listing."""
    at = 0
    while at < len(body):
        group = joinable_assignments(body, at)
        together = joined_assignment(group) if 1 < len(group) <= MOST else None
        if together and len(statement_line(together)) < ROOM - len(INDENT) * depth:
            # the first line of the listing and the last one that the joined statement stands for
            margins = [margin_of(each) for each in group]
            set_margin(together, margins[0]._replace(until=max(each.until for each in margins)))
            yield together
            at += len(group)
        else:
            # a group of one, too many or too long, or a statement that cannot be in any
            end = at + max(len(group), 1)
            yield from body[at:end]
            at = end


def joinable_assignments(body: Body, at: int) -> list[ast.Assign]:
    """Returns the assignments of one line, from index `at` on, that do not depend on each other."""
    group: list[ast.Assign] = []
    stored: set[str] = set()
    first = margin_of(body[at])
    for node in body[at:]:
        match node:
            case ast.Assign(targets=[target], value=value) if is_variable(target) and is_independent_value(
                value
            ):
                name, margin = expression_text(target), margin_of(node)
                share_line = margin.line == first.line != 0 and not (margin.note or first.note)
                # a joined assignment computes all values before it stores the first
                if (group and not share_line) or name in stored or stored & variables_in(value):
                    break
                group.append(node)
                stored.add(name)
            case _:
                break
    return group


def is_independent_value(value: ast.expr) -> bool:
    """Whether a value reads well among others in one assignment, and calls nothing but `row.pop()`.

    Values with parentheses do not.
    """
    match value:
        case ast.Call(func=ast.Attribute(value=owner, attr="pop"), args=[] | [ast.Constant(value=0)]):
            return is_variable(owner)
    inside = nodes_in([value])
    operators = [each.op for each in inside if isinstance(each, ast.BinOp | ast.UnaryOp)]
    return (
        all(map(JOINED.__contains__, map(type, inside)))
        and all(map(JOINED_BY.__contains__, map(type, operators)))
        and "(" not in expression_text(value)
    )


JOINED = {ast.Name, ast.Attribute, ast.Subscript, ast.Constant}
JOINED |= {ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.List}
JOINED_BY = {ast.Add, ast.Sub, ast.Mult, ast.USub, ast.Not}
"""The nodes of a value that may stand among others in one assignment, and its operators."""


def joined_assignment(group: list[ast.Assign]) -> ast.Assign:
    """Joins assignments to one: `x, y = 1, 2`, or `x = y = 0` if all values are the same number or ""."""
    if len(group) == 1:
        return group[0]
    targets, values = [each.targets[0] for each in group], [each.value for each in group]
    texts = {expression_text(each) for each in values}
    is_number = is_literal(values[0]) and not isinstance(getattr(values[0], "value", 0), str)
    if len(texts) == 1 and (is_number or texts == {'""'}):
        return ast.Assign(targets, values[0])
    return ast.Assign([ast.Tuple(targets, STORE)], ast.Tuple(values, LOAD))


# ---- branches

MOST_JOINED = 70
"""Most characters of two joined tests."""
MOST_BRANCHES = 40
"""Most tests in one chain, as each is compared with all before it."""


def with_elif_chains(body: Body) -> Body:
    """Writes `elif x == 2:` for a test that is never true together with the one before; or `else`."""

    def join_tests(block: Body) -> Body:
        """Puts each test of a block that may follow the one before into its `else`."""
        result: Body = []
        for node in block:
            chain = branches_of(result[-1]) if result else []
            if isinstance(node, ast.If) and not node.orelse and chain and may_follow(chain, node):
                # the opposite of the only test before; one with a margin note stays, as an `else` has none
                is_rest = len(chain) == 1 and same_tree(negated(chain[0].test), node.test)
                chain[-1].orelse = node.body if is_rest and not margin_of(node).note else [node]
            else:
                result.append(node)
        return result

    return map_blocks(body, join_tests)


def branches_of(node: ast.stmt) -> list[ast.If]:
    """Returns the tests of an `if … elif …` that has no `else`; [] for other statements."""
    match node:
        case ast.If(orelse=[]):
            return [node]
        case ast.If(orelse=[ast.If() as other]):
            rest = branches_of(other)
            return [node, *rest] if rest else []
    return []


def may_follow(chain: list[ast.If], node: ast.If) -> bool:
    """Whether a test may be the next `elif`: never true together with those before, nor changed by them."""
    inside = [each for branch in chain for each in branch.body]
    return (
        len(chain) < MOST_BRANCHES
        and not comments_above(node)
        # after a branch that jumps a plain `if` reads better
        and not any(isinstance(branch.body[-1], LEAVING) for branch in chain)
        and all(are_exclusive(branch.test, node.test) for branch in chain)
        and keeps_its_value(node.test, inside)
    )


def keeps_its_value(test: ast.expr, inside: Body) -> bool:
    """Whether a test calls nothing and still has the same value after some statements."""
    tested = variables_in(test) - {"self"}  # which is no variable that changes
    lists = {expression_text(each.value) for each in nodes_in([test]) if isinstance(each, ast.Subscript)}
    if has_call(test):
        return False
    for each in nodes_in(inside):
        match each:
            case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()) if (
                expression_text(each) in tested
            ):
                return False
            case ast.Subscript(value=owner, ctx=ast.Store()) if variables_in(owner) & lists:
                return False
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"))) if any(
                "self." in name for name in tested
            ):
                return False  # a method may set any attribute
            # a method of a list, or a function that is given it, may change it
            case ast.Call(func=function, args=arguments) if lists & {
                expression_text(each) for each in (getattr(function, "value", function), *arguments)
            }:
                return False
    return True


def with_joined_nested_tests(body: Body) -> Body:
    """Writes `if x and y:` for `if x:` with only `if y:` in it, if that is short."""
    return map_blocks(
        body, lambda block: [join_nested_test(each) if isinstance(each, ast.If) else each for each in block]
    )


def join_nested_test(node: ast.If) -> ast.If:
    """Returns `if a and b:` for an `if a:` with `if b:` alone in it; another `if` as it is."""
    match node:
        case ast.If(body=[ast.If(orelse=[]) as inner], orelse=[]) if not is_commented(inner):
            test = join_conditions(ast.And(), [node.test, inner.test])
            if len(expression_text(test)) <= MOST_JOINED:
                joined = ast.If(test, inner.body, [])
                margin = margin_of(node)
                set_margin(joined, margin.up_to(max([margin.until, *margin_of(inner).numbers])))
                return joined
    return node


def with_min_max(body: Body) -> Body:
    """Writes `x = max(x, 0)` for `if x < 0: x = 0`, `min` for upper bounds; both in one with `x = y + 1`."""

    def with_bounds(block: Body) -> Body:
        """Writes the bounds of one block."""
        result: Body = []
        for node in block:
            bound = bound_assignment(node) if isinstance(node, ast.If) else None
            if bound and result and (both := join_bound(result[-1], bound)):
                result[-1] = both
            else:
                result.append(bound or node)
        return result

    return map_blocks(body, with_bounds)


def join_bound(first: ast.stmt, bound: ast.stmt) -> ast.stmt | None:
    """Returns `x = min(y, 9)` for `x = y` and `x = min(x, 9)`, `min(x + 1, 9)` for `x += 1`; else None."""
    match first, bound:
        case (
            ast.Assign([target]) | ast.AugAssign(target),
            ast.Assign([bound_target], ast.Call(ast.Name(name), [old, limit])),
        ) if is_variable(target) and same_tree(target, bound_target):
            pass
        case _:
            return None
    match first:
        case ast.AugAssign(op=op, value=change):
            value: ast.expr = ast.BinOp(old, op, change)
        case ast.Assign(value=ast.Call(ast.Name(other))) if other == name:
            return None  # `min` in `min` is hard to read; `max` in `min` is a range
        case ast.Assign(value=value) if not is_literal(value):
            pass
        case _:
            return None
    both = ast.Assign([target], ast.Call(ast.Name(name, LOAD), [value, limit], []))
    if expression_text(target) in variables_in(limit):
        return None  # the limit would be computed from the old value
    if len(expression_text(both.value)) > MOST_JOINED:
        return None
    margin = margin_of(first)
    set_margin(both, margin.up_to(max(margin.last, margin_of(bound).last)))
    return both


def bound_assignment(node: ast.If) -> ast.stmt | None:
    """Returns `x = max(x, 0)` for a test that keeps a variable within a bound; None for other tests."""
    match node:
        case ast.If(
            test=ast.Compare(left, [(ast.Lt() | ast.Gt()) as sign], [right]),
            body=[ast.Assign([target], bound)],
            orelse=[],
        ):
            is_less = isinstance(sign, ast.Lt)
            # `if 0 > x: x = 0`: exchange the sides
            if expression_text(right) == expression_text(target):
                left, right, is_less = right, left, not is_less
            if expression_text(left) == expression_text(target) and is_same_bound(right, bound):
                nearest = ast.Call(ast.Name("max" if is_less else "min", LOAD), [left, bound], [])
                return replacing(node, ast.Assign([target], nearest))
    return None


def is_same_bound(limit: ast.expr, bound: ast.expr) -> bool:
    """Whether two expressions are equal numbers, or are written alike and call nothing."""
    if is_literal(limit) and is_literal(bound):
        return bool(ast.literal_eval(limit) == ast.literal_eval(bound))
    return expression_text(limit) == expression_text(bound) and not has_call(bound)


def with_swaps(body: Body) -> Body:
    """Writes `a[i], a[j] = a[j], a[i]` for `t = a[i]`, `a[i] = a[j]` and `a[j] = t`.

    In the function that has this body, nothing but such exchanges may use `t`.
    """
    found = [(block, at, name) for block in all_blocks(body) for at, name in swaps_in(block)]
    swap_counts = Counter(name for *_, name in found)
    for block, at, name in reversed(found):  # the last one of a block first, as the others keep their places
        if mention_count(body, name) == 2 * swap_counts[name]:
            first, second, third = block[at : at + 3]
            [(_, kept)], [(one, value)], [(other, _)] = map(targets_and_values, (first, second, third))
            swap = ast.Assign([ast.Tuple([one, other], STORE)], ast.Tuple([value, kept], LOAD))
            set_margin(replacing(first, swap), margin_of(first).up_to(margin_of(third).last))
            block[at : at + 3] = [swap]
            swap_counts[name] -= 1
    return body


def swaps_in(block: Body) -> Iterator[tuple[int, str]]:
    """Yields where three statements exchange the values of two places, and the local that keeps one."""
    for at in range(len(block) - 2):
        match block[at : at + 3]:
            case [
                ast.Assign([ast.Name(id=kept)], one),
                ast.Assign([one_target], other) as second,
                ast.Assign([other_target], ast.Name(id=name)) as third,
            ] if (
                kept == name
                and expression_text(one) == expression_text(one_target)
                and expression_text(other) == expression_text(other_target)
                and are_separate_places(one, other)
                and not (is_commented(second) or is_commented(third))
            ):
                yield at, name


def are_separate_places(one: ast.expr, other: ast.expr) -> bool:
    """Whether values can be stored to both, and storing to one does not change which place the other is."""
    places = one, other
    for place, beside in (places, places[::-1]):
        if is_variable(place):
            if expression_text(place) in variables_in(beside):
                return False
        elif not isinstance(place, ast.Subscript):
            return False
        indexes = [each.slice for each in nodes_in([place]) if isinstance(each, ast.Subscript)]
        if any(isinstance(each, ast.Subscript | ast.Call | ast.Slice) for each in nodes_in(indexes)):
            return False
    return True


def with_cleared_lists(body: Body) -> Body:
    """Writes `row.clear()` for `while row: row.pop()`, and `row.pop()` for a statement `row.pop() == ""`."""
    for node in statements_and_cases(body):
        if isinstance(node, ast.Expr):
            node.value = called_in(node.value)
    return map_blocks(body, lambda block: [clear_statement(each) or each for each in block])


def called_in(value: ast.expr) -> ast.expr:
    """Returns the call in a value whose other parts have no effect; the value itself if it has none."""
    match value:
        case ast.Compare(left, [_], [right]) if is_literal(right) and has_call(left):
            return called_in(left)
        case ast.Compare(left, [_], [right]) if is_literal(left) and has_call(right):
            return called_in(right)
        case (
            ast.UnaryOp(operand=inner)
            | ast.Call(ast.Name("len"), [inner])
            | ast.Attribute(inner, "characters")
        ) if has_call(inner):
            return called_in(inner)
    return value


def clear_statement(node: ast.stmt) -> ast.stmt | None:
    """Returns `row.clear()` for a loop that only removes the items of a list; None for other statements."""
    match node:
        case ast.While(
            test=test,
            body=[ast.Expr(ast.Call(ast.Attribute(owner, "pop"), [] | [ast.Constant(0)], []))],
            orelse=[],
        ) if same_tree(without_length(test), owner):
            call = ast.Call(ast.Attribute(owner, "clear", LOAD), [], [])
            return replacing(node, ast.Expr(call))
    return None


LONG = 5
"""From this number of statements on, a branch at the end of a block is written after a guard clause."""


def with_guard_clauses(body: Body, leave: type[ast.Continue | ast.Return] | None = ast.Return) -> Body:
    """Writes guard clauses: `if not x: continue` for a long `if x:` at the end of a loop's body.

    At the end of a function it is `if not x: return`. `leave` is the statement that does the same as the end
    of the block; None if there is no such statement.
    """
    for node in body:
        for block in blocks_in(node):
            is_loop = isinstance(node, Loop) and block is node.body
            block[:] = with_guard_clauses(block, ast.Continue if is_loop else None)
    match body[-1:]:
        case [ast.If(test=ast.BoolOp(values=[*_, ast.BoolOp()]))]:
            return body  # the opposite of the test is hard to read
        case [ast.If(test=test, body=inner, orelse=[]) as last] if leave:
            if statement_count(inner) >= LONG and has_no_complex_not(test := negated(test)):
                leaving = leave()
                set_margin(leaving, Margin(margin_of(last).line))
                last.test, last.body = test, [leaving]
                return [*body, *with_guard_clauses(inner, leave)]
    return body


def without_unreachable(body: Body) -> Body:
    """Drops the statements after one that leaves their block, and the `else` of `while True`."""

    def up_to_jump(block: Body) -> Body:
        """Returns the statements up to the first that leaves the block, that one included."""
        for node in block:
            if is_endless(node):
                node.orelse = []  # an `else` runs when the test is false
        ends = (at for at, node in enumerate(block, 1) if isinstance(node, LEAVING))
        return block[: next(ends, len(block))]

    return map_blocks(body, up_to_jump)


# ---- stores that nothing reads


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
        case ast.Assign(value=ast.Constant(value=value)), [
            ast.Assign([ast.Tuple()], ast.Subscript(ast.Name(id=table)))
        ]:
            # a row of a table of DATA, whose items have the types of the variables
            return table.isupper() and not isinstance(value, bool)
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
