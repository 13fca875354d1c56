"""Makes methods plainer: functions where objects hold only the machine, no local for a machine used twice.

What `main` is given and only `run` uses is a parameter of `run`. Attributes begin in `__init__` with the
values that a method gives them first.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from retromaze.python.filled_lists import statements_that_run_first
from retromaze.python.fragments import (
    LOAD,
    expr_from_template,
    name_node,
    same_tree,
    statements_from_template,
    with_names_replaced,
)
from retromaze.python.layout import is_commented, replacing
from retromaze.python.literal_data import creates_data_object
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import (
    Body,
    attributes_in,
    blocks_in,
    has_method_call,
    index_of,
    is_literal,
    is_self_attribute,
    map_blocks,
    mention_count,
    mentioned_names,
    names_in,
    nodes_in,
    statements_and_cases,
    targets_and_values,
)
from retromaze.python.tidying import joined_assignment

MACHINE = ast.arg("machine", ast.Name("Machine", LOAD))
MACHINE_LOCAL = "machine = self.machine"
RARE = 2
"""Up to this number of uses a method writes `self.machine` and has no local `machine`."""


def method_parts(method: ast.FunctionDef) -> tuple[Body, Body, Body]:
    """Splits a method into its docstring, the statement `machine = self.machine` (if any), and the rest."""
    begin = 1 if hasattr(method.body[0], "document") else 0
    has_local = same_tree(method.body[begin : begin + 1], statements_from_template(MACHINE_LOCAL))
    end = begin + 1 if has_local else begin
    return method.body[:begin], method.body[begin:end], method.body[end:]


def plain_functions(parts: Sequence[ast.stmt]) -> Body:
    """Returns the functions and the class of a port, written more plainly.

    If its objects hold nothing but the machine, the methods become functions. Otherwise methods that use
    the machine rarely do without a local for it.
    """
    match parts:
        case [ast.FunctionDef() as main, ast.ClassDef() as owner]:
            pass
        case _:
            return [*parts]
    methods = [each for each in owner.body if isinstance(each, ast.FunctionDef)]
    init, *others = methods
    move_parameters_to_run(run_call(main), init, *others)
    # only `self.machine = machine`; a method `main` would hide the function
    if len(init.body) == 1 and all(each.name != "main" for each in others):
        return [*methods_to_functions(main, others)]
    for each in others:
        document, machine_local, body = method_parts(each)
        if machine_local and mention_count(body, "machine") <= RARE:
            each.body = [
                *document,
                *(with_names_replaced(node, {"machine": "self.machine"}) for node in body),
            ]
    return [*parts]


def run_call(main: ast.FunctionDef) -> ast.Call:
    """Returns the call `Tiny(machine).run()` at the end of `main`, perhaps inside a `with`."""
    last = main.body[-1].body[-1] if isinstance(main.body[-1], ast.With) else main.body[-1]
    assert isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)
    return last.value


def move_parameters_to_run(
    call: ast.Call, init: ast.FunctionDef, run: ast.FunctionDef, *others: ast.FunctionDef
) -> None:
    """Makes parameters of `__init__` that only `run` uses parameters of `run`, instead of attributes.

    `call` is `Tiny(machine, speed).run()`, which becomes `Tiny(machine).run(speed)`.
    """
    given = [each for each in init.args.args if each.arg not in ("self", "machine")]
    own = attributes_in(run).difference(*map(attributes_in, others)) if given else ()
    # the one use is the statement that stores the parameter as an attribute
    moved = [each for each in given if each.arg in own and mention_count([init], each.arg) == 1]
    if not moved:
        return
    names = {f"self.{each.arg}": each.arg for each in moved}
    creation = call.func.value if isinstance(call.func, ast.Attribute) else call
    assert isinstance(creation, ast.Call)
    creation.args = [each for each in creation.args if expression_text(each) not in names.values()]
    call.args = [name_node(name) for name in names.values()]
    init.args.args = [each for each in init.args.args if each not in moved]
    init.body = [each for each in init.body if assigned_attributes(each).isdisjoint(names.values())]
    run.args.args += moved
    run.body = [with_names_replaced(each, names) for each in run.body]


def write_plain_names(
    parts: Sequence[ast.stmt], plain_names: Mapping[str, str], reserved: Set[str]
) -> dict[str, str]:
    """Gives attributes, methods and locals their plain names where nothing else in sight has these, in place.

    `plain_names` has them by the names that tell all variables of a listing apart: `c` by `c_text`, and
    `map` by `map_`, which no attribute hides. Only attributes may have `reserved` names. Returns the former
    names by the new ones.
    """
    inside = nodes_in(parts)
    functions = [each for each in inside if isinstance(each, ast.FunctionDef)]
    defined = {each.name for each in functions}
    members = {each.attr for each in inside if is_self_attribute(each)}
    in_sight = {each: {*names_in([each])} for each in functions}
    new_names: dict[str, str] = {}
    for name, plain in plain_names.items():
        users = [each for each in functions if name in in_sight[each]]
        taken = defined | (members if name in members else reserved)
        if plain in taken or (name in defined and (plain in reserved or name not in members)):
            continue  # not all callers are methods
        for group in [users] if name in members else [[each] for each in users]:
            if all(plain not in in_sight[each] for each in group):
                for each in group:
                    rename_in(each, name, plain, is_local=plain not in reserved)
                    in_sight[each].add(plain)
                    new_names[plain] = name
                if name in members:
                    members.add(plain)
    return new_names


def rename_in(function: ast.FunctionDef, name: str, plain: str, *, is_local: bool) -> None:
    """Gives an attribute or method another name in a function, in place, and locals too if `is_local`.

    An option of the port keeps its name.
    """
    names = {f"self.{name}": f"self.{plain}"}
    if is_local and all(each.arg != name for each in function.args.kwonlyargs):
        names[name] = plain
    function.args = with_names_replaced(function.args, names)
    function.body = [with_names_replaced(each, names) for each in function.body]
    function.name = plain if function.name == name else function.name


def drop_idle_methods(parts: Sequence[ast.stmt]) -> None:
    """Removes methods that do nothing, and their calls, in place: their lists are tables of the module."""
    owner = parts[-1]
    if not isinstance(owner, ast.ClassDef):
        return
    init, *methods = (each for each in owner.body if isinstance(each, ast.FunctionDef))
    idle = {
        each.name
        for each in methods
        if isinstance(each.body[0], ast.Pass) and not hasattr(each, "comments_at_end")
    }

    def idle_call(node: ast.AST) -> str:
        """Returns the name of the idle method that a statement calls; "" for anything else."""
        match node:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name("self"), name), [], [])) if name in idle:
                return "" if is_commented(node) else name
        return ""

    uses = Counter(each.attr for each in nodes_in(methods if idle else ()) if is_self_attribute(each))
    calls = Counter(map(idle_call, statements_and_cases(methods)))
    idle = {name for name in idle if calls[name] == uses[name] > 0}
    if not idle:
        return
    owner.body = [init, *(each for each in methods if each.name not in idle)]
    for method in methods:
        method.body = map_blocks(
            method.body, lambda block: [each for each in block if not idle_call(each)] or [ast.Pass()]
        )


def drop_unread_attributes(parts: Sequence[ast.stmt]) -> None:
    """Removes attributes that keep a parameter which only `__init__` uses, in place: a length of records."""
    owner = parts[-1]
    if not isinstance(owner, ast.ClassDef):
        return
    init = owner.body[0]
    assert isinstance(init, ast.FunctionDef)
    names = Counter(each.id for each in nodes_in([init]) if isinstance(each, ast.Name))

    def is_unread(node: ast.stmt) -> bool:
        """Whether a statement stores a parameter that has another use, as an attribute that has none."""
        match node:
            case ast.Assign([ast.Attribute(attr=name)], ast.Name(id=given)) if names[given] > 1:
                return [each.attr for each in nodes_in([owner]) if is_self_attribute(each)].count(name) == 1
        return False

    init.body = [each for each in init.body if not is_unread(each)]


def methods_to_functions(main: ast.FunctionDef, methods: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Turns the methods of a class without state into functions that get the machine; `main` comes first.

    `main` makes an object and calls its `run`. If nothing else calls `run` and `main` has no `with`, it takes
    over the statements of `run`.
    """
    method_by_name = {each.name: each for each in methods}
    used = {each.name: mentioned_names([each]) | attributes_in(each) for each in methods}
    # the methods that use the machine, and those that call them
    with_machine = {name for name, each in used.items() if "machine" in each}
    while further := {name for name in used.keys() - with_machine if used[name] & with_machine}:
        with_machine |= further
    for method in methods:
        document, _, body = method_parts(method)
        method.args.args[:1] = [MACHINE] if method.name in with_machine else []
        body = [with_names_replaced(each, {"self.machine": "machine"}) for each in body]
        calls = MethodsToFunctions(method_by_name.keys(), with_machine)
        method.body = [*document, *map(calls.visit, body)]
    match main.body:
        case [*head, ast.Expr()] if not any("run" in each for each in used.values()):
            run = method_by_name.pop("run")
            main.body = [*head, *run.body]
            if hasattr(run, "comments_at_end"):
                vars(main)["comments_at_end"] = run.comments_at_end
        case [*head, last]:
            machine = [name_node("machine")] if "run" in with_machine else []
            call = statements_from_template("run({given})", given=[*machine, *run_call(main).args])
            main.body = [*head, *([ast.With(last.items, call)] if isinstance(last, ast.With) else call)]
    return [main, *method_by_name.values()]


class MethodsToFunctions(ast.NodeTransformer):
    """Turns calls of methods into calls of functions.

    `names`: the methods that have become functions; `with_machine`: those that get the machine as first
    argument.
    """

    def __init__(self, names: Set[str], with_machine: Set[str]) -> None:
        self._names = names
        self._with_machine = with_machine

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Returns `draw(machine, x)` for `self.draw(x)`."""
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(ast.Name("self"), name) if name in self._names:
                first = [name_node("machine")] if name in self._with_machine else []
                return ast.Call(name_node(name), [*first, *node.args], node.keywords)
        return node


# ---- first assignments of attributes
#
# `self.row = []` in `__init__` and `self.row = [0] * 9` at the top of `run` become `self.row = [0] * 9` in
# `__init__`. Values are moved only if they are made of constants and of attributes that have their values by
# then (*settled*); after a loop, a test or a call only constants, for attributes that none of these mentions.

SAFE = {"min", "max", "abs", "range"}
"""Functions that never fail for numbers."""


def initialize(
    init: ast.FunctionDef, methods: Sequence[ast.FunctionDef], whole_constants: Iterable[str] = ()
) -> None:
    """Moves assignments of attributes from the statements that run first to the end of `__init__`.

    The first method is called first on an object, and only once. `__init__` sets each attribute once. It
    loses assignments of a parameter to an attribute that only the moved statements used. `whole_constants`
    are names of the module.

    Inside, `for_parameters` are the attributes that hold parameters, `settled` those that have the value now
    that they have in `__init__`, `fresh` those that nothing has used so far.
    """
    types = dict(each for node in init.body for each in attribute_types(node, init))
    for_parameters = {each.arg for each in init.args.args} & types.keys()
    parameters = {f"self.{name}": name for name in for_parameters}
    settled = set(for_parameters)
    fresh = types.keys() - settled
    types |= dict.fromkeys(whole_constants, "int")
    moved: Body = []
    method_by_name = {each.name: each for each in methods}
    reached: set[str] = set()
    for place in [*statements_that_run_first(methods)]:
        whole, block = place.node, place.block
        at = index_of(block, whole)
        node, locals_node = attributes_and_locals(whole)
        names = assigned_attributes(node)
        used = set[str]().union(*(attributes_in(value) for _, value in targets_and_values(node)))
        begun = [each for each in moved if assigned_attributes(each) & names]
        # the start of a counter stays next to its `while`
        after = block[at + 1 : at + 2]
        is_counter = any(isinstance(each, ast.While) and names & attributes_in(each.test) for each in after)
        if (
            names
            and names <= fresh - used
            and all(not is_commented(each) and assigned_attributes(each) <= names for each in begun)
            and not (is_counter or place.may_be_skipped)
            and (assignments := as_initial_assignments(node, types, settled))
        ):
            init.body = [each for each in init.body if not assigned_attributes(each) & names]
            moved = [each for each in moved if each not in begun]
            moved += [with_names_replaced(each, parameters) for each in assignments]
            block[at : at + 1] = [locals_node] if locals_node else []
            settled |= names
            # what is set again before anything uses it begins with the later value
            fresh -= used
            continue
        if blocks_in(whole) or has_method_call([whole]):
            settled = set()  # a list whose size was tested must not be made of that size before the test
        else:
            settled -= attributes_in(whole, stored=True)
        fresh -= newly_reached(whole, method_by_name, reached)
        if not fresh:
            break
    unused = mentioned_names(moved) & for_parameters - set().union(*map(attributes_in, methods))
    init.body = [each for each in init.body if not assigned_attributes(each) & unused]
    # the DATA stay last
    at = next((at for at, each in enumerate(init.body) if creates_data_object(each)), len(init.body))
    init.body[at:at] = moved


def attributes_and_locals(node: ast.stmt) -> tuple[ast.stmt, ast.stmt | None]:
    """Splits an assignment of literals to attributes and locals in two; others are returned with None."""
    pairs = targets_and_values(node)
    own = [ast.Assign([target], value) for target, value in pairs if is_self_attribute(target)]
    others = [ast.Assign([target], value) for target, value in pairs if not is_self_attribute(target)]
    if not (own and others) or is_commented(node) or not all(is_literal(value) for _, value in pairs):
        return node, None
    one, other = (replacing(node, joined_assignment(each)) for each in (own, others))
    return one, other


def assigned_attributes(node: ast.stmt) -> set[str]:
    """Returns the attributes that an assignment sets; none if it sets anything else, too."""
    match node:
        case ast.AnnAssign(target=target) if node.value is not None:
            stored: list[ast.expr] = [target]
        case ast.Assign(targets=targets):
            stored = [each for target in targets for each in getattr(target, "elts", [target])]
        case _:
            return set()
    names = [*map(attribute_name, stored)]
    return {*names} if all(names) else set()


def attribute_name(node: ast.AST) -> str:
    """Returns `x` for `self.x`; "" for other nodes."""
    return node.attr if is_self_attribute(node) else ""


def newly_reached(node: ast.AST, methods: Mapping[str, ast.AST], reached: set[str]) -> set[str]:
    """Returns the attributes in a statement and in methods that its calls lead to, but not `reached` ones.

    They may have been read by now, so that later assignments of them cannot move to `__init__`. Adds
    to `reached`, so that each method is searched once.
    """
    new: set[str] = set()
    waiting = [node]
    while waiting:
        mentions = attributes_in(waiting.pop()) - reached
        new |= mentions
        reached |= mentions
        waiting += [methods[each] for each in mentions & methods.keys()]
    return new


def attribute_types(node: ast.stmt, init: ast.FunctionDef) -> list[tuple[str, str]]:
    """Returns the attributes that a statement of `__init__` sets, and their types."""
    match node:
        case ast.AnnAssign(target=target, annotation=annotation):
            return [(attribute_name(target), expression_text(annotation))]
        case ast.Assign(targets=[target], value=ast.Name(id=name)):
            annotations = (each.annotation for each in init.args.args if each.arg == name)
            return [(attribute_name(target), expression_text(each)) for each in annotations if each]
        case ast.Assign(targets=[target], value=ast.Constant(value=value)):
            return [(attribute_name(target), type(value).__name__)]
    return []


def as_initial_assignments(node: ast.stmt, types: dict[str, str], settled: set[str]) -> list[ast.stmt]:
    """Returns an assignment of attributes as `__init__` has it; [] if it must not be moved.

    `types` has the type of each attribute; `settled` are those whose value in `__init__` is the same. Where a
    type checker would find another type, each attribute has a statement of its own, with an annotation.
    """
    pairs = targets_and_values(node)
    if not all(has_settled_value(value, settled) for _, value in pairs):
        return []
    wanted = [types[attribute_name(target)] for target, _ in pairs]
    if isinstance(node, ast.AnnAssign) or wanted == [inferred_type(value, types) for _, value in pairs]:
        return [node] if pairs else []
    assignments: list[ast.stmt] = []
    for (target, value), type_ in zip(pairs, wanted, strict=True):
        assert isinstance(target, ast.Attribute)
        if inferred_type(value, types) == type_:
            assignments.append(ast.Assign([target], value))
        else:
            assignments.append(ast.AnnAssign(target, expr_from_template(type_), value, 0))
    return [replacing(node, assignments[0]), *assignments[1:]]


def has_settled_value(value: ast.expr, settled: set[str]) -> bool:
    """Whether a value is made of constants and attributes in `settled`, and computing it cannot fail."""
    parts = [each for each in nodes_in([value]) if isinstance(each, ast.expr)]
    local = {each.id for each in parts if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    for node in parts:
        match node:
            case ast.Constant() | ast.List() | ast.Tuple() | ast.ListComp() | ast.UnaryOp():
                is_safe = True
            case ast.Name(id=name):
                is_safe = name.isupper() or name in {"self", *SAFE, *local}
            case ast.Attribute():
                is_safe = attribute_name(node) in settled
            case ast.Call(func=function):
                is_safe = isinstance(function, ast.Name)  # that name is tested, too
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), right=right):
                is_safe = isinstance(right, ast.Constant) and bool(right.value)
            case ast.BinOp(op=operator):
                is_safe = isinstance(operator, ast.Add | ast.Sub | ast.Mult)
            case _:
                is_safe = False
        if not is_safe:
            return False
    return True


def inferred_type(value: ast.expr, types: dict[str, str]) -> str:
    """Returns the type that a type checker infers for a value; "" if it may be another one.

    `types` has those of attributes of `self`, and of constants.
    """
    match value:
        case ast.Constant():
            return type(value.value).__name__
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return types.get(name, "")
        # `-x`, and `[0] * 9`
        case ast.UnaryOp(op=ast.USub(), operand=part) | ast.BinOp(left=ast.List() as part):
            return inferred_type(part, types)
        case ast.List(elts=items):
            inner = common_type(items, types)
            return f"list[{inner}]" if inner else ""
        case ast.ListComp(elt=element):
            inner = inferred_type(element, types)
            return f"list[{inner}]" if inner else ""
        case ast.BinOp(left=left, right=right):
            return common_type([left, right], types)
        case ast.Call(func=ast.Name(id="min" | "max"), args=args):
            return common_type(args, types)
    return ""


def common_type(values: list[ast.expr], types: dict[str, str]) -> str:
    """Returns the type of all values; "" if their types differ."""
    types_found = {inferred_type(each, types) for each in values}
    return types_found.pop() if len(types_found) == 1 else ""
