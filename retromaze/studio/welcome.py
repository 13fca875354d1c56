"""The first message to the page: programs, words of the language, keys; and what an exported page opens."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from pathlib import Path

from retromaze.builtins.form import Builtin
from retromaze.builtins.reference import FORMS, all_words, docstring_help
from retromaze.catalogue import CATALOGUE
from retromaze.comparison.runnable_programs import bytes_of
from retromaze.display.window_keys import BUTTON_KEYS
from retromaze.machine.storage import Files
from retromaze.studio.messages import HelpWord, Key, OfferedProgram, Open, Welcome
from retromaze.studio.open_program import UserFiles

PAGE_KEYS = {
    "UP": "ArrowUp",
    "DOWN": "ArrowDown",
    "LEFT": "ArrowLeft",
    "RIGHT": "ArrowRight",
    "RETURN": "Enter",
    "BACKSPACE": "Backspace",
}
"""Names of keys in a browser (KeyboardEvent.key) that differ from those in BUTTON_KEYS."""


def welcome(opens: Open) -> Welcome:
    """Returns the first message to the page: programs, words of the language, keys, and what to open."""
    programs = [
        OfferedProgram(entry.name, entry.title, entry.technique, entry.origin.provenance, dict(entry.shown))
        for entry in CATALOGUE.values()
    ]
    words = [
        HelpWord(name, "builtin" if isinstance(word, Builtin) else "variable", docstring_help(word.doc))
        for name, word in all_words().items()
    ]
    words += [HelpWord(name, "keyword", form) for name, form in FORMS.items()]
    keys = [
        Key(PAGE_KEYS.get(key, key), int(button), str(button.name)) for key, button in BUTTON_KEYS.items()
    ]
    return Welcome(programs, words, keys, opens)


@dataclass(frozen=True)
class ExportedText:
    """A file of the user's by its name, without its folder."""

    name: str
    text: str


Stored = list[list[str]]
"""A storage's files, each as project, kind, name and its bytes in base64."""


@dataclass(frozen=True)
class ExportContents:
    """The user's data in an exported page; `function` is the name of the port's main function."""

    opens: Open
    listing: ExportedText | None = None
    port: ExportedText | None = None
    function: str = "main"
    stored: Stored = field(default_factory=list)
    lessons: list[ExportedText] = field(default_factory=list)


def write_user_files(contents: ExportContents, folder: Path) -> UserFiles | None:
    """Writes the user's texts to a folder, where the studio reads them.

    Returns the paths of listing and port, None if the page has no listing of the user's.
    """
    if contents.listing is None:
        return None
    listing = write_file(contents.listing.name, contents.listing.text.encode(errors="surrogatepass"), folder)
    for each in contents.lessons:
        write_file(each.name, each.text.encode(), folder)
    port = write_file(contents.port.name, bytes_of(contents.port.text), folder) if contents.port else None
    return UserFiles(listing, port, contents.function)


def write_file(name: str, data: bytes, folder: Path) -> Path:
    """Writes a file into a folder and returns its path."""
    # only the last part of the name, which in data of a page could lead out of the folder
    path = folder / Path(name).name
    path.write_bytes(data)
    return path


def storage_as_json(files: Files) -> Stored:
    """Returns the files of a storage in a form for JSON."""
    return [[*key, base64.b64encode(data).decode()] for key, data in sorted(files.items())]


def storage_from_json(stored: Stored) -> Files:
    """Returns the files of a storage, from their form for JSON."""
    return {
        (project, kind, name): base64.b64decode(data, validate=True) for project, kind, name, data in stored
    }
