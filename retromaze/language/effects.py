"""What each statement does: what it stores, where it leads, whether control goes on behind it.

This is the one place that says so of every kind of statement; whoever asks gets the same answer. What a
statement reads and calls are the nodes inside it (`nodes.every`, `nodes.calls`). What a word like PUSH does
to its arguments is not told here: that belongs to the word.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, assert_never

from retromaze.language import nodes
from retromaze.language.nodes import Expression, Head, LabelText, Name, Number, Target, cached_on_node


class ValueOrigin(Enum):
    """Where a stored value comes from that no expression gives."""

    DATA = "the next item of DATA"
    TYPED = "a field that is typed in, text or number as the target is"
    LINE = "a line that is typed in"
    DEFAULT = "what a declared variable begins with"
    ARRAY = "a new array"
    MISSING = "nothing, which is an error"


class CallResult(NamedTuple):
    """What a call gives to one of its receivers; they are counted from 0, empty ones included."""

    call: nodes.Instruction
    position: int


Value = Expression | CallResult | ValueOrigin


class Store(NamedTuple):
    """One target of a statement, and what is stored into it.

    `step` is added to the value, or taken from it where `sign` is -1; with a `limit` it is added again and
    again until that is passed. `kept` says that what the target held before still counts: it is part of
    the new value, goes to another target, or may stay.
    """

    target: Target
    value: Value
    kept: bool = False
    step: Expression | None = None
    sign: int = 1
    limit: Expression | None = None

    @property
    def is_sum(self) -> bool:
        """Whether something is added to what the target held, which changes a string in place."""
        return self.step is not None and self.limit is None

    @property
    def given(self) -> Expression | None:
        """The expression whose very value the target gets: its array or string gets one more name."""
        if self.step is not None or isinstance(self.value, CallResult | ValueOrigin):
            return None
        return self.value

    @property
    def is_beginning(self) -> bool:
        """Whether the target is only declared and has no value of the listing's yet."""
        return self.value is ValueOrigin.DEFAULT or self.value is ValueOrigin.ARRAY

    @property
    def name(self) -> str:
        """The variable or array that is changed, "" where the target names none."""
        return target_name(self.target)


class Effects(NamedTuple):
    """What one statement does.

    `gotos` and `gosubs` are the labels that control may go to, for good or to come back; each is a LabelText,
    a literal, or an expression worked out when it runs. `goes_on` says whether control may go on to what
    stands behind the statement. `is_entry` says that control may come to it from elsewhere.
    """

    stores: tuple[Store, ...] = ()
    gotos: tuple[Expression, ...] = ()
    gosubs: tuple[Expression, ...] = ()
    goes_on: bool = True
    is_plain: bool = True


NONE = Effects()
STRUCTURE = Effects(is_plain=False)
LEAVES = Effects(goes_on=False, is_plain=False)


def effects(head: Head) -> Effects:
    """What a statement does by itself; of an expression that stands for one (a condition), nothing."""
    # the effects of a call name the call
    return find_effects(head) if isinstance(head, nodes.Instruction) else noted_effects(head)


def find_effects(head: Head) -> Effects:  # noqa: PLR0912 - each kind of node has its case
    match head:
        case (
            nodes.Binary() | nodes.Name() | nodes.Number() | nodes.String() | nodes.LabelText()
            | nodes.Index() | nodes.VariableNamed() | nodes.Function() | nodes.Unary()
        ):  # fmt: skip
            return NONE
        case nodes.Assign(target=target, value=value):
            return Effects((Store(target, ValueOrigin.MISSING if value is None else value),))
        case nodes.Instruction(name="CALL", arguments=[nodes.Name(name="SPRITE" | "BG") as kept]):
            return Effects(gosubs=(kept,), is_plain=False)  # to labels that SPFUNC and BGFUNC named
        case nodes.Instruction(outputs=outputs):
            return Effects(receiver_stores(head, outputs)) if outputs else NONE
        case nodes.Print() | nodes.Restore() | nodes.Data() | nodes.Empty() | nodes.Option():
            return NONE
        case nodes.Unreadable():
            return NONE
        case nodes.Label() | nodes.Define() | nodes.If() | nodes.ElseIf() | nodes.Else() | nodes.EndIf():
            return STRUCTURE
        case nodes.Next() | nodes.While() | nodes.Wend() | nodes.Repeat() | nodes.Until():
            return STRUCTURE
        case nodes.Goto(target=label):
            return LEAVES if label is None else Effects(gotos=(label,), goes_on=False, is_plain=False)
        case nodes.Gosub(target=label):
            return LEAVES if label is None else Effects(gosubs=(label,), is_plain=False)
        case nodes.Increase(target=target, sign=sign, amount=amount):
            return Effects((Store(target, target, kept=True, step=amount or one(head), sign=sign),))
        case nodes.For(variable=variable, start=start, stop=stop, step=step):
            counted = Store(variable, start, kept=True, step=step or one(head), limit=stop)
            return Effects((counted,), is_plain=False)
        case nodes.Declare(declarations=declarations):
            return Effects(tuple(map(declaration_store, declarations)))
        case nodes.Swap(first=first, second=second):
            return Effects((Store(first, second, kept=True), Store(second, first, kept=True)))
        case nodes.Read(targets=targets):
            return Effects(tuple(Store(each, ValueOrigin.DATA) for each in targets))
        case nodes.Input(targets=targets):
            return Effects(tuple(Store(each, ValueOrigin.TYPED, kept=True) for each in targets))
        case nodes.LineInput(target=target):
            return Effects((Store(target, ValueOrigin.LINE),))
        case nodes.On(labels=labels, gosub=gosub):
            named = tuple(LabelText(head.line, head.column, each) for each in labels)
            return Effects(gosubs=named, is_plain=False) if gosub else Effects(gotos=named, is_plain=False)
        case nodes.Return() | nodes.Break() | nodes.Continue() | nodes.End() | nodes.Nowhere():
            return LEAVES
        case nodes.Stop():
            return STRUCTURE  # CONT goes on behind it
        case _:
            assert_never(head)


noted_effects = cached_on_node(find_effects)


def one(place: nodes.Node) -> Number:
    """What is added where nothing is said."""
    return Number(place.line, place.column, 1)


def declaration_store(declaration: nodes.Declaration) -> Store:
    """What one entry of VAR or DIM stores."""
    target = Name(declaration.line, declaration.column, declaration.name)
    if declaration.sizes is not None:
        return Store(target, ValueOrigin.ARRAY)
    return Store(target, ValueOrigin.DEFAULT if declaration.value is None else declaration.value)


def receiver_stores(call: nodes.Instruction, outputs: tuple[Target | None, ...]) -> tuple[Store, ...]:
    """What a call stores into the receivers that are not empty."""
    numbered = ((at, target) for at, target in enumerate(outputs) if target is not None)
    return tuple(Store(target, CallResult(call, at)) for at, target in numbered)


def stores(head: Head) -> tuple[Store, ...]:
    """What a statement stores, declarations included."""
    return effects(head).stores


def target_name(target: nodes.Node) -> str:
    """The variable or array that a store into the target changes, "" where it names none."""
    match target:
        case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
            return name
        case _:
            return ""
