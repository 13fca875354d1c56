"""The constants that a listing sets at its top, also behind statements that have nothing to do with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from retromaze.language import nodes
from retromaze.language.effects import effects
from retromaze.language.nodes import Statement
from retromaze.language.program import Program
from retromaze.language.walk import calls, every

INDEPENDENT = nodes.Instruction | nodes.Print | nodes.Declare | nodes.Option | nodes.Data | nodes.Empty


class Setting(NamedTuple):
    """A variable set to a constant; `first` while nothing but others of them stands before it."""

    step: nodes.Assign
    first: bool


def settings_at_top(program: Program) -> Iterator[Setting]:
    """The constants at a listing's top, whether its labels are jumped to or not."""
    yield from settings_among(
        [step for step in program.main.body.statements if not isinstance(step, nodes.Label)],
        program.definitions,
    )


def settings_among(row: Iterable[Any], definitions: Collection[str]) -> Iterator[Setting]:
    """The constants with which steps begin; `definitions` are the DEFs, which may do anything."""
    first = True
    for step in row:
        match step:
            case nodes.Assign(target=nodes.Name(), value=nodes.Number() | nodes.String()):
                yield Setting(step, first)
            case _ if is_independent(step, definitions):
                first = False
            case _:
                break


def is_independent(step: Any, definitions: Collection[str]) -> bool:
    """Whether a statement names no variable and calls no DEF: it may as well come later."""
    if not isinstance(step, INDEPENDENT) or not effects(step).goes_on:
        return False
    named = any(isinstance(each, nodes.Name | nodes.VariableNamed) for each in every(step))
    return not named and not any(call.name in definitions for call in calls(step))


def declared_apart(statements: Sequence[Statement]) -> list[Statement]:
    """The statements with `VAR A:A=1` for each `VAR A=1` before anything that jumps or is jumped to."""
    opening = list(takewhile(lambda each: effects(each).is_plain, statements))
    found: list[Statement] = []
    for each in opening:
        found += apart(each) if isinstance(each, nodes.Declare) else [each]
    return [*found, *statements[len(opening) :]]


def apart(step: nodes.Declare) -> Iterator[Statement]:
    """A declaration and its assignments, in their order."""
    for each in step.declarations:
        match each:
            case nodes.Declaration(sizes=None, value=nodes.Number() | nodes.String() as value):
                plain = nodes.Declaration(each.line, each.column, each.name, None, None)
                yield nodes.Declare(each.line, each.column, (plain,))
                yield nodes.Assign(
                    each.line, each.column, nodes.Name(each.line, each.column, each.name), value
                )
            case _:
                yield nodes.Declare(each.line, each.column, (each,))
