"""Stops, and searches for the last one and for all values of an expression."""

from __future__ import annotations

import pytest

from retromaze.studio import messages as m
from retromaze.studio.stops import MOST, STRETCHES, downsampled
from tests.studio.conversation import Conversation

LISTING = """\
DIM R[3]:N$="A"
FOR I=0 TO 3
IF I==2 THEN ADD I
GPSET I,0:GPSET I,1
NEXT
END
DEF ADD K
R[0]=R[0]+K
END
"""
# the run is: line 1 twice, then 2, and 3 4 4 5 for each I, with 7 and 8 between for 2


def stop(page: Conversation, message: object, words: str) -> m.At:
    at = page.ask(message, m.At, lambda each: each.state == "paused")
    assert at.words == words
    return at


@pytest.fixture
def run(page: Conversation) -> Conversation:
    page.open(LISTING)
    return page


def test_a_line_stops_at_its_first_statement_each_time(run: Conversation) -> None:
    run.say(m.SetStops(lines=[4]))
    assert [stop(run, m.Play(), "line 4").moment for _ in range(4)] == [0, 2, 4, 6]
    assert run.ask(m.Play(), m.At, lambda each: each.state == "ended").words == ""
    assert [stop(run, m.SeekStop(forward=False), "line 4").moment for _ in range(4)] == [6, 4, 2, 0]
    assert stop(run, m.SeekStop(forward=False), "").statements == 1


def test_a_changed_value_stops_after_the_statement_that_changed_it(run: Conversation) -> None:
    run.say(m.SetStops(changes=["R[0]"]))
    at = stop(run, m.SeekStop(), "R[0]: 0 → 2")
    assert (at.line, at.moment) == (4, 4)
    run.say(m.SetStops(changes=["I"]))
    assert stop(run, m.SeekStop(), "I: 2 → 3").moment == 6
    assert stop(run, m.SeekStop(forward=False), "I: 1 → 2").moment == 4


def test_a_condition_stops_where_it_begins_to_hold(run: Conversation) -> None:
    run.say(m.SetStops(conditions=['I>=1 && N$=="A"', "K==2"]))
    assert stop(run, m.SeekStop(), 'I>=1 && N$=="A"').moment == 2
    at = stop(run, m.SeekStop(), "K==2")
    assert (at.line, at.moment) == (8, 4)
    assert run.ask(m.SeekStop(), m.At, lambda each: each.state == "ended").moment == 8


def test_a_moment_stops_where_it_is_come_to(run: Conversation) -> None:
    run.say(m.SetStops(moments=[3, 7]))
    assert [stop(run, m.SeekStop(), "the port's line").moment for _ in range(2)] == [3, 7]
    assert stop(run, m.SeekStop(forward=False), "the port's line").moment == 3


def test_a_moment_stops_at_the_lines_that_the_port_answers_there(run: Conversation) -> None:
    run.say(m.SetStops(moments=[3, 4], answered=[8]))
    at = stop(run, m.SeekStop(), "the port's line")
    assert (at.line, at.moment) == (8, 4)
    assert run.ask(m.SeekStop(), m.At, lambda each: each.state == "ended").moment == 8


def test_going_to_a_moment_stops_nowhere_else(run: Conversation) -> None:
    run.say(m.SetStops(lines=[4]))
    assert stop(run, m.Go(5), "").moment == 5
    assert stop(run, m.SeekStop(), "line 4").moment == 6


def test_stops_are_kept_when_the_run_begins_anew(run: Conversation) -> None:
    run.say(m.SetStops(lines=[3]))
    run.ask(m.Go(8), m.At, lambda each: each.state == "paused")
    run.ask(m.Go(0), m.At, lambda each: each.state == "paused" and each.moment == 0)
    assert stop(run, m.Play(), "line 3").moment == 0


REFUSED = {
    "I+": "'I+' is no expression of BASIC: Syntax error",
    "I:END": "'I:END' is no expression of BASIC",
    "I;J": "'I;J' is no expression of BASIC",
    "-" * 200 + "1": "an expression has 200 characters at most",
    "RND(4)==1": "'RND(4)==1' calls a function: a run stops by variables, operators and LEN",
}


def test_what_is_no_expression_is_refused_and_all_else_is_set(run: Conversation) -> None:
    found = {}
    for moment, text in zip((0, 2, 4, 6, 0), REFUSED, strict=True):
        run.say(m.SetStops(lines=[4], conditions=[text]))
        found[text] = run.hear(m.Failed).words
        if moment == 0:
            run.say(m.Go(0))
        assert stop(run, m.SeekStop(), "line 4").moment == moment, text
    assert found == REFUSED


def test_a_line_in_which_nothing_begins_and_too_many_expressions_are_refused(run: Conversation) -> None:
    run.say(m.SetStops(lines=[4, 5]))
    assert run.hear(m.Failed).words == "no statement begins in line 5: a run cannot stop there"
    assert stop(run, m.SeekStop(), "line 4").moment == 0
    run.say(m.SetStops(changes=["I"] * (MOST + 1)))
    assert run.hear(m.Failed).words == "a run can stop by 100 expressions, not by 101"


SEARCHED_LISTING = """\
N$="A"
FOR I=0 TO 3
GPSET I,0:GPSET I,1
X=X+I/2
NEXT
END
"""


def test_each_change_with_its_moment(page: Conversation) -> None:
    page.open(SEARCHED_LISTING)
    page.stand(m.Go(7))
    found = page.ask(m.AskHistory("X"), m.History)
    assert found == m.History("X", [(0, 0), (4, 0.5), (6, 1.5)], 7)
    # it stands again where it stood, in the middle of a statement
    at = page.at("paused")
    assert (at.moment, at.line, at.acted) == (7, 3, True)


def test_at_a_statement_and_at_the_end(page: Conversation) -> None:
    page.open(SEARCHED_LISTING)
    page.say(m.Step("statement"))
    before = page.hear(m.At, lambda each: each.state == "paused" and each.statements == 2)
    assert page.ask(m.AskHistory("I*2"), m.History).points == [(0, 0)]
    after = page.at("paused")
    assert (after.statements, after.line) == (before.statements, before.line)
    page.ask(m.Play(), m.At, lambda each: each.state == "ended")
    assert page.ask(m.AskHistory("I*2"), m.History).points == [(0, 0), (2, 2), (4, 4), (6, 6), (8, 8)]


def test_the_last_rounds_of_a_loop(page: Conversation) -> None:
    """Wherever the run came from; of two statements of a line the one at which it stands."""
    page.open("FOR I=1 TO 20\nX=I*I:Y=X+1\nGPSET X,Y\nNEXT\n")
    at, _ = page.stand(m.Go(12))
    found = page.ask(m.AskRounds(), m.RoundsFound)
    assert found.statement == found.rounds[-1].statement == at.statements
    named = [{one.name: one.value for one in each.variables} for each in found.rounds]
    assert [(each["I"], each["X"]) for each in named] == [(str(i), str(i * i)) for i in range(5, 13)]
    drawn = at.statements
    page.stand(m.Back("statement"), lambda each: each.moment == 11)
    at, _ = page.stand(m.Back("statement"), lambda each: each.statements == drawn - 1)
    assert (at.line, at.column) == (2, 7)
    rounds = page.ask(m.AskRounds(), m.RoundsFound).rounds
    assert [each.statement for each in rounds] == [at.statements - 3 * each for each in range(7, -1, -1)]
    at, _ = page.stand(m.GoStatement(1))
    assert len(page.ask(m.AskRounds(), m.RoundsFound).rounds) == 1


def test_what_is_no_number_has_no_curve(page: Conversation) -> None:
    page.open(SEARCHED_LISTING)
    page.stand(m.Go(3))
    assert page.ask(m.AskHistory("N$"), m.History).points == []
    assert page.ask(m.AskHistory("RND(3)"), m.Failed).words.endswith("stops by variables, operators and LEN")


def test_of_many_changes_those_that_a_curve_needs() -> None:
    few = [(0, 1.0), (5, 2.0)]
    assert downsampled(few) == few
    many = [(moment, float(moment * 7919 % 1000)) for moment in range(20_000)]
    found = downsampled(many)
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
