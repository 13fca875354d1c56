"""What the articles say about their mazes, as statements that a survey confirms or refutes, with figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from retromaze.study.intervals import Interval, mean_interval, share_interval
from retromaze.study.measures import Measures, mean
from retromaze.study.survey import Results, Sample

Verdict = Literal["confirmed", "refuted", "measured"]

BINARY_TREE, BACKTRACKER, STICKS, SAFE_STICKS, KRUSKAL = (
    "binary_tree",
    "backtracker",
    "sticks",
    "sticks_safe",
    "kruskal",
)

DEEPEST_CALL = 8192 // 6
"""Calls inside calls that fit on the console's stack: 8192 cells, six a call of backtracker_def's VISIT."""
RECURSION_SIZES = ((40, 40), (50, 50))
STICK_SIZES = ((10, 10, 40), (27, 27, 5))
"""In rooms, and how many times as many: the mazes of 21 and 55 columns of the article."""

DAY_12 = "プチコン3号 12日目"
STICKS_ARTICLE = "なでしこ, 棒倒し法"
PULLEN = "W. D. Pullen, Think Labyrinth"


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim, where it stands, what the survey says of it, and the figures in a sentence."""

    claim: str
    source: str
    verdict: Verdict
    text: str


def wanted_samples(kinds: Sequence[str], width: int, height: int) -> list[Sample]:
    """What has to be measured for these kinds: each at the given size, some at the articles' sizes too."""
    samples = [Sample(kind, width, height) for kind in kinds]
    if BACKTRACKER in kinds:
        samples += [Sample(BACKTRACKER, *size) for size in RECURSION_SIZES]
    samples += [Sample(kind, *size) for kind in kinds if kind == STICKS for size in STICK_SIZES]
    return samples


def statements(results: Results, width: int, height: int) -> list[Statement]:
    """All statements that the results can judge, in the order of the article."""
    at_size = {
        sample.kind: mazes
        for sample, mazes in results.items()
        if sample == Sample(sample.kind, width, height)
    }
    return [*about_one_kind(at_size, width, height), *about_articles_sizes(results), *about_rivers(at_size)]


def about_one_kind(at_size: dict[str, list[Measures]], width: int, height: int) -> Iterator[Statement]:
    """Binary trees against backtrackers, at the size of the survey."""
    tree, backtracker = at_size.get(BINARY_TREE), at_size.get(BACKTRACKER)
    if tree:
        yield limit_of_length(tree, width, height)
        yield no_u_turns(tree)
        yield limit_from_start_only(tree, width, height)
    if backtracker:
        yield goes_beyond(backtracker, width, height)
    if tree and backtracker:
        yield longer_solution(tree, backtracker)
        yield longer_branches(tree, backtracker)
    if SAFE_STICKS in at_size:
        yield nothing_closed(at_size[SAFE_STICKS])


def about_articles_sizes(results: Results) -> Iterator[Statement]:
    """What is said of mazes of one size."""
    for sample, mazes in results.items():
        size = sample.width, sample.height
        if sample.kind == BACKTRACKER and size in RECURSION_SIZES:
            yield stack_overflow(sample, mazes)
        if sample.kind == STICKS:
            yield closed_in(sample, mazes)


def limit_of_length(mazes: Sequence[Measures], width: int, height: int) -> Statement:
    most = max(solutions(mazes))
    return Statement(
        "a binary tree's solution is at most width + height long",
        DAY_12,
        judged(most <= width + height),
        f"In {len(mazes)} binary trees of {width} x {height} rooms the longest solution has {most} steps;"
        f" width + height is {width + height}. Only steps right and down lead from corner to corner, so it is"
        f" width + height - 2 in every maze ({min(solutions(mazes))} at least).",
    )


def no_u_turns(mazes: Sequence[Measures]) -> Statement:
    count = sum(maze.u_turns or 0 for maze in mazes)
    return Statement(
        "a binary tree's solution makes no U-turn",
        DAY_12,
        judged(count == 0),
        f"The solutions of {len(mazes)} binary trees make {count} U-turns"
        f" in {sum(maze.turns or 0 for maze in mazes)} turns.",
    )


def limit_from_start_only(mazes: Sequence[Measures], width: int, height: int) -> Statement:
    limit = width + height
    beyond = share(mazes, lambda maze: maze.longest > limit)
    farthest = max(maze.farthest for maze in mazes)
    longest = interval(mazes, lambda maze: maze.longest)
    return Statement(
        "the same holds between any two rooms of a binary tree",
        f"not said there; {DAY_12} speaks of the start",
        judged(beyond.most == 0),
        f"From the start no room is farther than {farthest} steps, but between the two rooms farthest apart"
        f" lie {shown(longest)} steps:"
        f" more than {limit} in {percent(beyond)} of the mazes. The limit holds from the start only.",
    )


def goes_beyond(mazes: Sequence[Measures], width: int, height: int) -> Statement:
    limit = width + height
    beyond = share(mazes, lambda maze: (maze.solution or 0) > limit)
    turns = interval(mazes, lambda maze: maze.u_turns)
    return Statement(
        "a backtracker's solution is not bound to width + height and makes U-turns",
        DAY_12,
        judged(beyond.mean > 0.5 and turns.mean > 0),
        f"{percent(beyond)} of {len(mazes)} backtracker mazes have a solution longer than {limit} steps;"
        f" it makes {shown(turns)} U-turns.",
    )


def longer_solution(tree: Sequence[Measures], backtracker: Sequence[Measures]) -> Statement:
    steps = interval(backtracker, lambda maze: maze.solution)
    times = steps.mean / mean(solutions(tree))
    shorter = sum(length <= max(solutions(tree)) for length in solutions(backtracker))
    return Statement(
        "a backtracker's solution is far longer than a binary tree's",
        DAY_12,
        judged(times > 2 and steps.low > max(solutions(tree))),
        f"A backtracker's solution has {shown(steps)} steps, {times:.1f} times a binary tree's"
        f" ({steps.least:.0f} to {steps.most:.0f}; not longer in {shorter} of {len(backtracker)} mazes).",
    )


def longer_branches(tree: Sequence[Measures], backtracker: Sequence[Measures]) -> Statement:
    ours = interval(tree, lambda maze: maze.longest_branch)
    theirs = interval(backtracker, lambda maze: maze.longest_branch)
    return Statement(
        "a binary tree's side branches cannot grow long",
        DAY_12,
        judged(ours.high < theirs.low),
        f"The longest side branch leads {shown(ours)} steps away in a binary tree and {shown(theirs)} in a"
        f" backtracker; the mean branch {shown(interval(tree, lambda maze: maze.branch_length))} and"
        f" {shown(interval(backtracker, lambda maze: maze.branch_length))}.",
    )


def nothing_closed(mazes: Sequence[Measures]) -> Statement:
    count = sum(maze.closed > 0 or maze.loops > 0 for maze in mazes)
    return Statement(
        "sticks that fall safely close nothing in",
        "ours, after " + STICKS_ARTICLE,
        judged(count == 0),
        f"{count} of {len(mazes)} mazes of safe sticks have a closed room or a loop.",
    )


def stack_overflow(sample: Sample, mazes: Sequence[Measures]) -> Statement:
    depth = interval(mazes, lambda maze: maze.farthest + 1)
    over = share(mazes, lambda maze: maze.farthest + 1 > DEEPEST_CALL)
    return Statement(
        "a recursive backtracker fits on the console's stack up to about 50 x 50 rooms"
        if sample.width == 50
        else "at 40 x 40 rooms it may already fail",
        DAY_12,
        "measured",
        f"At {sample.width} x {sample.height} rooms a recursive backtracker is {shown(depth)} calls deep"
        f" ({depth.most:.0f} at most), and {percent(over)} of {len(mazes)} mazes need more than the"
        f" {DEEPEST_CALL} that the console has room for.",
    )


def closed_in(sample: Sample, mazes: Sequence[Measures]) -> Statement:
    some = share(mazes, lambda maze: maze.closed > 0)
    lost = sum(maze.solution is None for maze in mazes)
    anywhere = interval(mazes, lambda maze: 100 * maze.closed / (maze.rooms - 1))
    closed = interval(mazes, lambda maze: maze.closed)
    size = f"{2 * sample.width + 1} x {2 * sample.height + 1} blocks"
    return Statement(
        "a maze of fallen sticks may have no way to the goal, though not often",
        STICKS_ARTICLE,
        judged(0 < anywhere.mean < 50),
        f"Of {len(mazes)} mazes of {size} {percent(some)} have closed rooms, {shown(closed, 2)} on average:"
        f" {shown(anywhere, 2)} % of the goals that could be drawn. From corner to corner {lost} have no way,"
        " and none ever will: to wall off a room at the frame takes one stick more than the pillars in that"
        " wall can drop.",
    )


def about_rivers(at_size: dict[str, list[Measures]]) -> Iterator[Statement]:
    """Pullen's rule, between a kind known for its river and one known for having little."""
    if not {BACKTRACKER, KRUSKAL} <= at_size.keys():
        return
    much, little = at_size[BACKTRACKER], at_size[KRUSKAL]
    ends = [interval(mazes, lambda maze: maze.dead_ends) for mazes in (much, little)]
    lengths = [interval(mazes, lambda maze: maze.dead_end_length) for mazes in (much, little)]
    shares = [interval(mazes, lambda maze: 100 * maze.river_share) for mazes in (much, little)]
    yield Statement(
        "more river, fewer but longer dead ends",
        PULLEN,
        judged(ends[0].high < ends[1].low and lengths[0].low > lengths[1].high),
        f"{shown(shares[0])} % of a backtracker's rooms are river and {shown(shares[1])} % in Kruskal's"
        f" mazes: {shown(ends[0])} dead ends of {shown(lengths[0], 2)} steps against"
        f" {shown(ends[1])} of {shown(lengths[1], 2)}.",
    )


# ---- figures in words


def judged(holds: bool) -> Verdict:
    return "confirmed" if holds else "refuted"


def solutions(mazes: Iterable[Measures]) -> list[int]:
    return [maze.solution for maze in mazes if maze.solution is not None]


def interval(mazes: Iterable[Measures], value: Callable[[Measures], float | None]) -> Interval:
    """The mean of a figure over those mazes that have it (0 if none has)."""
    values = [each for each in map(value, mazes) if each is not None]
    return mean_interval(values) or Interval(0, 0, 0, 0, 0, 0)


def share(mazes: Sequence[Measures], holds: Callable[[Measures], bool]) -> Interval:
    return share_interval(sum(map(holds, mazes)), len(mazes))


def shown(value: Interval, decimals: int = 1) -> str:
    """`12.3 ± 0.4`: the mean and its 95 % interval."""
    return f"{value.mean:.{decimals}f} ± {value.margin:.{decimals}f}"


def percent(value: Interval) -> str:
    """`12.5 % (95 %: 8.6 to 17.8 %)`."""
    return f"{100 * value.mean:.1f} % (95 %: {100 * value.low:.1f} to {100 * value.high:.1f} %)"
