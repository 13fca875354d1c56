"""Says what was found: each defect once, with its smallest program and how to try it again."""

from __future__ import annotations

from collections.abc import Sequence

from tests.fuzzing.shrinking import smallest
from tests.fuzzing.trials import choices_in
from tests.fuzzing.workers import Trial, Workers


def report(failures: Sequence[Trial[tuple[str, int]]], workers: Workers) -> str:
    """One paragraph for each defect; "nothing was found" without any."""
    groups: dict[str, list[Trial[tuple[str, int]]]] = {}
    for trial in failures:
        if trial.finding:
            groups.setdefault(trial.finding.key, []).append(trial)
    if not groups:
        return "nothing was found"
    return "\n\n".join(paragraph(key, found, workers) for key, found in groups.items())


def paragraph(key: str, found: Sequence[Trial[tuple[str, int]]], workers: Workers) -> str:
    """A defect: how often, where first, the program as small as it gets, and what was seen."""
    first = min(found, key=lambda trial: len(trial.source))

    def fails(source: str) -> bool:
        again = workers.examine(source, choices_in(key))
        return again is not None and again.key == key

    source = smallest(first.source, fails).encode("utf-8", "backslashreplace").decode()
    kind, number = first.name
    details = first.finding.details if first.finding else ""
    return (
        f"== {key}: {len(found)} programs\n"
        f"python -m tests.fuzzing --program {kind} {number}\n"
        f"--\n{source}\n--\n{details}"
    )
