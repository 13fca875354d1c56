"""Writes stores into variables, elements, characters of strings and system variables."""

from __future__ import annotations

import ast
from dataclasses import replace

from retromaze.analysis.kinds import ANY, INTEGER, STRING, Kind, Type
from retromaze.analysis.side_effects import may_store
from retromaze.builtins.registry import VARIABLES
from retromaze.compiler import naming
from retromaze.compiler.aliasing import handed_on
from retromaze.compiler.expressions import Expressions
from retromaze.compiler.syntax import At
from retromaze.compiler.unit import FunctionUnit
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Target, calls
from retromaze.language.program import Variable
from retromaze.language.text import yield_to_host

Code = list[ast.stmt]


class Stores:
    """Writes the stores of one Python function."""

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit
        self.e = Expressions(unit)

    def store(self, at: At, target: Target, value: Expression) -> Code:
        """target = value, the value an expression."""
        variable = self.unit.scope.stored(target)
        kind = self.target_kind(target, variable)
        if isinstance(target, nodes.Name) and variable and (variable.is_array or variable.kind == "?"):
            return self.rename(at, variable, value)
        return self.put(at, target, self.e.as_kind(value, kind))

    def rename(self, at: At, variable: Variable, value: Expression) -> Code:
        """`B=A` between arrays makes B another name of A; a parameter takes any value."""
        self.unit.use(variable)
        if not variable.is_array:
            return [at.assign(naming.scalar(variable), handed_on(self.e, value))]
        given = self.e.dynamic(value)
        if isinstance(value, nodes.Function):
            return self.receive_array(at, variable, given)
        return self.bind_array(at, variable, at.call("array_for", at.constant(variable.kind), given))

    def receive_array(self, at: At, variable: Variable, value: ast.expr) -> Code:
        """What a DEF gives becomes the array of that name, whatever the name was declared as."""
        return self.bind_array(at, variable, at.call("array", value))

    def bind_array(self, at: At, variable: Variable, array: ast.expr) -> Code:
        self.unit.use(variable)
        owner, kind = naming.array_object(variable), at.constant(variable.kind)
        items = at.call("items_under", kind, at.constant(variable.dimensions), at.name(owner))
        return [at.assign(owner, array), at.assign(naming.items(variable), items)]

    def target_kind(self, target: Target, variable: Variable | None) -> Kind:
        if isinstance(target, nodes.VariableNamed) or variable is None:
            return self.system_kind(target)
        if isinstance(target, nodes.Index) and not variable.is_array:
            return STRING if variable.kind == "$" else ANY
        return self.unit.compilation.facts.of(variable)

    def system_kind(self, target: Target) -> Kind:
        if isinstance(target, nodes.Name) and target.name in VARIABLES:
            return INTEGER
        return ANY

    def put(self, at: At, target: Target, value: ast.expr) -> Code:
        """target = value, the value already of the target's kind."""
        match target:
            case nodes.Name(name=name) if name in VARIABLES and not self.unit.scope.find(name):
                return [at.expression(at.call("write_system", at.constant(name), value))]
            case nodes.Name():
                variable = self.unit.scope.find(target.name)
                assert variable is not None
                if variable.is_array:
                    return [at.expression(at.call("mismatch_of", value))]
                self.unit.use(variable)
                return [at.assign(naming.scalar(variable), value)]
            case nodes.Index():
                return self.put_element(at, target, value)
            case _:
                return [at.expression(at.call("set_variable_named", self.e.text(target.name), value))]

    def put_element(self, at: At, target: nodes.Index, value: ast.expr) -> Code:
        if isinstance(target.target, nodes.Name):
            variable = self.unit.scope.find(target.target.name)
            if variable and variable.is_array and variable.varies:
                return self.put_converted(at, variable, target, value)
            if variable and variable.is_array:
                return [at.assign_item(*self.e.element_place(target), value)]
            if variable and variable.kind in "$?":
                return self.put_character(at, variable, target, value)
        return self.put_nested(at, target, value)

    def put_converted(self, at: At, variable: Variable, target: nodes.Index, value: ast.expr) -> Code:
        """`A[i]=v` of an array whose type is known when the program runs."""
        self.unit.use(variable)
        owner = at.name(naming.array_object(variable))
        return [at.expression(at.call("store_element", value, self.e.subscripts(at, target), owner))]

    def put_character(self, at: At, variable: Variable, target: nodes.Index, value: ast.expr) -> Code:
        """`S$[i]=t$`, and `A[i]=v` of a parameter: both may put a new string in the variable."""
        self.unit.use(variable)
        name = naming.scalar(variable)
        store = at.call("store_element", value, self.e.subscripts(at, target), at.name(name))
        return [at.assign(name, store)]

    def put_nested(self, at: At, target: nodes.Index, value: ast.expr) -> Code:
        """`A$[i][j]=t$` changes a string inside an array."""
        inner = target.target
        if isinstance(inner, nodes.Index) and self.e.kind(inner).type in (Type.STRING, Type.ANY):
            keep = self.unit.temporary()
            code: Code = [at.assign(keep, value)]
            target = self.pinned_index(target, code, moving=self.may_store(target))
            assert isinstance(target.target, nodes.Index)
            owner = self.raw_element(target.target)
            store = at.call("store_element", at.name(keep), self.e.subscripts(at, target), owner)
            return [*code, *self.put(at, target.target, store)]
        return [at.expression(at.call("type_mismatch"))]

    def may_store(self, *given: Expression | None) -> bool:
        """Whether working these out may change a variable."""
        definitions = self.unit.compilation.program.definitions
        return any(each is not None and may_store(each, definitions) for each in given)

    def raw_element(self, node: nodes.Index) -> ast.expr:
        """An element of a string array as the object it is."""
        if isinstance(node.target, nodes.Name) and self.e.array_named(node.target.name):
            return At(node.line, node.column).subscript(*self.e.element_place(node))
        return self.e.value(node)

    def default(self, variable: Variable) -> object:
        """What a variable holds before anything is stored."""
        return self.unit.compilation.facts.of(variable).default

    def pinned(self, target: Target, code: Code, *, moving: bool) -> Target:
        """The target with what calls something evaluated once, beforehand.

        `moving` tells that something in the statement may change variables: then every subscript is.
        """
        match target:
            case nodes.Index():
                return self.pinned_index(target, code, moving=moving)
            case nodes.VariableNamed() if moving or calls_something(target.name):
                name = self.set_aside(target.name, STRING, self.e.text(target.name), code)
                return replace(target, name=name)
            case _:
                return target

    def pinned_index(self, target: nodes.Index, code: Code, *, moving: bool) -> nodes.Index:
        owner = target.target
        if isinstance(owner, nodes.Index):
            owner = self.pinned_index(owner, code, moving=moving)
        subscripts = tuple(
            self.set_aside(each, INTEGER, self.e.integer(each), code)
            if calls_something(each) or (moving and not isinstance(each, nodes.Number))
            else each
            for each in target.subscripts
        )
        return replace(target, target=owner, subscripts=subscripts)

    def set_aside(self, node: Expression, kind: Kind, value: ast.expr, code: Code) -> Expression:
        """What reads the value of an expression from a temporary, in which the code puts it."""
        name = self.unit.temporary()
        code.append(At(node.line, node.column).assign(name, value))
        return self.unit.pin(node, name, kind)

    def receive(self, at: At, target: Target, value: ast.expr, given: Kind) -> Code:
        """target = value, the value Python of a given kind."""
        yield_to_host()
        variable = self.unit.scope.stored(target)
        if isinstance(target, nodes.Name) and variable and variable.is_array:
            return self.receive_array(at, variable, value)
        wanted = self.target_kind(target, variable)
        return self.put(at, target, self.received(at, value, given, wanted))

    def received(self, at: At, value: ast.expr, given: Kind, wanted: Kind) -> ast.expr:
        if (given.type is wanted.type and given.mixed == wanted.mixed) or wanted.type is Type.ANY:
            return value
        if given.type is Type.INTEGER and (wanted.type is Type.WHOLE or wanted.mixed):
            return value
        helper = {
            Type.STRING: "string_shared" if self.unit.shares_strings else "string",
            Type.INTEGER: "integer_stored",
            Type.WHOLE: "mismatch_of",  # only what may be a string comes here
            Type.REAL: "real",
        }[wanted.type]
        return at.call(helper, value)

    def receive_one(self, at: At, target: Target | None, value: ast.expr, kind: Kind) -> Code:
        return [at.expression(value)] if target is None else self.receive(at, target, value, kind)

    def receive_row(
        self, at: At, targets: tuple[Target | None, ...], value: ast.expr, kinds: list[Kind]
    ) -> Code:
        names = [self.unit.temporary() for _ in targets]
        code: Code = [at.assign_row(names, value)]
        for target, name, kind in zip(targets, names, kinds, strict=True):
            if target is not None:
                code += self.receive(at, target, at.name(name), kind)
        return code


def calls_something(node: Expression) -> bool:
    return any(True for _ in calls(node))
