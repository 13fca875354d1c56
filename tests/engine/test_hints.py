"""What is said below an error: a hundred listings of beginners with their messages, in `mistakes.txt`.

After a change of words: `python -m tests.engine.test_hints` writes the messages anew.
"""

from pathlib import Path

import retromaze
from retromaze.builtins.reference import all_words
from retromaze.compiler.statements import DIRECT_WORDS
from retromaze.engine.foreign_words import FOREIGN, FOREIGN_FUNCTIONS
from retromaze.error_report import describe
from retromaze.language.lexer import keywords
from retromaze.machine.machine import Machine
from retromaze.runner import run_source

TABLE = Path(__file__).with_name("mistakes.txt")
BETWEEN, ANSWERED = "\n====\n", "\n----\n"


def message(source: str) -> str:
    """What is said of the error of a listing; "" if it has none."""
    error = retromaze.run(source, seed=1, frames=60).error
    return "" if error is None else describe(error)


def rows() -> dict[str, str]:
    """The listings of the table with their messages."""
    entries = TABLE.read_text("utf-8").removesuffix("\n").split(BETWEEN)
    return dict(each.split(ANSWERED) for each in entries)


def test_a_hundred_mistakes_of_beginners_are_told() -> None:
    wanted = rows()
    assert len(wanted) >= 100
    assert {listing: message(listing) for listing in wanted} == wanted


def test_what_other_languages_write_is_no_word_here() -> None:
    words = {*FOREIGN, *FOREIGN_FUNCTIONS, *DIRECT_WORDS}
    assert words & {*all_words(), *keywords()} == set()


def test_a_name_of_the_listing_is_no_word_of_another_language() -> None:
    assert "SmileBASIC has no" in message("LINE 1 2")
    assert "SmileBASIC has no" not in message("LINE=5\nLINE 1 2")


def test_values_are_told_of_variables_of_every_kind() -> None:
    missing = {
        "DIM A%[2,3]\nI%=1:J=2.7\nA%[I%,J+1]=0": "there is no A%[1,3]: the elements are A%[0,0] to A%[1,2]",
        'DIM A$[2]\nI=3\nA$[I-1]="X"': "there is no A$[2]: the elements are A$[0] to A$[1]",
        "DIM A[2]\nI=-1\nA[1]=A[I]": "there is no A[-1]: the elements are A[0] to A[1]",
        "DIM A[2]\nF 5\nDEF F X\nVAR Y=X-3\nA[Y*2]=1\nEND": "there is no A[4]: the elements are A[0] to A[1]",
        "DIM A[2]\nI=1E308*10\nA[I]=0": "    ^",
        # a subscript that would have to be read from an array is not said
        "DIM A[2]\nB=A[A[0]+2]": "    ^",
    }
    for traced in (False, True):
        errors = {source: run_source(source, Machine(seed=1), traced=traced) for source in missing}
        told = {each: error and describe(error).rpartition("\n")[2] for each, error in errors.items()}
        assert told == missing, traced


if __name__ == "__main__":
    texts = [f"{each}{ANSWERED}{message(each)}" for each in rows()]
    TABLE.write_text(BETWEEN.join(texts) + "\n", "utf-8")
