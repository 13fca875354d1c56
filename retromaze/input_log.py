"""Reads and writes a player's input as text: options, the entries of scenes and lessons, and `game.log`.

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
`answer` is the next line that INPUT reads. Empty lines and lines that begin with `#` are ignored. A log may
come from a stranger: its size is limited, it runs nothing, and it cannot name a folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from retromaze.errors import BasicError, UsageError
from retromaze.language.lexer import with_line_feeds
from retromaze.language.prologue import Value
from retromaze.machine.input import CHANNELS, Buttons, ConsoleInput, Point, Tilt, clamp_touch, typeable
from retromaze.machine.machine import Machine
from retromaze.machine.storage import Key, Storage
from retromaze.system import shell_word
from retromaze.values.scalars import whole_number

Schedules = dict[str, dict[int, Any]]
"""For each channel of the machine's input: the value that it takes, by the frame in which it takes it."""

NOTHING = "NONE"


# ---- values: buttons, places, tilts, typed text


def read_buttons(names: str) -> Buttons:
    """Returns the buttons that `A`, `up+b` name, none for "" or NONE. Raises UsageError for unknown names."""
    held = Buttons(0)
    for name in names.upper().split("+") if names.strip() else []:
        if name.strip() in Buttons.__members__:
            held |= Buttons[name.strip()]
        elif name.strip() != NOTHING:
            known = " ".join(Buttons.__members__)
            raise UsageError(f"no button is called {name.strip()!r}; there are {known}")
    return held


def button_names(held: Buttons) -> str:
    """Returns the names of the held buttons: `UP+B`, or `NONE`."""
    return "+".join(each.name or "" for each in Buttons if each in held) or NOTHING


def press_text(press: tuple[int, Buttons]) -> str:
    """Returns an entry for a (frame, buttons) pair: `UP+B@100`."""
    frame, held = press
    return f"{button_names(held)}@{frame}"


def read_point(text: str, entry: str) -> Point | None:
    """Returns the stylus's place that `20,30` names, in pixels of the lower screen; None for `NONE`.

    Raises UsageError, which quotes the whole `entry`, also for places that the stylus cannot reach.
    """
    if text.upper() == NOTHING:
        return None
    x, y = two_numbers(text, int, entry)
    if clamp_touch(x, y) != (x, y):
        raise UsageError(f"{entry.strip()!r}: the stylus reaches 5 to 314 across and 5 to 234 down")
    return x, y


def read_tilt(text: str, entry: str) -> Tilt:
    """Returns the tilt of a circle pad that `-1,0.5` names: right and up positive, each from -1 to 1.

    `NONE` is no tilt. Raises UsageError, which quotes the whole `entry`.
    """
    x, y = (0.0, 0.0) if text.upper() == NOTHING else two_numbers(text, float, entry)
    if not (-1 <= x <= 1 and -1 <= y <= 1):
        raise UsageError(f"{entry.strip()!r}: a circle pad is tilted from -1 to 1")
    return x, y


def two_numbers(text: str, number: Callable[[str], Any], entry: str) -> tuple[Any, Any]:
    """Returns both numbers, int or float, of `20,30`. Raises UsageError, which quotes the whole `entry`."""
    try:
        x, y = map(number, text.split(","))
    except ValueError:
        raise UsageError(f"{entry.strip()!r} has no two numbers") from None
    return x, y


def point_text(at: tuple[float, float] | None) -> str:
    """Returns a place or tilt as text: `20,30`, `0.5,-1`, or `NONE`. Reading it gives the same numbers."""
    return ",".join(map(short_number, at)) if at else NOTHING


def short_number(value: float) -> str:
    """Returns the shortest text of a number that reads as the same number: `20`, `-1`, `0.5`."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def quoted(text: str) -> str:
    """Returns the text as a JSON string in one line."""
    # kana stay readable; in a text with invisible characters all but ASCII is escaped
    return json.dumps(text, ensure_ascii=not text.isprintable())


def read_keys(text: str) -> str:
    """Returns the typed text that `text` has in double quotes. Raises UsageError, which quotes it."""
    typed = read_quoted_text(text)
    return checked_keys(typed, quoted_excerpt(typed))


def checked_keys(typed: str, shown: str) -> str:
    """Returns the text `typed`. Raises UsageError, with the text as `shown`, if no keyboard can type it."""
    if typeable(typed) != typed:
        raise UsageError(f"{shown}: the keyboard has no characters beyond U+FFFF")
    return typed


class Notation(NamedTuple):
    """The notation for the values of one channel.

    `word` names the channel in a log, and with `--` before it its option; `neutral` is the value when the
    player does nothing. `read(text, entry)` returns the value that `text` names; its errors may quote the
    whole entry. `write(value)` returns the value as text. `example` describes a valid entry in error
    messages.
    """

    word: str
    neutral: Any
    read: Callable[[str, str], Any]
    write: Callable[[Any], str]
    example: str = ""


_PRESS = "press such as A@60, UP+B@100-120 or NONE@200"
_TILT = "tilt such as -1,0.5@60-90 or NONE@100"
NOTATIONS: Mapping[str, Notation] = MappingProxyType(
    {
        "buttons": Notation("press", Buttons(0), lambda text, _: read_buttons(text), button_names, _PRESS),
        "pad": Notation("pad", (0.0, 0.0), read_tilt, point_text, _TILT),
        "second_pad": Notation("second-pad", (0.0, 0.0), read_tilt, point_text, _TILT),
        "stylus": Notation("touch", None, read_point, point_text, "touch such as 20,30@60-90 or NONE@100"),
        "keys": Notation("keys", "", lambda text, _: read_keys(text), quoted),
    }
)
"""The notation of each channel, by the channel's name in the machine's input, in the order of CHANNELS."""


def add_schedules(schedules: Schedules, controls: ConsoleInput) -> None:
    """Adds the values of each channel, by frame, to the input of a machine that has not run yet."""
    for name, schedule in schedules.items():
        getattr(controls, name).schedule.update(schedule)


# ---- entries of options, scenes and lessons

_ENTRY = re.compile(r"(?P<what>[^@]*)@(?P<first>\d+)(?:-(?P<last>\d+))?")
_TYPED = re.compile(r"(?P<text>.+)@(?P<frame>\d+)", re.DOTALL)


class FrameSpan(NamedTuple):
    """A value held from frame `first` to frame `last`, both included; `last` None: until the next entry."""

    value: Any
    first: int
    last: int | None


def read_span(text: str, channel: str) -> FrameSpan:
    """Reads an entry of any channel except `keys`: `A@60`, `UP+B@100-120`, `20,30@60`. Raises UsageError."""
    notation = NOTATIONS[channel]
    match = _ENTRY.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{text.strip()!r} is no {notation.example}")
    first = whole_number(match["first"])
    last = whole_number(match["last"]) if match["last"] else None
    if last is not None and last < first:
        raise UsageError(f"{text.strip()!r} ends before it begins")
    return FrameSpan(notation.read(match["what"].strip(), text), first, last)


def read_schedule(text: str) -> dict[int, Buttons]:
    """Returns the schedule of buttons (frame to held buttons) for entries separated by commas, in any order.

    `A@60` holds A from frame 60 until the next entry begins, `A@60-70` up to frame 70 and no longer;
    where entries overlap, the buttons of all are held. `A@60,A@90` are two presses: see `schedule_of`.
    Raises UsageError.
    """
    return schedule_of(read_presses(text), "buttons")


def read_presses(text: str) -> list[FrameSpan]:
    """Reads entries of buttons, separated by commas: `A@60,UP+B@100-120`. Raises UsageError."""
    return [read_span(part, "buttons") for part in text.split(",") if part.strip()]


def schedule_of(spans: Iterable[FrameSpan], channel: str) -> dict[int, Any]:
    """Returns the value of a channel by the frame in which it changes.

    An entry without an end lasts until the next one begins; if that has the same buttons, they are up for a
    frame before it, so that they are pressed again. Where entries overlap, the buttons of all are held; on
    other channels the one given last counts.
    """
    entries = list(spans)
    starts = sorted({span.first for span in entries})

    def end_of(span: FrameSpan) -> int | None:
        """Returns the first frame after a span; None if no entry ends it."""
        if span.last is not None:
            return span.last + 1
        end = next((start for start in starts if start > span.first), None)
        is_pressed_again = channel == "buttons" and any(
            other.first == end and other.value == span.value for other in entries
        )
        # in the frame before the next one there is no time to let go
        return end - 1 if is_pressed_again and end is not None and end > span.first + 1 else end

    ends = [end_of(span) for span in entries]
    schedule = {}
    for frame in sorted({*starts, *(end for end in ends if end is not None)}):
        value = NOTATIONS[channel].neutral
        for span, end in zip(entries, ends, strict=True):
            if span.first <= frame and (end is None or frame < end):
                value = value | span.value if channel == "buttons" else span.value
        schedule[frame] = value
    return schedule


def read_typed_entry(text: str) -> tuple[int | None, str]:
    """Returns (60, "abc") for `abc@60`, typed in frame 60, and (None, "abc") for `abc`, typed at the start.

    Raises UsageError for characters that cannot be typed.
    """
    match = _TYPED.fullmatch(text)
    if not match:
        return None, checked_keys(text, repr(text))
    return whole_number(match["frame"]), checked_keys(match["text"], repr(text))


def keyboard_schedule(entries: Iterable[tuple[int | None, str]]) -> dict[int, str]:
    """Returns the typed text by frame, joined in the entries' order; entries without a frame are left out."""
    schedule: dict[int, str] = {}
    for frame, text in entries:
        if frame is not None:
            schedule[frame] = schedule.get(frame, "") + text
    return schedule


def options_text(schedules: Schedules, keys: str, answers: Iterable[str]) -> str:
    """Returns the options, quoted for a shell, that give a program this input; `keys` come at the start."""
    presses = ",".join(map(press_text, sorted(schedules["buttons"].items())))
    words = [f"--press={presses}"] if presses else []
    for name in ("stylus", "pad", "second_pad"):
        notation = NOTATIONS[name]
        words += [
            f"--{notation.word}={notation.write(at)}@{frame}" for frame, at in sorted(schedules[name].items())
        ]
    words += [f"--keys={keys}"] if keys else []
    words += [f"--keys={text}@{frame}" for frame, text in sorted(schedules["keys"].items())]
    words += [f"--answers={answer}" for answer in answers]
    return " ".join(map(shell_word, words))


def unread_input(
    controls: ConsoleInput, intended: Mapping[int, int] = MappingProxyType({}), given: Schedules | None = None
) -> list[str]:
    """Describes the input that the program of a finished run never read, to warn the user.

    Releases are left out. `intended` maps the frame in which a press came to the frame for which it was
    meant, where these differ. With `given` only the input in these schedules is described, no live player's.
    """

    def entries(name: str) -> list[tuple[int, Any]]:
        """Returns (frame, value) of each change on a channel that was not read."""
        found = controls.unread_changes(name)
        return found if given is None else [each for each in found if each[0] in given.get(name, {})]

    words = [press_text((intended.get(frame, frame), held)) for frame, held in entries("buttons") if held]
    for name, called in (("pad", "circle pad"), ("second_pad", "second pad")):
        words += [f"the {called} at {x:g},{y:g}@{frame}" for frame, (x, y) in entries(name) if x or y]
    words += [f"the stylus at {at[0]},{at[1]}@{frame}" for frame, at in entries("stylus") if at]
    # where no typed text was given, unread characters are a live player's
    if controls.unread_text and (given is None or "keys" in given):
        words.append(f"the keys {controls.unread_text!r}")
    if given is None or "answers" in given:
        words += [f"the answer {line!r}" for line in controls.lines]
    return words


# ---- a game

TITLE = "retromaze log"
VERSION = 1
LONGEST = 32 << 20
"""The most bytes of a log: a circle pad that is moved all the time makes four million an hour."""
LONGEST_VALUE = 80
"""The most characters of a press, touch or tilt: the names of all buttons have 44."""
MOST_FRAMES = 24 * 60 * 60 * 60
"""The frames of a day. Later input is not kept."""
SEEDS = 1 << 32
LARGEST = 1e300
"""Numbers that are set must be smaller; no listing has a number this large."""
NO_FILE = "NONE"

_SETTING = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]{0,127}[%#$]?)=(?P<value>.+)")
_DIGEST = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class GameLog:
    """A recorded game: the input by channel and frame, the lines for INPUT, and the settings of the run.

    `schedules` maps each channel to its values by frame, `answers` are the lines that INPUT reads. `program`
    is the name of a program of the catalogue, or of a file without its folder. `digest` is the SHA-256 of its
    text as it ran; `numbers` are the variables that were set, with their values. `clock` is the machine's
    time at frame 0. The game ended before frame `frames`. `files` maps `PROJECT/TXT/NAME` of each file that
    the program looked for to the digest of its contents, `NONE` for a missing file. Unknown fields are "" or
    None.
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
        """The frame of the last input; -1, the frame before the first, without input."""
        return max((frame for each in self.schedules.values() for frame in each), default=-1)

    def add_input_to(self, controls: ConsoleInput) -> None:
        """Adds the input and the answers to a machine that has not run yet; its seed and clock stay."""
        add_schedules(self.schedules, controls)
        controls.lines.extend(self.answers)


def log_of(machine: Machine, *, with_scheduled: bool = False) -> GameLog:
    """Returns the log of a machine's run so far: its input, seed, clock and number of frames.

    `with_scheduled` adds the input of later frames. INPUT's lines are included only if
    `machine.input.answers` is a list.
    """
    controls = machine.input
    schedules: Schedules = {}
    for name in CHANNELS:
        channel = getattr(controls, name)
        values = dict(channel.log)
        if with_scheduled:
            later = {at: value for at, value in channel.schedule.items() if at >= machine.frame}
            # in a frame that both have, the log's value counts: it took effect
            values = later | values
        schedules[name] = {frame: values[frame] for frame in sorted(values) if frame <= MOST_FRAMES}
    return GameLog(
        schedules,
        # the lines that INPUT has read, then those that wait to be read
        (*(controls.answers or ()), *(controls.lines if with_scheduled else ())),
        seed=machine.seed,
        clock=machine.start,
        frames=min(machine.frame, MOST_FRAMES),
    )


def digest_of(text: str) -> str:
    """Returns the SHA-256 of a listing's text, its lines ended by line feeds."""
    return digest_of_file(with_line_feeds(text).encode("utf-8", "surrogatepass"))


def record_file_digests(storage: Storage) -> dict[str, str]:
    """Returns a dict that fills while the program runs: each file that it looks for, and its digest then.

    A game's log stores it, so that a replay can name the files that have changed since.
    """
    files: dict[str, str] = {}

    def note(key: Key, data: bytes | None) -> None:
        files.setdefault("/".join(key), digest_of_file(data))

    storage.on_read = note
    return files


def changed_files(log: GameLog, storage: Storage) -> list[str]:
    """Returns the names of files that were changed, created or deleted since the game."""

    def digest_now(project: str, kind: str = "", name: str = "", *rest: str) -> str:
        """Returns the digest of the file with this path now, `NONE` if there is no such file."""
        try:
            # a path of more than three parts names no file
            return digest_of_file(None if rest else storage.read(kind, name, project))
        except BasicError:
            return NO_FILE

    return [name for name, digest in log.files.items() if digest_now(*name.split("/")) != digest]


def digest_of_file(data: bytes | None) -> str:
    """Returns the SHA-256 of a file's contents as a log has it; `NONE` if there is no file."""
    import hashlib

    return NO_FILE if data is None else hashlib.sha256(data).hexdigest()


# ---- a log is written


def log_text(log: GameLog) -> str:
    """Returns the log as text, which `read_log` reads back."""
    return "\n".join([f"{TITLE} {VERSION}", *heading_lines(log), *entry_lines(log), ""])


def heading_lines(log: GameLog) -> Iterator[str]:
    """Yields the lines that describe the game: program, listing, seed, settings, clock, frames and files."""
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
    """Yields a log's lines of input in the order of time, then its lines of answers."""
    # entries of the same frame come in the order of the channels
    entries = [
        (frame, order, f"{frame} {notation.word} {notation.write(value)}")
        for order, (name, notation) in enumerate(NOTATIONS.items())
        for frame, value in log.schedules.get(name, {}).items()
    ]
    yield from (line for _, _, line in sorted(entries))
    yield from (f"answer {quoted(answer)}" for answer in log.answers)


# ---- a log is read


def read_log(data: bytes, name: str) -> GameLog:
    """Reads a game's log from a file's bytes. Raises UsageError with the file's `name` and the wrong line."""
    if len(data) > LONGEST:
        raise UsageError(f"{name} is longer than a log can be: {LONGEST >> 20} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        broken = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name}:{broken}: this is no text in UTF-8") from None
    fields: dict[str, Any] = {
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
                read_line(line, fields)
        except UsageError as reason:
            raise UsageError(f"{name}:{number}: {reason}") from None
    return GameLog(**{**fields, "answers": tuple(fields["answers"])})


def check_title(line: str) -> None:
    """Raises UsageError unless `line`, the first of a log, has the title of a log and this version."""
    title, _, version = line.rpartition(" ")
    if title != TITLE:
        raise UsageError(f"this is no log of a game: it does not begin with `{TITLE} {VERSION}`")
    if version != str(VERSION):
        raise UsageError(f"this is a log of version {quoted_excerpt(version)}; known is {VERSION}")


def read_line(line: str, fields: dict[str, Any]) -> None:
    """Adds what a line of a log says to `fields`, the fields of a GameLog by name. Raises UsageError."""
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    # an entry of input begins with its frame: `60 press A`
    if word.isdecimal():
        read_entry(read_whole_number(word, MOST_FRAMES, "frame"), rest, fields["schedules"])
    elif word == "answer":
        fields["answers"].append(read_quoted_text(rest))
    elif word == "set":
        setting = _SETTING.fullmatch(rest)
        if not setting:
            raise UsageError(f"{quoted_excerpt(rest)} is not NAME=VALUE")
        if setting["name"] in fields["numbers"]:
            raise UsageError(f"{setting['name']!r} is set twice")
        fields["numbers"][setting["name"]] = read_value(setting["value"])
    elif word == "file":
        quoted_name, _, digest = rest.rpartition(" ")
        name = read_quoted_text(quoted_name)
        if name in fields["files"]:
            raise UsageError(f"{quoted_excerpt(name)} is told twice")
        fields["files"][name] = digest if digest == NO_FILE else read_digest(digest)
    elif word in HEADINGS:
        name, read = HEADINGS[word]
        if name in fields:
            raise UsageError(f"{word!r} is told twice")
        fields[name] = read(rest)
    else:
        known = ", ".join([*HEADINGS, "set", "file", "answer"])
        raise UsageError(f"{quoted_excerpt(word)} is no frame, and no word of a log: {known}")


def read_entry(frame: int, text: str, schedules: Schedules) -> None:
    """Adds the input of a frame, such as `press UP+B`, to the schedules. Raises UsageError."""
    word, _, rest = text.partition(" ")
    name = next((name for name, notation in NOTATIONS.items() if notation.word == word), None)
    if name is None:
        known = ", ".join(notation.word for notation in NOTATIONS.values())
        raise UsageError(f"{quoted_excerpt(word)} is nothing that is done: {known}")
    if frame in schedules[name]:
        raise UsageError(f"{word!r} is told twice for frame {frame}")
    # only a typed text may be long
    if name != "keys" and len(rest) > LONGEST_VALUE:
        raise UsageError(f"{quoted_excerpt(rest)} is no {word}")
    if name == "buttons" and not rest:
        raise UsageError("no button is named; NONE lets go")
    schedules[name][frame] = NOTATIONS[name].read(rest.strip(), rest)


def quoted_excerpt(text: str) -> str:
    """Returns a stranger's text as it is shown in a message: quoted, and cut after 40 characters."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def read_whole_number(text: str, most: int, thing: str) -> int:
    """Reads a whole number from 0 to `most`. Raises UsageError, in which `thing` says what the number is."""
    # `whole_number` returns most + 1 for every larger number
    number = whole_number(text, most) if text.isascii() and text.isdigit() else most + 1
    if number > most:
        raise UsageError(f"{quoted_excerpt(text)} is no {thing}: those are whole numbers from 0 to {most}")
    return number


def read_quoted_text(text: str) -> str:
    """Reads a text in double quotes. Raises UsageError."""
    value = read_value(text) if text.startswith('"') else None
    if not isinstance(value, str):
        raise UsageError(f"{quoted_excerpt(text)} is no text in double quotes")
    return value


def read_value(text: str) -> Value:
    """Reads a number, or a text in double quotes. Raises UsageError."""
    try:
        # lists are refused before they are parsed: deeply nested ones would exhaust the parser's stack
        value: Any = None if text.startswith(("[", "{")) else json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, str) or (type(value) in {int, float} and abs(value) < LARGEST):
        return cast(Value, value)
    raise UsageError(f"{quoted_excerpt(text)} is neither a number nor a text in double quotes")


def read_program_name(text: str) -> str:
    """Reads a program's name. Raises UsageError for a path, because a log must not open files elsewhere."""
    name = read_quoted_text(text)
    if not name or name in {".", ".."} or not name.isprintable() or set(name) & set("/\\:"):
        raise UsageError(f"{quoted_excerpt(name)} is no program, nor a file's name without its folder")
    return name


def read_digest(text: str) -> str:
    """Returns the text unchanged if it is a SHA-256. Raises UsageError for any other text."""
    if not _DIGEST.fullmatch(text):
        raise UsageError(f"{quoted_excerpt(text)} is no SHA-256 in small hexadecimal digits")
    return text


def read_clock(text: str) -> datetime:
    """Reads the clock's time at frame 0. Raises UsageError."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None, microsecond=0)
    except ValueError:
        raise UsageError(f"{quoted_excerpt(text)} is no moment such as 2014-11-19T12:30:00") from None


HEADINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "program": ("program", read_program_name),
    "listing": ("digest", read_digest),
    "seed": ("seed", lambda text: read_whole_number(text, SEEDS - 1, "seed")),
    "clock": ("clock", read_clock),
    "frames": ("frames", lambda text: read_whole_number(text, MOST_FRAMES, "number of frames")),
}
"""The words of lines that may occur once in a log, each with a field of GameLog and its reader."""
