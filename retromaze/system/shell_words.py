"""Words of a command line, read and written as the user's shell has them.

A backslash is a letter of a path on Windows, where single quotes mean nothing to `cmd`; elsewhere it quotes.
"""

from __future__ import annotations

import os
import re
import shlex

ON_WINDOWS = os.name == "nt"
PLAIN = re.compile(r"[\w./\\:=+-]+")
"""What needs no quotes in cmd or in PowerShell; `@`, `,` and `%` do in one of them."""


def split_words(text: str, *, windows: bool = ON_WINDOWS) -> list[str]:
    """The words of a line, freed of their quotes. Raises ValueError where a quote is left open."""
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if windows:
        words.escape = ""
    return list(words)


def shell_word(word: str, *, windows: bool = ON_WINDOWS) -> str:
    """A word for a shell; control characters are written as bash and zsh read them."""
    if windows:
        return windows_word(word)
    if word.isprintable():
        return shlex.quote(word)
    return "$'" + word.encode("unicode_escape").decode().replace("'", "\\'") + "'"


def windows_word(word: str) -> str:
    """A word for cmd and PowerShell; double quotes in it as programs on Windows read them."""
    if PLAIN.fullmatch(word):
        return word
    doubled = re.sub(r'(\\*)("|$)', lambda found: 2 * found[1] + ('\\"' if found[2] else ""), word)
    return f'"{doubled}"'


def names_a_place(word: str, separators: tuple[str | None, ...] = (os.sep, os.altsep)) -> bool:
    """Whether a word is a path and not a bare name: `games/maze`, on Windows `games\\maze` as well."""
    return any(each in word for each in separators if each)
