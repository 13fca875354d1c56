"""A listing that holds halves of surrogate pairs and zeros, as texts of the console do, in every command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import retromaze
from retromaze.cli import main

LISTING = """\
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
    path.write_bytes(LISTING.encode(errors="surrogatepass"))
    return path


def told(*arguments: str, given: str = "", coding: str = "utf-8") -> tuple[str, str]:
    """What a command writes."""
    command = [sys.executable, "-X", "utf8", "-m", "retromaze", *arguments]
    done = subprocess.run(  # noqa: PLW1510 - the listing stops with an error
        command, input=given.encode(), capture_output=True, env={"PYTHONIOENCODING": coding, "PATH": ""}
    )
    return done.stdout.decode(coding), done.stderr.decode(coding)


def test_it_runs(listing: Path) -> None:
    result = retromaze.run(LISTING, seed=1, storage=listing.parent / "store")
    assert result.text == "A\ufffdB 4\n155296\n\ufffd2"
    assert str(result.error) == "Out of range in 0:4(LOCATE:1)"
    kept = (listing.parent / "store/DEFAULT/TXT/T").read_bytes()
    assert kept == "A\ud800B\0".encode(errors="surrogatepass")


@pytest.mark.parametrize("coding", ["utf-8", "ascii"])
def test_what_it_prints_and_where_it_stops_is_told(listing: Path, coding: str) -> None:
    store = str(listing.parent / "store")
    out, err = told("run", str(listing), "--headless", "--seed", "1", "--storage", store, coding=coding)
    mark = "\ufffd" if coding == "utf-8" else "?"
    assert out == f"A{mark}B 4\n155296\n{mark}2\n"
    assert err.endswith('  LOCATE 99,1:PRINT "?"\n  ^\n')


def test_it_is_traced_shown_and_listed(listing: Path) -> None:
    assert "6 statements in 3 of 4 lines" in told("trace", str(listing), "--seed", "1")[0]
    assert "A_s = 'A\\ud800B\\x00'" in told("show", str(listing), "--compiled")[0]
    assert 'A$="A?B' in told("direct", str(listing), "--headless", given="LIST\n")[0]


def test_a_gallery_of_it_is_written(listing: Path, tmp_path: Path) -> None:
    listing.write_bytes('PRINT "\ud800" \'\udc00\n'.encode(errors="surrogatepass"))
    port = tmp_path / "odd.py"
    port.write_text('def main(machine):\n    machine.console.print("\\ud800")\n')
    page = tmp_path / "page.html"
    assert main(["gallery", str(page), str(listing), str(port)]) == 0
    assert "&#55296;" in page.read_text("utf-8")
