"""The text of a listing: lines, spans, upper case, #constants, caches, a look outside while one compiles."""

import ast
import sys
from io import StringIO
from itertools import accumulate
from pathlib import Path
from types import FrameType

import pytest

import retromaze
from retromaze.compiler.compiling import compile_listing
from retromaze.direct.session import PipedFrontEnd
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.language import lexer as texts
from retromaze.language.lexer import (
    ascii_upper,
    lines_of,
    spans,
    text_cache,
    with_line_feeds,
    yield_to_host,
    yielding_to,
)
from retromaze.language.numbers import CONSTANTS
from retromaze.machine.machine import Machine
from retromaze.runner import run_source

OTHERS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""Where str.splitlines() cuts too."""


def test_lines_end_at_line_feeds_alone() -> None:
    lines: dict[str, list[str]] = {
        "": [],
        "\n": [""],
        "A": ["A"],
        "A\n": ["A"],
        "A\n\nB\n\n": ["A", "", "B", ""],
        f"A'{OTHERS}\nB": [f"A'{OTHERS}", "B"],
    }
    assert {source: lines_of(source) for source in lines} == lines


def test_both_languages_count_them_so() -> None:
    for letter in OTHERS:
        assert ast.parse(f"#{letter}\nx = '{letter}'\nx").body[-1].lineno == 3, letter
        error = run_source(f'\'{letter}\nA$="{letter}"\nERROR\n', Machine(seed=1))
        assert error and error.line == 3, letter


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_from_outside_ends_as_on_any_system(end: str) -> None:
    """In a file, in `retromaze.run` and at the prompt alike."""
    source = end.join(["PRINT 1 'x", "PRINT 2", "ERROR 1"])
    assert with_line_feeds(source) == "PRINT 1 'x\nPRINT 2\nERROR 1"
    result = retromaze.run(source, seed=1)
    assert result.text == "1\n2"
    assert result.error and (result.error.line, result.error.source) == (3, with_line_feeds(source))
    front = PipedFrontEnd(StringIO(source), StringIO())
    assert [front.read() for _ in range(3)] == ["PRINT 1 'x", "PRINT 2", "ERROR 1"]
    with pytest.raises(EOFError):
        front.read()


ENGINE = Path(__file__).resolve().parents[2] / "retromaze" / "engine"


def test_a_to_z_become_capitals_and_nothing_else_changes() -> None:
    every = "".join(map(chr, range(0x10000)))
    changed = {old: new for old, new in zip(every, ascii_upper(every), strict=True) if old != new}
    assert changed == dict(zip("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=True))


def test_the_engine_folds_in_no_other_way() -> None:
    assert [path.name for path in ENGINE.rglob("*.py") if ".upper()" in path.read_text("utf-8")] == []


def test_the_last_answers_are_kept_as_long_as_their_texts_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "CACHED_CHARACTERS", 10)
    made: list[tuple[str, int]] = []

    @text_cache(3)
    def answer(text: str, number: int = 0) -> int:
        made.append((text, number))
        return len(made)

    assert [answer("a", 1), answer("a", 1), answer("a", 2)] == [1, 1, 2]
    answer("b", 1), answer("c", 1)
    assert answer("a", 2) == 2  # three are kept
    assert answer("a", 1) == 5
    answer("x" * 9, 0)
    assert answer("a", 1) == 5 and answer("x" * 9, 0) == 6
    assert answer("c", 1) == 7  # too long together
    assert answer("y" * 99, 0) == answer("y" * 99, 0) == 8  # the last one always is
    answer.cache_clear()
    assert answer("y" * 99, 0) == 9


LINES = 300


def listing(name: str) -> str:
    """One that no other test has compiled: what is kept is not compiled again."""
    return f"{name}=1\n" + "IF A>1 THEN B=A+1:PRINT B\n" * LINES


def test_who_waits_is_called_inside_only() -> None:
    calls = []
    with yielding_to(lambda: calls.append("outer")):
        with yielding_to(lambda: calls.append("inner")):
            yield_to_host()
        yield_to_host()
    yield_to_host()
    assert calls == ["inner", "outer"]


def test_every_line_that_is_compiled_is_a_yield() -> None:
    calls: list[None] = []
    with yielding_to(lambda: calls.append(None)):
        compile_listing(listing("YIELD_STEP"))
    assert len(calls) > 5 * LINES


@pytest.mark.slow
@pytest.mark.parametrize("last", [1, 3000])
def test_compiling_can_be_ended_anywhere_and_begun_again(last: int) -> None:
    yields = []

    def look(machine: Machine) -> None:
        yields.append(machine.frame)
        if len(yields) == last:
            raise Stopped("enough")

    machine = Machine(seed=1)
    computer = Computer(machine)
    computer.load_source(0, listing(f"ENDED{last}"))
    machine.yield_every(machine.budget, look)
    with pytest.raises(Stopped, match=r"^enough$"):
        computer.run()
    assert (len(yields), machine.frame) == (last, 0)
    computer.run()
    assert computer.slots[0].compiled is not None


SWELLING = {
    "a condition": lambda many: "IF " + "&&".join(["A==1"] * many) + " THEN B=1",
    "arguments": lambda many: "A=MAX(" + ",".join(["RND(9)"] * many) + ")",
    "arguments that are worked out": lambda many: "A=MAX(" + ",".join(["B+1"] * many) + ")",
    "what is printed": lambda many: "PRINT " + ";".join(["B"] * many),
    "statements": lambda many: "A=1:B=2\n" * many,
    "variables": lambda many: "".join(f"V{number}=1\n" for number in range(many)),
}


def longest_wait(source: str) -> int:
    """The calls of Python functions between two yields, at most."""
    waits = [0]

    def called(frame: FrameType, event: str, argument: object) -> None:
        waits[-1] += event == "call"

    with yielding_to(lambda: waits.append(0)):
        sys.setprofile(called)
        try:
            compile_listing(source)
        finally:
            sys.setprofile(None)
    return max(waits)


@pytest.mark.slow
def test_nobody_waits_long_for_a_yield_in_a_large_listing() -> None:
    # a quarter of a second for the largest that the console holds, which has some hundred times as many
    waits = {kind: longest_wait(written(100)) for kind, written in SWELLING.items()}
    assert {kind: calls for kind, calls in waits.items() if calls >= 44 * 100} == {}


def test_spans_hold_every_character() -> None:
    for line in ("", 'print "a', "A=1'x", "REM x", "@L:#RED&HFF", "1.5E+3", "äß", "?!&&||<=>", "\t x"):
        found = list(spans(line))
        starts = [0, *accumulate(len(span.text) for span in found)]
        assert "".join(span.text for span in found) == line
        assert [span.start for span in found] == starts[:-1], line


def test_kinds_of_spans() -> None:
    line = 'Print "A";#RED,&HFF+1.5 REMX @L REM x'
    assert [span.kind for span in spans(line) if span.kind != "blank"] == [
        *("keyword", "string", "mark", "constant", "mark", "number", "mark", "number"),
        *("name", "label", "comment"),
    ]


def test_marks_are_whole_and_what_begins_no_token_is_other() -> None:
    assert [(span.kind, span.text) for span in spans("A<<1&&~B\r\n")] == [
        *(("name", "A"), ("mark", "<<"), ("number", "1"), ("mark", "&&"), ("other", "~"), ("name", "B")),
        *(("blank", "\r"), ("other", "\n")),
    ]


def test_there_are_79_constants_and_21_of_the_sound_package_of_32_bits() -> None:
    assert len(CONSTANTS) == 79 + 21
    assert all(-(2**31) <= value < 2**31 for value in CONSTANTS.values())


def test_colors_are_opaque_and_signed() -> None:
    assert CONSTANTS["WHITE"] == -460552
    assert CONSTANTS["BLACK"] == -16777216
    assert CONSTANTS["CYAN"] == CONSTANTS["AQUA"] == 0xFF00F8F8 - 2**32
    assert CONSTANTS["MAGENTA"] == CONSTANTS["FUCHSIA"] == 0xFFF800F8 - 2**32


def test_constants_of_the_sound_package_count_from_0() -> None:
    ends = ["AOPADD", "AOPCLP", "WFRECT", "WFBLKM", "BQAPF", "BQPEQ", "PVLEFT", "PVRIGHT"]
    assert [CONSTANTS[name] for name in ends] == [0, 6, 0, 3, 0, 7, 0, 1]


def test_values_that_the_official_list_has_wrong() -> None:
    names = ["BLUE", "CYAN", "ZR", "ZL", "BGROT90", "BGROT180", "BGROT270"]
    assert [CONSTANTS[name] % 2**32 for name in names] == [
        0xFF0000F8, 0xFF00F8F8, 2048, 4096, 4096, 8192, 12288,
    ]  # fmt: skip
