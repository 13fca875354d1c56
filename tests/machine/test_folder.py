"""Files in the folder of a listing."""

import os
import struct
from pathlib import Path

import pytest

from retromaze.errors import IllegalFileFormat, IllegalFunctionCall, LoadFailed
from retromaze.machine.file_formats import LARGEST_FILE
from retromaze.machine.storage import CopiedFiles, SiblingFiles, Storage
from tests.console_files import container, numeric
from tests.refusals import error_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "games"
    found.mkdir()
    return found


@pytest.fixture
def storage(tmp_path: Path, folder: Path) -> Storage:
    made = Storage(tmp_path / "storage")
    made.siblings = SiblingFiles(folder / "maze.bas")
    return made


def test_a_text_has_the_names_of_a_pc(folder: Path, storage: Storage) -> None:
    for name in ("SUB", "sub", "sub.txt", "SUB.TXT", "Sub.Bas", "sub.bas", "sub.prg"):
        (folder / name).write_bytes(b"A\r\nB\n")
        assert storage.exists("TXT", "sub"), name
        assert storage.read_text("SUB") == "A\nB\n", name
        assert storage.exists("DAT", "SUB") == (name.upper() == "SUB"), name
        (folder / name).unlink()


def test_files_of_the_console_have_its_names_too(folder: Path, storage: Storage) -> None:
    (folder / "TSUB").write_bytes(container(0, b"PRINT 1", icon=1))
    (folder / "bMAP").write_bytes(container(1, numeric(4, (2,), struct.pack("<2i", 3, 4))))
    assert storage.read_text("SUB") == "PRINT 1"
    assert storage.read_array("MAP").values == [3, 4]
    assert not storage.exists("DAT", "SUB") and not storage.exists("TXT", "MAP")
    (folder / "sub.bas").write_text("PRINT 2")
    assert storage.read_text("SUB") == "PRINT 2"


def test_the_first_of_several_counts_on_every_system(folder: Path, storage: Storage) -> None:
    for name in ("sub.bas", "sub.txt", "SUB", "Sub"):
        (folder / name).write_text(name)
    assert storage.read_text("SUB") == "SUB"
    (folder / "SUB").unlink()
    assert storage.read_text("SUB") == "Sub"
    (folder / "Sub").unlink()
    assert storage.read_text("SUB") == "sub.txt"


def test_the_storage_comes_first_and_takes_what_is_saved(folder: Path, storage: Storage) -> None:
    (folder / "sub.txt").write_text("beside")
    storage.write_text("SUB", "saved")
    assert storage.read_text("SUB") == "saved"
    assert (folder / "sub.txt").read_text() == "beside"
    storage.delete("TXT", "SUB")
    assert storage.read_text("SUB") == "beside"


def test_it_is_neither_listed_nor_changed(folder: Path, storage: Storage) -> None:
    (folder / "sub.txt").write_text("beside")
    assert storage.names("TXT") == []
    for change in (lambda: storage.delete("TXT", "SUB"), lambda: storage.rename("TXT", "SUB", "X")):
        with pytest.raises(LoadFailed) as raised:
            change()
        assert raised.value.detail.startswith("SUB is not in ") and "games" not in raised.value.detail
    assert os.listdir(folder) == ["sub.txt"]


def test_only_the_default_project_has_it(folder: Path, storage: Storage) -> None:
    (folder / "sub.txt").write_text("beside")
    assert not storage.exists("TXT", "SUB", "OTHER")
    storage.select_project("OTHER")
    assert not storage.exists("TXT", "SUB")
    assert storage.read_text("SUB", "DEFAULT") == "beside"


def test_nothing_outside_is_reached(tmp_path: Path, folder: Path, storage: Storage) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "secret").write_bytes(container(0, b"secret"))
    (folder / "TDISK").symlink_to(tmp_path / "secret")
    (folder / "deep").mkdir()
    os.mkfifo(folder / "pipe.txt")
    for name in ("LINK", "DEEP", "PIPE", "DISK"):
        assert not storage.exists("TXT", name)
        assert error_of(storage.read_text, name) == LoadFailed, name
    for name in ("../SECRET", "..", "/ETC/PASSWD", "DEEP/X", "SECRET\0"):
        assert error_of(storage.read_text, name) in {IllegalFunctionCall, LoadFailed}, name


def test_the_listing_is_not_found_beside_itself(folder: Path, storage: Storage) -> None:
    (folder / "maze.bas").write_text("A")
    assert not storage.exists("TXT", "MAZE")
    (folder / "maze.txt").write_text("map")
    assert storage.read_text("MAZE") == "map"


def test_what_is_too_large_or_no_text_is_refused(folder: Path, storage: Storage) -> None:
    (folder / "sub.txt").write_bytes(b"\xff")
    assert error_of(storage.read_text, "SUB") == IllegalFileFormat
    os.truncate(folder / "sub.txt", LARGEST_FILE + 1)
    assert error_of(storage.read_text, "SUB") == IllegalFileFormat


def test_files_that_were_taken_need_no_disk(folder: Path, storage: Storage) -> None:
    storage.siblings = CopiedFiles(folder, {("TXT", "SUB"): b"taken"})
    assert storage.read_text("sub") == "taken" and storage.exists("TXT", "SUB")
    (folder / "OTHER").write_text("there")
    with pytest.raises(LoadFailed) as raised:
        storage.read_text("OTHER")
    assert raised.value.detail.endswith(f" nor in what the listing names in {folder}")


def test_the_folders_are_named(tmp_path: Path, folder: Path, storage: Storage) -> None:
    own = tmp_path / "storage" / "DEFAULT" / "TXT"
    with pytest.raises(LoadFailed) as raised:
        storage.read_text("nope")
    assert raised.value.detail == f"NOPE is not in {own} nor in {folder}"
    storage.siblings = None
    with pytest.raises(LoadFailed) as raised:
        storage.read_data("NOPE")
    assert raised.value.detail == f"NOPE is not in {own.parent / 'DAT'}"
    with pytest.raises(LoadFailed) as raised:
        Storage().read_text("NOPE")
    assert raised.value.detail == "nothing is saved as NOPE in this run"
