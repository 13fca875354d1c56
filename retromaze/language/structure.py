"""Pairs the flat statements of a listing into blocks: IF with ENDIF, FOR with NEXT, DEF with END.

The result is a tree of statement lists. Loops are static structures, as on the machine: a GOTO may
enter and leave them freely, and a NEXT inside an IF continues the loop around it.
A run refuses the first error. An editor keeps all of them and pairing goes on: what closes a block gives up
the blocks inside it that are still open.
Source: language reference, sections 4.4 to 4.6, 4.8 and 4.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

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
from retromaze.language.nodes import AnyStatement, Expression, Noted, Statement


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


class Extent(NamedTuple):
    """A block by the statements that begin and end it, such as FOR and NEXT."""

    begin: Statement
    end: Statement


@dataclass
class _Open:
    """A structure that still waits for its closing word, and the list its statements go to."""

    opener: Choice | Loop | Routine
    target: list[Step]
    begin: Statement | None = None
    one_line: bool = False
    has_else: bool = False


class _Heading(NamedTuple):
    """The number of the DEF that is open, and of the errors and extents before it."""

    at: int
    errors: int
    extents: int


class _Pairing:
    """One pass over the flat statements, a stack of open structures beside it."""

    def __init__(
        self,
        statements: Sequence[AnyStatement],
        depths: Sequence[int],
        slot: int,
        errors: list[BasicError] | None,
    ) -> None:
        self.statements = statements
        self.depths = depths
        self.slot = slot
        self.errors = errors
        self.main = Routine(None, Block())
        self.names: set[str] = set()
        self.routines = [self.main]
        self.stack = [_Open(self.main, self.main.body.statements)]
        self.routine = self.main
        self.owners: list[Routine] = []
        self.extents: list[Extent] = []
        self.at = self.line = 0
        self.is_too_deep = False
        self.heading = _Heading(0, 0, 0)
        self.last_end = -1
        """The END at which the open DEF ends whatever is open in it, -1 where pairing finds its END."""

    def run(self) -> None:
        while True:
            if self.at < len(self.statements):
                statement = self.statements[self.at]
                if statement.line != self.line:
                    self.end_line()
                    self.line = statement.line
                blocks = len(self.stack) - 1
                if blocks + self.depths[self.at] > LEVELS and not self.is_too_deep:
                    self.refuse(refusal(statement, blocks, self.slot))
                    self.is_too_deep = True
                self.take(statement)
            elif not self.takes_up_a_definition():
                return
            self.owners.append(self.routine)
            self.at += 1

    # ---- the parts of one pass

    @property
    def top(self) -> _Open:
        return self.stack[-1]

    def add(self, step: Step) -> None:
        self.top.target.append(step)

    def fail(self, kind: type[BasicError], line: int, column: int = 1) -> None:
        self.refuse(kind(slot=self.slot, line=line, column=column))

    def refuse(self, error: BasicError) -> None:
        """Raises an error, or keeps it for an editor."""
        if self.errors is None:
            raise error
        self.errors.append(error)

    def is_last_on_line(self) -> bool:
        following = self.at + 1
        return (
            following == len(self.statements)
            or self.statements[following].line != self.statements[self.at].line
        )

    def end_line(self) -> None:
        while self.top.one_line:
            self.stack.pop()

    def close(self, end: Statement) -> None:
        """The innermost structure is complete."""
        begin = self.stack.pop().begin
        if begin:
            self.extents.append(Extent(begin, end))

    def give_up_inside(self, kind: type) -> bool:
        """Drops what is open inside the innermost structure of a kind; False if the routine has none open."""
        for at in range(len(self.stack) - 1, 0, -1):
            if isinstance(self.stack[at].opener, kind):
                del self.stack[at + 1 :]
                return True
            if self.stack[at].opener is self.routine:
                break
        return False

    def take(self, statement: AnyStatement) -> None:  # noqa: PLR0912 - each delimiter has its case
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
            case nodes.End() if self.ends_definition():
                self.close_definition(statement)
            case nodes.Goto(target=None) | nodes.Gosub(target=None):
                if not self.after_empty_assignment():
                    self.fail(BasicSyntaxError, statement.line, statement.column)
            case nodes.Unreadable():
                if statement.stands_for:
                    self.take(statement.stands_for)
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
        self.stack.append(_Open(choice, body.statements, statement, not self.is_last_on_line()))

    def branching(self, statement: nodes.Else | nodes.ElseIf) -> Choice | None:
        """The nearest open IF, which is on top then, if it can still take a branch."""
        while self.top.one_line and self.top.has_else:
            self.stack.pop()
        opener = self.top.opener
        if not isinstance(opener, Choice) or self.top.has_else:
            self.fail(BasicSyntaxError, statement.line, statement.column)
            return None
        if self.is_last_on_line():
            self.top.one_line = False
        return opener

    def next_branch(self, statement: nodes.ElseIf) -> None:
        if choice := self.branching(statement):
            body = Block()
            choice.branches.append((statement.condition, body))
            self.top.target = body.statements

    def else_branch(self, statement: nodes.Else) -> None:
        if choice := self.branching(statement):
            self.top.has_else = True
            self.top.target = choice.otherwise.statements

    def close_if(self, statement: nodes.EndIf) -> None:
        if not isinstance(self.top.opener, Choice):
            self.fail(EndifWithoutIf, statement.line, statement.column)
            if not self.give_up_inside(Choice):
                return
        self.close(statement)

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
        self.stack.append(_Open(loop, body.statements, statement))

    def close_loop(self, statement: nodes.Next | nodes.Wend | nodes.Until) -> None:
        opener = self.top.opener
        match statement, opener:
            case nodes.Until(condition=condition), RepeatLoop():
                if condition is None:
                    self.fail(BasicSyntaxError, statement.line, statement.column)
                else:
                    opener.condition = condition
                self.close(statement)
            case (nodes.Next(), CountedLoop()) | (nodes.Wend(), WhileLoop()):
                self.close(statement)
            case nodes.Next(), Choice() if isinstance(self.loop_around(), CountedLoop):
                self.add(nodes.Continue(statement.line, statement.column))
            case _:
                kind, loop = STRAY[type(statement)]
                self.fail(kind, statement.line, statement.column)
                if self.give_up_inside(loop):
                    self.close(statement)

    def loop_around(self) -> Choice | Loop | Routine:
        """The innermost structure that is no IF."""
        return next(each.opener for each in reversed(self.stack) if not isinstance(each.opener, Choice))

    def leave_loop(self, statement: nodes.Break | nodes.Continue) -> None:
        if isinstance(self.loop_around(), Routine):
            self.fail(BasicSyntaxError, statement.line, statement.column)
        else:
            self.add(statement)

    # ---- DEF

    def open_definition(self, statement: nodes.Define) -> None:
        place = statement.line, statement.column
        if self.routine is not self.main:
            self.fail(NestedDef, *place)
            self.take_up(NestedDef(slot=self.slot, line=place[0], column=place[1]))
            return
        if len(self.stack) > 1:
            self.fail(BasicSyntaxError, *place)
            del self.stack[1:]
        if statement.name in self.names:
            self.fail(DuplicateFunction, *place)
        self.heading = _Heading(self.at, len(self.errors or ()), len(self.extents))
        self.routine = Routine(statement, Block())
        self.routines.append(self.routine)
        self.names.add(statement.name)
        self.stack.append(_Open(self.routine, self.routine.body.statements, statement))

    def ends_definition(self) -> bool:
        """Whether an END is that of the open DEF."""
        in_definition = self.routine is not self.main and self.top.opener is self.routine
        return in_definition or self.at == self.last_end

    def close_definition(self, statement: nodes.End) -> None:
        while self.top.opener is not self.routine:
            self.fail(unclosed(self.stack.pop()), statement.line)
        self.close(statement)
        self.routine = self.main

    def takes_up_a_definition(self) -> bool:
        """Refuses what is open at the end of the listing; True if it goes back to a DEF that is."""
        self.end_line()
        for opened in reversed(self.stack[1:]):
            self.fail(unclosed(opened), self.line)
            if self.routine is not self.main:
                self.take_up(DefWithoutEnd(slot=self.slot, line=self.line, column=1))
                return True
        return False

    def take_up(self, error: BasicError) -> None:
        """Goes back to the open DEF, whose END pairing did not find up to here.

        It ends at the first END that begins a line no further right than the DEF, else at the last one. A DEF
        without an END, which is the error, is left out.
        """
        assert self.errors is not None
        here, self.at = self.at, self.heading.at
        define, self.line = self.statements[self.at], self.statements[self.at].line
        ends = [at for at in range(self.at + 1, here) if is_end(self.statements[at])]
        first_words = (at for at in ends if self.statements[at].line != self.statements[at - 1].line)
        fitting = [at for at in first_words if self.statements[at].column <= define.column]
        self.last_end = [*fitting[:1], *ends[-1:], -1][0]
        # what a run refuses stays the first error
        del self.errors[max(self.heading.errors, 1) :]
        del self.extents[self.heading.extents :], self.owners[self.at :]
        self.routine.body.statements.clear()
        del self.stack[2:]
        if self.last_end < 0:
            self.errors.append(error)
            self.stack.pop()
            self.routines.pop()
            self.routine = self.main


def is_end(statement: AnyStatement) -> bool:
    """Whether a statement is an END, readable or not."""
    if isinstance(statement, nodes.Unreadable):
        return isinstance(statement.stands_for, nodes.End)
    return isinstance(statement, nodes.End)


def unclosed(opened: _Open) -> type[BasicError]:
    """The error of a structure that is never closed."""
    return ElseWithoutEndif if opened.has_else else UNCLOSED[type(opened.opener)]


STRAY: dict[type, tuple[type[BasicError], type]] = {
    nodes.Next: (NextWithoutFor, CountedLoop),
    nodes.Wend: (WendWithoutWhile, WhileLoop),
    nodes.Until: (UntilWithoutRepeat, RepeatLoop),
}
"""The error of a closing word whose loop is not open, and that loop."""
UNCLOSED: dict[type, type[BasicError]] = {
    CountedLoop: ForWithoutNext,
    WhileLoop: WhileWithoutWend,
    RepeatLoop: RepeatWithoutUntil,
    Choice: ThenWithoutEndif,
    Routine: DefWithoutEnd,
}


@dataclass(frozen=True)
class Structure:
    """The main program and the DEFs as trees, in the order of the listing.

    `owners` names the routine of each flat statement, `extents` are the blocks that are closed.
    """

    routines: list[Routine]
    owners: list[Routine]
    extents: list[Extent]

    @property
    def main(self) -> Routine:
        return self.routines[0]

    @property
    def definitions(self) -> list[Routine]:
        return self.routines[1:]


def pair(
    statements: Sequence[AnyStatement],
    depths: Sequence[int],
    slot: int = 0,
    errors: list[BasicError] | None = None,
) -> Structure:
    """The structure of a listing; `depths` are those of each statement by itself (see `nesting`).

    Raises the machine's error for a structure that is not closed, closed twice or crosses another, and
    OutOfCodeMemory for one that nests too deeply. With `errors` these are added to it and pairing goes on.
    """
    pairing = _Pairing(statements, depths, slot, errors)
    pairing.run()
    return Structure(pairing.routines, pairing.owners, pairing.extents)
