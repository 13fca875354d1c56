"""The window: shows the screens, paces the run, saves pictures and recordings, and passes on input."""

from __future__ import annotations

import re
import textwrap
import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from retromaze.audio.sound_output import PUMP_INTERVAL, LiveSound
from retromaze.display.front_end import Closed, FreshSeed, RestartRequest, never_again
from retromaze.display.input_devices import PAD_EVENTS, Controls, by_key_code, switch_on_pads
from retromaze.display.pacer import (
    CONSOLE_PACE,
    DRAWS,
    FULL_SPEED,
    STATEMENTS,
    Pacer,
    PaceUnit,
    Speed,
    faster,
    slower,
)
from retromaze.display.pictures import Album, uses_lower_screen, visible_picture
from retromaze.display.translation import _
from retromaze.display.window_drawing import (
    COLUMNS,
    MARGIN,
    Canvas,
    LineEditor,
    Status,
    bar_picture,
    bar_texts,
    draw_help,
    running_line,
    shape_of_picture,
    widened_tall_screen,
)
from retromaze.display.window_keys import (
    ABOUT_TITLE,
    ACTION_KEYS,
    ALTERNATE_KEYS,
    CONTROL_KEYS,
    GAME_TITLE,
    HELP_LINES,
    HELP_TITLE,
    KEY_NAMES,
    Action,
)
from retromaze.errors import Stopped
from retromaze.language.prologue import opening_comment
from retromaze.machine.input import typeable
from retromaze.machine.machine import FRAMES_PER_SECOND

if TYPE_CHECKING:
    from retromaze.catalogue_entry import Instructions
    from retromaze.engine.computer import Computer
    from retromaze.machine.events import Event
    from retromaze.machine.machine import Machine

SHOW_INTERVAL = 1 / FRAMES_PER_SECOND
"""The least seconds between two pictures at high speed."""
LOOK_INTERVAL = 1 / 120
"""Seconds between two checks for keys: so few that no key feels late, so many that full speed is kept."""
IDLE_INTERVAL = 1 / 25
"""Seconds between two checks while nothing moves; longer, so that the processor rests."""
TITLE_INTERVAL = 1 / 4
"""The least seconds between two updates of the frame's number in the title."""
KEY_REPEAT = (400, 40)
"""Milliseconds until a held key repeats while a line is typed, and between two repeats."""
CONTROL = pygame.KMOD_CTRL | pygame.KMOD_META
# Windows reports AltGr as Alt with Ctrl; AltGr is for typing characters, so it is no Ctrl here.
ALTERNATE = pygame.KMOD_ALT | pygame.KMOD_MODE
REDRAWN_BY = frozenset({pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED})
MODIFIERS = frozenset(
    {
        *(pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LALT, pygame.K_RALT),
        *(pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCK, pygame.K_MODE),
    }
)
TYPED = {pygame.K_RETURN: "\r", pygame.K_KP_ENTER: "\r", pygame.K_BACKSPACE: "\b"}
"""The characters that a program reads for keys without a TEXTINPUT."""
ACTION_CODES = by_key_code(ACTION_KEYS)
CONTROL_CODES = by_key_code(CONTROL_KEYS)
ALTERNATE_CODES = by_key_code(ALTERNATE_KEYS)
SPEED_KEYS = {
    Action.CONSOLE: CONSOLE_PACE,
    Action.FULL: FULL_SPEED,
    Action.DRAWS: DRAWS,
    Action.STATEMENTS: STATEMENTS,
}
EDITING: dict[int, Callable[[LineEditor], None]] = {
    pygame.K_BACKSPACE: LineEditor.backspace,
    pygame.K_DELETE: LineEditor.delete,
    pygame.K_LEFT: LineEditor.left,
    pygame.K_RIGHT: LineEditor.right,
    pygame.K_HOME: LineEditor.home,
    pygame.K_END: LineEditor.end,
}

SOUNDING = re.compile(r"\b(BEEP|BGMPLAY)\b", re.IGNORECASE)
"""Words in a listing that make the window open its sound before the start."""
CLOSING = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER})
"""The keys, besides that of Action.LEAVE, that close the window after the end of the program."""
NO_CLOSE_SECONDS = 1.0
"""Seconds after the end in which no key closes the window: the player was still pressing keys."""
READING_TIME = 3.0
"""Seconds for which each of the bar's lines is shown, if there are several."""
HelpPage = tuple[str, Sequence[str]]
"""A title, and the rows below it."""


class Window:
    """A window that a machine calls at frames, yields, draws and statements; it stays for several runs.

    A yield is a call between frames: in the middle of a frame's work, or while a program is compiled.
    `clock` (seconds) and `sleep` are of the user's time, which the machine does not know. `lingers`: whether
    the window stays open after the program's end. Pictures and recordings are saved in `folder`. `muted`:
    whether sounds are off. The `instructions` of a game are shown on the bar and in the help. `again` is
    called often, and restarts the run if it returns True; `traced`: programs are compiled with reports of
    statements.

    `_ended` is why the program ended, None while it runs; `_may_close` ends the window after that. `_editor`
    is the line that the user types for INPUT, None while none is wanted. `_help` has the pages of the help
    that are still to be read, the first of them is shown. `_about` are the lines of its page about the
    program, `_game_keys` the keys of a game. `_bar` is the text that the run wants on the bar,
    `_shown_bar` what the window shows there; `_hints` are shown there after the end. `_title_state` is what
    the title says about the run. `_sound_frame` is the frame up to which sound was played after the end.
    Raises NoDisplay if no window can be opened.
    """

    def __init__(
        self,
        title: str,
        *,
        speed: Speed = CONSOLE_PACE,
        folder: Path = Path(),
        muted: bool = False,
        instructions: Instructions | None = None,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.lingers = True
        self.traced = True
        self.again: Callable[[], bool] = never_again
        self.help_lines: Sequence[str] = HELP_LINES
        self._instructions = instructions
        controls = _(instructions.controls) if instructions else ""
        # what the keys of a game do; "" for other programs
        self._game_keys = controls.format_map(KEY_NAMES)
        self._about: list[str] = []
        self._help: list[HelpPage] = []
        self.pacer = Pacer(clock, speed)
        self._clock, self._sleep = clock, sleep
        self._controls = Controls()
        self._computer: Computer | None = None
        self._needs_redraw, self._shows_lower = True, False
        self._shown_at = self._events_handled_at = self._titled_at = -1.0
        self._title_state = ""
        self._status = Status(title, clock)
        self._album = Album(folder, title, self._status.notify)
        self._sound = LiveSound(muted=muted, clock=clock, on_failure=self._notify_silence)
        self._bar = self._shown_bar = ""
        self._ended: str | None = None
        self._ended_at = 0.0
        self._hints: list[str] = []
        self._sound_frame = 0
        self._may_close = False
        self._editor: LineEditor | None = None
        self._line_entered = False
        self._canvas = Canvas()
        switch_on_pads()

    # --- the run's side ---

    def attach(self, machine: Machine) -> None:
        """Connects the window to this machine, which will call it; done before each run's program starts."""
        machine.on_frame = self.show
        machine.input.ask = lambda guide: self.ask(machine)
        self._sound.attach(machine)
        self._controls.forget_reported()
        self._computer = None
        self._about, self._help = [], []
        self._ended, self._needs_redraw, self._sound_frame = None, True, 0
        self.pacer.restart()
        self._register_callbacks(machine)

    def follow(self, computer: Computer) -> None:
        """Prepares the help and the sound for the computer's listing, before it starts."""
        self._computer = computer
        source = computer.slots[computer.slot].source
        game = self._instructions
        lines = [_(game.goal), "", self._game_keys] if game else opening_comment(source)
        # textwrap returns no line at all for an empty one
        self._about = [part for line in lines for part in textwrap.wrap(line, COLUMNS - 2 * MARGIN) or [""]]
        if SOUNDING.search(source):
            self._sound.prepare()
        self._register_callbacks(computer.machine)

    def _register_callbacks(self, machine: Machine) -> None:
        """Registers the callback within frames, and that at draws or statements if the speed counts these.

        The callback that the speed does not need is removed.
        """
        yields_per_frame = self.pacer.yields
        machine.yield_every(max(1, machine.budget // yields_per_frame), self.on_yield)
        unit = self.pacer.speed.unit
        on_draw = (lambda _event: self.on_draw(machine)) if unit is PaceUnit.DRAW else None
        self._listen_for_draws(machine, on_draw)
        if self._computer is not None:
            self._computer.on_statement = self.on_statement if unit is PaceUnit.STATEMENT else None

    def _listen_for_draws(self, machine: Machine, callback: Callable[[Event], None] | None) -> None:
        """Lets the machine call `callback` at each of its events from now on; None ends that.

        The prompt's window listens through its session instead.
        """
        machine.listen(callback)

    def show(self, machine: Machine) -> None:
        """Shows the frame that has passed, then waits until the next is due.

        Raises Stopped when the window was closed or START pressed, Restart for a run from the start.
        """
        shows_lower = uses_lower_screen(machine, touchable=True)
        self._needs_redraw = self._needs_redraw or machine.changed or shows_lower != self._shows_lower
        self._shows_lower = shows_lower
        self.pacer.end_step(PaceUnit.FRAME)
        self._sound.play_frame(machine.frame, self.pacer.sound_interval)
        self._wait(machine, partial(self.pacer.seconds_to_rest, PaceUnit.FRAME))
        self._controls.apply_to(machine.input)
        self.pacer.schedule_next(PaceUnit.FRAME)

    def on_yield(self, machine: Machine) -> None:
        """Shows the picture, handles keys in long frames and while compiling. Raises Stopped or Restart."""
        # poll_changes() is called in any case, as it also marks the changes as seen
        self._needs_redraw = machine.poll_changes() or self._needs_redraw
        self.pacer.count_yield()
        self._wait(machine, self.pacer.rest_within_frame)

    def on_draw(self, machine: Machine) -> None:
        """Shows what an event of the machine, a call, has drawn, if anything. Raises Stopped or Restart."""
        if machine.poll_changes():
            self._needs_redraw = True
            self._wait_at(PaceUnit.DRAW, machine)

    def on_statement(self, slot: int, line: int, column: int) -> None:
        """Shows what was drawn before a statement, then waits until it is due. Raises Stopped or Restart."""
        assert self._computer is not None
        self._needs_redraw = self._computer.machine.poll_changes() or self._needs_redraw
        self._wait_at(PaceUnit.STATEMENT, self._computer.machine)

    def _wait_at(self, unit: PaceUnit, machine: Machine) -> None:
        """Shows the picture at a draw or statement (`unit`) for as long as the speed says."""
        self.pacer.end_step(unit)
        self._wait(machine, partial(self.pacer.seconds_to_rest, unit))
        self.pacer.schedule_next(unit)

    def _wait(self, machine: Machine, seconds_left: Callable[[], float]) -> None:
        """Shows the picture and handles events until `seconds_left()` is 0 or less.

        It is a function because keys may change that time, for instance by a pause.
        """
        # without rest this is called very often, at full speed: not each call looks for keys
        if self._clock() - self._events_handled_at >= LOOK_INTERVAL:
            self._handle_events(machine)
        self._show_running_line()
        self._present_if_due(machine)
        self._pump_sound()
        while (rest := seconds_left()) > 0:
            # a run that is stopped is checked less often; sound that waits must not be late
            nap = IDLE_INTERVAL if self.pacer.is_resting else SHOW_INTERVAL
            self._sleep(min(PUMP_INTERVAL if self._sound.has_waiting_samples else nap, rest))
            self._pump_sound()
            self._handle_events(machine)
            self._show_running_line()
            self._present_if_due(machine)

    def _pump_sound(self) -> None:
        """Passes waiting sound to the mixer, or fades it out while the run is stopped."""
        if self.pacer.is_resting:
            self._sound.fade_out()
        else:
            self._sound.pump()

    def _notify_silence(self, reason: str) -> None:
        """Tells the user why there is no sound."""
        self._status.notify(_("no sound: {}").format(reason))

    def _show_running_line(self) -> None:
        """Shows the line of the listing that runs in the bar, if the run is slow enough to read it."""
        can_be_read = self.pacer.paused or self.pacer.speed.unit is PaceUnit.STATEMENT
        self._set_bar(running_line(self._computer) if self._computer and can_be_read else "")

    def _set_bar(self, text: str) -> None:
        """Sets the text of the bar."""
        if text != self._bar:
            self._bar, self._needs_redraw = text, True

    def finish(self, machine: Machine, reason_and_hints: str) -> None:
        """Shows an ended program until the user closes the window; if it does not linger, for a moment.

        The bar shows the reason for the end and the hints, a line each, in turn. Raises Restart.
        """
        self._needs_redraw = True
        self._may_close = not self.lingers
        self._ended_at = self._clock()
        self._ended, *self._hints = reason_and_hints.split("\n")
        try:
            self._stay_open(machine)
        except RestartRequest:  # a kind of Stopped, for the caller
            raise
        except Stopped:
            # START or closing the window: the program has ended already
            return
        finally:
            self._album.stop()  # a GIF that is being recorded is saved

    def _stay_open(self, machine: Machine) -> None:
        """Shows an ended program: why it ended and hints in turn, and its sound, until the user closes it."""
        assert self._ended is not None
        lines = bar_texts(self._ended, _("Esc or Enter closes, F5 runs it again"), self._hints)
        self._set_bar(lines[0])
        self._present(machine)
        self._sound.start_clock()
        while not self._may_close:
            self._sound.play_due_frames(partial(self._advance_sound, machine))
            self._sleep(PUMP_INTERVAL if self._sound.is_playing else IDLE_INTERVAL)
            self._handle_events(machine)
            turn = int((self._clock() - self._ended_at) / READING_TIME)
            self._set_bar(lines[turn % len(lines)])
            self._present(machine)

    def _advance_sound(self, machine: Machine) -> int:
        """Advances the tunes, which play on after the program's end, by a frame; returns its number."""
        self._sound_frame = max(self._sound_frame, machine.frame) + 1
        machine.sound.advance(self._sound_frame)
        return self._sound_frame

    def ask(self, machine: Machine) -> str:
        """Returns a line that the user types at the console's cursor, without its end.

        The machine's time stands still. Raises Stopped and Restart.
        """
        self._editor, self._line_entered, self._needs_redraw = LineEditor(), False, True
        self._set_bar(self._game_keys or _("type a line, then Enter"))
        self._sound.fade_out()
        pygame.key.set_repeat(*KEY_REPEAT)
        try:
            while not self._line_entered:
                self._present(machine)
                self._sleep(IDLE_INTERVAL)
                self._handle_events(machine)
            return self._editor.text
        finally:
            pygame.key.set_repeat()
            self._editor, self._needs_redraw = None, True
            self._set_bar("")
            self.pacer.restart()

    def close(self) -> None:
        """Closes the window; what is being recorded is saved."""
        self._album.stop()
        self._sound.close()
        self._canvas.close()

    # --- showing ---

    def _present_if_due(self, machine: Machine) -> None:
        """Shows the picture, at high speed at most sixty times a second."""
        if self.pacer.is_leisurely or self._clock() - self._shown_at >= SHOW_INTERVAL:
            self._present(machine)

    def _present(self, machine: Machine) -> None:
        """Draws picture, help and bar, if anything of them has changed."""
        self._set_title(machine)
        text = self._bar_text()
        if text != self._shown_bar:
            self._shown_bar, self._needs_redraw = text, True
        if not self._needs_redraw:
            return
        picture = self._picture(machine)
        self._album.add_picture(self._clock(), picture)
        shape = shape_of_picture(picture)
        # the help is as wide as the upper screen
        wide_picture = widened_tall_screen(picture)
        if self._help:
            draw_help(wide_picture, *self._help[0])
        bar = bar_picture(text) if text else None
        # without room for it, the list of a game's keys is left out rather than laid over the game
        self._canvas.show(wide_picture, shape, bar, may_cover=text != self._game_keys)
        self._needs_redraw, self._shown_at = False, self._clock()

    def _bar_text(self) -> str:
        """Returns the text of the bar: a notice, else what the run does, else the keys of a game."""
        if notice := self._status.notice:
            return notice
        if self._album.recording:
            return _("recording, {}").format(self._bar or _("F10 saves it"))
        return self._bar or self._game_keys

    def _picture(self, machine: Machine) -> array[int]:
        """Returns the screens, with the line that is being typed, if one is."""
        if self._editor is None:
            return visible_picture(machine, touchable=True)
        with machine.console.draft(self._editor.text, self._editor.cursor):
            return visible_picture(machine, touchable=True)

    def _set_title(self, machine: Machine) -> None:
        """Updates the title, at most every TITLE_INTERVAL unless the run does something else now."""
        state = self._run_state()
        if self._album.recording:
            state = _("recording, {}").format(state)
        if state != self._title_state or self._clock() - self._titled_at >= TITLE_INTERVAL:
            self._title_state, self._titled_at = state, self._clock()
            self._canvas.set_title(self._status.title(state, machine.frame, machine.seed))

    def _run_state(self) -> str:
        """Returns what the run does, for the title."""
        if self._ended is not None:
            return _("{}, Esc or Enter closes").format(self._ended)
        if self._editor is not None:
            return _("type a line")
        speed = str(self.pacer.speed)
        return _("paused, {}").format(speed) if self.pacer.paused else speed

    # --- what happens ---

    def _handle_events(self, machine: Machine) -> None:
        """Handles the window's events since the last call; raises Restart if the run is to begin again."""
        self._events_handled_at = self._clock()
        if self.again():
            self._restart(RestartRequest("run again"))
        for event in pygame.event.get():
            self._handle_event(event, machine)

    def _handle_event(self, event: pygame.event.Event, machine: Machine) -> None:
        """Handles one event of the window. Raises Closed if it was closed."""
        match event.type:
            case pygame.QUIT:
                raise Closed("the window was closed")
            case pygame.KEYDOWN:
                self._key_down(event.key, event.mod, machine)
            case pygame.KEYUP:
                self._controls.release(event.key)
            case pygame.TEXTINPUT:
                self._type_text(event.text, machine)
            case pygame.WINDOWFOCUSLOST:
                # No KEYUP comes for a key let go over another window.
                self._controls.release_all()
            case _:
                self._handle_device_event(event)

    def _handle_device_event(self, event: pygame.event.Event) -> None:
        """Handles an event of a game pad, the mouse, or the window's size."""
        if event.type in PAD_EVENTS:
            self._controls.handle_pad_event(event)
        elif event.type in REDRAWN_BY:
            self._canvas.enforce_minimum_size()
            self._needs_redraw = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            if point := self._canvas.lower_point(event.pos):
                self._controls.touch(point)
        elif event.type == pygame.MOUSEMOTION:
            self._controls.drag(self._canvas.lower_point(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP:
            self._controls.lift()

    def _key_down(self, key: int, modifiers: int, machine: Machine) -> None:
        """Handles a key: an action of the window, an edit of the typed line, or the machine's input."""
        # Alt with Ctrl is AltGr, with which a character is typed: no action of Ctrl
        control = bool(modifiers & CONTROL) and not modifiers & ALTERNATE
        codes = CONTROL_CODES if control else ACTION_CODES
        action = ALTERNATE_CODES.get(key) if modifiers & pygame.KMOD_ALT else None
        if action := action or codes.get(key):
            self._perform(action, machine)
            # so that the title is set again at once
            self._title_state = ""
        elif control or key in MODIFIERS:
            # neither types a character or presses a button
            return
        elif self._ended is not None:
            if key in CLOSING:
                self._leave()
        elif self._editor is not None:
            self._needs_redraw = True
            if key in EDITING:
                EDITING[key](self._editor)
            elif TYPED.get(key) == "\r":
                self._line_entered = True
        else:
            self._press(key, machine)

    def _press(self, key: int, machine: Machine) -> None:
        """Presses a key of the machine; Enter and Backspace, for which no TEXTINPUT comes, are typed too."""
        self._controls.press(key)
        if key in TYPED:
            machine.input.type(TYPED[key])

    def _type_text(self, text: str, machine: Machine) -> None:
        """Passes typed text on: to the line that is edited, or to the machine's keyboard."""
        if self._editor is not None:
            self._needs_redraw = True
            self._editor.insert(text)
        elif self._ended is None:
            machine.input.type(typeable(text))

    # --- actions ---

    def _perform(self, action: Action, machine: Machine) -> None:
        """Does one of the window's own actions. Raises Stopped or Restart for those that end the run."""
        match action:
            case Action.STOP:
                raise Stopped("START was pressed")
            case Action.AGAIN:
                self._restart(RestartRequest("run again"))
            case Action.FRESH:
                self._restart(FreshSeed("run again with another seed"))
            case Action.HELP:  # the next page, or the first one
                self._show_help_pages(self._help[1:] if self._help else self._help_pages())
            case Action.LEAVE:
                self._leave()
            case Action.SCREENSHOT:
                self._album.save_picture(self._picture(machine), machine.frame)
            case Action.RECORD if self._album.recording:
                self._album.stop()
            case Action.RECORD:  # it begins with the picture that is shown now
                self._album.record()
                self._needs_redraw = True
            case Action.MUTE:
                self._sound.toggle_mute()
                self._status.notify(_("sound off") if self._sound.muted else _("sound on"))
            case Action.FULL_SCREEN:
                self._canvas.toggle_full_screen()
                self._needs_redraw = True
                if self._canvas.is_full:
                    self._status.notify(_("full screen; F11 goes back"))
            case _:
                self._change_pace(action)
                self._register_callbacks(machine)

    def _change_pace(self, action: Action) -> None:
        """Does an action that changes the speed, pauses or steps."""
        match action:
            case Action.PAUSE:
                self.pacer.toggle()
            case Action.STEP:
                # a frame ends the step too: a program that waits draws nothing
                self.pacer.step(self.pacer.speed.unit, PaceUnit.FRAME)
            case Action.SLOWER:
                self.pacer.speed = slower(self.pacer.speed)
            case Action.FASTER:
                self.pacer.speed = faster(self.pacer.speed)
            case _:
                self.pacer.speed = SPEED_KEYS[action]

    def _restart(self, restart: RestartRequest) -> None:
        """Ends the run so that it begins again: raises `restart`, which may be a FreshSeed."""
        # the new run is not paused, and has no keys held from this one
        self.pacer.play()
        self._controls.release_all()
        raise restart

    def _leave(self) -> None:
        """Closes the help, or else the window of an ended program once the player no longer presses keys."""
        if self._help:
            self._show_help_pages([])
        else:
            self._may_close = self._ended is not None and self._clock() - self._ended_at >= NO_CLOSE_SECONDS

    def _help_pages(self) -> list[HelpPage]:
        """Returns the pages of the help: about the program, if there is anything to say, and the keys."""
        keys = _(HELP_TITLE), [_(line) for line in self.help_lines]
        title = _(GAME_TITLE if self._instructions else ABOUT_TITLE)
        return [(title, self._about), keys] if self._about else [keys]

    def _show_help_pages(self, pages: list[HelpPage]) -> None:
        """Shows the first of these pages of the help, while the run stands still; [] closes the help."""
        self._help = pages
        self.pacer.hold(bool(pages))
        self._needs_redraw = True
