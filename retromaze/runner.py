"""Runs a listing on a prepared machine and finds the place of an error."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NoReturn

from retromaze import machine
from retromaze.builtins.registry import BUILTINS
from retromaze.engine.computer import PROMPT, Computer
from retromaze.engine.operators import HOST_ERRORS, NO_INDEX
from retromaze.engine.values_at import values_at
from retromaze.errors import (
    ArgumentOutOfRange,
    BasicError,
    Break,
    IllegalFunctionCall,
    Stopped,
    UndefinedFunction,
)
from retromaze.machine.machine import Machine
from retromaze.recursion import let_go

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*[%#$]?|\?")
MACHINE = Path(machine.__file__).parent
"""Where the methods of the machine lie."""
Place = tuple[int, int, int]
# So many Python calls inside each other are more than any builtin makes, EXEC and its compiling included.
COMPILING_DEPTH = 10_000


class FrameLimit(Stopped):
    """The run has passed as many frames as it was given."""


def play(
    source: str,
    machine: Machine,
    *,
    path: str = "listing.bas",
    frames: int | None = None,
    traced: bool = False,
    follow: Callable[[Computer], None] | None = None,
) -> BasicError | None:
    """Runs a listing to its end or for that many frames; the error that stopped it, if one did.

    `traced` compiles it so that it can be followed by statements; `follow` is given its computer before it
    starts. What `machine.on_frame` raises goes through.
    """
    computer = Computer(machine, traced=traced)
    computer.load_source(0, source, path=path)
    if follow is not None:
        follow(computer)
    return run_computer(computer, frames=frames)


def break_at(slot: int, line: int) -> NoReturn:
    """Ends a run at STOP, as `on_suspend` of a computer that has no prompt for CONT. Raises Break."""
    raise Break(slot, line)


def run_computer(computer: Computer, slot: int = 0, *, frames: int | None = None) -> BasicError | None:
    """Runs a slot of a computer; the error that stopped it, with its place, if one did."""
    machine = computer.machine
    front_end = machine.on_frame
    if frames is not None:
        machine.on_frame = with_frame_limit(machine, machine.frame + frames)
    try:
        return stopped_by(computer, lambda: computer.run(slot))
    except FrameLimit:
        return None
    finally:
        if frames is not None:
            machine.on_frame = front_end


def stopped_by(computer: Computer, action: Callable[[], None], typed: str = "") -> BasicError | None:
    """Does something with a computer; the error that stopped it, with its place, if one did.

    An error in the line that was `typed` at the prompt has no line, but a column.
    """
    try:
        action()
    except BasicError as error:
        return let_go(located_error(error, computer, error, typed))
    except tuple(HOST_ERRORS) as error:
        found = host_error(error, computer)
        if found is None:
            raise
        located_error(found, computer, error, typed)
        let_go(error)
        return found
    except Stopped as end:
        let_go(end)
        raise
    return None


def with_frame_limit(machine: Machine, last: int) -> Callable[[Machine], None]:
    """The machine's front end, ended when that frame has passed."""
    front_end = machine.on_frame

    def on_frame(each: Machine) -> None:
        if front_end is not None:
            front_end(each)
        if each.frame >= last:
            raise FrameLimit

    return on_frame


def host_error(error: BaseException, computer: Computer) -> BasicError | None:
    """The machine's error for a Python one that the listing's own code raised; None for a defect of ours."""
    kind = next(kind for host, kind in HOST_ERRORS.items() if isinstance(error, host))
    if isinstance(error, RecursionError):
        own = recurses(error.__traceback__, computer)
    elif isinstance(error, TypeError) and NO_INDEX not in str(error):
        own = False
    else:
        own = isinstance(error, MemoryError) or ends_in_listing(error.__traceback__, computer)
    return kind() if own else None


def recurses(traceback: TracebackType | None, computer: Computer) -> bool:
    """Whether calls of the listing were pending where no room was left: what it calls takes far less."""
    innermost: deque[str] = deque(maxlen=COMPILING_DEPTH)
    while traceback is not None:
        innermost.append(traceback.tb_frame.f_code.co_filename)
        traceback = traceback.tb_next
    return any(path == PROMPT or computer.slot_with_path(path) is not None for path in set(innermost))


def ends_in_listing(traceback: TracebackType | None, computer: Computer) -> bool:
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    path = "" if traceback is None else traceback.tb_frame.f_code.co_filename
    return path == PROMPT or computer.slot_with_path(path) is not None


def located_error(
    error: BasicError, computer: Computer, raised: BaseException, typed: str = ""
) -> BasicError:
    """The error with its listing, slot, line, column and builtin filled in from where it was raised."""
    if not error.line:
        found = innermost(raised.__traceback__, computer)
        if found is not None:
            (error.slot, error.line, error.column), beyond, traceback = found
            # a line that was typed is line 0 of the error, and the only one of its text
            source, number = (computer.slots[error.slot].source, error.line) if error.line else (typed, 1)
            by_machine = isinstance(error, ArgumentOutOfRange) or is_refused_by_machine(error, raised)
            # a word that is undefined is no builtin, whoever says so
            is_word = not isinstance(error, UndefinedFunction)
            if is_word and (beyond or by_machine) and not error.builtin:
                error.builtin = word_at(source, number, error.column)
            line = source.split("\n")[number - 1]
            error.values = values_at(error, traceback, line)
    slot = computer.slots[error.slot]
    error.path, error.source = slot.path, slot.source
    if calls := calls_of(raised.__traceback__, computer):
        computer.backtrace = calls[1:]
    computer.record(error)
    return error


def calls_of(traceback: TracebackType | None, computer: Computer) -> list[tuple[int, int]]:
    """(slot, line) of each place in a listing on the way to an error, innermost first."""
    found = []
    while traceback is not None:
        slot = computer.slot_with_path(traceback.tb_frame.f_code.co_filename)
        if slot is not None:
            found.append((slot.number, traceback.tb_lineno))
        traceback = traceback.tb_next
    return found[::-1]


def innermost(
    traceback: TracebackType | None, computer: Computer
) -> tuple[Place, bool, TracebackType] | None:
    """The last place in a listing on the way to an error, whether a builtin was called there, its code.

    A line at the prompt is line 0.
    """
    last = caller = None
    while traceback is not None:
        path = traceback.tb_frame.f_code.co_filename
        if path == PROMPT or computer.slot_with_path(path) is not None:
            last, caller = traceback, last
        traceback = traceback.tb_next
    if last is not None and caller is not None and is_entry(last):
        last = caller
    if last is None:
        return None
    line, column = position(last)
    slot = computer.slot_with_path(last.tb_frame.f_code.co_filename)
    place = (slot.number, line, column) if slot else (computer.slot, 0, column)
    return place, in_builtin(last.tb_next), last


def is_entry(traceback: TracebackType) -> bool:
    """Whether a DEF was refused on its first line, for want of stack: its caller is to blame then."""
    raised_by = traceback.tb_next.tb_frame.f_code.co_name if traceback.tb_next else ""
    first = traceback.tb_frame.f_code.co_firstlineno
    return raised_by == "stack_overflow" and traceback.tb_lineno == first


def position(traceback: TracebackType) -> tuple[int, int]:
    """(line, column) of the instruction, counted from 1."""
    code = traceback.tb_frame.f_code
    places = list(code.co_positions())
    line, _, column, _ = places[traceback.tb_lasti // 2]
    return line or traceback.tb_lineno, (column or 0) + 1


def is_refused_by_machine(error: BasicError, raised: BaseException) -> bool:
    """Whether a method of the machine, which a listing calls by a word, did not take what it was given."""
    traceback = raised.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    file = traceback.tb_frame.f_code.co_filename if traceback else ""
    return isinstance(error, IllegalFunctionCall) and Path(file).parent == MACHINE


def in_builtin(traceback: TracebackType | None) -> bool:
    """Whether the listing had called a builtin, or failed to give one its arguments."""
    if traceback is None:
        return False
    code = traceback.tb_frame.f_code
    return "builtins" in code.co_filename or code.co_name in {"type_mismatch", "shape_error"}


def word_at(source: str, line: int, column: int) -> str:
    """The name of the builtin at a place of a listing, or ""."""
    lines = source.split("\n")
    found = WORD.match(lines[line - 1], column - 1) if 0 < line <= len(lines) else None
    word = found.group().upper() if found else ""
    return word if word in BUILTINS else ""
