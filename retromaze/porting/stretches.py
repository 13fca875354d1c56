"""Cuts a long main program into methods, *stretches* that begin at labels, comments or loops.

A stretch becomes a method if it has a name, is neither short nor most of the program, control leaves it to
at most two places, and few variables pass between it and the rest. It is called as if the listing had a GOSUB
there. With two places to go on, the method returns a bool, which an IF around the call tests.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, takewhile
from typing import cast

from retromaze.analysis.jumps import targets
from retromaze.analysis.side_effects import variables_named
from retromaze.language import nodes
from retromaze.language.block_tree import (
    LOOPS,
    Block,
    Choice,
    Forever,
    Leave,
    Step,
    Switch,
    all_heads,
    all_steps,
    inner_blocks,
)
from retromaze.language.program import Variable
from retromaze.language.prologue import literal_value
from retromaze.porting.passing import Passing
from retromaze.porting.units import Liveness, PortUnit

LONG, LONG_ALONE = 40, 50
"""Most statements of a main program that is not cut: with other functions in the port, and without."""
SHORT_PROGRAM = 25
"""A main program with no more statements is not cut any further."""
SHORT = 8
"""Fewest statements of a stretch."""
SHORT_WITH_EXITS = 20
"""Fewest statements of a stretch that is left to two places; it must end in a loop."""
MOST_ATTRIBUTES = 8
"""Most numbers and strings that become attributes because a stretch shares them with the rest."""
MOST_OWN_ARRAYS = 1
"""Most arrays of a long stretch that become attributes though the rest only declares them."""
MOST, MOST_UNNAMED = 60, 65
"""Most statements of a stretch: one with a name, and a loop without a name."""
SHARE = 0.6
"""The largest share of the main program that a stretch may have."""
MOST_TRIES = 16
"""Most stretches that are tried."""
SET_UP = "SET_UP"
"""The name of the stretch before the first loop with a name."""
MAIN_LOOP = "MAIN_LOOP"
"""The name of a loop that waits for frames and reads buttons, if no label names it."""
WAITING, ASKING = {"VSYNC", "WAIT"}, {"BUTTON", "STICK", "TOUCH", "INKEY$"}
COMMON = {"MAIN", "RUN", "START", "TOP"}
"""Labels that alone tell nothing about a loop: `_LOOP` is added."""
ARTICLES = {"A", "AN", "THE"}
BREAKING = {
    *("AS", "AT", "BECAUSE", "BY", "FOR", "FROM", "IF", "IN", "OF", "ON", "SO", "THAT", "THEN", "TO"),
    *("UNTIL", "WHEN", "WHERE", "WHICH", "WHILE", "WITH"),
}
"""Words with which a part of a comment begins that is left out of a name."""
WORD = re.compile(r"[A-Za-z]+")
LETTERS = re.compile(r"[A-Z]{3}[A-Z0-9_]*")


@dataclass(eq=False)
class Stretch:
    """The statements of a block from index `begin` up to `end`, which may become a function called `name`.

    `is_unnamed`: whether the listing has no name for them; `is_last`: whether the program ends behind them.
    """

    block: Block
    begin: int
    end: int
    name: str
    is_unnamed: bool = False
    is_last: bool = False

    @property
    def statements(self) -> list[Step]:
        return self.block.statements[self.begin : self.end]

    @cached_property
    def exits(self) -> list[list[Leave | nodes.End]]:
        """The jumps out of the stretch, those to the same place together, and END first.

        The end of the stretch, if control may get there, is an empty list; END is the same in the last one.
        """
        by_place: dict[object, list[Leave | nodes.End]] = {}
        ends = [*end_statements(self.statements)]
        if ends and not self.is_last:
            by_place["END"] = [*ends]
        for jump in jumps_out_of(self.statements):
            by_place.setdefault((jump.loop, jump.again), []).append(jump)
        if self.is_last or not by_place or not always_ends(self.statements, (Leave, nodes.End)):
            by_place[""] = []
        return [*by_place.values()]


@dataclass
class Stretches:
    """Extracts stretches of a long main program, the first unit of `liveness`, into units of their own.

    A unit is code that becomes one Python function. A stretch is a row of statements of the main program that
    has a name: that of its label or comment.

    `settings`: the constants at the listing's top, which stay there; `texts`: strings that are changed in
    place; `remarks`: the comments on lines of their own, by line; `used_labels`: the labels that are in use.
    """

    settings: Collection[Variable]
    texts: Collection[Variable]
    remarks: Mapping[int, str]
    liveness: Liveness
    used_labels: set[str] = field(default_factory=set)

    @property
    def units(self) -> list[PortUnit]:
        """All units, the start first, as they are cut by now."""
        return self.liveness.units

    def cut_main_program(self) -> Liveness:
        """Extracts stretches while the main program is long; returns the liveness of all units.

        The longest candidates are tried first, those without a name last.
        """
        start = self.units[0]
        long = LONG if len(self.units) > 1 else LONG_ALONE
        if not start.is_simple or statement_count(start.body.statements) <= long:
            return self.liveness
        self.used_labels = {label for unit in self.units for label in unit.entries}
        attributes_before = self.attributes_with(self.liveness)
        tried: set[tuple[int, int]] = set()  # the first and last statement of each stretch, by id
        while statement_count(start.body.statements) > SHORT_PROGRAM:
            candidates = sorted(
                self.candidates(start), key=lambda each: (each.is_unnamed, -statement_count(each.statements))
            )
            for stretch in candidates:
                if stretch.is_unnamed and statement_count(start.body.statements) <= long:
                    return self.liveness  # a loop without a name is only cut out of a long program
                # candidates are found again after each extraction
                bounds = id(stretch.statements[0]), id(stretch.statements[-1])
                if len(tried) == MOST_TRIES:
                    return self.liveness
                if bounds not in tried:
                    tried.add(bounds)
                    if self.try_to_extract(stretch, attributes_before):
                        break  # the other candidates' indices are no longer right
            else:
                break  # no candidate could be extracted
        return self.liveness

    def attributes_with(self, liveness: Liveness) -> set[Variable]:
        """Returns the variables other than arrays that become attributes if the port has these units."""
        passing = Passing(liveness, self.settings, (), self.texts)
        return {each for row in passing.attributes.values() for each in row if not each.is_array}

    def try_to_extract(self, stretch: Stretch, attributes_before: Collection[Variable]) -> bool:
        """Moves a stretch out of the main program into a unit of its own; returns whether that was possible.

        A GOSUB replaces it. Jumps out of the stretch become RETURN, and one such jump follows the GOSUB. If
        they lead to two places, those to the first return a value, and the GOSUB is the condition of an IF.
        All this is undone if too many variables would become attributes because of it. That is known only
        afterwards, by analysing all units again.
        """
        start, statements, extracted = self.units[0], stretch.block.statements, stretch.statements
        label = next(each for each in self.names_for(stretch) if each not in self.used_labels)
        jumps: list[Leave | nodes.End] = [*jumps_out_of(extracted), *end_statements(extracted)]
        # a jump after the call is on no line of the listing
        first, *others = [[replace(each, line=0, column=0) for each in row[:1]] for row in stretch.exits]
        true, told = nodes.Number(0, 0, 1), stretch.exits[0] if others else []
        returns = [nodes.Return(each.line, each.column, true if each in told else None) for each in jumps]
        gosub = nodes.Gosub(0, 0, nodes.LabelText(0, 0, label))
        call: list[Step] = [gosub, *first]
        if others:
            call = [Choice(0, 0, [(cast(nodes.Expression, gosub), Block([*first]))], Block([])), *others[0]]
        # the blocks inside are changed in place, so that they need to be changed back
        body = Block([*extracted, nodes.Return(0, 0, None)])
        replace_steps(body, jumps, returns)
        statements[stretch.begin : stretch.end] = call
        unit = PortUnit(start.scope, body, entries=(label,), rules=start.rules, is_stretch=True)
        for each in told[:1]:
            next_ = f"@{each.label} comes next" if isinstance(each, Leave) else "the program ends"
            unit.tells = f"Returns whether {next_}."
        stretch_units = sorted([unit, *(each for each in self.units if each.is_stretch)], key=first_line)
        units = [start, *stretch_units, *(each for each in self.units[1:] if not each.is_stretch)]
        liveness = Liveness(units, self.liveness.variants)
        # the arrays that would be attributes only because the rest of the program declares them
        used = (
            variables_named(each.scope, head)
            for each in units
            for head in liveness.heads[each]
            if each is not unit and not isinstance(head, nodes.Declare)
        )
        arrays = {each for each in liveness.entry[unit] if each.is_array}.difference(*used)
        has_own_arrays = len(arrays) > MOST_OWN_ARRAYS and statement_count(extracted) > LONG
        more = self.attributes_with(liveness) - {*attributes_before}
        if has_own_arrays or len(more) > MOST_ATTRIBUTES:
            replace_steps(body, returns, jumps)
            statements[stretch.begin : stretch.begin + len(call)] = extracted
            return False
        self.liveness = liveness
        self.used_labels.add(label)
        return True

    def names_for(self, stretch: Stretch) -> Iterator[str]:
        """Yields names for a stretch, the best first: its own, `set_up_x` before a loop, `x_2`."""
        later = stretch.block.statements[stretch.end :]
        yield stretch.name
        if any(isinstance(each, LOOPS) for each in later):
            yield f"{SET_UP}_{stretch.name}"
        yield from (f"{stretch.name}_{number}" for number in count(2))

    # ---- where to cut

    def candidates(self, unit: PortUnit) -> Iterator[Stretch]:
        """Yields the stretches of a unit that may be cut out: long enough, not too long, with few exits."""
        for whole in self.stretches(unit.body, SET_UP, self.index_after_settings(unit.body)):
            is_last = whole.block is unit.body and whole.end == len(unit.body.statements)
            stretch = replace(whole if is_last else without_final_constants(whole), is_last=is_last)
            most = MOST_UNNAMED if stretch.is_unnamed else MOST
            most = min(most, int(statement_count(unit.body.statements) * SHARE))
            if SHORT <= statement_count(stretch.statements) <= most and may_be_method(
                stretch, unit.live_labels
            ):
                yield stretch

    def stretches(self, block: Block, name: str = "", begin: int = 0, line: int = 0) -> Iterator[Stretch]:
        """Yields the named stretches of a block and of the blocks inside it, and its loops.

        The first stretch begins at the step `begin` and is called `name`, "" if it has no name. A label, a
        comment on a line of its own, a loop or an extracted stretch ends the stretch before it. Comments
        after the listing's line `line` may name stretches; before the first step there are none if it is 0.
        """
        for at, step in enumerate(block.statements[begin:], begin):
            label = step.name if isinstance(step, nodes.Label) else ""
            lines_between = range(line + 1, step.line) if line else ()
            comment = next((self.remarks[each] for each in lines_between if each in self.remarks), "")
            loop_label = step.label if isinstance(step, Forever) else ""
            is_long_loop = isinstance(step, LOOPS) and statement_count([step]) >= SHORT
            loop_name = name_of_label(loop_label, "_LOOP") if is_long_loop else ""
            # a label, a comment or a loop ends the stretch before it
            if name and at > begin and (label or comment or is_long_loop or called_stretch(step)):
                yield Stretch(block, begin, at, name)
            if label or comment or loop_name or called_stretch(step):
                name, begin = name_of_label(label) or name_of_comment(comment), at
            if is_long_loop and (loop_name or (name not in {"", SET_UP} and at == begin)):
                yield Stretch(block, at, at + 1, loop_name or name)
            elif is_long_loop and MAIN_LOOP not in self.used_labels and is_main_loop(step):
                yield Stretch(block, at, at + 1, MAIN_LOOP, is_unnamed=True)
            if loop_name or (is_long_loop and name == SET_UP):
                name = ""  # what follows the loop has no name
            for case in step.cases if isinstance(step, Switch) else ():
                if case_name := name_of_label(case.label):
                    yield Stretch(case.body, 0, len(case.body.statements), case_name)
            name_inside = "" if loop_label in COMMON else name_of_label(loop_label)
            for inner in inner_blocks(step):
                yield from self.stretches(inner, name_inside, line=step.line)
            line = self.last_line(step)
        if name and name != SET_UP and begin:  # the rest of the block; from 0 on it would be the whole block
            yield Stretch(block, begin, len(block.statements), name)

    def index_after_settings(self, block: Block) -> int:
        """Returns the index of the first step of a main program after its constants and declarations.

        They stay in the main program, where they may become keywords of `main`; so do the assignments of
        constants right after them. None comes after the first branch or loop.
        """
        index = 0
        for at, step in enumerate(block.statements):
            match step:
                case nodes.Declare():
                    index = at + 1
                case nodes.Assign(target=nodes.Name(name=name)) if (
                    self.units[0].scope.find(name) in self.settings
                ):
                    index = at + 1
                case _ if at == index and sets_constant(step):
                    index = at + 1
                case _ if inner_blocks(step):
                    break
        return index

    def last_line(self, step: Step) -> int:
        """Returns the last line of the listing in a step, or in the extracted stretch that it calls.

        Comments are searched from there for the name of the next stretch.
        """
        called = next((unit for unit in self.units if called_stretch(step) in unit.entries), None)
        return max(each.line for each in all_steps(called.body if called else Block([step])))


def sets_constant(step: Step) -> bool:
    """Whether a step sets a variable to a constant, as `PX=200` does."""
    match step:
        case nodes.Assign(target=nodes.Name(), value=nodes.Node() as value):
            return literal_value(value) is not None
    return False


def without_final_constants(stretch: Stretch) -> Stretch:
    """Returns a stretch without the constants that its end sets: only what follows it needs them."""
    count_of_constants = sum(1 for _ in takewhile(sets_constant, reversed(stretch.statements)))
    return replace(stretch, end=stretch.end - count_of_constants)


def is_main_loop(loop: Step) -> bool:
    """Whether a loop waits for frames and reads buttons, stick, touch or keys."""
    words = {each.name for head in all_heads(Block([loop])) for each in nodes.calls_in(head)}
    return not words.isdisjoint(WAITING) and not words.isdisjoint(ASKING)


def statement_count(row: list[Step]) -> int:
    """Returns the number of statements in a row, nested ones included."""
    return len(all_steps(Block(row)))


def first_line(unit: PortUnit) -> int:
    """Returns the first line of the listing in a unit; 0 if it has none."""
    return min((step.line for step in all_steps(unit.body) if step.line), default=0)


def called_stretch(step: Step) -> str:
    """Returns the name of the extracted stretch that a step calls; "" if it calls none.

    The GOSUB of such a call, or the IF with it, has no line of the listing.
    """
    match step:
        case nodes.Gosub(line=0, target=nodes.LabelText(name=name)):
            return name
        case Choice(branches=[(nodes.Gosub(line=0, target=nodes.LabelText(name=name)), _), *_]):
            return name
    return ""


def may_be_method(stretch: Stretch, live_labels: Collection[str]) -> bool:
    """Whether control enters a stretch only at its beginning and leaves it to no more than two places."""
    row = stretch.statements
    for each in all_steps(Block(row)):
        match each:
            case nodes.Stop() | nodes.Return() | nodes.Goto():
                return False  # these leave the stretch
            # another jump may lead into the stretch
            case nodes.Label(name=name) if name in live_labels:
                return False
            case _ if called_stretch(each) == stretch.name:
                return False  # this is the loop around the stretch of that name
    most = 2 if isinstance(row[-1], LOOPS) and statement_count(row) >= SHORT_WITH_EXITS else 1
    return len(stretch.exits) <= most and not targets(*all_heads(Block(row))) and not breaks_out(row)


def end_statements(row: list[Step]) -> Iterator[nodes.End]:
    """Yields the statements that end the program or its slot, which a stretch can only have as returns.

    A Restart, which is an exception in a port, may be anywhere.
    """
    ends = (each for each in all_steps(Block(row)) if isinstance(each, nodes.End))
    yield from (each for each in ends if not isinstance(each, nodes.Restart))


def jumps_out_of(row: list[Step]) -> Iterator[Leave]:
    """Yields the jumps that leave a loop around a row of steps, or begin it again."""
    inside = [*all_steps(Block(row))]
    loops_inside = {each for each in inside if isinstance(each, LOOPS)}
    for each in inside:
        if isinstance(each, Leave) and each.loop not in loops_inside:
            yield each


def always_ends(row: list[Step], ends: tuple[type[Step], ...]) -> bool:
    """Whether a row of steps loops forever, or control always comes to one of `ends` before the row's end."""
    match row[-1:]:
        case [(Choice() | Switch()) as last]:
            return all(always_ends(each.statements, ends) for each in inner_blocks(last))
        case [Forever() as loop]:  # only a Leave without `again` ends it
            return all(
                each.again or each.loop is not loop
                for each in all_steps(loop.body)
                if isinstance(each, Leave)
            )
        case [last]:
            return isinstance(last, ends)
    return False


def replace_steps(body: Block, old: Sequence[Step], new: Sequence[Step]) -> None:
    """Replaces each of the `old` steps by its counterpart in `new`, in a block and the blocks inside it."""
    by_old = dict(zip(old, new, strict=True))
    waiting = [body]
    while waiting:
        block = waiting.pop()
        block.statements = [by_old.get(step, step) for step in block.statements]
        waiting += [inner for step in block.statements for inner in inner_blocks(step)]


def breaks_out(row: list[Step]) -> bool:
    """Whether a BREAK or CONTINUE belongs to a loop around these steps."""
    for step in row:
        if isinstance(step, nodes.Break | nodes.Continue):
            return True
        is_loop = isinstance(step, LOOPS) and not isinstance(step, Forever)  # BREAK ignores a Forever
        if not is_loop and any(breaks_out(block.statements) for block in inner_blocks(step)):
            return True
    return False


def name_of_label(label: str, ending: str = "") -> str:
    """Returns the name that a label gives a method; "" if the label is hardly a word."""
    if not LETTERS.fullmatch(label):
        return ""
    if ending.endswith(label):  # a label LOOP would be LOOP_LOOP
        return f"MAIN{ending}"
    return label + ending if label in COMMON else label


def name_of_comment(text: str) -> str:
    """Returns the name that a comment gives a method: `PICK_START` for "pick a start that is free"."""
    words = WORD.findall(text.upper())
    before_break = takewhile(lambda word: word not in BREAKING, words)
    name_words = [word for word in before_break if word not in ARTICLES]
    # up to three words are a name; fewer than four letters tell nothing
    is_plain = text.isascii() and 1 <= len(name_words) <= 3 and len("".join(name_words)) >= 4
    return "_".join(name_words) if is_plain else ""
