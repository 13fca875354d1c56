"""LALR parsing: lark's tables as plain data, cached in a file, and the loop that runs them over tokens.

Making the tables takes a third of a second, and importing lark a fifth of a start; reading them back takes a
millisecond and no lark. Several processes or threads may start at once: the file is written in one step.

The loop treats the levels of the precedence of operators in one look-up, where lark's own turns a sum into a
shift into a comparison step by step. With it and our lexer a line takes 0.065 ms instead of 0.18.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import threading
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze import system
from retromaze.errors import BasicError, BasicSyntaxError

if TYPE_CHECKING:
    import lark.grammar

    from retromaze.language.lexer import Token

GRAMMAR = Path(__file__).with_name("grammar.lark")
EXPORTED_TABLES = Path(__file__).with_name("grammar.tables")
"""The file of the tables in an exported page, which cannot make them: it has no lark."""
CHECK_SIZE = 4
"""Bytes of the check sum with which the file begins."""
QUICK, STEADY = 4, 2
"""Versions of marshal's format that every Python reads: the faster one, and one with reproducible bytes."""
FORMAT = 1
"""Counts up whenever the classes below change."""


class GrammarTerminal(NamedTuple):
    """A type of token: its regular expression, and its `spelling` if there is only one, else ""."""

    name: str
    spelling: str
    regexp: str


Kept = tuple[int, bool, int]
"""A part of a rule that its action gets: (index, is_inlined, missing).

The own parts of an inlined one stand in its place. `missing` optional parts were left out before it.
"""


class Production(NamedTuple):
    """An alternative of the grammar: `size` parts become one `symbol`.

    The value of the symbol is made by the method `action` from the values of the `kept` parts, of all parts
    if None. The method is given None for each optional part that was left out, `missing_at_end` of them after
    the last. A `single` rule has no action: its value is that of its only part.
    """

    symbol: str
    size: int
    action: str
    single: bool
    kept: tuple[Kept, ...] | None
    missing_at_end: int


Row = dict[str, int]
"""The actions of one state, by the next symbol: the number of the next state, or ~number of a rule."""


class Tables(NamedTuple):
    """The terminals, rules and states of a grammar; tokens named in `ignored` are dropped."""

    terminals: tuple[GrammarTerminal, ...]
    ignored: frozenset[str]
    rules: tuple[Production, ...]
    rows: tuple[Row, ...]
    start: int
    end: int


@cache
def listing_tables() -> Tables:
    """Returns the tables of `grammar.lark`."""
    return load_tables(GRAMMAR.read_text("utf-8"))


def load_tables(grammar: str) -> Tables:
    """Returns the LALR tables of a grammar, from the cached file if there is one."""
    file = tables_file(grammar)
    tables = read_tables(file, grammar)
    if tables is None:
        tables = make_tables(grammar)
        write_tables(file, grammar, tables)  # where that fails, the next start makes them again
    return tables


# ---- lark's tables as plain data


def make_tables(grammar: str) -> Tables:
    """Makes the tables of a grammar by lark."""
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    parser: Any = Lark(grammar, parser="lalr", lexer="basic", maybe_placeholders=True)
    table = parser.parser.parser._parse_table
    rules = {rule: number for number, rule in enumerate(parser.rules)}
    rows = [
        {str(symbol): to if action is Shift else ~rules[to] for symbol, (action, to) in row.items()}
        for _, row in sorted(table.states.items())
    ]
    return Tables(
        tuple(
            GrammarTerminal(
                each.name, each.pattern.value if each.pattern.type == "str" else "", each.pattern.to_regexp()
            )
            for each in parser.terminals
        ),
        frozenset(parser.ignore_tokens),
        tuple(map(rule_of_lark, rules)),
        tuple(rows),
        table.start_states["start"],
        table.end_states["start"],
    )


def rule_of_lark(rule: lark.grammar.Rule) -> Production:
    """Converts a rule of lark to one of ours.

    lark makes a rule for each combination of optional parts; `empty_indices` says which were left out.
    """
    kept, missing = list[Kept](), 0
    parts = iter(enumerate(rule.expansion))
    for left_out in rule.options.empty_indices or [False] * len(rule.expansion):
        if left_out:
            missing += 1
            continue
        index, part = next(parts)
        if not getattr(part, "filter_out", False):  # only tokens have it
            is_inlined = not part.is_term and part.name.startswith("_")
            kept.append((index, is_inlined, missing))
            missing = 0
    # most rules need all their parts as they are, for which `kept` is None
    whole = not missing and kept == [(index, False, 0) for index in range(len(rule.expansion))]
    return Production(
        str(rule.origin.name),
        len(rule.expansion),
        str(rule.alias or rule.origin.name),
        bool(rule.options.expand1 and not rule.alias),
        None if whole else tuple(kept),
        missing,
    )


# ---- the file


def tables_file(grammar: str) -> Path:
    """Returns the path of the file for a grammar and this Python; in a browser, a file of the page."""
    if sys.platform == "emscripten":
        return EXPORTED_TABLES
    key = f"{FORMAT} {sys.implementation.cache_tag} {grammar}"
    return system.cache_folder() / f"grammar-{zlib.crc32(key.encode()):08x}"


def read_tables(file: Path, grammar: str) -> Tables | None:
    """Reads the tables of a grammar from a file; None if it is missing, damaged or of another grammar."""
    try:
        contents = file.read_bytes()
    except OSError:
        return None
    check, body = contents[:CHECK_SIZE], contents[CHECK_SIZE:]
    if check != check_sum(body):
        return None
    key, terminals, ignored, rules, *rest = marshal.loads(body)
    if key != [FORMAT, grammar]:
        return None  # another grammar whose file has the same name, which is only a check sum of its key
    return Tables(
        tuple(GrammarTerminal(*each) for each in terminals),
        frozenset(ignored),
        tuple(Production(*each) for each in rules),
        *rest,
    )


def write_tables(file: Path, grammar: str, tables: Tables) -> None:
    """Writes the file in one step, so that no other process reads a part, where that is possible."""
    draft = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(pack_tables(grammar, tables))
        draft.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()


def pack_tables(grammar: str, tables: Tables, form: int = QUICK) -> bytes:
    """Returns the contents of the file; `form` is the version of marshal's format, QUICK or STEADY."""
    body = marshal.dumps([[FORMAT, grammar], *as_plain_tuples(tables)], form)
    return check_sum(body) + body


def check_sum(body: bytes) -> bytes:
    """Returns a check sum, to detect a damaged file."""
    return zlib.crc32(body).to_bytes(CHECK_SIZE, "big")


def as_plain_tuples(value: Any) -> Any:
    """Converts our tuples and sets to plain tuples, for marshal."""
    if isinstance(value, frozenset):
        return tuple(sorted(value))  # so that equal tables have equal bytes
    return tuple(map(as_plain_tuples, value)) if isinstance(value, tuple) else value


# ---- running them

Build = Callable[[list[Any]], Any]
# The action where a token is not allowed; no state has this number.
NOTHING = 1 << 30


class Unexpected(Exception):
    """The token at which a text cannot be read any further, and the error."""

    def __init__(self, token: Token, error: BasicError | None = None) -> None:
        super().__init__(token)
        self.token = token
        self.error = error or BasicSyntaxError(line=token.line, column=token.column)


class ParserStack(NamedTuple):
    """The stack of a parser: states, and for each but the first the value of the symbol before it."""

    states: list[int]
    values: list[Any]


class Reduction(NamedTuple):
    """Replaces the last `size` symbols by one `symbol`; `build` makes its value of their values.

    A unit reduction gives one symbol another name, with the same value: `sum` to a product that stands alone.
    """

    size: int
    symbol: str
    build: Build
    is_unit: bool


class Automaton:
    """A parser for a grammar. The method of `actions` with a rule's name makes the rule's value.

    `rows` has the actions of each state by the next symbol: the number of the next state, or ~number of a
    rule in `reductions`. `unit_reductions` caches the results of `state_after_unit_reductions`.
    """

    def __init__(self, tables: Tables, actions: object) -> None:
        self.rows = tables.rows
        self.start, self.end = tables.start, tables.end
        self.reductions = [reduction_of_rule(rule, actions) for rule in tables.rules]
        self.unit_reductions: dict[tuple[int, int, str], int] = {}

    def stack(self) -> ParserStack:
        """Returns the stack at the beginning of a text."""
        return ParserStack([self.start], [])

    def parse(self, tokens: Iterable[Token], stack: ParserStack | None = None) -> Any:
        """Parses tokens, the last of type $END, and returns the value of the start symbol.

        Raises Unexpected at the first token that is not allowed at its place; `stack` then holds what was
        read before. Before a token is shifted, everything that it completes is reduced.
        """
        rows, reductions, end = self.rows, self.reductions, self.end
        states, values = stack or self.stack()
        for token in tokens:
            kind = token.type
            while (action := rows[states[-1]].get(kind, NOTHING)) < 0:
                size, symbol, build, is_unit = reductions[~action]  # of the rule that ends here
                if is_unit:
                    states[-1] = self.state_after_unit_reductions(states[-2], states[-1], kind)
                    continue
                parts = values[-size:] if size else []
                if size:  # [-0:] would be the whole stack
                    del states[-size:], values[-size:]
                try:
                    values.append(build(parts))
                except BasicError as error:
                    values += parts  # a lenient parser makes an Unreadable of them
                    raise Unexpected(token, error) from None
                states.append(rows[states[-1]][symbol])
                if states[-1] == end:
                    return values[-1]
            if action == NOTHING:
                raise Unexpected(token)
            states.append(action)
            values.append(token)
        raise ValueError("the tokens do not end in $END")

    def replace(self, stack: ParserStack, count: int, symbol: str, value: Any) -> None:
        """Replaces all but the first `count` values of a stack by one symbol, to resume after an error."""
        del stack.states[count + 1 :], stack.values[count:]
        stack.states.append(self.rows[stack.states[-1]][symbol])
        stack.values.append(value)

    def last_possible_start(self, stack: ParserStack, symbol: str) -> int:
        """Returns the number of values on a stack before the last place where a symbol could begin."""
        return max(count for count, state in enumerate(stack.states) if symbol in self.rows[state])

    def state_after_unit_reductions(self, below: int, state: int, kind: str) -> int:
        """Returns the state after all unit reductions before a token; cached, as each operand needs ten.

        `state` and the one `below` it are on top of the stack; `kind` is the token's type.
        """
        place = (below, state, kind)
        result = self.unit_reductions.get(place)
        if result is None:
            result, action = state, self.rows[state][kind]
            while action < 0 and self.reductions[~action].is_unit:
                result = self.rows[below][self.reductions[~action].symbol]
                action = self.rows[result].get(kind, NOTHING)
            self.unit_reductions[place] = result
        return result


def reduction_of_rule(rule: Production, actions: object) -> Reduction:
    """Returns what the automaton does at the end of a rule; `actions` has the methods that make values."""
    build: Build = only_part if rule.single else getattr(actions, rule.action, list_of_parts)
    is_unit = rule.single and rule.size == 1 and rule.kept is None
    if rule.kept is not None:
        build = with_kept_parts(rule.kept, rule.missing_at_end, build)
    return Reduction(rule.size, rule.symbol, build, is_unit)


def list_of_parts(parts: list[Any]) -> list[Any]:
    """Makes the value of a rule without an action: the list of its parts."""
    return parts


def only_part(parts: list[Any]) -> Any:
    """Makes the value of a rule that takes the value of its only part."""
    (part,) = parts
    return part


def with_kept_parts(kept: tuple[Kept, ...], missing_at_end: int, build: Build) -> Build:
    """Returns a function that calls `build` with the `kept` parts of a Rule, and None for missing ones."""
    if not missing_at_end and not any(is_inlined or missing for _, is_inlined, missing in kept):
        indices = [index for index, _, _ in kept]
        if build is list_of_parts:
            return lambda parts: [parts[index] for index in indices]
        return lambda parts: build([parts[index] for index in indices])

    def choose(parts: list[Any]) -> Any:
        """Calls `build` with the parts that are kept, in order, and None for each optional one left out."""
        values = list[Any]()
        for index, is_inlined, missing in kept:
            if missing:
                values += [None] * missing
            if not is_inlined:
                values.append(parts[index])
            elif values:
                values += parts[index]
            else:
                # The list grows in place, here that of `_statements` by one statement: a copy for each
                # statement would take quadratic time. Nothing else refers to it.
                values = parts[index]
        if missing_at_end:
            values += [None] * missing_at_end
        return values if build is list_of_parts else build(values)

    return choose
