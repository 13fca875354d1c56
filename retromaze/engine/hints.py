"""Hints at errors: one sentence below the machine's own message that says what to write instead.

Each rule has one sentence; its function recognizes a *fault* by the tokens, nodes and values at the place of
the error, and returns the words for the `{}` of the sentence. The first rule that fits is used.

Sentences are English templates, which are translated where they are shown. Hints are searched only when an
error is shown. There is no rule for a case in which its sentence could be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import pairwise, takewhile
from math import inf
from typing import Any, NamedTuple
from unicodedata import normalize

from retromaze.builtins.form import Builtin, SystemVariable
from retromaze.builtins.reference import FORMS, all_words, docstring_help, form_and_sentence, parameters_of
from retromaze.compiler.statements import DIRECT_WORDS
from retromaze.engine.fault import BRACKETS, Fault, statements_of
from retromaze.engine.misspelt import assigned_names, label_names, suggested_words, tokens
from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    DivideByZero,
    DuplicateFunction,
    DuplicateLabel,
    DuplicateVariable,
    ElseWithoutEndif,
    EndifWithoutIf,
    ForWithoutNext,
    IllegalFunctionCall,
    IllegalSymbolString,
    NestedDef,
    NextWithoutFor,
    NotSimulated,
    OutOfData,
    OutOfRange,
    Overflow,
    ReturnWithoutGosub,
    SubscriptOutOfRange,
    ThenWithoutEndif,
    TypeMismatch,
    UndefinedFunction,
    UndefinedLabel,
    UndefinedVariable,
    UninitializedVariable,
    UntilWithoutRepeat,
    WendWithoutWhile,
)
from retromaze.language import nodes
from retromaze.language.block_pairing import Extent, pair
from retromaze.language.lexer import LABEL_CHARACTERS, Token, ascii_upper, keywords, text_cache
from retromaze.language.nodes import child_nodes, nodes_in
from retromaze.language.numbers import COLORS, CONSTANTS
from retromaze.language.parser import parse_leniently

HintWords = tuple[object, ...] | bool
"""The words for the `{}` of a sentence; True for a sentence without `{}`; False if the rule does not fit."""


class Hint(NamedTuple):
    """A sentence, and the words for its `{}`; the column of the mistake if it is not the error's, else 0."""

    sentence: str
    words: tuple[object, ...] = ()
    column: int = 0


class Rule(NamedTuple):
    """A sentence, a function that returns its words, and the errors that it may explain.

    The mistake is at the token `words[at_word]`; None if it is at the error's place.
    """

    sentence: str
    words: Callable[[Fault], HintWords]
    errors: type[BasicError] | tuple[type[BasicError], ...] = BasicSyntaxError
    at_word: int | None = None


def hint(error: BasicError, typed: str, program: str, others: Collection[str]) -> Hint | None:
    """Returns the hint at an error, None if no rule fits.

    `typed` is the text with the error, a listing or a line at the prompt. `program` is the listing whose DEFs
    and labels count, `others` are further words that exist, such as the commands of DIRECT mode.
    """
    # its own message says already what is not simulated
    if isinstance(error, NotSimulated):
        return None
    fault = Fault(error, typed, program, others)
    for each in RULES:
        if isinstance(error, each.errors):
            found = each.words(fault)
            if found is not False:
                words = () if found is True else found
                token = None if each.at_word is None else words[each.at_word]
                return Hint(each.sentence, words, token.column if isinstance(token, Token) else 0)
    return None


# ---- what other languages write


def word_pairs(text: str) -> dict[str, str]:
    """Returns the words of a text as a dictionary: the first one maps to the second one, and so on."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


FOREIGN_OPERATORS = word_pairs(
    """
    === ==  <> !=  => >=  =< <=  := =  ** POW(A,B)  ^ POW(A,B)  *= A=A*B  /= A=A/B
    % MOD  \\ DIV  ¥ DIV  | OR  ~ NOT  ≠ !=  ≦ <=  ≤ <=  ≧ >=  ≥ >=  × *  ÷ /  − -  、 ,
    """
)
FOREIGN_OPERATORS |= {"++": "INC A", "+=": "INC A,1", "-=": "DEC A,1"}
"""Operators and marks of other languages and keyboards, and how SmileBASIC writes them, the longer first."""
BLOCK_ENDS = word_pairs("IF ENDIF  WHILE WEND  FOR NEXT  REPEAT UNTIL  DEF END  SUB END  FUNCTION END")
"""The words of SmileBASIC for END IF, END WHILE, ENDFOR and so on."""
FOREIGN = {
    **dict.fromkeys(("DO", "LOOP"), "WHILE A<9 … WEND, WHILE 1 … WEND"),
    **dict.fromkeys(("SLEEP", "PAUSE", "DELAY"), "WAIT 60 (60 = 1 s)"),
    **dict.fromkeys(("SUB", "PROCEDURE", "FUNCTION"), "DEF … END"),
    **dict.fromkeys(("SELECT", "SWITCH", "CASE", "ENDSELECT"), "IF A==1 THEN … ELSEIF A==2 THEN … ENDIF"),
    "AS": "A% (INTEGER), A# (REAL), A$ (TEXT)",
    "USING": 'FORMAT$("%5D",A)',
    "LINE": "GLINE 0,0,10,10",
    "PSET": "GPSET X,Y",
    "PLOT": "GPSET X,Y",
    "CIRCLE": "GCIRCLE X,Y,R",
    "PAINT": "GPAINT X,Y",
    "POINT": "GSPOIT(X,Y)",
    "PLAY": 'BGMPLAY "CDE"',
    **dict.fromkeys(("ELIF", "ELSIF"), "IF … THEN … ELSEIF … THEN … ENDIF"),
    "IN": "FOR I=0 TO 9",
    **word_pairs(
        """
        LET A=1  CONST VAR  LOCAL VAR  GLOBAL VAR  EXIT BREAK  BY STEP
        SOUND BEEP  SCREEN XSCREEN
        """
    ),
    **{f"END{word}": ours for word, ours in BLOCK_ENDS.items() if f"END{word}" != ours},
}
"""HintWords of other languages, and what SmileBASIC has instead."""
FOREIGN_FUNCTIONS = {
    "STRING$": '"A"*3',
    "SPACE$": '" "*3',
    "RANGE": "FOR I=0 TO 9",
    **dict.fromkeys(
        ["UCASE$", "UCASE", "UPPER$", "UPPER", "TOUPPER", "LCASE$", "LCASE", "LOWER$", "LOWER", "TOLOWER"],
        "MID$, ASC, CHR$",
    ),
    **dict.fromkeys(["TRIM$", "TRIM", "LTRIM$", "LTRIM", "RTRIM$", "RTRIM"], "MID$, LEN"),
    **word_pairs(
        """
        TAB LOCATE  STR STR$  INT FLOOR  FIX FLOOR  CINT ROUND  CEILING CEIL  SQRT SQR  RAND RND  RANDOM RND
        ATN ATAN  LN LOG  LOG10 LOG(X,10)  ORD ASC  CHR CHR$  HEX HEX$  LENGTH LEN  UBOUND LEN(A)-1
        SUBSTR$ MID$  SUBSTR MID$  TIMER MAINCNT
        """
    ),
}
"""The same for words that may be variables here, and are foreign only with parentheses."""
QUOTES = tuple("“”„‟「」『』‘’«»＂")
FULL_WIDTH = re.compile("[\uff01-\uff5e]+")
NOT_ASCII = re.compile(r"[^\x00-\x7f\u3000]+")
CLOSING_QUOTE = re.compile(r'" *($|[;,:)+]|THEN\b|ELSE\b)', re.IGNORECASE)
"""A quote with what follows a text; a text that it begins would hardly begin so."""
HEXADECIMAL = re.compile(r"(?:0[xX]|\$)([0-9A-Fa-f]+)\b")


def foreign_operator(fault: Fault) -> HintWords:
    """Returns the foreign operator, mark or number at the place and how SmileBASIC writes it, or False."""
    place = fault.error.column - 1
    for foreign, ours in FOREIGN_OPERATORS.items():
        # the error may be at any character of the operator
        if fault.line.find(foreign, max(place - len(foreign) + 1, 0), place + len(foreign)) >= 0:
            return foreign, ours
    for number in HEXADECIMAL.finditer(fault.line):
        if number.start() <= place < number.end():
            return number[0], "&H" + number[1]
    if fault.rest_of_line.startswith("&"):
        # in other languages & joins texts, or is a logical AND
        return "&", "+" if fault.previous_token.endswith(("$", '"')) else "AND"
    # END IF and the like; the error may be at IF or at the token after it
    for type_before, token in (
        (fault.token_type_at(-1), fault.token),
        (fault.token_type_at(-2), fault.previous_token),
    ):
        if type_before == "END" and ascii_upper(token) in BLOCK_ENDS:
            return f"END {ascii_upper(token)}", BLOCK_ENDS[ascii_upper(token)]
    return False


def foreign_word(fault: Fault) -> HintWords:
    """Returns a word of other languages near the place and what SmileBASIC has for it, or False.

    A name that the listing gives a value is a variable of its own, and EXIT a word of the prompt.
    """
    is_call = isinstance(fault.error, UndefinedFunction)
    near = [fault.token] if is_call else [fault.first_word, fault.token, fault.previous_token]
    for each in near:
        # the detail of UndefinedFunction is the name that was called
        name = ascii_upper(fault.error.detail if is_call else each)
        # the last token, the end of the line, is no function: it follows itself here
        following = fault.tokens[min(fault.tokens.index(each) + 1, len(fault.tokens) - 1)]
        is_function = following.type == "LPAR"
        ours = FOREIGN.get(name) or (FOREIGN_FUNCTIONS.get(name) if is_function else None)
        if name == "LET":
            # the assignment as it is written, without LET
            behind = fault.tokens[fault.tokens.index(each) + 1 :]
            for last in takewhile(lambda token: token.type not in ENDS, behind):
                ours = fault.line[following.column - 1 : last.column - 1 + len(last)]
        if ours and name not in {*assigned_names(tokens(fault.program)), *fault.other_words}:
            return name, ours
    return False


def full_width_characters(fault: Fault) -> HintWords:
    """Returns the full-width characters at the place, such as ＰＲＩＮＴ, and the same in ASCII, or False."""
    found = FULL_WIDTH.match(fault.rest_of_line)
    return (found[0], normalize("NFKC", found[0])) if found else False


def strange_characters(fault: Fault) -> HintWords:
    """Returns the characters at the place that no name may have, such as É, or the dot in A.B, or False."""
    if fault.rest_of_line.startswith(".") and fault.token_type_at(-1) == "NAME":
        return (".",)
    found = NOT_ASCII.match(fault.rest_of_line)
    return (found[0],) if found else False


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


RULES: tuple[Rule, ...] = (
    # ---- characters
    Rule(
        "a full-width space stands here; write a plain one",
        lambda fault: fault.rest_of_line.startswith("\u3000"),
    ),
    Rule('a text stands between straight quotes: "…"', lambda fault: fault.rest_of_line.startswith(QUOTES)),
    Rule("{0} is written in full-width characters; write {1}", full_width_characters),
    Rule(
        'a text holds no quote; CHR$(34) is one: "SAY "+CHR$(34)+"HI"',
        lambda fault: fault.rest_of_line.startswith("\\") and '\\"' in fault.line,
    ),
    Rule(
        "a comment begins with '",
        lambda fault: (
            (fault.at_statement_start and fault.line.lstrip().startswith(("#", "//", "/*", "`", "--", ";")))
            or fault.rest_of_line.startswith("# ")
            or (fault.line_before.endswith("/") and fault.rest_of_line.startswith("*"))
        ),
    ),
    Rule(
        "// is written DIV; a comment begins with '",
        lambda fault: fault.line_before.endswith("/") and fault.rest_of_line.startswith("/"),
    ),
    Rule("{0} is written {1} here", foreign_operator),
    Rule(
        "= stores a value: {0}=…; == compares",
        lambda fault: fault.token_types == ["NAME"] and fault.token.type == "EQUAL" and (fault.first_word,),
    ),
    Rule(
        "{0} does not belong here: names have letters A to Z, digits and _; other characters stand in texts",
        strange_characters,
    ),
    # ---- words of other languages
    Rule(
        "a label begins with @: {0}@{1}",
        lambda fault: (
            [each.type for each in fault.tokens] == ["NAME", "COLON", "$END"] and ("", fault.first_word)
        ),
    ),
    Rule(
        "{0} takes no {1} behind it: leave it out",
        lambda fault: (
            fault.has_tokens(first={"FOR", "WHILE"})
            and ascii_upper(fault.token) == "DO"
            and (fault.first_word, "DO")
        ),
    ),
    Rule("SmileBASIC has no {0}; use {1}", foreign_word, (BasicSyntaxError, UndefinedFunction)),
    Rule(
        "a listing has no line numbers; jumps go to labels: @NAME in a line of its own, GOTO @NAME",
        lambda fault: fault.token_index == 0 and fault.token.type == "NUMBER",
    ),
    Rule(
        "jumps go to labels, not to line numbers: {0} @NAME, and @NAME stands in a line of its own",
        lambda fault: fault.has_tokens({"NUMBER"}, before=JUMPS) and (ascii_upper(fault.previous_token),),
    ),
    Rule(
        "jumps go to labels, not to line numbers: {0} @NAME, and @NAME stands in a line of its own",
        lambda fault: fault.has_tokens(TO_LABELS, after={"NUMBER"}) and (fault.token,),
        TypeMismatch,
    ),
    Rule(
        "a label begins with @: {0}@{1}",
        lambda fault: (
            fault.has_tokens(TO_LABELS, after={"NAME"})
            and fault.token_type_at(2) in {*ENDS, "ELSE"}
            and (f"{fault.token} ", fault.tokens[fault.token_index + 1])
        ),
        TypeMismatch,
    ),
    Rule(
        "an element of an array is written {0}[…]",
        element_in_parentheses,
        (BasicSyntaxError, UndefinedFunction),
    ),
    Rule("a label begins with @: {0}@{1}", label_without_sign),
    Rule("did you mean {0}?", misspelt, BasicError),
    Rule("did you mean {0}?", array_of_other_kind, TypeMismatch),
    Rule("did you mean {0}?", text_variable_meant, TypeMismatch),
    # ---- conditions, brackets, quotes
    Rule(
        "blocks stand between words: IF … THEN … ENDIF, WHILE … WEND, FOR … NEXT, DEF … END",
        lambda fault: fault.token in {"{", "}"},
    ),
    Rule(
        "= stores a value; to compare, write ==",
        lambda fault: fault.has_tokens({"_BECOMES"}, first=TESTS) and len(fault.statement_tokens) > 1,
    ),
    Rule(
        '\' begins a comment; a text stands between quotes: "…"',
        lambda fault: (
            fault.has_tokens(ENDS) and fault.line[len(fault.line_before) :].lstrip().startswith("'")
        ),
    ),
    Rule(
        "THEN stands here, not a colon: {0} A==1 THEN … ENDIF",
        lambda fault: (
            fault.has_tokens({"COLON"}, first={"IF", "ELSEIF"}) and (ascii_upper(fault.first_word),)
        ),
    ),
    Rule(
        "a quote is missing where the text begins",
        opening_quote_missing,
        (BasicSyntaxError, UndefinedFunction),
    ),
    Rule(
        "{0} needs THEN or GOTO behind its condition",
        lambda fault: (
            fault.has_tokens(before=VALUE_ENDS, first={"IF", "ELSEIF"})
            and not fault.open_bracket
            and not fault.has_tokens(BRACKETS)
            and (fault.first_word,)
        ),
    ),
    Rule(
        "sizes stand in square brackets: {0}[…]",
        lambda fault: (
            fault.has_tokens({"LPAR"}, before={"NAME"}, first=DECLARING) and (fault.previous_token,)
        ),
    ),
    Rule(
        "an instruction is called without (): {0}",
        lambda fault: (
            fault.has_tokens({"RPAR"}) and fault.token_types == ["NAME", "LPAR"] and (fault.first_word,)
        ),
    ),
    Rule(
        "PRINT takes its values without parentheses: PRINT A;B",
        lambda fault: (
            fault.has_tokens({"COMMA"})
            and fault.token_types[:2] == ["PRINT", "LPAR"]
            and fault.open_bracket == "()"
        ),
    ),
    Rule(
        "a line does not begin with a colon: leave it out",
        lambda fault: fault.token_index == 0 and fault.token.type == "COLON",
    ),
    Rule(
        "there are no lists in brackets: DIM A[3] makes an array, A[0]=1 fills it",
        lambda fault: (
            fault.has_tokens({"LSQB"}, before={"_BECOMES", "LPAR", "COMMA"})
            or fault.has_tokens({"_BECOMES"}, before={"RSQB"}, first=DECLARING)
        ),
    ),
    Rule(
        'a text ends with its line: "A"+CHR$(10)+"B" has two lines',
        lambda fault: fault.has_tokens(after={"STRING"}) and fault.line.count('"') % 2 == 1,
        UndefinedFunction,
    ),
    Rule(
        'INPUT gives no value; INPUT "…";A asks for A',
        lambda fault: ("_BECOMES", "INPUT") in pairwise(fault.token_types),
    ),
    Rule("{0} is a word of the language: it is no variable and no value", reserved_word),
    Rule(
        "a value is missing between {0} and {1}",
        lambda fault: fault.has_tokens(OPERATORS, before=OPERATORS) and (fault.previous_token, fault.token),
    ),
    Rule(
        "a value is missing behind {0}",
        lambda fault: fault.has_tokens({*ENDS, "_THEN"}, before=OPERATORS) and (fault.previous_token,),
    ),
    Rule("a comma stands here, not a semicolon", needs_comma),
    Rule(
        "{0} is not closed: {1} is missing",
        lambda fault: (
            fault.open_bracket != ""
            and (fault.has_tokens(before=VALUE_ENDS) or fault.has_tokens(ENDS))
            and not fault.has_tokens({"COMMA", "UNKNOWN", *VALUES})
            and tuple(fault.open_bracket)
        ),
    ),
    Rule(
        "{0} closes nothing: {1} is missing before it",
        lambda fault: (
            fault.has_tokens({"RPAR", "RSQB"})
            and not fault.open_bracket
            and (fault.token, BRACKETS[fault.token.type][0])
        ),
    ),
    # ---- statements
    Rule("{0} can only be read", read_only),
    Rule(
        "DATA holds numbers, and texts in quotes; no variables",
        lambda fault: fault.has_tokens({"NAME"}, first={"DATA"}),
    ),
    Rule(
        "{0} stands in no loop: it leaves a FOR, WHILE or REPEAT around it",
        lambda fault: fault.has_tokens({"BREAK", "CONTINUE"}) and (fault.token,),
    ),
    Rule("only a DEF returns a value", lambda fault: fault.define is None and has_return(fault, value=True)),
    Rule(
        "{0} is a command; a DEF that returns a value is written DEF {1}",
        lambda fault: (
            fault.define is not None
            and has_return(fault, value=True)
            and (fault.define.name, shape_of_function(fault.define))
        ),
    ),
    Rule(
        "{0} is a function: RETURN wants a value",
        lambda fault: (
            fault.define is not None and has_return(fault, value=False) and (shape_of_function(fault.define),)
        ),
    ),
    Rule(
        "ELSE IF in line {0} begins another IF, which needs its own ENDIF; ELSEIF in one word does not",
        else_if,
        BasicError,
    ),
    Rule("{0} in line {1} has no {2} before this {3}", block_open_at_word, BasicError),
    Rule(
        "{0} closes nothing: {1} is missing before it",
        lambda fault: (
            not closes_a_block(fault) and (ascii_upper(fault.token), fault.error.wording.split()[-1])
        ),
        (NextWithoutFor, WendWithoutWhile, UntilWithoutRepeat),
    ),
    Rule(
        "{0} belongs to no IF: end the line of the IF with THEN, write the rest below, and ENDIF at the end",
        lambda fault: (
            fault.has_tokens({"ELSE", "ELSEIF", "ENDIF"}) and fault.token_index == 0 and (fault.token,)
        ),
        (BasicSyntaxError, EndifWithoutIf),
    ),
    Rule("an element of {0} is written {1}, not {2}", number_of_subscripts),
    Rule(
        "between statements stands a colon, not a semicolon",
        lambda fault: fault.has_tokens({"SEMICOLON"}) and not fault.has_tokens(first=LISTS_WITH_SEMICOLONS),
    ),
    Rule(
        "the arguments of a function stand in parentheses: {0}(…)",
        lambda fault: (
            fault.has_tokens(VALUES, before={"NAME"})
            and fault.is_function(fault.previous_token)
            and (ascii_upper(fault.previous_token),)
        ),
    ),
    Rule(
        "{0} {1}: a text stands in quotes, and a semicolon between two values",
        lambda fault: fault.has_tokens(first={"PRINT", "QUESTION"}) and values_side_by_side(fault),
        (BasicSyntaxError, IllegalFunctionCall),
        at_word=1,
    ),
    Rule(
        "between {0} and {1} a comma or an operator is missing",
        lambda fault: fault.first_word.type != "FOR" and values_side_by_side(fault),
        (BasicSyntaxError, IllegalFunctionCall),
        at_word=1,
    ),
    Rule(
        "{0} is a command of DIRECT mode, not of a program",
        lambda fault: (
            fault.error.line != 0  # in a program, not at the prompt
            and fault.at_statement_start
            and ascii_upper(fault.token) in DIRECT_WORDS
            and (fault.token,)
        ),
    ),
    Rule(
        "no instruction is called {0}; a variable alone does nothing",
        lambda fault: fault.at_statement_start and fault.has_tokens({"NAME"}, after=ENDS) and (fault.token,),
    ),
    Rule("no color is called {0}; there are {1}", unknown_color),
    Rule(
        "no constant is called {0}",
        lambda fault: (
            fault.has_tokens({"CONSTANT"})
            and ascii_upper(fault.token[1:]) not in CONSTANTS
            and (fault.token,)
        ),
    ),
    Rule(
        "no statement begins with {0}; a colon ends the one before, PRINT has semicolons: PRINT A;B",
        lambda fault: (
            fault.at_statement_start
            and fault.has_tokens({*VALUES, *OPERATORS, *BRACKETS} - {"NAME"})
            and (fault.token,)
        ),
    ),
    # ---- blocks
    Rule(
        "NEXT closes one FOR, whatever names stand behind it: write NEXT for each FOR",
        lambda fault: has_tokens_in_a_row(fault, "NEXT", "NAME", "COMMA"),
        ForWithoutNext,
    ),
    Rule("{0} in line {1} has no {2}: it stands behind the last line of the {0}", endless_def, BasicError),
    Rule("{0} in line {1} has no {2}", endless_block, BasicError),
    # ---- types
    Rule("{0} is no array yet: DIM {0}[10] makes it one", undeclared_array, TypeMismatch),
    Rule("{0} is an array; a value goes into one of its elements: {0}[0]=…", whole_array, TypeMismatch),
    Rule("{0} is an array; one of its elements is a value: {1}", array_as_value, TypeMismatch),
    Rule("{0} ends without RETURN, so it has no value", without_result, TypeMismatch),
    Rule("{0} ends before each of its OUT variables has a value: {1}", without_result, UninitializedVariable),
    Rule(
        "{0} in the DATA of line {1} is of another kind: READ A takes a number, READ A$ a text",
        refused_data,
        TypeMismatch,
    ),
    Rule(
        "the value in DATA is of another kind: READ A takes a number, READ A$ a text",
        data_kind_differs,
        TypeMismatch,
    ),
    Rule(
        "{0} is written {1}",
        lambda fault: fault.has_tokens({"RESTORE"}, after=ENDS) and (fault.token, forms_of("RESTORE")),
        TypeMismatch,
    ),
    Rule(
        "{0} stands between a text and a number: STR$(A) is a text, VAL(A$) a number",
        mixed_kinds,
        TypeMismatch,
    ),
    Rule(
        "{0} holds texts, not numbers: use quotes, or STR$(…)",
        lambda fault: kinds_differ_in_assignment(fault, "text"),
        TypeMismatch,
    ),
    Rule(
        "{0} holds numbers, not texts: names for texts end in $, as {0}$",
        lambda fault: kinds_differ_in_assignment(fault, "number"),
        TypeMismatch,
    ),
    Rule("{0} gives a value that {1} cannot hold: {2}", unfit_result, TypeMismatch),
    Rule(
        "{0} takes a text as its argument {1}: {2}",
        lambda fault: argument_of_wrong_kind(fault, "str"),
        TypeMismatch,
    ),
    Rule(
        "{0} takes a number as its argument {1}: {2}",
        lambda fault: argument_of_wrong_kind(fault, "int", "float", "number", "coordinate"),
        TypeMismatch,
    ),
    # ---- declarations
    Rule(
        "{0} is declared in line {1} already: {0}=… is enough here",
        lambda fault: declared_before(fault, arrays=False),
        DuplicateVariable,
    ),
    Rule(
        "{0} is declared in line {1} already: leave one out, or take another name",
        lambda fault: declared_before(fault, arrays=True),
        DuplicateVariable,
    ),
    Rule(
        "{0} is used in line {1} before it is declared: declare it first, or take another name",
        used_before,
        DuplicateVariable,
    ),
    Rule(
        "{0} stands in line {1} already: leave one out, or take another name",
        first_of_two,
        (DuplicateLabel, DuplicateFunction),
    ),
    # ---- calls
    Rule(
        "{0} takes the first character of a text, and this text is empty",
        lambda fault: fault.error.builtin == "ASC" and fault.error.argument == 1 and ("ASC",),
        IllegalFunctionCall,
    ),
    Rule("{0} is defined so: {1}", called_def, IllegalFunctionCall),
    Rule("{0} is written {1}", correct_forms, (BasicSyntaxError, IllegalFunctionCall)),
    Rule(
        "{0} stands alone: nothing comes behind it",
        lambda fault: correct_forms(fault, without_operands=True),
        (BasicSyntaxError, IllegalFunctionCall),
    ),
    Rule("{0} takes no value of this kind: {1}", correct_forms, TypeMismatch),
    # ---- values
    Rule("there is no {0}[{1}]: the elements are {0}[{2}] to {0}[{3}]", element_missing, SubscriptOutOfRange),
    Rule("{0} is empty: {1} finds nothing there; LEN({0}) tells it", nothing_left, SubscriptOutOfRange),
    Rule("{0} is a color of pictures; of texts it is {1}", text_color, OutOfRange),
    Rule(
        "{0} takes {3} to {4} as its {1}, not {2}",
        lambda fault: refused_number(fault, low=True, high=True),
        OutOfRange,
    ),
    Rule(
        "{0} takes {3} or more as its {1}, not {2}",
        lambda fault: refused_number(fault, low=True, high=False),
        OutOfRange,
    ),
    Rule("the number behind /, DIV or MOD is 0", lambda fault: True, DivideByZero),
    Rule(
        "a name with % holds whole numbers from -2147483648 to 2147483647; without % it holds larger ones",
        lambda fault: any(each.type == "NAME" and each.endswith("%") for each in fault.tokens),
        Overflow,
    ),
    # ---- jumps, data, declarations
    Rule(
        "no GOSUB led here: call it with GOSUB @LABEL, and write END before the label",
        lambda fault: True,
        ReturnWithoutGosub,
    ),
    Rule(
        "a label begins with @: {0}@{1}",
        lambda fault: (
            LABEL_CHARACTERS.issuperset(ascii_upper(fault.error.detail))
            and fault.error.detail != ""
            and ('"', f'{fault.error.detail}"')
        ),
        IllegalSymbolString,
    ),
    Rule(
        '{0} is in the main program; a DEF calls it with its slot: GOSUB "{1}:{0}"',
        lambda fault: (
            fault.define is not None
            and fault.has_tokens({"GOSUB"})
            and fault.error.detail in labels_of_main(fault)  # GOSUB in a DEF sees no label without a slot
            and (fault.error.detail, fault.error.slot)
        ),
        UndefinedLabel,
    ),
    Rule(
        "{0} looks for labels in the main program; RESTORE {1} and READ find those of the DEF",
        lambda fault: (
            fault.define is not None
            and fault.token not in TO_LABELS
            and fault.error.detail in labels_of(fault, fault.define)
            and (fault.token, fault.error.detail)
        ),
        UndefinedLabel,
    ),
    Rule(
        "{0} is in another DEF or in the main program: jumps stay inside",
        lambda fault: (
            # at the prompt (line 0) a label of the main program is unknown only until RUN
            (fault.error.line > 0 or fault.error.detail not in labels_of_main(fault))
            and fault.error.detail in map(ascii_upper, label_names(fault.program))
            and (fault.error.detail,)
        ),
        UndefinedLabel,
    ),
    Rule(
        "there are fewer values in DATA than READ asks for; RESTORE @LABEL reads them again",
        lambda fault: True,
        OutOfData,
    ),
    Rule(
        "OPTION STRICT wants every variable declared: VAR {0}",
        lambda fault: fault.has_tokens({"NAME"}) and (fault.token,),
        UndefinedVariable,
    ),
)
"""In the order in which they are tried."""
