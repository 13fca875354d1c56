"""Blocks, loops and jumps become Python's own loops and branches.

What `restructure` has left of GOTO becomes a small dispatch: `while True: match step:`, with a case for each
label, marked as such. A jump out of several Python loops breaks them one by one, by a flag.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from retromaze.compiler.facts.kinds import LARGEST, SMALLEST
from retromaze.compiler.shape.jumps import Part, literal_label, parts_of, running
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.structure import Block, Choice, CountedLoop, RepeatLoop, Step, WhileLoop
from retromaze.language.walk import every
from retromaze.porting import pieces, words
from retromaze.porting.lines import Code, Line, indented
from retromaze.porting.module import Function
from retromaze.porting.pieces import INT
from retromaze.porting.refusals import CannotPort
from retromaze.porting.statements import Statements
from retromaze.porting.tree import Case, Forever, Leave, Switch, heads, steps
from retromaze.porting.units import Sharing, Unit, changed_arrays, globals_of, stores_of
from retromaze.values.arithmetic import COMPARE

FIXED_WORDS = {"LEN", "MIN", "MAX", "ABS", "FLOOR"}


@dataclass(eq=False)
class PythonLoop:
    """A loop of the code; `basic` if BREAK and CONTINUE mean it, `repeat` what CONTINUE does."""

    repeat: Callable[[], Code]
    basic: bool
    step: Any = None
    is_left: bool = False


@dataclass(eq=False)
class Dispatch:
    """The variable that says which part of a block is next."""

    variable: str
    labels: set[str]
    loop: PythonLoop


class Blocks(Statements):
    """Writes the statements of one function, structure included."""

    def __init__(self, function: Function, unit: Unit, sharing: Sharing) -> None:
        super().__init__(function, sharing.needed)
        self.unit = unit
        self.sharing = sharing
        self.loops: list[PythonLoop] = []
        self.dispatches: list[Dispatch] = []
        self.jumped = ""
        self.known: dict[str, float] = {}

    # ---- blocks and their parts

    def body(self, block: Block) -> Code:
        """A block that has to have a line."""
        return self.block(block) or [Line(0, "pass")]

    def block(self, block: Block) -> Code:
        parts = parts_of(block, self.unit.live)
        if len(parts) == 1:
            return self.row(parts[0].steps)
        return self.dispatch(parts, self.f.module.names.fresh("step"), start="start")

    def row(self, row: list[Any]) -> Code:
        """Steps in order; constants that variables hold on the way are known to the next step."""
        code: Code = []
        known: dict[str, float] = {}
        for step in row:
            self.known = dict(known)
            code += self.step(step)
            match step:
                case nodes.Assign(target=nodes.Name(name=name), value=nodes.Number(value=value)):
                    known[name] = value
                case nodes.Assign() | nodes.Print() | nodes.Instruction() | nodes.Increase() | nodes.Declare():
                    changed = self.changed_in(Block([step]))
                    known = {each: known[each] for each in known if self.f.scope.find(each) not in changed}
                case _:
                    known = {}
        return code

    def dispatch(self, parts: list[Part], variable: str, start: str = "") -> Code:
        """The parts, each a case; the variable is set before unless `start` names the first part."""
        loop = PythonLoop(lambda: [Line(0, "continue")], basic=False)
        dispatch = Dispatch(variable, {part.label for part in parts if part.label}, loop)
        self.dispatches.append(dispatch)
        self.loops.append(loop)
        cases: Code = []
        for part, following in zip(parts, [*parts[1:], None], strict=True):
            name = part.label.lower() if part.label else "start"
            cases.append(Line(0, f'case "{name}":'))
            cases += indented(self.part(part, following, dispatch))
        self.loops.pop()
        self.dispatches.pop()
        code = [Line(0, f'{variable} = "{start}"')] if start else []
        idle = [Line(0, f"{self.f.machine}.idle()")] if self.only_looks(parts) else []
        head = [Line(0, "while True:", 0, "the listing's own jumps"), *indented(idle)]
        rows = [*head, *indented([Line(0, f"match {variable}:"), *indented(cases)])]
        return [*code, *self.guarded(loop, rows)]

    def part(self, part: Part, following: Part | None, dispatch: Dispatch) -> Code:
        code = [line for step in part.steps for line in self.step(step)]
        if part.closed:
            if code and code[-1] == Line(0, "continue"):
                code.pop()
        elif following is not None:
            code.append(Line(0, f'{dispatch.variable} = "{following.label.lower()}"'))
        else:
            code.append(Line(0, "break"))
        return code or [Line(0, "pass")]

    def only_looks(self, parts: list[Part]) -> bool:
        """Whether the parts look at the input and never wait: a port has to let a frame pass then."""
        return self.looks_idly(Block([step for part in parts for step in part.steps]))

    def looks_idly(self, block: Block, *more: nodes.Node) -> bool:
        names: set[str] = set()
        for head in [*more, *(head for step in steps(block) for head in heads(step))]:
            for node in every(head):
                if isinstance(node, nodes.Function | nodes.Instruction | nodes.Name):
                    names.add(node.name)
        waiting = self.waiting_units
        called = {name for name in names if name in self.f.module.variants}
        waits = bool(names & words.WAITS) or any(name in waiting for name in called)
        return bool(names & words.LOOKS) and not waits

    @property
    def waiting_units(self) -> set[str]:
        """The DEFs that wait or ask."""
        found = set()
        for unit in self.sharing.units:
            for step in steps(unit.body):
                if isinstance(step, nodes.Instruction) and step.name in words.WAITS and unit.variant:
                    found.add(unit.variant.name)
        return found

    # ---- one step

    def step(self, step: Any) -> Code:
        match step:
            case Choice():
                return self.choice(step)
            case Switch():
                return self.switch(step)
            case CountedLoop():
                return self.counted(step)
            case WhileLoop():
                return self.while_loop(step)
            case RepeatLoop():
                return self.repeat_loop(step)
            case Forever():
                return self.forever(step)
            case Leave():
                loop = next(each for each in self.loops if each.step is step.loop)
                return self.placed(step, self.transfer(loop, again=step.again))
            case nodes.Break() | nodes.Continue():
                loop = next(each for each in reversed(self.loops) if each.basic)
                again = isinstance(step, nodes.Continue)
                return self.placed(step, self.transfer(loop, again=again))
            case nodes.Goto():
                return self.goto(step, literal_label(step.target) if step.target else None)
            case nodes.Gosub():
                label = literal_label(step.target) if step.target else None
                return [self.line(step, self.gosub(step, label))]
            case nodes.On():
                return self.on(step)
            case nodes.Return():
                return self.give_back(step)
            case nodes.End() | nodes.Stop():
                return self.end(step)
            case _:
                return self.straight(step)

    def placed(self, step: Any, code: Code) -> Code:
        """Code with the step's line in its margin."""
        return [line if line.number else replace(line, number=step.line) for line in code]

    def choice(self, step: Choice) -> Code:
        if not any(block.statements for _, block in step.branches) and not step.otherwise.statements:
            return [self.line(step, self.e.condition(each).text) for each, _ in step.branches if self.calls(each)]
        if len(step.branches) == 1 and not step.branches[0][1].statements:
            condition, _ = step.branches[0]
            test = self.e.negated(condition)
            head = Line(0, f"if {test.text}:", condition.line)
            return [head, *indented(self.body(step.otherwise))]
        code: Code = []
        word = "if"
        for condition, block in step.branches:
            test = self.e.condition(condition)
            inner = self.only_test(block) if len(step.branches) == 1 and not step.otherwise.statements else None
            if inner is not None:
                both = f"{test.at(pieces.NOT)} and {self.e.condition(inner[0]).at(pieces.NOT)}"
                return [Line(0, f"if {both}:", condition.line), *indented(self.body(inner[1]))]
            code.append(Line(0, f"{word} {test.text}:", condition.line))
            code += indented(self.body(block))
            word = "elif"
        return code + self.otherwise(step.otherwise)

    def only_test(self, block: Block) -> tuple[Expression, Block] | None:
        """The IF that is all there is in a block, if it has one branch."""
        match block.statements:
            case [Choice(branches=[(condition, body)]) as inner] if not inner.otherwise.statements:
                return (condition, body) if body.statements else None
            case _:
                return None

    def otherwise(self, block: Block) -> Code:
        rest = self.block(block)
        if not rest:
            return []
        inner = block.statements
        if len(inner) == 1 and isinstance(inner[0], Choice) and rest[0].code.startswith("if "):
            if all(line.depth > 0 or line.code.startswith(("elif ", "else:")) for line in rest[1:]):
                return [replace(rest[0], code="el" + rest[0].code), *rest[1:]]
        return [Line(0, "else:"), *indented(rest)]

    def switch(self, step: Switch) -> Code:
        """ON … GOTO as a `match`."""
        cases, last = list(step.cases), step.otherwise
        count = sum(len(each.numbers) for each in [*cases, last])
        if last.numbers and self.f.kind(step.selector).within(0, count - 1):
            cases = sorted([*cases, last], key=lambda each: each.numbers)
            last = cases.pop()
        code = [Line(0, f"match {self.e.place(step.selector).text}:", step.line)]
        for each in cases:
            code += self.case(each, " | ".join(map(str, each.numbers)))
        if last.body.statements:
            code += self.case(last, "_")
        return code

    def case(self, each: Case, pattern: str) -> Code:
        head = Line(1, f"case {pattern}:", 0, f"@{each.label}" if each.label else "")
        return [head, *indented(indented(self.body(each.body)))]

    # ---- loops

    def inside(self, step: Any, block: Block, repeat: Callable[[], Code], *, basic: bool = True) -> Code:
        self.last = PythonLoop(repeat, basic, step)
        loop = self.last
        self.loops.append(loop)
        code = self.block(block)
        self.loops.pop()
        self.last = loop
        return code

    def guarded(self, loop: PythonLoop, code: Code) -> Code:
        """A loop with the flag that jumps out of it set, and what has to be done behind it."""
        if not loop.is_left:
            return code
        outer = self.loops[-1] if self.loops else None
        behind = [Line(0, f"if {self.flag}:"), Line(1, "break")]
        if outer is not None and not outer.is_left:
            behind = [Line(0, f"if {self.flag}:"), *indented(self.arrived(outer))]
        return [Line(0, f"{self.flag} = False"), *code, *behind]

    def arrived(self, loop: PythonLoop) -> Code:
        return self.landings.pop(id(loop), [Line(0, "continue")])

    @property
    def flag(self) -> str:
        self.jumped = self.jumped or self.f.module.names.fresh("jumped")
        return self.jumped

    @property
    def landings(self) -> dict[int, Code]:
        if not hasattr(self, "_landings"):
            self._landings: dict[int, Code] = {}
        return self._landings

    def transfer(self, loop: PythonLoop, *, again: bool) -> Code:
        """Goes on with the next pass of a loop around this place, or behind it."""
        landing = loop.repeat() if again else [Line(0, "break")]
        if self.loops[-1] is loop:
            return landing
        known = self.landings.setdefault(id(loop), landing)
        if known != landing:
            raise CannotPort(0, "this tangle of jumps out of loops has no Python of its own")
        for each in self.loops[self.loops.index(loop) + 1 :]:
            each.is_left = True
        label = f"@{loop.step.label}" if isinstance(loop.step, Forever) else ""
        return [Line(0, f"{self.flag} = True", 0, label), Line(0, "break")]

    def while_loop(self, step: WhileLoop) -> Code:
        idle = self.idle(step.body, step.condition)
        body = self.inside(step, step.body, lambda: [*idle, Line(0, "continue")])
        loop = self.last
        condition = step.condition
        is_endless = isinstance(condition, nodes.Number) and condition.value != 0
        test = "True" if is_endless else self.e.condition(condition).text
        rows = [*body, *idle] or [Line(0, "pass")]
        return self.guarded(loop, [Line(0, f"while {test}:", step.line), *indented(rows)])

    def repeat_loop(self, step: RepeatLoop) -> Code:
        idle, known = self.idle(step.body, step.condition), self.known
        if not step.body.statements:
            test = self.e.negated(step.condition).text
            rows = idle or [Line(0, "pass")]
            return [Line(0, f"while {test}:", step.line), *indented(rows)]

        def end() -> Code:
            test = self.e.condition(step.condition).text
            leave = [Line(0, f"if {test}:", step.condition.line), Line(1, "break")]
            endless = isinstance(step.condition, nodes.Number) and step.condition.value == 0
            return idle if endless else [*leave, *idle]

        body = self.inside(step, step.body, lambda: [*end(), Line(0, "continue")])
        loop = self.last
        if not idle and (test := self.turned(step, body, known)):
            return self.guarded(loop, [Line(0, f"while {test}:", step.line), *indented(body)])
        return self.guarded(loop, [Line(0, "while True:", step.line), *indented([*body, *end()])])

    def turned(self, step: RepeatLoop, body: Code, known: dict[str, float]) -> str:
        """The condition of a WHILE in its place, if the first pass is sure to be made all the same."""
        if any(line.code == "continue" for line in body):
            return ""
        match step.condition:
            case nodes.Binary(
                operator="==" | "!=" | "<" | "<=" | ">" | ">=" as sign,
                left=nodes.Name(name=name),
                right=nodes.Number(value=limit),
            ):
                value = known.get(name)
                if value is not None and not COMPARE[sign](value, limit):
                    return self.e.negated(step.condition).text
        return ""

    def forever(self, step: Forever) -> Code:
        idle = [Line(0, f"{self.f.machine}.idle()")] if self.looks_idly(step.body) else []
        code = self.inside(step, step.body, lambda: [Line(0, "continue")], basic=False)
        loop = self.last
        code = [*idle, *tidied(code)]
        return self.guarded(loop, [Line(0, "while True:", 0, f"@{step.label}"), *indented(code)])

    def idle(self, block: Block, condition: Expression) -> Code:
        """A frame that passes in a loop that only looks at its input."""
        return [Line(0, f"{self.f.machine}.idle()")] if self.looks_idly(block, condition) else []

    def counted(self, step: CountedLoop) -> Code:
        if self.is_plain(step):
            return self.range_loop(step)
        head = step.head
        one = nodes.Number(step.line, step.column, 1)
        start = nodes.Assign(step.line, step.column, head.variable, head.start)
        add = nodes.Increase(step.line, step.column, head.variable, 1, head.step or one)
        first = self.straight(start)
        adding = [replace(line, number=0) for line in self.straight(add)]
        body = self.inside(step, step.body, lambda: [*adding, Line(0, "continue")])
        loop = self.last
        test = self.e.condition(running(head)).text
        rows = [*body, *adding]
        return [*first, *self.guarded(loop, [Line(0, f"while {test}:", step.line), *indented(rows)])]

    def range_loop(self, step: CountedLoop) -> Code:
        head = step.head
        variable = self.f.scope.stored(head.variable)
        assert variable is not None
        amount = int(head.step.value) if isinstance(head.step, nodes.Number) else 1
        start = self.e.value(head.start)
        stop = self.e.value(head.stop)
        edge = pieces.added(stop, 1 if amount > 0 else -1)
        given = [] if start.text == "0" and amount == 1 else [start.text]
        given += [edge.text] + ([str(amount)] if amount != 1 else [])
        name = self.f.name(variable)
        self.f.declared.add(variable)
        body = self.inside(step, step.body, lambda: [Line(0, "continue")])
        loop = self.last
        shown = name if self.is_read(step, variable) else f"_{name.removeprefix('self.')}"
        if variable in self.f.module.shared:
            shown = name.removeprefix("self.")
            body = [Line(0, f"{name} = {shown}"), *body]
        body = body or [Line(0, "pass")]
        code = [Line(0, f"for {shown} in range({', '.join(given)}):", step.line), *indented(body)]
        end: Code = []
        if id(step) in self.sharing.live_behind:
            code[0] = replace(code[0], code=code[0].code.replace(f"for {shown} ", f"for {name} "))
            value = f"{self.f.basic('for_end')}({start.text}, {stop.text}, {amount})"
            end = [Line(0, f"{name} = {value}", 0, "FOR ends beyond its limit")]
            if any(line.code == "break" for line in body):
                end = [Line(0, "else:"), *indented(end)]
        return self.guarded(loop, [*code, *end])

    def is_read(self, step: CountedLoop, variable: object) -> bool:
        names = (node for inner in steps(step.body) for head in heads(inner) for node in every(head))
        return any(isinstance(each, nodes.Name) and self.f.scope.find(each.name) is variable for each in names)

    # ---- FOR over a range

    def is_plain(self, loop: CountedLoop) -> bool:
        """Whether the loop is a `for` over a range: nothing in it changes its variable or its limit."""
        head = loop.head
        variable = self.f.scope.stored(head.variable)
        step = head.step
        if variable is None or variable.is_array or not isinstance(head.variable, nodes.Name):
            return False
        if step is not None and not (isinstance(step, nodes.Number) and isinstance(step.value, int) and step.value):
            return False
        if variable in self.f.module.shared and id(loop) in self.sharing.live_behind:
            return False
        types = [self.f.module.type_of(variable), self.e.value(head.start).type, self.e.value(head.stop).type]
        return types == [INT] * 3 and not self.may_wrap(loop) and self.is_fixed(loop, variable)

    def may_wrap(self, loop: CountedLoop) -> bool:
        variable = self.f.scope.stored(loop.head.variable)
        if variable is None or variable.kind != "%":
            return False
        stop = self.f.kind(loop.head.stop)
        amount = int(loop.head.step.value) if isinstance(loop.head.step, nodes.Number) else 1
        return not (stop.low + amount >= SMALLEST and stop.high + amount <= LARGEST)

    def is_fixed(self, loop: CountedLoop, variable: object) -> bool:
        """Whether the body can change neither the variable nor anything the limit is made of."""
        needed: set[object] = {variable}
        lengths: set[object] = set()
        watched = [loop.head.stop]
        if id(loop) in self.sharing.live_behind:
            watched.append(loop.head.start)
        for node in (each for expression in watched for each in every(expression)):
            if isinstance(node, nodes.Function) and node.name not in FIXED_WORDS:
                return False
            if isinstance(node, nodes.Index | nodes.VariableNamed):
                return False
            if isinstance(node, nodes.Name):
                found = self.f.scope.find(node.name)
                if found is None:
                    return False
                (lengths if found.is_array else needed).add(found)
        fixed = needed.isdisjoint(self.changed_in(loop.body))
        return fixed and (not lengths or lengths.isdisjoint(self.resized_in(loop.body)))

    def resized_in(self, block: Block) -> set[object]:
        """The arrays whose length the steps of a block may change, what they call included."""
        waiting, seen = [(self.unit, block)], {id(self.unit)}
        found: set[object] = set()
        while waiting:
            unit, body = waiting.pop()
            for head in (head for step in steps(body) for head in heads(step)):
                found.update(variable for variable, resized in changed_arrays(unit, head) if resized)
                for callee in self.sharing.calls(unit, head):
                    if id(callee) not in seen:
                        seen.add(id(callee))
                        waiting.append((callee, callee.body))
        return found

    def changed_in(self, block: Block) -> set[object]:
        """Everything that the steps of a block may store into, what they call included."""
        found: set[object] = set()
        for step in steps(block):
            if isinstance(step, CountedLoop):
                found.update(stores_of(self.unit, step.head))
            for head in heads(step):
                found.update(stores_of(self.unit, head))
                for callee in self.sharing.calls(self.unit, head):
                    outer = set(globals_of(callee))
                    found.update(each for each in self.sharing.writes[id(callee)] if each in outer)
        return found

    # ---- jumps

    def goto(self, step: nodes.Goto, name: str | None) -> Code:
        for dispatch in reversed(self.dispatches):
            if name in dispatch.labels and name is not None:
                return self.jump(step, dispatch, name)
        return self.nowhere(step, name)

    def jump(self, step: Step, dispatch: Dispatch, name: str) -> Code:
        go = Line(0, f'{dispatch.variable} = "{name.lower()}"', step.line)
        return [go, *self.transfer(dispatch.loop, again=True)]

    def nowhere(self, step: Step, name: str | None) -> Code:
        self.f.module.imports.add("UndefinedLabel")
        return [self.line(step, f'raise UndefinedLabel("@{name}")', "no such label")]

    def gosub(self, step: Step, label: str | None) -> str:
        unit = self.sharing.by_label.get(label or "")
        if unit is None or not self.unit.is_main:
            self.f.module.imports.add("UndefinedLabel")
            return f'raise UndefinedLabel("@{label}")'
        assert label is not None
        name = self.f.module.names.label(unit.entries[0])
        return f"self.{name}()" if unit.is_simple else f'self.{name}("{label.lower()}")'

    def on(self, step: nodes.On) -> Code:
        code = [Line(0, f"match {self.e.place(step.selector).text}:", step.line)]
        for number, label in enumerate(step.labels):
            code.append(Line(1, f"case {number}:", 0, f"@{label}"))
            target: Code
            if step.gosub:
                target = [Line(0, self.gosub(step, label))]
            else:
                target = [replace(line, number=0) for line in self.goto(self.as_goto(step, label), label)]
            code += indented(indented(target))
        return code

    def as_goto(self, step: nodes.On, label: str) -> nodes.Goto:
        return nodes.Goto(step.line, step.column, nodes.LabelText(step.line, step.column, label))

    def end(self, step: Step) -> Code:
        if self.unit.is_start and self.unit.is_simple:
            return [self.line(step, "return")]
        self.f.module.imports.add("basic")
        self.f.module.ends_deep = True
        return [self.line(step, "raise basic.End")]

    def give_back(self, step: nodes.Return) -> Code:
        variant = self.unit.variant
        if variant is None:
            return [self.line(step, "return")]
        define = variant.scope.routine.define
        if define is None or not define.returns:
            return [self.line(step, f"return {self.outputs()}".strip())]
        if step.value is None:
            raise CannotPort(step.line, "a function that returns nothing always fails")
        value = self.e.stored(step.value, self.f.module.type_of(variant.result))
        return [self.line(step, f"return {value.text}")]

    def outputs(self) -> str:
        """What a DEF hands back through its OUT names."""
        variant = self.unit.variant
        define = variant.scope.routine.define if variant else None
        if variant is None or define is None:
            return ""
        given = [self.f.name(variant.scope.variables[name]) for name in define.outputs]
        return ", ".join(given)


def tidied(code: Code) -> Code:
    """`if not c: break` for `if c: continue` and `break` at the end of a loop."""
    if len(code) >= 3 and code[-1].code == "break" and code[-1].depth == 0:
        test, again = code[-3], code[-2]
        if again.code == "continue" and again.depth == 1 and test.code.startswith("if ") and test.depth == 0:
            condition = test.code[3:-1]
            simple = " and " not in condition and " or " not in condition
            turned = condition.removeprefix("not ") if condition.startswith("not ") and simple else ""
            turned = turned or opposite(condition)
            return [*code[:-3], replace(test, code=f"if {turned}:"), Line(1, "break", 0)]
    return code


OPPOSITES = {" == ": " != ", " != ": " == ", " < ": " >= ", " >= ": " < ", " > ": " <= ", " <= ": " > "}


def opposite(condition: str) -> str:
    """The opposite of a condition in text."""
    found = [sign for sign in OPPOSITES if sign in condition]
    if len(found) == 1 and condition.count(found[0]) == 1 and not {" and ", " or ", '"'} & {*condition.split("x")}:
        if " and " not in condition and " or " not in condition and "(" not in condition and '"' not in condition:
            return condition.replace(found[0], OPPOSITES[found[0]])
    word_free = " and " not in condition and " or " not in condition
    return f"not {condition}" if word_free else f"not ({condition})"
