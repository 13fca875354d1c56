"""What a step makes of a Python text."""

from collections.abc import Callable, Iterator
from textwrap import dedent

from retromaze.refactoring.source import Restructured

Changes = Callable[[str], Iterator[Restructured]]


def restructured(changes: Changes, text: str) -> tuple[list[str], str]:
    """Makes the first change of a step until it has none; returns what it says, and the last text."""
    words = []
    text = dedent(text)
    while change := next(changes(text), None):
        words.append(change.words)
        assert change.text != text
        text = change.text
        compile(text, "port.py", "exec")
    return words, text


def assert_becomes(changes: Changes, before: str, after: str) -> None:
    """The step makes this text of that."""
    assert restructured(changes, before)[1] == dedent(after)


def assert_stays(changes: Changes, *texts: str) -> None:
    """The step has nothing to do in any of the texts."""
    assert [(text, each.words) for text in texts for each in changes(dedent(text))] == []
