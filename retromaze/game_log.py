"""What somebody did in a game, as a text that is read and written: `game.log`.

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

A value holds from its frame on until the next one of its kind; `keys` are typed in that frame, and each
`answer` is the next line that INPUT is given. Empty lines, and those that begin with `#`, say nothing. A log
may come from anybody: what is read is bounded, runs nothing, and names no folder.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from retromaze.errors import BasicError, UsageError
from retromaze.language.lines import with_line_feeds
from retromaze.language.prologue import Value
from retromaze.machine.channel import Channel
from retromaze.machine.input import CHANNELS, Input, typeable
from retromaze.machine.machine import Machine
from retromaze.machine.memory import Key
from retromaze.machine.storage import Storage
from retromaze.press import Schedules, button_names, place, read_buttons, read_lean, read_point
from retromaze.values.numbers import whole_number

TITLE = "retromaze log"
VERSION = 1
LONGEST = 32 << 20
"""Bytes of a log: a circle pad that is moved all the time makes four million an hour."""
LONGEST_VALUE = 80
"""Letters of what is pressed, touched or tilted: all buttons have 44."""
MOST_FRAMES = 24 * 60 * 60 * 60
"""A day. What was done later is not kept."""
SEEDS = 1 << 32
LARGEST = 1e300
"""What is set is less than that; a listing has no such number."""

_SETTING = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]{0,127}[%#$]?)=(?P<value>.+)")
_DIGEST = re.compile("[0-9a-f]{64}")
DIGITS = re.compile("[0-9]+")
WORDS = dict(zip(CHANNELS, ("press", "pad", "second-pad", "touch", "keys"), strict=True))
"""How each channel of the input is called."""
ANSWER = "answer"
NO_FILE = "NONE"


@dataclass(frozen=True, slots=True)
class GameLog:
    """What was done, by channel and frame, with the lines that INPUT was given, and in which game.

    `program` is a program of the catalogue or a file's name without its folder, `digest` that of its text as
    it ran, `numbers` what was set in it; `clock` is the machine's moment of frame 0. The game ended before
    the frame of number `frames`. `files` are those that it looked for, by `PROJECT/TXT/NAME`, with the digest
    of what they held, NONE where there was none. What is not known is "" or None.
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

    def lay(self, controls: Input) -> None:
        """Lays it before a machine that has run nothing; seed and clock are that machine's own."""
        for name, schedule in self.schedules.items():
            getattr(controls, name).schedule.update(schedule)
        controls.lines.extend(self.answers)


# ---- taken from a machine


def log_of(machine: Machine) -> GameLog:
    """What a machine was given up to its present frame, with its seed, its clock and the frames that passed.

    INPUT's lines are known where `machine.input.answers` is a list.
    """
    controls = machine.input
    given = {name: within_a_day(dict(getattr(controls, name).log)) for name in CHANNELS}
    frames = min(machine.frame, MOST_FRAMES)
    return GameLog(
        given, tuple(controls.answers or ()), seed=machine.seed, clock=machine.start, frames=frames
    )


def whole_log_of(machine: Machine) -> GameLog:
    """The same with what is still to come."""
    log, controls = log_of(machine), machine.input
    entries = {
        name: log.schedules[name] | to_come(getattr(controls, name), machine.frame) for name in CHANNELS
    }
    ordered = {name: dict(sorted(each.items())) for name, each in entries.items()}
    return replace(log, schedules=ordered, answers=(*log.answers, *controls.lines))


def to_come(channel: Channel[Any], frame: int) -> dict[int, Any]:
    """What is scheduled from that frame on; of the frame itself what the program has not looked at."""
    given = dict(channel.log)
    later = {at: value for at, value in channel.schedule.items() if at >= frame and at not in given}
    return within_a_day(later)


def within_a_day(entries: dict[int, Any]) -> dict[int, Any]:
    """What a log can tell."""
    return {frame: value for frame, value in entries.items() if frame <= MOST_FRAMES}


def digest_of(text: str) -> str:
    """The SHA-256 of a listing's text, its lines ended by line feeds."""
    return hashlib.sha256(with_line_feeds(text).encode("utf-8", "surrogatepass")).hexdigest()


def note_files(storage: Storage) -> dict[str, str]:
    """The files that a program will look for from now on, as a log tells them; each as it is found first."""
    files: dict[str, str] = {}

    def note(key: Key, data: bytes | None) -> None:
        files.setdefault("/".join(key), held_words(data))

    storage.on_read = note
    return files


def other_files(log: GameLog, storage: Storage) -> list[str]:
    """The names of files that are others now than they were in the game, or are there now, or no longer."""

    def held(project: str, kind: str = "", name: str = "", *rest: str) -> str:
        try:
            return held_words(None if rest else storage.read(kind, name, project))
        except BasicError:
            return NO_FILE

    return [name for name, was in log.files.items() if held(*name.split("/")) != was]


def held_words(data: bytes | None) -> str:
    """What a log says of a file."""
    return NO_FILE if data is None else hashlib.sha256(data).hexdigest()


# ---- written


def written_log(log: GameLog) -> str:
    """The log as a text. `read_log` makes the same of it again."""
    return "\n".join([f"{TITLE} {VERSION}", *heading_of(log), *entry_lines(log), ""])


def heading_of(log: GameLog) -> Iterator[str]:
    """What it was done in."""
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
    for name, held in log.files.items():
        yield f"file {quoted(name)} {held}"


def entry_lines(log: GameLog) -> Iterator[str]:
    """What was done, in the order of time, and the answers."""
    entries = [
        (frame, order, f"{frame} {WORDS[name]} {WRITERS[name](value)}")
        for order, name in enumerate(CHANNELS)
        for frame, value in log.schedules.get(name, {}).items()
    ]
    yield from (line for _, _, line in sorted(entries))
    yield from (f"{ANSWER} {quoted(answer)}" for answer in log.answers)


def quoted(text: str) -> str:
    """A text as JSON has it, in one line that any editor shows."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


# ---- read


def read_log(data: bytes, name: str) -> GameLog:
    """The log that a file of this name holds. Raises UsageError with name and line of what is wrong."""
    if len(data) > LONGEST:
        raise UsageError(f"{name} is longer than a log can be: {LONGEST >> 20} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name}:{line}: this is no text in UTF-8") from None
    reader = LogReader()
    for number, each in enumerate(with_line_feeds(text).split("\n"), 1):
        try:
            reader.read(number, each.strip())
        except UsageError as reason:
            raise UsageError(f"{name}:{number}: {reason}") from None
    return reader.log()


class LogReader:
    """Reads a log line by line; UsageError says what is wrong with one."""

    def __init__(self) -> None:
        self._schedules: Schedules = {name: {} for name in CHANNELS}
        self._answers: list[str] = []
        self._numbers: dict[str, Value] = {}
        self._files: dict[str, str] = {}
        self._found: dict[str, Any] = {}

    def log(self) -> GameLog:
        """All that was read."""
        done = self._schedules, tuple(self._answers)
        return GameLog(*done, numbers=self._numbers, files=self._files, **self._found)

    def read(self, number: int, line: str) -> None:
        """One line, counted from 1."""
        if number == 1:
            check_title(line)
            return
        if not line or line.startswith("#"):
            return
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word.isdecimal():
            self._read_entry(whole(word, MOST_FRAMES, "frame"), rest)
        elif word == ANSWER:
            self._answers.append(text_of(rest))
        elif word == "set":
            self._read_setting(rest)
        elif word == "file":
            self._read_file(rest)
        elif word in HEADINGS:
            name, read = HEADINGS[word]
            if name in self._found:
                raise UsageError(f"{word!r} is told twice")
            self._found[name] = read(rest)
        else:
            raise UsageError(f"{shown(word)} is no frame, and no word of a log: {', '.join(KNOWN)}")

    def _read_entry(self, frame: int, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word not in READERS:
            raise UsageError(f"{shown(word)} is nothing that is done: {', '.join(READERS)}")
        name, read = READERS[word]
        schedule = self._schedules[name]
        if frame in schedule:
            raise UsageError(f"{word!r} is told twice for frame {frame}")
        if name != "keys" and len(rest) > LONGEST_VALUE:
            raise UsageError(f"{shown(rest)} is no {word}")
        schedule[frame] = read(rest.strip())

    def _read_setting(self, text: str) -> None:
        found = _SETTING.fullmatch(text)
        if not found:
            raise UsageError(f"{shown(text)} is not NAME=VALUE")
        if found["name"] in self._numbers:
            raise UsageError(f"{found['name']!r} is set twice")
        self._numbers[found["name"]] = value_of(found["value"])

    def _read_file(self, text: str) -> None:
        words, _, held = text.rpartition(" ")
        name = text_of(words)
        if name in self._files:
            raise UsageError(f"{shown(name)} is told twice")
        self._files[name] = held if held == NO_FILE else digest(held)


def check_title(line: str) -> None:
    """The first line says what this is. Raises UsageError."""
    title, _, version = line.rpartition(" ")
    if title != TITLE:
        raise UsageError(f"this is no log of a game: it does not begin with `{TITLE} {VERSION}`")
    if version != str(VERSION):
        raise UsageError(f"this is a log of version {shown(version)}; known is {VERSION}")


def shown(text: str) -> str:
    """A text of somebody else's in a message."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def whole(text: str, most: int, thing: str) -> int:
    """A whole number from 0 to `most`."""
    if not (DIGITS.fullmatch(text) and whole_number(text, most) <= most):
        raise UsageError(f"{shown(text)} is no {thing}: those are whole numbers from 0 to {most}")
    return whole_number(text, most)


def text_of(words: str) -> str:
    """A text in quotes."""
    value = value_of(words) if words.startswith('"') else None
    if not isinstance(value, str):
        raise UsageError(f"{shown(words)} is no text in double quotes")
    return value


def value_of(words: str) -> Value:
    """A number, or a text in quotes."""
    try:
        # brackets may nest deeper than JSON is read
        value: Any = None if words.startswith(("[", "{")) else json.loads(words)
    except ValueError:
        value = None
    if isinstance(value, str) or (type(value) in {int, float} and abs(value) < LARGEST):
        return cast(Value, value)
    raise UsageError(f"{shown(words)} is neither a number nor a text in double quotes")


def keys_of(words: str) -> str:
    """What is typed."""
    text = text_of(words)
    if typeable(text) != text:
        raise UsageError(f"{shown(text)}: the keyboard has no characters beyond U+FFFF")
    return text


def buttons_of(words: str) -> Any:
    """Held buttons by their names."""
    if not words:
        raise UsageError("no button is named; NONE lets go")
    return read_buttons(words)


def program_of(words: str) -> str:
    """A name without a folder: a log leads to no file elsewhere."""
    name = text_of(words)
    if not name or name in {".", ".."} or not name.isprintable() or set(name) & set("/\\:"):
        raise UsageError(f"{shown(name)} is no program, nor a file's name without its folder")
    return name


def digest(words: str) -> str:
    """A SHA-256."""
    if not _DIGEST.fullmatch(words):
        raise UsageError(f"{shown(words)} is no SHA-256 in small hexadecimal digits")
    return words


def moment(words: str) -> datetime:
    """When the clock began."""
    try:
        return datetime.fromisoformat(words).replace(tzinfo=None, microsecond=0)
    except ValueError:
        raise UsageError(f"{shown(words)} is no moment such as 2014-11-19T12:30:00") from None


WRITERS: dict[str, Callable[[Any], str]] = {
    "buttons": button_names,
    "pad": place,
    "second_pad": place,
    "stylus": place,
    "keys": quoted,
}
READINGS: dict[str, Callable[[str], Any]] = {
    "buttons": buttons_of,
    "pad": lambda words: read_lean(words, words),
    "second_pad": lambda words: read_lean(words, words),
    "stylus": lambda words: read_point(words, words),
    "keys": keys_of,
}
READERS = {word: (name, READINGS[name]) for name, word in WORDS.items()}
HEADINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "program": ("program", program_of),
    "listing": ("digest", digest),
    "seed": ("seed", lambda words: whole(words, SEEDS - 1, "seed")),
    "clock": ("clock", moment),
    "frames": ("frames", lambda words: whole(words, MOST_FRAMES, "number of frames")),
}
KNOWN: Iterable[str] = (*HEADINGS, "set", "file", ANSWER)
