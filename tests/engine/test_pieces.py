"""Listings do the same however small the pieces are in which chains, branches and loops are written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from retromaze.engine import compiler, pieces, python_loops
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer

LISTINGS = sorted((Path(__file__).parents[1] / "listings").rglob("*.bas"))
CHAINS = "\n".join(
    [
        'A=-7:B=2:C=.5:D%=9:E$="X":Z=0',
        "?A+B-C+D%-A*B*C*A/B/C;A DIV B DIV 2 MOD 3*B;D% MOD 5 MOD 3 DIV 2",
        '?E$+"Y"+E$+"Z"+E$;E$*3+E$',
        "?A<B==1==C;A AND B AND D% OR A XOR B OR 1;A<<1>>2<<3",
        "?Z*A*B;Z*A*B*-1;-Z*B*B",
        "?A && B && Z || C && D%;Z || Z || A",
        "IF A==1 THEN\n?1\nELSEIF A==2 THEN\n?2\nELSEIF A==-7 THEN\n?3\nELSEIF A<0 THEN\n?4\nELSE\n?5\nENDIF",
        "ON B GOTO @A,@B,@C\n@A\n?6:GOTO @E\n@B\n?7:GOTO @E\n@C\n?8:GOTO @E\n@D\n?9\n@E",
        "REPEAT:INC Z:IF Z==2 THEN CONTINUE\nIF Z>4 THEN BREAK\n?Z:UNTIL Z>9",
        "FOR I=1 TO 9 STEP B:IF I==3 THEN CONTINUE\nIF I>6 THEN BREAK\n?I:NEXT",
    ]
)


@pytest.fixture
def wanted() -> list[tuple[str, str]]:
    return outcomes()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pieces, "LONGEST_PIECE", 1)
    monkeypatch.setattr(pieces, "BRANCHES_A_ROW", 1)
    monkeypatch.setattr(python_loops, "SHORT", 0)
    compiler._compile_cached.cache_clear()
    yield
    compiler._compile_cached.cache_clear()


def outcomes() -> list[tuple[str, str]]:
    return [run(each) for each in [CHAINS, *(path.read_text("utf-8") for path in LISTINGS)]]


def run(source: str) -> tuple[str, str]:
    machine = Machine(seed=1)
    computer = Computer(machine)
    computer.load_source(0, source)
    error: BasicError | None = run_computer(computer, frames=600)
    return machine.console.text(), f"{error} {error.column}" if error else ""


def test_the_smallest_pieces_do_the_same(wanted: list[tuple[str, str]], small: None) -> None:
    assert outcomes() == wanted


def test_the_chains_run_to_their_end() -> None:
    text, error = run(CHAINS)
    assert (text.splitlines()[-1], error) == ("5", "")
