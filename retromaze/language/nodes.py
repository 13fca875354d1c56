"""The nodes of the syntax tree, immutable, and walks over them.

A parsed listing is a flat tuple of statements in source order; `IF … THEN`, `ELSE`, `NEXT` and `UNTIL` are
statements of their own here, and `pairing.py` pairs them up. Lines and columns count from 1.
Names are upper case and keep their suffix (`A`, `A%`, `A$`); labels are upper case without the `@`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from operator import is_not
from typing import Any, TypeVar, dataclass_transform, get_args

from retromaze.errors import BasicSyntaxError
from retromaze.language.lexer import yield_to_host

Class = TypeVar("Class", bound=type)
Result = TypeVar("Result")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(class_: Class) -> Class:
    """Decorates a class of nodes: a dataclass that mypy takes for frozen.

    Frozen at run time, the classes would cost 6 ms of each start.
    """
    return dataclass(slots=True, eq=False, repr=False)(class_)  # type: ignore[return-value]


class ResultCache:
    """An object that stores results of functions that `cached_on_node` decorates, by the function's name."""

    __slots__ = ("cached_results",)

    cached_results: dict[str, Any]


def cached_on_node(function: Callable[[Any], Result]) -> Callable[[Any], Result]:
    """Decorates a function of one node; its result is stored in the node, which never changes.

    The result must not hold the node itself, or only the garbage collector could remove the two.
    """
    name = function.__name__

    @wraps(function)
    def cached(owner: ResultCache) -> Result:
        """Returns the stored result for a node, or computes and stores it."""
        try:
            found: Result = owner.cached_results[name]
        except AttributeError:  # the first result of this node
            owner.cached_results = {}
        except KeyError:
            pass
        else:
            return found
        result = owner.cached_results[name] = function(owner)
        return result

    return cached


@node
class Node(ResultCache):
    """A node with its place in the listing. `==` compares identity, `same_code` contents.

    `__repr__` is defined here because generating it for each of fifty classes would take a third of the time
    of this module's import.
    """

    line: int
    column: int

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
        return f"{type(self).__name__}({shown})"


NodeType = TypeVar("NodeType", bound=Node)
PLACE = ("line", "column")


def same_code(one: Any, other: Any) -> bool:
    """Whether two nodes, or tuples of nodes, are equal in all but their places."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same_code, one, other))
    if not isinstance(one, Node):
        return bool(one == other)
    names = (name for name in one.__dataclass_fields__ if name not in PLACE)
    return type(one) is type(other) and all(
        same_code(getattr(one, each), getattr(other, each)) for each in names
    )


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
    """target = value; value is None for `X=` with nothing after it, an error when it runs"""

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
    """IF condition THEN · IF condition GOTO target. A label after THEN becomes a Goto of its own."""

    condition: Expression


@node
class ElseIf(Node):
    """ELSEIF condition THEN · ELSEIF condition GOTO target"""

    condition: Expression


@node
class Else(Node):
    """ELSE. A label after it becomes a Goto of its own."""


@node
class EndIf(Node):
    """ENDIF"""


@node
class Empty(Node):
    """The colon directly after THEN or ELSE: nothing to do, but no end of the line either"""


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
class Restart(End):
    """EXEC of the program that runs, in the program of a port: it ends and begins again with new variables"""


@node
class EndOfSlot(End):
    """END inside of a GOSUB or DEF of a program that EXEC began, in the program of a port: that goes on"""


@node
class Stop(Node):
    """STOP"""


@node
class Undefined(Stop):
    """A jump or call by a text that names nothing, in the program of a port: it raises `error`"""

    error: str


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

    `mistake` is the column of the first token that is not allowed. `known` are the names and expressions that
    were read. If the first word begins or ends a block, `stands_for` is such a statement, with operands
    without a meaning.
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
"""Statements in a block after which control goes on to the next one."""
Jump = Break | Continue | Goto | Gosub | On | Return | End | Stop
"""Statements in a block after which control may go elsewhere, or end."""
Delimiter = (
    If | ElseIf | Else | EndIf | Empty | For | Next | While | Wend | Repeat | Until | Define
)  # fmt: skip
"""Statements that begin and end blocks; after `pairing` there are none."""
Statement = Straight | Jump | Delimiter
AnyStatement = Statement | Unreadable

Head = AnyStatement | Expression
"""What a step of a listing evaluates itself, as `structure` explains."""

# Fields of these types hold no nodes.
PLAIN = {"int", "str", "bool", "int | float", "tuple[str, ...]"}

FIELDS = {
    kind: [name for name, field in kind.__dataclass_fields__.items() if field.type not in PLAIN]
    for kind in (*get_args(Expression), *get_args(Statement), Declaration)
}
"""The fields of each kind of node in which other nodes may stand, in source order."""
FIELDS[Unreadable] = ["known"]  # not `stands_for`, whose operands have no meaning
FIELDS[Restart] = FIELDS[EndOfSlot] = FIELDS[Undefined] = []


def child_nodes(node: Node) -> list[Any]:
    """Returns the nodes directly inside a node, in source order."""
    found = []
    for name in FIELDS[type(node)]:
        value = getattr(node, name)
        if type(value) is tuple:
            found += [each for each in value if isinstance(each, Node)]
        elif value is not None:
            found.append(value)
    return found


def with_children(node: NodeType, change: Callable[[Any], Any]) -> NodeType:
    """Returns a node with `change` of each node directly inside it; the node itself if nothing changes."""
    changes: dict[str, Any] = {}
    for name in FIELDS[type(node)]:
        value = getattr(node, name)
        if type(value) is tuple:
            items = tuple([change(each) if isinstance(each, Node) else each for each in value])
            if any(map(is_not, items, value)):
                changes[name] = items
        elif value is not None and (new := change(value)) is not value:
            changes[name] = new
    return replace(node, **changes) if changes else node


# ---- walks, none of which is recursive: nodes may be nested deeply


def walk(node: Node) -> list[Any]:
    """Returns a node and all nodes below it, outer before inner, left before right."""
    yield_to_host()
    found = []
    waiting = [node]
    while waiting:
        current = waiting.pop()
        found.append(current)
        if FIELDS[type(current)]:
            waiting += reversed(child_nodes(current))
    return found


def nodes_in(node: Node) -> tuple[Any, ...]:
    """Returns the result of `walk`, cached, for a node that is searched many times, as a step's head is."""
    # the caches leave out the node itself: only the garbage collector could remove the two
    try:
        return node, *node.cached_results["inner_nodes"]
    except (AttributeError, KeyError):
        return node, *inner_nodes(node)


@cached_on_node
def inner_nodes(node: Node) -> tuple[Any, ...]:
    """Returns all nodes below a statement or expression, cached."""
    return tuple(walk(node)[1:])


CALLS = (Function, Instruction)


def calls_in(node: Node) -> tuple[Function | Instruction, ...]:
    """Returns the calls in a statement or expression, of builtins and DEFs alike."""
    try:
        calls = node.cached_results["inner_calls"]
    except (AttributeError, KeyError):
        calls = inner_calls(node)
    return (node, *calls) if isinstance(node, CALLS) else calls


@cached_on_node
def called_words(node: Node) -> frozenset[str]:
    """Returns the words that a statement or expression calls, of builtins and DEFs alike."""
    return frozenset([each.name for each in calls_in(node)])


@cached_on_node
def inner_calls(node: Node) -> tuple[Function | Instruction, ...]:
    """Returns the calls below a statement or expression, cached."""
    return tuple([each for each in inner_nodes(node) if isinstance(each, CALLS)])


# ---- chains of operators of one rank, `A+B-C`, which the parser nests to the left

RANKS = {
    operator: rank
    for rank, row in enumerate(
        ("||", "&&", "OR XOR", "AND", "== != < <= > >=", "<< >>", "+ -", "* / DIV MOD")
    )
    for operator in row.split()
}
"""The rank of each binary operator in the grammar, loosest first."""


def chain_operators(last: Binary) -> Iterator[Binary]:
    """Yields the operators of the chain that ends in this one, from right to left.

    A chain, such as `A+B-C`, has operators of one rank; the parser nests it to the left.
    """
    rank = RANKS[last.operator]
    each: Expression = last
    while isinstance(each, Binary) and RANKS[each.operator] == rank:
        yield each
        each = each.left


def chain_operands(last: Binary) -> list[Expression]:
    """Returns the operands of the chain that ends in this operator, from left to right: those of `A+B-C`."""
    chain = list(chain_operators(last))
    return [chain[-1].left, *(each.right for each in reversed(chain))]
