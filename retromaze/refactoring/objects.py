"""Turns parallel lists into a list of small objects: `ex[i]`, `ey[i]` into `enemies[i].x`, `enemies[i].y`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import libcst as cst

from retromaze.python.parallel_lists import grouped, item_type
from retromaze.python.record_names import (
    DEFAULT_NAME,
    FEWEST_UNNAMED,
    class_and_list_name,
    common_prefix,
    field_name,
    is_field_name,
    without_prefix,
    word_for,
)
from retromaze.refactoring.source import (
    PythonVariable,
    Replacements,
    Restructured,
    Source,
    comments_as_lines,
    nodes_in,
    parsed_source,
    removal,
    with_definition,
    with_import,
)

LOOPS = cst.For, cst.While, cst.FunctionDef
LENGTH = (
    *(cst.Name, cst.Attribute, cst.Integer, cst.BinaryOperation, cst.BaseBinaryOp),
    *(cst.SimpleWhitespace, cst.LeftParen, cst.RightParen, cst.Dot),
)
"""The nodes of a length without side effects, which can be evaluated once instead of for each list."""


@dataclass(frozen=True)
class ListFill:
    """A statement that fills a list with a constant: `ex = [0] * 6`, alone or as a part of `ex, ey = …`."""

    statement: cst.SimpleStatementLine
    value: cst.BaseExpression
    length: cst.BaseExpression


@dataclass
class ParallelList:
    """A list that is filled with a constant, and otherwise only subscripted.

    `subscripts` are pairs of the innermost loop or function around a use and the text of the subscript.
    """

    variable: PythonVariable
    declarations: list[cst.SimpleStatementLine]
    assignments: list[ListFill]
    subscripts: set[tuple[cst.CSTNode, str]]
    element_type: str


def parallel_lists(text: str) -> Iterator[Restructured]:
    """Yields a change for each group of lists that are subscripted together."""
    source = parsed_source(text)
    variables = source.variables()
    lists = [parallel for each in variables if (parallel := parallel_list(source, each))]
    for group in grouped(lists, partial(are_parallel, source)):
        if len(group) >= FEWEST_UNNAMED or (len(group) > 1 and prefix_of(group)):
            yield change_to_objects(source, group)


# ---- which lists


def parallel_list(source: Source, variable: PythonVariable) -> ParallelList | None:
    """Returns the list that a variable holds, if its elements may become a field of objects; else None.

    They may if the list is only declared, filled with one constant (`ex = [0] * 6`) and subscripted.
    """
    declarations: list[cst.SimpleStatementLine] = []
    assignments: list[ListFill] = []
    subscripts = set()
    element_type = None
    for use in variable.uses:
        if index := subscript_of(source, use):
            subscripts.add((source.enclosing(use, *LOOPS), index))
            continue
        parent = source.parent(use)
        if isinstance(parent, cst.AnnAssign) and parent.target is use:
            element_type = item_type(source.code(parent.annotation.annotation))
        stored = stored_value(source, use)
        if stored is None:
            return None
        value = stored.value
        if isinstance(value, cst.List) and not value.elements and isinstance(parent, cst.AnnAssign):
            declarations.append(stored.statement)
        elif constant_and_length := repetition(value):
            assignments.append(ListFill(stored.statement, *constant_and_length))
        else:
            return None
    values = {source.code(each.value) for each in assignments}
    if len(values) != 1 or not subscripts or element_type == "":  # "" for an annotation that is no list's
        return None
    if element_type is None:  # without an annotation
        element_type = constant_type(assignments[0].value)
    return ParallelList(variable, declarations, assignments, subscripts, element_type)


def subscript_of(source: Source, use: cst.CSTNode) -> str:
    """Returns the text of the subscript at a use of a list; "" for a slice, a `del` and any other use."""
    match source.parent(use):
        case cst.Subscript(value=owner, slice=[cst.SubscriptElement(slice=cst.Index() as index)]) as item if (
            owner is use and not any(isinstance(each, cst.Del) for each in source.ancestors(item))
        ):
            return source.code(index)
    return ""


class LoneAssignment(NamedTuple):
    """An assignment of a variable: the statement, alone on its line, and the variable's new value."""

    statement: cst.SimpleStatementLine
    value: cst.BaseExpression


def stored_value(source: Source, use: cst.CSTNode) -> LoneAssignment | None:
    """Returns the statement that assigns a variable at `use`, and the value; None if it is no assignment.

    In `a, b = 1, 2` the value of `b` is 2.
    """
    parent = source.parent(use)
    at = 0  # the index of the variable in the tuple on the left, which has `size` items
    size = 0
    if isinstance(parent, cst.Element):
        pair = source.parent(parent)
        if not isinstance(pair, cst.Tuple):
            return None
        at, size = list(pair.elements).index(parent), len(pair.elements)
        parent = source.parent(pair)
    if isinstance(parent, cst.AssignTarget):
        parent = source.parent(parent)
        if not isinstance(parent, cst.Assign) or len(parent.targets) > 1:
            return None
    elif not isinstance(parent, cst.AnnAssign) or parent.target is not use:
        return None
    line = source.parent(parent)
    value = parent.value
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1 or value is None:
        return None
    if size:
        if not isinstance(value, cst.Tuple) or len(value.elements) != size:
            return None
        value = value.elements[at].value
    return LoneAssignment(line, value)


def repetition(value: cst.BaseExpression) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
    """Returns the constant and the length of `[0] * n`; None for any other expression."""
    match value:
        case cst.BinaryOperation(
            left=cst.List(elements=[cst.Element(value=constant)]), operator=cst.Multiply(), right=length
        ):
            is_pure = all(isinstance(each, LENGTH) for each in nodes_in(length))
            return (constant, length) if constant_type(constant) and is_pure else None
    return None


def constant_type(constant: cst.BaseExpression) -> str:
    """Returns the type of a constant; "" for any other expression."""
    match constant:
        case cst.UnaryOperation(operator=cst.Minus()):
            return constant_type(constant.expression)
        case cst.Integer():
            return "int"
        case cst.Float():
            return "float"
        case cst.SimpleString():
            return "str"
        case cst.Name(value="True" | "False"):
            return "bool"
    return ""


def are_parallel(source: Source, one: ParallelList, other: ParallelList) -> bool:
    """Whether two lists can be one list of objects.

    They are filled at the same places to the same length, and mostly subscripted alike.
    """
    if one.variable.scope is not other.variable.scope:
        return False
    if len(one.assignments) != len(other.assignments) or bool(one.declarations) != bool(other.declarations):
        return False
    are_filled_together = all(
        source.code(first.length) == source.code(second.length) and are_adjacent(source, first, second)
        for first, second in zip(one.assignments, other.assignments, strict=True)
    )
    return are_filled_together and are_subscripted_alike(one, other)


def are_subscripted_alike(one: ParallelList, other: ParallelList) -> bool:
    """Whether most of the subscripts of the list with fewer are subscripts of the other, too."""
    fewest = min(len(one.subscripts), len(other.subscripts))
    return 2 * len(one.subscripts & other.subscripts) >= fewest


def are_adjacent(source: Source, one: ListFill, other: ListFill) -> bool:
    """Whether two assignments of lists can become one statement.

    They can if only such lists and constants are assigned between them, and no variable of the length.
    """
    block = source.parent(one.statement)
    if block is not source.parent(other.statement) or not isinstance(block, cst.IndentedBlock | cst.Module):
        return False
    first, last = sorted(block.body.index(each.statement) for each in (one, other))
    variables_of_length = {source.code(each) for each in nodes_in(one.length)}
    for statement in block.body[first : last + 1]:
        match statement:
            case cst.SimpleStatementLine(body=[cst.Assign() | cst.AnnAssign() as assign]):
                pass
            case _:
                return False
        values = tuple_items(assign.value)
        targets = (
            [assign.target]
            if isinstance(assign, cst.AnnAssign)
            else [each for target in assign.targets for each in tuple_items(target.target)]
        )
        if not all(repetition(each) or constant_type(each) for each in values):
            return False
        if variables_of_length.intersection(map(source.code, targets)):
            return False
    return True


def tuple_items(node: cst.BaseExpression | None) -> list[cst.BaseExpression]:
    """Returns the expressions of a tuple; a list of one for any other expression, empty for None."""
    if isinstance(node, cst.Tuple):
        return [each.value for each in node.elements]
    return [node] if node else []


# ---- names


def prefix_of(group: Sequence[ParallelList]) -> str:
    """Returns the common beginning of the lists' names."""
    return common_prefix([each.variable.name for each in group])


def object_name(source: Source, group: Sequence[ParallelList], prefix: str) -> str:
    """Returns a name for one object: `enemy` for lists enemy_x and enemy_y.

    A short prefix such as e is completed to a word of the comments beside the lists, of names of functions
    that use them, or of comments in these, the first that fits; DEFAULT_NAME is the name if none does.
    """
    comments = comments_at_assignments(source, group)
    around = (source.enclosing(use, cst.FunctionDef) for each in group for use in each.variable.uses)
    functions = [each for each in dict.fromkeys(around) if isinstance(each, cst.FunctionDef)]
    names = [each.name.value for each in functions]
    words_in_functions = [text for each in functions for text in source.comments(each)]
    return word_for(prefix, comments, [*names, *words_in_functions], DEFAULT_NAME)


def field_names(source: Source, group: Sequence[ParallelList], prefix: str) -> list[str]:
    """Returns the names of the fields: the lists' names without the prefix, or the names in a comment.

    A comment `enemies: x, y, hp, kind, speed` names the fields of ex, ey, eh, ek and ev: it has as many
    names, and more than half begin with the same letters.
    """
    whole = [each.variable.name for each in group]
    plain = [field_name(without_prefix(each, prefix).lstrip("_") or each) for each in whole]
    if len({*plain}) < len(plain):  # without the prefix, `e` and `ee` are both `e`
        plain = [field_name(each) for each in whole]
    for text in comments_at_assignments(source, group):
        names = [each.strip().lower() for each in text.rpartition(":")[2].split(",")]
        alike = sum(name[:1] == short[:1] for name, short in zip(names, plain, strict=False))
        is_complete = len(names) == len(set(names)) == len(plain)
        if is_complete and 2 * alike > len(plain) and all(map(is_field_name, names)):
            return names
    return plain


def comments_at_assignments(source: Source, group: Sequence[ParallelList]) -> list[str]:
    """Returns the comments at the statements that declare and fill the lists."""
    statements = [
        statement
        for each in group
        for statement in (*each.declarations, *(assignment.statement for assignment in each.assignments))
    ]
    return [text.strip() for each in dict.fromkeys(statements) for text in source.comments(each)]


# ---- the change


def change_to_objects(source: Source, group: Sequence[ParallelList]) -> Restructured:
    """Returns the change that replaces the lists by one list of objects, with a field for each list."""
    prefix = prefix_of(group)
    word = object_name(source, group, prefix)
    class_name, list_name = class_and_list_name(word, source.used_names())
    owner = "self." if group[0].variable.is_attribute else ""
    replacements: Replacements = {}
    fields = []
    for member, name in zip(group, field_names(source, group, prefix), strict=True):
        fields.append(f"    {name}: {member.element_type} = {source.code(member.assignments[0].value)}\n")
        replacements |= items_as_fields(source, member.variable, list_name, name)
    target = f"{owner}{list_name}: list[{class_name}]"  # only the first assignment has the annotation
    names = {owner + member.variable.name for member in group}
    for statements in zip(*(member.declarations for member in group), strict=True):
        replacements |= replaced_assignments(source, statements, names, f"{target} = []")
        target = owner + list_name
    for assignments in zip(*(member.assignments for member in group), strict=True):
        text = f"{target} = [{class_name}() for _ in range({source.code(assignments[0].length)})]"
        replacements |= replaced_assignments(source, [each.statement for each in assignments], names, text)
        target = owner + list_name
    module = cst.parse_module(source.with_replacements(replacements))
    module = with_import(module, "dataclasses", "dataclass")
    module = with_definition(module, f"@dataclass\nclass {class_name}:\n{''.join(fields)}")
    return Restructured(f"{', '.join(each.variable.name for each in group)} become {list_name}", module.code)


def items_as_fields(source: Source, variable: PythonVariable, list_name: str, field: str) -> Replacements:
    """Returns the replacements of all items of a list by a field of objects: `ex[i]` by `enemies[i].x`."""
    replacements: Replacements = {}
    for use in variable.uses:
        subscript = source.parent(use)
        if isinstance(subscript, cst.Subscript):
            replacements[use] = partial(renamed, to=list_name)
            # the subscript, in which the list has its new name by then, becomes the attribute's `value`
            replacements[subscript] = partial(cst.Attribute, attr=cst.Name(field))
    return replacements


def renamed(use: cst.Name | cst.Attribute, to: str) -> cst.Name | cst.Attribute:
    """Returns a use of a variable with another name; `self.` stays."""
    return cst.Name(to) if isinstance(use, cst.Name) else use.with_changes(attr=cst.Name(to))


def replaced_assignments(
    source: Source, statements: Sequence[cst.SimpleStatementLine], names: set[str], text: str
) -> Replacements:
    """Returns the replacements of adjacent assignments to `names` by one statement, `text`.

    Assignments to other targets in these statements stay, as does `z = 1` of `ex, z = [0] * 6, 1`.
    """
    first, *others = sorted(set(statements), key=source.nodes.index)  # in the order of the text
    replacements: Replacements = {}
    moved = []
    for each in others:
        stays = remaining_assignment(source, each, names)
        moved += [] if stays else comments_as_lines(each)
        replacements[each] = partial(replacing_statements, texts=stays) if stays else removal
    replacements[first] = partial(
        replacing_statements, texts=[*remaining_assignment(source, first, names), text], moved=moved
    )
    return replacements


def remaining_assignment(source: Source, statement: cst.SimpleStatementLine, names: set[str]) -> list[str]:
    """Returns an assignment without the targets in `names`, as a list; empty if nothing is left."""
    match statement.body[0]:
        case cst.Assign(
            targets=[cst.AssignTarget(target=cst.Tuple() as targets)], value=cst.Tuple() as values
        ):
            pairs = [
                (source.code(one.value), source.code(other.value))
                for one, other in zip(targets.elements, values.elements, strict=True)
            ]
            pairs = [(target, value) for target, value in pairs if target not in names]
            if pairs:
                left, right = (", ".join(each) for each in zip(*pairs, strict=True))
                return [f"{left} = {right}"]
    return []


def replacing_statements(
    statement: cst.SimpleStatementLine, texts: Sequence[str], moved: Sequence[cst.EmptyLine] = ()
) -> cst.FlattenSentinel[cst.BaseStatement]:
    """Returns the statements of `texts`, which replace one statement, each with its end-of-line comment.

    `moved` are comments of other replaced statements, to be put above the first.
    """
    new = [
        cst.parse_statement(text).with_changes(trailing_whitespace=statement.trailing_whitespace)
        for text in texts
    ]
    new[0] = new[0].with_changes(leading_lines=[*statement.leading_lines, *moved])
    return cst.FlattenSentinel(new)
