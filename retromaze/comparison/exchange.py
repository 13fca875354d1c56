"""Recognizes two random draws with the same bound that a port takes in the other order.

Each is the listing's draw, and nothing differs before something is drawn by them. That they are exchanged is
proved by another run: where the port is given the results of the two lines the other way round, all agrees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from retromaze.comparison import difference as words
from retromaze.comparison.diff import CONTEXT, Case
from retromaze.comparison.difference import Difference, agreed_events, deed
from retromaze.comparison.event_lines import EventLines
from retromaze.comparison.replay import Port, replay
from retromaze.comparison.trace import Trace
from retromaze.machine.events import Places
from retromaze.machine.machine import Machine

DRAWS = ("below", "fraction")
NEAR = 12
"""So many events before the first wrong one the two draws may lie."""


def by_draws(case: Case, port: Port, difference: Difference, patience: float) -> Difference | None:
    """The difference told at the first of two exchanged draws; None where that is not its cause."""
    trace, wrong = case.recording.trace, case.run.agreed
    pairs = list(candidates(trace, wrong))
    if not pairs:
        return None
    placed = EventLines()
    replay(case.recording, port, case.script, patience=patience, placed=placed)
    for one, other in pairs:
        lines = placed.lines[one : one + 1] + placed.lines[other : other + 1]
        if len(lines) == 2 and agrees(case, with_exchange(port, trace, *lines), patience):
            return told_there(case, one, other, lines, difference)
    return None


def agrees(case: Case, port: Port, patience: float) -> bool:
    """Whether another port does the same as the listing."""
    run = replay(case.recording, port, case.script, patience=patience)
    return replace(case, run=run).first_difference() is None


def told_there(case: Case, one: int, other: int, lines: list[int], difference: Difference) -> Difference:
    """The difference at the first of the two draws, with the port's lines of both."""
    there, sides = case.again(case.run.agreed).trace, case.sides
    first, second = there[one], there[other]
    places = f"lines {lines[0]} and {lines[1]}"
    return replace(
        difference,
        kind=words.RANDOM,
        frame=first.frame,
        event=one + 1,
        words=(
            f"{sides.listing} line {first.line} {deed(first, result=True)} and then line {second.line}"
            f" {deed(second, result=True)}, {sides.port} has them exchanged in {places}:"
            f" {difference.words}"
        ),
        before=agreed_events(there[max(one - CONTEXT, 0) : one], max(one - CONTEXT, 0) + 1),
        listing=case.listing.place(there.file, first.line),
        port=case.port_place(difference.port.file, lines[0]),
    )


def candidates(trace: Trace, wrong: int) -> Iterator[tuple[int, int]]:
    """Pairs of draws shortly before the first wrong event, alike but for what they gave, the last first."""
    near = range(max(wrong - NEAR, 0), min(wrong, len(trace)))
    draws = [at for at in near if trace.names[at] in DRAWS]
    for one, other in reversed(list(pairwise(draws))):
        alike = (trace.names[one], trace.arguments[one]) == (trace.names[other], trace.arguments[other])
        if alike and trace.results[one] != trace.results[other]:
            yield one, other


def with_exchange(port: Port, trace: Trace, first: int, second: int) -> Port:
    """The port with the results of two of its lines exchanged, wherever the second draws after the first."""
    results = [result for name, result in zip(trace.names, trace.results, strict=True) if name in DRAWS]

    def called(machine: Machine) -> None:
        kept: list[Any] = []
        count = 0

        def changed(draw: Callable[..., Any]) -> Callable[..., Any]:
            def drawn(*given: Any, **named: Any) -> Any:
                nonlocal count
                line, result = Places().find()[1], draw(*given, **named)
                count += 1
                if kept:
                    mine = kept.pop()
                    return mine if line == second else result
                if line == first and count < len(results):
                    kept.append(result)
                    return results[count]
                return result

            return drawn

        for name in DRAWS:
            vars(machine.rng)[name] = changed(getattr(machine.rng, name))
        port(machine)

    return called
