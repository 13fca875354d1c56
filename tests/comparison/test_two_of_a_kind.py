"""Two listings, or two ports, held against each other."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import retromaze
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.pairs import compare_one, user_pair
from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.testing import assert_same
from tests.command_line import CommandLine

LISTING = """\
N=5
ACLS
FOR I=1 TO N
 A=RND(40)
 GPSET A,I,-65536
 VSYNC
NEXT
"""
SLOWER = LISTING.replace(" GPSET", " FOR J=1 TO 30000:NEXT\n GPSET")
PORT = """\
def main(machine, *, n=5):
    machine.reset()
    for i in range(1, n + 1):
        a = machine.rng.below(40)
        machine.screen.point(a, i, 0xFFFF0000)
        machine.vsync()
"""


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    """Three listings and three ports."""
    Path("a.bas").write_text(LISTING)
    Path("slow.bas").write_text(SLOWER)
    Path("wrong.bas").write_text(LISTING.replace("-65536", "#LIME"))
    Path("one.py").write_text(PORT)
    Path("two.py").write_text(PORT.replace("0xFFFF0000", "-65536"))
    Path("wrong.py").write_text(PORT.replace("i, 0x", "i + 1, 0x"))


def test_two_listings_that_do_the_same() -> None:
    assert retromaze.compare("a.bas", "slow.bas") is None
    assert retromaze.compare("slow.bas", "a.bas", n=7, seed=3) is None
    assert retromaze.compare(LISTING, SLOWER, seed=1) is None
    assert_same("a.bas", "slow.bas", by_pictures=True)


def test_two_listings_that_differ() -> None:
    made = retromaze.compare("a.bas", "wrong.bas", seed=1)
    assert made is not None
    assert str(made).splitlines()[-3:] == [
        "frame 0, event 3: a.bas line 5 draws point(29, 1, &HFFFF0000),"
        " wrong.bas draws point(29, 1, &HFF00F800)",
        "a.bas:5: GPSET A,I,-65536",
        "wrong.bas:5: GPSET A,I,#LIME",
    ]
    assert list(made.pictures()) == ["first", "second", "difference"]
    with pytest.raises(AssertionError, match=r"^a\.bas and wrong\.bas are not the same: seed 1\n"):
        assert_same("a.bas", "wrong.bas")


def test_two_ports_that_do_the_same() -> None:
    assert retromaze.compare("one.py", "two.py") is None
    assert retromaze.compare("one.py:main", "two.py", n=2, by_pictures=True) is None
    assert_same("one.py", "two.py", lines=100)


def test_two_ports_that_differ() -> None:
    made = retromaze.compare("one.py", "wrong.py", seed=1)
    assert made is not None
    *lines, values = str(made).splitlines()
    assert values.startswith("values may come from lines ")
    assert lines[-3:] == [
        "frame 0, event 3: one.py line 5 draws point(29, 1, &HFFFF0000),"
        " wrong.py draws point(29, 2, &HFFFF0000)",
        "one.py:5: machine.screen.point(a, i, 0xFFFF0000)",
        "wrong.py:5: machine.screen.point(a, i + 1, 0xFFFF0000)",
    ]
    seen = retromaze.compare("one.py", "wrong.py", seed=1, by_pictures=True)
    assert seen is not None
    assert seen.words == (
        "after vsync() in one.py line 6, pixel (29, 1) of the upper screen is &HFFFF0000 in one.py,"
        " &HFF000000 in wrong.py (and 1 more pixel)"
    )


def test_both_are_told_by_their_names() -> None:
    def drawing(machine: Machine) -> None:
        machine.screen.point(1, 1)

    def both(machine: Machine) -> None:
        machine.screen.point(1, 1)
        machine.console.print("x")

    Path("left").mkdir()
    Path("left/one.py").write_text(PORT.replace("below(40)", "below(4)"))
    Path("e.py").write_text("def main(machine):\n    1 / 0\n")
    Path("f.py").write_text("def main(machine):\n    {}[2]\n")
    cases: list[tuple[Any, Any, str]] = [
        (drawing, both, "drawing has ended, both prints by print('x')"),
        ("one.py", "left/one.py", "one.py line 4 takes below(40), left/one.py takes below(4)"),
        (
            "PRINT 1\nLOCATE 99,1\n",
            "PRINT 1\nA=1/0\n",
            "the first program stops in line 2: Out of range,"
            " the second program stops in line 2: Divide by zero",
        ),
        (
            "e.py",
            "f.py",
            "e.py stops in line 2: ZeroDivisionError: division by zero, f.py stops in line 2: KeyError: 2",
        ),
    ]
    for one, other, words in cases:
        made = retromaze.compare(one, other, seed=1)
        assert made and made.words == words


def test_files_of_two_listings() -> None:
    made = retromaze.compare('SAVE "TXT:A","B"', 'S$="B"\n', seed=1, by_pictures=True)
    assert made is not None
    assert made.words == "at the end, DEFAULT/TXT:A is written by the first program only"


PRESSED = "@L\nB=BUTTON(2)\nIF B==0 THEN VSYNC:GOTO @L\nPRINT B\n"
PRESSED_PORT = """\
def main(machine):
    while not (b := machine.input.button(2)):
        machine.vsync()
    machine.console.print(str(b))
"""


def test_both_are_played_alike() -> None:
    Path("p.py").write_text(PRESSED_PORT)
    Path("q.py").write_text(PRESSED_PORT.replace("while", "# the same\n    while"))
    for one, other in (("p.py", "q.py"), (PRESSED, "'\n" + PRESSED), (PRESSED, "p.py")):
        assert retromaze.compare(one, other, seed=1, press={20: Buttons.A}) is None
        pair = user_pair(one, other)
        made = compare_one(pair, 1, {})
        assert (made.difference, made.end.reason) == (None, StopReason.WAITS)


@pytest.mark.slow
def test_programs_that_never_come_to_an_end() -> None:
    for text in ("@L:GOTO @L\n", "@L:VSYNC:GOTO @L\n", "@L:A=BUTTON(0):GOTO @L\n"):
        endless = replace(user_pair(text, "'\n" + text), frames=100)
        assert compare_one(endless, 1, {}).difference is None
    Path("w.py").write_text("def main(machine):\n    while True:\n        pass\n")
    pair = user_pair("w.py", "w.py")
    object.__setattr__(pair, "patience", 0.05)
    assert compare_one(pair, 1, {}).end.reason is StopReason.STANDSTILL
    busy = user_pair("VSYNC\nPRINT 1\n", "VSYNC\n@L\nGOTO @L\n")
    object.__setattr__(busy, "patience", 0.5)
    made = compare_one(busy, 1, {}).difference
    assert made is not None
    assert made.words.startswith(
        "the first program line 2 prints by print('1'), the second program goes on and"
    )


def test_check_compares_what_stands_side_by_side(ran: CommandLine) -> None:
    rows = [
        " ".join(line.split())
        for line in ran("check a.bas slow.bas one.py two.py --seeds 2 --jobs 1", 0).out.splitlines()[2:]
    ]
    assert rows == ["a-slow 2 1 32 10 100 % equal", "one-two 2 1 32 10 100 % equal"]
    (record,) = json.loads(ran("check one.py wrong.py --seeds 1 --jobs 1 --json", 1).out)
    assert record["difference"]["sides"] == ["one.py", "wrong.py"]
    assert Path("retromaze-differences/one-wrong/second.png").is_file()
    assert "a.bas line 5 draws" in ran("check a.bas --port wrong.bas --seeds 1 --jobs 1", 1).err


def test_other_commands_want_a_listing_and_its_port(ran: CommandLine) -> None:
    assert "a-slow: two listings, or two ports, are for `check` alone" in ran("bench a.bas slow.bas", 2).err


def test_a_port_before_a_listing_is_refused() -> None:
    with pytest.raises(
        UsageError, match=r"^one\.py: a listing comes before its port, as in maze\.bas maze\.py$"
    ):
        retromaze.compare("one.py", "a.bas")
    with pytest.raises(UsageError, match=r"^one\.py is a port: it needs its listing, or another port "):
        retromaze.compare("one.py")
