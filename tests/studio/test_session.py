"""A page's conversation with a session: it runs, stands, goes on, and goes to any moment."""

from __future__ import annotations

import base64
import dataclasses
from array import array
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from retromaze import run
from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.editor.examination import files_to_copy
from retromaze.studio import messages as m
from retromaze.studio import run_recording as films
from retromaze.studio import session as sessions
from retromaze.studio.open_program import LONGEST_CHANGED, UserFiles
from retromaze.studio.session import StudioSession
from tests.amounts import fewer, many
from tests.studio.conversation import Conversation, unpacked

COUNTING = "FOR I=1 TO 9\nGPSET I,I\nNEXT\n"
ENDLESS = "@A\nGOTO @A\n"


def variables(values: m.Values) -> dict[str, str]:
    return {each.name: each.value for each in values.variables}


def test_a_program_of_the_catalogue_is_opened(page: Conversation) -> None:
    opened = page.ask(m.Open("backtracker", seed=5), m.Opened)
    assert opened.listing == listing_source(CATALOGUE["backtracker"])
    assert (opened.program, opened.seed, opened.problems) == ("backtracker", 5, [])
    assert opened.sizes == [
        m.ShownSize("width", 199, 199, 1, 199, variable="M_W"),
        m.ShownSize("height", 119, 119, 1, 119, variable="M_H"),
    ]
    lines = opened.port.splitlines()
    first, last, _ = opened.answers[17][0]
    assert "# 17" in lines[first - 1] and opened.parts[17] == "main" and last >= first
    at = page.hear(m.At, lambda each: each.state != "going")
    assert (at.state, at.moment, at.line, at.column, at.statements) == ("paused", 0, 1, 1, 1)
    assert page.hear(m.Picture).rows == 240
    assert page.hear(m.Heat) == m.Heat([[1, 1]], fresh=True)


STEPS: list[tuple[object, dict[str, object]]] = [
    (m.Step("statement"), {"line": 2, "statements": 2, "moment": 0, "I": "1"}),
    (m.Step("draw"), {"line": 2, "moment": 1, "I": "1"}),
    (m.Step("draw"), {"moment": 2, "I": "2"}),
    (m.Step("frame"), {"moment": 9, "frame": 1, "line": 4, "I": "10"}),
    (m.Step("frame"), {"frame": 2}),
    (m.Go(9), {"moment": 9}),
    (m.Back("draw"), {"moment": 8}),
    (m.Back("statement"), {"line": 2, "moment": 7, "statements": 9, "I": "8"}),
    (m.Back("statement"), {"line": 2, "statements": 8}),
    (m.Step("frame"), {"frame": 1}),
    (m.Step("frame"), {"frame": 2}),
    (m.Back("frame"), {"frame": 1, "length": 9}),
    (m.Go(0), {"moment": 0, "statements": 1, "line": 1, "I": "0"}),
    (m.Back("statement"), {"statements": 1}),
]


def test_statements_draws_and_frames_forward_and_back_one_by_one(page: Conversation) -> None:
    page.open(COUNTING + "WAIT 3\n")
    for message, wanted in STEPS:
        at, values = page.stand(message)
        known = dataclasses.asdict(at) | variables(values)
        assert {name: known[name] for name in wanted} == wanted, message


@pytest.mark.parametrize("back", ["statement", "draw", "frame"])
@pytest.mark.parametrize("times", [1, 2])
def test_steps_back_on_the_way_to_a_moment_are_made_from_there(
    page: Conversation, back: Literal["statement", "draw", "frame"], times: int
) -> None:
    page.open("GPSET 0,0\nVSYNC\nVSYNC\nVSYNC\n" + COUNTING)
    page.finish()
    stepwise = [page.stand(message)[0] for message in [m.Go(10), *[m.Back(back)] * times]][-1]
    page.stand(m.Go(0))
    page.say(m.Go(10), *[m.Back(back)] * times)
    at = page.hear(m.At, lambda each: each.state == "paused" and bool(each.moment))
    assert dataclasses.replace(at, words="") == dataclasses.replace(stepwise, words="")


@pytest.mark.parametrize("back", ["statement", "draw", "frame"])
def test_a_step_back_during_a_search_is_made_from_where_the_run_was(
    page: Conversation, back: Literal["statement", "draw", "frame"]
) -> None:
    page.open("GPSET 0,0\nVSYNC\nVSYNC\nVSYNC\n" + COUNTING)
    page.finish()
    page.stand(m.GoStatement(20))
    stepped, _ = page.stand(m.Back(back))
    page.stand(m.GoStatement(20))
    # the run goes from its start to the same place again to find the value's origin
    page.say(m.AskValue("I"), m.Back(back))
    at = page.hear(m.At, lambda each: each.state == "paused")
    assert dataclasses.replace(at, words="") == dataclasses.replace(stepped, words="")


def test_it_runs_to_its_end_and_again(page: Conversation) -> None:
    page.open(COUNTING)
    at = page.finish()
    assert (at.moment, at.length, at.words) == (9, 9, "")
    assert variables(page.hear(m.Values)) == {"I": "10"}
    assert page.hear(m.Marks) == m.Marks(9, [1] * 9)
    assert page.finish().moment == 9


def test_a_glimpse_leaves_the_run_where_it_is(page: Conversation) -> None:
    page.open(COUNTING)
    page.finish()
    page.hear(m.Marks)
    page.say(m.Glimpse(3), m.Glimpse(99), m.Glimpse(0))
    for moment, line in ((3, 2), (9, 2), (0, 1)):
        # Nothing comes in between: neither place nor picture of the run is told anew.
        glimpsed = page.next()
        assert (type(glimpsed), glimpsed.moment, glimpsed.line) == (m.Glimpsed, moment, line)
        pixels = array("I", unpacked(glimpsed.data))
        drawn = [number for number in range(10) if pixels[number * 401] & 0xFFFFFF]
        assert drawn == list(range(1, moment + 1))
        assert glimpsed.changed == ([moment, moment, 1, 1] if moment else [])


@pytest.mark.parametrize("listing", ["XSCREEN 2\nDISPLAY 1\nGPSET 3,4\n", "XSCREEN 4\nCLS\nGPSET 3,244\n"])
def test_a_glimpse_has_both_screens(page: Conversation, listing: str) -> None:
    page.open(listing)
    page.finish()
    sizes = []
    for moment, wanted in ((0, []), (1, []), (3, [43, 244, 1, 1])):
        page.say(m.Glimpse(moment))
        glimpsed = page.hear(m.Glimpsed)
        assert (glimpsed.moment, glimpsed.changed) == (moment, wanted)
        sizes.append(len(unpacked(glimpsed.data)) // (4 * 400))
    assert sizes == [240, 480, 480]


def test_notes_and_presses_are_marked(page: Conversation) -> None:
    page.open(
        "BEEP 5\nREPEAT:VSYNC:UNTIL BUTTON(0)\nPRINT 1\n", log="retromaze log 1\n3 press A\n4 press NONE\n"
    )
    page.finish()
    marks = page.hear(m.Marks)
    assert marks.stretches[0] == 16 and marks.stretches[-1] & 2
    assert [at for at, bits in enumerate(marks.stretches) if bits & 32] == [4]


def test_an_error_is_told_with_its_place(page: Conversation) -> None:
    page.open("GPSET 1,1\nX=1/0\n")
    at = page.finish()
    assert (
        at.words
        == "Divide by zero in 0:2\nlisting.bas:2:3\n  X=1/0\n    ^\nthe number behind /, DIV or MOD is 0"
    )
    assert (at.line, at.column) == (2, 3)
    assert page.hear(m.Marks).error == 1


def test_what_nobody_heard_is_told_at_the_end(page: Conversation) -> None:
    page.open("PCMSTOP:PCMSTOP")
    at = page.finish()
    assert (at.moment, at.words) == (2, "not simulated yet: PCMSTOP ×2")
    assert page.ask(m.Rows(0, 1), m.Events).rows == [m.EventRow(0, 0, 1, "PCMSTOP")]
    assert page.stand(m.Go(1))[0].moment == 1
    page.open("PCMSTOP:NOSUCH 1")
    words = page.finish().words.split("\n")
    assert words[0] == "Undefined function in 0:1 (NOSUCH)"
    assert words[-1] == "not simulated yet: PCMSTOP ×1"


def test_an_endless_loop_is_paused_in_the_middle_of_a_frame_and_stopped(page: Conversation) -> None:
    page.open(ENDLESS)
    page.say(m.Pace("frame", 0), m.Play())
    page.hear(m.At, lambda each: each.statements > 1000)
    at, _ = page.stand(m.Pause())
    again, _ = page.stand(m.Step("statement"))
    assert again.statements == at.statements + 1
    page.say(m.Play())
    page.hear(m.At, lambda each: each.statements > 10_000)
    page.say(m.StopRun())
    assert page.at("ended").words == "stopped"


def test_the_line_of_a_frame_in_a_loop_of_jumps(page: Conversation) -> None:
    page.open("CLS\n@A\nI=I+1\nIF I<0 GOTO @A\nI=I+2\nGOTO @A\n")
    for _ in range(3):
        at, _ = page.stand(m.Step("frame"))
        assert at.line == 6


def test_heat_and_events_at_a_moment_are_those_of_the_way_there(page: Conversation) -> None:
    page.open(COUNTING)
    page.say(m.Go(3))
    page.hear(m.At, lambda each: each.moment == 3)
    assert page.hear(m.Heat) == m.Heat([[1, 1], [2, 3]], fresh=True)
    page.stand(m.Go(9))
    events = page.ask(m.Rows(7, 50), m.Events)
    assert events == m.Events(7, 9, [m.EventRow(7, 0, 2, "GPSET 8,8"), m.EventRow(8, 0, 2, "GPSET 9,9")])
    assert page.ask(m.Rows(-5, 1), m.Events).rows[0].event == 0
    assert page.ask(m.Rows(99, -1), m.Events).rows == []
    at = page.ask(m.Go(4, settled=False), m.At)
    assert (at.moment, at.line, at.length) == (4, 2, 9)
    picture = page.hear(m.Picture)
    assert (picture.top, picture.rows) == (5, 5)


def shown(pictures: list[m.Picture]) -> bytes:
    pixels = bytearray(400 * 240 * 4)
    for each in pictures:
        data = unpacked(each.data)
        pixels[each.top * 1600 : each.top * 1600 + len(data)] = data
    return bytes(pixels)


def test_the_picture_at_the_end_is_that_of_a_run(page: Conversation) -> None:
    source = listing_source(CATALOGUE["kruskal"])
    page.say(m.Open("kruskal", seed=1))
    pictures = [page.hear(m.Picture)]
    message = page.ask(m.Go(10**9), m.At, lambda each: each.moment > 0)
    # a slow computer shows where the run is on its way
    while not (isinstance(message, m.At) and message.state == "ended"):
        message = page.next()
        if isinstance(message, m.Picture):
            pictures.append(message)
    pictures.append(page.hear(m.Picture))
    left = run(source, seed=1, frames=message.frame)
    assert shown(pictures) == left.pixels.tobytes()


def test_input_is_asked_for_in_the_page(page: Conversation) -> None:
    page.open('INPUT "SIZE";A\nPRINT A*2\n')
    page.say(m.Play())
    assert page.hear(m.Asks).guide == "SIZE?"
    at = page.ask(m.Answer("21"), m.At, lambda each: each.state == "ended")
    assert at.moment == 3
    assert page.hear(m.Played).log == 'retromaze log 1\nanswer "21"\n'
    page.stand(m.Go(2))
    page.say(m.Play())
    assert page.at("ended").moment == 3


PRESSED = "@L\nVSYNC\nB=BUTTON(2)\nIF B==0 GOTO @L\nGPSET B,0\nGOTO @L\n"


def test_a_press_is_repeated_on_the_way_back(page: Conversation) -> None:
    page.open(PRESSED)
    page.say(m.Pace("frame", 60), m.Play())
    page.hear(m.At, lambda each: each.frame > 3)
    page.say(m.Hold(16))
    page.hear(m.At, lambda each: each.line == 5 or each.frame > 10)
    page.say(m.Hold(0))
    at = page.ask(m.Pause(), m.At, lambda each: each.state == "paused")
    first, word, held = page.hear(m.Played).log.splitlines()[1].split()
    assert (word, held, int(first) > 3) == ("press", "A", True)
    again, _ = page.stand(m.Go(at.moment))
    assert (again.moment, again.length) == (at.moment, at.length)


def test_another_press_takes_another_way(page: Conversation) -> None:
    page.open(PRESSED, log="retromaze log 1\n3 press A\n5 press NONE\n8 press B\n")
    page.stand(m.Go(12))
    at, _ = page.stand(m.Go(2))
    assert (at.frame, at.length) == (2, 12)
    page.say(m.Hold(64))
    at, _ = page.stand(m.Step("frame"))
    assert at.length < 4
    assert page.hear(m.Played).log == "retromaze log 1\n2 press X\n"


def test_a_game_is_saved_and_opened_again(page: Conversation) -> None:
    page.open(PRESSED, log="retromaze log 1\n3 press A\n5 press NONE\n")
    at, _ = page.stand(m.Go(12))
    text = page.ask(m.SaveGame(), m.GameFile).text
    assert f"frames {at.frame + 1}\n3 press A\n5 press NONE\n" in text
    read = page.ask(m.ReadGame("game.log", text.replace("3 press A", "3 press B")), m.GameRead)
    assert (read.program, read.sizes, read.log.splitlines()[-2:]) == (None, {}, ["3 press B", "5 press NONE"])
    page.open(PRESSED, log=read.log)
    assert page.hear(m.Played).log == "retromaze log 1\n3 press B\n5 press NONE\n"
    page.say(m.Open(listing="VSYNC\n", log=read.log))
    assert page.hear(m.Failed).words == "this game was played with another text of the listing"
    page.say(m.ReadGame("game.log", "retromaze log 1\n3 jump\n"))
    assert page.hear(m.Failed).words.startswith("game.log:2: 'jump' is nothing that is done: ")


def test_a_listing_in_a_file_is_read_as_the_command_line_reads_it(page: Conversation) -> None:
    def read(data: bytes) -> m.ReadListing:
        return m.ReadListing("maze.bas", base64.b64encode(data).decode())

    # before anything is open as well
    plain = page.ask(read("PRINT 迷\r\n".encode()), m.ListingRead)
    assert (plain.name, plain.text, plain.coding) == ("maze.bas", "PRINT 迷\n", "")
    foreign = page.ask(read("PRINT 迷\r\n".encode("cp932")), m.ListingRead)
    assert (foreign.text, foreign.coding) == ("PRINT 迷\n", "Shift_JIS")
    no_text = page.ask(read(b"\x89PNG\r\n\x1a\n\xff"), m.Failed)
    assert no_text.words == "maze.bas is not a text file (no UTF-8 at byte 0)"
    assert page.ask(m.ReadListing("maze.bas", "?"), m.Failed).words == "maze.bas came damaged"


def test_an_edit_that_cannot_be_run_leaves_what_is_open(page: Conversation) -> None:
    page.open(COUNTING, edition=1)
    page.stand(m.Go(3))
    mistaken = page.ask(m.Open(listing="PRINT 1\nPRINT (2\n", holds=True, edition=2), m.Mistaken)
    assert mistaken.edition == 2
    assert mistaken.problems == [m.Problem("listing", 2, 9, "Syntax error\n( is not closed: ) is missing")]
    assert (
        mistaken.words
        == "Syntax error in 0:2\nlisting.bas:2:9\n  PRINT (2\n          ^\n( is not closed: ) is missing"
    )
    at, _ = page.stand(m.Step("draw"))
    assert (at.moment, at.edition) == (4, 1)
    # without a wish to hold it is opened, and so is what has an error in its port
    opened = page.ask(m.Open(listing="PRINT (2\n", edition=3), m.Opened)
    assert [each.line for each in opened.problems] == [1]
    opened = page.ask(m.Open(listing="PRINT 2\n", port="def main(", holds=True, edition=4), m.Opened)
    assert [each.side for each in opened.problems] == ["port"]


def test_what_came_later_can_be_forgotten(page: Conversation) -> None:
    page.open("INPUT A\nINPUT B\nPRINT A+B\n", log='retromaze log 1\nanswer "1"\nanswer "2"\n')
    page.stand(m.Go(10**6))
    at, _ = page.stand(m.Go(2))
    page.say(m.Forget())
    at = page.ask(m.Play(), m.At, lambda each: each.state == "asking")
    assert at.line == 2


def test_a_run_goes_on_beyond_a_full_film(page: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "MOST_EVENTS", 4)
    page.open(COUNTING)
    at, _ = page.stand(m.Go(8))
    assert (at.moment, at.length) == (8, 4)
    assert page.ask(m.Go(7, settled=False), m.At).moment == 4
    at, values = page.stand(m.Back("draw"))
    assert (at.moment, variables(values)) == (7, {"I": "7"})
    assert page.stand(m.Go(3))[0].moment == 3


REFUSED: dict[str, object] = {
    "no program is called 'nonsense'": m.Open("nonsense"),
    "has no size called width": m.Open("sticks", sizes={"width": 20}),
    "sets no B": m.Open(listing="A=1\n", sizes={"b": 1}),
    "no speed of -1": m.Pace("frame", -1),
}


def test_what_cannot_be_is_told_and_leaves_the_run_as_it_was(page: Conversation) -> None:
    at, _ = page.open(COUNTING)
    at, before = page.stand(m.Step("statement"), lambda each: each.statements > at.statements)
    for words, message in REFUSED.items():
        assert words in page.ask(message, m.Failed).words
    after, values = page.stand(m.Step("statement"), lambda each: each.statements > at.statements)
    assert after.statements == at.statements + 1 and values != before


def test_numbers_that_are_none_are_told_as_texts(page: Conversation) -> None:
    listing = "DIM A[3]\nI=1E308*10\nA[0]=I:A[1]=-I:A[2]=I-I\nA$=CHR$(&HD800)\nA[I]=1\n"
    page.open(listing)
    at, values = page.stand(m.Play(), lambda each: each.state == "ended")
    assert at.words.startswith("Subscript out of range in 0:5")
    assert values.arrays[0].values == ["inf", "-inf", "nan"]
    assert m.ShownVariable("A$", '"\ud800"') in values.variables


def test_a_newer_wish_ends_an_older_one(page: Conversation) -> None:
    page.open(ENDLESS)
    page.say(m.Go(5))
    page.say(m.Go(7))
    at, _ = page.open(COUNTING)
    assert (at.moment, at.line) == (0, 1)


def test_files_of_one_run_are_not_there_in_the_next() -> None:
    page = Conversation()
    stored = {("DEFAULT", "TXT", "OLD"): b"before"}
    page.begin(StudioSession(page, m.Open(), None, stored).serve)
    page.open('A$=LOAD("TXT:OLD")\nB=CHKFILE("TXT:NEW")\nSAVE "TXT:NEW","X"\nGPSET 1,1\n')
    for _ in range(2):
        _, values = page.stand(m.Go(1))
        assert variables(values) == {"A$": '"before"', "B": "0"}
        page.stand(m.Go(0))
    page.end()


def test_a_listing_of_one_s_own_finds_what_lies_beside_it(tmp_path: Path) -> None:
    listing = tmp_path / "game.bas"
    source = 'N$="NOTE"\nA$=LOAD("TXT:"+N$)\nB=CHKFILE("TXT:OTHER"+M$)\nGPSET 1,1\n'
    listing.write_text(source)
    (tmp_path / "note.txt").write_text("beside")
    (tmp_path / "other.txt").write_text("its name is worked out")
    page = Conversation()
    beside = files_to_copy(listing, source)
    page.begin(StudioSession(page, m.Open(), UserFiles(listing), siblings=beside).serve)
    page.stand(m.Open())
    (tmp_path / "note.txt").write_text("changed meanwhile")
    for opens, found in ((m.Open(), "1"), (m.Open(listing=source + "'"), "0")):
        page.stand(opens)
        _, values = page.stand(m.Go(1))
        assert variables(values) == {"N$": '"NOTE"', "A$": '"beside"', "B": found, "M$": '""'}
    page.open('A$="-"\nIF CHKFILE("TXT:OTHER") THEN A$=LOAD("TXT:OTHER")\nGPSET 1,1\n')
    assert variables(page.stand(m.Go(1))[1]) == {"A$": '"-"'}
    (tmp_path / "other.txt").unlink()
    page.stand(m.Open())
    assert variables(page.stand(m.Go(1))[1])["B"] == "1"  # a run is repeated with the files that it found
    page.end()


def test_the_deepest_calls_of_a_listing(page: Conversation) -> None:
    page.open("F 1000\nDEF F N\n IF N THEN F N-1 ELSE GPSET 1,1\nEND\n")
    at, values = page.stand(m.Go(1))
    assert at.moment == 1
    assert variables(values)["N"] == "0" and len(values.calls) == 100 and values.calls[0].scope == "F"


@pytest.mark.parametrize("name", fewer(["hexagonal"], ["hexagonal", "kruskal", "sticks"]))
def test_any_moment_from_any_other(page: Conversation, name: str) -> None:
    page.say(m.Open(name, seed=1))
    page.hear(m.Values)
    end, _ = page.stand(m.Go(600))
    chance = Random(name)
    seen = {}
    for moment in [chance.randrange(1, end.moment) for _ in range(4)] * 2:
        at, values = page.stand(m.Go(moment), lambda each, moment=moment: each.moment == moment)  # type: ignore[misc]
        known = (at.frame, at.line, at.statements, values)
        assert seen.setdefault(moment, known) == known


WHOLE = (0, -1, 7, 1 << 31, (1 << 63) - 1, -(1 << 63) + 1)
ODD: dict[str, tuple[object, ...]] = {
    "int": WHOLE,
    "float": (0.0, -1.0, 1e308, -1e308, 1e-308, 60),
    "str": ("", "frame", "draw", "\ud800", "\0", "A" * 1000, "\r\n"),
    "UnitName": ("statement", "draw", "frame"),
    "Literal['en', 'ja']": ("en", "ja"),
    "Literal['', 'sprite', 'layer']": ("", "sprite", "layer"),
    "bool": (False, True),
    "list[str]": ([], ["A"], ["\ud800"] * 99),
    "list[int]": ([], [1, -1], [1 << 62] * 99),
    "Open": (m.Open(), m.Open("maize"), m.Open(listing="?1\n", seed=1)),
}


@pytest.mark.parametrize("seed", range(many(1, 32)))
def test_no_message_ends_the_session(page: Conversation, seed: int) -> None:
    chance = Random(seed)
    kinds = [each for each in m.TO_PYTHON if each not in (m.Open, m.Check)]
    page.say(m.Open(listing=COUNTING + "INPUT A$\nWAIT 3\n"))
    for _ in range(many(25, 1_200)):
        kind = chance.choice(kinds)
        page.say(kind(*(chance.choice(ODD[str(each.type)]) for each in dataclasses.fields(kind))))
        if chance.random() < 0.1:
            seed, moment = chance.choice(WHOLE), chance.choice(WHOLE)
            page.say(m.Open(listing=COUNTING, seed=seed, moment=moment))
    page.say(m.Pause(), m.Open("sticks", seed=1))
    while True:
        told = page.next()
        if isinstance(told, m.Opened) and told.program == "sticks":
            break


def raising(*_: object, **__: object) -> None:
    raise ZeroDivisionError("on purpose")


def test_a_session_answers_a_defect_and_lives_on(page: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    page.open(COUNTING)
    for where, message in (
        ("retromaze.studio.run_control.rows_of", m.Rows(0, 5)),
        ("retromaze.studio.session.lesson_text", m.AskLesson("en")),
        ("retromaze.studio.session.open_workspace", m.Open("backtracker", seed=5)),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(where, raising)
            failed = page.ask(message, m.Failed)
        assert "ZeroDivisionError: on purpose" in failed.words
        assert page.ask(m.Rows(0, 5), m.Events).first == 0
    with monkeypatch.context() as patched:
        patched.setattr("retromaze.studio.open_program.Workspace.opened", raising)
        assert "on purpose" in page.ask(m.Open("backtracker", seed=5), m.Failed).words
    assert page.ask(m.Open("backtracker", seed=6), m.Opened).seed == 6


def test_what_is_still_being_opened_is_given_up_for_what_is_wanted_next(
    page: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the page says between the two is answered by what was open before."""
    monkeypatch.setattr(sessions, "OPENING_INTERVAL", 0.0)
    page.open(COUNTING, edition=1)
    long = m.Open(listing="A=A+1\n" * 2000, writes_port=True, edition=2)
    page.say(long, m.Rows(0, 1), m.Open(listing=COUNTING, edition=3))
    assert page.hear(m.Events).edition == 1
    assert page.hear(m.Opened).edition == 3


def test_a_margin_of_absurd_lines_does_not_end_a_session(page: Conversation) -> None:
    port = "def main(machine):\n    x = 1  # 1-99999999999999999999999\n"
    opened = page.ask(m.Open("", listing=COUNTING, port=port), m.Opened)
    assert opened.listing == COUNTING
    assert page.ask(m.Rows(0, 5), m.Events).first == 0


def test_a_listing_of_a_link_is_bounded(page: Conversation) -> None:
    failed = page.ask(m.Open("", listing="A=1:" * (LONGEST_CHANGED // 4 + 1)), m.Failed)
    assert "has 262,144 characters at most" in failed.words
    assert page.ask(m.Open("", listing=COUNTING), m.Opened).listing == COUNTING
