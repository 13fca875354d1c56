"""The window beside the prompt, which the user may close: shows the machine while lines are typed and run."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING

import pygame

from retromaze.audio.sound_output import PUMP_INTERVAL
from retromaze.direct.prompt_words import RunRequested
from retromaze.display.front_end import Closed, NoDisplay, RestartRequest, require_windows
from retromaze.display.pacer import CONSOLE_PACE, Speed
from retromaze.display.window import KEY_REPEAT, Window
from retromaze.display.window_keys import lines_beside_prompt
from retromaze.errors import Stopped
from retromaze.machine.machine import FRAMES_PER_SECOND, Machine

if TYPE_CHECKING:
    from prompt_toolkit.eventloop.inputhook import InputHookContext

    from retromaze.direct.session import DirectSession
    from retromaze.direct.terminal import PromptLine
    from retromaze.machine.events import Event


TITLE = "DIRECT"
PROMPT_KEYS = {
    pygame.K_RETURN: "c-m",
    pygame.K_KP_ENTER: "c-m",
    pygame.K_BACKSPACE: "c-h",
    pygame.K_TAB: "c-i",
    pygame.K_DELETE: "delete",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_HOME: "home",
    pygame.K_END: "end",
}
"""Keys that edit the prompt's line, with their names in prompt_toolkit."""

KeyHandler = Callable[[str], None]
"""Called with each key that is typed in the window: a character, or a name of PROMPT_KEYS."""


class PromptWindow(Window):
    """A window for a session: it paces programs, and handles keys while the prompt waits.

    `clock` (seconds) and `sleep` are of the user's time. Keys that would run a listing again give RUN here;
    closing the window leaves the prompt open. `_on_key` is called with keys while the prompt waits, and is
    None while a program runs. Raises NoDisplay.
    """

    def __init__(
        self,
        session: DirectSession,
        *,
        speed: Speed,
        muted: bool = False,
        sleep: Callable[[float], None],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(TITLE, speed=speed, muted=muted, clock=clock, sleep=sleep)
        self.is_open = True
        self.help_lines = lines_beside_prompt()
        self._session = session
        self._computer = session.computer
        # Programs that are compiled from now on can be followed by statements.
        session.computer.traced = True
        self._on_key: KeyHandler | None = None
        self._time = IdleTime(session.machine, clock, self._play_sounds)
        self._sound.attach(session.machine)
        self._register_callbacks(session.machine)

    def _listen_for_draws(self, machine: Machine, callback: Callable[[Event], None] | None) -> None:
        """Calls `callback` with each of the machine's events, and keeps the session showing its text."""
        self._session.listen(callback)

    def close(self) -> None:
        """Takes the window off the screen; programs run on without it."""
        if self.is_open:
            self.is_open = False
            # the machine calls the session again in place of the window
            session = self._session
            session.listen(None)
            session.machine.yield_every(session.machine.budget, session.stop_if_start_pressed)
            session.computer.on_statement = None
            session.computer.traced = False
            super().close()

    # --- while something runs ---

    def _wait(self, machine: Machine, seconds_left: Callable[[], float]) -> None:
        """Waits as Window does; then stops the program if START was pressed."""
        with self.handling_window_requests():
            super()._wait(machine, seconds_left)
        self._session.stop_if_start_pressed()

    @contextmanager
    def handling_window_requests(self) -> Iterator[None]:
        """Translates what the window raises inside the `with`: Restart to RUN, Closed to closing the window.

        Any other Stopped presses START.
        """
        try:
            yield
        except RestartRequest:
            raise RunRequested(0) from None
        except Closed:
            self.close()
        except Stopped:
            # A pause that still held after CONT would look like a program that hangs.
            self.pacer.play()
            self._session.start_pressed = True

    def _handle_events(self, machine: Machine) -> None:
        """Handles the window's events. Raises Stopped if START was pressed in the window or terminal."""
        super()._handle_events(machine)
        if self._session.start_pressed:
            raise Stopped("START was pressed")

    # --- while the prompt waits ---

    @contextmanager
    def keys_sent_to(self, on_key: KeyHandler) -> Iterator[None]:
        """Calls `on_key` with each key typed in the window during the block.

        Then held keys repeat, and no button of the console is held.
        """
        self._on_key = on_key
        self._sound.start_clock()
        self._controls.release_all()
        pygame.key.set_repeat(*KEY_REPEAT)
        self._time.restart()
        try:
            yield
        finally:
            self._on_key = None
            # a window that was closed meanwhile has no keys
            if self.is_open:
                pygame.key.set_repeat()
                self.pacer.restart()

    @property
    def is_moving(self) -> bool:
        """Whether something moves on the screen while the prompt waits; not if a program waits for CONT."""
        return not self._session.can_continue and is_animated(self._session.machine)

    def show_while_waiting(self, line: str) -> None:
        """Lets sound go on, takes keys, and shows the screen with the line being typed below it.

        It is called often while the prompt waits, and passes frames only while `is_moving`. Raises Restart
        for a run, Closed, and Stopped for START.
        """
        machine = self._session.machine
        if self.is_moving:
            self._time.pass_frames()
            self._sound.pump()
        else:
            self._time.restart()
            if is_playing(machine):
                self._sound.fade_out()  # a tune is silent while the machine's time stands still
            else:
                # the rest of short sounds; no frame of the machine passes for it
                self._sound.play_due_frames(lambda: machine.frame + 1)
        self._needs_redraw = machine.poll_changes() or self._needs_redraw
        self._set_bar(line)
        self._handle_events(machine)
        self._present(machine)

    @property
    def is_sounding(self) -> bool:
        return self._sound.is_playing

    def _play_sounds(self, machine: Machine) -> None:
        """Plays the sounds of a frame that has passed while the prompt waits."""
        self._sound.play_frame(machine.frame, CONSOLE_PACE.frame_interval)

    def _press(self, key: int, machine: Machine) -> None:
        """Handles a key: as a button of the program, or while the prompt waits, as an edit of its line."""
        if self._on_key is None:
            super()._press(key, machine)
        elif key in PROMPT_KEYS:
            self._on_key(PROMPT_KEYS[key])

    def _type_text(self, text: str, machine: Machine) -> None:
        """Types characters for the program, its INPUT (`_editor`) or, while the prompt waits, its line."""
        if self._on_key is None or self._editor is not None:
            super()._type_text(text, machine)
            return
        for character in text:
            self._on_key(character)

    def _run_state(self) -> str:
        """Returns what the bar says of the machine: while the prompt waits, OK as on the console."""
        return super()._run_state() if self._on_key is None or self._editor is not None else "OK"


# ---- the machine's time while the prompt waits


MOST_FRAMES_AT_ONCE = 6
"""The most frames that pass at once after a delay, so that moving things do not jump."""


class IdleTime:
    """Lets frames pass at the console's pace while no program runs; `on_frame` is called after each frame.

    `clock` is the user's time in seconds.
    """

    def __init__(
        self, machine: Machine, clock: Callable[[], float], on_frame: Callable[[Machine], None]
    ) -> None:
        self._machine = machine
        self._on_frame = on_frame
        self._clock = clock
        self._passed_at = clock()

    def restart(self) -> None:
        """Begins to count now; the time before passes no frames."""
        self._passed_at = self._clock()

    def pass_frames(self) -> None:
        """Lets the frames pass that are due since the last call, at most MOST_FRAMES_AT_ONCE."""
        machine, now = self._machine, self._clock()
        # `_passed_at` is the time at which the last frame was due
        due = int((now - self._passed_at) * FRAMES_PER_SECOND)
        # after a long delay the frames beyond MOST_FRAMES_AT_ONCE are left out, not caught up
        self._passed_at = now if due > MOST_FRAMES_AT_ONCE else self._passed_at + due / FRAMES_PER_SECOND
        # these frames must not reach the front end, which paces programs
        front_end, machine.on_frame = machine.on_frame, self._on_frame
        try:
            for _ in range(min(due, MOST_FRAMES_AT_ONCE)):
                # the movement may end within these frames
                if is_animated(machine):
                    machine.pass_frame()
        finally:
            machine.on_frame = front_end


def is_animated(machine: Machine) -> bool:
    """Whether a frame would move a sprite, a layer or a fade, or a tune that plays."""
    for screen in machine.screens:
        animated = [sprite for _, sprite in screen.sprites.all_used()] + screen.backgrounds.all()
        if screen.fade.moving or any(each.animations.any_running for each in animated):
            return True
    return is_playing(machine)


def is_playing(machine: Machine) -> bool:
    """Whether a tune plays that is not halted."""
    return any(track.playing and not track.halted for track in machine.sound.tracks)


# ---- a window that the user may close


CHECK_INTERVAL = 1 / 25
"""Seconds between two checks of the window while the prompt waits, so that the processor rests."""
MOVING_CHECK_INTERVAL = 1 / 60
"""Seconds between two checks while something on the screen moves."""
QUICK_CHECK_INTERVAL = 1 / 100
"""Seconds between two checks on Windows, where a key in the terminal does not end the sleep."""


class TypedInTerminal(Stopped):
    """Raised to stop waiting for the window, because a line was typed in the terminal."""


class OptionalWindow:
    """The window of a terminal's prompt; its methods do nothing if none is open.

    `_window` is the window opened last, None before the first; it may have been closed. `_line` is the line
    of the prompt that gets the window's keys, None while no line is typed. `_sleep` is the window's sleep;
    during INPUT it raises TypedInTerminal as soon as a line is typed in the terminal.
    """

    def __init__(self, session: DirectSession, speed: Speed, *, muted: bool = False) -> None:
        self._session = session
        self._speed, self._muted = speed, muted
        self._window: PromptWindow | None = None
        self._sleep: Callable[[float], None] = time.sleep
        self._line: PromptLine | None = None

    @property
    def window(self) -> PromptWindow | None:
        """The window if one is open."""
        return self._window if self._window is not None and self._window.is_open else None

    @property
    def was_closed(self) -> bool:
        return self._window is not None and not self._window.is_open

    def open(self) -> bool:
        """Opens a window unless one is open; returns whether it was opened now. Raises NoDisplay."""
        if self.window is not None:
            return False
        require_windows()
        from retromaze.direct.prompt_window import PromptWindow

        self._window = PromptWindow(
            self._session,
            speed=self._speed,
            muted=self._muted,
            sleep=lambda seconds: self._sleep(seconds),  # noqa: PLW0108 - _sleep is another one during INPUT
        )
        return True

    def reopen(self) -> bool:
        """Opens a window if one can be shown and none is open; returns whether it was opened now."""
        try:
            return self.open()
        except NoDisplay:
            return False

    def close(self) -> None:
        if self.window is not None:
            self.window.close()

    def frame_passed(self) -> bool:
        """Shows the frame and waits until the next is due; False if there is no window to do so."""
        if self.window is None:
            return False
        self.window.show(self._session.machine)
        return True

    # --- waiting ---

    @contextmanager
    def keys_sent_to(self, line: PromptLine | None) -> Iterator[None]:
        """Sends keys typed in the window to a line of the prompt while active; with None they are dropped."""
        self._line = line
        try:
            on_key = line.type if line else lambda key: None
            with self.window.keys_sent_to(on_key) if self.window else nullcontext():
                yield
        finally:
            self._line = None

    def wait(self, waiting: InputHookContext) -> None:
        """Handles the window's events until the prompt has input; prompt_toolkit calls it while it waits."""
        while self.window is not None and not waiting.input_is_ready():
            self._handle_events(self.window)
            # sounds and movement need the next look sooner; the window may have been closed just now
            patience = CHECK_INTERVAL
            if self.window is not None and self.window.is_sounding:
                patience = PUMP_INTERVAL
            elif self.window is not None and self.window.is_moving:
                patience = MOVING_CHECK_INTERVAL
            sleep_until_readable(waiting.fileno(), patience)

    def _handle_events(self, window: PromptWindow) -> None:
        """Shows the window and handles its events once: keys, closing, RUN, and START as an empty line.

        RUN and START replace the line of the prompt, if one is being typed; otherwise they are ignored.
        """
        line = self._line
        try:
            window.show_while_waiting((line and line.text) or self._session.last_message)
        except Closed:
            window.close()
            # the prompt's bar says how to open the window again
            if line:
                line.refresh()
        except Stopped as wish:
            if line:
                # START, any other Stopped, cancels the typed line
                line.submit("RUN" if isinstance(wish, RestartRequest) else "")

    def ask(self) -> str | None:
        """Returns a line for INPUT that was typed in the window.

        None as soon as a line was typed in the terminal, or without a window. Raises KeyboardInterrupt for
        START, and RunRequested.
        """
        window = self.window
        if window is None:
            return None
        # it stays None if the block is left early: by a line in the terminal, START, or closing the window
        answer = None
        with window.handling_window_requests(), suppress(TypedInTerminal):
            self._sleep = sleep_unless_typed
            try:
                answer = window.ask(self._session.machine)
            finally:
                self._sleep = time.sleep
        if self._session.start_pressed:
            raise KeyboardInterrupt
        return answer

    def idle(self) -> None:
        """Handles the window's events while another program, an editor, uses the terminal.

        It is called again and again until that program ends, so it sleeps even without a window. The caller
        drops the keys that were pressed in the window.
        """
        time.sleep(CHECK_INTERVAL)
        if self.window is not None:
            self._handle_events(self.window)


def sleep_unless_typed(seconds: float) -> None:
    """Sleeps for this time. Raises TypedInTerminal as soon as a line is typed in the terminal."""
    if is_typed_within(seconds):
        raise TypedInTerminal


def is_typed_within(seconds: float) -> bool:
    """Whether a line is typed in the terminal within this time; on Windows, whether a key is pressed.

    On Windows the window then stands still until the line is complete, because reading it blocks Python.
    """
    if sys.platform != "win32":
        return bool(select.select([sys.stdin], [], [], seconds)[0])
    import msvcrt

    time.sleep(seconds)
    return msvcrt.kbhit()


def sleep_until_readable(file: int, seconds: float) -> None:
    """Sleeps until the file can be read, or for this time at most."""
    if sys.platform == "win32":
        time.sleep(min(QUICK_CHECK_INTERVAL, seconds))
    else:
        select.select([file], [], [], seconds)
