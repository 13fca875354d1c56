"""Finds the guards of every statement and condition of a scope, in one walk along its control flow.

A call takes guards away: `Changes` knows which globals a DEF may change, directly or through what it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from functools import cached_property

from retromaze.analysis.bodies import Bodies, called_from, head_of
from retromaze.analysis.cycles import finished_from
from retromaze.analysis.guards import NOTHING_KNOWN, Known, Learning, common
from retromaze.analysis.kinds import LARGEST, Kind
from retromaze.language import nodes
from retromaze.language.effects import Store, ValueOrigin, effects, target_name
from retromaze.language.nodes import Expression, Head, Jump, Straight
from retromaze.language.program import Program, Scope
from retromaze.language.structure import (
    Block,
    Choice,
    Compound,
    CountedLoop,
    Fallthrough,
    Forever,
    Leave,
    RepeatLoop,
    Step,
    Switch,
    WhileLoop,
)
from retromaze.language.walk import heads


class Knowledge:
    """What is known where, in all scopes of a program; variants of one DEF share it.

    Nothing is known where globals are `open_to_others`, who may store to them at any time, and unless the
    program is to be `guarded`. `settings` are assignments that may store something else than they say, with
    the kind of what that may be.
    """

    def __init__(
        self,
        program: Program,
        *,
        open_to_others: bool,
        guarded: bool = True,
        settings: Mapping[Head, Kind] | None = None,
    ) -> None:
        self.program = program
        self.settings = settings or {}
        self.open_to_others = open_to_others
        self.guarded = guarded and not open_to_others
        self.bodies: dict[str, Bodies] = {}
        self.walks: dict[str, _Walk] = {}

    def at(self, scope: Scope, head: nodes.Node) -> Known:
        """What is known where a head (see `walk.heads`) is evaluated."""
        if not self.guarded:
            return NOTHING_KNOWN
        return self.walk(scope).table.get(head, NOTHING_KNOWN)

    def walk(self, scope: Scope) -> _Walk:
        found = self.walks.get(scope.name)
        if found is None:
            found = self.walks[scope.name] = _Walk(scope, self.bodies_of(scope), self.changes, self.settings)
        return found

    def behind(self, scope: Scope, condition: Expression, holds: bool, known: Known) -> Known:
        """What is known behind a condition that was found true, or false, where `known` was known before."""
        return self.walk(scope).behind(condition, holds, known) if self.guarded else known

    def bodies_of(self, scope: Scope) -> Bodies:
        """What the compound steps of a scope hold."""
        known = self.bodies.get(scope.name)
        if known is None:
            known = self.bodies[scope.name] = Bodies(scope.body, self.program.definitions)
        return known

    @cached_property
    def changes(self) -> Changes:
        """What calls of DEFs may change."""
        return Changes(self.program, self.bodies_of)


class _Walk:
    """One scope from its start to its end; `table` is the result."""

    def __init__(self, scope: Scope, bodies: Bodies, changes: Changes, settings: Container[object]) -> None:
        self.scope = scope
        self.settings = settings
        self.bodies = bodies
        self.changes = changes
        self.learning = Learning(scope)
        self.table: dict[nodes.Node, Known] = {}
        self.block(scope.body, NOTHING_KNOWN)

    def block(self, block: Block, known: Known) -> Known | None:
        """What is known behind a block; None where control never gets there."""
        end: Known | None = known
        for step in block.statements:
            end = self.step(step, end or NOTHING_KNOWN)
        return end

    def step(self, step: Step, known: Known) -> Known | None:
        match step:
            case nodes.Label():
                return NOTHING_KNOWN
            case nodes.Node():
                return self.straight(step, known)
            case Choice():
                return self.choice(step, known)
            case CountedLoop() | WhileLoop() | RepeatLoop():
                return self.loop(step, known)
            case Switch() | Forever() | Leave() | Fallthrough():
                raise AssertionError("facts are found before a program is lowered")

    # ---- what is forgotten

    def is_own(self, name: str) -> bool:
        """Whether only this scope can store to a variable."""
        return not self.scope.is_main and name in self.scope.variables

    def without_changed(self, known: Known, called: Collection[str]) -> Known:
        """What is left of it where these DEFs are called."""
        return known.without(lambda name: self.is_changed(called, name)) if called else known

    def is_changed(self, called: Collection[str], name: str) -> bool:
        """Whether calls of these DEFs may change a variable."""
        return not self.is_own(name) and self.changes.may_change(called, name)

    def after_calls(self, step: Step, known: Known) -> Known:
        """What is left where the heads of a step call DEFs and GOSUBs."""
        for head in heads(step):
            known = self.without_called(head, known)
        return known

    def through(self, step: Compound, known: Known) -> Known:
        """What is left of it wherever control is in a loop."""
        if self.bodies.has_labels(step):
            return NOTHING_KNOWN
        known = self.without_changed(known, self.bodies.called_in(step))
        known = known.without(lambda name: self.bodies.stores_to(step, [name]))
        return self.after_calls(step, known)

    # ---- steps

    def choice(self, step: Choice, known: Known) -> Known | None:
        if self.bodies.has_labels(step):
            known = NOTHING_KNOWN
        ends = []
        for condition, body in step.branches:
            known = self.without_called(condition, known)
            self.table[condition] = known
            ends.append(self.block(body, self.behind(condition, True, known)))
            known = self.behind(condition, False, known)
        ends.append(self.block(step.otherwise, known))
        if self.bodies.has_labels(step):
            return NOTHING_KNOWN
        arrived = [each for each in ends if each is not None]
        return common(arrived) if arrived else None

    def without_called(self, head: Head, known: Known) -> Known:
        if known is NOTHING_KNOWN:
            return known
        return self.without_changed(known, list(called_from(head, self.bodies.definitions)))

    def behind(self, condition: Expression, holds: bool, known: Known) -> Known:
        return self.without_called(condition, self.learning.from_condition(condition, holds, known))

    def loop(self, step: CountedLoop | WhileLoop | RepeatLoop, known: Known) -> Known:
        known = self.through(step, known)
        if isinstance(step, CountedLoop):
            known = known.without(lambda name: name == target_name(step.head.variable))
        self.table[head_of(step)] = known
        self.block(step.body, self.inside(step, known))
        return known

    def inside(self, step: CountedLoop | WhileLoop | RepeatLoop, known: Known) -> Known:
        """What is known where a pass begins."""
        if self.bodies.has_labels(step):
            return NOTHING_KNOWN
        match step:
            case WhileLoop():
                return self.behind(step.condition, True, known)
            case CountedLoop():
                return self.counted(step, known)
            case _:
                return known

    def counted(self, step: CountedLoop, known: Known) -> Known:
        """The variable of a FOR lies between start and limit, unless the body stores to it."""
        head, name = step.head, target_name(step.head.variable)
        if not self.learning.is_scalar(name) or not isinstance(head.step, nodes.Number | None):
            return known
        if self.bodies.stores_to(step, [name]) or self.is_changed(self.bodies.called_in(step), name):
            return known
        rising = head.step is None or head.step.value >= 0
        inside = self.learning.adding(known, name, "<=" if rising else ">=", head.stop)
        if self.may_wrap(head, name):
            return inside
        return self.learning.adding_seen(inside, name, ">=" if rising else "<=", head.start, known)

    def may_wrap(self, head: nodes.For, name: str) -> bool:
        """Whether a `%` variable may pass 32 bits and begin again at the other end."""
        variable = self.scope.find(name)
        if variable is None or variable.kind == "#":
            return False
        ends = [head.stop] if head.step is None else [head.stop, head.step]
        return not all(isinstance(each, nodes.Number) and abs(each.value) <= LARGEST // 2 for each in ends)

    def straight(self, step: Straight | Jump, known: Known) -> Known | None:
        done = effects(step)
        stored = {each.name for each in done.stores}
        called = set(called_from(step, self.bodies.definitions))
        known = before = self.without_changed(known, called)
        if len(done.stores) > 1:
            known = known.without(lambda name: name in stored)
        self.table[step] = known
        if not done.goes_on:
            return None
        # where an answer has too few fields, the subscripts of the others are not looked at
        answers = any(each.value is ValueOrigin.TYPED for each in done.stores)
        after = known if answers else self.learning.from_subscripts(step, known)
        after = self.without_changed(after, called).without(lambda name: name in stored)
        if step in self.settings:
            return after
        for store in done.stores:
            if isinstance(store.target, nodes.Name) and self.learning.is_scalar(store.name):
                after = self.stored(store, store.target, before if store.kept else known, after)
        return after

    def stored(self, store: Store, target: nodes.Name, known: Known, after: Known) -> Known:
        """What is known behind a store into a scalar, where `known` was known of the value."""
        if store.is_sum:
            edge = self.sum_of(store, target)
        elif store.kept:
            return self.moved(store, known, after)
        elif store.value is ValueOrigin.DEFAULT:
            edge = nodes.Number(target.line, target.column, 0)
        elif store.given is None:
            return after
        else:
            edge = store.given
        return self.learning.stored(after, store.name, edge, known)

    def sum_of(self, store: Store, target: nodes.Name) -> Expression:
        """What the target holds behind INC or DEC, said with what it held before."""
        assert store.step is not None
        return nodes.Binary(target.line, target.column, "+" if store.sign > 0 else "-", target, store.step)

    def moved(self, store: Store, known: Known, after: Known) -> Known:
        """What was known of a scalar of the same type, whose value this one has got by a SWAP."""
        match store.given:
            case nodes.Name(name=other) if self.are_alike(store.name, other):
                return after.taking(store.name, known.of(other))
            case _:
                return after

    def are_alike(self, *names: str) -> bool:
        found = [self.scope.find(each) for each in names]
        return all(map(self.learning.is_scalar, names)) and len({each.kind for each in found if each}) == 1


class Changes:
    """The globals that calls may change, by the names of the DEFs; "" stands for what cannot be seen."""

    def __init__(self, program: Program, bodies_of: Callable[[Scope], Bodies]) -> None:
        self.program = program
        self.bodies_of = bodies_of

    def may_change(self, called: Iterable[str], name: str) -> bool:
        """Whether calls of these DEFs may store to a global."""
        return any(name in self.by[each] for each in called)

    @cached_property
    def by(self) -> dict[str, set[str]]:
        """What each DEF may change; it is gone round until nothing is added, for the sake of recursion."""
        definitions = self.program.definitions
        called = {name: set(self.bodies_of(scope).called) for name, scope in definitions.items()}
        found = {name: self.stored_in(scope) for name, scope in definitions.items()}
        found[""] = set(self.program.main.variables)
        seen: set[str] = set()
        order = [each for name in definitions for each in finished_from(name, called, seen)]
        grown = set(order)
        while grown:
            grown = {
                name for name in order if self.grows(found[name], [found[each] for each in called[name]])
            }
        return found

    def stored_in(self, scope: Scope) -> set[str]:
        return {name for name in self.bodies_of(scope).stores if name not in scope.variables}

    def grows(self, known: set[str], more: list[set[str]]) -> bool:
        before = len(known)
        known.update(*more)
        return len(known) > before
