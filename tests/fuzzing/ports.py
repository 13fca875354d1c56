"""A program beside its port: written, loaded and compared, event by event.

What no port can follow is refused with a sentence; a listing that fails, or that is no listing, is nobody's
port. Both are counted and are no findings.
"""

import random
import traceback
import warnings
from collections.abc import Sequence
from types import ModuleType

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.input_script import Script
from retromaze.comparison.pairs import Comparison
from retromaze.errors import BasicError
from retromaze.machine.input import Buttons
from retromaze.porting.preparing import CannotPort
from retromaze.porting.writing import write_port
from tests.fuzzing.portable import ANSWERS
from tests.fuzzing.trials import Finding, TooSlow, key_of, limited_time

SEED = 1
SECONDS = 40.0
"""Of the processor: a million events, after which a comparison ends, take ten on a quiet computer."""
WHOLE_DAY = 86_400.0
REFUSED, FAILS = "refused", "the listing fails"
NOT_PORTED = "not ported: "
POLLS, IDLE = "a frame passes where the port looks again", "machine.idle()"


def examine_port(source: str, choices: Sequence[str] = ()) -> Finding | None:
    """What is wrong with a program's port, if anything is; there is one way to write it."""
    try:
        with limited_time(SECONDS):
            return compared(source)
    except CannotPort as refusal:
        return Finding(REFUSED, refusal.reason, harmless=True)
    except BasicError as error:
        return Finding(FAILS, str(error), harmless=True)
    except (Exception, TooSlow) as error:
        return Finding(key_of(error), "".join(traceback.format_exception(error, limit=-12)))


def compared(source: str) -> Finding | None:
    text = write_port(source, "listing.bas")
    result = comparison_of(source, text)
    difference = result.difference
    if difference and NOT_PORTED in difference.sentence:
        return Finding(REFUSED, difference.sentence.split(": ")[-1], harmless=True)
    if result.end.reason is StopReason.ERROR and (difference is None or difference.event > result.events):
        return Finding(FAILS, "the port goes its own way", harmless=True)
    if difference is None:
        return None
    # A port has to say where a frame passes, and what is animated moves on then: docs/porting.md.
    if IDLE in text and comparison_of(source, text.replace(IDLE, "pass")).difference is None:
        return Finding(POLLS, str(difference), harmless=True)
    return Finding(f"differs by {difference.kind}", f"{difference}\n{text}")


def comparison_of(source: str, port: str) -> Comparison:
    module = ModuleType("port")
    with warnings.catch_warnings(action="error"):
        exec(compile(port, "port.py", "exec"), vars(module))
    script = Script(answers=answers_for(source), presses=presses_for(source) if "BUTTON" in source else ())
    # no patience of the clock on the wall: a port stands still, too, while a computer is busy with others
    return compare_programs(Listing(source), module.main, seed=SEED, script=script, patience=WHOLE_DAY)


def answers_for(source: str) -> tuple[str, ...]:
    """What is typed, and enough of it: the same for the same program."""
    pick = random.Random(source)
    return tuple(pick.choice(ANSWERS) for _ in range(60)) + ("1,2",) * 100


def presses_for(source: str) -> tuple[tuple[int, Buttons], ...]:
    """Which buttons are held from which frame on: the same for the same program."""
    pick = random.Random(source)
    held = Buttons(0), Buttons.UP, Buttons.LEFT, Buttons.A
    return tuple((frame, pick.choice(held)) for frame in range(1, 40, 3))
