"""Turns numbers that only name states into members of an Enum: `state == 2` into `state == State.OVER`."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from functools import partial

import libcst as cst

from retromaze.python.record_names import unused_name
from retromaze.refactoring.objects import stored_value
from retromaze.refactoring.source import (
    PythonVariable,
    Replacements,
    Restructured,
    Source,
    comment_words,
    parsed_expression,
    parsed_source,
    with_definition,
    with_import,
)

FEWEST = 3
"""The fewest states that become a class; two are true and false."""
MOST = 99
"""The largest number that may stand for a state."""
UNNAMED = "State"
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+){0,2}")
"""A comment that only names a state: one to three words."""


def numbered_states(text: str) -> Iterator[Restructured]:
    """Yields a change for each variable that is only set to and compared with a few numbers that have names.

    A number is named by a comment at its assignment or comparison, or by the only method that is called after
    the comparison. At least half of the numbers must have a name.
    """
    source = parsed_source(text)
    for variable in source.variables():
        numbers = compared_numbers(source, variable)
        values = sorted({each.evaluated_value for each in numbers})
        if len(values) < FEWEST or values[0] < 0 or values[-1] > MOST:
            continue
        names = state_names(source, numbers)
        if 2 * len(names) >= len(values):
            yield change_to_enum(source, variable, numbers, names)


# ---- which variables


def compared_numbers(source: Source, variable: PythonVariable) -> list[cst.Integer]:
    """Returns the nodes of all numbers that a variable is set to or compared with.

    Empty if the variable is used in any other way or compared only once: then it is no state.
    """
    all_numbers: list[cst.Integer] = []
    comparisons = 0
    for use in variable.uses:
        stored = stored_value(source, use)
        if chained := chained_assignment(source, use):
            _, number = chained
            numbers = [number]
        elif stored:
            numbers = assigned_numbers(stored.value)
        else:
            numbers = compared_with(source, use)
            comparisons += 1
        if not numbers:
            return []
        all_numbers += numbers
    return all_numbers if comparisons > 1 else []


def chained_assignment(source: Source, use: cst.CSTNode) -> tuple[cst.Assign, cst.Integer] | None:
    """Returns the statement `a = use = 2`, alone on its line, and the number; None for others."""
    assignment = source.parent(source.parent(use))
    match source.parent(use), assignment, source.parent(assignment):
        case (
            cst.AssignTarget(),
            cst.Assign(targets=[_, _, *_] as targets, value=cst.Integer() as number),
            cst.SimpleStatementLine(body=[_]),
        ) if all(isinstance(each.target, cst.Name | cst.Attribute) for each in targets):
            return assignment, number
    return None


def assigned_numbers(value: cst.BaseExpression) -> list[cst.Integer]:
    """Returns the numbers of `2` or of `2 if x else 3`; none for any other expression."""
    match value:
        case cst.Integer():
            return [value]
        case cst.IfExp(body=body, orelse=other):
            one, two = assigned_numbers(body), assigned_numbers(other)
            return one + two if one and two else []
    return []


def compared_with(source: Source, use: cst.CSTNode) -> list[cst.Integer]:
    """Returns the numbers in `use == 2`, `2 != use`, `use in (2, 3)` or `match use:`; none for other uses."""
    match source.parent(use):
        case cst.Comparison(
            left=left, comparisons=[cst.ComparisonTarget(operator=sign, comparator=right)]
        ) if left is use:
            match sign, right:
                case ((cst.Equal() | cst.NotEqual()), cst.Integer()):
                    return [right]
                case ((cst.In() | cst.NotIn()), (cst.Tuple() | cst.List() | cst.Set())):
                    values = [each.value for each in right.elements]
                    numbers = [each for each in values if isinstance(each, cst.Integer)]
                    return numbers if len(numbers) == len(values) else []
        case cst.ComparisonTarget(operator=cst.Equal() | cst.NotEqual()) as target:
            whole = source.parent(target)
            if isinstance(whole, cst.Comparison) and len(whole.comparisons) == 1:
                return [whole.left] if isinstance(whole.left, cst.Integer) else []
        case cst.Match(cases=cases):
            return case_numbers(cases)
    return []


def case_numbers(cases: Sequence[cst.MatchCase]) -> list[cst.Integer]:
    """Returns the numbers of the cases of a `match`; none if one has a pattern other than numbers or `_`."""
    numbers: list[cst.Integer] = []
    for case in cases:
        pattern = case.pattern
        for each in (
            [part.pattern for part in pattern.patterns] if isinstance(pattern, cst.MatchOr) else [pattern]
        ):
            match each:
                case cst.MatchValue(value=cst.Integer() as number):
                    numbers.append(number)
                case cst.MatchAs(pattern=None, name=None):
                    pass
                case _:
                    return []
    return numbers


# ---- names


def state_names(source: Source, numbers: list[cst.Integer]) -> dict[int, str]:
    """Returns the names of the states, by number; a comment is preferred to the name of a called method.

    A number has no name if there is no fitting text, or if the name belongs to another number.
    """
    names: dict[int, str] = {}
    for find_hint in (comment_at, method_called_at):
        for number in numbers:
            hint = find_hint(source, number)
            name = re.sub("[ -]", "_", hint).upper()
            if NAME.fullmatch(hint) and not keyword.iskeyword(name) and name not in names.values():
                names.setdefault(number.evaluated_value, name)
    return names


def comment_at(source: Source, number: cst.Integer) -> str:
    """Returns the comment that may name a number, "" if there is none.

    That is the comment after `state = 2`, after `if state == 2:` or at the start of the block below it.
    """
    statement = source.enclosing(number, cst.SimpleStatementLine, cst.If, cst.MatchCase)
    if isinstance(statement, cst.SimpleStatementLine):
        comment = statement.trailing_whitespace.comment
    else:
        block = block_for_number(source, number)
        if block is None:
            return ""
        lines = getattr(block.body[0], "leading_lines", ())
        above = lines[0].comment if lines else None
        comment = block.header.comment or above
        # the comment after the heading may have only the listing's line or label
        if comment and not comment_words(comment) and above:
            comment = above
    return comment_words(comment).strip() if comment else ""


def method_called_at(source: Source, number: cst.Integer) -> str:
    """Returns the method that is all that a block calls, as in `if state == 2: self.game_over()`; else ""."""
    block = block_for_number(source, number)
    match block.body if block else ():
        case [
            cst.SimpleStatementLine(body=[cst.Expr(value=cst.Call(func=cst.Attribute(attr=cst.Name(name))))])
        ]:
            return name
    return ""


def block_for_number(source: Source, number: cst.Integer) -> cst.IndentedBlock | None:
    """Returns the statements for a variable that equals a number: the block of `if x == 2:` or `case 2:`."""
    statement = source.enclosing(number, cst.SimpleStatementLine, cst.If, cst.MatchCase)
    block: cst.CSTNode | None = None
    match statement:
        case cst.If(test=cst.Comparison(comparisons=[cst.ComparisonTarget(operator=cst.Equal())]) as test):
            block = statement.body if number in (test.left, test.comparisons[0].comparator) else None
        case cst.MatchCase(pattern=cst.MatchValue(), body=block):
            pass
    return block if isinstance(block, cst.IndentedBlock) else None


# ---- the change


def change_to_enum(
    source: Source, variable: PythonVariable, numbers: list[cst.Integer], names: dict[int, str]
) -> Restructured:
    """Returns the change that replaces the numbers by members of an Enum."""
    # a name of one or two letters is no word
    word = "".join(map(str.capitalize, variable.name.split("_"))) if len(variable.name) > 2 else UNNAMED
    class_name = unused_name(source.used_names(), word)
    values = sorted({each.evaluated_value for each in numbers})
    members = {value: names.get(value, f"STATE_{value}") for value in values}
    replacements: Replacements = {
        each: partial(parsed_expression, text=f"{class_name}.{members[each.evaluated_value]}")
        for each in numbers
    }
    for use in variable.uses:
        parent = source.parent(use)
        if isinstance(parent, cst.AnnAssign) and parent.target is use:
            replacements[parent.annotation.annotation] = partial(parsed_expression, text=class_name)
        # `a = state = 2` is split: other variables keep the number
        if chained := chained_assignment(source, use):
            chain, number = chained
            others = [each for each in chain.targets if each.target not in variable.uses]
            own = next(each for each in chain.targets if each.target is use)
            value = parsed_expression(number, f"{class_name}.{members[number.evaluated_value]}")
            parts = [chain.with_changes(targets=[own], value=value)]
            parts += [chain.with_changes(targets=others)] if others else []
            replacements[source.parent(chain)] = partial(split_line, parts=parts)
    lines = "".join(f"    {name} = {value}\n" for value, name in members.items())
    module = cst.parse_module(source.with_replacements(replacements))
    module = with_import(module, "enum", "Enum")
    module = with_definition(module, f"class {class_name}(Enum):\n{lines}")
    return Restructured(f"{variable.name} becomes a {class_name}: {', '.join(names.values())}", module.code)


def split_line(
    line: cst.SimpleStatementLine, parts: Sequence[cst.BaseSmallStatement]
) -> cst.FlattenSentinel[cst.SimpleStatementLine]:
    """Returns a line for each of the statements `parts`, to replace `line`; the first has its comments."""
    first, *others = parts
    return cst.FlattenSentinel(
        [line.with_changes(body=[first]), *(cst.SimpleStatementLine([each]) for each in others)]
    )
