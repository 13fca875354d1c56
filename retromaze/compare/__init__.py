"""Runs a listing and its port and finds the first difference.

`retromaze.compare` is both the public function and this package: the package can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType

from retromaze.compare.difference import Difference, Place
from retromaze.compare.pairs import Comparison, compare, compare_pair, compare_programs
from retromaze.compare.recording import Listing
from retromaze.compare.script import Script

__all__ = [
    "Comparison",
    "Difference",
    "Listing",
    "Place",
    "Script",
    "compare",
    "compare_pair",
    "compare_programs",
]


class _CallablePackage(ModuleType):
    """Python puts a package over the attribute of its name in the package around it, a function included."""

    def __call__(self, name: str, *, seed: int | None = None, **sizes: int) -> Difference | None:
        return compare(name, seed=seed, **sizes)


_CallablePackage.__call__.__doc__ = compare.__doc__
sys.modules[__name__].__class__ = _CallablePackage
