"""Removes needless methods and parameters from a port's class: copies, constant arguments, short methods.

A DEF that is called with Integers and with Reals is written as one method for each; often both are the same.

`turn = 0` before `self.play(turn)` becomes the first statement of `play`, which then has no parameter for it.

A short method has one statement, or sets locals and returns them: the case then has `dx, dy = 0, -1` in the
place of `dx, dy = self.up()`.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import NamedTuple

from retromaze.python.classes import MACHINE_LOCAL, method_parts
from retromaze.python.filled_lists import take_out_of_tuple
from retromaze.python.fragments import (
    LOAD,
    STORE,
    item_or_tuple,
    name_node,
    same_tree,
    statements_from_template,
    tuple_node,
    with_names_replaced,
)
from retromaze.python.layout import (
    Margin,
    comments_above,
    is_commented,
    margin_of,
    replacing,
    set_margin,
)
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import (
    Body,
    all_blocks,
    called_method_without_arguments,
    index_of,
    is_literal,
    is_self_attribute,
    mention_count,
    mentioned_names,
    nodes_in,
    statements_and_cases,
    targets_and_values,
)
from retromaze.python.substitution import with_old_values
from retromaze.python.tidying import with_joined_assignments, without_unread_locals

# ---- methods that say the same

NUMBERS = ("bool", "int", "float")
"""Types of numbers, each of which a checker takes for the next one."""


def without_duplicate_methods(methods: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Returns the methods without copies of earlier ones; calls of a copy become calls of the first one.

    Methods that differ only in which copies of a method they call are copies too, those that call themselves
    among them: all with the same kinds of statements count as one, until their code shows otherwise.
    """
    kinds = {each.name: (*map(type, statements_and_cases(code_of(each))),) for each in methods}
    counts = Counter(kinds.values())
    candidates = [each for each in methods if counts[kinds[each.name]] > 1]
    originals, before = dict.fromkeys((each.name for each in candidates), "copy"), dict[str, str]()
    codes = {each.name: code_and_calls(each, originals) for each in candidates}
    while originals != before:
        before, originals = originals, originals_of(candidates, codes, originals)
    by_name = {each.name: each for each in methods}
    names = {f"self.{copy}": f"self.{original}" for copy, original in originals.items() if copy != original}
    for copy, original in originals.items():
        by_name[original].args.args = common_parameters(by_name[original], by_name[copy])
    kept = [each for each in methods if f"self.{each.name}" not in names]
    return [with_names_replaced(each, names) for each in kept] if names else kept


def code_and_calls(method: ast.FunctionDef, names: Mapping[str, str]) -> tuple[str, list[str]]:
    """Returns the code of a method in which those that it calls have new `names`, and their own names."""
    code = [each for each in (method.returns, *code_of(method)) if each]
    calls = [each.attr for each in nodes_in(code) if is_self_attribute(each) and each.attr in names]
    new_names = {f"self.{each}": f"self.{new}" for each, new in names.items()}
    return "\n".join(ast.dump(with_names_replaced(each, new_names)) for each in code), calls


def originals_of(
    methods: Sequence[ast.FunctionDef],
    codes: Mapping[str, tuple[str, list[str]]],
    originals: Mapping[str, str],
) -> dict[str, str]:
    """Returns the first method that is equal to each one, if those that they call are equal to `originals`.

    `codes` has what `code_and_calls` returns for each method.
    """
    firsts: dict[tuple[str, ...], list[ast.FunctionDef]] = defaultdict(list)
    found: dict[str, str] = {}
    for method in methods:
        code, calls = codes[method.name]
        equal = firsts[code, *(originals[each] for each in calls)]
        original = next((each for each in equal if common_parameters(each, method)), None)
        if original is None:
            equal.append(original := method)
        found[method.name] = original.name
    return found


def code_of(method: ast.FunctionDef) -> Body:
    """Returns the statements of a method without its docstring."""
    _, machine_local, body = method_parts(method)
    return [*machine_local, *body]


def common_parameters(first: ast.FunctionDef, copy: ast.FunctionDef) -> list[ast.arg]:
    """Returns the parameters of two methods with equal code, with the wider types; [] if they differ.

    The copy has the docstring of the first method, or none.
    """
    # a docstring's text is the node's attribute `document`
    documents = [getattr(each.body[0], "document", None) for each in (first, copy)]
    if len(first.args.args) != len(copy.args.args) or documents[1] not in (documents[0], None):
        return []
    parameters = [*map(wider_parameter, first.args.args, copy.args.args)]
    return [each for each in parameters if each] if all(parameters) else []


def wider_parameter(first: ast.arg, second: ast.arg) -> ast.arg | None:
    """Returns the parameter with the wider type, of two with one name; None if neither includes the other."""
    one, other = (expression_text(each.annotation) if each.annotation else "" for each in (first, second))
    if first.arg != second.arg or (one != other and not {one, other} <= {*NUMBERS}):
        return None
    return first if one == other or NUMBERS.index(one) > NUMBERS.index(other) else second


# ---- constants that only calls give


def move_constant_arguments(methods: Sequence[ast.FunctionDef]) -> None:
    """Moves constants that the only call of a method gives to the beginning of that method."""
    mentions = Counter(each.attr for each in nodes_in(methods) if isinstance(each, ast.Attribute))
    calls_by_name = calls_of_methods(methods)
    for method in methods:
        calls = calls_by_name[method.name]
        if len(calls) == 1 == mentions[method.name]:
            move_constants_to_method(method, calls[0])


def move_constant_results(methods: Sequence[ast.FunctionDef]) -> None:
    """Moves constants that a method returns to its only call: `n = self.walls()`, then `n = 0`.

    They are locals that the method only sets and returns.
    """
    mentions = Counter(each.attr for each in nodes_in(methods) if isinstance(each, ast.Attribute))
    by_name = {each.name: each for each in methods if mentions[each.name] == 1}
    for method in methods:
        write_returned_constants(method)
    for block in [block for method in methods for block in all_blocks(method.body)]:
        for node in [*block]:
            match node:
                case ast.Assign([_], ast.Call(ast.Attribute(ast.Name("self"), name))) if name in by_name:
                    at = index_of(block, node)
                    block[at : at + 1] = call_and_constants(node, by_name[name])


def items_of(node: ast.expr) -> list[ast.expr]:
    """Returns the items of a tuple that is written out; a list with the expression for others."""
    return [*node.elts] if isinstance(node, ast.Tuple) else [node]


def returned_rows(method: ast.FunctionDef) -> list[tuple[ast.Return, list[ast.expr]]]:
    """Returns the statements of a method that return values, each with these values."""
    found = [each for each in statements_and_cases(method.body) if isinstance(each, ast.Return)]
    return [(each, items_of(each.value)) for each in found if each.value]


def write_returned_constants(method: ast.FunctionDef) -> None:
    """Writes `return 0` for `return n` if `n = 0` is all that a method does with the local.

    The attribute `line` of such a constant is the line of the listing that sets the local.
    """
    rows = returned_rows(method)
    uses = Counter(each.id for _, row in rows for each in row if isinstance(each, ast.Name))
    for name in sorted(uses.keys() - {each.arg for each in method.args.args}):
        if mention_count(method.body, name) == uses[name] + 1 and (
            constant := take_constant_variable(method, name)
        ):
            value = deepcopy(constant[0])  # parts of trees belong to several
            vars(value)["line"] = constant[1]
            for leaving, row in rows:
                row[:] = [value if expression_text(each) == name else each for each in row]
                leaving.value = item_or_tuple(row)


def call_and_constants(node: ast.Assign, method: ast.FunctionDef) -> Body:
    """Returns a call without the results that are the same constant in all returns, and these after it."""
    rows, places, stores = returned_rows(method), items_of(node.targets[0]), list[ast.stmt]()
    returns = method.returns or ast.Constant(None)
    types = items_of(returns.slice) if isinstance(returns, ast.Subscript) and places[1:] else [returns]
    if isinstance(method_parts(method)[2][0], ast.Return):
        return [node]  # without its constants, nothing of the method would be left
    for at, value in reversed([*enumerate(rows[0][1])]):
        if hasattr(value, "line") and all(same_tree(row[at], value) for _, row in rows):
            store = ast.Assign([places[at]], value)
            set_margin(store, Margin(vars(value)["line"]))
            stores[:0] = [store] if expression_text(places[at]) != "_" else []
            for items in (places, types, *(row for _, row in rows)):
                del items[at]
    for leaving, row in rows:
        leaving.value = item_or_tuple(row) if row else None
    if isinstance(last := method.body[-1], ast.Return) and not last.value:
        method.body = method.body[:-1]
    whole = ast.Subscript(name_node("tuple"), tuple_node(types), LOAD)
    method.returns = whole if types[1:] else [*types, ast.Constant(None)][0]
    target = places[0] if len(places) == 1 else ast.Tuple(places, STORE)
    call = ast.Assign([target], node.value) if places else ast.Expr(node.value)
    return [replacing(node, call), *with_joined_assignments(stores)]


def calls_of_methods(methods: Sequence[ast.FunctionDef]) -> dict[str, list[CallOfMethod]]:
    """Returns the calls of each method in the methods of its class, by the name of the method called."""
    calls_by_name: dict[str, list[CallOfMethod]] = defaultdict(list)
    for caller in methods:
        use_counts = Counter(each.id for each in nodes_in([caller]) if isinstance(each, ast.Name))
        use_counts.update(each.arg for each in caller.args.args)
        for node in nodes_in(caller.body):
            match node:
                case ast.Call(ast.Attribute(attr=name) as function) if is_self_attribute(function):
                    calls_by_name[name].append(CallOfMethod(caller, node, use_counts))
    return calls_by_name


class CallOfMethod(NamedTuple):
    """A call of a method, the method `caller` that it is in, and how often each local is mentioned there."""

    caller: ast.FunctionDef
    call: ast.Call
    use_counts: Counter[str]


def move_constants_to_method(method: ast.FunctionDef, only_call: CallOfMethod) -> None:
    """Moves constants that the only call of a method gives to its beginning.

    They are locals that the calling method stores for this call alone.
    """
    caller, call, use_counts = only_call
    document, machine_local, body = method_parts(method)
    constants: Body = []
    for parameter in method.args.args[1:]:
        at = method.args.args.index(parameter) - 1
        argument = call.args[at]
        name = argument.id if isinstance(argument, ast.Name) and caller is not method else ""
        # two uses: the constant's assignment and this call
        if use_counts[name] == 2 and (constant := take_constant_variable(caller, name)):
            value, line = constant
            method.args.args.remove(parameter)
            del call.args[at]
            constants.append(ast.Assign([ast.Name(parameter.arg, STORE)], value))
            set_margin(constants[-1], Margin(line))
    if constants:
        body = with_old_values([*constants, *body], ())
        constants = [each for each in body if each in constants]
        # a loop that begins with another store does not need the constant
        body = without_unread_locals([*with_joined_assignments(constants), *body[len(constants) :]])
        method.body = [*document, *machine_local, *body]


def take_constant_variable(caller: ast.FunctionDef, name: str) -> tuple[ast.expr, int] | None:
    """Drops the assignment of a constant to a variable; returns the constant and the listing's line.

    Other variables that the same statement assigns stay. Returns None if there is no such assignment, or if
    it has a comment.
    """
    for block in all_blocks(caller.body):
        for node in block:
            if not isinstance(node, ast.Assign) or is_commented(node):
                continue
            for target, value in targets_and_values(node):
                if isinstance(target, ast.Name) and target.id == name and is_literal(value):
                    if not take_out_of_tuple(node, name):
                        node.targets.remove(target)
                    if not node.targets:
                        block[:] = [each for each in block if each is not node] or [ast.Pass()]
                    return value, margin_of(node).line
    return None


# ---- methods of one statement


def with_inlined_methods(methods: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Returns the methods without the short ones that only one case of a `match` calls.

    The case has the statement of the method then.
    """
    if not any(isinstance(each, ast.Match) for each in statements_and_cases(methods)):
        return [*methods]
    calls = Counter([each.attr for each in nodes_in(methods) if isinstance(each, ast.Attribute)])
    statement_by_name = {
        each.name: statement
        for each in methods
        if calls[each.name] == 1 and (statement := only_statement(each))
    }
    dropped: set[str] = set()
    for method in methods:
        cases = [each for each in nodes_in(method.body) if isinstance(each, ast.match_case)]
        has_replaced = False
        for case in cases:
            name = called_method_without_arguments(case.body[0]) if len(case.body) == 1 else ""
            statement = statement_by_name.get(name) if name != method.name else None
            if statement and may_replace_call(case.body[0], statement):
                case.body = [statement]
                dropped.add(name)
                has_replaced = True
        document, _, body = method_parts(method)
        # a moved statement may use a local of its method: `machine = self.machine`
        if has_replaced and "machine" in mentioned_names(body):
            method.body = [*document, *statements_from_template(MACHINE_LOCAL), *body]
    return [each for each in methods if each.name not in dropped]


def may_replace_call(call: ast.stmt, statement: ast.stmt) -> bool:
    """Whether the statement of a method may replace its call, an expression or `dx, dy = self.up()`."""
    match call, statement:
        case ast.Assign([caller_target]), ast.Assign([method_target]):
            return same_tree(caller_target, method_target)
        case ast.Expr(), ast.Assign(targets):
            return mentioned_names(targets) <= {"self"}  # a local of the method may be one of the caller, too
    return isinstance(call, ast.Expr)


def only_statement(method: ast.FunctionDef) -> ast.stmt | None:
    """Returns the only statement of a short method; None for other methods.

    A short method was written for a label that GOSUB calls (the note in its margin) and has only `self` as a
    parameter. It may also return what its statement sets.
    """
    is_plain = len(method.args.args) == 1 and margin_of(method).note.startswith("@")
    if not is_plain or hasattr(method, "comments_at_end"):
        return None
    match method_parts(method):
        case [], _, [ast.Assign() | ast.AugAssign() | ast.Expr() as only] if not comments_above(only):
            return only
        case [], _, [ast.Assign([target]) as only, ast.Return(ast.expr() as value)] if expression_text(
            target
        ) == expression_text(value) and not comments_above(only):
            return only
    return None
