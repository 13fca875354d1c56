"""Every size of every pair, run by hand: `python -m tests.ports.every_size [NAME ...]`.

Each size takes all its values while the others stand at their edges; listing and port must agree to the end.
"""

import sys
from collections.abc import Iterator, Mapping
from itertools import product

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Entry
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.pairs import compare_one, pair_of_entry
from retromaze.errors import UsageError

SEED = 1
Sizes = Mapping[str, int]


def is_allowed(entry: Entry, sizes: Sizes) -> bool:
    """Whether the catalogue lets a pair be run so."""
    try:
        entry.checked_sizes(sizes)
    except UsageError:
        return False
    return True


def corners(entry: Entry) -> list[dict[str, int]]:
    """All sizes at an end of their range, in every combination that is allowed."""
    ends = product(*((size.minimum, size.maximum) for size in entry.sizes.values()))
    made = [dict(zip(entry.sizes, each, strict=True)) for each in ends]
    return [sizes for sizes in made if is_allowed(entry, sizes)]


def every_size(entry: Entry) -> Iterator[dict[str, int]]:
    """Each value of each size with the others at their ends, once."""
    seen = set()
    for corner in corners(entry):
        for name, size in entry.sizes.items():
            for value in range(size.minimum, size.maximum + 1):
                sizes = corner | {name: value}
                if is_allowed(entry, sizes) and tuple(sizes.values()) not in seen:
                    seen.add(tuple(sizes.values()))
                    yield sizes


def failure(entry: Entry, sizes: Sizes) -> str:
    """What is wrong with a pair at these sizes, "" if nothing."""
    made = compare_one(pair_of_entry(entry), SEED, sizes)
    if made.difference is not None:
        return str(made.difference)
    # The one that recurses as deeply as it can ends in the console's error, and is meant to.
    reason = made.end.reason
    ended = reason is StopReason.ENDED or (entry.name == "backtracker_def" and reason is StopReason.ERROR)
    return "" if ended else f"the run is {reason.name}"


def main() -> int:
    """Tells every size that fails; returns the exit status."""
    failures = 0
    for name in sys.argv[1:] or CATALOGUE:
        count = 0
        for sizes in every_size(CATALOGUE[name]):
            count += 1
            if said := failure(CATALOGUE[name], sizes):
                failures += 1
                print(f"{name} {sizes}: {said}")
        print(f"{name}: {count} sizes")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
