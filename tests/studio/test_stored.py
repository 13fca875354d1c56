"""The files that a run finds."""

from __future__ import annotations

from pathlib import Path

from retromaze.machine.storage import Storage
from retromaze.studio.stored import files_in


def test_everything_in_the_storage(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("NOTES", "one")
    storage.select_project("MAZES")
    storage.write_text("WALLS", "two")
    assert files_in(tmp_path) == {("DEFAULT", "TXT", "NOTES"): b"one", ("MAZES", "TXT", "WALLS"): b"two"}


def test_no_folder_no_files(tmp_path: Path) -> None:
    assert files_in(tmp_path / "missing") == {}
