"""Sessions typed beforehand, and what they show."""

from collections.abc import Callable
from pathlib import Path

import pytest

from retromaze.direct.prompt_words import NotEdited
from retromaze.direct.session import DirectSession
from retromaze.machine.machine import Machine

Turn = str | Callable[[], None]


class Typist:
    """A front end with a script: lines to type, or what to do instead; `paper` shows what was typed, too."""

    is_unattended = True
    echoes_input = True

    def __init__(self, *script: Turn) -> None:
        self.script = list(script)
        self.paper = ""

    def read(self) -> str:
        while self.script:
            turn = self.script.pop(0)
            if isinstance(turn, str):
                self.paper += f"OK\n{turn}\n"
                return turn
            turn()
        raise EOFError

    def ask(self) -> str:
        if not self.script:
            raise EOFError
        turn = self.script.pop(0)
        if isinstance(turn, str):
            self.paper += turn + "\n"
            return turn
        turn()
        return ""

    def write(self, text: str) -> None:
        self.paper += text

    def clear_text(self) -> None:
        self.paper += "(wiped)\n"

    def edit(self, name: str, text: str, line: int) -> str:
        """The next turn of the script is the whole new text."""
        self.paper += f"(edit {name} at line {line})\n"
        turn = self.script.pop(0) if self.script else ""
        if not isinstance(turn, str):
            raise NotEdited("given up")
        return turn

    def frame_passed(self) -> None:
        """Time is not waited for."""

    def close(self) -> None:
        """There is nothing to give back."""


@pytest.fixture
def storage(tmp_path: Path) -> Path:
    return tmp_path / "storage"


@pytest.fixture
def talk(storage: Path) -> Callable[..., str]:
    """Types the lines; gives the transcript. `program` lies in slot 0."""

    def converse(*script: Turn, program: str = "", limit: int | None = None) -> str:
        typist = Typist(*script)
        session = DirectSession(Machine(seed=1, storage=storage), typist, limit=limit)
        if program:
            session.computer.load_source(0, program, "MAZE", "maze.bas")
        session.run_until_exit()
        return typist.paper

    return converse
