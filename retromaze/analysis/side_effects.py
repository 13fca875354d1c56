"""What statements, blocks and functions read, store and call, and in which order that can be seen."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from retromaze.analysis.declared import Call, element_stored, is_short, looks_of, runs_listing, takes_out
from retromaze.analysis.kinds import LARGEST, SMALLEST, Kind
from retromaze.builtins.handling import Look
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.effects import CallResult, Store, Value, ValueOrigin, effects, stores
from retromaze.language.nodes import Expression, Head, calls, every
from retromaze.language.program import UNTYPED, Scope, Variable
from retromaze.language.structure import Block, Compound, CountedLoop, Step, heads, inner_blocks

if TYPE_CHECKING:
    from retromaze.analysis.type_rules import Variant

Stretch = tuple[int, int]


class Bodies:
    """The steps of one scope. A compound one is known by its first head, which a rewritten tree shares."""

    def __init__(self, body: Block, definitions: Container[str]) -> None:
        self.definitions = definitions
        self.steps: list[Step] = []
        self.stretches: dict[nodes.Node | None, Stretch] = {}
        self.stores: dict[str, list[int]] = defaultdict(list)
        self.counters: dict[str, list[int]] = defaultdict(list)
        self.labels: list[int] = []
        self.subroutines: list[int] = []
        self.number(body)
        for place, step in enumerate(self.steps):
            self.note(place, step)

    def number(self, body: Block) -> None:
        waiting: list[tuple[Iterator[Step], nodes.Node | None, int]] = [(iter(body.statements), None, 0)]
        while waiting:
            statements, opened, first = waiting[-1]
            for step in statements:
                self.steps.append(step)
                if inner := inner_blocks(step):
                    place = (head_of(step), len(self.steps))
                    waiting.extend((iter(each.statements), *place) for each in inner[::-1])
                    break
            else:
                waiting.pop()
                self.stretches[opened] = first, len(self.steps)

    def note(self, place: int, step: Step) -> None:
        for head in heads(step):
            done = effects(head)
            for store in done.stores:
                if store.name:
                    self.stores[store.name].append(place)
            if done.gosubs:
                self.subroutines.append(place)
        if isinstance(step, CountedLoop) and isinstance(step.head.variable, nodes.Name):
            self.counters[step.head.variable.name].append(place)
        if isinstance(step, nodes.Label):
            self.labels.append(place)

    @cached_property
    def calls(self) -> list[tuple[int, str]]:
        """Where which DEF may be called; "" stands for GOSUBs and for what is only known when it runs."""
        return [
            (place, name)
            for place, step in enumerate(self.steps)
            for head in heads(step)
            for name in called_from(head, self.definitions)
        ]

    @cached_property
    def called(self) -> tuple[str, ...]:
        """The DEFs that the scope may call, and "" as above."""
        return tuple(dict.fromkeys(name for _, name in self.calls))

    # ---- questions

    def stores_to(self, step: Compound, names: Iterable[str]) -> bool:
        """Whether the body stores to a variable, or an array's elements, of one of the names."""
        return any(self.has(step, self.stores.get(name, [])) for name in names)

    def counts_again(self, step: CountedLoop, name: str) -> bool:
        """Whether there is another FOR over the name in the body."""
        return self.has(step, self.counters.get(name, []))

    def called_in(self, step: Compound) -> set[str]:
        """The DEFs that the body may call; "" stands for GOSUBs and for what is only known when it runs."""
        first, behind = self.stretches[head_of(step)]
        start = bisect_left(self.calls, (first, ""))
        return {name for _, name in self.calls[start : bisect_left(self.calls, (behind, ""))]}

    def calls_subroutine(self, step: Compound) -> bool:
        """Whether something in the body may call a GOSUB."""
        return self.has(step, self.subroutines)

    def has_labels(self, step: Compound) -> bool:
        """Whether control may come into the body from elsewhere."""
        return self.has(step, self.labels)

    def has(self, step: Compound, places: list[int]) -> bool:
        if not places:
            return False
        first, behind = self.stretches[head_of(step)]
        at = bisect_left(places, first)
        return at < len(places) and places[at] < behind


def head_of(step: Step) -> nodes.Head:
    return heads(step)[0]


def called_from(head: nodes.Head, definitions: Container[str]) -> Iterator[str]:
    """The names of the DEFs a statement calls; "" for a GOSUB too."""
    if effects(head).gosubs:
        yield ""
    yield from called_names(head, definitions)


def called_names(head: nodes.Node, definitions: Container[str]) -> Iterator[str]:
    """The names of the DEFs a statement calls; "" for what is only known when it runs.

    A program that EXEC runs may call the COMMON DEFs of this one.
    """
    for call in calls(head):
        if call.name in definitions:
            yield call.name
        elif call.name not in BUILTINS or runs_listing(call.name):
            yield ""


def may_store(node: nodes.Node, definitions: Container[str]) -> bool:
    """Whether working an expression out may change a variable: a DEF may, and what takes from a string."""
    takes = any(takes_out(call.name) for call in calls(node))
    return takes or any(True for _ in called_names(node, definitions))


def counter_of(loop: CountedLoop, scope: Scope) -> Variable | None:
    """Returns the variable of a FOR; None for an element of an array."""
    target = loop.head.variable
    variable = scope.find(target.name) if isinstance(target, nodes.Name) else None
    return variable if variable and not variable.is_array else None


def may_wrap(stop: Kind, step: Kind) -> bool:
    """Whether an Integer counter could pass 32 bits, where the machine's loop never ends."""
    return stop.low + step.low < SMALLEST or stop.high + step.high > LARGEST


def variables_of(
    expressions: Iterable[Expression], scope: Scope, is_steady: Callable[[nodes.Function], bool]
) -> set[Variable] | None:
    """Returns the variables and arrays in expressions.

    Returns None if the expressions may change although none of these is stored into: they contain an element,
    a system variable, or a function that is not steady.
    """
    found = set()
    for node in (each for expression in expressions for each in every(expression)):
        match node:
            case nodes.Name(name=name):
                variable = scope.find(name)
                if variable is None or name in VARIABLES:
                    return None
                found.add(variable)
            case nodes.Function() if not is_steady(node):
                return None
            case nodes.Index() | nodes.VariableNamed():
                return None
    return found


class Assignment(NamedTuple):
    """A value that is assigned to a variable, or to an element of an array.

    The `value` is a Variable if a DEF hands over an OUT name or its result. `store` is None if a call or
    RETURN assigns the value; else it is the statement's store.
    """

    target: Variable
    value: Value | Variable
    store: Store | None = None


def assignments(
    scope: Scope, head: Head, find: Callable[[Call], Variant | None], result: Variable | None = None
) -> Iterator[Assignment]:
    """Yields the assignments of a statement or condition; `result` is the value of the DEF around it."""
    for call in calls(head):
        if callee := find(call):
            for name, argument in zip(receivers(callee.scope), call.arguments, strict=True):
                if name and argument is not None:
                    yield Assignment(callee.scope.variables[name], argument)
        elif (found := element_stored(call)) and (array := array_named(scope, found[0])):
            yield Assignment(array, found[1] or ValueOrigin.TYPED)
    for store in stores(head):
        if variable := scope.stored(store.target):
            yield Assignment(variable, handed_value(store, find), store)
    if isinstance(head, nodes.Return) and head.value is not None and result is not None:
        yield Assignment(result, head.value)


def parameters(scope: Scope) -> tuple[str, ...]:
    define = scope.routine.define
    return define.parameters if define else ()


def outputs(scope: Scope) -> tuple[str, ...]:
    define = scope.routine.define
    return define.outputs if define else ()


def receivers(scope: Scope) -> list[str | None]:
    """The parameter that each argument goes to; None where a later one of the same name takes its place.

    Source: language reference, 4.9.
    """
    names = parameters(scope)
    last = {name: at for at, name in enumerate(names)}
    return [name if last[name] == at else None for at, name in enumerate(names)]


def handed_value(store: Store, find: Callable[[Call], Variant | None]) -> Value | Variable:
    """Returns the value of a store; for a call of a DEF, the DEF's own variable."""
    if isinstance(store.value, CallResult) and (callee := find(store.value.call)):
        given = [callee.scope.variables[name] for name in outputs(callee.scope)] or [callee.result]
        return given[store.value.position] if store.value.position < len(given) else store.value
    return store.value


def array_named(scope: Scope, node: nodes.Expression) -> Variable | None:
    """Returns the variable that an expression names, if it is or may be an array."""
    variable = scope.find(node.name) if isinstance(node, nodes.Name) else None
    return variable if variable and (variable.is_array or variable.kind == UNTYPED) else None


# So many strings are joined into one text at most, because each may fill the console's memory.
MOST_STRINGS = 16


class RowEnd(Enum):
    """What comes behind a row; where a comma goes depends on the cursor."""

    LINE = "a new line"
    TAB = "the next place of a comma"
    OPEN = "more in the same line"


class PrintedRow(NamedTuple):
    """Items of which none but the first looks at the console; none at all where only the end counts."""

    items: list[Expression]
    end: RowEnd


def printed_rows(
    step: nodes.Print, scope: Scope, definitions: Container[str], is_number: Callable[[Expression], bool]
) -> Iterator[PrintedRow]:
    """The rows of one PRINT."""
    row: list[Expression] = []
    strings = 0
    for item in step.items:
        if item == ",":
            yield PrintedRow(row, RowEnd.TAB)
            row = []
        elif not isinstance(item, str):
            strings += not is_number(item) and not is_short(item)
            if sees_console(scope, definitions, item) or strings > MOST_STRINGS:
                yield PrintedRow(row, RowEnd.OPEN)
                row, strings = [], 1
            row.append(item)
    is_open = bool(step.items) and step.items[-1] in (";", ",")
    yield PrintedRow(row, RowEnd.OPEN if is_open else RowEnd.LINE)


def sees_console(scope: Scope, definitions: Container[str], item: Expression) -> bool:
    """Whether working out an item may show what was printed before it, or print something itself."""
    return any(looks(scope, definitions, node) for node in every(item))


def looks(scope: Scope, definitions: Container[str], node: nodes.Node) -> bool:
    match node:
        case nodes.Name(name=name):
            return bool(looks_of(name) & Look.CONSOLE) and scope.find(name) is None
        case nodes.Function(name=name):
            return name in definitions or name not in BUILTINS or sees(name)
        case _:
            return False


def sees(name: str) -> bool:
    """Whether a builtin looks at the console, or runs what may do so."""
    return bool(looks_of(name) & Look.CONSOLE) or runs_listing(name)
