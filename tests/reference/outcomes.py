"""What a listing shows: run by the interpreter of the reference, and compiled."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from retromaze.errors import BasicError
from retromaze.machine.machine import Machine
from retromaze.runner import with_frame_limit
from tests.reference.interpreter import Interpreter
from tests.running import run_listing


class Outcome(NamedTuple):
    """The text of the console at the end, and number and line of the error, if one stopped the listing."""

    text: str
    error: int | None
    line: int | None


def compiled(source: str, *, frames: int = 600, **ways: Any) -> Outcome:
    """Compiles and runs a listing; `ways` are those of a Computer."""
    return outcome(*run_listing(source, frames=frames, **ways))


def interpreted(source: str, *, frames: int = 600) -> Outcome:
    """Runs a listing by the reference. Raises TooLong or NotCovered, and FrameLimit where it never ends."""
    machine = Machine(seed=1)
    machine.on_frame = with_frame_limit(machine, frames)
    error = Interpreter(machine).run(source)
    return outcome(machine.console.text(), error)


def outcome(text: str, error: BasicError | None) -> Outcome:
    return Outcome(text, error.number, error.line) if error else Outcome(text, None, None)


def require_same(source: str, found: Sequence[Outcome]) -> None:
    """Fails unless each run of a listing did what the reference says."""
    wanted = interpreted(source)
    assert all(each == wanted for each in found), "\n".join([source, *map(str, (wanted, *found))])
