"""The interface through which builtins use the running computer; the engine implements it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from retromaze.machine.machine import Machine
from retromaze.values.arrays import ArrayMemory

if TYPE_CHECKING:
    from retromaze.builtins.programs import ProgramText

SLOTS = 4


class ProgramSlot(Protocol):
    """A program in one of the four slots: its text, the name of its file or "", and its path in messages."""

    text: ProgramText
    name: str
    path: str

    @property
    def source(self) -> str: ...


class Computer(Protocol):
    """The running computer: its machine and memory, its slots, and the values of its system variables.

    `slot` is the number of the slot that runs now, `running` are the slots of all programs that have not
    ended; `editor` is the slot and line chosen by PRGEDIT, `features` are the devices switched on by XON.
    `listings` has the programs that were started from files of the user's, by the names of these.
    """

    machine: Machine
    memory: ArrayMemory
    slot: int
    running: list[int]
    error_number: int
    error_line: int
    error_slot: int
    callidx: int
    sysbeep: int
    features: set[str]
    editor: Any

    @property
    def slots(self) -> Sequence[ProgramSlot]: ...

    @property
    def listings(self) -> Mapping[str, ProgramSlot]: ...

    def load_source(
        self, slot: int, text: str | ProgramText, name: str = "", path: str = "", *, restarting: bool = False
    ) -> None: ...

    def execute(self, target: Any) -> None:
        """Does EXEC of a slot's number or of a file's name."""

    def use(self, target: Any) -> None:
        """Does USE of a slot's number or of a file's name."""

    def data_from(self, label: str) -> list[int | float | str]:
        """Returns the DATA items from a label on. Raises UndefinedLabel."""

    def variable_exists(self, scope: str, text: str) -> int:
        """Does CHKVAR in a DEF, whose name is `scope`, or in the main program, "": returns 1 or 0."""

    def label_exists(self, scope: str, text: str, everywhere: int) -> int:
        """Does CHKLABEL in a `scope` as for CHKVAR; unless `everywhere` is 0, it also looks outside."""

    def call_exists(self, name: str) -> int:
        """Does CHKCALL: returns 1 or 0."""

    def callback_named(self, text: str) -> str:
        """Returns the name that SPFUNC and BGFUNC store for a label or DEF, as `callback_name` does."""

    def backtrace_places(self) -> Sequence[tuple[int, int]]:
        """Returns (slot, line) of the running line and of each pending call, innermost first."""
