"""Makes the .mo files of the package's translations, and lists the messages that have none yet.

python -m tests.tools.translation

A message that is new or changed in the source is written into retromaze/locale/*/LC_MESSAGES/retromaze.po by
hand: help texts by the paragraph and in one line. tests/tools/test_translation.py finds what is amiss.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import get_args

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po as read_catalogue

import retromaze
from retromaze.builtins.form import Device
from retromaze.catalogue import CATALOGUE
from retromaze.cli import build_parser
from retromaze.display.argument_parser import paragraphs
from retromaze.display.translation import DOMAIN, FOLDER
from retromaze.display.window_keys import ABOUT_TITLE, GAME_TITLE, HELP_LINES, HELP_TITLE, lines_beside_prompt
from retromaze.editor.console_needs import LAYERS
from retromaze.engine.hints import RULES
from retromaze.study.claims import Verdict
from retromaze.study.survey import FIGURES
from tests.tools import vscode
from tests.tools.page_texts import PHRASES, SENTENCES, TEXTS

PACKAGE = Path(retromaze.__file__).parent
CALL = re.compile(r"\b(?:_|Ruling)\(")


def messages() -> list[str]:
    """All of them, each once: those of the help, of tables, of the studio's page, and what `_` is handed."""
    with_margin = [*help_messages(build_parser()), *table_messages(), *page_messages(), *vscode.messages()]
    return list(dict.fromkeys([*with_margin, *source_messages()]))


def help_messages(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The texts of a parser and its sub-commands, as the help asks for them."""
    for text in (parser.description, parser.epilog):
        yield from (" ".join(lines) for prose, lines in paragraphs(text or "") if prose)
    yield from (group.title for group in parser._action_groups if group.title)
    for action in parser._actions:
        if action.help:
            yield " ".join(action.help.split())
        if isinstance(action, argparse._SubParsersAction):
            yield from (each.help for each in action._choices_actions if each.help)
            for each in action.choices.values():
                yield from help_messages(each)


def table_messages() -> Iterator[str]:
    """What is said of programs, figures of mazes, keys of the window, needs of a program, and of mistakes."""
    yield from (ABOUT_TITLE, GAME_TITLE, HELP_TITLE, *HELP_LINES, *lines_beside_prompt())
    for entry in CATALOGUE.values():
        yield from (entry.title, entry.technique, entry.use)
        if entry.instructions:
            yield from (entry.instructions.goal, entry.instructions.controls)
    yield from (text for figure in FIGURES for text in (figure.heading, figure.meaning))
    yield from get_args(Verdict)
    yield from (*(device.value for device in Device), *LAYERS.values(), *(rule.sentence for rule in RULES))


def page_messages() -> Iterator[str]:
    """What the studio's page says, and what it is told."""
    yield from (*TEXTS.values(), *SENTENCES, *PHRASES)
    for entry in CATALOGUE.values():
        yield from entry.sizes


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
                case ast.Call(func=ast.Name(id="Ruling"), args=texts):
                    yield from (str(text.value) for text in texts if isinstance(text, ast.Constant))


def read_po(path: Path) -> Catalog:
    """A .po file."""
    with path.open(encoding="utf-8") as file:
        return read_catalogue(file)


def translations_of(catalogue: Catalog) -> dict[str, str]:
    """The translations by their messages."""
    return {str(each.id): str(each.string) for each in catalogue if each.id}


def mo(catalogue: Catalog) -> bytes:
    """The bytes of its .mo file."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def main() -> int:
    """Writes every .mo; 1 if a message has no translation, or a translation no message."""
    status = 0
    for source in sorted(FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        status = max(status, write(source))
    return status


def write(source: Path) -> int:
    """Writes the .mo of a .po file beside it."""
    catalogue = read_po(source)
    source.with_suffix(".mo").write_bytes(mo(catalogue))
    translations = translations_of(catalogue)
    wanted = messages()
    missing = [message for message in wanted if not translations.get(message)]
    stale = [message for message in translations if message and message not in wanted]
    for heading, found in (("not translated", missing), ("no message any more", stale)):
        for message in found:
            print(f"{source}: {heading}: {message!r}")
    return 1 if missing or stale else 0


if __name__ == "__main__":
    sys.exit(main())
