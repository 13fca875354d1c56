"""Writes jumps and calls whose target is a computed text as IFs over the labels and DEFs that it can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from itertools import chain, count
from typing import Any, NamedTuple

from retromaze.analysis.programs import analyse_statements
from retromaze.analysis.side_effects import changed_names, outputs, parameters
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Statement, nodes_in, with_children
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import ValueOrigin, callback_word, stores
from retromaze.language.text import ascii_upper

MOST_TEXTS = 1000
"""Of more sums of texts than this only the beginnings are known."""
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
    return None if literal_text(found) else found


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


def branches(text: nodes.Name, actions: Mapping[str, Statement]) -> Iterator[Statement]:
    """Yields `IF text=="A" THEN action ELSEIF …` with the action for each text, and an error for others.

    Behind values that are returned the error needs no ELSE.
    """
    branch: type[nodes.If | nodes.ElseIf] = nodes.If
    for number, (each, action) in enumerate(actions.items(), 1):
        at = action.line, action.column
        yield branch(*at, nodes.Binary(*at, "==", text, nodes.String(*at, each)))
        # a place belongs to one jump
        yield replace(action, column=action.column + number * COLUMNS)
        branch = nodes.ElseIf
    error = "UndefinedLabel" if isinstance(action, nodes.Goto | nodes.Gosub) else "UndefinedFunction"
    if isinstance(action, nodes.Return):
        yield nodes.EndIf(*at)
        yield nodes.Undefined(*at, error)
    else:
        yield nodes.Else(*at)
        yield nodes.Undefined(*at, error)
        yield nodes.EndIf(*at)


class Text(NamedTuple):
    """What is known of a text: all of it, or only its `beginning`."""

    beginning: str
    is_whole: bool


ANY_TEXT = Text("", is_whole=False)


class _PossibleTargets:
    """The labels and DEFs of a program that a text can name.

    `texts` are those of its literals and DATA. `added` has the DEFs in place of CALLs in expressions.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        inside = {each: scope for scope in program.scopes for each in scope.nodes}
        self.scopes = {(each.line, each.column): scope for each, scope in inside.items()}
        self.data = {each for each in program.data if isinstance(each, str)}
        self.texts = {text for each in inside if (text := literal_text(each))} | self.data
        self.names = {name for scope in program.scopes for name in scope.variables} | {*program.definitions}
        self.added: list[Statement] = []

    def with_ifs(self, statement: Statement) -> Iterator[Statement]:
        """Yields a statement, or the IFs in its place if it has a computed target that something fits."""
        statement = self.with_functions(statement)
        text = computed_text(statement)
        targets = self.targets(statement, text) if text else {}
        if not text or not targets:
            yield statement
            return
        at = statement.line, statement.column
        if not isinstance(text, nodes.Name):
            word = "WORD" if isinstance(statement, nodes.Instruction) else "LABEL"
            # a place belongs to one variable: the new one's is one column on
            name = nodes.Name(statement.line, statement.column + 1, self.free_name(word, "$"))
            yield nodes.Assign(*at, name, text)
            text = name
        yield from branches(text, {each: with_target(statement, name) for each, name in targets.items()})

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
        word = self.free_name("WORD", "$")
        given = tuple(nodes.Name(*at, each) for each in first)
        name = self.free_name("CALL_WORD")
        self.names.add(name)
        self.added.append(nodes.Define(*at, name, (word, *first), (), returns=True, common=False))
        calls = {each: replace(node, name=target, arguments=given) for each, target in targets.items()}
        self.added += branches(
            nodes.Name(*at, word), {each: nodes.Return(*at, calls[each]) for each in calls}
        )
        self.added.append(nodes.End(*at))
        return replace(node, name=name)

    def free_name(self, name: str, suffix: str = "") -> str:
        """Returns a name that the program does not have: `name`, or the first of `name2`, `name3` …"""
        numbered = (f"{name}{number}{suffix}" for number in count(2))
        return next(each for each in chain([f"{name}{suffix}"], numbered) if each not in self.names)

    def targets(self, node: Any, text: Expression) -> dict[str, str]:
        """Returns the label or DEF that each text means which names the target of a node; none if unknown."""
        scope = self.scopes[text.line, text.column]
        known = self.texts_of(text, scope, frozenset())
        if isinstance(node, nodes.Goto | nodes.Gosub):
            return dict(self.spellings(known, [f"@{label}" for label in scope.labels]))
        names = self.texts if ANY_TEXT in known else {text for text, is_whole in known if is_whole}
        if any(ascii_upper(each) in BUILTINS for each in names):
            return {}  # it may call a builtin, too
        return dict(self.spellings(known, self.fitting_definitions(node)))

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
                    value = ValueOrigin.TYPED if each.increment or one_letter else each.value
                    found |= self.texts_of(value, scope, seen, in_sum=in_sum)
        return found
