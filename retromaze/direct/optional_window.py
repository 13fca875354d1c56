"""Handles the window next to the prompt, which the user may close: opens it, passes on its keys, waits."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING

from retromaze.audio.sound_output import PUMP_INTERVAL
from retromaze.display.front_end import Closed, NoDisplay, Restart, require_windows
from retromaze.display.pacer import Speed
from retromaze.errors import Stopped

if TYPE_CHECKING:
    from prompt_toolkit.eventloop.inputhook import InputHookContext

    from retromaze.direct.prompt_window import PromptWindow
    from retromaze.direct.session import DirectSession
    from retromaze.direct.terminal import PromptLine

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
                line.submit("RUN" if isinstance(wish, Restart) else "")

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
