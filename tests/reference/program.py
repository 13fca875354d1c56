"""What is settled before a program runs: which words belong together, names, labels, DATA.

A listing stays a flat list of statements; this finds for each where control may go on from it.
"""

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from retromaze import errors
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Node, child_nodes
from retromaze.language.parser import parse
from tests.reference.values import Number, folded, kind_of

OWN_SYNTAX = {"CALL", "EXEC", "USE", "XON", "XOFF"}
"""Words that are no names of variables though the grammar reads them as names. Source: language, 1.9."""
PLAIN_NAME = re.compile(r"[A-Za-z_]\w*[%#$]?", re.ASCII)
CLOSED_BY = {nodes.Next: nodes.For, nodes.Wend: nodes.While, nodes.Until: nodes.Repeat}
ERRORS: dict[type, type[BasicError]] = {
    nodes.Next: errors.NextWithoutFor,
    nodes.Wend: errors.WendWithoutWhile,
    nodes.Until: errors.UntilWithoutRepeat,
    nodes.For: errors.ForWithoutNext,
    nodes.While: errors.WhileWithoutWend,
    nodes.Repeat: errors.RepeatWithoutUntil,
    nodes.If: errors.ThenWithoutEndif,
    nodes.Define: errors.DefWithoutEnd,
}
"""The error of each word that stands alone. Source: language, 8.3."""


@dataclass(eq=False)
class Scope:
    """The main program, or one DEF with its `heading`; `start` is the place of its first statement.

    `kinds` has the names it owns: "%", "#", "$", or "?" for what takes any type; `dimensions` those of its
    arrays. `visible` are the globals that a DEF means. `labels` lead to places. Source: language, 2.9.
    """

    heading: nodes.Define | None = None
    start: int = 0
    kinds: dict[str, str] = field(default_factory=dict)
    dimensions: dict[str, int] = field(default_factory=dict)
    visible: set[str] = field(default_factory=set)
    labels: dict[str, int] = field(default_factory=dict)


@dataclass
class Open:
    """A structure that waits for its closing word: its opener, and the branches it has so far."""

    at: int
    opener: Node
    one_line: bool = False
    branches: list[int] = field(default_factory=list)
    has_else: bool = False


class Program:
    """One listing, ready to run. Raises the errors that the machine finds when it compiles.

    `partner` leads from one end of a loop or DEF to the other, `around` from BREAK, CONTINUE and NEXT to the
    loop that they speak of, `next_branch` from IF and ELSEIF to the ELSEIF that is tried next, `otherwise` to
    where control goes if there is none, `leave` from the end of a branch to what comes behind its IF.
    `data_before` counts the DATA items before each place.
    """

    def __init__(self, source: str, slot: int = 0, *, is_alone: bool = True) -> None:
        self.slot = slot
        self.statements = parse(source, slot)
        self.partner: dict[int, int] = {}
        self.around: dict[int, int] = {}
        self.next_branch: dict[int, int] = {}
        self.otherwise: dict[int, int] = {}
        self.leave: dict[int, int] = {}
        self.main = Scope()
        self.definitions: dict[str, Scope] = {}
        self.owners: list[Scope] = []
        self.data: list[Number | str] = []
        self.data_before: list[int] = []
        self.constants: dict[int, Number | None] = {}
        self.pair()
        Naming(self, is_alone).run()

    def fail(self, kind: type[BasicError], place: Node) -> BasicError:
        return kind(slot=self.slot, line=place.line, column=place.column)

    # ---- which words belong together: language, 4.4 to 4.6, 4.8, 4.9

    def pair(self) -> None:
        """Walks over the statements with a stack of what is open."""
        self.opened: list[Open] = []
        scope, line = self.main, 0
        for at, statement in enumerate(self.statements):
            if statement.line != line:
                self.end_line(at)
                line = statement.line
            closes_definition = self.pair_one(at, statement)
            if isinstance(statement, nodes.Define):
                scope = self.definitions[statement.name]
            self.owners.append(scope)
            if closes_definition:
                scope = self.main
        self.end_line(len(self.statements))
        if self.opened:
            # Unverified: the line is that of the last statement
            top = self.opened[-1]
            kind = errors.ElseWithoutEndif if top.has_else else ERRORS[type(top.opener)]
            raise kind(slot=self.slot, line=line, column=1)

    def end_line(self, at: int) -> None:
        """Closes the single-line IFs of a line. Source: language, 4.4."""
        while self.opened and self.opened[-1].one_line:
            self.close_if(at)

    def close_if(self, at: int) -> None:
        """Ends the innermost IF before a place."""
        closed = self.opened.pop()
        if not closed.has_else:
            self.otherwise[closed.branches[-1]] = at
        self.leave.update(dict.fromkeys(closed.branches[1:], at))

    def pair_one(self, at: int, statement: Node) -> bool:
        """Opens and closes what a statement does; returns whether it is the END of a DEF."""
        top = self.opened[-1] if self.opened else None
        match statement:
            case nodes.If():
                self.opened.append(Open(at, statement, not self.ends_line(at), [at]))
            case nodes.ElseIf() | nodes.Else():
                self.branch(at, statement)
            case nodes.EndIf():
                if top is None or not isinstance(top.opener, nodes.If):
                    raise self.fail(errors.EndifWithoutIf, statement)
                self.close_if(at)
            case nodes.For() | nodes.While() | nodes.Repeat():
                self.opened.append(Open(at, statement))
            case nodes.Next() | nodes.Wend() | nodes.Until():
                self.close_loop(at, statement)
            case nodes.Break() | nodes.Continue():
                self.around[at] = self.loop_around(statement, errors.BasicSyntaxError)
            case nodes.Define():
                self.define(at, statement)
            case nodes.End() if top and isinstance(top.opener, nodes.Define):
                self.partner[self.opened.pop().at] = at
                return True
            case nodes.Goto(target=None) | nodes.Gosub(target=None):
                before = self.statements[at - 1] if at else None
                if not (isinstance(before, nodes.Assign) and before.value is None):
                    raise self.fail(errors.BasicSyntaxError, statement)
        return False

    def ends_line(self, at: int) -> bool:
        following = self.statements[at + 1 : at + 2]
        return not following or following[0].line != self.statements[at].line

    def branch(self, at: int, statement: nodes.ElseIf | nodes.Else) -> None:
        """Adds a branch to the nearest IF that can take one. Source: language, 4.4."""
        while self.opened and self.opened[-1].one_line and self.opened[-1].has_else:
            self.close_if(at)
        if not self.opened or not isinstance(self.opened[-1].opener, nodes.If) or self.opened[-1].has_else:
            raise self.fail(errors.BasicSyntaxError, statement)
        top = self.opened[-1]
        top.one_line = top.one_line and not self.ends_line(at)
        top.has_else = isinstance(statement, nodes.Else)
        if top.has_else:
            self.otherwise[top.branches[-1]] = at + 1
        else:
            self.next_branch[top.branches[-1]] = at
        top.branches.append(at)

    def close_loop(self, at: int, statement: nodes.Next | nodes.Wend | nodes.Until) -> None:
        """Closes a loop; a NEXT inside an IF continues the loop around it. Source: language, 4.5."""
        top = self.opened[-1] if self.opened else None
        if top and isinstance(top.opener, CLOSED_BY[type(statement)]):
            if isinstance(statement, nodes.Until) and statement.condition is None:
                raise self.fail(errors.BasicSyntaxError, statement)
            self.opened.pop()
            self.partner[top.at], self.partner[at] = at, top.at
            return
        loop = self.loop_around(statement, ERRORS[type(statement)])
        is_continue = isinstance(statement, nodes.Next) and isinstance(self.statements[loop], nodes.For)
        if not (is_continue and top and isinstance(top.opener, nodes.If)):
            raise self.fail(ERRORS[type(statement)], statement)
        self.around[at] = loop

    def loop_around(self, statement: Node, error: type[BasicError]) -> int:
        """Returns the place of the innermost loop; raises the error if there is none."""
        around = [each for each in self.opened if not isinstance(each.opener, nodes.If)]
        if not around or isinstance(around[-1].opener, nodes.Define):
            raise self.fail(error, statement)
        return around[-1].at

    def define(self, at: int, heading: nodes.Define) -> None:
        """Opens a DEF, which stands at top level only. Source: language, 4.9."""
        if self.opened:
            nested = any(isinstance(each.opener, nodes.Define) for each in self.opened)
            raise self.fail(errors.NestedDef if nested else errors.BasicSyntaxError, heading)
        if heading.name in self.definitions:
            raise self.fail(errors.DuplicateFunction, heading)
        self.definitions[heading.name] = Scope(heading, at + 1)
        self.opened.append(Open(at, heading))

    # ---- constants

    def constant(self, node: object) -> Number | None:
        """Returns the number that a constant expression is folded to, else None. Source: language, 2.4."""
        if id(node) not in self.constants:
            self.constants[id(node)] = self.fold(node)
        return self.constants[id(node)]

    def fold(self, node: object) -> Number | None:
        match node:
            case nodes.Number(value=value):
                return value
            case nodes.Name(name="TRUE" | "FALSE" as word):
                return int(word == "TRUE")
            case nodes.Function(name="PI", arguments=()):
                return math.pi
            case nodes.Unary(operator=sign, operand=operand):
                inside = self.constant(operand)
                return None if inside is None else folded(sign, inside)
            case nodes.Binary(operator=sign, left=left, right=right):
                first, second = self.constant(left), self.constant(right)
                return None if first is None or second is None else folded(sign, first, second)
        return None


class Naming:
    """Gives every name its variable, in source order. Source: language, 2.8, 2.9, 1.5, 4.11."""

    def __init__(self, program: Program, is_alone: bool) -> None:
        self.program = program
        self.strict = self.default_integer = False
        statements = program.statements
        deals_with_slots = any(
            isinstance(each, nodes.Instruction) and each.name in {"EXEC", "USE", "PRGEDIT"}
            for each in statements
        )
        # the words that may be a whole statement; None: another slot may lend more (1.7)
        known: Collection[str] = {*BUILTINS, *OWN_SYNTAX, *program.definitions}
        self.words = known if is_alone and not deals_with_slots else None
        self.dimensions = {
            len(each.sizes)
            for statement in statements
            if isinstance(statement, nodes.Declare)
            for each in statement.declarations
            if each.sizes is not None
        }
        self.global_arrays = {
            each.name: len(each.sizes)
            for statement, scope in zip(statements, program.owners, strict=True)
            if scope is program.main and isinstance(statement, nodes.Declare)
            for each in statement.declarations
            if each.sizes is not None
        }
        self.doubtful: list[Node] = []
        self.bound = {
            target.name
            for statement in statements
            for target in targets(statement)
            if isinstance(target, nodes.Name)
            and (
                isinstance(statement, nodes.Instruction)
                or (isinstance(statement, nodes.Assign) and isinstance(statement.value, nodes.Function))
            )
        }
        self.assigned = {
            target.name
            for statement in statements
            for target in targets(statement)
            if isinstance(target, nodes.Name)
        }

    def run(self) -> None:
        for at, statement in enumerate(self.program.statements):
            self.program.data_before.append(len(self.program.data))
            self.scope = self.program.owners[at]
            self.take(at, statement)
        for index in self.doubtful:
            raise self.program.fail(errors.BasicSyntaxError, index)

    def take(self, at: int, statement: nodes.Statement) -> None:
        match statement:
            case nodes.Define():
                for name in (*statement.parameters, *statement.outputs):
                    self.require_variable(name, statement)
                    self.scope.kinds[name] = "?"
            case nodes.Declare():
                for each in statement.declarations:
                    self.declare(each)
            case nodes.Label():
                if statement.name in self.scope.labels:
                    raise self.program.fail(errors.DuplicateLabel, statement)
                self.scope.labels[statement.name] = at
            case nodes.Data():
                self.program.data += [self.item(each, statement) for each in statement.items]
            case nodes.Option():
                self.strict |= statement.word == "STRICT"
                self.default_integer |= statement.word == "DEFINT"
            case nodes.Instruction(name="XON" | "XOFF"):
                pass
            case nodes.Instruction(name="CALL", arguments=[nodes.Name(name="SPRITE" | "BG")]):
                pass
            case nodes.Instruction() if self.is_bare_value(statement):
                raise self.program.fail(errors.BasicSyntaxError, statement)
            case _:
                self.check_targets(statement)
                self.mention_all(statement)

    def item(self, item: nodes.Expression, place: Node) -> Number | str:
        """Returns a DATA item: a constant number, a string or a label. Source: language, 4.11."""
        constant = self.program.constant(item)
        match item:
            case nodes.String(value=text):
                return text
            case nodes.LabelText(name=name):
                return "@" + name
        if constant is None:
            raise self.program.fail(errors.BasicSyntaxError, place)
        return constant

    def is_bare_value(self, statement: nodes.Instruction) -> bool:
        """Tells whether a name alone is no statement. Source: language, 1.7."""
        name = statement.name
        if name in VARIABLES:
            return name not in self.program.definitions
        if statement.arguments or statement.outputs is not None:
            return False
        unknown = self.words is not None and name not in self.words
        return unknown or name in self.scope.kinds or name in self.scope.visible

    def require_variable(self, name: str, place: Node) -> None:
        if name in OWN_SYNTAX:
            raise self.program.fail(errors.BasicSyntaxError, place)

    def declare(self, declaration: nodes.Declaration) -> None:
        """VAR and DIM; what an entry mentions comes first. Source: language, 2.8."""
        self.mention_all(declaration)
        name, scope = declaration.name, self.scope
        self.require_variable(name, declaration)
        if name in scope.kinds or name in VARIABLES:
            raise self.program.fail(errors.DuplicateVariable, declaration)
        scope.kinds[name] = kind_of(name, self.default_integer)
        if declaration.sizes is not None:
            scope.dimensions[name] = len(declaration.sizes)

    def mention_all(self, node: Node) -> None:
        """Makes the variables that are mentioned inside a node. Source: language, 2.8 and 2.9."""
        for each in inside(node):
            match named(each):
                case nodes.Name() as name:
                    self.mention(name)
                case nodes.Index(target=target):
                    self.check_subscripts(each, named(target))

    def mention(self, name: nodes.Name) -> None:
        """A name that is new is a global of the slot if that has it, otherwise a variable of this scope."""
        self.require_variable(name.name, name)
        scope, main = self.scope, self.program.main
        if name.name in VARIABLES or name.name in scope.kinds or name.name in scope.visible:
            return
        # Unverified: an array of the main program may be declared behind the DEF, a scalar not
        if scope is not main and (name.name in main.kinds or name.name in self.global_arrays):
            scope.visible.add(name.name)
            return
        if self.strict:
            raise self.program.fail(errors.UndefinedVariable, name)
        scope.kinds[name.name] = kind_of(name.name, self.default_integer)

    def check_subscripts(self, index: Node, target: Node) -> None:
        """Counts the subscripts of an array whose name means no other one later. Source: language, 2.7."""
        if not isinstance(target, nodes.Name) or not isinstance(index, nodes.Index):
            return
        self.mention(target)
        name = target.name
        count = self.scope.dimensions.get(name)
        if name in self.scope.visible:
            count = self.program.main.dimensions.get(name, self.global_arrays.get(name))
        if count in {None, len(index.subscripts)}:
            return
        if name not in self.assigned:
            raise self.program.fail(errors.BasicSyntaxError, index)
        # Unverified: a name that may mean an array made elsewhere, or one of so many dimensions, is let pass
        if name not in self.bound and len(index.subscripts) not in self.dimensions:
            self.doubtful.append(index)

    def check_targets(self, statement: Node) -> None:
        """Refuses to assign to what is no variable, or read-only. Source: language, 4.1 and 5.10."""
        for target in targets(statement):
            is_target = isinstance(target, nodes.Name | nodes.Index | nodes.VariableNamed)
            system = VARIABLES.get(target.name) if isinstance(target, nodes.Name) else None
            if not is_target or (system is not None and system.write is None):
                raise self.program.fail(errors.BasicSyntaxError, target)


def targets(statement: Node) -> list[Node]:
    """Lists what a statement assigns to."""
    match statement:
        case nodes.Assign(target=target) | nodes.LineInput(target=target) | nodes.Increase(target=target):
            found: list[Node | None] = [target]
        case nodes.Input(targets=row) | nodes.Read(targets=row):
            found = [*row]
        case nodes.Swap(first=first, second=second):
            found = [first, second]
        case nodes.For(variable=variable):
            found = [variable]
        case nodes.Instruction(outputs=outputs):
            found = [*(outputs or ())]
        case _:
            found = []
    return [named(each) for each in found if each is not None]


def inside(node: Node) -> Iterator[Node]:
    """Yields a node and all nodes in it, in source order; a long chain of operators is no deep recursion."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += reversed(child_nodes(each))


def named(node: Node) -> Node:
    """Returns VAR("A") as the plain name A. Source: language, 2.8."""
    if isinstance(node, nodes.VariableNamed) and isinstance(node.name, nodes.String):
        text = node.name.value
        if PLAIN_NAME.fullmatch(text):
            return nodes.Name(node.line, node.column, ascii_upper(text))
    return node
