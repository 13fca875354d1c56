"""A session at the prompt: reads lines, runs them, shows results, and keeps stopped programs for CONT.

A program stopped by STOP or START is a Python call that has not returned: the prompt runs nested in it, CONT
returns to it, and RUN unwinds it.
Source: language reference, 4.8, 8.2 and 9.1.
"""

from __future__ import annotations

import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TextIO

from retromaze.catalogue import CATALOGUE
from retromaze.direct.words import COMMANDS, WORDS, Left, NotEdited, RunRequested, split_line
from retromaze.display.front_end import never
from retromaze.display.headless import LONGEST_LINE, Teletype, waiting
from retromaze.engine.computer import Computer
from retromaze.engine.prompt import LineBroken, Prompt, break_off
from retromaze.engine.slot import Namespace, Slot
from retromaze.errors import BasicError, CantContinue, LoadFailed, RetromazeError, Stopped
from retromaze.language.text import lines_of, with_line_feeds
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.report import describe, explanation, pointed_at, silence
from retromaze.runner import run_computer, stopped_by

QUOTED = re.compile(r'"([^"]*)"')


class Continued(Stopped):
    """CONT: the suspended program continues."""


@dataclass(frozen=True, eq=False)
class Suspended:
    """A program that waits: the slots it was running, and what was in them."""

    slots: list[tuple[Slot, Namespace]]
    can_continue: bool


class DirectSession:
    """One conversation with one machine.

    `limit` presses START after so many frames of a program or line; `failed` says whether an error was shown,
    `said` is what was last said about a line. `show_window` brings back a window that was closed, and says
    whether it did. `start_pressed` says that START was pressed and `heed_start` is still to break off.
    """

    def __init__(self, machine: Machine, front: PromptFrontEnd, *, limit: int | None = None) -> None:
        self.machine = machine
        self.front = front
        self.limit = limit
        self.computer = Computer(machine, library=True)
        self.computer.on_suspend = self.suspended
        machine.on_frame = self.frame_passed
        machine.yield_every(machine.budget, self.on_yield)
        machine.input.ask = self.ask
        self.teletype = Teletype(machine, front.write, front.wipe)
        commands = {name: each.bound(self) for name, each in COMMANDS.items()}
        self.prompt = Prompt(self.computer, commands)
        self.waiting: list[Suspended] = []
        self.last_error: BasicError | None = None
        self.failed = False
        self.said = ""
        self.show_window: Callable[[], bool] = never
        self.start_pressed = False
        self._listening = False
        self._last_frame = 0
        self._in_input = False

    # ---- the conversation

    def talk(self) -> None:
        """Reads and runs lines until there are no more."""
        wanted: int | None = None
        with self.start_button():
            while True:
                try:
                    if wanted is None:
                        self.converse()
                    else:
                        slot, wanted = wanted, None
                        self.run(slot)
                except RunRequested as request:
                    wanted = request.slot
                except KeyboardInterrupt:
                    # START was pressed twice, or there is nothing yet that could go on.
                    self.say("Break")
                except Left:
                    return

    def converse(self) -> None:
        """Lines at one prompt; ends only by what it raises."""
        while True:
            line = self.next_line()
            if line.strip():
                self.enter(line)

    def next_line(self) -> str:
        self._listening, self.start_pressed = True, False
        try:
            return self.front.read()
        except KeyboardInterrupt:
            return ""
        except EOFError:
            raise Left from None
        finally:
            self._listening = False
            self.start_pressed = False

    def enter(self, line: str) -> None:
        """Runs a line that was typed, and reports its error."""
        statements, command = split_line(line)
        self.begin()
        try:
            error = stopped_by(self.computer, lambda: self.prompt.run(statements), statements)
            if error is None and command is not None:
                error = stopped_by(self.computer, lambda: command(self))
        except LineBroken:
            self.say("Break")
            return
        except (RetromazeError, OSError):
            raise
        except Exception as defect:
            # of ours: it must not take the program along that nobody has saved yet
            self.failed = True
            self.say(f"a defect of retromaze: {type(defect).__name__}: {defect}\nThe program is still there.")
            return
        self.finish(error, line)
        if isinstance(error, LoadFailed):
            for name in (each.rpartition(":")[2].lower() for each in QUOTED.findall(line)):
                if name in CATALOGUE:
                    self.say(f"{name} is no file but a program of ours: retromaze direct {name} loads it")
                    break

    def run(self, slot: int) -> None:
        """RUN: the program of a slot from its start. Unverified: that it clears ERRNUM."""
        self.prompt.forget(slot)
        self.computer.error_number = self.computer.error_line = self.computer.error_slot = 0
        self.begin()
        self.finish(run_computer(self.computer, slot))

    def begin(self) -> None:
        """Marks the start of a program or line, or of its continuation: its frames are counted from here."""
        self.said = ""
        self._last_frame = self.machine.frame
        self.machine.idle_frames = self.machine.still_frames = self.machine.still_waits = 0

    def finish(self, error: BasicError | None, line: str = "") -> None:
        """Ends a program or a line: shows its error, and to a user which sounds are not simulated."""
        self.teletype.rest()
        self.teletype.end_line()
        sound = self.machine.sound
        if sound.unheard and not self.front.alone:
            self.say(silence(sound))
            sound.unheard.clear()
        if error is None:
            return
        self.failed = True
        if not error.line:
            program = self.computer.slots[self.computer.slot].source
            # at the beginning of the line there is nothing to point out
            points = bool(line[: max(error.column - 1, 0)].strip())
            place = pointed_at(line, error.column) if points else []
            self.say(
                "\n".join([error.told(error.wording), *place, *explanation(error, line, program, WORDS)])
            )
            return
        self.last_error = error
        self.say(describe(error))

    def say(self, text: str) -> None:
        """Shows lines of our own."""
        self.teletype.rest()
        self.teletype.end_line()
        self.said = text.partition("\n")[0]
        self.teletype.show(text + "\n")

    # ---- stopping and going on

    def suspended(self, slot: int, line: int) -> None:
        """STOP or START: a prompt until CONT."""
        self.say(f"Break on {slot}:{line}")
        computer = self.computer
        running, computer.running, current = computer.running, [], computer.slot
        slots = [(computer.slots[each], computer.slots[each].namespace) for each in running]
        self.waiting.append(Suspended(slots, not self._in_input))
        self._in_input = False
        try:
            self.converse()
        except Continued:
            self.begin()
        finally:
            self.waiting.pop()
            computer.running, computer.slot = running, current

    def continue_(self) -> None:
        """CONT; raises CantContinue where nothing waits, or its program or variables have been changed."""
        if not self.waiting or not self.waiting[-1].can_continue:
            raise CantContinue
        for slot, namespace in self.waiting[-1].slots:
            if self.computer.slots[slot.number] is not slot or slot.namespace is not namespace:
                raise CantContinue
        raise Continued

    @contextmanager
    def start_button(self) -> Iterator[None]:
        """Ctrl-C is START, where somebody is there to press it."""
        if self.front.alone or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self.press_start)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def press_start(self, *_: object) -> None:
        """START is seen when the frame ends, or while a program is compiled.

        Raises KeyboardInterrupt where a line is typed, and when it is pressed again before that.
        """
        self.teletype.at_line_start = False  # the terminal has shown ^C
        if self._listening or self.start_pressed:
            self.start_pressed = False
            raise KeyboardInterrupt
        self.start_pressed = True

    def frame_passed(self, machine: Machine) -> None:
        self.front.frame_passed()
        over = self.limit is not None and machine.frame - self._last_frame >= self.limit
        nobody = self.front.alone and waiting(machine)
        if over or nobody:
            self.start_pressed = True
        self.heed_start()

    def on_yield(self, machine: Machine) -> None:
        """A part of a frame is over, or a program is being compiled; raises as `heed_start`."""
        self.heed_start()

    def heed_start(self) -> None:
        """Breaks off what runs if START was pressed.

        Raises LineBroken, KeyboardInterrupt where nothing runs that could wait, and what the prompt raises.
        """
        if not self.start_pressed:
            return
        self.start_pressed = False
        if not break_off(self.computer):
            raise KeyboardInterrupt

    def listen(self, record: Callable[[Event], None] | None) -> None:
        """Calls `record` with each of the machine's events; None ends it. Printing is seen as before."""
        self.machine.listen(record)
        self.teletype.watch()
        self.machine.rewired()

    # ---- INPUT

    def ask(self, guide: str) -> str:
        """Returns the answer to INPUT or LINPUT, whose guide the console has printed."""
        self.teletype.rest()
        self._listening = True
        try:
            # START counts from the moment the guide is seen
            if self.start_pressed:
                self.start_pressed = False
                raise KeyboardInterrupt
            answer = self.front.ask()
        except EOFError:
            raise Left from None
        except KeyboardInterrupt:
            # START while something is typed for INPUT: the program cannot go on after that
            self._in_input = True
            try:
                break_off(self.computer)
            finally:
                self._in_input = False
            raise LineBroken from None
        finally:
            self._listening = False
        if self.front.echoes:
            self.teletype.expect(answer)
        return answer


# ---- where lines come from


class PromptFrontEnd(Protocol):
    """The place where lines are typed and output is shown.

    `alone` says that nobody is there to press START: a program that waits for buttons is stopped then.
    `echoes` says that what is typed for INPUT is seen as it is typed.
    """

    alone: bool
    echoes: bool

    def read(self) -> str:
        """The next line for the prompt. Raises EOFError at the end, KeyboardInterrupt for one given up."""

    def ask(self) -> str:
        """Returns the next line for INPUT. Raises EOFError and KeyboardInterrupt likewise."""

    def write(self, text: str) -> None:
        """Shows text; line feeds end lines."""

    def wipe(self) -> None:
        """CLS: what has been shown is cleared away, where that can be done."""

    def edit(self, name: str, text: str, line: int) -> str:
        """The text as the user has changed it, beginning at that line; `name` is what the program is called.

        Raises NotEdited where nothing is to be changed, with the reason unless the user chose so.
        """

    def frame_passed(self) -> None:
        """A sixtieth of a second of the machine's time is over."""

    def close(self) -> None:
        """Gives back what the front holds."""


class Piped:
    """Lines of a file or pipe; only what they print is shown, so that sessions can be scripted."""

    alone = True
    echoes = False

    def __init__(self, lines: TextIO, output: TextIO) -> None:
        self.lines = lines
        self.output = output
        self._waiting: deque[str] = deque()

    def read(self) -> str:
        return self.ask()

    def ask(self) -> str:
        self.output.flush()
        if not self._waiting:
            read = self.lines.readline(LONGEST_LINE)
            if not read:
                raise EOFError
            self._waiting.extend(lines_of(with_line_feeds(read)))
        return self._waiting.popleft()

    def write(self, text: str) -> None:
        self.output.write(text)

    def wipe(self) -> None:
        """Does nothing: a pipe cannot be cleared."""

    def edit(self, name: str, text: str, line: int) -> str:
        raise NotEdited("EDIT needs a terminal; PRGEDIT and PRGINS change a program from lines")

    def frame_passed(self) -> None:
        """Nobody watches: time is not waited for."""

    def close(self) -> None:
        """There is nothing to give back."""
