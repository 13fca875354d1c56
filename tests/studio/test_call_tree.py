"""The calls of a run, and their tree as a message."""

from __future__ import annotations

from collections import Counter

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.studio import messages as m
from retromaze.studio.call_tree import call_tree
from retromaze.studio.traced_run import StudioRun
from tests.studio.conversation import Conversation
from tests.studio.runs import Onlooker

ROUTINES = """\
FOR I=0 TO 2
GOSUB @DRAW
NEXT
GOSUB @LAST
END
@DRAW
X=SUM(2,3)
GPSET X,I
RETURN
@LAST
GOSUB @DRAW
GPSET 9,9
RETURN
DEF SUM(A,B)
RETURN A+B
END
"""
FIBONACCI = """\
X=FIB(4)
GPSET X,X
DEF FIB(N)
IF N<2 THEN GPSET N,N:RETURN N
RETURN FIB(N-1)+FIB(N-2)
END
"""


def written(tree: m.CallTree) -> list[str]:
    """A line for each call, those pending with a star: `*  FIB ×2 (line 5, +3)`."""
    last = {depth: at for at, (depth, *_) in enumerate(tree.calls)}
    pending = {last[depth] for depth in range(tree.pending + 1)}
    return [
        f"{'*' if at in pending else ' '}{'  ' * depth}{tree.names[name] or 'main'}"
        f"{f' ×{count}' if count > 1 else ''} (line {line}{f', +{inner}' if inner else ''})"
        for at, (depth, name, line, _, count, inner) in enumerate(tree.calls)
    ]


def tree_at(page: Conversation, moment: int) -> m.CallTree:
    page.stand(m.Go(moment), lambda at: at.moment == moment)
    return page.hear(m.CallTree)


def test_gosubs_and_defs_below_their_callers(page: Conversation) -> None:
    page.open(ROUTINES)
    page.ask(m.Watch(calls=True), m.CallTree)
    assert written(tree_at(page, 1)) == ["*main (line 0)", "*  @DRAW (line 2)", "     SUM (line 7)"]
    assert written(tree_at(page, 4)) == [
        "*main (line 0)",
        "   @DRAW ×3 (line 2)",
        "     SUM ×3 (line 7)",
        "*  @LAST (line 4)",
        "*    @DRAW (line 11)",
        "       SUM (line 7)",
    ]
    assert written(tree_at(page, 5))[3:5] == ["*  @LAST (line 4)", "     @DRAW (line 11)"]


def test_what_calls_itself_stays_as_it_is(page: Conversation) -> None:
    page.open(FIBONACCI)
    page.ask(m.Watch(calls=True), m.CallTree)
    assert written(tree_at(page, 3)) == [
        "*main (line 0)",
        "*  FIB (line 1)",
        "*    FIB (line 5)",
        "       FIB (line 5)",
        "         FIB (line 5)",
        "         FIB (line 5)",
        "*      FIB (line 5)",
    ]
    tree = tree_at(page, 5)
    assert len(tree.calls) == 10 and tree.pending == 3
    after = tree_at(page, 6)
    assert (len(after.calls), after.pending) == (10, 0)


def test_a_call_s_first_statement_leads_to_it(page: Conversation) -> None:
    page.open(FIBONACCI)
    page.ask(m.Watch(calls=True), m.CallTree)
    tree = tree_at(page, 3)
    at, _ = page.stand(m.GoStatement(tree.calls[6][3]))
    again = page.hear(m.CallTree)
    assert (at.line, at.statements) == (4, tree.calls[6][3])
    assert again.pending == 3 and again.calls[6] == tree.calls[6]


def test_it_is_told_only_while_it_is_in_view(page: Conversation) -> None:
    page.open(FIBONACCI)
    page.ask(m.Watch(calls=True), m.CallTree)
    page.say(m.Watch())
    page.hear(m.Values)
    page.stand(m.Go(1))
    assert isinstance(page.ask(m.Rows(0, 1), object), m.Marks | m.Events | m.Played)


def run_of(source: str, frames: int) -> StudioRun:
    onlooker = Onlooker(source, frames)
    onlooker.run.reports_statements = onlooker.run.reports_events = False
    return onlooker.play()


def counted(tree: m.CallTree) -> Counter[str]:
    """How many calls each entry stands for, by their names; of those not told one by one only how many."""
    found: Counter[str] = Counter()
    for _, name, _, _, count, inner in tree.calls[1:]:
        found[tree.names[name]] += count
        found["inner"] += inner
    return +found


def test_every_room_of_the_backtracker_is_a_call() -> None:
    source = listing_source(CATALOGUE["backtracker_def"], width=12, height=10)
    run = run_of(source, 40)
    tree = call_tree(run)
    assert counted(tree) == {"VISIT": 120} and len(tree.calls) == 121
    assert run.counts[26] == 120 and tree.pending == 0


def test_calls_of_one_shape_are_one() -> None:
    run = run_of(listing_source(CATALOGUE["kruskal"]), 400)
    tree = call_tree(run)
    found = counted(tree)
    # the two statements of line 48 begin UNION
    assert found["UNION"] == run.counts[48] // 2
    assert sum(found.values()) == found["UNION"] + found["FIND"]
    assert len(tree.calls) < sum(found.values()) / 5


@pytest.fixture
def most(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many calls are kept apart: fewer, so that a short run has more."""
    monkeypatch.setattr("retromaze.studio.call_tree.MOST", 300)
    return 300


@pytest.mark.parametrize(("last", "made"), [(12, 465), (15, 1973)])
def test_the_oldest_calls_of_many_are_only_counted(last: int, made: int, most: int) -> None:
    run = run_of(f"X=FIB({last})\n" + FIBONACCI.partition("\n")[2].replace("GPSET N,N:", ""), 10_000)
    tree = call_tree(run)
    assert len(tree.calls) <= most + 1
    assert sum(counted(tree).values()) == made
    assert tree.deepest == last


def test_endless_calls_of_one_kind_take_no_room(most: int) -> None:
    run = run_of("@A\nGOSUB @B\nGOTO @A\n@B\nFOR I=0 TO RND(9):C I:NEXT\nRETURN\nDEF C N\nX=N\nEND\n", 4)
    tree = call_tree(run)
    assert tree.names == ["", "@B", "C"]
    # those that have returned, and the one that runs
    assert len(tree.calls) <= 5
    assert counted(tree)["C"] == run.counts[8] > most


def test_pending_calls_are_all_told_however_many() -> None:
    run = run_of("GOSUB @A\n@A\nX=X+1\nIF X<5000 THEN GOSUB @A\nVSYNC 99\n", 3)
    tree = call_tree(run)
    assert tree.pending == tree.deepest == 5000 == run.counts[3]
    assert [depth for depth, *_ in tree.calls] == list(range(5001))
