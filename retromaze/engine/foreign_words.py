"""Recognizes what other languages and keyboards write, and returns what SmileBASIC has for it."""

from __future__ import annotations

import re
from itertools import takewhile
from unicodedata import normalize

from retromaze.engine.fault import Fault, HintWords
from retromaze.engine.hint_words import ENDS
from retromaze.engine.misspelt import assigned_names, tokens
from retromaze.errors import UndefinedFunction
from retromaze.language.lexer import ascii_upper


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
"""Words of other languages, and what SmileBASIC has instead."""
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
            behind = fault.tokens[fault.tokens.index(each) + 1 :]
            if assignment := [*takewhile(lambda token: token.type not in ENDS, behind)]:
                first, last = assignment[0], assignment[-1]
                ours = fault.line[first.column - 1 : last.column - 1 + len(last)]
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
