"""A claim as it is judged: its figures, the verdict that they allow, and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from retromaze.display.translation import _
from retromaze.study.intervals import Interval, mean_interval, share_interval

Verdict = Literal["confirmed", "refuted", "undecided"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim, where it stands, what the survey says of it, and the sentence in which its figures stand."""

    claim: str
    source: str
    verdict: Verdict
    sentence: str
    figures: Mapping[str, str | int | float]

    @property
    def text(self) -> str:
        """The sentence with its figures."""
        return self.sentence.format_map(self.figures)

    @property
    def heading(self) -> str:
        """Claim and source in the user's language."""
        return f"{_(self.claim)} [{_(self.source)}]"

    @property
    def words(self) -> str:
        """The sentence with its figures in the user's language."""
        return _(self.sentence).format_map(self.figures)


def verdict_of(holds: bool) -> Verdict:
    """Confirmed or refuted."""
    return "confirmed" if holds else "refuted"


def at_most(value: Interval, limit: float) -> Verdict:
    """Whether a figure is at most a limit, as far as its 95 % interval tells."""
    return above(Interval(-value.mean, -value.high, -value.low, 0, 0, value.count), -limit)


def above(value: Interval, limit: float) -> Verdict:
    """Whether a figure is a limit or more, as far as its 95 % interval tells."""
    if value.low >= limit:
        return "confirmed"
    return "refuted" if value.high < limit else "undecided"


def interval(found: Iterable[Any], value: Callable[[Any], float | None]) -> Interval:
    """The mean of a figure over those mazes that have it (0 if none has)."""
    values = [each for each in map(value, found) if each is not None]
    return mean_interval(values) or Interval(0, 0, 0, 0, 0, 0)


def share(found: Sequence[Any], holds: Callable[[Any], bool]) -> Interval:
    """The share of mazes of which something holds, 0 to 1."""
    return share_interval(sum(map(holds, found)), len(found))


def shown(value: Interval, decimals: int = 1) -> str:
    """`12.3 ± 0.4`: the mean and its 95 % interval."""
    return f"{value.mean:.{decimals}f} ± {value.margin:.{decimals}f}"


def percent(value: Interval) -> str:
    """`12.5 % (95 %: 8.6-17.8 %)`."""
    return f"{100 * value.mean:.1f} % (95 %: {100 * value.low:.1f}-{100 * value.high:.1f} %)"
