"""The first message to the page: the programs, the words of the language, the console's keys."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from retromaze.builtins.form import Builtin
from retromaze.builtins.reference import FORMS, all_words, readable
from retromaze.catalogue import CATALOGUE
from retromaze.display.keys import BUTTON_KEYS
from retromaze.studio.messages import Key, Open, Program, Welcome, Word

PAGE_KEYS = {
    "UP": "ArrowUp",
    "DOWN": "ArrowDown",
    "LEFT": "ArrowLeft",
    "RIGHT": "ArrowRight",
    "RETURN": "Enter",
    "BACKSPACE": "Backspace",
}
"""Keys that a browser calls by another name than the table of keys; the others are letters."""


def welcome(opens: Open) -> Welcome:
    """The message."""
    return Welcome(own_version(), list(programs()), list(words()), list(keys()), opens)


def own_version() -> str:
    """The version that is installed, "" where it is not by pip."""
    try:
        return version("retromaze")
    except PackageNotFoundError:
        return ""


def programs() -> Iterator[Program]:
    """The catalogue."""
    for entry in CATALOGUE.values():
        yield Program(entry.name, entry.title, entry.technique, entry.origin.provenance)


def words() -> Iterator[Word]:
    """The builtins, system variables and reserved words with their help."""
    for name, word in all_words().items():
        yield Word(name, "builtin" if isinstance(word, Builtin) else "variable", readable(word.doc))
    yield from (Word(name, "keyword", form) for name, form in FORMS.items())


def keys() -> Iterator[Key]:
    """The console's buttons as the window has them."""
    for key, button in BUTTON_KEYS.items():
        yield Key(PAGE_KEYS.get(key, key), int(button), str(button.name))
