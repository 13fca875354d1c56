"""Writes GOTO, GOSUB, ON, RETURN, BREAK and CONTINUE."""

from __future__ import annotations

import ast
from collections.abc import Callable

from retromaze.analysis.jumps import literal_label
from retromaze.analysis.kinds import ANY, Kind
from retromaze.compiler import naming
from retromaze.compiler.pieces import Branch, branches
from retromaze.compiler.python_loops import Dispatch, Escape, PythonLoop
from retromaze.compiler.statements import Statements
from retromaze.compiler.stores import Code
from retromaze.compiler.syntax import At
from retromaze.compiler.unit import FunctionUnit
from retromaze.language import nodes

GosubCall = Callable[[At, str], ast.expr]


class Jumps(Statements):
    """Writes the jumps of one Python function; `leaving` tells the generated code of one on its way out."""

    def __init__(self, unit: FunctionUnit, gosub: GosubCall) -> None:
        super().__init__(unit)
        self.gosub = gosub
        self.loops: list[PythonLoop] = []
        self.dispatches: dict[str, Dispatch] = {}
        self.escapes: dict[int, Escape] = {}
        self.numbers: dict[Escape, int] = {}
        self.uses_leaving = False

    def transfer(self, at: At, loop: PythonLoop, *, repeat: bool) -> Code:
        """Goes on with the next pass of a Python loop around this place, or behind it.

        What jumps may make endless is looked at where they stand: a frame that passes is in their line.
        """
        look = self.look(at) if repeat and loop.looked_at else []
        if self.loops[-1] is loop:
            return [*look, *loop.repeat()] if repeat else [at.leave()]
        number = self.escape_number((loop, repeat))
        self.uses_leaving = True
        inner = self.loops[self.loops.index(loop) + 1 :]
        for each in inner:
            each.escapes.add(number)
        return [*look, at.assign("leaving", at.constant(number)), at.leave()]

    def look(self, at: At) -> Code:
        """Lets a frame pass where its budget is used up."""
        self.unit.counts_work = self.unit.uses_work = True
        spent = at.compare(at.name("work"), "<", at.constant(0))
        return [at.when(spent, [at.assign("work", at.call("tick", at.name("work")))])]

    def escape_number(self, escape: Escape) -> int:
        number = self.numbers.setdefault(escape, len(self.numbers) + 1)
        self.escapes[number] = escape
        return number

    def behind(self, at: At, loop: PythonLoop) -> Code:
        """Behind a loop that jumps may have left: sends them on."""
        code: Code = []
        pending = at.name("leaving")
        for number in sorted(loop.escapes):
            target, repeat = self.escapes[number]
            if self.loops[-1] is target:
                arrived: Code = target.repeat() if repeat else [at.leave()]
                arrived = [at.assign("leaving", at.constant(0)), *arrived]
                code.append(at.when(at.compare(pending, "==", at.constant(number)), arrived))
        if any(self.escapes[number][0] is not self.loops[-1] for number in loop.escapes):
            code.append(at.when(pending, [at.leave()]))
        return code

    def goto(self, at: At, target: nodes.Expression | None) -> Code:
        if target is None:
            return [at.expression(at.call("uninitialized"))]
        name = literal_label(target)
        if name is None:
            return self.computed_goto(at, target)
        dispatch = self.dispatches.get(name)
        if dispatch is None:
            return [at.expression(at.call("undefined_label", at.constant(name)))]
        position = dispatch.positions[name]
        if dispatch.loop is None:
            if position == dispatch.following:
                return []
            return [at.assign(dispatch.variable, at.constant(position))]
        go = at.assign(dispatch.variable, at.constant(position))
        return [go, *self.transfer(at, dispatch.loop, repeat=True)]

    def computed_goto(self, at: At, target: nodes.Expression) -> Code:
        """GOTO of a string: every label of the scope stands in the outermost block then."""
        dispatch = next(iter(self.dispatches.values()), None)
        if dispatch is None or dispatch.loop is None:
            return [at.expression(at.call("find_label", self.e.dynamic(target), at.table({})))]
        if not dispatch.table:
            dispatch.table = f"labels{len(self.unit.compilation.tables)}"
            self.unit.compilation.tables[dispatch.table] = dispatch.positions
        found = at.call("find_label", self.e.dynamic(target), at.name(dispatch.table))
        return [at.assign(dispatch.variable, found), *self.transfer(at, dispatch.loop, repeat=True)]

    def go_sub(self, at: At, target: nodes.Expression | None) -> Code:
        if target is None:
            return [at.expression(at.call("uninitialized"))]
        name = literal_label(target)
        if name is not None:
            return [at.expression(self.gosub(at, name))]
        pending = at.name(self.unit.pending)
        return [at.expression(at.call("gosub_by_name", self.e.dynamic(target), pending))]

    def on(self, step: nodes.On) -> Code:
        at = At(step.line, step.column)
        selector, keep = self.e.integer(step.selector), self.unit.temporary()
        if not step.gosub and (code := self.on_row(at, step, selector, keep)):
            return code
        rows: list[Branch] = []
        for number, name in enumerate(step.labels):
            test = at.compare(at.name(keep), "==", at.constant(number))
            label = nodes.LabelText(step.line, step.column, name)
            rows.append((at, test, self.go_sub(at, label) if step.gosub else self.goto(at, label)))
        return [at.assign(keep, selector), *branches(rows, [], self.unit.temporary)]

    def on_row(self, at: At, step: nodes.On, selector: ast.expr, keep: str) -> Code:
        """ON … GOTO to labels that follow each other in one dispatch: the number is added to the first."""
        dispatches = [self.dispatches.get(name) for name in step.labels]
        dispatch = dispatches[0]
        if dispatch is None or any(each is not dispatch for each in dispatches):
            return []
        positions = [dispatch.positions[name] for name in step.labels]
        first = positions[0]
        if positions != list(range(first, first + len(positions))):
            return []
        kind = self.unit.integer_kind(step.selector)
        go: Code = [at.assign(dispatch.variable, at.binary(selector, "+", at.constant(first)))]
        inside = kind.within(0, len(positions) - 1)
        if not inside:
            go = [at.assign(dispatch.variable, at.binary(at.name(keep), "+", at.constant(first)))]
        if dispatch.loop is not None:
            go += self.transfer(at, dispatch.loop, repeat=True)
        if inside:
            return go
        test = at.compare(at.constant(0), "<=", at.name(keep), "<", at.constant(len(positions)))
        return [at.assign(keep, selector), at.when(test, go)]

    def give_back(self, step: nodes.Return) -> Code:
        at = At(step.line, step.column)
        define = self.unit.scope.routine.define
        if define is None:
            if step.value is not None:
                return [at.expression(at.call("syntax_error"))]
            lonely = at.unary("not", at.name("depth"))
            return [at.when(lonely, [at.expression(at.call("return_without_gosub"))]), at.give()]
        if define.returns:
            if step.value is None:
                return [at.expression(at.call("syntax_error"))]
            return [at.give(self.e.as_kind(step.value, self.result_kind()))]
        if step.value is not None:
            return [at.expression(at.call("syntax_error"))]
        return [at.give(self.outputs(at))]

    def result_kind(self) -> Kind:
        """The kind of what this DEF returns."""
        variant = self.unit.variant
        return self.unit.compilation.facts.of(variant.result) if variant else ANY

    def outputs(self, at: At) -> ast.expr | None:
        """What a DEF with OUT gives back."""
        define = self.unit.scope.routine.define
        if define is None or not define.outputs:
            return None
        variables = [self.unit.scope.variables[each] for each in define.outputs]
        return at.row([at.call("given", at.name(naming.scalar(each))) for each in variables])
