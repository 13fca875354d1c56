"""Claims of the articles about their mazes, confirmed or refuted by figures.

Each article's claims are a module of `samples`, what has to be made to judge them, and `statements`.
"""

from __future__ import annotations

from collections.abc import Sequence

from retromaze.study.claims import day_12, field, goals, python_6, rivers, sticks
from retromaze.study.claims.statement import Statement, Verdict
from retromaze.study.survey import Results, Sample

__all__ = ["Statement", "Verdict", "statements", "wanted_samples"]

ARTICLES = (day_12, sticks, python_6, goals, rivers, field)


def wanted_samples(kinds: Sequence[str], width: int, height: int) -> list[Sample]:
    """What has to be made of these kinds: each at the given size, some at the articles' sizes too."""
    samples = [Sample(kind, width, height) for kind in kinds]
    return samples + [sample for article in ARTICLES for sample in article.SAMPLES if sample.kind in kinds]


def statements(results: Results, width: int, height: int) -> list[Statement]:
    """All statements that the results can judge, in the order of the articles; one for each claim."""
    return [each for article in ARTICLES for each in article.statements(results, width, height)]
