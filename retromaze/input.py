"""Input of a player as text: options, the entries of scenes and lessons, and `game.log`.

Options, scenes and lessons write `A@60,UP+B@100-120` for buttons, `20,30@60-90` for a touch, `-1,0.5@60` for
a tilt and `abc@60` for typed text. A log has a line for each change, below the lines that name its game:

    retromaze log 1
    program "snake.bas"
    listing 65bb…
    seed 1
    set M_W=49
    clock 2014-11-19T00:00:00
    frames 3153
    file "DEFAULT/TXT/SCORE" 9f86…
    3 press A
    5 press UP+B
    60 touch 160,120
    66 touch NONE
    70 pad 0.5,-1
    80 keys "abc"
    answer "21"

A value holds from its frame until the next line of the same kind; `keys` are typed in that frame, and each
`answer` is the next line that INPUT reads. Empty lines and lines that begin with `#` are ignored. Anybody may
have written a log: reading one is bounded, runs nothing, and names no folder.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from retromaze.errors import BasicError, UsageError
from retromaze.language.prologue import Value
from retromaze.language.text import with_line_feeds
from retromaze.machine.input import CHANNELS, Buttons, ConsoleInput, Point, Tilt, on_screen, typeable
from retromaze.machine.machine import Machine
from retromaze.machine.storage import Key, Storage
from retromaze.system import shell_word
from retromaze.values.scalars import whole_number

Schedules = dict[str, dict[int, Any]]
"""For each channel of the machine's input: the value that it takes, by the frame in which it takes it."""

NOTHING = "NONE"


# ---- values: buttons, places, tilts, typed text


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


def button_names(held: Buttons) -> str:
    """`UP+B`, `NONE`."""
    return "+".join(each.name or "" for each in Buttons if each in held) or NOTHING


def press_text(press: tuple[int, Buttons]) -> str:
    """`UP+B@100` of (100, buttons)."""
    frame, held = press
    return f"{button_names(held)}@{frame}"


def read_point(words: str, text: str) -> Point | None:
    """The place of the stylus, of `20,30` or `NONE`: pixels of the lower screen.

    Raises UsageError, which quotes the whole text that the words are part of, also for unreachable places.
    """
    if words.upper() == NOTHING:
        return None
    x, y = two_numbers(words, int, text)
    if on_screen(x, y) != (x, y):
        raise UsageError(f"{text.strip()!r}: the stylus reaches 5 to 314 across and 5 to 234 down")
    return x, y


def read_tilt(words: str, text: str) -> Tilt:
    """The tilt of a circle pad, of `-1,0.5` or `NONE`: right and up positive, each from -1 to 1.

    Raises UsageError, which quotes the whole text.
    """
    x, y = (0.0, 0.0) if words.upper() == NOTHING else two_numbers(words, float, text)
    if not (-1 <= x <= 1 and -1 <= y <= 1):
        raise UsageError(f"{text.strip()!r}: a circle pad is tilted from -1 to 1")
    return x, y


def two_numbers(words: str, number: Callable[[str], Any], text: str) -> tuple[Any, Any]:
    """Both numbers of `20,30`. Raises UsageError, which quotes the whole text."""
    try:
        x, y = map(number, words.split(","))
    except ValueError:
        raise UsageError(f"{text.strip()!r} has no two numbers") from None
    return x, y


def place(at: tuple[float, float] | None) -> str:
    """`20,30`, `0.5,-1`, `NONE`: read again it is the same place."""
    return ",".join(map(short_number, at)) if at else NOTHING


def short_number(value: float) -> str:
    """`20`, `-1`, `0.5`; with as many digits as tell it from its neighbours."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def quoted(text: str) -> str:
    """The text as a JSON string in one line."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def read_keys(words: str, _: str) -> str:
    """The typed text of `"abc"`. Raises UsageError."""
    typed = text_of(words)
    return checked_keys(typed, shown(typed))


def checked_keys(typed: str, text: str) -> str:
    """The typed text itself. Raises UsageError, which quotes the whole text, if it cannot be typed."""
    if typeable(typed) != typed:
        raise UsageError(f"{text}: the keyboard has no characters beyond U+FFFF")
    return typed


class Control(NamedTuple):
    """The notation for the values of one channel.

    `word` names it in a log, and its option with `--` before it; `rest` is its value while nothing is done.
    `read` is called with a value's words and with the whole text that they are part of, which errors quote.
    """

    word: str
    rest: Any
    read: Callable[[str, str], Any]
    write: Callable[[Any], str]
    example: str = ""


_TILT = "tilt such as -1,0.5@60-90 or NONE@100"
CONTROLS: Mapping[str, Control] = MappingProxyType(
    {
        "buttons": Control(
            *("press", Buttons(0), lambda words, _: read_buttons(words), button_names),
            "press such as A@60, UP+B@100-120 or NONE@200",
        ),
        "pad": Control("pad", (0.0, 0.0), read_tilt, place, _TILT),
        "second_pad": Control("second-pad", (0.0, 0.0), read_tilt, place, _TILT),
        "stylus": Control("touch", None, read_point, place, "touch such as 20,30@60-90 or NONE@100"),
        "keys": Control("keys", "", read_keys, quoted),
    }
)
"""By the channel's name in the machine's input, in the order of CHANNELS."""


def lay_schedules(schedules: Schedules, controls: ConsoleInput) -> None:
    """Adds what is to be done to the input of a machine that has run nothing."""
    for name, schedule in schedules.items():
        getattr(controls, name).schedule.update(schedule)


# ---- entries of options, scenes and lessons

_ENTRY = re.compile(r"(?P<what>[^@]*)@(?P<first>\d+)(?:-(?P<last>\d+))?")
_TYPED = re.compile(r"(?P<text>.+)@(?P<frame>\d+)", re.DOTALL)


class FrameSpan(NamedTuple):
    """A value held from frame `first` to frame `last`, both included; None: until the next entry."""

    value: Any
    first: int
    last: int | None


def read_span(text: str, channel: str) -> FrameSpan:
    """One entry of a channel other than `keys`: `A@60`, `UP+B@100-120`, `20,30@60`. Raises UsageError."""
    control = CONTROLS[channel]
    match = _ENTRY.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{text.strip()!r} is no {control.example}")
    first = whole_number(match["first"])
    last = whole_number(match["last"]) if match["last"] else None
    if last is not None and last < first:
        raise UsageError(f"{text.strip()!r} ends before it begins")
    return FrameSpan(control.read(match["what"].strip(), text), first, last)


def read_schedule(text: str) -> dict[int, Buttons]:
    """The schedule of buttons (frame to held buttons) of entries separated by commas, in any order.

    `A@60` holds A from frame 60 until the next entry begins, `A@60-70` up to frame 70 and no longer;
    entries whose ranges overlap hold their buttons together. Raises UsageError.
    """
    return schedule_of([read_span(part, "buttons") for part in text.split(",") if part.strip()], "buttons")


def schedule_of(spans: Iterable[FrameSpan], channel: str) -> dict[int, Any]:
    """The schedule of a channel's entries. Of overlapping ones the last counts, but buttons add up."""
    entries = list(spans)
    starts = sorted({span.first for span in entries})

    def end_of(span: FrameSpan) -> int | None:
        if span.last is not None:
            return span.last + 1
        return next((start for start in starts if start > span.first), None)

    ends = [end_of(span) for span in entries]
    schedule = {}
    for turn in sorted({*starts, *(end for end in ends if end is not None)}):
        value = CONTROLS[channel].rest
        for span, end in zip(entries, ends, strict=True):
            if span.first <= turn and (end is None or turn < end):
                value = value | span.value if channel == "buttons" else span.value
        schedule[turn] = value
    return schedule


def read_typed(text: str) -> tuple[int | None, str]:
    """The frame in which a text is typed, and the text: `abc@60`; None for `abc`, typed before the first one.

    Raises UsageError for what cannot be typed.
    """
    match = _TYPED.fullmatch(text)
    frame, typed = (whole_number(match["frame"]), match["text"]) if match else (None, text)
    return frame, checked_keys(typed, repr(text))


def typed_at(entries: Iterable[tuple[int | None, str]]) -> dict[int, str]:
    """The keyboard's schedule; texts typed in the same frame follow each other in the entries' order."""
    schedule: dict[int, str] = {}
    for frame, text in entries:
        if frame is not None:
            schedule[frame] = schedule.get(frame, "") + text
    return schedule


def written_options(schedules: Schedules, keys: str, answers: Iterable[str]) -> str:
    """The options that give a program this input, quoted for a shell; `keys` are typed before the start."""
    presses = ",".join(map(press_text, sorted(schedules["buttons"].items())))
    words = [f"--press={presses}"] if presses else []
    for name in ("stylus", "pad", "second_pad"):
        control = CONTROLS[name]
        words += [
            f"--{control.word}={control.write(at)}@{frame}" for frame, at in sorted(schedules[name].items())
        ]
    words += [f"--keys={keys}"] if keys else []
    words += [f"--keys={text}@{frame}" for frame, text in sorted(schedules["keys"].items())]
    words += [f"--answers={answer}" for answer in answers]
    return " ".join(map(shell_word, words))


def unseen(
    controls: ConsoleInput, wanted: Mapping[int, int] = MappingProxyType({}), given: Schedules | None = None
) -> list[str]:
    """The input of a finished run that no look of the program has seen, in words.

    Letting go is left out. `wanted` maps the frame in which a press came to the one it was meant for, where
    these differ. With `given` only entries that it holds are named: a live player's are not.
    """

    def of(name: str) -> list[tuple[int, Any]]:
        found = controls.unseen(name)
        return found if given is None else [each for each in found if each[0] in given.get(name, {})]

    words = [press_text((wanted.get(frame, frame), held)) for frame, held in of("buttons") if held]
    for name, called in (("pad", "circle pad"), ("second_pad", "second pad")):
        words += [f"the {called} at {x:g},{y:g}@{frame}" for frame, (x, y) in of(name) if x or y]
    words += [f"the stylus at {at[0]},{at[1]}@{frame}" for frame, at in of("stylus") if at]
    if given is not None and "keys" not in given:
        return words
    return words + [f"the keys {controls.unread!r}"] * bool(controls.unread)


# ---- a game

TITLE = "retromaze log"
VERSION = 1
LONGEST = 32 << 20
"""Bytes of a log: a circle pad that is moved all the time makes four million an hour."""
LONGEST_VALUE = 80
"""Letters of what is pressed, touched or tilted: all buttons have 44."""
MOST_FRAMES = 24 * 60 * 60 * 60
"""A day. What is done later is not kept."""
SEEDS = 1 << 32
LARGEST = 1e300
"""Numbers that are set are less than that; a listing has no such number."""
NO_FILE = "NONE"

_SETTING = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]{0,127}[%#$]?)=(?P<value>.+)")
_DIGEST = re.compile("[0-9a-f]{64}")
_DIGITS = re.compile("[0-9]+")


@dataclass(frozen=True, slots=True)
class GameLog:
    """A recorded game: the input by channel and frame, the lines for INPUT, and the settings of the run.

    `program` is a program of the catalogue or a file's name without its folder, `digest` that of its text as
    it ran, `numbers` what was set in it; `clock` is the machine's moment of frame 0. The game ended before
    the frame of number `frames`. `files` are those that it looked for, by `PROJECT/TXT/NAME`, with the digest
    of their contents, NONE where there was none. What is not known is "" or None.
    """

    schedules: Schedules = field(default_factory=lambda: {name: {} for name in CHANNELS})
    answers: tuple[str, ...] = ()
    program: str = ""
    digest: str = ""
    seed: int | None = None
    numbers: Mapping[str, Value] = field(default_factory=dict)
    clock: datetime | None = None
    frames: int | None = None
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The frame of what was done last, -1 if nothing was."""
        return max((frame for each in self.schedules.values() for frame in each), default=-1)

    def lay(self, controls: ConsoleInput) -> None:
        """Gives the game to a machine that has run nothing; seed and clock are that machine's own."""
        lay_schedules(self.schedules, controls)
        controls.lines.extend(self.answers)


def log_of(machine: Machine, *, with_future: bool = False) -> GameLog:
    """The input of a machine up to its present frame, with its seed, its clock and the frames that passed.

    With `with_future` also what is still to come. INPUT's lines are known where `machine.input.answers` is a
    list.
    """
    controls = machine.input
    schedules: Schedules = {}
    for name in CHANNELS:
        channel = getattr(controls, name)
        given = dict(channel.log)
        if with_future:
            later = {at: value for at, value in channel.schedule.items() if at >= machine.frame}
            given = later | given
        schedules[name] = {frame: given[frame] for frame in sorted(given) if frame <= MOST_FRAMES}
    return GameLog(
        schedules,
        (*(controls.answers or ()), *(controls.lines if with_future else ())),
        seed=machine.seed,
        clock=machine.start,
        frames=min(machine.frame, MOST_FRAMES),
    )


def digest_of(text: str) -> str:
    """The SHA-256 of a listing's text, its lines ended by line feeds."""
    return hashlib.sha256(with_line_feeds(text).encode("utf-8", "surrogatepass")).hexdigest()


def note_files(storage: Storage) -> dict[str, str]:
    """A dict to which each file that a program looks for from now on is added, as it is found first."""
    files: dict[str, str] = {}

    def note(key: Key, data: bytes | None) -> None:
        files.setdefault("/".join(key), digest_of_file(data))

    storage.on_read = note
    return files


def other_files(log: GameLog, storage: Storage) -> list[str]:
    """The names of files that have changed since the game, or came or went."""

    def held(project: str, kind: str = "", name: str = "", *rest: str) -> str:
        try:
            return digest_of_file(None if rest else storage.read(kind, name, project))
        except BasicError:
            return NO_FILE

    return [name for name, was in log.files.items() if held(*name.split("/")) != was]


def digest_of_file(data: bytes | None) -> str:
    """The SHA-256 of a file as a log has it."""
    return NO_FILE if data is None else hashlib.sha256(data).hexdigest()


# ---- a log is written


def written_log(log: GameLog) -> str:
    """The log as a text. `read_log` makes the same of it again."""
    return "\n".join([f"{TITLE} {VERSION}", *heading_lines(log), *entry_lines(log), ""])


def heading_lines(log: GameLog) -> Iterator[str]:
    """The lines that name the game."""
    if log.program:
        yield f"program {quoted(log.program)}"
    if log.digest:
        yield f"listing {log.digest}"
    if log.seed is not None:
        yield f"seed {log.seed}"
    for name, value in log.numbers.items():
        yield f"set {name}={quoted(value) if isinstance(value, str) else json.dumps(value)}"
    if log.clock is not None:
        yield f"clock {log.clock.isoformat()}"
    if log.frames is not None:
        yield f"frames {log.frames}"
    for name, digest in log.files.items():
        yield f"file {quoted(name)} {digest}"


def entry_lines(log: GameLog) -> Iterator[str]:
    """The lines of what was done, in the order of time, and the answers."""
    entries = [
        (frame, order, f"{frame} {control.word} {control.write(value)}")
        for order, (name, control) in enumerate(CONTROLS.items())
        for frame, value in log.schedules.get(name, {}).items()
    ]
    yield from (line for _, _, line in sorted(entries))
    yield from (f"answer {quoted(answer)}" for answer in log.answers)


# ---- a log is read


def read_log(data: bytes, name: str) -> GameLog:
    """The log that a file of this name holds. Raises UsageError with name and line of what is wrong."""
    if len(data) > LONGEST:
        raise UsageError(f"{name} is longer than a log can be: {LONGEST >> 20} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        broken = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name}:{broken}: this is no text in UTF-8") from None
    found: dict[str, Any] = {
        "schedules": {name: {} for name in CHANNELS},
        "answers": [],
        "numbers": {},
        "files": {},
    }
    for number, each in enumerate(with_line_feeds(text).split("\n"), 1):
        line = each.strip()
        try:
            if number == 1:
                check_title(line)
            elif line and not line.startswith("#"):
                read_line(line, found)
        except UsageError as reason:
            raise UsageError(f"{name}:{number}: {reason}") from None
    return GameLog(**{**found, "answers": tuple(found["answers"])})


def check_title(line: str) -> None:
    """Checks the first line of a log. Raises UsageError."""
    title, _, version = line.rpartition(" ")
    if title != TITLE:
        raise UsageError(f"this is no log of a game: it does not begin with `{TITLE} {VERSION}`")
    if version != str(VERSION):
        raise UsageError(f"this is a log of version {shown(version)}; known is {VERSION}")


def read_line(line: str, found: dict[str, Any]) -> None:
    """Adds what a line says to the fields of a GameLog. Raises UsageError."""
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    if word.isdecimal():
        read_entry(whole(word, MOST_FRAMES, "frame"), rest, found["schedules"])
    elif word == "answer":
        found["answers"].append(text_of(rest))
    elif word == "set":
        setting = _SETTING.fullmatch(rest)
        if not setting:
            raise UsageError(f"{shown(rest)} is not NAME=VALUE")
        if setting["name"] in found["numbers"]:
            raise UsageError(f"{setting['name']!r} is set twice")
        found["numbers"][setting["name"]] = value_of(setting["value"])
    elif word == "file":
        words, _, digest = rest.rpartition(" ")
        name = text_of(words)
        if name in found["files"]:
            raise UsageError(f"{shown(name)} is told twice")
        found["files"][name] = digest if digest == NO_FILE else checked_digest(digest)
    elif word in HEADINGS:
        name, read = HEADINGS[word]
        if name in found:
            raise UsageError(f"{word!r} is told twice")
        found[name] = read(rest)
    else:
        known = ", ".join([*HEADINGS, "set", "file", "answer"])
        raise UsageError(f"{shown(word)} is no frame, and no word of a log: {known}")


def read_entry(frame: int, text: str, schedules: Schedules) -> None:
    """Adds what was done in a frame, such as `press UP+B`. Raises UsageError."""
    word, _, rest = text.partition(" ")
    name = next((name for name, control in CONTROLS.items() if control.word == word), None)
    if name is None:
        known = ", ".join(control.word for control in CONTROLS.values())
        raise UsageError(f"{shown(word)} is nothing that is done: {known}")
    if frame in schedules[name]:
        raise UsageError(f"{word!r} is told twice for frame {frame}")
    if name != "keys" and len(rest) > LONGEST_VALUE:
        raise UsageError(f"{shown(rest)} is no {word}")
    if name == "buttons" and not rest:
        raise UsageError("no button is named; NONE lets go")
    schedules[name][frame] = CONTROLS[name].read(rest.strip(), rest)


def shown(text: str) -> str:
    """A text of somebody else's in a message."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def whole(text: str, most: int, thing: str) -> int:
    """A whole number from 0 to `most`. Raises UsageError."""
    if not (_DIGITS.fullmatch(text) and whole_number(text, most) <= most):
        raise UsageError(f"{shown(text)} is no {thing}: those are whole numbers from 0 to {most}")
    return whole_number(text, most)


def text_of(words: str) -> str:
    """The text in double quotes. Raises UsageError."""
    value = value_of(words) if words.startswith('"') else None
    if not isinstance(value, str):
        raise UsageError(f"{shown(words)} is no text in double quotes")
    return value


def value_of(words: str) -> Value:
    """A number, or a text in double quotes. Raises UsageError."""
    try:
        # brackets may nest deeper than JSON is read
        value: Any = None if words.startswith(("[", "{")) else json.loads(words)
    except ValueError:
        value = None
    if isinstance(value, str) or (type(value) in {int, float} and abs(value) < LARGEST):
        return cast(Value, value)
    raise UsageError(f"{shown(words)} is neither a number nor a text in double quotes")


def checked_program(words: str) -> str:
    """A name without a folder: a log leads to no file elsewhere. Raises UsageError."""
    name = text_of(words)
    if not name or name in {".", ".."} or not name.isprintable() or set(name) & set("/\\:"):
        raise UsageError(f"{shown(name)} is no program, nor a file's name without its folder")
    return name


def checked_digest(words: str) -> str:
    """Returns a SHA-256 as it is. Raises UsageError for any other text."""
    if not _DIGEST.fullmatch(words):
        raise UsageError(f"{shown(words)} is no SHA-256 in small hexadecimal digits")
    return words


def moment(words: str) -> datetime:
    """When the clock began. Raises UsageError."""
    try:
        return datetime.fromisoformat(words).replace(tzinfo=None, microsecond=0)
    except ValueError:
        raise UsageError(f"{shown(words)} is no moment such as 2014-11-19T12:30:00") from None


HEADINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "program": ("program", checked_program),
    "listing": ("digest", checked_digest),
    "seed": ("seed", lambda words: whole(words, SEEDS - 1, "seed")),
    "clock": ("clock", moment),
    "frames": ("frames", lambda words: whole(words, MOST_FRAMES, "number of frames")),
}
"""The words that a log says once: the field of a GameLog, and how it is read."""
