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
from functools import partial
from typing import Protocol, TextIO

from retromaze.catalogue import CATALOGUE
from retromaze.direct.prompt_words import (
    COMMANDS,
    WORDS,
    NotEdited,
    Resumed,
    RunRequested,
    SessionEnded,
    split_line,
)
from retromaze.display.front_end import LONGEST_LINE, Teletype, never_again, waiting_reason
from retromaze.engine.computer import Computer
from retromaze.engine.direct_mode import LineBroken, Prompt, break_off
from retromaze.engine.slot import Namespace, Slot
from retromaze.error_report import describe, explanation, line_with_caret, with_reason
from retromaze.errors import BasicError, LoadFailed, RetromazeError
from retromaze.language.lexer import lines_of, with_line_feeds
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.machine.sound import missing_sounds_text
from retromaze.runner import error_stopping, run_computer

QUOTED = re.compile(r'"([^"]*)"')


@dataclass(frozen=True, eq=False)
class Suspended:
    """A program stopped by STOP or START: the slots that were running, and their variables."""

    slots: list[tuple[Slot, Namespace]]
    can_continue: bool


class DirectSession:
    """A session with one machine. Ctrl-C presses START, the console's button that stops a program.

    After `limit` frames of a program or line, START is pressed. `failed`: whether an error was shown;
    `last_message` is the last message about a line. `suspended_programs` were stopped and wait for CONT,
    which continues the last of them. `last_error` is the last error of a program, for LIST ERR. `show_window`
    opens a closed window again, and returns whether it did.
    `start_pressed`: whether START was pressed and `stop_if_start_pressed` has not yet stopped the program.
    `_line_is_typed`: whether a line is being typed, at the prompt or for INPUT. `_stopped_in_input`: whether
    START was pressed during INPUT, after which CONT is not possible. `_begin_frame` is the frame in which the
    present program or line began or was continued.
    """

    def __init__(self, machine: Machine, front: PromptFrontEnd, *, limit: int | None = None) -> None:
        self.machine = machine
        self.front = front
        self.limit = limit
        self.computer = Computer(machine, library=True)
        self.computer.on_suspend = self.prompt_while_suspended
        machine.on_frame = self.frame_passed
        machine.yield_every(machine.budget, self.stop_if_start_pressed)
        machine.input.ask = self.ask
        self.teletype = Teletype(machine, front.write, front.clear_text)
        commands: dict[str, Callable[..., None]] = {
            name: partial(each.function, self) for name, each in COMMANDS.items()
        }
        self.prompt = Prompt(self.computer, commands)
        self.suspended_programs: list[Suspended] = []
        self.last_error: BasicError | None = None
        self.failed = False
        self.last_message = ""
        self.show_window: Callable[[], bool] = never_again
        self.start_pressed = False
        self._line_is_typed = False
        self._begin_frame = 0
        self._stopped_in_input = False

    # ---- the conversation

    def run_until_exit(self) -> None:
        """Reads and runs lines and programs until EXIT or the end of the input."""
        requested_slot: int | None = None
        with self.start_button():
            while True:
                try:
                    if requested_slot is None:
                        self.read_and_run_lines()
                    else:
                        # cleared before the run, so that an exception leads back to the prompt
                        slot, requested_slot = requested_slot, None
                        self.run_slot(slot)
                except RunRequested as request:
                    requested_slot = request.slot
                except KeyboardInterrupt:
                    # START was pressed twice, or nothing runs yet that CONT could continue.
                    self.say("Break")
                except SessionEnded:
                    return

    def read_and_run_lines(self) -> None:
        """Reads and runs lines at one prompt; ends only by an exception."""
        while True:
            line = self.next_line()
            if line.strip():
                self.run_line(line)

    def next_line(self) -> str:
        """Returns the next typed line; "" after Ctrl-C. Raises SessionEnded at the end of the input."""
        self._line_is_typed, self.start_pressed = True, False
        try:
            return self.front.read()
        except KeyboardInterrupt:
            return ""
        except EOFError:
            raise SessionEnded from None
        finally:
            self._line_is_typed = self.start_pressed = False

    def run_line(self, line: str) -> None:
        """Runs a typed line, then the command such as LIST that reads its rest, and reports the error."""
        statements, command = split_line(line)
        self.start_frame_count()
        try:
            error = error_stopping(self.computer, lambda: self.prompt.run(statements), statements)
            if error is None and command is not None:
                error = error_stopping(self.computer, lambda: command(self))
            self.report_result(error, line)
        except LineBroken:
            self.say("Break")
            return
        except (RetromazeError, OSError):  # what RUN, CONT and EXIT raise, and a closed terminal
            raise
        except Exception as defect:
            # A defect of ours must not end the session, or the user would lose an unsaved program.
            self.failed = True
            self.say(f"a defect of retromaze: {type(defect).__name__}: {defect}\nThe program is still there.")
            return
        if isinstance(error, LoadFailed):
            # the file's name follows the last colon: `TXT:NAME`
            names = (each.rpartition(":")[2].lower() for each in QUOTED.findall(line))
            if name := next((each for each in names if each in CATALOGUE), None):
                self.say(f"{name} is no file but a program of ours: retromaze direct {name} loads it")

    def run_slot(self, slot: int) -> None:
        """Runs the program of a slot from its start, as RUN does. Unverified: that it clears ERRNUM."""
        # RUN clears the variables, also for the lines that follow
        self.prompt.forget(slot)
        self.computer.error_number = self.computer.error_line = self.computer.error_slot = 0
        self.start_frame_count()
        self.report_result(run_computer(self.computer, slot))

    def start_frame_count(self) -> None:
        """Counts the frames of a program or line, for `limit`, from now on; drops the last message."""
        self.last_message = ""
        self._begin_frame = self.machine.frame
        # an unattended program that waits in vain is found by these counts
        self.machine.idle_frames = self.machine.still_frames = self.machine.still_waits = 0

    def report_result(self, error: BasicError | None, line: str = "") -> None:
        """Shows a program's error, or that of the typed `line`, and which of its sounds are not simulated.

        `error` is None if it ended without one.
        """
        self.teletype.show_pending_screens()
        self.teletype.end_line()
        sound = self.machine.sound
        # without a user they are told once, at the end of the session
        if sound.unheard and not self.front.is_unattended:
            self.say(missing_sounds_text(sound))
            sound.unheard.clear()
        if error is None:
            return
        self.failed = True
        # an error without a line is one of the typed line
        if error.line:
            self.last_error = error
            self.say(describe(error))
        else:
            self.say("\n".join(self.typed_error_lines(error, line)))

    def typed_error_lines(self, error: BasicError, line: str) -> list[str]:
        """Returns the message for an error of a typed line: wording, place with a caret, and hints."""
        program = self.computer.slots[self.computer.slot].source
        number, column, hints = explanation(error, line, program, WORDS)
        # a pasted line may have several
        lines = line.split("\n")
        text = lines[number - 1] if number else ""
        # no caret at the beginning of a single line, which is right above
        has_caret = number and (len(lines) > 1 or text[: column - 1].strip())
        place = line_with_caret(text, column) if has_caret else []
        return [with_reason(error.wording, error), *place, *hints]

    def say(self, text: str) -> None:
        """Shows a message of ours on lines of its own."""
        self.teletype.show_pending_screens()
        self.teletype.end_line()
        # the window's bar has room for one line
        self.last_message = text.partition("\n")[0]
        self.teletype.show(text + "\n")

    # ---- stopping and going on

    def prompt_while_suspended(self, slot: int, line: int) -> None:
        """Shows a prompt until CONT; called when STOP or START has stopped a program at that line."""
        self.say(f"Break on {slot}:{line}")
        computer = self.computer
        running, current_slot = computer.running, computer.slot
        # for the prompt no slot runs, so that LOAD, EDIT and PRGEDIT may change all of them
        computer.running = []
        # the variables are noted, because CONT is not possible if they were replaced
        slots = [(computer.slots[each], computer.slots[each].namespace) for each in running]
        self.suspended_programs.append(Suspended(slots, can_continue=not self._stopped_in_input))
        self._stopped_in_input = False
        try:
            self.read_and_run_lines()
        except Resumed:
            self.start_frame_count()
        finally:
            self.suspended_programs.pop()
            computer.running, computer.slot = running, current_slot

    @property
    def can_continue(self) -> bool:
        """Whether CONT is possible: a program is suspended, and it and its variables were not replaced."""
        if not self.suspended_programs or not self.suspended_programs[-1].can_continue:
            return False
        # LOAD, EDIT and NEW make a new slot, CLEAR and RUN a new namespace
        return all(
            self.computer.slots[slot.number] is slot and slot.namespace is namespace
            for slot, namespace in self.suspended_programs[-1].slots
        )

    @contextmanager
    def start_button(self) -> Iterator[None]:
        """Makes Ctrl-C press START while it is active, if there is a user."""
        # only the main thread can handle signals
        if self.front.is_unattended or threading.current_thread() is not threading.main_thread():
            yield
            return
        former = signal.signal(signal.SIGINT, self.press_start)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, former)

    def press_start(self, *_: object) -> None:
        """Notes that START was pressed; it takes effect at the end of the frame or while compiling.

        Raises KeyboardInterrupt while a line is typed, and if START was pressed before without effect yet.
        """
        self.teletype.at_line_start = False  # the terminal has shown ^C
        if self._line_is_typed or self.start_pressed:
            self.start_pressed = False
            raise KeyboardInterrupt
        self.start_pressed = True

    def frame_passed(self, machine: Machine) -> None:
        """Called after each frame: shows it, and presses START at `limit`.

        START is also pressed if the program waits for a button that nobody can press. Raises as
        `stop_if_start_pressed`.
        """
        self.front.frame_passed()
        is_at_limit = self.limit is not None and machine.frame - self._begin_frame >= self.limit
        waits_in_vain = self.front.is_unattended and waiting_reason(machine)
        if is_at_limit or waits_in_vain:
            self.start_pressed = True
        self.stop_if_start_pressed()

    def stop_if_start_pressed(self, *_: object) -> None:
        """Stops the running program or line if START was pressed.

        It is also called within long frames and while a program is compiled. Raises LineBroken,
        KeyboardInterrupt if nothing runs that could go on, and what the prompt raises.
        """
        if not self.start_pressed:
            return
        self.start_pressed = False
        if not break_off(self.computer):
            raise KeyboardInterrupt

    def listen(self, record: Callable[[Event], None] | None) -> None:
        """Calls `record` with each of the machine's events; None ends that. Text is shown as before."""
        self.machine.listen(record)
        # the machine has other methods now: the consoles' are wrapped again, and builtins are bound to them
        self.teletype.wrap_consoles()
        self.machine.notify_rewired()

    # ---- INPUT

    def ask(self, guide: str) -> str:
        """Returns the answer to INPUT or LINPUT; the console has printed `guide`, its prompt text."""
        self.teletype.show_pending_screens()
        self._line_is_typed = True
        try:
            # START may have been pressed before the line is read
            if self.start_pressed:
                self.start_pressed = False
                raise KeyboardInterrupt
            answer = self.front.ask()
        except EOFError:
            raise SessionEnded from None
        except KeyboardInterrupt:
            # START was pressed during INPUT; the program cannot be continued after that
            self._stopped_in_input = True
            try:
                # if a program runs, this shows a prompt, which an exception ends, as CONT is impossible
                break_off(self.computer)
            finally:
                self._stopped_in_input = False
            raise LineBroken from None
        finally:
            self._line_is_typed = False
        if self.front.echoes_input:
            self.teletype.skip_echo(answer)
        return answer


# ---- where lines come from


class PromptFrontEnd(Protocol):
    """Where lines are typed and output is shown: a terminal with its window, or files and pipes.

    `is_unattended`: there is no user to press START; then a program that waits for buttons is stopped.
    `echoes_input`: whether lines for INPUT are shown while they are typed.
    """

    is_unattended: bool
    echoes_input: bool

    def read(self) -> str:
        """Returns the next line for the prompt. Raises EOFError at the end, KeyboardInterrupt for Ctrl-C."""

    def ask(self) -> str:
        """Returns the next line for INPUT. Raises EOFError and KeyboardInterrupt as `read` does."""

    def write(self, text: str) -> None:
        """Shows text; line feeds end lines."""

    def clear_text(self) -> None:
        """Clears the shown text at CLS, if that is possible."""

    def edit(self, name: str, text: str, line: int) -> str:
        """Returns the text as the user has edited it, from that line on; `name` is the program's name.

        Raises NotEdited if nothing is to be changed, with the reason unless the user chose so.
        """

    def frame_passed(self) -> None:
        """Called after each frame, a sixtieth of a second of the machine's time."""

    def close(self) -> None:
        """Releases what the front end holds."""


class PipedFrontEnd:
    """A front end that reads lines from a file or pipe; only their output is shown.

    `is_unattended`: there is no user to press START. `echoes_input` is False: the lines are not shown.
    `_waiting` has the lines that were read together and not returned yet.
    """

    is_unattended = True
    echoes_input = False

    def __init__(self, lines: TextIO, output: TextIO) -> None:
        self.lines = lines
        self.output = output
        self._waiting: deque[str] = deque()

    def read(self) -> str:
        return self.ask()

    def ask(self) -> str:
        """Returns the next line of the file or pipe. Raises EOFError at the end."""
        self.output.flush()
        if not self._waiting:
            text = self.lines.readline(LONGEST_LINE)
            if not text:
                raise EOFError
            # a line may have several: carriage returns end lines, too
            self._waiting.extend(lines_of(with_line_feeds(text)))
        return self._waiting.popleft()

    def write(self, text: str) -> None:
        self.output.write(text)

    def clear_text(self) -> None:
        """Does nothing: a pipe cannot be cleared."""

    def edit(self, name: str, text: str, line: int) -> str:
        raise NotEdited("EDIT needs a terminal; PRGEDIT and PRGINS change a program from lines")

    def frame_passed(self) -> None:
        """Does nothing: a run without a user is not slowed down."""

    def close(self) -> None:
        """Does nothing: nothing is held."""
