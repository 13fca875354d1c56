"""Claims of the articles about their mazes, confirmed or refuted by means with 95 % intervals, low to high.

Each claim is judged by a function whose arguments are the measured mazes that it needs: of kinds at the size
of the survey, or of samples at an article's own sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from retromaze.study.maze_measures import Measures
from retromaze.study.survey import (
    NO_VALUES,
    TARGETS,
    Goal,
    Interval,
    Reachability,
    Results,
    Sample,
    Tour,
    mean_interval,
    share_interval,
)

POSSIBLE: Final = "possible, not observed"
Verdict = Literal["confirmed", "refuted", "undecided", "possible, not observed"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A judge's ruling on a claim of a source: the verdict, and a sentence with fields for the `figures`."""

    claim: str
    source: str
    verdict: Verdict
    sentence: str
    figures: Mapping[str, str | int | float | Interval]

    @property
    def text(self) -> str:
        """The sentence with its figures; an Interval is written with one decimal."""
        return self.sentence.format_map(self.figures)


@dataclass(frozen=True)
class Claim:
    """How a claim is judged.

    `judge`: the function, called with the mazes of each of `needed`. A kind in `needed` means its mazes at
    the size of the survey. `needs_all`: whether all are needed; if not, the argument for missing ones is
    None. `takes_size`: whether the first argument is the survey's (width, height).
    """

    judge: Callable[..., Ruling]
    needed: tuple[str | Sample, ...]
    needs_all: bool
    takes_size: bool


CLAIMS: list[Claim] = []
"""All claims in the order of the articles."""


def claim(*needed: str | Sample, needs_all: bool = True, takes_size: bool = False) -> Callable[..., Any]:
    """Declares the function below it, named after a claim, as its judge; see Claim for the parameters."""

    def declare(judge: Callable[..., Ruling]) -> Callable[..., Ruling]:
        CLAIMS.append(Claim(judge, needed, needs_all, takes_size))
        return judge

    return declare


def wanted_samples(kinds: Sequence[str], width: int, height: int) -> list[Sample]:
    """Returns the samples of mazes to make of these kinds, so that CLAIMS can be judged by them.

    They are one of each kind at the given size, then those that a claim names with a size of its own.
    """
    named_by_claims = (sample for each in CLAIMS for sample in each.needed if isinstance(sample, Sample))
    samples = [Sample(kind, width, height) for kind in kinds]
    return samples + [sample for sample in dict.fromkeys(named_by_claims) if sample.kind in kinds]


def rulings(results: Results, width: int, height: int) -> list[Ruling]:
    """Judges all claims for which there are results; returns a ruling on each, in the articles' order."""
    judged = []
    for each in CLAIMS:
        samples = [Sample(kind, width, height) if isinstance(kind, str) else kind for kind in each.needed]
        # None for kinds that were not made
        mazes = [results.get(sample) for sample in samples]
        are_enough = all(mazes) if each.needs_all else any(mazes)
        if are_enough:
            size = [(width, height)] if each.takes_size else []
            judged.append(each.judge(*size, *mazes))
    return judged


# ---- figures and verdicts


def verdict_of(holds: bool) -> Verdict:
    return "confirmed" if holds else "refuted"


def verdict_at_most(value: Interval, limit: float) -> Verdict:
    """Returns the verdict on "at most `limit`": undecided if the limit is within the 95 % interval."""
    if value.high <= limit:
        return "confirmed"
    return "refuted" if value.low > limit else "undecided"


def verdict_at_least(value: Interval, limit: float) -> Verdict:
    """Returns the verdict on "`limit` or more": undecided if the limit is within the 95 % interval."""
    if value.low >= limit:
        return "confirmed"
    return "refuted" if value.high < limit else "undecided"


def mean_of(mazes: Iterable[Any], value: Callable[[Any], float | None]) -> Interval:
    """Returns the mean of a value over those mazes that have it, not None; 0 if none has."""
    values = [each for each in map(value, mazes) if each is not None]
    return mean_interval(values) or NO_VALUES


def share_of(mazes: Sequence[Any], holds: Callable[[Any], bool]) -> Interval:
    """Returns the share of mazes for which `holds` is true, 0 to 1."""
    return share_interval(sum(map(holds, mazes)), len(mazes))


def percent(value: Interval) -> str:
    """Returns `12.5 % (95 %: 8.6-17.8 %)`."""
    return f"{100 * value.mean:.1f} % (95 %: {100 * value.low:.1f}-{100 * value.high:.1f} %)"


# ---- articles and their sizes

DAY_12 = "プチコン3号 12日目"
STICKS_ARTICLE = "なでしこ, 棒倒し法"
PYTHON_6 = "Pythonであそぼう 6"
GAME_ARTICLE = "コンソールで遊べる簡単なゲーム"
PULLEN = "W. D. Pullen, Think Labyrinth"
BUCK = "J. Buck, The Buckblog"

CONSOLE_DEPTH = 8192 // 6
"""The depth of calls that fits on the console's stack: 8192 cells, six a call of backtracker_def's VISIT."""
BACKTRACKERS_40, BACKTRACKERS_50, BACKTRACKERS_60 = (
    Sample("backtracker", side, side, probe="reach") for side in (40, 50, 60)
)
SMALL_STICKS = Sample("sticks", 10, 10, times=30, probe="reach")
LARGE_STICKS = Sample("sticks", 27, 27, times=3, probe="reach")
"""The article's mazes of 21 and 55 columns: their size in rooms, and how many times as many are made."""
UNLIKELY_SHARE = 0.1
"""A smaller share of cases counts as あまり確率は高くありません, not very likely."""
WIDTH, HEIGHT = 18, 8
"""The maze of 37 x 17 blocks of Python であそぼう 6, in rooms."""
METHOD_A, METHOD_B = (
    Sample(kind, WIDTH, HEIGHT, times=2, probe="right hand") for kind in ("wall_extension", "floor_extension")
)
"""The two methods: walls grow from the frame, and walls grow from any floor."""
HOLES = (1, 5, 20)
WITH_HOLES = [
    Sample("wall_extension", WIDTH, HEIGHT, times=2, probe="walker", holes=holes) for holes in HOLES
]
WITHOUT_HOLES = Sample("wall_extension", WIDTH, HEIGHT, probe="walker")
GAME_MAZES = Sample("kruskal", 8, 4, times=10, probe="goal")
"""The maze of the article on a console game."""


# ---- プチコン3号 12日目: binary trees and backtrackers, bad mazes, recursion


@claim("binary_tree", takes_size=True)
def binary_tree_solution_is_limited(size: tuple[int, int], mazes: Sequence[Measures]) -> Ruling:
    width, height = size
    most = max(solutions(mazes))
    return Ruling(
        "a binary tree's solution is at most width + height long",
        DAY_12,
        verdict_of(most <= width + height),
        "In {count} binary trees of {width} x {height} rooms the longest solution has {most} steps;"
        " width + height is {limit}. Only steps right and down lead from corner to corner, so it is"
        " width + height - 2 in every maze ({least} at least).",
        {
            "count": len(mazes),
            "width": width,
            "height": height,
            "most": most,
            "limit": width + height,
            "least": min(solutions(mazes)),
        },
    )


@claim("binary_tree")
def binary_tree_solution_makes_no_u_turn(mazes: Sequence[Measures]) -> Ruling:
    u_turns = sum(maze.u_turns or 0 for maze in mazes)
    return Ruling(
        "a binary tree's solution makes no U-turn",
        DAY_12,
        verdict_of(u_turns == 0),
        "The solutions of {count} binary trees make {u_turns} U-turns in {turns} turns.",
        {"count": len(mazes), "u_turns": u_turns, "turns": sum(maze.turns or 0 for maze in mazes)},
    )


@claim("binary_tree", takes_size=True)
def other_ways_of_a_binary_tree_are_longer(size: tuple[int, int], mazes: Sequence[Measures]) -> Ruling:
    width, height = size
    limit = width + height
    beyond = share_of(mazes, lambda maze: maze.longest > limit)
    farthest = max(maze.farthest for maze in mazes)
    longest = mean_of(mazes, lambda maze: maze.longest)
    return Ruling(
        "between two other rooms a binary tree's way can be longer than that",
        "ours; プチコン3号 12日目 speaks of the start",
        verdict_of(beyond.mean > 0),
        "From the start no room is farther than {farthest} steps, but between the two rooms farthest apart"
        " lie {longest} steps: more than {limit} in {beyond} of the mazes.",
        {"farthest": farthest, "longest": longest, "limit": limit, "beyond": percent(beyond)},
    )


@claim("backtracker", takes_size=True)
def backtracker_solution_is_not_limited(size: tuple[int, int], mazes: Sequence[Measures]) -> Ruling:
    width, height = size
    limit = width + height
    beyond = share_of(mazes, lambda maze: (maze.solution or 0) > limit)
    turns = mean_of(mazes, lambda maze: maze.u_turns)
    return Ruling(
        "a backtracker's solution is not bound to width + height and makes U-turns",
        DAY_12,
        # most solutions are longer, and there are U-turns at all
        verdict_of(beyond.mean > 0.5 and turns.mean > 0),
        "{beyond} of {count} backtracker mazes have a solution longer than {limit} steps;"
        " it makes {turns} U-turns.",
        {"beyond": percent(beyond), "count": len(mazes), "limit": limit, "turns": turns},
    )


@claim("binary_tree", "backtracker")
def far_longer_solution(tree: Sequence[Measures], backtracker: Sequence[Measures]) -> Ruling:
    steps = mean_of(backtracker, lambda maze: maze.solution)
    tree_steps = mean_of(tree, lambda maze: maze.solution)
    shorter = sum(length <= tree_steps.most for length in solutions(backtracker))
    return Ruling(
        "a backtracker's solution is far longer than a binary tree's",
        DAY_12,
        # "far longer" is read as twice as long
        verdict_at_least(steps, 2 * tree_steps.mean),
        "A backtracker's solution has {steps} steps, {times:.1f} times a binary tree's"
        " ({least:.0f} to {most:.0f}; not longer in {shorter} of {count} mazes).",
        {
            "steps": steps,
            "times": steps.mean / tree_steps.mean,
            "least": steps.least,
            "most": steps.most,
            "shorter": shorter,
            "count": len(backtracker),
        },
    )


@claim("binary_tree", "backtracker")
def binary_tree_branches_stay_short(tree: Sequence[Measures], backtracker: Sequence[Measures]) -> Ruling:
    ours = mean_of(tree, lambda maze: maze.longest_branch)
    theirs = mean_of(backtracker, lambda maze: maze.longest_branch)
    return Ruling(
        "a binary tree's side branches cannot grow long",
        DAY_12,
        verdict_of(ours.high < theirs.low),
        "The longest side branch leads {ours} steps away in a binary tree and {theirs} in a backtracker;"
        " the mean branch {mean} and {their_mean}.",
        {
            "ours": ours,
            "theirs": theirs,
            "mean": mean_of(tree, lambda maze: maze.branch_length),
            "their_mean": mean_of(backtracker, lambda maze: maze.branch_length),
        },
    )


@claim("short_branches", "backtracker")
def bad_maze_has_many_short_branches(mazes: Sequence[Measures], backtracker: Sequence[Measures]) -> Ruling:
    count, usual_count = (mean_of(each, lambda maze: maze.branches) for each in (mazes, backtracker))
    length, usual_length = (mean_of(each, lambda maze: maze.longest_branch) for each in (mazes, backtracker))
    return Ruling(
        "a maze can have many side ways and be bad, for they end at once: figure (A)",
        DAY_12,
        # "at once" is read as a tenth of a backtracker's branch
        verdict_of(count.low > usual_count.high and length.high < usual_length.low / 10),
        "short_branches has {count} side branches and a backtracker {others}, but the longest"
        " leads {length} step away, a backtracker's {longest}.",
        {"count": count, "others": usual_count, "length": length, "longest": usual_length},
    )


@claim("short_solution", "backtracker")
def bad_maze_has_a_short_solution(mazes: Sequence[Measures], backtracker: Sequence[Measures]) -> Ruling:
    steps, others = (mean_of(each, lambda maze: maze.solution) for each in (mazes, backtracker))
    length, theirs = (mean_of(each, lambda maze: maze.branch_length) for each in (mazes, backtracker))
    return Ruling(
        "a maze can have complicated side ways and be bad, for its solution is short: figure (B)",
        DAY_12,
        # "short" is read as a tenth of a backtracker's solution
        verdict_of(length.low > theirs.mean and steps.high < others.low / 10),
        "In short_solution a side branch leads {length} steps away, a backtracker's {theirs},"
        " but the solution has {steps} steps, a backtracker's {others}.",
        {"length": length, "theirs": theirs, "steps": steps, "others": others},
    )


@claim(BACKTRACKERS_40)
def recursion_may_fail_at_40_rooms(mazes: Sequence[Reachability]) -> Ruling:
    depth = mean_of(mazes, call_depth)
    over = share_of(mazes, lambda maze: call_depth(maze) > CONSOLE_DEPTH)
    return Ruling(
        "recursion may fail at 40 x 40 rooms already, for a way without branches has 1600",
        DAY_12,
        # a way through all rooms would need too many calls, even if no maze made has one
        POSSIBLE if mazes[0].rooms > CONSOLE_DEPTH and not over.mean else verdict_of(over.mean > 0),
        "It may: 1600 calls inside calls are more than the {deepest} that the console has room for. But"
        " {over} of {count} mazes need more; they need {depth}, {most:.0f} at most.",
        {
            "deepest": CONSOLE_DEPTH,
            "over": percent(over),
            "count": len(mazes),
            "depth": depth,
            "most": depth.most,
        },
    )


@claim(BACKTRACKERS_50, BACKTRACKERS_60)
def recursion_reaches_50_rooms(limit: Sequence[Reachability], beyond: Sequence[Reachability]) -> Ruling:
    fits, fails = (share_of(each, lambda maze: call_depth(maze) > CONSOLE_DEPTH) for each in (limit, beyond))
    depth = mean_of(limit, call_depth)
    # both must hold: most mazes fit at 50 x 50 rooms, and most do not at 60 x 60; if the verdicts differ,
    # an undecided one leaves the claim undecided, else one of them refutes it
    fit_at_limit, fail_beyond = verdict_at_most(fits, 0.5), verdict_at_least(fails, 0.5)
    verdicts = {fit_at_limit, fail_beyond}
    verdict = fit_at_limit
    if len(verdicts) > 1:
        verdict = "undecided" if "undecided" in verdicts else "refuted"
    return Ruling(
        "recursion reaches up to about 50 x 50 rooms before its stack overflows",
        DAY_12,
        verdict,
        "At 50 x 50 rooms {fits} of {count} mazes need more than the {deepest} calls that"
        " the console has room for ({depth}, {most:.0f} at most); at 60 x 60 {fails}.",
        {
            "fits": percent(fits),
            "count": len(limit),
            "deepest": CONSOLE_DEPTH,
            "depth": depth,
            "most": depth.most,
            "fails": percent(fails),
        },
    )


def call_depth(maze: Reachability) -> int:
    """Returns how deep a recursive backtracker calls itself: once a room on the way to the farthest one."""
    return maze.farthest + 1


def solutions(mazes: Sequence[Measures]) -> list[int]:
    return [maze.solution for maze in mazes if maze.solution is not None]


# ---- なでしこ, 棒倒し法: fallen sticks may close rooms in and leave no way to the goal


@claim(SMALL_STICKS, LARGE_STICKS)
def some_goals_are_out_of_reach(small: Sequence[Reachability], large: Sequence[Reachability]) -> Ruling:
    # the start is no goal
    lost, lost_large = (
        mean_of(mazes, lambda maze: 100 * maze.closed / (maze.rooms - 1)) for mazes in (small, large)
    )
    corner = sum(maze.solved for maze in [*small, *large])
    seldom = verdict_at_most(lost, 100 * UNLIKELY_SHARE)
    return Ruling(
        "a goal anywhere in the maze cannot always be reached, though not often",
        STICKS_ARTICLE,
        # without a single goal out of reach, "not always" is not shown
        seldom if lost.mean else "undecided",
        "A goal drawn among the rooms has no way to it in {lost} % of the cases at 21 x 21 blocks and"
        " {lost_large} % at 55 x 55 ({small} and {large} mazes). To a goal in the corner bottom right, from"
        " the start top left, {corner} of these {all} have a way, and all ever will: to wall off a room at"
        " the frame takes one stick more than the pillars in that wall can drop.",
        {
            "lost": lost.rounded(2),
            "lost_large": lost_large.rounded(2),
            "small": len(small),
            "large": len(large),
            "corner": corner,
            "all": len(small) + len(large),
        },
    )


@claim(SMALL_STICKS, LARGE_STICKS)
def closed_rooms_are_unlikely(small: Sequence[Reachability], large: Sequence[Reachability]) -> Ruling:
    some, some_large = (share_of(mazes, lambda maze: maze.closed > 0) for mazes in (small, large))
    closed, closed_large = (mean_of(mazes, lambda maze: maze.closed) for mazes in (small, large))
    return Ruling(
        "that a maze closes any room in is not very likely",
        STICKS_ARTICLE,
        verdict_at_most(some, UNLIKELY_SHARE),
        "{some} of {small} mazes of 21 x 21 blocks have closed rooms, {closed} of 100 on average,"
        " and {some_large} of {large} mazes of 55 x 55, {closed_large} of 729.",
        {
            "some": percent(some),
            "small": len(small),
            "closed": closed.rounded(2),
            "some_large": percent(some_large),
            "large": len(large),
            "closed_large": closed_large.rounded(2),
        },
    )


@claim("sticks_safe")
def safe_sticks_close_nothing_in(mazes: Sequence[Measures]) -> Ruling:
    count = sum(maze.closed > 0 or maze.loops > 0 for maze in mazes)
    return Ruling(
        "sticks that fall safely close nothing in",
        "ours, after なでしこ, 棒倒し法",
        verdict_of(count == 0),
        "{bad} of {count} mazes of safe sticks have a closed room or a loop.",
        {"bad": count, "count": len(mazes)},
    )


# ---- Python であそぼう 6: the right hand on the wall, and its walker where walls are broken


@claim(METHOD_A, METHOD_B, needs_all=False)
def right_hand_solves(from_frame: Sequence[Tour] | None, from_floor: Sequence[Tour] | None) -> Ruling:
    methods = {name: tours for name, tours in (("A", from_frame), ("B", from_floor)) if tours}
    results = [
        f"{name} {sum(tour.ends for tour in tours)}/{len(tours)}"
        f" ({mean_of(tours, lambda tour: tour.steps / tour.shortest)})"
        for name, tours in methods.items()
    ]
    return Ruling(
        "mazes of wall extension are solved with the right hand on the wall",
        PYTHON_6,
        verdict_of(all(tour.ends for tours in methods.values() for tour in tours)),
        "At 37 x 17 blocks it comes from the start top left to the goal bottom right in so many mazes of"
        " each method (and takes so many times the shortest way): {found}.",
        {"found": ", ".join(results)},
    )


@claim("wall_extension", "floor_extension")
def method_b_has_short_branches(from_frame: Sequence[Measures], from_floor: Sequence[Measures]) -> Ruling:
    methods = from_frame, from_floor
    count_a, count_b = (mean_of(mazes, lambda maze: maze.branches) for mazes in methods)
    length_a, length_b = (mean_of(mazes, lambda maze: maze.branch_length) for mazes in methods)
    steps_a, steps_b = (mean_of(mazes, lambda maze: maze.solution) for mazes in methods)
    return Ruling(
        "walls from any floor (method B) make more and shorter side ways than walls from the frame (A)",
        "ours; Pythonであそぼう 6 names both and gives A",
        verdict_of(count_a.high < count_b.low and length_a.low > length_b.high),
        "Method A makes {count_a} side branches of {length_a} steps, method B {count_b} of {length_b};"
        " their solutions have {steps_a} and {steps_b} steps.",
        {
            "count_a": count_a,
            "length_a": length_a,
            "count_b": count_b,
            "length_b": length_b,
            "steps_a": steps_a,
            "steps_b": steps_b,
        },
    )


@claim(WITHOUT_HOLES, *WITH_HOLES)
def walker_solves_mazes_with_holes(whole: Sequence[Tour], *broken: Sequence[Tour]) -> Ruling:
    """Judges walks in mazes without holes (`whole`) and in others, a sequence for each number in HOLES."""
    walks = [tour for tours in broken for tour in tours]
    lost = share_of(walks, lambda tour: not tour.ends)
    circles = sum(tour.circle > 0 for tour in walks)
    count = sum(not tour.ends for tour in walks)
    each = ", ".join(
        f"{holes}: {sum(not t.ends for t in tours)}" for holes, tours in zip(HOLES, broken, strict=True)
    )
    return Ruling(
        "the article's program solves a maze with broken walls too",
        PYTHON_6,
        # one failure refutes it; no number of successes confirms it for all mazes
        "refuted" if count else "undecided",
        "In {lost_count} of {count} mazes of 37 x 17 blocks with holes its walker never comes to all"
        " {targets} places drawn for it (by the number of holes, {each}): {lost}. In {circles} of these it is"
        " proved to go round for ever: it stands as it stood before, with the same branches remembered."
        " Without holes it fails in {whole_lost} of {whole}.",
        {
            "lost_count": count,
            "count": len(walks),
            "targets": TARGETS,
            "each": each,
            "lost": percent(lost),
            "circles": circles,
            "whole_lost": sum(not tour.ends for tour in whole),
            "whole": len(whole),
        },
    )


# ---- a console game: its goal is always bottom right


@claim(GAME_MAZES)
def rooms_lie_behind_the_goal(goals: Sequence[Goal]) -> Ruling:
    some = share_of(goals, lambda goal: goal.behind > 0)
    count = mean_of(goals, lambda goal: goal.behind)
    return Ruling(
        "with the goal fixed bottom right there may be rooms behind it that nobody comes to",
        GAME_ARTICLE,
        verdict_of(some.mean > 0),
        "{some} of {count} mazes of 8 x 4 rooms have some, {rooms} of the 32 on average"
        " and {most:.0f} at most: a game is over before one can enter them.",
        {"some": percent(some), "count": len(goals), "rooms": count, "most": count.most},
    )


@claim(GAME_MAZES)
def farthest_goal_makes_a_longer_way(goals: Sequence[Goal]) -> Ruling:
    steps, farthest = (mean_of(goals, way) for way in (lambda goal: goal.steps, lambda goal: goal.farthest))
    times = mean_of(goals, lambda goal: goal.farthest / goal.steps)
    same = share_of(goals, lambda goal: goal.farthest == goal.steps)
    return Ruling(
        "a better place for the goal makes more of a maze: the room farthest from the start",
        "コンソールで遊べる簡単なゲーム; the farthest room is ours",
        # "more" is read as a way that is longer by a tenth
        verdict_at_least(times, 1.1),
        "The way has {farthest} steps instead of {steps}, {times} times as many, and"
        " nothing lies behind a farthest room. In {same} of the mazes the corner is one already.",
        {"farthest": farthest, "steps": steps, "times": times.rounded(2), "same": percent(same)},
    )


# ---- W. D. Pullen: kinds of mazes differ in their rivers


@claim("backtracker", "kruskal")
def more_river_means_fewer_dead_ends(much: Sequence[Measures], little: Sequence[Measures]) -> Ruling:
    few, many = (mean_of(mazes, lambda maze: maze.dead_ends) for mazes in (much, little))
    long, short = (mean_of(mazes, lambda maze: maze.dead_end_length) for mazes in (much, little))
    river, other_river = (mean_of(mazes, lambda maze: 100 * maze.river_share) for mazes in (much, little))
    return Ruling(
        "more river, fewer but longer dead ends",
        PULLEN,
        verdict_of(few.high < many.low and long.low > short.high),
        "{much} % of a backtracker's rooms are river and {little} % in Kruskal's mazes:"
        " {few} dead ends of {long} steps against {many} of {short}.",
        {
            "much": river,
            "little": other_river,
            "few": few,
            "long": long.rounded(2),
            "many": many,
            "short": short.rounded(2),
        },
    )


# ---- the makers that the field knows: Prim's method and the growing tree


@claim("prim", "kruskal")
def prim_has_more_dead_ends_than_kruskal(prim: Sequence[Measures], kruskal: Sequence[Measures]) -> Ruling:
    ends, others = (mean_of(mazes, lambda maze: maze.dead_ends) for mazes in (prim, kruskal))
    length, other_length = (mean_of(mazes, lambda maze: maze.dead_end_length) for mazes in (prim, kruskal))
    return Ruling(
        "Prim's mazes have more dead ends than Kruskal's",
        "ours, after J. Buck, The Buckblog",
        verdict_of(ends.low > others.high),
        "{ends} dead ends of {length} steps in Prim's mazes, {others} of {other_length} in Kruskal's.",
        {
            "ends": ends,
            "length": length.rounded(2),
            "others": others,
            "other_length": other_length.rounded(2),
        },
    )


@claim("backtracker", "growing_tree", "prim")
def growing_tree_is_between(
    backtracker: Sequence[Measures], grown: Sequence[Measures], prim: Sequence[Measures]
) -> Ruling:
    few, some, many = (mean_of(mazes, lambda maze: maze.dead_ends) for mazes in (backtracker, grown, prim))
    return Ruling(
        "a growing tree lies between the backtracker and Prim's method, by how it chooses",
        BUCK,
        verdict_of(few.high < some.low and some.high < many.low),
        "A growing tree that takes by a coin the newest room or a drawn one has {some} dead ends,"
        " a backtracker {few}, Prim's mazes {many}.",
        {"few": few, "some": some, "many": many},
    )
