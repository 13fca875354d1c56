"""A port is held against its listing for a few seconds, whatever either of them does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from retromaze.comparison import trials
from retromaze.comparison.program import Listing, Port
from retromaze.comparison.script import Script
from retromaze.comparison.trials import Brief, briefly

HEAD = "def main(machine):\n    "


@pytest.fixture(autouse=True)
def plenty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer may be busy."""
    monkeypatch.setattr(trials, "BRIEF_SECONDS", 60.0)


def found(listing: str, body: str, folder: Path, answers: tuple[str, ...] = ()) -> Brief:
    (folder / "m.py").write_text(HEAD + body.replace("\n", "\n    "))
    return briefly(Listing(listing), Port(folder / "m.py"), Script(answers=answers))


def test_equal(tmp_path: Path) -> None:
    made = found("PRINT RND(9)", "machine.console.print(str(machine.rng.below(9)))", tmp_path)
    assert (tuple(made.made), made.difference, made.cut, made.killed) == ((1, 2, 3), None, False, "")


def test_what_goes_on_is_looked_at_for_longer_and_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "BRIEF_FRAMES", (60, 600, 900))
    body = "while True:\n    machine.vsync(1)\n    if machine.frame > 700: machine.console.print('late')"
    made = found('@L VSYNC:IF MAINCNT>700 THEN PRINT "late"\nGOTO @L', body, tmp_path)
    assert (made.difference, made.cut) == (None, True)
    assert made.made[1].frames > 700


def test_the_first_difference_ends_it(tmp_path: Path) -> None:
    made = found("PRINT 1", "machine.console.print('2')", tmp_path)
    assert made.difference
    words = "frame 0, event 1: listing line 1 prints by print('1'), port prints by print('2')"
    assert made.difference.sentence == words
    assert tuple(made.made) == (1,)


@pytest.mark.slow
def test_a_port_that_may_be_at_work_is_not_judged(tmp_path: Path) -> None:
    body = "for _ in range(10**12):\n    pass\nmachine.console.print('1')"
    made = found("PRINT 1", body, tmp_path)
    assert (made.made, made.killed) == ({}, "")


@pytest.mark.slow
def test_both_go_on_and_do_nothing(tmp_path: Path) -> None:
    made = found("@L GOTO @L", "while True:\n    pass", tmp_path)
    assert (tuple(made.made), made.difference, made.cut) == ((1,), None, True)


def test_a_script_is_played_to_both(tmp_path: Path) -> None:
    body = "from retromaze.ports import basic\nmachine.console.print(basic.ask_line(machine, ''))"
    made = found("LINPUT A$:PRINT A$", body, tmp_path, ("hello",))
    assert (made.difference, made.cut) == (None, False)


def test_a_port_that_leaves_python(tmp_path: Path) -> None:
    made = found("PRINT 1", "import os\nos._exit(3)", tmp_path)
    assert made.difference
    assert made.difference.sentence.endswith("port stops in line 3: os._exit(3)")


@pytest.mark.skipif(os.name != "posix", reason="only there a process is killed by a signal")
def test_a_port_that_kills_its_process(tmp_path: Path) -> None:
    made = found("PRINT 1", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", tmp_path)
    assert (made.made, made.killed) == ({}, "SIGKILL")


def test_a_port_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even by what is raised in it: it is in the midst of a call."""
    monkeypatch.setattr(trials, "BRIEF_SECONDS", 1.0)
    made = found("PRINT 1", "import time\ntime.sleep(1000)", tmp_path)
    assert (made.made, made.killed) == ({}, "")


@pytest.mark.skipif(os.name != "posix", reason="only there memory is bounded")
def test_a_port_that_takes_all_memory(tmp_path: Path) -> None:
    made = found("PRINT 1", "a = bytes(3 << 30)", tmp_path)
    assert made.difference
    assert made.difference.sentence.endswith("port stops in line 2: MemoryError")
