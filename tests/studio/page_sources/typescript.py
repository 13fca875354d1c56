"""The messages of the studio as types of TypeScript."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from retromaze.studio import messages
from retromaze.studio.messages import FROM_PYTHON, TO_PYTHON

HEADING = """\
// What the page and the session say to each other. Made from retromaze/studio/messages.py, which explains it:
// python -m tests.studio.page_sources
"""
PLAIN: dict[Any, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
    Any: "unknown",
}
NAMED = {name: vars(messages)[name] for name in ("UnitName", "State", "SizeValue")}
"""Types that have a name of their own."""


def typescript() -> str:
    """The whole file."""
    blocks = [HEADING, *aliases(), *(interface(kind) for kind in kinds())]
    blocks += [union("ToPython", TO_PYTHON), union("FromPython", FROM_PYTHON)]
    return "\n".join(blocks)


def kinds() -> Iterator[type[Any]]:
    """Every message and every part of one, as they stand in Python."""
    return (each for each in vars(messages).values() if isinstance(each, type) and is_dataclass(each))


def aliases() -> Iterator[str]:
    """The named types."""
    return (f"export type {name} = {spelt(hint)};\n" for name, hint in NAMED.items())


def interface(kind: type[Any]) -> str:
    """A message or a part of one; what the page need not say may be left out."""
    hints = get_type_hints(kind)
    rows = [f'  type: "{kind.__name__}";\n'] if kind in TO_PYTHON + FROM_PYTHON else []
    rows += [f"  {name_of(each, kind)}: {type_of(hints[each.name])};\n" for each in fields(kind)]
    return f"export interface {kind.__name__} {{\n{''.join(rows)}}}\n"


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
