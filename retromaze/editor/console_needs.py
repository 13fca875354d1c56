"""Finds what a program needs of the console: files, devices, screens, and words that do nothing here.

The strings that a variable may hold, which may name files, are known if every assignment gives it a known
one; those of a parameter if all calls of its DEF pass known ones. Strings that are read, typed in, cut out or
made of numbers are unknown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import NamedTuple

from retromaze.analysis.sharing import COMPUTED, callee_of
from retromaze.analysis.side_effects import called_form, changes_in_place, parameters
from retromaze.builtins.devices import FEATURES
from retromaze.builtins.files import Resource, parse_resource
from retromaze.builtins.form import COMPILED_FAMILY, Builtin, Device, Handling
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.editor.edited_listing import NAMING_ARGUMENTS, Role, is_string_expression
from retromaze.errors import IllegalFunctionCall
from retromaze.language import nodes
from retromaze.language.block_tree import ValueOrigin, effects, stores
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import calls_in, nodes_in
from retromaze.language.numbers import CONSTANTS
from retromaze.language.program import SLOT_WORDS, WORDS_WITH_OWN_SYNTAX, Program, Scope, Variable
from retromaze.machine.screen import TALL, WITH_LOWER_SCREEN
from retromaze.machine.storage import valid_file_name, valid_project_name


class FileRole(Enum):
    """The ways in which a program uses a file; ASKS: checks by CHKFILE whether it exists."""

    LOADS = "loads"
    SAVES = "saves"
    ASKS = "asks for"
    CHANGES = "changes"
    LISTS = "lists"


ROLES = {
    "LOAD": FileRole.LOADS,
    "EXEC": FileRole.LOADS,
    "USE": FileRole.LOADS,
    "SAVE": FileRole.SAVES,
    "CHKFILE": FileRole.ASKS,
    "DELETE": FileRole.CHANGES,
    "RENAME": FileRole.CHANGES,
    "FILES": FileRole.LISTS,
}
"""The role of the files that a word names."""


@dataclass(frozen=True, slots=True)
class FileUse:
    """A file name in a call; a call whose file may have several names makes several uses.

    `text` is the name in the listing, "" if it is computed at run time. `resource` is the file that it names,
    None if the console does not accept the name.
    """

    role: FileRole
    word: str
    line: int
    text: str = ""
    resource: Resource | None = None

    @property
    def is_invalid(self) -> bool:
        """Whether the name is known and the console does not accept it."""
        return bool(self.text) and self.resource is None and self.role is not FileRole.LISTS


def file_uses(program: Program) -> list[FileUse]:
    """Returns the files that calls such as LOAD and SAVE name, in the order of the lines."""
    known_strings = PossibleStrings(program)
    calls = ((scope, call) for scope, each in scoped_heads(program) for call in calls_in(each))
    uses = [use for scope, call in calls for use in file_uses_of_call(known_strings, scope, call)]
    return sorted(uses, key=lambda use: use.line)


def scoped_heads(program: Program) -> Iterator[tuple[Scope, nodes.Head]]:
    """Yields (scope, head) for a whole program; the head of a FOR is `FOR I=0 TO 9` without its body."""
    return ((scope, head) for scope in program.scopes for head in scope.heads)


def file_uses_of_call(
    known_strings: PossibleStrings, scope: Scope, call: nodes.Function | nodes.Instruction
) -> Iterator[FileUse]:
    """Yields the files that a call names: one for each string of the argument, a nameless one if unknown."""
    name, arguments = callee_of(call)
    role = ROLES.get(name)
    if role is None:
        return
    if role is FileRole.LISTS:
        yield FileUse(role, name, call.line)
        return
    for position, argument in enumerate(arguments):
        parameters = (form.parameter_at(position) for form in BUILTINS[name].forms)
        names_file = any(each is not None and each.handling is Handling.FILE for each in parameters)
        if argument is None or not names_file:
            continue
        strings = dict.fromkeys(known_strings.strings_of(scope, argument) or ())
        for text in strings:
            yield FileUse(role, name, call.line, text, resource_of(text))
        # EXEC and USE of a number mean a slot and no file
        if not strings and (name not in {"EXEC", "USE"} or is_string_expression(argument)):
            yield FileUse(role, name, call.line)


def resource_of(text: str) -> Resource | None:
    """Returns the file that a name means, None if the console does not accept the name."""
    try:
        resource = parse_resource(text)
        valid_file_name(resource.name)
        if resource.project is not None:
            valid_project_name(resource.project)
    except IllegalFunctionCall:
        return None
    return resource


# ---- strings of expressions

LONGEST_STRING = 64
"""The most characters of a known string; prefix, project and name of a file have 35."""
MOST_STRINGS = 16
"""The most strings that an expression may have; one with more is unknown."""
DEEPEST_NESTING = 32
"""The longest chain of variables that get their strings from each other, and of nested operators."""


class PossibleStrings:
    """Finds the values that string expressions of a program may have, as far as they are known.

    `values` has for each variable the expressions that are stored in it, each with the scope that it is
    evaluated in. `unknown` are the variables that also get other values. `is_stored_by_name`: whether
    VAR("NAME")=… may change any variable. `parameters_known`: whether no DEF can be called without being
    named. `cached_strings` are the results by variable.
    """

    def __init__(self, program: Program) -> None:
        self.values: dict[Variable, list[tuple[Scope, nodes.Expression]]] = defaultdict(list)
        self.unknown: set[Variable] = set()
        self.is_stored_by_name = False
        self.cached_strings: dict[Variable, list[str] | None] = {}
        # other slots may call a COMMON DEF, and CALL with a computed name any DEF
        called_by_name = any(scope.is_common for scope in program.definitions.values())
        for scope, head in scoped_heads(program):
            self.add_stores(scope, head)
            for call in calls_in(head):
                called_by_name |= callee_of(call)[0] == COMPUTED
                self.add_call(program, scope, call)
        self.parameters_known = not called_by_name

    def add_stores(self, scope: Scope, head: nodes.Head) -> None:
        """Notes the values that a step's head stores to variables."""
        for store in stores(head):
            self.is_stored_by_name |= isinstance(store.target, nodes.VariableNamed)
            variable = scope.stored_variable(store.target)
            # a declared variable is empty until something is stored: no file has an empty name
            if variable is None or store.value is ValueOrigin.DEFAULT:
                continue
            # READ and INPUT store no expression; INC A$,"X" adds to the string; elements are not told apart
            if store.copied_value is None or store.needs_old_value or isinstance(store.target, nodes.Index):
                self.unknown.add(variable)
            else:
                self.values[variable].append((scope, store.copied_value))

    def add_call(self, program: Program, scope: Scope, call: nodes.Function | nodes.Instruction) -> None:
        """Notes the arguments that a call passes to a DEF's parameters, or the string that it changes."""
        name, arguments = callee_of(call)
        called = program.definitions.get(name)
        if called is None:
            # PUSH A$,"X" makes the string longer
            variable = scope.stored_variable(arguments[0]) if changes_in_place(name) and arguments else None
            if variable:
                self.unknown.add(variable)
            return
        define = called.routine.define
        # not strict: a call with too few or too many arguments is an error of its own
        for parameter, argument in zip(define.parameters if define else (), arguments, strict=False):
            if argument is not None:
                self.values[called.variables[parameter]].append((scope, argument))

    def strings_of(self, scope: Scope, expression: nodes.Expression, depth: int = 0) -> list[str] | None:
        """Returns the strings that an expression may have, perhaps repeated; None if they are unknown.

        `depth` counts the nested operators and variables that led to the expression.
        """
        if depth > DEEPEST_NESTING:
            return None
        match expression:
            case nodes.String(value=text):
                return [text] if len(text) <= LONGEST_STRING else None
            case nodes.LabelText(name=name):
                return ["@" + name]
            case nodes.Binary(operator="+", left=left, right=right):
                before = self.strings_of(scope, left, depth + 1)
                after = self.strings_of(scope, right, depth + 1)
                if before is None or after is None or len(before) * len(after) > MOST_STRINGS:
                    return None
                sums = [one + other for one, other in product(before, after)]
                return sums if max(map(len, sums)) <= LONGEST_STRING else None
            case nodes.Name(name=name):
                variable = scope.find(name)
                if variable is not None and variable not in self.cached_strings:
                    # a variable whose string depends on itself finds this None, so that the search ends
                    self.cached_strings[variable] = None
                    self.cached_strings[variable] = self.strings_of_variable(variable, depth)
                return None if variable is None else self.cached_strings[variable]
            case _:
                return None

    def strings_of_variable(self, variable: Variable, depth: int) -> list[str] | None:
        """Returns the strings of all values that are stored to a variable; None if one is unknown."""
        is_known = not self.is_stored_by_name and variable not in self.unknown and not variable.is_array
        if not is_known or (variable.parameter and not self.parameters_known):
            return None
        values = self.values.get(variable, [])
        if not 0 < len(values) <= MOST_STRINGS:
            return None
        all_strings: list[str] = []
        for scope, expression in values:
            strings = self.strings_of(scope, expression, depth + 1)
            if strings is None or len(all_strings) + len(strings) > MOST_STRINGS:
                return None
            all_strings += strings
        return all_strings


# ---- needs

LinesByWord = dict[str, list[int]]
"""For each word the lines where it stands, from 1, sorted."""
LAYERS = {"console": "text", "graphics": "graphics", "sprites": "sprites", "backgrounds": "backgrounds"}
"""The layer of a screen that a family of words changes."""


@dataclass(frozen=True, slots=True)
class Screens:
    """The screens and layers that a program uses besides the upper screen; `tall` is XSCREEN 4."""

    lower: bool
    tall: bool
    layers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Needs:
    """The devices and screens that a program needs, and its words that do not work here, with their lines.

    `silent` are words without any effect here. `unknown` are words that are neither the console's nor the
    program's own, and labels that are not visible where they are named. `refused` are words in a form that
    the console does not have. `misread` are words that are read as variables although a function or a
    constant was probably meant.
    """

    devices: dict[Device, LinesByWord]
    silent: LinesByWord
    unknown: LinesByWord
    refused: LinesByWord
    misread: tuple[MisreadWord, ...]
    screens: Screens

    @property
    def absent(self) -> dict[Device, LinesByWord]:
        """The devices that the program uses and this console does not have."""
        return {device: lines for device, lines in self.devices.items() if device.is_absent}


def needs_of(program: Program, others: Collection[str]) -> Needs:
    """Returns the needs of a program; `others` are names of COMMON DEFs in programs that it may USE."""
    devices: dict[Device, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    silent: dict[str, set[int]] = defaultdict(set)
    unknown: dict[str, set[int]] = defaultdict(set)
    refused: dict[str, set[int]] = defaultdict(set)
    builtin_calls: list[tuple[Builtin, Sequence[nodes.Expression | None]]] = []
    heads = list(scoped_heads(program))
    every_node = [node for _, head in heads for node in nodes_in(head)]
    for node in every_node:
        for device, word in devices_of(node):
            devices[device][word].add(node.line)
    for scope, call in ((scope, call) for scope, each in heads for call in calls_in(each)):
        # of CALL "NAME" the name is the called word's; COMPUTED if it is not a literal
        name, arguments = callee_of(call)
        if name == COMPUTED:
            continue
        if definition := program.definitions.get(name):
            if len(arguments) != len(parameters(definition)):
                refused[name].add(call.line)
            continue
        builtin = BUILTINS.get(name)
        if builtin is None:
            is_own = name in WORDS_WITH_OWN_SYNTAX or scope.find(name) is not None
            if name not in others and name not in VARIABLES and not is_own:
                unknown[name].add(call.line)
            continue
        builtin_calls.append((builtin, arguments))
        # a word in CALL has other arguments than the call itself
        if name == call.name and (not matches_form(call, builtin) or mismatched_argument(call)):
            refused[name].add(call.line)
        if builtin.silent:
            silent[name].add(call.line)
    for label, line in missing_labels(program):
        unknown[label].add(line)
    has_text = any(isinstance(each, nodes.Print | nodes.Input | nodes.LineInput) for each in every_node)
    return Needs(
        {device: sorted_lines(devices[device]) for device in Device if device in devices},
        sorted_lines(silent),
        sorted_lines(unknown),
        sorted_lines(refused),
        tuple(misread_words(program)),
        screens_of(builtin_calls, has_text=has_text),
    )


def screens_of(calls: list[tuple[Builtin, Sequence[nodes.Expression | None]]], *, has_text: bool) -> Screens:
    """Returns the screens and layers that calls of builtins, each with its arguments, use.

    `has_text`: whether the program has a PRINT, INPUT or LINPUT, which are no builtins.
    """
    lower = tall = False
    for builtin, arguments in calls:
        # None: the number of the screen or mode is computed, and may be any
        number = arguments[0].value if arguments and isinstance(arguments[0], nodes.Number) else None
        lower |= builtin.name == "DISPLAY" and bool(arguments) and number != 0
        lower |= builtin.name == "XSCREEN" and (number is None or number in WITH_LOWER_SCREEN)
        tall |= builtin.name == "XSCREEN" and number == TALL
    families = {builtin.family for builtin, _ in calls} | ({"console"} if has_text else set())
    return Screens(lower, tall, tuple(layer for family, layer in LAYERS.items() if family in families))


def devices_of(node: nodes.Node) -> Iterator[tuple[Device, str]]:
    """Yields the devices that one node uses itself, without its operands, each with the word that uses it."""
    match node:
        case nodes.Input():
            yield Device.KEYBOARD, "INPUT"
        case nodes.LineInput():
            yield Device.KEYBOARD, "LINPUT"
        case nodes.Name(name=name) if (variable := VARIABLES.get(name)) and variable.device:
            yield variable.device, name
        case nodes.Instruction(name="XON", arguments=[nodes.Name(name=word) | nodes.String(value=word)]):
            if word in FEATURES:
                yield FEATURES[word], f"XON {word}"
        case nodes.Instruction() | nodes.Function():
            name, _ = callee_of(node)
            called = BUILTINS.get(name) or VARIABLES.get(name)
            if called and called.device:
                yield called.device, called.name


def matches_form(call: nodes.Function | nodes.Instruction, word: Builtin) -> bool:
    """Whether a call has a form of the word: number of arguments, OUT variables and use as a value."""
    is_value = isinstance(call, nodes.Function)
    outputs = None if isinstance(call, nodes.Function) else call.outputs
    # None: the call has no OUT
    receivers = None if outputs is None else len(outputs)
    return word.fits(len(call.arguments), value=is_value, receivers=receivers)


def mismatched_argument(call: nodes.Function | nodes.Instruction) -> int | None:
    """Returns the position, from 1, of a text that is written where a builtin takes a number, or the reverse.

    Of several the first; None without one.
    """
    form = called_form(call)
    if form is None or BUILTINS[call.name].family == COMPILED_FAMILY:
        return None
    for position, (parameter, each) in enumerate(zip(form.parameters, call.arguments, strict=False), 1):
        is_text, is_number = isinstance(each, nodes.String), isinstance(each, nodes.Number)
        if (is_text and parameter.takes_only_numbers) or (is_number and parameter.kind == "str"):
            return position
    return None


def missing_labels(program: Program) -> Iterator[tuple[str, int]]:
    """Yields (label, line) where a jump, RESTORE or COPY names a label that is not visible there."""
    for scope, head in scoped_heads(program):
        found = effects(head)
        uses: list[tuple[Role, Sequence[nodes.Expression | None]]]
        uses = [(Role.JUMP, found.gotos), (Role.CALLED_LABEL, found.gosubs)]
        uses += [(Role.DATA_LABEL, [head.target])] if isinstance(head, nodes.Restore) else []
        for name, arguments in map(callee_of, calls_in(head)):
            role, _ = NAMING_ARGUMENTS.get(name, (Role.OTHER, 0))
            # BGMSETD of a label that is missing is no error
            if role in NAMES_OF_MAIN and name != "BGMSETD":
                uses.append((role, arguments))
        for role, targets in uses:
            visible = visible_labels(program, scope, role)
            for target in targets:
                if isinstance(target, nodes.LabelText) and target.name not in visible:
                    yield f"@{target.name}", head.line


NAMES_OF_MAIN = {Role.MAIN_LABEL_NAME, Role.CALLED_NAME}
"""The roles of texts that name labels of the main program."""


def visible_labels(program: Program, scope: Scope, role: Role) -> Collection[str]:
    """Returns the labels that a jump, a GOSUB or a RESTORE can name. Source: language reference, 1.5 and 4.7.

    In a DEF these are its own labels, for RESTORE also the main program's, and none for GOSUB. Words such as
    COPY, SPANIM and SPFUNC know the main program's alone.
    """
    if role in NAMES_OF_MAIN:
        return program.main.labels
    if role is Role.DATA_LABEL:
        return scope.labels.keys() | program.main.labels.keys()
    return () if role is Role.CALLED_LABEL and not scope.is_main else scope.labels


class MisreadWord(NamedTuple):
    """A variable that is read and that nothing sets, and the function or constant that was probably meant.

    The place counts from 1.
    """

    name: str
    meant: str
    line: int
    column: int


def misread_words(program: Program) -> Iterator[MisreadWord]:
    """Yields the variables that nothing sets and that are called like a function or a constant without its #.

    Yields nothing if any variable may be set by another slot, or by VAR with a computed name.
    """
    read: list[tuple[Variable, MisreadWord]] = []
    changed: set[Variable | None] = set()
    for scope, head in scoped_heads(program):
        for store in stores(head):
            match store.target:
                case nodes.VariableNamed(name=nodes.String(value=name)):
                    changed.add(program.main.find(ascii_upper(name.removeprefix("0:"))))
                case nodes.VariableNamed():
                    return
                case target:
                    changed.add(scope.stored_variable(target))
        for each in nodes_in(head):
            match each:
                case nodes.Instruction(name=name) if name in SLOT_WORDS:
                    return
                case nodes.Name(name=name):
                    variable, meant = scope.find(name), word_meant(program, name)
                    if meant and variable and not variable.is_array and not variable.parameter:
                        read.append((variable, MisreadWord(name, meant, each.line, each.column)))
    yield from (word for variable, word in read if variable not in changed)


def word_meant(program: Program, name: str) -> str:
    """Returns the function or constant whose name a variable has, as it is written; "" if there is none."""
    scope, builtin = program.definitions.get(name), BUILTINS.get(name)
    define = scope.routine.define if scope else None
    if define and define.returns:
        return f"{name}({','.join(define.parameters)})"
    if builtin and any(form.result for form in builtin.forms):
        return f"{name}()"
    # a letter, as of the constants #A and #X, is any variable's name
    return f"#{name}" if name in CONSTANTS and len(name) > 1 else ""


def sorted_lines(lines_by_word: dict[str, set[int]]) -> LinesByWord:
    """Returns words with their sorted lines, in the order of their first lines."""
    by_first_line = sorted(lines_by_word, key=lambda word: min(lines_by_word[word]))
    return {word: sorted(lines_by_word[word]) for word in by_first_line}
