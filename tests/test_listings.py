"""Runs every listing under tests/listings and holds it to the comments beside its code.

PRINT 7 DIV 2 ' expect: 3          one line of the console; all of them, in the order they are printed
GOTO @NOWHERE ' error: Undefined label        the error that stops the listing, on this line
' error 26 in line 4               the same by number, on another line; without a line, on any
' source: ...                      how we know
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retromaze.engine.computer import Computer
from retromaze.errors import BasicError
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer

FOLDER = Path(__file__).parent / "listings"
LISTINGS = sorted(FOLDER.rglob("*.bas"))
EXPECTED = re.compile(r"' expect:(?: (.*))?$")
ERROR_HERE = re.compile(r"' error: (.*)$")
ERROR_BY_NUMBER = re.compile(r"' error (\d+)(?: in line (\d+))?$")
SOURCE = re.compile(r"^' source: .")


def expected_text(source: str) -> str:
    """What the console shows at the end."""
    rows = [found[1] or "" for line in source.splitlines() if (found := EXPECTED.search(line))]
    return "\n".join(rows).rstrip("\n")


def expected_error(source: str) -> dict[str, object] | None:
    """What is known of the error that stops the listing; None if it runs to its end."""
    for number, line in enumerate(source.splitlines(), 1):
        if found := ERROR_HERE.search(line):
            return {"wording": found[1], "line": number}
        if found := ERROR_BY_NUMBER.search(line):
            place = {"line": int(found[2])} if found[2] else {}
            return {"number": int(found[1]), **place}
    return None


def run(source: str, *, traced: bool, library: bool) -> tuple[str, BasicError | None]:
    machine = Machine(seed=1)
    computer = Computer(machine, traced=traced, library=library)
    computer.load_source(0, source)
    error = run_computer(computer, frames=600)
    return machine.console.text(), error


def test_there_are_listings() -> None:
    assert LISTINGS


@pytest.mark.parametrize("path", LISTINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_listing_does_what_its_comments_say(path: Path) -> None:
    source = path.read_text("utf-8")
    assert SOURCE.match(source)
    wanted = expected_text(source), expected_error(source)
    assert wanted != ("", None)
    for traced, library in ((False, False), (True, False), (False, True)):
        text, error = run(source, traced=traced, library=library)
        found = None if error is None else {name: getattr(error, name) for name in wanted[1] or ["message"]}
        assert (text, found) == wanted, (traced, library)
