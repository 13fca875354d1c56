"""Pairs the flat statements of a listing into blocks: IF with ENDIF, FOR with NEXT, DEF with END.

Loops are static structures, as on the machine: a GOTO may enter and leave them freely, and a NEXT inside an
IF continues the loop around it. A run stops at the first error. For an editor all errors are collected, and
pairing continues: a word that closes a block closes the open blocks inside it too.

Nesting is limited, the same on every Python. Blocks, calls, subscripts, signs and operators inside one
another are levels, counted together. Length is not depth: a chain of operators counts one level for two of
them and never more than eight (see `compiler/expressions.py`); arguments, items and branches next to each
other count nothing. CPython compiles by recursion, up to seven times as deep as the listing. At this limit it
uses at most half of a thread's stack of 512 kB, of the megabyte of a browser, and of the 1,484 levels that
Python 3.12.1 allows.

Source: language reference, sections 4.4 to 4.6, 4.8 and 4.9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    OutOfCodeMemory,
    RepeatWithoutUntil,
    ThenWithoutEndif,
    UntilWithoutRepeat,
    WendWithoutWhile,
    WhileWithoutWend,
)
from retromaze.language import nodes
from retromaze.language.block_tree import (
    Block,
    Choice,
    CountedLoop,
    Loop,
    RepeatLoop,
    Routine,
    Step,
    WhileLoop,
)
from retromaze.language.lexer import yield_to_host
from retromaze.language.nodes import (
    AnyStatement,
    Binary,
    Declaration,
    Node,
    Statement,
    cached_on_node,
    chain_operands,
    child_nodes,
)

# ---- nesting

LEVELS = 100
LONGEST_PIECE = 16
"""The most operators of a chain that are nested in each other when it is written as Python."""
OPENERS = nodes.If | nodes.For | nodes.While | nodes.Repeat | nodes.Define


@cached_on_node
def nesting_depth(statement: Node) -> int:
    """Returns how deeply expressions nest in a statement; 1 at least if it opens a block."""
    yield_to_host()
    # REPEAT, DEF and an IF without operators nest nothing, but their block is a level
    opened = int(isinstance(statement, OPENERS))
    return max([level for _, level in nesting_levels(statement)], default=opened)


def nesting_error(statement: Node, blocks: int, slot: int) -> OutOfCodeMemory:
    """Returns the error of a statement that nests too deeply inside `blocks` blocks.

    The error's place is that of the first node that is too deep.
    """
    deep = (node for node, level in nesting_levels(statement) if blocks + level > LEVELS)
    place = next(deep, statement)
    words = f"nested more than {LEVELS} levels deep"
    return OutOfCodeMemory(words, slot=slot, line=place.line, column=place.column)


def nesting_levels(statement: Node) -> Iterator[tuple[Node, int]]:
    """Yields each part of a statement that contains other nodes, with the depth of these nodes.

    The parts come from left to right, outer before inner. A chain of operators counts half as many levels as
    it has operands: the compiler writes it as pieces that are nested less deeply.
    """
    waiting = [(part, 0) for part in reversed(child_nodes(statement))]
    while waiting:
        node, level = waiting.pop()
        if isinstance(node, Binary):
            inside: Sequence[Node] = chain_operands(node)
            level += min(len(inside), LONGEST_PIECE) // 2
        else:
            inside = child_nodes(node)
            if not isinstance(node, Declaration):  # an entry of VAR or DIM is no expression
                level += 1
        if inside:
            yield node, level
            waiting += [(each, level) for each in reversed(inside)]


# ---- pairing


class Extent(NamedTuple):
    """The statements that begin and end a closed block, such as FOR and NEXT."""

    begin: Statement
    end: Statement


class Structure(NamedTuple):
    """A listing's `routines` (main program and DEFs) as trees; `owners` has the one of each statement."""

    routines: list[Routine]
    owners: list[Routine]
    extents: list[Extent]


def pair(
    statements: Sequence[AnyStatement],
    depths: Sequence[int],
    slot: int = 0,
    errors: list[BasicError] | None = None,
) -> Structure:
    """Returns the structure of a listing: its blocks as trees, and where each begins and ends.

    `depths` holds the `nesting_depth` of each statement. Raises the machine's error for a block that is not
    closed, closed twice or overlaps another, and OutOfCodeMemory for one that nests too deeply. If a list
    `errors` is given, these are added to it instead.
    """
    pairing = _Pairing(statements, depths, slot, errors)
    pairing.run()
    return Structure(pairing.routines, pairing.owners, pairing.extents)


@dataclass
class _OpenBlock:
    """A block or DEF that is not closed yet: its statements are appended to `target`; `begin` opened it.

    `opener` is its node in the tree. An IF that is `one_line` ends with its line; `has_else`: ELSE was read.
    """

    opener: Choice | Loop | Routine
    target: list[Step]
    begin: Statement | None = None
    one_line: bool = False
    has_else: bool = False


class _DefinitionStart(NamedTuple):
    """The place of an open DEF, to go back to: its index, and how many errors and extents came before."""

    position: int
    errors: int
    extents: int


class _Pairing:
    """Pairs the flat statements in one pass with a stack of `open_blocks`, which the main program begins.

    `index` is that of the current statement. `routine` is the main program or the open DEF, whose start is
    `definition_start`; `names` are those of all DEFs. Errors are raised, or, for an editor, collected in
    `errors`. `is_too_deep` is set with the first error of nesting, so that it is reported once.
    """

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
        self.main = self.routine = Routine(None, Block())
        self.names: set[str] = set()
        self.routines = [self.main]
        self.open_blocks = [_OpenBlock(self.main, self.main.body.statements)]
        self.owners: list[Routine] = []
        self.extents: list[Extent] = []
        self.index = self.line = 0
        self.is_too_deep = False
        self.definition_start = _DefinitionStart(0, 0, 0)
        self.chosen_end = -1
        """The index of the END that `pair_definition_again` chose for the open DEF; -1 for the usual rule."""

    def run(self) -> None:
        """Pairs all statements; checks the depth of nesting and ends one-line IFs at the ends of lines."""
        while True:
            if self.index < len(self.statements):
                statement = self.statements[self.index]
                if statement.line != self.line:
                    self.close_one_line_ifs()
                    self.line = statement.line
                blocks = len(self.open_blocks) - 1  # the main program is no level
                if blocks + self.depths[self.index] > LEVELS and not self.is_too_deep:
                    self.report(nesting_error(statement, blocks, self.slot))
                    self.is_too_deep = True
                self.add_statement(statement)
            elif not self.returns_to_open_definition():
                return
            # the routine of the statement, or of the heading to which pairing has gone back
            self.owners.append(self.routine)
            self.index += 1

    def add_statement(self, statement: AnyStatement) -> None:  # noqa: PLR0912 - each delimiter has its case
        """Opens or closes the block that a statement begins or ends; appends others to the innermost one."""
        match statement:
            case nodes.If() | nodes.For() | nodes.While() | nodes.Repeat():
                self.open_block(statement)
            case nodes.ElseIf(condition=condition):
                if choice := self.if_for_else(statement):
                    choice.branches.append((condition, body := Block()))
                    self.innermost.target = body.statements
            case nodes.Else():
                if choice := self.if_for_else(statement):
                    self.innermost.has_else = True
                    self.innermost.target = choice.otherwise.statements
            case nodes.EndIf():
                is_choice = isinstance(self.innermost.opener, Choice)
                if not is_choice:
                    self.add_error(EndifWithoutIf, statement)
                # an ENDIF in a loop that is not closed ends an IF around that loop
                if is_choice or self.close_blocks_inside(Choice):
                    self.close_block(statement)
            case nodes.Next() | nodes.Wend() | nodes.Until():
                self.close_loop(statement)
            case nodes.Break() | nodes.Continue():
                if isinstance(self.innermost_loop_or_routine(), Routine):
                    self.add_error(BasicSyntaxError, statement)
                else:
                    self.innermost.target.append(statement)
            case nodes.Define():
                self.open_definition(statement)
            case nodes.End() if type(statement) is nodes.End and (
                self.index == self.chosen_end or self.innermost.opener is self.routine is not self.main
            ):
                # the end of the DEF; any other END in a block of it, or in the main program, ends the program
                while self.innermost.opener is not self.routine:
                    self.report(self.error_of_unclosed(self.open_blocks.pop(), statement.line))
                self.close_block(statement)
                self.routine = self.main
            case nodes.Goto(target=None) | nodes.Gosub(target=None):
                # `A=GOTO` compiles and fails when it runs at `A=`, so that GOTO is never reached
                before = self.innermost.target[-1] if self.innermost.target else None
                if not (isinstance(before, nodes.Assign) and before.value is None):
                    self.add_error(BasicSyntaxError, statement)
            case nodes.Unreadable():
                # its word still opens or closes a block
                if statement.stands_for:
                    self.add_statement(statement.stands_for)
            case nodes.Empty():
                pass  # it only shows that the line goes on
            case _:
                self.innermost.target.append(statement)

    # ---- the stack

    @property
    def innermost(self) -> _OpenBlock:
        return self.open_blocks[-1]

    def add_error(self, error_class: type[BasicError], place: Node) -> None:
        """Reports an error at the place of a statement."""
        self.report(error_class(slot=self.slot, line=place.line, column=place.column))

    def report(self, error: BasicError) -> None:
        """Raises an error, or collects it for an editor."""
        if self.errors is None:
            raise error
        self.errors.append(error)

    def error_of_unclosed(self, opened: _OpenBlock, line: int) -> BasicError:
        """Returns the error of a block that is still open at a line: the listing's last, or a DEF's end."""
        error_class = ElseWithoutEndif if opened.has_else else UNCLOSED_ERRORS[type(opened.opener)]
        error = error_class(slot=self.slot, line=line, column=1)
        if opened.begin:
            error.begin = opened.begin.line, opened.begin.column
        return error

    def open_block(self, statement: nodes.If | nodes.For | nodes.While | nodes.Repeat) -> None:
        """Opens an IF or a loop."""
        place, body = (statement.line, statement.column), Block()
        opener: Choice | Loop
        match statement:
            case nodes.If(condition=condition):
                opener = Choice(*place, [(condition, body)], Block())
            case nodes.For():
                opener = CountedLoop(*place, statement, body)
            case nodes.While(condition=condition):
                opener = WhileLoop(*place, condition, body)
            case nodes.Repeat():
                opener = RepeatLoop(*place, body, nodes.Number(*place, 0))  # UNTIL sets the condition
        self.innermost.target.append(opener)
        # an IF with a statement after THEN ends with the line, without ENDIF
        one_line = isinstance(opener, Choice) and not self.is_last_on_line()
        self.open_blocks.append(_OpenBlock(opener, body.statements, statement, one_line))

    def close_block(self, end: Statement) -> None:
        """Closes the innermost open block."""
        begin = self.open_blocks.pop().begin
        if begin:
            self.extents.append(Extent(begin, end))

    def close_blocks_inside(self, block_class: type) -> bool:
        """Closes, without an Extent, what is open inside the innermost block of a class, if there is one."""
        for at in range(len(self.open_blocks) - 1, 0, -1):
            if isinstance(self.open_blocks[at].opener, block_class):
                del self.open_blocks[at + 1 :]
                return True
            if self.open_blocks[at].opener is self.routine:
                break  # a DEF may stand in a block by mistake: that block stays open
        return False

    # ---- IF

    def is_last_on_line(self) -> bool:
        """Whether the current statement is the last one of its line."""
        at, statements = self.index, self.statements
        return at + 1 == len(statements) or statements[at + 1].line != statements[at].line

    def close_one_line_ifs(self) -> None:
        """Closes the one-line IFs at the end of their line, without an Extent: no statement ends them."""
        while self.innermost.one_line:
            self.open_blocks.pop()

    def if_for_else(self, statement: nodes.Else | nodes.ElseIf) -> Choice | None:
        """Returns the IF that an ELSE or ELSEIF belongs to, the innermost block from now on; None if none."""
        while self.innermost.one_line and self.innermost.has_else:
            self.open_blocks.pop()  # its ELSE was read, so this one belongs to an IF around it
        opener = self.innermost.opener
        if not isinstance(opener, Choice) or self.innermost.has_else:
            self.add_error(BasicSyntaxError, statement)
            return None
        if self.is_last_on_line():
            self.innermost.one_line = False  # the branch goes on in the next lines, up to ENDIF
        return opener

    # ---- loops

    def close_loop(self, statement: nodes.Next | nodes.Wend | nodes.Until) -> None:
        """Closes a loop. A NEXT inside an IF of a FOR is a CONTINUE; one without a loop is an error."""
        opener = self.innermost.opener
        match statement, opener:
            case nodes.Until(condition=condition), RepeatLoop():
                if condition is None:
                    self.add_error(BasicSyntaxError, statement)
                else:
                    opener.condition = condition
                self.close_block(statement)
            case (nodes.Next(), CountedLoop()) | (nodes.Wend(), WhileLoop()):
                self.close_block(statement)
            case nodes.Next(), Choice() if isinstance(self.innermost_loop_or_routine(), CountedLoop):
                self.innermost.target.append(nodes.Continue(statement.line, statement.column))
            case _:
                error_class, loop = STRAY_CLOSERS[type(statement)]
                self.add_error(error_class, statement)
                # it closes the loop that it belongs to, and all blocks inside that loop
                if self.close_blocks_inside(loop):
                    self.close_block(statement)

    def innermost_loop_or_routine(self) -> Choice | Loop | Routine:
        """Returns the innermost open loop or routine."""
        return next(each.opener for each in reversed(self.open_blocks) if not isinstance(each.opener, Choice))

    # ---- DEF

    def open_definition(self, statement: nodes.Define) -> None:
        """Opens a DEF; one inside a DEF or another block, or with the name of another, is an error."""
        if self.routine is not self.main:
            error = NestedDef(slot=self.slot, line=statement.line, column=statement.column)
            self.report(error)
            self.pair_definition_again(error)
            return
        if len(self.open_blocks) > 1:
            self.add_error(BasicSyntaxError, statement)
            del self.open_blocks[1:]
        if statement.name in self.names:
            self.add_error(DuplicateFunction, statement)
        self.definition_start = _DefinitionStart(self.index, len(self.errors or ()), len(self.extents))
        self.routine = Routine(statement, Block())
        self.routines.append(self.routine)
        self.names.add(statement.name)
        self.open_blocks.append(_OpenBlock(self.routine, self.routine.body.statements, statement))

    def returns_to_open_definition(self) -> bool:
        """Reports open blocks at the listing's end. Returns True if an END is chosen for the open DEF."""
        self.close_one_line_ifs()
        for opened in reversed(self.open_blocks[1:]):
            self.report(self.error_of_unclosed(opened, self.line))
            if self.routine is not self.main:
                self.pair_definition_again(DefWithoutEnd(slot=self.slot, line=self.line, column=1))
                return True
        return False

    def pair_definition_again(self, error: BasicError) -> None:
        """Goes back to the heading of the open DEF, whose END was not found so far, and chooses a likely END.

        If there is none, `error` is added and the DEF left out. Only an editor gets here: a run stops at the
        first error.
        """
        assert self.errors is not None
        self.chosen_end = self.likely_end(self.definition_start.position, self.index)
        self.index = self.definition_start.position
        self.line = self.statements[self.index].line
        # the errors inside the DEF are found again, but that at which a run stops remains the first one
        del self.errors[max(self.definition_start.errors, 1) :]
        del self.extents[self.definition_start.extents :], self.owners[self.index :]
        self.routine.body.statements.clear()
        del self.open_blocks[2:]  # the main program and the DEF stay
        if self.chosen_end < 0:
            self.errors.append(error)
            self.open_blocks.pop()
            self.routines.pop()
            self.routine = self.main

    def likely_end(self, begin: int, stop: int) -> int:
        """Returns the index of the END that most likely ends the DEF at `begin`, -1 if none is before `stop`.

        That is the first END that begins a line and is not indented more than the DEF, else the last END.
        """
        last = -1
        for at in range(begin + 1, stop):
            each = self.statements[at]
            if isinstance(each.stands_for if isinstance(each, nodes.Unreadable) else each, nodes.End):
                begins_line = each.line != self.statements[at - 1].line
                if begins_line and each.column <= self.statements[begin].column:
                    return at
                last = at
        return last


STRAY_CLOSERS: dict[type, tuple[type[BasicError], type]] = {
    nodes.Next: (NextWithoutFor, CountedLoop),
    nodes.Wend: (WendWithoutWhile, WhileLoop),
    nodes.Until: (UntilWithoutRepeat, RepeatLoop),
}
"""For each closing word the error if its loop is not open, and the class of that loop."""
UNCLOSED_ERRORS: dict[type, type[BasicError]] = {
    CountedLoop: ForWithoutNext,
    WhileLoop: WhileWithoutWend,
    RepeatLoop: RepeatWithoutUntil,
    Choice: ThenWithoutEndif,
    Routine: DefWithoutEnd,
}
