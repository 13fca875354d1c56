"""HELP: explains a word of the language."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Mapping

from retromaze.builtins.keywords import FORMS
from retromaze.builtins.reference import explanation, families, flowing, readable
from retromaze.engine.misspelt import closest_word

WIDTH = 78
LAST_WORDS = ("HELP word explains one of them.", "Ctrl-C is START; F1 to F5 type the texts of KEY.")
OPERATORS = {"?": "PRINT", "'": "REM"}


def help_text(name: str, commands: Mapping[str, str]) -> str:
    """The forms and rules of a word, or without a name all words by family.

    `commands` are the words of DIRECT mode with their texts.
    """
    if not name:
        return overview(commands)
    word = OPERATORS.get(name, name.upper())
    for text in (explanation(word), FORMS.get(word), readable(commands.get(word, ""))):
        if text:
            return wrap_text(flowing(text))
    near = next(closest_word(word, commands), "")
    return f"{word} is no word of the language" + (f"; did you mean {near}?" if near else "")


def overview(commands: Mapping[str, str]) -> str:
    """Every word, family by family."""
    rows = [paragraph(family, words) for family, words in families().items()]
    rows.append(paragraph("statements", sorted(FORMS)))
    rows.append(paragraph("at the prompt", sorted(commands)))
    return "\n".join([*rows, *map(wrap_text, LAST_WORDS)])


def paragraph(title: str, words: list[str]) -> str:
    return wrap_text(f"{title}: {' '.join(words)}")


def wrap_text(text: str) -> str:
    """The text in lines that end between words, no wider than the terminal; what goes on is set in."""
    width = min(WIDTH, shutil.get_terminal_size().columns)
    wrapper = textwrap.TextWrapper(
        width, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
    )
    return "\n".join(map(wrapper.fill, text.split("\n")))
