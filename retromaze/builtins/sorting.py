"""Sorting in pieces, so that frames pass while a large array is sorted: runs first, then merges of runs.

The result is that of one stable sort.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from retromaze.values.costs import MERGED, SORTED

RUN = 1 << 15
Key = Callable[[int], Any]
Spend = Callable[[int], None]


def ordered(places: Sequence[int], key: Key, spend: Spend) -> list[int]:
    """Places in the order of their keys; equal keys keep theirs. `spend` hears of the work first."""
    runs = [run(places[at : at + RUN], key, spend) for at in range(0, len(places), RUN)] or [[]]
    while len(runs) > 1:
        pairs = zip(runs[::2], [*runs[1::2], []], strict=False)
        runs = [joined(first, second, key, spend) for first, second in pairs]
    return runs[0]


def sorted_numbers(numbers: Sequence[float], spend: Spend) -> list[float]:
    """Up to RUN numbers in order, the work counted like that of their places."""
    spend(SORTED.of(len(numbers)))
    return sorted(numbers)


def run(places: Sequence[int], key: Key, spend: Spend) -> list[int]:
    spend(SORTED.of(len(places)))
    return sorted(places, key=key)


def joined(first: list[int], second: list[int], key: Key, spend: Spend) -> list[int]:
    """Two runs merged into one; of equal keys those of the first come first."""
    if not second:
        return first
    result: list[int] = []
    for part in merged(first, second, key):
        spend(MERGED.of(len(part)))
        # Python's sort finds the two runs in the part and merges them in one go.
        result += sorted(part, key=key)
    return result


def merged(first: list[int], second: list[int], key: Key) -> Iterator[list[int]]:
    """The two runs cut where neither goes on below the other: parts that follow each other when sorted."""
    at, other = 0, 0
    while at < len(first) and other < len(second):
        end, other_end = min(at + RUN, len(first)), min(other + RUN, len(second))
        if key(second[other_end - 1]) < key(first[end - 1]):
            end = bisect_right(first, key(second[other_end - 1]), at, end, key=key)
        else:
            other_end = bisect_left(second, key(first[end - 1]), other, other_end, key=key)
        yield first[at:end] + second[other:other_end]
        at, other = end, other_end
    yield from (
        rest[start : start + RUN]
        for rest, begin in ((first, at), (second, other))
        for start in range(begin, len(rest), RUN)
    )
