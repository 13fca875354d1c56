"""`retromaze run FILE --watch`: the listing is read and run again when it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from retromaze.cli import main

SEEDED = "PRINT RND(1000)\n"


class Editor:
    """In the place of Saves: does one edit after the other, whenever a save is waited for."""

    def __init__(self, *edits: Callable[[], object]) -> None:
        self.edits = list(edits)
        self.saved = False
        self.listens = False

    def __enter__(self) -> None:
        self.listens = True

    def __exit__(self, *_: object) -> None:
        """There is nothing to end."""

    def __bool__(self) -> bool:
        return self.saved

    def wait(self) -> None:
        """Edits. Raises KeyboardInterrupt when all is done."""
        assert self.listens, "nobody would ever hear of a save"
        if not self.edits:
            raise KeyboardInterrupt
        self.edits.pop(0)()
        self.saved = True

    def take(self) -> set[Path]:
        """Forgets the save."""
        self.saved = False
        return set()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a listing."""
    monkeypatch.chdir(tmp_path)
    Path("maze.bas").write_text(SEEDED)


def watched(monkeypatch: pytest.MonkeyPatch, *edits: Callable[[], object]) -> int:
    monkeypatch.setattr("retromaze.commands.saves.Saves", lambda *_, **__: Editor(*edits))
    return main(["run", "maze.bas", "--headless", "--watch"])


def edited(text: str) -> Callable[[], object]:
    return lambda: Path("maze.bas").write_text(text)


def test_the_seed_stays_when_the_listing_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert watched(monkeypatch, edited(SEEDED * 2), edited("?1/0\n")) == 1
    out, err = capsys.readouterr()
    first, again, second = out.splitlines()
    assert first == again
    assert second.strip().isdigit()
    assert err.splitlines()[0].startswith("retromaze: seed ")
    assert err.splitlines()[1] == "Divide by zero in 0:1"
    assert err.splitlines()[-1] == "retromaze: stopped"


def test_a_listing_that_is_gone_is_run_as_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert watched(monkeypatch, Path("maze.bas").unlink) == 0
    out, err = capsys.readouterr()
    assert len(set(out.splitlines())) == 1
    assert err.splitlines()[1:] == ["retromaze: maze.bas does not exist", "retromaze: stopped"]


def test_a_save_in_the_midst_of_a_run_begins_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("maze.bas").write_text("@A\nVSYNC\nGOTO @A\n")

    class Saving(Editor):
        def __bool__(self) -> bool:
            if self.edits:
                self.wait()
            return super().__bool__()

    editor = Saving(edited('?"DONE"\n'))
    monkeypatch.setattr("retromaze.commands.saves.Saves", lambda *_, **__: editor)
    assert main(["run", "maze.bas", "--headless", "--watch", "--frames", "999999"]) == 0
    assert capsys.readouterr().out == "DONE\n"


def test_standard_input_is_never_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("retromaze.commands.run.find_listing", lambda name, numbers: None)
    assert main(["run", "-", "--watch"]) == 2
    assert capsys.readouterr().err == "retromaze: --watch needs a file: standard input is never saved\n"
