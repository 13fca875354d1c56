"""What the player did, as a message carries it and as a machine takes and keeps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from retromaze.machine.input import Buttons, Channel, Input
from retromaze.studio.messages import Entries, Log

Reading = Callable[[Any], Any]


def buttons(value: Any) -> Buttons:
    """Held buttons of a message."""
    return Buttons(int(value))


def point(value: Any) -> Any:
    """A place of a message, None where there is none."""
    return None if value is None else tuple(value)


READINGS: dict[str, Reading] = {
    "buttons": buttons,
    "pad": point,
    "second_pad": point,
    "stylus": point,
    "keys": str,
}
"""The channels of the input, and how a value of each is read."""


def lay(log: Log, controls: Input) -> None:
    """Lays before a machine what it will be given; raises ValueError or TypeError for what is no input."""
    for name, read in READINGS.items():
        channel: Channel[Any] = getattr(controls, name)
        channel.schedule = {int(frame): read(value) for frame, value in getattr(log, name)}
    controls.lines.extend(log.answers)


def kept(controls: Input, frame: int) -> Log:
    """What a machine was given up to its present frame, and what was still to come."""
    entries = {name: entries_of(getattr(controls, name), frame) for name in READINGS}
    return Log(**entries, answers=[*controls.answers, *controls.lines])


def entries_of(channel: Channel[Any], frame: int) -> Entries:
    # What is due in the present frame counts as given only when the program has looked.
    given = dict(channel.log)
    later = [(at, value) for at, value in sorted(channel.schedule.items()) if at >= frame and at not in given]
    return [[at, plain(value)] for at, value in (*channel.log, *later)]


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    return list(value) if isinstance(value, tuple) else int(value) if isinstance(value, int) else value


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
