"""The longer run by hand.

python -m tests.fuzzing 100000              so many programs, all kinds in turn
python -m tests.fuzzing 5000 --from 20000   others than the first
python -m tests.fuzzing --ports 5000        listings beside the ports that are written of them
python -m tests.fuzzing --program flow 45   one of them again, with its text
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress

from tests.fuzzing.kinds import KINDS, program
from tests.fuzzing.portable import PORT_KINDS
from tests.fuzzing.ports import examine_port
from tests.fuzzing.reference import examine
from tests.fuzzing.reporting import report
from tests.fuzzing.workers import Trial, Workers

EVERY = 1000

Name = tuple[str, int]


def main() -> int:
    """Tries programs; 1 if anything was found."""
    arguments = read_arguments()
    ports = arguments.ports or (arguments.program or [""])[0] in PORT_KINDS
    kinds = arguments.kinds or list(PORT_KINDS if ports else KINDS)
    with Workers(arguments.jobs, examine_port if ports else examine) as workers:
        if arguments.program:
            return tell(arguments.program[0], int(arguments.program[1]), workers)
        first = arguments.first
        watch = Watch()
        with suppress(KeyboardInterrupt):
            watch.over(workers.trials(programs(kinds, first, first + arguments.count)))
        print(report(watch.failures, workers))
    print(watch.figures(), file=sys.stderr)
    return 1 if watch.failures else 0


def tell(kind: str, number: int, workers: Workers) -> int:
    """Shows a program and what is wrong with it."""
    source = program(kind, number)
    found = workers.examine(source)
    print(source.encode("utf-8", "backslashreplace").decode())
    print(f"\n{found.key}\n{found.details}" if found else "\nnothing is wrong")
    return 1 if found else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m tests.fuzzing", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="NUMBER")
    parser.add_argument("--ports", action="store_true")
    parser.add_argument("--kinds", nargs="+", choices=[*KINDS, *PORT_KINDS])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--program", nargs=2, metavar=("KIND", "NUMBER"))
    return parser.parse_args()


def programs(kinds: list[str], first: int, last: int) -> Iterator[tuple[Name, str]]:
    """The programs of these numbers, the kinds in turn."""
    for number in range(first, last):
        name = kinds[number % len(kinds)], number // len(kinds)
        yield name, program(*name)


class Watch:
    """Keeps what was found, and tells on standard error how far it is."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.count = 0
        self.failures: list[Trial[Name]] = []
        self.harmless: Counter[str] = Counter()
        self.slowest: Trial[Name] = Trial(("none", 0), "", None)

    def over(self, trials: Iterable[Trial[Name]]) -> None:
        """Looks at all of these."""
        for trial in trials:
            self.count += 1
            self.slowest = max(self.slowest, trial, key=lambda each: each.seconds)
            if trial.finding and trial.finding.harmless:
                self.harmless[trial.finding.key] += 1
            elif trial.finding:
                self.failures.append(trial)
                print(*trial.name, trial.finding.key, file=sys.stderr)
            if self.count % EVERY == 0:
                print(self.figures(), file=sys.stderr)

    def figures(self) -> str:
        seconds = time.monotonic() - self.began
        kind, number = self.slowest.name
        counted = "".join(f"{key}: {count}; " for key, count in sorted(self.harmless.items()))
        return (
            f"{self.count:,} programs in {seconds:,.0f} s, {len(self.failures)} findings; {counted}"
            f"the slowest, {kind} {number}, took {self.slowest.seconds:.1f} s in all its runs"
        )


if __name__ == "__main__":
    sys.exit(main())
