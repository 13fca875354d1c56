"""The page's texts in English and Japanese, and how what Python says to it is said in Japanese."""

from __future__ import annotations

import json
from collections.abc import Iterator

from retromaze.catalogue import CATALOGUE
from retromaze.display.translation import catalogue
from retromaze.studio.page_words import PHRASES, SENTENCES, TEXTS

HEADING = """\
// The page's texts in English and Japanese. Made from retromaze/studio/page_words.py and retromaze/locale:
// python -m tests.studio.page_sources
"""


def texts() -> str:
    """The whole file."""
    own = "".join(f"  {name}: {pair(english)},\n" for name, english in TEXTS.items())
    said = "".join(f"  {pair(english)},\n" for english in (*names(), *SENTENCES))
    phrases = "".join(f"  {json.dumps(each)}: {pair(each)},\n" for each in PHRASES)
    return (
        f"{HEADING}\nexport const TEXTS = {{\n{own}}} satisfies Record<string, [string, string]>;\n\n"
        "/** What the session says, with braces around what is filled in. */\n"
        f"export const SENTENCES: [string, string][] = [\n{said}];\n\n"
        "/** What the editor says. */\n"
        f"export const PHRASES: Record<string, [string, string]> = {{\n{phrases}}};\n"
    )


def names() -> Iterator[str]:
    """Titles and techniques of the programs, and what their sizes are called, each once."""
    found = (text for entry in CATALOGUE.values() for text in (entry.title, entry.technique, *entry.sizes))
    return iter(dict.fromkeys(found))


def pair(english: str) -> str:
    """A text with its Japanese."""
    return json.dumps([english, catalogue(("ja",)).gettext(english)], ensure_ascii=False)
