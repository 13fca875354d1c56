"""Input as the command line writes it: `A@60,UP+B@100-120` to the machine's schedule and back.

Touches, tilts and typed text are written likewise: `20,30@60-90`, `-1,0.5@60`, `abc@60`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from retromaze.errors import UsageError
from retromaze.machine.input import Buttons, Input, Point, Tilt, on_screen, typeable
from retromaze.system.shell_words import shell_word
from retromaze.values.numbers import whole_number

Value = TypeVar("Value")
Schedules = dict[str, dict[int, Any]]
"""By the name of an input's channel, what it is given from which frame on."""

_ENTRY = re.compile(r"(?P<what>[^@]*)@(?P<first>\d+)(?:-(?P<last>\d+))?")
_TYPED = re.compile(r"(?P<text>.+)@(?P<frame>\d+)", re.DOTALL)
NOTHING = "NONE"
PADS = {"pad": "circle pad", "second_pad": "second pad"}


class FrameSpan(NamedTuple, Generic[Value]):
    """What is held from frame `first` to frame `last`, both included; None: until the next entry."""

    value: Value
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


def press_text(press: tuple[int, Buttons]) -> str:
    """`UP+B@100` of (100, buttons)."""
    frame, held = press
    return f"{button_names(held)}@{frame}"


def button_names(held: Buttons) -> str:
    """`UP+B`, `NONE`."""
    return "+".join(each.name or "" for each in Buttons if each in held) or NOTHING


def written_options(schedules: Schedules, keys: str, answers: Iterable[str]) -> str:
    """The options that give a program this input, quoted for a shell."""
    presses = ",".join(map(press_text, sorted(schedules["buttons"].items())))
    words = [f"--press={presses}"] if presses else []
    words += [f"--touch={place(at)}@{frame}" for frame, at in sorted(schedules["stylus"].items())]
    for name in PADS:
        tilts = sorted(schedules[name].items())
        words += [f"--{name.replace('_', '-')}={place(at)}@{frame}" for frame, at in tilts]
    words += [f"--keys={keys}"] if keys else []
    words += [f"--keys={text}@{frame}" for frame, text in sorted(schedules["keys"].items())]
    words += [f"--answers={answer}" for answer in answers]
    return " ".join(map(shell_word, words))


def place(at: tuple[float, float] | None) -> str:
    """`20,30`, `0.5,-1`, `NONE`: read again it is the same place."""
    return ",".join(map(short_number, at)) if at else NOTHING


def short_number(value: float) -> str:
    """`20`, `-1`, `0.5`; as many digits as tell it from its neighbours."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def unseen(
    controls: Input, wanted: Mapping[int, int] = MappingProxyType({}), given: Schedules | None = None
) -> list[str]:
    """What was pressed, typed and answered in a run that is over, and no look of the program has seen.

    Letting go of something is nothing that anybody looks for. `wanted` tells the frame at which a press was
    to come, by the one at which it came, where these are not the same. With `given` only what stands there is
    told, and no more of a live player's.
    """

    def of(name: str) -> list[tuple[int, Any]]:
        found = controls.unseen(name)
        return found if given is None else [each for each in found if each[0] in given.get(name, {})]

    words = [press_text((wanted.get(frame, frame), held)) for frame, held in of("buttons") if held]
    for name, called in PADS.items():
        words += [f"the {called} at {x:g},{y:g}@{frame}" for frame, (x, y) in of(name) if x or y]
    words += [f"the stylus at {at[0]},{at[1]}@{frame}" for frame, at in of("stylus") if at]
    if given is not None and "keys" not in given:
        return words
    return words + [f"the keys {controls.unread!r}"] * bool(controls.unread)


def read_span(text: str, read: Callable[[str], Value], example: str) -> FrameSpan[Value]:
    """One entry, its value as `read` has it. Raises UsageError, which shows the examples."""
    match = _ENTRY.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{text.strip()!r} is no {example}")
    first = whole_number(match["first"])
    last = whole_number(match["last"]) if match["last"] else None
    if last is not None and last < first:
        raise UsageError(f"{text.strip()!r} ends before it begins")
    return FrameSpan(read(match["what"].strip()), first, last)


def read_press(text: str) -> FrameSpan[Buttons]:
    """One entry, `A@60` or `UP+B@100-120`. Raises UsageError."""
    return read_span(text, read_buttons, "press such as A@60, UP+B@100-120 or NONE@200")


def read_touch(text: str) -> FrameSpan[Point | None]:
    """`20,30@60-90`: the stylus on the lower screen, pixels from its top left; `NONE@90` lifts it.

    Raises UsageError, for places that cannot be touched too.
    """
    return read_span(text, lambda words: read_point(words, text), "touch such as 20,30@60-90 or NONE@100")


def read_point(words: str, text: str) -> Point | None:
    """`20,30`, `NONE`: where the stylus is. Raises UsageError, which names the text that this is part of."""
    if words.upper() == NOTHING:
        return None
    x, y = numbers_of(words, int, text)
    if on_screen(x, y) != (x, y):
        raise UsageError(f"{text.strip()!r}: the stylus reaches 5 to 314 across and 5 to 234 down")
    return x, y


def read_tilt(text: str) -> FrameSpan[Tilt]:
    """`-1,0.5@60-90`: where a circle pad is, right and up positive, each from -1 to 1. Raises UsageError."""
    return read_span(text, lambda words: read_lean(words, text), "tilt such as -1,0.5@60-90 or NONE@100")


def read_lean(words: str, text: str) -> Tilt:
    """`-1,0.5`, `NONE`: how far a circle pad is tilted. Raises UsageError likewise."""
    x, y = (0.0, 0.0) if words.upper() == NOTHING else numbers_of(words, float, text)
    if not (-1 <= x <= 1 and -1 <= y <= 1):
        raise UsageError(f"{text.strip()!r}: a circle pad is tilted from -1 to 1")
    return x, y


def numbers_of(words: str, number: Callable[[str], Any], text: str) -> tuple[Any, Any]:
    """Both of `20,30`. Raises UsageError."""
    try:
        x, y = map(number, words.split(","))
    except ValueError:
        raise UsageError(f"{text.strip()!r} has no two numbers") from None
    return x, y


def read_typed(text: str) -> tuple[int | None, str]:
    """The frame in which a text is typed, and the text: `abc@60`; None for `abc`, typed before the first one.

    Raises UsageError for what cannot be typed.
    """
    match = _TYPED.fullmatch(text)
    frame, typed = (whole_number(match["frame"]), match["text"]) if match else (None, text)
    if typeable(typed) != typed:
        raise UsageError(f"{text!r}: the keyboard has no characters beyond U+FFFF")
    return frame, typed


def typed_at(entries: Iterable[tuple[int | None, str]]) -> dict[int, str]:
    """The keyboard's schedule; what is typed in one frame is typed in the order of the entries."""
    schedule: dict[int, str] = {}
    for frame, text in entries:
        if frame is not None:
            schedule[frame] = schedule.get(frame, "") + text
    return schedule


def read_schedule(text: str) -> dict[int, Buttons]:
    """The machine's schedule (frame to held buttons) of entries separated by commas, in any order.

    `A@60` holds A from frame 60 until the next entry begins, `A@60-70` up to frame 70 and no longer;
    entries whose ranges overlap hold their buttons together. Raises UsageError.
    """
    return schedule_of([read_press(part) for part in text.split(",") if part.strip()], together)


def together(held: Iterable[Buttons]) -> Buttons:
    """All buttons of some entries."""
    made = Buttons(0)
    for each in held:
        made |= each
    return made


def schedule_of(
    entries: Iterable[FrameSpan[Value]], joined: Callable[[list[Value]], Value]
) -> dict[int, Value]:
    """What is held from which frame on; `joined` makes one value of those held at once, or of none."""
    spans = list(entries)
    starts = sorted({span.first for span in spans})
    ends = [end_of(span, starts) for span in spans]
    turns = sorted({*starts, *(end for end in ends if end is not None)})
    held = {
        turn: [
            span.value
            for span, end in zip(spans, ends, strict=True)
            if span.first <= turn and (end is None or turn < end)
        ]
        for turn in turns
    }
    return {turn: joined(values) for turn, values in held.items()}


def last_or(rest: Value) -> Callable[[list[Value]], Value]:
    """Of values held at once the one written last; `rest` of none."""
    return lambda values: values[-1] if values else rest


def end_of(span: FrameSpan[Any], starts: list[int]) -> int | None:
    """The first frame at which the entry holds no longer; None: it holds for ever."""
    if span.last is not None:
        return span.last + 1
    return next((start for start in starts if start > span.first), None)
