"""What was found: each defect once, made small, with the command that shows it again."""

import time
from collections.abc import Callable, Sequence

from tests.fuzzing.kinds import TOKEN
from tests.fuzzing.trials import choices_in
from tests.fuzzing.workers import Trial, Workers

SECONDS = 60.0


def smallest(source: str, fails: Callable[[str], bool], seconds: float = SECONDS) -> str:
    """The program without all the lines and tokens that `fails` does not need, found within that time."""
    end = time.monotonic() + seconds

    def still(text: str) -> bool:
        return time.monotonic() < end and fails(text)

    before = ""
    while source != before:
        before = source
        source = "\n".join(reduced(source.split("\n"), "\n", still))
        source = "".join(reduced(TOKEN.findall(source), "", still))
    return source


def reduced(parts: list[str], joint: str, fails: Callable[[str], bool]) -> list[str]:
    """The parts without ever smaller runs of them, as long as it fails without."""
    length = len(parts) // 2 or 1
    while length:
        at = 0
        while at < len(parts):
            shorter = parts[:at] + parts[at + length :]
            if shorter and fails(joint.join(shorter)):
                parts = shorter
            else:
                at += length
        length //= 2
    return parts


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
