"""Reads a .po file and writes the .mo that gettext reads of it."""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterator
from pathlib import Path

MAGIC = 0x950412DE
HEADER_SIZE, ENTRY_SIZE = 28, 8


def read_po(path: Path) -> dict[str, str]:
    """The translations of a .po file by their messages, its header under "". Raises ValueError for a twin."""
    found: dict[str, str] = {}
    for message, translation in entries(path.read_text(encoding="utf-8")):
        if message in found:
            raise ValueError(f"{path.name} translates {message!r} twice")
        found[message] = translation
    return found


def entries(text: str) -> Iterator[tuple[str, str]]:
    """Each msgid and its msgstr."""
    parts: dict[str, str] = {}
    at = ""
    for line in [*text.splitlines(), "msgid"]:
        word, _, rest = line.partition(" ")
        if word == "msgid" and parts:
            yield parts["msgid"], parts["msgstr"]
            parts = {}
        if word in {"msgid", "msgstr"}:
            at = word
        if not line.startswith("#") and '"' in line:
            parts[at] = parts.get(at, "") + ast.literal_eval(line if line.startswith('"') else rest)


def mo(translations: dict[str, str]) -> bytes:
    """The bytes of a .mo file: a header, two tables of lengths and places, and the texts."""
    pairs = [(key.encode(), value.encode()) for key, value in sorted(translations.items()) if value]
    tables = HEADER_SIZE + 2 * ENTRY_SIZE * len(pairs)
    texts, index = b"", []
    for column in zip(*pairs, strict=True):
        for text in column:
            index.append(struct.pack("<II", len(text), tables + len(texts)))
            texts += text + b"\0"
    translated = HEADER_SIZE + ENTRY_SIZE * len(pairs)
    head = struct.pack("<7I", MAGIC, 0, len(pairs), HEADER_SIZE, translated, 0, tables)
    return head + b"".join(index) + texts
