"""What the player did, laid before a run of the studio and taken from it again, in messages and as files."""

from __future__ import annotations

from datetime import datetime

import pytest

from retromaze.catalogue import find
from retromaze.catalogue_entry import listing_source
from retromaze.errors import UsageError
from retromaze.input_log import GameLog, digest_of, read_log
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.studio.input_messages import (
    game_file,
    game_read,
    message_log,
    other_text,
    pressed_frames,
    read_message,
    schedule_log,
)
from retromaze.studio.messages import GameRead

LOG = """\
retromaze log 1
1 pad 0.5,-1
1 keys "AB"
2 press A
2 touch 10,20
3 second-pad 0,1
4 press NONE
5 touch NONE
answer "21"
answer "あ"
"""


def played(log: str, frames: int) -> Machine:
    machine = Machine(seed=1)
    schedule_log(read_message(log), machine)
    for _ in range(frames):
        machine.input.button()
        machine.pass_frame()
    return machine


def test_letting_go_is_no_press() -> None:
    assert pressed_frames(played(LOG, 0)) == pressed_frames(played(LOG, 9)) == [1, 2, 3]


def test_what_was_laid_is_given() -> None:
    machine = played(LOG, 3)
    controls = machine.input
    assert controls.button() == Buttons.A and controls.stick() == (0.5, -1.0)
    assert controls.touched() == (2, 10, 20) and controls.inkey() + controls.inkey() == "AB"
    assert (controls.line(), controls.line(), controls.line()) == ("21", "あ", None)


def test_what_was_given_and_what_is_to_come_is_the_log() -> None:
    for frames in (0, 1, 3, 9):
        assert message_log(played(LOG, frames)) == LOG
    assert message_log(played("", 9)) == ""


def test_the_clock_of_a_game_goes_with_it() -> None:
    machine = played(LOG.replace("\n", "\nclock 2020-02-02T02:02:02\n", 1), 0)
    assert machine.calendar == datetime(2020, 2, 2, 2, 2, 2)
    assert message_log(machine) == LOG.replace("\n", "\nclock 2020-02-02T02:02:02\n", 1)


def test_the_future_can_be_forgotten() -> None:
    machine = played(LOG, 3)
    controls = machine.input
    controls.line()
    assert controls.has_future(machine.frame)
    controls.forget_future(machine.frame)
    assert not controls.has_future(machine.frame)
    left = LOG.replace("4 press NONE\n5 touch NONE\n", "").replace('answer "あ"\n', "")
    assert message_log(machine) == left


def test_a_whole_game_is_a_log_as_run_writes_it() -> None:
    heading = GameLog(program="maze.bas", digest="0" * 64, numbers={"W": 9})
    told = f'program "maze.bas"\nlisting {"0" * 64}\nseed 1\nset W=9\nclock 2014-11-19T00:00:00\n'
    for frames, end in ((9, 10), (2, 65)):
        text = game_file(played(LOG, frames), heading).text
        assert text == LOG.replace("\n", f"\n{told}frames {end}\n", 1)
        assert read_log(text.encode(), "game.log").program == "maze.bas"


BARE = "retromaze log 1\nlisting {}\n3 press A\n"


def test_a_file_tells_the_page_what_to_open() -> None:
    text = listing_source(find("sticks"), size=9)
    heading = f'program "{{}}"\nlisting {digest_of(text)}\nseed 5\nset size=9\nframes 99'
    log = f"retromaze log 1\n{heading}\n3 press A\n"
    bare = BARE.format(digest_of(text))
    wish = GameRead("sticks", 5, {"size": 9}, bare)
    stays = GameRead(None, 5, {"size": 9}, bare)
    assert game_read(log.format("sticks"), "a.log", "mine.bas", "CLS") == wish
    assert game_read(log.format("sticks"), "a.log", "mine.bas", text) == stays
    assert game_read(log.format("mine.bas"), "a.log", "mine.bas", "CLS") == GameRead("", 5, {"size": 9}, bare)
    assert game_read(log.format("other.bas"), "a.log", "mine.bas", "CLS") == stays
    assert game_read("retromaze log 1\n3 press A\n", "a.log", "", "CLS") == GameRead(
        None, None, {}, "retromaze log 1\n3 press A\n"
    )
    with pytest.raises(UsageError, match=r"^a\.log:2: 'jump' is no frame"):
        game_read("retromaze log 1\njump\n", "a.log", "", "CLS")


def test_another_text_is_told() -> None:
    log = read_message(BARE.format(digest_of("CLS\n")))
    assert (other_text(log, "CLS\n"), other_text(GameLog(), "CLS\n")) == ("", "")
    assert other_text(log, "ACLS\n") == "this game was played with another text of the listing"


def test_what_no_player_could_do() -> None:
    with pytest.raises(
        UsageError, match=r"^what the player did is damaged: log:2: '1,20': the stylus reaches"
    ):
        read_message("retromaze log 1\n3 touch 1,20\n")
