"""The parser: builds nodes from the text of a listing, by the grammar in `grammar.lark`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import Any, TypeVar, cast

from retromaze.errors import BasicError, BasicSyntaxError
from retromaze.language import nodes
from retromaze.language.lalr import Automaton, ParserStack, Unexpected, listing_tables
from retromaze.language.lexer import (
    Token,
    ascii_upper,
    is_too_long,
    listing_lexer,
    program_too_long,
    text_cache,
)
from retromaze.language.numbers import CONSTANTS, LARGEST, wrap

MAXIMUM_SIZES = 4
"""The most dimensions of an array."""
OPTIONS = {"STRICT", "DEFINT", "TOOL"}
SWITCHES = {"XON", "XOFF"}
DEVICES = MOTION, EXPAD, MIC = "MOTION", "EXPAD", "MIC"
"""The words after XON and XOFF that switch a device."""
CONSOLES = re.compile("[0-9]+[A-Z_][A-Z0-9_]*|WIIU")
"""The words after XON by which a program names the console for which it is written.

Source: published programs, for XON 3DS. Unverified: the names of others, which are words that begin with a
digit, and WIIU.
"""
LISTINGS = 4
"""The texts whose statements are cached; opening a listing parses it several times. Nodes never change."""

Parts = list[Any]
Arguments = tuple[nodes.Expression | None, ...]
NodeType = TypeVar("NodeType", bound=nodes.Node)


def is_console(word: str) -> bool:
    """Whether the word names a console, so that XON with it changes nothing."""
    return CONSOLES.fullmatch(ascii_upper(word)) is not None


def switches_known_word(switch: nodes.Instruction) -> bool:
    """Whether XON or XOFF names a device or a console, by a bare word or a literal."""
    match switch.arguments:
        case [nodes.Name(name=word) | nodes.String(value=word)] if switch.outputs is None:
            return ascii_upper(word) in DEVICES or is_console(word)
        case _:
            return False


@text_cache(LISTINGS)
def parse(source: str, slot: int = 0) -> tuple[nodes.Statement, ...]:
    """Returns the statements of a listing in source order; lines end in LF or CR LF.

    Raises BasicSyntaxError with `slot` and the place of the first token that cannot stand there, and
    OutOfCodeMemory for a program that is too long.
    """
    text = source.replace("\r\n", "\n")
    if is_too_long(text):
        raise program_too_long(text, slot)
    try:
        tokens = listing_lexer().lex(text)
        return cast(tuple[nodes.Statement, ...], listing_automaton().parse(tokens))
    except Unexpected as unexpected:
        unexpected.error.slot = slot
        raise unexpected.error from None


def parse_leniently(source: str, line: int = 1) -> tuple[nodes.AnyStatement, ...]:
    """Returns the statements of a text with an Unreadable for each that cannot be read.

    Parsing resumes at the next colon, in the next line, or at a word that begins or ends a block. `line` is
    the number of the first line.
    """
    automaton = listing_automaton()
    stack = automaton.stack()
    tokens = listing_lexer().lex(source.replace("\r\n", "\n"), line)
    while True:
        try:
            return cast(tuple[nodes.AnyStatement, ...], automaton.parse(tokens, stack))
        except Unexpected as unexpected:
            tokens = skip_unreadable(automaton, stack, unexpected, tokens)


STATEMENT_ENDS = {
    *("COLON", "_NEWLINE", "$END", "IF", "ELSE", "ELSEIF", "ENDIF", "FOR", "NEXT", "WHILE", "WEND"),
    *("REPEAT", "UNTIL", "DEF", "COMMON"),
}
"""From these tokens parsing resumes. No expression has any of them."""
CONDITION_ENDS = {"_THEN", "GOTO"}
"""From these, too, if the condition of an IF or ELSEIF cannot be read: its branch still can."""
CONDITIONS = nodes.If | nodes.ElseIf | nodes.Else
"""These may be complete on the stack while the rest of their line cannot be read."""


def skip_unreadable(
    automaton: Automaton, stack: ParserStack, unexpected: Unexpected, tokens: Iterator[Token]
) -> Iterator[Token]:
    """Puts an Unreadable in the place of the statement on the stack, or of its condition, that cannot be
    read.

    `tokens` are those after the unexpected one. Returns the tokens from which parsing resumes.
    """
    begin = automaton.last_possible_start(stack, "_statement")
    # what was read of the statement; the tokens up to its end are added
    pieces = list(nodes_and_tokens(stack.values[begin:]))
    in_condition = bool(pieces) and isinstance(pieces[0], Token) and pieces[0].type in {"IF", "ELSEIF"}
    ends = STATEMENT_ENDS | CONDITION_ENDS if in_condition else STATEMENT_ENDS
    token = unexpected.token
    while token.type not in ends:
        pieces.append(token)
        token = next(tokens)
    # where nothing was read, `token` gives the Unreadable its place
    if in_condition and token.type in CONDITION_ENDS:  # the IF, at `begin`, stays
        condition = unreadable_node(pieces[1:] or [token], unexpected.error, is_statement=False)
        automaton.replace(stack, begin + 1, "expression", condition)
    else:
        # an IF that was read stays; only what follows THEN is unreadable
        read = [pieces.pop(0)] if pieces and isinstance(pieces[0], CONDITIONS) else []
        without_then = [each for each in pieces if not isinstance(each, Token) or each.type != "_THEN"]
        statement = unreadable_node(without_then or [token], unexpected.error, is_statement=True)
        # the value of `_statement` is a list: IF and what follows THEN are statements next to each other
        automaton.replace(stack, begin, "_statement", [*read, statement])
    return chain([token], tokens)


def nodes_and_tokens(values: Iterable[Any]) -> Iterator[Any]:
    """Yields the nodes, tokens and names of parameters in (lists of) values on a parser's stack."""
    for each in values:
        if isinstance(each, list | tuple):
            yield from nodes_and_tokens(each)
        elif each is not None:
            yield each


def unreadable_node(pieces: Sequence[Any], error: BasicError, *, is_statement: bool) -> nodes.Unreadable:
    """Makes an Unreadable of nodes and tokens that are no statement, or no condition.

    Its `known` nodes let an editor find the variables and labels in it; names of calls are left out.
    """
    first = pieces[0]
    stands_for = placeholder_of_block_word(pieces) if is_statement and isinstance(first, Token) else None
    declares = getattr(first, "type", "") in {"VAR", "DIM"}
    known: list[nodes.Node] = []
    for at, (each, following) in enumerate(pairwise([*pieces, None])):
        if isinstance(each, nodes.Node):
            # TO and STEP alone are more likely the words of a FOR than variables
            if not (isinstance(each, nodes.Name) and each.name in {"TO", "STEP"}):
                known.append(each)
        elif not isinstance(each, Token):
            continue  # the name of a parameter
        elif each.type == "LABEL":
            known.append(nodes.LabelText(each.line, each.column, label_name(each)))
        elif each.type == "NAME" and not isinstance(stands_for, nodes.Define):
            is_called = (is_statement and at == 0) or getattr(following, "type", "") == "LPAR"
            # the first name after DIM is declared, even before a parenthesis
            if not is_called or (declares and at == 1):
                known.append(nodes.Name(each.line, each.column, str(each)))
    return nodes.Unreadable(first.line, first.column, error.column, tuple(known), stands_for)


def placeholder_of_block_word(pieces: Sequence[Any]) -> nodes.Statement | None:
    """Returns a statement with the first word of an unreadable one, if that begins or ends a block, else
    None.

    It keeps the blocks of a listing paired although the statement cannot be read.
    """
    first = pieces[0]
    place = first.line, first.column
    nothing = nodes.Number(*place, 0)
    match first.type:
        case "FOR":
            return nodes.For(*place, nodes.Name(*place, ""), nothing, nothing, None)
        case "WHILE":
            return nodes.While(*place, nothing)
        case "UNTIL":
            return nodes.Until(*place, nothing)
        case "REPEAT" | "NEXT" | "WEND" | "ELSE" | "ENDIF" | "END":
            return cast(nodes.Statement, NODES[first.type.lower()](*place))
        case "DEF" | "COMMON":
            texts = [each for each in pieces if isinstance(each, str)]
            names = [str(each) for each in texts if not isinstance(each, Token) or each.type == "NAME"]
            name, parameters = "".join(names[:1]), tuple(names[1:])
            return nodes.Define(*place, name, parameters, (), False, first.type == "COMMON")
        case _:
            return None


@cache
def listing_automaton() -> Automaton:
    """Returns the automaton that makes nodes of tokens."""
    return Automaton(listing_tables(), Builder())


NODES = {kind.__name__.lower(): kind for kind in nodes.FIELDS}
Build = Callable[[Any, Parts], NodeType]
"""A method of Builder."""


def node_of_token(
    kind: Callable[[int, int, Any], NodeType], value: Callable[[Token], Any]
) -> Build[NodeType]:
    """Returns a method that builds a node of one token; `value` makes its field of the token."""
    return lambda _, parts: kind(parts[0].line, parts[0].column, value(parts[0]))


def node_of_keyword(kind: Callable[[int, int], NodeType]) -> Build[NodeType]:
    """Returns a method that builds a node without fields of a statement's first word."""
    return lambda _, parts: kind(parts[0].line, parts[0].column)


def label_name(token: str) -> str:
    return token[1:].upper()


def decimal_value(text: str) -> int | float:
    """Returns the value of a decimal literal: an int for digits alone up to 2147483647, else a float."""
    if text in {".", ".#"}:
        return 0.0  # Python's float() refuses a point alone
    value = float(text.rstrip("#"))
    # by way of the float, because int() refuses more than 4300 digits
    return int(value) if text.isdecimal() and value <= LARGEST else value


def constant_value(token: Token) -> int:
    """Returns the value of a constant such as #RED. Raises BasicSyntaxError for an unknown name."""
    value = CONSTANTS.get(token[1:].upper())
    if value is None:
        raise BasicSyntaxError(line=token.line, column=token.column)
    return value


def string_value(token: str) -> str:
    """Returns a text as the machine holds it: UTF-16, so that a character above U+FFFF becomes two."""
    text = token[1:-1] if len(token) > 1 and token.endswith('"') else token[1:]
    return re.sub("[\U00010000-\U0010ffff]", surrogate_pair, text)


def surrogate_pair(match: re.Match[str]) -> str:
    """Returns the two UTF-16 halves of a character above U+FFFF."""
    point = ord(match[0]) - 0x10000
    return chr(0xD800 + (point >> 10)) + chr(0xDC00 + (point & 0x3FF))


class Builder:
    """Makes a node of each alternative of the grammar, as soon as the parser has recognized it.

    The `parts` are the alternative's nodes and named tokens in their order, None for what is left out.

    A method has the name of an alternative's alias in grammar.lark. An alias without a method has the name of
    a node (`end_if` and EndIf). The node is made of the keyword and its operands: one operand for each field,
    or all as a tuple if that is the node's only field.
    """

    def __getattr__(self, alias: str) -> Callable[[Parts], nodes.Node]:
        """Returns a method that makes the node named like an alias of the grammar: EndIf for `end_if`."""
        # a rule with an underscore in front makes no node: its parts become parts of another rule
        kind: Any = None if alias.startswith("_") else NODES.get(alias.replace("_", ""))
        if kind is None:
            raise AttributeError(alias)
        fields = [each.type for name, each in kind.__dataclass_fields__.items() if name not in nodes.PLACE]
        is_list = len(fields) == 1 and fields[0].startswith("tuple[")

        def build(parts: Parts) -> nodes.Node:
            """Makes the node; its only field has all operands if it `is_list`, else there is one for each."""
            keyword, *operands = parts
            fields = (tuple(operands),) if is_list else operands
            return cast(nodes.Node, kind(keyword.line, keyword.column, *fields))

        return build

    def start(self, parts: Parts) -> tuple[nodes.Statement, ...]:
        return tuple(parts)

    label = node_of_token(nodes.Label, label_name)

    # ---- assignment and declaration

    def assign(self, parts: Parts) -> nodes.Assign:
        target, value = parts
        return nodes.Assign(target.line, target.column, target, value)

    def declare_scalar(self, parts: Parts) -> nodes.Declaration:
        name, *value = parts
        return nodes.Declaration(name.line, name.column, name.upper(), None, value[0] if value else None)

    declare_value = declare_scalar

    def declare_array(self, parts: Parts) -> nodes.Declaration:
        """Makes the Declaration of `NAME[sizes]`; more sizes than an array may have are an error."""
        name, *sizes = parts
        if len(sizes) > MAXIMUM_SIZES:
            raise BasicSyntaxError(line=name.line, column=name.column)
        return nodes.Declaration(name.line, name.column, name.upper(), tuple(sizes), None)

    # ---- input and output

    def print(self, parts: Parts) -> nodes.Print:
        """Makes the Print of PRINT; tokens among its items, `;` and `,`, become plain strings."""
        keyword, *items = parts
        plain = tuple(str(item) if isinstance(item, str) else item for item in items)
        return nodes.Print(keyword.line, keyword.column, plain)

    def input_plain(self, parts: Parts) -> nodes.Input:
        keyword, *targets = parts
        return nodes.Input(keyword.line, keyword.column, None, question=True, targets=tuple(targets))

    def input_asking(self, parts: Parts) -> nodes.Input:
        keyword, guide, *targets = parts
        return nodes.Input(keyword.line, keyword.column, guide, question=True, targets=tuple(targets))

    def input_silent(self, parts: Parts) -> nodes.Input:
        """Makes the Input of `INPUT "guide";A`, which prints no question mark."""
        keyword, guide, *targets = parts
        text = nodes.String(guide.line, guide.column, string_value(guide))
        return nodes.Input(keyword.line, keyword.column, text, question=False, targets=tuple(targets))

    def line_input(self, parts: Parts) -> nodes.LineInput:
        keyword, *guide, target = parts
        return nodes.LineInput(keyword.line, keyword.column, guide[0] if guide else None, target)

    # ---- statements that change variables, and DATA

    def increase(self, parts: Parts) -> nodes.Increase:
        keyword, target, amount = parts
        return nodes.Increase(
            keyword.line, keyword.column, target, 1 if keyword.type == "INC" else -1, amount
        )

    decrease = increase

    # ---- conditions and loops

    otherwise = node_of_keyword(nodes.Else)

    def implied_goto(self, parts: Parts) -> nodes.Goto:
        """Makes the Goto of a label after THEN or ELSE."""
        (label,) = parts
        target = nodes.LabelText(label.line, label.column, label_name(label))
        return nodes.Goto(label.line, label.column, target)

    def for_(self, parts: Parts) -> nodes.For:
        keyword, variable, start, _, stop, _, step = parts  # between them TO and STEP
        return nodes.For(keyword.line, keyword.column, variable, start, stop, step)

    next = node_of_keyword(nodes.Next)

    # ---- jumps

    nowhere = node_of_keyword(nodes.Nowhere)

    def on(self, parts: Parts) -> nodes.On:
        """Makes the On of ON … GOTO or ON … GOSUB."""
        keyword, selector, jump, *labels = parts
        names = tuple(label_name(label) for label in labels)
        return nodes.On(keyword.line, keyword.column, selector, jump.type == "GOSUB", names)

    # ---- definitions and calls

    def define_instruction(self, parts: Parts) -> nodes.Define:
        """Makes the Define of a DEF; the form with parentheses returns a value."""
        common, keyword, name, parameters, *rest = parts
        first = common or keyword
        outputs, *_ = rest or [None]  # only the form without parentheses has a place for OUT
        return nodes.Define(
            first.line,
            first.column,
            name.upper(),
            parameters or (),
            outputs or (),
            returns=not rest,
            common=common is not None,
        )

    define_function = define_instruction

    def parameters(self, parts: Parts) -> tuple[str, ...]:
        return tuple(name.upper() for name in parts)

    def instruction(self, parts: Parts) -> nodes.Instruction:
        name, arguments, outputs = parts
        made = nodes.Instruction(name.line, name.column, name.upper(), arguments or (), outputs)
        if made.name in SWITCHES and not switches_known_word(made):
            raise BasicSyntaxError(line=name.line, column=name.column)
        return made

    def numbered_switch(self, parts: Parts) -> nodes.Instruction:
        """Makes the Instruction of XON 3DS; `3DS`, which is no name, becomes a text."""
        (token,) = parts
        name, word = token.split()
        argument = nodes.String(token.line, token.column + len(token) - len(word), word)
        return nodes.Instruction(token.line, token.column, name.upper(), (argument,), None)

    def slots(self, parts: Parts) -> Arguments:
        """Returns the arguments of a call, None for one that is left out."""
        return tuple(parts)

    def slots_after_gap(self, parts: Parts) -> Arguments:
        """Returns arguments of which the first is left out, as in `LOCATE ,5`."""
        return (None, *parts)

    def option(self, parts: Parts) -> nodes.Option:
        """Makes the Option of OPTION; an unknown word after it is an error."""
        keyword, word = parts
        if word.upper() not in OPTIONS:
            raise BasicSyntaxError(line=word.line, column=word.column)
        return nodes.Option(keyword.line, keyword.column, word.upper())

    # ---- targets and expressions

    name = node_of_token(nodes.Name, str.upper)

    def index(self, parts: Parts) -> nodes.Index:
        target, *subscripts = parts
        return nodes.Index(target.line, target.column, target, tuple(subscripts))

    def binary(self, parts: Parts) -> nodes.Binary:
        left, operator, right = parts  # the place is where the whole expression begins
        return nodes.Binary(left.line, left.column, operator.upper(), left, right)

    def unary(self, parts: Parts) -> nodes.Unary:
        operator, operand = parts
        return nodes.Unary(operator.line, operator.column, operator.upper(), operand)

    def function(self, parts: Parts) -> nodes.Function:
        name, arguments = parts
        return nodes.Function(name.line, name.column, name.upper(), arguments or ())

    # ---- literals

    label_text = node_of_token(nodes.LabelText, label_name)
    number = node_of_token(nodes.Number, decimal_value)
    # of &H… and &B… the lowest 32 bits count, as a signed Integer
    hexadecimal = node_of_token(nodes.Number, lambda token: wrap(int(token[2:], 16)))
    binary_digits = node_of_token(nodes.Number, lambda token: wrap(int(token[2:], 2)))
    constant = node_of_token(nodes.Number, constant_value)
    string = node_of_token(nodes.String, string_value)
