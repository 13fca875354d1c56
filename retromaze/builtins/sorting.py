"""Sorts in steps, runs first and then merges, so that frames pass while a large array is sorted.

The result is that of one stable sort.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from retromaze.values.costs import MERGED, SORTED

RUN = 1 << 15
Key = Callable[[Any], Any]
Spend = Callable[[int], None]


def sort_items(items: Sequence[Any], spend: Spend, key: Key | None = None) -> list[Any]:
    """Items in their order or that of their keys; equal ones keep theirs. `spend` hears of the work first."""
    runs = [run(items[at : at + RUN], spend, key) for at in range(0, len(items), RUN)] or [[]]
    while len(runs) > 1:
        pairs = zip(runs[::2], [*runs[1::2], []], strict=False)
        runs = [merge_runs(first, second, spend, key) for first, second in pairs]
    return runs[0]


def run(items: Sequence[Any], spend: Spend, key: Key | None) -> list[Any]:
    spend(SORTED.of(len(items)))
    return sorted(items, key=key)


def merge_runs(first: list[Any], second: list[Any], spend: Spend, key: Key | None) -> list[Any]:
    """Two runs merged into one; of equal keys those of the first come first."""
    if not second:
        return first
    result: list[Any] = []
    for part in merge_pieces(first, second, key):
        spend(MERGED.of(len(part)))
        # Python's sort finds the two runs in the part and merges them in one go.
        result += sorted(part, key=key)
    return result


def itself(item: Any) -> Any:
    return item


def merge_pieces(first: list[Any], second: list[Any], key: Key | None) -> Iterator[list[Any]]:
    """The two runs cut where neither goes on below the other: parts that follow each other when sorted."""
    value = key or itself
    at, other = 0, 0
    while at < len(first) and other < len(second):
        end, other_end = min(at + RUN, len(first)), min(other + RUN, len(second))
        last, other_last = value(first[end - 1]), value(second[other_end - 1])
        if other_last < last:
            end = bisect_right(first, other_last, at, end, key=key)
        else:
            other_end = bisect_left(second, last, other, other_end, key=key)
        yield first[at:end] + second[other:other_end]
        at, other = end, other_end
    yield from (
        rest[start : start + RUN]
        for rest, begin in ((first, at), (second, other))
        for start in range(begin, len(rest), RUN)
    )
