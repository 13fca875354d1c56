"""`retromaze check --watch`: what is told after a save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from retromaze.cli import main
from retromaze.commands.check import may_change
from retromaze.comparison.pairs import own_pair

PORT = "from beside_it import COLOR\ndef main(machine):\n    machine.screen.clear(COLOR)\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pair whose port imports what lies beside it."""
    monkeypatch.chdir(tmp_path)
    Path("maze.bas").write_text("GCLS 1\n")
    Path("maze.py").write_text(PORT)
    Path("beside_it.py").write_text("COLOR = 1\n")
    return tmp_path


class Editor:
    """In the place of Saves: does one edit after the other, whenever the next save is waited for."""

    def __init__(self, *edits: Callable[[], object]) -> None:
        self.edits = list(edits)

    def __enter__(self) -> None:
        """There is nothing to begin."""

    def __exit__(self, *_: object) -> None:
        """There is nothing to end."""

    def __bool__(self) -> bool:
        return False

    def take(self) -> set[Path]:
        """Edits, and says what. Raises KeyboardInterrupt when all is done."""
        if not self.edits:
            raise KeyboardInterrupt
        self.edits.pop(0)()
        return {Path("beside_it.py").absolute()}


def edited(name: str, text: str) -> Callable[[], object]:
    return lambda: Path(name).write_text(text)


def watched(monkeypatch: pytest.MonkeyPatch, *edits: Callable[[], object]) -> int:
    monkeypatch.setattr("retromaze.commands.check.Saves", lambda *_, **__: Editor(*edits))
    return main(["check", "maze.bas", "--seeds", "2", "--jobs", "1", "--watch"])


def test_only_what_changes_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = edited("beside_it.py", "COLOR = 2\n")
    gone = Path("maze.bas").unlink
    assert watched(monkeypatch, wrong, wrong, gone, edited("maze.bas", "GCLS 2\n")) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[2].split() == ["maze", "2", "1", "2", "0", "100", "%", "equal"]
    assert out.splitlines()[3:] == [
        "maze: DIFFERENT (2 of 2 runs)",
        "maze: DIFFERENT (2 of 2 runs), the same difference",
        "maze: equal, 2 runs",
    ]
    assert err.splitlines()[1:3] == [
        "maze: seed 1, default sizes (2 of 2 runs differ)",
        "frame 0, event 1: listing line 1 draws clear(&H00000001), port draws clear(&H00000002)",
    ]
    assert err.splitlines()[-2:] == ["retromaze: maze.bas does not exist", "retromaze: stopped"]


def test_what_was_different_at_last_is_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert watched(monkeypatch, edited("maze.py", "1/0\n")) == 1
    assert ", port stops in line 1: ZeroDivisionError: division by zero\n" in capsys.readouterr().err


def test_a_save_in_the_midst_begins_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    endless = "def main(machine):\n    while True:\n        machine.console.text()\n"
    heeds = iter(range(100))

    class Impatient(Editor):
        def __bool__(self) -> bool:
            # true once, when the proof of the endless port is under way
            return len(self.edits) == 1 and next(heeds) == 1

    edits = Impatient(edited("maze.py", endless), edited("maze.py", PORT))
    monkeypatch.setattr("retromaze.commands.check.Saves", lambda *_, **__: edits)
    assert main(["check", "maze.bas", "--jobs", "1", "--watch"]) == 0
    assert capsys.readouterr().out.splitlines()[3:] == ["maze: equal, 3 runs"]


def test_a_save_concerns_the_pairs_that_it_may_change(here: Path) -> None:
    pair = own_pair("maze.bas", "maze.py")
    for name in ("maze.bas", "maze.py", "beside_it.py"):
        assert may_change(pair, {here / name})
    for name in ("other.bas", "notes.txt", "deeper/maze.py"):
        assert not may_change(pair, {here / name})


def test_what_was_run_too_little_after_a_save_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("maze.py").write_text("def main(machine):\n    machine.screen.clear(1)\n")
    rest = "GCLS 1:INPUT N\nPRINT N\nPRINT 1\nPRINT 2\n"
    head = "from retromaze.ports import basic\n\n\ndef main(machine):\n"
    port = f"{head}    machine.screen.clear(1)\n    basic.ask_number(machine, '?', 0)\n"
    edits = edited("maze.py", port), edited("maze.bas", rest)
    assert watched(monkeypatch, *edits) == 3
    assert capsys.readouterr().out.splitlines()[-1] == "maze: RUN TOO LITTLE (25 / 100 % of lines), 2 runs"
