"""Takes dispatches apart: `while True: match step:` with a case for each label becomes branches and loops.

A case that is jumped to from one place goes there. A case that only one other case jumps to comes behind that
one, if what is passed by these jumps can stand in branches. What is left of the cases stays a dispatch.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise

from retromaze.python.blocks import Body, blocks_in, own_blocks
from retromaze.python.conditions import opposite
from retromaze.python.flags import FlagClear, FlagSet, FlagTest, asked_in
from retromaze.python.fragments import STORE
from retromaze.python.layout import NONE, Margin, margin_of, set_margin
from retromaze.python.loop_exits import Way

STEP = "step"
START = "the top"
"""What a dispatch begins with, where that has no label: no label has a blank."""
EXIT = ""
"""Where a `break` of a dispatch goes; no label is empty."""
SHORT = 2
"""Statements of a case that may be repeated where it is jumped to."""
MOST = 30
"""Labels of a dispatch that is tried; what has more is too tangled."""
DEEPEST = 10
"""How deep statements may stand in branches that were none in the listing."""
SIMPLE = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr
QUIET = (
    *(ast.Name, ast.Constant, ast.Compare, ast.UnaryOp, ast.BoolOp),
    *(ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context),
)
"""What a test is made of that does nothing."""


class Goes(ast.stmt):
    """A jump to a case."""

    def __init__(self, label: str = EXIT) -> None:
        super().__init__()
        self.label = label


def without_dispatches(body: Body) -> Body:
    """The statements with each dispatch taken apart as far as that goes."""
    for node in body:
        for block in blocks_in(node):
            block[:] = without_dispatches(block)
    for node in [each for each in body if isinstance(each, ast.While)]:
        if dispatch := found_dispatch(body, node):
            dispatch.reduce()
            body = dispatch.rebuilt()
    return body


def found_dispatch(body: Body, loop: ast.While) -> Dispatch | None:
    """The dispatch that a loop is, if it begins with a case that is known."""
    match loop.body:
        case [ast.Match(subject=ast.Name(id="step"), cases=cases)]:
            at = next(at for at, each in enumerate(body) if each is loop)
            begin = at - 1 - (at > 0 and isinstance(body[at - 1], FlagClear))
            if begin >= 0 and (start := stored_step(body[begin])):
                bodies = {label_of(each): each.body for each in cases}
                return Dispatch(body[:begin], body[begin:at], loop, body[at + 1 :], start, bodies)
    return None


def stored_step(node: ast.stmt) -> str:
    """The label that a statement sets as the next one, "" for others."""
    match node:
        case ast.Assign(targets=[ast.Name(id="step")], value=ast.Constant(value=str(label))):
            return label
    return ""


def label_of(case: ast.match_case) -> str:
    match case.pattern:
        case ast.MatchValue(value=ast.Constant(value=str(label))):
            return label
    raise TypeError("a dispatch has labels only")


@dataclass
class Dispatch:
    """A dispatch in a block: the statements before it, those that set its label, its loop, those after it."""

    before: Body
    begin: Body
    loop: ast.While
    behind: Body
    start: str
    cases: dict[str, Body]

    def reduce(self) -> None:
        for label, case in self.cases.items():
            body = jumps_as_nodes(case, told_labels(case))
            if body and (last := stored_step(body[-1])):
                body[-1] = jump_to(last, margin_of(body[-1]))
            self.cases[label] = [*with_common_jumps(body)]
        is_strange = any(not leaves(body) for body in self.cases.values()) or self.has_other_jumps()
        if is_strange or len(self.cases) > MOST:
            return
        while self.skips_start() or self.inlines():
            pass
        start, begin, cases = self.start, [*self.begin], deepcopy(self.cases)
        while self.skips_start() or self.inlines() or self.joins(small=False) or self.joins(small=True):
            pass
        while len(self.cases) > 1 and (self.repeats() or self.inlines() or self.joins(small=False)):
            pass
        while self.joins(small=True):
            pass
        if self.without_match() is None:
            # what is passed over may stand in branches, but not for a dispatch that stays
            self.start, self.begin, self.cases = start, begin, cases

    def has_other_jumps(self) -> bool:
        """Whether a case has jumps that are not `Goes` nodes."""
        return any(isinstance(each, ast.Continue) for body in self.cases.values() for each in own(body))

    def entries(self) -> Counter[str]:
        """Counts the jumps to each label."""
        found = Counter(
            each.label for body in self.cases.values() for each in own(body) if isinstance(each, Goes)
        )
        found[self.start] += 1
        return found

    # ---- steps

    def skips_start(self) -> bool:
        """Puts the first case before the loop, if it is nothing but the beginning of another one."""
        match self.cases[self.start]:
            case [*body, Goes(label=label)] if label != self.start and self.entries()[self.start] == 1:
                if not any(isinstance(each, Goes | ast.Break | FlagSet) for each in own(body)):
                    del self.cases[self.start]
                    at = next(at for at, each in enumerate(self.begin) if stored_step(each))
                    self.begin[at:at] = body
                    self.start = label
                    return True
        return False

    def inlines(self) -> bool:
        """Puts a case where the only jump to it is."""
        entries = self.entries()
        for label, body in self.cases.items():
            if entries[label] == 1 and label != self.start:
                owner = next(name for name in self.cases if goes_to(self.cases[name], label))
                if owner != label and depth(self.cases[owner]) + depth(body) <= DEEPEST:
                    self.cases[owner] = with_jumps_replaced(self.cases[owner], {label: body})
                    del self.cases[label]
                    return True
        return False

    def joins(self, *, small: bool) -> bool:
        """Puts a case behind the only one that jumps to it; a small one may be repeated instead."""
        for label, body in self.cases.items():
            owners = [name for name, each in self.cases.items() if goes_to(each, label)]
            if label == self.start or len(owners) != 1 or owners == [label] or is_small(body) != small:
                continue
            leading = leading_to(self.cases[owners[0]], label)
            if leading is not None and depth(leading) <= max(DEEPEST, depth(self.cases[owners[0]])):
                self.cases[owners[0]] = [*leading, *body]
                del self.cases[label]
                return True
        return False

    def repeats(self) -> bool:
        """Repeats a small case where it is jumped to."""
        for label, body in self.cases.items():
            if label != self.start and is_small(body):
                del self.cases[label]
                for name, each in self.cases.items():
                    self.cases[name] = with_jumps_replaced(each, {label: body})
                return True
        return False

    # ---- Python again

    def rebuilt(self) -> Body:
        """Returns the block with the dispatch as Python statements."""
        if (found := self.without_match()) is not None:
            return [*self.before, *(node for node in self.begin if not stored_step(node)), *found]
        (match,) = self.loop.body
        assert isinstance(match, ast.Match)
        cases = {label_of(each): each for each in match.cases}
        match.cases = [cases[label] for label in self.cases]
        store = ast.Name(STEP, STORE)
        steps = {label: [ast.Assign([store], ast.Constant(label)), ast.Continue()] for label in self.cases}
        for label, case in self.cases.items():
            body = with_jumps_replaced(case, steps)
            is_last = len(body) > 1 and isinstance(body[-1], ast.Continue) and stored_step(body[-2])
            cases[label].body = body[:-1] if is_last else body
        for node in self.begin:
            if isinstance(node, ast.Assign) and stored_step(node):
                node.value = ast.Constant(self.start)
        return [*self.before, *self.begin, self.loop, *self.behind]

    def without_match(self) -> Body | None:
        """Returns the only case, in a loop if needed, and the statements after it; None for several cases."""
        if len(self.cases) > 1 or self.has_other_jumps():
            return None
        ((label, body),) = self.cases.items()
        if not goes_to(body, label):
            return self.unwrapped(body)
        body = with_jumps_replaced(deepcopy(body), {label: [ast.Continue()]})
        loop = ast.While(ast.Constant(True), body, [])
        margin = margin_of(self.loop)
        set_margin(loop, margin if label == START else margin._replace(note=f"@{label.upper()}"))
        return [loop, *self.behind]

    def unwrapped(self, body: Body) -> Body | None:
        """The only case without a loop around it; None where branches cannot say what a `break` says."""
        tests = [each for each in leading_tests(self.behind) if is_landing(each)]
        landings: dict[Way, Body] = {}
        for test in tests:
            landings = {**dict.fromkeys(ways_asked(test), test.body), **landings}
        body = with_landings(deepcopy(body), landings)
        left = {way for each in own(body) if goes_on(each) for way in ways_asked(each)}
        leading = leading_to(body, EXIT)
        if leading is None or depth(leading) > max(DEEPEST, depth(body)):
            return None
        return [
            *leading,
            *(each for each in self.behind if each not in tests or not left.isdisjoint(ways_asked(each))),
        ]


def ways_asked(node: ast.AST) -> Collection[Way]:
    """The ways that an IF asks for."""
    asked = asked_in(node.test) if isinstance(node, ast.If) else None
    return asked.ways if asked else ()


def is_landing(node: ast.If) -> bool:
    """Whether it does what is to be done where a way ends."""
    return isinstance(node.test, FlagTest) and leaves(node.body) and not node.orelse


def goes_on(node: ast.stmt) -> bool:
    """Whether it is `if jumped:` with a jump that leaves the dispatch, to whatever label the flag holds."""
    match node:
        case ast.If(test=FlagTest(), body=[Goes(label="")]):
            return True
    return False


def leading_tests(body: Body) -> Iterator[ast.If]:
    """The tests of flags that a block begins with."""
    for node in body:
        if not isinstance(node, ast.If) or asked_in(node.test) is None:
            return
        yield node


def told_labels(body: Body) -> dict[Way, str]:
    """The ways out of inner loops that lead to one case each; the label is not set any more."""
    found: dict[Way, set[str]] = {}
    for each in own(body):
        match each:
            case ast.If(test=FlagTest(ways=ways), body=[ast.Continue()], orelse=[]):
                found |= {way: set() for way in ways}
    places: list[tuple[Body, ast.stmt]] = []
    for block in all_blocks(body):
        for node, following in pairwise(block):
            if isinstance(following, FlagSet) and following.way in found and (label := stored_step(node)):
                found[following.way].add(label)
                places.append((block, node))
    if any(len(labels) != 1 for labels in found.values()):
        return {}
    for block, node in places:
        block.remove(node)
    return {way: label for way, (label,) in found.items()}


def jump_to(label: str, margin: Margin) -> Goes:
    found = Goes(label)
    set_margin(found, margin)
    return found


def with_common_jumps(body: Body) -> Iterator[ast.stmt]:
    """A block with one test for several behind each other that jump to the same case."""
    last: ast.If | None = None
    for node in body:
        match last, node:
            case ast.If(body=[Goes(label=label)]), ast.If(test=test, body=[Goes(label=other)], orelse=[]) if (
                label == other
            ):
                margin = margin_of(last)
                last.test = either(last.test, test)
                set_margin(last, margin._replace(until=margin_of(node).number))
                continue
        yield node
        last = node if isinstance(node, ast.If) and not node.orelse else None


def either(one: ast.expr, other: ast.expr) -> ast.expr:
    """Whether one of two conditions is true."""
    values: list[ast.expr] = []
    for each in (one, other):
        values += each.values if isinstance(each, ast.BoolOp) and isinstance(each.op, ast.Or) else [each]
    return ast.BoolOp(ast.Or(), values)


def jumps_as_nodes(body: Body, told: dict[Way, str]) -> Body:
    """A block with its jumps as nodes, but for those in loops inside it."""
    result: Body = []
    for node in body:
        for block in own_blocks(node):
            block[:] = jumps_as_nodes(block, told)
        if isinstance(node, ast.Continue) and result and (label := stored_step(result[-1])):
            result.append(jump_to(label, margin_of(result.pop())))
            continue
        match node:
            case ast.If(test=FlagTest(ways=ways), body=[ast.Continue()]) if {*ways} <= told.keys():
                labels = {told[way] for way in ways}
                if len(labels) == 1:
                    node.body = [Goes(labels.pop())]
        result.append(node)
    return result


def with_landings(body: Body, landings: dict[Way, Body]) -> Body:
    """A block out of whose loop ways lead: they are gone at once, and a `break` goes to the end."""
    result: Body = []
    for node in body:
        match node:
            case ast.Break() if result and isinstance(last := result[-1], FlagSet) and last.way in landings:
                landing = deepcopy(landings[last.way])
                for each in landing:
                    set_margin(each, margin_of(each)._replace(number=margin_of(last).number))
                result += landing
                continue
            case ast.Break():
                result.append(Goes(EXIT))
                continue
            case ast.If(test=FlagTest(ways=[first, *rest]), body=[ast.Break()]) if first in landings and all(
                landings.get(way) is landings[first] for way in rest
            ):
                node.body = deepcopy(landings[first])
            case _:
                for block in own_blocks(node):
                    block[:] = with_landings(block, landings)
        result.append(node)
    return result


# ---- blocks with jumps


def own(body: Body) -> Iterator[ast.stmt]:
    """The statements of a block and those inside it, but for the bodies of loops."""
    for node in body:
        yield node
        for block in own_blocks(node):
            yield from own(block)


def all_blocks(body: Body) -> Iterator[Body]:
    """The blocks inside a block, and itself."""
    yield body
    for node in body:
        for block in blocks_in(node):
            yield from all_blocks(block)


def depth(body: Body) -> int:
    """Returns how many blocks are nested inside a block."""
    return max((1 + depth(block) for node in body for block in blocks_in(node)), default=0)


def goes_to(body: Body, label: str) -> bool:
    return any(isinstance(each, Goes) and each.label == label for each in own(body))


def leaves(body: Body) -> bool:
    """Whether control never comes to a block's end."""
    match body[-1] if body else None:
        case Goes() | ast.Break() | ast.Continue() | ast.Return() | ast.Raise():
            return True
        case ast.If(body=first, orelse=second):
            return leaves(first) and leaves(second)
        case ast.Match(cases=cases):
            return is_whole(cases) and all(leaves(each.body) for each in cases)
        case ast.While(test=ast.Constant(value=True)) as loop:
            return not any(isinstance(each, ast.Break) for each in own(loop.body))
    return False


def is_whole(cases: list[ast.match_case]) -> bool:
    """Whether one of the cases is for everything else."""
    return any(isinstance(each.pattern, ast.MatchAs) and each.pattern.pattern is None for each in cases)


def is_small(body: Body) -> bool:
    """Whether it is hardly more than the jump at its end."""
    jump = len(body) - (2 if len(body) > 1 and isinstance(body[-2], FlagSet) else 1)
    return jump < SHORT and leaves(body[-1:]) and all(isinstance(each, SIMPLE) for each in body[:jump])


def with_jumps_replaced(body: Body, given: Mapping[str, Body]) -> Body:
    """A block with a copy of what is given for each jump to a label; the jump's margin stays where it was."""
    result: Body = []
    for node in body:
        if isinstance(node, Goes) and node.label in given:
            found = deepcopy(given[node.label])
            if margin_of(found[0]) == NONE:
                set_margin(found[0], margin_of(node))
            result += found
            continue
        for block in own_blocks(node):
            block[:] = with_jumps_replaced(block, given)
        result.append(node)
    return result


def leading_to(body: Body, label: str, behind: Sequence[ast.stmt] = ()) -> Body | None:
    """A block at whose end control is where it jumps to a label now; None where branches cannot say so.

    `behind` is what it goes on with where it does not jump.
    """
    result: Body | None = [*behind]
    for node in reversed(body):
        if isinstance(node, Goes) and node.label == label:
            result = []
        elif result is not None:
            result = branches_to(node, result, label) if goes_to([node], label) else [node, *result]
    return result


def branches_to(node: ast.stmt, behind: Body, label: str) -> Body | None:
    """Applies `leading_to` to an IF or `match` with such a jump; one of its branches takes `behind`."""
    if not isinstance(node, ast.If | ast.Match):
        return None
    blocks = [node.body, node.orelse] if isinstance(node, ast.If) else [each.body for each in node.cases]
    is_open = isinstance(node, ast.Match) and not is_whole(node.cases)
    if behind and sum(not leaves(block) for block in blocks) + is_open > 1:
        return None
    found = [leading_to(block, label, [] if leaves(block) else behind) for block in blocks]
    filled = [each for each in found if each is not None]
    if len(filled) < len(found):
        return None
    if isinstance(node, ast.If):
        return branch(node, *filled)
    cases = []
    for case, body in zip(node.cases, filled, strict=True):
        cases.append(ast.match_case(case.pattern, case.guard, body or [ast.Pass()]))
        set_margin(cases[-1], margin_of(case))
    more = [ast.match_case(ast.MatchAs(), None, behind)] if behind and is_open else []
    result = ast.Match(node.subject, [*cases, *more])
    set_margin(result, margin_of(node))
    return [result]


def branch(node: ast.If, first: Body, second: Body) -> Body:
    """An IF with other branches; nothing where both are empty and its test does nothing."""
    if not first and not second and all(isinstance(each, QUIET) for each in ast.walk(node.test)):
        return []
    is_turned = bool(second) and not first
    body, rest = (second, first) if is_turned else (first, second)
    test = opposite(node.test) if is_turned else node.test
    result = ast.If(test, body or [ast.Pass()], rest)
    set_margin(result, margin_of(node))
    return [result]
