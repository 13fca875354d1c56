"""Turns GOTOs into IFs, loops and switches where possible; the other GOTOs stay.

A jump forward over some steps becomes an IF around them, a jump back a loop, an ON … GOTO whose parts end at
one place a switch, and a jump right past a loop leaves the loop. A GOTO that is not needed any more becomes
a GotoNext: it does nothing, but is still a statement that runs and counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, NamedTuple

from retromaze.analysis.jumps import never_continues, targets
from retromaze.language import nodes
from retromaze.language.block_tree import (
    LOOPS,
    Block,
    Choice,
    Forever,
    GotoNext,
    Leave,
    Loop,
    Step,
    Switch,
    SwitchCase,
    all_steps,
    inner_blocks,
)
from retromaze.language.nodes import Label

Steps = list[Step]
DEEPEST_BLOCKS, DEEPEST_LOOPS = 40, 8
"""The deepest nesting of blocks and of loops: Python parses a hundred levels and compiles twenty loops."""
MOST_VISITS_PER_STEP = 100
"""The most visits, for each step of a function: games need five, listings made to be slow many more."""


def restructure(block: Block, entries: Iterable[str]) -> None:
    """Rewrites a block in place; `entries` are labels that are entered from outside the block."""
    _Restructuring(block, set(entries)).run()


class StepSummary(NamedTuple):
    """The labels in a step and the labels that it jumps to, those of inner steps included.

    `depth` is how many blocks are nested in the step, `loops` how many loops.
    """

    labels: tuple[str, ...]
    jumps: tuple[str, ...]
    depth: int
    loops: int


class _Restructuring:
    """Rewrites the steps (statements) of one function. A Leave is a `break`, or `continue`, of a Python loop.

    `entries` are the labels that are entered from outside. `jump_counts` has how many jumps are left to each
    label. The methods change a list of steps in place; they return whether they changed anything.
    `_visits_left` limits how many steps are looked at, for listings made to be slow.
    `_summaries` caches the labels and jumps of steps, but of none in `_being_visited`, whose blocks change.
    """

    def __init__(self, root: Block, entries: set[str]) -> None:
        self.root = root
        self.entries = entries
        self._summaries: dict[Step, StepSummary] = {}
        self._being_visited: set[Step] = set()
        self.jump_counts = self.count_jumps(root.statements)
        size = sum(1 for _ in all_steps(root))
        self._visits_per_pass, self._visits_left = size, MOST_VISITS_PER_STEP * size

    def run(self) -> None:
        """Rewrites jumps until nothing changes, or the visits allowed are used up."""
        while self.visit(self.root) and self.spend_visits(self._visits_per_pass):
            pass

    def spend_visits(self, count: int) -> bool:
        """Takes `count` from the visits that are left. Returns False if there are not enough."""
        self._visits_left -= count
        return self._visits_left >= 0

    def visit(self, block: Block) -> bool:
        """Rewrites what can be rewritten in a block, inner blocks first. Returns whether anything changed."""
        changed = False
        for step in [each for each in block.statements if not isinstance(each, nodes.Node)]:
            if blocks := inner_blocks(step):
                self.drop_summaries([step])  # its blocks may change
                self._being_visited.add(step)
                for inner in blocks:
                    changed |= self.visit(inner)
                self._being_visited.remove(step)
        rewritings: tuple[Callable[[Steps], bool], ...] = (
            self.remove_gotos_to_next,
            self.gotos_to_branches,
            self.make_switch,
            self.gotos_to_leaves,
            self.make_loops,
        )
        steps = block.statements
        self.tidy(steps)
        # without a label nothing can be rewritten; after each rewriting that changes something, the
        # first one is tried again
        while (
            any(isinstance(step, Label) for step in steps)
            and self.spend_visits(len(steps))
            and any(rewrite(steps) for rewrite in rewritings)
        ):
            changed = True
            self.tidy(steps)
        return changed

    def tidy(self, steps: Steps) -> None:
        """Removes labels that nothing jumps to, and unreachable steps after a jump."""
        kept: Steps = []
        is_reachable = True
        for step in steps:
            if isinstance(step, Label):
                if self.jump_counts[step.name] or step.name in self.entries:
                    kept.append(step)
                    is_reachable = True
            elif is_reachable:
                kept.append(step)
                is_reachable = not never_continues(step)
            else:
                self.jump_counts.subtract(self.summary_of(step).jumps)
        steps[:] = kept

    def summary_of(self, step: Any) -> StepSummary:
        """Returns the labels and jumps of a step; they are cached until the step is changed."""
        summary = self._summaries.get(step)
        if summary is None:
            blocks = inner_blocks(step)
            inner = [self.summary_of(each) for block in blocks for each in block.statements]
            own_labels = [step.name] if isinstance(step, Label) else []
            summary = StepSummary(
                labels=(*own_labels, *chain.from_iterable([each.labels for each in inner])),
                jumps=(*targets_of(step), *chain.from_iterable([each.jumps for each in inner])),
                depth=max([each.depth for each in inner], default=0) + bool(blocks),
                loops=max([each.loops for each in inner], default=0) + isinstance(step, LOOPS),
            )
            # the inner blocks of a visited step are still being rewritten
            if step not in self._being_visited:
                self._summaries[step] = summary
        return summary

    def drop_summaries(self, changed: Iterable[Any]) -> None:
        """Drops the cached labels and jumps of steps that were changed."""
        for step in changed:
            self._summaries.pop(step, None)

    def count_jumps(self, steps: Steps) -> Counter[str]:
        """Counts the jumps from steps to each label."""
        return Counter(name for step in steps for name in self.summary_of(step).jumps)

    def has_only_inner_jumps(self, steps: Steps) -> bool:
        """Whether all jumps to labels in these steps come from the same steps: then they can be moved.

        Also False if the visits that are left do not suffice to look at them.
        """
        if not self.spend_visits(len(steps)):
            return False
        names = [name for step in steps for name in self.summary_of(step).labels]
        if not names:
            return True
        inside = self.count_jumps(steps)
        return all(inside[each] == self.jump_counts[each] and each not in self.entries for each in names)

    def drop_tail_jumps(self, steps: Steps, label: str) -> bool:
        """Replaces GOTOs to `label`, which comes right after these steps, by GotoNexts.

        Such a GOTO is the last step, or ends a branch of the last step. Returns False if there is none.
        """
        step = last_of(steps)
        if isinstance(step, nodes.Goto) and label in targets_of(step):
            steps[last_position(steps)] = GotoNext(step.line, step.column)
            self.jump_counts[label] -= 1
            return True
        dropped = False
        for body in inner_blocks(step) if isinstance(step, Choice | Switch) else ():
            dropped |= self.drop_tail_jumps(body.statements, label)
        return dropped

    def replace_jumps(self, label: str, loop: Loop, *, again: bool) -> bool:
        """Replaces each GOTO to the label in a loop by a Leave: a `break`, or with `again` a `continue`.

        Returns False, and changes nothing, if there is no such GOTO or an ON … GOTO names the label.
        """
        inner_steps = list(all_steps(loop.body))
        if any(isinstance(step, nodes.On) and label in targets_of(step) for step in inner_steps):
            return False
        replaced = 0
        for each in [loop.body, *(inner for step in inner_steps for inner in inner_blocks(step))]:
            for at, step in enumerate(each.statements):
                if isinstance(step, nodes.Goto) and label in targets_of(step):
                    each.statements[at] = Leave(step.line, step.column, loop, again, label=label)
                    replaced += 1
        self.jump_counts[label] -= replaced
        if replaced:
            self.drop_summaries([loop, *inner_steps])
        return replaced > 0

    # ---- the rewritings: each returns whether it changed anything

    def remove_gotos_to_next(self, steps: Steps) -> bool:
        """Removes each GOTO to the label right after it."""
        changed = False
        preceding: Steps = []
        for step in steps:
            if isinstance(step, Label) and self.drop_jumps_at_end(preceding, step.name):
                changed = True
            preceding.append(step)
        steps[:] = preceding
        return changed

    def drop_jumps_at_end(self, preceding: Steps, label: str) -> bool:
        """Removes jumps to a label from the end of the steps right before it, as they only go on there.

        Returns whether there was one.
        """
        last = last_position(preceding)
        if last < 0:
            return False
        step, goto_nexts = preceding[last], preceding[last + 1 :]
        # after an IF of which one branch ends with the jump, the GotoNexts belong into the other branch
        if isinstance(step, Choice) and goto_nexts and self.move_into_branch(step, label, goto_nexts):
            del preceding[last + 1 :]
            return True
        if not self.drop_tail_jumps(preceding, label):
            return False
        if not isinstance(step, nodes.Goto):
            # branches jumped over the GotoNexts and would reach them now. After a GOTO they may stay:
            # they never ran, and do nothing
            del preceding[last + 1 :]
        # the jumps of this step and of those in it have changed
        self.drop_summaries(all_steps(Block([preceding[last]])))
        return True

    def gotos_to_branches(self, steps: Steps) -> bool:
        """Moves the steps between `IF c THEN … GOTO @L` and `@L` into the ELSE.

        It starts at the end: steps that a later jump skips may be among those that an earlier jump
        skips.
        """
        reversed_rest: Steps = []  # the steps after this one, the next one last
        positions: dict[str, int] = {}  # of each label in `reversed_rest`
        last_deep = -1  # the position of the last step that is too deep to be nested further
        changed = False
        for step in reversed(steps):
            if isinstance(step, Choice):
                jumps = dict.fromkeys(name for body in inner_blocks(step) for name in tail_jump(body))
                for name in (each for each in jumps if each in positions):
                    begin = positions[name] + 1  # of the steps between this one and the label
                    between = reversed_rest[: begin - 1 : -1]  # in the order of the listing
                    if begin > last_deep and self.move_into_branch(step, name, between):
                        for label in (each for each in between if isinstance(each, Label)):
                            del positions[label.name]
                        del reversed_rest[begin:]
                        changed = True
                        break
            elif isinstance(step, Label):
                positions[step.name] = len(reversed_rest)
            if self.summary_of(step).depth > DEEPEST_BLOCKS:
                last_deep = len(reversed_rest)
            reversed_rest.append(step)
        steps[:] = reversed(reversed_rest)
        return changed

    def move_into_branch(self, step: Choice, label: str, between: Steps) -> bool:
        """Appends the steps between an IF and the label to the ELSE, if all other branches jump there.

        Or to the THEN of an IF without ELSEIF whose ELSE jumps. The jumps are deleted; the callers delete the
        steps themselves. Returns False and changes nothing for other IFs or steps that cannot be moved.
        """
        bodies = [body for _, body in step.branches]
        jumps = [label in tail_jump(body) for body in bodies]
        otherwise_jumps = label in tail_jump(step.otherwise)
        if all(jumps) and not otherwise_jumps:
            jumping, receiving = bodies, step.otherwise
        elif otherwise_jumps and len(bodies) == 1 and not any(jumps):
            jumping, receiving = [step.otherwise], bodies[0]
        else:
            return False
        if (
            not self.has_only_inner_jumps(between)
            or max((self.summary_of(each).depth for each in between), default=0) > DEEPEST_BLOCKS
        ):
            return False
        self.drop_summaries([step])
        receiving.statements += between
        for body in jumping:
            self.drop_tail_jumps(body.statements, label)
        return True

    def make_switch(self, steps: Steps) -> bool:
        """Makes a switch of `ON n GOTO @A,@B` and the parts at these labels if all end at one place."""
        places = {step.name: at for at, step in enumerate(steps) if isinstance(step, Label)}
        for at, step in enumerate(steps):
            if (
                isinstance(step, nodes.On)
                and not step.gosub
                and (end := self.end_of_switch(step, steps, at, places))
            ):
                steps[at:end] = [self.build_switch(step, steps, at, end)]
                return True
        return False

    def end_of_switch(self, step: nodes.On, steps: Steps, at: int, places: dict[str, int]) -> int:
        """Returns the place after the last part of a switch, or 0 if the parts do not make one.

        `step` is the one at index `at`, its labels are at `places`.
        """
        case_places = [places.get(name, -1) for name in step.labels]
        if not case_places or min(case_places) < at or not self.spend_visits(len(steps) - at):
            return 0
        # the end of the switch is the first label after all parts to which a part jumps, or the end
        last = max(case_places)
        ends = (places.get(name, -1) for step in steps[at + 1 : last] for name in targets_of(step))
        end = next((each for each in ends if each > last), len(steps))
        region = steps[at + 1 : end]
        names = [each.name for each in region if isinstance(each, Label)]
        if not {*names} <= {*step.labels} - self.entries:
            return 0
        # nothing but the ON … GOTO may jump to a part
        jumps_from_switch, jumps_from_parts = self.count_jumps([step, *region]), self.count_jumps(region)
        if any(self.jump_counts[each] != jumps_from_switch[each] or jumps_from_parts[each] for each in names):
            return 0
        # control may not go on from one part to the next; there may be no steps before the first label
        first, *parts = [body for _, body in cut_at_labels(region)]
        followed = [*([first] if first else []), *parts][:-1]
        return end if all(never_continues(last_of(body)) for body in followed) else 0

    def build_switch(self, step: nodes.On, steps: Steps, at: int, end: int) -> Switch:
        """Makes the switch of an ON … GOTO at place `at` and of the parts between it and `end`."""
        following = steps[end] if end < len(steps) else None
        label_after = following.name if isinstance(following, Label) else ""
        cases = []
        for labels, body in cut_at_labels(steps[at + 1 : end]):
            if label_after in targets_of(last_of(body)):
                self.drop_tail_jumps(body, label_after)
            numbers = [number for number, name in enumerate(step.labels) if name in labels]
            # a port's comment shows the labels of a case, after a first @: `@A, @B`
            cases.append(SwitchCase(numbers, ", @".join(labels), Block(body)))
        if isinstance(steps[at + 1], Label):
            del cases[0]  # no steps before the first label: any other number leads there
        otherwise = cases.pop(0)
        # numbers that lead to the label after the switch have a case without steps
        if numbers := [number for number, name in enumerate(step.labels) if name == label_after]:
            cases.append(SwitchCase(numbers, label_after, Block()))
        self.jump_counts.subtract(step.labels)  # the ON … GOTO is the jump of the switch now
        return Switch(step.line, step.column, step, cases, otherwise)

    def gotos_to_leaves(self, steps: Steps) -> bool:
        """Replaces jumps out of a loop to the label right after it by a Leave."""
        changed = False
        preceding: Steps = []
        for step in steps:
            last = last_position(preceding) if isinstance(step, Label) else -1
            loop = preceding[last] if last >= 0 else None
            if (
                isinstance(step, Label)
                and isinstance(loop, LOOPS)
                and self.replace_jumps(step.name, loop, again=False)
            ):
                # jumps to the label passed over the GotoNexts after the loop; a Leave would run them
                del preceding[last + 1 :]
                changed = True
            preceding.append(step)
        steps[:] = preceding
        return changed

    def make_loops(self, steps: Steps) -> bool:
        """Makes an infinite loop of `@L`, some steps, and a `GOTO @L` in the last of them.

        A loop around an ON … GOTO is made only in a pass that has made no other loop: a loop takes its label
        away, and without that label the ON … GOTO may become a switch, also with parts after the loop.
        """
        reversed_rest: Steps = []  # the steps after this one, the next one last
        # the position in `reversed_rest` of the last step that jumps to each label
        last_jumps: dict[str, int] = {}
        changed = False
        for step in reversed(steps):
            last = last_jumps.get(step.name, -1) if isinstance(step, Label) else -1
            inside = reversed_rest[last:][::-1] if last >= 0 else []
            if isinstance(step, Label) and inside:
                loop = self.loop_of(step, inside, may_have_switches=not changed)
                if loop is not None:
                    reversed_rest[last:] = [loop]
                    # jumps from its steps come from the loop now
                    last_jumps |= {name: min(last_jumps[name], last) for name in self.summary_of(loop).jumps}
                    changed = True
            for name in self.summary_of(step).jumps:
                last_jumps.setdefault(name, len(reversed_rest))
            reversed_rest.append(step)
        steps[:] = reversed(reversed_rest)
        return changed

    def loop_of(self, label: Label, inside: Steps, *, may_have_switches: bool) -> Forever | None:
        """Makes an infinite loop of the steps after a label, of which the last jumps back to it.

        Returns None and changes nothing if the steps cannot be moved or nest too many loops, or if an ON …
        GOTO among them names the label, or must first have the chance to become a switch (see `make_loops`).
        """
        if (
            not self.has_only_inner_jumps(inside)
            or max(self.summary_of(each).loops for each in inside) >= DEEPEST_LOOPS
            or (not may_have_switches and any(isinstance(each, nodes.On) for each in inside))
        ):
            return None
        loop = Forever(label.line, label.column, label.name, Block(inside))
        if not self.replace_jumps(label.name, loop, again=True):
            return None
        if not never_continues(last_of(inside)):
            # control that reached the last step's end went on after it
            end = end_of(inside)
            inside.append(Leave(end.line, end.column, loop, again=False, added=True))
        return loop


def tail_jump(block: Block) -> list[str]:
    """Returns [label] if a block ends with `GOTO @label`, else []."""
    last = last_of(block.statements)
    return targets_of(last) if isinstance(last, nodes.Goto) else []


def cut_at_labels(steps: Steps) -> list[tuple[list[str], Steps]]:
    """Cuts steps at their labels into parts, each (its labels, its steps).

    The first part has no label; adjacent labels belong to one part.
    """
    parts: list[tuple[list[str], Steps]] = [([], [])]
    for step in steps:
        labels, body = parts[-1]
        if not isinstance(step, Label):
            body.append(step)
        elif labels and not body:
            labels.append(step.name)
        else:
            parts.append(([step.name], []))
    return parts


def last_position(steps: Steps) -> int:
    """Returns the place of the last step that is no GotoNext (a GOTO to the next step); -1 without one."""
    return next((at for at in reversed(range(len(steps))) if not isinstance(steps[at], GotoNext)), -1)


def last_of(steps: Steps) -> Step | None:
    """Returns the last step that is no GotoNext (a GOTO to the next step), or None."""
    return next((each for each in reversed(steps) if not isinstance(each, GotoNext)), None)


def end_of(steps: Steps) -> Step:
    """Returns the step after which control reaches the end: a GOTO to there, if a branch has one."""
    step = steps[-1]
    rows = [body.statements for body in inner_blocks(step)] if isinstance(step, Choice | Switch) else []
    ends = [end_of(each) for each in rows if each and not never_continues(last_of(each))]
    return next((each for each in ends if isinstance(each, GotoNext)), ends[0] if ends else step)


def targets_of(step: Step | None) -> list[str]:
    """Returns the labels that a step itself jumps to."""
    return targets(step) if isinstance(step, nodes.Goto | nodes.On) else []


def drop_goto_nexts(block: Block) -> None:
    """Removes every GotoNext from a block and the blocks inside it."""
    steps = all_steps(block)
    if GotoNext not in map(type, steps):
        return
    for each in [block, *(inner for step in steps for inner in inner_blocks(step))]:
        each.statements[:] = [step for step in each.statements if not isinstance(step, GotoNext)]
