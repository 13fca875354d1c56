"""Of a picture only what has changed is sent."""

from __future__ import annotations

import base64
import zlib
from array import array

from retromaze.machine.machine import Machine
from retromaze.runner import play
from retromaze.studio.feed import Feed, changed_rectangle
from retromaze.studio.messages import Picture

BLACK, WHITE = 0xFF000000, 0xFFF8F8F8


def pixels(picture: Picture) -> bytes:
    return zlib.decompress(base64.b64decode(picture.data))


def test_the_first_picture_is_whole() -> None:
    machine = Machine(seed=1)
    (picture,) = Feed().pictures(machine)
    assert (picture.screen, picture.top, picture.rows) == (0, 0, 240)
    assert pixels(picture) == machine.picture().tobytes()


def test_rows_that_have_changed() -> None:
    machine, feed = Machine(seed=1), Feed()
    feed.pictures(machine)
    assert feed.pictures(machine) == []
    machine.screen.fill(10, 20, 12, 22, WHITE)
    machine.screen.point(399, 30, WHITE)
    (picture,) = feed.pictures(machine)
    assert (picture.screen, picture.top, picture.rows) == (0, 20, 11)
    assert pixels(picture) == machine.picture()[20 * 400 : 31 * 400].tobytes()


def test_the_lower_screen_is_sent_once_it_is_used() -> None:
    machine, feed = Machine(seed=1), Feed()
    assert [each.screen for each in feed.pictures(machine)] == [0]
    assert play("XSCREEN 2", machine) is None
    (picture,) = [each for each in feed.pictures(machine) if each.screen]
    assert (picture.screen, len(pixels(picture))) == (1, 320 * 240 * 4)


def test_the_tall_screen_is_sent_as_its_halves() -> None:
    machine, feed = Machine(seed=1), Feed()
    assert play("XSCREEN 4:GFILL 0,0,319,239,#RED:GFILL 0,240,319,479,#BLUE", machine) is None
    upper, lower = feed.pictures(machine)
    rows = array("I", pixels(upper))
    assert rows == array("I", [BLACK] * 40 + [0xFFFF0000] * 320 + [BLACK] * 40) * 240
    assert (lower.screen, lower.rows, pixels(lower)) == (1, 240, array("I", [0xFF0000FF] * 76800).tobytes())
    assert upper.tall and lower.tall
    machine.set_mode(0)
    upper, lower = feed.pictures(machine)
    assert (upper.rows, lower.rows, upper.tall, lower.tall) == (240, 240, False, False)
    assert array("I", pixels(upper))[399] == BLACK


def test_a_page_that_begins_anew_gets_all_of_it() -> None:
    machine, feed = Machine(seed=1), Feed()
    feed.pictures(machine)
    feed.forget()
    assert len(feed.pictures(machine)) == 1


def test_what_an_event_has_changed_is_a_rectangle() -> None:
    before = bytes(400 * 240 * 4)
    now = bytearray(before)
    for x, y in ((7, 3), (5, 9), (399, 4)):
        now[(y * 400 + x) * 4] = 1
    assert changed_rectangle(before, bytes(now)) == [5, 3, 395, 7]
    assert changed_rectangle(before, before) == []


def test_the_lower_screen_is_sent_to_who_may_touch_it() -> None:
    machine, feed = Machine(seed=1), Feed()
    feed.pictures(machine)
    play("TOUCH OUT T,X,Y", machine)
    (picture,) = feed.pictures(machine)
    assert (picture.screen, picture.top, picture.rows) == (1, 0, 240)
