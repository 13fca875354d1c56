"""Claims of プチコン3号 12日目: about binary trees and backtrackers, bad mazes, and recursion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.study.claims.statement import (
    Statement,
    above,
    at_most,
    interval,
    percent,
    share,
    shown,
    verdict_of,
)
from retromaze.study.measures import Measures
from retromaze.study.probes import Reachability
from retromaze.study.survey import Results, Sample

TREE, BACKTRACKER, SHORT_BRANCHES, SHORT_SOLUTION = (
    "binary_tree",
    "backtracker",
    "short_branches",
    "short_solution",
)
DAY_12 = "プチコン3号 12日目"
DEEPEST_CALL = 8192 // 6
"""Calls inside calls that fit on the console's stack: 8192 cells, six a call of backtracker_def's VISIT."""
SMALL, LIMIT, BEYOND = (Sample(BACKTRACKER, side, side, probe="reach") for side in (40, 50, 60))
SAMPLES = [SMALL, LIMIT, BEYOND]


def statements(results: Results, width: int, height: int) -> Iterator[Statement]:
    """Binary trees against backtrackers at the size of the survey, and recursion at the article's sizes."""
    tree, backtracker, many, short = (
        results.get(Sample(kind, width, height))
        for kind in (TREE, BACKTRACKER, SHORT_BRANCHES, SHORT_SOLUTION)
    )
    if tree:
        yield limit_of_length(tree, width, height)
        yield no_u_turns(tree)
        yield limit_from_start_only(tree, width, height)
    if backtracker:
        yield goes_beyond(backtracker, width, height)
    if tree and backtracker:
        yield longer_solution(tree, backtracker)
        yield longer_branches(tree, backtracker)
    if backtracker and many:
        yield bad_by_branches(many, backtracker)
    if backtracker and short:
        yield bad_by_solution(short, backtracker)
    if SMALL in results:
        yield small_may_fail(results[SMALL])
    if LIMIT in results and BEYOND in results:
        yield stack_overflow(results[LIMIT], results[BEYOND])


def limit_of_length(mazes: Sequence[Measures], width: int, height: int) -> Statement:
    most = max(solutions(mazes))
    return Statement(
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


def no_u_turns(mazes: Sequence[Measures]) -> Statement:
    count = sum(maze.u_turns or 0 for maze in mazes)
    return Statement(
        "a binary tree's solution makes no U-turn",
        DAY_12,
        verdict_of(count == 0),
        "The solutions of {count} binary trees make {u_turns} U-turns in {turns} turns.",
        {"count": len(mazes), "u_turns": count, "turns": sum(maze.turns or 0 for maze in mazes)},
    )


def limit_from_start_only(mazes: Sequence[Measures], width: int, height: int) -> Statement:
    limit = width + height
    beyond = share(mazes, lambda maze: maze.longest > limit)
    farthest = max(maze.farthest for maze in mazes)
    longest = interval(mazes, lambda maze: maze.longest)
    return Statement(
        "between two other rooms a binary tree's way can be longer than that",
        "ours; プチコン3号 12日目 speaks of the start",
        verdict_of(beyond.mean > 0),
        "From the start no room is farther than {farthest} steps, but between the two rooms farthest apart"
        " lie {longest} steps: more than {limit} in {beyond} of the mazes.",
        {
            "farthest": farthest,
            "longest": shown(longest),
            "limit": limit,
            "beyond": percent(beyond),
        },
    )


def goes_beyond(mazes: Sequence[Measures], width: int, height: int) -> Statement:
    limit = width + height
    beyond = share(mazes, lambda maze: (maze.solution or 0) > limit)
    turns = interval(mazes, lambda maze: maze.u_turns)
    return Statement(
        "a backtracker's solution is not bound to width + height and makes U-turns",
        DAY_12,
        verdict_of(beyond.mean > 0.5 and turns.mean > 0),
        "{beyond} of {count} backtracker mazes have a solution longer than {limit} steps;"
        " it makes {turns} U-turns.",
        {"beyond": percent(beyond), "count": len(mazes), "limit": limit, "turns": shown(turns)},
    )


def longer_solution(tree: Sequence[Measures], backtracker: Sequence[Measures]) -> Statement:
    steps = interval(backtracker, lambda maze: maze.solution)
    ours = interval(tree, lambda maze: maze.solution)
    shorter = sum(length <= ours.most for length in solutions(backtracker))
    return Statement(
        "a backtracker's solution is far longer than a binary tree's",
        DAY_12,
        above(steps, 2 * ours.mean),
        "A backtracker's solution has {steps} steps, {times:.1f} times a binary tree's"
        " ({least:.0f} to {most:.0f}; not longer in {shorter} of {count} mazes).",
        {
            "steps": shown(steps),
            "times": steps.mean / ours.mean,
            "least": steps.least,
            "most": steps.most,
            "shorter": shorter,
            "count": len(backtracker),
        },
    )


def longer_branches(tree: Sequence[Measures], backtracker: Sequence[Measures]) -> Statement:
    ours = interval(tree, lambda maze: maze.longest_branch)
    theirs = interval(backtracker, lambda maze: maze.longest_branch)
    return Statement(
        "a binary tree's side branches cannot grow long",
        DAY_12,
        verdict_of(ours.high < theirs.low),
        "The longest side branch leads {ours} steps away in a binary tree and {theirs} in a backtracker;"
        " the mean branch {mean} and {their_mean}.",
        {
            "ours": shown(ours),
            "theirs": shown(theirs),
            "mean": shown(interval(tree, lambda maze: maze.branch_length)),
            "their_mean": shown(interval(backtracker, lambda maze: maze.branch_length)),
        },
    )


# ---- the bad mazes


def bad_by_branches(mazes: Sequence[Measures], backtracker: Sequence[Measures]) -> Statement:
    count, others = (interval(each, lambda maze: maze.branches) for each in (mazes, backtracker))
    length, longest = (interval(each, lambda maze: maze.longest_branch) for each in (mazes, backtracker))
    return Statement(
        "a maze can have many side ways and be bad, for they end at once: 図(A)",
        DAY_12,
        verdict_of(count.low > others.high and length.high < longest.low / 10),
        "short_branches has {count} side branches and a backtracker {others}, but the longest"
        " leads {length} step away, a backtracker's {longest}.",
        {
            "count": shown(count),
            "others": shown(others),
            "length": shown(length),
            "longest": shown(longest),
        },
    )


def bad_by_solution(mazes: Sequence[Measures], backtracker: Sequence[Measures]) -> Statement:
    steps, others = (interval(each, lambda maze: maze.solution) for each in (mazes, backtracker))
    length, theirs = (interval(each, lambda maze: maze.branch_length) for each in (mazes, backtracker))
    return Statement(
        "a maze can have complicated side ways and be bad, for its solution is short: 図(B)",
        DAY_12,
        verdict_of(length.low > theirs.mean and steps.high < others.low / 10),
        "In short_solution a side branch leads {length} steps away, a backtracker's {theirs},"
        " but the solution has {steps} steps, a backtracker's {others}.",
        {
            "length": shown(length),
            "theirs": shown(theirs),
            "steps": shown(steps),
            "others": shown(others),
        },
    )


# ---- recursion


def small_may_fail(mazes: Sequence[Reachability]) -> Statement:
    depth = interval(mazes, calls)
    over = share(mazes, lambda maze: calls(maze) > DEEPEST_CALL)
    return Statement(
        "recursion may fail at 40 x 40 rooms already, for a way without branches has 1600",
        DAY_12,
        verdict_of(mazes[0].rooms > DEEPEST_CALL),
        "It may: 1600 calls inside calls are more than the {deepest} that the console has room for. But"
        " {over} of {count} mazes need more; they need {depth}, {most:.0f} at most.",
        {
            "deepest": DEEPEST_CALL,
            "over": percent(over),
            "count": len(mazes),
            "depth": shown(depth),
            "most": depth.most,
        },
    )


def stack_overflow(limit: Sequence[Reachability], beyond: Sequence[Reachability]) -> Statement:
    fits, fails = (share(each, lambda maze: calls(maze) > DEEPEST_CALL) for each in (limit, beyond))
    depth = interval(limit, calls)
    kept, lost = at_most(fits, 0.5), above(fails, 0.5)
    return Statement(
        "recursion reaches up to about 50 x 50 rooms before its stack overflows",
        DAY_12,
        kept if kept == lost else "undecided" if "undecided" in {kept, lost} else "refuted",
        "At 50 x 50 rooms {fits} of {count} mazes need more than the {deepest} calls that"
        " the console has room for ({depth}, {most:.0f} at most); at 60 x 60 {fails}.",
        {
            "fits": percent(fits),
            "count": len(limit),
            "deepest": DEEPEST_CALL,
            "depth": shown(depth),
            "most": depth.most,
            "fails": percent(fails),
        },
    )


def calls(maze: Reachability) -> int:
    """How deep a recursive backtracker calls itself: a call a room on the way to the farthest."""
    return maze.farthest + 1


def solutions(mazes: Sequence[Measures]) -> list[int]:
    """The lengths of all solutions."""
    return [maze.solution for maze in mazes if maze.solution is not None]
