"""A word's forms: their arguments and ranges, and what a call does to arguments and machine or looks at.

A word's function has its arguments compared with their ranges before it is called (`with_checks`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from functools import cache, reduce
from math import inf, ulp
from operator import or_
from typing import Any, NamedTuple, NoReturn

from retromaze.errors import BasicError, IllegalFunctionCall, OutOfRange
from retromaze.values.costs import Rate


class Range(NamedTuple):
    """The numbers from `low` to `high`, both included, without those in `gap`.

    An argument outside raises OutOfRange, a number in `illegal` IllegalFunctionCall; nan passes.
    """

    low: float = -inf
    high: float = inf
    gap: Container[int] = ()
    illegal: tuple[int, ...] = ()

    def refuses(self, value: float) -> bool:
        """Whether a value raises OutOfRange."""
        return value < self.low or value > self.high or value in self.gap

    @property
    def is_plain(self) -> bool:
        """Whether the range has neither a gap nor illegal numbers."""
        return not self.gap and not self.illegal


class Length(NamedTuple):
    """Texts of at most `most` characters."""

    most: int


TRUTH = Range(0, 1)
COUNT = Range(0)
POSITIVE = Range(ulp(0.0))
"""Above 0."""


def range_of(valid: range) -> Range:
    """Returns the numbers of a Python range."""
    return Range(valid[0], valid[-1])


class Handling(Enum):
    """How a word treats an array or string argument."""

    READ = auto()
    """Its elements are looked at, and stay."""
    MEASURED = auto()
    """Only its length is asked for."""
    COPIED = auto()
    """Its elements come to stand in another array that is given: strings have two names then."""
    STORED = auto()
    """It becomes an element of what is given beside it."""
    ARRANGED = auto()
    """Its elements change places, or become the one that is given beside it."""
    OVERWRITTEN = auto()
    """It gets other elements, as many as before."""
    RESIZED = auto()
    """It gets other elements, perhaps more or fewer."""
    OWNED = auto()
    """It is changed in place: one end gets an element more or less, of a string a character."""
    HANDED_ON = auto()
    """What the word calls may do anything with it."""

    @property
    def changes(self) -> bool:
        """Whether the word may change elements."""
        return self in CHANGING

    @property
    def resizes(self) -> bool:
        """Whether the word may change the number of elements."""
        return self in RESIZING

    @property
    def keeps_elements(self) -> bool:
        """Whether elements enter only from other arguments and leave only as the result."""
        return self in KEEPING


class Meaning(Enum):
    """The meaning of a text argument on which an analysis depends."""

    FILE = auto()
    """The name of a file; the prompt completes it."""


class Device(Enum):
    """A part of the console that the player handles, or that hears or feels what is around it."""

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
        return self in ABSENT


ABSENT = {Device.MOTION, Device.MICROPHONE, Device.WIRELESS}

RESIZING = {Handling.RESIZED, Handling.OWNED, Handling.HANDED_ON}
CHANGING = {Handling.ARRANGED, Handling.OVERWRITTEN, *RESIZING}
KEEPING = {Handling.MEASURED, Handling.STORED, Handling.ARRANGED, Handling.OWNED}


class Change(Flag):
    """The state that a word changes, apart from its arguments."""

    NOTHING = 0
    MACHINE = auto()
    """Screens, sound, files, chance, what was typed, settings."""
    SYSTEM = auto()
    """What the system keeps of the running program: RESULT, devices switched on, PRGEDIT's line."""
    SLOTS = auto()
    """The programs in the slots."""
    PROGRAMS = auto()
    """Which program runs: that of another slot comes in, with all that it does."""
    VARIABLES = auto()
    """Any variable: it calls or runs what the listing or another program holds."""


class Reads(Flag):
    """The state that a word reads, apart from its arguments."""

    NOWHERE = 0
    CLOCK = auto()
    """Time, which passes while a listing works."""
    DATE = auto()
    """The date, and a time of day taken apart."""
    INPUT = auto()
    """What the player does."""
    SOUND = auto()
    """Whether something still sounds."""
    CONSOLE = auto()
    """What was printed; or the player is shown the screen and asked."""
    MACHINE = auto()
    """Any other state of the machine: pages, colors, files, chance."""
    SYSTEM = auto()
    """Names, slots, errors and devices of the running program."""


PASSING = Reads.CLOCK | Reads.DATE | Reads.INPUT | Reads.SOUND
"""The state that may change from frame to frame without any action of the program."""


SILENT = "Nothing is heard of it: it is not simulated yet."


COMPILED_FAMILY = "words"
"""The family of the words that are compiled, in more forms than are declared."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One BASIC argument: `kind` is "int", "coordinate", "float", "str", "number", "array" or "value".

    `handling` says how an array or string is treated, `range` which numbers are valid, `meaning` what a text
    names.
    """

    name: str
    kind: str
    optional: bool
    may_be_empty: bool
    default: Any
    handling: Handling = Handling.READ
    range: Range | None = None
    meaning: Meaning | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """One way to call a builtin.

    `result` is "" for an instruction, else "int", "float", "str", "number" or "value"; `outputs` the
    kinds of a tuple result. `host` is "machine", "computer" or "" (what is passed first). `rest` stands for
    all arguments behind the `parameters`, if there may be any.
    A port, and mostly the compiler, writes the `method` of the machine to which the function only hands its
    arguments on ("screen.line"), the attributes of the machine that it returns (`state`), or for ports an
    expression or function (`python`). `does_more`: the function does more than the method; `within` is the
    range that all arguments must lie in for it to do no more.
    `range` is that of the result; a text has `longest` characters at most. `needs` is called with the host
    before anything else, and may raise an error. The ranges of the arguments come next, unless the form
    `checks_itself`: its function compares them.
    `calls_math`: the form only calls the function of `math` in `python`, which is then called directly.
    The `device` is the part of the console that it is a word of, if that is the player's.
    It `fails` if it may end in an error though its arguments have their types and lie in their ranges.
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
    does_more: bool = False
    within: tuple[int, int] | None = None
    range: Range | None = None
    needs: Callable[..., None] | None = None
    checks_itself: bool = False
    fails: bool = True
    calls_math: bool = False
    longest: int | None = None
    device: Device | None = None

    @property
    def has_ranges(self) -> bool:
        """Whether the ranges of arguments are checked before the call."""
        return not self.checks_itself and any(each.range for each in self.parameters)

    @property
    def is_checked(self) -> bool:
        """Whether anything is checked before the call."""
        return self.needs is not None or self.has_ranges

    @property
    def direct(self) -> str:
        """The machine's method that may be called instead of the form's function, "" for none."""
        return "" if self.does_more else self.method

    @property
    def fewest(self) -> int:
        return sum(not parameter.optional for parameter in self.parameters)

    @property
    def most(self) -> int | None:
        return None if self.rest else len(self.parameters)

    def at(self, position: int) -> Parameter | None:
        """Returns the parameter of the argument at a position, counted from 0; None beyond the last."""
        return self.parameters[position] if position < len(self.parameters) else self.rest

    @property
    def all_parameters(self) -> tuple[Parameter, ...]:
        return (*self.parameters, self.rest) if self.rest else self.parameters

    @property
    def is_pure(self) -> bool:
        """Whether the form only returns a value that depends on its arguments alone."""
        changes_arguments = any(each.handling.changes for each in self.all_parameters)
        return bool(self.result) and not changes_arguments and not self.changes and not self.reads

    def takes(self, count: int) -> bool:
        return self.fewest <= count and (self.most is None or count <= self.most)


@dataclass(slots=True)
class Builtin:
    """One word of the language with all its forms and the docstring of each.

    A call takes `cost` units of a frame's budget, and at the `rates` more for what it processes. A call that
    fits no form raises `shape_error`. `silent`: its sound is not simulated. `statement`: it has a syntax of
    its own, so that CALL cannot call it.
    """

    name: str
    family: str
    docs: list[str]
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
        return any(each.waits for each in self.forms)

    @property
    def changes_in_place(self) -> bool:
        """Whether the word changes an array or string in place, as PUSH does."""
        return any(each.handling is Handling.OWNED for form in self.forms for each in form.parameters)

    @property
    def removes_element(self) -> bool:
        """Whether the word returns an element that it takes out of an array or string: POP, SHIFT."""
        return self.changes_in_place and any(form.result for form in self.forms)

    @property
    def device(self) -> Device | None:
        return self.forms[0].device

    @property
    def names_file(self) -> bool:
        """Whether an argument of the word is a file's name."""
        return any(each.meaning is Meaning.FILE for form in self.forms for each in form.parameters)

    @property
    def is_pure(self) -> bool:
        return all(form.is_pure for form in self.forms if form.result)

    @property
    def doc(self) -> str:
        """The help text: first the forms, then what there is to say about them."""
        forms_and_rules = [each.partition("\n\n") for each in self.docs]
        rules = [rest for _, _, rest in forms_and_rules if rest]
        if self.silent:
            rules.append(SILENT)
        return "\n".join(forms for forms, _, _ in forms_and_rules) + "".join("\n\n" + each for each in rules)

    def find(self, count: int, *, value: bool, receivers: int | None) -> Form | None:
        """Returns the first form for `count` arguments, used as a value or as an instruction, else None.

        `receivers` is the number of variables after OUT, None without OUT.
        """
        for form in self.forms:
            if form.takes(count) and fits_use(form, value=value, receivers=receivers):
                return form
        return None

    def fits(self, count: int, *, value: bool, receivers: int | None) -> bool:
        """Whether the word has a form for such a call; compiled words have more than are declared."""
        return self.family == COMPILED_FAMILY or bool(self.find(count, value=value, receivers=receivers))


def fits_use(form: Form, *, value: bool, receivers: int | None) -> bool:
    """Whether a form can be called as a value, or as a statement with that many OUT values (None: no OUT).

    A form with a result may also be called with one OUT value.
    """
    if value:
        return bool(form.result)
    if receivers is None:
        return not form.result and not form.outputs
    return len(form.outputs) == receivers or (bool(form.result) and receivers == 1)


@dataclass(slots=True)
class SystemVariable:
    """A word that reads like a variable: MAINCNT, CSRX, TIME$; `write` is None where it is read-only."""

    name: str
    family: str
    doc: str
    read: Form
    write: Callable[..., None] | None = None

    @property
    def reads(self) -> Reads:
        return self.read.reads

    @property
    def device(self) -> Device | None:
        return self.read.device


@cache
def with_checks(form: Form) -> Callable[..., Any]:
    """Returns a function that checks devices and ranges of arguments, and then calls the form's function.

    It is compiled from source with one `if` for each range, as a loop takes longer than most words do.
    """
    if not form.is_checked:
        return form.call
    call = getattr(math, form.python.removeprefix("math.")) if form.calls_math else form.call
    namespace: dict[str, Any] = {"call": call, "needs": form.needs}
    namespace |= {each.__name__: each for each in (raise_out_of_range, raise_illegal_call)}
    # the machine or computer is passed first, if the word's function takes it
    host = ["host"] if form.host else []
    # parts of the source; `values_at` finds a refused argument by the names `given_1` and so on
    parameters, arguments = list(host), list(host)
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
    body = f"{''.join(checks)}    return call({', '.join(arguments)})\n"
    source = f"def checked({', '.join(parameters)}):\n{body}"
    # compiled under this file's name, so that the search for an error's place skips it as no listing
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
        yield f"    if {if_given}{name} in {valid.illegal}: raise_illegal_call({number})\n"
    sides = []
    if valid.low > -inf:
        sides.append(f"{name} < {valid.low!r}")
    if valid.high < inf:
        sides.append(f"{name} > {valid.high!r}")
    # a range with gaps is too complicated for comparisons in line
    test = " or ".join(sides) if valid.is_plain else f"range_{number}.refuses({name})"
    yield f"    if {if_given}({test}): raise_out_of_range({number})\n"


def raise_out_of_range(argument: int) -> NoReturn:
    raise OutOfRange(argument=argument)


def raise_illegal_call(argument: int) -> NoReturn:
    raise IllegalFunctionCall(argument=argument)
