"""What a run sounds like, as the page is told: notes with their lines, and sounds while it goes on."""

from __future__ import annotations

from retromaze.studio import messages as m
from retromaze.studio.heard import MOST
from tests.studio.conversation import Conversation

TUNES = """\
BGMPLAY "T120C4D4"
WAIT 15
BGMPLAY 3,130
BGMSET 130,"T60L8E:5G"
BGMPLAY 3,130
BEEP 9
WAIT 60
"""


def notes_at(page: Conversation, moment: int) -> m.Notes:
    page.stand(m.Go(moment), lambda at: at.moment == moment)
    return page.hear(m.Notes)


def test_notes_have_the_line_that_began_their_tune(page: Conversation) -> None:
    page.open(TUNES)
    page.ask(m.WatchNotes(), m.Notes)
    assert notes_at(page, 2) == m.Notes(15, [[0, -1, 0, 60, 0, 1]])
    assert notes_at(page, 7).notes == [
        [0, 30, 0, 60, 0, 1],
        [15, 15, -1, 9, 0, 6],
        [15, 45, 3 * 16, 64, 0, 5],
        [15, -1, 3 * 16 + 5, 67, 0, 5],
        [30, 60, 0, 62, 0, 1],
    ]
    assert notes_at(page, 2).notes == [[0, -1, 0, 60, 0, 1]]


def test_what_is_silenced_has_ended(page: Conversation) -> None:
    page.open('BGMPLAY "C1":BGMPLAY 1,1:WAIT 9:BGMSTOP 0:WAIT 1:SNDSTOP:WAIT 1')
    page.ask(m.WatchNotes(), m.Notes)
    ended = notes_at(page, 5)
    assert [each[1] for each in ended.notes if each[2] == 0] == [9]
    assert all(each[1] == -1 for each in ended.notes if each[2] >= 16)
    assert all(each[1] != -1 for each in notes_at(page, 7).notes)


def test_only_the_last_notes_are_kept(page: Conversation) -> None:
    page.open(f"FOR I=1 TO {MOST + 5}:BEEP I MOD 9:NEXT:WAIT")
    page.ask(m.WatchNotes(), m.Notes)
    notes = notes_at(page, MOST + 6).notes
    assert (len(notes), notes[0][3]) == (MOST, 6)


def test_sounds_are_told_to_who_listens_while_the_run_goes_on(page: Conversation) -> None:
    page.open("BEEP 5:WAIT 10:BEEP 6:WAIT 999")
    page.say(m.Listen())
    page.say(m.Pace("frame", 60))
    page.say(m.Play())
    heard = [*page.hear(m.Sounds).sounded]
    while len(heard) < 2:
        heard += page.hear(m.Sounds).sounded
    assert heard == [["Beep", 0, 5, 0, None, 64], ["Beep", 8000, 6, 0, None, 64]]
