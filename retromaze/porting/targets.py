"""Writes jumps and calls whose target is a computed text as IFs over the labels and DEFs that it can be."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from typing import NamedTuple

from retromaze.analysis.programs import analyse_statements
from retromaze.analysis.side_effects import changed_names, outputs, parameters
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Statement
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import ValueOrigin, callback_word, stores
from retromaze.language.text import ascii_upper

MOST_TEXTS = 1000
"""Of more sums of texts than this only the beginnings are known."""
COLUMNS = 1000
"""Jumps that are added to one statement are so many columns apart: the longest line has fewer."""


class ComputedTarget(NamedTuple):
    """The text that says where a statement jumps or what it calls, and the node of the jump or call."""

    text: Expression
    node: nodes.Goto | nodes.Gosub | nodes.Instruction | nodes.Function


def computed_target(statement: Statement) -> ComputedTarget | None:
    """Returns the target of GOTO A$, GOSUB A$, CALL A$ or `V=CALL(A$)`; None for other statements."""
    match statement:
        case nodes.Goto(target=text) | nodes.Gosub(target=text):
            node: nodes.Goto | nodes.Gosub | nodes.Instruction | nodes.Function = statement
        case nodes.Instruction(name="CALL", arguments=[text, *_]) if not callback_word(statement):
            node = statement
        case nodes.Assign(value=nodes.Function(name="CALL", arguments=[text, *_]) as node):
            pass
        case _:
            return None
    return None if text is None or literal_text(text) else ComputedTarget(text, node)


def is_strict(node: object) -> bool:
    """Whether a node is OPTION STRICT."""
    return isinstance(node, nodes.Option) and node.word == "STRICT"


def literal_text(expression: object) -> str:
    """Returns the text of a literal, `@NAME` among them; "" for other expressions."""
    match expression:
        case nodes.String(value=text):
            return text
        case nodes.LabelText(name=name):
            return f"@{name}"
    return ""


def with_known_targets(statements: list[Statement], source: str) -> list[Statement]:
    """Returns statements with IFs in place of those with a computed target. Raises BasicError.

    `GOSUB "@S"+STR$(I)` becomes `LABEL$="@S"+STR$(I)`, `IF LABEL$=="@S1" THEN GOSUB @S1 ELSEIF …`. OPTION
    STRICT goes then, because LABEL$ is not declared. A statement whose target nothing fits stays as it is.
    """
    if not any(map(computed_target, statements)):
        return statements
    targets = PossibleTargets(analyse_statements(statements, source, 0))
    return [row for each in statements for row in targets.with_ifs(each) if not is_strict(row)]


class Text(NamedTuple):
    """What is known of a text: all of it, or only its `beginning`."""

    beginning: str
    is_whole: bool


ANY_TEXT = Text("", is_whole=False)


class PossibleTargets:
    """The labels and DEFs of a program that a text can name. `texts` are those of its literals and DATA."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.scopes = {(head.line, head.column): scope for scope in program.scopes for head in scope.heads}
        self.data = {each for each in program.data if isinstance(each, str)}
        inside = [each for scope in program.scopes for each in scope.nodes]
        self.texts = {text for each in inside if (text := literal_text(each))} | self.data
        self.variables = {name for scope in program.scopes for name in scope.variables}

    def with_ifs(self, statement: Statement) -> Iterator[Statement]:
        """Yields a statement, or the IFs in its place if it has a computed target that something fits."""
        target = computed_target(statement)
        branches = self.branches(statement, target) if target else {}
        if not target or not branches:
            yield statement
            return
        at = statement.line, statement.column
        text = target.text
        if not isinstance(text, nodes.Name):
            # a place belongs to one variable: the new one's is one column on
            text = nodes.Name(statement.line, statement.column + 1, self.free_name(target.node))
            yield nodes.Assign(*at, text, target.text)
        branch: type[nodes.If | nodes.ElseIf] = nodes.If
        for number, (name, action) in enumerate(branches.items(), 1):
            yield branch(*at, nodes.Binary(*at, "==", text, nodes.String(*at, name)))
            # a place belongs to one jump
            yield replace(action, column=statement.column + number * COLUMNS)
            branch = nodes.ElseIf
        yield nodes.EndIf(*at)

    def free_name(self, node: object) -> str:
        """Returns the name of the variable for the text of a jump or call: LABEL$ or WORD$ if it is free."""
        name = "LABEL" if isinstance(node, nodes.Goto | nodes.Gosub) else "WORD"
        while f"{name}$" in self.variables:
            name += "_"
        return f"{name}$"

    def branches(self, statement: Statement, target: ComputedTarget) -> dict[str, Statement]:
        """Returns what the statement does for each text that its target can be."""
        scope = self.scopes[statement.line, statement.column]
        known = self.texts_of(target.text, scope, frozenset())
        match target.node:
            case nodes.Goto() | nodes.Gosub() as jump:
                return {
                    text: replace(jump, target=nodes.LabelText(jump.line, jump.column, name[1:]))
                    for text, name in self.spellings(known, [f"@{label}" for label in scope.labels])
                }
            case nodes.Instruction() | nodes.Function() as call:
                texts = dict(self.spellings(known, self.fitting_definitions(call)))
        names = self.texts if ANY_TEXT in known else {text for text, is_whole in known if is_whole}
        if any(ascii_upper(each) in BUILTINS for each in names):
            return {}  # it may call a builtin, too
        branches: dict[str, Statement] = {}
        for text, name in texts.items():
            match replace(call, name=name, arguments=call.arguments[1:]):
                case nodes.Instruction() as instruction:
                    branches[text] = instruction
                case function if isinstance(statement, nodes.Assign):
                    branches[text] = replace(statement, value=function)
        return branches

    def fitting_definitions(self, call: nodes.Instruction | nodes.Function) -> list[str]:
        """Returns the DEFs that take as many arguments as a CALL gives, and give what it takes."""
        is_function = isinstance(call, nodes.Function)
        receivers = 0 if isinstance(call, nodes.Function) else len(call.outputs or ())
        return [
            name
            for name, scope in self.program.definitions.items()
            if (define := scope.routine.define)
            and define.returns == is_function
            and len(parameters(scope)) == len(call.arguments) - 1
            and len(outputs(scope)) == receivers
        ]

    def spellings(self, known: set[Text], names: list[str]) -> Iterator[tuple[str, str]]:
        """Yields each text that a target can be, with the one of the `names` that it stands for.

        Upper and lower case are the same in a name.
        """
        for name in names:
            for text, is_whole in sorted(known):
                if is_whole and ascii_upper(text) == name:
                    yield text, name
                elif not is_whole and name.startswith(ascii_upper(text)):
                    yield from (
                        (text + each, name) for each in self.texts if ascii_upper(text + each) == name
                    )
                    yield text + name[len(text) :], name

    def texts_of(
        self, value: object, scope: Scope, seen: Set[Variable], *, in_sum: bool = False
    ) -> set[Text]:
        """Returns what is known of each text that a value can be.

        `seen` are the variables whose values are being looked for: a copy of one adds no text to them, a sum
        that it is in (`in_sum`) adds any.
        """
        if text := literal_text(value):
            return {Text(text, is_whole=True)}
        match value:
            case nodes.Binary(operator="+", left=left, right=right):
                firsts = self.texts_of(left, scope, seen, in_sum=True)
                added = self.texts_of(right, scope, seen, in_sum=True)
                if len(firsts) * len(added) > MOST_TEXTS:
                    added = {ANY_TEXT}
                return {
                    Text(first + second, is_whole) if first_is_whole else Text(first, is_whole=False)
                    for first, first_is_whole in firsts
                    for second, is_whole in added
                }
            case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)) if found := scope.find(
                name
            ):
                if found not in seen:
                    return self.texts_in(found, seen | {found}, in_sum=in_sum)
                return {ANY_TEXT} if in_sum else set()
            case ValueOrigin.DATA:
                return {Text(each, is_whole=True) for each in self.data}
            case ValueOrigin.DEFAULT | ValueOrigin.ARRAY:
                return {Text("", is_whole=True)}
        return {ANY_TEXT}

    def texts_in(self, variable: Variable, seen: Set[Variable], *, in_sum: bool) -> set[Text]:
        """Returns what is known of each text that is stored into a variable or array."""
        name, found = variable.name, {ANY_TEXT} if variable.parameter else {Text("", is_whole=True)}
        for scope in self.program.scopes:
            for head in scope.heads if scope.find(name) is variable else ():
                storing = [each for each in stores(head) if each.name == name]
                arrays = [each for each in storing if each.value is ValueOrigin.ARRAY]
                if len(storing) + len(arrays) < [each.name for each in changed_names(head)].count(name):
                    found.add(ANY_TEXT)  # a call changes it
                for each in storing:
                    one_letter = isinstance(each.target, nodes.Index) and not variable.is_array
                    value = ValueOrigin.TYPED if each.step or one_letter else each.value
                    found |= self.texts_of(value, scope, seen, in_sum=in_sum)
        return found
