"""Translates texts for the user by gettext; English is the source.

The console's own words, errors above all, are never translated.
"""

from __future__ import annotations

import gettext
import os
from functools import cache
from itertools import takewhile
from pathlib import Path

from retromaze.system import system_language

DOMAIN = "retromaze"
FOLDER = Path(__file__).resolve().parent.parent / "locale"
"""LANGUAGE/LC_MESSAGES/retromaze.po, and the .mo that `python -m tests.tools.translation` makes of it."""
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables with the user's languages; the first that is set counts."""
SOURCE = ("en", "C", "POSIX")
"""Beginnings of the names of locales for which nothing is translated."""


def _(message: str) -> str:
    """Returns the message in the user's language; unchanged if there is no translation."""
    return catalogue(languages()).gettext(message)


def language() -> str:
    """Returns the language that messages are in, `en` or `ja`."""
    return catalogue(languages()).info().get("language", "en")


def languages() -> tuple[str, ...]:
    """Returns the languages that the user prefers to English, such as `ja_JP.UTF-8`, in their order."""
    named = next(filter(None, map(os.environ.get, VARIABLES)), "") or system_language()
    # LANGUAGE may have several: ja:en
    each_named = filter(None, named.split(":"))
    return tuple(takewhile(lambda each: not each.startswith(SOURCE), each_named))


@cache
def catalogue(wanted: tuple[str, ...]) -> gettext.NullTranslations:
    """Returns the translations into the first of these languages that has any."""
    return gettext.translation(DOMAIN, FOLDER, wanted, fallback=True)
