"""Every message of the package that a user may see in another language."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import retromaze
from retromaze.builtins.handling import Device
from retromaze.catalogue import CATALOGUE
from retromaze.cli import build_parser
from retromaze.display.keys import ABOUT_TITLE, HELP_LINES, HELP_TITLE, lines_beside_prompt
from retromaze.display.usage import blocks, message_of
from retromaze.editor.needs import LAYERS
from retromaze.studio.page_words import PHRASES, SENTENCES, TEXTS
from retromaze.study.claims import Verdict
from retromaze.study.survey import FIGURES
from tests.editors.extension import manifest

PACKAGE = Path(retromaze.__file__).parent
CALL = re.compile(r"\b(?:_|Statement)\(")


def messages() -> list[str]:
    """All of them, each once: those of the help, of tables, of the studio's page, and what `_` is handed."""
    shown = [*help_messages(build_parser()), *table_messages(), *page_messages(), *editor_messages()]
    return list(dict.fromkeys([*shown, *source_messages()]))


def help_messages(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The texts of a parser and its sub-commands, as the help asks for them."""
    for text in (parser.description, parser.epilog):
        yield from (message_of(lines) for prose, lines in blocks(text or "") if prose)
    yield from (group.title for group in parser._action_groups if group.title)
    for action in parser._actions:
        if action.help:
            yield " ".join(action.help.split())
        if isinstance(action, argparse._SubParsersAction):
            yield from (each.help for each in action._choices_actions if each.help)
            for each in action.choices.values():
                yield from help_messages(each)


def table_messages() -> Iterator[str]:
    """What is said of programs, figures of mazes, keys of the window, and what a program needs."""
    yield from (ABOUT_TITLE, HELP_TITLE, *HELP_LINES, *lines_beside_prompt())
    for entry in CATALOGUE.values():
        yield from (entry.title, entry.technique)
    yield from (text for figure in FIGURES for text in (figure.heading, figure.meaning))
    yield from get_args(Verdict)
    yield from (*(device.value for device in Device), *LAYERS.values())


def page_messages() -> Iterator[str]:
    """What the studio's page says, and what it is told."""
    yield from (*TEXTS.values(), *SENTENCES, *PHRASES)
    for entry in CATALOGUE.values():
        yield from entry.sizes


def editor_messages() -> list[str]:
    """What the extension for VS Code says, and what it is called there."""
    return manifest.messages()


def source_messages() -> Iterator[str]:
    """The literals that the package's modules hand to `_`, and those of a claim and what is found of it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        # To parse is what takes long here.
        if not CALL.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Call(func=ast.Name(id="_"), args=[ast.Constant(value=str(message))]):
                    yield message
                case ast.Call(func=ast.Name(id="Statement"), args=texts):
                    yield from (str(text.value) for text in texts if isinstance(text, ast.Constant))
