"""Input as it is written on the command line: `A@60,UP+B@100-120` as the machine's schedule, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from retromaze.errors import UsageError
from retromaze.machine.input import Buttons, Input

_ENTRY = re.compile(r"(?P<buttons>[^@]*)@(?P<first>\d+)(?:-(?P<last>\d+))?")
NOTHING = "NONE"
PADS = {"pad": "circle pad", "second_pad": "second pad"}


class Press(NamedTuple):
    """Buttons held from frame `first` to frame `last`, both included; None: until the next entry."""

    buttons: Buttons
    first: int
    last: int | None


def read_buttons(names: str) -> Buttons:
    """The buttons of `A`, `up+b`; nothing, or NONE, is no button. Raises UsageError for unknown names."""
    held = Buttons(0)
    for name in names.upper().split("+") if names.strip() else []:
        if name.strip() in Buttons.__members__:
            held |= Buttons[name.strip()]
        elif name.strip() != NOTHING:
            known = " ".join(Buttons.__members__)
            raise UsageError(f"no button is called {name.strip()!r}; there are {known}")
    return held


def written(press: tuple[int, Buttons]) -> str:
    """`UP+B@100` of (100, buttons)."""
    frame, held = press
    names = "+".join(each.name or "" for each in Buttons if each in held)
    return f"{names or NOTHING}@{frame}"


def unseen(controls: Input, wanted: Mapping[int, int]) -> list[str]:
    """What was pressed, typed and answered in a run that is over, and no look of the program has seen.

    Letting go of something is nothing that anybody looks for. `wanted` tells the frame at which a press was
    to come, by the one at which it came, where these are not the same.
    """
    presses = [(wanted.get(frame, frame), held) for frame, held in controls.unseen("buttons")]
    words = [written(press) for press in presses if press[1]]
    for name, called in PADS.items():
        words += [f"the {called} at {x:g},{y:g}@{frame}" for frame, (x, y) in controls.unseen(name) if x or y]
    words += [f"the stylus at {at[0]},{at[1]}@{frame}" for frame, at in controls.unseen("stylus") if at]
    words += [f"the keys {controls.unread!r}"] * bool(controls.unread)
    return words + [f"the answer {line!r}" for line in controls.lines]


def read_press(text: str) -> Press:
    """One entry, `A@60` or `UP+B@100-120`. Raises UsageError."""
    match = _ENTRY.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{text.strip()!r} is no press such as A@60, UP+B@100-120 or NONE@200")
    first = int(match["first"])
    last = int(match["last"]) if match["last"] else None
    if last is not None and last < first:
        raise UsageError(f"{text.strip()!r} ends before it begins")
    return Press(read_buttons(match["buttons"]), first, last)


def read_schedule(text: str) -> dict[int, Buttons]:
    """The machine's schedule (frame to held buttons) of entries separated by commas, in any order.

    `A@60` holds A from frame 60 until the next entry begins, `A@60-70` up to frame 70 and no longer;
    entries whose ranges overlap hold their buttons together. Raises UsageError.
    """
    presses = [read_press(part) for part in text.split(",") if part.strip()]
    starts = sorted({press.first for press in presses})
    spans = [(press.buttons, press.first, end_of(press, starts)) for press in presses]
    turns = sorted({first for _, first, _ in spans} | {end for *_, end in spans if end is not None})
    return {frame: held_at(frame, spans) for frame in turns}


def end_of(press: Press, starts: list[int]) -> int | None:
    """The first frame at which the entry holds no longer; None: it holds for ever."""
    if press.last is not None:
        return press.last + 1
    return next((start for start in starts if start > press.first), None)


def held_at(frame: int, spans: list[tuple[Buttons, int, int | None]]) -> Buttons:
    """All buttons whose span covers the frame."""
    held = Buttons(0)
    for buttons, first, end in spans:
        if first <= frame and (end is None or frame < end):
            held |= buttons
    return held
