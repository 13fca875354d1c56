"""The words of the prompt: in a line, in HELP, and as completions; colors of a line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from retromaze.builtins.reference import FORMS, all_words, explanation
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.direct.prompt_words import WORDS, help_text, split_line
from retromaze.direct.session import DirectSession
from retromaze.direct.terminal import colored_pieces, completions
from retromaze.language.lexer import keywords
from retromaze.machine.machine import Machine

from .conftest import Typist

Talk = Callable[..., str]


def test_a_word_that_reads_its_line() -> None:
    statements = {
        "LIST": "",
        "list 1:5": "",
        " HELP PRINT": " ",
        "CLS:LIST 2": "CLS:",
        "PRINT 1 : HELP": "PRINT 1 : ",
    }
    found = {line: split_line(line) for line in statements}
    assert {line: before for line, (before, _) in found.items()} == statements
    assert [line for line, (_, command) in found.items() if command is None] == []


def test_a_word_elsewhere_is_a_name() -> None:
    lines = ("LIST=1", "HELP[1]=2", "A=LIST", "PRINT HELP", "' LIST", 'PRINT ":LIST"', "X LIST")
    assert [split_line(line) for line in lines] == [(line, None) for line in lines]


def test_every_reserved_word_has_a_help_text() -> None:
    assert set(FORMS) == keywords() | {"REM"}
    assert not set(FORMS) & set(all_words())


def test_help_comes_from_the_table_of_builtins(talk: Talk) -> None:
    assert talk("HELP gline") == (
        "OK\nHELP gline\nGLINE x1,y1,x2,y2[,color] draws a straight line, both ends included.\n"
    )


HELP = {
    # errors are named as the machine does
    "SORT": (
        "SORT [start,count,]keys[,array2…array8] sorts the keys upward; the other\n  arrays follow them.\n\n"
        "Equal keys keep their order. Raises Out of range (errnum 10) for a part that\n"
        "  is not inside the keys.\n"
        "Unverified: Out of range (errnum 10) also for a following array that is too\n  short."
    ),
    "pcmstop": (
        "PCMSTOP ends what PCMSTREAM plays.\n\nUnverified: as for PCMSTREAM.\n\n"
        "Nothing is heard of it: it is not simulated yet."
    ),
    "#RED": "#RED = -524288 (&HFFF80000)",
    "GLINNE": "GLINNE is no word of the language; did you mean GLINE?",
    "QQQQQ": "QQQQQ is no word of the language",
}


def test_help() -> None:
    assert {word: help_text(word, {}) for word in HELP} == HELP


def test_help_for_a_word_of_the_prompt(talk: Talk) -> None:
    assert talk("HELP EXIT") == "OK\nHELP EXIT\nEXIT ends the session, as Ctrl-D does.\n"
    assert "Raises Can't continue (errnum 33)" in talk("HELP CONT")


def test_help_breaks_lines_between_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (40, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        for word in [*all_words(), *FORMS, ""]:
            shown = help_text(word, {})
            assert all(len(line) <= min(columns, 78) or " " not in line.strip() for line in shown.split("\n"))
            whole = explanation(word) or FORMS.get(word, "")
            assert not word or shown.split() == whole.split()


def test_help_alone_lists_every_word() -> None:
    shown = help_text("", {name: each.help for name, each in WORDS.items()})
    words = set(shown.replace(":", " ").split())
    assert words >= {*BUILTINS, *VARIABLES, *FORMS, *WORDS}
    assert max(map(len, shown.split("\n"))) <= 78


def test_edit_puts_the_text_that_was_left_into_the_slot(talk: Talk) -> None:
    typed = ["EDIT", "PRINT 2", "RUN", "EDIT 1:", "A=7", "RUN 1", "PRINT A", "LIST 0:"]
    assert talk(*typed, program="PRINT 1") == (
        "OK\nEDIT\n(edit MAZE at line 1)\nOK\nRUN\n2\nOK\nEDIT 1:\n(edit PRG1 at line 1)\nOK\nRUN 1\n"
        "OK\nPRINT A\n7\nOK\nLIST 0:\n 1 PRINT 2\n"
    )


def test_edit_begins_at_a_place(talk: Talk) -> None:
    program = "A=1\nB=2\nFOO 1\n"
    for place, shown in {
        "2": "(edit MAZE at line 2)\n",
        "ERR": "(edit MAZE at line 3)\n",
        "0:1": "(edit MAZE at line 1)\n",
        "9": "Out of range\n",
        "5:": "Out of range\n",
        "X": "Syntax error\n",
    }.items():
        assert talk("RUN", f"EDIT {place}", program, program=program).startswith(
            f"OK\nRUN\nUndefined function in 0:3 (FOO)\nmaze.bas:3:1\n  FOO 1\n  ^\nOK\nEDIT {place}\n{shown}"
        )


def test_cont_goes_on_when_nothing_was_edited(talk: Talk) -> None:
    program = "STOP:PRINT 1"
    shown = talk("RUN", "EDIT", program, "EDIT", print, "CONT", "RUN", "EDIT", "A=1", "CONT", program=program)
    edit = "OK\nEDIT\n(edit MAZE at line 1)\n"
    stop = "OK\nRUN\nBreak on 0:1\n"
    assert shown == f"{stop}{edit}{edit}given up\nOK\nCONT\n1\n{stop}{edit}OK\nCONT\nCan't continue\n"


def test_show_brings_the_window_back(storage: Path) -> None:
    typist = Typist("SHOW")
    session = DirectSession(Machine(seed=1, storage=storage), typist)
    session.show_window = lambda: True
    session.run_until_exit()
    assert typist.paper == "OK\nSHOW\n"


def test_cls_clears_what_was_printed_and_no_graphics(talk: Talk) -> None:
    assert talk("GPSET 1,1:PRINT 1;", "CLS:PRINT GSPOIT(1,1)") == (
        "OK\nGPSET 1,1:PRINT 1;\n1\nOK\nCLS:PRINT GSPOIT(1,1)\n(wiped)\n-460552\n"
    )


def test_a_line_of_thousands_of_digits_is_out_of_range_and_the_program_stays(talk: Talk) -> None:
    digits = "1" * 5000
    shown = talk(f"LIST {digits}", f"LIST {digits}:1", "LIST 1", program="A=1\n")
    assert shown.replace(digits, "…") == (
        "OK\nLIST …\nOut of range\nOK\nLIST …:1\nOut of range\nOK\nLIST 1\n 1 A=1\n"
    )


def test_a_defect_of_ours_leaves_the_program(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("retromaze.direct.prompt_words.numbered_lines", fail)
    shown = talk("LIST", "RUN", program="PRINT 5\n")
    assert shown == (
        "OK\nLIST\na defect of retromaze: ZeroDivisionError: oh\nThe program is still there.\nOK\nRUN\n5\n"
    )


def test_a_defect_in_the_words_about_an_error_leaves_the_program(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise IndexError("oh")

    monkeypatch.setattr("retromaze.direct.session.explanation", fail)
    shown = talk("NEXT", "RUN", program="PRINT 5\n")
    assert shown == (
        "OK\nNEXT\na defect of retromaze: IndexError: oh\nThe program is still there.\nOK\nRUN\n5\n"
    )


PROGRAM = "@MAIN\nGLOW=1\nDEF SHOUT A\n@INNER\nEND\nDIM GRID[2]\n"


@pytest.fixture
def session() -> DirectSession:
    made = DirectSession(Machine(seed=1), Typist())
    made.computer.load_source(0, PROGRAM)
    made.machine.storage.write_text("MAZE", "x")
    made.machine.storage.write_text("MUSIC", "x")
    return made


COMPLETIONS = {
    "gli": ["GLINE"],
    "PRINT GLO": ["GLOW", "GLOAD"],
    "SHO": ["SHOUT", "SHOW"],
    "GR": ["GRID"],
    "MY": ["MYVAR"],
    "ENDI": ["ENDIF"],
    "RN": ["RND(", "RNDF("],
    "MAINC": ["MAINCNT"],
    "GOTO @": ["@MAIN", "@INNER"],
    'GOSUB "@M': ["@MAIN"],
    "GCLS #WHI": ["#WHITE"],
    'LOAD "': ["MAZE", "MUSIC"],
    'LOAD "PRG1:MA': ["MAZE"],
    'PRINT "MA': [],
    'PRINT "A"': [],
    "": [],
    "A=5": [],
    "GLINE": [],
    "' GLI": [],
}


def test_completions(session: DirectSession) -> None:
    session.run_slot(0)
    session.run_line("MYVAR=1")
    found = {before: [text for _, text, _ in completions(session, before)] for before in COMPLETIONS}
    assert found == COMPLETIONS
    assert list(completions(session, 'A=1:LOAD "PRG0:MAZ')) == [(15, "MAZE", "file")]


def test_a_word_of_which_nothing_is_heard_says_so(session: DirectSession) -> None:
    assert list(completions(session, "PCMST")) == [
        (0, "PCMSTOP", "PCMSTOP ends what PCMSTREAM plays. Nothing is heard of it yet."),
        (
            0,
            "PCMSTREAM",
            "PCMSTREAM left[,right][,rate] plays the samples of an array, or of one for each side. "
            "Nothing is heard of it yet.",
        ),
    ]


def test_a_program_with_mistakes_has_labels_and_defs_too(session: DirectSession) -> None:
    session.computer.load_source(0, "@A\nWHILE 1\nB=)\nDEF SHOUT\nEND")
    assert list(completions(session, "GOTO @")) == [(5, "@A", "label")]
    assert list(completions(session, "SHOU")) == [(0, "SHOUT", "DEF of the program")]


def test_builtins_explain_themselves(session: DirectSession) -> None:
    ((_, _, explanation),) = completions(session, "GLIN")
    assert explanation == "GLINE x1,y1,x2,y2[,color] draws a straight line, both ends included."


def test_colors_of_a_line() -> None:
    assert list(colored_pieces("run:Gcls 1'x")) == [
        ("class:command", "run"),
        ("", ":"),
        ("class:builtin", "Gcls"),
        ("", " "),
        ("class:number", "1"),
        ("class:comment", "'x"),
    ]
