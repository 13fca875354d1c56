"""Ports blocks, branches and loops to Python's own: FOR, WHILE, REPEAT, loops made of GOTOs.

FOR becomes a `for` over a range if that does the same, else a `while` that counts.

A jump out of several Python loops sets a flag and breaks out of one loop after the other: after each, a test
of the flag breaks out of the next. A jump forward past the statements after a loop sets the flag as well,
and a test of it stands around these statements (`python/flags.py`). Any GOTO that `restructure` has left
becomes a small dispatch: `while True: match step:`, with a case for each label, and a comment that says so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from retromaze.analysis.graphs import reachable
from retromaze.analysis.jumps import Part, literal_label, loop_condition, needs_no_dispatch, parts_of
from retromaze.analysis.side_effects import (
    is_busy_wait,
    is_pure,
    loop_variable_of,
    may_wrap,
    variables_of,
    variables_resized,
    variables_stored,
)
from retromaze.language import nodes
from retromaze.language.block_tree import (
    Block,
    Choice,
    CountedLoop,
    Forever,
    GotoNext,
    Leave,
    RepeatLoop,
    Step,
    Switch,
    SwitchCase,
    WhileLoop,
    all_heads,
    never_ends,
    target_name,
)
from retromaze.language.nodes import Expression, nodes_in
from retromaze.language.program import Variable
from retromaze.porting.expressions import joined_condition, not_ported, not_ported_in, raise_not_ported
from retromaze.porting.module import PortFunction, are_pure
from retromaze.porting.passing import Passing
from retromaze.porting.preparing import CannotPort
from retromaze.porting.statements import PortStatements, with_line, with_note
from retromaze.porting.units import PortUnit, known_outcome
from retromaze.ports.basic import for_end
from retromaze.python import fragments
from retromaze.python.dispatches import START, STEP
from retromaze.python.flags import FlagClear, FlagSet, FlagTest
from retromaze.python.fragments import (
    ANY,
    BOOL,
    INT,
    STORE,
    Piece,
    as_node,
    as_store_target,
    call,
    decimal_int,
    expr_from_template,
    item_or_tuple,
    name_node,
    statements_from_template,
)
from retromaze.python.layout import margin_of, set_margin
from retromaze.python.loop_exits import Labels, OpenLoops, PythonLoop
from retromaze.python.statement_walks import Body, statements_and_cases
from retromaze.python.substitution import last_use

TRUE = ast.Constant(True)


def case_name(part: Part) -> str:
    """Returns the name of a part in a dispatch: its label; START for the part before the first label."""
    return part.label.lower() if part.label else START


def raise_missing_value() -> Body:
    """Returns a raise of TypeMismatch, the console's error for a DEF that ends without its value."""
    (row,) = statements_from_template("raise TypeMismatch")
    return [with_note(row, "a function without a value")]


def set_next_case(name: str) -> Body:
    """Returns `step = "name"`, which makes a part of a dispatch the next one to run."""
    return statements_from_template("step = {name}", name=ast.Constant(name))


def range_call(start: Piece, end: Piece, step: Piece, *, only_counts: bool) -> ast.expr:
    """Returns `range(start, end, step)` without the arguments that are its defaults, 0 and 1.

    `only_counts`: only the number of passes matters, so that `range(3, n)` becomes `range(n - 3)`.
    """
    first = decimal_int(start)
    if decimal_int(step) != 1:
        arguments = [start, end, step]
    elif first == 0:
        arguments = [end]
    elif first and only_counts:
        arguments = [fragments.add_to_piece(end, -first)]
    else:
        arguments = [start, end]
    return call("range", *arguments, type_=INT).node


class PortBlocks(PortStatements):
    """Writes the statements of one function, including branches, loops and jumps.

    `unit` is the function's code in the listing, `passing` says which variables are parameters and results,
    `liveness` which variables are still read after a loop or call. `loops` are the Python loops around the
    code that is being written, with the jumps out of them and their targets.
    `last_loop` is the loop whose body was written last: `with_exit_flags` adds what its jumps need after it.
    `known_constants` are the numbers that variables are known to hold at this point, by name. A part is a
    piece of a block that begins at a label.
    """

    def __init__(self, function: PortFunction, unit: PortUnit, passing: Passing) -> None:
        super().__init__(function, passing.liveness.default_needed)
        self.unit = unit
        self.passing = passing
        self.liveness = passing.liveness
        self.loops = OpenLoops()
        self.last_loop = self.loops.innermost
        self.known_constants: dict[str, float] = {}

    # ---- blocks and their parts

    def nonempty_block(self, block: Block) -> Body:
        """Returns the code of a block, `pass` for an empty one."""
        return self.block(block) or [ast.Pass()]

    def block(self, block: Block) -> Body:
        """Returns the code of a block, in the simplest form that its labels allow.

        That is its steps in order, or its parts with tests around those that jumps skip, or a dispatch.
        """
        parts = parts_of(block, self.unit.live_labels)
        if len(parts) == 1:
            return self.steps_code(parts[0].steps)
        if needs_no_dispatch(parts):
            return self.guarded_parts(parts)
        return self.dispatch(parts, start=START)

    def steps_code(self, steps: list[Any]) -> Body:
        """Returns the code of steps in order.

        On the way `known_constants` is kept up to date, for the first test of UNTIL: after `N=3`, N is known
        to be 3 until a step may change it.
        """
        code: Body = []
        known: dict[str, float] = {}
        for at, step in enumerate(steps):
            self.known_constants = dict(known)  # inner blocks change the attribute
            first_jump = len(self.loops.flag_jumps)  # the jumps of this step come from here on
            step_code = self.step_code(step)
            if self.loops.targets_ahead(first_jump):
                # a jump of this step leads past the steps after it
                return [*code, *self.with_skippable_rest(step, step_code, first_jump, steps[at + 1 :])]
            code += step_code
            match step:
                case nodes.Assign(target=nodes.Name(name=name), value=nodes.Number(value=value)):
                    known[name] = value
                case _ if not known:
                    pass  # there is nothing to forget
                case (
                    nodes.Assign() | nodes.Print() | nodes.Instruction() | nodes.Increase() | nodes.Declare()
                ):
                    changed = self.changed_in(Block([step]))
                    find = self.function.scope.find
                    known = {name: value for name, value in known.items() if find(name) not in changed}
                case _:
                    known = {}  # control may come here from several places
        self.known_constants = {}  # after the block, which may also be skipped or repeated, nothing is known
        return code

    def with_skippable_rest(self, step: Step, code: Body, first_jump: int, rest: list[Any]) -> Body:
        """Returns the code of a step that may jump forward, and of `rest`, the steps that such a jump skips.

        The rest becomes the body of `if not flag:`. The jumps of the step are those from `first_jump` on in
        `loops.flag_jumps`.
        """
        # taken before the rest is written, which adds jumps and loops of its own
        loop, targets = self.last_loop, self.loops.targets_ahead(first_jump)
        # a target that is reached may still be in the flag, so the test must tell it from `targets`
        test = ast.UnaryOp(ast.Not(), FlagTest(targets, self.loops.reached_targets(first_jump)))
        rest_code = self.steps_code(rest)
        # a loop clears the flag itself (`with_exit_flags`)
        clear = [FlagClear(targets)] if loop.step is not step else []
        return [*clear, *code, *([ast.If(test, rest_code, [])] if rest_code else [])]

    def guarded_parts(self, parts: list[Part]) -> Body:
        """Returns parts that only have forward jumps between them, one after the other.

        A part that a jump may skip is inside `if not flag:`.
        """
        positions = {part.label: number for number, part in enumerate(parts) if part.label}
        labels = Labels(positions, self.loops.innermost)
        first_jump, code = len(self.loops.flag_jumps), list[ast.stmt]()
        with self.loops.with_labels(labels):
            for number, part in enumerate(parts):
                labels.written = number
                # jumps from earlier parts that skip this one, and those that have ended before it
                skipping = self.loops.targets_ahead(first_jump)
                test = ast.UnaryOp(ast.Not(), FlagTest(skipping, self.loops.reached_targets(first_jump)))
                part_code = self.steps_code(part.steps)
                code += [ast.If(test, part_code, [])] if skipping and part_code else part_code
        return code

    def dispatch(self, parts: list[Part], start: str = "") -> Body:
        """Returns `while True: match step:` with a case for each part, for jumps that Python cannot make.

        `start`: the part that it begins with; "" if the caller has set the variable.
        """
        loop = PythonLoop(lambda: [ast.Continue()])  # BREAK of the listing does not mean this loop
        positions = {part.label: number for number, part in enumerate(parts) if part.label}
        with self.loops.with_labels(Labels(positions, loop, STEP)), self.loops.inside(loop):
            cases = [
                ast.match_case(
                    ast.MatchValue(ast.Constant(case_name(part))), None, self.case_body(part, following)
                )
                for part, following in zip(parts, [*parts[1:], None], strict=True)
            ]
        # parts that read the input and never wait must let a frame pass, or the port would hang
        idle = self.idle_call(Block([step for part in parts for step in part.steps]))
        rows = [*idle, ast.Match(name_node(STEP), cases)]
        dispatch = self.while_statement(TRUE, 0, rows, "the listing's own jumps")
        return [*(set_next_case(start) if start else []), *self.with_exit_flags(loop, [dispatch])]

    def case_body(self, part: Part, following: Part | None) -> Body:
        """Returns the code of a part as a case of a dispatch.

        It ends by choosing the case of `following`, the part after it; the last part leaves the loop.
        """
        code = self.steps_code(part.steps)
        if not part.ends_in_jump:
            code += set_next_case(case_name(following)) if following else [ast.Break()]
        return code or [ast.Pass()]

    def step_code(self, step: Step) -> Body:
        """Returns the code of one step: a branch, a loop, a jump or a statement."""
        match step:
            case Choice():
                return self.if_statement(step)
            case Switch():
                return self.match_statement(step)
            case CountedLoop():
                return self.for_loop(step)
            case WhileLoop():
                return self.while_loop(step)
            case RepeatLoop():
                return self.repeat_loop(step)
            case Forever():
                return self.forever(step)
            case GotoNext():
                return []
            case Leave():
                loop, word = self.loops.loop_of(step.loop), step.label or "end"
                return with_line(step.line, self.break_or_continue(loop, word, again=step.again))
            case _:
                return self.jump_or_statement(step)

    def jump_or_statement(self, step: nodes.Jump | nodes.Straight) -> Body:
        """Returns the code of a jump (BREAK, GOTO, GOSUB, RETURN, END) or of a plain statement."""
        match step:
            case nodes.Break() | nodes.Continue():
                loop, again = self.loops.basic_loop(), isinstance(step, nodes.Continue)
                word = "next" if again else "break"
                return with_line(step.line, self.break_or_continue(loop, word, again=again))
            case nodes.Goto(target=place) | nodes.Gosub(target=place) if place and not literal_label(place):
                reason = "the label of this jump is worked out: write a `match` over the labels it can be"
                refusal = CannotPort(step.line, reason)
                if isinstance(step, nodes.Goto):
                    return with_line(step.line, raise_not_ported(refusal))
                # a `raise` would make the statements after the GOSUB unreachable
                return with_line(step.line, [ast.Expr(not_ported(refusal, ANY).node)])
            case nodes.Goto():
                return self.goto(step.line, literal_label(step.target) if step.target else None)
            case nodes.Gosub():
                label = literal_label(step.target) if step.target else None
                return with_line(step.line, self.gosub(step, label))
            case nodes.On():
                return self.computed_jump(step)
            case nodes.Return():
                return self.return_statement(step)
            case nodes.End():
                return self.end_program(step)
            case nodes.Undefined(error=error):
                return with_line(step.line, statements_from_template(f"raise {error}"))
            case nodes.Stop():
                return with_line(step.line, statements_from_template("raise basic.Break"))
            case _:
                return self.numbered_statement(step)

    def condition(self, condition: Expression) -> Piece:
        """Returns a condition of the listing as a Python test, with what is known of the variables there.

        A GOSUB as a condition calls a stretch that returns a bool.
        """
        if isinstance(condition, nodes.Gosub):
            (row,) = self.gosub(condition, literal_label(condition.target) if condition.target else None)
            assert isinstance(row, ast.Expr)
            return Piece(row.value, BOOL)
        with self.expressions.with_facts_at(condition):
            return self.expressions.condition(condition)

    def if_statement(self, step: Choice) -> Body:
        """Returns IF with its ELSEIF and ELSE branches as `if`, `elif` and `else`."""
        branches = step.branches
        if not any(block.statements for _, block in branches) and not step.otherwise.statements:
            # nothing depends on the conditions: they are only evaluated, if that may have an effect
            tests = [each for each, _ in branches]
            if are_pure(self.function, *tests):
                return []
            if len(tests) == 1:
                return with_line(step.line, [ast.Expr(self.condition(tests[0]).node)])
        match branches, step.otherwise.statements:
            case [(condition, Block(statements=[]))], _:  # only ELSE has statements
                with self.expressions.with_facts_at(condition):
                    test = self.expressions.negated_condition(condition)
                return [self.branch(test, condition, step.otherwise)]
            # an IF directly inside an IF becomes `and`
            case [(condition, Block(statements=[Choice(branches=[(other, body)]) as inner]))], [] if (
                body.statements and not inner.otherwise.statements
            ):
                terms = [self.condition(condition), self.condition(other)]
                return [self.branch(joined_condition("&&", terms), condition, body)]
        first, *others = [self.branch(self.condition(each), each, block) for each, block in branches]
        # in Python's tree each `elif` is an `if` in the `else` of the one before
        last = first
        for each in others:
            last.orelse = [each]
            last = each
        last.orelse = self.block(step.otherwise)
        return [first]

    def branch(self, test: Piece, condition: Expression, block: Block) -> ast.If:
        """Returns `if test:`, on the line of the listing's condition."""
        return with_note(ast.If(test.node, self.nonempty_block(block), []), "", condition.line)

    def match_statement(self, step: Switch) -> Body:
        """Returns ON … GOTO as a `match`; the last case is `case _:` if the selector has no other values."""
        # `step.otherwise` has numbers if labels of ON lead to the statements after it
        cases, last = list(step.cases), step.otherwise
        # the labels have the numbers 0 to count - 1
        count = sum(len(each.numbers) for each in [*cases, last])
        if last.numbers and self.expressions.kind(step.jump.selector).is_within(0, count - 1):
            # the selector has no other values: the case of the largest numbers becomes `case _:`
            cases = sorted([*cases, last], key=lambda each: each.numbers)
            last = cases.pop()
        selector = self.expressions.as_int(step.jump.selector).node
        match_cases = [
            self.match_case([ast.MatchValue(ast.Constant(number)) for number in each.numbers], each)
            for each in cases
        ]
        if last.body.statements:
            match_cases.append(self.match_case([ast.MatchAs()], last))
        # if all labels lead to the statement after it, the selector is only evaluated
        return [
            with_note(ast.Match(selector, match_cases) if match_cases else ast.Expr(selector), "", step.line)
        ]

    def match_case(self, patterns: Sequence[ast.pattern], case: SwitchCase) -> ast.match_case:
        """Returns `case 1 | 2:` with the code after a label, which is named in the margin."""
        pattern = patterns[0] if len(patterns) == 1 else ast.MatchOr([*patterns])
        python_case = ast.match_case(pattern, None, self.nonempty_block(case.body))
        return with_note(python_case, f"@{case.label}" if case.label else "")

    def goto(self, line: int, label: str | None) -> Body:
        """Returns a jump to a label: to a case of a dispatch, or forward out of loops.

        For a label that does not exist it is a raise of UndefinedLabel. `line`: the line of the GOTO.
        """
        labels = self.loops.labels.get(label or "")
        if not label or not labels:
            (row,) = self.raise_undefined_label(label)
            return [with_note(row, "no such label", line)]
        if labels.variable:  # the label of a dispatch
            return [
                *with_line(line, set_next_case(label.lower())),
                *self.break_or_continue(labels.loop, "step", again=True),
            ]
        # without a dispatch, `restructure` has only left jumps forward, out of loops
        target = self.loops.jump_ahead(label)
        return with_line(line, [with_note(FlagSet(target), f"@{label}"), ast.Break()])

    def raise_undefined_label(self, label: str | None) -> Body:
        """Returns `raise UndefinedLabel("@NAME")`, the console's error when it jumps to a missing label."""
        return statements_from_template("raise UndefinedLabel({name})", name=ast.Constant(f"@{label}"))

    def gosub(self, step: nodes.Gosub | nodes.On, label: str | None) -> Body:
        """Returns the call of the method for a label: `x, y = self.find(n)`.

        The results are stored if they are read after the call. A variable that is not read later is marked as
        `last_use`, so that its value may be written in the call itself.
        """
        unit = self.liveness.by_label.get(label or "")
        if unit is None or self.unit.define:  # a DEF does not see the labels of the main program
            return self.raise_undefined_label(label)
        assert label is not None
        name = self.function.module.names.labels[unit.entries[0]]
        # a unit with several entries is told by its first argument, `step`, where to begin
        arguments: list[ast.expr | str] = [] if unit.is_simple else [ast.Constant(label.lower())]
        live_after = self.liveness.live_after_call[step]
        for parameter in self.passing.parameters[unit]:
            python_name = self.function.python_name(parameter)
            arguments.append(python_name if parameter in live_after else last_use(python_name))
        results = self.passing.results[unit]
        used_results = live_after.intersection(results)
        if not used_results:
            row = statements_from_template("self.{name}({given})", name=name, given=arguments)
            called: set[PortUnit] = reachable([unit], self.liveness.callees) if unit.is_program else set()
            if not self.liveness.leaving.isdisjoint(called):
                caught = expr_from_template("suppress(basic.EndOfSlot)")
                return [ast.With([ast.withitem(caught)], row)]
            return row
        self.function.declared |= used_results
        places = [
            name_node(self.function.python_name(each) if each in used_results else "_") for each in results
        ]
        return statements_from_template(
            "{places} = self.{name}({given})",
            places=as_store_target(item_or_tuple(places)),
            name=name,
            given=arguments,
        )

    def computed_jump(self, step: nodes.On) -> Body:
        """Returns ON … GOTO or ON … GOSUB as a `match` with a case for each label."""
        selector = self.expressions.as_int(step.selector).node
        cases: list[ast.match_case] = []
        for number, label in enumerate(step.labels):
            target = self.gosub(step, label) if step.gosub else self.goto(step.line, label)
            # the line of the listing is in the margin of the `match` alone
            for line in statements_and_cases(target):
                set_margin(line, margin_of(line)._replace(line=0))
            pattern = ast.MatchValue(ast.Constant(number))
            cases.append(with_note(ast.match_case(pattern, None, target), f"@{label}"))
        return [with_note(ast.Match(selector, cases), "", step.line)]

    def end_program(self, step: Step) -> Body:
        """Returns the code of END: `return` from the main function, else an exception that `main` catches."""
        if isinstance(step, nodes.Restart | nodes.EndOfSlot):
            return with_line(step.line, statements_from_template(f"raise basic.{type(step).__name__}"))
        if self.unit.is_start and self.unit.is_simple:
            return with_line(step.line, [ast.Return()])
        return with_line(step.line, statements_from_template("raise basic.End"))

    def return_statement(self, step: nodes.Return) -> Body:
        """Returns RETURN as `return`, with the value of a DEF or with the results of a method."""
        variant, define = self.unit.variant, self.unit.define
        if self.unit.tells:
            return with_line(step.line, [ast.Return(ast.Constant(step.value is not None))])
        if variant is None or define is None or not define.returns:
            return with_line(step.line, [ast.Return(self.result_tuple())])
        if step.value is None:
            return with_line(step.line, raise_missing_value())
        with self.expressions.with_facts_at(step):
            value = self.expressions.value_to_store(step.value, self.function.module.type_of(variant.result))
        if refusals := not_ported_in(value.node):
            # nothing is returned, so a raise of its own is plainer than a call inside `return`
            return with_line(step.line, raise_not_ported(refusals[0]))
        return with_line(step.line, [ast.Return(value.node)])

    def result_tuple(self) -> ast.expr | None:
        """Returns the tuple of a method's results, such as a DEF's OUT values; None if it has none."""
        names = self.unit.define.outputs if self.unit.define else ()
        results = [*(self.unit.scope.variables[name] for name in names), *self.passing.results[self.unit]]
        values = [name_node(self.function.python_name(each)) for each in results]
        return item_or_tuple(values) if values else None

    # ---- loops

    def loop_body(self, step: Any, block: Block, repeat: Callable[[], Body], *, basic: bool = True) -> Body:
        """Returns the body of a loop, and stores its PythonLoop in `last_loop` for `with_exit_flags`.

        `repeat` returns the code that begins the next pass, such as `continue`; `basic`: whether BREAK and
        CONTINUE of the listing may refer to this loop.
        """
        loop = PythonLoop(repeat, basic, step)
        with self.loops.inside(loop):
            code = self.block(block)
        self.last_loop = loop
        return code

    def with_exit_flags(self, loop: PythonLoop, code: Body) -> Body:
        """Returns a loop with the flag of its exits cleared before it and tested after it.

        A jump out of the loop has set the flag. If it leads further than the statement after the loop, a
        test after the loop breaks out of the loop around it, or repeats that.
        """
        if not loop.targets:
            return code
        if not self.loops.reached_targets(loop.first_jump):
            # every flag set inside leads out of this loop: when the loop runs again, that jump has arrived
            for row in statements_and_cases(code):
                if isinstance(row, FlagClear):
                    row.again = True
        around, inner_jumps = self.loops.innermost, self.loops.flag_jumps[loop.first_jump :]
        repeating = [target for target in loop.targets if target.again and target.loop is around]
        # a jump to a label of the block around is tested where the steps that it skips are written
        arriving = [target for target in loop.targets if target.labels and target.loop is around]
        leaving = [target for target in loop.targets if target not in repeating and target not in arriving]
        tests: Body = []
        # the test for the jump that comes first in the loop is first
        for targets in sorted(
            filter(None, [repeating, leaving]), key=lambda each: loop.targets.index(each[0])
        ):
            others = [target for target in inner_jumps if target not in targets]
            next_jump: Body = around.repeat() if targets is repeating else [ast.Break()]
            tests.append(ast.If(FlagTest(targets, others), next_jump, []))
        return [FlagClear(loop.targets), *code, *tests]

    def break_or_continue(self, loop: PythonLoop, word: str, *, again: bool) -> Body:
        """Returns a jump to the next pass of a loop (`again`) or to the place after it.

        For the innermost Python loop that is `continue` or `break`. For a loop further out it sets the flag
        to `word` and breaks; tests after the inner loops read the flag.
        """
        target = self.loops.jump(loop, again=again, word=word)
        if target is None:
            return loop.repeat() if again else [ast.Break()]
        note = f"@{loop.step.label}" if isinstance(loop.step, Forever) else ""
        return [with_note(FlagSet(target), note), ast.Break()]

    def while_statement(self, test: Piece | ast.expr, number: int, body: Body, note: str = "") -> ast.stmt:
        """Returns `while test:` with the listing's line `number` and a note in its margin."""
        return with_note(ast.While(as_node(test), body or [ast.Pass()], []), note, number)

    def while_loop(self, step: WhileLoop) -> Body:
        """Returns WHILE as `while`; `WHILE 1` is `while True`."""
        # `continue` skips the call at the end of the body, so it is made before each
        body = self.loop_body(
            step, step.body, lambda: [*self.idle_call(step.body, step.condition), ast.Continue()]
        )
        loop = self.last_loop
        test = TRUE if never_ends(step) else self.condition(step.condition)
        rows = [*body, *self.idle_call(step.body, step.condition)]
        return self.with_exit_flags(loop, [self.while_statement(test, step.line, rows)])

    def repeat_loop(self, step: RepeatLoop) -> Body:
        """Returns REPEAT … UNTIL as `while True` with a `break`; as `while` if its first pass is certain."""
        known = self.known_constants  # writing the body replaces the attribute
        if not step.body.statements:  # then testing before or after a pass is the same
            test = self.expressions.negated_condition(step.condition)
            return [self.while_statement(test, step.line, self.idle_call(step.body, step.condition))]

        def end() -> Body:
            """Returns the end of a pass: `if condition: break`, and the call that lets a frame pass."""
            test = self.condition(step.condition).node
            leave = with_note(ast.If(test, [ast.Break()], []), "", step.condition.line)
            return [*([] if never_ends(step) else [leave]), *self.idle_call(step.body, step.condition)]

        body = self.loop_body(step, step.body, lambda: [*end(), ast.Continue()])
        loop = self.last_loop
        condition = self.while_condition(step, body, known)
        if condition and not self.is_busy_wait(step.body, step.condition):
            return self.with_exit_flags(loop, [self.while_statement(condition, step.line, body)])
        return self.with_exit_flags(loop, [self.while_statement(TRUE, step.line, [*body, *end()])])

    def while_condition(self, step: RepeatLoop, body: Body, known: dict[str, float]) -> Piece | None:
        """Returns the condition of a `while` that does the same as this REPEAT; else None.

        It does if the condition UNTIL is known to be false before the first pass: `I=0`, then
        `REPEAT … UNTIL I==5`. `known` are the constants that variables hold there.
        """
        if any(isinstance(row, ast.Continue) for row in statements_and_cases(body)):
            return None  # each `continue` already has the test of UNTIL before it
        if known_outcome(step.condition, known) is False:
            return self.expressions.negated_condition(step.condition)
        return None

    def forever(self, step: Forever) -> Body:
        """Returns a loop made of GOTOs as `while True`, with its label in the margin."""
        code = self.loop_body(step, step.body, lambda: [ast.Continue()], basic=False)
        loop = self.last_loop
        rows = [*self.idle_call(step.body), *code]
        return self.with_exit_flags(loop, [self.while_statement(TRUE, 0, rows, f"@{step.label}")])

    def idle_call(self, block: Block, *more: nodes.Head) -> Body:
        """Returns `machine.idle()`, which lets a frame pass, for a loop that polls the input without waiting.

        Such a loop would never end in a port, where only waiting lets time pass.
        """
        return self.machine_call("idle") if self.is_busy_wait(block, *more) else []

    def is_busy_wait(self, block: Block, *more: nodes.Head) -> bool:
        """Whether the steps read the input, and neither they nor the units they call ever wait."""
        heads = [*more, *all_heads(block)]
        callees = [callee for head in heads for callee in self.liveness.calls(self.unit, head)]
        for unit in reachable(callees, self.liveness.callees):
            heads += all_heads(unit.body)
        return is_busy_wait(heads)

    # ---- FOR

    def for_loop(self, step: CountedLoop) -> Body:
        """Returns FOR as a `for` over a range, or as a `while` that counts."""
        head = step.head
        with self.expressions.with_facts_at(head):
            fits_range = self.fits_range(step)
        if fits_range:
            return self.range_loop(step)
        # a `while` that counts: `x = start`, then `x += step` at the end of each pass
        one = nodes.Number(step.line, step.column, 1)
        start = nodes.Assign(step.line, step.column, head.variable, head.start)
        add = nodes.Increase(step.line, step.column, head.variable, 1, head.step or one)  # `INC I,STEP`
        match head.step:
            case nodes.Number(value=value) if value < 0:
                add = replace(add, sign=-1, amount=replace(head.step, value=-value))
        start_code = self.numbered_statement(start)  # before the body, as a statement declares its variable
        # `add` is written at each use, as a Python tree must not have the same node twice
        body = self.loop_body(step, step.body, lambda: [*self.statement(add), ast.Continue()])
        loop = self.last_loop
        if not isinstance(head.step, nodes.Number | None) and self.expressions.kind(head.step).is_int:
            # the test depends only on the sign of the step; a step of 0 is tested like one that counts up
            sign = self.direction(head.step) or int(self.expressions.kind(head.step).low >= 0)
            head = replace(head, step=nodes.Number(head.line, head.column, sign)) if sign else head
        test = self.expressions.condition(loop_condition(head))
        python_loop = self.while_statement(test, step.line, [*body, *self.statement(add)])
        return [*start_code, *self.with_exit_flags(loop, [python_loop])]

    def range_loop(self, step: CountedLoop) -> Body:
        """Returns FOR as `for x in range(start, limit + 1)`.

        The loop variable is `_` if nothing reads it. An attribute that other functions read is set at the
        start of each pass. A variable that is read after the loop gets the value that BASIC leaves in it.
        """
        head = step.head
        variable = self.function.scope.stored_variable(head.variable)
        assert variable is not None
        with self.expressions.with_facts_at(head):
            # the number that is added after each pass
            amount = fragments.number_literal(1) if head.step is None else self.expressions.value(head.step)
            start, stop = self.expressions.value(head.start), self.integer_limit(head)
            # Python leaves the end of a range out, FOR does not
            end_of_range = fragments.add_to_piece(stop, self.direction(head.step))
            first, last = self.expressions.kind(head.start), self.expressions.kind(head.stop)
        name = self.function.python_name(variable)  # `self.x` for an attribute; in the loop it is local
        self.function.declared.add(variable)
        self.function.counters.add(variable)  # from here `python_name` returns the loop's local
        local_name = self.function.python_name(variable)
        body = self.loop_body(step, step.body, lambda: [ast.Continue()])
        self.function.counters.discard(variable)
        loop = self.last_loop
        has_exits = loop.is_left or bool(loop.targets)
        is_live = step in self.liveness.live_after_loop
        if variable in self.function.attributes:  # methods may read it
            body = [*statements_from_template("{name} = {local}", name=name, local=local_name), *body]
        elif not (
            step in self.liveness.live_after_exit
            or self.is_read_in_body(step, variable)
            or (is_live and has_exits)  # BREAK leaves the variable as it is
        ):
            local_name = "_"
        iterated = range_call(start, end_of_range, amount, only_counts=local_name == "_")
        python_loop = ast.For(ast.Name(local_name, STORE), iterated, body or [ast.Pass()], [])
        with_note(python_loop, "", step.line)
        if head.step is None and stop.type == INT and last.low >= first.high:  # at least one pass
            vars(python_loop)["most_passes"] = last.high - first.low + 1
        final_store: Body = []
        if is_live:
            value = self.value_after_loop(head, start, stop, amount)
            (row,) = statements_from_template("{name} = {value}", name=name, value=value)
            final_store = [with_note(row, "FOR ends beyond its limit")]
        if has_exits:  # `else` runs only if no jump leaves the loop
            python_loop.orelse, final_store = final_store, []
        return self.with_exit_flags(loop, [python_loop, *final_store])

    def integer_limit(self, head: nodes.For) -> Piece:
        """Returns FOR's limit as a whole number: 5 for 5.7, if the loop counts up."""
        stop = self.expressions.value(head.stop)
        if stop.type == INT:
            return stop
        if self.direction(head.step) < 0:
            return call("math.ceil", stop, type_=INT)
        match head.stop:
            # X-1 becomes floor(x) - 1: where the loop runs at all, X-1 is 0 or more, and exact
            case nodes.Binary(operator="-", left=left, right=nodes.Number(value=int(less))) if (
                less > 0 and self.expressions.kind(head.start).low >= 0
            ):
                return fragments.add_to_piece(self.expressions.rounded_down(left), -less)
        return self.expressions.rounded_down(head.stop)

    def value_after_loop(self, head: nodes.For, start: Piece, stop: Piece, amount: Piece) -> Piece:
        """Returns the value that FOR's variable has after the loop: the first one beyond the limit.

        `amount`: what is added after each pass. A loop that never runs leaves the variable at `start`.
        """
        first, last, by = map(decimal_int, (start, stop, amount))
        if first is not None and last is not None and by is not None:
            return fragments.number_literal(for_end(first, last, by))
        if by not in {1, -1}:
            return call("basic.for_end", start, stop, amount, type_=INT)
        beyond = fragments.add_to_piece(stop, by)  # the value after at least one pass
        bounds = (head.start, head.stop) if by == 1 else (head.stop, head.start)
        low, high = map(self.expressions.kind, bounds)
        if low.is_int and high.is_int and low.high <= high.low + 1:
            return beyond  # the loop runs at least once, or `start` is this value
        return call("max" if by == 1 else "min", beyond, start, type_=INT)

    def is_read_in_body(self, step: CountedLoop, variable: Variable) -> bool:
        """Whether the body of a loop mentions a variable, or passes it to a method."""
        heads = all_heads(step.body)
        inside = (node for head in heads for node in nodes_in(head))
        names = (node.name for node in inside if isinstance(node, nodes.Name))
        if any(self.function.scope.find(name) is variable for name in names):
            return True
        callees = (each for head in heads for each in self.liveness.calls(self.unit, head))
        return any(variable in self.passing.parameters[each] for each in callees)

    # ---- what a range needs

    def fits_range(self, loop: CountedLoop) -> bool:
        """Whether a FOR can be a `for` over a range.

        Its numbers must be ints, the sign of its step known, and its body must change neither the variable
        nor the limit.
        """
        head, step = loop.head, loop.head.step
        variable = loop_variable_of(loop, self.function.scope)
        if variable is None or not self.direction(step):
            return False
        if variable in self.function.attributes and loop in self.liveness.live_after_loop:
            return False  # the attribute would have to be kept up to date at each exit
        if self.function.module.type_of(variable) != INT or self.expressions.value(head.start).type != INT:
            return False
        if not self.keeps_bounds(loop, variable):
            return False
        limit, by = self.expressions.kind(head.stop), self.expressions.kind(step or nodes.Number(0, 0, 1))
        # a `%` variable is an Integer, which would wrap at 32 bits where Python counts on
        return variable.kind != "%" or (limit.is_int and not may_wrap(limit, by))

    def direction(self, step: Expression | None) -> int:
        """Returns 1 if a loop with this step counts up, -1 if it counts down, 0 if that is not known."""
        if step is None:
            return 1
        if self.expressions.value(step).type != INT:
            return 0
        kind = self.expressions.kind(step)
        if kind.low > 0:
            return 1
        return -1 if kind.high < 0 else 0

    def keeps_bounds(self, loop: CountedLoop, variable: Variable) -> bool:
        """Whether the body of a FOR changes neither its variable nor any variable in its limit or step.

        Python evaluates these once, FOR before each pass. An array in them must not be resized, as its length
        may be taken, and if it has a subscript none of its elements may change.
        """
        head = loop.head
        bounds = [head.stop, *([head.step] if head.step else [])]
        if loop in self.liveness.live_after_loop:  # the value after the loop is worked out from its start
            bounds.append(head.start)
        scope = self.function.scope
        used = variables_of(bounds, scope, lambda node: is_pure(node.name), may_have_elements=True)
        if used is None or variable in used:  # None: something in these is not pure
            return False
        subscripted = {
            scope.find(target_name(each.target))
            for bound in bounds
            for each in nodes_in(bound)
            if isinstance(each, nodes.Index)
        }
        if not self.function.module.second_names.isdisjoint(subscripted):
            return False  # a store to another array may change these elements
        arrays = {each for each in used if each.is_array}
        changed = self.changed_in(loop.body)
        resized = self.changed_in(loop.body, resized=True) if arrays else set()
        # a store to an element matters only if elements are read
        touched = resized | {each for each in changed if each.is_array and subscripted}
        if touched and any(each.parameter for each in arrays | touched):
            return False  # a parameter may be any array
        # of an array without a subscript only the length is taken, which a store to an element leaves
        with_values = used - (arrays - subscripted) | {variable}
        return with_values.isdisjoint(changed) and arrays.isdisjoint(resized)

    def changed_in(self, block: Block, *, resized: bool = False) -> set[Variable]:
        """Returns the variables that a block and its calls may store into, or the arrays they may resize."""
        changed_by_node = variables_resized if resized else variables_stored  # without what the node calls
        changed_by_unit = self.liveness.resizes if resized else self.liveness.stores
        changed: set[Variable] = set()
        for head in all_heads(block):
            changed.update(changed_by_node(self.unit.scope, head))
            changed.update(*(changed_by_unit[each] for each in self.liveness.calls(self.unit, head)))
        return changed
