"""Guards: what is known of a variable at a place because it was compared, counted or used as a subscript.

`IF Y>=2 && M[X,Y-2]==0` reads the map only where Y is 2 or more; where `R[X,Y]=1` went well, X and Y are
subscripts, so neither negative nor large. Such a guard holds until the variable is stored to, or something
is called that may store to it; at a label nothing is sure, because control may come from anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from retromaze.analysis.kinds import LARGEST, SMALLEST, Kind, Type, integer
from retromaze.language import nodes
from retromaze.language.chains import operands
from retromaze.language.nodes import Expression
from retromaze.language.program import Scope
from retromaze.language.walk import nodes_in

# No array is longer: the console's memory ends at a million numbers, and what PUSH adds in one frame more.
LONGEST = 1 << 26
MOST_NAMES, MOST_GUARDS = 32, 6
# Guards made of guards made of guards …: so far is looked back, at sides no longer than so many nodes.
DEEPEST, LONGEST_SIDE = 3, 9
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True, eq=False, slots=True)
class Guard:
    """`name + offset` stands in the relation `sign` to `edge`, as `edge` was where `known` held.

    `depth` is how many guards an answer may have to look at, one behind the other.
    """

    sign: str
    edge: Expression | Kind
    known: Known
    offset: int = 0
    depth: int = 0

    def narrow(self, kind: Kind, edge: Kind) -> Kind:
        """The kind of the variable where the guard holds, `edge` being that of the other side."""
        if not edge.is_int or self.may_wrap(kind):
            return kind
        low, high = edge.low - self.offset, edge.high - self.offset
        match self.sign:
            case "<" | "<=":
                return at_most(kind, high - (self.sign == "<"))
            case ">" | ">=":
                return at_least(kind, low + (self.sign == ">"))
            case "==":
                return at_least(at_most(kind, high), low)
            case _:
                return other_than(kind, low) if low == high else kind

    def says_the_same(self, other: Guard) -> bool:
        same = self.edge is other.edge or (isinstance(self.edge, Kind) and self.edge == other.edge)
        return same and (self.sign, self.offset) == (other.sign, other.offset)

    def stands_in(self, guards: tuple[Guard, ...]) -> bool:
        """Whether it is among the guards, or one of a subscript that says as much."""
        return self in guards or (
            isinstance(self.edge, Kind) and any(each.says_the_same(self) for each in guards)
        )

    def may_wrap(self, kind: Kind) -> bool:
        """Whether an Integer may have passed 32 bits on its way to the comparison; a subscript may not."""
        if not self.offset or kind.type is not Type.INTEGER or isinstance(self.edge, Kind):
            return False
        return kind.low + self.offset < SMALLEST or kind.high + self.offset > LARGEST


def at_least(kind: Kind, low: int) -> Kind:
    return kind if low <= kind.low else kind._replace(low=low, high=max(kind.high, low))


def at_most(kind: Kind, high: int) -> Kind:
    return kind if high >= kind.high else kind._replace(low=min(kind.low, high), high=high)


def other_than(kind: Kind, value: int) -> Kind:
    if kind.low == value < kind.high:
        return kind._replace(low=value + 1)
    return kind._replace(high=value - 1) if kind.high == value > kind.low else kind


class Known:
    """The guards of one place, by the names of the variables; never changed."""

    __slots__ = ("guards",)

    def __init__(self, guards: Mapping[str, tuple[Guard, ...]] | None = None) -> None:
        self.guards = dict(guards or {})

    def of(self, name: str) -> tuple[Guard, ...]:
        return self.guards.get(name, ())

    def adding(self, name: str, guard: Guard) -> Known:
        there = self.of(name)
        if len(there) >= MOST_GUARDS or (not there and len(self.guards) >= MOST_NAMES):
            return self
        if any(each.says_the_same(guard) for each in there):
            return self
        return Known({**self.guards, name: (*there, guard)})

    def taking(self, name: str, guards: tuple[Guard, ...]) -> Known:
        """With these guards in the place of what is known of the name."""
        kept = {each: there for each, there in self.guards.items() if each != name}
        return Known(kept | {name: guards}) if guards else Known(kept)

    def without(self, stored: Callable[[str], bool]) -> Known:
        if not self.guards:
            return self
        kept = {name: each for name, each in self.guards.items() if not stored(name)}
        return self if len(kept) == len(self.guards) else Known(kept)


NOTHING_KNOWN = Known()


def common(ends: list[Known]) -> Known:
    """What is sure whichever way was taken."""
    first, *others = ends
    if not others:
        return first
    kept = {
        name: tuple(each for each in guards if all(each.stands_in(other.of(name)) for other in others))
        for name, guards in first.guards.items()
    }
    return Known({name: guards for name, guards in kept.items() if guards})


class Learning:
    """What conditions and subscripts tell, in one scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def adding(self, known: Known, name: str, sign: str, edge: Expression | Kind, offset: int = 0) -> Known:
        return self.adding_seen(known, name, sign, edge, known, offset)

    def stored(self, after: Known, name: str, value: Expression, before: Known) -> Known:
        """A variable is what was stored into it last; `before` is what was known of the value."""
        return self.adding_seen(after, name, "==", value, before)

    def adding_seen(
        self, known: Known, name: str, sign: str, edge: Expression | Kind, seen: Known, offset: int = 0
    ) -> Known:
        if isinstance(edge, Kind):
            return known.adding(name, Guard(sign, edge, NOTHING_KNOWN, offset))
        side = nodes_in(edge)
        if len(side) > LONGEST_SIDE:
            return known
        depth = 1 + max((each.depth for each in self.guards_of(side, seen)), default=0)
        if depth > DEEPEST:
            seen, depth = NOTHING_KNOWN, 1  # whatever it is made of, it is in the range of its variables
        return known.adding(name, Guard(sign, edge, seen, offset, depth))

    def guards_of(self, side: Iterable[nodes.Node], known: Known) -> Iterator[Guard]:
        for each in side:
            if isinstance(each, nodes.Name):
                yield from known.of(each.name)

    def from_condition(self, condition: Expression, holds: bool, known: Known) -> Known:
        """What is sure behind a condition that was found true, or false."""
        match condition:
            case nodes.Unary(operator="!"):
                return self.from_condition(condition.operand, not holds, known)
            case nodes.Binary(operator="&&" | "||" as sign):
                first, *others = operands(condition)
                if holds != (sign == "&&"):
                    return self.from_subscripts(first, known)
                for each in (first, *others):
                    known = self.from_condition(each, holds, known)
                return known
            case nodes.Binary(operator=sign) if sign in OPPOSITE:
                known = self.from_subscripts(condition, known)
                return self.from_comparison(condition, sign if holds else OPPOSITE[sign], known)
            case nodes.Name() if self.is_scalar(condition.name):
                return self.adding(known, condition.name, "!=" if holds else "==", integer(0, 0))
            case _:
                return self.from_subscripts(condition, known)

    def from_comparison(self, node: nodes.Binary, sign: str, known: Known) -> Known:
        result = known
        for side, other, relation in ((node.left, node.right, sign), (node.right, node.left, MIRRORED[sign])):
            if (place := self.moved_name(side)) is not None:
                result = self.adding(result, place[0], relation, other, place[1])
        return result

    def from_subscripts(self, node: nodes.Node, known: Known) -> Known:
        """Behind a statement its subscripts are known to have been in order."""
        if not any(isinstance(each, nodes.Index) for each in nodes_in(node)):
            return known
        for name, offset in self.subscripts(node):
            known = self.adding(known, name, "==", integer(0, LONGEST), offset)
        return known

    def subscripts(self, node: nodes.Node) -> Iterator[tuple[str, int]]:
        """(name, offset) of each subscript `name + offset` of an array that is certainly looked at."""
        waiting = [node]
        while waiting:
            each = waiting.pop()
            if isinstance(each, nodes.Binary) and each.operator in {"&&", "||"}:
                waiting.append(operands(each)[0])
                continue
            if isinstance(each, nodes.Index) and self.is_array(each.target):
                yield from (place for at in each.subscripts if (place := self.moved_name(at)))
            waiting.extend(nodes.parts(each))

    def moved_name(self, node: Expression) -> tuple[str, int] | None:
        """(X, n) of `X+n` or `X-n`, and (X, 0) of X."""
        match node:
            case nodes.Name(name=name) if self.is_scalar(name):
                return name, 0
            case nodes.Binary(
                operator="+" | "-" as sign, left=nodes.Name(name=name), right=nodes.Number(value=int(step))
            ):
                return (name, step if sign == "+" else -step) if self.is_scalar(name) else None
            case _:
                return None

    def is_scalar(self, name: str) -> bool:
        variable = self.scope.find(name)
        return variable is not None and not variable.is_array

    def is_array(self, node: nodes.Node) -> bool:
        variable = self.scope.find(node.name) if isinstance(node, nodes.Name) else None
        return variable is not None and variable.is_array
