"""What the page asks of a picture, in a conversation with a session."""

from __future__ import annotations

import pytest

from retromaze.studio import messages as m
from retromaze.studio import run_recording as films
from tests.studio.conversation import Conversation

LISTING = """\
ACLS
GFILL 0,0,99,99,RGB(255,0,0)
GPSET 4,4,RGB(0,255,0)
GPSET 4,4,RGB(0,255,0)
LOCATE 0,0:PRINT "A"
LOCATE 0,0:PRINT " "
FADE RGB(128,0,0,0)
"""
LONG = "FOR I=0 TO 9999:GPSET I MOD 400,I/400:NEXT\nWAIT 9\n"


def played(page: Conversation, listing: str) -> m.At:
    """The listing's run at its end."""
    page.open(listing)
    page.say(m.Pace("frame", 0), m.Play())
    return page.hear(m.At, lambda each: each.state == "ended")


def test_who_drew_a_pixel_and_who_before(page: Conversation) -> None:
    end = played(page, LISTING).moment
    found = page.ask(m.AskPixel(0, 4, 4, end), m.Drawn)
    assert found.row and (found.row.line, found.row.words) == (6, 'PRINT " "')
    assert found.writer and (found.writer.line, found.text, found.veiled, found.known) == (
        4,
        False,
        True,
        True,
    )
    found = page.ask(m.AskPixel(0, 4, 4, found.row.event), m.Drawn)
    assert found.row and (found.row.line, found.writer, found.text, found.veiled) == (5, None, True, False)
    lines = []
    while found.row:
        found = page.ask(m.AskPixel(0, 4, 4, found.row.event), m.Drawn)
        lines.append(found.row and found.row.line)
    assert lines == [4, 3, 2, 1, None]
    assert (found.color, found.moment, found.known) == (0, 0, True)
    assert page.ask(m.AskPixel(0, 4, 4, 4), m.Drawn).color == 0x00FF00


def test_a_pixel_beside_a_screen_is_one_of_it(page: Conversation) -> None:
    end = played(page, LISTING).moment
    found = page.ask(m.AskPixel(1, 9999, -5, end), m.Drawn)
    assert (found.screen, found.x, found.y) == (1, 319, 0)
    assert found.row and found.row.line == 1
    found = page.ask(m.AskPixel(7, -1, 240, -3), m.Drawn)
    assert found == m.Drawn(0, 0, 239, 0)


TALL = """\
GPSET 200,239,#RED
XSCREEN 4
GFILL 0,0,319,239,#BLUE
GFILL 0,240,319,479,#LIME
LOCATE 0,59:COLOR 15,2:PRINT "A";:COLOR 15,0
XSCREEN 0
"""


def test_the_halves_of_a_tall_screen_are_asked_about_as_they_are_seen(page: Conversation) -> None:
    end = played(page, TALL).moment
    tall = end - 1
    # (display, x, y) and the line that drew it last: beside the picture its edge counts
    wanted = {(0, 40, 0): 3, (0, 0, 239): 3, (0, 399, 5): 3, (1, 0, 0): 4, (1, 319, 239): 4, (1, 3, 235): 5}
    for place, line in wanted.items():
        found = page.ask(m.AskPixel(*place, tall), m.Drawn)
        assert (found.screen, found.x, found.y) == place
        assert found.row and found.row.line == line
    assert page.ask(m.AskPixel(1, 100, 100, tall), m.Drawn).color == 0x00FF00
    # what was drawn stands elsewhere in another mode; what a screen had not got is seen from then on
    drawn = (((0, 200, 239), 1, 1), ((0, 240, 239), 2, 1), ((0, 200, 239), end, 3), ((0, 350, 9), end, 6))
    for place, moment, line in drawn:
        found = page.ask(m.AskPixel(*place, moment), m.Drawn)
        assert found.row and found.row.line == line
    lines = page.ask(m.AskArea(1, 0, 0, 320, 240, tall), m.DrawnIn).lines
    assert {each.line for each in lines} >= {4, 5} and 3 not in {each.line for each in lines}
    lines = page.ask(m.AskArea(0, 0, 0, 400, 240, tall), m.DrawnIn).lines
    assert {each.line for each in lines} >= {1, 3} and 4 not in {each.line for each in lines}


def test_beyond_the_recording_nothing_is_known(page: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "LIMIT", 100)
    end = played(page, LONG).moment
    assert end > 10_000
    assert page.ask(m.AskPixel(0, 5, 0, end), m.Drawn) == m.Drawn(0, 5, 0, end, known=False)
    found = page.ask(m.AskPixel(0, 5, 0, 100), m.Drawn)
    assert found.row and found.row.event == 5


def test_the_lines_that_drew_in_a_rectangle(page: Conversation) -> None:
    end = played(page, LISTING).moment
    found = page.ask(m.AskArea(0, 4, 4, 2, 2, end), m.DrawnIn)
    assert (found.x, found.across, found.length) == (4, 2, end)
    assert [(each.line, each.events) for each in found.lines] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (6, 1),
    ]
    found = page.ask(m.AskArea(0, 390, 230, 999, -4, end), m.DrawnIn)
    assert (found.across, found.down) == (10, 1)
    assert found.lines == [m.DrawingLine(1, 1, 0, 0)]


def test_the_newest_question_is_answered_and_what_the_page_wants_gives_one_up(page: Conversation) -> None:
    end = played(page, LONG).moment
    # each is given up by the next one, as they are all there before the first answer is
    page.say(*(m.AskPixel(0, x, 0, end) for x in range(60)))
    found = page.hear(m.Drawn, lambda each: each.x == 59)
    assert found.row and found.row.event == 59
    page.say(m.AskArea(0, 0, 0, 400, 240, end), m.Rows(0, 1), m.Go(7))
    seen = [page.next()]
    while not (isinstance(seen[-1], m.At) and seen[-1].state == "paused"):
        seen.append(page.next())
    assert any(isinstance(each, m.Events) for each in seen)
    assert not any(isinstance(each, m.DrawnIn) for each in seen)
    found = page.ask(m.AskPixel(0, 3, 0, 7), m.Drawn)
    assert found.row and found.row.event == 3


def test_a_run_that_takes_another_way_has_other_answers(page: Conversation) -> None:
    page.open("FOR I=0 TO 9:GPSET 0,0,RGB(BUTTON()*9,255,0):VSYNC 1:NEXT\n")
    page.stand(m.Go(18))
    assert page.ask(m.AskPixel(0, 0, 0, 18), m.Drawn).color == 0x00FF00
    page.stand(m.Go(5))
    page.say(m.Hold(16))
    page.stand(m.Step("frame"))
    page.say(m.Pace("frame", 0), m.Play())
    end = page.hear(m.At, lambda each: each.state == "ended").moment
    assert page.ask(m.AskPixel(0, 0, 0, end), m.Drawn).color == 0x94FF00
