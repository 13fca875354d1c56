"""Files are told apart by their contents, and a folder's programs are found with what they need."""

import os
import struct
from array import array
from pathlib import Path

import pytest

from retromaze.editor import examination as folder
from retromaze.editor.examination import (
    Contents,
    FolderExamination,
    State,
    examine_folder,
    examine_program,
    files_to_copy,
    is_program,
    read_contents,
)
from retromaze.machine.file_formats import Numbers, PictureContent, encode_document, encode_png
from tests.console_files import container, numeric, project

PAGE = numeric(3, (2, 1), struct.pack("<2H", 1, 1))


CONTENTS = {
    (container(0, b"?1\r\n", icon=1), "TX"): Contents("PRG", True, "?1\n"),
    (container(0, b"Hello you all"), "TX"): Contents("TXT", True, "Hello you all"),
    (container(1, numeric(4, (2, 3), bytes(24))), "BX"): Contents("DAT", True, sizes=(2, 3)),
    (container(1, PAGE, icon=2), "BX"): Contents("GRP", True, sizes=(2, 1)),
    (b"\xef\xbb\xbfPRINT 1", "x"): Contents("PRG", text="PRINT 1"),
    (b"Dear reader, hello", "x.txt"): Contents("TXT", text="Dear reader, hello"),
    (b"Dear reader, hello", "x.bas"): Contents("PRG", text="Dear reader, hello"),
    (encode_png(PictureContent(2, 1, array("I", [0, 0]))), "x"): Contents("GRP", sizes=(2, 1)),
    (encode_document(Numbers("%", (2,), [1, 2])), "x.json"): Contents("DAT", sizes=(2,)),
    (b"{}", "x.json"): Contents("", reason="not a stored array"),
    (b"\xff\xd8\xff", "x.jpg"): Contents("", reason="not a text file (no UTF-8 at byte 0)"),
    ("かな漢字".encode("cp932"), "x.bas"): Contents(
        "", reason="not UTF-8 but Shift_JIS, as it looks; `retromaze convert` makes it UTF-8"
    ),
    (bytes(5 << 20), "x"): Contents("", reason="larger than any program"),
    (container(1, b"PCBN"), "BX"): Contents("", reason="the array has no header"),
}


def test_contents() -> None:
    assert {(data, name): read_contents(data, name) for data, name in CONTENTS} == CONTENTS


def test_an_archive_has_members() -> None:
    found = read_contents(project([(b"TA", b"?1"), (b"BB", PAGE)]), "PX")
    assert found.kind == "PRJ" and [(each.kind, each.name) for each in found.members] == [
        ("TXT", "A"),
        ("DAT", "B"),
    ]


def test_programs_by_their_looks() -> None:
    answers = {
        "": False, "'a comment\n": True, "@LOOP\nGOTO @LOOP": True, "A=1:B[2]=3": True,
        "SHOUT 1\nPRINT 2": True, "Once upon a time\nthere was a maze.": False, "1,2,3\n4,5,6": False,
    }  # fmt: skip
    assert {text: is_program(text) for text in answers} == answers


def test_the_icon_byte_of_a_console_s_file_tells_a_program_from_a_text() -> None:
    """A text may look like a program, and a program like a text. Source: machine reference, 9.2."""
    text = "'めいろの作り方\n'これは説明です\n"
    assert is_program(text)
    assert read_contents(container(0, text.encode(), icon=0), "TX").kind == "TXT"
    assert read_contents(container(0, b"Once upon a time", icon=1), "TX").kind == "PRG"


MAP = container(1, numeric(4, (2,), bytes(8)))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    made = tmp_path / "game"
    made.mkdir()
    return made


def put(game: Path, **files: str | bytes) -> None:
    """Files by their names, `_` for a dot."""
    for name, data in files.items():
        path = game / name.replace("_", ".")
        path.write_bytes(data.encode() if isinstance(data, str) else data)


def examined(game: Path) -> FolderExamination:
    return examine_folder(game, game.parent / "storage")


def states(game: Path, name: str) -> dict[str, State]:
    return {load.use.text: load.state for load in examined(game).programs[name].loads}


def test_where_files_are(game: Path) -> None:
    lines = ('LOAD "DAT:MAP",A', 'LOAD "TXT:../X" OUT A$', 'LOAD "GRP0:NO"', 'LOAD "DAT:HI",A', "LOAD N$,A")
    put(game, a_bas="\n".join((*lines, 'IF CHKFILE("TXT:OPT") THEN A$=LOAD("TXT:OPT")', 'LOAD "SYS/X"')))
    put(game, b_bas='SAVE "DAT:HI",A', BMAP=MAP)
    (game.parent / "storage/SYS/TXT").mkdir(parents=True)
    (game.parent / "storage/SYS/TXT/X").write_text("?1")
    assert states(game, "a.bas") == {
        "DAT:MAP": State.EXISTS,
        "TXT:../X": State.INVALID,
        "GRP0:NO": State.MISSING,
        "DAT:HI": State.SAVED_LATER,
        "": State.COMPUTED,
        "TXT:OPT": State.CHECKED_FIRST,
        "SYS/X": State.EXISTS,
    }
    missing = examined(game).programs["a.bas"].missing
    assert [(load.use.line, load.searched) for load in missing] == [
        (2, ()),
        (3, (f"{game.parent}/storage/DEFAULT/DAT", str(game))),
    ]


def test_programs_lend_each_other_their_definitions(game: Path) -> None:
    put(game, main_bas='USE "PRG1:LIB"\nDRAW\nSTRANGE', lib_bas="COMMON DEF DRAW\nHELP\nEND\nDEF HELP\nEND")
    for found in (
        examined(game).programs["main.bas"],
        examine_program((game / "main.bas").read_text(), game / "main.bas", game.parent / "storage"),
    ):
        assert found.needs is not None and found.needs.unknown == {"STRANGE": [3]}
        assert not found.can_run


def test_what_begins_is_loaded_by_none(game: Path) -> None:
    put(game, a_bas="PRINT 1", b_bas='EXEC "PRG1:C"', c_bas='EXEC "PRG2:D"\nEXEC "PRG0:C"', d_bas="?2")
    put(game, broken_bas="FOR", note_txt="a few words about it", loose_txt="more words about it")
    put(game, e_bas='A$=LOAD("TXT:NOTE")')
    found = examined(game)
    assert found.entry_programs == ["b.bas", "a.bas", "e.bas", "broken.bas"]
    assert found.unused == ["loose.txt"]
    assert found.loaders["c.bas"] == ["b.bas"]
    assert found.programs_loaded == {"b.bas": {"c.bas"}, "c.bas": {"d.bas"}}


def test_where_all_are_loaded_those_that_lead_farthest_begin(game: Path) -> None:
    put(game, a_bas='EXEC "PRG1:B"', b_bas='EXEC "PRG0:A"\nEXEC "PRG2:C"', c_bas='EXEC "PRG3:C"')
    assert examined(game).entry_programs == ["a.bas", "b.bas"]


def test_what_a_listing_names_is_taken_along(game: Path) -> None:
    put(
        game,
        a_bas='USE "PRG1:LIB"\nLOAD "DAT:MAP",A\nIF CHKFILE("TXT:OPT") THEN LOAD N$',
        opt_txt="x",
        BMAP=MAP,
    )
    put(game, lib_bas='COMMON DEF F\nA$=LOAD("TXT:DEEP")\nEND', deep_txt="a\r\nb", other_txt="y")
    with (game / "lib.txt").open("wb") as file:
        file.truncate(65 << 20)
    (game / "lib.txt").rename(game / "big.txt")
    (game / "b.bas").write_text('A$=LOAD("TXT:BIG")')
    taken = files_to_copy(game / "a.bas", (game / "a.bas").read_text())
    assert sorted(taken.files) == [("DAT", "MAP"), ("TXT", "DEEP"), ("TXT", "LIB"), ("TXT", "OPT")]
    assert taken.read("TXT", "DEEP") == b"a\nb" and taken.root == game
    assert not files_to_copy(game / "b.bas", (game / "b.bas").read_text()).files


def test_a_hostile_folder_is_bounded(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MOST_FILES", 4)
    monkeypatch.setattr(folder, "MOST_CHARACTERS", 30)
    monkeypatch.setattr(folder, "MOST_BYTES", 5 << 20)
    put(game, a="?1", b="?1:" * 11, e="?1", f="?1", g="?1")
    for name, size in (("c", 4 << 20), ("d", 6 << 20)):
        with (game / name).open("wb") as file:
            file.truncate(size)
    (game / "self").symlink_to("self")
    (game / "loop").symlink_to(game, target_is_directory=True)
    (game / "inner").mkdir()
    os.mkfifo(game / "pipe")
    (game / "a\x1b[31m\n.bas").write_text("?1")
    found = examined(game)
    assert list(found.programs) == ["a", "a\x1b[31m\n.bas", "e"]
    assert found.unrecognized == {"c": "larger than any program"}
    assert found.skipped == ("b", "d", "f", "g")
    assert found.folders == ("inner",)
