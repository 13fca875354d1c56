"""Escapes text of a listing before it goes into a comment or a docstring; nothing else may pass it on.

Whatever a text holds, line ends of any kind, controls, halves of surrogate pairs, quotes, backslashes: what
comes out of here is a part of one line's comment or of a docstring, and no more.
"""

from __future__ import annotations

import re
import unicodedata

from retromaze.python.printer import escape

CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Kinds of characters that nobody sees: controls, orders to the eye (from right to left), surrogates, line
and paragraph ends."""
TOOLS = "noqa|type|ruff|fmt|yapf|mypy|pyright|pylint|flake8|isort|pragma|nosec"
ORDERS = re.compile(rf"(?:^|(?<=#))(?=\s*(?:{TOOLS})\b)", re.IGNORECASE)
"""Where a comment would begin to be an order to a tool of Python's."""
SESSION = re.compile(r"^(?=\s*>>>)")
"""Where a line of a docstring would begin to be an example to run."""
MARK = "'"
"""BASIC's own mark of a comment: what stands behind it is an order to nobody."""


def visible_text(text: str) -> str:
    """A text as one line that can be seen and written anywhere: a tab is a blank, other controls escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(each if is_seen(each) else escape(each) for each in text.replace("\t", " "))


def is_seen(character: str) -> bool:
    return unicodedata.category(character) not in CONTROLS


def in_comment(text: str) -> str:
    """A text behind `# `."""
    return ORDERS.sub(MARK, visible_text(text))


def in_docstring(text: str) -> str:
    """One line of a docstring."""
    text = SESSION.sub(MARK, visible_text(text)).replace("\\", "\\\\").replace('"""', "'''").strip()
    return text[:-1] + "'" if text.endswith('"') else text
