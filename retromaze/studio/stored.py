"""The stored files that a run finds, as they were when the studio was opened."""

from __future__ import annotations

from pathlib import Path

from retromaze.machine.folder import Folder
from retromaze.machine.storage import DATA, TEXT
from retromaze.studio.run import Files


def files_in(folder: Path) -> Files:
    """Everything of a storage folder; nothing where there is none."""
    shelf = Folder(folder)
    keys = [
        (project, kind, name)
        for project in shelf.projects()
        for kind in (TEXT, DATA)
        for name in shelf.names(project, kind)
    ]
    return {key: data for key in keys if (data := shelf.read(*key)) is not None}
