"""Writes parallel lists as one list of records: `ex[i]` and `ey[i]` become `enemies[i].x` and `enemies[i].y`.

Lists are parallel if one place makes all of them with the same length, nothing but subscripts uses them, and
most subscripts are shared. A loop over all indexes becomes `for enemy in enemies:`; elsewhere `enemies[i]`
gets a name of its own where it is used several times with the same index.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from typing import Any, NamedTuple, TypeGuard

from retromaze.python.fragments import (
    LOAD,
    STORE,
    as_store_target,
    expr_from_template,
    name_node,
    rewritten,
    statements_from_template,
    tuple_node,
)
from retromaze.python.layout import comments_above, margin_of, replacing, set_margin
from retromaze.python.parallel_lists import (
    Creation,
    IsWanted,
    ListUse,
    is_in_class,
    is_local,
    is_table,
    parallel_lists,
    resized_list,
)
from retromaze.python.printer import expression_text
from retromaze.python.record_names import (
    DIRECTION,
    class_and_list_name,
    common_prefix,
    field_name,
    unused_name,
    without_prefix,
    word_for_group,
)
from retromaze.python.statement_walks import (
    FIELDS_WITH_NODES,
    LEAVING,
    Body,
    has_method_call,
    index_of,
    is_literal,
    is_self_attribute,
    mention_count,
    mentioned_names,
    names_in,
    nodes_in,
    statements_and_cases,
    store_count,
    targets_and_values,
)
from retromaze.python.tidying import (
    is_variable,
    joined_assignment,
    loop_variables_read_later,
    with_cleared_lists,
)

ENDS = "", "2", "3"
"""What is put after the names of steps whose plain names are taken."""
FEWEST_USES = 3
"""A record gets a local of its own where it is used as often as this with the same index."""


class Records(NamedTuple):
    """A list of records: its name, the word for one, its length ("" if not known), whether it grows.

    `columns`: the names of locals for all fields of one, by the field; empty if they get no locals.
    """

    name: str
    word: str
    length: str
    grows: bool
    columns: Mapping[str, str]


class WithRecords(NamedTuple):
    """A module's functions with records: the `classes`, and what is new in VARIABLES (`names`: list by path).

    `tables` are the module's tuples of records, `words` all names that are new in the module.
    """

    parts: Body
    classes: Body
    tables: Body
    names: dict[str, str]
    words: set[str]


def with_records(parts: Body, constants: Body, taken: Set[str], reserved: Set[str]) -> WithRecords:
    """Returns the functions and the class of a module with records for parallel lists.

    `constants` are the module's assignments, which lose the tables that become records; `taken`: names that
    no class or list may have; `reserved`: those that no local may have either.
    """
    result = WithRecords(parts, [], [], {}, set())
    used = {*taken, *names_in([*parts, *constants])}
    all_functions = [each for each in statements_and_cases(parts) if isinstance(each, ast.FunctionDef)]

    def write_groups(users: Sequence[ast.FunctionDef], is_wanted: IsWanted) -> None:
        refused: set[str] = set()
        while group := next(parallel_lists(users, constants, is_wanted, refused), None):
            if word := word_for_group(users, group):
                write_group(users, group, word, used, reserved, result)
            else:
                refused |= {each.name for each in group}

    for part in parts:
        functions = [each for each in statements_and_cases([part]) if isinstance(each, ast.FunctionDef)]
        for each in functions:
            write_groups([each], is_local)
        if isinstance(part, ast.ClassDef):
            write_groups(functions, is_in_class([each for each in all_functions if each not in functions]))
    write_groups(all_functions, is_table)
    return result


# ---- the change


def write_group(
    users: Sequence[ast.FunctionDef],
    group: Sequence[ListUse],
    word: str,
    used: set[str],
    reserved: Set[str],
    result: WithRecords,
) -> None:
    """Writes parallel lists as records, in place; adds the class and the names to `result`."""
    lists = [each for each in group if not each.is_table]
    class_name, list_name = class_and_list_name(word, used)
    if not lists:
        list_name = unused_name(used, list_name.upper())
    if word in reserved:
        word = f"{word}_"
    used |= {class_name, list_name}
    fields = field_names(group, word)
    name = lists[0].name.removesuffix(lists[0].short_name) + list_name if lists else list_name
    result.words.update({class_name, list_name, word, f"other_{word}", "each", *fields.values()})
    defaults = [each for each in lists if each.has_one_item and is_literal(each.made.value)]
    group = sorted(group, key=lambda each: (each in defaults, not each.is_table))
    result.classes.append(record_class(class_name, group, fields, len(defaults)))
    if lists:
        originals = {each.name: each.name.removeprefix("self.") for each in group}
        result.names.update((f"{list_name}.{fields[each]}", original) for each, original in originals.items())
    write_resizings(group, name, class_name)
    for creations in zip(*(each.creations for each in group), strict=True):
        given = creations[: len(group) - len(defaults)]
        made = write_creation(creations, fields, made_records(name, class_name, given, creations[-1]))
        if not lists:
            creations[0].block.remove(made)
            result.tables.append(made)
    change = FieldWriter(name, fields).change
    settled = "" if group[0].grows else settled_length(users, expression_text(group[0].made.length))
    is_pair = word == DIRECTION and len(group) == 2
    columns = {fields[each.name]: field_name(each.short_name) for each in group} if is_pair else {}
    result.words.update(f"{each}{end}" for each in columns.values() for end in ENDS)
    records = Records(name, word, settled, group[0].grows, columns)
    for function in users:
        function.body = with_cleared_lists([rewritten(each, change) for each in function.body])
    while not columns and any(pass_record(function, users, records, class_name) for function in users):
        pass
    unpacked = 0
    for function in users:
        loops = RecordLoops(function, users, records)
        function.body = loops.block(function.body, {each.arg for each in records_given(function, class_name)})
        unpacked += loops.unpacked
    if columns and unpacked == mention_count(users, name):
        # nothing needs the fields' names
        result.classes.pop()
        (made,) = result.tables[-1:]
        result.tables[-1] = rewritten(
            made, lambda node: tuple_node(node.args) if isinstance(node, ast.Call) else None
        )


def field_names(group: Sequence[ListUse], word: str) -> dict[str, str]:
    """Returns the names of a record's fields, by the names of the lists."""
    prefix = common_prefix([each.short_name for each in group])
    fields = {each.name: without_prefix(each.short_name, prefix) for each in group}
    # `room_names` of a room are its `names`, and `bx` of a bullet is its `x`
    shorter = {name: re.sub(f"^({word}_|{word[0]}(?=[a-z]$))", "", each) for name, each in fields.items()}
    plain = {each.name: each.short_name for each in group}
    for names in (shorter, fields, plain):
        found = {name: field_name(each) for name, each in names.items()}
        found |= {
            each.name: f"{found[each.name]}_"
            for each in group
            if each.is_table and hasattr(tuple, found[each.name])  # tuples have methods
        }
        for each in group:
            if each.kind == "str" and found[each.name] in ("n", "t", prefix.lower(), word):
                found[each.name] = "name" if found[each.name] == "n" else "text"
        if len({*found.values()}) == len(fields) and all(each[0].isalpha() for each in found.values()):
            return found
    # a table HP beside a list hp
    return {name: f"{each}_table" if name.isupper() else each for name, each in found.items()}


def made_records(name: str, class_name: str, columns: Sequence[Creation], last: Creation) -> ast.stmt:
    """Returns the statement that makes records as `last` makes a list; `columns` are their arguments."""
    if isinstance(last.value, ast.List):
        annotation = f": list[{class_name}]" if isinstance(last.block[last.at], ast.AnnAssign) else ""
        return statements_from_template(f"{name}{annotation} = []")[0]
    items = [each.value for each in columns]
    if not any(each.items for each in columns):
        template = f"{name} = [{class_name}({{items}}) for _ in range({{length}})]"
        return statements_from_template(template, items=items, length=last.length)[0]
    rows = zip(*(each.all_items for each in columns), strict=True)
    records: list[ast.expr] = [ast.Call(name_node(class_name), [*row], []) for row in rows]
    value = ast.Tuple(records, LOAD) if name.isupper() else ast.List(records, LOAD)
    return ast.Assign([as_store_target(name_node(name))], value)


def write_resizings(group: Sequence[ListUse], records: str, class_name: str) -> None:
    """Writes one statement for those that append to the lists together or shorten them, in place."""
    for places in reversed([*zip(*(each.resizings for each in group), strict=True)]):
        block = places[0][0]
        indexes = sorted(at for _, at in places)
        items = [item for _, at in places if (found := resized_list(block[at])) for item in found[1]]
        template = f"{records}.append({class_name}({{items}}))" if items else f"{records}.pop()"
        (resized,) = statements_from_template(template, items=items)
        new = replacing(block[indexes[0]], resized)
        set_margin(new, margin_of(new).up_to(margin_of(block[indexes[-1]]).last))
        block[indexes[0] : indexes[-1] + 1] = [new]


def record_class(
    name: str, group: Sequence[ListUse], fields: Mapping[str, str], default_count: int
) -> ast.ClassDef:
    """Returns the class of records, with a field for each list; the last `default_count` have defaults.

    It is a data class, but a named tuple if all lists are tuples.
    """
    rows: Body = [
        ast.AnnAssign(
            ast.Name(fields[each.name], STORE),
            expr_from_template(each.kind),
            each.made.value if at >= len(group) - default_count else None,
            1,
        )
        for at, each in enumerate(group)
    ]
    if all(each.is_table for each in group):
        return ast.ClassDef(name, [name_node("NamedTuple")], [], rows, [])
    return ast.ClassDef(name, [], [], rows, [name_node("dataclass")])


def write_creation(creations: Sequence[Creation], fields: Mapping[str, str], made: ast.stmt) -> ast.stmt:
    """Replaces the statements that make the lists by `made`, which makes the records, in place; returns it.

    It stands where the first of the last list's block stood.
    """
    main = creations[-1].block
    first = main[min(each.at for each in creations if each.block is main)]
    new = replacing(first, made)
    notes, comments = list[str](), list[str]()
    for old, block in {each.block[each.at]: each.block for each in creations}.items():
        notes.append(margin_of(old).note)
        comments += comments_above(old)
        rest = [
            ast.Assign([target], value)
            for target, value in targets_and_values(old)
            if expression_text(target) not in fields
        ]
        others = [joined_assignment(rest)] if rest else []
        for each in others:
            set_margin(each, margin_of(old)._replace(note=""))
        at = index_of(block, old)
        block[at : at + 1] = [*([new] if old is first else []), *others]
    set_margin(new, margin_of(new)._replace(note="  ".join(dict.fromkeys(filter(None, notes)))))
    vars(new)["comments_above"] = comments
    return new


def settled_length(users: Sequence[ast.FunctionDef], length: str) -> str:
    """Returns the length of lists as other statements may write it; "" if it may change later."""
    if length.isdecimal():
        return length
    if not re.fullmatch(r"(self\.)?\w+", length):
        return ""
    init = users[0] if users[0].name == "__init__" else None
    if init and "." not in length:
        pairs = [pair for node in init.body for pair in targets_and_values(node)]
        length = next(
            (expression_text(target) for target, value in pairs if expression_text(value) == length), ""
        )
    return length if all(each is init for each in users if is_stored(each.body, length)) else ""


def is_stored(nodes: Iterable[ast.AST], variable: str) -> bool:
    """Whether nodes assign to a local or an attribute of `self`."""
    return any(
        isinstance(each, ast.Name | ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and expression_text(each) == variable
        for each in nodes_in(nodes)
    )


class FieldWriter:
    """Writes `enemies[i].x` for `ex[i]`, and `len(enemies)` for `len(ex)`."""

    def __init__(self, records: str, fields: Mapping[str, str]) -> None:
        self._records = name_node(records)
        self._fields = fields

    def change(self, node: ast.AST) -> ast.AST | None:
        match node:
            case ast.Subscript(value=owner, slice=index) if is_variable(owner):
                if name := self._fields.get(expression_text(owner)):
                    item = ast.Subscript(self._records, rewritten(index, self.change), LOAD)
                    return ast.Attribute(item, name, node.ctx)
            case ast.Call(func=ast.Name(id="len"), args=[owner]) if is_variable(owner):
                if expression_text(owner) in self._fields:
                    return expr_from_template("len({records})", records=self._records)
            case ast.Name() | ast.Attribute() if is_variable(node) and expression_text(node) in self._fields:
                return self._records  # in `while enemies:`
        return None


# ---- loops over records, and locals for them


def records_given(function: ast.FunctionDef, class_name: str) -> Iterator[ast.arg]:
    """Yields the parameters of a function that are records of that class."""
    for each in function.args.args:
        if each.annotation and expression_text(each.annotation) == class_name:
            yield each


def pass_record(
    function: ast.FunctionDef, users: Sequence[ast.FunctionDef], records: Records, class_name: str
) -> bool:
    """Makes the first parameter that only chooses a record that record; returns whether there is one."""
    name, loops = function.name, RecordLoops(function, users, records)
    calls = [(user, each) for user in users for each in nodes_in(user.body) if is_call_of(each, name)]
    mentions = [*names_in(users)].count(name) - 1  # but for its definition
    parameters = [each for each in function.args.args if each.arg != "self"]
    for at, parameter in enumerate(parameters):
        is_given = all(len(call.args) > at and not has_method_call(call.args) for _, call in calls)
        if mentions != len(calls) or not calls or not is_given:
            continue
        is_inside = all(loops.counts_records(user, call.args[at], call) for user, call in calls)
        around = {each.arg for each in records_given(function, class_name)}
        if target := loops.parameter_for(parameter.arg, around, is_inside=is_inside):
            function.body = [loops.with_name(each, parameter.arg, target) for each in function.body]
            parameter.arg, parameter.annotation = target.id, name_node(class_name)
            for user in users:
                user.body = [with_record_given(each, name, at, records.name) for each in user.body]
            return True
    return False


def is_call_of(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    """Whether a node calls the method of that name."""
    return isinstance(node, ast.Call) and is_self_attribute(node.func) and node.func.attr == name


def with_record_given(node: Any, name: str, at: int, records: str) -> Any:
    """Returns a node whose calls of a method give a record, where they gave its index as argument `at`."""

    def changed(each: ast.AST) -> ast.AST | None:
        if not is_call_of(each, name):
            return None
        arguments = [*each.args]
        arguments[at] = ast.Subscript(expr_from_template(records), arguments[at], LOAD)
        return ast.Call(each.func, arguments, each.keywords)

    return rewritten(node, changed)


class RecordLoops:
    """Writes loops over records in one function, and locals for records that are used several times.

    `unpacked` counts the loops and locals that have a name for each field.
    """

    def __init__(self, function: ast.FunctionDef, users: Sequence[ast.FunctionDef], records: Records) -> None:
        self._function = function
        self._records = records
        self._names = {*names_in([function.args, *function.body])}
        self._outside = loop_variables_read_later(function.body)
        self.unpacked = 0
        self._shrinks = any(self._resizes(each.body, "pop", "clear") for each in users)
        # nothing makes the list again while other functions run
        self._is_kept = not records.name.startswith("self.") or all(
            each.name in ("__init__", "run") or not self._makes_records(each.body) for each in users
        )

    def _makes_records(self, nodes: Iterable[ast.AST]) -> bool:
        """Whether nodes store the list of records."""
        return is_stored(nodes, self._records.name)

    def _resizes(self, nodes: Iterable[ast.AST], *names: str) -> bool:
        """Whether nodes append to the list of records or shorten it, or call its methods of these names."""
        calls = [f"{self._records.name}.{word}" for word in names or ("append", "pop", "clear")]
        return any(
            isinstance(each, ast.Attribute) and expression_text(each) in calls for each in nodes_in(nodes)
        )

    def _is_record(self, node: ast.AST, index: str) -> bool:
        match node:
            case ast.Subscript(value=owner, slice=place) if is_variable(owner) and is_plain_index(place):
                return expression_text(owner) == self._records.name and expression_text(place) == index
        return False

    def _use_count(self, nodes: Iterable[ast.AST], index: str) -> int:
        return sum(self._is_record(each, index) for each in nodes_in(nodes))

    def with_name(self, node: Any, index: str, target: ast.expr) -> Any:
        """Returns a node with the locals of a target for the record at an index, or for its fields."""

        def changed(each: ast.AST) -> ast.AST | None:
            match target, each:
                case ast.Tuple(elts=names), ast.Attribute(attr=field) if self._is_record(each.value, index):
                    return name_node(expression_text(names[[*self._records.columns].index(field)]))
                case ast.Name(id=name), _ if self._is_record(each, index):
                    return name_node(name)
            return None

        return rewritten(node, changed)

    def _unused_target(
        self, nodes: Sequence[ast.AST], index: str, names_around: Set[str]
    ) -> ast.Name | ast.Tuple | None:
        """Returns locals for all fields of the record at an index, if nodes use all; else one for the record.

        None if the function uses the names for something else.
        """
        columns = self._records.columns
        fields = {
            each.attr
            for each in nodes_in(nodes)
            if isinstance(each, ast.Attribute) and self._is_record(each.value, index)
        }
        taken = names_around | self._names
        rows = [[f"{each}{end}" for each in columns.values()] for end in ENDS]
        if columns and fields == columns.keys() and (row := next(filter(taken.isdisjoint, rows), None)):
            return ast.Tuple([ast.Name(each, STORE) for each in row], STORE)
        word = self._records.word
        names = (f"other_{word}",) if word in names_around else (word, "each")
        name = next((each for each in names if each not in taken), "")
        return ast.Name(name, STORE) if name else None

    def parameter_for(self, index: str, names_around: Set[str], *, is_inside: bool) -> ast.Name | None:
        """Returns a name for the record at an index that is a parameter, if that record may be given instead.

        The index must be used for nothing else. The record is always read, or `is_inside`: all calls give
        the index of one.
        """
        body = self._function.body
        uses = self._use_count(body, index)
        first = next((each for each in body if mention_count([each], index)), None)
        if first is None or uses < mention_count(body, index) or not self._keeps_record(body, index):
            return None
        before = body[: index_of(body, first)]
        is_read = index in always_evaluated_indexes(first, self._records.name) and not any(
            isinstance(each, LEAVING) for each in nodes_in(before)
        )
        target = self._unused_target(body, index, names_around) if is_read or is_inside else None
        return target if isinstance(target, ast.Name) else None

    def _keeps_record(self, block: Body, index: str) -> bool:
        """Whether the record at an index is the same one wherever a block reads it."""
        for at, node in enumerate(block):
            if self._may_exchange(node, index):
                inner: list[Body] = []
                match node:
                    case ast.If(test=test):
                        inner, is_late = [node.body, node.orelse], has_method_call([test])
                    case ast.Expr(ast.Call(args=given)):
                        is_late = has_method_call(given)  # else they come before what the call may change
                    case _:
                        is_late = True
                is_called_first = is_late and self._use_count([node], index)
                is_read_later = self._use_count(block[at + 1 :], index)
                return not (is_called_first or is_read_later) and all(
                    self._keeps_record(each, index) for each in inner
                )
        return True

    def counts_records(self, function: ast.FunctionDef, index: ast.expr, node: ast.AST) -> bool:
        """Whether an index is the counter of a loop over all records that has the node in it."""
        return any(
            isinstance(each, ast.For)
            and expression_text(each.target) == expression_text(index)
            and self._is_whole(each.iter)
            and not store_count(each.body, expression_text(index))
            and any(inner is node for inner in nodes_in(each.body))
            for each in nodes_in(function.body)
        )

    def block(self, block: Body, names_around: Set[str]) -> Body:
        """Returns the statements of a block; `names_around`: the names for records around it."""
        result: Body = []
        while block:
            if named := self._with_local(block, names_around):
                local, uses, block = named
                result += [local, *self.block(uses, names_around | mentioned_names(local.targets))]
            else:
                result.append(self._statement(block[0], names_around))
                block = block[1:]
        return result

    def _with_local(self, block: Body, names_around: Set[str]) -> tuple[ast.Assign, Body, Body] | None:
        """Returns a local for the record that a block begins with, the statements that use it, and the rest.

        None if the first statement need not evaluate a record, or if too few statements use that one.
        """
        for index in always_evaluated_indexes(block[0], self._records.name):
            end = next((at for at, each in enumerate(block) if self._may_exchange(each, index)), len(block))
            match block[end:]:
                # a test comes before what its branches may change, and arguments before what the call may
                case [ast.If(test=value) | ast.Expr(value) as node, *_]:
                    inner = [*node.body, *node.orelse] if isinstance(node, ast.If) else []
                    given = value.args if isinstance(value, ast.Call) else [value]
                    end += not (has_method_call(given) or self._use_count(inner, index))
            last = max((at for at in range(end) if self._use_count([block[at]], index)), default=-1)
            uses = block[: last + 1]
            target = self._unused_target(uses, index, names_around)
            fewest = 2 if isinstance(target, ast.Tuple) else FEWEST_USES
            if target and self._use_count(uses, index) >= fewest:
                item = expr_from_template(f"{self._records.name}[{index}]")
                local = ast.Assign([target], item)
                self.unpacked += isinstance(target, ast.Tuple)
                set_margin(local, margin_of(block[0])._replace(note="", until=0))
                return local, [self.with_name(each, index, target) for each in uses], block[last + 1 :]
        return None

    def _may_exchange(self, node: ast.stmt, index: str) -> bool:
        """Whether another record may be at the index after a statement."""
        resizes = self._shrinks and self._resizes([node])
        # a method may also set an index that is an attribute
        is_called = (self._shrinks or not self._is_kept or "." in index) and has_method_call([node])
        root, _, attribute = index.removeprefix("int(").removesuffix(")").partition(".")
        is_set = bool(store_count([node], root)) or any(
            isinstance(each, ast.Attribute) and each.attr == attribute and isinstance(each.ctx, ast.Store)
            for each in nodes_in([node])
        )
        return is_set or self._makes_records([node]) or resizes or is_called

    def _statement(self, node: ast.stmt, names_around: Set[str]) -> ast.stmt:
        """Returns a statement with loops over records instead of indexes."""
        inner = names_around
        if isinstance(node, ast.For) and (loop := self._loop(node, names_around)):
            node = loop
            inner = names_around | {each.id for each in nodes_in([loop.target]) if isinstance(each, ast.Name)}
        changed = copy(node)
        for each in ("body", "orelse"):
            match getattr(node, each, None):
                case [ast.If() as other] if each == "orelse" and isinstance(node, ast.If):
                    # a local before an `elif` would make it an `else`
                    vars(changed)[each] = [self._statement(other, inner)]
                case [_, *_] as block:
                    vars(changed)[each] = self.block(block, inner)
        if isinstance(node, ast.Match):
            cases = [copy(each) for each in node.cases]
            for case in cases:
                case.body = self.block(case.body, inner)
            vars(changed)["cases"] = cases
        return changed

    def _is_whole(self, iterated: ast.expr) -> bool:
        """Whether an expression counts all indexes of the records."""
        match iterated:
            case ast.Call(func=ast.Name(id="range"), args=[limit]):
                text = expression_text(limit)
                return text in (self._records.length, f"len({self._records.name})")
        return False

    def _loop(self, node: ast.For, names_around: Set[str]) -> ast.For | None:
        """Returns a loop over the records instead of their indexes; None if it is not over all of them.

        Also None if only the index is used, or if its last value is read after the loop.
        """
        match node.target:
            case ast.Name(id=index) if self._is_whole(node.iter):
                uses = self._use_count(node.body, index)
            case _:
                return None
        if not uses or store_count(node.body, index) or self._makes_records(node.body):
            return None
        if (self._records.grows or not self._is_kept) and has_method_call(node.body):
            return None
        if self._records.grows and self._resizes(node.body):
            return None
        if not (target := self._unused_target(node.body, index, names_around)):
            return None
        needs_index = mention_count(node.body, index) > uses
        if index in self._outside and not needs_index:
            return None
        self.unpacked += isinstance(target, ast.Tuple)
        result = copy(node)
        result.iter, result.target = name_node(self._records.name), target
        if needs_index:
            result.iter = expr_from_template("enumerate({x})", x=self._records.name)
            result.target = ast.Tuple([ast.Name(index, STORE), target], STORE)
        result.body = [self.with_name(each, index, target) for each in node.body]
        return result


def is_plain_index(index: ast.expr) -> bool:
    """Whether an index is a variable, an attribute of one, or `int` of such."""
    match index:
        case ast.Call(func=ast.Name(id="int"), args=[value]):
            return is_plain_index(value)
        case ast.Attribute(value=ast.Name(id=owner)):
            return owner != "machine"  # whose attributes change while it works
        case ast.Name():
            return True
    return False


def always_evaluated_indexes(node: ast.stmt, records: str) -> Iterator[str]:
    """Yields the locals with which a statement subscripts the list in any case."""
    match node:
        case ast.If(test=test) | ast.For(iter=test):
            waiting: list[Any] = [test]
        case ast.While(test=ast.Constant(value=True), body=[first, *_]):
            yield from always_evaluated_indexes(first, records)
            return
        case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Return():
            waiting = [node]
        case _:
            return
    found = Counter[str]()
    while waiting:
        match waiting.pop():
            case ast.Subscript(value=owner, slice=index) if is_variable(owner) and is_plain_index(index):
                if expression_text(owner) == records:
                    found[expression_text(index)] += 1
            case ast.BoolOp(values=[begin, *_]) | ast.IfExp(test=begin):
                waiting.append(begin)
            case ast.Compare(left=left, comparators=[right, *_]):
                waiting += [left, right]
            case ast.ListComp():
                pass
            case ast.AST() as inner:
                for name in FIELDS_WITH_NODES[type(inner)]:
                    part = getattr(inner, name, None)
                    waiting += part if isinstance(part, list) else [part] if part is not None else []
    yield from found
