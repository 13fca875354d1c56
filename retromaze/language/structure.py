"""Pairs the flat statements of a listing into blocks: IF with ENDIF, FOR with NEXT, DEF with END.

The result is a tree of statement lists. Loops are static structures, as on the machine: a GOTO may
enter and leave them freely, and a NEXT inside an IF continues the loop around it.
Source: language reference, sections 4.4 to 4.6, 4.8 and 4.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    DefWithoutEnd,
    DuplicateFunction,
    ElseWithoutEndif,
    EndifWithoutIf,
    ForWithoutNext,
    NestedDef,
    NextWithoutFor,
    RepeatWithoutUntil,
    ThenWithoutEndif,
    UntilWithoutRepeat,
    WendWithoutWhile,
    WhileWithoutWend,
)
from retromaze.language import nodes
from retromaze.language.nesting import LEVELS, refusal
from retromaze.language.nodes import Expression, Noted, Statement


@dataclass(eq=False)
class Block:
    """Statements that run one after the other; identity matters, equality does not."""

    statements: list[Step] = field(default_factory=list)


@dataclass(eq=False)
class Choice:
    """IF … ELSEIF … ELSE … ENDIF"""

    line: int
    column: int
    branches: list[tuple[Expression, Block]]
    otherwise: Block


@dataclass(eq=False)
class CountedLoop:
    """FOR … NEXT"""

    line: int
    column: int
    head: nodes.For
    body: Block


@dataclass(eq=False)
class WhileLoop:
    """WHILE … WEND"""

    line: int
    column: int
    condition: Expression
    body: Block


@dataclass(eq=False)
class RepeatLoop:
    """REPEAT … UNTIL"""

    line: int
    column: int
    body: Block
    condition: Expression


@dataclass(eq=False)
class SwitchCase:
    """What one label of an ON … GOTO leads to, and for which numbers."""

    numbers: list[int]
    label: str
    body: Block


@dataclass(eq=False)
class Switch:
    """ON … GOTO whose labels exclude each other; `otherwise` is for all other numbers."""

    line: int
    column: int
    head: nodes.On
    cases: list[SwitchCase]
    otherwise: SwitchCase


@dataclass(eq=False)
class Forever:
    """A loop that GOTOs make: it goes on until something leaves it."""

    line: int
    column: int
    label: str
    body: Block = field(default_factory=Block)


@dataclass(eq=False)
class Leave:
    """A GOTO out of a loop to what comes behind it, or (`again`) to its beginning.

    An `added` one stands for no statement: it is the way out at the end of a loop of GOTOs. `label` is the
    one that the GOTO names.
    """

    line: int
    column: int
    loop: BasicLoop | Forever
    again: bool
    added: bool = False
    label: str = ""


@dataclass(eq=False)
class Fallthrough:
    """A GOTO to what comes next anyway."""

    line: int
    column: int


BasicLoop = CountedLoop | WhileLoop | RepeatLoop
Loop = BasicLoop | Forever
LOOPS = (CountedLoop, WhileLoop, RepeatLoop, Forever)
Compound = Choice | Switch | Loop
Lowered = Switch | Forever | Leave | Fallthrough
"""What stands for GOTO and ON … GOTO once a program is lowered; pairing makes none of them."""
Step = nodes.Straight | nodes.Jump | Compound | Leave | Fallthrough


@dataclass(eq=False)
class Routine(Noted):
    """The main program (`define` is None) or one DEF, with its statements as a tree."""

    define: nodes.Define | None
    body: Block


@dataclass
class _Open:
    """A structure that still waits for its closing word, and the list its statements go to."""

    opener: Choice | Loop | Routine
    target: list[Step]
    one_line: bool = False
    has_else: bool = False


class _Pairing:
    """One pass over the flat statements, a stack of open structures beside it."""

    def __init__(self, statements: Sequence[Statement], depths: Sequence[int], slot: int) -> None:
        self.statements = statements
        self.depths = depths
        self.slot = slot
        self.main = Routine(None, Block())
        self.definitions: dict[str, Routine] = {}
        self.stack = [_Open(self.main, self.main.body.statements)]
        self.routine = self.main
        self.owners: list[Routine] = []
        self.at = 0

    def run(self) -> None:
        line = 0
        for at, statement in enumerate(self.statements):
            self.at = at
            if statement.line != line:
                self.end_line()
                line = statement.line
            blocks = len(self.stack) - 1
            if blocks + self.depths[at] > LEVELS:
                raise refusal(statement, blocks, self.slot)
            self.take(statement)
            self.owners.append(self.routine)
        self.end_line()
        self.require_closed(line)

    # ---- the parts of one pass

    @property
    def top(self) -> _Open:
        return self.stack[-1]

    def add(self, step: Step) -> None:
        self.top.target.append(step)

    def fail(self, kind: type[BasicError], place: nodes.Node) -> BasicError:
        return kind(slot=self.slot, line=place.line, column=place.column)

    def is_last_on_line(self) -> bool:
        following = self.at + 1
        return (
            following == len(self.statements)
            or self.statements[following].line != self.statements[self.at].line
        )

    def end_line(self) -> None:
        while self.top.one_line:
            self.stack.pop()

    def take(self, statement: Statement) -> None:  # noqa: PLR0912 - each delimiter has its case
        match statement:
            case nodes.If():
                self.open_if(statement)
            case nodes.ElseIf():
                self.next_branch(statement)
            case nodes.Else():
                self.else_branch(statement)
            case nodes.EndIf():
                self.close_if(statement)
            case nodes.For() | nodes.While() | nodes.Repeat():
                self.open_loop(statement)
            case nodes.Next() | nodes.Wend() | nodes.Until():
                self.close_loop(statement)
            case nodes.Break() | nodes.Continue():
                self.leave_loop(statement)
            case nodes.Define():
                self.open_definition(statement)
            case nodes.End() if isinstance(self.top.opener, Routine) and self.top.opener.define:
                self.stack.pop()
                self.routine = self.main
            case nodes.Goto(target=None) | nodes.Gosub(target=None):
                if not self.after_empty_assignment():
                    raise self.fail(BasicSyntaxError, statement)
            case nodes.Empty():
                pass  # it only shows that the line goes on
            case _:
                self.add(statement)

    def after_empty_assignment(self) -> bool:
        """`A=GOTO` compiles and fails when it runs, so the bare GOTO behind `A=` is never reached."""
        before = self.top.target[-1] if self.top.target else None
        return isinstance(before, nodes.Assign) and before.value is None

    # ---- IF

    def open_if(self, statement: nodes.If) -> None:
        body = Block()
        choice = Choice(statement.line, statement.column, [(statement.condition, body)], Block())
        self.add(choice)
        self.stack.append(_Open(choice, body.statements, one_line=not self.is_last_on_line()))

    def branching(self, statement: nodes.Else | nodes.ElseIf) -> tuple[_Open, Choice]:
        """The nearest open IF that can still take a branch."""
        while self.top.one_line and self.top.has_else:
            self.stack.pop()
        opener = self.top.opener
        if not isinstance(opener, Choice) or self.top.has_else:
            raise self.fail(BasicSyntaxError, statement)
        if self.is_last_on_line():
            self.top.one_line = False
        return self.top, opener

    def next_branch(self, statement: nodes.ElseIf) -> None:
        opened, choice = self.branching(statement)
        body = Block()
        choice.branches.append((statement.condition, body))
        opened.target = body.statements

    def else_branch(self, statement: nodes.Else) -> None:
        opened, choice = self.branching(statement)
        opened.has_else = True
        opened.target = choice.otherwise.statements

    def close_if(self, statement: nodes.EndIf) -> None:
        if not isinstance(self.top.opener, Choice):
            raise self.fail(EndifWithoutIf, statement)
        self.stack.pop()

    # ---- loops

    def open_loop(self, statement: nodes.For | nodes.While | nodes.Repeat) -> None:
        place = (statement.line, statement.column)
        body = Block()
        loop: Loop
        match statement:
            case nodes.For():
                loop = CountedLoop(*place, statement, body)
            case nodes.While():
                loop = WhileLoop(*place, statement.condition, body)
            case nodes.Repeat():
                loop = RepeatLoop(*place, body, nodes.Number(*place, 0))
        self.add(loop)
        self.stack.append(_Open(loop, body.statements))

    def close_loop(self, statement: nodes.Next | nodes.Wend | nodes.Until) -> None:
        opener = self.top.opener
        match statement, opener:
            case nodes.Until(condition=condition), RepeatLoop():
                if condition is None:
                    raise self.fail(BasicSyntaxError, statement)
                opener.condition = condition
                self.stack.pop()
            case (nodes.Next(), CountedLoop()) | (nodes.Wend(), WhileLoop()):
                self.stack.pop()
            case nodes.Next(), Choice() if isinstance(self.loop_around(), CountedLoop):
                self.add(nodes.Continue(statement.line, statement.column))
            case _:
                raise self.fail(STRAY[type(statement)], statement)

    def loop_around(self) -> Choice | Loop | Routine:
        """The innermost structure that is no IF."""
        return next(each.opener for each in reversed(self.stack) if not isinstance(each.opener, Choice))

    def leave_loop(self, statement: nodes.Break | nodes.Continue) -> None:
        if isinstance(self.loop_around(), Routine):
            raise self.fail(BasicSyntaxError, statement)
        self.add(statement)

    # ---- DEF

    def open_definition(self, statement: nodes.Define) -> None:
        if isinstance(self.stack[-1].opener, Routine) and len(self.stack) == 1:
            if statement.name in self.definitions:
                raise self.fail(DuplicateFunction, statement)
            routine = Routine(statement, Block())
            self.definitions[statement.name] = routine
            self.stack.append(_Open(routine, routine.body.statements))
            self.routine = routine
            return
        inside = any(isinstance(each.opener, Routine) and each.opener.define for each in self.stack)
        raise self.fail(NestedDef if inside else BasicSyntaxError, statement)

    def require_closed(self, last_line: int) -> None:
        """Raises the error of the innermost structure left open, at the listing's last line."""
        opened = self.top
        if opened.opener is self.main:
            return
        kind = UNCLOSED[type(opened.opener)]
        if opened.has_else:
            kind = ElseWithoutEndif
        raise kind(slot=self.slot, line=last_line, column=1)


STRAY: dict[type, type[BasicError]] = {
    nodes.Next: NextWithoutFor,
    nodes.Wend: WendWithoutWhile,
    nodes.Until: UntilWithoutRepeat,
}
UNCLOSED: dict[type, type[BasicError]] = {
    CountedLoop: ForWithoutNext,
    WhileLoop: WhileWithoutWend,
    RepeatLoop: RepeatWithoutUntil,
    Choice: ThenWithoutEndif,
    Routine: DefWithoutEnd,
}


@dataclass(frozen=True)
class Structure:
    """The main program and the DEFs by name, as trees; `owners` names the routine of each flat statement."""

    main: Routine
    definitions: dict[str, Routine]
    owners: list[Routine]


def pair(statements: Sequence[Statement], depths: Sequence[int], slot: int = 0) -> Structure:
    """The structure of a listing; `depths` are those of each statement by itself (see `nesting`).

    Raises the machine's error for a structure that is not closed, closed twice or crosses another, and
    OutOfCodeMemory for one that nests too deeply.
    """
    pairing = _Pairing(statements, depths, slot)
    pairing.run()
    return Structure(pairing.main, pairing.definitions, pairing.owners)
