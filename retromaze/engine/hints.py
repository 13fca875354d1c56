"""Hints at errors: one sentence below the machine's own message that says what to write instead.

Each rule has one sentence; its function recognizes a *fault* by the tokens, nodes and values at the place of
the error, and returns the words for the `{}` of the sentence. The first rule that fits is used.

Sentences are English templates, which are translated where they are shown. Hints are searched only when an
error is shown. There is no rule for a case in which its sentence could be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import pairwise
from typing import NamedTuple

from retromaze.compiler.statements import DIRECT_WORDS
from retromaze.engine.fault import BRACKETS, Fault, HintWords
from retromaze.engine.foreign_words import (
    QUOTES,
    foreign_operator,
    foreign_word,
    full_width_characters,
    strange_characters,
)
from retromaze.engine.hint_words import (
    DECLARING,
    ENDS,
    JUMPS,
    LISTS_WITH_SEMICOLONS,
    OPERATORS,
    TESTS,
    TO_LABELS,
    VALUE_ENDS,
    VALUES,
    argument_of_wrong_kind,
    array_as_value,
    array_of_other_kind,
    block_open_at_word,
    called_def,
    closes_a_block,
    correct_forms,
    data_kind_differs,
    declared_before,
    element_in_parentheses,
    element_missing,
    else_if,
    endless_block,
    endless_def,
    first_of_two,
    forms_of,
    has_return,
    has_tokens_in_a_row,
    kinds_differ_in_assignment,
    label_without_sign,
    labels_of,
    labels_of_main,
    misspelt,
    mixed_kinds,
    needs_comma,
    nothing_left,
    number_of_subscripts,
    opening_quote_missing,
    read_only,
    refused_data,
    refused_number,
    reserved_word,
    shape_of_function,
    text_color,
    text_variable_meant,
    undeclared_array,
    unfit_result,
    unknown_color,
    used_before,
    values_side_by_side,
    whole_array,
    without_result,
)
from retromaze.engine.misspelt import label_names
from retromaze.errors import (
    BasicError,
    BasicSyntaxError,
    DivideByZero,
    DuplicateFunction,
    DuplicateLabel,
    DuplicateVariable,
    EndifWithoutIf,
    ForWithoutNext,
    IllegalFunctionCall,
    IllegalSymbolString,
    NextWithoutFor,
    NotSimulated,
    OutOfData,
    OutOfRange,
    Overflow,
    ReturnWithoutGosub,
    SubscriptOutOfRange,
    TypeMismatch,
    UndefinedFunction,
    UndefinedLabel,
    UndefinedVariable,
    UninitializedVariable,
    UntilWithoutRepeat,
    WendWithoutWhile,
)
from retromaze.language.lexer import LABEL_CHARACTERS, Token, ascii_upper
from retromaze.language.numbers import CONSTANTS


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
