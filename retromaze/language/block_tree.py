"""The tree of a listing: blocks of steps (statements, branches, loops), walks over it, effects of statements.

A *head* of a step is what the step evaluates itself: a plain statement as a whole, a FOR without its body,
the condition of another loop, the selector of a switch, or the condition of each branch of an IF.

`pairing.py` makes the tree of the flat statements. Switch, Forever, Leave and GotoNext stand for GOTO and
ON … GOTO; `analysis.restructure` makes them.

The effects of a statement are its stores, its jumps, and whether control reaches the next one: analysis,
compiler and port all take them from here. What a statement reads and calls are the nodes inside it
(`nodes.walk`, `nodes.calls_in`). What a word like PUSH does to its arguments belongs to the word's
declaration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, TypeGuard, assert_never

from retromaze.language import nodes
from retromaze.language.lexer import yield_to_host
from retromaze.language.nodes import (
    Expression,
    Head,
    LabelText,
    Name,
    Number,
    ResultCache,
    Target,
    cached_on_node,
)


@dataclass(eq=False)
class Block:
    """Statements that run one after the other, compared by identity."""

    statements: list[Step] = field(default_factory=list)


@dataclass(eq=False)
class Choice:
    """IF … ELSEIF … ELSE … ENDIF"""

    line: int
    column: int
    branches: list[tuple[Expression, Block]]
    otherwise: Block


@dataclass(eq=False)
class CountedLoop:
    """FOR … NEXT"""

    line: int
    column: int
    head: nodes.For
    body: Block


@dataclass(eq=False)
class WhileLoop:
    """WHILE … WEND"""

    line: int
    column: int
    condition: Expression
    body: Block


@dataclass(eq=False)
class RepeatLoop:
    """REPEAT … UNTIL"""

    line: int
    column: int
    body: Block
    condition: Expression


@dataclass(eq=False)
class SwitchCase:
    """The code after one label of an ON … GOTO, and the numbers that select it."""

    numbers: list[int]
    label: str
    body: Block


@dataclass(eq=False)
class Switch:
    """ON … GOTO as a choice between the code after its labels; `otherwise` is for all other numbers."""

    line: int
    column: int
    jump: nodes.On
    cases: list[SwitchCase]
    otherwise: SwitchCase


@dataclass(eq=False)
class Forever:
    """An infinite loop that was made of GOTOs to `label`; a Leave ends it."""

    line: int
    column: int
    label: str
    body: Block = field(default_factory=Block)


@dataclass(eq=False)
class Leave:
    """A GOTO to the end of a loop around it, or (`again`) to its beginning; `label` is its target.

    An `added` one has no statement in the listing: it leaves a Forever at its end.
    """

    line: int
    column: int
    loop: BasicLoop | Forever
    again: bool
    added: bool = False
    label: str = ""


@dataclass(eq=False)
class GotoNext:
    """A GOTO to the next statement."""

    line: int
    column: int


BasicLoop = CountedLoop | WhileLoop | RepeatLoop
Loop = BasicLoop | Forever
LOOPS = (CountedLoop, WhileLoop, RepeatLoop, Forever)
Compound = Choice | Switch | Loop
Step = nodes.Straight | nodes.Jump | Compound | Leave | GotoNext


@dataclass(eq=False)
class Routine(ResultCache):
    """The main program (`define` is None) or one DEF, with its statements as a tree."""

    define: nodes.Define | None
    body: Block


# ---- walks


def never_ends(step: Step) -> TypeGuard[WhileLoop | RepeatLoop]:
    """Whether a step is `WHILE 1` or `REPEAT … UNTIL 0`, which only a jump leaves."""
    match step:
        case WhileLoop(condition=Number(value=value)):
            return value != 0
        case RepeatLoop(condition=Number(value=0)):
            return True
    return False


def inner_blocks(step: Step) -> list[Block]:
    """Returns the blocks directly inside a step."""
    if isinstance(step, nodes.Node):
        return []
    match step:
        case Choice():
            return [*[body for _, body in step.branches], step.otherwise]
        case Switch():
            return [*[each.body for each in step.cases], step.otherwise.body]
        case CountedLoop() | WhileLoop() | RepeatLoop() | Forever():
            return [step.body]
        case Leave() | GotoNext():
            return []


def heads_of(step: Step) -> list[Head]:
    """Returns the heads of a step: what it evaluates itself, without the steps inside it."""
    if isinstance(step, nodes.Node):
        return [step]
    match step:
        case Choice():
            return [condition for condition, _ in step.branches]
        case CountedLoop():
            return [step.head]
        case WhileLoop() | RepeatLoop():
            return [step.condition]
        case Switch():
            return [step.jump.selector]
        case Forever() | Leave() | GotoNext():
            return []


def all_steps(block: Block) -> list[Step]:
    """Returns every step of a block and of the blocks inside it, in source order."""
    yield_to_host()
    found: list[Step] = []
    waiting = block.statements[::-1]
    while waiting:
        step = waiting.pop()
        found.append(step)
        if not isinstance(step, nodes.Node):
            for inner in reversed(inner_blocks(step)):
                waiting += reversed(inner.statements)
    return found


def all_heads(block: Block) -> list[Head]:
    """Returns the heads of all steps of a block and of the blocks inside it, in source order."""
    return [head for step in all_steps(block) for head in heads_of(step)]


def change_heads(block: Block, change: Callable[[Any], Any]) -> None:
    """Replaces each head in a block, and in the blocks inside it, by `change` of it."""
    waiting = [block]
    while waiting:
        steps = waiting.pop().statements
        steps[:] = [change(step) if isinstance(step, nodes.Node) else step for step in steps]
        for step in steps:
            match step:
                case Choice():
                    step.branches = [(change(condition), body) for condition, body in step.branches]
                case CountedLoop():
                    step.head = change(step.head)
                case Switch():
                    step.jump = change(step.jump)
                case WhileLoop() | RepeatLoop():
                    step.condition = change(step.condition)
            waiting += inner_blocks(step)


@cached_on_node
def routine_steps(routine: Routine) -> tuple[Step, ...]:
    """Returns all steps of the main program or a DEF, cached: the tree must be complete before."""
    return tuple(all_steps(routine.body))


@cached_on_node
def routine_heads(routine: Routine) -> tuple[Head, ...]:
    """Returns the heads of all steps of the main program or a DEF, cached."""
    return tuple(all_heads(routine.body))


@cached_on_node
def routine_nodes(routine: Routine) -> tuple[Any, ...]:
    """Returns all nodes in the heads of all `routine_steps`, cached."""
    return tuple([node for head in routine_heads(routine) for node in nodes.nodes_in(head)])


class ValueOrigin(Enum):
    """The origin of a stored value that is not the value of an expression."""

    DATA = "the next item of DATA"
    TYPED = "a field that is typed in, text or number as the target is"
    LINE = "a line that is typed in"
    DEFAULT = "what a declared variable begins with"
    ARRAY = "a new array"
    MISSING = "nothing, which is an error"


class CallResult(NamedTuple):
    """The value that a call stores to its OUT receiver at `position`, from 0; `OUT ,A` has A at 1."""

    call: nodes.Instruction
    position: int


Value = Expression | CallResult | ValueOrigin


class Store(NamedTuple):
    """One target of a statement, and the value that is stored into it.

    `increment` is added to the value (INC), or subtracted if `sign` is -1 (DEC). With a `limit` (FOR) it is
    added again and again until the limit is passed. `needs_old_value` means that the target's old value is
    part of the new value, is stored to another target (SWAP), or may stay (INPUT).
    """

    target: Target
    value: Value
    needs_old_value: bool = False
    increment: Expression | None = None
    sign: int = 1
    limit: Expression | None = None

    @property
    def is_sum(self) -> bool:
        """Whether something is added to the target's old value, which changes a string in place."""
        return self.increment is not None and self.limit is None

    @property
    def copied_value(self) -> Expression | None:
        """The expression whose value is stored unchanged, of which the target is a second name; else None."""
        if self.increment is not None or isinstance(self.value, CallResult | ValueOrigin):
            return None
        return self.value

    @property
    def is_declaration(self) -> bool:
        """Whether the target is only declared, without a value."""
        return self.value is ValueOrigin.DEFAULT or self.value is ValueOrigin.ARRAY

    @property
    def name(self) -> str:
        """The variable or array that is changed, "" if the target names none."""
        return target_name(self.target)


class Effects(NamedTuple):
    """The effects of one statement.

    `gotos` and `gosubs` are the targets of its jumps and calls, each a LabelText, a literal, or an expression
    that is computed at run time. `goes_on`: control may reach the next statement. `is_straight`: control
    always goes on to the next statement and always comes from the one before.
    """

    stores: tuple[Store, ...] = ()
    gotos: tuple[Expression, ...] = ()
    gosubs: tuple[Expression, ...] = ()
    goes_on: bool = True
    is_straight: bool = True


NO_EFFECTS = Effects()
MAY_JUMP = Effects(is_straight=False)
NEVER_GOES_ON = Effects(goes_on=False, is_straight=False)


def effects(head: Head) -> Effects:
    """Returns the effects of a statement itself: stores, jumps, whether it goes on. A condition has none."""
    try:
        # the result that `cached_effects` has stored, read without a call, as effects are asked for so often
        found: Effects = head.cached_results["compute_effects"]
    except (AttributeError, KeyError):
        # a CallResult holds the node of its instruction, which a result cached on that node must not
        has_outputs = isinstance(head, nodes.Instruction) and head.outputs
        return compute_effects(head) if has_outputs else cached_effects(head)
    return found


def compute_effects(head: Head) -> Effects:  # noqa: PLR0912 - each kind of node has its case
    """Returns the effects of a statement or expression, without the cache of `effects`."""
    match head:
        case (
            nodes.Binary() | nodes.Name() | nodes.Number() | nodes.String() | nodes.LabelText()
            | nodes.Index() | nodes.VariableNamed() | nodes.Function() | nodes.Unary()
        ):  # fmt: skip
            return NO_EFFECTS
        case nodes.Assign(target=target, value=value):
            return Effects((Store(target, ValueOrigin.MISSING if value is None else value),))
        case nodes.Instruction(outputs=outputs):
            if word := callback_word(head):
                return Effects(gosubs=(word,), is_straight=False)  # to labels that SPFUNC and BGFUNC named
            receivers = [(at, each) for at, each in enumerate(outputs or ()) if each is not None]
            return Effects(tuple(Store(each, CallResult(head, at)) for at, each in receivers))
        case nodes.Print() | nodes.Restore() | nodes.Data() | nodes.Option():
            return NO_EFFECTS
        case nodes.Empty() | nodes.Unreadable():
            return NO_EFFECTS
        # before one of these control may be elsewhere, or go elsewhere after it
        case nodes.Label() | nodes.Define() | nodes.If() | nodes.ElseIf() | nodes.Else() | nodes.EndIf():
            return MAY_JUMP
        case nodes.Next() | nodes.While() | nodes.Wend() | nodes.Repeat() | nodes.Until():
            return MAY_JUMP
        case nodes.Goto(target=label):
            return (
                NEVER_GOES_ON if label is None else Effects(gotos=(label,), goes_on=False, is_straight=False)
            )
        case nodes.Gosub(target=label):
            return NEVER_GOES_ON if label is None else Effects(gosubs=(label,), is_straight=False)
        case nodes.Increase(target=target, sign=sign, amount=amount):
            added = amount or Number(head.line, head.column, 1)
            return Effects((Store(target, target, needs_old_value=True, increment=added, sign=sign),))
        case nodes.For(variable=variable, start=start, stop=stop, step=step):
            added = step or Number(head.line, head.column, 1)
            counted = Store(variable, start, needs_old_value=True, increment=added, limit=stop)
            return Effects((counted,), is_straight=False)
        case nodes.Declare(declarations=declarations):
            return Effects(tuple(map(declaration_store, declarations)))
        case nodes.Swap(first=first, second=second):
            return Effects(
                (Store(first, second, needs_old_value=True), Store(second, first, needs_old_value=True))
            )
        case nodes.Read(targets=targets):
            return Effects(tuple(Store(each, ValueOrigin.DATA) for each in targets))
        case nodes.Input(targets=targets):
            return Effects(tuple(Store(each, ValueOrigin.TYPED, needs_old_value=True) for each in targets))
        case nodes.LineInput(target=target):
            return Effects((Store(target, ValueOrigin.LINE),))
        case nodes.On(labels=labels, gosub=gosub):
            # control also goes on after ON … GOTO: if the selector is the number of no label
            texts = tuple(LabelText(head.line, head.column, each) for each in labels)
            return (
                Effects(gosubs=texts, is_straight=False) if gosub else Effects(gotos=texts, is_straight=False)
            )
        case nodes.Return() | nodes.Break() | nodes.Continue() | nodes.End() | nodes.Nowhere():
            return NEVER_GOES_ON
        case nodes.Stop():
            return MAY_JUMP  # CONT goes on after it
        case _:
            assert_never(head)


def callback_word(node: object) -> Name | None:
    """Returns the word SPRITE of CALL SPRITE, or BG of CALL BG, which is no variable; None for all else."""
    match node:
        case nodes.Instruction(name="CALL", arguments=[Name(name="SPRITE" | "BG") as word]):
            return word
    return None


cached_effects = cached_on_node(compute_effects)


def declaration_store(declaration: nodes.Declaration) -> Store:
    """Returns the store of one entry of VAR or DIM."""
    target = Name(declaration.line, declaration.column, declaration.name)
    if declaration.sizes is not None:
        return Store(target, ValueOrigin.ARRAY)
    return Store(target, ValueOrigin.DEFAULT if declaration.value is None else declaration.value)


def stores(head: Head) -> tuple[Store, ...]:
    """Returns the stores of a statement, declarations included."""
    return effects(head).stores


def target_name(target: object) -> str:
    """Returns the variable or array that a store into the target changes, "" if it names none."""
    match target:
        case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
            return name
        case _:
            return ""
