"""Writes GOTO, GOSUB, ON, RETURN, BREAK and CONTINUE."""

from __future__ import annotations

import ast
from collections.abc import Callable

from retromaze.analysis.jumps import literal_label
from retromaze.analysis.kinds import ANY, Kind
from retromaze.compiler import naming
from retromaze.compiler.pieces import Branch, branches
from retromaze.compiler.statements import Statements
from retromaze.compiler.stores import Code
from retromaze.compiler.syntax import At
from retromaze.compiler.unit import FunctionUnit
from retromaze.language import nodes
from retromaze.python.structure import Labels, OpenLoops, PythonLoop

GosubCall = Callable[[At, str], ast.expr]


class Jumps(Statements):
    """Writes the jumps of one Python function; `leaving` holds the number of a way out of several loops."""

    def __init__(self, unit: FunctionUnit, gosub: GosubCall) -> None:
        super().__init__(unit)
        self.gosub = gosub
        self.loops = OpenLoops()
        self.tables: dict[Labels, str] = {}

    def transfer(self, at: At, loop: PythonLoop, *, again: bool) -> Code:
        """Goes on with the next pass of a Python loop around this place, or behind it.

        A loop that jumps make endless has its frames counted where they stand.
        """
        look = self.look(at) if again and not loop.basic else []
        way = self.loops.jump(loop, again=again)
        if way is None:
            return [*look, *loop.repeat()] if again else [at.leave()]
        return [*look, at.assign("leaving", at.constant(way.number)), at.leave()]

    def look(self, at: At) -> Code:
        """Lets a frame pass where its budget is used up."""
        self.unit.counts_work = self.unit.uses_work = True
        spent = at.compare(at.name("work"), "<", at.constant(0))
        return [at.when(spent, [at.assign("work", at.call("tick", at.name("work")))])]

    def behind(self, at: At, loop: PythonLoop) -> Code:
        """Sends on the jumps that have left a loop, right behind it."""
        code: Code = []
        pending = at.name("leaving")
        for way in sorted(loop.ways, key=lambda way: way.number):
            if way.loop is self.loops.innermost:
                arrived = way.loop.repeat() if way.again else [at.leave()]
                clear = at.assign("leaving", at.constant(0))
                code.append(at.when(at.compare(pending, "==", at.constant(way.number)), [clear, *arrived]))
        if any(way.loop is not self.loops.innermost for way in loop.ways):
            code.append(at.when(pending, [at.leave()]))
        return code

    def goto(self, at: At, target: nodes.Expression | None) -> Code:
        if target is None:
            return [at.expression(at.call("uninitialized"))]
        name = literal_label(target)
        if name is None:
            return self.computed_goto(at, target)
        labels = self.loops.labels.get(name)
        if labels is None:
            return [at.expression(at.call("undefined_label", at.constant(name)))]
        go = at.assign(labels.variable, at.constant(labels.positions[name]))
        return [go, *self.transfer(at, labels.loop, again=True)]

    def computed_goto(self, at: At, target: nodes.Expression) -> Code:
        """GOTO of a string: every label of the scope stands in the outermost block then."""
        labels = next(iter(self.loops.labels.values()), None)
        if labels is None:
            return [at.expression(at.call("find_label", self.e.dynamic(target), at.table({})))]
        tables = self.unit.compilation.tables
        if labels not in self.tables:
            self.tables[labels] = f"labels{len(tables)}"
            tables[self.tables[labels]] = labels.positions
        found = at.call("find_label", self.e.dynamic(target), at.name(self.tables[labels]))
        return [at.assign(labels.variable, found), *self.transfer(at, labels.loop, again=True)]

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
        rows = [self.loops.labels.get(name) for name in step.labels]
        labels = rows[0]
        if labels is None or any(each is not labels for each in rows):
            return []
        positions = [labels.positions[name] for name in step.labels]
        first = positions[0]
        if positions != list(range(first, first + len(positions))):
            return []
        inside = self.unit.integer_kind(step.selector).within(0, len(positions) - 1)
        number = selector if inside else at.name(keep)
        go: Code = [at.assign(labels.variable, at.binary(number, "+", at.constant(first)))]
        go += self.transfer(at, labels.loop, again=True)
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
