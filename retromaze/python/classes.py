"""Makes methods plainer: functions where objects hold only the machine, no local for a machine used twice.

What `main` is given and only `run` uses is a parameter of `run`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence, Set
from copy import deepcopy

from retromaze.python.blocks import Body, attributes_in, is_self_attribute, mentioned_names, nodes_in
from retromaze.python.fragments import (
    LOAD,
    name_node,
    same_tree,
    statements_from_template,
    with_names_replaced,
)
from retromaze.python.initializing import assigned_attributes
from retromaze.python.printer import expression_text

MACHINE = ast.arg("machine", ast.Name("Machine", LOAD))
NAMING = "machine = self.machine"
RARE = 2
"""Up to this number of uses a method writes `self.machine` and has no local `machine`."""


def method_parts(method: ast.FunctionDef) -> tuple[Body, Body, Body]:
    """Splits a method into its docstring, the statement `machine = self.machine` (if any), and the rest."""
    begin = int(hasattr(method.body[0], "document"))
    end = begin + same_tree(method.body[begin : begin + 1], statements_from_template(NAMING))
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
    if len(init.body) == 1:  # `self.machine = machine`
        return [*methods_to_functions(main, others)]
    for each in others:
        document, naming, body = method_parts(each)
        uses = sum(isinstance(node, ast.Name) and node.id == "machine" for node in nodes_in(body))
        if naming and uses <= RARE:
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
    uses = Counter(each.id for each in nodes_in([init]) if isinstance(each, ast.Name))
    own = attributes_in(run).difference(*map(attributes_in, others))
    # the one use is the statement that stores the parameter as an attribute
    moved = [each for each in init.args.args if each.arg in own - {"machine"} and uses[each.arg] == 1]
    names = {f"self.{each.arg}": each.arg for each in moved}
    creation = call.func.value if isinstance(call.func, ast.Attribute) else call
    assert isinstance(creation, ast.Call)
    creation.args = [each for each in creation.args if expression_text(each) not in names.values()]
    call.args = [name_node(name) for name in names.values()]
    init.args.args = [each for each in init.args.args if each not in moved]
    init.body = [each for each in init.body if assigned_attributes(each).isdisjoint(names.values())]
    run.args.args += moved
    run.body = [with_names_replaced(each, names) for each in run.body]


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
        # parts of trees belong to several, and are not changed in place
        method.body = [
            *document,
            *(MethodsToFunctions(method_by_name.keys(), with_machine).visit(deepcopy(each)) for each in body),
        ]
    match main.body:
        case [*head, ast.Expr()] if not any("run" in each for each in used.values()):
            run = method_by_name.pop("run")
            main.body = [*head, *run.body]
            if hasattr(run, "remarks_behind"):
                vars(main)["remarks_behind"] = run.remarks_behind
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

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Returns `machine` for `self.machine`."""
        self.generic_visit(node)
        return name_node("machine") if is_self_attribute(node) and node.attr == "machine" else node
