"""`retromaze.run`: a listing in, what the machine shows out."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from retromaze.display.headless import Headless
from retromaze.errors import BasicError, Stopped
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import play


@dataclass(frozen=True, eq=False)
class Result:
    """What a run left behind.

    `error` is None, or the error that stopped the listing (.number .message .slot .line .column);
    `frames` are the frames that passed; `machine` is the machine as it was left.
    """

    machine: Machine
    error: BasicError | None
    frames: int

    @cached_property
    def text(self) -> str:
        """Console rows joined by "\\n"; blanks at row ends and empty rows at the end dropped."""
        return self.machine.console.text()

    @cached_property
    def pixels(self) -> array[int]:
        """The composed upper screen: 400*240 ARGB words, row 0 at the top."""
        return self.machine.picture()


def run(
    source: str,
    *,
    seed: int | None = None,
    frames: int | None = None,
    press: Mapping[int, Buttons] | None = None,
    storage: Path | None = None,
) -> Result:
    """Runs a listing without a window, at full speed, to its end or for that many frames (1/60 s each).

    `seed` (0 to 2**32 - 1) starts all eight random series (one is chosen if missing: `result.machine.seed`);
    an entry of `press` holds its buttons from that frame on, until the next entry: `{60: Buttons.A, 70:
    Buttons(0)}` presses A for ten frames; `storage` is the folder that LOAD and SAVE see (nothing touches
    the disk without one). The listing's errors are in the result.

    Nobody is there. A program that asks for a line is left there, without an error; so is, without `frames`,
    one that for a second only looks at its buttons, with no entry of `press` to come, or for ten minutes of
    its time only waits. An endless loop that does anything else cannot be told from work: give `frames` to
    programs of strangers. Ctrl-C ends any run at once, by KeyboardInterrupt.
    """
    machine = Machine(seed=seed, storage=storage)
    machine.input.schedule = dict(press or {})
    error: BasicError | None
    machine.on_frame = None if frames is not None else Headless().show
    try:
        error = play(source, machine, frames=frames)
    except Stopped:
        error = None
    finally:
        machine.on_frame = None
    return Result(machine, error, machine.frame)
