"""Stacks or queues that grow and shrink together become one of tuples: `x, y = stack.pop()`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import libcst as cst

from retromaze.python.parallel_lists import item_type
from retromaze.python.record_names import unused_name
from retromaze.refactoring.objects import (
    renamed,
    replaced_assignments,
    replacing_statements,
    stored_value,
    tuple_items,
)
from retromaze.refactoring.source import (
    PythonVariable,
    Replacements,
    Restructured,
    Source,
    comments_as_lines,
    parsed_source,
    removal,
)

LIST, ITEM = "{list}", "{item}"
"""What stands for the names in an operation's `template`."""
NEW_EMPTY, NEW_WITH_ITEM = f"{LIST} = []", f"{LIST} = [({ITEM})]"
ITEM_ACCESSES = (".pop()", ".pop(0)", "[-1]", "[0]")
"""How the last or the first item of a list is taken, or read."""
NOT_AND_OR = cst.UnaryOperation, cst.BooleanOperation


@dataclass(frozen=True)
class Operation:
    """A statement that makes, fills, empties or reorders a list.

    `template` is its text, with LIST for the list's name and ITEM for `item`: the value that is pushed,
    or the variable that takes what is popped.
    """

    statement: cst.SimpleStatementLine
    template: str
    item: str = ""


@dataclass
class Stack:
    """A list used as a stack or queue: it only has these operations, in the order of the text.

    `length_tests` are the uses that test its length; `item_type` is the type of its items, "" if the list is
    not declared.
    """

    variable: PythonVariable
    operations: list[Operation] = field(default_factory=list)
    length_tests: list[cst.Name | cst.Attribute] = field(default_factory=list)
    item_type: str = ""

    @property
    def templates(self) -> list[str]:
        """What is done to the list, in the order of the text; lists that become one list have the same."""
        return [each.template for each in self.operations]


def stacks_of_tuples(text: str) -> Iterator[Restructured]:
    """Yields a change for each group of stacks or queues that grow and shrink together."""
    source = parsed_source(text)
    stacks = [stack for variable in source.variables() if (stack := stack_of(source, variable))]
    while stacks:
        group = [stacks.pop(0)]
        for other in list(stacks):
            # each operation on `other` then follows the same operation on the group's last list
            if changes_together(source, group[-1], other):
                group.append(other)
                stacks.remove(other)
        if (
            len(group) > 1
            and all(does_nothing_else(operations) for operations in matching_operations(group))
            and not asks_for_length(source, group)
        ):
            yield change_to_tuples(source, group)


# ---- which lists


def stack_of(source: Source, variable: PythonVariable) -> Stack | None:
    """Returns the stack or queue that a variable holds, with its operations; None if it is used otherwise."""
    stack = Stack(variable)
    for use in variable.uses:
        if is_length_test(source, use):
            stack.length_tests.append(use)
            continue
        operation = operation_of(source, stack, use)
        if operation is None:
            return None
        if operation not in stack.operations:  # a swap uses the list four times
            stack.operations.append(operation)
    return stack if any("pop" in template for template in stack.templates) else None


def is_length_test(source: Source, use: cst.CSTNode) -> bool:
    """Whether a use asks how long a list is, or whether it is empty: `len(a)`, `while a`, `if not a`."""
    parent = source.parent(use)
    if isinstance(parent, cst.Arg):
        call = source.parent(parent)
        return isinstance(call, cst.Call) and source.code(call.func) == "len"
    test = use
    while isinstance(source.parent(test), NOT_AND_OR):
        test = source.parent(test)
    statement = source.parent(test)
    return isinstance(statement, cst.While | cst.If) and statement.test is test


def operation_of(source: Source, stack: Stack, use: cst.Name | cst.Attribute) -> Operation | None:
    """Returns the operation that the statement around a use of a stack does; None if it does another thing.

    Statements that share a line are not considered. A declaration also sets the `item_type` of the stack.
    """
    statement = source.enclosing(use, cst.SimpleStatementLine)
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) > 1:
        return None
    parent = source.parent(use)
    if stored := stored_value(source, use):
        if isinstance(parent, cst.AnnAssign):
            stack.item_type = item_type(source.code(parent.annotation.annotation))
        match stored.value:
            case cst.List(elements=[]):
                return Operation(statement, NEW_EMPTY)
            case cst.List(elements=[cst.Element(value=value)]):
                return Operation(statement, NEW_WITH_ITEM, source.code(value))
        return None
    if isinstance(parent, cst.Attribute):
        call = source.parent(parent)
        if isinstance(call, cst.Call) and call.func is parent:
            return push_or_clear(source, statement, call) or pop_or_peek(source, statement, call)
        return None
    return swap(source, statement, source.code(use)) or pop_or_peek(source, statement, parent)


def push_or_clear(source: Source, statement: cst.SimpleStatementLine, call: cst.Call) -> Operation | None:
    """Returns the operation `a.append(x)`, `a.insert(0, x)` or `a.clear()`; None for any other call."""
    match statement.body[0]:
        case cst.Expr(value=value) if value is call:
            method = source.code(call.func).rpartition(".")[2]
            match method, [source.code(argument.value) for argument in call.args]:
                case "append", [pushed]:
                    return Operation(statement, f"{LIST}.append(({ITEM}))", pushed)
                case "insert", ["0", pushed]:
                    return Operation(statement, f"{LIST}.insert(0, ({ITEM}))", pushed)
                case "clear", []:
                    return Operation(statement, f"{LIST}.clear()")
    return None


def pop_or_peek(source: Source, statement: cst.SimpleStatementLine, item: cst.CSTNode) -> Operation | None:
    """Returns the operation `x = a.pop()` or `x = a[-1]`, also within `x, y = …`; None for any other.

    `item` is the node of `a.pop()` or `a[-1]`.
    """
    match statement.body[0]:
        case cst.Assign(targets=[cst.AssignTarget(target=target)], value=value):
            places, values = tuple_items(target), tuple_items(value)
            access = next((each for each in ITEM_ACCESSES if source.code(item).endswith(each)), "")
            pairs = zip(places, values, strict=True) if access and len(places) == len(values) else ()
            for place, part in pairs:
                if part is item:
                    return Operation(statement, f"{ITEM} = {LIST}{access}", source.code(place))
    return None


def swap(source: Source, statement: cst.SimpleStatementLine, name: str) -> Operation | None:
    """Returns the operation `a[i], a[j] = a[j], a[i]`, which moves whole items; None for any other."""
    match statement.body[0]:
        case cst.Assign(targets=[cst.AssignTarget(target=target)], value=value):
            indexes = []  # with their brackets
            for each in (*tuple_items(target), *tuple_items(value)):
                if not isinstance(each, cst.Subscript) or source.code(each.value) != name:
                    return None
                indexes.append(source.code(each).removeprefix(name))
            items = [f"{LIST}{index}" for index in indexes]
            middle = len(tuple_items(target))  # the first items are on the left of `=`
            # an index that reads the list would read tuples after the change
            if not any(name in index for index in indexes):
                return Operation(statement, f"{', '.join(items[:middle])} = {', '.join(items[middle:])}")
    return None


def changes_together(source: Source, stack: Stack, other: Stack) -> bool:
    """Whether each operation on a stack is also done on the other, in the same statement or the next one."""
    if stack.variable.scope is not other.variable.scope or stack.templates != other.templates:
        return False
    return all(
        source.next_statement(one.statement) is two.statement or one.statement is two.statement
        for one, two in zip(stack.operations, other.operations, strict=True)
    )


def matching_operations(group: Sequence[Stack]) -> Iterator[tuple[Operation, ...]]:
    """Yields the first operation of every list of a group, then the second of every list, and so on."""
    return zip(*(stack.operations for stack in group), strict=True)


def does_nothing_else(operations: Sequence[Operation]) -> bool:
    """Whether the statements that do the same `operations` on several stacks do nothing else.

    Either each operation has a statement of its own, or one statement has them all.
    """
    statements, template = statements_of(operations), operations[0].template
    is_swap = template.startswith(f"{LIST}[")
    # assignments to other names stay (see `replaced_assignments`); a swap assigns two values
    if template in {NEW_EMPTY, NEW_WITH_ITEM} or (is_swap and len(statements) == len(operations)):
        return True
    # how many values each statement assigns
    sizes = {len(tuple_items(getattr(statement.body[0], "value", None))) for statement in statements}
    if len(statements) == 1:
        return sizes == {len(operations)}
    return len(statements) == len(operations) and sizes == {1}


def asks_for_length(source: Source, group: Sequence[Stack]) -> bool:
    """Whether a statement with an operation also tests the length of a list, which the change may alter."""
    statements = {operation.statement for stack in group for operation in stack.operations}
    length_tests = [use for stack in group for use in stack.length_tests]
    return any(source.enclosing(use, cst.SimpleStatementLine) in statements for use in length_tests)


def statements_of(operations: Sequence[Operation]) -> list[cst.SimpleStatementLine]:
    """Returns the statements of operations, each once."""
    return list(dict.fromkeys(operation.statement for operation in operations))


# ---- the change


def change_to_tuples(source: Source, group: Sequence[Stack]) -> Restructured:
    """Returns the change that replaces these lists by one list of tuples."""
    list_name = unused_name(
        source.used_names(), "queue" if f"{ITEM} = {LIST}.pop(0)" in group[0].templates else "stack"
    )
    name = f"self.{list_name}" if group[0].variable.is_attribute else list_name
    owner = name.removesuffix(list_name)
    names = {f"{owner}{stack.variable.name}" for stack in group}
    item_types = [stack.item_type for stack in group]
    annotation = f": list[tuple[{', '.join(item_types)}]]" if all(item_types) else ""
    replacements: Replacements = {
        use: partial(renamed, to=list_name) for stack in group for use in stack.length_tests
    }
    for operations in matching_operations(group):
        first, *others = statements_of(operations)
        text = operations[0].template.replace(ITEM, ", ".join(operation.item for operation in operations))
        if operations[0].template in {NEW_EMPTY, NEW_WITH_ITEM}:
            # only the first assignment has the annotation
            text = text.replace(LIST, f"{name}{annotation}")
            replacements |= replaced_assignments(source, [first, *others], names, text)
            annotation = ""
            continue
        comments = [line for each in others for line in comments_as_lines(each)]
        replacements[first] = partial(replacing_statements, texts=[text.replace(LIST, name)], moved=comments)
        replacements |= dict.fromkeys(others, removal)
    words = ", ".join(stack.variable.name for stack in group)
    return Restructured(f"{words} become {list_name}", source.with_replacements(replacements))
