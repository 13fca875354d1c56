"""The tables of a grammar on disk."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import lark
import platformdirs
import pytest

from retromaze.language import tables

GRAMMAR = """
start: "A" NUMBER*
NUMBER: /[0-9]/
"""

RACER = """
import pathlib, platformdirs, sys
from retromaze.language import parser
platformdirs.user_cache_path = lambda name: pathlib.Path(sys.argv[1])
print(len(parser.parse("A=1:B=2")))
"""


class Adder:
    def start(self, children: list[str]) -> int:
        return sum(map(int, children))


def started() -> lark.Lark:
    return tables.load(GRAMMAR, transformer=Adder())


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tables of the grammar are kept during a test."""
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / name)
    place = tables.place(GRAMMAR)
    assert place
    return place


def test_tables_are_kept_and_read_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert started().parse("A123") == 6
    assert list(file.parent.iterdir()) == [file]
    monkeypatch.setattr(lark.Lark, "__init__", None)
    assert started().parse("A123") == 6
    with pytest.raises(lark.UnexpectedInput):
        started().parse("AA")


@pytest.mark.parametrize("part", [0, 1, 32, 100, -1])
def test_a_damaged_file_is_made_again(file: Path, part: int) -> None:
    started()
    whole = file.read_bytes()
    file.write_bytes(whole[:part])
    assert started().parse("A123") == 6
    assert tables.read(file)


def test_a_single_wrong_byte_is_noticed(file: Path) -> None:
    started()
    contents = bytearray(file.read_bytes())
    contents[len(contents) // 2] ^= 1
    file.write_bytes(contents)
    assert tables.read(file) is None


def test_a_class_that_is_gone_is_noticed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.write(file, pickle.dumps(Adder))
    assert tables.read(file)
    monkeypatch.delattr(sys.modules[__name__], "Adder")
    assert tables.read(file) is None


def test_another_grammar_or_lark_has_another_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark, "__version__", "0")
    assert len({file, tables.place(GRAMMAR), tables.place(GRAMMAR + " ")}) == 3


def test_without_platformdirs_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    assert tables.place(GRAMMAR) is None
    assert started().parse("A123") == 6


def test_without_a_folder_to_write_in_nothing_is_kept(file: Path, tmp_path: Path) -> None:
    (tmp_path / "retromaze").touch()
    assert started().parse("A123") == 6
    assert not file.exists()


def test_a_file_that_cannot_be_replaced_does_no_harm(file: Path) -> None:
    file.mkdir(parents=True)
    assert started().parse("A123") == 6
    assert list(file.parent.iterdir()) == [file]


def test_processes_may_start_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", RACER, str(tmp_path)]
    racers = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    assert [racer.communicate() for racer in racers] == [(b"2\n", b"")] * 2
