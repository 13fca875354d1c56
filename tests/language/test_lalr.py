"""The tables of a grammar: what lark makes of it, as they are run, and on disk."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import lark
import pytest

from retromaze import system
from retromaze.language import lalr
from retromaze.language.lalr import Automaton, Unexpected
from retromaze.language.lexer import ListingLexer

GRAMMAR = """
start: _items? [OPEN CLOSE] "!"
_items: item | _items "," item
?item: NUMBER | "(" item ")" | NUMBER NUMBER -> pair
OPEN: "["
CLOSE: "]"
NUMBER: /[0-9]/
_COMMA: ","
"""

RACER = """
import pathlib, sys
from retromaze import system
from retromaze.language import parser
system.cache_folder = lambda: pathlib.Path(sys.argv[1])
print(len(parser.parse("A=1:B=2")))
"""

WITHOUT_LARK = """
import sys
from retromaze.language import parser
sys.modules["lark"] = None
print(len(parser.parse("A=1:B=2")))
"""


class Actions:
    def start(self, values: list[Any]) -> list[Any]:
        return values

    def pair(self, values: list[Any]) -> tuple[Any, ...]:
        return tuple(values)


def children(tree: Any) -> Any:
    """lark's tree as our actions would give it."""
    found = [children(each) if isinstance(each, lark.Tree) else each for each in tree.children]
    return tuple(found) if tree.data == "pair" else found


def parsed(text: str) -> Any:
    found = lalr.load_tables(GRAMMAR)
    return Automaton(found, Actions()).parse(ListingLexer(found).lex(text))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tables of the grammar are kept during a test."""
    monkeypatch.setattr(system, "cache_folder", lambda: tmp_path / "retromaze")
    place = lalr.tables_file(GRAMMAR)
    assert place
    return place


def test_rules_keep_spread_and_fill_as_lark_s_do(file: Path) -> None:
    values: dict[str, list[Any]] = {
        "!": [None, None],
        "[]!": ["[", "]"],
        "1!": ["1", None, None],
        "1,(2),((34)),5[]!": ["1", "2", ("3", "4"), "5", "[", "]"],
    }
    assert {text: parsed(text) for text in values} == values
    larks = lark.Lark(GRAMMAR, parser="lalr", maybe_placeholders=True)
    assert {text: children(larks.parse(text)) for text in values} == values


def test_the_first_token_that_cannot_stand_where_it_does(file: Path) -> None:
    columns = {"": 1, "1,!": 3, "[!": 2, "1x": 2, "!!": 2}
    found = {}
    for text in columns:
        with pytest.raises(Unexpected) as caught:
            parsed(text)
        assert caught.value.token.line == 1
        found[text] = caught.value.token.column
    assert found == columns


def test_tables_are_kept_and_read_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = lalr.load_tables(GRAMMAR)
    assert list(file.parent.iterdir()) == [file]
    monkeypatch.setattr(lark.Lark, "__init__", None)
    assert lalr.load_tables(GRAMMAR) == made


def test_a_start_with_tables_needs_no_lark() -> None:
    lalr.listing_tables()
    done = subprocess.run([sys.executable, "-c", WITHOUT_LARK], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("2\n", "")


def test_a_damaged_file_is_made_again(file: Path) -> None:
    lalr.load_tables(GRAMMAR)
    whole = file.read_bytes()
    for part in (0, 1, 3, 4, 100, -1):
        file.write_bytes(whole[:part])
        assert lalr.read_tables(file, GRAMMAR) is None, part
    assert parsed("1!") == ["1", None, None]
    assert lalr.read_tables(file, GRAMMAR)
    contents = bytearray(whole)
    contents[len(contents) // 2] ^= 1
    file.write_bytes(contents)
    assert lalr.read_tables(file, GRAMMAR) is None


def test_the_file_of_another_grammar_is_noticed(file: Path) -> None:
    lalr.load_tables(GRAMMAR)
    assert lalr.read_tables(file, GRAMMAR + " ") is None


def test_another_grammar_format_or_python_has_another_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = lalr.tables_file(GRAMMAR + " ")
    monkeypatch.setattr(lalr, "FORMAT", lalr.FORMAT + 1)
    newer = lalr.tables_file(GRAMMAR)
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    assert len({file, other, newer, lalr.tables_file(GRAMMAR)}) == 4


def test_in_a_browser_they_lie_beside_the_grammar(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert lalr.tables_file(GRAMMAR) == lalr.EXPORTED_TABLES == lalr.GRAMMAR.with_name("grammar.tables")
    monkeypatch.setattr(lalr, "EXPORTED_TABLES", tmp_path / "grammar.tables")
    lalr.EXPORTED_TABLES.write_bytes(lalr.pack_tables(GRAMMAR, lalr.make_tables(GRAMMAR)))
    monkeypatch.setitem(sys.modules, "lark", None)
    assert parsed("1!") == ["1", None, None]


def test_without_a_folder_to_write_in_nothing_is_kept(file: Path, tmp_path: Path) -> None:
    (tmp_path / "retromaze").touch()
    assert parsed("1!") == ["1", None, None]
    assert not file.exists()


def test_a_file_that_cannot_be_replaced_does_no_harm(file: Path) -> None:
    file.mkdir(parents=True)
    assert parsed("1!") == ["1", None, None]
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.slow
def test_processes_may_start_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", RACER, str(tmp_path)]
    racers = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    assert [racer.communicate() for racer in racers] == [(b"2\n", b"")] * 2
