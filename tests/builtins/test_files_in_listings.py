"""Files as a listing sees them, on a folder of the user's."""

from array import array as words
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import retromaze
from retromaze.error_report import describe
from retromaze.language.lexer import LONGEST_PROGRAM
from retromaze.machine.file_formats import LARGEST_TEXT_FILE, LONGEST_TEXT, Numbers, PictureContent
from retromaze.machine.machine import Machine
from retromaze.machine.storage import Storage
from retromaze.runner import run_source
from tests.amounts import every

reused = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


def run(source: str, folder: Path | None = None) -> retromaze.Result:
    return retromaze.run(source, seed=1, frames=60, storage=folder)


def shown(source: str, folder: Path | None = None) -> str:
    result = run(source, folder)
    assert result.error is None, result.error
    return result.text


def number(source: str, folder: Path | None = None) -> int:
    error = run(source, folder).error
    return error.number if error else 0


def test_what_one_run_saves_another_loads(tmp_path: Path) -> None:
    assert shown('DIM A[0]\nPUSH A,1.5\nPUSH A,2\nSAVE "DAT:HI",A\nSAVE "TXT:N","me"', tmp_path) == ""
    assert shown('DIM B%[1]\nLOAD "DAT:HI",B%\n?B%[0];B%[1];LOAD("TXT:N")', tmp_path) == "12me"


def test_without_a_folder_nothing_outlives_the_run(here: Path) -> None:
    assert shown('SAVE "TXT:A","x"\n?CHKFILE("TXT:A")') == "1"
    assert shown('?CHKFILE("TXT:A")') == "0"
    assert list(here.iterdir()) == []


def test_a_program_is_edited_saved_loaded_and_run(tmp_path: Path) -> None:
    first = 'PRGEDIT 1\nPRGSET "?5"\nSAVE "PRG1:FIVE"\n?PRGNAME$(1)'
    assert shown(first, tmp_path) == "FIVE"
    assert shown('EXEC "PRG2:FIVE"\n?PRGNAME$(2)', tmp_path) == "5\nFIVE"
    assert shown('LOAD "PRG3:five",0\nEXEC 3', tmp_path) == "5"


def test_the_listing_that_was_started_is_loaded_by_its_name(tmp_path: Path) -> None:
    title = 'PRINT "TITLE"\nIF CHKFILE("TXT:DONE") THEN END\nEXEC "PRG0:STAGE"'
    stage = 'PRINT "STAGE";CHKFILE("TITLE")\nSAVE "TXT:DONE",""\nEXEC "PRG0:TITLE"'
    machine = Machine(seed=1, storage=tmp_path)
    machine.storage.write_text("STAGE", stage)
    assert run_source(title, machine, path="games/title.bas") is None
    assert machine.console.text() == "TITLE\nSTAGE0\nTITLE"
    error = run_source('LOAD "TXT:TITLE" OUT T$', machine, path="games/title.bas")
    assert error is not None and error.number == 46


def test_a_page_is_loaded_at_an_offset(tmp_path: Path) -> None:
    source = (
        'GCLS #RED\nSAVE "GRP0:P"\nGCLS\nLOAD "GRP0:P",256,10,0\n?GSPOIT(255,99);GSPOIT(256,99);GSPOIT(300,9)'
    )
    assert shown(source, tmp_path) == "0-5242880"


@pytest.fixture
def other_project(tmp_path: Path) -> Path:
    """A storage with files of all kinds in the project GAME, and GREET in the present one."""
    storage = Storage(tmp_path)
    storage.write_text("GREET", "hello")
    storage.select_project("GAME")
    storage.write_text("PROG", '?"PLAYED ";PRGNAME$(PRGSLOT)\nCOMMON DEF TEN(N)\nRETURN N*10\nEND\n')
    storage.write_array("NUMBERS", Numbers("%", (2,), [3, 4]))
    storage.write_page("PAGE", PictureContent(1, 1, words("I", [0xFFF80000])))
    return tmp_path


def test_a_project_s_name_may_stand_before_the_file_s(other_project: Path) -> None:
    source = """DIM D%[0]
LOAD "DAT:GAME/NUMBERS",D%,0:?D%[1]
LOAD "GRP0:game/page":?GSPOIT(0,0)==#RED
?LEN(LOAD("TXT:GAME/PROG"));CHKFILE("GAME/PROG");CHKFILE("PROG");CHKFILE("DAT:GAME/PAGE")
PRGEDIT 2:EXEC "PRG2:GAME/PROG"
USE "PRG3:GAME/PROG":?TEN(4)
LOAD "PRG1:GAME/PROG",0:?PRGNAME$(1);PROJECT();"."
"""
    assert shown(source, other_project) == "4\n1\n63101\nPLAYED PROG\n40\nPROG."


def test_a_program_may_go_on_as_another(tmp_path: Path) -> None:
    Storage(tmp_path).write_text("SECOND", '?A;PRGNAME$(0);" IN";PRGSLOT\nEXEC "PRG1:THIRD"\n?"END"')
    Storage(tmp_path).write_text("THIRD", 'EXEC "PRG0:LAST"\n?"NEVER"')
    Storage(tmp_path).write_text("LAST", "?5")
    assert shown('A=7:EXEC "SECOND"\n?"NEVER"', tmp_path) == "0SECOND IN0\n5"


def test_a_missing_program_leaves_the_one_that_is_running(tmp_path: Path) -> None:
    result = run('?1:EXEC "NOPE"', tmp_path)
    assert (result.text, result.error and result.error.message) == ("1", "Load failed in 0:1(EXEC)")


def test_the_running_program_cannot_be_loaded_over(tmp_path: Path) -> None:
    Storage(tmp_path).write_text("SECOND", "?2")
    forms = ('LOAD "SECOND"', 'LOAD "PRG0:SECOND"', 'USE "PRG0:SECOND"')
    assert {form: number(form, tmp_path) for form in forms} == dict.fromkeys(forms, 4)


def test_a_missing_project_or_file_is_errnum_46(other_project: Path) -> None:
    forms = (
        'LOAD "DAT:{}",D%,0', 'A$=LOAD("TXT:{}")', 'LOAD "PRG1:{}"', 'LOAD "GRP0:{}"', 'EXEC "PRG2:{}"',
        'EXEC "{}"', 'USE "PRG2:{}"',
    )  # fmt: skip
    names = ("SYS/SBSMILE", "GAME/NOPE", "NOPE/PROG", "GAME/GREET")
    sources = [form.format(name) for form in forms for name in names]
    found = {source: number(f"DIM D%[0]\n{source}", other_project) for source in sources}
    assert found == dict.fromkeys(sources, 46)


def test_what_can_be_no_name_of_a_project_or_file_is_errnum_4(other_project: Path) -> None:
    names = ("GAME/A B", "G A/PROG", "GAME//PROG", "/PROG", "GAME/", "A/B/C", "GAME/../X")
    sources = [form.format(name) for form in ('A$=LOAD("TXT:{}")', '?CHKFILE("{}")') for name in names]
    assert {source: number(source, other_project) for source in sources} == dict.fromkeys(sources, 4)


def test_a_program_changes_files_of_its_own_project_alone(other_project: Path) -> None:
    forms = (
        'SAVE "PRG1:{}"', 'SAVE "TXT:{}","x"', 'SAVE "GRP0:{}"', 'DELETE "{}"', 'DELETE "DAT:GAME/NUMBERS"',
        'RENAME "{}","B"', 'RENAME "TXT:GREET","TXT:{}"',
    )  # fmt: skip
    names = ("GAME/PROG", "NEW/GREET", "DEFAULT/GREET")
    sources = [form.format(name) for form in forms for name in names]
    before = {path: path.read_bytes() for path in other_project.rglob("*") if path.is_file()}
    errors = {source: run(source, other_project).error for source in sources}
    assert {source: error and (error.number, error.detail) for source, error in errors.items()} == (
        dict.fromkeys(sources, (4, "only files of the present project can be changed"))
    )
    assert {path: path.read_bytes() for path in other_project.rglob("*") if path.is_file()} == before


OUTSIDE = (
    "../X", "..", "/etc/passwd", "A/../../X", "C:\\\\X", "LINK", "DOOR", "PRG0:../X", "TXT:..", ".X.",
    "DEFAULT/../X", "../store/KEPT", "./KEPT", "DEFAULT/LINK", "DEFAULT/DOOR", "GATE/X", "..\\X", "A//X",
    "//X", "DEFAULT\\TXT/X", "DEFAULT/TXT/KEPT", "~/X", "GATE/TXT",
)  # fmt: skip
"""Names of what lies outside of a project's folder, and of what can lie nowhere."""


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "X").write_text("secret")
    storage = Storage(tmp_path / "store")
    storage.write_text("KEPT", "kept")
    texts = tmp_path / "store/DEFAULT/TXT"
    (texts / "LINK").symlink_to(tmp_path / "X")
    (texts / "DOOR").symlink_to(tmp_path)
    for kind in ("TXT", "DAT"):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / "X").write_text("secret")
    (tmp_path / "store/GATE").symlink_to(tmp_path)
    forms = (
        'SAVE "TXT:{}","x"', 'A$=LOAD("TXT:{}")', 'LOAD "PRG1:{}"', 'DIM A%[0]:LOAD "DAT:{}",A%',
        'LOAD "GRP0:{}"', 'DELETE "{}"', 'RENAME "{}","B"', 'RENAME "KEPT","{}"', 'EXEC "PRG1:{}"',
        'USE "PRG1:{}"',
    )  # fmt: skip
    before = sorted(tmp_path.rglob("*"))
    for source in every(3, [form.format(name) for form in forms for name in OUTSIDE]):
        assert number(source, tmp_path / "store") in {4, 46, 50}, source
        assert sorted(tmp_path.rglob("*")) == before and (tmp_path / "X").read_text() == "secret", source


def test_a_project_cannot_be_chosen_by_a_program(tmp_path: Path) -> None:
    assert number('PROJECT "../X"', tmp_path) == 44
    assert shown("PROJECT OUT P$\n?P$", tmp_path) == ""


@pytest.mark.parametrize(
    ("word", "character"), [("LOAD", "A"), ("EXEC", "A"), ("USE", "A"), ("LOAD", "\U0001f600")]
)
def test_a_program_is_loaded_if_a_slot_holds_it(word: str, character: str, tmp_path: Path) -> None:
    call = f'{word} "PRG1:X"'
    units = len(character.encode("utf-16-le")) // 2
    longest = "'" * units + character * (LONGEST_PROGRAM // units - 1)
    Storage(tmp_path).write_text("X", longest)
    assert retromaze.run(f"{call}\n?PRGSIZE(1,1)", seed=1, storage=tmp_path).text == str(LONGEST_PROGRAM)
    Storage(tmp_path).write_text("X", longest + "'")
    error = run(f"?:{call}", tmp_path).error
    assert error is not None and error.number == 12
    assert describe(error).splitlines()[:2] == [
        f"Out of code memory in 0:1({word}) (a program has 1,048,576 characters at most)",
        "listing.bas:1:3",
    ]


def test_a_text_longer_than_any_string_is_a_damaged_file(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write_text("X", "")
    path = tmp_path / "DEFAULT/TXT/X"
    path.write_bytes(b"A" * LONGEST_TEXT)
    assert shown('?LEN(LOAD("TXT:X"))', tmp_path) == str(LONGEST_TEXT)
    path.write_bytes(b"A" * (LONGEST_TEXT + 1))
    assert number('T$=LOAD("TXT:X")', tmp_path) == 11
    path.write_bytes(b"A" * (LARGEST_TEXT_FILE + 1))
    assert number('T$=LOAD("TXT:X")', tmp_path) == 35
