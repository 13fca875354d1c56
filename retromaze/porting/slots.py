"""Joins the programs of several slots to one listing, which is ported as any other.

A program that EXEC runs becomes a subroutine of the joined listing, a COMMON DEF one of its DEFs, and names
that two programs have get the name of the program behind them. So the types of arguments, and what is a
parameter or an attribute, are found across the slots as they are in one listing. Modules of their own would
have to guess them, and share variables all the same.

Not joined is what is known only at run time: EXEC and USE of such a slot stay places that are not ported.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import PurePath
from typing import Any, NamedTuple

from retromaze.analysis.programs import lowered_main, machine_words
from retromaze.builtins.files import PROGRAM, parse_resource
from retromaze.builtins.registry import BUILTINS
from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.block_tree import Block, all_steps
from retromaze.language.lexer import ascii_upper, with_line_feeds
from retromaze.language.nodes import Expression, Statement, nodes_in, with_children
from retromaze.language.parser import parse
from retromaze.language.program import Program, Scope, analyse, fold_and_measure
from retromaze.porting.preparing import PreparedPort, normalized_statements, prepare_statements
from retromaze.porting.targets import new_name
from retromaze.porting.units import Liveness

FindProgram = Callable[[str], str | None]
"""A function that returns the text of a program by its name; None if it is not known."""
Place = tuple[int, int]
"""The line and column of a statement."""
SLOT_WORD = re.compile(r"\b(EXEC|USE)\b", re.IGNORECASE)
LABEL_OF_SLOT = re.compile(r"(?:([0-3]):)?@([A-Za-z0-9_]+)")
VARIABLE_OF_SLOT = re.compile(r"([0-3]):([A-Za-z_][A-Za-z0-9_]*[%#$]?)")
PLAIN = (nodes.Assign, nodes.Print, nodes.Declare, nodes.Instruction, nodes.Increase)
"""Statements that may stand between the LOAD of a program and its EXEC."""
WORDS = {"EXEC", "USE", "LOAD"}
BRANCHES = (nodes.If, nodes.ElseIf, nodes.Else)
COLUMNS = 1000
"""Statements that are added have columns from this one on, so that no two names have one place."""


class SlotLine(int):
    """A line of another program than the first: its number in the joined text, told as `LIB:12`."""

    name: str
    own: int

    @classmethod
    def of(cls, name: str, own: int, before: int) -> SlotLine:
        """Returns line `own` of a program that has `before` lines of the joined text before it."""
        line = cls(before + own)
        line.name, line.own = name, own
        return line

    def __add__(self, lines: int) -> SlotLine:
        return SlotLine.of(self.name, self.own + lines, int(self) - self.own)

    def __str__(self) -> str:
        return f"{self.name}:{self.own}"


@dataclass(eq=False)
class SlotProgram:
    """A program of a slot: the listing that is ported, or one that it loads.

    `lines_before` is how many lines come before it in the joined text; the listing itself has none. `start`
    is the label that the joined listing has at its first statement. `owners` has the scope of each statement,
    `slot_words` the places of EXEC, USE and LOAD. `variables`, `labels` and `definitions` have the new names
    of those that have another in the joined listing, `locals` those of a DEF's variables, by the DEF.
    """

    slot: int
    name: str
    text: str
    statements: list[Statement]
    program: Program
    owners: list[Scope]
    slot_words: set[Place]
    lines_before: int = 0
    start: str = ""
    variables: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, str] = field(default_factory=dict)
    locals: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))

    @classmethod
    def read(cls, slot: int, name: str, text: str) -> SlotProgram:
        """Parses and analyses a program. Raises BasicError."""
        parsed = parse(text, slot)
        # CALL "EXEC" is an error: no such place is the program's own word
        slot_words = {
            (each.line, each.column)
            for each in parsed
            if isinstance(each, nodes.Instruction) and each.name in WORDS
        }
        statements = normalized_statements(parsed)
        folded = [fold_and_measure(each, slot) for each in statements]
        analysis = analyse(folded, machine_words(), source=text, slot=slot)
        return cls(slot, name, text, statements, analysis.program, analysis.owners, slot_words)

    def line(self, number: int) -> int:
        """Returns the line of the joined text for one of the program's own."""
        return SlotLine.of(self.name, number, self.lines_before) if self.lines_before else number

    @property
    def last_line(self) -> int:
        """The number of the empty line that the joined text has behind the program."""
        return self.text.count("\n") + 2

    def text_of_definitions(self) -> str:
        """Returns the text with its DEFs and the comments right above them alone; other lines are empty."""
        lines = self.text.split("\n")
        kept = set[int]()
        for at, (statement, scope) in enumerate(zip(self.statements, self.owners, strict=True)):
            if isinstance(statement, nodes.Define):
                above = statement.line
                while above > 1 and lines[above - 2].lstrip().startswith("'"):
                    above -= 1
                kept.update(range(above, statement.line + 1))
            elif at and not (scope.is_main and self.owners[at - 1].is_main):  # its END is the main program's
                kept.update(range(self.statements[at - 1].line, statement.line + 1))
        return "\n".join(line if number in kept else "" for number, line in enumerate(lines, 1))

    @property
    def all_names(self) -> set[str]:
        """The names of all its variables."""
        return {name for scope in self.program.scopes for name in scope.variables}

    @property
    def reads_data(self) -> bool:
        """Whether it has a READ, and so needs the place in its DATA."""
        return any(isinstance(each, nodes.Read) for each in self.statements)

    @property
    def is_default_integer(self) -> bool:
        """Whether OPTION DEFINT makes names without a suffix Integers."""
        return any(isinstance(each, nodes.Option) and each.word == "DEFINT" for each in self.statements)

    @cached_property
    def ends(self) -> tuple[set[Place], set[Place]]:
        """The places of END that no GOSUB or DEF reaches, and those of all others that may end the program.

        END in a GOSUB of the listing itself ends everything.
        """
        start, *others = lowered_main(self.program.main)
        in_definitions = ends_in(each.body for each in self.program.definitions.values())
        if not self.lines_before:
            return set(), in_definitions
        elsewhere = in_definitions | ends_in(
            each.body for each in (others if start.is_simple else [start, *others])
        )
        return ends_in([start.body]) - elsewhere, elsewhere


def ends_in(blocks: Iterable[Block]) -> set[Place]:
    """Returns the places of END in blocks."""
    steps = (each for block in blocks for each in all_steps(block))
    return {(each.line, each.column) for each in steps if isinstance(each, nodes.End)}


Stack = tuple[SlotProgram, ...]
"""The programs that have not ended, the outermost first."""


class ProgramEffect(NamedTuple):
    """What a statement does with a program: "call" runs it and comes back, "restart" ends all others.

    "use" makes its COMMON DEFs known, "load" only puts it into its slot.
    """

    word: str
    program: SlotProgram


class JoinedPrograms:
    """The programs that a listing is known to run or use, and what each statement does with them.

    `programs` begins with the listing itself; `actions` has what each EXEC, USE and LOAD does. `read_first`
    are variables that it or its DEFs may read before they set them: EXEC and USE set them to 0 or "".
    """

    def __init__(self, source: str, path: str, find: FindProgram) -> None:
        """Finds the programs. Raises BasicError for a `source` that the console refuses."""
        self.find = find
        self.own_name = ascii_upper(PurePath(path).stem)
        self.main = SlotProgram.read(0, self.own_name, source)
        self.by_name: dict[tuple[int, str], SlotProgram | None] = {}
        self.contents: dict[int, list[SlotProgram]] = defaultdict(list)
        self.put(self.main)
        found = [self.main]
        for program in found:
            for statement in program.statements:
                match statement:
                    case nodes.Instruction(
                        name="EXEC" | "USE" | "LOAD", arguments=[nodes.String(value=text), *_]
                    ):
                        other = self.named(program, text)
                        if other and other not in found:
                            found.append(other)
        self.stacks: set[Stack] = {(self.main,)}
        self.actions: dict[tuple[SlotProgram, Place], ProgramEffect] = {}
        self.decide()
        self.programs = [self.main]
        for program in self.programs:
            self.programs += dict.fromkeys(
                action.program
                for (owner, _), action in self.actions.items()
                if owner is program and action.word != "load" and action.program not in self.programs
            )
        self.read_first: dict[tuple[str, SlotProgram], list[str]] = {}
        if self.is_any:
            self.place_and_name()

    @property
    def is_any(self) -> bool:
        """Whether there is anything to join: another program, or a listing that begins again."""
        return any(each.word != "load" for each in self.actions.values())

    @property
    def source(self) -> str:
        """The text of all programs, each with an empty line behind it."""
        run = {each.program for each in self.actions.values() if each.word in {"call", "restart"}}
        texts = [
            each.text if each in {self.main, *run} else each.text_of_definitions() for each in self.programs
        ]
        return "\n".join(f"{each}\n" for each in texts)

    # ---- which program is meant

    def put(self, program: SlotProgram) -> None:
        """Notes that a program may be in its slot."""
        if program not in self.contents[program.slot]:
            self.contents[program.slot].append(program)

    def named(self, owner: SlotProgram, text: str) -> SlotProgram | None:
        """Returns the program that a name such as `PRG1:LIB` means in `owner`; None if it is not known."""
        try:
            resource = parse_resource(text)
        except BasicError:
            return None
        if resource.kind != PROGRAM or resource.project is not None:
            return None
        slot = owner.slot if resource.number is None else resource.number
        key = slot, ascii_upper(resource.name)
        if key not in self.by_name:
            self.by_name[key] = self.read(*key)
        return self.by_name[key]

    def read(self, slot: int, name: str) -> SlotProgram | None:
        """Reads the program of a name; None if there is none, or one that the console refuses."""
        text = self.find(name)
        is_own = name == self.own_name if text is None else with_line_feeds(text) == self.main.text
        if is_own:
            return self.main if slot == 0 else None
        try:
            program = None if text is None else SlotProgram.read(slot, name, with_line_feeds(text))
        except BasicError:
            return None
        # a callback is kept with its slot, and is not followed
        if program is None or any(each.name in {"SPFUNC", "BGFUNC"} for each in instructions(program)):
            return None
        self.put(program)
        return program

    def in_slot(self, owner: SlotProgram, at: int, number: int) -> SlotProgram | None:
        """Returns the program in a slot where statement `at` of `owner` runs; None if it is not known."""
        for before in range(at - 1, -1, -1):
            match each := owner.statements[before]:
                case nodes.Instruction(name="LOAD", arguments=[nodes.String(value=text), *_]):
                    program = self.named(owner, text)
                    if program and program.slot == number:
                        # a one-line IF before it ends with its line
                        is_certain = each.line == owner.statements[at].line or not any(
                            isinstance(other, BRANCHES) and other.line == each.line
                            for other in owner.statements[:before]
                        )
                        if is_certain:
                            return program
                        break
                case nodes.Instruction(name=name) if name in {"EXEC", "USE", *owner.program.definitions}:
                    break
                case nodes.Node() if not isinstance(each, PLAIN):
                    break
        known = self.contents[number]
        return known[0] if len(known) == 1 else None

    # ---- what the statements do

    def decide(self) -> None:
        """Finds what each EXEC, USE and LOAD does; one that is not known is left out."""
        refused: set[tuple[SlotProgram, Place]] = set()
        waiting: list[Stack] = [(self.main,)]
        while waiting:
            stack = waiting.pop()
            owner = stack[-1]
            for at, statement in enumerate(owner.statements):
                match statement:
                    case nodes.Instruction(name="EXEC" | "USE" | "LOAD" as word, outputs=None):
                        key = owner, (statement.line, statement.column)
                        if key[1] not in owner.slot_words:
                            continue
                        action = self.action(stack, at, word, statement.arguments)
                        # a DEF sees no label of the main program, and so can only begin the listing again
                        is_hidden = word == "EXEC" and not owner.owners[at].is_main
                        if (
                            action is None
                            or self.actions.setdefault(key, action) != action
                            or (is_hidden and action != ("restart", self.main))
                        ):
                            refused.add(key)
                        following = self.stack_after(stack, action)
                        if following and following not in self.stacks:
                            self.stacks.add(following)
                            waiting.append(following)
        for key in refused:
            self.actions.pop(key, None)

    def action(
        self, stack: Sequence[SlotProgram], at: int, word: str, arguments: Sequence[Expression | None]
    ) -> ProgramEffect | None:
        """Returns what statement `at` of the last program of a stack does; None if that is not known.

        `stack` has the programs that have not ended, outermost first.
        """
        owner, running = stack[-1], {each.slot: each for each in stack}
        match word, arguments:
            case "LOAD", [nodes.String(value=text), *flag]:
                program = self.named(owner, text)
                # with a dialog it sets RESULT, which nothing else can do here
                is_silent = [each.value for each in flag if isinstance(each, nodes.Number)] == [0]
                if program and program.slot not in running and (is_silent or not self.reads_result()):
                    return ProgramEffect("load", program)
                return None
            case _, [nodes.String(value=text)]:
                program = self.named(owner, text)
            case _, [nodes.Number(value=int(number))]:
                program = running.get(number) or self.in_slot(owner, at, number)
            case _:
                return None
        if program is None or (word == "USE" and program.slot in running):
            return None
        if word == "USE":
            return (
                None if self.shares_data(program, self.contents_of_all()) else ProgramEffect("use", program)
            )
        if program.slot in running:
            return ProgramEffect("restart", program)
        return None if self.shares_data(program, stack) else ProgramEffect("call", program)

    def stack_after(
        self, stack: tuple[SlotProgram, ...], action: ProgramEffect | None
    ) -> tuple[SlotProgram, ...] | None:
        """Returns the programs that run after EXEC has begun another; None for what begins no program.

        A restart ends all other programs.
        """
        match action:
            case ProgramEffect("call", program):
                return (*stack, program)
            case ProgramEffect("restart", program):
                return (program,)
        return None

    def contents_of_all(self) -> list[SlotProgram]:
        """Returns all programs of all slots."""
        return [each for row in self.contents.values() for each in row]

    def reads_result(self) -> bool:
        """Whether a program reads RESULT."""
        inside = (
            node for each in self.contents_of_all() for row in each.statements for node in nodes_in(row)
        )
        return any(isinstance(node, nodes.Name) and node.name == "RESULT" for node in inside)

    def shares_data(self, program: SlotProgram, others: Iterable[SlotProgram]) -> bool:
        """Whether READs of a program and of others would take turns: a port has one place in all DATA."""
        return program.reads_data and any(each.reads_data for each in others if each is not program)

    # ---- names

    def place_and_name(self) -> None:
        """Gives programs lines in the joined text, a label, and new names where an earlier has them."""
        before = self.main.last_line
        taken = {name for each in self.programs for name in (*each.all_names, *labels_of(each))}
        taken |= {name for each in self.programs for name in each.program.definitions}
        has_default_integers = any(each.is_default_integer for each in self.programs)
        for at, program in enumerate(self.programs[1:], 1):
            program.lines_before, before = before, before + program.last_line
            tag = re.sub(r"[^A-Z0-9_]", "_", program.name)
            program.start = new_name(tag if tag[:1].isalpha() else f"PRG_{tag}", "", taken)
            others, earlier = [each for each in self.programs if each is not program], self.programs[:at]
            names_elsewhere = {name for each in earlier for name in each.all_names}
            globals_elsewhere = {name for each in earlier for name in each.program.main.variables}
            for name in sorted(program.program.main.variables.keys() & names_elsewhere):
                program.variables[name] = new_name(name, program.start, taken)
            # its own, too: EXEC and USE set them above the DEF, which would see them then
            all_globals = globals_elsewhere | program.program.main.variables.keys()
            for scope in program.program.definitions.values():
                for name in sorted(scope.variables.keys() & all_globals):
                    program.locals[scope.name][name] = new_name(name, program.start, taken)
            for label in sorted(labels_of(program) & {name for each in earlier for name in labels_of(each)}):
                program.labels[label] = new_name(label, program.start, taken)
            definitions = {name for each in earlier for name in each.program.definitions}
            called = {
                name for each in others for name in calls_of(each) if self.owner_of(name, each) is not program
            }
            for name in sorted(program.program.definitions.keys() & (definitions | called)):
                program.definitions[name] = new_name(name, program.start, taken)
        if has_default_integers:  # OPTION DEFINT of one program says nothing about the others
            for program in self.programs:
                suffix = "%" if program.is_default_integer else "#"
                for scope in program.program.scopes:
                    names = program.variables if scope.is_main else program.locals[scope.name]
                    for name in sorted(each for each in scope.variables if each[-1] not in "%#$"):
                        names[name] = new_name(names.get(name, name) + suffix, "", taken)

    def owner_of(self, name: str, caller: SlotProgram) -> SlotProgram | None:
        """Returns the program whose DEF a call means: the caller's own, or the only one with a COMMON DEF."""
        if name in caller.program.definitions:
            return caller
        lending = [
            each
            for each in self.programs
            if (scope := each.program.definitions.get(name)) is not None and scope.is_common
        ]
        return lending[0] if len(lending) == 1 and name not in BUILTINS else None

    # ---- the joined listing

    def prepared(self, analyse_units: Callable[[PreparedPort], Liveness]) -> PreparedPort:
        """Returns the joined listing, ready to be ported.

        `analyse_units` finds which variables a prepared listing reads before it sets them.
        """
        prepared = self.prepared_once()
        if len(self.programs) > 1:
            self.note_read_first(analyse_units(prepared))
            prepared = self.prepared_once()
            liveness = analyse_units(prepared)
            read_first = {each.name for each in liveness.entry[liveness.units[0]]}
            if not read_first.isdisjoint(self.globals_elsewhere()):
                # a new start of the listing would lose what another slot still knows
                restarts = [key for key, each in self.actions.items() if each == ("restart", self.main)]
                for key in restarts:
                    del self.actions[key]
                prepared = self.prepared_once()
        return prepared

    def prepared_once(self) -> PreparedPort:
        """Returns the joined listing as it is by what is known of its programs now."""
        starts = frozenset(each.start for each in self.programs[1:])
        return prepare_statements(self.source, list(self.statements()), starts)

    def globals_elsewhere(self) -> set[str]:
        """Returns the names of the other programs' variables in the joined listing."""
        return {
            each.variables.get(name, name)
            for each in self.programs[1:]
            for name in each.program.main.variables
        }

    def note_read_first(self, liveness: Liveness) -> None:
        """Notes the variables that each program or its DEFs may read before they set them."""
        for program in self.programs[1:]:
            definitions = {program.definitions.get(name, name) for name in program.program.definitions}
            by_start, by_definitions, stored = set[str](), set[str](), set[str]()
            for unit in liveness.units:
                if unit.entries[:1] == (program.start,):
                    by_start |= {each.name for each in liveness.entry[unit]}
                    stored |= {each.name for each in liveness.stores[unit]}
                elif unit.define and unit.define.name in definitions:
                    by_definitions |= {each.name for each in liveness.entry[unit]}
            names = {program.variables.get(name, name) for name in scalars_of(program)}
            # what the program itself sets first is new for its DEFs without that
            self.read_first["EXEC", program] = sorted(names & (by_start | (by_definitions - stored)))
            self.read_first["USE", program] = sorted(names & by_definitions)

    def statements(self) -> Iterator[Statement]:
        """Yields the statements of all programs, each with its start and its end."""
        for program in self.programs:
            at = program.line(program.last_line), 1
            ends, ends_elsewhere = program.ends if len(self.programs) > 1 else (set[Place](), set[Place]())
            if program is self.main:
                end: Statement = nodes.End(*at)
            else:
                first = program.line(program.statements[0].line if program.statements else 1)
                yield nodes.Label(first, 1, program.start)
                yield from self.fresh_start("EXEC", program, first)
                end = nodes.Return(*at, None)
            for statement, scope in zip(program.statements, program.owners, strict=True):
                place = statement.line, statement.column
                if place in ends:
                    yield nodes.Return(program.line(statement.line), statement.column, None)
                elif place in ends_elsewhere:
                    yield nodes.EndOfSlot(program.line(statement.line), statement.column)
                elif action := self.actions.get((program, place)):
                    yield from self.replacement(program, statement, action)
                elif isinstance(statement, nodes.Declare) and scope.is_main and program is not self.main:
                    yield from self.declarations(program, statement)
                elif not (isinstance(statement, nodes.Option) and len(self.programs) > 1):
                    yield self.joined_node(program, scope, statement)
            yield end

    def fresh_start(self, word: str, program: SlotProgram, line: int) -> Iterator[Statement]:
        """Yields what gives a program fresh variables, and lets it READ from the first of its DATA."""
        for number, name in enumerate(self.read_first.get((word, program), ())):
            column = COLUMNS + 2 * number
            place = line, column + 1  # that of the value; a name has a place of its own
            yield nodes.Assign(line, column, nodes.Name(line, column, name), default_value(name, place))
        if program.reads_data:
            yield nodes.Restore(line, 1, nodes.LabelText(line, 1, program.start))

    def replacement(
        self, program: SlotProgram, statement: Statement, action: ProgramEffect
    ) -> Iterator[Statement]:
        """Yields what stands in the joined listing in the place of EXEC, USE or LOAD."""
        line, column = program.line(statement.line), statement.column
        label = nodes.LabelText(line, column, action.program.start)
        match action.word:
            case "restart" if action.program is self.main:
                yield nodes.Restart(line, column)
            case "restart":
                yield nodes.Gosub(line, column, label)
                yield nodes.End(line, column)
            case "call":
                yield nodes.Gosub(line, column, label)
            case "use":
                yield from self.fresh_start("USE", action.program, line)
                yield nodes.Empty(line, column)
            case _:
                yield nodes.Empty(line, column)

    def declarations(self, program: SlotProgram, statement: nodes.Declare) -> Iterator[Statement]:
        """Yields a VAR of another program: what EXEC or USE has set before cannot be declared any more."""
        read_first = [*self.read_first.get(("EXEC", program), ()), *self.read_first.get(("USE", program), ())]
        for each in statement.declarations:
            new = self.joined_node(program, program.program.main, each)
            if each.sizes is None and new.name in read_first:
                place = new.line, new.column
                value = new.value or default_value(new.name, (new.line, new.column + COLUMNS))
                yield nodes.Assign(*place, nodes.Name(*place, new.name), value)
            else:
                yield nodes.Declare(new.line, new.column, (new,))

    def joined_node(self, program: SlotProgram, scope: Scope, node: Any) -> Any:
        """Returns a node of a program with its line in the joined text and the joined listing's names."""
        node = with_children(node, partial(self.joined_node, program, scope))
        changes = dict[str, Any](line=program.line(node.line)) if program.lines_before else {}
        labels = program.labels
        own = {} if scope.is_main else dict.fromkeys(scope.variables) | program.locals[scope.name]

        def new(name: str) -> str:
            """Returns the joined listing's name for a variable."""
            return (own[name] or name) if name in own else program.variables.get(name, name)

        match node:
            case nodes.Name(name=name) | nodes.Declaration(name=name):
                changes["name"] = new(name)
            case nodes.Label(name=name) | nodes.LabelText(name=name) if name in labels:
                changes["name"] = labels[name]
            case nodes.On():
                changes["labels"] = tuple(labels.get(each, each) for each in node.labels)
            case nodes.Define():
                changes["name"] = program.definitions.get(node.name, node.name)
                changes["parameters"] = tuple(map(new, node.parameters))
                changes["outputs"] = tuple(map(new, node.outputs))
            case nodes.Function(name=name) | nodes.Instruction(name=name):
                if owner := self.owner_of(name, program):
                    changes["name"] = owner.definitions.get(name, name)
                if name == "COPY":
                    changes["arguments"] = tuple(self.label_text(program, each) for each in node.arguments)
            case nodes.Goto() | nodes.Gosub() | nodes.Restore():
                changes["target"] = self.label_text(program, node.target)
            case nodes.VariableNamed(name=nodes.String(value=text)) if found := VARIABLE_OF_SLOT.fullmatch(
                text
            ):
                name = ascii_upper(found[2])
                owner = self.only_program(program, found[1])
                if owner and name in owner.program.main.variables:
                    return nodes.Name(program.line(node.line), node.column, owner.variables.get(name, name))
        return (
            replace(node, **changes)
            if any(getattr(node, key) is not changes[key] for key in changes)
            else node
        )

    def label_text(self, program: SlotProgram, node: Expression | None) -> Expression | None:
        """Returns `@NAME` for a text such as "1:@NAME" whose program is known, else the node itself."""
        match node:
            case nodes.String(value=text) if found := LABEL_OF_SLOT.fullmatch(text):
                owner, label = self.only_program(program, found[1]), ascii_upper(found[2])
                if owner and label in owner.program.main.labels:
                    return nodes.LabelText(node.line, node.column, owner.labels.get(label, label))
        return node

    def only_program(self, program: SlotProgram, number: str | None) -> SlotProgram | None:
        """Returns the program that a slot's number in a text of `program` means; None if it is not known."""
        if number is None or int(number) == program.slot:
            return program
        known = [each for each in self.programs if each.slot == int(number)]
        return known[0] if len(known) == 1 else None


def join_programs(source: str, path: str, find: FindProgram) -> JoinedPrograms | None:
    """Joins a listing with the programs that it is known to run or use; None if there are none.

    Raises BasicError for a listing that the console refuses.
    """
    if not SLOT_WORD.search(source):
        return None
    joined = JoinedPrograms(source, path, find)
    return joined if joined.is_any else None


def default_value(name: str, place: Place) -> Expression:
    """Returns what a variable is before it is set."""
    return nodes.String(*place, "") if name.endswith("$") else nodes.Number(*place, 0)


def instructions(program: SlotProgram) -> list[nodes.Instruction]:
    """Returns all calls as statements."""
    return [each for each in program.statements if isinstance(each, nodes.Instruction)]


def labels_of(program: SlotProgram) -> set[str]:
    """Returns the labels of a program and its DEFs."""
    return {name for scope in program.program.scopes for name in scope.labels}


def calls_of(program: SlotProgram) -> set[str]:
    """Returns the words that a program calls."""
    return {name for each in program.statements for name in nodes.called_words(each)} | {
        each.name for each in instructions(program)
    }


def scalars_of(program: SlotProgram) -> list[str]:
    """Returns the names of the variables of a program that are no arrays."""
    return [name for name, each in program.program.main.variables.items() if not each.is_array]
