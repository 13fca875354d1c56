"""Holds a program, beside all that is tried with it, against the interpreter of the reference."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, OutOfCodeMemory, Stopped, TypeMismatch
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer, with_frame_limit
from tests.fuzzing import trials
from tests.fuzzing.trials import FRAMES, SECONDS, SEED, Finding, TooSlow, different, left_behind, limited_time
from tests.reference.computer import NotCovered, TooLong
from tests.reference.interpreter import Interpreter

STEPS, FIRST_STEPS = 300_000, 4_000
"""Statements by the reference: more than the frames have room for; the first of a program without end."""
PLACE = re.compile(r"( in \d:\d+).*", re.DOTALL)
"""The place in a message, and what else it tells."""


class Run(NamedTuple):
    """What a run left; `told` are its events as a text, `ended` says that it came to its end."""

    left: tuple[Any, ...]
    told: str
    ended: bool


def examine(source: str, choices: Sequence[str] = ()) -> Finding | None:
    """Tries a program in all ways, and by the reference; what is wrong with it, if anything is."""
    return trials.examine(source, choices) or beside_reference(source)


def beside_reference(source: str) -> Finding | None:
    """Compares all that a program leaves, or what it did first if it never ends."""
    found = compiled(source)
    if found.left[1].startswith(OutOfCodeMemory.wording):
        return not_compared("a limit of ours")
    try:
        with limited_time(2 * SECONDS):
            other = interpreted(source, STEPS if found.ended else FIRST_STEPS)
    except NotCovered as reason:
        return not_compared(str(reason))
    except TooSlow:
        return not_compared("it takes long")
    except Exception as error:
        key = f"the reference raises {type(error).__name__}"
        return Finding(key, "".join(traceback.format_exception(error, limit=-12)))
    if same(found, other):
        return None
    if found.left[1].startswith(TypeMismatch.wording):
        # a type that is known to be wrong is refused before the operands are worked out
        return not_compared("a wrong type comes first")
    return Finding(
        "compiled is not as by the reference", different((*found.left, found.told), (*other.left, other.told))
    )


def same(one: Run, other: Run) -> bool:
    """Whether two runs did the same; work is counted otherwise, so that one may have got further."""
    if not (one.ended and other.ended):
        length = min(len(one.told), len(other.told))
        longer = [each for each in (one, other) if len(each.told) > length]
        ends_early = any(each.ended for each in (one, other) if each not in longer)
        return one.told[:length] == other.told[:length] and not (longer and ends_early)
    frames = one.left[2], other.left[2]
    return one.left[:2] == other.left[:2] and (frames[0] != frames[1] or one.left == other.left)


def not_compared(why: str) -> Finding:
    return Finding(f"not compared with the reference, {why}", "", harmless=True)


def compiled(source: str) -> Run:
    machine = Machine(seed=SEED)
    computer = Computer(machine)
    computer.load_source(0, source)
    return watched(machine, lambda: run_computer(computer, frames=FRAMES))


def interpreted(source: str, steps: int) -> Run:
    """Raises NotCovered."""
    machine = Machine(seed=SEED)
    machine.on_frame = with_frame_limit(machine, FRAMES)
    return watched(machine, lambda: Interpreter(machine, steps=steps).run(source))


def watched(machine: Machine, run: Callable[[], BasicError | None]) -> Run:
    """Runs a program and writes down its events; what is printed in one piece or in several is the same."""
    told: list[str] = []

    def hear(name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        told.append(
            "".join(arguments) if name.rpartition(".")[2] == "print" else f"<{name} {arguments} {result}>"
        )

    machine.hear(hear)
    error, ended = None, True
    try:
        error = run()
    except (Stopped, TooLong):
        ended = False
    machine.hear(None)
    text, message, *rest = left_behind(machine, error)
    return Run((text, PLACE.sub(r"\1", message), *rest), "".join(told), ended and machine.frame < FRAMES)
