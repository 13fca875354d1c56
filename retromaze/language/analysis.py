"""Makes a Program of parsed statements: scopes, names and their types, labels, DATA.

Everything that the machine finds wrong before a program starts is found here.
Source: language reference, sections 1.5, 2.8, 2.9, 4.11.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    DuplicateLabel,
    DuplicateVariable,
    UndefinedVariable,
)
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.folding import fold_children
from retromaze.language.nesting import LEVELS, depth, refusal
from retromaze.language.nodes import AnyStatement, Statement, parts
from retromaze.language.program import INTEGER, REAL, STRING, UNTYPED, Program, Scope, Variable
from retromaze.language.renaming import assigned_names, find_varying
from retromaze.language.structure import Extent, pair
from retromaze.language.walk import nodes_in
from retromaze.language.yield_hook import yield_to_host

OWN_SYNTAX = frozenset({"CALL", "EXEC", "USE", "XOFF", "XON"})
"""Words that the grammar reads as names, and that name no variable. Source: language reference, 1.9."""


def analyse(
    statements: Sequence[Statement],
    *,
    source: str = "",
    slot: int = 0,
    system_names: Collection[str] = (),
    writable: Collection[str] = (),
    known: Mapping[str, Variable] | None = None,
    instructions: Collection[str] | None = None,
) -> Program:
    """The Program of a parsed listing.

    `system_names` are words that read like variables but belong to the machine, `writable` those of
    them that a listing may assign to. `known` are globals that are there before (a line of DIRECT mode
    meets those of its slot). `instructions` are the machine's own, where no other program can lend DEFs to
    this one. Raises the machine's compile-time errors.
    """
    given = [prepare(statement, slot) for statement in statements]
    words = MachineWords(frozenset(system_names), frozenset(writable), instructions)
    return analyse_prepared(given, words, source=source, slot=slot, known=known).program


class MachineWords(NamedTuple):
    """The words of the machine, as `analyse` is given them."""

    system_names: frozenset[str]
    writable: frozenset[str]
    instructions: Collection[str] | None = None


class Prepared(NamedTuple):
    """A statement with its constants folded, and how deeply it nests by itself."""

    statement: AnyStatement
    depth: int


@dataclass(frozen=True)
class Analysis:
    """A Program with the scope of each flat statement, and the blocks that are closed."""

    program: Program
    owners: list[Scope]
    extents: list[Extent]


def prepare(statement: AnyStatement, slot: int = 0, errors: list[BasicError] | None = None) -> Prepared:
    """What is known of a statement by itself.

    Raises OutOfCodeMemory where it nests too deeply; with `errors` that is added to it and the statement is
    left out.
    """
    deepest = depth(statement)
    if deepest <= LEVELS:
        return Prepared(fold_children(statement), deepest)
    if errors is None:
        raise refusal(statement, 0, slot)
    errors.append(refusal(statement, 0, slot))
    return Prepared(nodes.Empty(statement.line, statement.column), 0)


def analyse_prepared(
    given: Sequence[Prepared],
    words: MachineWords,
    *,
    source: str = "",
    slot: int = 0,
    known: Mapping[str, Variable] | None = None,
    errors: list[BasicError] | None = None,
) -> Analysis:
    """What `analyse` makes of statements that have been prepared.

    With `errors` the machine's errors are added to it, that of a run first, and the analysis goes on.
    """
    folded = [each.statement for each in given]
    structure = pair(folded, [each.depth for each in given], slot, errors)
    main = Scope("", structure.main, taken_over(known or {}))
    scopes = {structure.main: main}
    definitions: dict[str, Scope] = {}
    for routine in structure.definitions:
        name = routine.define.name if routine.define else ""
        scopes[routine] = scope = Scope(name, routine)
        definitions.setdefault(name, scope)
    program = Program(source, slot, main, definitions, [])
    owners = [scopes[routine] for routine in structure.owners]
    naming = _Naming(program, words, assigned_names(folded), errors)
    if words.instructions is not None and not any(map(deals_with_slots, folded)):
        naming.statements = {*words.instructions, *OWN_SYNTAX, *definitions}
    naming.find_global_arrays(folded, owners)
    for statement, scope in zip(folded, owners, strict=True):
        naming.take(statement, scope)
    # an editor only asks for it where subscripts are doubtful
    if naming.assigns_arrays() and (errors is None or naming.doubtful):
        find_varying(program, zip(folded, owners, strict=True))
    naming.check_later()
    return Analysis(program, owners, structure.extents)


def deals_with_slots(statement: AnyStatement) -> bool:
    """Whether a statement writes, runs or uses a program of another slot, which may lend its DEFs."""
    return isinstance(statement, nodes.Instruction) and statement.name in {"EXEC", "USE", "PRGEDIT"}


def taken_over(known: Mapping[str, Variable]) -> dict[str, Variable]:
    """Globals that are there before; what their arrays have become meanwhile nobody knows."""
    return {name: replace(each, varies=True) if each.is_array else each for name, each in known.items()}


def kind_of_name(name: str, default_integer: bool = False) -> str:
    """The type a name's suffix gives it."""
    match name[-1]:
        case "%":
            return INTEGER
        case "$":
            return STRING
        case "#":
            return REAL
        case _:
            return INTEGER if default_integer else REAL


class _Naming:
    """One pass in source order that gives every name its variable, as the machine's compiler does."""

    def __init__(
        self, program: Program, words: MachineWords, assigned: set[str], errors: list[BasicError] | None
    ) -> None:
        self.program = program
        self.assigned = assigned
        self.errors = errors
        self.doubtful: list[tuple[Variable, nodes.Index]] = []
        self.read_only = words.system_names - words.writable
        self.system_names = words.system_names
        self.statements: Collection[str] | None = None
        """The words that can be a statement by themselves; None where they are not all known."""
        self.scope = program.main
        self.global_arrays: dict[str, Variable] = {}
        self.strict = False
        self.default_integer = False

    def find_global_arrays(self, statements: Sequence[AnyStatement], owners: Sequence[Scope]) -> None:
        """Arrays of the main program are known to every DEF, wherever they are declared."""
        for statement, scope in zip(statements, owners, strict=True):
            if scope.is_main and isinstance(statement, nodes.Declare):
                for each in statement.declarations:
                    if each.sizes is not None:
                        self.global_arrays.setdefault(
                            each.name, Variable(each.name, kind_of_name(each.name), len(each.sizes))
                        )

    def take(self, statement: AnyStatement, scope: Scope) -> None:
        yield_to_host()
        self.scope = scope
        match statement:
            case nodes.Define():
                self.open_scope(statement)
            case nodes.Declare():
                for each in statement.declarations:
                    self.declare(each)
            case nodes.Label():
                self.add_label(statement)
            case nodes.Data():
                self.add_data(statement)
            case nodes.Option():
                self.strict = self.strict or statement.word == "STRICT"
                self.default_integer = self.default_integer or statement.word == "DEFINT"
            case nodes.Instruction(name="XON" | "XOFF"):
                pass
            case nodes.Instruction(name="CALL", arguments=[nodes.Name(name="SPRITE" | "BG")]):
                pass
            case nodes.Instruction() if self.is_bare_value(statement):
                self.fail(BasicSyntaxError, statement)
            case nodes.Unreadable(stands_for=nodes.Define() as define):
                self.open_scope(define)
            case _:
                self.check_targets(statement)
                self.name_all(statement)

    def fail(self, kind: type[BasicError], place: nodes.Node) -> None:
        """Raises an error, or keeps it for an editor."""
        error = kind(slot=self.program.slot, line=place.line, column=place.column)
        if self.errors is None:
            raise error
        self.errors.append(error)

    def is_bare_value(self, statement: nodes.Instruction) -> bool:
        """Whether a name alone is no statement: a variable, a system variable, or nothing that is known.

        Source: language reference, 1.7. Unverified: a name that may be a DEF of another slot is found missing
        when it runs.
        """
        name = statement.name
        if name in self.system_names:
            return name not in self.program.definitions
        if statement.arguments or statement.outputs is not None:
            return False
        unknown = self.statements is not None and name not in self.statements
        return unknown or self.scope.find(name) is not None

    # ---- names

    def open_scope(self, define: nodes.Define) -> None:
        """A name that stands twice in the heading is one variable."""
        for name in (*define.parameters, *define.outputs):
            if name in OWN_SYNTAX:
                self.fail(BasicSyntaxError, define)
            self.scope.variables[name] = Variable(name, UNTYPED, parameter=True)

    def declare(self, declaration: nodes.Declaration) -> None:
        for part in parts(declaration):
            self.name_all(part)
        name = declaration.name
        if name in OWN_SYNTAX:
            self.fail(BasicSyntaxError, declaration)
        elif name in self.scope.variables or name in self.system_names:
            self.fail(DuplicateVariable, declaration)
        else:
            dimensions = len(declaration.sizes or ())
            variable = self.global_arrays.get(name) if self.scope.is_main and dimensions else None
            if variable is None:
                variable = Variable(name, REAL, dimensions)
            variable.kind = kind_of_name(name, self.default_integer)
            self.scope.variables[name] = variable

    def name_all(self, node: nodes.Node) -> None:
        for each in nodes_in(node):
            if isinstance(each, nodes.Name):
                self.mention(each)
            elif isinstance(each, nodes.Index) and isinstance(each.target, nodes.Name):
                self.mention(each.target)
                self.check_subscripts(each, each.target)

    def mention(self, name: nodes.Name) -> None:
        scope = self.scope
        if name.name in OWN_SYNTAX:
            self.fail(BasicSyntaxError, name)
            return
        if name.name in self.system_names or scope.find(name.name):
            return
        if not scope.is_main:
            visible = self.program.main.variables.get(name.name) or self.global_arrays.get(name.name)
            if visible:
                scope.visible[name.name] = visible
                return
        if self.strict:
            self.fail(UndefinedVariable, name)
        kind = kind_of_name(name.name, self.default_integer)
        scope.variables[name.name] = Variable(name.name, kind)

    def check_subscripts(self, index: nodes.Index, target: nodes.Name) -> None:
        variable = self.scope.find(target.name)
        if variable is None or not variable.is_array or len(index.subscripts) == variable.dimensions:
            return
        if variable.varies or variable.name in self.assigned:
            self.doubtful.append((variable, index))
        else:
            self.fail(BasicSyntaxError, index)

    def check_later(self) -> None:
        """Judges the subscripts of arrays whose names are assigned, now that it is known what those mean."""
        for variable, index in self.doubtful:
            if not variable.varies:
                self.fail(BasicSyntaxError, index)

    def assigns_arrays(self) -> bool:
        """Whether a statement gives the name of an array another meaning."""
        variables = (each for scope in self.program.scopes for each in scope.variables.values())
        return any(each.is_array and each.name in self.assigned for each in variables)

    def check_targets(self, statement: AnyStatement) -> None:
        """Only variables can be assigned to, and of the machine's own only some."""
        for target in (each.target for each in stores(statement)):
            is_variable = isinstance(target, nodes.Name | nodes.Index | nodes.VariableNamed)
            if not is_variable or (isinstance(target, nodes.Name) and target.name in self.read_only):
                self.fail(BasicSyntaxError, target)

    # ---- labels and DATA

    def add_label(self, label: nodes.Label) -> None:
        if label.name in self.scope.labels:
            self.fail(DuplicateLabel, label)
            return
        self.scope.labels[label.name] = len(self.program.data)

    def add_data(self, statement: nodes.Data) -> None:
        for item in statement.items:
            match item:
                case nodes.Number(value=value) | nodes.String(value=value):
                    self.program.data.append(value)
                case nodes.LabelText(name=name):
                    self.program.data.append("@" + name)
                case _:
                    self.fail(BasicSyntaxError, item)
