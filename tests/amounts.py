"""How much the tests try: the one switch between a quick run, continuous integration and everything.

`RETROMAZE_TESTS` names the tier:

fast         what plain `pytest` runs. It needs Python alone.
ci           also the tests marked `slow` and `browser`, and one in eight of the cases that `fast` leaves out.
             `RETROMAZE_SAMPLE`, a commit's hash, chooses the eighth; without it, it is the first.
exhaustive   all cases, with all browsers.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

Each = TypeVar("Each")

TIERS = ("fast", "ci", "exhaustive")
TIER = os.environ.get("RETROMAZE_TESTS", "fast")
if TIER not in TIERS:
    raise pytest.UsageError(f"RETROMAZE_TESTS is {TIER!r}; there are {', '.join(TIERS)}")
REQUIRED = TIER != "fast"
"""Whether a test may not be skipped for want of a browser, npm or a display."""
SHARE = 8
"""One in so many of the cases that the fast tier leaves out is tried in CI."""
SAMPLE = int(os.environ.get("RETROMAZE_SAMPLE", "0")[:8], 16) % SHARE


def many(fast: int, exhaustive: int) -> int:
    """How often something random is tried, or how large an example is: in CI an eighth of `exhaustive`."""
    return {"fast": fast, "ci": max(fast, exhaustive // SHARE), "exhaustive": exhaustive}[TIER]


def every(share: int, of: Sequence[Each]) -> Sequence[Each]:
    """The cases of a test that tries them in a loop: every `share`-th when fast, all otherwise."""
    return of[share // 2 :: share] if TIER == "fast" else of


def one_in(share: int, of: Sequence[Each]) -> list[Any]:
    """The cases of a parametrized test: every `share`-th when fast, all when exhaustive.

    In CI an eighth of the others comes with them, marked `sampled`.
    """
    return fewer(of[share // 2 :: share], of)


def fewer(fast: Iterable[Each], of: Sequence[Each]) -> list[Any]:
    """The cases of a parametrized test: these few when fast, all when exhaustive.

    In CI an eighth of the others comes with them, marked `sampled`.
    """
    few = list(fast)
    others = [each for each in of if each not in few]
    sample = {"fast": [], "ci": others[SAMPLE::SHARE], "exhaustive": others}[TIER]
    return [*few, *(pytest.param(each, marks=pytest.mark.sampled) for each in sample)]
