"""MML, the language of tunes: text to the commands of each channel; and the 43 tunes of the machine.

    read_mml("T120 O4 L8 CDE:1O3C4")   a Tune: two channels, each with its commands

A tune is read whole before it is played; every mistake in it is error 47. What a command does is documented
in `sequencer.py`, at the method with its name.

The built-in tunes are written for retromaze: the console's belong to their maker. They are in `tunes.mml`,
each after a line `# number name`, which is the only kind of comment there. A line is a channel; lines that
begin with blanks continue it. Bars are separated by blanks.
Source: machine reference, 7.2.
Unverified: numbers for repeats, how deep repeats may be nested, a channel named inside a repeat or a macro
(errors here), what may follow a tie (anything), the number after `(` and `)` (that many steps); the purposes
of the console's tunes: only their number is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from retromaze.errors import IllegalMml
from retromaze.values.costs import MML_COST, do_nothing
from retromaze.values.scalars import whole_number

CHANNELS = range(16)
TEMPI = range(1, 513)
LENGTHS = range(1, 193)
OCTAVES = range(9)
GATES = range(9)
LEVELS = range(128)
"""Volumes, places between left and right, and the numbers of envelopes and modulations."""
KEYS = range(128)
DETUNES = range(-128, 128)
VARIABLES = range(8)
VALUES = range(256)
TIMES = range(256)
INSTRUMENTS = frozenset({*range(130), *range(144, 152), *range(224, 384)})
FOREVER = 0
"""Stands for the missing number of a repeat."""
SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
SIGNS = {"#": 1, "+": 1, "-": -1}
BLANKS = re.compile(r"\s+")
LONGEST_CACHED = 64
"""Characters of the longest command whose parsed form is cached."""
PIECE = 4096
"""The number of commands whose work is counted together."""


class TuneVariable(NamedTuple):
    """A variable in place of a number, `$0` to `$7`, whose value is read while the tune plays."""

    number: int


Number = int | TuneVariable


class NoteLength(NamedTuple):
    """A note's length: 4 is a quarter, None the channel's length; a dot adds half of what was added last."""

    number: Number | None = None
    dots: int = 0


class Command(NamedTuple):
    """A command to a channel: the name of the sequencer's method, and its operands.

    The operand of a macro's call is the list of the macro's commands.
    """

    name: str
    operands: tuple[Any, ...] = ()


Commands = tuple[Command, ...]
Tune = Mapping[int, Commands]
"""The commands of each channel that has any, by the channel's number."""


def has_endless_repeat(tune: Tune) -> bool:
    """Whether a tune never ends: it has a repeat without a number, perhaps in a macro that is called."""
    unvisited, visited = list(tune.values()), set[int]()
    while unvisited:
        for name, operands in unvisited.pop():
            if name == "end_repeat" and operands[0] == FOREVER:
                return True
            # each macro is looked at once, however often it is played
            if name == "call_macro" and id(operands[0]) not in visited:
                visited.add(id(operands[0]))
                unvisited.append(operands[0])
    return False


MatchGroups = Sequence[str]
Form = tuple[str, Callable[[MatchGroups], Command]]


def command_of_numbers(
    name: str, valid: Container[int] = (), missing: int = 0
) -> Callable[[MatchGroups], Command]:
    """Returns a function that makes a command from a match with `valid` numbers; no number is `missing`."""
    return lambda groups: Command(
        name, tuple(read_number(each, valid) if each else missing for each in groups)
    )


def note_command(groups: MatchGroups) -> Command:
    """Returns the command of a note: `groups` are signs, letter, signs, the number of its length, dots."""
    signs_before, letter, signs_after, number, dots = groups
    key = SEMITONES[letter] + sum(SIGNS[each] for each in signs_before + signs_after)
    return Command("note", (key, read_length(number, dots)))


def command_of_length(name: str) -> Callable[[MatchGroups], Command]:
    """Returns a function that makes a command from the groups of a match: a length's number and its dots."""
    return lambda groups: Command(name, (read_length(*groups),))


def read_number(text: str, valid: Container[int]) -> Number:
    """Returns a number, or the variable in its place ("$3"). Raises IllegalMml for a number out of range."""
    if text.startswith("$"):
        return TuneVariable(read_literal(text[1:], VARIABLES))
    return read_literal(text, valid)


def read_literal(text: str, valid: Container[int]) -> int:
    """Returns the number of some digits. Raises IllegalMml if it is not a `valid` one."""
    number = whole_number(text)
    if number not in valid:
        raise IllegalMml(f"{text} is out of range")
    return number


def read_length(number: str, dots: str) -> NoteLength:
    """Returns a note's length: `8` an eighth, no number the channel's; each dot adds half of the rest."""
    return NoteLength(read_number(number, LENGTHS) if number else None, len(dots))


# a number or a variable; the `$0=1` after another command is a command of its own
N = r"([0-9]+|\$[0-9]+(?![0-9=]))"
IF_ANY = rf"{N}?"
FOUR = ",".join([N] * 4)
LENGTH = rf"{IF_ANY}(\.*)"
COMMANDS: tuple[Form, ...] = (
    (rf"([-+#]?)([A-G])([-+#]*){LENGTH}", note_command),
    (rf"R{LENGTH}", command_of_length("rest")),
    (rf"L{LENGTH}", command_of_length("set_length")),
    (rf"T{N}", command_of_numbers("tempo", TEMPI)),
    (rf"O{N}", command_of_numbers("octave", OCTAVES)),
    (rf"V{N}", command_of_numbers("volume", LEVELS)),
    (rf"P{N}", command_of_numbers("pan", LEVELS)),
    (rf"Q{N}", command_of_numbers("gate", GATES)),
    (rf"N{N}", command_of_numbers("note_of_key", KEYS)),
    (r"<", command_of_numbers("octave_up")),
    (r">", command_of_numbers("octave_down")),
    (r"!", command_of_numbers("swap_octave_signs")),
    (rf"\({IF_ANY}", command_of_numbers("louder", LEVELS, 1)),
    (rf"\){IF_ANY}", command_of_numbers("softer", LEVELS, 1)),
    (rf"&{LENGTH}", command_of_length("tie")),
    (r"_", command_of_numbers("glide")),
    (r"\[", command_of_numbers("begin_repeat")),
    (rf"\]{IF_ANY}", command_of_numbers("end_repeat", TIMES, FOREVER)),
    (rf"@{N}", command_of_numbers("instrument", INSTRUMENTS)),
    (rf"@V{N}", command_of_numbers("velocity", LEVELS)),
    (r"@D([-+]?[0-9]+|\$[0-9]+)", command_of_numbers("detune", DETUNES)),
    (r"@ER", command_of_numbers("no_envelope")),
    (rf"@E{FOUR}", command_of_numbers("envelope", LEVELS)),
    (rf"@MA{FOUR}", command_of_numbers("tremolo", LEVELS)),
    (rf"@MP{FOUR}", command_of_numbers("vibrato", LEVELS)),
    (rf"@ML{FOUR}", command_of_numbers("auto_pan", LEVELS)),
    (r"@MON", command_of_numbers("modulation_on")),
    (r"@MOF", command_of_numbers("modulation_off")),
    (rf"\$([0-7])={N}", command_of_numbers("set_variable", VALUES)),
)
"""The pattern of each command, and a function that makes the command from the groups of the match."""
OTHERS = (r":[0-9]+", r"\{\w{1,8}[=}]", r"\}", r".")
"""A channel, a macro that is defined or played, the end of a macro, and any other character."""
TOKEN = "|".join([*(pattern for pattern, _ in COMMANDS), *OTHERS])
"""The pattern of a command or one of the others. It is compiled with the first tune, as few programs play."""
UNFINISHED = frozenset("TOVPQN@$:{+-#")
"""The characters that begin a command, but are none alone."""
REPEATS = {"begin_repeat": 1, "end_repeat": -1}


Mml = str
"""A tune's text. Events have it as `plain_mml` returns it."""
MACRO = re.compile(r"(\{\w{1,8}[=}])")


def plain_mml(text: str) -> str:
    """Returns a tune's text without blanks and in capitals; only names of macros keep their lower case."""
    pieces = MACRO.split(BLANKS.sub("", text))
    # the pattern has a group, so every second piece of the split is the name of a macro
    return "".join(piece if at % 2 else piece.upper() for at, piece in enumerate(pieces))


def read_mml(text: str, count_work: Callable[[int], None] = do_nothing) -> Tune:
    """Returns the tune of a text. Raises IllegalMml with the place of the mistake."""
    reader = Reader()
    at = 0
    try:
        for count, token in enumerate(re.finditer(TOKEN, BLANKS.sub("", text), re.IGNORECASE | re.DOTALL)):
            at = token.start()
            reader.read(token[0])
            # before each PIECE commands their work, so that a long text is not read in one frame
            if not count % PIECE:
                count_work(MML_COST.of(PIECE))
        return reader.tune()
    except IllegalMml as error:
        position = position_with_blanks(text, at)
        raise IllegalMml(f"{error.detail}, at character {position} of the tune") from None


def position_with_blanks(text: str, at: int) -> int:
    """Returns the position of an error in the text as it was written, from 1.

    `at` is its position, from 0, in the text without blanks.
    """
    positions = [number for number, letter in enumerate(text, 1) if not BLANKS.match(letter)]
    return positions[at] if positions else 1


@lru_cache(maxsize=4096)
def parse_command(token: str) -> Command:
    """Returns the command that a token of a tune's text stands for. Raises IllegalMml if there is none."""
    for pattern, make_command in COMMANDS:
        if match := re.fullmatch(pattern, token, re.IGNORECASE):
            # a group that did not take part is None
            return make_command([(each or "").upper() for each in match.groups()])
    raise IllegalMml(f"{token!r} is no {'whole ' * (token.upper() in UNFINISHED)}command")


class Reader:
    """Parses a tune from its tokens, which are passed to `read` one after the other.

    Commands are added to `_commands`, the list of the present channel. While the macro named `_defining` is
    defined, it is the macro's list, and `_outer_commands` the channel's. `_repeats` counts the open repeats.
    """

    def __init__(self) -> None:
        self._channels: dict[int, list[Command]] = {}
        self._macros: dict[str, Commands] = {}
        self._commands = self._channels.setdefault(0, [])
        self._repeats = 0
        self._defining = ""
        self._outer_commands = self._commands

    def tune(self) -> Tune:
        """Returns the tune that was read. Raises IllegalMml if a repeat or macro has no end."""
        self._check_end()
        return {number: tuple(commands) for number, commands in self._channels.items() if commands}

    def read(self, token: str) -> None:
        """Reads one token of the text. Raises IllegalMml if it is not allowed here."""
        # `:3` chooses a channel, `{NAME=` and `{NAME}` begin or call a macro, `}` ends one; else a command
        kind = token[0]
        if kind == ":" and len(token) > 1:
            self._check_end()
            self._commands = self._channels.setdefault(read_literal(token[1:], CHANNELS), [])
        elif kind == "{" and token[-1] == "=":
            self._check_end()
            self._defining, self._outer_commands, self._commands = token[1:-1], self._commands, []
        elif kind == "{" and token[-1] == "}":
            # it must be defined before, so that none can call itself
            if token[1:-1] not in self._macros:
                raise IllegalMml(f"no macro {token[1:-1]!r}")
            self._commands.append(Command("call_macro", (self._macros[token[1:-1]],)))
        elif kind == "}" and self._defining:
            self._check_repeats()
            self._macros[self._defining] = tuple(self._commands)
            self._defining, self._commands = "", self._outer_commands
        else:
            # long tokens are not cached: there may be thousands, of a million letters each
            is_cached = len(token) <= LONGEST_CACHED
            command = parse_command(token) if is_cached else parse_command.__wrapped__(token)
            self._commands.append(command)
            self._repeats += REPEATS.get(command.name, 0)
            if self._repeats < 0:
                raise IllegalMml("a repeat ends that has not begun")

    def _check_end(self) -> None:
        """Raises IllegalMml if a repeat or a macro is still open."""
        self._check_repeats()
        if self._defining:
            raise IllegalMml(f"macro {self._defining!r} has no end")

    def _check_repeats(self) -> None:
        """Raises IllegalMml if a repeat is open at the end of a channel or macro: it must end there."""
        if self._repeats:
            raise IllegalMml("a repeat has no end")


TUNES_FILE = Path(__file__).with_name("tunes.mml")
HEADING = re.compile(r"^# (\d+) (.+)$", re.MULTILINE)


@cache
def tune_texts() -> dict[int, str]:
    """Returns the MML of each tune by its number."""
    text = TUNES_FILE.read_text("utf-8")
    # after the text before the first heading: number, name and MML of each tune in turn
    _, *parts = HEADING.split(text)
    return {int(number): mml for number, mml in zip(parts[::3], parts[2::3], strict=True)}


@cache
def built_in_tune(number: int) -> Tune:
    """Returns the tune of that number, 0 to 42. Raises KeyError for another."""
    return read_mml(tune_texts()[number])
