"""Decides which port may run: this computer's own, or one whose hash the reader has accepted.

A port is Python and may do what its user may. A text that came in a message may be anybody's, whatever stands
in it; so is a port that was written here of such a listing. It is run by its hash alone.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import pairwise

from retromaze.language.text import lines_of
from retromaze.sources.pairing import best_alignment

CONTEXT = 2
"""Equal lines that are shown before and behind a change."""


def hash_of(port: str) -> str:
    """What a consent names: the SHA-256 of the text, in hexadecimal digits."""
    return hashlib.sha256(port.encode("utf-8", "surrogatepass")).hexdigest()


def changes(before: str, after: str) -> list[str]:
    """What makes one text of the other, as `diff -u` writes it; nothing if they are equal."""
    old, new = lines_of(before), lines_of(after)
    groups = Found(old, new).get_grouped_opcodes(CONTEXT)
    return [line for group in groups for line in hunk(group, old, new)]


class Found(SequenceMatcher[str]):
    """The differences of two texts; Python's own search may take for ever with one that was made for it."""

    def __init__(self, old: list[str], new: list[str]) -> None:
        super().__init__(None, old, new, autojunk=False)
        self._found = [*runs(equal_lines(old, new)), Match(len(old), len(new), 0)]

    def get_matching_blocks(self) -> list[Match]:
        """The stretches of equal lines, and an empty one at the end."""
        return self._found


def hunk(group: Sequence[tuple[str, int, int, int, int]], old: list[str], new: list[str]) -> Iterator[str]:
    """One place where texts differ, under the number of its first line in the new text."""
    yield f"@@ {group[0][3] + 1} @@"
    for tag, old_from, old_to, new_from, new_to in group:
        if tag == "equal":
            yield from (f" {line}" for line in new[new_from:new_to])
        else:
            yield from (f"-{line}" for line in old[old_from:old_to])
            yield from (f"+{line}" for line in new[new_from:new_to])


def runs(pairs: Sequence[tuple[int, int]]) -> list[Match]:
    """Equal lines that follow each other in both texts, as one stretch each."""
    found: list[Match] = []
    for one, other in pairs:
        last = found[-1] if found else None
        if last and (last.a + last.size, last.b + last.size) == (one, other):
            found[-1] = Match(last.a, last.b, last.size + 1)
        else:
            found.append(Match(one, other, 1))
    return found


def equal_lines(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Pairs of equal lines, both rising: those that stand once in both hold the others together."""
    common = singles(old) & singles(new)
    places = {line: number for number, line in enumerate(new) if line in common}
    held = best_alignment((number, places[line], 1) for number, line in enumerate(old) if line in common)
    found: list[tuple[int, int]] = []
    for start, stop in pairwise([(-1, -1), *held, (len(old), len(new))]):
        found += between(old, new, start, stop)
        found.append(stop)
    return found[:-1]


def between(
    old: list[str], new: list[str], start: tuple[int, int], stop: tuple[int, int]
) -> list[tuple[int, int]]:
    """The equal lines right behind one pair and right before the next."""
    room = min(stop[0] - start[0], stop[1] - start[1]) - 1
    head = 0
    while head < room and old[start[0] + head + 1] == new[start[1] + head + 1]:
        head += 1
    tail = 0
    while tail < room - head and old[stop[0] - tail - 1] == new[stop[1] - tail - 1]:
        tail += 1
    behind = [(start[0] + each, start[1] + each) for each in range(1, head + 1)]
    return behind + [(stop[0] - each, stop[1] - each) for each in range(tail, 0, -1)]


def singles(lines: list[str]) -> set[str]:
    """The lines that stand there once."""
    return {line for line, count in Counter(lines).items() if count == 1}
