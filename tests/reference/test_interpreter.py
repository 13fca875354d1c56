"""The interpreter of the reference shows what the comments of listings say."""

from pathlib import Path

import pytest

from retromaze.machine.machine import Machine
from retromaze.runner import FrameLimit
from tests.amounts import one_in
from tests.reference.computer import NotCovered, TooLong
from tests.reference.interpreter import Interpreter
from tests.reference.outcomes import Outcome, interpreted
from tests.test_listings import FOLDER, expected_error, expected_text

OF_WORK = {"a_gosub_into_the_program_itself_takes_its_time", "a_tune_takes_its_time"}
"""Listings that ask how much work fills a frame."""


def test_an_error_has_the_line_of_the_innermost_statement() -> None:
    assert interpreted("A=F()\nDEF F()\nRETURN 1/0\nEND") == Outcome("", 7, 3)


def test_who_never_ends_is_stopped_and_who_is_not_covered_says_so() -> None:
    with pytest.raises(TooLong):
        Interpreter(Machine(seed=1), steps=100).run("@L GOTO @L")
    with pytest.raises(FrameLimit):
        interpreted("WAIT 9", frames=2)
    with pytest.raises(NotCovered):
        interpreted('PRGEDIT 1:PRGSET "@L":USE 1:GOTO "1:@L"')


PATHS = sorted(each for each in FOLDER.rglob("*.bas") if each.stem not in OF_WORK)
PARTS = 16


@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_listings_do_what_their_comments_say(part: int) -> None:
    wrong = {each.stem: found for each in PATHS[part::PARTS] if (found := other_outcome(each))}
    assert wrong == {}


def other_outcome(path: Path) -> object:
    """What a listing does by the reference, if it is not what its comments say."""
    source = path.read_text("utf-8")
    wanted, machine = expected_error(source), Machine(seed=1)
    error = Interpreter(machine).run(source)
    told = None if error is None else {name: getattr(error, name) for name in wanted or ["message"]}
    found = machine.console.text(), told
    return found if found != (expected_text(source), wanted) else None
