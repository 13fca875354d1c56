"""A fault is an error with the tokens and nodes of its line, and with what the program declares."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from retromaze.builtins.form import Builtin, Parameter
from retromaze.builtins.reference import all_words
from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.lexer import Token, listing_lexer
from retromaze.language.nodes import nodes_in
from retromaze.language.pairing import pair
from retromaze.language.parser import parse_leniently
from retromaze.language.text import ascii_upper, text_cache

Call = nodes.Function | nodes.Instruction

# types of tokens
BEFORE_STATEMENTS = frozenset({"COLON", "_THEN", "ELSE"})
BRACKETS = {"LPAR": "()", "RPAR": "()", "LSQB": "[]", "RSQB": "[]"}
OPENING = frozenset({"LPAR", "LSQB"})

KIND_OF_RESULT = {"str": "text", "int": "number", "float": "number"}
"""The kind of value by the result of a builtin's form."""


@text_cache(1)
def statements_of(text: str) -> tuple[nodes.AnyStatement, ...]:
    """Returns the statements of a listing. The last result is cached: several hints need it."""
    return parse_leniently(text)


class Fault:
    """An error, and the tokens and nodes of its line, for the rules that find a hint.

    Its *place* is the error's column in `line`, line `line_number` of the `typed_text`.

    That is a listing, or lines typed at the prompt. DEFs and labels are those of `program`; `others` are
    further words that exist.
    """

    def __init__(self, error: BasicError, typed: str, program: str, others: Collection[str]) -> None:
        self.error = error
        self.typed_text = typed
        self.program = program
        self.other_words = others
        lines = typed.split("\n")
        self.line_number = error.line or error.typed_line or 1
        # an error at the end of the program may be after the last line
        self.line = lines[self.line_number - 1] if self.line_number <= len(lines) else ""

    @property
    def place(self) -> tuple[int, int]:
        """The line and column of the error; the line is 0 if it is at the prompt."""
        return self.error.line, self.error.column

    # ---- characters

    @property
    def rest_of_line(self) -> str:
        """The part of the line from the place on."""
        return self.line[max(self.error.column - 1, 0) :]

    @property
    def line_before(self) -> str:
        """The line up to the end of the token before the place."""
        if not self.token_index:
            return ""
        return self.line[: self.previous_token.column - 1 + len(self.previous_token)]

    # ---- tokens

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens of the line."""
        return list(listing_lexer().lex(self.line, self.line_number))

    @cached_property
    def token_index(self) -> int:
        """The index of the token at the place, or of the first one after it."""
        indices = (at for at, each in enumerate(self.tokens) if each.column >= self.error.column)
        # the last token is the end of the line
        return next(indices, len(self.tokens) - 1)

    @property
    def token(self) -> Token:
        return self.tokens[self.token_index]

    @property
    def previous_token(self) -> Token:
        """The token before the place, or the line's first token if the place is there."""
        return self.tokens[max(self.token_index - 1, 0)]

    def token_type_at(self, distance: int) -> str:
        """Returns the type of the token at a distance from the place (-1: before it), "" for none."""
        at = self.token_index + distance
        return self.tokens[at].type if 0 <= at < len(self.tokens) else ""

    def has_tokens(
        self,
        at: Collection[str] | None = None,
        *,
        before: Collection[str] | None = None,
        after: Collection[str] | None = None,
        first: Collection[str] | None = None,
    ) -> bool:
        """Whether tokens before, at and after the place, and the `first_word`, are of given types."""
        wanted = (-1, before), (0, at), (1, after)
        return (first is None or self.first_word.type in first) and all(
            types is None or self.token_type_at(distance) in types for distance, types in wanted
        )

    @cached_property
    def statement_tokens(self) -> list[Token]:
        """The tokens of the statement up to the place; at the beginning of a statement, the token there."""
        start = 0
        for at, each in enumerate(self.tokens[: self.token_index]):
            # a label at the beginning is a statement of its own; elsewhere it is an operand
            if each.type in BEFORE_STATEMENTS or (each.type == "LABEL" and at == start):
                start = at + 1
        return self.tokens[start : self.token_index] or [self.token]

    @property
    def token_types(self) -> list[str]:
        """The types of `statement_tokens`."""
        return [each.type for each in self.statement_tokens]

    @property
    def first_word(self) -> Token:
        """The word that the statement begins with."""
        return self.statement_tokens[0]

    @property
    def at_statement_start(self) -> bool:
        """Whether the place is at the beginning of a statement."""
        return self.first_word is self.token

    @property
    def open_bracket(self) -> str:
        """The innermost brackets that the statement opens before the place and does not close, or ""."""
        open_brackets = [""]
        for each in self.statement_tokens:
            if each.type in OPENING:
                open_brackets.append(BRACKETS[each.type])
            elif each.type in BRACKETS and len(open_brackets) > 1:
                open_brackets.pop()
        return open_brackets[-1]

    # ---- nodes

    @cached_property
    def nodes_of_line(self) -> list[nodes.Node]:
        """The nodes of the line."""
        return [each for top in parse_leniently(self.line, self.line_number) for each in nodes_in(top)]

    @property
    def nodes_at_place(self) -> list[nodes.Node]:
        """The nodes at the place, the outer ones first."""
        return [each for each in self.nodes_of_line if each.column == self.error.column]

    @cached_property
    def statements(self) -> tuple[nodes.AnyStatement, ...]:
        return statements_of(self.program)

    @cached_property
    def statements_and_defs(self) -> list[tuple[nodes.AnyStatement, nodes.Define | None]]:
        """The program's statements, each with the DEF that it is in; None for the main program."""
        owners = pair(self.statements, [0] * len(self.statements), errors=[]).owners
        return [(each, owner.define) for each, owner in zip(self.statements, owners, strict=True)]

    @cached_property
    def define(self) -> nodes.Define | None:
        """The DEF that the place is in; None for the main program and a line at the prompt."""
        # at the prompt the line is 0, so no statement is before the place
        before = [
            define for each, define in self.statements_and_defs if (each.line, each.column) <= self.place
        ]
        return before[-1] if before else None

    @cached_property
    def statements_of_def(self) -> list[nodes.AnyStatement]:
        """The statements of the DEF that the place is in, or of the main program."""
        return [each for each, define in self.statements_and_defs if define is self.define]

    @cached_property
    def arrays(self) -> dict[str, int]:
        """The number of subscripts of each array that is visible at the place, by name."""
        in_main = [each for each, define in self.statements_and_defs if define is None]
        # a variable or parameter of a DEF hides an array of the main program
        statements = (each for each in (*in_main, *self.statements_of_def) if isinstance(each, nodes.Declare))
        counts = {each.name: len(each.sizes or ()) for one in statements for each in one.declarations}
        hidden = {*self.define.parameters, *self.define.outputs} if self.define else set()
        return {name: count for name, count in counts.items() if count and name not in hidden}

    @cached_property
    def def_headings(self) -> dict[str, nodes.Define]:
        return {each.name: each for each in self.statements if isinstance(each, nodes.Define)}

    @cached_property
    def untyped_names(self) -> set[str]:
        """The parameters and OUT variables of all DEFs, which hold values of any kind."""
        return {name for each in self.def_headings.values() for name in (*each.parameters, *each.outputs)}

    def call_at_place(self, name: str) -> Call | None:
        """Returns the call of a word at the place, or None."""
        calls = (each for each in self.nodes_at_place if isinstance(each, Call))
        return next((each for each in calls if each.name == name), None)

    @property
    def refused_parameter(self) -> Parameter | None:
        """The builtin's parameter for the argument that the error names; None if not all its forms agree."""
        word = all_words().get(self.error.builtin)
        call = self.call_at_place(self.error.builtin)
        if not isinstance(word, Builtin) or call is None or not self.error.argument:
            return None
        index = self.error.argument - 1
        parameters = [form.parameter_at(index) for form in word.forms if form.takes(len(call.arguments))]
        distinct = {(each.name, each.kind, each.range) for each in parameters if each}
        return parameters[0] if len(distinct) == 1 else None

    def value_kind(self, node: nodes.Node | None) -> str:
        """Returns "text" or "number", the kind of a value; "" if the listing does not show it."""
        match node:
            case nodes.String() | nodes.LabelText():
                return "text"
            case nodes.Number() | nodes.Unary():
                return "number"
            case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
                is_whole_array = isinstance(node, nodes.Name) and name in self.arrays
                if is_whole_array or name in self.untyped_names:
                    return ""
                return "text" if name.endswith("$") else "number"
            case nodes.Function(name=name) if isinstance(word := all_words().get(name), Builtin):
                results = {each.result for each in word.forms if each.result}
                return KIND_OF_RESULT.get(results.pop(), "") if len(results) == 1 else ""
            case nodes.Binary(operator="+", left=left, right=right):
                return self.value_kind(left) if self.value_kind(left) == self.value_kind(right) else ""
            case nodes.Binary(operator="*", left=left):
                return self.value_kind(left)  # "A"*3 is a text
            case nodes.Binary():
                return "number"
            case _:
                return ""

    def is_function(self, name: str) -> bool:
        """Whether a DEF or builtin of that name returns a value; a DEF hides a builtin."""
        word, heading = all_words().get(ascii_upper(name)), self.def_headings.get(ascii_upper(name))
        has_value = isinstance(word, Builtin) and any(each.result for each in word.forms)
        return heading.returns if heading else has_value
