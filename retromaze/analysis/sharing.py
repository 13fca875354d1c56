"""Decides which strings have to be objects: those that are changed in place and may have a second name.

`A$="X":B$=A$:INC B$,"Y"` changes A$ too: on the console both names mean one string. The compiler decides it
once for the whole program, before types are known, and other slots may run unknown code. A port decides it
for each variable: its program is closed and all types are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from retromaze.analysis.graphs import Groups
from retromaze.analysis.side_effects import (
    Call,
    assignments,
    changes_in_place,
    copies,
    outputs,
    parameters,
    possible_array,
    removes_element,
)
from retromaze.analysis.type_rules import Variant
from retromaze.language import nodes
from retromaze.language.block_tree import stores
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Expression, Head, calls_in
from retromaze.language.program import Program, Scope, Variable

COMPUTED = ""
"""Stands for a name that a CALL computes at run time."""
Arguments = Sequence[nodes.Expression | None]


def shares_strings(program: Program, *, other_slots: bool) -> bool:
    """Whether some string is changed in place and some string may have two names.

    Otherwise no listing can tell whether strings are objects, and they are not. `other_slots` says that
    programs in other slots run, which may do anything with a string.
    """
    if other_slots or any(scope.is_common for scope in program.definitions.values()):
        return True
    places = [(scope, head) for scope in program.scopes for head in scope.heads]
    return any(
        may_be_string(scope, each) for scope, head in places for each in strings_changed(scope, head)
    ) and any(copies_string(scope, head, program) for scope, head in places)


def strings_changed(scope: Scope, head: Head) -> Iterator[Expression]:
    """Yields the expressions that may be strings that a statement changes in place."""
    for store in stores(head):
        match store.target:
            case nodes.Index(target=owner) if not scope.array_named(owner):
                yield owner  # A$[0]="X" changes A$
            case target if store.is_sum:
                yield target  # INC
    for call in calls_in(head):
        yield from (each for each in arguments_changed_in_place(call) if each and not scope.array_named(each))


def arguments_changed_in_place(call: Call) -> Arguments:
    """Returns the arguments that a call may change in place if they are strings: the first of PUSH or POP."""
    name, arguments = callee_of(call)
    return arguments[:1] if changes_in_place(name) or name == COMPUTED else ()


def copies_string(scope: Scope, head: Head, program: Program) -> bool:
    """Whether a statement may give a string a second name, under which its changes are seen too.

    SWAP does not: both names change.
    """
    values = [each.copied_value for each in stores(head) if not each.needs_old_value]
    if isinstance(head, nodes.Return):
        values.append(head.value)
    if any(isinstance(each, nodes.Name | nodes.Index) and may_be_string(scope, each) for each in values):
        return True
    return any(
        copies(call) or any(may_be_string(scope, each) for each in aliased_arguments(scope, call, program))
        for call in calls_in(head)
    )


def aliased_arguments(scope: Scope, node: Call, program: Program) -> Arguments:
    """Returns the arguments to which a call gives a second name: a parameter's, or an array element's."""
    name, arguments = callee_of(node)
    if name in program.definitions or name == COMPUTED:
        return arguments
    if not changes_in_place(name):
        return ()
    if node.name == "CALL":
        return arguments  # the string to be changed is an argument like any other
    # PUSH into an array gives it the string itself; into a string it copies characters
    return arguments[1:] if any(possible_array(scope, each) for each in arguments[:1]) else ()


def callee_of(node: Call) -> tuple[str, Arguments]:
    """Returns the called name and its arguments; of `CALL "F",X` these are F and X.

    The name is COMPUTED if CALL computes it at run time.
    """
    match node:
        case (
            nodes.Instruction(name="CALL", arguments=[first, *rest])
            | nodes.Function(name="CALL", arguments=[first, *rest])
        ):
            return (ascii_upper(first.value) if isinstance(first, nodes.String) else COMPUTED, rest)
        case _:
            return node.name, node.arguments


def may_be_string(scope: Scope, node: object) -> bool:
    """Whether a node is a variable or an element that may hold a string."""
    match node:
        case nodes.Name(name=name):
            variable = scope.find(name)
            return variable is not None and (variable.kind in "$?" or variable.shape_varies)
        case nodes.Index(target=target):
            return may_be_string(scope, target)
        case _:
            return False


class StringGroups:
    """Groups of variables that are assigned each other's strings (aliases).

    `variables_needing_objects` returns those that belong to a group with a string that is changed in place.
    `_aliased` are the variables that share a string with another, `_aliased_early` those of them that do so
    not only by a RETURN, which is the end of the variables of its DEF. `_changed` are those with a string
    that is changed in place, `_elements_removed` those with a string that POP or SHIFT shortens.
    """

    def __init__(self) -> None:
        self._groups = Groups[Variable]()
        self._aliased: set[Variable] = set()
        self._aliased_early: set[Variable] = set()
        self._changed: set[Variable] = set()
        self._elements_removed: set[Variable] = set()

    def add_head(
        self,
        scope: Scope,
        head: Head,
        find_variant: Callable[[Call], Variant | None],
        result: Variable | None,
    ) -> None:
        """Adds what the head of a step assigns and changes.

        `find_variant` returns the variant (a DEF for some argument types) that a call reaches; `result` is
        the variable that stands for the result of the DEF around the statement.
        """
        for target, value, store in assignments(scope, head, find_variant, result):
            # what INC appends to a string makes no second name for it
            if store is None or store.increment is None:
                source = value if isinstance(value, Variable) else string_variable(scope, value, find_variant)
                self._join(target, source, is_return=isinstance(head, nodes.Return))
        self._changed.update(strings_of(scope, strings_changed(scope, head)))
        for call in calls_in(head):
            if removes_element(call.name):
                owners = [each for each in arguments_changed_in_place(call) if not scope.array_named(each)]
                self._elements_removed.update(strings_of(scope, owners))

    def _join(self, one: Variable | None, other: Variable | None, *, is_return: bool) -> None:
        """Puts two variables into one group if both may hold strings.

        `is_return`: a RETURN gives the string of a variable, which ends with its DEF, to the DEF's result.
        """
        if one is not None and other is not None and one.kind in "$?" and other.kind in "$?":
            self._groups.join(one, other)
            self._aliased.update((one, other))
            if not is_return:
                self._aliased_early.update((one, other))

    def variables_needing_objects(self, definitions: Iterable[Scope]) -> set[Variable]:
        """Returns the variables and arrays whose strings have to be objects; `definitions` are all DEFs."""
        leader = self._groups.leader
        aliased = set(map(leader, self._aliased))
        # a DEF makes a string piece by piece and returns it: no other name sees a change
        returned = {
            each
            for scope in definitions
            for name, each in scope.variables.items()
            if name not in (*parameters(scope), *outputs(scope)) and each not in self._aliased_early
        }
        # a string that no other variable shares is replaced instead of changed, unless POP shortens it
        changed = set(map(leader, self._changed - returned)) & aliased
        changed |= set(map(leader, self._elements_removed))
        return {each for each in self._groups.leaders if each.kind == "$" and leader(each) in changed}


def string_variable(
    scope: Scope, value: object, find_variant: Callable[[Call], Variant | None]
) -> Variable | None:
    """Returns the variable whose string, unchanged, is the value of an expression, or None.

    `find_variant` returns the DEF, for some argument types, that a call reaches.
    """
    match value:
        case nodes.Name() | nodes.Index():
            return scope.stored_variable(value)
        case nodes.Function() if variant := find_variant(value):
            return variant.result
        case _:
            return None


def strings_of(scope: Scope, expressions: Iterable[Expression | None]) -> Iterator[Variable]:
    """Yields the string variables, and arrays of strings, that expressions name."""
    for each in expressions:
        if (variable := scope.stored_variable(each)) and variable.kind == "$":
            yield variable
