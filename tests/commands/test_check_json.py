"""What `retromaze check --json` prints: docs/check.schema.json holds, and a whole difference."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.command_line import CommandLine

SCHEMA = Path(__file__).parents[2] / "docs" / "check.schema.json"
LISTING = """\
A=RND(3)
GOSUB @DRAW
FOR I=1 TO 60
 VSYNC
 IF BUTTON(0)==16 THEN PRINT "A"
NEXT
PRINT 9
END
@DRAW
 B=A+2
 GPSET B,4
RETURN
"""
PORT = """\
def main(machine):
    a = machine.rng.below(3)
    draw(machine, a)
    for _ in range(60):
        machine.vsync()
        if machine.input.button() == 16:
            machine.console.print("A")
    machine.console.print("9")


def draw(machine, a):
    b = a + 2
    machine.screen.point(b, 4)
"""
PORTS = {
    "equal": PORT,
    "value": PORT.replace("a + 2", "a + 3"),
    "order": PORT.replace("machine.screen.point(b, 4)", "machine.screen.line(b, 4, b, 4)"),
    "missing": PORT.replace('    machine.console.print("9")\n', ""),
    "extra": PORT.replace("print(", "print('9'); machine.console.print(", 2),
    "error": PORT.replace("a + 2", "a // 0"),
    "standstill": PORT.replace("        machine.vsync()\n", "        while True:\n            pass\n"),
    "a game": PORT.replace('"A"', '"B"'),
    "screen": PORT.replace("(b, 4)", "(b, 4); machine.screen.backdrop = 255"),
}


@pytest.fixture(autouse=True)
def folder(here: Path) -> None:
    Path("draw.bas").write_text(LISTING)


def checked(port: str, options: str, ran: CommandLine) -> dict[str, Any]:
    """The record of one pair."""
    Path("draw.py").write_text(port)
    told = ran(f"check draw.bas {options} --seeds 1 --jobs 1 --patience 0.3 --json")
    (row,) = json.loads(told.out)
    assert isinstance(row, dict)
    return row


@pytest.mark.slow
def test_all_that_is_printed_is_as_the_schema_says(ran: CommandLine) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    rows = {name: checked(port, "" if name == "a game" else "--play 0", ran) for name, port in PORTS.items()}
    rows["pictures"] = checked(PORTS["value"], "--pictures --play 0", ran)
    rows["thin"] = checked(PORT, "--lines 100 --play 0", ran)
    rows["two listings"] = checked(PORT, "draw.bas --play 0", ran)
    (rows["catalogue"],) = json.loads(ran("check kruskal --set width=2 --seeds 1 --jobs 1 --json").out)
    wrong = {name: [each.message for each in validator.iter_errors([row])] for name, row in rows.items()}
    assert {name: words for name, words in wrong.items() if words} == {}
    how = {name: row["difference"] and row["difference"]["how"] for name, row in rows.items()}
    same = dict.fromkeys(("equal", "thin", "two listings", "catalogue"))
    ways = {each: each for each in ("value", "order", "missing", "extra", "error", "standstill")}
    assert how == {**same, **ways, "a game": "value", "screen": "value", "pictures": "value"}
    assert not validator.is_valid([{**rows["value"], "more": 1}])
    assert not validator.is_valid([{**rows["value"], "difference": {}}])


def test_a_difference_is_told_whole(ran: CommandLine) -> None:
    found = checked(PORTS["value"], "--press B@9", ran)["difference"]
    drawn = {"file": "draw.bas", "line": 11, "text": "GPSET B,4"}
    there = {"file": "draw.py", "line": 13, "text": "machine.screen.point(b, 4)"}
    called = {"file": "draw.bas", "line": 2, "text": "GOSUB @DRAW"}
    set_there = {"file": "draw.py", "line": 12, "text": "b = a + 3"}
    value: dict[str, Any] = {
        "listing": {"name": "B", "value": 4, "set": {"file": "draw.bas", "line": 10, "text": "B=A+2"}},
        "port": {"name": "b", "value": 5, "set": set_there},
        "since": 0,
        "doubtful": False,
    }
    assert found == {
        "seed": 1,
        "sizes": {},
        "kind": "event",
        "how": "value",
        "frame": 0,
        "event": 2,
        "words": "frame 0, event 2: listing line 11 draws point(4, 4), port draws point(5, 4)",
        "before": ["frame 0, event 1: line 1 takes below(3) = 2"],
        "sides": ["listing", "port"],
        "played": "",
        "replay": "--seeds=1 --press=B@9",
        "listing": drawn,
        "port": there,
        "expected": {"method": "point", "arguments": {"x": 4, "y": 4, "color": None}, "result": None},
        "actual": {"method": "point", "arguments": {"x": 5, "y": 4, "color": None}, "result": None},
        "equal": {
            "frames": 0,
            "events": 1,
            "lines": {"of": 10, "run": 4},
            "outcomes": found["equal"]["outcomes"],
        },
        "first": {**value, "since": 2},
        "variables": [value],
        "stacks": {
            "listing": [{"function": "", **called}, {"function": "@DRAW", **drawn}],
            "port": [
                {"function": "main", "file": "draw.py", "line": 3, "text": "draw(machine, a)"},
                {"function": "draw", **there},
            ],
        },
        "slice": [
            there,
            set_there,
            {"file": "draw.py", "line": 3, "text": "draw(machine, a)"},
            {"file": "draw.py", "line": 2, "text": "a = machine.rng.below(3)"},
        ],
        "ran": {
            "listing": [called, value["listing"]["set"], drawn],
            "port": [{"file": "draw.py", "line": 3, "text": "draw(machine, a)"}, set_there, there],
        },
    }


def test_the_options_of_a_difference_show_it_again(ran: CommandLine) -> None:
    found = checked(PORTS["a game"], "", ran)["difference"]
    assert found["replay"].startswith("--seeds=1 --press=A@")
    again = checked(PORTS["a game"], found["replay"].partition(" ")[2], ran)["difference"]
    assert (again["words"], again["first"]) == (found["words"], found["first"])


def test_what_cannot_be_compared_is_told(ran: CommandLine) -> None:
    port = PORTS["value"]
    for name, other in ("a = ", "drawn = "), ("machine, a)", "machine, drawn)"), ("b = a", "place = drawn"):
        port = port.replace(name, other)
    row = checked(port.replace("(b, 4)", "(place, 4)"), "--play 0", ran)
    unnamed = "no variable of the port has a name of the listing; its table VARIABLES can say which is which"
    assert row["remarks"][-1] == f"draw: {unnamed}"
    assert row["difference"]["first"] is None
