"""What is said of an error: the place is shown, whatever else stands on its line."""

from itertools import product

import retromaze
from retromaze.error_report import describe
from retromaze.errors import BasicError
from retromaze.language.lexer import LONGEST_PROGRAM


def error_of(source: str) -> BasicError:
    error = retromaze.run(source, seed=1).error
    assert error is not None
    return error


def test_a_long_line_is_shown_near_the_caret() -> None:
    for before, after, letter in product((0, 1, 80, 81, 500, 20_000), (0, 80, 81, 20_000), "Aあ"):
        case = before, after, letter
        lead = f'A$="{letter * before}":'
        line = f"{lead}LOCATE 99,1:'{letter * after}"
        rows = describe(error_of(f"'\n{line}")).split("\n")
        assert rows[:2] == ["Out of range in 0:2(LOCATE:1)", f"listing.bas:2:{len(lead) + 1}"], case
        shown = rows[2].removeprefix("  ")
        cut = shown.startswith("…")
        assert len(shown) <= 162 and shown.strip("…") in line, case
        assert cut == (len(line) > 160 and len(lead) > 80) and shown.startswith(line[0]) != cut, case
        columns = "".join(each * (1 + (each == "あ")) for each in rows[2])
        assert columns[rows[3].index("^") :].startswith("LOCATE"), case


def test_a_listing_cannot_steer_the_terminal() -> None:
    error = error_of('?1\n\'\x1b[2J\x9b1m\n\tA$="\x1b[31m":LOCATE 99,1')
    error.path = "a\x1b[31m\n.bas"
    assert describe(error).split("\n") == [
        "Out of range in 0:3(LOCATE:1)",
        "a\ufffd[31m\ufffd.bas:3:13",
        '   A$="\ufffd[31m":LOCATE 99,1',
        "              ^",
        "LOCATE takes 0 to 50 as its column, not 99",
    ]


def test_a_long_name_is_not_said_whole() -> None:
    rows = describe(error_of("?1\n" + "A" * 100_000 + " 1")).split("\n")
    assert rows[0] == f"Undefined function in 0:2 ({'A' * 80}…)"
    assert all(len(row) < 200 for row in rows)


def test_a_program_that_no_slot_holds_is_refused_where_it_is_too_long() -> None:
    for source, place in (
        ("A" * (LONGEST_PROGRAM + 1), (1, LONGEST_PROGRAM + 1)),
        ("'\n" * (LONGEST_PROGRAM // 2) + "?", (LONGEST_PROGRAM // 2 + 1, 1)),
        ("?1:" * LONGEST_PROGRAM, (1, LONGEST_PROGRAM + 1)),
    ):
        error = error_of(source)
        assert (error.number, error.line, error.column) == (12, *place)
        assert len(describe(error)) < 600
        comment = "'" + source[: LONGEST_PROGRAM - 1].replace("\n", " ")
        assert retromaze.run(comment, seed=1).error is None
