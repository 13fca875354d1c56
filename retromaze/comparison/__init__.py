"""Runs a listing and its port and finds the first difference."""

from __future__ import annotations

from retromaze.comparison.difference import Difference
from retromaze.comparison.input_script import Script
from retromaze.comparison.pairs import Comparison, compare, compare_programs
from retromaze.comparison.runnable_programs import Listing, SourceLine

__all__ = ["Comparison", "Difference", "Listing", "Script", "SourceLine", "compare", "compare_programs"]
