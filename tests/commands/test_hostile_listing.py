"""Listings from elsewhere steer no terminal, and texts that only the console can hold pass through."""

import io
import json
import os
import re
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import retromaze
from retromaze.cli import main
from retromaze.system import CONTROL_CHARACTERS, filtered_streams, replace_controls, unfiltered_stream
from tests.amounts import every
from tests.command_line import CommandLine

BAD = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202eabc\u2066\u200f\b"
"""Escapes, a bell, a C1 control, bidi overrides, a backspace."""
RED = "\x1b[31m"
LISTING = f"""\
' a comment {BAD}
@L{BAD.replace(chr(27), "")}
A$="{BAD}"
PRINT A$;LEN("{BAD}")
DATA "{BAD}"
READ B$
LINPUT "Q {BAD}";C$
RENAME "TXT:{BAD}","TXT:A"
"""
PLAIN = "".join(each + "\n" for each in LISTING.split("\n") if not each.startswith(("@", "RENAME")) and each)
DETAIL = f'{PLAIN}DELETE "TXT:{BAD}"\n'
PORT = f'''\
def main(machine):
    machine.console.print("{BAD!r}")  # 1
    machine.console.print("x")  # 2 {BAD}
'''.replace("\b", "")
COLOR = re.compile("\x1b\\[[0-9;]*m")


@pytest.fixture
def folder(here: Path) -> Path:
    """A folder with hostile names and texts in it, which is the present one."""
    name = f"x{BAD.replace('/', '')}.bas"
    try:
        (here / name).write_text(PLAIN, "utf-8")
    except OSError:
        pytest.skip("such a name cannot be given here")
    (here / "broken.bas").write_text(LISTING, "utf-8")
    (here / "detail.bas").write_text(DETAIL, "utf-8")
    (here / "plain.bas").write_text(PLAIN, "utf-8")
    (here / "plain.py").write_text(PORT, "utf-8")
    (here / "TXT").mkdir()
    return here


def commands(name: str) -> list[list[str]]:
    """Command lines that show what a listing of that name holds."""
    port = ["--port", "plain.py:main"]
    return [
        ["run", name, "--headless", "--seed", "1"],
        ["run", name, "--headless", "--seed", "1", "--answers", BAD],
        ["run", name, "--headless", "--storage", f"plain.bas/{BAD}"],
        ["trace", name, "--seed", "1"],
        ["trace", name, "--step"],
        ["debug", name],
        ["show", name, "--compiled"],
        ["show", name, "--compiled", "--traced"],
        ["show", name, "plain.py:main"],
        ["show", name],
        ["check", name],
        ["check", name, "plain.py:main"],
        ["check", name, "plain.py:main", "--json"],
        ["check", name, "plain.py:main", "--markdown"],
        ["check", name, *port],
        ["port", name],
        ["port", name, "-o", f"{BAD}.py"],
        ["doctor", name],
        ["doctor", "."],
        ["doctor", ".", "--json"],
        ["convert", name, "-o", f"out{BAD}"],
        ["bench", name, "plain.py:main"],
        ["lesson", name],
        ["list", name],
        ["study", name],
        ["direct", name],
        [name],
    ]


def steering(text: str) -> list[str]:
    """What would steer a terminal; a line feed that Windows ends a line with does not."""
    return CONTROL_CHARACTERS.findall(text.replace("\r\n", "\n"))


@pytest.mark.slow
def test_no_command_shows_what_would_steer_a_terminal(
    folder: Path, ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"x{BAD}.bas", "broken.bas", "detail.bas", "plain.bas", f"missing{BAD}"]
    for line in every(4, [each for name in names for each in commands(name)]):
        monkeypatch.setattr("sys.stdin", io.StringIO("n\nn\nq\n"))
        if line[0] == "run" and "--storage" not in line and "broken" not in line[1]:
            # the console's text goes into a pipe as it is
            monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
        _, out, err = ran(line)
        monkeypatch.undo()
        monkeypatch.chdir(folder)
        shown = out + err
        assert steering(COLOR.sub("", shown) if "run" in line else shown) == [], line
        assert RED not in shown


def test_colors_of_our_own_reach_a_terminal(
    folder: Path, ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    for line in ("show plain.bas --compiled", "trace plain.bas --seed 1"):
        monkeypatch.setattr("sys.stdin", io.StringIO("a\n"))
        shown = ran(line).out
        assert COLOR.search(shown), line
        assert steering(COLOR.sub("", shown)) == [], line
        assert "owned" in shown, line


def on_a_terminal(line: list[str], kind: str) -> str:
    """What a terminal of that kind is sent by a command."""
    import pty
    import subprocess

    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "retromaze", *line],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": kind, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    os.close(follower)
    os.write(leader, b"n\nn\nn\nn\nn\nn\n\x04\x04")
    parts = []
    # the end of a terminal that nobody writes to any more is an error
    with suppress(OSError):
        while part := os.read(leader, 1 << 16):
            parts.append(part)
    process.wait(60)
    os.close(leader)
    return b"".join(parts).decode("utf-8", "replace").replace("^D\b\b", "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pty")
def test_a_terminal_shows_errors_and_questions_without_escapes(folder: Path) -> None:
    for line in (
        ["check", "plain.bas", "plain.py:main"],
        ["check", "broken.bas"],
        ["run", "detail.bas", "--headless"],
        ["run", "plain.bas", "--headless"],
        ["trace", "plain.bas", "--step"],
    ):
        shown = on_a_terminal(line, "dumb")
        assert shown
        assert RED not in shown and "\x1b]" not in shown, line
        if line[-1] != "plain.py:main":
            # a bar of progress is drawn by escapes of our own
            assert steering(shown.replace("\r", "")) == [], line


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pty")
def test_a_terminal_is_drawn_on_all_the_same(folder: Path) -> None:
    (folder / "drawing.bas").write_text(f'GFILL 0,0,399,239,#RED:PRINT "{BAD}"\n', "utf-8")
    shown = on_a_terminal(["run", "drawing.bas", "--headless"], "xterm-256color")
    assert "\N{UPPER HALF BLOCK}" in shown and COLOR.search(shown)
    assert "\x1b]" not in shown and "\x07" not in shown


def test_what_is_drawn_passes_and_what_is_printed_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    with filtered_streams():
        print(f"a{BAD}\tb")
        print(RED, end="", file=unfiltered_stream(sys.stdout))
        sys.stderr.writelines([BAD, "\n"])
    out, err = capsys.readouterr()
    assert out == f"a{replace_controls(BAD)}\tb\n{RED}"
    assert err == f"{replace_controls(BAD)}\n"


def test_json_means_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    from retromaze.commands.output import print_json

    print_json([BAD, "穴"])
    shown = capsys.readouterr().out
    assert steering(shown) == []
    assert json.loads(shown) == [BAD, "穴"]


# ---- texts of the console


ODD_TEXTS = """\
A$="A\ud800B\0":PRINT A$;LEN(A$) 'c\ud83d
SAVE "TXT:T",A$:PRINT LOAD("TXT:T")==A$;ASC(A$[1])
SAVE "PRG0:P":EXEC "PRG1:P2"
LOCATE 99,1:PRINT "\udc00"
"""
PROGRAM = 'PRINT "\udc00";LEN("\ud800\0") \'\ud800\n'


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    texts = tmp_path / "store/DEFAULT/TXT"
    texts.mkdir(parents=True)
    (texts / "P2").write_bytes(PROGRAM.encode(errors="surrogatepass"))
    path = tmp_path / "odd.bas"
    path.write_bytes(ODD_TEXTS.encode(errors="surrogatepass"))
    return path


def test_it_runs(listing: Path) -> None:
    result = retromaze.run(ODD_TEXTS, seed=1, storage=listing.parent / "store")
    assert result.text == "A\ufffdB 4\n155296\n\ufffd2"
    assert str(result.error) == "Out of range in 0:4(LOCATE:1)"
    kept = (listing.parent / "store/DEFAULT/TXT/T").read_bytes()
    assert kept == "A\ud800B\0".encode(errors="surrogatepass")


def told(command: str, monkeypatch: pytest.MonkeyPatch, coding: str = "utf-8") -> tuple[str, str]:
    """What a command writes into pipes of this coding, read as that coding."""
    pipes = {name: io.TextIOWrapper(io.BytesIO(), coding, "strict") for name in ("stdout", "stderr")}
    with monkeypatch.context() as patch:
        for name, pipe in pipes.items():
            patch.setattr(sys, name, pipe)
        main(command.split())
    out, err = (pipe.buffer.getvalue().decode(coding) for pipe in pipes.values())
    return out, err


def test_what_it_prints_and_where_it_stops_is_told(listing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = f"run {listing} --headless --seed 1 --storage {listing.parent / 'store'}"
    for coding, mark in {"utf-8": "\ufffd", "ascii": "?"}.items():
        out, err = told(command, monkeypatch, coding)
        assert out == f"A{mark}B 4\n155296\n{mark}2\n"
        assert err.endswith('  LOCATE 99,1:PRINT "?"\n  ^\nLOCATE takes 0 to 50 as its column, not 99\n')


def test_it_is_traced_shown_and_listed(listing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "in all: 6; in lines: 3 of 4" in told(f"trace {listing} --seed 1", monkeypatch)[0]
    assert "A_s = 'A\\ud800B\\x00'" in told(f"show {listing} --compiled", monkeypatch)[0]
    monkeypatch.setattr(sys, "stdin", io.StringIO("LIST\n"))
    assert 'A$="A?B' in told(f"direct {listing} --headless", monkeypatch)[0]
