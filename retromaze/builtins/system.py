"""Builtins of the system: its variables, the last error, function keys, dialogs, BACKTRACE.

Source: manual, System variables, Data operations and others, DIRECT mode; language reference, sections 4.17,
5.8 and 5.10.
"""

from __future__ import annotations

from typing import Annotated, Any

from retromaze.builtins.arrays import integer_argument
from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import Change, Device, Range, Reads
from retromaze.builtins.registry import VARIABLES, Value, builtin, form, variable
from retromaze.errors import BasicSyntaxError, OutOfRange, TypeMismatch
from retromaze.machine.machine import KEYS, RIGHT_BUTTON, Machine
from retromaze.values.arrays import MEMORY_SIZE
from retromaze.values.costs import PRINT_COST

SYSTEM_VERSION = 0x0306_0000
NEW_CONSOLE = 1

LAST_DIALOG_TYPE = 5
LONGEST_ENTRY = 14
Key = Annotated[int, Range(1, len(KEYS))]
DIALOG_FACTS: dict[str, Any] = {
    "changes": Change.SYSTEM,
    "reads": Reads.CONSOLE | Reads.INPUT,
    "device": Device.DIALOG,
}


@variable("TRUE", python="1")
def true() -> int:
    """TRUE is 1."""
    return 1


@variable("FALSE", python="0")
def false() -> int:
    """FALSE is 0."""
    return 0


@variable("FREEMEM")
def free_memory() -> int:
    """FREEMEM is the free memory in bytes, here always as on an almost empty console."""
    return MEMORY_SIZE


@variable("VERSION")
def version() -> int:
    """VERSION is the version of the system, &H03060000 for 3.6.0."""
    return SYSTEM_VERSION


@variable("HARDWARE")
def hardware() -> int:
    """HARDWARE is 1 on the new console, the one whose pace is simulated."""
    return NEW_CONSOLE


@variable("EXTFEATURE")
def extended_features() -> int:
    """EXTFEATURE is 0: there are no extended features here.

    Source: language reference, 5.10 (a word of later versions).
    Unverified: the value.
    """
    return 0


@variable("ERRNUM", reads=Reads.SYSTEM)
def error_number(computer: Computer) -> int:
    """ERRNUM is the number of the last error, 0 if there was none."""
    return computer.error_number


@variable("ERRLINE", reads=Reads.SYSTEM)
def error_line(computer: Computer) -> int:
    """ERRLINE is the line of the last error."""
    return computer.error_line


@variable("ERRPRG", reads=Reads.SYSTEM)
def error_slot(computer: Computer) -> int:
    """ERRPRG is the slot of the last error."""
    return computer.error_slot


@variable("RESULT", reads=Reads.SYSTEM, python="machine.system.result")
def result(computer: Computer) -> int:
    """RESULT is how the last dialog ended: 1, 0, or -1 for cancelled."""
    return computer.machine.system.result


@variable("CALLIDX", reads=Reads.SYSTEM)
def called_index(computer: Computer) -> int:
    """CALLIDX is the sprite or layer whose process is being called, else 0."""
    return computer.callidx


@variable("SYSBEEP", reads=Reads.SYSTEM)
def system_beep(computer: Computer) -> int:
    """SYSBEEP is whether the system beeps; it can be assigned to."""
    return computer.sysbeep


def set_system_beep(computer: Computer, value: int) -> None:
    computer.sysbeep = value


VARIABLES["SYSBEEP"].write = set_system_beep


@builtin("KEY", method="system.set_key")
def set_key(m: Machine, number: Key, text: str) -> None:
    """KEY number,text gives a function key, 1 to 5, the text it types; CHR$(13) at its end runs it.

    Unverified: the texts at the start, FILES, LOAD ", SAVE ", LIST and RUN.
    """


@form("KEY", reads=Reads.MACHINE, python="machine.system.keys[{number} - 1]")
def key(m: Machine, number: Key) -> str:
    """KEY(number) is the text of a function key, 1 to 5."""


@builtin("CLIPBOARD", method="system.keep")
def set_clipboard(m: Machine, text: str) -> None:
    """CLIPBOARD text stores a text until the next one, in the machine's own clipboard, not the computer's.

    Unverified: whether the console's clipboard outlives the program.
    """


@form("CLIPBOARD", reads=Reads.MACHINE, state=("system.clipboard",))
def clipboard(m: Machine) -> str:
    """CLIPBOARD() is the text kept last, "" at first."""


@builtin("DIALOG", shape_error=BasicSyntaxError, **DIALOG_FACTS)
def dialog(
    computer: Computer,
    text: str,
    second: Value | None = None,
    third: Value | None = None,
    fourth: Value | None = None,
) -> None:
    """DIALOG text shows a message; RESULT is 1."""
    answer_dialog(computer, text, second, third, fourth)  # the function's arguments, without its value


@form("DIALOG", **DIALOG_FACTS)
def answer_dialog(
    computer: Computer,
    text: str,
    second: Value | None = None,
    third: Value | None = None,
    fourth: Value | None = None,
) -> Value:
    """DIALOG(text[,type[,caption[,time]]]) asks; it and RESULT are 1 (right button), -1 (left), 0 (time up).
    DIALOG(text,caption[,longest]) lets a text of up to 14 characters be entered; RESULT is -1 if cancelled.

    Type is 0 to 5; a negative one accepts hardware buttons and gives 128 and the number of the button's bit.
    Here no question is shown: the right button, or the first button accepted, is taken at once. A text is
    entered as for LINPUT; if there is no answer, it is the first argument.
    """
    if isinstance(second, str):  # a caption: the second form
        if fourth is not None:
            raise BasicSyntaxError
        longest = LONGEST_ENTRY if third is None else integer_argument(third, 3)
        return dialog_text(computer.machine, text, second, longest)
    kind = 0 if second is None else integer_argument(second, 2)
    if kind > LAST_DIALOG_TYPE:  # negative types are valid
        raise OutOfRange(argument=2)
    if not isinstance(third, str | None):
        raise TypeMismatch(argument=3)
    seconds = 0 if fourth is None else integer_argument(fourth, 4)
    return computer.machine.system.dialog(text, kind, third or "", seconds)


def dialog_text(machine: Machine, first: str, caption: str, longest: int = LONGEST_ENTRY) -> str:
    """Does DIALOG for a text, which it returns: the answer, or `first` if there is no answer.

    The text is cut to `longest` characters, or to the 14 that the console's dialog has room for.
    """
    if longest < 0:
        raise OutOfRange(argument=3)
    machine.system.entry_dialog(first, caption, longest)
    answer = machine.ask(caption)
    machine.system.result = RIGHT_BUTTON
    return (first if answer is None else answer)[: min(longest, LONGEST_ENTRY)]


@builtin("BACKTRACE", reads=Reads.SYSTEM)
def backtrace(computer: Computer) -> None:
    """BACKTRACE prints slot and line of its own place and of each call that is pending, innermost first.

    A line of DIRECT mode has no place: there it prints the calls pending in the program stopped last.
    """
    for slot, line in computer.backtrace_places():
        computer.machine.spend(PRINT_COST)
        computer.machine.console.print(f"{slot}:{line}")
