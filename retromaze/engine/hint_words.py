"""Recognizes the mistakes that hints explain, and returns the words for their sentences (see `hints`)."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile
from math import inf
from typing import Any

from retromaze.builtins.form import Builtin, SystemVariable
from retromaze.builtins.reference import FORMS, all_words, docstring_help, form_and_sentence, parameters_of
from retromaze.engine.fault import Fault, HintWords, statements_of
from retromaze.engine.misspelt import label_names, suggested_words, tokens
from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    DuplicateLabel,
    ElseWithoutEndif,
    EndifWithoutIf,
    NestedDef,
    NextWithoutFor,
    ThenWithoutEndif,
    TypeMismatch,
    UndefinedFunction,
    UntilWithoutRepeat,
    WendWithoutWhile,
)
from retromaze.language import nodes
from retromaze.language.block_pairing import Extent, pair
from retromaze.language.lexer import Token, ascii_upper, keywords, text_cache
from retromaze.language.nodes import child_nodes, nodes_in
from retromaze.language.numbers import COLORS, CONSTANTS
from retromaze.language.parser import parse_leniently


def misspelt(fault: Fault) -> HintWords:
    """Returns the existing word that was probably meant by an unknown one, or False."""
    suggested = next(suggested_words(fault.error, fault.typed_text, fault.program, fault.other_words), "")
    return (suggested,) if suggested else False


# ---- tokens and nodes

# types of tokens
ENDS = frozenset({"_NEWLINE", "$END", "COLON"})
"""What ends a statement."""
VALUES = frozenset({"NUMBER", "HEXADECIMAL", "BINARY", "CONSTANT", "STRING", "NAME", "LABEL"})
"""What a value begins with, brackets and signs aside."""
CERTAIN_ENDS = VALUES - {"NAME", "LABEL"} | {"RPAR", "RSQB"}
"""What a value ends with, without names, which may be instructions."""
VALUE_ENDS = VALUES | {"RPAR", "RSQB", "TO", "STEP"}
"""What a value ends with, or a text without quotes, in which TO and STEP may be words."""
OPERATORS = frozenset(
    {
        *("_BECOMES", "EQUAL", "UNEQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL", "BANG"),
        *("OR_ELSE", "AND_THEN", "AND", "OR", "XOR", "NOT", "SHIFT_LEFT", "SHIFT_RIGHT"),
        *("PLUS", "MINUS", "TIMES", "DIVIDE", "DIV", "MOD"),
    }
)
SETTING = frozenset({"VAR", "DIM", "FOR", "READ", "INPUT", "LINPUT", "INC", "DEC", "SWAP", "OUT", "DEF"})
"""The words that give a value to the name behind them."""
BEFORE_NAMES = OPERATORS | {"VAR", "DIM", "FOR", "INC", "DEC", "READ", "SWAP", "DEF", "LPAR"}
"""What a name or a value must follow."""
LISTS_WITH_SEMICOLONS = frozenset({"PRINT", "QUESTION", "INPUT", "LINPUT"})
TESTS = frozenset({"IF", "ELSEIF", "WHILE", "UNTIL"})
JUMPS = frozenset({"_THEN", "ELSE", "GOTO", "GOSUB"})
TO_LABELS = frozenset({"GOTO", "GOSUB", "RESTORE"})
DECLARING = frozenset({"DIM", "VAR"})
BLOCKS: dict[type, tuple[str, str]] = {
    nodes.If: ("IF", "ENDIF"),
    nodes.For: ("FOR", "NEXT"),
    nodes.While: ("WHILE", "WEND"),
    nodes.Repeat: ("REPEAT", "UNTIL"),
    nodes.Define: ("DEF", "END"),
}
"""The words that begin and end the block of each statement."""
OPERANDS = frozenset({"condition", "number", "value", "variable=first", "@label"})
"""The operands that follow a reserved word directly in its forms."""

BLOCK_ERRORS = (NestedDef, EndifWithoutIf, NextWithoutFor, UntilWithoutRepeat, WendWithoutWhile)
"""The errors at words that may stand in a block that is still open."""
UNCLOSED_IF = (ThenWithoutEndif, ElseWithoutEndif)
ELSES = (nodes.Else, nodes.ElseIf)


def element_in_parentheses(fault: Fault) -> HintWords:
    """Returns the name of the array whose element is written A(1), or False."""
    if isinstance(fault.error, UndefinedFunction):
        # A(1) as a value is a call
        name = ascii_upper(fault.error.detail)
        return (name,) if name in fault.arrays else False
    # A(1)=5, with the error at the =
    is_element = fault.token_types[:2] == ["NAME", "LPAR"] and fault.token_types[-1] == "RPAR"
    name = ascii_upper(fault.first_word)
    # no array has the name of a word: LEN(A)=5 is another mistake
    return is_element and fault.has_tokens({"_BECOMES"}) and name not in all_words() and (name,)


CLOSING_QUOTE = re.compile(r'" *($|[;,:)+]|THEN\b|ELSE\b)', re.IGNORECASE)
"""A quote with what follows a text; a text that it begins would hardly begin so."""


def opening_quote_missing(fault: Fault) -> bool:
    """Whether the words at the place are a text that ends with a quote and begins without one."""
    # the lexer takes that quote for the first one of a text that ends with the line
    words = list(takewhile(is_word, fault.tokens[fault.token_index :]))
    quote = fault.tokens[fault.token_index + len(words)]
    if quote.type != "STRING" or fault.line.count('"') % 2 == 0 or fault.at_statement_start:
        return False
    if not words:
        return fault.token_type_at(-1) in VALUE_ENDS
    # PRINT and an operator may be followed by a text
    takes_text = words[-1].type in {*LISTS_WITH_SEMICOLONS, *OPERATORS, "DATA"} - {"BANG"}
    return not takes_text and CLOSING_QUOTE.match(quote) is not None


def is_word(token: Token) -> bool:
    """Whether a token may be a word, a number or a mark of a text."""
    return token.type in {"NAME", "NUMBER", "BANG"} or ascii_upper(token) in keywords()


def reserved_word(fault: Fault) -> HintWords:
    """Returns the word of the language that stands where a name or a value must be, or False."""
    if ascii_upper(fault.token) in keywords() and fault.token_type_at(-1) in BEFORE_NAMES:
        return (ascii_upper(fault.token),)
    # as in END=1, with the error at the =, or in OUT=1, with the error at the word
    at_word = fault.at_statement_start and fault.has_tokens(after={"_BECOMES"})
    is_assigned = at_word or (fault.has_tokens({"_BECOMES"}) and len(fault.statement_tokens) == 1)
    first_word = ascii_upper(fault.first_word)
    return is_assigned and first_word in keywords() and (first_word,)


def read_only(fault: Fault) -> HintWords:
    """Returns the system variable that is assigned to and cannot be written, or False."""
    word = all_words().get(ascii_upper(fault.token))
    is_read_only = isinstance(word, SystemVariable) and word.write is None
    return fault.has_tokens(after={"_BECOMES"}) and is_read_only and (ascii_upper(fault.token),)


def number_of_subscripts(fault: Fault) -> HintWords:
    """Returns the array, how its elements are written, and how one is written here, or False."""
    for each in fault.nodes_at_place:
        match each:
            case nodes.Index(target=nodes.Name(name=name), subscripts=subscripts) if name in fault.arrays:
                if fault.arrays[name] != len(subscripts):
                    right, wrong = (",".join("…" * count) for count in (fault.arrays[name], len(subscripts)))
                    return name, f"{name}[{right}]", f"{name}[{wrong}]"
    return False


def first_of_two(fault: Fault) -> HintWords:
    """Returns the label or DEF that is there twice, and the line of the first one, or False."""
    candidates: list[nodes.Label | nodes.Define]
    if isinstance(fault.error, DuplicateLabel):
        # other DEFs may have labels of the same name
        mark, candidates = "@", [each for each in fault.statements_of_def if isinstance(each, nodes.Label)]
    else:
        mark, candidates = "", [each for each in fault.statements if isinstance(each, nodes.Define)]
    for here in candidates:
        if (here.line, here.column) == fault.place:
            first = next(each for each in candidates if each.name == here.name)
            return first is not here and (mark + first.name, first.line)
    return False


def earlier_mention(fault: Fault) -> tuple[nodes.Declaration, nodes.Node] | None:
    """Returns the declaration at the place, and an earlier declaration of its name, or else its first use.

    A parameter is declared in the heading of its DEF. The result is None if the name is not mentioned before.
    """
    here = next((each for each in fault.nodes_at_place if isinstance(each, nodes.Declaration)), None)
    if here is None:
        return None
    declared, used = list[nodes.Node](), list[nodes.Node]()
    before = (each for each in fault.statements_of_def if (each.line, each.column) <= fault.place)
    for each in (each for statement in before for each in nodes_in(statement)):
        match each:
            case nodes.Declaration(name=here.name) if (each.line, each.column) < fault.place:
                declared.append(each)
            case nodes.Define() if here.name in (*each.parameters, *each.outputs):
                declared.append(each)
            case nodes.Name(name=here.name):
                used.append(each)
    return next(((here, each) for each in (*declared, *used)), None)


def declared_before(fault: Fault, *, arrays: bool) -> HintWords:
    """Returns the variable that is declared twice, and the line of its first declaration, or False.

    `arrays`: only if one of the two declarations is of an array; otherwise only if none is.
    """
    match earlier_mention(fault):
        case here, nodes.Declaration() | nodes.Define() as first:
            has_array = any(getattr(each, "sizes", None) for each in (here, first))
            return has_array is arrays and (here.name, first.line)
    return False


def used_before(fault: Fault) -> HintWords:
    """Returns the variable that is declared after its first use, and the line of that use, or False."""
    match earlier_mention(fault):
        case here, nodes.Name() as first:
            return here.name, first.line
    return False


def values_side_by_side(fault: Fault) -> HintWords:
    """Returns two tokens with a value on either side of a missing comma or operator, or False."""
    is_syntax = isinstance(fault.error, BasicSyntaxError)
    if is_syntax and fault.has_tokens(VALUES, before=VALUE_ENDS) and len(fault.statement_tokens) > 1:
        return fault.previous_token, fault.token
    # the second value has begun a statement, as statements need no colon between them; the place of a syntax
    # error is that value or behind it, the place of a wrong call the first value's statement
    for at, (before, word) in enumerate(pairwise(fault.tokens), 1):
        if word.column > fault.error.column and (is_syntax or word.type in {*ENDS, "_THEN", "ELSE"}):
            break
        is_behind_value = fault.first_word.column < word.column and before.type in CERTAIN_ENDS
        if is_behind_value and word.type == "NAME" and is_value_only(fault, at):
            return before, word
    return False


def is_value_only(fault: Fault, at: int) -> bool:
    """Whether the name at an index of the line's tokens is a function or element: it begins no statement."""
    types = [each.type for each in fault.tokens]
    if types[at + 1] == "LPAR":
        builtin = all_words().get(ascii_upper(fault.tokens[at]))
        is_instruction = isinstance(builtin, Builtin) and any(not each.result for each in builtin.forms)
        return fault.is_function(fault.tokens[at]) and not is_instruction and "OUT" not in types
    subscripts = types[at + 1 : fault.token_index]
    is_element = subscripts[:1] == ["LSQB"] and subscripts[-1] == "RSQB" and subscripts.count("RSQB") == 1
    return is_element and fault.token.type in ENDS


def needs_comma(fault: Fault) -> bool:
    """Whether a semicolon at the place stands between two arguments, where no statement can begin."""
    begins, word, behind = fault.first_word.type, fault.token_type_at(1), fault.token_type_at(2)
    is_among_arguments = fault.open_bracket != "" or (
        begins in {"NAME", "READ", "DATA"}
        and len(fault.statement_tokens) > 1
        and "_BECOMES" not in fault.token_types
    )
    if fault.token.type != "SEMICOLON" or begins in LISTS_WITH_SEMICOLONS or not is_among_arguments:
        return False
    if word == "NAME":
        name = ascii_upper(fault.tokens[fault.token_index + 1])
        is_statement = name in all_words() or name in fault.def_headings
        # what may follow an argument; A=… after the semicolon is a statement
        return not is_statement and behind in {*ENDS, *OPERATORS, "COMMA", "RPAR", "RSQB"} - {"_BECOMES"}
    return word in {*VALUES, "LPAR", "MINUS"} - {"LABEL"}  # a label may begin a statement


def label_without_sign(fault: Fault) -> HintWords:
    """Returns the word before a label that is written without its @, and the label's name, or False."""
    name = ascii_upper(fault.token)
    return (
        fault.has_tokens({"NAME"}, before={"_THEN", "ELSE"}, after={*ENDS, "ELSE"})
        and f"@{name}" in map(ascii_upper, label_names(fault.program))
        and (f"{fault.previous_token} ", name)
    )


def has_return(fault: Fault, *, value: bool) -> bool:
    """Whether a RETURN is at the place, with a `value` or without one."""
    returns = (each for each in fault.nodes_at_place if isinstance(each, nodes.Return))
    return any((each.value is not None) is value for each in returns)


def shape_of_function(define: nodes.Define) -> str:
    """Returns the name of a DEF with its parameters in parentheses: `F(A,B)`."""
    return f"{define.name}({','.join(define.parameters)})"


def block_beginning_at(fault: Fault, place: tuple[int, int]) -> HintWords:
    """Returns the first word, the line and the last word of the block that begins there, or False."""
    line, column = place
    for each in parse_leniently(fault.typed_text.split("\n")[line - 1]):
        if each.column == column and type(each) in BLOCKS:
            word, end = BLOCKS[type(each)]
            return word, line, end
    return False


def endless_block(fault: Fault) -> HintWords:
    """Returns the first word, the line and the missing last word of a block that never ends, or False."""
    # the error's own place is the end of the program
    return fault.error.begin is not None and block_beginning_at(fault, fault.error.begin)


def endless_def(fault: Fault) -> HintWords:
    """Returns the words of `endless_block` for a DEF, which has a sentence of its own; False for others."""
    match endless_block(fault):
        case ("DEF", _, _) as words:
            return words
    return False


def statements_before(fault: Fault) -> list[nodes.AnyStatement]:
    """Returns the statements of the typed text before the place."""
    place = (fault.line_number, fault.error.column)
    return [each for each in statements_of(fault.typed_text) if (each.line, each.column) < place]


@text_cache(1)
def closed_blocks(text: str) -> list[Extent]:
    """Returns the blocks of a text that a word closes; cached, because several hints need them."""
    statements = statements_of(text)
    return pair(statements, [0] * len(statements), errors=[]).extents


def open_block(fault: Fault) -> tuple[int, int] | None:
    """Returns the (line, column) of a block that never ends, or is still open at a DEF or a closing word.

    The result is None if there is none, or if the word stands in the line of an IF, which needs no ENDIF.
    """
    is_at_word = isinstance(fault.error, BLOCK_ERRORS) or is_statement_at_place(fault, nodes.Define, *ELSES)
    if fault.error.begin or not is_at_word:
        return fault.error.begin  # the place of a block that never ends, else None
    before, errors = statements_before(fault), block_errors_before(fault)
    # the innermost block that is open at the end is the first error, unless there is an error before
    first = next(iter(errors), None)
    if first is None or first.begin is None or first.line != before[-1].line:
        return None
    begin_line, _ = first.begin
    return None if isinstance(first, UNCLOSED_IF) and begin_line == fault.line_number else first.begin


def block_errors_before(fault: Fault) -> list[BasicError]:
    """Returns the errors of blocks before the place, at last those of blocks open there, inner ones first."""
    before, errors = statements_before(fault), list[BasicError]()
    pair(before, [0] * len(before), errors=errors)
    return errors


def is_statement_at_place(fault: Fault, *statements: type[nodes.Node]) -> bool:
    """Whether a statement of one of these classes, Define or those in ELSES, begins at the place."""
    # the word is looked at first, because a long line takes long to parse; COMMON has six letters
    begins = ascii_upper(fault.rest_of_line[:6]).startswith(("DEF", "COMMON", "ELSE"))
    return begins and any(isinstance(each, statements) for each in fault.nodes_at_place)


def block_open_at_word(fault: Fault) -> HintWords:
    """Returns the first word, the line and the last word of the block that is open at a word, or False.

    The fourth one is that word: DEF, or one that ends a block around the open one.
    """
    begin = None if fault.error.begin else open_block(fault)
    if begin is None or not closes_a_block(fault):
        return False
    match block_beginning_at(fault, begin):
        case tuple() as words:
            return *words, "DEF" if is_statement_at_place(fault, nodes.Define) else ascii_upper(fault.token)
    return False


def closes_a_block(fault: Fault) -> bool:
    """Whether the word at the place, NEXT say, has a block to close, or ELSE an IF; always true for DEF."""
    if is_statement_at_place(fault, nodes.Define):
        return True
    if is_statement_at_place(fault, *ELSES):
        # the innermost IF around the open block, which may have no ELSE yet
        ifs = (each for each in block_errors_before(fault)[1:] if isinstance(each, UNCLOSED_IF))
        return isinstance(next(ifs, None), ThenWithoutEndif)
    place = (fault.line_number, fault.error.column)
    return any((each.end.line, each.end.column) == place for each in closed_blocks(fault.typed_text))


def else_if(fault: Fault) -> HintWords:
    """Returns the line of the ELSE IF that leaves the IF before it open, or False."""
    begin = open_block(fault)
    if begin is None or block_beginning_at(fault, begin) != ("IF", begin[0], "ENDIF"):
        return False
    # the place of a block that never ends is the end of the program
    statements = statements_of(fault.typed_text) if fault.error.begin else statements_before(fault)
    written = [each for each in statements if not isinstance(each, nodes.Empty)]
    inside = [
        each for each in closed_blocks(fault.typed_text) if (each.begin.line, each.begin.column) > begin
    ]
    lines = [0, *(each.line for each in written), 0]  # `lines[at]` is the line of `word` below
    for at, (word, following) in enumerate(pairwise(written), 1):
        if isinstance(word, nodes.Else) and isinstance(following, nodes.If) and (word.line, 0) > begin:
            # in a line of their own; IF A THEN B ELSE IF C THEN D ends with its line
            are_alone = lines[at - 1] < word.line == following.line != lines[at + 2]
            if are_alone and not any(each.begin.line < word.line < each.end.line for each in inside):
                return (word.line,)
    return False


def has_tokens_in_a_row(fault: Fault, *kinds: str) -> bool:
    """Whether the program has tokens of these types, one after the other."""
    types = [each.type for each in tokens(fault.program)]
    # `zip` makes tuples of as many neighbouring types as there are `kinds`
    return kinds in zip(*(types[at:] for at in range(len(kinds))), strict=False)


def undeclared_array(fault: Fault) -> HintWords:
    """Returns the name that is used with subscripts and has no DIM, or False."""
    for each in fault.nodes_at_place:
        match each:
            case nodes.Index(target=nodes.Name(name=name)):
                # parameters may be arrays, and characters of a string have subscripts, too
                known = {*fault.arrays, *fault.untyped_names}
                return False if name.endswith("$") or name in known else (name,)
    return False


def array_of_other_kind(fault: Fault) -> HintWords:
    """Returns the array that is called as the undeclared one at the place but for %, # or $, or False."""
    match undeclared_array(fault):
        case (str(name),):
            arrays = [each for each in fault.arrays if each.rstrip("$%#") == name.rstrip("%#")]
            # the value that the element gets must fit the array; the kind of an unknown value is ""
            values = [each.value for each in fault.nodes_at_place if isinstance(each, nodes.Assign)]
            kinds = {"text" if each.endswith("$") else "number" for each in arrays}
            fits = len(arrays) == 1 and {*map(fault.value_kind, values)} <= {"", *kinds}
            return fits and (arrays[0],)
    return False


def text_variable_meant(fault: Fault) -> HintWords:
    """Returns the text variable whose $ is missing at a name that the listing never sets, or False."""
    for each in (text for one in fault.nodes_at_place for text in operands_for_texts(fault, one)):
        if not isinstance(each, nodes.Name) or each.name.endswith("$"):
            continue
        if each.name not in fault.untyped_names and not may_be_set(fault, each.name):
            with_sign = each.name.rstrip("%#") + "$"
            return with_sign not in fault.arrays and may_be_set(fault, with_sign) and (with_sign,)
    return False


def operands_for_texts(fault: Fault, node: nodes.Node) -> list[nodes.Expression | None]:
    """Returns the operands of an operator with a text, or the argument that a word refused as no text."""
    match node:
        case nodes.Binary(operator=operator, left=left, right=right) if operator != "*":  # "A"*3 is right
            return [left, right] if "text" in {fault.value_kind(left), fault.value_kind(right)} else []
        case (
            nodes.Function(name=name, arguments=arguments) | nodes.Instruction(name=name, arguments=arguments)
        ) if name == fault.error.builtin and fault.error.argument:
            word, index = all_words().get(name), fault.error.argument - 1
            accepted = [each for each in getattr(word, "forms", ()) if each.takes(len(arguments))]
            # LEN, which refuses numbers, takes a "value"
            takes_text = any(each.parameter_at(index).kind in {"str", "value"} for each in accepted)
            return [arguments[index]] if takes_text else []
    return []


def may_be_set(fault: Fault, name: str) -> bool:
    """Whether a name stands anywhere in the program where it may get a value."""
    types = ["", *(each.type for each in tokens(fault.program)), ""]
    neighbors = zip(types, tokens(fault.program), types[2:], strict=False)
    # a list of variables, as that of READ, has commas
    return any(
        ascii_upper(each) == name
        and (before in {*SETTING, "COMMA", "SEMICOLON"} or behind in {"_BECOMES", "LSQB"})
        for before, each, behind in neighbors
    )


def whole_array(fault: Fault) -> HintWords:
    """Returns the array to which a single value is assigned, or False."""
    for each in fault.nodes_at_place:
        match each:
            case nodes.Assign(target=nodes.Name(name=name), value=value) if name in fault.arrays:
                # a value of unknown kind may be an array
                return (name,) if fault.value_kind(value) else False
    return False


def array_as_value(fault: Fault) -> HintWords:
    """Returns the array that stands where a single value must, and its first element, or False."""
    # the names before a = and before subscripts, which have the same place as the whole
    targets = set[nodes.Node]()
    for each in fault.nodes_at_place:
        if isinstance(each, nodes.Assign | nodes.Index):
            targets.add(each.target)
        operands = child_nodes(each) if isinstance(each, nodes.Binary | nodes.Unary) else [each]
        for one in operands:
            if isinstance(one, nodes.Name) and one.name in fault.arrays and one not in targets:
                return one.name, f"{one.name}[{','.join('0' * fault.arrays[one.name])}]"
    return False


def data_kind_differs(fault: Fault) -> bool:
    """Whether a READ failed because a value in DATA, a text or number, is of another kind than its variable.

    The error is the same for a variable that cannot be read at all, such as an array: then it is False.
    """

    def is_readable(target: nodes.Node) -> bool:
        array = target.target if isinstance(target, nodes.Index) else None
        is_declared = not isinstance(array, nodes.Name) or array.name in fault.arrays
        return is_declared and fault.value_kind(target) != ""

    reads = (each for each in fault.nodes_at_place if isinstance(each, nodes.Read))
    return any(all(map(is_readable, each.targets)) for each in reads)


def refused_data(fault: Fault) -> HintWords:
    """Returns the item of DATA that a READ refused, as it is written, and its line, or False."""
    if not (fault.error.values and data_kind_differs(fault)):
        return False
    ((value, index),) = fault.error.values
    kind = "text" if isinstance(value, str) else "number"
    targets = [
        target for each in fault.nodes_at_place if isinstance(each, nodes.Read) for target in each.targets
    ]
    lines = [each.line for each in fault.statements if isinstance(each, nodes.Data) for _ in each.items]
    if index < len(lines) and any(fault.value_kind(each) != kind for each in targets):
        return f'"{value}"' if kind == "text" else f"{value:.10g}", lines[index]
    return False


def mixed_kinds(fault: Fault) -> HintWords:
    """Returns the operator between a text and a number, or False."""
    for each in fault.nodes_at_place:
        match each:
            # "A"*3 repeats a text
            case nodes.Binary(operator=operator, left=left, right=right) if operator != "*":
                if {fault.value_kind(left), fault.value_kind(right)} == {"text", "number"}:
                    return (operator,)
    return False


def kinds_differ_in_assignment(fault: Fault, name_kind: str) -> HintWords:
    """Returns the name of that kind, "text" or "number", that gets a value of the other kind, or False."""
    for each in fault.nodes_of_line:
        match each:
            # the error's place is the value
            case nodes.Assign(
                target=nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)) as target,
                value=nodes.Node(column=fault.error.column) as value,
            ):
                kind_of_name, kind_of_value = fault.value_kind(target), fault.value_kind(value)
                if {kind_of_name, kind_of_value} == {"text", "number"}:
                    return kind_of_name == name_kind and (name,)
    return False


def unfit_result(fault: Fault) -> HintWords:
    """Returns the function whose result the variable before = cannot hold, that, and the function's forms."""
    # an error of the function itself names it
    if fault.error.builtin:
        return False
    for each in fault.nodes_of_line:
        match each:
            # the error's place is the function
            case nodes.Assign(
                target=nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)) as target,
                value=nodes.Function(name=word, column=fault.error.column),
            ) if word not in fault.def_headings and fault.value_kind(target) and forms_of(word):
                return word, name, forms_of(word)
    return False


def argument_of_wrong_kind(fault: Fault, *kinds: str) -> HintWords:
    """Returns the word that wants an argument of one of these `kinds`, its number, and the word's forms."""
    parameter, error = fault.refused_parameter, fault.error
    fits = parameter is not None and parameter.kind in kinds
    return fits and (error.builtin, error.argument, forms_of(error.builtin))


def called_def(fault: Fault) -> HintWords:
    """Returns the DEF that is called, and its heading in the listing, or False."""
    for each in fault.nodes_at_place:
        if isinstance(each, nodes.Function | nodes.Instruction) and each.name in fault.def_headings:
            define = fault.def_headings[each.name]
            # the heading ends at a colon or a comment
            heading = fault.program.split("\n")[define.line - 1][define.column - 1 :]
            return each.name, heading.partition(":")[0].partition("'")[0].strip()
    return False


def forms_of(name: str) -> str:
    """Returns the forms of a word, joined by ` · `: `LEFT$(text,count)`; "" for an unknown word."""
    word = all_words().get(name)
    # a help text begins with a line for each form; FORMS has the help texts of reserved words
    lines = (docstring_help(word.doc) if word else FORMS.get(name, "")).split("\n\n")[0].split("\n")
    operands = parameters_of(word) if word else OPERANDS
    all_forms = (form_and_sentence(each, name, operands)[0] for each in lines)
    return " · ".join(each for each in all_forms if each.startswith(name))


def without_result(fault: Fault) -> HintWords:
    """Returns the DEF that ends without a result, and the names of its OUT variables, or False."""
    # a function ends in TypeMismatch, an OUT variable without a value in UninitializedVariable
    is_function = isinstance(fault.error, TypeMismatch)
    # the place of these errors is the heading
    defines = [each for each in fault.nodes_at_place if isinstance(each, nodes.Define)]
    found = (each for each in defines if each.returns is is_function)
    return next(((each.name, ",".join(each.outputs)) for each in found), False)


def correct_forms(fault: Fault, *, without_operands: bool = False) -> HintWords:
    """Returns the word that is used in none of its forms, and the forms, or False.

    `without_operands`: only for a word that has no other form than the word alone; else for all others.
    """
    is_syntax = isinstance(fault.error, BasicSyntaxError)
    name = ascii_upper(fault.first_word) if is_syntax else fault.error.builtin
    forms = forms_of("PRINT" if name == "?" else name)
    # an error with a detail says already what is wrong
    fits = forms and (forms == name) is without_operands and not fault.error.detail
    return (name, forms) if fits else False


# ---- values


def element_missing(fault: Fault) -> HintWords:
    """Returns the array, the subscripts that it does not have, and its first and last ones, or False."""
    if not fault.error.values:
        return False
    ((name, subscripts, sizes),) = fault.error.values
    first, last = [0] * len(sizes), [size - 1 for size in sizes]
    shown = [",".join(map(str, each)) for each in (subscripts, first, last)]
    # an array with a size of 0 has no elements to name
    return all(sizes) and (name, *shown)


def nothing_left(fault: Fault) -> HintWords:
    """Returns the empty array or text from which POP or SHIFT takes an element, and that word, or False."""
    # these words raise the error only for empty ones
    for each in fault.nodes_at_place:
        match each:
            case nodes.Function(name="POP" | "SHIFT" as word, arguments=(nodes.Name(name=name),)):
                return name, word
    return False


def refused_number(fault: Fault, *, low: bool, high: bool) -> HintWords:
    """Returns the word, its parameter, the refused number, and the ends of the parameter's range, or False.

    `low` and `high` say which ends the range must have, because the sentence names them.
    """
    parameter, error = fault.refused_parameter, fault.error
    # an error of the machine itself may have its own `valid` range
    valid_range: Any = getattr(error, "valid", None) or (parameter and parameter.range)
    if parameter is None or valid_range is None or not error.values:
        return False
    (value,) = error.values
    least, most = valid_range[:2]  # without what a Range refuses between its ends
    has_these_ends = (least > -inf, most < inf) == (low, high)
    if not has_these_ends or least <= value <= most:
        return False
    return error.builtin, parameter.name, f"{value:.10g}", least, most


def unknown_color(fault: Fault) -> HintWords:
    """Returns the unknown constant that stands where a color must, and the constants for colors, or False."""
    word = all_words().get(ascii_upper(fault.first_word))
    if fault.token.type != "CONSTANT" or fault.open_bracket or not isinstance(word, Builtin):
        return False
    argument = fault.token_types.count("COMMA")
    names = {at.name for at in (form.parameter_at(argument) for form in word.forms) if at}
    # commas may be those of a call in parentheses: then it is not certain which argument this is
    if ascii_upper(fault.token[1:]) in CONSTANTS or (argument and "LPAR" in fault.token_types):
        return False
    colors = COLORS if names == {"color"} else [f"T{each}" for each in COLORS if f"T{each}" in CONSTANTS]
    known = names in ({"color"}, {"foreground"}, {"background"})
    return known and (fault.token, " ".join(f"#{each}" for each in colors))


def text_color(fault: Fault) -> HintWords:
    """Returns the color of pictures that COLOR was given, and the text color of the same name, or False.

    The constants of pictures, #RED, are other numbers than those of texts, #TRED.
    """
    color = fault.token
    # the place is the color, or the word COLOR before it
    if color.type != "CONSTANT":
        color = fault.tokens[min(fault.token_index + 1, len(fault.tokens) - 1)]
    text_color_name = f"T{ascii_upper(color[1:])}"
    if fault.call_at_place("COLOR") and color.type == "CONSTANT" and text_color_name in CONSTANTS:
        return color, f"#{text_color_name}"
    return False


def labels_of_main(fault: Fault) -> set[str]:
    """Returns the labels of the main program, `@NAME`."""
    return labels_of(fault, None)


def labels_of(fault: Fault, define: nodes.Define | None) -> set[str]:
    """Returns the labels of a DEF, or with None of the main program, `@NAME`."""
    inside = (each for each, other in fault.statements_and_defs if other == define)
    return {f"@{each.name}" for each in inside if isinstance(each, nodes.Label)}
