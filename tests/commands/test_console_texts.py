"""A listing that holds halves of surrogate pairs and zeros, as texts of the console do, in every command."""

from __future__ import annotations

import io
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


def test_it_runs(listing: Path) -> None:
    result = retromaze.run(LISTING, seed=1, storage=listing.parent / "store")
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
        assert err.endswith('  LOCATE 99,1:PRINT "?"\n  ^\n')


def test_it_is_traced_shown_and_listed(listing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "6 statements in 3 of 4 lines" in told(f"trace {listing} --seed 1", monkeypatch)[0]
    assert "A_s = 'A\\ud800B\\x00'" in told(f"show {listing} --compiled", monkeypatch)[0]
    monkeypatch.setattr(sys, "stdin", io.StringIO("LIST\n"))
    assert 'A$="A?B' in told(f"direct {listing} --headless", monkeypatch)[0]
