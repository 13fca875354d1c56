"""The colors of a listing in VS Code: a TextMate grammar made of the terminals of our own.

VS Code's patterns are those of Oniguruma. What stands in `grammar.lark` means the same to it and to Python.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language.lalr import listing_tables
from retromaze.language.lexer import SPAN_KINDS, keywords, span_patterns

LANGUAGE = "smilebasic"

SCOPES = {
    "COMMENT": "comment.line",
    "REMARK": "comment.line",
    "NUMBER": "constant.numeric.decimal",
    "HEXADECIMAL": "constant.numeric.hex",
    "BINARY": "constant.numeric.binary",
    "CONSTANT": "constant.language",
    "STRING": "string.quoted.double",
    "LABEL": "entity.name.type.label",
}
"""The scope of each terminal that is neither blank nor name; VS Code's themes color by these."""

WORD_OPERATORS = frozenset({"AND", "OR", "XOR", "NOT", "DIV", "MOD"})
DECLARING = frozenset({"VAR", "DIM", "DEF", "COMMON", "OPTION"})
SEPARATORS = frozenset(";,:[]()")

NAME_CHARACTER = "[A-Za-z0-9_%#$]"
BEHIND_DEF = r"(?<=(?:^|[^A-Za-z0-9_@#%$])[Dd][Ee][Ff][ \t])"
"""Where a definition gets its name. A second blank, or none but a mark, makes it a plain name."""


def grammar() -> dict[str, Any]:
    """The whole grammar, as VS Code reads it from JSON."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "SmileBASIC 3",
        "scopeName": f"source.{LANGUAGE}",
        "patterns": [{"match": regexp, "name": f"{scope}.{LANGUAGE}"} for scope, regexp in rules()],
    }


def rules() -> Iterator[tuple[str, str]]:
    """(scope, pattern) in the order in which they are tried: that of the lexer's own kinds."""
    written = {each.name: each.regexp for each in listing_tables().terminals}
    for kind, regexp in span_patterns().items():
        if kind == "name":
            yield from words(regexp)
        elif kind == "mark":
            yield from marks(regexp)
        elif kind != "blank":
            yield from ((SCOPES[name], written[name]) for name, is_of in SPAN_KINDS.items() if is_of == kind)
    yield "invalid.illegal", r"[^\s]"


def words(name: str) -> Iterator[tuple[str, str]]:
    """The rules of all that looks like a name."""
    load_all()
    reserved = keywords()
    yield "keyword.operator.expression", one_of(WORD_OPERATORS)
    yield "storage.type", one_of(DECLARING)
    yield "keyword.control", one_of(reserved - WORD_OPERATORS - DECLARING)
    yield "support.function", one_of(BUILTINS)
    yield "support.variable", one_of(VARIABLES)
    yield "entity.name.function", BEHIND_DEF + name
    yield "variable.other", name


def marks(regexp: str) -> Iterator[tuple[str, str]]:
    """The rules of operators, and of what parts or encloses."""
    yield "punctuation.separator", "|".join(rf"\{each}" for each in sorted(SEPARATORS))
    yield "keyword.operator", regexp


def one_of(spellings: Iterable[str]) -> str:
    """A pattern of whole words, in capitals or small letters.

    Each letter is written twice. To ignore case would be wrong: to Oniguruma a long s is an S as well, and to
    a listing it is no letter.
    """
    choices = "|".join(whole(each) for each in sorted(spellings))
    return f"(?:{choices})"


def whole(word: str) -> str:
    """A pattern of one word, which ends where a name would: DIV% is a name, and so is GCLS2."""
    letters = "".join(f"[{each}{each.lower()}]" if each.isalpha() else rf"\{each}" for each in word)
    return letters + (f"(?!{NAME_CHARACTER})" if word[-1].isalnum() else "")
