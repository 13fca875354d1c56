"""Removes flags that say how a loop was left: their `if` moves to the `break` and to the loop's `else`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import libcst as cst

from retromaze.refactoring.objects import stored_value
from retromaze.refactoring.source import (
    Change,
    Replacements,
    Source,
    Variable,
    comments_as_lines,
    nodes_in,
    parsed_source,
    removal,
)

LOOPS = cst.For, cst.While


@dataclass(frozen=True)
class Flag:
    """A variable that is false before a loop, set to true at each `break`, and tested after the loop.

    `initial_store` sets it to false, `true_stores` set it to true, `breaks` follow them. `test` is the `if`
    that reads it; `if_set` and `if_not_set` are its blocks for true and for false.
    """

    initial_store: cst.SimpleStatementLine
    loop: cst.For | cst.While
    true_stores: Sequence[cst.SimpleStatementLine]
    breaks: Sequence[cst.SimpleStatementLine]
    test: cst.If
    if_set: cst.IndentedBlock | None
    if_not_set: cst.BaseSuite | None


def loop_elses(text: str) -> Iterator[Change]:
    """Yields a change for each flag that says whether a loop was left by `break`."""
    source = parsed_source(text)
    for variable in source.variables():
        flag = flag_of(source, variable)
        if flag:
            yield Change(f"{variable.name} goes", without_flag(source, flag))


# ---- which flags


def flag_of(source: Source, variable: Variable) -> Flag | None:
    """Returns the flag that a variable is; None if it is used in any other way.

    It is one if it is set to False before a loop, to True right before each `break` of the loop, and read
    only by an `if` right after the loop.
    """
    stores = {use: stored for use in variable.uses if (stored := stored_value(source, use))}
    reads = [use for use in variable.uses if use not in stores]
    if variable.is_attribute or len(reads) != 1:
        return None
    found = test_after_loop(source, reads[0])
    if found is None:
        return None
    before, loop, test, if_set, if_not_set = found
    inside = set(nodes_in(loop.body))
    initial_stores = [
        line for use, (line, value) in stores.items() if use not in inside and literal_truth(value) is False
    ]
    if len(initial_stores) != 1 or initial_stores[0] not in before:
        return None
    true_stores = [line for use, (line, value) in stores.items() if use in inside and literal_truth(value)]
    breaks = breaks_after(source, loop, true_stores)
    are_assignments = all(isinstance(source.parent(use), cst.AssignTarget) for use in stores)
    if not breaks or len(true_stores) + 1 != len(stores) or not are_assignments:
        return None
    match if_set:
        case None:
            pass
        # it moves before the only `break`; a jump of an outer loop would mean the inner one there
        case cst.IndentedBlock() if len(true_stores) == 1 and not leaves_outer_loop(source, if_set, test):
            pass
        case _:
            return None
    return Flag(initial_stores[0], loop, true_stores, breaks, test, if_set, if_not_set)


class LoopTest(NamedTuple):
    """A loop without an `else`, the statements `before` it, and the `if` right after it that reads a flag.

    `if_set` and `if_not_set` are the blocks of the `if` for true and for false.
    """

    before: Sequence[cst.CSTNode]
    loop: cst.For | cst.While
    test: cst.If
    if_set: cst.BaseSuite | None
    if_not_set: cst.BaseSuite | None


def test_after_loop(source: Source, read: cst.CSTNode) -> LoopTest | None:
    """Returns the `if` that reads a flag at `read` and the loop before it; None if it is read elsewhere."""
    test = source.enclosing(read, cst.If, cst.SimpleStatementLine)
    block = source.parent(test)
    if not isinstance(test, cst.If) or not isinstance(block, cst.IndentedBlock | cst.Module):
        return None
    at = block.body.index(test)
    loop = block.body[at - 1] if at else None
    # the value of the flag for which the `if` runs its first block
    tested_value = tested_truth(test.test, read)
    if not isinstance(loop, LOOPS) or loop.orelse or tested_value is None or isinstance(test.orelse, cst.If):
        return None
    blocks = [test.body, test.orelse.body if test.orelse else None]
    if_set, if_not_set = blocks if tested_value else blocks[::-1]
    return LoopTest(block.body[: at - 1], loop, test, if_set, if_not_set)


def literal_truth(value: cst.BaseExpression) -> bool | None:
    """Returns the truth value of True, False, 1 or 0; None for any other expression."""
    match value:
        case cst.Name("True") | cst.Integer("1"):
            return True
        case cst.Name("False") | cst.Integer("0"):
            return False
    return None


def tested_truth(test: cst.BaseExpression, use: cst.CSTNode) -> bool | None:
    """Returns True for a condition `flag`, False for `not flag` and the like; None for any other.

    `use` is the flag's node in the condition.
    """
    match test:
        case cst.Name():
            return test is use or None
        case cst.UnaryOperation(operator=cst.Not(), expression=expression):
            return False if expression is use else None
        case cst.Comparison(left=left, comparisons=[cst.ComparisonTarget(cst.Equal(), value)]) if left is use:
            return literal_truth(value)
    return None


def breaks_after(
    source: Source, loop: cst.For | cst.While, lines: Sequence[cst.SimpleStatementLine]
) -> list[cst.SimpleStatementLine]:
    """Returns the `break` after each of these lines; [] if one has none, or the loop has another `break`."""
    breaks = [each for line in lines if (each := break_after(source, line))]
    all_breaks = {
        source.parent(each)
        for each in nodes_in(loop.body)
        if isinstance(each, cst.Break) and source.enclosing(each, *LOOPS) is loop
    }
    return breaks if len(breaks) == len(lines) and all_breaks == set(breaks) else []


def break_after(source: Source, line: cst.SimpleStatementLine) -> cst.SimpleStatementLine | None:
    """Returns the statement after another one, if that is a `break`."""
    match source.next_statement(line):
        case cst.SimpleStatementLine(body=[cst.Break()]) as after:
            return after
    return None


def leaves_outer_loop(source: Source, block: cst.BaseSuite, test: cst.If) -> bool:
    """Whether a block of the `if` in `test` has a `break` or `continue` of the loop around that `if`."""
    around = next((each for each in source.ancestors(test) if isinstance(each, LOOPS)), source.module)
    return any(
        isinstance(each, cst.Break | cst.Continue) and source.enclosing(each, *LOOPS) is around
        for each in nodes_in(block)
    )


# ---- the change


def without_flag(source: Source, flag: Flag) -> str:
    """Returns the module's text without a flag.

    The statements of `if_set` go before the `break`, `if_not_set` becomes the loop's `else`.
    """
    replacements: Replacements = {
        flag.initial_store: removal,
        flag.test: removal,
        flag.loop: partial(with_else, flag=flag),
    }
    body = flag.if_set.body if flag.if_set else ()
    for store, break_line in zip(flag.true_stores, flag.breaks, strict=True):
        replacements[store] = removal
        comments = comments_as_lines(store)
        replacements[break_line] = partial(with_statements_before, body=body, comments=comments)
    return source.with_replacements(replacements)


def with_else(loop: cst.For | cst.While, flag: Flag) -> cst.For | cst.While:
    """Returns the loop with the block `if_not_set` as its `else`; an endless loop needs no `else`."""
    is_endless = isinstance(loop, cst.While) and literal_truth(loop.test)
    above = [each for each in flag.test.leading_lines if each.comment]
    # the comments of the dropped store, and the lines above it, go above the loop
    comments = comments_as_lines(flag.initial_store.with_changes(leading_lines=()))
    lines = [*flag.initial_store.leading_lines, *comments, *loop.leading_lines]
    loop = loop.with_changes(leading_lines=lines)
    if not flag.if_not_set or is_endless:
        return loop
    return loop.with_changes(orelse=cst.Else(body=flag.if_not_set, leading_lines=above))


def with_statements_before(
    break_line: cst.SimpleStatementLine, body: Sequence[cst.BaseStatement], comments: Sequence[cst.EmptyLine]
) -> cst.FlattenSentinel[cst.BaseStatement]:
    """Returns a `break` with the statements of `body` before it, and the comments above them."""
    first, *rest = [*body, break_line]
    lines = [*comments, *getattr(first, "leading_lines", ())]
    return cst.FlattenSentinel([first.with_changes(leading_lines=lines), *rest])
