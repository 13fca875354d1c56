"""The nodes of the syntax tree: immutable, each with its line and column.

A parsed listing is a flat tuple of statements in source order; `IF … THEN`, `ELSE`, `NEXT` and
`UNTIL` are statements of their own here, and `structure.py` pairs them up. Lines and columns count
from 1 and stay out of comparison, so that tests can write nodes down briefly.
Names are upper case and keep their suffix (`A`, `A%`, `A$`); labels are upper case without the `@`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, dataclass_transform, get_args

from retromaze.errors import BasicSyntaxError

Class = TypeVar("Class", bound=type)
Answer = TypeVar("Answer")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(made: Class) -> Class:
    """A dataclass that mypy holds to be frozen; making Python see to it too would take 6 ms of each start."""
    return dataclass(slots=True, eq=False, repr=False)(made)  # type: ignore[return-value]


class Noted:
    """Has room for `notes`: answers that were worked out once, by the names of the questions."""

    __slots__ = ("notes",)

    notes: dict[str, Any]


def cached_on_node(question: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """A question about one node that is asked often: its answer stays with the node, which never changes.

    The answer must not hold the node itself, or only the garbage collector could remove the two.
    """
    name = question.__name__

    @wraps(question)
    def answer(asked: Noted) -> Answer:
        try:
            notes = asked.notes
        except AttributeError:
            notes = asked.notes = {}
        found: Answer | None = notes.get(name)
        if found is None:
            found = notes[name] = question(asked)
        return found

    return answer


@node
class Node(Noted):
    """Anything with a place in the listing. Each node is equal to itself alone, see `same`.

    Its text is written once here instead of being generated for each of fifty classes: that takes a third
    off the time this module needs to be imported.
    """

    line: int
    column: int

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
        return f"{type(self).__name__}({shown})"


PLACE = ("line", "column")


def same(one: Any, other: Any) -> bool:
    """Whether two nodes, or rows of nodes, are written alike, wherever they stand."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if not isinstance(one, Node):
        return bool(one == other)
    names = (name for name in one.__dataclass_fields__ if name not in PLACE)
    return type(one) is type(other) and all(same(getattr(one, each), getattr(other, each)) for each in names)


# ---- expressions


@node
class Number(Node):
    """123 · 1.5 · &HFF · #RED. An int is an Integer (32 bits, signed), a float a Real."""

    value: int | float


@node
class String(Node):
    """ "TEXT", the closing quote optional at the end of a line."""

    value: str


@node
class LabelText(Node):
    """@NAME inside an expression: the string "@NAME"."""

    name: str


@node
class Name(Node):
    """A · A% · A$ · MAINCNT: a variable, a whole array or a system variable."""

    name: str


@node
class Index(Node):
    """A[I] · A[I,J] · A$[I] · "ABC"[1] · A$[I][J]"""

    target: Expression
    subscripts: tuple[Expression, ...]


@node
class VariableNamed(Node):
    """VAR("NAME")"""

    name: Expression


@node
class Function(Node):
    """NAME(arguments) as a value; None stands for an empty slot."""

    name: str
    arguments: tuple[Expression | None, ...]


@node
class Unary(Node):
    """-a · NOT a · !a"""

    operator: str
    operand: Expression


@node
class Binary(Node):
    """a operator b; the operator upper case: + - * / DIV MOD << >> == != < <= > >= AND OR XOR && ||"""

    operator: str
    left: Expression
    right: Expression


Expression = Number | String | LabelText | Name | Index | VariableNamed | Function | Unary | Binary
Target = Name | Index | VariableNamed


# ---- statements


@node
class Label(Node):
    """@NAME where a statement may stand"""

    name: str


@node
class Assign(Node):
    """target = value; value is None for `X=` with nothing behind it, an error when it runs"""

    target: Target
    value: Expression | None


@node
class Declaration(Node):
    """One entry of VAR or DIM: NAME · NAME=value · NAME[sizes]"""

    name: str
    sizes: tuple[Expression, ...] | None
    value: Expression | None


@node
class Declare(Node):
    """VAR A=1,B[10] · DIM A[3]"""

    declarations: tuple[Declaration, ...]


@node
class Print(Node):
    """PRINT items; each item is an expression, ";" or "," in source order"""

    items: tuple[Expression | str, ...]


@node
class Input(Node):
    """INPUT guide;A,B: `question` is True where the machine prints its own question mark"""

    guide: Expression | None
    question: bool
    targets: tuple[Target, ...]


@node
class LineInput(Node):
    """LINPUT guide;S$"""

    guide: Expression | None
    target: Target


@node
class Increase(Node):
    """INC target,amount · DEC target,amount; `sign` is 1 or -1"""

    target: Target
    sign: int
    amount: Expression | None


@node
class Swap(Node):
    """SWAP a,b"""

    first: Target
    second: Target


@node
class Read(Node):
    """READ a,b"""

    targets: tuple[Target, ...]


@node
class Restore(Node):
    """RESTORE @L · RESTORE "@L"; None for RESTORE alone, an error when it runs"""

    target: Expression | None


@node
class Data(Node):
    """DATA items, unfolded"""

    items: tuple[Expression, ...]


@node
class If(Node):
    """IF condition THEN · IF condition GOTO target. A label behind THEN becomes a Goto of its own."""

    condition: Expression


@node
class ElseIf(Node):
    """ELSEIF condition THEN · ELSEIF condition GOTO target"""

    condition: Expression


@node
class Else(Node):
    """ELSE. A label behind it becomes a Goto of its own."""


@node
class EndIf(Node):
    """ENDIF"""


@node
class Empty(Node):
    """The colon directly behind THEN or ELSE: nothing to do, but no end of the line either"""


@node
class For(Node):
    """FOR variable=start TO stop STEP step"""

    variable: Target
    start: Expression
    stop: Expression
    step: Expression | None


@node
class Next(Node):
    """NEXT · NEXT I; the machine ignores the names"""


@node
class While(Node):
    """WHILE condition"""

    condition: Expression


@node
class Wend(Node):
    """WEND"""


@node
class Repeat(Node):
    """REPEAT"""


@node
class Until(Node):
    """UNTIL condition; None where it is missing, a Syntax error unless the UNTIL is a stray one"""

    condition: Expression | None


@node
class Break(Node):
    """BREAK"""


@node
class Continue(Node):
    """CONTINUE"""


@node
class Goto(Node):
    """GOTO @L · GOTO "@L" · GOTO L$; None for GOTO alone, a Syntax error"""

    target: Expression | None


@node
class Gosub(Node):
    """GOSUB @L · GOSUB "0:@L"; None for GOSUB alone, a Syntax error"""

    target: Expression | None


@node
class Nowhere(Node):
    """GOTO RETURN · GOSUB RETURN"""


@node
class On(Node):
    """ON selector GOTO @A,@B · ON selector GOSUB @A,@B; labels upper case without the @"""

    selector: Expression
    gosub: bool
    labels: tuple[str, ...]


@node
class Return(Node):
    """RETURN · RETURN value"""

    value: Expression | None


@node
class End(Node):
    """END, of the program or of a DEF"""


@node
class Stop(Node):
    """STOP"""


@node
class Define(Node):
    """DEF NAME a,b OUT c · DEF NAME(a,b) · COMMON DEF …; `returns` is True for the form with parentheses"""

    name: str
    parameters: tuple[str, ...]
    outputs: tuple[str, ...]
    returns: bool
    common: bool


@node
class Instruction(Node):
    """NAME arguments OUT receivers; None stands for an empty slot; `outputs` is None without OUT.

    CALL, USE, EXEC, XON, XOFF and every builtin or DEF called as a statement arrive here.
    """

    name: str
    arguments: tuple[Expression | None, ...]
    outputs: tuple[Target | None, ...] | None


@node
class Option(Node):
    """OPTION STRICT · OPTION DEFINT · OPTION TOOL"""

    word: str


@node
class Unreadable(Node):
    """A statement that cannot be read, or the condition of an IF; only `parse_leniently` makes one.

    `mistake` is the column of what cannot stand there. `known` are the names and expressions that were made
    out. `stands_for` is the statement that the first word begins, with operands that mean nothing, where that
    begins or ends a block.
    """

    mistake: int
    known: tuple[Node, ...]
    stands_for: Statement | None

    @property
    def error(self) -> BasicSyntaxError:
        return BasicSyntaxError(line=self.line, column=self.mistake)


Straight = (
    Label | Assign | Declare | Print | Input | LineInput | Increase | Swap | Read | Restore | Data
    | Nowhere | Instruction | Option
)  # fmt: skip
"""What stands in a block and leads to what stands behind it."""
Jump = Break | Continue | Goto | Gosub | On | Return | End | Stop
"""What stands in a block and may lead elsewhere, or to the end."""
Delimiter = (
    If | ElseIf | Else | EndIf | Empty | For | Next | While | Wend | Repeat | Until | Define
)  # fmt: skip
"""What begins and ends blocks; `structure` leaves none of them."""
Statement = Straight | Jump | Delimiter
AnyStatement = Statement | Unreadable

Head = AnyStatement | Expression
"""What one step works out by itself: a plain statement, the head of a FOR, or the condition of another."""

# Fields of these types hold no nodes.
PLAIN = {"int", "str", "bool", "int | float", "tuple[str, ...]"}

FIELDS = {
    kind: [name for name, field in kind.__dataclass_fields__.items() if field.type not in PLAIN]
    for kind in (*get_args(Expression), *get_args(Statement), Declaration)
}
"""The fields of each kind of node in which other nodes may stand, in source order."""
FIELDS[Unreadable] = ["known"]


def parts(node: Node) -> list[Any]:
    """The nodes directly inside a node, in source order."""
    found = []
    for name in FIELDS[type(node)]:
        value = getattr(node, name)
        if type(value) is tuple:
            found += [each for each in value if isinstance(each, Node)]
        elif value is not None:
            found.append(value)
    return found
