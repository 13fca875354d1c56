"""Declares builtins: the signature of a Python function says which arguments and results a word has.

    @builtin("GLINE", method="screen.line")
    def gline(m: Machine, x1: int, y1: int, x2: int, y2: int, color: int | None = None) -> None:
        \"\"\"GLINE x1,y1,x2,y2[,color] draws a straight line, both ends included.\"\"\"

A function without a body, as this one, only calls a method of the machine with its arguments; or it stands
for an expression of the machine (`python`), or for some of its attributes (`state`). The functions of
`words.py` never run: the compiler writes code of its own.

The first parameter may be a `Machine` or a `Computer` (the running engine) and is filled in by the engine;
every other parameter is a BASIC argument:

    int       cut toward zero, clamped to 32 bits         float   a Real
    Coordinate  an int of any size, which the machine itself limits
    str       a plain string                              Number  an int (Integer) or float (Real) as it comes
    Array     a whole array                               Value   any of these
    X | None = None   may be missing, or left empty between commas: then it is None
    X = default       may be missing, not left empty
    *rest: X          any number of further arguments

    Annotated[int, Range(0, 5)]   others raise OutOfRange with the number of the argument; also under a name
                                  (Page = Annotated[…]), and with `| None`

    -> None                  an instruction            -> int, float, str, Number   a function
    -> tuple[int, int]       an instruction with two OUT values
    -> Truth, Annotated[int, Range(-1, 1)]   a function whose value is always in this range

The annotation also says what a word does with an array or string argument (see `form.Handling`):

    Owner     changed in place: an element is added or removed
    Element   the element that is added
    Resized   an array that gets new elements, perhaps more or fewer

The arguments of the decorator say the rest (see `form.Form`): the state that the word `changes` and `reads`,
and what ports and compiled code write instead of a call of the function. In `python` that is a function of
`math` or `ports.basic`, or an expression with the names of arguments in braces:
"machine.sprites[{number}].rotation". If the listing leaves out an argument, it is left out there too.
A form with a body alone runs, but a port cannot call it; a few words have a writer of their own in
`porting.functions` or `porting.instructions`. No other module lists all words.

A function with one result may also be called as an instruction with one variable after OUT.
A builtin with several forms declares the first with @builtin and each other one with @form of the same name;
the engine chooses by the use of the call (value, instruction, number of variables after OUT) and the number
of arguments. Source of the calling rules: language reference, section 4.18.
"""

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Annotated, Any, NewType, TypedDict, TypeVar, Unpack, cast

from retromaze.builtins.form import (
    COUNT,
    TRUTH,
    Builtin,
    Change,
    Device,
    Form,
    Handling,
    Length,
    Parameter,
    Range,
    Reads,
    SystemVariable,
    with_checks,
)
from retromaze.errors import BasicError, IllegalFunctionCall
from retromaze.machine.layers import FARTHEST, NEAREST
from retromaze.values.arrays import Array
from retromaze.values.costs import Rate

Number = int | float
Value = int | float | str | Array
Truth = Annotated[int, TRUTH]
# An array or string that is changed in place, and what is put into it.
Owner = Annotated[Value, Handling.OWNED]
Element = Annotated[Value, Handling.STORED]
Resized = Annotated[Array, Handling.RESIZED]
FileName = Annotated[str, Handling.FILE]
Count = Annotated[int, COUNT]
Depth = Annotated[float, Range(NEAREST, FARTHEST)]
# A whole number of any size: the machine clamps it itself, so generated code does not clamp it to 32 bits.
Coordinate = NewType("Coordinate", int)

# What one call costs of a frame's budget, counted in simple statements of the console.
# Source: machine reference, 8.2 for GLINE (about sixty additions) and PRINT; else see `values/costs.py`.
DEFAULT_COST = 2


class FormFacts(TypedDict, total=False):
    """The keywords of a decorator, by the names of the fields of Form."""

    changes: Change
    reads: Reads
    waits: bool
    method: str
    state: tuple[str, ...]
    python: str
    within: tuple[int, int]
    needs: Callable[..., None]
    checks_itself: bool
    device: Device


Metadata = TypeVar("Metadata")
Function = TypeVar("Function", bound=Callable[..., Any])


BUILTINS: dict[str, Builtin] = {}
VARIABLES: dict[str, SystemVariable] = {}


def builtin(
    name: str,
    *rates: Rate,
    cost: int = DEFAULT_COST,
    shape_error: type[BasicError] = IllegalFunctionCall,
    silent: bool = False,
    statement: bool = False,
    **facts: Unpack[FormFacts],
) -> Callable[[Function], Function]:
    """Declares a builtin and its first form; the decorated function is the form's.

    `cost`, `rates`, `shape_error`, `silent` and `statement` are fields of `Builtin`, `facts` those of `Form`.
    Raises ValueError for a name that is declared already.
    """

    def declare(function: Function) -> Function:
        """Enters the function into the table of builtins; returns it with its range checks."""
        if name in BUILTINS or name in VARIABLES:
            raise ValueError(f"{name} is declared twice")
        first = form_from_signature(function, facts)
        BUILTINS[name] = Builtin(
            name, family_of(function), cost, shape_error, [first], rates, silent, statement
        )
        return checked_callable(first, function)

    return declare


def form(name: str, **facts: Unpack[FormFacts]) -> Callable[[Function], Function]:
    """Declares a further form of a builtin; its docstring is added to the help text."""

    def declare(function: Function) -> Function:
        """Adds the function to its builtin; returns it with its range checks."""
        another = form_from_signature(function, facts)
        BUILTINS[name].forms.append(another)
        return checked_callable(another, function)

    return declare


def variable(name: str, **facts: Unpack[FormFacts]) -> Callable[[Function], Function]:
    """Declares a system variable by the function that reads it; its module adds the one that writes it."""

    def declare(function: Function) -> Function:
        """Enters the function into the table of system variables."""
        if name in BUILTINS or name in VARIABLES:
            raise ValueError(f"{name} is declared twice")
        read = form_from_signature(function, facts)
        VARIABLES[name] = SystemVariable(name, family_of(function), read)
        return checked_callable(read, function)

    return declare


def checked_callable(form: Form, function: Function) -> Function:
    """Returns the function that takes the place of a form's function in its module: it has the range checks.

    So a call from Python, as in a port, is checked too. It is built on the first call: building all of them
    would delay the start.
    """
    if not (form.has_checks or form.expression or form.state):
        return function

    @wraps(function)
    def check_and_call(*arguments: Any) -> Any:
        """Does what the form does after its checks."""
        return with_checks(form)(*arguments)  # built once: it is cached

    return cast(Function, check_and_call)


def family_of(function: Callable[..., Any]) -> str:
    """Returns the family of a declared word, which is its module's name: `sound package`."""
    return function.__module__.rpartition(".")[2].replace("_", " ")


def form_from_signature(function: Callable[..., Any], facts: FormFacts) -> Form:
    """Returns the form that a function's signature and a decorator's `facts` declare.

    Unless the facts have `changes`, an instruction changes the machine, or if it changes an array that is an
    argument, nothing else; a function changes nothing.
    The first parameter, if it is a Machine or Computer, is the form's `host` and no argument of BASIC.
    """
    # the annotations by parameter, and the result's last: strings, as these modules have them from __future__
    plain, module = inspect.unwrap(function), function.__module__
    annotations = dict(plain.__annotations__)
    return_type = resolved_annotation(annotations.pop("return"), module)
    result, outputs = results_of(return_type)
    host = next(iter(annotations.values()), "").lower()
    if host in {"machine", "computer"}:
        del annotations[next(iter(annotations))]
    else:
        host = ""
    rest = None
    if plain.__code__.co_flags & inspect.CO_VARARGS:
        rest = parameter_of(*annotations.popitem(), module, {})
    values = plain.__defaults__ or ()
    defaults = dict(zip([*annotations][-len(values) :], values, strict=False))
    form_parameters = tuple(parameter_of(*each, module, defaults) for each in annotations.items())
    changes_argument = any(each and each.handling.changes for each in (*form_parameters, rest))
    changes_nothing_else = result or outputs or changes_argument
    changes: FormFacts = {"changes": Change.NOTHING if changes_nothing_else else Change.MACHINE}
    valid, length = metadata_of(return_type, Range), metadata_of(return_type, Length)
    longest = length.most if length else None
    facts = changes | facts  # the decorator's facts come last, so that they count
    has_body = function.__code__.co_code != without_body.__code__.co_code
    return Form(
        *(function, host, form_parameters, rest, result, outputs),
        **facts,
        range=valid,
        longest=longest,
        has_body=has_body,
    )


def without_body() -> None:
    """Does nothing: functions that are only a docstring have the same code as this one."""


PLAIN = {each.__name__: each for each in (int, float, str)}


@cache
def resolved_annotation(annotation: str, module: str) -> Any:
    """Returns the type or `Annotated` that an annotation of a module's function names."""
    names = vars(sys.modules[module])
    # a plain name is looked up, because compiling it would take ten times as long at every start
    resolved = names.get(annotation) or PLAIN.get(annotation)
    return eval(annotation, names) if resolved is None else resolved


def parameter_of(name: str, annotation: str, module: str, defaults: Mapping[str, Any]) -> Parameter:
    """Returns the BASIC argument that a parameter of a declared function stands for."""
    resolved = resolved_annotation(annotation, module)
    kind, may_be_empty = kind_of(resolved)
    handling = metadata_of(resolved, Handling) or Handling.READ
    optional, default = name in defaults, defaults.get(name)
    return Parameter(name, kind, optional, may_be_empty, default, handling, metadata_of(resolved, Range))


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
    """Returns the kind of a parameter or result by its annotation, and whether the annotation admits None.

    `int | None` gives ("int", True): None stands for an argument that is left empty.
    """
    admitted, _ = types_and_metadata(annotation)
    for known, kind in KINDS.items():
        # `Number` and `Value` are unions: their types are compared as sets, in any order
        types_of_kind, _ = types_and_metadata(known)
        if admitted - {types.NoneType} == types_of_kind:
            return kind, types.NoneType in admitted
    raise ValueError(f"no BASIC argument is a {annotation}")


def metadata_of(annotation: Any, kind: type[Metadata]) -> Metadata | None:
    """Returns the metadata of class `kind` in an annotation: COUNT for Range in `Annotated[int, COUNT]`."""
    _, metadata = types_and_metadata(annotation)
    return next((each for each in metadata if isinstance(each, kind)), None)


@cache
def types_and_metadata(annotation: Any) -> tuple[frozenset[Any], tuple[Any, ...]]:
    """Returns the types of an annotation and its metadata: {int, None} and (COUNT,) for
    `Annotated[int, COUNT] | None`.
    """
    origin = typing.get_origin(annotation)
    if origin is Annotated:
        admitted, metadata = types_and_metadata(annotation.__origin__)
        return admitted, (*annotation.__metadata__, *metadata)
    if origin in {types.UnionType, typing.Union}:
        admitted, metadata = frozenset(), ()
        for each in typing.get_args(annotation):
            types_of_each, metadata_of_each = types_and_metadata(each)
            admitted, metadata = admitted | types_of_each, metadata + metadata_of_each
        return admitted, metadata
    return frozenset({annotation}), ()


def results_of(annotation: Any) -> tuple[str, tuple[str, ...]]:
    """Returns (kind of the value, kinds of the OUT values) for a return annotation: ("", ()) for neither."""
    if annotation is None or annotation is types.NoneType:
        return "", ()
    if typing.get_origin(annotation) is tuple:
        return "", tuple(kind_of(each)[0] for each in typing.get_args(annotation))
    return kind_of(annotation)[0], ()
