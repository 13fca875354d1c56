"""The simulated console as one object: its parts, its frame clock, and `on_frame` for a front end.

Pages are loaded and saved here, and what the console keeps outside of programs: clipboard, function keys,
dialogs. Source: manual, System variables, Data operations and others, DIRECT mode.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from retromaze.errors import ArgumentOutOfRange, IllegalFunctionCall
from retromaze.machine.backgrounds import BACKGROUNDS, Backgrounds
from retromaze.machine.compose import compose
from retromaze.machine.console import Console
from retromaze.machine.events import Effect, Event, EventCallback, Recorder, event_recorder, observed
from retromaze.machine.file_formats import PictureContent
from retromaze.machine.font import Font, glyph_blocks
from retromaze.machine.input import ConsoleInput
from retromaze.machine.page import (
    BUILT_IN_SHEETS,
    LOWER_SIZE,
    PAGES,
    SIDE,
    TALL_SIZE,
    UPPER_SIZE,
    WHOLE_PAGE,
    Page,
    read_block,
    write_block,
)
from retromaze.machine.rng import Rng
from retromaze.machine.screen import FONT_PAGE, MODES, TALL, WITH_LOWER_SCREEN, Screen, Share
from retromaze.machine.sound import Sound
from retromaze.machine.sprites import SPRITES, Definitions, Sprites
from retromaze.machine.storage import Storage
from retromaze.values.costs import Meter
from retromaze.values.scalars import LOW_32_BITS

RIGHT_BUTTON = 1
FIRST_DIALOG_BUTTON = 128
LAST_BUTTON = 12
KEYS = ("FILES\r", 'LOAD "', 'SAVE "', "LIST\r", "RUN\r")
"""The texts of the function keys at the start."""


class SystemState:
    """The state that outlives a program: clipboard, function keys, and the last answer of DIALOG.

    `clipboard` is the text kept last; `keys` are the texts of the five function keys. `result` is how the
    last dialog ended (RESULT): 1, -1 for cancelled, 0 for too late, or 128 and a button. The words of the
    language that change these say what is unverified about them.
    """

    def __init__(self) -> None:
        self.clipboard = ""
        self.keys = [*KEYS]
        self.result = RIGHT_BUTTON

    @observed(Effect.PREPARES, "sets the clipboard by")
    def keep(self, text: str) -> None:
        """CLIPBOARD: keeps a text until the next one."""
        self.clipboard = text

    @observed(Effect.PREPARES, "sets by")
    def set_key(self, number: int, text: str) -> None:
        """KEY: gives function key `number`, 1 to 5, the `text` that it types; ValueError for others."""
        if not 1 <= number <= len(self.keys):
            raise ValueError(f"there is no function key {number}")
        self.keys[number - 1] = text

    @observed(Effect.PREPARES, "asks by")
    def dialog(self, text: str, kind: int = 0, caption: str = "", seconds: int = 0) -> int:
        """DIALOG: shows a message `text` below its `caption`; returns the answer and sets `result` to it.

        1 is the right button; a negative `kind` is a mask of the console's buttons, and gives 128 and the
        number of one of them. Nobody is asked while a program runs unwatched: the right button, or the first
        of the mask, is taken at once, and `seconds` has no effect.
        """
        self.result = RIGHT_BUTTON
        if kind < 0:
            mask = -kind
            # the number of the lowest bit that is set: the first button of the mask; ZL, 12, is the last
            self.result = FIRST_DIALOG_BUTTON + min((mask & -mask).bit_length() - 1, LAST_BUTTON)
        return self.result

    @observed(Effect.PREPARES, "asks by")
    def entry_dialog(self, text: str, caption: str, longest: int) -> None:
        """DIALOG for a text of `longest` characters at most, `text` at first, with a `caption` above it.

        The call is an event, and does nothing else: `Machine.ask` gets the answer.
        """


FRAMES_PER_SECOND = 60

CONSOLE_BUDGET = 55_000
"""Work units in a frame: simple statements of 0.3 microseconds each.

Source: reference of the machine, 8.2 (about 0.3 µs a simple statement on the New 3DS).
Unverified: an anchor of order, not a measurement of one statement.
"""

# A busy loop counts as looking at the input if it does so at least once in this many units.
UNITS_PER_POLL = 60

FIRST_MOMENT = datetime(2014, 11, 19)

LOWER = "screens[1]."
"""The names of the lower screen's events begin with this."""


class Machine:
    """The simulated console: its parts, and a clock of frames, each with a `budget` of work for the program.

    `pages` are GRP0-GRP5, `font` is GRPF. `screens` are the upper and the lower screen, `screen` the one that
    DISPLAY chose; `console`, `sprites` and `backgrounds` are that screen's text, sprites and layers.
    `definitions` are the pictures that sprites of both show. `rng`, `input`, `sound` and `storage` (its
    files) are the other parts, `system` the state that outlives a program.

    `frame` is the number of frames passed since the start (MAINCNT), `start` the moment of frame 0.
    `on_frame` is called once after each frame and may raise Stopped; `changed` then says whether anything
    visible changed in that frame. `meter` counts the work of long calls.

    `idle_frames` counts the last frames in a row in which the program only looked at the input,
    `still_frames` those in which it only waited and nothing changed, and `still_waits` the waits in these.
    `wait_began_frame` is set when a wait begins a frame: compiled code then takes a new budget, and resets
    it. `clock_reads` counts the readings of the clock in this frame.

    `on_yield` is called within a frame after every `yield_units` of work, `on_rewired` when methods of the
    machine's parts were exchanged. `_spent` is the work that `spend` has counted in this frame, `_next_stop`
    the work at which a frame passes or `on_yield` is called. `_in_wait`: whether the frame passes during a
    wait. `_changed_before`: whether `poll_changes` has already found a change in this frame. `_vsync_start`
    is the frame from which `vsync` counts. `_visible_parts` are the parts with a flag `changed`.

    A seed of 32 bits starts all eight random series; without one, one is chosen and kept in `seed`.
    """

    def __init__(
        self, *, seed: int | None = None, budget: int = CONSOLE_BUDGET, storage: Path | None = None
    ) -> None:
        self.seed = random_seed() if seed is None else seed & LOW_32_BITS
        self.budget = budget
        if budget < 1:
            raise ValueError(f"a budget of {budget}")
        self.meter = Meter()
        self.storage = Storage(storage, self.meter)
        self.pages = [Page(BUILT_IN_SHEETS[each]) if each in BUILT_IN_SHEETS else Page() for each in PAGES]
        self.font = Font()
        self.definitions = Definitions()
        self.screens = self._create_screen(*UPPER_SIZE, 0), self._create_screen(*LOWER_SIZE, 1)
        self.screen = self.screens[0]
        self.console = self.screen.console
        self.sprites = self.screen.sprites
        self.backgrounds = self.screen.backgrounds
        self._visible_parts: list[Screen | Console | Sprites | Backgrounds | Font] = [self.font]
        for screen in self.screens:
            self._visible_parts += [screen, screen.console, screen.sprites, screen.backgrounds]
        self.rng = Rng(self.seed)
        self.input = ConsoleInput()
        self.sound = Sound(self.meter)
        self.system = SystemState()
        self.frame = 0
        self.start = FIRST_MOMENT
        self.on_frame: Callable[[Machine], None] | None = None
        self.yield_units = budget
        self.on_yield: Callable[[Machine], None] | None = None
        self.on_rewired: Callable[[], None] | None = None
        self.changed = False
        self.idle_frames = 0
        self.still_frames = 0
        self.still_waits = 0
        self.clock_reads = 0
        self._vsync_start = 0
        self._in_wait = False
        self.wait_began_frame = False
        self._spent = 0
        self._next_stop = budget
        self._changed_before = False
        # a second generator, so that `fresh_seed` takes no random number of the program's own series
        self._seed_generator = Rng(~self.seed)

    def _create_screen(self, width: int, height: int, page: int) -> Screen:
        """Returns a new screen of that size, on which `page` is shown and drawn on at first."""
        console = Console(width, height, self.meter)
        return Screen(self.pages, self.font, console, width, height, page, self.meter, self.definitions)

    def __getstate__(self) -> dict[str, Any]:
        """Callbacks are not copied or pickled."""
        return vars(self) | dict.fromkeys(("on_frame", "on_yield", "on_rewired"))

    @property
    def tab_step(self) -> int:
        """TABSTEP, 0 to 16, shared by both consoles."""
        return self.console.tab_step

    @tab_step.setter
    def tab_step(self, step: int) -> None:
        self.set_tab_step(step)

    @observed(Effect.PREPARES, "sets by")
    def set_tab_step(self, step: int) -> None:
        """Sets `tab_step` of both consoles: `step` columns, 0 to 16."""
        for screen in self.screens:
            screen.console.tab_step = step

    # --- time ---

    @property
    def calendar(self) -> datetime:
        """Date and time of the present frame: `start` and a second for every sixty frames."""
        return self.start + timedelta(seconds=self.frame // FRAMES_PER_SECOND)

    @observed(Effect.WAITS, "waits by")
    def wait(self, frames: int = 1) -> None:
        """Waits that many `frames` of 1/60 second from now, none if frames <= 0.

        Source: reference of the machine, 8.1.
        """
        self._wait_until(self.frame + frames)

    @observed(Effect.WAITS, "waits by")
    def vsync(self, frames: int = 1) -> None:
        """Waits until `frames` frames after the end of the last wait or vsync; not at all if that is over.

        So a loop that ends with vsync() runs once a frame, however long its own work takes. Either way the
        next vsync counts from here. Source: reference of the machine, 8.1, VSYNC.
        """
        self._wait_until(self._vsync_start + frames)

    def _wait_until(self, target: int) -> None:
        """Passes frames until frame `target` has come, none if it has; the next vsync counts from there."""
        self._in_wait = True
        try:
            if self.frame < target:
                # the first frame of a wait: the work counted before it belongs to the frame that ends
                self.still_waits += 1
                self.wait_began_frame = True
                self._set_spent(0)
                self.pass_frame()
            idle = self.idle_frames
            while self.frame < target:
                # A program cannot read the input while it waits: the wait is as idle as its first frame was.
                self.pass_frame()
                self.idle_frames = idle = idle + 1 if idle and not self.changed else 0
        finally:
            self._in_wait = False
        self._vsync_start = self.frame

    def ask(self, guide: str = "") -> str | None:
        """Returns a line for INPUT or LINPUT: prepared, or a front end's; None if nobody answers.

        `guide` is the question that a front end shows. A frame passes after each line, because nobody types
        two in one. Raises IllegalFunctionCall where both screens are one (XSCREEN 4). Source: reference of
        the machine, 1.2. Unverified: which error it is.
        """
        if self.screen.is_tall:
            raise IllegalFunctionCall("no line can be typed in XSCREEN 4")
        answer = self.input.line(guide)
        if answer is not None:
            self.pass_frame()
        return answer

    def tick(self, left: int = 0) -> int:
        """Passes a frame, whose budget of work is used up, and returns what is left of the next one's.

        `left` is what was left of the frame's budget; if more work was done than it had, `left` is negative
        and counts for the next frames: as many more pass as that work fills.
        """
        left -= self._spent  # the caller has not counted the work of `spend`
        self._set_spent(0)
        while True:
            self.pass_frame()
            left += self.budget
            if left >= 0:
                return left

    def spend(self, units: int) -> None:
        """Counts work of a call that depends on its arguments; a frame passes for each whole budget of it."""
        self._spent += units
        if self._spent < self._next_stop:
            return
        if self._spent < self.budget:
            self.yield_now()
        while self._spent >= self.budget:
            self._spent -= self.budget
            self.pass_frame()
        self._set_spent(self._spent)  # the next yield is counted from here

    def _set_spent(self, units: int) -> None:
        """Sets the work counted in this frame, and the work at which the next frame or yield comes."""
        self._spent = units
        self._next_stop = min(self.budget, units + self.yield_units)

    def idle(self) -> None:
        """Passes a frame, as a port does in a loop that only looks at the input; it counts as a wait."""
        self._in_wait = True
        try:
            self.pass_frame()
        finally:
            self._in_wait = False

    def pass_frame(self) -> None:
        """Passes one sixtieth of a second: moves animations, changes input and calls the front end."""
        idle = self._only_polled()  # before `begin_frame` resets the count of polls
        self.frame += 1
        for screen in self.screens:
            if screen.fade.advance():
                screen.changed = True
            screen.sprites.advance()
            screen.backgrounds.advance()
        # `_changed_before` has what `poll_changes` found, and reset, within the frame
        self.changed = self._collect_changes() or self._changed_before
        self._changed_before = False
        self.idle_frames = self.idle_frames + 1 if idle and not self.changed else 0
        if self._in_wait and not self.changed and not self.clock_reads:
            self.still_frames += 1
        else:
            self.still_frames = self.still_waits = 0
        self.clock_reads = 0
        self.input.begin_frame(self.frame)
        self.sound.advance(self.frame)
        if self.on_frame is not None:
            self.on_frame(self)

    # --- between frames ---

    def yield_every(self, every: int, callback: Callable[[Machine], None] | None) -> None:
        """Calls `callback` between frames, after about every `every` units of work; None ends the calls.

        A front end can then react within a frame that takes long. No frame passes, and the run does not
        change; the callback may raise Stopped. It is called while a program is compiled, too; if `every` is a
        whole budget or more, it is called only then. Raises ValueError for less than one unit.
        """
        if every < 1:
            raise ValueError(f"a yield every {every} units")
        self.yield_units = min(every, self.budget) if callback else self.budget
        self.on_yield = callback
        self._set_spent(self._spent)  # the next stop depends on `yield_units`

    def yield_now(self) -> None:
        """Calls the callback of `yield_every`, if there is one: a front end can react within a long frame."""
        if self.on_yield is not None:
            self.on_yield(self)

    def poll_changes(self) -> bool:
        """Returns whether anything visible changed since the last frame or call, for pictures within a frame.

        It resets the parts' flags `changed`; the change still counts for the machine's at the frame's end.
        """
        has_changed = self._collect_changes()
        self._changed_before |= has_changed
        return has_changed

    def _only_polled(self) -> bool:
        """Whether the program only polled (read) the input in this frame, in a tight loop or before a wait.

        A run without a window ends after many such frames, and recordings leave them out.
        """
        polls = self.input.polls
        if not polls or self.clock_reads:
            return False
        # before a wait one poll is enough; without a wait, polls must fill the frame's budget
        return self._in_wait or polls * UNITS_PER_POLL >= self.budget

    def _collect_changes(self) -> bool:
        """Returns whether a visible part changed since the last call, and resets `changed` of all parts."""
        changed = False
        for part in self._visible_parts:
            if part.changed:
                changed, part.changed = True, False
        return changed

    # --- chance ---

    def fresh_seed(self) -> int:
        """Returns a seed, never 0, for RANDOMIZE without one. It depends only on the machine's own seed.

        So a run can be repeated. Unverified: the console takes it from an entropy source.
        """
        return self._seed_generator.raw() or 1

    # --- screens ---

    @observed(Effect.PREPARES)
    def display(self, number: int) -> None:
        """Chooses the screen that what follows acts on: `number` 0 upper, 1 lower.

        `screen`, `console`, `sprites` and `backgrounds` are that screen's from then on. Raises
        ArgumentOutOfRange for other numbers, and for 1 unless the mode is 2 or 3 (`set_mode`).
        Source: machine reference, 1.3.
        """
        if number not in range(len(self.screens)) or not self.screens[number].share.selectable:
            raise ArgumentOutOfRange(f"the screen mode has no screen {number}", argument=1)
        self._choose_screen(number)

    @observed(Effect.DRAWS)
    def set_mode(self, mode: int, sprites: int | None = None, backgrounds: int | None = None) -> None:
        """Chooses how the screens are used (XSCREEN), and the upper one for what follows.

        `mode` 0 and 1: the upper screen alone, 400 * 240, on the console with depth (0) or without (1); 2 and
        3: also the lower one, 320 * 240; 4: both in one, 320 * 480. `sprites`, 0 to 512, and `backgrounds`, 0
        to 4, are the numbers for the upper screen, and the lower one gets the rest; None is all, or half of
        them with 2 and 3. Raises ValueError outside these ranges.
        Source: machine reference, 1.2. Unverified: that sprites and layers are cleared and clips reset, and
        that a screen of another size loses its text.
        """
        has_lower = mode in WITH_LOWER_SCREEN
        # without numbers, the screens that are used get equal shares
        screens = 2 if has_lower else 1
        sprites = SPRITES // screens if sprites is None else sprites
        backgrounds = BACKGROUNDS // screens if backgrounds is None else backgrounds
        if mode not in MODES or not (0 <= sprites <= SPRITES and 0 <= backgrounds <= BACKGROUNDS):
            raise ValueError(f"no screen mode {mode} with {sprites} sprites and {backgrounds} layers")
        upper, lower = self.screens
        upper.apply_share(Share(True, sprites, backgrounds), TALL_SIZE if mode == TALL else UPPER_SIZE)
        lower.apply_share(Share(has_lower, SPRITES - sprites, BACKGROUNDS - backgrounds), LOWER_SIZE)
        self._choose_screen(0)

    @observed(Effect.DRAWS)
    def reset(self) -> None:
        """Sets the state after ACLS: pages, font, screens and consoles as at the start, screen 0 chosen.

        Tab step, random series, input and clock stay. Source: reference of the machine, 1.8.
        """
        self._choose_screen(0)
        for page in self.pages:
            page.restore()
        self.font.restore()
        self.definitions.restore()
        for screen in self.screens:
            screen.reset()
            screen.console.reset()

    def picture(self, number: int = 0) -> array[int]:
        """Returns a screen as the player sees it: `number` 0 the upper one, 1 the lower one.

        400 * 240 words 0xAARRGGBB (320 * 240 of the lower one; in XSCREEN 4 the first screen has 320 * 480),
        opaque, row-major, row 0 at the top, five-bit channels widened to eight. Raises ArgumentOutOfRange for
        other numbers.
        """
        if number not in range(len(self.screens)):
            raise ArgumentOutOfRange(f"there is no screen {number}", argument=1)
        return compose(self.screens[number], self.font)

    # --- watching ---

    def listen(self, record: Callable[[Event], None] | None) -> None:
        """Calls `record` with every event from now on; None ends it. Nothing else changes.

        Without a listener, events cost nothing. Calls of a bound method that was fetched before
        (`line = machine.screen.line`) are not recorded.
        """
        self.listen_without_place(None if record is None else event_recorder(record))

    def listen_without_place(self, on_event: EventCallback | None) -> None:
        """Calls `on_event` with name, arguments, result and frame of every event from now on; None ends it.

        File and line of the call are not looked up, which would take as long as everything else.
        """
        Recorder.detach(self.observed_parts)
        if on_event is not None:
            recorder = Recorder(self)
            lower = self.screens[1]
            lower_parts = dict.fromkeys((lower, lower.sprites, lower.backgrounds), LOWER)
            lower_parts[lower.console] = f"{LOWER}console."
            recorder.attach((part for part in self.observed_parts if part not in lower_parts), on_event)
            # with other names for the lower screen: otherwise a port could draw on the wrong one unnoticed
            for part, owner in lower_parts.items():
                recorder.attach((part,), on_event, owner)
        self.notify_rewired()

    def _choose_screen(self, number: int) -> None:
        """Makes a screen the chosen one: `screen`, `console`, `sprites` and `backgrounds` are its own."""
        if self.screen is not self.screens[number]:
            self.screen = self.screens[number]
            self.console = self.screen.console
            self.sprites = self.screen.sprites
            self.backgrounds = self.screen.backgrounds
            self.notify_rewired()

    def notify_rewired(self) -> None:
        """Calls `on_rewired`: bound methods of the machine's parts that a caller has stored are out of date.

        That is so after `display`, and when events begin or cease to be recorded.
        """
        if self.on_rewired is not None:
            self.on_rewired()

    @property
    def observed_parts(self) -> list[object]:
        """All parts whose methods can be events, the machine itself included."""
        visible_parts = (part for part in self._visible_parts if part is not self.font)
        other_parts = [self.rng, self.input, self.sound, self.storage, self.system, self.definitions]
        return [self, *visible_parts, *other_parts]


def random_seed() -> int:
    """Returns a seed for a run that names none, 1 to 2**32 - 1."""
    return int.from_bytes(os.urandom(4), "big") or 1


def page_picture(machine: Machine, page: int) -> PictureContent:
    """Returns the whole of a page, 0 to 5, or of the font (-1), as it is saved to a file."""
    return PictureContent(SIDE, SIDE, machine.screen.pixels_of(page))


def put_picture(machine: Machine, page: int, picture: PictureContent, x: int = 0, y: int = 0) -> None:
    """Puts a picture's top left corner at x, y of a page, 0 to 5, or of the font (-1).

    What reaches beyond the page is dropped; the write clip does not matter.
    Source: machine reference, section 9.3 (a peer's finding). Unverified: clip and transparent pixels, which
    are written like others.
    """
    pixels = machine.screen.pixels_of(page)
    place = (x, y, picture.width, picture.height)
    write_block(pixels, WHOLE_PAGE, place, picture.pixels, everything=True)
    if page == FONT_PAGE:
        # only those glyphs that look different
        for code, block in glyph_blocks():
            words = tuple(read_block(pixels, block))
            if words != machine.font.glyph(code):
                machine.font.define(code, words)
    for screen in machine.screens:
        screen.changed = True
