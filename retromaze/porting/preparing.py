"""Prepares a listing for porting, refuses statements that no port can have, and finds constants at its top.

Constants that are set before anything else become keywords of the port's `main`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from typing import Any, NamedTuple, get_args

from retromaze.analysis.programs import analyse_statements
from retromaze.analysis.side_effects import may_run_other_programs, outputs, parameters, state_read_by
from retromaze.builtins.form import Reads
from retromaze.builtins.sprites import callback_name
from retromaze.errors import RetromazeError
from retromaze.language import nodes
from retromaze.language.block_tree import callback_word, effects, stores
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import CALLS, Node, Statement, calls_in, nodes_in, walk, with_children
from retromaze.language.parser import EXPAD, is_console, parse
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.prologue import literal_value
from retromaze.machine.backgrounds import BACKGROUNDS
from retromaze.machine.sprites import SPRITES
from retromaze.porting.shared_code import JumpGraph, SharedCode, end_after_last_calls, end_endless_loops
from retromaze.porting.targets import branches, is_strict, with_known_targets
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
    """A listing ready to be ported: its Program and its DATA statements.

    Of joined programs `starts` are the labels at which those of other slots begin.
    """

    program: Program
    data: list[nodes.Data]
    starts: frozenset[str] = frozenset()


def prepare(source: str) -> PreparedPort:
    """Parses and analyses a listing, with calls and variables by name as plain ones. Raises BasicError."""
    return prepare_statements(source, with_known_targets(normalized_statements(parse(source)), source))


def normalized_statements(statements: Iterable[Statement]) -> list[Statement]:
    """Returns statements in which `CALL "DRAW",5` is `DRAW 5` and `VAR("A")` is `A`."""
    return [normalized(each) if has_name_in_text(each) else each for each in statements]


def prepare_statements(
    source: str, parsed: list[Statement], starts: frozenset[str] = frozenset()
) -> PreparedPort:
    """Analyses the statements of a listing, in which programs of other slots begin at the labels `starts`.

    Raises BasicError.
    """
    # new variables of the main program: DEFs see them wherever the listing names them
    known: dict[str, Variable] = {}
    if any(map(callback_word, parsed)):
        loops = CallbackLoops(analyse_statements(parsed, source, 0))
        parsed, known = list(loops.with_loops(parsed)), loops.globals
    statements = list(with_split_declarations(parsed))
    data = [each for each in statements if isinstance(each, nodes.Data)]
    while True:
        program = analyse_statements(statements, source, 0, known)
        body = program.main.body
        # what stands below OPTION STRICT stands at the top
        body.statements = [each for each in body.statements if not is_strict(each)]
        end_endless_loops(body)
        graph = JumpGraph(program, starts)
        calls = SharedCode(graph, statements)
        if not calls.replacements and not calls.calls_before:
            end_after_last_calls(body, graph.ending_labels())
            return PreparedPort(program, data, starts)
        statements = calls.with_calls()  # the new subroutines may share code, too


def has_name_in_text(statement: Node) -> bool:
    """Whether `normalized` may change a statement: it has a CALL or VAR() with a name in it, or is XON."""
    return any(
        isinstance(each, nodes.VariableNamed)
        or (isinstance(each, CALLS) and each.name in {"CALL", "XON", "XOFF"})
        for each in nodes_in(statement)
    )


def normalized(node: Any) -> Any:
    """Rewrites `CALL "NAME",…` as `NAME …` and `VAR("NAME")` as `NAME` in a node.

    XON 3DS only declares something: it becomes an empty statement.
    """
    node = with_children(node, normalized)
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


def renamed(node: Any, names: Mapping[tuple[int, int], str]) -> Any:
    """Returns a node with new names of variables, by line and column.

    OPTION STRICT, which wants names to be declared, becomes an empty statement.
    """
    if is_strict(node):
        return nodes.Empty(node.line, node.column)
    match node:
        case nodes.Name() | nodes.Declaration() if name := names.get((node.line, node.column)):
            node = replace(node, name=name)
    return with_children(node, lambda inner: renamed(inner, names))


# ---- CALL SPRITE and CALL BG


class CallbackOwner(NamedTuple):
    """An owner of callbacks: the instruction that names them, the loop counter's name, the last number."""

    setter: str
    counter: str
    last: int


CALLBACK_OWNERS = {
    "SPRITE": CallbackOwner("SPFUNC", "SPRITE", SPRITES - 1),
    "BG": CallbackOwner("BGFUNC", "LAYER", BACKGROUNDS - 1),
}
"""By the word after CALL."""
CALLBACK_SETTERS = tuple(owner.setter for owner in CALLBACK_OWNERS.values())
CALLBACK = "CALLBACK$"


def stored_callback(text: str, program: Program) -> str:
    """Returns the name that SPFUNC stores for a text; "" if it fails. A port has no slots but 0."""

    def is_label(label: str) -> bool:
        return ascii_upper(label.removeprefix("0:").removeprefix("@")) in program.main.labels

    return callback_name(text, 0, is_label, program.definitions.__contains__)


class CallbackLoops:
    """The loops that a port has in place of CALL SPRITE and CALL BG.

    CALL SPRITE becomes `FOR SPRITE=0 TO 511`, in which IFs compare `SPFUNC(SPRITE)` with the names that
    SPFUNC can have stored. A listing cannot write SPFUNC as a function: it stands for `sprites.callback`.
    CALLIDX becomes the counter, which a DEF gets as a parameter if it is only called by such loops.

    `names` are those that can be stored, by the instruction. `globals` has the counter if DEFs use it that
    have no such parameter: those in `receivers` have it.
    """

    def __init__(self, program: Program) -> None:
        heads = [head for scope in program.scopes for head in scope.heads]
        inside = [node for scope in program.scopes for node in scope.nodes]
        self.program = program
        self.names = {each: callback_names(each, program, inside) for each in CALLBACK_SETTERS}
        words = {word.name for each in heads if (word := callback_word(each))}
        counter = CALLBACK_OWNERS[words.pop()].counter if len(words) == 1 else "CALLED"
        variables = {name for scope in program.scopes for name in scope.variables}
        self.counter = counter if counter not in variables else f"{counter}_"
        called = {call.name for head in heads for call in calls_in(head)}
        using_callidx = {
            name for name, scope in program.definitions.items() if any(map(is_callidx, scope.nodes))
        }
        without_parameters = {
            name for name, each in program.definitions.items() if not (parameters(each) or outputs(each))
        }
        self.receivers = without_parameters & using_callidx.intersection(chain(*self.names.values())) - called
        is_global = bool(using_callidx - self.receivers)
        self.globals = {self.counter: Variable(self.counter, "#")} if is_global else {}

    def with_loops(self, statements: Iterable[Statement]) -> Iterator[Statement]:
        """Yields statements, with loops in place of CALL SPRITE and CALL BG, and the counter for CALLIDX."""
        for each in statements:
            if (word := callback_word(each)) and self.can_call(each, word.name):
                yield from self.loop(each, word.name)
            elif isinstance(each, nodes.Define) and each.name in self.receivers:
                yield replace(each, parameters=(self.counter,))
            else:
                # OPTION STRICT goes as well, because the counter is not declared
                uses_of_callidx = (node for node in walk(each) if is_callidx(node))
                yield renamed(each, {(node.line, node.column): self.counter for node in uses_of_callidx})

    def can_call(self, call: Statement, word: str) -> bool:
        """Whether the callbacks can be called there: a DEF cannot go to a label of the main program."""
        in_main = any(
            each.line == call.line and each.column == call.column for each in self.program.main.heads
        )
        return in_main or not any("@" in name for name in self.names[CALLBACK_OWNERS[word].setter])

    def loop(self, call: Statement, word: str) -> Iterator[Statement]:
        """Yields the statements of a loop that calls, for each sprite or layer, what it has as a callback."""
        at = call.line, call.column
        counter = nodes.Name(*at, self.counter)
        # a place belongs to one variable: the name's is one column on
        callback = nodes.Name(call.line, call.column + 1, CALLBACK)
        setter, _, last = CALLBACK_OWNERS[word]
        yield nodes.For(*at, counter, nodes.Number(*at, 0), nodes.Number(*at, last), None)
        yield nodes.Assign(*at, callback, nodes.Function(*at, setter, (counter,)))
        actions: dict[str, Statement] = {}
        for name in self.names[setter]:
            _, at_sign, label = name.partition("@")
            if at_sign:
                actions[name] = nodes.Gosub(*at, nodes.LabelText(*at, ascii_upper(label)))
            else:
                arguments = (counter,) if name in self.receivers else ()
                actions[name] = nodes.Instruction(*at, name, arguments, None)
        if actions:
            yield from branches(callback, actions)
        yield nodes.Next(*at)


def callback_names(setter: str, program: Program, inside: Sequence[Node]) -> list[str]:
    """Returns the names that SPFUNC or BGFUNC, `setter`, can store; `inside` are all nodes of the program."""
    texts: list[str] = []
    for each in inside:
        match each:
            case nodes.Instruction(name=name, arguments=[_, nodes.String(value=text)]) if name == setter:
                texts.append(text)
            case nodes.Instruction(name=name, arguments=[_, nodes.LabelText(name=label)]) if name == setter:
                texts.append(f"@{label}")
            case nodes.Instruction(name=name) if name == setter:
                # the name is worked out: it can be any text of the program
                texts += [each.value for each in inside if isinstance(each, nodes.String)]
    return list(dict.fromkeys(name for text in texts if (name := stored_callback(text, program))))


def is_callidx(node: Node) -> bool:
    """Whether a node is the system variable CALLIDX."""
    return isinstance(node, nodes.Name) and node.name == "CALLIDX"


def switches_pad(node: nodes.Instruction) -> bool:
    """Whether an instruction is XON EXPAD or XOFF EXPAD."""
    match node.arguments:
        case [nodes.Name(name=word) | nodes.String(value=word)]:
            return ascii_upper(word) == EXPAD and node.outputs is None
    return False


EXPRESSIONS = get_args(nodes.Expression)


def refuse_unsupported(scope: Scope, node: nodes.Head) -> None:
    """Raises CannotPort for a statement or an operand that no port can have; its operands are not checked."""
    match node:
        case nodes.VariableNamed():
            raise CannotPort(node.line, "VAR() finds a variable by its name, which a port cannot")
        case nodes.Instruction(name=word) if may_run_other_programs(word):
            raise CannotPort(node.line, f"{word} means another slot's program, which is not ported here")
        case nodes.Instruction(name="XON" | "XOFF" as word) if not switches_pad(node):
            raise CannotPort(node.line, f"{word} switches a device, which ports do not know")
        case nodes.Instruction(name="CALL") | nodes.Function(name="CALL"):
            raise CannotPort(node.line, "CALL works out what it calls when it runs, which a port cannot")
    for store in () if isinstance(node, EXPRESSIONS) else stores(node):
        variable = None if store.is_declaration else scope.whole_variable(store.target)
        if variable is not None and variable.shape_varies:
            reason = f"{variable.name} comes to mean an array that was declared otherwise"
            raise CannotPort(store.target.line, f"{reason}, which a typed list cannot")


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
        for node in scope.nodes:
            if isinstance(node, (nodes.Name, *CALLS)) and depends_on_time(scope, node):
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
    """An assignment of a constant at a listing's top; `is_first` if only other settings come before it."""

    step: nodes.Assign
    is_first: bool


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
    is_first = True  # whether only settings came before
    for step in row:
        match step:
            case nodes.Assign(target=nodes.Name(), value=nodes.Number() | nodes.String()):
                yield Setting(step, is_first)
            case _ if is_independent(step, definitions):
                is_first = False
            case _:
                break


def is_independent(step: Any, definitions: Collection[str]) -> bool:
    """Whether a statement uses no variable and calls no DEF, so that constants may be set before it."""
    if not isinstance(step, INDEPENDENT) or not effects(step).goes_on:
        return False
    uses_variable = any(isinstance(each, nodes.Name | nodes.VariableNamed) for each in walk(step))
    return not uses_variable and not any(call.name in definitions for call in calls_in(step))


def with_split_declarations(statements: list[Statement]) -> Iterator[Statement]:
    """Yields statements, with `VAR A:A=1` in place of `VAR A=1` at the top of a listing if 1 is a literal.

    Assignments of literals at the top are `settings_at_top`, which may become keywords of the port's `main`.
    The top ends at the first statement that jumps or can be jumped to; declarations after it cannot become
    keywords and stay as they are.
    """
    at_top = list(takewhile(lambda each: effects(each).is_straight, statements))
    for statement in at_top:
        if not isinstance(statement, nodes.Declare):
            yield statement
            continue
        for declaration in statement.declarations:
            place = declaration.line, declaration.column
            match declaration:
                case nodes.Declaration(sizes=None, value=value) if value and literal_value(value) is not None:
                    yield nodes.Declare(*place, (replace(declaration, value=None),))
                    yield nodes.Assign(*place, nodes.Name(*place, declaration.name), value)
                case _:
                    yield nodes.Declare(*place, (declaration,))
    yield from statements[len(at_top) :]
