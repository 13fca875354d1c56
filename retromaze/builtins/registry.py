"""Declares builtins: the Python signature of a function is the shape of its calls.

    @builtin("GLINE")
    def gline(m: Machine, x1: int, y1: int, x2: int, y2: int, color: int | None = None) -> None:
        \"\"\"GLINE x1,y1,x2,y2[,color] draws a straight line, both ends included.\"\"\"

The first parameter may be a `Machine` or a `Computer` (the running engine) and is filled in by the engine;
every other parameter is a BASIC argument:

    int       cut toward zero, held within 32 bits        float   a Real
    Coordinate  an int of any size, where the machine itself holds it within bounds
    str       a plain string                              Number  an int (Integer) or float (Real) as it comes
    Array     a whole array                               Value   anything of these
    X | None = None   may be missing, or left empty between commas; None then
    X = default       may be missing, not left empty
    *rest: X          any number more

    -> None                  an instruction            -> int, float, str, Number   a function
    -> tuple[int, int]       an instruction with two OUT values
    -> Truth, Annotated[int, Range(-1, 1)]   a function whose value is never further from zero than this

What a word does with an array or string that it is given stands in the annotation too (see `handling`):

    Owner     changed in place: its length, and what is taken out or put in is another argument or the result
    Element   what is put in there
    Annotated[Array, Handling.RESIZED]   gets other elements, perhaps more or fewer of them

What else it does the decorator is told: what it `changes` (an instruction the machine, a function nothing,
unless told), what it `looks` at beyond its arguments, whether it `waits` for the next frame.
Compiler, port and tests ask the declaration; no other place has a list of words.

Where the function hands its arguments on to a method of the machine, `method` names it ("screen.line"), and
where it tells an attribute, `state`. A port calls or reads them; so does the compiler without a detour. There
is a detour if the function does more, or is such for arguments outside a range, `within`. Of other words
`python` says what they are in a port: a function of `math` or `ports.basic`, for a variable an expression.

A function of one result may also be called as an instruction with one OUT receiver.
A builtin with several shapes declares the first with @builtin and each other with @form of the same
name; the engine picks by the way it is called (value, instruction, number of OUT receivers) and the
number of arguments. Source of the calling rules: language reference, section 4.18.
"""

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, NewType, TypedDict, Unpack

from retromaze.builtins.handling import Change, Handling, Look
from retromaze.builtins.ranges import TRUTH, Range
from retromaze.errors import BasicError, IllegalFunctionCall
from retromaze.values.arrays import Array
from retromaze.values.rates import Rate

Number = int | float
Value = int | float | str | Array
Truth = Annotated[int, TRUTH]
# An array or string that is changed in place, and what is put into it.
Owner = Annotated[Value, Handling.OWNED]
Element = Annotated[Value, Handling.STORED]
# A whole number of any size: the machine holds it within its own bounds, so nobody else has to.
Coordinate = NewType("Coordinate", int)

# What one call costs of a frame's budget, counted in simple statements of the console.
# Source: machine reference, 8.2 for GLINE (about sixty additions) and PRINT; else see machine.work.
DEFAULT_COST = 2

SILENT = "Nothing is heard of it: sound is not simulated yet."


@dataclass(frozen=True, slots=True)
class Parameter:
    """One BASIC argument: `kind` is "int", "coordinate", "float", "str", "number", "array" or "value".

    `handling` is what becomes of an array or string that is given.
    """

    name: str
    kind: str
    optional: bool
    may_be_empty: bool
    default: Any
    handling: Handling = Handling.READ


@dataclass(frozen=True, slots=True)
class Form:
    """One way to call a builtin.

    `result` is "" for an instruction, else "int", "float", "str", "number" or "value"; `outputs` the
    kinds of a tuple result. `host` is "machine", "computer" or "" (what is passed first). `rest` stands for
    all arguments behind the `parameters`, if there may be any.
    `method`, `state` and `python` say what it is in Python, as told above; a `detour` is when the function
    does more than the method, and `within` is the range that all arguments must lie in for it to do no more.
    `range` is that of the result.
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


class Facts(TypedDict, total=False):
    """What a decorator is told of one form, by the names of the fields of Form."""

    changes: Change
    looks: Look
    waits: bool
    method: str
    state: tuple[str, ...]
    python: str
    detour: bool
    within: tuple[int, int]


Declare = Callable[[Callable[..., Any]], Callable[..., Any]]
BUILTINS: dict[str, Builtin] = {}
VARIABLES: dict[str, SystemVariable] = {}


def builtin(
    name: str,
    *rates: Rate,
    cost: int = DEFAULT_COST,
    shape_error: type[BasicError] = IllegalFunctionCall,
    silent: bool = False,
    statement: bool = False,
    **facts: Unpack[Facts],
) -> Declare:
    """Declares a builtin by its first form; a second declaration of the name is an error of ours."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in BUILTINS or name in VARIABLES:
            raise ValueError(f"{name} is declared twice")
        forms = [form_of(function, facts)]
        entry = Builtin(name, family_of(function), [doc_of(function)], cost, shape_error, forms, rates)
        entry.silent, entry.statement = silent, statement
        BUILTINS[name] = entry
        return function

    return declare


def form(name: str, **facts: Unpack[Facts]) -> Declare:
    """Declares a further form of a builtin; its docstring is added to the help text."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        entry = BUILTINS[name]
        entry.forms.append(form_of(function, facts))
        entry.docs.append(doc_of(function))
        return function

    return declare


def variable(name: str, **facts: Unpack[Facts]) -> Declare:
    """Declares a system variable by the function that reads it."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in BUILTINS or name in VARIABLES:
            raise ValueError(f"{name} is declared twice")
        read = form_of(function, facts)
        VARIABLES[name] = SystemVariable(name, family_of(function), doc_of(function), read)
        return function

    return declare


def writer(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declares the function that assigns to a system variable; it takes the host and one value."""

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        VARIABLES[name].write = function
        return function

    return declare


def family_of(function: Callable[..., Any]) -> str:
    return function.__module__.rpartition(".")[2]


def doc_of(function: Callable[..., Any]) -> str:
    if not function.__doc__:
        raise ValueError(f"{function.__name__} has no docstring")
    return inspect.cleandoc(function.__doc__)


def form_of(function: Callable[..., Any], facts: Facts) -> Form:
    """Reads a function's signature as a form. An instruction is there to change the machine, unless told."""
    signature = inspect.signature(function)
    module = function.__module__
    parameters = list(signature.parameters.values())
    host = ""
    if parameters and parameters[0].annotation in {"Machine", "Computer"}:
        host = parameters.pop(0).annotation.lower()
    rest = None
    if parameters and parameters[-1].kind is inspect.Parameter.VAR_POSITIONAL:
        rest = parameter_of(parameters.pop(), module)
    returned = meant(signature.return_annotation, module)
    result, outputs = results_of(returned)
    taken = tuple(parameter_of(each, module) for each in parameters)
    usual: Facts = {"changes": Change.NOTHING if result or outputs else Change.MACHINE}
    given = next((each for each in marks_of(returned) if isinstance(each, Range)), None)
    return Form(function, host, taken, rest, result, outputs, **usual | facts, range=given)


@cache
def meant(annotation: Any, module: str) -> Any:
    """What an annotation of a module says, which is kept there as a text."""
    return eval(annotation, vars(sys.modules[module])) if isinstance(annotation, str) else annotation


def parameter_of(parameter: inspect.Parameter, module: str) -> Parameter:
    annotation = meant(parameter.annotation, module)
    kind, may_be_empty = kind_of(annotation)
    optional = parameter.default is not inspect.Parameter.empty
    default = parameter.default if optional else None
    handling = next((each for each in marks_of(annotation) if isinstance(each, Handling)), Handling.READ)
    return Parameter(parameter.name, kind, optional, may_be_empty, default, handling)


KINDS: dict[Any, str] = {
    int: "int",
    Coordinate: "coordinate",
    float: "float",
    str: "str",
    Array: "array",
    Number: "number",
    Value: "value",
}


@cache
def kind_of(annotation: Any) -> tuple[str, bool]:
    """The kind of an annotation, and whether None is among what it admits."""
    members = members_of(annotation)
    for known, kind in KINDS.items():
        if members - {types.NoneType} == members_of(known):
            return kind, types.NoneType in members
    raise ValueError(f"no BASIC argument is a {annotation}")


@cache
def members_of(annotation: Any) -> frozenset[Any]:
    """The types that an annotation admits, without the marks on them."""
    origin = typing.get_origin(annotation)
    if origin is Annotated:
        return members_of(annotation.__origin__)
    if origin in {types.UnionType, typing.Union}:
        return frozenset().union(*map(members_of, typing.get_args(annotation)))
    return frozenset({annotation})


def marks_of(annotation: Any) -> Iterator[Any]:
    """What the `Annotated` of an annotation are marked with."""
    origin = typing.get_origin(annotation)
    if origin is Annotated:
        yield from annotation.__metadata__
        yield from marks_of(annotation.__origin__)
    elif origin in {types.UnionType, typing.Union}:
        for each in typing.get_args(annotation):
            yield from marks_of(each)


def results_of(annotation: Any) -> tuple[str, tuple[str, ...]]:
    """(kind of the value, kinds of the OUT values) of a return annotation."""
    if annotation is None or annotation is types.NoneType:
        return "", ()
    if typing.get_origin(annotation) is tuple:
        return "", tuple(kind_of(each)[0] for each in typing.get_args(annotation))
    return kind_of(annotation)[0], ()
