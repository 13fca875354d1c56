"""Events: calls of a machine's parts (screen, sound …), recorded while a front end or comparison listens.

A mark on a method says that its calls are events, their kind of effect, and the verb for them in sentences:

    @observed(Effect.DRAWS, "draws")
    def line(self, x0: int, y0: int, x1: int, y1: int, color: Color | None = None) -> None:

`sets` names an attribute that the method sets, which a comparison of two machines reads:

    @observed(Effect.DRAWS, sets={"place of the page": "offset"})
    def set_offset(self, x: int, y: int) -> None:

No other module has a list of the names of events.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from functools import cache
from types import CodeType, FrameType, MappingProxyType, NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from zlib import crc32

from retromaze.language.numbers import LARGEST, SMALLEST, wrap
from retromaze.machine.mml import plain_mml
from retromaze.values.scalars import plain_value

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

NAMED_WITH_PART = {"Backgrounds": "backgrounds", "Definitions": "definitions", "Sprites": "sprites"}
"""The parts whose events have their part's name before them, `sprites.move`, by their classes.

Their methods have names (`move`, `clear`) that screens, consoles or sounds have too.
"""
LARGE = re.compile(r"\b(str|Mml|Sequence|Iterable)\b")
"""Finds, in a parameter's annotation, the types whose values may be long."""
_OBSERVED: dict[Any, ObservedMethod] = {}
_BY_NAME: defaultdict[str, list[ObservedMethod]] = defaultdict(list)
_NAMES: dict[type, tuple[str, ...]] = {}
Method = TypeVar("Method", bound=Callable[..., Any])


class Effect(Enum):
    """The kind of effect that a call has for an observer."""

    DRAWS = auto()
    """It shows something at once, or changes how something is shown."""
    PRINTS = auto()
    """It shows a text, or many pixels that are its arguments."""
    CHANCE = auto()
    """It takes a random number, or begins a series."""
    WAITS = auto()
    """Frames pass."""
    SOUNDS = auto()
    """It starts or changes a sound."""
    PREPARES = auto()
    """It shows nothing itself: settings for later drawing, files, the player's devices."""


class ObservedMethod(NamedTuple):
    """A method of the machine whose calls are events.

    In a sentence `verb` stands before the call: "draws line(1, 2, 3, 4)". `sets` has the attributes of its
    part that it sets, by their names in words: {"text color": "foreground"}.
    """

    method: Callable[..., Any]
    effect: Effect
    verb: str
    sets: Mapping[str, str]

    @property
    def parameters(self) -> tuple[inspect.Parameter, ...]:
        return parameters_of(self.method)

    @property
    def pixel_colors(self) -> tuple[int, ...]:
        """The positions of the colors that a call only makes pixels with: all that is left of them is these.

        Other methods keep a color as it was given, and hand it back: `set_color` of a screen or a sprite.
        """
        return positions_annotated(self.parameters, COLOR) if self.verb == "draws" else ()


@cache
def parameters_of(method: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    """Returns the parameters of a method, without self."""
    return tuple(inspect.signature(method).parameters.values())[1:]


def observed(
    effect: Effect, verb: str = "calls", *, sets: Mapping[str, str] = MappingProxyType({})
) -> Callable[[Method], Method]:
    """Returns a decorator that marks a public method: its calls are events. The method is not changed.

    `effect`, `verb` and `sets` are those of an ObservedMethod.
    """

    def mark(method: Method) -> Method:
        # `Recorder` looks methods up in the first table, descriptions of events are found in the second
        _OBSERVED[method] = described = ObservedMethod(method, effect, verb, sets)
        _BY_NAME[event_name(method)].append(described)
        return method

    return mark


def event_name(method: Callable[..., Any]) -> str:
    """Returns the name of the events of a method: `line`, or with its part `sprites.move`."""
    part = NAMED_WITH_PART.get(method.__qualname__.partition(".")[0])
    return f"{part}.{method.__name__}" if part else method.__name__


def event_name_of_path(path: str) -> str:
    """Returns the name of a method's events, its path from the machine: `screen.line`, `sprites.move`."""
    part, _, name = path.rpartition(".")
    return path if part in NAMED_WITH_PART.values() else name


def observed_names(part_class: type) -> tuple[str, ...]:
    """Returns the names of the methods of a class and its bases that are marked as @observed; cached."""
    if part_class not in _NAMES:
        _NAMES[part_class] = tuple(
            name for name in dir(part_class) if is_observed(getattr(part_class, name, None))
        )
    return _NAMES[part_class]


def attributes_set_by(part_class: type) -> dict[str, str]:
    """Returns the attributes that the observed methods of a class set, by their names in words.

    Comparisons of two machines read these attributes, and name them in messages.
    For Console one entry is {"text color": "foreground"}.
    """
    methods = (_OBSERVED[getattr(part_class, name)] for name in observed_names(part_class))
    return {words: attribute for each in methods for words, attribute in each.sets.items()}


def is_observed(member: object) -> bool:
    """Whether a member of a class is a method that is marked as @observed."""
    return inspect.isfunction(member) and member in _OBSERVED


# ---- by the names of events; all methods with one name have the same effect and verb


def observed_methods() -> list[ObservedMethod]:
    """Returns all methods that are marked as @observed, in the order in which they were defined."""
    return list(_OBSERVED.values())


def observed_method(name: str, count: int | None = None) -> ObservedMethod | None:
    """Returns the method whose events have that name, or None.

    Methods of several parts may have one name; `count` parameters, if given, tell them apart.
    """
    for each in _BY_NAME.get(name, ()):
        if count is None or count == len(each.parameters):
            return each
    return None


@cache
def event_names_with(*effects: Effect) -> frozenset[str]:
    """Returns the names of all events that have one of these effects: that draw, print, wait and so on."""
    # all methods of a name have the effect of the first
    return frozenset(name for name, methods in _BY_NAME.items() if methods[0].effect in effects)


@cache
def names_of_large_events() -> frozenset[str]:
    """Returns the names of all events whose arguments may be long texts or arrays."""
    return frozenset(
        name
        for name, methods in _BY_NAME.items()
        if any(LARGE.search(str(each.annotation)) for one in methods for each in one.parameters)
    )


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PROGRAMS = tuple(os.path.join(_PACKAGE, room) + os.sep for room in ("ports", "programs"))
"""The folders of the package with ports and, once it is installed, listings."""
_LIBRARY = tuple(
    os.path.join(_PACKAGE, "ports", each)
    for each in ("mazes" + os.sep, "basic.py", "blocks.py", "files.py", "signals.py")
)
"""Files that ports use: events that they cause have the place of the port's line that called them."""
COLOR = re.compile(r"\bColor\b")
TUNE = re.compile(r"\bMml\b")
_CONTAINERS = (list, tuple, array)
_UNCHANGING = frozenset({int, float, str, bool, NoneType})
"""Types of arguments that an event can hold without a copy."""

EventCallback = Callable[[str, tuple[Any, ...], Any, int], None]


class Event(NamedTuple):
    """One observed call. Two events are equal if they did the same in the same frame, from any line.

    `name` is the method's, with the part for sprites and backgrounds (`sprites.move`), and after
    `screens[1].` for the lower screen. `arguments` are in the order of the signature, with defaults for
    missing ones; lists and arrays are tuples, the bytes of a file their Content, colors signed numbers of 32
    bits, tunes without blanks and in capitals. `result` has the same form. `frame` is the one in which the
    call began; `file` and `line` (from 1) are those of the listing or port that made the call, "" and 0 if
    neither did.
    """

    name: str
    arguments: tuple[Any, ...]
    result: Any
    frame: int
    file: str = ""
    line: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self[:4] == other[:4]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:4])


class Content(NamedTuple):
    """The content of a file as an event holds it: its size and two hashes of its bytes.

    `number` is Python's hash, equal for equal bytes within one process only; `sum`, a CRC, is the same
    everywhere and shown in messages.
    """

    size: int
    number: int
    sum: int

    def __repr__(self) -> str:
        return f"<{self.size:,} byte{'' if self.size == 1 else 's'}, sum {self.sum:08X}>"


def file_content(data: bytes) -> Content:
    """Returns the Content by which an event represents a file with these bytes."""
    return Content(len(data), hash(data), crc32(data))


def clamped_to_32_bits(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns the arguments with every int clamped to 32 bits: coordinates beyond these draw the same."""
    return tuple(min(max(each, SMALLEST), LARGEST) if type(each) is int else each for each in arguments)


class Recorder:
    """Puts a recording wrapper on every marked method of some parts of a machine, and removes it again.

    A call that raises an exception is no event, and of calls within calls only the outermost is one:
    `_is_in_call` is True during it. `_clock` has the number of the present frame.
    """

    def __init__(self, clock: Machine) -> None:
        self._clock = clock
        self._is_in_call = False

    def attach(self, parts: Iterable[object], on_event: EventCallback, prefix: str = "") -> None:
        """Wraps the observed methods of these objects; instance attributes hide the methods of the class.

        `on_event` is called with name, arguments, result and frame of each event, after the call has
        returned; `prefix` is put before the names.
        """
        for part in parts:
            attributes = vars(part)
            for name, event, completion in events_of(type(part)):
                wrapper = self._recording_wrapper(getattr(part, name), completion, on_event, prefix + event)
                attributes[name] = wrapper

    @staticmethod
    def detach(parts: Iterable[object]) -> None:
        """Removes the recording wrappers, if any, from the methods of these objects."""
        for part in parts:
            attributes = vars(part)
            for name in observed_names(type(part)):
                attributes.pop(name, None)

    def _recording_wrapper(
        self, method: Callable[..., Any], completion: ArgumentCompletion, on_event: EventCallback, name: str
    ) -> Callable[..., Any]:
        """Returns a function that calls `method` and then `on_event` with the call as an event."""
        clock = self._clock
        defaults_after, complete = completion.defaults_after, completion.complete
        colors, tunes = completion.colors, completion.tunes

        # written out in one piece: one more call would make an observed run a tenth slower
        def recording_method(*positional: Any, **named: Any) -> Any:
            if self._is_in_call:
                return method(*positional, **named)
            count = len(positional)
            # the quick way is for positional arguments: the defaults of the others are only appended
            if named or count not in defaults_after:
                arguments = complete(positional, named)
            else:
                arguments = positional + defaults_after[count]
            # lists and arrays are copied, because the program may change them later
            if not _UNCHANGING.issuperset(map(type, arguments)):
                arguments = frozen_value(arguments)
            # two calls that mean the same are recorded alike: numbers of one color, spellings of one tune
            for at in colors:
                color = arguments[at]
                if color.__class__ is int and not SMALLEST <= color <= LARGEST:
                    arguments = (*arguments[:at], wrap(color), *arguments[at + 1 :])
            for at in tunes:
                tune = arguments[at]
                if isinstance(tune, str):
                    arguments = (*arguments[:at], plain_mml(tune), *arguments[at + 1 :])
            frame = clock.frame
            self._is_in_call = True
            try:
                result = method(*positional, **named)
            finally:
                self._is_in_call = False
            on_event(name, arguments, result if result is None else frozen_value(result), frame)
            return result

        return recording_method


def event_recorder(record: Callable[[Event], None]) -> EventCallback:
    """Returns a callback that makes an Event of each call, with the line that called, and passes it on."""
    locator = SourceLocator()

    def on_event(name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        file, line = locator.find()
        record(Event(name, arguments, result, frame, file, line))

    return on_event


class ArgumentCompletion:
    """Completes the arguments of calls of one method: all in the order of its signature, with defaults.

    `defaults_after` maps a number of positional arguments to the defaults of the others; `colors` and `tunes`
    are the positions of the parameters that are colors and texts in MML. `_order` maps a parameter's name to
    its position.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        """`function` is the method of the class, not bound."""
        self._function = function
        parameters = parameters_of(function)
        self._signature = inspect.Signature(parameters)
        defaults = tuple(each.default for each in parameters)
        required = sum(each.default is inspect.Parameter.empty for each in parameters)
        # with other kinds of parameters (*values) the number of arguments does not say which are missing
        plain = all(each.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for each in parameters)
        counts = range(required, len(defaults) + 1) if plain else ()
        self.defaults_after = {count: defaults[count:] for count in counts}
        self._order = {each.name: number for number, each in enumerate(parameters)}
        self.colors = positions_annotated(parameters, COLOR)
        self.tunes = positions_annotated(parameters, TUNE)

    def complete(self, positional: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Returns the arguments of a call in the order of the signature.

        Raises TypeError for a wrong call.
        """
        count = len(positional)
        # each name is one of the signature, and of no argument that is given by its position
        if count in self.defaults_after and all(self._order.get(name, -1) >= count for name in named):
            # for each parameter its named argument; without one, the positional argument or the default
            return tuple(map(named.get, self._order, positional + self.defaults_after[count]))
        try:
            bound = self._signature.bind(*positional, **named)
        except TypeError:
            # raises Python's own message, which names the method as without a recorder
            self._function(None, *positional, **named)
            raise
        bound.apply_defaults()
        return tuple(bound.arguments.values())


# no functools.cache: mypy takes a class for no Hashable
_EVENTS: dict[type, tuple[tuple[str, str, ArgumentCompletion], ...]] = {}


def events_of(part_class: type) -> tuple[tuple[str, str, ArgumentCompletion], ...]:
    """Returns name, name of the events and arguments of each observed method of a class; cached."""
    if part_class not in _EVENTS:
        methods = {name: getattr(part_class, name) for name in observed_names(part_class)}
        found = ((name, event_name(each), ArgumentCompletion(each)) for name, each in methods.items())
        _EVENTS[part_class] = tuple(found)
    return _EVENTS[part_class]


def positions_annotated(parameters: Iterable[inspect.Parameter], pattern: re.Pattern[str]) -> tuple[int, ...]:
    """Returns the positions of the parameters whose annotation has this name, `Color` or `Mml`."""
    return tuple(at for at, each in enumerate(parameters) if pattern.search(str(each.annotation)))


def frozen_value(value: Any) -> Any:
    """Returns a value that cannot change later: lists and arrays as tuples, bytes as their Content.

    Numbers and texts of a port's own classes are made plain.
    """
    if type(value) in _UNCHANGING:
        return value
    if isinstance(value, bytes):
        return file_content(value)
    return tuple(map(frozen_value, value)) if isinstance(value, _CONTAINERS) else plain_value(value)


class SourceLocator:
    """Finds file and line of the innermost Python frame that belongs to a listing or a port.

    Results are cached for each code object: Python searches from the code's beginning for a line, which in a
    long listing takes longer than everything else about an event.
    """

    def __init__(self) -> None:
        # By id, because code is slow to hash; the code itself is stored so that no other code gets its id.
        # With it are the lines of its instructions by their offsets, or None if it is of no listing or port.
        self._lines_of_code: dict[int, tuple[CodeType, dict[int, int] | None]] = {}

    def find(self) -> tuple[str, int]:
        """Returns (file, line) of the innermost caller in a listing or port; "" and 0 if there is none."""
        frame: FrameType | None = sys._getframe(1)
        lines_of_code = self._lines_of_code
        while frame is not None:
            code = frame.f_code
            key = id(code)
            if key not in lines_of_code:
                lines_of_code[key] = (code, {} if is_program_file(code.co_filename) else None)
            _, lines = lines_of_code[key]
            if lines is not None:
                offset = frame.f_lasti
                if offset not in lines:
                    lines[offset] = frame.f_lineno
                return code.co_filename, lines[offset]
            frame = frame.f_back
        return "", 0


def is_program_file(filename: str) -> bool:
    """Whether a file belongs to a program: a listing, a port of the package, or a file outside of it."""
    if not is_package_file(filename):
        return True
    # a file of the package is a program's if it is a port, but not one that only helps ports
    return filename.startswith(_PROGRAMS) and not filename.startswith(_LIBRARY)


def is_package_file(filename: str) -> bool:
    """Whether a file is one of the package, its ports included."""
    return filename.startswith(_PACKAGE + os.sep)
