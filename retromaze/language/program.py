"""Builds a Program from parsed statements: scopes, names and their types, labels, DATA.

All errors that the machine finds before a program starts are found here or in `pairing`.

After `A%=B` both names refer to one array. So which array a name refers to is known only when the program
runs: `shape_varies` is set if it may come to be an array of another shape. Shapes are followed from name to
name: by assignments, arguments, OUT and the values of DEFs. Types and the order of statements are ignored,
so a name may be marked that never takes another array; none is missed.

Source: language reference, sections 1.5, 2.7, 2.8, 2.9, 4.9 and 4.11.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeGuard

from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    DuplicateLabel,
    DuplicateVariable,
    UndefinedVariable,
)
from retromaze.language import nodes
from retromaze.language.block_pairing import LEVELS, Extent, nesting_depth, nesting_error, pair
from retromaze.language.block_tree import (
    Block,
    CallResult,
    Routine,
    Step,
    ValueOrigin,
    callback_word,
    routine_heads,
    routine_nodes,
    routine_steps,
    stores,
)
from retromaze.language.lexer import yield_to_host
from retromaze.language.nodes import AnyStatement, Expression, Index, calls_in, child_nodes, nodes_in
from retromaze.language.numbers import fold_children

INTEGER, REAL, STRING, UNTYPED = "%", "#", "$", "?"


@dataclass(eq=False)
class Variable:
    """One variable or array of a scope.

    `kind` is "%" Integer, "#" Real, "$" String, or "?" for a parameter or OUT name of a DEF, which takes the
    type of what it is given. `dimensions` is 0 for a scalar. `parameter` is True for a name in the heading of
    a DEF. `shape_varies`: the name of an array may come to refer to one of another kind or number of
    dimensions; `kind` and `dimensions` are then only those of its declaration.
    """

    name: str
    kind: str
    dimensions: int = 0
    parameter: bool = False
    shape_varies: bool = False

    @property
    def is_array(self) -> bool:
        return self.dimensions > 0


@dataclass(eq=False)
class Scope:
    """The main program or one DEF: its statements and its names.

    `variables` are the scope's own, `used_globals` those of the main program that a DEF uses, both by name.
    `labels` maps each label to the index of the slot's first DATA item after it, which READ takes after
    RESTORE.
    """

    name: str
    routine: Routine
    variables: dict[str, Variable] = field(default_factory=dict)
    used_globals: dict[str, Variable] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def body(self) -> Block:
        return self.routine.body

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every step, those in blocks included, in source order."""
        yield_to_host()  # the caller works through all of them, though the result is cached
        return routine_steps(self.routine)

    @property
    def heads(self) -> tuple[nodes.Head, ...]:
        """The heads of all steps, in source order."""
        yield_to_host()
        return routine_heads(self.routine)

    @property
    def nodes(self) -> tuple[Any, ...]:
        """All nodes of the heads, in source order."""
        return routine_nodes(self.routine)

    @property
    def is_main(self) -> bool:
        return self.routine.define is None

    @property
    def is_common(self) -> bool:
        """Whether it is a COMMON DEF, which other slots may call."""
        return self.routine.define is not None and self.routine.define.common

    def find(self, name: str) -> Variable | None:
        """Returns the variable or array that a name refers to in this scope, None if it has no such name."""
        return self.variables.get(name) or self.used_globals.get(name)

    def find_all(self, names: Iterable[str]) -> list[Variable]:
        """Returns the variables and arrays that names refer to in this scope; others are left out."""
        return [found for name in names if (found := self.find(name))]

    def whole_variable(self, node: object) -> Variable | None:
        """Returns the variable or array if an expression is only its name (`A`, not `A[0]`), else None."""
        return self.find(node.name) if isinstance(node, nodes.Name) else None

    def array_named(self, node: object) -> Variable | None:
        """Returns the declared array if an expression is only its name (`R`, not `R[0]`), else None."""
        variable = self.whole_variable(node)
        return variable if variable and variable.is_array else None

    def is_character(self, node: object) -> TypeGuard[Index]:
        """Whether an expression is a character of a string: `S$[I]`, `A$[I][J]`."""
        match node:
            case Index(target=nodes.Name(name=name)):
                variable = self.find(name)
                return variable is not None and not variable.is_array and variable.kind == STRING
        return isinstance(node, Index)  # of an element

    def stored_variable(self, target: object) -> Variable | None:
        """Returns the variable or array that a store into the target changes, None if it names none."""
        return self.whole_variable(target.target if isinstance(target, nodes.Index) else target)


@dataclass(eq=False)
class Program:
    """One slot's listing after analysis; `data` holds every DATA item of the slot in source order.

    A port may split a variable into several: one for each web, a group of stores and the reads that they
    reach. `origins` maps the names of these new variables to the listing's name.
    """

    source: str
    slot: int
    main: Scope
    definitions: dict[str, Scope]
    data: list[int | float | str]
    origins: dict[str, str] = field(default_factory=dict)

    @property
    def split_names(self) -> set[str]:
        """The names of variables that a port splits into several, and those of the new variables."""
        return {*self.origins, *self.origins.values()}

    @property
    def scopes(self) -> list[Scope]:
        return [self.main, *self.definitions.values()]


WORDS_WITH_OWN_SYNTAX = frozenset({"CALL", "EXEC", "USE", "XOFF", "XON"})
"""Words that the grammar reads as names but that cannot be variables. Source: language reference, 1.9."""
SLOT_WORDS = {"EXEC", "USE", "PRGEDIT"}
"""Instructions that write, run or use a program of another slot, which may lend its DEFs."""


class MachineWords(NamedTuple):
    """The words of the machine.

    `system_names` are the system variables; a listing may assign to those that are `writable`. `instructions`
    are the names of all builtins, or None if this program may call COMMON DEFs of other slots: then an
    unknown name may be one of them.
    """

    system_names: frozenset[str]
    writable: frozenset[str]
    instructions: Collection[str] | None = None


class FoldedStatement(NamedTuple):
    """A statement with its constants folded, and the depth of nesting inside it."""

    statement: AnyStatement
    depth: int


@dataclass(frozen=True)
class Analysis:
    """A Program, with the scope of each of its statements (`owners`) and the blocks that are closed."""

    program: Program
    owners: list[Scope]
    extents: list[Extent]


def fold_and_measure(
    statement: AnyStatement, slot: int = 0, errors: list[BasicError] | None = None
) -> FoldedStatement:
    """Folds the constants of a statement and measures its depth.

    The depth comes first: folding is recursive. Raises OutOfCodeMemory if the statement nests too deeply. If
    a list `errors` is given, the error is added to it instead and the statement becomes empty.
    """
    depth = nesting_depth(statement)
    if depth <= LEVELS:
        return FoldedStatement(fold_children(statement), depth)
    error = nesting_error(statement, blocks=0, slot=slot)  # `pair` adds the blocks around it
    if errors is None:
        raise error
    errors.append(error)
    return FoldedStatement(nodes.Empty(statement.line, statement.column), 0)


def analyse(
    prepared: Sequence[FoldedStatement],
    words: MachineWords,
    *,
    source: str = "",
    slot: int = 0,
    known: Mapping[str, Variable] | None = None,
    errors: list[BasicError] | None = None,
) -> Analysis:
    """Builds a Program from the statements of a listing; raises the machine's compile-time errors.

    `known` are globals that exist already, for a line of DIRECT mode those of its slot. If a list `errors` is
    given, errors are added to it instead, first the one at which a run stops.
    """
    folded = [each.statement for each in prepared]
    structure = pair(folded, [each.depth for each in prepared], slot, errors)
    scopes = {each: Scope(each.define.name if each.define else "", each) for each in structure.routines}
    main, *others = scopes.values()
    # the name of a known array may refer to another array by now
    main.variables |= {
        name: replace(variable, shape_varies=True) if variable.is_array else variable
        for name, variable in (known or {}).items()
    }
    definitions: dict[str, Scope] = {}
    for each in others:
        definitions.setdefault(each.name, each)  # of two DEFs with one name, an error, the first counts
    program = Program(source, slot, main, definitions, [])
    owners = [scopes[routine] for routine in structure.owners]
    statements_and_scopes = list(zip(folded, owners, strict=True))
    naming = _Naming(program, words, names_assigned_whole(folded), errors)
    uses_slots = any(isinstance(each, nodes.Instruction) and each.name in SLOT_WORDS for each in folded)
    if words.instructions is not None and not uses_slots:
        naming.statement_words = {*words.instructions, *WORDS_WITH_OWN_SYNTAX, *definitions}
    # before all names: every DEF sees the arrays of the main program, wherever they are declared
    for statement, scope in statements_and_scopes:
        if isinstance(statement, nodes.Declare) and scope.is_main:
            naming.add_global_arrays(statement)
    for statement, scope in statements_and_scopes:
        naming.name_statement(statement, scope)
    variables = [each for scope in program.scopes for each in scope.variables.values()]
    assigns_arrays = any(each.is_array and each.name in naming.assigned_names for each in variables)
    # an editor needs to know which arrays vary only if numbers of subscripts depend on it
    if assigns_arrays and (errors is None or naming.unchecked_elements):
        mark_varying_arrays(program, statements_and_scopes)
    for variable, index in naming.unchecked_elements:
        if not variable.shape_varies:
            naming.add_error(BasicSyntaxError, index)
    return Analysis(program, owners, structure.extents)


def kind_of_name(name: str, default_integer: bool = False) -> str:
    """Returns the type that a name's suffix gives it; without a suffix REAL, or INTEGER after DEFINT."""
    default = INTEGER if default_integer else REAL
    return {"%": INTEGER, "$": STRING, "#": REAL}.get(name[-1], default)


class _Naming:
    """Gives every name its variable in one pass in source order, as the machine's compiler does.

    `assigned_names` are those assigned as a whole: an array with such a name may become another one.
    `scope` is that of the current statement, `global_arrays` has every array of the main program by name.
    `strict` and `default_integer` are True after OPTION STRICT and DEFINT. `read_only` are the system
    variables that a listing cannot assign to. `statement_words` are the words that can be a statement alone,
    None if a DEF of another slot may be one.
    """

    def __init__(
        self, program: Program, words: MachineWords, assigned: set[str], errors: list[BasicError] | None
    ) -> None:
        self.program = program
        self.assigned_names = assigned
        self.errors = errors
        self.unchecked_elements: list[tuple[Variable, nodes.Index]] = []
        """Elements whose number of subscripts can be checked only once it is known which arrays vary."""
        self.read_only = words.system_names - words.writable
        self.system_names = words.system_names
        self.statement_words: Collection[str] | None = None
        self.scope = program.main
        self.global_arrays: dict[str, Variable] = {}
        self.strict = False
        self.default_integer = False

    def add_global_arrays(self, statement: nodes.Declare) -> None:
        """Adds the arrays that a statement of the main program declares to `global_arrays`."""
        for each in statement.declarations:
            if each.sizes is not None:
                # `declare` sets the kind again, once it is known whether DEFINT stands above
                array = Variable(each.name, kind_of_name(each.name), len(each.sizes))
                self.global_arrays.setdefault(each.name, array)

    def name_statement(self, statement: AnyStatement, scope: Scope) -> None:  # noqa: PLR0912 - one case a kind
        """Gives the names of one statement their variables; adds labels, DATA and declarations."""
        yield_to_host()
        self.scope = scope
        match statement:
            case (nodes.Define() as define) | nodes.Unreadable(stands_for=nodes.Define() as define):
                self.declare_parameters(define)
            case nodes.Declare():
                for each in statement.declarations:
                    self.declare(each)
            case nodes.Label():
                if statement.name in scope.labels:
                    self.add_error(DuplicateLabel, statement)
                else:
                    scope.labels[statement.name] = len(self.program.data)  # the index of the next item
            case nodes.Data():
                self.add_data(statement)
            case nodes.Option():
                self.strict = self.strict or statement.word == "STRICT"
                self.default_integer = self.default_integer or statement.word == "DEFINT"
            case nodes.Instruction(name=name) if name in {"XON", "XOFF"} or callback_word(statement):
                pass  # the word after it is no variable
            case nodes.Instruction() if self.is_bare_value(statement):
                self.add_error(BasicSyntaxError, statement)
            case _:
                for target in (each.target for each in stores(statement)):
                    # folding makes a number of the target of `TRUE=1`
                    is_variable = isinstance(target, nodes.Name | nodes.Index | nodes.VariableNamed)
                    if not is_variable or (isinstance(target, nodes.Name) and target.name in self.read_only):
                        self.add_error(BasicSyntaxError, target)
                self.resolve_names_in(statement)

    def add_error(self, error_class: type[BasicError], place: nodes.Node) -> None:
        """Raises an error, or adds it to `errors`."""
        error = error_class(slot=self.program.slot, line=place.line, column=place.column)
        if self.errors is None:
            raise error
        self.errors.append(error)

    def is_bare_value(self, statement: nodes.Instruction) -> bool:
        """Whether a statement is only a name that is no instruction, but a variable or unknown: an error.

        Source: language reference, 1.7. Unverified: a name that may be a DEF of another slot is an error only
        when it runs.
        """
        name = statement.name
        if name in self.system_names:
            # also with arguments, unless it is a DEF with the name of a system variable
            return name not in self.program.definitions
        if statement.arguments or statement.outputs is not None:
            return False
        is_unknown = self.statement_words is not None and name not in self.statement_words
        return is_unknown or self.scope.find(name) is not None

    def declare_parameters(self, define: nodes.Define) -> None:
        """Makes the variables of a DEF's heading; a name that occurs twice is one variable."""
        for name in (*define.parameters, *define.outputs):
            if name in WORDS_WITH_OWN_SYNTAX:
                self.add_error(BasicSyntaxError, define)
            self.scope.variables[name] = Variable(name, UNTYPED, parameter=True)

    def declare(self, declaration: nodes.Declaration) -> None:
        """Makes the variable of one entry of VAR or DIM; a name that the scope has already is an error."""
        # before the name is declared: in `VAR A=A` the value is an A that exists already
        for part in child_nodes(declaration):
            self.resolve_names_in(part)
        name = declaration.name
        if name in WORDS_WITH_OWN_SYNTAX:
            self.add_error(BasicSyntaxError, declaration)
        elif name in self.scope.variables or name in self.system_names:
            self.add_error(DuplicateVariable, declaration)
        else:
            kind, dimensions = kind_of_name(name, self.default_integer), len(declaration.sizes or ())
            # DEFs above the DIM of an array refer to this Variable already
            array = self.global_arrays.get(name) if self.scope.is_main and dimensions else None
            variable = array or Variable(name, kind, dimensions)
            variable.kind = kind
            self.scope.variables[name] = variable

    def resolve_names_in(self, node: nodes.Node) -> None:
        """Gives all names in a node their variables."""
        for each in nodes_in(node):
            if isinstance(each, nodes.Name):
                self.resolve_name(each)
            elif isinstance(each, nodes.Index) and isinstance(each.target, nodes.Name):
                self.resolve_name(each.target)  # in a DEF the array may become visible only by this
                array = self.scope.find(each.target.name)
                if array and array.is_array and len(each.subscripts) != array.dimensions:
                    if array.shape_varies or array.name in self.assigned_names:
                        # an error unless the shape varies, which is known when all statements were read
                        self.unchecked_elements.append((array, each))
                    else:
                        self.add_error(BasicSyntaxError, each)

    def resolve_name(self, node: nodes.Name) -> None:
        """Gives a name its variable; creates one in the scope if this is the first mention."""
        name, scope = node.name, self.scope
        if name in WORDS_WITH_OWN_SYNTAX:
            self.add_error(BasicSyntaxError, node)
            return
        if name in scope.variables or name in scope.used_globals or name in self.system_names:
            return
        if not scope.is_main:
            visible = self.program.main.variables.get(name) or self.global_arrays.get(name)
            if visible:
                scope.used_globals[name] = visible
                return
        if self.strict:
            self.add_error(UndefinedVariable, node)  # for an editor once: from here on the name is known
        scope.variables[name] = Variable(name, kind_of_name(name, self.default_integer))

    def add_data(self, statement: nodes.Data) -> None:
        """Appends the items of a DATA statement to the slot's; an item that is no literal is an error."""
        for item in statement.items:
            match item:
                case nodes.Number(value=value) | nodes.String(value=value):
                    self.program.data.append(value)
                case nodes.LabelText(name=name):
                    self.program.data.append("@" + name)
                case _:
                    self.add_error(BasicSyntaxError, item)


# ---- arrays that vary


Shape = tuple[str, int]
"""The kind of an array's elements and the number of its dimensions."""
ANY_SHAPE: Shape = ("", 0)
"""Stands for unknown shapes: as no array is declared with it, the shape of each that may get it varies."""


def names_assigned_whole(statements: Iterable[AnyStatement]) -> set[str]:
    """Returns the names that statements assign to as a whole (`A=B`), not to an element (`A[0]=B`).

    An array with such a name may become another array.
    """
    return {
        store.name
        for statement in statements
        if not isinstance(statement, nodes.Declare)  # a declaration makes a new array
        for store in stores(statement)
        if isinstance(store.target, nodes.Name)
        and not store.needs_old_value  # SWAP of arrays fails
        # READ and INPUT give no arrays; `A=` with nothing after it counts as an assignment
        and (not isinstance(store.value, ValueOrigin) or store.value is ValueOrigin.MISSING)
    }


def mark_varying_arrays(
    program: Program, statements_and_scopes: Iterable[tuple[AnyStatement, Scope]]
) -> None:
    """Sets `shape_varies` of the names of arrays that may come to refer to an array of another shape."""
    shapes = _Shapes(program)
    for statement, scope in statements_and_scopes:
        shapes.add_statement(statement, scope)
    for variable, possible in shapes.shapes_of_names().items():
        variable.shape_varies |= variable.is_array and not possible <= {declared_shape(variable)}


class _Shapes:
    """Finds for each variable the shapes of the arrays that it may refer to: kinds and numbers of dimensions.

    `targets` maps a variable to those that its array is assigned to, `shapes` a variable to the shapes that
    are known so far. `results` has, by the name of each DEF, a variable that stands for its return value.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.results = {name: Variable("", UNTYPED, parameter=True) for name in program.definitions}
        self.targets: defaultdict[Variable, set[Variable]] = defaultdict(set)
        self.shapes: defaultdict[Variable, set[Shape]] = defaultdict(set)

    def add_statement(self, statement: AnyStatement, scope: Scope) -> None:
        """Notes the arrays that a statement assigns, passes or returns."""
        match statement:
            case nodes.Define(common=True):  # other slots may pass any array
                self.add_any_shape(scope.find(name) for name in statement.parameters)
            case nodes.Return(value=value) if value is not None and not scope.is_main:
                self.add_assignment(self.results[scope.name], value, scope)
        for store in stores(statement):
            if not isinstance(store.target, nodes.Name):
                continue
            target = scope.find(store.name)
            if isinstance(store.value, CallResult):
                results = list(self.array_results(store.value.call.name))
                if store.value.position < len(results):
                    self.add_flow(results[store.value.position], target)
                else:
                    self.add_any_shape([target])  # of a builtin, or of a DEF of another slot
            elif store.copied_value is not None:
                self.add_assignment(target, store.copied_value, scope)
        for call in calls_in(statement):
            self.add_call(call, scope)

    def add_call(self, call: nodes.Function | nodes.Instruction, scope: Scope) -> None:
        """Notes the arrays that a call passes to the parameters of a DEF; CALL may pass any to any DEF."""
        definition = self.program.definitions.get(call.name)
        if definition is not None and (define := definition.routine.define):
            for name, argument in zip(define.parameters, call.arguments, strict=False):
                if argument is not None:
                    self.add_assignment(definition.find(name), argument, scope)
        elif call.name == "CALL":
            for each in self.program.definitions.values():
                define = each.routine.define
                self.add_any_shape(each.find(name) for name in (define.parameters if define else ()))

    def array_results(self, name: str) -> Iterator[Variable]:
        """Yields the variables whose arrays a DEF returns; none if the program has no such DEF."""
        definition = self.program.definitions.get(name)
        define = definition.routine.define if definition else None
        if definition is None or define is None:
            return
        if define.returns:
            yield self.results[name]
        yield from (definition.variables[each] for each in define.outputs)

    def add_assignment(self, target: Variable | None, value: Expression, scope: Scope) -> None:
        """Notes that the value of an expression is assigned to a variable."""
        match value:
            case nodes.Name(name=name):
                self.add_flow(scope.find(name), target)
            case nodes.Function(name=name) if name in self.program.definitions:
                for source in self.array_results(name):
                    self.add_flow(source, target)
            case nodes.Function() | nodes.VariableNamed():
                self.add_any_shape([target])

    def add_flow(self, source: Variable | None, target: Variable | None) -> None:
        """Notes that the array of one variable is assigned to another."""
        if source and target and may_be_array(source) and may_be_array(target) and source is not target:
            self.targets[source].add(target)

    def add_any_shape(self, targets: Iterable[Variable | None]) -> None:
        """Notes variables to which arrays of unknown shapes may be assigned."""
        for each in targets:
            if each and may_be_array(each):
                self.shapes[each].add(ANY_SHAPE)

    def shapes_of_names(self) -> dict[Variable, set[Shape]]:
        """Returns the shapes that each variable may have, an array's declared shape included."""
        # a variable with new shapes passes them on to its targets, until no variable has new ones
        waiting = [each for each in {**self.targets, **self.shapes} if each.is_array or self.shapes[each]]
        for each in waiting:
            if each.is_array:
                self.shapes[each].add(declared_shape(each))
        while waiting:
            source = waiting.pop()
            for target in self.targets[source]:
                if not self.shapes[source] <= self.shapes[target]:
                    self.shapes[target] |= self.shapes[source]
                    waiting.append(target)
        return self.shapes


def may_be_array(variable: Variable) -> bool:
    """Whether a variable is an array, or a parameter that may be one."""
    return variable.is_array or variable.kind == UNTYPED


def declared_shape(variable: Variable) -> Shape:
    """Returns the kind and number of dimensions that an array was declared with."""
    return variable.kind, variable.dimensions
