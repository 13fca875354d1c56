"""Takes dispatches apart: `while True: match step:` with a case for each label becomes branches and loops.

A case that a single jump leads to replaces that jump. A case that only one other case jumps to is put after
that case, if the statements that the jumps skip can stand in branches. Cases that are left stay a dispatch.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from types import UnionType

from retromaze.python.conditions import negated, terms_of
from retromaze.python.flags import FlagClear, FlagSet, FlagTest, flag_test_in
from retromaze.python.fragments import STORE
from retromaze.python.layout import NONE, Margin, margin_of, set_margin
from retromaze.python.loop_exits import JumpTarget
from retromaze.python.statement_walks import (
    LEAVING,
    Body,
    all_blocks,
    blocks_in,
    index_of,
    is_endless,
    is_pure,
    non_loop_blocks,
)

STEP = "step"
"""The name of the variable in which a dispatch stores the label of the case that is next."""
START = "the top"
"""The label of a dispatch's first case if the listing has none; no label of a listing has a blank."""
EXIT = ""
"""The label that stands for the end of a dispatch, where its `break` goes; no label of a listing is empty."""
SHORT = 2
"""A case with fewer statements may be repeated at each jump to it."""
MOST = 30
"""A dispatch with more labels is too tangled and is left as it is."""
DEEPEST = 10
"""Most blocks inside each other that taking a dispatch apart may lead to."""
SIMPLE = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr
"""The statements that a case which is copied may have before its jump."""


class CaseJump(ast.stmt):
    """A jump to the case of a label in a dispatch; it stands for a statement until the dispatch is gone."""

    def __init__(self, label: str = EXIT, margin: Margin = NONE) -> None:
        super().__init__()
        self.label = label
        set_margin(self, margin)


def without_dispatches(body: Body) -> Body:
    """Returns the statements with branches and loops for each `while True: match step:`, if possible."""
    for node in body:
        for block in blocks_in(node):
            block[:] = without_dispatches(block)
    # a list, as `body` becomes another block with the same loops
    for node in [each for each in body if isinstance(each, ast.While)]:
        if dispatch := dispatch_in_loop(body, node):
            dispatch.take_apart()
            body = dispatch.block_of_python()
    return body


def dispatch_in_loop(body: Body, loop: ast.While) -> Dispatch | None:
    """Returns the dispatch in a loop `while True: match step:` if its first label is known; else None."""
    match loop.body:
        case [ast.Match(subject=ast.Name(id="step"), cases=cases)]:
            at = index_of(body, loop)
            begin = at - 1  # the index of `step = "label"`, perhaps with a FlagClear before the loop
            if at > 0 and isinstance(body[begin], FlagClear):
                begin -= 1
            if begin >= 0 and (start := assigned_step_label(body[begin])):
                bodies = {label_of(each): each.body for each in cases}
                return Dispatch(body[:begin], body[begin:at], loop, body[at + 1 :], start, bodies)
    return None


def assigned_step_label(node: ast.stmt) -> str:
    """Returns the label that `step = "label"` stores, as a jump in a dispatch; "" for other statements."""
    match node:
        case ast.Assign(targets=[ast.Name(id="step")], value=ast.Constant(value=str(label))):
            return label
    return ""


def label_of(case: ast.match_case) -> str:
    """Returns the label that a case of a dispatch matches. Raises TypeError for other cases."""
    match case.pattern:
        case ast.MatchValue(value=ast.Constant(value=str(label))):
            return label
    raise TypeError("a dispatch has labels only")


@dataclass
class Dispatch:
    """A dispatch in a block of statements: `while True: match step:` with a case for each label of a listing.

    A jump stores a label in `step` and continues the loop; it becomes a `CaseJump`. Taking the dispatch apart
    moves cases to the jumps that lead to them, until at best one case is left, which needs no `match`.

    `before` and `after`: the block's statements around it; `begin`: the statement that stores its first
    label `start`, perhaps with a `FlagClear`; `loop`: its loop; `cases`: the statements of each label.
    """

    before: Body
    begin: Body
    loop: ast.While
    after: Body
    start: str
    cases: dict[str, Body]

    def take_apart(self) -> None:
        """Takes the dispatch apart: changes `cases`, `start` and `begin` until no rule fits any more.

        First come rules that are an improvement even if several cases are left, then those that are one only
        if a single case is left. Long cases are joined before small ones, which may be copied as well.
        """
        for label, case in self.cases.items():
            body = with_jump_nodes(case, take_labels_of_targets(case))
            if body and (next_label := assigned_step_label(body[-1])):
                body[-1] = CaseJump(next_label, margin_of(body[-1]))
            self.cases[label] = [*with_common_jumps(body)]
        if len(self.cases) > MOST or self.has_unknown_jumps():
            return
        if any(not never_reaches_end(body) for body in self.cases.values()):
            return  # such a case runs again at its end, as `step` still has its label: no rule expects that
        while self.move_first_case_before_loop() or self.inline_case():
            pass
        # the state to go back to if the other rules leave several cases
        start, begin, cases = self.start, [*self.begin], deepcopy(self.cases)
        while (
            self.move_first_case_before_loop()
            or self.inline_case()
            or self.join_cases(small=False)
            or self.join_cases(small=True)
        ):
            pass
        while len(self.cases) > 1 and (
            self.copy_small_case() or self.inline_case() or self.join_cases(small=False)
        ):
            pass
        while self.join_cases(small=True):
            pass
        if self.only_case_as_code() is None:
            self.start, self.begin, self.cases = start, begin, cases

    def has_unknown_jumps(self) -> bool:
        """Whether a case still has a `continue`, a jump to a label that is not known."""
        return any(has_outside_loops(body, ast.Continue) for body in self.cases.values())

    def jump_counts(self) -> Counter[str]:
        """Counts the jumps to each label; the dispatch's own start counts as a jump to the first."""
        statements = (each for body in self.cases.values() for each in statements_outside_loops(body))
        result = Counter(each.label for each in statements if isinstance(each, CaseJump))
        result[self.start] += 1
        return result

    # ---- rules: each changes one thing and returns True, or returns False if it does not fit

    def move_first_case_before_loop(self) -> bool:
        """Puts the first case before the loop if nothing jumps to it and it goes straight to another case."""
        match self.cases[self.start]:
            # 1: only the dispatch's start
            case [*body, CaseJump(label=label)] if (
                label != self.start and self.jump_counts()[self.start] == 1
            ):
                if not has_outside_loops(body, CaseJump | ast.Break | FlagSet):
                    del self.cases[self.start]
                    at = next(at for at, each in enumerate(self.begin) if assigned_step_label(each))
                    self.begin[at:at] = body
                    self.start = label
                    return True
        return False

    def inline_case(self) -> bool:
        """Replaces the only jump to a case by that case; returns whether it found one."""
        entries = self.jump_counts()
        for label, body in self.cases.items():
            if entries[label] == 1 and label != self.start:
                owner = next(name for name in self.cases if jumps_to(self.cases[name], label))
                if owner != label and nesting_depth(self.cases[owner]) + nesting_depth(body) <= DEEPEST:
                    self.cases[owner] = with_jumps_replaced(self.cases[owner], {label: body})
                    del self.cases[label]
                    return True
        return False

    def join_cases(self, *, small: bool) -> bool:
        """Puts a case after the only case that jumps to it, perhaps from several places.

        The statements that these jumps skip are put in branches. `small`: whether only small cases are
        joined, or only others. Returns whether it found one.
        """
        for label, body in self.cases.items():
            owners = [name for name, each in self.cases.items() if jumps_to(each, label)]
            if label == self.start or len(owners) != 1 or owners == [label] or is_small(body) != small:
                continue
            (owner,) = owners
            leading = without_jumps_to(self.cases[owner], label)
            if leading is not None and nesting_depth(leading) <= max(
                DEEPEST, nesting_depth(self.cases[owner])
            ):
                self.cases[owner] = [*leading, *body]
                del self.cases[label]
                return True
        return False

    def copy_small_case(self) -> bool:
        """Copies a small case that does not jump to itself to each jump to it, and drops it.

        Returns whether it found one.
        """
        for label, body in self.cases.items():
            if label != self.start and is_small(body) and not jumps_to(body, label):
                del self.cases[label]
                for name, each in self.cases.items():
                    self.cases[name] = with_jumps_replaced(each, {label: body})
                return True
        return False

    # ---- Python again

    def block_of_python(self) -> Body:
        """Returns the block in Python again: without the dispatch if one case is left, else with it."""
        if (code := self.only_case_as_code()) is not None:
            return [*self.before, *(node for node in self.begin if not assigned_step_label(node)), *code]
        (match,) = self.loop.body
        assert isinstance(match, ast.Match)
        cases = {label_of(each): each for each in match.cases}
        match.cases = [cases[label] for label in self.cases]
        store = ast.Name(STEP, STORE)
        jumps = {label: [ast.Assign([store], ast.Constant(label)), ast.Continue()] for label in self.cases}
        for label, case in self.cases.items():
            body = with_jumps_replaced(case, jumps)
            if len(body) > 1 and isinstance(body[-1], ast.Continue) and assigned_step_label(body[-2]):
                del body[-1]  # at the end of a case the loop goes on anyway
            cases[label].body = body
        for node in self.begin:
            if isinstance(node, ast.Assign) and assigned_step_label(node):
                node.value = ast.Constant(self.start)
        return [*self.before, *self.begin, self.loop, *self.after]

    def only_case_as_code(self) -> Body | None:
        """Returns the only case, in a loop if needed, and the statements after it.

        None for several cases, and for jumps that only a dispatch can make.
        """
        if len(self.cases) > 1 or self.has_unknown_jumps():
            return None
        ((label, body),) = self.cases.items()
        if not jumps_to(body, label):
            return self.only_case_without_loop(body)
        # a case that jumps to itself is a loop; a copy, as `take_apart` asks before it decides
        body = with_jumps_replaced(deepcopy(body), {label: [ast.Continue()]})
        loop = ast.While(ast.Constant(True), body, [])
        margin = margin_of(self.loop)  # its note becomes the name of the loop's label
        set_margin(loop, margin if label == START else margin._replace(note=f"@{label.upper()}"))
        return [loop, *self.after]

    def only_case_without_loop(self, body: Body) -> Body | None:
        """Returns the only case without a loop around it; None if branches cannot express its `break`s.

        Its `break`s led to the tests of the flag after the loop, which run some statements (`landings`) for
        each jump target: they move to the place of the `break`, and the test goes if it can.
        """
        tests = [each for each in leading_flag_tests(self.after) if always_jumps_on_flag(each)]
        landings: dict[JumpTarget, Body] = {}
        for test in tests:
            for target in tested_targets(test):
                landings.setdefault(target, test.body)
        body = with_code_at_jumps(deepcopy(body), landings)
        # the targets of inner loops' jumps that still need a test after them
        remaining = set[JumpTarget]()
        for each in statements_outside_loops(body):
            match each:
                case ast.If(test=FlagTest(targets=targets), body=[CaseJump(label="")]):  # to EXIT
                    remaining |= {*targets}
        leading = without_jumps_to(body, EXIT)
        if leading is None or nesting_depth(leading) > max(DEEPEST, nesting_depth(body)):
            return None
        needless = [each for each in tests if remaining.isdisjoint(tested_targets(each))]
        return [*leading, *(each for each in self.after if each not in needless)]


def tested_targets(node: ast.AST) -> Collection[JumpTarget]:
    """Returns the jump targets for which an IF tests the flag; none for other statements."""
    flag_test = flag_test_in(node.test) if isinstance(node, ast.If) else None
    return flag_test.targets if flag_test else ()


def always_jumps_on_flag(node: ast.If) -> bool:
    """Whether an IF tests the flag, has no `else`, and always jumps."""
    return isinstance(node.test, FlagTest) and never_reaches_end(node.body) and not node.orelse


def leading_flag_tests(body: Body) -> Iterator[ast.If]:
    """Yields the IFs at the beginning of a block that test the flag of jumps out of loops."""
    for node in body:
        if not isinstance(node, ast.If) or flag_test_in(node.test) is None:
            return
        yield node


def take_labels_of_targets(body: Body) -> dict[JumpTarget, str]:
    """Returns the label of each jump target out of an inner loop, and drops the statements that store it.

    Such a jump stores a label in `step` and its target in the flag; a test after the inner loop continues the
    dispatch. Nothing is dropped or returned if any of these targets leads to several labels.
    """
    labels_by_target: dict[JumpTarget, set[str]] = {}
    for each in statements_outside_loops(body):
        match each:
            case ast.If(test=FlagTest(targets=targets), body=[ast.Continue()], orelse=[]):
                labels_by_target |= {target: set() for target in targets}
    stores: list[tuple[Body, ast.stmt]] = []
    for block in all_blocks(body):
        for node, following in pairwise(block):
            if (
                isinstance(following, FlagSet)
                and following.target in labels_by_target
                and (label := assigned_step_label(node))
            ):
                labels_by_target[following.target].add(label)
                stores.append((block, node))
    if any(len(labels) != 1 for labels in labels_by_target.values()):
        return {}
    for block, node in stores:
        block.remove(node)
    return {target: label for target, (label,) in labels_by_target.items()}


def with_common_jumps(body: Body) -> Iterator[ast.stmt]:
    """Yields a block with one test, joined by `or`, for neighbouring tests that jump to the same label.

    A test of the flag stays alone, as the flag's variable is written later.
    """
    previous: ast.If | None = None
    for node in body:
        match previous, node:
            case ast.If(body=[CaseJump(label=label)]), ast.If(
                test=test, body=[CaseJump(label=other)], orelse=[]
            ) if label == other and flag_test_in(previous.test) is flag_test_in(test) is None:
                previous.test = ast.BoolOp(ast.Or(), [*terms_of(ast.Or(), [previous.test, test])])
                set_margin(previous, margin_of(previous)._replace(until=margin_of(node).line))
                continue
        yield node
        previous = node if isinstance(node, ast.If) and not node.orelse else None


def with_jump_nodes(body: Body, label_by_target: dict[JumpTarget, str]) -> Body:
    """Writes jumps in a block as `CaseJump` nodes, except in loops.

    A jump is `step = "label"` and `continue`, or `if jumped: continue`; `label_by_target` has the label for
    the latter's jump target (see `take_labels_of_targets`).
    """
    result: Body = []
    for node in body:
        for block in non_loop_blocks(node):
            block[:] = with_jump_nodes(block, label_by_target)
        if isinstance(node, ast.Continue) and result and (label := assigned_step_label(result[-1])):
            result.append(CaseJump(label, margin_of(result.pop())))
            continue
        match result[-1:], node:
            # its label was stored before the `FlagSet`, until `take_labels_of_targets` dropped it
            case [FlagSet(target=target)], ast.Continue() if target in label_by_target:
                result.append(CaseJump(label_by_target[target], margin_of(result.pop())))
                continue
        match node:
            case ast.If(test=FlagTest(targets=targets), body=[ast.Continue()]):
                labels = {label_by_target.get(target) for target in targets}
                if len(labels) == 1 and (common := labels.pop()) is not None:
                    node.body = [CaseJump(common)]
        result.append(node)
    return result


def with_code_at_jumps(body: Body, landings: dict[JumpTarget, Body]) -> Body:
    """Returns a block with the statements of `landings` at the jumps to each target, not after the loop.

    Any other `break` becomes a jump to the end of the dispatch, as the loop that it leaves will be gone.
    """
    result: Body = []
    for node in body:
        match node:
            case ast.Break() if (
                result and isinstance(setter := result[-1], FlagSet) and setter.target in landings
            ):
                # the `FlagSet` stays: it is dropped later if nothing tests it
                landing = deepcopy(landings[setter.target])
                for each in landing:
                    set_margin(each, margin_of(each)._replace(line=margin_of(setter).line))
                result += landing
                continue
            case ast.Break():
                result.append(CaseJump(EXIT))
                continue
            case ast.If(test=FlagTest(targets=[first, *rest]), body=[ast.Break()]) if (
                first in landings and all(landings.get(target) is landings[first] for target in rest)
            ):
                node.body = deepcopy(landings[first])
            case _:
                for block in non_loop_blocks(node):
                    block[:] = with_code_at_jumps(block, landings)
        result.append(node)
    return result


# ---- blocks with jumps


def statements_outside_loops(body: Body) -> Iterator[ast.stmt]:
    """Yields the statements of a block and of the blocks inside it, without the bodies of loops."""
    for node in body:
        yield node
        for block in non_loop_blocks(node):
            yield from statements_outside_loops(block)


def has_outside_loops(body: Body, kinds: type[ast.stmt] | UnionType) -> bool:
    """Whether a block has a statement of these kinds, the bodies of its loops excepted."""
    return any(isinstance(each, kinds) for each in statements_outside_loops(body))


def nesting_depth(body: Body) -> int:
    """Returns how deep blocks are nested inside a block; 0 if it has no inner blocks."""
    return max((1 + nesting_depth(block) for node in body for block in blocks_in(node)), default=0)


def jumps_to(body: Body, label: str) -> bool:
    """Whether a block jumps to the case of a label, the bodies of its loops excepted."""
    return any(isinstance(each, CaseJump) and each.label == label for each in statements_outside_loops(body))


def never_reaches_end(body: Body) -> bool:
    """Whether control never reaches the end of a block."""
    match body[-1] if body else None:
        case last if isinstance(last, (CaseJump, *LEAVING)):
            return True
        case ast.If(body=first, orelse=second):
            return never_reaches_end(first) and never_reaches_end(second)
        case ast.Match(cases=cases):
            return has_default_case(cases) and all(never_reaches_end(each.body) for each in cases)
        case loop if is_endless(loop):
            return not has_outside_loops(loop.body, ast.Break)
    return False


def has_default_case(cases: list[ast.match_case]) -> bool:
    """Whether one of the cases is `case _`."""
    return any(isinstance(each.pattern, ast.MatchAs) and each.pattern.pattern is None for each in cases)


def is_small(body: Body) -> bool:
    """Whether a case is hardly more than the jump at its end, so that it may be repeated."""
    has_flag = len(body) > 1 and isinstance(body[-2], FlagSet)
    count = len(body) - (2 if has_flag else 1)  # without the jump, which may set the flag
    return (
        count < SHORT
        and never_reaches_end(body[-1:])
        and all(isinstance(each, SIMPLE) for each in body[:count])
    )


def with_jumps_replaced(body: Body, replacements: Mapping[str, Body]) -> Body:
    """Replaces jumps in a block by copies of the statements given for their labels.

    The first copied statement has the jump's margin (line of the listing, comment) if it has none itself.
    """
    result: Body = []
    for node in body:
        if isinstance(node, CaseJump) and node.label in replacements:
            copied = deepcopy(replacements[node.label])
            if margin_of(copied[0]) == NONE:
                set_margin(copied[0], margin_of(node))
            result += copied
            continue
        for block in non_loop_blocks(node):
            block[:] = with_jumps_replaced(block, replacements)
        result.append(node)
    return result


def without_jumps_to(body: Body, label: str, after: Sequence[ast.stmt] = ()) -> Body | None:
    """Returns a block that ends normally where it jumps to a label now; None if branches cannot express that.

    `after`: the statements after the block, which run where it does not jump to the label.
    """
    result: Body | None = [*after]
    # from the end: `result` is what runs after the node
    for node in reversed(body):
        if isinstance(node, CaseJump) and node.label == label:
            result = []  # what is after the jump in this block is never reached
        elif result is not None:
            result = (
                branches_without_jumps_to(node, result, label) if jumps_to([node], label) else [node, *result]
            )
    return result


def branches_without_jumps_to(node: ast.stmt, after: Body, label: str) -> Body | None:
    """Returns an IF or `match` that ends normally where it jumps to a label; None if that is impossible.

    `after` are the statements that a jump skips. They go to the end of the one branch that reaches its end,
    as they are not written twice.
    """
    if not isinstance(node, ast.If | ast.Match):
        return None
    blocks = [node.body, node.orelse] if isinstance(node, ast.If) else [each.body for each in node.cases]
    # where no case matches, control reaches the statements `after` as well
    may_match_none = isinstance(node, ast.Match) and not has_default_case(node.cases)
    reaching_blocks = [block for block in blocks if not never_reaches_end(block)]
    if after and len(reaching_blocks) + may_match_none > 1:
        return None
    branches = []
    for block in blocks:
        branch = without_jumps_to(block, label, [] if never_reaches_end(block) else after)
        if branch is None:
            return None
        branches.append(branch)
    if isinstance(node, ast.If):
        return if_with_branches(node, *branches)
    cases = []
    for case, body in zip(node.cases, branches, strict=True):
        cases.append(ast.match_case(case.pattern, case.guard, body or [ast.Pass()]))
        set_margin(cases[-1], margin_of(case))
    more = [ast.match_case(ast.MatchAs(), None, after)] if after and may_match_none else []
    result = ast.Match(node.subject, [*cases, *more])
    set_margin(result, margin_of(node))
    return [result]


def if_with_branches(node: ast.If, first: Body, second: Body) -> Body:
    """Returns an IF with other branches; nothing if both are empty and its test has no effect."""
    if not first and not second and is_pure(node.test):
        return []
    is_turned = bool(second) and not first
    body, rest = (second, first) if is_turned else (first, second)
    test = negated(node.test) if is_turned else node.test
    result = ast.If(test, body or [ast.Pass()], rest)
    set_margin(result, margin_of(node))
    return [result]
