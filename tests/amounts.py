"""How much is tried: more in continuous integration than in a plain run of the tests."""

from __future__ import annotations

import os

IN_CI = os.environ.get("RETROMAZE_CI") == "1"
"""Whether this is continuous integration, which requires whatever a plain run may skip."""


def many(plain: int, in_ci: int) -> int:
    """So many tries of something that is made at random, or so large an example."""
    return in_ci if IN_CI else plain
