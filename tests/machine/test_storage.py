"""Files of the storage: names, what they hold, what a run may store."""

import errno
import json
import math
import os
import signal
import struct
import subprocess
import sys
import zlib
from array import array
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retromaze.errors import (
    IllegalFileFormat,
    IllegalFunctionCall,
    LoadFailed,
    OutOfMemory,
    ProtectedFile,
)
from retromaze.machine import storage as disk
from retromaze.machine.file_formats import LARGEST_FILE, Numbers, PictureContent
from retromaze.machine.storage import QUOTA, SMALLEST_FILE, Quota, Storage, stored_files
from tests.refusals import error_of

ROOT = Path(__file__).resolve().parent.parent.parent
HEADER = struct.Struct("<HHHHI68x")
# Characters a BASIC string can hold: every code unit of 16 bits, halves of surrogate pairs included.
texts = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=()))
words = st.builds(
    lambda rgb, opaque: (rgb & 0xF8F8F8) | (0xFF000000 if opaque else 0),
    st.integers(0, 0xFFFFFF),
    st.booleans(),
)
reused = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(params=["memory", "folder"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return Storage(None if request.param == "memory" else tmp_path / "store")


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_without_a_folder_the_disk_is_never_touched(here: Path) -> None:
    storage = Storage()
    storage.write_text("A", "x")
    storage.select_project("OTHER")
    storage.write_array("B", Numbers("#", (1,), [1.0]))
    assert list(here.iterdir()) == []
    assert storage.read_array("B").values == [1.0]


def test_reading_and_asking_never_make_the_folder(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "store")
    assert (storage.exists("TXT", "A"), storage.names("DAT"), storage.projects()) == (False, [], ["DEFAULT"])
    assert error_of(storage.read_text, "A") == LoadFailed
    assert list(tmp_path.iterdir()) == []


def test_layout_is_project_kind_name(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("hello", "PRINT 1\n")
    storage.select_project("game")
    storage.write_array("T.1", Numbers("%", (2,), [1, -1]))
    assert tree(tmp_path) == {
        "DEFAULT/TXT/HELLO": b"PRINT 1\n",
        "GAME/DAT/T.1": b'{"format": "retromaze array 1", "element": "integer", "sizes": [2], '
        b'"values": [1, -1]}\n',
    }


def test_projects_keep_their_files_apart(storage: Storage) -> None:
    storage.write_text("A", "default")
    storage.select_project("game")
    assert not storage.exists("TXT", "A")
    storage.write_text("A", "game")
    assert (storage.projects(), storage.names("TXT", "default")) == (["DEFAULT", "GAME"], ["A"])
    storage.select_project("")
    assert storage.read_text("A") == "default"


def test_another_project_is_only_looked_at(storage: Storage) -> None:
    storage.select_project("GAME")
    storage.write_text("A", "game")
    storage.write_array("N", Numbers("%", (1,), [7]))
    storage.write_page("P", PictureContent(1, 1, array("I", [0xFFF80000])))
    storage.select_project("")
    storage.write_text("A", "default")
    assert (storage.read_text("A", "game"), storage.read_text("a"), storage.project) == (
        "game",
        "default",
        "DEFAULT",
    )
    assert storage.read_array("N", "GAME").values == [7]
    assert storage.read_page("P", "GAME").pixels[0] == 0xFFF80000
    assert [storage.exists("DAT", "N", each) for each in (None, "GAME", "NOPE")] == [False, True, False]
    for project, name in (("GAME", "B"), ("NOPE", "A")):
        assert error_of(storage.read_text, name, project) == LoadFailed


def test_names_are_folded_sorted_and_kept_by_kind(storage: Storage) -> None:
    for name in ("zoo", "A-1", "_X", "@MENU"):
        storage.write_text(name, "")
    storage.write_array("DATA", Numbers("#", (0,), []))
    assert storage.names("TXT") == ["@MENU", "A-1", "ZOO", "_X"]
    assert storage.names("DAT") == ["DATA"]
    assert storage.exists("TXT", "Zoo") and not storage.exists("DAT", "ZOO")


def test_a_file_s_name_may_begin_with_a_dot_and_a_project_s_may_not(tmp_path: Path) -> None:
    for storage in (Storage(tmp_path), Storage()):
        for name in (".SYS_LAUNCHER", "..X"):
            storage.write_text(name, "hidden")
            assert (storage.exists("TXT", name), storage.read_text(name.lower())) == (True, "hidden")
        assert storage.names("TXT") == ["..X", ".SYS_LAUNCHER"]
        for name in (".GAME", "..X"):
            assert error_of(storage.select_project, name) == IllegalFunctionCall
    (tmp_path / ".GIT/TXT").mkdir(parents=True)
    leftover = tmp_path / f"DEFAULT/TXT/..X.{NOBODY}-0.tmp"
    leftover.write_text("half")
    storage = Storage(tmp_path)
    assert (storage.projects(), storage.names("TXT")) == (["DEFAULT"], ["..X", ".SYS_LAUNCHER"])
    storage.delete("TXT", "..X")
    storage.write_text("A", "")
    assert not leftover.exists()


def test_delete_and_rename(storage: Storage) -> None:
    storage.write_text("A", "a")
    storage.write_text("B", "b")
    storage.rename("TXT", "a", "c")
    assert (storage.names("TXT"), storage.read_text("C")) == (["B", "C"], "a")
    assert error_of(storage.rename, "TXT", "C", "B") == IllegalFunctionCall
    storage.delete("TXT", "B")
    assert error_of(storage.delete, "TXT", "B") == LoadFailed
    assert error_of(storage.rename, "TXT", "B", "D") == LoadFailed
    assert storage.names("TXT") == ["C"]


def test_the_samples_are_read_only(storage: Storage) -> None:
    storage.select_project("SYS")
    assert error_of(storage.write_text, "A", "") == ProtectedFile
    assert storage.names("TXT") == []


BAD_NAMES = (
    "", ".", "..", "../X", "..\\X", "/ETC/PASSWD", "A/B", "A\\B", "C:X", "A:S", "...", "$A", "A.", "A B",
    "A\n", "A\0", "ABCDEFGHIJKLMNO", "Ä", "ß", "\u017f", "\u212a", "CON", "nul", "NUL.TXT", "conin$",
    "CONOUT$.A", "COM1", "lpt9.a", "*", "A?", "~", "%41", "A\u2215B", "\uff0e\uff0e", "\ud800",
)  # fmt: skip


def test_bad_names_are_refused_by_every_method(tmp_path: Path) -> None:
    (tmp_path / "X").write_text("secret")
    storage = Storage(tmp_path / "store")
    storage.write_text("GOOD", "g")
    before = tree(tmp_path)
    page = PictureContent(1, 1, array("I", [0]))
    calls: list[tuple[Any, ...]] = []
    for name in BAD_NAMES:
        calls += [
            (storage.exists, "TXT", name),
            (storage.read_text, name),
            (storage.write_text, name, "x"),
            (storage.read_array, name),
            (storage.write_array, name, Numbers("#", (0,), [])),
            (storage.read_page, name),
            (storage.write_page, name, page),
            (storage.delete, "TXT", name),
            (storage.rename, "TXT", name, "NEW"),
            (storage.rename, "TXT", "GOOD", name),
        ]
        if 0 < len(name) < 15:
            calls += [
                (storage.select_project, name),
                (storage.names, "TXT", name),
                (storage.exists, "TXT", "GOOD", name),
                (storage.read_text, "GOOD", name),
                (storage.read_array, "GOOD", name),
                (storage.read_page, "GOOD", name),
            ]
    assert [call for call in calls if error_of(*call) != IllegalFunctionCall] == []
    assert tree(tmp_path) == before


@given(st.text(max_size=16))
@reused
def test_no_name_reaches_outside_the_folder(tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(exist_ok=True)
    storage = Storage(outside / "store")
    assert error_of(storage.select_project, name) in {None, IllegalFunctionCall}
    allowed = {ProtectedFile} if storage.project == "SYS" else {None, IllegalFunctionCall}
    assert error_of(storage.write_text, name, name) in allowed
    assert {path.name for path in outside.iterdir()} <= {"store"}
    assert {path.name for path in tmp_path.iterdir()} == {"outside"}


# --- links and other things that are no files ---


def test_a_linked_file_is_neither_read_written_renamed_nor_deleted(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    storage = Storage(tmp_path / "store")
    storage.write_text("A", "a")
    link = tmp_path / "store/DEFAULT/TXT/LINK"
    link.symlink_to(secret)
    assert (storage.names("TXT"), storage.exists("TXT", "LINK")) == (["A"], False)
    assert error_of(storage.read_text, "LINK") == LoadFailed
    assert error_of(storage.delete, "TXT", "LINK") == LoadFailed
    assert error_of(storage.rename, "TXT", "LINK", "B") == LoadFailed
    assert error_of(storage.write_text, "LINK", "x") == ProtectedFile
    assert error_of(storage.rename, "TXT", "A", "LINK") == ProtectedFile
    assert secret.read_text() == "secret" and link.is_symlink() and storage.read_text("A") == "a"


@pytest.mark.parametrize("linked", ["DEFAULT", "DEFAULT/TXT"])
def test_a_linked_folder_leads_nowhere(linked: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "TXT").mkdir(parents=True)
    for place in (other / "A", other / "TXT/A"):
        place.write_text("secret")
    link = tmp_path / "store" / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(other)
    before = tree(other)
    storage = Storage(tmp_path / "store")
    assert (storage.names("TXT"), storage.exists("TXT", "A"), storage.projects()) == ([], False, ["DEFAULT"])
    storage.select_project("OTHER")
    assert not storage.exists("TXT", "A", "DEFAULT")
    assert error_of(storage.read_text, "A", "DEFAULT") == LoadFailed
    storage.select_project("")
    assert error_of(storage.read_text, "A") == LoadFailed
    assert [error_of(storage.write_text, name, "x") for name in ("A", "B")] == [ProtectedFile] * 2
    if linked == "DEFAULT":
        assert error_of(storage.write_array, "A", Numbers("#", (0,), [])) == ProtectedFile
    assert tree(other) == before and not (other / "DAT").exists()


def test_a_link_slipped_in_while_opening_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "LINK").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError):
        disk.read_regular(tmp_path / "LINK")


def test_pipes_and_folders_are_no_files(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "a")
    place = tmp_path / "DEFAULT/TXT"
    os.mkfifo(place / "PIPE")
    (place / "FOLDER").mkdir()
    assert storage.names("TXT") == ["A"]
    for name in ("PIPE", "FOLDER"):
        assert error_of(storage.read_text, name) == LoadFailed
        assert error_of(storage.write_text, name, "x") == ProtectedFile
    assert disk.read_regular(place / "PIPE") is None


def test_a_file_in_the_way_of_a_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "DEFAULT").write_text("mine")
    for folder in (tmp_path, tmp_path / "DEFAULT"):
        assert error_of(Storage(folder).write_text, "A", "x") == ProtectedFile
    assert tree(tmp_path) == {"DEFAULT": b"mine"}


# --- every content comes back ---


@given(texts)
@reused
def test_every_text_comes_back(storage: Storage, text: str) -> None:
    storage.write_text("A", text)
    assert storage.read_text("A") == text


def test_pairs_of_a_long_text_stay_together(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    pairs, single = "\ud83d\ude00" * 5_000, "\ud83d" * 5_000
    for before in ("", "x", "xx"):
        storage.write_text("A", before + pairs + single)
        stored = before + "\U0001f600" * 5_000 + single
        assert (tmp_path / "DEFAULT/TXT/A").read_bytes() == stored.encode("utf-8", "surrogatepass")
        assert storage.read_text("A") == before + pairs + single


def test_texts_that_look_like_something_else_come_back(storage: Storage) -> None:
    for text in ("\ufeff", "\ufeff\ufeffA", "\0" * 100, "\x01\0\0\0\x01\0\0\0" + "A" * 80, "A\r\nB"):
        storage.write_text("A", text)
        assert storage.read_text("A") == text


def test_characters_beyond_16_bits_are_two_units_here_and_one_character_in_the_file(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "\ud83d\ude00\ud83d")
    file = tmp_path / "DEFAULT/TXT/A"
    assert file.read_bytes() == "\U0001f600".encode() + b"\xed\xa0\xbd"
    assert storage.read_text("A") == "\ud83d\ude00\ud83d"
    file.write_bytes(HEADER.pack(1, 0, 0, 0, 4) + "\U0001f600".encode() + bytes(20))
    assert storage.read_text("A") == "\ud83d\ude00"


def test_a_byte_order_mark_of_an_editor_is_dropped(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "")
    (tmp_path / "DEFAULT/TXT/A").write_bytes(b"\xef\xbb\xbfPRINT 1")
    assert storage.read_text("A") == "PRINT 1"


@given(st.lists(st.floats()))
@reused
def test_every_real_comes_back(storage: Storage, values: list[float]) -> None:
    storage.write_array("A", Numbers("#", (len(values),), values))
    got = storage.read_array("A")
    assert (got.element, got.sizes) == ("#", (len(values),))
    same = [
        struct.pack("d", a) == struct.pack("d", b) or (math.isnan(a) and math.isnan(b))
        for a, b in zip(got.values, values, strict=True)
    ]
    assert all(same)


def test_a_page_read_as_an_array_gives_raw_pixels(storage: Storage) -> None:
    storage.write_page("G", PictureContent(2, 1, array("I", [0xFFF8F8F8, 0x00F80000])))
    assert storage.read_array("G") == Numbers("%", (2, 1), [0xFFFF, 0xF800])


def test_an_array_is_no_page(storage: Storage) -> None:
    storage.write_array("A", Numbers("#", (1,), [0.0]))
    assert error_of(storage.read_page, "A") == IllegalFileFormat


# --- containers of the console lying in the folder ---


def test_files_of_the_console_are_read_in_place(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "")
    storage.write_array("A", Numbers("#", (0,), []))
    (tmp_path / "DEFAULT/TXT/PRG").write_bytes(HEADER.pack(1, 0, 0, 1, 3) + b"CLS" + bytes(20))
    body = b"PCBN0001" + struct.pack("<HH4Id", 5, 1, 1, 0, 0, 0, 2.5)
    packed = zlib.compress(body)
    (tmp_path / "DEFAULT/DAT/ARR").write_bytes(HEADER.pack(1, 1, 1, 0, len(packed)) + packed + bytes(20))
    assert storage.read_text("PRG") == "CLS"
    assert storage.read_array("ARR") == Numbers("#", (1,), [2.5])
    (tmp_path / "DEFAULT/DAT/PRG").write_bytes(HEADER.pack(1, 0, 0, 1, 3) + b"CLS" + bytes(20))
    (tmp_path / "DEFAULT/TXT/ARR").write_bytes(HEADER.pack(1, 1, 1, 0, len(packed)) + packed + bytes(20))
    assert error_of(storage.read_data, "PRG") == IllegalFileFormat
    assert error_of(storage.read_text, "ARR") == IllegalFileFormat


DOCUMENT = {"format": "retromaze array 1", "element": "real", "sizes": [1], "values": [1.0]}


def test_documents_and_other_files_that_are_no_arrays(tmp_path: Path) -> None:
    wrong: dict[str, tuple[object, ...]] = {
        "format": ("other",),
        "element": ("string", ["real"], "integer"),
        "sizes": ([], [2], [True], [-1, -1], [1, 1, 1, 1, 1], 1, [1.0]),
        "values": ("x", [True], ["1"], [None], [10**400]),
    }
    changes: list[dict[str, object]] = [{name: each} for name, values in wrong.items() for each in values]
    changes.append({"element": "integer", "values": [2**31]})
    garbage = (b"", b"[]", b"1", b"[" * 100_000, b"\xff", b"1" * 5000, b'{"a":' * 50_000)
    storage = Storage(tmp_path)
    storage.write_array("A", Numbers("#", (1,), [1.0]))
    read = []
    for content in (*(json.dumps(DOCUMENT | change).encode() for change in changes), *garbage):
        (tmp_path / "DEFAULT/DAT/A").write_bytes(content)
        if error_of(storage.read_array, "A") != IllegalFileFormat:
            read.append(content[:100])
    assert read == []


def test_a_monstrous_file_is_not_read(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "")
    os.truncate(tmp_path / "DEFAULT/TXT/A", LARGEST_FILE + 1)
    assert error_of(storage.read_text, "A") == IllegalFileFormat


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_cannot_be_loaded(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "")
    (tmp_path / "DEFAULT/TXT/A").chmod(0)
    assert error_of(storage.read_text, "A") == LoadFailed


# --- writes that are interrupted ---


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_an_interrupted_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "old")

    def fail(*_: object, **__: object) -> None:
        raise failure

    for module, step in ((os, "fsync"), (os, "replace"), (disk, "open")):
        with monkeypatch.context() as patch:
            patch.setattr(module, step, fail, raising=False)
            with pytest.raises(ProtectedFile if isinstance(failure, OSError) else KeyboardInterrupt):
                storage.write_text("A", "new")
        assert tree(tmp_path) == {"DEFAULT/TXT/A": b"old"}, step


def test_failing_to_settle_the_folder_leaves_the_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage(tmp_path)
    calls = []

    def fsync(number: int) -> None:
        calls.append(number)
        if len(calls) == 2:
            raise OSError(errno.EIO, "folders cannot be settled here")

    monkeypatch.setattr(os, "fsync", fsync)
    storage.write_text("A", "new")
    assert len(calls) == 2 and tree(tmp_path) == {"DEFAULT/TXT/A": b"new"}


KILLED_WRITER = """
import os, pathlib, signal, sys
from retromaze.machine import storage
storage.write_temporary(pathlib.Path(sys.argv[1]), b"new, half writ")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_writer_leaves_the_old_file_and_what_the_next_save_removes(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "old")
    killed = subprocess.run(
        [sys.executable, "-c", KILLED_WRITER, tmp_path / "DEFAULT/TXT/A"], check=False, cwd=ROOT
    )
    assert killed.returncode == -signal.SIGKILL
    assert len(os.listdir(tmp_path / "DEFAULT/TXT")) == 2
    assert (storage.names("TXT"), storage.read_text("A")) == (["A"], "old")
    storage.write_text("B", "newer")
    assert tree(tmp_path) == {"DEFAULT/TXT/A": b"old", "DEFAULT/TXT/B": b"newer"}


NOBODY = 2**22 + 1
"""More than any number that Linux gives a process."""


def test_temporary_files_of_dead_processes_are_removed_by_the_next_save(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "1")
    storage.write_array("A", Numbers("%", (0,), []))
    texts, arrays = tmp_path / "DEFAULT/TXT", tmp_path / "DEFAULT/DAT"
    for leftover in (f".A.{NOBODY}-0.tmp", f".X.Y@.{NOBODY}-12.tmp", f".A.{10**30}-0.tmp"):
        (texts / leftover).write_text("half")
    (arrays / f".A.{NOBODY}-0.tmp").write_text("half")
    storage.write_text("A", "2")
    assert os.listdir(texts) == ["A"]
    assert len(os.listdir(arrays)) == 2


def test_what_a_living_process_writes_stays_until_it_is_old(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "1")
    folder = tmp_path / "DEFAULT/TXT"
    now = (folder / "A").stat().st_mtime
    mine, parents = folder / f".A.{os.getpid()}-9.tmp", folder / f".A.{os.getppid()}-9.tmp"
    for path, age in ((mine, 3000), (parents, 4000)):
        path.write_text("half")
        os.utime(path, (now - age, now - age))
    storage.write_text("A", "2")
    assert sorted(os.listdir(folder)) == [mine.name, "A"]


NOT_OURS = (("A", "-0.tmp"), (".a", "-0.tmp"), (".A", ".tmp"), (".A", "-0.tmp.x"))


def test_files_that_are_not_ours_stay(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("A", "1")
    names = (".A.tmp", *(f"{name}.{NOBODY}{end}" for name, end in NOT_OURS))
    for name in names:
        path = tmp_path / "DEFAULT/TXT" / name
        path.write_text("mine")
        os.utime(path, (0, 0))
    storage.write_text("A", "2")
    kept = {f"DEFAULT/TXT/{name}": b"mine" for name in names}
    assert tree(tmp_path) == {**kept, "DEFAULT/TXT/A": b"2"}


def test_links_and_folders_that_look_like_temporary_files_stay(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "store")
    storage.write_text("A", "1")
    (tmp_path / "mine").write_text("mine")
    folder = tmp_path / "store/DEFAULT/TXT"
    (folder / f".A.{NOBODY}-0.tmp").symlink_to(tmp_path / "mine")
    (folder / f".A.{NOBODY}-1.tmp").mkdir()
    storage.write_text("A", "2")
    assert len(os.listdir(folder)) == 3
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_file_that_another_computer_took_for_a_leftover_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []

    def replace(temporary: Path, target: Path) -> None:
        if not taken:
            taken.append(temporary)
            temporary.unlink()
        temporary.rename(target)

    monkeypatch.setattr(os, "replace", replace)
    Storage(tmp_path).write_text("A", "new")
    assert len(taken) == 1
    assert tree(tmp_path) == {"DEFAULT/TXT/A": b"new"}


def test_a_temporary_name_that_is_taken_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "TEMPORARY", iter([1, 1, 2]))
    first, second = (disk.write_temporary(tmp_path / "A", each) for each in (b"1", b"2"))
    assert (first.read_bytes(), second.read_bytes()) == (b"1", b"2")


# --- everything that lies in a folder ---


def test_everything_in_the_storage(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("NOTES", "one")
    storage.select_project("MAZES")
    storage.write_text("WALLS", "two")
    assert stored_files(tmp_path) == {("DEFAULT", "TXT", "NOTES"): b"one", ("MAZES", "TXT", "WALLS"): b"two"}
    assert stored_files(tmp_path / "missing") == {}


def key(name):
    return "DEFAULT", "TXT", name


def test_a_file_counts_until_it_is_gone_and_a_new_one_of_its_name_takes_its_place():
    ledger = Quota()
    ledger.add(key("A"), QUOTA - SMALLEST_FILE)
    ledger.add(key("A"), QUOTA)
    ledger.move(key("A"), key("B"))
    ledger.remove(key("A"))
    assert ledger.total == QUOTA
    ledger.remove(key("B"))
    assert ledger.total == 0


def test_empty_files_take_a_block_each():
    ledger = Quota()
    for number in range(QUOTA // SMALLEST_FILE):
        ledger.add(key(str(number)), 0)
    with pytest.raises(OutOfMemory):
        ledger.add(key("ONE MORE"), 0)


def test_a_storage_keeps_the_total_of_what_this_run_has_written(tmp_path):
    for folder in (None, tmp_path):
        storage = Storage(folder)
        storage.write_text("A", "x" * 5000)
        storage.write_text("B", "x")
        assert storage.quota.total == 5000 + SMALLEST_FILE
        storage.rename("TXT", "A", "C")
        storage.delete("TXT", "C")
        assert storage.quota.total == SMALLEST_FILE
