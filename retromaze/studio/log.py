"""The player's input as a message carries it and as a machine keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from retromaze.comparison.script import Act
from retromaze.machine.channel import Channel
from retromaze.machine.input import TOUCHED_BOTTOM as BOTTOM
from retromaze.machine.input import TOUCHED_LEFT as LEFT
from retromaze.machine.input import TOUCHED_RIGHT as RIGHT
from retromaze.machine.input import TOUCHED_TOP as TOP
from retromaze.machine.input import Buttons, Input, typeable
from retromaze.studio.messages import Entries, Log

Reading = Callable[[Any], Any]


def whole(value: Any) -> int:
    """A frame, or the sum of the held buttons."""
    if type(value) is not int or not 0 <= value < 1 << 31:
        raise ValueError(f"{value!r} is no number of a frame or of buttons")
    return value


def buttons(value: Any) -> Buttons:
    """Held buttons."""
    return Buttons(whole(value))


def tilt(value: Any) -> tuple[float, float]:
    """Where a circle pad is, from -1 to 1."""
    match value:
        case [int() | float() as x, int() | float() as y] if -1 <= x <= 1 and -1 <= y <= 1:
            return x, y
    raise ValueError(f"{value!r} is no place of a circle pad")


def touch(value: Any) -> tuple[int, int] | None:
    """Where the stylus is, None where it is off the screen."""
    match value:
        case None:
            return None
        case [int() as x, int() as y] if LEFT <= x <= RIGHT and TOP <= y <= BOTTOM:
            return x, y
    raise ValueError(f"{value!r} is no place of the stylus")


def keys(value: Any) -> str:
    """Typed characters."""
    if isinstance(value, str) and value == typeable(value):
        return value
    raise ValueError(f"{value!r} cannot be typed")


READINGS: dict[str, Reading] = {
    "buttons": buttons,
    "pad": tilt,
    "second_pad": tilt,
    "stylus": touch,
    "keys": keys,
}
"""The channels of the input, and how a value of each is read."""


def schedule_log(log: Log, controls: Input) -> None:
    """Lays it before a machine that has run nothing. Raises ValueError as `acts_of` does."""
    for act in acts_of(log):
        getattr(controls, act.channel).schedule[act.frame] = act.value
    controls.lines.extend(log.answers)
    controls.answers = []


def acts_of(log: Log) -> Iterator[Act]:
    """What the player did, in the order of time. Raises ValueError for what nobody could do."""
    acts = (
        Act(whole(frame), name, read(value))
        for name, read in READINGS.items()
        for frame, value in map(pair, getattr(log, name))
    )
    return iter(sorted(acts, key=attrgetter("frame")))


def pair(entry: list[Any]) -> list[Any]:
    if len(entry) != 2:
        raise ValueError(f"{entry!r} is no frame with a value")
    return entry


def log_of(controls: Input, frame: int) -> Log:
    """What a machine was given up to its present frame, and what was still to come."""
    entries = {name: entries_of(getattr(controls, name), frame) for name in READINGS}
    return Log(**entries, answers=[*(controls.answers or ()), *controls.lines])


def entries_of(channel: Channel[Any], frame: int) -> Entries:
    # What is due in the present frame counts as given only when the program has looked.
    given = dict(channel.log)
    later = [(at, value) for at, value in sorted(channel.schedule.items()) if at >= frame and at not in given]
    return [[at, plain(value)] for at, value in (*channel.log, *later)]


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    return list(value) if isinstance(value, tuple) else int(value) if isinstance(value, int) else value


def pressed_frames(log: Log) -> list[int]:
    """The frames in which something was pressed, tilted, touched or typed; letting go is nothing."""
    entries = (entry for name in READINGS for entry in getattr(log, name))
    return sorted({frame for frame, value in entries if (any(value) if isinstance(value, list) else value)})


def forget_future(controls: Input, frame: int) -> None:
    """From that frame on the player decides anew."""
    for name in READINGS:
        channel: Channel[Any] = getattr(controls, name)
        channel.schedule = {at: value for at, value in channel.schedule.items() if at <= frame}
    controls.lines.clear()


def has_future(controls: Input, frame: int) -> bool:
    """Whether anything is still to come after that frame."""
    return bool(controls.lines) or any(
        at > frame for name in READINGS for at in getattr(controls, name).schedule
    )
