"""Texts about the words of the language, for HELP, `list --builtins` and docs/builtins.md.

They are made of the declarations of builtins. Reserved words have none, so their texts stand here.
"""

from __future__ import annotations

import re

from retromaze.builtins import load_all
from retromaze.builtins.form import Builtin, SystemVariable
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.errors import BasicError

FORMS: dict[str, str] = {
    "AND": "x AND y is the bits that both have.",
    "BREAK": "BREAK leaves the innermost loop.",
    "COMMON": "COMMON DEF … END is a definition that other slots may call once they have USEd this one.",
    "CONTINUE": "CONTINUE goes on with the next pass of the innermost loop.",
    "DATA": "DATA value[,value…] holds constants for READ; nothing happens where it stands.",
    "DEC": "DEC variable[,amount] makes a number smaller, by 1 if no amount is given.",
    "DEF": """DEF NAME [parameters][ OUT results] … END defines an instruction.
DEF NAME([parameters]) … RETURN value … END defines a function.""",
    "DIM": "DIM name[size[,size…]][,…] makes arrays of one to four dimensions; VAR is the same word.",
    "DIV": "x DIV y is the whole quotient, cut toward zero.",
    "ELSE": "IF condition THEN … ELSE … ENDIF; see IF.",
    "ELSEIF": "IF condition THEN … ELSEIF condition THEN … ENDIF; see IF.",
    "END": "END ends the program, or closes a DEF.",
    "ENDIF": "ENDIF closes an IF of several lines; see IF.",
    "FOR": "FOR variable=first TO last[ STEP step] … NEXT repeats; the test stands before the first pass.",
    "GOSUB": 'GOSUB @label goes to a label and comes back at RETURN. A text may name it, also "1:@LABEL".',
    "GOTO": "GOTO @label goes on at a label of the same DEF or program. A text may name it.",
    "IF": """IF condition THEN … [ELSE …] on one line, or over several lines up to ENDIF.
IF condition GOTO @label is the short form.""",
    "INC": """INC variable[,amount] makes a number larger, by 1 if no amount is given.
INC text$,more$ puts more$ at the end of the text, in place.""",
    "INPUT": """INPUT ["guide";]variable[,variable…] asks for values, with a question mark.
INPUT "guide",variable[,variable…] asks without one.""",
    "LINPUT": 'LINPUT ["guide";]variable$ asks for a whole line.',
    "MOD": "x MOD y is the rest of the division, with the sign of x.",
    "NEXT": "NEXT closes a FOR; see FOR.",
    "NOT": "NOT x turns every bit round.",
    "ON": """ON number GOTO @label[,@label…] goes to the label of that number, the first for 0.
ON number GOSUB @label[,@label…] calls it.""",
    "OPTION": """OPTION STRICT makes every name from here on want a declaration.
OPTION DEFINT makes names without suffix Integers from here on.
OPTION TOOL marks a tool.""",
    "OR": "x OR y is the bits that either has.",
    "OUT": "NAME arguments OUT variables receives the results of a DEF or a builtin.",
    "PRINT": "PRINT [value][;|,][value…] writes values; a comma goes to the next tab stop. ? means the same.",
    "READ": "READ variable[,variable…] takes the next values of DATA.",
    "REM": "REM text is a comment up to the end of the line, as ' is.",
    "REPEAT": "REPEAT … UNTIL condition repeats until the condition holds.",
    "RESTORE": "RESTORE @label lets READ go on with the first DATA behind a label.",
    "RETURN": """RETURN goes back to where GOSUB or an instruction's call stood.
RETURN value gives a function's value.""",
    "STEP": "FOR variable=first TO last STEP step; see FOR.",
    "STOP": "STOP stops the program so that CONT can go on with it.",
    "SWAP": "SWAP variable,variable exchanges two values.",
    "THEN": "IF condition THEN …; see IF.",
    "TO": "FOR variable=first TO last; see FOR.",
    "UNTIL": "UNTIL condition closes a REPEAT; see REPEAT.",
    "VAR": """VAR name[=value][,…] declares variables; DIM is the same word.
VAR("name") is the variable whose name is in the text, also "1:A" of another slot.""",
    "WEND": "WEND closes a WHILE; see WHILE.",
    "WHILE": "WHILE condition … WEND repeats while the condition holds.",
    "XOR": "x XOR y is the bits that only one has.",
}

WORD_OF_SIGN = {"?": "PRINT", "'": "REM"}
"""The reserved words for which a sign may be written."""

Word = Builtin | SystemVariable

ARGUMENT_MARK = re.compile(r'[]\[,"$|…]')
"""A character that only arguments have: a word in lower case with it is no word of the sentence."""


def all_words() -> dict[str, Word]:
    """Returns every builtin and system variable by name, in alphabetical order."""
    load_all()
    words: dict[str, Word] = {**BUILTINS, **VARIABLES}
    return {name: words[name] for name in sorted(words)}


def families() -> dict[str, list[str]]:
    """Returns the names of each family, both in alphabetical order."""
    names_by_family: dict[str, list[str]] = {}
    words = all_words()
    # a stable sort: the names of each family stay in alphabetical order
    for name in sorted(words, key=lambda each: words[each].family):
        names_by_family.setdefault(words[name].family, []).append(name)
    return names_by_family


def explanation(name: str) -> str:
    """Returns the forms and rules of a word; "" for an unknown one."""
    word = all_words().get(name)
    return docstring_help(word.doc) if word else ""


def summary(name: str) -> str:
    """Returns a word's first form, what it does, and whether its sound is missing; "" for an unknown one."""
    silent = name in BUILTINS and BUILTINS[name].silent
    return explanation(name).partition("\n")[0] + (" Nothing is heard of it yet." if silent else "")


def docstring_help(doc: str) -> str:
    """Returns a docstring as help text: without sources, and with the machine's names of errors."""
    kept = "\n".join(line for line in doc.split("\n") if not line.startswith("Source:"))
    # a source that was a paragraph of its own leaves further blank lines
    paragraphs = re.split(r"\n{2,}", kept.strip("\n"))
    return ERROR_CLASS.sub(lambda match: ERROR_TEXT[match[0]], "\n\n".join(paragraphs))


def unwrapped(text: str) -> str:
    """Returns a help text without line breaks inside sentences, so that it can be wrapped to any width."""
    forms, *rules = text.split("\n\n")
    return "\n\n".join([forms, *(LINE_END_IN_SENTENCE.sub(" ", each) for each in rules)])


LINE_END_IN_SENTENCE = re.compile(r"(?<!\.)\n(?!Unverified:)")
ERROR_TEXT = {each.__name__: f"{each.wording} (errnum {each.number})" for each in BasicError.__subclasses__()}
"""What help texts write for an error, by the name of its class."""
ERROR_CLASS = re.compile(rf"\b({'|'.join(ERROR_TEXT)})\b")


# ---- forms


def form_and_sentence(line: str, name: str, parameters: frozenset[str]) -> tuple[str, str]:
    """Splits the first line of a help text into the form, `GCLS [color]`, and its sentence, `fills …`.

    The sentence begins with the first word in lower case that is no parameter.
    """
    words = line.split(" ")
    end = 1
    while end < len(words) and is_part_of_form(words[end], words[end - 1], name, parameters):
        end += 1
    return " ".join(words[:end]), " ".join(words[end:])


def is_part_of_form(word: str, before: str, name: str, parameters: frozenset[str]) -> bool:
    """Whether a word of a help text's first line, which follows `before`, still belongs to the form."""
    if word in {"·", name} or word.startswith(f"{name}(") or before == "OUT":
        return True
    if word.isupper() or ARGUMENT_MARK.search(word.rstrip(".,;")):
        return True  # another word of the form, or several arguments
    return before == name and (word in parameters or len(word) == 1)  # a single argument: `ABS x`


def parameters_of(word: Word) -> frozenset[str]:
    """Returns the names of the parameters of all forms of a word."""
    forms = word.forms if isinstance(word, Builtin) else [word.read]
    return frozenset(parameter.name for form in forms for parameter in form.parameters)


# ---- the page

HEAD = """\
# Builtins

Every instruction, function and system variable, by family. Made by `retromaze list --builtins --markdown`
from the one table that the compiler checks calls against; nothing here is written by hand.

What stands in brackets may be missing. `OUT` names variables that receive results. An error is named with its
number, which ERRNUM tells. *Unverified* marks what no source or measurement of the console settles.

*Work* is what a call takes of a frame's 55,000 units; a simple statement is one. Lines (and PRINT, 30) were
timed on the console; everything else is the time this machine takes itself, in units of 0.3 microseconds.
"""


def markdown() -> str:
    """Returns the text of the page docs/builtins.md, made of the help texts of all words."""
    words = all_words()
    parts = [HEAD]
    for family, names in families().items():
        parts.append(f"## {family.capitalize()}\n")
        parts += [markdown_entry(words[name]) for name in names]
    return "\n".join(parts)


def markdown_entry(word: Word) -> str:
    """Returns a word's text in Markdown: its forms as a list, then its rules."""
    forms, *rules = docstring_help(word.doc).split("\n\n")
    lines = [f"### `{word.name}`\n"]
    for line in forms.split("\n"):
        # the line may have several forms: `SPSET(definition) · SPSET definition OUT number`
        form, sentence = form_and_sentence(line, word.name, parameters_of(word))
        lines.append(f"- {' · '.join(f'`{each}`' for each in form.split(' · '))} {markdown_text(sentence)}")
    for each in rules:
        # in Markdown `Unverified:` begins a paragraph
        lines.append("\n" + markdown_text(each).replace("\nUnverified:", "\n\nUnverified:"))
    if isinstance(word, Builtin):
        cost = (f"{word.cost:,}", *word.rates)  # 2, and 1 unit for every 250 elements
        lines.append(f"\n*Work:* {', and '.join(map(str, cost))}")
    return "\n".join(lines).replace("Unverified:", "*Unverified:*") + "\n"


def markdown_text(text: str) -> str:
    """Returns a plain text escaped for Markdown."""
    return re.sub(r"([\\`*_<>\[\]#|])", r"\\\1", text)
