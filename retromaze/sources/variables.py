"""The variables of a running listing under their BASIC names, and expressions evaluated from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice
from math import isfinite
from operator import itemgetter
from types import FrameType, FunctionType
from typing import Any, Protocol

from retromaze.compiler.unit import definition_of_function
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, DivideByZero, UsageError
from retromaze.language import nodes
from retromaze.language.nodes import child_nodes, walk
from retromaze.language.numbers import FOLDED, FOLDED_SIGNS
from retromaze.language.parser import parse
from retromaze.values.arrays import Array, Misfit
from retromaze.values.operators import COMPARE
from retromaze.values.scalars import SharedString, plain, printed

MOST_ELEMENTS, LONGEST_TEXT = 6, 400
"""The most elements of a row, and the most characters of a text, that are written."""


def python_values(computer: Computer, frame: FrameType | None) -> dict[str, Any]:
    """Returns what a frame of slot 0's listing sees, by its names in Python; nothing where no listing runs.

    All globals are seen from everywhere: those of the functions that called this one, too. The locals of a
    function that is no DEF are globals of BASIC. A DEF's own names hide globals, even before they have a
    value. Source: language reference, 2.9.
    """
    slot = computer.slots[0]
    if frame is None or slot.compiled is None:
        return {}
    seen = {name: slot.namespace[name] for each in slot.compiled.shared_variables for name in each.names}
    for caller in listing_frames(computer, frame):
        if not definition_of_function(caller.f_code.co_name):
            seen.update(caller.f_locals)
    for name in frame.f_code.co_varnames:
        seen.pop(name, None)
    return {**frame.f_globals, **seen, **frame.f_locals}


def variables(computer: Computer, frame: FrameType | None) -> Iterator[tuple[str, object]]:
    """Yields (name, value) of each variable of slot 0's listing that a frame sees, in the order of the names.

    An array's name is `M[]`, its value the elements. There are none before the listing is compiled.
    """
    compiled = computer.slots[0].compiled
    if compiled is None:
        return
    values = python_values(computer, frame)
    names = compiled.basic_names.items()
    pairs = (name_and_value(name, values[python]) for python, name in names if python in values)
    yield from sorted(pairs, key=itemgetter(0))


def name_and_value(name: str, value: object) -> tuple[str, object]:
    """Returns a variable's name and value for display: for an array `M[]` and its elements.

    A DEF's parameter may hold an array without `[]` in its own name; a Misfit holds an array of another type.
    """
    if isinstance(value, Misfit):
        return name, value.array.items
    return (f"{name}[]", value.items) if isinstance(value, Array) else (name, value)


def variable_text(computer: Computer, frame: FrameType | None) -> str:
    """Returns a line for each variable: `X = 3`, `A$ = "HI"`, `M[2,3] = [[0,0,0],[0,5,0]]`."""
    lines = []
    for name, value in variables(computer, frame):
        sizes = ",".join(map(str, shape_of(value)))
        title = f"{name.removesuffix('[]')}[{sizes}]" if sizes else name
        lines.append(f"{title} = {value_text(value)}")
    return "\n".join(lines)


def value_text(value: object) -> str:
    """Returns a value as BASIC writes it: numbers as by PRINT, texts between quotes; long values are cut."""
    if isinstance(value, str | SharedString):
        text = plain(value)
        return f'"{text[:LONGEST_TEXT]}"' + ("…" if len(text) > LONGEST_TEXT else "")
    if isinstance(value, int | float):
        return printed(value)
    if not isinstance(value, list):
        return str(value)
    texts = [value_text(each) for each in value[:MOST_ELEMENTS]]
    if len(value) > MOST_ELEMENTS:
        texts.append("…")
    return f"[{','.join(texts)}]"


def shape_of(items: Any) -> list[int]:
    """Returns the length of each dimension of nested lists; [] for any other value."""
    shape = []
    while isinstance(items, list):
        shape.append(len(items))
        items = items[0] if items else None
    return shape


def closure_variables(frame: FrameType) -> dict[str, Any]:
    """Returns the closure variables of the subroutines that a frame may call, directly or through others.

    A variable that only subroutines use is stored there, and is no local of the main program's frame.
    """
    values: dict[str, Any] = {}
    functions = [each for each in frame.f_locals.values() if isinstance(each, FunctionType)]
    for function in functions:  # the list grows meanwhile
        code = function.__code__
        if code.co_filename != frame.f_code.co_filename:  # not compiled from this listing
            continue
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # nothing is stored yet
                if name not in values:
                    values[name] = cell.cell_contents
                    if isinstance(values[name], FunctionType):
                        functions.append(values[name])
    return values


def listing_frames(computer: Computer, frame: FrameType | None) -> Iterator[FrameType]:
    """Yields the frames that run a listing, from `frame` outwards."""
    while frame is not None:
        if computer.slot_with_path(frame.f_code.co_filename) is not None:
            yield frame
        frame = frame.f_back


NUMBER_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    **FOLDED,
    "&&": lambda one, other: int(bool(one and other)),
    "||": lambda one, other: int(bool(one or other)),
}
"""The operators that take two numbers, without the comparisons."""
UNARY_OPERATORS: dict[str, Callable[[Any], Any]] = {**FOLDED_SIGNS, "!": lambda operand: int(not operand)}
VariableValues = dict[str, Any]
"""Variables by name, the elements of an array by `M[]`."""


def values_of_expressions(text: str, values: VariableValues) -> list[Any] | None:
    """Returns the values of expressions such as `A$,M[1,I]`; None if one of them cannot be evaluated."""
    expressions = expressions_in(text)
    if expressions is None:
        return None
    results = [value_of_expression(each, values) for each in expressions]
    return None if None in results else results


def expressions_in(text: str) -> list[nodes.Expression] | None:
    """Returns the expressions of a text such as `A$,M[1,I]`; None if it is something else."""
    with suppress(BasicError):
        if (items := parse_print_items(text)) is not None:
            return [each for each in items if not isinstance(each, str)]
    return None


def parse_print_items(text: str) -> tuple[nodes.Expression | str, ...] | None:
    """Returns the expressions and separators of `A$,M[1,I]`; None for anything else. Raises BasicError."""
    # PRINT takes any expressions, so the text is parsed as its operands
    match parse(f"?{text}"):
        case [nodes.Print(items=items)]:
            return items
    return None


def value_of_expression(expression: nodes.Expression, values: VariableValues) -> Any:
    """Returns an expression's value, of an array nested lists; None if it cannot be evaluated."""
    match expression:
        case nodes.Number() | nodes.String():
            return expression.value
        case nodes.Name(name=name):
            value = values.get(name, values.get(f"{name}[]"))
        case nodes.Index():
            name, number = element_number(expression, values)
            if number is None:
                return None
            items = values[name]
            # the element with that number in row-major order
            value = next(islice(flatten_items(items, len(shape_of(items))), number, None))
        case nodes.Unary():
            operand = numeric_value(expression.operand, values)
            return None if operand is None else UNARY_OPERATORS[expression.operator](operand)
        case nodes.Binary():
            value = value_of_binary(expression, values)
        case nodes.Function(name="LEN", arguments=[argument]) if argument is not None:
            value = value_of_expression(argument, values)
            has_length = isinstance(value, str) or len(shape_of(value)) == 1
            return len(value) if has_length else None
        case _:
            return None
    return plain(value) if isinstance(value, SharedString) else value


def element_number(index: nodes.Index, values: VariableValues) -> tuple[str, int | None]:
    """Returns the array's name as `M[]` and the element's number in row-major order.

    The number is None if there is no such element, or if a subscript cannot be evaluated.
    """
    name = f"{index.target.name}[]" if isinstance(index.target, nodes.Name) else ""
    shape = shape_of(values.get(name))
    subscripts = [numeric_value(each, values) for each in index.subscripts]
    number = 0
    for length, subscript in zip(shape, subscripts, strict=False):
        if subscript is None or not isfinite(subscript) or not 0 <= int(subscript) < length:
            return name, None
        number = number * length + int(subscript)
    return name, number if shape and len(shape) == len(subscripts) else None


def too_small_array(text: str, values: VariableValues) -> str:
    """Returns the first array, with its sizes as in `M[3,4]`, that lacks an element which the text names.

    It is the debugger's reason why a text has no value. Returns "" if all elements exist or are not known.
    """
    for index in (node for each in expressions_in(text) or () for node in walk(each)):
        if isinstance(index, nodes.Index):
            name, number = element_number(index, values)
            sizes = shape_of(values.get(name))
            known = all(numeric_value(each, values) is not None for each in index.subscripts)
            if sizes and number is None and known:
                return f"{name.removesuffix('[]')}[{','.join(map(str, sizes))}]"
    return ""


def numeric_value(expression: nodes.Expression, values: VariableValues) -> int | float | None:
    """Returns an expression's value if it is a number, else None."""
    value = value_of_expression(expression, values)
    return value if isinstance(value, int | float) else None


def value_of_binary(expression: nodes.Binary, values: VariableValues) -> Any:
    """Returns an operator's result for two numbers or two strings; None if it does not take them."""
    left, right = value_of_expression(expression.left, values), value_of_expression(expression.right, values)
    sign = expression.operator
    are_numbers = isinstance(left, int | float) and isinstance(right, int | float)
    are_strings = isinstance(left, str) and isinstance(right, str)
    if sign in COMPARE and (are_numbers or are_strings):
        return int(COMPARE[sign](left, right))
    if sign == "+" and are_strings:
        return left + right
    try:
        return NUMBER_OPERATORS[sign](left, right) if are_numbers else None
    except (DivideByZero, ZeroDivisionError):
        return None


def flatten_items(items: Any, depth: int) -> Iterator[Any]:
    """Returns the elements of lists that are nested `depth` deep, in row-major order."""
    for _ in range(depth - 1):
        items = chain.from_iterable(items)
    return iter(items)


LONGEST_EXPRESSION = 200
"""The most characters of an expression, so that it cannot be nested too deeply."""


class PausedRun(Protocol):
    """A run that is stopped before a statement."""

    @property
    def names(self) -> dict[str, str]:
        """The BASIC name of each Python name, as the listing is compiled now."""

    def frames(self) -> Iterator[FrameType]:
        """Returns the Python frames of the listing, innermost first."""


class Expression:
    """An expression of BASIC, evaluated from the variables of a paused run.

    It has variables, operators and LEN only. `_names` are the variables that it names; `_cached_names` has
    the Python names of these variables for the compilation whose names are `_cached_for`.
    """

    def __init__(self, text: str) -> None:
        """Raises UsageError if the text is no expression, or calls a function other than LEN."""
        self.text = text
        self._tree = parse_expression(text)
        self._names = frozenset(each.name for each in walk(self._tree) if isinstance(each, nodes.Name))
        self._cached_for: dict[str, str] = {}
        self._cached_names: dict[str, str] = {}

    def value(self, run: PausedRun) -> Any:
        """Returns the expression's value; None if a variable is unknown there or a subscript is too large."""
        return value_of_expression(self._tree, self._variable_values(run))

    def values(self, run: PausedRun, most: int) -> list[Any] | None:
        """Returns up to `most` values: one for each element of the arrays of one dimension that it names.

        A string named alone gives its characters. None if there is no such array or string.
        """
        values = self._variable_values(run)
        unsubscripted = set(names_without_subscripts(self._tree))
        arrays = {
            name: values[f"{name}[]"] for name in unsubscripted if len(shape_of(values.get(f"{name}[]"))) == 1
        }
        if not arrays:
            whole = value_of_expression(self._tree, values)
            return list(whole[:most]) if isinstance(whole, str) else None
        count = min(most, *map(len, arrays.values()))
        # in turn the k-th elements take the place of the arrays
        elements = ({name: items[at] for name, items in arrays.items()} for at in range(count))
        return [value_of_expression(self._tree, {**values, **each}) for each in elements]

    def _variable_values(self, run: PausedRun) -> dict[str, Any]:
        """Returns the variables that the expression names, by their BASIC names.

        The innermost call's variables hide the main program's. Variables that only subroutines use are found
        in the functions that the two may call.
        """
        frames, values, used = list(run.frames()), dict[str, Any](), self._names_used(run.names)
        outer_and_inner = (frames[-1], frames[0]) if frames else ()
        for frame in outer_and_inner:
            for names in (frame.f_globals, frame.f_locals):
                values.update((python, names[python]) for python in used if python in names)
        # closures take long to search: only for what is still missing
        for frame in outer_and_inner if len(values) < len(used) else ():
            in_closures = {name: value for name, value in closure_variables(frame).items() if name in used}
            # of two variables with one BASIC name the later one counts: not one of a closure
            values = {**in_closures, **values}
        return dict(name_and_value(used[python], value) for python, value in values.items())

    def _names_used(self, names: dict[str, str]) -> dict[str, str]:
        """Returns the `names`, BASIC by Python name, that the expression uses; cached per compilation."""
        if names is not self._cached_for:
            self._cached_for = names
            self._cached_names = {
                python: basic for python, basic in names.items() if basic.removesuffix("[]") in self._names
            }
        return self._cached_names


def names_without_subscripts(tree: nodes.Node) -> Iterator[str]:
    """Yields the variables that an expression names without subscripts and outside LEN."""
    if isinstance(tree, nodes.Name):
        yield tree.name
    elif not isinstance(tree, nodes.Function):
        for each in tree.subscripts if isinstance(tree, nodes.Index) else child_nodes(tree):
            yield from names_without_subscripts(each)


def parse_expression(text: str) -> nodes.Expression:
    """Returns the tree of an expression. Raises UsageError."""
    if len(text) > LONGEST_EXPRESSION:
        raise UsageError(f"an expression has {LONGEST_EXPRESSION} characters at most")
    try:
        items = parse_print_items(text)
    except BasicError as error:
        raise UsageError(f"{text!r} is no expression of BASIC: {error.wording}") from None
    match items:
        case [tree] if not isinstance(tree, str):
            if any(isinstance(each, nodes.Function) and each.name != "LEN" for each in walk(tree)):
                raise UsageError(f"{text!r} calls a function: a run stops by variables, operators and LEN")
            return tree
    raise UsageError(f"{text!r} is no expression of BASIC")
