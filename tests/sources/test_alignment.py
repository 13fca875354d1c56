"""The pairs of most worth, beside a table of all rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from retromaze.sources.alignment import best_alignment
from tests.amounts import many


def tabled(worths: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The same pairs, read out of the table of what each corner is worth."""
    rows, columns = len(worths), len(worths[0]) if worths else 0
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            tied = worths[i][j] + best[i + 1][j + 1] if worths[i][j] else 0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], tied)
    pairs = []
    i = j = 0
    while i < rows and j < columns:
        if worths[i][j] and best[i][j] == worths[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def sparse(worths: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    return best_alignment((i, j, each) for i, row in enumerate(worths) for j, each in enumerate(row) if each)


def test_the_worthiest_pairs_in_order_are_tied() -> None:
    assert sparse([[4, 4, 0], [0, 0, 4]]) == [(0, 0), (1, 2)]
    assert sparse([[0, 1, 5], [4, 0, 0]]) == [(0, 2)]
    assert sparse([]) == []


def test_they_are_those_of_the_whole_table() -> None:
    chance = Random(1)
    for _ in range(many(500, 2000)):
        rows, columns, density = chance.randrange(1, 10), chance.randrange(1, 10), chance.random()
        worths = [
            [chance.choice((1, 2, 4)) if chance.random() < density else 0 for _ in range(columns)]
            for _ in range(rows)
        ]
        assert sparse(worths) == tabled(worths)
