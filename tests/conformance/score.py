"""What came of all cases: counted by category and by confidence, and told as tables or as JSON."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retromaze.commands.output import show_rows
from tests.conformance.cases import Case
from tests.conformance.trials import Verdict

LONGEST_CODE = 12
"""Lines of a program that are shown with its failure."""
COUNTS = ("held", "tried", "not tried")


@dataclass(frozen=True)
class Score:
    """The verdicts of a folder at a commit ("" if it is no clone), and the cases that were not tried."""

    folder: Path
    commit: str
    files: int
    verdicts: Sequence[Verdict]
    not_tried: Sequence[Case]

    @property
    def failures(self) -> list[Verdict]:
        """Those that do not hold, in the order of the files."""
        return [verdict for verdict in self.verdicts if verdict.failure]

    @property
    def reasons(self) -> dict[str, int]:
        """Why cases were not tried, with their numbers, the most frequent first."""
        return dict(Counter(case.reason for case in self.not_tried).most_common())

    @property
    def total(self) -> dict[str, int]:
        """How many cases held, were tried, and were not."""
        return counts(self.verdicts, self.not_tried)

    def counts_by(self, field: str) -> dict[str, dict[str, int]]:
        """The same for each value of a field of the cases, in the order of the values."""
        tried, untried = defaultdict[str, list[Verdict]](list), defaultdict[str, list[Case]](list)
        for verdict in self.verdicts:
            tried[getattr(verdict.case, field)].append(verdict)
        for case in self.not_tried:
            untried[getattr(case, field)].append(case)
        return {value: counts(tried[value], untried[value]) for value in sorted({*tried, *untried})}


def counts(tried: Sequence[Verdict], untried: Sequence[Case]) -> dict[str, int]:
    """How many held, were tried, and were not."""
    held = sum(not verdict.failure for verdict in tried)
    return dict(zip(COUNTS, (held, len(tried), len(untried)), strict=True))


def record_of(score: Score) -> dict[str, Any]:
    """What JSON says of it."""
    return {
        "folder": str(score.folder),
        "commit": score.commit or None,
        "files": score.files,
        **score.total,
        "category": score.counts_by("category"),
        "confidence": score.counts_by("confidence"),
        "failures": [
            {
                **{key: getattr(case, key) for key in ("file", "name", "category", "confidence", "source")},
                "failure": failure,
            }
            for case, failure in score.failures
        ],
        "reasons": score.reasons,
    }


def show(score: Score, failures: int) -> None:
    """Prints so many failures, both tables and the sum."""
    for verdict in score.failures[:failures]:
        print(words_of(verdict), end="\n\n")
    if len(score.failures) > failures:
        print(f"… and {len(score.failures) - failures:,} more\n")
    for field in ("category", "confidence"):
        counted = score.counts_by(field).items()
        show_rows((field, *COUNTS), [(printable(value), *figures(each)) for value, each in counted])
        print()
    for reason, count in score.reasons.items():
        print(f"{count:,} not tried: {printable(reason)}")
    total = score.total
    commit = f"commit {score.commit}" if score.commit else "no clone, so no commit is known"
    print(f"{total['held']:,} of {total['tried']:,} cases hold, {total['not tried']:,} not tried")
    print(f"{score.files:,} file{'' if score.files == 1 else 's'} of {score.folder}, {commit}")


def figures(each: dict[str, int]) -> list[str]:
    return [f"{each[name]:,}" for name in COUNTS]


def words_of(verdict: Verdict) -> str:
    """A failure with its program, and the first thing that is otherwise."""
    case = verdict.case
    code = case.source.rstrip("\n").split("\n")
    more = [f"… {len(code) - LONGEST_CODE} lines more"] if len(code) > LONGEST_CODE else []
    lines = [f"    {printable(line)}" for line in code[:LONGEST_CODE] + more]
    title = printable(f"{case.file}: {case.name} [{case.confidence}]")
    return "\n".join([title, *map(str.rstrip, lines), f"  {printable(verdict.failure)}"])


def printable(text: str) -> str:
    """A text of strangers in which nothing commands the terminal."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
