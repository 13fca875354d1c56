"""The window: shows the upper screen, paces the run, hands keys to the console; only it imports pygame."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pygame

from retromaze.display.front import INVISIBLE_DRIVERS, NoDisplay, Restart, missing_display, never
from retromaze.display.keys import (
    ACTION_KEYS,
    BUTTON_KEYS,
    CONTROL_KEYS,
    Action,
)
from retromaze.display.line_editor import LineEditor
from retromaze.display.overlay import draw_entry, draw_help
from retromaze.display.pictures import HEIGHT, WIDTH, free_path, little_endian, save_png
from retromaze.display.speeds import CONSOLE_PACE, FRAMES_A_SECOND, Speed, Unit
from retromaze.display.stride import Stride
from retromaze.errors import BasicError, Stopped
from retromaze.machine.input import Buttons

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

Meaning = TypeVar("Meaning")

SHOW_INTERVAL = 1 / FRAMES_A_SECOND
# Seconds: often enough that no key feels late, rarely enough that full speed stays full.
LOOK_INTERVAL = 1 / 120
NOTICE_SECONDS = 4.0
KEY_REPEAT = (400, 40)
LARGEST_FIRST_SCALE = 4
DESKTOP_SHARE = 0.8
CONTROL = pygame.KMOD_CTRL | pygame.KMOD_META
# Windows reports AltGr as Alt with Ctrl; AltGr types characters and commands nothing.
ALTERNATE = pygame.KMOD_ALT | pygame.KMOD_MODE
REDRAWN_BY = frozenset({pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED})
MODIFIERS = frozenset(
    {
        *(pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LALT, pygame.K_RALT),
        *(pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCK, pygame.K_MODE),
    }
)
TYPED = {pygame.K_RETURN: "\r", pygame.K_KP_ENTER: "\r", pygame.K_BACKSPACE: "\b"}


def by_code(names: dict[str, Meaning]) -> dict[int, Meaning]:
    """The same table with pygame's key numbers for the names."""
    return {getattr(pygame, f"K_{name}"): meaning for name, meaning in names.items()}


BUTTON_CODES = by_code(BUTTON_KEYS)
ACTION_CODES = by_code(ACTION_KEYS)
CONTROL_CODES = by_code(CONTROL_KEYS)
EDITING: dict[int, Callable[[LineEditor], None]] = {
    pygame.K_BACKSPACE: LineEditor.backspace,
    pygame.K_DELETE: LineEditor.delete,
    pygame.K_LEFT: LineEditor.left,
    pygame.K_RIGHT: LineEditor.right,
    pygame.K_HOME: LineEditor.home,
    pygame.K_END: LineEditor.end,
}


def placement(width: int, height: int) -> pygame.Rect:
    """Where the picture lies in a window: as large as whole-number scaling allows, in the middle.

    A window smaller than the picture shows its middle.
    """
    scale = max(1, min(width // WIDTH, height // HEIGHT))
    return pygame.Rect(0, 0, WIDTH * scale, HEIGHT * scale).move(
        (width - WIDTH * scale) // 2, (height - HEIGHT * scale) // 2
    )


def first_size() -> tuple[int, int]:
    """The largest whole multiple of the picture, up to four, that leaves some of the desktop free."""
    sizes = pygame.display.get_desktop_sizes()
    width, height = sizes[0] if sizes else (WIDTH, HEIGHT)
    room = min(int(width * DESKTOP_SHARE) // WIDTH, int(height * DESKTOP_SHARE) // HEIGHT)
    scale = max(1, min(room, LARGEST_FIRST_SCALE))
    return WIDTH * scale, HEIGHT * scale


class Window:
    """A window behind a machine's frames, breaths and draws; it outlives restarts of the listing.

    `clock` (seconds) and `sleep` are the user's time; the machine never sees them. `lingers` says whether
    the window stays open once the program has ended. Screenshots go to `folder`.
    Raises NoDisplay if no window can be opened.
    """

    def __init__(
        self,
        title: str,
        *,
        speed: Speed = CONSOLE_PACE,
        folder: Path = Path(),
        lingers: bool = True,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.title = title
        self.folder = folder
        self.lingers = lingers
        self.again: Callable[[], bool] = never
        self.helping = False
        self.stride = Stride(speed, clock)
        self._clock, self._sleep = clock, sleep
        self._held: set[int] = set()
        self._tapped = self._coming = Buttons(0)
        self._told = Buttons(0)
        self._stale = True
        self._shown_at = self._looked_at = -1.0
        self._notice, self._notice_until = "", 0.0
        self._ended: str | None = None
        self._left = False
        self._editor: LineEditor | None = None
        self._prompt, self._entered = "", False
        self._caption = ""
        self._open()

    def _open(self) -> None:
        try:
            pygame.display.init()
            if pygame.display.get_driver() in INVISIBLE_DRIVERS and not missing_display():
                raise NoDisplay("no screen was found")
            pygame.display.set_mode(first_size(), pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise NoDisplay(str(error)) from error
        self._set_caption()

    # --- the run's side ---

    def attach(self, machine: Machine) -> None:
        """Puts the window behind this machine, before its program starts."""
        machine.on_frame = self.show
        machine.input.ask = lambda guide: self.ask(machine, guide)
        self._told = Buttons(0)
        self._ended, self._stale = None, True
        self.stride.restart()
        self._follow(machine)

    def _follow(self, machine: Machine) -> None:
        """Asks to be called as the speed wants it: in the middle of frames, or at draws."""
        machine.breathe(max(1, machine.budget // self.stride.breaths), self.breathe)
        by_draws = self.stride.speed.unit is Unit.DRAW
        machine.listen((lambda event: self.draw(machine)) if by_draws else None)

    def show(self, machine: Machine) -> None:
        """A frame has passed: shows it, then waits until the next is due.

        Raises Stopped when the window was closed or START pressed, Restart for a run from the start.
        """
        self._stale = self._stale or machine.changed
        # The frame that passed has seen these; what is tapped from now on belongs to the next.
        self._tapped = Buttons(0)
        self.stride.arrive()
        self._rest(machine, self.stride.rest_at_frame)
        self._hold(machine)
        self.stride.next_frame()

    def breathe(self, machine: Machine) -> None:
        """Shows the middle of a long frame, and hears keys while a program is compiled; raises as `show`."""
        self._stale = machine.look() or self._stale
        self._rest(machine, self.stride.rest_at_breath)
        self.stride.next_breath()

    def draw(self, machine: Machine) -> None:
        """Shows what a call has drawn, if it has; raises as `show`."""
        if not machine.look():
            return
        self._stale = True
        self.stride.arrive()
        self._rest(machine, self.stride.rest_at_draw)
        self.stride.next_draw()

    def _rest(self, machine: Machine, seconds: Callable[[], float]) -> None:
        """Shows the picture and looks at the keys, which may change it, until so many seconds are over."""
        if self._clock() - self._looked_at >= LOOK_INTERVAL:
            self._look(machine)
        self._present_in_time(machine)
        while (rest := seconds()) > 0:
            self._sleep(min(SHOW_INTERVAL, rest))
            self._look(machine)
            self._present_in_time(machine)

    def finish(self, machine: Machine, error: BasicError | None) -> None:
        """The program has ended: shows what it left until a key is pressed or the window closed."""
        self._stale = True
        self._ended = error.message if error else "ended"
        self._left = not self.lingers
        try:
            self._linger(machine)
        except Restart:
            raise
        except Stopped:
            # There is nothing left to stop.
            return

    def _linger(self, machine: Machine) -> None:
        self._present(machine)
        while not self._left:
            self._sleep(SHOW_INTERVAL)
            self._look(machine)
            self._present(machine)

    def ask(self, machine: Machine, prompt: str) -> str:
        """A line typed by the user, without its end; time stands still. Raises Stopped and Restart."""
        self._editor, self._prompt, self._entered = LineEditor(), prompt, False
        pygame.key.set_repeat(*KEY_REPEAT)
        try:
            while not self._entered:
                self._stale = True
                self._present(machine)
                self._sleep(SHOW_INTERVAL)
                self._look(machine)
            return self._editor.text
        finally:
            pygame.key.set_repeat()
            self._editor, self._stale = None, True
            self.stride.restart()

    def close(self) -> None:
        """Takes the window off the screen."""
        pygame.display.quit()

    # --- showing ---

    def _present_in_time(self, machine: Machine) -> None:
        """Shows the picture unless the run is so quick that sixty a second have been shown."""
        if self.stride.leisurely or self._clock() - self._shown_at >= SHOW_INTERVAL:
            self._present(machine)

    def _present(self, machine: Machine) -> None:
        self._set_caption()
        if not self._stale:
            return
        surface = pygame.display.get_surface()
        if surface is None:
            raise Stopped("the window is gone")
        place = placement(*surface.get_size())
        picture = pygame.image.frombuffer(little_endian(self._composed(machine)), (WIDTH, HEIGHT), "BGRA")
        surface.fill("black")
        surface.blit(pygame.transform.scale(picture.convert(surface), place.size), place)
        pygame.display.flip()
        self._stale, self._shown_at = False, self._clock()

    def _composed(self, machine: Machine) -> array[int]:
        picture = machine.picture()
        if self._editor:
            draw_entry(picture, self._prompt, self._editor)
        if self.helping:
            draw_help(picture)
        return picture

    def _set_caption(self) -> None:
        caption = f"{self.title} - {self._state()} - F1: keys"
        if caption != self._caption:
            self._caption = caption
            pygame.display.set_caption(caption)

    def _state(self) -> str:
        if self._notice and self._clock() < self._notice_until:
            return self._notice
        if self._ended is not None:
            return f"{self._ended}, any key closes"
        if self._editor:
            return "type a line"
        return f"paused, {self.stride.speed}" if self.stride.paused else str(self.stride.speed)

    def _notify(self, notice: str) -> None:
        self._notice, self._notice_until = notice, self._clock() + NOTICE_SECONDS

    # --- keys ---

    def _look(self, machine: Machine) -> None:
        """Handles what has happened since the last look."""
        self._looked_at = self._clock()
        if self.again():
            self._restart()
        for event in pygame.event.get():
            self._handle(event, machine)

    def _hold(self, machine: Machine) -> None:
        """Holds the buttons for the frame that begins; a tap since the last began counts as held."""
        held = self._tapped = self._coming
        self._coming = Buttons(0)
        for key in self._held:
            held |= BUTTON_CODES[key]
        # Only changes are told, so that a scheduled press is not taken back by an untouched keyboard.
        if held != self._told:
            self._told = held
            machine.input.hold(held)

    def _handle(self, event: pygame.event.Event, machine: Machine) -> None:
        if event.type == pygame.QUIT:
            raise Stopped("the window was closed")
        if event.type == pygame.KEYDOWN:
            self._key_down(event.key, event.mod, machine)
        elif event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.TEXTINPUT:
            self._type(event.text, machine)
        elif event.type == pygame.WINDOWFOCUSLOST:
            # No KEYUP comes for a key let go over another window.
            self._held.clear()
        elif event.type in REDRAWN_BY:
            self._stale = True

    def _key_down(self, key: int, modifiers: int, machine: Machine) -> None:
        control = bool(modifiers & CONTROL) and not modifiers & ALTERNATE
        action = (CONTROL_CODES if control else ACTION_CODES).get(key)
        if action:
            self._act(action, machine)
            self._set_caption()
        elif control or key in MODIFIERS:
            return
        elif self._ended is not None:
            self._left = True
        elif self._editor:
            self._edit(self._editor, key)
        else:
            self._press(key, machine)

    def _press(self, key: int, machine: Machine) -> None:
        if key in BUTTON_CODES:
            self._held.add(key)
            self._coming |= BUTTON_CODES[key]
        if key in TYPED:
            machine.input.type(TYPED[key])

    def _edit(self, editor: LineEditor, key: int) -> None:
        if key in EDITING:
            EDITING[key](editor)
        elif TYPED.get(key) == "\r":
            self._entered = True

    def _type(self, text: str, machine: Machine) -> None:
        if self._editor:
            self._editor.insert(text)
        elif self._ended is None:
            # The console's characters have 16 bits.
            machine.input.type("".join(character for character in text if character <= "\uffff"))

    # --- actions ---

    def _act(self, action: Action, machine: Machine) -> None:
        match action:
            case Action.STOP:
                raise Stopped("START was pressed")
            case Action.AGAIN:
                self._restart()
            case Action.HELP | Action.LEAVE:
                self._toggle_help(action)
            case Action.SCREENSHOT:
                self._save(machine)
            case _:
                self.stride.act(action)
                self._follow(machine)

    def _restart(self) -> None:
        self.stride.run()
        self._held.clear()
        raise Restart("run again")

    def _toggle_help(self, action: Action) -> None:
        if action is Action.LEAVE and not self.helping:
            self._left = self._ended is not None
            return
        self.helping = not self.helping
        self._stale = True

    def _save(self, machine: Machine) -> None:
        path = free_path(self.folder, f"{self.title}-{machine.frame:06}")
        try:
            save_png(machine.picture(), path)
        except OSError as error:
            self._notify(f"not saved: {error.strerror or error}")
        else:
            self._notify(f"saved {path.name}")
