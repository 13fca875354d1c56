"""Which ports may be run, and what is told of one that may not yet."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from time import process_time

import pytest

from retromaze.comparison.program import text_of
from retromaze.errors import UsageError
from retromaze.studio import consent
from retromaze.studio.consent import changes, hash_of
from retromaze.studio.messages import Open
from retromaze.studio.workspace import OwnFiles, open_workspace

LISTING = "W=5\nFOR I=1 TO W\nGPSET I,I\nNEXT\n"
PORT = "def main(machine, *, w: int = 5) -> None:\n    pass\n"


def test_a_consent_names_the_text_by_its_sha_256() -> None:
    assert hash_of("あ\n") == hashlib.sha256("あ\n".encode()).hexdigest()
    assert hash_of("\ud800") == hashlib.sha256(b"\xed\xa0\x80").hexdigest()


@pytest.mark.parametrize(
    "wish", [Open(listing=LISTING), Open(listing=LISTING, port=PORT), Open("backtracker", port=PORT)]
)
def test_a_port_that_is_made_of_a_message_is_run_by_its_hash_alone(wish: Open, tmp_path: Path) -> None:
    workspace = open_workspace(wish, None, tmp_path)
    assert workspace.ported and not workspace.trusted
    hashed = workspace.opened().hash
    assert hashed == hash_of(workspace.port)
    again = Open(wish.program, wish.listing, wish.port, consent=hashed)
    assert open_workspace(again, None, tmp_path).trusted
    other = Open(wish.program, wish.listing, f"{workspace.port}# x\n", consent=hashed)
    assert not open_workspace(other, None, tmp_path).trusted
    assert not open_workspace(
        Open(wish.program, wish.listing, workspace.port, consent="1"), None, tmp_path
    ).trusted


def test_what_this_computer_has_itself_needs_no_consent(tmp_path: Path) -> None:
    (tmp_path / "maze.bas").write_text(LISTING)
    alone = OwnFiles(tmp_path / "maze.bas")
    written = open_workspace(Open(), alone, tmp_path)
    assert written.trusted and "def main(" in written.port
    assert open_workspace(Open(listing=LISTING), alone, tmp_path).trusted
    assert not open_workspace(Open(listing=f"'{LISTING}"), alone, tmp_path).trusted
    assert open_workspace(Open("backtracker", sizes={"width": 9}), alone, tmp_path).trusted
    assert open_workspace(Open("backtracker", listing="CLS\n"), alone, tmp_path).trusted
    (tmp_path / "maze.py").write_text(PORT)
    both = OwnFiles(tmp_path / "maze.bas", tmp_path / "maze.py")
    assert open_workspace(Open(sizes={"w": 7}), both, tmp_path).trusted
    assert open_workspace(Open(listing=f"'{LISTING}", port=PORT), both, tmp_path).trusted
    assert not open_workspace(Open(port=f"{PORT}# x\n"), both, tmp_path).trusted


def test_numbers_are_part_of_what_is_consented_to_and_of_what_is_run(tmp_path: Path) -> None:
    workspace = open_workspace(Open(listing=LISTING, port=PORT, sizes={"w": 7}), None, tmp_path)
    assert "w: int = 7" in workspace.port and text_of(workspace.pair.port) == workspace.port
    wish = Open(listing=LISTING, port=PORT, sizes={"w": 9}, consent=hash_of(workspace.port))
    assert not open_workspace(wish, None, tmp_path).trusted


@pytest.mark.parametrize("coding", ["raw_unicode_escape", "raw-unicode-escape"])
def test_a_coding_that_reads_another_text_than_is_seen_is_refused(coding: str, tmp_path: Path) -> None:
    hidden = f"# coding: {coding}\n# \\u000aimport os\ndef main(machine): pass\n"
    with pytest.raises(UsageError, match="a coding in which Python reads another text than is seen here"):
        open_workspace(Open(listing=LISTING, port=hidden, consent=hash_of(hidden)), None, tmp_path)
    assert "import" not in (tmp_path / "port.py").read_text()


@pytest.mark.parametrize("coding", ["utf-8", "cp932", "unicode_escape", "utf-7", "nonsense"])
def test_other_codings_are_run_as_they_are_seen(coding: str, tmp_path: Path) -> None:
    port = f"# coding: {coding}\r\n# +AAo-import os \\u000a\n{PORT}"
    workspace = open_workspace(Open(listing=LISTING, port=port, consent=hash_of(port)), None, tmp_path)
    assert workspace.trusted
    if coding != "nonsense":
        assert text_of(workspace.pair.port) == port.replace("\r\n", "\n")


def test_the_difference_to_the_port_that_belongs_there_is_told(tmp_path: Path) -> None:
    own = open_workspace(Open("backtracker", sizes={"width": 9}), None, tmp_path)
    assert own.changes == ()
    evil = own.port.replace("\ndef main(", "\nimport os\n\n\ndef main(")
    workspace = open_workspace(Open("backtracker", port=evil, sizes={"width": 9}), None, tmp_path)
    assert [each for each in workspace.opened().changes if each[0] in "+-"] == ["+import os", "+", "+"]
    assert open_workspace(Open(listing=LISTING, port=PORT), None, tmp_path).changes == ()


def test_changes_are_written_as_diff_does() -> None:
    before = "".join(f"{each}\n" for each in range(20))
    after = before.replace("\n5\n", "\nfive\n").replace("\n15\n", "\n")
    assert changes(before, after) == [
        *("@@ 4 @@", " 3", " 4", "-5", "+five", " 6", " 7"),
        *("@@ 14 @@", " 13", " 14", "-15", " 16", " 17"),
    ]


@pytest.mark.parametrize("seed", range(10))
def test_changes_make_one_text_of_the_other(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consent, "CONTEXT", 1000)
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
