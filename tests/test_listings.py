"""Runs every listing under tests/listings and holds it to the comments beside its code.

PRINT 7 DIV 2 ' expect: 3          one line of the console; all of them, in the order they are printed
GOTO @NOWHERE ' error: Undefined label        the error that stops the listing, on this line
' error 26 in line 4               the same by number, on another line; without a line, on any
' source: ...                      how we know
"""

import re
from pathlib import Path

import pytest

from tests.amounts import TIER
from tests.running import run_listing

FOLDER = Path(__file__).parent / "listings"
FOLDERS = sorted(each for each in FOLDER.iterdir() if each.is_dir())
WAYS: tuple[dict[str, bool], ...] = ({}, {"traced": True}, {"library": True})
"""How a computer may run a listing. The fast tier tries the last two, each with an eighth of them."""
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


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_listings_do_what_their_comments_say(folder: Path) -> None:
    paths = sorted(folder.glob("*.bas"))
    wrong = {}
    for number, path in enumerate(paths):
        source = path.read_text("utf-8")
        text, error = expected_text(source), expected_error(source)
        assert SOURCE.match(source) and (text or error), path.stem
        for way in (WAYS[0], *WAYS[1:][number % 8 : number % 8 + 1]) if TIER == "fast" else WAYS:
            found_text, found = run_listing(source, **way)
            told = None if found is None else {name: getattr(found, name) for name in error or ["message"]}
            if (found_text, told) != (text, error):
                wrong[path.stem, *way] = {"found": (found_text, told), "expected": (text, error)}
    assert wrong == {}
    assert paths
