"""A fault is an error with the tokens and nodes of its line, with what the program declares, and with values.

The values that caused the error are read from the stopped run, for hints: never while a listing runs.
"""

from __future__ import annotations

import operator
from collections.abc import Collection
from functools import cached_property
from math import isfinite
from types import FrameType, TracebackType
from typing import Any

from retromaze.builtins.form import Builtin, Parameter
from retromaze.builtins.reference import all_words
from retromaze.compiler.unit import python_spelling
from retromaze.errors import BasicError, OutOfRange, SubscriptOutOfRange
from retromaze.language import nodes
from retromaze.language.block_pairing import pair
from retromaze.language.lexer import Token, ascii_upper, listing_lexer, text_cache
from retromaze.language.nodes import nodes_in
from retromaze.language.numbers import LARGEST, SMALLEST
from retromaze.language.parser import parse_leniently
from retromaze.values.scalars import SharedString, plain

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


HintWords = tuple[object, ...] | bool
"""The words for the `{}` of a sentence; True for a sentence without `{}`; False if the rule does not fit."""


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


# ---- values that caused an error


Number = int | float
CALCULATE = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def values_at(error: BasicError, traceback: TracebackType, line: str) -> tuple[Any, ...]:
    """Returns what caused an error: (refused number,) or ((array's name, subscripts, sizes),); () if not
    known.

    Nothing is called to find it. `traceback` begins in the listing's code, `line` is the error's line.
    """
    if not isinstance(error, OutOfRange | SubscriptOutOfRange):
        return ()
    all_nodes = [each for top in parse_leniently(line, error.line) for each in nodes_in(top)]
    nodes_at_place = [each for each in all_nodes if each.column == error.column]
    if isinstance(error, SubscriptOutOfRange):
        for each in all_nodes:
            # the error's place is the element, or a subscript of it
            if isinstance(each, nodes.Index) and any(
                one in nodes_at_place for one in (each, *each.subscripts)
            ):
                missing = missing_element(each, traceback.tb_frame)
                if missing is not None:
                    return (missing,)
        return ()
    refused = checked_argument(error, traceback)
    # the expression is evaluated again if no `checked` was called, or if it was given a number cut to 32 bits
    if error.argument and (refused is None or refused in (SMALLEST, LARGEST)):
        index = error.argument - 1
        calls = (each for each in nodes_at_place if isinstance(each, nodes.Function | nodes.Instruction))
        arguments = next((each.arguments for each in calls if each.name == error.builtin), ())
        written = number_of(arguments[index], traceback.tb_frame) if index < len(arguments) else None
        refused = refused if written is None else written
    return () if refused is None else (refused,)


def checked_argument(error: BasicError, traceback: TracebackType | None) -> Number | None:
    """Returns the refused argument from the function that checks the ranges of a builtin, or None."""
    # `form.with_checks` makes that function: its name is `checked`, its parameters are `given_1` and so on
    while traceback is not None:
        if traceback.tb_frame.f_code.co_name == "checked":
            refused = traceback.tb_frame.f_locals.get(f"given_{error.argument}")
            return refused if isinstance(refused, int | float) else None
        traceback = traceback.tb_next
    return None


def missing_element(node: nodes.Index, frame: FrameType) -> tuple[str, list[int], list[int]] | None:
    """Returns name, subscripts and sizes of an array or text that lacks the element; None if not certain."""
    if not isinstance(node.target, nodes.Name):
        return None
    name, python_name = node.target.name, python_spelling(node.target.name)
    items = variable(f"{name}[]", f"{python_name}_items", frame)
    text = variable(name, python_name, frame)
    if isinstance(text, str | SharedString):
        items = list(plain(text))
    sizes = list[int]()
    # an array of several dimensions is a list of lists
    while isinstance(items, list) and len(sizes) < len(node.subscripts):
        sizes.append(len(items))
        items = items[0] if items else None
    values = [number_of(each, frame) for each in node.subscripts]
    subscripts = [int(each) for each in values if each is not None and isfinite(each)]
    # not certain: a subscript that cannot be read, or another number of dimensions
    if not len(subscripts) == len(values) == len(sizes):
        return None
    is_missing = any(not 0 <= each < size for each, size in zip(subscripts, sizes, strict=True))
    return (name, subscripts, sizes) if is_missing else None


def number_of(node: nodes.Node | None, frame: FrameType) -> Number | None:
    """Evaluates an expression of numbers, variables, sums, differences and products; None for any other."""
    match node:
        case nodes.Number(value=value):
            return value
        case nodes.Name(name=name):
            stored = variable(name, python_spelling(name), frame)
            return stored if isinstance(stored, int | float) else None
        case nodes.Unary(operator="-", operand=operand):
            number = number_of(operand, frame)
            return None if number is None else -number
        case nodes.Binary(operator="+" | "-" | "*" as sign, left=left, right=right):
            a, b = number_of(left, frame), number_of(right, frame)
            return None if a is None or b is None else CALCULATE[sign](a, b)
        case _:
            return None


def variable(name: str, python_name: str, frame: FrameType) -> Any:
    """Returns the value of a variable in a frame of generated code, None if there is none."""
    # code for a debugger has the BASIC name
    return frame.f_locals.get(python_name, frame.f_locals.get(name))
