"""A `match` or a chain of `if` that sets variables by one value becomes a table: `dx, dy = STEPS[way]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import libcst as cst

from retromaze.python.records import unused_name
from retromaze.refactoring.objects import constant_type
from retromaze.refactoring.source import (
    MARGIN,
    Change,
    Replacements,
    Source,
    comment_words,
    nodes_in,
    parsed_source,
    removal,
    with_definition,
)

FEWEST = 3
"""The fewest branches that become a table."""
LONGEST_NAME = 30
CHOICE = re.compile(r"([\w.]+)\[(?:self\.)?machine\.rng\.below\(len\(\1\)\)\]")
"""One of a list's items, taken at random."""
PURE = cst.Name, cst.Attribute, cst.Subscript, cst.Integer
"""The expressions that keys and targets may consist of."""


@dataclass(frozen=True)
class Branch:
    """A branch `if key == value:` or a `case` that only sets targets to constants: `settings` by target.

    Comments are `above` or `inside`; `label` is a `case`'s comment with the listing's label, "" without one.
    """

    key: str
    value: str
    settings: dict[str, str]
    above: list[str]
    inside: list[str]
    label: str = ""


@dataclass(frozen=True)
class Chain:
    """Branches with the same key and targets, which a table of constants by key can replace.

    `statements` are replaced; `else_settings` and `else_comments` are those of the `else`, empty without one.
    `key_has_effects`: whether evaluating the key has side effects, so that it may be written only once.
    """

    statements: Sequence[cst.If | cst.Match]
    branches: Sequence[Branch]
    else_settings: dict[str, str]
    else_comments: Sequence[str] = ()
    key_has_effects: bool = False


def lookup_tables(text: str) -> Iterator[Change]:
    """Yields a change for each chain of FEWEST branches or more: `elif`, several `if`, or a `match`."""
    source = parsed_source(text)
    for node in source.nodes:
        if isinstance(node, cst.IndentedBlock | cst.Module):
            for chain in chains(source, node.body):
                yield with_table(source, chain)


# ---- which chains


def chains(source: Source, body: Sequence[cst.CSTNode]) -> Iterator[Chain]:
    """Yields the chains among the statements of a block."""
    at = 0
    while at < len(body):
        statement = body[at]
        at += 1
        match statement:
            case cst.Match():
                chain = chain_of_cases(source, statement)
            case cst.If(orelse=None):
                chain = chain_of_ifs(source, body[at - 1 :])
                at += max(len(chain.statements), 1) - 1  # the other statements of the chain are done
            case cst.If():
                chain = chain_of_elifs(source, statement)
            case _:
                continue
        if len(chain.branches) >= FEWEST:
            yield chain


def chain_of_elifs(source: Source, statement: cst.If) -> Chain:
    """Returns the chain of an `if` with its `elif` and `else`; NO_CHAIN if they do not fit together."""
    branches: list[Branch] = []
    else_settings: dict[str, str] = {}
    comments: list[str] = []
    part: cst.If | cst.Else | None = statement
    while isinstance(part, cst.If):
        branch = branch_of(source, part)
        if branch is None or not extends_chain(branches, branch):
            return NO_CHAIN
        branches.append(branch)
        part = part.orelse
    if part:
        else_settings = settings_of(source, part.body) or {}
        if else_settings.keys() != branches[0].settings.keys():
            return NO_CHAIN
        comments = all_comments(source, part)
    return Chain([statement], branches, else_settings, comments)


def chain_of_ifs(source: Source, body: Sequence[cst.CSTNode]) -> Chain:
    """Returns the chain of separate `if` statements at the start of `body`.

    It ends before a branch that sets a variable of its own condition, as the next test would see that.
    """
    statements: list[cst.If] = []
    branches: list[Branch] = []
    for statement in body:
        if not isinstance(statement, cst.If) or statement.orelse:
            break
        branch = branch_of(source, statement)
        if branch is None or not extends_chain(branches, branch):
            break
        compared = {source.code(each) for each in nodes_in(statement.test)}
        if compared.intersection(branch.settings):
            break
        statements.append(statement)
        branches.append(branch)
    return Chain(statements, branches, {})


NO_CHAIN = Chain([], [], {})
"""The chain of statements that no table can replace."""


def chain_of_cases(source: Source, statement: cst.Match) -> Chain:
    """Returns the chain of a `match` of constants; NO_CHAIN if the cases do not fit together."""
    branches: list[Branch] = []
    else_settings: dict[str, str] = {}
    comments: list[str] = []
    key = source.code(statement.subject)
    for case in statement.cases:
        settings = settings_of(source, case.body)
        match case.pattern, case.guard:
            case cst.MatchAs(pattern=None, name=None), None if settings and case is statement.cases[-1]:
                else_settings, comments = settings, all_comments(source, case)
            case cst.MatchValue(value=value), None if settings and constant_type(value) in {"int", "str"}:
                header = case.body.header.comment if isinstance(case.body, cst.IndentedBlock) else None
                # in a port, the comment at a case begins with the listing's label
                label = margin_of(header) if header and header.value.startswith("# @") else ""
                branch = Branch(key, source.code(value), settings, *comments_of(source, case), label)
                if not extends_chain(branches, branch):
                    return NO_CHAIN
                branches.append(branch)
            case _:
                return NO_CHAIN
    if not branches or (else_settings and else_settings.keys() != branches[0].settings.keys()):
        return NO_CHAIN
    return Chain([statement], branches, else_settings, comments, not is_pure_target(statement.subject))


def extends_chain(branches: Sequence[Branch], branch: Branch) -> bool:
    """Whether a branch can be the next of a chain: with the same key and targets, and a new value."""
    return all(
        each.key == branch.key
        and each.settings.keys() == branch.settings.keys()
        and each.value != branch.value
        for each in branches
    )


def branch_of(source: Source, statement: cst.If) -> Branch | None:
    """Returns the branch of `if key == 2:`, without its `else`; None for other conditions or statements."""
    match statement.test:
        case cst.Comparison(left=key, comparisons=[cst.ComparisonTarget(cst.Equal(), value)]):
            settings = settings_of(source, statement.body)
            if is_pure_target(key) and settings and constant_type(value) in {"int", "str"}:
                return Branch(source.code(key), source.code(value), settings, *comments_of(source, statement))
    return None


def all_comments(source: Source, branch: cst.Else | cst.MatchCase) -> list[str]:
    """Returns the words of the comments above an `else` and inside it."""
    above, inside = comments_of(source, branch)
    return [each for each in (*above, *inside) if each]


def comments_of(source: Source, branch: cst.If | cst.Else | cst.MatchCase) -> tuple[list[str], list[str]]:
    """Returns the words of the comments above a branch, and of those inside it."""
    above = [comment_words(each.comment) for each in branch.leading_lines if each.comment]
    return above, [each for each in source.comments(branch.body) if each]


def margin_of(comment: cst.Comment) -> str:
    """Returns `# 12` or `# @L`, by which a comment in a port begins with the listing's line; else ""."""
    match = MARGIN.match(comment.value)
    return match[0].rstrip() if match and match[1] else ""


def settings_of(source: Source, body: cst.BaseSuite) -> dict[str, str] | None:
    """Returns the constants that a block sets, by target: {"dx": "1"}; None if it does anything else."""
    settings: dict[str, str] = {}
    lines = body.body if isinstance(body, cst.IndentedBlock) else [body]
    for line in lines:
        if not isinstance(line, cst.SimpleStatementLine | cst.SimpleStatementSuite):
            return None
        for statement in line.body:
            match statement:
                case cst.Assign(targets=[cst.AssignTarget(target=target)], value=value):
                    pass
                case _:
                    return None
            match target, value:
                case cst.Tuple(elements=targets), cst.Tuple(elements=values) if len(targets) == len(values):
                    pairs = [(one.value, other.value) for one, other in zip(targets, values, strict=True)]
                case _:
                    pairs = [(target, value)]
            for one, other in pairs:
                name = source.code(one)
                if name in settings or not is_pure_target(one) or not is_constant(other):
                    return None
                settings[name] = source.code(other)
    # a target that is the index of another target would be set before the other is evaluated
    return None if any(f"[{one}]" in other for one in settings for other in settings) else settings


def is_pure_target(node: cst.BaseExpression) -> bool:
    """Whether an expression is a variable, an attribute or an item that is evaluated without side effects."""
    parts = [each for each in nodes_in(node) if isinstance(each, cst.BaseExpression)]
    # a number may only be an index
    return not isinstance(node, cst.Integer) and all(isinstance(each, PURE) for each in parts)


def is_constant(value: cst.BaseExpression) -> bool:
    """Whether this is a constant, or the name of one."""
    return bool(constant_type(value)) or (isinstance(value, cst.Name) and value.value.isupper())


# ---- the change


def with_table(source: Source, chain: Chain) -> Change:
    """Returns the change that replaces a chain by a lookup in a table above the first function."""
    first, *others = chain.branches
    statement, *rest = chain.statements
    lines_above = statement.leading_lines
    # comments above the first `if` are of the whole chain, unless each other branch has its own
    if isinstance(statement, cst.If):
        if all(each.above for each in others):
            lines_above = [each for each in lines_above if not each.comment]
        else:
            first = replace(first, above=[])
    of_else = [cst.EmptyLine(comment=cst.Comment(f"# else: {each}")) for each in chain.else_comments]
    lines_above = [*lines_above, *of_else]
    words = f"{', '.join(map(last_name, first.settings))} by {last_name(first.key)}"
    table = table_text([first, *others])
    equal_table = existing_table(source, table)  # it is used again
    name = equal_table or unused_name(source.used_names(), table_name(first))
    targets = ", ".join(first.settings)
    if covers_all_items(source, chain):
        text = f"{targets} = {name}[{first.key}]"
    elif chain.else_settings or chain.key_has_effects:
        # a key without a branch gets the values of the `else`, or leaves the targets as they are
        default = value_or_tuple([chain.else_settings.get(each, each) for each in first.settings])
        text = f"{targets} = {name}.get({first.key}, {default})"
    else:
        text = f"if {first.key} in {name}:\n    {targets} = {name}[{first.key}]"
    replacements: Replacements = {
        statement: partial(lookup_statement, text=text, lines_above=lines_above),
        **dict.fromkeys(rest, removal),
    }
    changed = cst.parse_module(source.with_replacements(replacements))
    if not equal_table:
        changed = with_definition(changed, f"{name} = {table}\n", blank_lines=1)
    return Change(words, changed.code)


def table_text(branches: Sequence[Branch]) -> str:
    """Returns the dictionary of a chain: the values that each branch sets, with its comments."""
    entries = []
    for branch in branches:
        lines = "".join(f"    # {each}\n" for each in [*branch.above, *branch.inside])
        values = value_or_tuple([branch.settings[target] for target in branches[0].settings])
        label = f"  {branch.label}" if branch.label else ""
        entries.append(f"{lines}    {branch.value}: {values},{label}\n")
    return f"{{\n{''.join(entries)}}}"


def covers_all_items(source: Source, chain: Chain) -> bool:
    """Whether the key is a random item of a list, and the chain has a branch for each item.

    Then the table needs no default. The items are those that `append` puts into the list.
    """
    match = CHOICE.fullmatch(chain.branches[0].key)
    items = {
        source.code(each.args[0].value)
        for each in source.nodes
        if match and isinstance(each, cst.Call) and source.code(each.func) == f"{match[1]}.append"
    }
    return bool(items) and items <= {each.value for each in chain.branches}


def value_or_tuple(values: Sequence[str]) -> str:
    """Returns the text of one value, or of a tuple of several."""
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


def last_name(expression: str) -> str:
    """Returns the last name of a target or key: `hp` of `self.enemies[self.i].hp`, `ek` of `self.ek[i]`.

    Returns "key" for an expression without one.
    """
    node = cst.parse_expression(expression)
    while isinstance(node, cst.Subscript):
        node = node.value
    if isinstance(node, cst.Call):
        node = node.func
    name = node.attr if isinstance(node, cst.Attribute) else node
    return name.value.strip("_") if isinstance(name, cst.Name) else "key"


def table_name(branch: Branch) -> str:
    """Returns a name for the table: `DX_DY_BY_WAY` for a branch with the key `way` that sets dx and dy."""
    key = last_name(branch.key).upper()
    name = f"{'_'.join(last_name(each).upper() for each in branch.settings)}_BY_{key}"
    return name if len(name) <= LONGEST_NAME else f"BY_{key}"


def existing_table(source: Source, table: str) -> str:
    """Returns the name of a constant that has this table already, else ""."""
    for statement in source.module.body:
        match statement:
            case cst.SimpleStatementLine(
                body=[
                    cst.Assign(targets=[cst.AssignTarget(target=cst.Name(name))], value=cst.Dict() as value)
                ]
            ) if source.code(value) == table:
                return name
    return ""


def lookup_statement(
    statement: cst.If | cst.Match, text: str, lines_above: Sequence[cst.EmptyLine]
) -> cst.BaseStatement:
    """Returns the lookup `text` as a statement, with the comment of a `match` or the margin of an `if`."""
    lookup = cst.parse_statement(text)
    comment = cst.TrailingWhitespace()
    if isinstance(statement, cst.Match):
        comment = statement.whitespace_after_colon
    elif isinstance(statement.body, cst.IndentedBlock) and statement.body.header.comment:
        # the words are in the table
        margin = margin_of(statement.body.header.comment)
        comment = statement.body.header.with_changes(comment=cst.Comment(margin)) if margin else comment
    if isinstance(lookup, cst.If):
        body = lookup.body.with_changes(header=comment)
        return lookup.with_changes(leading_lines=lines_above, body=body)
    return lookup.with_changes(leading_lines=lines_above, trailing_whitespace=comment)
