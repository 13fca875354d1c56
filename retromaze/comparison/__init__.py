"""Runs a listing and its port and finds the first difference."""

from __future__ import annotations

from retromaze.comparison.difference import Difference
from retromaze.comparison.pairs import Comparison, compare, compare_programs
from retromaze.comparison.program import Listing, SourceLine
from retromaze.comparison.script import Script

__all__ = ["Comparison", "Difference", "Listing", "Script", "SourceLine", "compare", "compare_programs"]
