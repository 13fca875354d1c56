"""The grammar as a whole: its conflicts, and programs drawn from it."""

import logging
import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark

from retromaze.errors import BasicError
from retromaze.language import parser
from retromaze.language.lalr import GRAMMAR
from tests.amounts import many
from tests.fuzzing.kinds import KINDS, program

# What begins an expression as well as a statement.
NAMES = {"NAME", "TO", "STEP"}
TARGETS = NAMES | {"VAR"}
EXPRESSIONS = TARGETS | {"LABEL"}

CONFLICTS = {
    # a value may follow the word, or the next statement
    "assign : target _BECOMES": EXPRESSIONS,
    "instruction : NAME": EXPRESSIONS,
    "print : PRINT": EXPRESSIONS,
    "print : PRINT *": EXPRESSIONS,
    "print : QUESTION": EXPRESSIONS,
    "print : QUESTION *": EXPRESSIONS,
    "constants : RESTORE": EXPRESSIONS,
    "jump : GOTO": EXPRESSIONS | {"RETURN"},
    "jump : GOSUB": EXPRESSIONS | {"RETURN"},
    "jump : RETURN": EXPRESSIONS,
    "loop : UNTIL": EXPRESSIONS,
    "loop : NEXT": NAMES,
    "define : DEF NAME": NAMES,
    "define : COMMON DEF NAME": NAMES,
    # a comma may be followed by one more item, or by nothing
    "slots : COMMA": EXPRESSIONS,
    "slots : * COMMA": EXPRESSIONS,
    "receivers : COMMA": TARGETS,
    "receivers : * COMMA": TARGETS,
    "declare : VAR declaration COMMA": NAMES,
    "declare : VAR declaration * COMMA": NAMES,
    "declare : DIM declaration COMMA": NAMES,
    "declare : DIM declaration * COMMA": NAMES,
    # a label behind THEN or ELSE is jumped to, a colon there belongs to the branch
    "_condition : test _THEN": {"LABEL", "COLON"},
    "_condition : otherwise": {"LABEL", "COLON"},
    # STEP behind the limit belongs to the FOR
    "loop : FOR target _BECOMES expression TO expression": {"STEP"},
}


def test_the_only_conflicts_are_the_language_s_own(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, lark.logger.name):
        lark.Lark(GRAMMAR.read_text("utf-8"), parser="lalr", lexer="basic", debug=True)
    messages = [record.getMessage() for record in caplog.records if record.name == lark.logger.name]
    conflicts: dict[str, set[str]] = defaultdict(set)
    for kind, rule in zip(messages[::2], messages[1::2], strict=True):
        found = re.fullmatch(r"Shift/Reduce conflict for terminal (\w+): \(resolving as shift\)", kind)
        assert found, kind
        conflicts[plain(rule)].add(found[1])
    assert conflicts == CONFLICTS


def plain(rule: str) -> str:
    """` * <__slots_plus_7 : COMMA>` as `slots : COMMA`; lark's own helper rules become `*`."""
    origin, expansion = rule.strip(" *<>\n").split(" : ")
    origin = re.sub(r"^__(\w+?)_(star|plus)_\d+$", r"\1", origin)
    return f"{origin} : {re.sub(r'__[a-z_]+_[0-9]+', '*', expansion)}"


# ---- programs drawn from the grammar


@cache
def uncached() -> lark.Lark:
    """Returns lark's own parser of the grammar."""
    text = GRAMMAR.read_text("utf-8")
    return lark.Lark(text, parser="lalr", lexer="basic", transformer=parser.Builder())


SPELLINGS = {
    "NAME": ["A", "B%", "C$", "D#", "E1", "_", "GCLS", "STRICT", "remark"],
    "LABEL": ["@A", "@1", "@b_C"],
    "CONSTANT": ["#RED", "#on"],
    "NUMBER": ["0", "1", "2147483648", "1.5", ".", "5.", "1E2", "3#"],
    "HEXADECIMAL": ["&HFF"],
    "BINARY": ["&b101"],
    "STRING": ['"X"', '""'],
    "_NEWLINE": ["\n", "'X\r\n", "REM X\n"],
    "BLANK": [" ", "\t"],
    "COMMENT": ["\r"],
    "REMARK": ["\r"],
}


@cache
def spellings() -> dict[str, list[str]]:
    """Returns how each terminal may be written."""
    words = [each for each in uncached().terminals if each.pattern.type == "str"]
    return SPELLINGS | {each.name: [each.pattern.value, each.pattern.value.lower()] for each in words}


def terminal(name: str) -> st.SearchStrategy[str]:
    return st.sampled_from([f"{text} " for text in spellings()[name]])


LEAVES = st.sampled_from(
    [
        f"{text} "
        for name in ("NAME", "LABEL", "CONSTANT", "NUMBER", "HEXADECIMAL", "STRING")
        for text in SPELLINGS[name]
    ]
)
VALUES = st.recursive(
    LEAVES,
    lambda values: st.one_of(
        st.tuples(
            values, st.sampled_from(["||", "&&", "OR", "AND", "==", "<=", "<<", "-", "*", "MOD"]), values
        ),
        st.tuples(st.sampled_from(["-", "NOT", "!"]), values),
        st.tuples(st.sampled_from(["(", "F(", "CHR$(,", "VAR("]), values, st.just(")")),
        st.tuples(values, st.just("["), values, st.just("]")),
    ).map(" ".join),
    max_leaves=6,
)


@st.deferred
def programs() -> st.SearchStrategy[str]:
    """Programs drawn from the grammar, but for their expressions: those alone would grow without end."""
    text = GRAMMAR.read_text("utf-8").replace("?expression: either", "?expression: VALUE")
    # of the parsers of lark, this is the one that is made in no time
    grammar = lark.Lark(text + "\n%declare VALUE\n", parser="earley", lexer="basic")
    names = {each.name for each in grammar.terminals} & spellings().keys()
    return from_lark(grammar, explicit={name: terminal(name) for name in names} | {"VALUE": VALUES})


def assert_alike(source: str) -> None:
    """Asserts that our parser and lark's find the same in a text."""
    assert outcome(parser.parse, source) == outcome(uncached().parse, source.replace("\r\n", "\n"))


def outcome(parse: Callable[[str], object], source: str) -> str:
    """The nodes with their places, or "error" once its place is known to be one."""
    try:
        return repr(parse(source))
    except (lark.UnexpectedInput, BasicError) as error:
        assert error.line >= 1
        assert error.column >= 1
        return "error"


@pytest.mark.slow
@settings(max_examples=many(15, 320))
@given(st.lists(programs, min_size=1, max_size=4).map("\n".join))
def test_a_program_of_the_grammar_gives_nodes_or_an_error_with_its_place(source: str) -> None:
    assert_alike(source)


@settings(max_examples=many(30, 640))
@given(st.lists(st.deferred(lambda: st.sampled_from([*spellings()])), max_size=12))
def test_any_tokens_in_a_row_give_nodes_or_an_error_with_its_place(words: list[str]) -> None:
    assert_alike(" ".join(spellings()[word][0] for word in words))


@settings(max_examples=many(30, 640))
@given(st.text(alphabet="A1e.#$%@\"'&HB|<>=!?:;,()[]+-*/ \n\t\r_ſKé\ue200\x00", max_size=20))
def test_any_text_gives_nodes_or_an_error_with_its_place(source: str) -> None:
    assert_alike(source)


# ---- listings, which our own lexer and loop read as lark's do

ROOT = Path(__file__).resolve().parents[2]
FUZZED = many(20, 120)


def test_lark_s_own_parser_reads_what_is_fuzzed_alike() -> None:
    for number in range(FUZZED):
        assert_alike(program(list(KINDS)[number % len(KINDS)], number))
