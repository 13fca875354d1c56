"""Holds a program, beside all that is tried with it, against the interpreter of the reference."""

import re
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from retromaze.engine.computer import Computer
from retromaze.errors import (
    BasicError,
    OutOfCodeMemory,
    OutOfMemory,
    Stopped,
    SubscriptOutOfRange,
    TypeMismatch,
)
from retromaze.machine.events import clamped_to_32_bits
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer, with_frame_limit
from tests.fuzzing import trials
from tests.fuzzing.trials import FRAMES, SECONDS, SEED, Finding, TooSlow, different, left_behind, limited_time
from tests.reference.computer import NotCovered, TooLong
from tests.reference.interpreter import Interpreter

MANY = 10 * FRAMES
STEPS, FIRST_STEPS = 300_000, 4_000
"""Statements by the reference: more than the frames have room for; the first of a program without end."""
EARLY = (TypeMismatch.wording, SubscriptOutOfRange.wording)
CLOCKS = re.compile("MAINCNT|MILLISEC", re.IGNORECASE)
PLACE = re.compile(r"( in \d:\d+).*", re.DOTALL)
"""The place in a message, and what else it tells."""


class Run(NamedTuple):
    """What a run left, what it printed, its other events as a text; whether it came to its end."""

    left: tuple[Any, ...]
    printed: str
    events: str
    ended: bool


def examine(source: str, choices: Sequence[str] = ()) -> Finding | None:
    """Tries a program in all ways, and by the reference; what is wrong with it, if anything is."""
    return trials.examine(source, choices) or beside_reference(source)


def beside_reference(source: str) -> Finding | None:
    """Compares all that a program leaves, or what it did first if it never ends."""
    try:
        found = compiled(source, FRAMES)
        if found.left[1].startswith(OutOfCodeMemory.wording):
            return not_compared("a limit of ours")
        with limited_time(2 * SECONDS):
            # work is counted otherwise: who ends may need more frames
            other = interpreted(source, *((MANY, STEPS) if found.ended else (FRAMES, FIRST_STEPS)))
            found = compiled(source, MANY) if other.ended and not found.ended else found
    except NotCovered as reason:
        return not_compared(str(reason))
    except TooSlow:
        return not_compared("it takes long")
    except MemoryError:
        return not_compared("its events are long")
    except Exception as error:
        key = f"the reference raises {type(error).__name__}"
        return Finding(key, "".join(traceback.format_exception(error, limit=-12)))
    if same(found, other):
        return None
    messages = found.left[1], other.left[1]
    if any(each.startswith(OutOfMemory.wording) for each in messages):
        return not_compared("memory is counted otherwise")
    if (found.left[2] or other.left[2]) and CLOCKS.search(source):
        return not_compared("it looks at the clock")
    if found.left[1].startswith(EARLY) and not (other.ended and messages[1] == "None"):
        # what is known to be wrong is refused before all operands and subscripts are worked out
        return not_compared("one error comes before another")
    return Finding("compiled is not as by the reference", different(found, other))


def same(one: Run, other: Run) -> bool:
    """Whether two runs did the same; of those that never end one may have got further."""
    if one.ended and other.ended:
        # other frames, other pictures
        is_as_late = one.left[2] == other.left[2]
        return one.left == other.left if is_as_late else one.left[:2] == other.left[:2]
    pairs = (one.printed, other.printed), (one.events, other.events)
    return one.ended == other.ended and all(a.startswith(b) or b.startswith(a) for a, b in pairs)


def not_compared(why: str) -> Finding:
    return Finding(f"not compared with the reference, {why}", "", harmless=True)


def compiled(source: str, frames: int) -> Run:
    machine = Machine(seed=SEED)
    computer = Computer(machine)
    computer.load_source(0, source)
    return watched(machine, lambda: run_computer(computer, frames=frames), frames)


def interpreted(source: str, frames: int, steps: int) -> Run:
    """Raises NotCovered."""
    machine = Machine(seed=SEED)
    machine.on_frame = with_frame_limit(machine, frames)
    return watched(machine, lambda: Interpreter(machine, steps=steps).run(source), frames)


def watched(machine: Machine, run: Callable[[], BasicError | None], frames: int) -> Run:
    """Runs a program for so many frames and writes down its events.

    What is printed in several pieces may be printed in one, behind what happens between them.
    """
    printed: list[str] = []
    events: list[str] = []

    def hear(name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        if name.rpartition(".")[2] == "print":
            printed.extend(arguments)
        else:
            events.append(f"{name} {clamped_to_32_bits(arguments)} {result};")

    machine.listen_without_place(hear)
    error, ended = None, True
    try:
        error = run()
    except (Stopped, TooLong):
        ended = False
    machine.listen_without_place(None)
    text, message, *rest = left_behind(machine, error)
    left = (text, PLACE.sub(r"\1", message), *rest)
    return Run(left, "".join(printed), "".join(events), ended and machine.frame < frames)
