"""`retromaze tidy`."""

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest

from retromaze.commands.tidy import MEANINGS
from retromaze.refactoring import steps
from retromaze.refactoring.source import Restructured
from tests.command_line import CommandLine

LISTING = """\
DIM SX[3],SY[3]
FOR I=0 TO 2
SX[I]=RND(400):SY[I]=I*9
GPSET SX[I],SY[I]
NEXT
"""
PORT = '''\
"""Three points."""


def main(machine):
    # the stars
    sx, sy = [0] * 3, [0] * 3
    for i in range(3):
        sx[i] = machine.rng.below(400)
        sy[i] = i * 9  # nine rows apart
        machine.screen.point(sx[i], sy[i])
'''
TIDIED = '''\
"""Three points."""

from dataclasses import dataclass


@dataclass
class Star:
    x: int = 0
    y: int = 0


def main(machine):
    # the stars
    stars: list[Star] = [Star() for _ in range(3)]
    for i in range(3):
        stars[i].x = machine.rng.below(400)
        stars[i].y = i * 9  # nine rows apart
        machine.screen.point(stars[i].x, stars[i].y)
'''
SHOWN = '''\
points.py: equal

objects: sx, sy become stars
--- points.py
+++ points.py
@@ -1,10 +1,18 @@
 """Three points."""
+
+from dataclasses import dataclass
+
+
+@dataclass
+class Star:
+    x: int = 0
+    y: int = 0


 def main(machine):
     # the stars
-    sx, sy = [0] * 3, [0] * 3
+    stars: list[Star] = [Star() for _ in range(3)]
     for i in range(3):
-        sx[i] = machine.rng.below(400)
-        sy[i] = i * 9  # nine rows apart
-        machine.screen.point(sx[i], sy[i])
+        stars[i].x = machine.rng.below(400)
+        stars[i].y = i * 9  # nine rows apart
+        machine.screen.point(stars[i].x, stars[i].y)
objects: equal
'''


@pytest.fixture(autouse=True)
def in_a_folder(here: Path) -> None:
    Path("points.bas").write_text(LISTING, "utf-8")
    Path("points.py").write_text(PORT, "utf-8")


def port() -> str:
    return Path("points.py").read_text("utf-8")


def test_a_proved_change_is_kept(ran: CommandLine) -> None:
    assert ran("tidy points.py --steps objects") == (0, SHOWN + "points.py: 1 change kept\n", "")
    assert port() == TIDIED
    assert sorted(each.name for each in Path().iterdir()) == ["points.bas", "points.py"]
    said = "points.py: equal\npoints.py: 0 changes kept\n"
    assert ran("tidy points.py points.bas --steps objects") == (0, said, "")


def test_a_dry_run_writes_nothing(ran: CommandLine) -> None:
    said = SHOWN + "points.py: 1 change proved\n"
    assert ran("tidy points.py --steps objects --dry-run") == (0, said, "")
    assert port() == PORT


def test_a_terminal_is_asked(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    for answer, kept in (("n", 0), ("", 1)):
        monkeypatch.setattr(builtins, "input", lambda question, answer=answer: print(question) or answer)
        said = f"{SHOWN}Keep it? [Y/n] \npoints.py: {kept} change{'s' * (not kept)} kept\n"
        assert ran("tidy points.py --steps objects") == (0, said, "")
        assert port() == (TIDIED if kept else PORT)


def test_the_end_of_the_input_keeps_nothing(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)

    def end(question: str) -> str:
        print(question, end="")
        raise EOFError

    monkeypatch.setattr(builtins, "input", end)
    said = f"{SHOWN}Keep it? [Y/n] \npoints.py: 0 changes kept\n"
    assert ran("tidy points.py --steps objects") == (0, said, "")
    assert port() == PORT


def offer(monkeypatch: pytest.MonkeyPatch, *replacements: tuple[str, str]) -> None:
    """Has one step offer a change for each replacement, of the first place in the text."""

    def changes(text: str) -> Any:
        for old, new in replacements:
            if old in text:
                yield Restructured(f"{old} becomes {new}", text.replace(old, new, 1))

    monkeypatch.setattr(steps, "CHANGES", {"objects": changes})


def test_a_change_that_differs_is_not_kept(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    offer(monkeypatch, ("i * 9", "i * 8"), ("below(400)", "below(0x190)"))
    status, said, errors = ran("tidy points.py --steps objects")
    assert (status, errors) == (1, "")
    assert "objects: DIFFERENT (3 of 3 runs)\n" in said
    assert "listing line 4 draws point(" in said
    assert "\npoints.py:10: machine.screen.point(sx[i], sy[i])\n" in said
    assert "\nnot kept\n" in said
    assert said.endswith("objects: equal\npoints.py: 1 change kept, 1 not equal\n")
    assert port() == PORT.replace("below(400)", "below(0x190)")


def test_a_change_like_one_that_was_kept_is_tried_too(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    offer(monkeypatch, ("[0] * 3", "[0, 0, 0]"))
    assert ran("tidy points.py --steps objects").out.endswith("points.py: 2 changes kept\n")
    assert port() == PORT.replace("[0] * 3", "[0, 0, 0]")


def test_a_change_that_is_no_python_is_not_kept(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    offer(monkeypatch, ("for i in", "for for"))
    status, said, _ = ran("tidy points.py --steps objects")
    assert status == 1
    assert "SyntaxError: invalid syntax" in said
    assert port() == PORT


def test_what_no_check_runs_is_told(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    more = "    if machine.frame > 99999:\n        print(1)\n"
    offer(monkeypatch, ("    for i", f"{more}    for i"))
    Path("points.py").write_text(PORT, "utf-8")
    monkeypatch.setitem(steps.CHANGES, "objects", once(steps.CHANGES["objects"]))
    status, said, _ = ran("tidy points.py --steps objects")
    assert status == 0
    assert said.endswith("objects: equal\nno check runs line 8 of it\npoints.py: 1 change kept\n")


def once(changes: Any) -> Any:
    """The changes for the first text alone."""
    return lambda text: changes(text) if text == PORT else iter(())


def test_a_port_that_differs_already_is_left_alone(ran: CommandLine) -> None:
    Path("points.py").write_text(PORT.replace("400", "300"), "utf-8")
    status, said, errors = ran("tidy points.py --steps objects")
    assert (status, said) == (1, "points.py: DIFFERENT (3 of 3 runs)\n")
    assert "listing line 3 takes below(400)" in errors
    assert errors.endswith("points.py is left as it is.\n")


def test_too_little_is_run(ran: CommandLine) -> None:
    Path("points.bas").write_text(LISTING + "IF BUTTON()<99 THEN END\n" + 'PRINT "A"\n' * 9, "utf-8")
    Path("points.py").write_text(PORT + "    machine.input.button()\n", "utf-8")
    status, said, errors = ran("tidy points.py --play 0 --steps objects")
    assert (status, said) == (3, "points.py: equal so far: 35 % of lines, 50 % of outcomes\n")
    assert errors.startswith("points: 35 % of the listing's lines were run")
    assert ran("tidy points.py --play 0 --lines 0 --steps objects")[0] == 0


def test_a_file_that_was_saved_meanwhile_stays(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    def changes(text: str) -> Any:
        Path("points.py").write_text("# mine\n", "utf-8")
        yield Restructured("one", text + "# two\n")

    monkeypatch.setattr(steps, "CHANGES", {"objects": changes})
    status, _, errors = ran("tidy points.py --steps objects")
    words = "retromaze: points.py was saved by somebody else meanwhile, and is left as it is\n"
    assert (status, errors) == (2, words)
    assert port() == "# mine\n"


def test_a_module_beside_the_port_is_found(ran: CommandLine) -> None:
    Path("sizes.py").write_text("COUNT = 3\n", "utf-8")
    Path("points.py").write_text("from sizes import COUNT\n\n" + PORT.replace("* 3", "* COUNT"), "utf-8")
    assert ran("tidy points.py --steps objects")[0] == 0
    assert "stars: list[Star] = [Star() for _ in range(COUNT)]\n" in port()


def test_the_steps_are_listed(ran: CommandLine) -> None:
    status, said, errors = ran("tidy --list")
    assert (status, errors) == (0, "")
    assert [line.split()[0] for line in said.splitlines()] == [*steps.CHANGES] == [*MEANINGS]


def test_wrong_usage(ran: CommandLine) -> None:
    Path("alone.py").write_text(PORT, "utf-8")
    Path("points.txt").write_text(LISTING, "utf-8")
    Path("wrong.py").write_text("def main(:\n", "utf-8")
    names = ", ".join(steps.CHANGES)
    said = {
        "tidy": "which port? `retromaze tidy PORT.py`, or --list for the steps",
        "tidy none.py": "none.py does not exist",
        "tidy alone.py": "alone.py needs its listing: name it after the port, or call it alone.bas",
        "tidy points.py none.bas": "none.bas does not exist",
        "tidy points.py --steps no": f"--steps: no step is called 'no'; there are {names}",
        "tidy wrong.py points.bas": "wrong.py is no Python: invalid syntax (wrong.py, line 1)",
    }
    assert {words: ran(words) for words in said} == {
        words: (2, "", f"retromaze: {message}\n") for words, message in said.items()
    }
