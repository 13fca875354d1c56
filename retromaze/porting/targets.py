"""Writes jumps and calls whose target is a computed text as IFs over the labels and DEFs that it can be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from retromaze.analysis.programs import analyse_statements
from retromaze.analysis.side_effects import changed_arguments, outputs, parameters
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.block_tree import ValueOrigin, callback_word, stores, target_name
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Expression, Statement, calls_in, nodes_in, with_children
from retromaze.language.program import Program, Scope, Variable

MOST_TEXTS, MOST_ROUNDS = 1000, 8
"""Of more sums of texts only the beginnings are known, of more texts in a variable, or rounds, nothing."""
MOST_BRANCHES = 2000
"""Computed targets get so many branches in a program; what would need more is not ported."""
COLUMNS = 1000
"""Jumps that are added to one statement are so many columns apart: the longest line has fewer."""


def computed_text(node: object) -> Expression | None:
    """Returns the text that names the target of GOTO A$, GOSUB A$ or CALL A$; None if a node has none."""
    match node:
        case nodes.Goto(target=text) | nodes.Gosub(target=text):
            found = text
        case nodes.Instruction(name="CALL", arguments=[text, *_]) if not callback_word(node):
            found = text
        case nodes.Function(name="CALL", arguments=[text, *_]):
            found = text
        case _:
            return None
    return found if literal_text(found) is None else None


def is_strict(node: object) -> bool:
    """Whether a node is OPTION STRICT."""
    return isinstance(node, nodes.Option) and node.word == "STRICT"


def literal_text(expression: object) -> str | None:
    """Returns the text of a literal, `@NAME` among them; None for other expressions."""
    match expression:
        case nodes.String(value=text):
            return text
        case nodes.LabelText(name=name):
            return f"@{name}"
    return None


def new_name(name: str, ending: str, taken: set[str]) -> str:
    """Returns a name that is not taken, `name` with an ending or a number if need be; adds it to `taken`."""
    suffix = name[-1] if name[-1] in "%#$" else ""
    stem = name.removesuffix(suffix) + (f"_{ending}" if ending else "")
    number, found = 1, stem + suffix
    while found in taken:
        number += 1
        found = f"{stem}_{number}{suffix}"
    taken.add(found)
    return found


def with_known_targets(statements: list[Statement], source: str) -> list[Statement]:
    """Returns statements with IFs in place of those with a computed target. Raises BasicError.

    `GOSUB "@S"+STR$(I)` becomes `LABEL$="@S"+STR$(I)`, `IF LABEL$=="@S1" THEN GOSUB @S1 ELSEIF …`. OPTION
    STRICT goes then, because LABEL$ is not declared. A CALL in an expression becomes that of a DEF with such
    IFs, which stands behind the others. What nothing fits stays as it is.
    """
    if not any(computed_text(node) for each in statements for node in nodes_in(each)):
        return statements
    targets = _PossibleTargets(analyse_statements(statements, source, 0))
    rows = [row for each in statements for row in targets.with_ifs(each) if not is_strict(row)]
    return rows + targets.added


def with_target(node: Any, name: str) -> Any:
    """Returns GOTO, GOSUB or CALL with a label or DEF in place of the text that named it."""
    if isinstance(node, nodes.Instruction):
        return replace(node, name=name, arguments=node.arguments[1:])
    return replace(node, target=nodes.LabelText(node.line, node.column, name[1:]))


def branches(text: nodes.Name, actions: Mapping[str, Statement], error: str = "") -> Iterator[Statement]:
    """Yields `IF text=="A" THEN action ELSEIF …` with the action for each text, and an error for others."""
    branch: type[nodes.If | nodes.ElseIf] = nodes.If
    at = text.line, text.column
    for number, (each, action) in enumerate(actions.items(), 1):
        at = action.line, action.column
        yield branch(*at, nodes.Binary(*at, "==", text, nodes.String(*at, each)))
        # a place belongs to one jump
        yield replace(action, column=action.column + number * COLUMNS)
        branch = nodes.ElseIf
    if error:
        yield nodes.Else(*at)
        yield nodes.Undefined(*at, error)
    yield nodes.EndIf(*at)


class KnownText(NamedTuple):
    """What is known of a text: all of it, or only its `beginning`."""

    beginning: str
    is_whole: bool


ANY_TEXT, EMPTY_TEXT = KnownText("", is_whole=False), KnownText("", is_whole=True)


class _PossibleTargets:
    """The labels and DEFs of a program that a text can name.

    `texts` are those of its literals and DATA. `added` has the DEFs in place of CALLs in expressions.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        inside = {each: scope for scope in program.scopes for each in scope.nodes}
        self.scopes = {(each.line, each.column): scope for each, scope in inside.items()}
        self.data = {each for each in program.data if isinstance(each, str)}
        self.texts = sorted({text for each in inside if (text := literal_text(each))} | self.data)
        self.names = {name for scope in program.scopes for name in scope.variables} | {*program.definitions}
        self.added: list[Statement] = []
        self.branches_left = MOST_BRANCHES
        self.texts_in: dict[Variable, set[KnownText]] = {}
        self.find_texts()

    def with_ifs(self, statement: Statement) -> Iterator[Statement]:
        """Yields a statement, or the IFs in its place if it has a computed target that something fits."""
        statement = self.with_functions(statement)
        text = computed_text(statement)
        targets = self.targets(statement, text) if text else {}
        if not text or not targets:
            yield statement
            return
        at = statement.line, statement.column
        is_call = isinstance(statement, nodes.Instruction)
        word, error = ("WORD$", "UndefinedFunction") if is_call else ("LABEL$", "UndefinedLabel")
        if not isinstance(text, nodes.Name):
            # a place belongs to one variable: the new one's is one column on
            name = nodes.Name(statement.line, statement.column + 1, new_name(word, "", {*self.names}))
            yield nodes.Assign(*at, name, text)
            text = name
        yield from branches(
            text, {each: with_target(statement, name) for each, name in targets.items()}, error
        )

    def with_functions(self, node: Any) -> Any:
        """Returns a node with calls of new DEFs in place of the computed CALLs in its expressions."""
        node = with_children(node, self.with_functions)
        text = computed_text(node)
        if not isinstance(node, nodes.Function) or not text or not (targets := self.targets(node, text)):
            return node
        at = node.line, node.column + COLUMNS
        first, *others = [parameters(self.program.definitions[each]) for each in targets.values()]
        kinds = [name[-1:] if name[-1:] in "$%#" else "" for name in first]
        if any(not name.endswith(kind) for row in others for name, kind in zip(row, kinds, strict=True)):
            return node
        word, name = new_name("WORD$", "", {*self.names}), new_name("CALL_WORD", "", self.names)
        given = tuple(nodes.Name(*at, each) for each in first)
        self.added.append(nodes.Define(*at, name, (word, *first), (), returns=True, common=False))
        calls = {each: replace(node, name=target, arguments=given) for each, target in targets.items()}
        self.added += branches(
            nodes.Name(*at, word), {each: nodes.Return(*at, calls[each]) for each in calls}
        )
        self.added += [nodes.Undefined(*at, "UndefinedFunction"), nodes.End(*at)]
        return replace(node, name=name)

    def targets(self, node: Any, text: Expression) -> dict[str, str]:
        """Returns the label or DEF that each text means which names the target of a node; none if unknown."""
        scope = self.scopes[text.line, text.column]
        known = self.texts_of(text, scope)
        if isinstance(node, nodes.Goto | nodes.Gosub):
            names = [f"@{label}" for label in scope.labels]
        else:
            words = self.texts if ANY_TEXT in known else [text for text, is_whole in known if is_whole]
            # a text that may name a builtin is not followed
            may_be_builtin = any(ascii_upper(each) in BUILTINS for each in words)
            names = [] if may_be_builtin else self.fitting_definitions(node)
        found = dict(self.spellings(known, names))
        self.branches_left -= len(found)
        return found if self.branches_left >= 0 else {}

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

    def spellings(self, known: set[KnownText], names: list[str]) -> Iterator[tuple[str, str]]:
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

    def find_texts(self) -> None:
        """Computes what is known of each text that a string variable or array can hold, until it is stable.

        What still changes after MOST_ROUNDS, as in `A$=A$+"X"`, or has too many texts, can hold any text.
        """
        values = self.stored_values()
        self.texts_in = {each: {ANY_TEXT if each.parameter else EMPTY_TEXT} for each in values}
        unstable, rounds = True, 0
        while unstable:
            unstable, rounds = False, rounds + 1
            for variable, before in self.texts_in.items():
                found = before.union(*(self.texts_of(*each) for each in values[variable]))
                if ANY_TEXT in found or len(found) > MOST_TEXTS or (found != before and rounds > MOST_ROUNDS):
                    found = {ANY_TEXT}
                unstable |= found != before
                self.texts_in[variable] = found

    def stored_values(self) -> dict[Variable, list[tuple[object, Scope]]]:
        """Returns the values that are stored into each string variable or array, with the scope of each."""
        values: dict[Variable, list[tuple[object, Scope]]] = defaultdict(list)
        for scope in self.program.scopes:
            for head in scope.heads:
                for each in stores(head):
                    if each.name.endswith("$") and (variable := scope.find(each.name)):
                        one_letter = isinstance(each.target, nodes.Index) and not variable.is_array
                        is_changed = each.increment or one_letter
                        values[variable].append((ValueOrigin.TYPED if is_changed else each.value, scope))
                for call in calls_in(head):
                    for argument, _ in changed_arguments(call):
                        if variable := scope.find(target_name(argument)):
                            values[variable].append((ValueOrigin.TYPED, scope))
        return values

    def texts_of(self, value: object, scope: Scope) -> set[KnownText]:
        """Returns what is known of each text that a value can be, by what is known of variables so far."""
        if (text := literal_text(value)) is not None:
            return {KnownText(text, is_whole=True)}
        match value:
            case nodes.Binary(operator="+", left=left, right=right):
                firsts, added = self.texts_of(left, scope), self.texts_of(right, scope)
                if len(firsts) * len(added) > MOST_TEXTS:
                    added = {ANY_TEXT}
                return {
                    KnownText(first + second, is_whole)
                    if first_is_whole
                    else KnownText(first, is_whole=False)
                    for first, first_is_whole in firsts
                    for second, is_whole in added
                }
            case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)) if found := scope.find(
                name
            ):
                return self.texts_in.get(found, {ANY_TEXT if found.parameter else EMPTY_TEXT})
            case ValueOrigin.DATA:
                return {KnownText(each, is_whole=True) for each in self.data}
            case ValueOrigin.DEFAULT | ValueOrigin.ARRAY:
                return {EMPTY_TEXT}
        return {ANY_TEXT}
