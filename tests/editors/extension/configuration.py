"""What VS Code knows of the language while somebody types: comments, brackets, words and indentation."""

from __future__ import annotations

from typing import Any

from retromaze.language.lexer import patterns

CLOSERS = {"FOR": "NEXT", "WHILE": "WEND", "REPEAT": "UNTIL", "DEF": "END"}
"""What closes the block that a word opens. An IF opens one where THEN ends its line."""

CODE = r"""(?:[^"']|"[^"]*(?:"|$))"""
"""A character of a line, or a text: all that stands before a comment."""


def configuration() -> dict[str, Any]:
    """language-configuration.json."""
    pairs = [["(", ")"], ["[", "]"]]
    quoted = {"open": '"', "close": '"', "notIn": ["string", "comment"]}
    return {
        "comments": {"lineComment": "'"},
        "brackets": pairs,
        "autoClosingPairs": [*({"open": left, "close": right} for left, right in pairs), quoted],
        "surroundingPairs": [*pairs, ['"', '"']],
        "wordPattern": f"{patterns()['label']}|{patterns()['constant']}|{patterns()['name']}",
        "indentationRules": {
            "increaseIndentPattern": {"pattern": opening(), "flags": "i"},
            "decreaseIndentPattern": {"pattern": closing(), "flags": "i"},
        },
        "folding": {"markers": {"start": r"^\s*'\s*#?region\b", "end": r"^\s*'\s*#?endregion\b"}},
    }


def word(choices: str) -> str:
    """A whole word, or one of several."""
    return rf"(?<![a-z_@#])(?:{choices})(?![a-z0-9_%#$])"


def opening() -> str:
    """A line behind which one more blank begins the lines."""
    unclosed = [f"{word(opener)}(?!{CODE}*{word(closer)})" for opener, closer in CLOSERS.items()]
    unfinished = rf"{word('THEN|ELSE')}\s*(?:'.*)?$"
    branch = rf"^\s*{word('ELSE|ELSEIF')}(?!{CODE}*{word('ENDIF')})"
    return f"^{CODE}*?(?:{'|'.join([*unclosed, unfinished])})|{branch}"


def closing() -> str:
    """A line that begins with one blank less than the one before; END where it stands alone."""
    return rf"^\s*(?:{word('NEXT|WEND|UNTIL|ENDIF|ELSE|ELSEIF')}|{word('END')}\s*(?:'.*)?$)"
