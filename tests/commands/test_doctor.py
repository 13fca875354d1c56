"""`retromaze doctor`."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from retromaze.commands.doctor import shortened_list
from retromaze.system import printable
from tests.command_line import CommandLine, Told
from tests.console_files import container, numeric, project

Doctor = Callable[..., Told]

CAVE = """\
XSCREEN 3
LOAD "DAT:"+"MAP",M
LOAD "GRP0:"+N$
LOAD "TXT:NOTE" OUT T$
SAVE "DAT:HI",S
FILES A$
TALK "HI"
XON MIC
FOO
SPSET 0,1
B=BUTTON()
"""
REPORT = """\
TCAVE: a program, a file of the console; lines: 11

                what                  lines
────────────────────────────────────────────────────────────────────────────────────────────────────
shows           sprites                       on both screens
asks for        buttons: BUTTON       11
                microphone: XON MIC   8       not simulated: this console has none
not simulated   TALK                  7       nothing is heard of it
unknown         FOO                   9       no word of the console and no DEF: an error where it
                                              is reached
loads           DAT:MAP               2       BMAP
                computed              3       the name is worked out when it runs
                TXT:NOTE              4       MISSING
saves           DAT:HI                5
lists files     FILES                 6       of the storage alone, not what lies beside the listing

TXT:NOTE is not in {0}/store/DEFAULT/TXT nor in {0}
Sprites and backgrounds show pictures of our own; --sheet FILE shows others.
Missing or not simulated: TXT:NOTE, TALK, XON MIC, FOO.

retromaze run TCAVE
"""
FOLDER = """\
program   lines   asks for              loads            lacks
─────────────────────────────────────────────────────────────────────────────────────
TCAVE        11   buttons, microphone   BMAP, computed   TXT:NOTE, TALK, XON MIC, FOO
bad.bas       1                                          cannot be read
sub.bas       1                         TCAVE

begin with: sub.bas
others that no program loads: bad.bas
nobody loads: BTILES (a page of 2 x 1)
names of files that are worked out: 1
not of the console: photo.jpg (not a text file (no UTF-8 at byte 0))
folders inside, not looked into: store
programs: 3; lines: 13; other files: 2; running here as far as one can see: 1

Syntax error in 0:1
bad.bas:1:4
  FOR
     ^
FOR is written FOR variable=first TO last[ STEP step] … NEXT

retromaze run sub.bas
"""
PAGE = numeric(3, (2, 1), bytes(4))


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    """The current folder with a storage, a program of the console and its map."""
    (here / "store").mkdir()
    Path("TCAVE").write_bytes(container(0, CAVE.encode(), icon=1))
    Path("BMAP").write_bytes(container(1, numeric(4, (20, 15), bytes(1200))))


@pytest.fixture
def doctor(ran: CommandLine) -> Doctor:
    return lambda words, status=None: ran(f"doctor {words} --storage store", status)


def test_one_program(here: Path, doctor: Doctor) -> None:
    assert doctor("TCAVE") == (1, REPORT.format(here), "")


def test_a_folder(doctor: Doctor) -> None:
    Path("sub.bas").write_text('EXEC "PRG1:CAVE"')
    Path("bad.bas").write_text("FOR")
    Path("BTILES").write_bytes(container(1, PAGE, icon=2))
    Path("photo.jpg").write_bytes(b"\xff\xd8")
    assert doctor(".") == (1, FOLDER, "")


def test_a_folder_s_table_names_files_that_a_program_of_it_saves(doctor: Doctor) -> None:
    Path("sub.bas").write_text('SAVE "TXT:HI","1"\nLOAD "TXT:HI" OUT T$\n')
    (row,) = (each for each in doctor(".").out.splitlines() if each.startswith("sub.bas "))
    assert row.split() == ["sub.bas", "2", "TXT:HI"]


def test_a_library_that_cannot_be_read_is_named(doctor: Doctor) -> None:
    Path("a.bas").write_text('LOAD "PRG1:LIB",FALSE')
    for unreadable in (b"FOR", b"\xff\xd8"):
        Path("LIB.bas").write_bytes(unreadable)
        told = doctor("a.bas", 1).out
        assert re.search(r"^loads +PRG1:LIB +1 +cannot be read\n", told, re.MULTILINE)
        assert "Missing or not simulated: PRG1:LIB." in told
    Path("LIB.bas").write_text("COMMON DEF F\nEND")
    doctor("a.bas", 0)


def test_an_archive_in_a_folder_says_how_to_unpack_it(doctor: Doctor) -> None:
    Path("PACK").write_bytes(project([(b"TMAIN", b"?1")]))
    rows = doctor(".", 1).out.splitlines()
    assert "nobody loads: PACK (an archive; files: 1)" in rows
    assert "archives are unpacked by: retromaze convert . -o FOLDER" in rows


def test_an_empty_listing_has_no_table(doctor: Doctor) -> None:
    Path("no.bas").write_bytes(b"")
    assert doctor("no.bas", 0).out == (
        "no.bas: a program, a text of a PC; lines: 0\n\n"
        "It runs here as far as one can see.\n\nretromaze run no.bas\n"
    )


def test_what_stops_where_it_is_reached(doctor: Doctor) -> None:
    Path("x.bas").write_text("LOCATE 1,2,3,4\nGOTO @NOWHERE\n")
    assert doctor("x.bas", 1).out.splitlines()[4:-3] == [
        "shows     text               on the upper screen",
        "refused   LOCATE     1       it has no such form: an error where it is reached",
        "unknown   @NOWHERE   2       this label is not visible there: an error where it is reached",
        "",
    ]


def test_unknown_words_and_labels_may_be_misspelt(doctor: Doctor) -> None:
    Path("x.bas").write_text("GOTO @MAN\n@MAIN\nFOBAR 3\nDEF FOOBAR X\nEND\nPRIT 5\n")
    assert doctor("x.bas", 1).out.splitlines()[4:7] == [
        "unknown   @MAN    1       did you mean @MAIN?",
        "          FOBAR   3       did you mean FOOBAR?",
        "          PRIT    6       did you mean PRINT?",
    ]


def test_a_variable_that_nothing_sets_may_be_a_function_or_a_constant(doctor: Doctor) -> None:
    Path("x.bas").write_text("GCLS BLUE\nIF COUNT>0 THEN GCLS BLUE\nDEF COUNT() RETURN 1:END\n")
    assert doctor("x.bas", 0).out.splitlines()[4:-2] == [
        "shows       graphics           on the upper screen",
        "never set   BLUE       1, 2    did you mean #BLUE?",
        "            COUNT      2       did you mean COUNT()?",
        "",
        "It runs here as far as one can see.",
    ]
    assert json.loads(doctor("x.bas --json", 0).out)["never_set"] == [
        {"word": "BLUE", "lines": [1, 2], "meant": "#BLUE"},
        {"word": "COUNT", "lines": [2], "meant": "COUNT()"},
    ]


def test_long_tables_end(monkeypatch: pytest.MonkeyPatch, doctor: Doctor) -> None:
    monkeypatch.setattr("retromaze.commands.doctor.MOST_ROWS", 2)
    Path("x.bas").write_text('SAVE "A":SAVE "B":SAVE "C"')
    for name in ("y.bas", "z.bas"):
        Path(name).write_text("?1")
    rows = (doctor("x.bas", 0).out + doctor(".", 1).out).splitlines()
    assert [row.split()[0] for row in rows if row][3:6] == ["saves", "B", "…"]
    assert [row.split()[0] for row in rows if row][10:13] == ["TCAVE", "x.bas", "…"]


def test_a_program_that_cannot_be_read_shows_where(doctor: Doctor) -> None:
    Path("bad.bas").write_text("?1\nFOR")
    assert doctor("bad.bas", 1).out == (
        "bad.bas: a program, a text of a PC; lines: 2\n\nSyntax error in 0:2\nbad.bas:2:4\n  FOR\n     ^\n"
        "FOR is written FOR variable=first TO last[ STEP step] … NEXT\n"
    )


def test_other_files(doctor: Doctor) -> None:
    for data, status, told in (
        (container(1, numeric(4, (20, 15), bytes(1200))), 0, "X: an array of 20 x 15\n"),
        (container(1, PAGE, icon=2), 0, "X: a page of 2 x 1\n"),
        (b"Dear reader, hello", 0, "X: a text\n"),
        (
            project([(b"TMAIN", b"?1"), (b"BMAP", PAGE)]),
            0,
            "X: an archive; files: 2\nTXT:MAIN, DAT:MAP\n\n"
            "retromaze convert X -o FOLDER\nretromaze doctor FOLDER\n",
        ),
        (b"\xff\xd8", 1, "X: cannot be used: not a text file (no UTF-8 at byte 0)\n"),
    ):
        Path("X").write_bytes(data)
        assert doctor("X") == (status, told, "")
        assert json.loads(doctor("X --json", status).out)["file"] == "X"


def test_the_same_as_data(here: Path, doctor: Doctor) -> None:
    found = json.loads(doctor("TCAVE --json", 1).out)
    assert found["asks_for"] == [
        {"device": "buttons", "here": True, "words": {"BUTTON": [11]}},
        {"device": "microphone", "here": False, "words": {"XON MIC": [8]}},
    ]
    assert found["screens"] == {"upper": True, "lower": True, "tall": False, "layers": ["sprites"]}
    assert found["not_simulated"] == [{"word": "TALK", "lines": [7]}]
    assert found["unknown"] == [{"word": "FOO", "lines": [9]}]
    assert found["loads"][2] == {
        "word": "LOAD",
        "line": 4,
        "text": "TXT:NOTE",
        "kind": "TXT",
        "number": None,
        "project": None,
        "name": "NOTE",
        "state": "missing",
        "place": None,
        "looked_in": [f"{here}/store/DEFAULT/TXT", str(here)],
    }
    assert [each["state"] for each in found["loads"]] == ["there", "computed", "missing"]
    assert (found["runs"], found["error"], found["command"]) == (False, None, "retromaze run TCAVE")
    Path("bad.bas").write_text("FOR")
    folder = json.loads(doctor(". --json", 1).out)
    assert [(each["file"], each["runs"]) for each in folder["programs"]] == [
        ("TCAVE", False),
        ("bad.bas", False),
    ]
    assert folder["programs"][1]["error"] == {
        "number": 3,
        "message": "Syntax error in 0:1",
        "line": 1,
        "column": 4,
    }
    assert folder["sum"] == {"programs": 2, "lines": 12, "files": 1, "missing": 1}


def test_names_cannot_steer_the_terminal(doctor: Doctor) -> None:
    Path("TCAVE").unlink()
    Path("a\x1b[31m'.bas").write_text('LOAD "DAT:\x1b[2J",A\nFOO')
    Path("b\n.bas").write_text("FOR")
    names = (".", "a\x1b[31m'.bas", "b\n.bas")
    out = "".join(doctor(shlex.quote(name), 1).out for name in names)
    assert "\x1b" not in out and "retromaze run $'a\\x1b[31m\\'.bas'\n" in out


def test_texts() -> None:
    assert printable("a\n\x9b\u202eb") == "a\\n\\x9b\\u202eb"
    assert shortened_list(map(str, range(14))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more"
