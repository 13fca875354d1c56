"""Writes jumps and calls whose target is a computed text as IFs over the labels and DEFs that it can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from retromaze.analysis.programs import analyse_statements
from retromaze.analysis.side_effects import outputs, parameters
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Statement
from retromaze.language.program import Program
from retromaze.language.structure import callback_word
from retromaze.language.text import ascii_upper

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


def beginning(expression: object) -> str:
    """Returns the literal that a sum of texts begins with: `@S` for `"@S"+STR$(I)+A$`; "" if none."""
    while isinstance(expression, nodes.Binary) and expression.operator == "+":
        expression = expression.left
    return literal_text(expression)


def with_known_targets(statements: list[Statement], source: str) -> list[Statement]:
    """Returns statements with IFs in place of those with a computed target. Raises BasicError.

    `GOSUB "@S"+STR$(I)` becomes `LABEL$="@S"+STR$(I)`, `IF LABEL$=="@S1" THEN GOSUB @S1 ELSEIF …`. OPTION
    STRICT goes then, because LABEL$ is not declared. A statement whose target nothing fits stays as it is.
    """
    if not any(map(computed_target, statements)):
        return statements
    targets = PossibleTargets(analyse_statements(statements, source, 0))
    return [row for each in statements for row in targets.with_ifs(each) if not is_strict(row)]


class PossibleTargets:
    """The labels and DEFs of a program that a text can name.

    `texts` are those that the listing has written out, in DATA too. `beginnings` are those of them to which
    another text is added.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.scopes = {(head.line, head.column): scope for scope in program.scopes for head in scope.heads}
        inside = [each for scope in program.scopes for each in scope.nodes]
        self.texts = {text for each in inside if (text := literal_text(each))}
        self.texts.update(each for each in program.data if isinstance(each, str))
        self.beginnings = {
            text for each in inside if isinstance(each, nodes.Binary) and (text := beginning(each))
        }
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
        match target.node:
            case nodes.Goto() | nodes.Gosub() as jump:
                labels = self.scopes[statement.line, statement.column].labels
                return {
                    text: replace(jump, target=nodes.LabelText(jump.line, jump.column, name[1:]))
                    for text, name in self.spellings(target.text, [f"@{label}" for label in labels])
                }
            case nodes.Instruction() | nodes.Function() as call:
                texts = dict(self.spellings(target.text, self.fitting_definitions(call)))
        if not beginning(target.text) and any(ascii_upper(text) in BUILTINS for text in self.texts):
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

    def spellings(self, target: Expression, names: list[str]) -> Iterator[tuple[str, str]]:
        """Yields each text that a target can be, with the one of the `names` that it stands for.

        A target that begins with a literal can be every name that begins so. A variable can be what a text of
        the listing names, or what begins like a sum of texts; other texts can be every name. Upper and lower
        case are the same in a name.
        """
        start = beginning(target)
        starts = [start]
        if start in {"", "@"} and isinstance(target, nodes.Name | nodes.Index):
            starts = sorted(self.beginnings - {"@"})
        for name in names:
            for text in sorted(self.texts):
                if ascii_upper(start + text) == name:
                    yield start + text, name
            for each in starts:
                if name.startswith(ascii_upper(each)):
                    yield each + name[len(each) :], name
