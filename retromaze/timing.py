"""Times listings, their ports and small exercises in turn, in one process and without a window.

Processor time is measured, because nothing here waits, and the quickest of several rounds counts, because
other processes can only lengthen a run. On two processors with five other processes at work, times varied by
2 to 10 % and ratios by 1 to 4 %; measured by the wall clock it was 14 to 40 % and 5 to 35 %, and more with
medians.
"""

from __future__ import annotations

import gc
import math
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from retromaze.comparison.difference_words import NO_CONSOLE_ERROR
from retromaze.comparison.input_script import Script
from retromaze.comparison.listing_recording import record
from retromaze.comparison.pairs import Pair
from retromaze.comparison.port_replay import replay
from retromaze.comparison.runnable_programs import (
    Listing,
    MachineFunction,
    NoPort,
    error_place,
    error_words,
    relative,
)
from retromaze.comparison.watchdog import Standstill, new_watchdog
from retromaze.errors import BasicError, RetromazeError, Stopped
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import with_frame_limit
from retromaze.system import installed_version

CLOCK = time.perf_counter if os.name == "nt" else time.process_time
"""Returns seconds. Windows counts processor time only in steps of about 1/60 second, hence the wall clock."""
SEED = 1
SPARE_FRAMES = 60
"""A program that ended by itself may take this many frames longer when it is timed."""


class PortFailed(RetromazeError):
    """A port failed otherwise than by an error of the console; the message says where."""


@dataclass(frozen=True)
class Timing:
    """The seconds of the quickest round of each side, and the number of statements that the listing runs."""

    name: str
    listing: float
    port: float
    statements: int

    @property
    def ratio(self) -> float:
        """The listing's time divided by the port's."""
        return self.listing / self.port

    @property
    def nanoseconds(self) -> float:
        """The average time of a statement of the listing, with the machine's work for it."""
        return self.listing / max(self.statements, 1) * 1e9


@dataclass(frozen=True, eq=False)
class TimedRun:
    """One of the two programs of a pair, ready to be timed.

    Each run has a new machine, which `script` sets up. `schedule` has the buttons by frame: the presses come
    in the frames in which the program waits for them. The run ends after `frames` frames.
    """

    program: Callable[[Machine], object]
    script: Script
    schedule: dict[int, Buttons]
    frames: int

    def seconds(self) -> float:
        """Times one run, without making the machine."""
        machine = self._machine()
        return seconds(lambda: self._finish(machine))

    def rehearse(self, patience: float) -> None:
        """Runs once to see if it ends. Raises Standstill after `patience` seconds without frame or event."""
        machine, events = self._machine(), 0

        def on_event(*event: Any) -> None:
            """Counts an event, which the watchdog sees as progress."""
            nonlocal events
            events += 1

        machine.listen_without_place(on_event)
        new_watchdog(lambda: (machine.frame, events), patience).run(lambda: self._finish(machine))

    def _machine(self) -> Machine:
        """Returns a new machine with the script's settings and the presses."""
        machine = Machine(seed=SEED)
        self.script.prepare(machine)
        machine.input.schedule = dict(self.schedule)
        machine.on_frame = with_frame_limit(machine, self.frames)
        return machine

    def _finish(self, machine: Machine) -> None:
        """Runs the program to its end, to the last frame, or to an error of the console."""
        try:
            self.program(machine)
        except (Stopped, BasicError):
            # an error is the proper end of some programs: one overflows the stack
            return


def seconds(action: Callable[[], object]) -> float:
    """Returns the seconds that an action takes by CLOCK, with the garbage collector off."""
    gc.collect()
    gc.disable()
    try:
        started = CLOCK()
        action()
        return CLOCK() - started
    finally:
        gc.enable()


def runs_of(pair: Pair) -> tuple[TimedRun, TimedRun]:
    """Returns the listing and the port of a pair, ready to be timed.

    Both run once before, to learn the frames of their presses. Raises PortFailed if the port fails; so does a
    later run of the port. That it differs from its listing does not matter here.
    """
    listing, script = pair.listing, pair.script
    recording = record(listing, SEED, script, patience=pair.patience)
    run = replay(recording, pair.port)
    if run.end.is_standstill:
        raise port_failure(pair, run.end.file, run.end.line, run.end.reason.value)
    # the port ended with an error that the console does not have
    if run.end.number == NO_CONSOLE_ERROR:
        raise port_failure(pair, run.end.file, run.end.line, run.end.error)

    # a program that ended by itself has spare frames to do so again; one that was cut off would use them
    spare = 0 if recording.end.reason.is_cut_off else SPARE_FRAMES
    port = TimedRun(port_of(pair), script, run.schedule, run.machine.frame + spare)
    try:
        # `replay` gave each press when the port read its buttons; in a timed run presses come by frames, and
        # a port that passes no frame while it waits for one would wait for ever
        port.rehearse(pair.patience)
    except Standstill as error:
        raise port_failure(
            pair, *error_place(error), "waits for a press and passes no frame for it"
        ) from error
    return TimedRun(listing.run, script, recording.player.schedule, recording.machine.frame + spare), port


def port_of(pair: Pair) -> MachineFunction:
    """Returns a pair's port, loaded in its first run.

    Calling it raises PortFailed for every error that is not the console's.
    """
    load = cache(pair.port.load)

    def port(machine: Machine) -> None:
        try:
            load()(machine)
        except NoPort as error:
            raise port_failure(pair, "", 0, str(error)) from error
        except (RetromazeError, KeyboardInterrupt, Standstill):
            raise
        except BaseException as error:  # sys.exit() included
            raise port_failure(pair, *error_place(error), error_words(error)) from error

    return port


def port_failure(pair: Pair, file: str, line: int, words: str) -> PortFailed:
    """Returns the error `the port of kruskal fails: kruskal.py:3: SystemExit: 3`.

    A `line` of 0 means that the place is not known; it is left out.
    """
    place = f"{relative(Path(file))}:{line}: " if line else ""
    return PortFailed(f"the port of {pair.name} fails: {place}{words}")


def time_pair(pair: Pair, rounds: int) -> Timing:
    """Times a pair: the quickest of `rounds`, listing and port in turn."""
    listing, port = runs_of(pair)
    # this extra run only counts the statements; its time is not used
    count = statement_count(pair.listing, lambda program: replace(listing, program=program).seconds())
    return Timing(pair.name, *quickest(listing.seconds, port.seconds, rounds), count)


def quickest(listing: Callable[[], float], port: Callable[[], float], rounds: int) -> tuple[float, float]:
    """Returns the least time of each side in `rounds`; in turn, so that a slower computer slows both."""
    times = [(listing(), port()) for _ in range(rounds)]
    return min(each for each, _ in times), min(each for _, each in times)


def geometric_mean(timings: Iterable[Timing]) -> float:
    """Returns the geometric mean of the ratios, which favors neither side."""
    return math.exp(statistics.fmean(math.log(timing.ratio) for timing in timings))


def statement_count(listing: Listing, play: Callable[[MachineFunction], object]) -> int:
    """Returns how many statements a listing runs when `play` runs it once."""
    count = 0

    def on_statement(slot: int, line: int, column: int) -> None:
        nonlocal count
        count += 1

    play(lambda machine: listing.run(machine, on_statement))
    return count


# ---- exercises: a listing beside plain Python


ENDLESS = (1 << 30) - 1
"""A work budget that no exercise uses up, so that no frame passes while it is timed."""


@dataclass(frozen=True)
class TimedExercise:
    """A listing that prints one number, and a Python function that returns it."""

    name: str
    listing: str
    python: Callable[[], int]


ARITHMETIC = """\
S%=0
FOR I%=1 TO 200000
 S%=(S%*3+(I% XOR 21)) MOD 65521
NEXT
PRINT S%
"""


def arithmetic() -> int:
    """Returns the number that the listing ARITHMETIC prints, computed in plain Python."""
    total = 0
    for i in range(1, 200_001):
        total = (total * 3 + (i ^ 21)) % 65521
    return total


TEXT = """\
N=0
FOR I=1 TO 60000
 T$=T$+CHR$(65+I MOD 26)
 IF LEN(T$)>200 THEN T$=MID$(T$,100,101):N=N+INSTR(T$,"Z")
NEXT
PRINT N
"""


def text() -> int:
    """Returns the number that the listing TEXT prints, computed in plain Python."""
    found = 0
    built = ""
    for i in range(1, 60_001):
        built += chr(65 + i % 26)
        if len(built) > 200:
            built = built[100:201]
            found += built.find("Z")
    return found


SORTING = """\
DIM A[2000]
FOR K=1 TO 20
 FOR I=0 TO 1999
  A[I]=(I*7919+K) MOD 20011
 NEXT
 SORT A
NEXT
PRINT A[1000]
"""


def sorting() -> int:
    """Returns the number that the listing SORTING prints, computed in plain Python."""
    numbers = [0] * 2000
    for k in range(1, 21):
        for i in range(2000):
            numbers[i] = (i * 7919 + k) % 20011
        numbers.sort()
    return numbers[1000]


CALLS = """\
PRINT FIB(20)
DEF FIB(N)
 IF N<2 THEN RETURN N
 RETURN FIB(N-1)+FIB(N-2)
END
"""


def calls() -> int:
    """Returns the number that the listing CALLS prints, computed in plain Python."""

    def fib(n: int) -> int:
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(20)


EXERCISES = (
    TimedExercise("arithmetic on % variables", ARITHMETIC, arithmetic),
    TimedExercise("string building", TEXT, text),
    TimedExercise("array sorting", SORTING, sorting),
    TimedExercise("function calls", CALLS, calls),
)


def new_machine() -> Machine:
    return Machine(seed=SEED, budget=ENDLESS)


def time_exercise(exercise: TimedExercise, rounds: int) -> Timing:
    """Times an exercise: the quickest of `rounds`, listing and Python in turn, without making machines."""
    program = Listing(exercise.listing, f"{exercise.name}.bas")

    def listing() -> float:
        machine = new_machine()
        return seconds(lambda: program.run(machine))

    # a first run, which fills the caches, is not timed
    listing()
    count = statement_count(program, lambda play: play(new_machine()))
    times = quickest(listing, lambda: seconds(exercise.python), rounds)
    return Timing(exercise.name, *times, count)


# ---- the computer


ROOT = Path(__file__).resolve().parents[1]
"""The folder of the clone, if the package is run from one."""
PROCESSORS = Path("/proc/cpuinfo")
GIT_SECONDS = 5


def description() -> dict[str, str | int | None]:
    """Describes the computer: Python, system, processors and our own version; None where it is unknown."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "retromaze": installed_version(),
        "revision": revision(),
    }


def processor() -> str | None:
    """Returns the processor's name: from a file on Linux, on other systems from Python's `platform`."""
    if PROCESSORS.exists():
        for line in PROCESSORS.read_text("utf-8", "replace").splitlines():
            key, _, name = line.partition(":")
            if key.strip() == "model name":
                return name.strip()
    return platform.processor() or platform.machine() or None


def revision() -> str | None:
    """Returns the commit of the clone, with `-dirty` added if files were changed since; None if unknown."""
    if not (ROOT / ".git").exists():
        return None
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=GIT_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout.strip() or None
