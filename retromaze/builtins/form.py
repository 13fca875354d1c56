"""What is known of a word: its forms, their arguments, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any

from retromaze.builtins.handling import Change, Device, Handling, Look, Meaning
from retromaze.builtins.ranges import Range
from retromaze.errors import BasicError
from retromaze.values.rates import Rate

SILENT = "Nothing is heard of it: it is not simulated yet."


COMPILED_FAMILY = "words"
"""The family of the words that are compiled, in more forms than are declared."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One BASIC argument: `kind` is "int", "coordinate", "float", "str", "number", "array" or "value".

    `handling` is what becomes of an array or string that is given, `range` that of a number, `meaning`
    that of a text.
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
    `method`, `state` and `python` say what it is in Python, as told above; a `detour` is when the function
    does more than the method, and `within` is the range that all arguments must lie in for it to do no more.
    `range` is that of the result; a text has `longest` characters at most. `needs` is called with the host
    before anything else, and may raise an error. The ranges of the arguments come next, unless the form is
    `guarded`: its function asks for them.
    Where it only `hands_on` its arguments to a function of `math`, that is what is called behind the ranges.
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
    looks: Look = Look.NOWHERE
    waits: bool = False
    method: str = ""
    state: tuple[str, ...] = ()
    python: str = ""
    detour: bool = False
    within: tuple[int, int] | None = None
    range: Range | None = None
    needs: Callable[..., None] | None = None
    guarded: bool = False
    fails: bool = True
    hands_on: bool = False
    longest: int | None = None
    device: Device | None = None

    @property
    def has_ranges(self) -> bool:
        """Whether the ranges of arguments are asked for before the function is called."""
        return not self.guarded and any(each.range for each in self.parameters)

    @property
    def is_checked(self) -> bool:
        """Whether anything is asked before the function is called."""
        return self.needs is not None or self.has_ranges

    @property
    def direct(self) -> str:
        """The method of the machine that may be called in its place, "" for none."""
        return "" if self.detour else self.method

    @property
    def fewest(self) -> int:
        return sum(not parameter.optional for parameter in self.parameters)

    @property
    def most(self) -> int | None:
        return None if self.rest else len(self.parameters)

    def at(self, position: int) -> Parameter | None:
        """The parameter of the argument at a position from 0 on; None beyond the last."""
        return self.parameters[position] if position < len(self.parameters) else self.rest

    @property
    def all_parameters(self) -> tuple[Parameter, ...]:
        return (*self.parameters, self.rest) if self.rest else self.parameters

    @property
    def is_pure(self) -> bool:
        """Whether it does nothing but give a value, which follows from its arguments."""
        kept = not any(each.handling.changes for each in self.all_parameters)
        return bool(self.result) and kept and not self.changes and not self.looks

    def takes(self, count: int) -> bool:
        return self.fewest <= count and (self.most is None or count <= self.most)


@dataclass(slots=True)
class Builtin:
    """One word of the language with all its forms and the docstring of each.

    A call takes `cost` units of a frame's budget, and more by what it handles, at the `rates`. Of a `silent`
    word nothing is heard. Of a `statement` the syntax is its own, so that CALL does not know it.
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
        """What one or another of its forms changes, apart from what it is given."""
        return reduce(or_, (each.changes for each in self.forms))

    @property
    def looks(self) -> Look:
        """What one or another of its forms looks at."""
        return reduce(or_, (each.looks for each in self.forms))

    @property
    def waits(self) -> bool:
        return any(each.waits for each in self.forms)

    @property
    def owns(self) -> bool:
        """Whether it changes an array or string in place, PUSH for instance."""
        return any(each.handling is Handling.OWNED for form in self.forms for each in form.parameters)

    @property
    def takes_out(self) -> bool:
        """Whether it gives what it takes out of such an owner: POP, SHIFT."""
        return self.owns and any(form.result for form in self.forms)

    @property
    def device(self) -> Device | None:
        return self.forms[0].device

    @property
    def names_file(self) -> bool:
        """Whether it is given the name of a file."""
        return any(each.meaning is Meaning.FILE for form in self.forms for each in form.parameters)

    @property
    def is_pure(self) -> bool:
        return all(form.is_pure for form in self.forms if form.result)

    @property
    def doc(self) -> str:
        """The help text: first the forms, then what there is to say about them."""
        parted = [each.partition("\n\n") for each in self.docs]
        rules = [rest for _, _, rest in parted if rest] + [SILENT] * self.silent
        return "\n".join(head for head, _, _ in parted) + "".join("\n\n" + each for each in rules)

    def find(self, count: int, *, value: bool, receivers: int | None) -> Form | None:
        """The form for `count` arguments, used as a value, or as an instruction with that many receivers."""
        for form in self.forms:
            if form.takes(count) and fits_use(form, value=value, receivers=receivers):
                return form
        return None

    def fits(self, count: int, *, value: bool, receivers: int | None) -> bool:
        """Whether the word has a form for such a call; compiled words have more than are declared."""
        return self.family == COMPILED_FAMILY or bool(self.find(count, value=value, receivers=receivers))


def fits_use(form: Form, *, value: bool, receivers: int | None) -> bool:
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
    def looks(self) -> Look:
        return self.read.looks

    @property
    def device(self) -> Device | None:
        return self.read.device
