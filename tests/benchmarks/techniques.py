"""Measures what the compiler's techniques gain: `python -m tests.benchmarks.techniques [TECHNIQUE ...]`.

Each program of the catalogue and each exercise of `retromaze bench` runs without a technique and with it, in
turns, by processor time; the quickest run of each counts. A program whose code is the same either way is not
run: it gains nothing.
"""

import argparse
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import exp, log

from retromaze.catalogue import CATALOGUE
from retromaze.commands.options import positive_number
from retromaze.comparison.pairs import pair_of_entry
from retromaze.compiler.compiling import compile_listing
from retromaze.compiler.settings import ALL, Settings, Technique
from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from retromaze.timing import EXERCISES, TimedRun, new_machine, quickest, runs_of, seconds

TURNS = 15
SHOWN = 3

Timer = Callable[[], float]


@dataclass(frozen=True)
class Sample:
    """A listing to be timed; `timer` gives what runs it with some techniques and returns the seconds."""

    name: str
    source: str
    timer: Callable[[frozenset[Technique]], Timer]

    def ratio(self, left_out: Technique, turns: int) -> float:
        """How many times as long it takes without a technique."""
        if self.code(ALL - {left_out}) == self.code(ALL):
            return 1.0
        without, plain = self.timer(ALL - {left_out}), self.timer(ALL)
        # the first run of each compiles
        without(), plain()
        slow, quick = quickest(without, plain, turns)
        return slow / quick

    def code(self, techniques: frozenset[Technique]) -> object:
        return compile_listing(self.source, settings=Settings(techniques=techniques)).functions


def samples() -> Iterator[Sample]:
    """The programs of the catalogue, pressed as in `retromaze bench`, and the exercises."""
    for entry in CATALOGUE.values():
        pair = pair_of_entry(entry)
        listing, _ = runs_of(pair)
        yield Sample(pair.name, pair.listing.source, partial(program_timer, listing, pair.listing.source))
    for exercise in EXERCISES:
        yield Sample(exercise.name, exercise.listing, partial(exercise_timer, exercise.listing))


def program_timer(run: TimedRun, source: str, techniques: frozenset[Technique]) -> Timer:
    return replace(run, program=partial(play, source, techniques)).seconds


def exercise_timer(source: str, techniques: frozenset[Technique]) -> Timer:
    def timed() -> float:
        machine = new_machine()
        return seconds(lambda: play(source, techniques, machine))

    return timed


def play(source: str, techniques: frozenset[Technique], machine: Machine) -> None:
    computer = Computer(machine, techniques=techniques)
    computer.load_source(0, source)
    run_computer(computer)


def row(technique: Technique, ratios: dict[str, float]) -> str:
    """`RANGES   11.3 %   backtracker 30.1 %, picture 22.0 %`: the geometric mean, and where it gains most."""
    mean = exp(statistics.fmean(map(log, ratios.values()))) - 1
    best = sorted(ratios.items(), key=lambda each: -each[1])[:SHOWN]
    most = ", ".join(f"{name} {ratio - 1:.1%}" for name, ratio in best if ratio != 1)
    return f"{technique.name:<14}{mean:>7.1%}   {most}"


def measure(techniques: Iterable[Technique], chosen: Sequence[Sample], turns: int) -> None:
    for technique in techniques:
        print(row(technique, {each.name: each.ratio(technique, turns) for each in chosen}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.techniques", description=__doc__)
    # argparse takes the empty list, which stands for all, for a choice of its own
    names = [*Technique.__members__, []]
    parser.add_argument("techniques", nargs="*", metavar="TECHNIQUE", choices=names, help="all if none")
    parser.add_argument(
        "--turns", type=positive_number, default=TURNS, metavar="N", help="runs of each (%(default)s)"
    )
    arguments = parser.parse_args()
    measure([Technique[each] for each in arguments.techniques] or Technique, list(samples()), arguments.turns)


if __name__ == "__main__":
    main()
