"""Files that are watched, and `run --watch` and `check --watch`, which begin again at each save."""

import errno
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import watchfiles

from retromaze.commands.check import may_change
from retromaze.commands.file_watching import Saves
from retromaze.comparison.pairs import user_pair
from tests.command_line import CommandLine, Told

Watched = Callable[..., Told]
RUN, CHECK = "run maze.bas --headless", "check maze.bas --seeds 2 --jobs 1"

PATIENCE = 60
"""Seconds in which a save is noticed."""


def save_until_heard(saves: Saves, path: Path) -> set[Path]:
    """Saves until it is noticed: when the watching begins is not known."""
    end = time.monotonic() + PATIENCE
    while not saves.has_saved_files():
        assert time.monotonic() < end, "nothing was noticed"
        path.write_text(str(time.monotonic()))
        time.sleep(0.01)
    return saves.take_saved()


def test_a_file_put_in_the_place_of_another_is_a_save(tmp_path: Path) -> None:
    path, new = tmp_path / "maze.bas", tmp_path / "maze.bas~"
    path.write_text("")
    with Saves([path]) as saves:
        save_until_heard(saves, path)
        new.write_text("new")
        os.replace(new, path)
        assert saves.take_saved() == {path}


def test_modules_beside_a_port_are_wanted_too(tmp_path: Path) -> None:
    saves = Saves([tmp_path / "maze.bas", tmp_path / "ports" / "maze.py"])
    wanted = ["maze.bas", "ports/maze.py", "ports/rooms.py"]
    unwanted = ["other.bas", "maze.py", "ports/rooms.txt", "ports/more/rooms.py"]
    for name in wanted + unwanted:
        assert saves.is_watched(None, str(tmp_path / name)) is (name in wanted)


def test_where_the_system_refuses_to_tell_the_files_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error: Exception
    asked: list[bool | None] = []

    def watch(*_: str, force_polling: bool | None, **__: object) -> Iterator[set[object]]:
        asked.append(force_polling)
        if not force_polling:
            raise error
        yield {(watchfiles.Change.deleted, str(tmp_path / "maze.bas"))}

    monkeypatch.setattr("watchfiles.watch", watch)
    for error in (OSError(errno.ENOSPC, "No space left"), RuntimeError("Too many open files")):
        asked.clear()
        with Saves([tmp_path / "maze.bas"]) as saves:
            assert saves.take_saved() == {tmp_path / "maze.bas"}
        assert asked == [None, True], error


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

    def has_saved_files(self) -> bool:
        return self.saved

    def wait(self) -> None:
        """Edits. Raises KeyboardInterrupt when all is done."""
        assert self.listens, "nobody would ever hear of a save"
        if not self.edits:
            raise KeyboardInterrupt
        self.edits.pop(0)()
        self.saved = True

    def take_saved(self) -> set[Path]:
        """What has been saved; waits until there is something."""
        if not self.saved:
            self.wait()
        self.saved = False
        return {Path("beside_it.py").absolute()}


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    """A folder with a listing."""
    Path("maze.bas").write_text(SEEDED)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> Watched:
    """Watches a run, or a check, while these edits are made; the exit status has to be this one."""

    def watch(command: str, *edits: Callable[[], object], status: int = 0) -> Told:
        for name in ("run", "check"):
            monkeypatch.setattr(f"retromaze.commands.{name}.Saves", lambda *_, **__: Editor(*edits))
        return ran(f"{command} --watch", status)

    return watch


def edited(text: str, name: str = "maze.bas") -> Callable[[], object]:
    return lambda: Path(name).write_text(text)


def test_the_seed_stays_when_the_listing_changes(watched: Watched) -> None:
    _, out, err = watched(RUN, edited(SEEDED * 2), edited("?1/0\n"), status=1)
    first, again, second = out.splitlines()
    assert first == again
    assert second.strip().isdigit()
    assert err.splitlines()[0].startswith("retromaze: seed ")
    assert err.splitlines()[1:3] == ["retromaze: maze.bas runs again"] * 2
    assert err.splitlines()[3] == "Divide by zero in 0:1"
    assert err.splitlines()[-1] == "retromaze: stopped"


def test_a_listing_that_is_gone_is_run_as_it_was(watched: Watched) -> None:
    _, out, err = watched(RUN, Path("maze.bas").unlink)
    assert len(set(out.splitlines())) == 1
    assert err.splitlines()[1:] == [
        "retromaze: maze.bas does not exist",
        "retromaze: maze.bas runs again",
        "retromaze: stopped",
    ]


def test_a_save_in_the_midst_of_a_run_begins_it_again(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    Path("maze.bas").write_text("@A\nVSYNC\nGOTO @A\n")

    class Saving(Editor):
        def has_saved_files(self) -> bool:
            if self.edits:
                self.wait()
            return super().has_saved_files()

    editor = Saving(edited('?"DONE"\n'))
    monkeypatch.setattr("retromaze.commands.run.Saves", lambda *_, **__: editor)
    assert ran("run maze.bas --headless --watch --frames 999999", 0).out == "DONE\n"


def test_standard_input_is_never_saved(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    monkeypatch.setattr("retromaze.commands.run.find_listing", lambda name, numbers: None)
    assert ran("run - --watch") == (2, "", "retromaze: --watch needs a file: standard input is never saved\n")


PORT = "from beside_it import COLOR\ndef main(machine):\n    machine.screen.clear(COLOR)\n"


@pytest.fixture
def pair() -> None:
    """A pair whose port imports what lies beside it."""
    Path("maze.bas").write_text("GCLS 8\n")
    Path("maze.py").write_text(PORT)
    Path("beside_it.py").write_text("COLOR = 8\n")


@pytest.mark.slow
@pytest.mark.usefixtures("pair")
def test_only_what_changes_is_told(watched: Watched) -> None:
    wrong = edited("COLOR = 16\n", "beside_it.py")
    gone = Path("maze.bas").unlink
    _, out, err = watched(CHECK, wrong, wrong, gone, edited("GCLS 16\n"))
    assert out.splitlines()[2].split() == ["maze", "2", "1", "2", "0", "100", "%", "equal"]
    assert out.splitlines()[3:] == [
        "maze: DIFFERENT (2 of 2 runs)",
        "maze: DIFFERENT (2 of 2 runs), the same difference",
        "maze: equal, 2 runs",
    ]
    assert err.splitlines()[1:3] == [
        "maze: seed 1, default sizes (2 of 2 runs differ)",
        "frame 0, event 1: listing line 1 draws clear(&H00000008), port draws clear(&H00000010)",
    ]
    assert err.splitlines()[-2:] == ["retromaze: maze.bas does not exist", "retromaze: stopped"]


@pytest.mark.usefixtures("pair")
def test_a_pair_of_a_folder_that_is_gone_is_told(watched: Watched) -> None:
    Path("other.bas").write_text("GCLS 8\n")
    Path("other.py").write_text(PORT)
    _, out, err = watched("check . --seeds 1", Path("other.py").unlink)
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["maze", "other", "maze:"]
    assert err.splitlines() == [
        "retromaze: other is checked no longer: its listing or its port is gone",
        "retromaze: stopped",
    ]


@pytest.mark.usefixtures("pair")
def test_a_save_in_the_midst_begins_again(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    endless = "def main(machine):\n    while True:\n        machine.console.text()\n"
    heeds = iter(range(100))

    class Impatient(Editor):
        def has_saved_files(self) -> bool:
            # true once, when the proof of the endless port is under way
            return len(self.edits) == 1 and next(heeds) == 1

    edits = Impatient(edited(endless, "maze.py"), edited(PORT, "maze.py"))
    monkeypatch.setattr("retromaze.commands.check.Saves", lambda *_, **__: edits)
    assert ran("check maze.bas --jobs 1 --watch", 0).out.splitlines()[3:] == ["maze: equal, 3 runs"]


@pytest.mark.usefixtures("pair")
def test_a_save_concerns_the_pairs_that_it_may_change(tmp_path: Path) -> None:
    pair = user_pair("maze.bas", "maze.py")
    for name in ("maze.bas", "maze.py", "beside_it.py"):
        assert may_change(pair, {tmp_path / name})
    for name in ("other.bas", "notes.txt", "deeper/maze.py"):
        assert not may_change(pair, {tmp_path / name})


@pytest.mark.usefixtures("pair")
def test_what_was_run_too_little_after_a_save_is_told(watched: Watched) -> None:
    Path("maze.py").write_text("def main(machine):\n    machine.screen.clear(8)\n")
    rest = "GCLS 8:INPUT N\nPRINT N\nPRINT 1\nPRINT 2\n"
    head = "from retromaze.ports import basic\n\n\ndef main(machine):\n"
    port = f"{head}    machine.screen.clear(8)\n    basic.ask_number(machine, '?', 0)\n"
    told = watched(CHECK, edited(port, "maze.py"), edited(rest), status=3).out
    assert told.splitlines()[-1] == "maze: equal so far: 25 % of lines, 2 runs"
