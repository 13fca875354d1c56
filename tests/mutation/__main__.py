"""How many changes of one constant, comparison or operator `retromaze check` finds.

python -m tests.mutation                         all pairs
python -m tests.mutation walker explorer         these
python -m tests.mutation walker --side listing   its listing only
python -m tests.mutation --games                 written ports of ten games, by what `check --play` plays
python -m tests.mutation --games snake           that of one game
python -m tests.mutation --games snake --play 9  the same with more games at random
python -m tests.mutation --equal                 those that equal.txt says mean the same: none may be found
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from retromaze.catalogue import CATALOGUE
from tests.mutation.games import MINUTES
from tests.mutation.texts import GAME, SIDES, file_of, game_names, mutants_of, text_of
from tests.mutation.workers import Task, equal_numbers, shares, tried

Key = tuple[str, str]


def main() -> int:
    """Tries all mutants; 1 if one lives that means something else, or one is found that does not."""
    arguments = read_arguments()
    keys = [(name, side) for name in arguments.names for side in arguments.sides]
    began = time.monotonic()
    shared = [task for key in keys for task in shares(*key, equal=arguments.equal)]
    tasks = [task._replace(minutes=arguments.play) for task in shared]
    wrong: Counter[Key] = Counter()
    for task, living in tried(tasks, arguments.jobs):
        amiss = sorted(set(task.numbers).difference(living)) if arguments.equal else living
        tell(task, amiss)
        wrong[task.name, task.side] += len(amiss)
    if not arguments.equal:
        print(table(keys, wrong))
    print(f"{time.monotonic() - began:,.0f} s", file=sys.stderr)
    return 1 if wrong.total() else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m tests.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="pairs of the catalogue; all if none")
    parser.add_argument("--games", action="store_true")
    parser.add_argument("--side", dest="sides", nargs="+", choices=SIDES, default=SIDES)
    parser.add_argument("--play", type=float, default=MINUTES, metavar="MINUTES")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=2)
    parser.add_argument("--equal", action="store_true")
    arguments = parser.parse_args()
    if arguments.games:
        arguments.sides = (GAME,)
    known = game_names() if arguments.games else list(CATALOGUE)
    for name in arguments.names:
        if name not in known:
            parser.error(f"no program is called {name!r}; there are {', '.join(known)}")
    arguments.names = arguments.names or known
    return arguments


def tell(task: Task, numbers: Iterable[int]) -> None:
    """Prints the place of each of these mutants, and its line before and after."""
    file, lines = file_of(task.name, task.side), text_of(task.name, task.side).split("\n")
    mutants = mutants_of(task.name, task.side)
    for mutant in (mutants[number] for number in numbers):
        line = lines[mutant.line - 1]
        change = f"{mutant.before or 'nothing'} -> {mutant.after or 'nothing'}"
        print(f"{file}:{mutant.line}:{mutant.column}: {change}")
        print(f"  - {line.strip()}\n  + {mutant.changed(line).strip()}", flush=True)


def table(keys: Sequence[Key], living: Counter[Key]) -> str:
    """A row for each side of each pair, and the sum: mutants, equal ones, living ones, and killed."""
    counts = [(len(mutants_of(*key)), len(equal_numbers(*key)), living[key]) for key in keys]
    rows = [row(" ".join(key), *count) for key, count in zip(keys, counts, strict=True)]
    head = f"{'':24}{'mutants':>8}{'equal':>8}{'live':>8}{'killed':>10}"
    return "\n".join([head, *rows, row("all", *map(sum, zip(*counts, strict=True)))])


def row(name: str, mutants: int, equal: int, living: int) -> str:
    """A row of the table: the share of those killed is of those that mean something else."""
    others = mutants - equal
    return f"{name:24}{mutants:8,}{equal:8,}{living:8,}{(others - living) / (others or 1):10.2%}"


if __name__ == "__main__":
    sys.exit(main())
