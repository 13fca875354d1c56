"""Listings do the same however small the pieces are in which chains, branches and loops are written."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from retromaze.compiler import blocks, compiling, expressions
from tests.amounts import one_in
from tests.running import run_listing
from tests.test_listings import expected_error, expected_text

LISTINGS = sorted((Path(__file__).parents[2] / "listings").rglob("*.bas"))
PARTS = 24
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
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(expressions, "LONGEST_PIECE", 1)
    monkeypatch.setattr(blocks, "BRANCHES_A_ROW", 1)
    monkeypatch.setattr(blocks, "SHORT", 0)
    compiling._compile_cached.cache_clear()
    yield
    compiling._compile_cached.cache_clear()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_the_smallest_pieces_do_what_the_comments_of_listings_say(part: int) -> None:
    for path in LISTINGS[part::PARTS]:
        source = path.read_text("utf-8")
        text, error = run_listing(source)
        wanted = expected_error(source)
        found = None if error is None else {name: getattr(error, name) for name in wanted or ["message"]}
        assert (text, found) == (expected_text(source), wanted), path


def test_the_smallest_pieces_of_chains_do_the_same(request: pytest.FixtureRequest) -> None:
    text, error = run_listing(CHAINS)
    assert (text.splitlines()[-1], error) == ("5", None)
    request.getfixturevalue("small")
    assert run_listing(CHAINS) == (text, None)
