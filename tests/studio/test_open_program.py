"""The open program, whether its port may be run, and texts that are nested deeply."""

from __future__ import annotations

import ast
import hashlib
import subprocess
import sys
from pathlib import Path
from random import Random
from time import process_time

import pytest

from retromaze.comparison.runnable_programs import Port, text_of
from retromaze.errors import UsageError
from retromaze.studio import open_program
from retromaze.studio.messages import Open, Problem, ShownSize
from retromaze.studio.open_program import (
    STACK,
    UserFiles,
    changes,
    file_name,
    hash_of,
    on_deep_stack,
    open_workspace,
    panels_of,
)
from tests.amounts import many

LISTING = 'W=5:TITLE$="A":PRINT TITLE$\nFOR I=1 TO W\nGPSET I,I\nNEXT\n'


def test_numbers_are_set_in_both_texts_also_in_those_of_a_link(tmp_path: Path) -> None:
    workspace = open_workspace(Open("backtracker", seed=1, sizes={"width": 9}), None, tmp_path)
    assert workspace.listing.startswith("M_W=9:M_H=119")
    assert "width: int = 9" in workspace.port
    assert workspace.sizes[0] == ShownSize("width", 9, 199, 1, 199, variable="M_W")
    edited = workspace.listing.replace("M_W=9", "M_W=21")
    workspace = open_workspace(Open("backtracker", listing=edited), None, tmp_path)
    assert workspace.listing == edited
    assert workspace.sizes[0].value == 21
    port = "def main(machine, *, width=199, height=119): pass\n"
    workspace = open_workspace(Open("backtracker", port=port, sizes={"width": 9}), None, tmp_path)
    assert workspace.listing.startswith("M_W=9:") and "width=9" in workspace.port


def test_a_listing_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.bas"):
        open_workspace(Open(), UserFiles(tmp_path / "none.bas"), tmp_path)


def test_a_listing_without_a_port_is_given_one(tmp_path: Path) -> None:
    (tmp_path / "maze.bas").write_text(LISTING)
    workspace = open_workspace(Open(sizes={"w": 7}), UserFiles(tmp_path / "maze.bas"), tmp_path)
    assert "def main(machine: Machine" in workspace.port
    assert workspace.sizes == (
        ShownSize("w", 7, 5, variable="W"),
        ShownSize("title$", "A", "A", variable="TITLE$"),
    )
    assert workspace.title == "maze.bas"
    lines = workspace.port.splitlines()
    ((first, _, breadth),) = workspace.opened().answers[3]
    assert breadth == 1
    assert "point(" in lines[first - 1] and "# 3" in lines[first - 1]


def test_mistakes_of_both_texts_are_told(tmp_path: Path) -> None:
    workspace = open_workspace(Open(listing="FOR I=0\n"), None, tmp_path)
    assert workspace.port == ""
    hint = "FOR is written FOR variable=first TO last[ STEP step] … NEXT"
    assert workspace.problems == (Problem("listing", 1, 8, f"Syntax error\n{hint}"),)
    workspace = open_workspace(Open(listing="PRINT 1\nFOR I=0 TO 1\nPRINT\n"), None, tmp_path)
    words = "FOR without NEXT\nFOR in line 2 has no NEXT"
    assert workspace.problems == (Problem("listing", 2, 1, words),)
    workspace = open_workspace(Open(listing="GPSET RND(400)RGB(255,0,0)\n"), None, tmp_path)
    words = "Syntax error\nbetween ) and RGB a comma or an operator is missing"
    assert workspace.problems == (Problem("listing", 1, 15, words),)
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
    own = UserFiles(tmp_path / "maze.bas", tmp_path / "maze.py")
    workspace = open_workspace(Open(sizes={"w": 7}), own, tmp_path)
    assert workspace.sizes == (ShownSize("w", 7, 5, variable="W"),)
    assert "w=7" in workspace.port
    with pytest.raises(UsageError, match=r"maze\.bas has no keyword for TITLE\$; it has w for W$"):
        open_workspace(Open(sizes={"title$": "B"}), own, tmp_path)
    (tmp_path / "maze.py").write_text("def dig(machine, *, w=5): pass\n")
    other = UserFiles(tmp_path / "maze.bas", tmp_path / "maze.py", "dig")
    assert open_workspace(Open(sizes={"w": 7}), other, tmp_path).sizes == (
        ShownSize("w", 7, 5, variable="W"),
    )


def test_nothing_is_open(tmp_path: Path) -> None:
    workspace = open_workspace(Open(), None, tmp_path)
    assert (workspace.listing, workspace.port, workspace.problems) == ("", "", ())


DEPTH = many(5_000, 200_000)
DEEP = f"""
import threading
from pathlib import Path
from retromaze.recursion import deepest_recursion
from retromaze.studio.messages import Open
from retromaze.studio.open_program import open_workspace

def read():
    with deepest_recursion:
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


@pytest.mark.parametrize(
    ("limit", "most", "unit", "units"), [("LONG_LISTING", 20, "A=A+1\n", 19), ("LONG_TEXT", 400, "A=1:", 100)]
)
def test_a_long_listing_is_opened_at_once_and_given_a_port_when_it_is_asked_for(
    limit: str, most: int, unit: str, units: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_program, limit, most)
    for count, asks, waits in ((units, False, False), (units + 2, False, True), (units + 2, True, False)):
        wish = Open(listing=unit * count, seed=1, writes_port=asks)
        workspace = open_workspace(wish, None, tmp_path)
        assert (bool(workspace.port), workspace.opened().port_waits) == (not waits, waits)


CONSENT_LISTING = "W=5\nFOR I=1 TO W\nGPSET I,I\nNEXT\n"
PORT = "def main(machine, *, w: int = 5) -> None:\n    pass\n"


def test_a_consent_names_the_text_by_its_sha_256() -> None:
    assert hash_of("あ\n") == hashlib.sha256("あ\n".encode()).hexdigest()
    assert hash_of("\ud800") == hashlib.sha256(b"\xed\xa0\x80").hexdigest()


@pytest.mark.parametrize(
    "wish",
    [Open(listing=CONSENT_LISTING), Open(listing=CONSENT_LISTING, port=PORT), Open("backtracker", port=PORT)],
)
def test_a_port_that_is_made_of_a_message_is_run_by_its_hash_alone(wish: Open, tmp_path: Path) -> None:
    workspace = open_workspace(wish, None, tmp_path)
    assert workspace.port and not workspace.trusted
    hashed = workspace.opened().hash
    assert hashed == hash_of(workspace.port)
    again = Open(wish.program, wish.listing, wish.port, consent=hashed)
    assert open_workspace(again, None, tmp_path).trusted
    other = Open(wish.program, wish.listing, f"{workspace.port}# x\n", consent=hashed)
    assert not open_workspace(other, None, tmp_path).trusted
    other = Open(wish.program, wish.listing, workspace.port, consent="1")
    assert not open_workspace(other, None, tmp_path).trusted


def test_what_this_computer_has_itself_needs_no_consent(tmp_path: Path) -> None:
    (tmp_path / "maze.bas").write_text(CONSENT_LISTING)
    alone = UserFiles(tmp_path / "maze.bas")
    written = open_workspace(Open(), alone, tmp_path)
    assert written.trusted and "def main(" in written.port
    assert open_workspace(Open(listing=CONSENT_LISTING), alone, tmp_path).trusted
    assert not open_workspace(Open(listing=f"'{CONSENT_LISTING}"), alone, tmp_path).trusted
    assert open_workspace(Open("backtracker", sizes={"width": 9}), alone, tmp_path).trusted
    assert open_workspace(Open("backtracker", listing="CLS\n"), alone, tmp_path).trusted
    (tmp_path / "maze.py").write_text(PORT)
    both = UserFiles(tmp_path / "maze.bas", tmp_path / "maze.py")
    assert open_workspace(Open(sizes={"w": 7}), both, tmp_path).trusted
    assert open_workspace(Open(listing=f"'{CONSENT_LISTING}", port=PORT), both, tmp_path).trusted
    assert not open_workspace(Open(port=f"{PORT}# x\n"), both, tmp_path).trusted


def test_a_listing_that_the_page_brings_has_nothing_of_the_users_files(tmp_path: Path) -> None:
    (tmp_path / "maze.bas").write_text(CONSENT_LISTING)
    (tmp_path / "maze.py").write_text(PORT)
    both = UserFiles(tmp_path / "maze.bas", tmp_path / "maze.py")
    workspace = open_workspace(Open(listing="PRINT 1\n", name="../my maze.bas"), both, tmp_path)
    assert 'machine.console.print("1")' in workspace.port
    opened = workspace.opened()
    assert (opened.title, opened.name, opened.program) == ("my maze.bas", "my maze.bas", "")
    assert not workspace.trusted and workspace.pair.script.beside is None and "lesson" not in opened.panels
    assert isinstance(workspace.pair.port, Port) and workspace.pair.port.home == tmp_path
    assert workspace.log_head.program == "my maze.bas"
    # of the program's own files nothing is another one
    assert open_workspace(Open("backtracker", name="maze.bas"), both, tmp_path).opened().name == ""
    assert file_name("C:\\a\\b\u202e\n.bas") == "b.bas"
    assert len(file_name("x" * 1000)) == 100


def test_what_cannot_be_ported_is_told_as_the_command_tells_it(tmp_path: Path) -> None:
    def told(listing: str, port: str | None = None) -> list[str]:
        wish = Open(listing=listing, port=port, name="x.bas")
        return open_workspace(wish, None, tmp_path).opened().not_ported

    exec_line = "line 1: EXEC means another slot's program, which is not ported here"
    assert told('EXEC "PRG1:X"\n') == [exec_line, "1 place is not ported: basic.NotPorted is raised there"]
    assert told('EXEC "PRG1:X"\n', port=PORT) == []
    assert told("PRINT 1\n") == told("") == told("PRINT (\n") == []


def test_numbers_are_part_of_what_is_consented_to_and_of_what_is_run(tmp_path: Path) -> None:
    workspace = open_workspace(Open(listing=CONSENT_LISTING, port=PORT, sizes={"w": 7}), None, tmp_path)
    assert "w: int = 7" in workspace.port and text_of(workspace.pair.port) == workspace.port
    wish = Open(listing=CONSENT_LISTING, port=PORT, sizes={"w": 9}, consent=hash_of(workspace.port))
    assert not open_workspace(wish, None, tmp_path).trusted


@pytest.mark.parametrize("coding", ["raw_unicode_escape", "raw-unicode-escape"])
def test_a_coding_that_reads_another_text_than_is_seen_is_refused(coding: str, tmp_path: Path) -> None:
    hidden = f"# coding: {coding}\n# \\u000aimport os\ndef main(machine): pass\n"
    with pytest.raises(UsageError, match="a coding in which Python reads another text than is seen here"):
        open_workspace(Open(listing=CONSENT_LISTING, port=hidden, consent=hash_of(hidden)), None, tmp_path)
    assert "import" not in (tmp_path / "port.py").read_text()


@pytest.mark.parametrize("coding", ["utf-8", "cp932", "unicode_escape", "utf-7", "nonsense"])
def test_other_codings_are_run_as_they_are_seen(coding: str, tmp_path: Path) -> None:
    port = f"# coding: {coding}\r\n# +AAo-import os \\u000a\n{PORT}"
    workspace = open_workspace(
        Open(listing=CONSENT_LISTING, port=port, consent=hash_of(port)), None, tmp_path
    )
    assert workspace.trusted
    if coding != "nonsense":
        assert text_of(workspace.pair.port) == port.replace("\r\n", "\n")


def test_the_difference_to_the_port_that_belongs_there_is_told(tmp_path: Path) -> None:
    own = open_workspace(Open("backtracker", sizes={"width": 9}), None, tmp_path)
    assert own.changes == ()
    evil = own.port.replace("\ndef main(", "\nimport os\n\n\ndef main(")
    workspace = open_workspace(Open("backtracker", port=evil, sizes={"width": 9}), None, tmp_path)
    assert [each for each in workspace.opened().changes if each[0] in "+-"] == ["+import os", "+", "+"]
    assert open_workspace(Open(listing=CONSENT_LISTING, port=PORT), None, tmp_path).changes == ()


def test_changes_are_written_as_diff_does() -> None:
    before = "".join(f"{each}\n" for each in range(20))
    after = before.replace("\n5\n", "\nfive\n").replace("\n15\n", "\n")
    assert changes(before, after) == [
        *("@@ 4 @@", " 3", " 4", "-5", "+five", " 6", " 7"),
        *("@@ 14 @@", " 13", " 14", "-15", " 16", " 17"),
    ]


@pytest.mark.parametrize("seed", range(10))
def test_changes_make_one_text_of_the_other(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_program, "CONTEXT", 1000)
    chance = Random(seed)
    for _ in range(50):
        old = [f"{chance.randrange(20)}" for _ in range(chance.randrange(12))]
        new = [each for each in old if chance.random() < 0.8]
        new.insert(chance.randrange(len(new) + 1), "new")
        told = changes("".join(f"{each}\n" for each in old), "".join(f"{each}\n" for each in new))
        assert [each[1:] for each in told if each[0] in " -"] == old
        assert [each[1:] for each in told if each[0] in " +"] == new


def test_changes_of_texts_made_to_take_long() -> None:
    before = "x = 1\ny = 2\n" * 20_000
    begun = process_time()
    assert changes(before, "y = 2\nx = 1\n" * 20_000)
    assert process_time() - begun < 10


WINDOWS_LIMIT = 0x10000000
"""THREAD_MAX_STACKSIZE of CPython's Python/thread_nt.h; so much is refused already."""


def test_what_is_nested_very_deeply_is_an_error_of_python_s_and_no_end() -> None:
    assert STACK < WINDOWS_LIMIT
    assert isinstance(on_deep_stack(lambda: ast.parse("1" + "+1" * 2000)), ast.Module)
    with pytest.raises((RecursionError, MemoryError, SyntaxError)):
        on_deep_stack(lambda: ast.parse("(" * 300_000))


# ---- the panels that have something to show of a listing


def special(listing: str) -> set[str]:
    """Those panels that not every listing has."""
    return set[str](panels_of(listing, has_lesson=False)) - {"variables", "events", "stops", "proof"}


@pytest.mark.parametrize(
    ("listing", "wanted"),
    [
        ("PRINT 1", set()),
        ("A[0]=1", {"arrays"}),
        ("def a:end", {"calls"}),
        ("GOSUB @A", {"calls"}),
        ("beep", {"notes"}),
        ('BGMPLAY "C"', {"notes"}),
        ("SPSET 1,2:BGFILL 0,0,0,9,9,1", {"moving"}),
        ("' SPSET DEF BEEP [", set()),
        ('PRINT "SPSET DEF BEEP ["', set()),
        ("@BEEP", set()),
        # what it cannot be read on account of changes nothing
        ("X=*\nBEEP:?)", {"notes"}),
        ("EXEC 1", {"arrays", "calls", "notes", "moving"}),
    ],
)
def test_a_panel_is_there_where_a_word_has_something_for_it(listing: str, wanted: set[str]) -> None:
    assert special(listing) == wanted


def test_the_order_of_the_tabs_begins_with_the_lesson() -> None:
    assert list(panels_of("EXEC 1", has_lesson=True)) == [
        *("lesson", "variables", "arrays", "calls", "notes", "moving", "events", "stops", "proof")
    ]
    assert list(panels_of("", has_lesson=False)) == ["variables", "events", "stops", "proof"]
