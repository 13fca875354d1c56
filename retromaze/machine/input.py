"""The player's input, a channel for each control (buttons, pads, stylus, keys); fixed once a frame."""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Generic, TypeVar

from retromaze.machine.events import Effect, observed

Value = TypeVar("Value")


@dataclass
class Channel(Generic[Value]):
    """One control of the player: its value, its future changes (`schedule`) and its past ones (`log`).

    `schedule[f]` sets the value from frame f on; `next_value` is the value that takes effect in the next
    frame; `log` holds (frame, value) of each change, so that `schedule = dict(log)` repeats the run.
    `unread_change` is the last change as long as the program has not read the control since, `missed_changes`
    are changes that it never read.
    """

    value: Value
    next_value: Value
    schedule: dict[int, Value] = field(default_factory=dict)
    log: list[tuple[int, Value]] = field(default_factory=list)
    unread_change: tuple[int, Value] | None = None
    missed_changes: list[tuple[int, Value]] = field(default_factory=list)

    def apply_change(self, frame: int) -> None:
        """Changes the control to the value that was set or scheduled for a frame, and logs a change."""
        if frame in self.schedule:
            self.next_value = self.schedule[frame]
        if self.next_value != self.value:
            self.value = self.next_value
            # another change came before the program has read this one
            if self.unread_change is not None:
                self.missed_changes.append(self.unread_change)
            self.unread_change = frame, self.value
            self.log.append(self.unread_change)

    def entries_after(self, frame: int) -> list[tuple[int, Value]]:
        """Returns the changes (frame, value) scheduled after that frame, in order."""
        return sorted((each for each in self.schedule.items() if each[0] > frame), key=itemgetter(0))


class Buttons(enum.IntFlag):
    """The buttons a program can see, as BUTTON reports them; 1024 is unused.

    Source: reference of the machine, 2.4 and 6.1 (measured values of ZR and ZL).
    """

    UP = 1
    DOWN = 2
    LEFT = 4
    RIGHT = 8
    A = 16
    B = 32
    X = 64
    Y = 128
    L = 256
    R = 512
    ZR = 2048
    ZL = 4096


HELD, REPEATED, PRESSED, RELEASED = range(4)
"""The values of `feature` for `ConsoleInput.button`."""

REPEATING = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12)
"""The bit numbers that stand for a button."""

# Unverified: the console's first setting was not measured.
FIRST_REPEAT = (15, 4)

CHANNELS = ("buttons", "pad", "second_pad", "stylus", "keys")
AT_REST = (Buttons(0), (0.0, 0.0), (0.0, 0.0), None, "")
"""The value of each channel while the player does nothing."""
KEY_BUFFER = 127
TOUCHED_LEFT, TOUCHED_TOP, TOUCHED_RIGHT, TOUCHED_BOTTOM = 5, 5, 314, 234

Point = tuple[int, int]
Tilt = tuple[float, float]


def typeable(text: str) -> str:
    """Returns the characters of a text that can be typed: those of 16 bits, as the console has no others."""
    return "".join(character for character in text if character <= "\uffff")


def clamp_tilt(value: float) -> float:
    """Returns a tilt held within the range of a pad, -1 to 1; NaN becomes 1."""
    return max(-1.0, min(1.0, value))


def clamp_touch(x: int, y: int) -> Point:
    """Returns the nearest place that the stylus can touch, in pixels of the lower screen: 5-314 and 5-234.

    Source: reference of the machine, 6.2 (range of TOUCH).
    """
    return min(max(x, TOUCHED_LEFT), TOUCHED_RIGHT), min(max(y, TOUCHED_TOP), TOUCHED_BOTTOM)


class ConsoleInput:
    """The controls; a frame's input is settled (fixed) at the first poll in it, a call that reads a control.

    All polls of a frame give the same. What a front end sets later has an effect from the next frame on.

    `buttons`, `pad` (circle pad), `second_pad`, `stylus` and `keys` (text typed in a frame) are channels;
    `lines` holds prepared answers for INPUT and LINPUT, `ask` gets one from a front end. If `answers` is a
    list, all answers given are added to it. `polls` counts the polls in this frame, `earlier_polls` those in
    earlier frames; `answers_taken` and `keys_taken` count the answers and characters that the program read.

    `on_poll` is called in place of `settle` at the first poll of a frame, or at every poll after
    `detach_from_clock`. If the schedule `gives_way`, it ends as soon as the player does something. `expanded`
    is True while the second pad is switched on.

    `_polls_of_other_channels` are the polls of this frame that did not read the buttons. `_button_masks` has
    the buttons for each feature of `button`, `_frames_held` the frames for which each is held, `_repeats` its
    auto-repeat (start, interval). `_touched` counts the frames of the present touch, 0 without one;
    `_touched_at` is where it is, or where the last one was. `_queue` is the keyboard's buffer.
    """

    def __init__(self) -> None:
        self.buttons = Channel(Buttons(0), Buttons(0))
        self.pad: Channel[Tilt] = Channel((0.0, 0.0), (0.0, 0.0))
        self.second_pad: Channel[Tilt] = Channel((0.0, 0.0), (0.0, 0.0))
        self.stylus: Channel[Point | None] = Channel(None, None)
        self.keys = Channel("", "")
        self.lines: deque[str] = deque()
        self.answers: list[str] | None = None
        self.ask: Callable[[str], str] | None = None
        self.on_poll: Callable[[], None] | None = None
        self.gives_way = self.expanded = False
        self.polls = 0
        self.earlier_polls = 0
        self.answers_taken = 0
        self.keys_taken = 0
        self._frame = 0
        self._settled = False
        self._is_detached = False
        self._polls_of_other_channels = 0
        self._button_masks = [0, 0, 0, 0]
        self._frames_held: dict[int, int] = {}
        self._repeats = dict.fromkeys(REPEATING, FIRST_REPEAT)
        self._queue: deque[str] = deque()
        self.stylus_asked = False
        """Whether the program has read the stylus: a front end then has to show a screen to touch."""
        self._touched = 0
        self._touched_at: Point = (0, 0)

    def __getstate__(self) -> dict[str, Any]:
        """Callbacks are not copied or pickled."""
        return vars(self) | dict.fromkeys(("ask", "on_poll"))

    @property
    def channels(self) -> list[Channel[Any]]:
        """The channels, in the order of CHANNELS."""
        return [self.buttons, self.pad, self.second_pad, self.stylus, self.keys]

    @property
    def schedule(self) -> dict[int, Buttons]:
        """The changes of the buttons: `schedule[f]` are those held from frame f on, until the next one."""
        return self.buttons.schedule

    @schedule.setter
    def schedule(self, entries: dict[int, Buttons]) -> None:
        self.buttons.schedule = entries

    # --- the player's side ---

    def hold(self, buttons: Buttons) -> None:
        """Holds exactly these buttons from the next settled frame on."""
        self._yield_to_player()
        self.buttons.next_value = buttons

    def tilt(self, x: float, y: float) -> None:
        """Moves the circle pad; up and right positive, held within -1 to 1."""
        self._yield_to_player()
        self.pad.next_value = (clamp_tilt(x), clamp_tilt(y))

    def tilt_second(self, x: float, y: float) -> None:
        """Moves the second pad; up and right positive, held within -1 to 1."""
        self._yield_to_player()
        self.second_pad.next_value = (clamp_tilt(x), clamp_tilt(y))

    def touch(self, x: int, y: int) -> None:
        """Puts the stylus on the lower screen, pixels from its top left; held within 5-314 and 5-234."""
        self._yield_to_player()
        self.stylus.next_value = clamp_touch(x, y)

    def lift(self) -> None:
        """Takes the stylus off the screen."""
        self._yield_to_player()
        self.stylus.next_value = None

    def type(self, text: str) -> None:
        """Types characters; Enter is "\\r", Backspace "\\b". What the buffer cannot hold is lost."""
        self._yield_to_player()
        self.keys.next_value += text

    def forget_future(self, frame: int) -> None:
        """Drops all changes scheduled after that frame, and the prepared answers."""
        for each in self.channels:
            each.schedule = {at: value for at, value in each.schedule.items() if at <= frame}
        self.lines.clear()

    def has_future(self, frame: int) -> bool:
        """Whether anything is scheduled after that frame, or an answer is prepared."""
        return bool(self.lines) or self.last_scheduled > frame

    def _yield_to_player(self) -> None:
        """Ends a schedule that gives way when the player does something; all controls go to rest before."""
        # the change of the present frame is dropped too if the program has not polled yet
        last_kept = self._frame if self._settled else self._frame - 1
        if self.gives_way and self.has_future(last_kept):
            self.forget_future(last_kept)
            for each, rest in zip(self.channels, AT_REST, strict=True):
                each.next_value = rest

    # --- the clock's side ---

    def begin_frame(self, frame: int) -> None:
        """Begins a frame, whose input is not fixed yet; does nothing for the present frame."""
        if self._is_detached:
            # the frames of detached input are passed by `advance_to`
            self._end_polls()
        elif frame != self._frame:
            # what was set for the frame that ends takes effect even if no poll has settled it
            self.settle()
            self._end_polls()
            self._frame = frame
            self._settled = False

    def detach_from_clock(self, on_poll: Callable[[], None]) -> None:
        """Detaches the input from the machine's clock: from now on only `advance_to` lets its frames pass.

        A port that is compared with its listing then gets the listing's input as it polls, in any frame.
        """
        self.on_poll = on_poll
        self._is_detached = True
        self._frame = -1  # `advance_to` begins frame 0, too

    def advance_to(self, frame: int) -> None:
        """Lets the frames up to this one pass, after `detach_from_clock`.

        No change may be scheduled for an earlier frame that has not passed yet.
        """
        if self.at_rest:
            # frames in which nothing changes are skipped, but the present one is not begun again: what is
            # typed in it would be typed twice
            self._frame = max(self._frame, frame - 1)
        while self._frame < frame:
            self._frame += 1
            self._apply_changes()

    @property
    def at_rest(self) -> bool:
        """Whether another frame would change nothing that the program reads, if the player does nothing."""
        return not (any(self._button_masks) or self._touched)

    def settle(self) -> None:
        """Applies what was set or scheduled for the present frame, unless that was done already."""
        if not self._settled:
            self._settled = True
            self._apply_changes()

    def _end_polls(self) -> None:
        """Adds the polls of this frame to `earlier_polls`, and resets them."""
        # one poll read the buttons: `button`, which is called most often, does not mark their change as read
        if self.polls > self._polls_of_other_channels:
            self.buttons.unread_change = None
        self.earlier_polls += self.polls
        self.polls = self._polls_of_other_channels = 0

    def _apply_changes(self) -> None:
        """Changes all channels to what was set or scheduled for the present frame."""
        self._settle_buttons()
        for channel in self.channels[1:]:
            channel.apply_change(self._frame)
        point = self.stylus.value
        self._touched = self._touched + 1 if point else 0
        # without a touch the place of the last one stays
        self._touched_at = point or self._touched_at
        if self.keys.value:
            # what does not fit into the keyboard's buffer is lost
            self._queue.extend(self.keys.value[: KEY_BUFFER - len(self._queue)])
            # unlike a stick that stays tilted, a text is typed once
            self.keys.value = self.keys.next_value = ""

    def _settle_buttons(self) -> None:
        """Computes the masks of the buttons that are held, repeated, pressed and released in this frame."""
        before = int(self.buttons.value)
        self.buttons.apply_change(self._frame)
        held = int(self.buttons.value)
        if not (held or before):
            self._button_masks = [0, 0, 0, 0]
            return
        pressed, released = held & ~before, before & ~held
        # in the order of HELD, REPEATED, PRESSED, RELEASED
        self._button_masks = [held, pressed | self._repeat_mask(held, before), pressed, released]

    def _repeat_mask(self, held: int, before: int) -> int:
        """Returns the mask of buttons that auto-repeat in this frame.

        A button fires `start` frames after the press, and then every `interval` + 1 frames; never if the
        interval is 0. `held` and `before` are the masks of the buttons that are down now and were down in the
        frame before. Source: reference of the machine, 6.1 (read out of the program).
        """
        if not held:
            self._frames_held.clear()
            return 0
        fired = 0
        for number, (start, interval) in self._repeats.items():
            bit = 1 << number
            # the frames since the press: 0 in its frame, and while the button is not held
            age = self._frames_held.get(number, 0) + 1 if held & before & bit else 0
            self._frames_held[number] = age
            since_first = age - start
            if age and interval and since_first >= 0 and since_first % (interval + 1) == 0:
                fired |= bit
        return fired

    # --- the program's side ---

    def button(self, feature: int = HELD) -> int:
        """Returns the mask of buttons, see Buttons; a poll.

        `feature` 0 (HELD) those that are down, 1 (REPEATED) pressed in this frame or repeating, 2 (PRESSED)
        just pressed, 3 (RELEASED) just released. Raises ValueError for another feature.
        """
        if not HELD <= feature <= RELEASED:
            raise ValueError(f"buttons have no feature {feature}")
        if not self._settled:
            self._settle_for_poll()
        self.polls += 1
        return self._button_masks[feature]

    @observed(Effect.PREPARES, "sets by")
    def set_repeat(self, number: int, start: int = 0, interval: int = 0) -> None:
        """Sets the auto-repeat of one button: `number` is the bit's, 0 UP to 12 ZL.

        It fires `start` frames after the press and then every `interval` + 1 frames; interval 0 switches it
        off. Raises ValueError if the number is no button's or a time is negative.
        """
        if number not in self._repeats or start < 0 or interval < 0:
            raise ValueError(f"no auto-repeat {start}, {interval} for button {number}")
        self._repeats[number] = (start, interval)

    def stick(self) -> Tilt:
        """Returns (x, y) of the circle pad, -1 to 1 each, right and up positive; a poll."""
        self._count_poll(self.pad)
        return self.pad.value

    @observed(Effect.PREPARES, "switches the second pad by", sets={"second pad": "expanded"})
    def expand(self, on: bool = True) -> None:
        """Switches the second pad `on` or off (XON EXPAD, XOFF EXPAD)."""
        self.expanded = on

    def second_stick(self) -> Tilt:
        """Returns (x, y) of the second pad, -1 to 1 each, 0 unless it is switched on (`expand`); a poll.

        Source: reference of the machine, 6.2 (STICKEX).
        """
        self._count_poll(self.second_pad)
        return self.second_pad.value if self.expanded else (0.0, 0.0)

    def touched(self) -> tuple[int, int, int]:
        """Returns (frames touched so far, x, y); with the stylus off 0 and where it last was; a poll.

        x 5 to 314 and y 5 to 234 in pixels of the lower screen, whichever screen is chosen.
        Unverified: the position after the stylus has left.
        """
        self.stylus_asked = True
        self._count_poll(self.stylus)
        return (self._touched, *self._touched_at)

    def inkey(self) -> str:
        """Returns the oldest character of the keyboard buffer, "" if there is none; a poll."""
        self._count_poll(self.keys)
        if not self._queue:
            return ""
        self.keys_taken += 1
        return self._queue.popleft()

    def line(self, guide: str = "") -> str | None:
        """Returns a line for INPUT or LINPUT: prepared, or from a front end; None if there is neither.

        No frame passes: see `Machine.ask`.
        """
        if self.lines:
            answer = self.lines.popleft()
        elif self.ask is not None:
            answer = self.ask(guide)
        else:
            return None
        if self.answers is not None:
            self.answers.append(answer)
        self.answers_taken += 1
        return answer

    def _count_poll(self, channel: Channel[Any]) -> None:
        """Counts a poll of a channel (not the buttons), and marks the channel's last change as read."""
        if not self._settled:
            self._settle_for_poll()
        channel.unread_change = None
        self.polls += 1
        self._polls_of_other_channels += 1

    def _settle_for_poll(self) -> None:
        """Fixes the input of this frame, because the program polls it for the first time."""
        if self.on_poll is not None:
            self.on_poll()
        else:
            self.settle()

    # --- for front ends and recordings ---

    @property
    def last_scheduled(self) -> int:
        """The last frame for which something is scheduled, -1 if nothing is."""
        return max(max(each.schedule, default=-1) for each in self.channels)

    @property
    def repeats(self) -> dict[int, tuple[int, int]]:
        """(start, interval) of each button's auto-repeat, by the number of the button's bit."""
        return dict(self._repeats)

    @property
    def unread_text(self) -> str:
        """The text that was typed, or is scheduled, and has not been read."""
        coming = "".join(text for _, text in self.keys.entries_after(self._frame))
        return "".join(self._queue) + self.keys.next_value + coming

    def unread_changes(self, name: str) -> list[tuple[int, Any]]:
        """Returns (frame, value) of each change of a channel that no poll has read, scheduled ones too."""
        self._end_polls()  # the buttons may have been read in the present frame
        channel: Channel[Any] = getattr(self, name)
        last = [] if channel.unread_change is None else [channel.unread_change]
        return [*channel.missed_changes, *last, *channel.entries_after(self._frame)]
