"""Snippets for VS Code: the blocks of the language, and the words that take many arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from retromaze.builtins import load_all
from retromaze.builtins.form import Builtin, Form
from retromaze.builtins.keywords import FORMS
from retromaze.builtins.registry import BUILTINS

MANY = 3
"""From so many arguments on, their order is hard to remember."""

BLOCKS: dict[str, tuple[str, ...]] = {
    "DEF": ("DEF ${1:NAME} ${2:A}", "\t$0", "END"),
    "DEF()": ("DEF ${1:NAME}(${2:A})", "\t$0", "\tRETURN ${2:A}", "END"),
    "FOR": ("FOR ${1:I}=${2:0} TO ${3:9}", "\t$0", "NEXT"),
    "IF": ("IF ${1:A==0} THEN", "\t$0", "ENDIF"),
    "IF ELSE": ("IF ${1:A==0} THEN", "\t$2", "ELSE", "\t$0", "ENDIF"),
    "ON GOSUB": ("ON ${1:N} GOSUB ${2:@A},${3:@B}$0",),
    "ON GOTO": ("ON ${1:N} GOTO ${2:@A},${3:@B}$0",),
    "REPEAT": ("REPEAT", "\t$0", "UNTIL ${1:A==0}"),
    "WHILE": ("WHILE ${1:A==0}", "\t$0", "WEND"),
}
"""The lines of each block; the word that it begins with tells what it is for, as HELP does."""


class Snippet(TypedDict):
    """One snippet as VS Code reads it."""

    prefix: str
    body: list[str]
    description: str


def snippets() -> dict[str, Snippet]:
    """All snippets by their names."""
    return {each["prefix"]: each for each in (*blocks(), *calls())}


def blocks() -> Iterator[Snippet]:
    """The blocks, and ON with its labels."""
    for name, lines in BLOCKS.items():
        word = name.split()[0].removesuffix("()")
        yield {"prefix": name, "body": list(lines), "description": FORMS[word]}


def calls() -> Iterator[Snippet]:
    """A call of each word whose first form without OUT takes many arguments."""
    load_all()
    for entry in BUILTINS.values():
        for form, doc in zip(entry.forms, entry.docs, strict=True):
            if form.fewest >= MANY and not form.outputs:
                yield {"prefix": entry.name, "body": [call(entry, form)], "description": doc}
                break


def call(entry: Builtin, form: Form) -> str:
    """A call with a place for each argument that may not be left out."""
    names = [each.name.upper() for each in form.parameters if not each.optional]
    places = ",".join(f"${{{number}:{name}}}" for number, name in enumerate(names, start=1))
    spelling = entry.name.replace("$", r"\$")
    return f"{spelling}({places})$0" if form.result else f"{spelling} {places}$0"
