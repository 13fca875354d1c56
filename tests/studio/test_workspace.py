"""What is open: texts, numbers, ports, and what is wrong with them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from retromaze.errors import UsageError
from retromaze.studio import workspace as workspaces
from retromaze.studio.messages import Open, Problem, Size
from retromaze.studio.workspace import OwnFiles, open_workspace
from tests.amounts import many

LISTING = 'W=5:TITLE$="A"\nFOR I=1 TO W\nGPSET I,I\nNEXT\n'


def test_numbers_are_set_in_both_texts(tmp_path: Path) -> None:
    workspace = open_workspace(Open("backtracker", seed=1, sizes={"width": 9}), None, tmp_path)
    assert workspace.listing.startswith("M_W=9:M_H=119")
    assert "width: int = 9" in workspace.port
    assert workspace.sizes[0] == Size("width", 9, 199, 1, 199)


def test_numbers_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="width must be from 1 to 199, not 900"):
        open_workspace(Open("backtracker", sizes={"width": 900}), None, tmp_path)


def test_an_edited_text_keeps_its_numbers(tmp_path: Path) -> None:
    edited = open_workspace(Open("backtracker", seed=1), None, tmp_path).listing.replace("M_W=199", "M_W=21")
    workspace = open_workspace(Open("backtracker", listing=edited), None, tmp_path)
    assert workspace.listing == edited
    assert workspace.sizes[0].value == 21


def test_a_listing_without_a_port_is_given_one(tmp_path: Path) -> None:
    (tmp_path / "maze.bas").write_text(LISTING)
    workspace = open_workspace(Open(sizes={"w": 7}), OwnFiles(tmp_path / "maze.bas"), tmp_path)
    assert workspace.ported and "def main(machine: Machine" in workspace.port
    assert workspace.sizes == (Size("w", 7, 5), Size("title$", "A", "A"))
    assert workspace.title == "maze.bas"
    lines = workspace.port.splitlines()
    ((first, _, breadth),) = workspace.opened().answers[3]
    assert breadth == 1
    assert "point(" in lines[first - 1] and "# 3" in lines[first - 1]


def test_a_listing_that_no_port_can_be_written_for(tmp_path: Path) -> None:
    workspace = open_workspace(Open(listing="FOR I=0\n"), None, tmp_path)
    assert (workspace.port, workspace.ported) == ("", False)
    assert [(each.side, each.line) for each in workspace.problems] == [("listing", 1)]


def test_a_port_that_is_no_python(tmp_path: Path) -> None:
    workspace = open_workspace(Open("kruskal", port="def main(machine:\n"), None, tmp_path)
    assert workspace.problems == (Problem("port", 1, 9, "'(' was never closed"),)
    assert not any(workspace.opened().answers)


UNREADABLE = {
    "no end": "def main(machine, *, width=199):\n    x = ",
    "too deep": "x = " + "-" * 200_000 + "1",
    "no text": "x = '\ud800'",
    "no character": "x = '\0'",
}


def test_numbers_beside_a_port_that_python_cannot_read(tmp_path: Path) -> None:
    found = {}
    for name, port in UNREADABLE.items():
        workspace = open_workspace(Open("backtracker", port=port, sizes={"width": 9}), None, tmp_path)
        sides = [each.side for each in workspace.problems]
        unread = not any(workspace.opened().answers)
        found[name] = (workspace.listing[:6], workspace.port == port, sides, unread)
    assert found == dict.fromkeys(UNREADABLE, ("M_W=9:", True, ["port"], True))


def test_a_size_that_the_port_cannot_take_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "maze.bas").write_text(LISTING)
    (tmp_path / "maze.py").write_text("raise SystemExit\ndef main(machine, *, w=5): pass\n")
    own = OwnFiles(tmp_path / "maze.bas", tmp_path / "maze.py")
    workspace = open_workspace(Open(sizes={"w": 7}), own, tmp_path)
    assert workspace.sizes == (Size("w", 7, 5),)
    assert "w=7" in workspace.port
    with pytest.raises(UsageError, match=r"maze\.bas has no keyword for TITLE\$; it has w for W$"):
        open_workspace(Open(sizes={"title$": "B"}), own, tmp_path)


def test_a_port_of_another_name_takes_the_same_sizes_when_some_are_set(tmp_path: Path) -> None:
    (tmp_path / "maze.bas").write_text(LISTING)
    (tmp_path / "maze.py").write_text("def dig(machine, *, w=5): pass\n")
    own = OwnFiles(tmp_path / "maze.bas", tmp_path / "maze.py", "dig")
    assert open_workspace(Open(sizes={"w": 7}), own, tmp_path).sizes == (Size("w", 7, 5),)


def test_a_link_with_sizes_and_a_port_of_a_program(tmp_path: Path) -> None:
    port = "def main(machine, *, width=199, height=119): pass\n"
    workspace = open_workspace(Open("backtracker", port=port, sizes={"width": 9}), None, tmp_path)
    assert workspace.listing.startswith("M_W=9:") and "width=9" in workspace.port


def test_files_that_are_missing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.bas"):
        open_workspace(Open(), OwnFiles(tmp_path / "none.bas"), tmp_path)


def test_nothing_is_open(tmp_path: Path) -> None:
    workspace = open_workspace(Open(), None, tmp_path)
    assert (workspace.listing, workspace.port, workspace.problems) == ("", "", ())


def test_a_damaged_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^what the player did is damaged: log:2: no button is named"):
        open_workspace(Open("backtracker", log="retromaze log 1\n3 press\n"), None, tmp_path)


DEPTH = many(5_000, 200_000)
DEEP = f"""
import threading
from pathlib import Path
from retromaze.recursion import deep_recursion
from retromaze.studio.messages import Open
from retromaze.studio.workspace import open_workspace

def read():
    with deep_recursion:
        for text in ("x = 1" + " + 1" * {DEPTH}, "x = a" + ".b" * {DEPTH}, "x = a" + "()" * {DEPTH}):
            workspace = open_workspace(Open(listing="A=1\\n", port=text), None, Path())
            print(text[:9], len(workspace.opened().answers), flush=True)

threading.stack_size(1 << 18)
thread = threading.Thread(target=read)
thread.start()
thread.join()
"""


def test_no_port_ends_the_process_while_a_listing_runs(tmp_path: Path) -> None:
    """How Python says that a text is too deep, and whether it is, is its own affair."""
    ran = subprocess.run(
        [sys.executable, "-c", DEEP], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "x = 1 + 1 2\nx = a.b.b 2\nx = a()() 2\n"
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_long_listing_is_opened_at_once_and_given_a_port_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspaces, "LONG_LISTING", 20)
    listing = "A=A+1\n" * 21
    workspace = open_workspace(Open(listing=listing, seed=1), None, tmp_path)
    assert (workspace.ported, workspace.opened().port_waits) == (False, True)
    asked = open_workspace(Open(listing=listing, seed=1, writes_port=True), None, tmp_path)
    assert (asked.ported, asked.opened().port_waits) == (True, False)
    short = open_workspace(Open(listing="A=A+1\n" * 19, seed=1), None, tmp_path)
    assert (short.ported, short.opened().port_waits) == (True, False)


def test_no_port_is_written_unasked_for_a_long_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspaces, "LONG_TEXT", 400)
    workspace = open_workspace(Open(listing="A=1:" * 101, seed=1), None, tmp_path)
    assert (workspace.ported, workspace.opened().port_waits) == (False, True)
    workspace = open_workspace(Open(listing="A=1:" * 100, seed=1), None, tmp_path)
    assert (workspace.ported, workspace.opened().port_waits) == (True, False)
