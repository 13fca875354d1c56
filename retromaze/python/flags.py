"""The flag variable of a port's function, which holds where a jump out of nested loops leads.

It is `jumped`, a bool, if only one such jump is open at a time; else it is `goes_on`, with the label or "".
Which of both is known only when the whole function is written. Until then `FlagSet`, `FlagTest` and
`FlagClear` stand for the statements and tests with the flag.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from retromaze.python.blocks import (
    Body,
    map_blocks,
    statements_and_cases,
)
from retromaze.python.fragments import LOAD, STORE
from retromaze.python.layout import NONE, Margin, margin_of, set_margin
from retromaze.python.loop_exits import Way
from retromaze.python.tidying import without_unreachable


class CopiedByFields(ast.AST):
    """Lets `deepcopy` copy AST nodes whose `__init__` needs arguments; it calls others without any."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).__new__, (type(self),), vars(self)


class FlagSet(CopiedByFields, ast.stmt):
    """Sets the flag to the way (destination) of a jump out of several loops; becomes an assignment."""

    def __init__(self, way: Way) -> None:
        super().__init__()
        self.way = way


class FlagClear(CopiedByFields, ast.stmt):
    """Clears the flag before statements that may set it to one of `ways` (destinations of jumps).

    `again`: what the flag still holds can only be a way whose destination has been reached. A flag with words
    need not be cleared then: its word says which way it was. A bool must be cleared.
    """

    def __init__(self, ways: Collection[Way], *, again: bool = False) -> None:
        super().__init__()
        self.ways = ways
        self.again = again


class FlagTest(CopiedByFields, ast.expr):
    """The test whether the flag holds one of `ways` (destinations of jumps); becomes an expression.

    `others` are further ways that the flag may hold at that place; without any, a truth test is enough.
    """

    def __init__(self, ways: Collection[Way], others: Collection[Way] = ()) -> None:
        super().__init__()
        self.ways = ways
        self.others = others


def has_flag(body: Body) -> bool:
    """Whether statements set, clear or test the flag."""
    return any(
        isinstance(each, FlagSet | FlagClear) or (isinstance(each, ast.If) and flag_test_in(each.test))
        for each in statements_and_cases(body)
    )


def with_flag(body: Body, name_of: Callable[[str], str]) -> Body:
    """Returns a body with the flag, which says where a jump out of loops leads, as a Python variable.

    It is a bool or a word; `name_of` returns a free name that is like the given one. Statements that set or
    clear the flag for ways that no test asks for are dropped.
    """
    body = without_unreachable(body)
    if not has_flag(body):
        return body
    tests = [
        flag_test
        for node in statements_and_cases(body)
        if isinstance(node, ast.If) and (flag_test := flag_test_in(node.test))
    ]
    wanted = {way for node in tests for way in node.ways}
    # words are needed if two ways are open at once and a test must tell them apart; else a bool is enough
    is_word = any(other in wanted for way in wanted for other in way.open_ways) and any(
        not wanted.isdisjoint(node.others) for node in tests
    )
    body = map_blocks(body, lambda block: [*without_unused_flag_nodes(block, wanted, is_word=is_word)])
    if not tests:
        return body
    flag = Flag(name_of("goes_on" if is_word else "jumped"), flag_words(wanted), is_word=is_word)
    return map_blocks(body, lambda block: [flag.python_statement(node) for node in block])


def flag_test_in(test: ast.expr) -> FlagTest | None:
    """Returns the `FlagTest` in a test or in its `not`; None for other tests."""
    inner = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    return inner if isinstance(inner, FlagTest) else None


def without_unused_flag_nodes(block: Body, wanted: AbstractSet[Way], *, is_word: bool) -> Iterator[ast.stmt]:
    """Yields a block that sets and clears the flag only for ways that a test asks for.

    `wanted` are the ways that a test asks for; `is_word`: whether the flag holds words, not True and False.
    The label in the margin (the comment at the line's end) of a dropped node goes to the `break` after it.
    """
    note = ""
    for node in block:
        match node:
            case FlagSet(way=way) if way not in wanted:
                note = margin_of(node).note
                continue
            case FlagClear(ways=ways) if (is_word and node.again) or wanted.isdisjoint(ways):
                note = margin_of(node).note
                continue
        if note and isinstance(node, ast.Break | ast.Continue):
            set_margin(node, margin_of(node)._replace(note=note))
        yield node
        note = ""


def flag_words(ways: AbstractSet[Way]) -> dict[Way, str]:
    """Returns the word that the flag variable holds for each way (destination of a jump out of loops).

    It is the way's word in lower case, with a number if several ways have the same word: "next", "next 2".
    """
    by_word: dict[str, Way] = {}
    for way in sorted(ways, key=lambda way: way.number):
        word, number = way.word.lower(), 2
        while word in by_word:
            word, number = f"{way.word.lower()} {number}", number + 1
        by_word[word] = way
    return {way: word for word, way in by_word.items()}


@dataclass
class Flag:
    """The variable that holds where a jump out of several loops leads; writes its statements and tests.

    `is_word`: whether it holds words ("" for no jump), not True and False. `words`: the word for each way
    that a test asks for.
    """

    name: str
    words: dict[Way, str]
    is_word: bool

    def python_statement(self, node: ast.stmt) -> ast.stmt:
        """Returns Python's statement for a `FlagSet` or `FlagClear`; writes out the flag test of an IF."""
        match node:
            case FlagSet(way=way) if self.is_word:
                # no comment with the label (`NONE`): the assigned word says the same
                return self.assignment(self.words[way], NONE)
            case FlagSet():
                return self.assignment(True, margin_of(node))
            case FlagClear():
                return self.assignment("" if self.is_word else False, margin_of(node))
            case ast.If(test=test) if flag_test := flag_test_in(test):
                node.test = self.test_expression(flag_test, is_not=flag_test is not test)
        return node

    def assignment(self, value: str | bool, margin: Margin) -> ast.stmt:
        """Returns `jumped = True`, or another value of the flag."""
        result = ast.Assign([ast.Name(self.name, STORE)], ast.Constant(value))
        set_margin(result, margin)
        return result

    def test_expression(self, node: FlagTest, *, is_not: bool) -> ast.expr:
        """Returns a test of the flag: `jumped`, or `goes_on == "next"` if words must be told apart."""
        flag = ast.Name(self.name, LOAD)
        # the flag can hold no word here except those asked for, so its truth is enough
        if not self.is_word or self.words.keys().isdisjoint(node.others):
            return ast.UnaryOp(ast.Not(), flag) if is_not else flag
        values: list[ast.expr] = [ast.Constant(self.words[way]) for way in node.ways]
        if len(values) == 1:
            return ast.Compare(flag, [ast.NotEq() if is_not else ast.Eq()], values)
        return ast.Compare(flag, [ast.NotIn() if is_not else ast.In()], [ast.Tuple(values, LOAD)])
