"""Removes flag variables: rewrites jumps out of nested loops by moving the statements that they skip.

`loop_exits` decides which jumps get a flag, `flags` writes it; this pass runs between the two.
Statements that a jump skips go into the `else` of a `for`, or in front of the only `break` of an endless loop
that does not skip them. Statements that run only after a jump go to the place where the jump begins.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from retromaze.python.blocks import Body, Loop, blocks_in, headings
from retromaze.python.conditions import is_plain, opposite
from retromaze.python.dispatches import all_blocks, is_landing, leading_tests, leaves, own, ways_asked
from retromaze.python.flags import FlagClear, FlagSet, FlagTest
from retromaze.python.fragments import same
from retromaze.python.layout import margin_of, set_margin
from retromaze.python.loop_exits import Way

FEW = 4
"""Lines that may stand in a place of their own without a reader's asking why."""


class BlockPlace(NamedTuple):
    """A block, and what its end leads to: "continue", the next pass of a loop, "return", or "".

    `is_endless` if it is the body of a loop that nothing but its jumps leaves.
    """

    block: Body
    end: str = ""
    is_endless: bool = False


class Exit(NamedTuple):
    """A `break` of a loop, and the ways that are told where it stands; none where it is the loop's own."""

    block: Body
    at: int
    ways: frozenset[Way]


def without_flags(body: Body) -> Body:
    """The statements with fewer jumps that a flag has to tell of."""
    for block in all_blocks(body):
        end_alike(block)
    for is_last in (False, True):
        told = told_in(body)
        for block in reversed([*all_blocks(body)]):
            block[:] = [node for node in block if not is_untold(node, told)]
        settle(told, BlockPlace(body, "return"), is_last=is_last)
    return body


def end_alike(block: Body) -> None:
    """Puts statements that both branches of a test end with, where they jump, once behind it."""
    match block[-1:]:
        case [ast.If(body=[_, *_] as body, orelse=[_, *_] as other) as last]:
            count = 0
            while count < min(len(body) - 1, len(other)) and is_same(body[-1 - count], other[-1 - count]):
                count += 1
            if count and leaves(other):
                block += other[-count:]
                last.body, last.orelse = body[:-count], other[:-count]


def is_same(one: ast.stmt, other: ast.stmt) -> bool:
    """Whether two statements say the same; those that set the flag, if for the same jump."""
    if isinstance(one, FlagSet) and isinstance(other, FlagSet):
        return one.way is other.way
    return not [*blocks_in(one)] and same(one, other)


def settle(told: Counter[Way], place: BlockPlace, *, is_last: bool) -> None:
    """Applies the rules to a block of a function, and to the blocks inside it."""
    while True:
        for inner in [*inner_places(place)]:
            settle(told, inner, is_last=is_last)
        if not simplify(told, place, is_last=is_last):
            return


def tidied(body: Body) -> Body:
    """The statements of a whole function with the ends of its loops as short as they can be."""
    for block, end, _ in [*places(BlockPlace(body, "return"))]:
        flatten(block)
        drop_unreachable(block)
        while end == "continue" and (drops_continue(block) or turns(block)):
            pass
    for loop in headings(body):
        if isinstance(loop, ast.While):
            begin_with_test(loop)
    return body


def drop_unreachable(block: Body) -> None:
    """Drops the statements behind one that control never leaves, as a loop without an end."""
    ends = (at for at, node in enumerate(block, 1) if leaves([node]))
    del block[next(ends, len(block)) :]


def flatten(block: Body) -> None:
    """Moves the statements of an `else` out of it where the branch before always jumps."""
    for at, node in enumerate(block):
        match node:
            case ast.If(orelse=[ast.If()]):
                continue
            case ast.If(body=body, orelse=[_, *_] as rest) if leaves(body):
                node.orelse = []
                block[at + 1 : at + 1] = rest


def begin_with_test(loop: ast.While) -> None:
    """`while not c:` for `while True:` and `if c: break`."""
    match loop:
        case ast.While(
            test=ast.Constant(value=True), body=[ast.If(body=[ast.Break() as last]) as first, *rest]
        ):
            margin, wanted = margin_of(loop), opposite(first.test)
            if rest and not first.orelse and not margin_of(last).note and is_plain(wanted):
                loop.test, loop.body = wanted, rest
                set_margin(loop, margin_of(first)._replace(note=margin.note))


def simplify(told: Counter[Way], place: BlockPlace, *, is_last: bool) -> bool:
    """Applies one rule to a block; False if none fits. `told` counts how often each jump sets the flag."""
    if place.end == "continue" and (drops_continue(place.block) or turns(place.block)):
        return True
    for at, node in enumerate(place.block):
        if isinstance(node, Loop):
            behind = Behind(told, place, node, [*leading_tests(place.block[at + 1 :])], [*exits(node.body)])
            rules = [
                behind.drops_same_test,
                behind.drops_known_test,
                behind.returns,
                behind.passes,
                behind.does_there,
                behind.fuses,
            ]
            if behind.told and any(rule() for rule in (*rules, *([behind.goes_on] if is_last else []))):
                return True
    return False


def told_in(body: Body) -> Counter[Way]:
    """Counts how often each jump sets the flag."""
    return Counter(each.way for each in headings(body) if isinstance(each, FlagSet))


def is_untold(node: ast.stmt, told: Counter[Way]) -> bool:
    """Whether a statement is a test for jumps that do not set the flag any more."""
    match node:
        case ast.If(test=FlagTest(ways=ways), orelse=[]):
            return not any(told[way] for way in ways)
    return False


def inner_places(place: BlockPlace) -> Iterator[BlockPlace]:
    """The blocks right inside a block."""
    for node in place.block:
        behind = place.end if node is place.block[-1] else ""
        for block in blocks_in(node):
            is_body = isinstance(node, Loop) and block is node.body
            yield BlockPlace(block, "continue" if is_body else behind, is_body and is_endless(node))


def places(place: BlockPlace) -> Iterator[BlockPlace]:
    """All blocks inside a block, and itself."""
    yield place
    for inner in inner_places(place):
        yield from places(inner)


def exits(body: Body, ways: Collection[Way] = ()) -> Iterator[Exit]:
    """The breaks of a loop with this body."""
    for at, node in enumerate(body):
        last = body[at - 1] if at else None
        if isinstance(node, ast.Break):
            told = [last.way] if isinstance(last, FlagSet) else getattr(node, "ways", ways)
            yield Exit(body, at, frozenset(told))
        elif isinstance(node, Loop):
            yield from exits(node.orelse, ways)
        elif isinstance(node, ast.If) and isinstance(node.test, FlagTest):
            yield from exits(node.body, node.test.ways)
            yield from exits(node.orelse, ways)
        else:
            for block in blocks_in(node):
                yield from exits(block, ways)


def length(body: Body) -> int:
    return sum(1 for _ in headings(body))


def is_endless(loop: ast.stmt) -> bool:
    match loop:
        case ast.While(test=ast.Constant(value=True)):
            return True
    return False


def has(body: Body, *kinds: type[ast.stmt]) -> bool:
    """Whether there is such a statement in a block, however deep."""
    return any(isinstance(each, kinds) for each in headings(body))


def jumps_on(body: Body) -> bool:
    """Whether a loop around these statements is left or begun again by them."""
    return any(isinstance(each, ast.Break | ast.Continue) for each in own(body))


def index(block: Body, node: ast.stmt) -> int:
    return next(at for at, each in enumerate(block) if each is node)


def insert(block: Body, at: int, more: Body) -> None:
    """Puts statements into a block; what they leave behind them is dropped."""
    block[at:] = more if leaves(more) else [*more, *block[at:]]


# ---- the end of a loop's body


def drops_continue(block: Body) -> bool:
    """Drops a `continue` at the end of a loop's body."""
    if len(block) > 1 and isinstance(block[-1], ast.Continue) and not isinstance(block[-2], FlagSet):
        del block[-1]
        return True
    return False


def turns(block: Body) -> bool:
    """`if not c: break` for `if c: continue` and `break`; what precedes the `continue` comes after it."""
    for at, node in enumerate(block):
        match node:
            case ast.If(test=test, body=[*first, ast.Continue()], orelse=[]):
                rest = block[at + 1 :]
                is_break = len(rest) == 1 and isinstance(rest[0], ast.Break)
                is_better = is_plain(opposite(test)) if first else is_break
                if rest and leaves(rest) and length(rest) <= FEW and is_better:
                    # the line of a lone `break` is that of the loop's label, which tells nothing
                    turned = ast.If(opposite(test), rest if first else [ast.Break()], [])
                    set_margin(turned, margin_of(node))
                    block[at:] = [turned, *first]
                    return True
    return False


# ---- loops and the tests behind them


@dataclass
class Behind:
    """A loop in a block of a function, and the tests of the flag that stand right behind it."""

    counts: Counter[Way]
    place: BlockPlace
    loop: ast.For | ast.While
    tests: list[ast.If]
    exits: list[Exit]

    @property
    def block(self) -> Body:
        return self.place.block

    @property
    def told(self) -> set[Way]:
        """The ways that lead out of the loop."""
        return {way for each in self.exits for way in each.ways}

    @property
    def plain(self) -> list[Exit]:
        """The breaks that lead right behind the loop."""
        return [each for each in self.exits if not each.ways]

    def is_told_here(self, ways: Collection[Way], *more: ast.stmt) -> bool:
        """Whether jumps set the flag only inside the loop and in the statements given."""
        here = told_in([self.loop, *more])
        return all(self.counts[way] == here[way] for way in ways)

    def spot_of(self, way: Way) -> tuple[Body, int] | None:
        """Returns the only place where a jump sets the flag, if only a `break` depends on it in the loop."""
        found = [
            (block, at)
            for block in all_blocks([self.loop])
            for at, each in enumerate(block)
            if isinstance(each, FlagSet) and each.way is way
        ]
        asking = (each for each in headings([self.loop]) if way in ways_asked(each) and not is_passing(each))
        return found[0] if len(found) == 1 and self.is_told_here([way]) and not any(asking) else None

    def drops_same_test(self) -> bool:
        """`if not a: break` says what `if b: break` before it says."""
        for first, second in pairwise(self.tests):
            asks_other = {*ways_asked(first)}.isdisjoint(ways_asked(second))
            is_last = not isinstance(second.test, FlagTest) and not second.orelse
            if is_landing(first) and is_last and asks_other and same(first.body, second.body):
                self.block.remove(first)
                return True
        return False

    def drops_known_test(self) -> bool:
        """Drops a test that asks for all ways out of an endless loop, so that its answer is known."""
        match self.tests:
            case [test, *_] if is_endless(self.loop) and not self.plain and self.told <= {*ways_asked(test)}:
                at = index(self.block, test)
                known = test.body if isinstance(test.test, FlagTest) else test.orelse
                del self.block[at]
                insert(self.block, at, known)
                return True
        return False

    # ---- what is passed over

    def passes(self) -> bool:
        """`for ...: break` and `else: rest` for `if not jumped: rest`; or the rest goes before a `break`."""
        for test in self.tests:
            if rest := self.rest_behind(test):
                return self.passes_over(self.tests[: index([*self.tests], test)], test, rest)
            if not is_landing(test):
                return False
        return False

    def passes_over(self, before: list[ast.If], test: ast.If, rest: Body) -> bool:
        """The same for one of the tests, if those before it jump on."""
        ways = {*ways_asked(test)}
        caught = {way for each in before for way in ways_asked(each)}
        if not self.told <= ways | caught or not self.is_told_here(ways | caught, *rest):
            return False
        if has(rest, FlagClear):
            return False  # a jump would skip it
        if is_endless(self.loop):
            return self.moves(before, test, rest)
        if self.plain or (before and has(rest, FlagSet)):
            return False
        self.take_rest(test)
        self.loop.orelse = [*self.loop.orelse, *rest]
        return True

    def rest_behind(self, test: ast.If) -> Body:
        """Returns the statements that a test skips: its body, or the rest of a loop after a `continue`."""
        if test.orelse:
            return []
        if not isinstance(test.test, FlagTest):
            return test.body
        is_again = len(test.body) == 1 and isinstance(test.body[0], ast.Continue)
        return self.block[index(self.block, test) + 1 :] if is_again and self.place.end == "continue" else []

    def take_rest(self, test: ast.If) -> None:
        """Drops a test, and what it passes over."""
        at = index(self.block, test)
        self.block[at:] = [] if isinstance(test.test, FlagTest) else self.block[at + 1 :]

    def moves(self, before: list[ast.If], test: ast.If, rest: Body) -> bool:
        """Puts what is passed over before the only `break` of an endless loop that does not pass it."""
        passed = {way for each in before if is_passing(each) for way in ways_asked(each)}
        told = {each.way for each in headings(rest) if isinstance(each, FlagSet)}
        if len(self.plain) != 1 or any(isinstance(each, ast.Continue) for each in own(rest)):
            return False
        if before and not told <= passed:
            return False
        if not all(each.ways and passed >= each.ways for each in exits(rest)):
            return False
        self.take_rest(test)
        block, at, _ = self.plain[0]
        insert(block, at, rest)
        return True

    # ---- what is done behind a jump

    def does_there(self) -> bool:
        """Does what is wanted behind one jump where it begins."""
        caught: set[Way] = set()
        for test in self.tests:
            ways, wanted, rest = {*ways_asked(test)} - caught, test.body, test.orelse
            if not isinstance(test.test, FlagTest):
                if not is_endless(self.loop) or self.plain or rest:
                    return False
                ways = self.told - ways - caught
            is_short = 0 < length(wanted) <= FEW and not has(wanted, FlagSet, FlagClear)
            may_move = is_short and not jumps_on(wanted)
            if len(ways) == 1 and may_move and (spot := self.spot_of(*ways)):
                block, at = spot
                insert(block, at, wanted)
                if rest:
                    test.test, test.body, test.orelse = opposite(test.test), rest, []
                else:
                    self.block.remove(test)
                return True
            if not is_landing(test):
                return False
            caught |= {*ways_asked(test)}
        return self.does_rest_there(caught)

    def does_rest_there(self, caught: set[Way]) -> bool:
        """The same for what is left of a loop's body, where one jump alone leads."""
        rest = self.block[index(self.block, self.loop) + 1 + len(self.tests) :]
        ways = self.told - caught
        is_last = self.place.end == "continue" and is_endless(self.loop) and not self.plain
        may_move = 0 < length(rest) <= FEW and not jumps_on(rest) and not has(rest, FlagSet, FlagClear)
        if not is_last or not may_move or len(ways) != 1 or not (spot := self.spot_of(*ways)):
            return False
        block, at = spot
        insert(block, at, rest)
        del self.block[-len(rest) :]
        return True

    def returns(self) -> bool:
        """Returns from where a way begins that leads to the last lines of a function."""
        at = index(self.block, self.loop)
        match self.tests:
            case [ast.If(test=ast.UnaryOp(), body=otherwise, orelse=[])]:
                last = self.block[at + 2 :]
            case [] if not self.plain:
                otherwise, last = self.loop.orelse, self.block[at + 1 :]
            case _:
                return False
        is_short = length(last) < FEW and not has(last, FlagSet, FlagClear)
        may_move = is_short and (not last or leaves(otherwise))
        if self.place.end != "return" or not may_move or len(self.told) != 1:
            return False
        if not (spot := self.spot_of(*self.told)) or any(each.block is spot[0] for each in self.exits):
            return False
        block, begin = spot
        insert(block, begin, last if last and leaves(last) else [*last, ast.Return()])
        if not self.tests:
            self.loop.orelse = []
        self.block[at + 1 :] = otherwise
        return True

    # ---- loops in loops

    def fuses(self) -> bool:
        """One endless loop for two, of which the outer one does nothing but begin the inner one again."""
        match self.block:
            case [*first, ast.While() as loop, ast.If(body=[ast.Break()], orelse=[]) as test]:
                if not self.place.is_endless or loop is not self.loop or not is_endless(loop):
                    return False
                if any(not isinstance(each, FlagClear) for each in first) or [test] != self.tests:
                    return False
            case _:
                return False
        is_left = isinstance(test.test, FlagTest)
        ways = {*ways_asked(test)}
        if any(each.ways & ways and each.ways - ways for each in self.exits):
            return False
        for block, at, told in self.exits:
            if bool(told & ways) != is_left:
                again = ast.Continue()
                set_margin(again, margin_of(block[at]))
                block[at] = again
        self.block[:] = [*first, *loop.body]
        return True

    def goes_on(self) -> bool:
        """`else: continue` and `break` for `if jumped: break` at the end of a loop."""
        match self.tests:
            case [test] if is_landing(test) and self.place.end == "continue" and not self.loop.orelse:
                rest = self.block[index(self.block, test) + 1 :]
                ways = {*ways_asked(test)}
            case _:
                return False
        if is_endless(self.loop) or self.plain or length(rest) > FEW:
            return False
        if not self.told <= ways or not self.is_told_here(ways):
            return False
        for each in exits(test.body):
            vars(each.block[each.at])["ways"] = self.told
        self.block[index(self.block, test) :] = test.body
        self.loop.orelse = rest if rest and leaves(rest) else [*rest, ast.Continue()]
        return True


def is_passing(node: ast.AST) -> bool:
    """Whether it sends ways on out of the next loop, and no more."""
    match node:
        case ast.If(test=FlagTest(), body=[ast.Break()], orelse=[]):
            return True
    return False
