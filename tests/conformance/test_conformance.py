"""`python -m tests.conformance`: what it reads, how it judges, and what it tells."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conformance.__main__ import main
from tests.conformance.cases import Case, files_below, read_cases

Told = Callable[..., str]
SAMPLES = Path(__file__).with_name("samples")


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """What the command prints with one process; its exit status has to be this one."""

    def run(*words: object, status: int = 0) -> str:
        assert main([*map(str, words), "--jobs", "1"]) == status
        return capsys.readouterr().out

    return run


def clone(folder: Path) -> Path:
    """A clone with one case, and its folder for settings."""
    cases = folder / "spec/tests"
    cases.mkdir(parents=True)
    (folder / ".git").mkdir()
    (cases / "one.yaml").write_text("tests: [{name: one, code: PRINT 1, expect: {stdout: 1}}]\n")
    return folder


def test_a_clone_is_scored_by_category_and_confidence(told: Told) -> None:
    folder = SAMPLES / "clone"
    expected = f"""\
category      held   tried   not tried
──────────────────────────────────────
Control          3       3           0
Mathematics      4       4           0
Strings          1       1           7

confidence     held   tried   not tried
───────────────────────────────────────
disassembled      1       1           0
documented        1       1           0
hw_verified       4       4           7
not told          2       2           0

1 not tried: it expects pixels, which nobody looks at here
1 not tried: it expects line of the error, which nobody looks at here
1 not tried: it does not say what to expect
1 not tried: it has no code
1 not tried: its error has no number
1 not tried: its stdout is no text
1 not tried: it is no mapping
8 of 8 cases hold, 7 not tried
4 files of {folder}, no clone, so no commit is known
"""
    assert told(folder) == expected


def test_a_failure_tells_the_first_thing_that_is_otherwise(told: Told) -> None:
    path = SAMPLES / "failing.yaml"
    out = told(path, "--failures", "8", status=1)
    expected = """\
failing.yaml: other_row [documented]
    PRINT 1:PRINT 2:PRINT 3
  row 3: wants '4', shows '3'

failing.yaml: row_missing [documented]
    PRINT 1
  row 2: wants '', shows nothing

failing.yaml: no_error [documented]
    PRINT 1
  wants errnum 4, ends without an error

failing.yaml: other_error [documented]
    PRINT 1+"A"
  wants errnum 4, stops with errnum 8 in line 1: Type mismatch in 0:1

failing.yaml: error [documented]
    PRINT 1+"A"
  stops with errnum 8 in line 1: Type mismatch in 0:1

failing.yaml: text_before_an_error [documented]
    PRINT 1:PRINT 1+"A"
  row 1: wants '2', shows '1'

failing.yaml: endless [documented]
    PRINT 1:WHILE 1:VSYNC:WEND
  still runs after 600 frames

failing.yaml: bell\\x07 [documented]
    PRINT 1 'a bell: \\x07











    … 2 lines more
  row 1: wants '\\x1b', shows '1'

"""
    assert out[: out.index("category")] == expected
    out = told(path, "--failures", "1", status=1)
    assert "\n  row 3: wants '4', shows '3'\n\n… and 7 more\n\ncategory" in out


def test_lines_of_json_and_the_record_for_programs(told: Told) -> None:
    path = SAMPLES / "lines.jsonl"
    assert json.loads(told(path, "--json", "--category", "Mathematics")) == {
        "folder": str(path),
        "commit": None,
        "files": 1,
        "held": 2,
        "tried": 2,
        "not tried": 1,
        "category": {"Mathematics": {"held": 2, "tried": 2, "not tried": 1}},
        "confidence": {
            "documented": {"held": 1, "tried": 1, "not tried": 1},
            "hw_verified": {"held": 1, "tried": 1, "not tried": 0},
        },
        "failures": [],
        "reasons": {"it does not say what to expect": 1},
    }


@pytest.mark.slow
def test_a_reader_that_ends_first_is_no_error() -> None:
    command = [sys.executable, "-m", "tests.conformance", str(SAMPLES / "clone"), "--json", "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as scoring:
        assert scoring.stdout and scoring.stderr
        scoring.stdout.close()
        assert (scoring.stderr.read(), scoring.wait()) == (b"", 0)


def test_a_file_that_cannot_be_read_holds_nothing(told: Told) -> None:
    out = told(SAMPLES / "broken.yaml", status=2)
    assert "\n1 not tried: broken.yaml cannot be read: ParserError: " in out


@pytest.mark.slow
@pytest.mark.usefixtures("spawned")
def test_a_case_that_hangs_is_ended_and_the_others_are_tried(tmp_path: Path, told: Told) -> None:
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        "tests:\n- {name: hangs, code: 'WHILE 1:GFILL 0,0,399,239:WEND', expect: {stdout: ''}}\n"
        "- {name: asks, code: 'INPUT A', expect: {stdout: '?'}}\n"
    )
    record = json.loads(told(cases, "--seconds", "1", "--json", status=1))
    assert [(each["name"], each["failure"]) for each in record["failures"]] == [
        ("hangs", "not done after 1 s")
    ]
    assert (record["held"], record["tried"]) == (1, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="libyaml runs out of stack in its own way there")
def test_a_file_that_breaks_its_reader_is_told(tmp_path: Path, told: Told) -> None:
    (tmp_path / "deep.yaml").write_text("[" * 100_000)
    (tmp_path / "one.yaml").write_text("{code: PRINT 1, expect: {stdout: 1}}")
    out = told(tmp_path)
    assert "\n1 not tried: deep.yaml cannot be read: " in out
    assert "\n1 of 1 cases hold, 1 not tried\n" in out


def test_cases_reach_no_file_and_know_nothing_of_each_other(here: Path, told: Told) -> None:
    cases = here / "cases.yaml"
    cases.write_text(
        'tests:\n- {code: \'SAVE "TXT:A","B":PRINT LOAD("TXT:A")\', expect: {stdout: B}}\n'
        "- {code: 'PRINT CHKFILE(\"TXT:A\")', expect: {stdout: '0'}}\n"
        "- {code: 'A$=LOAD(\"TXT:cases.yaml\")', expect: {error: {errnum: 46}}}\n"
    )
    told(cases)
    assert list(here.iterdir()) == [cases]


def test_links_out_of_the_folder_and_hidden_folders_are_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    for name in ("outside.yaml", "folder/one.yaml", "folder/.git/two.yaml", "folder/deep/er/three.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    assert [path.name for path in files_below(folder)] == ["three.jsonl", "one.yaml"]


def test_names_that_repeat_and_tags_of_python_are_nothing_special(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: &a {name: merged}\ntests: [{<<: *a, code: PRINT 1, expect: {stdout: 010}}]\n")
    assert read_cases(path, "a") == [Case("a", "case 1", "not told", "not told", "PRINT 1", "010")]
    path.write_text("tests: !!python/object/apply:os.system [exit]\n")
    assert "could not determine a constructor" in read_cases(path, "a")[0].reason


def test_a_large_file_and_one_of_other_letters_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xff\xfe\xff")
    assert read_cases(path, "a")[0].reason.startswith("a cannot be read: UnicodeDecodeError: ")
    path.write_text("#" * (4 * 1024 * 1024 + 1))
    assert read_cases(path, "a")[0].reason == "a cannot be read: it is larger than 4,194,304 bytes"
