"""The command line from end to end, with the engine behind it."""

import argparse
import io
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from PIL import Image

import retromaze
from retromaze.cli import COMMANDS, build_parser
from retromaze.language.lalr import listing_tables
from tests.command_line import CommandLine

ROOT = Path(__file__).resolve().parent.parent
WORDS = [sys.executable, "-m", "retromaze"]
pytestmark = pytest.mark.usefixtures("no_display")
UNBUFFERED = {**os.environ, "PYTHONUNBUFFERED": "1"}
needs_full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")


def give(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    """Puts text on standard input."""
    data = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


RUNS: dict[tuple[str, str], tuple[int, str, str]] = {
    ('PRINT "カナ";1\nLOCATE 3,3:PRINT "X"\n', ""): (0, "カナ1\n\n\n   X\n", ""),
    ("PRINT 1\n@L:GOTO @L\n", "--frames 30"): (0, "1\n", ""),
    ("REPEAT:VSYNC:UNTIL BUTTON():PRINT MAINCNT;BUTTON()\n", "--press UP+B@400-401"): (0, "40033\n", ""),
    ("PRINT 1 +\n", ""): (
        1,
        "",
        "Syntax error in 0:1\n<stdin>:1:10\n  PRINT 1 +\n           ^\na value is missing behind +\n",
    ),
    ("GOTO @NOWHERE\n", ""): (
        1,
        "",
        "Undefined label in 0:1 (@NOWHERE)\n<stdin>:1:1\n  GOTO @NOWHERE\n  ^\n",
    ),
    ("DIM A[3]\nI=5:A[I]=1\n", ""): (
        1,
        "",
        "Subscript out of range in 0:2\n<stdin>:2:5\n  I=5:A[I]=1\n      ^\n"
        "there is no A[5]: the elements are A[0] to A[2]\n",
    ),
    ('PRINT "迷路":LOCATE 99,1\n', ""): (
        1,
        "迷路\n",
        'Out of range in 0:1(LOCATE:1)\n<stdin>:1:12\n  PRINT "迷路":LOCATE 99,1\n               ^\n'
        "LOCATE takes 0 to 50 as its column, not 99\n",
    ),
    ("PRINT 1:PRINT 1/0:PRINT 2\n", ""): (
        1,
        "1\n",
        "Divide by zero in 0:1\n<stdin>:1:15\n  PRINT 1:PRINT 1/0:PRINT 2\n                ^\n"
        "the number behind /, DIV or MOD is 0\n",
    ),
    ("DIM A[10000,10000]\n", ""): (
        1,
        "",
        "Out of memory in 0:1 (100000000 elements do not fit the machine)\n<stdin>:1:5\n"
        "  DIM A[10000,10000]\n      ^\n",
    ),
    ("DEF F\nF\nEND\nF\n", ""): (1, "", "Stack overflow in 0:2\n<stdin>:2:1\n  F\n  ^\n"),
}
"""Listings from standard input and options, how their runs end, and what is printed and told."""


def test_a_run_without_a_window_prints_and_tells(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    found = {}
    for source, options in RUNS:
        give(monkeypatch, source)
        found[source, options] = ran(f"run - --headless --seed 1 {options}")
    assert found == RUNS


def test_a_seed_repeats_a_run(tmp_path: Path, ran: CommandLine) -> None:
    listing = tmp_path / "dice.bas"
    listing.write_text("FOR I=1 TO 9:PRINT RND(1000000):NEXT")
    first = ran(f"run {listing} --headless", 0)
    seed = re.fullmatch(r"retromaze: seed (\d+)\n", first.err)
    assert seed
    assert ran(["run", str(listing), "--headless", "--seed", seed[1]]) == (0, first.out, "")


WAITS = {
    "INPUT N": "waits for a line in 0:1, and standard input has no more",
    "ASK\nDEF ASK\nINPUT N\nEND": "waits for a line in 0:3, and standard input has no more",
    "REPEAT\nVSYNC\nUNTIL BUTTON()": "waits for a button that nobody presses in 0:2 (frame 61); see --press",
}


@pytest.mark.parametrize(("source", "message"), WAITS.items())
def test_a_listing_that_waits_for_nobody_is_stopped_with_its_place(
    source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    listing = tmp_path / "ask.bas"
    listing.write_text(source)
    give(monkeypatch, "")
    assert ran(f"run {listing} --headless --seed 1", 0).err == f"retromaze: {message}\n"


def test_a_file_that_is_not_text_gives_exit_1(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    for data, reason in {
        b"\x89PNG\r\n\x1a\n": "no UTF-8 at byte 0",
        b"P\0\x01\0\x02\0T\0": "it is full of zero bytes",
    }.items():
        give(monkeypatch, data)
        told = f"retromaze: standard input is not a text file ({reason})\n"
        assert ran("run - --headless") == (1, "", told)


def test_the_published_maze_is_seen_before_a_button_clears_it(tmp_path: Path, ran: CommandLine) -> None:
    seen = {"": [(47998, (255, 255, 255)), (48002, (0, 0, 0))], " --press A@400": [(96000, (0, 0, 0))]}
    for press, colors in seen.items():
        told = ran(f"run backtracker --seed 1{press} --picture {tmp_path}/maze.png", 0).err
        assert ("waits" in told) == (not press)
        with Image.open(tmp_path / "maze.png") as shown:
            assert sorted(shown.getcolors() or []) == colors


def test_help_lists_every_command() -> None:
    shown = build_parser().format_help()
    assert re.findall(r"^    (\w+) +\w", shown, re.MULTILINE) == list(COMMANDS)


def test_nothing_heavy_is_imported_for_a_headless_run() -> None:
    code = (
        "import sys; from retromaze.cli import main; main(['run', '-', '--headless', '--seed', '1']); "
        "heavy = {'pygame', 'PIL', 'rich', 'numpy', 'prompt_toolkit', 'lark', 'importlib.resources'}; "
        "direct = {name for name in sys.modules if name.startswith('retromaze.direct')}; "
        "print(sorted(direct | heavy & sys.modules.keys()))"
    )
    listing_tables()  # the first start of all needs lark to make them
    done = subprocess.run(
        [sys.executable, "-c", code], input="PRINT 1", capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == "1\n[]\n"


INTERRUPTED = """
import sys

class Interrupt:
    def find_spec(self, name, *_):
        if name == "retromaze.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
from retromaze.__main__ import start
print([name for name in sys.modules if name.startswith("retromaze")])
sys.exit(start())
"""


def test_an_interrupt_while_all_is_imported_is_told_in_a_line() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stderr) == (130, "retromaze: stopped\n")
    assert done.stdout == "['retromaze', 'retromaze.__main__']\n"


def test_every_name_of_the_package_is_there() -> None:
    assert all(getattr(retromaze, name) for name in retromaze.__all__)
    assert set(retromaze.__all__) <= set(dir(retromaze))
    with pytest.raises(AttributeError, match=r"^module 'retromaze' has no attribute 'nothing'$"):
        _ = retromaze.nothing


def test_a_reader_that_leaves_early_hears_no_complaint() -> None:
    with subprocess.Popen(
        [*WORDS, "list", "--builtins"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as lister:
        assert lister.stdout is not None
        assert lister.stderr is not None
        lister.stdout.close()
        assert lister.stderr.read() == b""
        assert lister.wait() == 0


@pytest.mark.slow
def test_a_reader_that_leaves_early_changes_no_verdict(tmp_path: Path) -> None:
    listing = tmp_path / "error.bas"
    listing.write_text('PRINT "HELLO":A=1/0')
    with subprocess.Popen(
        [*WORDS, "run", str(listing), "--headless", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=UNBUFFERED,
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read().startswith(b"Divide by zero in 0:1\n")
        assert run.wait() == 1


def full_disk(*, buffered: bool) -> io.TextIOWrapper:
    """A stream as Python opens it at its start, onto a disk that is full."""
    raw = io.FileIO("/dev/full", "w")
    return io.TextIOWrapper(io.BufferedWriter(raw) if buffered else raw, "utf-8", write_through=not buffered)


@pytest.mark.slow
@needs_full_disk
def test_a_full_disk_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    commands = (
        "run - --headless --seed 1",
        "check binary_tree --set width=3 --set height=3 --seeds 1 --jobs 1",
        "list",
        "direct",
        "run --help",
    )
    found = {}
    for words in commands:
        for buffered in (True, False):
            give(monkeypatch, "PRINT 1\n")
            with full_disk(buffered=buffered) as out, monkeypatch.context() as patch:
                err = io.StringIO()
                patch.setattr(sys, "stdout", out)
                patch.setattr(sys, "stderr", err)
                status = ran(words).status
            lines = [line for line in err.getvalue().splitlines() if "no check runs" not in line]
            found[words, buffered] = (status, lines)
    told = ["retromaze: standard output: No space left on device"]
    assert found == {(words, buffered): (1, told) for words in commands for buffered in (True, False)}


@pytest.mark.slow
@needs_full_disk
def test_python_says_nothing_of_a_full_disk_when_it_ends() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*WORDS, "run", "--help"], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"retromaze: standard output: No space left on device\n"


@needs_full_disk
def test_where_nothing_can_be_said_the_status_remains(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    wanted = {"list": 1, "run missing.bas": 2, "frob": 2}
    found = {}
    for words in wanted:
        with (
            full_disk(buffered=True) as out,
            full_disk(buffered=False) as err,
            monkeypatch.context() as patch,
        ):
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            found[words] = ran(words).status
    assert found == wanted


def test_streams_that_python_found_closed_are_empty(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    names = ("stdin", "stdout", "stderr")
    found = {}
    for words in ("run - --headless", "direct", "list"):
        for closed in names:
            with monkeypatch.context() as patch:
                for name in names:
                    pipe = io.TextIOWrapper(io.BytesIO(), "utf-8")
                    patch.setattr(sys, name, None if name == closed else pipe)
                found[words, closed] = ran(words).status
                # What the command has opened in the stream's place.
                getattr(sys, closed).close()
    assert found == dict.fromkeys(found, 0)


def test_a_program_without_end_is_too_long(ran: CommandLine) -> None:
    told = "retromaze: /dev/zero is too long: a program has 1,048,576 characters at most\n"
    assert ran("direct /dev/zero") == (1, "", told)


def test_the_page_of_commands_names_them_all() -> None:
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert set(re.findall(r"^retromaze (\w+)", page, re.MULTILINE)) == set(COMMANDS)


def test_wrong_usage_says_first_what_is_wrong_and_what_was_meant(ran: CommandLine) -> None:
    meant = {"rn maze.bas": "did you mean run?", "run maze.bas --sede 1": "did you mean --seed?"}
    for line, hint in meant.items():
        first, second, *_ = ran(line, 2).err.splitlines()
        assert (first.rpartition("; ")[2], second.split(":")[0]) == (hint, "usage")


def test_no_command_at_all_shows_the_help(ran: CommandLine) -> None:
    shown = ran("", 0).out
    assert shown.startswith("usage: retromaze [options] COMMAND ...\n")
    assert "prove ports equal to their listings" in shown


def test_columns_of_zero_stand_for_an_unknown_width(
    ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    plain = ran("list", 0).out
    monkeypatch.setenv("COLUMNS", "0")
    assert ran("list", 0).out == plain


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_help_of_every_command_fits_a_screen(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LANGUAGE", language)
    whole = build_parser()
    (commands,) = (each for each in whole._actions if isinstance(each, argparse._SubParsersAction))
    lines = {"": len(whole.format_help().splitlines())}
    lines |= {name: len(each.format_help().splitlines()) for name, each in commands.choices.items()}
    assert {name: count for name, count in lines.items() if count > 24} == {}


def test_all_of_the_help_has_what_the_short_one_leaves_out(ran: CommandLine) -> None:
    shown = {word: ran(f"run {word}", 0).out for word in ("--help", "--help-all")}
    assert shown["--help"].endswith("\nAll options and explanations: retromaze run --help-all\n")
    for words in ("  --picture OUT.png", "F1 lists the keys"):
        assert words in shown["--help"] and words in shown["--help-all"]
    for words in ("\nmore options:\n", "  --wav OUT.wav", "\nexit status: 0 "):
        assert words not in shown["--help"] and words in shown["--help-all"]


def test_a_former_name_of_an_option_goes_on_with_a_word(ran: CommandLine, tmp_path: Path) -> None:
    picture = tmp_path / "maze.png"
    told = ran(f"run binary_tree --headless --seed 1 --screenshot={picture}", 0).err
    assert told == "retromaze run: --screenshot is called --picture now\n"
    assert picture.is_file()


def test_the_version_is_told(ran: CommandLine) -> None:
    assert ran("--version") == (0, f"retromaze {version('retromaze')}\n", "")


def test_ctrl_c_has_a_status_of_its_own(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("retromaze.commands.list.execute", interrupted)
    assert ran("list") == (130, "", "retromaze: stopped\n")
