"""What a player does, as options and as a log: read, written, and laid before a machine."""

import hashlib
import random
import re
from datetime import datetime
from pathlib import Path

import pytest

from retromaze.errors import UsageError
from retromaze.input_log import (
    LONGEST,
    MOST_FRAMES,
    NOTATIONS,
    GameLog,
    Schedules,
    changed_files,
    digest_of,
    keyboard_schedule,
    log_of,
    log_text,
    options_text,
    read_log,
    read_schedule,
    read_span,
    read_typed_entry,
    record_file_digests,
    schedule_of,
)
from retromaze.machine.input import CHANNELS, Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from tests.refusals import message_of

A, B, UP, NONE = Buttons.A, Buttons.B, Buttons.UP, Buttons(0)


def test_entries_become_the_machines_schedule() -> None:
    schedules = {
        "": {},
        "A@60": {60: A},
        "a+up@0": {0: A | UP},
        "A@60-70": {60: A, 71: NONE},
        "A@60-60": {60: A, 61: NONE},
        "A@60,B@90": {60: A, 90: B},
        "B@90,A@60": {60: A, 90: B},
        "A@60,NONE@90": {60: A, 90: NONE},
        "A@60,@90": {60: A, 90: NONE},
        "A@60,UP@100-120": {60: A, 100: UP, 121: NONE},
        "A@60,B@60": {60: A | B},
        "UP@10-30,A@20-40": {10: UP, 20: UP | A, 31: A, 41: NONE},
        "A@10-20,A@21-30": {10: A, 21: A, 31: NONE},
        # the same buttons again are let go a frame before, where there is one
        "A@10,A@50": {10: A, 49: NONE, 50: A},
        "A@50,A@12,A@10,A@11": {10: A, 11: A, 12: A, 49: NONE, 50: A},
        "A+UP@10,UP+A@50,UP@60": {10: A | UP, 49: NONE, 50: A | UP, 60: UP},
        "A@10,A+UP@50": {10: A, 50: A | UP},
        "A@10,UP@20-90,A@50": {10: A, 20: UP, 50: A | UP, 91: A},
        " A@60 , B@90 ": {60: A, 90: B},
    }
    assert {text: read_schedule(text) for text in schedules} == schedules


def test_what_is_no_entry_is_refused() -> None:
    for text in ["A", "A60", "A@", "A@-5", "A@6-", "A@1.5", "A@60;B@70"]:
        with pytest.raises(UsageError, match="is no press such as"):
            read_schedule(text)


def test_touches_follow_each_other() -> None:
    entries = [
        read_span(text, "stylus") for text in ("20,30@60-90", "40,50@80", "none@100", " 314,234@120-120")
    ]
    assert schedule_of(entries, "stylus") == {
        60: (20, 30),
        80: (40, 50),
        91: (40, 50),
        100: None,
        120: (314, 234),
        121: None,
    }


def test_tilts_reach_from_side_to_side() -> None:
    entries = [read_span("-1,0.5@60-61", "pad"), read_span("NONE@70", "pad")]
    assert schedule_of(entries, "pad") == {60: (-1, 0.5), 62: (0, 0), 70: (0, 0)}


def test_what_is_no_touch_is_refused() -> None:
    words = {
        "20,30": "'20,30' is no touch such as 20,30@60-90 or NONE@100",
        "20@60": "'20@60' has no two numbers",
        "1,2,3@60": "'1,2,3@60' has no two numbers",
        "4,30@60": "'4,30@60': the stylus reaches 5 to 314 across and 5 to 234 down",
        "20,235@60": "'20,235@60': the stylus reaches 5 to 314 across and 5 to 234 down",
        "20,30@60-59": "'20,30@60-59' ends before it begins",
    }
    assert {text: message_of(UsageError, read_span, text, "stylus") for text in words} == words


def test_keys_are_typed_before_the_start_or_in_a_frame() -> None:
    entries = [read_typed_entry(text) for text in ("abc", "q@60", "w@60", "a@b@7", "@@8", "@9")]
    assert entries == [(None, "abc"), (60, "q"), (60, "w"), (7, "a@b"), (8, "@"), (None, "@9")]
    assert keyboard_schedule(entries) == {60: "qw", 7: "a@b", 8: "@"}


def test_what_cannot_be_typed_is_refused() -> None:
    with pytest.raises(UsageError, match=r"the keyboard has no characters beyond U\+FFFF$"):
        read_typed_entry("\U0001f600@5")


def test_input_is_written_as_it_is_read() -> None:
    schedules: Schedules = {
        "buttons": {60: A | UP, 90: NONE},
        "stylus": {5: (20, 30), 9: None},
        "pad": {7: (-1.0, 0.25)},
        "second_pad": {8: (0.0, 0.0)},
        "keys": {12: "it's", 13: "\r"},
    }
    assert options_text(schedules, "x y", ["GO N", ""]) == (
        "--press=UP+A@60,NONE@90 --touch=20,30@5 --touch=NONE@9 --pad=-1,0.25@7 --second-pad=0,0@8 "
        "'--keys=x y' '--keys=it'\"'\"'s@12' $'--keys=\\r@13' '--answers=GO N' --answers="
    )


def test_frames_of_thousands_of_digits_never_come() -> None:
    digits = "9" * 5000
    assert read_schedule(f"A@{digits}") == {2**31: A}
    assert read_typed_entry(f"x@{digits}") == (2**31, "x")


def test_every_channel_is_written_in_one_way_in_options_and_logs() -> None:
    assert tuple(NOTATIONS) == CHANNELS


DIGEST = "7b322f54c6d4f590d2417d8288705d900f08a16298d76a6c9edd31321680865f"
TEXT = f"""\
retromaze log 1
program "snake.bas"
listing {DIGEST}
seed 1
set M_W=49
set SLOW=-0.5
set N$="A B"
clock 2014-11-19T12:30:00
frames 3153
file "DEFAULT/TXT/SCORE" {DIGEST}
file "DEFAULT/DAT/MAP" NONE
3 press A
5 press UP+B
60 touch 160,120
66 touch NONE
70 pad 0.5,-1
70 second-pad 0.4117647058823529,0
80 press NONE
80 keys "a\\"b\\r"
answer "21"
answer "あ"
"""
LOG = GameLog(
    {
        "buttons": {3: Buttons.A, 5: Buttons.UP | Buttons.B, 80: Buttons(0)},
        "pad": {70: (0.5, -1.0)},
        "second_pad": {70: (0.4117647058823529, 0.0)},
        "stylus": {60: (160, 120), 66: None},
        "keys": {80: 'a"b\r'},
    },
    ("21", "あ"),
    program="snake.bas",
    digest=DIGEST,
    seed=1,
    numbers={"M_W": 49, "SLOW": -0.5, "N$": "A B"},
    clock=datetime(2014, 11, 19, 12, 30),
    frames=3153,
    files={"DEFAULT/TXT/SCORE": DIGEST, "DEFAULT/DAT/MAP": "NONE"},
)


def test_an_editor_may_have_changed_its_ends_and_left_notes() -> None:
    text = "\ufeff" + TEXT.replace("\n", "\r\n").replace(
        "3 press A\r\n", "# up first\r\n\r\n 3  press  a \r\n", 1
    )
    assert read_log(text.encode(), "game.log") == LOG


WRONG = [
    ("", 1, "this is no log of a game: it does not begin with `retromaze log 1`"),
    ("PRINT 1", 1, "this is no log of a game: it does not begin with `retromaze log 1`"),
    ("retromaze log 2", 1, "this is a log of version '2'; known is 1"),
    (
        "jump 3",
        2,
        "'jump' is no frame, and no word of a log: program, listing, seed, clock, frames, set, file, answer",
    ),
    (
        "-1 press A",
        2,
        "'-1' is no frame, and no word of a log: program, listing, seed, clock, frames, set, file, answer",
    ),
    (f"{MOST_FRAMES + 1} press A", 2, "'5184001' is no frame: those are whole numbers from 0 to 5184000"),
    ("9" * 5000 + " press A", 2, f"'{'9' * 40}…' is no frame: those are whole numbers from 0 to 5184000"),
    ("٣ press A", 2, "'٣' is no frame: those are whole numbers from 0 to 5184000"),
    ("3", 2, "'' is nothing that is done: press, pad, second-pad, touch, keys"),
    ("3 jump A", 2, "'jump' is nothing that is done: press, pad, second-pad, touch, keys"),
    ("3 press", 2, "no button is named; NONE lets go"),
    ("3 press START", 2, "no button is called 'START'; there are UP DOWN LEFT RIGHT A B X Y L R ZR ZL"),
    ("3 press A\n3 press B", 3, "'press' is told twice for frame 3"),
    ("3 touch 4,30", 2, "'4,30': the stylus reaches 5 to 314 across and 5 to 234 down"),
    ("3 touch 20", 2, "'20' has no two numbers"),
    ("3 pad nan,0", 2, "'nan,0': a circle pad is tilted from -1 to 1"),
    ("3 second-pad 2,0", 2, "'2,0': a circle pad is tilted from -1 to 1"),
    ("3 pad 0,-2", 2, "'0,-2': a circle pad is tilted from -1 to 1"),
    ("3 keys abc", 2, "'abc' is no text in double quotes"),
    ('3 keys "😀"', 2, "'😀': the keyboard has no characters beyond U+FFFF"),
    ("answer " + "[" * 100_000, 2, f"'{'[' * 40}…' is no text in double quotes"),
    ('answer "a" "b"', 2, '\'"a" "b"\' is neither a number nor a text in double quotes'),
    ("seed 4294967296", 2, "'4294967296' is no seed: those are whole numbers from 0 to 4294967295"),
    ("seed 1\nseed 2", 3, "'seed' is told twice"),
    ("set W", 2, "'W' is not NAME=VALUE"),
    ("set W=1\nset W=2", 3, "'W' is set twice"),
    ("set W=[1]", 2, "'[1]' is neither a number nor a text in double quotes"),
    ("set W=NaN", 2, "'NaN' is neither a number nor a text in double quotes"),
    ("set W=1e999", 2, "'1e999' is neither a number nor a text in double quotes"),
    ("set W=true", 2, "'true' is neither a number nor a text in double quotes"),
    ("set W=" + "1" * 400, 2, f"'{'1' * 40}…' is neither a number nor a text in double quotes"),
    ("clock noon", 2, "'noon' is no moment such as 2014-11-19T12:30:00"),
    ("frames -1", 2, "'-1' is no number of frames: those are whole numbers from 0 to 5184000"),
    (f"listing {DIGEST[:-1]}", 2, f"'{DIGEST[:40]}…' is no SHA-256 in small hexadecimal digits"),
    ('file "A"', 2, "'' is no text in double quotes"),
    ('file "A" 12', 2, "'12' is no SHA-256 in small hexadecimal digits"),
    ('file "A" NONE\nfile "A" NONE', 3, "'A' is told twice"),
    ("program snake", 2, "'snake' is no text in double quotes"),
    ('program "../snake.bas"', 2, "'../snake.bas' is no program, nor a file's name without its folder"),
    ('program "C:\\\\snake.bas"', 2, "'C:\\\\snake.bas' is no program, nor a file's name without its folder"),
    ('program ".."', 2, "'..' is no program, nor a file's name without its folder"),
    ('program "a\\nb"', 2, "'a\\nb' is no program, nor a file's name without its folder"),
]


def test_what_is_wrong_is_told_with_its_line() -> None:
    found = []
    for body, line, _ in WRONG:
        text = body if line == 1 else f"retromaze log 1\n{body}\n"
        found.append((body[:80], message_of(UsageError, read_log, text.encode(), "game.log")))
    assert found == [(body[:80], f"game.log:{line}: {words}") for body, line, words in WRONG]


def test_a_damaged_log_is_read_or_told_and_nothing_else() -> None:
    chance = random.Random(5)
    letters = '0123456789"\\,-+@ENanif.[]{}()\x00\u2028 é😀\t\r\n_='
    read = 0
    for _ in range(1500):
        text = list(TEXT)
        place = chance.randrange(len(text))
        text[place : place + chance.randrange(3)] = chance.choice(letters) * chance.choice((1, 1, 500))
        try:
            log = read_log("".join(text).encode(), "game.log")
        except UsageError as error:
            assert re.match(r"game\.log:[0-9]+: .{5,500}$", str(error)), error
        else:
            read += 1
            assert read_log(log_text(log).encode(), "game.log") == log
    assert 150 < read < 1350


def test_a_log_is_a_text_of_bounded_size() -> None:
    with pytest.raises(UsageError, match=r"^game\.log:3: this is no text in UTF-8$"):
        read_log(b"retromaze log 1\n3 press A\n5 press \xff\n", "game.log")
    with pytest.raises(UsageError, match=r"^game\.log is longer than a log can be: 32 MB$"):
        read_log(b" " * (LONGEST + 1), "game.log")


def test_a_listings_digest_goes_by_its_lines() -> None:
    assert digest_of("PRINT 1\r\nPRINT 2\r\n") == digest_of("PRINT 1\nPRINT 2\n") != digest_of("PRINT 1\n")


LOOKS = """\
FOR I=1 TO 9
 STICK OUT X,Y:TOUCH OUT T,U,V
 PRINT BUTTON(0);",";BUTTON(2);",";X;",";T;",";U;",";INKEY$()
 VSYNC
NEXT
INPUT A$:PRINT A$;TIME$
"""


def test_a_game_is_the_same_when_it_is_laid_before_another_machine() -> None:
    live = Machine(seed=5)
    live.start = datetime(2020, 2, 2, 2, 2, 2)
    live.input.answers = []
    live.input.ask = lambda guide: "BOB"

    def act(machine: Machine) -> None:
        controls = machine.input
        if machine.frame == 2:
            controls.hold(Buttons.A)
            controls.type("q")
        if machine.frame == 4:
            controls.tilt(0.25, 0)
            controls.touch(20, 30)
        if machine.frame == 6:
            controls.hold(Buttons(0))
            controls.lift()

    live.on_frame = act
    assert run_source(LOOKS, live) is None
    log = log_of(live)
    again = Machine(seed=log.seed)
    again.start = log.clock or again.start
    read_log(log_text(log).encode(), "game.log").add_input_to(again.input)
    assert run_source(LOOKS, again) is None
    assert again.console.text() == live.console.text()
    assert again.picture() == live.picture() and again.frame == live.frame == log.frames
    assert "BOB02:02:02" in live.console.text() and "16,16,0,0,0,q" in live.console.text()
    assert log_text(log_of(again)).splitlines()[1:] == [
        "seed 5",
        "clock 2020-02-02T02:02:02",
        f"frames {live.frame}",
        "2 press A",
        '2 keys "q"',
        "4 pad 0.25,0",
        "4 touch 20,30",
        "6 press NONE",
        "6 touch NONE",
    ]


def test_a_log_has_what_is_still_to_come_if_that_is_wanted() -> None:
    machine = Machine(seed=1)
    machine.input.schedule = {0: Buttons.A, 3: Buttons.B, MOST_FRAMES + 1: Buttons.X}
    machine.input.lines.append("21")
    machine.wait(2)
    assert log_of(machine).schedules["buttons"] == {0: Buttons.A}
    assert log_of(machine).answers == ()
    whole = log_of(machine, with_scheduled=True)
    assert whole.schedules["buttons"] == {0: Buttons.A, 3: Buttons.B}
    assert (whole.answers, whole.frames, whole.last) == (("21",), 2, 3)


def test_files_are_noted_as_a_program_finds_them_first(tmp_path: Path) -> None:
    machine = Machine(seed=1, storage=tmp_path)
    (tmp_path / "DEFAULT/TXT").mkdir(parents=True)
    (tmp_path / "DEFAULT/TXT/SCORE").write_text("12")
    storage = machine.storage
    files = record_file_digests(storage)
    (tmp_path / "DEFAULT/TXT/NAMES").write_text("12")
    assert storage.read_text("SCORE") == "12" and not storage.exists("DAT", "MAP")
    assert storage.exists("TXT", "NAMES")
    storage.write_text("SCORE", "13")
    storage.write_text("OWN", "1")
    assert storage.read_text("SCORE") == "13" and storage.read_text("OWN") == "1"
    score = "6b51d431df5d7f141cbececcf79edf3dd861c3b4069f0b11661a3eefacbba918"
    assert files == {"DEFAULT/TXT/SCORE": score, "DEFAULT/DAT/MAP": "NONE", "DEFAULT/TXT/NAMES": score}
    log = GameLog(files=files)
    assert changed_files(log, storage) == ["DEFAULT/TXT/SCORE"]
    storage.write_text("SCORE", "12")
    assert changed_files(log, storage) == []


def test_a_log_reads_no_file_outside_the_storage(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    storage = Machine(seed=1, storage=tmp_path / "storage").storage
    digest = hashlib.sha256(b"x").hexdigest()
    names = [
        "../secret", "DEFAULT/TXT/../../../secret", "../TXT/secret", "DEFAULT/../secret", "A", "A/B/C/D",
        "",
    ]  # fmt: skip
    assert changed_files(GameLog(files=dict.fromkeys(names, digest)), storage) == names
    assert changed_files(GameLog(files=dict.fromkeys(names, "NONE")), storage) == []
