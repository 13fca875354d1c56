"""The forms of builtins: parameters and their ranges, and the state that a call reads and changes.

Analyses, compiler and ports read these declarations. `with_checks` adds the checks of the ranges to the
function of a form.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from functools import cache, reduce
from inspect import cleandoc
from math import inf, ulp
from operator import attrgetter, or_
from typing import Any, NamedTuple

from retromaze.errors import BasicError, IllegalFunctionCall, OutOfRange
from retromaze.values.costs import Rate


class Range(NamedTuple):
    """The numbers from `low` to `high`, both included, without those in `gap`.

    An argument outside raises OutOfRange, a number in `illegal` IllegalFunctionCall. nan is accepted.
    """

    low: float = -inf
    high: float = inf
    gap: Container[int] = ()
    illegal: tuple[int, ...] = ()

    def refuses(self, value: float) -> bool:
        """Whether a value raises OutOfRange."""
        # not `low <= value <= high`: that would refuse nan
        return value < self.low or value > self.high or value in self.gap


class Length(NamedTuple):
    """Texts of at most `most` characters."""

    most: int


TRUTH = Range(0, 1)
COUNT = Range(0)
POSITIVE = Range(ulp(0.0))
"""Above 0: `ulp(0.0)` is the smallest positive float."""


def range_of(valid: range) -> Range:
    """Returns a Range with the numbers of a Python `range`."""
    return Range(valid[0], valid[-1])


class Handling(Enum):
    """How a word treats an array or string argument."""

    READ = auto()
    """Its elements are read and stay as they are."""
    MEASURED = auto()
    """Only its length is read."""
    COPIED = auto()
    """Its elements are copied to another argument, an array: a string among them then has two names."""
    STORED = auto()
    """It becomes an element of another argument."""
    ARRANGED = auto()
    """Its elements change places (SORT), or all become another argument (FILL)."""
    OVERWRITTEN = auto()
    """It gets new elements, as many as before."""
    RESIZED = auto()
    """It gets new elements, perhaps more or fewer."""
    OWNED = auto()
    """An element, or characters of a string, are added or removed at one end in place (PUSH, POP)."""
    HANDED_ON = auto()
    """It is passed to the DEF that the word calls, which may do anything with it."""
    FILE = auto()
    """It is the name of a file; the prompt completes it."""

    __hash__ = object.__hash__  # that of Enum is a Python function

    @property
    def changes(self) -> bool:
        """Whether the word may change elements."""
        return self.resizes or self in {Handling.ARRANGED, Handling.OVERWRITTEN}

    @property
    def resizes(self) -> bool:
        """Whether the word may change the number of elements."""
        return self in {Handling.RESIZED, Handling.OWNED, Handling.HANDED_ON}

    @property
    def keeps_elements(self) -> bool:
        """Whether elements enter only from other arguments and leave only as the result."""
        return self in {Handling.MEASURED, Handling.STORED, Handling.ARRANGED, Handling.OWNED}


class Device(Enum):
    """An input device of the console, handled by the player or a sensor; its value is the name in texts."""

    BUTTONS = "buttons"
    STICK = "circle pad"
    SECOND_STICK = "second pad"
    STYLUS = "stylus"
    KEYBOARD = "keyboard"
    DIALOG = "dialog"
    MOTION = "motion sensor"
    MICROPHONE = "microphone"
    WIRELESS = "wireless play"

    @property
    def is_absent(self) -> bool:
        """Whether the simulated console lacks the device: no motion, no microphone, no other players."""
        return self in {Device.MOTION, Device.MICROPHONE, Device.WIRELESS}


class Change(Flag):
    """The state that a word changes, apart from its arguments."""

    NOTHING = 0
    """Nothing but its arguments, such as the array of PUSH."""
    MACHINE = auto()
    """Screens, sound, files, random numbers, the keyboard buffer, settings."""
    SYSTEM = auto()
    """The system's state for the running program: RESULT, devices switched on, PRGEDIT's line."""
    SLOTS = auto()
    """The programs in the slots."""
    PROGRAMS = auto()
    """Whatever the program of another slot changes: it runs, or its DEFs can be called."""
    VARIABLES = auto()
    """Any variable: the word calls a DEF of the listing, or runs another program."""


class Reads(Flag):
    """The state that a word reads, apart from its arguments."""

    NOWHERE = 0
    CLOCK = auto()
    """The time, which passes while a listing works."""
    DATE = auto()
    """The date, or a date in a text."""
    INPUT = auto()
    """What the player does."""
    SOUND = auto()
    """Whether something still sounds."""
    CONSOLE = auto()
    """What was printed: the program reads it, or a dialog shows it to the player."""
    MACHINE = auto()
    """Any other state of the machine: pages, colors, files, random numbers."""
    SYSTEM = auto()
    """Names, slots, errors and devices of the running program."""


PASSING = Reads.CLOCK | Reads.DATE | Reads.INPUT | Reads.SOUND
"""The state that may change from frame to frame without any action of the program."""

SILENT = "Nothing is heard of it: it is not simulated yet."

COMPILED_FAMILY = "words"
"""The words that the compiler has code of its own for: it accepts more forms than are declared."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One BASIC argument: `kind` is "int", "coordinate", "float", "str", "number", "array" or "value".

    An `optional` one may be left out at the end; one that `may_be_empty` also between commas, and is then
    None. `handling` says how an array or string is treated, `range` which numbers are valid.
    """

    name: str
    kind: str
    optional: bool
    may_be_empty: bool
    default: Any
    handling: Handling = Handling.READ
    range: Range | None = None

    @property
    def takes_only_numbers(self) -> bool:
        """Whether a text is a Type mismatch here, and so is any other value that is no number."""
        return self.kind in {"int", "coordinate", "float", "number"}


@dataclass(frozen=True, slots=True)
class Form:
    """One way to call a builtin: the Python function `call`, its parameters and results, and its effects.

    `call` takes the `host` first: "machine", "computer", or "" for none. `rest` stands for all arguments
    after the `parameters`, if there may be any. `result` is the kind of the value ("int", "float", "str",
    "number", "value"), or "" for an instruction, whose OUT values have the kinds `outputs`. `range` is the
    range of the result, and `longest` the most characters of a text.
    A form calls the machine's `method` ("screen.line") with its arguments, is the expression `python` of the
    machine and its arguments, or returns attributes of the machine (`state`); `call` only `has_body` where it
    does more than that. Ports, and mostly compiled code, call the method themselves; only ports read the
    state and write `python` themselves. Compiled code calls `call` with its checks if the compiler sets
    `keeps_checks`, and for an argument outside `within`.
    `needs` is called with the host before anything else, and may raise an error. The ranges of the arguments
    are checked next, unless the form `checks_itself`, because its function does.
    `waits`: the word waits for the next frame. `device` is the input device that the word belongs to.
    """

    call: Callable[..., Any]
    host: str
    parameters: tuple[Parameter, ...]
    rest: Parameter | None
    result: str
    outputs: tuple[str, ...]
    changes: Change = Change.NOTHING
    reads: Reads = Reads.NOWHERE
    waits: bool = False
    method: str = ""
    state: tuple[str, ...] = ()
    python: str = ""
    has_body: bool = True
    within: tuple[int, int] | None = None
    range: Range | None = None
    needs: Callable[..., None] | None = None
    checks_itself: bool = False
    longest: int | None = None
    device: Device | None = None
    keeps_checks: bool = False

    @property
    def doc(self) -> str:
        """The docstring of the form's function, which is its help text."""
        return cleandoc(self.call.__doc__ or "")

    @property
    def has_ranges(self) -> bool:
        """Whether the ranges of arguments are checked before the call."""
        return not self.checks_itself and any(each.range for each in self.parameters)

    @property
    def has_checks(self) -> bool:
        """Whether anything is checked before the call: `needs`, or the ranges of arguments."""
        return self.needs is not None or self.has_ranges

    @property
    def direct(self) -> str:
        """The machine's method that may be called instead of `call`, without its checks; "" for none."""
        return "" if self.has_body or self.keeps_checks else self.method

    @property
    def expression(self) -> str:
        """What a function without a body stands for, arguments in braces: a call of `method`, or `python`."""
        called = f"machine.{self.method}" if self.method else self.python
        is_of_machine = self.method or (called.startswith("machine.") and self.parameters)
        if self.has_body or not is_of_machine:
            return ""
        names = ", ".join(f"{{{each.name}}}" for each in self.parameters)
        return called if "{" in called else f"{called}({names})"

    @property
    def fewest(self) -> int:
        """The number of arguments that a call must have."""
        return sum(not each.optional for each in self.parameters)

    def parameter_at(self, position: int) -> Parameter | None:
        """Returns the parameter of the argument at a position, counted from 0; None after the last."""
        return self.parameters[position] if position < len(self.parameters) else self.rest

    @property
    def all_parameters(self) -> tuple[Parameter, ...]:
        """The parameters, and the one that stands for all further arguments, if there may be any."""
        return (*self.parameters, self.rest) if self.rest else self.parameters

    @property
    def is_pure(self) -> bool:
        """Whether a call only returns a value, and the value depends on its arguments alone."""
        changes_arguments = any(each.handling.changes for each in self.all_parameters)
        return bool(self.result) and not changes_arguments and not self.changes and not self.reads

    def takes(self, count: int) -> bool:
        """Whether a call may have that many arguments."""
        return self.fewest <= count and (self.rest is not None or count <= len(self.parameters))


@dataclass(slots=True)
class Builtin:
    """One word of the language with all its forms.

    `family` is the module that declares it. A call takes `cost` units of a frame's budget, and more for the
    data that it processes, at the `rates`. A call that fits no form raises `shape_error`. `silent`: its sound
    is not simulated. `statement`: the word has a syntax of its own, so that CALL cannot call it.
    """

    name: str
    family: str
    cost: int
    shape_error: type[BasicError]
    forms: list[Form] = field(default_factory=list)
    rates: tuple[Rate, ...] = ()
    silent: bool = False
    statement: bool = False

    @property
    def changes(self) -> Change:
        """The state that any of its forms changes, apart from the arguments."""
        return reduce(or_, (each.changes for each in self.forms))

    @property
    def reads(self) -> Reads:
        """The state that any of its forms reads."""
        return reduce(or_, (each.reads for each in self.forms))

    @property
    def waits(self) -> bool:
        """Whether a call waits for the next frame."""
        return any(each.waits for each in self.forms)

    @property
    def changes_in_place(self) -> bool:
        """Whether the word changes an array or string in place, as PUSH does."""
        return any(each.handling is Handling.OWNED for form in self.forms for each in form.parameters)

    @property
    def device(self) -> Device | None:
        """The input device of the word, None for most words; all forms of a word have the same."""
        return self.forms[0].device

    @property
    def names_file(self) -> bool:
        """Whether an argument of the word is a file's name."""
        return any(each.handling is Handling.FILE for form in self.forms for each in form.parameters)

    @property
    def is_pure(self) -> bool:
        """Whether each of its functions is pure; its forms as an instruction do not count."""
        return all(form.is_pure for form in self.forms if form.result)

    @property
    def doc(self) -> str:
        """The help text: first the forms, a line each, then the paragraphs of all docstrings."""
        parted = [each.doc.partition("\n\n") for each in self.forms]
        forms = "\n".join(first_lines for first_lines, _, _ in parted)
        paragraphs = [rest for _, _, rest in parted if rest]
        if self.silent:
            paragraphs.append(SILENT)
        return "\n\n".join([forms, *paragraphs])

    def find(self, count: int, *, value: bool, receivers: int | None) -> Form | None:
        """Returns the first form for a call with `count` arguments, or None.

        `value`: the call is used as a value. `receivers` is its number of variables after OUT, None if there
        is no OUT.
        """
        for form in self.forms:
            if form.takes(count) and fits_use(form, value=value, receivers=receivers):
                return form
        return None

    def fits(self, count: int, *, value: bool, receivers: int | None) -> bool:
        """Whether such a call may be right; of words that the compiler writes itself it knows more forms."""
        return (
            self.family == COMPILED_FAMILY or self.find(count, value=value, receivers=receivers) is not None
        )


def fits_use(form: Form, *, value: bool, receivers: int | None) -> bool:
    """Whether a form can be used as a value, or else as an instruction with that many variables after OUT.

    `receivers` is None without OUT. A form with a result may also be called with one variable after OUT.
    """
    if value:
        return bool(form.result)
    if receivers is None:
        return not form.result and not form.outputs
    return len(form.outputs) == receivers or (bool(form.result) and receivers == 1)


@dataclass(slots=True)
class SystemVariable:
    """A word that reads like a variable: MAINCNT, CSRX, TIME$; `write` is None if it is read-only."""

    name: str
    family: str
    read: Form
    write: Callable[..., None] | None = None

    @property
    def doc(self) -> str:
        return self.read.doc

    @property
    def reads(self) -> Reads:
        return self.read.reads

    @property
    def device(self) -> Device | None:
        return self.read.device


@cache
def with_checks(form: Form) -> Callable[..., Any]:
    """Returns a function that runs the form's `needs` and the range checks, and then calls its function.

    It is compiled from source with one `if` for each range, because a loop takes longer than most words do.
    """
    if form.state and not form.has_body:
        return attrgetter(*form.state)
    if not form.has_checks and not form.expression:
        return form.call
    namespace: dict[str, Any] = {"call": form.call, "needs": form.needs}
    namespace |= {each.__name__: each for each in (OutOfRange, IllegalFunctionCall)}
    # the machine or computer is passed first, if the word's function takes it
    host = [form.host] if form.host else []
    # parts of the source; `values_at` finds a refused argument by the names `checked` and `given_1`
    parameters, arguments = list(host), list[str]()
    checks = [f"    needs({', '.join(host)})\n"] if form.needs else []
    for number, each in enumerate(form.parameters, 1):
        namespace[f"default_{number}"], namespace[f"range_{number}"] = each.default, each.range
        parameters.append(f"given_{number}" + (f"=default_{number}" if each.optional else ""))
        arguments.append(f"given_{number}")
        if not form.checks_itself:
            checks += range_checks(number, each)
    if form.rest:
        parameters.append("*rest")
        arguments.append("*rest")
    called = f"call({', '.join([*host, *arguments])})"
    if form.expression:
        called = form.expression.format(
            **{each.name: f"given_{at}" for at, each in enumerate(form.parameters, 1)}
        )
    source = f"def checked({', '.join(parameters)}):\n{''.join(checks)}    return {called}\n"
    # compiled under this file's name: the search for an error's place knows listings by their file names
    exec(compile(source, __file__, "exec"), namespace)
    function: Callable[..., Any] = namespace["checked"]
    return function


def range_checks(number: int, parameter: Parameter) -> Iterator[str]:
    """Yields the source of the `if` statements that raise an error for an argument out of its range.

    `number` is the number of the argument, from 1.
    """
    valid, name = parameter.range, f"given_{number}"
    if valid is None:
        return
    if_given = f"{name} is not None and " if parameter.may_be_empty else ""
    if valid.illegal:
        yield f"    if {if_given}{name} in {valid.illegal}: raise IllegalFunctionCall(argument={number})\n"
    sides = []
    if valid.low > -inf:
        sides.append(f"{name} < {valid.low!r}")
    if valid.high < inf:
        sides.append(f"{name} > {valid.high!r}")
    # the numbers of a gap cannot be written into the source
    test = f"range_{number}.refuses({name})" if valid.gap else " or ".join(sides)
    yield f"    if {if_given}({test}): raise OutOfRange(argument={number})\n"
