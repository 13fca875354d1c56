"""The values that an expression has had, up to where the run stands."""

from __future__ import annotations

from retromaze.studio import messages as m
from retromaze.studio.searches import STRETCHES, thinned
from tests.studio.conversation import Conversation

LISTING = """\
N$="A"
FOR I=0 TO 3
GPSET I,0:GPSET I,1
X=X+I/2
NEXT
END
"""


def test_each_change_with_its_moment(page: Conversation) -> None:
    page.open(LISTING)
    page.stand(m.Go(7))
    found = page.ask(m.AskHistory("X"), m.History)
    assert found == m.History("X", [(0, 0), (4, 0.5), (6, 1.5)])
    # it stands again where it stood, in the middle of a statement
    at = page.hear(m.At, lambda each: each.state == "paused")
    assert (at.moment, at.line, at.acted) == (7, 3, True)


def test_at_a_statement_and_at_the_end(page: Conversation) -> None:
    page.open(LISTING)
    page.say(m.Step("statement"))
    before = page.hear(m.At, lambda each: each.state == "paused" and each.statements == 2)
    assert page.ask(m.AskHistory("I*2"), m.History).points == [(0, 0)]
    after = page.hear(m.At, lambda each: each.state == "paused")
    assert (after.statements, after.line) == (before.statements, before.line)
    page.ask(m.Play(), m.At, lambda each: each.state == "ended")
    assert page.ask(m.AskHistory("I*2"), m.History).points == [(0, 0), (2, 2), (4, 4), (6, 6), (8, 8)]


def test_what_is_no_number_has_no_curve(page: Conversation) -> None:
    page.open(LISTING)
    page.stand(m.Go(3))
    assert page.ask(m.AskHistory("N$"), m.History).points == []
    assert page.ask(m.AskHistory("RND(3)"), m.Failed).words.endswith("stops by variables, operators and LEN")


def test_of_many_changes_those_that_a_curve_needs() -> None:
    few = [(0, 1.0), (5, 2.0)]
    assert thinned(few) == few
    many = [(moment, float(moment * 7919 % 1000)) for moment in range(20_000)]
    found = thinned(many)
    assert len(found) <= 4 * STRETCHES and found == sorted(found)
    assert {min(each for _, each in many), max(each for _, each in many)} <= {each for _, each in found}
    assert found[0] == many[0] and found[-1] == many[-1]


def test_while_input_waits_it_goes_on_waiting(page: Conversation) -> None:
    page.say(m.Open(listing="FOR I=1 TO 3:X=I*I:NEXT\nINPUT A$\nGPSET 1,1\n"), m.Pace("frame", 0), m.Play())
    page.hear(m.Asks)
    assert page.ask(m.AskHistory("X"), m.History).points == [(0, 0), (0, 1), (0, 4), (0, 9)]
    page.hear(m.Asks)
    at, _ = page.stand(m.Answer("B"), lambda each: each.state == "ended")
    assert at.moment == at.length
