"""What was meant by a word that does not exist: told below the machine's words, only where it is close."""

import pytest

import retromaze
from retromaze.engine import misspelt
from retromaze.engine.misspelt import MOST, closest_names, closest_word
from retromaze.error_report import describe


def meant(source: str) -> str:
    """The last row of what is said of an error, where it is a hint."""
    error = retromaze.run(source, seed=1).error
    assert error is not None
    last = describe(error).split("\n")[-1]
    return last.removeprefix("did you mean ").removesuffix("?") if last.startswith("did you") else ""


def test_the_word_that_was_meant() -> None:
    words = {
        'PRNT "A"': "PRINT", "GLIEN 0,0,1,1": "GLINE", "LOCAT 1,1": "LOCATE", "BACKCOL 1": "BACKCOLOR",
        "?FLOR(1.5)": "FLOOR", '?LEFT("AB",1)': "LEFT$", "SPSTE 0,0": "SPSET", "prnt 1": "PRINT",
        "FO I=0 TO 1:NEXT": "FOR", "FI A==0 THEN ?1": "IF", "IF A==1 TEHN ?1": "THEN",
        "FOR I=0 OT 1:NEXT": "TO", '@A PRNT "A";B': "PRINT", 'A=1:PRNT "A";B': "PRINT",
        'IF A THEN ELSE PRNT "A";B': "PRINT", "A=1 ADN 2": "AND", "OPTION STRCT": "STRICT",
        "GCLS #WHIT": "#WHITE", "WHIEL A<1:WEND": "WHILE", "REPAET:INC A:UNTIL A": "REPEAT",
        "WHILE A<1\nWEDN": "WEND", "GOTO @LOP\n@LOOP": "@LOOP", "RESTORE @LOP\n@LOOP DATA 1": "@LOOP",
        'GOTO "@LOP"\n@LOOP': "@LOOP", "DRWA 1\nDEF DRAW N\nEND": "DRAW",
        "COMMON DEF DRAW N\nEND\nDRWA 1": "DRAW", "OPTION STRICT\nVAR SCORE\nSCOER=1": "SCORE",
        'CALL "LOCAT",1,1': "LOCATE",
    }  # fmt: skip
    assert {source: meant(source) for source in words} == words


def test_where_nothing_is_close_nothing_is_said() -> None:
    sources = (
        *("DRAW 1", "FOO 1", "PLAYER", "Q 1", "LOCATE 99,1", "GOTO @AB\n@XY", "COLR=1:A COLR COLR"),
        *("VAR TEHN:IF A TEHN", "A" * 100_000 + " 1", "LOCATE 1 2", ")", "WEND", "?1/0"),
    )
    assert {source: word for source in sources if (word := meant(source))} == {}


def test_the_hint_stands_below_the_machines_own_words() -> None:
    error = retromaze.run('A=1\nPRNT "A"', seed=1).error
    assert error is not None and error.number == 16
    assert describe(error) == (
        'Undefined function in 0:2 (PRNT)\nlisting.bas:2:1\n  PRNT "A"\n  ^\ndid you mean PRINT?'
    )


def test_a_name_of_the_listing_comes_before_a_word_of_the_language() -> None:
    assert next(closest_word("PLAY", ["SPLAY"])) == "SPLAY"


def test_many_names_of_a_listing_hide_no_word_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(misspelt, "MOST", 1000)
    many = "".join(f"DEF NAME{each}X\nEND\n" for each in range(1001))
    assert meant(f"PRNT 1\n{many}") == "PRINT"


def test_of_many_names_some_are_looked_at() -> None:
    assert not list(closest_names("ZZZZY", [f"A{each}" for each in range(MOST)] + ["ZZZZZ"]))


def test_under_option_strict_only_what_is_declared_can_be_meant() -> None:
    listings = {
        "COUNT=CUONT+1": "",
        "VAR COUNT\nCOUNT=CUONT+1": "COUNT",
        "VAR A[3],COUNT=1:CUONT=COUNT": "COUNT",
        "VAR A=MAX(1,COUNT)": "",
        "DIM A,TOTAL[2]\nA=TOTLA[1]": "TOTAL",
        "VAR R=F(1)\nDEF F(WIDTHS)\nRETURN WIDHTS\nEND": "WIDTHS",
        "VAR R\nF OUT R\nDEF F OUT RESULTS\nRESLUTS=1\nEND": "RESULTS",
    }
    assert {source: meant(f"OPTION STRICT\n{source}") for source in listings} == listings
