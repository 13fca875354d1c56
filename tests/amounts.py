"""How much is tried: more in continuous integration than in a plain run of the tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

Each = TypeVar("Each")

IN_CI = os.environ.get("RETROMAZE_CI") == "1"
"""Whether this is continuous integration, which requires whatever a plain run may skip."""


def many(plain: int, in_ci: int) -> int:
    """So many tries of something that is made at random, or so large an example."""
    return in_ci if IN_CI else plain


def one_in(share: int, of: Sequence[Each]) -> Sequence[Each]:
    """One in so many of these, spread over all of them; in CI each one."""
    return of if IN_CI else of[share // 2 :: share]
