"""A listing in an editor: its words, errors and blocks, and its names with all their places.

A statement never goes beyond its line, so each line is parsed by itself, and a keystroke costs one line.
Labels, DEFs and variables belong to the scopes that `language.program` finds. That module ignores names in
strings and after NEXT; they are added here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import takewhile
from operator import eq
from typing import NamedTuple

from retromaze.analysis.programs import machine_words
from retromaze.builtins.registry import VARIABLES
from retromaze.errors import BasicError, OutOfCodeMemory
from retromaze.language import nodes
from retromaze.language.block_tree import callback_word, stores
from retromaze.language.lexer import Span, ascii_upper, is_too_long, program_too_long, spans, with_line_feeds
from retromaze.language.nodes import nodes_in
from retromaze.language.parser import parse_leniently
from retromaze.language.program import Analysis, FoldedStatement, Scope, analyse, fold_and_measure


class Role(Enum):
    """What a word is or does in its line: a label, a call, a variable that is stored, …"""

    OTHER = "a keyword, a mark, a number, a string"
    COMMENT = "a comment"
    LABEL = "a label that marks a statement"
    JUMP = "a label that control goes to"
    CALLED_LABEL = "a label that GOSUB calls"
    DATA_LABEL = "a label that RESTORE goes to"
    LABEL_VALUE = "a label as a string"
    DEF = "the name of a DEF in its heading"
    PARAMETER = "a name in the heading of a DEF"
    CALL = "an instruction or a function that is called"
    DECLARED = "a variable in VAR or DIM"
    ARRAY = "an array in VAR or DIM"
    STORED = "a variable that gets a value"
    VARIABLE = "a variable that is read"
    COUNTER = "a name after NEXT, which the machine ignores"
    LABEL_NAME = "a string that names a label, of a DEF or of the main program"
    MAIN_LABEL_NAME = "a string that names a label of the main program"
    DEF_NAME = "a string that names a DEF"
    CALLED_NAME = "a string that names a label of the main program or a DEF"
    VARIABLE_NAME = "a string that names a variable"
    GLOBAL_NAME = "a string that names a variable of the main program"


NAMING_ARGUMENTS = {
    "BGANIM": (Role.MAIN_LABEL_NAME, 2),
    "BGFUNC": (Role.CALLED_NAME, 1),
    "BGMSETD": (Role.MAIN_LABEL_NAME, 1),
    "CALL": (Role.DEF_NAME, 0),
    "CHKCALL": (Role.DEF_NAME, 0),
    "CHKLABEL": (Role.LABEL_NAME, 0),
    "CHKVAR": (Role.VARIABLE_NAME, 0),
    "COPY": (Role.MAIN_LABEL_NAME, 1),
    "SPANIM": (Role.MAIN_LABEL_NAME, 2),
    "SPDEF": (Role.MAIN_LABEL_NAME, 0),
    "SPFUNC": (Role.CALLED_NAME, 1),
}
"""Words with an argument that names something by a text: the text's role, and the argument's index.

A MAIN_LABEL_NAME may also be in a later argument.
"""


class ListedWord(NamedTuple):
    """A token of a line; `column` counts characters from 0."""

    kind: str
    text: str
    column: int
    role: Role = Role.OTHER

    @property
    def word(self) -> str:
        """The text in upper case, as names are compared."""
        return self.text.upper()

    @property
    def end(self) -> int:
        return self.column + len(self.text)


class Line:
    """A parsed line of a listing; `number` is its line number, from 1.

    `words` are all its tokens but blanks, `names` those that may name something. `statements` are ready for
    the analysis of the whole listing; `errors` are its syntax errors, and `unreadable` the nodes that have
    them.
    """

    def __init__(self, text: str, number: int) -> None:
        self.text = text
        self.number = number
        statements = parse_leniently(text, number)
        every_node = [each for statement in statements for each in nodes_in(statement)]
        self.unreadable = [each for each in every_node if isinstance(each, nodes.Unreadable)]
        self.errors: list[BasicError] = [each.error for each in self.unreadable]
        self.statements: list[FoldedStatement] = [
            fold_and_measure(each, errors=self.errors) for each in statements
        ]
        pieces = [each for each in spans(text) if each.kind != "blank"]
        self.words = list(words_of(pieces, dict(roles_of(statements)), statements))
        self.names = [each for each in self.words if each.role not in {Role.OTHER, Role.COMMENT}]

    @property
    def is_comment(self) -> bool:
        return [each.role for each in self.words] == [Role.COMMENT]

    def renumber(self, number: int) -> None:
        """Sets the line number of the line, its errors and its nodes, after lines above came or went."""
        self.number = number
        for error in self.errors:
            error.line = number
        for statement, _ in self.statements:
            # an unreadable statement that begins or ends a block is paired by a node of its own
            stands_for = statement.stands_for if isinstance(statement, nodes.Unreadable) else None
            for node in (*nodes_in(statement), *nodes_in(stands_for or statement)):
                node.line = number


# ---- roles of words that nodes begin with

LABEL_ROLES = {
    nodes.Goto: (Role.JUMP, Role.LABEL_NAME),
    nodes.Gosub: (Role.CALLED_LABEL, Role.MAIN_LABEL_NAME),
    nodes.Restore: (Role.DATA_LABEL, Role.LABEL_NAME),
}
"""The roles of the target of a statement: of a label, and of a string that names one."""


def roles_of(statements: Sequence[nodes.AnyStatement]) -> Iterator[tuple[int, Role]]:
    """Yields (column from 0, role) of the words that nodes begin with, and of literals that name something.

    If a column comes twice, the last role counts: a statement knows more of a word than the word's node.
    """
    for statement in statements:
        for node in nodes_in(statement):
            if not is_syntax_word(statement, node):
                yield from roles_of_node(node)
        for store in stores(statement):
            target: nodes.Node = store.target
            # of `A[B[0]]` the name is A
            while isinstance(target, nodes.Index):
                target = target.target
            if isinstance(target, nodes.Name):
                yield target.column - 1, Role.STORED
        match statement:
            case nodes.Declare(declarations=declarations):
                for each in declarations:
                    yield each.column - 1, Role.DECLARED if each.sizes is None else Role.ARRAY
            # an unreadable statement that begins with a name counts as an assignment
            case nodes.Unreadable(known=[nodes.Name(column=column), *_]) if column == statement.column:
                yield statement.column - 1, Role.STORED
            case nodes.Goto(target=label) | nodes.Gosub(target=label) | nodes.Restore(target=label):
                of_label, of_text = LABEL_ROLES[type(statement)]
                if isinstance(label, nodes.LabelText | nodes.String):
                    yield label.column - 1, of_label if isinstance(label, nodes.LabelText) else of_text


def roles_of_node(node: nodes.Node) -> Iterator[tuple[int, Role]]:
    """Yields (column from 0, role) of a node's first word, and of its literals that name something."""
    match node:
        case nodes.Label():
            yield node.column - 1, Role.LABEL
        case nodes.LabelText():
            yield node.column - 1, Role.LABEL_VALUE
        case nodes.Name():
            yield node.column - 1, Role.VARIABLE
        case nodes.VariableNamed(name=nodes.String() as name):
            yield name.column - 1, Role.GLOBAL_NAME
        case nodes.Function() | nodes.Instruction():
            yield node.column - 1, Role.CALL
            if named := NAMING_ARGUMENTS.get(node.name):
                role, first = named
                # None: a label may also be in a later argument
                end = first + 1 if role is not Role.MAIN_LABEL_NAME else None
                for each in node.arguments[first:end]:
                    if isinstance(each, nodes.String):
                        yield each.column - 1, role


def is_syntax_word(statement: nodes.AnyStatement, node: nodes.Node) -> bool:
    """Whether a name is a word of the statement's syntax and no variable: XON MOTION, CALL SPRITE."""
    match statement:
        case nodes.Instruction(name=name, arguments=[nodes.Name() as word]):
            return node is word and (name in {"XON", "XOFF"} or word is callback_word(statement))
        case _:
            return False


# ---- words without a node


def words_of(
    pieces: Sequence[Span], roles: dict[int, Role], statements: Sequence[nodes.AnyStatement]
) -> Iterator[ListedWord]:
    """Yields the words of a line; `roles` has the roles of the words that begin nodes, by column from 0.

    The role of any other word follows from `keyword`, the keyword before it.
    """
    repaired = (each.stands_for if isinstance(each, nodes.Unreadable) else each for each in statements)
    defines = (each for each in repaired if isinstance(each, nodes.Define))
    # for each DEF, also an unreadable one, how many names its heading has: its own, parameters and outputs
    name_counts = iter([1 + len(each.parameters) + len(each.outputs) for each in defines])
    # `names_left`: the names that are still to come in the heading of a DEF
    names_left, keyword = 0, ""
    for piece in pieces:
        role = roles.get(piece.start, Role.OTHER)
        if role is Role.CALL:
            # an instruction or a function: what comes after it belongs to it, and not to the keyword
            keyword = ""
        elif role is Role.OTHER:
            # the machine accepts TO and STEP, keywords of FOR, as names in a heading
            if names_left and (piece.kind == "name" or piece.word in {"TO", "STEP"}):
                role = Role.DEF if keyword == "DEF" else Role.PARAMETER
                names_left, keyword = names_left - 1, ""
            elif piece.kind == "keyword":
                keyword = piece.word
                names_left = next(name_counts, 0) if keyword == "DEF" else names_left
            elif piece.kind == "comment":
                role = Role.COMMENT
            elif piece.kind == "label":
                role = Role.CALLED_LABEL if keyword == "GOSUB" else Role.JUMP
            elif piece.kind == "name" and keyword == "NEXT":
                role = Role.COUNTER
        yield ListedWord(piece.kind, piece.text, piece.start, role)


def is_string_expression(expression: nodes.Expression) -> bool:
    """Whether an expression looks like a string: a literal, a name with $, or an operator with either."""
    waiting = [expression]
    while waiting:
        match waiting.pop():
            case nodes.Binary(left=left, right=right):
                waiting += [left, right]
            case nodes.Index(target=target):
                waiting.append(target)
            case nodes.String() | nodes.LabelText():
                return True
            case nodes.Name(name=name) | nodes.Function(name=name) if name.endswith("$"):
                return True
    return False


# ---- names


DECLARING = {Role.DECLARED, Role.ARRAY}
VARIABLE_USES = {Role.VARIABLE, Role.STORED, *DECLARING}
WRITING = {Role.STORED, Role.PARAMETER, *DECLARING}
DEFINING = {*WRITING, Role.LABEL, Role.DEF}
"""The roles of a name where it is made or gets a value."""


class NameKind(Enum):
    """The kinds of names."""

    LABEL = "label"
    DEF = "DEF"
    VARIABLE = "variable"


class NamePlace(NamedTuple):
    """The place of a name, without the mark or quote before it; line and columns count from 0."""

    line: int
    column: int
    end: int
    role: Role = Role.OTHER


@dataclass(eq=False)
class ListedName:
    """A label, a DEF or a variable of a scope; `name` is upper case, without the @ of a label."""

    kind: NameKind
    name: str
    scope: Scope
    places: list[NamePlace] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The name as it is written: a label with its @."""
        return f"@{self.name}" if self.kind is NameKind.LABEL else self.name

    @property
    def mark(self) -> int:
        """The length of the mark before a place: 1 for the @ of a label, else 0."""
        return len(self.title) - len(self.name)

    @property
    def definition(self) -> NamePlace | None:
        """The place of the label, the heading, VAR or DIM; else the first store; else the first use.

        None for a label that no statement has, and for a name that only strings name.
        """
        preferences = ({Role.LABEL, Role.DEF, Role.PARAMETER, *DECLARING}, WRITING, VARIABLE_USES)
        return next((place for roles in preferences for place in self.places if place.role in roles), None)


class TouchedName(NamedTuple):
    """A name, and the one of its places that a cursor touches."""

    place: NamePlace
    name: ListedName


class DefExtent(NamedTuple):
    """A DEF with its scope; start, and end after its END, are (line, column) from 0."""

    scope: Scope
    start: tuple[int, int]
    end: tuple[int, int]


class EditedListing:
    """The text of a listing; its lines, errors, blocks and names are found on first use.

    `before` is the same listing before its last change. Its unchanged lines are reused and renumbered, so it
    must not be used afterwards. `source` is the whole text, `texts` its lines; `former_lines` are the parsed
    lines of `before`.
    """

    def __init__(self, text: str, before: EditedListing | None = None) -> None:
        self.source = with_line_feeds(text)
        self.texts = self.source.split("\n")
        # `lines` is a cached property: if `before` was never parsed, the lines of the listing before it serve
        self.former_lines: list[Line] = before.__dict__.get("lines", before.former_lines) if before else []

    @cached_property
    def lines(self) -> list[Line]:
        """The parsed lines; none if the text is too long for a slot.

        Former lines above and below the change are reused, those below with new numbers: only changed lines
        are parsed after a keystroke.
        """
        if is_too_long(self.source):
            return []
        former = self.former_lines
        above = common_prefix_length([each.text for each in former], self.texts)
        # the lines below the change are counted from the end, hence the reversed lists
        rest = [each.text for each in former[above:]]
        below = common_prefix_length(rest[::-1], self.texts[above:][::-1])
        changed = self.texts[above : len(self.texts) - below]
        lines_below = former[len(former) - below :]
        shift = len(self.texts) - len(former)
        for line in lines_below if shift else ():
            line.renumber(line.number + shift)
        parsed = (Line(text, number) for number, text in enumerate(changed, above + 1))
        return [*former[:above], *parsed, *lines_below]

    @cached_property
    def errors(self) -> list[BasicError]:
        """The machine's errors before a program starts; the first is the one that a run reports."""
        if is_too_long(self.source):
            return [program_too_long(self.source)]
        _, errors = self.analysis_and_errors
        # of errors with the same place and number the first is kept: reversed, as later ones replace earlier
        by_place = {(each.line, each.column, each.number): each for each in reversed(errors)}
        return list(by_place.values())[::-1]

    @property
    def analysis(self) -> Analysis:
        """The scopes and blocks of all statements that can be read."""
        return self.analysis_and_errors[0]

    @cached_property
    def analysis_and_errors(self) -> tuple[Analysis, list[BasicError]]:
        """The analysis of all lines, and the errors in them and in the program as a whole."""
        in_lines = [error for line in self.lines for error in line.errors]
        # errors of a nesting that is too deep come last
        errors = sorted(in_lines, key=lambda error: isinstance(error, OutOfCodeMemory))
        statements = [each for line in self.lines for each in line.statements]
        # `analyse` adds the errors of the whole program to the list
        return analyse(statements, machine_words(), source=self.source, errors=errors), errors

    @property
    def main(self) -> Scope:
        return self.analysis.program.main

    @cached_property
    def definitions(self) -> list[DefExtent]:
        """The DEFs that have an END, in the order of the listing."""
        # `owners` has the scope of each statement
        scope_by_define = {scope.routine.define: scope for scope in self.analysis.owners}
        return [
            DefExtent(
                scope_by_define[extent.begin],
                (extent.begin.line - 1, extent.begin.column - 1),
                (extent.end.line - 1, extent.end.column - 1 + len("END")),
            )
            for extent in self.analysis.extents
            if isinstance(extent.begin, nodes.Define)
        ]

    @cached_property
    def names(self) -> NameTable:
        """The labels, DEFs and variables with all their places."""
        return NameTable(self)

    def word_at(self, line: int, column: int) -> ListedWord | None:
        """Returns the word that the cursor touches; between two words the second. Both numbers are from 0."""
        if not 0 <= line < len(self.lines):
            return None
        touching = [each for each in self.lines[line].words if each.column <= column <= each.end]
        return touching[-1] if touching else None

    def scope_at(self, line: int, column: int) -> Scope:
        """Returns the scope of the DEF around a place, or of the main program."""
        around = (each.scope for each in self.definitions if each.start <= (line, column) < each.end)
        return next(around, self.main)


def common_prefix_length(some: Sequence[str], others: Sequence[str]) -> int:
    """Returns how many items at the beginnings of two sequences are equal, up to the first that differs."""
    return sum(1 for _ in takewhile(bool, map(eq, some, others)))


class NameTable:
    """All names of a listing, each with all its places; `main` is the main program's scope.

    `every` has them in the order of their first places, `by_key` under (kind, scope, name without @). `defs`
    are the DEFs' names.
    """

    def __init__(self, listing: EditedListing) -> None:
        self.main = listing.main
        self.every: list[ListedName] = []
        self.by_key: dict[tuple[NameKind, Scope, str], ListedName] = {}
        words = list(scoped_words(listing))
        self.defs = {word.word for _, word, _ in words if word.role is Role.DEF}
        for number, word, scope in words:
            self.add_word(word, scope, NamePlace(number, word.column, word.end, word.role))

    def name_at(self, line: int, column: int) -> TouchedName | None:
        """Returns the name that the cursor touches; between two names the second. Numbers are from 0."""
        touched = [
            TouchedName(place, name)
            for name in self.every
            for place in name.places
            # a place begins after the mark, the @ of a label
            if place.line == line and place.column - name.mark <= column <= place.end
        ]
        return max(touched, key=lambda each: each.place.column, default=None)

    def visible_from(self, scope: Scope) -> list[ListedName]:
        """Returns the variables, labels and DEFs that a scope can name, its own first.

        A DEF can use the main program's variables, unless it has its own of the same name, but no labels.
        """
        own = [each for each in self.every if each.scope is scope and each.kind is not NameKind.DEF]
        shadowed = {each.name for each in own if each.kind is NameKind.VARIABLE}
        of_main = [each for each in self.every if each.scope is self.main and each.kind is NameKind.VARIABLE]
        visible = [each for each in of_main if each.name not in shadowed] if scope is not self.main else []
        return [*own, *visible, *(each for each in self.every if each.kind is NameKind.DEF)]

    # ---- adding names

    def add_place(self, kind: NameKind, scope: Scope, word: str, place: NamePlace) -> None:
        """Adds a place to a name, which is created at its first place. A label's place begins after the @."""
        if kind is NameKind.LABEL:
            word, place = word[1:], place._replace(column=place.column + 1)
        found = self.by_key.get((kind, scope, word))
        if found is None:
            found = self.by_key[kind, scope, word] = ListedName(kind, word, scope)
            self.every.append(found)
        found.places.append(place)

    def add_word(self, word: ListedWord, scope: Scope, place: NamePlace) -> None:
        """Adds a place to the name that a word means, if it means one."""
        name = word.word
        match word.role:
            case Role.VARIABLE | Role.STORED | Role.PARAMETER | Role.DECLARED | Role.ARRAY:
                self.add_variable(name, scope, place)
            case Role.DEF | Role.CALL:
                if name in self.defs:
                    self.add_place(NameKind.DEF, self.main, name, place)
            case Role.COUNTER:
                # the machine ignores a name after NEXT, so the name alone makes no variable
                if self.is_known(name, scope):
                    self.add_variable(name, scope, place)
            case Role.LABEL | Role.JUMP | Role.CALLED_LABEL:
                self.add_place(NameKind.LABEL, scope, name, place)
            case Role.DATA_LABEL | Role.LABEL_VALUE:
                self.add_place(NameKind.LABEL, self.scope_of_label(name, scope), name, place)
            case _:
                self.add_string(word, scope, place)

    def add_variable(self, name: str, scope: Scope, place: NamePlace) -> None:
        """Adds a place to a variable of the scope or of the main program; system variables are left out."""
        if name not in VARIABLES:
            # `visible` are the main program's variables that a DEF uses
            is_global = name in scope.used_globals and name not in scope.variables
            self.add_place(NameKind.VARIABLE, self.main if is_global else scope, name, place)

    def is_known(self, name: str, scope: Scope) -> bool:
        """Whether the scope or the main program has a variable of that name."""
        return scope.find(name) is not None or name in self.main.variables

    def scope_of_label(self, label: str, scope: Scope) -> Scope:
        """Returns the scope whose label is meant: this one, or main if only that has the label."""
        return self.main if label[1:] not in scope.labels and label[1:] in self.main.labels else scope

    def add_string(self, word: ListedWord, scope: Scope, place: NamePlace) -> None:
        """Adds a place to the name that a string literal names, as in `GOTO "0:@L"`, if it names one."""
        text, start = word.text.removeprefix('"').removesuffix('"'), word.column + 1
        # a string may name the slot before the name; listings run in slot 0 here
        if text.startswith("0:"):
            text, start = text.removeprefix("0:"), start + len("0:")
        name, place = ascii_upper(text), place._replace(column=start, end=start + len(text))
        is_main = word.role in {Role.MAIN_LABEL_NAME, Role.CALLED_NAME, Role.GLOBAL_NAME}
        if word.role in {Role.VARIABLE_NAME, Role.GLOBAL_NAME}:
            scope = self.main if is_main else scope
            if self.is_known(name, scope):
                self.add_variable(name, scope, place)
        elif name[:1] == "@":
            # a lone @ names nothing; words that take a DEF take no label
            if word.role is not Role.DEF_NAME and len(name) > 1:
                self.add_place(
                    NameKind.LABEL, self.main if is_main else self.scope_of_label(name, scope), name, place
                )
        elif name in self.defs and word.role in {Role.DEF_NAME, Role.CALLED_NAME}:
            self.add_place(NameKind.DEF, self.main, name, place)


def scoped_words(listing: EditedListing) -> Iterator[tuple[int, ListedWord, Scope]]:
    """Yields the words that may be names, each with its line (from 0) and the scope of its statement."""
    statement_scopes = iter(listing.analysis.owners)
    scope = listing.main
    for number, line in enumerate(listing.lines):
        # the column and scope of each statement of the line, the first one last
        waiting = [(each.statement.column - 1, next(statement_scopes)) for each in line.statements][::-1]
        for word in line.names:
            while waiting and waiting[-1][0] <= word.column:
                scope = waiting.pop()[1]
            yield number, word, scope
        # statements without names after the last name: their scope holds from here on
        if waiting:
            _, scope = waiting[0]
