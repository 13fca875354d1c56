"""`retromaze show`: whole pages of a tiny pair."""

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from retromaze.catalogue_entry import Entry, Origin
from retromaze.cli import main
from retromaze.commands import operands
from retromaze.commands.show import port_pages
from retromaze.comparison import runnable_programs
from retromaze.comparison.runnable_programs import text_of
from tests.command_line import CommandLine, replace_catalogue

LISTING = "' A TINY MAZE\nACLS\nDIG 1\nEND\n\n' 掘る digs\nDEF DIG X\n GPSET X,X\nEND\n"
PORT = '''\
"""A tiny maze."""

def main(machine):  # 2
    machine.reset()  # 2
    dig(machine, 1)


def dig(machine, x):  # 7-9  DIG, X
    """Dig."""
    machine.screen.point(x, x)  # 8
'''

HEAD = "Tiny\none dot\nwritten here after No article: nowhere\n\n"


@pytest.fixture(autouse=True)
def tiny_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry("tiny", "Tiny", Origin("No article", "nowhere", "ours"), "one dot")
    replace_catalogue({"tiny": entry}, monkeypatch)
    monkeypatch.setattr("retromaze.comparison.pairs.listing_source", lambda entry: LISTING)
    monkeypatch.setattr(
        runnable_programs, "text_of", lambda port: PORT if port.origin == entry.port else text_of(port)
    )


@pytest.fixture
def written(here: Path) -> Path:
    """Where a listing is to be written that is called listing.bas from here."""
    return here / "listing.bas"


def test_a_file_gets_both_sides_in_full_and_plain(capsys: Any) -> None:
    assert main(["show", "tiny"]) == 0
    rule = "─" * 61
    assert capsys.readouterr().out == (
        HEAD
        + f"""\
{rule}
   1 ' A TINY MAZE      1 \"\"\"A tiny maze.\"\"\"
main {rule[5:]}
   2 ACLS          ─    3 def main(machine):  # 2
   3 DIG 1              4     machine.reset()  # 2
   4 END
   5
     … 6-9: dig    ─    5     dig(machine, 1)
dig {rule[4:]}
   6 ' 掘る digs
   7 DEF DIG X     ─    8 def dig(machine, x):  # 7-9  DIG, X
                        9     \"\"\"Dig.\"\"\"
   8  GPSET X,X    ─   10     machine.screen.point(x, x)  # 8
   9 END
"""
    )


def test_narrow_columns_show_the_port_below_the_listing(ran: CommandLine) -> None:
    assert ran("show tiny --width 40", 0).out == HEAD + (
        "────────────────────────────────────────\n"
        "   1 ' A TINY MAZE\n"
        '       1 """A tiny maze."""\n'
        "main ───────────────────────────────────\n"
        "   2 ACLS\n   3 DIG 1\n   4 END\n   5\n"
        "       3 def main(machine):  # 2\n"
        "       4     machine.reset()  # 2\n"
        "     … 6-9: dig\n"
        "       5     dig(machine, 1)\n"
        "dig ────────────────────────────────────\n"
        "   6 ' 掘る digs\n"
        "   7 DEF DIG X\n"
        "       8 def dig(machine, x):  # 7-9\n"
        "         DIG, X\n"
        '       9     """Dig."""\n'
        "   8  GPSET X,X\n   9 END\n"
        "      10     machine.screen.point(x, x)\n"
        "         # 8\n"
    )


def test_a_terminal_gets_colors(ran: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = ran("show tiny --width 120", 0).out
    assert "\x1b[1;34mDEF\x1b[0m DIG X" in shown
    assert "\x1b[36mACLS\x1b[0m" in shown


def test_letters_that_only_splitlines_cuts_at_end_no_line(written: Path, ran: CommandLine) -> None:
    Path("odd.bas").write_text("ACLS '\x0c\x1c\u2028A\n", "utf-8")
    Path("odd.py").write_text("def main(machine):  # 1\n    '\x1c\u2028\x85'  # 1\n", "utf-8")
    lines = ran("show odd.bas odd.py --width 70", 0).out.split("\n")[3:]
    assert [line.replace(" ", "") for line in lines] == [
        "1ACLS'\ufffd\ufffd\u2028A─1defmain(machine):#1",
        "2'\ufffd\u2028\ufffd'#1",
        "",
    ]


def test_a_port_that_python_cannot_read_is_wrong_usage(written: Path, ran: CommandLine) -> None:
    Path("bad.bas").write_text("ACLS\n", "utf-8")
    Path("bad.py").write_text("def main(machine:\n    pass\n", "utf-8")
    words = "retromaze: bad.py:1: Python cannot read this: '(' was never closed\n"
    assert ran("show bad.bas bad.py") == (2, "", words)


def test_a_pipe_has_a_hundred_columns_unless_more_are_named(
    written: Path, ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    written.write_text(f"A=1 '{'x' * 150}\nPRINT A\n", "utf-8")
    widths = {}
    for columns in ("", "130", "400"):
        monkeypatch.setenv("COLUMNS", columns)
        widths[columns] = max(map(len, ran("show listing.bas --compiled", 0).out.splitlines()))
    assert (widths[""], widths["130"]) == (100, 130)
    assert 170 < widths["400"] < 250


def test_no_line_is_wider_than_asked(capsys: Any) -> None:
    pages = port_pages(LISTING * 9, PORT.replace("Dig.", "Dig " * 40))
    for columns in (60, 110, 150):
        pages.print(Console(width=columns))
        assert max(map(cell_len, capsys.readouterr().out.splitlines())) <= columns


def test_any_listing_is_shown_beside_its_generated_python(written: Path, ran: CommandLine) -> None:
    written.write_text("' 棒 A NOTE\nIF X THEN X=1 ELSE X=2\n@END\n", "utf-8")
    assert ran("show listing.bas --compiled", 0).out == (
        f"""\
listing.bas

main program {"─" * 47}
                                   def main_0(entry, depth):
                                       X = 0
   1 ' 棒 A NOTE
   2 IF X THEN X=1 ELSE X=2 ─    2     if X:
                                 2         X = 1
                                 2     else:
                                 2         X = 2
   3 @END
"""
    )


def test_the_traced_python_calls_before_each_statement(written: Path, ran: CommandLine) -> None:
    written.write_text("CLS:END\n", "utf-8")
    assert ran("show listing.bas --compiled --traced --width 40", 0).out == (
        "listing.bas\n\n"
        "main program ───────────────────────────\n"
        "         def main_0(entry, depth):\n"
        "   1 CLS:END\n"
        "       1     trace(1, 1)\n"
        "       1     cls_direct_0_()\n"
        "       1     trace(1, 5)\n"
        "       1     end_program()\n"
    )


def test_a_listing_that_cannot_be_compiled_is_told_with_its_place(written: Path, ran: CommandLine) -> None:
    written.write_text("CLS\nFOR I=1 TO 2\n", "utf-8")
    assert ran("show listing.bas --compiled") == (
        1,
        "",
        "FOR without NEXT in 0:2\nlisting.bas:2:1\n  FOR I=1 TO 2\n  ^\nFOR in line 2 has no NEXT\n",
    )


def test_a_program_of_ours_has_its_title_above_the_generated_python(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    listing = operands.NamedListing("END\n", "tiny.bas", "tiny")
    monkeypatch.setattr("retromaze.commands.show.find_listing", {"tiny": listing}.get)
    assert ran("show tiny --compiled", 0).out.startswith(HEAD + "main program ─")
