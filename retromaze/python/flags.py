"""The flag variable of a port's function, which holds the target of a jump out of nested loops.

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

from retromaze.python.fragments import LOAD, STORE
from retromaze.python.layout import NONE, Margin, margin_of, set_margin
from retromaze.python.loop_exits import JumpTarget
from retromaze.python.statement_walks import (
    Body,
    map_blocks,
    statements_and_cases,
)
from retromaze.python.tidying import without_unreachable


class CopiedByFields(ast.AST):
    """Lets `deepcopy` copy AST nodes whose `__init__` needs arguments; it calls others without any."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).__new__, (type(self),), vars(self)


class FlagSet(CopiedByFields, ast.stmt):
    """Sets the flag to the target of a jump out of several loops; becomes an assignment."""

    def __init__(self, target: JumpTarget) -> None:
        super().__init__()
        self.target = target


class FlagClear(CopiedByFields, ast.stmt):
    """Clears the flag before statements that may set it to one of these jump targets.

    `again`: what the flag still holds can only be a target that has been reached. A flag with words need not
    be cleared then: its word says which target it was. A bool must be cleared.
    """

    def __init__(self, targets: Collection[JumpTarget], *, again: bool = False) -> None:
        super().__init__()
        self.targets = targets
        self.again = again


class FlagTest(CopiedByFields, ast.expr):
    """The test whether the flag holds one of these jump targets; becomes an expression.

    `others` are further targets that the flag may hold at that place; without any, a truth test is enough.
    """

    def __init__(self, targets: Collection[JumpTarget], others: Collection[JumpTarget] = ()) -> None:
        super().__init__()
        self.targets = targets
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
    clear the flag for jump targets that no test asks for are dropped.
    """
    body = without_unreachable(body)
    if not has_flag(body):
        return body
    tests = [
        flag_test
        for node in statements_and_cases(body)
        if isinstance(node, ast.If) and (flag_test := flag_test_in(node.test))
    ]
    tested = {target for node in tests for target in node.targets}
    # words are needed if two targets are open at once and a test must tell them apart; else a bool is enough
    is_word = any(other in tested for target in tested for other in target.open_targets) and any(
        not tested.isdisjoint(node.others) for node in tests
    )
    body = map_blocks(body, lambda block: [*with_used_flags(block, tested, is_word=is_word)])
    if not tests:
        return body
    flag = Flag(name_of("goes_on" if is_word else "jumped"), flag_words(tested), is_word=is_word)
    return map_blocks(body, lambda block: [flag.python_statement(node) for node in block])


def flag_test_in(test: ast.expr) -> FlagTest | None:
    """Returns the `FlagTest` in a test or in its `not`; None for other tests."""
    inner = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    return inner if isinstance(inner, FlagTest) else None


def with_used_flags(block: Body, tested: AbstractSet[JumpTarget], *, is_word: bool) -> Iterator[ast.stmt]:
    """Yields a block that sets and clears the flag only for the jump targets `tested`, which a test asks for.

    `is_word`: whether the flag holds words, not True and False. The label in the margin (the comment at
    the line's end) of a dropped node goes to the `break` after it.
    """
    note = ""
    for node in block:
        match node:
            case FlagSet(target=target) if target not in tested:
                note = margin_of(node).note
                continue
            case FlagClear(targets=targets) if (is_word and node.again) or tested.isdisjoint(targets):
                note = margin_of(node).note
                continue
        if note and isinstance(node, ast.Break | ast.Continue):
            set_margin(node, margin_of(node)._replace(note=note))
        yield node
        note = ""


def flag_words(targets: AbstractSet[JumpTarget]) -> dict[JumpTarget, str]:
    """Returns the word that the flag variable holds for each jump target.

    It is the target's word in lower case, with a number if several have the same word: "next", "next 2".
    """
    by_word: dict[str, JumpTarget] = {}
    for target in sorted(targets, key=lambda target: target.number):
        word, number = target.word.lower(), 2
        while word in by_word:
            word, number = f"{target.word.lower()} {number}", number + 1
        by_word[word] = target
    return {target: word for word, target in by_word.items()}


@dataclass
class Flag:
    """The variable that holds where a jump out of several loops leads; writes its statements and tests.

    `is_word`: whether it holds words ("" for no jump), not True and False. `words`: the word for each target
    that a test asks for.
    """

    name: str
    words: dict[JumpTarget, str]
    is_word: bool

    def python_statement(self, node: ast.stmt) -> ast.stmt:
        """Returns Python's statement for a `FlagSet` or `FlagClear`; writes out the flag test of an IF."""
        match node:
            case FlagSet(target=target) if self.is_word:
                # no comment with the label (`NONE`): the assigned word says the same
                return self.assignment(self.words[target], NONE)
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
        values: list[ast.expr] = [ast.Constant(self.words[target]) for target in node.targets]
        if len(values) == 1:
            return ast.Compare(flag, [ast.NotEq() if is_not else ast.Eq()], values)
        return ast.Compare(flag, [ast.NotIn() if is_not else ast.In()], [ast.Tuple(values, LOAD)])
