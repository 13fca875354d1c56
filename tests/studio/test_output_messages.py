"""What a moment looks and sounds like: screens, notes, sprites and layers."""

from __future__ import annotations

import re
from array import array

import pytest

from retromaze.machine.collision import Meeting
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from retromaze.studio import messages as m
from retromaze.studio.output_messages import (
    MOST,
    PictureFeed,
    SpriteFeed,
    changed_rectangle,
    chosen_in_view,
    collisions,
)
from tests.studio.conversation import Conversation, unpacked

BLACK, WHITE = 0xFF000000, 0xFFF8F8F8


def test_the_first_picture_is_whole_and_then_rows_that_have_changed() -> None:
    machine, feed = Machine(seed=1), PictureFeed()
    (picture,) = feed.pictures(machine)
    assert (picture.screen, picture.top, picture.rows) == (0, 0, 240)
    assert unpacked(picture.data) == machine.picture().tobytes()
    assert feed.pictures(machine) == []
    machine.screen.fill(10, 20, 12, 22, WHITE)
    machine.screen.point(399, 30, WHITE)
    (picture,) = feed.pictures(machine)
    assert (picture.screen, picture.top, picture.rows) == (0, 20, 11)
    assert unpacked(picture.data) == machine.picture()[20 * 400 : 31 * 400].tobytes()


@pytest.mark.parametrize("source", ["XSCREEN 2", "TOUCH OUT T,X,Y"])
def test_the_lower_screen_is_sent_once_it_is_used_or_may_be_touched(source: str) -> None:
    machine, feed = Machine(seed=1), PictureFeed()
    assert [each.screen for each in feed.pictures(machine)] == [0]
    assert run_source(source, machine) is None
    (picture,) = [each for each in feed.pictures(machine) if each.screen]
    assert (picture.screen, picture.top, picture.rows) == (1, 0, 240)
    assert len(unpacked(picture.data)) == 320 * 240 * 4


def test_the_tall_screen_is_sent_as_its_halves() -> None:
    machine, feed = Machine(seed=1), PictureFeed()
    assert run_source("XSCREEN 4:GFILL 0,0,319,239,#RED:GFILL 0,240,319,479,#BLUE", machine) is None
    upper, lower = feed.pictures(machine)
    rows = array("I", unpacked(upper.data))
    assert rows == array("I", [BLACK] * 40 + [0xFFFF0000] * 320 + [BLACK] * 40) * 240
    assert (lower.screen, lower.rows, unpacked(lower.data)) == (
        1,
        240,
        array("I", [0xFF0000FF] * 76800).tobytes(),
    )
    assert upper.tall and lower.tall
    machine.set_mode(0)
    upper, lower = feed.pictures(machine)
    assert (upper.rows, lower.rows, upper.tall, lower.tall) == (240, 240, False, False)
    assert array("I", unpacked(upper.data))[399] == BLACK


def test_what_an_event_has_changed_is_a_rectangle() -> None:
    before = bytes(400 * 240 * 4)
    now = bytearray(before)
    for x, y in ((7, 3), (5, 9), (399, 4)):
        now[(y * 400 + x) * 4] = 1
    assert changed_rectangle(before, bytes(now)) == [5, 3, 395, 7]
    assert changed_rectangle(before, before) == []


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
    page.ask(m.Watch(notes=True), m.Notes)
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
    page.ask(m.Watch(notes=True), m.Notes)
    ended = notes_at(page, 5)
    assert [each[1] for each in ended.notes if each[2] == 0] == [9]
    assert all(each[1] == -1 for each in ended.notes if each[2] >= 16)
    assert all(each[1] != -1 for each in notes_at(page, 7).notes)


def test_only_the_last_notes_are_kept(page: Conversation) -> None:
    page.open(f"FOR I=1 TO {MOST + 5}:BEEP I MOD 9:NEXT:WAIT")
    page.ask(m.Watch(notes=True), m.Notes)
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


WHOLE = """\
SPSET 2,500:SPOFS 2,120.5,40,-3:SPHOME 2,8,8:SPROT 2,90:SPSCALE 2,2,1:SPCOLOR 2,&H80FF0000
SPVAR 2,7,1.5:SPCHR 2,0,0,16,32,1:SPCOL 2
SPSET 9,501:SPLINK 9,2:SPOFS 9,10,0:SPHIDE 9:SPANIM 9,"XY",-60,1,1
BGSCREEN 1,32,20,8:BGPUT 1,2,3,5:BGOFS 1,4,6,50:BGCLIP 1,0,0,99,99
"""


def machine_after(source: str) -> Machine:
    machine = Machine(seed=1)
    assert run_source(source, machine) is None
    return machine


def test_all_that_is_kept_of_sprites_and_layers_and_where_they_are_seen() -> None:
    seen = SpriteFeed().message(machine_after(WHOLE), 7)
    assert (seen.moment, [each.number for each in seen.sprites]) == (7, [2, 9])
    assert seen.sprites[0] == m.SpriteInView(
        screen=0,
        number=2,
        page=4,
        definition=0,
        part=[0, 0, 16, 32],
        attributes=1,
        place=[120.5, 40.0, -3.0],
        home=[8.0, 8.0],
        rotation=90,
        scale=[2.0, 1.0],
        color=0x80FF0000,
        parent=-1,
        variables=[0.0] * 7 + [1.5],
        callback="",
        moves=[],
        detects=True,
        hits=[],
        point=[120.5, 40.0],
        outline=[128.0, 24.0, 128.0, 56.0, 96.0, 56.0, 96.0, 24.0],
        box=[120.5, 40.0, 16.0, 32.0],
    )
    # a linked one stands where its parent has brought it
    linked = seen.sprites[1]
    assert (linked.parent, linked.place[:2], linked.point) == (2, [10.0, 0.0], [130.5, 40.0])
    assert (linked.attributes & 1, linked.moves, linked.detects, linked.box) == (0, ["XY"], False, [])
    assert linked.outline == [130.0, 40.0, 146.0, 40.0, 146.0, 56.0, 130.0, 56.0]
    # a layer without cells is not told
    (layer,) = seen.layers
    assert (layer.number, layer.size, layer.cells, layer.page) == (1, [32, 20, 8], 1, 5)
    assert (layer.place, layer.clip, layer.shown) == ([4.0, 6.0, 50.0], [0, 0, 99, 99], True)
    assert layer.outline == [-4.0, -6.0, 252.0, -6.0, 252.0, 154.0, -4.0, 154.0]


def test_both_screens_and_the_tall_one() -> None:
    seen = SpriteFeed().message(machine_after("XSCREEN 2:SPSET 0,1:DISPLAY 1:SPSET 0,2:BGPUT 0,0,0,1"), 0)
    assert [(each.screen, each.definition) for each in seen.sprites] == [(0, 1), (1, 2)]
    assert [each.screen for each in seen.layers] == [1]
    seen = SpriteFeed().message(machine_after("XSCREEN 4:SPSET 0,1:SPOFS 0,10,300"), 0)
    assert (seen.tall, [(each.screen, each.point) for each in seen.sprites]) == (True, [(0, [10.0, 300.0])])


# ---- pictures


def test_a_picture_is_sent_once_and_again_when_the_sheet_has_changed() -> None:
    machine = machine_after("GPAGE 0,4:GFILL 0,0,15,15,#RED:GPSET 3,0,0:SPSET 0,0,0:SPSET 1,0,0:SPSET 2,16,0")
    feed = SpriteFeed()
    first = feed.message(machine, 0).cutouts
    assert [each.key for each in first] == [[4, 0, 0, 16, 16], [4, 16, 0, 16, 16]]
    words = array("I", unpacked(first[0].data))
    assert (len(words), words[0], words[3]) == (256, 0xFFFF0000, 0)
    assert feed.message(machine, 1).cutouts == []
    machine.screen.point(0, 0, 0xFF00FF00)
    assert [each.key for each in feed.message(machine, 2).cutouts] == [[4, 0, 0, 16, 16]]


def test_a_large_picture_is_thinned_out_and_a_sprite_without_a_size_has_an_empty_one() -> None:
    for size, across, down in (("200,100", 50, 25), ("0,0", 0, 0)):
        (cutout,) = SpriteFeed().message(machine_after(f"SPSET 0,0,0,{size}"), 0).cutouts
        assert cutout.across * cutout.down == across * down
        assert len(unpacked(cutout.data)) == 4 * across * down


# ---- collisions


def test_who_meets_whom_is_what_sphitsp_says_and_leaves_no_trace() -> None:
    source = "FOR I=0 TO 59:SPSET I,0:SPOFS I,RND(300),RND(200):IF I MOD 3 THEN SPCOL I\nNEXT\n"
    machine = machine_after(source)
    found = collisions(machine.sprites)
    assert machine.sprites.last_meeting == Meeting()
    told = {}
    for number in range(60):
        others = [
            each for each in range(60) if each != number and machine.sprites.hits(number, each, each) == each
        ]
        if others:
            told[number] = others
    assert found == told and found


# ---- over the picture


def test_the_chosen_one_is_told_alone() -> None:
    machine = machine_after(WHOLE)
    sprite = chosen_in_view(machine, m.WatchMoving(chosen="sprite", number=9))
    assert sprite.layer is None and sprite.sprite is not None and sprite.sprite.number == 9
    layer = chosen_in_view(machine, m.WatchMoving(chosen="layer", number=1))
    assert layer.sprite is None and layer.layer is not None and layer.layer.cells == 1
    nothing = m.ChosenInView(False, None, None)
    for other in (-1, 5, 600):
        assert chosen_in_view(machine, m.WatchMoving(chosen="sprite", number=other)) == nothing
        assert chosen_in_view(machine, m.WatchMoving(chosen="layer", number=other)) == nothing


LISTING = "SPSET 0,500\nFOR I=1 TO 50\nSPOFS 0,I,I\nVSYNC\nNEXT\n"


def test_a_session_tells_them_while_they_are_in_view_and_only_then(page: Conversation) -> None:
    page.open(LISTING)
    page.say(m.Step("draw"), m.Rows(0, 1))
    while not isinstance(told := page.next(), m.Events):
        assert not isinstance(told, m.MovingInView)
    at_once = page.ask(m.WatchMoving(), m.MovingInView)
    assert [each.number for each in at_once.sprites] == [0]
    page.stand(m.Step("frame"))
    stood = page.hear(m.MovingInView)
    assert stood.sprites[0].point == [1.0, 1.0]
    page.ask(m.Go(60), m.At, lambda at: at.moment == 60)
    assert page.hear(m.MovingInView).sprites[0].point == [30.0, 30.0]


def test_dragging_shows_them_where_they_were(page: Conversation) -> None:
    page.open(LISTING, moment=90)
    page.ask(m.WatchMoving(), m.MovingInView)
    dragged = page.ask(m.Go(20, settled=False), m.MovingInView)
    assert (dragged.moment, dragged.sprites[0].point, dragged.cutouts) == (20, [10.0, 10.0], [])
    # what is opened anew is shown whole
    assert page.ask(m.Open(listing=LISTING, moment=90), m.Picture).rows == 240
    assert len(page.hear(m.MovingInView, lambda each: each.moment == 90).cutouts) == 1


STACK = """\
DIM S[0]
FOR I=1 TO 3
PUSH S,I*10
GPSET I,0
NEXT
"""


def test_what_a_lesson_draws_is_drawn_wherever_the_run_stands(page: Conversation) -> None:
    """What is new since the drawing before is marked; nothing is sent twice."""
    page.open(STACK)
    page.stand(m.Go(1), lambda at: at.moment == 1)
    first = page.ask(m.WatchDiagram("stack S, digger I I"), m.Failed)
    assert first.words == "'digger I I' stands in a grid that is named before it: grid R, way X Y"
    drawn = page.ask(m.WatchDiagram("stack S, list K", "ja"), m.DiagramInView)
    assert labels(drawn) == ["S: 1", "10"]
    page.stand(m.Go(2), lambda at: at.moment == 2)
    drawn = page.hear(m.DiagramInView)
    assert labels(drawn) == ["S: 2", "20", "10", "前の段から変わったところ"]


def test_what_is_best_seen_is_drawn_by_itself(page: Conversation) -> None:
    page.open(STACK)
    page.stand(m.Go(1), lambda at: at.moment == 1)
    drawn = page.ask(m.WatchDiagram(by_itself=True), m.DiagramInView)
    assert (drawn.draws, labels(drawn)) == ("stack S", ["S: 1", "10"])
    drawn = page.ask(m.WatchDiagram("list S", by_itself=True), m.DiagramInView)
    assert (drawn.draws, labels(drawn)) == ("list S", ["S: 1", "0", "10"])


def labels(drawn: m.DiagramInView) -> list[str]:
    return re.findall(r">([^<>\n]+)</text>", drawn.svg)
