"""Every message goes both ways; what is none is refused."""

from __future__ import annotations

import subprocess
import sys
from time import process_time
from typing import Any

import pytest

from retromaze.studio import messages as m
from retromaze.studio.channel import BadMessage, decoded, encoded

LOG = "retromaze log 1\n3 press A\n9 press NONE\n"
CORNERS = [0.0, 0.0, 16.0, 0.0, 16.0, 16.0, 0.0, 16.0]
SPRITE = m.SpriteInView(
    *(0, 3, 4, 500, [0, 0, 16, 16], 1, [1.5, 2.0, 0.0], [0.0, 0.0], -90, [1.0, 2.0], 0xFFFFFFFF, -1),
    *([0.0] * 8, "@F", ["XY"], True, [4, 5], [1.5, 2.0], CORNERS, [1.5, 2.0, 16.0, 16.0]),
)
LAYER = m.LayerInView(
    *(1, 2, 5, [25, 15, 16], 9, True, [0.0, 0.0, 50.0], [0.0, 0.0], 0, [1.0, 1.0], 0xFFFFFFFF, [0, 0, 9, 9]),
    *([0.0] * 8, "", [], CORNERS),
)
SAMPLES: tuple[Any, ...] = (
    m.Open("sticks", "CLS", None, 7, {"width": 21, "title": "X", "part": 0.5}, LOG, 12, "e3b0", m.Pace()),
    m.Play(),
    m.Pause(),
    m.StopRun(),
    m.Pace("draw", 0.5),
    m.Step("frame"),
    m.Back("draw"),
    m.Go(5, False),
    m.Glimpse(7),
    m.Watch(["R"]),
    m.WatchCalls(False),
    m.WatchNotes(),
    m.Listen(False),
    m.WatchMoving(True, "layer", 1, 3),
    m.Rows(10, 20),
    m.AskPixel(1, 2, 3, 4),
    m.AskArea(1, 2, 3, 4, 5, 6),
    m.AskValue("R", 3),
    m.GoStatement(9),
    m.AskLesson("ja"),
    m.SaveGame(),
    m.ReadGame("game.log", LOG),
    m.GameFile(LOG),
    m.GameRead(None, 7, {"width": 21, "title": "X"}, LOG),
    m.Hold(17),
    m.Tilt(1, -0.5, 1.0),
    m.Touch(5, 234, False),
    m.TypeText("あ\r"),
    m.Answer(""),
    m.Check(100),
    m.Forget(),
    m.PortState(3),
    m.CompareRuns(m.Open("kruskal", seed=2)),
    m.SetStops([1], [2], [3], ["X"], ["X>1"]),
    m.SeekStop(False),
    m.AskHistory("X"),
    m.Close(),
    m.Welcome(
        "1",
        [m.OfferedProgram("a", "b", "c", "d")],
        [m.HelpWord("CLS", "builtin")],
        [m.Key("z", 16, "A")],
        m.Open(),
    ),
    m.Opened(
        "",
        "t",
        "CLS",
        "",
        1,
        [m.ShownSize("w", 3, 5, 1, None, True)],
        [[], [(1, 2, 1), (4, 4, 3)]],
        ["", "main"],
        [],
    ),
    m.At("running", 1, 2, 3, 4, 5, "why", 6, 59.9),
    m.Picture(1, 2, 3, "eJw="),
    m.Heat([[1, 2]], True),
    m.Glimpsed(7, 3, "eJw=", [1, 2, 3, 4]),
    m.Marks(3, [0, 63], 2, True),
    m.Values(
        1,
        [m.ShownVariable("A$", '"x"')],
        [m.ArrayInView("M", [2, 1], [1, 0.5], [1])],
        [m.Call("F", 3)],
        ["0.5"],
    ),
    m.LessonText(
        "T", "text", 7, {"width": 21}, [m.LessonStep("S", "t", 3, 2, [4], [5], [("X", "1")], [(2, "X=1")])]
    ),
    m.JudgeAnswer(9, "K=1"),
    m.Judged(9, False, 3, [("K", "-", "69")], "--seed 3", "Syntax error in 0:1", True, "K"),
    m.CallTree(1, ["", "F"], [[0, 0, 0, 1, 1, 0], [1, 1, 3, 7, 2, 5]], 1, 4),
    m.Notes(3, [[0, 1.5, 16, 60, 5, 2], [2, -1, -1, 3, 0, 3]]),
    m.SoundTables({"waves": {"sine": [[1, 1]]}}),
    m.Sounds(3, [["Beep", 800, 3, 0, None, 64], ["Silence", 1600, None]]),
    m.MovingInView(3, False, [SPRITE], [LAYER], [m.Cutout([4, 0, 0, 16, 16], 16, 16, "eJw=")]),
    m.ChosenInView(False, SPRITE, None),
    m.ChosenInView(True, None, LAYER),
    m.Events(0, 9, [m.EventRow(0, 1, 2, "draws line(0, 0, 1, 1)")]),
    m.Drawn(0, 1, 2, 3, 0xFF00FF, m.EventRow(0, 1, 2, "draws"), None, True),
    m.DrawnIn(0, 1, 2, 3, 4, 99, [m.DrawingLine(1, 2, 3, 4)]),
    m.Stored("R", 3, 99, 7),
    m.Asks("NAME"),
    m.Played(LOG),
    m.RunsDiffer(1, 2, 3, "CLS", "the end"),
    m.History("X", [(0, 1), (3, 1.5)]),
    m.PortValues(3, [m.ShownVariable("x", "1")], [m.ArrayInView("rooms", [1], [2], [])], {"x": "X"}),
    m.PortLines(0, [1, 2], [0, 1, 1], [[1], [2, 3]], "stops"),
    m.Proof("different", 1, 20, 99, "", m.ProvedDifference(1, 2, 3, "frame 3", 4, 5, "eJw=", "eJw=")),
    m.Proof("equal", 20, 20, 99, error="Divide by zero", line=2),
    m.Proof("thin", 20, 20, 99, percent=9),
    m.Failed("no"),
)


def test_every_message_has_a_sample() -> None:
    assert {type(each) for each in SAMPLES} == set(m.TO_PYTHON + m.FROM_PYTHON)


def test_a_message_goes_both_ways() -> None:
    assert [decoded(encoded(each)) for each in SAMPLES] == list(SAMPLES)


def test_the_form_is_one_flat_object() -> None:
    assert encoded(m.Go(5, settled=False)) == '{"type": "Go", "moment": 5, "settled": false}'


def test_what_is_left_out_has_its_default() -> None:
    assert decoded('{"type": "Open", "program": "sticks"}') == m.Open("sticks")


def refusal(text: str | bytes) -> str:
    """Why a text is no message."""
    with pytest.raises(BadMessage) as caught:
        decoded(text)
    return str(caught.value)


REFUSED: dict[str | bytes, str] = {
    "{": "this is no JSON",
    "[" * 80_000 + "]" * 80_000: "this is no message: nested more than 16 levels deep",
    f'"{"x" * (8 << 20)}"': "this is no message: longer than 8388608 characters",
    b"\xff": "this is no JSON",
    '{"type": []}': "there is no such message",
    '{"type": {}}': "there is no such message",
    '{"type": "Pace", "rate": 1e999}': "Pace: inf is no number",
    '{"type": "Pace", "rate": NaN}': "Pace: nan is no number",
    '{"type": "Go", "moment": 1' + "0" * 60 + "}": f"Go: 1{'0' * 17}...{'0' * 19} is too large",
    '{"type": "Pace", "rate": 10000000000000000000}': "Pace: 10000000000000000000 is too large",
    f'{{"type": "Go", "moment": {1 << 63}}}': "Go: 9223372036854775808 is too large",
    "3": "there is no such message",
    '{"type": "Exec"}': "there is no such message",
    '{"type": "Go", "where": 1}': "Go has moment, settled",
    '{"type": "Go", "moment": "1"}': "Go: '1' is no int",
    '{"type": "Go", "moment": true}': "Go: True is no int",
    '{"type": "Watch", "names": "R"}': "Watch: 'R' is no list",
    '{"type": "Open", "seed": 1.5}': "Open: 1.5 does not belong there",
    '{"type": "Open", "log": {"answers": [1]}}': "Open: {'answers': [1]} is no str",
    '{"type": "Play", "x": 1}': "Play has nothing",
}


def test_what_is_no_message_is_refused() -> None:
    found = {text: refusal(text) for text in REFUSED}
    assert {text[:60]: found[text] for text in REFUSED if found[text] != REFUSED[text]} == {}


DEEP = """
from retromaze.recursion import deep_recursion
from retromaze.studio.channel import BadMessage, decoded
with deep_recursion:
    try:
        decoded('{"type":"Open","log":' + "[" * 79_000 + "]" * 79_000 + "}")
    except BadMessage as reason:
        print(reason)
"""


def test_no_depth_ends_the_process_while_calls_may_nest_deeply() -> None:
    ran = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "this is no message: nested more than 16 levels deep\n")


def test_nothing_takes_long_to_be_refused() -> None:
    """It would take minutes if it took longer than in proportion to a text's length."""
    begun = process_time()
    for text in ('"' + r"\"" * 500_000, '"\\"' * 250_000, "[]" * 250_000):
        assert refusal(text) == "this is no JSON"
    assert process_time() - begun < 15
