"""Removes flags, which hold the target of a jump out of nested loops, by moving the statements it skips.

`loop_exits` decides which jumps get a flag, `flags` writes it; this pass runs between the two.
Statements that a jump skips go into the `else` of a `for`, or before the only `break` of an endless loop that
does not skip them. Statements that run only after a jump go to the place where the jump begins.
`set_counts` has, for each jump target, the number of jumps that set the flag for it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

from retromaze.python.conditions import has_no_complex_not, join_conditions, negated
from retromaze.python.dispatches import (
    always_jumps_on_flag,
    has_default_case,
    has_outside_loops,
    leading_flag_tests,
    never_reaches_end,
    tested_targets,
)
from retromaze.python.flags import FlagClear, FlagSet, FlagTest, has_flag
from retromaze.python.layout import NONE, margin_of, set_margin
from retromaze.python.loop_exits import JumpTarget
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import (
    Body,
    Loop,
    all_blocks,
    blocks_in,
    index_of,
    is_endless,
    statement_count,
    statements_and_cases,
)
from retromaze.python.tidying import MOST_JOINED

FEW = 4
"""Most statements that are moved: a reader who compares the port with the listing finds these again."""
MOST_MOVED = 10
"""Most statements at the end of a function that are moved to the only jump to them."""


class BlockPlace(NamedTuple):
    """A block of statements, and where control goes at its `end`.

    That is "continue" for the next pass of a loop, "return", or "" for statements after the block.
    """

    block: Body
    end: str = ""


class Exit(NamedTuple):
    """A `break` of a loop: its block, its index there, and the jump targets that the flag may hold.

    No targets: a break of this loop only.
    """

    block: Body
    at: int
    targets: frozenset[JumpTarget]


def without_flags(body: Body) -> Body:
    """Rewrites a function's statements so that fewer jumps out of loops need a flag; returns them."""
    if not any(isinstance(each, Loop) for each in statements_and_cases(body)):
        return body
    # several times, as the rules may have dropped the jumps that a test asks for
    for _ in range(3 if has_flag(body) else 1):
        set_counts = count_flag_sets(body)
        for block in all_blocks(body):
            block[:] = [node for node in block if not is_test_of_unset_flag(node, set_counts)]
        apply_rules(set_counts, BlockPlace(body, "return"))
    for block in all_blocks(body):
        following = zip(block, [*block[1:], None], strict=True)
        block[:] = [each for each, after in following if not breaks_anyway(each, after)]
    return body


def breaks_anyway(test: ast.stmt, after: ast.stmt | None) -> bool:
    """Whether `if jumped: break` comes before a `break`, or an `if not jumped: break` for other targets."""
    match after:
        case ast.If(test=ast.UnaryOp(operand=FlagTest(targets=targets)), body=[ast.Break()], orelse=[]):
            return only_breaks_on_flag(test) and {*tested_targets(test)}.isdisjoint(targets)
    return only_breaks_on_flag(test) and isinstance(after, ast.Break)


def apply_rules(set_counts: Counter[JumpTarget], place: BlockPlace) -> None:
    """Applies the rules that remove flags to a block and the blocks inside it until none fits any more.

    `set_counts`: how often the function set the flag for each jump target before any rule.
    """
    while True:
        # a list, as the rules change the block
        for inner in [*inner_places(place)]:
            apply_rules(set_counts, inner)
        if not apply_one_rule(set_counts, place):
            return


def with_tidy_loop_ends(body: Body) -> Body:
    """Shortens the ends of all loops in a function's statements, where flags are gone; returns them."""
    # no list of all places: a rule may make new blocks, and nothing may change those that are gone
    for block, end in all_places(BlockPlace(body, "return")):
        remove_needless_else(block)
        drop_unreachable(block)
        while end == "continue" and (shorten_loop_end(block) or leave_before_long_branch(block)):
            remove_needless_else(block)
    for block in all_blocks(body):
        move_end_after_loop(block)
    for loop in statements_and_cases(body):
        if isinstance(loop, ast.While):
            move_first_test_to_while(loop)
    return body


def move_end_after_loop(block: Body) -> None:
    """Moves statements that an endless loop runs only in its last pass after the loop.

    They are those after the last `continue`, up to a `return` or to the only `break`. They stay in the loop
    if they are few (`FEW`).
    """
    for at, loop in enumerate(block):
        match loop:
            case ast.While(body=body, orelse=[]) if is_endless(loop):
                repeating = [
                    number for number, node in enumerate(body, 1) if has_outside_loops([node], ast.Continue)
                ]
                if not repeating or not never_reaches_end(body):
                    continue  # it has no second pass, or each pass comes to the end of the body
                first, end = body[: repeating[-1]], body[repeating[-1] :]
                if end and isinstance(end[-1], ast.Break):
                    del end[-1]
                if has_outside_loops([*first, *end], ast.Break):
                    continue
                match first:
                    case [ast.If(test=test, body=[_, *_, ast.Continue()] as branch, orelse=[]) as only]:
                        # only this test decides about another pass: it becomes the loop's own
                        loop.test, loop.body = test, branch[:-1]
                        set_margin(loop, margin_of(only)._replace(note=margin_of(loop).note))
                    case _ if statement_count(end) <= FEW:
                        continue
                    case _:
                        loop.body = [*first, ast.Break()]
                        break_on_negated_test(loop.body)
                block[at + 1 :] = end if never_reaches_end(end) else [*end, *block[at + 1 :]]
                return


def drop_unreachable(block: Body) -> None:
    """Drops the statements after one that control never leaves, such as an endless loop."""
    ends = (at for at, node in enumerate(block, 1) if never_reaches_end([node]))
    del block[next(ends, len(block)) :]


def remove_needless_else(block: Body) -> None:
    """Moves the statements of an `else` after the test if the branch before it always jumps."""
    for at, node in enumerate(block):
        match node:
            case ast.If(orelse=[ast.If()]):
                continue  # an `elif` reads better than another `if`
            case ast.If(body=body, orelse=[_, *_] as rest) if never_reaches_end(body):
                node.orelse = []
                block[at + 1 : at + 1] = rest


def move_first_test_to_while(loop: ast.While) -> None:
    """Writes `while not c:` for `while True:` that begins with `if c: break`; or `while x and not c:`."""
    match loop.body:
        case [ast.If(test=test, body=[ast.Break() as jump], orelse=[]) as first, *rest] if (
            rest and not loop.orelse and not margin_of(jump).note and has_no_complex_not(negated(test))
        ):
            margin = margin_of(loop)
            if is_endless(loop):
                loop.test, loop.body = negated(test), rest
                set_margin(loop, margin_of(first)._replace(note=margin.note))
                return
            both = join_conditions(ast.And(), [loop.test, negated(test)])
            if len(expression_text(both)) <= MOST_JOINED:
                loop.test, loop.body = both, rest
                set_margin(loop, margin.up_to(margin_of(first).last))


def apply_one_rule(set_counts: Counter[JumpTarget], place: BlockPlace) -> bool:
    """Changes a block by the first rule that fits; returns whether one did. See `apply_rules`."""
    if place.end == "continue" and shorten_loop_end(place.block):
        return True
    for at, node in enumerate(place.block):
        if isinstance(node, Loop):
            tests, exits = [*leading_flag_tests(place.block[at + 1 :])], [*breaks_of_loop(node.body)]
            tested = TestedLoop(set_counts, place, node, tests, exits)
            rules = [
                tested.drop_known_test,
                tested.return_at_jump,
                tested.move_skipped_code_to_else,
                tested.move_to_jump,
            ]
            if tested.targets and any(rule() for rule in rules):
                return True
            if return_at_inner_break(place, node):
                return True
    return False


def return_at_inner_break(place: BlockPlace, loop: Loop) -> bool:
    """Writes a `return` for a `break` that leaves two endless loops; returns whether it found one.

    It leaves `loop`, and an inner loop that `if not jumped: break` follows; so it sets no flag. The few
    statements after `loop` are copied to it. `place` is the block with `loop`, at the end of a function.
    """
    at = index_of(place.block, loop)
    last = place.block[at + 1 :]
    if place.end != "return" or not is_endless(loop) or has_statement_of(last, FlagSet, FlagClear):
        return False
    for number, inner in enumerate(loop.body, 1):
        if not is_endless(inner):
            continue
        match [*leading_flag_tests(loop.body[number:])]:
            # the other kind of test is a `not` before a `FlagTest`
            case [ast.If(test=ast.UnaryOp(), body=[ast.Break() as outer_break], orelse=[]) as test]:
                exits = [*breaks_of_loop(inner.body)]
            case _:
                continue
        plain_exits = [each for each in exits if not each.targets]
        # then `drop_known_test` drops the test: without the plain breaks its result is always the same
        tests_all_targets = {target for each in exits for target in each.targets} <= {*tested_targets(test)}
        is_only_break = all(each.block[each.at] is outer_break for each in breaks_of_loop(loop.body))
        # the statements stay after the outer loop, too, if it has other breaks
        copies = len(plain_exits) + (not is_only_break)
        if plain_exits and tests_all_targets and statement_count(last) * copies <= FEW:
            for block, begin, _ in plain_exits:
                moved = deepcopy(last)
                block[begin:] = moved if moved and never_reaches_end(moved) else [*moved, ast.Return()]
            if is_only_break:
                del place.block[at + 1 :]
            return True
    return False


def count_flag_sets(body: Body) -> Counter[JumpTarget]:
    """Counts how many statements set the flag to each jump target."""
    return Counter([each.target for each in statements_and_cases(body) if isinstance(each, FlagSet)])


def is_test_of_unset_flag(node: ast.stmt, set_counts: Counter[JumpTarget]) -> bool:
    """Whether a statement tests the flag for jump targets that nothing sets it to now."""
    match node:
        case ast.If(test=FlagTest(targets=targets), orelse=[]):
            return not any(set_counts[target] for target in targets)
    return False


def inner_places(place: BlockPlace) -> Iterator[BlockPlace]:
    """Yields the blocks directly inside a block, each with what its end leads to."""
    for node in place.block:
        # the last statement's blocks end where the block around them ends
        end = place.end if node is place.block[-1] else ""
        for block in blocks_in(node):
            is_body = isinstance(node, Loop) and block is node.body
            yield BlockPlace(block, "continue" if is_body else end)


def all_places(place: BlockPlace) -> Iterator[BlockPlace]:
    """Yields a block and all blocks inside it."""
    yield place
    for inner in inner_places(place):
        yield from all_places(inner)


def breaks_of_loop(body: Body, targets: Collection[JumpTarget] = ()) -> Iterator[Exit]:
    """Yields the breaks of the loop with this body; `targets`: those of a flag test around it."""
    for at, node in enumerate(body):
        before = body[at - 1] if at else None
        if isinstance(node, ast.Break):
            # a break whose flag test was dropped has its own `targets`
            own = [before.target] if isinstance(before, FlagSet) else getattr(node, "targets", targets)
            yield Exit(body, at, frozenset(own))
        elif isinstance(node, Loop):
            # a break in its body would leave that loop
            yield from breaks_of_loop(node.orelse, targets)
        elif isinstance(node, ast.If) and isinstance(node.test, FlagTest):
            yield from breaks_of_loop(node.body, node.test.targets)
            yield from breaks_of_loop(node.orelse, targets)
        else:
            for block in blocks_in(node):
                yield from breaks_of_loop(block, targets)


def has_statement_of(body: Body, *kinds: type[ast.stmt]) -> bool:
    """Whether a block has a statement of these kinds, however deep."""
    return any(isinstance(each, kinds) for each in statements_and_cases(body))


def may_move_to_jump(body: Body) -> bool:
    """Whether statements mean the same where a jump to them begins, and are so few that they may move there.

    A `break` or `continue` would mean another loop there, and the flag may have another value.
    """
    return (
        0 < statement_count(body) <= FEW
        and not has_outside_loops(body, ast.Break | ast.Continue)
        and not has_statement_of(body, FlagSet, FlagClear)
    )


def insert_statements(block: Body, at: int, more: Body) -> None:
    """Inserts statements into a block; if they always jump, the statements after them are dropped."""
    block[at:] = more if never_reaches_end(more) else [*more, *block[at:]]


# ---- the end of a loop's body


def shorten_loop_end(block: Body) -> bool:
    """Makes the end of a loop's body shorter by the first rule that fits; returns whether one did."""
    return drop_continue(block) or leave_in_only_branch(block) or break_on_negated_test(block)


def drop_continue(block: Body) -> bool:
    """Drops a `continue` at the end of a loop's body, also in the branches of a test or `match` that ends it.

    After a `FlagSet` it stays, as both belong together. Returns whether one was dropped.
    """
    match block:
        case [*_, ast.Match(cases=cases)]:
            return any(drop_continue(case.body) for case in cases)
        case [*_, ast.If(orelse=[ast.Continue()]) as last]:
            last.orelse = []
            return True
        case [*_, ast.If(body=body, orelse=other)]:
            return drop_continue(body) or drop_continue(other)
        case [*_, before, ast.Continue()] if not isinstance(before, FlagSet):
            del block[-1]
            return True
    return False


def leave_in_only_branch(block: Body) -> bool:
    """Moves the few statements at a loop's end that leave it into the only branch that reaches them.

    They follow a `match` or an IF with `else`, whose other branches jump. Returns whether it found one.
    """
    for at, node in enumerate(block):
        rest = block[at + 1 :]
        match node:
            case ast.Match(cases=cases) if has_default_case(cases):
                branches = [case.body for case in cases]
            case ast.If(body=body, orelse=[_, *_] as other):
                branches = [body, other]
            case _:
                continue
        reaching = [branch for branch in branches if not never_reaches_end(branch)]
        if len(reaching) == 1 and rest and never_reaches_end(rest) and statement_count(rest) <= FEW:
            reaching[0][:] = [*(each for each in reaching[0] if not isinstance(each, ast.Pass)), *rest]
            del block[at + 1 :]
            while shorten_loop_end(reaching[0]):
                pass
            return True
    return False


def leave_before_long_branch(block: Body) -> bool:
    """Writes `if not x: break` for a long `if x:` that a lone `break` or `return` follows.

    What was in the `if` follows it then, one level less deep. Returns whether there was such a test.
    """
    match block:
        case [
            *_,
            ast.If(test=test, body=[*inner], orelse=[]) as last,
            (ast.Break() | ast.Return()) as leaving,
        ]:
            if statement_count(inner) > FEW and has_no_complex_not(negated(test)):
                last.test, last.body = negated(test), [leaving]
                block[-1:] = inner if never_reaches_end(inner) else [*inner, deepcopy(leaving)]
                return True
    return False


def break_on_negated_test(block: Body) -> bool:
    """Writes `if not c: break` for `if c: continue` and `break`; returns whether it found such a test.

    Instead of the `break` alone, any few statements after the test may leave the loop. Statements before the
    `continue` come after the new test, if there are no more tests among those that leave the loop.
    """
    for at, node in enumerate(block):
        match node:
            case ast.If(test=test, body=[*first, ast.Continue()], orelse=[]):
                rest = block[at + 1 :]
                is_lone_jump = len(rest) == 1 and isinstance(rest[0], ast.Break | ast.Return)
                is_plain = not any(map(blocks_in, rest))
                is_better = is_plain and has_no_complex_not(negated(test)) if first else is_lone_jump
                if rest and never_reaches_end(rest) and statement_count(rest) <= FEW and is_better:
                    if not first and isinstance(rest[0], ast.Break):
                        set_margin(rest[0], NONE)  # the margin of the `break` is the line of the loop's label
                    turned = ast.If(negated(test), rest, [])
                    set_margin(turned, margin_of(node))
                    block[at:] = [turned, *first]
                    return True
    return False


# ---- loops and the tests after them


@dataclass
class TestedLoop:
    """A loop in a block, with the `tests` of the flag right after it and the `exits` out of it.

    A jump out of several loops sets the flag to its target and breaks; a test after each loop reads it. A
    rule moves statements so that a target needs no flag: it is a method that changes the block and returns
    True, or returns False if it does not fit.

    `set_counts`: how often the whole function sets the flag for each target. `place`: the loop's block.
    """

    set_counts: Counter[JumpTarget]
    place: BlockPlace
    loop: ast.For | ast.While
    tests: list[ast.If]
    exits: list[Exit]

    @property
    def block(self) -> Body:
        return self.place.block

    @property
    def targets(self) -> set[JumpTarget]:
        """The targets of the jumps that leave the loop with the flag set."""
        return {target for each in self.exits for target in each.targets if self.set_counts[target]}

    @property
    def plain_exits(self) -> list[Exit]:
        """The breaks without the flag: control goes on right after the loop."""
        return [each for each in self.exits if not each.targets]

    def is_set_only_here(self, targets: Collection[JumpTarget], *more: ast.stmt) -> bool:
        """Whether the flag is set for these targets only inside the loop and in the statements given."""
        here = count_flag_sets([self.loop, *more])
        return all(self.set_counts[target] == here[target] for target in targets)

    def setter_of(self, target: JumpTarget) -> tuple[Body, int] | None:
        """Returns block and index of the only statement that sets the flag for a target; None for several.

        None also if a test inside the loop asks for the target and does more than break: code moved to the
        jump would then run before it.
        """
        if not self.is_set_only_here([target]) or any(
            target in tested_targets(each) and not only_breaks_on_flag(each)
            for each in statements_and_cases([self.loop])
        ):
            return None
        setters = [
            (block, at)
            for block in all_blocks([self.loop])
            for at, each in enumerate(block)
            if isinstance(each, FlagSet) and each.target is target
        ]
        return setters[0] if len(setters) == 1 else None

    def drop_known_test(self) -> bool:
        """Drops a test after an endless loop if it tests all targets that come to it: its result is known."""
        targets = self.targets
        for test in self.tests if is_endless(self.loop) and not self.plain_exits else ():
            if targets <= {*tested_targets(test)}:
                at = index_of(self.block, test)
                # the other kind of test is a `not` before a `FlagTest`
                branch = test.body if isinstance(test.test, FlagTest) else test.orelse
                for each in breaks_of_loop(branch):  # which looks for the targets at the break itself first
                    vars(each.block[each.at])["targets"] = targets
                del self.block[at]
                insert_statements(self.block, at, branch)
                return True
            if not always_jumps_on_flag(test):
                return False
            targets -= {*tested_targets(test)}
        return False

    # ---- statements that a jump skips

    def move_skipped_code_to_else(self) -> bool:
        """Writes `for ...: break` and `else: rest` for `if not jumped: rest` after the loop.

        If the loop is endless, the rest goes before its only plain `break`.
        """
        for number, test in enumerate(self.tests):
            if rest := self.code_skipped_by(test):
                return self.move_skipped_code_of_test(self.tests[:number], test, rest)
            if not always_jumps_on_flag(test):
                return False  # the statements of this test may run before the next test
        return False

    def move_skipped_code_of_test(self, earlier_tests: list[ast.If], test: ast.If, rest: Body) -> bool:
        """Moves the statements `rest` that a test skips into the loop's `else`, or before its plain `break`.

        `earlier_tests`, between the loop and this test, always jump. Returns whether the rest could be moved.
        """
        targets = {*tested_targets(test)}
        all_targets = targets.union(*map(tested_targets, earlier_tests))
        if not self.targets <= all_targets or not self.is_set_only_here(all_targets, *rest):
            return False  # a break with another target runs the rest, or the flag is set before the loop
        if has_statement_of(rest, FlagClear):
            return False  # a jump would skip it
        if is_endless(self.loop):
            return self.move_skipped_code_before_break(earlier_tests, test, rest)
        if self.plain_exits or (earlier_tests and has_statement_of(rest, FlagSet)):
            return False
        if any(count_flag_sets(self.loop.orelse)[target] for target in targets):
            return False  # a jump from the `else` would not skip it
        self.drop_test_and_skipped_code(test)
        self.loop.orelse = [*self.loop.orelse, *rest]
        return True

    def code_skipped_by(self, test: ast.If) -> Body:
        """Returns the statements that a jump skips: those in `if not jumped:` or after `if jumped: continue`.

        Returns [] if the test does anything else.
        """
        if test.orelse:
            return []
        if not isinstance(test.test, FlagTest):
            return test.body
        is_continue = len(test.body) == 1 and isinstance(test.body[0], ast.Continue)
        if is_continue and self.place.end == "continue":
            return self.block[index_of(self.block, test) + 1 :]
        return []

    def drop_test_and_skipped_code(self, test: ast.If) -> None:
        """Drops a test and the statements that it skips (`code_skipped_by`)."""
        at = index_of(self.block, test)
        self.block[at:] = [] if isinstance(test.test, FlagTest) else self.block[at + 1 :]

    def move_skipped_code_before_break(self, earlier_tests: list[ast.If], test: ast.If, rest: Body) -> bool:
        """Puts skipped statements before the only `break` of an endless loop that does not skip them.

        Returns whether they mean the same inside the loop.
        """
        if len(self.plain_exits) != 1 or has_outside_loops(rest, ast.Continue):
            return False
        # a break in the rest will leave the inner loop, so a test after that must break out of the outer one
        breaking_targets = {
            target for each in earlier_tests if only_breaks_on_flag(each) for target in tested_targets(each)
        }
        if not all(each.targets and breaking_targets >= each.targets for each in breaks_of_loop(rest)):
            return False
        if earlier_tests and not count_flag_sets(rest).keys() <= breaking_targets:
            return False  # the earlier tests will read the flag that the rest has set
        self.drop_test_and_skipped_code(test)
        block, at, _ = self.plain_exits[0]
        insert_statements(block, at, rest)
        return True

    # ---- statements that run only after a jump

    def move_to_jump(self) -> bool:
        """Moves the few statements that run only after one jump to the place where that jump begins."""
        caught: set[JumpTarget] = set()  # the targets that earlier tests have sent elsewhere
        for test in self.tests:
            targets, branch, rest = {*tested_targets(test)} - caught, test.body, test.orelse
            if not isinstance(test.test, FlagTest):
                # `if not jumped:` runs its body for all other targets out of the loop
                if not is_endless(self.loop) or self.plain_exits or rest:
                    return False
                targets = self.targets - targets - caught
            if len(targets) == 1 and may_move_to_jump(branch) and (setter := self.setter_of(*targets)):
                block, at = setter
                insert_statements(block, at, branch)
                if rest:
                    test.test, test.body, test.orelse = negated(test.test), rest, []
                else:
                    self.block.remove(test)
                return True
            if not always_jumps_on_flag(test):
                return False  # the statements of this test may run before the next test
            caught |= {*tested_targets(test)}
        return False

    def return_at_jump(self) -> bool:
        """Moves the last statements of a function to the only jump that leads to them, with a `return`.

        If control also comes to them without the jump, they are copied: then it must be a single one.
        """
        at = index_of(self.block, self.loop)
        # `last` runs after the jump, `otherwise` after any other end of the loop
        match self.block[at + 1 :]:
            case [ast.If(test=ast.UnaryOp(), body=otherwise, orelse=[]), *last] if len(self.tests) == 1:
                is_shared = not never_reaches_end(otherwise)  # the test is `if not jumped:`
            case [ast.If(test=FlagTest(), body=last, orelse=otherwise)] if len(self.tests) == 1:
                is_shared = False
            case last if not self.tests and not self.plain_exits:
                otherwise = self.loop.orelse
                is_shared = not is_endless(self.loop) and not never_reaches_end(otherwise)
            case _:
                return False
        is_short = statement_count(last) <= (1 if is_shared else MOST_MOVED)
        may_move = is_short and not has_flag(last)
        targets = {*tested_targets(self.tests[0])} if self.tests else self.targets
        if self.place.end != "return" or not may_move or len(targets) != 1:
            return False
        if not (setter := self.setter_of(*targets)):
            return False
        block, begin = setter
        if any(each.block is block for each in self.exits):
            return False  # it jumps from this very loop: `move_skipped_code_to_else` keeps its `break`
        moved = deepcopy(last)
        insert_statements(
            block, begin, moved if moved and never_reaches_end(moved) else [*moved, ast.Return()]
        )
        if not self.tests:
            self.loop.orelse = []
        self.block[at + 1 :] = [*otherwise, *(last if is_shared else [])]
        return True


def only_breaks_on_flag(node: ast.AST) -> bool:
    """Whether a statement is `if jumped: break`, for some jump targets."""
    match node:
        case ast.If(test=FlagTest(), body=[ast.Break()], orelse=[]):
            return True
    return False
