"""Finds what builtins, statements, blocks and functions read, store and call, and whether order is visible.

`language/block_tree.py` says what a statement does by itself. This module adds what builtins do, by their
declarations, to their array and string arguments, and what calls may do, and answers for whole blocks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from retromaze.analysis.jumps import has_computed_gosub, literal_label
from retromaze.analysis.kinds import LARGEST, SMALLEST, Kind
from retromaze.builtins import load_all
from retromaze.builtins.form import PASSING, Change, Form, Handling, Reads
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language import nodes
from retromaze.language.block_tree import (
    Block,
    CallResult,
    Compound,
    CountedLoop,
    Step,
    Store,
    Value,
    ValueOrigin,
    effects,
    heads_of,
    inner_blocks,
    stores,
)
from retromaze.language.lexer import yield_to_host
from retromaze.language.nodes import Expression, Head, cached_on_node, calls_in, child_nodes, nodes_in, walk
from retromaze.language.program import UNTYPED, Program, Scope, Variable

if TYPE_CHECKING:
    from retromaze.analysis.type_rules import Variant


Call = nodes.Instruction | nodes.Function

# Answers are cached: a question before the builtins are loaded would get "no" for good.
load_all()


# ---- by name: False for a word that is no builtin


@cache
def changes_in_place(name: str) -> bool:
    """Whether a builtin changes an array or string in place: PUSH, POP."""
    return name in BUILTINS and BUILTINS[name].changes_in_place


@cache
def removes_element(name: str) -> bool:
    """Whether a builtin's result is removed from an array or string: POP, SHIFT."""
    word = BUILTINS.get(name)
    return word is not None and word.changes_in_place and any(form.result for form in word.forms)


@cache
def may_exceed_32_bits(name: str) -> bool:
    """Whether a builtin's result may be a number beyond 32 bits if an argument is: ABS, MAX, POP."""
    forms = BUILTINS[name].forms if name in BUILTINS else ()
    # a "number" is an argument's value, or an element of an array; VAL has no number as argument
    return removes_element(name) or any(
        form.result == "number" and any(each.kind != "str" for each in form.parameters) for form in forms
    )


@cache
def has_range(name: str) -> bool:
    """Whether a builtin's result is a number between fixed bounds, whatever the arguments."""
    return name in BUILTINS and any(form.range for form in BUILTINS[name].forms)


@cache
def max_result_length(name: str) -> int | None:
    """Returns the greatest length of a builtin's result; None if it has no limit or is no string."""
    forms = [form for form in BUILTINS[name].forms if form.result] if name in BUILTINS else []
    limits = [form.longest for form in forms if form.longest is not None]
    # one form without a limit is enough for the result to be without one
    return max(limits) if forms and len(limits) == len(forms) else None


@cache
def may_run_unknown_code(name: str) -> bool:
    """Whether a builtin may call code that is known at run time only: CALL, EXEC."""
    return name in BUILTINS and Change.VARIABLES in BUILTINS[name].changes


@cache
def may_run_other_programs(name: str) -> bool:
    """Whether a builtin runs the program of another slot, or makes it visible to this one: EXEC, USE."""
    return name in BUILTINS and Change.PROGRAMS in BUILTINS[name].changes


@cache
def waits(name: str) -> bool:
    """Whether a builtin waits for the next frame."""
    return name in BUILTINS and BUILTINS[name].waits


@cache
def is_pure(name: str) -> bool:
    """Whether a builtin has no effect but a result that depends on its arguments alone."""
    return name in BUILTINS and BUILTINS[name].is_pure


@cache
def may_be_left_out(name: str) -> bool:
    """Whether a call can be left out if its result is not used.

    It changes nothing, polls no input (polls are counted) and does not depend on switched-on devices.
    """
    builtin = BUILTINS.get(name)
    return builtin is not None and not (
        builtin.changes_in_place or builtin.changes or builtin.reads & (Reads.INPUT | Reads.SYSTEM)
    )


@cache
def state_read_by(name: str) -> Reads:
    """Returns the state that a builtin or system variable reads besides its arguments."""
    declared = BUILTINS.get(name) or VARIABLES.get(name)
    return declared.reads if declared else Reads.NOWHERE


# ---- for a call


@cached_on_node
def called_form(node: Call) -> Form | None:
    """Returns the form of a builtin that a call has; None for other words, or if no form fits.

    Forms of one word differ in the number of arguments and of receivers, or have a result or none.
    """
    entry = BUILTINS.get(node.name)
    if entry is None:
        return None
    if isinstance(node, nodes.Function):
        return entry.find(len(node.arguments), value=True, receivers=None)
    receivers = None if node.outputs is None else len(node.outputs)
    return entry.find(len(node.arguments), value=False, receivers=receivers)


def state_read_by_call(node: Call | nodes.Name) -> Reads:
    """Returns the state that a call or system variable reads.

    It is that of the form: SPOFS reads the machine to give a sprite's place, and nothing to move a sprite.
    """
    form = None if isinstance(node, nodes.Name) else called_form(node)
    return form.reads if form else state_read_by(node.name)


@cached_on_node
def arguments_with_handling(node: Call) -> list[tuple[Expression | None, Handling]]:
    """Returns the arguments of a call and how each is handled; a DEF may do anything with them."""
    form = called_form(node)
    # a builtin without a form is a wrong call, which fails, or SPFUNC in a port's loop over callbacks
    otherwise = Handling.READ if node.name in BUILTINS and form is None else Handling.HANDED_ON
    parameters = [form.parameter_at(position) if form else None for position in range(len(node.arguments))]
    handlings = [each.handling if each else otherwise for each in parameters]
    return [*zip(node.arguments, handlings, strict=True)]


def changed_arguments(node: Call) -> Iterator[tuple[Expression | None, Handling]]:
    """Yields the arguments whose elements the call may change, and how each is handled."""
    for argument, handling in arguments_with_handling(node):
        if handling.changes:
            yield argument, handling


def unchanged_arguments(node: Call) -> Iterator[Expression | None]:
    """Yields the arguments whose elements the call neither replaces nor copies elsewhere."""
    return (argument for argument, handling in arguments_with_handling(node) if handling.keeps_elements)


def stored_element(node: Call) -> tuple[Expression, Expression | None] | None:
    """Returns (array or string, new element) for calls such as PUSH and FILL; None for others.

    The new element is None if its argument is left out.
    """
    arguments = arguments_with_handling(node)
    if not arguments:
        return None
    by_handling = {handling: argument for argument, handling in arguments}
    # PUSH and UNSHIFT lengthen the array (OWNED), FILL replaces its elements (ARRANGED)
    for handling in (Handling.OWNED, Handling.ARRANGED):
        owner = by_handling.get(handling)
        if owner is not None and Handling.STORED in by_handling:
            return owner, by_handling[Handling.STORED]
    return None


def copies(node: Call) -> bool:
    """Whether a call copies elements of one array to another: COPY."""
    return any(handling is Handling.COPIED for _, handling in arguments_with_handling(node))


def is_short_string(node: Expression) -> bool:
    """Whether an expression is certainly a short string, or one written in the listing.

    PRINT may join many of these into one text: a listing's own texts are not longer than the listing.
    """
    return isinstance(node, nodes.LabelText | nodes.String) or (
        isinstance(node, nodes.Function) and max_result_length(node.name) is not None
    )


# ---- what statements, blocks and functions do


def variables_named(scope: Scope, node: nodes.Node) -> list[Variable]:
    """Returns the variables that are named in a node, each as often as it is named."""
    return scope.find_all(names_in(node))


@cached_on_node
def names_in(node: nodes.Node) -> tuple[str, ...]:
    """Returns the names in a node, of variables and of what looks like one, each as often as it is there."""
    return tuple([each.name for each in nodes_in(node) if isinstance(each, nodes.Name)])


@cached_on_node
def overwritten_names(head: Head) -> tuple[nodes.Name, ...]:
    """Returns the names whose values a statement replaces without using them: A in `A=1`, not in `INC A`."""
    return tuple(
        [
            each.target
            for each in stores(head)
            if isinstance(each.target, nodes.Name) and not each.needs_old_value
        ]
    )


def variables_overwritten(scope: Scope, head: Head) -> set[Variable]:
    """Returns the variables whose values a statement replaces without using them."""
    found = overwritten_names(head)
    return set(scope.find_all([each.name for each in found])) if found else set()


@cached_on_node
def names_read(head: Head) -> frozenset[str]:
    """Returns the names whose values a step's head uses."""
    ignored = set(overwritten_names(head))
    return frozenset(
        [each.name for each in nodes_in(head) if isinstance(each, nodes.Name) and each not in ignored]
    )


def variables_read(scope: Scope, head: Head) -> set[Variable]:
    """Returns the variables whose value a step's head uses."""
    names = names_read(head)
    return set(scope.find_all(names)) if names else set()


def variables_stored(scope: Scope, head: Head) -> list[Variable]:
    """Returns the variables that a statement stores to, once for each store.

    Stores to elements count for the array, and so do builtins and DEFs that may change an array.
    """
    changed = changed_names(head)
    return variables_changed(scope, changed) if changed else []


class ChangedName(NamedTuple):
    """The name of a variable or array that a statement stores to, or whose contents it may change.

    `may_be_scalar`: whether a variable that is no array changes, too: a builtin may change a string, a DEF
    cannot change a scalar that it is given. `resizes`: the length may change too.
    """

    name: str
    may_be_scalar: bool
    resizes: bool


@cached_on_node
def changed_names(head: Head) -> tuple[ChangedName, ...]:
    """Returns the names that a statement stores to, then those that it may change by DIM, or by a call."""
    stored = stores(head)
    changed = [ChangedName(store.name, may_be_scalar=True, resizes=False) for store in stored]
    changed += [
        ChangedName(store.name, may_be_scalar=True, resizes=True)
        for store in stored
        if store.value is ValueOrigin.ARRAY
    ]
    for call in calls_in(head):
        is_builtin = call.name in BUILTINS
        for argument, handling in changed_arguments(call):
            # PUSH A$[I] changes a string of A$
            owner = argument.target if isinstance(argument, nodes.Index) and is_builtin else argument
            if isinstance(owner, nodes.Name):
                changed.append(ChangedName(owner.name, may_be_scalar=is_builtin, resizes=handling.resizes))
    return tuple(changed)


def variables_resized(scope: Scope, head: Head) -> set[Variable]:
    """Returns the arrays and strings whose length a statement may change."""
    resized = [each for each in changed_names(head) if each.resizes]
    return set(variables_changed(scope, resized)) if resized else set()


def variables_changed(scope: Scope, changed: Iterable[ChangedName]) -> list[Variable]:
    """Returns the variables and arrays of a scope that changed names refer to."""
    own, visible = scope.variables, scope.used_globals
    return [
        found
        for name, may_be_scalar, _ in changed
        if (found := own.get(name) or visible.get(name)) and (may_be_scalar or found.dimensions)
    ]


class Called(NamedTuple):
    """The calls in the head of a step.

    `gosubs` are the targets of GOSUBs, `definitions` the calls of DEFs. `unknown` says that it may call other
    code of the listing: by a computed name, or a COMMON DEF through a program that EXEC runs.
    """

    gosubs: tuple[Expression, ...]
    definitions: list[Call]
    unknown: bool

    @property
    def names(self) -> list[str]:
        """The names of the called DEFs, the labels of GOSUBs as `@L`, and "" if there is unknown code."""
        labels = [literal_label(each) for each in self.gosubs]
        others = [""] if self.unknown or None in labels else []
        return [*others, *(f"@{each}" for each in labels if each), *(each.name for each in self.definitions)]


def calls_of(head: Head, definitions: Container[str]) -> Called:
    """Returns what the head of a step calls; `definitions` are the names of the program's DEFs."""
    definition_calls, unknown = [], False
    # one loop, as most statements have no call and a comprehension is a Python function
    for call in calls_in(head):
        if call.name in definitions:
            definition_calls.append(call)
        else:
            unknown = unknown or call.name not in BUILTINS or may_run_unknown_code(call.name)
    return Called(effects(head).gosubs, definition_calls, unknown)


def may_store(node: Head, definitions: Container[str]) -> bool:
    """Whether the evaluation of an expression may change a variable, as a call of a DEF or POP does."""
    return bool(calls_of(node, definitions).names) or any(
        removes_element(call.name) for call in calls_in(node)
    )


def may_move(stored: nodes.Target, other: nodes.Target) -> bool:
    """Whether a store to one target may change which element or variable the other one names.

    `SWAP I,A[I]` does. Arrays may share their elements, so that a store to any of them counts.
    """
    places = [each for each in walk(other) if isinstance(each, nodes.Index | nodes.VariableNamed)]
    parts = [
        part for each in places for part in child_nodes(each) if part is not getattr(each, "target", None)
    ]
    used = [each for part in parts for each in walk(part)]
    match stored:
        case nodes.Name(name=name):
            named = any(isinstance(each, nodes.Name) and each.name == name for each in used)
            return named or any(isinstance(each, nodes.VariableNamed) for each in used)
        case nodes.Index():
            return any(isinstance(each, nodes.Index) for each in used)
        case _:
            return any(isinstance(each, nodes.Target) for each in used)


def with_repeatable_subscripts(
    target: nodes.Index, may_change: bool, as_temporary: Callable[[Expression], Expression]
) -> nodes.Index:
    """Returns an array element whose subscripts can be evaluated twice with the same result.

    `as_temporary` stores an expression in a temporary and returns what stands for that. Subscripts with calls
    are stored. If the statement may change variables (`may_change`), all but literals are.
    """
    owner = target.target
    if isinstance(owner, nodes.Index):
        owner = with_repeatable_subscripts(owner, may_change, as_temporary)
    subscripts = tuple(
        as_temporary(each)
        if any(calls_in(each)) or (may_change and not isinstance(each, nodes.Number))
        else each
        for each in target.subscripts
    )
    return replace(target, target=owner, subscripts=subscripts)


# ---- what the compound statements of a scope contain


class BodyIndex:
    """An index of a scope's statements, to look up what the bodies of loops and IFs store, call and contain.

    The statements are numbered in source order. The body of a compound statement is a range of these numbers,
    so that each question is a search in a sorted list. `ranges` finds it by the statement's first head,
    which a rewritten tree still has; the scope's own body is under None. `stores` and `counters` list the
    numbers of statements that store to a name or are a FOR over it, `labels` those of labels; `calls` has the
    number and the DEF of each call.
    """

    def __init__(self, scope: Scope, definitions: Container[str]) -> None:
        self.ranges: dict[Head | None, tuple[int, int]] = {}
        self.stores: dict[str, list[int]] = defaultdict(list)
        self.counters: dict[str, list[int]] = defaultdict(list)
        self.labels: list[int] = []
        self.calls: list[tuple[int, str]] = []
        for number, step in enumerate(self.number_statements(scope.body)):
            yield_to_host()
            for head in heads_of(step):
                for variable in variables_stored(scope, head):
                    self.stores[variable.name].append(number)
                self.calls += [(number, name) for name in calls_of(head, definitions).names]
            if isinstance(step, CountedLoop) and isinstance(step.head.variable, nodes.Name):
                self.counters[step.head.variable.name].append(number)
            if isinstance(step, nodes.Label):
                self.labels.append(number)
        self.called = {name for _, name in self.calls}
        """The DEFs that the scope may call, and labels, as `@L`; "" stands for unknown code."""

    def number_statements(self, body: Block) -> list[Step]:
        """Returns all statements of the body in order, and notes the range of each compound one."""
        numbered: list[Step] = []
        # blocks whose statements are still to be numbered, the innermost last: the statements, a head of
        # the compound statement around them, and the number of its first inner statement
        open_blocks: list[tuple[Iterator[Step], Head | None, int]] = [(iter(body.statements), None, 0)]
        while open_blocks:
            statements, head, first = open_blocks[-1]
            for step in statements:
                numbered.append(step)
                if inner := inner_blocks(step):
                    inner_head, inner_first = first_head(step), len(numbered)
                    open_blocks.extend(
                        (iter(each.statements), inner_head, inner_first) for each in inner[::-1]
                    )
                    break  # goes on with the rest of this block when its inner blocks are numbered
            else:
                open_blocks.pop()
                # written once for each inner block; the last one sets the end
                self.ranges[head] = first, len(numbered)
        return numbered

    def stores_to(self, step: Compound, names: Iterable[str]) -> bool:
        """Whether the body of a step stores to one of the variables, or arrays, with these names."""
        return any(self.contains_any(step, self.stores.get(name, [])) for name in names)

    def has_inner_for(self, step: CountedLoop, name: str) -> bool:
        """Whether the body of a FOR has another FOR over the same variable."""
        return self.contains_any(step, self.counters.get(name, []))

    def called_in(self, step: Compound) -> set[str]:
        """Returns the DEFs that the body may call, and labels, as `@L`; "" stands for unknown code."""
        # "" comes before all names
        first, end = (bisect_left(self.calls, (number, "")) for number in self.ranges[first_head(step)])
        return {name for _, name in self.calls[first:end]}

    def has_labels(self, step: Compound) -> bool:
        """Whether control may enter the body from elsewhere."""
        return self.contains_any(step, self.labels)

    def contains_any(self, step: Compound, numbers: list[int]) -> bool:
        """Whether the body of a step contains a statement with one of these sorted numbers."""
        first, end = self.ranges[first_head(step)]
        position = bisect_left(numbers, first)  # of the least number that is not before the body
        return position < len(numbers) and numbers[position] < end


def first_head(step: Step) -> Head:
    """Returns the first head of a compound statement."""
    return heads_of(step)[0]


# ---- loops that wait for the player or the time


def is_busy_wait(heads: Iterable[Head]) -> bool:
    """Whether a loop over these heads reads what changes with time or input without waiting for a frame.

    Such a loop would never see a change if no frame passed between its passes.
    """
    words = [node for head in heads for node in nodes_in(head) if isinstance(node, nodes.Name | Call)]
    has_wait = any(waits(each.name) for each in words)
    return not has_wait and any(state_read_by_call(each) & PASSING for each in words)


POLL = "BUTTON"


def only_polls_buttons(condition: Expression, definitions: Container[str]) -> bool:
    """Whether a condition reads BUTTON once at each evaluation, and nothing else that could change.

    A loop that only tests this condition does the same in each pass until the next frame.
    """
    parts = nodes_in(condition)
    functions = [each for each in parts if isinstance(each, nodes.Function)]
    # a second argument, a terminal, is an error; a DEF may have the builtin's name
    if [each.name for each in functions] != [POLL] or len(functions[0].arguments) > 1 or POLL in definitions:
        return False
    is_constant_but_for_poll = all(
        isinstance(each, nodes.Function | nodes.Number | nodes.Unary | nodes.Binary) for each in parts
    )
    # && and || may leave the call out
    short_circuits = (isinstance(each, nodes.Binary) and each.operator in {"&&", "||"} for each in parts)
    return is_constant_but_for_poll and not any(short_circuits)


# ---- FOR


def loop_variable_of(loop: CountedLoop, scope: Scope) -> Variable | None:
    """Returns the variable of a FOR; None for an element of an array."""
    variable = scope.whole_variable(loop.head.variable)
    return variable if variable and not variable.is_array else None


def may_wrap(stop: Kind, step: Kind) -> bool:
    """Whether an Integer FOR variable could pass 32 bits after the last pass: such a loop never ends."""
    return stop.low + step.low < SMALLEST or stop.high + step.high > LARGEST


def variables_of(
    expressions: Iterable[Expression],
    scope: Scope,
    is_pure_call: Callable[[nodes.Function], bool],
    *,
    may_have_elements: bool = False,
) -> set[Variable] | None:
    """Returns the variables that expressions depend on, if they depend on nothing else.

    The values of such expressions stay the same as long as nothing is stored to the variables.
    Returns None if there is a system variable, a call for which `is_pure_call` is false, or an element: its
    value may change without a store to a variable. `may_have_elements` allows elements.
    """
    variables = set()
    for node in (each for expression in expressions for each in walk(expression)):
        match node:
            case nodes.Name(name=name):
                variable = scope.find(name)
                if variable is None or name in VARIABLES:
                    return None
                variables.add(variable)
            case nodes.Function() if not is_pure_call(node):
                return None
            case nodes.VariableNamed():
                return None
            case nodes.Index() if not may_have_elements:
                return None
    return variables


# ---- assignments


class Assignment(NamedTuple):
    """A value that is assigned to a variable, or to an element of an array.

    The `value` is a Variable if a DEF's OUT variable or result is assigned. `store` is None if a call assigns
    a parameter or RETURN assigns the result; else it is the statement's store.
    """

    target: Variable
    value: Value | Variable
    store: Store | None = None


def assignments(
    scope: Scope, head: Head, find_variant: Callable[[Call], Variant | None], result: Variable | None = None
) -> list[Assignment]:
    """Returns the assignments of a step's head, those to parameters of called DEFs included.

    `find_variant` returns the variant (a DEF for some argument types) that a call reaches; `result` is the
    variable that stands for the result of the DEF around the statement.
    """
    found: list[Assignment] = []
    for call in calls_in(head):
        if callee := find_variant(call):
            for name, argument in zip(receivers(callee.scope), call.arguments, strict=True):
                if name and argument is not None:
                    target = callee.scope.variables[name]
                    found.append(Assignment(target, argument))
                    if target.is_array and (array := scope.array_named(argument)):
                        found.append(Assignment(array, target))  # what the DEF stores is stored in both
        elif owner_and_element := stored_element(call):
            owner, element = owner_and_element
            if array := possible_array(scope, owner):
                # an element left out may be anything
                found.append(Assignment(array, element or ValueOrigin.TYPED))
    for store in stores(head):
        if variable := scope.stored_variable(store.target):
            found.append(Assignment(variable, stored_value(store, find_variant), store))
    if isinstance(head, nodes.Return) and head.value is not None and result is not None:
        found.append(Assignment(result, head.value))
    return found


def parameters(scope: Scope) -> tuple[str, ...]:
    """Returns the names of a DEF's parameters."""
    define = scope.routine.define
    return define.parameters if define else ()


def outputs(scope: Scope) -> tuple[str, ...]:
    """Returns the names after OUT in the heading of a DEF."""
    define = scope.routine.define
    return define.outputs if define else ()


def receivers(scope: Scope) -> list[str | None]:
    """Returns the name of the parameter that gets each argument; None if a later parameter has the same name.

    Source: language reference, 4.9.
    """
    names = parameters(scope)
    last_position = {name: position for position, name in enumerate(names)}
    return [name if last_position[name] == position else None for position, name in enumerate(names)]


def stored_value(store: Store, find_variant: Callable[[Call], Variant | None]) -> Value | Variable:
    """Returns the value of a store; for the result of a DEF, the variable of the DEF that holds it.

    `find_variant` returns the variant (a DEF for some argument types) that a call reaches. A receiver beyond
    the DEF's own OUT variables, which is an error when it runs, keeps the value of the store.
    """
    if isinstance(store.value, CallResult) and (callee := find_variant(store.value.call)):
        out_variables = [callee.scope.variables[name] for name in outputs(callee.scope)] or [callee.result]
        if store.value.position < len(out_variables):
            return out_variables[store.value.position]
    return store.value


def possible_array(scope: Scope, node: object) -> Variable | None:
    """Returns the variable that an expression names, if it is or may be an array."""
    variable = scope.whole_variable(node)
    return variable if variable and (variable.is_array or variable.kind == UNTYPED) else None


# ---- PRINT


MOST_STRINGS = 16
"""The most strings that are printed together: each may be as long as the console's memory allows."""


class RowEnd(Enum):
    """The end of a printed row: where PRINT goes on after its items."""

    LINE = "a new line"
    TAB = "the next tab stop, which depends on the cursor"
    OPEN = "more items in the same line"


class PrintedRow(NamedTuple):
    """Items of PRINT that can be printed by one call, because only the first may read the console.

    There may be no items.
    """

    items: list[Expression]
    end: RowEnd


def printed_rows(
    step: nodes.Print, scope: Scope, definitions: Container[str], is_number: Callable[[Expression], bool]
) -> Iterator[PrintedRow]:
    """Cuts one PRINT into rows that can be printed by one call each.

    `definitions` are the names of the program's DEFs. A row ends at a comma, before an item that may read
    what was printed, and after MOST_STRINGS strings of unknown length.
    """
    row: list[Expression] = []
    long_strings = 0
    for item in step.items:
        if item == ",":
            yield PrintedRow(row, RowEnd.TAB)
            row = []
        elif not isinstance(item, str):
            if not is_number(item) and not is_short_string(item):
                long_strings += 1
            uses_console = any(may_use_console(scope, definitions, node) for node in walk(item))
            if uses_console or long_strings > MOST_STRINGS:
                yield PrintedRow(row, RowEnd.OPEN)
                row, long_strings = [], 1  # the item, which is the first of the next row, may be long
            row.append(item)
    is_open = bool(step.items) and step.items[-1] in (";", ",")
    yield PrintedRow(row, RowEnd.OPEN if is_open else RowEnd.LINE)


def may_use_console(scope: Scope, definitions: Container[str], node: nodes.Node) -> bool:
    """Whether the evaluation of a name or call reads what was printed before, or runs code that may print."""
    match node:
        case nodes.Name(name=name):
            return bool(state_read_by(name) & Reads.CONSOLE) and scope.find(name) is None
        case nodes.Function(name=name):
            may_run_code = name in definitions or name not in BUILTINS or may_run_unknown_code(name)
            return may_run_code or bool(state_read_by(name) & Reads.CONSOLE)
        case _:
            return False


# ---- code that is unknown at compile time


@dataclass(frozen=True)
class ExternalAccess:
    """The ways in which code that is unknown at compile time may use a program's variables, DEFs and labels.

    `may_store_globals`: a computed name or another slot may store to globals. `may_call_definitions`: a DEF
    may be called by a computed name. `may_enter_labels`: a DEF may GOSUB a computed label of the main
    program. `uses_other_slots`: the program runs a program in another slot, or makes it part of its own.
    """

    may_store_globals: bool
    may_call_definitions: bool
    may_enter_labels: bool
    uses_other_slots: bool


def external_access(program: Program) -> ExternalAccess:
    """Returns the ways in which code that is unknown at compile time may use a program."""
    heads = [head for scope in program.scopes for head in scope.heads]
    has_computed_names = any(
        isinstance(node, nodes.VariableNamed) for scope in program.scopes for node in scope.nodes
    )
    has_call = any(call.name == "CALL" for head in heads for call in calls_in(head))
    instructions = (head for head in heads if isinstance(head, nodes.Instruction))
    uses_other_slots = any(reaches_other_slots(each, program.slot) for each in instructions)
    definitions = program.definitions.values()
    return ExternalAccess(
        may_store_globals=has_computed_names or uses_other_slots,
        may_call_definitions=has_call or any(scope.is_common for scope in definitions),
        may_enter_labels=any(map(has_computed_gosub, definitions)),
        uses_other_slots=uses_other_slots,
    )


def reaches_other_slots(node: nodes.Instruction, slot: int) -> bool:
    """Whether an instruction is USE, or EXEC of another slot than the program's own."""
    match node:
        case nodes.Instruction(name="EXEC", arguments=[nodes.Number(value=number)]):
            return number != slot
        case _:
            return may_run_other_programs(node.name)
