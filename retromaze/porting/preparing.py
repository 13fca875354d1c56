"""Prepares a listing for porting, refuses statements that no port can have, and finds constants at its top.

Constants that are set before anything else become keywords of the port's `main`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

from retromaze.analysis.declared import may_run_other_programs, state_read_by
from retromaze.analysis.programs import analyse_statements
from retromaze.builtins.devices import EXPAD, is_console
from retromaze.builtins.form import Reads
from retromaze.errors import RetromazeError
from retromaze.language import nodes
from retromaze.language.nodes import Statement, calls_in, walk
from retromaze.language.parser import parse
from retromaze.language.program import Program, Scope
from retromaze.language.structure import (
    LOOPS,
    Block,
    RepeatLoop,
    Step,
    WhileLoop,
    effects,
    inner_blocks,
    stores,
)
from retromaze.language.text import ascii_upper
from retromaze.python.layout import visible_text

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*[%#$]?")
"""The names that variables and words of a listing can have."""


class CannotPort(RetromazeError):
    """A listing does something that no port can do, or that cannot be written as one, in `line`."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = visible_text(reason)
        super().__init__(f"line {line}: {self.reason}")


class PreparedPort(NamedTuple):
    """A listing ready to be ported: its Program, and its DATA statements."""

    program: Program
    data: list[nodes.Data]


def prepare(source: str) -> PreparedPort:
    """Parses and analyses a listing, with calls and variables by name as plain ones. Raises BasicError."""
    statements = [normalized(each) for each in parse(source)]
    program = analyse_statements(list(with_split_declarations(statements)), source, 0)
    end_endless_loops(program.main.body)
    return PreparedPort(program, [each for each in statements if isinstance(each, nodes.Data)])


def normalized(value: Any) -> Any:
    """Rewrites `CALL "NAME",…` as `NAME …` and `VAR("NAME")` as `NAME`, in a node or a tuple of nodes.

    XON 3DS only declares something: it becomes an empty statement.
    """
    if isinstance(value, tuple):
        return tuple(map(normalized, value))
    if not isinstance(value, nodes.Node):
        return value
    fields = {name: getattr(value, name) for name in nodes.FIELDS[type(value)]}
    node = replace(value, **{name: normalized(each) for name, each in fields.items()}) if fields else value
    match node:
        case nodes.Instruction(
            name="XON" | "XOFF", arguments=[nodes.Name(name=word) | nodes.String(value=word)], outputs=None
        ) if is_console(word):
            return nodes.Empty(node.line, node.column)
        case (
            nodes.Instruction(name="CALL", arguments=[nodes.String(value=name), *rest])
            | nodes.Function(name="CALL", arguments=[nodes.String(value=name), *rest])
        ) if NAME.fullmatch(name):
            return replace(node, name=ascii_upper(name), arguments=tuple(rest))
        case nodes.VariableNamed(name=nodes.String(value=name)) if NAME.fullmatch(name):
            return nodes.Name(node.line, node.column, ascii_upper(name))
    return node


def switches_pad(node: nodes.Instruction) -> bool:
    """Whether an instruction is XON EXPAD or XOFF EXPAD."""
    match node.arguments:
        case [nodes.Name(name=word) | nodes.String(value=word)]:
            return ascii_upper(word) == EXPAD and node.outputs is None
    return False


def refuse_unsupported(scope: Scope, node: nodes.Head) -> None:
    """Raises CannotPort for a statement or an operand that no port can have; its operands are not checked."""
    match node:
        case nodes.VariableNamed():
            raise CannotPort(node.line, "VAR() finds a variable by its name, which a port cannot")
        case nodes.Instruction(name=word) if may_run_other_programs(word):
            raise CannotPort(node.line, f"{word} runs a program of another slot, and a port has no slots")
        case nodes.Instruction(name="XON" | "XOFF" as word) if not switches_pad(node):
            raise CannotPort(node.line, f"{word} switches a device, which ports do not know")
        case nodes.Instruction(name="CALL", arguments=[nodes.Name(name="SPRITE" | "BG" as word)]):
            named = {"SPRITE": "SPFUNC", "BG": "BGFUNC"}[word]
            raise CannotPort(node.line, f"CALL {word} calls what {named} names, which is not ported yet")
        case nodes.Instruction(name="CALL") | nodes.Function(name="CALL"):
            raise CannotPort(node.line, "CALL works out what it calls when it runs, which a port cannot")
    for target in (each.target for each in stores(node) if not each.is_declaration):
        variable = scope.named(target)
        if variable is not None and variable.varies:
            reason = f"{variable.name} comes to mean an array that was declared otherwise"
            raise CannotPort(target.line, f"{reason}, which a typed list cannot")


def end_endless_loops(block: Block) -> None:
    """Puts END after each endless loop, so that the subroutines below it do not seem to follow it.

    Control never reaches these END statements.
    """
    for at in range(len(block.statements), 0, -1):
        if is_endless(last := block.statements[at - 1]):
            block.statements.insert(at, nodes.End(last.line, last.column))


def is_endless(step: Step) -> bool:
    """Whether a step is `WHILE 1` or `REPEAT … UNTIL 0` without a BREAK."""
    match step:
        case WhileLoop(condition=nodes.Number(value=value), body=body):
            return value != 0 and not has_break(body)
        case RepeatLoop(condition=nodes.Number(value=0), body=body):
            return not has_break(body)
    return False


def has_break(body: Block) -> bool:
    """Whether a BREAK leaves the loop that has this body."""
    for step in body.statements:
        inner = () if isinstance(step, LOOPS) else inner_blocks(step)
        if isinstance(step, nodes.Break) or any(map(has_break, inner)):
            return True
    return False


# ---- warnings

MOVERS = {"BGANIM", "SPANIM"}
"""Instructions after which something moves by itself, frame by frame."""


class PortWarning(NamedTuple):
    """A line of the listing, and a sentence on what the port may do otherwise."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


def warnings_of(program: Program) -> list[PortWarning]:
    """Returns a warning for each word that depends on time, at the first line that has it."""
    first: dict[str, int] = {}
    for scope in program.scopes:
        for node in (each for head in scope.heads for each in walk(head)):
            if depends_on_time(scope, node):
                first[node.name] = min(node.line, first.get(node.name, node.line))
    reason = "{} {}, which passes while a listing works and not while its port does"
    what_it_does = {word: "moves with time" if word in MOVERS else "tells time" for word in first}
    return sorted(PortWarning(line, reason.format(word, what_it_does[word])) for word, line in first.items())


def depends_on_time(scope: Scope, node: nodes.Node) -> bool:
    """Whether a word reads the clock or what plays, or moves something with time.

    With arguments, TMREAD and the like only parse a text. A variable may have the name of a system variable.
    """
    match node:
        case nodes.Name(name=name):
            return Reads.CLOCK in state_read_by(name) and scope.find(name) is None
        case nodes.Function(name=name, arguments=()) | nodes.Instruction(name=name, arguments=()) if (
            Reads.CLOCK in state_read_by(name)
        ):
            return True
        case nodes.Function(name=name):
            return Reads.SOUND in state_read_by(name)
        case nodes.Instruction(name=name):
            return name in MOVERS
    return False


# ---- constants at the top

INDEPENDENT = nodes.Instruction | nodes.Print | nodes.Declare | nodes.Option | nodes.Data | nodes.Empty


class Setting(NamedTuple):
    """A variable set to a constant; `first` if only other settings come before it."""

    step: nodes.Assign
    first: bool


def settings_at_top(program: Program) -> Iterator[Setting]:
    """Yields the assignments of constants at a listing's top; labels between them are skipped."""
    statements = program.main.body.statements
    return settings_among(
        (step for step in statements if not isinstance(step, nodes.Label)), program.definitions
    )


def settings_among(row: Iterable[Any], definitions: Collection[str]) -> Iterator[Setting]:
    """Yields the assignments of constants before the first step that may depend on them.

    `definitions` are the DEFs of the listing: a call of one may depend on anything.
    """
    first = True  # whether only settings came before
    for step in row:
        match step:
            case nodes.Assign(target=nodes.Name(), value=nodes.Number() | nodes.String()):
                yield Setting(step, first)
            case _ if is_independent(step, definitions):
                first = False
            case _:
                break


def is_independent(step: Any, definitions: Collection[str]) -> bool:
    """Whether a statement uses no variable and calls no DEF, so that constants may be set before it."""
    if not isinstance(step, INDEPENDENT) or not effects(step).goes_on:
        return False
    named = any(isinstance(each, nodes.Name | nodes.VariableNamed) for each in walk(step))
    return not named and not any(call.name in definitions for call in calls_in(step))


def with_split_declarations(statements: list[Statement]) -> Iterator[Statement]:
    """Yields statements, with `VAR A:A=1` in place of `VAR A=1` among those at the top.

    The top ends at the first statement that jumps or can be jumped to.
    """
    opening = list(takewhile(lambda each: effects(each).is_plain, statements))
    for statement in opening:
        if not isinstance(statement, nodes.Declare):
            yield statement
            continue
        for each in statement.declarations:
            place = each.line, each.column
            match each:
                case nodes.Declaration(sizes=None, value=nodes.Number() | nodes.String() as value):
                    yield nodes.Declare(*place, (nodes.Declaration(*place, each.name, None, None),))
                    yield nodes.Assign(*place, nodes.Name(*place, each.name), value)
                case _:
                    yield nodes.Declare(*place, (each,))
    yield from statements[len(opening) :]
