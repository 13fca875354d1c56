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
"""A part of a rule whose value goes to the rule's action: (index, spread, gaps).

A `spread` part is replaced by its own parts. `gaps` is the number of optional parts left out before it.
"""


class Rule(NamedTuple):
    """An alternative of the grammar: `size` parts become one `symbol`.

    The value of the symbol is made by the method `action` from the values of the `kept` parts, of all parts
    if None. The method is given None for each part that was left out, `missing` of them after the last. A
    `single` rule has no action: its value is that of its only part.
    """

    symbol: str
    size: int
    action: str
    single: bool
    kept: tuple[Kept, ...] | None
    missing: int


Row = dict[str, int]
"""The actions of one state, by the next symbol: the number of the next state, or ~number of a rule."""


class Tables(NamedTuple):
    """The terminals, rules and states of a grammar; tokens named in `ignored` are dropped."""

    terminals: tuple[GrammarTerminal, ...]
    ignored: frozenset[str]
    rules: tuple[Rule, ...]
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


def rule_of_lark(rule: lark.grammar.Rule) -> Rule:
    """Converts a rule of lark to one of ours.

    lark makes a rule for each combination of optional parts; `empty_indices` says which were left out.
    """
    kept, missing = list[Kept](), 0
    parts = iter(enumerate(rule.expansion))
    for left_out in rule.options.empty_indices or [False] * len(rule.expansion):
        if left_out:
            missing += 1
            continue
        place, part = next(parts)
        if not getattr(part, "filter_out", False):  # only tokens have it
            has_parts_inlined = not part.is_term and part.name.startswith("_")
            kept.append((place, has_parts_inlined, missing))
            missing = 0
    # most rules need all their parts as they are, for which `kept` is None
    whole = not missing and kept == [(place, False, 0) for place in range(len(rule.expansion))]
    return Rule(
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
        tuple(Rule(*each) for each in rules),
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


class Stack(NamedTuple):
    """The stack of a parser: states, and for each but the first the value of the symbol before it."""

    states: list[int]
    values: list[Any]


class Reduction(NamedTuple):
    """Replaces the last `size` symbols by one `symbol`; `build` makes its value of their values.

    `renames` is True if one symbol becomes another and keeps its value.
    """

    size: int
    symbol: str
    build: Build
    renames: bool


class Automaton:
    """A parser for a grammar. The action of a rule is the method of `actions` with the rule's name.

    `rows` has the actions of each state by the next symbol: the number of the next state, or ~number of a
    rule in `reductions`. `renamed` caches the results of `state_after_renames`.
    """

    def __init__(self, tables: Tables, actions: object) -> None:
        self.rows = tables.rows
        self.start, self.end = tables.start, tables.end
        self.reductions = [reduction_of_rule(rule, actions) for rule in tables.rules]
        self.renamed: dict[tuple[int, int, str], int] = {}

    def stack(self) -> Stack:
        """Returns the stack at the beginning of a text."""
        return Stack([self.start], [])

    def parse(self, tokens: Iterable[Token], stack: Stack | None = None) -> Any:
        """Parses tokens, the last of type $END, and returns the value of the start symbol.

        Raises Unexpected at the first token that is not allowed at its place; `stack` then holds what was
        read before. Before a token is shifted, everything that it completes is reduced.
        """
        rows, reductions, end = self.rows, self.reductions, self.end
        states, values = stack or self.stack()
        for token in tokens:
            kind = token.type
            while (action := rows[states[-1]].get(kind, NOTHING)) < 0:
                size, symbol, build, renames = reductions[~action]  # of the rule that ends here
                if renames:
                    states[-1] = self.state_after_renames(states[-2], states[-1], kind)
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

    def replace(self, stack: Stack, at: int, symbol: str, value: Any) -> None:
        """Replaces all but the first `at` values of a stack by one symbol, to resume after an error."""
        del stack.states[at + 1 :], stack.values[at:]
        stack.states.append(self.rows[stack.states[-1]][symbol])
        stack.values.append(value)

    def last_possible_start(self, stack: Stack, symbol: str) -> int:
        """Returns the number of values on a stack before the last place where a symbol could begin.

        With the symbol of a statement, these are the values before the statement that cannot be read.
        """
        return max(at for at, state in enumerate(stack.states) if symbol in self.rows[state])

    def state_after_renames(self, below: int, state: int, kind: str) -> int:
        """Returns the state after all renaming reductions before a token; cached: each operand needs ten.

        `state` and the one `below` it are on top of the stack; `kind` is the token's type.
        """
        place = (below, state, kind)
        result = self.renamed.get(place)
        if result is None:
            result, action = state, self.rows[state][kind]
            while action < 0 and self.reductions[~action].renames:
                result = self.rows[below][self.reductions[~action].symbol]
                action = self.rows[result].get(kind, NOTHING)
            self.renamed[place] = result
        return result


def reduction_of_rule(rule: Rule, actions: object) -> Reduction:
    """Returns what the automaton does at the end of a rule; `actions` has methods that make the values."""
    build: Build = only_part if rule.single else getattr(actions, rule.action, list_of_parts)
    # such a rule only gives its part another symbol: `sum` to a product that stands alone
    renames = rule.single and rule.size == 1 and rule.kept is None
    if rule.kept is not None:
        build = with_kept_parts(rule.kept, rule.missing, build)
    return Reduction(rule.size, rule.symbol, build, renames)


def list_of_parts(parts: list[Any]) -> list[Any]:
    """Returns the value of a rule without an action: the list of its parts."""
    return parts


def only_part(parts: list[Any]) -> Any:
    """Returns the value of a rule that takes the value of its only part."""
    (part,) = parts
    return part


def with_kept_parts(kept: tuple[Kept, ...], missing: int, build: Build) -> Build:
    """Returns a function that calls `build` with the kept parts, and None for those that are missing.

    `kept` and `missing` are those of a Rule.
    """
    if not missing and not any(spread or gaps for _, spread, gaps in kept):
        places = [place for place, _, _ in kept]
        if build is list_of_parts:
            return lambda parts: [parts[place] for place in places]
        return lambda parts: build([parts[place] for place in places])

    def choose(parts: list[Any]) -> Any:
        """Calls `build` with the parts that are kept, in order, and None for missing ones."""
        values = list[Any]()
        for place, spread, gaps in kept:
            if gaps:
                values += [None] * gaps
            if not spread:
                values.append(parts[place])
            elif values:
                values += parts[place]
            else:
                # The list grows in place, here that of `_statements` by one statement: a copy for each
                # statement would take quadratic time. Nothing else refers to it.
                values = parts[place]
        if missing:
            values += [None] * missing
        return values if build is list_of_parts else build(values)

    return choose
