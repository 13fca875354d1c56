"""Files as a listing sees them, on a folder of the user's."""

import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import retromaze
from retromaze.machine.storage import Storage

reused = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


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


def test_without_a_folder_nothing_outlives_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown('SAVE "TXT:A","x"\n?CHKFILE("TXT:A")') == "1"
    assert shown('?CHKFILE("TXT:A")') == "0"
    assert list(tmp_path.iterdir()) == []


def test_a_program_is_edited_saved_loaded_and_run(tmp_path: Path) -> None:
    first = 'PRGEDIT 1\nPRGSET "?5"\nSAVE "PRG1:FIVE"\n?PRGNAME$(1)'
    assert shown(first, tmp_path) == "FIVE"
    assert shown('EXEC "PRG2:FIVE"\n?PRGNAME$(2)', tmp_path) == "5\nFIVE"
    assert shown('LOAD "PRG3:five",0\nEXEC 3', tmp_path) == "5"


def test_a_page_is_loaded_at_an_offset(tmp_path: Path) -> None:
    source = (
        'GCLS #RED\nSAVE "GRP0:P"\nGCLS\nLOAD "GRP0:P",256,10,0\n?GSPOIT(255,99);GSPOIT(256,99);GSPOIT(300,9)'
    )
    assert shown(source, tmp_path) == "0-5242880"


@pytest.mark.parametrize(
    "name", ["../X", "..", "/etc/passwd", "A/../../X", "C:\\\\X", "LINK", "DOOR", "PRG0:../X", "TXT:..", ".X"]
)
@pytest.mark.parametrize(
    "form", ['SAVE "TXT:{}","x"', 'A$=LOAD("TXT:{}")', 'DELETE "{}"', 'RENAME "{}","B"', 'EXEC "PRG1:{}"']
)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str, form: str) -> None:
    (tmp_path / "X").write_text("secret")
    storage = Storage(tmp_path / "store")
    storage.write_text("KEPT", "kept")
    texts = tmp_path / "store/DEFAULT/TXT"
    (texts / "LINK").symlink_to(tmp_path / "X")
    (texts / "DOOR").symlink_to(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert number(form.format(name), tmp_path / "store") in {4, 46, 50}
    assert sorted(tmp_path.rglob("*")) == before and (tmp_path / "X").read_text() == "secret"


def test_a_project_cannot_be_chosen_by_a_program(tmp_path: Path) -> None:
    assert number('PROJECT "../X"', tmp_path) == 44
    assert shown("PROJECT OUT P$\n?P$", tmp_path) == "DEFAULT"


def test_a_backup_of_the_console_lies_in_the_folder(tmp_path: Path) -> None:
    texts = tmp_path / "DEFAULT/TXT"
    texts.mkdir(parents=True)
    body = b'?"OLD"\r\n'
    (texts / "OLD").write_bytes(struct.pack("<HHHHI68x", 1, 0, 0, 1, len(body)) + body + bytes(20))
    assert shown('EXEC "PRG1:OLD"', tmp_path) == "OLD"


@given(st.lists(st.integers(0, 0xFFFF), max_size=12))
@reused
def test_every_text_comes_back(tmp_path: Path, codes: list[int]) -> None:
    text = "+".join(["A$", *(f"CHR$({code})" for code in codes)])
    assert (
        shown(f'A$={text}\nSAVE "TXT:T",A$\n?LOAD("TXT:T")==A$;LEN(LOAD("TXT:T"))', tmp_path)
        == f"1{len(codes)}"
    )


@given(st.binary(max_size=60))
@reused
def test_garbage_stops_a_listing_with_35_at_most(tmp_path: Path, data: bytes) -> None:
    for kind in ("TXT", "DAT"):
        (tmp_path / "DEFAULT" / kind).mkdir(parents=True, exist_ok=True)
        (tmp_path / "DEFAULT" / kind / "G").write_bytes(data)
    for source in ('A$=LOAD("TXT:G")', 'LOAD "PRG1:G"', 'DIM A[0]\nLOAD "DAT:G",A', 'LOAD "GRP0:G"'):
        assert number(source, tmp_path) in {0, 35}
