"""An edit of a long listing with a port beside it: what is read and compiled for it, and how often."""

from __future__ import annotations

import ast
import tokenize
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from retromaze.compiler import compiling
from retromaze.compiler.compiling import Functions
from retromaze.language.lalr import Automaton
from retromaze.language.lexer import ListingLexer
from retromaze.porting.writing import write_port
from retromaze.studio import messages as m
from retromaze.studio.open_program import UserFiles
from retromaze.studio.session import StudioSession
from tests.studio.conversation import Conversation

PARTS = 40
PART = """\
DEF PART{0} A
 FOR I=0 TO 9
  IF I==A THEN X{0}=X{0}+I ELSE GPSET I,{0}
 NEXT
 PRINT "PART {0}";A
END
"""
CALLS = "".join(f"PART{each} {each}\n" for each in range(PARTS))
LISTING = f"SIZE=7\nACLS\n{CALLS}END\n{''.join(map(PART.format, range(PARTS)))}"


class Counted:
    """Counts calls of what is costly in a long text."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.calls: Counter[str] = Counter()
        self.lexed: list[int] = []
        self._patch = patch
        self._count(Automaton, "parse")
        self._count(compiling, "compile_program")
        self._count(Functions, "definition")
        self._count(tokenize, "generate_tokens")
        self._count(ast, "parse")
        lex = ListingLexer.lex

        def lexed(lexer: ListingLexer, source: str) -> object:
            self.lexed.append(source.count("\n") + 1)
            return lex(lexer, source)

        patch.setattr(ListingLexer, "lex", lexed)

    def _count(self, home: ModuleType | type, name: str) -> None:
        original = getattr(home, name)

        def counting(*given: object, **named: object) -> object:
            self.calls[f"{home.__name__.rpartition('.')[2]}.{name}"] += 1
            return original(*given, **named)

        self._patch.setattr(home, name, counting)


def test_an_edit_of_the_listing_is_read_and_compiled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing, port = tmp_path / "a.bas", tmp_path / "a.py"
    listing.write_text(LISTING, encoding="utf-8")
    port.write_text(write_port(LISTING, "a.bas"), encoding="utf-8")
    page = Conversation()
    page.begin(StudioSession(page, m.Open(), UserFiles(listing, port)).serve)
    page.open(seed=1)
    counted = Counted(monkeypatch)
    edited = LISTING.replace("PART 7", "PART SEVEN")
    at, _ = page.open(edited, seed=1)
    assert (at.line, at.statements) == (1, 1)
    # the whole listing once, and its top for the numbers that can be set
    assert counted.lexed == [edited.count("\n") + 1, 1]
    # no DEF becomes code before it is called, and of the port only its functions are looked for again
    assert counted.calls == {"Automaton.parse": 1, "compiling.compile_program": 1, "ast.parse": 1}
    page.stand(m.Go(3), lambda each: each.moment == 3)
    assert counted.calls["Functions.definition"] == 1 and counted.calls["compiling.compile_program"] == 1
    page.end()
