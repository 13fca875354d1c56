"""lark's parse tables as plain data, kept in a file so that only the first start needs lark.

Making them takes a third of a second, and importing lark a fifth of a start; reading them back takes a
thousandth of a second and nothing of lark. Two processes or two threads may start at once: a file appears
whole or not at all.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import threading
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze import system

if TYPE_CHECKING:
    import lark
    import lark.grammar

GRAMMAR = Path(__file__).with_name("grammar.lark")
BROUGHT = Path(__file__).with_name("grammar.tables")
"""Where the tables lie that an exported page brings along."""
CHECK_SIZE = 4
QUICK, STEADY = 4, 2
"""Forms of marshal's that every Python reads: one that is read soon, one that is the same every time."""
FORMAT = 1
"""Counts up whenever the classes below change."""


class GrammarTerminal(NamedTuple):
    """A kind of token: its `spelling` if it has only one, and a regular expression for it."""

    name: str
    spelling: str
    regexp: str


Kept = tuple[int, bool, int]
"""A part of a rule that has a value: where it stands, whether its own parts stand for it, and how many
optional parts before it were left out."""


class Rule(NamedTuple):
    """An alternative of the grammar: `size` parts become one `symbol`.

    `action` is the name of what is done with the values of the parts: those of `kept`, all if None, and None
    for each of those left out before them and of the `missing` at the end. A `single` one is worth what its
    only part is worth.
    """

    symbol: str
    size: int
    action: str
    single: bool
    kept: tuple[Kept, ...] | None
    missing: int


Row = dict[str, int]
"""What to do in one state, by the next symbol: the number of the next state, or ~number of a rule."""


class Tables(NamedTuple):
    """A grammar ready to be run; tokens named in `ignored` stand nowhere."""

    terminals: tuple[GrammarTerminal, ...]
    ignored: frozenset[str]
    rules: tuple[Rule, ...]
    rows: tuple[Row, ...]
    start: int
    end: int


@cache
def listing_tables() -> Tables:
    """Returns the tables of `grammar.lark`."""
    return load(GRAMMAR.read_text("utf-8"))


def load(grammar: str) -> Tables:
    """The LALR tables of a grammar, read back if they were kept, made and kept otherwise."""
    file = place(grammar)
    tables = read_tables(file, grammar)
    if tables is None:
        tables = make_tables(grammar)
        write(file, grammar, tables)
    return tables


# ---- lark's tables as plain data


def make_tables(grammar: str) -> Tables:
    """What lark makes of a grammar."""
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
        tuple(map(terminal, parser.terminals)),
        frozenset(parser.ignore_tokens),
        tuple(map(plain, rules)),
        tuple(rows),
        table.start_states["start"],
        table.end_states["start"],
    )


def terminal(each: lark.lexer.TerminalDef) -> GrammarTerminal:
    """A terminal of lark's."""
    spelling = each.pattern.value if each.pattern.type == "str" else ""
    return GrammarTerminal(each.name, spelling, each.pattern.to_regexp())


def plain(rule: lark.grammar.Rule) -> Rule:
    """A rule of lark's, with what it does to the values of its parts."""
    kept, missing = list[Kept](), 0
    parts = iter(enumerate(rule.expansion))
    for left_out in rule.options.empty_indices or [False] * len(rule.expansion):
        if left_out:
            missing += 1
            continue
        place, part = next(parts)
        if not getattr(part, "filter_out", False):  # only tokens have it
            kept.append((place, not part.is_term and part.name.startswith("_"), missing))
            missing = 0
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


def place(grammar: str) -> Path:
    """The file for this grammar and this Python: in the user's cache, or what came along to a browser."""
    if sys.platform == "emscripten":
        return BROUGHT
    key = f"{FORMAT} {sys.implementation.cache_tag} {grammar}"
    return system.cache_folder() / f"grammar-{zlib.crc32(key.encode()):08x}"


def read_tables(file: Path, grammar: str) -> Tables | None:
    """What was written into the file for this grammar; None if it is missing or damaged."""
    try:
        contents = file.read_bytes()
    except OSError:
        return None
    check, body = contents[:CHECK_SIZE], contents[CHECK_SIZE:]
    if check != check_sum(body):
        return None
    key, terminals, ignored, rules, *rest = marshal.loads(body)
    if key != [FORMAT, grammar]:
        return None
    return Tables(
        tuple(GrammarTerminal(*each) for each in terminals),
        frozenset(ignored),
        tuple(Rule(*each) for each in rules),
        *rest,
    )


def write(file: Path, grammar: str, tables: Tables) -> bool:
    """Puts the file in its place in one step; False where that is not allowed."""
    draft = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(pack_tables(grammar, tables))
        draft.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        return False
    return True


def pack_tables(grammar: str, tables: Tables, form: int = QUICK) -> bytes:
    """What stands in the file."""
    body = marshal.dumps([[FORMAT, grammar], *bare(tables)], form)
    return check_sum(body) + body


def check_sum(body: bytes) -> bytes:
    """A check sum, by which a damaged file is known."""
    return zlib.crc32(body).to_bytes(CHECK_SIZE, "big")


def bare(value: Any) -> Any:
    """The same with tuples in place of our classes, as marshal wants them, and of sets."""
    if isinstance(value, frozenset):
        return tuple(sorted(value))
    return tuple(map(bare, value)) if isinstance(value, tuple) else value
