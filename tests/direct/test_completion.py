"""What a word may become, and how a line is colored."""

import pytest

from retromaze.direct.session import DirectSession
from retromaze.direct.terminal import colored_pieces, completions
from retromaze.machine.machine import Machine

from .conftest import Typist

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
    session.run(0)
    session.enter("MYVAR=1")
    found = {before: [text for _, text, _ in completions(session, before)] for before in COMPLETIONS}
    assert found == COMPLETIONS


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
