"""Makes `messages.ts`, `grammar.ts` and `texts.ts` of the studio's page from the package.

python -m tests.tools.page_sources
"""

import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import retromaze.studio
from retromaze.catalogue import CATALOGUE
from retromaze.display.translation import catalogue
from retromaze.language.lexer import span_patterns
from retromaze.studio import messages
from retromaze.studio.messages import FROM_PYTHON, TO_PYTHON, ToPython
from tests.tools.page_texts import PHRASES, SENTENCES, TEXTS

PLAIN: dict[Any, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
    Any: "unknown",
}
FOLDER = Path(retromaze.studio.__path__[0], "page", "src")
NAMED = {name: vars(messages)[name] for name in ("UnitName", "State", "PanelName", "SizeValue")}
"""Types that have a name of their own."""


def made_from(what: str, source: str) -> str:
    """The comment at the top of a file."""
    return f"// {what} Made from {source}\n// python -m tests.tools.page_sources\n"


# ---- messages.ts


def typescript() -> str:
    """The messages of the studio as types of TypeScript: the whole of messages.ts."""
    heading = made_from(
        "What the page and the session say to each other.", "retromaze/studio/messages.py, which explains it:"
    )
    blocks = [heading, *aliases(), *(interface(kind) for kind in kinds())]
    blocks += [union("ToPython", TO_PYTHON), union("FromPython", FROM_PYTHON)]
    return "\n".join(blocks)


def kinds() -> Iterator[type[Any]]:
    """Every message and every part of one, as they stand in Python."""
    found = (each for each in vars(messages).values() if isinstance(each, type) and is_dataclass(each))
    return (each for each in found if each is not ToPython)


def aliases() -> Iterator[str]:
    """The named types."""
    return (f"export type {name} = {spelt(hint)};\n" for name, hint in NAMED.items())


def interface(kind: type[Any]) -> str:
    """A message or a part of one; what the page need not say may be left out."""
    hints = get_type_hints(kind)
    bases = [each for each in kind.__bases__ if is_dataclass(each) and each is not ToPython]
    inherited = {each.name for base in bases for each in fields(base)}
    rows = [f'  type: "{kind.__name__}";\n'] if kind in TO_PYTHON + FROM_PYTHON else []
    own = [each for each in fields(kind) if each.name not in inherited]
    rows += [f"  {name_of(each, kind)}: {type_of(hints[each.name])};\n" for each in own]
    heading = "".join(f" extends {each.__name__}" for each in bases)
    return f"export interface {kind.__name__}{heading} {{\n{''.join(rows)}}}\n"


def name_of(field: Field[Any], kind: type[Any]) -> str:
    """The field's name, with a question mark where the page may leave it out."""
    has_default = field.default is not MISSING or field.default_factory is not MISSING
    return f"{field.name}?" if kind in TO_PYTHON and has_default else field.name


def type_of(hint: Any) -> str:
    """A type by its name, or spelt out."""
    return next((name for name, named in NAMED.items() if named == hint), "") or spelt(hint)


def spelt(hint: Any) -> str:
    """A type of Python as one of TypeScript. Raises KeyError for one that no message has."""
    inner = get_args(hint)
    match get_origin(hint):
        case None if is_dataclass(hint):
            return part(hint)
        case None:
            return PLAIN[hint]
        case origin if origin is Literal:
            return " | ".join(f'"{each}"' for each in inner)
        case origin if origin is list:
            return f"{bracketed(type_of(inner[0]))}[]"
        case origin if origin is tuple:
            return f"[{', '.join(map(type_of, inner))}]"
        case origin if origin is dict:
            return f"Record<{type_of(inner[0])}, {type_of(inner[1])}>"
        case origin if origin is UnionType:
            return " | ".join(dict.fromkeys(map(type_of, inner)))
    raise KeyError(hint)


def part(kind: Any) -> str:
    """A message within another says no type."""
    return f'Omit<{kind.__name__}, "type">' if kind in TO_PYTHON + FROM_PYTHON else kind.__name__


def bracketed(words: str) -> str:
    """A choice within a list stands in brackets."""
    return f"({words})" if " | " in words else words


def union(name: str, members: tuple[type[Any], ...]) -> str:
    """All that one side says."""
    rows = "".join(f"\n  | {each.__name__}" for each in members)
    return f"export type {name} ={rows};\n"


# ---- grammar.ts


def grammar() -> str:
    """The patterns that cut BASIC into spans, for the page's colors: the whole of grammar.ts.

    Where JavaScript writes an expression as Python does, it is the same one.
    """
    rows = "".join(f'  ["{kind}", /^(?:{escaped(regexp)})/],\n' for kind, regexp in span_patterns().items())
    heading = made_from("How BASIC is cut into spans.", "the grammar by retromaze/language/lexer.py:")
    return f"{heading}\nexport const SPANS: [string, RegExp][] = [\n{rows}];\n"


def escaped(regexp: str) -> str:
    """As it stands between slashes."""
    return regexp.replace("/", r"\/").replace("\n", r"\n").replace("\r", r"\r").replace("\t", r"\t")


# ---- texts.ts


def texts() -> str:
    """The page's texts in both languages, and what Python says to it: the whole of texts.ts."""
    own = "".join(f"  {name}: {pair(english)},\n" for name, english in TEXTS.items())
    said = "".join(f"  {pair(english)},\n" for english in (*names(), *SENTENCES))
    phrases = "".join(f"  {json.dumps(each)}: {pair(each)},\n" for each in PHRASES)
    heading = made_from(
        "The page's texts in English and Japanese.", "tests/tools/page_texts.py and retromaze/locale:"
    )
    return (
        f"{heading}\nexport const TEXTS = {{\n{own}}} satisfies Record<string, [string, string]>;\n\n"
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


if __name__ == "__main__":
    (FOLDER / "messages.ts").write_text(typescript(), encoding="utf-8")
    (FOLDER / "grammar.ts").write_text(grammar(), encoding="utf-8")
    (FOLDER / "texts.ts").write_text(texts(), encoding="utf-8")
