"""Runs a listing on a prepared machine and finds the place of an error."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import NoReturn

from retromaze import machine
from retromaze.builtins.registry import BUILTINS
from retromaze.engine.computer import PROMPT, Computer
from retromaze.engine.fault import values_at
from retromaze.engine.operator_table import FAILURES, HOST_ERRORS, NO_INDEX
from retromaze.errors import (
    ArgumentOutOfRange,
    BasicError,
    Break,
    IllegalFunctionCall,
    Stopped,
    TypeMismatch,
    UndefinedFunction,
)
from retromaze.machine.machine import Machine
from retromaze.recursion import drop_traceback

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*[%#$]?|\?")
MACHINE = Path(machine.__file__).parent
"""The folder of the machine's modules."""
COMPILING_DEPTH = 10_000
"""More nested Python calls than any builtin makes, EXEC and its compiling included."""


class FrameLimit(Stopped):
    """The run has reached its limit of frames."""


def run_source(
    source: str,
    machine: Machine,
    *,
    path: str = "listing.bas",
    frames: int | None = None,
    traced: bool = False,
    follow: Callable[[Computer], None] | None = None,
) -> BasicError | None:
    """Runs a listing to its end or for that many frames; returns the error that stopped it, if any.

    `traced` compiles it so that each statement is reported; `follow` is called with the computer before the
    start. What `machine.on_frame` raises is not caught.
    """
    computer = Computer(machine, traced=traced)
    computer.load_source(0, source, path=path)
    if follow is not None:
        follow(computer)
    return run_computer(computer, frames=frames)


def break_at(slot: int, line: int) -> NoReturn:
    """Ends a run at STOP, as `on_suspend` of a computer that has no prompt for CONT. Raises Break."""
    raise Break(slot, line)


OnError = Callable[[BasicError, TracebackType | None], None]
"""Called with an error, which has its place, and the traceback of the run, which is dropped afterwards."""


def run_computer(
    computer: Computer, slot: int = 0, *, frames: int | None = None, on_error: OnError | None = None
) -> BasicError | None:
    """Runs a slot of a computer to its end, or for that many `frames`.

    Returns the error that stopped it, with its place; None if it ended or has used up its frames.
    """
    machine = computer.machine
    front_end = machine.on_frame
    if frames is not None:
        machine.on_frame = with_frame_limit(machine, machine.frame + frames)
    try:
        return error_stopping(computer, lambda: computer.run(slot), on_error=on_error)
    except FrameLimit:
        return None
    finally:
        if frames is not None:
            machine.on_frame = front_end


def error_stopping(
    computer: Computer, action: Callable[[], None], typed: str = "", on_error: OnError | None = None
) -> BasicError | None:
    """Calls `action`, and returns the BasicError that it raised, with its place; None if it raised none.

    A Python error that the listing caused is converted to a BasicError.

    `typed` is the line typed at the prompt, if `action` runs one; an error in it has line 0 and a column.
    Tracebacks are dropped, because they would keep the variables of the run.
    """
    try:
        action()
    except FAILURES as error:
        basic_error = error if isinstance(error, BasicError) else host_error(error, computer)
        if basic_error is None:
            raise
        locate_error(basic_error, computer, error, typed)
        if on_error:
            on_error(basic_error, error.__traceback__)
        drop_traceback(error)
        return basic_error
    except Stopped as end:
        drop_traceback(end)
        raise
    return None


def with_frame_limit(machine: Machine, last: int) -> Callable[[Machine], None]:
    """Returns an `on_frame` callback that calls the machine's own one, and ends the run at frame `last`."""
    front_end = machine.on_frame

    def on_frame(each: Machine) -> None:
        if front_end is not None:
            front_end(each)
        if each.frame >= last:
            raise FrameLimit

    return on_frame


def host_error(error: BaseException, computer: Computer) -> BasicError | None:
    """Returns the BasicError for a Python error that the listing's code caused; None for a defect of ours."""
    # the BasicError for the first class of HOST_ERRORS that fits
    kind = next(kind for host, kind in HOST_ERRORS.items() if isinstance(error, host))
    if isinstance(error, RecursionError):
        by_listing = is_listing_recursion(error.__traceback__, computer)
    # the only TypeError that a listing can cause is a subscript too large for an int
    elif isinstance(error, TypeError) and NO_INDEX not in str(error):
        by_listing = False
    else:
        # memory can run out in any function that the listing calls
        by_listing = isinstance(error, MemoryError) or is_listing(
            innermost_file(error.__traceback__), computer
        )
    return kind() if by_listing else None


def is_listing_recursion(traceback: TracebackType | None, computer: Computer) -> bool:
    """Whether the listing itself recursed too deeply.

    Then some of the innermost COMPILING_DEPTH calls are the listing's: builtins never nest that deep.
    """
    paths = deque((frame.f_code.co_filename for frame, _ in walk_tb(traceback)), maxlen=COMPILING_DEPTH)
    return any(is_listing(path, computer) for path in set(paths))


def is_listing(path: str, computer: Computer) -> bool:
    """Whether code with that file name was compiled from a slot's listing or from a line at the prompt."""
    return path == PROMPT or computer.slot_with_path(path) is not None


def innermost_file(traceback: TracebackType | None) -> str:
    """Returns the path of the code that raised an error, "" without a traceback."""
    last = deque(walk_tb(traceback), maxlen=1)
    return last[0][0].f_code.co_filename if last else ""


def locate_error(error: BasicError, computer: Computer, raised: BaseException, typed: str = "") -> None:
    """Sets listing, slot, line, column and builtin of an error from the traceback of `raised`.

    Also sets ERRNUM, ERRLINE and ERRPRG, and the places for BACKTRACE. `typed` is the line at the prompt, if
    that was run; `raised` is the exception that was caught, a Python error or `error` itself.
    """
    # an error that has a line already was located where it was raised
    entry = None if error.line else innermost_entry(raised.__traceback__, computer)
    if entry is not None:
        number, error.column = instruction_position(entry)
        slot = computer.slot_with_path(entry.tb_frame.f_code.co_filename)
        if slot:
            error.slot, error.line, source = slot.number, number, slot.source
        else:
            # an error in what was typed has line 0, and the line there beside it
            error.slot, error.line, source, error.typed_line = computer.slot, 0, typed, number
        by_builtin = is_builtin_frame(entry.tb_next)
        # generated code calls some methods of the machine directly, without the builtin's function
        by_machine = isinstance(error, ArgumentOutOfRange) or is_refused_by_machine(error, raised)
        # an undefined word is no builtin, even if a builtin reported it
        is_word = not isinstance(error, UndefinedFunction)
        if is_word and (by_builtin or by_machine) and not error.builtin:
            error.builtin = word_at(source, number, error.column)
        error.values = values_at(error, entry, source.split("\n")[number - 1])
        if isinstance(error, TypeMismatch) and slot:
            error.values = slot.last_read  # for the hint at a READ that refuses an item
    slot = computer.slots[error.slot]
    error.path, error.source = slot.path, slot.source
    # the first place is that of the error
    if calls := listing_calls(raised.__traceback__, computer):
        computer.backtrace = calls[1:]
    computer.record(error)


def listing_calls(traceback: TracebackType | None, computer: Computer) -> list[tuple[int, int]]:
    """Returns (slot, line) of each listing frame in a traceback, innermost first."""
    places = []
    for frame, line in walk_tb(traceback):
        slot = computer.slot_with_path(frame.f_code.co_filename)
        if slot is not None:
            places.append((slot.number, line))
    return places[::-1]


def innermost_entry(traceback: TracebackType | None, computer: Computer) -> TracebackType | None:
    """Returns the traceback entry of the listing's line, or line at the prompt, to which an error belongs.

    None if no listing was running.
    """
    innermost = caller = None
    while traceback is not None:
        if is_listing(traceback.tb_frame.f_code.co_filename, computer):
            innermost, caller = traceback, innermost
        traceback = traceback.tb_next
    # a DEF that could not even begin: the error belongs to the line that calls it
    if innermost is not None and caller is not None and is_overflow_at_entry(innermost):
        return caller
    return innermost


def is_overflow_at_entry(traceback: TracebackType) -> bool:
    """Whether the call of a DEF found the stack full; the console names the caller's line for it."""
    raised_by = traceback.tb_next.tb_frame.f_code.co_name if traceback.tb_next else ""
    first = traceback.tb_frame.f_code.co_firstlineno
    return raised_by == "stack_overflow" and traceback.tb_lineno == first


def instruction_position(traceback: TracebackType) -> tuple[int, int]:
    """Returns (line, column) of the instruction that raised, both counted from 1."""
    code = traceback.tb_frame.f_code
    places = list(code.co_positions())
    # an instruction of Python's bytecode has two bytes, and one entry in the table
    line, _, column, _ = places[traceback.tb_lasti // 2]
    # Python counts columns from 0, and may know neither
    return line or traceback.tb_lineno, (column or 0) + 1


def is_refused_by_machine(error: BasicError, raised: BaseException) -> bool:
    """Whether a method of the machine, which a builtin stands for, refused the listing's arguments."""
    return (
        isinstance(error, IllegalFunctionCall)
        and Path(innermost_file(raised.__traceback__)).parent == MACHINE
    )


def is_builtin_frame(traceback: TracebackType | None) -> bool:
    """Whether the function that the listing called is a builtin, or the check of a builtin's arguments."""
    if traceback is None:
        return False
    code = traceback.tb_frame.f_code
    # compiled code calls `type_mismatch` or `shape_error` to refuse the arguments of a builtin
    return "builtins" in code.co_filename or code.co_name in {"type_mismatch", "shape_error"}


def word_at(source: str, line: int, column: int) -> str:
    """Returns the name of the builtin at a place of a listing, "" if there is none."""
    lines = source.split("\n")
    found = WORD.match(lines[line - 1], column - 1) if 0 < line <= len(lines) else None
    word = found.group().upper() if found else ""
    return word if word in BUILTINS else ""
