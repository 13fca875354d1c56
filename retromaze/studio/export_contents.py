"""What an exported page brings along: what it opens first, and the user's texts and files."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from pathlib import Path

from retromaze.comparison.program import bytes_of
from retromaze.machine.storage import Files
from retromaze.studio.messages import Open
from retromaze.studio.workspace import OwnFiles


@dataclass(frozen=True)
class ExportedText:
    """A file of the user's by its name, without its folder."""

    name: str
    text: str


Stored = list[list[str]]
"""A storage's files, each as project, kind, name and base64 of what is in it."""


@dataclass(frozen=True)
class ExportContents:
    """All of it; `function` is the port's."""

    opens: Open
    listing: ExportedText | None = None
    port: ExportedText | None = None
    function: str = "main"
    stored: Stored = field(default_factory=list)
    lessons: list[ExportedText] = field(default_factory=list)


def write_own_files(given: ExportContents, folder: Path) -> OwnFiles | None:
    """The user's texts put into a folder; None where there are none."""
    if given.listing is None:
        return None
    listing = write_file(given.listing.name, given.listing.text.encode(errors="surrogatepass"), folder)
    for each in given.lessons:
        write_file(each.name, each.text.encode(), folder)
    port = write_file(given.port.name, bytes_of(given.port.text), folder) if given.port else None
    return OwnFiles(listing, port, given.function)


def write_file(name: str, data: bytes, folder: Path) -> Path:
    """A file in the folder, by its name without its own."""
    path = folder / Path(name).name
    path.write_bytes(data)
    return path


def stored_of(files: Files) -> Stored:
    """A storage's files as they are given."""
    return [[*key, base64.b64encode(data).decode()] for key, data in sorted(files.items())]


def files_from(stored: Stored) -> Files:
    """A storage's files again."""
    return {
        (project, kind, name): base64.b64decode(data, validate=True) for project, kind, name, data in stored
    }
